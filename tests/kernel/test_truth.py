"""Points that may fail a goal: none is left out, however values are looked up."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from flint import fmpq
from random_formulas import random_class_formulas, random_formulas

from symbolic_measures.kernel.evaluation import Known
from symbolic_measures.kernel.minimality import Suspects
from symbolic_measures.kernel.truth import admits, evaluator, fails, holds, key, points
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable

BINARY = ("F1", "BA", "CC", "CE", "CD", "Gmean", "-sqrt(FN*FP)/n",
          *(text for text, _ in random_formulas(12, 5)))  # fmt: skip
SEVERAL = ("GmacR", "CD", "mean(sqrt(c^2/(a*b)))", *random_class_formulas(3, 5))
#: Goals about two free matrices, about a step, and about a scaled matrix.
ASKED = ("maximal-agreement", "minimal-agreement", "approximate-constant-baseline", "monotone",
         "symmetry", "scale-invariance")  # fmt: skip


def left_out(goal: Goal, size: int) -> list[dict[str, fmpq]]:
    """The points of a size that may fail and are not among those that are looked at."""
    looked = [frozenset(point.items()) for point in Suspects(goal, {}).of_size(size)]
    seen = set(looked)
    assert len(looked) == len(seen)
    others = (point for point in points(goal, size) if frozenset(point.items()) not in seen)
    return [point for point in others if fails(goal, point) is not False]


CASES = [*((text, 2) for text in BINARY), *((text, 3) for text in SEVERAL)]


@pytest.mark.parametrize(("text", "classes"), CASES)
def test_no_failing_point_is_left_out(text: str, classes: int) -> None:
    reading = Reading(measure(text, classes=classes))
    looked_up = 0
    for property_id, size in product(ASKED, (1, 2, 3) if classes == 2 else (1, 2)):
        for goal in PROPERTIES[property_id].statement(reading).goals:
            looked_up += Suspects(goal, {}).cheap
            assert left_out(goal, size) == []
    assert looked_up > 0


X = symbol("x")
INVERSE = formula(1) / X


def test_an_expectation_has_no_truth_at_a_point() -> None:
    """Neither of a matrix where the measure has a value, nor of one where it has none."""
    for tree in (X, INVERSE):
        atom = Atom(tree, "constant-mean")
        assert holds(atom, {"x": fmpq(0)}) is None
        goal = Goal((Variable("x", "natural"),), (), atom)
        assert fails(goal, {"x": fmpq(0)}) is None


@pytest.mark.parametrize("rel", ["undefined", "defined"])
def test_what_is_said_of_definedness_is_a_hypothesis_like_any_other(rel: Any) -> None:
    """1/x is undefined at 0 alone: elsewhere -1 > 0 is no violation, for it is not claimed."""
    goal = Goal((Variable("x", "natural"),), (Atom(INVERSE, rel),), Atom(-X - 1, ">"))
    for x in range(3):
        admitted = (x == 0) == (rel == "undefined")
        assert admits(goal, {"x": fmpq(x)}) is admitted
        assert fails(goal, {"x": fmpq(x)}) is admitted


@pytest.mark.parametrize(
    "cells", [("0", "1", "2", "3"), ("1/2", "3/2", "5", "7/3"), ("8", "9/4", "1", "1")]
)
def test_the_order_of_counterexamples_is_by_the_cells_as_they_are(cells: tuple[str, ...]) -> None:
    """Whole or not: n and the cells are those of the matrix, none is rounded."""
    goal = PROPERTIES["class-symmetry"].statement(Reading(measure("F1"))).goals[0]
    names = tuple(cell.args[0] for cell in goal.matrices[0])
    values = [fmpq(*map(int, cell.split("/"))) for cell in cells]
    point = dict(zip(names, values, strict=True))
    assert key(goal, point)[1:6] == (sum(values, fmpq(0)), *values)


def test_a_sum_of_symbols_is_added_up() -> None:
    """Each as often as it stands there, whether a part of it is asked for again or not."""
    a, b, c, d = map(symbol, "abcd")
    at = dict(zip("abcd", map(fmpq, (1, 20, 300, 4000)), strict=True))
    row, column = a + b, a + c
    sums = {
        a + a: 2, row + a: 22, row + row: 42, row + (c + d): 4321, (column + row) + column: 623,
        row * column: 6321, (row + d) * row + (row + d): 88462, (a + b * c) + d: 10001,
        (row - column) + row: -259, -row + column: 280, (row + 1) + row: 43, row / (row + c): 0,
    }  # fmt: skip
    for tree, value in sums.items():
        assert evaluator(tree)(at) == evaluator(tree)(Known(at)) == (value or fmpq(21, 321))


def test_the_key_of_a_point_is_that_of_its_matrices() -> None:
    """Of cells that are symbols, in whatever order, and of those that are not; no root is told."""
    a, b, s = map(symbol, "abs")
    third, root = fmpq(1, 3), Formula("sqrt", b)
    point = {"a": fmpq(1), "b": fmpq(2), "s": third}
    told: list[tuple[tuple[Formula, ...], tuple[Any, ...]]] = [
        ((a, b), (3, 1, 2)), ((b, a), (3, 2, 1)), ((a,), (1, 1)), ((a, b + 1), (4, 1, 3)),
        ((b, b, s), (fmpq(13, 3), 2, 2, third)), ((root, a), (1, 1)),
        ((a * s, b), (fmpq(7, 3), third, 2)),
    ]  # fmt: skip
    for matrix, first in told:
        task = Goal((), (), Atom(a, ">="), matrices=(matrix, (b, a)), blocks=(("a", "b"),))
        assert key(task, point) == key(task, Known(point)) == (3, *first, 2, 1)
