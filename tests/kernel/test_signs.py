"""Signs that coefficients show, against the monomials one by one, and against values."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from flint import Ordering, fmpz_mpoly_ctx

from symbolic_measures.kernel.algebra import Poly, is_positive, one_sign

CONTEXT = fmpz_mpoly_ctx.get(("x", "y", "z"), Ordering.lex)
SORTS = ("positive", "nonnegative", "natural", "real")


def slowly_one_sign(poly: Poly, sorts: Sequence[str]) -> int:
    """All coefficients of one sign, and real variables in even powers alone."""
    terms = poly.to_dict()
    even = all(sort != "real" or own[place] % 2 == 0
               for own in terms for place, sort in enumerate(sorts))  # fmt: skip
    signs = {1 if number > 0 else -1 for number in terms.values()}
    return 1 if not terms else signs.pop() if even and len(signs) == 1 else 0


def slowly_positive(poly: Poly, sorts: Sequence[str]) -> bool:
    """The same, and a monomial whose variables are positive, each of them."""
    own = any(all(sort == "positive" or not power for sort, power in zip(sorts, one, strict=True))
              for one in poly.to_dict())  # fmt: skip
    return own and slowly_one_sign(poly, sorts) == 1


def polynomials() -> Iterator[tuple[Poly, tuple[str, ...]]]:
    """At random, of few terms, mostly of one sign, with the sorts of their variables."""
    chance = random.Random(5)
    for _ in range(4_000):
        terms: dict[tuple[int, ...], Any] = {}
        for _ in range(chance.randint(0, 4)):
            number = chance.choice((1, 2, 10**30, 1, 1, -1))
            terms[tuple(chance.choice((0, 0, 1, 2, 3)) for _ in "xyz")] = number
        yield CONTEXT.from_dict(terms), tuple(chance.choice(SORTS) for _ in "xyz")


def test_a_sign_is_that_of_every_monomial() -> None:
    seen = set()
    for poly, sorts in polynomials():
        assert one_sign(poly, sorts) == slowly_one_sign(poly, sorts), (poly, sorts)
        assert is_positive(poly, sorts) is slowly_positive(poly, sorts), (poly, sorts)
        seen.add((one_sign(poly, sorts), is_positive(poly, sorts)))
    assert seen == {(1, True), (1, False), (0, False), (-1, False)}


def test_what_is_seen_to_be_positive_is_positive() -> None:
    """At points that the sorts admit, those at the edge among them."""
    chance = random.Random(6)
    values = {"positive": (1, 2), "nonnegative": (0, 0, 3), "natural": (0, 1), "real": (-2, 0, 1)}
    for poly, sorts in polynomials():
        for _ in range(4):
            value = poly(*(chance.choice(values[sort]) for sort in sorts))
            assert not is_positive(poly, sorts) or value > 0, (poly, sorts)
            assert one_sign(poly, sorts) * value >= 0, (poly, sorts)
