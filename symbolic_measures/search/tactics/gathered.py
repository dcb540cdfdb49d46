"""Sums of logarithms, gathered: one logarithm for everything that has the same factor.

TP*log(TP/n) - TP*log(P/n) + ... is TP*log(TP/P) + ...: of a logarithm that is gathered the sign is
often plain, or its tangent is close enough (`tangents`), where those of its parts are not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import gcd
from operator import add

from symbolic_measures.kernel.algebra import Poly, RuleError, Term
from symbolic_measures.kernel.reader import Reader, reader
from symbolic_measures.macros import written
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.tactics.paired import FEWEST, few_points
from symbolic_measures.search.tactics.segment import Way, cleared, without_zero
from symbolic_measures.search.tactics.tangents import (
    bounds_of,
    by_tangents,
    is_of_logs,
    signs_of,
)

Tactic = Callable[[Goal], Iterator[Way]]

ZERO = formula(0)
#: A single logarithm is gathered with numbers only.
FEWEST_LOGS = 2
#: More terms with logarithms than these are gathered before anything else is tried.
MANY_TERMS = 2
#: Logarithms that are read, and factors that they are gathered at, at most.
MOST_LOGS, MOST_FACTORS = 16, 8
#: The largest power in a logarithm that is gathered.
MOST_TIMES = 4


def by_gathering(goal: Goal) -> Iterator[Way]:
    """By way of the gathered sum, if its terms are seen to be >= 0."""
    for found, plain in _sums(goal):
        if plain:
            yield _by_way_of(found, goal, by_gathering, None)


def has_many_logs(tree: Formula) -> bool:
    """Whether it is a sum of several terms with logarithms: a side more than one."""
    left, found = [tree], 0
    while left:
        node = left.pop()
        if node.op in ("+", "-", "neg"):
            left += node.children
        else:
            found += "log" in node.ops
    return found > MANY_TERMS


def by_gathered_tangents(goal: Goal) -> Iterator[Way]:
    """By way of the gathered sum, if its terms are seen to be >= 0 with their tangents alone."""
    points = few_points(goal)
    for found, plain in _sums(goal):
        every = [node for node in found.whole.walk() if node.op == "log"]
        free = [node for node in every if node.symbols()]
        told = (bounds_of(found.whole, logs, points) for logs in (free, every) if logs)
        if not plain and any(told):
            yield _by_way_of(found, goal, by_gathered_tangents, by_tangents)


@lru_cache(maxsize=64)
def _sums(goal: Goal) -> list[tuple[_Gathered, bool]]:
    """The gathered sums of what is shown to be above 0, up to one whose terms are all seen to be
    >= 0, and whether it is that one."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or "log" not in tree.ops or not is_of_logs(tree):
        return []
    many, points = sum(node.op == "log" for node in tree.walk()), few_points(goal)
    if not goal.variables or many > MOST_LOGS or len(points) < FEWEST:
        return []
    sums: list[tuple[_Gathered, bool]] = []
    own = {variable.name for variable in goal.variables}
    for found in _gathered(goal, without_zero(tree)):
        if tree in (found.whole, found.whole - ZERO) or not own.issuperset(found.whole.symbols()):
            continue
        if many < FEWEST_LOGS and not found.with_numbers:
            continue
        signs = [signs_of(part, points) for part in found.parts]
        plain = all(seen is not None and -1 not in seen for seen in signs)
        sums.append((found, plain))
        if plain:
            break
    return sums


def _by_way_of(found: _Gathered, goal: Goal, again: Tactic, told: Tactic | None) -> Way:
    """The gathered sum between what is shown and 0; first that is written as what is above 0."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if without_zero(tree) is tree:
        return "abstract", {"parts": [as_text(tree)], "facts": [["part1 - 0", rel]]}, (again, None)
    return "via", {"value": as_text(found.whole), "strict": "right"}, (cleared, told)


@dataclass(frozen=True)
class _Gathered:
    """A sum, and what stands in it beside a factor: k*log(...) + c."""

    whole: Formula
    parts: list[Formula]
    with_numbers: bool
    """Whether a factor with variables is one of a logarithm and of a number."""


def _gathered(goal: Goal, tree: Formula) -> Iterator[_Gathered]:
    """The same sum with one logarithm for each factor, if it is such a sum; then with logarithms of
    numbers gathered, too, where something is divided by them."""
    read = reader(Goal(goal.variables, (), Atom(tree, "defined")))
    try:
        top, bottom = read.ratio(tree)
    except RuleError:
        return
    below = {place for place, power in enumerate(bottom.degrees()) if power} & set(read.terms)
    others = {place for place in below if not read.terms[place].top.is_constant()}
    for divisors in (below, others) if others < below else (below,):
        found = _with_divisors(read, top, bottom, divisors)
        if found is not None:
            yield found


def _with_divisors(read: Reader, top: Poly, bottom: Poly, divisors: set[int]) -> _Gathered | None:
    """The sum, where these logarithms are factors."""
    groups = _groups(read, top, divisors)
    if groups is None or not 0 < len(groups) <= MOST_FACTORS or read.roots:
        return None
    terms, parts = list[Formula](), list[Formula]()
    try:
        for powers, logs in groups.items():
            factor = top.context().from_dict({powers: 1})
            parts.append(_part(read, logs))
            terms.append(as_formula(read, factor) * parts[-1])
        whole = reduce(add, terms)
        if not bottom.is_one():
            whole /= as_formula(read, bottom)
    except (FormulaError, ValueError):
        return None
    beside = any(any(powers) and len(logs) > 1 and -1 in logs for powers, logs in groups.items())
    return _Gathered(whole, parts, beside)


def as_formula(read: Reader, poly: Poly) -> Formula:
    """The polynomial, with the logarithms that its variables stand for."""
    tree = parse(written(poly), names={}, parameters=read.names)
    used = {place: t for place, t in read.terms.items() if poly.degrees()[place]}
    return tree.at(**{read.names[place]: _log(read, t) for place, t in used.items()})


def _log(read: Reader, term: Term) -> Formula:
    top, bottom = (parse(written(p), {}, read.names) for p in (term.top, term.bottom))
    return Formula("log", top if term.bottom.is_one() else top / bottom)


def _groups(
    read: Reader, top: Poly, divisors: set[int]
) -> dict[tuple[int, ...], dict[int, int]] | None:
    """For each factor the logarithms that it is a factor of (-1: 1), and how often; what something
    is divided by is a factor."""
    found: dict[tuple[int, ...], dict[int, int]] = {}
    for monomial, number in top.to_dict().items():
        powers = list(map(int, monomial))
        logs = [place for place in read.terms if powers[place] and place not in divisors]
        if len(logs) > 1 or any(powers[place] > 1 for place in logs):
            return None
        for place in logs:
            powers[place] = 0
        found.setdefault(tuple(powers), {})[logs[0] if logs else -1] = int(number)
    return found


def _part(read: Reader, logs: dict[int, int]) -> Formula:
    """k*log(product of the arguments) + c."""
    times = gcd(*(number for place, number in logs.items() if place >= 0))
    sides: list[list[str]] = [[], []]
    for place, number in logs.items():
        power = abs(number) // times if place >= 0 else 0
        if power > MOST_TIMES:
            raise ValueError("a power is too large")
        if power:
            term = read.terms[place]
            above, below = sides if number > 0 else reversed(sides)
            raised = f"^{power}" if power > 1 else ""
            above.append(f"({written(term.top)}){raised}")
            below += [] if term.bottom.is_one() else [f"({written(term.bottom)}){raised}"]
    if not any(sides):
        return formula(logs.get(-1, 0))
    top, bottom = (parse("*".join(side) or "1", names={}, parameters=read.names) for side in sides)
    log = Formula("log", top / bottom if sides[1] else top)
    part = log if times == 1 else log * times
    number = logs.get(-1, 0)
    return part if not number else part + number if number > 0 else part - -number
