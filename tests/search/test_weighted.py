"""A number against a weighted mean over classes is compared term by term."""

from __future__ import annotations

from dataclasses import replace

import pytest
from asking import check

from symbolic_measures.macros import replay
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.tactics.weighted import above_zero, by_sizes


def bound(text: str, classes: int, number: int = 1) -> Goal:
    """The number is at least M, at every matrix where M is defined."""
    reading = make_reading(measure(text, classes=classes))
    tree, names = reading.formula, reading.measure.cells
    variables = tuple(Variable(name, "natural") for name in names)
    return Goal(variables, (Atom(tree, "defined"),), Atom(formula(number) - tree, ">="),
                blocks=(names,))  # fmt: skip


@pytest.mark.parametrize("classes", [5, 6])
@pytest.mark.parametrize(
    ("text", "number"),
    [("sum(a*2*c/(a+b))/n", 1), ("sum(b*2*c/(a+b))/n", 1), ("sum(a*6*c/(a+b))/n", 3)],
)
def test_more_classes_cost_little(text: str, number: int, classes: int) -> None:
    """With all denominators cleared at once, 30 million steps are not enough at five classes."""
    goal = bound(text, classes, number)
    step = prove_goal(goal, Effort(steps=MILLION))
    assert step is not None
    replay(goal, step)


def test_what_is_seen_to_fail_is_not_tried() -> None:
    """Neither of fewer classes, nor where a term is beyond its share."""
    assert [name for name, *_ in by_sizes(bound("sum(a*2*c/(a+b))/n", 5))] == ["via"]
    assert list(by_sizes(bound("sum(a*2*c/(a+b))/n", 3))) == []
    assert list(by_sizes(bound("sum(a*3*c/(a+b))/n", 5))) == []
    assert list(by_sizes(bound("sum(2*c/(a+b))", 5))) == []


def below(text: str, classes: int) -> Goal:
    """M is at least 0, at every matrix where it is defined."""
    goal = bound(text, classes, 0)
    number, tree = goal.conclusion.expr.args
    return replace(goal, conclusion=Atom(tree - number, ">="))


@pytest.mark.parametrize("text", ["sum(a*2*c/(a+b))/n", "mean((a-c)*c/(a+b-c))"])
def test_each_term_alone_is_above_zero(text: str) -> None:
    goal = below(text, 5)
    assert [name for name, *_ in above_zero(goal)] == ["abstract"]
    step = prove_goal(goal, Effort(steps=MILLION // 10))
    assert step is not None
    replay(goal, step)


def test_terms_that_are_seen_below_zero_are_not_tried() -> None:
    assert list(above_zero(below("sum(a*(2*c-b)/(a+b))/n", 5))) == []
    assert list(above_zero(below("sum(a*2*c/(a+b))/n", 3))) == []


@pytest.mark.exhaustive
def test_the_range_of_weighted_f1() -> None:
    found = check("weighted_F1", classes=5, property=["range"])["range"]
    assert found.outcome == "proved"
    assert [found.value[end]["value"] for end in ("infimum", "supremum")] == ["0", "1"]
