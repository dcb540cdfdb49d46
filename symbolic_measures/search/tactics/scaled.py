"""One side times or divided by a number such as log(2): by way of it without that number.

Logarithms to the base 2 grow faster than natural ones; that log(2) < 1 is all that is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import Any

from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.tactics.paired import Point, points_of, values_at
from symbolic_measures.search.tactics.segment import CLOSE, Way


def without_number(goal: Goal) -> Iterator[Way]:
    """By way of X, where one side is X*c or X/c, if X is seen to be between the sides; or of k*Y/c,
    where X/c is compared with Y and k is a whole number next to c."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or tree.op != "-" or not goal.variables:
        return
    points = points_of(goal)
    for side, own in enumerate(tree.args):
        found = _apart(own)
        if found is None or not tree.args[1 - side].symbols():
            continue
        ways = (None, _compared) if side else (_compared, None)
        yield from _between(tree, found[0], points, ways)
        for middle in _multiples(tree.args[1 - side], own):
            yield from _between(tree, middle, points, (None, None))


def _between(
    tree: Formula, middle: Formula, points: list[Point], ways: tuple[Any, Any]
) -> Iterator[Way]:
    """By way of the middle, if it is seen to be between the sides."""
    gaps = [values_at(gap, points) for gap in (tree.args[0] - middle, middle - tree.args[1])]
    if all(len(gap) and min(gap) >= -CLOSE for gap in gaps):
        strict = "left" if min(gaps[0]) > CLOSE else "right"
        yield "via", {"value": as_text(middle), "strict": strict}, ways


def _multiples(tree: Formula, scaled: Formula) -> Iterator[Formula]:
    """k*Y/c for X/c, and k the whole numbers next to c."""
    found = _apart(scaled)
    if found is None or scaled.op != "/":
        return
    number = values_at(found[1], [{}])
    for k in (floor(number[0]), ceil(number[0])) if len(number) else ():
        if k > 1:
            yield formula(k) * tree / found[1]


def _apart(tree: Formula) -> tuple[Formula, Formula] | None:
    """X and the number c, which is no fraction, of X*c or X/c."""
    if tree.op not in ("*", "/"):
        return None
    pairs = (tree.args, tree.args[::-1]) if tree.op == "*" else (tree.args,)
    for one, other in pairs:
        if one.symbols() and not other.symbols() and other.functions():
            return one, other
    return None


def _compared(goal: Goal) -> Iterator[Way]:
    """X against X*c or X/c: the signs of X and of c - 1."""
    left, right = goal.conclusion.expr.args
    found = _apart(right) or _apart(left)
    if found is None:
        return
    seen, number = values_at(found[0], points_of(goal)), values_at(found[1], points_of(goal)[:1])
    if not len(seen) or not len(number):
        return
    sign = "-part1" if max(seen) <= CLOSE else "part1"
    gap = "part2 - 1" if number[0] > 1 else "1 - part2"
    facts = [[sign, goal.conclusion.rel], ["part2", ">"], [gap, goal.conclusion.rel]]
    yield "abstract", {"parts": list(map(as_text, found)), "facts": facts}
