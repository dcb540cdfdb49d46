"""Measures that were compared, as a graph and a table: which are equivalent, which is at most
another, and from which n on two of them disagree.

A green band joins equivalent measures.  An arrow leads from a measure to one that is proved to
be at least as large wherever both are defined; arrows that follow from others are left out.
"""

from __future__ import annotations

from itertools import pairwise, permutations
from typing import TYPE_CHECKING

import numpy as np

from symbolic_measures.doors.plots.canvas import (
    GREY,
    INK,
    PROVED,
    SOFT,
    Picture,
    caption,
    colours,
    picture,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from symbolic_measures.questions.compare.pairs import Comparison

Edge = tuple[str, str]
#: Measures in a row of the graph.
WIDEST = 7


def bounds(report: Comparison) -> set[Edge]:
    """(a, b) where a <= b is proved."""
    found = set()
    for pair in report.pairs:
        for edge, verdict in zip((pair.names, pair.names[::-1]), pair.bounds):
            if verdict.outcome == "proved":
                found.add(edge)
    return found


def without_followers(edges: set[Edge]) -> set[Edge]:
    """Those that follow from no two others."""
    names = {name for edge in edges for name in edge}
    return {
        (a, b) for a, b in edges
        if not any({(a, c), (c, b)} <= edges for c in names - {a, b})
        or (b, a) in edges
    }  # fmt: skip


def heights(names: tuple[str, ...], edges: set[Edge]) -> dict[str, int]:
    """How many measures one after the other lie below each."""
    strict = {edge for edge in edges if edge[::-1] not in edges}
    found = dict.fromkeys(names, 0)
    for _ in names:
        for low, high in sorted(strict):
            found[high] = max(found[high], found[low] + 1)
    return found


def relations_picture(report: Comparison) -> Picture:
    """The table of all pairs, and beside it the graph."""
    count = len(report.names)
    side = max(3.2, 0.42 * count + 1.2)
    figure = picture(2 * side, side + 0.6)
    table, graph = figure.subplots(1, 2)
    _table(table, report)
    _graph(graph, report)
    caption(figure, f"{count} measures compared",
            "Left: = is equivalent, a number the smallest n at which two predictions of one truth "
            "are ranked differently, ? undecided. Right: an arrow from a measure to one that is at "
            "least as large wherever both are defined; a green band joins equivalent measures.",
            int(26 * side))  # fmt: skip
    return figure


def graph_picture(report: Comparison) -> Picture:
    """The graph alone."""
    lines = rows(report)
    each = max(1.15, 0.4 + 0.075 * max(map(len, report.names)))  # inches
    figure = picture(max(4.0, each * max(map(len, lines))), max(2.5, 1.1 * len(lines)))
    _graph(figure.add_subplot(), report)
    figure.alt = f"{len(report.names)} measures compared. {sentences(report)}"
    return figure


def sentences(report: Comparison) -> str:
    """The graph in words."""
    same = [" and ".join(names) for names in report.classes if len(names) > 1]
    shown = [f"{low} <= {high}" for low, high in sorted(without_followers(bounds(report)))]
    equal = f"Equivalent: {'; '.join(same)}. " if same else "No two are equivalent. "
    return equal + (f"At most: {', '.join(shown)}." if shown else "None is at most another.")


def _levels(report: Comparison) -> dict[int, list[str]]:
    """The measures by how many lie below, neighbours near each other."""
    edges = bounds(report)
    rows: dict[int, list[str]] = {}
    for name, height in heights(report.names, edges).items():
        rows.setdefault(height, []).append(name)
    for height in sorted(rows)[1:]:
        below = {name: place for lower in range(height) for place, name in enumerate(rows[lower])}

        def middle(name: str, below: dict[str, int] = below) -> tuple[float, str]:
            under = [below[low] for low, high in edges if high == name and low in below]
            return (sum(under) / len(under) if under else 0.0, name)

        rows[height].sort(key=middle)
    return rows


def rows(report: Comparison) -> list[list[str]]:
    """The measures from the bottom to the top, equivalent ones side by side in a row."""
    first = {name: names[0] for names in report.classes for name in names}
    found = []
    for _, level in sorted(_levels(report).items()):
        together: dict[str, list[str]] = {}
        for name in level:
            together.setdefault(first.get(name, name), []).append(name)
        order = [name for names in together.values() for name in names]
        size = -(-len(order) // -(-len(order) // WIDEST))
        found += [order[start : start + size] for start in range(0, len(order), size)]
    return found


def _table(axes: Axes, report: Comparison) -> None:
    names = report.names
    cells = np.full((len(names), len(names)), np.nan)
    for i, j in permutations(range(len(names)), 2):
        try:
            pair = report[names[i], names[j]]
        except KeyError:
            continue
        size = pair.witness.n if pair.witness is not None else 0
        word = {"equivalent": "=", "undecided": "?"}.get(pair.verdict, str(size))
        colour = {"equivalent": PROVED, "undecided": SOFT}.get(pair.verdict, INK)
        axes.text(j, i, word, ha="center", va="center", fontsize=8, color=colour)
        cells[i, j] = size if size else np.nan
    shown = np.ma.masked_invalid(cells)
    axes.imshow(shown, cmap=colours("YlOrBr_r"), alpha=0.55, aspect="equal")
    axes.set_xticks(range(len(names)), names, rotation=90)
    axes.set_yticks(range(len(names)), names)
    axes.tick_params(length=0)
    axes.spines[:].set_color(GREY)


def _graph(axes: Axes, report: Comparison) -> None:
    edges = bounds(report)
    shown = without_followers(edges)
    lines = rows(report)
    place = {}
    for height, row in enumerate(lines):
        for number, name in enumerate(row):
            place[name] = ((number + 0.5) / len(row) + 0.05 * (-1) ** height, float(height))
    for low, high in sorted(shown):
        axes.annotate("", place[high], place[low], arrowprops={
            "arrowstyle": "-|>", "color": SOFT, "shrinkA": 13, "shrinkB": 13, "lw": 1})  # fmt: skip
    for members in report.classes:
        for one, other in pairwise(members):
            ends = zip(place[one], place[other], strict=True)
            axes.plot(*ends, color=PROVED, lw=5, alpha=0.35, solid_capstyle="round", zorder=1)
    for name, (x, y) in place.items():
        axes.text(x, y, name, ha="center", va="center", fontsize=9,
                  bbox={"boxstyle": "round,pad=0.35", "fc": "white", "ec": GREY})  # fmt: skip
    axes.set(xlim=(-0.08, 1.12), ylim=(-0.6, len(lines) - 0.4))
    axes.set_axis_off()
