"""What a page is about: heading, words and glyphs of outcomes, the line of one verdict.

Invariant: proved, refuted, undecided and not applicable are four words and four glyphs, taken
from the verdict; a row never says more than its verdict.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from symbolic_measures.meaning.extended import EXTENDED, order_letters
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import NHAT, PHAT, N, P
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.report.evidence import Evidence, explain, told_of
from symbolic_measures.report.mathtext import xlogy
from symbolic_measures.report.pictures import Pictures, pictures
from symbolic_measures.report.polynomials import with_margins
from symbolic_measures.report.proofs import conditions
from symbolic_measures.report.prose import Equation, Piece, Prose, equation

if TYPE_CHECKING:
    from symbolic_measures.meaning.measure import Measure, Reading

#: The four words, as printed beside their glyphs.
WORDS = {
    "proved": "proved",
    "refuted": "refuted",
    "undecided": "undecided",
    "not-applicable": "not applicable",
}
XLOGY: Prose = ("xlogy(x, y) is x log(y), and 0 where x = 0.",)
KERNEL = "none beyond the kernel"
INCOMPLETE = "Interrupted: what is listed was decided, the rest was not looked at."
_HAT = re.compile(r"([PN])\^")


@dataclass(frozen=True)
class Heading:
    """What the report is about."""

    name: str
    title: str
    source: str
    typed: str
    formula: Equation
    domain: Prose
    reading: str
    conventions: tuple[tuple[Equation, Equation, str], ...]
    parameters: tuple[Equation, ...]
    notes: tuple[Prose, ...]
    letters: Prose = ()


@dataclass(frozen=True)
class Row:
    """One verdict: a line of the table and the details behind it."""

    property: str
    outcome: str
    glyph: str
    word: str
    summary: Prose
    sentence: str
    source: str
    evidences: tuple[Evidence, ...]
    rules: tuple[str, ...]
    assumptions: str
    pictures: Pictures | None = None
    #: The strict form that it follows from, if that is proved beside it.
    follows: str = ""


class About(Protocol):
    """An answer about a reading, and the verdicts on it."""

    @property
    def reading(self) -> Reading:
        """What it is about."""
        ...

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Verdicts on the reading itself."""
        ...


def heading_of(report: About, letter: str) -> Heading:
    """What a report is about."""
    reading = report.reading
    measure = reading.measure
    shown = tuple(
        (
            equation(with_margins(c.when), "=", 0),
            equation(with_margins(c.term or symbol("M")), "=", with_margins(c.value)),
            c.source,
        )
        for c in reading.conventions
    )
    free = [name for name in measure.parameters if not _bounded(measure, name)]
    parameters = (*conditions(measure.conditions), *(Equation((symbol(f),), ()) for f in free))
    notes: tuple[Prose, ...] = ()
    if any(xlogy(node) is not None for node in measure.formula.walk()):
        notes += (XLOGY,)
    if letter == "S":
        notes += (_judged(report.verdicts),)
    notes += _infinite(reading, letter)
    return Heading(
        name=measure.name,
        title=measure.title,
        source=measure.source,
        typed=measure.text,
        formula=equation(symbol("M"), "=", _formula(measure)),
        domain=_domain(report),
        reading=reading.name,
        conventions=shown,
        parameters=tuple(parameters),
        notes=notes,
        letters=letters({measure.classes}),
    )


def _formula(measure: Measure) -> Formula:
    """As it is written; of several classes, with the sizes of these by their letters."""
    if measure.classes == 2:
        return measure.formula
    return with_margins(measure.formula, (*measure.cells, *measure.parameters))


def _judged(verdicts: Iterable[Verdict]) -> Prose:
    """Of what the properties of a dissimilarity are: of S = -M, or of M as it is given."""
    asked = [PROPERTIES[v.property] for v in verdicts if v.property in PROPERTIES]
    given = [prop.as_given or prop.answers for prop in asked]
    if given and all(given):
        return ("Lower is better; these properties are those of M as it is given.",)
    others = "; what frameworks ask of M as it is given is about M." if any(given) else "."
    whose = equation(symbol("S"), "=", -symbol("M"))
    return ("Lower is better: the properties are those of ", whose, others)


def letters(classes: set[int]) -> Prose:
    """How matrices are written: of two classes, of more, or of both."""
    told: list[Piece] = []
    if 2 in classes:
        named = {"P": P, "N": N, "Phat": PHAT, "Nhat": NHAT, "n": symbol("P") + symbol("N")}
        told += ["Matrices are (TP, FN, FP, TN), in this order; "]
        for place, (name, tree) in enumerate(named.items()):
            told += [", " if place else "", equation(symbol(name), "=", tree)]
        told += ["."]
    if classes - {2}:
        told += [" " if told else "", "Matrices of several classes are written row by row, the "]
        told += ["true class first: ", symbol("c21"), " is of true class 2 and predicted class 1; "]
        told += [symbol("a_i"), " elements are of true class i, ", symbol("b_j")]
        told += [" are predicted as class j, and n are all."]
    return tuple(told)


def _infinite(reading: Reading, letter: str) -> tuple[Prose, ...]:
    """What is said of c/0 and log 0 where they are values."""
    if reading.extended is None:
        finite = "Neither c/0 (c not 0) nor log 0 arises: the values are those of the formula."
        return ((finite,),) if reading.name == EXTENDED else ()
    known, infinity = reading.extended, symbol("oo")
    order, opposite = map(symbol, order_letters(reading.measure))
    told: Prose = (
        "c/0 (c not 0) and log 0 are the values ", infinity, " and ", -infinity, "; 0/0 is none. "
        "Values are compared by ", equation(order, "=", with_margins(known.order)),
        ", of which M is a growing function: ", equation(symbol("M"), "=", known.value),
    )  # fmt: skip
    if letter == "S":
        told += (", and S one of ", equation(opposite, "=", -order))
    return ((*told, "."),)


def _bounded(measure: Any, name: str) -> bool:
    return any(name in atom.expr.symbols() for atom in measure.conditions)


def _domain(report: About) -> Prose:
    """Where the measure is undefined: as decided, else as the catalog says of its formula."""
    for verdict in report.verdicts:
        prop = PROPERTIES.get(verdict.property)
        patterns = prop is not None and prop.words.answer == "patterns"
        if patterns and verdict.outcome == "proved":
            return explain(verdict).summary
    literal = not report.reading.conventions and report.reading.extended is None
    domain = report.reading.measure.domain if literal else ""
    return ("defined ", "" if domain == "everywhere" else "where ", *hats(domain)) if domain else ()


def hats(words: str) -> Prose:
    """Words with P^ and N^ as formulas."""
    parts: list[Piece] = []
    last = 0
    for match in _HAT.finditer(words):
        parts += [words[last : match.start()], symbol(match.group(1) + "hat")]
        last = match.end()
    return (*parts, words[last:])


def row_of(verdict: Verdict, reading: Reading) -> Row:
    """The line of a verdict, with its evidence."""
    prop = PROPERTIES.get(verdict.property)
    told = told_of(verdict, reading)
    return Row(
        property=verdict.property,
        outcome=verdict.outcome,
        glyph=GLYPHS[verdict.outcome],
        word=WORDS[verdict.outcome],
        summary=told.summary,
        sentence=prop.said if prop is not None else verdict.statement.sentence,
        source=prop.source if prop is not None else "",
        evidences=told.evidences,
        rules=tuple(sorted(verdict.proof.rules() - {"every-goal"})) if verdict.proof else (),
        assumptions="; ".join(verdict.assumptions) or KERNEL,
        pictures=_pictured(verdict, reading),
    )


def _pictured(verdict: Verdict, reading: Reading) -> Pictures | None:
    """The pictures of a counterexample; a failure to draw them costs them alone."""
    try:
        return pictures(verdict, reading)
    except Exception:
        return None
