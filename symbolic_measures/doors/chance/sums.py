"""Weighted means of exact values: exact where they can be written down, else certain digits.

Rational values with the same denominator, and coefficients of the same square root, are added as
whole numbers first; the rest is added two by two and reduced once.  Sums of logarithms, of many
different roots, or of thousands of digits are given in `DIGITS` digits, each of them certain.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from flint import arb, ctx, fmpq, fmpz

from symbolic_measures.doors.values.exact import rounded
from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import Surd, Transcendental, UndefinedError, Value, sign
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of

#: Exact sums with more different square roots, or with more binary digits, are given in digits.
MOST_ROOTS, LONGEST = 8, 4_000
#: Digits of a sum that is not written down exactly.
DIGITS = 50
#: Binary digits after which a sum that is not 0 has shown it.
MOST_BITS = 100_000


#: Makes enclosures of the values at flint's current precision.
Balls = Callable[[], Sequence[arb]]


def mean_of(counts: Sequence[int], values: Iterable[Value], total: int, balls: Balls) -> Any:
    """The sum of count*value over the total, as a SymPy number.

    The exact values are looked at one after the other, as long as their sum can be written down;
    else the enclosures are added.
    """
    import sympy

    def enclosed() -> arb:
        return _weighted(counts, balls()) / total

    parts: dict[int, dict[int, fmpz]] = {}  # radicand, denominator: sum of numerators
    for count, value in zip(counts, values, strict=True):
        if isinstance(value, Transcendental) or len(parts) > MOST_ROOTS:
            return _in_digits(enclosed)
        for root, q in (value.terms if isinstance(value, Surd) else {1: value}).items():
            below = parts.setdefault(root, {})
            below[int(q.q)] = below.get(int(q.q), fmpz(0)) + q.p * count
    exact = {root: _added(list(below.items())) / total for root, below in parts.items()}
    if any(int(q.p).bit_length() + int(q.q).bit_length() > LONGEST for q in exact.values()):
        return _in_digits(enclosed)
    return sum(
        (sympy.Rational(int(q.p), int(q.q)) * sympy.sqrt(root) for root, q in exact.items()),
        sympy.Integer(0),
    )


def variance_in_digits(counts: Sequence[int], total: int, balls: Balls) -> Any:
    """The variance in digits, by balls of growing precision."""

    def spread() -> arb:
        found = balls()
        square = _weighted(counts, [ball * ball for ball in found])
        return square / total - (_weighted(counts, found) / total) ** 2

    return _in_digits(spread)


def ball_of(value: Value) -> arb:
    """An enclosure of an exact value at the current precision."""
    return arb(value) if isinstance(value, fmpq) else value.ball()


def _weighted(counts: Sequence[int], balls: Iterable[arb]) -> arb:
    found = arb(0)
    for count, ball in zip(counts, balls, strict=True):
        found += count * ball
    return found


def enclosures(tree: Formula, points: Sequence[Mapping[str, fmpq]]) -> list[arb]:
    """The values of a formula at points where it is defined, in balls of the current precision.

    A ball that is not finite says nothing: there the formula is close to the edge of its domain.
    """
    known: dict[Formula, list[arb]] = {}
    for node in tree.walk():
        below = [known[child] for child in node.children]
        known[node] = _enclosed(node, below, points)
    return known[tree]


def _enclosed(
    node: Formula, below: list[list[arb]], points: Sequence[Mapping[str, fmpq]]
) -> list[arb]:
    """One operation at all points."""
    match node.op:
        case "number":
            number = arb(fmpq(node.args[0].numerator, node.args[0].denominator))
            return [number] * len(points)
        case "symbol":
            return [arb(point[node.args[0]]) for point in points]
        case "ifzero":
            zero = _zero(node.args[0], points)
            return [one if here else two for here, one, two in zip(zero, *below[1:], strict=True)]
        case "extended":
            return below[3]
        case "^":
            exponent = exponent_of(node.args[1])
            if exponent is not None and exponent.denominator == 1:
                return [base**exponent.numerator for base in below[0]]
    combine = _COMBINE[node.op]
    return [combine(*parts) for parts in zip(*below, strict=True)]


def _zero(test: Formula, points: Sequence[Mapping[str, fmpq]]) -> list[bool]:
    """Where the condition of a convention is 0; where it is undefined, another one applies."""
    run, found = compile_formula(test), []
    for point in points:
        try:
            found.append(sign(run(point)) == 0)
        except UndefinedError:
            found.append(False)
    return found


_COMBINE: dict[str, Callable[..., arb]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "^": operator.pow, "power": operator.pow, "neg": operator.neg, "Abs": abs, "Min": arb.min,
    "Max": arb.max, "sqrt": arb.sqrt, "log": arb.log, "acos": arb.acos,
}  # fmt: skip


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
