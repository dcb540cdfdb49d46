"""Fractions of sums of logarithms: the sign of the numerator tells all."""

from __future__ import annotations

import pytest

from symbolic_measures import check
from symbolic_measures.macros import replay
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.tactics.quotients import by_numerator


def goal_of(text: str, rel: str = ">=") -> Goal:
    tree = parse(text, names={}, parameters=("u", "v"))
    own = parse("u-1", names={}, parameters=("u",))
    names = (Variable("u", "positive"), Variable("v", "positive"))
    return Goal(names, (Atom(own, ">="),), Atom(tree, rel))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "rel"),
    [
        ("log(1/2)/log((1+2*u)/(2+2*u))-(1+u)", ">="),
        ("-u-(1-log(1/2)/log((1+2*u)/(2+2*u)))", ">="),
        ("1-log(1+u)/log(1+u+v)", ">"),
        ("-(v/(u*(u+v)))/log(u/(u+2*v))-0", ">"),
        # the derivative of EDI in TP
        ("-(v/(u*(u+v)))/(log(1/2)+log(u/(u+v)))"
         "-(log(1/2)-log(u/(u+v)))/(log(1/2)+log(u/(u+v)))^2*(v/(u*(u+v)))", ">"),
    ],
)  # fmt: skip
def test_the_numerator_is_compared_with_0(text: str, rel: str) -> None:
    goal = goal_of(text, rel)
    step = prove_goal(goal, Effort(60))
    assert step is not None
    replay(goal, step)


@pytest.mark.parametrize(
    "text",
    [
        "log(u)-log(v)",  # no divisor
        "1-u/(1+u)",  # no logarithm
        "1-log(1+u)/log(u/v)",  # of both signs
        "log(1+u)/log(1+u+v)-1",  # false
        "1-sqrt(u)/log(1+u)",  # another function
    ],
)
def test_nothing_is_tried_of_others(text: str) -> None:
    assert list(by_numerator(goal_of(text))) == []


def test_a_ratio_of_logarithms_has_no_lower_bound() -> None:
    (verdict,) = check("1-log(PPV)/log(P/n)", properties=["range"]).verdicts
    assert verdict.outcome == "proved"
    assert verdict.value["infimum"]["value"] == "-oo"
