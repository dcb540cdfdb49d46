"""What a measure is called with: the cells of one matrix, exactly, or of many, as arrays.

A call takes one of four forms: named cells, a table with columns named like the cells (or a
`ConfusionMatrix`), the labels (truth first), or a square matrix whose orientation is said.  Whole
numbers and fractions are exact; arrays are for floating-point numbers.  Nothing is guessed: bare
numbers without names, a matrix without orientation, floats where exact numbers are asked for, cells
below 0, nan, empty matrices and parameters outside their domain are refused, each in one line.
TypeError: the wrong kind of thing; ValueError: the right kind with a value that cannot be.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

from flint import fmpq

from symbolic_measures.doors.values.labels import counted, squared
from symbolic_measures.kernel.truth import holds
from symbolic_measures.nouns.confusion import CELLS, ConfusionMatrix

if TYPE_CHECKING:
    import numpy as np

    from symbolic_measures.meaning.measure import Measure

    Array: TypeAlias = np.ndarray[Any, Any]

#: Above this, a whole number may not be a float.
EXACT_IN_FLOATS = 2**53
#: The names under which labels may be given.
LABELS = ("y_true", "y_pred")


@dataclass(frozen=True)
class Given:
    """The cells, exact or as arrays of one shape, and the parameters, always exact.

    `index` is that of the pandas Series the cells came in, None otherwise.
    """

    cells: dict[str, Fraction]
    arrays: dict[str, Array] | None
    parameters: dict[str, Fraction]
    index: Any = None

    @property
    def point(self) -> dict[str, fmpq]:
        """Cells and parameters as the kernel takes them."""
        exact = {**self.cells, **self.parameters}
        return {name: fmpq(value.numerator, value.denominator) for name, value in exact.items()}


def given(
    measure: Measure,
    data: Sequence[Any],
    values: Mapping[str, Any],
    matrix: Any = None,
    rows: str | None = None,
    positive: Any = None,
    labels: Sequence[Any] | None = None,
) -> Given:
    """The cells and parameters of a call; TypeError or ValueError, in one line, for anything else.

    `data` are the positional arguments, `values` the named ones.
    """
    data, values = _labels_by_name(data, values)
    parameters = {name: value for name, value in values.items() if name in measure.parameters}
    named = {name: value for name, value in values.items() if name not in measure.parameters}
    ways = [bool(data), bool(named), matrix is not None]
    if sum(ways) > 1:
        raise TypeError("give the cells in one way: by name, as labels, or as a matrix")
    if matrix is not None:
        if labels is not None:
            raise TypeError("labels= belongs to y_true, y_pred, not to a matrix")
        named = squared(matrix, measure.classes, measure.cells, rows, positive)
    elif rows is not None:
        raise TypeError("rows= says what the rows of matrix= are; there is no matrix")
    elif data:
        named = _positional(measure, data, positive, labels)
    elif positive is not None or labels is not None:
        raise TypeError("positive= and labels= belong to y_true, y_pred")
    _complete(measure, named, parameters)
    series = next((cell for cell in named.values() if hasattr(cell, "iloc")), None)
    index = None if series is None else series.index
    if any(_is_array(value) for value in named.values()):
        return Given({}, _arrays(named), admissible(measure, parameters, floats=True), index)
    cells = {name: exact_number(name, value) for name, value in named.items()}
    for name, value in cells.items():
        if value < 0:
            raise ValueError(f"{name} = {value}: a cell is a number >= 0")
    if not any(cells.values()):
        raise ValueError("an empty confusion matrix: at least one element is needed")
    return Given(cells, None, admissible(measure, parameters))


def _labels_by_name(
    data: Sequence[Any], values: Mapping[str, Any]
) -> tuple[Sequence[Any], Mapping[str, Any]]:
    """`y_true=` and `y_pred=` as the two positional arguments that they are."""
    if not set(LABELS) & set(values):
        return data, values
    if [name for name in LABELS if name in values] != list(LABELS[len(data) :]):
        raise TypeError("labels are given as y_true and y_pred, each of them once")
    rest = {name: value for name, value in values.items() if name not in LABELS}
    return (*data, *(values[name] for name in LABELS if name in values)), rest


def _positional(
    measure: Measure, data: Sequence[Any], positive: Any, labels: Sequence[Any] | None
) -> dict[str, Any]:
    """The cells of a matrix, of the columns of a table, or of two rows of labels."""
    if len(data) == 2:
        counts = counted(data[0], data[1], measure.classes, positive, labels)
        return dict(zip(measure.cells, counts, strict=True))
    if len(data) == 1 and isinstance(data[0], ConfusionMatrix):
        return dict(zip(CELLS, data[0].cells, strict=True))
    if len(data) == 1 and (isinstance(data[0], Mapping) or hasattr(data[0], "columns")):
        keys = getattr(data[0], "columns", data[0])
        return {name: data[0][name] for name in measure.cells if name in keys}
    shown = ", ".join(f"{name}=" for name in measure.cells)
    raise TypeError(f"name the cells, M({shown}), or give y_true and y_pred, or matrix= with rows=")


def _complete(measure: Measure, named: Mapping[str, Any], parameters: Mapping[str, Any]) -> None:
    known = (*measure.cells, *measure.parameters)
    for name in named:
        if name not in known:
            close = get_close_matches(name, known, n=1, cutoff=0.4) or [
                word for word in known if word.casefold() == name.casefold()
            ]
            hint = f"; did you mean {close[0]}?" if close else ""
            raise TypeError(f"{measure.name} has no cell or parameter {name!r}{hint}")
    missing = [name for name in measure.cells if name not in named]
    missing += [name for name in measure.parameters if name not in parameters]
    if missing:
        raise TypeError(f"{measure.name} needs {', '.join(f'{name}=' for name in missing)}")


def _is_array(value: Any) -> bool:
    """Lists, arrays and Series; a number of NumPy is one number."""
    shaped = hasattr(value, "dtype") and getattr(value, "ndim", 0) > 0
    return isinstance(value, list | tuple) or type(value).__name__ == "ndarray" or shaped


def exact_number(name: str, value: Any) -> Fraction:
    """A whole number or a fraction; TypeError for a float, ValueError for nan."""
    if isinstance(value, Fraction):
        return value
    if not isinstance(value, bool):
        try:
            return Fraction(operator.index(value))
        except TypeError:
            pass
        if getattr(value, "is_Rational", False) is True:  # SymPy's
            return Fraction(int(value.p), int(value.q))
    if isinstance(value, float):
        if not math.isfinite(value):
            raise ValueError(f"{name} = {value}: not a number of elements")
        told = f"{name} = {value} is a float, which need not be the number that was meant"
        raise TypeError(f"{told}: give an int or a Fraction, or arrays for floats")
    raise TypeError(f"{name} = {value!r}: an int or a Fraction is needed, or an array")


def _arrays(named: Mapping[str, Any]) -> dict[str, Array]:
    """The cells as arrays of numbers >= 0 of one shape."""
    import numpy as np

    found = {name: _array(name, value) for name, value in named.items()}
    try:
        shaped = np.broadcast_arrays(*found.values())
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in found.items())
        raise ValueError(f"the arrays of the cells have different shapes: {shapes}") from None
    if shaped[0].size and not any(array.min() > 0 for array in found.values()):
        occupied = shaped[0] > 0
        for array in shaped[1:]:
            occupied = occupied | (array > 0)
        if not occupied.all():
            place = _first(~occupied)
            raise ValueError(f"the confusion matrix at {place} is empty: one element is needed")
    return dict(zip(found, shaped, strict=True))


def _array(name: str, value: Any) -> Array:
    import numpy as np

    array = np.asarray(value)
    if array.dtype.kind not in "iuf":
        raise TypeError(f"{name} is an array of {array.dtype}: numbers are needed")
    if not array.size:
        return array
    low, high = array.min(), array.max()  # nan if there is one
    if not (low >= 0 and high < np.inf):
        wrong = _first(~((array >= 0) & (array < np.inf)))
        told = array[wrong] if array.ndim else array
        raise ValueError(f"{name} = {told} at {wrong}: a cell is a number >= 0")
    if array.dtype.kind != "f" and high > EXACT_IN_FLOATS:
        raise ValueError(f"{name} has numbers above 2**53, which floats round: call it exactly")
    return array


def _first(mask: Any) -> Any:
    """The first place that is true: a number, or a tuple of them."""
    import numpy as np

    place = tuple(int(number) for number in np.argwhere(mask)[0])
    return place[0] if len(place) == 1 else place


def admissible(
    measure: Measure, parameters: Mapping[str, Any], floats: bool = False
) -> dict[str, Fraction]:
    """The parameters, if they satisfy what the measure assumes of them."""
    found = {}
    for name, value in parameters.items():
        plain = floats and isinstance(value, float) and math.isfinite(value)
        found[name] = Fraction(value) if plain else exact_number(name, value)
    at_values = {name: fmpq(v.numerator, v.denominator) for name, v in found.items()}
    for assumption in measure.assumptions:
        names = {name for atom in assumption.atoms for name in atom.expr.symbols()}
        if names <= set(found) and any(holds(a, at_values) is False for a in assumption.atoms):
            told = ", ".join(f"{name} = {found[name]}" for name in sorted(names))
            raise ValueError(f"{told}: {measure.name} assumes {assumption.text}")
    return found
