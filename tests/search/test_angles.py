"""The triangle inequality of angles with cases: what is named, what is found, what is not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tiers import exhaustive

from symbolic_measures.macros import apply, replay
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.tactics.angles import FACTS, with_cases
from symbolic_measures.search.tactics.formulas import prove_goal

PAPER = "gosgens-appendix-b"


def triangle(text: str, reading: str = PAPER) -> Goal:
    part = parts("distance", EveryClasses(text, reading=reading), "0")[-1]
    return part.state(part.make())


def test_the_correlation_distance_in_appendix_b() -> None:
    goal = triangle("CD")
    ((name, args),) = with_cases(goal)
    assert (name, len(args["parts"]), args["facts"]) == ("abstract", 9, FACTS)
    assert len(apply(goal, name, args)) == len(FACTS) + 1
    step = prove_goal(goal, Effort(1_000, 3 * MILLION))
    assert step is not None
    assert step.rule == "abstract"
    replay(goal, step)


@exhaustive
def test_constant_labelings_that_are_nearer_than_half_are_not_between_others() -> None:
    """With 1/4 for 1/2 the way by a constant labeling is shorter than that from one to another."""
    goal = triangle("CD")
    tree = goal.conclusion.expr
    nearer = {formula(1) / 2: formula(1) / 4}
    given = tuple(Atom(a.expr.replace(nearer), a.rel) for a in goal.hypotheses)
    other = replace(goal, hypotheses=given, conclusion=Atom(tree.replace(nearer), ">="))
    assert other != goal
    assert prove_goal(other, Effort(1_000, 80 * MILLION)) is None


@exhaustive
def test_without_the_spreads_nothing_is_found() -> None:
    """Then n^2 may be the sum of x*y of labelings that are not constant."""
    goal = triangle("CD")
    alone = replace(goal, hypotheses=goal.hypotheses[:-3])
    assert prove_goal(alone, Effort(1_000, 20 * MILLION)) is None


@pytest.mark.parametrize(("text", "reading"), [
    ("CC", PAPER), ("CD", "literal"), ("accuracy", PAPER), ("kappa", PAPER),
])  # fmt: skip
def test_of_other_goals_nothing_is_named(text: str, reading: str) -> None:
    assert list(with_cases(triangle(text, reading))) == []
