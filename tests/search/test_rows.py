"""All matrices of a size in rows: where each stands, and from which a step may fail a goal."""

from __future__ import annotations

import numpy as np
import pytest

from symbolic_measures.kernel.minimality import Suspects
from symbolic_measures.kernel.truth import failing
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.search.rows import all_rows, places, unclear_steps
from symbolic_measures.search.sieve import Sieve


@pytest.mark.parametrize(("total", "width"), [(0, 4), (1, 1), (3, 4), (5, 2), (4, 9)])
def test_each_row_is_found_where_it_stands(total: int, width: int) -> None:
    rows = all_rows(total, (0,) * width)
    assert places(rows, total).tolist() == list(range(len(rows)))
    assert places(rows[::-2], total).tolist() == list(range(len(rows)))[::-2]


def goals(name: str, property_id: str, classes: int = 4) -> tuple[Goal, ...]:
    return PROPERTIES[property_id].statement(make_reading(measure(name, classes=classes))).goals


@pytest.mark.parametrize(
    ("name", "property_id"),
    [
        ("weighted_F1", "monotone"), ("kappa", "weakly-monotone"), ("BA", "strongly-monotone"),
        ("CC", "weakly-strongly-monotone"), ("accuracy", "monotone"), ("error_rate", "monotone"),
    ],
)  # fmt: skip
def test_no_step_that_fails_is_left_out(name: str, property_id: str) -> None:
    """Nor is the order another one; and most steps that fit are left out."""
    for goal in (goals(name, property_id)[0], goals(name, property_id)[-1]):
        slow, fails, seen = Suspects(goal, {}), failing(goal), 0
        for size in range(4):
            found = list(Sieve(goal, {}, size).of_size(size))
            wanted = [point for point in slow.of_size(size) if fails(point) is not False]
            assert [point for point in found if fails(point) is not False] == wanted
            seen += len(found)
        assert seen < 200  # of 969 matrices


def test_a_step_to_matrices_of_several_sizes_is_looked_up() -> None:
    """Twice a cell: not all matrices of one size get the same one."""
    goal = goals("kappa", "monotone")[0]
    first = goal.matrices[0]
    doubled = Goal(goal.variables, goal.hypotheses, goal.conclusion,
                   (first, (first[0] * 2, *first[1:])), goal.values, goal.blocks)  # fmt: skip
    assert unclear_steps(doubled, (), 2, 1) is None
    assert np.all(all_rows(2, (0,) * 16)[:, 0] <= 2)
