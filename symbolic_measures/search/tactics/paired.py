"""Sums of functions, compared term by term: each with its partner on the other side, or a number.

sqrt(TPR) - sqrt(FPR) grows because sqrt(TPR) does and sqrt(FPR) falls; it is below 1 because
sqrt(TPR) <= 1 and sqrt(FPR) >= 0.  The terms get letters, and what is seen of each pair at small
points is to be proved.  Where it depends on a cell which pair is the strict one, the cell is 0 or
positive first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import islice, pairwise, product
from operator import mul
from random import Random
from typing import Any

import numpy as np
from flint import fmpq

from symbolic_measures.kernel.exact import CannotTellError, compare
from symbolic_measures.kernel.truth import testing
from symbolic_measures.nouns.formula import Formula, exponent_of, formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.floats import Floats, values
from symbolic_measures.search.orders import value_at

#: Points that are looked at, how many of them are to satisfy the hypotheses, and a few.
POINTS, FEWEST, ENOUGH, FEW = 400, 4, 40, 12
#: So many hypotheses are remembered with the points that satisfy them.
MOST_ATOMS = 1_000
KINKS = ("Abs", "Min", "Max")
#: So many choices of bounds of the terms of a sum are looked at.
MOST_BOUNDS = 64
#: Values of a cell there.
SMALL = (0, 0, 1, 1, 2, 3, 7)
#: Others, of which some outweigh the rest.
WIDE = (0, 1, 10, 100, 101, 1000)
#: What is concluded of the points of hypotheses.
NOTHING = Atom(formula(0), "==")

Point = dict[str, fmpq]
#: A term, its partner and the sign with which both stand in the sums.
Pair = tuple[Formula, Formula, int]
Way = tuple[str, dict[str, Any]]


def paired(goal: Goal) -> Iterator[Way]:
    """Letters for the terms of both sides, with how each compares with its partner."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if tree.op != "-" or rel not in (">", ">=") or not _is_bent(tree):
        return
    points = points_of(goal)
    if len(points) < FEWEST:
        return
    left, right = tree.args
    pairs = _pairs(left, right, points)
    if pairs is None or len(pairs) < 2 or not any(_is_bent(one) for one, _, _ in pairs):
        return
    seen = _seen(pairs, points)
    if seen is None:
        yield from _beside_fractions(tree, rel, pairs, points)
        return
    if rel == ">" and not any(all(signs) for signs in seen):
        yield from _split(goal, seen, points)
        return
    yield from _named(pairs, seen, rel)


def _beside_fractions(
    tree: Formula, rel: str, pairs: list[Pair], points: list[Point]
) -> Iterator[Way]:
    """Letters for the terms that are no fractions alone, where all fractions together are seen to
    compare as both sides do."""
    bent = [pair for pair in pairs if _is_bent(pair[0]) or _is_bent(pair[1])]
    seen = _seen(bent, points) if len(bent) < len(pairs) else None
    if seen is None:
        return
    rest = tree.replace({term: formula(0) for pair in bent for term in pair[:2]})
    gaps = _seen([(rest, formula(0), 1)], points)
    if gaps is None:
        return
    if rel == ">=" or all(gaps[0]):
        yield from _named(bent, seen, ">=")
    if rel == ">":
        yield from _named(bent, seen, rel)


def _seen(pairs: list[Pair], points: list[Point]) -> list[list[int]] | None:
    """How each pair compares at the points, 1 where it is strict; None if one is not as wanted."""
    seen = [[_sign(pair, point) for point in points] for pair in pairs]
    told = [[sign for sign in signs if sign is not None and sign >= 0] for signs in seen]
    return told if all(len(signs) == len(points) for signs in told) else None


def _is_bent(tree: Formula) -> bool:
    """Whether it is no fraction: it has roots, functions, or what is the larger of two."""
    return bool(tree.functions()) or not tree.ops.isdisjoint(KINKS)


def _pairs(left: Formula, right: Formula, points: list[Point]) -> list[Pair] | None:
    """The terms in which the sides differ, with their partners; None if there are none."""
    numbers = [exponent_of(side) for side in (left, right)]
    if numbers[0] is None and numbers[1] is None:
        return _aligned(left, right, 1)
    if numbers[1] is not None:
        return _bounded(left, numbers[1], 1, points)
    return None if numbers[0] is None else _bounded(right, numbers[0], -1, points)


def _aligned(one: Formula, other: Formula, sign: int) -> list[Pair] | None:
    if one == other:
        return []
    parts = _parts(one)
    if one.op == other.op and parts is not None and (others := _parts(other)) is not None:
        found: list[Pair] = []
        for (part, own), (partner, _) in zip(parts, others, strict=True):
            more = _aligned(part, partner, sign * own)
            if more is None:
                return None
            found += more
        return found
    bent = (one.symbols() or one.functions()) and (other.symbols() or other.functions())
    return [(one, other, sign)] if bent else None


def _parts(tree: Formula) -> list[tuple[Formula, int]] | None:
    """The terms of a sum with their signs; None if it is no sum."""
    if tree.op in ("+", "-"):
        return [(tree.args[0], 1), (tree.args[1], 1 if tree.op == "+" else -1)]
    if tree.op == "neg":
        return [(tree.args[0], -1)]
    term, factor = _times_number(tree)
    return [(term, 1 if factor > 0 else -1)] if term is not tree and factor else None


def _times_number(tree: Formula) -> tuple[Formula, Fraction]:
    """What a number is a factor of, and that number."""
    if tree.op in ("*", "/"):
        for term, other in (tree.args, tree.args[::-1]) if tree.op == "*" else (tree.args,):
            number = exponent_of(other)
            if number and exponent_of(term) is None:
                return term, number if tree.op == "*" else 1 / number
    return tree, Fraction(1)


def _bounded(tree: Formula, number: Fraction, side: int, points: list[Point]) -> list[Pair] | None:
    """The terms of a sum, each with a number it is seen to be bounded by, which add up."""
    found: list[tuple[Formula, int, list[Fraction]]] = []
    rest, factors = number, list[Fraction]()
    for term, sign, factor in _terms(tree, 1, Fraction(1)):
        own = exponent_of(term)
        if own is not None:
            rest -= sign * factor * own
            continue
        values = [value_at(term, point) for point in points]
        rational = [Fraction(int(v.p), int(v.q)) for v in values if isinstance(v, fmpq)]
        if not rational:
            return None
        way = side * sign
        bound = min(rational) if way > 0 else max(rational)
        # what is above 0 wherever it is looked at may come near it
        found.append((term, way, [bound, Fraction(0)] if bound * way > 0 else [bound]))
        factors.append(sign * factor)
    for bounds in islice(product(*(own for _, _, own in found)), MOST_BOUNDS):
        if sum(map(mul, factors, bounds)) == rest:
            return [(t, formula(b), way) for (t, way, _), b in zip(found, bounds, strict=True)]
    return None


def _terms(tree: Formula, sign: int, factor: Fraction) -> Iterator[tuple[Formula, int, Fraction]]:
    parts = _parts(tree)
    if parts is None:
        yield tree, sign, factor
        return
    size = abs(_times_number(tree)[1])
    for part, own in parts:
        yield from _terms(part, sign * own, factor * size)


def _named(pairs: list[Pair], seen: list[list[int]], rel: str) -> Iterator[Way]:
    """The letters: for a strict conclusion, with one pair or another that is seen to be strict."""
    strict = [number for number, signs in enumerate(seen) if all(signs)]
    for one in strict if rel == ">" else [None]:
        yield _lettered(pairs, one)


def _lettered(pairs: list[Pair], strict: int | None) -> Way:
    parts: list[str] = []
    facts: list[list[str]] = []

    def name(tree: Formula) -> str:
        if not tree.symbols() and not tree.functions():
            return f"({tree})"
        if (text := as_text(tree)) not in parts:
            parts.append(text)
        return f"part{parts.index(text) + 1}"

    for number, (one, other, sign) in enumerate(pairs):
        sides = [name(one), name(other)][::sign]
        facts.append([" - ".join(sides), ">" if number == strict else ">="])
    return "abstract", {"parts": parts, "facts": facts}


def _split(goal: Goal, seen: list[list[int]], points: list[Point]) -> Iterator[Way]:
    """A cell that is 0 or positive, so that a pair is strict in each case."""
    for variable in goal.variables:
        cases = [
            [number for number, point in enumerate(points) if (point[variable.name] > 0) is wanted]
            for wanted in (True, False)
        ]
        strict = all(any(all(s[n] for n in case) for s in seen) for case in cases)
        if variable.sort == "natural" and all(cases) and strict:
            yield "vanish", {"variable": variable.name}
            return


def _sign(pair: Pair, point: Point) -> int | None:
    """How the pair compares at a point, 1 if it is as wanted and strict."""
    values = [value_at(tree, point) for tree in pair[:2]]
    if values[0] is None or values[1] is None:
        return None
    try:
        return compare(values[0], values[1]) * pair[2]
    except CannotTellError:
        return None


def points_of(goal: Goal, values: tuple[int, ...] = SMALL) -> list[Point]:
    """Points of such values (small ones) where the hypotheses hold, whatever is concluded."""
    return _points(Goal(goal.variables, goal.hypotheses, NOTHING), values)


@lru_cache(maxsize=256)
def _points(goal: Goal, values: tuple[int, ...]) -> list[Point]:
    drawn = _drawn(tuple((v.name, tuple(_choices(goal, v, values))) for v in goal.variables))
    tests = [drawn.testing(atom) for atom in goal.hypotheses]
    numbers = (n for n in range(POINTS) if all(test(n) for test in tests))
    return [drawn.points[number] for number in islice(numbers, ENOUGH)]


class _Drawn:
    """Points that are drawn, the same ones every time, and which of them satisfy an atom: goals
    have most hypotheses in common."""

    def __init__(self, choices: tuple[tuple[str, tuple[fmpq, ...]], ...]) -> None:
        chance = Random(5)
        self.points = [{name: chance.choice(own) for name, own in choices} for _ in range(POINTS)]
        self._known: dict[Atom, dict[int, bool]] = {}

    def testing(self, atom: Atom) -> Callable[[int], bool]:
        """Whether the point of a number satisfies the atom, as far as can be told."""
        if len(self._known) > MOST_ATOMS:
            self._known.clear()
        test, known = testing(atom), self._known.setdefault(atom, {})

        def fits(number: int) -> bool:
            if number not in known:
                known[number] = test(self.points[number]) is True
            return known[number]

        return fits


#: Those of one kind are drawn once.
_drawn = lru_cache(maxsize=64)(_Drawn)


def few_points(goal: Goal) -> list[Point]:
    """The first of these points, at which signs are looked at."""
    return points_of(goal)[:FEW]


def _choices(goal: Goal, variable: Variable, values: tuple[int, ...]) -> list[fmpq]:
    """The values for a variable; of one between bounds those that are admitted, with others midway
    between the numbers in what is said of it alone."""
    name, usual = variable.name, [fmpq(value + (variable.sort == "positive")) for value in values]
    own = [atom for atom in goal.hypotheses if set(atom.expr.symbols()) == {name}]
    if len(own) < 2 or variable.sort == "natural":
        return usual
    tests = [testing(atom) for atom in own]
    numbers = (value_at(n, {}) for a in own for n in a.expr.walk() if not n.symbols())
    known = {fmpq(0), *(number for number in numbers if isinstance(number, fmpq))}
    ends = sorted(end for end in known if end >= 0 or variable.sort == "real")
    inside = [(one * (4 - part) + other * part) / 4
              for one, other in pairwise(ends) for part in (1, 2, 3)]  # fmt: skip
    return [v for v in (*usual, *inside) if all(test({name: v}) for test in tests)] or usual


def far_points(goal: Goal, tree: Formula) -> list[Point]:
    """Points at which some cells outweigh others, where what is said of the tree's own holds."""
    names = set(tree.symbols())
    own = tuple(atom for atom in goal.hypotheses if set(atom.expr.symbols()) <= names)
    return points_of(replace(goal, hypotheses=own), WIDE)


def rows_at(
    goal: Goal, tree: Formula, parts: list[Formula]
) -> tuple[dict[str, Floats], Floats] | None:
    """Small points that a goal is about, wherever it is defined, and the values of parts of the
    tree there, a row for each; None if they are few."""
    rest = tuple(atom for atom in goal.hypotheses if atom.rel != "defined")
    points = points_of(replace(goal, hypotheses=rest))
    if len(points) < FEWEST or not set(tree.symbols()) <= points[0].keys():
        return None
    at = columns(points)
    found = values(tree, at)
    return at, np.array([np.broadcast_to(found[part], (len(points),)) for part in parts])


def columns(points: list[Point]) -> dict[str, Floats]:
    """The points in floats, name by name."""
    return {name: np.array([float(point[name]) for point in points]) for name in points[0]}


def values_at(tree: Formula, points: list[Point]) -> Floats:
    """The values of the tree at the points where it has one, in floats."""
    if not points or not set(tree.symbols()) <= points[0].keys():
        return np.zeros(0)
    found = np.ravel(values(tree, columns(points))[tree])
    return found[np.isfinite(found)]
