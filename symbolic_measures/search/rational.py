"""Points with cells that are no whole numbers, at which a goal is false.

Drawn at random, always the same ones, and looked at in floats before they are looked at exactly.
Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random

import numpy as np
import numpy.typing as npt
from flint import fmpq

from symbolic_measures.kernel.samples import parameter_points
from symbolic_measures.kernel.truth import failing
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.search.floats import may_fail

#: The values that cells have.
VALUES = tuple(fmpq(*pair) for pair in ((0, 1), (1, 20), (1, 2), (1, 1), (20, 1)))
#: Points that are looked at, how many of them exactly, and of how many parameter values.
POINTS, DOUBTFUL, PARAMETERS = 1_000, 40, 3


def failing_points(goal: Goal, whole: bool = False) -> Iterator[dict[str, fmpq]]:
    """Points that fail the goal, of which some cells are no whole numbers, or all are.

    A variable of sort `natural` is taken for a cell like the others.
    """
    sorts = {variable.name: variable.sort for variable in goal.variables}
    names = [name for block in goal.blocks for name in block if name in sorts]
    positive = [n for n, name in enumerate(names) if sorts[name] == "positive"]
    rows, fails = _rows(len(names)), failing(goal)
    rows = rows[(rows[:, positive] > 0).all(axis=1)]
    columns = {name: _FLOATS[rows[:, n]] for n, name in enumerate(names)}
    for parameters in islice(parameter_points(goal), PARAMETERS):
        given = {name: np.array([float(value)]) for name, value in parameters.items()}
        doubtful = np.broadcast_to(may_fail(goal, {**columns, **given}), len(rows))
        fitting = doubtful & (_WHOLE[rows].all(axis=1) == whole)
        for row in rows[fitting][:DOUBTFUL]:
            cells = {name: VALUES[place] for name, place in zip(names, row, strict=True)}
            if fails({**cells, **parameters}):
                yield {**cells, **parameters}


_WHOLE = np.array([value.q == 1 for value in VALUES])
_FLOATS = np.array([float(value) for value in VALUES])


@lru_cache
def _rows(length: int) -> npt.NDArray[np.int64]:
    """Places of values, drawn at random."""
    drawn = Random(7).choices(range(len(VALUES)), k=POINTS * length)
    return np.array(drawn, dtype=np.int64).reshape(POINTS, length)
