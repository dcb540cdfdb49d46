"""Exact values at their limits: what is shown, what is too large, what cannot be told."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

import pytest
from flint import arb, ctx, fmpq

from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import (
    CannotTellError,
    InfiniteError,
    NotRealError,
    Surd,
    Transcendental,
    UndefinedError,
    Value,
    add,
    arccosine,
    compare,
    invert,
    logarithm,
    multiply,
    negate,
    power,
    real_power,
    root,
    show,
    sign,
    token,
)
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse

PRIMES = [p for p in range(2, 230) if all(p % q for q in range(2, p))]


def value(text: str) -> Value:
    """The exact value of a formula."""
    return compile_formula(parse(text, names={}))({})


def total(values: list[Value]) -> Value:
    """Their sum."""
    found: Value = fmpq(0)
    for one in values:
        found = add(found, one)
    return found


# --- what is shown ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("1/2 + 3*sqrt(2)/4", "1/2 + 3*sqrt(2)/4"), ("-1/2 - sqrt(2)", "-1/2 - sqrt(2)"),
        ("sqrt(3) - sqrt(2)/5", "-sqrt(2)/5 + sqrt(3)"), ("-sqrt(5)", "-sqrt(5)"), ("-1", "-1"),
        ("sqrt(2) - 1", "-1 + sqrt(2)"), ("1/3 - sqrt(7)/3", "1/3 - sqrt(7)/3"),
        ("acos(0)/acos(-1)", "1/2"), ("log(8)/log(2)", "3"), ("2^(1/4)*2^(1/4)", "sqrt(2)"),
        ("6^(1/4)*6^(1/4)", "sqrt(6)"), ("2^(1/4)*2^(1/4) + 1/2", "1/2 + sqrt(2)"),
        ("log(2) - log(2)", "0"), ("(log(2) - log(2))*(1/(1+log(2)))", "0"),
        ("1/(2^(1/4))^2", "sqrt(2)/2"),
        ("log(2)", ["0.693147180559", "0.693147180560"]),
        ("-log(2)", ["-0.693147180560", "-0.693147180559"]),
        ("-log(2)/10^13", ["-0.000000000001", "0.000000000000"]),
        ("log(2)/10^13", ["0.000000000000", "0.000000000001"]),
        ("2^(1/3)", ["1.259921049894", "1.259921049895"]),
        ("100*log(2)", ["69.314718055994", "69.314718055995"]),
        ("1/(1+2^(1/3))", ["0.442493334024", "0.442493334025"]),
        ("acos(-1)", ["3.141592653589", "3.141592653590"]),
        ("acos(-1/3)", ["1.910633236249", "1.910633236250"]),
        ("2^(-2/3)", ["0.629960524947", "0.629960524948"]),
        ("(log(2))^3", ["0.333024651988", "0.333024651989"]),
        ("log(2)^0", "1"), ("(1+log(2))^-2", ["0.348827388387", "0.348827388388"]),
    ],
)  # fmt: skip
def test_shown(text: str, shown: str | list[str]) -> None:
    assert show(value(text)) == shown


def test_decimals_of_large_numbers() -> None:
    low, high = (Fraction(end) for end in show(value("10^60*log(2)")))
    exact = Fraction("693147180559945309417232121458176568075500134360255254120680.009493393621")
    assert low <= exact <= high
    with pytest.raises(CannotTellError, match="no enclosure is narrow enough"):
        show(multiply(logarithm(fmpq(2)), fmpq(10**650)))
    assert ctx.prec == 53


# --- what is too large ------------------------------------------------------------------------


def test_products_of_too_many_terms_are_refused() -> None:
    roots = total([root(fmpq(p)) for p in PRIMES[:45]])
    assert isinstance(multiply(roots, total([root(fmpq(p)) for p in PRIMES[:44]])), Surd)
    with pytest.raises(CannotTellError, match="too many different square roots"):
        multiply(roots, roots)
    logs = total([logarithm(fmpq(p)) for p in PRIMES[:45]])
    fewer = total([logarithm(fmpq(p)) for p in PRIMES[:44]])
    enough, much = multiply(logs, fewer), multiply(logs, logs)
    assert isinstance(enough, Transcendental)
    assert len(enough.form[0]) == 44 * 43 // 2 + 44 + 44
    assert isinstance(much, Transcendental)
    with pytest.raises(CannotTellError, match="the normal form is too large"):
        _ = much.form


@pytest.mark.parametrize("exponent", ["241", "-241", "1/241", "241/2", "1/242"])
def test_large_exponents_are_refused(exponent: str) -> None:
    with pytest.raises(CannotTellError, match="too large"):
        power(fmpq(2), Fraction(exponent))


def test_the_largest_exponents() -> None:
    assert power(fmpq(2), Fraction(240)) == fmpq(2**240)
    assert power(fmpq(2), Fraction(-240)) == fmpq(1, 2**240)
    assert sign(power(fmpq(2), Fraction(1, 240))) == 1


def test_roots_and_logarithms_of_large_numbers() -> None:
    """Numbers up to 10^24 are factored, larger ones stand for themselves."""
    assert root(fmpq(10**24)) == fmpq(10**12)
    assert root(fmpq(10**12, 3**20)) == fmpq(10**6, 3**10)
    assert isinstance(root(fmpq(10**26)), Transcendental)
    assert isinstance(root(fmpq(10**13, 3**30)), Transcendental)
    for n in (fmpq(10**24), fmpq(1, 10**24)):
        text = f"log({n}) - {24 if n > 1 else -24}*log(10)"
        assert sign(value(text)) == 0
    for text in ("log(10^25) - 25*log(10)", "log(1/10^25) + 25*log(10)"):
        with pytest.raises(CannotTellError):
            sign(value(text))
    assert sign(value("log(10^25) - log(10^25)")) == 0


def deep(levels: int) -> Value:
    """log 2 + (log 2 + (log 2 + ...))."""
    found: Value = fmpq(0)
    for _ in range(levels):
        found = add(logarithm(fmpq(2)), found)
    return found


def test_what_is_nested_too_deeply_cannot_be_told() -> None:
    assert sign(deep(20)) == 1
    with pytest.raises(CannotTellError, match="nested too deeply"):
        sign(deep(3_000))
    tree = symbol("x")
    for _ in range(1_500):
        tree = Formula("-", formula(1), Formula("sqrt", tree))
    with pytest.raises(CannotTellError, match="nested too deeply"):
        compile_formula(tree)({"x": fmpq(0)})


# --- what is near 0 ---------------------------------------------------------------------------


def near_log2(bits: int) -> fmpq:
    """log 2 rounded down to so many bits."""
    before = ctx.prec
    try:
        ctx.prec = bits + 100
        scaled = (arb(2).log() * arb(2) ** bits).floor().unique_fmpz()
    finally:
        ctx.prec = before
    return fmpq(scaled, 2**bits)


@pytest.mark.parametrize("bits", [10, 100, 500, 1_000, 1_900])
def test_close_numbers_are_told_apart(bits: int) -> None:
    gap = add(logarithm(fmpq(2)), -near_log2(bits))
    assert (sign(gap), sign(negate(gap))) == (1, -1)


def test_what_no_precision_tells_apart() -> None:
    with pytest.raises(CannotTellError, match="zero within 2048 bits"):
        sign(add(logarithm(fmpq(2)), -near_log2(4_000)))
    assert ctx.prec == 53


def test_square_roots_are_always_told_apart() -> None:
    """A sum of square roots that is not 0 has a sign, whatever precision that takes."""
    below = fmpq(isqrt(2 * 10**3200), 10**1600)
    assert sign(add(root(fmpq(2)), -below)) == 1


# --- where there is no value ------------------------------------------------------------------


def test_what_has_no_value_says_why() -> None:
    assert str(InfiniteError(1)) == "the value is oo"
    assert str(InfiniteError(-1)) == "the value is -oo"
    for call, kind, words in (
        (lambda: root(fmpq(-1)), NotRealError, "square root of a negative"),
        (lambda: logarithm(fmpq(-1)), NotRealError, "logarithm of a negative"),
        (lambda: logarithm(fmpq(0)), UndefinedError, "logarithm of 0"),
        (lambda: arccosine(fmpq(-2)), NotRealError, "arccos"),
        (lambda: arccosine(fmpq(3, 2)), NotRealError, "arccos"),
        (lambda: power(fmpq(-1), Fraction(1, 3)), NotRealError, "power of a negative"),
        (lambda: power(fmpq(0), Fraction(-1, 3)), UndefinedError, "negative power of 0"),
        (lambda: power(fmpq(0), Fraction(-1)), UndefinedError, "division by zero"),
        (lambda: real_power(fmpq(-1), fmpq(2)), NotRealError, "power of a negative"),
        (lambda: real_power(fmpq(0), fmpq(0)), UndefinedError, "power <= 0 of 0"),
        (lambda: real_power(fmpq(0), fmpq(-1)), UndefinedError, "power <= 0 of 0"),
        (lambda: real_power(fmpq(2), root(fmpq(2))), CannotTellError, "not rational"),
        (lambda: invert(fmpq(0)), UndefinedError, "division by zero"),
        (lambda: invert(add(logarithm(fmpq(2)), negate(logarithm(fmpq(2))))), UndefinedError,
         "division by zero"),
    ):  # fmt: skip
        with pytest.raises(kind, match=words):
            call()


def test_powers_at_0() -> None:
    assert power(fmpq(0), Fraction(1, 3)) == 0
    assert real_power(fmpq(0), fmpq(1, 2)) == 0
    assert real_power(fmpq(4), fmpq(1, 2)) == 2
    assert real_power(fmpq(4), fmpq(-1)) == fmpq(1, 4)
    assert power(fmpq(0), Fraction(0)) == 1
    assert root(fmpq(0)) == 0


def test_an_infinite_value_is_no_number() -> None:
    """`extended` has the value oo or -oo at the ends of a place, and the last formula between."""
    tree = Formula("extended", symbol("x"), formula(0), formula(1), symbol("x") + 5)
    run = compile_formula(tree)
    assert run({"x": fmpq(1, 2)}) == fmpq(11, 2)
    for x, way in ((0, -1), (1, 1)):
        with pytest.raises(InfiniteError) as found:
            run({"x": fmpq(x)})
        assert found.value.sign == way


def test_a_power_whose_exponent_is_no_number_cannot_be_told() -> None:
    tree = Formula("^", symbol("x"), symbol("y"))
    with pytest.raises(CannotTellError, match="is not a rational number"):
        compile_formula(tree)({"x": fmpq(1), "y": fmpq(1)})


# --- normal forms -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("log(6/35) - log(2) - log(3) + log(5) + log(7)", 0), ("log(4/9)/2 - log(2) + log(3)", 0),
        ("log(8^(1/3)*sqrt(2)) - 3*log(2)/2", 0), ("2^(5/3) - 2*4^(1/3)", 0),
        ("sqrt(2^(1/3)) - 2^(1/6)", 0),
        ("(1/2)^(1/3) - 4^(1/3)/2", 0), ("(2/3)^(1/3)*(3/2)^(1/3) - 1", 0),
        ("12^(1/4) - sqrt(2)*3^(1/4)", 0), ("(2^(1/3))^2 - 4^(1/3)", 0),
        ("(1+2^(1/3))^2 - 1 - 2*2^(1/3) - 4^(1/3)", 0),
        ("(1+log(2))^3/(1+log(2)) - 1 - 2*log(2) - log(2)^2", 0),
        ("acos(-1/2) - 2*acos(-1)/3", 0), ("acos(sqrt(3)/2) - acos(-1)/6", 0),
        ("acos(-sqrt(3)/2) - 5*acos(-1)/6", 0), ("acos(sqrt(2)/2) - acos(-1)/4", 0),
        ("acos(0) - acos(-1)/2", 0), ("acos(1/2) - acos(-1)/3", 0),
        ("acos(-1/5) - acos(-1) + acos(1/5)", 0), ("log(2)/log(4) - 1/2", 0),
        ("1/(1+log(2)) + 1/(1-log(2)) - 2/(1-log(2)^2)", 0),
        ("1/(1+log(2)) - 1/(1+log(3))", 1), ("log(3)*log(2) - log(2)*log(3)", 0),
        ("(sqrt(2)+3^(1/3))*(sqrt(2)-3^(1/3)) - 2 + 9^(1/3)", 0),
        ("log(2^(1/3)) - log(2)/3", 0), ("log(sqrt(6)) - log(2)/2 - log(3)/2", 0),
        ("(1+sqrt(2))^(1/3) - (1+sqrt(2))^(1/3)", 0), ("log(1+sqrt(2)) - log(sqrt(2)+1)", 0),
        ("((1+sqrt(2))^(1/3))^3 - 1 - sqrt(2)", None),
        ("0*log(2) + 1", 1), ("log(2)*0", 0), ("-log(2)*1", -1), ("Abs(-log(2)) - log(2)", 0),
        ("Min(log(2),log(3)) - log(2)", 0), ("Max(log(2),log(3)) - log(3)", 0),
        ("sqrt(10^26) - 10^13", None), ("log(-(-3)) - log(3)", 0),
    ],
)  # fmt: skip
def test_forms_that_are_0(text: str, expected: int | None) -> None:
    if expected is None:
        with pytest.raises(CannotTellError):
            sign(value(text))
    else:
        assert sign(value(text)) == expected


def test_tokens_are_of_equal_numbers() -> None:
    for one, other in (("log(4)/2", "log(2)"), ("2^(1/3)*2^(1/3)", "4^(1/3)"), ("1/2", "2/4"),
                       ("sqrt(8)", "2*sqrt(2)"),
                       ("acos(-1/3)", "acos(-1) - acos(1/3)")):  # fmt: skip
        assert token(value(one)) == token(value(other))
    for one, other in (("1/log(2)", "1/(log(2)+1)"), ("1/(log(2)+1)", "1/(log(3)+1)"),
                       ("acos(1/3)", "acos(1/5)"), ("log(2)", "log(3)"), ("sqrt(2)", "sqrt(3)"),
                       ("log(1+sqrt(2))", "log(1+sqrt(3))"), ("log(1+sqrt(2))", "acos(sqrt(2)-1)"),
                       ("log(1/(1+log(2)))", "log(1+log(2))"),
                       ("log(sqrt(2)-1)", "acos(sqrt(2)-1)"), ("2*acos(1/3)", "2*acos(1/5)"),
                       ("2*(1+sqrt(2))^(2/3)", "((1+sqrt(2))^(1/3))^2"),
                       ("log(2/(1+log(2)))", "log(2)"),
                       ("sqrt(-log(sqrt(2)-1))^2", "log(sqrt(2)-1)")):  # fmt: skip
        assert token(value(one)) != token(value(other)), (one, other)


def test_values_of_one_point_are_compared() -> None:
    assert compare(value("sqrt(2)"), value("sqrt(2)")) == 0
    assert compare(value("log(2)"), fmpq(1)) == -1
    assert compare(fmpq(1), value("log(2)")) == 1
    assert compare(fmpq(1, 2), fmpq(1, 3)) == 1
