"""Values for the range: ends that are attained at small matrices, and ends on paths of large ones.

A path has cells 0, c, c*e or c*e^2 for a large e.  Where it leads is guessed from exact values: an
infinite end, a number, a root or a logarithm of one, or the leading term in the parameters; the
path is then made faster until it keeps what the property demands of it at e = 1, 2, 3, ...
Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, combinations, islice, product
from math import comb
from typing import Any

import numpy as np
from flint import fmpq

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.exact import (
    CannotTellError,
    UndefinedError,
    Value,
    add,
    compare,
    negate,
    show,
)
from symbolic_measures.kernel.truth import evaluator, holds
from symbolic_measures.meaning.approaches import T
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.ranges import TOLD, speed
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.costs import THOUSAND_FLOATS, nodes, of_value
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.floats import Ball
from symbolic_measures.search.orders import gathered, parted, plain, value_at
from symbolic_measures.search.refute import is_same
from symbolic_measures.search.rows import all_rows, values_of_size
from symbolic_measures.search.simple_numbers import near

LARGEST, LARGEST_OF_CLASSES = 6, 5
#: More matrices than this are looked at in floats first.
MANY = 3_000
#: Where what is capped may have come to its cap.
ROUND = (10, 20, 50, 100, 200, 500, 1_000, 10_000)
#: Where paths are looked at, and numbers e at which one must keep what is demanded of it.
FAR, NEAR = 10**6, (1, 2, 3, 4, 7, 50, 1_000, 10**6)
#: And a number at which one must that grows like a logarithm, or a broken power.
VERY_FAR = 10**60
#: How close to each other limits are that are one limit for all parameters.
CLOSE = Fraction(1, 10**5)
#: How far parameters are from the sampled ones.
DISTANT = 10, 10**3, 10**9
#: Faster paths: c and k with c*e^k in place of e.
FASTER = ((1, 1), (2, 1), (4, 1), (16, 1), (1, 2), (4, 2), (1, 4), (16, 4))
#: And such that a logarithm, or an end that large numbers keep off, may need without parameters.
FASTEST, STEEPEST = ((1, 16), (1, 30)), ((1_000, 1), (10**6, 1))
#: How much less than e an infinite end may be.
LESS = "1"
#: The largest denominator of a number that an end is guessed to be, or a power or logarithm of.
DENOMINATOR = 60
#: At so many values of the parameters a value is one number if it does not depend on them.
ALIKE = 8
#: Paths that are tried for one end, and of these such that are as fast as each other.
MOST_PATHS, MOST_OF_ONE = 4, 2

Point = dict[str, fmpq]
End = dict[str, Any]
#: The exponents of e in the cells; None is a cell 0.
Shape = tuple[int | None, ...]
#: A matrix, and the values there at the sampled parameters.
Reached = tuple[tuple[int, ...], list[Value]]


def ranges(reading: Reading, effort: Effort) -> Iterator[tuple[Any, str]]:
    """Proposals for the range, each with the reason why there is none."""
    points = parameter_samples(reading)
    ends: dict[str, list[End]] = {}
    for side, outward in (("infimum", -1), ("supremum", 1)):
        ends[side] = list(_Side(reading, outward, points, effort).ends()) if points else []
        if not ends[side]:
            yield None, f"no value was found that the {side} seems to have"
            return
    for low, high in product(ends["infimum"], ends["supremum"]):
        yield {"infimum": low, "supremum": high}, ""


@dataclass(frozen=True)
class _Side:
    """One end of the range: outward is -1 or 1."""

    reading: Reading
    outward: int
    points: list[Point]
    effort: Effort

    def ends(self) -> Iterator[End]:
        """What this end may be: attained unless something on a path is beyond it."""
        best = self._attained()
        paths = self._beyond(best)
        if best is not None and not paths:
            texts = [self._text(cells, values) for cells, values in best]
            told: list[list[str]] = [[str(cell) for cell in cells] for cells, _ in best]
            if len(told) == 1 and texts[0] is not None:
                yield {"value": texts[0], "attained": told[0]}
            elif len(told) == 2 and None not in texts:
                name = "Max" if self.outward > 0 else "Min"
                value = f"{name}({texts[0]}, {texts[1]})"
                yield {"value": value, "attained": told[0], "or": told[1]}
        if (end := self._attained_far(paths)) is not None:
            yield end
        found = 0
        for scale in self._scales():
            ends = chain.from_iterable(self._led(shape, scale) for shape in paths)
            for end in islice(ends, MOST_OF_ONE):
                yield end
                found += 1
            if found >= MOST_PATHS:
                return

    def value(self, cells: tuple[Any, ...], point: Point) -> Value | None:
        """The value of the measure at a matrix, if it has one that can be told."""
        self.effort.tick(of_value(self.reading.formula))
        given = dict(zip(self.reading.measure.cells, map(fmpq, cells), strict=True))
        return value_at(self.reading.formula, {**point, **given})

    def _further(self, one: Value, other: Value) -> bool:
        return self.outward * _compared(one, other) > 0

    # --- attained -----------------------------------------------------------------------------

    def _attained(self) -> list[Reached] | None:
        """A small matrix with the most extreme value at all parameter values, or two of which one
        has it at each; None if there are none."""
        width = len(self.reading.measure.cells)
        largest = LARGEST if width == len(CELLS) else LARGEST_OF_CLASSES
        table: dict[tuple[int, ...], list[Value | None]] = {}
        for cells in self._small(largest, width):
            values = [self.value(cells, point) for point in self.points]
            if any(value is not None for value in values):
                table[cells] = values
        extreme: list[Value | None] = [None] * len(self.points)
        for values in table.values():
            for place, value in enumerate(values):
                old = extreme[place]
                if value is not None and (old is None or self._further(value, old)):
                    extreme[place] = value
        covered: dict[frozenset[int], Reached] = {}
        everywhere = frozenset(range(len(self.points)))
        for cells, values in table.items():
            known = [value for value in values if value is not None]
            if len(known) == len(self.points):
                here = frozenset(n for n in everywhere if not _compared(known[n], extreme[n]))
                covered.setdefault(here, (cells, known))
        if everywhere in covered:
            return [covered[everywhere]]
        pairs = combinations(sorted(covered, key=len, reverse=True), 2)
        two = next(((one, other) for one, other in pairs if one | other == everywhere), None)
        return None if two is None else [covered[places] for places in two]

    def _attained_far(self, paths: list[Shape]) -> End | None:
        """An end that is reached on a path, and not left: what is capped comes to its cap."""
        if self.reading.measure.parameters:
            return None
        for shape in paths[:MOST_PATHS]:
            cells = [[0 if power is None else e**power for power in shape] for e in (*ROUND, FAR)]
            *values, last = (self.value(tuple(own), self.points[0]) for own in cells)
            for own, value in zip(cells, values, strict=False):
                same = value is not None and last is not None and is_same(value, last)
                if same and isinstance(text := show(value), str):
                    return {"value": text, "attained": list(map(str, own))}
        return None

    def _small(self, largest: int, width: int) -> Iterator[tuple[int, ...]]:
        """Matrices up to that size; of very many, one for each value in floats that may be the
        most extreme one at all parameter values."""
        sizes = range(1, largest + 1)
        if comb(largest + width, width) <= MANY:
            yield from chain.from_iterable(compositions(n, width) for n in sizes)
            return
        tree, names = self.reading.formula, self.reading.measure.cells
        rows = np.concatenate([all_rows(n, (0,) * width) for n in sizes])
        keep, seen = np.ones(len(rows), dtype=bool), []
        for point in self.points:
            self.effort.tick(THOUSAND_FLOATS * (1 + len(rows) // 1_000) * nodes(tree))
            value, error = in_floats(tree, names, largest, tuple(point.items()))
            far = np.where(np.isinf(value), np.nan, self.outward * value)
            keep &= np.isnan(value) | (far + error >= np.nanmax(far - error, initial=-np.inf))
            seen.append(value)
        found = rows[keep]
        _, first = np.unique(np.array(seen)[:, keep], axis=1, return_index=True)
        yield from map(tuple, found[np.sort(first)].tolist())

    def _text(self, cells: tuple[int, ...], values: list[Value]) -> str | None:
        """The value there: a number, or what the formula is there, in the parameters."""
        further = parameter_samples(self.reading, ALIKE)[len(values) :]
        more = (self.value(cells, point) for point in further)
        shown = {str(show(value)) for value in (*values, *more) if value is not None}
        if len(shown) == 1 and isinstance(told := show(values[0]), str):
            return told
        places = dict(zip(self.reading.measure.cells, cells, strict=True))
        return _readable(plain(_chosen(self.reading.formula.at(**places))), self.reading)

    # --- approached ---------------------------------------------------------------------------

    def _beyond(self, best: list[Reached] | None) -> list[Shape]:
        """Shapes of paths that lead beyond the attained value, those that lead furthest first."""
        far: list[tuple[Fraction, int, Shape]] = []
        for shape in product((None, 0, 1, 2), repeat=4):
            exponents = self._exponents(shape)
            cells = tuple(0 if power is None else FAR**power for power in exponents)
            if not any(power for power in exponents if power is not None):
                continue
            value = self.value(cells, self.points[0])
            if value is None or (
                best is not None and not all(self._further(value, own[0]) for _, own in best)
            ):
                continue
            weight = sum(power + 1 for power in exponents if power is not None)
            far.append((self.outward * near(value), weight, exponents))
        if not far:
            return []
        _, _, furthest = max(far, key=lambda part: part[0])
        if any("oo" in limit for limit in self._limits(furthest)):
            return [shape for _, _, shape in sorted(far, key=lambda part: part[1])
                    if any("oo" in limit for limit in self._limits(shape))]  # fmt: skip
        end = max(number for number, _, _ in far)
        margin = abs(end) / 1_000 + Fraction(1, 1_000)
        close = sorted(far, key=lambda part: (part[1], -part[0]))
        return [shape for number, _, shape in close if number >= end - margin]

    def _exponents(self, shape: Shape) -> Shape:
        """Of several classes, c11 and c12 are chosen, and one number on the diagonal and off it."""
        classes = self.reading.measure.classes
        if classes == 2:
            return shape
        right, wrong, *others = shape
        rest = [others[place % (classes + 1) > 0] for place in range(classes**2)]
        return (right, wrong, *rest[2:])

    def _led(self, shape: Shape, scale: dict[str, str]) -> Iterator[End]:
        """The end to which a path of that shape seems to lead, with the path made fast enough."""
        logs = "log" in self.reading.formula.ops
        for limit in self._limits(shape):
            if "less" in scale and "oo" not in limit:
                continue
            slowly = logs and "oo" in limit and "less" not in scale
            growths: list[End] = [{}, {"growth": "log"}] if slowly else [{}]
            faster = [*product(growths, FASTER)]
            if not self.reading.measure.parameters:
                faster += [*product(growths[:1], STEEPEST), *product(growths[1:], FASTEST)]
            for growth, factor in faster:
                path = [_cell(power, *factor) for power in shape]
                end = {"value": limit, "attained": None, "approached": path, **growth, **scale}
                slow = "growth" in end or "^" in self.reading.formula.ops
                numbers = (*NEAR, VERY_FAR) if slow else NEAR
                if all(self._kept(end, e, point) for e in numbers for point in self.places):
                    yield end
                    return

    def _scales(self) -> Iterator[dict[str, str]]:
        """What e may be multiplied by or raised to: nothing, or a parameter, one over it, 1 minus
        it, or their quotient, if that is positive; what is less by one may do, too."""
        yield {}
        names = self.reading.measure.parameters
        ways = "{0}", "1/{0}", "1 - {0}", "{0}/(1 - {0})"
        texts = [way.format(name) for name in names for way in ways]
        known = [text for text in texts if self._is_positive(text)]
        if "power" in self.reading.formula.ops:
            yield from ({"power": text} for text in known if text in names)
        yield from ({"times": text} for text in known)
        if names:
            yield from ({"less": LESS, **more} for more in ({}, *({"times": t} for t in known)))

    def _is_positive(self, text: str) -> bool:
        tree = _parsed(text, tuple(self.reading.measure.parameters))
        sizes = (value_at(tree, point) for point in self.places)
        return all(size is not None and _compared(size, fmpq(0)) > 0 for size in sizes)

    @cached_property
    def places(self) -> list[Point]:
        """The sampled parameters, and what is far from them or close to 0 or 1, which most bounds
        are, if values can be told there: a path must be fast enough."""
        measure = self.reading.measure
        middle = (1,) * len(measure.cells)
        far = (
            {**point, **dict.fromkeys(names, fmpq(value))}
            for point in self.points[:1]
            for names in (*((name,) for name in measure.parameters), measure.parameters)
            for far in DISTANT
            for value in (fmpq(1, far), 1 - fmpq(1, far), fmpq(far), fmpq(-far))
        )
        admitted = (point for point in far
                    if all(holds(atom, point) for atom in measure.conditions))  # fmt: skip
        return [*self.points, *(p for p in admitted if self.value(middle, p) is not None)]

    def _limits(self, shape: Shape) -> Iterator[str]:
        """What the measure may tend to on a path of that shape."""
        cells = tuple(0 if power is None else FAR**power for power in shape)
        distant = tuple(cell**2 if cell > 1 else cell for cell in cells)
        value = self.value(cells, self.points[0])
        further = [self.value(distant, point) for point in self.points]
        if value is None or further[0] is None:
            return
        here, there = near(value), near(further[0])
        if abs(there - here) > 1:
            yield "oo" if there > 0 else "-oo"
            return
        if all(each is not None and abs(near(each) - there) < CLOSE for each in further):
            yield from _guessed(there)
        exact = _limit_of(self.reading, shape)
        if exact is not None:
            yield exact

    def _kept(self, end: End, e: int, point: Point) -> bool:
        """Within 1/e of the end; beyond e, or log(e), if it is infinite."""
        cells = tuple(_number(text, {"e": fmpq(e)}) for text in end["approached"])
        value = self.value(cells, point)
        if value is None:
            return False
        given = {key: _parsed(end[key], tuple(point)) for key in TOLD if key in end}
        far, here = speed(given), {"e": fmpq(e), **point}
        if "oo" in end["value"]:
            far = Formula("log", far) if "growth" in end else far
            bound = evaluator(far - given["less"] if "less" in given else far)(here)
            return (
                self.outward * _compared(value, bound if self.outward > 0 else negate(bound)) >= 0
            )
        limit = value_at(_parsed(end["value"], tuple(point)), point)
        if limit is None:
            return False
        gap, most = add(value, negate(limit)), evaluator(formula(1) / far)(here)
        return _compared(gap, negate(most)) >= 0 and _compared(gap, most) <= 0


def in_floats(
    tree: Formula, names: tuple[str, ...], largest: int, parameters: tuple[tuple[str, fmpq], ...]
) -> Ball:
    """The values at all matrices up to that size, with their errors; both ends ask for them."""
    parts = [values_of_size(tree, names, n, parameters) for n in range(1, largest + 1)]
    values, errors = zip(*parts, strict=True)
    return np.concatenate(values), np.concatenate(errors)


def _compared(one: Value, other: Value) -> int:
    """-1, 0 or 1; values that cannot be told apart are equal."""
    try:
        return compare(one, other)
    except CannotTellError:
        return 0


def _cell(power: int | None, factor: int, times: int) -> str:
    """(factor*e^times)^power as text."""
    if not power:
        return "0" if power is None else "1"
    number, exponent = factor**power, times * power
    letter = "e" if exponent == 1 else f"e**{exponent}"
    return letter if number == 1 else f"{number}*{letter}"


def _parsed(text: str, names: tuple[str, ...]) -> Formula:
    return parse(text, names={}, parameters=names)


def _number(text: str, point: Point) -> Any:
    return evaluator(_parsed(text, tuple(point)))(point)


def _guessed(number: Fraction) -> Iterator[str]:
    """Simple numbers close to this one: rational, roots, logarithms."""
    close = Fraction(1, 10**4)
    simple = number.limit_denominator(DENOMINATOR)
    if abs(simple - number) < close:
        yield str(simple)
        return
    minus = "-" if number < 0 else ""
    for k in (2, 3, 4):
        inside = (abs(number) ** k).limit_denominator(DENOMINATOR)
        if abs(float(inside) ** (1 / k) - abs(float(number))) < close:
            told = f"sqrt({inside})" if k == 2 else f"({inside})**(1/{k})"
            root = show(_number(told, {})) if k == 2 else None
            yield minus + (root if isinstance(root, str) and not minus else told)
            return


def _limit_of(reading: Reading, shape: Shape) -> str | None:
    """The limit by leading terms, with 1/t for e: in the parameters, or with any roots."""
    measure = reading.measure
    one = formula(1)
    places = {
        name: formula(0) if power is None else one / T**power if power else one
        for name, power in zip(measure.cells, shape, strict=True)
    }
    tree = _chosen(reading.formula.at(**places))
    variables = (Variable("t", "positive"), *measure.variables)
    goal = Goal(variables, measure.conditions, Atom(tree, "=="))
    try:
        found = next(gathered(goal, parted(goal, tree, parameter_samples(reading))), None)
    except (RuleError, UndefinedError, CannotTellError):
        return None
    if found is None or found.power or found.growth is not None:
        return None
    return _readable(plain(found.tree.at(t=0)), reading)


def _readable(tree: Formula, reading: Reading) -> str | None:
    """The text of a formula in the parameters, if it can be read."""
    names = tuple(reading.measure.parameters)
    if not set(tree.symbols()) <= set(names):
        return None
    try:
        _parsed(str(tree), names)
    except FormulaError:
        return None
    return str(tree)


def _chosen(tree: Formula) -> Formula:
    """Conventions with a test that is a number, decided."""
    if not tree.children:
        return tree
    if tree.op == "ifzero" and not tree.args[0].symbols():
        value = value_at(tree.args[0], {})
        if value is not None:
            return _chosen(tree.args[1 if _compared(value, fmpq(0)) == 0 else 2])
    return Formula(tree.op, *map(_chosen, tree.children))
