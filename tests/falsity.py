"""Where a goal is not true: what a proof of it must never leave out.

To be proved a goal has a value and is true of it; to be violated it has a value and is false of it.
Between these two a conclusion without a value is not true, and so nothing may prove it.
"""

from __future__ import annotations

from symbolic_measures.kernel.truth import Point, admits, holds
from symbolic_measures.nouns.statement import Goal


def untrue(goal: Goal, point: Point) -> bool | None:
    """Whether the hypotheses hold at the point and the conclusion does not, if that can be told."""
    truth = holds(goal.conclusion, point)
    if truth is True:
        return False
    admitted = admits(goal, point)
    return admitted if truth is False or admitted is False else None
