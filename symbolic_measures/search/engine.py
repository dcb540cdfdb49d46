"""Decides a statement: small counterexamples first, then proof, then larger counterexamples.

Whatever is found is checked by the kernel before it is returned.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from symbolic_measures.kernel.checker import check, points_up_to, speaks, vacuity, witness_at
from symbolic_measures.kernel.truth import Point, Suspects, least, size_of
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.refute import few_labels, refute, scattered
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.statement import Atom, Goal, Statement
from symbolic_measures.verdict import Step, Verdict

#: Sizes enumerated before and after a proof is tried, by the number of blocks of variables.
QUICK = {0: 0, 1: 4, 2: 3}
DEEP = {0: 0, 1: 14, 2: 6}
#: Of several classes: the largest n before and after a proof is tried, and the most points.
QUICK_CLASSES, DEEP_CLASSES, MANY_POINTS = 4, 8, 20_000
#: So many times more where two sides are valued alone: pairs of values are quickly compared.
SEPARATE = 5
BINARY_CELLS = 8
#: Three labelings: elements looked at in two classes, in blocks of more variables than this.
MANY_LABELS, LARGE_BLOCK = 4, 25


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
    quick = _sizes(statement.goals, QUICK, QUICK_CLASSES)
    deep = _sizes(statement.goals, DEEP, DEEP_CLASSES)
    large = any(len(block) > BINARY_CELLS for goal in statement.goals for block in goal.blocks)
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
    for goal in statement.goals if large else ():
        point = None
        if _known(goal, proofs) is None and goal.blocks:
            three = len(goal.blocks[0]) > LARGE_BLOCK
            point = few_labels(goal, MANY_LABELS, clock) if three else scattered(goal, clock)
        if point is not None:
            return _scattered(statement, goal, point, clock, value)
    premises: list[Step] = []
    open_goals: list[str] = []
    for goal in statement.goals:
        proof = _known(goal, proofs) or prove_goal(goal, clock)
        if proof is None:
            open_goals.append(goal.label or str(goal.conclusion))
            if large:  # what is left is costly: a counterexample to this one will do
                break
        else:
            proofs[goal] = proof
            premises.append(proof)
    if not open_goals:
        proof = Step("every-goal", {}, tuple(premises))
        return Verdict(name, "proved", statement, proof=proof, value=value)
    witness = refute(statement, deep, clock) if seeking else None
    if witness is not None:
        return Verdict(name, "refuted", statement, witness=witness, value=value)
    upto = min(deep)
    reason = f"open: {'; '.join(open_goals)}. No counterexample up to n = {upto}."
    return Verdict(name, "undecided", statement, reason=reason, value=value)


def _scattered(statement: Statement, goal: Goal, point: Point, clock: Clock, value: Any) -> Verdict:
    """Refuted by a point, or by the smallest one if that is not much larger than what was seen."""
    size, name = size_of(goal, point), statement.property
    if points_up_to(statement.goals, size) <= MANY_POINTS * len(statement.goals):
        witness = refute(statement, size, clock)
        if witness is not None:
            return Verdict(name, "refuted", statement, witness=witness, value=value)
    witness = witness_at(statement, statement.goals.index(goal), point, False)
    return Verdict(name, "refuted", statement, witness=witness, value=value)


def _sizes(goals: tuple[Goal, ...], table: dict[int, int], most: int) -> list[int]:
    """The largest n enumerated for each goal: by the number of blocks, or of points where blocks
    are large."""
    if any(len(block) > BINARY_CELLS for goal in goals for block in goal.blocks):
        return [_reach(goal, most) for goal in goals]
    least = min((table[min(len(goal.blocks), 2)] for goal in goals if goal.blocks), default=0)
    return [least] * len(goals)


def _reach(goal: Goal, most: int) -> int:
    """The largest n up to which a goal has at most that many points."""
    if goal.conclusion.rel == "constant-mean":
        return most
    most += goal.conclusion.rel in (">", ">=")  # an equation fails early or not at all
    most += max((sum(least(goal, block)) for block in goal.blocks), default=0)
    many = MANY_POINTS * (SEPARATE if Suspects(goal, {}).order is not None else 1)
    reach = (n - 1 for n in range(2, most + 1) if points_up_to((goal,), n) > many)
    return next(reach, most)


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
    expected = goal.conclusion.rel == "constant-mean"
    if expected and len(goal.blocks[0]) > BINARY_CELLS:
        return None
    for why in ("most", "fewest") if expected else ("",):
        steps = [prove_goal(part, clock) for part in vacuity(goal, why)]
        premises = tuple(step for step in steps if step is not None)
        if len(premises) == len(steps):
            args = {"goal": number, "why": why} if why else {"goal": number}
            return Step("empty", args, premises)
    return None
