"""SymPy in, SymPy out: expressions, functions and arithmetic become measures that lose nothing, and
answers become SymPy objects."""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
import sympy
from tiers import exhaustive

from symbolic_measures import check, identity, limit, measure, taylor, threshold
from symbolic_measures.doors.api.measures import Max, Min, acos, log, sqrt
from symbolic_measures.kernel.exact import UndefinedError
from symbolic_measures.meaning.conditions import Condition
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.nouns.confusion import CELLS, ConfusionMatrix, compositions
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula

TP, FN, FP, TN = sympy.symbols(CELLS)
SMALL = [cells for n in range(1, 5) for cells in compositions(n, 4)]

# --- round trips --------------------------------------------------------------------------------


def _random(chance: random.Random, depth: int) -> Any:
    """A random expression that is real at most matrices."""
    if depth == 0:
        leaf = chance.choice([TP, FN, FP, TN, TP + FN, FP + TN, TP + FP, FN + TN])
        return leaf * chance.choice([1, 1, 1, 2, -1, sympy.Rational(1, 2)])
    one, two = _random(chance, depth - 1), _random(chance, depth - 1)
    kind = chance.random()
    if kind < 0.25:
        return one + two
    if kind < 0.4:
        return one - two
    if kind < 0.6:
        return one * two
    if kind < 0.85:
        return one / two if two != 0 else one
    if kind < 0.9:
        return one ** chance.choice([2, 3, -1, -2])
    if kind < 0.95:
        return sympy.sqrt((_random(chance, 0) / chance.choice([TP + FN, FP + TN + 1])) ** 2 + TP)
    return chance.choice([sympy.Abs, lambda x: sympy.Min(x, two), lambda x: sympy.Max(x, two)])(one)


@cache
def _expressions(count: int, seed: int) -> list[Any]:
    chance, found = random.Random(seed), []
    while len(found) < count:
        expression = _random(chance, chance.choice((1, 2, 2, 3)))
        bad = expression.has(sympy.nan, sympy.zoo, sympy.oo, sympy.I)
        if expression.free_symbols and not bad and len(str(expression)) < 160:
            found.append(expression)
    return found


def _round_trip(expression: Any) -> None:
    """There and back, proved equal with its domain; and equal to what SymPy computes itself."""
    there = measure(expression)
    back = measure(there.expr)
    found = identity(there, back)
    assert (found.outcome, found.domains) == ("proved", "proved"), expression
    compared = 0
    for cells in random.Random(str(expression)).sample(SMALL, 12):
        named = dict(zip(CELLS, cells, strict=True))
        try:
            mine = there(**named)
            value = expression.subs({sympy.Symbol(name): cell for name, cell in named.items()})
        except (UndefinedError, ValueError):  # SymPy: the smaller of 1 and 1/0
            continue
        if value.is_finite:
            compared += 1
            assert sympy.N(value - mine, 30) == pytest.approx(0, abs=1e-20)
    assert compared or "**(-" in str(expression) or "/" in str(expression)


@pytest.mark.parametrize("place", range(40))
def test_round_trips(place: int) -> None:
    _round_trip(_expressions(40, 21)[place])


@pytest.mark.exhaustive
@pytest.mark.parametrize("place", range(1_000))
def test_a_thousand_round_trips(place: int) -> None:
    _round_trip(_expressions(1_000, 2021)[place])


@pytest.mark.parametrize("name", MEASURES)
def test_the_catalog_there_and_back(name: str) -> None:
    subject = measure(name)
    assume = [*subject.parameters, *(item.text for item in subject.assumptions)]
    back = measure(subject.expr, assume=assume)
    given = dict.fromkeys(subject.parameters, Fraction(1, 3))
    seen = 0
    for cells in SMALL:
        named = dict(zip(CELLS, cells, strict=True))
        if subject.is_defined(**named, **given) and back.is_defined(**named, **given):
            seen += 1
            gap = subject(**named, **given) - back(**named, **given)
            assert sympy.N(gap, 30) == pytest.approx(0, abs=1e-20)
    assert seen


# --- a measure from symbols and functions -------------------------------------------------------


def test_symbols_of_any_name() -> None:
    a, b, c, d = sympy.symbols("a b c d")
    said = {a: "TP", b: "FP", c: "FN", d: "TN"}
    assert measure((a * d - b * c) / (a + b), symbols=said) == measure("(TN*TP-FN*FP)/(FP+TP)") or (
        identity(measure((a * d - b * c) / (a + b), symbols=said), "(TP*TN-FP*FN)/(TP+FP)").domains
        == "proved"
    )
    swapped = measure(TP / (TP + FP), symbols={"TP": "TN", "FP": "FN"})
    assert identity(swapped, "NPV").domains == "proved"
    n = sympy.Symbol("n")  # many write n for the negatives
    assert measure(TN / n, symbols={"n": "N"})(TP=3, FN=1, FP=1, TN=3) == sympy.Rational(3, 4)
    assert measure(TN / n)(TP=3, FN=1, FP=1, TN=3) == sympy.Rational(3, 8)
    p_ab, p_a, p_b = sympy.symbols("x y z")
    kappa = measure(2 * (p_ab - p_a * p_b) / (p_a + p_b - 2 * p_a * p_b),
                    symbols={p_ab: "p_AB", p_a: "p_A", p_b: "p_B"})  # fmt: skip
    assert identity(kappa, "kappa").outcome == "proved"
    three = measure(sympy.Symbol("c11") + sympy.Symbol("x"), symbols={"x": "c33"}, classes=3)
    assert three(matrix=[[1, 0, 0], [0, 0, 0], [0, 0, 5]], rows="true") == 6


def mcc(tp: Any, tn: Any, fp: Any, fn: Any) -> Any:
    return (tp * tn - fp * fn) / sympy.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


def with_numpy(TP: Any, FN: Any, FP: Any, TN: Any) -> Any:
    return np.sqrt(TP / (TP + FN) * (TN / (FP + TN))) * 0.5 * 2


def f_measure(TP: Any, FN: Any, FP: Any, TN: Any, beta: Any = 2) -> Any:
    return (1 + beta**2) * TP / ((1 + beta**2) * TP + beta**2 * FN + FP)


def test_functions_are_traced() -> None:
    assert identity(measure(mcc), "MCC").domains == "proved"
    assert measure(mcc).name == measure(mcc).text  # mcc is the name of another formula
    assert measure(with_numpy).name == "with_numpy"
    with pytest.raises(FormulaError, match="another formula of the catalog"):
        measure(TP / FN, name="CSI")
    assert measure("TP/P", name="Recall") == measure("recall")
    assert identity(measure(with_numpy), "Gmean").domains == "proved"
    assert identity(measure(f_measure), measure("F_beta").subs(beta=2)).domains == "proved"
    family = measure(f_measure, assume=["beta > 0"])
    assert family.parameters == ("beta",)
    assert identity(family, "F_beta").domains == "proved"
    nothing_cancelled = measure(lambda TP, FN, FP, TN: TP / TP + (FN - FN) / FP)
    assert nothing_cancelled.text == "TP/TP + (FN - FN)/FP"
    named = measure(lambda w, x, y, z: w / (w + x), symbols={"w": "TP", "x": "FN", "y": "FP",
                                                             "z": "TN"})  # fmt: skip
    assert named == measure("recall")
    mixed = measure(lambda TP, FN, FP, TN: sympy.Min(TP, FN) / abs(FP - TN) + sympy.log(TP) * TN)
    assert mixed(TP=1, FN=2, FP=3, TN=5) == sympy.S.Half


def _branching(TP: Any, FN: Any, FP: Any, TN: Any) -> Any:
    return 0 if TP + FN == 0 else TP / (TP + FN)


REFUSED: list[tuple[Callable[..., Any], str]] = [
    (_branching, "compares TP \\+ FN == 0"),
    (lambda TP, FN, FP, TN: TP if TP else FN, "branches on TP"),
    (lambda TP, FN, FP, TN: max(TP, FN), "compares FN > TP"),
    (lambda TP, FN, FP, TN: math.sqrt(TP), "asks for the float of TP"),
    (lambda TP, FN, FP, TN: float(TP), "asks for the float of TP"),
    (lambda TP, FN, FP, TN: int(TP), "asks for the float of TP"),
    (lambda TP, FN, FP, TN: list(TP), "iterates over TP"),
    (lambda TP, FN, FP, TN: TP.mean(), "asks for .mean of TP"),
    (lambda TP, FN, FP, TN: TP / 3 * (1 / 3), "rounded number"),
    (lambda TP, FN, FP, TN: (TP, FN), "returns tuple"),
    (lambda TP, FN, FP, TN: None, "returns NoneType"),
    (lambda TP, FN, FP, TN: TP + "x", "TypeError"),
    (lambda TP, FN, FP, TN: [][0], "IndexError"),
    (lambda TP, FN, FP, TN: sympy.sin(TP), "cannot contain sin"),
    (lambda a, b, c, d: a, "which quantity is 'a'"),
    (lambda *cells: 1, "need names"),
    (math.hypot, "no signature"),
]


@pytest.mark.parametrize(("function", "match"), REFUSED, ids=[match for _, match in REFUSED])
def test_functions_that_need_numbers_are_refused_with_the_reason(
    function: Callable[..., Any], match: str
) -> None:
    with pytest.raises(FormulaError, match=match) as caught:
        measure(function)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("given", "options", "match"),
    [
        (sympy.Symbol("q") / TP, {}, "unknown name 'q'"),
        (TP / FN, {"symbols": {"TP": "tp"}}, "no quantity"),
        (TP / FN, {"symbols": {"TP": "FN", "FN": "FN"}}, "the same quantity"),
        ("TP/FN", {"symbols": {"TP": "FN"}}, "names the cells itself"),
        (sympy.Piecewise((0, sympy.Eq(TP, 0)), (FN / TP, True)), {}, "is a convention"),
        (sympy.Float(1) / 3 * TP, {}, "rounded number"),
        (TP > FN, {}, "cannot contain"),
        (5, {}, "not int"),
        (None, {}, "not NoneType"),
        ([TP], {}, "not list"),
    ],
)
def test_what_is_no_measure_is_refused(given: Any, options: Any, match: str) -> None:
    with pytest.raises(FormulaError, match=match):
        measure(given, **options)


# --- arithmetic ---------------------------------------------------------------------------------

TPR, TNR, SBA, CE = (measure(name) for name in ("TPR", "TNR", "SBA", "CE"))


def test_arithmetic_writes_what_a_person_would() -> None:
    written = {
        2 * SBA - 1: "2*SBA - 1",
        sqrt(TPR * TNR): "sqrt(TPR*TNR)",
        -(TPR + TNR) / 2: "-(TPR + TNR)/2",
        1 / (1 / TPR + 1 / TNR): "1/(1/TPR + 1/TNR)",
        (TPR - TNR) ** 2: "(TPR - TNR)**2",
        TPR - (TNR - 1): "TPR - (TNR - 1)",
        TPR / (TNR / TPR): "TPR/(TNR/TPR)",
        TPR**-1: "TPR**(-1)",
        0.5 * TPR: "1/2*TPR",
        Fraction(-1, 3) + TPR: "-1/3 + TPR",
        abs(TPR - TNR): "Abs(TPR - TNR)",
        Max(Min(TPR, TNR, 1), 0): "Max(Min(Min(TPR, TNR), 1), 0)",
        log(TPR): "log(TPR)",
        acos(TPR) / sympy.pi: "acos(TPR)/pi",
        np.sqrt(TPR): "sqrt(TPR)",
        np.float64(2) * TPR: "2*TPR",
        np.float64(0.5) * TPR: "1/2*TPR",
        TPR + np.float64(0.1): "TPR + 1/10",
        sympy.sqrt(2) * TPR: "sqrt(2)*TPR",
        sympy.Symbol("TP") + TPR: "TP + TPR",
        +SBA: "(TP/P+TP/Phat+TN/N+TN/Nhat)/4",
    }
    assert [subject.text for subject in written] == list(written.values())


def test_arithmetic_cancels_nothing_and_reads_back() -> None:
    for made in (TPR / TPR, TPR - TPR, 0 * TPR, TPR**0, (TPR * TNR) / TNR, measure("F_beta") * 2,
                 measure("GM") - CE, 3 - measure("macro_F1", classes=3)):  # fmt: skip
        assume = [*made.parameters, *(item.text for item in made.assumptions)]
        back = measure(made.text, assume=assume, classes=made.classes)
        assert back.formula == made.formula
    assert not (TPR / TPR).is_defined(TP=0, FN=2, FP=1, TN=1)
    assert (TPR / TPR)(TP=1, FN=2, FP=1, TN=1) == 1
    assert check(2 * SBA - 1, property="symmetry")["symmetry"].outcome == "proved"
    assert identity(sqrt(TPR * TNR), "Gmean").domains == "proved"
    ratio = measure("F_beta") / measure("F_beta")
    assert [item.text for item in ratio.assumptions] == ["beta > 0"]


def test_orientation_of_multiples_and_sums_with_numbers() -> None:
    assert not CE.higher_is_better
    lower = (CE + 1, 2 * CE, CE / 3, -TPR, 1 - TPR, TPR * -1, CE + CE)
    higher = (-CE, 1 - CE, CE * -2, TPR - 1, 2 * TPR, CE * TPR, 1 / CE, CE**2)
    assert not any(subject.higher_is_better for subject in lower)
    assert all(subject.higher_is_better for subject in higher)


@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (lambda: TPR + "x", TypeError),
        (lambda: TPR + None, TypeError),
        (lambda: TPR * np.array([1, 2]), TypeError),
        (lambda: TPR < TNR, TypeError),
        (lambda: sqrt(2), TypeError),
        (lambda: Min(TPR), TypeError),
        (lambda: np.sin(TPR), TypeError),
        (lambda: TPR**TNR, FormulaError),
        (lambda: TPR * (1 / 3), FormulaError),
        (lambda: TPR * sympy.Symbol("q"), FormulaError),
        (lambda: TPR + measure("macro_F1", classes=3), FormulaError),
        (lambda: TPR * float("nan"), FormulaError),
    ],
)
def test_arithmetic_with_other_things(call: Any, kind: type[Exception]) -> None:
    with pytest.raises(kind) as caught:
        call()
    assert len(str(caught.value).splitlines()) == 1


# --- answers --------------------------------------------------------------------------------------


def test_derivatives_know_their_sign() -> None:
    found = measure("recall").diff("TP")
    assert isinstance(found, sympy.Expr)
    assert found.equals(FN / (TP + FN) ** 2)
    assert (found.sign, measure("recall").diff("TN").sign) == ("> 0", "== 0")
    assert measure("recall").diff("FN").sign == "< 0"
    assert measure("MCC").diff("TP").sign in ("> 0", ">= 0")
    assert measure("TP*(FN-FP)").diff("TP").sign == "both signs"
    found.verify()
    assert (2 * found, found - found) == (2 * found.expr, 0)
    assert sympy.sqrt(found**2) == sympy.sqrt(found.expr**2)
    assert found == found.expr
    assert hash(found) == hash(found.expr)
    assert str(found) == str(found.expr)
    assert sympy.latex(found) == sympy.latex(found.expr)
    assert found.subs({TP: 1, FN: 1}) == sympy.Rational(1, 4)
    assert sympy.diff(found, FN) == sympy.diff(found.expr, FN)
    again = pickle.loads(pickle.dumps(found))
    assert (again, again.sign) == (found, "> 0")
    in_proportions = measure("MCC").diff("p_AB")
    p_a, p_b = sympy.symbols("p_A p_B")
    assert in_proportions.equals(1 / sympy.sqrt(p_a * (1 - p_a) * p_b * (1 - p_b)))
    unproved = measure("macro_F1", classes=3).diff("c11")
    assert unproved.sign == ""
    with pytest.raises(CertificateError):
        unproved.verify()
    for bad in (lambda: measure("OP").diff("TP"), lambda: measure("F1").diff("x"),
                lambda: measure("TP").diff("p_AB")):  # fmt: skip
        with pytest.raises(FormulaError):
            bad()


@pytest.mark.parametrize("name", ["F1", "MCC", "BA", "kappa", "Jaccard", "FM", "F_beta"])
def test_derivatives_are_those_of_sympy(name: str) -> None:
    subject = measure(name)
    for cell in CELLS:
        gap = subject.diff(cell).expr - sympy.diff(subject.expr, sympy.Symbol(cell))
        point = {TP: 7, FN: 2, FP: 3, TN: 5, sympy.Symbol("beta"): sympy.Rational(2, 3)}
        assert sympy.N(gap.subs(point), 30) == pytest.approx(0, abs=1e-20)


def test_limits_are_expressions() -> None:
    assert limit("F_beta", to="beta -> 0").as_sympy() == TP / (TP + FP)
    assert limit(measure("LOR"), to="TN -> oo").as_sympy() == sympy.oo
    assert limit(TP / (TP + TN), "TN -> oo").as_sympy() == 0
    assert limit("kappa", to="TN -> oo", claim=measure("F1")).outcome == "proved"
    assert [item.problem for item in limit("F_beta", "beta -> 0").verify()].count("") > 1
    with pytest.raises(FormulaError, match="no limit"):
        limit("TP/r", to="r -> 0", assume="r").as_sympy()


def test_expansions_are_series() -> None:
    """Against exact expectations at large n."""
    n, p_a, p_b = sympy.symbols("n p_A p_B")
    for name in ("CD", "Jaccard", "MCC"):
        found = taylor(name).as_sympy()
        series = found.removeO().subs({p_a: sympy.Rational(1, 5), p_b: sympy.Rational(2, 5)})
        gaps = []
        for size in (100, 400):
            exact = measure(name).chance(n=size, P=size // 5, Phat=2 * size // 5).mean
            gaps.append(abs(float(sympy.N(exact - series.subs(n, size), 30))))
        order = 3 if name != "MCC" else 99
        assert gaps[1] <= gaps[0] / 4 ** (order - 0.5) or gaps[1] < 1e-15, name
    assert taylor("CD").coefficient_exprs[0] == sympy.S.Half


@exhaustive
def test_thresholds_are_conditions() -> None:
    beta, rho, a = sympy.symbols("beta rho a")
    ace = threshold("F_beta_linear", property="ace", parameter="beta")
    assert ace.as_sympy() == (beta >= rho)
    assert (ace.holds(beta=2, rho=3), ace.holds(beta=3, rho=3)) == (False, True)
    found = threshold("IBA(Gmean, a)", property="tn-monotone", parameter="a", assume="a >= 0")
    assert found.as_sympy() == (a <= sympy.Rational(1, 3))
    assert found.condition is not None
    assert found.condition.as_set("a") == sympy.Interval(-sympy.oo, sympy.Rational(1, 3))
    assert found.holds(a=Fraction(1, 3))
    assert not found.holds(a=0.34)
    for bad, kind in (({"a": -1}, ValueError), ({"b": 1}, TypeError), ({}, TypeError),
                      ({"a": "x"}, TypeError), ({"a": 1 / 3}, FormulaError)):  # fmt: skip
        with pytest.raises(kind):
            found.holds(**bad)
    with pytest.raises(FormulaError, match="rho"):
        ace.as_set("beta")
    assert all(item.problem == "" for item in ace.verify())


@pytest.mark.parametrize(
    "text", ["always", "never", "0 < a <= 1", "a > 1 or a == -2", "a*a >= b and b != 0", "a^2 > 2"]
)
def test_conditions_as_sympy_hold_where_they_hold(text: str) -> None:
    condition = Condition.parse(text, ["a", "b"])
    told = condition.as_sympy()
    for a in (-3, -2, 0, Fraction(1, 2), 1, 2):
        for b in (-1, 0, 1, 4):
            point = {sympy.Symbol("a"): sympy.Rational(Fraction(a)), sympy.Symbol("b"): b}
            assert condition.holds(a=a, b=b) == bool(told.subs(point))
    if "b" not in text:
        real = condition.as_set("a")
        for a in (-3, -2, 0, Fraction(1, 2), 1, 2):
            assert (sympy.Rational(Fraction(a)) in real) == condition.holds(a=a)


def test_ranges_undefined_sets_and_truth() -> None:
    report = check("TP/FN", property=["range", "undefined-set", "symmetry", "tn-invariance"])
    assert report["range"].as_sympy() == sympy.Interval(0, sympy.oo)
    assert report["undefined-set"].as_sympy() == sympy.Eq(FN, 0)
    assert report["symmetry"].as_sympy() == sympy.false
    assert report["tn-invariance"].as_sympy() == sympy.true
    half_open = check("TP/(TP+FN+1)", property="range")["range"].as_sympy()
    assert half_open == sympy.Interval.Ropen(0, 1)
    for verdict in report.verdicts:
        verdict.verify()


UNDEFINED = (
    "MCC",
    "F1",
    "recall",
    "kappa",
    "LOR",
    "DP",
    "OP",
    "AUL",
    "1/(TPR-FPR)",
    "TP/Abs(TP-FN)",
)


@pytest.mark.parametrize("name", UNDEFINED)
def test_undefined_sets_are_where_there_is_no_value(name: str) -> None:
    subject = measure(name)
    condition = check(subject, property="undefined-set")["undefined-set"].as_sympy()
    for cells in SMALL:
        named = dict(zip(CELLS, cells, strict=True))
        assert bool(condition.subs(named)) != subject.is_defined(**named)


def test_counterexamples_have_exact_values() -> None:
    found = check("F1", property="monotone")["monotone"].counterexample
    assert found.matrices == (ConfusionMatrix(0, 1, 1, 0), ConfusionMatrix(0, 0, 1, 1))
    assert list(found.values) == [measure("F1")(matrix) for matrix in found.matrices]
    logs = check("CE", property="symmetry", classes=2)["symmetry"]
    assert logs.counterexample is None
    entropy = check("LOR", property="class-symmetry")
    assert entropy["class-symmetry"].outcome == "proved"
    beta = check("F_beta", property="symmetry")["symmetry"].counterexample
    assert set(beta.parameters) == {"beta"}
    three = check("macro_F1", property="distance", classes=3)["distance"]
    assert three.counterexample is None or three.counterexample.values


def test_formulas_print_in_notebooks_as_sympy_does() -> None:
    assert sympy.latex(limit("F_beta", "beta -> 0").as_sympy()) == r"\frac{TP}{FP + TP}"
    assert sympy.sympify(measure("recall")) == TP / (TP + FN)
    assert isinstance(measure("recall").formula, Formula)
