"""The six conditions on a normaliser, as a document in all formats.

Invariant: a row says what its verdict says; a counterexample shows both sides exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.meaning.normalisers import CONDITIONS, SIZES
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.evidence import explain
from symbolic_measures.report.heading import INCOMPLETE, WORDS, Heading
from symbolic_measures.report.proofs import conditions as shown_conditions
from symbolic_measures.report.prose import Piece, Prose, equation, exact
from symbolic_measures.report.sections import Block, CompletionDocument, Row, Section

if TYPE_CHECKING:
    from symbolic_measures.questions.normaliser.meaning import Conditions


def document(report: Conditions) -> CompletionDocument:
    """The document of a report."""
    subject = report.normaliser
    atoms = tuple(atom for item in subject.assumptions for atom in item.atoms)
    heading = Heading(
        name=subject.text,
        title="",
        source="",
        typed=subject.text,
        formula=equation(symbol("s"), "=", subject.formula),
        domain=(),
        reading="literal",
        conventions=(),
        parameters=tuple(shown_conditions(atoms)),
        notes=(),
    )
    rows = tuple(_row(number, verdict) for number, verdict in zip(CONDITIONS, report.verdicts))
    words = (
        "M = s*(p_AB - p_A*p_B). Each condition is about all rational p_A, p_B between 0 and 1 "
        "where s is defined."
    )
    title = "Which conditions of Theorem 3 hold?"
    incomplete = "" if report.complete else INCOMPLETE
    section = Section("A", title, (words,), (Block((), rows),))
    return CompletionDocument(heading, (section,), incomplete, "as a normaliser")


def _row(number: str, verdict: Verdict) -> Row:
    told: Prose = (CONDITIONS[number][0],)
    if verdict.outcome == "refuted":
        told += (" ", *counterexample(verdict))
    elif verdict.outcome != "proved":
        told += (f" {verdict.reason}",)
    head = (f"{number}: {WORDS[verdict.outcome]}",)
    found = explain(verdict).evidences if verdict.outcome == "proved" else ()
    return Row(GLYPHS[verdict.outcome], head, told, verdict.outcome, found)


def counterexample(verdict: Verdict) -> Prose:
    """The proportions and the two sides."""
    witness = verdict.witness
    if witness is None:
        return ("No witness is given.",)
    a1, a0, b1, b0 = (int(witness.point[name]) for name in SIZES)
    told: list[Piece] = [f"At p_A = {a1}/{a1 + a0}, p_B = {b1}/{b1 + b0}"]
    if witness.parameters:
        told += [" with ", *listed(dict(witness.parameters))]
    label = verdict.statement.goals[witness.goal].label
    told += [f" ({label}) one side is ", *exact(witness.values[0])]
    told += [", the other ", *exact(witness.values[1]), "."]
    return tuple(told)
