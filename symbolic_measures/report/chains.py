"""A conflict of linear lines as one chain: a sum of values that would be larger than itself.

Each line says that a sum of values is at least another one, more than it, or equal to it.  From a
sum E that holds enough, one line after the other replaces its left side by its right side, so
E >= ... > ... = E, or E plus a positive number.

Invariant: two sums of the chain that stand one after the other differ by what the line between
them says, times its multiplier; nothing else is used.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from math import lcm
from typing import Any

from symbolic_measures.meaning.instances import Part
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.report.prose import Equation, Piece, Prose
from symbolic_measures.report.sections import Block, Row, said

#: The name of the number 1 among the values.
ONE = "1"
#: From each of so many lines a chain is tried; from the first of more.
FEW = 12
SIGNS = {"==": "=", ">=": "\u2265", ">": ">"}
#: What a sum is made of: numbers, or polynomials in n, by the names of values.
Sum = dict[str, Any]


@dataclass(frozen=True)
class Link:
    """A line: `less` is its left side minus its right side, with its multiplier; `why` it holds.

    `stated` is the line as it is said, with the `times` it is taken.
    """

    less: Sum
    relation: str
    stated: Equation
    times: Formula
    why: Prose


def links(parts: Sequence[Part], why: Callable[[Part], Prose], letter: str = "x") -> list[Link]:
    """The lines of a conflict, with multipliers that make all of their coefficients whole."""
    found = []
    factors = [part.multiplier * part.constraint.direction for part in parts]
    terms = [
        {
            **{name: c * factor for name, c in part.constraint.coefficients.items()},
            ONE: -part.constraint.constant * factor,
        }
        for part, factor in zip(parts, factors, strict=True)
    ]
    scale = lcm(*(Fraction(c).denominator for each in terms for c in each.values()))
    for part, each in zip(parts, terms, strict=True):
        less = {letter + name[1:] if name != ONE else ONE: c * scale for name, c in each.items()}
        stated = said(part, letter)
        if part.multiplier < 0:
            stated = Equation(stated.terms[::-1], stated.relations)
        relation = part.constraint.relation.replace("<", ">")
        found.append(Link(less, relation, stated, formula(abs(part.multiplier) * scale), why(part)))
    return found


def rows(
    given: Sequence[Link],
    size: Callable[[Any], Any] = lambda coefficient: coefficient,
    tree: Callable[[Any], Formula] = formula,
) -> list[Block]:
    """The chain as rows, and what is wrong with it; `size` compares coefficients."""
    starts = range(len(given) if len(given) <= FEW else 1)
    orders = [_ordered(given, first, size) for first in starts]
    order = min(orders, key=lambda links: _length(links, size))
    sums = _sums(order, size)
    shown = [Row("", (_shown(sums[0], tree, size),), ())]
    for link, (before, after) in zip(order, pairwise(sums), strict=True):
        told: list[Piece] = list(link.why)
        if len(before) + len(after) > len(_less(link.less, {})):
            told += [": ", link.stated]
        if link.times != formula(1):
            told += [", multiplied by ", link.times]
        shown.append(Row(SIGNS[link.relation], (_shown(after, tree, size),), tuple(told)))
    more = _less(sums[-1], sums[0]).get(ONE)
    relations = {link.relation for link in given}
    verb = "larger than" if ">" in relations else "at least" if ">=" in relations else "equal to"
    end: Prose = ("So the first sum would be ", verb, " itself")
    end += (" plus ", tree(more)) if more is not None else ()
    return [Block((), tuple(shown)), Block((*end, ", which no number is."), ())]


def _ordered(given: Sequence[Link], first: int, size: Callable[[Any], Any]) -> list[Link]:
    """The lines from one of them on, always that one next which keeps the sums shortest."""
    order = [given[first]]
    left = [link for place, link in enumerate(given) if place != first]
    while left:
        best = min(left, key=lambda link: _length([*order, link], size))
        order.append(best)
        left.remove(best)
    return order


def _length(order: Sequence[Link], size: Callable[[Any], Any]) -> int:
    return sum(map(len, _sums(order, size)))


def _sums(order: Sequence[Link], size: Callable[[Any], Any]) -> list[Sum]:
    """Every sum of the chain; the first is the smallest from which none has a negative term."""
    taken: Sum = {}
    first: Sum = {}
    for link in order:
        for name, less in link.less.items():
            taken[name] = taken.get(name, 0) + less
            if name != ONE and size(taken[name]) > size(first.get(name, 0)):
                first[name] = taken[name]
    return list(accumulate((link.less for link in order), _less, initial=first))


def _less(whole: Sum, part: Sum) -> Sum:
    """The difference, without the terms that are 0."""
    found = {name: whole.get(name, 0) - part.get(name, 0) for name in {**whole, **part}}
    return {name: value for name, value in found.items() if value != 0}


def _shown(terms: Sum, tree: Callable[[Any], Formula], size: Callable[[Any], Any]) -> Formula:
    """The sum as a formula, negative terms as differences."""
    found: Formula | None = None
    for name, value in sorted(terms.items(), key=lambda item: size(item[1]) < 0):
        negative = size(value) < 0
        whole = -value if negative else value
        term = tree(whole) if name == ONE else symbol(name)
        term = term if name == ONE or whole == 1 else tree(whole) * term
        if found is None:
            found = -term if negative else term
        else:
            found = found - term if negative else found + term
    return formula(0) if found is None else found
