"""The smallest counterexample, by exact enumeration in growing size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice, product
from math import prod
from random import Random

import numpy as np
from flint import fmpq

from symbolic_measures.confusion import compositions
from symbolic_measures.kernel.checker import (
    expectation_witness,
    first_difference,
    parameter_points,
    parameters_of,
    witness_at,
)
from symbolic_measures.kernel.exact import CannotTellError
from symbolic_measures.kernel.truth import Key, Suspects, fails, holds, key, least
from symbolic_measures.search.clock import Clock
from symbolic_measures.search.floats import Numbers, may_fail
from symbolic_measures.statement import Goal, Statement
from symbolic_measures.verdict import Witness

MAX_PARAMETERS = 12
#: Points of goals with blocks of more variables than this are looked at in floats first.
FEW_CELLS = 8
#: So many points are looked at in one go.
TOGETHER = 20_000
#: Cells of points that are tried at random.
SIZES = (0, 0, 1, 2, 3, 5, 8, 12, 40)


def refute(
    statement: Statement, largest: int | Sequence[int], clock: Clock, smallest: int = 0
) -> Witness | None:
    """The smallest witness of sizes `smallest` to `largest`, at the first parameter values that
    have one.  With several `largest`, one for each goal, it is said to be minimal only if every
    goal was enumerated up to its size."""
    sizes = (largest,) * len(statement.goals) if isinstance(largest, int) else tuple(largest)
    tried: set[str] = set()
    for goal in statement.goals:
        most = MAX_PARAMETERS * max(1, len(parameters_of(goal)))
        for parameters in chain(islice(parameter_points(goal), most), all_zero(goal)):
            if str(parameters) in tried:
                continue
            tried.add(str(parameters))
            found = _at_parameters(statement, parameters, sizes, clock, smallest)
            if found is not None:
                return found
    return None


def all_zero(goal: Goal) -> Iterator[dict[str, fmpq]]:
    """The parameter values 0, where families often change, if they are admissible."""
    point = dict.fromkeys(parameters_of(goal), fmpq(0))
    own = [atom for atom in goal.hypotheses if set(atom.expr.symbols()) <= set(point)]
    if point and all(holds(atom, point) for atom in own):
        yield point


def _at_parameters(
    statement: Statement,
    parameters: dict[str, fmpq],
    largest: tuple[int, ...],
    clock: Clock,
    smallest: int,
) -> Witness | None:
    best: tuple[Key, int, dict[str, fmpq]] | None = None
    unknown: Key | None = None
    for number, goal in enumerate(statement.goals):
        if goal.conclusion.rel == "constant-mean":
            try:
                pair = first_difference(goal, parameters, largest[number])
            except CannotTellError:
                return None
            return expectation_witness(goal, number, pair, parameters) if pair else None
        top = largest[number] if best is None else min(largest[number], int(best[0][0]))
        found, unsure = _in_goal(goal, parameters, top, clock, smallest)
        if unsure is not None and (unknown is None or unsure < unknown):
            unknown = unsure
        if found is not None and (best is None or found[0] < best[0]):
            best = found[0], number, found[1]
    if best is None:
        return None
    seen = all(size >= best[0][0] for size in largest)
    minimal = smallest == 0 and seen and (unknown is None or best[0] < unknown)
    return witness_at(statement, best[1], best[2], minimal)


def scattered(goal: Goal, clock: Clock, tries: int = 600) -> dict[str, fmpq] | None:
    """A point with cells of very different sizes that fails a goal of one block, made as small as
    it can be by lowering one cell after the other.  It need not be minimal."""
    if len(goal.blocks) != 1 or parameters_of(goal):
        return None
    names, low = goal.blocks[0], least(goal, goal.blocks[0])
    if goal.conclusion.rel not in (">", ">="):  # an equation fails early or not at all
        return None
    chance = Random(1)
    rows = [[max(chance.choice(SIZES), one) for one in low] for _ in range(tries)]
    columns = np.array(rows, dtype=np.int64).T
    may = np.broadcast_to(may_fail(goal, dict(zip(names, columns, strict=True))), tries)
    for cells in (row for row, bit in zip(rows, may, strict=True) if bit):
        clock.tick()
        if _fails(goal, names, cells):
            return dict(zip(names, map(fmpq, _shrunk(goal, names, cells, low)), strict=True))
    return None


def _shrunk(goal: Goal, names: tuple[str, ...], cells: list[int], low: list[int]) -> list[int]:
    """The failing point with one cell after the other as small as it can be."""
    shrinking = True
    while shrinking:
        shrinking = False
        for place, one in enumerate(low):
            for smaller in range(one, cells[place]):
                other = [*cells[:place], smaller, *cells[place + 1 :]]
                if _fails(goal, names, other):
                    cells, shrinking = other, True
                    break
    return cells


def _fails(goal: Goal, names: tuple[str, ...], cells: list[int]) -> bool:
    return fails(goal, dict(zip(names, map(fmpq, cells), strict=True))) is True


def few_labels(goal: Goal, largest: int, clock: Clock) -> dict[str, fmpq] | None:
    """A point that fails a goal about three labelings of many classes, if one is found where all
    elements but one are of the first two classes: the smallest of these.  It need not be minimal.
    """
    if len(goal.blocks) != 2 or parameters_of(goal):
        return None
    names, doubled = goal.blocks
    two = [name for name in names if set(name[2:]) <= set("12")]
    last = names[-1]
    for size in range(1, largest + 1):
        for cells in compositions(size, len(two)):
            for one in (0, 1):
                clock.tick()
                point = dict.fromkeys((*names, *doubled), fmpq(0))
                point.update(zip(two, map(fmpq, cells), strict=True))
                point[last] = fmpq(one)
                point.update(dict.fromkeys(doubled, fmpq(1)))
                if fails(goal, point):
                    return point
    return None


Found = tuple[Key, dict[str, fmpq]]


def _in_goal(
    goal: Goal, parameters: dict[str, fmpq], largest: int, clock: Clock, smallest: int
) -> tuple[Found | None, Key | None]:
    """The failing point with the smallest key, and the smallest key that could not be told."""
    unsure: Key | None = None
    suspects = Suspects(goal, parameters)
    many = suspects.order is None and any(len(block) > FEW_CELLS for block in goal.blocks)
    sizes = range(smallest, largest + 1) if goal.blocks else range(int(not goal.variables))
    for size in sizes:
        best: Found | None = None
        found = _in_floats(goal, parameters, size) if many else suspects.of_size(size)
        for point in found if goal.blocks else ({},):
            clock.tick()
            full = {**point, **parameters}
            truth = fails(goal, full)
            if truth is False:
                continue
            here = key(goal, full)
            if truth is None:
                unsure = here if unsure is None else min(unsure, here)
            elif best is None or here < best[0]:
                best = here, full
        if best is not None:
            return best, unsure
    return None, unsure


def _in_floats(goal: Goal, parameters: dict[str, fmpq], size: int) -> Iterator[dict[str, fmpq]]:
    """The points whose largest block sum is `size`, without those that plainly do not fail."""
    names = [name for block in goal.blocks for name in block]
    lows = [tuple(least(goal, block)) for block in goal.blocks]
    given = {
        name: np.full(1, float(value.p) / float(value.q)) for name, value in parameters.items()
    }
    for sums in product(range(size + 1), repeat=len(lows)):
        rows = [_rows(total, low) for total, low in zip(sums, lows, strict=True)]
        if size not in sums or not all(map(len, rows)):
            continue
        first, *others = rows
        step = max(1, TOGETHER // prod(map(len, others)))
        for start in range(0, len(first), step):
            whole = first[start : start + step]
            for more in others:
                whole = np.hstack([np.repeat(whole, len(more), 0), np.tile(more, (len(whole), 1))])
            at = {**given, **dict(zip(names, whole.T, strict=True))}
            for row in whole[np.broadcast_to(may_fail(goal, at), len(whole))].tolist():
                yield dict(zip(names, map(fmpq, row), strict=True))


@lru_cache(maxsize=64)
def _rows(total: int, low: tuple[int, ...]) -> Numbers:
    """The compositions of a number with parts that are at least `low`, one in each row."""
    found = list(compositions(total - sum(low), len(low)))
    return np.array(found, dtype=np.int64).reshape(len(found), len(low)) + np.array(low)
