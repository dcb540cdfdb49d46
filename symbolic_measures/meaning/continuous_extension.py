"""What a measure tends to where it is undefined: limits with a bound, or paths to two values."""

from __future__ import annotations

from typing import Any

from symbolic_measures.meaning.domain import pattern, undefined_set
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import ZERO, Matrix, at, at_least_one, check_keys, declare
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS, SIZE
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable


@declare(
    "continuous-extension",
    "What the measure tends to, over real matrices with cells >= 0, at the patterns of zero cells "
    "where it is undefined:",
    "calculus on the formula as written; gosgens2021, Appendix B, asks for such values",
    answers=True,
)
def _continuous_extension(reading: Reading, value: Any) -> list[Goal]:
    """value: an entry for one pattern (the cells of its `support` are positive, the others 0), or
    the list of the entries for all patterns where the measure is undefined, in their order.

    {"support", "limit": v, "bound": B}: for all real cells, those of the support positive and
    the others >= 0, where M is defined, (M - v)^2 <= sigma*B, where sigma is the sum of the cells
    outside the support.  v is in the cells of the support, v and B are quotients of polynomials
    and defined at each matrix of the pattern, hence continuous near it.  There sigma tends to 0
    and B stays bounded, so |M - v| <= sqrt(sigma*B) tends to 0 and M to v.  M is defined at
    matrices as near as one likes: it is where all cells outside the support are equal.

    {"support", "limit": None, "paths", "values"}: matrices for e = 1, 2, 3, ... that tend to one
    matrix of the pattern (`paths`: the cells of the support are constants, the same on each path,
    the others 0 or c/e^j), on which M is within 1/e of two different values, or on one path at
    least e in size (`values` are then ["oo"] or ["-oo"]).  So there M has no limit.
    """
    if value is None:
        return []
    if isinstance(value, dict):
        support = _support(value)
        return [pattern(reading, support, "undefined"), *_limit(reading, support, value)]
    if not isinstance(value, list):
        raise TypeError("an entry, or the list of all")
    supports = [_support(entry) for entry in value]
    if supports != [support for support in SUPPORTS if support in supports]:
        raise TypeError("each pattern once, in their order")
    goals = undefined_set(reading, [list(support) for support in supports])
    for support, entry in zip(supports, value, strict=True):
        goals += _limit(reading, support, entry)
    return goals


def _support(entry: Any) -> tuple[str, ...]:
    if not isinstance(entry, dict) or not isinstance(entry.get("support"), list):
        raise TypeError("an entry has a support")
    support = tuple(entry["support"])
    if support not in SUPPORTS:
        raise TypeError("a support is a list of cells, in their order")
    return support


def _limit(reading: Reading, support: tuple[str, ...], entry: dict[str, Any]) -> list[Goal]:
    if entry.get("limit") is None:
        return _no_limit(reading, support, entry)
    check_keys(entry, "support", "limit", "bound")
    measure, outside = reading.measure, [name for name in CELLS if name not in support]
    where = ", ".join(f"{name} > 0" for name in support)
    limit = _quotient(entry["limit"], (*support, *measure.parameters))
    bound = _quotient(entry["bound"], (*CELLS, *measure.parameters))
    inside = tuple(Variable(name, "positive") for name in support)
    e = symbol("e")
    near = reading.formula.at(**dict.fromkeys(outside, e))
    sigma = ZERO
    for number, name in enumerate(outside):
        sigma = sigma + symbol(name) if number else symbol(name)
    sorts = tuple(Variable(n, "positive" if n in support else "nonnegative") for n in CELLS)
    gap = (reading.formula - limit) ** 2
    return [
        Goal(
            inside + measure.variables,
            measure.conditions,
            Atom(limit + bound.at(**dict.fromkeys(outside, 0)), "defined"),
            label=f"limit and bound are continuous where {where}",
        ),
        Goal(
            (*inside, Variable("e", "positive"), *measure.variables),
            measure.conditions,
            Atom(near, "defined"),
            label=f"the measure is defined near {where}",
        ),
        Goal(
            sorts + measure.variables,
            (*measure.conditions, Atom(reading.formula, "defined")),
            Atom(sigma * bound - gap, ">="),
            label=f"it tends to {entry['limit']} where {where}",
        ),
    ]


def _quotient(text: Any, letters: tuple[str, ...]) -> Formula:
    """A quotient of polynomials (roots of numbers allowed): continuous wherever it is defined."""
    if not isinstance(text, str):
        raise TypeError("a limit and its bound are given as text")
    names = {"n": SIZE} if set(CELLS) <= set(letters) else {}
    tree = parse(text, names=names, parameters=letters)
    for node in tree.walk():
        power = exponent_of(node.args[1]) if node.op == "^" else None
        whole = power is not None and power.denominator == 1
        fits = whole or (node.op == "sqrt" and not node.symbols())
        if node.op not in ("number", "symbol", "+", "-", "*", "/", "neg") and not fits:
            raise TypeError("a limit and its bound are quotients of polynomials")
    return tree


def _no_limit(reading: Reading, support: tuple[str, ...], entry: dict[str, Any]) -> list[Goal]:
    check_keys(entry, "support", "limit", "paths", "values")
    measure, values, paths = reading.measure, entry["values"], entry["paths"]
    infinite = values in (["oo"], ["-oo"])
    if not isinstance(values, list) or not isinstance(paths, list):
        raise TypeError("paths and values are lists")
    if len(paths) != len(values) or len(values) != (1 if infinite else 2):
        raise TypeError("two paths with two values, or one to infinity")
    where = ", ".join(f"{name} > 0" for name in support)
    e = symbol("e")
    variables = (Variable("e", "natural"), *measure.variables)
    large = (*measure.conditions, *at_least_one(e))
    goals: list[Goal] = []
    ends: list[Formula] = []
    places: set[tuple[Formula, ...]] = set()
    for path, text in zip(paths, values, strict=True):
        cells = _path(path, support)
        places.add(tuple(c for name, c in zip(CELLS, cells, strict=True) if name in support))
        here = at(reading.formula, cells)
        if infinite:
            gaps = [here - e if text == "oo" else -e - here]
        else:
            if not isinstance(text, str):
                raise TypeError("a value is given as text")
            end = parse(text, names={}, parameters=measure.parameters)
            ends.append(end)
            gaps = [here - (end - formula(1) / e), end + formula(1) / e - here]
        label = f"it tends to {text} on a path to {where}"
        goals += [Goal(variables, large, Atom(g, ">="), (), (), (("e",),), label) for g in gaps]
    if len(places) != 1:
        raise TypeError("the paths lead to one matrix")
    if ends:
        differ = Atom(ends[0] - ends[1], "!=")
        goals.append(Goal(measure.variables, measure.conditions, differ, label="the values differ"))
    return goals


def _path(path: Any, support: tuple[str, ...]) -> Matrix:
    """Four cells in e: positive whole constants on the support, 0 or c/e^j -> 0 outside it."""
    if not isinstance(path, list) or len(path) != 4 or not all(isinstance(c, str) for c in path):
        raise TypeError("a path has four cells, given as text")
    cells = [parse(cell, names={}, parameters=("e",)) for cell in path]
    for name, cell in zip(CELLS, cells, strict=True):
        if name in support:
            fits = _whole(cell)
        else:
            fits = cell == ZERO or (cell.op == "/" and _whole(cell.args[0]) and _grows(cell))
        if not fits:
            raise TypeError(f"{name} = {cell} does not stay positive, or tend to 0, as it should")
    return cells[0], cells[1], cells[2], cells[3]


def _whole(tree: Formula) -> bool:
    return tree.op == "number" and tree.args[0] > 0 and tree.args[0].denominator == 1


def _grows(cell: Formula) -> bool:
    """Under the fraction bar stands c*e^j, with whole numbers c, j >= 1."""
    below = cell.args[1]
    if below.op == "*" and _whole(below.args[0]):
        below = below.args[1]
    if below.op == "^" and _whole(below.args[1]):
        below = below.args[0]
    return bool(below == symbol("e"))
