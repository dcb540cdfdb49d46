"""Properties of a function: each tried on all matrices up to a size, beside the formula's verdict.

What a property says is taken from its one definition in the catalog: its goals are written for an
unknown measure, of which only values at matrices are asked, and those are what the function gave.
So "monotone" of a function and of a formula cannot mean two things.  A violation is the smallest in
the project's order, and the function was called again at its matrices.  That there is none up to n
proves nothing; what is proved of the formula is.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from symbolic_measures.doors.audit.calls import Calls
from symbolic_measures.doors.audit.patterns import kind_of
from symbolic_measures.doors.audit.references import TOLERANCE, Exact, matrices
from symbolic_measures.doors.audit.signatures import Matrix
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import cell_names, compositions
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.floats import values
from symbolic_measures.search.properties import decide_property

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.int64]
#: What is asked, by the number of classes.
ASKED = (
    "symmetry", "class-symmetry", "scale-invariance", "tn-invariance", "weakly-monotone",
    "monotone", "maximal-agreement", "minimal-agreement", "constant-baseline", "range",
)  # fmt: skip
ASKED_OF_CLASSES = (
    "symmetry", "class-symmetry", "scale-invariance", "weakly-monotone", "maximal-agreement",
)  # fmt: skip
SECONDS = 10.0
Cause = Literal["choice", "difference", ""]


@dataclass(frozen=True)
class Violation:
    """The smallest matrices at which the function has not the property, and what it gave there.

    `cause`: a value that the function chose where the formula has none, or a difference; empty if
    it is what the formula is there, too.  `sizes` are (n, P, Phat) of an expectation.
    """

    matrices: tuple[Matrix, ...]
    values: tuple[str, ...]
    cause: Cause = ""
    at: str = ""
    sizes: bool = False

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        key = "sizes" if self.sizes else "matrices"
        return {
            key: [list(matrix) for matrix in self.matrices],
            "values": list(self.values),
            "cause": self.cause,
            "at": self.at,
        }


@dataclass(frozen=True)
class Tried:
    """A property of the function beside the verdicts on the formula and on the reading it follows.

    `compared` counts what was compared up to the size; with 0 the property says nothing of it.
    """

    id: str
    formula: Verdict
    followed: Verdict | None
    compared: int
    violation: Violation | None
    found: str = ""

    @property
    def outcome(self) -> str:
        """lost: proved of the formula, but not so of the function; fails: of neither; kept: proved
        of the formula, and nothing against it; held: nothing against it though the formula fails
        or is not decided; empty: nothing to compare."""
        if self.violation is not None:
            return "lost" if self.formula.outcome == "proved" else "fails"
        if not self.compared:
            return "empty"
        return "kept" if self.formula.outcome == "proved" else "held"

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "property": self.id,
            "formula": self.formula.outcome,
            "reading": None if self.followed is None else self.followed.outcome,
            "function": self.outcome,
            "compared": self.compared,
            "found": self.found,
            "violation": None if self.violation is None else self.violation.to_data(),
        }


class Values:
    """What the function gave at all matrices up to a size, as floats; nan where no number.

    Values nearer than `near`, relatively or absolutely, count as equal: as near as numbers of the
    type that it returned are to the formula.
    """

    def __init__(self, calls: Calls, exact: Exact, up_to: int) -> None:
        self.calls, self.exact, self.up_to = calls, exact, up_to
        self.classes = exact.reading.measure.classes
        self.sign = 1 if exact.reading.measure.higher_is_better else -1
        self.base = up_to + 1
        points = matrices(up_to, self.classes)
        self.powers = np.array([self.base**i for i in range(self.classes**2)][::-1], np.int64)
        codes = np.array(points, np.int64) @ self.powers
        order = np.argsort(codes)
        numbers = np.array([_number(calls, matrix) for matrix in points]) * self.sign
        self.codes, self.numbers = codes[order], numbers[order]
        self.near = max(TOLERANCE[calls(matrix).type] for matrix in points)

    def at(self, cells: Whole) -> Floats:
        """The values at the rows; nan at matrices that are empty or too large."""
        sums = cells.sum(axis=1)
        inside = (cells >= 0).all(axis=1) & (sums > 0) & (sums <= self.up_to)
        places = np.searchsorted(self.codes, np.where(inside, cells @ self.powers, 0))
        found = self.numbers[np.minimum(places, len(self.codes) - 1)]
        return np.where(inside, found, np.nan)

    def violation(self, shown: tuple[Matrix, ...], told: tuple[str, ...]) -> Violation:
        """A violation at these matrices, with what causes it."""
        kinds = [kind_of(self.calls(m), self.exact(m)) for m in shown]
        for cause, group in (("difference", ("differs", "refuses")), ("choice", ("choice",))):
            for matrix, kind in zip(shown, kinds, strict=True):
                if kind in group:
                    return Violation(shown, told, cause, str(matrix))  # type: ignore[arg-type]
        return Violation(shown, told)


def _number(calls: Calls, matrix: Matrix) -> float:
    number = calls(matrix).number
    return math.nan if number is None else float(number)


def tried(
    calls: Calls, exact: Exact, up_to: int, follows: Reading | None, seconds: float = SECONDS
) -> Iterator[Tried]:
    """Each property in turn; `follows` is a named reading that the function was found to follow."""
    known = Values(calls, exact, up_to)
    asked = ASKED if known.classes == 2 else ASKED_OF_CLASSES
    plain = _at_numbers(exact.reading, exact.parameters)
    given = None if follows is None else _at_numbers(follows, exact.parameters)
    for property_id in asked:
        verdict = _verdict(property_id, plain, seconds)
        other = None if given is None else _verdict(property_id, given, seconds)
        compared, violation, told = _ENUMERATED.get(property_id, _by_goals)(
            property_id, known, verdict
        )
        yield Tried(property_id, verdict, other, compared, violation, told)


def _at_numbers(reading: Reading, parameters: Mapping[str, Fraction]) -> Reading:
    """The reading with numbers for its parameters, as a measure without any."""
    if not parameters:
        return reading
    tree = reading.formula.at(**{name: formula(value) for name, value in parameters.items()})
    subject = reading.measure
    return Reading(
        Measure(subject.name, str(tree), tree, higher_is_better=subject.higher_is_better,
                classes=subject.classes)
    )  # fmt: skip


@lru_cache(maxsize=512)
def _verdict(property_id: str, reading: Reading, seconds: float) -> Verdict:
    """The verdict on the formula, decided once for all functions of a run."""
    return decide_property(property_id, reading, seconds)


# --- by the goals of the definition -----------------------------------------------------------

Found = tuple[int, Violation | None, str]


@dataclass(frozen=True)
class _Asked:
    """A goal about an unknown measure: points, the matrices at each, and what must hold there."""

    matrices: tuple[tuple[Formula, ...], ...]
    hypotheses: tuple[tuple[Formula, str], ...]
    conclusion: Formula
    relation: str
    blocks: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=64)
def _goals(property_id: str, classes: int) -> tuple[_Asked, ...]:
    """The goals of the property for a measure of which nothing is known, value i written v_i."""
    names = cell_names(classes)
    tree: Formula = formula(7)
    for place, name in enumerate(names):
        tree = tree + symbol(name) * formula(11 + 2 * place)
    unknown = Measure("M", "M", Formula("log", tree), classes=classes)
    goals = PROPERTIES[property_id].statement(Reading(unknown)).goals
    return tuple(map(_asked, goals))


def _asked(goal: Goal) -> _Asked:
    letters = {value: symbol(f"v_{i}") for i, value in enumerate(goal.values)}
    own = tuple(
        (atom.expr, atom.rel)
        for atom in goal.hypotheses
        if atom.rel not in ("defined", "undefined")
    )
    return _Asked(goal.matrices, own, goal.conclusion.expr.replace(letters),
                  goal.conclusion.rel, goal.blocks)  # fmt: skip


def _by_goals(property_id: str, known: Values, verdict: Verdict) -> Found:
    """The smallest violation of any goal."""
    compared, best = 0, None
    for goal in _goals(property_id, known.classes):
        count, found = _of_goal(goal, known)
        compared += count
        if found is not None and (best is None or found[0] < best[0]):
            best = found
    if best is None:
        return compared, None, ""
    shown = best[1]
    told = tuple(known.calls.confirmed(matrix).told for matrix in shown)
    return compared, known.violation(shown, told), ""


_Key = tuple[int, ...]


def _of_goal(goal: _Asked, known: Values) -> tuple[int, tuple[_Key, tuple[Matrix, ...]] | None]:
    """How many points were compared, and the smallest that fails, with its key."""
    points, sizes = _points(goal.blocks, known.up_to)
    names = [name for block in goal.blocks for name in block]
    at = dict(zip(names, points.T, strict=True))
    rows = [_rows(matrix, at, len(points)) for matrix in goal.matrices]
    numbers = {f"v_{i}": known.at(cells) for i, cells in enumerate(rows)}
    keep = np.all([np.isfinite(number) for number in numbers.values()], axis=0)
    for tree, relation in goal.hypotheses:
        keep &= _holds(_evaluated(tree, at, len(points)), relation, 0)
    rows, sizes = [cells[keep] for cells in rows], sizes[keep]
    kept = {name: number[keep] for name, number in numbers.items()}
    if not len(sizes):
        return 0, None
    left = _evaluated(goal.conclusion, kept, len(sizes))
    near = known.near * np.maximum(1, np.max([np.abs(number) for number in kept.values()], axis=0))
    failing = np.flatnonzero(~_holds(left, goal.relation, near))
    if not len(failing):
        return len(sizes), None
    columns = [sizes, rows[0].sum(axis=1), *(column for cells in rows for column in cells.T)]
    keys = [column[failing] for column in columns]
    place = int(np.lexsort(keys[::-1])[0])  # the last key is the first to sort by
    shown = tuple(tuple(int(cell) for cell in cells[failing[place]]) for cells in rows)
    return len(sizes), (tuple(int(key[place]) for key in keys), shown)


@lru_cache(maxsize=32)
def _points(blocks: tuple[tuple[str, ...], ...], up_to: int) -> tuple[Whole, Whole]:
    """All values of the variables with no block above the size, and the largest block sum."""
    parts = [
        np.array([c for n in range(up_to + 1) for c in compositions(n, len(block))], np.int64)
        for block in blocks
    ]
    places = [np.arange(len(part)) for part in parts]
    grid = [each.ravel() for each in np.meshgrid(*places, indexing="ij")]
    points = np.hstack([part[place] for part, place in zip(parts, grid, strict=True)])
    sums = [part.sum(axis=1)[place] for part, place in zip(parts, grid, strict=True)]
    return points, np.max(sums, axis=0)


def _rows(matrix: tuple[Formula, ...], at: Mapping[str, Whole], count: int) -> Whole:
    return np.stack([_evaluated(cell, at, count) for cell in matrix], axis=1).astype(np.int64)


def _evaluated(tree: Formula, at: Mapping[str, Any], count: int) -> Floats:
    return np.broadcast_to(values(tree, at)[tree], (count,))


def _holds(left: Floats, relation: str, near: Floats | float) -> npt.NDArray[np.bool_]:
    """Whether it holds by more than rounding; equal means near."""
    match relation:
        case ">":
            return left > near
        case ">=":
            return left >= -near
        case "==":
            return np.abs(left) <= near
        case "!=":
            return np.abs(left) > near
    raise FormulaError(f"no relation {relation!r} between values")


# --- by enumeration of their own ----------------------------------------------------------------


def _baseline(property_id: str, known: Values, verdict: Verdict) -> Found:
    """The expectation for given sizes, wherever all its outcomes are numbers."""
    first: tuple[Matrix, float] | None = None
    compared = 0
    for n in range(1, known.up_to + 1):
        for positives, predicted in product(range(n + 1), range(1, n)):
            mean = _expected(known, n, positives, predicted)
            if math.isnan(mean):
                continue
            compared += 1
            here = (n, positives, predicted)
            first = first or (here, mean)
            if abs(mean - first[1]) > known.near * max(1, abs(mean)):
                told = tuple(f"{known.sign * each:.12g}" for each in (first[1], mean))
                cause = _cause(known, first[0], here)
                return compared, Violation((first[0], here), told, *cause, sizes=True), ""
    return compared, None, ""


def _expected(known: Values, n: int, positives: int, predicted: int) -> float:
    cells = _outcomes(n, positives, predicted)
    found = known.at(np.array(cells, np.int64))
    weights = [math.comb(positives, c[0]) * math.comb(n - positives, c[2]) for c in cells]
    return float(np.dot(found, weights) / math.comb(n, predicted))


def _outcomes(n: int, positives: int, predicted: int) -> list[Matrix]:
    low, high = max(0, positives + predicted - n), min(positives, predicted)
    return [(tp, positives - tp, predicted - tp, n - positives - predicted + tp)
            for tp in range(low, high + 1)]  # fmt: skip


def _cause(known: Values, *sizes: Matrix) -> tuple[Cause, str]:
    shown = tuple(matrix for size in sizes for matrix in _outcomes(*size))
    found = known.violation(shown, ())
    return found.cause, found.at


def _extent(property_id: str, known: Values, verdict: Verdict) -> Found:
    """The smallest and the largest value, and a matrix beyond the formula's range."""
    points = [m for m in matrices(known.up_to, known.classes) if known.calls(m).is_number]
    numbers = [float(known.calls(m).number or 0) for m in points]
    told = f"{min(numbers):.12g} to {max(numbers):.12g}"
    low, high = _ends(verdict)
    for matrix, number in zip(points, numbers, strict=True):
        near = known.near * max(1, abs(number))
        if number < low - near or number > high + near:
            return len(points), known.violation((matrix,), (known.calls(matrix).told,)), told
    return len(points), None, told


def _ends(verdict: Verdict) -> tuple[float, float]:
    """The formula's proved range, in floats."""
    if verdict.outcome != "proved":
        return -math.inf, math.inf
    found = []
    for side in ("infimum", "supremum"):
        text = verdict.value[side]["value"]
        infinite = {"oo": math.inf, "-oo": -math.inf}.get(text)
        tree = parse("0" if infinite is not None else text, names={})
        found.append(float(values(tree, {})[tree][0]) if infinite is None else infinite)
    return found[0], found[1]


_ENUMERATED: dict[str, Callable[[str, Values, Verdict], Found]] = {
    "constant-baseline": _baseline,
    "range": _extent,
}
