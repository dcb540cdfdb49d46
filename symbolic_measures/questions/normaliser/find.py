"""The six conditions on a normaliser, decided in their order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from symbolic_measures.meaning.normalisers import CONDITIONS, Normaliser, condition
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import SECONDS, Means
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.questions.normaliser.asked import NormaliserQuestion
from symbolic_measures.questions.normaliser.meaning import Conditions, without
from symbolic_measures.search.engine import decide


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
                self.verdicts.append(without(number, self.normaliser, str(error)))
            else:
                self.verdicts.append(decide(statement, self.seconds))

    def report(self) -> Conditions:
        """What is known so far."""
        done = len(self.verdicts) == len(CONDITIONS)
        return Conditions(self.normaliser, self.assume, tuple(self.verdicts), done)


def work(question: NormaliserQuestion, means: Means) -> Testing:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    return Testing(question.formula, question.assume, means.seconds)
