"""A document of titled sections of rows, beside a chart: how most answers are shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from symbolic_measures.meaning.instances import Part, unknown
from symbolic_measures.nouns.confusion import NHAT, PHAT, N, P
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.report import prose
from symbolic_measures.report.evidence import Evidence
from symbolic_measures.report.heading import Heading
from symbolic_measures.report.prose import Equation, Prose
from symbolic_measures.report.text import columns, proofs, reading_of, wrapped

MARGINS = {"P": P, "N": N, "Phat": PHAT, "Nhat": NHAT}


@dataclass(frozen=True)
class Row:
    """One line: a mark (the glyph of an outcome, or a word), what it is about, what is known.

    `evidences` are the proofs of what it says, for pages, which fold them.
    """

    mark: str
    head: Prose
    told: Prose
    outcome: str = ""
    evidences: tuple[Evidence, ...] = ()


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
    #: It only repeats what the others say, at single values: a paper leaves it out.
    repeats: bool = False


@dataclass(frozen=True)
class Strip:
    """A line of a picture: cells (label, outcome, whether it is a single value) in their order."""

    label: str
    cells: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True)
class Plane:
    """Where something holds over two parameters: rows from the top, as runs (outcome, length).

    `shapes` are the same with straight borders: for each outcome corners, (right, up) in a square.
    """

    across: str
    upward: str
    width: int
    ticks: tuple[tuple[str, float], ...]
    rises: tuple[tuple[str, float], ...]
    rows: tuple[tuple[tuple[str, int], ...], ...]
    shapes: tuple[tuple[str, tuple[tuple[tuple[float, float], ...], ...]], ...] = ()


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
    name: str = ""
    #: The title with formulas in it, which leads with the answer.
    lead: Prose = ()
    #: The answer in one sentence; what is proved for it are its lemmas.
    claim: Prose = ()
    html_page: ClassVar[str] = "page.html"
    html_body: ClassVar[str] = "completion.html"
    tex_page: ClassVar[str] = "document.tex"
    tex_body: ClassVar[str] = "completion.tex"

    @property
    def file(self) -> str:
        """A name for files."""
        return self.name or f"{self.heading.name} {self.about}"

    @property
    def headline(self) -> str:
        """The title as text."""
        colon = ":" if self.name else ""
        lead = prose.text(self.lead).replace("**", "^")
        return lead or f"{self.heading.name}{colon} {self.about}"

    @property
    def proved(self) -> tuple[str, ...]:
        """The places of the rows that have a proof, as LaTeX labels them."""
        return tuple(
            f"{section.letter}{block}-{row}"
            for section in self.sections
            for block, part in enumerate(section.parts, 1)
            for row, shown in enumerate(part.rows, 1)
            if shown.evidences
        )

    def text(self, details: bool = False) -> str:
        """The document as lines of text; with `details`, the proof of every row."""
        return _written(self, details)


def margins(tree: Formula) -> Formula:
    """Sums that are margins, and sums of two margins, by their letters."""
    short = {whole: symbol(name) for name, whole in MARGINS.items()}
    pairs = {a + b: short[a] + short[b] for a in short for b in short}
    return tree.replace({**short, **pairs})


def with_proofs(block: Block) -> list[str]:
    """The rows that have a proof as lines of text, each with the short form of it below."""
    lines = []
    for row in block.rows:
        if row.evidences:
            head = f"{row.mark} {prose.text(row.head)}: {prose.text(row.told)}"
            lines += ["", *wrapped(head, "   "), *proofs(row.evidences, "     ")]
    return lines


def _written(doc: CompletionDocument, details: bool) -> str:
    """A document of this kind as text."""
    heading = doc.heading
    whole = doc.name or doc.lead  # a sentence, after which another thing is said
    name = doc.headline + (f"{'.' * bool(whole)}  {heading.title}" if heading.title else "")
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
            lines += with_proofs(part) if details else []
    for told in (prose.text(heading.letters), doc.incomplete):
        lines += ["", *wrapped(told)] if told else []
    return "\n".join(lines)


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
    left, right = (added(side) for side in sides)
    return Equation((left, right), (stated.relation,))


def added(terms: list[Formula]) -> Formula:
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total
