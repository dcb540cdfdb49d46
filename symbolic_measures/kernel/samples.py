"""Points that satisfy the hypotheses of a goal: what keeps a statement from being vacuous."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain, islice

from flint import fmpq

from symbolic_measures.kernel.truth import admits, admitting, least, points, testing
from symbolic_measures.nouns.confusion import compositions
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Atom, Goal

#: Parameter values tried, in this order, for samples and counterexamples.
PARAMETER_VALUES = tuple(
    fmpq(p, q) for p, q in ((1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (0, 1), (-1, 1), (3, 4), (1, 4))
) + tuple(fmpq(p, q) for p, q in ((-1, 2), (-2, 1), (10, 1), (1, 10), (9, 10)))
SAMPLE_SIZE = 5
SAMPLES = 3_000
#: So few of them are tried where points are many: each block apart, or more parameters than these.
FEW_PARAMETERS, MANY_PARAMETERS = 20, 2
#: In blocks of more variables than this, the first points to have no empty class are late ones.
FEW_CELLS = 9


def parameters_of(goal: Goal) -> list[str]:
    """The variables that are in no block: they take the values of `PARAMETER_VALUES`."""
    inside = {name for block in goal.blocks for name in block}
    return [variable.name for variable in goal.variables if variable.name not in inside]


def parameter_points(goal: Goal) -> Iterator[dict[str, fmpq]]:
    """Parameter values that satisfy the hypotheses on parameters alone, simplest first."""
    names = parameters_of(goal)
    sorts = {variable.name: variable.sort for variable in goal.variables}
    own = [testing(a) for a in goal.hypotheses if set(a.expr.symbols()) <= set(names)]
    last = len(PARAMETER_VALUES) - 1
    totals = (compositions(total, len(names)) for total in range(len(names) * last + 1))
    places = (place for place in chain.from_iterable(totals) if max(place, default=0) <= last)
    for place in islice(places, SAMPLES):
        point = {name: PARAMETER_VALUES[i] for name, i in zip(names, place, strict=True)}
        fits = all(has_sort(sorts[name], value) for name, value in point.items())
        if fits and all(test(point) for test in own):
            yield point


def has_sort(sort: str, value: fmpq) -> bool:
    return (sort == "real" or value > 0 or (value == 0 and sort != "positive")) and (
        sort != "natural" or value.q == 1
    )


def sample(goal: Goal, largest: int = SAMPLE_SIZE) -> dict[str, fmpq] | None:
    """A point that satisfies the hypotheses, or None if none is found up to that size.

    At most `SAMPLES` points are looked at; of each block apart, if each hypothesis speaks of one.
    Of more than `MANY_PARAMETERS` parameters, `FEW_PARAMETERS` values: else no matrix has its turn.
    If a block has more than `FEW_CELLS` variables, so many points are looked at before where each
    number is 1 more: in these no class is empty.  Whatever is found satisfies all hypotheses.
    It is remembered: goals of one statement mostly have the same hypotheses.
    """
    plain = Goal(goal.variables, goal.hypotheses, Atom(formula(0), "=="), blocks=goal.blocks)
    many = any(len(block) > FEW_CELLS for block in goal.blocks)
    return (_sample(plain, largest, 1) if many else None) or _sample(plain, largest, 0)


@lru_cache(maxsize=4_096)
def _sample(goal: Goal, largest: int, more: int) -> dict[str, fmpq] | None:
    largest += max((sum(least(goal, block)) for block in goal.blocks), default=0)
    if len(goal.blocks) > 1 and (found := _sample_by_blocks(goal, largest, more)) is not None:
        return found
    admitted = admitting(goal)
    most = FEW_PARAMETERS if goal.blocks and len(parameters_of(goal)) > MANY_PARAMETERS else None
    tries = (
        {**point, **parameters}
        for size in range(largest + 1 if goal.blocks else 1)
        for parameters in islice(parameter_points(goal), most)
        for point in (_points(goal, size, more) if goal.blocks else ({},))
    )
    return next((found for found in islice(tries, SAMPLES) if admitted(found) is True), None)


def _points(goal: Goal, size: int, more: int) -> Iterator[dict[str, fmpq]]:
    return ({name: cell + more for name, cell in point.items()} for point in points(goal, size))


def _sample_by_blocks(goal: Goal, largest: int, more: int) -> dict[str, fmpq] | None:
    """The first point of each block that satisfies the hypotheses on it, if they agree."""
    for parameters in islice(parameter_points(goal), FEW_PARAMETERS):
        whole = dict(parameters)
        for block in goal.blocks:
            inside = {*block, *parameters}
            own = tuple(a for a in goal.hypotheses if set(a.expr.symbols()) <= inside)
            variables = tuple(v for v in goal.variables if v.name in inside)
            part = Goal(variables, own, goal.conclusion, blocks=(block,))
            fits = admitting(part)
            sizes = (_points(part, size, more) for size in range(largest + 1))
            tries = islice(chain.from_iterable(sizes), SAMPLES)
            whole.update(next((p for p in tries if fits({**p, **parameters}) is True), {}))
        if {v.name for v in goal.variables} == set(whole) and admits(goal, whole) is True:
            return whole
    return None
