"""Rules that speak of the same point: where an obligation fails, there a subgoal of it does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import pytest
from falsity import untrue
from flint import fmpq
from forgery import GRID, as_goal, expectation, goal, number, sequent
from needed_steps import STEPS

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.rules.registry import Obligation, apply
from symbolic_measures.nouns.statement import Goal, Variable

SAME = ("via", "weaken", "outer", "split", "triangle", "clear", "cases", "cut", "combine",
        "factor", "square", "arguments", "rooted")  # fmt: skip

S = {"s": "sqrt(x)"}
MORE: tuple[tuple[str, Obligation, dict[str, Any]], ...] = (
    *(
        ("square", sequent("x: nonnegative; r: real", [], f"{text} {rel} 0", **S),
         {"root": "s", "larger": larger})
        for text in ("s - 2", "2 - s", "r - s", "s + r", "r*s + 1", "r*s - x", "s^2 - r", "s^3 - 1")
        for rel in (">", ">=", "==", "!=")
        for larger in ("free", "root")
    ),
    *(
        ("factor", sequent("x: nonnegative; r: real", [], f"{text} {rel} 0"), {"signs": signs})
        for text in ("x^2*r - r", "r^2*x", "r^3 - r", "-2*r*x", "r^2 - 2*r*x + x^2", "x^2 - r^2")
        for rel in (">", ">=", "==", "!=")
        for signs in (0, 1, *map(list, product((1, -1), repeat=2)), [1], [1, 1, 1], [1, -1, -1])
    ),
    *(
        ("combine", sequent("x: nonnegative; r: real", [f"r - 1 {kind} 0", "x - r >= 0"],
                            f"{text} {rel} 0"), {"multipliers": multipliers, "scale": scale})
        for text in ("r", "x*r - x", "1 - r", "x - 1")
        for rel in (">", ">=", "==", "!=")
        for kind in (">", ">=", "==", "!=")
        for multipliers in ({"0": "1"}, {"0": "x"}, {"0": "-1"}, {"1": "1", "0": "1"})
        for scale in (0, 1, 3)
    ),
    *(
        ("cases", sequent("x: nonnegative; r: real", [], f"{text} {rel} 0"),
         {"of": of, "rels": rels})
        for text in ("r", "r^2 - r*x", "x")
        for rel in (">", ">=", "==", "!=")
        for of in ("r", "x", "x + 1", "-x")
        for rels in ([">"], [">="], ["=="], ["<"], ["<="], [">", "<"], [">=", "<"], ["<=", ">"],
                     [">", "=="], ["==", "<"], [">", "==", "<"])
    ),
    *(
        ("split", goal("x: nonnegative; r: real", given, f"{text} {rel} 0"), {})
        for text in ("Abs(r) - x", "Max(r, x) - 1", "Min(r, x) + 1", "xlogy(x, 2) - r", "r - x")
        for given in ([], ["Abs(r - 1) - 1 >= 0"], ["Max(r, 1) - x > 0"], ["Min(x, r) == 0"])
        for rel in (">", ">=", "==", "!=")
    ),
    *(
        ("outer", goal("x, y: positive; r: real", [f"{one} defined", f"{other} defined"],
                       f"({one}) - ({other}) {rel} 0"), args)
        for one, other, args in (
            ("x + 1 + r", "y + r + 1", {"strict": 1}), ("x + 1", "y + r", {"strict": 0}),
            ("x + 1", "y + r", {"strict": -1}), ("r*x", "r*y", {"sign": 1}),
            ("r*x", "r*y", {"sign": -1}), ("x/r", "y/r", {"sign": 1}), ("x/r", "y/r", {"sign": -1}),
            ("r - x", "r - y", {}), ("-x", "-y", {}), ("acos(x)", "acos(y)", {}),
        )
        for rel in (">", ">=", "==")
    ),
)  # fmt: skip


def points(task: Obligation) -> Iterator[dict[str, fmpq]]:
    """Points of the variables that occur."""
    spoken = as_goal(task) if isinstance(task, Sequent) else task
    names = [variable.name for variable in spoken.variables]
    values = product(*(map(number, GRID[variable.sort]) for variable in spoken.variables))
    return (dict(zip(names, chosen, strict=True)) for chosen in islice(values, 400))


def lost(task: Obligation, rule: str, args: dict[str, Any]) -> dict[str, fmpq] | None:
    """A point where the obligation fails and no subgoal does."""
    found = [as_goal(one) if isinstance(one, Sequent) else one for one in apply(task, rule, args)]
    spoken = as_goal(task) if isinstance(task, Sequent) else task
    for point in points(task):
        if untrue(spoken, point) is not True:
            continue
        own = [{**{v.name: fmpq(1) for v in one.variables}, **point} for one in found]
        if not any(untrue(one, here) is True for one, here in zip(found, own, strict=True)):
            return point
    return None


@pytest.mark.parametrize("step", [step for step in STEPS if step.rule in SAME], ids=str)
def test_a_step_loses_no_point(step: Any) -> None:
    assert lost(step.task, step.rule, dict(step.args)) is None


@pytest.mark.parametrize("rule", sorted({rule for rule, _, _ in MORE}))
def test_steps_lose_no_point(rule: str) -> None:
    taken = refused = 0
    for own, task, args in MORE:
        if own != rule:
            continue
        try:
            assert lost(task, rule, args) is None, (task, args)
            taken += 1
        except RuleError:
            refused += 1
    assert taken > 20
    assert refused or rule in ("square", "split")


# --- bounds: the variable is written by another ------------------------------------------------


def test_a_bound_loses_no_point() -> None:
    """Where the obligation fails at x, the subgoal fails at the x' or t of the docstring."""
    chance = random.Random(2)
    taken = 0
    for _ in range(600):
        sort = chance.choice(("natural", "nonnegative", "positive", "real"))
        slope, size = chance.choice((1, 1, 2, -1, -2)), chance.randint(-2, 3)
        other = chance.choice(("", "", " + y", " - y"))
        rel = chance.choice((">", ">=", "=="))
        claim = chance.choice(("x - {}", "{} - x", "x*y - {}", "x^2 - {}")).format(
            chance.randint(0, 2)
        )
        task = sequent(
            f"x: {sort}; y: {chance.choice(('natural', 'nonnegative'))}",
            [f"{slope}*x + {size}{other} {rel} 0"], f"{claim} {chance.choice(('>', '>='))} 0",
        )  # fmt: skip
        try:
            found = apply(task, "bound", {"variable": "x", "number": 0})
        except RuleError:
            continue
        taken += 1
        for point in points(task):
            if untrue(as_goal(task), point) is True:
                assert _image_fails(found, point, slope, size, other, rel, sort), (task, point)
    assert taken > 150


def _image_fails(
    found: list[Any], point: dict[str, fmpq], slope: int, size: int, other: str, rel: str, sort: str
) -> bool:
    """Whether a subgoal fails at an image of the point."""
    x, y = point["x"], point["y"]
    rest = size + {"": 0, " + y": 1, " - y": -1}[other] * y
    here = (x * slope + rest) / abs(slope)
    images = [x, here, here - 1]
    if slope < 0 and sort != "real" and rest != x * -slope:
        images.append(x / (fmpq(rest) / -slope - x))
    return any(
        untrue(as_goal(one), {"x": image, "y": y}) is True
        for one in found
        for image in images
        if _has_sort(image, one.sorts[0])
    )


def _has_sort(value: fmpq, sort: str) -> bool:
    return {
        "natural": value >= 0 and value.q == 1, "nonnegative": value >= 0, "positive": value > 0,
        "real": True,
    }[sort]  # fmt: skip


# --- expectations of several classes -----------------------------------------------------------

CELLS = tuple("abcdefghi")
ALL = "(a+b+c+d+e+f+g+h+i)"
#: Cells less what they are on average, each with a weight of its own.
CENTRED = (
    f"1*(a - (a+b+c)*(a+d+g)/{ALL}) + 2*(b - (a+b+c)*(b+e+h)/{ALL})"
    f" + 3*(d - (d+e+f)*(a+d+g)/{ALL}) + 5*(e - (d+e+f)*(b+e+h)/{ALL})"
)


def of_nine(measure: str) -> Goal:
    """The expectation over matrices of three classes."""
    variables = tuple(Variable(cell, "natural") for cell in CELLS)
    plain = goal("a, b, c, d, e, f, g, h, i: natural", [], f"{measure} == 0").conclusion
    return Goal(variables, (), type(plain)(plain.expr, "constant-mean"), blocks=(CELLS,))


@pytest.mark.parametrize(
    ("measure", "value", "truths"),
    [(CENTRED, "0", (True, True)), (CENTRED, "1", (True, False)), ("a", "0", (True, False)),
     ("a*e", "0", (False, True)), ("7", "7", (True, True)),
     (f"({CENTRED}) + 4", "4", (True, True))],
)  # fmt: skip
def test_the_mean_of_nine_cells(measure: str, value: str, truths: tuple[bool, bool]) -> None:
    found = apply(of_nine(measure), "affine-mean", {"value": value})
    chance = random.Random(5)
    points = [{cell: fmpq(chance.randint(0, 3)) for cell in CELLS} for _ in range(60)]
    met = tuple(not any(untrue(one, point) is True for point in points) for one in found)
    assert met == truths


def test_the_sizes_of_an_expectation_are_positive() -> None:
    first, second = apply(of_nine("a"), "affine-mean", {"value": "0"})
    given = [str(atom) for atom in first.hypotheses]
    assert given == [str(atom) for atom in second.hypotheses]
    sizes = ("a + b + c + d + e + f + g + h + i", "a + b + d + e + g + h", "a + c + d + f + g + i",
             "b + c + e + f + h + i")  # fmt: skip
    shown = [text.replace("(", "").replace(")", "") for text in given]
    assert [sorted(text.removesuffix(" - 1 >= 0").split(" + ")) for text in shown[:4]] == [
        sorted(size.split(" + ")) for size in sizes
    ]
    assert shown[4:] == ["a defined"]
    assert len(apply(expectation("TP constant-mean"), "affine-mean", {"value": "0"})) == 2
