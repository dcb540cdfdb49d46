"""Measures that are affine in the counts at fixed sizes: what that says of the expectation.

Invariant: the formula that is shown in TP and the sizes is the measure's own, with the other cells
written by them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal, Variable
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.report.cleared import cleared
from symbolic_measures.report.clearing import Line
from symbolic_measures.report.mathtext import on_one_line
from symbolic_measures.report.polynomials import with_margins
from symbolic_measures.report.prose import Prose, equation, number

#: Characters of a formula that is displayed as it is.
LONGEST = 240


def affine_lines(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    """The measure at fixed sizes, and its expectation; `left` is E[M]."""
    letter = str(left)[2:3]
    value = number(str(step.args["value"]))
    if len(goal.blocks[0]) != len(CELLS):
        names = [variable.name for variable in goal.variables]
        whole = with_margins(goal.conclusion.expr, names)
        about = ("At fixed sizes of the classes the measure is affine in the cells outside the "
                 "last row and column, which determine the others:")  # fmt: skip
        long = len(str(whole)) > LONGEST
        yield Line((about,), equation(symbol(letter), "=", whole), folded=long)
        mean = on_one_line(symbol("a_i") * symbol("b_j") / symbol("n"))
        told: Prose = ("The mean of ", symbol("c_ij"), " is ", mean, ", and the expectation is the "
                       "value there:")  # fmt: skip
        yield Line(told, equation(symbol(f"E[{letter}]"), "=", value)
                   if isinstance(value, Formula) else None)  # fmt: skip
        return
    tp, center = symbol("TP"), symbol("P") * symbol("Phat") / symbol("n")
    tree = in_sizes(goal)
    sizes: Prose = (
        equation(symbol("FN"), "=", symbol("P") - tp), ", ",
        equation(symbol("FP"), "=", symbol("Phat") - tp), " and ",
        equation(symbol("TN"), "=", symbol("N") - symbol("Phat") + tp),
    )  # fmt: skip
    told = ("At fixed n, P and ", symbol("Phat"), ", with ", *sizes,
            ", the measure is affine in ", tp)  # fmt: skip
    a, b = symbol("a"), symbol("b")
    if tree is None:
        told += (", with numbers a and b that depend on the sizes alone",)
    yield Line((*told, ":"), equation(symbol(letter), "=", a + b * tp if tree is None else tree))
    if isinstance(value, Formula):
        told = (tp, " is hypergeometric with mean ", center, ", and the expectation is the value "
                "there:")  # fmt: skip
        yield Line(told, equation(symbol(f"E[{letter}]"), "=", value))


def in_sizes(goal: Goal) -> Formula | None:
    """The measure by TP and the sizes; None if that is long."""
    n, p, phat, tp = map(symbol, ("n", "P", "Phat", "TP"))
    given = {"FN": p - tp, "FP": phat - tp, "TN": n - p - phat + tp}
    own = [v for v in goal.variables if v.name not in CELLS]
    sizes = [Variable(str(name), "positive") for name in (n, p, phat, tp)]
    by_sizes = {symbol(name): cell.replace({n - p: symbol("N")}) for name, cell in given.items()}
    tree = with_margins(goal.conclusion.expr).replace(by_sizes)  # as it is written
    with suppress(RuleError):
        shown = cleared((*sizes, *own), goal.conclusion.expr.at(**given), 1)
        if not (shown.notes or shown.asides):
            tree = shown.formula.replace({n - p: symbol("N"), n - phat: symbol("Nhat")})
    return None if len(str(tree)) > LONGEST else tree
