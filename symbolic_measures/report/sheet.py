"""An answer that is not about one formula: parts with sentences, tables, rows and a picture.

Invariant: every format shows this document and adds nothing to it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.report import prose
from symbolic_measures.report.prose import Prose
from symbolic_measures.report.sections import Block, with_proofs
from symbolic_measures.report.text import columns, wrapped

#: Characters before the last column of a row of text, at most.
NARROW = 50


@dataclass(frozen=True)
class Grid:
    """A table of texts; the first column names the rows."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Dots:
    """Sets as columns of dots over the names of their members: (label, outcome, members)."""

    names: tuple[str, ...]
    columns: tuple[tuple[str, str, tuple[str, ...]], ...]


@dataclass(frozen=True)
class Part:
    """A title, what is said under it, and what shows it."""

    title: str
    told: Prose = ()
    grid: Grid | None = None
    blocks: tuple[Block, ...] = ()
    dots: Dots | None = None


@dataclass(frozen=True)
class Title:
    """What a page is called."""

    name: str


@dataclass(frozen=True)
class Sheet:
    """Everything a format shows."""

    name: str
    about: str
    told: Prose
    parts: tuple[Part, ...]
    incomplete: str = ""
    #: The title where it says the answer.
    lead: str = ""
    html_page: ClassVar[str] = "page.html"
    html_body: ClassVar[str] = "answer.html"
    tex_page: ClassVar[str] = "document.tex"
    tex_body: ClassVar[str] = "answer.tex"

    @property
    def file(self) -> str:
        """A name for files."""
        return self.name

    def text(self, details: bool = False) -> str:
        """The document as lines of text; with `details`, the proof of every row."""
        return _written(self, details)

    @property
    def headline(self) -> str:
        """The title as text."""
        return self.lead or f"{self.name}: {self.about}"

    @property
    def heading(self) -> Title:
        """What the page is called."""
        return Title(self.name)


def _written(doc: Sheet, details: bool) -> str:
    """The document as text."""
    lines = wrapped(doc.headline)
    lines += wrapped(prose.text(doc.told), "  ") if doc.told else []
    for part in doc.parts:
        lines += ["", *wrapped(part.title)]
        lines += wrapped(prose.text(part.told), "   ") if part.told else []
        for grid in (part.grid, in_rows(part.dots) if part.dots else None):
            lines += aligned(grid) if grid is not None else []
        for block in part.blocks:
            lines += wrapped(prose.text(block.title), "   ") if block.title else []
            lines += _rows(block)
            lines += with_proofs(block) if details else []
    if doc.incomplete:
        lines += ["", *wrapped(doc.incomplete)]
    return "\n".join(lines)


def _rows(block: Block) -> list[str]:
    """In columns; what is said goes to a line of its own where the columns would be narrow."""
    rows = [(f"   {r.mark}", prose.text(r.head), prose.text(r.told)) for r in block.rows]
    if not rows or max(len(mark) + len(head) for mark, head, _ in rows) <= NARROW:
        return columns(rows).split("\n") if rows else []
    width = max(len(mark) for mark, _, _ in rows)
    lines = []
    for mark, head, told in rows:
        first = f"{mark.ljust(width)}  "
        lines += wrapped(head, first)
        lines += wrapped(told, " " * (len(first) + 2)) if told else []
    return lines


def in_rows(dots: Dots) -> Grid:
    """The picture as a table: a column for each set, headed by its label and its glyph."""
    head = ("", *(f"{label} {GLYPHS[outcome]}" for label, outcome, _ in dots.columns))
    rows = [
        (name, *("o" if name in members else "." for _, _, members in dots.columns))
        for name in dots.names
    ]
    return Grid(head, tuple(rows))


def aligned(grid: Grid) -> list[str]:
    """The table as lines of aligned columns."""
    rows = [grid.head, *grid.rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(grid.head))]
    return [
        "   " + "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
