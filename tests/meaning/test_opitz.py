"""opitz2024 at three classes: each property with both controls, against independent computation."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from asking import check
from flint import fmpq
from slow_classes import MEASURES as SLOW
from slow_classes import Measure, over, sizes

from symbolic_measures import decide_table, verify
from symbolic_measures.kernel.truth import fails
from symbolic_measures.macros import check as kernel_check
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.opitz import OPITZ
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import exponent_of
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.search.engine import decide


@pytest.mark.parametrize(("name", "value"), [
    ("BA", {"bound": "1/3", "grade": "strict"}), ("kappa", {"bound": "0", "grade": "strict"}),
    ("macro_F1", {"bound": "1/3", "grade": "bound", "attained": ["1"] * 6}),
])  # fmt: skip
def test_grades_and_values(name: str, value: dict[str, Any]) -> None:
    assert check(name, ["chance-corrected"], classes=3)["chance-corrected"].value == value


@pytest.mark.parametrize(
    "formula",
    ["2*accuracy", "log(1+10*F1)", "acos(TP/sqrt(P*Phat))", "(TP+TN)/sqrt(P*N*Phat*Nhat)"],
)
def test_one_random_prediction_with_a_value_of_1_or_more_refutes(formula: str) -> None:
    """No weights need grow: at these the value is 1 or more, and is shown as it is."""
    report = check(formula, ["chance-corrected"])
    verdict = report["chance-corrected"]
    assert verdict.outcome == "refuted"
    assert "e" not in "".join(verdict.value["weights"])
    assert [checked.problem for checked in verify(json.loads(report.to_json()))] == [""]
    told = PROPERTIES["chance-corrected"].tell
    assert told is not None
    assert told(verdict.value) == "The supremum over random predictions is not below 1."


@pytest.mark.parametrize(("formula", "assume", "point", "slow"), [
    ("F_beta", (), {"beta": "1"}, lambda a, b, c, d: 2 * a / (2 * a + b + c)),
    ("w*TPR + (1 - w)*TNR", ("0 <= w < 2",), {"w": "1"}, lambda a, b, c, d: a / (a + b)),
    ("TP/(TP + s*FN + t*FP)", ("s > 0", "t > 0"), {"s": "1", "t": "1"},
     lambda a, b, c, d: a / (a + b + c)),
    ("TP/n - FP/n*t/(1 - t)", ("0 < t < 1",), {"t": "1/2"},
     lambda a, b, c, d: (a - c) / (a + b + c + d)),
])  # fmt: skip
def test_admissible_parameters_refute_for_all(
    formula: str, assume: tuple[str, ...], point: dict[str, str], slow: Callable[..., Fraction]
) -> None:
    """With these the value is near 1 where one class is heavy and often predicted."""
    report = check(formula, ["chance-corrected"], assume=assume)
    verdict = report["chance-corrected"]
    assert verdict.outcome == "refuted"
    assert verdict.value["parameters"] == point
    given = ", ".join(f"{name} = {text}" for name, text in point.items())
    assert f"predictions with {given} is 1." in verdict.statement.sentence
    assert [checked.problem for checked in verify(json.loads(report.to_json()))] == [""]
    trees = [parse(text, names={}, parameters=("e",)) for text in verdict.value["weights"]]
    for e in (1, 10, 1000):
        s1, s2, z1, z2 = (exponent_of(tree.at(e=e)) or Fraction() for tree in trees)
        assert 1 - Fraction(1, e) <= slow(s1 * z1, s1 * z2, s2 * z1, s2 * z2) < 1


@pytest.mark.parametrize(("formula", "bound"), [
    ("Min(TPR, TNR, PPV, NPV)", "1/2"), ("(TPR*TNR)^(1/4)", "sqrt(2)/2"),
])  # fmt: skip
def test_suprema_of_kinks_and_roots(formula: str, bound: str) -> None:
    report = check(formula, ["chance-corrected"])
    verdict = report["chance-corrected"]
    assert (verdict.outcome, verdict.value["bound"]) == ("proved", bound)
    assert [checked.problem for checked in verify(json.loads(report.to_json()))] == [""]


@pytest.mark.parametrize("parameters", [
    None, {}, {"w": "1", "v": "1"}, {"w": "2"}, {"w": "-1"}, {"w": "1/0"}, {"w": "1/2"},
])  # fmt: skip
def test_forged_parameters_are_refused(parameters: dict[str, str] | None) -> None:
    """None, too few, too many, such as are not admissible, and such as give another value."""
    asked = "w*TPR + (1 - w)*TNR"
    data = json.loads(check(asked, ["chance-corrected"], assume=["0 <= w <= 1"]).to_json())
    value = data["verdicts"][0]["value"]
    value.pop("parameters")
    if parameters is not None:
        value["parameters"] = parameters
    with suppress(CertificateError):
        assert any(checked.problem for checked in verify(data))


def test_a_supremum_that_is_not_attained() -> None:
    """With p and z for the shares of one class, p*z/sqrt(p^2+z^2) comes near 1/sqrt(2)."""
    report = check("TP/sqrt(P^2+Phat^2)", ["chance-corrected"])
    verdict = report["chance-corrected"]
    told = "The supremum over random predictions is sqrt(1/2)."
    assert verdict.outcome == "proved"
    assert verdict.statement.sentence.endswith(told)
    data = json.loads(report.to_json())
    value, ones = verdict.value, ["1"] * 4
    assert [checked.problem for checked in verify(data)] == [""]
    for change in (
        {"bound": "3/4"}, {"bound": "7/10"}, {"approached": ones}, {"approached": ["e", *ones[1:]]},
    ):  # fmt: skip
        forged = json.loads(json.dumps(data))
        entry = forged["verdicts"][0]
        entry["value"] = {**value, **change}
        statement = PROPERTIES["chance-corrected"].statement(report.reading, entry["value"])
        entry["statement"] = statement.to_data()
        assert [checked for checked in verify(forged) if checked.problem], change
    for bad in ({"attained": ones}, {"grade": "strict"}, {"approached": ["e"]}, {"bound": "e"},
                {"approached": ["-e", *ones[1:]]}, {"approached": ["1/e", *ones[1:]]}):  # fmt: skip
        with pytest.raises(FormulaError):
            PROPERTIES["chance-corrected"].statement(report.reading, {**value, **bad})


@pytest.mark.parametrize(("name", "p"), [("BA", "1"), ("GmacR", "0"), ("HmacR", "-1")])
def test_exponents(name: str, p: str) -> None:
    verdict = check(name, ["class-decomposable"], classes=3, timeout=600)["class-decomposable"]
    assert verdict.value["p"] == p


def difference(measure: Measure, matrix: tuple[int, ...], place: int) -> Fraction:
    """The change of the value when a cell grows by one part in a million, over that part."""
    scale = 10**6
    before = tuple(cell * scale for cell in matrix)
    after = tuple(cell + (number == place) for number, cell in enumerate(before))
    one, other = measure(before), measure(after)
    assert one is not None
    assert other is not None
    return (other - one) * scale


def test_a_refuting_matrix_has_a_derivative_of_the_wrong_sign() -> None:
    """Weighted F1: more right elements of class 1, and a smaller value."""
    witness = check("weighted_F1", ["opitz-monotone"], classes=3)["opitz-monotone"].witness
    assert witness is not None
    matrix = tuple(int(cell) for cell in witness.matrices[0])
    change = Fraction(witness.values[0])  # type: ignore[arg-type]
    signs = [difference(SLOW["weighted_F1"], matrix, place) for place in range(9)]
    assert any(abs(change - sign) < Fraction(1, 10**6) for sign in signs)
    assert any(sign < 0 if place in (0, 4, 8) else sign > 0 for place, sign in enumerate(signs))


@pytest.mark.parametrize("name", ["accuracy", "BA", "macro_precision", "macro_F1", "SBA"])
def test_no_difference_has_the_wrong_sign_where_monotonicity_is_proved(name: str) -> None:
    assert check(name, ["opitz-monotone"], classes=3)["opitz-monotone"].outcome == "proved"
    chance = random.Random(2)
    for _ in range(40):
        matrix = tuple(chance.randint(1, 20) for _ in range(9))
        for place in range(9):
            sign = difference(SLOW[name], matrix, place)
            assert sign >= 0 if place in (0, 4, 8) else sign <= 0


def test_random_predictions_by_hand() -> None:
    """Macro F1 of p_i*z_j is at most 1/3; weighted F1 comes near 1."""
    chance = random.Random(4)
    for _ in range(40):
        s, z = ([chance.randint(1, 30) for _ in range(3)] for _ in range(2))
        matrix = tuple(a * b for a in s for b in z)
        value = SLOW["macro_F1"](matrix)
        assert value is not None
        assert value <= Fraction(1, 3)
    heavy = SLOW["weighted_F1"](tuple(a * b for a in (900, 1, 1) for b in (900, 1, 1)))
    assert heavy is not None
    assert heavy > Fraction(99, 100)


# --- forged values --------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "property_id", "path", "value"), [
    ("accuracy", "class-sensitive", ("value", "equal"), []),
    ("accuracy", "class-sensitive", ("value",), {"cells": ["c11", "c22"], "matrix": ["1"] * 9}),
    ("BA", "class-sensitive", ("value", "cells"), ["c11", "c12"]),
    ("BA", "class-sensitive", ("value", "matrix"), ["0"] * 9),
    ("BA", "class-decomposable", ("value", "p"), "2"),
    ("BA", "class-decomposable", ("value", "as"), "accuracy"),
    ("kappa", "class-decomposable", ("value", "no p"), []),
    ("BA", "chance-corrected", ("value", "bound"), "1/2"),
    ("BA", "chance-corrected", ("value", "grade"), "bound"),
    ("accuracy", "chance-corrected", ("value", "weights"), ["1"] * 6),
    ("accuracy", "chance-corrected", ("value", "proof", "premises"), []),
])  # fmt: skip
def test_forged_values_are_refused(
    name: str, property_id: str, path: tuple[str, ...], value: Any
) -> None:
    data = json.loads(check(name, [property_id], classes=3).to_json())
    place = data["verdicts"][0]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    with suppress(CertificateError):
        assert any(checked.problem for checked in verify(data))


# --- printed formulas -----------------------------------------------------------------------

WRONG = ["D.1, i = j", "E.1, i != j", "G.1 Kappa, i != j"]
RIGHT = [
    "D.1, i != j", "A, micro F1", "B.4", "B.5 GmacR, bound", "B.5 HmacR, bound", "C.5", "D.5",
    "D.5, bound", "E.1, epsilon", "E.5", "4.6, calibrated", "4.7, |MCC| >= |KAPPA|: denominators",
]  # fmt: skip


@pytest.fixture(scope="module")
def formulas() -> Any:
    return decide_table("opitz2024:formulas", row=[*RIGHT, *WRONG, "4.7, reason"])


@pytest.mark.parametrize("row", WRONG)
def test_a_wrong_formula_is_corrected(formulas: Any, row: str) -> None:
    cell = formulas[row]
    assert (cell.verdict.outcome, cell.agrees) == ("refuted", False)
    assert cell.verdict.witness.matrices == (("1",) * 9,)
    assert cell.corrected.outcome == "proved"


@pytest.mark.parametrize("row", RIGHT)
def test_a_right_formula_is_proved(formulas: Any, row: str) -> None:
    assert formulas[row].agrees


def test_the_printed_reason_for_mcc_and_kappa_is_wrong(formulas: Any) -> None:
    """p^T b is not at most b^T b; by hand: a = (3, 3, 6) and b = (3, 4, 5), 9 + 12 + 30 > 50."""
    cell = formulas["4.7, reason"]
    matrix = tuple(map(int, cell.verdict.witness.matrices[0]))
    true, predicted, _, _ = sizes(matrix)
    pairs = zip(true, predicted, strict=True)
    products, squares = sum(a * b for a, b in pairs), sum(b * b for b in predicted)
    assert (products, squares) == (51, 50)
    assert cell.corrected.outcome == "proved"


def test_a_measure_with_kinks_has_no_derivatives_but_the_rest_is_decided() -> None:
    report = check("mean(Abs(c/a-c/b))", [*OPITZ[:3], "class-symmetry"], classes=3)
    assert [v.outcome for v in report.verdicts] == ["not-applicable"] * 3 + ["proved"]
    assert report["opitz-monotone"].reason.startswith("not differentiable: at (1, 1, 1, 1")
    data = json.loads(report.to_json())
    assert not [checked for checked in verify(data) if checked.problem]
    data["verdicts"][0]["reason"] = "it is proved"
    assert any(checked.problem for checked in verify(data))


def test_a_convention_has_no_derivative_that_is_known() -> None:
    report = check("F1", OPITZ[:3], convention=("TP - FN == 0: 1/2",))
    assert {v.outcome for v in report.verdicts} <= {"undecided", "refuted", "proved"}


def test_confusion_entropy_has_derivatives_where_cells_are_positive() -> None:
    verdict = check("CE", ["opitz-monotone"], classes=3)["opitz-monotone"]
    assert verdict.outcome == "refuted"
    matrix = tuple(map(int, verdict.witness.matrices[0]))
    assert min(matrix) > 0


def test_the_correct_derivative_of_macro_f1_by_differences() -> None:
    """D.1, i = j prints 2/(nZ) - 2c/(nZ^2); the second term is 4c/(nZ^2)."""
    matrix = (3, 1, 2, 1, 4, 1, 2, 2, 5)
    true, predicted, right, _ = sizes(matrix)
    z = true[0] + predicted[0]
    measured = difference(SLOW["macro_F1"], matrix, 0)
    printed, corrected = (
        (over(2, 3 * z) or Fraction(0)) - Fraction(k * right[0], 3 * z * z) for k in (2, 4)
    )
    assert abs(measured - corrected) < Fraction(1, 10**5) < abs(measured - printed)


def test_a_table_of_formulas_is_replayed(formulas: Any) -> None:
    data = json.loads(formulas.to_json())
    assert not [checked for checked in verify(data) if checked.problem]
    data["cells"][0]["printed"] = "0"
    assert any(checked.problem for checked in verify(data))


def test_weighted_f1_is_not_decomposable_after_calibration() -> None:
    """(✓) in Table 5: after calibration a class's prediction counts depend on all true sizes."""
    cell = decide_table("opitz2024:5", row=["weighted F1, calibrated"], column=["PIII"])
    found = cell["weighted F1, calibrated", "PIII"]
    assert (found.printed, found.computed) == ("yes", "no")


# --- what was once accepted though false ---------------------------------------------------------

#: TP + TN where TP > TN, undefined elsewhere; its derivative formulas are defined there too.
HALF = "TP+TN+(TP-TN-sqrt((TP-TN)^2))+0*log(TP-TN)"
ONES = ["1"] * 9


@pytest.mark.parametrize(("name", "classes", "property_id", "value"), [
    (HALF, 2, "class-sensitive", {"cells": ["TP", "TN"], "matrix": ["1", "1", "1", "2"]}),
    ("kappa", 3, "class-decomposable", {"no p": [[["c11", "c22"], [*ONES[1:], "2"]]] * 2}),
    ("TN", 2, "class-decomposable", {"no p": [], "mixed": ["TP", "TN"], "matrix": ONES[:4]}),
    ("-(c11+c22+c33)^(1/2)", 3, "class-decomposable", {"p": "2"}),
    ("1/(TP*TN-FN*FP)", 2, "chance-corrected", {"bound": "1/2", "grade": "strict"}),
    ("TP/(2*n)", 2, "chance-corrected",
     {"bound": "1/2", "grade": "bound", "attained": ["1", "0*1", "1", "0*1"]}),
])  # fmt: skip
def test_what_is_no_evidence_is_not_proved(
    name: str, classes: int, property_id: str, value: dict[str, Any]
) -> None:
    reading = Reading(measure(name, classes=classes))
    with suppress(FormulaError):
        statement = PROPERTIES[property_id].statement(reading, value)
        assert decide(statement, 10, value).outcome != "proved"
        plainly = Step("every-goal", {}, (Step("evaluate"),) * len(statement.goals))
        with pytest.raises(CertificateError):
            kernel_check(statement, Verdict(property_id, "proved", statement, plainly))


@pytest.mark.parametrize("name", ["log(TP-5*n)", "1/(TP-TP)", HALF])
def test_a_measure_is_not_sensitive_where_it_is_not_defined(name: str) -> None:
    found = check(name, ["class-sensitive"], timeout=600)["class-sensitive"]
    assert found.outcome == "undecided"


def test_a_parameter_is_no_weight() -> None:
    for name in ("s1", "z2"):
        with pytest.raises(FormulaError, match="already has a meaning"):
            measure(f"TP/(TP+{name}*FN)", assume=[f"{name} > 0"])


FAMILIES = (
    ("(TP+TN)/(TP+TN+theta*(FN+FP))", "theta > 0", "refuted", "refuted"),
    ("(TP*TN-FN*FP)/(w*P*Nhat+(1-w)*N*Phat)", "0 < w < 1", "proved", "refuted"),
    ("TP/(TP+a*FN+FP)", "a > 0", "proved", "proved"),
    ("TP/n-FP/n*t/(1-t)", "0 < t < 1", "proved", "refuted"),
)


@pytest.mark.parametrize(("text", "assume", "sensitive", "decomposable"), FAMILIES)
def test_families(text: str, assume: str, sensitive: str, decomposable: str) -> None:
    """Class sensitivity at every parameter, decomposability with one exponent for all."""
    report = check(text, OPITZ[1:3], assume=(assume,))
    assert [verdict.outcome for verdict in report.verdicts] == [sensitive, decomposable]
    assert not [checked for checked in verify(json.loads(report.to_json())) if checked.problem]


def test_a_family_that_is_insensitive_at_one_parameter_is_not_shown_sensitive() -> None:
    """c*FN + FP treats both errors alike at c = 1: no matrix tells them apart there."""
    report = check("(c*FN+FP)/n", ["class-sensitive"], assume=("c > 0",))
    assert report["class-sensitive"].outcome != "proved"
    reading, cells = report.reading, ["FN", "FP"]
    value = {"cells": cells, "matrix": ["1", "1", "1", "1"], "or": ["1", "1", "1", "2"]}
    statement = PROPERTIES["class-sensitive"].statement(reading, value)
    assert fails(statement.goals[0], {"c": fmpq(1)}) is True
    assert fails(statement.goals[0], {"c": fmpq(2)}) is False
