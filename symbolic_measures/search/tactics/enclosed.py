"""Logarithms, arccosines and broken powers of numbers between two fractions.

log 2 and arccos(1/3) are numbers, of which polynomials know nothing: letters stand for them, with a
fraction below and one above.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import chain
from math import ceil, floor

import numpy as np

from symbolic_measures.kernel.reader import whole_power
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.floats import values
from symbolic_measures.search.orders import as_fraction, value_at
from symbolic_measures.search.tactics.paired import few_points
from symbolic_measures.search.tactics.segment import Way
from symbolic_measures.search.tactics.tangents import signs_of

#: What has values that are no fractions.
ENCLOSED = ("log", "acos", "^", "power")
#: The denominator of both fractions, and the most numbers that are enclosed.
DENOMINATOR, MOST = 100, 4


def by_enclosures(goal: Goal) -> Iterator[Way]:
    """Letters for the numbers that something is divided by, or for all of them, if nothing is seen
    to fail."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or not tree.symbols() or tree.ops.isdisjoint(ENCLOSED):
        return
    signs = signs_of(tree, few_points(goal))
    if signs is None or -1 in signs:
        return
    ground = (node for node in tree.walk() if node.op in ENCLOSED and not node.symbols())
    found = dict.fromkeys(node for node in ground if not whole_power(node))
    below = {n.args[1] for n in tree.walk() if n.op == "/"}
    for numbers in dict.fromkeys((tuple(n for n in found if n in below), tuple(found))):
        if not 0 < len(numbers) <= MOST:
            continue
        sizes = [float(np.ravel(values(number, {})[number])[0]) for number in numbers]
        if not np.isfinite(sizes).all():  # there is no such number
            return
        named = [_bounds(f"part{place}", size) for place, size in enumerate(sizes, start=1)]
        facts = list(chain.from_iterable(named))
        yield "abstract", {"parts": list(map(as_text, numbers)), "facts": facts}


def of_numbers(goal: Goal) -> Iterator[Way]:
    """Letters for powers of numbers that are fractions, such as 0^(4/5) or 1^(3/5), with these; but
    not where two powers are compared."""
    trees = [atom.expr for atom in (*goal.hypotheses, goal.conclusion)]
    powers = (node for tree in trees for node in tree.walk()
              if node.op in ("^", "power") and not node.symbols())  # fmt: skip
    sides = goal.conclusion.expr.args if goal.conclusion.expr.op == "-" else ()
    alike = sides if {side.op for side in sides} == {"^"} else ()
    broken = (node for node in powers if not whole_power(node) and node not in alike)
    known = {node: _fraction(node) for node in broken}
    numbers = {node: value for node, value in known.items() if value is not None}
    if numbers and len(numbers) <= MOST and goal.conclusion.expr.symbols():
        facts = [[f"part{place} - ({value})", "=="]
                 for place, value in enumerate(numbers.values(), 1)]  # fmt: skip
        yield "abstract", {"parts": list(map(as_text, numbers)), "facts": facts}


def _fraction(number: Formula) -> Fraction | None:
    """The fraction that a power of a number is, if it is one."""
    value = value_at(number, {})
    return None if value is None else as_fraction(value)


def _bounds(name: str, value: float) -> list[list[str]]:
    """That it is above one fraction and below another, and that it is above 0 if it is."""
    low, high = (f"({round_to(value * DENOMINATOR)})/{DENOMINATOR}" for round_to in (floor, ceil))
    facts = [[f"{name} - {low}", ">"], [f"{high} - {name}", ">"]]
    return [[name, ">"], *facts] if value > 0 else facts
