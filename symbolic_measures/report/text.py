"""Plain text: an aligned table that needs no terminal, and a rich table for those who have one.

Invariant: the output depends on the report alone (no clock, no terminal), and no line is wider
than `WIDTH`.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap
from typing import TYPE_CHECKING

from symbolic_measures.report import prose
from symbolic_measures.report.comparison import EXACT, Comparison, compare
from symbolic_measures.report.document import Document, Heading, Row, Slope, counted, document

if TYPE_CHECKING:
    from rich.table import Table

    from symbolic_measures.session import Report
    from symbolic_measures.tables import Table as PaperTable

WIDTH = 100
STYLES = {"proved": "green", "refuted": "red", "undecided": "yellow", "not-applicable": "dim"}
LEGEND = "A mark is the computed one; where the paper prints another, that stands behind \u2260."


def render(report: Report, details: bool = False) -> str:
    """The report as text; with `details`, the evidence for every verdict."""
    doc = document(report)
    parts = [_heading(doc), _table(doc.rows)]
    if doc.slopes:
        parts.append(_slopes(doc))
    if details:
        parts += [_details(row) for row in doc.rows]
    parts.append("\n".join(wrapped(f"{counted(doc)}. {prose.text(doc.heading.letters)}")))
    if doc.incomplete:
        parts.append("\n".join(wrapped(doc.incomplete)))
    return "\n\n".join(part for part in parts if part)


def wrapped(words: str, first: str = "", rest: str | None = None) -> list[str]:
    """Lines of at most `WIDTH`, indented."""
    indent = " " * len(first) if rest is None else rest
    return wrap(
        " ".join(words.split()), WIDTH, initial_indent=first, subsequent_indent=indent,
        break_on_hyphens=False,
    ) or [first.rstrip()]  # fmt: skip


def _heading(doc: Document) -> str:
    heading = doc.heading
    name = heading.name + (f"  {heading.title}" if heading.title else "")
    lines = wrapped(name + (f"  ({heading.source})" if heading.source else ""))
    fields = [("formula", prose.text((heading.formula,)))]
    if heading.parameters:
        fields.append(("parameters", ", ".join(prose.text((p,)) for p in heading.parameters)))
    if heading.domain:
        fields.append(("domain", prose.text(heading.domain)))
    for label, told in [*fields, *reading_of(heading)]:
        lines += wrapped(told, f"  {label:<12}")
    return "\n".join(lines)


def reading_of(heading: Heading) -> list[tuple[str, str]]:
    """The reading with its conventions and notes: label and text."""
    fields = [("reading", heading.reading)]
    for when, value, source in heading.conventions:
        rule = f"{prose.text((value,))} where {prose.text((when,))} ({source})"
        fields.append(("convention", rule))
    return [*fields, *(("note", prose.text(note)) for note in heading.notes)]


def columns(rows: Iterable[tuple[str, ...]]) -> str:
    """Columns aligned, the last one wrapped."""
    kept = list(rows)
    widths = [max(len(row[i]) for row in kept) for i in range(len(kept[0]) - 1)] if kept else []
    lines: list[str] = []
    for row in kept:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        lines += wrapped(row[-1], "  ".join(cells) + "  ")
    return "\n".join(line.rstrip() for line in lines)


def _table(rows: tuple[Row, ...]) -> str:
    return columns((row.glyph, row.property, row.word, prose.text(row.summary)) for row in rows)


def _slopes(doc: Document) -> str:
    shown = []
    for slope in doc.slopes:
        shown.append((slope.glyph, prose.text((slope.variable,)), slope.word, _sign(slope)))
    return "\n".join([*wrapped(prose.text(doc.gradient)), columns(shown)])


def _sign(slope: Slope) -> str:
    """The sign of a derivative, and the derivative unless it is 0 or long."""
    sign = prose.text(slope.sign)
    if slope.derivative is None:
        return sign
    return f"{sign}: {prose.text((slope.derivative,))}"


def _details(row: Row) -> str:
    lines = [f"{row.glyph} {row.property}: {row.word}", *wrapped(row.sentence, "  ")]
    for evidence in row.evidences:
        label = prose.text(evidence.label)
        lines += wrapped(f"[{label}] {prose.text(evidence.setting)}".rstrip(), "  ", "    ")
        for line in evidence.lines:
            lines += wrapped(prose.text(line.sentence), "    ")
            if line.display is not None:
                lines += wrapped(prose.text((line.display,)), "      ", "        ")
    if row.rules:
        lines += wrapped(f"rules: {', '.join(row.rules)}; assumptions: {row.assumptions}", "  ")
    return "\n".join(lines)


# --- printed tables ------------------------------------------------------------------------


def render_comparison(table: PaperTable) -> str:
    """A printed table with the computed marks, and why some are not the printed ones."""
    doc = compare(table)
    heading = [*wrapped(f"{doc.id}  {doc.title}"), *wrapped(doc.paper, "  ")]
    parts = ["\n".join(heading), _matrix(doc), "\n".join(wrapped(f"{doc.counted}. {LEGEND}"))]
    for finding in doc.findings:
        head = f"{finding.row} {finding.column}: {finding.mark.glyphs}  {finding.property}"
        lines = [*wrapped(f"{head}, {finding.word}"), *wrapped(prose.text(finding.note), "  ")]
        parts.append("\n".join(lines))
    if doc.exact:
        lines = [
            line
            for item in doc.exact
            for line in wrapped(
                f"{item.row} {item.column}: {item.mark.glyphs}  {prose.text(item.words)}",
                "  ",
                "    ",
            )
        ]
        parts.append("\n".join((f"{EXACT}:", *lines)))
    legend = (doc.note, prose.text(doc.letters))
    parts.append("\n".join(wrapped(" ".join(part for part in legend if part))))
    if doc.incomplete:
        parts.append("\n".join(wrapped(doc.incomplete)))
    return "\n\n".join(parts)


def _matrix(doc: Comparison) -> str:
    """The marks, aligned."""
    head = ("", *(column for column, _ in doc.columns))
    lines = [head, *((row, *(mark.glyphs for mark in marks)) for row, marks in doc.rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


# --- terminals -----------------------------------------------------------------------------


def table(report: Report) -> Table:
    """The verdicts as a table for a terminal."""
    from rich.table import Table
    from rich.text import Text

    doc = document(report)
    told = (f"{counted(doc)}.", prose.text(doc.heading.letters), doc.incomplete)
    note = " ".join(part for part in told if part)
    heading = doc.heading
    title = heading.name + (f": {heading.title}" if heading.title else "")
    grid = Table(title=Text(title), caption=Text(note), expand=False)
    for name in ("", "property", "verdict", "evidence"):
        grid.add_column(name, overflow="fold", no_wrap=name in ("property", "verdict"))
    for row in doc.rows:
        style = STYLES[row.outcome]
        grid.add_row(
            Text(row.glyph, style), Text(row.property), Text(row.word, style),
            Text(prose.text(row.summary)),
        )  # fmt: skip
    for slope in doc.slopes:
        style = STYLES[slope.outcome]
        name = prose.text((slope.variable,))
        word = Text(slope.word, style)
        grid.add_row(Text(slope.glyph, style), Text(name), word, Text(_sign(slope)))
    return grid
