"""A measure called: exactly at one matrix, or in floats at many; and parameters given values.

One matrix of exact cells has an exact value or raises UndefinedError; arrays hold nan where there
is none.  So undefined is never taken for 0, and nan never comes out of exact numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from symbolic_measures.doors.values.arithmetic import number, rational, readable, typed
from symbolic_measures.doors.values.arrays import values as values_of
from symbolic_measures.doors.values.domain import told as told_domain
from symbolic_measures.doors.values.exact import digits, exact_value, is_defined
from symbolic_measures.doors.values.given import Given, admissible, given
from symbolic_measures.kernel.exact import UndefinedError
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.nouns.errors import FormulaError

if TYPE_CHECKING:
    import sympy


def called(
    reading: Reading,
    data: Sequence[Any],
    values: Mapping[str, Any],
    matrix: Any,
    rows: str | None,
    positive: Any,
    labels: Sequence[Any] | None,
) -> Any:
    """What `measures.Evaluable.__call__` answers."""
    taken = given(reading.measure, data, values, matrix, rows, positive, labels)
    if taken.arrays is not None:
        return _indexed(values_of(reading.shown, taken.arrays, taken.parameters), taken)
    try:
        return exact_value(reading.shown, taken.point)
    except UndefinedError as error:
        raise UndefinedError(f"{_undefined(reading, taken)}: {error}") from None


def _indexed(found: Any, taken: Given) -> Any:
    """The values with the index of the Series that the cells came in."""
    if taken.index is None:
        return found
    import pandas as pd

    return pd.Series(found, index=taken.index)


def _undefined(reading: Reading, taken: Given) -> str:
    names, cells = ", ".join(taken.cells), ", ".join(map(str, taken.cells.values()))
    where = "".join(f", {name} = {value}" for name, value in taken.parameters.items())
    return f"{reading.measure.name} is undefined at ({names}) = ({cells}){where}"


def one_matrix(reading: Reading, data: Sequence[Any], values: Mapping[str, Any]) -> Given:
    """The one matrix of exact cells of a call; TypeError for arrays."""
    taken = _given(reading, data, values)
    if taken.arrays is not None:
        raise TypeError("one matrix of exact cells is needed, not arrays")
    return taken


def _given(reading: Reading, data: Sequence[Any], values: Mapping[str, Any]) -> Given:
    ways = ("matrix", "rows", "positive", "labels")
    named = {name: value for name, value in values.items() if name not in ways}
    said = {name: values[name] for name in ways if name in values}
    return given(reading.measure, data, named, **said)


def digits_of(
    reading: Reading, places: int, data: Sequence[Any], values: Mapping[str, Any]
) -> sympy.Float:
    """What `measures.Evaluable.evalf` answers."""
    if isinstance(places, bool) or not isinstance(places, int):
        raise TypeError(f"evalf: the number of digits comes first, not {places!r}")
    taken = one_matrix(reading, data, values)
    try:
        return digits(reading.shown, taken.point, places)
    except UndefinedError as error:
        raise UndefinedError(f"{_undefined(reading, taken)}: {error}") from None


def defined(reading: Reading, data: Sequence[Any], values: Mapping[str, Any]) -> Any:
    """What `measures.Evaluable.is_defined` answers."""
    taken = _given(reading, data, values)
    if taken.arrays is None:
        return is_defined(reading.shown, taken.point)
    import numpy as np

    return ~np.isnan(values_of(reading.shown, taken.arrays, taken.parameters))


def substituted(subject: Measure, values: Mapping[str, Any]) -> Measure:
    """What `measures.Measure.subs` answers."""
    for name, value in values.items():
        if name not in subject.parameters:
            known = ", ".join(subject.parameters) or "it has none"
            raise TypeError(f"{name} is no parameter of {subject.name}: {known}")
        if rational(value) is None:
            raise TypeError(f"{name} = {value!r}: a number is needed")
    trees = {name: tree for name, value in values.items() if (tree := number(value)) is not None}
    given_all = {name: rational(value) for name, value in values.items()}
    admissible(subject, given_all)
    tree = subject.formula.at(**trees)
    parameters = tuple(name for name in subject.parameters if name not in trees)
    told = ", ".join(f"{name}={rational(value)}" for name, value in values.items())
    kept = []
    for item in subject.assumptions:
        names = {name for atom in item.atoms for name in atom.expr.symbols()}
        if names <= set(parameters):
            kept.append(item)
        elif names & set(parameters):
            raise FormulaError(f"{item.text} speaks of several parameters: give all their values")
    name = f"{typed(subject) if len(subject.name) > 40 else subject.name}({told})"
    return replace(
        subject, name=name, text=readable(tree, "", parameters, subject.classes), formula=tree,
        parameters=parameters, assumptions=tuple(kept), aliases=(), example=None, title="",
        domain=told_domain(tree, parameters),
    )  # fmt: skip
