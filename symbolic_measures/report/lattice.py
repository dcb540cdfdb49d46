"""All confusion matrices of one n with their exact values, for the tetrahedron that can be turned.

The page draws and looks up; it computes no value of a measure.  So what a person reads at a matrix
is what the kernel says, and a matrix without a value has none there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.exact import (
    CannotTellError,
    InfiniteError,
    UndefinedError,
    show,
)
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.verdict import Exact, Verdict
from symbolic_measures.report import prose
from symbolic_measures.report.pictures import approximate

#: The n of the page of one measure, and of a gallery of many.
SIZE, SMALL = 20, 12
UNDEFINED, OPEN = "undefined", "not decided"


@dataclass(frozen=True)
class Lattice:
    """The values of a reading at all matrices of n elements.

    The matrices are in the order of `compositions(n, 4)`; `values` are the different ones, each as
    text and as a number for the colour, and `places` says which a matrix has.
    """

    name: str
    n: int
    parameters: str
    places: tuple[int, ...]
    values: tuple[tuple[str, float | None], ...]
    counterexamples: tuple[dict[str, Any], ...] = ()

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "name": self.name,
            "n": self.n,
            "parameters": self.parameters,
            "places": list(self.places),
            "texts": [text for text, _ in self.values],
            "numbers": [number for _, number in self.values],
            "counterexamples": list(self.counterexamples),
        }


def lattice(
    reading: Reading, verdicts: Iterable[Verdict] = (), n: int = SIZE, name: str = ""
) -> Lattice | None:
    """The lattice of a reading of two classes; None for more, or if no parameters are known."""
    if reading.measure.classes != 2:
        return None
    sample = next(iter(parameter_samples(reading, 1)), None)
    if sample is None:
        return None
    run, places = evaluator(reading.shown), []
    known: dict[str, tuple[int, tuple[str, float | None]]] = {}
    for cells in compositions(n, len(CELLS)):
        point = {**sample, **dict(zip(CELLS, map(fmpq, cells), strict=True))}
        try:
            value: Exact = show(run(point))
        except InfiniteError as error:
            value = "oo" if error.sign > 0 else "-oo"
        except UndefinedError:
            value = UNDEFINED
        except CannotTellError:
            value = OPEN
        key = value if isinstance(value, str) else " ".join(value)
        if key not in known:
            known[key] = len(known), _told(value)
        places.append(known[key][0])
    told = ", ".join(f"{each} = {value}" for each, value in sample.items())
    found = tuple(entry for _, entry in sorted(known.values()))
    shown = tuple(each for verdict in verdicts for each in _counterexample(verdict))
    return Lattice(name or reading.measure.name, n, told, tuple(places), found, shown)


def _told(value: Exact) -> tuple[str, float | None]:
    """A value as text and as a number, to the digits that a colour has."""
    if isinstance(value, str) and value in (UNDEFINED, OPEN, "oo", "-oo"):
        return value, None
    text = prose.text(prose.exact(value))
    if isinstance(value, list):
        return text, float(f"{float(Fraction(value[0])):.4g}")
    tree = prose.number(value)
    near = approximate(tree, {}) if isinstance(tree, Formula) else None
    return text, None if near is None else float(f"{near:.4g}")


def _counterexample(verdict: Verdict) -> Iterable[dict[str, Any]]:
    """The matrices of a counterexample, if it is made of some, as numbers of elements."""
    witness = verdict.witness
    if verdict.outcome != "refuted" or witness is None or witness.kind in (
        "labelings", "expectation"
    ):  # fmt: skip
        return
    matrices = [matrix for matrix in witness.matrices if len(matrix) == len(CELLS)]
    if matrices and all(any(Fraction(cell) for cell in matrix) for matrix in matrices):
        given = ", ".join(f"{name} = {value}" for name, value in witness.parameters.items())
        yield {
            "property": verdict.property,
            "matrices": [list(matrix) for matrix in matrices],
            "parts": [_parts(matrix) for matrix in matrices],
            "values": [prose.text(prose.exact(value)) for value in witness.values],
            "parameters": given,
        }


def _parts(matrix: tuple[str, ...]) -> list[float]:
    """Where it lies: its cells as parts of n."""
    cells = [Fraction(cell) for cell in matrix]
    return [round(float(cell / sum(cells)), 4) for cell in cells]


@dataclass(frozen=True)
class Gallery:
    """A page of one tetrahedron, and of the measures that can be chosen for it."""

    solids: tuple[Lattice, ...]

    @property
    def title(self) -> str:
        """The name of the measure if there is one."""
        name = f"{self.solids[0].name}: " if len(self.solids) == 1 else ""
        return (
            f"{name}all confusion matrices, to turn" if name else "All confusion matrices, to turn"
        )


def embedded(lattices: Iterable[Lattice]) -> str:
    """The data within a page: JSON in which no tag can begin."""
    data = [each.to_data() for each in lattices]
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("&", "\\u0026")
