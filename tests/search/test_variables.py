"""Which of two variables is larger: the pair that leaves the fewest negative terms."""

from __future__ import annotations

from itertools import combinations
from random import Random

from flint import Ordering, fmpz_mpoly_ctx

from symbolic_measures.kernel.algebra import Keyed, Poly
from symbolic_measures.search.tactics.facts import negative_terms
from symbolic_measures.search.tactics.variables import _least_negative


def _composed(poly: Poly, places: list[int]) -> list[tuple[int, int]]:
    """The same, with x + y put for x, and for y, in the whole polynomial."""
    gens, scored = list(poly.context().gens()), []
    for x, y in combinations(places, 2):
        images = [[*gens[:z], gens[x] + gens[y], *gens[z + 1 :]] for z in (x, y)]
        left = [negative_terms(poly.compose(*image)) for image in images]
        scored.append((sum(left), max(left), x, y))
    return [pair[2:] for pair in sorted(scored)[:1]]


def test_terms_are_counted_as_where_the_whole_polynomial_is_composed() -> None:
    chance = Random(3)
    for _ in range(200):
        width = chance.randint(1, 5)
        context = fmpz_mpoly_ctx.get([f"v{i}" for i in range(width)], Ordering.lex)
        monomials = [tuple(chance.choices((0, 0, 1, 2, 3), k=width)) for _ in range(12)]
        poly = context.from_dict({m: chance.choice((-5, -2, -1, 1, 2, 4)) for m in monomials})
        places = [place for place, degree in enumerate(poly.degrees()) if degree]
        assert _least_negative(Keyed(poly), tuple(places)) == _composed(poly, places)
