"""What is plain is found by the steps that it takes; what is false or hard is left to others."""

from __future__ import annotations

import pytest

from symbolic_measures.macros import check
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.plain import along_plainly, cleared_plainly


def reading(text: str) -> Reading:
    return make_reading(measure(text))


@pytest.mark.parametrize("name", ["MCC", "BA", "kappa"])
def test_steps_are_proved_along_the_move(name: str) -> None:
    statement = PROPERTIES["monotone"].statement(reading(name))
    steps = [along_plainly(goal, Effort(steps=500_000)) for goal in statement.goals]
    found = tuple(step for step in steps if step is not None)
    assert len(found) == len(steps) == len(statement.goals)
    assert {step.rule for step in found} == {"path"}
    check(statement, Verdict("monotone", "proved", statement, proof=Step("every-goal", {}, found)))


def test_what_is_false_is_not_proved() -> None:
    for goal in PROPERTIES["monotone"].statement(reading("FP/n")).goals:
        assert along_plainly(goal, Effort()) is None


def test_what_makes_no_step_is_left_alone() -> None:
    (goal, *_) = PROPERTIES["symmetry"].statement(reading("TP/(TP+FN)")).goals
    effort = Effort()
    assert along_plainly(goal, effort) is None
    assert effort.spent == 0
    assert cleared_plainly(goal, effort) is None


def test_two_sides_that_are_alike_are_cleared() -> None:
    (goal, *_) = PROPERTIES["symmetry"].statement(reading("TP/(TP+FN+FP)")).goals
    step = cleared_plainly(goal, Effort())
    assert step is not None
    assert step.rule == "clear"
