"""Every place that decides something that a paper says: what became of it, and why.

A place is a cell of a printed table, a displayed formula or sentence, a part of a derivation or a
whole one.  The walk through the paper says which of them are claims of their own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from symbolic_measures.claims.papers import PAPERS
from symbolic_measures.claims.ranked import PAPER as RANKING
from symbolic_measures.claims.walks import DERIVATION, Place, walk
from symbolic_measures.meaning.every_report import EveryReport
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.questions.derivation.show import document
from symbolic_measures.questions.derivation.show_answers import MAKERS, Block
from symbolic_measures.questions.impossible.meaning import EveryM
from symbolic_measures.questions.impossible.show import in_a_sentence
from symbolic_measures.questions.table.cells import (
    CLAIMED,
    holds_where,
    readings_of,
    reason,
    said_for_every_m,
    standing_of,
)
from symbolic_measures.questions.table.cells import note as note_of_cell
from symbolic_measures.questions.table.formula_notes import claim as typeset
from symbolic_measures.questions.table.show_formulas import note_of_display
from symbolic_measures.questions.table.show_marks import anchor
from symbolic_measures.report import prose
from symbolic_measures.report.counterexamples import refutation
from symbolic_measures.report.heading import WORDS
from symbolic_measures.report.pictures import Pictures, pictures
from symbolic_measures.report.prose import Piece, Prose

if TYPE_CHECKING:
    from symbolic_measures.claims.displayed import Displays
    from symbolic_measures.questions.derivation.meaning import Answered, DerivationReport
    from symbolic_measures.questions.table.cells import Cell
    from symbolic_measures.questions.table.formulas import Cell as FormulaCell
    from symbolic_measures.questions.table.formulas import FormulaTable
    from symbolic_measures.questions.table.marks import Table
    from symbolic_measures.questions.table.ranks import RankTable

    AnyTable = Table | FormulaTable | RankTable
#: A correction of at most that many symbols is one of a misprint.
MISPRINT = 2
_SYMBOLS = re.compile(r"[A-Za-z_]\w*|\d+|\S")
#: Tables whose claims are sentences, or printed experiments.
SENTENCES = ("sentences", "experiments", "properties")
#: How rows of displayed formulas begin that are statements.
STATED = ("Theorem", "Statement", "Lemma")
#: What is no claim of its own, and counted apart.
REPEATED, UNCHECKED = "repeated", "unchecked"


@dataclass(frozen=True)
class Finding:
    """A claim that does not hold: where it stands, what is right, and why."""

    paper: str
    table: str
    anchor: str
    row: str
    column: str
    sources: tuple[str, ...]
    severity: str
    claimed: Prose
    found: Prose
    statement: str
    note: Prose
    instead: Prose
    saved_by: tuple[str, ...]
    outcome: str
    witness: Mapping[str, Any] | None
    pictures: Pictures | None = None

    @property
    def place(self) -> str:
        """`F1, Mon`; `D.4, N10`."""
        return f"{self.row}, {self.column}" if self.column else self.row

    @property
    def page(self) -> str:
        """Its page."""
        if self.table.endswith(":derivations"):
            return f"derivations/{self.paper}.html"
        return page_of(self.table)

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "paper": self.paper,
            "table": self.table,
            "row": self.row,
            "column": self.column or "formula",
            "sources": list(self.sources),
            "severity": self.severity,
            "claimed": prose.text(self.claimed),
            "found": prose.text(self.found),
            "statement": self.statement,
            "verdict": self.outcome,
            "witness": self.witness,
            "saved_by": list(self.saved_by),
            "note": " ".join(filter(None, (prose.text(self.note), prose.text(self.instead)))),
        }


@runtime_checkable
class WithNumber(Protocol):
    """A table of rankings."""

    @property
    def number(self) -> str:
        """Which of the two."""
        ...

    @property
    def cells(self) -> tuple[dict[str, Any], ...]:
        """Its entries as they are saved."""
        ...


@runtime_checkable
class WithDisplays(Protocol):
    """A table of displayed formulas."""

    @property
    def displays(self) -> Displays:
        """The rows that there are."""
        ...

    @property
    def cells(self) -> tuple[FormulaCell, ...]:
        """Those that were decided."""
        ...


#: How a place stands in the walk through its paper.
CLAIM, OWN, NEITHER = "claim", "own", "neither"


@dataclass(frozen=True)
class Checked:
    """A place that decides something: its sources, what became of it, and the finding if it is one.

    `told` is where it stands, in words, `page` and `anchor` where its evidence is shown, `reads`
    how the mark stands in every reading that was tried, `stands` those in which it is right,
    `classes` for how many classes it is decided, `every` what is known for every number of them.
    """

    paper: str
    place: Place
    sources: tuple[str, ...]
    outcome: str
    finding: Finding | None
    told: str
    page: str
    anchor: str = ""
    reads: str = ""
    stands: tuple[str, ...] = ()
    classes: int = 2
    every: str = ""
    standing: str = CLAIM


def checked(
    tables: Iterable[AnyTable], derivations: Sequence[DerivationReport] = ()
) -> Iterable[Checked]:
    """Every place that decides something, and how it stands in the walk through its paper."""
    for rows in (*map(_claims, tables), _of_derivations(derivations)):
        for one in rows:
            yield _placed(one)


def _placed(one: Checked) -> Checked:
    """With the paper's own words, if the walk through it has them."""
    known = walk(one.paper) if one.paper in PAPERS else None
    if known is None or one.standing == UNCHECKED:
        return one
    said = known.places.get(one.place)
    if said is None:
        return replace(one, standing=REPEATED if one.place in known.repeated else one.standing)
    standing = OWN if said.own else CLAIM
    finding = one.finding
    if finding is None:
        return replace(one, standing=standing)
    saved = (said.saved,) if said.saved else finding.saved_by
    severity = "reading-dependent" if said.saved else finding.severity
    finding = replace(finding, saved_by=saved, severity=severity,
                      claimed=(said.quote,) if said.quote else finding.claimed)  # fmt: skip
    return replace(one, standing=standing, finding=finding, outcome=severity)


def _claims(table: AnyTable) -> Iterable[Checked]:
    if isinstance(table, WithDisplays):
        return _of_formulas(table)
    return _of_ranks(table) if isinstance(table, WithNumber) else _of_marks(table)


def page_of(table: str) -> str:
    """Where a table is shown."""
    return f"tables/{table.replace(':', '-')}.html"


def _of_marks(table: Table) -> Iterable[Checked]:
    """The claims of a printed table; a row that is shown once more in a reading is no claim."""
    printed = table.printed
    for cell in table.cells:
        if cell.row in printed.readings:
            continue
        by_mark: dict[str, list[str]] = {}
        for claim in cell.claims:
            by_mark.setdefault(claim.mark, []).append(claim.source)
        apart = UNCHECKED if (cell.row, cell.column) in printed.unchecked else CLAIM
        known = Checked(
            printed.paper.id, (printed.id, cell.row, cell.column), (), "", None,
            f"{printed.id} {cell.row}, {cell.column}", page_of(printed.id),
            anchor(printed, cell.row, cell.column),
            classes=printed.classes.get(cell.row, 2), standing=apart,
            every="" if cell.every is None else said_for_every_m(cell.every),
        )  # fmt: skip
        for number, (mark, sources) in enumerate(by_mark.items()):
            place = (
                known.place
                if not number
                else (printed.id, cell.row, f"{cell.column}, {sources[0]}")
            )
            reads = standing_of(cell, mark)
            here = replace(known, place=place, sources=tuple(sources), reads=reads,
                           stands=_stands(table, cell, mark))  # fmt: skip
            if cell.says(mark) or cell.verdict.outcome == "undecided":
                yield replace(here, outcome="hold" if cell.says(mark) else "undecided")
                continue
            finding = _mark(table, cell, mark, tuple(sources))
            yield replace(here, outcome=finding.severity, finding=finding)


def _stands(table: Table, cell: Cell, mark: str) -> tuple[str, ...]:
    """The readings in which the mark is right, that of the row's other printing among them."""
    named = f"{cell.row} ("
    again = (other for other in table.cells
             if other.column == cell.column and other.row.startswith(named)
             and other.row in table.printed.readings)  # fmt: skip
    more = (table.printed.readings[other.row] for other in again if other.says(mark))
    return (*readings_of(cell, mark), *(f"the reading {name}" for name in more))


def _mark(table: Table, cell: Cell, mark: str, sources: tuple[str, ...]) -> Finding:
    saving = tuple(attempt.words for attempt in cell.saving(mark))
    wrong = "false statement" if table.printed.number in SENTENCES else "false mark"
    prop = PROPERTIES[cell.verdict.property]
    found: Prose = (GLYPHS[CLAIMED[cell.mark]] if cell.mark in CLAIMED else cell.mark,)
    if cell.threshold is not None:
        found = (*found, ": ", *holds_where(cell))
    return Finding(
        paper=table.printed.paper.id,
        table=table.printed.id,
        anchor=anchor(table.printed, cell.row, cell.column),
        row=cell.row,
        column=cell.column,
        sources=sources,
        severity="reading-dependent" if saving else wrong,
        claimed=(next(claim.printed for claim in cell.claims if claim.mark == mark),),
        found=found,
        statement=f"{prop.id}: {prop.said}",
        note=note_of_cell(cell) if mark == cell.printed else _elsewhere(cell),
        instead=(),
        saved_by=saving,
        outcome=cell.verdict.outcome,
        witness=_witness(cell.verdict),
        pictures=pictures(cell.verdict, cell.reading),
    )


def _elsewhere(cell: Cell) -> Prose:
    """Why the mark of another source than the paper does not hold."""
    own = cell.claims[0]
    return (*reason(cell), f" {own.source} prints {own.printed}.")


def _of_ranks(table: WithNumber) -> Iterable[Checked]:
    """The printed entries of a table of rankings."""
    name = f"{RANKING}:{table.number}"
    title = f"Table {table.number}" if table.number.isdigit() else "Appendix E.1"
    source = (f"{RANKING}, {title}",)
    for cell in table.cells:
        if cell["agrees"] is not None:
            told = f"{name} {cell['row']}, {cell['column']}"
            finding = None if cell["agrees"] else _entry_of_ranks(name, source, cell)
            yield Checked(
                RANKING, (name, str(cell["row"]), str(cell["column"])), source,
                "hold" if finding is None else "false mark", finding, told,
                page_of(name),
            )  # fmt: skip


def _entry_of_ranks(name: str, source: tuple[str, ...], cell: Mapping[str, Any]) -> Finding:
    return Finding(
        paper=RANKING,
        table=name,
        anchor="",
        row=str(cell["row"]),
        column=str(cell["column"]),
        sources=source,
        severity="false mark",
        claimed=(str(cell["printed"]),),
        found=(str(cell["computed"]),),
        statement="",
        note=(f"Computed is {cell['computed']}. {cell['note']}".strip(),),
        instead=(),
        saved_by=(),
        outcome="refuted",
        witness=cell["witness"],
    )


def _of_formulas(table: WithDisplays) -> Iterable[Checked]:
    """The displayed formulas of a paper."""
    number = table.displays.number
    source = f"{table.displays.paper}, {'displayed formulas' if number == 'formulas' else number}"
    rows = list(table.displays.rows)
    for cell in table.cells:
        display, outcome = cell.display, cell.verdict.outcome
        goals = cell.verdict.statement.goals
        several = any(v.name in ("c33", "c31") for goal in goals for v in goal.variables)
        known = Checked(
            table.displays.paper, (table.displays.id, display.row, ""), (source,), "", None,
            f"{table.displays.id} {display.row}",
            page_of(table.displays.id), f"f{rows.index(display.row) + 1}",
            classes=3 if several or (table.displays.classes == (3,) and goals[0].variables) else 2,
        )  # fmt: skip
        if outcome != "refuted":
            yield replace(known, outcome="hold" if outcome == "proved" else "undecided")
            continue
        finding = _display(table, cell, known)
        yield replace(known, outcome=finding.severity, finding=finding)


def _display(table: WithDisplays, cell: FormulaCell, known: Checked) -> Finding:
    """A displayed formula or a sentence that does not hold."""
    display = cell.display
    right = cell.corrected is not None and cell.corrected.outcome == "proved"
    small = right and _changed(display.printed, display.corrected) <= MISPRINT
    stated = table.displays.number in SENTENCES or display.row.startswith(STATED)
    wrong = "false statement" if stated else "false formula"
    why, instead = note_of_display(cell)
    return Finding(
        paper=known.paper,
        table=table.displays.id,
        anchor=known.anchor,
        row=display.row,
        column="",
        sources=known.sources,
        severity="misprint" if small else wrong,
        claimed=typeset(display.printed),
        found=typeset(display.corrected) if right else (WORDS[cell.verdict.outcome],),
        statement="",
        note=why,
        instead=instead,
        saved_by=(),
        outcome=cell.verdict.outcome,
        witness=_witness(cell.verdict),
    )


def _of_derivations(reports: Sequence[DerivationReport]) -> Iterable[Checked]:
    """What the papers say in theorems, proofs and sentences: the parts that are marked as printed.

    A displayed formula that a derivation quotes is counted in its table; a whole derivation, and a
    part that is not marked, only where the walk through the paper has it.
    """
    numbers: Counter[str] = Counter()
    for report in reports:
        derived, (section,) = report.derivation, document(report).sections
        numbers[derived.paper] += 1
        right = report.complete and not report.problems and not report.refuted
        known = Checked(
            derived.paper, (DERIVATION, derived.name, ""),
            (f"{derived.paper}, theorems and proofs",), "hold" if right else "undecided", None,
            f"{derived.paper} {derived.name} ({derived.source})",
            f"derivations/{derived.paper}.html", f"section-{numbers[derived.paper]}",
            standing=NEITHER,
        )  # fmt: skip
        yield known
        pairs = zip(report.answers, section.blocks, strict=False)
        for place, (answer, block) in enumerate(pairs, 1):
            if answer is None:
                continue
            counted = answer.part.printed and answer.part.kind != "display"
            here = replace(known, place=(DERIVATION, derived.name, str(place)),
                           standing=CLAIM if counted else NEITHER,
                           **_classes(answer))  # fmt: skip
            if not answer.contradicts:
                open_ = "undecided" in answer.told or "not proved" in answer.told
                yield replace(here, outcome="undecided" if open_ else "hold")
                continue
            finding = _derived(report, answer, block, here)
            yield replace(here, outcome=finding.severity, finding=finding)


def _classes(answer: Answered) -> dict[str, Any]:
    """For how many classes a part is decided, or what is known for every number of them."""
    if isinstance(answer.found, EveryReport):
        return {"every": said_for_every_m(answer.found.verdicts[0])}
    classes = getattr(getattr(answer.part, "question", None), "classes", 2)
    return {"classes": classes} if isinstance(classes, int) else {}


def _derived(report: DerivationReport, answer: Answered, block: Block, known: Checked) -> Finding:
    """Something that a theorem or a proof says, and that does not hold."""
    saved = getattr(answer.part, "saved", "")
    return Finding(
        paper=known.paper,
        table=f"{known.paper}:derivations",
        anchor=known.anchor,
        row=f"{report.derivation.name} ({report.derivation.source})",
        column="",
        sources=known.sources,
        severity="reading-dependent" if saved else "false statement",
        claimed=_asked(answer, report),
        found=(WORDS.get(answer.told, answer.told),),
        statement="",
        note=_why(answer, block),
        instead=_right(answer),
        saved_by=(saved,) if saved else (),
        outcome="refuted",
        witness=answer.data.get("witness"),
        pictures=_drawn(answer),
    )


def _asked(answer: Answered, report: DerivationReport) -> Prose:
    """What is claimed: of a check the property of the measure, else the statement."""
    if isinstance(answer.found, EveryReport):
        name = answer.found.subject.measure.name
        return (f"{name}, every m: {answer.found.verdicts[0].property}",)
    if isinstance(answer.found, Verdict) and answer.part.kind == "check":
        return (f"{answer.found.statement.subject}: {answer.found.property}",)
    return report.derivation.statement or (report.derivation.title,)


def _right(answer: Answered) -> Prose:
    """What some measure has, of a set that none has."""
    return (in_a_sentence(answer.found)[1],) if isinstance(answer.found, EveryM) else ()


def _why(answer: Answered, block: Block) -> Prose:
    """The counterexample."""
    if isinstance(answer.found, Verdict) and answer.part.kind == "check":
        return refutation(answer.found, "M")[1]
    if isinstance(answer.found, EveryM):
        return (in_a_sentence(answer.found)[0],)
    if answer.part.kind not in MAKERS:  # the whole text of an answer: its title says it
        return block.head
    told: list[Piece] = [*block.head]
    for shown in (block.told, *block.shown):
        told += [" ", *shown] if shown else []
    return tuple(told)


def _drawn(answer: Answered) -> Pictures | None:
    """The pictures of a counterexample to a property."""
    reading = answer.reading
    found = answer.found
    return pictures(found, reading) if reading and isinstance(found, Verdict) else None


def _witness(verdict: Verdict) -> Mapping[str, Any] | None:
    return None if verdict.witness is None else verdict.witness.to_data()


def _changed(printed: str, corrected: str) -> int:
    """How many symbols must be left out, put in or changed."""
    one, two = (_SYMBOLS.findall(text.partition(", at ")[0]) for text in (printed, corrected))
    blocks = SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
    return sum(max(b - a, d - c) for kind, a, b, c, d in blocks if kind != "equal")
