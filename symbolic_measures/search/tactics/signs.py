"""Products and quotients of functions, compared factor by factor; sums of products of one sign.

accuracy*(1 + MCC) grows because both factors do and neither is negative.  The factors get letters;
how each compares with its partner, and which sign it has, is seen at small points and is then to be
proved.  A derivative is a sum of products: the factors of its terms have signs, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from itertools import chain, combinations, compress
from math import ceil, floor
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.evaluation import Known
from symbolic_measures.kernel.exact import CannotTellError, compare, sign
from symbolic_measures.kernel.reader import whole_power
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text, is_readable
from symbolic_measures.search.orders import value_at
from symbolic_measures.search.simple_numbers import near
from symbolic_measures.search.tactics.matched import outermost
from symbolic_measures.search.tactics.paired import FEWEST, Point, far_points, points_of

#: Parts of a sum of products, at most.
MOST_PARTS = 12
PRODUCTS = ("*", "/")
#: What both sides may be of whose arguments are compared.
SPLIT = (*PRODUCTS, "^", "Min", "Max", "Abs")
#: What is seen: a difference (or one formula), its sign and the relation to 0 with that sign.
Fact = tuple[Formula, Formula | None, int, str]
Pair = tuple[Formula, Formula]
Way = tuple[str, dict[str, Any]]


#: What has a value wherever its parts have one.
ALWAYS_DEFINED = {"number", "symbol", "+", "-", "neg", "*", "Abs", "Min", "Max"}


def by_signs(goal: Goal) -> Iterator[Way]:
    """Letters for the factors of both sides (or of all terms), with their signs and orders."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    rational = tree.ops.isdisjoint(("Min", "Max", "Abs")) and all(
        map(whole_power, tree.functions())
    )
    if rel not in (">", ">=") or rational:
        return
    if tree.op == "-" and tree.args[0].op == tree.args[1].op and tree.args[0].op in SPLIT:
        pairs = list(_aligned(*tree.args))
        parts = [part for pair in pairs for part in pair]
    elif tree.op in ("+", "*", "-", "/", "neg"):
        pairs, parts = [], list(dict.fromkeys(_factors(tree)))
    else:
        return
    parts = [part for part in dict.fromkeys(parts) if part.symbols()]
    points = _looked_at(goal, parts, 2 if pairs else 1)
    if not points or tree in parts:
        return
    facts = [fact for one, other in pairs if one != other for fact in _seen(one, other, points)]
    facts += [fact for part in parts for fact in _seen(part, None, points)]
    if {part for one, other, _, _ in facts for part in (one, other)} - {None} == set(parts):
        yield of_facts(parts, [(*fact[:3], _weaker(fact, rel)) for fact in facts])
        yield of_facts(parts, facts)


def by_bounds(goal: Goal, both: bool = True) -> Iterator[Way]:
    """Letters for functions between bounds, or for the factors of a product, where what they are in
    is compared with a number; or for such as have one bound alone."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    numbers = [side for side in tree.args if not side.symbols()] if tree.op == "-" else []
    if rel not in (">", ">=") or len(numbers) != 1:
        return
    if not set(tree.args) <= {*outermost(tree)}:  # the facts would say the same
        yield from _within_bounds(goal, _functions(tree), both)
    product = next(side for side in tree.args if side.symbols())
    factors = [factor for factor in dict.fromkeys(_multiplied(product)) if factor.symbols()]
    if len(factors) > 1 and not set(factors) <= {*outermost(tree)} and product.functions():
        yield from _within_bounds(goal, factors, both)


def _multiplied(tree: Formula) -> Iterator[Formula]:
    """The factors of a product."""
    for part in tree.args if tree.op == "*" else ():
        yield from _multiplied(part)
    if tree.op != "*":
        yield tree


def _within_bounds(goal: Goal, parts: list[Formula], both: bool) -> Iterator[Way]:
    """Letters for these parts, between the bounds that they are seen to have, or whole numbers;
    with `both`, if each has two, else if some have one."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    fixed = [node for node in dict.fromkeys(outermost(tree)) if not node.symbols()]
    points = _looked_at(goal, [*fixed, *parts], 1) if parts else []
    if not points or not points[0].keys() >= set(tree.symbols()):
        return
    named = {f"part{number}": value_at(node, {}) for number, node in enumerate(fixed, 1)}
    facts = [[name, ">"] for name in named]
    for number, part in enumerate(parts, len(fixed) + 1):
        seen = [value_at(part, point) for point in points]
        beyond = (value_at(part, point) for point in far_points(goal, part))
        far = [value for value in beyond if value is not None]
        try:
            low, high = (
                _end(end(seen, key=cmp_to_key(compare)), rounded, named)
                for end, rounded in ((min, floor), (max, ceil))
            )
            # bounds of small cells alone are none
            kept = [all(compare(low[1], one) <= 0 for one in far),
                    all(compare(one, high[1]) <= 0 for one in far)]  # fmt: skip
            rels = [
                ">" if rel == ">" and all(compare(end, one) for one in (*seen, *far)) else ">="
                for _, end in (low, high)
            ]
        except (AttributeError, TypeError, CannotTellError):  # there is a point without a value
            return
        gaps = f"part{number} - {low[0]}", f"{high[0]} - part{number}"
        told = [list(fact) for fact in compress(zip(gaps, rels, strict=True), kept)]
        if len(told) <= both:
            return
        facts += told
    if not both and len(facts) == len(fixed) + 2 * len(parts):  # each has two
        return
    yield "abstract", {"parts": [as_text(part) for part in (*fixed, *parts)], "facts": facts}


def _end(value: Any, rounded: Callable[[Any], int], named: dict[str, Any]) -> tuple[str, Any]:
    """A number, the name of one that is equal, or the whole number beyond it; and its value."""
    if isinstance(value, fmpq):
        return f"({value})", value
    name = next((name for name, own in named.items() if compare(value, own) == 0), None)
    whole = rounded(near(value))
    return (f"({whole})", fmpq(whole)) if name is None else (name, value)


def defined_by_signs(goal: Goal) -> Iterator[Way]:
    """Letters for functions with a sign, where a formula of them is to be defined."""
    tree = goal.conclusion.expr
    if goal.conclusion.rel != "defined":
        return
    parts = _functions(tree)
    while len(parts) == 1:  # its own value need not be known
        parts = _functions(parts[0])
    points = _looked_at(goal, parts)
    facts = [fact for part in parts for fact in _seen(part, None, points)]
    named = [part for part in parts if any(part == fact[0] for fact in facts)]
    around = tree.replace({part: symbol(f"part{n}") for n, part in enumerate(named, 1)})
    if points and named and not around.ops <= ALWAYS_DEFINED:
        yield of_facts(named, facts)


def by_bases(goal: Goal) -> Iterator[Way]:
    """Letters for bases of powers with functions in them, whose sign is not plain; of roots where
    nothing is to be shown but that there is a value, or its sign."""
    tree, valued = goal.conclusion.expr, goal.conclusion.rel == "defined"
    roots = ("sqrt",) if valued or tree.op == "sqrt" else ()
    powers = [node for node in tree.walk() if node.op in ("^", "power", *roots)]
    inside = dict.fromkeys(node.args[0] for node in powers)
    bases = [base for base in inside if base.symbols() and base.functions()]
    points = _looked_at(goal, bases, 1)
    signs = [fact for base in bases for fact in _seen(base, None, points)]
    around = tree.replace({base: symbol("base") for base in bases})
    if valued and around.ops <= {"sqrt", *ALWAYS_DEFINED}:  # where 0 has a root, too
        signs = [(one, other, side, ">=") for one, other, side, _ in signs]
    if points and {fact[0] for fact in signs} == set(bases):
        pairs = [_seen(one, other, points) for one, other in combinations(bases, 2)]
        yield of_facts(bases, [*signs, *chain.from_iterable(pairs)])


def apart_by_sign(goal: Goal) -> Iterator[Way]:
    """E != 0, or X/E with a value, by way of E > 0 or E < 0: of sums of logarithms, mostly."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in ("!=", "defined"):
        return
    below = [tree] if rel == "!=" else [node.args[1] for node in tree.walk() if node.op == "/"]
    parts = [part for part in dict.fromkeys(below) if "log" in part.ops and part.symbols()]
    inside = {node for part in parts for own in part.children for node in own.walk()}
    parts = [part for part in parts if part not in inside]
    points = _looked_at(goal, parts, 1)
    facts = [fact for part in parts for fact in _seen(part, None, points) if fact[3] == ">"]
    named = [fact[0] for fact in facts]
    if named:
        yield of_facts(named, facts)


def _looked_at(goal: Goal, parts: list[Formula], fewest: int = 2) -> list[Point]:
    """Points at which so many parts are looked at; none if these cannot be named, or are few."""
    if not fewest <= len(parts) <= MOST_PARTS or not all(map(is_readable, parts)):
        return []
    points = points_of(goal)
    return [Known(point) for point in points] if len(points) >= FEWEST else []


def _functions(tree: Formula) -> list[Formula]:
    return [part for part in dict.fromkeys(outermost(tree)) if part.symbols()]


def _weaker(fact: Fact, rel: str) -> str:
    """What is enough of a fact, as a rule: only the comparison need be strict."""
    return fact[3] if rel == ">" and fact[1] is not None else ">="


def _aligned(one: Formula, other: Formula, whole: bool = True) -> Iterator[Pair]:
    """Partners: arguments of the same operation; factors, where the whole is a product."""
    inside = SPLIT if whole else SPLIT[len(PRODUCTS) :]
    if one.op != other.op or one.op not in inside or not (one.symbols() and other.symbols()):
        yield one, other
        return
    for left, right in zip(one.children, other.children, strict=True):
        yield from _aligned(left, right, False)


def _factors(tree: Formula) -> Iterator[Formula]:
    """The factors of the terms of a sum."""
    stack, inside = [(tree, False)], ("*", "/", "neg")
    while stack:
        node, product = stack.pop()
        if node.op in inside or (node.op in ("+", "-") and not product):
            below = product or node.op in PRODUCTS
            stack += [(child, below) for child in reversed(node.children)]
        else:
            yield node


def _seen(one: Formula, other: Formula | None, points: list[Point]) -> Iterator[Fact]:
    """The sign that the formula, or the difference of two, has at all points."""
    signs: set[int] = set()
    tree = one if other is None else one - other
    names = set(tree.symbols())
    for point in points:
        value = value_at(tree, point) if names <= point.keys() else None
        try:
            signs.add(2 if value is None else sign(value))
        except CannotTellError:
            return
        if 2 in signs or {1, -1} <= signs:
            return
    if signs <= {0, 1}:
        yield one, other, 1, ">=" if 0 in signs else ">"
    elif signs <= {0, -1}:
        yield one, other, -1, ">=" if 0 in signs else ">"


def of_facts(parts: list[Formula], facts: list[Fact]) -> Way:
    """Letters for the parts, with these signs and orders."""
    names = {part: f"part{number}" for number, part in enumerate(parts, 1)}
    told = []
    for one, other, side, rel in facts:
        if other is None:
            told.append([names[one] if side > 0 else f"-{names[one]}", rel])
        else:
            told.append([" - ".join([names[one], names[other]][::side]), rel])
    return "abstract", {"parts": [as_text(part) for part in parts], "facts": told}
