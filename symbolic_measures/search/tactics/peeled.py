"""Two sides without what they have in common: what is around them, roots, the larger of two."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from symbolic_measures.kernel.rules.theorems import is_mean
from symbolic_measures.kernel.truth import holds
from symbolic_measures.nouns.formula import Formula, exponent_of, formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.texts import as_text, is_readable
from symbolic_measures.search.orders import value_at
from symbolic_measures.search.tactics.matched import among, in_one_place
from symbolic_measures.search.tactics.paired import few_points, points_of, values_at
from symbolic_measures.search.tactics.segment import (
    CLOSE,
    Way,
    divided_by_any_sign,
    of_letters,
    without_zero,
)
from symbolic_measures.search.tactics.signs import of_facts

ONE = formula(1)
#: What is taken off from around kinks.
AROUND = ("neg", "+", "-", "*", "/", "sqrt")
RIGHT_ANGLE = Formula("acos", formula(0))


def peeled(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """One function of two values that contain roots or functions: compare the values instead."""
    tree = goal.conclusion.expr
    if tree.op == "-":
        yield from _as_power(goal)
        yield from _as_one_power(goal)
        yield from _as_angle(tree)
    if tree.op != "-" or not tree.functions():
        return
    known = tree.args[0].op == "^" or all(side.symbols() or side.functions() for side in tree.args)
    if known and in_one_place(*tree.args):
        if all(map(is_mean, tree.args)):  # of which there is a theorem
            return
        yield from _outer(tree)


def around_functions(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """A number that both sides are multiplied or divided by, as log(10) of two logarithms."""
    tree = goal.conclusion.expr
    if tree.op != "-" or not tree.functions() or goal.conclusion.rel not in (">", ">="):
        return
    one, other = tree.args
    if one.op not in ("*", "/") or not in_one_place(one, other):
        return
    if any(a == b and not a.symbols() for a, b in zip(one.args, other.args, strict=True)):
        yield from _outer(tree)


def around_kinks(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is around Abs, Min or Max on both sides alike: without it there are fewer cases."""
    tree = goal.conclusion.expr
    if tree.op != "-" or tree.args[0].op not in AROUND:
        return
    if in_one_place(*tree.args):
        yield from _outer(tree)


def _outer(tree: Formula) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is outermost taken off; what is multiplied by may be above or below 0."""
    yield "outer", {}
    if tree.args[0].op in ("*", "/", "power"):
        yield "outer", {"sign": -1}


def of_powers(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """Two generalized means with one exponent, of which the theorem showed nothing: as powers."""
    tree = goal.conclusion.expr
    if tree.op == "-" and all(map(is_mean, tree.args)) and in_one_place(*tree.args):
        yield "outer", {}
        yield "outer", {"sign": -1}


def _as_power(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """0 or 1 against x^e: the same power of it, once."""
    left, right = goal.conclusion.expr.args
    for one, other, strict in ((left, right, "right"), (right, left, "left")):
        power = other.op in ("^", "power") and other.symbols() and other.args[0] != one
        if one in (formula(0), formula(1)) and power:
            value = one ** other.args[1]
            if Atom(value, "defined") not in goal.hypotheses:
                yield "via", {"value": as_text(value), "strict": strict}


def _as_one_power(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """x^a*y^a/z^a against another power: (x*y/z)^a."""
    sides = goal.conclusion.expr.args
    exponents = {node.args[1] for side in sides for node in side.walk() if node.op == "power"}
    bases = [_without_powers(side) for side in sides]
    if len(exponents) != 1 or None in bases:
        return
    (exponent,) = exponents
    for side, base, strict in zip(sides, bases, ("right", "left"), strict=True):
        if base is not None and side.symbols() and side.op != "power":
            yield "via", {"value": as_text(base**exponent), "strict": strict}


def _as_angle(tree: Formula) -> Iterator[tuple[str, dict[str, Any]]]:
    """A number against the angle of x alone, if it is that of a right angle: x is then compared
    with 0.  (That x is at most 1, or at least -1, has ways of its own.)"""
    for (one, other), strict in ((tree.args, "right"), (tree.args[::-1], "left")):
        angles = {node for node in other.walk() if node.op == "acos" and node.symbols()}
        if one.symbols() or one.functions() or len(angles) != 1:
            continue
        value = other.replace(dict.fromkeys(angles, RIGHT_ANGLE))
        if not value.symbols() and holds(Atom(value - one, "=="), {}):
            yield "via", {"value": as_text(value), "strict": strict}


def _without_powers(tree: Formula) -> Formula | None:
    """x for x^a, 1 for what is 1, and products and quotients of these."""
    if tree.op == "power":
        base: Formula = tree.args[0]
        return base
    if not tree.symbols():
        return ONE if value_at(tree, {}) == 1 else None
    if tree.op in ("*", "/"):
        parts = [_without_powers(part) for part in tree.args]
        if None not in parts:
            return Formula(tree.op, *(part for part in parts if part is not None))
    return None


def by_one_end(goal: Goal, seen: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    """X - Min(A, B) by way of A, or of B; Max(A, B) - Y likewise: of what is seen to be enough, or
    of each (few points satisfy all that is said of cells)."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if tree.op != "-" or rel not in (">", ">="):
        return
    for side, op, strict in ((1, "Min", "left"), (0, "Max", "right")):
        other = tree.args[1 - side]
        if tree.args[side].op == op and other.ops.isdisjoint(("Min", "Max")):
            points = points_of(goal)
            for end in tree.args[side].args if other not in tree.args[side].args else ():
                gap = values_at(other - end if side else end - other, points)
                if not seen or (len(gap) and min(gap) >= -CLOSE):
                    yield "via", {"value": as_text(end), "strict": strict}


def of_itself(goal: Goal) -> Iterator[Way]:
    """X >= Min(X, Y), Max(X, Y) >= X: whatever X and Y are, letters will do."""
    tree = goal.conclusion.expr
    if tree.op != "-" or goal.conclusion.rel != ">=":
        return
    for one, side, op in ((*tree.args, "Min"), (*tree.args[::-1], "Max")):
        parts = list(dict.fromkeys(among(side, op)))
        if one in parts and side != one and all(map(is_readable, parts)):
            yield of_letters(parts)


def of_a_root(goal: Goal) -> Iterator[Way]:
    """sqrt(X) >= 0, whatever X is and is divided by."""
    tree = without_zero(goal.conclusion.expr)
    if tree.op != "sqrt" or goal.conclusion.rel != ">=" or not divided_by_any_sign(goal):
        return
    if is_readable(tree):
        yield of_letters(list(tree.args))


def end_by_end(goal: Goal) -> Iterator[Way]:
    """Max(A, B) - Max(X, Y), of Min likewise: A and X are compared, and B and Y, so that of ends
    within ends there are not all cases at once."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if tree.op != "-" or rel not in (">", ">="):
        return
    left, right = tree.args
    if left.op != right.op or left.op not in ("Min", "Max"):
        return
    parts = list(dict.fromkeys((*left.args, *right.args)))
    points = points_of(goal) if all(map(is_readable, parts)) else []
    for others in permutations(right.args):
        pairs = [(a, b) for a, b in zip(left.args, others, strict=True) if a != b]
        if rel == ">" and len(pairs) < len(left.args):
            continue
        gaps = [values_at(one - other, points) for one, other in pairs]
        if any(len(gap) < len(points) for gap in gaps):
            return
        if points and all(min(gap) > (CLOSE if rel == ">" else -CLOSE) for gap in gaps):
            yield of_facts(parts, [(one, other, 1, rel) for one, other in pairs])
            return


def against_roots(goal: Goal) -> Iterator[Way]:
    """A number against x^(1/k), k > 2: the number is the k-th root of its k-th power.  What has no
    functions against x^(-1/k), or the root of what has logarithms, likewise."""
    tree = goal.conclusion.expr
    if tree.op != "-":
        return
    for (one, other), strict in ((tree.args, "right"), (tree.args[::-1], "left")):
        if other.op == "sqrt" and not one.functions() and one.op != "sqrt":
            yield from _against_square_root(goal, one, other, strict)
        exponent = exponent_of(other.args[1]) if other.op == "^" and other.symbols() else None
        if exponent is None or abs(exponent.numerator) != 1 or exponent.denominator < 3:
            continue
        power = one ** formula(exponent.denominator)
        if exponent < 0:
            yield from _against_inverse(goal, one, other, strict, ONE / power)
        elif one.symbols():
            continue
        elif one.op == "^" and one.args[1] == other.args[1]:
            yield "outer", {}
        else:
            yield "via", {"value": as_text(power ** other.args[1]), "strict": strict}


def _against_square_root(goal: Goal, one: Formula, other: Formula, strict: str) -> Iterator[Way]:
    """A >= 0 against sqrt(X), X with logarithms, by way of sqrt(A^2)."""
    if other.args[0].ops.isdisjoint(("log", "acos")) or not other.symbols():
        return
    values = values_at(one, few_points(goal))
    if len(values) and values.min() >= 0:
        square = Formula("sqrt", one ** formula(2))
        yield "via", {"value": as_text(square), "strict": strict}


def _against_inverse(
    goal: Goal, one: Formula, other: Formula, strict: str, inverse: Formula
) -> Iterator[Way]:
    """A - x^(-1/k) by way of (1/A^k)^(-1/k), and letters for 1/A^k and for x."""
    if one.functions() or not is_readable(other):
        return
    up, rel = strict == "right", goal.conclusion.rel  # A is the side that is not strict

    def letters(_: Goal) -> Iterator[Way]:
        gap = "part2 - part1" if up else "part1 - part2"
        facts = [["part1", ">"], ["part2", ">"], [gap, rel]]
        yield "abstract", {"parts": [as_text(inverse), as_text(other.args[0])], "facts": facts}

    value = as_text(inverse ** other.args[1])
    yield "via", {"value": value, "strict": strict}, (None, letters) if up else (letters, None)
