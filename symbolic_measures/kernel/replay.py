"""Replays proofs: every subgoal is computed anew by its rule.

A step of a name that is no rule may stand for several steps.  What they are is asked of `expand`,
which is not trusted: it only names steps, and they are replayed like all others.
"""

from __future__ import annotations

from collections.abc import Callable

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.rules.registry import RULES, Obligation, apply
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step

Trace = Callable[[Obligation, Step, int], None]
#: The steps that a step stands for at a goal, or RuleError.
Expand = Callable[[Obligation, Step], Step]


def replay(
    goal: Obligation,
    step: Step,
    trace: Trace | None = None,
    done: dict[Goal, Step] | None = None,
    expand: Expand | None = None,
) -> None:
    """Recomputes every subgoal of a proof; CertificateError where a step does not apply.

    `done` holds goals with the proof that was replayed for them; the same goal with the same
    proof is not replayed again (a weak property is mostly proved by the proof of its strict form).
    `trace` is told every step with its goal and depth, as it is given and as it is expanded.
    """
    left: list[tuple[Obligation, Step, int, bool]] = [(goal, step, 0, False)]
    while left:
        here, own, depth, proved = left.pop()
        if done is not None and isinstance(here, Goal):
            if proved:
                done[here] = own
            if done.get(here) == own:
                continue
            left.append((here, own, depth, True))
        try:
            rule = own if own.rule in RULES or expand is None else expand(here, own)  # only once
            subgoals = apply(here, rule.rule, rule.args)
        except RuleError as error:
            raise CertificateError(f"step {own.rule}: {error}") from None
        if trace is not None:
            for shown in (own,) if rule is own else (own, rule):
                trace(here, shown, depth)
        if len(subgoals) != len(rule.premises):
            raise CertificateError(
                f"step {rule.rule}: {len(subgoals)} subgoals, {len(rule.premises)} premises"
            )
        below = zip(subgoals, rule.premises, strict=True)
        left += reversed([(subgoal, premise, depth + 1, False) for subgoal, premise in below])
