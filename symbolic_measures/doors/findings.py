"""What was found in the papers: every claim that does not hold, and how many were checked.

A claim is a printed mark in one source, or a displayed formula.  Everything here is counted from
decided tables; nothing is typed in.

Invariant: a claim holds only if its verdict is what is printed; an undecided one is in no other
count than `undecided`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from symbolic_measures.claims.papers import PAPERS
from symbolic_measures.claims.ranked import PAPER as RANKING
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.verdict import GLYPHS, Verdict
from symbolic_measures.questions.derivation.show import Block, document
from symbolic_measures.questions.table.cells import CLAIMED, holds_where, reason
from symbolic_measures.questions.table.cells import note as note_of_cell
from symbolic_measures.questions.table.formula_notes import claim as typeset
from symbolic_measures.questions.table.show_formulas import note_of_display
from symbolic_measures.questions.table.show_marks import anchor
from symbolic_measures.report import html, latex, prose
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

if TYPE_CHECKING:
    AnyTable = Table | FormulaTable | RankTable
#: How bad it is, from the worst; the words in brackets explain it.
SEVERITIES = {
    "false statement": "a theorem, a step of a proof or a sentence does not hold as printed",
    "false mark": "the printed mark is not what holds, in no reading that was tried",
    "false formula": "the displayed formula does not hold as printed",
    "misprint": "putting right at most two symbols of the displayed formula makes it hold",
    "reading-dependent": "literally it does not hold; in a reading that is named it does",
}
#: A correction of at most that many symbols is one of a misprint.
MISPRINT = 2
_SYMBOLS = re.compile(r"[A-Za-z_]\w*|\d+|\S")
FIELDS = ("claims", "hold", *SEVERITIES, "undecided")


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
        return f"tables/{self.table.replace(':', '-')}.html"

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


@dataclass(frozen=True)
class Count:
    """How many claims of a source were checked, how many hold, and what of the others."""

    source: str
    numbers: tuple[int, ...]

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {"source": self.source, **dict(zip(FIELDS, self.numbers, strict=True))}


@dataclass(frozen=True)
class Findings:
    """Everything a format shows."""

    findings: tuple[Finding, ...]
    counts: tuple[Count, ...]
    open: tuple[str, ...]

    @property
    def total(self) -> Count:
        """All sources together."""
        columns = zip(*(count.numbers for count in self.counts), strict=True)
        return Count("all", tuple(map(sum, columns)) if self.counts else (0,) * len(FIELDS))

    @property
    def headline(self) -> str:
        """One sentence of counts."""
        found = self.total.to_data()
        bad = [f"{found[name]} {'are ' if not place else ''}{name}{_plural(name, found[name])}"
               for place, name in enumerate(SEVERITIES)]  # fmt: skip
        return (
            f"Of {found['claims']} claims that were checked, {found['hold']} hold; "
            f"{', '.join(bad)}; {found['undecided']} undecided."
        )

    @property
    def by_paper(self) -> tuple[tuple[str, tuple[Finding, ...]], ...]:
        """The findings of each paper, the worst first."""
        order = list(SEVERITIES)
        return tuple(
            (
                f"{paper.title} ({paper.id})",
                tuple(
                    sorted(
                        (finding for finding in self.findings if finding.paper == paper.id),
                        key=lambda finding: order.index(finding.severity),
                    )
                ),
            )
            for paper in PAPERS.values()
            if any(finding.paper == paper.id for finding in self.findings)
        )

    def to_json(self) -> str:
        """The JSON text."""
        data = {
            "schema": 1,
            "severities": SEVERITIES,
            "total": {k: v for k, v in self.total.to_data().items() if k != "source"},
            "sources": [count.to_data() for count in self.counts],
            "undecided": list(self.open),
            "findings": [finding.to_data() for finding in self.findings],
        }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _plural(name: str, count: int) -> str:
    return "s" if name != "reading-dependent" and count != 1 else ""


def findings(tables: Iterable[AnyTable], derivations: Sequence[DerivationReport] = ()) -> Findings:
    """What was found in decided tables and derivations, counted."""
    told: list[Finding] = []
    open_: list[str] = []
    counts: dict[str, Counter[str]] = {}
    for rows in (*map(_claims, tables), _of_derivations(derivations)):
        for sources, outcome, finding, place in rows:
            for source in sources:
                counts.setdefault(source, Counter())[outcome] += 1
            if finding is not None:
                told.append(finding)
            elif outcome == "undecided":
                open_.append(place)
    lines = tuple(
        Count(source, (found.total(), *(found[name] for name in FIELDS[1:])))
        for source, found in counts.items()
    )
    return Findings(tuple(told), lines, tuple(dict.fromkeys(open_)))


def _claims(table: AnyTable) -> Iterable[Checked]:
    if isinstance(table, WithDisplays):
        return _of_formulas(table)
    return _of_ranks(table) if isinstance(table, WithNumber) else _of_marks(table)


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


#: The sources of a claim, what became of it, the finding if it is one, and where it stands.
Checked = tuple[tuple[str, ...], str, Finding | None, str]


def _of_marks(table: Table) -> Iterable[Checked]:
    """The claims of a printed table; a row that is shown once more in a reading is no claim."""
    for cell in table.cells:
        if cell.row in table.printed.readings:
            continue
        by_mark: dict[str, list[str]] = {}
        for claim in cell.claims:
            by_mark.setdefault(claim.mark, []).append(claim.source)
        place = f"{table.printed.id} {cell.row}, {cell.column}"
        for mark, sources in by_mark.items():
            if cell.says(mark) or cell.verdict.outcome == "undecided":
                outcome = "hold" if cell.says(mark) else "undecided"
                yield tuple(sources), outcome, None, place
                continue
            finding = _mark(table, cell, mark, tuple(sources))
            yield tuple(sources), finding.severity, finding, place


def _mark(table: Table, cell: Cell, mark: str, sources: tuple[str, ...]) -> Finding:
    saving = tuple(attempt.words for attempt in cell.saving(mark))
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
        severity="reading-dependent" if saving else "false mark",
        claimed=(next(claim.printed for claim in cell.claims if claim.mark == mark),),
        found=found,
        statement=f"{prop.id}: {prop.sentence}",
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
            place = f"{name} {cell['row']}, {cell['column']}"
            finding = None if cell["agrees"] else _entry_of_ranks(name, source, cell)
            yield source, "hold" if finding is None else "false mark", finding, place


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
        place = f"{table.displays.id} {display.row}"
        if outcome != "refuted":
            held = "hold" if outcome == "proved" else "undecided"
            yield (source,), held, None, place
            continue
        right = cell.corrected is not None and cell.corrected.outcome == "proved"
        small = right and _changed(display.printed, display.corrected) <= MISPRINT
        severity = "misprint" if small else "false formula"
        why, instead = note_of_display(cell)
        finding = Finding(
            paper=table.displays.paper,
            table=table.displays.id,
            anchor=f"f{rows.index(display.row) + 1}",
            row=display.row,
            column="",
            sources=(source,),
            severity=severity,
            claimed=typeset(display.printed),
            found=typeset(display.corrected) if right else (WORDS[outcome],),
            statement="",
            note=why,
            instead=instead,
            saved_by=(),
            outcome=cell.verdict.outcome,
            witness=_witness(cell.verdict),
        )
        yield (source,), severity, finding, place


def _of_derivations(reports: Sequence[DerivationReport]) -> Iterable[Checked]:
    """What the papers say in theorems, proofs and sentences: the parts that are marked as printed.

    A displayed formula that a derivation quotes is counted in its table.
    """
    numbers: Counter[str] = Counter()
    for report in reports:
        paper, (section,) = report.derivation.paper, document(report).sections
        numbers[paper] += 1
        number = numbers[paper]
        source = (f"{paper}, theorems and proofs",)
        pairs = zip(report.answers, section.blocks, strict=False)
        for place, (answer, block) in enumerate(pairs, 1):
            if answer is None or not answer.part.printed or answer.part.kind == "display":
                continue
            said = answer.told
            where = f"{report.derivation.name} ({report.derivation.source})"
            if not said.startswith("refuted"):
                open_ = "undecided" in said or "not proved" in said
                yield source, "undecided" if open_ else "hold", None, f"{paper} {where}"
                continue
            finding = Finding(
                paper=paper,
                table=f"{paper}:derivations",
                anchor=f"section-{number}",
                row=where,
                column="",
                sources=source,
                severity="false statement",
                claimed=_asked(answer, report),
                found=(WORDS["refuted"],),
                statement="",
                note=_why(answer, block),
                instead=(),
                saved_by=(),
                outcome="refuted",
                witness=answer.data.get("witness"),
                pictures=_drawn(answer),
            )
            yield source, "false statement", finding, f"{where}, part {place}"


def _asked(answer: Answered, report: DerivationReport) -> Prose:
    """What is claimed: of a check the property of the measure, else the statement."""
    if isinstance(answer.found, Verdict) and answer.part.kind == "check":
        return (f"{answer.found.statement.subject}: {answer.found.property}",)
    return report.derivation.statement or (report.derivation.title,)


def _why(answer: Answered, block: Block) -> Prose:
    """The counterexample."""
    if isinstance(answer.found, Verdict) and answer.part.kind == "check":
        return refutation(answer.found, "M")[1]
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


def render_html(found: Findings) -> str:
    """A page of its own."""
    return html.rendered("findings.html", found, severities=SEVERITIES, fields=FIELDS)


def render_latex(found: Findings) -> str:
    """A whole LaTeX document."""
    return latex.rendered("findings.tex", found, severities=SEVERITIES, fields=FIELDS)


def render_section(found: Findings) -> str:
    """The same without a document around it."""
    return latex.rendered("findings-body.tex", found, severities=SEVERITIES, fields=FIELDS)


def rendered_text(found: Findings) -> str:
    """The counts and one line for each finding."""
    lines: Sequence[str] = [found.headline]
    for finding in found.findings:
        told = f"{prose.text(finding.claimed)} is printed, {prose.text(finding.found)}"
        lines = [*lines, f"  {finding.table} {finding.place}: {finding.severity}: {told}"]
    return "\n".join(lines)
