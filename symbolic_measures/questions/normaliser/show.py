"""The six conditions on a normaliser, as a document in all formats.

Invariant: a row says what its verdict says; a counterexample shows both sides exactly.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from symbolic_measures.meaning.normalisers import CONDITIONS, PA, PB, SIZES
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.evidence import Evidences, of_goals
from symbolic_measures.report.heading import INCOMPLETE, WORDS, Heading
from symbolic_measures.report.mathtext import on_one_line
from symbolic_measures.report.proofs import conditions as shown_conditions
from symbolic_measures.report.proportions import in_formulas, labelled_relation, relation
from symbolic_measures.report.prose import Piece, Prose, equation, exact, text
from symbolic_measures.report.sections import Block, CompletionDocument, Row, Section

if TYPE_CHECKING:
    from symbolic_measures.questions.normaliser.meaning import Conditions

_A1, _A0, _B1, _B0 = map(symbol, SIZES)
_LETTERS: Prose = (
    "In proofs ", equation(PA, "=", on_one_line(_A1 / (_A1 + _A0))), " and ",
    equation(PB, "=", on_one_line(_B1 / (_B1 + _B0))), " with whole numbers that are at least 1.",
)  # fmt: skip


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
        notes=(_LETTERS,),
    )
    rows = tuple(_row(number, verdict) for number, verdict in zip(CONDITIONS, report.verdicts))
    words: Prose = (
        relation("M = s*(p_AB - p_A*p_B)"), ". Each condition is about all rational ", PA, ", ",
        PB, " between 0 and 1 where s is defined.",
    )  # fmt: skip
    held = sum(verdict.outcome == "proved" for verdict in report.verdicts)
    lead: Prose = (heading.formula, f" satisfies {held} of the {len(CONDITIONS)} conditions of "
                   "Theorem 3 on a normaliser")  # fmt: skip
    title = "Which conditions of Theorem 3 hold?"
    incomplete = "" if report.complete else INCOMPLETE
    section = Section("A", title, words, (Block((), rows),))
    return CompletionDocument(heading, (section,), incomplete, "as a normaliser", lead=lead)


def _row(number: str, verdict: Verdict) -> Row:
    told = in_formulas(CONDITIONS[number][0])
    if verdict.outcome == "refuted":
        told += (" ", *counterexample(verdict))
    elif verdict.outcome != "proved":
        told += (f" {verdict.reason}",)
    head = (f"{number}: {WORDS[verdict.outcome]}",)
    found: Evidences = ()
    if verdict.outcome == "proved" and verdict.proof is not None:
        goals = (replace(goal, values=()) for goal in verdict.statement.goals)
        found = of_goals(goals, verdict.proof.premises)
        found = tuple(replace(one, label=labelled_relation(text(one.label))) for one in found)
    return Row(GLYPHS[verdict.outcome], head, told, verdict.outcome, found)


def counterexample(verdict: Verdict) -> Prose:
    """The proportions and the two sides."""
    witness = verdict.witness
    if witness is None:
        return ("No witness is given.",)
    a1, a0, b1, b0 = (int(witness.point[name]) for name in SIZES)
    ends = (PA, a1, a0), (PB, b1, b0)
    told: list[Piece] = ["At "]
    for place, (name, size, other) in enumerate(ends):
        value = symbol(str(size)) / symbol(str(size + other))
        told += [", " if place else "", equation(name, "=", on_one_line(value))]
    if witness.parameters:
        told += [" with ", *listed(dict(witness.parameters))]
    label = labelled_relation(verdict.statement.goals[witness.goal].label)
    told += [" (", *label, ") one side is ", *exact(witness.values[0])]
    told += [", the other ", *exact(witness.values[1]), "."]
    return tuple(told)
