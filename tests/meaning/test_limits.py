"""What tends to what, on arbitrary measures: the goals of limits hold iff a table is as they say.

A table has values at the points that a goal can look at; between these points nothing is known, so
what is compared is what the goals say there: a bound on the way, values on paths, a formula that
the measure equals on the way and its value at the end.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from meaning.tables import (
    Evaluated,
    Kept,
    Matrix,
    Number,
    Scattered,
    Table,
    evaluated,
    named,
    stated,
    up_to,
)
from symbolic_measures.meaning.approaches import approaches, limit_statement
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.statement import Goal

SIZE = 3


def supported(support: tuple[str, ...], size: int = SIZE) -> list[Matrix]:
    """The matrices of a pattern."""
    return [m for m in up_to(4, size) if {n for n, c in zip(CELLS, m, strict=True) if c}
            == set(support)]  # fmt: skip


# --- extending a measure to its undefined cases -----------------------------------------------


def near(support: tuple[str, ...], limit: Number, odd: Any) -> Table:
    """No value at a pattern, and values near the limit elsewhere, but for one place."""

    def value(m: Matrix) -> Number | None:
        outside = sum(c for n, c in zip(CELLS, m, strict=True) if n not in support)
        if m == odd:
            return None if outside else limit
        return None if outside == 0 else Fraction(limit) + Fraction(outside, 1 + sum(m))

    return value


@pytest.mark.parametrize("support", [s for s in SUPPORTS if len(s) < 4])
def test_a_limit_with_a_bound(support: tuple[str, ...]) -> None:
    """Undefined at the pattern, defined near it, and (M - v)^2 <= sigma*B wherever defined."""
    chance, seen, size = Random(3), Counter[bool](), len(support) + 2
    for number in range(24):
        limit, bound = chance.choice((0, 1)), chance.choice(("1", "1/2", "1/9", "0"))
        odd = chance.choice(up_to(4, size)) if number % 2 else None
        table = near(support, 0 if number % 5 == 4 else limit, odd)
        entry = {"support": list(support), "limit": str(limit), "bound": bound}
        statement = stated("continuous-extension", named(), entry)
        right = all(table(m) is None for m in supported(support, size))
        for m in supported(support, size):
            for e in range(1, size + 1):
                moved = tuple(c if n in support else e for n, c in zip(CELLS, m, strict=True))
                right = right and (sum(m) + e > size or table(moved) is not None)
        for m in up_to(4, size):
            inside = all(c for n, c in zip(CELLS, m, strict=True) if n in support)
            value = table(m)
            if inside and value is not None:
                sigma = sum(c for n, c in zip(CELLS, m, strict=True) if n not in support)
                right = right and (value - limit) ** 2 <= sigma * Fraction(bound)
        goals = [_in_blocks(goal) for goal in statement.goals]
        told = all(Evaluated(goal, {"value": table}, size).holds for goal in goals)
        assert told == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 1


def _in_blocks(goal: Goal) -> Goal:
    """All variables in one block, so that points up to a size are those of the definition."""
    names = tuple(variable.name for variable in goal.variables)
    return replace(goal, blocks=(names,) if names else ())


PATHS = (["2", "1", "0", "1/e"], ["2", "1", "1/e", "0"])


@pytest.mark.parametrize("values", [["0", "1"], ["1", "1"], ["oo"], ["-oo"]])
def test_no_limit_along_paths(values: list[str]) -> None:
    """Within 1/e of two different values, or at least e in size, for every e = 1, 2, 3, ..."""
    support, seen = ("TP", "FN"), Counter[bool]()
    paths = PATHS[: len(values)]
    for number in range(30):
        chance = Random(number)
        ends = [chance.choice((0, 0, 1)), chance.choice((1, 1, 0))]
        odd = chance.choice((None, 1, 2, SIZE))

        def table(m: Matrix, ends: Any = ends, odd: Any = odd, sign: int = number % 3) -> Any:
            if m[2] == m[3] == 0:
                return None
            e = 1 / Fraction(m[2] or m[3])
            wrong = e == odd
            if values[0] in ("oo", "-oo"):
                return (-e if values[0] == "-oo" else e) * (1 if sign else -1) / (2 if wrong else 1)
            return ends[m[2] != 0] + (2 / e if wrong else 1 / e)

        right = True
        for place, told in enumerate(values):
            for e in range(1, SIZE + 1):
                m = (2, 1, Fraction(place, e), Fraction(1 - place, e))
                value = table(m)
                if told in ("oo", "-oo"):
                    right = right and (value >= e if told == "oo" else value <= -e)
                else:
                    right = right and abs(value - int(told)) <= Fraction(1, e)
        right = right and (len(values) == 1 or values[0] != values[1])
        entry = {"support": list(support), "limit": None, "paths": list(paths), "values": values}
        statement = stated("continuous-extension", named(), entry)
        undefined, *goals = evaluated(statement, {"value": table}, SIZE)
        assert undefined.holds
        assert all(goal.holds for goal in goals) == right
        seen[right] += 1
    assert seen[False] >= 1
    assert seen[True] >= 1 or values == ["1", "1"]


# --- limits as a cell or a parameter moves ------------------------------------------------------

WAYS = (("TN -> oo", ("TP",)), ("TN -> 1+", ("TP", "FN")), ("a -> oo", ("TP", "TN")),
        ("a -> 0+", ("FP",)), ("a -> 1-", ("TP", "FN", "FP", "TN")))  # fmt: skip
TIMES = (1, 2, 5)


def moved(variable: str, end: str, t: Fraction, scale: int, cells: dict[str, Number]) -> Matrix:
    """The cells and the parameter on the way."""
    step = t**scale
    here = 1 / step if end == "oo" else Fraction(end.rstrip("+-")) + step * (-1) ** end.count("-")
    at = {**cells, variable: here}
    return tuple(at.get(name, 0) for name in (*CELLS, *(("a",) if variable == "a" else ())))


@pytest.mark.parametrize(("to", "support"), WAYS)
@pytest.mark.parametrize("scale", [1, 2])
@pytest.mark.parametrize("within", [None, "1/2"])
def test_a_limit_is_the_value_of_what_the_measure_equals_on_the_way(
    to: str, support: tuple[str, ...], scale: int, within: str | None
) -> None:
    """M = E for all 0 < t < d, and E is the limit at t = 0, wherever the other cells are."""
    variable, end = to.split(" -> ")
    subject = named(more=("a",) if variable == "a" else ()).measure
    (approach,) = approaches(to, subject)
    size = len(support) + 1
    matrices, chance = supported(support, size), Random(to)
    seen: dict[str, Counter[bool]] = {kind: Counter() for kind in ("finite", "infinite",
                                                                  "undefined")}  # fmt: skip
    times = [Fraction(t) if within is None else Fraction(within) * t / (t + 1)
             for t in map(Fraction, TIMES)]  # fmt: skip
    for number in range(36):
        kind, odd = tuple(seen)[number % 3], chance.choice((None, chance.choice(matrices)))
        told, power = chance.choice((1, 1, 2)), chance.choice((1, 2))

        def table(at: Matrix, kind: str = kind, odd: Any = odd, power: int = power) -> Any:
            m, (t,) = at[:4], [t for t in times if any(at == on_way(m, t) for m in matrices)]
            wrong = odd is not None and at == on_way(odd, t)
            if kind == "undefined":
                return 1 if wrong else None
            own = Fraction(2 * sum(cell for n, cell in zip(CELLS, m, strict=True) if n in support))
            value = (own + t) / (own + 1) if kind == "finite" else 1 / t**power
            return value + 1 if wrong else value

        def on_way(m: Matrix, t: Fraction) -> Matrix:
            cells = {n: c for n, c in zip(CELLS, m, strict=True) if n in support}
            return moved(variable, end, t, scale, cells)

        own = f"2*({'+'.join(support)})"
        value: dict[str, Any] = {"kind": kind, "scale": scale, "near": within}
        if kind == "finite":
            value |= {"rewritten": f"({own}+t)/({own}+1)", "limit": f"{told}*({own})/({own}+1)"}
        if kind == "infinite":
            sign = 1 if told == 1 else -1
            value |= {"rewritten": "1", "power": power, "log": None, "sign": sign}
        statement = limit_statement(subject, approach, support, value)
        found = [Evaluated(goal, {"value": table}, size, {"t": Fraction(t)})
                 for goal in statement.goals for t in TIMES]  # fmt: skip
        right = odd is None and (told == 1 or kind == "undefined")
        assert all(goal.holds for goal in found) == right
        seen[kind][right] += 1
    assert all(min(count[True], count[False]) >= 1 for count in seen.values())


def test_an_assumption_that_excludes_the_way() -> None:
    """a <= 2 fails as a -> oo, from some t on alone."""
    subject = measure("TP/(TP+a)", assume=["a <= 2"])
    (approach,) = approaches("a -> oo", subject)
    for within, right in ((None, False), ("1/2", True), ("3/4", False)):
        value = {"kind": "excluded", "scale": 1, "near": within, "assumption": 0}
        statement = limit_statement(subject, approach, ("TP",), value)
        found = [Evaluated(goal, {}, SIZE, {"t": Fraction(t)})
                 for goal in statement.goals for t in (Fraction(1, 9), 1, 9)]  # fmt: skip
        assert all(goal.holds for goal in found) == right


def test_tables_are_as_arbitrary_as_anything() -> None:
    """A bound that holds of some scattered tables and not of others."""
    seen = Counter[bool]()
    entry = {"support": ["TP"], "limit": "0", "bound": "1/2"}
    statement = stated("continuous-extension", named(), entry)
    for number in range(40):
        wild = Scattered(number, (0, 0, 0, 0, 1), 0.0)
        table = Kept(lambda m, wild=wild: wild(m) if any(m[1:]) else None)
        right = all(
            m[0] == 0 or (v := table(m)) is None or v**2 <= Fraction(sum(m[1:]), 2)
            for m in up_to(4, 2)
        )
        goals = [_in_blocks(goal) for goal in statement.goals]
        assert all(Evaluated(goal, {"value": table}, 2).holds for goal in goals) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 3
