"""Displayed formulas of papers as claims: each is a statement that is decided, never relied on.

A claim is what is printed; a `correction`, where there is one, is what we put in its place, decided
in the same way.  The claims stand in one file for each paper; declaring one there is all it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from symbolic_measures.statement import Goal, Statement

Build = Callable[[], Goal]


@dataclass(frozen=True)
class Display:
    """A displayed formula: where it stands, as printed, what it says, and what is right instead."""

    row: str
    printed: str
    build: Build
    corrected: str = ""
    correction: Build | None = None

    def statement(self, corrected: bool = False) -> Statement:
        """What is printed, or its correction."""
        if corrected and self.correction is None:
            raise ValueError(f"{self.row} has no correction")
        build = self.correction if corrected and self.correction is not None else self.build
        shown = self.corrected if corrected else self.printed
        return Statement("formula", self.row, shown, (build(),))


@dataclass(frozen=True)
class Displays:
    """The displayed formulas of a paper, by row; `note` says what a reader of them should know."""

    paper: str
    title: str
    note: str
    rows: dict[str, Display] = field(default_factory=dict)

    def declare(
        self,
        row: str,
        printed: str,
        build: Build,
        corrected: str = "",
        correction: Build | None = None,
    ) -> None:
        """One more row."""
        if row in self.rows:
            raise ValueError(f"{self.paper}: two rows {row}")
        self.rows[row] = Display(row, printed, build, corrected, correction)
