"""Yes-or-no properties of three classes on arbitrary measures: goals hold iff the definition does.

Tables have values at matrices of up to two elements only; so have the definitions of
`slow_squares`, which enumerate more.  Both must see the same smallest size of a violation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from slow_squares import Matrix, Slow, compositions

from meaning.tables import (
    SPREADS,
    Changed,
    Evaluated,
    Kept,
    Number,
    Scattered,
    Table,
    evaluated,
    named,
    over,
    stated,
)
from symbolic_measures.meaning.class_sums import class_sums
from symbolic_measures.meaning.gosgens import GOSGENS_CLASSES
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.statement import Statement

SIZE, COUNT = 2, 40
ASKED = [p for p in GOSGENS_CLASSES if p not in ("range", "constant-baseline")]
MATRICES = [m for n in range(1, SIZE + 1) for m in compositions(n, 9)]


class Looked(Slow):
    """The definitions on a table instead of a text; no class is like another."""

    table: Table

    @property
    def alike(self) -> bool:
        return False

    def each(self, matrices: list[Matrix]) -> list[Number | None]:
        return [self.table(matrix) for matrix in matrices]


def slow(table: Table) -> Looked:
    found = Looked("")
    object.__setattr__(found, "table", table)
    return found


def _right(m: Matrix) -> int:
    return sum(m[::4])


DECENT: tuple[Table, ...] = (
    lambda m: 0,
    lambda m: over(_right(m), sum(m)),
    lambda m: 2 * _right(m) - sum(m),
    lambda m: 1 if _right(m) == sum(m) else 0,
    lambda m: None if _right(m) != sum(m) else 1,
    lambda m: 1 if _right(m) else 0,
    lambda m: over(m[0], m[0] + m[1] + m[2]),
)


def small(table: Table) -> Table:
    """Without values beyond the size."""
    return Kept(lambda m: table(m) if sum(m) <= SIZE else None)


def tables(count: int) -> Iterator[Table]:
    """Random ones, and decent ones with a few places changed."""
    chance = Random(7)
    for number in range(count):
        if number % 3 == 0:
            values, undefined = chance.choice(SPREADS)
            yield small(Scattered(chance.randrange(10**9), values, max(undefined, 0.5)))
        else:
            few = chance.sample(MATRICES, chance.choice((0, 1, 1, 2)))
            places = {m: chance.choice((None, 0, 1, -1)) for m in few}
            yield small(Changed(chance.choice(DECENT), places))


@cache
def statement_of(property_id: str) -> Statement:
    return stated(property_id, named(3))


def least_size(found: list[Evaluated]) -> int | None:
    """The smallest of the largest block sums of a violation."""
    sizes = [
        max(int(sum(point[name] for name in block)) for block in goal.goal.blocks)
        for goal in found
        for point in goal.violations
    ]
    return min(sizes, default=None)


@pytest.mark.parametrize("property_id", ASKED)
def test_goals_hold_iff_the_definition_does(property_id: str) -> None:
    seen: Counter[bool] = Counter()
    slow_ones = ("distance", "approximate-constant-baseline", "scale-invariance")
    many = COUNT // 4 if property_id in slow_ones else COUNT
    for number, table in enumerate(tables(many)):
        found = evaluated(statement_of(property_id), {"value": table}, SIZE)
        assert not any(goal.missing for goal in found)
        first = slow(table).violated(property_id)
        assert least_size(found) == first, f"table {number}"
        seen[first is None] += 1
    assert seen[True] >= 1
    assert seen[False] >= 1


def test_the_name_of_an_average_means_nothing_within_a_sum() -> None:
    with pytest.raises(FormulaError, match="column 5: unknown name 'macro_F1'"):
        class_sums("sum(macro_F1)")
