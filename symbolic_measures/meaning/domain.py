"""Where a measure is defined, by which cells are zero, and where a reading extends it."""

from __future__ import annotations

from typing import Any

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import (
    ZERO,
    C,
    Words,
    at_least_one,
    declare,
    declare_of_order,
)
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS, SIZE
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable


@declare_of_order(
    "undefined-set",
    "The matrices where the measure is undefined, by which cells are zero:",
    "semantics of the formula as written",
    answers=True,
    words=Words(answer="patterns"),
)
def undefined_set(reading: Reading, value: Any) -> list[Goal]:
    """value: the supports (lists of positive cells) on which the measure is undefined."""
    undefined = {tuple(support) for support in value or ()}
    if not isinstance(value, list | None) or undefined - set(SUPPORTS):
        raise TypeError("a list of supports is needed")
    return [
        pattern(reading, support, "undefined" if support in undefined else "defined")
        for support in (SUPPORTS if value is not None else ())
    ]


def pattern(reading: Reading, support: tuple[str, ...], rel: Relation) -> Goal:
    """The measure is (un)defined at every matrix with that support."""
    gone = {name: ZERO for name in CELLS if name not in support}
    return Goal(
        tuple(Variable(n, "natural") for n in support) + reading.measure.variables,
        (*reading.measure.conditions, *at_least_one(*map(symbol, support))),
        Atom(reading.formula.at(**gone), rel),
        blocks=(support,),
        label=", ".join(f"{name} > 0" for name in support),
    )


@declare(
    "extends-literal",
    "Wherever the formula as written is defined, the reading has its value.",
    "semantics of conventions",
)
def _extends_literal(reading: Reading, value: Any) -> list[Goal]:
    """Two goals: the reading is defined there, and where it is, it has that value."""
    measure = reading.measure
    variables = tuple(Variable(name, "natural") for name in CELLS)
    given = (*measure.conditions, *at_least_one(SIZE), Atom(measure.formula, "defined"))
    told: dict[str, Atom] = {
        "a value": Atom(reading.formula, "defined"),
        "the same value": Atom(reading.formula - measure.formula, "=="),
    }
    return [
        Goal(variables + measure.variables, given, atom, (C,), (reading.formula,), (CELLS,), label)
        for label, atom in told.items()
    ]
