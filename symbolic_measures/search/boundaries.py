"""Where a property may change: polynomials in the parameters (and rho = N/P).

A projection of the cleared goals: their numerators with each cell 0, 1 or free, coefficients and
discriminants of these, and the factors of all that.  Nothing here is trusted; a boundary that is
missed shows when the proofs of the regions fail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import chain, product
from math import isqrt, lcm
from typing import Any

from flint import Ordering, fmpz_mpoly_ctx

from symbolic_measures.kernel.algebra import Poly, RuleError
from symbolic_measures.kernel.reader import reader
from symbolic_measures.meaning.dependence import MAX_TERMS, cleared_numerators
from symbolic_measures.meaning.ratios import RHO, sizes
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable

MAX_CELLS = 4
MAX_HEIGHT = 400
MAX_DEGREE = 4
#: The one cell that is left free.
FREE = "free"


@dataclass(frozen=True)
class Boundary:
    """An irreducible polynomial in the parameters: the property may change where it is 0."""

    names: tuple[str, ...]
    terms: tuple[tuple[tuple[int, ...], int], ...]

    @classmethod
    def of(cls, poly: Poly, names: tuple[str, ...]) -> Boundary:
        """With a positive leading coefficient."""
        if poly.leading_coefficient() < 0:
            poly = -poly
        terms = {tuple(map(int, m))[: len(names)]: int(c) for m, c in poly.to_dict().items()}
        return cls(names, tuple(sorted(terms.items(), reverse=True)))

    @property
    def degree(self) -> int:
        """In the first parameter."""
        return max(monomial[0] for monomial, _ in self.terms)

    @property
    def weight(self) -> tuple[int, int]:
        """Simple ones first."""
        total = max(sum(monomial) for monomial, _ in self.terms)
        return total, sum(abs(coefficient) for _, coefficient in self.terms)

    def coefficients(self, point: Mapping[str, Fraction]) -> list[Fraction]:
        """Of the powers of the first parameter, at a point of the others."""
        found = [Fraction(0)] * (self.degree + 1)
        for monomial, coefficient in self.terms:
            value = Fraction(coefficient)
            for name, power in zip(self.names[1:], monomial[1:], strict=True):
                value *= point[name] ** power
            found[monomial[0]] += value
        return found

    @cached_property
    def tree(self) -> Formula:
        """As a formula."""
        total = formula(0)
        for monomial, coefficient in self.terms:
            term: Formula | None = None if abs(coefficient) == 1 else formula(abs(coefficient))
            for name, power in zip(self.names, monomial, strict=True):
                if power:
                    part = symbol(name) if power == 1 else symbol(name) ** power
                    term = part if term is None else term * part
            piece = formula(1) if term is None else term
            if total == formula(0):
                total = -piece if coefficient < 0 else piece
            else:
                total = total - piece if coefficient < 0 else total + piece
        return total

    @property
    def sides(self) -> tuple[Formula, Formula]:
        """Two sums of positive terms of which it is the difference."""
        signs = (tuple((m, s * c) for m, c in self.terms if s * c > 0) for s in (1, -1))
        left, right = (Boundary(self.names, terms).tree for terms in signs)
        return left, right

    def solved(self) -> tuple[Formula, int] | None:
        """(c, sign) if it is sign * k * (x - c) with a number k > 0, x the first parameter."""
        tops = [(m, c) for m, c in self.terms if m[0]]
        if len(tops) != 1 or tops[0][0] != (1, *(0,) * (len(self.names) - 1)):
            return None
        slope = tops[0][1]
        rest = {m: Fraction(-c, slope) for m, c in self.terms if not m[0]}
        scale = lcm(*(value.denominator for value in rest.values()))
        whole = tuple((m, int(c * scale)) for m, c in rest.items())
        if not whole:
            return formula(0), 1 if slope > 0 else -1
        if all(not any(m) for m in rest):
            return formula(next(iter(rest.values()))), 1 if slope > 0 else -1
        tree = Boundary(self.names, whole).tree
        return (tree if scale == 1 else tree / scale), 1 if slope > 0 else -1

    def roots(self, point: Mapping[str, Fraction]) -> list[Formula]:
        """The real roots in the first parameter, for degree 1 and 2."""
        found = self.coefficients(point)
        while found and not found[-1]:
            found.pop()
        if len(found) == 2:
            return [formula(-found[0] / found[1])]
        if len(found) != 3:
            return []
        c, b, a = found
        inside = b * b - 4 * a * c
        if inside < 0:
            return []
        root = _root(inside)
        if root is not None:
            return [formula((-b + sign * root) / (2 * a)) for sign in ((1, -1) if root else (1,))]
        whole = inside.numerator * inside.denominator
        middle = formula(-b / (2 * a))
        part = Formula("sqrt", formula(whole)) / formula(abs(2 * a * inside.denominator))
        return [middle + part, middle - part]


def _root(value: Fraction) -> Fraction | None:
    top, bottom = isqrt(value.numerator), isqrt(value.denominator)
    exact = top * top == value.numerator and bottom * bottom == value.denominator
    return Fraction(top, bottom) if exact else None


def boundaries(goals: Iterable[Goal], names: tuple[str, ...], ratio: bool) -> list[Boundary]:
    """The likeliest boundaries in these parameters, simple ones first."""
    context = fmpz_mpoly_ctx.get((*names, FREE), Ordering.lex)
    found: Counter[Boundary] = Counter()
    for goal in goals:
        polys = [poly for poly in cleared_numerators(goal) if len(poly[0]) <= MAX_TERMS]
        for poly, letters in polys:
            special = (
                _at_ratios(goal, poly, letters, context, names)
                if ratio
                else _special(poly, letters, context, names)
            )
            pieces = chain(_coefficients(poly, letters, context, names), special)
            found.update({b for piece in pieces for b in _pieces(piece, names)})
    kept = [b for b in found if b.degree <= 2 and max(b.weight) <= MAX_HEIGHT]
    kept.sort(key=lambda b: (b.weight, -found[b], b.terms))
    return kept


def ends(conditions: Iterable[Atom], names: tuple[str, ...]) -> list[Boundary]:
    """Where the admissible set ends."""
    context = fmpz_mpoly_ctx.get((*names, FREE), Ordering.lex)
    found = [bound for atom in conditions for bound in _of_atom(atom, context, names)]
    return [bound for bound in dict.fromkeys(found) if 1 <= bound.degree <= 2]


def _coefficients(
    poly: Poly, letters: tuple[str, ...], context: fmpz_mpoly_ctx, names: tuple[str, ...]
) -> Iterator[Poly]:
    """The coefficients of the monomials in the cells."""
    layers: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
    places = [letters.index(name) if name in letters else None for name in names]
    for monomial, coefficient in poly.to_dict().items():
        rest = tuple(p for i, p in enumerate(monomial) if i not in places)
        key = (*(0 if place is None else monomial[place] for place in places), 0)
        layers.setdefault(rest, {})[key] = coefficient
    yield from (context.from_dict(terms) for terms in layers.values())


def _special(
    poly: Poly, letters: tuple[str, ...], context: fmpz_mpoly_ctx, names: tuple[str, ...]
) -> Iterator[Poly]:
    """The polynomial with its cells 0, 1, or one of them free."""
    own = dict(zip((*names, FREE), context.gens(), strict=True))
    used = [n for n, power in zip(letters, poly.degrees(), strict=True) if power]
    cells = [name for name in used if name not in names]
    zero = context.constant(0)
    for values in product((0, 1, FREE), repeat=len(cells)) if len(cells) <= MAX_CELLS else ():
        if values.count(FREE) <= 1:
            at = {n: own[FREE] if v == FREE else v for n, v in zip(cells, values, strict=True)}
            images = [own[n] if n in names else zero + at.get(n, 0) for n in letters]
            yield poly.compose(*images, ctx=context)


def _at_ratios(
    goal: Goal,
    poly: Poly,
    letters: tuple[str, ...],
    context: fmpz_mpoly_ctx,
    names: tuple[str, ...],
) -> Iterator[Poly]:
    """The polynomial at cells 0, 1, x, rho or rho*x, such that N/P is rho, with x free."""
    own = dict(zip((*names, FREE), context.gens(), strict=True))
    first, second = (_poly(size, letters) for size in sizes(goal))
    if first is None or second is None:
        return
    others = [n for n in letters if n not in names]
    used = [any(p.degrees()[letters.index(n)] for p in (poly, first, second)) for n in others]
    cells = [name for name, here in zip(others, used, strict=True) if here]
    one, rho, free = context.constant(1), own[RHO], own[FREE]
    choices = list(zip((0, 1, 7, 11, 77), (one * 0, one, rho, free, rho * free), strict=True))
    for chosen in product(choices, repeat=len(cells)) if len(cells) <= 6 else ():
        near = dict(zip(cells, (number for number, _ in chosen), strict=True))
        p, n = (side(*(near.get(name, 0) for name in letters)) for side in (first, second))
        if p and n == 7 * p:  # so it is at rho = 7, x = 11
            at = dict(zip(cells, (image for _, image in chosen), strict=True))
            images = [own[n] if n in names else at.get(n, one * 0) for n in letters]
            p, n = (side.compose(*images, ctx=context) for side in (first, second))
            if n == p * rho:
                yield poly.compose(*images, ctx=context)


def _poly(tree: Formula, letters: tuple[str, ...]) -> Poly | None:
    """The tree, with 0 for what is none of the letters (the step of a path)."""
    tree = tree.at(**{name: 0 for name in tree.symbols() if name not in letters})
    read = reader(Goal(tuple(Variable(n, "positive") for n in letters), (), Atom(tree, "==")))
    try:
        top = read.ratio(tree)[0]
    except RuleError:
        return None
    return top


def _pieces(poly: Poly, names: tuple[str, ...]) -> Iterator[Boundary]:
    """The factors in the parameters of a polynomial, its coefficients and its discriminant."""
    if poly.is_zero() or len(poly) > MAX_TERMS:
        return
    place = len(names)
    degree = poly.degrees()[place]
    parts = [poly]
    if degree:
        layers: dict[int, dict[tuple[int, ...], Any]] = {}
        for monomial, coefficient in poly.to_dict().items():
            layers.setdefault(monomial[place], {})[(*monomial[:place], 0)] = coefficient
        parts = [poly.context().from_dict(terms) for terms in layers.values()]
        for piece, _ in poly.factor()[1]:
            if 2 <= piece.degrees()[place] <= MAX_DEGREE:
                parts.append(piece.discriminant(FREE))
    for part in parts:
        if not part.is_zero() and part.total_degree() <= 12:
            for piece, _ in part.factor()[1]:
                if not piece.degrees()[place]:
                    yield Boundary.of(piece, names)


def _of_atom(atom: Atom, context: fmpz_mpoly_ctx, names: tuple[str, ...]) -> Iterable[Boundary]:
    """The ends of the admissible set."""
    read = reader(Goal(tuple(Variable(name, "real") for name in (*names, FREE)), (), atom))
    try:
        top = read.ratio(atom.expr)[0]
    except RuleError:
        return ()
    return list(_pieces(context.from_dict(top.to_dict()), names))
