"""A table of displayed formulas as a document in all formats.

Invariant: a formula is called right only where it is proved as printed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from symbolic_measures.claims.papers import PAPERS
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.questions.table.definitions import definitions
from symbolic_measures.questions.table.formula_notes import BETWEEN, claim, note, told_of_verdict
from symbolic_measures.report.evidence import Evidence, explain
from symbolic_measures.report.heading import INCOMPLETE, KERNEL, WORDS, Heading, Row, letters
from symbolic_measures.report.prose import Equation, Piece, Prose
from symbolic_measures.report.sections import Block, CompletionDocument, Section
from symbolic_measures.report.sections import Row as TextRow

if TYPE_CHECKING:
    from symbolic_measures.questions.table.formulas import Cell, FormulaTable


@dataclass(frozen=True)
class Entry:
    """A displayed formula with its evidence."""

    anchor: str
    claim: Prose
    shown: Row
    note: Prose
    instead: Prose


@dataclass(frozen=True)
class FormulaDocument:
    """Everything that a page or a paper shows of such a table."""

    id: str
    title: str
    paper: str
    note: Prose
    entries: tuple[Entry, ...]
    counted: str
    incomplete: str
    plain: CompletionDocument
    definitions: tuple[Prose, ...] = ()
    html_page: ClassVar[str] = "formulas.html"
    html_body: ClassVar[str] = "formulas-body.html"
    tex_page: ClassVar[str] = "document.tex"
    tex_body: ClassVar[str] = "formulas.tex"

    @property
    def file(self) -> str:
        """A name for files."""
        return self.id

    def text(self, details: bool = False) -> str:
        """The document as lines of text; with `details`, the evidence too."""
        return self.plain.text(details)


def _typeset(text: str) -> Prose:
    """Words with the formulas among them, `X = p_A*(1-p_A), ...`, as formulas."""
    told: list[Piece] = []
    for part in BETWEEN.split(text):
        end = "." if part.endswith(".") else ""
        shown = claim(part.removesuffix("."))
        told += [*shown, end] if " = " in part and not isinstance(shown[0], str) else [part]
    return tuple(told)


def _plain(table: FormulaTable) -> CompletionDocument:
    """The document of a table."""
    paper = PAPERS[table.displays.paper]
    heading = Heading(
        name=table.displays.id,
        title=paper.title,
        source=f"{paper.authors}, {paper.venue} {paper.year}",
        typed="",
        formula=Equation((symbol("M"),), ()),
        domain=(),
        reading="literal",
        conventions=(),
        parameters=(),
        notes=(),
        letters=letters(set(table.displays.classes)),
    )
    rows = []
    for cell in table.cells:
        outcome = cell.verdict.outcome
        told = f"{cell.display.printed}. {note(cell.display, cell.verdict, cell.corrected)}"
        told = told.strip().removesuffix(" .")
        rows.append(TextRow(GLYPHS[outcome], (cell.display.row,), (told,), outcome))
    words = f"{table.displays.note} A formula is a claim."
    section = Section("A", table.displays.title, (words,), (Block((), tuple(rows)),))
    return CompletionDocument(heading, (section,), "" if table.complete else INCOMPLETE, "")


def document(table: FormulaTable) -> FormulaDocument:
    """The document of pages and papers, with all evidence."""
    paper, found = PAPERS[table.displays.paper], [cell.verdict.outcome for cell in table.cells]
    shown = ", ".join(f"{found.count(o)} {word}" for o, word in WORDS.items() if o in found)
    rows = list(table.displays.rows)
    return FormulaDocument(
        id=table.displays.id,
        title=table.displays.title,
        paper=f"{paper.authors}: {paper.title}. {paper.venue} {paper.year}",
        note=_typeset(table.displays.note),
        entries=tuple(_entry(c, f"f{rows.index(c.display.row) + 1}") for c in table.cells),
        counted=f"Of {len(found)} displayed formulas, {shown or 'none decided'}",
        incomplete="" if table.complete else INCOMPLETE,
        plain=_plain(table),
        definitions=tuple(definitions(table)),
    )


def _entry(cell: Cell, anchor: str) -> Entry:
    verdict = cell.verdict
    shown = claim(cell.display.printed)
    row = Row(
        property=cell.display.row,
        outcome=verdict.outcome,
        glyph=GLYPHS[verdict.outcome],
        word=WORDS[verdict.outcome],
        summary=shown,
        sentence="",
        source="",
        evidences=_evidences(cell),
        rules=tuple(sorted(verdict.proof.rules() - {"every-goal"})) if verdict.proof else (),
        assumptions="; ".join(verdict.assumptions) or KERNEL,
    )
    return Entry(anchor, shown, row, *note_of_display(cell))


def _evidences(cell: Cell) -> tuple[Evidence, ...]:
    """The proof of what is printed, or of what is right instead."""
    if cell.verdict.outcome == "proved":
        return explain(cell.verdict).evidences
    if cell.corrected is None or cell.corrected.outcome != "proved":
        return ()
    found = explain(cell.corrected).evidences
    return tuple(replace(one, label=("Of what is proved instead: ", *one.label)) for one in found)


def note_of_display(cell: Cell) -> tuple[Prose, Prose]:
    """What is said of it, and the correction with its verdict in front if it is wrong."""
    corrected, told = cell.corrected, told_of_verdict(cell.verdict)
    if told == (".",):  # no matrix, no value
        told = ()
    if cell.display.about:
        told = (f"{cell.display.about} ", *told)
    if cell.verdict.outcome != "refuted" or corrected is None:
        return told, ()
    word = WORDS[corrected.outcome].capitalize()
    return told, (f"{word} instead: ", *claim(cell.display.corrected))
