"""One formula at two places, compared along the straight line between them.

((TPR^r + TNR^r)/2)^(1/r) grows because TPR and TNR do: it is F(X, Y), and F(X2, Y2) - F(X1, Y1) is
F at t = 1 less F at t = 0 of the line X1 + t*(X2 - X1), Y1 + t*(Y2 - Y1).  The X1 and X2 - X1 get
letters that are not negative, and the sign of the derivative by t is then plain, where clearing
denominators would lose what is known of powers with a parameter.  Where one side is a number, it is
F at numbers that the X are seen to be bounded by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from random import Random
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.algebra import RuleError, factors, is_positive, one_sign
from symbolic_measures.kernel.exact import CannotTellError, compare, sign
from symbolic_measures.kernel.reader import reader, whole_power
from symbolic_measures.kernel.samples import parameter_points, parameters_of
from symbolic_measures.kernel.truth import admitting
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.orders import value_at
from symbolic_measures.search.tactics.paired import far_points, points_of, values_at

#: A way may say how its subgoals are to be proved, the first ones first.
Way = tuple[str, dict[str, Any]] | tuple[str, dict[str, Any], tuple[Any, ...]]
Point = dict[str, fmpq]
Pair = tuple[Formula, Formula]
KINKS = frozenset(("Abs", "Min", "Max", "ifzero"))
#: Points that are looked at, how many are wanted, and of how many values of the parameters.
POINTS, ENOUGH, FEWEST, PARAMETERS = 300, 24, 3, 3
SMALL = (0, 0, 1, 1, 2, 3, 7)
#: Places that differ, at most, and those that may be numbers.
MOST, MOST_NUMBERS, MOST_ENDS = 6, 4, 2
#: 0, 1 and 0 again, written as nobody writes them: where the line begins, how far it goes.
START, LENGTH, END = (formula(n) - formula(m) for n, m in ((2, 2), (3, 2), (4, 4)))
ZERO = formula(0)
#: How far from each other floats are that surely differ.
CLOSE = 1e-9


def along_the_line(goal: Goal) -> Iterator[Way]:
    """The steps that lead to the sign of the derivative along the line, if signs are as seen."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or tree.op != "-" or "power" not in tree.ops:
        return
    if not tree.ops.isdisjoint(KINKS) or not goal.blocks:
        return
    points, (left, right) = _points(goal), tree.args
    if len(points) < FEWEST or all(_same(left, right, point) for point in points):
        return  # what is equal is seen to be so without denominators
    sides = _sides(goal, points)
    if sides is None:
        return
    places = dict.fromkeys(_places(*sides, _cells(goal)) or ())
    if not 0 < len(places) <= MOST or any(
        not whole_power(f) for p in places for f in _functions(p)
    ):
        return
    found = [_Line.of(pair, points) for pair in places]
    lines = {line.pair: line for line in found if line is not None}
    if len(lines) < len(places):  # a part of both signs has them in each case that is left, too
        return
    for part in dict.fromkeys(part for pair in places for part in pair):
        if (name := maybe_zero(goal, part)) is not None:
            yield "vanish", {"variable": name}
            return
    if rel == ">" and not any(line.strict for line in lines.values()):
        gaps = (line.pair[0] - line.pair[1] for line in lines.values() if line.way)
        name = next((n for gap in gaps if (n := maybe_zero(goal, gap)) is not None), None)
        if name is not None:
            yield "vanish", {"variable": name}
        return
    yield _plan(goal, sides, lines)


def by_its_end(goal: Goal) -> Iterator[Way]:
    """A number against F(X, ...): by way of F at the numbers that bound the X, as it is seen."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or tree.op != "-" or not goal.blocks:
        return
    left, right = tree.args
    side = left if left.symbols() else right
    if bool(left.symbols()) == bool(right.symbols()) or not side.ops.isdisjoint(KINKS):
        return
    fixed = [part for part in side.args if not part.symbols()] if side.op == "-" else []
    if ZERO in (left, right) and any(part.functions() for part in fixed):
        return  # log(2) - F(X) - 0: it is log(2) that is a number here
    places = len(set(_places(side, side, _cells(goal)) or ()))
    most = MOST_ENDS if (right if side is left else left).functions() else 1
    if side.ops.isdisjoint(("acos", "log")) or not 0 < places <= most:
        return
    points = _points(goal)
    ends = _sides(goal, points) if len(points) >= FEWEST else None
    if ends is not None and set(ends) != {left, right}:
        end, strict = (ends[0], "right") if side is right else (ends[1], "left")
        if _is_widely_beyond(goal, end, side):
            yield "via", {"value": as_text(end), "strict": strict}
    elif ends is None and (image := _beyond(goal, side)) is not None:
        yield "via", {"value": as_text(image), "strict": "left" if side is right else "right"}


def _is_widely_beyond(goal: Goal, end: Formula, side: Formula) -> bool:
    """Whether the number is on the right side of all values, also where cells outweigh others."""
    way, points = 1 if side is goal.conclusion.expr.args[0] else -1, far_points(goal, side)
    seen, number = values_at(side, points), values_at(end, points[:1])
    return not len(number) or bool(((seen - number[0]) * way > -CLOSE).all())


def _beyond(goal: Goal, side: Formula) -> Formula | None:
    """F at a number, where all values of F are, and it is itself, on the right side of a number."""
    left, right = goal.conclusion.expr.args
    cells, points, way = _cells(goal), points_of(goal), 1 if side is left else -1
    number = values_at(right if side is left else left, points[:1])
    pairs = dict.fromkeys(_places(side, side, cells) or ())
    seen = values_at(side, points) * way
    if len(pairs) != 1 or not len(seen) or not len(number):
        return None
    for end in _ends(next(iter(pairs))[0], points):
        image = _written(side, side, cells, dict.fromkeys(pairs, end).__getitem__)
        value = values_at(image, points[:1]) * way
        if len(value) and min(seen) > value[0] - CLOSE and value[0] > number[0] * way + CLOSE:
            return image if _is_widely_beyond(goal, image, side) else None
    return None


def with_shares(goal: Goal) -> Iterator[Way]:
    """Letters > 0 for a and 1 - a, 0 < a < 1: then bases of powers made of them are plainly > 0."""
    if "power" in goal.conclusion.expr.ops and (shares := _shares(goal)):
        named = {tree: f"part{number}" for number, tree in enumerate(shares, 1)}
        facts = [[name, ">"] for name in named.values()]
        yield "abstract", {"parts": list(map(as_text, named)), "facts": facts}


def _shares(goal: Goal) -> list[Formula]:
    """Each real parameter a that stands there with 1 - a, and both are seen to be positive."""
    nodes = set(goal.conclusion.expr.walk())
    reals = [symbol(v.name) for v in goal.variables if v.sort == "real"]
    points = _parameters_at(goal) if reals else []
    return [
        tree
        for a in reals
        if formula(1) - a in nodes
        if points and all(0 < p.get(a.args[0], fmpq(0)) < 1 for p in points)
        for tree in (a, formula(1) - a)
    ]


@dataclass(frozen=True)
class _Line:
    """From X1 to X2: whether it rises (1), falls (-1) or stays (0), and what its ends are."""

    pair: Pair
    way: int
    strict: bool
    lower: int
    """1 or 0: what the smaller end is seen to be, positive or not below 0; -1: always 0."""

    @classmethod
    def of(cls, pair: Pair, points: list[Point]) -> _Line | None:
        after, before = pair
        ways, lows = set[int](), set[int]()
        for point in points:
            values = value_at(after, point), value_at(before, point)
            if values[0] is None or values[1] is None:
                return None
            try:
                ways.add(compare(values[0], values[1]))
                lows.update((sign(values[0]), sign(values[1])))
            except CannotTellError:
                return None
        if {1, -1} <= ways or -1 in lows:
            return None
        way = sum(ways)
        end = before if way >= 0 else after
        smaller = {sign(value) for point in points if (value := value_at(end, point)) is not None}
        return cls(pair, way, 0 not in ways, 1 if smaller == {1} else -1 if smaller == {0} else 0)

    @property
    def end(self) -> Formula:
        """The smaller end."""
        return self.pair[1] if self.way >= 0 else self.pair[0]

    @property
    def gap(self) -> Formula:
        return self.pair[0] - self.pair[1] if self.way >= 0 else self.pair[1] - self.pair[0]

    def at(self, rising: Formula, falling: Formula) -> Formula:
        """The place on the line."""
        if not self.way:
            return ZERO if self.lower < 0 else self.end
        more = (rising if self.way > 0 else falling) * self.gap
        return more if self.lower < 0 else self.end + more

    def facts(self) -> Iterator[tuple[Formula, str]]:
        """What is to be proved of its parts."""
        if self.lower >= 0:
            yield self.end, ">" if self.lower else ">="
        if self.way:
            yield self.gap, ">" if self.strict else ">="


def _plan(goal: Goal, sides: Pair, lines: dict[Pair, _Line]) -> Way:
    """By way of both sides with the line written in, which are then defined by hypothesis."""
    cells = _cells(goal)
    upper = _written(*sides, cells, lambda pair: lines[pair].at(START + LENGTH, END))
    lower = _written(*sides, cells, lambda pair: lines[pair].at(START, END + LENGTH))
    rel = goal.conclusion.rel
    moving = _written(*sides, cells, lambda pair: lines[pair].at(START, END))
    facts = {tree: kind for line in lines.values() for tree, kind in line.facts()}
    ways = {line.way for line in lines.values()}

    def first(goal: Goal) -> Iterator[Way]:
        yield "via", {"value": as_text(lower), "strict": "left"}, (second, cleared)

    def second(goal: Goal) -> Iterator[Way]:
        named = {"parts": [as_text(upper), as_text(lower)], "facts": [["part1 - part2", rel]]}
        yield "abstract", named, (third, cleared)

    def third(goal: Goal) -> Iterator[Way]:
        ends = {tree: way for tree, way in ((START, 1), (END, -1)) if way in ways}
        own = {**dict.fromkeys(ends, ">="), LENGTH: ">", **facts}
        outside = set(moving.replace(dict.fromkeys(own, ZERO)).walk())
        own |= {tree: ">" for tree in _shares(goal) if tree in outside}
        names = {tree: f"part{number}" for number, tree in enumerate(own, 1)}
        told = [[names[tree], kind] for tree, kind in own.items()]
        named = {"parts": list(map(as_text, own)), "facts": told}
        letters = moving.replace({tree: symbol(name) for tree, name in names.items()})
        moves = {names[tree]: way for tree, way in ends.items()}
        args = {"lower": as_text(letters), "move": moves, "step": names[LENGTH]}
        yield "abstract", named, (*(None for _ in own), lambda goal: alone(goal, args))

    both = upper + (lower - lower)
    return "via", {"value": as_text(both), "strict": "right"}, (cleared, first)


def exactly(way: Way) -> Callable[[Goal], Iterator[Way]]:
    """This way and no other."""
    return lambda _: iter((way,))


def without_zero(tree: Formula) -> Formula:
    """X, also where it is written as X - 0."""
    return tree.args[0] if tree.op == "-" and tree.args[1] == ZERO else tree


def cleared(goal: Goal) -> Iterator[Way]:
    """Without denominators, with letters for shares."""
    plain: Way = ("clear", {})
    shared = list(with_shares(goal))
    yield from ((*way, (None,) * len(_shares(goal)) + (exactly(plain),)) for way in shared)
    if not shared:
        yield plain


def alone(goal: Goal, args: dict[str, Any]) -> Iterator[Way]:
    """The path, without hypotheses that speak of other variables than its ends."""
    own = set(goal.conclusion.expr.symbols())
    others = [n for n, atom in enumerate(goal.hypotheses) if not set(atom.expr.symbols()) <= own]
    path: Way = ("path", args)
    if others:
        yield "weaken", {"without": others}, (exactly(path),)
    else:
        yield path


def lettered(goal: Goal, parts: list[Formula], facts: list[Any]) -> Way:
    """Letters for the parts, with facts that are proved first without what is said of other
    variables."""
    own = (_of_own if _others(goal) else None,) * len(facts)
    return "abstract", {"parts": list(map(as_text, parts)), "facts": facts}, own


def of_letters(parts: list[Formula]) -> Way:
    """Letters for the parts, of which nothing is said but that they have values."""
    facts = [[f"part{number} - part{number}", "=="] for number in range(1, len(parts) + 1)]
    return "abstract", {"parts": list(map(as_text, parts)), "facts": facts}


def _others(goal: Goal) -> list[int]:
    """The hypotheses that speak of other variables than the conclusion."""
    own = set(goal.conclusion.expr.symbols())
    return [n for n, atom in enumerate(goal.hypotheses) if not own >= set(atom.expr.symbols())]


def _of_own(goal: Goal) -> Iterator[Way]:
    """An inequality without what is said of other variables."""
    if without := _others(goal):
        yield "weaken", {"without": without}


def _sides(goal: Goal, points: list[Point]) -> Pair | None:
    """Both sides of the difference; in place of a number, the other side at numbers."""
    left, right = goal.conclusion.expr.args
    if left.symbols() and right.symbols():
        return left, right
    cells = _cells(goal)
    tree, other = (left, right) if left.symbols() else (right, left)
    if cells.isdisjoint(tree.symbols()):
        return None
    pairs = dict.fromkeys(_places(tree, tree, cells) or ())
    if not 0 < len(pairs) <= MOST_NUMBERS:
        return None
    ends = [_ends(pair[0], points) for pair in pairs]
    for numbers in product(*ends):
        swap = dict(zip(pairs, numbers, strict=True))
        image = _written(tree, tree, cells, swap.__getitem__)
        if all(_same(image, other, point) for point in points):
            return (left, image) if tree is left else (image, right)
    return None


def _ends(tree: Formula, points: list[Point]) -> list[Formula]:
    """The largest and the smallest value that is seen, if they are fractions; also 1 and 0."""
    values = [value for point in points if isinstance(value := value_at(tree, point), fmpq)]
    ends = (max(values), min(values), fmpq(1), fmpq(0)) if values else ()
    return list(dict.fromkeys(map(formula_of, ends)))


def formula_of(value: fmpq) -> Formula:
    """The number as people write it."""
    top = formula(int(value.p))
    return top if value.q == 1 else top / formula(int(value.q))


def _same(one: Formula, other: Formula, point: Point) -> bool:
    values = value_at(one, point), value_at(other, point)
    if values[0] is None or values[1] is None:
        return False
    try:
        return compare(values[0], values[1]) == 0
    except CannotTellError:
        return False


def _places(one: Formula, other: Formula, cells: set[str]) -> list[Pair] | None:
    """The largest fractions of cells at which two formulas that are one otherwise may differ."""
    if one == other and cells.isdisjoint(one.symbols()):
        return []
    if not _functions(one) and not _functions(other):
        return [(one, other)]
    if one.op != other.op or len(one.children) != len(other.children):
        return None
    found: list[Pair] = []
    for mine, theirs in zip(one.children, other.children, strict=True):
        more = _places(mine, theirs, cells)
        if more is None:
            return None
        found += more
    return found


def _written(
    one: Formula, other: Formula, cells: set[str], put: Callable[[Pair], Formula]
) -> Formula:
    """The formula that both are, with something else at these places."""
    if one == other and cells.isdisjoint(one.symbols()):
        return one
    if not _functions(one) and not _functions(other):
        return put((one, other))
    parts = (_written(*pair, cells, put) for pair in zip(one.children, other.children, strict=True))
    return Formula(one.op, *parts)


def _functions(part: Formula | Pair) -> list[Formula]:
    trees = (part,) if isinstance(part, Formula) else part
    return [node for tree in trees for node in tree.functions() if not whole_power(node)]


def _cells(goal: Goal) -> set[str]:
    return {name for block in goal.blocks for name in block}


def divided_by_any_sign(goal: Goal) -> bool:
    """Whether the coefficients do not show the sign of what is divided by under a square root."""
    for node in goal.conclusion.expr.functions():
        inside = node.args[0]
        if node.op != "sqrt" or "/" not in inside.ops or not inside.ops.isdisjoint(KINKS):
            continue
        read = reader(Goal(goal.variables, (), Atom(inside, "defined")))
        try:
            if not one_sign(read.ratio(inside)[1], read.sorts):
                return True
        except RuleError:
            continue
    return False


def maybe_zero(goal: Goal, tree: Formula, *more: str) -> str | None:
    """A natural variable (or one of more sorts) in a factor of the tree that may be 0 or not."""
    moved = {node.args[0] for node in tree.walk() if node.op == "+" and node.args[1] == formula(1)}
    natural = [
        v.name
        for v in goal.variables
        if v.sort in ("natural", *more) and symbol(v.name) not in moved
    ]
    shares = {share: symbol(f"part{number}") for number, share in enumerate(_shares(goal), 1)}
    letters = (Variable(share.args[0], "positive") for share in shares.values())
    tree = tree.replace(shares)
    try:
        read = reader(Goal((*goal.variables, *letters), (), Atom(tree, "defined")))
        pairs = [pair for poly in read.ratio(tree) for pair in factors(poly)[1]]
    except RuleError:
        return None
    for piece, _ in pairs:
        if not is_positive(piece, read.sorts) and not is_positive(-piece, read.sorts):
            used = [n for n, power in zip(read.names, piece.degrees(), strict=True) if power]
            sure = not_empty(goal)  # then the case 0 is none
            named = (name for name in natural if name in used)
            return min(named, key=lambda name: name not in sure, default=None)
    return None


def not_empty(goal: Goal) -> list[str]:
    """The cells of which a hypothesis says that they are at least 1."""
    tops = [(a, a.expr.args[0]) for a in goal.hypotheses if a.expr.op == "-" and a.rel == ">="]
    return [top.args[0] for atom, top in tops if top.op == "symbol" and atom.expr == top - 1]


def one_of_two(goal: Goal) -> str | None:
    """x, of powers that are to be compared strictly, where x + y is > 0 or >= 1."""
    if goal.conclusion.rel != ">" or goal.conclusion.expr.ops.isdisjoint(("^", "power")):
        return None
    free = {v.name for v in goal.variables if v.sort in ("natural", "nonnegative")}
    for atom in goal.hypotheses:
        names, plain = atom.expr.symbols(), {"number", "symbol", "+", "-"}
        small = atom.expr.ops <= plain and len(names) == 2 and free.issuperset(names)
        if small and atom.rel in (">", ">="):
            return names[0]
    return None


def _parameters_at(goal: Goal) -> list[Point]:
    """The first values of the parameters."""
    names = set(parameters_of(goal))
    own = tuple(atom for atom in goal.hypotheses if names.issuperset(atom.expr.symbols()))
    variables = tuple(variable for variable in goal.variables if variable.name in names)
    return _first_values(Goal(variables, own, Atom(formula(1), ">")))


@lru_cache(maxsize=64)
def _first_values(goal: Goal) -> list[Point]:
    return list(islice(parameter_points(goal), PARAMETERS))


@lru_cache(maxsize=64)
def _points(goal: Goal) -> list[Point]:
    """Small points where the hypotheses hold, with a few values of the parameters."""
    chance, found = Random(5), list[Point]()
    admitted, cells = admitting(goal), _cells(goal)
    parameters = _parameters_at(goal)
    for number in range(POINTS if parameters else 0):
        point = dict(parameters[number % len(parameters)])
        for variable in goal.variables:
            if variable.name in cells:
                drawn = fmpq(chance.choice(SMALL)) + (variable.sort == "positive")
                point[variable.name] = drawn
        if admitted(point) is True:
            found.append(point)
        if len(found) == ENOUGH:
            break
    return found
