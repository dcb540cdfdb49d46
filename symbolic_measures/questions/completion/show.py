"""Extensions to undefined cases, as a document and in every format.

Invariant: what a choice keeps, loses and gains is read off its verdicts.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import fmpq

from symbolic_measures.meaning.instances import InstanceError, Part, goals, value_at
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.supports import faces
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.report.chains import links, rows
from symbolic_measures.report.clearing import listed
from symbolic_measures.report.counterexamples import SIZES, refutation
from symbolic_measures.report.evidence import explain, zeros
from symbolic_measures.report.heading import INCOMPLETE, WORDS, heading_of
from symbolic_measures.report.polynomials import signed, with_margins
from symbolic_measures.report.prose import (
    Cells,
    Equation,
    Piece,
    Prose,
    cells,
    equation,
    labelled,
    number,
)
from symbolic_measures.report.sections import (
    Block,
    CompletionDocument,
    Row,
    Section,
    margins,
)

if TYPE_CHECKING:
    from symbolic_measures.questions.completion.meaning import Completion, CompletionReport


def document(report: CompletionReport) -> CompletionDocument:
    """The document of a report."""
    letter = "M" if report.reading.measure.higher_is_better else "S"
    sections = [_where(report)]
    if report.undefined:
        sections += [_limits(report), _readings(report, letter), _answer(report)]
    return CompletionDocument(
        heading_of(report, letter), tuple(sections), "" if report.complete else INCOMPLETE,
        lead=_lead(report),
    )  # fmt: skip


def _lead(report: CompletionReport) -> Prose:
    """The answer as a title: an extension that keeps everything, or what none keeps."""
    name = report.reading.measure.name
    if report.undefined is None:
        return ()
    if not report.undefined:
        return (f"{name} is defined at every confusion matrix",)
    if report.found is not None:
        kept = f"keeps all {len(report.kept)} properties of {name} at 0/0"
        return (f"The extension {report.found.reading.name} {kept}",)
    if report.conflict is not None:
        return (f"No extension of {name} at 0/0 keeps {listed([*report.conflict.properties])}",)
    return ()


def _where(report: CompletionReport) -> Section:
    title = "Where is it undefined?"
    for verdict in report.verdicts[:1]:
        told = explain(verdict)
        row = Row(GLYPHS[verdict.outcome], (WORDS[verdict.outcome],), told.summary, verdict.outcome)
        words: Prose = told.evidences[0].lines[0].sentence if verdict.value is not None else ()
        if report.undefined is None and words:
            words = (*words, " That is no union of patterns of zero cells: no more is looked at.")
        return Section("A", title, words or ("This is not decided.",), (Block((), (row,)),))
    return Section("A", title, ("This is not decided.",))


def _limits(report: CompletionReport) -> Section:
    ends = tuple(Row(GLYPHS[v.outcome], _face(v), _limit(v), v.outcome) for v in report.faces)
    told: Prose = (
        "What it tends to over real matrices with cells >= 0 that come near; on a path, e = 1, 2, "
        "3, ..., it is within 1/e of the value given (beyond e, if infinite).",
    )
    return Section("B", "What does it tend to there?", told, (Block((), ends),))


def _face(verdict: Verdict) -> Prose:
    return zeros(faces([verdict.value["support"]]))


def _limit(verdict: Verdict) -> Prose:
    if verdict.outcome != "proved":
        return (verdict.reason,)
    entry = verdict.value
    if entry["limit"] is not None:
        limit = _parsed(entry["limit"])
        gap = symbol("M") if limit == formula(0) else symbol("M") - limit
        return ("tends to ", limit, ": ", Equation((gap**2, _bound(entry)), ("<=",)))
    told: list[Piece] = ["no limit at ", _end(entry), ": "]
    for place, (path, value) in enumerate(zip(entry["paths"], entry["values"], strict=True)):
        told += [", " if place else "", number(value), " along ", _path(path)]
    return tuple(told)


def _end(entry: dict[str, Any]) -> Cells:
    """The matrix that the paths lead to: its cells outside the pattern are 0."""
    path = zip(CELLS, entry["paths"][0], strict=True)
    return cells(
        tuple(cell if name in entry["support"] else "0" for name, cell in path), head="C = "
    )


def _bound(entry: dict[str, Any]) -> Formula:
    """sigma*B, under one fraction bar."""
    sigma = " + ".join(name for name in CELLS if name not in entry["support"])
    top, bar, below = str(entry["bound"]).partition("/")
    times = f"({sigma})" if bar and top == "1" else f"({sigma})*{top}"
    return _parsed(times + bar + below)


def _parsed(text: str) -> Formula:
    from symbolic_measures.nouns.parser import identifiers, parse

    return with_margins(signed(parse(text, names={}, parameters=identifiers(text))))


def _path(path: Iterable[str]) -> Cells:
    return Cells(CELLS, cells(tuple(path)).values, head="C = ")


def _readings(report: CompletionReport, letter: str) -> Section:
    kept = report.kept
    told: Prose = (
        f"Of the formula as written, {len(kept)} properties are proved: {', '.join(kept)}."
        if kept
        else "Of the formula as written, no property is proved.",
    )
    if not report.completions:
        told += (" No extension was looked at.",)
    blocks = tuple(_completion(item, letter) for item in report.completions)
    return Section("C", "What does each extension keep?", told, blocks)


def _completion(item: Completion, letter: str) -> Block:
    kept = [Row("", ("value",), _conventions(item.reading))]
    if not item.total:
        words = "is not proved to be defined everywhere with the values of the formula"
        kept.append(Row(GLYPHS["undecided"], ("an extension",), (words,), "undecided"))
    if item.keeps:
        every = "all: " if item.keeps_all else ""
        told = f"{every}{', '.join(item.keeps)}"
        kept.append(Row(GLYPHS["proved"], (f"keeps {len(item.keeps)}",), (told,), "proved"))
    for property_id in item.loses:
        short = refutation(item[property_id], letter)[0]
        head: Prose = (f"loses {property_id}",)
        kept.append(Row(GLYPHS["refuted"], head, short, "refuted"))
    if item.gains:
        gained = (", ".join(item.gains),)
        kept.append(Row(GLYPHS["proved"], (f"gains {len(item.gains)}",), gained, "proved"))
    for property_id in item.open:
        verdict = item[property_id]
        mark = GLYPHS[verdict.outcome]
        kept.append(Row(mark, (property_id,), (verdict.reason,), verdict.outcome))
    return Block((item.reading.name,), tuple(kept))


def _conventions(reading: Reading) -> Prose:
    told: list[Piece] = []
    for place, item in enumerate(reading.conventions):
        left = symbol("M") if item.term is None else with_margins(item.term)
        told += ["; else " if place else "", equation(left, "=", with_margins(item.value))]
        told += [" where ", equation(margins(item.when), "=", 0)]
    return (*told, "; else the formula")


def _answer(report: CompletionReport) -> Section:
    title = "Can an extension keep everything?"
    found, conflict = report.found, report.conflict
    if found is not None:
        told: Prose = (
            f"Yes: {found.reading.name} keeps all {len(report.kept)} properties that are proved "
            "of the formula as written.",
        )
        return Section("D", title, told)
    if conflict is None:
        return Section("D", title, (f"Not known. {report.reason}".strip(),))
    names = ", ".join(conflict.properties)
    told = (
        f"No. No extension whatever keeps all of {names}. Write ", symbol("x(0, 1, 1, 0)"),
        " for the value chosen at ", cells(("0", "1", "1", "0")), ", and so on; then",
    )  # fmt: skip
    subject = report.reading.measure
    parameters = dict(conflict.parameters)
    shown, end = rows(links(conflict.parts, lambda part: _why(part, subject, parameters)))
    if parameters:
        at = ", ".join(f"{name} = {value}" for name, value in parameters.items())
        end = Block((f"This is at {at}. ", *end.title), ())
    return Section("D", title, told, (shown, end))


def _why(part: Part, subject: Measure, parameters: dict[str, str]) -> Prose:
    """The property that a line is an instance of, with the values of the formula in it."""
    instance = part.instance
    goal = goals(instance.property, subject)[instance.goal]
    told: list[Piece] = [instance.property]
    if instance.sizes:
        sizes = [cells(tuple(map(str, triple)), SIZES) for triple in instance.sizes]
        told += [": the expectations at ", sizes[0], " and ", sizes[1]]
    else:
        told += [" (", *labelled(goal.label), ")"]
    given = {name: fmpq(Fraction(v).numerator, Fraction(v).denominator)
             for name, v in parameters.items()}  # fmt: skip
    for matrix in part.matrices:
        try:
            value = value_at(subject, matrix, given)
        except InstanceError:
            continue
        if value is not None:
            texts = tuple(map(str, matrix))
            told += [", ", cells(texts, head="M"), " = ", number(str(value))]
    return tuple(told)
