"""Rules of sequents whose conclusion is a sum of values of one function: logarithms, arccosines."""

from __future__ import annotations

from symbolic_measures.kernel.algebra import (
    MAX_POWER,
    Poly,
    RuleError,
    Sequent,
    Term,
    multiply,
    one_sign,
    reduce,
)
from symbolic_measures.kernel.rules.registry import Args, Obligation, rule


@rule(Sequent)
def arguments(goal: Sequent, args: Args) -> list[Obligation]:
    """sum k_i f(X_i) rel 0 from the arguments X_i, for whole k_i and f = log or arccos.

    log: prod X_i^k_i - 1 rel 0.  arccos: Y - X rel 0 for acos X - acos Y; 1 - X rel 0 for acos X
    and Y - 1 rel 0 for -acos Y; a common whole factor > 0 may stand before.
    Sound: at the points the sequent is about, the X_i = p_i/q_i are defined, > 0 for log and in
    [-1, 1] for arccos.  The sum is log prod X_i^k_i, and log grows strictly with log 1 = 0; arccos
    falls strictly, and 0 = arccos 1.  With A/B the left side of the subgoal, B is not 0, and
    A/B rel 0 is written A rel 0 if B > 0 is seen, or for == and !=; else A*B rel 0.
    """
    function, given = _linear(goal)
    one = goal.conclusion[0].context().constant(1)
    above, below = one, one
    if function == "log":
        for power, term in given:
            top, bottom = (term.top, term.bottom) if power > 0 else (term.bottom, term.top)
            for _ in range(abs(power)):
                above, below = multiply(above, top), multiply(below, bottom)
        return [_quotient(goal, above - below, below)]
    parts = {power > 0: (term.top, term.bottom) for power, term in given}
    if len({abs(power) for power, _ in given}) > 1 or len(parts) < len(given):
        raise RuleError("the conclusion is not a difference of two arccosines")
    (a, b), (c, d) = parts.get(True, (one, one)), parts.get(False, (one, one))
    return [_quotient(goal, multiply(c, b) - multiply(a, d), multiply(b, d))]


def _linear(goal: Sequent) -> tuple[str, list[tuple[int, Term]]]:
    """The function, and the conclusion as whole multiples of its values."""
    found = []
    for monomial, coefficient in goal.conclusion[0].to_dict().items():
        places = [place for place, power in enumerate(monomial) if power]
        term = goal.terms.get(places[0]) if len(places) == 1 else None
        if term is None or sum(monomial) != 1 or abs(coefficient) > MAX_POWER:
            raise RuleError("the conclusion is not a sum of values of a function")
        found.append((int(coefficient), term))
    functions = {term.function for _, term in found}
    if len(functions) != 1:
        raise RuleError("the conclusion is not a sum of values of one function")
    return functions.pop(), found


def _quotient(goal: Sequent, top: Poly, bottom: Poly) -> Sequent:
    """top/bottom rel 0 where bottom is not 0; it is > 0 if its coefficients show >= 0."""
    rel = goal.conclusion[1]
    if rel in (">", ">=") and one_sign(bottom, goal.sorts) != 1:
        top = multiply(top, bottom)
    return goal.with_conclusion(reduce(top, goal.roots), rel)
