"""Clearing, and rules that replace the conclusion: they say the same at each point.

A goal fails at a point iff some sequent that `clear` makes of it does there, the roots, logarithms
and arccosines in it read as what they stand for.  So nothing is lost and nothing is won.
"""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from falsity import untrue
from flint import Ordering, fmpq, fmpz_mpoly_ctx
from forged_vectors import gram
from forgery import as_goal, goal, number, sequent

from symbolic_measures.kernel.algebra import RuleError, Sequent, factors, polynomial
from symbolic_measures.kernel.fractions import fraction
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.rules.goals import strict_parts
from symbolic_measures.kernel.rules.registry import apply
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable

#: Sorts of x and y, and values that are tried.
SORTS = {
    "x, y: nonnegative": (("0", "1", "4"), ("0", "1", "4")),
    "x, y: positive": (("1/2", "4"), ("1/2", "4")),
    "x, y: real": (("-2", "0", "1/2", "1"), ("-2", "0", "1/2", "1")),
    "x: nonnegative; y: real": (("0", "2"), ("-1", "0", "1")),
}
TEXTS = (
    "x/y", "(x - y)/(x + y)", "1/x - 1/y", "x/y + y/x - 2", "x/(x*y) - 1", "(x^2 - y^2)/(x - y)",
    "2/(3*x) - 1/(6*y)", "1/(x*y) + 1/(2*x)", "x - 1/2", "(x/2 - y/3)/(1/6)", "-(x/y)",
    "x^(-2) - y",
    "(x/y)^3 - 1", "(x/y)^0 - 1", "0*x + 1/2 - 1/2", "1/(1/x - 1/y)",
    "sqrt(x) - 1", "sqrt(x)*sqrt(y) - 1", "sqrt(x*y) - sqrt(x)*sqrt(y)", "sqrt(x^2) - x",
    "sqrt(4*x) - 2*sqrt(x)", "sqrt(8*x) - 4", "sqrt(12*x^3) - 6", "sqrt(x/y) - 1", "sqrt(x/4) - 1",
    "sqrt(x^2*y) - x", "sqrt((x - y)^2) - 1", "sqrt(x^2 - 2*x*y + y^2) - x + y", "1/sqrt(x) - 1/2",
    "sqrt(1/x) - 2", "x^(1/2) - y^(3/2)", "x^(-1/2) - 1", "sqrt(sqrt(x)) - 1",
    "sqrt(x + sqrt(y)) - 1",
    "sqrt(18) - 3*sqrt(2)", "sqrt(x*18) - 3*y", "sqrt(0*x) - y", "sqrt(x)/sqrt(x) - 1",
    "log(x)", "log(x) - log(y)", "log(x*y)", "log(x/y)", "log(2*x) - log(2)", "log(12*x) - log(y)",
    "log(x^3) - 2*log(x)", "log(1/x)", "log(x - y)", "log(y - x)", "log((x - y)/(x + y))",
    "log((x - y)*(y - x))", "log(-x)", "log((x-y)/(1-x))", "log(x/2) - log(2*y)", "log(4)",
    "log(1)", "log(x + y) - log(2)", "log(x^2)", "log(sqrt(x))",
    "acos(x)", "acos(x) - acos(y)", "acos(x/(x + y))", "acos(1) + x", "acos(-1) - x",
    "acos(0)*2 - acos(-1)", "acos(1/2)*3 - acos(-1)", "acos(-1/2)*3 - 2*acos(-1)", "acos(-x)",
    "acos(x - y)", "acos(1/x)", "acos(0*x - 1/2) - 2", "acos(1/2 + 0*x) - 1",
)  # fmt: skip
CLAIMS = ("> 0", ">= 0", "== 0", "!= 0", "defined")


def points(sorts: str) -> list[dict[str, fmpq]]:
    """Points of x and y."""
    pairs = product(*(map(number, values) for values in SORTS[sorts]))
    return [{"x": x, "y": y} for x, y in pairs]


def spoken(task: Any) -> Goal:
    """A sequent as a goal."""
    return as_goal(task) if isinstance(task, Sequent) else task


def failing(tasks: list[Any], point: dict[str, fmpq]) -> bool:
    """Whether one of the obligations fails at the point."""
    for task in tasks:
        own = {variable.name for variable in task.variables}
        more = {name: fmpq(1) for name in own - set(point)}  # kept for functions, not used
        if untrue(task, {**point, **more}) is True:
            return True
    return False


def read(task: Goal) -> list[list[Any]]:
    """What `clear` makes of it, with either sign of the denominator; [] if it does not apply."""
    signs = (1, -1) if task.conclusion.rel in (">", ">=") else (1,)
    try:
        return [[spoken(one) for one in apply(task, "clear", {"sign": sign})] for sign in signs]
    except RuleError:
        return []


@pytest.mark.parametrize("text", TEXTS)
def test_a_goal_fails_where_what_is_read_of_it_does(text: str) -> None:
    tried = 0
    for sorts, claim in product(SORTS, CLAIMS):
        task = goal(sorts, [], f"{text} {claim}")
        for point in points(sorts) if (found := read(task)) else ():
            tried += 1
            assert untrue(task, point) is all(failing(one, point) for one in found), (task, point)
    assert tried


@pytest.mark.parametrize("text", TEXTS)
def test_a_hypothesis_holds_where_what_is_read_of_it_does(text: str) -> None:
    tried = 0
    for sorts, claim in product(SORTS, CLAIMS[::2]):
        task = goal(sorts, [f"{text} {claim}"], "x - x > 0")
        for point in points(sorts) if (found := read(task)) else ():
            tried += 1
            assert untrue(task, point) is all(failing(one, point) for one in found), (task, point)
    assert tried


@pytest.mark.parametrize("text", ["1/x", "sqrt(x)", "log(x)", "1/(x - y)", "acos(x)", "x^(-1/2)"])
def test_undefined_is_where_a_condition_fails(text: str) -> None:
    for sorts in SORTS:
        task = goal(sorts, [], f"{text} undefined")
        for condition in range(3):
            try:
                found = list(map(spoken, apply(task, "clear", {"condition": condition})))
            except RuleError:
                continue
            for point in points(sorts):
                if untrue(task, point):
                    assert failing(found, point), (task, condition, point)


# --- rules that replace the conclusion by another that says the same -------------------------

SAME: tuple[tuple[str, str, dict[str, str], dict[str, Any]], ...] = (
    *(
        ("arguments", text, functions, {})
        for text, functions in (
            ("t", {"t": "log(x)"}), ("-t", {"t": "log(x)"}),
            ("2*t - u", {"t": "log(x)", "u": "log(y)"}),
            ("t - 2*u", {"t": "log(x)", "u": "log(y)"}), ("t", {"t": "log(x / y)"}),
            ("-t", {"t": "log(x / y)"}), ("t + u", {"t": "log(x / y)", "u": "log(y)"}),
            ("3*t", {"t": "log(x)"}), ("t", {"t": "acos(x)"}), ("-t", {"t": "acos(x)"}),
            ("t - u", {"t": "acos(x)", "u": "acos(y)"}),
            ("u - t", {"t": "acos(x)", "u": "acos(y)"}),
            ("2*t - 2*u", {"t": "acos(x)", "u": "acos(y)"}), ("t", {"t": "acos(x / y)"}),
            ("t - u", {"t": "acos(x / y)", "u": "acos(y / x)"}), ("-t", {"t": "acos(x / y)"}),
        )
    ),
    *(
        ("rooted", text, functions, {"roots": list(functions)})
        for text, functions in (
            ("s - 1", {"s": "sqrt(x^2)"}), ("s*t - 2", {"s": "sqrt(x)", "t": "sqrt(x)"}),
            ("s*t - y", {"s": "sqrt(x)", "t": "sqrt(x*y^2)"}),
            ("s^2*t - 1", {"s": "sqrt(x)", "t": "sqrt(4*x)"}),
            ("s^2*t^2 - s*t", {"s": "sqrt(2*x)", "t": "sqrt(8*x)"}),
        )
    ),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "text", "functions", "args"), SAME)
def test_the_conclusion_says_the_same(
    rule: str, text: str, functions: dict[str, str], args: dict[str, Any]
) -> None:
    tried = 0
    for sorts, claim in product(SORTS, CLAIMS[:4]):
        task = sequent(sorts, [], f"{text} {claim}", **functions)
        try:
            found = list(map(spoken, apply(task, rule, args)))
        except RuleError:
            continue
        for point in points(sorts):
            tried += 1
            assert failing([spoken(task)], point) is failing(found, point), (task.conclusion, point)
    assert tried


# --- Gram matrices ---------------------------------------------------------------------------


def taken(sides: tuple[int, ...], tops: tuple[int, ...]) -> bool:
    """Whether `gram` takes the matrix of these integers, as coefficients of x."""
    a, b, c = (f"{side}*x" for side in sides)
    cosines = tuple(
        f"({top}*x)/sqrt(({one})*({other}))"
        for top, (one, other) in zip(tops, ((a, b), (b, c), (a, c)), strict=True)
    )
    try:
        return apply(gram(cosines, "x: positive"), "gram", {"sides": [a, b, c]}) == []  # type: ignore[arg-type]
    except RuleError:
        return False


def test_gram_takes_just_the_matrices_of_vectors() -> None:
    """Products of vectors are taken; what is negative for some vector is refused."""
    chance = random.Random(11)
    for _ in range(20):
        u, v, w = ([chance.randint(-3, 3) for _ in range(3)] for _ in range(3))

        def dot(p: list[int], q: list[int]) -> int:
            return sum(i * j for i, j in zip(p, q, strict=True))

        sides, tops = (dot(u, u), dot(v, v), dot(w, w)), (dot(u, v), dot(v, w), dot(u, w))
        assert taken(sides, tops), (sides, tops)
        for place in range(3):
            for change in (-1, 1):
                near = tuple(t + change * (i == place) for i, t in enumerate(tops))
                assert not (_negative(sides, near) and taken(sides, near)), (sides, near)
                less = tuple(s - (i == place) for i, s in enumerate(sides))
                assert not (_negative(less, tops) and taken(less, tops)), (less, tops)


def _negative(sides: tuple[int, ...], tops: tuple[int, ...]) -> bool:
    """Whether the quadratic form of the matrix is negative at some small vector."""
    (a, b, c), (ab, bc, ac) = sides, tops
    return any(
        a * i * i + b * j * j + c * k * k + 2 * (ab * i * j + bc * j * k + ac * i * k) < 0
        for i, j, k in product(range(-4, 5), repeat=3)
    )


X = symbol("x")


@pytest.mark.parametrize(
    ("tree", "words"),
    [
        (Formula("extended", X, formula(0), formula(1), X), "is not algebraic"),
        (Formula("^", X, X), "the exponent of x**x is not a rational number"),
        (Formula("log", X), "too many different functions"),
        (Formula("sqrt", X), "too many different roots"),
        (Formula("Abs", X), "Abs is not algebraic"),
    ],
)
def test_what_a_reader_refuses(tree: Formula, words: str) -> None:
    """A reader of x alone has no place for a function value."""
    read = reader(Goal((Variable("x", "positive"),), (), Atom(X, ">")))
    with pytest.raises(RuleError, match=re.escape(words)):
        read.ratio(tree)


def test_numbers_that_are_no_whole_ones() -> None:
    half = formula(Fraction(1, 2))
    one = reader(Goal((Variable("x", "positive"),), (), Atom(X, ">"))).one
    assert fraction(half, ("x",)) == (one, one * 2)
    assert polynomial(Formula("^", X, formula(0)), ("x",)) == one
    with pytest.raises(RuleError, match="whole coefficients"):
        polynomial(half, ("x",))
    with pytest.raises(RuleError, match="no variable 'x'"):
        polynomial(X, ("y",))


class Misfactored:
    """x + 1, of which it is said that its factors are x."""

    def __init__(self) -> None:
        self.x = fmpz_mpoly_ctx.get(("x",), Ordering.lex).gens()[0]

    def context(self) -> Any:
        return self.x.context()

    def factor(self) -> Any:
        return 1, [(self.x, 1)]

    def degrees(self) -> tuple[int, ...]:
        return (1,)

    def coeffs(self) -> tuple[int, ...]:
        return 1, 1


def test_a_fraction_that_nobody_read_before_refuses_the_polynomial_0_below() -> None:
    # as pages ask for it, where no reader has demanded that a denominator is no 0
    with pytest.raises(RuleError, match="identically zero"):
        fraction(X + X / (X - X), ("x",))


def test_wrong_factors_are_refused() -> None:
    with pytest.raises(RuleError, match="the factorisation does not multiply out"):
        factors(Misfactored())


def test_of_a_case_only_its_test_is_sure_to_be_defined() -> None:
    tree = Formula("ifzero", X, Formula("Abs", X), Formula("sqrt", X))
    assert list(strict_parts(tree)) == [tree, X]
    (defined, *cases) = apply(Goal((Variable("x", "real"),), (), Atom(tree, ">=")), "split", {})
    assert [str(one.conclusion) for one in (defined, *cases)] == [
        "x defined", "Abs(x) >= 0", "sqrt(x) >= 0",
    ]  # fmt: skip


def test_what_the_library_cannot_factor_is_one_factor() -> None:
    """Of so large exponents and coefficients it ends in an OverflowError."""
    x, _ = fmpz_mpoly_ctx.get(("x", "y"), Ordering.lex).gens()
    poly = 18446744082299486209 * x**36 - 4294967296 * x**32
    assert factors(poly) == (1, [(poly, 1)])


def test_what_is_factored_for_ever_is_left_as_it_is() -> None:
    """Of large exponents in two variables; in one it is soon done."""
    x, y, z = fmpz_mpoly_ctx.get(("x", "y", "z"), Ordering.lex).gens()
    poly = x**100 + y**100 - 1
    assert factors(poly) == (1, [(poly, 1)])
    assert len(factors(x**100 - z)[1]) == 1
    assert len(factors(x**100 - 1)[1]) == 9
