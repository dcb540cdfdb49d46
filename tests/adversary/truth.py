"""Is a goal that the kernel accepted true?  At many points, by the slow evaluator.

Numbers are those of `slow_definitions`, which share nothing with the kernel.  A point is one of the
goal's sorts: natural numbers, and for real sorts fractions too, negative ones where the sort allows
it.  At each point where all hypotheses hold the conclusion must be defined and true.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from slow_definitions import BeyondUsError, Number, UndefinedHereError, sign, value_of

from symbolic_measures.nouns.statement import Atom, Goal

Point = dict[str, Fraction]
SIGNS = {">": (1,), ">=": (0, 1), "==": (0,), "!=": (-1, 1)}
#: Grids of all points are used for few variables, up to so many points.
MOST = 700


def holds(atom: Atom, point: Point) -> bool:
    """Whether the atom is true: defined, and as it says."""
    try:
        value: Number = value_of(atom.expr, point)
    except UndefinedHereError:
        return atom.rel == "undefined"
    if atom.rel in ("defined", "undefined"):
        return atom.rel == "defined"
    return sign(value) in SIGNS[atom.rel]


def counterexample(goal: Goal, seed: int = 0, tries: int = 400) -> Point | None:
    """A point where the hypotheses hold and the conclusion does not, if one is seen."""
    if goal.conclusion.rel == "constant-mean":
        return None
    for point in points(goal, seed, tries):
        try:
            if all(holds(atom, point) for atom in goal.hypotheses) and not holds(
                goal.conclusion, point
            ):
                return point
        except BeyondUsError:
            continue
    return None


def points(goal: Goal, seed: int, tries: int) -> Iterator[Point]:
    """Small points, all of them where they are few, and random ones."""
    names = [variable.name for variable in goal.variables]
    sorts = [variable.sort for variable in goal.variables]
    for top in (1, 2):
        small = [range(int(sort == "positive"), top + 1) for sort in sorts]
        if (top + 1) ** len(names) <= MOST:
            for choice in product(*small):
                yield dict(zip(names, map(Fraction, choice), strict=True))
    chance = Random(seed)
    for number in range(tries):
        yield {
            name: _number(sort, chance, 3 + number % 9)
            for name, sort in zip(names, sorts, strict=True)
        }


def _number(sort: str, chance: Random, top: int) -> Fraction:
    """A number of the sort, 0 and 1 more often than others."""
    if sort == "natural":
        return Fraction(chance.choice((0, 0, 1, 1, chance.randint(0, top))))
    bottom = chance.choice((1, 1, 2, 3, 10))
    value = Fraction(chance.randint(1, top), bottom)
    if sort != "positive" and chance.random() < 0.3:
        return Fraction(0)
    return -value if sort == "real" and chance.random() < 0.4 else value
