"""Goals about several classes: their sums have a term for each class, and signs show in the terms.

In order: two sides that are the same in another order; the difference of two sums term by term;
sums over classes named, with their order and their signs as facts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import islice, product
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.algebra import text_of
from symbolic_measures.kernel.evaluation import Known
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, sign
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.truth import Point, admitting, evaluator
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import MANY
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.tactics.weighted import summands

#: Points at which signs are looked at, and how many are tried to find them.
SIGNS_AT, TRIED = 40, 4_000
#: Where a sum is held against a number, so many points of small cells are looked at.
CORNERS = 4_096

Way = tuple[str, dict[str, Any]]


def of_classes(goal: Goal) -> Iterator[Way]:
    """Steps worth trying on a goal about many cells."""
    conclusion = goal.conclusion
    if not conclusion.expr.symbols():
        yield "forget", {}
    yield from _expected(goal)
    yield from _cosines(goal)
    yield from _correlated(goal)
    if conclusion.expr.op == "-" and conclusion.rel in ("==", ">=", ">"):
        if conclusion.rel != ">":
            yield "reorder", {}
        yield from _by_terms(goal)
        if not conclusion.expr.functions() and _share_a_number(goal):
            yield "outer", {}
    if not any(variable.name.startswith("x_") for variable in goal.variables):
        yield from _named(goal)  # sums are not named where three labelings are compared


def _expected(goal: Goal) -> Iterator[Way]:
    """A mean over classes of a random prediction, against the means of its class sizes."""
    tree, names = goal.conclusion.expr, [variable.name for variable in goal.variables]
    m = len(names) // 2
    if names != _weights(m) or tree.op != "-" or tree.args[0].symbols() or len(summands(tree)) > 1:
        return
    middle = summed(_shares(m)) / m
    if goal.conclusion.rel == ">=" and tree.args[1] != middle:
        yield "via", {"value": as_text(middle)}


def _weights(classes: int) -> list[str]:
    """The names of the weights of true and of predicted classes."""
    return [f"{letter}{i}" for letter in "sz" for i in range(1, classes + 1)]


def _shares(classes: int) -> list[Formula]:
    """The mean of the true and the predicted share of each class."""
    names = _weights(classes)
    true, predicted = list(map(symbol, names[:classes])), list(map(symbol, names[classes:]))
    return [
        (s / summed(true) + z / summed(predicted)) / 2 for s, z in zip(true, predicted, strict=True)
    ]


def _cosines(goal: Goal) -> Iterator[Way]:
    """Three cosines X/sqrt(A*B), X/sqrt(B*C), X/sqrt(A*C): the sides A, B, C."""
    tree = goal.conclusion.expr
    if goal.conclusion.rel != ">=" or tree.op != "-" or tree.args[1].op != "+":
        return
    squares = [*tree.args[1].args[0].children, tree.args[1].args[1]]
    if any(part.op != "*" or part.args[0].op != "/" for part in squares) or len(squares) != 3:
        return
    roots = [part.args[0].args[1] for part in squares]
    if any(root.op != "sqrt" or root.args[0].op != "*" for root in roots):
        return
    variables = tuple(Variable(v.name, "nonnegative") for v in goal.variables)
    read = reader(Goal(variables, (), Atom(tree, "defined")))
    pairs = [{text_of(read.ratio(p)[0]): str(p) for p in root.args[0].args} for root in roots]
    shared = [(pairs[i], set(pairs[i]) & set(pairs[j])) for i, j in ((0, 2), (0, 1), (1, 2))]
    if all(len(common) == 1 for _, common in shared):
        yield "gram", {"sides": [texts[common.pop()] for texts, common in shared]}


def _correlated(goal: Goal) -> Iterator[Way]:
    """1 above a correlation w/sqrt(x*y), or 0 below its arccosine, at matrices whose cells have
    names: w is at most x and y, and y at most 2n times what it has more."""
    tree = goal.conclusion.expr
    cells = [v.name for v in goal.variables if v.name.startswith("c_")]
    if goal.conclusion.rel != ">" or tree.op != "-" or not cells or "ifzero" in tree.ops:
        return  # of a value with cases each case comes first
    angles = [node.args[0] for node in tree.walk() if node.op == "acos" and node.symbols()]
    ratio = angles[0] if angles else tree.args[1] if tree.args[0] == formula(1) else tree
    if ratio.op != "/" or ratio.args[1].op != "sqrt" or ratio.args[1].args[0].op != "*":
        return
    top, root = ratio.args
    size = summed(map(symbol, reversed(cells)))  # not as it stands in the others
    orders = ["part1-part3", "part2-part3", "2*part4*(part2-part3)-part2"]
    facts = [*([order, ">="] for order in orders), ["part4", ">"]]
    yield (
        "abstract",
        {"parts": [*map(as_text, root.args[0].args), as_text(top), as_text(size)], "facts": facts},
    )


def _share_a_number(goal: Goal) -> bool:
    """x/3 - y/3."""
    left, right = goal.conclusion.expr.args
    return (
        left.op == right.op == "/" and left.args[1] == right.args[1] and not left.args[1].symbols()
    )


def _by_terms(goal: Goal) -> Iterator[Way]:
    left, right = map(summands, goal.conclusion.expr.args)
    if len(left) != len(right) or len(left) < 2 or all(t.is_polynomial for t in (*left, *right)):
        return
    if goal.conclusion.rel != ">":
        yield "termwise", {}
        return
    for number, (one, other) in enumerate(zip(left, right, strict=True)):
        if one != other and signs_seen(goal, [one - other]) == {(1,)}:
            yield "termwise", {"strict": number}


def against_numbers(goal: Goal) -> Iterator[Way]:
    """A number against a sum or mean of roots, by way of something that bounds each term.

    That is its share of the number, a tangent of the root, or for random predictions the mean of
    the two shares of its class.
    """
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if tree.op != "-" or rel not in ("==", ">=", ">") or not tree.functions():
        return
    below = exponent_of(tree.args[1]) is not None
    mean, number = tree.args if below else tree.args[::-1]
    terms = summands(mean.args[0] if mean.op == "/" else mean)
    value, divisor = exponent_of(number), exponent_of(mean.args[1]) if mean.op == "/" else None
    if value is None or len(terms) < 2 or not all(term.functions() for term in terms):
        return
    strict = "left" if below else "right"
    if divisor is not None and number.op == "/" and number.args[1] == mean.args[1]:
        yield "outer", {}
    elif divisor:
        whole = formula(value * divisor) / mean.args[1]
        yield "via", {"value": as_text(whole), "strict": strict}
    elif mean.op == "+" and number.op == "+":
        yield from _term_by_term(goal, terms, formula(value / len(terms)), below)
    elif mean.op == "+":
        for bounds in _bounds(goal, terms, value):
            gaps = [term - x if below else x - term for x, term in zip(bounds, terms, strict=True)]
            whole = summed(bounds) - number if below else number - summed(bounds)
            if all(min(signs) >= 0 for _, signs in _at_corners(goal, [whole, *gaps])):
                yield "via", {"value": as_text(summed(bounds)), "strict": strict}
                return


def _bounds(goal: Goal, terms: list[Formula], value: Fraction) -> Iterator[list[Formula]]:
    """What may bound the terms of a sum that is held against a number."""
    share, sizes = formula(value / len(terms)), [v.name for v in goal.variables]
    yield [share] * len(terms)
    if value > 0 and all(term.op == "sqrt" for term in terms):
        yield [(term.args[0] / share + share) / 2 for term in terms]
    if sizes == _weights(len(terms)):
        yield [formula(value) * part for part in _shares(len(terms))]


def _term_by_term(goal: Goal, terms: list[Formula], share: Formula, below: bool) -> Iterator[Way]:
    """Which term is the strict one may depend on a cell: the cases that it is 0 or not."""
    rows = list(_at_corners(goal, [term - share if below else share - term for term in terms]))
    if goal.conclusion.rel != ">":
        yield "termwise", {}
        return
    natural = [variable.name for variable in goal.variables if variable.sort == "natural"]
    for name in ("", *natural):
        found = [signs for point, signs in rows if not name or point[name]]
        for strict in range(len(terms)) if found else ():
            if all(signs[strict] > 0 for signs in found):
                yield ("vanish", {"variable": name}) if name else ("termwise", {"strict": strict})
                return


def _at_corners(goal: Goal, trees: list[Formula]) -> Iterator[tuple[Point, tuple[int, ...]]]:
    """The signs where every variable is 0 or 1, or 1 or 4 if it is positive."""
    choices = [(1, 4) if variable.sort == "positive" else (0, 1) for variable in goal.variables]
    return _sampled(goal, trees, islice(product(*choices), CORNERS))


def _named(goal: Goal) -> Iterator[Way]:
    """Every sum over classes by a name, with the order of those that stand at one place."""
    tree = goal.conclusion.expr
    parts = list(dict.fromkeys(_sums(tree)))
    if not 1 < len(parts) <= 6 or not tree.ops.isdisjoint(("acos", "log")):
        return  # the sign of an arccosine or a logarithm is hardly shown alone
    rest = tree.replace({part: symbol("part") for part in parts})
    if not set(rest.symbols()) <= {"part"} or rest == symbol("part") - symbol("part"):
        return
    sides = [list(dict.fromkeys(_sums(side))) for side in tree.args] if tree.op == "-" else []
    pairs = list(zip(*sides, strict=False)) if len(set(map(len, sides))) == 1 else []
    if sides and not tree.args[0].symbols() and all(part.args[1] == MANY for part in parts):
        pairs = [(tree.args[0], part) for part in parts]  # a number that no mean is above
    known = [a for a in goal.hypotheses if a.rel != "defined" or not {*a.expr.walk()} & {*parts}]
    hypotheses = (*known, *(Atom(part, "defined") for part in parts))  # what the facts may use
    signs = signs_seen(replace(goal, hypotheses=hypotheses), [*parts, *(a - b for a, b in pairs)])
    if not signs:
        return
    strict = goal.conclusion.rel == ">"
    facts = []
    for number in range(1, len(parts) + 1):
        found = {row[number - 1] for row in signs}
        if not (found <= {0, 1} or found <= {0, -1}):
            return
        rel = ">" if 0 not in found and (strict or 1 in found) else ">="
        facts.append([f"{'-' if -1 in found else ''}part{number}", rel])
    orders = []
    for number, (one, other) in enumerate(pairs, len(parts)):
        found = {row[number] for row in signs}
        first, last = (f"part{parts.index(part) + 1}" if part in parts else as_text(part)
                       for part in (one, other))  # fmt: skip
        if found <= {0, -1}:
            first, last, found = last, first, {-sign for sign in found}
        if found == {0} and first != last:
            facts.append([f"{first}-{last}", "=="])
        elif found <= {0, 1} and first != last:
            orders.append((f"{first}-{last}", 0 not in found))
    texts = [as_text(part) for part in parts]
    choices = [i for i, (_, sure) in enumerate(orders) if sure] if strict and orders else [-1]
    for chosen in choices:
        more = [[text, ">" if i == chosen else ">="] for i, (text, _) in enumerate(orders)]
        yield "abstract", {"parts": texts, "facts": [*facts, *more]}


def _sums(tree: Formula) -> Iterator[Formula]:
    """The largest parts that are fractions divided by a number or, for every m, by m; if there are
    none, their sums."""
    means = list(_largest(tree, _is_mean))
    yield from means or _largest(tree, lambda part: len(summands(part)) > 1 and _of_fractions(part))


def _is_mean(part: Formula) -> bool:
    if part.op != "/" or part.args[1].symbols():
        return part.op == "/" and part.args[1] == MANY and "/" in part.args[0].ops
    return _of_fractions(part)


def _of_fractions(part: Formula) -> bool:
    return all("/" in term.ops for term in summands(part.args[0]))


def _largest(tree: Formula, wanted: Callable[[Formula], bool]) -> Iterator[Formula]:
    if wanted(tree):
        yield tree
    else:
        for child in tree.children:
            yield from _largest(child, wanted)


def signs_seen(goal: Goal, trees: list[Formula]) -> set[tuple[int, ...]]:
    """The signs that formulas have together at small points that the hypotheses admit."""
    points = islice(_points(len(goal.variables)), TRIED)
    return {signs for _, signs in islice(_sampled(goal, trees, points), SIGNS_AT)}


def _sampled(
    goal: Goal, trees: list[Formula], points: Iterable[tuple[int, ...]]
) -> Iterator[tuple[Point, tuple[int, ...]]]:
    """The points that the hypotheses admit, with the signs of formulas there."""
    names = [variable.name for variable in goal.variables]
    positive = {variable.name for variable in goal.variables if variable.sort == "positive"}
    if any(variable.sort == "real" for variable in goal.variables):
        return
    admitted = admitting(goal)
    for cells in points:
        point = Known(zip(names, map(fmpq, cells), strict=True))
        if all(point[name] for name in positive) and admitted(point) is True:
            with suppress(CannotTellError, UndefinedError):
                signs = tuple(sign(evaluator(tree)(point)) for tree in trees)
                yield {name: point[name] for name in names}, signs


@lru_cache(maxsize=64)
def _points(width: int) -> tuple[tuple[int, ...], ...]:
    """Small points: few and many zeros, in a fixed order that looks like chance."""
    state, found = 1, []
    for _ in range(TRIED):
        cells = []
        for _ in range(width):
            state = state * 1_103_515_245 + 12_345 & 0x7FFFFFFF
            cells.append((state >> 16) % 5 * ((state >> 20) % 3 > 0))
        found.append(tuple(cells))
    return tuple(found)
