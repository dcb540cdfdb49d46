"""The value is computed."""

from __future__ import annotations

from symbolic_measures.questions.toy_value.meaning import valued  # type: ignore[import-not-found]

from symbolic_measures.nouns.question import Means, OneStep, Question


def work(question: Question, means: Means) -> OneStep:
    """The work on a question."""
    asked = vars(question)
    return OneStep("the value", lambda: valued(asked["measure"], asked["at"]))
