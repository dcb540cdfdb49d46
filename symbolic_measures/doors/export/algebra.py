"""Polynomials modulo the equations of roots: what has to be multiplied by what.

A square root is a variable x >= 0 with the fact x^2 - R == 0.  Where the kernel replaces x^2 by R,
Rocq is told which multiple of that fact to take (`division`).  Where a substitution makes R the
polynomial 0, the kernel puts 0 for x; then x == 0 is a fact of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symbolic_measures.doors.export.terms import (
    RELATIONS,
    NotExportedError,
    Numbers,
    polynomial,
    whole,
)
from symbolic_measures.kernel.algebra import Fact, Poly, is_positive, one_sign

#: What a fact of the second kind shows about a positive multiple of itself.
IMPLIED = {
    (">", ">"), (">=", ">="), (">=", ">"), ("==", "=="), ("!=", "!="), ("!=", ">"), (">=", "=="),
}  # fmt: skip
#: Multiples of facts: (the fact, the polynomial it is multiplied by).
Multiples = list[tuple[Poly, Poly]]


def quotient(poly: Poly, by: Poly) -> Poly | None:
    """poly / by, if it is a polynomial."""
    if by.is_zero():
        return None
    found, rest = divmod(poly, by)
    return found if rest.is_zero() else None


def division(poly: Poly, roots: Mapping[int, Poly]) -> tuple[Poly, Multiples]:
    """(rest, multiples) with poly = rest + the multiples of the equations of the roots."""
    multiples: Multiples = []
    for place in sorted(roots, reverse=True):
        radicand = roots[place]
        if poly.is_zero() or poly.degrees()[place] < (1 if radicand.is_zero() else 2):
            continue
        x = poly.context().gens()[place]
        equation = x if radicand.is_zero() else x**2 - radicand
        factor, poly = _by_root(poly, place, radicand)
        multiples.append((equation, factor))
    return poly, multiples


def _by_root(poly: Poly, place: int, radicand: Poly) -> tuple[Poly, Poly]:
    """(quotient, rest) of the division by x^2 - R, or by x where R is 0."""
    context = poly.context()
    x, layers = context.gens()[place], layers_of(poly, place)
    factor, rest = context.constant(0), context.constant(0)
    for power, layer in enumerate(layers):
        if radicand.is_zero():
            rest += layer * 0**power
            factor += layer * x ** (power - 1) if power else 0
            continue
        half, odd = divmod(power, 2)
        rest += layer * radicand**half * x**odd
        for j in range(half):
            factor += layer * x ** (odd + 2 * j) * radicand ** (half - 1 - j)
    return factor, rest


def layers_of(poly: Poly, place: int) -> list[Poly]:
    """The coefficients of the polynomial in one variable, the constant one first."""
    context = poly.context()
    found: dict[int, dict[tuple[int, ...], Any]] = {}
    for monomial, coefficient in poly.to_dict().items():
        key = (*monomial[:place], 0, *monomial[place + 1 :])
        found.setdefault(int(monomial[place]), {})[key] = coefficient
    return [context.from_dict(found.get(i, {})) for i in range(max(found, default=-1) + 1)]


class State:
    """A sequent as Rocq has it: its facts and function values in their order, its conclusion."""

    def __init__(
        self, facts: list[Fact], conclusion: Fact, numbers: Numbers, values: tuple[int, ...] = ()
    ) -> None:
        self.facts, self.conclusion, self.numbers = facts, conclusion, numbers
        self.values = values

    def proving(self, conclusion: Fact, *first: Fact) -> State:
        """Another conclusion from the same facts, with some put before them."""
        return State([*first, *self.facts], conclusion, self.numbers, self.values)

    def poly(self, poly: Poly) -> str:
        """The polynomial as a term."""
        return polynomial(poly, self.numbers)

    def fact(self, fact: Fact) -> str:
        """The fact as a term."""
        return f"({self.poly(fact[0])},{RELATIONS[fact[1]]})"

    def place(self, equation: Poly) -> int:
        """The number of an equation among the facts."""
        for number, (poly, rel) in enumerate(self.facts):
            if rel == "==" and poly == equation:
                return number
        raise NotExportedError("a root is used before it is known to be real")

    def multiples(self, multiples: Multiples, sign: int = 1) -> str:
        """Multiples of equations, by number."""
        parts = (f"({self.place(eq)}%nat,{self.poly(by * sign)})" for eq, by in multiples)
        return f"[{';'.join(parts)}]"

    def copied(self) -> str:
        """All facts, each because it is one."""
        return ";".join(f"({self.fact(f)},Same {i} 1 [])" for i, f in enumerate(self.facts))

    def justify(self, fact: Fact, roots: Mapping[int, Poly], sorts: tuple[str, ...]) -> str:
        """Why the fact holds: it is one of the facts, or a multiple or a factor of one."""
        for number, own in enumerate(self.facts):
            if own == fact:
                return f"Same {number} 1 []"
        if found := self._multiple(fact, roots):
            return found
        if found := self._factor(fact, roots, sorts):
            return found
        raise NotExportedError(f"the fact {fact[0]} {fact[1]} 0 is not seen")

    def proof(self, fact: Fact, roots: Mapping[int, Poly], sorts: tuple[str, ...]) -> str:
        """The proof of a fact: it is justified, or it times variables that are not 0 is a fact."""
        try:
            return f"(From ({self.justify(fact, roots, sorts)}))"
        except NotExportedError:
            if found := self.apart_from_zero(fact, roots, sorts):
                return found
            raise

    def apart_from_zero(
        self, fact: Fact, roots: Mapping[int, Poly], sorts: tuple[str, ...]
    ) -> str | None:
        """From p*x >= 0 and x != 0, for x >= 0: the case x = 0 is none, and then x > 0."""
        if fact in self.facts or fact[1] not in (">", ">="):
            return None
        gens = fact[0].context().gens()
        for number, (own, kind) in enumerate(self.facts):
            by, multiples = quotient(own, fact[0]), Multiples()
            if by is None:
                rest, multiples = division(own, roots)
                by = quotient(rest, fact[0])
            if kind != fact[1] or by is None or by.is_constant():
                continue
            apart = [place for place, power in enumerate(by.degrees()) if power > 0]
            numbers = [self._nonzero(gens[i]) for i in apart if sorts[i] == "nonnegative"]
            if len(numbers) == len(apart) and None not in numbers and one_sign(by, sorts) == 1:
                text = f"(From (Scale {number} {self.poly(by)} {self.multiples(multiples)}))"
                for place, known in zip(apart, numbers, strict=True):
                    name = self.numbers.of(fact[0].context().names()[place])
                    text = f"(ZeroR {name} (Contra {known}) {text})"
                return text
        return None

    def _nonzero(self, x: Poly) -> int | None:
        """The number of the fact that a multiple of x is not 0."""
        for number, (own, kind) in enumerate(self.facts):
            by = quotient(own, x) if kind == "!=" else None
            if by is not None and by.is_constant():
                return number
        return None

    def _multiple(self, fact: Fact, roots: Mapping[int, Poly]) -> str | None:
        poly, rel = fact
        for number, (own, kind) in enumerate(self.facts):
            if (rel, kind) not in IMPLIED:
                continue
            rest, multiples = division(own, roots)
            by = quotient(rest, poly)
            if by is None or by.is_zero() or not by.is_constant():
                continue
            if by.leading_coefficient() > 0:
                scale = whole(by.leading_coefficient())
                return f"Same {number} {scale} {self.multiples(multiples)}"
        return None

    def _factor(self, fact: Fact, roots: Mapping[int, Poly], sorts: tuple[str, ...]) -> str | None:
        poly, rel = fact
        if rel == "==":
            return None
        seen = rel == "!=" or one_sign(poly, sorts) == 1
        for number, (own, kind) in enumerate(self.facts):
            if kind in (">", "!=") and seen:
                rest, multiples = division(own, roots)
                if poly.is_zero() and rest.is_zero():
                    return f"Factor {number} (Pc 1) {self.multiples(multiples)}"
                if (by := quotient(own, poly)) is not None:
                    return f"Factor {number} {self.poly(by)} []"
                for name, base in (("Factor", own), ("Root", own * own)):
                    rest, multiples = division(base, roots)
                    if (by := quotient(rest, poly)) is not None:
                        told = self.multiples(multiples)
                        return f"{name} {number} {self.poly(by)} {told}"
            if (rel, kind) in IMPLIED:
                rest, multiples = division(own, roots)
                by = quotient(rest, poly)
                if by is not None and (
                    is_positive(by, sorts) or (kind == ">" and one_sign(by, sorts) == 1)
                ):
                    return f"Scale {number} {self.poly(by)} {self.multiples(multiples)}"
        return None
