"""Roots of products of sums: letters for the sums, with their signs and how they compare.

Mutual information over the root of the product of both entropies is at most 1, for it is at most
each of them; to see that, nothing else need be known of the entropies.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import is_readable
from symbolic_measures.search.floats import Floats
from symbolic_measures.search.tactics.paired import rows_at
from symbolic_measures.search.tactics.segment import CLOSE, Way, lettered

#: What is looked through for the sums.
THROUGH = frozenset(("*", "/", "sqrt", "^"))
#: So many sums get letters.
FEWEST_SUMS, MOST_SUMS = 2, 6


def by_letters(goal: Goal) -> Iterator[Way]:
    """Letters for what stands under roots and in fractions."""
    tree, rel = goal.conclusion.expr, goal.conclusion.rel
    if rel not in (">", ">=") or "sqrt" not in tree.ops or tree.op != "-":
        return
    parts = list(dict.fromkeys(part for side in tree.args for part in _sums(side)))
    if not FEWEST_SUMS <= len(parts) <= MOST_SUMS or not all(map(is_readable, parts)):
        return
    seen = rows_at(goal, tree, parts)
    if seen is None or not np.isfinite(seen[1]).all():
        return
    facts = [[text, told] for text, row in _gaps([*seen[1]]) for told in _told(row)]
    spoken = " ".join(fact[0] for fact in facts)
    if all(f"part{number}" in spoken for number in range(1, len(parts) + 1)):
        yield lettered(goal, parts, facts)


def _sums(tree: Formula) -> Iterator[Formula]:
    """The largest sums and functions in products, fractions and roots."""
    if tree.op in THROUGH:
        for part in tree.children:
            yield from _sums(part)
    elif tree.symbols():
        yield tree


def _gaps(rows: list[Floats]) -> Iterator[tuple[str, Floats]]:
    """Each value, of each two of one sign the difference, of others the sum; and the negatives."""
    for number, row in enumerate(rows, 1):
        yield f"part{number}", row
        yield f"-part{number}", -row
    for (one, row), (other, second) in combinations(enumerate(rows, 1), 2):
        if (row > CLOSE).any() == (second > CLOSE).any():  # else their signs say it
            yield f"part{one} - part{other}", row - second
            yield f"part{other} - part{one}", second - row
        else:
            yield f"part{one} + part{other}", row + second
            yield f"-part{one} - part{other}", -row - second


def _told(row: Floats) -> Iterator[str]:
    """What is seen of it, if it is never below 0."""
    if (row > CLOSE).all():
        yield ">"
    elif (np.abs(row) <= CLOSE).all():
        yield "=="
    elif (row >= -CLOSE).all():
        yield ">="
