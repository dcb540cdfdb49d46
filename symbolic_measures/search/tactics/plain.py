"""What is plain: a proof along the move, or without denominators, whose parts are seen at a glance.

Most steps of well-known measures are of this kind.  It is looked for first, for a proof that takes
milliseconds should not wait for counterexamples at thousands of points, nor for ways that say less.
"""

from __future__ import annotations

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.macros import apply
from symbolic_measures.meaning.dependence import along
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.costs import of_step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.polynomials import at_a_glance


def along_plainly(goal: Goal, effort: Effort) -> Step | None:
    """A proof along the move from the first matrix to the second, each part of it plain, or None.

    Parameters
    ----------
    goal : what is to be proved; None where it does not compare a formula at two matrices
    effort : what it is counted to

    Notes
    -----
    Of each sequent that clearing leaves, no more than `polynomials.GLANCE` nodes are looked at.
    """
    for name, args in along(goal):
        effort.tick(of_step(goal))
        try:
            parts = apply(goal, name, args)
        except RuleError:
            continue
        premises: list[Step] = []
        for part in parts:
            step = cleared_plainly(part, effort) if isinstance(part, Goal) else None
            if step is None:
                break
            premises.append(step)
        else:
            return Step(name, args, tuple(premises))
    return None


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
