"""A measure on a cross-section: all confusion matrices with the same P and N, a rectangle.

TN to the right and TP upwards, so a better prediction is further up and to the right.  The lines
are contours of equal value.  A value in the caption is exact; whether the measure is defined at a
point of the grid is decided exactly, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from symbolic_measures.doors.plots.canvas import (
    GREY,
    INK,
    REFUTED,
    SOFT,
    Picture,
    caption,
    colours,
    picture,
)
from symbolic_measures.doors.plots.failing import Matrix, failures, matrices_of, sizes
from symbolic_measures.doors.values.arrays import values
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.verdict import Verdict, Witness
from symbolic_measures.report import prose

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: Points of the grid along each side, and contours.
GRID, CONTOURS = 241, 11
#: The sides of the rectangle: which cell is 0, and from where to where, as TN/N and TP/P.
SIDES = {"FN = 0": ((0, 1), (1, 1)), "TP = 0": ((0, 0), (1, 0)),
         "TN = 0": ((0, 0), (0, 1)), "FP = 0": ((1, 0), (1, 1))}  # fmt: skip


@dataclass(frozen=True)
class Section:
    """A reading at P, N and values of its parameters; `name` is what the measure is called."""

    reading: Reading
    name: str
    P: int
    N: int
    parameters: dict[str, Fraction]

    def at(self, tn: Any, tp: Any) -> Any:
        """The values at arrays of TN and TP: nan where undefined."""
        tp, tn = np.broadcast_arrays(np.asarray(tp, float), np.asarray(tn, float))
        cells = dict(zip(CELLS, (tp, self.P - tp, self.N - tn, tn), strict=True))
        return values(self.reading.shown, cells, self.parameters)


def section_picture(section: Section, verdict: Verdict | None = None) -> Picture:
    """The contours; of a counterexample, its step, and where the property fails."""
    figure = picture(5.2, 5.2)
    axes = figure.add_subplot()
    told = [_contours(figure, axes, section), _undefined(axes, section)]
    if verdict is not None:
        told.append(_property(axes, section, verdict))
    axes.set(xlabel=f"TN  (N = {section.N})", ylabel=f"TP  (P = {section.P})")
    axes.set_xlim(-0.045 * section.N, 1.045 * section.N)
    axes.set_ylim(-0.045 * section.P, 1.045 * section.P)
    axes.locator_params(integer=True)
    axes.set_box_aspect(1)
    axes.spines[:].set_visible(False)
    where = "".join(f", {name} = {value}" for name, value in section.parameters.items())
    about = f" and {verdict.property}" if verdict is not None else ""
    caption(figure, f"{section.name}{about}, where P = {section.P}, N = {section.N}{where}",
            " ".join(line for line in told if line), 84)  # fmt: skip
    return figure


def _contours(figure: Picture, axes: Axes, section: Section) -> str:
    from matplotlib.colors import BoundaryNorm
    from matplotlib.ticker import MaxNLocator

    x, y = np.linspace(0, section.N, GRID), np.linspace(0, section.P, GRID)
    grid = section.at(x[None, :], y[:, None])
    finite = grid[np.isfinite(grid)]
    if not finite.size:
        return "It is defined nowhere here." if np.isnan(grid).all() else "It is infinite here."
    low, high = float(finite.min()), float(finite.max())
    if high - low < 1e-9 * max(1.0, abs(high)):
        axes.add_patch(_frame(section, facecolor=colours()(0.3)))
        return f"It has one value here, about {low:.4g}."
    ends = np.quantile(finite, (0.02, 0.98))
    far = high - low > 3 * (ends[1] - ends[0])
    levels: Any = MaxNLocator(CONTOURS, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
    if far:  # a few values dwarf all others: as much room between any two contours
        between = np.quantile(finite, np.linspace(0.03, 0.97, CONTOURS))
        levels = np.unique([float(f"{level:.2g}") for level in between])
    shown = np.ma.masked_invalid(grid)
    extend: Any = "both" if far else "neither"
    norm = BoundaryNorm(levels, 256, extend=extend)
    filled = axes.contourf(x, y, shown, levels, cmap=colours(), norm=norm, extend=extend)
    lines = axes.contour(x, y, shown, levels, colors=INK, linewidths=0.7, alpha=0.75)
    axes.clabel(lines, fmt=_short, fontsize=7.5)
    axes.add_patch(_frame(section, fill=False))
    bar = figure.colorbar(filled, ax=axes, shrink=0.7, aspect=30, pad=0.02, format=_short)
    bar.outline.set_visible(False)
    return "Lines: equal value, as written on them."


def _short(level: float, _: int | None = None) -> str:
    return f"{level:.4g}".replace("-", "\u2212")


def _frame(section: Section, **style: Any) -> Any:
    from matplotlib.patches import Rectangle

    return Rectangle((0, 0), section.N, section.P, edgecolor=SOFT, linewidth=0.8, **style)


def _undefined(axes: Axes, section: Section) -> str:
    """Marks where there is no value: edges, corners, and what lies between them."""
    far = np.array([section.N, section.P], float)
    places: list[str] = []
    parts = np.linspace(0, 1, 61)[1:-1]
    for name, ends in SIDES.items():
        one, other = (np.array(end) * far for end in ends)
        along = one + parts[:, None] * (other - one)
        if np.isnan(section.at(along[:, 0], along[:, 1])).all():
            axes.plot(*zip(one, other, strict=True), color=REFUTED, lw=3.2, ls=(0, (1.2, 0.8)),
                      solid_capstyle="butt", zorder=4)  # fmt: skip
            places.append(name)
    corners = np.array([(0, 0), (1, 0), (0, 1), (1, 1)]) * far
    missing = corners[np.isnan(section.at(corners[:, 0], corners[:, 1]))]
    if missing.size:
        axes.plot(missing[:, 0], missing[:, 1], "o", ms=7, mfc="white", mec=REFUTED, mew=1.6,
                  zorder=6, clip_on=False)  # fmt: skip
    x, y = np.meshgrid(parts * section.N, parts * section.P)
    inside = np.isnan(section.at(x, y))
    if inside.mean() > 0.01:
        axes.contourf(x, y, inside.astype(float), [0.5, 1.5], colors=[GREY], alpha=0.5,
                      hatches=["////"])  # fmt: skip
        places.append("the hatched part")
    apart = [(a, b) for a, b in missing if not _on(places, a / far[0], b / far[1])]
    if apart:
        names = _list([f"({a:g}, {b:g})" for a, b in apart])
        places.append(f"(TN, TP) = {names}")
    return f"Undefined where marked in red: {_list(places)}." if places else ""


def _on(sides: list[str], across: float, upward: float) -> bool:
    """Whether a corner lies on one of these sides."""
    return any((across, upward) in SIDES[name] for name in sides if name in SIDES)


def _list(items: list[str]) -> str:
    return items[0] if len(items) == 1 else ", ".join(items[:-1]) + " and " + items[-1]


# --- a counterexample ----------------------------------------------------------------------------


def _property(axes: Axes, section: Section, verdict: Verdict) -> str:
    """Shades the matrices at which it fails, and draws one step."""
    if verdict.outcome != "refuted":
        return f"{verdict.property}: {verdict.outcome.replace('-', ' ')}."
    found = failures(verdict, section.P, section.N, section.parameters)
    if not found:
        kind = verdict.witness.kind if verdict.witness is not None else ""
        if kind in ("expectation", "labelings"):
            return f"{verdict.property} fails; its counterexample is no matrix of a section."
        return f"{verdict.property} fails elsewhere, but not by the same step from a matrix here."
    from matplotlib.collections import PatchCollection
    from matplotlib.patches import Rectangle

    firsts = [matrices_of(each)[0] for each in found]
    boxes = []
    for matrix in firsts:
        x, width = _around(float(matrix[3]), section.N)
        y, height = _around(float(matrix[0]), section.P)
        boxes.append(Rectangle((x, y), width, height))
    axes.add_collection(
        PatchCollection(boxes, facecolor=REFUTED, alpha=0.22, edgecolor="none", zorder=3)
    )
    axes.plot([float(m[3]) for m in firsts], [float(m[0]) for m in firsts], ".", ms=3.5,
              color=REFUTED, zorder=4)  # fmt: skip
    chosen = _chosen(found, verdict)
    _step(axes, section, chosen)
    count = len(firsts)
    every = (section.P + 1) * (section.N + 1)
    return (f"Shaded: the {count} of {every} matrices from which {verdict.property} fails by "
            f"{'the same step' if len(verdict.statement.goals) == 1 else 'such a step'}. "
            f"Arrow: {_told(chosen)}.")  # fmt: skip


def _around(value: float, most: int) -> tuple[float, float]:
    """Half a unit to both sides, within the rectangle: where it begins, and how long it is."""
    low, high = max(0.0, value - 0.5), min(float(most), value + 0.5)
    return low, high - low


def _chosen(found: list[Witness], verdict: Verdict) -> Witness:
    """The counterexample itself if it is here; else one in the middle whose step can be seen."""
    told = verdict.witness
    for each in found:
        if told is not None and each.matrices == told.matrices:
            return each
    seen = [each for each in found if len(set(map(_place, matrices_of(each)))) > 1] or found
    return seen[len(seen) // 2]


def _place(matrix: Matrix) -> tuple[Fraction, Fraction] | None:
    """TN/N and TP/P; None if there is no such place."""
    positives, negatives = sizes(matrix)
    return (matrix[3] / negatives, matrix[0] / positives) if positives and negatives else None


def _step(axes: Axes, section: Section, chosen: Witness) -> None:
    """From the first matrix to the second; one of other P, N lies at its own TN/N and TP/P."""
    places = [_place(matrix) for matrix in matrices_of(chosen)]
    drawn = [(float(p[0] * section.N), float(p[1] * section.P)) for p in places if p is not None]
    if not drawn:
        return
    axes.plot(*drawn[0], "o", ms=6, color=REFUTED, zorder=7, clip_on=False)
    if len(set(drawn)) > 1:
        same = sizes(matrices_of(chosen)[1]) == (Fraction(section.P), Fraction(section.N))
        axes.annotate("", drawn[1], drawn[0], zorder=8, annotation_clip=False, arrowprops={
            "arrowstyle": "-|>", "color": REFUTED, "lw": 1.8, "shrinkA": 2, "shrinkB": 0,
            "ls": "-" if same else "--"})  # fmt: skip
        if not same:
            axes.plot(*drawn[1], "o", ms=6, mfc="white", mec=REFUTED, zorder=7, clip_on=False)


def _told(witness: Witness) -> str:
    """C and C' with the exact values there."""
    names = ["C = ", "C' = "]
    told = [head + "(" + ", ".join(cells) + ")" for head, cells in zip(names, witness.matrices)]
    worth = [prose.text(prose.exact(value)) for value in witness.values]
    step = " to ".join(told) + " as (TP, FN, FP, TN)"
    return step + (f", with the values {' and '.join(worth)}" if worth else "")
