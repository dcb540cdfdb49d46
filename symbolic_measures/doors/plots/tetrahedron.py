"""The tetrahedron of all confusion matrices of one n, with its skin in colour, from two sides.

Each corner has all elements in one cell; on a face one cell is 0.  A face is coloured at the middle
of each of many small triangles, in grey where the measure is undefined; an edge or a corner without
a value is marked.  The thin line around it is the cross-section of a given P/n.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
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
from symbolic_measures.doors.plots.failing import drawable, matrices_of
from symbolic_measures.doors.values.arrays import values
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.verdict import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    Points = np.ndarray[Any, np.dtype[np.float64]]

#: The corners, TP on top.
CORNERS = np.array([
    (0, 0, 1), (0.943, 0, -1 / 3), (-0.471, 0.816, -1 / 3), (-0.471, -0.816, -1 / 3),
])  # fmt: skip
#: From where the pictures are seen, in degrees around and above: each shows two of the four faces.
VIEWS = ((130.0, 15.0), (312.0, -36.0))
#: Small triangles along an edge.
FINE = 32


def tetrahedron_picture(
    reading: Reading,
    name: str,
    parameters: dict[str, Fraction],
    size: int,
    share: Fraction,
    verdict: Verdict | None = None,
) -> Picture:
    """The skin of the tetrahedron of n = `size`, with the section where P/n is `share`."""
    from matplotlib.cm import ScalarMappable
    from matplotlib.colors import Normalize

    figure = picture(7.4, 4.5)
    skin = _Skin(reading, parameters, size)
    axes = [figure.add_subplot(1, 2, place + 1) for place in range(2)]
    scale = ScalarMappable(Normalize(skin.low, skin.high), colours())
    bar = figure.colorbar(scale, ax=axes, shrink=0.6, aspect=30, pad=0.02)
    bar.outline.set_visible(False)
    where = "".join(f", {key} = {value}" for key, value in parameters.items())
    told = ["From two opposite sides, the right one from below."]
    if skin.without:
        told.append(f"Undefined (grey or red): {'; '.join(skin.without)}.")
    told.append(f"Thin line: the cross-section where P/n = {share}.")
    if verdict is not None and (not drawable(verdict) or not _at(verdict, parameters)):
        verdict = None
    if verdict is not None:
        told.append(f"Red dots: the counterexample to {verdict.property}, scaled to this n.")
    for view, each in zip(VIEWS, axes, strict=True):
        _draw(each, skin, share, _turned(*view), verdict)
    caption(figure, f"{name} at all matrices of n = {size}{where}", " ".join(told), 130)
    return figure


def _at(verdict: Verdict, parameters: dict[str, Fraction]) -> bool:
    """Whether the counterexample is one at these values of parameters."""
    assert verdict.witness is not None
    own = verdict.witness.parameters.items()
    return all(parameters.get(name) == Fraction(text) for name, text in own)


class _Skin:
    """The small triangles of each face with their values, and where there are none."""

    def __init__(self, reading: Reading, parameters: dict[str, Fraction], size: int) -> None:
        self.reading, self.parameters, self.size = reading, parameters, size
        self.faces = {zero: np.array(list(_triangles(zero))) for zero in range(4)}
        self.values = {zero: self.at(each.mean(axis=1)) for zero, each in self.faces.items()}
        every = np.concatenate(list(self.values.values()))
        finite = every[np.isfinite(every)]
        ends = np.quantile(finite, (0.01, 0.99)) if finite.size else (0.0, 1.0)
        self.low, self.high = float(ends[0]), float(ends[1])
        if finite.size and finite.max() - finite.min() <= 3 * (self.high - self.low):
            self.low, self.high = float(finite.min()), float(finite.max())
        parts = np.linspace(0, 1, 41)[1:-1, None]
        unit = np.eye(4)
        self.edges = []
        for a, b in combinations(range(4), 2):
            if np.isnan(self.at(parts * unit[a] + (1 - parts) * unit[b])).all():
                self.edges.append((a, b))
        self.corners = [corner for corner in range(4) if np.isnan(self.at(unit[corner][None]))[0]]
        whole = [zero for zero, found in self.values.items() if np.isnan(found).all()]
        self.without = [f"the face {CELLS[zero]} = 0" for zero in whole]
        self.without += [f"the edge {CELLS[a]}-{CELLS[b]}" for a, b in self.edges
                         if all(zero in (a, b) for zero in whole)]  # fmt: skip
        self.without += [f"the corner {CELLS[corner]}" for corner in self.corners
                         if not any(corner in edge for edge in self.edges)]  # fmt: skip

    def at(self, shares: Points) -> Points:
        """The values at matrices whose cells are given as parts of n."""
        cells = {name: shares[:, place] * self.size for place, name in enumerate(CELLS)}
        found: Points = np.asarray(values(self.reading.shown, cells, self.parameters))
        return found


def _triangles(zero: int) -> Iterator[Points]:
    """The small triangles of the face on which one cell is 0, in parts of n."""
    rest = [place for place in range(4) if place != zero]

    def corner(a: int, b: int) -> Points:
        found = np.zeros(4)
        found[rest] = np.array([a, b, FINE - a - b]) / FINE
        return found

    for a in range(FINE):
        for b in range(FINE - a):
            yield np.array([corner(a, b), corner(a + 1, b), corner(a, b + 1)])
            if a + b < FINE - 1:
                yield np.array([corner(a + 1, b), corner(a, b + 1), corner(a + 1, b + 1)])


# --- seen from one side --------------------------------------------------------------------------


def _turned(turn: float, tilt: float) -> Points:
    """The corners as the eye sees them: to the right, upwards, towards the eye."""
    around, down = np.radians(turn), np.radians(tilt)
    about = np.array([[np.cos(around), -np.sin(around), 0], [np.sin(around), np.cos(around), 0],
                      [0, 0, 1]])  # fmt: skip
    seen = CORNERS @ about.T
    x, y, z = seen[:, 0], seen[:, 1], seen[:, 2]
    found: Points = np.stack([y, z * np.cos(down) - x * np.sin(down),
                              x * np.cos(down) + z * np.sin(down)], axis=1)  # fmt: skip
    return found


def _draw(
    axes: Axes, skin: _Skin, share: Fraction, corners: Points, verdict: Verdict | None
) -> None:
    from matplotlib.collections import PolyCollection

    seen = [zero for zero in range(4) if corners[zero][2] < 0]  # the opposite corner is behind
    for zero in seen:
        flat = skin.faces[zero] @ corners[:, :2]
        parts = PolyCollection(
            list(flat), cmap=colours().with_extremes(bad=GREY), edgecolors="face", linewidths=0.3
        )
        parts.set_array(np.ma.masked_invalid(skin.values[zero]))
        parts.set_clim(skin.low, skin.high)
        parts.set_rasterized(True)
        axes.add_collection(parts)
    _lines(axes, skin, corners[:, :2], seen, share)
    if verdict is not None and verdict.witness is not None:
        for matrix in matrices_of(verdict.witness):
            place = np.array([float(cell / sum(matrix)) for cell in matrix]) @ corners[:, :2]
            axes.plot(*place, "o", ms=5, color=REFUTED, mec="white", mew=0.7, zorder=9)
    axes.set_aspect("equal")
    axes.set_axis_off()
    axes.margins(0.09)


def _lines(axes: Axes, skin: _Skin, flat: Points, seen: list[int], share: Fraction) -> None:
    for a, b in combinations(range(4), 2):
        hidden = all(zero in (a, b) for zero in seen)
        missing = (a, b) in skin.edges
        style: dict[str, Any] = {"color": INK, "lw": 0.9}
        if missing:
            style = {"color": REFUTED, "lw": 2.6, "ls": (0, (1.2, 0.8))}
        if hidden:
            style |= {"lw": 0.6, "ls": ":", "alpha": 0.6, "zorder": 0.5}
        axes.plot(*zip(flat[a], flat[b], strict=True), **style)
    part = float(share)
    rest = 1 - part
    ring = np.array(
        [(part, 0, 0, rest), (part, 0, rest, 0), (0, part, rest, 0), (0, part, 0, rest)]
    )
    sides = (1, 3, 0, 2)  # the cell that is 0 along each of its sides
    for place, zero in enumerate(sides):
        ends = np.array([ring[place], ring[(place + 1) % 4]]) @ flat
        style = {"lw": 1.3} if zero in seen else {"lw": 0.6, "ls": ":", "alpha": 0.6}
        axes.plot(ends[:, 0], ends[:, 1], color="white" if zero in seen else SOFT, **style)
        if zero in seen:
            axes.plot(ends[:, 0], ends[:, 1], color=INK, lw=0.7, ls="--")
    centre = flat.mean(axis=0)
    for corner, name in enumerate(CELLS):
        away = flat[corner] - centre
        place = flat[corner] + 0.11 * away / max(float(np.hypot(*away)), 0.3)
        color = REFUTED if corner in skin.corners else INK
        if corner in skin.corners:
            axes.plot(*flat[corner], "o", ms=6, mfc="white", mec=REFUTED, mew=1.4, zorder=8)
        axes.text(
            float(place[0]),
            float(place[1]),
            name,
            ha="center",
            va="center",
            color=color,
            fontsize=9,
        )
