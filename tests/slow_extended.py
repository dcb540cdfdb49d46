"""Values with oo and -oo, by their arithmetic: slow and obviously right.

Written from the wording of brzezinski2018, Section 4: a positive value divided by 0 is oo, a
negative one -oo, and 0/0 is no value.  The logarithm is continued to 0 and oo, and oo - oo, 0*oo
and oo/oo are no values.  Each operation is done on what its arguments are, in the tree of the
formula as written; nothing is known here of anything that only has the order of the measure.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from mpmath import mpf
from slow_definitions import (
    BeyondUsError,
    Number,
    UndefinedHereError,
    arccosine,
    divided,
    logarithm,
    minus,
    parametric,
    raised,
    real_power,
    rooted,
    sign,
    times,
)

INFINITY = mpf("inf")
ZERO = Fraction(0)


def infinite(value: Number) -> bool:
    """Whether it is oo or -oo."""
    return isinstance(value, mpf) and abs(value) == INFINITY


def end(way: int) -> Number:
    """oo or -oo; what would be 0 times oo is no value."""
    if way == 0:
        raise UndefinedHereError("0 times oo, or 0/0")
    return way * INFINITY


def summed(left: Number, right: Number) -> Number:
    """left + right."""
    if infinite(left) and infinite(right) and left != right:
        raise UndefinedHereError("oo - oo")
    if infinite(left) or infinite(right):
        return left if infinite(left) else right
    return minus(left, times(Fraction(-1), right))


def multiplied(left: Number, right: Number) -> Number:
    """left * right."""
    if infinite(left) or infinite(right):
        return end(sign(left) * sign(right))
    return times(left, right)


def quotient(left: Number, right: Number) -> Number:
    """left / right; by 0 it is the infinite value with the sign of left."""
    if infinite(right):
        if infinite(left):
            raise UndefinedHereError("oo/oo")
        return ZERO
    if sign(right) == 0:
        return end(sign(left))
    return end(sign(left) * sign(right)) if infinite(left) else divided(left, right)


def log(value: Number) -> Number:
    """log 0 = -oo, log oo = oo."""
    if infinite(value) and sign(value) > 0:
        return value
    return -INFINITY if not infinite(value) and sign(value) == 0 else logarithm(value)


def root(value: Number) -> Number:
    """sqrt oo = oo."""
    return value if infinite(value) and sign(value) > 0 else rooted(value)


def power(base: Number, exponent: Fraction) -> Number:
    """x^-e = 1/x^e; oo^e = oo for e > 0, (-oo)^e by its sign for whole e."""
    if exponent < 0:
        return quotient(Fraction(1), power(base, -exponent))
    if not infinite(base):
        return raised(base, exponent)
    if exponent == 0 or (exponent.denominator > 1 and sign(base) < 0):
        raise UndefinedHereError("oo^0, or a root of -oo")
    return end(sign(base) ** (exponent.numerator if exponent.denominator == 1 else 1))


def value_of(tree: Any, at: Mapping[str, Fraction]) -> Number:
    """The value of a formula's tree, read from top to bottom as written."""
    if tree.op == "number":
        return Fraction(tree.args[0])
    if tree.op == "symbol":
        return Fraction(at[tree.args[0]])
    if tree.op == "ifzero":
        test, then, otherwise = tree.args
        zero = sign(value_of(test, at)) == 0
        return value_of(then if zero else otherwise, at)
    if tree.op == "^" and not parametric(tree.args[1]):
        return power(value_of(tree.args[0], at), Fraction(value_of(tree.args[1], at)))
    args = [value_of(arg, at) for arg in tree.args]
    match tree.op:
        case "+":
            return summed(*args)
        case "-":
            return summed(args[0], multiplied(Fraction(-1), args[1]))
        case "*":
            return multiplied(*args)
        case "/":
            return quotient(*args)
        case "neg":
            return multiplied(Fraction(-1), args[0])
        case "log":
            return log(args[0])
        case "sqrt":
            return root(args[0])
        case "Abs":
            return multiplied(Fraction(1 if sign(args[0]) >= 0 else -1), args[0])
    if any(map(infinite, args)):
        raise BeyondUsError(f"{tree.op} of an infinite value")
    if tree.op == "acos":
        return arccosine(args[0])
    if tree.op in ("^", "power"):
        return real_power(*args)
    below = sign(minus(args[0], args[1])) <= 0
    return args[0] if below == (tree.op == "Min") else args[1]
