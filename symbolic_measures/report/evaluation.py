"""What the exact evaluation of numbers gives, in words.

Invariant: every value told is that of a formula of the goal.
"""

from __future__ import annotations

from symbolic_measures.kernel.exact import CannotTellError, NotRealError, UndefinedError, show
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.report.clearing import ZERO
from symbolic_measures.report.prose import Prose, equation, exact

#: Characters of a conclusion that is shown as it is.
SHORT = 40


def evaluated(goal: Goal) -> Prose:
    """What the exact evaluation of a conclusion without variables gives."""
    whole, rel = goal.conclusion.expr, goal.conclusion.rel
    if whole == ZERO and rel in ("==", ">="):
        return ("It is the number 0, whatever the cells are.",)
    ends = whole.args if whole.op == "-" else (whole,)
    try:
        if len(ends) == 2 and ends[1].op == "Abs" and ends[1].args[0].op == "-" and rel == ">=":
            one, other = ends[1].args[0].args
            return ("By exact evaluation ", *_value(one), " and ", *_value(other),
                    " differ by at most ", *_value(ends[0]), ".")  # fmt: skip
        if rel in ("defined", "undefined") or len(ends) == 1:
            return ("By exact evaluation the value is ", *_value(whole), ".")
        if len(goal.values) < 2 and len(str(whole)) <= SHORT:
            return ("By exact evaluation: ", equation(whole, rel, 0), ".")
        two = goal.values if len(goal.values) == 2 else ends
        if two[0] == ZERO and two[1].op == "*":
            one, other = two[1].args
            return ("By exact evaluation ", *_value(one), " times ", *_value(other), " is ",
                    *_value(two[1]), ".")  # fmt: skip
        return ("By exact evaluation the two are ", *_value(two[0]), " and ", *_value(two[1]), ".")
    except (UndefinedError, CannotTellError, NotRealError, KeyError):
        return ("By exact evaluation.",)


def _value(tree: Formula) -> Prose:
    return exact(show(evaluator(tree)({})))
