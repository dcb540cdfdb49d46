"""One adversarial step on a false obligation, the rest left to the search for proofs.

A changed proof seldom fits the goal that it meets.  Here the goal is false at a known point, one
step with arguments from anywhere is made, and search, which is good at proving, tries what the rule
asks for.  If it succeeds, the kernel would accept a proof of something false.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import isqrt
from random import Random

from adversary.changes import Adversary
from adversary.truth import counterexample
from symbolic_measures.fences import OutOfTimeError
from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.rules.registry import RULES
from symbolic_measures.macros import MACROS, apply
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal
from symbolic_measures.search.tactics.polynomials import prove_sequent

Obligation = Goal | Sequent
RELATIONS = {">": lambda s: s > 0, ">=": lambda s: s >= 0, "==": lambda s: s == 0,
             "!=": lambda s: s != 0}  # fmt: skip


def value_at(poly: object, point: tuple[Fraction, ...]) -> Fraction:
    """The value of a polynomial."""
    total = Fraction(0)
    for monomial, coefficient in poly.to_dict().items():  # type: ignore[attr-defined]
        term = Fraction(int(coefficient))
        for value, power in zip(point, monomial, strict=True):
            term *= value ** int(power)
        total += term
    return total


def false_at(goal: Sequent, seed: int = 0, tries: int = 300) -> tuple[Fraction, ...] | None:
    """A point where a sequent without function values fails; roots must be rational there."""
    if goal.terms:
        return None
    for point in sequent_points(goal, seed, tries):
        given = all(RELATIONS[rel](value_at(p, point)) for p, rel in goal.hypotheses)
        if given and not RELATIONS[goal.conclusion[1]](value_at(goal.conclusion[0], point)):
            return point
    return None


def sequent_points(goal: Sequent, seed: int, tries: int) -> Iterator[tuple[Fraction, ...]]:
    """Random points of the sorts."""
    chance = Random(seed)
    for number in range(tries):
        point = []
        for sort in goal.sorts:
            low = int(sort == "positive")
            value = Fraction(chance.randint(low, low + 1 + number % 5))
            if sort != "natural" and chance.random() < 0.5:
                value = value / chance.randint(1, 4)
            point.append(-value if sort == "real" and chance.random() < 0.4 else value)
        if all(_set_root(goal, point, place) for place in sorted(goal.roots)):
            yield tuple(point)


def _set_root(goal: Sequent, point: list[Fraction], place: int) -> bool:
    square = value_at(goal.roots[place], tuple(point))
    if square < 0:
        return False
    point[place] = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return point[place] ** 2 == square


def seen_false(obligation: Obligation, seed: int) -> bool:
    """Whether a point is found at which it fails."""
    if isinstance(obligation, Sequent):
        return false_at(obligation, seed) is not None
    return counterexample(obligation, seed, 150) is not None


def attempt(obligation: Obligation, step: Step, seed: int, seconds: float = 1.0) -> Step | None:
    """The step completed by search, if what its rule asks for can be proved."""
    try:
        wanted = apply(obligation, step.rule, step.args)
    except RuleError:
        return None
    if any(seen_false(part, seed) for part in wanted):
        return None
    clock, found = Effort(seconds), []
    for part in wanted:
        try:
            proof = (
                prove_sequent(part, clock) if isinstance(part, Sequent) else prove_goal(part, clock)
            )
        except OutOfTimeError:
            return None
        if proof is None:
            return None
        found.append(proof)
    return Step(step.rule, step.args, tuple(found))


def false_goals(adversary: Adversary, count: int) -> Iterator[tuple[int, Goal]]:
    """Changed goals that are seen to be false."""
    for number in range(count):
        goal = adversary.goal(adversary.chance.choice(adversary.material)[0])
        if counterexample(goal, number, 150) is not None:
            yield number, goal


def steps_for(adversary: Adversary, kind: type) -> Step:
    """A step of a rule for such obligations, with arguments of some real step, often bent."""
    known = {**RULES, **MACROS}
    rules = [rule for rule in adversary.rules if issubclass(kind, known[rule][0])]
    step = adversary.chance.choice(adversary.like[adversary.chance.choice(rules)])
    if adversary.chance.random() < 0.6:
        step = Step(step.rule, {k: adversary.bent(v) if adversary.chance.random() < 0.5 else v
                                for k, v in step.args.items()})  # fmt: skip
    return Step(step.rule, step.args)
