"""The smallest counterexample, by exact enumeration in growing size."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain, islice, product
from math import comb
from random import Random
from typing import Any

import numpy as np
from flint import fmpq
from numpy.typing import NDArray

from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, compare, token
from symbolic_measures.kernel.expectation import expectation_witness, first_difference
from symbolic_measures.kernel.minimality import MAX_POINTS, MAX_SIZE, points_up_to
from symbolic_measures.kernel.samples import parameter_points, parameters_of
from symbolic_measures.kernel.truth import Key, Test, failing, holds, key, least, size_of
from symbolic_measures.kernel.violation import witness_at
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.statement import Goal, Statement
from symbolic_measures.nouns.verdict import Witness
from symbolic_measures.search.costs import of_floats, of_points
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.floats import may_fail
from symbolic_measures.search.sieve import Looked, Sieve

MAX_PARAMETERS = 12
#: Cells of points that are tried at random: most small, then such as large tables have.
SIZES = (0, 0, 1, 2, 3, 5, 8, 12, 40)
LARGE = (0, 0, 1, 2, 5, 10, 100, 1_000, 10_000, 1_000_000)
#: With more cells in a block it is about several classes.
BINARY_CELLS = 8
#: Of so many parameter values; so many of those points are looked at exactly.
FEW_PARAMETERS, DOUBTFUL = 6, 200


def refute(
    statement: Statement,
    largest: int | Sequence[int],
    effort: Effort,
    proved: Collection[int] = (),
) -> Witness | None:
    """The smallest witness of sizes up to `largest`, at the first parameter values that have one.
    With several `largest`, one for each goal, it is said to be minimal only if every goal was
    enumerated up to its size, or is among those that are `proved`: nothing fails them."""
    sizes = (largest,) * len(statement.goals) if isinstance(largest, int) else tuple(largest)
    open_goals = [number for number in range(len(sizes)) if number not in proved]
    tried: set[str] = set()
    for goal in statement.goals:
        most = MAX_PARAMETERS * max(1, len(parameters_of(goal)))
        for parameters in chain(islice(parameter_points(goal), most), all_zero(goal)):
            if str(parameters) in tried:
                continue
            tried.add(str(parameters))
            found = _at_parameters(statement, parameters, sizes, effort, open_goals)
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
    effort: Effort,
    open_goals: list[int],
) -> Witness | None:
    for number in open_goals:
        goal = statement.goals[number]
        if goal.conclusion.rel == "constant-mean":
            effort.tick(_of_means(goal, largest[number]))
            try:
                pair = first_difference(goal, parameters, largest[number])
            except CannotTellError:
                return None
            return expectation_witness(goal, number, pair, parameters) if pair else None
    looked: Looked = {}
    enumerated = {
        n: _Enumerated(statement.goals[n], parameters, largest[n], looked) for n in open_goals
    }
    best: tuple[Key, int, dict[str, fmpq]] | None = None
    unknown: Key | None = None
    for size in range(max((largest[number] for number in open_goals), default=-1) + 1):
        looked.clear()
        for number, points in enumerated.items():
            if size in points.sizes:
                found, unsure = points.failing(size, effort, None if best is None else best[0])
                unknown = _smaller(unknown, unsure)
                if found is not None and (best is None or found[0] < best[0]):
                    best = found[0], number, found[1]
        if best is not None:
            break
    if best is None:
        return None
    seen = all(largest[number] >= best[0][0] for number in open_goals)
    few = points_up_to(statement.goals, int(best[0][0])) <= MAX_POINTS
    minimal = seen and few and (unknown is None or best[0] < unknown)
    return witness_at(statement, best[1], best[2], minimal)


def scattered(
    goal: Goal, effort: Effort, tries: int = 600, relations: tuple[str, ...] = (">", ">=")
) -> dict[str, fmpq] | None:
    """A point with cells of very different sizes that fails a goal, made as small as it can be by
    lowering one cell after the other.  It need not be minimal."""
    if goal.conclusion.rel not in relations:  # an equation of few cells fails early or not at all
        return None
    names = [name for block in goal.blocks for name in block]
    low = [one for block in goal.blocks for one in least(goal, block)]
    failed = failing(goal)
    rows = np.maximum(_chosen(len(low), tries), low)
    columns = dict(zip(names, rows.T, strict=True))
    for parameters in islice(parameter_points(goal), FEW_PARAMETERS):
        effort.tick(of_floats(goal, len(rows)))
        given = {name: np.array([float(value)]) for name, value in parameters.items()}
        may = np.broadcast_to(may_fail(goal, {**columns, **given}), len(rows))

        def full(cells: list[int], given: dict[str, fmpq] = parameters) -> dict[str, fmpq]:
            return {**dict(zip(names, map(fmpq, cells), strict=True)), **given}

        for cells in rows[may][:DOUBTFUL].tolist():
            effort.tick(of_points(goal, 1))
            if failed(full(cells)) is True:
                small = _shrunk(lambda row: failed(full(row)) is True, cells, low)
                if size_of(goal, full(small)) <= MAX_SIZE:
                    return full(small)
    return None


@lru_cache
def _chosen(length: int, tries: int) -> NDArray[np.int64]:
    """So many rows of small sizes, and of few cells a third as many of large ones, drawn at random,
    the same ones every time."""
    small = Random(1).choices(SIZES, k=tries * length)
    large = Random(2).choices(LARGE, k=tries // 3 * length if length <= BINARY_CELLS else 0)
    return np.array(small + large, dtype=np.int64).reshape(-1, length)


def _shrunk(fails: Callable[[list[int]], bool], cells: list[int], low: list[int]) -> list[int]:
    """The failing point with one cell after the other as small as it can be."""
    shrinking = True
    while shrinking:
        shrinking = False
        for place, one in enumerate(low):
            for smaller in _below(one, cells[place]):
                other = [*cells[:place], smaller, *cells[place + 1 :]]
                if fails(other):
                    cells, shrinking = other, True
                    break
    return cells


def _below(low: int, cell: int) -> list[int]:
    """Numbers from `low` to below the cell, in their order: all if it is small."""
    steps = [2**power for power in range(cell.bit_length())]
    chosen = {*range(low, low + SIZES[-1]), *(cell - step for step in steps)}
    chosen |= {cell // step for step in steps[1:]}
    return sorted(number for number in chosen if low <= number < cell)


def _smaller(one: Key | None, other: Key | None) -> Key | None:
    return min((each for each in (one, other) if each is not None), default=None)


Found = tuple[Key, dict[str, fmpq]]


class _Enumerated:
    """The points of a goal up to a size, at given values of the parameters."""

    def __init__(self, goal: Goal, parameters: dict[str, fmpq], largest: int, seen: Looked) -> None:
        self.goal, self.parameters = goal, parameters
        self.suspects = Sieve(goal, parameters, largest, seen)
        alone = bool(goal.matrices) or not goal.variables  # numbers, and parameters at most
        self.sizes = range(largest + 1) if goal.blocks else range(int(alone))
        # with the sum of the first block and its cells keys begin, if they are the first matrix
        self.plain = bool(goal.blocks) and goal.matrices[:1] == (
            tuple(map(symbol, goal.blocks[0])),
        )
        # points of one block come in lexicographic order, which is that of their keys
        self.ordered = self.plain and len(goal.blocks) == 1
        self.name = "no point fails", goal, str(parameters)

    @cached_property
    def fails(self) -> Test:
        """Whether a point fails the goal; it is built where there is one to look at."""
        return failing(self.goal)

    def failing(
        self, size: int, effort: Effort, bound: Key | None
    ) -> tuple[Found | None, Key | None]:
        """The failing point of that size with the smallest key, and the smallest key that could
        not be told, perhaps of a smaller size; those above a bound may be left out.

        Up to where no point failed is remembered, with the smallest key that could not be told.
        """
        upto, unclear = effort.tried.get(self.name, (-1, None))
        if size <= upto:
            return None, unclear
        found, unsure = self._failing(size, effort, bound)
        if found is bound is None and size == upto + 1:
            effort.tried[self.name] = size, _smaller(unclear, unsure)
        return found, unsure

    def _failing(
        self, size: int, effort: Effort, bound: Key | None
    ) -> tuple[Found | None, Key | None]:
        """The same, looked for."""
        goal, suspects = self.goal, self.suspects
        best: Found | None = None
        unsure: Key | None = None
        suspects.bound = bound
        effort.tick(suspects.cost(size))
        # of what is left of shared values nearly all fails a plain hypothesis
        each = of_points(goal, 1) // (10 if suspects.shared else 1)
        pair = _first_pair(suspects, size)
        if pair is not None and self.fails(pair) is True:
            return (key(goal, pair), pair), unsure
        for point in suspects.of_size(size) if goal.blocks else ({},):
            effort.tick(each)
            if best is not None and self.plain and self._begins(point) > self._begins(best[1]):
                continue
            full = {**point, **self.parameters}
            with suppress(UndefinedError):  # of a matrix: no hypothesis was looked at yet
                if best is not None and key(goal, full) >= best[0]:
                    continue
            truth = self.fails(full)
            if truth is False:
                continue
            here = key(goal, full)
            if truth is None:
                unsure = _smaller(unsure, here)
            else:
                best = here, full
                if self.ordered:
                    break
        return best, unsure

    def _begins(self, point: dict[str, fmpq]) -> list[Any]:
        """The sum of the first block, and its cells."""
        cells = [point[name] for name in self.goal.blocks[0]]
        return [sum(cells), *cells]


def _first_pair(suspects: Sieve, size: int) -> dict[str, fmpq] | None:
    """The failing point of that size with the smallest key, of an equation between a value at a
    matrix of each block; None if there is none, or a value cannot be told.

    The points of each block are taken in the order of keys, so that few pairs are looked at.
    """
    goal, order = suspects.goal, suspects.order
    if order is None or goal.conclusion.rel != "==" or not _in_order(goal):
        return None
    sides = []
    for number, (matrix, block) in enumerate(zip(goal.matrices, goal.blocks, strict=True)):
        alone = replace(goal, matrices=(matrix,), blocks=(block,))
        points = [(total, *own) for total in range(size + 1)
                  for own in suspects.at_block(number, total)]  # fmt: skip
        # of the first matrix n is compared before the cells
        sides.append(sorted(points, key=lambda own: key(alone, own[1])[1 + number :]))
    values = {_token(value): value for side in sides for *_, value in side}
    first = next(iter(values.values()), None)
    if any(x is None for x in values.values()) or all(is_same(first, x) for x in values.values()):
        return None
    for (one, left, here), (other, right, there) in product(*sides):
        fits = one == other if suspects.equal else True
        if fits and max(one, other) == size and not is_same(here, there):
            return {**left, **right}
    return None


def _token(value: Any) -> Hashable:
    """What equal values have in common, as far as that is seen."""
    with suppress(CannotTellError):
        return token(value)
    return object()


def is_same(one: Any, other: Any) -> bool:
    """Whether two values are seen to be equal."""
    with suppress(CannotTellError):
        return compare(one, other) == 0
    return False


def _in_order(goal: Goal) -> bool:
    """Whether the matrices are one of each block, in their order."""
    if len(goal.matrices) != len(goal.blocks) or parameters_of(goal):
        return False
    names = [{n for cell in matrix for n in cell.symbols()} for matrix in goal.matrices]
    return all(own <= set(block) for own, block in zip(names, goal.blocks, strict=True))


def _of_means(goal: Goal, largest: int) -> int:
    """What all expectations up to that size cost: each matrix is an outcome once."""
    width = len(goal.blocks[0])
    return 4 * comb(largest + width, width) * of_points(goal, 1)
