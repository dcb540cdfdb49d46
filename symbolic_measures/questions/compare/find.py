"""Measures are compared: pair by pair, or on the rows of a file."""

from __future__ import annotations

from pathlib import Path

from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import Means, OneStep, Work
from symbolic_measures.questions.compare.asked import CompareQuestion
from symbolic_measures.questions.compare.data import inconsistency
from symbolic_measures.questions.compare.find_pairs import Comparing


def work(question: CompareQuestion, means: Means) -> Work:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    names = tuple(name.strip() for name in question.measures)
    if not question.data:
        return Comparing(names, question.assume, means.seconds, not question.no_bounds)
    if question.assume:
        raise FormulaError("--assume: on data every measure has numbers for its parameters")
    found = inconsistency(Path(question.data), names)
    return OneStep(question.data, lambda: found)
