"""Values for the properties of opitz2024 that have one: cells, an exponent, a bound.

Each is a guess from exact evaluation at small matrices with positive cells; `decide` then proves
the statement it makes.  Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, islice, product
from typing import Any

from flint import fmpq

from symbolic_measures.catalog.multiclass import MULTICLASS, class_measure
from symbolic_measures.catalog.opitz import (
    apart,
    chance,
    insensitive,
    positive,
    ratio,
    slope,
    to_one,
)
from symbolic_measures.catalog.properties import PROPERTIES, square
from symbolic_measures.confusion import Square, compositions
from symbolic_measures.formula import Formula, FormulaError, formula
from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.exact import (
    CannotTellError,
    UndefinedError,
    Value,
    compare,
    show,
    sign,
)
from symbolic_measures.kernel.rules import apply
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.measure import Reading
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.engine import decide
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.verdict import Step, Verdict

Matrix = tuple[int, ...]

#: How many matrices, and pairs of cells, are looked at.
MATRICES, PAIRS = 60, 12
#: Weights that make one class outweigh the others.
WEIGHTS = (1, 4, 16, 64, 1024)


def decide_mean(property_id: str, reading: Reading, seconds: float) -> Verdict:
    """`class-sensitive`, `class-decomposable` or `chance-corrected`, within about that time."""
    prop, clock = PROPERTIES[property_id], Clock(seconds)
    propose = {
        "class-sensitive": _sensitive,
        "class-decomposable": _exponents,
        "chance-corrected": _bounds,
    }[property_id]
    reason = "no value could be proposed"
    try:
        for value in propose(reading, clock):
            statement = prop.statement(reading, value)
            verdict = decide(statement, max(clock.left(), 0.1), value)
            if verdict.outcome == "proved" or (
                verdict.outcome == "refuted" and prop.refutable(value)
            ):
                return verdict
            reason = verdict.reason or "the proposed value does not hold for all matrices"
    except OutOfTimeError:
        reason = f"stopped after {seconds:g} seconds"
    except FormulaError as error:
        reason = str(error)
    return Verdict(property_id, "undecided", prop.statement(reading), reason=reason)


def calibrated_proof(reading: Reading, seconds: float) -> Step | None:
    """Prevalence invariance of `calibrated(M)`, from the scale invariance of M.

    Calibrating the scaled matrix gives the calibrated one times n'/n, in every cell.
    """
    text = reading.measure.text.strip()
    m = reading.measure.classes
    if not text.startswith("calibrated(") or reading.conventions:
        return None
    try:
        inner = class_measure(text[len("calibrated") :], m)
    except FormulaError:
        return None
    goal = PROPERTIES["prevalence-invariant"].statement(reading).goals[0]
    plain, scaled = (Square(matrix) for matrix in goal.matrices)
    places = list(product(range(m), repeat=2))

    def calibrated(matrix: Square, i: int, j: int) -> Formula:
        cell = plain.at(i, j) * (plain.size / (formula(m) * plain.true(i)))
        return cell.at(**dict(zip(reading.measure.cells, matrix.cells, strict=True)))

    args = {
        "lower": str(inner.formula),
        "cells": list(reading.measure.cells),
        "t": [str(calibrated(scaled, i, j)) for i, j in places],
        "u": [str(calibrated(plain, i, j)) for i, j in places],
        "k": str(scaled.size / plain.size),
    }
    try:
        clock = Clock(seconds)
        steps = [prove_goal(part, clock) for part in apply(goal, "scaled", args)]  # type: ignore[arg-type]
    except (RuleError, OutOfTimeError):
        return None
    found = tuple(step for step in steps if step is not None)
    return Step("scaled", args, found) if len(found) == len(steps) else None


def _matrices(reading: Reading) -> Iterator[Matrix]:
    """Matrices with positive cells, few elements first."""
    width = len(reading.measure.cells)
    for extra in range(4):
        for cells in compositions(extra, width):
            yield tuple(cell + 1 for cell in cells)


def _value(tree: Formula, names: tuple[str, ...], numbers: tuple[Any, ...]) -> Value | None:
    try:
        return evaluator(tree)(dict(zip(names, map(fmpq, numbers), strict=True)))
    except (UndefinedError, CannotTellError):
        return None


def _sensitive(reading: Reading, clock: Clock) -> Iterator[dict[str, Any]]:
    names, matrix = reading.measure.cells, square(reading)
    pairs = [p for places in (matrix.diagonal, matrix.errors) for p in combinations(places, 2)]
    for cells in islice(_matrices(reading), MATRICES):
        if _value(reading.formula, names, cells) is None:
            continue
        for one, other in pairs:
            clock.tick()
            slopes = [
                _value(slope(positive(reading), names[i]), names, cells) for i in (one, other)
            ]
            if slopes[0] is None or slopes[1] is None:
                continue
            if compare(slopes[0], slopes[1]) != 0:
                yield {"cells": [names[one], names[other]], "matrix": list(map(str, cells))}
                return
    steps = [prove_goal(goal, clock) for goal in insensitive(reading)]
    if all(step is not None for step in steps):
        yield {"equal": [step.to_data() for step in steps if step is not None]}


def _exponents(reading: Reading, clock: Clock) -> Iterator[dict[str, Any]]:
    names, tree = reading.measure.cells, positive(reading)
    first: tuple[list[Any], Value] | None = None
    for x, y in apart(reading)[:PAIRS]:
        quotient, mixed = ratio(reading, x, y), slope(tree, x, y)
        for cells in islice(_matrices(reading), MATRICES):
            clock.tick()
            here = _value(tree, names, cells)
            if here is None or sign(here) <= 0:
                continue
            place = list(map(str, cells))
            found, cross = _value(quotient, names, cells), _value(mixed, names, cells)
            if found is None and cross is not None and sign(cross) != 0:
                yield {"no p": [], "mixed": [x, y], "matrix": place}
                return
            if found is None:
                continue
            if first is None:
                first = [[x, y], place], found
            elif compare(first[1], found) != 0:
                yield {"no p": [first[0], [[x, y], place]]}
                return
    shown = "0" if first is None else show(first[1])
    if isinstance(shown, str) and "sqrt" not in shown:
        value = {"p": str(1 - Fraction(shown))}
        yield from ({**value, "as": text} for text in _same(reading))
        yield value


def _same(reading: Reading) -> Iterator[str]:
    """Measures of the catalog with the same values, for a formula that is not written like one."""
    m, names = reading.measure.classes, reading.measure.cells
    if "calibrated" not in reading.measure.text:
        return
    places = list(islice(_matrices(reading), MATRICES))
    for name in MULTICLASS:
        other = class_measure(name, m).formula
        pairs = ((_value(t, names, p) for t in (positive(reading), other)) for p in places)
        if all(a is not None and b is not None and compare(a, b) == 0 for a, b in pairs):
            yield name
            return


def _bounds(reading: Reading, clock: Clock) -> Iterator[dict[str, Any]]:
    tree, true, predicted = chance(reading)
    names, m = (*true, *predicted), len(true)
    seen: list[tuple[tuple[int, ...], Value]] = []
    for weights in product((1, 2, 5), repeat=2 * m):
        clock.tick()
        value = _value(tree, names, weights)
        if value is not None:
            seen.append((weights, value))
    if not seen:
        return
    best = seen[0]
    for entry in seen[1:]:
        if compare(entry[1], best[1]) > 0:
            best = entry
    shown = show(best[1])
    if isinstance(shown, str):
        if all(compare(value, best[1]) == 0 for _, value in seen):
            yield {"bound": shown, "grade": "strict"}
        elif not _larger(tree, names, m, best[1]):
            yield {"bound": shown, "grade": "bound", "attained": list(map(str, best[0]))}
    for factor in WEIGHTS:
        for places in product(range(m), repeat=2):
            texts = ["1"] * (2 * m)
            texts[places[0]] = texts[m + places[1]] = f"{factor}*e" if factor > 1 else "e"
            goal = to_one(reading, texts)
            clock.tick()
            proof = prove_goal(goal, clock) if _comes_near(goal.values[0]) else None
            if proof is not None:
                yield {"weights": texts, "proof": proof.to_data()}
                return


def _larger(tree: Formula, names: tuple[str, ...], m: int, best: Value) -> bool:
    """Whether one heavy class makes the value larger."""
    for i, j in product(range(m), repeat=2):
        weights = [1] * (2 * m)
        weights[i] = weights[m + j] = 10**6
        value = _value(tree, names, tuple(weights))
        if value is not None and compare(value, best) > 0:
            return True
    return False


def _comes_near(tree: Formula) -> bool:
    value = _value(tree, ("e",), (10**6,))
    return value is not None and compare(value, fmpq(10**6 - 1, 10**6)) >= 0
