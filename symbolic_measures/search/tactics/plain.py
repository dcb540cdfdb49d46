"""What is plain without denominators: clearing them leaves sequents that are seen at a glance.

Invariant: of each sequent no more than `polynomials.GLANCE` nodes are looked at.
"""

from __future__ import annotations

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.macros import apply
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.costs import of_step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.polynomials import at_a_glance


def cleared_plainly(goal: Goal, effort: Effort) -> Step | None:
    """A proof by clearing denominators that is seen at a glance, or None."""
    effort.tick(of_step(goal))
    try:
        parts = apply(goal, "clear", {})
    except RuleError:
        return None
    premises: list[Step] = []
    for part in parts:
        step = at_a_glance(part, effort) if isinstance(part, Sequent) else None
        if step is None:
            return None
        premises.append(step)
    return Step("clear", {}, tuple(premises))
