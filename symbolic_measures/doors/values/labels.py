"""Confusion matrices from what people have: two rows of labels, or a matrix and its orientation.

Invariant: which label is positive and what the rows mean is said, never guessed, except that of the
labels 0 and 1 (False and True) the positive one is 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

ROWS = ("true", "predicted")
POSITIVE = ("first", "last")


def counted(
    y_true: Any, y_pred: Any, classes: int, positive: Any = None,
    labels: Sequence[Any] | None = None,
) -> tuple[int, ...]:  # fmt: skip
    """The cells of the labels, truth first: (TP, FN, FP, TN), or row by row in the order of labels.

    ValueError for two rows of different length, more labels than classes, or labels of which
    nobody said which is positive.
    """
    import numpy as np

    truth, prediction = _row("y_true", y_true), _row("y_pred", y_pred)
    if len(truth) != len(prediction):
        raise ValueError(f"{len(truth)} true labels and {len(prediction)} predicted ones")
    if not len(truth):
        raise ValueError("no labels: at least one element is needed")
    try:
        found = np.unique(np.concatenate([truth, prediction])).tolist()
    except TypeError:
        raise ValueError("the labels are of different types") from None
    order = _order(found, classes, positive, labels)
    places = {label: place for place, label in enumerate(order)}
    rows = np.fromiter((places[label] for label in truth.tolist()), dtype=np.int64)
    columns = np.fromiter((places[label] for label in prediction.tolist()), dtype=np.int64)
    counts = np.bincount(rows * classes + columns, minlength=classes * classes)
    return tuple(int(count) for count in counts)


def _row(name: str, labels: Any) -> Any:
    import numpy as np

    row = np.asarray(labels)
    if row.ndim != 1:
        raise ValueError(f"{name} has the shape {row.shape}: one label for each element is needed")
    if row.dtype.kind == "f" and not np.isfinite(row).all():
        raise ValueError(f"{name} has a label that is nan or infinite")
    if row.dtype == object and any(label is None or label != label for label in row):
        raise ValueError(f"{name} has a label that is missing")
    return row


def _order(
    found: list[Any], classes: int, positive: Any, labels: Sequence[Any] | None
) -> list[Any]:
    """The labels in the order of the cells; of two classes the positive one first."""
    if len(found) > classes:
        raise ValueError(f"{len(found)} labels, {found[0]!r} to {found[-1]!r}, of a measure of "
                         f"{classes} classes")  # fmt: skip
    if classes == 2 and labels is None:
        return _two(found, positive)
    if positive is not None:
        raise TypeError("positive= is for two classes without labels=; name the labels in order")
    order = found if labels is None else list(labels)
    if len(order) != classes or len(set(order)) != classes:
        told = "the labels that occur" if labels is None else "labels="
        raise ValueError(f"{told} are {len(set(order))}, the measure has {classes} classes: "
                         "name all of them with labels=")  # fmt: skip
    if unknown := [label for label in found if label not in order]:
        raise ValueError(f"the label {unknown[0]!r} is not among labels=")
    return order


def _two(found: list[Any], positive: Any) -> list[Any]:
    if positive is None:
        if not set(found) <= {0, 1}:
            raise ValueError(f"the labels are {', '.join(map(repr, found))}: "
                             "say which is positive with positive=")  # fmt: skip
        return [1, 0]
    others = [label for label in found if label != positive]
    if len(others) > 1:
        raise ValueError(f"positive={positive!r} is none of the labels "
                         f"{', '.join(map(repr, found))}")  # fmt: skip
    return [positive, others[0] if others else object()]


def squared(
    matrix: Any, classes: int, cells: tuple[str, ...], rows: str | None, positive: Any
) -> dict[str, Any]:
    """The cells of a square matrix, or of an array of them, once it is said what its rows are.

    `rows` is "true" or "predicted"; of two classes `positive` is "first" or "last", the place of
    the positive class.  TypeError if that is not said, ValueError if the shape is another one.
    """
    import numpy as np

    if rows not in ROWS:
        raise TypeError('say what the rows of the matrix are: rows="true" or rows="predicted"')
    if classes == 2 and positive not in POSITIVE:
        raise TypeError('say where the positive class stands: positive="first" or positive="last"')
    if classes != 2 and positive is not None:
        raise TypeError("positive= is for two classes")
    exact = isinstance(matrix, list | tuple)
    try:
        array = np.asarray(matrix, dtype=object if exact else None)
    except ValueError:
        array = np.empty(0)
    if array.shape[-2:] != (classes, classes) or (exact and array.ndim != 2):
        raise ValueError(f"a matrix of the shape {array.shape}: {classes} by {classes} is needed")
    if rows == "predicted":
        array = np.swapaxes(array, -1, -2)
    if positive == "last":
        array = array[..., ::-1, ::-1]
    flat = array.reshape(*array.shape[:-2], classes * classes)
    return {
        name: flat[..., place] if not exact else flat[place] for place, name in enumerate(cells)
    }
