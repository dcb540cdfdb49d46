"""Values for the properties that have an answer: the range, the undefined set, the gradient.

A value is a guess from exact evaluation at small points; `decide` then proves the statement that
it makes, or the property stays undecided.  Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cmp_to_key
from itertools import product
from math import isqrt
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.algebra import Poly, RuleError, factors, reduce
from symbolic_measures.kernel.exact import (
    CannotTellError,
    UndefinedError,
    Value,
    compare,
    show,
    sign,
)
from symbolic_measures.kernel.reader import Reader, reader
from symbolic_measures.kernel.truth import evaluator, holds
from symbolic_measures.meaning.brzezinski import KINDS, strict_parts
from symbolic_measures.meaning.gradient import PROPORTION_NAMES, inside, partial
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS, PROPORTIONS, cell_names, compositions
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.effort import Effort, Limit, granted
from symbolic_measures.search.engine import decide
from symbolic_measures.search.guarded import guarded, undecided

LARGEST, LARGEST_OF_CLASSES = 6, 5
FAR = 10**6


def decide_with_value(property_id: str, reading: Reading, limit: Limit) -> Verdict:
    """`range`, `undefined-set` or `undefined-kinds`: the first proposed value that is proved."""
    prop, effort = PROPERTIES[property_id], granted(limit)
    propose = {"range": _ranges, "undefined-kinds": _undefined_kinds}
    proposals = propose.get(property_id, _undefined_sets)(reading)
    reason = "no value could be proposed"
    for value, why in proposals:
        if value is None:
            reason = why
            continue
        verdict = decide(prop.statement(reading, value), effort, value)
        if verdict.outcome == "proved":
            return verdict
        reason = verdict.reason or "the proposed value does not hold for all matrices"
    return Verdict(property_id, "undecided", prop.statement(reading), reason=reason)


Proposal = tuple[Any, str]


def _value(tree: Formula, cells: tuple[int, ...], parameters: dict[str, fmpq]) -> Value | None:
    names = cell_names(isqrt(len(cells)))
    point = {**parameters, **dict(zip(names, map(fmpq, cells), strict=True))}
    try:
        return evaluator(tree)(point)
    except (UndefinedError, CannotTellError):
        return None


def _ranges(reading: Reading) -> Iterator[Proposal]:
    tree = reading.formula
    seen: list[tuple[tuple[int, ...], Value]] = []
    points = parameter_samples(reading)
    for parameters in points[:1]:
        count = len(reading.measure.cells)
        for n in range(1, (LARGEST if count == len(CELLS) else LARGEST_OF_CLASSES) + 1):
            for cells in compositions(n, count):
                value = _value(tree, cells, parameters)
                if value is not None:
                    seen.append((cells, value))
    ends, best = {}, {}
    order = cmp_to_key(compare)
    for side, pick in (("infimum", min), ("supremum", max)):
        try:
            cells, value = pick(seen, key=lambda pair: order(pair[1]))
        except (CannotTellError, ValueError):
            yield None, "no values that can be compared"
            return
        if not isinstance(show(value), str):
            yield None, f"the {side} seems to be no rational number or root"
            return
        best[side] = value
        ends[side] = {"value": show(value), "attained": [str(cell) for cell in cells]}
        for parameters in points[1:]:
            other = _value(tree, cells, parameters)
            if other is None or show(other) != show(value):
                yield None, "the range seems to depend on the parameters"
                return
    yield ends, ""
    classes = reading.measure.classes
    beyond = {side: _simple(list(_beyond(tree, classes, side, best[side], points)))
              for side in ends}  # fmt: skip
    for low, high in product(*([ends[side], *beyond[side]] for side in ("infimum", "supremum"))):
        if low is not ends["infimum"] or high is not ends["supremum"]:
            yield {"infimum": low, "supremum": high}, ""


def _simple(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The first way to the end that is approached last, and the last two."""
    first = next((end for end in found if end["value"] == found[-1]["value"]), None)
    return ([] if first is None or first in found[-2:] else [first]) + found[-2:]


def _beyond(
    tree: Formula, classes: int, side: str, best: Value, points: list[dict[str, fmpq]]
) -> Iterator[dict[str, Any]]:
    """Ends that are only approached: matrices with cells 0, 1, e, e^2 for a large e.

    Of several classes, c11 and c12 are chosen, and one number on the diagonal and one off it.
    """
    if not points:
        return
    outward = -1 if side == "infimum" else 1
    powers: tuple[int | None, ...] = (None, 0, 1, 2)
    for chosen in product(powers, repeat=4):
        right, wrong, *others = chosen
        exponents = list(chosen)
        if classes > 2:
            exponents = [others[place % (classes + 1) > 0] for place in range(classes**2)]
            exponents[:2] = right, wrong
        cells = tuple(0 if power is None else FAR**power for power in exponents)
        value = _value(tree, cells, points[0]) if any(cells) else None
        if not isinstance(value, fmpq):
            continue
        if outward * compare(value, best) <= 0:
            continue
        best, here = value, Fraction(int(value.p), int(value.q))
        texts = ["0" if power is None else ("1", "e", "e**2")[power] for power in exponents]
        if abs(here) > FAR / 10:
            limit = "oo" if outward > 0 else "-oo"
        else:
            limit = str(here.limit_denominator(60))
        yield {"value": limit, "attained": None, "approached": texts}


def _undefined_sets(reading: Reading) -> Iterator[Proposal]:
    undefined, defined = [], Atom(reading.formula, "defined")
    points = parameter_samples(reading, 8)
    for support in SUPPORTS:
        zeros = [name for name in CELLS if name not in support]
        where = f"where {', '.join(zeros)} = 0" if zeros else "where all cells are positive"
        truths = set()
        for values in product((1, 2, 3), repeat=len(support)):
            given = dict(zip(support, values, strict=True))
            cells = tuple(given.get(name, 0) for name in CELLS)
            matrix = dict(zip(CELLS, map(fmpq, cells), strict=True))
            here = {holds(defined, {**parameters, **matrix}) for parameters in points}
            if len(here) > 1:
                yield None, f"it depends on the parameters {where}"
                return
            truths |= here
        if None in truths or len(truths) > 1:
            yield None, f"defined at some matrices and not at others {where}"
            return
        if truths == {False}:
            undefined.append(list(support))
    yield undefined, ""


def _undefined_kinds(reading: Reading) -> Iterator[Proposal]:
    """The undefined set, and at each of its patterns the first operation without a value."""
    for undefined, why in _undefined_sets(reading):
        if undefined is None:
            yield None, why
            continue
        value = []
        for support in undefined:
            zeros = {name: 0 for name in CELLS if name not in support}
            tree = reading.formula.at(**zeros)
            ones = dict.fromkeys(support, fmpq(1))
            found = _broken(tree, {**next(iter(parameter_samples(reading, 1)), {}), **ones})
            if found is None:
                yield None, f"no reason was found where {', '.join(support)} > 0"
                return
            value.append({"support": support, "kind": found[0], "at": str(found[1])})
        yield value, ""


def _broken(tree: Formula, point: dict[str, fmpq]) -> tuple[str, Formula] | None:
    """The first operation whose arguments have values but which has none, and its kind."""
    for node in strict_parts(tree):
        if holds(Atom(node, "defined"), point) is not False:
            continue
        for kind, (op, parts) in KINDS.items():
            atoms = [
                Atom(node.args[place] if sign > 0 else -node.args[place], rel)
                for place, sign, rel in (parts if node.op == op else ())
            ]
            if atoms and all(holds(atom, point) for atom in atoms):
                return kind, node
    return None


def gradient(reading: Reading, direction: str, limit: Limit) -> Verdict:
    """The derivative in a direction with its sign, proved where it can be."""
    effort, prop = granted(limit), PROPERTIES["gradient"]
    nothing = undecided("gradient", reading.measure.name, prop.sentence, "")
    nothing = replace(nothing, value={"variable": direction})

    def work() -> Verdict:
        with effort.fenced():
            return _gradient(reading, direction, effort)

    return guarded(work, lambda reason: replace(nothing, reason=reason))


def _gradient(reading: Reading, direction: str, effort: Effort) -> Verdict:
    prop = PROPERTIES["gradient"]
    empty = Statement("gradient", reading.measure.name, prop.sentence, ())
    try:
        slope = partial(reading.formula, direction)
        shown = formula(0) if slope is None else _shown(reading, direction, slope)
    except (ValueError, RuleError) as error:
        value = {"variable": direction}
        return Verdict("gradient", "undecided", empty, reason=str(error), value=value)
    reason = ""
    for value in _signs(reading, direction, slope or formula(0), shown):
        verdict = decide(prop.statement(reading, value), effort, value)
        if verdict.outcome == "proved":
            return verdict
        reason = verdict.reason
    value = {"variable": direction, "derivative": str(shown)}
    return Verdict("gradient", "undecided", empty, reason=reason or "no sign", value=value)


def _shown(reading: Reading, direction: str, slope: Formula) -> Formula:
    """The derivative, in the proportions where it is with respect to one."""
    if direction in PROPORTION_NAMES:
        places = dict(zip(CELLS, PROPORTIONS, strict=True))
        change = derivative(inside(reading.formula).at(**places), {direction: 1})
        try:
            if change is None:
                return formula(0)
            return factored(reading, change, [Variable(n, "nonnegative") for n in PROPORTION_NAMES])
        except RuleError:  # a sign under a root that is only plain in the cells
            pass
    return factored(reading, slope, [Variable(name, "positive") for name in CELLS])


def factored(reading: Reading, slope: Formula, letters_of: list[Variable]) -> Formula:
    """The derivative as one fraction of factored polynomials, roots written as roots."""
    measure = reading.measure
    variables = (*letters_of, *measure.variables)
    read = reader(Goal(variables, measure.conditions, Atom(slope, "==")))
    top, bottom = read.ratio(slope)
    if read.opaque:
        return slope
    top = reduce(top, read.roots)
    if top.is_zero():
        return formula(0)
    common = top.gcd(bottom)
    return fraction(read, top / common, bottom / common)


def fraction(read: Reader, top: Poly, bottom: Poly) -> Formula:
    """A fraction of factored polynomials as a formula, roots written as roots."""
    names: dict[str, Formula] = {}
    for place in sorted(read.roots):
        letters = {name: names.get(name, symbol(name)) for name in read.names}
        minus, inside = _product(read.roots[place], letters)
        names[read.names[place]] = Formula("sqrt", _joined(minus, inside))
    letters = {name: names.get(name, symbol(name)) for name in read.names}
    minus, above = _product(top, letters)
    turned, below = _product(bottom, letters)
    numerator = _joined(minus != turned, above)
    return numerator if bottom.is_one() else numerator / _joined(False, below)


def _product(poly: Any, letters: dict[str, Formula]) -> tuple[bool, list[Formula]]:
    """The factored polynomial: is there a minus, and c, f1^e1, ..., each factor mostly positive."""
    unit, pairs = factors(poly)
    minus, size = unit < 0, abs(int(unit))
    parts = [] if size == 1 and pairs else [formula(size)]
    for piece, exponent in sorted(pairs, key=lambda pair: (len(pair[0]), str(pair[0]))):
        turned = _mostly_negative(piece)
        minus ^= turned and exponent % 2 == 1
        parts.append(_power(_sum(-piece if turned else piece, letters), exponent))
    return minus, parts


def _joined(minus: bool, parts: list[Formula]) -> Formula:
    """The product of the parts, with the minus sign at its first."""
    result = -parts[0] if minus else parts[0]
    for part in parts[1:]:
        result = result * part
    return result


def _mostly_negative(poly: Any) -> bool:
    """p - 1 rather turns to 1 - p, and -a - b + c to a + b - c."""
    balance = sum(1 if coefficient > 0 else -1 for coefficient in poly.coeffs())
    constant = poly.to_dict().get((0,) * poly.context().nvars(), 0)
    return balance < 0 or (balance == 0 and constant < 0)


def _power(base: Formula, exponent: int) -> Formula:
    """base^exponent, with sqrt(R)^3 written R^(3/2)."""
    if exponent == 1:
        return base
    if base.op == "sqrt" and exponent % 2:
        return base.args[0] ** formula(Fraction(exponent, 2))
    return base**exponent


def _sum(poly: Any, letters: dict[str, Formula]) -> Formula:
    total: Formula | None = None
    names = list(letters)
    terms = sorted(poly.to_dict().items(), key=lambda term: term[1] < 0)
    for monomial, coefficient in terms:
        size = abs(int(coefficient))
        parts: list[Formula] = [] if size == 1 and any(monomial) else [formula(size)]
        for name, power in zip(names, monomial, strict=True):
            if power:
                base = letters[name]
                parts.append(_power(base, int(power)))
        term = parts[0]
        for part in parts[1:]:
            term = term * part
        if total is None:
            total = -term if coefficient < 0 else term
        else:
            total = total - term if coefficient < 0 else total + term
    return formula(0) if total is None else total


def _positive_cells() -> Iterator[tuple[int, ...]]:
    """Small matrices with positive cells, then a few lopsided ones."""
    for n in range(4, 8):
        for extra in compositions(n - 4, 4):
            yield tuple(1 + cell for cell in extra)
    yield from product((1, 6, 20), repeat=4)


def _signs(
    reading: Reading, direction: str, slope: Formula, shown: Formula
) -> Iterator[dict[str, Any]]:
    """Claims about the sign that fit what is seen at small positive matrices."""
    base = {"variable": direction, "derivative": str(shown)}
    found: dict[int, dict[str, str]] = {}
    for parameters in parameter_samples(reading, 4):
        for cells in _positive_cells():
            point = {**dict(zip(CELLS, map(fmpq, cells), strict=True)), **parameters}
            try:
                evaluator(reading.formula)(point)
                here = sign(evaluator(slope)(point))
            except (UndefinedError, CannotTellError):
                continue
            found.setdefault(here, {name: str(value) for name, value in point.items()})
    if {1, -1} <= set(found):
        yield {**base, "sign": "changes", "points": [found[1], found[-1]]}
    elif 1 in found:
        if 0 not in found:
            yield {**base, "sign": "positive"}
        yield {**base, "sign": "nonnegative"}
    elif -1 in found:
        if 0 not in found:
            yield {**base, "sign": "negative"}
        yield {**base, "sign": "nonpositive"}
    elif 0 in found:
        yield {**base, "sign": "zero"}
