"""A printed table beside what was decided, as a document without a format.

Every format shows this document and adds nothing to it.

Invariant: a cell shows the glyph of its verdict; where that is not the printed mark, it shows both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from symbolic_measures.meaning.averaging import AVERAGINGS
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.questions.table.cells import (
    CLAIMED,
    holds_where,
    note,
    said_for_every_m,
)
from symbolic_measures.report import prose
from symbolic_measures.report.averages import of_average
from symbolic_measures.report.evidence import explain, told_of
from symbolic_measures.report.heading import (
    INCOMPLETE,
    WORDS,
    Heading,
    Row,
    heading_of,
    letters,
    row_of,
)
from symbolic_measures.report.prose import Prose, text
from symbolic_measures.report.sections import Section
from symbolic_measures.report.text import proofs, wrapped

if TYPE_CHECKING:
    from symbolic_measures.claims.papers import PrintedTable
    from symbolic_measures.meaning.measure import Reading
    from symbolic_measures.nouns.verdict import Verdict
    from symbolic_measures.questions.table.cells import Cell
    from symbolic_measures.questions.table.marks import Table

#: The headings of the exact sets, and of the answers for every number of classes.
EXACT = "For which values of the parameters it holds (rho = N/P)"
EVERY = "For which numbers of classes m it holds"


@dataclass(frozen=True)
class Mark:
    """A cell: the outcome that was decided and the one that is printed; empty if not looked at."""

    outcome: str
    claimed: str
    summary: str
    anchor: str = ""

    @property
    def differs(self) -> bool:
        """Whether the printed mark is another one."""
        return self.outcome != self.claimed

    @property
    def glyphs(self) -> str:
        """`✓`, or `✗≠✓` where ✓ is printed."""
        if not self.outcome:
            return ""
        return GLYPHS[self.outcome] + (f"≠{GLYPHS[self.claimed]}" if self.differs else "")


@dataclass(frozen=True)
class Finding:
    """A cell that differs from what is printed: its place, the property, and why."""

    row: str
    column: str
    mark: Mark
    property: str
    sentence: str
    source: str
    word: str
    note: Prose


@dataclass(frozen=True)
class Entry:
    """A cell with all its evidence, and what else is to be said of it."""

    row: str
    column: str
    mark: Mark
    printed: str
    shown: Row
    note: Prose
    #: Why it holds for the values of the exact set, and fails for the others.
    regions: tuple[Section, ...] = ()


@dataclass(frozen=True)
class Where:
    """A cell, and for which values of a parameter, or for which numbers of classes, it holds."""

    row: str
    column: str
    mark: Mark
    words: Prose


@dataclass(frozen=True)
class Comparison:
    """Everything a format shows."""

    id: str
    title: str
    paper: str
    note: str
    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[str, tuple[Mark, ...]], ...]
    findings: tuple[Finding, ...]
    listed: tuple[tuple[str, tuple[Where, ...]], ...]
    counted: str
    incomplete: str
    letters: Prose = ()
    entries: tuple[Entry, ...] = ()
    measures: tuple[tuple[str, str, Heading], ...] = ()
    html_page: ClassVar[str] = "comparison.html"
    html_body: ClassVar[str] = "marks.html"
    tex_page: ClassVar[str] = "comparison.tex"
    tex_body: ClassVar[str] = "comparison-body.tex"

    @property
    def file(self) -> str:
        """A name for files."""
        return self.id

    def text(self, details: bool = False) -> str:
        """The document as lines of text; with `details`, the evidence of every mark."""
        return "\n\n".join([_written(self), *(map(_details, self.entries) if details else ())])

    @property
    def by_row(self) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
        """The entries of each row."""
        groups = groupby(self.entries, key=lambda entry: entry.row)
        return tuple((row, tuple(group)) for row, group in groups)


def document(table: Table) -> Comparison:
    """The document of a table."""
    printed, paper = table.printed, table.printed.paper
    cells = {(cell.row, cell.column): cell for cell in table.cells}
    marks = {place: _mark(cell, anchor(table.printed, *place)) for place, cell in cells.items()}
    missing = Mark("", "", "")
    return Comparison(
        id=printed.id,
        title=printed.title,
        paper=f"{paper.authors}: {paper.title}. {paper.venue} {paper.year}, Table {printed.number}",
        note=printed.note,
        columns=tuple((column, printed.columns[column]) for column in table.columns),
        rows=tuple(
            (row, tuple(marks.get((row, column), missing) for column in table.columns))
            for row in table.rows
        ),
        findings=tuple(map(_finding, table.disagreements)),
        listed=tuple(_listed(table, marks)),
        counted=_counted(table),
        incomplete="" if table.complete else INCOMPLETE,
        letters=letters({printed.classes.get(row, 2) for row in table.rows})
        + _averages(table)
        + _readings(table),
        entries=tuple(_entry(cell, marks[place]) for place, cell in cells.items()),
        measures=tuple(_measures(table)),
    )


def _listed(
    table: Table, marks: dict[tuple[str, str], Mark]
) -> Iterator[tuple[str, tuple[Where, ...]]]:
    """The cells with an exact set; those with an answer for every m, whose mark it is."""
    exact = tuple(
        Where(cell.row, cell.column, marks[cell.row, cell.column], holds_where(cell))
        for cell in table.cells
        if cell.threshold is not None
    )
    every = tuple(
        Where(
            cell.row,
            cell.column,
            Mark(cell.every.outcome, cell.every.outcome, ""),
            (said_for_every_m(cell.every),),
        )
        for cell in table.cells
        if cell.every is not None
    )
    for title, items in ((EXACT, exact), (EVERY, every)):
        if items:
            yield title, items


def _readings(table: Table) -> Prose:
    """What a reading is, where one is spoken of."""
    told = [attempt.words for cell in table.cells for attempt in cell.attempts]
    return (f" {READING}",) if any("the reading" in words for words in told) else ()


def _averages(table: Table) -> Prose:
    """What the value V of each row of averages is."""
    rows = [row for row in table.rows if row in table.printed.averagings]
    return tuple(
        f" {row}: V is {AVERAGINGS[table.printed.averagings[row]]}." for row in rows
    )  # fmt: skip


READING = "A reading says which values a measure has where its formula is 0/0."


def _measures(table: Table) -> Iterator[tuple[str, str, Heading]]:
    """Each row's measure with its formula, under the anchor that its name leads to."""
    seen: dict[str, list[Cell]] = {}
    for cell in table.cells:
        seen.setdefault(cell.row, []).append(cell)
    for row, cells in seen.items():
        reading = cells[0].reading
        if row in table.printed.averagings:
            continue
        letter = "M" if reading.measure.higher_is_better else "S"
        verdicts = tuple(cell.verdict for cell in cells)
        heading = heading_of(_About(reading, verdicts), letter)
        yield row, f"m{[*table.printed.rows].index(row) + 1}", heading


@dataclass(frozen=True)
class _About:
    """A row as what a heading is about."""

    reading: Reading
    verdicts: tuple[Verdict, ...]


def anchor(printed: PrintedTable, row: str, column: str) -> str:
    """The name of a cell in links: r2c5, counted in the whole table."""
    return f"r{[*printed.rows].index(row) + 1}c{[*printed.columns].index(column) + 1}"


def _entry(cell: Cell, mark: Mark) -> Entry:
    shown = row_of(cell.verdict, cell.reading)
    found = of_average(cell.average) or shown.evidences
    shown = replace(shown, evidences=found, summary=_summary(cell))
    printed, regions = cell.claims[0].printed, _regions(cell)
    return Entry(cell.row, cell.column, mark, printed, shown, note(cell, False), regions)


def _regions(cell: Cell) -> tuple[Section, ...]:
    """The sections of the answer about the exact set that have proofs; a failure costs them."""
    if cell.regions is None:
        return ()
    try:
        sections: tuple[Section, ...] = cell.regions.document().sections
    except Exception:
        return ()
    return tuple(one for one in sections if any(r.evidences for p in one.parts for r in p.rows))


def _summary(cell: Cell) -> Prose:
    """The evidence on one line; of an average with the letter V."""
    if cell.average is not None and cell.verdict.outcome == "refuted":
        return explain(cell.verdict, "V").summary
    return told_of(cell.verdict, cell.reading).summary


def _mark(cell: Cell, name: str = "") -> Mark:
    shown = text(_summary(cell))
    word = WORDS[cell.verdict.outcome]
    summary = f"{word}: {shown}"
    if cell.printed not in CLAIMED:  # a place: as printed, or not
        here = "undecided" if cell.verdict.outcome == "undecided" else "refuted"
        return Mark("proved" if cell.agrees else here, "proved", summary, name)
    return Mark(cell.verdict.outcome, CLAIMED[cell.printed], summary, name)


def _counted(table: Table) -> str:
    """`88 of 90 cells agree, 2 differ, 0 undecided`, and the same of each other reading."""
    by_reading: dict[str, list[Cell]] = {}
    for cell in table.cells:
        by_reading.setdefault(table.printed.readings.get(cell.row, ""), []).append(cell)
    parts = []
    for reading in sorted(by_reading):
        cells = by_reading[reading]
        agree = sum(cell.agrees for cell in cells)
        open_ = sum(cell.computed == "undecided" for cell in cells)
        differ, words = len(cells) - agree - open_, f"in the reading {reading} " if reading else ""
        counts = f"{agree} of {len(cells)} cells agree, {differ} differ, {open_} undecided"
        parts.append(words + counts)
    return "; ".join(parts) or "0 of 0 cells agree, 0 differ, 0 undecided"


def _finding(cell: Cell) -> Finding:
    prop = PROPERTIES[cell.verdict.property]
    return Finding(
        row=cell.row,
        column=cell.column,
        mark=_mark(cell),
        property=prop.id,
        sentence=prop.said,
        source=prop.source,
        word=WORDS[cell.verdict.outcome],
        note=note(cell),
    )


LEGEND = "A mark is the computed one; where the paper prints another, that stands behind \u2260."


def _written(doc: Comparison) -> str:
    """A printed table with the computed marks, and why some are not the printed ones."""
    heading = [*wrapped(f"{doc.id}  {doc.title}"), *wrapped(doc.paper, "  ")]
    parts = ["\n".join(heading), _matrix(doc), "\n".join(wrapped(f"{doc.counted}. {LEGEND}"))]
    for finding in doc.findings:
        head = f"{finding.row} {finding.column}: {finding.mark.glyphs}  {finding.property}"
        lines = [*wrapped(f"{head}, {finding.word}"), *wrapped(prose.text(finding.note), "  ")]
        parts.append("\n".join(lines))
    for title, items in doc.listed:
        lines = [
            line
            for item in items
            for line in wrapped(
                f"{item.row} {item.column}: {item.mark.glyphs}  {prose.text(item.words)}",
                "  ",
                "    ",
            )
        ]
        parts.append("\n".join((f"{title}:", *lines)))
    legend = (doc.note, prose.text(doc.letters))
    parts.append("\n".join(wrapped(" ".join(part for part in legend if part))))
    if doc.incomplete:
        parts.append("\n".join(wrapped(doc.incomplete)))
    return "\n\n".join(parts)


def _details(entry: Entry) -> str:
    """What a mark rests on."""
    row = entry.shown
    head = f"{row.glyph} {entry.row}, {entry.column}: {row.property}, {row.word}"
    return "\n".join([*wrapped(head), *wrapped(row.sentence, "  "), *proofs(row.evidences)])


def _matrix(doc: Comparison) -> str:
    """The marks, aligned."""
    head = ("", *(column for column, _ in doc.columns))
    lines = [head, *((row, *(mark.glyphs for mark in marks)) for row, marks in doc.rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
