"""Predictions above chance against those that are not: by way of the value at chance.

With P and N fixed, what is better than chance can only be above all the rest if the value at
independence lies between; whatever the share of predicted positives, it is the same one then.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from symbolic_measures.kernel.reader import reader
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.texts import as_text, is_readable
from symbolic_measures.search.factored import fraction
from symbolic_measures.search.floats import Floats, values
from symbolic_measures.search.orders import plain
from symbolic_measures.search.tactics.matched import one_fraction
from symbolic_measures.search.tactics.paired import FEWEST, columns, points_of
from symbolic_measures.search.tactics.segment import Way

#: The variables of a goal about two matrices with the same P and N.
MOVED = ("TP", "FN", "FP", "TN", "j", "k")
SIZES = (Variable("P", "positive"), Variable("N", "positive"))
#: The first variable of a goal about random predictions.
RANDOM = "s1"


def by_independence(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """M(C) - M(D) > 0 by way of M(P/2, P/2, N/2, N/2)."""
    tree = goal.conclusion.expr
    moved = {variable.name for variable in goal.variables} >= set(MOVED) and len(goal.matrices) == 2
    if not moved or goal.conclusion.rel != ">" or set(tree.args) != set(goal.values):
        return
    tp, fn, fp, tn = goal.matrices[0]
    p, n = symbol("P") / formula(2), symbol("N") / formula(2)
    middle = tree.args[1].at(j=0, k=0).at(TP=p, FN=p, FP=n, TN=n)
    if "log" not in middle.ops:  # logarithms are compared with others of the same form
        middle = _reduced(middle)
    better = "left" if tree.args[0] == goal.values[0] else "right"
    yield "via", {"value": as_text(middle.at(P=tp + fn, N=fp + tn)), "strict": better}


def with_constants(goal: Goal) -> Iterator[Way]:
    """Letters for what is one number at all random predictions though there are roots in it: MCC is
    0 there, whatever it is in.  (Fractions are cleared with the rest.)"""
    if goal.variables[0].name != RANDOM or goal.conclusion.rel not in (">", ">=", "=="):
        return
    points = points_of(goal)
    if len(points) < FEWEST:
        return
    tree = goal.conclusion.expr
    if not set(tree.symbols()) <= points[0].keys():
        return
    found = dict(_constants(tree, values(tree, columns(points))))
    facts = [[f"part{number} - ({value})", "=="] for number, value in enumerate(found.values(), 1)]
    if found and all(map(is_readable, found)):
        yield "abstract", {"parts": list(map(as_text, found)), "facts": facts}


def _constants(tree: Formula, found: dict[Formula, Floats]) -> Iterator[tuple[Formula, Fraction]]:
    """The largest parts with functions in them and one value, a fraction, at all points."""
    for part in tree.children:
        if not part.symbols() or not part.functions():
            continue
        number = one_fraction(found[part]) if np.isfinite(found[part]).all() else None
        if number is None:
            yield from _constants(part, found)
        else:
            yield part, number


def _reduced(tree: Formula) -> Formula:
    """With each fraction of polynomials in P and N reduced."""
    if not tree.ops <= {"number", "symbol", "neg", "+", "-", "*", "/"}:
        return plain(Formula(tree.op, *map(_reduced, tree.children)))
    read = reader(Goal(SIZES, (), Atom(tree, "defined")))
    top, bottom = read.ratio(tree)
    common = top.gcd(bottom)
    return plain(fraction(read, top / common, bottom / common))
