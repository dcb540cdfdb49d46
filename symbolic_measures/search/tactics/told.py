"""What hypotheses about logarithms say of their arguments: log y >= 0, that y >= 1.

Abs(log y) is split by the sign of log y, but only y is compared with what else there is.
"""

from __future__ import annotations

from typing import Any

from symbolic_measures.kernel.algebra import Fact, RuleError, Sequent
from symbolic_measures.macros import impossible, sequents, written
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.tactics.facts import is_given
from symbolic_measures.search.tactics.reach import Reach

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
        (turned,) = sequents(goal.with_conclusion(-poly, contrary), "arguments", {})
        own = -turned.conclusion[0]
        if own.is_constant() or any(own.degrees()[place] for place in (*goal.terms, *goal.roots)):
            return None
        args = {"of": written(own), "rel": rel}
        shown, wider = sequents(goal, "cut", args)
        if wider.hypotheses == goal.hypotheses:
            return None
        (here,) = sequents(shown, "cases", {"rels": [case]})
        cut = {"of": written(-poly), "rel": contrary}
        first, second = sequents(here, "cut", cut)
        (compared,) = sequents(first, "arguments", {})
        name, given, _ = next(is_given(compared, Reach()))
    except (RuleError, StopIteration):
        return None
    one = Step("arguments", {}, (Step(name, given, (Step("coefficients"),)),))
    other = impossible(second, (poly, rel, 1), (-poly, contrary, 1))
    return (args, Step("cases", {"rels": [case]}, (Step("cut", cut, (one, other)),))), wider
