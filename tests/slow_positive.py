"""opitz2024 for any number of classes: slow, obviously right, independent definitions.

Measures are functions of a matrix of exact numbers, written from the paper's formulas; nothing of
the package is used.  A number may be a `Dual`, which carries a derivative along: x + y*d, d^2 = 0.
Duals of duals give mixed derivatives.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

Matrix = list[list[Any]]
Measure = Callable[[Matrix], Any]


@dataclass(frozen=True)
class Dual:
    """A number and its derivative."""

    value: Any
    change: Any

    def __add__(self, other: Any) -> Dual:
        other = dual(other)
        return Dual(self.value + other.value, self.change + other.change)

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.change)

    def __sub__(self, other: Any) -> Dual:
        return self + -dual(other)

    def __rsub__(self, other: Any) -> Dual:
        return dual(other) - self

    def __mul__(self, other: Any) -> Dual:
        other = dual(other)
        mixed = self.value * other.change + self.change * other.value
        return Dual(self.value * other.value, mixed)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual:
        other = dual(other)
        top = self.change * other.value - self.value * other.change
        return Dual(self.value / other.value, top / (other.value * other.value))

    def __rtruediv__(self, other: Any) -> Dual:
        return dual(other) / self


def dual(number: Any) -> Dual:
    return number if isinstance(number, Dual) else Dual(number, 0 * number)


def sizes(matrix: Matrix) -> tuple[list[Any], list[Any], list[Any], Any]:
    """True sizes, predicted sizes, right ones, n."""
    many = range(len(matrix))
    true = [sum(matrix[i][1:], matrix[i][0]) for i in many]
    predicted = [sum((matrix[i][j] for i in many[1:]), matrix[0][j]) for j in many]
    return true, predicted, [matrix[i][i] for i in many], sum(true[1:], true[0])


def mean(parts: list[Any]) -> Any:
    return sum(parts[1:], parts[0]) / len(parts)


def accuracy(matrix: Matrix) -> Any:
    _, _, right, n = sizes(matrix)
    return sum(right[1:], right[0]) / n


def recall(matrix: Matrix) -> Any:
    true, _, right, _ = sizes(matrix)
    return mean([c / a for a, c in zip(true, right, strict=True)])


def precision(matrix: Matrix) -> Any:
    _, predicted, right, _ = sizes(matrix)
    return mean([c / b for b, c in zip(predicted, right, strict=True)])


def harmonic_recall(matrix: Matrix) -> Any:
    true, _, right, _ = sizes(matrix)
    return 1 / mean([a / c for a, c in zip(true, right, strict=True)])


def macro_f1(matrix: Matrix) -> Any:
    true, predicted, right, _ = sizes(matrix)
    return mean([2 * c / (a + b) for a, b, c in zip(true, predicted, right, strict=True)])


def f1_of_means(matrix: Matrix) -> Any:
    one, other = recall(matrix), precision(matrix)
    return 2 * one * other / (one + other)


def weighted_f1(matrix: Matrix) -> Any:
    true, predicted, right, n = sizes(matrix)
    shares = [a / n * (2 * c / (a + b)) for a, b, c in zip(true, predicted, right, strict=True)]
    return sum(shares[1:], shares[0])


def kappa(matrix: Matrix) -> Any:
    true, predicted, right, n = sizes(matrix)
    chance = [a * b / (n * n) for a, b in zip(true, predicted, strict=True)]
    agreed, by_chance = (sum(x[1:], x[0]) for x in (right, chance))
    return (agreed / n - by_chance) / (1 - by_chance)


def calibrated(measure: Measure) -> Measure:
    """Equation 6: all true classes get the same size."""

    def found(matrix: Matrix) -> Any:
        true, _, _, n = sizes(matrix)
        factors = [n / (len(matrix) * a) for a in true]
        return measure([[f * x for x in row] for f, row in zip(factors, matrix, strict=True)])

    return found


MEASURES: dict[str, Measure] = {
    "accuracy": accuracy, "BA": recall, "macro_precision": precision, "HmacR": harmonic_recall,
    "macro_F1": macro_f1, "macro_F1_of_means": f1_of_means, "weighted_F1": weighted_f1,
    "kappa_chance": kappa,
}  # fmt: skip
MEASURES |= {f"calibrated({name})": calibrated(measure) for name, measure in MEASURES.items()}


def positive_matrix(m: int, seed: int) -> Matrix:
    chance = random.Random(repr((m, seed)))
    return [[Fraction(chance.randint(1, 9), chance.randint(1, 4)) for _ in range(m)]
            for _ in range(m)]  # fmt: skip


def with_ones(block: Matrix, m: int) -> Matrix:
    """The matrix of m classes in whose first rows and columns the block stands; else 1."""
    k = len(block)
    return [[block[i][j] if max(i, j) < k else Fraction(1) for j in range(m)] for i in range(m)]


def derivative(measure: Measure, matrix: Matrix, cell: tuple[int, int]) -> Any:
    """dM/dm_ij, exactly."""
    moved = [[Dual(x, x * 0 + ((i, j) == cell)) for j, x in enumerate(row)]
             for i, row in enumerate(matrix)]  # fmt: skip
    return measure(moved).change


def mixed(measure: Measure, matrix: Matrix, one: tuple[int, int], other: tuple[int, int]) -> Any:
    """The second derivative in two cells."""
    return derivative(lambda inner: derivative(measure, inner, other), matrix, one)


def ratio(measure: Measure, matrix: Matrix, one: tuple[int, int], other: tuple[int, int]) -> Any:
    """M*M_xy/(M_x*M_y)."""
    first = derivative(measure, matrix, one) * derivative(measure, matrix, other)
    return measure(matrix) * mixed(measure, matrix, one, other) / first


def at_random(true: list[Any], predicted: list[Any]) -> Matrix:
    """The matrix of a random prediction, from weights."""
    shares = [[Fraction(x) / sum(own) for x in own] for own in (true, predicted)]
    return [[p * z for z in shares[1]] for p in shares[0]]
