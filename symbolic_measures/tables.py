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

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from symbolic_measures.averagings import Kept, find_kept, replayed_kept
from symbolic_measures.catalog.averaging import ANYTHING, CLASSES
from symbolic_measures.catalog.brzezinski import tetrahedron
from symbolic_measures.catalog.opitz import OPITZ
from symbolic_measures.catalog.papers import Claim, PrintedTable, chosen, get_table
from symbolic_measures.catalog.properties import PROPERTIES
from symbolic_measures.catalog.ranked import number_of
from symbolic_measures.catalog.readings import LITERAL, known_readings
from symbolic_measures.catalog.readings import reading as named_reading
from symbolic_measures.catalog.regions import ALWAYS, NEVER
from symbolic_measures.confusion import NHAT, PHAT, N, P, Square
from symbolic_measures.formula import Formula, FormulaError, formula
from symbolic_measures.formulas import FormulaTable, is_formulas, read_formulas, verify_formulas
from symbolic_measures.indistinguishability import RankTable, decide_ranks, verify_ranks
from symbolic_measures.measure import Convention, Reading
from symbolic_measures.notebook import Shown
from symbolic_measures.processes import in_processes
from symbolic_measures.search.engine import Proofs
from symbolic_measures.session import (
    MALFORMED,
    SCHEMA,
    SECONDS,
    Checked,
    Decide,
    Progress,
    Report,
    decide_property,
    demand_same,
    find_property,
    measure,
    only,
    replayed,
)
from symbolic_measures.statement import Goal
from symbolic_measures.store import Store
from symbolic_measures.thresholds import find_threshold, is_question, verify_threshold
from symbolic_measures.verdict import CertificateError, Step, Verdict

#: Seconds for another reading of a cell.
ATTEMPT = 15.0
#: The mark that each outcome puts into a cell.
MARKS = {"proved": "yes", "refuted": "no", "not-applicable": "vacuous", "undecided": "undecided"}


def mark_of(verdict: Verdict) -> str:
    """The mark that a verdict puts into a cell; for an undefined set, its pieces.

    The pieces of `undefined-kinds` are those where it is 0/0.
    """
    if verdict.outcome == "proved" and verdict.property == "undefined-set":
        return tetrahedron(verdict.value)
    if verdict.outcome == "proved" and verdict.property == "chance-corrected":
        grade = ", strict" if verdict.value["grade"] == "strict" else ""
        return f"{verdict.value['bound']}{grade}"
    if verdict.outcome == "proved" and verdict.property == "undefined-kinds":
        return tetrahedron(e["support"] for e in verdict.value if e["kind"] == "0/0")
    return MARKS[verdict.outcome]


def reading_of(printed: PrintedTable, row: str) -> Reading:
    """The measure of a row, with the range that is printed for its parameters."""
    if row in printed.averagings:
        name = printed.rows[row]
        return Reading(replace(ANYTHING, name=name, text=name, classes=CLASSES))
    classes = printed.classes.get(row, 2)
    subject = measure(printed.rows[row], assume=printed.assume.get(row, ()), classes=classes)
    return named_reading(printed.readings.get(row, LITERAL), subject)


# --- other readings ------------------------------------------------------------------------


@dataclass(frozen=True)
class Alternative:
    """Another reading of a cell, in words: a property of a reading."""

    words: str
    property: str
    reading: Reading


def _alternatives(reading: Reading, property_id: str) -> tuple[Alternative, ...]:
    """What is tried where a printed mark is not the computed one.  Add a reading here."""
    found = [
        Alternative(f"{weak.weaker_by} ({weak.id})", weak.id, reading)
        for weak in PROPERTIES.values()
        if weak.stronger == property_id
    ]
    if property_id == "undefined-set":
        return (Alternative("counting 0/0 only (undefined-kinds)", "undefined-kinds", reading),)
    if property_id in OPITZ:  # about matrices with positive cells
        return tuple(found)
    words = "leaving out matrices with an empty row or column"
    found.append(Alternative(words, property_id, _proper(reading)))
    found += [
        Alternative(f"the reading {name}", property_id, named_reading(name, reading.measure))
        for name in known_readings(reading.measure)
        if name != reading.name
    ]
    return tuple(found)


def product_of(parts: Iterable[Formula]) -> Formula:
    """The product of some formulas, from left to right."""
    found: Formula | None = None
    for part in parts:
        found = part if found is None else found * part
    return formula(1) if found is None else found


def _proper(reading: Reading) -> Reading:
    """The reading on matrices where both classes occur, in truth and in prediction."""
    matrix = Square.of(reading.measure.classes)
    sizes = P * N * PHAT * NHAT
    if matrix.classes != 2:
        sizes = product_of(
            size(i) for size in (matrix.true, matrix.predicted) for i in range(matrix.classes)
        )
    nowhere = Convention(sizes, formula(0) / sizes, "undefined where a row or column is empty")
    return replace(reading, name="non-degenerate", conventions=(nowhere, *reading.conventions))


@dataclass(frozen=True)
class Attempt:
    """The verdict on another reading of a cell."""

    words: str
    verdict: Verdict
    average: Kept | None = None


# --- cells and tables ----------------------------------------------------------------------


@dataclass(frozen=True)
class Cell(Shown):
    """One printed mark, and what was decided about it."""

    row: str
    column: str
    reading: Reading
    claims: tuple[Claim, ...]
    verdict: Verdict
    attempts: tuple[Attempt, ...] = ()
    threshold: Mapping[str, Any] | None = None
    average: Kept | None = None

    @property
    def printed(self) -> str:
        """What the paper's own mark says: yes, no, vacuous, or where it is undefined."""
        return self.claims[0].mark

    @property
    def computed(self) -> str:
        """The mark that follows from the verdict, or the exact set where the property holds."""
        return self.exact or self.mark

    @property
    def mark(self) -> str:
        """The mark that follows from the verdict."""
        return mark_of(self.verdict)

    @property
    def exact(self) -> str:
        """The condition under which it holds, if proved both ways and neither always nor never."""
        told = self.threshold
        if told is None or not told["sufficient"] == told["necessary"] == "proved":
            return ""
        return "" if told["condition"] in (ALWAYS, NEVER) else str(told["condition"])

    @property
    def agrees(self) -> bool:
        """Whether the printed mark is that of the verdict; undecided never agrees."""
        return self.says(self.printed)

    def says(self, mark: str) -> bool:
        """Whether that mark is the computed one; yes to PV is any value that is proved."""
        given = self.verdict.property == "chance-corrected" and self.verdict.outcome == "proved"
        return self.mark == mark or (given and mark == MARKS["proved"])

    @property
    def refutes_claim(self) -> bool:
        """Whether something else than the printed mark was decided."""
        return not self.agrees and self.verdict.outcome != "undecided"

    @property
    def saved_by(self) -> tuple[Attempt, ...]:
        """The other readings that would make the printed mark right."""
        return self.saving(self.printed)

    def saving(self, mark: str) -> tuple[Attempt, ...]:
        """The other readings that give that mark."""
        return tuple(a for a in self.attempts if mark_of(a.verdict) == mark)

    @property
    def note(self) -> str:
        """Why the printed mark is wrong, and what would save it; empty if it agrees."""
        from symbolic_measures.report.comparison import note
        from symbolic_measures.report.prose import text

        return text(note(self))

    def __str__(self) -> str:
        told = f"{self.row}, {self.column}: printed {self.printed}, computed {self.computed}"
        return f"{told}. {self.note}".rstrip(". ") + "."

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        verdict = self.verdict.to_data()
        return {
            "row": self.row,
            "column": self.column,
            "measure": self.reading.measure.name,
            "property": self.verdict.property,
            "printed": self.printed,
            "computed": self.computed,
            "agrees": self.agrees,
            "witness": verdict["witness"],
            "note": self.note,
            "claims": [vars(claim) for claim in self.claims],
            "verdict": verdict,
            **({} if self.threshold is None else {"threshold": dict(self.threshold)}),
            **({} if self.average is None else {"average": self.average.to_data()}),
            "tried": [
                {
                    "reading": a.words,
                    "saves": a in self.saved_by,
                    "verdict": a.verdict.to_data(),
                    **({} if a.average is None else {"average": a.average.to_data()}),
                }
                for a in self.attempts
            ],
            **({} if self.reading.name == LITERAL else {"reading": self.reading.name}),
        }


@dataclass(frozen=True)
class Table(Shown):
    """A printed table, or the chosen rows and columns of it, with what was decided."""

    printed: PrintedTable
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[Cell, ...]

    @property
    def complete(self) -> bool:
        """Whether every chosen cell was looked at (an interrupt leaves some out)."""
        return len(self.cells) == len(_places(self.printed, self.rows, self.columns))

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
        }
        if not self.complete:
            data["complete"] = False
        return data

    def to_json(self) -> str:
        """The JSON text that `verify` reads."""
        return json.dumps(self.to_data(), indent=1, ensure_ascii=False) + "\n"

    def __str__(self) -> str:
        from symbolic_measures.report.text import render_comparison

        return render_comparison(self)

    def _repr_html_(self) -> str:
        from symbolic_measures.report.html import comparison_fragment

        return comparison_fragment(self)


# --- deciding ------------------------------------------------------------------------------


@dataclass
class Deciding:
    """The cells of a table to decide, in as many processes as `jobs`.

    Iterate to decide; `table()` gives what has been decided so far, so nothing is lost when the
    iteration is interrupted.  Raises FormulaError if a measure or a property is not known.
    """

    printed: PrintedTable
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    seconds: float = SECONDS
    jobs: int = 1
    cells: dict[tuple[str, str], Cell] = field(default_factory=dict)
    cache: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            reading_of(self.printed, row)
        for column in self.columns:
            if self.printed.columns[column] not in PROPERTIES:
                find_property(self.printed.columns[column])

    def __iter__(self) -> Iterator[str]:
        """Yields each cell's place, once it is decided."""
        places = _places(self.printed, self.rows, self.columns)
        jobs = min(self.jobs, len(places))
        tasks = [(self.printed.id, *place, self.seconds, self.cache) for place in places]
        for cell in in_processes(_decide, tasks, jobs):
            self.cells[cell.row, cell.column] = cell
            yield f"{cell.row} {cell.column}"

    def table(self) -> Table:
        """What has been decided so far, in the order of the printed table."""
        places = _places(self.printed, self.rows, self.columns)
        cells = tuple(self.cells[place] for place in places if place in self.cells)
        return Table(self.printed, self.rows, self.columns, cells)


#: Table, row, column, seconds, the folder of kept verdicts (or none).
Task = tuple[str, str, str, float, str]


def _decide(table: str, row: str, column: str, seconds: float, cache: str) -> Cell:
    """One cell; if it is decided and disagrees, its other readings too."""
    decide_one: Decide = Store(Path(cache)).decide_property if cache else decide_property
    printed = get_table(table)
    reading = reading_of(printed, row)
    proofs: Proofs = {}
    property_id = printed.property_at(row, column)
    if row in printed.averagings:
        return _average(printed, row, column, lambda p, where: find_kept(
            printed.averagings[row], p, where, seconds
        ))  # fmt: skip
    verdict = decide_one(property_id, reading, seconds, proofs)
    cell = Cell(row, column, reading, printed.claims[row, column], verdict)
    if _asks_for_set(printed, cell):
        parameter = reading.measure.parameters[0]
        found = find_threshold(reading, verdict.property, parameter, seconds)
        cell = replace(cell, threshold=found.to_data())
    attempts = []
    for other in _alternatives(reading, property_id) if cell.refutes_claim else ():
        again = decide_one(other.property, other.reading, min(seconds, ATTEMPT), proofs)
        attempts.append(Attempt(other.words, again))
    return replace(cell, attempts=tuple(attempts))


def _average(
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

    return _average(printed, entry["row"], entry["column"], kept_of)


def _places(
    printed: PrintedTable, rows: Iterable[str], columns: Iterable[str]
) -> list[tuple[str, str]]:
    """The chosen cells with a claim."""
    chosen_rows, chosen_columns = set(rows), set(columns)
    return [(r, c) for r, c in printed.places if r in chosen_rows and c in chosen_columns]


def _asks_for_set(printed: PrintedTable, cell: Cell) -> bool:
    """Whether the property fails, but perhaps not for all values of a parameter."""
    refuted = cell.verdict.outcome in ("refuted", "undecided")
    question = is_question(find_property(cell.verdict.property))
    return printed.exact and refuted and question and bool(cell.reading.measure.parameters)


def deciding(
    table: str,
    rows: Iterable[str] | None = None,
    columns: Iterable[str] | None = None,
    seconds: float = SECONDS,
    jobs: int = 1,
    cache: str = "",
) -> Deciding:
    """The work that `decide_table` does; FormulaError if it cannot begin."""
    printed = get_table(table)
    return Deciding(
        printed,
        chosen("row", rows, printed.rows),
        chosen("column", columns, printed.columns),
        seconds,
        jobs,
        cache=cache,
    )


def decide_table(
    table: str,
    rows: Iterable[str] | None = None,
    columns: Iterable[str] | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
    jobs: int = 1,
    cache: str = "",
) -> Table:
    """Decide the marks of a printed table ("gosgens2021:2"), or of some rows and columns of it.

    `seconds` is the time for each property.  `progress` is called with each cell's place once it is
    decided.  With `jobs` above 1, that many processes share the cells.  Verdicts are kept in the
    folder `cache`, if one is given, and taken from it once they are replayed.
    """
    work = deciding(table, rows, columns, seconds, jobs, cache)
    for place in work:
        if progress is not None:
            progress(place)
    return work.table()


# --- verification --------------------------------------------------------------------------


def verify_table(data: Any) -> Iterator[Checked]:
    """Replays every verdict of every cell of a saved table, without search.

    All else that a cell says must be what the verdicts and the printed claims give.  Raises
    CertificateError if the file is not a table at all.
    """
    name = _name(data)
    if number_of(name) is not None:
        yield from verify_ranks(data)
    elif is_formulas(name):
        yield from verify_formulas(data)
    else:
        yield from _replaying(data, [])


def read_table(data: Any) -> Table | FormulaTable | RankTable:
    """The table of a saved file; CertificateError, with the first problem, if it does not verify.

    What `verify_table` replays, with nothing in it that was not replayed.
    """
    number = number_of(_name(data))
    if number is not None:
        for item in verify_ranks(data):
            if item.problem:
                raise CertificateError(f"{item.property}: {item.problem}")
        return decide_ranks(number)
    if is_formulas(_name(data)):
        return read_formulas(data)
    cells: list[Cell] = []
    for item in _replaying(data, cells):
        if item.problem:
            raise CertificateError(f"{item.property}: {item.problem}")
    known = {(cell.row, cell.column): cell for cell in cells}
    printed = get_table(f"{data['paper']}:{data['table']}")
    rows = chosen("row", data["rows"], printed.rows)
    columns = chosen("column", data["columns"], printed.columns)
    places = [place for place in _places(printed, rows, columns) if place in known]
    return Table(printed, rows, columns, tuple(known[place] for place in places))


def _name(data: Any) -> str:
    """`gosgens2021:2`; CertificateError if it is no table."""
    if not isinstance(data, dict) or "table" not in data or data.get("schema") != SCHEMA:
        raise CertificateError(f"not a table of schema {SCHEMA}")
    return f"{data.get('paper')}:{data['table']}"


def _replaying(data: Any, into: list[Cell]) -> Iterator[Checked]:
    """Each cell, once it is replayed; those that verify are put into the list."""
    only(data, "paper", "table", "rows", "columns", "cells", "complete")
    try:
        printed = get_table(f"{data.get('paper')}:{data['table']}")
        rows = chosen("row", data.get("rows"), printed.rows)
        columns = chosen("column", data.get("columns"), printed.columns)
        cells = [dict(entry) for entry in data["cells"]]
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    except (KeyError, TypeError, ValueError) as error:
        raise CertificateError(f"not a saved table: {type(error).__name__} {error}") from None
    left = _places(printed, rows, columns)
    done: dict[Goal, Step] = {}
    for entry in cells:
        place = entry.get("row"), entry.get("column")
        name, outcome = f"{place[0]} {place[1]}", str(entry.get("computed"))
        try:
            if place not in left:
                raise CertificateError("not a cell of this table, or there twice")
            left.remove(place)
            into.append(_verify_cell(printed, entry, done))
        except CertificateError as error:
            yield Checked(name, outcome, str(error))
        else:
            yield Checked(name, outcome)
    if left and data.get("complete") is not False:
        yield Checked("cells", "no", f"{len(left)} are missing, the first is {' '.join(left[0])}")


def _verify_cell(printed: PrintedTable, entry: dict[str, Any], done: dict[Goal, Step]) -> Cell:
    row, column = entry["row"], entry["column"]
    if row in printed.averagings:
        try:
            cell = _replayed_average(printed, entry)
        except MALFORMED as error:
            raise CertificateError(f"malformed: {type(error).__name__} {error}") from None
        demand_same(entry, cell.to_data())
        return cell
    reading = reading_of(printed, row)
    property_id = printed.property_at(row, column)
    verdict = _verdict(property_id, reading, entry.get("verdict"), done)
    cell = Cell(row, column, reading, printed.claims[row, column], verdict)
    if _asks_for_set(printed, cell):
        cell = replace(cell, threshold=_threshold(cell, entry.get("threshold")))
    others = _alternatives(reading, property_id) if cell.refutes_claim else ()
    tried = entry.get("tried")
    if not isinstance(tried, list) or len(tried) != len(others):
        raise CertificateError("not the readings that are tried")
    attempts = []
    for other, item in zip(others, tried, strict=True):
        saved = item.get("verdict") if isinstance(item, dict) else None
        found = _verdict(other.property, other.reading, saved, done)
        attempts.append(Attempt(other.words, found))
    cell = replace(cell, attempts=tuple(attempts))
    demand_same(entry, cell.to_data())
    return cell


def _threshold(cell: Cell, data: Any) -> Mapping[str, Any]:
    """The replayed set, of that property and reading, and of no other."""
    measure = Report(cell.reading).to_data()["measure"]
    asked = {
        "measure": measure,
        "property": cell.verdict.property,
        "parameter": cell.reading.measure.parameters[0],
    }
    if not isinstance(data, dict) or any(data.get(key) != asked[key] for key in asked):
        raise CertificateError("not the set where this property holds")
    for item in verify_threshold(data):
        if item.problem:
            raise CertificateError(f"the set where it holds: {item.problem}")
    return data


def _verdict(property_id: str, reading: Reading, entry: Any, done: dict[Goal, Step]) -> Verdict:
    """The replayed verdict on that property, and on no other."""
    if not isinstance(entry, dict) or entry.get("property") != property_id:
        raise CertificateError(f"not a verdict on {property_id}")
    return replayed(reading, entry, done)
