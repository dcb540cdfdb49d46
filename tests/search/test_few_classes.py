"""Counterexamples of many classes that are of three at heart: each fails, exactly."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asking import check
from flint import fmpq

from symbolic_measures import verify
from symbolic_measures.kernel.exact import show
from symbolic_measures.kernel.truth import fails, size_of
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import compositions
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.search import ranges
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.few_classes import FEW, few_labels, of_labelings, padded
from symbolic_measures.search.ranges import LARGEST_OF_CLASSES, _Side
from symbolic_measures.search.rows import all_rows


def statement(name: str, property_id: str, classes: int) -> Statement:
    return PROPERTIES[property_id].statement(make_reading(measure(name, classes=classes)))


@pytest.mark.parametrize(
    ("name", "property_id", "classes", "found"),
    [
        ("BA", "monotone", 4, True), ("BA", "symmetry", 5, True), ("kappa", "monotone", 4, True),
        ("macro_F1", "approximate-constant-baseline", 4, True), ("accuracy", "monotone", 4, False),
        ("kappa", "distance", 4, True), ("macro_F1", "constant-baseline", 4, False),
        ("BA", "symmetry", 6, True), ("accuracy", "distance", 4, False),
    ],
)  # fmt: skip
def test_what_is_found_fails(name: str, property_id: str, classes: int, found: bool) -> None:
    asked, effort = statement(name, property_id, classes), Effort()
    point = padded(asked, classes, effort)
    assert (point is not None) is found
    spent = effort.spent
    assert padded(asked, classes, effort) is point  # nothing is looked for twice
    assert effort.spent == spent
    if point is not None:
        goal, cells = point
        assert goal in asked.goals
        assert fails(goal, cells) is True
        for name_of, cell in cells.items():
            alone = len(set(name_of.split("_")[-1].lstrip("cd"))) == 1
            few = all(int(label) <= FEW for label in name_of.split("_")[-1].lstrip("cd"))
            assert few or cell == 0 or (alone and cell == 1)


@pytest.mark.parametrize("name", ["kappa", "CC"])
def test_where_cells_are_positive_no_cell_is_0(name: str) -> None:
    """There a class without elements would be no matrix that the goal is about."""
    asked = statement(name, "opitz-monotone", 4)
    found = padded(asked, 4, Effort())
    assert found is not None
    goal, cells = found
    assert fails(goal, cells) is True
    assert min(cells.values()) == 1
    report = check(name, classes=4, property=["opitz-monotone"])
    assert report["opitz-monotone"].outcome == "refuted"
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ["kappa", "CC", "weighted_F1"])
@pytest.mark.parametrize("classes", [4, 5])
def test_what_no_measure_of_three_classes_has_more_do_not_have(name: str, classes: int) -> None:
    found = check(name, classes=classes, property=["opitz-monotone"])["opitz-monotone"]
    assert found.outcome == "refuted"


def test_larger_matrices_of_three_classes_are_looked_at() -> None:
    """Weighted F1 fails at no matrix of five elements in three classes."""
    asked = statement("weighted_F1", "weakly-monotone", 5)
    found = padded(asked, 5, Effort())
    assert found is not None
    assert sum(int(cell) for cell in found[1].values()) == 9


def test_three_labelings() -> None:
    goals = statement("kappa", "distance", 4).goals
    assert [of_labelings(goal) for goal in goals] == [False] * (len(goals) - 1) + [True]
    assert not any(of_labelings(goal) for goal in statement("BA", "symmetry", 6).goals)
    point = few_labels(goals[-1], Effort())
    assert point is not None
    assert fails(goals[-1], point) is True
    assert size_of(goals[-1], point) <= 4 + 2
    assert few_labels(goals[0], Effort()) is None


@pytest.mark.parametrize("low", [(0,), (0, 0, 0), (1, 0, 1), (0,) * 9])
@pytest.mark.parametrize("total", range(5))
def test_rows_are_the_compositions_in_their_order(total: int, low: tuple[int, ...]) -> None:
    slow = [[cell + one for cell, one in zip(cells, low, strict=True)]
            for cells in compositions(total - sum(low), len(low))]  # fmt: skip
    assert all_rows(total, low).tolist() == slow
    assert all_rows(total, low).shape == (len(slow), len(low))


def told(side: _Side) -> Any:
    found = side._attained()
    return found and [(cells, [show(value) for value in values]) for cells, values in found]


@pytest.mark.parametrize("name", ["macro_F1", "kappa", "CC", "BA", "CE", "mean(sqrt(c^2/(a*b)))"])
def test_the_most_extreme_matrix_is_the_same_in_floats(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first of all that have the most extreme value, with its exact value."""
    reading = make_reading(measure(name, classes=3))
    for outward in (-1, 1):
        side = _Side(reading, outward, [{}], Effort(steps=10**9))
        monkeypatch.setattr(ranges, "MANY", 10**9)
        slow = told(side)
        monkeypatch.setattr(ranges, "MANY", 0)
        assert told(side) == slow
        few = len(list(side._small(LARGEST_OF_CLASSES, 9)))
        assert few < (2_002 if name in ("CC", "CE") else 60)  # what is not seen in floats stays


def test_parameters_are_numbers_in_floats_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """An end that is attained at all values of the parameters."""
    reading = make_reading(measure("t*accuracy", assume=["t > 0"], classes=3))
    points = [{"t": fmpq(1)}, {"t": fmpq(1, 3)}]
    for outward in (-1, 1):
        side = _Side(reading, outward, points, Effort(steps=10**9))
        monkeypatch.setattr(ranges, "MANY", 10**9)
        slow = side._attained()
        monkeypatch.setattr(ranges, "MANY", 0)
        assert slow is not None
        assert side._attained() == slow


@pytest.mark.parametrize(
    ("name", "m", "property_id", "smallest"),
    [
        ("BA", 4, "monotone", True), ("BA", 5, "strongly-monotone", False),
        ("kappa", 4, "weakly-monotone", True), ("macro_F1", 5, "constant-baseline", True),
        ("macro_F1", 5, "strongly-monotone", True), ("kappa", 4, "distance", False),
    ],
)  # fmt: skip
def test_the_smallest_is_told_where_it_is_soon_seen(
    name: str, m: int, property_id: str, smallest: bool
) -> None:
    report = check(name, classes=m, property=[property_id])
    witness = report[property_id].witness
    assert witness is not None
    assert witness.minimal is smallest
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []


@pytest.mark.parametrize("classes", [4, 5])
def test_the_range_of_kappa(classes: int) -> None:
    """Its lower end is a sum of squares of differences."""
    found = check("kappa", classes=classes, property=["range"])["range"]
    assert found.outcome == "proved"
    assert [found.value[end]["value"] for end in ("infimum", "supremum")] == ["-1", "1"]
