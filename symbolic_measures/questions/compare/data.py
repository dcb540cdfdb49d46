"""How often measures rank two rows of the user's own data differently, exactly.

The data are confusion matrices, a row each: one model, or one fold.  Two measures are inconsistent
on two rows if they order them differently; a tie of one that the other breaks counts, as in
gosgens2021, Section 5.1.  Rows at which a measure is undefined are left out of its pairs.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from itertools import combinations
from pathlib import Path
from typing import Any

from symbolic_measures.kernel.exact import CannotTellError, Value, show
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.ranks import Matrix, ranks, value_at
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import Replay
from symbolic_measures.nouns.saved import MALFORMED, SCHEMA, Checked, only
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.verdict import Exact

MAX_BYTES, MAX_ROWS, MAX_CELL = 10_000_000, 2_000, 10**9
_WHOLE = re.compile(r"[0-9]+")
UNDEFINED = "undefined"


class DataError(FormulaError):
    """The data cannot be read: one line with the file, the row, the column and what is wrong."""


@dataclass(frozen=True)
class Line:
    """A row of the data: what it is called, and its matrix."""

    name: str
    matrix: Matrix

    @property
    def cells(self) -> dict[str, int]:
        """The cells by name."""
        return dict(zip(CELLS, self.matrix, strict=True))


def read_data(path: Path) -> tuple[Line, ...]:
    """The rows of a CSV or TSV file; DataError, in one line, if something is wrong."""
    try:
        if path.stat().st_size > MAX_BYTES:
            raise DataError(f"{path}: larger than {MAX_BYTES // 10**6} MB")
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DataError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise DataError(f"{path}: not a text file in UTF-8") from None
    return parse_data(text, str(path))


def parse_data(text: str, name: str = "data") -> tuple[Line, ...]:
    """As `read_data`: a header with TP, FN, FP, TN in any order and at most one more column."""
    first = text.split("\n", 1)[0]
    mark = "\t" if "\t" in first else ";" if ";" in first and "," not in first else ","
    try:
        rows = list(csv.reader(StringIO(text, newline=""), delimiter=mark, strict=True))
    except csv.Error as error:
        raise DataError(f"{name}: not a table: {error}") from None
    if not rows:
        raise DataError(f"{name}: the file is empty; the first row names TP, FN, FP, TN")
    head = [column.strip() for column in rows[0]]
    places = _places(head, name)
    label = next((i for i in range(len(head)) if i not in places.values()), None)
    lines: list[Line] = []
    for number, row in enumerate(rows[1:], 2):
        if any(cell.strip() for cell in row):
            lines.append(_line(row, number, head, places, label, name))
    if len(lines) < 2:
        raise DataError(f"{name}: two rows or more are compared, here are {len(lines)}")
    if len(lines) > MAX_ROWS:
        raise DataError(f"{name}: more than {MAX_ROWS} rows")
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 2):
        if line.name in seen:
            raise DataError(f"{name}: row {number}: the name {line.name!r} was given in row "
                            f"{seen[line.name]}")  # fmt: skip
        seen[line.name] = number
    return tuple(lines)


def _places(head: list[str], name: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for cell in CELLS:
        where = [i for i, column in enumerate(head) if column.upper() == cell]
        if not where:
            raise DataError(f"{name}: row 1: no column {cell}; the columns are {', '.join(head)}")
        if len(where) > 1:
            raise DataError(f"{name}: row 1: two columns {cell}")
        found[cell] = where[0]
    if len(head) > len(CELLS) + 1:
        others = [column or "(no name)" for i, column in enumerate(head) if i not in found.values()]
        raise DataError(f"{name}: row 1: beside TP, FN, FP, TN one column can name the rows, here "
                        f"are {', '.join(others)}")  # fmt: skip
    return found


def _line(
    row: list[str], number: int, head: list[str], places: dict[str, int], label: int | None,
    name: str,
) -> Line:  # fmt: skip
    if len(row) > len(head):
        raise DataError(f"{name}: row {number}: {len(row)} cells, the header has {len(head)}; the "
                        f"first without a column is {row[len(head)]!r}")  # fmt: skip
    cells = []
    for cell in CELLS:
        text = row[places[cell]].strip() if places[cell] < len(row) else ""
        if why := _wrong(text):
            raise DataError(f"{name}: row {number}, column {cell}: {why}")
        cells.append(int(text))
    if not any(cells):
        raise DataError(f"{name}: row {number}: all four cells are 0, there is nothing to judge")
    called = row[label].strip() if label is not None and label < len(row) else ""
    matrix: Matrix = (cells[0], cells[1], cells[2], cells[3])
    return Line(called or f"row {number}", matrix)


def _wrong(text: str) -> str:
    """Why a text is no count; empty if it is one."""
    if not text:
        return "missing; a cell is a whole number >= 0"
    if text.isascii() and _WHOLE.fullmatch(text):
        return "" if len(text) < 12 and int(text) <= MAX_CELL else f"{text[:20]} is too large"
    try:
        value = float(text)
    except ValueError:
        return f"{text[:40]!r} is no number; a cell is a whole number >= 0"
    kind = "negative" if value < 0 else "not a whole number"
    return f"{text[:40]} is {kind}; a cell is a count, a whole number >= 0"


@dataclass(frozen=True)
class Disagreement:
    """Two measures: the pairs of rows where both are defined, and those ranked differently."""

    names: tuple[str, str]
    pairs: int
    flips: tuple[tuple[int, int], ...]

    @property
    def share(self) -> Fraction | None:
        """How often they disagree; None if there is no pair to speak of."""
        return Fraction(len(self.flips), self.pairs) if self.pairs else None


@dataclass(frozen=True)
class Inconsistency(Answer, kind="compare"):
    """Values and ranks of every row under every measure, and how often two measures disagree.

    Rank 1 is best; rows with one value share the rank; where a measure is undefined there is none.
    """

    lines: tuple[Line, ...]
    names: tuple[str, ...]
    values: tuple[tuple[Exact, ...], ...]
    ranks: tuple[tuple[int | None, ...], ...]
    pairs: tuple[Disagreement, ...]

    def __getitem__(self, names: tuple[str, str]) -> Disagreement:
        """The pair of two measures, in either order."""
        for pair in self.pairs:
            if set(pair.names) == set(names):
                return pair
        raise KeyError(names)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            "measures": list(self.names),
            "data": [{"row": line.name, **line.cells} for line in self.lines],
            "values": {n: list(v) for n, v in zip(self.names, self.values, strict=True)},
            "ranks": {n: list(r) for n, r in zip(self.names, self.ranks, strict=True)},
            "inconsistency": [
                {
                    "a": pair.names[0], "b": pair.names[1], "pairs": pair.pairs,
                    "different": len(pair.flips),
                    "share": None if pair.share is None else str(pair.share),
                    "rows": [[self.lines[i].name, self.lines[j].name] for i, j in pair.flips],
                }
                for pair in self.pairs
            ],
        }  # fmt: skip


def inconsistency(data: Path | str | Iterable[Line], measures: Iterable[str]) -> Inconsistency:
    """How often each pair of measures ranks two rows of the data differently.

    `data` is a CSV or TSV file with the columns TP, FN, FP, TN, or rows.  A dissimilarity of the
    catalog is ranked by its negative.  FormulaError, in one line, for bad input.
    """
    lines = read_data(Path(data)) if isinstance(data, str | Path) else tuple(data)
    names = tuple(measures)
    if not names or len(set(names)) != len(names):
        raise FormulaError("compare: give measures, each once")
    found = [_judged(_subject(name), lines) for name in names]
    orders = [order for _, order in found]
    pairs = tuple(
        _disagreement((names[a], names[b]), orders[a], orders[b])
        for a, b in combinations(range(len(names)), 2)
    )
    shown = tuple(tuple(UNDEFINED if v is None else show(v) for v in values) for values, _ in found)
    return Inconsistency(lines, names, shown, tuple(map(_from_best, orders)), pairs)


def _subject(name: str) -> Measure:
    subject = measure(name)
    if subject.parameters:
        raise FormulaError(f"{name} has the parameter {subject.parameters[0]}: type the formula "
                           "with a number in its place")  # fmt: skip
    return subject


Order = tuple[int | None, ...]


def _judged(subject: Measure, lines: tuple[Line, ...]) -> tuple[list[Value | None], Order]:
    """The values of the measure as it is written, and the place of each row from the worst."""
    reading = Reading(subject)
    try:
        scores = [value_at(reading.score, line.matrix, {}) for line in lines]
        known = [score for score in scores if score is not None]
        places = iter(ranks(known))
    except CannotTellError as error:
        raise FormulaError(f"{subject.name}: two values cannot be compared: {error}") from None
    values = [value_at(reading.formula, line.matrix, {}) for line in lines]
    return values, tuple(None if score is None else next(places) for score in scores)


def _from_best(order: Order) -> Order:
    known = [place for place in order if place is not None]
    return tuple(None if p is None else 1 + sum(other > p for other in known) for p in order)


def _disagreement(names: tuple[str, str], one: Order, other: Order) -> Disagreement:
    pairs, flips = 0, []
    for i, j in combinations(range(len(one)), 2):
        a, b, c, d = one[i], one[j], other[i], other[j]
        if a is None or b is None or c is None or d is None:
            continue
        pairs += 1
        if (a > b) - (a < b) != (c > d) - (c < d):
            flips.append((i, j))
    return Disagreement(names, pairs, tuple(flips))


def replay_data(data: Any) -> Replay:
    """Works everything out again from the saved rows."""
    only(data, "measures", "data", "values", "ranks", "inconsistency")
    try:
        lines = []
        for entry in data["data"]:
            cells = tuple(entry[cell] for cell in CELLS)
            if set(entry) != {"row", *CELLS} or any(type(c) is not int or c < 0 for c in cells):
                raise CertificateError("a row has a name and four whole numbers >= 0")
            lines.append(Line(str(entry["row"]), (cells[0], cells[1], cells[2], cells[3])))
        answer = inconsistency(lines, list(map(str, data["measures"])))
        wanted = answer.to_data()
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    except MALFORMED as error:
        raise CertificateError(f"not saved data: {type(error).__name__} {error}") from None
    for key in ("values", "ranks", "inconsistency"):
        same = json.dumps(data.get(key), sort_keys=True) == json.dumps(wanted[key], sort_keys=True)
        yield Checked(key, "proved", "" if same else "not what the rows give")
    return answer
