"""Simple numbers between two others, and values of parameters as formulas and as floats."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from flint import ctx, fmpq

from symbolic_measures.kernel.exact import (
    CannotTellError,
    Surd,
    Transcendental,
    Value,
    compare,
)
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.search.families import exact

#: Bits of a value that is looked at; more where what is under a root nearly cancels.
PRECISIONS = (128, 512, 4_096)


def between(low: float | None, high: float | None) -> Fraction:
    """The simplest number between two others."""
    if low is None or high is None:
        if low is None and high is None:
            return Fraction(1)
        end = high if low is None else low
        assert end is not None
        step = -1 if low is None else 1
        return Fraction(int(end // 1) + step + (step < 0 and end % 1 > 0))
    if low < 0 < high:
        return Fraction(0)
    if high <= 0:
        return -between(-high, -low)
    whole = int(low // 1)
    if whole + 1 < high:
        return Fraction(whole + 1)
    rest = between(1 / (high - whole), 1 / (low - whole) if low > whole else None)
    return whole + 1 / rest


def formulas_of(line: Mapping[str, Fraction]) -> dict[str, Formula]:
    """The values as formulas."""
    return {name: formula(value) for name, value in line.items()}


def compared(one: Formula, other: Formula) -> int:
    """-1, 0 or 1: how two exact values compare."""
    return compare(exact(one), exact(other))


def float_of(tree: Formula) -> float:
    """The value of an algebraic number."""
    value = exact(tree)
    if isinstance(value, Transcendental):
        raise CannotTellError(f"{tree} is no algebraic number")
    terms = value.terms.items() if isinstance(value, Surd) else ((1, value),)
    return sum(int(q.p) / int(q.q) * d**0.5 for d, q in terms)


def near(value: Value) -> Fraction:
    """A rational number close to the value."""
    if isinstance(value, fmpq):
        return Fraction(int(value.p), int(value.q))
    before = ctx.prec
    try:
        for ctx.prec in PRECISIONS:
            if (ball := value.ball()).is_finite():
                break
        else:
            raise CannotTellError("a value that is nowhere near a number")
        mantissa, exponent = ball.mid().man_exp()
    finally:
        ctx.prec = before
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)
