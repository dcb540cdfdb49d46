"""The central moments of P_AB under random labelings, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb

from flint import Ordering, fmpz_mpoly_ctx

from symbolic_measures.kernel.algebra import Poly, factors

_LETTERS = ("n", "p_A", "p_B")


@dataclass(frozen=True)
class Moment:
    """E[(P_AB - p_A*p_B)^k] = top/bottom, polynomials in n, p_A, p_B; bottom in n alone."""

    top: Poly
    bottom: Poly

    @property
    def order(self) -> int:
        """It falls like n^-order."""
        return int(self.bottom.degrees()[0]) - int(self.top.degrees()[0])

    @property
    def text(self) -> str:
        """As one factored fraction."""
        top, bottom = _product(self.top), _product(self.bottom)
        return top if bottom == "1" else f"{top}/({bottom})"

    @property
    def leading(self) -> str:
        """The limit of n^order * m_k."""
        parts = []
        for poly in (self.top, self.bottom):
            high = int(poly.degrees()[0])
            terms = poly.to_dict().items()
            kept = {(0, *m[1:]): c for m, c in terms if int(m[0]) == high}
            parts.append(poly.context().from_dict(kept))
        bottom = _product(parts[1])
        return _product(parts[0]) if bottom == "1" else f"{_product(parts[0])}/({bottom})"

    def at(self, n: int, p_a: Fraction, p_b: Fraction) -> Fraction:
        """The value."""
        point = (Fraction(n), p_a, p_b)
        values = []
        for poly in (self.top, self.bottom):
            total = Fraction(0)
            for monomial, coefficient in poly.to_dict().items():
                term = Fraction(int(coefficient))
                for base, power in zip(point, monomial, strict=True):
                    term *= base ** int(power)
                total += term
            values.append(total)
        return values[0] / values[1]


def _product(poly: Poly) -> str:
    """Factored, with 1 - p for p - 1."""
    if poly.is_zero():
        return "0"
    unit, pairs = factors(poly)
    sign, words = (-1 if unit < 0 else 1), []
    for piece, power in pairs:
        names = [n for n, d in zip(_LETTERS, piece.degrees(), strict=True) if d]
        text = str(piece)
        if len(names) == 1 and names[0] != "n" and text == f"{names[0]} - 1":
            text, sign = f"1 - {names[0]}", sign * (-1) ** power
        elif len(names) == 1 and names[0] != "n" and text == f"2*{names[0]} - 1":
            text, sign = f"1 - 2*{names[0]}", sign * (-1) ** power
        base = f"({text})" if len(piece) > 1 else text
        words.append(base if power == 1 else f"{base}**{power}")
    size = abs(int(unit))
    words = [str(size), *words] if size != 1 or not words else words
    return ("-" if sign < 0 else "") + "*".join(words)


@lru_cache(maxsize=32)
def central_moment(k: int) -> Moment:
    """The k-th central moment of P_AB, exactly."""
    context = fmpz_mpoly_ctx.get(_LETTERS, Ordering.lex)
    n, p_a, p_b = context.gens()
    one = context.constant(1)

    def falling(base: Poly, j: int) -> Poly:
        total = one
        for i in range(j):
            total = total * (base - i)
        return total

    mean, whole, top = n * p_a * p_b, falling(n, k), context.constant(0)
    for m in range(k + 1):
        raw = context.constant(0)  # E[TP^m] times n*(n-1)*...*(n-k+1)
        for j in range(m + 1):
            rest = one
            for i in range(j, k):
                rest = rest * (n - i)
            raw += falling(n * p_a, j) * falling(n * p_b, j) * rest * _stirling(m, j)
        top += raw * (-mean) ** (k - m) * comb(k, m)
    bottom = whole * n**k
    if top.is_zero():
        return Moment(top, one)
    common = top.gcd(bottom)
    return Moment(top / common, bottom / common)


@lru_cache(maxsize=512)
def _stirling(m: int, j: int) -> int:
    """Ways to part m things into j blocks."""
    if m == j:
        return 1
    return 0 if j == 0 or j > m else j * _stirling(m - 1, j) + _stirling(m - 1, j - 1)
