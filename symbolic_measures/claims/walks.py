"""Walks through papers: every claim once, in the paper's order, with the place that decides it.

One TOML file for each paper, by sections.  An entry of a section is

    "formulas | C.1, CE(C1)"                     a row that is decided; its text is the quote
    { quote = "...", at = "2 | F1 | Mon" }        the paper's words, and what decides them
    { table = "2" }                               every mark of a printed table, row by row
    { quote = "...", again = "2 | F1 | Mon" }     said before, or there more exactly
    { quote = "...", open = "experiment: ..." }   not decided here, and why
    { own = "sentences | 5.2, kappa" }            a step of ours that other claims are tried with

`also` lists further places that decide the same claim, `saved` a reading in which it would hold.  A
place is a table (or `derivation` and its name), a row (or the number of a part), and a column.

Invariant: nothing here says that a claim holds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from symbolic_measures.claims.papers import PAPERS, TABLES

DERIVATION = "derivation"
#: Why a claim is not decided here, in a word, and what that means.
REASONS = {
    "experiment": "measured on data that is not printed",
    "opinion": "a judgement, not a statement that has a proof or a counterexample",
    "cited": "a result of another work, of which the paper prints no statement",
    "definition": "a definition or a notation",
    "argument": "a step of an argument about all measures, whose results are decided one by one",
    "not built": "a mathematical statement of a kind that cannot be stated here",
    "copy": "our copy of the text may be at fault",
}
#: Table (or `derivation`), row (or name), column (or part); "" where there is none.
Place = tuple[str, str, str]
_KEYS = {"quote", "at", "also", "again", "open", "own", "table", "saved"}


@dataclass(frozen=True)
class Said:
    """One thing that a paper says: its words, and the place that decides it, or why none does."""

    section: str
    quote: str
    at: Place | None = None
    also: tuple[Place, ...] = ()
    again: Place | None = None
    open: str = ""
    own: bool = False
    saved: str = ""

    @property
    def reason(self) -> str:
        """`experiment`, `opinion`, ...: why it is not decided here."""
        return self.open.partition(":")[0]


@dataclass(frozen=True)
class Walk:
    """A paper in its own order."""

    paper: str
    said: tuple[Said, ...]

    @property
    def places(self) -> Mapping[Place, Said]:
        """What each place decides first."""
        return {one.at: one for one in self.said if one.at is not None}

    @property
    def repeated(self) -> frozenset[Place]:
        """The places that decide once more what another one decides, or a step of ours."""
        return frozenset(place for one in self.said for place in one.also)


def place_of(paper: str, text: str) -> Place:
    """`2 | F1 | Mon` as ("gosgens2021:2", "F1", "Mon")."""
    table, *rest = (word.strip() for word in text.split(" | "))
    row, column = (*rest, "", "")[:2]
    named = table if table == DERIVATION else f"{paper}:{table}"
    return named, row, column


@cache
def walk(paper: str) -> Walk:
    """The walk through a paper; ValueError for a file that is none."""
    text = (files("symbolic_measures.claims") / "walked" / f"{paper}.toml").read_text("utf-8")
    said = [
        one
        for section in tomllib.loads(text)["section"]
        for entry in section["claims"]
        for one in _said(paper, str(section["title"]), entry)
    ]
    twice = [one.at for one in said if one.at is not None]
    if len(twice) != len(set(twice)):
        again = sorted({place for place in twice if twice.count(place) > 1})
        raise ValueError(f"{paper}: two claims at {again[0]}")
    return Walk(paper, tuple(said))


def walks() -> Iterator[Walk]:
    """The walk through each paper."""
    return map(walk, PAPERS)


def _said(paper: str, section: str, entry: Any) -> Iterator[Said]:
    if isinstance(entry, str):
        entry = {"at": entry}
    if unknown := set(entry) - _KEYS:
        raise ValueError(f"{paper}, {section}: unknown key {sorted(unknown)[0]}")
    if "table" in entry:
        printed = TABLES[f"{paper}:{entry['table']}"]
        for row, column in printed.places:
            if row not in printed.readings:
                yield Said(section, "", (printed.id, row, column))
        return
    places = {key: place_of(paper, entry[key]) for key in ("at", "again", "own") if key in entry}
    also = tuple(place_of(paper, text) for text in entry.get("also", ()))
    reason = str(entry.get("open", ""))
    if (len(places) + bool(reason)) != 1 or (reason and reason.partition(":")[0] not in REASONS):
        raise ValueError(f"{paper}, {section}: one of at, again, own, open: {entry}")
    yield Said(
        section, str(entry.get("quote", "")), places.get("at") or places.get("own"), also,
        places.get("again"), reason, "own" in entry, str(entry.get("saved", "")),
    )  # fmt: skip
