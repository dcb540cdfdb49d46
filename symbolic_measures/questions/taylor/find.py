"""The derivatives at independence and the order of the baseline, found."""

from __future__ import annotations

from symbolic_measures.meaning.expansions import MOST
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import SECONDS, Means, OneStep
from symbolic_measures.questions.taylor.asked import TaylorQuestion
from symbolic_measures.questions.taylor.meaning import Expansion
from symbolic_measures.search.expansions import baseline_order, taylor


def find_expansion(subject: Measure, order: int = 4, seconds: float = SECONDS) -> Expansion:
    """What `session.taylor` answers."""
    if not 1 <= order <= MOST:
        raise FormulaError(f"the order is a number from 1 to {MOST}")
    reading = Reading(subject)
    found = taylor(reading, order, seconds)
    return Expansion(reading, order, found, baseline_order(reading, seconds))


def work(question: TaylorQuestion, means: Means) -> OneStep:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    subject = measure(question.measure, assume=question.assume)
    if not 1 <= question.order <= MOST:
        raise FormulaError(f"the order is a number from 1 to {MOST}")
    return OneStep(subject.name, lambda: find_expansion(subject, question.order, means.seconds))
