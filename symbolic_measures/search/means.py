"""Values for the properties of opitz2024 that have one: cells, an exponent, a bound.

Each is a guess from exact evaluation at small matrices with positive cells; `decide` then proves
the statement it makes.  Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import chain, combinations, islice, product
from typing import Any

from flint import fmpq

from symbolic_measures.fences import StoppedError
from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.exact import (
    CannotTellError,
    UndefinedError,
    Value,
    compare,
    show,
)
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.macros import apply
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.multiclass import MULTICLASS, class_measure
from symbolic_measures.meaning.opitz import chance, comes_near
from symbolic_measures.meaning.opitz_slopes import (
    apart,
    insensitive,
    positive,
    ratio,
    slope,
)
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import square
from symbolic_measures.meaning.samples import at_values, parameter_samples
from symbolic_measures.nouns.confusion import CELLS, Square, compositions
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.search.costs import of_value
from symbolic_measures.search.effort import Effort, Limit, granted
from symbolic_measures.search.engine import decide
from symbolic_measures.search.orders import plain, value_at
from symbolic_measures.search.rows import in_texts
from symbolic_measures.search.simple_numbers import near
from symbolic_measures.search.tactics.formulas import prove_goal

Matrix = tuple[int, ...]

#: How many matrices, and pairs of cells, are looked at.
MATRICES, PAIRS = 60, 12
#: Cells of further matrices of two classes, where those say nothing.
SPREAD = (1, 2, 5, 30)
#: With parameters, so many other matrices are tried beside one.
OTHERS = 2
#: Weights that make one class outweigh the others.
WEIGHTS = (1, 4, 16, 64, 1024)
#: How close to a number a value must come that has it as its limit.
CLOSE = 1e-7
#: Bounds that are tried where none is exact, and how many values one is the largest of.
BELOW, MOST_ENDS = ("1/2", "3/4", "9/10", "99/100", "log(2)"), 3
#: And such for a parameter above 0, or below 1, that comes close to it.
CLOSE_TO_1 = "1 - {0}/(4*(1 + {0}))", "1 - (1 - {0})/4"


def decide_mean(property_id: str, reading: Reading, limit: Limit) -> Verdict:
    """`class-sensitive`, `class-decomposable` or `chance-corrected`, within that limit."""
    prop, effort = PROPERTIES[property_id], granted(limit)
    propose = {
        "class-sensitive": _sensitive,
        "class-decomposable": _exponents,
        "chance-corrected": _bounds,
    }[property_id]
    reason = "no value could be proposed"
    try:
        for value in propose(reading, effort):
            statement = prop.statement(reading, value)
            verdict = decide(statement, effort, value)
            if verdict.outcome in ("proved", "not-applicable") or (
                verdict.outcome == "refuted" and prop.refutable(value)
            ):
                return verdict
            reason = verdict.reason or "the proposed value does not hold for all matrices"
    except StoppedError as error:
        reason = str(error)
    except FormulaError as error:
        reason = str(error)
    return Verdict(property_id, "undecided", prop.statement(reading), reason=reason)


def calibrated_proof(reading: Reading, effort: Effort) -> Step | None:
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
        "lower": as_text(inner.formula),
        "cells": list(reading.measure.cells),
        "t": [as_text(calibrated(scaled, i, j)) for i, j in places],
        "u": [as_text(calibrated(plain, i, j)) for i, j in places],
        "k": as_text(scaled.size / plain.size),
    }
    try:
        steps = [prove_goal(part, effort) for part in apply(goal, "scaled", args)]  # type: ignore[arg-type]
    except (RuleError, StoppedError):
        return None
    found = tuple(step for step in steps if step is not None)
    return Step("scaled", args, found) if len(found) == len(steps) else None


def _matrices(reading: Reading) -> Iterator[Matrix]:
    """Matrices with positive cells, few elements first."""
    width = len(reading.measure.cells)
    for extra in range(4):
        for cells in compositions(extra, width):
            yield tuple(cell + 1 for cell in cells)


@dataclass(frozen=True)
class _Values:
    """Values at matrices, at the first admissible values of the parameters."""

    parameters: Mapping[str, fmpq]

    @classmethod
    def of(cls, reading: Reading) -> _Values:
        return cls(next(iter(parameter_samples(reading, 1)), {}))

    def __call__(
        self, tree: Formula, names: tuple[str, ...], numbers: tuple[Any, ...]
    ) -> Value | None:
        point = dict(zip(names, map(fmpq, numbers), strict=True))
        try:
            return evaluator(tree)({**self.parameters, **point})
        except (UndefinedError, CannotTellError):
            return None


def _compared(one: Value, other: Value) -> int | None:
    """-1, 0 or 1; None where it cannot be told."""
    try:
        return compare(one, other)
    except CannotTellError:
        return None


def _sensitive(reading: Reading, effort: Effort) -> Iterator[dict[str, Any]]:
    names, matrix = reading.measure.cells, square(reading)
    points = parameter_samples(reading)
    values, alike = [_Values(point) for point in points], [True] * len(points)
    pairs = [p for places in (matrix.diagonal, matrix.errors) for p in combinations(places, 2)]
    steep = [slope(positive(reading), name) for name in names]
    apart_at: dict[tuple[int, int], list[Matrix]] = {}
    for cells in islice(_matrices(reading), MATRICES):
        if any(value_at(reading.formula, names, cells) is None for value_at in values):
            continue
        effort.tick(2 * of_value(reading.formula) * len(values) * len(names))
        known = [[value_at(tree, names, cells) for tree in steep] for value_at in values]
        for one, other in pairs:
            both = [(row[one], row[other]) for row in known]
            signs = [_compared(a, b) for a, b in both if a is not None and b is not None]
            if len(signs) < len(values) or not any(signs):
                continue
            alike = [seen and not sign for seen, sign in zip(alike, signs, strict=True)]
            value = {"cells": [names[one], names[other]], "matrix": list(map(str, cells))}
            if all(signs):
                yield value
                if not reading.measure.parameters:
                    return
            for before in apart_at.setdefault((one, other), [])[:OTHERS]:
                yield {**value, "or": list(map(str, before))}
            apart_at[one, other].append(cells)
    if not apart_at:
        yield from _equal(reading, effort)
    for point in (p for p, seen in zip(points, alike, strict=True) if seen and apart_at):
        texts = in_texts(point)
        for value in _equal(at_values(reading, positive(reading), texts), effort):
            yield {**value, "parameters": texts}


def _equal(reading: Reading, effort: Effort) -> Iterator[dict[str, Any]]:
    """That no derivatives differ anywhere, with proofs."""
    steps = [prove_goal(goal, effort) for goal in insensitive(reading)]
    if all(step is not None for step in steps):
        proofs = {"equal": [step.to_data() for step in steps if step is not None]}
        place = _steep_somewhere(reading)
        yield proofs if place is None else {**proofs, "matrix": place}


def _steep_somewhere(reading: Reading) -> list[str] | None:
    """A matrix where the derivatives have values; None if they have at the matrix of ones."""
    names, matrix = reading.measure.cells, square(reading)
    value_at = _Values.of(reading)
    trees = [slope(positive(reading), names[place]) for place in matrix.diagonal[:2]]
    for number, cells in enumerate(islice(_matrices(reading), MATRICES)):
        if all(value_at(tree, names, cells) is not None for tree in trees):
            return list(map(str, cells)) if number else None
    return None


def _exponents(reading: Reading, effort: Effort) -> Iterator[dict[str, Any]]:
    samples = [_Values(point) for point in parameter_samples(reading)] or [_Values({})]
    seen: list[First | None] = [None] * len(samples)
    for number, values in enumerate(samples):
        near_ones = islice(_matrices(reading), MATRICES)
        found, seen[number] = _looked_at(near_ones, reading, values, None, effort)
        if found is not None:
            yield found
            return
    first = seen[0]
    shown = "0" if first is None else show(first[1])
    if isinstance(shown, str) and "sqrt" not in shown:
        value = {"p": str(1 - Fraction(shown))}
        yield from ({**value, "as": text} for text in _same(reading))
        yield value
    for before, values in zip(seen, samples, strict=True):
        if len(reading.measure.cells) == len(CELLS):
            places = product(SPREAD, repeat=len(CELLS))
            found, _ = _looked_at(places, reading, values, before, effort)
            yield from () if found is None else (found,)


#: The cells and a matrix, as texts, and the ratio that is 1 - p there.
First = tuple[list[Any], Value]


def _looked_at(
    places: Iterable[Matrix],
    reading: Reading,
    value_at: _Values,
    first: First | None,
    effort: Effort,
) -> tuple[dict[str, Any] | None, First | None]:
    """That there is no p, if it is seen at these matrices; else what the first of them says."""
    names, tree = reading.measure.cells, positive(reading)
    looked_at = list(places)
    for x, y in apart(reading)[:PAIRS]:
        quotient, mixed = ratio(reading, x, y), slope(tree, x, y)
        for cells in looked_at:
            effort.tick(of_value(tree) + of_value(quotient) + of_value(mixed))
            here = value_at(tree, names, cells)
            if here is None or _compared(here, fmpq(0)) != 1:
                continue
            place = list(map(str, cells))
            found, cross = value_at(quotient, names, cells), value_at(mixed, names, cells)
            if found is None and cross is not None and _compared(cross, fmpq(0)) in (-1, 1):
                level = value_at(slope(tree, x) * slope(tree, y), names, cells)
                if level is None or _compared(level, fmpq(0)) != 0:  # at a kink they have no values
                    continue
                return {"no p": [], "mixed": [x, y], "matrix": place}, first
            if found is None:
                continue
            if first is None:
                first = [[x, y], place], found
            elif _compared(first[1], found) in (-1, 1):
                return {"no p": [first[0], [[x, y], place]]}, first
    return None, first


def _same(reading: Reading) -> Iterator[str]:
    """Measures of the catalog with the same values, for a formula that is not written like one."""
    m, names, value_at = reading.measure.classes, reading.measure.cells, _Values.of(reading)
    if "calibrated" not in reading.measure.text:
        return
    places = list(islice(_matrices(reading), MATRICES))
    for name in MULTICLASS:
        other = class_measure(name, m).formula
        pairs = ((value_at(t, names, p) for t in (positive(reading), other)) for p in places)
        if all(a is not None and b is not None and _compared(a, b) == 0 for a, b in pairs):
            yield name
            return


def _bounds(reading: Reading, effort: Effort) -> Iterator[dict[str, Any]]:
    for grid in _grids(reading.measure.classes):
        yield from _seen_on(grid, reading, effort)


def _grids(classes: int) -> Iterator[list[tuple[int, ...]]]:
    """Weights of the true and the predicted classes; of many classes those first of which three
    have different ones, as that is mostly enough."""
    several = (0, 1, classes - 1)
    for varied in (several, range(classes)) if classes > len(several) else (range(classes),):
        each = [(1, 2, 5) if label in varied else (1,) for label in range(classes)]
        yield list(product(*each, *each))


def _seen_on(
    grid: list[tuple[int, ...]], reading: Reading, effort: Effort
) -> Iterator[dict[str, Any]]:
    """What is suggested by the values at random predictions with these weights."""
    tree, true, predicted = chance(reading)
    names, m, value_at = (*true, *predicted), len(true), _Values.of(reading)
    seen: list[tuple[tuple[int, ...], Value]] = []
    for weights in grid:
        effort.tick(of_value(tree))
        value = value_at(tree, names, weights)
        if value is not None:
            seen.append((weights, value))
    if not seen:  # undefined wherever true and predicted class are independent
        yield {"bound": "0", "grade": "below"}
        return
    best = seen[0]
    for entry in seen[1:]:
        if _compared(entry[1], best[1]) == 1:
            best = entry
    shown = show(best[1])
    if isinstance(shown, str):
        if all(_compared(value, best[1]) == 0 for _, value in seen):
            yield {"bound": shown, "grade": "strict"}
        elif not _larger(value_at, tree, names, m, best[1]):
            yield {"bound": shown, "grade": "bound", "attained": list(map(str, best[0]))}
    large = _compared(best[1], fmpq(1)) in (0, 1)
    some = [list(map(str, best[0]))] if large else []
    for point in parameter_samples(reading) or [{}]:
        told = in_texts(point)
        given = {name: parse(text, names={}) for name, text in told.items()}
        for texts in chain(some, _heavy(m, tree.ops)):
            goal = comes_near(reading, texts, point=given)
            effort.tick()
            proof = prove_goal(goal, effort) if _comes_near(value_at, goal.values[0]) else None
            if proof is not None:
                found = {"weights": texts, "proof": proof.to_data()}
                yield {**found, "parameters": told} if told else found
                return
    yield from _approached(reading, value_at, m, effort)
    yield from _not_above(grid, reading, shown if isinstance(shown, str) else None, effort)


def _not_above(
    grid: list[tuple[int, ...]], reading: Reading, best: str | None, effort: Effort
) -> Iterator[dict[str, Any]]:
    """Bounds below 1 that nothing seen is above: the best value, ends of the sides, fractions."""
    tree, true, predicted = chance(reading)
    names, samples = (*true, *predicted), parameter_samples(reading) or [{}]
    grid = [*grid, *_lopsided(len(names))]
    seen = [[_Values(point)(tree, names, weights) for weights in grid] for point in samples]
    effort.tick(len(grid) * len(samples) * of_value(tree))
    close = [way.format(name) for name in reading.measure.parameters for way in CLOSE_TO_1]
    for bound in dict.fromkeys((*([best] if best else []), *_ends(reading), *BELOW, *close)):
        end = parse(bound, names={}, parameters=reading.measure.parameters)
        for point, values in zip(samples, seen, strict=True):
            most = value_at(end, point)
            if most is None or _compared(most, fmpq(1)) != -1:
                break
            if any(value is not None and _compared(value, most) == 1 for value in values):
                break
        else:
            yield {"bound": bound, "grade": "below"}


def _lopsided(count: int) -> Iterator[tuple[int, ...]]:
    """Weights of which some outweigh the others."""
    return product((1, 1000), repeat=count)


def _ends(reading: Reading) -> Iterator[str]:
    """The largest of the values where one weight is 0 and the others are 1, or one of the truth and
    one of the predictions, in the parameters."""
    tree, true, predicted = chance(reading)
    names, ends = (*true, *predicted), dict[str, Formula]()
    if not reading.measure.parameters:
        return
    both = dict[str, Formula]()
    for found, gone in (
        *((ends, {name}) for name in names),
        *((both, {*pair}) for pair in product(true, predicted)),
    ):
        end = tree.at(**{name: formula(int(name not in gone)) for name in names})
        if all(value_at(end, point) is not None for point in parameter_samples(reading)):
            end = plain(plain(end))
            found.setdefault(str(end), end)
    for found in (ends, both, {str(end): end for end in _limits(reading)}):
        if largest := _largest([*found.values()], reading):
            yield str(reduce(lambda one, other: Formula("Max", one, other), largest))


def _largest(ends: list[Formula], reading: Reading) -> list[Formula]:
    """Without those that are never the largest; none where too many are left."""
    seen = [(end, [value_at(end, point) for point in parameter_samples(reading)]) for end in ends]
    left = dict(seen)
    for end, values in seen:
        if any(other is not end and _is_below(values, left[other]) for other in left):
            del left[end]
    return [*left] if len(left) <= MOST_ENDS else []


def _is_below(values: list[Value | None], others: list[Value | None]) -> bool:
    """Whether no value is above the other at the same place."""
    pairs = zip(values, others, strict=True)
    return all(a is not None and b is not None and _compared(a, b) in (-1, 0) for a, b in pairs)


def _limits(reading: Reading) -> Iterator[Formula]:
    """What values come near where one true and one predicted class outweigh the others, if it is
    linear in the one parameter."""
    samples = parameter_samples(reading)
    if len(reading.measure.parameters) != 1 or len(samples) < 3:
        return
    (name,) = reading.measure.parameters
    xs = [near(point[name]) for point in samples]
    for texts in _heavy(reading.measure.classes):
        tree = comes_near(reading, texts).values[0].at(e=formula(10**9))
        values = [value_at(tree, point) for point in samples]
        ys = [near(value) for value in values if value is not None]
        if len(ys) < len(xs):
            continue
        rise = ((ys[1] - ys[0]) / (xs[1] - xs[0])).limit_denominator(64)
        start = (ys[0] - rise * xs[0]).limit_denominator(64)
        if all(abs(start + rise * x - y) < CLOSE for x, y in zip(xs, ys, strict=True)):
            x = symbol(name)
            yield plain(formula(start) - x if rise == -1 else formula(start) + formula(rise) * x)


def _heavy(m: int, ops: Collection[str] = ()) -> Iterator[list[str]]:
    """Weights with which one true and one predicted class come to outweigh the others; with squares
    where there are roots of shares; also such that the shares themselves are squares, whose powers
    with an exponent of halves are fractions."""
    factors = [f"{factor}*e" if factor > 1 else "e" for factor in WEIGHTS]
    if {"sqrt", "^"} & set(ops):
        factors += [f"{factor}*e**2" for factor in WEIGHTS]
    for factor, i, j in product(factors, range(m), range(m)):
        texts = ["1"] * (2 * m)
        texts[i] = texts[m + j] = factor
        yield texts
    for i, j in product(range(m), repeat=2) if "power" in ops and m == 2 else ():
        rest = ["4*e + 1"] * (2 * m)
        rest[i] = rest[m + j] = "4*e**2"
        yield rest


def _approached(
    reading: Reading, value_at: _Values, m: int, effort: Effort
) -> Iterator[dict[str, Any]]:
    """Bounds that the value comes near, the largest first: simple numbers and their roots."""
    found: list[tuple[float, str, list[str]]] = []
    one_side = (["e" if k == place else "1" for k in range(2 * m)] for place in range(2 * m))
    for texts in (*_heavy(m), *one_side):
        effort.tick()
        value = value_at(comes_near(reading, texts).values[0], ("e",), (10**9,))
        if value is not None and (end := _simple(float(near(value)))) is not None:
            found.append((*end, texts))
    best = max((number for number, _, _ in found), default=1.0)
    for number, bound, texts in found:
        if number == best and number < 1:
            yield {"bound": bound, "grade": "bound", "approached": texts}


def _simple(number: float) -> tuple[float, str] | None:
    """The fraction, decimal, or root of a fraction, that the number is close to."""
    for simple in (Fraction(number).limit_denominator(64), Fraction(round(number * 10**4), 10**4)):
        if abs(simple - number) < CLOSE:
            return float(simple), str(simple)
    square = Fraction(number * number).limit_denominator(64)
    if number > 0 and square and abs(square - number * number) < CLOSE:
        return float(square) ** 0.5, f"sqrt({square})"
    return None


def _larger(value_at: _Values, tree: Formula, names: tuple[str, ...], m: int, best: Value) -> bool:
    """Whether one heavy class makes the value larger."""
    for i, j in product(range(m), repeat=2):
        weights = [1] * (2 * m)
        weights[i] = weights[m + j] = 10**6
        value = value_at(tree, names, tuple(weights))
        if value is not None and _compared(value, best) == 1:
            return True
    return False


def _comes_near(value_at: _Values, tree: Formula) -> bool:
    value = value_at(tree, ("e",), (10**6,))
    return value is not None and _compared(value, fmpq(10**6 - 1, 10**6)) in (0, 1)
