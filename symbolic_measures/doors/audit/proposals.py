"""Proposals: the formulas of the catalog with which a function agrees, found by comparing values.

Tried are the measures of the catalog, those with parameters at a few values of them, and, where
none agrees, each with a usual slip: complement, absolute value, square, cells exchanged.  A
proposal is sorted out in floating point; what the report says of it rests on exact values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from symbolic_measures.doors.audit.calls import Calls
from symbolic_measures.doors.audit.references import TOLERANCE, matrices
from symbolic_measures.doors.audit.signatures import ORIENTATIONS, Matrix
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.multiclass import MULTICLASS, class_measure
from symbolic_measures.nouns.confusion import CELLS, cell_names
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.search.floats import values

Floats = npt.NDArray[np.float64]
#: Values of parameters that are tried.
GRID = (Fraction(2), Fraction(1, 2), Fraction(1), Fraction(1, 10))
#: Sizes looked at, by the number of classes.
SIZE = {2: 6, 3: 4}
#: The part of the matrices at which the nearest formula must agree to be proposed.
NEAR = 0.5
#: Binary measures whose averages over several classes are tried.
AVERAGED = ("F1", "precision", "recall", "Jaccard", "specificity", "Gmean", "CC", "NPV")


@dataclass(frozen=True)
class Candidate:
    """A formula with numbers for its parameters; `slip` says what was done to it."""

    name: str
    formula: Formula
    parameters: tuple[tuple[str, Fraction], ...] = ()
    slip: str = ""

    @property
    def told(self) -> str:
        """`F_beta at beta = 2`, `recall with FN and FP exchanged`."""
        at = ", ".join(f"{name} = {value}" for name, value in self.parameters)
        return f"{self.name}{' at ' if at else ''}{at}{' ' if self.slip else ''}{self.slip}"


@dataclass(frozen=True)
class Proposal:
    """A candidate, the matrices where it has a value, and at how many the function agrees."""

    candidate: Candidate
    defined: int
    agreeing: int
    filled: int
    orientation: str = ""

    @property
    def agrees(self) -> bool:
        """Wherever the formula is defined."""
        return self.agreeing == self.defined > 0

    @property
    def rank(self) -> tuple[float, ...]:
        """The best has the largest; of equal ones that with fewer parameters."""
        part = self.agreeing / max(1, self.defined)
        return (part, self.defined, -self.filled, -len(self.candidate.parameters))


def propose(calls: Calls, classes: int = 2) -> tuple[Proposal, ...]:
    """Where the function agrees: all formulas that fit wherever they are defined, the best first;
    if there are none, the nearest one, and nothing if that is not near.

    Every orientation of a matrix is tried if none is given.
    """
    size = SIZE.get(classes, 3)
    found = [p for each in _orientations(calls) for p in _compared(each, size, classes, _plain)]
    if not any(p.agrees for p in found) and classes == 2:
        found += [p for each in _orientations(calls) for p in _compared(each, size, 2, _slips)]
    found.sort(key=lambda p: p.rank, reverse=True)
    fitting = tuple(p for p in found if p.agrees)
    near = tuple(p for p in found[:1] if p.agreeing >= NEAR * p.defined)
    return fitting or near


def _orientations(calls: Calls) -> Iterator[Calls]:
    if calls.signature.way != "matrix" or calls.signature.orientation:
        yield calls
        return
    for orientation in ORIENTATIONS if calls.signature.classes == 2 else list(ORIENTATIONS)[::2]:
        yield Calls(calls.signature.oriented(orientation), calls.item)


def _compared(calls: Calls, size: int, classes: int, candidates: Any) -> Iterator[Proposal]:
    points = matrices(size, classes)
    given = np.array([_number(calls, matrix) for matrix in points])
    told = np.isfinite(given)
    tolerance = np.array([TOLERANCE[calls(matrix).type] for matrix in points])
    for candidate in candidates(classes):
        wanted = _values(candidate, size, classes)
        defined = np.isfinite(wanted)
        if defined.sum() < len(points) // 8:
            continue
        with np.errstate(invalid="ignore"):
            near = np.abs(given - wanted) <= tolerance * np.maximum(1, np.abs(wanted))
        yield Proposal(
            candidate,
            int(defined.sum()),
            int((near & defined & told).sum()),
            int((told & ~defined).sum()),
            calls.signature.orientation,
        )


def _number(calls: Calls, matrix: Matrix) -> float:
    number = calls(matrix).number
    return np.nan if number is None else float(number)


@lru_cache(maxsize=4096)
def _values(candidate: Candidate, size: int, classes: int) -> Floats:
    points = np.array(matrices(size, classes), dtype=np.int64)
    at = dict(zip(cell_names(classes), points.T, strict=True))
    more = {name: np.full(len(points), float(value)) for name, value in candidate.parameters}
    found = np.broadcast_to(values(candidate.formula, {**at, **more})[candidate.formula],
                            (len(points),))  # fmt: skip
    return np.where(np.isfinite(found), found, np.nan)


# --- candidates -----------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _plain(classes: int) -> tuple[Candidate, ...]:
    """The measures of the catalog."""
    if classes == 2:
        return tuple(one for measure in MEASURES.values() for one in _at_grid(measure))
    texts: Mapping[str, str] = {
        **{name: measure.text for name, measure in MULTICLASS.items()},
        **{f"{a}({m})": f"{a}({m})" for a in ("macro", "weighted", "micro") for m in AVERAGED},
    }
    found = []
    for name, text in texts.items():
        try:
            found.append(Candidate(name, class_measure(text, classes).formula))
        except FormulaError:
            continue
    return tuple(found)


def _at_grid(measure: Measure) -> Iterator[Candidate]:
    """The measure at a few values of its parameters; r = 1 is a measure of its own."""
    names = measure.parameters
    for numbers in product(GRID, repeat=len(names)):
        yield Candidate(measure.name, measure.formula, tuple(zip(names, numbers)))


@lru_cache(maxsize=2)
def _slips(classes: int) -> tuple[Candidate, ...]:
    """Each measure with what people do to it by mistake, or on purpose."""
    found: list[Candidate] = []
    for base in _plain(classes):
        tree = base.formula

        def slipped(changed: Formula, words: str, base: Candidate = base) -> Candidate:
            return Candidate(base.name, changed, base.parameters, words)

        found += [
            slipped(formula(1) - tree, "subtracted from 1"),
            slipped(-tree, "with the sign changed"),
            slipped(Formula("Abs", tree), "without its sign"),
            slipped(tree * tree, "squared"),
            slipped(tree * 100, "in percent"),
        ]
        for one, other in combinations(CELLS, 2):
            swapped = tree.at(**{one: symbol(other), other: symbol(one)})
            found.append(slipped(swapped, f"with {one} and {other} exchanged"))
        classes_swapped = tree.at(TP=symbol("TN"), TN=symbol("TP"), FN=symbol("FP"),
                                  FP=symbol("FN"))  # fmt: skip
        found.append(slipped(classes_swapped, "with the two classes exchanged"))
    return tuple(found)
