"""Products of two hypotheses as further ones, for a linear program that has found nothing without.

From b - a >= 0 and d >= 0 follows d*(b - a) >= 0: the numerators of d/Min(a, b) are compared so.
A hypothesis with both signs is no multiplier for the kernel, but a product of two is cut in.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from symbolic_measures.kernel.algebra import Fact, RuleError, Sequent, factors, multiply, one_sign
from symbolic_measures.macros import apply, written
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.multipliers import beside, summed

#: Hypotheses of both signs, and terms of the conclusion, at most.
MOST_FACTS, MOST_TERMS = 4, 300


def by_products(goal: Sequent, effort: Effort) -> Step | None:
    """A proof with products of hypotheses as summands, or None."""
    poly, rel = goal.conclusion
    if rel not in (">", ">=") or goal.roots or goal.terms or "real" in goal.sorts:
        return None
    mixed = [
        (fact, kind)
        for fact, kind in goal.hypotheses
        if kind in (">", ">=") and not one_sign(fact, goal.sorts)
    ]
    if not 2 <= len(mixed) <= MOST_FACTS or not 0 < len(poly) <= MOST_TERMS:
        return None
    try:
        here, cuts = goal, list[tuple[dict[str, Any], Step]]()
        for one, other in combinations(mixed, 2):
            cut = _cut(here, one, other)
            if cut is not None:
                cuts.append(cut)
                _, here = apply(here, "cut", cut[0])  # type: ignore[assignment]
        step = summed(here, effort) if cuts else None
    except RuleError:
        return None
    return None if step is None else beside(step, cuts)


def _cut(goal: Sequent, one: Fact, other: Fact) -> tuple[dict[str, Any], Step] | None:
    """The cut of a product, no larger than the conclusion, of two hypotheses, and its proof."""
    product = multiply(one[0], other[0])
    if product.total_degree() > goal.conclusion[0].total_degree():
        return None
    args = {"of": written(product), "rel": ">" if one[1] == other[1] == ">" else ">="}
    part, _ = apply(goal, "cut", args)
    signs, proofs = [], list[Step]()
    for piece, power in factors(product)[1]:
        sign = one_sign(piece, goal.sorts) or (1 if piece in (one[0], other[0]) else -1)
        signs.append(sign)
        if power % 2 == 0:
            return None
    for premise in apply(part, "factor", {"signs": signs}):
        proof = _given(premise) if isinstance(premise, Sequent) else None
        if proof is None:
            return None
        proofs.append(proof)
    return args, Step("factor", {"signs": signs}, tuple(proofs))


def _given(goal: Sequent) -> Step | None:
    """A proof from the coefficients, or by the hypothesis that it is."""
    ways: list[dict[str, Any] | None] = [None]
    ways += [
        {"multipliers": {str(number): "1"}}
        for number, (fact, _) in enumerate(goal.hypotheses)
        if fact == goal.conclusion[0]
    ]
    for way in ways:
        try:
            if way is None:
                apply(goal, "coefficients", {})
                return Step("coefficients")
            (rest,) = apply(goal, "combine", way)
            apply(rest, "coefficients", {})
        except RuleError:
            continue
        return Step("combine", way, (Step("coefficients"),))
    return None
