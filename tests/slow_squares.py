"""Every matrix of three classes with n <= 6: each valued once, each property by enumeration.

Nothing of the package is used, its parser and its formulas neither.  A formula's text is valued as
it stands on columns of numbers: within a sum a letter is a row with an entry for each class (or
pair), outside it is one number.  Numbers are those of `slow_definitions`: exact for rational
numbers and their square roots, 60 decimals for logarithms, arccosines and other roots.  Properties
follow the wording of gosgens2021.  Each answers with the smallest n of a violation with n <= 6.

The triangle inequality speaks of three labelings, 27 numbers: it is enumerated for n <= 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property, cmp_to_key
from itertools import permutations, product
from math import factorial, prod
from typing import Any

import numpy as np
from slow_definitions import (
    Number,
    UndefinedHereError,
    arccosine,
    divided,
    logarithm,
    minus,
    raised,
    real,
    rooted,
    sign,
    times,
)

M, REACH, TRIANGLES = 3, 6, 3
LABELS = range(M)
RIGHT = tuple(label * (M + 1) for label in LABELS)
WRONG = tuple(place for place in range(M * M) if place not in RIGHT)
ORDERS = tuple(permutations(LABELS))
CELLS = tuple(f"c{i + 1}{j + 1}" for i, j in product(LABELS, repeat=2))

Matrix = tuple[Any, ...]  # row by row, true class first


# --- values of a text ----------------------------------------------------------------------


class Value:
    """A number, or None where something is divided by zero and the like."""

    __slots__ = ("number",)

    def __init__(self, number: Number | None) -> None:
        self.number = number

    def __add__(self, other: Any) -> Value:
        return _apply(lambda x, y: minus(x, times(Fraction(-1), y)), self, other)

    def __sub__(self, other: Any) -> Value:
        return _apply(minus, self, other)

    def __rsub__(self, other: Any) -> Value:
        return _apply(minus, _value(other), self)

    def __mul__(self, other: Any) -> Value:
        return _apply(times, self, other)

    def __truediv__(self, other: Any) -> Value:
        return _apply(divided, self, other)

    def __rtruediv__(self, other: Any) -> Value:
        return _apply(divided, _value(other), self)

    def __neg__(self) -> Value:
        return self * -1

    def __pow__(self, other: Any) -> Value:
        exponent = _value(other).number
        if not isinstance(exponent, Fraction):
            raise TypeError("exponents are fixed rational numbers")
        return _apply(lambda x: raised(x, exponent), self)

    __radd__, __rmul__ = __add__, __mul__


def _value(number: Any) -> Value:
    return number if isinstance(number, Value) else Value(Fraction(number))


def _apply(function: Callable[..., Number], *values: Any) -> Value:
    numbers = [_value(value).number for value in values]
    if any(number is None for number in numbers):
        return Value(None)
    try:
        return Value(function(*numbers))
    except UndefinedHereError:
        return Value(None)


def _elementwise(function: Callable[..., Number], arguments: int) -> Callable[..., Any]:
    return np.frompyfunc(lambda *values: _apply(function, *values), arguments, 1)


def _x_log_y(x: Any, y: Any) -> Value:
    """x*log(y), and 0 where x = 0 whatever y is."""
    x, y = _value(x), _value(y)
    zero = x.number is not None and sign(x.number) == 0
    return Value(Fraction(0)) if zero else _apply(lambda p, q: times(p, logarithm(q)), x, y)


def _larger(x: Number, y: Number) -> Number:
    return x if sign(minus(x, y)) >= 0 else y


FUNCTIONS: dict[str, Any] = {
    "sqrt": _elementwise(rooted, 1),
    "log": _elementwise(logarithm, 1),
    "acos": _elementwise(arccosine, 1),
    "Abs": _elementwise(lambda x: _larger(x, times(Fraction(-1), x)), 1),
    "Max": _elementwise(_larger, 2),
    "Min": _elementwise(lambda x, y: y if _larger(x, y) is x else x, 2),
    "xlogy": np.frompyfunc(_x_log_y, 2, 1),
}


def _column(rows: Any) -> Any:
    return np.frompyfunc(_value, 1, 1)(np.array(rows, dtype=object))


def values_of(text: str, matrices: list[Matrix], **known: str) -> list[Number | None]:
    """The value of a formula at each matrix; `known` are texts of measures it mentions."""
    cells = _column(matrices).reshape(len(matrices), M * M)
    at = cells.reshape(len(matrices), M, M)
    one_class = {"a": at.sum(2), "b": at.sum(1), "c": cells[:, RIGHT]}
    whole = {"n": cells.sum(1, keepdims=True), "m": _column([[M]]), "pi": _column([[0]])}
    whole["pi"] = FUNCTIONS["acos"](whole["pi"]) * 2
    single = {name: cells[:, [place]] for place, name in enumerate(CELLS)}
    first, second = np.array([(i, j) for i, j in product(LABELS, repeat=2) if i != j]).T
    pair = {"cij": at[:, first, second], "cji": at[:, second, first]}
    for letter, row in one_class.items():
        pair |= {f"{letter}i": row[:, first], f"{letter}j": row[:, second]}

    def over(body: str, names: dict[str, Any], count: int) -> Any:
        row = _read(body, {**whole, **names})
        return np.broadcast_to(row, (len(matrices), count)).copy()

    def read(body: str) -> Any:
        names = {
            **{name: read(other) for name, other in known.items() if name in body},
            **whole,
            **single,
            "sum": lambda part: over(part, one_class, M).sum(1, keepdims=True),
            "mean": lambda part: over(part, one_class, M).sum(1, keepdims=True) / M,
            "product": lambda part: over(part, one_class, M).prod(1, keepdims=True),
            "pairs": lambda part: over(part, pair, len(first)).sum(1, keepdims=True),
        }
        return _read(_quoted(body), names)

    found = np.broadcast_to(read(text), (len(matrices), 1))
    return [value.number for value in found[:, 0]]


def _read(text: str, names: dict[str, Any]) -> Any:
    return eval(text.replace("^", "**"), {"__builtins__": {}}, {**FUNCTIONS, **names})


def _quoted(text: str) -> str:
    """The bodies of sums as strings: they are read with the letters of a class."""
    for word in ("sum", "mean", "product", "pairs"):
        start = 0
        while (start := text.find(f"{word}(", start)) >= 0:
            start += len(word) + 1
            depth, end = 1, start
            while depth:
                depth += {"(": 1, ")": -1}.get(text[end], 0)
                end += 1
            text = f"{text[:start]}'{text[start : end - 1]}'{text[end - 1 :]}"
            start = end + 2
    return text


# --- matrices ------------------------------------------------------------------------------


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Tuples of whole numbers >= 0 with that sum."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in compositions(total - first, parts - 1))


def margins(matrix: Matrix) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """True sizes and predicted sizes."""
    rows = tuple(sum(matrix[i * M : i * M + M]) for i in LABELS)
    return rows, tuple(sum(matrix[j::M]) for j in LABELS)


def permuted(matrix: Matrix, order: tuple[int, ...]) -> Matrix:
    """The classes in another order."""
    return tuple(matrix[i * M + j] for i, j in product(order, repeat=2))


def constant(matrix: Matrix) -> bool:
    """A row or column sum is n."""
    rows, columns = margins(matrix)
    return sum(matrix) in rows or sum(matrix) in columns


#: By size; those with one element more are reached by a step of strong monotonicity.
SQUARES = tuple(tuple(compositions(n, M * M)) for n in range(REACH + 2))
UP_TO_REACH = tuple(matrix for squares in SQUARES[1 : REACH + 1] for matrix in squares)

Step = tuple[int, Matrix, Matrix]


def _moved(matrix: Matrix, *moves: tuple[int, int]) -> Matrix:
    cells = list(matrix)
    for place, by in moves:
        cells[place] += by
    return tuple(cells)


@cache
def corrections() -> list[Step]:
    """Definition 6: an error (a, b) becomes (a, a) or (b, b); no labeling is constant."""
    return [
        (sum(matrix), matrix, _moved(matrix, (place, -1), (label * (M + 1), 1)))
        for matrix in UP_TO_REACH
        if not constant(matrix)
        for place in WRONG
        if matrix[place]
        for label in divmod(place, M)
    ]


@cache
def improvements() -> list[Step]:
    """Definition 7: one more right or one error less, not both diagonal or both zero-diagonal."""
    found = []
    for matrix in UP_TO_REACH:
        if constant(matrix):
            continue
        others = [_moved(matrix, (place, 1)) for place in RIGHT]
        others += [_moved(matrix, (place, -1)) for place in WRONG if matrix[place]]
        for other in others:
            both = matrix, other
            same = any(not any(one[p] for one in both for p in ps) for ps in (RIGHT, WRONG))
            if not same:
                found.append((sum(matrix), *both))
    return found


@cache
def expected() -> list[tuple[int, Matrix]]:
    """a_i*b_j/n for all sizes with a prediction that is not constant."""
    return [
        (n, tuple(Fraction(a * b, n) for a, b in product(true, predicted)))
        for n in range(1, REACH + 1)
        for true, predicted in product(tuple(compositions(n, M)), repeat=2)
        if max(predicted) < n
    ]


@cache
def ways() -> dict[tuple[Any, Any], list[tuple[int, Matrix]]]:
    """By sizes, each matrix with its number of predictions out of all with these sizes."""
    found: dict[tuple[Any, Any], list[tuple[int, Matrix]]] = {}
    for matrix in UP_TO_REACH:
        true, predicted = margins(matrix)
        if max(predicted) < sum(matrix):
            many = prod(map(factorial, true)) // prod(map(factorial, matrix))
            found.setdefault((true, predicted), []).append((many, matrix))
    for (true, predicted), cells in found.items():
        total = factorial(sum(true)) // prod(map(factorial, predicted))
        if sum(many for many, _ in cells) != total:
            raise AssertionError("not all predictions were counted")
    return found


@cache
def triples() -> tuple[list[int], list[list[Matrix]]]:
    """Numbers of elements with each three labels: their n, and the matrices AB, BC, AC."""
    words = tuple(product(LABELS, repeat=3))
    sizes, found = [], []
    for n in range(1, TRIANGLES + 1):
        for numbers in compositions(n, len(words)):
            matrices = []
            for one, other in ((0, 1), (1, 2), (0, 2)):
                cells = [0] * (M * M)
                for word, count in zip(words, numbers, strict=True):
                    cells[word[one] * M + word[other]] += count
                matrices.append(tuple(cells))
            sizes.append(n)
            found.append(matrices)
    return sizes, found


# --- properties ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Slow:
    """A measure as text, and what enumeration says of it.

    `alike`: the text treats all classes alike, so that one matrix of each orbit is valued.  That it
    does is looked at with every matrix of `symmetric_up_to` elements.
    """

    text: str
    known: tuple[tuple[str, str], ...] = ()
    higher_is_better: bool = True
    symmetric_up_to: int = 3

    @property
    def alike(self) -> bool:
        """Whether no single cell is mentioned."""
        return not any(cell in self.text for cell in CELLS)

    def values(self, matrices: Iterable[Matrix]) -> dict[Matrix, Number | None]:
        """The score at each matrix: the value, or its negative where lower is better."""
        wanted = list(dict.fromkeys(matrices))
        least = {m: min(permuted(m, o) for o in ORDERS) if self.alike else m for m in wanted}
        distinct = list(dict.fromkeys(least.values()))
        found = dict(zip(distinct, self.each(distinct), strict=True))
        return {matrix: found[least[matrix]] for matrix in wanted}

    def each(self, matrices: list[Matrix]) -> list[Number | None]:
        """The same, each matrix for itself."""
        found = values_of(self.text, matrices, **dict(self.known))
        if self.higher_is_better:
            return found
        return [None if value is None else times(Fraction(-1), value) for value in found]

    @cached_property
    def score(self) -> dict[Matrix, Number | None]:
        """The score at every matrix with n <= 7, valued once."""
        return self.values(matrix for squares in SQUARES for matrix in squares if sum(matrix))

    @cached_property
    def rank(self) -> dict[Matrix, int]:
        """Equal values have one rank, larger ones a larger rank; undefined ones none."""
        return ranked(self.score)

    def violated(self, property_id: str) -> int | None:
        """The smallest n <= 6 of a violation; None if there is none."""
        sizes = self.violations(property_id)
        return min(sizes, default=None)

    def violations(self, property_id: str) -> Iterator[int]:
        """Sizes of violations, the smallest among them."""
        match property_id:
            case "maximal-agreement" | "minimal-agreement":
                return self.disagreements(property_id == "maximal-agreement")
            case "symmetry":
                turned = ((m, tuple(m[j * M + i] for i, j in product(LABELS, repeat=2)))
                          for m in UP_TO_REACH)  # fmt: skip
                return self.steps(((sum(m), m, t) for m, t in turned), lambda x, y: x == y)
            case "class-symmetry":
                return self.permutations()
            case "monotone" | "weakly-monotone":
                strict = property_id == "monotone"
                return self.steps(corrections(), lambda x, y: x < y or (x == y and not strict))
            case "strongly-monotone" | "weakly-strongly-monotone":
                strict = property_id == "strongly-monotone"
                return self.steps(improvements(), lambda x, y: x < y or (x == y and not strict))
            case "constant-baseline":
                return differing(self.expectations())
            case "approximate-constant-baseline":
                values = self.values(matrix for _, matrix in expected())
                return differing((size, values[matrix]) for size, matrix in expected())
            case "scale-invariance":
                return self.multiples()
            case "distance":
                return self.distances()
        raise KeyError(property_id)

    def steps(self, steps: Iterable[Step], right: Callable[[int, int], bool]) -> Iterator[int]:
        """Sizes of the pairs of matrices with two values that are not as they should be."""
        rank = self.rank
        for size, first, second in steps:
            both = first in rank and second in rank
            if both and not right(rank[first], rank[second]):
                yield size

    def disagreements(self, highest: bool) -> Iterator[int]:
        """Definitions 1 and 2: an extreme matrix against another one, both with n <= size."""
        others_are_zero = WRONG if highest else RIGHT
        side = 1 if highest else -1
        ends, others = set(), set()
        for size, squares in enumerate(SQUARES[1:-1], 1):
            for matrix in squares:
                if matrix in self.rank:
                    extreme = not any(matrix[place] for place in others_are_zero)
                    (ends if extreme else others).add(self.rank[matrix] * side)
            if len(ends) > 1 or (ends and others and max(others) >= min(ends)):
                yield size
                return

    def permutations(self) -> Iterator[int]:
        """Definition 4, on values that were found one by one."""
        top = self.symmetric_up_to if self.alike else REACH
        all_of = [matrix for squares in SQUARES[1 : top + 1] for matrix in squares]
        rank = (
            ranked(dict(zip(all_of, self.each(all_of), strict=True))) if self.alike else self.rank
        )
        for matrix in all_of:
            others = (permuted(matrix, order) for order in ORDERS)
            if matrix in rank and any(rank.get(o, rank[matrix]) != rank[matrix] for o in others):
                yield sum(matrix)

    def multiples(self) -> Iterator[int]:
        """Definition 11: k times the matrix, for k <= 6."""
        for size in range(1, REACH + 1):
            pairs = [
                (m, tuple(k * cell for cell in m))
                for k in range(2, size + 1)
                for m in UP_TO_REACH
                if max(k, sum(m)) == size
            ]
            there = self.values(other for _, other in pairs)
            for matrix, other in pairs:
                here, large = self.score[matrix], there[other]
                if here is not None and large is not None and sign(minus(here, large)):
                    yield size
                    return

    def expectations(self) -> Iterator[tuple[int, Number | None]]:
        """For all sizes, n and the mean over all predictions; None if one of them is undefined."""
        for (true, _), cells in ways().items():
            values = [(many, self.score[matrix]) for many, matrix in cells]
            total: Number | None = Fraction(0)
            for many, value in values:
                if value is None or total is None:
                    total = None
                else:
                    total = minus(total, times(Fraction(-many), value))
            whole = Fraction(sum(many for many, _ in cells))
            yield sum(true), None if total is None else divided(total, whole)

    def distances(self) -> Iterator[int]:
        """Definition 5: symmetry, maximal agreement, and c - M(A,C) is at most the sum of the two
        others, with c the value of each diagonal matrix.  In floats first, then exactly."""
        yield from self.violations("symmetry")
        yield from self.violations("maximal-agreement")
        floats = {
            matrix: np.nan if value is None else float(real(value))
            for matrix, value in self.score.items()
        }
        sizes, matrices = triples()
        table = np.array([[floats[matrix] for matrix in three] for three in matrices])
        for n in range(1, TRIANGLES + 1):
            right = (m for m in SQUARES[n] if not any(m[place] for place in WRONG))
            for c in {value for m in right if (value := self.score[m]) is not None}:
                gap = float(real(c)) - table[:, 0] - table[:, 1] + table[:, 2]
                for place in np.flatnonzero(gap < 1e-9):
                    one, other, direct = (self.score[m] for m in matrices[place])
                    if one is None or other is None or direct is None:
                        continue
                    if sign(minus(minus(c, one), minus(other, direct))) < 0:
                        yield max(n, sizes[place])


def ranked(values: dict[Matrix, Number | None]) -> dict[Matrix, int]:
    """The place of each value among the different ones."""
    known = {value for value in values.values() if value is not None}
    order = sorted(known, key=cmp_to_key(lambda x, y: sign(minus(x, y))))
    rank, places = 0, {}
    for before, value in zip([None, *order], order, strict=False):
        rank += before is not None and sign(minus(value, before)) != 0
        places[value] = rank
    return {matrix: places[value] for matrix, value in values.items() if value is not None}


def differing(values: Iterable[tuple[int, Number | None]]) -> Iterator[int]:
    """The smallest size up to which there are two different values."""
    first: Number | None = None
    for size, value in sorted(values, key=lambda pair: pair[0]):
        if first is None:
            first = value
        elif value is not None and sign(minus(first, value)):
            yield size
            return
