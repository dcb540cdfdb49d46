"""The derivatives at independence and the order of the baseline, found."""

from __future__ import annotations

from symbolic_measures.meaning.expansions import MOST
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import SECONDS, Means, OneStep
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.questions.taylor.asked import TaylorQuestion
from symbolic_measures.questions.taylor.meaning import Expansion
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.expansions import taylor
from symbolic_measures.search.guarded import guarded
from symbolic_measures.search.properties import decide_property


def find_expansion(subject: Measure, order: int = 4, seconds: float = SECONDS) -> Expansion:
    """What `session.taylor` answers."""
    if not 1 <= order <= MOST:
        raise FormulaError(f"the order is a number from 1 to {MOST}")
    reading = Reading(subject)
    empty = Statement("taylor", subject.name, "Nothing is known.", ())
    effort = Effort(seconds)

    def work() -> Verdict:
        with effort.fenced():
            return taylor(reading, order, effort)

    found = guarded(work, lambda reason: Verdict("taylor", "undecided", empty, reason=reason))
    return Expansion(reading, order, found, decide_property("baseline-order", reading, seconds))


def work(question: TaylorQuestion, means: Means) -> OneStep:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    subject = measure(question.measure, assume=question.assume)
    if not 1 <= question.order <= MOST:
        raise FormulaError(f"the order is a number from 1 to {MOST}")
    return OneStep(subject.name, lambda: find_expansion(subject, question.order, means.seconds))
