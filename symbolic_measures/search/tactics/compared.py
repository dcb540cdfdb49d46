"""Logarithms in one variable, compared with each other: log(1 + e^4) >= 4*log(e).

What is to be beyond log(e) on a path to a matrix with large cells has logarithms of its own, each
with numbers beside it.  Letters stand for all of them, with their signs and how many times one is
at least the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import floor

import numpy as np

from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import is_readable
from symbolic_measures.search.floats import Floats, values
from symbolic_measures.search.tactics.matched import one_fraction
from symbolic_measures.search.tactics.segment import CLOSE, Way, lettered

#: How many logarithms there are.
FEWEST, MOST = 2, 5
#: Where they are looked at.
PLACES = (1, 2, 3, 4, 7, 10, 50, 1_000, 10**5)


def by_comparing(goal: Goal) -> Iterator[Way]:
    """Letters for the logarithms, if what they are in is seen to hold."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    names = tree.symbols()
    if rel not in (">", ">=") or len(names) != 1 or "log" not in tree.ops:
        return
    parts = [n for n in dict.fromkeys(tree.walk()) if n.op == "log" and n.symbols()]
    if not FEWEST <= len(parts) <= MOST or not all(map(is_readable, parts)):
        return
    found = values(tree, {names[0]: np.array(PLACES, dtype=float)})
    if not (_row(found, tree) >= -CLOSE).all():
        return
    facts = _facts([_row(found, part) for part in parts])
    if facts is not None:
        yield lettered(goal, parts, facts)


def _row(found: dict[Formula, Floats], part: Formula) -> Floats:
    return np.broadcast_to(found[part], len(PLACES))


def _facts(rows: list[Floats]) -> list[list[str]] | None:
    """The signs of the values, and how they compare, the largest first; None if signs change."""
    signs = [1 if (row >= -CLOSE).all() else -1 if (row <= CLOSE).all() else 0 for row in rows]
    if 0 in signs:
        return None
    sizes = [sign * row for sign, row in zip(signs, rows, strict=True)]
    order = sorted(range(len(rows)), key=lambda place: -float(sizes[place][-1]))
    texts = [f"{'-' * (sign < 0)}part{place}" for place, sign in enumerate(signs, 1)]
    facts = [[text, ">="] for text in texts]
    for one, other in pairwise(order):
        there = sizes[other] > CLOSE
        if not there.any():
            continue
        ratios = sizes[one][there] / sizes[other][there]
        if (exact := one_fraction(ratios)) is not None:
            facts.append([f"{texts[one]} - ({exact})*({texts[other]})", "=="])
        elif (times := floor(ratios.min() + CLOSE)) > 0:
            facts.append([f"{texts[one]} - {times}*({texts[other]})", ">="])
    return facts
