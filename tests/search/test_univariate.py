"""Polynomials in one variable: what is positive is proved in pieces, nothing false is."""

from __future__ import annotations

from random import Random

import pytest
from flint import Ordering, fmpz_mpoly_ctx, fmpz_poly

from symbolic_measures.kernel.algebra import Fact, Poly, Sequent
from symbolic_measures.macros import replay
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.tactics.polynomials import prove_sequent
from symbolic_measures.search.tactics.univariate import by_pieces

CONTEXT = fmpz_mpoly_ctx.get(("x", "y"), Ordering.lex)
X, Y = CONTEXT.gens()


def sequent(poly: Poly, rel: str = ">", sort: str = "positive", *facts: Fact) -> Sequent:
    return Sequent(("x", "y"), (sort, "positive"), {}, facts, (poly, rel), {})


@pytest.mark.parametrize("sort", ["positive", "nonnegative", "real"])
@pytest.mark.parametrize(
    "poly", [5 * X**2 - 4 * X + 1, 500 * X**2 - 413 * X + 87, 3 * X**4 - 3 * X + 2,
             (X**2 - 3 * X + 3) * (X**2 - 7 * X + 13), 10**6 * X**2 - 2 * 10**3 * X + 2],
)  # fmt: skip
def test_what_has_no_zero_is_positive(poly: Poly, sort: str) -> None:
    for rel in (">", ">=", "!="):
        goal = sequent(poly, rel, sort)
        step = prove_sequent(goal, Effort(MILLION))
        assert step is not None, (poly, rel)
        replay(goal, step)


def test_hypotheses_of_other_variables_are_left_out() -> None:
    goal = sequent(X**2 - X + 1, ">", "nonnegative", (Y - X, ">"), (Y * X - 1, ">="))
    step = by_pieces(goal, Effort(MILLION))
    assert step is not None
    replay(goal, step)


@pytest.mark.parametrize(
    "poly", [X**2 - 3 * X + 2, X**2 - 2, X**2 - 2 * X + 1, X**2 - Y, X**2 * Y - X * Y + Y, X - 1]
)
def test_what_is_not_positive_or_of_two_variables(poly: Poly) -> None:
    assert by_pieces(sequent(poly), Effort(MILLION)) is None


def test_random_polynomials() -> None:
    """Those without a zero are proved, if it is not near; those with one never are."""
    chance, proved, zeros = Random(4), 0, 0
    for _ in range(150):
        numbers = [chance.randint(-9, 9) for _ in range(chance.choice((3, 5)))]
        numbers[0], numbers[-1] = abs(numbers[0]) + 1, abs(numbers[-1]) + 1
        poly = sum((n * X**k for k, n in enumerate(numbers)), CONTEXT.constant(0))
        step = by_pieces(sequent(poly), Effort(MILLION))
        roots = fmpz_poly(numbers).complex_roots()
        zero = any(abs(float(r.imag.mid())) < 1e-9 and float(r.real.mid()) > 0 for r, _ in roots)
        if step is not None:
            replay(sequent(poly), step)
            assert not zero
        proved, zeros = proved + (step is not None), zeros + zero
        near = min((abs(float(r.imag.mid())) for r, _ in roots if float(r.real.mid()) > 0),
                   default=1.0)  # fmt: skip
        assert step is not None or zero or near < 1 / 10
    assert proved > 20
    assert zeros > 20
