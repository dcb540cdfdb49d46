"""A limit is looked for, pattern by pattern, each with its certificate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from symbolic_measures.meaning.approaches import Approach, approaches, limit_statement
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.nouns.question import SECONDS, Means
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.questions.limit.asked import LimitQuestion
from symbolic_measures.questions.limit.meaning import (
    Limit,
    Piece,
    agreement,
    claim_of,
    claim_statement,
    subject_of,
)
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.engine import decide
from symbolic_measures.search.guarded import guarded
from symbolic_measures.search.leading import certificates


@dataclass
class Approaching:
    """The work on one limit; iterate, then `report()` says what is known."""

    subject: Measure
    to: str
    claim: str = ""
    seconds: float = SECONDS
    pieces: list[Piece] = field(default_factory=list)
    finished: bool = False

    def __post_init__(self) -> None:
        self.ways = approaches(self.to, self.subject)
        if self.claim:
            claim_of(self.claim, self.subject, self.ways[0])
        self.proposed: list[str] = []
        self.agreement: Verdict | None = None
        self.claimed: Verdict | None = None

    def __iter__(self) -> Iterator[str]:
        for approach in self.ways:
            for support in approach.supports():
                yield f"{self.to} {approach.side}".strip() + f" ({', '.join(support)})"
                self._piece(approach, support)
        two = agreement(self.subject, self.pieces)
        if two is not None:
            self.agreement = decide(two, self.seconds)
        if self.claim:
            self.claimed = self._judged()
        self.finished = True

    def _piece(self, approach: Approach, support: tuple[str, ...]) -> None:
        reason = guarded(lambda: self._proved(approach, support), lambda reason: reason)
        if reason:
            empty = Statement("limit", self.subject.name, "It is not known what it tends to.", ())
            verdict = Verdict("limit", "undecided", empty, reason=reason)
            self.pieces.append(Piece(approach, support, verdict))

    def _proved(self, approach: Approach, support: tuple[str, ...]) -> str:
        """The reason why nothing is known; none if the limit was proved and the piece is there."""
        effort, reason = Effort(self.seconds), "no way to write it that has a value at the end"
        for value in certificates(self.subject, approach, support, self.proposed):
            statement = limit_statement(self.subject, approach, support, value)
            verdict = decide(statement, effort, value)
            if verdict.outcome == "proved":
                self.pieces.append(Piece(approach, support, verdict))
                if value["kind"] == "finite" and value["limit"] not in self.proposed[:1]:
                    self.proposed = [*self.proposed[:1], value["limit"]]
                return ""
            reason = verdict.reason or reason
            if effort.left() <= 0:
                break
        return reason

    def _judged(self) -> Verdict:
        statement = claim_statement(self.subject, self.pieces, self.claim)
        if any(piece.kind == "open" for piece in self.pieces):
            verdict = decide(statement, self.seconds) if statement.goals else None
            if verdict is not None and verdict.outcome == "refuted":
                return verdict
            reason = "the limit is not known at every pattern"
            return Verdict(statement.property, "undecided", statement, reason=reason)
        if not statement.goals:
            reason = "there is no limit to compare with"
            return Verdict(statement.property, "undecided", statement, reason=reason)
        return decide(statement, self.seconds)

    def report(self) -> Limit:
        """What is known so far."""
        return Limit(
            self.subject, self.to, tuple(self.pieces), self.claim, self.agreement, self.claimed,
            self.finished,
        )  # fmt: skip


def work(question: LimitQuestion, means: Means) -> Approaching:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    subject = subject_of(question.measure, question.to, question.assume)
    return Approaching(subject, question.to, question.claim, means.seconds)
