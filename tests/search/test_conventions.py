"""Conventions that are settled by what is said of cells: entropies, and what is made of them."""

from __future__ import annotations

import pytest

from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.tactics.conventions import as_positive, settled
from symbolic_measures.search.tactics.formulas import prove_goal

CELLS = ("TP", "FN")


def goal(text: str, *given: str, sort: str = "natural") -> Goal:
    variables = tuple(Variable(name, sort) for name in CELLS)  # type: ignore[arg-type]
    atoms = tuple(Atom(parse(one, names={}, parameters=CELLS), ">=") for one in given)
    return Goal(variables, atoms, Atom(parse(text, names={}, parameters=CELLS), ">="))


def kinks(of: Goal) -> list[object]:
    return [node for node in of.conclusion.expr.walk() if node.op == "ifzero"]


ENTROPY = "-xlogy(TP,TP)-xlogy(FN,FN)"


@pytest.mark.parametrize(
    ("of", "steps"),
    [
        (goal(ENTROPY, "FN - 1"), [("vanish", {"variable": "FN"})]),
        (goal(ENTROPY, "FN - 2"), []),  # what is said is not that it is at least 1
        (goal(ENTROPY, "FN - 1", sort="nonnegative"), []),
        (goal(ENTROPY), []),
        (goal("+".join([ENTROPY] * 4)), []),  # few different conventions
        (goal("xlogy(TP+1,TP+1)", "TP + 1 - 1"), [("split", {})]),
        (goal("xlogy(TP*0,TP)", "TP + 1 - 1"), [("split", {})]),
        (goal("xlogy(TP-1,TP+1)", "TP + 1 - 1"), []),
        (goal("xlogy(TP+1,TP+1)"), []),
        (goal("Abs(TP-FN)+log(TP+1)", "TP - 1"), []),
    ],
)
def test_what_is_said_of_a_cell(of: Goal, steps: list[object]) -> None:
    assert list(settled(of, kinks(of))) == steps  # type: ignore[arg-type]


def test_what_the_coefficients_show_is_left_out_first() -> None:
    given = ("TP + 1 - 1", "TP - FN", "TP + FN")
    (first, _) = as_positive(goal("log((TP + 1)/(FN + 1))", *given))
    assert first == ("weaken", {"without": [0, 2]})


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("log((TP + 1)/(TP + 1 + (FN + 1)))", ["FN + 1", "TP + 1"]),
        ("log((TP + 1)/(TP + 1 + FN))", None),
        ("log(TP + 1) + TP", None),
        ("sqrt(TP + 1)", None),
    ],
)
def test_cells_that_are_positive_have_letters(text: str, parts: list[str] | None) -> None:
    found = list(as_positive(goal(text)))
    facts = [["part1", ">"], ["part2", ">"]]
    assert found == ([("abstract", {"parts": parts, "facts": facts})] if parts else [])


def test_the_mutual_information_has_a_denominator_that_is_not_0() -> None:
    """The pattern of four cells was open after 10 million steps."""
    reading = make_reading(measure("2*mutual_information/(2*mutual_information+1)"))
    goals = PROPERTIES["undefined-set"].statement(reading, []).goals
    assert len(goals) == 15
    effort = Effort(600)
    assert all(prove_goal(one, effort) is not None for one in goals)
    assert effort.spent < 3 * MILLION
