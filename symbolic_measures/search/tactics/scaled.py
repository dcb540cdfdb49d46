"""One side times or divided by a number such as log(2): by way of it without that number.

Logarithms to the base 2 grow faster than natural ones; that log(2) < 1 is all that is needed.  So
do decibels, 10*log(x)/log(10): of these log(10) < 10.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, floor
from typing import Any

from flint import fmpq

from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.orders import value_at
from symbolic_measures.search.tactics.paired import Point, points_of, values_at
from symbolic_measures.search.tactics.segment import CLOSE, Way


def without_number(goal: Goal) -> Iterator[Way]:
    """By way of X, where one side is q*X*c or q*X/c, q a fraction, if X is seen to be between the
    sides; or of k*Y/c, where X/c is compared with Y and k is a whole number next to c."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or tree.op != "-" or not goal.variables:
        return
    points = points_of(goal)
    for side, own in enumerate(tree.args):
        found = _apart(own)
        if found is None or not tree.args[1 - side].symbols():
            continue
        ways = (None, _compared) if side else (_compared, None)
        middle = -found[0] if found[2] < 0 else found[0]
        yield from _between(tree, middle, points, ways)
        for middle in _multiples(tree.args[1 - side], own, *found):
            yield from _between(tree, middle, points, ways[::-1])


def _between(
    tree: Formula, middle: Formula, points: list[Point], ways: tuple[Any, Any]
) -> Iterator[Way]:
    """By way of the middle, if it is seen to be between the sides."""
    gaps = [values_at(gap, points) for gap in (tree.args[0] - middle, middle - tree.args[1])]
    if all(len(gap) and min(gap) >= -CLOSE for gap in gaps):
        strict = "left" if min(gaps[0]) > CLOSE else "right"
        yield "via", {"value": as_text(middle), "strict": strict}, ways


def _multiples(
    tree: Formula, scaled: Formula, own: Formula, number: Formula, times: fmpq
) -> Iterator[Formula]:
    """q*k*Y/c for q*X/c, and k the whole numbers next to c/q."""
    if not _divided(scaled, number):
        return
    value = values_at(number, [{}]) / float(times)
    for k in dict.fromkeys((floor(value[0]), ceil(value[0]))) if len(value) else ():
        if k > 0 and own not in tree.walk():
            yield scaled.replace({own: formula(k) * tree if k > 1 else tree})


def _apart(tree: Formula) -> tuple[Formula, Formula, fmpq] | None:
    """X, the number c, which is no fraction, and the fraction q, of q*X*c or q*X/c."""
    if tree.op == "neg":
        found = _apart(tree.args[0])
        return found and (found[0], found[1], -found[2])
    if tree.op not in ("*", "/"):
        return None
    pairs = (tree.args, tree.args[::-1]) if tree.op == "*" else (tree.args,)
    for one, other in pairs:
        if not one.symbols() or other.symbols():
            continue
        if not other.functions():
            by, found = value_at(other, {}), _apart(one)
            if found is None or not isinstance(by, fmpq) or not by:
                return None
            return found[0], found[1], found[2] * by if tree.op == "*" else found[2] / by
        factors = one.args if one.op == "*" else ()
        times = [value_at(part, {}) for part in factors if not part.symbols()]
        if len(times) == 1 and isinstance(times[0], fmpq) and times[0]:
            return next(part for part in factors if part.symbols()), other, times[0]
        return one, other, fmpq(1)
    return None


def _compared(goal: Goal) -> Iterator[Way]:
    """X against q*X*c or q*X/c: the signs of X and of q*c - 1, or q - c."""
    left, right = goal.conclusion.expr.args
    scaled, found = right, _apart(right)
    if found is None:
        scaled, found = left, _apart(left)
    if found is None:
        return
    own, number, times = found
    seen, value = values_at(own, points_of(goal)), values_at(number, points_of(goal)[:1])
    if not len(seen) or not len(value):
        return
    end = abs(times) if _divided(scaled, number) else 1 / abs(times)
    sign = "-part1" if max(seen) <= CLOSE else "part1"
    gap = f"part2 - {end}" if value[0] > float(end) else f"{end} - part2"
    facts = [[sign, goal.conclusion.rel], ["part2", ">"], [gap, goal.conclusion.rel]]
    yield "abstract", {"parts": [as_text(own), as_text(number)], "facts": facts}


def _divided(scaled: Formula, number: Formula) -> bool:
    """Whether the number is what is divided by."""
    return any(node.op == "/" and node.args[1] == number for node in scaled.walk())
