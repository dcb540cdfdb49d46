"""Proofs of sequents among polynomials: the orthant tactics, cheapest first.

Signs are read from coefficients; otherwise split a variable into zero and positive, use a
hypothesis as a summand, factor, compare squares, or split by the order of two variables.  A
sequent that fails at a small sample point is given up at once, which is what makes trying cheap.
"""

from __future__ import annotations

from typing import Any

from symbolic_measures.kernel.algebra import RuleError, Sequent, one_sign
from symbolic_measures.macros import apply
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.costs import of_step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.moves import moves
from symbolic_measures.search.tactics.multipliers import multipliers
from symbolic_measures.search.tactics.points import refuted
from symbolic_measures.search.tactics.reach import REACHES, Reach
from symbolic_measures.search.tactics.variables import forced_positive

MAX_TERMS = 4_000
MAX_NODES = 4_000
#: Steps below each other; a deeper proof could not be replayed by plain recursion.
MAX_DEPTH = 120


class _Budget:
    """Counts the sequents looked at."""

    def __init__(self, effort: Effort) -> None:
        self.effort, self.left, self.depth = effort, MAX_NODES, 0

    def spend(self) -> bool:
        self.left -= 1
        return self.left > 0


def prove_sequent(goal: Sequent, effort: Effort) -> Step | None:
    """A proof of the sequent, or None."""
    for reach in REACHES:
        step = _prove(goal, _Budget(effort), reach)
        if step is not None:
            return step
        if refuted(goal):
            return None
        if reach == REACHES[0] and (step := _combined(goal, effort)) is not None:
            return step
    return None


def _combined(goal: Sequent, effort: Effort) -> Step | None:
    """Hypotheses against each other, or as summands, with multipliers from a linear program."""
    forced = forced_positive(goal)
    if forced is not None:
        zero, positive = apply(goal, "zero", {"variable": forced})
        if not isinstance(zero, Sequent) or not isinstance(positive, Sequent):
            return None
        rest = _combined(positive, effort)
        empty = None if rest is None else _prove(zero, _Budget(effort), Reach())
        return Step("zero", {"variable": forced}, (empty, rest)) if empty and rest else None
    nothing = goal.with_conclusion(goal.conclusion[0] * 0, ">")
    found = multipliers(nothing, effort)
    if found is not None:
        step = _follow(nothing, "combine", found, _Budget(effort), Reach())
        return None if step is None else Step("absurd", {}, (step,))
    found = multipliers(goal, effort)
    if found is not None:
        return _follow(goal, "combine", found, _Budget(effort), Reach())
    names = _not_both_zero(goal) if goal.conclusion[1] == ">" else []
    return _each_zero(goal, names, effort) if names else None


def _not_both_zero(goal: Sequent) -> list[str]:
    """x and y, where x + y > 0 is a hypothesis on two variables that are >= 0."""
    for fact, kind in goal.hypotheses if not goal.roots and not goal.terms else ():
        names = [name for name, power in zip(goal.names, fact.degrees(), strict=True) if power]
        plain = len(fact) == 2 == sum(fact.degrees()) and one_sign(fact, goal.sorts) == 1
        if kind == ">" and plain and len(names) == 2:
            return names
    return []


def _each_zero(goal: Sequent, names: list[str], effort: Effort) -> Step | None:
    """Each of these variables is 0 or positive; then the hypotheses as summands."""
    if not names:
        return _prove(goal, _Budget(effort), Reach()) or _combined(goal, effort)
    premises: list[Step] = []
    for part in apply(goal, "zero", {"variable": names[0]}):
        step = _each_zero(part, names[1:], effort) if isinstance(part, Sequent) else None
        if step is None:
            return None
        premises.append(step)
    return Step("zero", {"variable": names[0]}, tuple(premises))


def _prove(goal: Sequent, budget: _Budget, reach: Reach) -> Step | None:
    budget.effort.tick(of_step(goal))
    step = leaf(goal)
    if step is not None:
        return step
    if not budget.spend() or len(goal.conclusion[0]) > MAX_TERMS or refuted(goal):
        return None
    if budget.depth == MAX_DEPTH:
        return None
    budget.depth += 1
    steps = (_follow(goal, name, args, budget, rest) for name, args, rest in moves(goal, reach))
    found = next((step for step in steps if step is not None), None)
    budget.depth -= 1
    return found


def leaf(goal: Sequent) -> Step | None:
    """A proof without subgoals, or None."""
    try:
        apply(goal, "coefficients", {})
    except RuleError:
        pass
    else:
        return Step("coefficients")
    for number in range(len(goal.hypotheses)):
        try:
            apply(goal, "contradiction", {"number": number})
        except RuleError:
            continue
        return Step("contradiction", {"number": number})
    return None


def _follow(
    goal: Sequent, name: str, args: dict[str, Any], budget: _Budget, reach: Reach
) -> Step | None:
    try:
        subgoals = apply(goal, name, args)
    except RuleError:
        return None
    premises = []
    for subgoal in subgoals:
        if not isinstance(subgoal, Sequent):
            return None
        premise = _prove(subgoal, budget, reach)
        if premise is None:
            return None
        premises.append(premise)
    return Step(name, args, tuple(premises))
