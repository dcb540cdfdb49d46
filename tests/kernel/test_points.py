"""Points, sizes and witnesses against the slow way: list everything, and look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from math import comb
from typing import Any

import pytest
from flint import fmpq
from forged_verdicts import EMPTY, EMPTY_STEP, TRUE, claimed
from forgery import expectation, goal, tree

from symbolic_measures.kernel.checker import check, speaks, vacuity
from symbolic_measures.kernel.exact import Value, add, logarithm, multiply
from symbolic_measures.kernel.expectation import (
    admissible_sizes,
    check_expectation,
    expectation_witness,
    first_difference,
    mean,
    sizes_of,
    tables,
)
from symbolic_measures.kernel.expectation import expectation as expected
from symbolic_measures.kernel.minimality import (
    Suspects,
    _by_value,
    check_size,
    points_up_to,
    smaller_failure,
)
from symbolic_measures.kernel.samples import (
    PARAMETER_VALUES,
    SAMPLES,
    has_sort,
    parameter_points,
    parameters_of,
    sample,
)
from symbolic_measures.kernel.truth import (
    admits,
    fails,
    holds,
    key,
    least,
    points,
    size_of,
)
from symbolic_measures.kernel.violation import check_witness, point_of, witness_at
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import CELLS, cell_names, labelings
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Verdict

Names = tuple[str, ...]


def about(*goals: Goal) -> Statement:
    return Statement("p", "M", "It is so.", goals)


def blocked(sorts: str, given: list[str], claim: str, *blocks: str) -> Goal:
    """A goal with blocks of variables, each a matrix."""
    task = goal(sorts, given, claim)
    parts = tuple(tuple(block) for block in blocks)
    return replace(task, blocks=parts, matrices=tuple(tuple(map(symbol, b)) for b in parts))


# --- points -----------------------------------------------------------------------------------

TWO = blocked("a, b: natural; c: positive; d: natural", [], "a >= 0", "ab", "cd")
ONE = blocked("a, b, c: natural", [], "a >= 0", "abc")
PLUS = blocked("a: natural; b, c: positive", [], "a >= 0", "abc")


@pytest.mark.parametrize("task", [ONE, PLUS, TWO], ids=["one", "positive", "two"])
def test_points_of_a_size_are_all_there_once(task: Goal) -> None:
    names = [variable.name for variable in task.variables]
    sorts = {variable.name: variable.sort for variable in task.variables}
    for size in range(4):
        found = [tuple(point[name] for name in names) for point in points(task, size)]
        slow = [
            cells
            for cells in product(range(size + 1), repeat=len(names))
            if all(has_sort(sorts[n], fmpq(v)) for n, v in zip(names, cells, strict=True))
            and max(sum(cells[names.index(n)] for n in block) for block in task.blocks) == size
        ]
        assert sorted(found) == sorted(slow)
        assert found == sorted(found) or len(task.blocks) > 1
        assert all(size_of(task, dict(zip(names, map(fmpq, c), strict=True))) == size for c in slow)


def test_least_and_sorts() -> None:
    assert least(PLUS, ("a", "b", "c")) == [0, 1, 1]
    assert [least(TWO, block) for block in TWO.blocks] == [[0, 0], [1, 0]]
    half, one, zero, less = fmpq(1, 2), fmpq(1), fmpq(0), fmpq(-1)
    told = {
        sort: [has_sort(sort, value) for value in (less, zero, half, one)]
        for sort in ("natural", "nonnegative", "positive", "real")
    }
    assert told == {
        "natural": [False, True, False, True], "nonnegative": [False, True, True, True],
        "positive": [False, False, True, True], "real": [True, True, True, True],
    }  # fmt: skip


def test_the_order_of_counterexamples() -> None:
    moved = replace(
        ONE, matrices=((symbol("a"), symbol("b")), (symbol("c"), tree("sqrt(a)", ("a",))))
    )
    point = {"a": fmpq(2), "b": fmpq(3), "c": fmpq(7)}
    assert key(moved, point) == (12, 5, 2, 3, 7)
    assert key(replace(moved, matrices=()), point) == (12, 0)
    assert size_of(replace(ONE, blocks=()), point) == 0
    assert key(TWO, {"a": fmpq(1), "b": fmpq(1), "c": fmpq(4), "d": fmpq(0)}) == (4, 2, 1, 1, 4, 0)


# --- truth ------------------------------------------------------------------------------------

UNTOLD = "2*acos(1/3) - acos(-7/9)"  # 0, which no enclosure shows


@pytest.mark.parametrize(
    ("given", "claim", "expected"),
    [
        (["x > 0"], "x > 0", False), (["x > 0"], "-x >= 0", True), ([], "1/x >= 0", False),
        (["x > 0"], "1/x > 0", False), (["1/x defined"], "x > 0", False),
        ([], "1/(x-1) > 0", False), ([], "1/(x-1) defined", True), ([], "x defined", False),
        ([], "x undefined", True), ([], "1/(x-1) undefined", False),
        (["1/(x-1) defined"], "-x > 0", False),
        (["1/(x-1) undefined"], "-x > 0", True), (["x - 2 > 0"], "-x > 0", False),
        ([f"{UNTOLD} >= 0"], "-x > 0", None), ([f"{UNTOLD} >= 0"], "x > 0", False),
        ([], f"{UNTOLD} > 0", None), (["-x > 0"], f"{UNTOLD} > 0", False),
        ([f"{UNTOLD} >= 0", "-x > 0"], "-x > 0", False), (["x == 0"], f"{UNTOLD} > 0", False),
        ([f"1/({UNTOLD}) defined"], f"{UNTOLD} > 0", None), ([], "x != 0", False),
        ([], "x - 1 != 0", True), ([], "x - 1 == 0", False), ([], "x == 0", True),
        ([f"1/({UNTOLD}) defined"], "-x > 0", None),
        (["1/(x-1) defined"], f"{UNTOLD} > 0", False),
        ([], f"{UNTOLD} undefined", True), ([f"{UNTOLD} defined"], "-x > 0", True),
    ],
)  # fmt: skip
def test_fails(given: list[str], claim: str, expected: bool | None) -> None:
    assert fails(goal("x: real", given, claim), {"x": fmpq(1)}) is expected


def test_admits_and_holds() -> None:
    task = goal("x: real", [f"{UNTOLD} >= 0", "x > 0"], "x > 0")
    assert admits(task, {"x": fmpq(1)}) is None
    assert admits(task, {"x": fmpq(-1)}) is False
    assert admits(goal("x: real", ["x > 0"], "x > 0"), {"x": fmpq(1)}) is True
    atoms = {rel: Atom(symbol("x") - 1, rel) for rel in (">", ">=", "==", "!=")}
    for value, true in ((0, ["!="]), (1, [">=", "=="]), (2, [">", ">=", "!="])):
        assert [rel for rel, atom in atoms.items() if holds(atom, {"x": fmpq(value)})] == true
    gone = formula(1) / symbol("x")
    assert [holds(Atom(gone, rel), {"x": fmpq(0)}) for rel in ("defined", "undefined", ">")] == [
        False, True, False,
    ]  # fmt: skip
    assert [holds(Atom(gone, rel), {"x": fmpq(1)}) for rel in ("defined", "undefined")] == [
        True, False,
    ]  # fmt: skip


# --- samples ----------------------------------------------------------------------------------


def test_parameter_points() -> None:
    one = goal("a: positive; b: natural", [], "a > 0")
    found = [point["a"] for point in parameter_points(replace(one, blocks=(("b",),)))]
    assert found == [value for value in PARAMETER_VALUES if value > 0]
    assert len(found) == len(set(found))
    two = goal("a: real; b: nonnegative", ["a - b > 0", "a != 0"], "a > 0")
    pairs = [(point["a"], point["b"]) for point in parameter_points(two)]
    assert Counter(pairs) == Counter(
        (a, b) for a, b in product(PARAMETER_VALUES, repeat=2) if b >= 0 and a > b and a != 0
    )
    places = [sum(map(PARAMETER_VALUES.index, pair)) for pair in pairs]
    assert places == sorted(places)
    many = goal("a, b, c, d: real", [], "a > 0")
    assert sum(1 for _ in parameter_points(many)) == SAMPLES
    mixed = replace(goal("a: real; b: natural", ["a - b > 0"], "a > 0"), blocks=(("b",),))
    assert parameters_of(mixed) == ["a"]
    assert [point["a"] for point in parameter_points(mixed)] == list(PARAMETER_VALUES)
    assert list(parameter_points(ONE)) == [{}]


@pytest.mark.parametrize(
    ("task", "found"),
    [
        (blocked("a: natural", ["a - 5 >= 0"], "a > 0", "a"), True),
        (blocked("a: natural", ["a - 6 >= 0"], "a > 0", "a"), False),
        (blocked("a, b: positive", ["a + b - 7 >= 0"], "a > 0", "ab"), True),
        (blocked("a, b: positive", ["a + b - 8 >= 0"], "a > 0", "ab"), False),
        (goal("a: real", ["a - 10 >= 0"], "a > 0"), True),
        (goal("a: real", ["a - 11 >= 0"], "a > 0"), False),
        (goal("a: real", [f"{UNTOLD} >= 0"], "a > 0"), False),
        (blocked("a: natural; s: real", ["s - a > 0", "a - 5 >= 0"], "a > 0", "a"), True),
        (blocked("a: natural; s: positive", ["a - s - 4 > 0"], "a > 0", "a"), True),
        (blocked("a, b: natural", ["a - b == 0", "a - 5 >= 0"], "a > 0", "a", "b"), True),
        (blocked("a, b: natural", ["a - b == 0", "a - 6 >= 0"], "a > 0", "a", "b"), False),
        (blocked("a, b: natural", ["a - 5 >= 0", "b - 5 >= 0"], "a > 0", "a", "b"), True),
        (blocked("a, b: natural; s: real", ["a - s - 4 >= 0", "b - s - 3 > 0"], "a > 0", "a", "b"),
         True),
        (blocked("a, b: natural; s: real", ["s - 3 >= 0", "a - b >= 0"], "a > 0", "a", "b"), True),
        # of both blocks together there would be too many points
        (blocked("a, b, c, d, e, f, g, h: natural", ["a - 5 >= 0", "e - 5 >= 0"], "a > 0",
                 "abcd", "efgh"), True),
        (blocked("a, b, c, d, e, f, g, h: natural", ["a - 5 >= 0", "a - e == 0"], "a > 0",
                 "abcd", "efgh"), False),
        (blocked("a, b, c, d, e, f, g, h: natural; s: real", ["a - 5 >= 0"], "a > 0",
                 "abcdefgh"), False),
        (blocked("a, b, c, d, e, f, g, h: natural; s: real", ["a - 3 >= 0"], "a > 0",
                 "abcdefgh"), True),
        (blocked("a, b: natural; c, d: positive", ["c + d - 7 >= 0"], "a > 0", "ab", "cd"), True),
        (blocked("a, b: natural; c, d: positive", ["c + d - 8 >= 0"], "a > 0", "ab", "cd"), False),
        # a block of many variables: first without a 0, but a 0 that is asked for is found
        (blocked("a, b, c, d, e, f, g, h, i, j: natural", ["a*b*c*d*e*f*g*h*i*j - 1 >= 0"],
                 "a > 0", "abcdefghij"), True),
        (blocked("a, b, c, d, e, f, g, h, i, j: natural", ["a*b*c*d*e*f*g*h*i*j - 2 > 0"],
                 "a > 0", "abcdefghij"), True),
        (blocked("a, b, c, d, e, f, g, h, i, j: natural", ["a - 5 >= 0", "b == 0"], "a > 0",
                 "abcdefghij"), False),
        (blocked("a, b, c, d, e, f, g, h, i, j: natural", ["a - 1 >= 0", "b == 0"], "a > 0",
                 "abcdefghij"), True),
        (blocked("a, b, c, d, e, f, g, h, i: natural", ["a*b*c*d*e*f*g*h*i - 1 >= 0"], "a > 0",
                 "abcdefghi"), False),
        (blocked("a, b, c, d, e, f, g, h, i, j: natural; k: natural", ["a*j - k > 0", "k > 0"],
                 "a > 0", "abcdefghij", "k"), True),
        (blocked("a, b, c, d, e, f, g, h, i, j: natural", ["-a*a - 1 >= 0"], "a > 0",
                 "abcdefghij"), False),
        (blocked("a, b, c, d, e, f, g, h, i, j: natural", ["a*b*c*d*e*f*g*h*i*j - 1 >= 0",
                 "10 - a - b - c - d - e - f - g - h - i - j >= 0"], "a > 0", "abcdefghij"), True),
        (blocked("a, b, c, d, e, f, g, h, i, j, k, l: natural", ["a*b*c*d*e*f*g*h*i*j - 1 >= 0"],
                 "a > 0", "abcdefghij", "kl"), True),
        # of two parameters all values are tried; of more only a few, so that matrices have a turn
        (blocked("a: natural; s, t: real", ["s + t - a - 20 >= 0"], "a > 0", "a"), True),
        (blocked("a: natural; s, t, u: real", ["a - 2 >= 0"], "a > 0", "a"), True),
        # a block may name what is no variable any more: as many values, and not those wanted
        (replace(blocked("a, b, c: natural", ["a >= 0", "b - 9 >= 0"], "a > 0", "a", "b", "c"),
                 blocks=(("a", "x"), ("b",), ("c",))), False),
    ],
)  # fmt: skip
def test_a_sample_satisfies_the_hypotheses(task: Goal, found: bool) -> None:
    point = sample(task)
    assert (point is not None) is found
    assert speaks(task) is found
    if point is not None:
        assert set(point) == {variable.name for variable in task.variables}
        assert admits(task, point) is True
        assert all(has_sort(variable.sort, point[variable.name]) for variable in task.variables)


# --- nothing smaller --------------------------------------------------------------------------


def test_points_are_counted() -> None:
    assert points_up_to([ONE], 3) == comb(6, 3)
    assert points_up_to([PLUS], 3) == comb(4, 3)
    assert points_up_to([PLUS], 1) == 0
    assert points_up_to([TWO], 3) == comb(5, 2) * comb(4, 2)
    assert points_up_to([ONE, PLUS], 3) == comb(6, 3) + comb(4, 3)
    assert points_up_to([replace(ONE, blocks=())], 3) == 0
    apart = blocked("a, b, c, d: natural", [], "a - c >= 0", "ab", "cd")
    assert points_up_to([apart], 9) == comb(11, 2) ** 2 // 10


def step(lower: str, given: list[str], rel: str = ">=", turn: bool = False) -> Goal:
    """M(a + 1, b - 1) compared with M(a, b)."""
    names = ("a", "b")
    before = tree(lower, names)
    there = (symbol("a") + 1, symbol("b") - 1)
    after = before.at(a=there[0], b=there[1])
    variables = tuple(Variable(name, "natural") for name in names)
    facts = [Atom(value, "defined") for value in (before, after)]
    hypotheses = (*facts, *goal("a, b: natural", given, "a > 0").hypotheses)
    sides = (before - after) if turn else (after - before)
    return Goal(variables, hypotheses, Atom(sides, rel), blocks=(names,),  # type: ignore[arg-type]
                matrices=((symbol("a"), symbol("b")), there), values=(before, after))  # fmt: skip


def moved(lower: str, there: tuple[str | Formula, str], other: str = "") -> Goal:
    """M(a, b) - M(there) >= 0, or another formula in place of the second."""
    names = ("a", "b")
    cells = tuple(cell if isinstance(cell, Formula) else tree(cell, names) for cell in there)
    one = tree(lower, names)
    two = tree(other, names) if other else one.at(a=cells[0], b=cells[1])
    facts = tuple(Atom(value, "defined") for value in (one, two))
    return Goal(tuple(Variable(name, "natural") for name in names), facts, Atom(one - two, ">="),
                blocks=(names,), matrices=((symbol("a"), symbol("b")), cells),
                values=(one, two))  # fmt: skip


def concluding(lower: str, claim: Callable[[Formula], Formula]) -> Goal:
    """A goal about M at one matrix twice, with another conclusion."""
    task = moved(lower, ("a", "b"))
    return replace(task, conclusion=Atom(claim(task.values[0]), ">="))


SUSPECT: tuple[tuple[str, Goal], ...] = (
    *((f"sides {claim} {given}", blocked("a, b, c, d: natural", given, claim, "ab", "cd"))
      for claim, given in (
          ("a - c >= 0", []), ("c - a >= 0", []), ("a - c > 0", []), ("a*b - c == 0", []),
          ("(a+1)/b - c/d >= 0", []), ("a - c != 0", ["a + b - c - d == 0"]),
          ("a - c > 0", ["d - 1 >= 0", "c + d - b - a == 0"]),
          ("c - a > 0", ["a + b - c - d >= 0"]), ("a - c > 0", ["a + b - c - 2*d == 0"]),
          ("a - c > 0", ["a + b - 2 == 0", "b - d == 0"]),
          ("a - c > 0", ["(a + b - c - d)/1 == 0"]), ("a - c > 0", ["a + b - c - d + 1 == 0"]),
          ("a - c != 0", ["a - 1 >= 0", "d > 0"]), ("sqrt(a) - sqrt(c + d) >= 0", ["d - 1 >= 0"]),
          ("log(a) - log(c) >= 0", []), ("a - b >= 0", []), ("a + c - b >= 0", []),
          ("a - c >= 0", ["1/b defined"]), ("2 - c >= 0", []), ("a + c >= 0", []),
          (f"a*({UNTOLD}) - c >= 0", []), (f"c*0 - a*({UNTOLD}) > 0", ["a - 1 >= 0"]),
          ("1/a - 1/c defined", []), ("a - c >= 0", [f"b*({UNTOLD}) >= 0"]),
          ("a/(a+b) - c/(c+d) > 0", ["a + b > 0", "c + d > 0"]),
          ("acos(a/2) - acos(c/3) >= 0", []), ("3 - 1 - 2 > 0", []),
      )),
    *((f"step {lower} {rel} {given} {turn}", step(lower, given, rel, turn))
      for lower, given, rel, turn in (
          ("a", ["b - 1 >= 0"], ">", True), ("b", ["b - 1 >= 0"], ">=", False),
          ("b", ["b - 1 >= 0"], ">=", True), ("a*b", ["b - 1 >= 0"], ">=", False),
          ("a*b", ["b - 1 >= 0"], "==", False), ("a*b", ["b - 1 >= 0"], "!=", True),
          ("a/b", ["b - 1 >= 0"], ">=", True), ("a*b", [], ">", False), ("sqrt(b)", [], ">", False),
          ("1/(a*b)", [], ">=", False), (f"a*b*({UNTOLD})", [], ">", False),
          ("a*b", ["b - 2 >= 0", "a - 1 >= 0"], ">", True), ("log(a)", [], ">=", True),
          ("a", ["b - 1 >= 0"], "defined", False), ("3", ["b - 1 >= 0"], "!=", False),
          ("3", ["b - 1 >= 0"], ">", True), ("3", ["b - 1 >= 0"], "==", False),
      )),
    ("three", blocked("a, b, c: natural", ["a - 1 >= 0"], "a*b + c - 2 != 0", "abc")),
    ("three and more", blocked("a, b: natural; c: positive", [], "a*b - c >= 0", "abc")),
    ("one value", replace(step("a*b", []), values=(tree("a*b", ("a", "b")),))),
    ("other values", replace(step("a*b", []), values=(tree("a", ("a",)), tree("b", ("b",))))),
    ("values not defined", replace(step("1/b", []), hypotheses=())),
    ("plus", concluding("0 - a*b", lambda one: one + one)),
    ("other sides", concluding("0 - a*b", lambda one: one * 3 - one)),
    ("linked", replace(
        blocked("a, b, c, d: natural", ["a defined", "c defined", "a + b - c - d == 0"],
                "a - c >= 0", "ab", "cd"),
        values=(symbol("a"), symbol("c")),
    )),
    ("step 1/a", step("1/a", ["b - 1 >= 0"])), ("less", moved("0 - a*b", ("a/2", "b"))),
    ("halves", moved("a*b", ("a/2", "b"))), ("roots", moved("a*b", ("sqrt(a)", "b"))),
    ("below 0", moved("a*b", ("a - 2", "b"))), ("half a step", moved("a*b", ("a + 1/2", "b"))),
    ("half a step, one number", moved("a*b", (symbol("a") + Fraction(1, 2), "b"))),
    ("turned", moved("a*b - a", ("1 + a", "b - a"))), ("two", moved("a - b", ("b + 2", "a - 1"))),
    ("alike", moved("0 - a", ("a + 1", "b"), "b")),
    ("untold before", step(f"sqrt((a-1)*({UNTOLD}))", [], ">")),
    ("more variables", replace(
        step("a*b", []), blocks=(("a", "b", "k"),),
        variables=tuple(Variable(name, "natural") for name in "abk"),
    )),
    ("a larger matrix", replace(blocked("a, b: natural", [], "a*b - 1 != 0", "ab"),
                                matrices=((symbol("a") + 1, symbol("b")),))),
    ("another matrix", replace(step("a*b", []), matrices=((symbol("b"), symbol("a")),) * 2)),
    ("no blocks", goal("a: real", [], "a > 0")),
)  # fmt: skip


@pytest.mark.parametrize("task", [task for _, task in SUSPECT], ids=[name for name, _ in SUSPECT])
def test_the_smallest_failure_is_the_smallest(task: Goal) -> None:
    """Of all points that fail, or of which that cannot be told, none below the smallest."""
    size = 3 if len(task.blocks) < 2 else 2
    failing = [
        point
        for total in range(size + 1)
        for point in (points(task, total) if task.blocks else ())
        if fails(task, point) is not False
    ]
    for total in range(size + 1):
        looked = [tuple(sorted(p.items())) for p in Suspects(task, {}).of_size(total)] if (
            task.blocks
        ) else []  # fmt: skip
        assert len(looked) == len(set(looked))
        wrong = {tuple(sorted(p.items())) for p in failing if size_of(task, p) == total}
        assert wrong <= set(looked) or not task.blocks
        everything = [tuple(sorted(point.items())) for point in points(task, total)]
        if task.blocks:
            assert set(looked) <= set(everything)
    keys = sorted(key(task, point) for point in failing)
    for bound in (keys[:1] + keys[-1:]) or [(size, 0, 0)]:
        less = smaller_failure((task,), bound, ())
        assert (less is not None) is (bool(keys) and keys[0] < bound)


#: Of which values are not looked up: both sides speak of one block, or the goal is no comparison.
WORKED_OUT = {
    "sides c - a > 0 ['a + b - c - d >= 0']", "sides a - c > 0 ['a + b - c - 2*d == 0']",
    "sides a - c > 0 ['a + b - 2 == 0', 'b - d == 0']",
    "sides a - c > 0 ['(a + b - c - d)/1 == 0']",
    "sides a - c > 0 ['a + b - c - d + 1 == 0']", "sides a - b >= 0 []", "sides a + c - b >= 0 []",
    "sides 2 - c >= 0 []", "sides a + c >= 0 []", "sides 1/a - 1/c defined []",
    "sides 3 - 1 - 2 > 0 []", "step a defined ['b - 1 >= 0'] False", "three", "three and more",
    "one value", "other values", "alike", "more variables", "plus", "other sides",
    "values not defined", "a larger matrix", "another matrix", "no blocks",
}  # fmt: skip


def test_what_is_looked_up() -> None:
    assert {name for name, task in SUSPECT if not Suspects(task, {}).cheap} == WORKED_OUT


def test_a_parameter_has_a_value_and_no_place_among_the_cells() -> None:
    at = {"s": fmpq(2)}
    two = blocked("a, b, s: natural", ["s - 2 == 0", "a - b == 0"], "a - b >= 0", "a", "b")
    assert Suspects(two, at).equal
    assert not Suspects(replace(two, hypotheses=two.hypotheses[:1]), at).equal
    one, there = moved("a*b", ("a", "b")), (symbol("s"), symbol("b"))
    other = one.values[0].at(a=there[0])
    task = replace(
        one, variables=(*one.variables, Variable("s", "natural")),
        hypotheses=tuple(Atom(value, "defined") for value in (one.values[0], other)),
        conclusion=Atom(one.values[0] - other, ">="), values=(one.values[0], other),
        matrices=(one.matrices[0], there),
    )  # fmt: skip
    suspects = Suspects(task, at)
    assert suspects.cheap
    assert list(suspects.of_size(2)) == [{"a": 0, "b": 2}, {"a": 1, "b": 1}]


def test_what_is_above_a_bound_is_left_out() -> None:
    """Among what is looked at is everything that fails with a key below the bound."""
    for _, task in SUSPECT:
        for point in [p for n in range(3) for p in points(task, n)][::5] if task.blocks else ():
            bound, size = key(task, point), size_of(task, point)
            every = list(Suspects(task, {}).of_size(size))
            some = list(Suspects(task, {}, bound).of_size(size))
            assert some == [p for p in every if p in some]
            assert all(key(task, p) > bound for p in every if p not in some)


def test_pairs_end_where_the_first_matrix_is_above_the_bound() -> None:
    """It is the first to be compared; a matrix that is of both blocks leaves nothing out."""
    task = blocked("a, b, c, d: natural", [], "a - c >= 0", "ab", "cd")
    less, more = ({"a": 0, "b": n, "c": 1, "d": 0} for n in (0, 1))
    (ab, cd), none = task.matrices, (1, 0, 0, 0)

    def looked(bound: Any, *matrices: Any, given: Any = {}, at: Goal = task) -> list[Any]:  # noqa: B006
        return list(Suspects(replace(at, matrices=matrices), given, bound).of_size(1))

    assert looked(None, ab, cd) == [less, more]
    assert looked((1, 0, 0, 0, 1, 1), ab, cd) == [less]
    assert looked((1, 1, 0, 1), ab, cd) == [less]
    assert looked((1, 1, 0, 1, 0), ab, cd) == [less, more]
    assert looked(none, ab, cd) == []  # the size of a pair is that of the larger block
    assert looked((1, 0, 0, 0, 0), ab, cd) == [less]
    assert looked((1, 1, 1, 0), cd, ab) == []
    assert looked((1, 1, 1, 0, 0), cd, ab) == [less, more]
    for mixed in ((ab[0], cd[1]), (ab[0] + cd[0], ab[1])):
        assert looked(none, mixed, cd) == [less, more]
    number = (formula(7), ab[1])  # cells that are numbers are of no block
    assert looked((1, 7, 7, 0, 0), number, cd) == [less]
    assert looked((1, 8, 7, 1, 0), number, cd) == [less, more]
    assert looked(none, number, cd) == []
    times = replace(task, variables=(*task.variables, Variable("s", "real")))
    for s, found in ((1, [less, more]), (2, [less])):
        scaled = (ab[0], ab[1] * symbol("s"))
        assert looked((1, 1, 0, 1, 0), scaled, cd, given={"s": fmpq(s)}, at=times) == found
    gone = (ab[0], formula(1) / ab[1])  # where it has no value, the key may be below
    assert looked((0, 0), gone, cd) == [less]
    same = replace(
        task, hypotheses=goal("a, b, c, d: natural", ["a + b - c - d == 0"], "a > 0").hypotheses
    )
    assert looked(none, ab, cd, at=same) == []


def test_a_table_of_values_that_is_too_long_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    tasks = [task for name, task in SUSPECT if name not in WORKED_OUT]
    found = [list(Suspects(task, {}).of_size(n)) for task in tasks for n in range(4)]
    monkeypatch.setattr("symbolic_measures.kernel.minimality.KEPT", 0)
    monkeypatch.setattr("symbolic_measures.kernel.minimality._kept", None)
    assert [list(Suspects(task, {}).of_size(n)) for task in tasks for n in range(4)] == found


def test_a_failure_with_parameters() -> None:
    """The parameters of the witness are those of what is smaller."""
    task = blocked("a, b: natural; s: real", [], "s - a*b >= 0", "ab")
    at = (("s", fmpq(1)),)
    assert smaller_failure((task,), (3, 3, 1, 2), at) is None
    assert smaller_failure((task,), (3, 3, 2, 1), at) == "a = 1, b = 2, s = 1"
    assert smaller_failure((task,), (4, 4, 1, 3), at) == "a = 1, b = 2, s = 1"
    assert smaller_failure((task,), (4, 4, 1, 3), (("s", fmpq(3)),)) is None
    apart = about(goal("s: real", [], "s > 0"), task)
    assert smaller_failure(apart.goals, (4, 4, 1, 3), at) == "a = 1, b = 2, s = 1"
    far = blocked("a, b, c, d: natural; s: real", ["a - s >= 0"], "c - a >= 0", "ab", "cd")
    assert smaller_failure((far,), (2, 2, 2, 0, 0, 0), (("s", fmpq(2)),)) is None
    assert smaller_failure((far,), (2, 2, 2, 0, 0, 1), (("s", fmpq(2)),)) is not None
    assert smaller_failure((far,), (2, 2, 2, 0, 0, 0), at) is not None


@pytest.mark.parametrize("cell", ["a/b", f"1/({UNTOLD})"])
def test_a_failure_whose_matrix_is_not_told_may_be_smaller(cell: str) -> None:
    task = blocked("a, b: natural", ["a - 1 >= 0"], "b - 1 >= 0", "ab")
    at = tree(cell, ("a", "b"))
    for matrix, less in (((at,), "a = 1, b = 0"), ((symbol("a"),), None)):
        assert smaller_failure((replace(task, matrices=(matrix,)),), (1, 1), ()) == less


@pytest.mark.parametrize("text", ["F1", "CC", "-sqrt(FN*FP)/n"])
@pytest.mark.parametrize("property_id", ["monotone", "maximal-agreement", "symmetry"])
def test_the_smallest_failure_of_a_property(text: str, property_id: str) -> None:
    statement = PROPERTIES[property_id].statement(Reading(measure(text)))
    keys = sorted(
        key(task, point)
        for task in statement.goals
        for total in range(3)
        for point in points(task, total)
        if fails(task, point) is not False
    )
    for bound in keys[:1] + keys[-1:]:
        assert (smaller_failure(statement.goals, bound, ()) is None) is (bound == keys[0])


def test_what_is_too_large_to_check_again() -> None:
    large = about(blocked("a: natural", [], "a - 99 >= 0", "a"))
    check_size(large, 0, {"a": fmpq(10**9)}, False)
    with pytest.raises(CertificateError, match="too large"):
        check_size(large, 0, {"a": fmpq(10**9 + 1)}, False)
    kept = replace(large, goals=list(large.goals))  # type: ignore[arg-type]
    check(large, Verdict("p", "undecided", kept))
    many = about(blocked(f"{', '.join('abcdefgh')}: natural", ["a - 50 >= 0"], "a > 0", "abcdefgh"))
    point = dict.fromkeys("abcdefg", fmpq(0)) | {"h": fmpq(20)}
    check_size(many, 0, point, False)
    with pytest.raises(CertificateError, match="too much is smaller"):
        check_size(many, 0, point, True)


def test_values_that_cannot_be_named_are_kept_apart() -> None:
    """A normal form that is too long names no group."""
    logs: Value = fmpq(0)
    for n in range(2, 250):
        if all(n % p for p in range(2, n)):
            logs = add(logs, logarithm(fmpq(n)))
    long = multiply(logs, logs)
    point = {"a": fmpq(0)}
    found = _by_value(
        [(point, long), (point, long), (point, fmpq(1)), (point, None), (point, None)]
    )
    assert [len(points_of) for _, points_of in found] == [1, 1, 1, 2]


# --- witnesses --------------------------------------------------------------------------------


def test_a_witness_shows_its_values() -> None:
    task = replace(
        blocked("a, b: natural; s: real", [], "s - a*b > 0", "ab"),
        values=(tree("1/a", ("a",)), tree("sqrt(b)", ("b",)), Formula(
            "extended", symbol("a"), formula(0), formula(1), symbol("a")), Formula(
            "extended", symbol("b"), formula(0), formula(2), symbol("b")), tree("log(b)", ("b",))),
    )  # fmt: skip
    statement = about(TWO, task)
    point = {"a": fmpq(0), "b": fmpq(2), "s": fmpq(-1, 2)}
    witness = witness_at(statement, 1, point, True)
    assert witness.kind == "matrix"
    assert (witness.goal, witness.minimal) == (1, True)
    assert (witness.point, witness.parameters) == ({"a": "0", "b": "2"}, {"s": "-1/2"})
    assert witness.matrices == (("0", "2"),)
    odd = replace(task, matrices=((tree("log(b)", ("b",)), symbol("a")),))
    assert witness_at(about(odd), 0, point, True).matrices == (("0.693147180559", "0"),)
    assert witness.values[:4] == ("undefined", "sqrt(2)", "-oo", "oo")
    assert list(witness.values[4]) == ["0.693147180559", "0.693147180560"]


@pytest.mark.parametrize(
    ("matrices", "blocks", "kind"),
    [
        (1, "abcd", "matrix"), (2, "abcd", "pair"), (0, "abcd", "matrix"), (-1, "abcd", "point"),
        (-2, "abcd", "point"), (3, "", "labelings"), (-3, "", "matrix"),
    ],
)  # fmt: skip
def test_kinds_of_witnesses(matrices: int, blocks: str, kind: str) -> None:
    names: Names = tuple(blocks) or labelings(2)
    cells = tuple(symbol(name) for name in names)
    halves = (symbol(names[0]) / 2, *cells[1:])
    given = {0: (), 1: (cells,), 2: (cells, cells), -1: (halves,), -2: (cells, halves),
             3: (cells,), -3: (cells,)}[matrices]  # fmt: skip
    own = names[::-1] if matrices == -3 else names
    task = Goal(
        tuple(Variable(name, "natural") for name in names), (), Atom(cells[0], ">"),
        matrices=given, blocks=(own,),
    )  # fmt: skip
    point = dict.fromkeys(names, fmpq(1))
    assert witness_at(about(task), 0, point, False).kind == kind
    if matrices == 3:
        assert witness_at(about(task), 0, {**point, names[0]: fmpq(-1)}, False).kind == kind
        half = witness_at(about(task), 0, {**point, names[0]: fmpq(1, 2)}, False)
        assert half.kind == "point"
        more = labelings(3)
        three = tuple(map(symbol, more))
        wide = Goal(
            tuple(Variable(name, "natural") for name in more), (), Atom(three[0], ">"),
            matrices=(three,), blocks=(more,),
        )  # fmt: skip
        assert witness_at(about(wide), 0, dict.fromkeys(more, fmpq(1)), False).kind == kind


def test_points_are_rational_numbers() -> None:
    assert point_of({"x": "1/2", "y": "-3", "z": "2*3"}) == {
        "x": fmpq(1, 2), "y": fmpq(-3), "z": fmpq(6),
    }  # fmt: skip
    for text in ("sqrt(2)", "1/0", "log(2)", "x", "1 +", "2*acos(1/3) - acos(-7/9)"):
        with pytest.raises(CertificateError, match="is not a rational number"):
            point_of({"x": text})


def test_a_witness_with_an_undefined_value_violates_no_relation() -> None:
    """Only of what is claimed to be defined, or not, a missing value is a value to show."""
    task = replace(blocked("a: natural", [], "a > 0", "a"), values=(tree("1/a", ("a",)),))
    witness = witness_at(about(task), 0, {"a": fmpq(0)}, False)
    with pytest.raises(CertificateError, match="does not violate"):
        check_witness(about(task), witness)
    for claim in ("1/a defined", "a undefined"):
        asked = replace(task, conclusion=goal("a: natural", [], claim).conclusion)
        here = witness_at(about(asked), 0, {"a": fmpq(0)}, False)
        assert check_witness(about(asked), here) == {"a": 0}


# --- expectations -----------------------------------------------------------------------------


def test_sizes() -> None:
    for n, m in ((2, 2), (3, 2), (3, 3)):
        slow = [
            (true, predicted)
            for true, predicted in product(product(range(n + 1), repeat=m), repeat=2)
            if sum(true) == sum(predicted) == n and n not in predicted
        ]
        assert list(sizes_of(n, m)) == slow


def test_tables() -> None:
    for true, predicted in (((1, 2), (2, 1)), ((0, 3), (1, 2)), ((1, 1, 2), (2, 2, 0))):
        m, most = len(true), max(*true, *predicted)
        slow = [
            cells
            for cells in product(range(most + 1), repeat=m * m)
            if all(sum(cells[i * m : i * m + m]) == true[i] for i in range(m))
            and all(sum(cells[j::m]) == predicted[j] for j in range(m))
        ]
        assert list(tables(true, predicted)) == slow
    assert list(tables((1, 1), (3, 0))) == []


def _by_drawing(task: Goal, true: Names, predicted: Names, at: dict[str, fmpq]) -> Any:
    """The mean over all orders of the predicted labels."""
    m, values = len(set(true) | set(predicted) | {"0", "1"}), []
    for drawn in permutations(predicted):
        counts = Counter(zip(true, drawn, strict=True))
        cells = [counts[str(i), str(j)] for i, j in product(range(m), repeat=2)]
        point = dict(zip(task.blocks[0], map(fmpq, cells), strict=True)) | at
        values.append(task.conclusion.expr.at(**{k: formula(Fraction(int(v.p), int(v.q)))
                                                 for k, v in point.items()}))  # fmt: skip
    from symbolic_measures.kernel.evaluation import compile_formula

    return sum((compile_formula(value)({}) for value in values), fmpq(0)) / len(values)


THREE = tuple(f"c{i}{j}" for i, j in product(range(3), repeat=2))


@pytest.mark.parametrize(
    ("task", "true", "predicted"),
    [
        (expectation("TP^2 + FP*TN constant-mean"), "00111", "01101"),
        (expectation("a*TP/(TP + FN) constant-mean", (), "a: real"), "0111", "0010"),
        (Goal(tuple(Variable(name, "natural") for name in THREE), (),
              Atom(tree("c00^2 + 2*c01*c12 + c22", THREE), "constant-mean"), blocks=(THREE,)),
         "01122", "01221"),
    ],
)  # fmt: skip
def test_expectations_by_drawing(task: Goal, true: str, predicted: str) -> None:
    m = 3 if len(task.blocks[0]) == 9 else 2
    sizes = tuple(tuple(word.count(str(i)) for i in range(m)) for word in (true, predicted))
    at = {name: fmpq(3, 2) for name in parameters_of(task)}
    assert mean(task, sizes, at) == _by_drawing(task, tuple(true), tuple(predicted), at)  # type: ignore[arg-type]


def test_expectations_that_are_not_defined() -> None:
    task = expectation("1/TP constant-mean")
    assert expected(task, ((1, 2), (1, 2)), {}) is None
    assert expected(task, ((3, 0), (1, 2)), {}) == 1
    assert admissible_sizes(task) == ((2, 0), (1, 1))
    assert speaks(task)
    nowhere = expectation("1/(TP-TP) constant-mean")
    assert admissible_sizes(nowhere) is None
    assert not speaks(nowhere)
    assert first_difference(nowhere, {}, 3) is None
    # only where every class occurs
    every = expectation("1/((TP+FN)*(FP+TN)*(TP+FP)*(FN+TN)) constant-mean")
    assert admissible_sizes(every) == ((1, 1), (1, 1))
    late = expectation("1/((TP+FN-2)*(TP+FN-1)*(TP+FN)*(TP+FP)*(FN+TN)) constant-mean")
    assert admissible_sizes(late) == ((3, 0), (1, 2))
    untold = expectation(f"1/({UNTOLD}) constant-mean")
    assert admissible_sizes(untold) is None
    told = expectation(f"sqrt(({UNTOLD})*(TP + FN - 1)^2) constant-mean")
    assert admissible_sizes(told) == ((1, 1), (1, 1))


def test_every_class_is_hit_by_small_sizes() -> None:
    """A class of m true and m predicted elements, the others of one each."""
    product_of = "*".join(f"c{i}0 + c{i}1 + c{i}2".join("()") for i in range(3))
    hit = tree(f"1/({product_of}*(c00+c10+c20)*(c01+c11+c21)*(c02+c12+c22)*c00)", THREE)
    task = Goal(tuple(Variable(name, "natural") for name in THREE), (),
                Atom(hit, "constant-mean"), blocks=(THREE,))  # fmt: skip
    sizes = admissible_sizes(task)
    assert sizes == ((3, 1, 1), (3, 1, 1))


def test_the_first_difference() -> None:
    task = expectation("TP constant-mean")
    pair = first_difference(task, {}, 3)
    assert pair == (((0, 2), (1, 1)), ((1, 1), (1, 1)))
    witness = expectation_witness(task, 0, pair, {})
    assert witness.matrices == (("2", "0", "1"), ("2", "1", "1"))
    assert witness.values == ("0", "1/2")
    assert (witness.kind, witness.goal, witness.point, witness.minimal) == (
        "expectation", 0, {}, True,
    )  # fmt: skip
    check_expectation(about(task), task, witness)
    check(about(task), Verdict("p", "refuted", about(task), witness=witness))
    assert first_difference(expectation("1 constant-mean"), {}, 4) is None
    assert first_difference(task, {}, 1) is None
    some = expectation("(TP+FN)^2/(TP+FN) constant-mean")
    assert first_difference(some, {}, 2) == (((1, 1), (1, 1)), ((2, 0), (1, 1)))
    assert first_difference(expectation("(TP+FN+FP+TN) constant-mean"), {}, 2) is None
    later = first_difference(expectation("(TP+FN+FP+TN) constant-mean"), {}, 3)
    assert later == (((0, 2), (1, 1)), ((0, 3), (1, 2)))
    assert expectation_witness(task, 0, later, {}).matrices == (("2", "0", "1"), ("3", "0", "1"))
    gone = expectation_witness(expectation("1/TP constant-mean"), 2, pair, {"a": fmpq(1, 2)})
    assert gone.values == ("undefined", "undefined")
    assert (gone.goal, gone.parameters) == (2, {"a": "1/2"})
    three = Goal(tuple(Variable(name, "natural") for name in THREE), (),
                 Atom(tree("c00 + 0*c22", THREE), "constant-mean"), blocks=(THREE,))  # fmt: skip
    found = first_difference(three, {}, 2)
    assert found is not None
    shown = expectation_witness(three, 0, found, {}).matrices
    assert shown == tuple(tuple(map(str, (*true, *predicted))) for true, predicted in found)
    check_expectation(about(three), three, expectation_witness(three, 0, found, {}))


def test_where_an_expectation_is_vacuous() -> None:
    task = expectation("1/(TP*FN) constant-mean")
    most, other = vacuity(task, "most")
    assert str(most.conclusion) == "1/(TP*0) undefined"
    assert str(other.conclusion) == "1/(TP*FN) undefined"
    assert [str(atom) for atom in most.hypotheses] == ["TP + FP - 1 >= 0", "0 + TN - 1 >= 0"]
    assert [str(atom) for atom in other.hypotheses] == ["TP + 0 - 1 >= 0", "FN + TN - 1 >= 0"]
    fewest = vacuity(task, "fewest")
    assert [str(one.conclusion) for one in fewest] == ["1/(0*FN) undefined", "1/(TP*FN) undefined"]
    (given, _) = vacuity(expectation("a/TP constant-mean", ("a > 0",), "a: real"), "most")
    assert str(given.hypotheses[0]) == "a > 0"
    nine = replace(task, blocks=(tuple("abcdefghi"),))
    for odd, why in ((nine, "most"), (task, ""), (task, "all")):
        with pytest.raises(CertificateError, match="vacuous for its most or fewest"):
            vacuity(odd, why)
    (plain,) = vacuity(goal("x: real", ["x > 0"], "x > 0"))
    assert str(plain.conclusion) == "0 > 0"
    assert CELLS == task.blocks[0] == cell_names(2)


def test_what_is_vacuous() -> None:
    """Every goal is empty, or one that is presupposed."""
    for statement in (about(EMPTY), Statement("p", "M", "It is so.", (EMPTY, TRUE), (0,))):
        check(statement, claimed(statement, "not-applicable", EMPTY_STEP))
