"""Which marks are printed together: of a row, of one measure in several tables, of a statement.

Each such set is claimed of one measure, so some measure should have it.  Only properties that are
linear in the values of a measure can be put to the question; the others are told with the set.

Invariant: every ✓ of every printed table, of each source that prints it, is in a set.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from symbolic_measures.claims.papers import TABLES, PrintedTable
from symbolic_measures.meaning.instances import refusal

#: "All properties" of gosgens2021: the columns of its Table 2.
ALL = tuple(TABLES["gosgens2021:2"].columns.values())
#: Statements that claim all of them but one: where, the measure, the number of classes, and which.
STATED = (
    ("gosgens2021, Theorem 2", "a measure of that form", 2, "distance"),
    ("gosgens2021, Statement 1", "GM", 2, "distance"),
    ("gosgens2021, Statement 3", "SBA", 2, "distance"),
    ("gosgens2021, Statement 3", "SBA", 3, "distance"),
    ("gosgens2021, Statement 4", "CD", 2, "constant-baseline"),
    ("gosgens2021, Statement 4", "CD_chord", 2, "constant-baseline"),
)


@dataclass(frozen=True)
class Claimed:
    """Properties that are claimed of one measure: where, and of how many classes.

    `linear` can be put to the question what no measure has together, `others` cannot.
    """

    source: str
    measure: str
    classes: int
    linear: tuple[str, ...]
    others: tuple[str, ...] = ()


@cache
def _is_linear(property_id: str, classes: int) -> bool:
    return not refusal(property_id, classes)


def _claimed(source: str, measure: str, classes: int, ids: Iterable[str]) -> Claimed:
    """The set, in the order of the properties of gosgens2021, then of the others."""
    order = {name: place for place, name in enumerate(ALL)}
    known = sorted(dict.fromkeys(ids), key=lambda name: order.get(name, len(order)))
    linear = tuple(name for name in known if _is_linear(name, classes))
    others = tuple(name for name in known if name not in linear)
    return Claimed(source, measure, classes, linear, others)


def of_rows(printed: PrintedTable) -> Iterator[Claimed]:
    """What each source prints ✓ in each row; a row that is printed once is read once."""
    for row, measure in printed.rows.items():
        if row in printed.averagings or row in printed.readings:
            continue
        found: dict[str, list[str]] = {}
        for column in printed.columns:
            for claim in printed.claims.get((row, column), ()):
                yes = claim.mark not in ("no", "vacuous")
                known = found.setdefault(claim.source, [])
                if yes and printed.columns[column] != "undefined-set":
                    known.append(printed.property_at(row, column))
        for source, ids in found.items():
            about = " with ".join((measure, *printed.assume.get(row, ())))
            yield _claimed(f"{source}, {row}", about, printed.classes.get(row, 2), ids)


def of_statements() -> Iterator[Claimed]:
    """What a statement claims of a measure."""
    for source, measure, classes, missing in STATED:
        yield _claimed(source, measure, classes, (name for name in ALL if name != missing))


def printed_together() -> tuple[Claimed, ...]:
    """The sets of rows and statements, then those of each measure in all of them together."""
    single = [one for table in TABLES.values() for one in of_rows(table)]
    single += of_statements()
    by_measure: dict[tuple[str, int], list[Claimed]] = {}
    for one in single:
        by_measure.setdefault((one.measure, one.classes), []).append(one)
    joined = [
        _claimed("; ".join(one.source for one in several), measure, classes,
                 (name for one in several for name in (*one.linear, *one.others)))
        for (measure, classes), several in by_measure.items()
        if len({(one.linear, one.others) for one in several}) > 1
    ]  # fmt: skip
    return (*single, *joined)


def largest(sets: Iterable[Claimed]) -> tuple[tuple[str, ...], ...]:
    """The sets of linear properties that are in no larger one, each once."""
    known = list(dict.fromkeys(one.linear for one in sets if one.linear))
    return tuple(ids for ids in known if not any(set(ids) < set(other) for other in known))


def contradictions() -> Iterator[tuple[str, str, str, str]]:
    """Measure, property, who prints ✓ and who prints ✗: one of both is wrong."""
    for classes in (2, 3):
        marks: dict[tuple[str, str], dict[str, str]] = {}
        for printed in TABLES.values():
            for (row, column), claims in printed.claims.items():
                if row in printed.averagings or printed.classes.get(row, 2) != classes:
                    continue
                measure = " with ".join((printed.rows[row], *printed.assume.get(row, ())))
                about = measure, printed.property_at(row, column)
                for claim in claims:
                    marks.setdefault(about, {}).setdefault(claim.mark, claim.source)
        for (name, property_id), found in marks.items():
            if {"yes", "no"} <= set(found):
                name = name if classes == 2 else f"{name}, m = {classes}"
                yield name, property_id, found["yes"], found["no"]
