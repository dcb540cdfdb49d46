"""Fractions of integer polynomials in lowest terms, and those that plain formulas are.

A fraction is a pair (numerator, denominator).  Where it is defined is not asked here: a formula
equals its fraction wherever the formula is defined.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from flint import Ordering, fmpz_mpoly_ctx

from symbolic_measures.kernel.algebra import Poly, RuleError, multiply, polynomial
from symbolic_measures.nouns.formula import Formula, exponent_of

Ratio: TypeAlias = tuple[Poly, Poly]

_PLAIN = frozenset(("number", "symbol", "+", "-", "*", "/", "neg", "^"))


def cancel(top: Poly, bottom: Poly) -> Ratio:
    """top/bottom in lowest terms, the leading coefficient of the denominator positive."""
    if bottom.is_one():
        return top, bottom
    common = top.gcd(bottom)
    top, bottom = top / common, bottom / common
    return (-top, -bottom) if bottom.leading_coefficient() < 0 else (top, bottom)


def power_of(base: Ratio, exponent: int) -> Ratio:
    """The power with a whole exponent."""
    top, bottom = base if exponent >= 0 else base[::-1]
    above = below = top.context().constant(1)
    for _ in range(abs(exponent)):
        above, below = multiply(above, top), multiply(below, bottom)
    return above, below


def combine(op: str, first: Ratio, second: Ratio) -> Ratio:
    """The sum, difference, product or quotient of two fractions."""
    (a, b), (c, d) = first, second
    if op == "*":
        return cancel(multiply(a, c), multiply(b, d))
    if op == "/":
        return cancel(multiply(a, d), multiply(b, c))
    if b != d:
        common = b.gcd(d)
        a, c = multiply(a, d / common), multiply(c, b / common)
        b = multiply(b, d / common)
    return cancel(a + c if op == "+" else a - c, b)


def is_plain(tree: Formula) -> bool:
    """Whether the tree is made of symbols and numbers by + - * / and whole powers >= 0."""
    return tree.ops <= _PLAIN and all(
        exponent is not None and exponent.denominator == 1 and exponent >= 0
        for exponent in (exponent_of(node.args[1]) for node in tree.functions())
    )


@lru_cache(maxsize=8_192)
def fraction(tree: Formula, names: tuple[str, ...]) -> Ratio:
    """The fraction that a plain tree is; RuleError if it divides by the polynomial 0."""
    one = fmpz_mpoly_ctx.get(names, Ordering.lex).constant(1)
    if tree.op == "number":
        return one * tree.args[0].numerator, one * tree.args[0].denominator
    if tree.is_polynomial:
        return polynomial(tree, names), one
    first = fraction(tree.args[0], names)
    if tree.op == "neg":
        return -first[0], first[1]
    if tree.op == "^":
        return power_of(first, int(exponent_of(tree.args[1]) or 0))
    second = fraction(tree.args[1], names)
    if tree.op == "/" and second[0].is_zero():
        raise RuleError("a denominator is identically zero")
    return combine(tree.op, first, second)
