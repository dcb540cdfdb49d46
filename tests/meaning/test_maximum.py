"""Maxima at a matrix: what is said of one, and what each of its guards keeps out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

from symbolic_measures.kernel.exact import compare
from symbolic_measures.kernel.truth import evaluator, holds
from symbolic_measures.meaning.maximum import PLACES, summit
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.engine import decide
from symbolic_measures.search.summits import _against
from symbolic_measures.search.tactics.formulas import prove_goal

TN_SIDE, TP_SIDE = "tn-not-max-in-section", "tp-not-max-in-section"
#: A number below 0 of a parameter is none that it may have.
SCALED = "t*TP/P", "t > 0"


def said(asked: tuple[str, ...], property_id: str, cells: Any, given: Any) -> str:
    """What follows from the largest value being at these cells, once that is proved."""
    reading = Reading(measure(asked[0], assume=asked[1:]))
    value: dict[str, Any] = {"maximum": cells, "parameters": given}
    goal = summit(reading, value, property_id.endswith("-in-section"))
    proof = prove_goal(goal, Effort(100_000))
    assert proof is not None
    value["proof"] = proof.to_data()
    statement = PROPERTIES[property_id].statement(reading, value)
    if any("/" in cell for cell in cells):
        return _against(statement, value).outcome
    return decide(statement, 10, value).outcome


@pytest.mark.parametrize(("asked", "property_id", "cells", "given"), [
    (("TN/N",), TN_SIDE, ["1", "1", "0", "1"], {}),
    (("TN/N",), TN_SIDE, ["1", "1/2", "0", "1/3"], {}),
    (("TP/P",), TP_SIDE, ["1", "0", "2", "2"], {}),
    (("TP/P",), "tp-not-max", ["3/2", "0", "2", "2"], {}),
    (SCALED, TP_SIDE, ["1", "0", "1", "0"], {"t": "1/2"}),
    (("IBA_accuracy",), TP_SIDE, ["1", "0", "1/2", "0"], {"alpha": "1"}),
])  # fmt: skip
def test_a_maximum_on_the_side_refutes(
    asked: tuple[str, ...], property_id: str, cells: list[str], given: dict[str, str]
) -> None:
    assert said(asked, property_id, cells, given) == "refuted"


NO_CELLS, NO_CELL = "four cells with parameters", "a cell is a number like"
#: Each of these would be proved to be largest, and what follows is false (in brackets): recall is
#: largest where FN = 0, and never where FP = 0 alone; FP/N is largest at some matrix without FN.
NOT_ADMITTED = [
    # (no section has a value: not applicable)
    (("TP/P",), TP_SIDE, ["0", "0", "1", "0"], {}, "P and N are not 0"),
    (("FN/P",), TN_SIDE, ["0", "1", "0", "0"], {}, "P and N are not 0"),
    # (not applicable: at t = -1 recall is largest at 0, and no t is both -1 and above 0)
    (
        SCALED,
        TN_SIDE,
        ["0", "1", "0", "1"],
        {"t": "-1"},
        "the parameters do not satisfy their conditions",
    ),
    # (refuted: a cell that is called a parameter is 0 in all that the matrix is compared with)
    (
        ("TP/P",),
        TN_SIDE,
        ["0", "1", "0", "1"],
        {"TP": "0"},
        "every parameter of the measure has a value",
    ),
    (SCALED, TP_SIDE, ["1", "0", "1", "0"], {}, "every parameter of the measure has a value"),
    # (proved: nothing is as large as 3 at P = N = 1)
    (("FP/N",), TP_SIDE, ["1", "0", "3", "-2"], {}, NO_CELL),
    (("FP/N",), TP_SIDE, ["1", "0", "1e3", "1"], {}, NO_CELL),
    (("FP/N",), TP_SIDE, ["1", "0", "1", "0/0"], {}, NO_CELL),
    (("FP/N",), TP_SIDE, ["1", "0", "1", "0\n"], {}, NO_CELL),
    (("FP/N",), TP_SIDE, ["1", "0", 1, "0"], {}, NO_CELL),
    (("FP/N",), TP_SIDE, ["1", "0", "1.5", "0"], {}, NO_CELL),
    (("FP/N",), TP_SIDE, {"1": 0, "0": 0, "3": 0, "00": 0}, {}, NO_CELLS),
    (("FP/N",), TP_SIDE, ["1", "0", "1", "0", "0"], {}, NO_CELLS),
    (("FP/N",), TP_SIDE, ["1", "0", "1"], {}, NO_CELLS),
    (("FP/N",), TP_SIDE, ["1", "0", "1", "0"], [], NO_CELLS),
]


@pytest.mark.parametrize(("asked", "property_id", "cells", "given", "problem"), NOT_ADMITTED)
def test_a_maximum_that_is_none_is_refused(
    asked: tuple[str, ...], property_id: str, cells: Any, given: Any, problem: str
) -> None:
    with pytest.raises(TypeError, match=problem):
        said(asked, property_id, cells, given)
    value = {"maximum": cells, "parameters": given, "proof": {"rule": "coefficients"}}
    with pytest.raises(FormulaError, match=problem):
        PROPERTIES[property_id].statement(Reading(measure(asked[0], assume=asked[1:])), value)


@pytest.mark.parametrize("section", [True, False])
@pytest.mark.parametrize("cells", [["1", "2", "3", "4"], ["0", "1/2", "2/3", "1"]])
def test_a_maximum_is_compared_with_every_matrix_of_its_size(
    cells: list[str], section: bool
) -> None:
    """The matrix (7, 2, 1, 5), scaled by hand: its rows to those of the cells, or all of it."""
    reading = Reading(measure("TP + 2*FN + 4*FP*TN"))
    goal = summit(reading, {"maximum": cells, "parameters": {}}, section)
    tp, fn, fp, tn = map(Fraction, cells)
    rows = ((tp + fn) / 9, (fp + tn) / 6) if section else ((tp + fn + fp + tn) / 15,) * 2
    here = 7 * rows[0] + 4 * rows[0] + 20 * rows[1] ** 2
    gap = tp + 2 * fn + 4 * fp * tn - here
    point = dict(zip(CELLS, map(fmpq, (7, 2, 1, 5)), strict=True))
    found = evaluator(goal.conclusion.expr)(point)
    assert compare(found, fmpq(gap.numerator, gap.denominator)) == 0
    assert [variable.name for variable in goal.variables] == list(CELLS)
    assert goal.label == f"nothing larger {'in the section' if section else 'of the same n'}"


@pytest.mark.parametrize(("property_id", "more"), [(TP_SIDE, []), ("tp-not-max", ["TP2", "TN2"])])
def test_a_corner_is_the_largest_at_admitted_parameters(property_id: str, more: list[str]) -> None:
    """t*TP/P is largest where all is right if t > 0, not if it is below 0."""
    reading = Reading(measure(SCALED[0], assume=SCALED[1:]))
    value: dict[str, Any] = {"maximum": "TPTN"}
    goal = summit(reading, value, property_id.endswith("-in-section"))
    assert [variable.name for variable in goal.variables] == [*CELLS, *more, "t"]
    proof = prove_goal(goal, Effort(100_000))
    assert proof is not None
    value["proof"] = proof.to_data()
    statement = PROPERTIES[property_id].statement(reading, value)
    assert decide(statement, 10, value).outcome == "refuted"
    for wrong in ({**value, "parameters": {"t": "1"}}, {"maximum": "TPTN"}, {"maximum": "TP"}):
        with pytest.raises(FormulaError, match="malformed value"):
            PROPERTIES[property_id].statement(reading, wrong)


def test_a_corner_of_a_section_is_no_maximum_of_its_n() -> None:
    """N/n is the same in all of a section, and larger where N is: below no maximum it would be
    refuted at every matrix."""
    reading, value = Reading(measure("N/n")), {"maximum": "TPTN"}
    proof = prove_goal(summit(reading, value, True), Effort(100_000))
    assert proof is not None
    assert prove_goal(summit(reading, value, False), Effort(10_000)) is None
    known = {**value, "proof": proof.to_data()}
    for property_id in ("tn-not-max", "tp-not-max"):
        assert PROPERTIES[f"{property_id}-in-section"].statement(reading, known)
        with pytest.raises(FormulaError, match="not the maximum"):
            PROPERTIES[property_id].statement(reading, known)


#: The matrix (1, 1, 0, 1) of the side FP = 0.
SIDE = {name: fmpq(1) for name in CELLS if name != "FP"}


@pytest.mark.parametrize(("cells", "whole", "section"), [
    (["TP", "FN", "TN", "0"], "", ""),
    (["TP + FN + 1", "-1", "0", "TN"], ">=", ">="),
    (["0", "0", "0", "TP + FN + TN"], ">", "> == =="),
    (["TP + FN + TN", "0", "0", "0"], ">", "> == =="),
    (["TP", "FN + 1", "0", "TN"], "==", "=="),
    (["TP", "FN", "1", "TN"], "==", "=="),
    (["TP", "FN/2", "0", "TN + FN/2"], "", "== =="),
])  # fmt: skip
def test_what_is_compared_is_a_matrix_of_the_same_size(
    cells: list[str], whole: str, section: str
) -> None:
    """The relations that fail: of its cells, of its classes, of its n or of its P and N."""
    reading = Reading(measure("TP/P"))
    for property_id, wrong in (("tn-not-max", whole), (TN_SIDE, section)):
        _, *place = PROPERTIES[property_id].statement(reading, {"better": cells}).goals
        failing = [goal.conclusion.rel for goal in place if not holds(goal.conclusion, SIDE)]
        assert " ".join(failing) == wrong


def test_what_follows_of_a_maximum_is_about_matrices_of_its_size() -> None:
    reading = Reading(measure("TN/N"))
    for property_id, admitted in ((TN_SIDE, "021 111"), ("tn-not-max", "012 021 111")):
        value: dict[str, Any] = {"maximum": ["1", "1", "0", "1"], "parameters": {}}
        proof = prove_goal(summit(reading, value, property_id == TN_SIDE), Effort(100_000))
        assert proof is not None
        value["proof"] = proof.to_data()
        (goal,) = PROPERTIES[property_id].statement(reading, value).goals
        found = []
        for text in ("012", "021", "111", "112", "211"):
            point = dict(zip(("TP", "FN", "TN"), (fmpq(int(x)) for x in text), strict=True))
            if all(holds(atom, point) for atom in goal.hypotheses):
                found.append(text)
        assert " ".join(found) == admitted
        with pytest.raises(FormulaError, match="the keys are maximum, parameters and proof"):
            PROPERTIES[property_id].statement(reading, {**value, "more": 1})


def test_where_the_larger_value_is_said_to_be() -> None:
    reading, told = Reading(measure("TP/P")), PROPERTIES["tn-not-max"].tell
    assert told is not None
    assert told({"better": "TPFP"}) == "It is compared with TPFP of the same section."
    assert told({"better": "midway to TPTN"}) == (
        "It is compared with the matrix midway to TPTN of the same section."
    )
    assert told({"maximum": "TPTN"}) == "The maximum is at TPTN of the same section."
    assert told({"better": ["TP", "1"]}) == "It is compared with the matrix (TP, 1)."
    maximum = {"maximum": ["1", "0"], "parameters": {"t": "2"}}
    assert told(maximum) == "A maximum of its n is at (1, 0), t = 2."
    told = PROPERTIES[TN_SIDE].tell
    assert told is not None
    assert told(maximum) == "A maximum of its section is at (1, 0), t = 2."
    (goal,) = PROPERTIES["tn-not-max"].statement(reading, {"better": "midway to TPTN"}).goals
    point = dict(zip(("TP", "FN", "TN"), map(fmpq, (3, 2, 5)), strict=True))
    assert [evaluator(cell)(point) for cell in goal.matrices[1]] == [4, 1, 0, 5]
    assert [evaluator(cell)(point | {"FP": fmpq(4)}) for cell in PLACES["midway to TPTN"]] == [
        4, 1, 2, 7,
    ]  # fmt: skip
    with pytest.raises(FormulaError, match="or at a matrix of four cells"):
        PROPERTIES["tn-not-max"].statement(reading, {"better": dict.fromkeys("0123")})
