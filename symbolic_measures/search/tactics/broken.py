"""Broken powers: against what is raised, as x^(2/5) >= x where x is at most 1; and as one root.

So x^(2/5)*y^(3/5) >= A follows from x*y >= A, where that is seen to hold; against a number it is
the fifth root of x^2*y^3.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from math import lcm
from operator import mul

from symbolic_measures.nouns.formula import Formula, exponent_of, formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text, is_readable
from symbolic_measures.search.tactics.matched import among
from symbolic_measures.search.tactics.paired import FEWEST, Point, points_of, values_at
from symbolic_measures.search.tactics.segment import CLOSE, Way, exactly

#: So many different powers are replaced by what is raised.
MOST_POWERS = 3


def by_what_is_raised(goal: Goal) -> Iterator[Way]:
    """A side by way of the same with x in place of each x^(p/q); or, where that is the other side,
    letters for the x, of which is said whether they are at most 1 or at least 1."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if tree.op != "-" or rel not in (">", ">=") or "^" not in tree.ops:
        return
    points = points_of(goal)
    for side, other, strict, sign in (
        (*tree.args, "right", 1),
        (*tree.args[::-1], "left", -1),
    ):
        powers = [node for node in dict.fromkeys(side.walk()) if _broken(node)]
        if not 0 < len(powers) <= MOST_POWERS or len(points) < FEWEST:
            continue
        value = side.replace({node: node.args[0] for node in powers})
        if value == other:
            letters = _letters(list(dict.fromkeys(node.args[0] for node in powers)), points)
            yield from () if letters is None else (letters,)
        elif _holds(sign, side, value, points) and _holds(sign, value, other, points):
            yield "via", {"value": as_text(value), "strict": strict}


def as_one_root(goal: Goal) -> Iterator[Way]:
    """A number against a product of such powers: they are one root."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if tree.op != "-" or rel not in (">", ">=") or "^" not in tree.ops:
        return
    for number, other, strict in ((*tree.args, "left"), (*tree.args[::-1], "right")):
        powers = [(power, _broken(power)) for power in among(other, "*")]
        raised = [(power.args[0], exponent) for power, exponent in powers if exponent]
        if number.symbols() or number.functions() or not raised or len(raised) < len(powers):
            continue
        whole = lcm(*(exponent.denominator for _, exponent in raised))
        if whole < 3 or (len(raised) == 1 and whole * raised[0][1] == 1):
            continue
        product = reduce(mul, (base ** formula(whole * exponent) for base, exponent in raised))
        value = product ** formula(Fraction(1, whole))
        letters = _letters(list(dict.fromkeys(base for base, _ in raised)), points_of(goal))
        if letters is not None and is_readable(value):
            told = (None, exactly(letters)) if strict == "left" else (exactly(letters), None)
            yield "via", {"value": as_text(value), "strict": strict}, told


def _broken(node: Formula) -> Fraction | None:
    """The exponent, if it is a fraction above 0."""
    exponent = exponent_of(node.args[1]) if node.op == "^" and node.symbols() else None
    broken = exponent is not None and exponent > 0 and exponent.denominator > 1
    return exponent if broken else None


def _holds(sign: int, one: Formula, other: Formula, points: list[Point]) -> bool:
    """Whether one is seen to be at least the other, or with sign -1 at most."""
    gaps = values_at(one - other, points)
    return len(gaps) == len(points) and bool((sign * gaps >= -CLOSE).all())


def _letters(bases: list[Formula], points: list[Point]) -> Way | None:
    """Letters for the bases, with how they are seen to compare with 0 and 1."""
    facts: list[list[str]] = []
    for place, base in enumerate(bases, 1):
        seen = values_at(base, points)
        if len(seen) < len(points) or not is_readable(base) or base.op == "symbol":
            return None
        name = f"part{place}"
        facts.append([name, ">" if (seen > CLOSE).all() else ">="])
        if (seen <= 1 + CLOSE).all():
            facts.append([f"1 - {name}", ">="])
        elif (seen >= 1 - CLOSE).all():
            facts.append([f"{name} - 1", ">="])
    return "abstract", {"parts": list(map(as_text, bases)), "facts": facts}
