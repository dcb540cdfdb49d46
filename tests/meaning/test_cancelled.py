"""Polynomials without what cancels: the same values, and nothing defined elsewhere."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from slow_definitions import UndefinedHereError, value_of

from symbolic_measures import check
from symbolic_measures.meaning.cancelled import LONGEST, cancelled, in_one_order
from symbolic_measures.meaning.class_sums import Frame
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.multiclass import MULTICLASS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.sums import total

LETTERS = ("a", "b", "c", "n", "q")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("c+(b-c)", "b"),
        ("c-c", "0"),
        ("c*(n-a-b+c)-(a-c)*(b-c)", "c*n - a*b"),
        ("sqrt((c+(a-c))*(c+(b-c)))", "sqrt(a*b)"),
        ("(c+(a-c))*(c+(b-c))*(n-(c+(a-c)))", "a*b*(n - a)"),
        ("1/(2*c-2*c)", "1/0"),
        ("(-c)*q+q*c", "0"),
        # nothing cancels, or no whole numbers
        ("c*c-c*a", "c*c - c*a"),
        ("a+(b-c)", "a + (b - c)"),
        ("a*(n-a)+a*a", "a*(n - a) + a*a"),
        ("c/2+(b-c/2)", "c/2 + (b - c/2)"),
        ("c*0.5+(b-c*0.5)", "c*(1/2) + (b - c*(1/2))"),
    ],
)
def test_what_cancels_is_left_out(text: str, told: str) -> None:
    assert str(cancelled(parse(text, names={}, parameters=LETTERS))) == told


def _tree(chance: random.Random, depth: int) -> Formula:
    if not depth or chance.random() < 0.15:
        return (
            symbol(chance.choice(LETTERS))
            if chance.random() < 0.8
            else formula(chance.randint(-3, 3))
        )
    left, right = _tree(chance, depth - 1), _tree(chance, depth - 1)
    return chance.choice((left + right, left - right, left * right, -left, left / right))


@pytest.mark.parametrize("seed", range(60))
def test_values_are_the_same(seed: int) -> None:
    """Also where there is none."""
    chance = random.Random(seed)
    tree = _tree(chance, 5)
    found = cancelled(tree)
    for _ in range(20):
        point = {name: Fraction(chance.randint(0, 4), chance.randint(1, 3)) for name in LETTERS}
        assert _value(tree, point) == _value(found, point)


def _value(tree: Formula, point: dict[str, Fraction]) -> Any:
    try:
        return value_of(tree, point)
    except UndefinedHereError:
        return None


def test_formulas_of_the_catalog_stay_as_they_are() -> None:
    """So what is saved of them verifies."""
    for name in MULTICLASS:
        subject = EveryClasses(name)
        try:
            tree = subject.tree
        except FormulaError:
            continue
        assert cancelled(tree) == tree
        assert str(tree).count("c") <= str(subject.tree).count("c")


@pytest.mark.parametrize("seed", range(60))
def test_one_order_has_the_same_values(seed: int) -> None:
    """Also where there is none."""
    chance = random.Random(seed)
    tree = _tree(chance, 5)
    found = in_one_order(tree)
    assert in_one_order(found) == found
    for _ in range(20):
        point = {name: Fraction(chance.randint(0, 4), chance.randint(1, 3)) for name in LETTERS}
        assert _value(tree, point) == _value(found, point)


def _read(text: str) -> Formula:
    return parse(text, names={}, parameters=LETTERS)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("sqrt(a*b*(n-a)*(n-b))", "sqrt((n-b)*(b*(n-a))*a)", True),
        ("sqrt(n-a-b+c)", "sqrt(c+(n-b)-a)", True),
        ("sqrt(a-(b-c))", "sqrt(c-(b-a))", True),
        ("sqrt(a-(b-c))", "sqrt(a-b-c)", False),
        ("sqrt(-(a-b))", "sqrt(b-a)", True),
        ("sqrt(a/b)", "sqrt(b/a)", False),
        ("sqrt(a-b)", "sqrt(b-a)", False),
        ("sqrt(a*b)", "sqrt(a+b)", False),
    ],
)
def test_a_sum_of_roots_is_one_however_they_are_written(one: str, other: str, same: bool) -> None:
    assert (in_one_order(_read(one)) == in_one_order(_read(other))) is same
    frame = Frame()
    divided = (frame.normal(total(_read(f"c/({text})"))) for text in (one, other))
    if "/" not in one:
        assert (next(divided) == next(divided)) is same


@pytest.mark.parametrize("long", [False, True])
def test_what_is_long_stays_as_it_is(long: bool) -> None:
    a, c = symbol("a"), symbol("c")
    whole = c
    for _ in range(LONGEST if long else 3):
        whole = whole + a
    whole = whole - c
    assert (cancelled(whole) == whole) is long


def test_the_mean_of_a_binary_measure_has_an_expectation() -> None:
    """c*n - a*b is affine in c: of the expected matrix kappa of each class is 0."""
    answer = check("macro(kappa)", ["constant-baseline"], classes="every")
    assert "?" not in str(answer)


def test_the_mean_of_a_measure_with_roots() -> None:
    asked = ["symmetry", "scale-invariance", "constant-baseline", "approximate-constant-baseline"]
    answer = str(check("macro(CC)", asked, classes="every"))
    assert answer.count("proved; m >= 2") == len(asked)


def test_a_root_that_grows_is_not_scale_invariant() -> None:
    answer = str(check("macro(CC) + sum(sqrt(a*b))", ["scale-invariance"], classes="every"))
    assert "refuted" in answer


def test_other_readings_see_the_measure_as_it_is_written() -> None:
    literal = EveryClasses("macro(F1)")
    library = EveryClasses("macro(F1)", reading="scikit-learn")
    assert "c + (a - c)" not in str(literal.tree)
    assert "b - c" in str(library.tree)
