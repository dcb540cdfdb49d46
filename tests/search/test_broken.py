"""Broken powers: against what is raised, and as one root."""

from __future__ import annotations

import json

import pytest
from asking import check

from symbolic_measures import verify
from symbolic_measures.macros import replay
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Sort, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal

NAMES = ("x", "y")


def goal_of(sort: Sort, text: str, rel: str, *told: tuple[str, str]) -> Goal:
    variables = tuple(Variable(name, sort) for name in NAMES)
    atoms = [Atom(parse(t, names={}, parameters=NAMES), r) for t, r in (*told, (text, rel))]
    return Goal(variables, tuple(atoms[:-1]), atoms[-1])


@pytest.mark.parametrize(("sort", "text", "rel", "told"), [
    ("natural", "(x/(1+x))^(2/5)-(1-1/x)", ">=", [("x-1", ">=")]),
    ("natural", "(1/(1+0))^(3/5)*(1-1/(1+x))^(2/5)-(1-1/x)", ">=", [("x-1", ">=")]),
    ("positive", "1-(x/(x+y))^(7/5)-y/(x+y)", ">=", []),
    ("positive", "3/5-(x/(x+y))^(3/5)*(y/(x+y))^(2/5)", ">=", []),
    ("positive", "3/5-(x/(x+y))^(3/5)*(y/(x+y))^(2/5)", ">", []),
    ("positive", "(x/y)^(2/3)*(y/x)^(1/3)*(x/y+1)^(2/3)-1/8", ">=", [("x-y", ">=")]),
])  # fmt: skip
def test_it_is_proved(sort: Sort, text: str, rel: str, told: list[tuple[str, str]]) -> None:
    goal = goal_of(sort, text, rel, *told)
    step = prove_goal(goal, Effort(60))
    assert step is not None
    replay(goal, step)


@pytest.mark.parametrize(("text", "rel", "told"), [
    ("(x/(1+x))^(2/5)-(1-1/x)^(1/5)", ">=", [("x-1", ">=")]),
    ("1/2-(x/(x+y))^(3/5)*(y/(x+y))^(2/5)", ">=", []),
    ("x^(2/5)-x", ">=", []),
])  # fmt: skip
def test_what_is_false_is_not(text: str, rel: str, told: list[tuple[str, str]]) -> None:
    assert prove_goal(goal_of("positive", text, rel, *told), Effort(60)) is None


FORMULA = "recall^0.6*(1-Phat/n)^0.4"


@pytest.mark.parametrize(("formula", "property_id"), [
    (FORMULA, "range"), (FORMULA, "chance-corrected"),
    ("recall^0.7*precision^0.2*TNR^0.1", "chance-corrected"),
    ("recall^0.7*precision^0.2*TNR^0.1", "weakly-monotone"),
    ("recall^0.7*precision^0.2*TNR^0.1", "weakly-strongly-monotone"),
])  # fmt: skip
def test_weighted_geometric_means_of_rates(formula: str, property_id: str) -> None:
    report = check(formula, [property_id])
    assert report[property_id].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
