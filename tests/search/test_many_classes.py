"""Four and five classes: verdicts against those for every m, and against plain formulas.

What is proved for every m is not refuted at a number of classes, and what is refuted for every
m >= r is not proved at one of them.  The measures are written here once more, in exact arithmetic
on rows of numbers; what is proved has no violation at many matrices, and a witness is one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from asking import check
from tiers import exhaustive, few

from symbolic_measures import verify
from symbolic_measures.kernel.checker import speaks
from symbolic_measures.kernel.samples import sample
from symbolic_measures.kernel.truth import admits
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import make_reading, measure

Rows = list[list[int]]


def _sizes(rows: Rows) -> list[tuple[int, int, int]]:
    """(c, a, b) of each class."""
    classes = range(len(rows))
    return [(rows[i][i], sum(rows[i]), sum(row[i] for row in rows)) for i in classes]


def _accuracy(rows: Rows) -> Fraction:
    return Fraction(sum(c for c, _, _ in _sizes(rows)), sum(map(sum, rows)))


def _balanced(rows: Rows) -> Fraction:
    return sum((Fraction(c, a) for c, a, _ in _sizes(rows)), Fraction(0)) / len(rows)


def _macro(rows: Rows) -> Fraction:
    return sum((Fraction(2 * c, a + b) for c, a, b in _sizes(rows)), Fraction(0)) / len(rows)


def _kappa(rows: Rows) -> Fraction:
    n, chance = sum(map(sum, rows)), sum(a * b for _, a, b in _sizes(rows))
    return Fraction(n * sum(c for c, _, _ in _sizes(rows)) - chance, n * n - chance)


PLAIN: dict[str, Callable[[Rows], Fraction]] = {
    "accuracy": _accuracy, "BA": _balanced, "macro_F1": _macro, "kappa": _kappa,
}  # fmt: skip
#: Properties of pairs of matrices: whether the two values may stand as they are.
RELATIONS: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "class-symmetry": lambda one, other: one == other,
    "symmetry": lambda one, other: one == other,
    "monotone": lambda one, other: one < other,
    "weakly-monotone": lambda one, other: one <= other,
    "strongly-monotone": lambda one, other: one < other,
    "weakly-strongly-monotone": lambda one, other: one <= other,
}


def value(name: str, rows: Rows) -> Fraction | None:
    """Of the measure; None where it has none."""
    try:
        return PLAIN[name](rows)
    except ZeroDivisionError:
        return None


def matrices(m: int) -> Iterator[Rows]:
    """Many small ones, from few elements to some in each cell."""
    chance = Random(m)
    for number in range(60):
        cells = [0] * (m * m)
        for _ in range(2 + number // 2):
            cells[chance.randrange(m * m)] += 1
        yield [cells[i * m : i * m + m] for i in range(m)]


def moved(rows: Rows, *moves: tuple[int, int, int]) -> Rows:
    """With so many elements more in some cells."""
    found = [list(row) for row in rows]
    for i, j, by in moves:
        found[i][j] += by
    return found


def partners(property_id: str, rows: Rows) -> Iterator[Rows]:
    """What a property compares a matrix with."""
    m, n = len(rows), sum(map(sum, rows))
    if property_id == "class-symmetry":
        for order in list(permutations(range(m)))[1:30]:
            yield [[rows[i][j] for j in order] for i in order]
        return
    if property_id == "symmetry":
        yield [[rows[j][i] for j in range(m)] for i in range(m)]
        return
    if n in [size for sizes in _sizes(rows) for size in sizes[1:]]:
        return
    wrong = [(i, j) for i in range(m) for j in range(m) if i != j and rows[i][j]]
    if property_id in ("monotone", "weakly-monotone"):
        for i, j in wrong:
            yield from (moved(rows, (i, j, -1), (k, k, 1)) for k in (i, j))
        return
    if wrong:
        yield from (moved(rows, (i, i, 1)) for i in range(m))
    if any(rows[i][i] for i in range(m)):
        yield from (moved(rows, (i, j, -1)) for i, j in wrong)


def violations(name: str, property_id: str, m: int) -> Iterator[tuple[Rows, Rows]]:
    """Pairs among many matrices whose values do not stand as they should."""
    for rows in matrices(m):
        here = value(name, rows)
        if here is None:
            continue
        for other in partners(property_id, rows):
            there = value(name, other)
            if there is not None and not RELATIONS[property_id](here, there):
                yield rows, other


#: Measures and numbers of classes, with what is not decided there.
OPEN: dict[tuple[str, int], tuple[str, ...]] = {
    ("BA", 4): (), ("macro_F1", 4): (), ("kappa", 4): (),
    ("BA", 5): (), ("macro_F1", 5): (), ("kappa", 5): (),
}  # fmt: skip


def agrees(name: str, m: int, ids: tuple[str, ...] = ()) -> list[str]:
    """What is undecided at m; a failure where a verdict is not what it is for every m, or not what
    plain formulas say."""
    asked = {"property": list(ids)} if ids else {}
    fixed = check(name, classes=m, timeout=600, **asked)
    every = check(name, classes="every", timeout=600, **asked)
    for verdict in fixed.verdicts:
        general = every[verdict.property]
        proved = [k for k, at in general.at if at.outcome == "proved" and k == m]
        if general.outcome == "proved" or proved:
            assert verdict.outcome != "refuted", verdict.property
        elif general.family is not None and general.refuted_at is not None:
            assert m < general.refuted_at or verdict.outcome != "proved", verdict.property
        if verdict.property in RELATIONS:
            failing = next(violations(name, verdict.property, m), None)
            assert verdict.outcome != "proved" or failing is None, (verdict.property, failing)
            if verdict.outcome == "refuted":
                found = verdict.witness.matrices
                rows = [[list(map(int, cells[i * m : i * m + m])) for i in range(m)]
                        for cells in found]  # fmt: skip
                here, there = (value(name, own) for own in rows)
                assert rows[1] in list(partners(verdict.property, rows[0]))
                assert here is not None
                assert there is not None
                assert not RELATIONS[verdict.property](here, there)
    assert [item for item in verify(json.loads(fixed.to_json())) if item.problem] == []
    return [verdict.property for verdict in fixed.verdicts if verdict.outcome == "undecided"]


@exhaustive
@pytest.mark.parametrize(("name", "m"), OPEN)
def test_the_battery_is_that_for_every_m(name: str, m: int) -> None:
    assert set(agrees(name, m)) <= set(OPEN[name, m])


#: What takes little time, and is decided.
QUICK = [
    ("BA", 4, "weakly-monotone"), ("BA", 4, "symmetry"), ("BA", 5, "weakly-strongly-monotone"),
    ("accuracy", 4, "monotone"), ("kappa", 4, "class-symmetry"), ("BA", 5, "symmetry"),
    ("macro_F1", 4, "weakly-strongly-monotone"), ("macro_F1", 5, "symmetry"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "m", "property_id"), few(QUICK, 2, unpack=True))
def test_a_verdict_is_that_for_every_m(name: str, m: int, property_id: str) -> None:
    assert agrees(name, m, (property_id,)) == []


def test_the_plain_formulas_find_violations() -> None:
    assert next(violations("BA", "symmetry", 4), None) is not None
    assert next(violations("macro_F1", "strongly-monotone", 4), None) is not None
    assert next(violations("BA", "weakly-monotone", 4), None) is None


@pytest.mark.parametrize("name", ["BA", "macro_F1", "SBA", "kappa"])
@pytest.mark.parametrize("m", [4, 5])
def test_every_goal_speaks_of_something(name: str, m: int) -> None:
    """Of a measure with a value where no class is empty: the first small matrices have none."""
    reading = make_reading(measure(name, classes=m), (), None)
    for property_id in ("maximal-agreement", "monotone", "distance", "scale-invariance"):
        for goal in PROPERTIES[property_id].statement(reading).goals:
            point = sample(goal)
            assert speaks(goal)
            assert point is not None
            assert admits(goal, point) is True
