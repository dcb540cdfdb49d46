"""Counterexamples of many classes that are, at heart, of three: the others have no element, or one.

What fails for three classes mostly fails for more, at a matrix with one more element for each of
the others, correctly classified.  There are few such matrices, and of the goals about one step, or
one exchange, only those about the first classes are looked at.  Nothing here is trusted: what is
found fails exactly, it need not be the smallest, and where nothing is found there may be something.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np
from flint import fmpq

from symbolic_measures.kernel.samples import parameters_of
from symbolic_measures.kernel.truth import failing
from symbolic_measures.nouns.confusion import cell_names
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.statement import Goal, Statement
from symbolic_measures.search.costs import of_floats, of_points
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.floats import Numbers, may_fail
from symbolic_measures.search.sieve import all_rows

#: The classes that hold more than one element, how many there are in these, and how many goals,
#: and points of each, are looked at.
FEW, ELEMENTS, GOALS, DOUBTFUL = 3, 5, 4, 40

Found = tuple[Goal, dict[str, fmpq]]


def padded(statement: Statement, classes: int, effort: Effort) -> Found | None:
    """A goal about one matrix, and such a point that fails it; None if none is found.

    It is looked for once for each statement within an effort.
    """
    key = "few classes", statement.property
    if key not in effort.tried:
        found = (_in_goal(goal, classes, effort) for goal in _first(statement, classes))
        effort.tried[key] = next((one for one in found if one is not None), None)
    known: Found | None = effort.tried[key]
    return known


def _first(statement: Statement, classes: int) -> list[Goal]:
    """The goals about one matrix, those first that are about the first classes only."""
    names = cell_names(classes)
    about = [
        (max(_touched(goal), default=0), goal)
        for goal in statement.goals
        if goal.blocks == (names,) and not parameters_of(goal)
    ]
    return [goal for _, goal in sorted(about, key=lambda one: one[0])[:GOALS]]


def _touched(goal: Goal) -> Iterator[int]:
    """The classes of the cells that are not the same in all matrices of a goal."""
    for matrix in goal.matrices:
        for name, cell in zip(goal.blocks[0], matrix, strict=False):
            if cell != symbol(name):
                yield from map(int, name[1:])


def _in_goal(goal: Goal, classes: int, effort: Effort) -> Found | None:
    """The first such point that fails a goal."""
    names, fails = cell_names(classes), failing(goal)
    rows = _rows(classes)
    effort.tick(of_floats(goal, len(rows)))
    at = dict(zip(names, rows.T, strict=True))
    may = np.broadcast_to(may_fail(goal, at), len(rows))
    for row in rows[may][:DOUBTFUL].tolist():
        effort.tick(of_points(goal, 1))
        point = dict(zip(names, map(fmpq, row), strict=True))
        if fails(point) is True:
            return goal, point
    return None


def _rows(classes: int) -> Numbers:
    """The matrices, those with few elements first."""
    own = [place for place, name in enumerate(cell_names(classes)) if max(name[1:]) <= str(FEW)]
    others = range(FEW * (classes + 1), classes**2, classes + 1)
    parts = []
    for size, each in chain.from_iterable([(n, 0), (n, 1)] for n in range(1, ELEMENTS + 1)):
        few = all_rows(size, (0,) * len(own))
        part = np.zeros((len(few), classes**2), dtype=np.int64)
        part[:, own] = few
        part[:, list(others)] = each
        parts.append(part)
    return np.concatenate(parts)
