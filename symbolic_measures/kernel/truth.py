"""Truth of a goal at a point, and the finite sets of points in their declared order.

`holds` and `fails` answer True or False by exact arithmetic, or None where an enclosure cannot
tell.  `points` lists every point of a size once, so "nothing smaller fails" can be re-checked.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import factorial, prod
from typing import Any

from flint import fmpq

from symbolic_measures.confusion import compositions
from symbolic_measures.formula import Formula, symbol
from symbolic_measures.kernel.exact import (
    CannotTellError,
    Evaluator,
    UndefinedError,
    Value,
    add,
    compare,
    compile_formula,
    multiply,
    sign,
    token,
)
from symbolic_measures.statement import Atom, Goal

Point = Mapping[str, fmpq]
Key = tuple[fmpq | int, ...]
#: Points with the value of a formula there, None if it cannot be told.
Valued = list[tuple[dict[str, fmpq], Value | None]]

#: The signs that satisfy each relation.
SIGNS: dict[str, Callable[[int], bool]] = {
    ">": lambda s: s > 0,
    ">=": lambda s: s >= 0,
    "==": lambda s: s == 0,
    "!=": lambda s: s != 0,
}


@lru_cache(maxsize=4_096)
def evaluator(tree: Formula) -> Evaluator:
    """`compile_formula`, remembered."""
    return compile_formula(tree)


def holds(atom: Atom, point: Point) -> bool | None:
    """Whether the atom is true at the point; None if enclosures cannot tell."""
    try:
        value = evaluator(atom.expr)(point)
        if atom.rel in ("defined", "undefined"):
            return atom.rel == "defined"
        return SIGNS[atom.rel](sign(value))
    except UndefinedError:
        return atom.rel == "undefined"
    except CannotTellError:
        return None


def admits(goal: Goal, point: Point) -> bool | None:
    """Whether every hypothesis holds at the point."""
    unknown = False
    for atom in goal.hypotheses:
        truth = holds(atom, point)
        if truth is False:
            return False
        unknown = unknown or truth is None
    return None if unknown else True


def fails(goal: Goal, point: Point) -> bool | None:
    """Whether the hypotheses hold at the point and the conclusion does not."""
    for atom in goal.hypotheses:  # the cheap ones first: most points end here
        if atom.rel != "defined" and holds(atom, point) is False:
            return False
    conclusion = holds(goal.conclusion, point)
    if conclusion is True:
        return False
    admitted = admits(goal, point)
    if admitted is False:
        return False
    return None if conclusion is None or admitted is None else True


def points(goal: Goal, size: int) -> Iterator[dict[str, fmpq]]:
    """Every choice of whole numbers for the blocks whose largest block sum is `size`.

    A variable of sort `positive` is at least 1.
    """
    choices = []
    for block in goal.blocks:
        sums = range(size + 1) if len(goal.blocks) > 1 else (size,)
        low = least(goal, block)
        choices.append(
            [
                tuple(cell + one for cell, one in zip(cells, low, strict=True))
                for total in sums
                for cells in compositions(total - sum(low), len(block))
            ]
            if any(low)
            else [cells for total in sums for cells in compositions(total, len(block))]
        )
    names = [name for block in goal.blocks for name in block]
    for choice in product(*choices):
        if any(sum(block) == size for block in choice):
            values = [value for block in choice for value in block]
            yield dict(zip(names, map(fmpq, values), strict=True))


def least(goal: Goal, block: tuple[str, ...]) -> list[int]:
    """The smallest whole number that each variable of a block may be."""
    positive = {variable.name for variable in goal.variables if variable.sort == "positive"}
    return [int(name in positive) for name in block]


def size_of(goal: Goal, point: Point) -> int:
    """The largest block sum of a point."""
    return max((int(sum(point[name] for name in block)) for block in goal.blocks), default=0)


def key(goal: Goal, point: Point) -> Key:
    """The order of counterexamples: largest block sum, n of the first matrix, then its cells,
    then those of the second, lexicographically."""
    cells: list[fmpq] = []
    for matrix in goal.matrices:
        values = [evaluator(cell)(point) for cell in matrix]
        cells += [value for value in values if isinstance(value, fmpq)]
    first = sum(cells[: len(goal.matrices[0])] if goal.matrices else [], fmpq(0))
    return (size_of(goal, point), first, *cells)


class Suspects:
    """The points of a goal that may fail it, size by size.

    If the goal compares a value of one block of variables with a value of another, each side is
    evaluated once at each of its points.  If it compares one formula at two matrices of one block,
    the formula is evaluated once at each matrix, for all goals.  Only points where these values
    violate the conclusion (or cannot be told) are left over.  Left out are only points where a
    hypothesis about one block fails, or a value that must be defined is not, or where the
    conclusion holds.
    """

    def __init__(self, goal: Goal, parameters: Point) -> None:
        self.goal, self.parameters = goal, parameters
        self.order = self._sides()
        self.signs = self._steps() if self.order is None else None
        self.known: list[list[Valued]] = [[], []]

    def _sides(self) -> tuple[int, int] | None:
        """The blocks of the left and the right side; None if they do not separate."""
        tree = self.goal.conclusion.expr
        if len(self.goal.blocks) != 2 or tree.op != "-" or self.goal.conclusion.rel not in SIGNS:
            return None
        homes = [self._home(side) for side in tree.args]
        alone = all(self._home(atom.expr) is not None for atom in self.goal.hypotheses)
        if not alone or sorted(home for home in homes if home is not None) != [0, 1]:
            return None
        return homes[0] or 0, homes[1] or 0

    def _home(self, tree: Formula) -> int | None:
        """The one block that a formula speaks of; -1 if none, None if both."""
        names = set(tree.symbols())
        homes = [number for number, block in enumerate(self.goal.blocks) if names & set(block)]
        return None if len(homes) > 1 else homes[0] if homes else -1

    def _steps(self) -> int | None:
        """1 or -1 if the goal compares M(C) with M(C') for the matrix C of its variables."""
        goal, tree = self.goal, self.goal.conclusion.expr
        if len(goal.blocks) != 1 or len(goal.matrices) != 2 or goal.conclusion.rel not in SIGNS:
            return None
        names, (here, there) = goal.blocks[0], goal.matrices
        given = {atom.expr for atom in goal.hypotheses if atom.rel == "defined"}
        if len(goal.values) != 2 or not given.issuperset(goal.values) or tree.op != "-":
            return None
        if here != tuple(map(symbol, names)) or goal.values[1] != goal.values[0].at(
            **dict(zip(names, there, strict=True))
        ):
            return None
        return 1 if tree.args == goal.values else -1 if tree.args == goal.values[::-1] else None

    @property
    def cheap(self) -> bool:
        """Whether values are looked up rather than worked out at each point."""
        return self.order is not None or self.signs is not None

    def of_size(self, size: int) -> Iterator[dict[str, fmpq]]:
        """Points whose largest block sum is `size`, among them every one that fails."""
        if self.signs is not None:
            yield from self._stepping(size, self.signs)
            return
        if self.order is None:
            yield from points(self.goal, size)
            return
        test = SIGNS[self.goal.conclusion.rel]
        for sizes in product(range(size + 1), repeat=2):
            if size not in sizes:
                continue
            sides = [_by_value(self._at(i, self.order[i], sizes[i])) for i in (0, 1)]
            for (one, lefts), (other, rights) in product(*sides):
                if one is None or other is None or not _fits(test, one, other):
                    yield from ({**left, **right} for left, right in product(lefts, rights))

    def _stepping(self, size: int, sign_of: int) -> Iterator[dict[str, fmpq]]:
        test, run = SIGNS[self.goal.conclusion.rel], evaluator(self.goal.values[0])
        names, there = self.goal.blocks[0], self.goal.matrices[1]
        known = tuple(sorted(self.parameters.items()))
        moved = [evaluator(cell) for cell in there]
        for cells in compositions(size, len(names)):
            point = dict(zip(names, map(fmpq, cells), strict=True))
            full = {**point, **self.parameters}
            after = [cell(full) for cell in moved]
            if not all(isinstance(cell, fmpq) and cell.q == 1 and cell >= 0 for cell in after):
                yield point
                continue
            one = _value_at(run, names, cells, known)
            other = _value_at(run, names, tuple(int(str(cell)) for cell in after), known)
            if one is UNDEFINED or other is UNDEFINED:
                continue
            if sign_of < 0:
                one, other = other, one
            if one is None or other is None or not _fits(test, one, other):
                yield point

    def _at(self, side: int, block: int, size: int) -> Valued:
        """Points of a side with that block sum that its own hypotheses admit, with values."""
        while len(self.known[side]) <= size:
            self.known[side].append(list(self._evaluate(side, block, len(self.known[side]))))
        return self.known[side][size]

    def _evaluate(
        self, side: int, block: int, size: int
    ) -> Iterator[tuple[dict[str, fmpq], Value | None]]:
        names = self.goal.blocks[block]
        own = [atom for atom in self.goal.hypotheses if self._home(atom.expr) == block]
        tree = self.goal.conclusion.expr.args[side]
        for cells in compositions(size, len(names)):
            point = dict(zip(names, map(fmpq, cells), strict=True))
            full = {**point, **self.parameters}
            if any(holds(atom, full) is False for atom in own):
                continue
            try:
                yield point, evaluator(tree)(full)
            except (CannotTellError, UndefinedError):
                yield point, None


def _by_value(valued: Valued) -> list[tuple[Value | None, list[dict[str, fmpq]]]]:
    """The points with their value, those of one number together as far as that is seen."""
    groups: dict[Hashable, tuple[Value | None, list[dict[str, fmpq]]]] = {}
    for point, value in valued:
        try:
            same = None if value is None else token(value)
        except CannotTellError:
            same = object()
        groups.setdefault(same, (value, []))[1].append(point)
    return list(groups.values())


class _Undefined:
    """No value."""


UNDEFINED = _Undefined()


@lru_cache(maxsize=200_000)
def _value_at(
    run: Evaluator,
    names: tuple[str, ...],
    cells: tuple[int, ...],
    parameters: tuple[tuple[str, fmpq], ...],
) -> Value | _Undefined | None:
    """The value at a matrix, remembered; None if it cannot be told."""
    try:
        matrix = dict(zip(names, map(fmpq, cells), strict=True))
        return run({**matrix, **dict(parameters)})
    except CannotTellError:
        return None
    except UndefinedError:
        return UNDEFINED


def _fits(test: Callable[[int], bool], one: Any, other: Any) -> bool:
    """Whether the difference of two values is known to satisfy a relation."""
    try:
        return test(compare(one, other))
    except CannotTellError:
        return False


#: True sizes a_1, ..., a_m and predicted sizes b_1, ..., b_m of the classes.
Sizes = tuple[tuple[int, ...], tuple[int, ...]]


def mean(goal: Goal, sizes: Sizes, parameters: Point) -> Value:
    """E[M] over uniformly random predictions of given sizes, exactly; M is the goal's formula.

    A matrix with these sizes comes from prod_i a_i!/prod_ij c_ij! of the n!/prod_j b_j!
    predictions.  UndefinedError if an outcome of positive probability is undefined.
    """
    run, names = evaluator(goal.conclusion.expr), goal.blocks[0]
    true, predicted = sizes
    ways = prod(map(factorial, true)) * prod(map(factorial, predicted))
    total: Value = fmpq(0)
    for cells in tables(true, predicted):
        point = {**parameters, **dict(zip(names, map(fmpq, cells), strict=True))}
        chance = fmpq(ways, prod(map(factorial, cells)) * factorial(sum(true)))
        total = add(total, multiply(chance, run(point)))
    return total


def tables(true: tuple[int, ...], predicted: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every matrix with these row and column sums, row by row."""
    if not true:
        yield ()
        return
    for row in compositions(true[0], len(predicted)):
        if all(cell <= size for cell, size in zip(row, predicted, strict=True)):
            left = tuple(size - cell for cell, size in zip(row, predicted, strict=True))
            if len(true) > 1 or not any(left):
                yield from ((*row, *rest) for rest in tables(true[1:], left))


def sizes_of(n: int, classes: int) -> Iterator[Sizes]:
    """All sizes of the classes of n elements that Definition 8 admits: no predicted one is n."""
    for true in compositions(n, classes):
        for predicted in compositions(n, classes):
            if max(predicted) < n:
                yield true, predicted


def triples(n: int) -> Iterator[tuple[int, int, int]]:
    """(n, P, P^) for the sizes of two classes."""
    return ((n, true[0], predicted[0]) for true, predicted in sizes_of(n, 2))
