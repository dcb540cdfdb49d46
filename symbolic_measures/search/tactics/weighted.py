"""A number against a mean over classes, each weighted with its size: term by term.

A weighted mean of what is at most 1 is at most 1: the number is its share of each class, times the
sizes, over n.  So no denominators of several classes are cleared at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.tactics.paired import points_of, values_at
from symbolic_measures.search.tactics.segment import CLOSE, Way

#: The fewest classes of which the terms are compared one by one: else denominators are cleared.
FEWEST = 4


def by_sizes(goal: Goal) -> Iterator[Way]:
    """q >= (t1 + t2 + ...)/n by way of (q*a1 + q*a2 + ...)/n for the sizes of the true or of the
    predicted classes, if no term is seen to be above q times its size."""
    tree = goal.conclusion.expr
    if goal.conclusion.rel != ">=" or tree.op != "-" or len(goal.blocks) != 1:
        return
    number, mean = tree.args
    if number.symbols() or mean.op != "/" or not mean.args[1].symbols():
        return
    terms, points = summands(mean.args[0]), points_of(goal)
    if len(terms) < FEWEST or len(terms) ** 2 != len(goal.blocks[0]):
        return
    for sizes in _sizes(goal, len(terms)):
        bounds = [number * size for size in sizes]
        gaps = [values_at(one - term, points) for one, term in zip(bounds, terms, strict=True)]
        if all(len(gap) and min(gap) >= -CLOSE for gap in gaps):
            yield "via", {"value": as_text(summed(bounds) / mean.args[1])}, (None, _over_the_size)


def above_zero(goal: Goal) -> Iterator[Way]:
    """(t1 + t2 + ...)/n >= 0, if no term is seen to be below 0: each of them alone."""
    tree = goal.conclusion.expr
    if goal.conclusion.rel != ">=" or tree.op != "-" or len(goal.blocks) != 1:
        return
    mean, number = tree.args
    if number != formula(0) or mean.op != "/":
        return
    terms, points = summands(mean.args[0]), points_of(goal)
    if len(terms) < FEWEST or len(terms) ** 2 != len(goal.blocks[0]):
        return
    found = [values_at(term, points) for term in terms]
    if all(len(each) and min(each) >= -CLOSE for each in found):
        facts = [[f"part{place}", ">="] for place in range(1, len(terms) + 1)]
        yield "abstract", {"parts": list(map(as_text, terms)), "facts": facts}


def _sizes(goal: Goal, classes: int) -> Iterator[list[Formula]]:
    """The sizes of the true classes, and those of the predicted ones."""
    cells = list(map(symbol, goal.blocks[0]))
    yield [summed(cells[i * classes : (i + 1) * classes]) for i in range(classes)]
    yield [summed(cells[i::classes]) for i in range(classes)]


def _over_the_size(goal: Goal) -> Iterator[Way]:
    yield "outer", {}, (None, _term_by_term)


def _term_by_term(goal: Goal) -> Iterator[Way]:
    yield "termwise", {}


def summands(tree: Formula) -> list[Formula]:
    """The terms of a sum, in their order."""
    return [*summands(tree.args[0]), *summands(tree.args[1])] if tree.op == "+" else [tree]
