"""Everything on paper in one document, and the page that leads to all files.

Invariant: each part is what its own report shows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from symbolic_measures.claims.papers import PAPERS
from symbolic_measures.doors import findings as findings_formats
from symbolic_measures.doors.findings import Findings
from symbolic_measures.questions.derivation.meaning import Derivations
from symbolic_measures.questions.table.show_formulas import FormulaDocument
from symbolic_measures.questions.table.show_marks import Comparison
from symbolic_measures.report import html, latex, prose
from symbolic_measures.report.sheet import Sheet
from symbolic_measures.version import RELEASED, __version__

if TYPE_CHECKING:
    from symbolic_measures.doors.walking import Walked
    from symbolic_measures.questions.derivation.meaning import DerivationReport

if TYPE_CHECKING:
    Derived = Mapping[str, Sequence[DerivationReport]]
#: A table as a document.
Shown = Comparison | FormulaDocument | Sheet


@dataclass(frozen=True)
class Part:
    """A section of the appendix: LaTeX that is ready."""

    title: str
    tex: str


@dataclass(frozen=True)
class Chapter:
    """What there is about one paper."""

    key: str
    title: str
    paper: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Appendix:
    """Everything the document shows."""

    chapters: tuple[Chapter, ...]
    findings: str
    version: str = __version__

    @property
    def date(self) -> str:
        """The day of the release: the document is the same at every making of it."""
        day = date.fromisoformat(RELEASED)
        return f"{day.day} {day:%B %Y}"


def render_latex(shown: Iterable[Shown], derived: Derived, found: Findings) -> str:
    """The appendix: the findings, then by paper its derivations and tables with the marks."""
    parts: dict[str, list[Part]] = {}
    for paper, reports in derived.items():
        doc: Any = Derivations(tuple(reports)).document()
        told = Part("Derivations", latex.rendered(doc.tex_body, doc, brief=True))
        parts.setdefault(paper, []).append(told)
    for doc in shown:
        parts.setdefault(_id(doc).partition(":")[0], []).append(_part(doc))
    chapters = tuple(
        Chapter(name, paper.cited, f"{paper.authors}: {paper.title}. {paper.venue} {paper.year}",
                tuple(parts[name]))
        for name, paper in PAPERS.items() if name in parts
    )  # fmt: skip
    whole = Appendix(chapters, findings_formats.render_section(found))
    return latex.rendered("appendix.tex", whole)


def _id(doc: Shown) -> str:
    """`gosgens2021:2`."""
    return doc.name if isinstance(doc, Sheet) else doc.id


def _part(doc: Shown) -> Part:
    if isinstance(doc, Sheet):
        number = doc.name.partition(":")[2]
        title = f"Table {number}: {doc.about}" if number.isdigit() else doc.about
        return Part(title, latex.rendered("answer-body.tex", doc, brief=True))
    if isinstance(doc, FormulaDocument):
        return Part(doc.title, latex.rendered("formulas-body.tex", doc))
    number = doc.id.partition(":")[2]
    body = latex.rendered("comparison-body.tex", doc, brief=True)
    return Part(f"Table {number}: {doc.title}", body)


def render_index(
    shown: Iterable[Shown], derived: Derived, found: Findings, walks: Sequence[Walked] = ()
) -> str:
    """The page that leads to all files."""
    links = [(_id(doc), _id(doc).replace(":", "-"), *_told(doc)) for doc in shown]
    derivations = [
        (paper, PAPERS[paper].title, [report.derivation.name for report in reports])
        for paper, reports in derived.items()
    ]
    return html.rendered("index.html", found, links=links, derivations=derivations, walks=walks)


def _told(doc: Shown) -> tuple[str, str]:
    """Title, and how many are what is printed."""
    if isinstance(doc, Sheet):
        told = prose.text(doc.told).removeprefix(f"{doc.name}. ")
        return doc.about, told.partition(". ")[0]
    return doc.title, doc.counted
