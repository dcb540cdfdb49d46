"""A report of a measure as a document: headings, rows, evidences, in their order; and every format.

Every format shows this document and adds nothing to it, so the text, the page and the paper
never disagree.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.report import prose
from symbolic_measures.report.cleared import LONGEST
from symbolic_measures.report.clearing import Line
from symbolic_measures.report.every_m import at_each_m
from symbolic_measures.report.evidence import UNTOLD, Evidence, Evidences, of_goals
from symbolic_measures.report.formats import a_format
from symbolic_measures.report.heading import INCOMPLETE, WORDS, Heading, Row, heading_of, row_of
from symbolic_measures.report.lattice import Lattice, lattice
from symbolic_measures.report.mathtext import roman
from symbolic_measures.report.polynomials import signed, with_margins
from symbolic_measures.report.prose import Prose, cells, equation
from symbolic_measures.report.sections import CompletionDocument
from symbolic_measures.report.text import columns, proofs, reading_of, wrapped

if TYPE_CHECKING:
    from rich.console import Group

    from symbolic_measures.meaning.every_report import EveryReport
    from symbolic_measures.report.html import Saved

SIGN_WORDS = {"zero": "0 everywhere", "changes": "both signs"}


@dataclass(frozen=True)
class Slope:
    """One partial derivative with its sign on all matrices with positive real cells."""

    variable: Formula
    outcome: str
    glyph: str
    word: str
    derivative: Formula | None
    sign: Prose
    evidences: Evidences = ()


@dataclass(frozen=True)
class Document:
    """Everything a format shows."""

    heading: Heading
    rows: tuple[Row, ...]
    slopes: tuple[Slope, ...]
    gradient: Prose
    counts: tuple[tuple[str, str, int], ...]
    incomplete: str
    report: Report
    html_page: ClassVar[str] = "page.html"
    html_body: ClassVar[str] = "body.html"
    tex_page: ClassVar[str] = "document.tex"
    tex_body: ClassVar[str] = "fragment.tex"
    #: Propositions and proofs, for papers in one column or two.
    tex_paper: ClassVar[str] = "theorems.tex"

    @property
    def total(self) -> int:
        """The number of verdicts."""
        return len(self.rows)

    @property
    def counted(self) -> str:
        """The counts in words: `9 proved, 5 refuted`."""
        told = ", ".join(f"{count} {word}" for _, word, count in self.counts)
        return told or "nothing decided"

    @cached_property
    def solid(self) -> Lattice | None:
        """The tetrahedron that a page lets a person turn."""
        return lattice(self.report.reading, self.report.verdicts)

    @property
    def file(self) -> str:
        """A name for files."""
        return self.heading.name

    @property
    def headline(self) -> str:
        """What a browser calls the page."""
        return f"{self.heading.name}: properties"

    def text(self, details: bool = False) -> str:
        """The document as lines of text; with `details`, the evidence for every verdict."""
        return _written(self, details)


def document(report: Report | EveryReport) -> Document | CompletionDocument:
    """The document of a report."""
    return _of_classes(report) if isinstance(report, Report) else _of_every_m(report)


def _of_every_m(report: EveryReport) -> CompletionDocument:
    from symbolic_measures.questions.check.show_every import every_document

    return every_document(report)


def _of_classes(report: Report) -> Document:
    letter = "M" if report.reading.measure.higher_is_better else "S"
    rows = _without_repetition(tuple(_row(v, report.reading) for v in report.verdicts))
    found = Counter(row.outcome for row in rows)
    return Document(
        heading=heading_of(report, letter),
        rows=rows,
        slopes=tuple(map(_slope, report.gradient)),
        gradient=_gradient(report),
        counts=tuple((GLYPHS[o], WORDS[o], found[o]) for o in WORDS if found[o]),
        incomplete="" if report.complete else INCOMPLETE,
        report=report,
    )


def _row(verdict: Verdict, reading: Reading) -> Row:
    """The line of a verdict; what cannot be put into words costs these words alone."""
    row = row_of(verdict, reading)
    try:
        return replace(row, evidences=(*row.evidences, *at_each_m(verdict)))
    except Exception as error:
        line = Line((f"{UNTOLD} ({type(error).__name__}); the certificate is whole",))
        return replace(row, evidences=(Evidence((), (), (line,)),))


def _without_repetition(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """A weak property whose strict form is proved above follows from it: that is said first."""
    proved = {row.property for row in rows if row.outcome == "proved"}
    found = []
    for row in rows:
        prop = PROPERTIES.get(row.property)
        strict = prop.stronger if prop is not None else ""
        if row.outcome == "proved" and strict in proved:
            told = Line((f"It is the weak form of {strict}, which is proved: it follows.",))
            first = Evidence(("in short",), (), (told,))
            row = replace(row, evidences=(first, *row.evidences), follows=strict)
        found.append(row)
    return tuple(found)


def _gradient(report: Report) -> Prose:
    """What the table of derivatives is about."""
    told: Prose = ("Partial derivatives, and their signs on all matrices with positive real cells",)
    if not any(str((v.value or {}).get("variable", "")).startswith("p_") for v in report.gradient):
        return (*told, ".")
    size = symbol("n")
    pairs = (("p_AB", symbol("TP")), ("p_A", symbol("P")), ("p_B", symbol("Phat")))
    for place, (name, top) in enumerate(pairs):
        told += (", " if place else "; ", equation(symbol(name), "=", top / size))
    return (*told, ".")


def _slope(verdict: Verdict) -> Slope:
    value = verdict.value if isinstance(verdict.value, dict) else {}
    name = str(value.get("variable", "?"))
    return Slope(
        variable=symbol(f"dM/d{name}"),
        outcome=verdict.outcome,
        glyph=GLYPHS[verdict.outcome],
        word=WORDS[verdict.outcome],
        **_told_of_slope(verdict, value),
        evidences=_proofs(verdict, symbol(f"dM/d{name}")),
    )


def _proofs(verdict: Verdict, name: Formula) -> Evidences:
    """Of a derivative that is proved: that it is the derivative, and why it has its sign."""
    if verdict.outcome != "proved" or verdict.proof is None:
        return ()
    return of_goals(verdict.statement.goals, verdict.proof.premises, name=name)


def _told_of_slope(verdict: Verdict, value: dict[str, Any]) -> dict[str, Any]:
    """The derivative and its sign; what cannot be put into words costs these words alone."""
    try:
        return {"derivative": _derivative(value), "sign": _sign(verdict, value)}
    except Exception as error:
        return {"derivative": None, "sign": (f"{UNTOLD} ({type(error).__name__})",)}


def _derivative(value: dict[str, Any]) -> Formula | None:
    """The derivative with margins by their letters; None if it is not known, or too long."""
    text = value.get("derivative")
    if text is None:
        return None
    names = set(re.findall(r"[A-Za-z_]\w*", text)) - {"sqrt", "log", "acos"}
    try:
        tree = with_margins(signed(parse(text, names={}, parameters=tuple(names))))
    except FormulaError:
        return None
    return tree if len(str(tree)) <= 2 * LONGEST and tree != formula(0) else None


def _sign(verdict: Verdict, value: dict[str, Any]) -> Prose:
    if verdict.outcome != "proved":
        reason = verdict.reason
        if reason.endswith("has no derivative everywhere"):
            reason = "a convention, absolute value, minimum or maximum: no derivative everywhere"
        return (reason,)
    if value["sign"] != "changes":
        return (SIGN_WORDS.get(value["sign"], value["sign"]),)
    up, down = (cells(tuple(p[name] for name in CELLS)) for p in value["points"])
    return ("positive at ", up, ", negative at ", down)


STYLES = {"proved": "green", "refuted": "red", "undecided": "yellow", "not-applicable": "dim"}


def _written(doc: Document, details: bool = False) -> str:
    """The document as text; with `details`, the evidence for every verdict."""
    parts = [_heading_lines(doc), _rows_of(doc.rows)]
    if doc.slopes:
        parts.append(_slope_lines(doc))
    if details:
        parts += [_details(row) for row in doc.rows]
    parts.append("\n".join(wrapped(f"{doc.counted}. {prose.text(doc.heading.letters)}")))
    if doc.incomplete:
        parts.append("\n".join(wrapped(doc.incomplete)))
    return "\n\n".join(part for part in parts if part)


def _heading_lines(doc: Document) -> str:
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


def _rows_of(rows: tuple[Row, ...]) -> str:
    return columns((row.glyph, row.property, row.word, prose.text(row.summary)) for row in rows)


def _slope_lines(doc: Document) -> str:
    shown = []
    for slope in doc.slopes:
        shown.append((slope.glyph, prose.text((slope.variable,)), slope.word, _signed(slope)))
    return "\n".join([*wrapped(prose.text(doc.gradient)), columns(shown)])


def _signed(slope: Slope) -> str:
    """The sign of a derivative, and the derivative unless it is 0 or long."""
    sign = prose.text(slope.sign)
    if slope.derivative is None:
        return sign
    return f"{sign}: {prose.text((slope.derivative,))}"


def _details(row: Row) -> str:
    lines = [f"{row.glyph} {row.property}: {row.word}", *wrapped(row.sentence, "  ")]
    lines += proofs(row.evidences)
    if row.rules:
        lines += wrapped(f"rules: {', '.join(row.rules)}; assumptions: {row.assumptions}", "  ")
    return "\n".join(lines)


def table(report: Report | EveryReport) -> Group:
    """What was decided about, and the verdicts as a table, for a terminal."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    if not isinstance(report, Report):
        return Group(Text(_of_every_m(report).text()))
    doc = _of_classes(report)
    told = (f"{doc.counted}.", prose.text(doc.heading.letters), doc.incomplete)
    note = " ".join(part for part in told if part)
    grid = Table(caption=Text(note), expand=False)
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
        grid.add_row(Text(slope.glyph, style), Text(name), word, Text(_signed(slope)))
    return Group(Text(_heading_lines(doc)), grid)


_UNSAFE = re.compile(r"[^A-Za-z0-9 .,:;()\[\]=+/*'!?<>-]")


@a_format
def latex_array(doc: Any, saved: Saved) -> str:
    """The table of verdicts as one displayed array, for notebooks."""
    from symbolic_measures.report.latex import GLYPHS as LATEX_GLYPHS

    rows = [
        rf"{LATEX_GLYPHS[row.outcome]} & \text{{{_safe(row.property)}}} & \text{{{row.word}}} & "
        + _array_words(row.summary)
        for row in doc.rows
    ]
    body = " \\\\\n".join(rows)
    return f"$$\n\\begin{{array}}{{clll}}\n{body}\n\\end{{array}}\n$$"


def _array_words(told: Prose) -> str:
    return prose.tex(told, lambda text: rf"\text{{{_safe(text)}}}" if text else "", roman)


def _safe(text: str) -> str:
    r"""Text that means the same inside ``\text`` in every engine: no special letter at all."""
    return _UNSAFE.sub(" ", text)
