"""Hypotheses as summands, found by linear programming.

p >= 0 follows from h_1, h_2, ... >= 0 if s*p - sum m_i h_i has no negative coefficient for some
whole s > 0 and polynomials m_i without negative coefficients (D. Handelman, Pacific J. Math. 132,
1988).  The coefficients of the m_i are the unknowns of a linear program, solved exactly.  With
p = 0 and constants m_i it shows that hypotheses contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import chain, islice, product
from math import lcm
from operator import sub
from typing import Any

from symbolic_measures.kernel.algebra import Sequent, one_sign
from symbolic_measures.macros import apply, written
from symbolic_measures.nouns.inequalities import Constraint
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.linear import Solution, solve

Monomial = tuple[int, ...]

#: Larger linear programs are not tried.
MOST_UNKNOWNS = 200
MOST_CONSTRAINTS = 600
#: Steps for each coefficient of a linear program that is written down.
ENTRY = 4


def multipliers(goal: Sequent, effort: Effort) -> dict[str, Any] | None:
    """The arguments of a step `combine` that leaves no negative coefficient, or None."""
    poly, rel = goal.conclusion
    real = "real" in _sorts_used(goal)
    if rel not in (">", ">=") or (real and not is_linear(goal)):
        return None
    unknowns = dict(islice(_unknowns(goal), MOST_UNKNOWNS + 1))
    if not 0 < len(unknowns) <= MOST_UNKNOWNS:
        return None
    rest: dict[Monomial, dict[str, Fraction]] = {_key(m): {} for m in poly.monoms()}
    for name, (number, monomial) in unknowns.items():
        effort.tick(ENTRY * len(goal.hypotheses[number][0]))
        for other, size in goal.hypotheses[number][0].to_dict().items():
            place = tuple(int(a) + b for a, b in zip(other, monomial, strict=True))
            entry = rest.setdefault(place, {})
            entry[name] = entry.get(name, Fraction(0)) - int(size)
    if len(rest) > MOST_CONSTRAINTS:
        return None
    own = {_key(monomial): Fraction(int(c)) for monomial, c in poly.to_dict().items()}
    wanted = [
        Constraint(entry, "==" if _is_real(goal, place) else ">=", -own.get(place, Fraction(0)))
        for place, entry in rest.items()
        if entry or own.get(place, 0) < 0 or _is_real(goal, place)
    ]
    wanted += [
        Constraint({name: Fraction(1)}, ">=", Fraction(0))
        for name, (number, _) in unknowns.items()
        if goal.hypotheses[number][1] != "=="
    ]
    for more in _strictly(goal, rest, own, unknowns) if rel == ">" else ([],):
        found = solve([*wanted, *more], effort)
        if isinstance(found, Solution):
            return _arguments(goal, unknowns, found.values)
    return None


def summed(goal: Sequent, effort: Effort) -> Step | None:
    """The conclusion by hypotheses as summands, where what is left has no negative coefficient."""
    found = multipliers(goal, effort)
    if found is None:
        return None
    (rest,) = apply(goal, "combine", found)
    apply(rest, "coefficients", {})
    return Step("combine", found, (Step("coefficients"),))


def beside(step: Step, cuts: Sequence[tuple[dict[str, Any], Step]]) -> Step:
    """The proof beside what was cut in, in this order, each with its own proof."""
    for args, proof in reversed(cuts):
        step = Step("cut", args, (proof, step))
    return step


def is_linear(goal: Sequent) -> bool:
    """Whether no term of the conclusion has two factors, nor a root or a function."""
    poly = goal.conclusion[0]
    plain = not goal.roots and not goal.terms
    return plain and all(sum(map(int, monomial)) <= 1 for monomial in poly.monoms())


def _is_real(goal: Sequent, monomial: Monomial) -> bool:
    """Whether the term may have any sign."""
    pairs = zip(monomial, goal.sorts, strict=True)
    return any(power % 2 and sort == "real" for power, sort in pairs)


def _key(monomial: Any) -> Monomial:
    return tuple(map(int, monomial))


def _sorts_used(goal: Sequent) -> set[str]:
    degrees = goal.conclusion[0].degrees()
    return {sort for sort, degree in zip(goal.sorts, degrees, strict=True) if degree}


def _unknowns(goal: Sequent) -> Iterator[tuple[str, tuple[int, Monomial]]]:
    """One for each hypothesis of both signs and each monomial that its multiplier may have: also
    for those that only lead from one hypothesis to another, a < b < c, if there are no products."""
    poly = goal.conclusion[0]
    terms = [_key(monomial) for monomial in poly.monoms()]
    constant = (0,) * len(goal.names)
    chained = (constant,) if is_linear(goal) else ()
    for number, (fact, rel) in enumerate(goal.hypotheses):
        if rel == "!=" or one_sign(fact, goal.sorts) or fact.is_constant():
            continue
        found: set[Monomial] = set()
        own = _quotients(terms, list(map(_key, fact.monoms()))) if terms else (constant,)
        for monomial in chain(own, chained):
            if monomial not in found:
                yield f"m{number}_{len(found)}", (number, monomial)
                found.add(monomial)


def _quotients(terms: list[Monomial], others: list[Monomial]) -> Iterator[Monomial]:
    """Those of the first by the second."""
    for term, other in product(terms, others):
        quotient = tuple(map(sub, term, other))
        if min(quotient, default=0) >= 0:
            yield quotient


def _strictly(
    goal: Sequent,
    rest: dict[Monomial, dict[str, Fraction]],
    own: dict[Monomial, Fraction],
    unknowns: dict[str, tuple[int, Monomial]],
) -> Iterator[list[Constraint]]:
    """p > 0: a term in positive variables is left over, or a strict hypothesis is used."""
    for place, entry in rest.items():
        if _is_positive(goal, place):
            yield [Constraint(entry, ">", -own.get(place, Fraction(0)))]
    for name, (number, monomial) in unknowns.items():
        if goal.hypotheses[number][1] == ">" and _is_positive(goal, monomial):
            yield [Constraint({name: Fraction(1)}, ">", Fraction(0))]


def _is_positive(goal: Sequent, monomial: Monomial) -> bool:
    return all(not p or sort == "positive" for p, sort in zip(monomial, goal.sorts, strict=True))


def _arguments(
    goal: Sequent, unknowns: dict[str, tuple[int, Monomial]], values: dict[str, Fraction]
) -> dict[str, Any]:
    scale = lcm(*(values[name].denominator for name in unknowns))
    factors: dict[int, dict[Monomial, int]] = {}
    for name, (number, monomial) in unknowns.items():
        if values[name]:
            factors.setdefault(number, {})[monomial] = int(values[name] * scale)
    context = goal.conclusion[0].context()
    texts = {str(number): written(context.from_dict(terms)) for number, terms in factors.items()}
    return {"multipliers": texts, "scale": scale} if scale > 1 else {"multipliers": texts}
