"""Integer polynomials with their signs, and the sequents that rules of polynomials speak of.

A `Sequent` is a goal among integer polynomials: hypotheses `p rel 0` |- conclusion `p rel 0`,
for all values of the variables in their sorts.  Square roots are variables of their own: `root1`
stands for sqrt(R) with R in `roots`, and is >= 0.  `reduce` replaces root1^2 by R.  So are values
of logarithms and arccosines (`term1`, with the argument in `terms`) and powers b^e of b > 0 with
an exponent e that is no whole number (positive variables of which no more is known).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Any, TypeAlias

from flint import Ordering, fmpz, fmpz_mpoly, fmpz_mpoly_ctx

from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.parser import parse

Poly: TypeAlias = fmpz_mpoly
Fact: TypeAlias = tuple[Poly, str]
#: Products of polynomials with more pairs of terms than this are refused.
MAX_PRODUCT = 3_000_000
#: Larger numbers are not factored.
MAX_FACTORED = 10**24
#: Powers of a variable that stands for a power, and of two variables in what is factored.
MAX_POWER = 60


class RuleError(Exception):
    """The step does not apply: a rule's arguments or side conditions are wrong."""


class NowhereDefinedError(RuleError):
    """A formula divides by the polynomial 0."""


@dataclass(frozen=True)
class Term:
    """log or acos (`function`) of top/bottom; bottom is not 0 where it is defined."""

    function: str
    top: Poly
    bottom: Poly


@dataclass(frozen=True, eq=False)
class Sequent:
    """hypotheses |- conclusion, over the variables `names` with their `sorts`.

    `roots` maps a variable's index to the polynomial whose square root it is, `terms` to the
    function value it is.  The sequent is about the points where these functions are defined.
    """

    names: tuple[str, ...]
    sorts: tuple[str, ...]
    roots: Mapping[int, Poly]
    hypotheses: tuple[Fact, ...]
    conclusion: Fact
    terms: Mapping[int, Term]

    @property
    def gens(self) -> tuple[Poly, ...]:
        """The variables as polynomials."""
        return _gens(self.conclusion[0].context())

    def index(self, name: object) -> int:
        """Position of a variable that may be substituted (roots may not)."""
        if not isinstance(name, str) or name not in self.names:
            raise RuleError(f"no variable {name!r}")
        if (place := self.names.index(name)) in self.roots or place in self.terms:
            raise RuleError(f"{name} is a root or a function value")
        return place

    def polynomial(self, text: object) -> Poly:
        """A polynomial in the variables, from a proof's text."""
        if not isinstance(text, str):
            raise RuleError("a polynomial is given as text")
        if text in self.names:
            return self.conclusion[0].context().gen(self.names.index(text))
        try:
            tree = parse(text, names={}, parameters=self.names)
        except FormulaError as error:
            raise RuleError(str(error)) from None
        return polynomial(tree, self.names)

    def with_conclusion(self, poly: Poly, rel: str, *extra: Fact) -> Sequent:
        """The same with another conclusion and further hypotheses, tidied."""
        facts = tidy(extra, self.sorts, self.hypotheses) if extra else self.hypotheses
        return replace(self, hypotheses=facts, conclusion=(poly, rel))

    def substitute(self, place: int, by: Poly, sort: str) -> Sequent:
        """The variable replaced by a polynomial, everywhere; its name goes on with a new sort.

        A root whose radicand becomes the polynomial 0 is 0.
        """
        images, changed = list(self.gens), [place]
        images[place] = by

        def image(poly: Poly) -> Poly:
            degrees = poly.degrees()
            return poly.compose(*images) if any(degrees[index] for index in changed) else poly

        sorts = (*self.sorts[:place], sort, *self.sorts[place + 1 :])
        roots: dict[int, Poly] = {}
        for index in sorted(self.roots):
            inside = image(self.roots[index])
            if inside.is_zero():
                images[index] = inside
                changed.append(index)
            else:
                roots[index] = inside
        terms = {
            index: Term(term.function, image(term.top), image(term.bottom))
            for index, term in self.terms.items()
        }
        moved = [(image(poly), rel) for poly, rel in self.hypotheses]
        conclusion = (image(self.conclusion[0]), self.conclusion[1])
        return Sequent(self.names, sorts, roots, tidy(moved, sorts), conclusion, terms)


#: The variables of a context, made once.
_gens = lru_cache(maxsize=256)(fmpz_mpoly_ctx.gens)


def one_sign(poly: Poly, sorts: Sequence[str]) -> int:
    """1 if poly >= 0 is seen from its coefficients, -1 if poly <= 0 is, else 0; 1 for zero.

    Every variable is >= 0, save those of sort `real`, whose even powers are.
    """
    coefficients = poly.coeffs()
    sign = 1 if min(coefficients, default=1) > 0 else -1 if max(coefficients) < 0 else 0
    if sign and "real" in sorts:
        degrees = poly.degrees()
        free = [place for place, sort in enumerate(sorts) if sort == "real" and degrees[place]]
        each = map(poly.monomial, range(len(poly)))  # one by one: a list of all may be enormous
        if free and any(monomial[place] % 2 for monomial in each for place in free):
            return 0
    return sign


def is_positive(poly: Poly, sorts: Sequence[str]) -> bool:
    """poly > 0 is seen: no negative coefficient, and a monomial in positive variables only.

    These are left, with their coefficients, where positive variables are 1 and all others 0.
    """
    if poly.is_zero() or one_sign(poly, sorts) != 1:
        return False
    if not any(poly.monomial(len(poly) - 1)):  # the constant term comes last
        return True
    return "positive" in sorts and bool(poly(*[int(sort == "positive") for sort in sorts]) > 0)


def is_seen(poly: Poly, rel: str, sorts: Sequence[str]) -> bool:
    """poly rel 0 is seen from the coefficients."""
    if rel == "==":
        return bool(poly.is_zero())
    if rel == ">=":
        return one_sign(poly, sorts) == 1
    return is_positive(poly, sorts) or (rel == "!=" and is_positive(-poly, sorts))


def tidy(
    facts: Iterable[Fact], sorts: Sequence[str], known: tuple[Fact, ...] = ()
) -> tuple[Fact, ...]:
    """The known facts and the others, without content, repetition or what coefficients show.

    A fact p != 0 with p >= 0 (p <= 0) seen from its coefficients becomes p > 0 (-p > 0).
    """
    kept = list(known)
    for poly, rel in facts:
        content = poly.content()
        if content > 1:
            poly = poly / content
        if rel == "!=" and (sign := one_sign(poly, sorts)):
            poly, rel = (poly if sign > 0 else -poly), ">"
        if rel != "!=" and is_seen(poly, rel, sorts):
            continue
        if not any(rel == other and poly == fact for fact, other in kept):
            kept.append((poly, rel))
    return tuple(kept)


def factors(poly: Poly) -> tuple[Any, list[tuple[Poly, int]]]:
    """(c, [(f, e), ...]) with poly = c * prod f^e, multiplied out and compared; in fixed order."""
    return Keyed(poly).parts()


def factors_of_product(polys: Iterable[Poly]) -> tuple[Any, list[tuple[Poly, int]]]:
    """(c, [(f, e), ...]) for the product of the polynomials, each f once."""
    powers, unit = Counter[Keyed](), fmpz(1)
    for poly in polys:
        constant, pairs = factors(poly)
        unit *= constant
        for piece, power in pairs:
            powers[Keyed(piece)] += power
    return unit, [(key.poly, power) for key, power in powers.items()]


def text_of(poly: Poly) -> str:
    """The polynomial as flint writes it; each text that flint writes itself is never freed."""
    names, text = poly.context().names(), ""
    for monomial, number in zip(poly.monoms(), poly.coeffs(), strict=True):
        powers = [f"{names[i]}^{p}".removesuffix("^1") for i, p in enumerate(monomial) if p]
        size = [str(abs(number))] if abs(number) != 1 or not powers else []
        text += (" - " if number < 0 else " + ") + "*".join((*size, *powers))
    return ("-" * text.startswith(" - ") + text[3:]) or "0"


class Keyed:
    """A polynomial that can be looked up, so that its factors are remembered."""

    def __init__(self, poly: Poly) -> None:
        self.poly = poly

    def __hash__(self) -> int:
        return hash((self.poly.degrees(), *self.poly.coeffs()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Keyed) and bool(self.poly == other.poly)

    @lru_cache(maxsize=2_048)  # noqa: B019
    def parts(self) -> tuple[Any, list[tuple[Poly, int]]]:
        unit, found = fmpz(1), [(self.poly, 1)]
        with suppress(OverflowError):  # flint's, of large exponents and coefficients
            if sum(power > MAX_POWER for power in self.poly.degrees()) < 2:  # x^100 + y^100 - 1
                unit, found = self.poly.factor()
        alone = len(found) == 1  # of which no text is needed
        pairs = sorted(((f, int(p)) for f, p in found), key=lambda pair: alone or text_of(pair[0]))
        if prod((f**p for f, p in pairs), start=self.poly.context().constant(unit)) != self.poly:
            raise RuleError("the factorisation does not multiply out")
        return unit, pairs


def nonzero_sign(poly: Poly, sorts: Sequence[str]) -> int:
    """1 if poly > 0 is seen from its coefficients, -1 if poly < 0 is, else 0."""
    return 1 if is_positive(poly, sorts) else -1 if is_positive(-poly, sorts) else 0


@lru_cache(maxsize=8_192)
def polynomial(tree: Formula, names: tuple[str, ...]) -> Poly:
    """The polynomial that a tree of symbols, whole numbers, + - * and whole powers is."""
    context = fmpz_mpoly_ctx.get(names, Ordering.lex)
    if tree.op == "number" and tree.args[0].denominator == 1:
        return context.constant(int(tree.args[0]))
    if tree.op == "symbol":
        if tree.args[0] not in names:
            raise RuleError(f"no variable {tree.args[0]!r}")
        return context.gen(names.index(tree.args[0]))
    exponent = exponent_of(tree.args[1]) if tree.op == "^" else None
    if exponent is not None and exponent.denominator == 1 and exponent >= 0:
        base, power = polynomial(tree.args[0], names), context.constant(1)
        for _ in range(int(exponent)):
            power = multiply(power, base)
        return power
    if tree.op not in ("+", "-", "*", "neg"):
        raise RuleError(f"{tree} is not a polynomial with whole coefficients")
    parts = [polynomial(child, names) for child in tree.args]
    if tree.op == "neg":
        return -parts[0]
    if tree.op == "*":
        return multiply(*parts)
    return parts[0] + parts[1] if tree.op == "+" else parts[0] - parts[1]


def multiply(left: Poly, right: Poly) -> Poly:
    """left * right, refused when it would be enormous."""
    if len(left) * len(right) > MAX_PRODUCT:
        raise RuleError("the polynomials are too large")
    return left * right


def reduce(poly: Poly, roots: Mapping[int, Poly]) -> Poly:
    """The polynomial modulo root^2 = R for each root, the last root first."""
    for place in sorted(roots, reverse=True):
        if poly.degrees()[place] < 2:
            continue
        context = poly.context()
        layers: dict[int, dict[tuple[int, ...], Any]] = {}
        for monomial, coefficient in poly.to_dict().items():
            power, odd = divmod(monomial[place], 2)
            key = (*monomial[:place], odd, *monomial[place + 1 :])
            layers.setdefault(power, {})[key] = coefficient
        total = context.from_dict({})
        for power, terms in layers.items():
            total += multiply(context.from_dict(terms), roots[place] ** power)
        poly = total
    return poly
