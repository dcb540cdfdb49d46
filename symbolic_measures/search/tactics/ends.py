"""What is divided by the smaller of two, as the larger of two fractions.

D' = d/Min(a, b), d >= 0, is Max(d/a, d/b), and each of the two fractions may grow where Min(a, b)
neither grows nor falls.  Both sides are written so, and compared then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from symbolic_measures.kernel.exact import CannotTellError, sign
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.orders import value_at
from symbolic_measures.search.tactics.paired import FEWEST, points_of
from symbolic_measures.search.tactics.segment import Way, exactly

#: Fractions that are written anew, at most.
MOST = 4


def with_larger_fractions(goal: Goal) -> Iterator[Way]:
    """A - B by way of both with the larger of two fractions written in."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or tree.op != "-":
        return
    found = [list(_divided(side)) for side in tree.args]
    if not all(0 < len(nodes) <= MOST for nodes in found):
        return
    swap = {node: _apart(node, goal) for nodes in found for node in nodes}
    known = {node: image for node, image in swap.items() if image is not None}
    if len(known) < len(swap):
        return
    left, right = (side.replace(known) for side in tree.args)
    second: Way = (
        "via",
        {"value": as_text(right), "strict": "left"},
        (None, _in_letters(found[1])),
    )
    first = _in_letters(found[0]), exactly(second)
    yield "via", {"value": as_text(left), "strict": "right"}, first


def _in_letters(nodes: list[Formula]) -> Callable[[Goal], Iterator[Way]]:
    """That both ways to write it are the same is so of all numbers >= 0."""
    parts = dict.fromkeys(part for node in nodes for part in (node.args[0], *node.args[1].args))
    numbers = range(1, len(parts) + 1)
    facts = [[f"part{number}", ">="] for number in numbers]
    return exactly(("abstract", {"parts": list(map(as_text, parts)), "facts": facts}))


def _divided(side: Formula) -> Iterator[Formula]:
    """X/Min(a, b), none inside another.  (Of Max(a, b) > 0 one may be 0, and X/0 has no value.)"""
    nodes = [n for n in side.walk() if n.op == "/" and n.args[1].op == "Min" and n.symbols()]
    inside = {part for node in nodes for part in node.walk() if part is not node}
    yield from (node for node in nodes if node not in inside)


def _apart(node: Formula, goal: Goal) -> Formula | None:
    """The larger of X/a and X/b, if neither X nor a, b is seen to be below 0."""
    top, bottom = node.args
    signs: list[set[int]] = [set(), set(), set()]
    points = points_of(goal)
    for point in points:
        for seen, tree in zip(signs, (top, *bottom.args), strict=True):
            value = value_at(tree, point)
            try:
                seen.add(2 if value is None else sign(value))
            except CannotTellError:
                return None
    if len(points) < FEWEST or not all(seen <= {0, 1} for seen in signs):
        return None
    parts = (top / part for part in bottom.args)
    return Formula("Max", *parts)
