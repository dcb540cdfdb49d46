"""Numbers such as log 2 between two fractions."""

from __future__ import annotations

import pytest

from symbolic_measures import check
from symbolic_measures.macros import replay
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.enclosed import by_enclosures
from symbolic_measures.search.tactics.formulas import prove_goal


def goal_of(text: str) -> Goal:
    tree = parse(text, names={}, parameters=("u",))
    return Goal((Variable("u", "positive"),), (), Atom(tree, ">="))


@pytest.mark.parametrize(
    "text",
    [
        "log(2)*(1+2*u)-u",
        "1/u-1/(1+2*u)/log(2)",
        "1/u-log(1+1/(1+2*u))/log(2)",
        "log(2)/u-log(1+1/(1+2*u))",
        "log(3)/log(2)-log(2+1/(1+1/(2+u)))/log(2)-1/5*(1/(2+u))",
        "acos(1/3)*u-u",
        "u-log(1/2)*u",
    ],
)
def test_what_depends_on_a_number_is_proved(text: str) -> None:
    goal = goal_of(text)
    step = prove_goal(goal, Effort(60))
    assert step is not None
    replay(goal, step)


@pytest.mark.parametrize("text", ["u-0^(4/5)", "8^(1/3)*u-2*u", "u-6*0^(4/5)*u/(1+u)"])
def test_powers_of_numbers_that_are_plain(text: str) -> None:
    goal = goal_of(text)
    step = prove_goal(goal, Effort(60))
    assert step is not None
    replay(goal, step)


@pytest.mark.parametrize(
    "text",
    ["log(2)*u-u", "u-2*u", "u-log(u)", "log(0)*u", "log(log(1))*u"],
)
def test_nothing_is_tried_of_what_fails_or_has_no_such_number(text: str) -> None:
    assert list(by_enclosures(goal_of(text))) == []


def test_divisors_come_first() -> None:
    first, second = by_enclosures(goal_of("log(3)*u-log(3/2)*u/log(2)"))
    assert (first[1]["parts"], len(second[1]["parts"])) == (["log(2)"], 3)


def test_a_supremum_over_random_predictions_comes_near_1() -> None:
    text = "1-log2((2*TP+FN+FP)/(TP+FN+FP))"
    (verdict,) = check(text, properties=["chance-corrected"]).verdicts
    assert verdict.outcome == "refuted"
