"""What is so of whole cells alone: a cell is 0, or at least 1.

TP*(TP - 1)/(n*(n - 1)) grows with TP because no cell is between 0 and 1; of cells such as 1/20 that
is false, so no inequality of polynomials will do.  Where a number is added to cells, such points
are looked at, and if one fails, the cases x = 0 and x + 1 for x come first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.search.rational import failing_points

#: Goals with more natural variables than this have too many cases.
MANY = 4

Way = tuple[str, dict[str, Any]]


def by_whole_numbers(goal: Goal) -> Iterator[Way]:
    """x = 0 or x + 1 for a cell x between 0 and 1 where the goal fails, if whole cells do not."""
    name = _below_one(goal)
    if name is not None:
        yield "vanish", {"variable": name}


@lru_cache(maxsize=256)
def _below_one(goal: Goal) -> str | None:
    """A natural variable that is between 0 and 1, the others not, where the goal is false."""
    natural = [v.name for v in goal.variables if v.sort == "natural"]
    bounds = {symbol(name) - 1 for name in natural}  # that a cell is not 0 is so of all its values
    atoms = [atom for atom in (*goal.hypotheses, goal.conclusion) if atom.expr not in bounds]
    trees = [atom.expr for atom in atoms]
    pairs = len(goal.matrices) > 1  # along a move other ways are better, and cases double them
    if goal.conclusion.rel == "==":  # equal at all whole numbers is equal between them, too
        return None
    if not goal.blocks:  # no cells, such as what is said of every number of classes
        return None
    if pairs or not 0 < len(natural) <= MANY or not any(map(_adds_a_number, trees)):
        return None
    larger = {symbol(name) + 1 for name in natural}
    alone = {c for t in trees for n in t.walk() if n not in larger for c in n.children}
    left = {name for name in natural if symbol(name) in alone}
    for point in failing_points(goal) if left else ():
        below = [name for name in natural if name in point and point[name].q != 1]
        if below and left.issuperset(below):
            return below[0] if next(failing_points(goal, whole=True), None) is None else None
    return None


def _adds_a_number(tree: Formula) -> bool:
    """Whether it adds a number to what has variables, or takes one from it."""
    return any(
        node.op in ("+", "-")
        and any(side.op == "number" and side != formula(0) for side in node.args)
        and bool(node.symbols())
        for node in tree.walk()
    )
