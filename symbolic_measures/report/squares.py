"""The inequalities behind a sign that polynomials with roots have: what is squared, and the sums.

A step that compares squares has the conclusion a + b*s >= 0 with a root s = sqrt(R): the inequality
that it rests on is b^2*R - a^2 >= 0, or the other way round.  A step that combines hypotheses
writes the polynomial as a sum of their multiples and of a rest.  Both are shown where they are
short, in the letters of the goal.

Invariant: what is shown is the kernel's own subgoal, multiplied out by the kernel; nothing is shown
in which a variable occurs that the goal does not have.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

from symbolic_measures.kernel.algebra import Poly, RuleError, Sequent, one_sign, reduce, text_of
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.report.polynomials import KNOWN, Shown
from symbolic_measures.report.prose import Equation, Piece, Prose, equation
from symbolic_measures.report.vanishing import only_zero

#: Steps after which the variables mean what they meant before.
STEPS = frozenset(("cases", "cut", "combine", "factor", "forget", "square", *(
    "arccosine", "logarithm", "arguments", "both", "apart")))  # fmt: skip
FUNCTIONS = {
    "arccosine": "The arccosine falls from \u03c0 at \u22121 to 0 at 1, so it is enough to compare "
    "the arguments:",
    "logarithm": "The logarithm grows, so it is enough to compare the product of the arguments "
    "with 1, after clearing denominators:",
}
#: Inequalities that are shown of one proof, and characters of one side.
MOST, LONGEST = 3, 240
Said = tuple[Prose, Equation | None]
Given = tuple[Equation | None, ...]


def inequalities(goal: Goal, step: Step) -> list[Said]:
    """What the last obligation of a step `clear` rests on, at most `MOST` lines."""
    try:
        obligations = apply(goal, step.rule, step.args)
    except RuleError:
        return []
    names = {variable.name for variable in goal.variables}
    if not obligations or not isinstance(obligations[-1], Sequent):
        return []
    found: list[Said] = []
    for said in _walk(obligations[-1], step.premises[-1], names, ()):
        shown = sum(display is not None for _, display in found)
        if shown == MOST and said[1] is not None:
            break
        if said not in found:
            found.append(said)
    return found


def _walk(goal: Sequent, step: Step, names: set[str], given: Given) -> Iterator[Said]:
    """`given` are the conditions of the cases that the goal stands in; None of one that is long."""
    if step.rule not in STEPS and not _only_sign(goal, step):
        return
    try:
        below = apply(goal, step.rule, step.args)
    except RuleError:
        return
    if step.rule == "square" and goal.conclusion[1] in (">", ">="):
        yield from _squares(goal, step, names, given)
    if step.rule in FUNCTIONS and isinstance(below[0], Sequent):
        poly, rel = below[0].conclusion
        shown = _shown(below[0])
        tree = None if shown.is_long(poly) else shown.formula(poly)
        if tree is not None and len(str(tree)) <= LONGEST and set(tree.symbols()) <= names | KNOWN:
            yield (FUNCTIONS[step.rule],), equation(tree, rel, 0)
    if step.rule == "combine" and "multipliers" in step.args:
        yield from _sum(goal, step, below, names)
    for obligation, premise in zip(below, step.premises, strict=True):
        if isinstance(obligation, Sequent):
            yield from _walk(obligation, premise, names, (*given, *_new(goal, obligation)))


def _only_sign(goal: Sequent, step: Step) -> bool:
    """Whether a hypothesis x > 0 becomes what x is said to be, and x stays what it was."""
    number = step.args.get("number")
    return step.rule == "shift" and type(number) is int and len(goal.hypotheses[number][0]) == 1


def _new(before: Sequent, after: Sequent) -> Iterator[Equation | None]:
    """The conditions that a case adds; None of a long one."""
    known = {(text_of(poly), rel) for poly, rel in before.hypotheses}
    shown = _shown(after)
    for poly, rel in after.hypotheses:
        if (text_of(poly), rel) not in known:
            yield None if shown.is_long(poly) else equation(shown.formula(poly), rel, 0)


def _shown(goal: Sequent) -> Shown:
    """How its variables are written; powers are no part of a sequent, and are left out."""
    return Shown(cast(Any, SimpleNamespace(**_read(goal), powers={})))


def _read(goal: Sequent) -> dict[str, Any]:
    """Its variables, as what is read off a formula has them."""
    return {name: getattr(goal, name) for name in ("names", "sorts", "roots", "terms")}


def _squares(goal: Sequent, step: Step, names: set[str], given: Given) -> Iterator[Said]:
    """`b^2 R - a^2 = a sum without negative terms`, or the other way round."""
    place = goal.names.index(str(step.args["root"]))
    poly = reduce(goal.conclusion[0], goal.roots)
    free, beside = _parts(poly, place)
    radicand = goal.roots[place]
    if free.is_zero() or beside.is_zero():
        return
    gap = reduce(beside * beside * radicand - free * free, goal.roots)
    larger, smaller = "root", "rest"
    if step.args.get("larger") == "free":
        gap, larger, smaller = -gap, "rest", "root"
    rel = goal.conclusion[1]
    sign = "has no negative coefficient" if one_sign(gap, goal.sorts) == 1 else "has this sign here"
    where: list[Piece] = []
    for condition in given:
        if condition is None or any(not set(t.symbols()) <= names | KNOWN for t in condition.terms):
            return
        where += [", " if where else "Where ", condition]
    the = "the" if where else "The"
    where += [", "] if where else []
    told = (f"{the} {larger} is {'greater than' if rel == '>' else 'at least'} the {smaller} in "
            f"absolute value, for the difference of their squares {sign}:")  # fmt: skip
    sides = _difference(_shown(goal), (radicand, beside, free, gap), larger == "rest")
    lines = [] if sides is None else list(_said((*where, told), *sides, rel, names))
    if not lines and (sides is None or sides[0] != sides[1]):
        size = f" is a polynomial with {len(gap)} terms of degree at most {gap.total_degree()}"
        less = ", none of them negative" if sign.startswith("has no") else ""
        where += [told.removesuffix(f" {sign}:"), f"{size}{less}"]
        zero = only_zero(SimpleNamespace(top=gap, **_read(goal)), goal) if less else ()
        left_over = "not 0" if less else "positive" if rel == ">" else "not negative"
        if not less or (rel == ">" and not zero):
            where += [f"; that it is {left_over} is shown step by step in the full form"]
        yield (*where, ".", *zero), None
    yield from lines
    if lines and rel == ">" and sign.startswith("has no"):
        zero = only_zero(SimpleNamespace(top=gap, **_read(goal)), goal)
        if zero:
            yield (("This is more than 0.", *zero), None)


def _difference(
    shown: Shown, parts: tuple[Poly, Poly, Poly, Poly], rest_first: bool
) -> tuple[Formula, Formula] | None:
    """R, b, a and b^2 R - a^2, or its negative, as two formulas; None if one of them is long."""
    if any(map(shown.is_long, parts)):
        return None
    radicand, beside, free, gap = map(shown.formula, parts)
    root, rest = radicand, _size(free) ** 2
    if (factor := _size(beside)) != formula(1):
        root = factor**2 * root
    return (rest - root if rest_first else root - rest), gap


def _size(tree: Formula) -> Formula:
    """Without a leading sign."""
    if tree.op == "number":
        return formula(abs(tree.args[0]))
    return tree.args[0] if tree.op == "neg" else tree


def _parts(poly: Poly, place: int) -> tuple[Poly, Poly]:
    """a and b of a + b*s, for the root s at that place."""
    parts: list[dict[tuple[int, ...], Any]] = [{}, {}]
    for monomial, coefficient in poly.to_dict().items():
        key = (*monomial[:place], 0, *monomial[place + 1 :])
        parts[min(int(monomial[place]), 1)][key] = coefficient
    context = poly.context()
    return context.from_dict(parts[0]), context.from_dict(parts[1])


def _sum(goal: Sequent, step: Step, below: Any, names: set[str]) -> Iterator[Said]:
    """The polynomial as a sum of multiples of hypotheses and of what remains."""
    rest = below[0].conclusion[0]
    shown, scale = _shown(goal), step.args.get("scale", 1)
    if not scale or len(goal.conclusion[0]) < 2 or shown.is_long(goal.conclusion[0]):
        return
    whole: Formula | None = None
    used: list[Piece] = []
    for number, text in step.args["multipliers"].items():
        factor, (fact, rel) = goal.polynomial(text), goal.hypotheses[int(number)]
        if len(factor) == 1 and factor.is_constant() and rest.is_zero():
            return  # a hypothesis itself: nothing to see
        term = shown.formula(fact)
        if not set(term.symbols()) <= names | KNOWN:
            return
        used += [", " if used else "", equation(term, rel, 0)]
        size = _size(shown.formula(factor))
        term = term if size == formula(1) else size * term
        if shown.formula(factor).op == "neg" or text_of(factor).startswith("-"):
            term = -term
        whole = term if whole is None else whole + term
    if whole is None:
        return
    left = shown.formula(goal.conclusion[0] * scale)
    if not rest.is_zero():
        whole = whole + shown.formula(rest)
    if left == whole:
        end = ", and not all of it is 0." if goal.conclusion[1] == ">" else "."
        yield ("Where ", *used, f", it is as it stands a sum of what is not negative{end}"), None
        return
    sentence: Prose = ("Where ", *used, ", it is a sum of what is not negative:")
    yield from _said(sentence, left, whole, goal.conclusion[1], names)


def _said(told: Prose, left: Formula, right: Formula, rel: str, names: set[str]) -> Iterator[Said]:
    """The line, if it is short and has no variable but the goal's."""
    known = names | KNOWN
    for side in (left, right):
        if len(str(side)) > LONGEST or not set(side.symbols()) <= known:
            return
    if left != right:
        yield told, equation(left, "=", right, rel, 0)
