"""Exact values of formulas at rational points: a number, `Undefined`, or `CannotTell`.

A value is a rational (`fmpq`), a sum of rational multiples of square roots of squarefree
integers (`Surd`), or an `Enclosure`: a function that gives a ball around the number at any
precision.  Square roots of distinct squarefree integers are linearly independent over the
rationals, so a `Surd` is zero only if all its coefficients are: equality is decided.  The sign
of an `Enclosure` is decided only when a ball excludes zero; otherwise `CannotTell`.
No floating-point number is ever compared.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from flint import arb, ctx, fmpq, fmpz

from symbolic_measures.formula import Formula, exponent_of

MAX_PRECISION = 2_048
_MAX_RADICAND = 10**24


class UndefinedError(ArithmeticError):
    """The formula has no value at this point."""


class CannotTellError(ArithmeticError):
    """The sign of a value could not be decided by enclosures up to `MAX_PRECISION` bits."""


class Surd:
    """sum over d of terms[d] * sqrt(d), d squarefree, every coefficient nonzero."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[int, fmpq]) -> None:
        self.terms = {d: q for d, q in terms.items() if q != 0}

    def ball(self) -> arb:
        """An enclosure at the current precision."""
        return sum((arb(q) * arb(d).sqrt() for d, q in self.terms.items()), arb(0))

    def inverse(self) -> Surd:
        """1/self by removing one prime after the other from under the roots."""
        top, bottom = Surd({1: fmpq(1)}), self
        while any(d != 1 for d in bottom.terms):
            prime = int(min(p for d in bottom.terms for p, _ in fmpz(d).factor()))
            conjugate = Surd({d: -q if d % prime == 0 else q for d, q in bottom.terms.items()})
            top, bottom = _surd_product(top, conjugate), _surd_product(bottom, conjugate)
        if not bottom.terms:
            raise UndefinedError("division by zero")
        return Surd({d: q / bottom.terms[1] for d, q in top.terms.items()})


class Enclosure:
    """A real number given by `ball()`, which encloses it at the current precision of flint."""

    __slots__ = ("ball",)

    def __init__(self, ball: Callable[[], arb]) -> None:
        self.ball = ball


Value: TypeAlias = fmpq | Surd | Enclosure


def _surd_product(left: Surd, right: Surd) -> Surd:
    terms: dict[int, fmpq] = {}
    for d, q in left.terms.items():
        for e, r in right.terms.items():
            common = math.gcd(d, e)
            key = (d // common) * (e // common)
            terms[key] = terms.get(key, fmpq(0)) + q * r * common
    return Surd(terms)


def _surd(value: fmpq | Surd) -> Surd:
    return value if isinstance(value, Surd) else Surd({1: value})


def _lower(value: Surd) -> fmpq | Surd:
    if any(d != 1 for d in value.terms):
        return value
    return value.terms.get(1, fmpq(0))


def _ball(value: Value) -> arb:
    return arb(value) if isinstance(value, fmpq) else value.ball()


def add(left: Value, right: Value) -> Value:
    """left + right."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return left + right
    if isinstance(left, Enclosure) or isinstance(right, Enclosure):
        return Enclosure(lambda: _ball(left) + _ball(right))
    terms = dict(_surd(left).terms)
    for d, q in _surd(right).terms.items():
        terms[d] = terms.get(d, fmpq(0)) + q
    return _lower(Surd(terms))


def negate(value: Value) -> Value:
    """-value."""
    if isinstance(value, fmpq):
        return -value
    if isinstance(value, Surd):
        return Surd({d: -q for d, q in value.terms.items()})
    return Enclosure(lambda: -_ball(value))


def multiply(left: Value, right: Value) -> Value:
    """left * right."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return left * right
    if isinstance(left, Enclosure) or isinstance(right, Enclosure):
        return Enclosure(lambda: _ball(left) * _ball(right))
    return _lower(_surd_product(_surd(left), _surd(right)))


def invert(value: Value) -> Value:
    """1/value; UndefinedError at zero."""
    if isinstance(value, fmpq):
        if value == 0:
            raise UndefinedError("division by zero")
        return 1 / value
    if isinstance(value, Surd):
        return _lower(value.inverse())
    sign(value)
    return Enclosure(lambda: 1 / _ball(value))


def root(value: Value) -> Value:
    """The square root; UndefinedError for a negative number."""
    if sign(value) < 0:
        raise UndefinedError("square root of a negative number")
    if isinstance(value, fmpq) and value.p * value.q <= _MAX_RADICAND:
        outside, inside = 1, 1
        for prime, power in (value.p * value.q).factor() if value != 0 else ():
            outside *= int(prime) ** (power // 2)
            inside *= int(prime) ** (power % 2)
        return _lower(Surd({inside: fmpq(outside, value.q)})) if value != 0 else value
    return Enclosure(lambda: _ball(value).sqrt())


def power(value: Value, exponent: Fraction) -> Value:
    """value ** exponent for a rational exponent; x**0 is 1 for every x."""
    if exponent.denominator == 1:
        if exponent < 0:
            return power(invert(value), -exponent)
        result: Value = fmpq(1)
        for _ in range(exponent.numerator):
            result = multiply(result, value)
        return result
    here = sign(value)
    if here < 0 or (here == 0 and exponent < 0):
        raise UndefinedError("power of a number <= 0")
    if here == 0:
        return fmpq(0)
    if exponent.denominator == 2:
        return power(root(value), Fraction(exponent.numerator))
    return Enclosure(lambda: _ball(value) ** arb(fmpq(exponent.numerator, exponent.denominator)))


def sign(value: Value) -> int:
    """-1, 0 or 1; CannotTellError if the enclosures never exclude zero."""
    if isinstance(value, fmpq):
        return (value > 0) - (value < 0)
    before = ctx.prec
    try:
        precision = 64
        while isinstance(value, Surd) or precision <= MAX_PRECISION:
            ctx.prec = precision
            ball = value.ball()
            if ball > 0:
                return 1
            if ball < 0:
                return -1
            precision *= 2
    finally:
        ctx.prec = before
    raise CannotTellError(f"zero within {MAX_PRECISION} bits, or too close to tell")


def compare(left: Value, right: Value) -> int:
    """The sign of left - right."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return (left > right) - (left < right)
    if isinstance(left, Surd) and isinstance(right, Surd) and left.terms == right.terms:
        return 0
    return sign(add(left, negate(right)))


def show(value: Value) -> str | list[str]:
    """The exact number as text (`3/4`, `sqrt(2)/2`), or two rationals that enclose it."""
    if isinstance(value, fmpq):
        return str(value)
    if isinstance(value, Surd):
        text = ""
        for d, q in sorted(value.terms.items()):
            size = "" if abs(q.p) == 1 and d != 1 else str(abs(q.p))
            stem = "*".join(filter(None, (size, f"sqrt({d})" if d != 1 else "")))
            joint = (" - " if q < 0 else " + ") if text else ("-" if q < 0 else "")
            text += joint + stem + (f"/{q.q}" if q.q != 1 else "")
        return text
    ball = _ball(value)
    ends = [ball.lower(), ball.upper()]
    mantissas = [end.man_exp() for end in ends]
    return [str(fmpq(man) * fmpq(2) ** int(exp)) for man, exp in mantissas]


Evaluator = Callable[[Mapping[str, fmpq]], Value]


def compile_formula(tree: Formula) -> Evaluator:
    """An evaluator: point (symbol -> rational) to Value; raises UndefinedError off the domain."""
    built: dict[Formula, Evaluator] = {}
    for node in tree.walk():
        built[node] = _compile_node(node, [built[child] for child in node.children])
    return built[tree]


def _compile_node(node: Formula, below: list[Evaluator]) -> Evaluator:
    match node.op:
        case "number":
            constant = fmpq(node.args[0].numerator, node.args[0].denominator)
            return lambda at: constant
        case "symbol":
            name = node.args[0]
            return lambda at: at[name]
        case "neg":
            (inner,) = below
            return lambda at: negate(inner(at))
        case "^":
            exponent = exponent_of(node.args[1])
            if exponent is None:
                raise CannotTellError(f"the power {node} has a symbolic exponent")
            base = below[0]
            return lambda at: power(base(at), exponent)
        case "ifzero":
            test, then, otherwise = below
            return lambda at: then(at) if sign(test(at)) == 0 else otherwise(at)
    if len(below) == 1:
        (inner,) = below
        function = _FUNCTIONS[node.op]
        return lambda at: function(inner(at))
    left, right = below
    combine = _OPERATIONS[node.op]
    return lambda at: combine(left(at), right(at))


def _log(value: Value) -> Value:
    if sign(value) <= 0:
        raise UndefinedError("logarithm of a number <= 0")
    return fmpq(0) if compare(value, fmpq(1)) == 0 else Enclosure(lambda: _ball(value).log())


def _acos(value: Value) -> Value:
    if compare(value, fmpq(1)) > 0 or compare(value, fmpq(-1)) < 0:
        raise UndefinedError("arccos of a number outside [-1, 1]")
    return fmpq(0) if compare(value, fmpq(1)) == 0 else Enclosure(lambda: _ball(value).acos())


_FUNCTIONS: dict[str, Callable[[Value], Value]] = {
    "sqrt": root,
    "log": _log,
    "acos": _acos,
    "Abs": lambda value: value if sign(value) >= 0 else negate(value),
}
_OPERATIONS: dict[str, Callable[[Value, Value], Value]] = {
    "+": add,
    "-": lambda left, right: add(left, negate(right)),
    "*": multiply,
    "/": lambda left, right: multiply(left, invert(right)),
    "Min": lambda left, right: left if compare(left, right) <= 0 else right,
    "Max": lambda left, right: left if compare(left, right) >= 0 else right,
}
