"""Squares of differences of monomials as summands: what is found is replayed, nothing false is."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from flint import Ordering, fmpz_mpoly_ctx

from symbolic_measures import check
from symbolic_measures.kernel.algebra import Fact, Poly, Sequent
from symbolic_measures.macros import replay
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.binomials import by_binomials
from symbolic_measures.search.tactics.polynomials import prove_sequent

NAMES = ("x", "y", "z", "t")
CONTEXT = fmpz_mpoly_ctx.get(NAMES, Ordering.lex)
X, Y, Z, T = CONTEXT.gens()


def sequent(poly: Poly, rel: str = ">=", *facts: Fact, sort: str = "positive") -> Sequent:
    return Sequent(NAMES, (sort,) * len(NAMES), {}, facts, (poly, rel), {})


@pytest.mark.parametrize(
    "poly",
    [
        X**2 + Y**2 - 2 * X * Y,
        X**4 + Y**4 - X**3 * Y - X * Y**3,
        X**2 * Y**2 + Y**2 * Z**2 + Z**2 * X**2 - X * Y * Z * (X + Y + Z),
        X**3 + Y**3 + Z**3 - 3 * X * Y * Z,  # times a variable only
        X**2 * Z - 2 * X * Y * Z + Y**2 * Z + T,
        X**4 + Y**4 - 2 * X**2 * Y**2 + T,  # a square of x^2 - y^2, which has two factors
    ],
)
def test_means_are_compared(poly: Poly) -> None:
    step = by_binomials(sequent(poly), Effort(60))
    assert step is not None
    replay(sequent(poly), step)


def test_beside_a_hypothesis() -> None:
    """4*x*t is at most (x + y)*(z + t) where x*t <= y*z: with a square times a variable."""
    goal = sequent((X + Y) * (Z + T) - 4 * X * T, ">=", (Y * Z - X * T, ">="))
    step = by_binomials(goal, Effort(60))
    assert step is not None
    replay(goal, step)
    assert by_binomials(sequent(goal.conclusion[0]), Effort(60)) is None


def test_what_all_coefficients_share_is_taken_out_of_hypotheses() -> None:
    goal = sequent(2 * X + 2 * Y + 2 * Z - 2 * T, ">=", (X + Y + 2 * Z - 2 * T, ">="))
    step = by_binomials(goal, Effort(60))
    assert step is not None
    replay(goal, step)


def test_a_strict_hypothesis_makes_it_strict() -> None:
    goal = sequent((X + Y) * (Z + T) - 4 * X * T, ">", (Y * Z - X * T, ">"))
    step = by_binomials(goal, Effort(60))
    assert step is not None
    replay(goal, step)


@pytest.mark.parametrize(
    "goal",
    [
        sequent(X**2 + Y**2 - 3 * X * Y),
        sequent(X**2 + Y**2 - 2 * X * Y, ">"),
        sequent(X**2 + Y**2 - 2 * X * Y, sort="real"),
        sequent(X**2 + Y**2 + 2 * X * Y, "=="),
    ],
)
def test_nothing_is_said_of_others(goal: Sequent) -> None:
    """Of what is false, and of variables of any sign."""
    assert by_binomials(goal, Effort(60)) is None


@pytest.mark.parametrize("seed", range(30))
def test_sums_of_squares_times_monomials(seed: int) -> None:
    chance = random.Random(seed)
    pairs = list(combinations((X, Y, Z, T), 2))
    poly = sum(
        (
            chance.choice((X, Y, Z, T)) * chance.randint(1, 5) * (a - b) ** 2
            for a, b in chance.sample(pairs, chance.randint(1, 4))
        ),
        CONTEXT.constant(0),
    )
    goal = sequent(poly, sort=chance.choice(("positive", "nonnegative")))
    step = by_binomials(goal, Effort(60))
    assert step is not None
    replay(goal, step)


def test_with_a_positive_factor_of_the_hypothesis_taken_off() -> None:
    goal = sequent((X + Y) * (Z + T) - 4 * X * T, ">=", ((Y * Z - X * T) * (X + Y) * (Z + T), ">="))
    step = prove_sequent(goal, Effort(60))
    assert step is not None
    replay(goal, step)


def test_a_maximum_over_random_predictions() -> None:
    (verdict,) = check("2*Min(FN,FP)/n", properties=["chance-corrected"]).verdicts
    assert verdict.outcome == "proved"
    assert verdict.value["bound"] == "1/2"
    assert verdict.value["grade"] == "bound"
