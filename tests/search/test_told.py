"""What hypotheses on logarithms say of their arguments."""

from __future__ import annotations

import json

import pytest
from asking import check

from symbolic_measures import verify
from symbolic_measures.macros import replay
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal

NAMES = ("x", "y", "z")


def goal_of(text: str, rel: str, *told: tuple[str, str]) -> Goal:
    variables = tuple(Variable(name, "positive") for name in NAMES)
    atoms = [Atom(parse(t, names={}, parameters=NAMES), r) for t, r in (*told, (text, rel))]
    return Goal(variables, tuple(atoms[:-1]), atoms[-1])


@pytest.mark.parametrize(("text", "rel", "told"), [
    ("x-y", ">=", ("log(x/y)", ">=")),
    ("x-y", ">", ("log(x/y)", ">")),
    ("y-x", ">", ("-log(x/y)", ">")),
    ("x^2-y*z", ">=", ("2*log(x)-log(y*z)", ">=")),
    ("x-1/y", ">=", ("log(x)+log(y)", ">=")),
])  # fmt: skip
def test_a_sign_of_logarithms_says_how_arguments_compare(
    text: str, rel: str, told: tuple[str, str]
) -> None:
    goal = goal_of(text, rel, told)
    step = prove_goal(goal, Effort(60))
    assert step is not None
    replay(goal, step)


@pytest.mark.parametrize(("text", "rel", "told"), [
    ("x-y", ">", ("log(x/y)", ">=")),
    ("x-y", ">=", ("-log(x/y)", ">=")),
    ("x-y", ">=", ("log(x)*log(y)", ">=")),
    ("x-2*y", ">=", ("log(x/y)", ">")),
])  # fmt: skip
def test_and_no_more(text: str, rel: str, told: tuple[str, str]) -> None:
    assert prove_goal(goal_of(text, rel, told), Effort(60)) is None


@pytest.mark.parametrize("property_id", ["tp-monotone", "tn-monotone"])
def test_a_penalty_on_the_logarithm_of_the_bias_is_outweighed(property_id: str) -> None:
    report = check("TSS-0.2*Abs(log(Phat/P))", [property_id])
    outcome = {"tp-monotone": "proved", "tn-monotone": "refuted"}[property_id]
    assert report[property_id].outcome == outcome
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
