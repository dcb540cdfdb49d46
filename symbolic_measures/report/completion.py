"""What a measure could be at 0/0, as a document, and the document as text, LaTeX and HTML.

Invariant: a row says what its verdict says; that a completion keeps everything, or that none
does, is said only where the report has found it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpq

from symbolic_measures.catalog.instances import InstanceError, Part, goals, unknown, value_at
from symbolic_measures.catalog.properties import faces
from symbolic_measures.confusion import CELLS, NHAT, PHAT, N, P
from symbolic_measures.formula import Formula, formula, symbol
from symbolic_measures.measure import Measure, Reading
from symbolic_measures.report import html, latex, prose
from symbolic_measures.report.counterexamples import SIZES, refutation
from symbolic_measures.report.document import INCOMPLETE, WORDS, Heading, heading_of
from symbolic_measures.report.evidence import explain, zeros
from symbolic_measures.report.polynomials import signed, with_margins
from symbolic_measures.report.prose import (
    Cells,
    Equation,
    Piece,
    Prose,
    cells,
    equation,
    labelled,
    number,
)
from symbolic_measures.report.text import columns, reading_of, wrapped
from symbolic_measures.verdict import GLYPHS, Verdict

if TYPE_CHECKING:
    from symbolic_measures.completions import Completion, CompletionReport

MARGINS = {"P": P, "N": N, "Phat": PHAT, "Nhat": NHAT}


@dataclass(frozen=True)
class Row:
    """One line: a mark (the glyph of an outcome, or a word), what it is about, what is known."""

    mark: str
    head: Prose
    told: Prose
    outcome: str = ""


@dataclass(frozen=True)
class Block:
    """Rows under a small title, if they need one."""

    title: Prose
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Section:
    """One of the four questions and its answer."""

    letter: str
    title: str
    told: Prose
    parts: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Strip:
    """A line of a picture: cells (label, outcome, whether it is a single value) in their order."""

    label: str
    cells: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True)
class Plane:
    """Where something holds over two parameters: rows from the top, as runs (outcome, length)."""

    across: str
    upward: str
    width: int
    ticks: tuple[tuple[str, float], ...]
    rises: tuple[tuple[str, float], ...]
    rows: tuple[tuple[tuple[str, int], ...], ...]


@dataclass(frozen=True)
class Curve:
    """Points (right, up) in a square of side 1, a straight line, and a label at a height."""

    label: str
    full: bool
    points: tuple[tuple[float, float], ...]
    line: tuple[tuple[float, float], tuple[float, float]]
    height: float


@dataclass(frozen=True)
class Chart:
    """Curves over logarithmic scales, drawn after the rows of the last section."""

    across: str
    ticks: tuple[tuple[str, float], ...]
    rises: tuple[tuple[str, float], ...]
    curves: tuple[Curve, ...]
    told: str


@dataclass(frozen=True)
class CompletionDocument:
    """Everything a format shows: answers under a heading, and a picture where one can be drawn."""

    heading: Heading
    sections: tuple[Section, ...]
    incomplete: str
    about: str = "at 0/0"
    picture: tuple[Strip, ...] = ()
    plane: Plane | None = None
    chart: Chart | None = None


def document(report: CompletionReport) -> CompletionDocument:
    """The document of a report."""
    letter = "M" if report.reading.measure.higher_is_better else "S"
    sections = [_where(report)]
    if report.undefined:
        sections += [_limits(report), _readings(report, letter), _answer(report)]
    return CompletionDocument(
        heading_of(report, letter), tuple(sections), "" if report.complete else INCOMPLETE
    )


def _where(report: CompletionReport) -> Section:
    title = "Where is it undefined?"
    for verdict in report.verdicts[:1]:
        told = explain(verdict)
        row = Row(GLYPHS[verdict.outcome], (WORDS[verdict.outcome],), told.summary, verdict.outcome)
        words: Prose = told.evidences[0].lines[0].sentence if report.undefined is not None else ()
        return Section("A", title, words or ("This is not decided.",), (Block((), (row,)),))
    return Section("A", title, ("This is not decided.",))


# --- limits --------------------------------------------------------------------------------


def _limits(report: CompletionReport) -> Section:
    rows = tuple(Row(GLYPHS[v.outcome], _face(v), _limit(v), v.outcome) for v in report.faces)
    told: Prose = (
        "What it tends to over real matrices with cells >= 0 that come near; on a path, e = 1, 2, "
        "3, ..., it is within 1/e of the value given (beyond e, if infinite).",
    )
    return Section("B", "What does it tend to there?", told, (Block((), rows),))


def _face(verdict: Verdict) -> Prose:
    return zeros(faces([verdict.value["support"]]))


def _limit(verdict: Verdict) -> Prose:
    if verdict.outcome != "proved":
        return (verdict.reason,)
    entry = verdict.value
    if entry["limit"] is not None:
        limit = _parsed(entry["limit"])
        gap = symbol("M") if limit == formula(0) else symbol("M") - limit
        return ("tends to ", limit, ": ", Equation((gap**2, _bound(entry)), ("<=",)))
    told: list[Piece] = ["no limit at ", _end(entry), ": "]
    for place, (path, value) in enumerate(zip(entry["paths"], entry["values"], strict=True)):
        told += [", " if place else "", number(value), " along ", _path(path)]
    return tuple(told)


def _end(entry: dict[str, Any]) -> Cells:
    """The matrix that the paths lead to: its cells outside the pattern are 0."""
    path = zip(CELLS, entry["paths"][0], strict=True)
    return cells(
        tuple(cell if name in entry["support"] else "0" for name, cell in path), head="C = "
    )


def _bound(entry: dict[str, Any]) -> Formula:
    """sigma*B, under one fraction bar."""
    sigma = " + ".join(name for name in CELLS if name not in entry["support"])
    top, bar, below = str(entry["bound"]).partition("/")
    times = f"({sigma})" if bar and top == "1" else f"({sigma})*{top}"
    return _parsed(times + bar + below)


def _parsed(text: str) -> Formula:
    from symbolic_measures.parser import identifiers, parse

    return with_margins(signed(parse(text, names={}, parameters=identifiers(text))))


def _path(path: Iterable[str]) -> Cells:
    return Cells(CELLS, cells(tuple(path)).values, head="C = ")


# --- readings ------------------------------------------------------------------------------


def _readings(report: CompletionReport, letter: str) -> Section:
    kept = report.kept
    told: Prose = (
        f"Of the formula as written, {len(kept)} properties are proved: {', '.join(kept)}."
        if kept
        else "Of the formula as written, no property is proved.",
    )
    if not report.completions:
        told += (" No completion was looked at.",)
    blocks = tuple(_completion(item, letter) for item in report.completions)
    return Section("C", "What does each completion keep?", told, blocks)


def _completion(item: Completion, letter: str) -> Block:
    rows = [Row("", ("value",), _conventions(item.reading))]
    if not item.total:
        words = "is not proved to be defined everywhere with the values of the formula"
        rows.append(Row(GLYPHS["undecided"], ("a completion",), (words,), "undecided"))
    if item.keeps:
        every = "all: " if item.keeps_all else ""
        told = f"{every}{', '.join(item.keeps)}"
        rows.append(Row(GLYPHS["proved"], (f"keeps {len(item.keeps)}",), (told,), "proved"))
    for property_id in item.loses:
        short = refutation(item[property_id], letter)[0]
        head: Prose = (f"loses {property_id}",)
        rows.append(Row(GLYPHS["refuted"], head, short, "refuted"))
    if item.gains:
        gained = (", ".join(item.gains),)
        rows.append(Row(GLYPHS["proved"], (f"gains {len(item.gains)}",), gained, "proved"))
    for property_id in item.open:
        verdict = item[property_id]
        mark = GLYPHS[verdict.outcome]
        rows.append(Row(mark, (property_id,), (verdict.reason,), verdict.outcome))
    return Block((item.reading.name,), tuple(rows))


def _conventions(reading: Reading) -> Prose:
    told: list[Piece] = []
    for place, item in enumerate(reading.conventions):
        left = symbol("M") if item.term is None else with_margins(item.term)
        told += ["; else " if place else "", equation(left, "=", with_margins(item.value))]
        told += [" where ", equation(margins(item.when), "=", 0)]
    return (*told, "; else the formula")


def margins(tree: Formula) -> Formula:
    """Sums that are margins, and sums of two margins, by their letters."""
    short = {whole: symbol(name) for name, whole in MARGINS.items()}
    pairs = {a + b: short[a] + short[b] for a in short for b in short}
    return tree.replace({**short, **pairs})


# --- the answer ----------------------------------------------------------------------------


def _answer(report: CompletionReport) -> Section:
    title = "Can a completion keep everything?"
    found, conflict = report.found, report.conflict
    if found is not None:
        told: Prose = (
            f"Yes: {found.reading.name} keeps all {len(report.kept)} properties that are proved "
            "of the formula as written.",
        )
        return Section("D", title, told)
    if conflict is None:
        return Section("D", title, (f"Not known. {report.reason}".strip(),))
    names = ", ".join(conflict.properties)
    told = (
        f"No. No completion whatever keeps all of {names}. Write ", symbol("x(0, 1, 1, 0)"),
        " for the value chosen at ", cells(("0", "1", "1", "0")), ", and so on; then",
    )  # fmt: skip
    subject = report.reading.measure
    parameters = dict(conflict.parameters)
    rows = tuple(_part(part, subject, parameters) for part in conflict.parts)
    end: Prose = ("Multiplied by the numbers in front and added, these say ", absurdity(
        [(part.constraint.constant * part.constraint.direction * part.multiplier,
          part.constraint.strict) for part in conflict.parts]), ".")  # fmt: skip
    if parameters:
        shown = ", ".join(f"{name} = {value}" for name, value in parameters.items())
        end = (f"This is at {shown}. ", *end)
    return Section("D", title, told, (Block((), rows), Block(end, ())))


def absurdity(parts: list[tuple[Fraction, bool]]) -> Equation:
    """0 >= the sum of the right sides, or 0 > it."""
    total = sum((constant for constant, _ in parts), Fraction(0))
    strict = any(strict for _, strict in parts)
    return Equation((formula(0), formula(total)), (">" if strict else ">=",))


def _part(part: Part, subject: Measure, parameters: dict[str, str]) -> Row:
    instance = part.instance
    goal = goals(instance.property, subject)[instance.goal]
    told: list[Piece] = [instance.property]
    if instance.sizes:
        sizes = [cells(tuple(map(str, triple)), SIZES) for triple in instance.sizes]
        told += [": the expectations at ", sizes[0], " and ", sizes[1]]
    else:
        told += [" (", *labelled(goal.label), ")"]
    given = {name: fmpq(Fraction(v).numerator, Fraction(v).denominator)
             for name, v in parameters.items()}  # fmt: skip
    for matrix in part.matrices:
        try:
            value = value_at(subject, matrix, given)
        except InstanceError:
            continue
        if value is not None:
            texts = tuple(map(str, matrix))
            told += [", ", cells(texts, head="M"), " = ", number(str(value))]
    return Row(str(part.multiplier), (said(part),), tuple(told))


def said(part: Part, letter: str = "x") -> Equation:
    """The constraint with the terms that have a minus sign on the other side."""
    stated = part.constraint
    sides: list[list[Formula]] = [[], []]
    for matrix in part.matrices:
        coefficient = stated.coefficients.get(unknown(matrix))
        if coefficient is not None:
            name, size = symbol(letter + unknown(matrix)[1:]), abs(coefficient)
            term = name if size == 1 else formula(size) * name
            sides[coefficient < 0].append(term)
    if stated.constant or not all(sides):
        side = 1 if stated.constant > 0 or not sides[1] else 0
        signed_constant = stated.constant if side else -stated.constant
        sides[side].append(formula(signed_constant))
    left, right = (_added(side) for side in sides)
    return Equation((left, right), (stated.relation,))


def _added(terms: list[Formula]) -> Formula:
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total


# --- formats -------------------------------------------------------------------------------


def render_text(report: CompletionReport) -> str:
    """The report as text."""
    return written(document(report))


def written(doc: CompletionDocument) -> str:
    """A document of this kind as text."""
    heading = doc.heading
    name = f"{heading.name} {doc.about}" + (f"  {heading.title}" if heading.title else "")
    lines = wrapped(name + (f"  ({heading.source})" if heading.source else ""))
    if heading.typed:
        lines += wrapped(prose.text((heading.formula,)), f"  {'formula':<12}")
    if heading.parameters:
        shown = ", ".join(prose.text((p,)) for p in heading.parameters)
        lines += wrapped(shown, f"  {'parameters':<12}")
    for label, told in reading_of(heading) if heading.typed else ():
        lines += wrapped(told, f"  {label:<12}")
    for section in doc.sections:
        lines += ["", *wrapped(f"{section.letter}. {section.title}")]
        lines += wrapped(prose.text(section.told), "   ")
        for part in section.parts:
            if part.title:
                lines += wrapped(prose.text(part.title), "   ")
            if part.rows:
                rows = [(f"   {r.mark}", prose.text(r.head), prose.text(r.told))
                        for r in part.rows]  # fmt: skip
                lines += columns(rows).split("\n")
    for told in (prose.text(heading.letters), doc.incomplete):
        lines += ["", *wrapped(told)] if told else []
    return "\n".join(lines)


def render_latex(report: CompletionReport) -> str:
    """A whole LaTeX document."""
    return latex.rendered("document.tex", document(report), body="completion.tex")


def render_html(report: CompletionReport) -> str:
    """A page of its own, with the certificate in it."""
    name = report.reading.measure.name
    about = {"body": "completion.html", "about": "at 0/0"}
    return html.page("page.html", document(report), report, name, **about)


def render_html_fragment(report: CompletionReport) -> str:
    """The report for a notebook."""
    return html.rendered("fragment.html", document(report), body="completion.html")
