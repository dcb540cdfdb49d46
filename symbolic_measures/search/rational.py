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
from symbolic_measures.kernel.truth import evaluator, failing
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.search.floats import may_fail, values

#: The values that cells have.
VALUES = tuple(fmpq(*pair) for pair in ((0, 1), (1, 20), (1, 2), (1, 1), (20, 1)))
ZERO = formula(0)
#: Points that are looked at, how many of them exactly, and of how many parameter values.
POINTS, DOUBTFUL, PARAMETERS = 1_000, 40, 3


def failing_points(goal: Goal, whole: bool = False) -> Iterator[dict[str, fmpq]]:
    """Points that fail the goal, of which some cells are no whole numbers, or all are.

    A variable of sort `natural` is taken for a cell like the others.
    """
    sorts = {variable.name: variable.sort for variable in goal.variables}
    names = [name for block in goal.blocks for name in block if name in sorts]
    solved = None if whole else _solved(goal, names)
    if solved is not None:
        names.remove(solved[0])
    positive = [n for n, name in enumerate(names) if sorts[name] == "positive"]
    rows, fails = _rows(len(names)), failing(goal)
    rows = rows[(rows[:, positive] > 0).all(axis=1)]
    columns = {name: _FLOATS[rows[:, n]] for n, name in enumerate(names)}
    fitting = _WHOLE[rows].all(axis=1) == whole
    if solved is not None:
        columns[solved[0]] = values(solved[1], columns)[solved[1]]
        fitting &= columns[solved[0]] >= 0
    for parameters in islice(parameter_points(goal), PARAMETERS):
        given = {name: np.array([float(value)]) for name, value in parameters.items()}
        doubtful = np.broadcast_to(may_fail(goal, {**columns, **given}), len(rows))
        for row in rows[doubtful & fitting][:DOUBTFUL]:
            cells = {name: VALUES[place] for name, place in zip(names, row, strict=True)}
            if solved is not None:
                cells[solved[0]] = evaluator(solved[1])(cells)
            if fails({**cells, **parameters}):
                yield {**cells, **parameters}


def _solved(goal: Goal, names: list[str]) -> tuple[str, Formula] | None:
    """A cell that an equation between sums of cells determines, and the formula for it."""
    for atom in goal.hypotheses:
        own = atom.expr.symbols()
        if atom.rel != "==" or not own or not set(names) >= set(own):
            continue
        if atom.expr.ops <= {"+", "-", "neg", "number", "symbol"}:
            slope = derivative(atom.expr, {own[-1]: 1})
            if slope is not None and evaluator(slope)({}) != 0:
                return own[-1], -atom.expr.at(**{own[-1]: ZERO}) / slope
    return None


_WHOLE = np.array([value.q == 1 for value in VALUES])
_FLOATS = np.array([float(value) for value in VALUES])


@lru_cache
def _rows(length: int) -> npt.NDArray[np.int64]:
    """Places of values, drawn at random."""
    drawn = Random(7).choices(range(len(VALUES)), k=POINTS * length)
    return np.array(drawn, dtype=np.int64).reshape(POINTS, length)
