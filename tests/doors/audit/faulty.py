"""Functions with planted faults, as they are found in the wild, and some that are right."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np


def f1(tp: int, fn: int, fp: int, tn: int) -> float:
    """Right, and 0 where nothing is positive."""
    return 2 * tp / (2 * tp + fn + fp) if tp + fn + fp else 0.0


def mcc(tp: int, fn: int, fp: int, tn: int) -> float:
    """Right for Python numbers, undefined where the formula is."""
    return (tp * tn - fp * fn) / math.sqrt((tp + fn) * (tp + fp) * (tn + fp) * (tn + fn))


def swapped(tp: int, fn: int, fp: int, tn: int) -> float:
    """Precision, called recall."""
    return tp / (tp + fp)


def overflow_int32(tp: int, fn: int, fp: int, tn: int) -> float:
    a, b, c, d = (np.array(cell, dtype=np.int32) for cell in (tp, fn, fp, tn))
    above = np.multiply(a, d) - np.multiply(b, c)
    below = math.sqrt((tp + fn) * (tp + fp) * (tn + fp) * (tn + fn))
    return float(above) / below


def overflow_int64(tp: int, fn: int, fp: int, tn: int) -> float:
    margins = np.array([tp + fn, tp + fp, tn + fp, tn + fn], dtype=np.int64)
    return (tp * tn - fp * fn) / math.sqrt(int(np.prod(margins)))


def single(tp: int, fn: int, fp: int, tn: int) -> float:
    """In single precision, handed on as double."""
    return float(np.float32(tp) / np.float32(tp + fn))


def honest_single(tp: int, fn: int, fp: int, tn: int) -> Any:
    """In single precision, and it says so."""
    return np.float32(tp) / np.float32(tp + fn) if tp + fn else np.float32("nan")


def wrong_beta(tp: int, fn: int, fp: int, tn: int) -> float:
    """F_beta at beta = 2 with FN and FP exchanged."""
    return 5 * tp / (5 * tp + fn + 4 * fp)


def abs_lost(tp: int, fn: int, fp: int, tn: int) -> float:
    recall, specificity = tp / (tp + fn), tn / (tn + fp)
    return (tp + tn) / (tp + fn + fp + tn) - (specificity - recall) / (specificity + recall)


def sign_lost(tp: int, fn: int, fp: int, tn: int) -> float:
    return abs(mcc(tp, fn, fp, tn))


def corrected(tp: int, fn: int, fp: int, tn: int) -> float:
    """Recall with half an element added to each cell."""
    return (tp + 0.5) / (tp + fn + 1)


def weighted_recall(y_true: list[int], y_pred: list[int]) -> float:
    """Recall averaged with the sizes of the classes, where the macro average was meant."""
    total = 0.0
    for label in sorted(set(y_true)):
        hits = sum(t == p == label for t, p in zip(y_true, y_pred))
        total += y_true.count(label) / len(y_true) * hits / y_true.count(label)
    return total


def macro_recall(y_true: list[int], y_pred: list[int]) -> Fraction:
    """Right where every class occurs; of the classes that occur, else."""
    labels = sorted(set(y_true))
    hits = [Fraction(sum(t == p == label for t, p in zip(y_true, y_pred)), y_true.count(label))
            for label in labels]  # fmt: skip
    return sum(hits, Fraction(0)) / len(labels)


# --- functions that cannot be audited, or only just -------------------------------------------


def raising(tp: int, fn: int, fp: int, tn: int) -> float:
    raise TypeError("no\nvalue")


def printing(tp: int, fn: int, fp: int, tn: int) -> float:
    print("computing recall")
    return tp / (tp + fn)


def an_array(tp: int, fn: int, fp: int, tn: int) -> Any:
    return np.array([tp / (tp + fn + 1), 1.0])


def a_pair(tp: int, fn: int, fp: int, tn: int) -> tuple[float, float]:
    return tp / (tp + fn), tn / (tn + fp)


def at_random(tp: int, fn: int, fp: int, tn: int) -> float:
    return random.random()


def other_arguments(a: int, b: int) -> int:
    return a + b


def exiting(tp: int, fn: int, fp: int, tn: int) -> float:
    raise SystemExit(3)


def nothing_at_all(tp: int, fn: int, fp: int, tn: int) -> None:
    pass


def a_word(tp: int, fn: int, fp: int, tn: int) -> str:
    return "good"


def a_complex(tp: int, fn: int, fp: int, tn: int) -> Any:
    return np.complex128(tp / (tp + fn))


async def a_coroutine(tp: int, fn: int, fp: int, tn: int) -> float:
    return tp / (tp + fn)


class SpeechlessError(Exception):
    """An error that cannot even be told."""

    def __str__(self) -> str:
        raise RuntimeError


def speechless(tp: int, fn: int, fp: int, tn: int) -> float:
    raise SpeechlessError


class Recall:
    """Its method needs an object."""

    def of(self, tp: int, fn: int, fp: int, tn: int) -> float:
        return tp / (tp + fn)


def hanging(tp: int, fn: int, fp: int, tn: int) -> float:
    while True:
        pass


def interrupting(tp: int, fn: int, fp: int, tn: int) -> float:
    raise KeyboardInterrupt


def closing(tp: int, fn: int, fp: int, tn: int) -> float:
    sys.stdout.close()
    return tp / (tp + fn)


def emptying(y_true: list[int], y_pred: list[int]) -> float:
    """Recall; its arguments are empty afterwards."""
    hits, positives = sum(map(min, y_true, y_pred)), sum(y_true)
    y_true.clear()
    y_pred.clear()
    return hits / positives


not_a_function = 3


def recall_of_matrix(positive_first: bool, transposed: bool) -> Callable[[Any], float]:
    """Recall of a matrix in one of the four orientations."""

    def recall(cm: Any) -> float:
        own = 0 if positive_first else 1
        tp = cm[own][own]
        fn = cm[1 - own][own] if transposed else cm[own][1 - own]
        return float(tp / (tp + fn))

    return recall
