"""Tables of displayed formulas, decided: `table gosgens2021:formulas`.

A formula agrees if it is proved as printed.  Where it is refuted, the note shows the smallest
counterexample and, if one is known, the correction with its own verdict.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from symbolic_measures.catalog import displayed_matrices, gosgens_derivations, opitz_formulas
from symbolic_measures.catalog.formulas import Display, Displays
from symbolic_measures.catalog.papers import chosen
from symbolic_measures.formula import FormulaError
from symbolic_measures.kernel.checker import check
from symbolic_measures.notebook import Shown
from symbolic_measures.processes import in_processes
from symbolic_measures.report.formulas import note
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.engine import MADE_TO_HOLD, decide
from symbolic_measures.search.refute import refute
from symbolic_measures.session import (
    MALFORMED,
    SCHEMA,
    SECONDS,
    Checked,
    demand_same,
    only,
    replayed_verdict,
)
from symbolic_measures.statement import Statement
from symbolic_measures.store import Store
from symbolic_measures.verdict import CertificateError, Verdict

#: The displayed formulas and matrices, by the name of their table.
DISPLAYS: dict[str, Displays] = {
    each.id: each
    for each in (
        gosgens_derivations.GOSGENS,
        displayed_matrices.GOSGENS,
        opitz_formulas.DISPLAYS,
        displayed_matrices.OPITZ,
    )
}
#: Counterexamples up to this size are looked for before a proof is tried.
LARGEST = 6
MARKS = {"proved": "yes", "refuted": "no", "undecided": "undecided", "not-applicable": "vacuous"}

#: Row, verdict on what is printed, verdict on the correction.
Decided = tuple[str, Verdict, Verdict | None]


@dataclass(frozen=True)
class Cell:
    """One displayed formula with its verdict, and that of its correction if it is wrong."""

    display: Display
    verdict: Verdict
    corrected: Verdict | None = None

    @property
    def agrees(self) -> bool:
        """Whether it is proved as printed."""
        return self.verdict.outcome == "proved"

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "row": self.display.row,
            "column": "formula",
            "printed": self.display.printed,
            "computed": MARKS[self.verdict.outcome],
            "agrees": self.agrees,
            "witness": None if self.verdict.witness is None else self.verdict.witness.to_data(),
            "note": note(self.display, self.verdict, self.corrected),
            "verdict": self.verdict.to_data(),
            "corrected": None if self.corrected is None else self.corrected.to_data(),
        }


@dataclass(frozen=True)
class FormulaTable(Shown):
    """The chosen rows, decided."""

    displays: Displays
    rows: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def complete(self) -> bool:
        """Whether every chosen row was looked at."""
        return len(self.cells) == len(self.rows)

    def __getitem__(self, row: str) -> Cell:
        """The cell of that row."""
        return next(cell for cell in self.cells if cell.display.row == row)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "paper": self.displays.paper,
            "table": self.displays.number,
            "rows": list(self.rows),
            "cells": [cell.to_data() for cell in self.cells],
        }
        return data if self.complete else {**data, "complete": False}

    def to_json(self) -> str:
        """The JSON text that `verify` reads."""
        return json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n"

    def __str__(self) -> str:
        from symbolic_measures.report.formulas import render_text

        return render_text(self)

    def _repr_html_(self) -> str:
        from symbolic_measures.report.formulas import render_html_fragment

        return render_html_fragment(self)


def is_formulas(table: str) -> bool:
    """Whether a table of that name has goals of its own, not properties of measures."""
    return table in DISPLAYS or table.endswith(":formulas")


def displays_of(table: str) -> Displays:
    """The displayed formulas of a paper ("gosgens2021:formulas"); FormulaError if none."""
    if table not in DISPLAYS:
        raise FormulaError(f"no table of formulas {table!r}; known: {', '.join(DISPLAYS)}")
    return DISPLAYS[table]


def _decided(statement: Statement, seconds: float) -> Verdict:
    """Small counterexamples first: some begin above the sizes that `decide` tries first."""
    if statement.property in MADE_TO_HOLD:
        return decide(statement, seconds)
    try:
        witness = refute(statement, LARGEST, Clock(seconds))
    except OutOfTimeError:
        witness = None
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
    """The work on a table of formulas; iterate, then `table()` says what is known."""

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
        for row, verdict, corrected in in_processes(_decide, tasks, min(self.jobs, len(tasks))):
            self.cells[row] = Cell(self.displays.rows[row], verdict, corrected)
            yield row

    def table(self) -> FormulaTable:
        """What is known so far."""
        cells = tuple(self.cells[row] for row in self.rows if row in self.cells)
        return FormulaTable(self.displays, self.rows, cells)


def decide_formulas(
    table: str,
    rows: Iterable[str] | None = None,
    seconds: float = SECONDS,
    jobs: int = 1,
    cache: str = "",
) -> FormulaTable:
    """Decides the displayed formulas of a paper ("gosgens2021:formulas"), or some of them."""
    work = DecidingFormulas(table, tuple(rows or ()), seconds, jobs, cache)
    for _ in work:
        pass
    return work.table()


def verify_formulas(data: Any) -> Iterator[Checked]:
    """Rebuilds every claim from its row, replays its verdict, and compares the rest."""
    yield from _replaying(data, [])


def read_formulas(data: Any) -> FormulaTable:
    """The table of a saved file; CertificateError, with the first problem, if it is not one."""
    cells: list[Cell] = []
    for item in _replaying(data, cells):
        if item.problem:
            raise CertificateError(f"{item.property}: {item.problem}")
    known = {cell.display.row: cell for cell in cells}
    rows = tuple(data["rows"])
    found = tuple(known[row] for row in rows if row in known)
    return FormulaTable(displays_of(f"{data['paper']}:{data['table']}"), rows, found)


def _replaying(data: Any, into: list[Cell]) -> Iterator[Checked]:
    """Each row, once it is replayed; those that verify are put into the list."""
    only(data, "paper", "table", "rows", "cells", "complete")
    try:
        known = displays_of(f"{data['paper']}:{data['table']}").rows
        left = [row for row in known if row in data["rows"]]
        if left != data["rows"]:
            raise CertificateError("the rows are not rows of this table, in its order")
        entries = [dict(entry) for entry in data["cells"]]
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    except MALFORMED as error:
        raise CertificateError(f"not a saved table: {type(error).__name__} {error}") from None
    for entry in entries:
        row, outcome = str(entry.get("row")), str(entry.get("computed"))
        try:
            if row not in left:
                raise CertificateError("not a row of this table, or there twice")
            left.remove(row)
            into.append(_verify_cell(known[row], entry))
        except CertificateError as error:
            yield Checked(row, outcome, str(error))
        else:
            yield Checked(row, outcome)
    if left and data.get("complete") is not False:
        yield Checked("cells", "no", f"{len(left)} are missing, the first is {left[0]}")


def _verify_cell(display: Display, entry: dict[str, Any]) -> Cell:
    verdict, corrected = replayed_verdict(display.statement(), entry.get("verdict"), {}), None
    if verdict.outcome == "refuted" and display.correction is not None:
        corrected = replayed_verdict(display.statement(corrected=True), entry.get("corrected"), {})
    cell = Cell(display, verdict, corrected)
    demand_same(entry, cell.to_data())
    return cell
