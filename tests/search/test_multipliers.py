"""Hypotheses as summands: what a linear program finds, and how soon a large one is given up."""

from __future__ import annotations

import pytest
from forgery import sequent

from symbolic_measures.macros import apply
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics import multipliers as module
from symbolic_measures.search.tactics.multipliers import MOST_UNKNOWNS, multipliers

NAMES = [f"x{i}" for i in range(12)]


def test_the_multipliers_leave_no_negative_coefficient() -> None:
    goal = sequent("x, y, z: nonnegative", ["x - y >= 0", "y - z >= 0"], "x^2 - z*x >= 0")
    found = multipliers(goal, Effort())
    assert found is not None
    (left,) = apply(goal, "combine", found)
    assert all(coefficient > 0 for coefficient in left.conclusion[0].coeffs())


def test_a_hypothesis_may_only_lead_from_one_to_another() -> None:
    """y and z are not in what is to be shown; x > y >= z > w shows it all the same."""
    given = ["x - y > 0", "y - z >= 0", "z - w > 0", "z + 1 >= 0"]
    goal = sequent("x, y, z, w: real", given, "x - w > 0")
    assert multipliers(goal, Effort()) == {"multipliers": {"0": "1", "1": "1", "2": "1"}}
    goal = sequent("x, y, z, w: real", [*given[:1], *given[2:]], "x - w > 0")
    assert multipliers(goal, Effort()) is None


def test_a_program_with_too_many_unknowns_is_given_up_at_the_first_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of 12 variables to the power 4 there are 1,365 terms, and more unknowns than are allowed."""
    seen = 0
    draw = module._unknowns

    def counted(goal):  # type: ignore[no-untyped-def]
        nonlocal seen
        for unknown in draw(goal):
            seen += 1
            yield unknown

    monkeypatch.setattr(module, "_unknowns", counted)
    goal = sequent(
        f"{', '.join(NAMES)}: nonnegative", ["x0 - x1 >= 0"], f"({'+'.join(NAMES)})^4 - x1^4 >= 0"
    )
    assert multipliers(goal, Effort()) is None
    assert seen == MOST_UNKNOWNS + 1


def test_what_a_linear_program_costs_is_counted_while_it_is_written() -> None:
    """Also where it is given up in the end for having too many constraints."""
    goal = sequent(
        f"{', '.join(NAMES)}: nonnegative",
        [f"({'+'.join(NAMES)})^3 - 2*x1^3 >= 0"],
        f"({'+'.join(NAMES)})^4 - 2*x0*x1^3 >= 0",
    )
    effort = Effort()
    multipliers(goal, effort)
    assert effort.spent > len(goal.hypotheses[0][0])
