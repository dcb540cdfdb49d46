"""Figures: how they are made, what they have in common, and how they are written to files.

A figure knows its alternative text, which goes into the file.  The same picture is the same bytes:
there is no date in a file, and the ids within an SVG are made from its content.
"""

from __future__ import annotations

import io
import logging
import os
import re
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.report import mathtext
from symbolic_measures.report.mathtext import roman

try:
    import matplotlib as mpl
    from matplotlib.colors import Colormap
    from matplotlib.figure import Figure
except ImportError:
    raise ImportError("a picture needs matplotlib: pip install symbolic-measures[plots]") from None

if TYPE_CHECKING:
    from matplotlib.axes import Axes

#: The colours of the pages.
INK, SOFT, PROVED, REFUTED, GREY = "#1b1f24", "#5b6470", "#116329", "#a40e26", "#c6ccd3"
COLOURS = {"proved": PROVED, "refuted": REFUTED, "undecided": "#7d4e00"}
#: What a file may be, by the end of its name.
SUFFIXES = ("svg", "pdf", "png")
_RELATION = re.compile(r"\\(ge|le|ne)(?![A-Za-z])")
STYLE: dict[str, Any] = {
    "font.size": 9, "axes.titlesize": 10, "axes.edgecolor": SOFT, "axes.labelcolor": INK,
    "xtick.color": SOFT, "ytick.color": SOFT, "text.color": INK, "svg.hashsalt": "symbolic",
    "svg.fonttype": "path", "pdf.fonttype": 42, "hatch.linewidth": 0.6, "axes.unicode_minus": True,
    "mathtext.fontset": "cm", "figure.dpi": 110, "savefig.dpi": 200,
}  # fmt: skip


class Picture(Figure):
    """A matplotlib figure with an alternative text; a notebook shows it once, as PNG."""

    alt: str = ""

    def _repr_png_(self) -> bytes:
        return written(self, "png")


def styled() -> AbstractContextManager[None]:
    """Within it, figures have the style of the pages."""
    return mpl.rc_context(STYLE)


def picture(width: float, height: float) -> Picture:
    """An empty figure of that size in inches."""
    return Picture(figsize=(width, height), layout="constrained")


def colours(name: str = "YlGnBu") -> Colormap:
    """From small to large; without the ends, on which neither ink nor paper can be read."""
    from matplotlib.colors import LinearSegmentedColormap

    whole = mpl.colormaps[name]
    return LinearSegmentedColormap.from_list("values", [whole(0.06 + 0.008 * k) for k in range(91)])


def caption(figure: Picture, title: str, told: str, lines: int = 100, plain: str = "") -> None:
    """The title above, what is to be seen below; both are the alternative text.

    `plain` is the title without formulas, if it has some.
    """
    import textwrap

    figure.suptitle(title, fontsize=11)
    figure.alt = f"{plain or title}. {told}"
    if told:
        shown = "\n".join(textwrap.wrap(told, lines))
        figure.supxlabel(shown, fontsize=8, color=SOFT, x=0.02, ha="left")


def maths(tex: str) -> str:
    """LaTeX of the reports as matplotlib reads it."""
    return f"${_RELATION.sub(_slanted, roman(tex))}$"


def _slanted(match: re.Match[str]) -> str:
    return match.group() + "q"


def letter(name: str) -> str:
    """A name as a letter of mathematics: `$\\beta$`."""
    return maths(mathtext.latex(symbol(name)))


def plain_axes(axes: Axes) -> None:
    """Without the two sides that say nothing."""
    axes.spines[["top", "right"]].set_visible(False)


def suffix_of(path: str) -> str:
    """`svg`, `pdf` or `png`; FormulaError, in one line, for anything else."""
    found = Path(path).suffix.lower().removeprefix(".")
    if found not in SUFFIXES:
        known = ", ".join(f".{suffix}" for suffix in SUFFIXES)
        raise FormulaError(f"{path}: a picture ends in {known}, or .html for the page to turn")
    return found


def written(figure: Figure, suffix: str) -> bytes:
    """The file of a figure, the same bytes for the same picture."""
    alt = getattr(figure, "alt", "")
    title = alt.partition(". ")[0]
    about: dict[str, Mapping[str, Any]] = {
        "svg": {"Title": title, "Description": alt, "Date": None, "Creator": None},
        "pdf": {"Title": title, "Subject": alt, "CreationDate": None, "Producer": None,
                "Creator": None},
        "png": {"Title": title, "Description": alt, "Software": None},
    }  # fmt: skip
    buffer = io.BytesIO()
    logging.getLogger("fontTools").setLevel(logging.ERROR)  # it tells the age of matplotlib's fonts
    with styled():
        figure.savefig(buffer, format=suffix, metadata=dict(about[suffix]), facecolor="white")
    return buffer.getvalue()


def save(figure: Figure, path: Path) -> None:
    """Writes all or nothing; FormulaError, in one line, if it cannot."""
    content = written(figure, suffix_of(str(path)))
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_bytes(content)
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise FormulaError(f"-o {path}: {error.strerror or error}") from None
