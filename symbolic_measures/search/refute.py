"""The smallest counterexample, by exact enumeration in growing size."""

from __future__ import annotations

from flint import fmpq

from symbolic_measures.kernel.checker import (
    expectation_witness,
    first_difference,
    parameter_points,
    witness_at,
)
from symbolic_measures.kernel.truth import Key, fails, key, points
from symbolic_measures.search.clock import Clock
from symbolic_measures.statement import Goal, Statement
from symbolic_measures.verdict import Witness

MAX_PARAMETERS = 12


def refute(statement: Statement, largest: int, clock: Clock, smallest: int = 0) -> Witness | None:
    """The smallest witness of sizes `smallest` to `largest`, at the first parameter values that
    have one."""
    tried: set[str] = set()
    for goal in statement.goals:
        for number, parameters in enumerate(parameter_points(goal)):
            if number == MAX_PARAMETERS:
                break
            if str(parameters) in tried:
                continue
            tried.add(str(parameters))
            found = _at_parameters(statement, parameters, largest, clock, smallest)
            if found is not None:
                return found
    return None


def _at_parameters(
    statement: Statement, parameters: dict[str, fmpq], largest: int, clock: Clock, smallest: int
) -> Witness | None:
    best: tuple[Key, int, dict[str, fmpq]] | None = None
    unknown: Key | None = None
    for number, goal in enumerate(statement.goals):
        if goal.conclusion.rel == "constant-mean":
            pair = first_difference(goal, parameters, largest)
            return expectation_witness(goal, number, pair, parameters) if pair else None
        top = largest if best is None else int(best[0][0])
        found, unsure = _in_goal(goal, parameters, top, clock, smallest)
        if unsure is not None and (unknown is None or unsure < unknown):
            unknown = unsure
        if found is not None and (best is None or found[0] < best[0]):
            best = found[0], number, found[1]
    if best is None:
        return None
    minimal = smallest == 0 and (unknown is None or best[0] < unknown)
    return witness_at(statement, best[1], best[2], minimal)


def _in_goal(
    goal: Goal, parameters: dict[str, fmpq], largest: int, clock: Clock, smallest: int
) -> tuple[tuple[Key, dict[str, fmpq]] | None, Key | None]:
    """The failing point with the smallest key, and the smallest key that could not be told."""
    unsure: Key | None = None
    for size in range(smallest, largest + 1) if goal.blocks else ():
        best: tuple[Key, dict[str, fmpq]] | None = None
        for count, point in enumerate(points(goal, size)):
            if count % 64 == 0:
                clock.tick()
            full = {**point, **parameters}
            truth = fails(goal, full)
            if truth is False:
                continue
            here = key(goal, full)
            if truth is None:
                unsure = here if unsure is None else min(unsure, here)
            elif best is None or here < best[0]:
                best = here, full
        if best is not None:
            return best, unsure
    return None, unsure
