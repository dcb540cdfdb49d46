"""The lines of a step that clears denominators: the fraction, why it has its sign, and its parts.

Invariant: what a line says of coefficients is looked up in the very polynomial it shows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.report.cleared import Cleared, cleared
from symbolic_measures.report.polynomials import KNOWN
from symbolic_measures.report.prose import Equation, Piece, Prose, equation
from symbolic_measures.report.squares import inequalities
from symbolic_measures.report.vanishing import only_zero

REASONS = {
    "zero": "cases in which a cell is 0 or positive",
    "order": "cases by the order of two variables",
    "cases": "cases by the sign of a polynomial",
    "factor": "the signs of its factors",
    "square": "comparing the squares of roots",
    "cut": "intermediate inequalities",
    "shift": "the range of a variable",
    "below": "the range of a variable",
    "logarithm": "the arguments of the logarithms",
    "arccosine": "the arguments of the arccosines",
    "rooted": "a product of roots that is a polynomial",
    "combine": "the hypotheses",
    "contradiction": "the hypotheses",
}
ZERO = formula(0)


@dataclass(frozen=True)
class Line:
    """One sentence and at most one displayed formula."""

    sentence: Prose
    display: Equation | None = None
    #: It says more of the line before; no summary is read off it.
    aside: bool = False
    #: It is long: a page folds it, and a paper leaves it out.
    folded: bool = False
    #: The step that it is read off.
    step: Step | None = field(default=None, compare=False, repr=False)


def sides(left: Formula) -> tuple[Formula, Formula]:
    """The two sides of a named difference."""
    if left.op == "-":
        return left.args[0], left.args[1]
    return (ZERO, left.args[0]) if left.op == "neg" else (left, ZERO)


def cleared_lines(goal: Goal, step: Step, left: Formula) -> Iterator[Line]:
    rel = goal.conclusion.rel
    if rel == "undefined" and "condition" not in step.args:
        yield Line(("The conditions contradict each other: no point satisfies them all.",))
        return
    if rel in ("defined", "undefined"):
        yield Line((f"The measure is {rel} there, by {_by(step)}.",))
        return
    try:
        fraction = cleared(goal.variables, goal.conclusion.expr, step.args.get("sign", 1))
    except RuleError:
        yield Line((f"After clearing denominators, by {_by(step)}.",))
        return
    if rel in (">", "!=") and fraction.top.is_zero():
        yield Line(("The conditions contradict each other: no point satisfies them all.",))
        return
    if left == ZERO and rel == "==":
        yield Line(("Both sides are 0.",))
        return
    if rel == "==" or fraction.top.is_zero():
        yield Line((_vanishing(step, fraction),), equation(*equal(left)))
        return
    shifted = _shifted(goal, step) if fraction.sign != 1 and rel in (">", ">=") else None
    if shifted is not None:
        yield Line(shifted[0], equation(left, "=", shifted[1].formula, rel, 0))
        yield from asides(shifted[1])
        return
    whole = fraction.formula
    display = equation(left, *(() if whole == left else ("=", whole)), rel, 0)
    notes: Prose = tuple(piece for note in fraction.notes for piece in note)
    below = list(inequalities(goal, step))
    told = _signed(goal, step, fraction, bool(below))
    yield Line((*told, *notes), display)
    yield from asides(fraction)
    for sentence, inequality in below:
        yield Line(sentence, inequality, aside=True)


def asides(fraction: Cleared) -> Iterator[Line]:
    """The parts of a fraction that are displayed by themselves."""
    for told, display in fraction.asides:
        yield Line(told, display, aside=True)
    for told, display in fraction.folded:
        yield Line(told, display, aside=True, folded=True)


def _shifted(goal: Goal, step: Step) -> tuple[Prose, Cleared] | None:
    """The fraction with x + 1 written for every cell x that is at least 1, if its sign is seen."""
    natural = {variable.name for variable in goal.variables if variable.sort == "natural"}
    least = [a.expr.args[0] for a in goal.hypotheses if a.rel == ">=" and a.expr.op == "-"
             and a.expr.args[1] == formula(1)]  # fmt: skip
    cells = list(dict.fromkeys(x for x in least if x.op == "symbol" and x.args[0] in natural))
    if not cells:
        return None
    tree = goal.conclusion.expr.replace({x: x + 1 for x in cells})
    try:
        fraction = cleared(goal.variables, tree, step.args.get("sign", 1))
    except RuleError:
        return None
    if fraction.sign != 1:
        return None
    told: list[Piece] = ["With "]
    for place, x in enumerate(cells):
        told += [", " if place else "", x + 1, " written for ", x]
    if set(fraction.formula.symbols()) & KNOWN:
        told += [" (a letter for a margin is the sum of the cells as they are then written)"]
    told.append(", no coefficient of the numerator is negative.")
    if goal.conclusion.rel == ">":
        moved = {x: x + 1 for x in cells}
        given = tuple(replace(atom, expr=atom.expr.replace(moved)) for atom in goal.hypotheses)
        conclusion = replace(goal.conclusion, expr=tree)
        last = apply(replace(goal, hypotheses=given, conclusion=conclusion), "clear", step.args)
        told += only_zero(fraction, last[-1]) if isinstance(last[-1], Sequent) else ()
    return (*told, *(piece for note in fraction.notes for piece in note)), fraction


def equal(left: Formula) -> tuple[Formula, str, Formula]:
    first, second = sides(left)
    if left.op == "+":
        first, second = left.args[0], -left.args[1]
    if not first.symbols() or (first.op == "neg" and second.op == "symbol"):
        first, second = second, first
    return first, "=", second


def _vanishing(step: Step, fraction: Cleared) -> str:
    if fraction.top.is_zero():
        return "After clearing denominators both sides are identical."
    return f"The numerator of the difference vanishes, by {_by(step.premises[-1])}."


def _signed(goal: Goal, step: Step, fraction: Cleared, more: bool) -> Prose:
    """Why the numerator has its sign; `more` if lines that follow say it."""
    rel, closing = goal.conclusion.rel, step.premises[-1]
    positive = {">": "positive", ">=": "never negative", "!=": "never 0"}[rel]
    if fraction.sign == 1:
        told = "The numerator has no negative coefficient"
        if rel == ">=":
            return (f"{told}.",)
        if closing.rules() == {"coefficients"}:
            return (f"{told}, and one of its terms is positive.",)
        last = apply(goal, step.rule, step.args)[-1]
        where = only_zero(fraction, last) if isinstance(last, Sequent) else ()
        if where:
            return (f"{told}.", *where)
        if not more:
            return (f"{told}; it is {positive} by {_by(closing)}.",)
    if more:
        return (f"The numerator is {positive}, as is shown below.",)
    return (f"The numerator is {positive}, by {_by(closing)}.",)


def _by(step: Step) -> str:
    """The reasons in words, in a fixed order."""
    used = step.rules()
    reasons = list(dict.fromkeys(text for rule, text in REASONS.items() if rule in used))
    return listed(reasons) if reasons else "its coefficients"


def listed(items: list[str]) -> str:
    """a, b and c."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
