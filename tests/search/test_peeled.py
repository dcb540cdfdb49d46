"""What is around two things that are compared: taken off before cases are tried."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from asking import check

from symbolic_measures import verify
from symbolic_measures.meaning.subjects import find_property, make_reading, measure
from symbolic_measures.nouns.formula import formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import MILLION, Effort, OutOfStepsError
from symbolic_measures.search.properties import decide_property
from symbolic_measures.search.tactics.formulas import prove_goal

SHORTFALL = "-(P*Max(0,4/5*FPR-TPR))"


@pytest.mark.parametrize("property_id", ["weakly-monotone", "weakly-strongly-monotone"])
def test_a_common_factor_of_kinks_is_taken_off(property_id: str) -> None:
    """The step of FP alone took 9 million steps in vain while P stood before the larger of two."""
    effort = Effort(600)
    for goal in find_property(property_id).statement(make_reading(measure(SHORTFALL))).goals:
        assert prove_goal(goal, effort) is not None
    assert effort.spent < 4 * MILLION
    report = check(SHORTFALL, [property_id])
    assert report[property_id].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


@pytest.mark.parametrize(
    ("text", "proved"),
    [
        ("1/(1/(x + 1))**a - x**a", True),
        ("(x + 1)**a*(x + 2)**a/x**a - x**a", True),
        ("x**a/(x + 1)**a - (x + 1)**a", False),  # it is below
        ("1/x**a - 1", False),
        ("2*x**a - (x + 1)**a", False),  # where a is large
        ("x**a/x**b - x**a", False),
    ],
)
def test_products_of_powers_are_one_power(text: str, proved: bool) -> None:
    variables = (Variable("x", "positive"), Variable("a", "positive"), Variable("b", "positive"))
    goal = Goal(variables, (), Atom(parse(text, names={}, parameters=("x", "a", "b")), ">"))
    assert (prove_goal(goal, Effort(600)) is not None) is proved


def test_what_is_not_0_by_one_sign() -> None:
    """2*x - y > 0 where x >= y + z, so that it is not 0."""
    names = ("x", "y", "z")
    given = Atom(parse("x - y - z", names={}, parameters=names), ">=")
    variables = tuple(Variable(name, "positive") for name in names)
    for text, told in (("2*x - y", True), ("y - 2*x", True), ("2*y - x", False)):
        goal = Goal(variables, (given,), Atom(parse(text, names={}, parameters=names), "!="))
        assert (prove_goal(goal, Effort(600)) is not None) is told


@pytest.mark.parametrize(
    ("text", "proved"),
    [
        ("1/2 - acos(x/sqrt(x*x+y))/acos(-1)", True),  # below a right angle
        ("acos(-x/sqrt(x*x+y))/acos(-1) - 1/2", True),
        ("1 - acos(-x/sqrt(x*x+y))/acos(-1)", True),
        ("acos(x/sqrt(x*x+y))/acos(-1)", True),
        ("1/2 - acos(-x/sqrt(x*x+y))/acos(-1)", False),
        ("1/3 - acos(x/sqrt(x*x+y))/acos(-1)", False),
    ],
)
def test_a_number_against_an_angle_is_an_angle(text: str, proved: bool) -> None:
    names = ("x", "y")
    variables = tuple(Variable(name, "positive") for name in names)
    goal = Goal(variables, (), Atom(parse(text, names={}, parameters=names), ">"))
    assert (prove_goal(goal, Effort(600)) is not None) is proved


def test_angles_with_other_values_at_0_grow() -> None:
    """30 million steps in vain, while 1/2 was compared with an angle by bounds of pi."""
    report = check("CD", ["monotone"], reading="gosgens-appendix-b")
    assert report["monotone"].outcome == "proved"


@pytest.mark.parametrize(
    ("text", "rel", "proved"),
    [
        ("F1 - Min(F1, MCC)", ">=", True),
        ("kappa - Min(F1, MCC, kappa)", ">=", True),
        ("Max(MCC, F1) - MCC", ">=", True),
        ("F1 - Min(MCC, kappa)", ">", False),  # all are 1 on the diagonal
        ("Min(F1, MCC) - MCC", ">=", False),
    ],
)
def test_the_least_of_several_is_no_larger_than_each(text: str, rel: str, proved: bool) -> None:
    """Whatever they are: with letters, where cases of the roots of MCC took a million steps."""
    here = measure(text.replace(" - ", "-")).formula
    variables = tuple(Variable(name, "natural") for name in ("TP", "FN", "FP", "TN"))
    goal = Goal(variables, (Atom(here, "defined"),), Atom(here, rel))  # type: ignore[arg-type]
    effort = Effort(600, MILLION // 10)
    with suppress(OutOfStepsError):
        assert (prove_goal(goal, effort) is not None) == proved
        return
    assert not proved


def test_what_is_given_is_so_whatever_stands_in_it() -> None:
    """Once denominators are cleared, a hypothesis with roots may be in other words."""
    gap = measure("F1-MCC").formula
    variables = tuple(Variable(name, "natural") for name in ("TP", "FN", "FP", "TN"))
    goal = Goal(variables, (Atom(gap, ">="),), Atom(gap, ">="))
    effort = Effort(600)
    assert prove_goal(goal, effort) is not None
    assert effort.spent < MILLION // 50
    assert (
        prove_goal(Goal(variables, (Atom(gap, ">="),), Atom(gap, ">")), Effort(600, MILLION // 10))
        is None
    )


def test_a_number_around_both_sides_is_taken_off_first() -> None:
    """Decibels: without 10 and log(10) it is one logarithm against another."""
    effort = Effort(600)
    reading = make_reading(measure("10*log10(n/(FN+FP))"))
    for goal in find_property("monotone").statement(reading).goals:
        assert prove_goal(goal, effort) is not None
    assert effort.spent < MILLION // 4


@pytest.mark.parametrize("property_id", ["weakly-monotone", "tp-strictly-monotone"])
def test_ends_within_ends_are_compared_one_by_one(property_id: str) -> None:
    """The median of three measures: their cases at once took millions of steps."""
    effort = Effort(600)
    reading = make_reading(measure("Max(Min(accuracy,F1),Min(Max(accuracy,F1),MCC))"))
    verdict = decide_property(property_id, reading, effort)
    assert verdict.outcome == "proved"
    assert effort.spent < MILLION


def test_the_larger_of_two_does_not_grow_with_one_of_them_alone() -> None:
    verdict = decide_property(
        "tp-strictly-monotone", make_reading(measure("Max(TPR,TNR)")), Effort(600)
    )
    assert verdict.outcome == "refuted"


@pytest.mark.parametrize(("text", "rel", "proved"), [
    ("1-((x^(-5)+y^(-5))/2)^(-1/5)", ">=", True),  # of x and y up to 1
    ("1-((x^(-5)+y^(-5))/2)^(-1/5)", ">", False),  # x = y = 1
    ("((x^(-3)+y^(-3))/2)^(-1/3)-1", ">=", False),
    ("1/x-((x^(-3)+y^(-3))/2)^(-1/3)", ">=", True),
])  # fmt: skip
def test_inverse_roots_against_what_has_none(text: str, rel: str, proved: bool) -> None:
    tree = parse(text, names={}, parameters=("x", "y"))
    variables = (Variable("x", "positive"), Variable("y", "positive"))
    given = tuple(Atom(formula(1) - symbol(name), ">=") for name in ("x", "y"))
    goal = Goal(variables, given, Atom(tree, rel))  # type: ignore[arg-type]
    with suppress(OutOfStepsError):
        assert (prove_goal(goal, Effort(600, MILLION)) is not None) == proved
        return
    assert not proved


def test_a_root_is_not_negative_whatever_it_is_of() -> None:
    """Also where the sign of what is divided by is not plain."""
    report = check("accuracy-1.96*sqrt(accuracy*(1-accuracy)/(n-1))", ["tptn-max"])
    assert report["tptn-max"].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
