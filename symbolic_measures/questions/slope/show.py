"""The derivatives by a general cell, as a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.meaning.class_sums import class_sums
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.questions.slope.subject import Subject
from symbolic_measures.report.every_m import against, facts_of, heading_for, of_equality, proofs_of
from symbolic_measures.report.heading import INCOMPLETE, WORDS
from symbolic_measures.report.prose import Prose, equation
from symbolic_measures.report.sections import Block, CompletionDocument, Row, Section

if TYPE_CHECKING:
    from symbolic_measures.questions.slope.meaning import Derived, Slopes


def document(report: Slopes) -> CompletionDocument:
    """The document of an answer."""
    tree = class_sums(report.text, _names(report))
    heading = heading_for(report.text, equation(symbol("M"), "=", tree), ())
    sections = tuple(
        _derivative(letter, item, _names(report), Subject(report.text, report.assume))
        for letter, item in zip("AB", report.derived, strict=False)
    )
    incomplete = "" if report.complete else INCOMPLETE
    return CompletionDocument(heading, sections, incomplete, "by a general cell, for every m",
                              lead=_lead(report))  # fmt: skip


def _lead(report: Slopes) -> Prose:
    """The signs, where both are proved for every m."""
    proved = [item.outcome == "proved" for item in report.derived]
    if len(proved) < 2 or not all(proved):
        return (f"The derivatives of {report.text} by its cells, for every m",)
    return (f"{report.text} never falls with ", symbol("c_ii"), " and never grows with ",
            symbol("c_ij"), ", for every number of classes")  # fmt: skip


def _names(report: Slopes) -> tuple[str, ...]:
    from symbolic_measures.meaning.multiclass import class_measure

    return class_measure(report.text, 2, "", report.assume).parameters


def _derivative(letter: str, item: Derived, names: tuple[str, ...], subject: Subject) -> Section:
    tree = class_sums(item.formula, names, classes_named=True)
    wanted = "never negative" if item.cell == "i = j" else "never positive"
    where = {"proved": "for every m, at positive cells", "refuted": f"at m = {item.classes}"}
    head = f"{wanted}: {WORDS[item.outcome]} {where.get(item.outcome, '')}".strip()
    same = subject.same(item.cell, item.formula)
    equal = of_equality(subject.frame(item.cell), same, item.equal)
    signed = proofs_of(
        item.general,
        lambda: subject.frame(item.cell),
        (subject.tree,),
        lambda frame: subject.steep(item.cell, frame),
    )
    rows = [
        Row(GLYPHS["proved"], ("the derivative",), (tree,), "proved", equal),
        Row(GLYPHS[item.outcome], (head,), against(item.against), item.outcome, signed),
        *facts_of(item.general),
    ]
    other = "predicted as i" if item.cell == "i = j" else "predicted as j, j \u2260 i"
    title = f"How does one element more of true class i change M if it is {other}?"
    return Section(letter, title, (), (Block((), tuple(rows)),))
