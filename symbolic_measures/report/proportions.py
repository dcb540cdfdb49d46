"""Words about a normaliser s(p_A, p_B), with what stands in them as formulas.

Invariant: a formula is the one that is written; what cannot be read raises FormulaError.
"""

from __future__ import annotations

import re

from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.report.conditions import tree_of_text
from symbolic_measures.report.prose import Equation, Piece, Prose

_WORDS = re.compile(r"( lies between | where | and (?=max))")
_RELATION = re.compile(r" (=|!=|<|>) ")
_AT = re.compile(r"s\((.*), (.*)\)")
_OPERATOR = re.compile(r"\(1/s\)\*\((.*)\)s")


def in_formulas(sentence: str) -> Prose:
    """The sentence of a condition, with its relations and bounds as formulas."""
    told: list[Piece] = []
    for place, part in enumerate(_WORDS.split(sentence.rstrip("."))):
        told.append(part if place % 2 else relation(part))
    return (*told, ".")


def labelled_relation(words: str) -> Prose:
    """`p_B = p_A` as a formula; words as they are."""
    return (relation(words),) if _RELATION.search(words) else (words,)


def relation(words: str) -> Piece:
    """A relation, or a formula."""
    first, *rest = _RELATION.split(words)
    if not rest:
        return _tree(first)
    terms = [first, *rest[1::2]]
    return Equation(tuple(map(_tree, terms)), tuple(rest[::2]))


def _tree(words: str) -> Formula:
    """A formula; s(p, q) is s at other proportions, and (1/s)*(...)s applies an operator to s."""
    if (at := _AT.fullmatch(words)) is not None:
        return Formula("s", *map(_tree, at.groups()))
    if (operator := _OPERATOR.fullmatch(words)) is not None:
        changes = {f"d/dp_{x}": f"D_{x}" for x in "AB"}
        inside = operator.group(1)
        for old, new in changes.items():
            inside = inside.replace(old, new)
        names = {symbol(f"D_{x}"): symbol(f"d(s)/dp_{x}") for x in "AB"}
        return formula(1) / symbol("s") * tree_of_text(inside).replace(names)
    return tree_of_text(words)
