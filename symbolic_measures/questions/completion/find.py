"""Extensions of a measure to its undefined cases are judged, and a better one is looked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from flint import fmpq

from symbolic_measures.kernel.exact import CannotTellError
from symbolic_measures.kernel.expectation import admissible_sizes, expectation
from symbolic_measures.meaning.instances import Conflict
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.meaning.subjects import make_reading, measure, oriented
from symbolic_measures.meaning.supports import SUPPORTS, faces
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import SECONDS, Means
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.questions.completion.asked import CompletionQuestion
from symbolic_measures.questions.completion.meaning import (
    JUDGED,
    OF_COMPLETION,
    PROPOSED,
    Completion,
    CompletionReport,
    known_completions,
)
from symbolic_measures.search.battery import Battery
from symbolic_measures.search.complete import Completer, Support, conventions, instance_of
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.guarded import why
from symbolic_measures.search.limits import extension_at
from symbolic_measures.search.properties import decide_property

#: How often a proposal is improved by the counterexample against it.
ROUNDS = 3


@dataclass
class Completing:
    """The work on one measure, step by step; `report()` gives what is known so far."""

    subject: Measure
    given: tuple[str, ...] = ()
    seconds: float = SECONDS
    verdicts: list[Verdict] = field(default_factory=list)
    slopes: list[Verdict] = field(default_factory=list)
    completions: list[Completion] = field(default_factory=list)
    conflict: Conflict | None = None
    reason: str = ""
    finished: bool = False

    @property
    def reading(self) -> Reading:
        """The formula as written."""
        return Reading(self.subject)

    def report(self) -> CompletionReport:
        """What is known so far."""
        return CompletionReport(
            self.reading, tuple(self.verdicts), tuple(self.slopes), tuple(self.completions),
            self.conflict, self.reason, self.finished,
        )  # fmt: skip

    def __iter__(self) -> Iterator[str]:
        """Yields what is looked at next, before it is."""
        yield "undefined-set"
        self.verdicts.append(decide_property("undefined-set", self.reading, self.seconds))
        undefined = self.report().undefined
        if undefined is not None and len(undefined) == len(SUPPORTS):
            raise FormulaError(f"{self.subject.name} is undefined at every matrix")
        if not undefined:
            unknown = f"the patterns where it is undefined are not known: {self._why_not()}"
            self.reason = unknown if undefined is None else "It is defined everywhere."
            self.finished = True
            return
        literal = Battery(self.reading, JUDGED, self.seconds, False, self.verdicts)
        yield from literal
        for support in undefined:
            yield f"the limit at {faces([support])}"
            self.slopes.append(extension_at(self.reading, support, self.seconds))
        for reading in (*known_completions(self.subject), *self._given()):
            yield from self._judge(reading)
        if self.report().found is None:
            yield "a completion that keeps all properties"
            yield from self._search([tuple(support) for support in undefined])
        self.finished = True

    def _why_not(self) -> str:
        """Why the patterns where it is undefined are not known."""
        (verdict,) = self.verdicts
        if verdict.value is None:
            return verdict.reason
        return f"it is where {faces(verdict.value)}, no union of patterns of zero cells"

    def _given(self) -> Iterator[Reading]:
        if self.given:
            yield make_reading(self.subject, self.given)

    def _judge(self, reading: Reading) -> Iterator[str]:
        battery = Battery(reading, OF_COMPLETION, self.seconds, with_gradient=False)
        for step in battery:
            yield f"{reading.name}: {step}"
        self.completions.append(Completion(reading, tuple(battery.verdicts), tuple(self.verdicts)))

    def _search(self, undefined: list[Support]) -> Iterator[str]:
        points = parameter_samples(self.reading)
        if not points:
            self.reason = "No admissible parameter values were found."
            return
        kept = self.report().kept
        completer = Completer(self.subject, kept, points[0], Effort(self.seconds))
        try:
            self.conflict = completer.conflict()
            if self.conflict is None:
                yield from self._propose(completer, undefined)
        except Exception as error:  # what was found so far stays
            self.reason = f"The search was {why(error)}."

    def _propose(self, completer: Completer, undefined: list[Support]) -> Iterator[str]:
        """One constant for each pattern; a counterexample against a choice improves the next."""
        preferred = self._preferred(completer.parameters)
        by_sizes = "constant-baseline" in completer.properties
        before = len(self.completions)
        for _ in range(ROUNDS):
            completer.effort = Effort(self.seconds)
            constants = completer.constants(undefined, preferred)
            if constants is None:
                self.reason = (
                    "No choice of one constant for each pattern of zero cells keeps all, but no "
                    "conflict was found among small matrices."
                )
                return
            del self.completions[before:]
            made = conventions(self.subject, constants, completer.parameters, PROPOSED, by_sizes)
            yield from self._judge(Reading(self.subject, PROPOSED, made))
            proposed = self.completions[before]
            if proposed.keeps_all or not self._learn(completer, proposed):
                break
        if not self.completions[before].keeps_all:
            self.reason = "The proposed completion was not proved to keep all."

    def _learn(self, completer: Completer, proposed: Completion) -> bool:
        """Whether the counterexamples say something new."""
        learnt = []
        for property_id in proposed.loses:
            witness = proposed[property_id].witness
            instance = None if witness is None else instance_of(property_id, witness)
            learnt.append(instance is not None and completer.learn(instance))
        return any(learnt)

    def _preferred(self, parameters: dict[str, fmpq]) -> dict[Support, list[Fraction]]:
        """The limit at a pattern if there is one, and the baseline."""
        wished: dict[Support, list[Fraction]] = {support: [] for support in SUPPORTS}
        for verdict in self.slopes:
            if verdict.outcome == "proved" and verdict.value["limit"] is not None:
                try:
                    limit = Fraction(verdict.value["limit"])
                except ValueError:
                    continue
                wished[tuple(verdict.value["support"])].append(limit)
        for verdict in self.verdicts:
            if verdict.property == "constant-baseline" and verdict.outcome == "proved":
                goal = verdict.statement.goals[0]
                sizes = admissible_sizes(goal)
                try:
                    value = expectation(goal, sizes, parameters) if sizes else None
                except CannotTellError:
                    continue
                if isinstance(value, fmpq):
                    sign = 1 if self.subject.higher_is_better else -1
                    baseline = sign * Fraction(int(value.p), int(value.q))
                    for options in wished.values():
                        options.append(baseline)
        return wished


def work(question: CompletionQuestion, means: Means) -> Completing:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    subject = measure(question.measure, assume=question.assume)
    subject = oriented(subject, not question.lower_is_better)
    make_reading(subject, question.conventions)
    return Completing(subject, question.conventions, means.seconds)
