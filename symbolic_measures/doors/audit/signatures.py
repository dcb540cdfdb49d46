"""Signatures: how a function takes a confusion matrix, told by the names of its arguments.

Three ways are understood.  Counts: cells and sizes by name, `tp, fn, fp, tn` in any order, or
`TP, TOP, P`.  Labels: `y_true, y_pred`, `y1, y2`, `target, preds`, one element each.  A matrix: one
argument, in one of four orientations, which is found out by calling (see `proposals`).
Invariant: an argument is only ever filled in by its name; what is not understood is refused.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from typing import Any, Literal

from symbolic_measures.doors.audit.targets import TargetError, name_of

Matrix = tuple[int, ...]
Way = Literal["counts", "labels", "matrix"]
VALUES = ("python", "numpy", "int32", "torch")

#: The counts by the names that libraries give them, as sums of places in (TP, FN, FP, TN).
COUNTS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(("tp", "true_positive", "true_positives", "n_tp", "num_tp", "hits"), (0,)),
    **dict.fromkeys(("fn", "false_negative", "false_negatives", "n_fn", "num_fn", "misses"), (1,)),
    **dict.fromkeys(("fp", "false_positive", "false_positives", "n_fp", "num_fp"), (2,)),
    **dict.fromkeys(("tn", "true_negative", "true_negatives", "n_tn", "num_tn"), (3,)),
    **dict.fromkeys(("p", "positives", "actual_positives"), (0, 1)),
    **dict.fromkeys(("negatives", "actual_negatives"), (2, 3)),
    **dict.fromkeys(("top", "phat", "predicted_positives"), (0, 2)),
    **dict.fromkeys(("ton", "nhat", "predicted_negatives"), (1, 3)),
    **dict.fromkeys(("pop", "population", "total", "n_samples"), (0, 1, 2, 3)),
}
TRUTH = ("y_true", "labels_true", "target", "targets", "truth", "actual", "actual_vector",
         "ground_truth", "references", "y1", "gt")  # fmt: skip
PREDICTION = ("y_pred", "labels_pred", "preds", "pred", "prediction", "predictions", "predicted",
              "predict_vector", "y2", "yhat", "y_hat", "estimate")  # fmt: skip
#: Whether rows are predictions, and whether the positive class (or class 1) comes last.
Orientation = tuple[bool, bool]
ORIENTATIONS: dict[str, Orientation] = {
    "true-rows-negative-first": (False, True),
    "true-rows-positive-first": (False, False),
    "predicted-rows-negative-first": (True, True),
    "predicted-rows-positive-first": (True, False),
}
UNDERSTOOD = (
    "the arguments must be named TP, FN, FP, TN or y_true, y_pred, so that nothing is mixed up, or "
    "be one confusion matrix; wrap it: lambda TP, FN, FP, TN: f(TN, FP, FN, TP)"
)


@dataclass(frozen=True)
class Signature:
    """How a function is called: `way`, its keyword arguments, the classes and the kind of values.

    `names` are the arguments with what they take: places of cells that are summed, or for labels
    the truth first.  `labels` are those of the classes, the positive one first.
    """

    function: Callable[..., Any]
    way: Way
    names: tuple[tuple[str, tuple[int, ...]], ...]
    options: Mapping[str, Any]
    classes: int = 2
    labels: tuple[Any, ...] = (1, 0)
    values: str = "python"
    orientation: str = ""

    def arguments(self, matrix: Matrix) -> dict[str, Any]:
        """The keyword arguments for a matrix."""
        convert = _CONVERT[self.values]
        if self.way == "counts":
            found = {name: sum(matrix[i] for i in places) for name, places in self.names}
            return {name: convert.one(count) for name, count in found.items()}
        if self.way == "matrix":
            return {self.names[0][0]: convert.rows(oriented(matrix, self.orientation))}
        width = isqrt(len(matrix))
        first: list[Any] = []
        second: list[Any] = []
        for place, count in enumerate(matrix):
            first += [self.labels[place // width]] * count
            second += [self.labels[place % width]] * count
        (true, _), (predicted, _) = self.names
        return {true: convert.many(first), predicted: convert.many(second)}

    def call(self, matrix: Matrix) -> Callable[[], Any]:
        """The call with a matrix, to be made."""
        arguments = {**self.arguments(matrix), **self.options}
        return lambda: self.function(**arguments)

    def told(self) -> str:
        """In words."""
        if self.way == "matrix":
            transposed, last = ORIENTATIONS[self.orientation]
            rows = "the prediction" if transposed else "the truth"
            first = "class" if self.classes > 2 else f"{'negative' if last else 'positive'} class"
            return f"a confusion matrix, rows {rows}, {first} first"
        names = ", ".join(name for name, _ in self.names)
        return f"{'counts' if self.way == 'counts' else 'labels'} by name ({names})"

    def oriented(self, orientation: str) -> Signature:
        """The same with a matrix in another orientation."""
        return replace(self, orientation=orientation)


def oriented(matrix: Matrix, orientation: str) -> list[list[int]]:
    """The rows of a matrix in that orientation.

    Example:
        >>> oriented((1, 2, 3, 4), "true-rows-negative-first")
        [[4, 3], [2, 1]]
    """
    width = isqrt(len(matrix))
    transposed, last = ORIENTATIONS[orientation]
    rows = [list(matrix[i : i + width]) for i in range(0, len(matrix), width)]
    if transposed:
        rows = [list(row) for row in zip(*rows, strict=True)]
    if last and width == 2:
        rows = [row[::-1] for row in rows[::-1]]
    return rows


def signature_of(
    function: Callable[..., Any],
    options: Mapping[str, Any] | None = None,
    classes: int = 2,
    labels: Sequence[Any] = (),
    values: str = "python",
) -> Signature:
    """How the function takes a matrix; a matrix has still to be given its orientation.

    Raises:
        TargetError: the arguments do not say which is which, or an option is not known.

    Example:
        >>> signature_of(lambda tn, fp, fn, tp: tp).told()
        'counts by name (tn, fp, fn, tp)'
    """
    name, given = name_of(function), dict(options or {})
    if values not in _CONVERT:
        raise TargetError(f"--values {values}: give one of {', '.join(VALUES)}")
    names, needed = _parameters(function, name, given)
    chosen = tuple(labels) or ((1, 0) if classes == 2 else tuple(range(classes)))
    if len(chosen) != classes:
        raise TargetError(f"{name}: {len(chosen)} labels for {classes} classes")

    def made(way: Way, filled: Iterator[tuple[str, tuple[int, ...]]]) -> Signature:
        return Signature(function, way, tuple(filled), given, classes, chosen, values)

    folded = {each.casefold(): each for each in names if each not in given}
    truth, prediction = (_first(folded, known) for known in (TRUTH, PREDICTION))
    missing = [each for each in needed if each not in given]
    if truth and prediction and set(missing) <= {truth, prediction}:
        return made("labels", iter(((truth, ()), (prediction, ()))))
    counts = _counts(folded)
    if counts and set(missing) <= set(counts):
        if classes > 2:
            raise TargetError(f"{name}: it takes the four counts; leave out --classes")
        return made("counts", iter(counts.items()))
    if len(missing) == 1 and not truth and missing[0].casefold() not in COUNTS:
        return made("matrix", iter(((missing[0], ()),)))
    shown = ", ".join(missing) or "nothing that is needed"
    raise TargetError(f"{name}: it takes ({shown}); {UNDERSTOOD}")


def _parameters(
    function: Callable[..., Any], name: str, options: Mapping[str, Any]
) -> tuple[list[str], list[str]]:
    """The names of the arguments, and of those without a default."""
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise TargetError(f"{name}: its arguments cannot be read; {UNDERSTOOD}") from None
    fixed = [p for p in found if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    if any(p.kind == p.POSITIONAL_ONLY and p.default is p.empty for p in fixed):
        raise TargetError(f"{name}: its arguments have no names; {UNDERSTOOD}")
    names = [p.name for p in fixed]
    anything = any(p.kind == p.VAR_KEYWORD for p in found)
    for option in options:
        if option not in names and not anything:
            known = ", ".join(names)
            raise TargetError(f"{name}: no argument {option!r}; it takes {known}")
    return names, [p.name for p in fixed if p.default is p.empty]


def _first(folded: Mapping[str, str], known: Sequence[str]) -> str:
    return next((folded[word] for word in known if word in folded), "")


def _counts(folded: Mapping[str, str]) -> dict[str, tuple[int, ...]]:
    """The counts among the arguments; `n` is the negatives beside `p`, and else not understood."""
    found = {name: COUNTS[word] for word, name in folded.items() if word in COUNTS}
    if "n" in folded and "p" in folded:
        found[folded["n"]] = (2, 3)
    return found


@dataclass(frozen=True)
class _Converter:
    """Whole numbers, a list of labels, and a matrix as values of one kind."""

    one: Callable[[int], Any]
    many: Callable[[list[Any]], Any]
    rows: Callable[[list[list[int]]], Any]


def _numpy(kind: str) -> _Converter:
    def array(values: list[Any]) -> Any:
        import numpy as np

        return np.array(values)

    def rows(values: list[list[int]]) -> Any:
        import numpy as np

        return np.array(values, dtype=kind)

    def one(value: int) -> Any:
        import numpy as np

        return np.dtype(kind).type(value)

    return _Converter(one, array, rows)


def _torch() -> _Converter:
    def tensor(values: Any) -> Any:
        import torch  # type: ignore[import-not-found, unused-ignore]

        return torch.tensor(values)

    return _Converter(tensor, tensor, tensor)


def _same(value: Any) -> Any:
    return value


_CONVERT = {
    "python": _Converter(_same, _same, _same),
    "numpy": _numpy("int64"),
    "int32": _numpy("int32"),
    "torch": _torch(),
}
