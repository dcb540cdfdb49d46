"""Decides a statement: small counterexamples first, then proof, then larger counterexamples.

Whatever is found is checked by the kernel before it is returned.
"""

from __future__ import annotations

import time
from typing import Any

from symbolic_measures.kernel.checker import check, speaks, vacuity
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.refute import refute
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.statement import Goal, Statement
from symbolic_measures.verdict import Step, Verdict

#: Sizes enumerated before and after a proof is tried, by the number of blocks of variables.
QUICK = {0: 0, 1: 4, 2: 3}
DEEP = {0: 0, 1: 14, 2: 6}


def decide(
    statement: Statement, seconds: float, value: Any = None, stronger: Verdict | None = None
) -> Verdict:
    """The verdict, within about that many seconds.

    `stronger` is the verdict on the same goals with strict inequalities, if it is known.  The
    parts of a gradient are made to hold, so no counterexample is looked for.
    """
    start = time.monotonic()
    clock = Clock(seconds)
    try:
        verdict = _weakened(statement, stronger) or _decide(statement, clock, value)
    except OutOfTimeError:
        verdict = Verdict(
            statement.property, "undecided", statement, value=value,
            reason=f"stopped after {seconds:g} seconds",
        )  # fmt: skip
    elapsed = time.monotonic() - start
    checked = Verdict(**{**verdict.__dict__, "seconds": elapsed})
    check(statement, checked)
    return checked


def _weakened(statement: Statement, stronger: Verdict | None) -> Verdict | None:
    """A weak form is proved by the proof of the strict one."""
    if stronger is None or stronger.outcome != "proved" or stronger.proof is None:
        return None
    premises = tuple(Step("strictly", {}, (premise,)) for premise in stronger.proof.premises)
    proof = Step("every-goal", {}, premises)
    return Verdict(statement.property, "proved", statement, proof=proof)


def _decide(statement: Statement, clock: Clock, value: Any) -> Verdict:
    name = statement.property
    quick, deep = _sizes(statement.goals, QUICK), _sizes(statement.goals, DEEP)
    seeking = name != "gradient"
    witness = refute(statement, quick, clock) if seeking else None
    if witness is not None:
        return Verdict(name, "refuted", statement, witness=witness, value=value)
    empty = _vacuous(statement, clock)
    if empty is not None:
        return empty
    premises: list[Step] = []
    open_goals: list[str] = []
    for goal in statement.goals:
        proof = prove_goal(goal, clock)
        if proof is None:
            open_goals.append(goal.label or str(goal.conclusion))
        else:
            premises.append(proof)
    if not open_goals:
        proof = Step("every-goal", {}, tuple(premises))
        return Verdict(name, "proved", statement, proof=proof, value=value)
    witness = refute(statement, deep, clock) if seeking else None
    if witness is not None:
        return Verdict(name, "refuted", statement, witness=witness, value=value)
    reason = f"open: {'; '.join(open_goals)}. No counterexample up to n = {deep}."
    return Verdict(name, "undecided", statement, reason=reason, value=value)


def _sizes(goals: tuple[Goal, ...], table: dict[int, int]) -> int:
    return min((table[min(len(goal.blocks), 2)] for goal in goals if goal.blocks), default=0)


def _vacuous(statement: Statement, clock: Clock) -> Verdict | None:
    """Not applicable, with the proof that the statement speaks of nothing; None if it speaks."""
    silent = [number for number, goal in enumerate(statement.goals) if not speaks(goal)]
    needed = [number for number in silent if number in statement.presupposed]
    if not needed and len(silent) < len(statement.goals):
        return None
    labels = ", ".join(statement.goals[number].label for number in needed or silent)
    steps: list[Step] = []
    for number in needed[:1] or silent:
        step = _emptiness(statement.goals[number], number, clock)
        if step is None:
            reason = f"nothing was found that the hypotheses admit ({labels})"
            return Verdict(statement.property, "undecided", statement, reason=reason)
        steps.append(step)
    proof = Step("vacuous", {}, tuple(steps))
    reason = f"vacuous: the measure is defined nowhere where it matters ({labels})"
    return Verdict(statement.property, "not-applicable", statement, proof=proof, reason=reason)


def _emptiness(goal: Goal, number: int, clock: Clock) -> Step | None:
    for why in ("most", "fewest") if goal.conclusion.rel == "constant-mean" else ("",):
        steps = [prove_goal(part, clock) for part in vacuity(goal, why)]
        premises = tuple(step for step in steps if step is not None)
        if len(premises) == len(steps):
            args = {"goal": number, "why": why} if why else {"goal": number}
            return Step("empty", args, premises)
    return None
