"""How large the number e of a family may have to be, and points at which families are tried."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from symbolic_measures.kernel.exact import sign
from symbolic_measures.meaning.ratios import at_ratio
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom
from symbolic_measures.search.boundaries import Boundary
from symbolic_measures.search.families import NEAR, exact
from symbolic_measures.search.simple_numbers import float_of, formulas_of

#: How many times the least size that may do, in the order tried.
TIMES = (4, 16)
#: How many points of all sizes there are.
SCATTERED = 40


def scattered(names: tuple[str, ...], bounds: Sequence[Boundary]) -> list[dict[str, Formula]]:
    """Points of all orders of magnitude, and points close to the boundaries above them."""
    chance = random.Random(1)
    name = names[0]
    points = []
    for _ in range(SCATTERED):
        place = {}
        for letter in names:
            size = Fraction(10) ** chance.randint(-3, 3) * chance.randint(1, 9)
            near = 1 + chance.choice((1, -1)) * Fraction(1, 10) ** chance.randint(1, 5)
            place[letter] = chance.choice((size, size, size, near, Fraction(0)))
        point = formulas_of(place)
        points.append(point)
        for bound in bounds:
            for root in bound.roots(place):
                if root.op == "number":
                    gap = root.args[0] * chance.choice((NEAR, -NEAR, NEAR**2, -(NEAR**2)))
                    points.append({**point, name: formula(root.args[0] + gap)})
    return points


def sizes(
    bounds: Sequence[Boundary], points: list[dict[str, Formula]], own: tuple[str, ...], ratio: bool
) -> Iterator[list[tuple[int, str]]]:
    """How large e may have to be: beyond all bounds near a boundary, or far from N = P."""
    gaps = []
    for bound in bounds:
        values = [exact(bound.tree.at(**point)) for point in points]
        signs = {sign(value) for value in values}
        near = any(abs(float_of(bound.tree.at(**point))) < 10 * NEAR for point in points)
        if signs in ({1}, {-1}) and near:
            tree = at_ratio(Atom(bound.tree, ">"), symbol("P"), symbol("N")).expr
            power = max((m[-1] for m, _ in bound.terms), default=0) if ratio else 0
            gaps.append((f"({tree if signs == {1} else -tree})", power))
    yield [(1, "0"), (4, "0")]
    scales = [(), (f"(1 + {' + '.join(own)})",)] if _is_nonnegative(points) else [()]
    small = [x for x in own if all(sign(exact(point[x])) > 0 for point in points)]
    unders = ["", *small, *(("P", "N", "P*N") if ratio else ())]
    for under in unders:
        for (gap, power), scale in product((*gaps, *([("", 0)] if under else [])), scales):
            if under and scale != scales[-1]:
                continue
            classes = 0 if under in own else (len(under) + 1) // 2
            above = ("(P + N)",) * (power + classes)
            bottom = "*".join(part for part in (gap, under) if part)
            tops = ("*".join((str(times), *scale, *above)) for times in TIMES)
            yield [(times, f"{top}/({bottom})") for times, top in zip(TIMES, tops, strict=True)]


def _is_nonnegative(points: list[dict[str, Formula]]) -> bool:
    """Whether no parameter is negative anywhere."""
    return all(sign(exact(value)) >= 0 for point in points for value in point.values())
