"""Theorem 3 of gosgens2021 for a normaliser of one's own: its six conditions, each decided.

A measure s(p_A, p_B)*(p_AB - p_A*p_B) that satisfies all properties of the paper but the distance
satisfies these conditions on s; a counterexample to one is a pair of proportions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from symbolic_measures.catalog.normalisers import CONDITIONS, Normaliser, condition
from symbolic_measures.formula import FormulaError
from symbolic_measures.notebook import FormattedReport
from symbolic_measures.search.engine import decide
from symbolic_measures.session import (
    MALFORMED,
    SCHEMA,
    SECONDS,
    Checked,
    Progress,
    exactly,
    replayed_verdict,
)
from symbolic_measures.statement import Statement
from symbolic_measures.verdict import CertificateError, Verdict


@dataclass(frozen=True)
class Conditions(FormattedReport, formats="normaliser"):
    """The verdicts on the conditions, in their order."""

    normaliser: Normaliser
    assume: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    complete: bool = True

    def __getitem__(self, number: str) -> Verdict:
        """The verdict on the condition of that number."""
        return self.verdicts[list(CONDITIONS).index(number)]

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            "normaliser": self.normaliser.text,
            "assume": list(self.assume),
            "verdicts": [verdict.to_data() for verdict in self.verdicts],
            "complete": self.complete,
        }


@dataclass
class Testing:
    """The work on the six conditions; iterate, then `report()` says what is known."""

    text: str
    assume: tuple[str, ...] = ()
    seconds: float = SECONDS
    verdicts: list[Verdict] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.normaliser = Normaliser(self.text, self.assume)

    def __iter__(self) -> Iterator[str]:
        for number in CONDITIONS:
            yield f"condition {number}"
            try:
                statement = condition(number, self.normaliser)
            except FormulaError as error:
                self.verdicts.append(_without(number, self.normaliser, str(error)))
            else:
                self.verdicts.append(decide(statement, self.seconds))

    def report(self) -> Conditions:
        """What is known so far."""
        done = len(self.verdicts) == len(CONDITIONS)
        return Conditions(self.normaliser, self.assume, tuple(self.verdicts), done)


def _without(number: str, normaliser: Normaliser, reason: str) -> Verdict:
    """Undecided, where the condition cannot be stated (no derivative)."""
    empty = Statement(f"condition-{number}", normaliser.text, CONDITIONS[number][0], ())
    return Verdict(empty.property, "undecided", empty, reason=reason)


def find_conditions(
    text: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Conditions:
    """What `session.normaliser` answers."""
    work = Testing(text, tuple(assume), seconds)
    for step in work:
        if progress is not None:
            progress(step)
    return work.report()


def verify_conditions(data: Any) -> Iterator[Checked]:
    """Rebuilds every condition from the normaliser, and replays its verdict."""
    exactly(data, "normaliser", "assume", "verdicts", "complete")
    try:
        subject = Normaliser(str(data["normaliser"]), [str(item) for item in data["assume"]])
        entries = list(data["verdicts"])
        if len(entries) != len(CONDITIONS) and data["complete"] is not False:
            raise CertificateError("a condition is missing")
        if len(entries) > len(CONDITIONS):
            raise CertificateError("more verdicts than conditions")
    except FormulaError as error:
        raise CertificateError(f"the normaliser cannot be read: {error}") from None
    except MALFORMED as error:
        raise CertificateError(f"not saved conditions: {type(error).__name__} {error}") from None
    for number, entry in zip(CONDITIONS, entries):
        name = f"condition-{number}"
        outcome = str(entry.get("verdict")) if isinstance(entry, dict) else "?"
        try:
            try:
                statement = condition(number, subject)
            except FormulaError as error:
                statement = _without(number, subject, str(error)).statement
            replayed_verdict(statement, entry, {})
        except CertificateError as error:
            yield Checked(name, outcome, str(error))
        else:
            yield Checked(name, outcome)
