"""Confusion matrices: the four cells, their margins, and the letters each paper gives them.

The cells are always named TP, FN, FP, TN and stand in this order.  Rows are the true class:
`[[TP, FN], [FP, TN]]`.  gosgens2021 writes c11, c10, c01, c00 (first index the truth).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass

from symbolic_measures.formula import Formula, formula, symbol

CELLS = ("TP", "FN", "FP", "TN")
TP, FN, FP, TN = map(symbol, CELLS)
P, N = TP + FN, FP + TN
PHAT, NHAT = TP + FP, FN + TN
SIZE = TP + FN + FP + TN

#: x_abc: how many elements have label a in labeling A, b in B and c in C.
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
    """Counts of the four outcomes; n = TP+FN+FP+TN >= 1, each a whole number >= 0."""

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


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Tuples of `parts` whole numbers >= 0 with that sum, in lexicographic order."""
    if parts == 1:
        yield (total,)
    elif parts > 1:
        for first in range(total + 1):
            for rest in compositions(total - first, parts - 1):
                yield (first, *rest)
    elif total == 0:
        yield ()
