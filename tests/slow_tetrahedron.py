"""The properties of brzezinski2018 by enumeration of whole matrices: slow and obviously right.

Written from the wording of the paper's Section 4.  Each definition lists pairs of matrices in which
the first must not beat (or be beaten by) the second; `judged` finds the first wrong pair in the
declared order.  "Below the maximum" looks for something larger among the matrices of the same n, or
with the same P and N, whose cells are whole, or `fine`-ths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from slow_definitions import (
    HOLDS,
    VACUOUS,
    VIOLATED,
    Answer,
    Matrix,
    Pair,
    Values,
    compared,
    judged,
    key,
    matrices,
    up_to,
)


def sections(n_max: int) -> Iterator[tuple[int, int]]:
    """P > 0 and N > 0 with P + N <= n_max."""
    for n in range(2, n_max + 1):
        for p in range(1, n):
            yield p, n - p


def section(p: int, n: int, fine: int = 1) -> Iterator[Matrix]:
    """All matrices with that P and N, in steps of 1/fine."""
    for tp in range(p * fine + 1):
        for tn in range(n * fine + 1):
            yield (
                Fraction(tp, fine),
                p - Fraction(tp, fine),
                n - Fraction(tn, fine),
                Fraction(tn, fine),
            )


def proper(n: int) -> list[Matrix]:
    """All matrices of n elements with P > 0 and N > 0."""
    return [m for m in matrices(n) if m[0] + m[1] > 0 and m[2] + m[3] > 0]


def on_the_whole(n_max: int, special: Callable[[Matrix], bool]) -> Iterator[Pair]:
    """Every matrix against every special one of the same n."""
    for n in range(2, n_max + 1):
        for second in filter(special, proper(n)):
            for first in proper(n):
                yield n, first, second


def in_sections(n_max: int, special: Callable[[Matrix], bool]) -> Iterator[Pair]:
    """Every matrix against every special one of the same P and N."""
    for p, n in sections(n_max):
        here = [tuple(map(int, m)) for m in section(p, n)]
        for second in filter(special, here):
            for first in here:
                yield p + n, first, second


def no_errors(matrix: Matrix) -> bool:
    return matrix[1] == matrix[2] == 0


def no_tp(matrix: Matrix) -> bool:
    return matrix[0] == 0


def no_tn(matrix: Matrix) -> bool:
    return matrix[3] == 0


def steps(n_max: int, right: int, wrong: int) -> Iterator[Pair]:
    """k elements moved from the one cell to the other."""
    for matrix in up_to(n_max):
        if matrix not in proper(sum(matrix)):
            continue
        for k in range(1, matrix[wrong] + 1):
            after = list(matrix)
            after[wrong] -= k
            after[right] += k
            yield sum(matrix), matrix, tuple(after)


def exchanged(n_max: int) -> Iterator[Pair]:
    for tp, fn, fp, tn in up_to(n_max):
        yield tp + fn + fp + tn, (tp, fn, fp, tn), (tn, fp, fn, tp)


def full_recognition(n_max: int) -> Iterator[Pair]:
    """The share g = i/j of the other class is lost: of the positive one, then of the negative."""
    for p, n in sections(n_max):
        for lost in range(p + 1):
            if lost * n % p == 0:
                same = lost * n // p
                yield p + n, (p - lost, lost, 0, n), (p, 0, same, n - same)


def of_size(n: int, fine: int = 1) -> Iterator[Matrix]:
    """All matrices of n with P > 0 and N > 0, in steps of 1/fine."""
    for matrix in proper(n * fine):
        yield tuple(Fraction(cell, fine) for cell in matrix)


def below_maximum(
    value: Values, n_max: int, wrong: int, zero: int, fine: int = 1, inside: bool = False
) -> Answer:
    """Each matrix of the side that errs has a larger one of the same n, or in its section."""
    found: list[Answer] = []
    seen = False
    for p, n in sections(n_max):
        compared_with = section(p, n, fine) if inside else of_size(p + n, fine)
        everything = [v for m in compared_with if (v := value(m)) is not None]
        for matrix in section(p, n):
            here = value(matrix)
            if matrix[wrong] == 0 or matrix[zero] != 0 or here is None:
                continue
            seen = True
            if not any(compared(other, here) > 0 for other in everything):
                found.append(Answer(VIOLATED, key(p + n, matrix, ()), matrix))
    if found:
        return min(found, key=lambda answer: answer.key)
    return Answer(HOLDS if seen else VACUOUS)


def _least(special: Callable[[Matrix], bool], where=on_the_whole):
    return lambda value, n: judged(value, where(n, special), lambda s: s >= 0)


def _most(where=on_the_whole):
    return lambda value, n: judged(value, where(n, no_errors), lambda s: s <= 0)


def _growing(right: int, wrong: int, strictly: bool):
    return lambda value, n: judged(
        value, steps(n, right, wrong), lambda s: s < 0 if strictly else s <= 0
    )


TETRAHEDRON: dict[str, Callable[[Values, int], Answer]] = {
    "tptn-max": _most(),
    "tptn-max-in-section": _most(in_sections),
    "fn-min": _least(no_tp),
    "fn-min-in-section": _least(no_tp, in_sections),
    "fp-min": _least(no_tn),
    "fp-min-in-section": _least(no_tn, in_sections),
    "tp-monotone": _growing(0, 1, False),
    "tp-strictly-monotone": _growing(0, 1, True),
    "tn-monotone": _growing(3, 2, False),
    "tn-strictly-monotone": _growing(3, 2, True),
    "tn-not-max": lambda value, n: below_maximum(value, n, wrong=1, zero=2),
    "tp-not-max": lambda value, n: below_maximum(value, n, wrong=2, zero=1),
    "tn-not-max-in-section": lambda value, n: below_maximum(value, n, 1, 2, inside=True),
    "tp-not-max-in-section": lambda value, n: below_maximum(value, n, 2, 1, inside=True),
    "ace": lambda value, n: judged(value, full_recognition(n), lambda s: s <= 0),
    "ach": lambda value, n: judged(value, exchanged(n), lambda s: s == 0),
}
