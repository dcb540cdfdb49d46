"""Sums of logarithms, gathered: one logarithm for everything that has the same factor.

TP*log(TP/n) - TP*log(P/n) + ... is TP*log(TP/P) + ...: of a logarithm that is gathered the sign is
often plain, or its tangent is close enough (`tangents`), where those of its parts are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd
from typing import Any

from symbolic_measures.kernel.algebra import Poly, RuleError
from symbolic_measures.kernel.reader import Reader, reader
from symbolic_measures.macros import written
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.search.tactics.paired import FEWEST, points_of
from symbolic_measures.search.tactics.segment import Way, cleared
from symbolic_measures.search.tactics.tangents import (
    POINTS,
    bounds_of,
    by_tangents,
    is_of_logs,
    signs_of,
)

ZERO = formula(0)
#: Logarithms that are read, and factors that they are gathered at, at most.
FEWEST_LOGS, MOST_LOGS, MOST_FACTORS = 2, 16, 8
#: The largest power in a logarithm that is gathered.
MOST_TIMES = 4


def by_gathering(goal: Goal) -> Iterator[Way]:
    """By way of the gathered sum, if its terms are seen to be >= 0, or so with their tangents."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or "log" not in tree.ops or not is_of_logs(tree):
        return
    if not goal.variables or not FEWEST_LOGS <= _logs(tree) <= MOST_LOGS:
        return
    points = points_of(goal)[:POINTS]
    if len(points) < FEWEST:
        return
    if tree.op != "-" or tree.args[1] != ZERO:
        if _gathered(goal, tree) not in (None, tree):
            yield "abstract", {"parts": [str(tree)], "facts": [["part1 - 0", rel]]}
        return
    found = _gathered(goal, tree.args[0])
    if found is None or found == tree.args[0]:
        return
    logs = [node for node in found.walk() if node.op == "log" and node.symbols()]
    signs = [signs_of(node, points) for node in logs]
    if all(seen is not None and -1 not in seen for seen in signs):
        yield "via", {"value": str(found), "strict": "right"}, (cleared, None)
    elif logs and bounds_of(found, logs, points) is not None:
        yield "via", {"value": str(found), "strict": "right"}, (cleared, by_tangents)


def _logs(tree: Formula) -> int:
    return sum(node.op == "log" for node in tree.walk())


def _gathered(goal: Goal, tree: Formula) -> Formula | None:
    """The same sum with one logarithm for each factor, or None if it is no such sum."""
    read = reader(Goal(goal.variables, (), Atom(tree, "defined")))
    try:
        top, bottom = read.ratio(tree)
    except RuleError:
        return None
    groups = _groups(read, top)
    if groups is None or not 0 < len(groups) <= MOST_FACTORS or read.roots:
        return None
    names = read.names
    context = top.context()
    total: Formula | None = None
    try:
        for powers, logs in groups.items():
            term = _term(read, context.from_dict({powers: 1}), logs)
            if term is not None:
                total = term if total is None else total + term
        below = parse(written(bottom), names={}, parameters=names)
    except (FormulaError, ValueError):
        return None
    if total is None:
        return None
    return total if bottom.is_one() else total / below


def _groups(read: Reader, top: Poly) -> dict[tuple[int, ...], dict[int, int]] | None:
    """For each factor the logarithms that it is a factor of (-1: 1), and how often."""
    found: dict[tuple[int, ...], dict[int, int]] = {}
    for monomial, number in top.to_dict().items():
        powers = list(map(int, monomial))
        logs = [place for place in read.terms if powers[place]]
        if len(logs) > 1 or any(powers[place] > 1 for place in logs):
            return None
        for place in logs:
            powers[place] = 0
        found.setdefault(tuple(powers), {})[logs[0] if logs else -1] = int(number)
    return found


def _term(read: Reader, factor: Poly, logs: dict[int, int]) -> Formula | None:
    """factor*(c + k*log(product of the arguments))."""
    times = gcd(*(number for place, number in logs.items() if place >= 0))
    sides: list[list[str]] = [[], []]
    for place, number in logs.items():
        power = abs(number) // times if place >= 0 else 0
        if power > MOST_TIMES:
            raise ValueError("a power is too large")
        if power:
            term = read.terms[place]
            above, below = sides if number > 0 else reversed(sides)
            above.append(
                f"({written(term.top)})^{power}" if power > 1 else f"({written(term.top)})"
            )
            if not term.bottom.is_one():
                below.append(f"({written(term.bottom)})^{power}")
    inside = "*".join(sides[0]) or "1"
    inside += f"/({'*'.join(sides[1])})" if sides[1] else ""
    text = f"{times}*log({inside})" if any(sides) else ""
    text = " + ".join(part for part in (text, str(logs.get(-1, "") or "")) if part)
    known: Any = parse(f"({written(factor)})*({text})", names={}, parameters=read.names)
    return known
