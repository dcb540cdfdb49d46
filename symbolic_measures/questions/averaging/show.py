"""What averaging keeps, as a document in all formats.

Invariant: "for every m" is said only of what was proved so; a measure that shows the contrary
stands there with its formula, its conventions, the matrices and both values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.meaning.averaging import AVERAGINGS, CLASSES, WHERE
from symbolic_measures.meaning.averaging_parts import parts
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.report.averages import of_average
from symbolic_measures.report.clearing import listed
from symbolic_measures.report.counterexamples import against
from symbolic_measures.report.heading import INCOMPLETE, WORDS, Heading, letters
from symbolic_measures.report.prose import Equation, Prose, equation
from symbolic_measures.report.sections import Block, CompletionDocument, Row, Section

if TYPE_CHECKING:
    from symbolic_measures.meaning.kept import Kept
    from symbolic_measures.questions.averaging.meaning import AveragingReport

#: The most properties that a title lists.
FEW = 3
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
            (f"V is {words}.",),
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
    about = "of a binary measure M"
    return CompletionDocument(heading, tuple(sections), incomplete, about, lead=_lead(report))


def _lead(report: AveragingReport) -> Prose:
    """The answer as a title: what is kept, and what is only where every class occurs."""
    kept: dict[str, list[str]] = {where: [] for where in WHERE}
    for verdict in report.verdicts:
        if verdict.outcome == "proved":
            kept[verdict.where].append(verdict.property)
    more = [name for name in kept["present"] if name not in kept["all"]]
    asked = list(dict.fromkeys(verdict.property for verdict in report.verdicts))
    told = f"{report.averaging} averaging keeps {_few(kept['all'], len(asked))}"
    if not kept["all"] and 0 < len(asked) <= FEW:
        told = f"{report.averaging} averaging does not keep {listed(asked)}"
    if more:
        names = listed(more) if len(more) <= FEW else str(len(more))
        also = "more" if len(more) > FEW else "too"
        told += f"; where every class occurs, {names}{f' {also}' * bool(kept['all'])}"
    return (told,)


def _few(names: list[str], asked: int) -> str:
    """Properties by name, or how many of those that were asked for."""
    return (
        listed(names) if 0 < len(names) <= FEW else f"{len(names) or 'none'} of {asked} properties"
    )


def _formula(averaging: str) -> Equation:
    own = symbol("M_i")
    known: dict[str, Formula] = {
        "micro": symbol("M"),
        "macro": Formula("sum", own) / symbol("m"),
        "weighted": Formula("sum", symbol("a_i") * own) / symbol("n"),
    }
    return equation(symbol("V"), "=", known[averaging])


def _row(kept: Kept) -> Row:
    head = (f"{kept.property}: {WORDS[kept.outcome]}",)
    proofs = of_average(kept) if kept.outcome == "proved" else ()
    return Row(GLYPHS[kept.outcome], head, told_of(kept), kept.outcome, proofs)


def told_of(kept: Kept) -> Prose:
    """Why, in a few sentences."""
    if kept.example is not None:
        return against(kept.example.reading, kept.example.fails)
    if kept.outcome != "proved":
        return (kept.reason,)
    labels = (part.label for part in parts(kept.averaging, kept.property, kept.where))
    return ("for every m >= 3: ", "; ".join(labels))
