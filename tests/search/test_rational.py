"""Cells that are no whole numbers: they refute what speaks of real matrices, and nothing else."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from asking import check
from flint import fmpq

from symbolic_measures import verify
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.rational import failing_points
from symbolic_measures.search.tactics.whole import by_whole_numbers

#: What is so of whole cells, or of no small whole ones false, and false of real ones.
LESS_THAN_ONE = [
    ("TP-FP/(N+1)", "ace"),
    ("(TP*(TP-1)+TN*(TN-1))/(n*(n-1))", "tp-monotone"),
    ("TP/(TP+FN+FP-1/2)", "tp-strictly-monotone"),
    ("1-(TP+TN)*(FN+FP)/(n*(n-1))", "tptn-max"),
]


@pytest.mark.parametrize(("text", "property_id"), LESS_THAN_ONE)
def test_a_real_matrix_refutes_what_no_small_whole_one_does(text: str, property_id: str) -> None:
    report = check(text, [property_id])
    witness = report[property_id].witness
    assert report[property_id].outcome == "refuted"
    assert witness is not None
    cells = [Fraction(cell) for matrix in witness.matrices for cell in matrix]
    assert any(cell.denominator > 1 for cell in cells)
    assert min(cells) >= 0
    assert not witness.minimal
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


def test_whole_matrices_are_shown_where_there_are_any() -> None:
    witness = check("TP^2-TP+TN/(N+1)", ["tp-strictly-monotone"])["tp-strictly-monotone"].witness
    assert witness is not None
    assert all("/" not in cell for matrix in witness.matrices for cell in matrix)


@pytest.mark.parametrize("property_id", ["range", "weakly-monotone"])
def test_whole_cells_are_not_between_0_and_1(property_id: str) -> None:
    for text in ("TP/(TP+FN+FP-1/2)", "(TP*(TP-1)+TN*(TN-1))/(n*(n-1))"):
        report = check(text, [property_id])
        assert report[property_id].outcome == "proved"
        assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


def _goal(text: str, sort: str, *names: str) -> Goal:
    tree = parse(text, names={}, parameters=names)
    variables = tuple(Variable(name, sort) for name in names)
    return Goal(variables, (), Atom(tree, ">="), blocks=(names,))


def test_points_that_fail_have_the_sorts_of_their_variables() -> None:
    found = list(failing_points(_goal("x - y + 1/2", "positive", "x", "y")))
    assert found
    assert all(min(point.values()) > 0 for point in found)
    assert all(point["x"] - point["y"] + fmpq(1, 2) < 0 for point in found)
    assert not list(failing_points(_goal("x + y", "nonnegative", "x", "y")))


def test_cases_come_first_only_where_a_natural_variable_needs_them() -> None:
    assert [*by_whole_numbers(_goal("x^2 - x + 0*(x + 2)", "natural", "x"))] == [
        ("vanish", {"variable": "x"})
    ]
    assert not [*by_whole_numbers(_goal("x^2 - x + 0*(x + 2)", "nonnegative", "x"))]
    assert not [*by_whole_numbers(_goal("x^2 + x + 1", "natural", "x"))]
    assert not [*by_whole_numbers(_goal("x^2 - x + 0*(x + 2) - 1", "natural", "x"))]  # false at 1


@pytest.mark.parametrize("more", [(), ("0",), ("x - x", "1 - 1 - 0")])
def test_points_satisfy_an_equation_between_cells(more: tuple[str, ...]) -> None:
    """Others, without a cell or with one that does not matter, are left aside."""
    names = ("x", "y", "z")
    trees = [parse(text, names={}, parameters=names) for text in (*more, "x + 1 - y - z", "y - z")]
    variables = tuple(Variable(name, "nonnegative") for name in names)
    equal = tuple(Atom(tree, "==") for tree in trees[:-1])
    found = list(failing_points(Goal(variables, equal, Atom(trees[-1], ">="), blocks=(names,))))
    assert found
    assert all(p["x"] + 1 == p["y"] + p["z"] and p["y"] < p["z"] for p in found)
    assert all(min(point.values()) >= 0 for point in found)
