"""Truth of a goal at a point, and the finite sets of points in their declared order.

`holds` and `fails` answer True or False by exact arithmetic, or None where an enclosure cannot
tell.  `points` lists every point of a size once.

Undefined is no violation: where a formula has no value its relation neither holds nor fails.
So a goal may be neither proved (its conclusion is to be defined and true) nor violated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, product
from operator import itemgetter

from flint import fmpq

from symbolic_measures.kernel.evaluation import Evaluator, Known, compile_formula
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, sign
from symbolic_measures.nouns.confusion import compositions
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import CONTRARY, Atom, Goal

Point = Mapping[str, fmpq]
Key = tuple[fmpq | int, ...]


#: The signs, or rational numbers, that satisfy each relation.
SIGNS: dict[str, Callable[[int | fmpq], bool]] = {
    ">": lambda s: s > 0,
    ">=": lambda s: s >= 0,
    "==": lambda s: s == 0,
    "!=": lambda s: s != 0,
}


@lru_cache(maxsize=4_096)
def evaluator(tree: Formula) -> Evaluator:
    """`compile_formula`, remembered."""
    return compile_formula(tree)


Test = Callable[[Point], bool | None]


def testing(atom: Atom) -> Test:
    """Whether the atom is true, for many points; None at one where it cannot be told."""
    rel = atom.rel
    try:
        run = evaluator(atom.expr)
    except CannotTellError:
        return lambda point: None
    fits = SIGNS.get(rel)
    if fits is None and rel not in CONTRARY:  # an expectation has no truth at a point
        return lambda point: None

    def test(point: Point) -> bool | None:
        try:
            value = run(point)
            number = value if fits is None or isinstance(value, fmpq) else sign(value)
            return fits(number) if fits else rel == "defined"
        except UndefinedError:
            return rel == "undefined"
        except CannotTellError:
            return None

    return test


def holds(atom: Atom, point: Point) -> bool | None:
    """Whether the atom is true at the point; None if enclosures cannot tell."""
    return testing(atom)(point)


def _all(tests: list[Test], point: Point) -> bool | None:
    unknown = False
    for test in tests:
        truth = test(point)
        if truth is False:
            return False
        unknown = unknown or truth is None
    return None if unknown else True


def admitting(goal: Goal) -> Test:
    """Whether every hypothesis holds, for many points."""
    tests = [testing(atom) for atom in goal.hypotheses]
    return lambda point: _all(tests, point if isinstance(point, Known) else Known(point))


def failing(goal: Goal) -> Test:
    """Whether a point violates the goal: its hypotheses hold and its conclusion is false.

    A relation is false of a value alone: without one it is not true, but no violation either.
    `defined` is false where the value is missing, `undefined` where there is one.
    """
    cheap = [testing(atom) for atom in goal.hypotheses if atom.rel != "defined"]
    others = [testing(atom) for atom in goal.hypotheses if atom.rel == "defined"]
    conclusion = testing(goal.conclusion)
    missing = testing(Atom(goal.conclusion.expr, "undefined"))

    def test(point: Point) -> bool | None:
        point = point if isinstance(point, Known) else Known(point)
        admitted = _all(cheap, point)  # the cheap ones first: most points end here
        if admitted is False:
            return False
        truth = conclusion(point)
        if truth is True or (goal.conclusion.rel in SIGNS and missing(point)):
            return False
        defined = _all(others, point)
        if defined is False:
            return False
        return True if admitted and defined and truth is False else None

    return test


def admits(goal: Goal, point: Point) -> bool | None:
    """Whether every hypothesis holds at the point."""
    return admitting(goal)(point)


def fails(goal: Goal, point: Point) -> bool | None:
    """Whether the point violates the goal, as `failing` says."""
    return failing(goal)(point)


def points(goal: Goal, size: int) -> Iterator[dict[str, fmpq]]:
    """Every choice of whole numbers for the blocks whose largest block sum is `size`.

    A variable of sort `positive` is at least 1.
    """
    names = [name for block in goal.blocks for name in block]
    sums = range(size + 1) if len(goal.blocks) > 1 else (size,)
    choices = []
    for block in goal.blocks:
        low = least(goal, block)
        choices.append(
            [
                tuple(cell + one for cell, one in zip(cells, low, strict=True))
                for total in sums
                for cells in compositions(total - sum(low), len(block))
            ]
        )
    for choice in product(*choices):
        if len(choices) == 1 or any(sum(block) == size for block in choice):
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
    found = [_cells(matrix)(point) for matrix in goal.matrices]
    first = sum(found[0] if found else (), fmpq(0))
    return (size_of(goal, point), first, *chain.from_iterable(found))


@lru_cache(maxsize=4_096)
def _cells(matrix: tuple[Formula, ...]) -> Callable[[Point], tuple[fmpq, ...]]:
    """The rational cells of a matrix, for many points."""
    if len(matrix) > 1 and all(cell.op == "symbol" for cell in matrix):
        return itemgetter(*(cell.args[0] for cell in matrix))
    runs = [evaluator(cell) for cell in matrix]
    return lambda point: tuple([cell for run in runs if isinstance(cell := run(point), fmpq)])
