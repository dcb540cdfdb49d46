"""Printed tables decided: each claimed mark beside the one that is computed.

from symbolic_measures import decide_table
print(decide_table("gosgens2021:2", rows=["F1", "BA"], columns=["Mon", "SMon"]))

A cell agrees only if its verdict is what the paper prints; undecided never agrees.  Where it does
not, other readings of the cell are decided too, and the note says which of them would save the
printed mark.  Where a property fails for some value of a parameter, a table may ask for the exact
set of values for which it holds.  A saved table is verified by replaying its verdicts and computing
everything else from them again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from symbolic_measures.claims.papers import PrintedTable, chosen, get_table
from symbolic_measures.meaning.average_families import with_family
from symbolic_measures.meaning.each_m import replayed_at_each_m
from symbolic_measures.meaning.every_report import EveryVerdict, replayed_every
from symbolic_measures.meaning.kept import Kept, replayed_kept
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure_data
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import Kinds, Replay
from symbolic_measures.nouns.saved import MALFORMED, SCHEMA, demand_same, malformed, only
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.questions.table.cells import (
    Attempt,
    Cell,
    asks_for_set,
    every_of,
    other_readings,
    places_of,
    reading_of,
)
from symbolic_measures.questions.table.replaying import replayed_cells


@dataclass(frozen=True)
class Table(Answer, kind="table"):
    """A printed table, or the chosen rows and columns of it, with what was decided."""

    printed: PrintedTable
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]
    every: bool = False

    @property
    def complete(self) -> bool:
        """Whether every chosen cell was looked at (an interrupt leaves some out)."""
        return len(self.cells) == len(places_of(self.printed, self.rows, self.columns))

    @property
    def disagreements(self) -> tuple[Cell, ...]:
        """The cells whose printed mark is not the computed one, undecided ones included."""
        return tuple(cell for cell in self.cells if not cell.agrees)

    def __getitem__(self, place: tuple[str, str]) -> Cell:
        """The cell in that row and column."""
        for cell in self.cells:
            if (cell.row, cell.column) == place:
                return cell
        raise KeyError(place)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "paper": self.printed.paper.id,
            "table": self.printed.number,
            "rows": list(self.rows),
            "columns": list(self.columns),
            "cells": [cell.to_data() for cell in self.cells],
            **({"every": True} if self.every else {}),
        }
        if not self.complete:
            data["complete"] = False
        return data


def averaged_cell(
    printed: PrintedTable, row: str, column: str, kept_of: Callable[[str, str], Kept]
) -> Cell:
    """A cell about an averaging; if it disagrees, its weak form, and where every class occurs."""
    property_id, reading = printed.property_at(row, column), reading_of(printed, row)
    kept = kept_of(property_id, "all")
    cell = Cell(row, column, reading, printed.claims[row, column], kept.as_verdict(), average=kept)
    if not cell.refutes_claim:
        return cell
    asked = [(f"{weak.weaker_by} ({weak.id})", weak.id, "all")
             for weak in PROPERTIES.values() if weak.stronger == property_id]  # fmt: skip
    asked.append(("where every class occurs in both labelings", property_id, "present"))
    found = ((words, kept_of(other, where)) for words, other, where in asked)
    attempts = tuple(Attempt(words, other.as_verdict(), other) for words, other in found)
    return replace(cell, attempts=attempts)


def _replayed_average(printed: PrintedTable, entry: dict[str, Any]) -> Cell:
    """The cell about an averaging that a saved entry gives, everything replayed."""
    saved = [entry.get("average"), *(tried.get("average") for tried in entry["tried"])]
    averaging = printed.averagings[entry["row"]]
    known = {(k.property, k.where): k for k in (replayed_kept(averaging, one) for one in saved)}

    def kept_of(property_id: str, where: str) -> Kept:
        if (property_id, where) not in known:
            raise CertificateError(f"nothing is said of {property_id}, {where}")
        return known[property_id, where]

    return averaged_cell(printed, entry["row"], entry["column"], kept_of)


def replay_marks(data: Any, kinds: Kinds) -> Replay:
    """Each cell, once it is replayed; all else that it says is what the verdicts give."""
    only(data, "paper", "table", "rows", "columns", "cells", "every", "complete")
    try:
        printed = get_table(f"{data.get('paper')}:{data['table']}")
        rows = chosen("row", data.get("rows"), printed.rows)
        columns = chosen("column", data.get("columns"), printed.columns)
        cells = [dict(entry) for entry in data["cells"]]
        every = "every" in data
        if data.get("every", True) is not True:
            raise TypeError("`every` is true, or is not there")
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    except (KeyError, TypeError, ValueError) as error:
        raise CertificateError(f"not a saved table: {type(error).__name__} {error}") from None
    decided = yield from replayed_cells(
        data, cells, places_of(printed, rows, columns),
        lambda entry: (entry.get("row"), entry.get("column")),
        lambda entry: _verify_cell(printed, entry, kinds, every),
        lambda place: f"{place[0]} {place[1]}",
    )  # fmt: skip
    return None if decided is None else Table(printed, rows, columns, tuple(decided), every)


def _verify_cell(printed: PrintedTable, entry: dict[str, Any], kinds: Kinds, every: bool) -> Cell:
    row, column = entry["row"], entry["column"]
    if row in printed.averagings:
        try:
            cell = _replayed_average(printed, entry)
            if every and cell.average is not None:
                said = entry.get("every")
                larger = said.get("larger") if isinstance(said, dict) else None
                cell = replace(cell, every=with_family(cell.average, larger))
        except MALFORMED as error:
            raise CertificateError(malformed(error)) from None
        demand_same(entry, cell.to_data())
        return cell
    reading = reading_of(printed, row)
    property_id = printed.property_at(row, column)
    verdict = _verdict(property_id, reading, entry.get("verdict"), kinds.done)
    cell = Cell(row, column, reading, printed.claims[row, column], verdict)
    if asks_for_set(printed, cell):
        cell = _with_threshold(cell, entry.get("threshold"), kinds)
    tried = entry.get("tried")
    others = other_readings(cell, property_id, bool(tried))
    if not isinstance(tried, list) or len(tried) != len(others):
        raise CertificateError("not the readings that are tried")
    attempts = []
    for other, item in zip(others, tried, strict=True):
        saved = item.get("verdict") if isinstance(item, dict) else None
        found = _verdict(other.property, other.reading, saved, kinds.done)
        attempts.append(Attempt(other.words, found))
    cell = replace(cell, attempts=tuple(attempts), every=_every(printed, entry, every))
    demand_same(entry, cell.to_data())
    return cell


def _every(printed: PrintedTable, entry: dict[str, Any], asked: bool) -> EveryVerdict | None:
    """The replayed verdict for every m, of that property, where it is asked for."""
    subject = every_of(printed, entry["row"]) if asked else None
    if subject is None:
        return None
    found = replayed_every(subject, entry.get("every"))
    if found.property != printed.property_at(entry["row"], entry["column"]):
        raise CertificateError(f"not a verdict on {found.property}")
    return found


def _with_threshold(cell: Cell, data: Any, kinds: Kinds) -> Cell:
    """The cell with the replayed set, of that property and reading, and of no other."""
    measure = measure_data(cell.reading)
    asked = {
        "measure": measure,
        "property": cell.verdict.property,
        "parameter": cell.reading.measure.parameters[0],
    }
    if not isinstance(data, dict) or any(data.get(key) != asked[key] for key in asked):
        raise CertificateError("not the set where this property holds")
    replay = kinds.replay(data)
    while True:
        try:
            item = next(replay)
        except StopIteration as end:
            return replace(cell, threshold=data, regions=end.value)
        if item.problem:
            raise CertificateError(f"the set where it holds: {item.problem}")


def _verdict(property_id: str, reading: Reading, entry: Any, done: dict[Goal, Step]) -> Verdict:
    """The replayed verdict on that property, and on no other."""
    if not isinstance(entry, dict) or entry.get("property") != property_id:
        raise CertificateError(f"not a verdict on {property_id}")
    return replayed_at_each_m(reading, entry, done)
