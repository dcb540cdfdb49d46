"""Logarithms that something is divided by: only the numerator is compared with 0.

log(PPV)/log(P/n) - e is a fraction of sums of logarithms.  Where its denominator has one sign, that
of the numerator tells all, and there the logarithms are gathered or have tangents.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import mul

from symbolic_measures.kernel.algebra import Poly, RuleError, factors
from symbolic_measures.kernel.reader import Reader, reader
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.tactics.gathered import as_formula
from symbolic_measures.search.tactics.paired import FEWEST, few_points
from symbolic_measures.search.tactics.segment import Way, cleared, exactly
from symbolic_measures.search.tactics.tangents import is_of_logs, signs_of

#: Terms of the numerator, and of the denominator, at most.
MOST_TERMS = 60


def by_numerator(goal: Goal) -> Iterator[Way]:
    """A - B by way of B + N/D, where A - B is N/D with logarithms in D, and letters for both."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or not is_of_logs(tree):
        return
    divisors = {part for node in tree.walk() if node.op == "/" for part in node.args[1].walk()}
    if not any(part.op == "log" and part.symbols() for part in divisors):
        return
    found = _fraction(goal, tree)
    points = few_points(goal)
    if found is None or len(points) < FEWEST:
        return
    top, bottom = found
    signs, seen = signs_of(bottom, points), signs_of(tree, points)
    if signs not in ({1}, {-1}) or seen is None or -1 in seen:
        return
    if tree.op != "-":  # what comes between is put between two sides
        yield "abstract", {"parts": [as_text(tree)], "facts": [["part1 - 0", rel]]}
        return
    order = "{} - 0" if signs == {1} else "0 - {}"
    facts = [[order.format("part1"), rel], [order.format("part2"), ">"]]
    named = {"parts": [as_text(top), as_text(bottom)], "facts": facts}
    letters: Way = ("abstract", named, (None, None, cleared))
    above = tree.args[1] + top / bottom
    yield "via", {"value": as_text(above), "strict": "right"}, (cleared, exactly(letters))


def _fraction(goal: Goal, tree: Formula) -> tuple[Formula, Formula] | None:
    """Its numerator and denominator; None if they are large."""
    read = reader(Goal(goal.variables, (), Atom(tree, "defined")))
    try:
        top, bottom = read.ratio(tree)
        if max(len(top), len(bottom)) > MOST_TERMS or read.roots:
            return None
        return _factored(read, top), _factored(read, bottom)
    except (RuleError, FormulaError, ValueError):
        return None


def _factored(read: Reader, poly: Poly) -> Formula:
    unit, pairs = factors(poly)
    parts = [tree for piece, power in pairs for tree in power * [as_formula(read, piece)]]
    return reduce(mul, parts, formula(int(unit)))
