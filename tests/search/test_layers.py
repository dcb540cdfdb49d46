"""What is linear in a variable of which nothing else is said is taken apart, and only that."""

from __future__ import annotations

import pytest
from forgery import sequent

from symbolic_measures.kernel.algebra import Sequent
from symbolic_measures.macros import apply
from symbolic_measures.search.tactics.layers import in_layers
from symbolic_measures.search.tactics.reach import REACHES, Reach

LAST = REACHES[-1]
#: (x - y)^2 and z^2 - 2*z + 1, with w in between.
LINEAR = "x^2 - 2*x*y + y^2 + w*(z^2 - 2*z + 1)"


def test_each_part_is_cut_in_and_then_added() -> None:
    goal = sequent("w, x, y, z: nonnegative", [], f"{LINEAR} >= 0")
    for part in ("x^2 - 2*x*y + y^2", "z^2 - 2*z + 1"):
        ((rule, args, _),) = in_layers(goal, LAST)
        assert rule == "cut"
        shown, rest = apply(goal, rule, args)
        assert isinstance(shown, Sequent)
        assert isinstance(rest, Sequent)
        assert shown.conclusion == sequent("w, x, y, z: nonnegative", [], f"{part} >= 0").conclusion
        goal = rest
    ((rule, args, _),) = in_layers(goal, LAST)
    (left,) = apply(goal, rule, args)
    assert isinstance(left, Sequent)
    assert left.conclusion[0].is_zero()


@pytest.mark.parametrize(("given", "shown"), [
    (["1 - w >= 0"], LINEAR),  # something is said of w, and the parts would say more
    ([], "x*(2 - y) + w*(z^2 - 2*z + 1)"),  # false without w
    ([], "w^2*(x - y) + x^2 + y^2"),  # not linear
    ([], "x - y*w - w*z"),  # false where w is large
])  # fmt: skip
def test_what_is_not_taken_apart(given: list[str], shown: str) -> None:
    goal = sequent("w, x, y, z: nonnegative", given, f"{shown} >= 0")
    assert all("w" not in str(args.get("of", "")) for _, args, _ in in_layers(goal, LAST))
    moves = [args.get("of") for _, args, _ in in_layers(goal, LAST)]
    assert "z^2 - 2*z + 1" not in moves


def test_it_comes_last() -> None:
    goal = sequent("w, x, y, z: nonnegative", [], f"{LINEAR} >= 0")
    assert list(in_layers(goal, Reach())) == []


def test_one_part_is_above_0_if_the_sum_is() -> None:
    goal = sequent("w, x, y: nonnegative", [], "x^2 - x + 1 + w*(y^2 - 2*y + 1) > 0")
    ((_, args, _),) = in_layers(goal, LAST)
    assert args["rel"] == ">"
    goal = sequent("w, x, y: nonnegative", [], "x^2 - 2*x + 1 + w*(y^2 - y + 1) > 0")
    assert list(in_layers(goal, LAST)) == []  # w may be 0, and x 1
