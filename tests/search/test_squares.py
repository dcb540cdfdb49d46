"""Quadratic conclusions as sums of squares, against values at random points."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import pytest
from flint import Ordering, fmpz_mpoly_ctx
from tiers import exhaustive

from symbolic_measures import check
from symbolic_measures.kernel.algebra import Poly, Sequent
from symbolic_measures.macros import replay
from symbolic_measures.search.tactics.squares import by_squares

NAMES = ("x", "y", "z", "t")
CONTEXT = fmpz_mpoly_ctx.get(NAMES, Ordering.lex)


def sequent(poly: Poly, rel: str) -> Sequent:
    return Sequent(NAMES, ("nonnegative",) * len(NAMES), {}, (), (poly, rel), {})


def chosen(seed: int) -> Poly:
    """Squares of lines, and products of variables with coefficients >= 0."""
    chance, gens = random.Random(seed), CONTEXT.gens()
    poly = CONTEXT.constant(0)
    for _ in range(chance.randint(1, 3)):
        line = sum((gen * chance.randint(-3, 3) for gen in gens), CONTEXT.constant(0))
        poly += line * line * chance.randint(1, 4)
    for one, other in combinations_with_replacement(gens, 2):
        poly += one * other * chance.choice((0, 0, 0, 1))
    return poly


@pytest.mark.parametrize("seed", range(40))
def test_what_is_found_is_replayed(seed: int) -> None:
    """Squares alone are always found, whatever numbers they have."""
    goal = sequent(chosen(seed), ">=")
    step = by_squares(goal)
    if step is not None:
        replay(goal, step)
    gens, chance = CONTEXT.gens(), random.Random(seed)
    line, other = (
        sum((gen * chance.randint(-5, 5) for gen in gens), CONTEXT.constant(0)) for _ in range(2)
    )
    alone = sequent(line * line * 3 + other * other, ">=")
    if any(coefficient < 0 for coefficient in alone.conclusion[0].coeffs()):
        found = by_squares(alone)
        assert found is not None
        replay(alone, found)


def test_most_of_what_is_true_is_found() -> None:
    goals = [sequent(chosen(seed), ">=") for seed in range(40)]
    mixed = [g for g in goals if any(c < 0 for c in g.conclusion[0].coeffs())]
    assert sum(by_squares(goal) is not None for goal in mixed) > len(mixed) // 2


def test_differences_are_enough_where_other_terms_are_many() -> None:
    x, y, z, t = CONTEXT.gens()
    pairs = (x - y) * (x - y) + (z - t) * (z - t)
    for more in (x * z * 9 + y * t * 5, x * t * 7, x * x * 2 + z * y * 11):
        goal = sequent(pairs + more, ">=")
        step = by_squares(goal)
        assert step is not None
        replay(goal, step)
    three = sequent((x - y) * (x - y) * 3 + (y - z) * (y - z) * 5, ">=")
    found = by_squares(three)
    assert found is not None
    replay(three, found)


def test_what_is_no_sum_of_squares() -> None:
    x, y, _, _ = CONTEXT.gens()
    one = CONTEXT.constant(1)
    for poly in (x * x - x * y * 3 + y * y, x * y - x * x, x * x - y, x * x - one, -x * x, x * 0):
        assert by_squares(sequent(poly, ">=")) is None
    assert by_squares(sequent(x * x - x * y * 2 + y * y, ">")) is None  # 0 where x = y
    assert by_squares(sequent(x * x - x * y * 2 + y * y, "==")) is None


@pytest.mark.parametrize("classes", [3, pytest.param(4, marks=exhaustive)])
def test_the_range_of_gwets_coefficient(classes: int) -> None:
    """The squares of shares are at least 1/m in sum."""
    found = check("AC1", property="range", classes=classes)["range"]
    assert found.outcome == "proved"
    assert found.value["infimum"]["value"] == f"-1/{classes - 1}"
