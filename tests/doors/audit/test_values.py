"""Exact values against the kernel, errors in units, and patterns against plain loops."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx
from mpmath import mp, mpf

from doors.audit import faulty
from symbolic_measures.doors.audit.auditing import audit
from symbolic_measures.doors.audit.calls import Calls
from symbolic_measures.doors.audit.outcomes import Outcome, read
from symbolic_measures.doors.audit.patterns import kind_of, patterns
from symbolic_measures.doors.audit.precision import _beside, _drawn
from symbolic_measures.doors.audit.proposals import propose
from symbolic_measures.doors.audit.references import (
    Exact,
    Reference,
    Unknown,
    agrees,
    matrices,
    units,
)
from symbolic_measures.doors.audit.signatures import signature_of
from symbolic_measures.kernel.exact import UndefinedError
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.subjects import make_reading, measure

SAMPLE = random.Random(18)
PLAIN = [name for name, each in MEASURES.items() if not each.parameters]


@pytest.mark.parametrize("name", PLAIN)
def test_decimals_lie_in_the_enclosures_of_the_kernel(name: str) -> None:
    reading = make_reading(measure(name))
    exact = Exact(reading, {})
    known, before, ctx.prec = 0, ctx.prec, 300
    try:
        for _ in range(25):
            matrix = tuple(SAMPLE.choice((0, 1, 2, 7, 30)) for _ in range(4))
            if not any(matrix):
                continue
            try:
                found = exact.large(matrix).number
            except Unknown:  # no decimals tell that a sum of logarithms is 0
                assert name in ("mutual_information", "EDS", "SEDS", "EDI", "SEDI")
                continue
            known += 1
            try:
                value = reading.value_at(matrix)
            except UndefinedError:
                assert found is None
                continue
            ball = value.ball() if hasattr(value, "ball") else arb(value)
            with mp.workdps(60):
                text = mp.nstr(mpf(found.numerator) / found.denominator, 50) if isinstance(
                    found, Fraction) else mp.nstr(found, 50)  # fmt: skip
            assert abs(ball - arb(text)) < arb("1e-45")
    finally:
        ctx.prec = before
    assert known >= 10


def test_what_may_be_zero_is_not_compared_and_what_is_zero_is_zero() -> None:
    exact = Exact(make_reading(measure("DP")), {})
    assert exact((2, 3, 2, 3)).number == 0  # log(2/3) + log(3/2)
    with pytest.raises(Unknown):
        exact.large((2, 3, 2, 3))


def test_large_counts_lose_nothing_to_cancellation() -> None:
    exact = Exact(make_reading(measure("MCC")), {})
    big = 10**15
    found = exact.large((big, big, big, big + 1)).number
    top, below = big * (big + 1) - big * big, 2 * big * (2 * big) * (2 * big + 1) ** 2
    with mp.workdps(40):
        assert abs(found * mp.sqrt(below) - top) < mpf(10) ** -35 * top


def test_units_in_the_last_place() -> None:
    third = Fraction(1, 3)
    near = {"rel": 1e-3}
    assert units(read(1 / 3), third) == pytest.approx(1 / 3, **near)  # 2^54 is 1 modulo 3
    assert units(read(math.nextafter(1 / 3, 1)), third) == pytest.approx(2 / 3, **near)
    assert units(read(np.float32(1 / 3)), third) < 1
    assert units(read(float(np.float32(1 / 3))), third) > 10**7
    assert units(read(2.0**-52), Fraction(0)) == 1
    assert units(read(third), third) == 0


def test_exact_numbers_must_be_equal_and_others_near() -> None:
    half = Reference(Fraction(1, 2), shown="1/2")
    assert agrees(read(Fraction(1, 2)), half)
    assert not agrees(read(Fraction(1, 2) + Fraction(1, 10**20)), half)
    assert agrees(read(0.5 + 1e-12), half)
    assert not agrees(read(0.5 + 1e-6), half)
    assert agrees(read(np.float32(0.5 + 1e-6)), half)
    assert not agrees(read(float("inf")), half)
    assert agrees(read(float("nan")), Reference(None))
    assert agrees(Outcome("raises", "raises ZeroDivisionError: x"), Reference(None))
    assert not agrees(Outcome("raises", "raises TypeError: x"), Reference(None))
    assert agrees(read(float("inf")), Reference(None, 1))
    assert not agrees(read(float("-inf")), Reference(None, 1))


def test_kinds() -> None:
    there, nowhere = Reference(Fraction(1)), Reference(None)
    nan, one, two = read(float("nan")), read(1.0), read(2.0)
    assert [kind_of(one, there), kind_of(two, there), kind_of(nan, there)] == [
        "agrees", "differs", "refuses"]  # fmt: skip
    assert [kind_of(nan, nowhere), kind_of(one, nowhere)] == ["undefined", "choice"]


def test_every_matrix_is_looked_at_in_the_projects_order() -> None:
    found = matrices(6)
    assert len(found) == math.comb(10, 4) - 1 == len(set(found))
    assert list(found) == sorted(found, key=lambda matrix: (sum(matrix), matrix))
    assert len(matrices(3, 3)) == math.comb(12, 9) - 1


def _recall_but(wrong: dict[tuple[int, ...], float]) -> Any:
    def recall(tp: int, fn: int, fp: int, tn: int) -> float:
        matrix = (tp, fn, fp, tn)
        return wrong[matrix] if matrix in wrong else tp / (tp + fn)

    return recall


def test_differences_are_exactly_the_planted_ones() -> None:
    for _ in range(20):
        planted = dict.fromkeys(SAMPLE.sample(matrices(6), 5), 7.0)
        calls = Calls(signature_of(_recall_but(planted)))
        found, differences = patterns(
            calls, Exact(make_reading(measure("recall")), {}), matrices(6)
        )
        assert {each.matrix for each in differences} == set(planted)
        assert differences[0].matrix == min(planted, key=lambda matrix: (sum(matrix), matrix))
        for pattern in found:
            zeros = [all((cell == 0) == (name in pattern.zeros) for name, cell in
                         zip(("TP", "FN", "FP", "TN"), matrix)) for matrix in planted]  # fmt: skip
            if any(zeros):
                inside = [matrix for matrix, is_in in zip(planted, zeros) if is_in]
                assert pattern.count == len(inside)
                assert pattern.smallest.matrix == min(inside, key=lambda m: (sum(m), m))


def test_readings_at_each_pattern() -> None:
    calls = Calls(signature_of(faulty.f1))
    found, _ = patterns(calls, Exact(make_reading(measure("F1")), {}), matrices(5))
    kinds = {pattern.zeros: pattern for pattern in found}
    assert len(kinds) == 15
    choice = kinds[("TP", "FN", "FP")]
    assert (choice.kind, choice.readings) == ("choice", ("scikit-learn",))
    assert choice.others == (("gosgens-appendix-b", "1"),)
    assert {each.kind for zeros, each in kinds.items() if zeros != choice.zeros} == {"agrees"}


def test_what_is_filled_in_is_named_by_a_formula() -> None:
    def balanced(tp: int, fn: int, fp: int, tn: int) -> float:
        rates = [a / (a + b) for a, b in ((tp, fn), (tn, fp)) if a + b]
        return sum(rates) / len(rates)

    found = audit(balanced, "BA", up_to=5, numbers=False, properties=False)
    kinds = {pattern.zeros: pattern.returned for pattern in found.patterns}
    assert kinds[("TP", "FN")] == "TN/N"
    assert kinds[("FP", "TN")] == "TP/P"
    assert found.followed == ("scikit-learn",)


# --- proposals ----------------------------------------------------------------------------------


def _function(name: str) -> Any:
    exact = Exact(make_reading(measure(name)), {})

    def function(TP: int, FN: int, FP: int, TN: int) -> float:
        number = exact((TP, FN, FP, TN)).number
        return math.nan if number is None else float(number)

    return function


@pytest.mark.parametrize("name", [name for name in PLAIN if name not in ("LOR", "DP", "SEDI")])
def test_each_measure_of_the_catalog_is_recognised(name: str) -> None:
    found = propose(Calls(signature_of(_function(name))))
    names = [each.candidate.name for each in found if not each.candidate.slip]
    assert name in names
    assert found[0].agrees


def test_without_a_formula_the_catalog_is_searched() -> None:
    found = audit(lambda tp, fn, fp, tn: 100 * tp / (tp + fn), up_to=5, numbers=False)
    assert found.proposals[0].candidate.told == "recall in percent"
    assert found.outcome == "agrees"
    with pytest.raises(ValueError, match="no formula of the catalog is near; give --against"):
        audit(lambda tp, fn, fp, tn: 17.0 * tp - fn, up_to=5)


# --- which matrices -------------------------------------------------------------------------------


def test_samples_are_the_same_in_every_run_and_of_their_size() -> None:
    for size in (10**9, 10**15):
        drawn = _drawn(size, 2, "counts")
        _drawn.cache_clear()
        assert drawn == _drawn(size, 2, "counts")
        assert len(set(drawn)) == len(drawn)
        assert max(map(sum, drawn)) <= 2 * size
        assert sum(sum(matrix) >= size // 10 for matrix in drawn) >= len(drawn) // 2
        assert all(min(matrix) >= 0 for matrix in drawn)


def test_lopsided_matrices_have_every_zero_pattern_beside_a_huge_number() -> None:
    found = _beside(10**15)
    assert len(found) == 4**4 - 3**4
    assert all(10**15 in matrix for matrix in found)
    small = _beside(10**9)
    assert all(sum(matrix) < 2**31 for matrix in small)


def test_cancellation_at_large_counts_is_found() -> None:
    """Each variance is the difference of two squares."""

    def mcc(tp: int, fn: int, fp: int, tn: int) -> float:
        n, p, q = float(tp + fn + fp + tn), float(tp + fn), float(tp + fp)
        one, other = n**2 - p**2 - (n - p) ** 2, n**2 - q**2 - (n - q) ** 2
        return 2 * (tp * tn - fp * fn) / math.sqrt(one * other)

    found = audit(mcc, "MCC", up_to=4, properties=False)
    assert not found.wrong
    assert found.outcome == "differs"
    assert any(row.range.startswith("cells 0, 1, 2 beside") for row in found.imprecise)
    for row in found.imprecise:
        value = float(Exact(make_reading(measure("MCC")), {}).large(row.first.matrix).number)
        try:
            assert abs(mcc(*row.first.matrix) - value) > 1e-9
        except ZeroDivisionError:
            assert row.first.kind == "refuses"
