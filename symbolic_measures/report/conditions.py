"""Conditions on parameters, "beta >= rho or beta == 0", as prose with formulas in it."""

from __future__ import annotations

from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.parser import identifiers, parse
from symbolic_measures.report import prose
from symbolic_measures.report.polynomials import signed
from symbolic_measures.report.prose import Equation, Piece, Prose


def condition_words(text: str) -> Prose:
    """A condition as it was written, with its relations as formulas."""
    told: list[Piece] = []
    for place, clause in enumerate(text.split(" or ")):
        told += [" or " if place else "", *relations(clause)]
    return tuple(told)


def relations(clause: str) -> Prose:
    """Relations that hold together."""
    told: list[Piece] = []
    for place, text in enumerate(clause.split(" and ")):
        told += [" and "] if place else []
        told += [_relation(text)]
    return tuple(told)


def _relation(text: str) -> Piece:
    words = text.split(" ")
    terms: list[list[str]] = [[]]
    relations: list[str] = []
    for word in words:
        if word in prose.RELATIONS and word != "=":
            relations.append(word)
            terms.append([])
        else:
            terms[-1].append(word)
    if not relations:
        return text
    return Equation(tuple(tree_of_text(" ".join(term)) for term in terms), tuple(relations))


def tree_of_text(text: str) -> Formula:
    """A formula in whatever names it has; b - a for -(a - b)."""
    tree = parse(text, names={}, parameters=identifiers(text))
    turned = [n for n in tree.walk() if n.op == "neg" and n.args[0].op == "-"]
    return signed(tree.replace({n: n.args[0].args[1] - n.args[0].args[0] for n in turned}))


def on_the_move(value: str, text: str) -> tuple[str, Prose]:
    """The letter of what has a derivative along a move, and what it is: a value of the measure,
    such as M(C), or else a part of its formula."""
    if value[0].isalpha() and value[1:2] == "(":
        return value[0], ("the measure",)
    return "X", (symbol("X"), " = ", tree_of_text(text))
