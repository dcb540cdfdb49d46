"""What answers say of themselves, and questions of their files; also of answers changed in a part.

`tests/meaning/claimed.py` says how it is kept.  A saved answer is read; then every property of it
and of its parts is asked, as it is and with one field another one, such as a verdict undecided.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache, cached_property, partial
from itertools import product
from typing import Any

import pytest
from places import ROOT

from meaning.claimed import Claims, Lines, saved, text, told
from symbolic_measures.meaning.approaches import approaches
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.normalisers import Normaliser
from symbolic_measures.meaning.subjects import measure, reading_from_data
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Goal, Statement
from symbolic_measures.nouns.verdict import Step, Verdict, Witness
from symbolic_measures.questions.impossible.meaning import has_all
from symbolic_measures.questions.kinds import load, read, room
from symbolic_measures.questions.limit.meaning import Limit, Piece, agreement, claim_statement
from symbolic_measures.questions.threshold.meaning import _Saved

#: Read quickly, at least one of every kind.
FILES = (
    "averaging-micro", "check-F1", "compare-two", "completion-precision",
    "derivation-F1", "every-range", "identity-kappa",
    "impossible-every", "impossible-two", "limit-TN", "normaliser-root",
    "normaliser-scale", "relation-kappa", "relation-BA", "slope-acc", "slope-BA", "table-CC",
    "taylor-F1", "taylor-kappa", "threshold-weighted", "threshold-symmetry",
)  # fmt: skip
#: Of these nothing is asked apart.
PLAIN = (Statement, Goal, Step, Witness, Formula, Measure, Reading)
ASKED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("averaging", {"averaging": "micro", "property": ["symmetry"]}),
    *(("check", {"measure": "F1", **more}) for more in (
        {}, {"property": ["symmetry", "range", "symmetry"]}, {"classes": 3}, {"classes": "every"},
        {"classes": ">= 3", "framework": "opitz2024"}, {"classes": "5"}, {"framework": "further"},
        {"framework": "x"}, {"property": ["x"]}, {"require": ["range", "symmetry"]}, {"classes": 7},
        {"reading": "scikit-learn"}, {"conventions": ["TP == 0: 1"]}, {"lower_is_better": True},
        {"assume": ["w > 0"]}, {"classes": "every", "reading": "scikit-learn"},
        {"classes": "every", "conventions": ["TP == 0: 1"]}, {"property": ["tp-concave"],
         "classes": "every"}, {"classes": "every", "reading": "literal"})),
    *(("check", {"measure": text, **more}) for text in ("TP/(TP-TP)", "sqrt(TP-FN)", "macro_F1",
    "w*TP",
                                                        "sum(c)/n", "c11/n", "error_rate")
      for more in ({}, {"classes": "every"}, {"assume": ["w > 0"]}, {"classes": 3})),
    ("compare", {"measures": ["F1", "Jaccard", "BA"], "no_bounds": True}),
    ("compare", {"measures": ["F1", "w*TP"], "assume": ["w > 0"]}),
    ("completion", {"measure": "precision"}), ("completion", {"measure": "x"}),
    ("completion", {"measure": "FN/P", "lower_is_better": True}),
    ("derivation", {"subject": "F1", "property": ["symmetry", "monotone"]}),
    ("identity", {"lhs": "F1_harmonic", "rhs": "F1", "require_domain": True}),
    ("identity", {"lhs": "F1_harmonic", "rhs": "F1"}),
    ("identity", {"lhs": "w*TP", "rhs": "F1", "assume": ["w > 0"], "left_reading": "x"}),
    ("impossible", {"n": "3", "properties": ["monotone", "symmetry"]}),
    ("impossible", {"n": "2..4", "properties": ["monotone"], "classes": 3}),
    ("impossible", {"n": "4", "properties": ["range"]}), ("impossible", {"n": "x"}),
    ("impossible", {"n": "2..3", "lattice": True}), ("impossible", {"n": "2..3",
    "classes": "every"}),
    *(("limit", {"measure": text, "to": to, **more}) for text, to, more in (
        ("MCC", "TN -> oo", {"claim": "FM"}), ("F_beta", "beta -> oo", {}), ("MCC", "TN", {}),
        ("TP/(TP+w*FP)", "w -> 0", {"assume": ["w > 0"]}), ("TP/(TP+w*FP)", "w -> 0", {}),
        ("TP/(TP+w*FP)", "v -> 0", {}), ("TP/(TP+P1*FP)", "P1 -> 0", {}), ("x", "TP -> 0", {}),
        ("TP/(TP+w*FP)", "w->oo", {"claim": "recall"}), ("TP/P", "P -> 0", {}))),
    ("normaliser", {"formula": "1/(p_A*(1-p_A))"}),
    ("normaliser", {"formula": "p_A^w", "assume": ["w > 0"]}),
    ("relation", {"relation": "accuracy <= 1"}),
    ("relation", {"relation": " CC^2 >= w ", "assume": ["w > 0"]}),
    ("slope", {"measure": "accuracy"}), ("slope", {"measure": "w*sum(c)/n", "assume": ["w > 0"]}),
    *(("table", {"table": name, **more}) for name in ("gosgens2021:2", "gosgens2021:formulas", "x",
                                                      "gosgens2021:3", "opitz2024:5",
                                                      "opitz2024:examples",
                                                      "gosgens2021:counterexamples")
      for more in ({}, {"row": ["F1"]}, {"row": ["F1"], "column": ["Sym"], "every": True},
      {"row": ["x"]})),
    ("taylor", {"measure": "kappa"}), ("taylor", {"measure": "w*kappa", "assume": ["w > 0"],
    "order": 2}),
    *(("threshold", {"measure": text, "property": "symmetry", "parameter": name, **more})
      for text, name in (("F_beta", "beta"), ("TP/(TP+w*FP)", "w"), ("TP/(TP+w*FP)", "v"), ("F1",
      "w"))
      for more in ({}, {"lower_is_better": True}, {"assume": ["w > 0"]},
      {"reading": "scikit-learn"})),
)  # fmt: skip


def questions(kind: str) -> Lines:
    """What is told of questions alone."""
    meaning = room(kind, "meaning")
    for asked, given in ASKED:
        if asked == kind:
            question = load()[kind].of(given)
            for name, function in _functions(meaning, "question"):
                yield f"{given} {name}", _told(function, question)


def _functions(meaning: Any, *wanted: str) -> Iterator[tuple[str, Any]]:
    """Public functions of a room with these parameters."""
    for name, function in inspect.getmembers(meaning, inspect.isfunction):
        own = function.__module__ == meaning.__name__ and not name.startswith("_")
        if own and tuple(inspect.signature(function).parameters) == wanted:
            yield name, function


def _told(make: Any, *given: Any) -> str:
    try:
        return told(make, *given)
    except (AttributeError, AssertionError, StopIteration) as error:
        return f"{type(error).__name__}: {error}"


@cache
def answer(name: str) -> Answer:
    return read(saved(ROOT / f"tests/questions/kept/{name}.json.gz"))


def answers(name: str) -> Lines:
    found = answer(name)
    for where, other in [("", found), *_changed(found)]:
        yield where, _told(_all_of, other)


def _all_of(thing: Any, depth: int = 2) -> Any:
    """Every property of it and of its parts, its data, and what its kind tells of it."""
    if isinstance(thing, tuple | list):
        return [_all_of(item, depth) for item in thing[:6]]
    if not is_dataclass(thing) or isinstance(thing, (type, *PLAIN)):
        return text(vars(thing) if isinstance(thing, Normaliser) else thing)
    if isinstance(thing, Verdict):
        return thing.property, thing.outcome, thing.value, thing.reason
    said = {}
    for name, kind in inspect.getmembers(type(thing)):
        if isinstance(kind, property | cached_property) and not name.startswith("_"):
            said[name] = _told(lambda name=name: _short_of(getattr(thing, name)))
    if isinstance(thing, Answer):
        meaning = room(thing.kind, "meaning")
        said["data"] = _told(lambda: text(without_seconds(thing.to_data())))
        for name, function in _functions(meaning, "answer"):
            said[name] = _told(function, thing)
        for asked, given in ASKED:
            for name, function in _functions(meaning, "question", "answer"):
                if asked == thing.kind:
                    question = load()[asked].of(given)
                    said[f"{name} {given}"] = _told(function, question, thing)
    if depth:
        for field in fields(thing):
            said[f"{field.name}."] = text(_all_of(getattr(thing, field.name), depth - 1))
    return said


def _short_of(value: Any) -> Any:
    return _all_of(value, 0) if isinstance(value, tuple | list) else text(_all_of(value, 0))


def without_seconds(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {
            key: without_seconds(own)
            for key, own in data.items()
            if key not in ("seconds", "proof", "proofs")
        }
    return [without_seconds(own) for own in data] if isinstance(data, tuple | list) else data


WAYS: tuple[tuple[str, Any], ...] = (
    ("proved", {"kind": "finite", "limit": "TP"}), ("proved", {"kind": "finite", "limit": "FN*w"}),
    ("proved", {"kind": "infinite", "sign": 1}), ("proved", {"kind": "infinite", "sign": -1}),
    ("proved", {"kind": "undefined"}), ("undecided", None),
)  # fmt: skip
VERDICTS = (
    None,
    *(
        Verdict("x", outcome, Statement("x", "x", "x", ()))
        for outcome in ("proved", "refuted", "undecided")
    ),
)


def sides() -> Lines:
    """Limits from both sides, a claim about them, and what is said of both."""
    subject = measure("TP/(TP+w*FP+v*FN)", assume=["w > 0", "v > 0"])
    for to in ("v -> 1", "TN -> oo"):
        for one, other in product(WAYS, WAYS):
            pieces = tuple(
                Piece(
                    way, ("TP", "FN"), Verdict("limit", outcome, VERDICTS[1].statement, value=value)
                )  # type: ignore
                for way, (outcome, value) in zip(
                    approaches(to, subject), (one, other), strict=False
                )
            )
            yield f"{to} {one} {other}", _told(agreement, subject, pieces)
            claims = ("recall", "TN*w", "v", "x", "1/(TP-TP)")
            said = [_told(claim_statement, subject, pieces, claim) for claim in claims]
            yield f"{to} {one} {other} claims", text(said)
            limits = [
                Limit(subject, to, pieces, "", agreed, claimed, complete)
                for agreed, claimed, complete in product(VERDICTS, VERDICTS, (True, False))
            ]
            yield f"{to} {one} {other} in all", text([(it.value, it.outcome) for it in limits])


def points() -> Lines:
    """Sampled values of parameters, and of N/P."""
    data = saved(ROOT / "tests/questions/kept/threshold-ace.json.gz")
    found = _Saved.of(data, reading_from_data(data))
    for rho, beta in product(
        ("1", "0", "1/2", "-1", "sqrt(2)", "beta", "x"), ("1", "-1", "x", "rho")
    ):
        for at in (
            {"rho": rho, "beta": beta},
            {"rho": rho},
            {"beta": beta},
            {"rho": rho, "beta": beta, "x": "1"},
        ):
            yield f"{at}", _told(found._point, {"at": at})
            yield f"{at} inside", _told(found._is_inside, {"at": at})


def all_of_them() -> Lines:
    """Whether a report proves properties of a measure that is defined everywhere."""
    verdicts = [
        {"property": name, "verdict": outcome, "value": value}
        for name, outcome, value in product(
            ("monotone", "undefined-set"), ("proved", "refuted"), (None, [], [["TP"]])
        )
    ]
    for one, other in product(verdicts, verdicts):
        reports = [{"measure": about, "verdicts": [one, other]}
                   for about in ({}, {"classes": 2}, {"classes": 3})]  # fmt: skip
        yield f"{one} {other}", text([_told(has_all, data, ("monotone",)) for data in reports])


def _changed(found: Any, depth: int = 1) -> Iterator[tuple[str, Any]]:
    """It with one field another one, and with a part changed so."""
    for field in fields(found):
        value = getattr(found, field.name)
        for how, other in _others(value):
            yield f"{field.name} {how}", replace(found, **{field.name: other})
        if isinstance(value, tuple) and depth:
            for place in (0, -1) if len(value) > 1 else (0,) if value else ():
                part = value[place]
                if is_dataclass(part) and not isinstance(part, (*PLAIN, Verdict)):
                    for how, other in _changed(part, depth - 1):
                        whole = list(value)
                        whole[place] = other
                        changed = replace(found, **{field.name: tuple(whole)})
                        yield f"{field.name} {place} {how}", changed


def _others(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield "turned", not value
    elif isinstance(value, int):
        yield from (("one more", value + 1), ("one less", value - 1))
    elif isinstance(value, Verdict):
        for outcome in ("proved", "refuted", "undecided", "not-applicable"):
            yield outcome, replace(value, outcome=outcome)
        yield "nothing", None
    elif isinstance(value, tuple):
        yield from (("empty", ()), ("turned", value[::-1]), ("shorter", value[:-1]))
        for place in {0: 1, len(value) - 1: 1} if value else ():
            if isinstance(value[place], Verdict):
                for how, other in _others(value[place]):
                    if other is not None:
                        yield f"{place} {how}", (*value[:place], other, *value[place:][1:])
    elif isinstance(value, str) and value in ("proved", "refuted", "undecided"):
        yield from ((word, word) for word in ("proved", "refuted", "undecided", "not-applicable"))


CLAIMS = Claims(
    "answers",
    {
        **{f"questions of {kind}": partial(questions, kind) for kind in dict.fromkeys(
            asked for asked, _ in ASKED)},
        **{name: partial(answers, name) for name in FILES},
        "sides of a limit": sides,
        "sampled points": points,
        "all of them": all_of_them,
    },
)  # fmt: skip


@pytest.mark.parametrize("section", CLAIMS.sections)
def test_what_answers_say(section: str) -> None:
    CLAIMS.compare(section)
