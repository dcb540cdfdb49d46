"""The displayed formulas of a paper, decided row by row."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from symbolic_measures.claims.papers import chosen
from symbolic_measures.macros import check
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.processes import in_processes
from symbolic_measures.questions.table.formulas import Cell, Decided, FormulaTable, displays_of
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.engine import MADE_TO_HOLD, decide
from symbolic_measures.search.guarded import guarded
from symbolic_measures.search.refute import refute
from symbolic_measures.search.store import Store

#: Counterexamples up to this size are looked for before a proof is tried.
LARGEST = 6


def _decided(statement: Statement, seconds: float) -> Verdict:
    """Small counterexamples first: some begin above the sizes that `decide` tries first."""
    if statement.property in MADE_TO_HOLD:
        return decide(statement, seconds)
    effort = Effort(seconds)
    witness = guarded(lambda: refute(statement, LARGEST, effort), lambda _: None)
    if witness is None:
        return decide(statement, seconds)
    verdict = Verdict(statement.property, "refuted", statement, witness=witness)
    check(statement, verdict)
    return verdict


def _decide(table: str, row: str, seconds: float, cache: str) -> Decided:
    """A row with its verdict, and that on its correction if it is refuted."""
    display, store = displays_of(table).rows[row], Store(Path(cache)) if cache else None

    def decided(corrected: bool = False) -> Verdict:
        statement = display.statement(corrected)
        if store is None:
            return _decided(statement, seconds)
        return store.decide_claim(statement, lambda: _decided(statement, seconds))

    verdict = decided()
    wrong = verdict.outcome == "refuted" and display.correction is not None
    return row, verdict, decided(corrected=True) if wrong else None


@dataclass
class DecidingFormulas:
    """The work on a table of formulas; iterate, then `report()` says what is known."""

    name: str
    chosen: tuple[str, ...] = ()
    seconds: float = SECONDS
    jobs: int = 1
    cache: str = ""
    cells: dict[str, Cell] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.displays = displays_of(self.name)
        self.rows = chosen("row", self.chosen or None, {row: row for row in self.displays.rows})

    def __iter__(self) -> Iterator[str]:
        """Yields each row, once it is decided."""
        tasks = [(self.name, row, self.seconds, self.cache) for row in self.rows]
        for row, verdict, corrected in in_processes(
            _decide, tasks, min(self.jobs or os.cpu_count() or 1, len(tasks))
        ):
            self.cells[row] = Cell(self.displays.rows[row], verdict, corrected)
            yield row

    def report(self) -> FormulaTable:
        """What is known so far."""
        cells = tuple(self.cells[row] for row in self.rows if row in self.cells)
        return FormulaTable(self.displays, self.rows, cells)
