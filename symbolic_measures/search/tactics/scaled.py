"""One side times or divided by a number such as log(2): by way of it without that number.

Logarithms to the base 2 grow faster than natural ones; that log(2) < 1 is all that is needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.search.tactics.paired import points_of, values_at
from symbolic_measures.search.tactics.segment import CLOSE, Way


def without_number(goal: Goal) -> Iterator[Way]:
    """By way of X, where one side is X*c or X/c, if X is seen to be between the sides."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or tree.op != "-" or not goal.variables:
        return
    points = points_of(goal)
    for side, own in enumerate(tree.args):
        found = _apart(own)
        if found is None or not tree.args[1 - side].symbols():
            continue
        gaps = [
            values_at(tree.args[0] - found[0], points),
            values_at(found[0] - tree.args[1], points),
        ]
        if any(not len(gap) or min(gap) < -CLOSE for gap in gaps):
            continue
        strict = "left" if min(gaps[0]) > CLOSE else "right"
        ways = (None, _compared) if side else (_compared, None)
        yield "via", {"value": str(found[0]), "strict": strict}, ways


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
    yield "abstract", {"parts": list(map(str, found)), "facts": facts}
