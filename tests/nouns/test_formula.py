"""Formulas as trees: text and back, SymPy and back, precedence, derivatives."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from math import isclose

import pytest
import sympy
from flint import fmpq

from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import UndefinedError, compare, show
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.nouns.derivative import derivative, inner_derivative
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, _build, exponent_of, formula, symbol
from symbolic_measures.nouns.parser import degree, parse
from symbolic_measures.nouns.sympy_notation import from_sympy, to_sympy

CELLS = ("TP", "FN", "FP", "TN")


def read(text: str) -> Formula:
    """A formula in the four cells, margins left alone."""
    return parse(text, names={}, parameters=CELLS)


def tree(chance: random.Random, depth: int, kinds: str = "+-*/^nfq") -> Formula:
    """A random tree; f: Abs, Min, Max; n: minus sign; q: square root."""
    if depth == 0 or chance.random() < 0.2:
        leaf = chance.random()
        return formula(chance.randint(0, 9)) if leaf < 0.3 else symbol(chance.choice(CELLS))
    kind = chance.choice(kinds)
    left = tree(chance, depth - 1, kinds)
    if kind == "n":
        return -left
    if kind == "q":
        return Formula("sqrt", left)
    if kind == "^":
        power = chance.choice([formula(2), formula(3), -formula(1), formula(1) / formula(2)])
        return Formula("^", left, power)
    right = tree(chance, depth - 1, kinds)
    if kind == "f":
        name = chance.choice(("Abs", "Min", "Max"))
        return Formula(name, left) if name == "Abs" else Formula(name, left, right)
    return Formula(kind, left, right)


def value(node: Formula, point: dict[str, int]) -> object:
    """The exact value as text, None where there is none."""
    try:
        return show(compile_formula(node)({name: fmpq(cell) for name, cell in point.items()}))
    except UndefinedError:
        return None


def test_text_round_trip_on_random_trees() -> None:
    chance = random.Random(1)
    seen = 0
    for _ in range(2_000):
        node = tree(chance, chance.randint(1, 4))
        try:
            again = read(str(node))
        except FormulaError as error:  # large powers of powers
            assert "degree" in str(error)  # noqa: PT017
            continue
        assert again == node, str(node)
        assert hash(again) == hash(node)
        assert str(again) == str(node)
        seen += 1
    assert seen > 1_800


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(-2)^2", 4), ("-2^2", -4), ("2^-1", "1/2"), ("(2^3)^2", 64), ("2^(1/2)*2^(1/2)", 2),
        ("10-(4-3)", 9), ("10-4-3", 3), ("12/(3*2)", 2), ("12/3*2", 8), ("12/(3/2)", 8),
        ("12/3/2", 2),
        ("-3+5", 2), ("2*-3", -6), ("2--3", 5), ("-(2-3)", 1), ("4^(1/2)", 2), ("4^(-1/2)", "1/2"),
        ("8-2*3+1", 3), ("0.1+0.2", "3/10"), ("1_000/10", 100), ("+5", 5), ("Max(1, 7, 3)", 7),
    ],
)  # fmt: skip
def test_precedence(text: str, expected: object) -> None:
    node = read(text)
    assert value(node, {}) == str(expected)
    assert value(read(str(node)), {}) == str(expected)


@pytest.mark.parametrize(
    ("node", "text"),
    [
        (formula(-2) ** 2, "(-2)**2"),
        (-(symbol("TP") ** 2), "-TP**2"),
        ((-symbol("TP")) ** 2, "(-TP)**2"),
        (symbol("TP") - (symbol("FN") - symbol("FP")), "TP - (FN - FP)"),
        (symbol("TP") / (symbol("FN") * symbol("FP")), "TP/(FN*FP)"),
        (symbol("TP") ** Fraction(1, 2), "TP**(1/2)"),
        (formula(Fraction(1, 2)) ** 2, "(1/2)**2"),
        (formula(Fraction(-1, 2)) * symbol("TP"), "(-1/2)*TP"),
        (symbol("TP") * formula(Fraction(3, 4)), "TP*(3/4)"),
        (symbol("TP") / formula(Fraction(3, 4)), "TP/(3/4)"),
        (symbol("TP") - formula(-3), "TP - (-3)"),
    ],
)
def test_text_of_trees(node: Formula, text: str) -> None:
    shown = str(node)
    assert shown.replace(" ", "") == text.replace(" ", "")
    at = {"TP": 3, "FN": 5, "FP": 7, "TN": 2}
    assert value(read(shown), at) == value(node, at)


def test_numbers_of_every_kind_keep_their_value_in_text() -> None:
    chance = random.Random(2)
    at = {"TP": 3, "FN": 5, "FP": 7, "TN": 2}
    for _ in range(800):
        node: Formula = formula(Fraction(chance.randint(-9, 9), chance.randint(1, 5)))
        for _ in range(3):
            number = formula(Fraction(chance.randint(-9, 9), chance.randint(1, 5)))
            op = chance.choice("+-*/")
            pair = (node, number) if chance.random() < 0.5 else (number, node)
            node = Formula(op, *pair)
            if chance.random() < 0.3:
                node = chance.choice([-node, node**2, Formula("Abs", node)])
        assert value(read(str(node)), at) == value(node, at), str(node)


def test_sympy_round_trip_keeps_values() -> None:
    chance = random.Random(3)
    compared = 0
    for _ in range(250):
        node = tree(chance, 3, "+-*/^nf")
        try:
            expression = to_sympy(node)
            again = from_sympy(expression)
        except FormulaError:  # SymPy found complex numbers, infinities or nan
            continue
        for _ in range(3):
            point = {name: chance.randint(1, 9) for name in CELLS}
            here, there = value(node, point), value(again, point)
            if here is not None and there is not None and not isinstance(here, list):
                assert here == there, (str(node), str(again), point)
                compared += 1
    assert compared > 300


@pytest.mark.parametrize(
    "text",
    ["TP/(TP+FN)", "sqrt(TP*TN)/FP", "TP**(-1/2)", "log(TP)/2", "acos(TP/FN)", "Abs(TP-FN)",
     "Min(TP, FN)", "Max(TP, FN)", "TP**3-2/FN", "(TP*TN-FP*FN)/sqrt((TP+FN)*(TP+FP))"],
)  # fmt: skip
def test_sympy_round_trip_is_the_same_expression(text: str) -> None:
    expression = to_sympy(read(text))
    assert to_sympy(from_sympy(expression)) == expression


def test_sympy_is_read_as_people_write() -> None:
    tp, fn, fp, tn = sympy.symbols(CELLS)
    written = {
        (tp - fn) / (tp + fn): "(TP - FN)/(FN + TP)",
        -tp / 2: "-(TP/2)",
        (tp * tn - fp * fn) / sympy.sqrt((tp + fp) * tp): "(TN*TP - FN*FP)/sqrt(TP*(FP + TP))",
        (tp + fn) ** sympy.Rational(-3, 2): "1/(FN + TP)**(3/2)",
        sympy.Float("0.1") * tp: "TP/10",
        sympy.acos(tp) / sympy.pi: "acos(TP)/acos(-1)",
        sympy.Piecewise((0, sympy.Eq(tp, 0)), (tp * sympy.log(fn), True)):
            "ifzero(TP, 0, TP*log(FN))",
    }  # fmt: skip
    assert [str(from_sympy(expression)) for expression in written] == list(written.values())


def test_a_power_with_a_parameter_keeps_its_domain() -> None:
    tp, r = sympy.symbols("TP r")
    assert str(from_sympy(tp ** (-1 / r))) == "power(TP, -(1/r))"


@pytest.mark.parametrize(
    "expression",
    [sympy.E, sympy.oo, sympy.I, sympy.Float(1) / 3, sympy.sin(sympy.Symbol("TP")),
     sympy.Symbol("TP") > 1, sympy.Integral(sympy.Symbol("TP")), sympy.nan, sympy.true],
    ids=str,
)  # fmt: skip
def test_what_sympy_can_say_and_a_measure_cannot(expression: sympy.Basic) -> None:
    with pytest.raises(FormulaError) as caught:
        from_sympy(expression)
    assert len(str(caught.value).splitlines()) == 1


def test_derivative_against_sympy() -> None:
    chance = random.Random(4)
    compared = 0
    for _ in range(250):
        node = tree(chance, 3, "+-*/^nq")
        moving = chance.choice(CELLS)
        slope = derivative(node, {moving: 1})
        try:
            expected = sympy.diff(to_sympy(node), sympy.Symbol(moving))
        except (ValueError, TypeError):
            continue
        if expected.has(sympy.I, sympy.zoo, sympy.nan, sympy.oo):
            continue
        own = sympy.Integer(0) if slope is None else to_sympy(slope)
        for _ in range(2):
            at = {sympy.Symbol(name): chance.randint(1, 9) for name in CELLS}
            here, there = complex(own.subs(at)) if own.subs(at).is_finite else None, None
            if here is not None and expected.subs(at).is_finite:
                there = complex(expected.subs(at))
            if here is None or there is None:
                continue
            assert isclose(here.real, there.real, rel_tol=1e-9, abs_tol=1e-9), str(node)
            compared += 1
    assert compared > 200


def test_derivative_along_a_move() -> None:
    node = read("TP*FN/(TP+FN+FP)")
    slope = derivative(node, {"TP": 1, "FN": -1})
    assert slope is not None
    tp, fn, fp = sympy.symbols("TP FN FP")
    total = tp * fn / (tp + fn + fp)
    expected = sympy.diff(total, tp) - sympy.diff(total, fn)
    assert sympy.simplify(to_sympy(slope) - expected) == 0
    assert derivative(node, {"TN": 1}) is None
    assert derivative(read("Abs(TP)*FN"), {"FN": 1}) is not None


@pytest.mark.parametrize("text", ["Abs(TP)", "Min(TP, FN)", "Max(1, TP)*FN"])
def test_kinks_have_no_derivative(text: str) -> None:
    with pytest.raises(ValueError, match="derivative"):
        derivative(read(text), {"TP": 1})


@pytest.mark.parametrize("text", ["u*Abs(u)", "Abs(u)*u", "3*(u*Abs(u))-FN"])
def test_a_square_with_its_sign_has_a_derivative_at_0(text: str) -> None:
    """Of u*|u| it is 2*|u|*u', the limit of the difference quotients, also where u is 0."""
    node = read(text.replace("u", "(TP^2-FN)"))
    slope = derivative(node, {"TP": 1}, bent=True)
    assert slope is not None
    for tp, fn in ((2, 4), (2, 3), (1, 4), (3, 9)):
        value = evaluator(slope)({"TP": fmpq(tp), "FN": fmpq(fn)})
        step = fmpq(1, 10**9)
        ends = [evaluator(node)({"TP": tp + way * step, "FN": fmpq(fn)}) for way in (1, -1)]
        here = evaluator(node)({"TP": fmpq(tp), "FN": fmpq(fn)})
        assert abs((ends[0] - here) / step - value) < fmpq(1, 10**6)
        assert abs((here - ends[1]) / step - value) < fmpq(1, 10**6)


def test_a_square_that_stays_has_none_to_speak_of() -> None:
    assert derivative(read("FN*Abs(FN)"), {"TP": 1}, bent=True) is None
    assert str(derivative(read("TP*Abs(FN)"), {"TP": 1}, bent=True)) == "Abs(FN)"


def test_it_has_none_where_the_function_has_none() -> None:
    slope = derivative(read("sqrt(TP)*Abs(sqrt(TP))"), {"TP": 1}, bent=True)
    assert slope is not None
    with pytest.raises(UndefinedError):
        evaluator(slope)({"TP": fmpq(0)})


def test_exponents() -> None:
    assert exponent_of(read("-(1/2)")) == Fraction(-1, 2)
    assert exponent_of(read("(3-1)*2+1")) == 5
    assert exponent_of(read("1/(1-1)")) is None
    assert exponent_of(read("sqrt(4)")) is None
    assert exponent_of(read("TP")) is None


def test_a_formula_cannot_be_changed() -> None:
    node = read("TP+FN")
    with pytest.raises(AttributeError, match="immutable"):
        node.op = "-"  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(node)) == node


def test_replacing_is_simultaneous() -> None:
    node = read("TP/(TP+FN)")
    swapped = node.at(TP=symbol("FN"), FN=symbol("TP"))
    assert swapped == read("FN/(FN+TP)")
    assert node.at(TP=0, FN=0) == Formula("/", formula(0), formula(0) + formula(0))


def test_numbers_and_symbols_are_replaced_alike() -> None:
    """What nothing that is replaced occurs in stays; where a number is, it may occur anywhere."""
    old = {formula(2): symbol("TN"), symbol("TP"): formula(3)}
    for replaced in (old, dict(reversed(old.items()))):
        assert read("FN*2 + TP").replace(replaced) == read("FN*TN + 3")


def test_nothing_is_cancelled() -> None:
    assert str(read("TP/TP")) == "TP/TP"
    assert value(read("TP/TP"), {"TP": 0}) is None
    assert value(read("0*(1/TP)"), {"TP": 0}) is None
    assert value(read("(TP*FN)/FN"), {"TP": 1, "FN": 0}) is None


def test_the_derivative_of_a_power_whose_exponent_moves() -> None:
    """d/dt b^e = log(b)*b^e*de/dt for b > 0 that does not move; undefined at b = 0."""
    tree = parse("2*TP^(1/r)", names={}, parameters=("TP", "r"))
    change = derivative(tree, {"r": 1})
    shown = parse("2*(-(1/r^2)*(log(TP)*TP^(1/r)))", names={}, parameters=("TP", "r"))
    assert change is not None
    for base, exponent in ((3, 2), (Fraction(1, 2), 3), (1, -2)):
        point = {"TP": fmpq(Fraction(base).numerator, Fraction(base).denominator),
                 "r": fmpq(exponent)}  # fmt: skip
        assert compare(compile_formula(change)(point), compile_formula(shown)(point)) == 0
    with pytest.raises(UndefinedError):
        compile_formula(change)({"TP": fmpq(0), "r": fmpq(2)})
    with pytest.raises(ValueError, match="no derivative"):
        derivative(tree, {"r": 1, "TP": 1})


def test_what_does_not_move_has_no_derivative_at_an_edge_either() -> None:
    """(TP-TP)^(3/2) is 0 wherever TP is."""
    assert inner_derivative(read("(TP-TP)^(3/2)"), {"TP": 1}) is None
    assert inner_derivative(read("(FN-1)^(3/2)"), {"TP": 1}) is None


def test_numbers_are_polynomials_if_they_are_whole() -> None:
    """Of numbers that nothing else speaks of: a node that is there is not built again."""
    assert formula(982_451_653).is_polynomial
    assert (formula(-982_451_629) * symbol("TP")).is_polynomial
    assert not formula(Fraction(1, 982_451_653)).is_polynomial
    assert not (formula(Fraction(5, 982_451_629)) * symbol("TP")).is_polynomial


@pytest.mark.parametrize(("text", "bound"), [
    ("TP^3*FN + FP", 4), ("TP/FN + FN/FP + FP/TN", 3), ("1/TP + 1/FN + 1/FP", 3),
    ("TP^(-1) + FN^(-1) + FP^(-1)", 3), ("TP^(-2) + FN^(-1/2)", 3), ("(TP/FN^2)^(-3)", 6),
    ("sqrt(TP*FN) - log(TN)", 2), ("Max(TP^2, 1/FN)", 3), ("1/TP^10*FN", 10),
    ("FN*(1/TP^10)", 10), ("1/TP^3*(1/FN^4)", 7), ("1/TP^3/FN^4", 7), ("TP/(1/FN^4)", 5),
    ("(TP/FN^2)^(1/2)*FN", 2), ("(TP/FN^2)^0*FN", 2),
])  # fmt: skip
def test_degrees_are_bounded(text: str, bound: int) -> None:
    """Of the numerator over a common denominator, and of that."""
    assert degree(read(text)) == bound


def test_what_is_nested_counts_where_it_stands_in_a_chain() -> None:
    """In D + TP + FN the first two are as deep, however the tree is read."""

    def is_read(text: str) -> bool:
        try:
            read(text)
        except FormulaError:
            return False
        return True

    for deep in range(50, 65):
        nested = "sqrt(" * deep + "TN" + ")" * deep
        first, second, third = (
            is_read(" + ".join(chain))
            for chain in ((nested, "TP", "FN"), ("TP", nested, "FN"), ("TP", "FN", nested))
        )
        assert first == second
        assert third == is_read(f"{nested} + TP")
        assert first == (deep <= 58)
        assert third == (deep <= 59)


def test_a_node_is_built_once() -> None:
    """Of two threads that found none the second one gets that of the first."""
    held = formula(982_451_653) * symbol("TP")
    assert _build(held.op, held.args) is held
    assert formula(982_451_653) * symbol("TP") is held
