"""A table of displayed formulas as a document in all formats.

Invariant: a formula is called right only where it is proved as printed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from symbolic_measures.catalog.normalisers import SIZES
from symbolic_measures.catalog.papers import PAPERS
from symbolic_measures.formula import FormulaError, symbol
from symbolic_measures.kernel.exact import show
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.report import html, latex, prose
from symbolic_measures.report.completion import Block, CompletionDocument, Section, written
from symbolic_measures.report.completion import Row as TextRow
from symbolic_measures.report.conditions import tree_of_text
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.document import INCOMPLETE, KERNEL, WORDS, Heading, Row, letters
from symbolic_measures.report.evidence import explain
from symbolic_measures.report.prose import Equation, Piece, Prose, cells, exact
from symbolic_measures.verdict import GLYPHS, Verdict

if TYPE_CHECKING:
    from symbolic_measures.catalog.formulas import Display
    from symbolic_measures.formulas import Cell, FormulaTable

_SUM = re.compile(r"sum\(([abc^*0-9]+)\)")
_CHANGE = re.compile(r"d\((?:\w+|sum\([^()]*\))\)/d\w+")
_BETWEEN = re.compile(r"(, |\. |; )")
_INDEXED = re.compile(r"\b([abc])([ij])\b")


@dataclass(frozen=True)
class Entry:
    """A displayed formula with its evidence."""

    anchor: str
    claim: Prose
    shown: Row
    note: Prose
    instead: Prose


@dataclass(frozen=True)
class FormulaDocument:
    """Everything that a page or a paper shows of such a table."""

    id: str
    title: str
    paper: str
    note: Prose
    entries: tuple[Entry, ...]
    counted: str
    incomplete: str


def note(display: Display, verdict: Verdict, corrected: Verdict | None) -> str:
    """Why it is wrong, and what is right instead; if it is proved, the values it speaks of."""
    told = prose.text(_told(verdict))
    if verdict.outcome == "refuted" and corrected is not None:
        told += f" {WORDS[corrected.outcome].capitalize()} instead: {display.corrected}."
    return told


def _told(verdict: Verdict) -> Prose:
    """Why it is not proved; if it is, the exact values it speaks of."""
    if verdict.outcome == "proved":
        return _exactly(verdict)
    return apart(verdict) if verdict.outcome == "refuted" else (verdict.reason,)


def note_of_display(cell: Cell) -> tuple[Prose, Prose]:
    """What is said of it, and the correction with its verdict in front if it is wrong."""
    corrected = cell.corrected
    if cell.verdict.outcome != "refuted" or corrected is None:
        return _told(cell.verdict), ()
    word = WORDS[corrected.outcome].capitalize()
    return _told(cell.verdict), (f"{word} instead:", *claim(cell.display.corrected))


def _exactly(verdict: Verdict) -> Prose:
    """The exact values of a claim about displayed matrices."""
    goal = verdict.statement.goals[0]
    if goal.variables:
        return ()
    told: list[Piece] = []
    for tree in goal.values[: len(goal.matrices)]:
        told += [" and " if told else "Exactly: ", *exact(show(evaluator(tree)({})))]
    return (*told, ".")


def claim(text: str) -> Prose:
    """A displayed formula as a formula, as far as it can be read; else as it is typed."""
    given: dict[str, str] = {}
    for pattern in (_CHANGE, _SUM):
        for word in dict.fromkeys(match.group(0) for match in pattern.finditer(text)):
            given[f"placed_{len(given)}"] = word
    short = text
    for name, word in given.items():
        short = short.replace(word, name)
    short = re.sub(r"\)s\b", ")*s", _INDEXED.sub(r"\1_\2", short))
    try:
        sides = [tree_of_text(side) for side in short.split(" = ")]
    except FormulaError:
        return (text,)
    names = {symbol(name): symbol(_named(word)) for name, word in given.items()}
    if len(sides) != 2:
        return (text,)
    return (Equation(tuple(side.replace(names) for side in sides), ("=",)),)


def _typeset(text: str) -> Prose:
    """Words with the formulas among them, `X = p_A*(1-p_A), ...`, as formulas."""
    told: list[Piece] = []
    for part in _BETWEEN.split(text):
        end = "." if part.endswith(".") else ""
        shown = claim(part.removesuffix("."))
        told += [*shown, end] if " = " in part and not isinstance(shown[0], str) else [part]
    return tuple(told)


def _named(word: str) -> str:
    """A sum over the classes k of what stands in it; a derivative as it is."""
    match = _SUM.search(word)
    if match is None:
        return word
    inside = re.sub(r"\b[abc]\b", r"\g<0>_k", match.group(1))
    return f"{word[: match.start()]}sum({inside}){word[match.end() :]}"


def apart(verdict: Verdict) -> Prose:
    """The smallest counterexample, both sides."""
    witness = verdict.witness
    if witness is None:
        return ("No witness is given.",)
    point, label = witness.point, verdict.statement.goals[witness.goal].label
    told: list[Piece] = ["At "] if point else []
    if witness.matrices:
        told.append(cells(witness.matrices[0]))
    elif set(SIZES) <= set(point):
        a1, a0, b1, b0 = (int(point[name]) for name in SIZES)
        told.append(f"p_A = {a1}/{a1 + a0}, p_B = {b1}/{b1 + b0}")
    elif point:
        told += listed(dict(point))
    if witness.parameters:
        told += [", ", *listed(dict(witness.parameters))]
    if label.startswith("the coefficient"):
        told += [f"{label[0].upper()}{label[1:]}: the left side is "]
    else:
        told += [" the left side is " if told else "The left side is "]
    told += exact(witness.values[0])
    return (*told, ", the right side ", *exact(witness.values[1]), ".")


def document(table: FormulaTable) -> CompletionDocument:
    """The document of a table."""
    paper = PAPERS[table.displays.paper]
    heading = Heading(
        name=table.displays.id,
        title=paper.title,
        source=f"{paper.authors}, {paper.venue} {paper.year}",
        typed="",
        formula=Equation((symbol("M"),), ()),
        domain=(),
        reading="literal",
        conventions=(),
        parameters=(),
        notes=(),
        letters=letters(set(table.displays.classes)),
    )
    rows = []
    for cell in table.cells:
        outcome = cell.verdict.outcome
        told = f"{cell.display.printed}. {note(cell.display, cell.verdict, cell.corrected)}"
        rows.append(TextRow(GLYPHS[outcome], (cell.display.row,), (told.strip(),), outcome))
    words = f"{table.displays.note} A formula is a claim."
    section = Section("A", table.displays.title, (words,), (Block((), tuple(rows)),))
    return CompletionDocument(heading, (section,), "" if table.complete else INCOMPLETE, "")


def displayed(table: FormulaTable) -> FormulaDocument:
    """The document of pages and papers, with all evidence."""
    paper, found = PAPERS[table.displays.paper], [cell.verdict.outcome for cell in table.cells]
    shown = ", ".join(f"{found.count(o)} {word}" for o, word in WORDS.items() if o in found)
    rows = list(table.displays.rows)
    return FormulaDocument(
        id=table.displays.id,
        title=table.displays.title,
        paper=f"{paper.authors}: {paper.title}. {paper.venue} {paper.year}",
        note=_typeset(table.displays.note),
        entries=tuple(_entry(c, f"f{rows.index(c.display.row) + 1}") for c in table.cells),
        counted=f"Of {len(found)} displayed formulas, {shown or 'none decided'}",
        incomplete="" if table.complete else INCOMPLETE,
    )


def _entry(cell: Cell, anchor: str) -> Entry:
    verdict = cell.verdict
    shown = claim(cell.display.printed)
    row = Row(
        property=cell.display.row,
        outcome=verdict.outcome,
        glyph=GLYPHS[verdict.outcome],
        word=WORDS[verdict.outcome],
        summary=shown,
        sentence="",
        source="",
        evidences=explain(verdict).evidences if verdict.outcome == "proved" else (),
        rules=tuple(sorted(verdict.proof.rules() - {"every-goal"})) if verdict.proof else (),
        assumptions="; ".join(verdict.assumptions) or KERNEL,
    )
    return Entry(anchor, shown, row, *note_of_display(cell))


def render_text(table: FormulaTable) -> str:
    """The table as text."""
    return written(document(table))


def render_latex(table: FormulaTable) -> str:
    """A whole LaTeX document."""
    return latex.rendered("document.tex", displayed(table), body="formulas.tex")


def render_html(table: FormulaTable) -> str:
    """A page of its own, with the certificate in it."""
    name = f"{table.displays.paper}-{table.displays.number}"
    return html.page("formulas.html", displayed(table), table, name)


def render_html_fragment(table: FormulaTable) -> str:
    """The table for a notebook."""
    return html.rendered("fragment.html", displayed(table), body="formulas-body.html")
