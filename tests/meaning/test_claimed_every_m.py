"""What each property claims for every number of classes, and of counterexamples with classes added.

`tests/meaning/claimed.py` says how it is kept.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from itertools import product
from typing import Any

import pytest
from places import ROOT

from meaning.claimed import Claims, Lines, saved, told, without
from symbolic_measures.meaning import padding
from symbolic_measures.meaning.class_slopes import slope
from symbolic_measures.meaning.class_sums import Frame, class_sums, relation, steepness
from symbolic_measures.meaning.every_class import (
    NOWHERE,
    SIZES,
    WITH_CONSTANT,
    EveryClasses,
    is_affine,
    somewhere,
    written,
)
from symbolic_measures.meaning.every_m import General, classes_of, read_fact, split_relation
from symbolic_measures.meaning.every_parts import PARTS, parts
from symbolic_measures.meaning.every_report import EveryVerdict, asked_data, least_of
from symbolic_measures.meaning.filling import ALL, FULL, at_random, filled
from symbolic_measures.meaning.padding import EMPTY, PADS, RIGHT, failing, padded, settled
from symbolic_measures.nouns.formula import formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.verdict import Outcome, Verdict, Witness

SUBJECTS = {
    "accuracy": EveryClasses("accuracy"),
    "macro_F1": EveryClasses("macro_F1"),
    "kappa": EveryClasses("kappa"),
    "CC": EveryClasses("CC"),
    "HmacR": EveryClasses("HmacR"),
    "BA": EveryClasses("BA"),
    "error rate": EveryClasses("error_rate", lower_is_better=True),
    "weighted": EveryClasses("sum(c)/(n+w*sum(a*b)/n)", ("w > 0",), least=3),
    "with b": EveryClasses("sum(c*b)/sum(a*b)"),
    "CE": EveryClasses("CE"),
    "pairs": EveryClasses("pairs(cij*ai - 2*cji*bj)/n^2"),
    "pairs of sizes": EveryClasses("pairs((ai*bj + cij*ai)/(n + bj))/n^2"),
    "shrunk": EveryClasses("sum(c)/(n+w)", ("w > 0",)),
    "calibrated": EveryClasses("calibrated(macro_precision)"),
    "macro of Jaccard": EveryClasses("macro(TP/(TP+FN+FP))", least=4),
    "squares": EveryClasses("sqrt(sum(c^2))/n"),
    "geometric": EveryClasses("GmacR"),
    "filled BA": EveryClasses("BA", reading="gosgens-appendix-b"),
    "filled kappa": EveryClasses("kappa", reading="gosgens-appendix-b"),
    "occurring": EveryClasses("macro_F1", reading="scikit-learn"),
    "kink": EveryClasses("Max(sum(c), sum(a*b)/n)/n + m"),
    "roots": EveryClasses("sqrt(sum(a^2)*sum(c))/n"),
    "e": EveryClasses("sum(c)/(n+e)", ("e > 0",)),
}
FACTS = (
    "a - c >= 0",
    "b - c >= 0",
    "a*(n - a) >= 0",
    "1 - 2*c/(a + b) >= 0",
    "b^2 + a*c >= 0",
    "a > 0",
    "a + b - 2*c >= 0",
)
#: Facts with sums over the classes that they are about.
OF_SUMS = (
    "(a + b)*(sum(a + b) - (a + b)) >= 0",
    "c*sum(c) - n*b*sum(a*b) > 0",
    "n*(n*sum(c/b)/a - c/a) >= 0",
    "sum(a - b) - a >= 0",
    "sum(1/a) - 1/a >= 0",
    "sum(n*a) - a >= 0",
    "sum(q) - q >= 0",
    "sum(sum(a)*b) - b >= 0",
)
ENDS = (
    {"value": "0", "attained": {"alike": ["0", "1"]}},
    {"value": "1/m", "attained": {"cells": ["0", "1", "1", "0"], "added": 0}},
    {"value": "1", "attained": {"cells": ["1", "2", "0", "3"], "added": 1}},
    {"value": "1 - 1/m", "approached": {"alike": ["e", "1"]}},
    {"value": "m", "approached": {"cells": ["e", "1", "e^2", "0"], "added": 1}},
)
INFINITE = {"value": "-oo", "approached": {"alike": ["e^2", "e"]}}
#: What exists, of properties of which something does.
CONSTANTS: dict[str, tuple[Any, ...]] = {
    "range": (*({"infimum": one, "supremum": other} for one, other in product(ENDS, ENDS)),
              {"infimum": INFINITE, "supremum": {**INFINITE, "value": "oo"}},
              *({"infimum": {**one, "value": "-oo"}, "supremum": {**one, "value": "oo"}}
                for one in ENDS),
              {"infimum": {**INFINITE, "value": "oo"}, "supremum": INFINITE}),
    "chance-corrected": ("0", "1/m", "1 - w", {"bound": "1/m"},
                         {"bound": "1/m", "approached": ["e^2 + 1", "2*e"]}),
    "class-sensitive": ({"cells": ["TP", "TN"], "matrix": ["1", "1", "1", "2"]},
                        {"cells": ["FN", "FP"], "matrix": ["1", "2", "3", "5"]}),
    "class-decomposable": ({"p": -1, "of": "a/c"}, {"p": 1, "of": "2*c/(a+b)"},
                           {"p": 1, "of": "c*m/a"}, {"p": 0, "of": "c/a"},
                           {"p": 0, "of": "c/b"}),
    "undefined-set": (
        {"classes": ["a", "b"], "sums": ["n - sum(c)"]}, {"classes": [], "sums": []},
        {"classes": ["a*b - c^2 + 1"], "sums": []}, {"classes": ["0"], "sums": ["sum(a*b)", "0"]},
        {"classes": ["c/a"], "sums": []}, {"classes": ["sum(c)"], "sums": []},
        {"classes": ["1"], "sums": ["sum(1/a)"]}, {"classes": ["a"], "sums": ["sum(c)^2 - n*w"]},
        {"classes": ["q"], "sums": []}, {"classes": ["n - a"], "sums": ["m"], "more": []},
        {"classes": ["x"], "sums": []}, {"classes": ["(n-a)^w"], "sums": []},
        {"classes": ["a^(3/2)"], "sums": []}, {"classes": ["a^(-1)"], "sums": []},
        {"classes": ["a*b*c*n*m"], "sums": ["sum(a*b*c)*n*m"]}, {"classes": ["a^0"], "sums": []},
        {"classes": ["a) + sum(b"], "sums": []}, {"classes": ["a*w"], "sums": ["a"]},
        {"classes": ["a*b*c*n*m*w"], "sums": []}),
}  # fmt: skip
PLAIN = ("1", "0", "1/m", "w + 1")


def constants(property_id: str) -> tuple[Any, ...]:
    if property_id not in WITH_CONSTANT:
        return (None,)
    return CONSTANTS.get(property_id, PLAIN)


def stated(
    property_id: str, subject: EveryClasses, constant: Any, outcome: Outcome = "proved"
) -> Any:
    """Every part: what it speaks of, its numbers, its goal; and with facts taken in."""
    found = []
    for part in parts(property_id, subject, constant, outcome):
        frame = part.make()
        about = frame.variables, frame.given, frame.terms, part.label, part.spoken, part.sample
        found.append((part.state(frame), about))
        if constant == constants(property_id)[0]:
            for text in FACTS[:: 2 if property_id == "range" else 1]:
                found.append(told(lambda part=part, text=text: _taken(part, text)))
    return len(found), found


def _taken(part: Any, text: str) -> Any:
    """The goal that shows a fact, and the part's when it is taken in, twice."""
    fact, frame = read_fact(text), part.make()
    shown = frame.shown(fact, part.spoken)
    frame.take(fact)
    once = part.state(frame), frame.variables, frame.given
    frame.take(read_fact("n*c + a*b >= 0"))
    return shown, once, part.state(frame), frame.variables, frame.given, frame.replaced


def of_property(property_id: str) -> Lines:
    for name, subject in SUBJECTS.items():
        for constant in constants(property_id)[
            :: 1 if name in ("accuracy", "weighted", "geometric") else 4
        ]:
            yield (
                f"{name} {constant}",
                told(lambda s=subject, c=constant: stated(property_id, s, c)),
            )
    for name, subject in SUBJECTS.items() if property_id in NOWHERE else ():
        yield (
            f"{name} not applicable",
            told(lambda s=subject: stated(property_id, s, None, "not-applicable")),
        )
    if property_id in WITH_CONSTANT:
        chosen = constants(property_id)
        for constant in (chosen[0], chosen[-1], *chosen[3:4]):
            for how, other in without(constant):
                for name in ("accuracy", "weighted"):
                    yield (
                        f"{name} {constant} {how}",
                        told(lambda n=name, o=other: _plainly(property_id, n, o)),
                    )


def _plainly(property_id: str, name: str, constant: Any) -> Any:
    return [
        (part.label, part.state(part.make()), part.sample)
        for part in parts(property_id, SUBJECTS[name], constant)
    ]


def refused() -> Lines:
    """What is not stated for every m."""
    for property_id, name in product(PARTS, SUBJECTS):
        other = None if property_id in WITH_CONSTANT else "1"
        yield (
            f"{property_id} {name} {other}",
            told(
                lambda p=property_id, n=name, o=other: [
                    part.label for part in parts(p, SUBJECTS[n], o)
                ]
            ),
        )
    for text in (
        "TP",
        "c11",
        "sum(c)/c12",
        "sum(c)/TP",
        "1",
        "m",
        "n/m",
        "sum(",
        "nothing",
        "sum(sum(c))",
        "xlogy(sum(c), n)",
        "product(c)",
        "product(c)^(1/m)",
        "product(c)^(2/m)",
        "product(TP/c)^(1/m)",
        "sum(c_i)",
        "a",
    ):
        yield f"look {text}", told(lambda t=text: EveryClasses(t).look())
        yield f"tree {text}", told(lambda t=text: EveryClasses(t).tree)
    for names in ("w", "n", "sum1", "fact1", "c_ii", "pairs1", "tn", "ai", "e", "k1", "part1"):
        subject = EveryClasses(f"sum(c)/(n+{names})", (f"{names} > 0",))
        yield f"parameter {names}", told(lambda s=subject: (s.tree, len(parts("symmetry", s))))
        yield f"constant {names}", told(lambda s=subject, n=names: s.constant(f"{n} + 1/m"))
    for text in (1, None, "n", "m", "w", "1/m", "sum(c)", "2", "TP", "m + n"):
        for name in ("accuracy", "weighted"):
            yield f"constant of {name} {text}", told(lambda n=name, t=text: SUBJECTS[n].constant(t))
    for classes in ("every", ">= 2", ">=3", ">= 4", ">= 5", "3", 3, "", None, " every"):
        yield f"classes {classes!r}", told(lambda c=classes: least_of(c))
        yield f"number {classes!r}", told(lambda c=classes: classes_of(c))
    for text in (
        "a - c >= 0",
        "a >= c",
        "a - c > 0",
        "a - c = 0",
        "a < 0",
        "a != 0",
        "n >= 0",
        "w*a >= 0",
        "sum(a) >= 0",
        "sum(a)*c - b >= 0",
        "a >= 0 >= 0",
        ">= 0",
        "a >=",
        "a",
        "a <= 0",
        "a == 0",
        "c_i >= 0",
        "a + >= 0",
    ):
        yield f"relation {text}", told(lambda t=text: split_relation(t))
        yield f"fact {text}", told(lambda t=text: (read_fact(t), str(read_fact(t))))
    yield "fact with w", told(lambda: read_fact("w*a >= 0", ("w",)))


def of_sums() -> Lines:
    """Facts with sums: the goals that show them, and what they say."""
    for text, named, name in product(OF_SUMS, range(3), ("macro_F1_of_means", "kappa")):
        yield f"{text} {named} {name}", told(lambda t=text, k=named, s=name: _of_sums(t, k, s))


def _of_sums(text: str, named: int, name: str) -> Any:
    frame, tree, fact = Frame(named, whole=True), class_sums(name), read_fact(text)
    frame.normal(tree)
    shown = told(lambda: frame.shown(fact, (tree,)))
    frame.take(fact)
    return shown, frame.normal(tree), frame.variables, frame.given, frame.replaced, frame.terms


FORMS = (
    "sum(c)/n",
    "sum(c/a)/m",
    "sum(c/(a+b))",
    "sum(a*b)",
    "sum((a+c)*b/(a*n))",
    "sum(c/a+c/b)",
    "sum(c/a-c/b)",
    "sum(n*a-a^2)",
    "sum(sqrt(a))",
    "sum(c/(a*n-b))",
    "sum(2*c/(3*a*n))",
    "n",
    "sum(w*c/(w*n))",
    "sum(1)",
    "sum(q)",
    "sum(a)+sum(b)",
    "sum(c^2-a*b)",
    "sum(0*c)",
    "sum((a^2+a*b)/(a+b))",
    "sum(log(a/n))",
    "sum(c/(n+1))",
    "sum((a-b)^2)",
    "Max(sum(c), n)",
    "sum(c*sum(a*b))",
    "pairs(cij)",
    "sum(Max(a, b))",
    "1/sum(c)",
    "a_i*b_j/sum(c)",
    "sum(-c)",
    "sum(c)^3*sum(a^2)",
    "sum(c^2/(a*b))",
    "sum(c/(a^2+b^2))",
    "sum((c-1)/(a-2*b))",
)
MOVES = ({}, {"c_ii": 1}, {"c_ij": -1}, {"c_ij": -1, "c_jj": 1}, {"c_ir": 2})


def forms(named: int) -> Lines:
    """Formulas in sums over classes as numbers, with so many classes named."""
    conditions = SUBJECTS["weighted"].measure.conditions
    for text, move, whole in product(FORMS, MOVES, (False, True)):
        if not whole or move in MOVES[:2]:
            yield (
                f"{text} {move} {whole}",
                told(lambda t=text, m=move, w=whole: _form(named, conditions, t, m, w)),
            )


def _form(named: int, conditions: Any, text: str, move: Any, whole: bool) -> Any:
    variables = SUBJECTS["weighted"].measure.variables
    frame = Frame(named, variables, conditions, whole=whole)
    tree = class_sums(text, ("w",), True, True, True)
    found = frame.normal(tree, move)
    for fact in ("a - c >= 0", "n*a - a^2 > 0", "b^2 + a*c >= 0", "2*c/(a + b) >= 0"):
        frame.take(read_fact(fact))
    letters = [frame.letters(role, move) for role in "ijr"[: named + 1]] if named else ()
    again = frame.normal(tree)
    return found, again, frame.size, frame.cells, letters, frame.variables, frame.given, frame.terms


def derivatives() -> Lines:
    """Slopes, what is affine, values at matrices whose classes are alike, relations."""
    for text in (*FORMS, *(subject.text for subject in SUBJECTS.values())):
        tree = told(lambda t=text: class_sums(t, ("w", "e"), False, True, True))
        yield f"tree {text}", tree
        for same in (True, False):
            yield f"slope {text} {same}", told(lambda t=text, s=same: _slope(t, s))
        yield f"affine {text}", told(lambda t=text: is_affine(class_sums(t, ("w",), paired=True)))
        yield (
            f"alike {text}",
            told(
                lambda t=text: (
                    written(class_sums(t, ("w",), paired=True), SIZES),
                    written(class_sums(t, ("w",), paired=True), SIZES, [{"a": symbol("w")}], 2),
                )
            ),
        )
    for left, right in product(("CC^2", "sum(c)/n", "w"), ("kappa^2", "sum(a*b)")):
        for rel in (">", ">=", "==", "!="):
            yield (
                f"{left} {rel} {right}",
                told(
                    lambda p=(left, right), r=rel: relation(
                        Frame(), *(class_sums(t, ("w",)) for t in p), r
                    )
                ),
            )
    for name, subject in SUBJECTS.items():
        yield (
            f"about {name}",
            told(
                lambda s=subject: (
                    asked_data(s, ("symmetry",)),
                    s.sign,
                    s.measure,
                    s.at(3),
                    somewhere(s, s.tree, s.tree),
                )
            ),
        )


def _slope(text: str, same: bool) -> Any:
    tree = class_sums(text, ("w",), False, True, True)
    change = slope(tree, same)
    return change, steepness(Frame(1 if same else 2), tree, change, ">=")


@cache
def refuted() -> dict[str, tuple[EveryClasses, int, Verdict]]:
    """Counterexamples of few classes that are saved."""
    found = {}
    for file in sorted((ROOT / "tests/questions/kept").glob("every-*.json.gz")):
        data = saved(file)
        subject = EveryClasses(data["measure"]["formula"], tuple(data["measure"]["assume"]))
        for entry in data["verdicts"]:
            if entry["verdict"] == "refuted":
                last = entry["at"][-1]
                key = f"{subject.text} {entry['property']}"
                found[key] = subject, last["classes"], _verdict(last["verdict"])
    for name in ("accuracy", "macro-F1", "kappa-chance", "Bangdiwala-B"):
        data = saved(ROOT / f"docs/certificates/classes-{name}.json.gz")
        subject = EveryClasses(data["measure"]["formula"])
        for entry in data["verdicts"]:
            if entry["verdict"] == "refuted":
                found[f"{name} of 3 {entry['property']}"] = subject, 3, _verdict(entry)
    for (property_id, value), name in product(
        FILLED_VALUES.items(), ("weighted", "accuracy", "shrunk")
    ):
        verdict = _verdict({"property": property_id, "witness": None, "value": value})
        for classes in (2, 3):
            found[f"{name} {classes} {property_id} by hand"] = SUBJECTS[name], classes, verdict
    return found


#: Values of refutations, as they could be.
FILLED_VALUES: dict[str, Any] = {
    "class-sensitive": {"equal": []},
    "chance-corrected": {"weights": ["e", "1", "2", "e", "1", "3"], "proof": {}},
    "class-decomposable": {"no p": [], "mixed": ["c12", "c31"], "matrix": ["1"] * 9},
}
#: Of the same properties, of two classes, and of cells that share a class or not.
MIXED = (
    *({"no p": [], "mixed": cells, "matrix": ["1", "2", "3", "4", "5", "6", "7", "8", "9"]}
      for cells in (["c11", "c22"], ["c12", "c33"], ["c12", "c21"], ["c23", "c31"])),
    *({"no p": [[one, matrix], [other, matrix[::-1]]]}
      for matrix in (["1", "2", "3", "4", "5", "6", "7", "8", "9"],)
      for one, other in ((["c11", "c22"], ["c12", "c33"]), (["c11", "c22"], ["c22", "c33"]),
                         (["c11", "c12"], ["c22", "c33"]))),
    {"no p": [], "mixed": ["TP", "TN"], "matrix": ["1", "2", "3", "5"]},
    {"no p": [[["TP", "TN"], ["1", "2", "3", "5"]], [["FN", "FP"], ["1", "1", "1", "2"]]]},
    {"no p": [[["TP", "TN"], ["1", "2", "3", "5"]]]},
)  # fmt: skip


def _verdict(data: Any) -> Verdict:
    witness = None if data["witness"] is None else Witness.from_data(data["witness"])
    statement: Any = None
    return Verdict(data["property"], "refuted", statement, None, witness, data["value"])


def larger(property_id: str) -> Lines:
    """What makes counterexamples fail with classes added, or filled up."""
    for key, (subject, classes, verdict) in refuted().items():
        if verdict.property == property_id:
            for right, power in product((EMPTY, RIGHT, FULL, ALL), (0, 1, 3)):
                yield (
                    f"{key} {right} {power}",
                    told(
                        lambda s=subject, c=classes, v=verdict, r=right, p=power: failing(
                            s, c, v, r, p
                        )
                    ),
                )


def mixed() -> Lines:
    """Exponents that do not exist, at matrices that are filled up; points that are other ones."""
    for value, name in product(MIXED, ("accuracy", "HmacR", "weighted", "BA")):
        classes = 2 if "TP" in str(value) else 3
        verdict = _verdict({"property": "class-decomposable", "witness": None, "value": value})
        for right, power in product((RIGHT, FULL), (0, 2)):
            found = told(failing, SUBJECTS[name], classes, verdict, right, power)
            yield f"{name} {value} {right} {power}", found
    for key, (subject, classes, verdict) in refuted().items():
        others = [replace(verdict, property=i) for i in PADS if i != verdict.property]
        if verdict.witness is not None:
            points = (point for _, point in without(dict(verdict.witness.point)))
            others += [
                replace(verdict, witness=replace(verdict.witness, point=point))
                for point in points
                if isinstance(point, dict) and all(isinstance(own, str) for own in point.values())
            ]
        yield key, "; ".join(told(failing, subject, classes, other, RIGHT) for other in others)


def added() -> Lines:
    """Measures with classes added, or filled up, and baselines."""
    weights = [formula(2), symbol("w")], [formula(1), formula(3)]
    for (name, subject), classes in product(SUBJECTS.items(), (2, 3)):
        for right in (EMPTY, RIGHT):
            yield (
                f"padded {name} {classes} {right}",
                told(lambda s=subject, c=classes, r=right: padded(s, c, r)),
            )
            sizes = ((1, 2, 0)[:classes], (2, 1, 3)[:classes])
            for exact in (True, False):
                yield (
                    f"baseline {name} {classes} {right} {exact}",
                    told(
                        lambda s=subject, z=sizes, r=right, e=exact: padding._baseline(s, z, r, e)
                    ),
                )
        yield f"filled {name} {classes}", told(lambda s=subject, c=classes: filled(s, c))
    for name, subject in SUBJECTS.items():
        yield f"at random {name}", told(lambda s=subject: at_random(s, *weights))
    for text in (
        "x",
        "1 - 1",
        "xlogy(0, m)",
        "xlogy(m, 2)",
        "xlogy(1/0, 2)",
        "xlogy(xlogy(0, 1), m)",
    ):
        yield f"settled {text}", told(lambda t=text: settled(parse(t, {}, ("m", "x"))))
    for data in (
        {"right": 1, "proofs": []},
        {"right": 2, "power": 4, "proofs": []},
        {"right": 2, "power": 0, "proofs": []},
    ):
        for how, other in [("", data), *without(data)]:
            yield f"family {data} {how}", told(lambda o=other: padding.Family.from_data(o))
    yield "pads", told(lambda: PADS)
    general = {
        "facts": [{"term": "a - c", "relation": ">=", "proof": {"rule": "x"}}],
        "proof": {"rule": "y"},
    }
    for how, other in [("", general), *without(general)]:
        yield f"general {how}", told(lambda o=other: General.from_data(o, ()))


def known() -> Lines:
    """For which m a property is said to hold."""
    statement: Any = None
    outcomes = ("proved", "refuted", "undecided")
    families = (None, padding.Family(0, ()))
    for outcome, family, count in product(outcomes, families, range(4)):
        for least, ats in product((2, 3), product(outcomes, repeat=count)):
            at = tuple((least + k, Verdict("symmetry", o, statement)) for k, o in enumerate(ats))  # type: ignore[arg-type]
            verdict = EveryVerdict("symmetry", outcome, least, None, at, family)  # type: ignore[arg-type]
            yield (
                f"{outcome} {least} {ats} {bool(family)}",
                told(lambda v=verdict: (v.holds, v.refuted_at)),
            )


CLAIMS = Claims(
    "every_m",
    {
        **{i: partial(of_property, i) for i in PARTS},
        **{f"{i} with classes added": partial(larger, i) for i in PADS},
        **{f"forms with {named} classes named": partial(forms, named) for named in range(3)},
        "facts with sums": of_sums,
        "derivatives": derivatives,
        "classes added": added,
        "exponents and points": mixed,
        "refused": refused,
        "for which m": known,
    },
)


@pytest.mark.parametrize("section", CLAIMS.sections)
def test_what_is_claimed_for_every_m(section: str) -> None:
    CLAIMS.compare(section)
