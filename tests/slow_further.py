"""The properties of `meaning.further` by enumeration of whole matrices: slow and obviously right.

Written from the sentences.  Each definition lists tuples of matrices with a test of their values;
`first_wrong` finds the first tuple that fails it in the declared order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any

from slow_definitions import (
    HOLDS,
    VACUOUS,
    VIOLATED,
    Answer,
    Matrix,
    Number,
    Values,
    compared,
    matrices,
    minus,
    sign,
    times,
    up_to,
)

#: The declared size, the matrices, and whether their values are right.
Item = tuple[int, tuple[Matrix, ...], Callable[..., bool]]


def first_wrong(value: Values, items: Iterable[Item]) -> Answer:
    """The first tuple with a value at each matrix, and not the right ones."""
    worst, seen = None, False
    for size, places, right in items:
        values = [value(place) for place in places]
        if None in values:
            continue
        seen = True
        if not right(*values):
            order = (size, sum(places[0]), *(cell for place in places for cell in place))
            if worst is None or order < worst.key:
                worst = Answer(VIOLATED, order, places[0], places[1] if places[1:] else ())
    return worst or Answer(HOLDS if seen else VACUOUS)


def plus(left: Number, right: Number) -> Number:
    """The sum."""
    return minus(left, times(Fraction(-1), right))


def opposite(left: Number, right: Number) -> bool:
    """One is the negative of the other."""
    return sign(plus(left, right)) == 0


def same(left: Number, right: Number) -> bool:
    """They are equal."""
    return compared(left, right) == 0


def above(left: Number, right: Number) -> bool:
    """The first is larger."""
    return compared(left, right) > 0


def below(left: Number, right: Number) -> bool:
    """The second is larger."""
    return compared(left, right) < 0


def better(matrix: Matrix) -> int:
    """The sign of TP*TN - FN*FP."""
    tp, fn, fp, tn = matrix
    return (tp * tn > fn * fp) - (tp * tn < fn * fp)


def margins(matrix: Matrix) -> tuple[int, ...]:
    """P, N, P^, N^."""
    tp, fn, fp, tn = matrix
    return tp + fn, fp + tn, tp + fp, fn + tn


def exchanged(
    order: tuple[int, ...], right: Callable[..., bool]
) -> Callable[[Values, int], Answer]:
    """Each matrix and the one with its cells in another order."""

    def definition(value: Values, n_max: int) -> Answer:
        return first_wrong(
            value, ((sum(m), (m, tuple(m[i] for i in order)), right) for m in up_to(n_max))
        )

    return definition


def scaled(places: Iterable[tuple[int, ...]], n_max: int, least: int) -> Iterator[Any]:
    """(size, matrix, the same with the cells at some places times a number, as block k counts)."""
    for where in places:
        for m in up_to(n_max):
            for k in range(1, n_max + 1):
                by = k + least
                after = tuple(by * cell if i in where else cell for i, cell in enumerate(m))
                yield max(sum(m), k), m, after


def predicted_class_scaling(value: Values, n_max: int) -> Answer:
    """A column of the matrix times 1, 2, ..."""
    items = ((s, (m, after), same) for s, m, after in scaled([(0, 2), (1, 3)], n_max, 0))
    return first_wrong(value, items)


def prevalence(right: Callable[..., bool]) -> Callable[[Values, int], Answer]:
    """The true positives times 2, 3, ..., where P and N are not 0."""

    def definition(value: Values, n_max: int) -> Answer:
        items = (
            (size, (m, after), right)
            for size, m, after in scaled([(0, 1)], n_max, 1)
            if margins(m)[0] and margins(m)[1]
        )
        return first_wrong(value, items)

    return definition


def zero_at_independence(value: Values, n_max: int) -> Answer:
    """0 where TP*TN = FN*FP and no margin is 0."""
    items = (
        (sum(m), (m,), lambda v: sign(v) == 0)
        for m in up_to(n_max)
        if better(m) == 0 and all(margins(m))
    )
    return first_wrong(value, items)


def sign_of_association(value: Values, n_max: int) -> Answer:
    """The sign of TP*TN - FN*FP where no margin is 0."""

    def like(m: Matrix) -> Callable[..., bool]:
        return lambda v: sign(v) == better(m)

    return first_wrong(value, ((sum(m), (m,), like(m)) for m in up_to(n_max) if all(margins(m))))


def better_than_chance(value: Values, n_max: int) -> Answer:
    """Of two matrices of one truth, the one that is better than chance has the larger value."""
    items = (
        (n, (one, other), above)
        for n in range(1, n_max + 1)
        for one in matrices(n)
        for other in matrices(n)
        if margins(one)[:2] == margins(other)[:2]
        and better(one) > 0 >= better(other)
        and all(margins(other))
    )
    return first_wrong(value, items)


def bases(n_max: int) -> list[Matrix]:
    """All matrices up to a size, the empty one too."""
    return [(0, 0, 0, 0), *up_to(n_max)]


def moved(m: Matrix, by: int, *places: int) -> Matrix:
    """More at some places."""
    cells = tuple(cell + by if i in places else cell for i, cell in enumerate(m))
    return cells[0], cells[1], cells[2], cells[3]


def agreement_increasing(value: Values, n_max: int) -> Answer:
    """TP and TN more by k, FN and FP less."""
    items = (
        (sum(m) + k, (moved(m, k, 1, 2), moved(m, k, 0, 3)), below)
        for m in bases(n_max)
        for k in range(1, n_max - sum(m) + 1)
    )
    return first_wrong(value, items)


def bend(right: int, wrong: int, above_mean: bool) -> Callable[[Values, int], Answer]:
    """Three matrices at equal distances, from the wrong cell to the right one of a true class."""

    def middle(low: Number, mid: Number, high: Number) -> bool:
        gap = sign(minus(plus(mid, mid), plus(low, high)))
        return gap >= 0 if above_mean else gap <= 0

    def definition(value: Values, n_max: int) -> Answer:
        items = (
            (
                sum(m) + k,
                (
                    moved(m, 2 * k, wrong),
                    moved(moved(m, k, wrong), k, right),
                    moved(m, 2 * k, right),
                ),
                middle,
            )
            for m in bases(n_max)
            for k in range(1, n_max - sum(m) + 1)
            if margins(moved(m, 2 * k, wrong))[0] and margins(moved(m, 2 * k, wrong))[1]
        )
        return first_wrong(value, items)

    return definition


def smaller_class_weighs_more(value: Values, n_max: int) -> Answer:
    """One FN corrected against one FP corrected, from (TP, FN + 1, FP + 1, TN)."""
    items = (
        (
            sum(m),
            (moved(m, 1, 0, 2), moved(m, 1, 1, 3)),
            above if margins(m)[0] < margins(m)[1] else below,
        )
        for m in up_to(n_max)
        if margins(m)[0] != margins(m)[1]
    )
    return first_wrong(value, items)


def fixed_ends(value: Values, n_max: int) -> Answer:
    """The perfect matrices are alike, and those without a correct prediction are."""
    ends = {
        True: [m for m in up_to(n_max) if m[1] == m[2] == 0 and m[0] and m[3]],
        False: [m for m in up_to(n_max) if m[0] == m[3] == 0 and m[1] and m[2]],
    }
    items = (
        (max(sum(one), sum(other)), (one, other), same)
        for places in ends.values()
        for one in places
        for other in places
    )
    return first_wrong(value, items)


def bound(pair: tuple[int, int], sign_of: int) -> Callable[[Values, int], Answer]:
    """Of all matrices with that sign of TP*TN - FN*FP, those with a 0 in the pair are extreme."""

    def right(other: Matrix) -> Callable[..., bool]:
        if 0 in (other[pair[0]], other[pair[1]]):
            return same
        return above if sign_of > 0 else below

    def definition(value: Values, n_max: int) -> Answer:
        found = [m for m in up_to(n_max) if better(m) == sign_of]
        items = (
            (max(sum(one), sum(other)), (one, other), right(other))
            for one in found
            if 0 in (one[pair[0]], one[pair[1]])
            for other in found
        )
        return first_wrong(value, items)

    return definition


DEFINED: dict[str, Callable[[Values, int], Answer]] = {
    "prediction-antisymmetry": exchanged((1, 0, 3, 2), opposite),
    "truth-antisymmetry": exchanged((2, 3, 0, 1), opposite),
    "transposed-class-symmetry": exchanged((3, 1, 2, 0), same),
    "predicted-class-scaling": predicted_class_scaling,
    "prevalence-increasing": prevalence(lambda a, b: not above(a, b)),
    "prevalence-decreasing": prevalence(lambda a, b: not below(a, b)),
    "zero-at-independence": zero_at_independence,
    "sign-of-association": sign_of_association,
    "better-than-chance": better_than_chance,
    "agreement-increasing": agreement_increasing,
    "tp-concave": bend(0, 1, True),
    "tp-convex": bend(0, 1, False),
    "tn-concave": bend(3, 2, True),
    "tn-convex": bend(3, 2, False),
    "smaller-class-weighs-more": smaller_class_weighs_more,
    "fixed-ends": fixed_ends,
    "prediction-inversion-invariance": exchanged((1, 0, 3, 2), same),
    "bound-above-chance": bound((1, 2), 1),
    "bound-below-chance": bound((0, 3), -1),
}
