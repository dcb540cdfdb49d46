"""What hypotheses about logarithms say of their arguments: log y >= 0, that y >= 1.

Abs(log y) is split by the sign of log y, but only y is compared with what else there is.
"""

from __future__ import annotations

from typing import Any

from symbolic_measures.kernel.algebra import Fact, Poly, RuleError, Sequent
from symbolic_measures.macros import apply, written
from symbolic_measures.nouns.verdict import Step

#: Of a hypothesis: the case in which the argument is on the other side, and what the function would
#: then be.
OTHERWISE = {">=": ("<", ">"), ">": ("<=", ">=")}

#: What is cut in, with its proof.
Cut = tuple[dict[str, Any], Step]


def of_arguments(goal: Sequent) -> tuple[list[Cut], Sequent]:
    """What is cut in on arguments, and the sequent with it."""
    cuts: list[Cut] = []
    for fact in goal.hypotheses if goal.terms else ():
        if (found := _of_argument(goal, fact)) is not None:
            cut, goal = found
            cuts.append(cut)
    return cuts, goal


def _of_argument(goal: Sequent, fact: Fact) -> tuple[Cut, Sequent] | None:
    """The same of one hypothesis p rel 0, if it is about logarithms alone: q rel 0.

    If it were not so, q' = -q would be on the other side, which is the argument of -p; then -p > 0
    (or >= 0), against the hypothesis.
    """
    poly, rel = fact
    if rel not in OTHERWISE or not any(poly.degrees()[place] for place in goal.terms):
        return None
    case, contrary = OTHERWISE[rel]
    try:
        (turned,) = _sequents(goal.with_conclusion(-poly, contrary), "arguments", {})
        own = -turned.conclusion[0]
        if own.is_constant() or any(own.degrees()[place] for place in (*goal.terms, *goal.roots)):
            return None
        args = {"of": written(own), "rel": rel}
        shown, wider = _sequents(goal, "cut", args)
        if wider.hypotheses == goal.hypotheses:
            return None
        (here,) = _sequents(shown, "cases", {"rels": [case]})
        cut = {"of": written(-poly), "rel": contrary}
        first, second = _sequents(here, "cut", cut)
        (compared,) = _sequents(first, "arguments", {})
        given = _given(compared, compared.conclusion[0])
        both = {str(_place(second, p)): "1" for p in (poly, -poly)}
        (absurd,) = _sequents(second, "combine", {"multipliers": both, "scale": 0})
        apply(absurd, "coefficients", {})
        (rest,) = _sequents(compared, "combine", given)
        apply(rest, "coefficients", {})
    except (RuleError, StopIteration):
        return None
    plain = (Step("coefficients"),)
    one = Step("arguments", {}, (Step("combine", given, plain),))
    other = Step("combine", {"multipliers": both, "scale": 0}, plain)
    return (args, Step("cases", {"rels": [case]}, (Step("cut", cut, (one, other)),))), wider


def _sequents(goal: Sequent, name: str, args: dict[str, Any]) -> list[Sequent]:
    return [found for found in apply(goal, name, args) if isinstance(found, Sequent)]


def _given(goal: Sequent, poly: Poly) -> dict[str, Any]:
    """The multipliers by which a hypothesis is the polynomial, up to its content."""
    return {"multipliers": {str(_place(goal, poly)): str(poly.content())}}


def _place(goal: Sequent, poly: Poly) -> int:
    """The number of the hypothesis that the polynomial, without its content, is."""
    bare = poly / poly.content()
    return next(n for n, (fact, _) in enumerate(goal.hypotheses) if fact == bare)
