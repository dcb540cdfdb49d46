"""Weighted means of exact values: exact where they can be written down, else certain digits.

Rational values with the same denominator, and coefficients of the same square root, are added as
whole numbers first; the rest is added two by two and reduced once.  Sums of logarithms, of many
different roots, or of thousands of digits are given in `DIGITS` digits, each of them certain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from flint import arb, ctx, fmpq, fmpz

from symbolic_measures.doors.values.exact import rounded
from symbolic_measures.kernel.exact import Surd, Transcendental, Value
from symbolic_measures.nouns.errors import FormulaError

#: Exact sums with more different square roots, or with more binary digits, are given in digits.
MOST_ROOTS, LONGEST = 8, 4_000
#: Digits of a sum that is not written down exactly.
DIGITS = 50
#: Binary digits after which a sum that is not 0 has shown it.
MOST_BITS = 100_000


def mean_of(counts: Sequence[int], values: Sequence[Value], total: int) -> Any:
    """The sum of count*value over the total, as a SymPy number."""
    import sympy

    parts: dict[int, dict[int, fmpz]] = {}  # radicand, denominator: sum of numerators
    for count, value in zip(counts, values, strict=True):
        if isinstance(value, Transcendental) or len(parts) > MOST_ROOTS:
            return _in_digits(lambda: _enclosed(counts, values, total))
        for root, q in (value.terms if isinstance(value, Surd) else {1: value}).items():
            below = parts.setdefault(root, {})
            below[int(q.q)] = below.get(int(q.q), fmpz(0)) + q.p * count
    exact = {root: _added(list(below.items())) / total for root, below in parts.items()}
    if any(int(q.p).bit_length() + int(q.q).bit_length() > LONGEST for q in exact.values()):
        return _in_digits(lambda: _enclosed(counts, values, total))
    return sum(
        (sympy.Rational(int(q.p), int(q.q)) * sympy.sqrt(root) for root, q in exact.items()),
        sympy.Integer(0),
    )


def variance_in_digits(counts: Sequence[int], values: Sequence[Value], total: int) -> Any:
    """The variance in digits, by balls of growing precision."""

    def spread() -> arb:
        mean, square = arb(0), arb(0)
        for count, value in zip(counts, values, strict=True):
            ball = _ball(value)
            mean, square = mean + arb(count) * ball, square + arb(count) * ball * ball
        return square / total - (mean / total) ** 2

    return _in_digits(spread)


def _ball(value: Value) -> arb:
    return arb(value) if isinstance(value, fmpq) else value.ball()


def _enclosed(counts: Sequence[int], values: Sequence[Value], total: int) -> arb:
    found = arb(0)
    for count, value in zip(counts, values, strict=True):
        found += arb(count) * _ball(value)
    return found / total


def _added(parts: list[tuple[int, fmpz]]) -> fmpq:
    """The sum of the fractions numerator/denominator, two by two, reduced once at the end."""
    pairs = [(fmpz(top), fmpz(below)) for below, top in parts]
    while len(pairs) > 1:
        joined = [
            (a * d + c * b, b * d) for (a, b), (c, d) in zip(pairs[::2], pairs[1::2], strict=False)
        ]
        pairs = joined + ([pairs[-1]] if len(pairs) % 2 else [])
    top, below = pairs[0] if pairs else (fmpz(0), fmpz(1))
    return fmpq(top, below)


def _in_digits(enclosure: Callable[[], arb]) -> Any:
    """A number in `DIGITS` digits, enclosed at growing precision; what is below 10^-60 is 0."""
    import sympy

    bits = 512
    while bits < MOST_BITS:
        with ctx.workprec(bits):
            ball = enclosure()
            if (found := rounded(ball, DIGITS)) is not None:
                return found
            if abs(ball) < arb(10) ** -(DIGITS + 10):
                return sympy.Float(0, DIGITS)
        bits *= 4
    raise FormulaError("the sum is too close to 0 to give its digits")
