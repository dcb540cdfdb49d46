"""Products of two hypotheses as summands, and conclusions that fall without end."""

from __future__ import annotations

import random

import pytest
from flint import Ordering, fmpz_mpoly_ctx

from symbolic_measures.kernel.algebra import Fact, Poly, Sequent
from symbolic_measures.macros import replay
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.polynomials import prove_sequent
from symbolic_measures.search.tactics.products import by_products

NAMES = ("a", "b", "c", "d")
CONTEXT = fmpz_mpoly_ctx.get(NAMES, Ordering.lex)
A, B, C, D = CONTEXT.gens()


def sequent(poly: Poly, rel: str, *facts: Fact) -> Sequent:
    return Sequent(NAMES, ("nonnegative",) * len(NAMES), {}, facts, (poly, rel), {})


@pytest.mark.parametrize("seed", range(20))
def test_a_product_and_more_is_proved_and_replayed(seed: int) -> None:
    chance = random.Random(seed)
    one, other = (sum(chance.choice((-2, -1, 1, 2)) * g for g in (A, B, C, D)) for _ in range(2))
    facts = ((one, ">="), (other, ">="))
    goal = sequent(
        one * other * chance.randint(1, 3) + A * one + chance.randint(0, 1) * B, ">=", *facts
    )
    step = by_products(goal, Effort(60))
    if step is None:  # a hypothesis without both signs is no case for it
        assert min(map(min, (one.coeffs(), other.coeffs()))) > 0 or prove_sequent(goal, Effort(60))
        return
    replay(goal, step)


def test_strict_hypotheses_have_a_strict_product() -> None:
    goal = sequent((A - B) * (C - D), ">", (A - B, ">"), (C - D, ">"))
    step = prove_sequent(goal, Effort(60))
    assert step is not None
    replay(goal, step)


def test_what_is_false_is_not_found() -> None:
    assert by_products(sequent((A - B) * (C - D) - A * C, ">=", (A - B, ">="), (C - D, ">=")),
                       Effort(60)) is None  # fmt: skip


def test_a_conclusion_that_falls_without_end_is_given_up_at_once() -> None:
    """No hypothesis speaks of d: a*b - c - d >= 0 fails where d is large."""
    effort = Effort(60)
    goal = sequent(A * B - C - D, ">=", (A * B - C, ">"), (A - B, ">="), (B + C - A, ">="))
    assert prove_sequent(goal, effort) is None
    assert effort.spent < 200_000


def test_unless_the_hypotheses_are_absurd_or_say_that_its_factor_is_0() -> None:
    for goal in (
        sequent(A - D, ">=", (A - B, ">"), (B - A, ">=")),
        sequent(A - B * D, ">=", (-B, ">=")),
        sequent(A - B * D, ">=", (B, "==")),
    ):
        step = prove_sequent(goal, Effort(60))
        assert step is not None
        replay(goal, step)


def test_a_factor_may_be_negative_by_hypothesis() -> None:
    """-2*a*b**2 - 2*c*d**2 with -a >= 0 and -c >= 0 grows with b."""
    goal = Sequent(
        NAMES, ("real", "positive", "real", "positive"), {},
        ((-A, ">="), (-C, ">=")), (-2 * A * B**2 - 2 * C * D**2, ">="), {},
    )  # fmt: skip
    step = prove_sequent(goal, Effort(60))
    assert step is not None
    replay(goal, step)
