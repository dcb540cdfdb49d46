"""What a measure could be at 0/0: limits, completions, conflicts, saved files and the command."""

from __future__ import annotations

import copy
import json
import math
import random
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from catalog_parts import OF_THE_PAPERS
from enumeration import disagreements
from paper import compile_, no_overfull
from slow_definitions import DEFINITIONS
from tiers import exhaustive, few

from symbolic_measures import check, completion, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.exact import UndefinedError
from symbolic_measures.meaning.instances import (
    Conflict,
    Instance,
    InstanceError,
    constraint,
    unknown,
)
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.report import Report
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Outcome, Verdict
from symbolic_measures.questions.completion.meaning import (
    JUDGED,
    OF_COMPLETION,
    OF_LITERAL,
    Completion,
    CompletionReport,
    _summary,
)
from symbolic_measures.questions.kinds import document
from symbolic_measures.search.complete import conventions
from symbolic_measures.search.engine import decide
from symbolic_measures.search.limits import extension_at

HARMONIC = "2*precision*recall/(precision+recall)"
ID = "continuous-extension"


@cache
def about(name: str, *given: str) -> CompletionReport:
    """Each is worked out once."""
    return completion(name, convention=given)


def saved(name: str, *given: str) -> dict[str, Any]:
    """A fresh copy of the JSON."""
    return json.loads(about(name, *given).to_json())


def problems(data: Any) -> list[str]:
    """What `verify` finds wrong."""
    try:
        return [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        return [str(error)]


def test_only_what_is_defined_everywhere_is_a_total_completion() -> None:
    """That it extends the formula is not enough."""
    outcomes = {"symmetry": "proved"}
    after: list[dict[str, Any]] = [
        {"property": "undefined-set", "verdict": "proved", "value": []},
        {"property": "extends-literal", "verdict": "proved"},
        {"property": "symmetry", "verdict": "proved"},
    ]
    assert _summary(outcomes, after)["total"] is True
    somewhere = {**after[0], "value": [["TP"]]}
    assert _summary(outcomes, [somewhere, *after[1:]])["total"] is False
    unknown_ = {**after[0], "verdict": "undecided"}
    assert _summary(outcomes, [unknown_, *after[1:]])["total"] is False


def test_an_answer_says_of_any_verdicts_what_follows_from_its_file() -> None:
    draw, nothing = random.Random(22), Statement("x", "x", "x", ())
    outcomes: tuple[Outcome, ...] = ("proved", "refuted", "undecided", "not-applicable")

    def verdicts(ids: tuple[str, ...]) -> tuple[Verdict, ...]:
        return tuple(
            Verdict(p, draw.choice(outcomes), nothing, value=draw.choice((None, [], [["TP"]])))
            for p in ids
        )

    totals = 0
    for _ in range(300):
        literal, after = verdicts(OF_LITERAL), verdicts(OF_COMPLETION)
        found = Completion(Reading(measure("precision")), after, literal)
        told = _summary({v.property: v.outcome for v in literal}, [v.to_data() for v in after])
        assert {key: found.to_data()[key] for key in told} == told
        assert found.keeps_all == (told["total"] and not told["loses"] and not told["open"])
        totals += found.total
    assert 0 < totals < 300


# --- limits --------------------------------------------------------------------------------

NONE = None
LIMITS: dict[str, dict[tuple[str, ...], str | None]] = {
    "CC": {
        ("TP", "FN"): "0", ("TP", "FP"): "0", ("FN", "TN"): "0", ("FP", "TN"): "0",
        ("TP",): NONE, ("FN",): NONE, ("FP",): NONE, ("TN",): NONE,
    },
    "F1": {("TN",): NONE},
    "Jaccard": {("TN",): NONE},
    "kappa": {("TP",): NONE, ("TN",): NONE},
    "precision": {("FN", "TN"): NONE, ("FN",): NONE, ("TN",): NONE},
    "BA": dict.fromkeys(
        (("TP", "FN"), ("FP", "TN"), ("TP",), ("FN",), ("FP",), ("TN",)), NONE
    ),
    "SBA": dict.fromkeys(
        (("TP", "FN"), ("TP", "FP"), ("FN", "TN"), ("FP", "TN"),
         ("TP",), ("FN",), ("FP",), ("TN",)), NONE
    ),
    "FM": {("FN", "TN"): "0", ("FN",): "0", ("FP", "TN"): "0", ("FP",): "0", ("TN",): NONE},
    "TP*TN/(TP*n)": {
        ("FN", "FP", "TN"): "TN/(FN + FP + TN)", ("FN", "FP"): "0", ("FN", "TN"): "TN/(FN + TN)",
        ("FN",): "0", ("FP", "TN"): "TN/(FP + TN)", ("FP",): "0", ("TN",): "1",
    },
    "accuracy": {},
}  # fmt: skip


@pytest.mark.parametrize("name", LIMITS)
def test_limits(name: str) -> None:
    verdict = check(name, [ID])[ID]
    assert verdict.outcome == "proved"
    assert {tuple(e["support"]): e["limit"] for e in verdict.value} == LIMITS[name]
    assert not problems(json.loads(check(name, [ID]).to_json()))


def _algebraic(tree: Formula) -> bool:
    powers = [node.args[1] for node in tree.walk() if node.op == "^"]
    functions = {node.op for node in tree.walk()} & {
        "log", "acos", "power", "ifzero", "Abs", "Min", "Max",
    }  # fmt: skip
    return not functions and all(exponent_of(power) is not None for power in powers)


def approximately(tree: Formula, at: dict[str, float]) -> float:
    """Floating-point evaluation, for tests only; NaN where undefined."""
    if tree.op == "number":
        return float(tree.args[0])
    if tree.op == "symbol":
        return at[tree.args[0]]
    if tree.op == "ifzero":
        return math.nan
    below = [approximately(arg, at) for arg in tree.args]
    actions: dict[str, Callable[..., float]] = {
        "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
        "/": lambda a, b: a / b if b else math.nan, "neg": lambda a: -a,
        "^": lambda a, b: a**b if a > 0 or b > 0 else math.nan,
        "sqrt": lambda a: math.sqrt(a) if a >= 0 else math.nan,
    }  # fmt: skip
    return actions[tree.op](*below)


#: Measures without logarithms, arccosines and parameters as exponents: their limits are decided
#: (but for CD_chord, which tends to sqrt(2) like a root of a root, and for families whose limits
#: or paths depend on the parameter).
OPEN = ("CD_chord", "F_beta_linear", "IBA_accuracy", "IBA_F1", "IBA_F_beta", "IBA_Gmean")
#: Those of the papers; the others are infinite on some faces, or open.
ALGEBRAIC = [
    name for name in OF_THE_PAPERS if _algebraic(MEASURES[name].formula) and name not in OPEN
]


@pytest.mark.parametrize("name", few(ALGEBRAIC, 10))
def test_limits_of_the_catalog_against_sampling(name: str) -> None:
    """Near a face the values come close to the limit; along the two paths they stay apart."""
    assert len(ALGEBRAIC) > 20
    rng = random.Random(name)
    subject = measure(name)
    reading = Reading(subject)
    given = dict.fromkeys(subject.parameters, 2.0)
    undefined = check(name, ["undefined-set"])["undefined-set"]
    assert (undefined.outcome == "proved") == (name != "GM")  # where GM is, depends on r
    for support in undefined.value or ():
        verdict = extension_at(reading, support, 20)
        assert verdict.outcome == "proved", support
        entry = verdict.value
        if entry["limit"] is None:
            ends = []
            for path, value in zip(entry["paths"], entry["values"], strict=True):
                at = {**given, **dict(zip(CELLS, _along(path, 10.0**4), strict=True))}
                here = approximately(subject.formula, at)
                there = approximately(measure(value).formula, {})
                assert abs(here - there) < 2e-4
                ends.append(here)
            assert abs(ends[0] - ends[1]) > 1e-2
            continue
        seen = 0
        for _ in range(300):
            at = {n: rng.uniform(0.2, 5) if n in support else 10 ** rng.uniform(-12, -8)
                  for n in CELLS}  # fmt: skip
            value = approximately(subject.formula, {**given, **at})
            seen += not math.isnan(value)
            assert math.isnan(value) or abs(value - float(Fraction(entry["limit"]))) < 1e-2
        assert seen > 250


def _along(path: list[str], e: float) -> list[float]:
    return [float(cell) if cell.isdecimal() else _small(cell, e) for cell in path]


def _small(cell: str, e: float) -> float:
    found = re.fullmatch(r"1/\(?(?:(\d+)\*)?e(\*\*2)?\)?", cell)
    assert found is not None
    return 1 / (int(found[1] or 1) * e ** (2 if found[2] else 1))


FACE: dict[str, Any] = {"support": ["FP", "TN"], "limit": "0", "bound": "n/(FP*TN)"}
APART: dict[str, Any] = {
    "support": ["TN"], "limit": None,
    "paths": [["1/e", "0", "0", "1"], ["0", "1/e", "1/e", "1"]], "values": ["1", "0"],
}  # fmt: skip


def test_the_entries_that_the_next_tests_spoil_are_proved() -> None:
    for entry in (FACE, APART):
        statement = PROPERTIES[ID].statement(Reading(measure("CC")), entry)
        assert decide(statement, 20, entry).outcome == "proved"


@pytest.mark.parametrize(
    "spoilt",
    [
        {**FACE, "limit": 0},
        {**FACE, "limit": "TP"},
        {**FACE, "limit": "oo"},
        {**FACE, "bound": None},
        {**FACE, "bound": "sqrt(n)"},
        {**FACE, "bound": "Abs(TP)"},
        {**FACE, "bound": "n^(1/2)"},
        {**FACE, "support": []},
        {**FACE, "support": ["TN", "FP"]},
        {**FACE, "support": "TN"},
        {**FACE, "more": 1},
        [FACE, FACE],
        {**APART, "bound": "n"},
        {**APART, "paths": APART["paths"][:1], "values": ["1"]},
        {**APART, "values": ["oo"]},
        {**APART, "values": ["oo", "0"]},
        {**APART, "values": "10"},
        {**APART, "values": [1, 0]},
        {**APART, "paths": [["1/e", "0", "0", "1"], ["0", "1/e", "1/e", "2"]]},
        {**APART, "paths": [["1", "0", "0", "1"], ["0", "1/e", "1/e", "1"]]},
        {**APART, "paths": [["e", "0", "0", "1"], ["0", "1/e", "1/e", "1"]]},
        {**APART, "paths": [["1/e", "0", "0", "e"], ["0", "1/e", "1/e", "e"]]},
        {**APART, "paths": [["-1/e", "0", "0", "1"], ["0", "1/e", "1/e", "1"]]},
        {**APART, "paths": [["1/e", "0", "0", "0"], ["0", "1/e", "1/e", "0"]]},
        {**APART, "paths": [["e**2/e", "0", "0", "1"], ["0", "1/e", "1/e", "1"]]},
        {**APART, "paths": [["(2-e)/e", "0", "0", "1"], ["0", "1/e", "1/e", "1"]]},
        {**APART, "paths": [["1/(e-e)", "0", "0", "1"], ["0", "1/e", "1/e", "1"]]},
        {**APART, "paths": [["1/e**0", "0", "0", "1"], ["0", "1/e", "1/e", "1"]]},
        {**APART, "paths": [["1/(0*e)", "0", "0", "1"], ["0", "1/e", "1/e", "1"]]},
        {**APART, "paths": [["1/e", "0", "0"], ["0", "1/e", "1/e"]]},
        {**APART, "paths": [[0, 0, 0, 1], [0, 1, 1, 1]]},
        5,
    ],
    ids=lambda value: str(value)[:60],
)
def test_malformed_values_are_refused(spoilt: Any) -> None:
    with pytest.raises(FormulaError):
        PROPERTIES[ID].statement(Reading(measure("CC")), spoilt)


@pytest.mark.parametrize(
    ("name", "false"),
    [
        ("CC", {**FACE, "limit": "1/2"}),
        ("CC", {**FACE, "bound": "1/(1000*n)"}),
        ("CC", {**FACE, "bound": "n/(FP*TN*(TP+FN))"}),  # not continuous on the face
        ("CC", {**APART, "values": ["1", "1"]}),
        ("CC", {**APART, "values": ["1", "1/2"]}),
        ("CC", {**APART, "paths": APART["paths"][:1], "values": ["oo"]}),
        ("accuracy", {"support": ["TN"], "limit": "1", "bound": "1/TN"}),
        ("1/(TP-TP)", {**FACE}),  # defined nowhere near
    ],
    ids=str,
)
def test_false_limits_are_not_proved(name: str, false: Any) -> None:
    statement = PROPERTIES[ID].statement(Reading(measure(name)), false)
    assert decide(statement, 5, false).outcome != "proved"


def test_infinite_and_unknown_limits() -> None:
    verdict = extension_at(Reading(measure("TP/FN")), ["TP"], 10)
    assert verdict.outcome == "proved"
    assert verdict.value["values"] == ["oo"]
    slow = extension_at(Reading(measure("log(P)")), ["TN"], 10)
    assert slow.outcome == "undecided"
    assert "undecided" in check("log(P)", [ID])[ID].outcome


# --- completions ---------------------------------------------------------------------------

FOUND: dict[str, dict[tuple[int, int, int, int], str]] = {
    "F1": {(0, 0, 0, 5): "1"},
    "Jaccard": {(0, 0, 0, 5): "1"},
    "FM": {(0, 0, 0, 5): "1", (0, 0, 2, 3): "0", (0, 2, 0, 0): "0"},
    "BA": {(0, 0, 0, 2): "1", (7, 0, 0, 0): "1", (0, 3, 0, 0): "0", (0, 0, 2, 3): "1/2"},
    "SBA": {(0, 0, 0, 2): "1", (0, 0, 4, 0): "0", (0, 0, 2, 3): "1/2", (0, 2, 0, 3): "1/2"},
    "CC": {(0, 0, 0, 2): "1", (0, 0, 4, 0): "-1", (0, 0, 2, 3): "0", (1, 0, 3, 0): "0"},
}


@pytest.mark.parametrize("name", few(FOUND, ("FM",)))
def test_a_completion_is_found_that_keeps_all(name: str) -> None:
    report = about(name)
    assert report.complete
    assert report.conflict is None
    assert report.found is not None
    assert report.found.keeps == report.kept
    assert {c: str(report.found.reading.value_at(c)) for c in FOUND[name]} == FOUND[name]
    literal = report.reading
    for n in range(1, 6):
        for cells in compositions(n, 4):
            value = report.found.reading.value_at(cells)
            try:
                plain = literal.value_at(cells)
            except UndefinedError:
                continue
            assert str(plain) == str(value) or plain.terms == value.terms
    assert not problems(saved(name))


@pytest.mark.parametrize("name", few(FOUND, ("FM",)))
def test_what_is_kept_and_lost_agrees_with_enumeration(name: str) -> None:
    given = "TP*TN == 0: 0" if name == "FM" else "P*N*Phat*Nhat == 0: 0"
    report = about(name) if name in ("CC", "SBA") else about(name, given)
    for item in report.completions:
        judged = tuple(v for v in item.verdicts if v.property in DEFINITIONS)
        assert len(judged) == len(JUDGED)
        assert not disagreements(Report(item.reading, judged))


def test_what_a_library_returns_loses_properties() -> None:
    report = about("F1", "TP + FN + FP == 0: 0")
    paper, library, given = report.completions
    for item in (library, given):
        assert item.total
        assert item.loses == ("maximal-agreement",)
        assert set(item.keeps) == set(report.kept) - {"maximal-agreement"}
    assert paper.keeps_all
    assert report.found is paper
    data = saved("F1", "TP + FN + FP == 0: 0")
    assert data["found"] == "gosgens-appendix-b"
    (lost,) = data["completions"][1]["loses"]
    assert lost["property"] == "maximal-agreement"
    assert [lost["witness"][n] for n in CELLS] == [0, 0, 0, 1]
    assert not problems(data)


def test_a_completion_that_is_given_may_be_the_one() -> None:
    report = about("TP/(TP + 2*FN + FP)", "TP + FN + FP == 0: 1")
    assert report.found is report.completions[-1]
    assert report.found.reading.name == "user-defined"


@exhaustive
def test_published_readings_of_balanced_accuracy_cost_properties() -> None:
    """Appendix B's b_i/n is not extreme where it should be; scikit-learn's is biased."""
    paper, library, proposed = about("BA").completions
    assert paper.reading.name == "gosgens-appendix-b"
    assert paper.loses == ("maximal-agreement", "minimal-agreement")
    assert library.reading.name == "scikit-learn"
    assert {"constant-baseline", "approximate-constant-baseline"} <= set(library.loses)
    assert proposed.keeps_all


def test_what_overrides_the_formula_is_no_completion() -> None:
    given = about("F1", "TP == 0: 1").completions[-1]
    assert not given.total
    assert not given.keeps_all
    assert given["extends-literal"].outcome == "refuted"
    (partial,) = (
        item
        for item in about("precision", "TP + FP + TN == 0: 0").completions
        if item.reading.name == "user-defined"
    )
    assert not partial.total
    assert partial["extends-literal"].outcome == "proved"


def test_a_completion_can_gain_a_property() -> None:
    report = about("(TP+TN)/n + (FN+FP)/(FN+FP) - 1", "FN + FP == 0: 1")
    assert "maximal-agreement" in report.completions[0].gains
    assert not problems(saved("(TP+TN)/n + (FN+FP)/(FN+FP) - 1", "FN + FP == 0: 1"))


def test_lower_is_better() -> None:
    report = completion("1-F1", lower_is_better=True)
    assert report.found is not None
    assert str(report.found.reading.value_at((0, 0, 0, 3))) == "0"
    assert not problems(json.loads(report.to_json()))


def test_parameters() -> None:
    report = about("F_beta")
    assert report.found is not None
    assert str(report.found.reading.value_at((0, 0, 0, 3), beta=2)) == "1"
    assert not problems(saved("F_beta"))


@pytest.mark.parametrize("name", ["precision", "BA", "CC", "TP/(P + 1 - Min(FP, 1))", HARMONIC])
@pytest.mark.parametrize("by_sizes", [False, True])
def test_conventions_put_the_constants_where_nothing_is_defined(name: str, by_sizes: bool) -> None:
    rng = random.Random(name)
    subject = measure(name)
    patterns = [tuple(s) for s in check(name, ["undefined-set"])["undefined-set"].value]
    for _ in range(6):
        constants = {s: Fraction(rng.randint(-1, 2), rng.randint(1, 2)) for s in patterns}
        made = conventions(subject, constants, {}, "test", by_sizes)
        reading = Reading(subject, "test", made)
        for n in range(1, 6):
            for cells in compositions(n, 4):
                support = tuple(c for c, size in zip(CELLS, cells, strict=True) if size)
                expected = constants.get(support)
                value = reading.value_at(cells)  # type: ignore[arg-type]
                if expected is None:
                    literal = Reading(subject).value_at(cells)  # type: ignore[arg-type]
                    assert str(value) == str(literal) or value.terms == literal.terms
                else:
                    assert str(value) == str(expected)


@exhaustive
def test_a_proposal_that_is_refuted_is_shown_with_what_it_loses() -> None:
    """Along k times a matrix with FP = 0 this ratio must exceed every bound."""
    report = about("TP*N/(P*FP)")
    assert report.found is None
    assert report.conflict is None
    assert report.completions[-1].reading.name == "proposed"
    assert report.completions[-1].loses
    assert "Not known" in str(report)
    assert not problems(saved("TP*N/(P*FP)"))


# --- conflicts -----------------------------------------------------------------------------


@exhaustive
def test_f1_as_a_harmonic_mean_cannot_stay_monotone() -> None:
    """As written it is undefined wherever TP = 0, and strictly monotone where it is defined."""
    report = about(HARMONIC)
    assert {"monotone", "tn-invariance", "scale-invariance"} <= set(report.kept)
    assert report.found is None
    assert report.conflict is not None
    assert set(report.conflict.properties) <= set(report.kept)
    assert "monotone" in report.conflict.properties
    assert not problems(saved(HARMONIC))


def test_the_instances_of_the_conflict_say_what_the_definitions_say() -> None:
    """Each is read again, by hand, from the two matrices it speaks of."""
    conflict = about(HARMONIC).conflict
    assert conflict is not None
    assert len(conflict.parts) >= 3
    left: dict[str, Fraction] = {}
    for part in conflict.parts:
        tp, fn, fp, tn = part.matrices[0]
        stated = part.constraint
        assert all(matrix[0] == 0 for matrix in part.matrices)  # all undefined
        assert stated.constant == 0
        match part.instance.property:
            case "symmetry":
                assert part.matrices[1] == (tp, fp, fn, tn)
            case "tn-invariance":
                assert part.matrices[1][:3] == (tp, fn, fp)
            case "scale-invariance":
                k = sum(part.matrices[1]) / sum(part.matrices[0])
                assert part.matrices[1] == (k * tp, k * fn, k * fp, k * tn)
                assert k.denominator == 1
            case "monotone":
                assert stated.relation == ">"
                assert min(tp + fn, fp + tn, tp + fp, fn + tn) >= 1
                better, worse = (m for m in part.matrices)
                assert stated.coefficients == {unknown(better): 1, unknown(worse): -1}
                change = sorted(b - w for b, w in zip(better, worse, strict=True))
                assert change == [-1, 0, 0, 1]
                assert sum(better[1:3]) < sum(worse[1:3])
        if part.instance.property != "monotone":
            assert stated.relation == "=="
            assert sorted(stated.coefficients.values()) == [-1, 1]
        assert part.multiplier > 0 or stated.relation == "=="
        for name, coefficient in stated.coefficients.items():
            left[name] = left.get(name, Fraction(0)) + part.multiplier * coefficient
    assert not any(left.values())


def test_instances_put_in_the_values_of_the_formula() -> None:
    subject = measure("SBA")
    point = (("TP", 0), ("FN", 1), ("FP", 1), ("TN", 1))
    stated, matrices = constraint(Instance("monotone", 1, point), subject, {})
    assert str(stated) == "x(0, 0, 1, 2) > 1/4"
    assert set(matrices) == {(0, 1, 1, 1), (0, 0, 1, 2)}
    agreed, _ = constraint(
        Instance("maximal-agreement", 0, (("TP", 0), ("TN", 2), ("TP2", 1), ("TN2", 1))),
        subject, {},
    )  # fmt: skip
    assert str(agreed) == "x(0, 0, 0, 2) == 1"
    mean, _ = constraint(
        Instance("constant-baseline", 0, sizes=((2, 1, 1), (3, 0, 1))), subject, {}
    )
    assert str(mean) == "x(0, 0, 1, 2) == 1/2"


@pytest.mark.parametrize(
    "instance",
    [
        Instance("monotone", 9),
        Instance("no-such-property", 0),
        Instance("range", 0),
        Instance("monotone", 1, (("TP", 0), ("FN", 0), ("FP", 1), ("TN", 1))),  # FN >= 1 fails
        Instance("monotone", 1, (("FN", 1), ("TP", 0), ("FP", 1), ("TN", 1))),
        Instance("monotone", 1, (("TP", 0), ("FN", 1), ("FP", 1))),
        Instance("monotone", 1, sizes=((2, 1, 1), (3, 0, 1))),
        Instance("constant-baseline", 0, sizes=((2, 1, 1), (3, 0, 3))),
        Instance("constant-baseline", 0, sizes=((2, 1, 1), (3, 4, 1))),
        Instance("constant-baseline", 0, sizes=((2, 1, 1),)),
        Instance("constant-baseline", 0, sizes=((2, 1, 1), (10**6, 1, 1))),
    ],
    ids=str,
)
def test_instances_that_are_none(instance: Instance) -> None:
    with pytest.raises(InstanceError):
        constraint(instance, measure("SBA"), {})


def test_irrational_values_are_no_constraints() -> None:
    point = (("TP", 0), ("FN", 1), ("FP", 2), ("TN", 1))
    with pytest.raises(InstanceError, match="rational"):
        constraint(Instance("monotone", 1, point), measure("CC"), {})


CONFLICT_FORGERIES: list[Callable[[Any], object]] = [
    lambda c: c["instances"].pop(),
    lambda c: c["instances"].clear(),
    lambda c: c["instances"][0].update(multiplier="2"),
    lambda c: c["instances"][0].update(multiplier="1e3"),
    lambda c: c["instances"][-1].update(multiplier="-1"),
    lambda c: c["instances"][-1].update(constraint="x(0, 1, 1, 0) > 5"),
    lambda c: c["instances"][-1].update(property="constant-baseline"),
    lambda c: c["instances"][-1].update(goal=7),
    lambda c: c["instances"][-1].update(goal=0),
    lambda c: c["instances"][-1]["point"].update(FN=3),
    lambda c: c["instances"][-1]["point"].update(FN=-1),
    lambda c: c["instances"][-1]["point"].update(FN="1"),
    lambda c: c["instances"][-1]["point"].update(k=1),
    lambda c: c["instances"][-1].update(matrices=[]),
    lambda c: c["instances"][-1].update(note="true"),
    lambda c: c.update(parameters={"beta": "1"}),
    lambda c: c.pop("parameters"),
]


@pytest.mark.parametrize("number", range(len(CONFLICT_FORGERIES)))
def test_forged_conflicts_are_refused(number: int) -> None:
    data = saved(HARMONIC)
    CONFLICT_FORGERIES[number](data["conflict"])
    assert problems(data)
    with pytest.raises(InstanceError):
        Conflict.from_data(data["conflict"], measure(HARMONIC))


def test_a_conflict_of_properties_that_the_formula_lacks_is_refused() -> None:
    """The same instances contradict each other for F1, which is not strictly monotone."""
    subject = measure("2*precision*recall/(precision+recall) + 0*sqrt(TP-1)")
    data = saved(HARMONIC)
    for verdict in data["verdicts"]:
        if verdict["property"] == "monotone":
            verdict.update(verdict="undecided", proof=None, rules=[])
    assert any("monotone is not proved" in problem for problem in problems(data))
    assert Conflict.from_data(data["conflict"], subject)


# --- files ---------------------------------------------------------------------------------


def _of(data: Any, property_id: str, key: str = "verdicts") -> Any:
    return next(v for v in data[key] if v["property"] == property_id)


FORGERIES: list[Callable[[Any], object]] = [
    lambda d: d.update(found=None),
    lambda d: d.update(found="user-defined"),
    lambda d: d.update(undefined=[]),
    lambda d: d["faces"].pop(),
    lambda d: d["faces"].clear(),
    lambda d: d["faces"][0]["value"].update(limit="1", bound="1/TN"),
    lambda d: d["faces"].append(copy.deepcopy(d["verdicts"][0])),
    lambda d: d.pop("faces"),
    lambda d: d.pop("completions"),
    lambda d: d.update(completions=[5]),
    lambda d: d["completions"].append(copy.deepcopy(d["completions"][2])),
    lambda d: d["completions"][2].update(name="scikit-learn"),
    lambda d: d["completions"][2].update(name="brzezinski-extended"),
    lambda d: d["completions"].pop(0),
    lambda d: d["completions"][1].update(name="proposed", loses=[]),
    lambda d: d["completions"][0]["conventions"][0].update(value="0"),
    lambda d: d["completions"][2].update(loses=[]),
    lambda d: d["completions"][2].update(keeps=list(JUDGED)),
    lambda d: d["completions"][2].update(gains=["monotone"]),
    lambda d: d["completions"][2].update(open=["monotone"]),
    lambda d: d["completions"][2].update(total=False),
    lambda d: d["completions"][2]["conventions"][0].update(value="1"),
    lambda d: d["completions"][2]["conventions"].clear(),
    lambda d: d["completions"][2]["verdicts"].pop(),
    lambda d: d["completions"][2]["loses"][0]["witness"].update(TN=2),
    lambda d: d["verdicts"].pop(),
    lambda d: d["verdicts"].pop(1),
    lambda d: d["verdicts"].clear(),
    lambda d: (d["verdicts"].clear(), d.update(complete=False)),
    lambda d: _of(d, "maximal-agreement").update(verdict="undecided", proof=None, rules=[]),
    lambda d: d["measure"].update(formula="TP/n"),
    lambda d: d.update(conflict={"parameters": {}, "instances": []}),
    lambda d: d.update(conflict=[1]),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(FORGERIES)))
def test_forged_files_are_refused(number: int) -> None:
    data = saved("F1", "TP + FN + FP == 0: 0")
    assert not problems(data)
    FORGERIES[number](data)
    found = problems(data)
    assert found
    assert all(len(problem.splitlines()) == 1 for problem in found)


# --- command, documents --------------------------------------------------------------------


def test_the_command_and_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ba.json"
    arguments = ["completion", "F1", "--convention", "TP+FN+FP == 0: 0"]
    assert main([*arguments, "--format", "json", "-o", str(path)]) == 0
    assert main(["verify", str(path)]) == 0
    assert "verified" in capsys.readouterr().out
    assert main(arguments) == 0
    shown = capsys.readouterr().out
    for words in ("A. Where", "B. What", "C. What", "D. Can", "loses maximal-agreement",
                  "Yes: gosgens-appendix-b keeps all", "no limit"):  # fmt: skip
        assert words in shown
    assert max(map(len, shown.splitlines())) <= 100


def test_defined_everywhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "accuracy"]) == 0
    assert "defined everywhere" in capsys.readouterr().out
    assert main(["completion", "accuracy", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["undefined"] == []
    assert not problems(data)


@pytest.mark.parametrize(
    "arguments",
    [
        ["1/(TP-TP)"],
        ["TP/"],
        ["F1", "--convention", "TP: 1"],
        ["F1", "--assume", "beta > 0"],
        ["F1", "--timeout", "0"],
        ["F1", "-o", "no/such/folder/x.json"],
        ["no_such_measure"],
    ],
    ids=str,
)
def test_bad_input_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1


def test_where_it_is_undefined_may_be_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "TP/(log(1+TP)-sqrt(FN))"]) == 0
    assert "This is not decided." in capsys.readouterr().out
    assert not problems(saved("TP/(log(1+TP)-sqrt(FN))"))


def test_it_may_be_undefined_on_no_union_of_patterns(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "TP/(TP-FN)"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "undefined where TP = FN" in told
    assert "no union of patterns of zero cells" in told
    assert not problems(saved("TP/(TP-FN)"))


def test_no_time_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    report = completion("CC", timeout=1e-9)
    assert report.found is None
    assert report.complete
    assert "Not known" in str(report) or "not known" in str(report) or "stopped" in str(report)
    assert not problems(json.loads(report.to_json()))


NAMES = [("CC",), (HARMONIC, "TP == 0: 0"), ("F_beta",), ("accuracy",), ("TP/(TP-FN)",)]


@pytest.mark.parametrize("arguments", few(NAMES, NAMES[3:], unpack=False), ids=str)
def test_latex_compiles(arguments: tuple[str, ...], tmp_path: Path) -> None:
    text = about(*arguments).rendered("latex")
    (tmp_path / "report.tex").write_text(text, encoding="utf-8")
    no_overfull(compile_(tmp_path, "report.tex"))


class Page(HTMLParser):
    """Collects tags, attributes and text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize("arguments", NAMES, ids=str)
def test_html_needs_nothing_but_itself(arguments: tuple[str, ...]) -> None:
    page = Page()
    page.feed(about(*arguments).rendered("html"))
    assert all(link.startswith("data:") for link in page.links)
    assert "Where is it undefined?" in page.text
    assert page.tags.count("h2") == len(document(about(*arguments)).sections)
    fragment = about(*arguments)._repr_html_()
    assert "<script" not in fragment
