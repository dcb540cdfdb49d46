"""Measures as values: exact, in digits, in arrays; what is refused gets one clear error each."""

from __future__ import annotations

import math
import pickle
import random
from decimal import Decimal
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pandas as pd
import pytest
import sympy
from decimals import decimal
from decimals import value as value_in_decimals

from symbolic_measures import measure
from symbolic_measures.doors.values.exact import floating
from symbolic_measures.kernel.exact import InfiniteError, UndefinedError
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.measures import CITED, MEASURES
from symbolic_measures.meaning.multiclass import EXAMPLE, MULTICLASS
from symbolic_measures.meaning.readings import known_readings
from symbolic_measures.nouns.confusion import CELLS, ConfusionMatrix, compositions
from symbolic_measures.nouns.errors import FormulaError

SMALL = [cells for n in range(1, 6) for cells in compositions(n, 4)]
BETA = Fraction(1, 3)


def _named(cells: Any) -> dict[str, Any]:
    return dict(zip(CELLS, cells, strict=True))


def _parameters(subject: Measure) -> dict[str, Fraction]:
    return dict.fromkeys(subject.parameters, BETA)


# --- exact ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MEASURES)
def test_the_exact_value_is_the_one_worked_out_by_hand(name: str) -> None:
    subject = measure(name)
    assert subject.example is not None
    text = subject.example[1]
    names = {word: sympy.Rational(BETA.numerator, BETA.denominator) for word in subject.parameters}
    expected = sympy.sympify(text, locals={"beta": sympy.Symbol("beta")}).subs(names)
    found = subject(CITED, **_parameters(subject))
    assert isinstance(found, sympy.Expr)
    assert not found.free_symbols
    assert sympy.N(found - expected, 40) == pytest.approx(0, abs=1e-30)
    digits = subject.evalf(40, CITED, **_parameters(subject))
    assert abs(digits - sympy.N(expected, 60)) < abs(digits) * sympy.Float("1e-39", 60)


def test_exact_cells_may_be_of_any_exact_type() -> None:
    f1 = measure("F1")
    for one in (1, Fraction(1), np.int64(1), sympy.Integer(1)):
        assert f1(TP=one, FN=one, FP=0, TN=0) == sympy.Rational(2, 3)
    assert f1(TP=Fraction(1, 2), FN=Fraction(1, 3), FP=0, TN=0) == sympy.Rational(3, 4)
    assert f1(ConfusionMatrix(1, 1, 0, 0)) == f1({"TP": 1, "FN": 1, "FP": 0, "TN": 0})
    assert measure("F_beta")(TP=90, FN=4, FP=5, TN=1, beta=2) == sympy.Rational(150, 157)


def test_undefined_is_neither_zero_nor_nan() -> None:
    f1 = measure("F1")
    assert f1(TP=0, FN=1, FP=0, TN=0) == 0
    with pytest.raises(UndefinedError, match=r"^F1 is undefined at \(TP, FN, FP, TN\)"):
        f1(TP=0, FN=0, FP=0, TN=1)
    with pytest.raises(UndefinedError):
        f1.evalf(30, TP=0, FN=0, FP=0, TN=1)
    assert f1.in_reading("scikit-learn")(TP=0, FN=0, FP=0, TN=1) == 0
    assert f1.in_reading(convention="TP+FN+FP == 0: 1/2")(TP=0, FN=0, FP=0, TN=1) == sympy.S.Half
    assert f1.is_defined(TP=[0, 1], FN=[0, 0], FP=[0, 0], TN=[1, 1]).tolist() == [False, True]


def test_infinite_values_are_values_of_the_reading_that_has_them() -> None:
    lor = measure("LOR").in_reading("brzezinski-extended")
    assert lor(TP=1, FN=0, FP=1, TN=1) == sympy.oo
    assert lor(TP=0, FN=1, FP=1, TN=1) == -sympy.oo
    assert lor.evalf(20, TP=1, FN=0, FP=1, TN=1) == sympy.oo
    found = lor(TP=[1, 0, 0, 2], FN=[0, 1, 0, 1], FP=[1, 1, 1, 1], TN=[1, 1, 1, 1])
    assert found[:2].tolist() == [math.inf, -math.inf]
    assert math.isnan(found[2])
    assert found[3] == pytest.approx(math.log(2))


@pytest.mark.parametrize("name", MEASURES)
def test_digits_are_those_of_mpmath(name: str) -> None:
    """The tree evaluated with mpmath at a higher precision, rounded to the digits asked for."""

    subject, given = measure(name), _parameters(measure(name))
    with mpmath.workdps(120):
        point = {**_named((7, 2, 3, 5)), **given}
        exact = {name: decimal(Fraction(number)) for name, number in point.items()}
        expected = mpmath.nstr(value_in_decimals(subject.formula, exact), 60, strip_zeros=False)
    found = subject.evalf(60, TP=7, FN=2, FP=3, TN=5, **given)
    assert abs(Decimal(str(found)) - Decimal(expected)) <= abs(Decimal(expected)) * Decimal("1e-59")


def test_many_digits_of_what_nearly_cancels() -> None:
    tiny = measure("sqrt(TP+1) - sqrt(TP)")
    found = tiny.evalf(30, TP=10**40, FN=0, FP=0, TN=0)
    assert str(found).startswith("5.0000000000")
    assert str(found).endswith("e-21")


# --- arrays -----------------------------------------------------------------------------------

READINGS = [(name, other) for name in MEASURES for other in known_readings(MEASURES[name])]


@pytest.mark.parametrize(("name", "known"), READINGS)
def test_arrays_have_the_exact_values_and_nan_exactly_where_undefined(
    name: str, known: str
) -> None:
    chosen = measure(name).in_reading(known)
    given = _parameters(chosen.measure)
    columns = np.array(SMALL).T
    found = chosen(**_named(columns), **given)
    assert found.shape == (len(SMALL),)
    for cells, value in zip(SMALL, found.tolist(), strict=True):
        try:
            expected = floating(chosen.value_at(cells, **given))  # type: ignore[arg-type]
        except InfiniteError as error:
            expected = error.sign * math.inf
        except UndefinedError:
            expected = math.nan
        near = pytest.approx(expected, rel=1e-12, abs=1e-14, nan_ok=True)
        assert value == near, cells


TRAPS = [
    "1/(TP/P+FN/P-1)",  # 1/3 + 2/3 - 1, in floats now 0, now 1e-17
    "1/(sqrt(TP)*sqrt(FN)-sqrt(TP*FN))",
    "acos((TP+FN)/(TP+FN)*(1/3)*3)",
    "sqrt(1-TP/P-FN/P)",
    "log(TP/P+FN/P)/FP",
    "1/(n^2-(TP+FN)*n-(FP+TN)*n)",
    "(TP-1/10)^(1/2)",
    "sqrt(0-TP*FN)",
    "1/(Max(TP,FN)-Min(TP,FN))",
    "1/(Abs(TP-FN)+Abs(FP-TN))",
    "(TP-FN)^-2",
    "1/(1/TP-1/FN)",
]


@pytest.mark.parametrize("text", TRAPS)
def test_rounding_never_decides_where_a_formula_is_defined(text: str) -> None:
    subject = measure(text)
    chance = random.Random(text)
    rows = [[chance.choice((0, 1, 3, 7, 10, 49, 10**6)) for _ in CELLS] for _ in range(300)]
    rows = [row for row in rows if sum(row)]
    found = subject(**_named(np.array(rows).T))
    for cells, value in zip(rows, found.tolist(), strict=True):
        try:
            expected = floating(Reading(subject).value_at(tuple(cells)))
        except UndefinedError:
            assert math.isnan(value), cells
        else:
            assert value == pytest.approx(expected, rel=1e-6), cells


def test_tiny_and_huge_cells() -> None:
    mcc = measure("MCC")
    tiny = mcc(TP=np.array([3e-160]), FN=np.array([1e-160]), FP=np.array([1e-160]),
               TN=np.array([3e-160]))  # fmt: skip
    assert tiny[0] == pytest.approx(0.5)
    huge = mcc(TP=np.array([3e150]), FN=np.array([1e150]), FP=np.array([1e150]),
               TN=np.array([3e150]))  # fmt: skip
    assert huge[0] == pytest.approx(0.5)


def test_shapes_scalars_and_series() -> None:
    f1, whole = measure("F1"), np.arange(24).reshape(2, 3, 4)
    found = f1(TP=whole, FN=1, FP=np.arange(4), TN=0)
    assert found.shape == (2, 3, 4)
    assert found[1, 2, 3] == pytest.approx(46 / (46 + 1 + 3))
    assert f1(TP=np.array(2), FN=1, FP=1, TN=0) == pytest.approx(2 / 3)
    assert f1(TP=np.array([]), FN=np.array([]), FP=np.array([]), TN=np.array([])).shape == (0,)
    table = pd.DataFrame([[1, 0, 0, 1, "x"], [0, 0, 0, 2, "y"]], index=["a", "b"],
                         columns=[*CELLS, "model"])  # fmt: skip
    series = f1(table)
    assert isinstance(series, pd.Series)
    assert series.index.tolist() == ["a", "b"]
    assert series["a"] == 1
    assert math.isnan(series["b"])
    weighted = measure("F_beta")(TP=np.array([1.0]), FN=1, FP=0, TN=3, beta=2.0)
    assert weighted[0] == pytest.approx(5 / 9)


# --- labels and matrices ------------------------------------------------------------------------


def test_labels() -> None:
    f1 = measure("F1")
    assert f1([1, 1, 0, 0], [1, 0, 0, 1]) == sympy.S.Half
    assert f1(np.array([True, False]), [True, False]) == 1
    spam = ["spam", "ham", "spam"], ["spam", "spam", "ham"]
    assert f1(*spam, positive="spam") == sympy.S.Half
    assert f1(*spam, positive="ham") == 0
    assert f1(["a", "a"], ["a", "a"], positive="a") == 1
    assert measure("FN", classes=2)([2, 2, 1], [1, 1, 2], positive=2) == 2
    assert f1(*spam, labels=["spam", "ham"]) == sympy.S.Half


def test_matrices_with_their_orientation() -> None:
    subject = measure("1000*TP+100*FN+10*FP+TN")
    for rows, positive, matrix in (
        ("true", "first", [[1, 2], [3, 4]]),
        ("true", "last", [[4, 3], [2, 1]]),
        ("predicted", "first", [[1, 3], [2, 4]]),
        ("predicted", "last", [[4, 2], [3, 1]]),
    ):
        assert subject(matrix=matrix, rows=rows, positive=positive) == 1234
        stacked = np.array([matrix, matrix])
        assert subject(matrix=stacked, rows=rows, positive=positive).tolist() == [1234.0, 1234.0]


@pytest.mark.parametrize("name", MULTICLASS)
def test_several_classes_alike(name: str) -> None:
    from sklearn.metrics import confusion_matrix

    subject, rows = measure(name, classes=3), np.array(EXAMPLE).reshape(3, 3)
    truth = np.repeat([0, 0, 0, 1, 1, 1, 2, 2, 2], EXAMPLE)
    predicted = np.repeat([0, 1, 2] * 3, EXAMPLE)
    assert (confusion_matrix(truth, predicted) == rows).all()
    value = subject(matrix=rows.tolist(), rows="true")
    assert subject(truth, predicted) == value
    assert subject(matrix=rows.T.tolist(), rows="predicted") == value
    named = {f"c{i + 1}{j + 1}": int(rows[i, j]) for i in range(3) for j in range(3)}
    assert subject(**named) == value
    assert subject(matrix=np.array([rows, rows]), rows="true")[1] == pytest.approx(float(value))
    assert float(subject.evalf(20, **named)) == pytest.approx(float(value))


# --- bad input ----------------------------------------------------------------------------------

F1, F_BETA = measure("F1"), measure("F_beta")
GOOD = {"TP": 1, "FN": 1, "FP": 1, "TN": 1}
ARRAY = np.array([1.0, 2.0])
BAD: list[tuple[type[Exception], str, Any]] = [
    (ValueError, "a cell is a number >= 0", lambda: F1(**{**GOOD, "FN": -1})),
    (ValueError, "a cell is a number >= 0", lambda: F1(**{**GOOD, "FN": Fraction(-1, 2)})),
    (ValueError, "FN = -1.0 at 1", lambda: F1(**{**GOOD, "FN": np.array([0.0, -1.0])})),
    (ValueError, "FN = nan at 0", lambda: F1(**{**GOOD, "FN": np.array([math.nan, 1])})),
    (ValueError, "FN = inf at 0", lambda: F1(**{**GOOD, "FN": np.array([math.inf, 1])})),
    (ValueError, "TP = nan", lambda: F1(**{**GOOD, "TP": math.nan})),
    (TypeError, "is a float", lambda: F1(**{**GOOD, "TP": 0.5})),
    (TypeError, "is a float", lambda: F1(**{**GOOD, "TP": np.float64(2)})),
    (TypeError, "an int or a Fraction", lambda: F1(**{**GOOD, "TP": "1"})),
    (TypeError, "an int or a Fraction", lambda: F1(**{**GOOD, "TP": True})),
    (TypeError, "an int or a Fraction", lambda: F1(**{**GOOD, "TP": None})),
    (TypeError, "an int or a Fraction", lambda: F1(**{**GOOD, "TP": Decimal(1)})),
    (TypeError, "numbers are needed", lambda: F1(**{**GOOD, "TP": ["a", "b"]})),
    (TypeError, "numbers are needed", lambda: F1(**{**GOOD, "TP": np.array([True, False])})),
    (ValueError, "different shapes", lambda: F1(**{**GOOD, "TP": ARRAY, "FN": np.ones(3)})),
    (ValueError, "at 1 is empty", lambda: F1(TP=[1, 0], FN=[1, 0], FP=[1, 0], TN=[1, 0])),
    (ValueError, "an empty confusion matrix", lambda: F1(TP=0, FN=0, FP=0, TN=0)),
    (ValueError, "above 2\\*\\*53", lambda: F1(**{**GOOD, "TP": np.array([2**53 + 1])})),
    (TypeError, "needs TN=", lambda: F1(TP=1, FN=1, FP=1)),
    (TypeError, "did you mean TP", lambda: F1(tp=1, FN=1, FP=1, TN=1)),
    (TypeError, "no cell or parameter 'beta'", lambda: F1(**GOOD, beta=2)),
    (TypeError, "needs beta=", lambda: F_BETA(**GOOD)),
    (ValueError, "assumes beta > 0", lambda: F_BETA(**GOOD, beta=-1)),
    (TypeError, "beta = 0.5 is a float", lambda: F_BETA(**GOOD, beta=0.5)),
    (TypeError, "name the cells", lambda: F1(1, 1, 1, 1)),
    (TypeError, "name the cells", lambda: F1((1, 1, 1, 1))),
    (TypeError, "in one way", lambda: F1([1], [1], TP=1)),
    (TypeError, "rows=", lambda: F1(matrix=[[1, 2], [3, 4]])),
    (TypeError, "positive=", lambda: F1(matrix=[[1, 2], [3, 4]], rows="true")),
    (TypeError, "rows=", lambda: F1(matrix=[[1, 2], [3, 4]], rows="truth", positive="first")),
    (TypeError, "there is no matrix", lambda: F1(**GOOD, rows="true")),
    (ValueError, "2 by 2", lambda: F1(matrix=[[1, 2, 3]] * 3, rows="true", positive="first")),
    (ValueError, "2 by 2", lambda: F1(matrix=[[1, 2], [3]], rows="true", positive="first")),
    (ValueError, "2 by 2", lambda: F1(matrix=np.ones(4), rows="true", positive="first")),
    (ValueError, ">= 0", lambda: F1(matrix=[[1, 2], [3, -4]], rows="true", positive="first")),
    (ValueError, "3 labels, 0 to 2", lambda: F1([0, 1, 2], [0, 1, 2])),
    (ValueError, "say which is positive", lambda: F1(["a", "b"], ["a", "b"])),
    (ValueError, "none of the labels", lambda: F1(["a", "b"], ["a", "b"], positive="c")),
    (ValueError, "2 true labels and 1", lambda: F1([0, 1], [1])),
    (ValueError, "no labels", lambda: F1([], [])),
    (ValueError, "shape", lambda: F1([[0, 1]], [[0, 1]])),
    (ValueError, "nan", lambda: F1([0.0, math.nan], [0, 1])),
    (ValueError, "missing", lambda: F1(np.array(["a", None], dtype=object), ["a", "a"])),
    (TypeError, "belong to", lambda: F1(**GOOD, positive=1)),
    (TypeError, "belongs to", lambda: F1(matrix=[[1, 2], [3, 4]], rows="true", labels=[0, 1])),
    (ValueError, "name all of them", lambda: measure("kappa", classes=3)([0, 1], [1, 0])),
    (ValueError, "not among labels", lambda: measure("kappa", classes=3)([0, 9], [1, 0],
                                                                        labels=[0, 1, 2])),
    (TypeError, "number of digits comes first", lambda: F1.evalf(ConfusionMatrix(1, 1, 1, 1))),
    (ValueError, "at least one", lambda: F1.evalf(0, **GOOD)),
    (TypeError, "not arrays", lambda: F1.evalf(10, **{**GOOD, "TP": ARRAY})),
    (FormulaError, "says nothing about", lambda: measure("TP").in_reading("scikit-learn")),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "match", "call"), BAD, ids=[f"{b[1]}-{n}" for n, b in
                                                             enumerate(BAD)])  # fmt: skip
def test_bad_input_gets_one_clear_error(kind: type[Exception], match: str, call: Any) -> None:
    with pytest.raises(kind, match=match) as caught:
        call()
    assert type(caught.value) is kind
    assert len(str(caught.value).splitlines()) == 1


# --- formulas as values -------------------------------------------------------------------------


def test_equal_measures_are_the_same_formula() -> None:
    f1 = measure("F1")
    assert f1 == measure("2*TP/(2*TP+FN+FP)", name="mine")
    assert hash(f1) == hash(measure("2*TP/(2*TP+FN+FP)"))
    assert f1 != measure("F1_harmonic")
    assert f1 != measure("2*TP/(2*TP+FP+FN)")  # equal values, another formula
    assert measure("beta*TP", assume=["beta > 0"]) != measure("beta*TP", assume=["beta >= 0"])
    assert measure("CE") != measure(MEASURES["CE"].text)  # lower is better only of the first
    assert f1 != "F1"
    assert len({f1, measure("Dice"), measure("accuracy"), measure("accuracy", classes=3)}) == 3
    assert pickle.loads(pickle.dumps(f1)) == f1


def test_subs() -> None:
    f2 = F_BETA.subs(beta=2)
    assert (f2.name, f2.parameters, f2.assumptions) == ("F_beta(beta=2)", (), ())
    assert f2(TP=1, FN=1, FP=0, TN=3) == sympy.Rational(5, 9)
    assert measure(f2.text) == f2
    assert F_BETA.subs(beta=0.5) == F_BETA.subs(beta=Fraction(1, 2))
    both = measure("a*TP+b*FN", assume=["a > 0", "a < b"])
    with pytest.raises(FormulaError, match="several parameters"):
        both.subs(a=1)
    assert both.subs(a=1, b=2)(**GOOD) == 3
    for bad, kind in (({"beta": 0}, ValueError), ({"gamma": 1}, TypeError), ({"beta": "x"},
                      TypeError), ({"beta": 1 / 3}, FormulaError)):  # fmt: skip
        with pytest.raises(kind):
            F_BETA.subs(**bad)


@pytest.mark.parametrize("name", MEASURES)
def test_repr_is_one_line_and_latex_has_every_cell(name: str) -> None:
    subject = measure(name)
    assert len(repr(subject).splitlines()) == 1
    assert repr(name) in repr(subject)
    shown = subject.latex()
    assert all(rf"\mathrm{{{cell}}}" in shown for cell in set(CELLS) & set(
        subject.formula.symbols()))  # fmt: skip


@pytest.mark.parametrize("name", MEASURES)
def test_where_defined_is_where_there_is_a_value(name: str) -> None:
    subject = measure(name)
    given = _parameters(subject)
    exact = {k: sympy.Rational(v.numerator, v.denominator) for k, v in given.items()}
    told = subject.where_defined().subs(exact)
    for cells in SMALL:
        try:
            here = bool(told.subs(_named(cells)))
        except TypeError:  # SymPy meets 1/0 within the condition
            here = False
        assert here == subject.is_defined(**_named(cells), **given), cells


def test_in_proportions() -> None:
    p_ab, p_a, p_b = sympy.symbols("p_AB p_A p_B")
    assert measure("accuracy").expr_in_proportions.equals(1 - p_a - p_b + 2 * p_ab)
    with pytest.raises(FormulaError, match="is refuted"):
        measure("TP").expr_in_proportions  # noqa: B018
    with pytest.raises(FormulaError, match="has conventions"):
        measure("F1").in_reading("scikit-learn").expr_in_proportions  # noqa: B018
    with pytest.raises(FormulaError, match="two classes"):
        measure("macro_F1", classes=3).expr_in_proportions  # noqa: B018


def test_labels_may_be_named() -> None:
    mcc = measure("MCC")
    truth, prediction = [1, 0, 1, 1], [1, 0, 0, 1]
    expected = mcc(truth, prediction)
    assert mcc(y_true=truth, y_pred=prediction) == mcc(truth, y_pred=prediction) == expected
    assert mcc.evalf(20, y_true=truth, y_pred=prediction) == expected.evalf(20)
    assert mcc.is_defined(y_true=[1, 1], y_pred=[1, 1]) is False
    for data, named in (
        ((), {"y_true": truth}),
        ((truth,), {"y_true": prediction}),
        ((truth, prediction), {"y_pred": prediction}),
    ):
        with pytest.raises(TypeError, match="labels are given as y_true and y_pred, each of them"):
            mcc(*data, **named)


# --- where they are defined -------------------------------------------------------------------

DOMAINS = {
    "TP/(TP+2*FN+FP)": "TP + 2*FN + FP > 0",
    "TP/(TP-FN)": "TP - FN != 0",
    "TP/2": "everywhere",
    "sqrt(TP*FN)": "everywhere",
    "sqrt(TP-1)": "TP - 1 >= 0",
    "log(TP/FN)": "FN > 0, TP/FN > 0",
    "sqrt(precision*recall)": "TP + FP > 0, TP + FN > 0",
    "xlogy(TP, FN)": "FN > 0 where TP != 0",
    "TP^(-2) + (TP-1)^(1/3)": "TP > 0, TP - 1 >= 0",
    "acos(TP)": "-1 <= TP <= 1",
    "F1": "TP + FN + FP > 0",
}


@pytest.mark.parametrize("text", DOMAINS)
def test_the_domain_is_said_of_every_measure(text: str) -> None:
    assert measure(text).domain == DOMAINS[text]


def test_the_domain_of_what_is_made_of_measures() -> None:
    assert (2 * measure("recall") - 1).domain == "TP + FN > 0"
    family = measure("TP/(TP+b*FN)", assume="b > 0")
    assert family.domain == "TP + b*FN != 0"
    assert family.subs(b=3).domain == "TP + 3*FN > 0"


@pytest.mark.parametrize("text", DOMAINS)
def test_the_words_of_the_domain_hold_where_there_is_a_value(text: str) -> None:
    subject = measure(text)
    words = subject.domain.replace(" where TP != 0", " or TP == 0")
    for cells in SMALL:
        values = dict(zip(CELLS, map(Fraction, cells), strict=True))
        held = words == "everywhere" or all(_holds(part, values) for part in words.split(", "))
        assert held == subject.is_defined(**values), cells


def _holds(text: str, values: dict[str, Fraction]) -> bool:
    try:
        return bool(eval(text, {}, values))
    except ZeroDivisionError:
        return False
