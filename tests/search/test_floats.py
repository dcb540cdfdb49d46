"""Floats may only sort out points that plainly do not fail: never one that fails exactly."""

from __future__ import annotations

import random

import numpy as np
import pytest
from flint import fmpq

from symbolic_measures.kernel.truth import evaluator, fails
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.search.floats import balls, may_fail

MEASURES = ("CC", "CE", "CD", "kappa", "GmacR", "HmacR", "mean(sqrt(c/a))", "mean(Abs(c/a-c/b))")
IDS = ("minimal-agreement", "monotone", "weakly-strongly-monotone", "symmetry", "scale-invariance")


def _points(goal: Goal, count: int) -> list[dict[str, int]]:
    chance = random.Random(7)
    positive = {variable.name for variable in goal.variables if variable.sort == "positive"}
    return [
        {v.name: chance.choice((0, 0, 1, 2, 3, 5)) + (v.name in positive) for v in goal.variables}
        for _ in range(count)
    ]


@pytest.mark.parametrize("name", MEASURES)
def test_no_failing_point_is_sorted_out(name: str) -> None:
    reading, failing, sorted_out = Reading(measure(name, classes=3)), 0, 0
    for property_id in IDS:
        for goal in PROPERTIES[property_id].statement(reading).goals[:3]:
            points = _points(goal, 60)
            at = {key: np.array([point[key] for point in points]) for key in points[0]}
            for point, may in zip(points, np.broadcast_to(may_fail(goal, at), 60), strict=True):
                truth = fails(goal, {key: fmpq(number) for key, number in point.items()})
                assert may or truth is False
                failing, sorted_out = failing + (truth is True), sorted_out + (not may)
    assert failing
    assert sorted_out


def test_whole_numbers_are_exact_until_they_are_large() -> None:
    x, numbers = symbol("x"), (3, 2**26)
    for tree, exact in ((x * x + 1, True), (x**2 - x, True), (x**4 * 2 + 1, False)):
        value, error = np.broadcast_arrays(*balls(tree, {"x": np.array(numbers)})[tree])
        assert (error == 0).all() == exact
        for number, here, room in zip(numbers, value.tolist(), error.tolist(), strict=True):
            gap = fmpq(int(here)) - evaluator(tree)({"x": fmpq(number)})
            assert abs(gap) <= fmpq(int(room) + (room > 0))
