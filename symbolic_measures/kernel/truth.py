"""Truth of a goal at a point, and the finite sets of points in their declared order.

`holds` and `fails` answer True or False by exact arithmetic, or None where an enclosure cannot
tell.  `points` lists every point of a size once, so "nothing smaller fails" can be re-checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import comb

from flint import fmpq

from symbolic_measures.confusion import compositions
from symbolic_measures.formula import Formula
from symbolic_measures.kernel.exact import (
    CannotTellError,
    Evaluator,
    UndefinedError,
    Value,
    add,
    compile_formula,
    multiply,
    sign,
)
from symbolic_measures.statement import Atom, Goal

Point = Mapping[str, fmpq]
Key = tuple[fmpq | int, ...]

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
    """Every choice of the natural variables whose largest block sum is `size`."""
    choices = []
    for block in goal.blocks:
        sums = range(size + 1) if len(goal.blocks) > 1 else (size,)
        choices.append([c for total in sums for c in compositions(total, len(block))])
    names = [name for block in goal.blocks for name in block]
    for choice in product(*choices):
        if any(sum(block) == size for block in choice):
            values = [value for block in choice for value in block]
            yield dict(zip(names, map(fmpq, values), strict=True))


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


def mean(measure: Formula, n: int, positives: int, predicted: int, parameters: Point) -> Value:
    """E[M] over uniformly random predictions of `predicted` positives among n, exactly.

    sum_k C(P, k) C(n-P, P^-k) / C(n, P^) * M(k, P-k, P^-k, n-P-P^+k).  UndefinedError if an
    outcome of positive probability is undefined.
    """
    run = evaluator(measure)
    total: Value = fmpq(0)
    for k in range(max(0, positives + predicted - n), min(positives, predicted) + 1):
        cells = (k, positives - k, predicted - k, n - positives - predicted + k)
        point = {**parameters, **dict(zip(("TP", "FN", "FP", "TN"), map(fmpq, cells), strict=True))}
        ways = comb(positives, k) * comb(n - positives, predicted - k)
        total = add(total, multiply(fmpq(ways, comb(n, predicted)), run(point)))
    return total


Triple = tuple[int, int, int]


def triples(n: int) -> Iterator[Triple]:
    """(n, P, P^) with 0 <= P <= n and 0 < P^ < n: the sizes that Definition 8 admits."""
    for positives in range(n + 1):
        for predicted in range(1, n):
            yield n, positives, predicted
