"""Violations of binary properties up to n = 10, by definitions of our own on tables of floats.

`slow_definitions` finds the first violation, exactly and slowly.  Here all matrices up to n = 10
are looked at at once, in floats, and the suspects are then confirmed with the exact values of
`slow_definitions`; a violation is only told if it is one.  Nothing is shared with the engine but
the tree of a formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from math import comb
from typing import Any

import numpy as np
from slow_definitions import Values, compared, expectation, minus, sign

LARGEST = 10
#: Floats this close may be equal; so many suspects are confirmed.
CLOSE, CONFIRMED = 1e-9, 6
Rows = Any


@cache
def matrices() -> Rows:
    """All matrices (TP, FN, FP, TN) with 1 <= n <= 10."""
    cells = np.array(list(product(range(LARGEST + 1), repeat=4)))
    sums = cells.sum(axis=1)
    found = cells[(sums >= 1) & (sums <= LARGEST)]
    return found[np.argsort(found.sum(axis=1), kind="stable")]


@cache
def labelings() -> Rows:
    """The numbers of elements with labels 000, ..., 111 in A, B, C, up to n = 10."""
    rows: list[Rows] = []
    for n in range(1, LARGEST + 1):
        bars = np.array(list(_bars(n, 8)))
        rows.append(bars)
    return np.concatenate(rows)


def _bars(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _bars(total - first, parts - 1):
            yield (first, *rest)


def pair_of(x: Rows, one: int, two: int) -> Rows:
    """The confusion matrices of two of the labelings."""
    words = list(product((0, 1), repeat=3))
    columns = [
        x[:, [i for i, w in enumerate(words) if (w[one], w[two]) == labels]].sum(axis=1)
        for labels in ((1, 1), (1, 0), (0, 1), (0, 0))
    ]
    return np.stack(columns, axis=1)


class Floats:
    """The measure in floats at rows of matrices; nan where it has no value."""

    def __init__(self, table: Values) -> None:
        self.table, self.tree = table, table.tree
        self.sign = 1.0 if table.up else -1.0

    def __call__(self, rows: Rows) -> Rows:
        """The values at these matrices."""
        at = dict(zip(("TP", "FN", "FP", "TN"), rows.T.astype(float), strict=True))
        at |= {name: np.full(len(rows), float(v)) for name, v in self.table.parameters.items()}
        with np.errstate(all="ignore"):
            value = np.broadcast_to(_value(self.tree, at, {}), (len(rows),))
            return self.sign * np.where(np.isfinite(value), value, np.nan)


def _value(tree: Any, at: dict[str, Rows], known: dict[Any, Rows]) -> Rows:
    if tree in known:
        return known[tree]
    if tree.op == "number":
        found = np.array([float(tree.args[0])])
    elif tree.op == "symbol":
        found = at[tree.args[0]]
    else:
        args = [_value(part, at, known) for part in tree.args]
        found = _OPERATIONS[tree.op](*args)
    known[tree] = found
    return found


def _power(base: Rows, exponent: Rows) -> Rows:
    whole = exponent % 1 == 0
    fine = (base > 0) | (whole & (base != 0)) | ((base == 0) & (exponent >= 0))
    return np.where(fine, base**exponent, np.nan)


def _real_power(base: Rows, exponent: Rows) -> Rows:
    return np.where((base > 0) | ((base == 0) & (exponent > 0)), base**exponent, np.nan)


_OPERATIONS: dict[str, Callable[..., Rows]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "neg": np.negative, "Abs": np.abs,
    "/": lambda a, b: np.where(b == 0, np.nan, a / np.where(b == 0, 1, b)),
    "sqrt": np.sqrt, "acos": np.arccos, "^": _power, "power": _real_power,
    "log": lambda a: np.where(a > 0, np.log(np.where(a > 0, a, 1)), np.nan),
    "Min": np.minimum, "Max": np.maximum, "ifzero": lambda t, a, b: np.where(t == 0, a, b),
}  # fmt: skip

Pair = tuple[Any, Any]


def _exactly(table: Values, pairs: Iterator[Pair], wrong: Callable[[int], bool]) -> Pair | None:
    """The first of a few pairs that is a violation in exact values."""
    for _, (one, two) in zip(range(CONFIRMED), pairs, strict=False):
        here, there = table(tuple(map(int, one))), table(tuple(map(int, two)))
        if here is not None and there is not None and wrong(compared(here, there)):
            return tuple(map(int, one)), tuple(map(int, two))
    return None


def _suspects(value: Floats, before: Rows, after: Rows, rel: str) -> Iterator[Pair]:
    """Pairs for which value(before) rel value(after) may not be; the plain ones first."""
    gap = value(after) - value(before)
    close = CLOSE * (1 + np.abs(value(before)))
    order = {"==": -np.abs(gap), "<": gap, "<=": gap}[rel]
    bad = {"==": np.abs(gap) > close, "<": gap <= close, "<=": gap < -close}[rel]
    for place in np.argsort(order, kind="stable"):
        if bad[place]:
            yield before[place], after[place]


_WRONG: dict[str, Callable[[int], bool]] = {
    "==": lambda s: s != 0, "<": lambda s: s >= 0, "<=": lambda s: s > 0,
}  # fmt: skip


def _compare(table: Values, before: Rows, after: Rows, rel: str) -> Pair | None:
    suspects = _suspects(Floats(table), before, after, rel)
    return _exactly(table, suspects, _WRONG[rel])


def _constant(rows: Rows) -> Rows:
    """Whether a row or column sum is n."""
    tp, fn, fp, tn = rows.T
    return (tp + fn == 0) | (fp + tn == 0) | (tp + fp == 0) | (fn + tn == 0)


def _steps(moves: list[dict[int, int]]) -> tuple[Rows, Rows]:
    """Matrices without constant labelings before and after each of the moves."""
    given = matrices()
    given = given[~_constant(given)]
    befores, afters = [], []
    for move in moves:
        after = given.copy()
        for place, by in move.items():
            after[:, place] += by
        diagonal = [(rows[:, 1] + rows[:, 2] == 0) for rows in (given, after)]
        empty = [(rows[:, 0] + rows[:, 3] == 0) for rows in (given, after)]
        fine = (after >= 0).all(axis=1) & ~(diagonal[0] & diagonal[1]) & ~(empty[0] & empty[1])
        befores.append(given[fine])
        afters.append(after[fine])
    return np.concatenate(befores), np.concatenate(afters)


CORRECTED = [{wrong: -1, right: 1} for wrong, right in product((1, 2), (0, 3))]
CHANGED = [{0: 1}, {3: 1}, {1: -1}, {2: -1}]


def _agreement(table: Values, highest: bool) -> Pair | None:
    """Diagonal (zero-diagonal) matrices have one value, all others a smaller (larger) one."""
    rows = matrices()
    special = (rows[:, [1, 2]] if highest else rows[:, [0, 3]]).sum(axis=1) == 0
    value = Floats(table)(rows) * (1 if highest else -1)
    marked, others = rows[special & ~np.isnan(value)], rows[~special & ~np.isnan(value)]
    if not len(marked):
        return None
    own, rest = value[special & ~np.isnan(value)], value[~special & ~np.isnan(value)]
    ends = marked[np.argmin(own)], marked[np.argmax(own)]
    found = _exactly(table, iter([ends]), lambda s: s != 0)
    if found is None and len(rest):
        best = ((others[place], ends[0]) for place in np.argsort(-rest, kind="stable"))
        found = _exactly(table, best, (lambda s: s >= 0) if highest else (lambda s: s <= 0))
    return found


def _triangle(table: Values) -> Pair | None:
    """c - M satisfies the triangle inequality, c the value of each diagonal matrix."""
    rows = matrices()
    values = Floats(table)(rows)
    places = np.full((LARGEST + 1,) * 4, -1)
    places[tuple(rows.T)] = np.arange(len(rows))
    x = labelings()
    ab, bc, ac = (values[places[tuple(pair_of(x, *p).T)]] for p in ((0, 1), (1, 2), (0, 2)))
    diagonal = (rows[:, 1] + rows[:, 2] == 0) & ~np.isnan(values)
    if not diagonal.any():
        return None
    top = rows[diagonal][np.argmin(values[diagonal])]
    gap = values[diagonal].min() - (ab + bc - ac)
    for place in np.argsort(gap, kind="stable")[:CONFIRMED]:
        if not gap[place] < -CLOSE:
            break
        word = tuple(x[place])
        three = [table(tuple(map(int, pair_of(x[place : place + 1], *p)[0])))
                 for p in ((0, 1), (1, 2), (0, 2))]  # fmt: skip
        c = table(tuple(map(int, top)))
        if None not in (*three, c):
            left = minus(minus(three[2], three[0]), minus(three[1], c))  # type: ignore[arg-type]
            if sign(left) < 0:
                return word, tuple(map(int, top))
    return None


def _distance(table: Values) -> Pair | None:
    if not any(table((tp, 0, 0, n - tp)) is not None for n in range(1, 11) for tp in range(n + 1)):
        return None
    return violation(table, "maximal-agreement") or violation(table, "symmetry") or _triangle(table)


def _baseline(table: Values) -> Pair | None:
    """The exact expectations of two size triples differ."""
    rows = matrices()
    values = Floats(table)(rows)
    index = {tuple(map(int, row)): place for place, row in enumerate(rows)}
    found: list[tuple[float, tuple[int, int, int]]] = []
    for n in range(1, LARGEST + 1):
        for p, q in product(range(n + 1), range(1, n)):
            hits = [h for h in range(n + 1) if min(h, p - h, q - h, n - p - q + h) >= 0]
            here = [values[index[h, p - h, q - h, n - p - q + h]] for h in hits]
            weights = [comb(p, h) * comb(n - p, q - h) / comb(n, q) for h in hits]
            mean = float(np.dot(here, weights))
            if not np.isnan(mean):
                found.append((mean, (n, p, q)))
    if not found or max(found)[0] - min(found)[0] <= CLOSE:
        return None
    ends = min(found)[1], max(found)[1]
    means = [expectation(table, *end) for end in ends]
    differ = None not in means and sign(minus(means[0], means[1])) != 0  # type: ignore[arg-type]
    return ends if differ else None


def _expected(table: Values) -> Pair | None:
    """The values at a_i*b_j/n differ."""
    from fractions import Fraction

    cells = []
    for n in range(1, LARGEST + 1):
        for p, q in product(range(n + 1), range(1, n)):
            cells.append([Fraction(a * b, n) for a in (p, n - p) for b in (q, n - q)])
    values = Floats(table)(np.array(cells, dtype=float))
    if np.isnan(values).all() or np.nanmax(values) - np.nanmin(values) <= CLOSE:
        return None
    ends = [tuple(cells[int(end)]) for end in (np.nanargmin(values), np.nanargmax(values))]
    if None in map(table, ends):  # rounding makes a large value of what has none
        ends = [tuple(cell) for cell in cells if table(tuple(cell)) is not None]
    for other in ends[1:]:
        if compared(table(ends[0]), table(other)) != 0:
            return ends[0], other
    return None


def _added(rows: Rows, k: int) -> Rows:
    return rows + np.array([0, 0, 0, k])


def _repeated(table: Values, change: Callable[[Rows, int], Rows]) -> Pair | None:
    rows = matrices()
    sides = [(rows, change(rows, k)) for k in range(1, LARGEST + 1)]
    return _compare(table, *(np.concatenate(part) for part in zip(*sides, strict=True)), "==")


FINDERS: dict[str, Callable[[Values], Pair | None]] = {
    "maximal-agreement": lambda t: _agreement(t, True),
    "minimal-agreement": lambda t: _agreement(t, False),
    "class-symmetry": lambda t: _compare(t, matrices(), matrices()[:, [3, 2, 1, 0]], "=="),
    "symmetry": lambda t: _compare(t, matrices(), matrices()[:, [0, 2, 1, 3]], "=="),
    "distance": _distance,
    "monotone": lambda t: _compare(t, *_steps(CORRECTED), "<"),
    "weakly-monotone": lambda t: _compare(t, *_steps(CORRECTED), "<="),
    "strongly-monotone": lambda t: _compare(t, *_steps(CHANGED), "<"),
    "weakly-strongly-monotone": lambda t: _compare(t, *_steps(CHANGED), "<="),
    "constant-baseline": _baseline,
    "approximate-constant-baseline": _expected,
    "tn-invariance": lambda t: _repeated(t, _added),
    "scale-invariance": lambda t: _repeated(t, lambda rows, k: rows * k),
}  # fmt: skip


def violation(table: Values, property_id: str) -> Pair | None:
    """A violation up to n = 10, confirmed in exact values; None if none was found."""
    return FINDERS[property_id](table)
