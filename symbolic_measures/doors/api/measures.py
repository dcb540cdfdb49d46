"""Measures from whatever people have, and the functions that formulas may use.

`sqrt`, `log`, `acos`, `Min` and `Max` of measures are measures: nothing is cancelled.  (SymPy's own
functions of a measure give SymPy expressions, which SymPy may simplify.)
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from symbolic_measures.doors.api.subjects import Subject, Texts, made
from symbolic_measures.doors.interop.expressions import Symbols
from symbolic_measures.doors.measures import Measure
from symbolic_measures.doors.values.arithmetic import Operand, function

if TYPE_CHECKING:
    import sympy

Number: TypeAlias = "int | float | Fraction | sympy.Expr"


def measure(
    formula: Subject,
    name: str = "",
    assume: Texts = (),
    classes: int = 2,
    symbols: Symbols | None = None,
) -> Measure:
    """A measure from a name, a formula, a SymPy expression or a Python function.

    Parameters
    ----------
    formula
        The name of a measure of the catalog; a formula in TP, FN, FP, TN, the margins P, N, Phat,
        Nhat, n, the proportions p_AB, p_A, p_B and measures of the catalog; a SymPy expression; or
        a Python function of named cells, which is called once with letters, never with numbers.
    name
        What the measure is called; without one, as it is written.
    assume
        Conditions on parameters ("beta > 0"); a bare name declares a parameter.
    classes
        The number of classes, 2 to 6.
    symbols
        What symbols, or arguments of a function, of other names stand for: {a: "TP", b: "FN"}.

    Returns
    -------
    A `Measure`: call it, combine it, ask `check`, `limit`, `threshold`, ... about it.

    Raises
    ------
    FormulaError
        In one line that says what to do: an unknown name, a function that branches, an expression
        that no measure contains.

    Example
    -------
    >>> import sympy
    >>> from symbolic_measures import measure
    >>> measure("MCC")
    Measure('MCC', '(TP*TN-FP*FN)/sqrt(Phat*P*Nhat*N)')
    >>> a, b, c = sympy.symbols("a b c")
    >>> measure(a/(a + b + c), symbols={a: "TP", b: "FN", c: "FP"})
    Measure('TP/(TP + FN + FP)')
    >>> def gain(tp, fn, fp, tn):
    ...     return tp/(tp + fn) + tn/(tn + fp) - 1
    >>> measure(gain)
    Measure('gain', 'TP/(TP + FN) + TN/(TN + FP) - 1')
    >>> measure(lambda p_AB, p_A, p_B: p_AB - p_A*p_B)(TP=1, FN=1, FP=0, TN=2)
    1/8

    Notes
    -----
    A formula is kept as written; SymPy cancels before it hands an expression over.  A name in a
    SymPy expression means what it means in a formula: `n` is the number of elements.

    References
    ----------
    Those of the formulas of the catalog: `measure("GM").source`.
    """
    return made(formula, assume, classes, name, symbols)


def sqrt(operand: Operand) -> Operand:
    """The square root of a measure, undefined where the measure is negative.

    Parameters
    ----------
    operand
        A measure.

    Returns
    -------
    A measure, undefined also where the operand is.

    Raises
    ------
    TypeError
        For anything but a measure.

    Example
    -------
    >>> from symbolic_measures import measure, sqrt
    >>> sqrt(measure("TPR")*measure("TNR"))
    Measure('sqrt(TPR*TNR)')

    Notes
    -----
    Nothing is cancelled.  A value is exact; what is no sum of square roots of whole numbers is
    enclosed for its sign and digits.

    References
    ----------
    F. Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE
    Transactions on Computers 66 (2017).
    """
    return cast(Operand, function("sqrt", operand))


def log(operand: Operand) -> Operand:
    """The natural logarithm of a measure, undefined where it is not positive.

    Parameters
    ----------
    operand
        A measure.

    Returns
    -------
    A measure, undefined also where the operand is.

    Raises
    ------
    TypeError
        For anything but a measure.

    Example
    -------
    >>> from symbolic_measures import log, measure
    >>> log(measure("TP*TN/(FP*FN)")) == measure("LOR")
    False
    >>> log(measure("TP*TN/(FN*FP)")) == measure("LOR")
    True

    Notes
    -----
    Nothing is cancelled.  A value is the exact expression; its sign and digits are taken from
    enclosures.

    References
    ----------
    F. Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE
    Transactions on Computers 66 (2017).
    """
    return cast(Operand, function("log", operand))


def acos(operand: Operand) -> Operand:
    """The arccosine of a measure, undefined outside [-1, 1].

    Parameters
    ----------
    operand
        A measure.

    Returns
    -------
    A measure, undefined also where the operand is.

    Raises
    ------
    TypeError
        For anything but a measure.

    Example
    -------
    >>> from symbolic_measures import acos, measure
    >>> acos(measure("MCC"))(TP=1, FN=0, FP=0, TN=1)
    0

    Notes
    -----
    Nothing is cancelled.  A value is the exact expression; its sign and digits are taken from
    enclosures.

    References
    ----------
    F. Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE
    Transactions on Computers 66 (2017).
    """
    return cast(Operand, function("acos", operand))


def Min(*operands: Operand | Number) -> Operand:  # noqa: N802
    """The smallest of some measures and numbers, at least one of them a measure.

    Parameters
    ----------
    *operands
        Two or more.

    Returns
    -------
    A measure, undefined where one of them is.

    Raises
    ------
    TypeError
        For fewer than two, or where none is a measure.

    Example
    -------
    >>> from symbolic_measures import Min, measure
    >>> Min(measure("precision"), measure("recall"))
    Measure('Min(precision, recall)')

    Notes
    -----
    Of three it is Min(Min(a, b), c).  Which of two values is smaller is decided exactly, or by
    enclosures of growing precision; never by rounded numbers.

    References
    ----------
    F. Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE
    Transactions on Computers 66 (2017).
    """
    return cast(Operand, _folded("Min", operands))


def Max(*operands: Operand | Number) -> Operand:  # noqa: N802
    """The largest of some measures and numbers, at least one of them a measure.

    Parameters
    ----------
    *operands
        Two or more.

    Returns
    -------
    A measure, undefined where one of them is.

    Raises
    ------
    TypeError
        For fewer than two, or where none is a measure.

    Example
    -------
    >>> from symbolic_measures import Max, measure
    >>> Max(measure("MCC"), 0)(TP=0, FN=1, FP=1, TN=0)
    0

    Notes
    -----
    Of three it is Max(Max(a, b), c).  Which of two values is larger is decided exactly, or by
    enclosures of growing precision; never by rounded numbers.

    References
    ----------
    F. Johansson, Arb: efficient arbitrary-precision midpoint-radius interval arithmetic, IEEE
    Transactions on Computers 66 (2017).
    """
    return cast(Operand, _folded("Max", operands))


def _folded(name: str, operands: tuple[Any, ...]) -> Any:
    if len(operands) < 2:
        raise TypeError(f"{name} takes two or more measures")
    found = operands[0]
    for operand in operands[1:]:
        found = function(name, found, operand)
    return found
