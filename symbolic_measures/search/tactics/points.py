"""Small points at which a sequent is looked at before anything is tried."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import acos, log, prod
from typing import Any

from symbolic_measures.kernel.algebra import Poly, Sequent
from symbolic_measures.search.tactics.variables import unit

SAMPLES = 20
#: What is closer to 0 in floats may be 0.
CLOSE = 1e-9
_FUNCTIONS = {"log": log, "acos": acos}
#: The place of a variable x, and s and r where s*x + r >= 0 is a hypothesis.
Bound = tuple[int, int, Any]
#: Polynomials with their relations to 0.
Facts = list[tuple[Any, str]]


def in_terms(goal: Sequent) -> bool:
    degrees = goal.conclusion[0].degrees()
    return any(degrees[place] for place in goal.terms)


def _in_rooted_terms(goal: Sequent) -> bool:
    """Whether a root of function values occurs in the conclusion."""
    degrees = goal.conclusion[0].degrees()
    inside = [root.degrees() for place, root in goal.roots.items() if degrees[place]]
    return any(own[place] for own in inside for place in goal.terms)


def sign_of(value: Any) -> int:
    return (value > 0) - (value < 0)


_RELATIONS: dict[str, Callable[[Any], bool]] = {
    ">": lambda s: s > 0,
    ">=": lambda s: s >= 0,
    "==": lambda s: s == 0,
    "!=": lambda s: s != 0,
}


@lru_cache
def _raw_points(length: int) -> list[tuple[int, ...]]:
    chance = random.Random(1)
    tops = [2] * (SAMPLES // 2) + [6 + 10 * (number % 3) for number in range(SAMPLES // 2)]
    return [(0,) * length, *(tuple(chance.randint(0, top) for _ in range(length)) for top in tops)]


def _in_sort(raw: int, sort: str) -> int:
    """A value of the sort: 0, -1, 1, -2, 2, ... of a real variable."""
    return (-raw // 2 if raw % 2 else raw // 2) if sort == "real" else raw + (sort == "positive")


def sample_points(goal: Sequent) -> Iterator[tuple[int, ...]]:
    """Small points where the hypotheses hold; none if a root occurs that is not whole there."""
    return _admitted(goal, _points(goal))


def points_within(
    goal: Sequent, wanted: Callable[[list[int]], bool] | None = None
) -> Iterator[tuple[int, ...]]:
    """Those points, and others that were moved to where the bounds of each variable want it; the
    wanted ones alone, which is asked before roots are drawn.

    (A value of a function is no variable that can be moved.)
    """
    yield from _admitted(goal, filter(wanted, _points(goal)) if wanted else _points(goal))
    if not goal.terms and (bounds := _bounds(goal)):
        both = ((point, _moved(point, bounds)) for point in _points(goal))
        others = (moved for point, moved in both if moved != point)
        yield from _admitted(goal, filter(wanted, others) if wanted else others)


def _points(goal: Sequent) -> Iterator[list[int]]:
    """Small points of the sorts of the variables."""
    return map(list, _points_of(goal.sorts))


@lru_cache(maxsize=256)
def _points_of(sorts: tuple[str, ...]) -> list[tuple[int, ...]]:
    return [tuple(map(_in_sort, raw, sorts)) for raw in _raw_points(len(sorts))]


def _moved(point: list[int], bounds: Iterable[Bound]) -> list[int]:
    """The point with one variable after the other moved to its bound."""
    moved = point[:]
    for place, slope, rest in bounds:
        end = -slope * int(rest(*moved))
        moved[place] = max(moved[place], end) if slope > 0 else min(moved[place], end)
    return moved


def _admitted(goal: Sequent, points: Iterable[list[int]]) -> Iterator[tuple[int, ...]]:
    """The points, with their roots, where sorts and hypotheses hold."""
    roots = sorted(goal.roots)
    early: Facts = []  # what no root occurs in is asked before a root is drawn
    late: Facts = []
    for poly, rel in goal.hypotheses:
        degrees = poly.degrees() if roots else ()
        (late if any(degrees[place] for place in roots) else early).append((poly, rel))
    for point in points:
        if not _hold(early, point):
            continue
        for place in roots:
            side = _whole_root(int(goal.roots[place](*point)))
            if side is None:
                break
            point[place] = side
        else:
            signs = zip(point, goal.sorts, strict=True)
            fits = all(sort == "real" or one >= (sort == "positive") for one, sort in signs)
            if fits and _hold(late, point):
                yield tuple(point)


def _hold(facts: Facts, point: list[int]) -> bool:
    return all(_RELATIONS[rel](poly(*point)) for poly, rel in facts)


def signs_with_functions(goal: Sequent) -> set[int]:
    """The signs of the conclusion at small points where the hypotheses hold, with the values of
    logarithms and arccosines; in floats, so what is close to 0 has sign 0."""
    found: set[int] = set()
    for small in _points(goal) if not goal.roots else ():
        point = list(map(float, small))
        try:
            for place, term in sorted(goal.terms.items()):
                inside = _in_floats(term.top, point) / _in_floats(term.bottom, point)
                point[place] = _FUNCTIONS[term.function](inside)
        except (ValueError, ZeroDivisionError):  # it is not defined there
            continue
        values = ((_in_floats(poly, point), rel) for poly, rel in goal.hypotheses)
        if all(_RELATIONS[rel](value) for value, rel in values):
            value = _in_floats(goal.conclusion[0], point)
            found.add(sign_of(value) if abs(value) > CLOSE else 0)
    return found


def _in_floats(poly: Poly, point: list[float]) -> float:
    terms = poly.to_dict().items()
    return sum(float(c) * prod(x ** int(e) for x, e in zip(point, m) if e) for m, c in terms)


def _bounds(goal: Sequent) -> list[Bound]:
    """(place of x, s, r) for hypotheses s*x + r >= 0 with s = 1 or -1 and r in what comes before,
    in the order of the variables; for > r is one less."""
    found = []
    for fact, rel in goal.hypotheses:
        place = max((i for i, power in enumerate(fact.degrees()) if power), default=None)
        if rel not in (">", ">=") or place is None or place in goal.roots:
            continue
        slope = int(fact[unit(goal, place)])
        rest = fact - goal.gens[place] * slope
        if abs(slope) == 1 and not rest.degrees()[place]:
            found.append((place, slope, rest - int(rel == ">")))
    return sorted(found, key=lambda bound: bound[0])


def _whole_root(square: int) -> int | None:
    if square < 0:
        return None
    side = int(square**0.5)
    return next((s for s in (side - 1, side, side + 1) if s >= 0 and s * s == square), None)


def refuted(goal: Sequent) -> bool:
    """Whether the conclusion is seen to be false at a point where the hypotheses hold."""
    poly, rel = goal.conclusion
    test = _RELATIONS[rel]
    if in_terms(goal) or _in_rooted_terms(goal):
        return False
    degrees = poly.degrees()
    if any(degrees[place] for place in goal.roots):
        return any(not test(poly(*point)) for point in points_within(goal))
    # the conclusion holds at most points, so that no hypothesis is looked at there
    return any(True for _ in points_within(goal, lambda point: not test(poly(*point))))
