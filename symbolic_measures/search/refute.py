"""The smallest counterexample, by exact enumeration in growing size."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, product

from flint import fmpq

from symbolic_measures.confusion import compositions
from symbolic_measures.formula import Formula
from symbolic_measures.kernel.checker import (
    expectation_witness,
    first_difference,
    parameter_points,
    parameters_of,
    witness_at,
)
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, Value, compare
from symbolic_measures.kernel.truth import SIGNS, Key, evaluator, fails, holds, key, points
from symbolic_measures.search.clock import Clock
from symbolic_measures.statement import Goal, Statement
from symbolic_measures.verdict import Witness

MAX_PARAMETERS = 12


def refute(statement: Statement, largest: int, clock: Clock, smallest: int = 0) -> Witness | None:
    """The smallest witness of sizes `smallest` to `largest`, at the first parameter values that
    have one."""
    tried: set[str] = set()
    for goal in statement.goals:
        most = MAX_PARAMETERS * max(1, len(parameters_of(goal)))
        for parameters in chain(islice(parameter_points(goal), most), all_zero(goal)):
            if str(parameters) in tried:
                continue
            tried.add(str(parameters))
            found = _at_parameters(statement, parameters, largest, clock, smallest)
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
    statement: Statement, parameters: dict[str, fmpq], largest: int, clock: Clock, smallest: int
) -> Witness | None:
    best: tuple[Key, int, dict[str, fmpq]] | None = None
    unknown: Key | None = None
    for number, goal in enumerate(statement.goals):
        if goal.conclusion.rel == "constant-mean":
            try:
                pair = first_difference(goal, parameters, largest)
            except CannotTellError:
                return None
            return expectation_witness(goal, number, pair, parameters) if pair else None
        top = largest if best is None else int(best[0][0])
        found, unsure = _in_goal(goal, parameters, top, clock, smallest)
        if unsure is not None and (unknown is None or unsure < unknown):
            unknown = unsure
        if found is not None and (best is None or found[0] < best[0]):
            best = found[0], number, found[1]
    if best is None:
        return None
    minimal = smallest == 0 and (unknown is None or best[0] < unknown)
    return witness_at(statement, best[1], best[2], minimal)


Found = tuple[Key, dict[str, fmpq]]


def _in_goal(
    goal: Goal, parameters: dict[str, fmpq], largest: int, clock: Clock, smallest: int
) -> tuple[Found | None, Key | None]:
    """The failing point with the smallest key, and the smallest key that could not be told."""
    unsure: Key | None = None
    sides = _Sides.of(goal, parameters)
    for size in range(smallest, largest + 1) if goal.blocks else ():
        best: Found | None = None
        for point in points(goal, size) if sides is None else sides.pairs(size):
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


class _Sides:
    """A goal that compares a value of one block of variables with a value of another.

    Each side is evaluated once at each of its points, and only pairs whose values violate the
    conclusion (or cannot be told) are looked at further.
    """

    def __init__(self, goal: Goal, parameters: dict[str, fmpq], order: tuple[int, int]) -> None:
        self.goal, self.parameters, self.order = goal, parameters, order
        self.known: list[list[list[tuple[dict[str, fmpq], Value | None]]]] = [[], []]

    @classmethod
    def of(cls, goal: Goal, parameters: dict[str, fmpq]) -> _Sides | None:
        """None if the two sides of the goal do not separate."""
        tree = goal.conclusion.expr
        if len(goal.blocks) != 2 or tree.op != "-":
            return None
        homes = [cls._home(goal, side) for side in tree.args]
        alone = all(cls._home(goal, atom.expr) is not None for atom in goal.hypotheses)
        if not alone or sorted(home for home in homes if home is not None) != [0, 1]:
            return None
        return cls(goal, parameters, (homes[0] or 0, homes[1] or 0))

    @staticmethod
    def _home(goal: Goal, tree: Formula) -> int | None:
        """The one block that a formula speaks of; -1 if none, None if both."""
        names = set(tree.symbols())
        homes = [number for number, block in enumerate(goal.blocks) if names & set(block)]
        return None if len(homes) > 1 else homes[0] if homes else -1

    def _at(self, side: int, size: int) -> list[tuple[dict[str, fmpq], Value | None]]:
        """Points of a side with that block sum that its own hypotheses admit, with values."""
        while len(self.known[side]) <= size:
            self.known[side].append(list(self._evaluate(side, len(self.known[side]))))
        return self.known[side][size]

    def _evaluate(self, side: int, size: int) -> Iterator[tuple[dict[str, fmpq], Value | None]]:
        block = self.order[side]
        names = self.goal.blocks[block]
        own = [a for a in self.goal.hypotheses if self._home(self.goal, a.expr) == block]
        tree = self.goal.conclusion.expr.args[side]
        for cells in compositions(size, len(names)):
            point = dict(zip(names, map(fmpq, cells), strict=True))
            full = {**point, **self.parameters}
            if any(holds(atom, full) is False for atom in own):
                continue
            try:
                yield point, evaluator(tree)(full)
            except CannotTellError:
                yield point, None
            except UndefinedError:
                continue

    def pairs(self, size: int) -> Iterator[dict[str, fmpq]]:
        """Points of that size that may fail the goal."""
        for left_size, right_size in product(range(size + 1), repeat=2):
            if size not in (left_size, right_size):
                continue
            for left, one in self._at(0, left_size):
                for right, other in self._at(1, right_size):
                    if one is None or other is None or not self._fits(one, other):
                        yield {**left, **right}

    def _fits(self, one: Value, other: Value) -> bool:
        try:
            return SIGNS[self.goal.conclusion.rel](compare(one, other))
        except CannotTellError:
            return False
