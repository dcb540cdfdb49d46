"""The answers to the parts of a derivation as blocks, each by its kind.

Invariant: the mark and the words of a part are those of its own verdict, never of the file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import dropwhile
from typing import TYPE_CHECKING, Any

from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.parser import identifiers
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.questions.derivation.chains import Scope
from symbolic_measures.report import prose
from symbolic_measures.report.clearing import Line as Proved
from symbolic_measures.report.counterexamples import demanded, listed, quantity
from symbolic_measures.report.evidence import Evidence, told_of
from symbolic_measures.report.heading import WORDS
from symbolic_measures.report.mathtext import SUMS
from symbolic_measures.report.polynomials import with_margins
from symbolic_measures.report.proofs import conditions
from symbolic_measures.report.prose import Cells, Equation, Piece, Prose, cells, equation, exact
from symbolic_measures.report.sections import Section as Found

if TYPE_CHECKING:
    from symbolic_measures.meaning.every_report import EveryReport


#: Of more goals than these, two are shown.
MOST_GOALS = 6
#: Longer formulas (as text) are not set on one line.
LONGEST = 200


@dataclass(frozen=True)
class Line:
    """One line of a calculation; `mark` is a glyph if it is not proved."""

    relation: str
    formula: Formula
    reason: Prose
    mark: str = ""


@dataclass(frozen=True)
class Fact:
    """A row of an answer: mark, what it is about, what is known."""

    mark: str
    outcome: str
    head: Prose
    told: Prose


@dataclass(frozen=True)
class Block:
    """One part, by its kind: text, let, chain or answer; a legend tells letters of equations."""

    kind: str
    told: Prose = ()
    equations: tuple[Equation, ...] = ()
    legend: Prose = ()
    first: Formula | None = None
    lines: tuple[Line, ...] = ()
    label: str = ""
    outcome: str = ""
    head: Prose = ()
    printed: str = ""
    evidences: tuple[Evidence, ...] = ()
    folded: tuple[Evidence, ...] = ()
    shown: tuple[Prose, ...] = ()
    facts: tuple[Fact, ...] = ()


def _check(part: Any, answer: Any) -> Block:
    if answer.reading is None:
        return _for_every_m(answer.found)
    verdict, reading = answer.found, answer.reading
    prop, measure = PROPERTIES[verdict.property], reading.measure
    letter = "M" if measure.higher_is_better or prop.as_given or prop.answers else "S"
    name = symbol(measure.name) if measure.name.isidentifier() else symbol("M")
    about = [equation(name, "=", with_margins(measure.formula))]
    if measure.classes != 2:
        about = []
    told = told_of(verdict, reading)
    evidences, folded = _few(told.evidences)
    where: list[Piece] = [f"{measure.name}"]
    if measure.classes != 2:
        where.append(f" for {measure.classes} classes")
    for condition in conditions(measure.conditions):
        where += [", ", condition]
    if reading.name != "literal":
        where.append(f", reading {reading.name}")
    if letter == "S":
        where.append(", a dissimilarity, judged by its negative S")
    head: Prose = (*where, f": {verdict.property} is {WORDS[verdict.outcome]}. ", prop.said)
    shown = _witness(verdict, letter) if verdict.outcome == "refuted" else ()
    summary = _capital(told.summary) if verdict.outcome == "proved" else ()
    return Block("answer", summary, tuple(about), outcome=verdict.outcome, head=head,
                 evidences=() if shown else evidences, shown=shown,
                 folded=() if shown else folded)  # fmt: skip


def _for_every_m(report: EveryReport) -> Block:
    """The same for every number of classes: for which m, and what was proved of each class."""
    (verdict,), subject = report.verdicts, report.subject
    (section,), heading = report.document().sections, report.document().heading
    row, *facts = section.parts[0].rows
    evidences, folded = _few(row.evidences)
    where: list[Piece] = [f"{subject.measure.name} for every m >= {subject.least}"]
    for condition in heading.parameters:
        where += [", ", condition]
    if heading.reading != "literal":
        where.append(f", reading {heading.reading}")
    if subject.sign < 0:
        where.append(", a dissimilarity, judged by its negative S")
    known = f"{verdict.property} is {WORDS[verdict.outcome]}; {verdict.holds}. "
    head: Prose = (*where, f": {known}", PROPERTIES[verdict.property].said)
    shown = (row.told,) if row.told else ()
    return Block("answer", (), (heading.formula,), heading.notes[0], outcome=verdict.outcome,
                 head=head, evidences=evidences, folded=folded, shown=shown, facts=tuple(
                     Fact(fact.mark, fact.outcome, fact.head, fact.told) for fact in facts
                 ))  # fmt: skip


def _few(evidences: tuple[Evidence, ...]) -> tuple[tuple[Evidence, ...], tuple[Evidence, ...]]:
    """What is shown of many proofs, and what is folded."""
    found = _likewise(evidences)
    if len(found) <= MOST_GOALS:
        return found, ()
    left = f"The other {len(found) - 2} are proved likewise."
    return (*found[:2], Evidence((), (), (Proved((left,)),))), found[2:]


def _likewise(evidences: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """A sentence that was said of the goal before is not said again."""
    found: list[Evidence] = []
    before: tuple[Prose, ...] = ()
    for evidence in evidences:
        said = tuple(line.sentence for line in evidence.lines)
        lines = evidence.lines
        if said == before and any(line.display for line in lines):
            shown = [line.display for line in lines if line.display is not None]
            lines = tuple(
                Proved(("And:" if place else "Likewise:",), display)
                for place, display in enumerate(shown)
            )
        found.append(replace(evidence, lines=tuple(map(_short, lines))))
        before = said
    return tuple(found)


def _short(line: Proved) -> Proved:
    """Without a formula that would not be readable on one line."""
    if line.display is None or len(prose.text((line.display,))) <= LONGEST:
        return line
    return replace(line, folded=True)


def _capital(told: Prose) -> Prose:
    """A sentence from a phrase, if it begins with a word."""
    word = re.match("[a-z]{3,} ", told[0]) if told and isinstance(told[0], str) else None
    return (str(told[0])[0].upper() + str(told[0])[1:], *told[1:]) if word else told


def _witness(verdict: Verdict, letter: str) -> tuple[Prose, ...]:
    """The matrices of a counterexample with their values; () if it has another form."""
    witness = verdict.witness
    if witness is None or not witness.matrices or witness.kind not in ("matrix", "pair"):
        return ()
    line: list[Piece] = []
    head, meaning = quantity(verdict, letter)
    for matrix, value in zip(witness.matrices, witness.values, strict=False):
        line += [", "] if line else []
        line += [Cells((), cells(matrix).values, head), " = ", *exact(value)]
    told: list[Piece] = ["Here ", *meaning, ". "] if meaning else []
    if witness.parameters:
        told += ["Here ", *listed(dict(witness.parameters)), ". "]
    second = "The second" if len(witness.matrices) > 1 else "It"
    if wanted := demanded(verdict.statement.goals[witness.goal], witness, second, "The two"):
        told += [*wanted, ". "]
    if witness.minimal:
        told.append("Everything smaller was enumerated, and none of it fails.")
    return (tuple(line), tuple(told)) if told else (tuple(line),)


def _identity(part: Any, answer: Any) -> Block:
    report = answer.found
    left, right = report.sides
    shown = equation(left.formula, "=", right.formula)
    typed = _letters(f"{left.text} = {right.text}")
    head: Prose = (typed, f" is {WORDS[report.outcome]} wherever both are defined.")
    return _facts(report.outcome, head, report.document().sections, (shown,))


def _limit(part: Any, answer: Any) -> Block:
    report = answer.found
    of = f"The limit of {part.question.measure} as {part.question.to}"
    head: Prose = (
        (f"{of} is {part.question.claim}: {WORDS[report.outcome]}.",)
        if part.question.claim
        else (of + ".",)
    )
    return _facts(report.outcome, head, report.document().sections)


def _taylor(part: Any, answer: Any) -> Block:
    report = answer.found
    outcome = report.baseline.outcome
    head: Prose = (f"The order of the baseline of {part.question.measure}: {WORDS[outcome]}.",)
    return _facts(outcome, head, report.document().sections[:2])


def _threshold(part: Any, answer: Any) -> Block:
    report = answer.found
    outcome = "proved" if report.exact else "undecided"
    name, parameter = report.reading.measure.name, symbol(part.question.parameter)
    head: Prose = ("For which ", parameter, f" does {part.question.property} hold of {name}?")
    return _facts(outcome, head, report.document().sections[:3])


def _normaliser(part: Any, answer: Any) -> Block:
    report = answer.found
    found = {verdict.outcome for verdict in report.verdicts}
    outcome = "refuted" if "refuted" in found else "proved" if found == {"proved"} else "undecided"
    head: Prose = ("The six conditions on ", _letters(f"s = {part.question.formula}"), ":")
    return _facts(outcome, head, report.document().sections)


def _display(part: Any, answer: Any) -> Block:
    cell = answer.found.cells[0]
    verdict = cell.verdict
    head: Prose = (f"{part.question.table}, {part.question.row[0]}: {WORDS[verdict.outcome]}.",)
    lines: list[Prose] = [(_letters(cell.display.printed),)]
    if verdict.witness is not None:
        lines.append(answer.found.document().entries[0].note)
    if cell.corrected is not None:
        lines.append((f"Instead, {WORDS[cell.corrected.outcome]}:",))
        lines.append((_letters(cell.display.corrected),))
    return Block("answer", outcome=verdict.outcome, head=head, shown=tuple(lines))


def of_answer(part: Any, answer: Any) -> Block:
    """The answer to a part."""
    return MAKERS.get(part.kind, _other)(part, answer)


def _other(part: Any, answer: Any) -> Block:
    """A question of any other kind: its title, the answer in a word, its text below the title."""
    doc = answer.found.document()
    below = dropwhile(lambda line: not line.startswith(" "), doc.text().splitlines())
    shown = tuple((line.strip(),) for line in below if line.strip())
    known = answer.told if answer.told in GLYPHS else "not-applicable"
    return Block("answer", outcome=known, head=(f"{doc.headline}: {answer.told}.",), shown=shown)


def _facts(
    outcome: str, head: Prose, sections: Iterable[Found], shown: tuple[Equation, ...] = ()
) -> Block:
    rows = tuple(
        Fact(row.mark, row.outcome, row.head, row.told)
        for section in sections
        for part in section.parts
        for row in part.rows
    )
    return Block("answer", outcome=outcome, head=head, facts=rows, equations=shown)


def _letters(typed: str) -> Piece:
    """A printed relation as formulas, all names letters; as text if it cannot be read."""
    typed = re.sub(r"^d\(?(\w+)\)?/d(\w+)", r"d(\1, \2)", typed)
    called = set(re.findall(r"([A-Za-z_]\w*)\(", typed)) - {"d", "sqrt", "log", "arccos"}
    names = tuple(n for n in identifiers(typed) if n not in called and n not in ("d", "e", "k"))
    try:
        scope = Scope(functions=dict.fromkeys(called, ()), letters=names)
        terms = [_indexed(scope.letters_of(part.strip())) for part in typed.split(" = ")]
    except FormulaError:
        return typed
    return Equation(tuple(terms), ("=",) * (len(terms) - 1))


def _indexed(tree: Formula) -> Formula:
    """ai as a_i; a, b, c within a sum over classes as a_k, b_k, c_k."""
    if tree.op == "symbol" and re.fullmatch("[abc][ij]", tree.args[0]):
        return symbol("_".join(tree.args[0]))
    parts = [_indexed(child) for child in tree.children]
    made = Formula(tree.op, *parts) if parts else tree
    if made.op in SUMS:
        return made.at(**{name: symbol(f"{name}_k") for name in ("a", "b", "c")})
    return made


MAKERS: dict[str, Callable[[Any, Any], Block]] = {
    "check": _check,
    "identity": _identity,
    "limit": _limit,
    "taylor": _taylor,
    "threshold": _threshold,
    "normaliser": _normaliser,
    "display": _display,
}
