"""Two matrices of one truth that two measures rank differently."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symbolic_measures.kernel.exact import show
from symbolic_measures.meaning.ranks import Matrix, Ranked, labelings, value_at
from symbolic_measures.nouns.confusion import CELLS


@dataclass(frozen=True)
class Triplet:
    """Two matrices of one truth, and the values of two measures at both, exact."""

    names: tuple[str, str]
    matrices: tuple[Matrix, Matrix]
    values: tuple[tuple[Any, Any], tuple[Any, Any]]

    @property
    def n(self) -> int:
        """Number of elements."""
        return sum(self.matrices[0])

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        truth, one, two = labelings(*self.matrices)
        first, second = (dict(zip(CELLS, matrix, strict=True)) for matrix in self.matrices)
        return {
            "kind": "triplet", "n": self.n, **first, "to": second,
            "labelings": {"A": truth, "B1": one, "B2": two},
            "values": dict(zip(self.names, map(list, self.values), strict=True)),
        }  # fmt: skip


def triplet(one: Ranked, other: Ranked, matrices: tuple[Matrix, Matrix]) -> Triplet:
    """The values of both measures at two matrices where both are defined."""
    values = []
    for item in (one, other):
        first, second = (value_at(item.tree, matrix, item.parameters) for matrix in matrices)
        shown = ("undefined" if value is None else show(value) for value in (first, second))
        values.append((next(shown), next(shown)))
    return Triplet((one.name, other.name), matrices, (values[0], values[1]))
