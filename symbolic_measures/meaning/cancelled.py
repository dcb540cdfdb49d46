"""Polynomials in the cells of a class without what cancels: c + (b - c) is b.

A binary measure of each class against the rest is written in TP = c, FN = a - c, FP = b - c and TN;
so its margins are a and b, and TP*TN - FN*FP is c*n - a*b.  Polynomials have a value everywhere, so
nothing is defined elsewhere after that.
"""

from __future__ import annotations

from functools import reduce
from operator import mul

from symbolic_measures.kernel.algebra import Poly, RuleError, polynomial
from symbolic_measures.nouns.formula import Formula, formula, symbol

PLAIN = {"number", "symbol", "+", "-", "neg", "*"}
#: What is not the same for all outcomes with given margins.
RANDOM = ("c", "q")


def cancelled(tree: Formula) -> Formula:
    """The same formula, where each smallest polynomial part in which `RANDOM` letters are raised to
    a smaller power once it is multiplied out is written so."""
    done: dict[Formula, Formula] = {}
    for node in tree.walk():  # children first
        if node.children:
            own = Formula(node.op, *(done.get(part, part) for part in node.args))
            done[node] = _multiplied_out(own) if own.ops <= PLAIN else own
    return done.get(tree, tree)


def _multiplied_out(tree: Formula) -> Formula:
    names = tuple(tree.symbols())
    try:
        poly = polynomial(tree, names)
    except RuleError:  # a coefficient is no whole number
        return tree
    places = [place for place, name in enumerate(names) if name in RANDOM]
    degree = max((sum(int(m[place]) for place in places) for m in poly.monoms()), default=0)
    return _written(poly, names) if degree < _degree(tree) else tree


def _degree(tree: Formula) -> int:
    """That of the polynomial in the letters, as it is written."""
    if tree.op in ("number", "symbol"):
        return int(tree.op == "symbol" and tree.args[0] in RANDOM)
    degrees = map(_degree, tree.args)
    return sum(degrees) if tree.op == "*" else max(degrees)


def _written(poly: Poly, names: tuple[str, ...]) -> Formula:
    """The terms one after the other, that of the first monomial first."""
    total: Formula | None = None
    for monomial, coefficient in poly.to_dict().items():
        size = abs(int(coefficient))
        letters = [symbol(x) for x, power in zip(names, monomial, strict=True)
                   for _ in range(int(power))]  # fmt: skip
        factors = [formula(size), *letters] if size > 1 or not letters else letters
        term = reduce(mul, factors)
        if total is None:
            total = term if coefficient > 0 else -term
        else:
            total = total + term if coefficient > 0 else total - term
    return formula(0) if total is None else total
