"""Measures and properties of three classes by enumeration: slow, obviously right, independent.

Measures are written from their definitions as functions of a matrix of whole numbers, properties
from the wording of gosgens2021 and opitz2024.  Nothing of the package is used.  A value is a
Fraction, or None where the definition divides by zero.  For Matthews' coefficient the square with
its sign stands in, which orders matrices in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import factorial, prod

Matrix = tuple[int, ...]  # row by row, true class first
Value = Fraction | None
Measure = Callable[[Matrix], Value]

M = 3


def cell(matrix: Matrix, i: int, j: int) -> int:
    """Elements of true class i predicted as j."""
    return matrix[i * M + j]


def sizes(matrix: Matrix) -> tuple[list[int], list[int], list[int], int]:
    """True sizes, predicted sizes, right ones, n."""
    true = [sum(cell(matrix, i, j) for j in range(M)) for i in range(M)]
    predicted = [sum(cell(matrix, i, j) for i in range(M)) for j in range(M)]
    return true, predicted, [cell(matrix, i, i) for i in range(M)], sum(matrix)


def mean(parts: list[Value]) -> Value:
    """The mean, None if a part has no value."""
    known = [part for part in parts if part is not None]
    return sum(known, Fraction(0)) / M if len(known) == M else None


def over(top: int | Fraction, bottom: int | Fraction) -> Value:
    """top/bottom."""
    return None if bottom == 0 else Fraction(top) / Fraction(bottom)


def accuracy(matrix: Matrix) -> Value:
    """Right ones among all."""
    _, _, right, n = sizes(matrix)
    return over(sum(right), n)


def balanced(matrix: Matrix) -> Value:
    """Mean recall."""
    true, _, right, _ = sizes(matrix)
    return mean([over(c, a) for c, a in zip(right, true, strict=True)])


def macro_precision(matrix: Matrix) -> Value:
    """Mean precision."""
    _, predicted, right, _ = sizes(matrix)
    return mean([over(c, b) for c, b in zip(right, predicted, strict=True)])


def macro_f1(matrix: Matrix) -> Value:
    """Mean of 2*TP/(2*TP + FP + FN)."""
    true, predicted, right, _ = sizes(matrix)
    return mean([over(2 * c, a + b) for a, b, c in zip(true, predicted, right, strict=True)])


def weighted_f1(matrix: Matrix) -> Value:
    """F1 scores weighted with the true sizes."""
    true, predicted, right, n = sizes(matrix)
    parts = [over(2 * c, a + b) for a, b, c in zip(true, predicted, right, strict=True)]
    if any(part is None for part in parts):
        return None
    return over(sum(a * (part or 0) for a, part in zip(true, parts, strict=True)), n)


def kappa(matrix: Matrix) -> Value:
    """(n*sum(c) - sum(ab)) / (n^2 - sum(ab))."""
    true, predicted, right, n = sizes(matrix)
    chance = sum(a * b for a, b in zip(true, predicted, strict=True))
    return over(n * sum(right) - chance, n * n - chance)


def signed_square_of_cc(matrix: Matrix) -> Value:
    """sign(CC) * CC^2."""
    true, predicted, right, n = sizes(matrix)
    top = n * sum(right) - sum(a * b for a, b in zip(true, predicted, strict=True))
    bottom = (n * n - sum(b * b for b in predicted)) * (n * n - sum(a * a for a in true))
    return over(top * abs(top), bottom)


def sba(matrix: Matrix) -> Value:
    """Mean of recall and precision over classes."""
    one, other = balanced(matrix), macro_precision(matrix)
    return None if one is None or other is None else (one + other) / 2


def harmonic_f1(matrix: Matrix) -> Value:
    """The harmonic mean of macro recall and macro precision."""
    one, other = balanced(matrix), macro_precision(matrix)
    return None if one is None or other is None else over(2 * one * other, one + other)


def scott(matrix: Matrix) -> Value:
    """Scott's pi: by chance, the share of a class is the mean of the two that it has."""
    true, predicted, right, n = sizes(matrix)
    if n == 0:
        return None
    chance = sum(Fraction(a + b, 2 * n) ** 2 for a, b in zip(true, predicted, strict=True))
    return over(Fraction(sum(right), n) - chance, 1 - chance)


MEASURES: dict[str, Measure] = {
    "accuracy": cache(accuracy),
    "BA": cache(balanced),
    "macro_precision": cache(macro_precision),
    "macro_F1": cache(macro_f1),
    "weighted_F1": cache(weighted_f1),
    "kappa": cache(kappa),
    "CC": cache(signed_square_of_cc),
    "SBA": cache(sba),
}


def matrices(n: int) -> Iterator[Matrix]:
    """All matrices of n elements, lexicographically."""

    def rest(left: int, places: int) -> Iterator[Matrix]:
        if places == 1:
            yield (left,)
            return
        for first in range(left + 1):
            yield from ((first, *more) for more in rest(left - first, places - 1))

    yield from rest(n, M * M)


def is_diagonal(matrix: Matrix) -> bool:
    """No errors."""
    return all(i == j or not cell(matrix, i, j) for i, j in product(range(M), repeat=2))


def is_zero_diagonal(matrix: Matrix) -> bool:
    """Nothing right."""
    return not any(cell(matrix, i, i) for i in range(M))


def constant(matrix: Matrix) -> bool:
    """A row or column sum is n."""
    true, predicted, _, n = sizes(matrix)
    return n in true or n in predicted


Pair = tuple[Matrix, Matrix]


def _after(matrix: Matrix, *changes: tuple[int, int, int]) -> Matrix:
    cells = list(matrix)
    for i, j, by in changes:
        cells[i * M + j] += by
    return tuple(cells)


def corrections(matrix: Matrix) -> Iterator[Matrix]:
    """Definition 6: an error (a, b) becomes (a, a) or (b, b)."""
    if constant(matrix):
        return
    for a, b in product(range(M), repeat=2):
        if a != b and cell(matrix, a, b):
            for right in (a, b):
                yield _after(matrix, (a, b, -1), (right, right, 1))


def improvements(matrix: Matrix) -> Iterator[Matrix]:
    """Definition 7: one more right, or one error less, with its exclusions."""
    if constant(matrix):
        return
    found = [_after(matrix, (i, i, 1)) for i in range(M)]
    for a, b in product(range(M), repeat=2):
        if a != b and cell(matrix, a, b):
            found.append(_after(matrix, (a, b, -1)))
    for other in found:
        both = [is_diagonal(matrix) and is_diagonal(other)]
        both.append(is_zero_diagonal(matrix) and is_zero_diagonal(other))
        if not any(both):
            yield other


def worse(
    measure: Measure, steps: Callable[[Matrix], Iterator[Matrix]], n: int, strict: bool
) -> bool:
    """Whether some step from a matrix of n elements does not make the value larger (smaller)."""
    for matrix in matrices(n):
        here = measure(matrix)
        for other in steps(matrix) if here is not None else ():
            there = measure(other)
            if there is not None and (there < here or (strict and there == here)):
                return True
    return False


def asymmetric(measure: Measure, n: int, orders: bool) -> bool:
    """Whether permuting the classes, or exchanging truth and prediction, changes a value."""
    for matrix in matrices(n):
        here = measure(matrix)
        if orders:
            others = [
                tuple(cell(matrix, i, j) for i, j in product(order, repeat=2))
                for order in permutations(range(M))
            ]
        else:
            others = [tuple(cell(matrix, j, i) for i, j in product(range(M), repeat=2))]
        for other in others:
            there = measure(other)
            if here is not None and there is not None and here != there:
                return True
    return False


def disagreement(measure: Measure, n_max: int, highest: bool) -> bool:
    """Definitions 1 and 2 fail: the extreme matrices have two values, or another one reaches it."""
    extreme = is_diagonal if highest else is_zero_diagonal
    ends, others = set(), set()
    for n in range(1, n_max + 1):
        for matrix in matrices(n):
            value = measure(matrix)
            if value is not None:
                (ends if extreme(matrix) else others).add(value)
    if len(ends) > 1:
        return True
    end = next(iter(ends), None)
    return end is not None and any(v >= end if highest else v <= end for v in others)


def expectation(measure: Measure, true: Matrix, predicted: Matrix) -> Value:
    """The mean over all predictions with these sizes, label by label; None if one is undefined."""
    labels = [i for i, size in enumerate(true) for _ in range(size)]
    guesses = sorted(j for j, size in enumerate(predicted) for _ in range(size))
    total, count = Fraction(0), 0
    for guess in set(permutations(guesses)):
        counts = [0] * (M * M)
        for i, j in zip(labels, guess, strict=True):
            counts[i * M + j] += 1
        value = measure(tuple(counts))
        if value is None:
            return None
        total, count = total + value, count + 1
    ways = factorial(len(labels)) // prod(map(factorial, predicted))
    if count != ways:
        raise AssertionError("not all predictions were seen")
    return total / count


def baselines(measure: Measure, n_max: int) -> set[Fraction]:
    """The expectations at all sizes where no predicted size is n."""
    found = set()
    for n in range(2, n_max + 1):
        splits = [(i, j, n - i - j) for i in range(n + 1) for j in range(n + 1 - i)]
        for true, predicted in product(splits, repeat=2):
            if max(predicted) < n:
                value = expectation(measure, true, predicted)
                if value is not None:
                    found.add(value)
    return found


def violated(property_id: str, measure: Measure, n_max: int) -> int | None:
    """The smallest n up to n_max with a violation, None if there is none."""
    if property_id == "maximal-agreement" or property_id == "minimal-agreement":
        highest = property_id == "maximal-agreement"
        hits = (n for n in range(1, n_max + 1) if disagreement(measure, n, highest))
    elif property_id in ("symmetry", "class-symmetry"):
        orders = property_id == "class-symmetry"
        hits = (n for n in range(1, n_max + 1) if asymmetric(measure, n, orders))
    else:
        steps = improvements if "strongly" in property_id else corrections
        strict = not property_id.startswith("weakly")
        hits = (n for n in range(1, n_max + 1) if worse(measure, steps, n, strict))
    return next(hits, None)
