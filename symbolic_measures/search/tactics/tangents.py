"""Sums of logarithms by way of their tangents: 1 - 1/z <= log z <= z - 1, or z/c + d further off.

A divergence sum p*log(p/q) is >= sum (p - q), which is 0: J. Gibbs' inequality.  Each logarithm is
bounded from the side that its factor wants, if what is left is seen to hold at small points.  That
the bounds hold is shown along the line from 1 to z, or to 1/z where z < 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symbolic_measures.kernel.exact import CannotTellError, sign
from symbolic_measures.kernel.reader import whole_power
from symbolic_measures.kernel.rules.goals import new_letters
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.orders import value_at
from symbolic_measures.search.tactics.paired import FEWEST, Point, few_points
from symbolic_measures.search.tactics.segment import LENGTH, START, Way, alone, cleared

ONE, ZERO = formula(1), formula(0)
#: Logarithms that are bounded, at most.
MOST_LOGS = 8
#: c and d with log c - 1 < d: tangents at c, for what has one variable.
FURTHER = ((4, Fraction(2, 5)), (16, Fraction(9, 5)), (100, Fraction(37, 10)))


def by_tangents(goal: Goal) -> Iterator[Way]:
    """The side with logarithms by way of the same with their bounds."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or not is_of_logs(tree):
        return
    every = [node for node in tree.walk() if node.op == "log"]
    logs = [node for node in every if node.symbols()]
    if not logs or len(every) > MOST_LOGS or not goal.variables:
        return
    points = few_points(goal)
    if len(points) < FEWEST:
        return
    if len(every) == 1 and signs_of(tree.replace({every[0]: ZERO}), points) == {0}:
        return  # its sign is that of what it is taken of, less 1
    found = bounds_of(tree, logs, points)
    if len(every) > len(logs) and found is None:
        logs, found = every, bounds_of(tree, every, points)
    further = FURTHER if found is None and len(tree.symbols()) == 1 else ()
    places = (bounds_of(tree, logs, points, place) for place in further)
    found = found or next(filter(None, places), None)
    if found is None:
        return
    bounds, above, left = found
    if tree.op != "-":  # a bound is put between two sides
        yield "abstract", {"parts": [as_text(tree)], "facts": [["part1 - 0", rel]]}
        return
    sides = [[node for node in logs if node in set(side.walk())] for side in tree.args]
    if all(sides):
        return
    side = 0 if sides[0] else 1
    between = tree.args[side].replace(bounds)
    # what holds with the bounds as an equation, too, is strict because the bounds are
    apart_from_one = [_is_off_one(node, points) for node in bounds]
    tight = rel == ">" and 0 in left and any(apart_from_one)
    strict = ("left", "right")[(side == 0) != tight]

    gaps = {n: bound - n if n in above else n - bound for n, bound in bounds.items()}
    written = {n: bound - gaps[n] if n in above else bound + gaps[n]
               for n, bound in bounds.items()}  # fmt: skip

    def compared(goal: Goal) -> Iterator[Way]:
        ways = (cleared, apart) if side == 0 else (apart, cleared)
        value = as_text(tree.args[side].replace(written))
        yield "via", {"value": value, "strict": ("right", "left")[side]}, ways

    def apart(goal: Goal) -> Iterator[Way]:
        rels = [">" if tight and off else ">=" for off in apart_from_one]
        facts = [[f"part{number}", rel] for number, rel in enumerate(rels, 1)]
        named = {"parts": list(map(as_text, gaps.values())), "facts": facts}
        yield "abstract", named, (*(_of_bound for _ in facts), cleared)

    ways = (compared, None) if side == 0 else (None, compared)
    yield "via", {"value": as_text(between), "strict": strict}, ways


def _is_off_one(node: Formula, points: list[Point]) -> bool:
    """Whether what the logarithm is taken of is above 1 at all points, or below it at all."""
    return signs_of(node.args[0] - ONE, points) in ({1}, {-1})


def is_of_logs(tree: Formula) -> bool:
    """Whether logarithms are the only functions in it, and nothing has cases."""
    plain = tree.ops.isdisjoint(("Abs", "Min", "Max", "ifzero"))
    return plain and all(node.op == "log" or whole_power(node) for node in tree.functions())


def _bound(node: Formula, above: bool, place: tuple[int, Fraction] | None) -> Formula:
    """The bound on a logarithm from that side, by the tangent at 1 or at c."""
    inside = node.args[0] if above else ONE / node.args[0]
    own = inside - ONE if place is None else inside / formula(place[0]) + formula(place[1])
    return own if above else ONE - inside if place is None else -own


def bounds_of(
    tree: Formula,
    logs: list[Formula],
    points: list[Point],
    place: tuple[int, Fraction] | None = None,
) -> tuple[dict[Formula, Formula], set[Formula], set[int]] | None:
    """A bound for each logarithm, from below where it is added, if the tree holds with them; those
    that are bounded from above, and the signs that the tree then has."""
    none = dict.fromkeys(logs, ZERO)
    bounds: dict[Formula, Formula] = {}
    above = set[Formula]()
    for node in logs:
        slope = tree.replace({**none, node: ONE}) - tree.replace(none)
        signs = signs_of(slope, points)
        if signs is None or {1, -1} <= signs:
            return None
        above |= {node} if -1 in signs else set()
        bounds[node] = _bound(node, node in above, place)
    left = signs_of(tree.replace(bounds), points)
    return None if left is None or -1 in left else (bounds, above, left)


def signs_of(tree: Formula, points: list[Point]) -> set[int] | None:
    found: set[int] = set()
    for point in points:
        value = value_at(tree, point)
        if value is None:
            return None
        try:
            found.add(sign(value))
        except CannotTellError:
            return None
    return found


def _of_bound(goal: Goal) -> Iterator[Way]:
    """log z - (1 - 1/z) >= 0 or z - 1 - log z >= 0: z >= 1 and z < 1; or tangents further off."""
    left, right = goal.conclusion.expr.args
    if "+" in (left.op, right.args[0].op if right.op == "neg" else ""):
        yield from _further(goal)
        return
    if not goal.conclusion.expr.symbols():
        yield "evaluate", {}
        return
    below = left.op == "log"
    inside = (left if below else right).args[0]
    if goal.conclusion.rel == ">":
        signs = signs_of(inside - ONE, few_points(goal))
        yield from _beside_one(goal, inside, below, above=signs == {1})
        return
    kink = Formula("Max", inside, ONE)

    def cases(goal: Goal) -> Iterator[Way]:
        yield (
            "split",
            {},
            (None, lambda g: _case(g, inside, below), lambda g: _case(g, inside, below)),
        )

    yield "via", {"value": as_text(right + ZERO * kink)}, (cases, None)


def _further(goal: Goal) -> Iterator[Way]:
    """y/c + d - log y >= 0: as log y is log(y/c) + log c, and that of y/c is at most y/c - 1."""
    left, right = goal.conclusion.expr.args
    log, own = (right, left) if right.op == "log" else (left, right.args[0])
    part, rest = own.args
    top, place = part.args
    parts = [top, log, Formula("log", part), Formula("log", place)]
    sign = "-" if left.op == "log" else ""
    facts = [
        [f"part3 + part4 - ({sign}part2)", "=="],
        [f"part1/{place} - 1 - part3", ">="],
        [f"{rest} + 1 - part4", ">="],
    ]
    named = {"parts": list(map(as_text, parts)), "facts": facts}
    yield "abstract", named, (None, _of_bound, None, None)


def _case(goal: Goal, inside: Formula, below: bool) -> Iterator[Way]:
    """The one of two cases that is left where the larger of z and 1 is known."""
    larger = goal.conclusion.expr.args[1].args[1].args[1]
    yield from _beside_one(goal, inside, below, above=larger != ONE)


def _beside_one(goal: Goal, inside: Formula, below: bool, above: bool) -> Iterator[Way]:
    """On one side of 1, along the line: w = 1 + t*d, where log w is between its tangents."""
    right, rel = goal.conclusion.expr.args[1], goal.conclusion.rel
    gap = inside - ONE if above else ONE / inside - ONE

    def at(place: Formula) -> Formula:
        w = ONE + place
        log = Formula("log", w)
        return log - (ONE - ONE / w) if above == below else (w - ONE) - log

    upper, lower = at((START + LENGTH) * gap), at(START * gap)

    def apart(goal: Goal) -> Iterator[Way]:
        facts = [["part1 - part2", rel], ["part2", "=="]]
        yield (
            "abstract",
            {"parts": [as_text(upper), as_text(lower)], "facts": facts},
            (line, cleared, cleared),
        )

    def line(goal: Goal) -> Iterator[Way]:
        parts, facts = (START, LENGTH, gap), [["part1", ">="], ["part2", ">"], ["part3", rel]]
        named = {"parts": list(map(as_text, parts)), "facts": facts}
        start, step, way = new_letters([variable.name for variable in goal.variables], len(parts))
        moving = at(symbol(start) * symbol(way))
        path = {"lower": as_text(moving), "move": {start: 1}, "step": step}
        yield "abstract", named, (None, None, None, lambda goal: alone(goal, path))

    value = as_text(right + (upper + (lower - lower)))
    yield "via", {"value": value, "strict": "right"}, (cleared, apart)
