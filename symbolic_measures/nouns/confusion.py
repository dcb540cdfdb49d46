"""Confusion matrices: the four cells, their margins, and the letters each paper gives them.

The cells are always named TP, FN, FP, TN and stand in this order.  Rows are the true class:
`[[TP, FN], [FP, TN]]`.  gosgens2021 writes c11, c10, c01, c00 (first index the truth).
With m > 2 classes the cells are c11, c12, ..., cmm, true class first, row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import product
from math import isqrt

from symbolic_measures.nouns.formula import Formula, formula, symbol

CELLS = ("TP", "FN", "FP", "TN")
TP, FN, FP, TN = map(symbol, CELLS)
P, N = TP + FN, FP + TN
PHAT, NHAT = TP + FP, FN + TN
SIZE = TP + FN + FP + TN
#: Of two classes: the labels are 1 and 0.
LABELINGS = tuple(f"x_{a}{b}{c}" for a in "01" for b in "01" for c in "01")
#: Names a formula may use for quantities of the matrix.
QUANTITIES: dict[str, Formula] = {
    **dict(zip(CELLS, (TP, FN, FP, TN), strict=True)),
    **dict(zip(("c11", "c10", "c01", "c00"), (TP, FN, FP, TN), strict=True)),
    **dict.fromkeys(("P", "a1"), P),
    **dict.fromkeys(("N", "a0"), N),
    **dict.fromkeys(("Phat", "PP", "b1"), PHAT),
    **dict.fromkeys(("Nhat", "PN", "b0"), NHAT),
    "n": SIZE,
    "pi": Formula("acos", -formula(1)),
    "prevalence": P / SIZE,
    **dict.fromkeys(("p_AB", "pAB"), TP / SIZE),
    **dict.fromkeys(("p_A", "pA"), P / SIZE),
    **dict.fromkeys(("p_B", "pB"), PHAT / SIZE),
}
#: The cells of a matrix of size 1 in the proportions p_AB = TP/n, p_A = P/n, p_B = P^/n.
_AB, _A, _B = map(symbol, ("p_AB", "p_A", "p_B"))
PROPORTIONS = (_AB, _A - _AB, _B - _AB, (_AB + 1) - _A - _B)


@dataclass(frozen=True, order=True)
class ConfusionMatrix:
    """Counts of the four outcomes; n = TP+FN+FP+TN >= 1, each a whole number >= 0.

    Attributes
    ----------
    TP, FN, FP, TN
        True positives, false negatives, false positives, true negatives.

    Raises
    ------
    ValueError
        For a cell that is no whole number >= 0, and for four zeros.

    Example
    -------
    >>> from symbolic_measures import ConfusionMatrix, measure
    >>> matrix = ConfusionMatrix(TP=90, FN=4, FP=5, TN=1)
    >>> matrix.n, matrix.rows, measure("accuracy")(matrix)
    (100, ((90, 4), (5, 1)), 91/100)

    Notes
    -----
    The rows are the true classes, the positive class first.  A bare matrix is never taken for one:
    `measure(...)(matrix=..., rows="true", positive="first")` says what it is.

    References
    ----------
    M. Gösgens et al., NeurIPS 2021, Section 2.
    """

    TP: int
    FN: int
    FP: int
    TN: int

    def __post_init__(self) -> None:
        for name, value in zip(CELLS, self.cells, strict=True):
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise ValueError(f"{name} = {value!r}: a cell is a whole number >= 0")
        if self.n == 0:
            raise ValueError("an empty confusion matrix: at least one element is needed")

    @property
    def cells(self) -> tuple[int, int, int, int]:
        """(TP, FN, FP, TN)."""
        return astuple(self)

    @property
    def n(self) -> int:
        """Number of elements."""
        return sum(self.cells)

    @property
    def rows(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """[[TP, FN], [FP, TN]]: true class by predicted class."""
        return (self.TP, self.FN), (self.FP, self.TN)


#: Matrices of more classes are not written out.
MAX_CLASSES = 6


def summed(parts: Iterable[Formula]) -> Formula:
    """The sum of some formulas, from left to right; 0 if there are none."""
    found: Formula | None = None
    for part in parts:
        found = part if found is None else found + part
    return formula(0) if found is None else found


@dataclass(frozen=True)
class Square:
    """The cells of m classes as formulas, row by row: true class i, predicted class j, from 0."""

    cells: tuple[Formula, ...]

    @classmethod
    def of(cls, classes: int) -> Square:
        """The symbols TP, FN, FP, TN, or c11 to cmm."""
        return cls(tuple(map(symbol, cell_names(classes))))

    @property
    def classes(self) -> int:
        """m."""
        return isqrt(len(self.cells))

    @property
    def diagonal(self) -> tuple[int, ...]:
        """The places of the right predictions."""
        return tuple(range(0, len(self.cells), self.classes + 1))

    @property
    def errors(self) -> tuple[int, ...]:
        """The places of the wrong predictions."""
        return tuple(place for place in range(len(self.cells)) if place not in self.diagonal)

    def at(self, true: int, predicted: int) -> Formula:
        """One cell."""
        return self.cells[true * self.classes + predicted]

    def where(self, keep: Callable[[int, int], bool]) -> Formula:
        """The sum of the cells (true, predicted) that are kept."""
        places = product(range(self.classes), repeat=2)
        return summed(self.at(i, j) for i, j in places if keep(i, j))

    def true(self, label: int) -> Formula:
        """The true size a_i of a class."""
        return self.where(lambda i, _: i == label)

    def predicted(self, label: int) -> Formula:
        """The predicted size b_j of a class."""
        return self.where(lambda _, j: j == label)

    def against_rest(self, label: int) -> tuple[Formula, Formula, Formula, Formula]:
        """(TP, FN, FP, TN) of one class against all others."""
        return (
            self.at(label, label),
            self.where(lambda i, j: i == label != j),
            self.where(lambda i, j: i != label == j),
            self.where(lambda i, j: i != label != j),
        )

    def outside_true(self, label: int) -> Formula:
        """The elements of other true classes, n - a_i."""
        return self.where(lambda i, _: i != label)

    def outside_predicted(self, label: int) -> Formula:
        """The elements predicted as other classes, n - b_j."""
        return self.where(lambda _, j: j != label)

    @property
    def size(self) -> Formula:
        """n."""
        return summed(self.cells)

    def transposed(self) -> Square:
        """Truth and prediction exchanged."""
        places = product(range(self.classes), repeat=2)
        return Square(tuple(self.at(j, i) for i, j in places))

    def permuted(self, order: Sequence[int]) -> Square:
        """Class i takes the place of class order[i]: the cell (i, j) is C[order[i]][order[j]]."""
        return Square(tuple(self.at(i, j) for i, j in product(order, repeat=2)))


@lru_cache(maxsize=64)
def cell_names(classes: int) -> tuple[str, ...]:
    """TP, FN, FP, TN, or c11 to cmm."""
    if classes == 2:
        return CELLS
    return tuple(f"c{i}{j}" for i, j in product(range(1, classes + 1), repeat=2))


def second(names: Iterable[str]) -> tuple[str, ...]:
    """The names of the cells of a second matrix: TP2, ..., or d11, ..."""
    return tuple(name + "2" if name in CELLS else "d" + name[1:] for name in names)


def labelings(classes: int) -> tuple[str, ...]:
    """x_abc: how many elements have label a in labeling A, b in B and c in C."""
    labels = "01" if classes == 2 else "123456789"[:classes]
    return tuple("x_" + "".join(word) for word in product(labels, repeat=3))


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Tuples of `parts` whole numbers >= 0 with that sum, in lexicographic order."""
    if total < 0:
        return
    if parts == 1:
        yield (total,)
    elif parts > 1:
        for first in range(total + 1):
            for rest in compositions(total - first, parts - 1):
                yield (first, *rest)
    elif total == 0:
        yield ()
