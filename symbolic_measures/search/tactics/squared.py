"""Roots of sums of squares: what is squared is not read where only the root must have a value.

sqrt(FNR^2 + log(Phat/P)^2) is defined where both terms are, whatever their values; multiplied out,
nothing shows that the sum is not negative.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text, is_readable
from symbolic_measures.search.tactics.segment import Way, of_letters


def of_squares_under_roots(goal: Goal) -> Iterator[Way]:
    """A letter >= 0 for what is under a root, with letters for what is squared in it."""
    if goal.conclusion.rel != "defined":
        return
    for node in goal.conclusion.expr.walk():
        if node.op == "sqrt" and is_readable(node):
            squared = list(dict.fromkeys(_squared(node.args[0])))
            if squared:
                letter = {"parts": [as_text(node.args[0])], "facts": [["part1", ">="]]}
                yield "abstract", letter, (partial(_of_letters, squared), None)


def _squared(tree: Formula) -> Iterator[Formula]:
    """The bases of even powers that are no polynomials, the outermost ones."""
    exponent = exponent_of(tree.args[1]) if tree.op == "^" else None
    if exponent is None or exponent.denominator != 1 or exponent.numerator % 2:
        for part in tree.children:
            yield from _squared(part)
    elif not tree.args[0].is_polynomial:
        yield tree.args[0]


def _of_letters(squared: list[Formula], goal: Goal) -> Iterator[Way]:
    yield of_letters(squared)
