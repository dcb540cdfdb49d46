"""Displayed formulas of papers as claims: each is a statement that is decided, never relied on.

A claim is what is printed; a `correction`, where there is one, is what we put in its place, decided
in the same way.  The claims stand in one file for each paper; declaring one there is all it takes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from symbolic_measures.nouns.statement import Goal, Statement

#: What a claim says: a goal, or several.
Build = Callable[[], Goal | tuple[Goal, ...]]


def goals_of(build: Build) -> tuple[Goal, ...]:
    """What a claim says, as goals."""
    found = build()
    return found if isinstance(found, tuple) else (found,)


def together(*builds: Build) -> Build:
    """All of them."""
    return lambda: tuple(goal for build in builds for goal in goals_of(build))


@dataclass(frozen=True)
class Display:
    """A displayed formula: where it stands, as printed, what it says, and what is right instead."""

    row: str
    printed: str
    build: Build
    corrected: str = ""
    correction: Build | None = None
    #: The property of its statement: "limit" where goals are those of a limit's certificate.
    kind: str = "formula"
    #: What is compared in its parts, where their names do not say it.
    about: str = ""

    def statement(self, corrected: bool = False) -> Statement:
        """What is printed, or its correction."""
        if corrected and self.correction is None:
            raise ValueError(f"{self.row} has no correction")
        build = self.correction if corrected and self.correction is not None else self.build
        shown = self.corrected if corrected else self.printed
        return Statement(self.kind, self.row, shown, goals_of(build))


@dataclass(frozen=True)
class Displays:
    """The displayed formulas of a paper, by row; `note` says what a reader of them should know."""

    paper: str
    title: str
    note: str
    rows: dict[str, Display] = field(default_factory=dict)
    number: str = "formulas"
    classes: tuple[int, ...] = (2,)

    @property
    def id(self) -> str:
        """gosgens2021:formulas, for example."""
        return f"{self.paper}:{self.number}"

    def declare(
        self,
        row: str,
        printed: str,
        build: Build,
        corrected: str = "",
        correction: Build | None = None,
        kind: str = "formula",
        about: str = "",
    ) -> None:
        """One more row."""
        if row in self.rows:
            raise ValueError(f"{self.paper}: two rows {row}")
        self.rows[row] = Display(row, printed, build, corrected, correction, kind, about)
