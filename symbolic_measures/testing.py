"""Assertions for the tests of other projects: identities, properties, implementations.

from symbolic_measures.testing import assert_identity, assert_implementation, assert_property
assert_identity("Jaccard", "F1/(2-F1)")

Each says nothing if it is proved (an implementation: if it agrees at every matrix looked at), and
raises an AssertionError that shows the smallest matrix and both values otherwise.  Undecided is
a failure.  With pytest, files named `*.measures.toml` are collected too: see `pytest_plugin`.
"""

from __future__ import annotations

import inspect
import math
import warnings
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from flint import arb, ctx, fmpq

from symbolic_measures.confusion import CELLS, ConfusionMatrix, compositions
from symbolic_measures.formula import FormulaError
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, Value, compare, show
from symbolic_measures.measure import Reading
from symbolic_measures.report import prose
from symbolic_measures.report.counterexamples import refutation
from symbolic_measures.report.identity import unequal
from symbolic_measures.report.limit import apart
from symbolic_measures.session import (
    SECONDS,
    decide_property,
    identity,
    limit,
    make_reading,
    measure,
    oriented,
)
from symbolic_measures.verdict import Verdict

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Matrix = tuple[int, int, int, int]
Number = int | Fraction

UP_TO = 8
TOLERANCE = 1e-9


def assert_identity(
    lhs: str,
    rhs: str,
    assume: Iterable[str] = (),
    domain: bool = False,
    seconds: float = SECONDS,
    readings: tuple[str, str] = ("literal", "literal"),
) -> None:
    """The two formulas are proved to be equal wherever both are defined.

    With `domain`, also that they are defined at the same matrices; `readings` are those of the two
    sides.
    """
    __tracebackhide__ = True
    found = identity(lhs, rhs, assume, seconds, readings)
    if found.outcome == "refuted":
        told = prose.text(unequal(found.verdict))
        raise AssertionError(f"{lhs} = {rhs} is refuted: {told}")
    if found.outcome != "proved":
        raise AssertionError(f"{lhs} = {rhs} is {found.outcome}: {found.verdict.reason}")
    if domain and found.domains != "proved":
        told = "it is not decided where each is defined"
        for item in found.differences[:1]:
            side, other = (lhs, rhs) if item.undefined == "lhs" else (rhs, lhs)
            value = "undefined" if item.value is None else prose.text(prose.exact(item.value))
            told = f"at {_cells(item.matrix)} {side} is undefined, {other} is {value}"
        for verdict in found.within if found.domains == "refuted" else ():
            if verdict.witness is not None:
                matrix = prose.text((prose.cells(verdict.witness.matrices[0]),))
                told = f"{verdict.statement.sentence} It is not at {matrix}"
                break
        raise AssertionError(
            f"{lhs} = {rhs} where both are defined, but the domains differ: {told}"
        )


def assert_limit(
    formula: str,
    to: str,
    claim: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
) -> None:
    """The measure is proved to tend to `claim` wherever it has a limit and that is defined.

    `to` is "r -> 0", "beta -> oo" or "TN -> oo".
    """
    __tracebackhide__ = True
    found = limit(formula, to, claim, assume, seconds)
    verdict = found.claimed
    if verdict is None or verdict.outcome == "proved":
        return
    if verdict.outcome == "refuted":
        told = prose.text(apart(verdict, ("the limit", claim)))
        raise AssertionError(f"{formula} -> {claim} as {to} is refuted: {told}")
    raise AssertionError(f"{formula} -> {claim} as {to} is {verdict.outcome}: {verdict.reason}")


def assert_property(
    formula: str,
    *properties: str,
    assume: Iterable[str] = (),
    reading: str | None = None,
    conventions: Iterable[str] = (),
    higher_is_better: bool = True,
    seconds: float = SECONDS,
) -> None:
    """The measure is proved to have the properties; the arguments are those of `check`."""
    __tracebackhide__ = True
    if not properties:
        raise TypeError("name at least one property, such as 'monotone'")
    chosen = _reading(formula, assume, reading, conventions, higher_is_better)
    for property_id in properties:
        verdict = decide_property(property_id, chosen, seconds)
        if verdict.outcome != "proved":
            raise AssertionError(f"{formula}: {_told(verdict, chosen)}")


def assert_refuted(
    formula: str,
    property_id: str,
    minimal: Iterable[Iterable[int]] | None = None,
    assume: Iterable[str] = (),
    reading: str | None = None,
    conventions: Iterable[str] = (),
    higher_is_better: bool = True,
    seconds: float = SECONDS,
) -> None:
    """The measure is proved not to have the property.

    `minimal` are the matrices (TP, FN, FP, TN) of the smallest counterexample; for an expectation
    its two sizes (n, P, Phat), for the triangle inequality the counts x_000 ... x_111.
    """
    __tracebackhide__ = True
    chosen = _reading(formula, assume, reading, conventions, higher_is_better)
    verdict = decide_property(property_id, chosen, seconds)
    if verdict.outcome != "refuted" or verdict.witness is None:
        raise AssertionError(f"{formula}: {_told(verdict, chosen)}, not refuted")
    if minimal is None:
        return
    wanted = tuple(tuple(map(str, matrix)) for matrix in minimal)
    if verdict.witness.matrices != wanted:
        shown = ", ".join(f"({', '.join(matrix)})" for matrix in wanted)
        raise AssertionError(f"{formula}: {_told(verdict, chosen)}; the test says {shown}")
    if not verdict.witness.minimal:
        raise AssertionError(
            f"{formula}: {_told(verdict, chosen)}; that it is minimal is not known"
        )


def _reading(
    formula: str,
    assume: Iterable[str],
    reading: str | None,
    conventions: Iterable[str],
    higher_is_better: bool,
) -> Reading:
    subject = oriented(measure(formula, assume=assume), higher_is_better)
    return make_reading(subject, conventions, reading)


def _told(verdict: Verdict, reading: Reading) -> str:
    """One line: what was decided, with the counterexample or the reason."""
    letter = "M" if reading.measure.higher_is_better else "S"
    why = verdict.reason
    if verdict.outcome == "refuted":
        why = prose.text(refutation(verdict, letter)[1])
    return f"{verdict.property} is {verdict.outcome}{': ' if why else ''}{why}"


# --- implementations ------------------------------------------------------------------------


def assert_implementation(
    function: Callable[..., Any],
    formula: str,
    up_to: int = UP_TO,
    assume: Iterable[str] = (),
    parameters: Mapping[str, Number] | None = None,
    reading: str | None = None,
    conventions: Iterable[str] = (),
    labels: tuple[Any, Any] = (1, 0),
    tolerance: float = TOLERANCE,
) -> None:
    """A Python function agrees with the formula at every confusion matrix of at most `up_to`.

    The function takes arguments named TP, FN, FP, TN (in any order, small or capital letters),
    or y_true, y_pred (lists of `labels`, the positive one first).  Whole numbers and Fractions are
    compared exactly, other numbers within the tolerance, absolute and relative.  Where the formula
    (in this reading) is undefined, the function must return nan or None, or raise
    ZeroDivisionError or ValueError.
    """
    __tracebackhide__ = True
    given = dict(parameters or {})
    chosen = _reading(formula, assume, reading, conventions, True)
    if set(given) != set(chosen.measure.parameters):
        needed = ", ".join(chosen.measure.parameters) or "none"
        raise FormulaError(f"parameters: values are needed for {needed}")
    call = _caller(function, labels)
    name = getattr(function, "__name__", str(function))
    for n in range(1, up_to + 1):
        for cells in compositions(n, len(CELLS)):
            matrix: Matrix = cells  # type: ignore[assignment]
            wanted = _wanted(chosen, matrix, given)
            found = _called(call, matrix)
            if problem := _compared(found, wanted, tolerance):
                where = "".join(f", {key} = {value}" for key, value in given.items())
                raise AssertionError(
                    f"{name} is not {formula}: at {_cells(matrix)}{where} {problem}; "
                    "no smaller matrix tells them apart"
                )


def _caller(function: Callable[..., Any], labels: tuple[Any, Any]) -> Callable[[Matrix], Any]:
    """How to call it with a matrix; FormulaError if its arguments do not say which is which."""
    names = {name.casefold(): name for name in inspect.signature(function).parameters}
    if {"tp", "fn", "fp", "tn"} <= set(names):
        keys = [names[cell.casefold()] for cell in CELLS]
        return lambda matrix: function(**dict(zip(keys, matrix, strict=True)))
    if {"y_true", "y_pred"} <= set(names):
        yes, no = labels
        rows = ((yes, yes), (yes, no), (no, yes), (no, no))

        def call(matrix: Matrix) -> Any:
            pairs = [row for row, count in zip(rows, matrix, strict=True) for _ in range(count)]
            return function(y_true=[t for t, _ in pairs], y_pred=[p for _, p in pairs])

        return call
    raise FormulaError(
        "the function's arguments must be named TP, FN, FP, TN or y_true, y_pred, so that "
        "nothing is mixed up; wrap it: lambda TP, FN, FP, TN: f(TN, FP, FN, TP)"
    )


class _Nothing:
    """What a function returned or raised instead of a number."""

    def __init__(self, told: str) -> None:
        self.told = told


def _called(call: Callable[[Matrix], Any], matrix: Matrix) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = call(matrix)
    except (ZeroDivisionError, ValueError) as error:
        return _Nothing(f"it raises {type(error).__name__}")
    if found is None:
        return _Nothing("it returns None")
    if isinstance(found, bool | int | Fraction):
        return Fraction(found)
    if isinstance(found, Decimal) and not found.is_finite():
        return _Nothing(f"it returns {found}")
    try:
        number = float(found)
    except (TypeError, ValueError):
        raise AssertionError(f"at {_cells(matrix)} it returns {found!r}, no number") from None
    return _Nothing("it returns nan") if math.isnan(number) else number


def _wanted(reading: Reading, matrix: Matrix, parameters: Mapping[str, Number]) -> Value | None:
    try:
        return reading(matrix, **parameters)
    except UndefinedError:
        return None


def _compared(found: Any, wanted: Value | None, tolerance: float) -> str:
    """What is wrong, in words; nothing if they agree."""
    if wanted is None:
        if isinstance(found, _Nothing):
            return ""
        return (
            f"it is {found}, the formula is undefined (a reading or a convention gives it a value)"
        )
    shown = prose.text(prose.exact(show(wanted)))
    if isinstance(found, _Nothing):
        return f"{found.told}, the formula is {shown}"
    if isinstance(found, Fraction):
        try:
            equal = compare(fmpq(found.numerator, found.denominator), wanted) == 0
        except CannotTellError:
            equal = False
        return "" if equal else f"it is {found}, the formula is {shown}"
    if math.isinf(found) or not _near(found, wanted, tolerance):
        return f"it is {found}, the formula is {shown}"
    return ""


def _near(found: float, wanted: Value, tolerance: float) -> bool:
    """Within the tolerance of the exact value, by enclosures."""
    before, ctx.prec = ctx.prec, 128
    try:
        ball = arb(wanted) if isinstance(wanted, fmpq) else wanted.ball()
        gap = abs(ball - arb(found))
        return bool(gap <= arb(tolerance)) or bool(gap <= arb(tolerance) * abs(ball))
    finally:
        ctx.prec = before


def _cells(matrix: Iterable[int]) -> str:
    return prose.text((prose.cells(tuple(map(str, matrix))),))


# --- random matrices --------------------------------------------------------------------------


def confusion_matrices(max_cell: int = 50, nonunary: bool = False) -> SearchStrategy[Any]:
    """A Hypothesis strategy for confusion matrices; they shrink to the smallest cells.

    `nonunary`: every class occurs in the truth and in the prediction.
    """
    from hypothesis import strategies

    cell = strategies.integers(min_value=0, max_value=max_cell)
    four = strategies.tuples(cell, cell, cell, cell)

    def fits(cells: Matrix) -> bool:
        tp, fn, fp, tn = cells
        return min(tp + fn, fp + tn, tp + fp, fn + tn) > 0 if nonunary else sum(cells) > 0

    return four.filter(fits).map(lambda cells: ConfusionMatrix(*cells))
