"""Whether two formulas are the same, as a document, and as text, LaTeX and HTML.

Invariant: "equal" is said only where the kernel proved it; where the domains differ, that is said
beside it, with the smallest matrix of each pattern.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.meaning.supports import faces
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.evidence import Evidences, explain, zeros
from symbolic_measures.report.heading import WORDS, Heading, letters
from symbolic_measures.report.proofs import conditions
from symbolic_measures.report.prose import Piece, Prose, cells, equation, exact
from symbolic_measures.report.sections import Block, CompletionDocument, Row, Section

if TYPE_CHECKING:
    from symbolic_measures.questions.identity.meaning import Difference, Identity

SIDES = {"lhs": "the left side", "rhs": "the right side"}


def document(report: Identity) -> CompletionDocument:
    """The document of a report."""
    left, right = report.sides
    subject = report.subject
    heading = Heading(
        name=left.text,
        title="",
        source="",
        typed=f"{left.text} = {right.text}",
        formula=equation(left.formula, "=", right.formula),
        domain=(),
        reading=" and ".join(dict.fromkeys(report.readings)),
        conventions=(),
        parameters=tuple(conditions(subject.conditions)),
        notes=(),
        letters=letters({subject.classes}),
    )
    told = {"proved": "proved", "refuted": "refuted"}.get(report.verdict.outcome, "not decided")
    return CompletionDocument(
        heading, (_values(report), _domains(report)), "", f"= {right.text}",
        lead=(f"{left.text} = {right.text}: {told}",),
    )  # fmt: skip


def _values(report: Identity) -> Section:
    verdict = report.verdict
    rows = [Row(GLYPHS[verdict.outcome], (WORDS[verdict.outcome],), _told(verdict),
                verdict.outcome, _proof(verdict))]  # fmt: skip
    if verdict.proof is not None:
        rules = ", ".join(sorted(verdict.proof.rules() - {"every-goal"}))
        rows.append(Row("", ("rules",), (rules,)))
    return Section("A", "Are the values equal?", (verdict.statement.sentence,),
                   (Block((), tuple(rows)),))  # fmt: skip


def _proof(verdict: Verdict) -> Evidences:
    return explain(verdict).evidences if verdict.outcome == "proved" else ()


def _told(verdict: Verdict) -> Prose:
    match verdict.outcome:
        case "proved":
            return ("equal wherever both are defined",)
        case "refuted":
            return unequal(verdict)
    return (verdict.reason,)


def unequal(verdict: Verdict) -> Prose:
    """The matrix of a refuted identity with the two exact values."""
    witness = verdict.witness
    if witness is None:
        return ("no witness",)
    told: list[Piece] = ["at ", cells(witness.matrices[0])]
    if witness.parameters:
        told += [" with ", *listed(dict(witness.parameters))]
    told += [" the left side is ", *exact(witness.values[0])]
    told += [", the right side ", *exact(witness.values[1])]
    smallest = "; no smaller matrix tells them apart" if witness.minimal else ""
    where = " at these parameter values" if smallest and witness.parameters else ""
    return (*told, smallest + where)


def _domains(report: Identity) -> Section:
    rows = []
    for name, verdict in zip(SIDES.values(), report.undefined, strict=True):
        found = explain(verdict)
        rows.append(Row(GLYPHS[verdict.outcome], (name,), found.summary, verdict.outcome,
                        found.evidences if verdict.outcome == "proved" else ()))  # fmt: skip
    for verdict in report.within:
        told = _told_of_domain(verdict)
        rows.append(Row(GLYPHS[verdict.outcome], (verdict.statement.sentence,), told,
                        verdict.outcome, _proof(verdict)))  # fmt: skip
    blocks = [Block((), tuple(rows))]
    if report.differences:
        title = ("Only one side is defined at",)
        blocks.append(Block(title, tuple(map(_difference, report.differences))))
    words = {
        "proved": "Both sides are defined at the same matrices.",
        "refuted": "No: the domains differ.",
    }.get(report.domains, "This is not decided.")
    return Section("B", "Are they defined at the same matrices?", (words,), tuple(blocks))


def _told_of_domain(verdict: Verdict) -> Prose:
    if verdict.outcome == "refuted" and verdict.witness is not None:
        witness = verdict.witness
        told: Prose = ("not at ", cells(witness.matrices[0]))
        return (*told, " with ", *listed(dict(witness.parameters))) if witness.parameters else told
    return (verdict.reason or WORDS[verdict.outcome],)


def _difference(item: Difference) -> Row:
    other = SIDES["rhs" if item.undefined == "lhs" else "lhs"]
    told: list[Piece] = [*zeros(faces([item.support])), ": at "]
    told += [cells(tuple(map(str, item.matrix))), f" {SIDES[item.undefined]} is undefined"]
    if item.value is not None:
        told += [f", {other} is ", *exact(item.value)]
        if item.parameters:
            told += [" with ", *listed(dict(item.parameters))]
    return Row(GLYPHS["refuted"], (f"n = {sum(item.matrix)}",), tuple(told), "refuted")
