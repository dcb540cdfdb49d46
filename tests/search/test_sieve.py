"""Three labelings of several classes: what is sorted out, and at what cost."""

from __future__ import annotations

from itertools import product

import pytest
from flint import fmpq

from symbolic_measures.kernel.exact import compare, root
from symbolic_measures.kernel.truth import evaluator, fails
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import labelings, second
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.search.floats import above
from symbolic_measures.search.rows import all_rows, in_parts
from symbolic_measures.search.sieve import PAIRS, Sieve, _pairs_of


def triangle(name: str, classes: int = 3, reading: str = "literal") -> Goal:
    found = EveryClasses(name, reading=reading).at(classes)
    return PROPERTIES["distance"].statement(found).goals[-1]


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_the_confusion_matrices_of_labelings(classes: int) -> None:
    names = labelings(classes)
    places = _pairs_of(names)
    assert places is not None
    labels = "01" if classes == 2 else "1234"[:classes]
    for (i, j), own in zip(PAIRS, places, strict=True):
        for pair, cell in zip(product(labels, repeat=2), own, strict=True):
            assert [names[k] for k in cell] == [
                x for x in names if x[2 + i] == pair[0] and x[2 + j] == pair[1]
            ]
    assert _pairs_of(names[:-1]) is None
    assert _pairs_of(second(names)[:3]) is None


@pytest.mark.parametrize(("name", "reading"), [
    ("CC", "literal"), ("kappa", "literal"), ("CD", "literal"), ("CC", "gosgens-appendix-b"),
    ("CD", "gosgens-appendix-b"), ("BA", "gosgens-appendix-b"),
])  # fmt: skip
def test_every_failing_point_is_left(name: str, reading: str) -> None:
    """Of three labelings of three classes with at most three elements, and one diagonal matrix."""
    goal = triangle(name, reading=reading)
    names, doubled = goal.blocks
    every = (*names, *doubled)
    sieve, failing, left = Sieve(goal, {}, 3), 0, 0
    for size in (1, 2, 3):
        found = {tuple(int(point[name]) for name in every) for point in sieve.of_size(size)}
        left += len(found)
        for row in all_rows(size, (0,) * len(names)).tolist():
            cells = (*row, size - size // 2, size // 2, 0)
            if size < 3 or row[0] or row[1]:
                truth = fails(goal, dict(zip(every, map(fmpq, cells), strict=True)))
                failing += truth is True
                assert truth is False or cells in found
    assert (failing > 0) == (name != "CD")
    assert left < 30_000


def test_a_value_that_floats_do_not_tell_is_exact() -> None:
    """The arccosine of 1, whichever way it is rounded: so the distances that are plainly longer
    than their difference are sorted out."""
    goal = triangle("CD", reading="gosgens-appendix-b")
    sieve = Sieve(goal, {}, 3)
    assert sieve.order == (1, 0)
    assert sieve._end(0) == 0
    assert len(sieve._doubtful(1, 0, 3)) < 2_000 < len(all_rows(3, (0,) * 27))


@pytest.mark.parametrize("value", [fmpq(1, 3), fmpq(-1, 3), fmpq(0), fmpq(10**30, 7)])
def test_no_float_is_below_what_it_bounds(value: fmpq) -> None:
    for each in (value, root(fmpq(2) + value * value)):
        for outward in (1.0, -1.0):
            high = above(each, outward)
            assert compare(each, fmpq(*high.as_integer_ratio()) * int(outward)) * outward <= 0


def test_points_come_in_parts() -> None:
    """A node has a value at each: at 27 numbers with sum 4 there are 27,405."""
    parts = list(in_parts(4, 27))
    assert [len(part) for part in parts] == [20_000, 7_405]
    assert sum(int(part.sum()) for part in parts) == 4 * 27_405


def test_values_of_labelings_are_those_of_the_goal() -> None:
    goal = triangle("kappa")
    side = goal.conclusion.expr.args[1]
    sieve = Sieve(goal, {}, 2)
    seen = 0
    for point, value in sieve.at_block(0, 2):
        assert value is not None
        assert compare(evaluator(side)(point), value) == 0
        seen += 1
    assert seen > 20
