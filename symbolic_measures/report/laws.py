"""What holds for every number of classes, as a document in all formats.

Invariant: "for every m" is said only of what was proved so; else it is said at which m.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.catalog.sums import class_sums
from symbolic_measures.formula import symbol
from symbolic_measures.report import html, latex
from symbolic_measures.report.completion import Block, CompletionDocument, Row, Section, written
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.document import INCOMPLETE, WORDS, Heading
from symbolic_measures.report.proofs import conditions
from symbolic_measures.report.prose import Equation, Piece, Prose, cells, equation, exact
from symbolic_measures.verdict import GLYPHS, Verdict

if TYPE_CHECKING:
    from symbolic_measures.laws import Derived, General, Law, Slopes

NOTE = (
    "a, b, c are the true size, the predicted size and the right ones of a class; sums go over all "
    "classes; q is the sum over j of c_ji/a_j.",
)


def document(report: Law | Slopes) -> CompletionDocument:
    """The document of a report."""
    return _of_law(report) if report.kind == "law" else _of_derivation(report)


def _heading(name: str, shown: Equation, parameters: tuple[Equation, ...]) -> Heading:
    return Heading(
        name=name, title="", source="", typed=name, formula=shown, domain=(), reading="literal",
        conventions=(), parameters=parameters, notes=(NOTE,),
    )  # fmt: skip


def _of_law(law: Law) -> CompletionDocument:
    subject = law.subject
    left, right = subject.sides()
    shown = equation(left, subject.rel, right)
    measure = subject.at(2)
    heading = _heading(subject.text, shown, tuple(conditions(measure.conditions)))
    rows = [Row(GLYPHS[law.outcome], (law.words,), _against(law.against), law.outcome)]
    rows += _facts(law.general)
    for classes, verdict in law.concrete:
        word = WORDS[verdict.outcome]
        rows.append(Row(GLYPHS[verdict.outcome], (f"m = {classes}: {word}",), (verdict.reason,),
                        verdict.outcome))  # fmt: skip
    told = ("At every matrix of m >= 2 classes where both sides are defined:",)
    section = Section("A", "Does it hold for every number of classes?", told,
                      (Block((), tuple(rows)),))  # fmt: skip
    return CompletionDocument(heading, (section,), "", "for every m")


def _of_derivation(report: Slopes) -> CompletionDocument:
    tree = class_sums(report.text, _names(report))
    heading = _heading(report.text, equation(symbol("M"), "=", tree), ())
    sections = tuple(
        _derivative(letter, item, _names(report))
        for letter, item in zip("AB", report.derived, strict=False)
    )
    incomplete = "" if report.complete else INCOMPLETE
    return CompletionDocument(heading, sections, incomplete, "by a general cell, for every m")


def _names(report: Slopes) -> tuple[str, ...]:
    from symbolic_measures.catalog.multiclass import class_measure

    return class_measure(report.text, 2, "", report.assume).parameters


def _derivative(letter: str, item: Derived, names: tuple[str, ...]) -> Section:
    tree = class_sums(item.formula, names, classes_named=True)
    wanted = "never negative" if item.cell == "i = j" else "never positive"
    where = {"proved": "for every m, at positive cells", "refuted": f"at m = {item.classes}"}
    head = f"{wanted}: {WORDS[item.outcome]} {where.get(item.outcome, '')}".strip()
    rows = [
        Row(GLYPHS["proved"], ("the derivative",), (tree,), "proved"),
        Row(GLYPHS[item.outcome], (head,), _against(item.against), item.outcome),
        *_facts(item.general),
    ]
    title = f"dM/dm_ij, one element more of true class i predicted as j, {item.cell}"
    return Section(letter, title, (), (Block((), tuple(rows)),))


def _facts(general: General | None) -> list[Row]:
    if general is None or not general.facts:
        return []
    told: list[Piece] = []
    for fact, _ in general.facts:
        told += [", " if told else "", equation(fact.term, fact.rel, 0)]
    return [Row("", ("what holds in every class",), tuple(told))]


def _against(verdict: Verdict | None) -> Prose:
    if verdict is None or verdict.witness is None:
        return ()
    witness = verdict.witness
    told: list[Piece] = ["at ", cells(witness.matrices[0])]
    if witness.parameters:
        told += [" with ", *listed(dict(witness.parameters))]
    words = (" the left side is ", ", the right side ") if len(witness.values) > 1 else (" it is ",)
    for word, value in zip(words, witness.values, strict=True):
        told += [word, *exact(value)]
    if witness.minimal:
        told.append("; nothing smaller violates it")
    return tuple(told)


def render_text(report: Law | Slopes) -> str:
    """The report as text."""
    return written(document(report))


def render_latex(report: Law | Slopes) -> str:
    """A whole LaTeX document."""
    return latex.rendered("document.tex", document(report), body="completion.tex")


def render_html(report: Law | Slopes) -> str:
    """A page of its own, with the certificate in it."""
    doc = document(report)
    about = {"body": "completion.html", "about": doc.about}
    return html.page("page.html", doc, report, "every m", **about)


def render_html_fragment(report: Law | Slopes) -> str:
    """The report for a notebook."""
    return html.rendered("fragment.html", document(report), body="completion.html")
