"""What averaging keeps, as a document in all formats.

Invariant: "for every m" is said only of what was proved so; a measure that shows the contrary
stands there with its formula, its conventions, the matrices and both values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.catalog.averaging import AVERAGINGS, CLASSES, WHERE, parts
from symbolic_measures.formula import Formula, symbol
from symbolic_measures.report import html, latex
from symbolic_measures.report.completion import Block, CompletionDocument, Row, Section, written
from symbolic_measures.report.counterexamples import against
from symbolic_measures.report.document import INCOMPLETE, WORDS, Heading, letters
from symbolic_measures.report.prose import Equation, Prose, equation
from symbolic_measures.verdict import GLYPHS

if TYPE_CHECKING:
    from symbolic_measures.averagings import AveragingReport, Kept

TOLD = {
    "all": "M has a value at every matrix. Counterexamples are about the M that is shown.",
    "present": "M has a value at least where neither labeling is constant; the average is looked "
    "at only where no row and no column is empty.",
}
TITLES = {
    "all": "On all matrices",
    "present": "On matrices where every class occurs in both labelings",
}


def document(report: AveragingReport) -> CompletionDocument:
    """The document of a report."""
    words = AVERAGINGS[report.averaging]
    heading = Heading(
        name=f"{report.averaging} averaging",
        title="",
        source="",
        typed=f"{report.averaging}(M)",
        formula=_formula(report.averaging),
        domain=(),
        reading="literal",
        conventions=(),
        parameters=(),
        notes=(
            (f"A is {words}.",),
            ("Proved: for every binary measure M with the property, and every number of classes "
             f"m >= 3. Refuted: by a measure M that has it, and {CLASSES} classes.",),
        ),
        letters=letters({2, CLASSES}),
    )  # fmt: skip
    sections = []
    for letter, where in zip("AB", WHERE, strict=True):
        rows = tuple(_row(kept) for kept in report.verdicts if kept.where == where)
        sections.append(Section(letter, TITLES[where], (TOLD[where],), (Block((), rows),)))
    incomplete = "" if report.complete else INCOMPLETE
    return CompletionDocument(heading, tuple(sections), incomplete, "of a binary measure M")


def _formula(averaging: str) -> Equation:
    own = symbol("M_i")
    known: dict[str, Formula] = {
        "micro": symbol("M"),
        "macro": Formula("sum", own) / symbol("m"),
        "weighted": Formula("sum", symbol("a_i") * own) / symbol("n"),
    }
    return equation(symbol("A"), "=", known[averaging])


def _row(kept: Kept) -> Row:
    head = (f"{kept.property}: {WORDS[kept.outcome]}",)
    return Row(GLYPHS[kept.outcome], head, told_of(kept), kept.outcome)


def told_of(kept: Kept) -> Prose:
    """Why, in a few sentences."""
    if kept.example is not None:
        return against(kept.example.reading, kept.example.fails)
    if kept.outcome != "proved":
        return (kept.reason,)
    labels = (part.label for part in parts(kept.averaging, kept.property, kept.where))
    return ("for every m >= 3: ", "; ".join(labels))


def render_text(report: AveragingReport) -> str:
    """The report as text."""
    return written(document(report))


def render_latex(report: AveragingReport) -> str:
    """A whole LaTeX document."""
    return latex.rendered("document.tex", document(report), body="completion.tex")


def render_html(report: AveragingReport) -> str:
    """A page of its own, with the certificate in it."""
    doc = document(report)
    about = {"body": "completion.html", "about": doc.about}
    return html.page("page.html", doc, report, f"{report.averaging} averaging", **about)


def render_html_fragment(report: AveragingReport) -> str:
    """The report for a notebook."""
    return html.rendered("fragment.html", document(report), body="completion.html")
