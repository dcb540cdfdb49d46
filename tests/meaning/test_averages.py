"""What averaging keeps, on arbitrary binary measures: the parts of an argument are enough.

If a table with a value at every matrix satisfies all parts (at all points up to a size), its
average over three classes has the property by the slow definition, up to that size.  So no part
is missing from the argument.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from slow_squares import Matrix, margins

from meaning.tables import DECENT, Evaluated, Kept, Number, Scattered, Table
from meaning.test_classes import slow
from symbolic_measures.meaning.averaging_parts import PARTS, parts
from symbolic_measures.nouns.confusion import CELLS, second
from symbolic_measures.nouns.statement import Goal

SIZE = 2
SECOND = second(CELLS)
#: Expectations stand in parts as something that no table has.
ASKED = [
    (averaging, property_id) for averaging, property_id in PARTS
    if property_id not in ("constant-baseline", "approximate-constant-baseline", "distance")
]  # fmt: skip


def against_rest(matrix: Matrix, own: int) -> Matrix:
    """One class of three against the two others."""
    rows, columns = margins(matrix)
    tp = matrix[4 * own]
    fn, fp = rows[own] - tp, columns[own] - tp
    return tp, fn, fp, sum(matrix) - tp - fn - fp


def average(averaging: str, binary: Table) -> Table:
    """Of the values of the three classes, or the value of the sum of their matrices."""

    def value(matrix: Matrix) -> Number | None:
        if sum(matrix) > SIZE:
            return None
        classes = [against_rest(matrix, own) for own in range(3)]
        if averaging == "micro":
            return binary(tuple(map(sum, zip(*classes, strict=True))))
        weights: Any = margins(matrix)[0] if averaging == "weighted" else (1, 1, 1)
        values = [binary(one) for one in classes]
        if None in values:
            return None
        total = sum(w * v for w, v in zip(weights, values, strict=True))  # type: ignore[operator]
        return Fraction(total) / sum(weights)

    return Kept(value)


def with_blocks(part: Goal) -> Goal:
    """The variables in blocks: a second matrix, and numbers that are no cells, apart."""
    groups: dict[str, list[str]] = {}
    for variable in part.variables:
        name = variable.name
        group = name if name in ("k", "u", "s2") else "second" if name in SECOND else "first"
        groups.setdefault(group, []).append(name)
    return replace(part, blocks=tuple(map(tuple, groups.values())))


def measures() -> list[Table]:
    """Tables with a value at every matrix."""
    whole: list[Table] = [Kept(lambda m, base=base: base(m) or 0) for base in DECENT]
    whole += [
        Kept(lambda m: Fraction(m[0] + m[3] - m[1] - m[2], sum(m) or 1)),
        Kept(lambda m: Fraction(-m[1] - m[2])),
        Kept(lambda m: Fraction(min(m[0], m[3]) - m[1] * m[2])),
        Kept(lambda m: Fraction(m[0] * m[3], 1 + m[1] + m[2])),
    ]
    return [*whole, *(Kept(Scattered(n, (0, 1), 0.0)) for n in range(3))]


@pytest.mark.parametrize(("averaging", "property_id"), ASKED)
def test_the_parts_are_enough(averaging: str, property_id: str) -> None:
    seen: Counter[bool] = Counter()
    goals = [with_blocks(part) for part in parts(averaging, property_id, "all")]
    for number, binary in enumerate(measures()):
        told = all(Evaluated(goal, {"value": binary}, SIZE).holds for goal in goals)
        seen[told] += 1
        if told:
            found = slow(average(averaging, binary)).violated(property_id)
            assert found is None, f"measure {number} at n = {found}"
    assert seen[True] >= 1
