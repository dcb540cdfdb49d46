"""Small points at which a sequent is looked at before anything is tried."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from symbolic_measures.kernel.algebra import Sequent

SAMPLES = 20


def in_terms(goal: Sequent) -> bool:
    degrees = goal.conclusion[0].degrees()
    return any(degrees[place] for place in goal.terms)


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
    return [tuple(chance.randint(0, top) for _ in range(length)) for top in tops]


def sample_points(goal: Sequent) -> Iterator[tuple[int, ...]]:
    """Small points where the hypotheses hold; none if a root occurs that is not whole there."""
    for raw in _raw_points(len(goal.names)):
        point = list(raw)
        for place, sort in enumerate(goal.sorts):
            if sort == "positive":
                point[place] += 1
        whole = True
        for place in sorted(goal.roots):
            square = int(goal.roots[place](*point))
            side = _whole_root(square)
            if side is None:
                whole = False
                break
            point[place] = side
        if whole and all(_RELATIONS[rel](poly(*point)) for poly, rel in goal.hypotheses):
            yield tuple(point)


def _whole_root(square: int) -> int | None:
    if square < 0:
        return None
    side = int(square**0.5)
    return next((s for s in (side - 1, side, side + 1) if s >= 0 and s * s == square), None)


def refuted(goal: Sequent) -> bool:
    poly, rel = goal.conclusion
    test = _RELATIONS[rel]
    if in_terms(goal):
        return False
    return any(not test(poly(*point)) for point in sample_points(goal))
