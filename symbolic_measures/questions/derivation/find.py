"""Every part of a derivation, decided in turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from symbolic_measures.kernel.samples import parameter_points
from symbolic_measures.kernel.truth import fails
from symbolic_measures.kernel.violation import witness_at
from symbolic_measures.macros import check
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import Means, finished
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Verdict, Witness
from symbolic_measures.questions.derivation.asked import DerivationQuestion
from symbolic_measures.questions.derivation.meaning import (
    Answered,
    DerivationReport,
    Derivations,
    answered,
)
from symbolic_measures.questions.derivation.reading import (
    SUFFIX,
    Calculation,
    Derivation,
    Let,
    Text,
    load,
    load_folder,
    of_measure,
)
from symbolic_measures.search.effort import STEPS, Effort
from symbolic_measures.search.engine import decide
from symbolic_measures.search.guarded import guarded
from symbolic_measures.search.refute import refute
from symbolic_measures.search.store import Store

#: Counterexamples to a chain are looked for up to this size before a proof is tried.
LARGEST = 5
#: Values of the parameters tried against a chain without whole numbers.
MOST_POINTS = 400


@dataclass
class Deriving:
    """The work on a derivation; iterate, then `report()` says what is known."""

    derivation: Derivation
    means: Means
    answers: list[Answered | None] = field(default_factory=list)

    def __iter__(self) -> Iterator[str]:
        """Yields what is decided next, before it is."""
        for number, part in enumerate(self.derivation.parts, 1):
            if isinstance(part, Text | Let):
                self.answers.append(None)
                continue
            yield f"{self.derivation.id}: part {number} ({part.kind})"
            if isinstance(part, Calculation):
                verdict = _kept(part.statement, self.means)
                self.answers.append(answered(part, verdict, self.means.kinds))
            else:
                found = finished(self.means.kinds.work(part.question, self.means))
                self.answers.append(answered(part, found, self.means.kinds))

    def report(self) -> DerivationReport:
        """What is known so far."""
        complete = len(self.answers) == len(self.derivation.parts)
        return DerivationReport(self.derivation, tuple(self.answers), complete)


@dataclass
class DerivingAll:
    """The work on several derivations, one after the other."""

    derivations: list[Derivation]
    means: Means
    reports: list[DerivationReport] = field(default_factory=list)

    def __iter__(self) -> Iterator[str]:
        """Yields what is decided next, and how many derivations are done."""
        for derivation in self.derivations:
            self.current = Deriving(derivation, self.means)
            for step in self.current:
                yield f"{step} ({len(self.reports)} of {len(self.derivations)} done)"
            self.reports.append(self.current.report())

    def report(self) -> Derivations:
        """What is known so far."""
        begun = len(self.reports) < len(self.derivations)
        more = (self.current.report(),) if begun else ()
        return Derivations((*self.reports, *more))


def work(question: DerivationQuestion, means: Means) -> DerivingAll:
    """The work on the derivations of a file or folder, or on those of a measure."""
    path = Path(question.subject)
    if question.subject.endswith(SUFFIX) or path.is_dir():
        given = (question.property, question.assume, question.reading, question.lower_is_better)
        if any(given) or question.classes != 2:
            raise FormulaError("a file says itself what is derived; leave out the other options")
        found = load_folder(path, means.kinds) if path.is_dir() else [load(path, means.kinds)]
        return DerivingAll(found, means)
    if not question.property:
        raise FormulaError("--property: say which property is derived, e.g. --property monotone")
    return DerivingAll([of_measure(question, means.kinds)], means)


def _kept(statement: Statement, means: Means) -> Verdict:
    """The verdict on a calculation, from the folder of verdicts if it is there."""
    if not means.cache:
        return decide_chain(statement, means.seconds)
    store = Store(Path(means.cache))
    return store.decide_claim(statement, lambda: decide_chain(statement, means.seconds))


def decide_chain(statement: Statement, seconds: float) -> Verdict:
    """Small counterexamples first, then proofs; in the end, single values of the parameters."""
    effort = Effort(seconds, STEPS // 3)
    witness = guarded(lambda: refute(statement, LARGEST, effort), lambda _: None)
    if witness is None:
        verdict = decide(statement, seconds)
        if verdict.outcome != "undecided" or any(goal.blocks for goal in statement.goals):
            return verdict
        witness = _at_values(statement)
        if witness is None:
            return verdict
    found = Verdict(statement.property, "refuted", statement, witness=witness)
    check(statement, found)
    return found


def _at_values(statement: Statement) -> Witness | None:
    """A counterexample among the values tried for parameters, where nothing is a whole number."""
    for number, goal in enumerate(statement.goals):
        for point in islice(parameter_points(goal), MOST_POINTS):
            if fails(goal, point) is True:
                return witness_at(statement, number, point, False)
    return None
