"""Which points of a size may fail a goal: the many are sorted out in floats, the rest is exact.

Nothing is concluded from a float: a point is only left out where its error bounds show that the
goal holds.  Invariant: every point that fails is among those that are left.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, product
from math import comb, inf, prod

import numpy as np
from flint import fmpq

from symbolic_measures.kernel.exact import (
    CannotTellError,
    UndefinedError,
    Value,
    add,
    negate,
)
from symbolic_measures.kernel.minimality import Names, Suspects, Valued, points_up_to
from symbolic_measures.kernel.truth import Point, evaluator, holds, least
from symbolic_measures.nouns.confusion import compositions, labelings
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.search.costs import of_floats, of_points, of_value
from symbolic_measures.search.floats import SHARED, Numbers, Seen, above, balls, may_fail, may_hold
from symbolic_measures.search.rows import TOGETHER, all_rows, in_numbers, in_parts, unclear_steps

#: Points are looked at in floats first where blocks have more variables than this, or where there
#: are more of them in one size.
FEW_CELLS, FEW_POINTS, CELLS_OF_THREE = 8, 2_000, 9
#: Steps are looked up one by one where more than one in so many cannot be told in floats.
UNCLEAR = 20
#: Three labelings A, B, C: those whose confusion matrices are compared.
PAIRS = ((0, 1), (1, 2), (0, 2))
Places = tuple[tuple[int, ...], ...]
#: Where goals look at the same points: these, and what was found there.
Looked = dict[tuple[Hashable, ...], list[tuple[Numbers, Seen]]]


class Sieve(Suspects):
    """The points of a goal that may fail it, up to a size; see `Suspects`."""

    def __init__(
        self, goal: Goal, parameters: Point, largest: int, seen: Looked | None = None
    ) -> None:
        super().__init__(goal, parameters)
        self.largest, self.seen = largest, {} if seen is None else seen
        self._ends: dict[int, float] = {}
        self._pairs: dict[tuple[int, ...], Value | None] = {}
        self._undefined: set[tuple[int, ...]] = set()
        wide = any(len(block) > FEW_CELLS for block in goal.blocks)
        # what is known of the matrices of many classes serves all goals about steps between them
        self.shared = self.signs is not None and len(goal.blocks[0]) > CELLS_OF_THREE
        self.wide = wide and self.order is None and not self.shared

    def of_size(self, size: int) -> Iterator[dict[str, fmpq]]:
        """Points whose largest block sum is `size`, among them every one that fails."""
        if self.in_floats(size):
            yield from self._in_floats(size)
        else:
            yield from super().of_size(size)

    def _stepping(self, size: int) -> Iterator[dict[str, fmpq]]:
        """The same; of many classes, steps that plainly fit are left out, where few do not."""
        names, found = self.goal.blocks[0], None
        if self.shared and self.signs is not None:
            given = tuple(sorted(self.parameters.items()))
            found = unclear_steps(self.goal, given, size, self.signs)
        if found is None or len(found) * UNCLEAR > comb(size + len(names) - 1, size):
            yield from super()._stepping(size)
            return
        for cells in found.tolist():
            if self.bound is not None and (size, size, *cells) > self.bound:
                return
            yield dict(zip(names, map(fmpq, cells), strict=True))

    def at_block(self, block: int, size: int) -> list[Valued]:
        """The points of a block with that sum that its own hypotheses admit, each with the value
        of the side that speaks of it; of goals with two sides."""
        order = self.order or (0, 1)
        return self._at(order.index(block), block, size)

    def _in_floats(self, size: int) -> Iterator[dict[str, fmpq]]:
        """The points of that size, without those that plainly do not fail."""
        names = tuple(chain(*self.goal.blocks))
        lows = tuple(tuple(least(self.goal, block)) for block in self.goal.blocks)
        key = (size, names, lows, *self.parameters.items())
        found: Iterable[tuple[Numbers, Seen]] = self._at_size(size, names, lows)
        if key in self.seen or self.count(size) <= SHARED:
            found = self.seen[key] = self.seen.get(key) or list(found)
        for rows, at in found:
            for row in rows[np.broadcast_to(may_fail(self.goal, at), len(rows))].tolist():
                yield dict(zip(names, map(fmpq, row), strict=True))

    def _at_size(
        self, size: int, names: Names, lows: tuple[tuple[int, ...], ...]
    ) -> Iterator[tuple[Numbers, Seen]]:
        """The points of that size, in rows and as numbers, so many at a time."""
        for sums in product(range(size + 1), repeat=len(lows)):
            rows = [all_rows(total, low) for total, low in zip(sums, lows, strict=True)]
            if size not in sums or not all(map(len, rows)):
                continue
            first, *others = rows
            step = max(1, TOGETHER // prod(map(len, others)))
            for start in range(0, len(first), step):
                whole = first[start : start + step]
                for more in others:
                    whole = np.hstack(
                        [np.repeat(whole, len(more), 0), np.tile(more, (len(whole), 1))]
                    )
                yield whole, Seen(self._at_rows(names, whole))

    def in_floats(self, size: int) -> bool:
        """Whether the points of a size are sorted out in floats."""
        return self.wide or (not self.cheap and self.count(size) > FEW_POINTS)

    def count(self, size: int) -> int:
        """How many points have that size; where values are looked up, each counts as 1/10."""
        return points_up_to((self.goal,), size) - (
            points_up_to((self.goal,), size - 1) if size else 0
        )

    def cost(self, size: int) -> int:
        """What finding the points of that size costs, in steps."""
        if self.in_floats(size):
            return of_floats(self.goal, self.count(size))
        if self.shared:  # each value is looked up by some ten goals, and worked out once
            return self.count(size) * (30 + of_value(self.goal.values[0]) // 10)
        if self.order is None:
            return of_points(self.goal, self.count(size)) // 4
        widest = max(map(len, self.goal.blocks))
        valued = comb(size + widest - 1, widest - 1)
        exact = min(valued, FEW_POINTS)
        return of_points(self.goal, exact) + of_floats(self.goal, valued) + self.count(size)

    def _evaluate(
        self, side: int, block: int, size: int
    ) -> Iterator[tuple[dict[str, fmpq], Value | None]]:
        names = self.goal.blocks[block]
        if len(self.goal.values) == len(PAIRS) + 1 and (places := _pairs_of(names)) is not None:
            yield from self._of_labelings(side, block, size, places)
            return
        many = comb(size + len(names) - 1, len(names) - 1) > FEW_POINTS
        if not many or self.goal.conclusion.rel not in (">", ">="):
            yield from super()._evaluate(side, block, size)
            return
        own = [atom for atom in self.goal.hypotheses if self._home(atom.expr) == block]
        run = evaluator(self.goal.conclusion.expr.args[side])
        for cells in self._doubtful(side, block, size):
            point = dict(zip(names, map(fmpq, cells), strict=True))
            full = {**point, **self.parameters}
            if any(holds(atom, full) is False for atom in own):
                continue
            try:
                yield point, run(full)
            except (CannotTellError, UndefinedError):
                yield point, None

    def _of_labelings(
        self, side: int, block: int, size: int, places: tuple[Places, ...]
    ) -> Iterator[tuple[dict[str, fmpq], Value | None]]:
        """The same for three labelings: M(A,B) + M(B,C) - M(A,C), each matrix looked at once.

        Where two labelings are the same, one value is left, exactly.
        """
        names, trees = self.goal.blocks[block], self.goal.values[: len(PAIRS)]
        given = {Atom(tree, "defined") for tree in trees}
        own = [a for a in self.goal.hypotheses if self._home(a.expr) == block and a not in given]
        many = comb(size + len(names) - 1, size) > FEW_POINTS
        rows = self._doubtful(side, block, size) if many else compositions(size, len(names))
        for cells in rows:
            point = dict(zip(names, map(fmpq, cells), strict=True))
            full = {**point, **self.parameters}
            if any(holds(atom, full) is False for atom in own):
                continue
            matrices = [tuple(sum(cells[i] for i in place) for place in pair) for pair in places]
            found = [self._at_pair(*pair, full) for pair in zip(matrices, trees, strict=True)]
            if not self._undefined.isdisjoint(matrices):
                continue
            ab, bc, ac = found
            if ab is None or bc is None or ac is None:
                yield point, None
            elif matrices[1] == matrices[2]:
                yield point, ab
            elif matrices[0] == matrices[2]:
                yield point, bc
            else:
                yield point, add(add(ab, bc), negate(ac))

    def _at_pair(
        self, matrix: tuple[int, ...], tree: Formula, full: dict[str, fmpq]
    ) -> Value | None:
        """The value at the confusion matrix of two labelings; None if it cannot be told, or is
        none at all (`_undefined`)."""
        if matrix not in self._pairs:
            try:
                self._pairs[matrix] = evaluator(tree)(full)
            except CannotTellError:
                self._pairs[matrix] = None
            except UndefinedError:
                self._pairs[matrix] = None
                self._undefined.add(matrix)
        return self._pairs[matrix]

    def _doubtful(self, side: int, block: int, size: int) -> list[list[int]]:
        """The points of a side that may violate the conclusion with one of the other side."""
        names, tree = self.goal.blocks[block], self.goal.conclusion.expr.args[side]
        own = [atom for atom in self.goal.hypotheses if self._home(atom.expr) == block]
        end, found = self._end(1 - side), list[list[int]]()
        for rows in in_parts(size, len(names)):
            at = self._at_rows(names, rows)
            value, error = balls(tree, at)[tree]
            low = value - error <= end if side == 0 else value + error >= end
            keep = np.broadcast_to(low | np.isnan(value), len(rows))
            for atom in own:
                keep = keep & may_hold(atom, at)
            found += rows[keep].tolist()
        return found

    def _end(self, side: int) -> float:
        """A bound on all values of a side: an upper one of the right, a lower one of the left."""
        if side not in self._ends:
            tree, (left, right) = self.goal.conclusion.expr.args[side], self.order or (0, 0)
            names = self.goal.blocks[(left, right)[side]]
            outward, found, unknown = (1.0 if side else -1.0), -inf, list[list[int]]()
            sizes = range(self.largest + 1)
            for rows in chain.from_iterable(in_parts(size, len(names)) for size in sizes):
                value, error = np.broadcast_arrays(*balls(tree, self._at_rows(names, rows))[tree])
                known = value[~np.isinf(value)] * outward + error[~np.isinf(value)]
                found = max(found, known.max(initial=-inf, where=~np.isnan(known)))
                unknown += rows[np.broadcast_to(np.isnan(value), len(rows))].tolist()
            exact = (self._bound(tree, names, cells, outward) for cells in unknown)
            found = inf if len(unknown) > FEW_POINTS else max(found, *exact, -inf)
            self._ends[side] = outward * found
        return self._ends[side]

    def _bound(self, tree: Formula, names: Names, cells: list[int], outward: float) -> float:
        """A number that is no less than the exact value, or its negative, at a point."""
        point = {**dict(zip(names, map(fmpq, cells), strict=True)), **self.parameters}
        try:
            return above(evaluator(tree)(point), outward)
        except CannotTellError:
            return inf
        except UndefinedError:
            return -inf

    def _at_rows(self, names: tuple[str, ...], rows: Numbers) -> dict[str, Numbers]:
        return {**in_numbers(self.parameters), **dict(zip(names, rows.T, strict=True))}


@lru_cache(maxsize=64)
def _pairs_of(names: Names) -> tuple[Places, ...] | None:
    """Which numbers make up the cells of the confusion matrices of two of three labelings; None if
    they are not the numbers of elements with given labels."""
    labels = sorted({name[2:3] for name in names})
    if names != labelings(len(labels)):
        return None
    return tuple(
        tuple(
            tuple(place for place, name in enumerate(names) if (name[2 + i], name[2 + j]) == pair)
            for pair in product(labels, repeat=2)
        )
        for i, j in PAIRS
    )
