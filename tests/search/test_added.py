"""Inequalities among values of functions add up, and what is false is not proved by them."""

from __future__ import annotations

import pytest
from asking import check
from forgery import sequent
from tiers import few

from symbolic_measures.macros import apply, replay
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.texts import as_text, is_readable
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.tactics.added import added_up
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.tactics.letters import by_letters
from symbolic_measures.search.tactics.polynomials import prove_sequent

ROW, COLUMN = ("xlogy({0}/n,{0}/n)+xlogy({1}/n,{1}/n)".format(*pair)
               for pair in (("P", "N"), ("Phat", "Nhat")))  # fmt: skip
SHARED = "+".join(
    f"xlogy({cell}/n,{cell}*n/({row}*{column}))"
    for cell, row, column in (
        ("TP", "P", "Phat"), ("FN", "P", "Nhat"), ("FP", "N", "Phat"), ("TN", "N", "Nhat"),
    )
)  # fmt: skip
LARGER = f"({SHARED})/Max(-({ROW}),-({COLUMN}))"
#: Mutual information, as a part of an entropy, of both, and of the larger one.
PARTS = [f"({SHARED})/(-({ROW}))", f"2*({SHARED})/(-({ROW})-({COLUMN}))", LARGER]


def goal_of(text: str, end: int, below: bool) -> Goal:
    """M - end >= 0, or end - M."""
    tree = make_reading(measure(text)).formula
    gap = tree - formula(end) if below else formula(end) - tree
    variables = tuple(Variable(name, "natural") for name in CELLS)
    return Goal(variables, (Atom(tree, "defined"),), Atom(gap, ">="), blocks=(CELLS,))


GEOMETRIC = f"({SHARED})/sqrt(({ROW})*({COLUMN}))"


@pytest.mark.parametrize("text", few([*PARTS, GEOMETRIC], (PARTS[0], GEOMETRIC)))
def test_mutual_information_is_at_most_an_entropy(text: str) -> None:
    goal, effort = goal_of(text, 1, below=False), Effort(600)
    step = prove_goal(goal, effort)
    assert step is not None
    replay(goal, step)
    assert effort.spent < 4 * MILLION


@pytest.mark.parametrize("text", PARTS)
def test_half_of_it_is_no_bound(text: str) -> None:
    assert list(added_up(goal_of(f"2*({text})", 1, below=False))) == []


def test_a_sum_that_is_its_own_inequality_is_left() -> None:
    """Nothing would be gained, and the same would be tried again and again."""
    row = "-xlogy(P/n,P/n)-xlogy(TP/n,TP*n/(P*Phat))-xlogy(FN/n,FN*n/(P*Nhat))"
    assert list(added_up(goal_of(row, 0, below=True))) == []


PROPERTIES = ["symmetry", "scale-invariance", "undefined-set", "tn-not-max", "tp-not-max"]


@pytest.mark.parametrize("property_id", few(PROPERTIES, ("symmetry", "scale-invariance")))
def test_the_larger_of_two_entropies_has_few_cases(property_id: str) -> None:
    assert check(LARGER, [property_id])[property_id].outcome == "proved"


@pytest.mark.parametrize("text", [f"2*{GEOMETRIC}", "TP/sqrt(TN*P)"])
def test_letters_for_sums_prove_nothing_false(text: str) -> None:
    goal = goal_of(text, 1, below=False)
    for name, args, *_ in by_letters(goal):
        letters = apply(goal, name, args)[-1]
        assert isinstance(letters, Goal)
        assert prove_goal(letters, Effort(600)) is None


def test_linear_inequalities_of_real_letters_are_added() -> None:
    given = ["-a >= 0", "-b >= 0", "-a - c - d > 0", "c - e >= 0"]
    for conclusion in ("-a - e - d > 0", "-2*a - b - e - d > 0"):
        effort = Effort(600)
        goal = sequent("a, b, c, d, e: real", given, conclusion)
        assert prove_sequent(goal, effort) is not None
        assert effort.spent < MILLION // 10
    goal = sequent("a, b, c, d, e: real", given, "a - e - d > 0")
    assert prove_sequent(goal, Effort(600)) is None


def test_what_is_not_0_nor_below_is_positive() -> None:
    given = ["a + b + c != 0", "a >= 0", "b >= 0", "c >= 0", "d >= 0", "e - d >= 0", "d - e >= 0"]
    effort = Effort(600)
    assert prove_sequent(sequent("a, b, c, d, e: real", given, "a + b + c > 0"), effort) is not None
    assert effort.spent < MILLION // 10


def test_texts_are_read_again() -> None:
    tree = make_reading(measure(f"xlogy(P/n,N)/Max(-({ROW}),TP)")).formula
    assert is_readable(tree)
    assert make_reading(measure(as_text(tree))).formula == tree
    convention = make_reading(measure("TP/P"), ("P == 0: 1",)).formula
    assert "ifzero" in convention.ops
    assert not is_readable(convention)
