"""Decides a statement: small counterexamples first, then proof, then larger counterexamples.

Whatever is found is checked by the kernel before it is returned.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from symbolic_measures.kernel.checker import check, speaks, vacuity
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.refute import refute
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.statement import Atom, Goal, Statement
from symbolic_measures.verdict import Step, Verdict

#: Sizes enumerated before and after a proof is tried, by the number of blocks of variables.
QUICK = {0: 0, 1: 4, 2: 3}
DEEP = {0: 0, 1: 14, 2: 6}


#: Statements whose goals are certificates: one that fails says nothing, so none is looked for.
MADE_TO_HOLD = ("gradient", "limit", "taylor", "baseline-order")

#: Goals with the proofs that were found for them.
Proofs = dict[Goal, Step]


def decide(
    statement: Statement, seconds: float, value: Any = None, known: Proofs | None = None
) -> Verdict:
    """The verdict, within about that many seconds.

    `known` holds proofs of goals, its own and those of strict forms of its own, and gets the new
    ones.  No counterexample is looked for where the goals are a certificate.
    """
    start = time.monotonic()
    clock = Clock(seconds)
    try:
        verdict = _decide(statement, clock, value, {} if known is None else known)
    except OutOfTimeError:
        verdict = Verdict(
            statement.property, "undecided", statement, value=value,
            reason=f"stopped after {seconds:g} seconds",
        )  # fmt: skip
    elapsed = time.monotonic() - start
    checked = Verdict(**{**verdict.__dict__, "seconds": elapsed})
    check(statement, checked)
    return checked


def _known(goal: Goal, proofs: Proofs) -> Step | None:
    """A proof of the goal that was found before; one of its strict form will do for >=."""
    if goal.conclusion.rel == ">=" and goal not in proofs:
        strict = proofs.get(replace(goal, conclusion=Atom(goal.conclusion.expr, ">")))
        return None if strict is None else Step("strictly", {}, (strict,))
    return proofs.get(goal)


def _decide(statement: Statement, clock: Clock, value: Any, proofs: Proofs) -> Verdict:
    name = statement.property
    quick, deep = _sizes(statement.goals, QUICK), _sizes(statement.goals, DEEP)
    seeking = name not in MADE_TO_HOLD and any(_known(g, proofs) is None for g in statement.goals)
    silent = any(not speaks(statement.goals[number]) for number in statement.presupposed)
    empty = _vacuous(statement, clock) if silent else None
    if empty is not None and empty.outcome == "not-applicable":
        return empty
    witness = refute(statement, quick, clock) if seeking else None
    if witness is not None:
        return Verdict(name, "refuted", statement, witness=witness, value=value)
    empty = empty or _vacuous(statement, clock)
    if empty is not None:
        return empty
    premises: list[Step] = []
    open_goals: list[str] = []
    for goal in statement.goals:
        proof = _known(goal, proofs) or prove_goal(goal, clock)
        if proof is None:
            open_goals.append(goal.label or str(goal.conclusion))
        else:
            proofs[goal] = proof
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
