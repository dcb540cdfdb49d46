"""gosgens2021's properties for any number of classes, by enumeration: independent of the package.

Matrices are lists of rows of whole numbers; measures are those of `slow_positive`, None where they
divide by zero.  Each property yields the pairs of values that it speaks of, with whether they are
as it says; constants are compared with the first value.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from typing import Any

Square = list[list[int]]
Measure = Callable[[Any], Any]


def value_of(measure: Measure, matrix: Any) -> Fraction | None:
    if not sum(map(sum, matrix)):
        return None
    try:
        return Fraction(measure([[Fraction(x) for x in row] for row in matrix]))
    except ZeroDivisionError:
        return None


def of_size(m: int, n: int) -> Iterator[Square]:
    """Every matrix of m classes with n elements."""

    def parts(left: int, places: int) -> Iterator[tuple[int, ...]]:
        if places == 1:
            yield (left,)
            return
        for first in range(left + 1):
            for rest in parts(left - first, places - 1):
                yield (first, *rest)

    for cells in parts(n, m * m):
        yield [list(cells[i * m : i * m + m]) for i in range(m)]


def some(m: int, count: int) -> Iterator[Square]:
    """Matrices with more elements, and with some zeros."""
    chance = random.Random(m)
    for _ in range(count):
        yield [[chance.choice((0, 1, 1, 2, 3)) for _ in range(m)] for _ in range(m)]


def margins(matrix: Square) -> tuple[list[int], list[int], int]:
    true = [sum(row) for row in matrix]
    predicted = [sum(row[j] for row in matrix) for j in range(len(matrix))]
    return true, predicted, sum(true)


def changed(matrix: Square, *cells: tuple[int, int, int]) -> Square:
    found = [list(row) for row in matrix]
    for i, j, by in cells:
        found[i][j] += by
    return found


def constant(matrix: Square) -> bool:
    """Whether a row or a column has all elements."""
    true, predicted, n = margins(matrix)
    return n in true or n in predicted


def corrected(matrix: Square) -> Iterator[tuple[Square, Square]]:
    """One error less: its element is right, with the label that it has or that it should have."""
    if constant(matrix):
        return
    for i, j in product(range(len(matrix)), repeat=2):
        if i != j and matrix[i][j]:
            yield matrix, changed(matrix, (i, j, -1), (i, i, 1))
            yield matrix, changed(matrix, (i, j, -1), (j, j, 1))


def grown(matrix: Square) -> Iterator[tuple[Square, Square]]:
    """One right element more where something is wrong; one error less where something is right."""
    m, (_, _, n) = len(matrix), margins(matrix)
    right = sum(matrix[i][i] for i in range(m))
    if constant(matrix):
        return
    for i, j in product(range(m), repeat=2):
        if i == j and right < n:
            yield matrix, changed(matrix, (i, i, 1))
        if i != j and matrix[i][j] and right:
            yield matrix, changed(matrix, (i, j, -1))


def transposed(matrix: Square) -> Square:
    return [list(column) for column in zip(*matrix, strict=True)]


def renamed(matrix: Square, order: tuple[int, ...]) -> Square:
    return [[matrix[i][j] for j in order] for i in order]


def mean_of(measure: Measure, true: list[int], predicted: list[int]) -> Fraction | None:
    """The mean over all predictions of these sizes; None if one has no value."""
    m = len(true)
    labels = [j for j, count in enumerate(predicted) for _ in range(count)]
    classes = [i for i, count in enumerate(true) for _ in range(count)]
    orders = 0
    whole = Fraction(0)
    for order in permutations(labels):
        matrix = [[0] * m for _ in range(m)]
        for i, j in zip(classes, order, strict=True):
            matrix[i][j] += 1
        value = value_of(measure, matrix)
        if value is None:
            return None
        whole, orders = whole + value, orders + 1
    return whole / orders


def violated(property_id: str, measure: Measure, matrices: list[Square]) -> bool:
    """Whether something that the property says of these matrices is not so."""
    return any(_violations(property_id, measure, matrices))


def _violations(property_id: str, measure: Measure, matrices: list[Square]) -> Iterator[bool]:
    def value(matrix: Any) -> Fraction | None:
        return value_of(measure, matrix)

    if property_id in ("maximal-agreement", "minimal-agreement"):
        best = property_id.startswith("max")
        special, others = [], []
        for matrix in matrices:
            right = sum(row[i] for i, row in enumerate(matrix))
            is_special = right == (sum(map(sum, matrix)) if best else 0)
            (special if is_special else others).append(value(matrix))
        known = {x for x in special if x is not None}
        yield len(known) > 1
        for top in known:
            yield from (x >= top if best else x <= top for x in others if x is not None)
        return
    if property_id in ("constant-baseline", "approximate-constant-baseline"):
        seen: set[Fraction] = set()
        for matrix in matrices:
            true, predicted, n = margins(matrix)
            if n in predicted or not n:
                continue
            if property_id == "constant-baseline":
                found = mean_of(measure, true, predicted) if n <= 4 else None
            else:
                found = value([[Fraction(a * b, n) for b in predicted] for a in true])
            seen |= set() if found is None else {found}
        yield len(seen) > 1
        return
    for matrix in matrices:
        match property_id:
            case "symmetry":
                pairs = [(matrix, transposed(matrix))]
            case "class-symmetry":
                orders = list(permutations(range(len(matrix))))[1:8]
                pairs = [(matrix, renamed(matrix, order)) for order in orders]
            case "scale-invariance":
                pairs = [(matrix, [[k * x for x in row] for row in matrix]) for k in (2, 3)]
            case "monotone" | "weakly-monotone":
                pairs = list(corrected(matrix))
            case _:
                pairs = list(grown(matrix))
        for one, other in pairs:
            before, after = value(one), value(other)
            if before is None or after is None:
                continue
            if property_id in ("symmetry", "class-symmetry", "scale-invariance"):
                yield before != after
            else:
                yield after < before if "weakly" in property_id else after <= before
