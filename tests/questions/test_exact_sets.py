"""The exact sets of brzezinski2018, Table 2, against an enumeration that knows nothing of the tool.

The measures and the properties are written here once more, in floating point, from the paper.  At
five values and more on each side of each threshold: inside nothing is violated by any matrix of up
to ten elements; outside the family of counterexamples, evaluated exactly, violates the property.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

import mpmath
import numpy as np
import pytest
from tiers import exhaustive

from symbolic_measures import decide_table
from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.conditions import Clause, Condition
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.questions.table.cells import Cell
from symbolic_measures.questions.table.marks import Table

TABLE = "brzezinski2018:2"
Point = dict[str, Fraction]

#: What the table must say, by row and column: a mark, or the set where the property holds.
SETS = {
    "F_beta": {
        "TPTNmax": "yes", "FNmin": "vacuous", "FPmin": "no", "TP↗": "beta > 0", "TN↗": "yes",
        "TN≠max": "beta > 0", "TP≠max": "yes", "ACE": "beta >= rho", "ACH": "no",
    },
    "IBA(Acc)": {
        "TPTNmax": "no", "FNmin": "no", "FPmin": "no", "TP↗": "alpha*rho + 1 >= alpha",
        "TN↗": "alpha <= 1/2 and alpha*rho + alpha <= rho", "TN≠max": "yes",
        "TP≠max": "yes", "ACE": "alpha*rho + alpha + 1 >= rho", "ACH": "no",
    },
    "IBA(F1)": {
        "TPTNmax": "no", "FNmin": "vacuous", "FPmin": "no", "TP↗": "alpha <= 1",
        "TN↗": "2*alpha <= rho and alpha*rho + alpha <= rho", "TN≠max": "yes",
        "TP≠max": "yes", "ACE": "4*alpha + 1 >= rho", "ACH": "no",
    },
    "IBA(G-mean)": {
        "TPTNmax": "alpha <= 1/2", "FNmin": "alpha <= 1", "FPmin": "alpha <= 1",
        "TP↗": "alpha <= 1", "TN↗": "alpha <= 1/3", "TN≠max": "yes", "TP≠max": "alpha <= 1/2",
        "ACE": "yes", "ACH": "no",
    },
    "IBA(F_beta)": {
        "TPTNmax": "no", "FNmin": "vacuous", "FPmin": "no", "TP↗": "alpha <= 1",
        "TN↗": "alpha*beta + alpha <= rho and alpha*beta + alpha*rho <= rho", "TN≠max": "yes",
        "TP≠max": "yes", "ACE": "2*alpha*beta + 2*alpha + beta >= rho",
        "ACH": "no",
    },
}  # fmt: skip
CELLS = [(row, column) for row, marks in SETS.items() for column in marks]
#: The whole table is decided first.
pytestmark = exhaustive
FAILING = [place for place in CELLS if SETS[place[0]][place[1]] not in ("yes", "vacuous")]


@pytest.fixture(scope="module")
def table() -> Table:
    """The parametric rows, worked out once."""
    return decide_table(TABLE, row=list(SETS), jobs=2)


def strictly(cell: Cell) -> bool:
    return "strictly" in cell.verdict.property


@pytest.mark.parametrize(("row", "column"), CELLS)
def test_every_cell_has_its_exact_set(row: str, column: str, table: Table) -> None:
    cell, wanted = table[row, column], SETS[row][column]
    if wanted in ("yes", "no", "vacuous"):
        assert cell.computed == wanted
    else:
        assert same_set(cell, wanted)
    if cell.threshold is not None:
        assert cell.threshold["sufficient"] == cell.threshold["necessary"] == "proved"


def same_set(cell: Cell, wanted: str) -> bool:
    """Whether the computed condition and the one written above admit the same values."""
    names = [*cell.reading.measure.parameters, "rho"]
    conditions = Condition.parse(cell.exact, names), Condition.parse(wanted, names)
    return all(
        inside(conditions[0], point) is inside(conditions[1], point)
        for values in product(grid(13), repeat=len(names))
        if (point := dict(zip(names, values, strict=True)))["rho"] > 0
    )


def grid(count: int) -> list[Fraction]:
    return [Fraction(k * k, 12) for k in range(count)]


def inside(condition: Condition, point: Mapping[str, Fraction]) -> bool:
    trees = {name: formula(value) for name, value in point.items()}
    return any(admits(clause, trees) for clause in condition.clauses)


def admits(clause: Clause, trees: Mapping[str, Any]) -> bool:
    return all(holds(atom.at(**trees), {}) is True for atom in clause.atoms)


# --- the paper's measures and properties, once more -------------------------------------------


def iba(measure: Callable[..., Any]) -> Callable[..., Any]:
    """Equation 8: (1 + alpha*(TPR - TNR)) * M."""

    def weighted(tp: Any, fn: Any, fp: Any, tn: Any, alpha: Any, **rest: Any) -> Any:
        dominance = tp / (tp + fn) - tn / (fp + tn)
        return (1 + alpha * dominance) * measure(tp, fn, fp, tn, **rest)

    return weighted


def f_beta(tp: Any, fn: Any, fp: Any, tn: Any, beta: Any = 1) -> Any:
    """Equation 5, which weighs with beta."""
    precision, recall = tp / (tp + fp), tp / (tp + fn)
    return (1 + beta) * precision * recall / (beta * precision + recall)


def accuracy(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
    return (tp + tn) / (tp + fn + fp + tn)


def g_mean(tp: Any, fn: Any, fp: Any, tn: Any) -> Any:
    return (tp / (tp + fn) * tn / (fp + tn)) ** 0.5


MEASURES: dict[str, Callable[..., Any]] = {
    "F_beta": f_beta, "IBA(Acc)": iba(accuracy), "IBA(F1)": iba(f_beta), "IBA(G-mean)": iba(g_mean),
    "IBA(F_beta)": iba(f_beta),
}  # fmt: skip
N_MAX = 10
#: Differences below this may be rounding.
TINY = 1e-11


def value(row: str, matrix: tuple[float, ...], at: Point) -> float | None:
    """M, None where it is undefined."""
    with np.errstate(all="ignore"):
        cells = map(np.float64, matrix)
        found = MEASURES[row](*cells, **{name: float(v) for name, v in at.items()})
    return float(found) if np.isfinite(found) else None


def section(p: int, n: int, fine: int = 1) -> Iterator[tuple[float, ...]]:
    for tp, tn in product(range(p * fine + 1), range(n * fine + 1)):
        yield tp / fine, p - tp / fine, n - tn / fine, tn / fine


def pairs(column: str, p: int, n: int) -> Iterator[tuple[tuple[float, ...], tuple[float, ...]]]:
    """Pairs (smaller, larger) of which the property says M(smaller) <= M(larger)."""
    for tp, fn, fp, tn in section(p, n):
        if column == "TP↗":
            yield from (((tp, fn, fp, tn), (tp + k, fn - k, fp, tn)) for k in range(1, int(fn) + 1))
        if column == "TN↗":
            yield from (((tp, fn, fp, tn), (tp, fn, fp - k, tn + k)) for k in range(1, int(fp) + 1))
        if column == "ACE" and tn == n and fn * n % p == 0:
            yield (tp, fn, fp, tn), (p, 0, fn * n / p, n - fn * n / p)
        if column == "ACH":
            yield (tp, fn, fp, tn), (tn, fp, fn, tp)
            yield (tn, fp, fn, tp), (tp, fn, fp, tn)


def whole(column: str, size: int) -> Iterator[tuple[tuple[float, ...], tuple[float, ...]]]:
    """The same for the properties that compare with all matrices of n elements."""
    all_ = [m for p in range(1, size) for m in section(p, size - p)]
    special = {
        "TPTNmax": [m for m in all_ if not m[1] and not m[2]],
        "FNmin": [m for m in all_ if not m[0]],
        "FPmin": [m for m in all_ if not m[3]],
    }[column]
    for one, other in product(special, all_):
        yield (other, one) if column == "TPTNmax" else (one, other)


def violated(row: str, column: str, at: Point, p: int, n: int, strict: bool) -> bool:
    """Whether some matrices of that section violate the property."""
    if column in ("TN≠max", "TP≠max"):
        place = 2 if column == "TN≠max" else 1
        best = max(v for m in section(p, n, 6) if (v := value(row, m, at)) is not None)
        side = (m for m in section(p, n, 6) if not m[place] and m[3 - place])
        return any(v >= best - TINY for m in side if (v := value(row, m, at)) is not None)
    return any(breaks(row, pair, at, strict) for pair in pairs(column, p, n))


def breaks(row: str, pair: tuple[Any, Any], at: Point, strict: bool) -> bool:
    low, high = (value(row, matrix, at) for matrix in pair)
    if low is None or high is None:
        return False
    return high <= low + TINY if strict else high < low - TINY


# --- inside -----------------------------------------------------------------------------------

#: Values of the parameters; at each N/P some are on either side of each threshold.
PLACES = {
    "alpha": [Fraction(k, 60) for k in (3, 10, 15, 19, 21, 24, 29, 30, 31, 45, 59, 60, 61, 75, 90,
                                        120, 180)],
    "beta": [Fraction(k, 12) for k in (0, 1, 3, 6, 11, 12, 13, 18, 24, 48)],
}  # fmt: skip


def places(row: str) -> list[Point]:
    names = [
        name for name in ("alpha", "beta") if name in row or (name == "alpha" and "IBA" in row)
    ]
    found = [dict(zip(names, v, strict=True)) for v in product(*(PLACES[n] for n in names))]
    found = [point for point in found if point.get("beta") != 0 or "IBA" not in row]
    return found if len(names) == 1 else found[::4]


def condition_of(cell: Cell) -> Condition:
    names = [*cell.reading.measure.parameters, "rho"]
    assert cell.threshold is not None
    return Condition.parse(str(cell.threshold["condition"]), names)


@pytest.mark.parametrize(("row", "column"), FAILING)
def test_inside_no_matrix_of_ten_elements_violates_it(row: str, column: str, table: Table) -> None:
    cell = table[row, column]
    condition = condition_of(cell)
    count = {True: 0, False: 0}
    for point in places(row):
        if column in ("TPTNmax", "FNmin", "FPmin"):
            here = inside(condition, {**point, "rho": Fraction(1)})
            count[here] += 1
            if here:
                assert not any(
                    breaks(row, pair, point, False)
                    for size in range(2, N_MAX + 1)
                    for pair in whole(column, size)
                ), point
            continue
        for p, n in ((p, size - p) for size in range(2, N_MAX + 1) for p in range(1, size)):
            here = inside(condition, {**point, "rho": Fraction(n, p)})
            count[here] += 1
            if here:
                assert not violated(row, column, point, p, n, strictly(cell)), (point, p, n)
    assert count[False] >= 5 or column in ("TP↗", "TN≠max")
    assert count[True] >= 5 or cell.computed == "no"


# --- outside ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "column"), FAILING)
def test_outside_the_family_violates_it(row: str, column: str, table: Table) -> None:
    cell = table[row, column]
    assert cell.threshold is not None
    condition, data = condition_of(cell), cell.threshold
    seen = 0
    for point in places(row):
        for p, n in ((1, 1), (3, 1), (1, 3), (2, 5), (9, 1), (1, 20)):
            at = {**point, "rho": Fraction(n, p)}
            if inside(condition, at):
                continue
            part = next(part for part in data["outside"] if in_region(part["when"], at))
            check_family(row, column, point, (p, n), part, strictly(cell))
            seen += 1
    assert seen >= 5


def in_region(text: str, at: Point) -> bool:
    trees = {name: formula(value) for name, value in at.items()}
    return admits(Clause.parse(text, list(at)), trees)


def check_family(
    row: str,
    column: str,
    point: Point,
    sizes: tuple[int, int],
    part: Mapping[str, Any],
    strict: bool,
) -> None:
    """The matrices of the family, from its size on, in 60 decimals."""
    given = {**point, "P": Fraction(sizes[0]), "N": Fraction(sizes[1])}
    least = number(part.get("size", "0"), given)
    for e in {max(0, ceil(least)), max(0, ceil(least)) + 1, 3 * max(0, ceil(least)) + 50}:
        cells = [[number(t, {**given, "e": Fraction(e)}) for t in m] for m in part["matrices"]]
        assert all(cell >= 0 for matrix in cells for cell in matrix)
        exact = {name: mpmath.mpf(v.numerator) / v.denominator for name, v in point.items()}
        values = []
        for matrix in cells:
            shown = [mpmath.mpf(cell.numerator) / cell.denominator for cell in matrix]
            values.append(MEASURES[row](*shown, **exact))
        first, second = values
        if column in ("TN≠max", "TP≠max"):
            p, n = sizes
            best = max(v for m in section(p, n, 12) if (v := value(row, m, point)) is not None)
            assert float(first) >= best - TINY
            assert cells[0][1 if column == "TN≠max" else 2] > 0
        elif column == "ACH":
            assert first != second
        elif column in ("FNmin", "FPmin"):
            assert second > first
        else:
            assert second <= first if strict else second < first


def number(text: str, at: Mapping[str, Fraction]) -> Fraction:
    from slow_definitions import value_of

    return Fraction(value_of(parse(text, names={}, parameters=list(at)), dict(at)))
