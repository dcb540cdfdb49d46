"""Counterexamples of many classes that are, at heart, of three: the others have no element, or one.

What fails for three classes mostly fails for more, at a matrix with one more element for each of
the others, correctly classified; where all cells are positive, with one more in each of them.
There are few such matrices, and of the goals about one step, or one exchange, only those about the
first classes are looked at.  Nothing here is trusted: what is found fails exactly, it need not be
the smallest, and where nothing is found there may be something.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice

import numpy as np
from flint import fmpq

from symbolic_measures.kernel.samples import parameters_of
from symbolic_measures.kernel.truth import SIGNS, fails, least
from symbolic_measures.nouns.confusion import cell_names, second
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.statement import Atom, Goal, Statement
from symbolic_measures.search.costs import of_floats, of_points
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.floats import SHARED, Numbers, Seen, may_fail
from symbolic_measures.search.rows import admitted, all_rows

#: The classes that hold more than one element, how many there are in these, at first and at most,
#: and how many goals, and points of each, are looked at.
FEW, FIRST, ELEMENTS, GOALS, DOUBTFUL = 3, 5, 7, 4, 40
#: Three labelings: elements looked at in two classes, in blocks of more variables than this.
LABELS, LARGE_BLOCK = 4, 25

Found = tuple[Goal, dict[str, fmpq]]
#: Where goals look at the same matrices: those of so many elements that their hypotheses admit.
Looked = tuple[int, tuple[int, ...], tuple[Atom, ...]]


def padded(
    statement: Statement, classes: int, effort: Effort, most: int = ELEMENTS
) -> Found | None:
    """A goal about one or two matrices, or about three labelings, and such a point that fails it,
    with at most so many elements; None if none is found.

    It is looked for once for each statement within an effort.
    """
    key = "few classes", statement.goals, most
    if key not in effort.tried:
        seen: dict[Looked, tuple[Numbers, Seen]] = {}
        goals = _first(statement, classes)
        tries = (_in_goal(goal, classes, effort, most, seen) for goal in goals)
        three = ((goal, few_labels(goal, effort)) for goal in statement.goals if of_labelings(goal))
        labeled = ((goal, point) for goal, point in three if point is not None)
        found = chain((one for one in tries if one is not None), labeled)
        effort.tried[key] = next(found, None)
    known: Found | None = effort.tried[key]
    return known


def of_labelings(goal: Goal) -> bool:
    """Whether it is about three labelings of several classes."""
    large = bool(goal.blocks) and len(goal.blocks[0]) > LARGE_BLOCK
    return large and goal.blocks[0][0].startswith("x_")


def _first(statement: Statement, classes: int) -> list[Goal]:
    """The goals about one matrix or two, those first that are about the first classes only."""
    names = cell_names(classes)
    about = [
        (max(_touched(goal), default=0), goal)
        for goal in statement.goals
        if goal.blocks in ((names,), (names, second(names)))
        and goal.conclusion.rel in SIGNS
        and not parameters_of(goal)
    ]
    return [goal for _, goal in sorted(about, key=lambda one: one[0])[:GOALS]]


def _touched(goal: Goal) -> Iterator[int]:
    """The classes of the cells that are not the same in all matrices of one block."""
    for matrix in goal.matrices if len(goal.blocks) == 1 else ():
        for name, cell in zip(goal.blocks[0], matrix, strict=False):
            if cell != symbol(name):
                yield from map(int, name[1:])


def _in_goal(
    goal: Goal,
    classes: int,
    effort: Effort,
    most: int,
    seen: dict[Looked, tuple[Numbers, Seen]],
) -> Found | None:
    """The first such point that fails a goal."""
    for row in islice(_doubtful(goal, classes, effort, most, seen), DOUBTFUL):
        effort.tick(of_points(goal, 1))
        point = dict(zip(chain(*goal.blocks), map(fmpq, row), strict=True))
        if fails(goal, point) is True:
            return goal, point
    return None


def _doubtful(
    goal: Goal,
    classes: int,
    effort: Effort,
    most: int,
    seen: dict[Looked, tuple[Numbers, Seen]],
) -> Iterator[list[int]]:
    """The cells of such points that may fail a goal, those with few elements first."""
    names = tuple(chain(*goal.blocks))
    low = tuple(one for block in goal.blocks for one in least(goal, block))
    plain = tuple(atom for atom in goal.hypotheses if atom.expr.is_polynomial)
    for size, rows in enumerate(_rows(classes)[:most]):
        effort.tick(of_floats(goal, len(rows) + 1 - len(goal.blocks)))
        if (key := (size, low, plain)) not in seen:
            if len(goal.blocks) == 2:  # each matrix with the next one
                rows = np.hstack([rows[:-1], rows[1:]])
            rows = admitted(goal, names, rows + low)
            seen[key] = rows, Seen(dict(zip(names, rows.T, strict=True)))
        rows, at = seen[key] if len(rows) <= SHARED else seen.pop(key)
        yield from rows[np.broadcast_to(may_fail(goal, at), len(rows))].tolist()


def few_labels(goal: Goal, effort: Effort) -> dict[str, fmpq] | None:
    """A point that fails a goal about three labelings of many classes, if one is found where all
    elements are of the first two classes, or are one of each other class that all three put there:
    the smallest of these.  It need not be minimal.
    """
    if len(goal.blocks) != 2 or parameters_of(goal):
        return None
    names, doubled = goal.blocks
    two = [place for place, name in enumerate(names) if set(name[2:]) <= set("12")]
    alike = [place for place, name in enumerate(names) if len(set(name[2:])) == 1]
    others = [place for place in alike if place not in two]
    parts = [all_rows(size, (0,) * len(two)) for size in range(1, LABELS + 1)]
    few = np.repeat(np.concatenate(parts), 2, axis=0)  # each without the others and with them
    rows = np.zeros((len(few), len(names) + len(doubled)), dtype=np.int64)
    rows[:, two], rows[:, len(names) :] = few, 1
    rows[1::2, others] = 1
    every = (*names, *doubled)
    effort.tick(of_floats(goal, len(rows)))
    may = np.broadcast_to(may_fail(goal, dict(zip(every, rows.T, strict=True))), len(rows))
    for row in rows[may].tolist():
        effort.tick(of_points(goal, 1))
        point = dict(zip(every, map(fmpq, row), strict=True))
        if fails(goal, point) is True:
            return point
    return None


@lru_cache(maxsize=8)
def _rows(classes: int) -> list[Numbers]:
    """The matrices, those of each number of elements together."""
    own = [place for place, name in enumerate(cell_names(classes)) if max(name[1:]) <= str(FEW)]
    others = range(FEW * (classes + 1), classes**2, classes + 1)
    parts = []
    for size in range(1, ELEMENTS + 1):
        few = all_rows(size, (0,) * len(own))
        part = np.zeros((2 * len(few), classes**2), dtype=np.int64)
        part[:, own] = np.concatenate([few, few])
        part[len(few) :, list(others)] = 1  # without the others, and with them
        parts.append(part)
    return parts
