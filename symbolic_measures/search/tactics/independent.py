"""Two sides in different variables, which only a constant between them can tell apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_measures.kernel.exact import UndefinedError, show
from symbolic_measures.kernel.samples import sample
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Goal


def of_independent_sides(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """By way of the value that a side has at a point."""
    tree = goal.conclusion.expr
    if tree.op != "-" or len(goal.blocks) < 2:
        return
    left, right = tree.args
    blocks = [set(block) for block in goal.blocks]
    sides = _blocks_of(left, blocks), _blocks_of(right, blocks)
    if not all(sides) or sides[0] & sides[1]:
        return
    point = sample(goal, 3)
    if point is None:
        return
    strictly, seen = goal.conclusion.rel == ">", set[tuple[str, str]]()
    for side in sorted((right, left), key=lambda tree: len(tree.symbols())):
        try:
            shown = show(evaluator(side)(point))
        except UndefinedError:
            continue
        # The side that has this value is not strictly beyond it.
        strict = "right" if strictly and side is left else "left"
        if isinstance(shown, str) and (shown, strict) not in seen:
            seen.add((shown, strict))
            yield "via", {"value": shown, "strict": strict}


def _blocks_of(tree: Formula, blocks: list[set[str]]) -> set[int]:
    names = set(tree.symbols())
    return {number for number, block in enumerate(blocks) if names & block}
