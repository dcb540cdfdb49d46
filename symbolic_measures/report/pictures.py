"""Pictures of counterexamples: where the matrices lie, and how the measure goes around them.

All matrices of one n are a tetrahedron whose corners have all elements in one cell; those with the
same P and N are a rectangle in it, a cross-section (brzezinski2018, Sections 3 and 5).  A picture
is a list of places between 0 and 100, x to the right and y upwards, before any format.

Invariant: nothing rests on a picture.  The places are exact; the shades are floating-point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.report.prose import Cells, Prose, cells, number

Place = tuple[float, float]
#: The corners of the tetrahedron, seen from the side of TN.
CORNERS: dict[str, Place] = {"TP": (47, 98), "FN": (4, 30), "FP": (96, 38), "TN": (60, 3)}
#: The edge behind it.
HIDDEN = ("FN", "FP")
#: The cells of a cross-section along each side, and how many shades there are.
GRID, SHADES = 24, 9
NAMES = ("C", "C'")

_FUNCTIONS: dict[str, Callable[..., float]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: a / b, "neg": lambda a: -a, "^": math.pow, "power": math.pow,
    "sqrt": math.sqrt, "log": math.log, "acos": math.acos, "Abs": abs, "Min": min, "Max": max,
}  # fmt: skip


@dataclass(frozen=True)
class Spot:
    """A matrix in a picture; `foot` is where the line from the corner TP through it ends."""

    name: str
    place: Place
    foot: Place | None = None


@dataclass(frozen=True)
class Tetrahedron:
    """The corners, the six edges (ends, whether hidden) and the matrices."""

    corners: tuple[tuple[str, Place], ...]
    edges: tuple[tuple[Place, Place, bool], ...]
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class CrossSection:
    """The matrices with one P and N: TN/N to the right, TP/P upwards.

    `runs` are (row from below, first column, length, shade 1 to SHADES) of a grid; where the
    measure is undefined there is none.  `low` and `high` are the least and the largest value seen.
    """

    true: tuple[str, str]
    runs: tuple[tuple[int, int, int, int], ...]
    low: str
    high: str
    spots: tuple[Spot, ...]
    grid: int = GRID


@dataclass(frozen=True)
class Pictures:
    """What is drawn of one counterexample; `told` names its matrices."""

    told: Prose
    tetrahedron: Tetrahedron
    section: CrossSection | None


def pictures(verdict: Verdict, reading: Reading) -> Pictures | None:
    """The pictures of a counterexample of two classes; None if it has no matrix to mark."""
    witness = verdict.witness
    if verdict.outcome != "refuted" or witness is None or witness.kind == "labelings":
        return None
    if any(len(matrix) != len(CELLS) for matrix in witness.matrices) or not witness.matrices:
        return None
    try:
        matrices = [tuple(map(Fraction, matrix)) for matrix in witness.matrices]
    except ValueError:
        return None
    if any(min(matrix) < 0 or not sum(matrix) for matrix in matrices):
        return None
    told: list[str | Cells] = []
    for name, matrix in zip(NAMES, witness.matrices, strict=False):
        told += [", " if told else "", cells(matrix, head=f"{name} = ")]
    section = _section(matrices, reading, witness.parameters)
    return Pictures(tuple(told), _tetrahedron(matrices), section)


# --- the tetrahedron -----------------------------------------------------------------------


def _at(matrix: tuple[Fraction, ...]) -> Place:
    """Where a matrix lies: the mean of the corners, weighed with its cells."""
    n = sum(matrix)
    pairs = list(zip(matrix, CORNERS.values(), strict=True))
    x = sum((cell * Fraction(corner[0]) for cell, corner in pairs), Fraction(0))
    y = sum((cell * Fraction(corner[1]) for cell, corner in pairs), Fraction(0))
    return _rounded(x / n), _rounded(y / n)


def _rounded(value: Fraction) -> float:
    return round(float(value), 1)


def _tetrahedron(matrices: list[tuple[Fraction, ...]]) -> Tetrahedron:
    names = list(CORNERS)
    edges = tuple(
        (CORNERS[one], CORNERS[other], (one, other) == HIDDEN)
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    )
    spots = []
    for name, matrix in zip(NAMES, matrices, strict=False):
        foot = _at((Fraction(0), *matrix[1:])) if min(matrix) > 0 else None
        spots.append(Spot(name, _at(matrix), foot))
    return Tetrahedron(tuple(CORNERS.items()), edges, _merged(spots))


def _merged(spots: list[Spot]) -> tuple[Spot, ...]:
    """Matrices at one place are one spot with both names."""
    if len(spots) == 2 and spots[0].place == spots[1].place:
        return (Spot(", ".join(NAMES), spots[0].place, spots[0].foot),)
    return tuple(spots)


def segment(one: Place, other: Place) -> tuple[float, float, float, float]:
    """A line from its left end: where that is, the angle in degrees and the length."""
    left, right = sorted((one, other))
    across, up = right[0] - left[0], right[1] - left[1]
    angle, length = math.degrees(math.atan2(up, across)), math.hypot(across, up)
    return *left, round(angle, 2), round(length, 2)


# --- the cross-section ---------------------------------------------------------------------


def _section(
    matrices: list[tuple[Fraction, ...]], reading: Reading, parameters: Mapping[str, str]
) -> CrossSection | None:
    """The cross-section of the first matrix that has one."""
    inside = [m for m in matrices if m[0] + m[1] > 0 and m[2] + m[3] > 0]
    if not inside:
        return None
    true = inside[0][0] + inside[0][1], inside[0][2] + inside[0][3]
    spots = [
        Spot(name, (_rounded(100 * m[3] / true[1]), _rounded(100 * m[0] / true[0])))
        for name, m in zip(NAMES, matrices, strict=False)
        if (m[0] + m[1], m[2] + m[3]) == true
    ]
    values = _values(reading.formula, true, tuple(parameters.items()))
    finite = [value for row in values for value in row if value is not None]
    if not finite:
        return None
    low, high = min(finite), max(finite)
    runs = []
    for row, line in enumerate(values):
        shades = [None if value is None else _shade(value, low, high) for value in line]
        column = 0
        for shade, group in groupby(shades):
            length = len(list(group))
            if shade is not None:
                runs.append((row, column, length, shade))
            column += length
    shown = str(true[0]), str(true[1])
    return CrossSection(shown, tuple(runs), _decimal(low), _decimal(high), _merged(spots))


def _shade(value: float, low: float, high: float) -> int:
    part = (value - low) / (high - low) if high > low else 0.5
    return min(SHADES, 1 + int(round(part * SHADES, 9)))


def _decimal(value: float) -> str:
    return f"{value:.2f}".replace("-0.00", "0.00").replace("-", "\u2212")


@lru_cache(maxsize=64)
def _values(
    tree: Formula, true: tuple[Fraction, Fraction], parameters: tuple[tuple[str, str], ...]
) -> list[list[float | None]]:
    """The values in the middle of each cell of the grid, from below; None where undefined."""
    positive, negative = float(true[0]), float(true[1])
    point = {}
    for name, text in parameters:
        value = number(text)
        known = approximate(value, {}) if isinstance(value, Formula) else None
        if known is not None:
            point[name] = known
    lines: list[list[float | None]] = []
    for row in range(GRID):
        tp = positive * (row + 0.5) / GRID
        line: list[float | None] = []
        for column in range(GRID):
            tn = negative * (column + 0.5) / GRID
            here = dict(zip(CELLS, (tp, positive - tp, negative - tn, tn), strict=True))
            line.append(approximate(tree, {**point, **here}))
        lines.append(line)
    return lines


@lru_cache(maxsize=8)
def _nodes(tree: Formula) -> tuple[tuple[Formula, tuple[int, ...]], ...]:
    """Every distinct subtree, children before parents and by their places."""
    places: dict[Formula, int] = {}
    for node in tree.walk():
        places[node] = len(places)
    return tuple((node, tuple(places[child] for child in node.children)) for node in places)


def approximate(tree: Formula, point: Mapping[str, float]) -> float | None:
    """The value in floating point; None where there is none."""
    found: list[float | None] = []
    for node, places in _nodes(tree):
        parts = [found[place] for place in places]
        if node.op == "number":
            found.append(float(node.args[0]))
        elif node.op == "symbol":
            found.append(point.get(node.args[0]))
        elif node.op == "ifzero":
            found.append(None if parts[0] is None else parts[1 if parts[0] == 0 else 2])
        else:
            found.append(_applied(node.op, parts))
    return found[-1]


def _applied(op: str, parts: list[float | None]) -> float | None:
    known = [part for part in parts if part is not None]
    if len(known) != len(parts):
        return None
    try:
        value = _FUNCTIONS[op](*known)
    except (ArithmeticError, ValueError):
        return None
    return value if math.isfinite(value) else None
