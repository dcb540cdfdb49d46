"""Places where a measure has no derivative: kinks, with the slopes on both sides of them.

Nothing here is trusted: `meaning.no_derivative` says what must be proved of such a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from typing import Any

import numpy as np
from flint import fmpq

from symbolic_measures.fences import OutOfMemoryError, OutOfTimeError
from symbolic_measures.kernel.exact import CannotTellError, sign
from symbolic_measures.macros import check
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.no_derivative import CLOSE
from symbolic_measures.meaning.opitz_slopes import positive
from symbolic_measures.meaning.property import Property
from symbolic_measures.meaning.replay import not_applicable
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.search.costs import of_floats, of_value
from symbolic_measures.search.effort import Effort, OutOfStepsError
from symbolic_measures.search.floats import Numbers, Seen, may_hold
from symbolic_measures.search.orders import value_at
from symbolic_measures.search.rows import in_numbers, in_parts, in_texts
from symbolic_measures.search.simple_numbers import between, near
from symbolic_measures.search.tactics.formulas import prove_goal

#: Matrices looked at: cells 1 and so many elements more; places that are tried to be proved.
MORE, PLACES = 4, 4
#: Of two classes, cells beside one that is at most so large.
OTHERS, LARGE = (1, 2, 3), 120
#: The step of a difference quotient.
SMALL = Fraction(1, 10**9)
#: Slopes that are larger are taken to have no end.
STEEP = 1_000
#: Slopes that differ by less are taken for one.
APART = 1e-3

Point = dict[str, fmpq]


def without_derivative(prop: Property, reading: Reading, effort: Effort) -> Verdict | None:
    """Not applicable, with the proof that there is no derivative at some matrix; None if none is
    found.  OutOfStepsError where a place was found, and its proof would take more steps."""
    ended: OutOfStepsError | None = None
    with suppress(OutOfTimeError, OutOfMemoryError):
        for value in _places(reading, effort):
            try:
                if (verdict := shown_not_to_apply(prop, reading, value, effort)) is not None:
                    return verdict
            except OutOfStepsError as error:
                ended = error
    if ended is not None:
        raise ended
    return None


def shown_not_to_apply(
    prop: Property, reading: Reading, value: Any, effort: Effort
) -> Verdict | None:
    """Not applicable for what the value says, with its proof; None if there is none."""
    verdict = not_applicable(prop, reading, value, Step("every-goal"))
    steps = [prove_goal(goal, effort.share(effort.left() // 2))
             for goal in verdict.statement.goals]  # fmt: skip
    found = tuple(step for step in steps if step is not None)
    if len(found) < len(steps):
        return None
    verdict = replace(verdict, proof=Step("every-goal", {}, found))
    check(verdict.statement, replace(verdict, outcome="proved"))
    return verdict


def _places(reading: Reading, effort: Effort) -> Iterator[dict[str, Any]]:
    """Matrices at a kink, with numbers between the slopes on its two sides."""
    tree, points = positive(reading), parameter_samples(reading)
    cells = set(reading.measure.cells)
    tests = [test for test in dict.fromkeys(_tests(tree)) if cells & set(test.symbols())]
    chosen = [points, *([point] for point in points if point)]  # for all values, else for some
    for some in chosen if tests and points else ():
        yield from islice(_places_for(reading, tests, some, some is points, effort), PLACES)


def _places_for(
    reading: Reading, tests: list[Formula], some: list[Point], every: bool, effort: Effort
) -> Iterator[dict[str, Any]]:
    """Those with such numbers at all of these values of the parameters, smallest matrices first."""
    tree, cells = positive(reading), reading.measure.cells
    smooth: set[tuple[int, ...]] = effort.tried.setdefault(("smooth", tree, str(some)), set())
    for rows in _matrices(len(cells)):
        for matrix in _near_zero(tests, cells, some[0], rows, effort):
            if tuple(matrix) in smooth:
                continue
            here = dict(zip(cells, map(fmpq, matrix), strict=True))
            effort.tick(sum(map(of_value, tests)))
            if not any(_is_zero(test, {**some[0], **here}) for test in tests):
                smooth.add(tuple(matrix))
                continue
            for cell in cells:
                effort.tick(len(some) * (10 + 3 * of_value(tree)))
                value = _apart(tree, here, cell, some)
                if value is not None:
                    told = in_texts(some[0])
                    given = {} if every else {"parameters": told}
                    place = [str(number) for number in matrix]
                    yield {"cell": cell, "matrix": place, **value, **given}
                    break
            else:
                smooth.add(tuple(matrix))


def _matrices(width: int) -> Iterator[Numbers]:
    """Those with cells 1 and a few elements more; of two classes also small ones with one cell that
    may be large, as a precision of 9/10 is first at TP = 9."""
    for extra in range(MORE + 1):
        for rows in in_parts(extra, width):
            yield 1 + rows
    for place in range(width) if width == len(CELLS) else ():
        others = product(OTHERS, repeat=width - 1)
        small = [[*o[:place], size, *o[place:]] for o in others for size in range(1, LARGE + 1)]
        yield np.array(small)


def _near_zero(
    tests: list[Formula], cells: tuple[str, ...], parameters: Point, rows: Numbers, effort: Effort
) -> Iterator[list[int]]:
    """The matrices at which a test may be 0."""
    atoms = [Atom(test, "==") for test in tests]
    effort.tick(sum(of_floats(Goal((), (), atom), len(rows)) for atom in atoms))
    at = Seen({**in_numbers(parameters), **dict(zip(cells, rows.T, strict=True))})
    may = [np.broadcast_to(may_hold(atom, at), len(rows)) for atom in atoms]
    yield from rows[np.any(may, axis=0)].tolist()


def _tests(tree: Formula) -> Iterator[Formula]:
    """What is 0 at a kink."""
    for node in tree.walk():
        if node.op in ("Abs", "sqrt"):
            yield node.args[0]
        elif node.op in ("Min", "Max"):
            yield node.args[0] - node.args[1]


def _is_zero(test: Formula, point: Point) -> bool:
    value = value_at(test, point)
    try:
        return value is not None and sign(value) == 0
    except CannotTellError:
        return False


def _apart(tree: Formula, here: Point, cell: str, points: list[Point]) -> dict[str, Any] | None:
    """Numbers between the slopes, for all steps up to 1/k; None if the slopes are not apart."""
    sides: list[tuple[float, float]] = []
    for parameters in points:
        pair = [_end(tree, {**parameters, **here}, cell, way) for way in (1, -1)]
        if pair[0] is None or pair[1] is None:
            return None
        sides.append((pair[0], pair[1]))
    for way in (1, -1):
        low = max(way * below for _, below in sides)
        high = min(way * above for above, _ in sides)
        if high - low <= APART * (1 + abs(high) + abs(low)):
            continue
        # far from both slopes, so that what is to be proved is not tight; 0, if it is between
        third = (high - low) / 3
        above = way * between(high - 4 * third / 3, high - third / 2)
        below = way * between(low + third / 2, low + 8 * third / 5)
        for k in CLOSE:
            steps = [Fraction(1, k * part) for part in (1, 2, 10, 1000)]
            if all(_keeps(tree, {**p, **here}, cell, (above, below), way, h)
                   for h, p in product(steps, points)):  # fmt: skip
                return {"above": str(above), "below": str(below), "within": k}
    return None


def _end(tree: Formula, point: Point, cell: str, way: int) -> float | None:
    """The slope on a side; where it grows without end, that of the longest step shown to be so."""
    slope = _slope(tree, point, cell, way * SMALL)
    if slope is not None and abs(slope) > STEEP:
        slope = _slope(tree, point, cell, Fraction(way, CLOSE[-1]))
    return None if slope is None else float(slope)


def _keeps(
    tree: Formula, point: Point, cell: str, bounds: tuple[Fraction, Fraction], way: int, h: Fraction
) -> bool:
    up, down = _slope(tree, point, cell, h), _slope(tree, point, cell, -h)
    if up is None or down is None:
        return False
    return way * (up - bounds[0]) >= 0 and way * (down - bounds[1]) <= 0


def _slope(tree: Formula, point: Point, cell: str, step: Fraction) -> Fraction | None:
    """The difference quotient, nearly."""
    moved = point[cell] + fmpq(step.numerator, step.denominator)
    pair = value_at(tree, point), value_at(tree, {**point, cell: moved})
    if pair[0] is None or pair[1] is None:
        return None
    return (near(pair[1]) - near(pair[0])) / step
