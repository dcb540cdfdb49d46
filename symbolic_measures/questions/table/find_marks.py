"""The marks of a printed table, decided cell by cell."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from symbolic_measures.claims.papers import PrintedTable, get_table
from symbolic_measures.meaning.average_families import for_every_m, subject_of
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import find_property
from symbolic_measures.nouns.question import Means, finished
from symbolic_measures.processes import in_processes
from symbolic_measures.questions.table.cells import (
    Attempt,
    Cell,
    asks_for_set,
    every_of,
    other_readings,
    places_of,
    reading_of,
)
from symbolic_measures.questions.table.marks import Table, averaged_cell
from symbolic_measures.search.battery import decider
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.engine import Proofs
from symbolic_measures.search.every_class import decide_cached, for_larger
from symbolic_measures.search.kept import find_kept
from symbolic_measures.search.store import Store

#: Steps for another reading of a cell.
ATTEMPT = 15 * MILLION


@dataclass
class Deciding:
    """The cells of a table to decide, in as many processes as `jobs`.

    Iterate to decide; `report()` gives what has been decided so far, so nothing is lost when the
    iteration is interrupted.  Raises FormulaError if a measure or a property is not known.
    """

    printed: PrintedTable
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    means: Means
    every: bool = False
    readings: bool = False
    cells: dict[tuple[str, str], Cell] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for row in self.rows:
            reading_of(self.printed, row)
        for column in self.columns:
            if self.printed.columns[column] not in PROPERTIES:
                find_property(self.printed.columns[column])

    def __iter__(self) -> Iterator[str]:
        """Yields each cell's place, once it is decided."""
        places = places_of(self.printed, self.rows, self.columns)
        jobs = min(self.means.jobs or os.cpu_count() or 1, len(places))
        asked = (self.means, self.every, self.readings)
        tasks = [(self.printed.id, *place, *asked) for place in places]
        for cell in in_processes(_decide, tasks, jobs):
            self.cells[cell.row, cell.column] = cell
            yield f"{cell.row} {cell.column}"

    def report(self) -> Table:
        """What has been decided so far, in the order of the printed table."""
        places = places_of(self.printed, self.rows, self.columns)
        cells = tuple(self.cells[place] for place in places if place in self.cells)
        return Table(self.printed, self.rows, self.columns, cells, self.every)


def _decide(table: str, row: str, column: str, means: Means, every: bool, readings: bool) -> Cell:
    """One cell, for every m too if that is asked and it is about several classes."""
    cell = _of_few(table, row, column, means, readings)
    if every and cell.average is not None:
        found = for_every_m(cell.average)
        if found.outcome == "refuted":
            found = for_larger(found, subject_of(cell.average), means.seconds)
        return replace(cell, every=found)
    subject = every_of(get_table(table), row) if every else None
    if subject is None:
        return cell
    found = decide_cached(cell.verdict.property, subject, means.seconds, means.cache)
    return replace(cell, every=found)


def _of_few(table: str, row: str, column: str, means: Means, readings: bool) -> Cell:
    """One cell, and its other readings: if it disagrees, or of every cell with `readings`."""
    seconds, printed = means.seconds, get_table(table)
    reading = reading_of(printed, row)
    decide_one = decider(reading)
    if means.cache:
        decide_one = Store(Path(means.cache), decide_one).decide_property
    proofs: Proofs = {}
    property_id = printed.property_at(row, column)
    if row in printed.averagings:
        return averaged_cell(printed, row, column, lambda p, where: find_kept(
            printed.averagings[row], p, where, seconds
        ))  # fmt: skip
    verdict = decide_one(property_id, reading, seconds, proofs)
    cell = Cell(row, column, reading, printed.claims[row, column], verdict)
    if asks_for_set(printed, cell):
        asked = {
            "threshold": printed.rows[row],
            "assume": printed.assume.get(row, ()),
            "parameter": reading.measure.parameters[0],
            "property": verdict.property,
            "reading": reading.name,
        }
        question = means.kinds.question("threshold", asked)
        found = finished(means.kinds.work(question, means))
        cell = replace(cell, threshold=found.to_data(), regions=found)
    attempts = []
    for other in other_readings(cell, property_id, readings):
        again = decide_one(other.property, other.reading, Effort(seconds, ATTEMPT), proofs)
        attempts.append(Attempt(other.words, again))
    return replace(cell, attempts=tuple(attempts))
