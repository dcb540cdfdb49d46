"""Rules `path` with a step of any length, and `proportional`: what they state, what they refuse."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
from falsity import untrue
from flint import fmpq

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.truth import holds
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable

NAMES = ("x", "y", "z", "w", "k", "a")


def tree(text: str) -> Formula:
    return parse(text, names={}, parameters=NAMES)


def task(
    after: str, before: str, rel: Relation, *given: tuple[str, Relation], defined: bool = True
) -> Goal:
    """M(after) - M(before) rel 0 over reals >= 0, both defined."""
    ends = tree(after), tree(before)
    atoms = [Atom(tree(text), relation) for text, relation in given]
    atoms += [Atom(end, "defined") for end in ends] if defined else []
    variables = tuple(Variable(n, "real" if n == "a" else "nonnegative") for n in NAMES)
    return Goal(variables, tuple(atoms), Atom(ends[0] - ends[1], rel))


M = "x/(x+y+z)"
MOVE = {"lower": M, "move": {"x": 1, "y": -1}, "step": "k"}
RISING = task("(x+k)/(x+k+y+z)", "x/(x+(y+k)+z)", ">", ("k", ">"))


def test_a_step_gives_the_slope_on_the_open_segment() -> None:
    inner, slope = apply(RISING, "path", MOVE)
    assert inner.conclusion == Atom(tree(M), "defined")
    assert slope.conclusion.rel == ">"
    sorts = {v.name: v.sort for v in slope.variables}
    assert sorts == {"x": "positive", "y": "positive", "z": "nonnegative", "w": "nonnegative",
                     "a": "real"}  # fmt: skip


@pytest.mark.parametrize(
    ("fact", "kept"),
    [
        ("z - 1", "z - 1"),
        ("x + y + k - 3", "x + y + 0 - 3"),
        ("a*(x + (y + k)) - z", "a*(x + (y + 0)) - z"),
        ("y - x", None),
        ("y + k - 1", None),
        ("x + y - 3", None),
        ("x + y + 2*k - 3", None),
        ("k - 1", None),
        ("k*z - 1", None),
        ("1/(x + y + k)", None),
    ],
)
def test_hypotheses_are_kept_if_they_hold_along_the_segment(fact: str, kept: str | None) -> None:
    goal = task("(x+k)/(x+k+y+z)", "x/(x+(y+k)+z)", ">", ("k", ">"), (fact, ">="))
    found = apply(goal, "path", MOVE)[0].hypotheses
    assert found == (() if kept is None else (Atom(tree(kept), ">="),))


@pytest.mark.parametrize(
    ("goal", "changes"),
    [
        (RISING, {"step": "z"}),
        (RISING, {"step": "x"}),
        (RISING, {"step": "b"}),
        (RISING, {"step": 1}),
        (RISING, {"step": None}),
        (RISING, {"move": {"x": 1}}),
        (RISING, {"move": {"x": 1, "y": 1}}),
        (RISING, {"move": {"x": 1, "y": -2}}),
        (RISING, {"move": {"x": 1, "y": -1, "b": 1}}),
        (RISING, {"lower": "x/(x+y+z+k)"}),
        (RISING, {"lower": "x/(x+y+z+1)"}),
        (task("(x+k)/(x+k+y+z)", "x/(x+(y+k)+z)", ">"), {}),
        (task("(x+k)/(x+k+y+z)", "x/(x+(y+k)+z)", ">", ("k", ">=")), {}),
        (task("(x+k)/(x+k+y+z)", "x/(x+(y+k)+z)", ">", ("k", ">"), defined=False), {}),
        (task("(x+k)/(x+k+y+z)", "x/(x+y+z)", ">", ("k", ">")), {}),
        (task("x/(x+(y+k)+z)", "(x+k)/(x+k+y+z)", ">", ("k", ">")), {}),
    ],
)
def test_other_steps_are_refused(goal: Goal, changes: dict[str, Any]) -> None:
    with pytest.raises(RuleError):
        apply(goal, "path", {**MOVE, **changes})


def test_a_parameter_does_not_move() -> None:
    goal = task("(a+k)*z", "a*z", ">=", ("k", ">"))
    with pytest.raises(RuleError):
        apply(goal, "path", {"lower": "a*z", "move": {"a": 1}, "step": "k"})


# --- proportional ------------------------------------------------------------------------------

EQUAL = Goal(
    tuple(Variable(n, "real" if n == "a" else "nonnegative") for n in NAMES),
    (Atom(tree("x*y - z*w"), "=="), Atom(tree("x + z"), ">"), Atom(tree("a - 1"), ">=")),
    Atom(tree("(x + z)/(x + y + z + w) - a*w"), ">="),
)


def test_proportional_cells_are_products() -> None:
    (found,) = apply(EQUAL, "proportional", {"hypothesis": 0})
    names = [v.name for v in found.variables]
    assert names == ["part1", "part2", "part3", "part4", "k", "a"]
    assert len(found.hypotheses) == 2
    parts = {"names": {}, "parameters": names}
    shown = "(p1*p4 + p1*p3)/(p1*p4 + p2*p3 + p1*p3 + p2*p4) - a*(p2*p4)".replace("p", "part")
    assert found.conclusion.expr == parse(shown, **parts)


def test_every_point_is_a_point_of_the_parts() -> None:
    """For the whole numbers on the hypothesis there are parts that give them."""
    for x, y, z, w in product(range(4), repeat=4):
        if x * y != z * w:
            continue
        # (x, z) = p*(v, u) and (w, y) = n*(v, u)
        p, n = (fmpq(1), None) if x or z else (fmpq(0), fmpq(1))
        v, u = (fmpq(x), fmpq(z)) if n is None else (fmpq(w), fmpq(y))
        if n is None:
            n = fmpq(w) / v if v else fmpq(y) / u
        assert n >= 0
        assert (p * v, p * u, n * v, n * u) == (x, z, w, y)


def test_random_goals_that_fail_fail_in_parts() -> None:
    """If the goal fails at a point, the new goal fails at its parts."""
    chance = random.Random(3)
    seen = 0
    for _ in range(400):
        coefficients = [chance.randint(-3, 3) for _ in range(6)]
        text = " + ".join(f"({c})*{m}" for c, m in zip(
            coefficients, ("x", "y", "z", "w", "x*w", "z*y"), strict=True))  # fmt: skip
        variables = tuple(Variable(n, "nonnegative") for n in "xyzw")
        facts = (Atom(tree("x*y - z*w"), "=="), Atom(tree("x + z"), ">"))
        goal = Goal(variables, facts, Atom(tree(text), ">="))
        (found,) = apply(goal, "proportional", {"hypothesis": 0})
        p, n, u, v = (fmpq(chance.randint(0, 4), chance.randint(1, 3)) for _ in range(4))
        point = {"x": p * v, "y": n * u, "z": p * u, "w": n * v}
        parts = {"part1": p, "part2": n, "part3": u, "part4": v}
        assert holds(facts[0], point) is True
        assert untrue(goal, point) is untrue(found, parts)
        seen += untrue(goal, point) is True
    assert seen > 40


@pytest.mark.parametrize(
    ("fact", "args"),
    [
        ("x*y - z*w", {"hypothesis": 7}),
        ("x*y - z*w", {"hypothesis": True}),
        ("x*y - z*w", {"hypothesis": -1}),
        ("x*y - z*w", {}),
        ("x*y - z*w", {"hypothesis": 0, "names": ["p"]}),
        ("x*y + z*w", {"hypothesis": 0}),
        ("x*y - x*w", {"hypothesis": 0}),
        ("x*y - z", {"hypothesis": 0}),
        ("x*y - 2*w", {"hypothesis": 0}),
        ("x/y - z*w", {"hypothesis": 0}),
        ("x*y - z*a", {"hypothesis": 0}),
        ("x*y*w - z", {"hypothesis": 0}),
    ],
)
def test_what_is_not_proportional_is_refused(fact: str, args: dict[str, Any]) -> None:
    goal = Goal(EQUAL.variables, (Atom(tree(fact), "=="),), EQUAL.conclusion)
    with pytest.raises(RuleError):
        apply(goal, "proportional", args)


def test_only_an_equation_is_proportional() -> None:
    for rel in (">=", ">", "!=", "defined"):
        goal = Goal(EQUAL.variables, (Atom(tree("x*y - z*w"), rel),), EQUAL.conclusion)  # type: ignore[arg-type]
        with pytest.raises(RuleError):
            apply(goal, "proportional", {"hypothesis": 0})


def test_names_of_parts_are_fresh() -> None:
    (found,) = apply(EQUAL, "proportional", {"hypothesis": 0})
    again = Atom(
        parse("part1*part2 - k*part3", names={}, parameters=["part1", "part2", "part3", "k"]), "=="
    )
    goal = Goal(found.variables, (again,), found.conclusion)
    with pytest.raises(RuleError):
        apply(goal, "proportional", {"hypothesis": 0})
