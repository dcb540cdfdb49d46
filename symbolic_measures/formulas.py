"""Tables of displayed formulas, decided: `table gosgens2021:formulas`.

A formula agrees if it is proved as printed.  Where it is refuted, the note shows the smallest
counterexample and, if one is known, the correction with its own verdict.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from symbolic_measures.catalog.formulas import DISPLAYS, Display
from symbolic_measures.catalog.papers import TABLES
from symbolic_measures.formula import FormulaError
from symbolic_measures.kernel.checker import check
from symbolic_measures.report.formulas import note
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.engine import decide
from symbolic_measures.search.refute import refute
from symbolic_measures.session import MALFORMED, SCHEMA, SECONDS, Checked, only, replayed_verdict
from symbolic_measures.statement import Statement
from symbolic_measures.verdict import CertificateError, Verdict

NUMBER = "formulas"
SUFFIX = f":{NUMBER}"
#: Counterexamples up to this size are looked for before a proof is tried.
LARGEST = 6
MARKS = {"proved": "yes", "refuted": "no", "undecided": "undecided", "not-applicable": "vacuous"}


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
class FormulaTable:
    """The chosen rows, decided."""

    paper: str
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
            "paper": self.paper,
            "table": NUMBER,
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


def is_formulas(table: str) -> bool:
    """Whether a table of that name has goals of its own, not properties of measures."""
    return table.endswith(SUFFIX) and table not in TABLES


def displays(paper: str, rows: Iterable[str] | None = None) -> list[Display]:
    """The displayed formulas of a paper; FormulaError if there are none of that name."""
    if paper not in DISPLAYS:
        raise FormulaError(f"no table of formulas {paper!r}; known: {', '.join(DISPLAYS)}")
    known = DISPLAYS[paper]
    wanted = list(rows or known)
    for row in wanted:
        if row not in known:
            raise FormulaError(f"no row {row!r}; known: {', '.join(known)}")
    return [known[row] for row in wanted]


def _decided(statement: Statement, seconds: float) -> Verdict:
    """Small counterexamples first: some begin above the sizes that `decide` tries first."""
    try:
        witness = refute(statement, LARGEST, Clock(seconds))
    except OutOfTimeError:
        witness = None
    if witness is None:
        return decide(statement, seconds)
    verdict = Verdict(statement.property, "refuted", statement, witness=witness)
    check(statement, verdict)
    return verdict


@dataclass
class DecidingFormulas:
    """The work on a table of formulas; iterate, then `table()` says what is known."""

    paper: str
    chosen: tuple[str, ...] = ()
    seconds: float = SECONDS
    cells: list[Cell] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.displays = displays(self.paper, self.chosen)

    def __iter__(self) -> Iterator[str]:
        for display in self.displays:
            yield display.row
            verdict, corrected = _decided(display.statement(), self.seconds), None
            if verdict.outcome == "refuted" and display.correction is not None:
                corrected = _decided(display.statement(corrected=True), self.seconds)
            self.cells.append(Cell(display, verdict, corrected))

    def table(self) -> FormulaTable:
        """What is known so far."""
        rows = tuple(display.row for display in self.displays)
        return FormulaTable(self.paper, rows, tuple(self.cells))


def decide_formulas(
    table: str, rows: Iterable[str] | None = None, seconds: float = SECONDS
) -> FormulaTable:
    """Decides the displayed formulas of a paper ("gosgens2021:formulas"), or some of them."""
    work = DecidingFormulas(table.removesuffix(SUFFIX), tuple(rows or ()), seconds)
    for _ in work:
        pass
    return work.table()


def verify_formulas(data: Any) -> Iterator[Checked]:
    """Rebuilds every claim from its row, replays its verdict, and compares the rest."""
    only(data, "paper", "table", "rows", "cells", "complete")
    try:
        wanted = displays(str(data["paper"]), [str(row) for row in data["rows"]])
        entries = list(data["cells"])
        if len(entries) > len(wanted) or (
            len(entries) < len(wanted) and data.get("complete") is not False
        ):
            raise CertificateError("the cells are not those of the rows")
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    except MALFORMED as error:
        raise CertificateError(f"not a saved table: {type(error).__name__} {error}") from None
    for display, entry in zip(wanted, entries):
        outcome = str(entry.get("computed")) if isinstance(entry, dict) else "?"
        try:
            _verify_cell(display, entry)
        except CertificateError as error:
            yield Checked(display.row, outcome, str(error))
        else:
            yield Checked(display.row, outcome)


def _verify_cell(display: Display, entry: Any) -> None:
    if not isinstance(entry, dict):
        raise CertificateError("a cell is an object")
    verdict = replayed_verdict(display.statement(), entry.get("verdict"), {})
    needed = verdict.outcome == "refuted" and display.correction is not None
    corrected = None
    if needed:
        corrected = replayed_verdict(display.statement(corrected=True), entry.get("corrected"), {})
    expected = Cell(display, verdict, corrected).to_data()
    for key in {**expected, **entry}:
        if json.dumps(entry.get(key), sort_keys=True) != json.dumps(
            expected.get(key), sort_keys=True
        ):
            raise CertificateError(f"the entry `{key}` is not what the claim and the verdict give")
