"""A polynomial in one variable x >= 0 that is positive, piece by piece.

[0, oo) is cut at a point c: x = c + t, or x = c*t/(1 + t), and so on until no coefficient of a
piece is negative.  That comes to an end where the polynomial is positive (A. Vincent, 1836).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symbolic_measures.kernel.algebra import Poly, RuleError, Sequent, is_seen
from symbolic_measures.macros import apply
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.costs import of_step
from symbolic_measures.search.effort import Effort

#: Cuts within each other, and the degree, at most.
MOST_CUTS, MOST_DEGREE = 8, 24
#: Points c = 2^k where a cut may be, k between this and its opposite.
FARTHEST = 5


def by_pieces(goal: Sequent, effort: Effort) -> Step | None:
    """A proof, if the conclusion is one of one variable that is >= 0, and has one sign."""
    poly, rel = goal.conclusion
    used = [place for place, power in enumerate(poly.degrees()) if power]
    if rel == "==" or len(used) != 1 or not 1 < poly.degrees()[used[0]] <= MOST_DEGREE:
        return None
    if goal.sorts[used[0]] not in ("nonnegative", "positive"):
        return None
    if used[0] in goal.roots or used[0] in goal.terms:
        return None
    try:
        if rel == "!=":
            sign = {"sign": 1 if sum(poly.coeffs()) > 0 else -1}  # that at x = 1
            return _below(goal, "apart", sign, used[0], MOST_CUTS, effort)
        return _piece(goal, used[0], MOST_CUTS, effort)
    except RuleError:  # it became too large
        return None


def _piece(goal: Sequent, place: int, cuts: int, effort: Effort) -> Step | None:
    """A proof on all of [0, oo), by cuts within each other."""
    if goal.hypotheses:
        without = {"without": list(range(len(goal.hypotheses)))}
        return _below(goal, "weaken", without, place, cuts, effort)
    poly, rel = goal.conclusion
    effort.tick(2 * of_step(goal))  # two cases of it are written, too
    if is_seen(poly, rel, goal.sorts):
        return Step("coefficients")
    c = _lowest(poly, place) if cuts else None
    if c is None:
        return None
    x = goal.names[place]
    args = {"of": f"{c.denominator}*{x} - {c.numerator}", "rels": [">=", "<"]}
    premises = []
    for case in apply(goal, "cases", args):
        if not isinstance(case, Sequent):
            return None
        bound = {"variable": x, "number": len(case.hypotheses) - 1}
        step = _below(case, "bound", bound, place, cuts - 1, effort)
        if step is None:
            return None
        premises.append(step)
    return Step("cases", args, tuple(premises))


def _below(
    goal: Sequent, rule: str, args: dict[str, Any], place: int, cuts: int, effort: Effort
) -> Step | None:
    """A proof that begins with a step of one subgoal."""
    (part,) = apply(goal, rule, args)
    step = _piece(part, place, cuts, effort) if isinstance(part, Sequent) else None
    return None if step is None else Step(rule, args, (step,))


def _lowest(poly: Poly, place: int) -> Fraction | None:
    """Where p(c)/(1 + c)^d is smallest; None if it is not positive there."""
    terms = [(int(monomial[place]), int(number)) for monomial, number in poly.to_dict().items()]
    degree = max(power for power, _ in terms)

    def value(c: Fraction) -> Fraction:
        return sum((number * c**power for power, number in terms), Fraction(0)) / (1 + c) ** degree

    points = [Fraction(2) ** k for k in range(-FARTHEST, FARTHEST + 1)]
    least, at = min((value(c), c) for c in points)
    return at if least > 0 else None
