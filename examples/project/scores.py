"""A project of one's own: scores written by hand, as they are found everywhere."""

from __future__ import annotations

import math
from fractions import Fraction


def jaccard(tp: int, fn: int, fp: int, tn: int) -> Fraction:
    """Exact: Fractions are compared exactly."""
    return Fraction(tp, tp + fn + fp)


def mcc(y_true: list[int], y_pred: list[int]) -> float:
    """From labels, in floating point."""
    pairs = list(zip(y_true, y_pred))
    tp, fn, fp, tn = (pairs.count(pair) for pair in ((1, 1), (1, 0), (0, 1), (0, 0)))
    below = math.sqrt((tp + fn) * (fp + tn) * (tp + fp) * (fn + tn))
    return (tp * tn - fp * fn) / below if below else math.nan


def f_beta(tp: int, fn: int, fp: int, tn: int) -> float:
    """With the usual slip: FN and FP exchanged.  No test with F1 will ever see it."""
    return 5 * tp / (5 * tp + fn + 4 * fp)


def f1(tp: int, fn: int, fp: int, tn: int) -> float:
    """0 where nothing is positive, as scikit-learn has it."""
    return 2 * tp / (2 * tp + fn + fp) if tp else 0.0
