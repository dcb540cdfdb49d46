"""Polynomials in the cells of a class without what cancels: c + (b - c) is b.

A binary measure of each class against the rest is written in TP = c, FN = a - c, FP = b - c and TN;
so its margins are a and b, and TP*TN - FN*FP is c*n - a*b.  A polynomial has one value everywhere,
however it is written, also where it is a divisor; no factor of a fraction is cancelled.  So the
formula has the same values as before, and none where it had none.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from operator import add, mul

from symbolic_measures.kernel.algebra import Poly, RuleError, polynomial
from symbolic_measures.nouns.formula import Formula, formula, symbol

PLAIN = frozenset(("number", "symbol", "+", "-", "neg", "*"))
#: What is not the same for all outcomes with given margins.
RANDOM = ("c", "q")
#: Parts with more numbers, letters and operations are not multiplied out.
LONGEST = 60


def cancelled(tree: Formula) -> Formula:
    """The same formula, where each smallest polynomial part in which `RANDOM` letters are raised to
    a smaller power once it is multiplied out is written so."""
    done: dict[Formula, Formula] = {}
    seen: dict[Formula, tuple[int, int]] = {}
    for node in tree.walk():  # children first
        if node.children:
            own = Formula(node.op, *(done.get(part, part) for part in node.args))
            done[node] = _multiplied_out(own, seen) if own.ops <= PLAIN else own
        seen[done.get(node, node)] = _extent(done.get(node, node), seen)
    return done.get(tree, tree)


def _multiplied_out(tree: Formula, seen: dict[Formula, tuple[int, int]]) -> Formula:
    size, before = _extent(tree, seen)
    if size > LONGEST or not before:
        return tree
    names = tuple(tree.symbols())
    try:
        poly = polynomial(tree, names)
    except RuleError:  # a coefficient is no whole number
        return tree
    places = [place for place, name in enumerate(names) if name in RANDOM]
    degree = max((sum(int(m[place]) for place in places) for m in poly.monoms()), default=0)
    if degree == before:
        return tree
    found = _written(poly, names)
    for node in found.walk():
        seen[node] = _extent(node, seen)
    return found


def _extent(tree: Formula, seen: dict[Formula, tuple[int, int]]) -> tuple[int, int]:
    """How long it is, and its degree in `RANDOM` letters, as it is written; its parts are seen."""
    if not tree.children:
        return 1, int(tree.op == "symbol" and tree.args[0] in RANDOM)
    sizes, degrees = zip(*(seen[part] for part in tree.children), strict=True)
    return 1 + sum(sizes), sum(degrees) if tree.op == "*" else max(degrees)


def _written(poly: Poly, names: tuple[str, ...]) -> Formula:
    """The terms one after the other, those with a positive coefficient first."""
    found = formula(0)
    terms = sorted(poly.to_dict().items(), key=lambda term: term[1] < 0)
    for place, (monomial, coefficient) in enumerate(terms):
        size = abs(int(coefficient))
        letters = [symbol(x) for x, power in zip(names, monomial, strict=True)
                   for _ in range(int(power))]  # fmt: skip
        factors = [formula(size), *letters] if size > 1 or not letters else letters
        term = reduce(mul, factors)
        if not place:
            found = term if coefficient > 0 else -term
        else:
            found = found + term if coefficient > 0 else found - term
    return found


@lru_cache(maxsize=1000)
def in_one_order(tree: Formula) -> Formula:
    """The same, the terms of its sums and the factors of its products in one order: by the laws of
    commutativity and associativity alone, so that it is defined where it was."""
    if not tree.children:
        return tree
    if tree.op == "*":
        return reduce(mul, sorted(map(in_one_order, _factors(tree)), key=str))
    if tree.op in ("+", "-", "neg"):
        terms = sorted(((sign < 0, in_one_order(term)) for sign, term in _terms(tree)), key=str)
        signed = [-term if minus else term for minus, term in terms]
        return reduce(add, signed)
    return Formula(tree.op, *map(in_one_order, tree.args))


def _factors(tree: Formula) -> list[Formula]:
    return [x for part in tree.args for x in _factors(part)] if tree.op == "*" else [tree]


def _terms(tree: Formula, sign: int = 1) -> list[tuple[int, Formula]]:
    """With the sign of each."""
    if tree.op not in ("+", "-", "neg"):
        return [(sign, tree)]
    last = sign if tree.op == "+" else -sign
    first = _terms(tree.args[0], sign) if tree.op != "neg" else []
    return [*first, *_terms(tree.args[-1], last)]
