"""Sums of logarithms are bounded by tangents, and what is false is not."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace

import pytest

from symbolic_measures import check, verify
from symbolic_measures.kernel.truth import failing
from symbolic_measures.macros import replay
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import MILLION, Effort, OutOfStepsError
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


def test_a_tangent_touches_at_1_alone() -> None:
    """log z > 1 - 1/z for z = 1 + TP/FP: at z = 1 the two are equal, so z > 1 is needed."""
    tight = make_reading(measure("(TP+FP)*log(1+TP/FP)-TP")).formula
    variables = tuple(Variable(name, "positive") for name in CELLS)
    goal = Goal(variables, (Atom(tight, "defined"),), Atom(tight, ">"))
    step = prove_goal(goal, Effort(600, MILLION))
    assert step is not None
    replay(goal, step)
    zero = tuple(Variable(name, "nonnegative") for name in CELLS)
    with suppress(OutOfStepsError):
        assert prove_goal(replace(goal, variables=zero), Effort(600, MILLION)) is None


@pytest.mark.parametrize("property_id", ["undefined-set", "tp-strictly-monotone", "opitz-monotone"])
def test_the_root_of_a_sum_of_logarithms(property_id: str) -> None:
    """The significance of a signal TP over a background FP (Cowan et al., 2011)."""
    report = check("sqrt(2*((TP+FP)*log(1+TP/FP)-TP))", [property_id])
    assert report[property_id].outcome == "proved"
    assert [checked.problem for checked in verify(json.loads(report.to_json()))] == [""]


def test_a_root_has_no_value_below_0() -> None:
    """TP*log(TP/FP) is below 0 where FP is above TP: no such root has a value everywhere."""
    goal = goal_of("TP*log(TP/FP)")
    root = Formula("sqrt", make_reading(measure("TP*log(TP/FP)")).formula)
    defined = replace(goal, hypotheses=(), conclusion=Atom(root, "defined"))
    with suppress(OutOfStepsError):
        assert prove_goal(defined, Effort(600, MILLION)) is None
