"""The exact set of values of a parameter, searched for; only what is replayed counts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from symbolic_measures.meaning.conditions import ALWAYS, NEVER, Clause, RegionError
from symbolic_measures.meaning.dependence import depends
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.regions import Asked, is_question, uncovered
from symbolic_measures.meaning.subjects import find_property
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import SECONDS, Means
from symbolic_measures.questions.threshold.asked import ThresholdQuestion
from symbolic_measures.questions.threshold.meaning import (
    Threshold,
    does_not_depend,
    names_of,
    reading_of,
    replay,
)
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.guarded import guarded
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.thresholds import Search


@dataclass
class Deciding:
    """The work on one question; iterate, then `report()` says what is known."""

    reading: Reading
    property: str
    parameter: str
    seconds: float = SECONDS
    search: Search = field(init=False)

    def __post_init__(self) -> None:
        subject = self.reading.measure
        prop = find_property(self.property)
        if not is_question(prop):
            raise FormulaError(f"{self.property} is no yes or no; 'check' answers it")
        if self.parameter not in subject.parameters:
            known = ", ".join(subject.parameters) or "there are none"
            raise FormulaError(f"{self.parameter!r} is no parameter of the formula; {known}")
        for atom in subject.conditions:
            if not {"sqrt", "log", "acos", "power", "Abs", "Min", "Max"}.isdisjoint(atom.expr.ops):
                raise FormulaError(f"the assumption {atom} is no relation among polynomials")
        try:
            question = Asked(prop, self.reading)
        except RegionError as error:
            raise FormulaError(str(error)) from None
        ratio = question.ratio
        names = names_of(subject, self.parameter, ratio)
        self.search = Search(question, names, Effort(self.seconds))
        (nothing,) = uncovered(subject, Clause(ALWAYS, ()), (), ratio)
        share = self.search.effort.share(2 * MILLION)
        empty = guarded(lambda: prove_goal(nothing, share), lambda _: None)
        if empty is not None:
            raise FormulaError("the assumptions contradict each other: no value is admissible")

    def __iter__(self) -> Iterator[str]:
        return self.search.run()

    def report(self) -> Threshold:
        """What is known so far: what the kernel does not replay is not proved."""
        return guarded(self._report, self._unknown)

    def _unknown(self, reason: str) -> Threshold:
        found = self.search
        return Threshold(
            self.reading, self.property, found.question.statement, self.parameter, found.ratio,
            None, note=reason,
        )  # fmt: skip

    def _report(self) -> Threshold:
        found = self.search
        report = Threshold(
            self.reading, self.property, found.question.statement, self.parameter, found.ratio,
            found.condition, tuple(found.inside), tuple(found.outside), tuple(found.samples),
            found.sufficient, found.necessary,
        )  # fmt: skip
        problems = {item.property: item.problem for item in replay(report.to_data())}
        if problem := problems[f"{self.property}: sufficient"]:
            report = replace(report, sufficient=None, note=problem)
        if problem := problems[f"{self.property}: necessary"]:
            report = replace(report, necessary=None, note=problem)
        constant = str(found.condition) in (ALWAYS, NEVER)
        if report.exact and constant and not depends(report.statement, self.parameter):
            return replace(report, note=does_not_depend(self.parameter))
        if found.condition is None:
            note = "No condition fits what was decided at the sampled values."
            note = f"{note} The search was {found.stopped}." if found.stopped else note
            return replace(report, note=note)
        return report


def work(question: ThresholdQuestion, means: Means) -> Deciding:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    reading = reading_of(question)
    return Deciding(reading, question.property, question.parameter, means.seconds)
