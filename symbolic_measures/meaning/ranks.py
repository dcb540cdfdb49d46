"""How measures rank the predictions of one truth, exactly, and where two measures disagree.

All labelings B of a fixed truth A with P positives of n elements give the matrices
(TP, P - TP, FP, n - P - FP): a measure ranks labelings as it ranks these.  So two measures are
consistent on every triplet (A, B1, B2) iff they rank the matrices of each P alike, ties included.
Values are sorted by rigorous enclosures; neighbours are compared exactly.

Invariant: ranks are equal iff the exact values are, and grow with the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cmp_to_key
from itertools import combinations, pairwise

from flint import arb, fmpq

from symbolic_measures.kernel.exact import UndefinedError, Value, compare
from symbolic_measures.kernel.truth import Point, evaluator
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula

Matrix = tuple[int, int, int, int]


def predictions(n: int, positives: int, constant: bool = True) -> list[Matrix]:
    """The matrices of all predictions of a truth with so many positives, in lexicographic order.

    Without `constant`, both classes are predicted.
    """
    return [
        (tp, positives - tp, fp, n - positives - fp)
        for tp in range(positives + 1)
        for fp in range(n - positives + 1)
        if constant or 0 < tp + fp < n
    ]


def value_at(tree: Formula, matrix: Matrix, parameters: Point) -> Value | None:
    """The value, None where the formula is undefined.  CannotTellError if that cannot be told."""
    point = {**parameters, **dict(zip(CELLS, map(fmpq, matrix), strict=True))}
    try:
        return evaluator(tree)(point)
    except UndefinedError:
        return None


def ranks(values: Sequence[Value]) -> tuple[int, ...]:
    """0 for the smallest value, one more for each larger one; equal values have one rank.

    CannotTellError if two values cannot be compared.
    """

    def order(one: int, other: int) -> int:
        return _order(values[one], values[other])

    found = [0] * len(values)
    for one, other in pairwise(sorted(range(len(values)), key=cmp_to_key(order))):
        found[other] = found[one] + (_order(values[other], values[one]) > 0)
    return tuple(found)


def _order(one: Value, other: Value) -> int:
    """-1, 0 or 1: by enclosures where they tell, else exactly."""
    if isinstance(one, fmpq) and isinstance(other, fmpq):
        return int(one > other) - int(one < other)
    left, right = _ball(one), _ball(other)
    return -1 if left < right else 1 if left > right else compare(one, other)


def _ball(value: Value) -> arb:
    return arb(value) if isinstance(value, fmpq) else value.ball()


@dataclass
class Ranked:
    """A measure (larger is better) at one choice of parameters, and its values so far."""

    name: str
    tree: Formula
    parameters: Point
    constant: bool = True
    known: dict[tuple[int, int], tuple[list[Value | None], tuple[int, ...] | None]] = field(
        default_factory=dict
    )

    def at(self, n: int, positives: int) -> tuple[list[Value | None], tuple[int, ...] | None]:
        """The values at `predictions`, and their ranks if all are defined."""
        if (n, positives) not in self.known:
            matrices = predictions(n, positives, self.constant)
            values = [value_at(self.tree, matrix, self.parameters) for matrix in matrices]
            whole = [value for value in values if value is not None]
            self.known[n, positives] = values, ranks(whole) if len(whole) == len(values) else None
        return self.known[n, positives]


def truths(n: int, constant: bool) -> range:
    """The numbers of positives of a truth; without `constant`, of one with both classes."""
    return range(n + 1) if constant else range(1, n)


def alike(one: Ranked, other: Ranked, n: int) -> bool:
    """Whether no triplet of n elements is ranked differently, where both are defined."""
    return all(_rankings(one, other, n, p) is None for p in truths(n, one.constant))


def _rankings(
    one: Ranked, other: Ranked, n: int, positives: int
) -> tuple[list[int], tuple[int, ...], tuple[int, ...]] | None:
    """The places where both are defined and the two rankings there, if they differ."""
    (left, first), (right, second) = one.at(n, positives), other.at(n, positives)
    if first is not None and second is not None:
        return None if first == second else (list(range(len(left))), first, second)
    pairs = zip(left, right, strict=True)
    both = [(i, a, b) for i, (a, b) in enumerate(pairs) if a is not None and b is not None]
    first, second = ranks([a for _, a, _ in both]), ranks([b for _, _, b in both])
    return None if first == second else ([i for i, _, _ in both], first, second)


def smallest_disagreement(
    one: Ranked, other: Ranked, n: int, strict: bool = False
) -> tuple[Matrix, Matrix] | None:
    """The first two matrices of one truth, lexicographically, that are ranked differently.

    With `strict`, in opposite order; else a tie of one that the other breaks will do.
    """
    found = []
    for positives in truths(n, one.constant):
        rankings = _rankings(one, other, n, positives)
        if rankings is None:
            continue
        places, first, second = rankings
        matrices = predictions(n, positives, one.constant)
        for i, j in combinations(range(len(places)), 2):
            a, b = _sign(first[i] - first[j]), _sign(second[i] - second[j])
            if a * b < 0 or (not strict and a != b):
                found.append((matrices[places[i]], matrices[places[j]]))
                break
    return min(found, default=None)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def groups(measures: Sequence[Ranked], n: int) -> list[tuple[str, ...]]:
    """The names of the measures that no triplet of n elements tells apart.

    That is an equivalence where all are defined at the same matrices.
    """
    found: dict[object, list[str]] = {}
    for item in measures:
        key = tuple(item.at(n, positives)[1] for positives in truths(n, item.constant))
        found.setdefault(key, []).append(item.name)
    return [tuple(names) for names in found.values()]


def labelings(first: Matrix, second: Matrix) -> tuple[str, str, str]:
    """A, B1 and B2 as words of 0 and 1 with these two matrices: the positives of A come first."""
    one, two = ("1" * tp + "0" * fn + "1" * fp + "0" * tn for tp, fn, fp, tn in (first, second))
    return "1" * (first[0] + first[1]) + "0" * (first[2] + first[3]), one, two
