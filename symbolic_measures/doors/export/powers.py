"""Powers with real exponents for Rocq: the base factor by factor, each with its named power.

The kernel's `Reader` takes whole parts out of exponents, (p^k)^b = p^w (p^x)^m, and gives p^x a
variable; here the same numbers are written down for `rocq/theories/Powers.v`.
"""

from __future__ import annotations

from dataclasses import dataclass

from symbolic_measures.doors.export.terms import NotExportedError
from symbolic_measures.kernel.algebra import Poly, factors, nonzero_sign
from symbolic_measures.kernel.fractions import Ratio, cancel
from symbolic_measures.kernel.reader import Reader


@dataclass(frozen=True)
class Raised:
    """A factor of a base: p, or the variable that stands for a power of p, `times` times; of the
    power it is p^whole (p^x)^power, where `place` is the variable of p^x."""

    base: Poly
    times: int
    outer: int | None
    whole: int
    place: int | None
    power: int


def raised(read: Reader, base: Ratio, exponent: Ratio) -> list[Raised]:
    """The factors of the base, which is positive."""
    found = []
    for poly, way in zip(base, (1, -1), strict=True):
        unit, pairs = factors(poly)
        primes = [(read.one * int(prime), power) for prime, power in abs(unit).factor()]
        for piece, power in [*primes, *pairs]:
            positive = piece * nonzero_sign(piece, read.sorts)
            found.append(_factor(read, positive, way * int(power), exponent))
    return found


def _factor(read: Reader, base: Poly, times: int, exponent: Ratio) -> Raised:
    top, bottom = cancel(exponent[0] * times, exponent[1])
    outer = None
    for place, (inner, above, below) in read.powers.items():
        if base == read.context.gens()[place]:
            outer, base = place, inner
            top, bottom = cancel(above * top, below * bottom)
    constant = (0,) * len(read.names)
    whole = divmod(top, bottom)[0].to_dict().get(constant, 0)
    if top.is_constant() and bottom.is_constant() and not top.is_zero():
        whole = top.to_dict()[constant] // bottom.to_dict()[constant]
    rest = top - bottom * whole
    power = 0 if rest.is_zero() else int(rest.content())
    if power and rest.leading_coefficient() < 0:
        power = -power
    if not power:
        return Raised(base, times, outer, int(whole), None, 0)
    own = (base, rest / power, bottom)
    places = [place for place, known in read.powers.items() if known == own]
    if not places:
        raise NotExportedError("a power that has no name")
    return Raised(base, times, outer, int(whole), places[0], power)
