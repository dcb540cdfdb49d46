"""Exact arithmetic against SymPy and mpmath: values, signs, text, and where there is none."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, pairwise

import mpmath
import pytest
import sympy
from flint import fmpq

from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import (
    CannotTellError,
    Surd,
    Transcendental,
    UndefinedError,
    Value,
    add,
    compare,
    invert,
    logarithm,
    multiply,
    negate,
    power,
    root,
    show,
    sign,
    token,
)
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.sympy_notation import to_sympy

ROUNDS = 300


def value(text: str, **at: int) -> Value:
    """The exact value of a formula at a point."""
    tree = parse(text, names={}, parameters=tuple(at))
    return compile_formula(tree)({name: fmpq(number) for name, number in at.items()})


def as_sympy(number: Value) -> sympy.Expr:
    """The same number in SymPy."""
    if isinstance(number, fmpq):
        return sympy.Rational(int(number.p), int(number.q))
    assert isinstance(number, Surd)
    terms = (sympy.Rational(int(q.p), int(q.q)) * sympy.sqrt(d) for d, q in number.terms.items())
    return sympy.Add(*terms)


def rational(chance: random.Random) -> fmpq:
    return fmpq(chance.randint(-9, 9), chance.randint(1, 7))


def surd(chance: random.Random) -> Value:
    """A random sum of square roots, now and then a rational."""
    total: Value = rational(chance)
    for _ in range(chance.randint(0, 3)):
        total = add(total, multiply(rational(chance), root(fmpq(chance.randint(0, 30)))))
    return total


def numeric(expression: sympy.Expr) -> mpmath.mpf:
    return mpmath.mpf(str(sympy.N(expression, 60)))


@pytest.mark.parametrize("seed", range(4))
def test_sums_products_and_inverses(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(ROUNDS // 4):
        a, b = surd(chance), surd(chance)
        x, y = as_sympy(a), as_sympy(b)
        assert sympy.expand(as_sympy(add(a, b)) - (x + y)) == 0
        assert sympy.expand(as_sympy(multiply(a, b)) - x * y) == 0
        assert sympy.expand(as_sympy(negate(a)) + x) == 0
        if sign(a) == 0:
            with pytest.raises(UndefinedError):
                invert(a)
        else:
            assert compare(multiply(a, invert(a)), fmpq(1)) == 0
            assert abs(numeric(as_sympy(invert(a))) * numeric(x) - 1) < mpmath.mpf(10) ** -40


def test_signs_and_comparisons() -> None:
    chance = random.Random(5)
    for _ in range(ROUNDS):
        a, b = surd(chance), surd(chance)
        gap = sympy.expand(as_sympy(a) - as_sympy(b))
        expected = 0 if gap == 0 else int(mpmath.sign(numeric(gap)))
        assert compare(a, b) == expected
        assert sign(add(a, negate(a))) == 0


def test_numbers_that_are_close_are_told_apart() -> None:
    assert sign(value("sqrt(2)*1000000000 - 1414213562")) == 1
    assert sign(value("sqrt(1000000000000001) - sqrt(1000000000000000) - 1/63245553")) == -1
    assert sign(value("sqrt(2) + sqrt(3) - sqrt(5 + 2*sqrt(6)) + 1/10^50")) == 1


def test_roots_that_cancel_are_zero() -> None:
    for text in (
        "sqrt(8) - 2*sqrt(2)",
        "sqrt(2)*sqrt(3) - sqrt(6)",
        "(sqrt(2)+sqrt(3))^2 - 5 - 2*sqrt(6)",
        "1/(sqrt(3)-sqrt(2)) - sqrt(3) - sqrt(2)",
        "sqrt(1/2) - sqrt(2)/2",
        "4^(3/2) - 8",
        "sqrt(0)",
        "sqrt(49/4) - 7/2",
    ):
        assert sign(value(text)) == 0, text
        assert value(text) == 0, text


def test_root_of_a_rational_is_exact() -> None:
    chance = random.Random(6)
    for _ in range(ROUNDS):
        number = fmpq(chance.randint(0, 400), chance.randint(1, 60))
        side = root(number)
        assert compare(multiply(side, side), number) == 0
        assert sign(side) == (number > 0)


def test_show_reads_back() -> None:
    chance = random.Random(7)
    for _ in range(ROUNDS):
        number = surd(chance)
        text = show(number)
        assert isinstance(text, str)
        assert compare(value(text), number) == 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("6/8", "3/4"),
        ("1/sqrt(2)", "sqrt(2)/2"),
        ("-sqrt(8)", "-2*sqrt(2)"),
        ("1-sqrt(5)", "1 - sqrt(5)"),
        ("0*sqrt(2)", "0"),
    ],
)
def test_show(text: str, shown: str) -> None:
    assert show(value(text)) == shown


def test_enclosures_contain_the_number() -> None:
    for text, expected in (
        ("log(2)", mpmath.log(2)),
        ("acos(1/3)", mpmath.acos(mpmath.mpf(1) / 3)),
        ("sqrt(1 + sqrt(2))", mpmath.sqrt(1 + mpmath.sqrt(2))),
        ("2^(1/3)", mpmath.cbrt(2)),
        ("log(5)*sqrt(2) - 1", mpmath.log(5) * mpmath.sqrt(2) - 1),
    ):
        here = value(text)
        assert isinstance(here, Transcendental)
        low, high = (Fraction(end) for end in show(here))
        assert low <= high
        middle = Fraction(str(mpmath.nstr(expected, 35, strip_zeros=False)))
        assert low - Fraction(1, 10**30) <= middle <= high + Fraction(1, 10**30)
        assert high - low < Fraction(1, 10**9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("log(3) - 1", 1),
        ("log(1)", 0),
        ("acos(1)", 0),
        ("acos(-1) - 22/7", -1),
        ("log(1/2)", -1),
        ("Max(log(2), 1/2) - log(2)", 0),
        ("log(2) - log(2)", 0),
        ("log(12)/log(2) - 2 - log(3)/log(2)", 0),
        ("1/log(2) + 1/log(3) - log(6)/(log(2)*log(3))", 0),
        ("log(sqrt(2)/4) + 3*log(2)/2", 0),
        ("acos(1/2)*3 - acos(-1)", 0),
        ("acos(-sqrt(2)/2) - 3*acos(0)/2", 0),
        ("acos(1/3) + acos(-1/3) - acos(-1)", 0),
        ("(8^(1/3) + 27^(1/3))^2 - 25", 0),
        ("(2^(1/3) + 3^(1/3))^3 - 5 - 3*12^(1/3) - 3*18^(1/3)", 0),
        ("((5^(3/4) + 5^(3/4))/2)^(4/3) - 5", 0),
        ("sqrt(2 - 2*sqrt(2)/3) - sqrt(2 - sqrt(8)/3)", 0),
        ("log(9)/log(8) - 1056641668/1000000000", -1),
        ("sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2)", None),
        ("log(1 + sqrt(2)) + log(sqrt(2) - 1)", None),
    ],
)
def test_signs_of_transcendental_numbers(text: str, expected: int | None) -> None:
    if expected is None:
        with pytest.raises(CannotTellError):
            sign(value(text))
    else:
        assert sign(value(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "1/0", "0/0", "0*(1/0)", "(1/0)^0", "1/(sqrt(2)*sqrt(2)-2)", "sqrt(-1)", "sqrt(1-sqrt(2))",
        "0^-1", "0^(-1/2)", "(-1)^(1/2)", "(-8)^(1/3)", "log(0)", "log(-1)", "acos(2)",
        "acos(-3/2)",
        "acos(sqrt(2))", "Min(1, 1/0)", "Abs(1/0)", "Max(log(0), 5)", "1/(x-x)", "x/(x-2)",
    ],
)  # fmt: skip
def test_undefined(text: str) -> None:
    with pytest.raises(UndefinedError):
        value(text, x=2)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0^0", 1), ("0^(1/2)", 0), ("0^(3/2)", 0), ("4^(-1/2)", "1/2"), ("(-2)^3", -8),
     ("(-2)^-3", "-1/8"), ("Abs(1-2)", 1), ("Min(sqrt(2), 3/2)^2", 2), ("Max(3, sqrt(10))^2", 10)],
)  # fmt: skip
def test_powers_and_kinks(text: str, expected: int | str) -> None:
    wanted = Fraction(expected)
    assert value(text) == fmpq(wanted.numerator, wanted.denominator)


def test_powers_are_repeated_products() -> None:
    chance = random.Random(8)
    for _ in range(60):
        number, exponent = surd(chance), chance.randint(0, 4)
        product: Value = fmpq(1)
        for _ in range(exponent):
            product = multiply(product, number)
        assert compare(power(number, Fraction(exponent)), product) == 0


def test_the_normal_form_of_nested_logarithms_is_as_long_as_they_are() -> None:
    """log(2 + log(2 + ...)): it grows by as much at each level, not twofold."""
    value: Value = fmpq(3)
    lengths = []
    for _ in range(40):
        value = logarithm(add(fmpq(2), value))
        assert isinstance(value, Transcendental)
        lengths.append(len(repr(value.form)))
    steps = [after - before for before, after in pairwise(lengths)]
    assert max(steps) < 200
    assert isinstance(show(value), list)
    other = logarithm(add(logarithm(add(fmpq(3), fmpq(2))), fmpq(2)))
    assert compare(other, logarithm(add(fmpq(2), logarithm(fmpq(5))))) == 0


def test_only_equal_numbers_have_one_token() -> None:
    texts = ("1/2", "acos(0)/acos(-1)", "sqrt(8)/2", "sqrt(2)", "2^(1/2)", "sqrt(3)", "2^(1/3)",
             "log(4)/2", "log(2)", "log(8)/log(2)", "3", "1/(1+sqrt(2))", "sqrt(2)-1",
             "acos(1/3)", "acos(1/3)+1", "4^(1/3)", "1/4^(1/3)")  # fmt: skip
    values = [value(text) for text in texts]
    for one, other in combinations(values, 2):
        assert token(one) != token(other) or compare(one, other) == 0
    assert token(value("sqrt(8)/2")) == token(value("sqrt(2)"))
    assert token(value("log(4)/2")) == token(value("log(2)"))


def test_whole_formulas_against_sympy() -> None:
    chance = random.Random(9)
    names = ("TP", "FN", "FP", "TN")
    texts = (
        "(TP*TN-FP*FN)/sqrt((TP+FP)*(TP+FN)*(FN+TN)*(FP+TN))",
        "sqrt(TP/(TP+FN)*TN/(TN+FP))",
        "(TP*TN-FP*FN)/((sqrt((TP+FN)*(FP+TN))+sqrt((TP+FP)*(FN+TN)))/2)^2",
        "Abs(TP-FN)/(TP+FN)-Min(FP,TN)/Max(FP,TN)",
    )
    for text in texts:
        tree = parse(text)
        expression = to_sympy(tree)
        for _ in range(40):
            cells = {name: chance.randint(1, 9) for name in names}
            exact = compile_formula(tree)({name: fmpq(cell) for name, cell in cells.items()})
            at = {sympy.Symbol(name): cell for name, cell in cells.items()}
            gap = numeric(as_sympy(exact)) - numeric(expression.subs(at, simultaneous=True))
            assert abs(gap) < mpmath.mpf(10) ** -40


SAME = (
    "2^(1/3)*2^(2/3) - 2", "(2^(1/3))^3 - 2", "2^(1/3)/2^(1/3) - 1", "log(8) - 3*log(2)",
    "log(2)*log(3)*log(2) - log(4)*log(9)*log(2)/4", "(log(2)+log(3))*(log(2)-log(3)) - "
    "log(2)*log(2) + log(3)^2", "12^(2/3) - 2*18^(1/3)", "log(2^(1/3)) - log(2)/3",
    "2^(1/3)*log(3)*2^(1/6) - sqrt(2)*log(3)", "acos(-1)^2*log(2)/acos(-1) - log(2)*acos(-1)",
    "log(3)^(1/3)*log(3)^(2/3)*2 - 2*(log(3)^(1/3))^3",
    "log(log(3)+log(2)) - log(log(6))", "(log(2)*2^(1/3) + 1)*2^(2/3) - 2*log(2) - 4^(1/3)",
)  # fmt: skip


@pytest.mark.parametrize("text", SAME)
def test_exponents_have_one_form_whatever_they_came_from(text: str) -> None:
    """Whole ones are whole numbers, in parts that stand for log(3) + log(2), too; so what is 0 is
    seen to be 0, and what is not far from it has its sign."""
    assert sign(value(text)) == 0
    for more in ("1/1000", "log(2)/2", "2^(1/3)"):
        assert sign(value(f"{text} + {more}")) == 1
        assert sign(value(f"{text} - {more}")) == -1
    left, right = (value(part) for part in text.rsplit(" - ", 1))
    for number in (left, right):
        if isinstance(number, Transcendental):
            powers = [power for part in number.form for monomial in part for _, power in monomial]
            assert {type(power) for power in powers} <= {int, Fraction}
            assert all(type(power) is int or power.denominator > 1 for power in powers)
