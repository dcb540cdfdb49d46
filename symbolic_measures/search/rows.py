"""The matrices of a size, one in each row: in their order, and with the values of a formula.

Values are in floats, with a bound on their error: nothing is concluded from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
from flint import fmpq

from symbolic_measures.kernel.truth import Point
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.search.floats import STEP, Ball, Bits, Numbers, balls, may_hold, surely

#: So many rows are looked at in one go.
TOGETHER = 20_000
#: So few rows are sooner looked at exactly.
FEW_ROWS = 40
#: Values of parameters, as a key.
Given = tuple[tuple[str, fmpq], ...]


def in_numbers(parameters: Point) -> dict[str, Numbers]:
    """The values of parameters, rounded."""
    return {name: np.full(1, float(value.p) / float(value.q)) for name, value in parameters.items()}


def in_texts(point: Point) -> dict[str, str]:
    """The values of parameters as a certificate has them."""
    return {name: str(value) for name, value in point.items()}


@lru_cache(maxsize=64)
def all_rows(total: int, low: tuple[int, ...]) -> Numbers:
    """The compositions of a number with parts that are at least `low`, one in each row."""
    room, width = total - sum(low), len(low)
    if room < 0:
        return np.zeros((0, width), dtype=np.int64)
    # the part that each of the elements goes to; the last of these choices come first
    places = np.array(list(combinations_with_replacement(range(width), room)), dtype=np.int64)
    found = np.tile(np.array(low, dtype=np.int64), (len(places), 1))
    np.add.at(found, (np.arange(len(places))[:, None], places[::-1].reshape(len(places), room)), 1)
    return found


def in_parts(size: int, width: int) -> Iterator[Numbers]:
    """The rows with that total, so many at a time: each node of a formula has a value at each."""
    rows = all_rows(size, (0,) * width)
    return (rows[start : start + TOGETHER] for start in range(0, len(rows), TOGETHER))


def places(rows: Numbers, total: int) -> Numbers:
    """Which of all rows with that total, and that width, each of these is.

    Before a row come those that are smaller in some cell and equal before it: of the cells after
    it, and one more for what is left, so many choices with its rest less those with the next one.
    """
    width = rows.shape[1]
    choices = np.array([[comb(rest + after, after) for after in reversed(range(width))]
                        for rest in range(total + 1)], dtype=np.int64)  # fmt: skip
    rest = total - np.hstack([np.zeros((len(rows), 1), dtype=np.int64), np.cumsum(rows, axis=1)])
    cell = np.arange(width)
    found: Numbers = (choices[rest[:, :-1], cell] - choices[rest[:, 1:], cell]).sum(axis=1)
    return found


@lru_cache(maxsize=32)
def values_of_size(tree: Formula, names: tuple[str, ...], total: int, given: Given) -> Ball:
    """The values at all matrices with that total, with their errors."""
    parts = []
    for some in in_parts(total, len(names)):
        value, error = balls(tree, _at(names, some, given))[tree]
        parts.append((np.broadcast_to(value, len(some)), np.broadcast_to(error, len(some))))
    values, errors = zip(*parts, strict=True)
    return np.concatenate(values), np.concatenate(errors)


@lru_cache(maxsize=4_096)
def unclear_steps(goal: Goal, given: Given, total: int, sign: int) -> Numbers | None:
    """The matrices with that total from which a step may fail a goal that compares the values
    before and after it, M(before) - M(after) times a sign; None if the totals after it differ.

    Each matrix has its value once, for all goals.
    """
    tree, names = goal.values[0], goal.blocks[0]
    before, error = values_of_size(tree, names, total, given)
    there = ~np.isinf(before)
    rows, before, error = all_rows(total, (0,) * len(names))[there], before[there], error[there]
    moved = _moved(goal, rows, given)
    inside = np.flatnonzero((moved >= 0).all(axis=1) & (moved % 1 == 0).all(axis=1))
    after = moved[inside].astype(np.int64)
    totals = np.unique(after.sum(axis=1)).tolist()
    if len(totals) > 1:
        return None
    unclear: Bits = np.ones(len(rows), dtype=bool)
    if totals:
        then = values_of_size(tree, names, totals[0], given)
        other, more = (part[places(after, totals[0])] for part in then)
        with np.errstate(invalid="ignore"):
            gap = sign * (before[inside] - other)
            room = error[inside] + more + STEP * (np.abs(before[inside]) + np.abs(other))
        unclear[inside] = ~(np.isinf(other) | surely(goal.conclusion.rel, gap, room))
    return admitted(goal, names, rows[unclear], given)


def _moved(goal: Goal, rows: Numbers, given: Given) -> Numbers:
    """The matrices after the step, in floats."""
    at, found = _at(goal.blocks[0], rows, given), rows.astype(np.float64)
    for place, (name, cell) in enumerate(zip(goal.blocks[0], goal.matrices[1], strict=True)):
        if cell != symbol(name):
            found[:, place] = balls(cell, at)[cell][0]
    return found


def admitted(goal: Goal, names: tuple[str, ...], rows: Numbers, given: Given = ()) -> Numbers:
    """Those at which the hypotheses that are polynomials may hold, the shortest looked at first;
    a few rows are left as they are."""
    plain = [atom for atom in goal.hypotheses if atom.expr.is_polynomial]
    for atom in sorted(plain, key=lambda one: len(one.expr.symbols())):
        if len(rows) > FEW_ROWS:
            rows = rows[np.broadcast_to(may_hold(atom, _at(names, rows, given)), len(rows))]
    return rows


def _at(names: tuple[str, ...], rows: Numbers, given: Given) -> dict[str, Numbers]:
    return {**in_numbers(dict(given)), **dict(zip(names, rows.T, strict=True))}
