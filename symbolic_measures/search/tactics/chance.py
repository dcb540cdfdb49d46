"""Predictions above chance against those that are not: by way of the value at chance.

With P and N fixed, what is better than chance can only be above all the rest if the value at
independence lies between; whatever the share of predicted positives, it is the same one then.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Goal

#: The variables of a goal about two matrices with the same P and N.
MOVED = ("TP", "FN", "FP", "TN", "j", "k")


def by_independence(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """M(C) - M(D) > 0 by way of M(P/2, P/2, N/2, N/2)."""
    tree = goal.conclusion.expr
    moved = {variable.name for variable in goal.variables} >= set(MOVED) and len(goal.matrices) == 2
    if not moved or goal.conclusion.rel != ">" or set(tree.args) != set(goal.values):
        return
    tp, fn, fp, tn = goal.matrices[0]
    p, n = (tp + fn) / formula(2), (fp + tn) / formula(2)
    middle = tree.args[1].at(j=0, k=0).at(TP=p, FN=p, FP=n, TN=n)
    better = "left" if tree.args[0] == goal.values[0] else "right"
    yield "via", {"value": str(middle), "strict": better}
