"""A table of displayed formulas as a document in all formats.

Invariant: a formula is called right only where it is proved as printed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.catalog.normalisers import SIZES
from symbolic_measures.catalog.papers import PAPERS
from symbolic_measures.formula import symbol
from symbolic_measures.report import html, latex, prose
from symbolic_measures.report.completion import Block, CompletionDocument, Row, Section, written
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.document import INCOMPLETE, WORDS, Heading
from symbolic_measures.report.prose import Equation, Piece, Prose, cells, exact
from symbolic_measures.verdict import GLYPHS, Verdict

if TYPE_CHECKING:
    from symbolic_measures.catalog.formulas import Display
    from symbolic_measures.formulas import FormulaTable


def note(display: Display, verdict: Verdict, corrected: Verdict | None) -> str:
    """Why it is wrong, and what is right instead; empty if it is proved."""
    if verdict.outcome == "proved":
        return ""
    if verdict.outcome != "refuted":
        return verdict.reason
    told = prose.text(_apart(verdict))
    if corrected is not None:
        told += f" {WORDS[corrected.outcome].capitalize()} instead: {display.corrected}."
    return told


def _apart(verdict: Verdict) -> Prose:
    """The smallest counterexample, both sides."""
    witness = verdict.witness
    if witness is None:
        return ("No witness is given.",)
    point = witness.point
    told: list[Piece] = ["At "]
    if witness.matrices:
        told.append(cells(witness.matrices[0]))
    else:
        a1, a0, b1, b0 = (int(point[name]) for name in SIZES)
        told.append(f"p_A = {a1}/{a1 + a0}, p_B = {b1}/{b1 + b0}")
    if witness.parameters:
        told += [", ", *listed(dict(witness.parameters))]
    told += [" the left side is ", *exact(witness.values[0])]
    return (*told, ", the right side ", *exact(witness.values[1]), ".")


def document(table: FormulaTable) -> CompletionDocument:
    """The document of a table."""
    paper = PAPERS[table.displays.paper]
    heading = Heading(
        name=f"{table.displays.paper}:formulas",
        title=paper.title,
        source=f"{paper.authors}, {paper.venue} {paper.year}",
        typed="",
        formula=Equation((symbol("M"),), ()),
        domain=(),
        reading="literal",
        conventions=(),
        parameters=(),
        notes=(),
    )
    rows = []
    for cell in table.cells:
        outcome = cell.verdict.outcome
        told = f"{cell.display.printed}. {note(cell.display, cell.verdict, cell.corrected)}"
        rows.append(Row(GLYPHS[outcome], (cell.display.row,), (told.strip(),), outcome))
    words = f"{table.displays.note} A formula is a claim."
    section = Section("A", table.displays.title, (words,), (Block((), tuple(rows)),))
    return CompletionDocument(heading, (section,), "" if table.complete else INCOMPLETE, "")


def render_text(table: FormulaTable) -> str:
    """The table as text."""
    return written(document(table))


def render_latex(table: FormulaTable) -> str:
    """A whole LaTeX document."""
    return latex.rendered("document.tex", document(table), body="completion.tex")


def render_html(table: FormulaTable) -> str:
    """A page of its own, with the certificate in it."""
    name, about = f"{table.displays.paper}-formulas", {"body": "completion.html", "about": ""}
    return html.page("page.html", document(table), table, name, **about)


def render_html_fragment(table: FormulaTable) -> str:
    """The table for a notebook."""
    return html.rendered("fragment.html", document(table), body="completion.html")
