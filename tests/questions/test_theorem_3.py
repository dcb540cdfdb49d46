"""Theorem 3 of gosgens2021 the other way, and what it supposes: by numbers and enumeration.

What `derivations/gosgens2021/theorem-3-converse.toml` says is tried here without the engine.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from slow_definitions import (
    HOLDS,
    VIOLATED,
    class_symmetry,
    constant_baseline,
    maximal_agreement,
    minimal_agreement,
    strongly_monotone,
    symmetry,
)

Matrix = tuple[int, ...]
PROPORTIONS = [Fraction(k, 12) for k in range(1, 12)]


def lift(matrix: Matrix) -> Fraction | None:
    """M = p_AB/(p_A*p_B) - 1, whose s is 1/(p_A*p_B)."""
    tp, fn, fp, _ = matrix
    if not (tp + fn) * (tp + fp):
        return None
    return Fraction(tp * sum(matrix), (tp + fn) * (tp + fp)) - 1


def test_a_measure_with_conditions_5_and_6_that_stands_still() -> None:
    """s = 1/(p_A*p_B): p*d/dp of it is -s, so the two sums are -2*s and (2 - 1/p_A)*s."""
    for p, q in product(PROPORTIONS, PROPORTIONS):
        low = min(Fraction(-2), -1 - p * q / ((1 - p) * (1 - q)))
        assert low <= -2 <= max((2 * q - 1) / (1 - q), (2 * p - 1) / (1 - p))
        high = max(1 + q * (1 - p) / (p * (1 - q)), Fraction(2))
        assert min(2 - 1 / p, 2 - 1 / (1 - q)) <= 2 - 1 / p <= high
    assert lift((0, 1, 1, 0)) == lift((0, 1, 1, 1)) == -1
    assert strongly_monotone(lift, 4).outcome == VIOLATED


def test_where_no_cell_is_0_it_grows() -> None:
    """What the two conditions do give, of N00 and N10; the rest needs condition 1, which this s
    does not satisfy."""
    for tp, fn, fp, tn in product(range(1, 5), repeat=4):
        here = lift((tp, fn, fp, tn))
        assert here is not None
        better, worse = lift((tp, fn, fp, tn + 1)), lift((tp, fn + 1, fp, tn))
        assert better is not None
        assert worse is not None
        assert worse < here < better


def standing(p: Fraction, q: Fraction) -> Fraction:
    """s = K/Max(X, Y) with K = 9/8 - Max(0, r - 1/2)^2/2, r = Min(X, Y)/Max(X, Y)."""
    x, y = sorted((p * (1 - p), q * (1 - q)))
    return (Fraction(9, 8) - max(Fraction(0), x / y - Fraction(1, 2)) ** 2 / 2) / y


def of_standing(matrix: Matrix) -> Fraction | None:
    """The measure with that normaliser."""
    tp, fn, fp, _ = matrix
    n, true, predicted = sum(matrix), tp + fn, tp + fp
    if not true * predicted * (n - true) * (n - predicted):
        return None
    p, q = Fraction(true, n), Fraction(predicted, n)
    return standing(p, q) * (Fraction(tp, n) - p * q)


def test_six_conditions_and_a_measure_that_stands_still() -> None:
    """Conditions 1 to 4 as they are printed; 5 and 6 by difference quotients, which are at most
    some 1e-6 from the derivatives at these points, also where X = Y."""
    step = Fraction(1, 10**9)
    for p, q in product(PROPORTIONS, PROPORTIONS):
        s = standing(p, q)
        assert s == standing(q, p) == standing(1 - p, 1 - q)
        if p in (q, 1 - q):
            assert s == 1 / (p * (1 - p))
        assert p == 1 - q or s < max(1 / (p * q), 1 / ((1 - p) * (1 - q)))
        assert p == q or s < max(1 / (p * (1 - q)), 1 / ((1 - p) * q))
        by_p, by_q = (
            [(standing(p + d * sign, q + e * sign) - s) / (s * step * sign) for sign in (-1, 1)]
            for d, e in ((step, 0), (0, step))
        )
        assert max(abs(by_p[0] - by_p[1]), abs(by_q[0] - by_q[1])) < Fraction(1, 10**6)
        fifth, sixth = p * by_p[0] + q * by_q[0], (1 - p) * by_p[0] - q * by_q[0]
        low = min(Fraction(-2), -1 - p * q / ((1 - p) * (1 - q)))
        near = Fraction(1, 10**6)
        assert low - near < fifth < max((2 * q - 1) / (1 - q), (2 * p - 1) / (1 - p)) + near
        high = max(1 + q * (1 - p) / (p * (1 - q)), Fraction(2))
        assert min(2 - 1 / p, 2 - 1 / (1 - q)) - near < sixth < high + near
    assert of_standing((1, 0, 2, 4)) == of_standing((1, 0, 2, 5)) == Fraction(3, 8)
    assert strongly_monotone(of_standing, 8).outcome == VIOLATED
    for definition in (maximal_agreement, minimal_agreement, symmetry, class_symmetry):
        assert definition(of_standing, 6).outcome == HOLDS


def normaliser(p: Fraction, q: Fraction) -> Fraction:
    """(1/Max(X, Y) + (1/X + 1/Y)/2)/2"""
    x, y = p * (1 - p), q * (1 - q)
    return (1 / max(x, y) + (1 / x + 1 / y) / 2) / 2


def kinked(matrix: Matrix) -> Fraction | None:
    """The measure with that normaliser."""
    tp, fn, fp, _ = matrix
    n, true, predicted = sum(matrix), tp + fn, tp + fp
    if not true * predicted * (n - true) * (n - predicted):
        return None
    p, q = Fraction(true, n), Fraction(predicted, n)
    return normaliser(p, q) * (Fraction(tp, n) - p * q)


DEFINITIONS: tuple[Any, ...] = (
    maximal_agreement, minimal_agreement, symmetry, class_symmetry, strongly_monotone,
    constant_baseline,
)  # fmt: skip


@pytest.mark.parametrize("definition", DEFINITIONS)
def test_a_measure_with_the_properties_of_theorem_3(definition: Any) -> None:
    assert definition(kinked, 6).outcome == HOLDS


def test_its_normaliser_has_no_derivative() -> None:
    """At p_A = p_B = 1/4 the difference quotients from above and below stay apart by some 7: half
    of (1/2)/(3/16)^2, the derivative of 1/X there; at 2/5, 1/4 they come together."""
    fourth = Fraction(1, 4)

    def apart(p: Fraction, step: Fraction) -> Fraction:
        here = normaliser(p, fourth)
        above = (normaliser(p + step, fourth) - here) / step
        below = (here - normaliser(p - step, fourth)) / step
        return abs(above - below)

    for k in range(8, 30):
        step = Fraction(1, 2**k)
        assert abs(apart(fourth, step) - Fraction(64, 9)) < 200 * step
        assert apart(Fraction(2, 5), step) < 200 * step


def cubed(matrix: Matrix) -> Fraction:
    """p_AB - p_A*p_B, plus its cube where p_A = 1/2."""
    tp, fn, fp, tn = matrix
    cover = Fraction(tp * tn - fn * fp, sum(matrix) ** 2)
    return cover + (cover**3 if tp + fn == fp + tn else 0)


def test_an_exact_constant_baseline_that_is_not_of_infinite_order() -> None:
    """D.1 holds it likely that there is none.  With half of the elements positive, exchanging the
    classes of the truth turns a prediction into one of equal chance with the opposite value; the
    third derivative in p_AB is 6 there, and it is a polynomial in p_AB at each p_A, p_B."""
    for n in range(2, 13):
        for true, predicted in product(range(n + 1), range(1, n)):
            mean = sum(
                comb(true, tp) * comb(n - true, predicted - tp)
                * cubed((tp, true - tp, predicted - tp, n - true - predicted + tp))
                for tp in range(max(0, true + predicted - n), min(true, predicted) + 1)
            )  # fmt: skip
            assert mean == 0
    points = [cubed((x, 4 - x, 4 - x, x)) for x in range(5)]  # p_AB = x/8 at p_A = p_B = 1/2
    third = points[3] - 3 * points[2] + 3 * points[1] - points[0]
    assert third == 6 * Fraction(1, 8) ** 3
