"""Sums of logarithms are bounded by tangents, and what is false is not."""

from __future__ import annotations

import pytest

from symbolic_measures.kernel.truth import failing
from symbolic_measures.macros import replay
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.tactics.paired import points_of
from symbolic_measures.search.tactics.tangents import by_tangents

#: Divergence of two rates from their middle; of one rate from another, each with its rest.
MIDDLE = "TPR*log(2*TPR/(TPR+FPR))+FPR*log(2*FPR/(TPR+FPR))"
APART = "TPR*log(TPR/FPR)+(1-TPR)*log((1-TPR)/(1-FPR))"


def goal_of(text: str, below: bool = False) -> Goal:
    tree = make_reading(measure(text)).formula
    variables = tuple(Variable(name, "positive") for name in CELLS)
    end = formula(0)
    gap = end - tree if below else tree - end
    return Goal(variables, (Atom(tree, "defined"),), Atom(gap, ">="), blocks=(CELLS,))


@pytest.mark.parametrize("text", [MIDDLE, APART, "log(TPR)+log(1/TPR)+TPR*(log(2)-log(1))"])
def test_divergences_are_not_negative(text: str) -> None:
    goal, effort = goal_of(text), Effort(600)
    step = prove_goal(goal, effort)
    assert step is not None
    replay(goal, step)
    assert effort.spent < 5 * MILLION


def test_the_negative_of_one_is_not_positive() -> None:
    goal = goal_of(f"-({MIDDLE})", below=True)
    step = prove_goal(goal, Effort(600))
    assert step is not None
    replay(goal, step)


@pytest.mark.parametrize(
    "text", ["TPR*log(2*TPR/(TPR+FPR))-FPR*log(2*FPR/(TPR+FPR))", f"-({MIDDLE})"]
)
def test_nothing_is_tried_where_it_fails_with_bounds(text: str) -> None:
    goal = goal_of(text)
    assert any(map(failing(goal), points_of(goal)))
    assert list(by_tangents(goal)) == []


@pytest.mark.parametrize("text", ["log(TPR)", "TPR+FPR", "sqrt(TPR)*(log(TPR)+log(FPR))"])
def test_few_logarithms_and_other_functions_are_left(text: str) -> None:
    assert list(by_tangents(goal_of(text))) == []
