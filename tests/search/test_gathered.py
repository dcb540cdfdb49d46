"""Logarithms with one factor are gathered, numbers beside them are taken off."""

from __future__ import annotations

import pytest
from asking import check

from symbolic_measures.kernel.truth import failing
from symbolic_measures.macros import replay
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.tactics.gathered import by_gathered_tangents, by_gathering
from symbolic_measures.search.tactics.paired import points_of
from symbolic_measures.search.tactics.scaled import without_number

#: Sums of logarithms that are >= 0, of which no term has a plain sign by itself.
SUMS = [
    "-TP/n*log(TP*n/(P*Phat))-FP/n*log(FP*n/(N*Phat))-Phat/n*log(Phat/n)",
    "P/n*log(P/Phat)+N/n*log(N/Nhat)",
    "log(2)-log(P+Phat)+2*TP*log(2)/(P+Phat)+(P*log(P)+Phat*log(Phat))/(P+Phat)",
]
#: What is not: seen to be false, a single logarithm, other functions, one logarithm in another.
LEFT = ["-log(P)-log(N)", "TP*log(2*P/Phat)", "TP*log(P)-sqrt(TP)*log(N)", "log(1+log(1+P))-log(P)"]


def goal_of(text: str) -> Goal:
    tree = make_reading(measure(text)).formula
    variables = tuple(Variable(name, "positive") for name in CELLS)
    return Goal(variables, (Atom(tree, "defined"),), Atom(tree - formula(0), ">="), blocks=(CELLS,))


@pytest.mark.parametrize("text", SUMS)
def test_gathered_sums_are_not_negative(text: str) -> None:
    goal, effort = goal_of(text), Effort(600)
    step = prove_goal(goal, effort)
    assert step is not None
    replay(goal, step)
    assert effort.spent < MILLION


@pytest.mark.parametrize("text", LEFT)
def test_nothing_is_tried_of_what_cannot_be_gathered(text: str) -> None:
    goal = goal_of(text)
    assert [*by_gathering(goal), *by_gathered_tangents(goal)] == []


def test_what_is_tried_is_seen_to_hold() -> None:
    for text in SUMS:
        goal = goal_of(text)
        assert [*by_gathering(goal), *by_gathered_tangents(goal)]
        assert not any(map(failing(goal), points_of(goal)))


#: Ends that need a number beside a logarithm, log(2) or log(10) as a divisor, two places at their
#: ends, and roots that are left out.
RANGES = ["TP*log((TP+1/2)*(TN+1/2)/((FN+1/2)*(FP+1/2)))", "log2(TP^2/(P*Phat))",
          "log10((TP+1)/(Phat+2)/((FN+1)/(Nhat+2)))", "2*(sqrt(P*N)-sqrt(TP*FP)-sqrt(FN*TN))/n",
          "2*acos(sqrt(FPR))-2*acos(sqrt(TPR))"]  # fmt: skip


@pytest.mark.parametrize("text", RANGES)
def test_ranges_of_logarithms_and_arcs(text: str) -> None:
    assert check(text, ["range"])["range"].outcome == "proved"


@pytest.mark.parametrize("text", ["log(P)/log(2)-P", "2*P-P/2", "sqrt(P)*P"])
def test_no_number_is_taken_off_where_it_does_not_help(text: str) -> None:
    tree = make_reading(measure(text)).formula
    goal = goal_of(text)
    assert list(without_number(Goal(goal.variables, (), Atom(tree, ">="), blocks=(CELLS,)))) == []


@pytest.mark.parametrize(
    ("text", "property_id"),
    [
        ("xlogy(P/n,P/Phat)+xlogy(N/n,N/Nhat)", "tn-not-max"),
        ("P/n*Max(2*TP/(P+Phat),2*FN/(P+Nhat))+N/n*Max(2*FP/(N+Phat),2*TN/(N+Nhat))", "ach"),
    ],
)
def test_more_is_decided(text: str, property_id: str) -> None:
    assert check(text, [property_id])[property_id].outcome == "proved"
