"""Equations between formulas made of the same parts: each pair of parts is compared on its own.

Sums of x*log(x), or of larger and smaller cells, have too many cases to look at all at once.  Parts
that agree wherever they are looked at (or differ by a factor k alone) get letters, of which the
equation speaks then; that they agree is to be proved for each pair.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial, reduce
from math import floor
from random import Random
from typing import Any

import numpy as np

from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text, is_readable
from symbolic_measures.search.floats import Floats, values
from symbolic_measures.search.tactics.paired import points_of, values_at

#: Operations whose values are compared.
COMPARED = frozenset(("Abs", "Min", "Max", "ifzero", "log", "sqrt", "power", "acos"))
#: Those of which one inside another is one of more values.
ENDS = ("Min", "Max")
ROOTS = ("sqrt", "^")
#: Fewer of them, or of the values that Min and Max are taken of, are left to cases.
FEWEST, FEWEST_ENDS = 2, 3
#: Points at which parts are compared, and how close their values are.
POINTS, CLOSE = 24, 1e-9
#: The largest denominator of a number that a side is found to be.
DENOMINATOR = 60


def matched(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """Letters for parts of the two sides that agree."""
    tree = goal.conclusion.expr
    if goal.conclusion.rel != "==" or tree.op != "-":
        return
    left, right = tree.args
    sides = [[n for n in side.walk() if n.op in COMPARED] for side in (left, right)]
    if min(map(len, sides)) < FEWEST:
        return
    seen = _seen(goal, tree)
    yield from _quotients(left, right, seen)
    parts: list[str] = []
    facts: list[list[str]] = []
    names: dict[str, str] = {}
    for one in _values(left):
        found, way = _partner(one, right, seen, goal) or ((), "-")
        if not found or found[0] == found[1]:
            continue
        texts = [as_text(part) for part in found]
        if not all(map(is_readable, found)):
            continue
        for text in texts:
            if text not in names:
                parts.append(text)
                names[text] = f"part{len(parts)}"
        first, second, *more = (names[text] for text in texts)
        facts.append([way.join((first, "*".join((second, *more)))), "=="])
    if facts:
        yield "abstract", {"parts": parts, "facts": facts}


def _quotients(
    left: Formula, right: Formula, seen: dict[Formula, Floats]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Letters for numerators that agree and denominators that do, if all have such parts."""
    if left.op != "/" or right.op != "/":
        return
    pairs = list(zip(left.children, right.children, strict=True))
    both = [part for pair in pairs for part in pair]
    if len(set(both)) < len(both):
        return
    if all(_same(seen[one], seen[other]) for one, other in pairs) and all(
        is_readable(part) and not part.ops.isdisjoint(COMPARED) for part in both
    ):
        facts = [["part1 - part2", "=="], ["part3 - part4", "=="]]
        yield "abstract", {"parts": list(map(as_text, both)), "facts": facts}


def rearranged(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """The largest (or smallest) of the same values in another order: by way of the order of the
    other side, and where nothing but the order is different, with letters for the values."""
    tree = goal.conclusion.expr
    op = tree.args[0].op if tree.op == "-" else ""
    if op not in ENDS or tree.args[1].op != op:
        return
    own, others = (tuple(among(side, op)) for side in tree.args)
    if len(own) != len(others) or len(set(others)) < FEWEST_ENDS:
        return
    if set(own) == set(others):
        parts = list(dict.fromkeys(map(as_text, others)))
        facts = [[f"part{number}", ">="] for number in range(1, len(parts) + 1)]
        yield "abstract", {"parts": parts, "facts": facts}
        return
    seen = _seen(goal, tree)
    partners = [next((o for o in others if _same(seen[one], seen[o])), None) for one in own]
    if None not in partners and set(partners) == set(others):
        found = [partner for partner in partners if partner is not None]
        between = reduce(partial(Formula, op), found)
        if between not in tree.args:  # else nothing would be gained, again and again
            yield "via", {"value": as_text(between)}


def among(side: Formula, op: str) -> Iterator[Formula]:
    """The values that the larger or smaller is taken of, again and again."""
    if side.op != op:
        yield side
        return
    for part in side.children:
        yield from among(part, op)


def by_constant(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """A side with roots, functions or cases that is one number wherever it is looked at, or one
    root in it: by way of that."""
    tree = goal.conclusion.expr
    plain = not tree.functions() and tree.ops.isdisjoint(ENDS)
    if tree.op != "-" or goal.conclusion.rel not in (">", ">=") or plain:
        return
    point = _point(goal)
    if not set(tree.symbols()) <= set(point):  # it speaks of what the goal has no variable for
        return
    if not all(side.symbols() for side in tree.args):
        yield from _beside_a_number(goal, *tree.args)
        return
    for side, strict in zip(tree.args, ("right", "left"), strict=True):
        value = values(side, point)[side]
        if (root := _as_root(side, goal)) is not None:
            yield "via", {"value": as_text(root), "strict": strict}
            return
        if (number := one_fraction(value)) is not None:
            yield "via", {"value": str(number), "strict": strict}
            return


def one_fraction(value: Floats) -> Fraction | None:
    """The one fraction that all of these values are, if there is one with few digits."""
    if not np.isfinite(value).all() or np.ptp(value) >= CLOSE:
        return None
    number = Fraction(float(value.flat[0])).limit_denominator(DENOMINATOR)
    return number if abs(float(number) - value.flat[0]) < CLOSE else None


def _as_root(side: Formula, goal: Goal) -> Formula | None:
    """A root in the goal that is the side, wherever it is looked at: one of the other side first,
    as the two may be of matrices of the same n."""
    tree = goal.conclusion.expr
    roots = [n for part in (*tree.args, side) if part != side or side.op not in ROOTS
             for n in outermost(part) if n.op in ROOTS and is_readable(n)]  # fmt: skip
    if not roots:
        return None
    points = points_of(goal)
    value = values_at(side, points)
    if len(value) <= FEWEST or np.ptp(value) < CLOSE:  # a number is seen as such
        return None
    rows = ((root, values_at(root, points)) for root in roots if root not in tree.args)
    same = (root for root, row in rows if len(row) == len(value) and _same(row, value))
    return next(same, None)


def _beside_a_number(
    goal: Goal, left: Formula, right: Formula
) -> Iterator[tuple[str, dict[str, Any]]]:
    """A value such as acos(1/3) against fractions: by way of a whole number or a half between, on
    the same side of which the fractions are seen to be."""
    if in_one_place(left, right):  # then what is around it is taken off
        return
    number, up = (left, 1) if not left.symbols() else (right, -1)
    if number.ops.isdisjoint(("log", "acos")) or not (left.symbols() or right.symbols()):
        return
    here = up * float(np.ravel(values(number, {})[number])[0])
    if not np.isfinite(here):
        return
    side = right if up > 0 else left
    most = max(up * values_at(side, points_of(goal)), default=-np.inf)
    for between in sorted({Fraction(floor(here)) * up, Fraction(floor(2 * here), 2) * up}):
        if most > up * between + CLOSE:
            continue
        yield "via", {"value": str(between), "strict": "left" if up > 0 else "right"}


def in_one_place(one: Formula, other: Formula) -> bool:
    """Whether they are one operation on formulas of which a single one is different."""
    pairs = zip(one.children, other.children)
    return one.op == other.op and sum(mine != theirs for mine, theirs in pairs) == 1


def outermost(side: Formula) -> Iterator[Formula]:
    """The largest parts of a side whose values are compared, not the side itself."""
    stack = list(side.children)
    found: set[Formula] = set()
    while stack:
        node = stack.pop()
        if node in found:
            continue
        found.add(node)
        if node.op in COMPARED:
            yield node
        else:
            stack += node.children


def _values(side: Formula) -> Iterator[Formula]:
    """The parts of a side that are compared; of the largest or smallest of several values these,
    fractions as well."""
    if side.op not in ENDS:
        yield from outermost(side)
        return
    for value in among(side, side.op):
        if value.op == "/" or value.op in COMPARED:
            yield value
        else:
            yield from outermost(value)


def _partner(
    one: Formula, right: Formula, seen: dict[Formula, Floats], goal: Goal
) -> tuple[tuple[Formula, ...], str] | None:
    """(a, b) or (a, b, k) with a = b or a = b*k, one of them a part of the right side; or (a, b)
    with a = -b, which have one absolute value."""
    k = symbol("k")
    scale = _point(goal)["k"] if any(v.name == "k" for v in goal.variables) else None
    for other in _values(right):
        if one.op == other.op == "Abs" and _same(seen[one], seen[other]):
            inside = one.args[0], other.args[0]
            return inside, "-" if _same(*(seen[part] for part in inside)) else "+"
        if _same(seen[one], seen[other]):
            return (one, other), "-"
        if scale is not None and _same(seen[one], seen[other] * scale):
            return (one, other, k), "-"
        if scale is not None and _same(seen[other], seen[one] * scale):
            return (other, one, k), "-"
        if _same(seen[one], -seen[other]):
            return (one, other), "+"
    return None


def _same(one: Floats, other: Floats) -> bool:
    there = np.isfinite(one)
    if not there.any() or (there != np.isfinite(other)).any():
        return False
    mine, theirs = one[there], other[there]
    return bool((np.abs(mine - theirs) <= CLOSE * (1 + np.abs(mine))).all())


def _seen(goal: Goal, tree: Formula) -> dict[Formula, Floats]:
    """The values of all parts at a few points; nan where there is none."""
    found = values(tree, _point(goal))
    return {node: np.broadcast_to(value, (POINTS,)) for node, value in found.items()}


def _point(goal: Goal) -> dict[str, Any]:
    return _points(tuple(variable.name for variable in goal.variables))


@lru_cache(maxsize=64)
def _points(names: tuple[str, ...]) -> dict[str, Any]:
    chance = Random(11)
    return {name: np.array([chance.randint(1, 40) for _ in range(POINTS)]) for name in names}
