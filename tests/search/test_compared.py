"""Logarithms in one variable, each so many times another."""

from __future__ import annotations

import json

import pytest

from symbolic_measures import check, verify
from symbolic_measures.macros import replay
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.compared import by_comparing
from symbolic_measures.search.tactics.formulas import prove_goal


def goal_of(text: str) -> Goal:
    trees = [parse(t, names={}, parameters=("e",)) for t in ("e-1", text)]
    return Goal((Variable("e", "natural"),), (Atom(trees[0], ">="),), Atom(trees[1], ">="))


@pytest.mark.parametrize("text", [
    "log(1/e)+log(e^32)/(10*log(10))",
    "10*log(1+e)/log(10)-log(e)",
    "log(1+e^4)/log(2)*(log(1+1)/log(10))-log(e)",
    "4*log(1+e)/log(10)+e/(1+e)-log(e)",
])  # fmt: skip
def test_what_is_beyond_a_logarithm_is_proved(text: str) -> None:
    goal = goal_of(text)
    assert list(by_comparing(goal))
    step = prove_goal(goal, Effort(60))
    assert step is not None
    replay(goal, step)


@pytest.mark.parametrize("text", [
    "log(1+e)-2*log(e)", "log(1/e)", "log(e)-log(2)", "log(e/2)*log(e)+log(e)",
])  # fmt: skip
def test_nothing_is_named_of_what_fails_or_has_no_two_of_one_sign(text: str) -> None:
    assert list(by_comparing(goal_of(text))) == []


@pytest.mark.parametrize(("text", "infimum", "supremum"), [
    ("recall-0.1*log10(TP+FP)", "-oo", "1"),
    ("10*log10(TPR/FPR)-20*FNR", "-oo", "oo"),
    ("log2(TPR/FPR)*log10(1+TP)", "-oo", "oo"),
    ("sqrt(2*((TP+FP)*log(1+TP/FP)-TP))", "0", "oo"),
    ("sqrt(2*(TP-FP*log(1+TP/FP)))", "0", "oo"),
])  # fmt: skip
def test_ends_that_logarithms_approach(text: str, infimum: str, supremum: str) -> None:
    report = check(text, ["range"])
    verdict = report["range"]
    assert verdict.outcome == "proved"
    assert verdict.value["infimum"]["value"] == infimum
    assert verdict.value["supremum"]["value"] == supremum
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
