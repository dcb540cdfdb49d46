"""A report for every number of classes, as a document.

Invariant: for which m a property holds is said as the verdict says it, which is what was replayed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from symbolic_measures.meaning.every_geometric import shown as tree_shown
from symbolic_measures.meaning.every_opitz import of_one_class
from symbolic_measures.meaning.every_undefined import sums_zero, terms_of
from symbolic_measures.meaning.filling import ALL, FULL
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.report.clearing import Line
from symbolic_measures.report.counterexamples import refutation
from symbolic_measures.report.every_m import facts_of, heading_for, proofs_of_parts
from symbolic_measures.report.evidence import UNTOLD, Evidence, Evidences
from symbolic_measures.report.heading import INCOMPLETE, WORDS
from symbolic_measures.report.proofs import conditions
from symbolic_measures.report.prose import Piece, Prose, cells, equation
from symbolic_measures.report.sections import Block, CompletionDocument, Row, Section

if TYPE_CHECKING:
    from symbolic_measures.meaning.every_class import EveryClasses
    from symbolic_measures.meaning.every_report import EveryReport, EveryVerdict
    from symbolic_measures.meaning.padding import Family

#: What is added to a counterexample for every larger number of classes.
ADDED = ("classes without elements", "classes with one element each, which is right,")


def _larger(verdict: EveryVerdict, family: Family) -> str:
    """What is a counterexample for every larger number of classes."""
    if family.right == ALL:
        return "; all right cells have one derivative, and all wrong cells, for every larger m"
    if family.right != FULL:
        return f"; with {ADDED[family.right]} added, for every larger m"
    what = "of weight 1" if verdict.property == "chance-corrected" else "whose cells are 1"
    times = f" to m{f'^{family.power}' * (family.power > 1)} times it" if family.power else ""
    return f"; with classes {what} added{times}, for every larger m"


def every_document(report: EveryReport) -> CompletionDocument:
    """The document of an answer."""
    subject = report.subject
    shown = equation(symbol("M"), "=", tree_shown(subject))
    heading = heading_for(
        subject.measure.name, shown, tuple(conditions(subject.measure.conditions)), subject.reading
    )
    letter = "M" if subject.sign > 0 else "S"
    rows: list[Row] = []
    for verdict in report.verdicts:
        told = _told(verdict, subject, letter)
        head = f"{verdict.property}: {WORDS[verdict.outcome]}; {verdict.holds}"
        proofs = _proofs(verdict, subject)
        rows.append(Row(GLYPHS[verdict.outcome], (head,), told, verdict.outcome, proofs))
        rows += _facts(verdict)
    from_on: Prose = (f"At every matrix of m >= {subject.least} classes.",)
    if letter == "S":
        from_on = (*from_on, " Lower is better: the properties are those of ",
                   equation(symbol("S"), "=", -symbol("M")), ".")  # fmt: skip
    section = Section("A", "For which numbers of classes", from_on, (Block((), tuple(rows)),))
    incomplete = "" if report.complete else INCOMPLETE
    return CompletionDocument(heading, (section,), incomplete, "for every m")


def _told(verdict: EveryVerdict, subject: EveryClasses, letter: str) -> Prose:
    """The constant, or the counterexample and whether there is one for every larger m."""
    if verdict.outcome == "refuted":
        classes, against = verdict.at[-1]
        told: list[Piece] = [f"m = {classes}: ", *refutation(against, letter)[0]]
        if verdict.family is not None:
            told.append(_larger(verdict, verdict.family))
        return tuple(told)
    if verdict.proof is None:
        return (verdict.reason,)
    if verdict.proof.constant is None:
        return ()
    if verdict.property in SAID:
        return SAID[verdict.property](verdict.proof.constant, subject)
    words = PROPERTIES[verdict.property].words
    if not words.constant and words.holds:
        return (words.holds,)
    before, _, after = (words.constant or "E[M] = {value}").partition("{value}")
    return (before, subject.constant(verdict.proof.constant), after)


def _of_chance(value: Any, subject: EveryClasses) -> Prose:
    """The value of random predictions, or the largest one, or what they come near."""
    if isinstance(value, dict):
        what = "supremum" if "approached" in value else "maximum"
        return (f"the {what} over random predictions is ", subject.constant(value["bound"]))
    return ("every random prediction has the value ", subject.constant(value))


def _of_cells(value: dict[str, Any], subject: EveryClasses) -> Prose:
    """Where two derivatives differ."""
    one, other = value["cells"]
    return (f"dM/d{one} and dM/d{other} differ at ", cells(tuple(value["matrix"])),
            ", with classes added whose cells are 1")  # fmt: skip


def _of_mean(value: dict[str, Any], subject: EveryClasses) -> Prose:
    """The mean that the measure is."""
    body = of_one_class(subject, value["of"])
    if value["p"] == 0:
        return ("the geometric mean over classes of ", body)
    if value["p"] > 0:
        return ("the arithmetic mean over classes of ", body)
    return ("the harmonic mean over classes of the reciprocal of ", body)


def _proofs(verdict: EveryVerdict, subject: EveryClasses) -> Evidences:
    """The proof of every part; what cannot be put into words costs these words alone."""
    if verdict.proof is None:
        return ()
    try:
        return proofs_of_parts(verdict.property, subject, verdict.proof, verdict.outcome)
    except Exception as error:
        line = Line((f"{UNTOLD} ({type(error).__name__}); the certificate is whole",))
        return (Evidence((), (), (line,)),)


def _interval(ends: dict[str, Any], subject: EveryClasses) -> Prose:
    """The range, with a bracket for each end that is attained."""
    low, high = (ends[side] for side in ("infimum", "supremum"))
    left, right = "[" if "attained" in low else "(", "]" if "attained" in high else ")"
    first, second = (_end(end["value"], subject) for end in (low, high))
    return (f"infimum and supremum: {left}", first, ", ", second, right)


def _where(value: dict[str, Any], subject: EveryClasses) -> Prose:
    """Where it is undefined: what is 0 in some class, or of sums."""
    told: list[Piece] = []
    zeros = [(tree, "some class has ") for tree in terms_of(subject, value)]
    for tree, who in (*zeros, *((tree, "") for tree in sums_zero(subject, value))):
        told += [" or " if told else "undefined exactly where ", who, equation(tree, "=", 0)]
    return tuple(told) or ("defined everywhere",)


#: How what exists for every m is said.
SAID: dict[str, Callable[[Any, EveryClasses], Prose]] = {
    "chance-corrected": _of_chance, "class-sensitive": _of_cells, "class-decomposable": _of_mean,
    "range": _interval, "undefined-set": _where,
}  # fmt: skip


def _end(text: str, subject: EveryClasses) -> Piece:
    return text if text in ("oo", "-oo") else subject.constant(text)


def _facts(verdict: EveryVerdict) -> list[Row]:
    """What was proved of each class."""
    found: dict[str, Row] = {}
    for general, _ in verdict.proof.parts if verdict.proof is not None else ():
        for row in facts_of(general):
            found[str(row.told)] = row
    return list(found.values())
