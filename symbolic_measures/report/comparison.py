"""A printed table beside what was decided, as a document without a format.

Every format shows this document and adds nothing to it.

Invariant: a cell shows the glyph of its verdict; where that is not the printed mark, it shows both.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from symbolic_measures.catalog.properties import PROPERTIES
from symbolic_measures.catalog.regions import NEVER
from symbolic_measures.report.conditions import condition_words
from symbolic_measures.report.counterexamples import against
from symbolic_measures.report.document import INCOMPLETE, WORDS, Row, letters, row_of
from symbolic_measures.report.evidence import told_of
from symbolic_measures.report.prose import Prose, text
from symbolic_measures.verdict import GLYPHS

if TYPE_CHECKING:
    from symbolic_measures.catalog.papers import PrintedTable
    from symbolic_measures.tables import Attempt, Cell, Table

#: The heading of the exact sets.
EXACT = "For which values of the parameters it holds (rho = N/P)"
#: The outcome whose glyph is printed for a claim.
CLAIMED = {"yes": "proved", "no": "refuted", "vacuous": "not-applicable"}


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


@dataclass(frozen=True)
class Exact:
    """A cell that holds for some values of a parameter only: which, and what is printed."""

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
    exact: tuple[Exact, ...]
    counted: str
    incomplete: str
    letters: Prose = ()
    entries: tuple[Entry, ...] = ()
    exact_title: str = EXACT

    @property
    def by_row(self) -> tuple[tuple[str, tuple[Entry, ...]], ...]:
        """The entries of each row."""
        groups = groupby(self.entries, key=lambda entry: entry.row)
        return tuple((row, tuple(group)) for row, group in groups)


def compare(table: Table) -> Comparison:
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
        exact=tuple(
            Exact(cell.row, cell.column, marks[cell.row, cell.column], holds_where(cell))
            for cell in table.cells
            if cell.threshold is not None
        ),
        counted=_counted(table),
        incomplete="" if table.complete else INCOMPLETE,
        letters=letters({printed.classes.get(row, 2) for row in table.rows}),
        entries=tuple(_entry(cell, marks[place]) for place, cell in cells.items()),
    )


def anchor(printed: PrintedTable, row: str, column: str) -> str:
    """The name of a cell in links: r2c5, counted in the whole table."""
    return f"r{[*printed.rows].index(row) + 1}c{[*printed.columns].index(column) + 1}"


def _entry(cell: Cell, mark: Mark) -> Entry:
    shown = row_of(cell.verdict, cell.reading)
    return Entry(cell.row, cell.column, mark, cell.claims[0].printed, shown, note(cell))


def _mark(cell: Cell, name: str = "") -> Mark:
    shown = text(told_of(cell.verdict, cell.reading).summary)
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
        sentence=prop.sentence,
        source=prop.source,
        word=WORDS[cell.verdict.outcome],
        note=note(cell),
    )


# --- notes ---------------------------------------------------------------------------------


def note(cell: Cell) -> Prose:
    """Why a printed mark is not the computed one, and which other reading would save it.

    Also where the paper and another source disagree; empty if there is nothing to say.
    """
    others = [claim for claim in cell.claims if claim.mark != cell.printed]
    told: Prose = ()
    if not cell.agrees:
        told = (*reason(cell), *_saving(cell))
    if cell.threshold is not None:
        told += (" It " if told else "It ", *holds_where(cell), ".")
    for claim in others:
        told += (" " if told else "", f"{claim.source} prints {claim.printed}.")
    return told


def holds_where(cell: Cell) -> Prose:
    """For which values of the parameters the property holds."""
    data = cell.threshold or {}
    condition, words = data["condition"], (data["sufficient"], data["necessary"])
    if condition is None:
        return ("holds for values that are not known",)
    if condition == NEVER:
        proved = words[1] == "proved"
        return ("fails for every value" if proved else "fails perhaps for every value",)
    told = {
        ("proved", "proved"): "holds iff ",
        ("proved", "not proved"): "holds if (perhaps not only if) ",
        ("not proved", "proved"): "holds only if (perhaps not always if) ",
    }.get(words, "holds perhaps iff ")
    return (told, *condition_words(str(condition)))


def reason(cell: Cell) -> Prose:
    """What was decided of a cell: the counterexample, or what the verdict says."""
    if cell.average is not None and cell.average.example is not None:
        first, *rest = against(cell.average.example.reading, cell.average.example.fails)
        return (str(first).capitalize(), *rest)
    told = told_of(cell.verdict, cell.reading)
    if cell.verdict.outcome == "refuted":
        return told.evidences[0].lines[0].sentence
    if cell.printed not in CLAIMED and cell.verdict.outcome == "proved":
        return (f"Printed is {cell.printed}; undefined is {cell.computed}.",)
    word = WORDS[cell.verdict.outcome]
    return (f"{word.capitalize()}: ", *told.summary, ".")


def _saving(cell: Cell) -> Prose:
    """The other readings that give the printed mark, then those that do not."""
    if not cell.attempts:
        return ()
    saving = cell.saved_by
    failing = [attempt for attempt in cell.attempts if attempt not in saving]
    if not saving:
        told: Prose = (f" No reading tried saves the printed {cell.printed}: ",)
        return (*told, *_listed(failing, cell), ".")
    told = (f" The printed {cell.printed} is saved by ", *_listed(saving, cell))
    if failing:
        told += ("; not by ", *_listed(failing, cell))
    return (*told, ".")


def _listed(attempts: tuple[Attempt, ...] | list[Attempt], cell: Cell) -> Prose:
    told: Prose = ()
    for attempt in attempts:
        verdict = attempt.verdict
        told += (*(("; ",) if told else ()), f"{attempt.words}: {WORDS[verdict.outcome]}")
        if verdict.outcome == "refuted":
            told += (", ", *told_of(verdict, cell.reading).summary)
    return told
