"""Proofs that hold once a number e is large, and of E != 0: what families of counterexamples need.

Real parameters are shifted by their bounds, roots squared away, and one linear program finds
multiples of the hypotheses (e*bottom >= top among them) that leave no negative coefficient.
"""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.macros import apply
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.costs import of_step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.tactics.multipliers import multipliers
from symbolic_measures.search.tactics.polynomials import by_one_sign, leaf, prove_sequent


def prove_large(goal: Goal, effort: Effort) -> Step | None:
    """A proof by multiples of the hypotheses, which is how a large e usually helps."""
    for way in (1, -1):
        try:
            cleared = apply(goal, "clear", {"sign": way})
        except RuleError:
            continue
        parts = [part for part in cleared if isinstance(part, Sequent)]
        steps = [
            prove_sequent(part, effort) if part.conclusion[1] == "!=" else _combined(part, effort)
            for part in reversed(parts)
        ][::-1]
        found = tuple(step for step in steps if step is not None)
        if len(found) == len(cleared):
            return Step("clear", {"sign": way}, found)
    return None


def _combined(goal: Sequent, effort: Effort, squares: int = 2) -> Step | None:
    """Parameters shifted by their bounds, roots squared away, then one linear program."""
    effort.tick(of_step(goal))
    for name, number, rule in product(
        [n for n, sort in zip(goal.names, goal.sorts, strict=True) if sort == "real"],
        range(len(goal.hypotheses)),
        ("shift", "below"),
    ):
        args: dict[str, Any] = {"variable": name, "number": number}
        step = _follow(goal, rule, args, effort, squares)
        if step is not None:
            return step
    if any(goal.conclusion[0].degrees()[place] for place in goal.roots):
        roots = [goal.names[p] for p in goal.roots if goal.conclusion[0].degrees()[p]]
        ways = product(roots, ("free", "root")) if squares else ()
        tried = (
            _follow(goal, "square", {"root": root, "larger": larger}, effort, squares - 1)
            for root, larger in ways
        )
        return next((step for step in tried if step is not None), None)
    args = multipliers(goal, effort) or {}
    return (_follow(goal, "combine", args, effort, 0) if args else None) or leaf(goal)


def _follow(
    goal: Sequent, rule: str, args: dict[str, Any], effort: Effort, squares: int
) -> Step | None:
    try:
        subgoals = apply(goal, rule, args)
    except RuleError:
        return None
    last = rule == "combine"
    parts = [p for p in subgoals if isinstance(p, Sequent)]
    steps = [leaf(part) if last else _combined(part, effort, squares) for part in parts]
    found = tuple(step for step in steps if step is not None)
    return Step(rule, args, found) if len(found) == len(subgoals) else None


def prove_apart(goal: Goal, effort: Effort) -> Step | None:
    """A proof of the goal; of E != 0 also by the sign of its numerator."""
    found = prove_goal(goal, effort)
    if found is not None or goal.conclusion.rel != "!=":
        return found
    try:
        cleared = apply(goal, "clear", {})
    except RuleError:
        return None
    steps: list[Step] = []
    prove = partial(prove_sequent, effort=effort)
    for sequent in cleared:
        if not isinstance(sequent, Sequent):
            return None
        step = prove(sequent) or by_one_sign(sequent, prove)
        if step is None:
            return None
        steps.append(step)
    return Step("clear", {}, tuple(steps))
