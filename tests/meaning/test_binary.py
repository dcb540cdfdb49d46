"""Yes-or-no properties of two classes on arbitrary measures: goals hold iff the definition does.

The goals are evaluated at all points up to a size, the definition by `slow_definitions` and
`slow_tetrahedron` on the same matrices; where both see a violation, it is the same first one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from slow_definitions import DEFINITIONS, HOLDS, VACUOUS, VIOLATED, Answer, up_to
from slow_further import DEFINED as FURTHER
from slow_tetrahedron import TETRAHEDRON

from meaning.tables import Evaluated, Table, Turned, evaluated, named, stated, tables
from symbolic_measures.meaning.frameworks import ALL, battery
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.statement import Statement

SIZE = 3
#: Larger blocks of variables are enumerated up to less; independence needs four elements.
SIZES = {
    "distance": 2, "approximate-constant-baseline": 2, "zero-at-independence": 4,
    "sign-of-association": 4,
}  # fmt: skip
#: How many tables, and how many of goals that take long.
MANY, FEW = 150, 40
SLOW_GOALS = ("approximate-constant-baseline", "distance", "maximal-agreement", "minimal-agreement")
SLOW: dict[str, Callable[..., Answer]] = {**DEFINITIONS, **TETRAHEDRON, **FURTHER}
BELOW = ("tn-not-max", "tp-not-max", "tn-not-max-in-section", "tp-not-max-in-section")
ASKED = [p for p in (*battery(ALL), "tptn-max-in-section", "fn-min-in-section",
                     "fp-min-in-section") if p in SLOW and p not in BELOW
         and p != "constant-baseline"]  # fmt: skip


def outcome(statement: Statement, found: list[Evaluated]) -> str:
    """Of the statement, as the kernel would fold the goals."""
    assert not any(goal.missing for goal in found)
    silent = [not goal.speaks for goal in found]
    if all(silent) or any(silent[number] for number in statement.presupposed):
        return VACUOUS
    return VIOLATED if any(goal.violations for goal in found) else HOLDS


@cache
def statement_of(property_id: str, better: bool) -> Statement:
    return stated(property_id, named(better=better))


def compared(property_id: str, table: Table, better: bool) -> tuple[str, str]:
    """The outcome, and what is wrong with it."""
    size, prop = SIZES.get(property_id, SIZE), PROPERTIES[property_id]
    score = table if better or prop.as_given else Turned(table)
    slow = SLOW[property_id](score, size)
    statement = statement_of(property_id, better)
    found = evaluated(statement, {"value": table}, size)
    told = outcome(statement, found)
    if told != slow.outcome and not (property_id == "distance" and VACUOUS in (told, slow.outcome)):
        return told, f"goals say {told}, the definition {slow.outcome} {slow}"
    if told == VIOLATED:
        least = min(goal.least() for goal in found if goal.violations)
        if least != slow.key:
            return told, f"goals fail first at {least}, the definition at {slow.key}"
    return told, ""


@pytest.mark.parametrize("property_id", ASKED)
def test_goals_hold_iff_the_definition_does(property_id: str) -> None:
    seen: Counter[str] = Counter()
    many = FEW if property_id in SLOW_GOALS else MANY
    for number, table in enumerate(tables(many, up_to(SIZE))):
        told, wrong = compared(property_id, table, number % 5 != 0)
        assert wrong == "", f"table {number}"
        seen[told] += 1
    assert seen[HOLDS] >= 2
    assert seen[VIOLATED] >= 4
