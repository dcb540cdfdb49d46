"""Where a measure is defined, by zero cells or by equations, and where a reading extends it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symbolic_measures.meaning.conditions import Clause, Condition, RegionError
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import (
    ZERO,
    C,
    Words,
    at_least_one,
    declare,
    declare_of_order,
)
from symbolic_measures.meaning.supports import SUPPORTS, parted
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
    """value: the supports (lists of positive cells) on which the measure is undefined; or the keys
    `supports`, with these, and `where`, a condition on the cells and parameters.

    The measure is then undefined on these supports and wherever the condition holds: one goal says
    so of all matrices for each of its clauses.  On every other support it is defined wherever the
    condition fails, which is wherever all relations of some clause of its complement hold.
    """
    if value is None:
        return []
    supports, where = parted(value)
    if not isinstance(supports, list):
        raise TypeError("a list of supports is needed")
    undefined = {tuple(support) for support in supports}
    if undefined - set(SUPPORTS):
        raise TypeError("a support is a list of cells, in their order")
    outside = [Clause("", ())] if where is None else list(_condition(reading, where).outside())
    goals = [
        _restricted(pattern(reading, support, "defined"), clause)
        if support not in undefined
        else pattern(reading, support, "undefined")
        for support in SUPPORTS
        for clause in (outside if support not in undefined else outside[:1])
    ]
    if where is None:
        return goals
    return [*goals, *(_undefined_where(reading, c) for c in _condition(reading, where).clauses)]


def _condition(reading: Reading, where: str) -> Condition:
    """TypeError for what is no condition on the cells that may hold."""
    try:
        condition = Condition.parse(where, (*CELLS, *reading.measure.parameters))
    except RegionError as error:
        raise TypeError(str(error)) from None
    if not condition.clauses or not all(clause.atoms for clause in condition.clauses):
        raise TypeError("a condition that says nothing")
    return condition


def _restricted(goal: Goal, clause: Clause) -> Goal:
    """The goal where the relations of a clause hold, too."""
    gone = {name: ZERO for name in CELLS if name not in goal.blocks[0]}
    more = tuple(atom.at(**gone) for atom in clause.atoms)
    return replace(goal, hypotheses=(*goal.hypotheses, *more))


def _undefined_where(reading: Reading, clause: Clause) -> Goal:
    """The measure is undefined at every matrix at which the relations of a clause hold."""
    return Goal(
        tuple(Variable(name, "natural") for name in CELLS) + reading.measure.variables,
        (*reading.measure.conditions, *at_least_one(SIZE), *clause.atoms),
        Atom(reading.formula, "undefined"),
        blocks=(CELLS,),
        label=f"undefined where {clause.text}",
    )


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
