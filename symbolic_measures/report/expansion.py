"""Derivatives at independence and the expansion of E[M], as a document in all formats.

Invariant: what the kernel proved (derivatives, the order of the baseline) and what is an argument
with numbers beside it (how the error falls with n) are said in different words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic_measures.formula import Formula, formula, symbol
from symbolic_measures.parser import identifiers, parse
from symbolic_measures.report import html, latex
from symbolic_measures.report.completion import Block, CompletionDocument, Row, Section, written
from symbolic_measures.report.document import WORDS, heading_of
from symbolic_measures.report.polynomials import signed
from symbolic_measures.report.prose import Prose
from symbolic_measures.verdict import GLYPHS

if TYPE_CHECKING:
    from flint import arb

    from symbolic_measures.expansions import Expansion, Moment

#: Longer moments are shown by their largest part.
LONGEST_MOMENT = 100
ORDINAL = {1: "1st", 2: "2nd", 3: "3rd"}


def document(report: Expansion) -> CompletionDocument:
    """The document of a report."""
    letter = "M" if report.reading.measure.higher_is_better else "S"
    sections = (_derivatives(report), _baseline(report), _expectation(report), _numbers(report))
    return CompletionDocument(heading_of(report, letter), sections, "", "around independence")


def _tree(text: str) -> Formula:
    pi = Formula("acos", formula(-1))
    tree = parse(text, names={}, parameters=identifiers(text))
    return signed(tree.replace({pi: symbol("pi"), -formula(1): formula(-1)}))


def _derivatives(report: Expansion) -> Section:
    verdict = report.derivatives
    rows = [Row(GLYPHS[verdict.outcome], (WORDS[verdict.outcome],),
                (verdict.reason or verdict.statement.sentence,), verdict.outcome)]  # fmt: skip
    for number, text in enumerate(report.coefficients):
        name = "value" if not number else ORDINAL.get(number, f"{number}th")
        rows.append(Row(GLYPHS["proved"], (name,), (_tree(text),), "proved"))
    told: Prose = ("Derivatives in p_AB at p_AB = p_A*p_B; q_A = 1 - p_A, q_B = 1 - p_B.",)
    return Section(
        "A", "What are the derivatives at independence?", told, (Block((), tuple(rows)),)
    )


def _baseline(report: Expansion) -> Section:
    verdict = report.baseline
    told = verdict.reason
    if verdict.outcome == "proved":
        told = f"order {verdict.value['order']}"
        if verdict.value["order"] == "oo":
            told = "infinite: affine in p_AB at fixed sizes"
        elif verdict.value["order"] == "0":
            told = "0: the value at independence is no constant"
    row = Row(GLYPHS[verdict.outcome], (WORDS[verdict.outcome],), (told,), verdict.outcome)
    words = (
        "The largest k such that the value is one constant and the derivatives 2 to k vanish "
        "(gosgens2021, Definition 13). That the Taylor series converges is not decided."
    )
    return Section("B", "Which order has the baseline?", (words,), (Block((), (row,)),))


def _expectation(report: Expansion) -> Section:
    rows = []
    for term in report.terms:
        if term.vanishes:
            continue
        told: Prose = (_tree(term.derivative), f"/{term.number}! times ", *_moment(term.moment))
        rows.append(Row(_power(term.moment.order), (f"k = {term.number}",), told))
    leading = report.leading
    if leading is not None:
        for term in leading[1]:
            told = (_tree(term.derivative), f"/{term.number}! times ",
                    _tree(term.moment.leading), f" times {_power(leading[0])}")  # fmt: skip
            rows.append(Row("", ("largest",), told))
    words = (
        "Over random predictions of fixed size E[M] is the value plus these terms, derivative/k! "
        "times the k-th central moment of P_AB, which is exact. How fast each falls is exact; that "
        "what is left out falls faster holds for bounded M and fixed p_A, p_B by an argument that "
        "the kernel does not replay."
    )
    if not rows:
        words = "No term up to this order." if report.coefficients else "This is not known."
    return Section("C", "What is the expectation?", (words,), (Block((), tuple(rows)),))


def _moment(moment: Moment) -> Prose:
    """The moment; a long one by its largest part."""
    if len(moment.text) <= LONGEST_MOMENT:
        return (_tree(moment.text),)
    return ("a moment that is about ", _tree(moment.leading), f" times {_power(moment.order)}")


def _power(order: int) -> str:
    return "1/n" if order == 1 else f"1/n^{order}"


def _numbers(report: Expansion) -> Section:
    rows = []
    for n, exact, expanded in report.table():
        told = (
            f"{_short(exact)}, expanded {_short(expanded)}, difference {_short(exact - expanded)}"
        )
        rows.append(Row("", (f"n = {n}",), (told,)))
    words = (
        "E[M] by exact summation beside the terms above, at p_A = 1/5, p_B = 2/5. Numbers are "
        "evidence, not proof."
        if rows
        else "Some outcome is undefined at the sizes of the table, or nothing is known."
    )
    return Section("D", "Do the numbers agree?", (words,), (Block((), tuple(rows)),))


def _short(value: arb) -> str:
    """Some digits of an enclosure."""
    return str(value.str(8, radius=False))


def render_text(report: Expansion) -> str:
    """The report as text."""
    return written(document(report))


def render_latex(report: Expansion) -> str:
    """A whole LaTeX document."""
    return latex.rendered("document.tex", document(report), body="completion.tex")


def render_html(report: Expansion) -> str:
    """A page of its own, with the certificate in it."""
    doc = document(report)
    about = {"body": "completion.html", "about": doc.about}
    return html.page("page.html", doc, report, f"taylor-{report.reading.measure.name}", **about)


def render_html_fragment(report: Expansion) -> str:
    """The report for a notebook."""
    return html.rendered("fragment.html", document(report), body="completion.html")
