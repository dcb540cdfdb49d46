"""What is said of verdicts that are replayed, as they are saved and with a part spoiled.

`tests/meaning/claimed.py` says how it is kept.  `test_claimed_files.py` spoils files as a whole;
here every part of a single verdict is another one: of a measure, for every number of classes, of an
average; and what follows from verdicts is asked: families of averages, the parts of a report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from typing import Any

import pytest
from places import ROOT

from meaning.claimed import Claims, Lines, saved, text, told, without
from symbolic_measures.meaning.average_families import (
    AverageOf,
    for_every_m,
    subject_of,
    with_family,
)
from symbolic_measures.meaning.averaging import AVERAGINGS
from symbolic_measures.meaning.averaging_parts import parts
from symbolic_measures.meaning.averaging_proofs import PartProof, follows
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_report import EveryProof, replay_every, replayed_every
from symbolic_measures.meaning.kept import Kept, replayed_kept
from symbolic_measures.meaning.replay import replayed, replayed_verdict
from symbolic_measures.meaning.report import Report, directions, replay_report
from symbolic_measures.meaning.subjects import make_reading, measure, reading_from_data
from symbolic_measures.nouns.verdict import Verdict

OUTCOMES = ("proved", "refuted", "undecided", "not-applicable", "x")
#: Files of `check` of which all verdicts are looked at, and others of which these are.
FILES: dict[str, tuple[str, ...]] = {
    "tests/questions/kept/check-convention": (), "tests/questions/kept/check-answers": (),
    "tests/questions/kept/check-opitz": (), "tests/questions/kept/extended-LOR": (),
    "tests/questions/kept/extended-LR-minus": (),
    "docs/certificates/check-Braun-Blanquet": ("opitz-monotone", "class-sensitive", "symmetry"),
    "docs/certificates/check-DOR": ("maximal-agreement", "tn-not-max", "constant-baseline"),
    "docs/certificates/check-F1": ("tn-not-max", "constant-baseline", "tp-monotone", "gradient"),
    "docs/certificates/classes-CC": ("class-sensitive", "constant-baseline"),
}  # fmt: skip
EVERY: dict[str, tuple[str, ...]] = {
    "every-opitz": (), "every-mean": (), "every-maximum": (), "every-power": (), "every-range": (),
    "every-macro-F1": ("constant-baseline",),
}  # fmt: skip


def changed(entry: dict[str, Any], all_of_it: bool = True) -> Iterator[tuple[str, Any]]:
    """An entry as it is, with a part spoiled, without a proof, with another proof or outcome."""
    yield "as it is", entry
    yield "no object", [entry]
    yield "more", {**entry, "more": 1}
    for outcome, value in product(OUTCOMES, (False, True)):
        bare = {**entry, "verdict": outcome, **({"proof": None, "witness": None} if value else {})}
        yield f"verdict {outcome}{' alone' if value else ''}", bare
        yield f"verdict {outcome} with no rules", {**bare, "rules": []}
        if isinstance(entry.get("statement"), dict):
            nothing = {**entry["statement"], "goals": []}
            yield f"verdict {outcome} of nothing", {**bare, "statement": nothing, "rules": []}
    for seconds in (-1, 0, "1", True, float("inf"), 1e-9):
        yield f"seconds {seconds}", {**entry, "seconds": seconds}
    for reason in ("x", 1, None, ""):
        yield f"reason {reason}", {**entry, "reason": reason}
    if "proof" in entry:
        for proof in ({"rule": "clear"}, {"rule": "goals", "premises": []}, [], "x", {}):
            yield f"proof {proof}", {**entry, "proof": proof}
    yield from without(entry) if all_of_it else ()


def grouped(said: Iterator[tuple[str, str]]) -> Lines:
    """What is said of the changes in one place, in one line."""
    lines: dict[str, list[str]] = {}
    for how, reply in said:
        place = ".".join(how.split(" ")[0].split(".")[:3])
        lines.setdefault(place, []).append(f"{how}: {reply}")
    return ((place, text(replies)) for place, replies in lines.items())


def _of(verdict: Any) -> Any:
    return verdict.property, verdict.outcome, verdict.value, verdict.reason, verdict.seconds


# --- of a measure -----------------------------------------------------------------------------


def verdicts(name: str) -> Lines:
    data = saved(ROOT / f"{name}.json.gz")
    reading = reading_from_data(data)
    seen: set[str] = set()
    for entry in (*data["verdicts"], *data.get("gradient", ())):
        known = entry["property"]
        if known in seen or (FILES[name] and known not in FILES[name]):
            continue
        seen.add(known)
        replies = ((how, told(lambda o=other: _of(replayed(reading, o, {}))))
                   for how, other in changed(entry))  # fmt: skip
        yield from ((f"{known} {place}", line) for place, line in grouped(replies))
        statement = told(lambda e=entry: replayed(reading, e, {}).statement)
        yield f"{known} statement", statement
        for value in (None, entry["value"], "x"):
            found = replayed(reading, entry, {}).statement
            yield (
                f"{known} rebuilt {value is None} {value == 'x'}",
                told(lambda e=entry, s=found, v=value: _of(replayed_verdict(s, e, {}, v))),
            )


def reports(name: str) -> Lines:
    """A report as a whole: what was asked and what is there."""
    data = saved(ROOT / f"{name}.json.gz")
    for key in ("verdicts", "gradient"):
        data[key] = data.get(key, [])[:4]
    ids = [entry["property"] for entry in data["verdicts"]]
    scale: dict[str, Any] = {"property": "scale-invariance", "verdict": "proved"}
    yield from grouped((how, told(_report, other)) for how, other in _reports(data, ids))
    yield "with a problem", told(_report, {**data, "verdicts": [scale, *data["verdicts"]]})
    reading = reading_from_data(data)
    statement: Any = None
    for about, outcome in product(("scale-invariance", "symmetry"), OUTCOMES):
        verdict = Verdict(about, outcome, statement)  # type: ignore[arg-type]
        yield f"directions {about} {outcome}", text(directions(reading, [verdict]))


def _reports(data: Any, ids: list[str]) -> Iterator[tuple[str, Any]]:
    both = data["verdicts"], data["gradient"]
    shorter = (both, (both[0][:-1], both[1]), (both[0], both[1][:-1]), (both[0][::-1], both[1]),
               (both[0] + both[0][:1], both[1]), (both[0], both[1] + both[1][:1]), ([], []),
               (both[0], both[1] + both[0][:1]), (both[0] + both[1][:1], []))  # fmt: skip
    asked = (None, ids, [*ids, "gradient"], ids[:-1], ids[::-1], [*ids, "x"], [], "x", [1],
             ["gradient", *ids], ids + ids)  # fmt: skip
    for number, (verdicts, slopes) in enumerate(shorter):
        for said, complete in product(asked, (None, True, False)):
            made = {**data, "verdicts": verdicts, "gradient": slopes}
            made |= {} if said is None else {"asked": said}
            made |= {} if complete is None else {"complete": complete}
            yield f"{number} {said} {complete}", made
    for key, other in product(("range", "verdicts", "gradient", "schema", "measure", "complete",
                               "more"), (None, {}, [], 1, "x", [None], [[]])):  # fmt: skip
        yield f"{key} {other}", {**data, key: other}
    for how, other in without({"range": data.get("range")}):
        if isinstance(other, dict):
            yield how, {**{k: v for k, v in data.items() if k != "range"}, **other}
    yield "no object", [data]


def _report(data: Any) -> Any:
    lines, report = _exhausted(replay_report(data))
    if not isinstance(report, Report):
        return lines, report
    entry = report.to_data()
    ids = [verdict.property for verdict in (*report.verdicts, *report.gradient)]
    asked = [told(lambda i=i: report[i].outcome) for i in dict.fromkeys((*ids, "x"))]
    return lines, ids, asked, report.complete, entry["range"], tuple(entry), report.asked


def _exhausted(work: Any) -> tuple[list[Any], Any]:
    """What a generator yields, and what it returns."""
    lines = []
    while True:
        try:
            lines.append(next(work))
        except StopIteration as stop:
            return lines, stop.value


# --- for every number of classes --------------------------------------------------------------


def _subject(data: Any) -> EveryClasses:
    about, least = data["measure"], data["classes"].removeprefix(">= ")
    lower = about["higher_is_better"] is False
    least = 2 if least == "every" else int(least)
    return EveryClasses(about["formula"], tuple(about["assume"]), lower, least)


def every(name: str) -> Lines:
    data = saved(ROOT / f"tests/questions/kept/{name}.json.gz")
    subject = _subject(data)
    for entry in data["verdicts"]:
        if EVERY[name] and entry["property"] not in EVERY[name]:
            continue
        replies = ((how, told(lambda o=other: _of_every(replayed_every(subject, o))))
                   for how, other in (*changed(entry), *_others(entry)))  # fmt: skip
        yield from ((f"{entry['property']} {place}", line) for place, line in grouped(replies))


def _of_every(verdict: Any) -> Any:
    family = verdict.family and (verdict.family.right, verdict.family.power)
    at = [(m, _of(found)) for m, found in verdict.at]
    return verdict.property, verdict.outcome, verdict.holds, verdict.refuted_at, family, at


def _others(entry: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Other proofs, other numbers of classes, other families."""
    if entry["every"] is not None:
        own = entry["every"]["parts"]
        for how, some in (("fewer", own[:-1]), ("more", own + own[-1:]), ("turned", own[::-1])):
            yield f"every.parts {how}", {**entry, "every": {**entry["every"], "parts": some}}
        for key, number in product(("sample", "proof", "facts"), range(len(own))):
            for other in ({"rule": "clear"}, {"rule": "goals"}, [], {}, None):
                some = [{**part, key: other} if i == number else part for i, part in enumerate(own)]
                changed_ = {**entry, "every": {**entry["every"], "parts": some}}
                yield f"every.{key} {number} {other}", changed_
    at = entry["at"]
    for how, some in (
        ("fewer", at[:-1]),
        ("later", at[1:]),
        ("turned", at[::-1]),
        ("more", [*at, *[{**item, "classes": item["classes"] + 1} for item in at]]),
        ("many", [{**item, "classes": m} for item in at for m in range(2, 6)]),
        ("one more", [{**item, "classes": item["classes"] + 1} for item in at]),
        ("text", [{**item, "classes": str(item["classes"])} for item in at]),
    ):
        yield f"at {how}", {**entry, "at": some}
    if entry["larger"] is not None:
        proofs = entry["larger"]["proofs"]
        for how, some in (
            ("fewer", proofs[:-1]),
            ("more", proofs + proofs[-1:]),
            ("turned", proofs[::-1]),
            ("none", []),
        ):
            yield f"larger.proofs {how}", {**entry, "larger": {**entry["larger"], "proofs": some}}
        for right, power in product((0, 1, 2, 3, 4), (None, 0, 1, 3)):
            more = {} if power is None else {"power": power}
            family = {"proofs": proofs, "right": right, **more}
            yield f"larger.right {right} {power}", {**entry, "larger": family}


def every_reports(name: str) -> Lines:
    """A report for every number of classes as a whole."""
    data = saved(ROOT / f"tests/questions/kept/{name}.json.gz")
    ids, own = data["asked"], data["verdicts"]
    for found, asked in product(
        (own, own[:-1], own[::-1], own + own[:1], [], own[1:]),
        (ids, ids[:-1], ids[::-1], [*ids, "symmetry"], [], None),
    ):
        others = [{**data, "verdicts": found, "asked": asked, "complete": complete}
                  for complete in (True, False, None, 1)]  # fmt: skip
        yield f"{len(found)} {asked}", text([told(_every_report, other) for other in others])
    spoiled = without({key: value for key, value in data.items() if key != "verdicts"})
    yield from grouped((how, told(_every_report, {"verdicts": own, **other}))
                       for how, other in spoiled if isinstance(other, dict))  # fmt: skip
    for verdicts in (None, "x", [None], ["x"], [[]], [{}], [own[0], {}]):
        yield f"verdicts {verdicts}"[:60], told(_every_report, {**data, "verdicts": verdicts})
    for classes in ("every", ">= 2", ">= 3", ">= 4", ">=3", 3, None):
        yield f"classes {classes}", told(_every_report, {**data, "classes": classes})


def _every_report(data: Any) -> Any:
    lines, report = _exhausted(replay_every(data))
    if report is None:
        return lines
    asked = [told(lambda i=i: report[i].holds) for i in (*report.asked, "x")]
    return lines, asked, report.complete, tuple(report.to_data())


# --- of averages ------------------------------------------------------------------------------


@cache
def averages() -> dict[str, tuple[str, Any]]:
    """Saved verdicts on averages: proved ones, and by each example one that is refuted."""
    found: dict[str, tuple[str, Any]] = {}
    for name in ("averaging-macro", "averaging-micro"):
        data = saved(ROOT / f"tests/questions/kept/{name}.json.gz")
        for entry in data["verdicts"]:
            key = f"{data['averaging']} {entry['property']} {entry['where']}"
            found[key] = data["averaging"], entry
    return found


#: Of these less is spoiled.
SLOW = ("macro weakly-monotone present", "macro weakly-monotone all")


def average(name: str) -> Lines:
    averaging, entry = averages()[name]
    ways = (*changed(entry, name not in SLOW), *_of_examples(entry))
    replies = ((how, told(lambda o=other: _of_average(replayed_kept(averaging, o))))
               for how, other in ways)  # fmt: skip
    yield from grouped(replies)
    for other in ("macro", "micro", "weighted"):
        yield f"as {other}", told(lambda o=other: _of_average(replayed_kept(o, entry)))
    for data in (None, {"right": 0, "proofs": []}, {"right": 1, "proofs": []}, {}, "x"):
        kept = replayed_kept(averaging, entry)
        yield f"family {data}", told(lambda k=kept, d=data: _of_every(with_family(k, d)))
    wanted = parts(averaging, entry["property"], entry["where"])
    for part, proof in zip(wanted, entry["proof"], strict=False) if name not in SLOW else ():
        for how, other in _of_proofs(proof):
            yield (
                f"{part.label} {how}",
                told(lambda p=part, o=other: follows(p, entry["property"], entry["where"],
                                                     PartProof.from_data(o))),
            )  # fmt: skip


def _of_average(kept: Kept) -> Any:
    verdict = kept.as_verdict()
    known = for_every_m(kept)
    family = told(_of_family, kept)
    return _of(verdict), verdict.statement, kept.to_data()["parts"], known.holds, known.at, family


def _of_family(kept: Kept) -> Any:
    """The average of any number of classes."""
    subject = subject_of(kept)
    at = [subject.at(m).formula for m in (3, 4)]
    return subject.text, subject.tree, subject.measure, subject.score, at, kept.example.words  # type: ignore[union-attr]


def _of_examples(entry: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Other examples: of another form, of another property, of other verdicts."""
    example = entry["counterexample"]
    if example is None:
        yield "counterexample {}", {**entry, "counterexample": {}}
        return
    for key, outcome in product(("has", "total", "fails"), OUTCOMES):
        other = {**example, key: {**example[key], "verdict": outcome}}
        yield f"counterexample {key} {outcome}", {**entry, "counterexample": other}
    for one, another in product(("has", "total", "fails"), repeat=2):
        other = {**example, one: example[another]}
        yield f"counterexample {one} as {another}", {**entry, "counterexample": other}
    for key, value in (
        ("formula", "TP"),
        ("formula", "w*TP"),
        ("higher_is_better", False),
        ("classes", 3),
        ("reading", "scikit-learn"),
        ("reading", "extended"),
        ("parameters", {"w": ["w > 0"]}),
    ):
        other = {**example, "measure": {**example["measure"], key: value}}
        yield f"counterexample {key} {value}", {**entry, "counterexample": other}
    for where in ("all", "present", "x"):
        yield f"where {where}", {**entry, "where": where}


def _of_proofs(proof: Any) -> Iterator[tuple[str, Any]]:
    """Instances and sums that are others."""
    yield "as it is", proof
    uses, sums = proof["instances"], proof["sums"]
    for how, some in (("fewer", uses[:-1]), ("turned", uses[::-1]), ("more", uses + uses[-1:])):
        yield f"instances {how}", {**proof, "instances": some}
    for how, some in (("fewer", sums[:-1]), ("turned", sums[::-1]), ("more", sums + sums[-1:]),
                      ("zero", [["0"] * len(one) for one in sums]),
                      ("minus", [[f"-{x}" for x in one] for one in sums]),
                      ("twice", [[str(2 * int(x)) if x.isdigit() else x for x in one]
                                 for one in sums]),
                      ("numbers", [[1 for _ in one] for one in sums]),
                      ("long", [["1" * 61 for _ in one] for one in sums]),
                      ("short", [one[:-1] for one in sums])):  # fmt: skip
        yield f"sums {how}", {**proof, "sums": some}
    for number, use in enumerate(uses):
        others: dict[str, Any] = {
            "goal": {**use, "goal": use["goal"] + 1}, "no goal": {**use, "goal": -1},
            "text": {**use, "goal": str(use["goal"])}, "no proofs": {**use, "proofs": []},
            "turned": {**use, "proofs": use["proofs"][::-1]},
            "fraction": {**use, "at": {name: f"({place})/2" for name, place in use["at"].items()}},
            "minus": {**use, "at": {name: f"-({place})" for name, place in use["at"].items()}},
            "renamed": {**use, "at": {f"{name}1": place for name, place in use["at"].items()}},
            "unknown": {**use, "at": dict.fromkeys(use["at"], "x")},
        }  # fmt: skip
        for how, other in others.items():
            some = [other if i == number else one for i, one in enumerate(uses)]
            yield f"instance {number} {how}", {**proof, "instances": some}


BINARY = (
    ("TP/(TP+FN)", ()), ("TP*TN - FN*FP", ("FP == 0: FN",)), ("w*TP/n", ()),
    ("TP/FN", ("FN == 0: 1", "TP == 0: TN/n")),
)  # fmt: skip


def of_any_number() -> Lines:
    """Averages of any number of classes; proofs for every m that speak of k."""
    for (formula, conventions), averaging in product(BINARY, (*AVERAGINGS, "x")):
        assume = ("w > 0",) if "w" in formula else ()
        binary = make_reading(measure(formula, assume=assume), conventions)
        whole = AverageOf(formula, assume, False, 3, averaging=averaging, binary=binary)
        yield f"{averaging} {formula} score", told(lambda w=whole: w.score(w.tree))
        for name in ("tree", "measure"):
            yield f"{averaging} {formula} {name}", told(lambda w=whole, n=name: getattr(w, n))
        for classes in (2, 3, 4):
            yield (
                f"{averaging} {formula} {classes}",
                told(lambda w=whole, c=classes: w.at(c).formula),
            )
    yield "of nothing", told(lambda: AverageOf("TP/n").tree)
    for term, names in product(("k*a - c", "w*a - c", "a - x", "sum(a) - c"), ((), ("w",))):
        fact = {"term": term, "relation": ">=", "proof": {"rule": "x"}}
        part = {"facts": [fact], "proof": {"rule": "y"}, "sample": {"rule": "z"}}
        data = {"constant": None, "parts": [part]}
        yield f"proof of {term} {names}", told(EveryProof.from_data, data, names)


def sections() -> dict[str, Callable[[], Lines]]:
    found: dict[str, Callable[[], Lines]] = {}
    for name in FILES:
        short = name.rsplit("/", 1)[1]
        found[f"verdicts of {short}"] = partial(verdicts, name)
        if not FILES[name]:
            found[f"report {short}"] = partial(reports, name)
    found["report check-F1"] = partial(reports, "docs/certificates/check-F1")
    found |= {f"verdicts of {name}": partial(every, name) for name in EVERY}
    found |= {f"report {name}": partial(every_reports, name)
              for name in ("every-range", "every-mean")}  # fmt: skip
    found["of any number of classes"] = of_any_number
    return found | {name: partial(average, name) for name in averages()}


CLAIMS = Claims("verdicts", sections())


@pytest.mark.parametrize("section", CLAIMS.sections)
def test_what_is_said_of_verdicts(section: str) -> None:
    CLAIMS.compare(section)
