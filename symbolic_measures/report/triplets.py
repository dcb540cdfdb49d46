"""Two matrices of one truth and the values there, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.report.prose import Piece, cells, exact

if TYPE_CHECKING:
    from symbolic_measures.meaning.triplets import Triplet


def told(found: Triplet) -> tuple[Piece, ...]:
    """The two matrices and the values there."""
    told: list[Piece] = [*matrices(found)]
    for name, (one, two) in zip(found.names, found.values, strict=True):
        told += [f"; {name}: ", *exact(one), " and ", *exact(two)]
    return tuple(told)


def matrices(found: Triplet) -> tuple[Piece, ...]:
    """`B1 (0, 1, 1, 1), B2 (1, 0, 1, 1)`."""
    first, second = (cells(tuple(map(str, matrix))) for matrix in found.matrices)
    return ("B1 ", first, ", B2 ", second)


def values(found: Triplet) -> tuple[Piece, ...]:
    """The values of its first measure: `; Acc: 1/2 and 1/3`."""
    one, two = found.values[0]
    return (f"; {found.names[0]}: ", *exact(one), " and ", *exact(two))
