"""A relation for every number of classes, as a document.

Invariant: it is said for every m only where the kernel proved it so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.report.every_m import against, facts_of, heading_for, proofs_of
from symbolic_measures.report.evidence import Evidences, explain
from symbolic_measures.report.heading import WORDS
from symbolic_measures.report.proofs import conditions
from symbolic_measures.report.prose import Prose, equation, signs
from symbolic_measures.report.sections import Block, CompletionDocument, Row, Section

if TYPE_CHECKING:
    from symbolic_measures.questions.relation.meaning import Law


def document(law: Law) -> CompletionDocument:
    """The document of an answer."""
    subject = law.subject
    left, right = subject.sides()
    shown = equation(left, subject.rel, right)
    measure = subject.at(2)
    heading = heading_for(subject.text, shown, tuple(conditions(measure.conditions)))
    proofs = proofs_of(law.general, subject.frame, subject.sides(), subject.goal)
    rows = [Row(GLYPHS[law.outcome], (law.words,), against(law.against), law.outcome, proofs)]
    rows += facts_of(law.general)
    for classes, verdict in law.concrete:
        word = WORDS[verdict.outcome]
        rows.append(Row(GLYPHS[verdict.outcome], (f"m = {classes}: {word}",), (verdict.reason,),
                        verdict.outcome, _proof(verdict)))  # fmt: skip
    told = ("At every matrix of m >= 2 classes where both sides are defined:",)
    section = Section("A", "Does it hold for every number of classes?", told,
                      (Block((), tuple(rows)),))  # fmt: skip
    return CompletionDocument(heading, (section,), "", "for every m", lead=_lead(subject.text, law))


def _lead(words: str, law: Law) -> Prose:
    """The relation, and for which numbers of classes it holds."""
    told = {"proved": " for every number of classes", "refuted": f" is {law.words}"}
    return (signs(words.replace("==", "=")) + told.get(law.outcome, f": {law.words}"),)


def _proof(verdict: Verdict) -> Evidences:
    return explain(verdict).evidences if verdict.outcome == "proved" else ()
