"""For which values of parameters a property holds: the region of a threshold, borders exact.

A border is where one of the polynomials of the condition is 0: a full line belongs to the region, a
dashed one does not.  Every point of the grid is evaluated exactly.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Any

import numpy as np
from flint import fmpq

from symbolic_measures.doors.plots.canvas import (
    COLOURS,
    GREY,
    INK,
    PROVED,
    REFUTED,
    SOFT,
    Picture,
    caption,
    letter,
    maths,
    picture,
    plain_axes,
)
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.conditions import ALWAYS, NEVER, Clause, Condition
from symbolic_measures.meaning.ratios import RHO
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom
from symbolic_measures.nouns.sympy_notation import to_sympy
from symbolic_measures.report import prose
from symbolic_measures.report.conditions import relations

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from symbolic_measures.questions.threshold.meaning import Threshold

    Points = np.ndarray[Any, np.dtype[np.float64]]

#: Points of the grid along an axis of a plane, and of a line.
GRID, ALONG = 161, 1201


def region_picture(report: Threshold) -> Picture:
    """The set of values over one parameter or two; FormulaError, in one line, for more."""
    names = report.names
    if report.condition is None:
        raise FormulaError(f"no condition is known under which {report.property_id} holds")
    if len(names) > 2:
        raise FormulaError(f"{', '.join(names)}: a picture has two axes; give numbers to the "
                           "other parameters")  # fmt: skip
    figure = picture(4.6, 4.4) if len(names) == 2 else picture(5.4, 1.7)
    axes = figure.add_subplot()
    ends = [_ends(report, name) for name in names]
    (_plane if len(names) == 2 else _line)(axes, report, ends)
    plain_axes(axes)
    axes.set_xlabel(letter(names[0]))
    if len(names) == 2:
        axes.set_ylabel(letter(names[1]), rotation=0, labelpad=10)
    name, given = report.reading.measure.name, (str(report.condition), _shown(report.condition))
    plain, title = (f"{name}: {report.property_id} holds {_iff(report)}{text}" for text in given)
    ratio = ", rho = N/P" if report.ratio else ""
    proved = "proved in both directions" if report.exact else "not proved in both directions"
    told = (f"Green: it holds; red: it fails; {proved}{ratio}. A full border belongs to the "
            "region, a dashed one does not.")  # fmt: skip
    caption(figure, title, told, 78, plain)
    return figure


def _iff(report: Threshold) -> str:
    """How the condition is known; nothing before `always` and `never`."""
    if str(report.condition) in (ALWAYS, NEVER):
        return ""
    return "iff " if report.exact else "if " if report.sufficient is not None else "perhaps iff "


def _shown(condition: Condition) -> str:
    """The condition with its relations as formulas of matplotlib."""
    clauses = [relations(clause.text) for clause in condition.clauses if clause.text != ALWAYS]
    told = [prose.tex(clause, str, maths) for clause in clauses]
    return " or ".join(told) or str(condition)


def _ends(report: Threshold, name: str) -> tuple[int, int]:
    """The part of an axis that is shown: every border that was looked at, and some more."""
    seen = [float(to_sympy(sample.point[name])) for sample in report.samples
            if sample.boundary or name != report.parameter]  # fmt: skip
    low = 0 if name == RHO else min(floor(min(seen, default=0)), 0)
    high = max(2, ceil(max(seen, default=1)))
    if name == RHO or _never_negative(report, name):
        return 0, min(high, 4)
    return min(low, -2), min(high, 4)


def _never_negative(report: Threshold, name: str) -> bool:
    """Whether the assumptions exclude -1."""
    own = [atom for atom in report.reading.measure.conditions if atom.expr.symbols() == (name,)]
    return any(not _admits((atom,), {name: fmpq(-1)}) for atom in own)


def _number(tree: Formula, point: dict[str, fmpq]) -> fmpq:
    value = evaluator(tree)(point)
    return value if isinstance(value, fmpq) else fmpq(0)


def _admits(atoms: tuple[Atom, ...], point: dict[str, fmpq]) -> bool:
    checks = {">": lambda v: v > 0, ">=": lambda v: v >= 0, "==": lambda v: v == 0,
              "!=": lambda v: v != 0}  # fmt: skip
    return all(checks[atom.rel](_number(atom.expr, point)) for atom in atoms)


def _exactly(low: int, high: int, count: int) -> list[fmpq]:
    return [fmpq(low) + fmpq((high - low) * k, count - 1) for k in range(count)]


# --- two parameters ------------------------------------------------------------------------------


def _plane(axes: Axes, report: Threshold, ends: list[tuple[int, int]]) -> None:
    xs, ys = (_exactly(low, high, GRID) for low, high in ends)
    across, upward = report.names
    points = [[{across: x, upward: y} for x in xs] for y in ys]
    admitted = _depth(report.reading.measure.conditions, points)
    assert report.condition is not None
    clauses = report.condition.clauses
    depth = np.full((GRID, GRID), -1e9)
    for clause in clauses:
        depth = np.maximum(depth, _depth(clause.atoms, points))
    x, y = np.array([float(v) for v in xs]), np.array([float(v) for v in ys])
    inside, outside = _sides(report)
    axes.contourf(x, y, np.minimum(depth, admitted), [0, 1e12], colors=[inside], alpha=0.42)
    axes.contourf(x, y, np.minimum(-depth, admitted), [0, 1e12], colors=[outside], alpha=0.14)
    for place, clause in enumerate(clauses):
        others = [_depth(each.atoms, points) for each in clauses[:place] + clauses[place + 1 :]]
        for atom, line in _borders(clause, points, admitted, others):
            full = atom.rel in (">=", "==")
            axes.contour(x, y, line, [0], colors=[INK], linewidths=1.6,
                         linestyles=["-" if full else "--"])  # fmt: skip
    axes.set(xlim=ends[0], ylim=ends[1])


def _sides(report: Threshold) -> tuple[str, str]:
    """The colours of where it holds and fails, as far as that is proved."""
    return (
        COLOURS["undecided"] if report.sufficient is None else PROVED,
        COLOURS["undecided"] if report.necessary is None else REFUTED,
    )


def _values(tree: Formula, points: list[list[dict[str, fmpq]]]) -> Points:
    return np.array([[float(_number(tree, point)) for point in row] for row in points])


def _depth(atoms: tuple[Atom, ...], points: list[list[dict[str, fmpq]]]) -> Points:
    """Positive inside, 0 on the border, negative outside."""
    found = np.full((len(points), len(points[0])), 1e9)
    for atom in atoms:
        value = _values(atom.expr, points)
        value = {"==": -abs(value), "!=": abs(value)}.get(atom.rel, value)
        found = np.minimum(found, value)
    return found


def _borders(
    clause: Clause, points: list[list[dict[str, fmpq]]], admitted: Points, others: list[Points]
) -> Iterator[tuple[Atom, Any]]:
    """Each relation's polynomial, where the others hold and no other clause does."""
    for atom in clause.atoms:
        rest = tuple(each for each in clause.atoms if each is not atom)
        hidden = (_depth(rest, points) < 0) | (admitted < 0)
        for other in others:
            hidden |= other > 0
        line = _values(atom.expr, points)
        if line.min() <= 0 <= line.max() and (~hidden).any():
            yield atom, np.ma.masked_where(hidden, line)


# --- one parameter -------------------------------------------------------------------------------


def _line(axes: Axes, report: Threshold, ends: list[tuple[int, int]]) -> None:
    (name,), ((low, high),) = report.names, ends
    inside, outside = _sides(report)
    assert report.condition is not None
    condition = report.condition

    def state(value: fmpq) -> str:
        point = {name: value}
        if not _admits(report.reading.measure.conditions, point):
            return GREY
        return inside if any(_admits(c.atoms, point) for c in condition.clauses) else outside

    looked = {_number(sample.point[name], {}) for sample in report.samples if sample.boundary}
    borders = sorted(value for value in looked if low <= value <= high)
    marks = sorted({fmpq(low), *borders, fmpq(high)})
    for one, other in pairwise(marks):
        colour = state((one + other) / 2)
        full = colour == inside
        axes.plot([float(one), float(other)], [0, 0], color=colour, lw=5 if full else 2,
                  ls="-" if full else (0, (1.5, 1)), solid_capstyle="butt")  # fmt: skip
    for value in borders:
        near = fmpq(1, 10**6)
        colour = state(value)
        if colour == state(value - near) == state(value + near):
            continue
        axes.plot([float(value)], [0], "o", ms=9, mec=colour,
                  mfc=colour if colour == inside else "white", mew=2)  # fmt: skip
        shown = Fraction(int(value.p), int(value.q))
        axes.annotate(str(shown), (float(value), 0), (0, 10), textcoords="offset points",
                      ha="center", color=SOFT)  # fmt: skip
    axes.set(ylim=(-0.5, 0.5), xlim=(low - 0.05 * (high - low), high + 0.05 * (high - low)))
    axes.yaxis.set_visible(False)
    axes.spines["left"].set_visible(False)
