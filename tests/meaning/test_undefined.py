"""Undefined is no violation: of no kind of statement, unless the statement asks for a value.

Derivatives are compared with their definition: the quotients of differences of the function, worked
out here with many digits from a Python function.  A forged file is one that says "refuted" at a
matrix where the hypotheses hold and the conclusion has no value; `verify` must refuse it.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from itertools import pairwise, product
from typing import Any

import pytest
from asking import check
from flint import fmpq
from mpmath import mp, mpf, sqrt
from random_formulas import random_formulas
from slow_definitions import Values
from tiers import exhaustive

from symbolic_measures import normaliser, threshold
from symbolic_measures.kernel.samples import parameter_points
from symbolic_measures.kernel.truth import Point, fails, holds, points
from symbolic_measures.kernel.violation import witness_at
from symbolic_measures.macros import check as kernel_check
from symbolic_measures.meaning.brzezinski import mixed_pattern
from symbolic_measures.meaning.frameworks import ALL, battery
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.sides import subject_of
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.statement import Atom, Goal, Statement
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.questions.compare.equivalence import below
from symbolic_measures.questions.compare.pairs import pair_of
from symbolic_measures.questions.derivation.chains import Scope, chain
from symbolic_measures.questions.derivation.find import decide_chain
from symbolic_measures.questions.identity.meaning import equality
from symbolic_measures.questions.kinds import verify
from symbolic_measures.questions.relation.meaning import Subject


def at_undefined(statement: Statement, largest: int = 4) -> Iterator[tuple[int, Point]]:
    """Goals with points where the hypotheses hold and the conclusion, no question of definedness,
    has no value."""
    for number, goal in enumerate(statement.goals):
        if goal.conclusion.rel in ("defined", "undefined", "constant-mean"):
            continue
        missing = Atom(goal.conclusion.expr, "undefined")
        for parameters in list(parameter_points(goal))[:2]:
            for size in range(largest + 1):
                for point in points(goal, size) if goal.blocks else [{}]:
                    full = {**point, **parameters}
                    if holds(missing, full) and all(holds(a, full) for a in goal.hypotheses):
                        yield number, full


def forged(statement: Statement, minimal: bool = False, largest: int = 4) -> Verdict:
    """Refuted where a value is missing."""
    number, point = next(at_undefined(statement, largest))
    witness = witness_at(statement, number, point, minimal)
    return Verdict(statement.property, "refuted", statement, witness=witness)


def refused(data: Any) -> bool:
    """Whether `verify` has a problem with the file."""
    try:
        return any(item.problem for item in verify(data))
    except CertificateError:
        return True


# --- derivatives, by their definition -------------------------------------------------------

Function = Callable[[mpf, mpf, mpf, mpf], mpf]


def mcc(tp: mpf, fn: mpf, fp: mpf, tn: mpf) -> mpf:
    return (tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


def accuracy(tp: mpf, fn: mpf, fp: mpf, tn: mpf) -> mpf:
    return (tp + tn) / (tp + fn + fp + tn)


#: Formulas whose formal derivatives have no value somewhere, and the functions that they are.
STEEP: dict[str, Function] = {
    "MCC*sqrt(MCC^2)": lambda *c: mcc(*c) * abs(mcc(*c)),
    "-MCC*sqrt(MCC^2)": lambda *c: -mcc(*c) * abs(mcc(*c)),
    "sqrt(MCC^4)": lambda *c: mcc(*c) ** 2,
    "sqrt((TP-FN)^2)": lambda tp, fn, fp, tn: abs(tp - fn),
    "Acc+sqrt((TP-FN)^2)-sqrt((TP-FN)^2)": accuracy,
    "Acc*sqrt((TP-FN)^2)/sqrt((TP-FN)^2)": accuracy,
    "TP-FN-sqrt((TP-FN)^2)": lambda tp, fn, fp, tn: (tp - fn) - abs(tp - fn),
    "sqrt((TP-FN)^2)^3": lambda tp, fn, fp, tn: abs(tp - fn) ** 3,
}
STEP = mpf(10) ** -20
LARGEST = 8


def quotients(function: Function, matrix: tuple[int, ...], place: int) -> tuple[mpf, mpf]:
    """Of the differences to the left and to the right, in one cell."""
    ends = []
    for step in (-STEP, STEP):
        moved = [mpf(cell) + step * (number == place) for number, cell in enumerate(matrix)]
        ends.append((function(*moved) - function(*map(mpf, matrix))) / step)
    return ends[0], ends[1]


def falls(function: Function, matrix: tuple[int, ...], place: int) -> bool:
    """Whether there is a derivative, as far as many digits tell, and its sign is wrong."""
    left, right = quotients(function, matrix, place)
    smooth = abs(left - right) < mpf(10) ** -15
    change = left if place in (0, 3) else -left
    return smooth and change < -(mpf(10) ** -10)


@pytest.mark.parametrize("text", STEEP)
def test_a_derivative_is_that_of_the_function(text: str) -> None:
    """Refuted only where the difference quotients say so; proved only if they never do."""
    assert mp.dps >= 50
    verdict = check(text, ["opitz-monotone"], timeout=600)["opitz-monotone"]
    cells = [c for c in product(range(1, LARGEST), repeat=4) if sum(c) <= LARGEST]
    wrong = {
        c for c in cells if c[0] != c[1] or "TP-FN" not in text
        for place in range(4) if falls(STEEP[text], c, place)
    }  # fmt: skip
    if verdict.witness is not None:
        shown = tuple(map(int, verdict.witness.matrices[0]))
        place = verdict.witness.goal
        assert falls(STEEP[text], shown, place)
        assert "undefined" not in verdict.witness.values
        assert verdict.witness.minimal
        assert min(wrong, key=lambda c: (sum(c), c)) == shown
    if verdict.outcome == "not-applicable":  # there is a matrix without a derivative, and it is so
        place = CELLS.index(verdict.value["cell"])
        left, right = quotients(STEEP[text], tuple(map(int, verdict.value["matrix"])), place)
        assert abs(left - right) > mpf(10) ** -10
        return
    assert (verdict.outcome == "refuted") == bool(wrong)


def test_a_smooth_measure_is_not_refuted_by_its_formula() -> None:
    """x*|x| has the derivative 2|x|; the formula for it divides by |x|."""
    verdict = check("MCC*sqrt(MCC^2)", ["opitz-monotone"])["opitz-monotone"]
    assert verdict.outcome == "undecided"
    assert "no value at TP = 1, FN = 1, FP = 1, TN = 1" in verdict.reason


@pytest.mark.parametrize("property_id", ["opitz-monotone", "class-sensitive"])
@pytest.mark.parametrize("power", ["3/2", "5/2", "7/3"])
def test_nothing_is_said_of_derivatives_on_one_side_of_nothing(
    property_id: str, power: str
) -> None:
    """-(TP - FN)^2 is below 0 but where TP = FN: the measure is defined there and nowhere near."""
    verdict = check(f"Acc+(-(TP-FN)^2)^({power})", [property_id], timeout=600)[property_id]
    assert verdict.outcome == "undecided"
    inner = check(f"Acc+(TP/n)^({power})", [property_id], timeout=600)[property_id]
    assert inner.outcome == ("refuted" if property_id == "opitz-monotone" else "proved")


def test_no_class_is_decomposed_by_a_missing_derivative() -> None:
    """A mixed derivative without a value is not one that does not vanish."""
    reading = Reading(measure("(TP/n+2)*sqrt(MCC^2)*MCC+1"))
    value = {"no p": [], "mixed": ["TP", "TN"], "matrix": ["1", "1", "1", "1"]}
    with pytest.raises(FormulaError, match="nothing is refuted"):
        PROPERTIES["class-decomposable"].statement(reading, value)


@pytest.mark.parametrize("text", [
    "1/(sqrt((2*TP-3)^2) + (2*TP-3)) - 9 + TP*TN*(sqrt((2*TP-3)^2) - (2*TP-3))",
    "sqrt((TP-1)^4+(TN-1)^4)", "-sqrt(TP^2+TN^2)",
])  # fmt: skip
def test_values_that_are_not_positive_are_no_reason_against_an_exponent(text: str) -> None:
    """The first depends on TP alone where it has a value, and has none at the matrix of ones, where
    its formula has a mixed derivative; of the others the squares are sums."""
    verdict = check(text, ["class-decomposable"])["class-decomposable"]
    assert verdict.outcome == "undecided"


def test_no_insensitivity_is_shown_by_missing_derivatives() -> None:
    """At the matrix of ones there is no value; at another one the derivatives are equal."""
    report = check("1/(TP+TN-FN-FP)", ["class-sensitive"])
    verdict = report["class-sensitive"]
    assert verdict.outcome == "refuted"
    assert verdict.witness is not None
    assert "undefined" not in verdict.witness.values
    data = json.loads(report.to_json())
    assert not refused(data)
    del data["verdicts"][0]["value"]["matrix"]
    assert refused(data)


@pytest.mark.parametrize("text", ["1/(TPR-FPR)", "log(Abs(MCC))", "log(Max(0,TP-FN))"])
def test_no_list_of_patterns_says_where_it_is_undefined(text: str) -> None:
    """With the same zero cells there is a value at one matrix, by a table of values, none at the
    other; another pair, or the two the other way round, is refused."""
    report = check(text, ["undefined-kinds"])
    verdict, data = report["undefined-kinds"], json.loads(report.to_json())
    assert verdict.outcome == "not-applicable"
    table = Values(report.reading)
    here, there = (tuple(map(int, verdict.value[rel])) for rel in ("defined", "undefined"))
    assert table(here) is not None
    assert table(there) is None
    assert [cell == 0 for cell in here] == [cell == 0 for cell in there]
    assert not refused(data)
    value = verdict.value
    for other in ({"defined": value["undefined"]}, {"undefined": value["defined"]},
                  {"defined": value["undefined"], "undefined": value["defined"]},
                  {"undefined": ["0", "0", "0", "0"]}, {"undefined": ["0", "1", "1", "1"]},
                  {"undefined": ["1", "1", "1"]}, {"undefined": ["1/2"] * 4},
                  {"more": 1}):  # fmt: skip
        forged = json.loads(json.dumps(data))
        forged["verdicts"][0]["value"].update(other)
        assert refused(forged), other
    for part in ("proof", "reason"):
        forged = json.loads(json.dumps(data))
        forged["verdicts"][0][part] = None if part == "proof" else "not differentiable"
        assert refused(forged), part


def test_patterns_that_say_it_leave_the_property_applicable() -> None:
    """The evidence of another measure, with the statement as it would have to be."""
    data = json.loads(check("1/(TPR-FPR)", ["undefined-kinds"]).to_json())
    report = check("F1", ["undefined-kinds"])
    assert report["undefined-kinds"].outcome == "proved"
    other, entry = json.loads(report.to_json()), data["verdicts"][0]
    prop = PROPERTIES["undefined-kinds"]
    statement, reason = mixed_pattern(prop, report.reading, entry["value"])
    entry.update(statement=statement.to_data(), reason=reason)
    other["verdicts"] = [entry]
    assert refused(other)
    empty = {"defined": ["0"] * 4, "undefined": ["0"] * 4}
    apart = {"defined": ["1", "0", "1", "1"], "undefined": ["0", "1", "1", "1"]}
    for value in (empty, apart, None, [], {}):
        with pytest.raises(FormulaError, match="malformed value"):
            mixed_pattern(prop, report.reading, value)


# --- every kind of statement ----------------------------------------------------------------

NASTY = (
    "F1", "MCC", "LOR", "1/(TP-FN)", "sqrt(TP-FN)", "log(TP*TN)-log(FN*FP)", "TP/(TP-TN)+FN/FN",
    "acos(TP/FN)", *(text for text, _ in random_formulas(10, 17)),
)  # fmt: skip
#: Of yes-or-no properties only this one is about derivatives, which may be missing.
OF_DERIVATIVES = "opitz-monotone"
PLAIN = [p for p in battery(ALL) if not PROPERTIES[p].answers and p != OF_DERIVATIVES]


@pytest.mark.parametrize("property_id", PLAIN)
def test_the_hypotheses_of_a_property_make_its_conclusion_defined(property_id: str) -> None:
    """Or it asks for a value."""
    large = property_id in ("distance", "approximate-constant-baseline")
    for text in NASTY:
        statement = PROPERTIES[property_id].statement(Reading(measure(text)))
        assert list(at_undefined(statement, 2 if large else 3)) == []


def test_relations_and_identities_are_stated_where_both_sides_are_defined() -> None:
    for one, other in pairwise(NASTY):
        assert list(at_undefined(equality(subject_of(one, other)[0]))) == []
        pair = pair_of(one, other, ())
        assert list(at_undefined(below(pair.measures, pair.subject))) == []
    relation = Subject.read("CC^2 >= kappa^2").statement(3)
    assert list(at_undefined(relation, 2)) == []


def kernel_refuses(verdict: Verdict) -> bool:
    """Whether the kernel refuses a verdict on its own statement."""
    try:
        kernel_check(verdict.statement, verdict)
    except CertificateError:
        return True
    return False


@pytest.mark.parametrize("minimal", [True, False])
@pytest.mark.parametrize(
    "text",
    ["MCC*sqrt(MCC^2)", "(TP-FN)*sqrt((TP-FN)^2)", "sqrt((TP-FN)^2)", "acos(FN/TP)"],
)
def test_a_property_refuted_by_a_missing_value_is_refused(text: str, minimal: bool) -> None:
    report = check(text, ["opitz-monotone"], timeout=600)
    # of |TP - FN| it is not applicable, for there is no derivative; the forgery is of the property
    false = forged(PROPERTIES["opitz-monotone"].statement(report.reading), minimal)
    assert kernel_refuses(false)
    data = json.loads(report.to_json())
    assert not refused(data)
    data["verdicts"] = [false.to_data()]
    assert refused(data)


@exhaustive
def test_a_condition_refuted_by_a_missing_value_is_refused() -> None:
    """1/(p_A - p_B) has no value on the diagonal, about which the second condition asks."""
    report = normaliser("1/(p_A-p_B)", timeout=600)
    witness = report["2"].witness
    assert witness is not None  # where p_B = 1 - p_A
    assert (witness.goal, "undefined" in witness.values) == (1, False)
    data = report.to_data()
    assert not refused(json.loads(json.dumps(data)))
    data["verdicts"][1] = forged(report["2"].statement, largest=5).to_data()
    assert refused(json.loads(json.dumps(data)))


def test_a_calculation_refuted_by_a_missing_value_is_refused() -> None:
    """TP/P = 1 - FN/P is not false at P = 0; nor is it proved there."""
    lines = chain(Scope(), [("=", "1 - FN/P", "")], "TP/P")
    statement = lines.statement("recall")
    assert decide_chain(statement, 5).outcome == "undecided"
    assert kernel_refuses(forged(statement))
    given = chain(Scope(), [("=", "1 - FN/P", "")], "TP/P", given=["P > 0"])
    assert decide_chain(given.statement("recall"), 5).outcome == "proved"


def test_a_sample_of_a_threshold_refuted_by_a_missing_value_is_refused() -> None:
    found = threshold("sqrt((TP-FN)^2)+a", "opitz-monotone", "a", assume=["a >= 0"], timeout=3)
    data = found.to_data()
    assert not refused(json.loads(json.dumps(data)))
    assert all("undefined" not in (s["witness"] or {"values": ()})["values"]
               for s in data["samples"])  # fmt: skip
    sample = copy.deepcopy(data["samples"][0])
    whole = PROPERTIES["opitz-monotone"].statement(Reading(measure("MCC*sqrt(MCC^2)")))
    sample.update(verdict="refuted", proof=None, witness=forged(whole).to_data()["witness"])
    data["samples"][0] = sample
    assert refused(json.loads(json.dumps(data)))


def test_a_statement_that_asks_for_a_value_is_violated_without_one() -> None:
    """F1 is 0 at (0, 0, 1, 0); where P = 0 the reading has the value 1/TN, which is none there."""
    report = check("F1", ["extends-literal"], convention=["TP + FN == 0: 1/TN"])
    verdict = report["extends-literal"]
    assert verdict.outcome == "refuted"
    assert verdict.witness is not None
    assert verdict.witness.values == ("undefined",)
    assert verdict.statement.goals[verdict.witness.goal].conclusion.rel == "defined"
    data = json.loads(report.to_json())
    assert not refused(data)
    data["verdicts"][0]["witness"]["goal"] = 1  # the same value
    assert refused(data)


# --- the kernel itself ----------------------------------------------------------------------


@pytest.mark.parametrize("rel", [">", ">=", "==", "!="])
def test_a_relation_without_values_neither_holds_nor_fails(rel: Any) -> None:
    tree, place = measure("TP/FN").formula, {"TP": fmpq(1), "FN": fmpq(0)}
    assert holds(Atom(tree, rel), place) is False
    assert fails(Goal((), (), Atom(tree, rel)), place) is False
    assert fails(Goal((), (), Atom(tree, "defined")), place) is True
    assert fails(Goal((), (), Atom(tree, "undefined")), place) is False
