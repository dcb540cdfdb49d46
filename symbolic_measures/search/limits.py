"""What a measure tends to where it is undefined: values for `continuous-extension`.

Paths to a matrix of the pattern (cells that are not in its support 0, 1/e or 1/e^2) are followed
to a large e.  Two paths with different ends show that there is no limit; if all ends agree, a bound
on the distance to that end is looked for among simple quotients.  Nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from flint import fmpq

from symbolic_measures.fences import StoppedError
from symbolic_measures.kernel.algebra import RuleError, text_of
from symbolic_measures.kernel.evaluation import Evaluator, compile_formula
from symbolic_measures.kernel.exact import (
    CannotTellError,
    UndefinedError,
    Value,
    add,
    compare,
    negate,
    show,
)
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.macros import check
from symbolic_measures.meaning.class_sums import is_rational
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.meaning.supports import faces, patterns
from symbolic_measures.nouns.confusion import CELLS, SIZE
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.search.costs import of_value
from symbolic_measures.search.effort import Effort, Limit, granted
from symbolic_measures.search.engine import decide
from symbolic_measures.search.guarded import guarded
from symbolic_measures.search.orders import value_at
from symbolic_measures.search.propose import decide_with_value
from symbolic_measures.search.simple_numbers import near

ID = "continuous-extension"
FAR = 10**6
NEAR = (1_000, 50, 1, 2, 3, 4, 7)
LARGEST_DENOMINATOR = 60
MOST_PAIRS = 4

Point = dict[str, fmpq]


def extension(reading: Reading, limit: Limit) -> Verdict:
    """The verdict on all patterns where the measure is undefined, from those on each."""
    prop, effort = PROPERTIES[ID], granted(limit)
    where = decide_with_value("undefined-set", reading, effort)
    if where.outcome != "proved" or where.proof is None:
        reason = f"where it is undefined is not known: {where.reason}"
        return Verdict(ID, "undecided", prop.statement(reading), reason=reason)
    supports = patterns(where.value)
    if supports is None:
        reason = f"undefined where {faces(where.value)}: no union of patterns of zero cells"
        return Verdict(ID, "undecided", prop.statement(reading), reason=reason)
    premises = list(where.proof.premises)
    entries: list[Any] = []
    total, unknown = where.seconds, []
    for support in supports:
        found = extension_at(reading, support, effort)
        total += found.seconds
        if found.proof is None:
            unknown.append(faces([support]))
            continue
        entries.append(found.value)
        premises += found.proof.premises[1:]
    if unknown:
        reason = f"open: {'; '.join(unknown)}"
        return Verdict(ID, "undecided", prop.statement(reading), reason=reason, seconds=total)
    statement = prop.statement(reading, entries)
    proof = Step("every-goal", {}, tuple(premises))
    verdict = Verdict(ID, "proved", statement, proof=proof, value=entries, seconds=total)
    check(statement, verdict)
    return verdict


def extension_at(reading: Reading, support: list[str], limit: Limit) -> Verdict:
    """The limit at one pattern, or that there is none; undecided if neither is proved."""
    empty, value = PROPERTIES[ID].statement(reading), {"support": support}
    nothing = Verdict(ID, "undecided", empty, value=value)
    return guarded(
        lambda: _extension_at(reading, support, granted(limit)),
        lambda reason: replace(nothing, reason=reason),
    )


def _extension_at(reading: Reading, support: list[str], effort: Effort) -> Verdict:
    prop, spent = PROPERTIES[ID], 0.0
    reason = "no limit and no two paths with different limits could be proposed"
    try:
        for value in _proposals(reading, tuple(support), effort):
            verdict = decide(prop.statement(reading, value), effort, value)
            spent += verdict.seconds
            if verdict.outcome == "proved":
                return verdict
            reason = verdict.reason or reason
    except StoppedError as error:
        reason = str(error)
    empty = prop.statement(reading)
    return Verdict(ID, "undecided", empty, value={"support": support}, reason=reason, seconds=spent)


def _proposals(reading: Reading, support: tuple[str, ...], effort: Effort) -> Iterator[Any]:
    parameters = parameter_samples(reading)
    if not parameters or len(support) == len(CELLS):
        return
    base = {"support": list(support)}
    told: set[str] = set()
    seen: list[Fraction] = []
    for place in _places(len(support)):
        ends: dict[str, list[str]] = {}
        for path in _paths(support, place):
            effort.tick(of_value(reading.formula))
            far = _along(reading.formula, path, FAR, parameters[0])
            if far is None:
                continue
            seen.append(near(far))
            found = next(_end(reading.formula, path, seen[-1], parameters), None)
            if found is not None:
                ends.setdefault(*found)
        for end in ("oo", "-oo"):
            if end in ends:
                yield {**base, "limit": None, "paths": [ends[end]], "values": [end]}
        finite = sorted((end for end in ends if "oo" not in end), key=lambda end: "sqrt" in end)
        pairs = list(combinations(finite, 2))
        for one, two in pairs[:MOST_PAIRS]:
            yield {**base, "limit": None, "paths": [ends[one], ends[two]], "values": [one, two]}
        told |= set(ends)
    for limit in (*_common(told, seen), *_cancelled(reading, support)):
        for bound in _bounds(reading, support, limit, parameters, effort):
            yield {**base, "limit": limit, "bound": bound}


def _common(told: set[str], seen: list[Fraction]) -> list[str]:
    """The one limit, if no path ends far from it (CC comes near like 1/sqrt(e) only)."""
    if len(told) != 1 or told & {"oo", "-oo"}:
        return []
    limit = near(evaluator(parse(min(told), names={}))({}))
    return [*told] if all(abs(number - limit) < Fraction(1, 100) for number in seen) else []


# --- paths ---------------------------------------------------------------------------------


def _places(size: int) -> list[tuple[int, ...]]:
    """Values of the cells of the support: all 1, then with 3 and 4 (1/4 and 3/4 have no roots)."""
    places = sorted(product((1, 3, 4), repeat=size), key=lambda place: (sum(place), place))
    return places[:5]


def _paths(support: tuple[str, ...], place: tuple[int, ...]) -> Iterator[list[str]]:
    """Cells in e that tend to the place, simple ones first."""
    given = dict(zip(support, map(str, place), strict=True))
    outside = [name for name in CELLS if name not in support]
    shapes = product(("0", "1/e", "1/e**2"), repeat=len(outside))
    for shape in sorted(shapes, key=lambda s: (s.count("1/e**2"), -s.count("0"))):
        cells = {**given, **dict(zip(outside, shape, strict=True))}
        yield [cells[name] for name in CELLS]


def _end(
    tree: Formula, path: list[str], number: Fraction, parameters: list[Point]
) -> Iterator[tuple[str, list[str]]]:
    """What the measure seems to tend to, with the path slowed down until it is within 1/e."""
    if abs(number) > FAR / 100:
        guesses = ["oo" if number > 0 else "-oo"]
    else:
        square = (number**2).limit_denominator(LARGEST_DENOMINATOR)
        root = show(evaluator(parse(f"{'-' * (number < 0)}sqrt({square})", names={}))({}))
        guesses = [str(number.limit_denominator(LARGEST_DENOMINATOR)), str(root)]
    for end, slower in product(guesses, (1, 4, 16)):
        cells = [_slowed(cell, slower) for cell in path]
        if all(_fits(tree, cells, end, e, point) for e in (*NEAR, FAR) for point in parameters):
            yield end, cells


def _slowed(cell: str, slower: int) -> str:
    """1/e becomes 1/(4*e)."""
    top, bar, below = cell.partition("/")
    return f"{top}/({slower}*{below})" if bar and slower > 1 else cell


@lru_cache(maxsize=4_096)
def _in_e(text: str) -> Evaluator:
    return compile_formula(parse(text, names={}, parameters=("e",)))


def _along(tree: Formula, path: list[str], e: int, parameters: Point) -> Value | None:
    try:
        cells = [_in_e(cell)({"e": fmpq(e)}) for cell in path]
        return evaluator(tree)({**parameters, **dict(zip(CELLS, cells, strict=True))})
    except (UndefinedError, CannotTellError):
        return None


def _fits(tree: Formula, path: list[str], end: str, e: int, parameters: Point) -> bool:
    """Within 1/e of the end, or beyond e."""
    value = _along(tree, path, e, parameters)
    if value is None:
        return False
    try:
        if end in ("oo", "-oo"):
            return compare(value, fmpq(e)) >= 0 if end == "oo" else compare(value, fmpq(-e)) <= 0
        gap = add(value, negate(_in_e(end)({})))
        return compare(gap, fmpq(-1, e)) >= 0 and compare(gap, fmpq(1, e)) <= 0
    except CannotTellError:
        return False


# --- limits and bounds ---------------------------------------------------------------------


def _cancelled(reading: Reading, support: tuple[str, ...]) -> Iterator[str]:
    """The measure as one reduced fraction, at the pattern: a limit that varies along it."""
    measure = reading.measure
    variables = tuple(Variable(name, "positive") for name in CELLS) + measure.variables
    try:
        read = reader(Goal(variables, measure.conditions, Atom(reading.formula, "==")))
        top, bottom = read.ratio(reading.formula)
    except RuleError:
        return
    if not is_rational(read) or top.is_zero():
        return
    common = top.gcd(bottom)
    gone = [place for place, n in enumerate(read.names) if n in CELLS and n not in support]
    left = []
    for poly in (top / common, bottom / common):
        terms = poly.to_dict().items()
        kept = {powers: c for powers, c in terms if not any(powers[place] for place in gone)}
        left.append(poly.context().from_dict(kept))
    if not left[1].is_zero():
        above, below = (parse(text_of(poly), names={}, parameters=read.names) for poly in left)
        yield str(above if left[1].is_one() else above / below)


def _bounds(
    reading: Reading,
    support: tuple[str, ...],
    limit: str,
    parameters: list[Point],
    effort: Effort,
) -> Iterator[str]:
    """c*n^j/(product of cells of the support)^k that bound the square of the distance.

    As the measure multiplied by 2^d when the matrix is doubled, sigma*bound is of degree 2d.
    """
    end = parse(limit, names={}, parameters=(*CELLS, *reading.measure.parameters))
    outside = [name for name in CELLS if name not in support]
    sigma = symbol(outside[0])
    for name in outside[1:]:
        sigma = sigma + symbol(name)
    gap, degree = (reading.formula - end) ** 2, _degree(reading.formula, parameters[0])
    sets = [kept for size in range(1, len(support) + 1) for kept in combinations(support, size)]
    for factor, power in product((1, 4, 16), (1, 2)):
        for kept in sets:
            above = len(kept) * power - 1 + 2 * degree
            bound = _bound(factor, above, kept, power)
            tree = parse(bound, names={"n": SIZE}, parameters=CELLS)
            effort.tick(100 * of_value(gap))
            if _everywhere(sigma * tree - gap, support, parameters):
                yield bound


def _bound(factor: int, above: int, kept: tuple[str, ...], power: int) -> str:
    top = [str(factor)] if factor > 1 or above <= 0 else []
    top += ["n" if above == 1 else f"n**{above}"] if above > 0 else []
    bottom = [name if power == 1 else f"{name}**{power}" for name in kept]
    bottom += [f"n**{-above}"] if above < 0 else []
    below = "*".join(bottom)
    return f"{'*'.join(top)}/{below if len(bottom) == 1 else f'({below})'}"


def _degree(tree: Formula, parameters: Point) -> int:
    for cells in ((1, 2, 3, 5), (2, 1, 7, 1)):
        once, twice = (_value(tree, tuple(fmpq(k * c) for c in cells), parameters) for k in (1, 2))
        if isinstance(once, fmpq) and isinstance(twice, fmpq) and once != 0:
            return next((d for d in (-2, -1, 1, 2) if twice == once * fmpq(2) ** d), 0)
    return 0


def _value(tree: Formula, cells: tuple[fmpq, ...], parameters: Point) -> Value | None:
    return value_at(tree, {**parameters, **dict(zip(CELLS, cells, strict=True))})


def _everywhere(tree: Formula, support: tuple[str, ...], parameters: list[Point]) -> bool:
    """The tree is >= 0 at a grid of real matrices near the pattern and far from it."""
    inside, near = (fmpq(1, 9), fmpq(1), fmpq(7)), (fmpq(0), fmpq(1, 10**5), fmpq(1), fmpq(20))
    for cells in product(*(inside if name in support else near for name in CELLS)):
        value = _value(tree, cells, parameters[0])
        try:
            if value is not None and compare(value, fmpq(0)) < 0:
                return False
        except CannotTellError:
            continue
    return True
