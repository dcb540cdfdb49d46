"""Whether the marks of a printed row are those of one measure in one reading.

A mark may be right in one reading and wrong in another.  A row speaks of one measure, so one
reading should have all of its marks: otherwise each may be right, and the row is not.

Invariant: a row is said to stand in a reading only if each of its marks was decided there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from symbolic_measures.claims.papers import TABLES
from symbolic_measures.doors.checked import CLAIM, Checked
from symbolic_measures.questions.table.cells import AS_WRITTEN


@dataclass(frozen=True)
class Row:
    """The marks of a row: how many, the readings that have all that stand in some reading, the
    columns of those that stand in none, and the least sets that no one reading has, with the
    readings in which each of their marks is right."""

    table: str
    row: str
    marks: int
    readings: tuple[str, ...]
    none: tuple[str, ...]
    apart: tuple[tuple[str, ...], ...]
    right: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def __str__(self) -> str:
        sets = "; ".join(" and ".join(columns) for columns in self.apart)
        right = "; ".join(f"{column} {', '.join(known)}" for column, known in self.right)
        return f"{self.table} {self.row}: {sets} (right are {right})"

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {"table": self.table, "row": self.row, "marks": self.marks,
                "readings": list(self.readings), "in_no_reading": list(self.none),
                "not_together": [list(columns) for columns in self.apart],
                "right_in": {column: list(known) for column, known in self.right}}  # fmt: skip


def rows(checked: Iterable[Checked]) -> tuple[Row, ...]:
    """Each printed row whose marks are those of a measure, as the paper prints them."""
    found: dict[tuple[str, str], dict[str, set[str]]] = {}
    for one in checked:
        table, row, column = one.place
        known = TABLES.get(table)
        if known is None or one.standing != CLAIM or row in known.averagings:
            continue
        if (row, column) in known.claims:
            found.setdefault((table, row), {})[column] = set(one.stands)
    return tuple(_row(*place, marks) for place, marks in found.items())


def _row(table: str, row: str, marks: dict[str, set[str]]) -> Row:
    somewhere = {column: known for column, known in marks.items() if known}
    common = set.intersection(*somewhere.values()) if somewhere else set()
    apart: list[tuple[str, ...]] = []
    for size in range(2, len(somewhere) + 1 if not common else 2):
        for columns in combinations(somewhere, size):
            if not any(set(core) <= set(columns) for core in apart) and not set.intersection(
                *(somewhere[column] for column in columns)
            ):
                apart.append(columns)
    none = tuple(column for column in marks if column not in somewhere)
    right = tuple((column, tuple(sorted(known))) for column, known in somewhere.items()
                  if any(column in columns for columns in apart))  # fmt: skip
    return Row(table, row, len(marks), tuple(sorted(common)), none, tuple(apart), right)


def counted(found: Iterable[Row]) -> str:
    """How many rows have all their marks in one reading, in a sentence; empty if there are none."""
    known = tuple(found)
    if not known:
        return ""
    whole = [row for row in known if row.readings and not row.none]
    written = sum(AS_WRITTEN in row.readings for row in whole)
    rest = [row for row in known if row.none and not row.apart]
    apart = [row for row in known if row.apart]
    told = (
        f"Of {len(known)} printed rows {len(whole)} have all their marks in one reading, {written} "
        f"of them as written; {len(rest)} have all but marks that are right in no reading that was "
        f"tried; {len(apart)} have marks that no one reading has together"
    )
    return f"{told}{': ' if apart else ''}{'; '.join(map(str, apart))}."
