"""Points where a goal's hypotheses hold and its conclusion has no value.

Such a point is no violation, but the goal cannot be proved either: a proof shows that the
conclusion is defined.  So no time is lost on one, and the verdict says where the value is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, compress, islice

import numpy as np

from symbolic_measures.kernel.samples import parameter_points
from symbolic_measures.kernel.truth import Point, admitting, least, points, testing
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import CONTRARY, Atom, Goal
from symbolic_measures.search.costs import of_floats, of_points
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.floats import EXACT, Numbers, may_hold

#: How many points of a goal are looked at, of how many parameter values, and up to which size.
POINTS, PARAMETERS, SIZE = 300, 3, 8


def without_value(goal: Goal, effort: Effort) -> Point | None:
    """A small point at which the goal stays open whatever is tried, if one is seen.

    Parameters
    ----------
    goal : the goal; one whose conclusion is about definedness has no such point
    effort : what it is counted to

    Returns
    -------
    The values of its variables, or None.
    """
    if goal.conclusion.rel in (*CONTRARY, "constant-mean") or _always_defined(goal):
        return None
    nowhere = Atom(goal.conclusion.expr, "undefined")
    missing, admitted = testing(nowhere), admitting(goal)
    anything = Atom(formula(0), "==")  # goals of one statement mostly have the same hypotheses
    found, columns = _small(Goal(goal.variables, goal.hypotheses, anything, blocks=goal.blocks))
    effort.tick(of_floats(goal, len(found)))
    for point in compress(found, may_hold(nowhere, columns)) if found else ():
        effort.tick(of_points(goal, 1))
        if missing(point) is True and admitted(point) is True:
            return point
    return None


@lru_cache(maxsize=64)
def _small(goal: Goal) -> tuple[tuple[Point, ...], dict[str, Numbers]]:
    """As many small points as are looked at, and the values of each variable."""
    found = tuple(islice(_points(goal), POINTS))
    return found, _columns(found) if found else {}


def _columns(found: tuple[Point, ...]) -> dict[str, Numbers]:
    """The values of each variable; whole ones exactly."""
    columns = {}
    for name in found[0]:
        values = [point[name] for point in found]
        whole = all(value.q == 1 and abs(value) <= int(EXACT) for value in values)
        columns[name] = np.array(list(map(int if whole else float, values)))
    return columns


def _always_defined(goal: Goal) -> bool:
    """Whether the hypotheses plainly say that the conclusion has a value."""
    given = {atom.expr for atom in goal.hypotheses}
    stack = [goal.conclusion.expr]
    while stack:
        tree = stack.pop()
        if tree in given or tree.is_polynomial:
            continue
        if tree.op not in ("+", "-", "*", "neg"):
            return False
        stack += tree.children
    return True


def _points(goal: Goal) -> Iterator[Point]:
    """Small points of the goal, those of the first parameter values first."""
    if not goal.blocks:
        yield from parameter_points(goal)
        return
    low = max(sum(least(goal, block)) for block in goal.blocks)
    for parameters in islice(parameter_points(goal), PARAMETERS):
        sizes = (points(goal, size) for size in range(low, low + SIZE))
        found = islice(chain.from_iterable(sizes), POINTS // PARAMETERS)
        yield from ({**point, **parameters} for point in found)


def told(point: Point) -> str:
    """`TP = 1, FN = 1` of a point."""
    return ", ".join(f"{name} = {value}" for name, value in point.items())
