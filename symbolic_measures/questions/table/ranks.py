"""Which measures no triplet of labelings tells apart: Table 3 and the triplets of gosgens2021.

Two measures are consistent on (A, B1, B2) if they rank B1 and B2 alike, ties included.  All
labelings contain both classes, as in the paper.  Instead of 8^n labelings, the pairs of matrices
with a common true margin are looked at, each value exactly (`search.ranks`).

A saved table is verified by deciding it again: there is nothing to search for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from symbolic_measures.claims.ranked import (
    GROUPS,
    PAPER,
    RANKED,
    TITLES,
    TOLD_APART,
    TRIPLETS,
    matrix_of,
)
from symbolic_measures.kernel.exact import compare
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import get_measure
from symbolic_measures.meaning.ranks import (
    Matrix,
    Ranked,
    alike,
    groups,
    smallest_disagreement,
    value_at,
)
from symbolic_measures.meaning.triplets import Triplet, triplet
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.question import Replay, finished
from symbolic_measures.nouns.saved import SCHEMA, Checked, only
from symbolic_measures.nouns.shown import Answer

#: The n that are looked at.
SIZES = range(2, 13)
NONE = "none"


def ranked() -> list[Ranked]:
    """The measures of Table 3; larger is better."""
    return [
        Ranked(name, Reading(get_measure(known)).score, {}, constant=False)
        for name, known in RANKED.items()
    ]


@dataclass(frozen=True)
class RankTable(Answer, kind="table"):
    """The cells of one of the two tables, and the smallest triplet for each pair of measures.

    A pair has none if no triplet of up to 12 elements tells it apart.
    """

    number: str
    cells: tuple[dict[str, Any], ...]
    smallest: tuple[tuple[str, str, Triplet | None], ...]
    complete: bool = True

    @property
    def disagreements(self) -> tuple[dict[str, Any], ...]:
        """The cells whose printed entry is not the computed one."""
        return tuple(cell for cell in self.cells if cell["agrees"] is False)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        pairs = [
            {"a": a, "b": b, "n": found and found.n, "witness": found and found.to_data()}
            for a, b, found in self.smallest
        ]
        data = {
            "schema": SCHEMA, "paper": PAPER, "table": self.number, "cells": list(self.cells),
            "pairs": pairs,
        }  # fmt: skip
        return data if self.complete else {**data, "complete": False}


def _listed(sets: list[tuple[str, ...]]) -> str:
    return "; ".join(f"[{', '.join(names)}]" for names in sets) or NONE


def row(measures: list[Ranked], n: int) -> dict[str, Any]:
    """What cannot be told apart at n, beside what is printed."""
    together = [names for names in groups(measures, n) if len(names) > 1]
    order = list(RANKED)
    found = _listed([tuple(sorted(names, key=order.index)) for names in together])
    printed = None
    if n in GROUPS:
        printed = _listed([tuple(sorted(GROUPS[n], key=order.index))] if GROUPS[n] else [])
    agrees = None if printed is None else printed == found
    return {"row": f"n = {n}", "column": "indistinguishable", "printed": printed,
            "computed": found, "agrees": agrees, "witness": None,
            "note": "" if printed is not None else "not printed"}  # fmt: skip


def rank_cell(one: Ranked, other: Ranked) -> dict[str, Any]:
    """Which of the printed triplets tell a pair strictly apart, beside the printed one."""
    told = []
    for number, words in enumerate(TRIPLETS, 1):
        if _strictly_apart(one, other, matrices_of(words)):
            told.append(number)
    printed = TOLD_APART[one.name, other.name]
    shown = triplet(one, other, matrices_of(TRIPLETS[printed - 1])).to_data()
    note = "" if printed in told else f"triplet {printed} does not tell them strictly apart"
    return {"row": one.name, "column": other.name, "printed": str(printed),
            "computed": ", ".join(map(str, told)) or NONE, "agrees": printed in told,
            "witness": shown, "note": note}  # fmt: skip


def matrices_of(words: tuple[str, str, str]) -> tuple[Matrix, Matrix]:
    """The matrices of B1 and B2 against A."""
    truth, one, two = words
    return matrix_of(truth, one), matrix_of(truth, two)


def _strictly_apart(one: Ranked, other: Ranked, matrices: tuple[Matrix, Matrix]) -> bool:
    signs = []
    for item in (one, other):
        first, second = (value_at(item.tree, matrix, item.parameters) for matrix in matrices)
        if first is None or second is None:
            return False
        signs.append(compare(first, second))
    return signs[0] * signs[1] < 0


def smallest_triplet(one: Ranked, other: Ranked, strict: bool) -> Triplet | None:
    for n in SIZES:
        if not alike(one, other, n):
            found = smallest_disagreement(one, other, n, strict)
            if found is not None:
                return triplet(one, other, found)
    return None


@dataclass
class Ranking:
    """The work on one of the two tables; iterate, then `report()` says what is known."""

    number: str
    cells: list[dict[str, Any]] = field(default_factory=list)
    smallest: list[tuple[str, str, Triplet | None]] = field(default_factory=list)
    finished: bool = False

    def __iter__(self) -> Iterator[str]:
        measures = ranked()
        if self.number == "3":
            for n in SIZES:
                yield f"n = {n}"
                self.cells.append(row(measures, n))
        else:
            self.cells += [rank_cell(one, two) for one, two in combinations(measures, 2)]
        strict = self.number != "3"
        for one, two in combinations(measures, 2):
            yield f"the smallest triplet: {one.name}, {two.name}"
            self.smallest.append((one.name, two.name, smallest_triplet(one, two, strict)))
        self.finished = True

    def report(self) -> RankTable:
        """What is known so far."""
        return RankTable(self.number, tuple(self.cells), tuple(self.smallest), self.finished)


def replay_ranks(data: dict[str, Any]) -> Replay:
    """Decides the table again and compares every entry."""
    only(data, "paper", "table", "cells", "pairs", "complete")
    if data.get("table") not in TITLES or not isinstance(data.get("cells"), list):
        raise CertificateError("not a table of rankings")
    answer = finished(Ranking(str(data["table"])))
    wanted = answer.to_data()
    if data.get("complete") is False:
        for key in ("cells", "pairs"):
            wanted[key] = wanted[key][: len(data.get(key, ()))]
        wanted["complete"] = False
    for saved, entry in zip(data["cells"], wanted["cells"]):
        same = json.dumps(saved, sort_keys=True) == json.dumps(entry, sort_keys=True)
        problem = "" if same else "not what the exact values give"
        yield Checked(f"{entry['row']} {entry['column']}", "proved", problem)
    if json.dumps(data, sort_keys=True) != json.dumps(wanted, sort_keys=True):
        yield Checked("table", "proved", "the entries are not those of this table")
        return None
    return RankTable(
        answer.number, answer.cells, answer.smallest, data.get("complete") is not False
    )
