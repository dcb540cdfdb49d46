"""Moves for variables: bounds and signs of real ones, x = 0 or x > 0, and which is larger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations

from symbolic_measures.kernel.algebra import Keyed, Poly, RuleError, Sequent
from symbolic_measures.macros import apply
from symbolic_measures.search.tactics.facts import negative_terms
from symbolic_measures.search.tactics.reach import Move, Reach, less


def bounded_parameter(goal: Sequent, reach: Reach) -> Move | None:
    """Bring a real variable into the orthant: by a lower bound, an upper bound, or its sign."""
    occurs, bounds = _occurring(goal), _bounds(goal)
    for place, (name, sort) in enumerate(zip(goal.names, goal.sorts, strict=True)):
        if sort == "natural" or place in goal.roots or name.startswith("term"):
            continue
        if not occurs[place]:
            continue
        if sort == "real" and (told := _told(goal, place)) is not None:
            return "bound", {"variable": name, "number": told}, reach
        for number in bounds.get(place, ()):
            rising = goal.hypotheses[number][0].leading_coefficient() > 0
            rule = "shift" if rising else "below"
            args = {"variable": name, "number": number}
            try:
                apply(goal, rule, args)
            except RuleError:
                continue
            return rule, args, reach
        if sort == "real":
            if (told := _beyond(goal, place)) is not None:
                return "bound", {"variable": name, "number": told}, reach
            return "zero", {"variable": name}, reach
    return None


def _beyond(goal: Sequent, place: int) -> int | None:
    """The number of a fact x - y >= 0 or > 0, y another variable or several in a sum."""
    x = unit(goal, place)
    return _bounding(goal, place, (
        number for number, (fact, rel) in enumerate(goal.hypotheses)
        if rel in (">", ">=") and fact.to_dict().get(x, 0) == 1 and fact.total_degree() == 1
    ))  # fmt: skip


def _told(goal: Sequent, place: int) -> int | None:
    """The number of an equation x = r, with r in other variables."""
    x = unit(goal, place)
    return _bounding(goal, place, (
        number for number, (fact, rel) in enumerate(goal.hypotheses)
        if rel == "==" and abs(fact.to_dict().get(x, 0)) == 1
    ))  # fmt: skip


def _bounding(goal: Sequent, place: int, numbers: Iterable[int]) -> int | None:
    """The first of these facts that the rule takes for a bound on the variable."""
    for number in numbers:
        try:
            apply(goal, "bound", {"variable": goal.names[place], "number": number})
        except RuleError:
            continue
        return number
    return None


def _bounds(goal: Sequent) -> dict[int, list[int]]:
    """The numbers of the inequalities that speak of one variable alone, and are linear."""
    found: dict[int, list[int]] = {}
    for number, (fact, rel) in enumerate(goal.hypotheses):
        if rel in (">", ">=") and (place := _alone(fact)) is not None:
            found.setdefault(place, []).append(number)
    return found


def _alone(fact: Poly) -> int | None:
    """The place of the variable that it is linear in, if there is no other."""
    degrees = fact.degrees()
    return degrees.index(1) if sum(degrees) == 1 else None


def _occurring(goal: Sequent) -> list[bool]:
    """Of each variable, whether it is in what is said, or under a root."""
    polys = [goal.conclusion[0], *(poly for poly, _ in goal.hypotheses), *goal.roots.values()]
    return [any(powers) for powers in zip(*(poly.degrees() for poly in polys), strict=True)]


def unit(goal: Sequent, place: int) -> tuple[int, ...]:
    """The monomial that a variable is."""
    return tuple(int(other == place) for other in range(len(goal.names)))


def forced_positive(goal: Sequent) -> str | None:
    """A variable that a hypothesis x - c >= 0, c > 0, forces to be positive."""
    for fact, rel in goal.hypotheses:
        place = _alone(fact) if rel in (">", ">=") else None
        if place is None or place in goal.roots:
            continue
        if goal.sorts[place] in ("natural", "nonnegative") and fact.leading_coefficient() > 0:
            rest = fact.to_dict().get((0,) * len(goal.names), 0)
            if rest < 0 or (rel == ">" and not rest):
                return goal.names[place]
    return None


def zero_or_positive(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """Split off x = 0 for the variable that occurs in most facts, once for each variable."""
    polys = [goal.conclusion[0], *(poly for poly, _ in goal.hypotheses)]
    weights = {}
    for place, name in enumerate(goal.names):
        if place in goal.roots or goal.sorts[place] in ("positive", "real"):
            continue
        if name not in reach.split and (weight := sum(bool(p.degrees()[place]) for p in polys)):
            weights[name] = weight
    if weights:
        name = max(weights, key=lambda each: weights[each])
        yield "zero", {"variable": name}, less(reach, split=reach.split | {name})


def which_is_larger(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """Split by x >= y for two variables that meet in the negative terms."""
    if not reach.orders:
        return
    lower = less(reach, orders=reach.orders - 1)
    poly = goal.conclusion[0]
    if not negative_terms(poly):
        return
    places = [
        place
        for place, sort in enumerate(goal.sorts)
        if place not in goal.roots and sort != "real" and poly.degrees()[place]
    ]
    for x, y in _least_negative(Keyed(poly), tuple(places)):
        pair = {"x": goal.names[x], "y": goal.names[y]}
        yield "order", pair, less(lower, split=reach.split - set(pair.values()))


@lru_cache(maxsize=2_048)
def _least_negative(keyed: Keyed, places: tuple[int, ...]) -> list[tuple[int, int]]:
    """The two variables whose order leaves the fewest negative terms, if there are two: the same
    polynomial is met with other hypotheses, and at another reach."""
    poly = keyed.poly
    variables = poly.context().gens()

    def left(x: int, y: int) -> int:
        """The negative terms with x + y for x."""
        images = [*variables[:x], variables[x] + variables[y], *variables[x + 1 :]]
        return sum(number < 0 for number in poly.compose(*images).coeffs())

    scored = []
    for x, y in combinations(places, 2):
        first, second = left(x, y), left(y, x)
        scored.append((first + second, max(first, second), x, y))
    return [pair[2:] for pair in sorted(scored)[:1]]
