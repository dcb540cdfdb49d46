"""What a property has for each m, from values at two, three and four classes: a constant, a range.

Matrices are those whose classes are all alike, and for a range those of two classes with classes
added, too.  Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from flint import fmpq

from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, show
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.samples import parameter_points
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.class_sums import Frame, as_tree, is_rational
from symbolic_measures.meaning.every_class import ONE, ZERO, EveryClasses
from symbolic_measures.meaning.every_factors import factor_of
from symbolic_measures.meaning.every_positive import POSITIVE, literally
from symbolic_measures.meaning.every_range import value_at
from symbolic_measures.meaning.filling import at_random, filled
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.opitz_slopes import positive, slope
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import MANY
from symbolic_measures.search.every_undefined import undefined_for_every_m
from symbolic_measures.search.orders import as_fraction
from symbolic_measures.search.rows import values_of_size
from symbolic_measures.search.sums import shortest

#: Values that are not computed exactly may be one of these.
SIMPLE = (Fraction(0), Fraction(1), Fraction(1, 2))
#: At how many numbers of classes values are looked at, from the smallest on.
LOOKED_AT = 3
#: Cells of matrices that may have an end of the range, and on the way to one; how large e is there.
SMALL, PATHS, FAR = ("0", "1", "2"), ("0", "1", "e", "e^2"), 10**6
#: What is larger there goes to infinity; the largest denominator of a number that is approached.
LARGE, DENOMINATOR = 10**3, 100
#: An end is held against matrices of so many classes, with at most so many elements.
CLASSES, LARGEST, CLOSE = 3, 4, 1e-9
#: Matrices (TP, FN, FP, TN) at which derivatives may differ.
MATRICES = ((1, 1, 1, 2), (2, 1, 1, 1), (1, 1, 2, 1), (1, 2, 1, 1), (1, 2, 3, 4), (1, 1, 9, 1))
Place = dict[str, Any]
Values = tuple[Fraction, ...]


def constants(property_id: str, subject: EveryClasses) -> Iterator[Any]:
    """What the property may have, the likeliest first."""
    if property_id in POSITIVE:
        subject = literally(subject)
    if subject.factor:
        yield from _of_geometric_mean(property_id, subject)
        return
    if property_id == "range":
        yield from _ranges(subject, _padded()) if "pairs" not in subject.tree.ops else ()
        return
    if property_id == "class-sensitive":
        yield from _apart(subject)
        return
    if property_id == "undefined-set":
        yield from undefined_for_every_m(subject)
        return
    if property_id == "class-decomposable":
        yield from _means(subject)
        return
    found = _guess(property_id, subject)
    if found is not None:
        yield found
    if property_id == "chance-corrected":
        yield from () if found is None else ({"bound": found},)
        yield from _suprema(subject)


def _of_geometric_mean(property_id: str, subject: EveryClasses) -> Iterator[Any]:
    """What its logarithm, or the arithmetic mean, has."""
    if property_id == "class-sensitive":
        yield from _apart(subject.logarithm())
    elif property_id == "class-decomposable":
        yield {"p": 0, "of": str(factor_of(subject))}
    elif property_id == "range":
        yield from _ranges(subject.arithmetic(), ())
    elif property_id in ("maximal-agreement", "chance-corrected"):
        found = _guess(property_id, subject.arithmetic())
        bound = {"bound": found} if property_id == "chance-corrected" else found
        yield from () if found is None else (bound,)


def _suprema(subject: EveryClasses) -> Iterator[Place]:
    """What random predictions come near as one class grows."""
    weights = [symbol("e")]
    try:
        values = _values(subject, at_random(subject, weights, weights), FAR)
    except FormulaError:
        return
    text = values and _fit(tuple(v.limit_denominator(DENOMINATOR) for v in values), subject.least)
    if text:
        yield {"bound": text, "approached": ["e", "e"]}


def _apart(subject: EveryClasses) -> Iterator[dict[str, Any]]:
    """Two cells whose derivatives differ at a matrix, at the first numbers of classes."""
    try:
        tree = positive(filled(subject, 2))
    except FormulaError:
        return
    for matrix, cells in product(MATRICES, (["TP", "TN"], ["FN", "FP"])):
        place = dict(zip(CELLS, map(formula, matrix), strict=True))
        try:
            gap = slope(tree, cells[0]).at(**place) - slope(tree, cells[1]).at(**place)
        except FormulaError:  # no derivative
            return
        values = _values(subject, gap, 1)
        if values is None or all(values):
            yield {"cells": cells, "matrix": list(map(str, matrix))}


def _means(subject: EveryClasses) -> Iterator[dict[str, Any]]:
    """The term of which M, or 1/M, is plainly the mean."""
    for power in (1, -1):
        frame = Frame()
        plain = frame.normal(subject.tree)
        names = tuple(Variable(name, "real") for name in plain.symbols())
        read = reader(Goal(names, (), Atom(plain, "defined")))
        top, bottom = read.ratio(plain if power > 0 else ONE / plain)
        if not is_rational(read):
            return
        value, rest = as_tree(read, top) / as_tree(read, bottom), ZERO
        sums = {name: term for term, name in frame.terms.items()}
        body = value.at(**dict.fromkeys(sums, ZERO))
        for name, term in sums.items():
            by = derivative(as_tree(read, top), {name: 1})
            rest = rest if by is None else rest + MANY * by / as_tree(read, bottom) * term
        body = shortest(body + rest)
        if set(body.symbols()) <= {"a", "b", "c", "m", *subject.measure.parameters}:
            yield {"p": power, "of": str(body)}


def _ranges(subject: EveryClasses, padded: Iterable[Place]) -> Iterator[dict[str, Any]]:
    """The most extreme values at matrices of each m, those whose classes are all alike and the
    `padded` ones; of two ends that are attained first."""
    known = [*_seen(subject, _alike(SMALL), 1), *_seen(subject, padded, 1)]
    far = list(_seen(subject, _alike(PATHS), FAR))
    ends = (
        [
            end
            for end in _ends(known, far, sign, subject.least)
            if not _is_passed(subject, end, sign)
        ]
        for sign in (-1, 1)
    )
    for low, high in product(*ends):
        yield {"infimum": low, "supremum": high}


def _is_passed(subject: EveryClasses, end: Place, sign: int) -> bool:
    """Whether a small matrix of `CLASSES` has a value beyond it, in floats."""
    if subject.measure.parameters or end["value"] in ("oo", "-oo") or subject.least > CLASSES:
        return False
    reading = subject.at(CLASSES)
    bound = _exact(evaluator(subject.constant(end["value"]).at(m=formula(CLASSES)))({}))
    if bound is None:
        return False
    for size in range(1, LARGEST + 1):
        values, errors = values_of_size(reading.formula, reading.measure.cells, size, ())
        known = np.isfinite(values) & np.isfinite(errors)
        if (sign * (values - float(bound)) > errors + CLOSE)[known].any():
            return True
    return False


def _ends(
    known: list[tuple[Place, Values]], far: list[tuple[Place, Values]], sign: int, first: int
) -> list[Place]:
    """The end that is attained, unless a way leads beyond it; then where these ways lead."""
    best = max((tuple(sign * v for v in values) for _, values in known), default=None)
    found: list[Place] = []
    for place, values in known:
        text = _fit(values, first) if tuple(sign * v for v in values) == best else None
        if text is not None and not found:
            found.append({"value": text, "attained": place})
    for place, values in far:
        if best is not None and not all(sign * v > b for v, b in zip(values, best, strict=True)):
            continue
        if all(sign * v > LARGE for v in values):
            found.insert(0, {"value": "oo" if sign > 0 else "-oo", "approached": place})
            continue
        text = _fit(tuple(v.limit_denominator(DENOMINATOR) for v in values), first)
        if text is not None:
            found.insert(0, {"value": text, "approached": place})
    return found


def _alike(cells: Iterable[str]) -> Iterator[Place]:
    for pair in product(cells, repeat=2):
        yield {"alike": list(pair)}


def _padded() -> Iterator[Place]:
    for cells, added in product(product(SMALL, repeat=4), (0, 1)):
        yield {"cells": list(cells), "added": added}


def _seen(subject: EveryClasses, places: Iterable[Place], e: int) -> Iterator[tuple[Place, Values]]:
    """The places where there are rational values at each number of classes."""
    for place in places:
        try:
            tree = value_at(subject, place, e > 1)
        except (FormulaError, TypeError):
            continue
        values = _values(subject, tree, e)
        if values is not None:
            yield place, values


def _many(subject: EveryClasses) -> range:
    return range(subject.least, subject.least + LOOKED_AT)


def _values(subject: EveryClasses, tree: Formula, e: int) -> Values | None:
    measure = subject.measure
    goal = Goal(measure.variables, measure.conditions, Atom(tree, ">"))
    point = {**next(iter(parameter_points(goal)), {}), "e": fmpq(e)}
    found = []
    for m in _many(subject):
        try:
            value = _exact(evaluator(tree)({**point, "m": fmpq(m)}))
        except (UndefinedError, CannotTellError):
            return None
        if value is None:
            return None
        found.append(value)
    return tuple(found)


def _guess(property_id: str, subject: EveryClasses) -> str | None:
    """What the constant may be, from matrices of 2, 3 and 4 classes that are all alike."""
    kinds = {"maximal-agreement": (1, 0), "distance": (1, 0), "minimal-agreement": (0, 1)}
    right, wrong = kinds.get(property_id, (1, 1))
    values = []
    for m in _many(subject):
        cells = tuple(wrong if place % (m + 1) else right for place in range(m * m))
        try:
            values.append(_value(subject.at(m), cells))
        except (UndefinedError, CannotTellError):
            return None
    known = tuple(value for value in values if value is not None)
    return _fit(known, subject.least) if len(known) == len(values) else None


def _fit(values: Values, first: int) -> str | None:
    """A formula in m with these values, from m = `first` on."""
    for bottom, less in (("", 0), ("m", 0), ("(m-1)", 1)):
        shares = tuple(first + place - less for place in range(3))
        found = _fitted(values, bottom, shares)
        if found is not None:
            return found
    return None


def _value(reading: Reading, cells: tuple[int, ...]) -> Fraction | None:
    """The value at some parameters; of one that is only enclosed, a simple number in between."""
    measure = reading.measure
    goal = Goal(measure.variables, measure.conditions, Atom(reading.formula, ">"))
    parameters = next(iter(parameter_points(goal)), {})
    exact = {name: Fraction(int(v.p), int(v.q)) for name, v in parameters.items()}
    value = reading.value_at(cells, **exact)
    return _exact(value)


def _exact(value: Any) -> Fraction | None:
    """The number; of one that is only enclosed, a simple one in between."""
    shown = show(value)
    if not isinstance(shown, list):
        return as_fraction(value)
    low, high = map(Fraction, shown)
    return next((x for x in SIMPLE if low <= x <= high), None)


def _fitted(values: Values, bottom: str, shares: tuple[int, ...]) -> str | None:
    """x + y/bottom with these values."""
    if not bottom:
        return str(values[0]) if len(set(values)) == 1 else None
    one, other, last = (Fraction(1, share) for share in shares)
    slope = (values[0] - values[1]) / (one - other)
    rest = values[0] - slope * one
    if rest + slope * last != values[2]:
        return None
    whole = f"{slope}/{bottom}" if slope.denominator == 1 else f"({slope})/{bottom}"
    return f"{rest}+{whole}" if rest else whole
