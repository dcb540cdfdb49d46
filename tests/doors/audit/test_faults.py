"""Every planted fault is found, with the smallest matrix that a plain loop finds."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from doors.audit import faulty
from symbolic_measures.doors.audit.auditing import Audit, audit

Matrix = tuple[int, int, int, int]


def recall(tp: int, fn: int, fp: int, tn: int) -> Fraction:
    return Fraction(tp, tp + fn)


def f2(tp: int, fn: int, fp: int, tn: int) -> Fraction:
    return Fraction(5 * tp, 5 * tp + 4 * fn + fp)


def optimized_precision(tp: int, fn: int, fp: int, tn: int) -> Fraction:
    one, other = Fraction(tp, tp + fn), Fraction(tn, tn + fp)
    return Fraction(tp + tn, tp + fn + fp + tn) - abs(other - one) / (other + one)


def smallest(function: Callable[..., Any], wanted: Callable[..., Fraction]) -> Matrix:
    """By a loop of its own: the first matrix where the formula has a value and it is another."""
    for n in range(1, 9):
        for matrix in product(range(n + 1), repeat=4):
            if sum(matrix) != n:
                continue
            try:
                value = wanted(*matrix)
            except ZeroDivisionError:
                continue
            try:
                if abs(function(*matrix) - value) > 1e-9:
                    return matrix
            except ZeroDivisionError:
                return matrix
    raise AssertionError("they agree")


FAULTS = [
    (faulty.swapped, "recall", {}, recall, "precision"),
    (faulty.single, "recall", {}, recall, ""),
    (faulty.corrected, "recall", {}, recall, ""),
    (faulty.wrong_beta, "F_beta", {"beta": 2}, f2, "F_beta at beta = 1/2"),
    (faulty.abs_lost, "OP", {}, optimized_precision, ""),
]


@pytest.mark.parametrize(
    ("function", "against", "parameters", "wanted", "instead"), FAULTS, ids=lambda x: str(x)[:20]
)
def test_a_fault_is_found_with_its_smallest_matrix(
    function: Any, against: str, parameters: Any, wanted: Any, instead: str
) -> None:
    found = audit(function, against, parameters=parameters, up_to=6, numbers=False)
    assert found.outcome == "differs"
    assert found.wrong[0].matrix == smallest(function, wanted)
    proposed = [each.candidate.told for each in found.proposals if each.agrees]
    assert (instead in proposed) if instead else not proposed
    for difference in found.wrong:  # each is real
        try:
            value = function(*difference.matrix)
        except ZeroDivisionError:
            assert difference.kind == "refuses"
        else:
            assert abs(value - wanted(*difference.matrix)) > 1e-9


def test_a_lost_sign() -> None:
    found = audit(faulty.sign_lost, "MCC", up_to=5, numbers=False)
    first = found.wrong[0]
    assert (first.matrix, first.returned, first.wanted) == ((0, 1, 1, 0), "1.0", "-1")
    assert [each.candidate.told for each in found.proposals] == ["Cramer_V"]  # that is |CC|
    lost = {each.id: each.violation for each in found.lost}
    assert lost["weakly-monotone"].cause == "difference"


def test_weighted_instead_of_macro() -> None:
    found = audit(faulty.weighted_recall, "BA", classes=3, up_to=4, numbers=False, properties=False)
    first = found.wrong[0]
    assert sum(first.matrix) == 4  # two of one class, and one of each of the others
    assert first.matrix == (0, 0, 1, 0, 0, 1, 0, 0, 2)
    assert (first.returned, first.wanted) == ("0.5", "1/3")
    assert "accuracy" in [each.candidate.told for each in found.proposals]


@pytest.mark.parametrize("function", [faulty.overflow_int32, faulty.overflow_int64])
def test_overflow_is_found_at_a_matrix_that_cannot_be_made_smaller(function: Any) -> None:
    found = audit(function, "MCC", up_to=4, properties=False)
    assert not found.wrong  # small matrices are right
    assert found.outcome == "differs"
    firsts = [row.first.matrix for row in found.imprecise if row.first is not None]
    assert firsts
    for matrix in firsts:
        assert _is_wrong(function, matrix)
        for place in range(4):
            if matrix[place]:
                smaller = (*matrix[:place], matrix[place] - 1, *matrix[place + 1 :])
                assert not _is_wrong(function, smaller)


def _is_wrong(function: Any, matrix: Any) -> bool:
    """Against Python's own numbers."""
    try:
        wanted = faulty.mcc(*matrix)
    except ZeroDivisionError:
        return False
    try:
        return abs(function(*matrix) - wanted) > 1e-6
    except (ValueError, ZeroDivisionError, OverflowError):
        return True


def test_overflow_with_numbers_of_numpy_is_told_apart() -> None:
    found = audit(faulty.mcc, "MCC", up_to=4, properties=False)
    assert found.outcome == "agrees"
    by_kind = {row.values: row for row in found.precision if row.wrong}
    assert set(by_kind) == {"numpy", "int32"}
    assert "called with such numbers" in str(found)


def test_single_precision_that_is_returned_is_judged_by_its_own_units() -> None:
    found = audit(faulty.honest_single, "recall", up_to=6, properties=False)
    assert (found.outcome, found.types) == ("agrees", ("float32",))
    assert found.precision[0].units <= 1
    assert found.precision[0].type == "float32"


def test_a_value_at_zero_over_zero_that_breaks_a_property() -> None:
    found = audit(faulty.f1, "F1", up_to=6, numbers=False)
    assert found.outcome == "agrees"
    assert {each.matrix for each in found.choices} == {(0, 0, 0, n) for n in range(1, 7)}
    (lost,) = found.lost
    assert (lost.id, lost.formula.outcome) == ("maximal-agreement", "proved")
    assert lost.violation.matrices == ((0, 0, 0, 1), (1, 0, 0, 0))
    assert lost.violation.values == ("0.0", "1.0")
    assert (lost.violation.cause, lost.violation.at) == ("choice", "(0, 0, 0, 1)")
    assert found.followed == ("scikit-learn",)
    assert lost.followed.outcome == "refuted"


def test_a_continuity_correction_breaks_scale_invariance() -> None:
    found = audit(faulty.corrected, "recall", up_to=6, numbers=False)
    lost = {each.id: each for each in found.lost}
    violation = lost["scale-invariance"].violation
    assert violation.matrices == ((0, 1, 0, 0), (0, 2, 0, 0))
    words = "(0, 1, 0, 0) gives 0.25 and doubled 0.16666666666666666"
    assert words in " ".join(str(found).split())


def test_where_defined_leaves_the_rest_out() -> None:
    found = audit(faulty.f1, "F1", up_to=6, numbers=False, where_defined=True)
    assert found.differences == ()
    assert found.lost == ()
    assert isinstance(found, Audit)


def test_a_reading_is_compared_with_like_a_formula() -> None:
    assert audit(faulty.f1, "F1", reading="scikit-learn", up_to=5).differences == ()
    found = audit(faulty.f1, "F1", reading="gosgens-appendix-b", up_to=5)
    assert found.wrong[0].matrix == (0, 0, 0, 1)
    assert (found.wrong[0].returned, found.wrong[0].wanted) == ("0.0", "1")
