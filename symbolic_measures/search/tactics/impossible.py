"""Cases that never apply: log(1 + e) < 0, say, where Abs(log(1 + e)) was split.

That the contrary holds is a fact on a letter for what the case is about; then no point is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symbolic_measures.kernel.truth import holds
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.search.tactics.paired import FEWEST, few_points
from symbolic_measures.search.tactics.segment import Way
from symbolic_measures.search.tactics.texts import as_text, is_readable

FUNCTIONS = ("log", "acos", "sqrt", "^", "power")
#: What is shown of p where p rel 0 is a hypothesis.
CONTRARY = {">=": ["-part1", ">"], ">": ["-part1", ">="]}


def impossible_case(goal: Goal) -> Iterator[Way]:
    """The contrary of a hypothesis with functions that holds nowhere it is looked at."""
    for place, atom in enumerate(goal.hypotheses):
        tree = atom.expr
        if atom.rel not in CONTRARY or tree.ops.isdisjoint(FUNCTIONS) or not is_readable(tree):
            continue
        rest = goal.hypotheses[:place] + goal.hypotheses[place + 1 :]
        points = few_points(replace(goal, hypotheses=rest))
        if len(points) < FEWEST or any(holds(atom, point) is not False for point in points):
            continue
        fact = CONTRARY[atom.rel]
        if tree.op == "neg":
            tree, fact = tree.args[0], ["part1", fact[1]]
        yield "abstract", {"parts": [as_text(tree)], "facts": [fact]}, (None, _nowhere)


def _nowhere(goal: Goal) -> Iterator[Way]:
    yield "clear", {}
