"""Two matrices of one truth and the values there, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.report.prose import Piece, cells, exact

if TYPE_CHECKING:
    from symbolic_measures.meaning.triplets import Triplet


def told(found: Triplet) -> tuple[Piece, ...]:
    """The two matrices and the values there."""
    first, second = (cells(tuple(map(str, matrix))) for matrix in found.matrices)
    told: list[Piece] = ["B1 ", first, ", B2 ", second]
    for name, (one, two) in zip(found.names, found.values, strict=True):
        told += [f"; {name}: ", *exact(one), " and ", *exact(two)]
    return tuple(told)
