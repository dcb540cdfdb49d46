"""Tables of displayed formulas, decided: `table gosgens2021:formulas`.

A formula agrees if it is proved as printed.  Where it is refuted, the note shows the smallest
counterexample and, if one is known, the correction with its own verdict.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symbolic_measures.claims import (
    brzezinski_sentences,
    displayed_matrices,
    gosgens_derivations,
    gosgens_experiments,
    gosgens_sentences,
    opitz_formulas,
    opitz_sentences,
)
from symbolic_measures.claims.displayed import Display, Displays
from symbolic_measures.meaning.replay import replayed_verdict
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import Kinds, Replay
from symbolic_measures.nouns.saved import MALFORMED, SCHEMA, demand_same, only
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.questions.table.formula_notes import note
from symbolic_measures.questions.table.replaying import replayed_cells

#: The displayed formulas and matrices, by the name of their table.
DISPLAYS: dict[str, Displays] = {
    each.id: each
    for each in (
        gosgens_derivations.GOSGENS,
        displayed_matrices.GOSGENS,
        gosgens_sentences.DISPLAYS,
        gosgens_experiments.DISPLAYS,
        brzezinski_sentences.DISPLAYS,
        opitz_formulas.DISPLAYS,
        displayed_matrices.OPITZ,
        opitz_sentences.SENTENCES,
        opitz_sentences.EXPERIMENTS,
    )
}
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
class FormulaTable(Answer, kind="table"):
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


def is_formulas(table: str) -> bool:
    """Whether a table of that name has goals of its own, not properties of measures."""
    return table in DISPLAYS or table.endswith(":formulas")


def displays_of(table: str) -> Displays:
    """The displayed formulas of a paper ("gosgens2021:formulas"); FormulaError if none."""
    if table not in DISPLAYS:
        raise FormulaError(f"no table of formulas {table!r}; known: {', '.join(DISPLAYS)}")
    return DISPLAYS[table]


def replay_formulas(data: Any, kinds: Kinds) -> Replay:
    """Rebuilds every claim from its row, replays its verdict, and compares the rest."""
    only(data, "paper", "table", "rows", "cells", "complete")
    try:
        table = f"{data['paper']}:{data['table']}"
        known = displays_of(table).rows
        left = [row for row in known if row in data["rows"]]
        if left != data["rows"]:
            raise CertificateError("the rows are not rows of this table, in its order")
        entries = [dict(entry) for entry in data["cells"]]
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    except MALFORMED as error:
        raise CertificateError(f"not a saved table: {type(error).__name__} {error}") from None
    cells = yield from replayed_cells(
        data, entries, left, lambda entry: str(entry.get("row")),
        lambda entry: _verify_cell(known[entry["row"]], entry, kinds.done),
    )  # fmt: skip
    if cells is None:
        return None
    return FormulaTable(displays_of(table), tuple(data["rows"]), tuple(cells))


def _verify_cell(display: Display, entry: dict[str, Any], done: dict[Goal, Step]) -> Cell:
    verdict, corrected = replayed_verdict(display.statement(), entry.get("verdict"), done), None
    if verdict.outcome == "refuted" and display.correction is not None:
        statement = display.statement(corrected=True)
        corrected = replayed_verdict(statement, entry.get("corrected"), done)
    cell = Cell(display, verdict, corrected)
    demand_same(entry, cell.to_data())
    return cell
