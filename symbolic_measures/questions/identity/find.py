"""Two formulas, compared: their values where both are defined, then where only one is."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.meaning.sides import subject_of
from symbolic_measures.nouns.question import SECONDS, Means, OneStep
from symbolic_measures.questions.identity.asked import IdentityQuestion
from symbolic_measures.questions.identity.meaning import (
    Identity,
    equality,
    inclusion,
    known_patterns,
)
from symbolic_measures.search.engine import decide
from symbolic_measures.search.propose import decide_with_value


def find_identity(
    lhs: str,
    rhs: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    readings: tuple[str, str] = (LITERAL, LITERAL),
) -> Identity:
    """Decides whether the two formulas are equal where both are defined, and compares where."""
    subject, left, right = subject_of(lhs, rhs, assume, readings)
    verdict = decide(equality(subject), seconds)
    one, two = (decide_with_value("undefined-set", Reading(side), seconds)
                for side in (left, right))  # fmt: skip
    known = known_patterns((one, two)) is not None
    within = () if known else tuple(decide(inclusion(subject, i), seconds) for i in (0, 1))
    return Identity(subject, (left, right), verdict, (one, two), within, readings)


def work(question: IdentityQuestion, means: Means) -> OneStep:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    sides, readings = (question.lhs, question.rhs), (question.left_reading, question.right_reading)
    subject_of(*sides, question.assume, readings)
    title = f"{question.lhs} = {question.rhs}"
    return OneStep(title, lambda: find_identity(*sides, question.assume, means.seconds, readings))
