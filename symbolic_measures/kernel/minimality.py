"""Nothing smaller fails: every point below a witness is enumerated, or left out for a reason.

This is trusted for the word "smallest" alone.  `smaller_failure` asks `failing` of every point that
`Suspects` leaves over; what it leaves out are only points where a hypothesis fails, a value that
must be defined is not, or the conclusion holds.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import Any

from flint import Ordering, fmpq, fmpz_mpoly_ctx

from symbolic_measures.kernel.algebra import polynomial
from symbolic_measures.kernel.evaluation import Evaluator, Known
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, Value, compare, token
from symbolic_measures.kernel.samples import parameters_of
from symbolic_measures.kernel.truth import (
    SIGNS,
    Key,
    Point,
    evaluator,
    failing,
    key,
    least,
    points,
    size_of,
    testing,
)
from symbolic_measures.nouns.confusion import compositions
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Goal, Statement

#: The most points below a witness that are enumerated.
MAX_POINTS = 1_000_000
#: The largest witness that is re-checked; what is smaller is enumerated only if it is said to be
#: minimal, which MAX_POINTS bounds.
MAX_SIZE = 10**9
#: The most values of matrices that are remembered.
KEPT = 200_000
#: A point with the value of a formula there, None if it cannot be told.
Valued = tuple[dict[str, fmpq], Value | None]
#: The cells of a matrix and their names, and values of the parameters.
Cells = tuple[int, ...]
Names = tuple[str, ...]
Given = tuple[tuple[str, fmpq], ...]


def check_size(statement: Statement, number: int, point: Point, minimal: bool) -> None:
    """CertificateError for a witness that is too large, or not minimal though it says so."""
    goal = statement.goals[number]
    if size_of(goal, point) > MAX_SIZE:
        raise CertificateError(f"{statement.property}: the witness is too large to re-check")
    if minimal and points_up_to(statement.goals, size_of(goal, point)) > MAX_POINTS:
        raise CertificateError(f"{statement.property}: too much is smaller to re-check it all")
    if minimal and (less := smaller_failure(statement.goals, key(goal, point), (*point.items(),))):
        raise CertificateError(f"{statement.property}: not minimal, {less} is smaller")


def points_up_to(goals: Iterable[Goal], size: int) -> int:
    """How many points of the goals have blocks of at most that size.

    Where values are looked up, a point counts as 1/10.
    """
    total = 0
    for goal in goals:
        rooms = [max(-1, size - sum(least(goal, block))) for block in goal.blocks]
        counts = [comb(room + len(b), len(b)) for room, b in zip(rooms, goal.blocks, strict=True)]
        total += prod(counts) // (10 if Suspects(goal, {}).cheap else 1) if counts else 0
    return total


@lru_cache(maxsize=1_024)
def smaller_failure(goals: tuple[Goal, ...], bound: Key, witness: Given) -> str | None:
    """A failing point below the key at the parameters of a witness; or one that cannot be told.

    Remembered: several readings of a measure may have the same goals.
    """
    for goal in goals:
        if not goal.blocks:
            continue
        own = {name: dict(witness)[name] for name in parameters_of(goal)}
        suspects, may_fail = Suspects(goal, own, bound), failing(goal)
        for size in range(int(bound[0]) + 1):
            for point in suspects.of_size(size):
                full = Known({**point, **own})
                if (size < bound[0] or _below(goal, full, bound)) and may_fail(full) is not False:
                    return ", ".join(f"{name} = {value}" for name, value in (point | own).items())
    return None


def _below(goal: Goal, point: Point, bound: Key, size: int | None = None) -> bool:
    """Whether the key of the point, or with that size, is below the bound; without one, it may."""
    try:
        return (key(goal, point) if size is None else (size, *key(goal, point)[1:])) < bound
    except (CannotTellError, UndefinedError):
        return True


class Suspects:
    """The points of a goal that may fail it, size by size.

    If the goal compares a value of one block of variables with a value of another, each side is
    evaluated once at each of its points (blocks of different sums are left out where a hypothesis
    says that the sums are equal).  If it compares one formula at two matrices of one block,
    the formula is evaluated once at each matrix, for all goals.  Only points where these values
    violate the conclusion (or cannot be told) are left over.  Left out are only points where a
    hypothesis about one block fails, or a value that must be defined is not, or where the
    conclusion holds; and, if there is a `bound`, points whose key is above it.
    """

    def __init__(self, goal: Goal, parameters: Point, bound: Key | None = None) -> None:
        self.goal, self.parameters, self.bound = goal, parameters, bound
        self.equal = len(goal.blocks) == 2 and _of_one_size(goal)
        self.order = self._sides()
        self.signs = _steps(goal) if self.order is None else None
        self.known: list[list[list[Valued]]] = [[], []]

    def _sides(self) -> tuple[int, int] | None:
        """The blocks of the left and the right side; None if they do not separate."""
        tree = self.goal.conclusion.expr
        if len(self.goal.blocks) != 2 or tree.op != "-" or self.goal.conclusion.rel not in SIGNS:
            return None
        homes = [self._home(side) for side in tree.args]
        if sorted(home for home in homes if home is not None) != [0, 1]:
            return None
        linked = any(self._home(atom.expr) is None for atom in self.goal.hypotheses)
        return None if linked and not self.equal else (homes[0] or 0, homes[1] or 0)

    def _home(self, tree: Formula) -> int | None:
        """The one block that a formula speaks of; -1 if none, None if both."""
        names = set(tree.symbols())
        homes = [number for number, block in enumerate(self.goal.blocks) if names & set(block)]
        return None if len(homes) > 1 else homes[0] if homes else -1

    @property
    def cheap(self) -> bool:
        """Whether values are looked up rather than worked out at each point."""
        return self.order is not None or self.signs is not None

    def of_size(self, size: int) -> Iterator[dict[str, fmpq]]:
        """Points whose largest block sum is `size`, among them every one that fails."""
        if self.order is None:
            yield from self._stepping(size) if self.signs else points(self.goal, size)
            return
        test = SIGNS[self.goal.conclusion.rel]
        for sizes in product(range(size + 1), repeat=2):
            if size not in sizes or (self.equal and sizes[0] != sizes[1]):
                continue
            valued = [self._at(i, self.order[i], sizes[i]) for i in (0, 1)]
            sides = [_by_value(self._early(size, self.order[i], valued[i])) for i in (0, 1)]
            for (one, lefts), (other, rights) in product(*sides):
                if not _fits(test, one, other):
                    yield from ({**left, **right} for left, right in product(lefts, rights))

    def _early(self, size: int, block: int, valued: list[Valued]) -> list[Valued]:
        """The points of a block without those that the first matrix alone puts above the bound.

        If it is of that block, its n and its cells follow on the size in the key of each pair.
        """
        bound, first = self.bound, self.goal.matrices[:1]
        if bound is None or {self._home(cell) for own in first for cell in own} - {-1, block}:
            return valued
        alone = replace(self.goal, matrices=first, blocks=(self.goal.blocks[block],))
        return [v for v in valued if _below(alone, Known({**v[0], **self.parameters}), bound, size)]

    def _stepping(self, size: int) -> Iterator[dict[str, fmpq]]:
        test, run = SIGNS[self.goal.conclusion.rel], evaluator(self.goal.values[0])
        if test(0) and self.goal.values[0] == self.goal.values[1]:
            return  # the step changes nothing that the formula depends on
        names, there = self.goal.blocks[0], self.goal.matrices[1]
        given = tuple(sorted(self.parameters.items()))
        moved = [_whole(cell, names, self.parameters) for cell in there]
        valued = _kept if comb(size + len(names), size) <= KEPT else _valued
        for cells, one in valued(run, names, size, given):
            if self.bound is not None and (size, size, *cells) > self.bound:
                return  # with these a key begins, and those of all that follow are larger
            after = tuple([to(cells) for to in moved])
            other = None if None in after else _value_at(run, names, after, given)
            left, right = (one, other) if self.signs == 1 else (other, one)
            if other is not UNDEFINED and not _fits(test, left, right):
                yield dict(zip(names, map(fmpq, cells), strict=True))

    def _at(self, side: int, block: int, size: int) -> list[Valued]:
        """Points of a side with that block sum that its own hypotheses admit, with values."""
        while len(self.known[side]) <= size:
            self.known[side].append(list(self._evaluate(side, block, len(self.known[side]))))
        return self.known[side][size]

    def _evaluate(self, side: int, block: int, size: int) -> Iterator[Valued]:
        names = self.goal.blocks[block]
        own = [atom for atom in self.goal.hypotheses if self._home(atom.expr) == block]
        tree, tests = self.goal.conclusion.expr.args[side], [testing(atom) for atom in own]
        for cells in compositions(size, len(names)):
            point = dict(zip(names, map(fmpq, cells), strict=True))
            full = Known({**point, **self.parameters})
            if any(test(full) is False for test in tests):
                continue
            try:
                yield point, evaluator(tree)(full)
            except (CannotTellError, UndefinedError):
                yield point, None


@lru_cache(maxsize=4_096)
def _steps(goal: Goal) -> int | None:
    """1 or -1 if the goal compares M(C) with M(C') for the matrix C of its variables."""
    tree = goal.conclusion.expr
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


def _of_one_size(goal: Goal) -> bool:
    """Whether a hypothesis says that the sums of two blocks are equal."""
    names = tuple(name for block in goal.blocks for name in block)
    context = fmpz_mpoly_ctx.get(names, Ordering.lex)
    gens = dict(zip(names, context.gens(), strict=True))
    one, other = (sum((gens[name] for name in block), context.constant(0)) for block in goal.blocks)
    plain = [atom.expr for atom in goal.hypotheses if atom.rel == "==" and atom.expr.is_polynomial]
    given = [polynomial(tree, names) for tree in plain if set(tree.symbols()) <= set(names)]
    return one - other in given or other - one in given


def _by_value(valued: list[Valued]) -> list[tuple[Value | None, list[dict[str, fmpq]]]]:
    """The points with their value, those of one number together as far as that is seen."""
    groups: dict[Hashable, tuple[Value | None, list[dict[str, fmpq]]]] = {}
    for point, value in valued:
        try:
            same = None if value is None else token(value)
        except CannotTellError:
            same = object()
        groups.setdefault(same, (value, []))[1].append(point)
    return list(groups.values())


def _whole(tree: Formula, names: Names, parameters: Point) -> Callable[[Cells], int | None]:
    """The whole number >= 0 that a cell is at given values of the names; None if it is none."""
    first, by = tree.args if tree.op in ("+", "-") else (tree, formula(0))
    if first.op == "symbol" and first.args[0] in names and by.op == "number" and by.is_polynomial:
        place, step = names.index(first.args[0]), int(by.args[0]) * (-1 if tree.op == "-" else 1)
        return lambda cells: cells[place] + step if cells[place] + step >= 0 else None
    run = evaluator(tree)

    def value(cells: Cells) -> int | None:
        found = run(Known([*zip(names, map(fmpq, cells), strict=True), *parameters.items()]))
        return int(found.p) if isinstance(found, fmpq) and found.q == 1 and found >= 0 else None

    return value


#: No value.
UNDEFINED = object()


@lru_cache(maxsize=KEPT)
def _value_at(run: Evaluator, names: Names, cells: tuple[int | None, ...], given: Given) -> Any:
    """The value at a matrix, remembered; None if it cannot be told, or UNDEFINED."""
    try:
        return run(Known([*zip(names, map(fmpq, cells), strict=True), *given]))
    except CannotTellError:
        return None
    except UndefinedError:
        return UNDEFINED


def _valued(run: Evaluator, names: Names, size: int, given: Given) -> Iterable[tuple[Cells, Any]]:
    """The matrices of a size in their order, with their values, but for UNDEFINED ones."""
    found = ((c, _value_at(run, names, c, given)) for c in compositions(size, len(names)))
    return ((cells, value) for cells, value in found if value is not UNDEFINED)


#: The same, remembered: all goals of a statement look at the same ones.
_kept = lru_cache(maxsize=8)(lambda *of: list(_valued(*of)))


def _fits(test: Callable[[int], bool], one: Any, other: Any) -> bool:
    """Whether the difference of two values is known to satisfy a relation."""
    try:
        return one is not None and other is not None and test(compare(one, other))
    except CannotTellError:
        return False
