"""Polynomials of the kernel as formulas a person can read.

A polynomial is shown factored when that is shorter, roots as roots, and the margins of the
matrix (TP + FN is P, c11 + c12 + c13 is a_1, and so on) by their letters where a factor is one.
Positive terms lead.

Invariant: the formula equals the polynomial, with each root variable standing for its root.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from itertools import combinations
from typing import Any

from symbolic_measures.kernel.algebra import Poly, RuleError, factors
from symbolic_measures.kernel.reader import Reader
from symbolic_measures.nouns.confusion import (
    CELLS,
    MAX_CLASSES,
    NHAT,
    PHAT,
    SIZE,
    N,
    P,
    Square,
    cell_names,
    second,
    summed,
)
from symbolic_measures.nouns.formula import Formula, formula, symbol

ZERO, ONE = formula(0), formula(1)
#: Sums that have a letter of their own, longest first.
MARGINS: dict[Formula, Formula] = {
    SIZE: symbol("n"),
    P: symbol("P"),
    N: symbol("N"),
    PHAT: symbol("Phat"),
    NHAT: symbol("Nhat"),
}
LETTERS = frozenset(str(letter) for letter in MARGINS.values())
_SECOND = {name: symbol(name + "2") for name in CELLS}
MARGINS |= {tree.at(**_SECOND): symbol(f"{name.args[0]}'") for tree, name in [*MARGINS.items()]}
#: The margins of m classes: how many elements are of true class i, and predicted as class i.
_SIZES = [f"{letter}_{i}" for letter in "ab" for i in range(1, MAX_CLASSES + 1)]
#: Every letter that a formula on a page may have beside the variables.
KNOWN = {f"{name}{prime}" for name in (*LETTERS, *_SIZES) for prime in ("", "'")}
#: Longer polynomials are not factored to be shown.
MOST_FACTORED = 400
#: Of so many classes products of sizes have letters, too.
FEW_CLASSES = 4


def margins_of(names: Collection[str]) -> dict[Formula, Formula]:
    """The letters of the margins of two classes, and of m > 2 if all m^2 cells are among the names.

    A parameter with the name of a margin (n) switches the letters of margins off.
    """
    found = MARGINS
    for doubled in (False, True):
        for classes in range(3, MAX_CLASSES + 1):
            cells = _cells(classes, doubled)
            stem = cells[0][0]
            own = {name for name in names if name[0] == stem and name[1:].isdigit()}
            if own == set(cells):
                found = found | _several(classes, doubled)
    taken = {name for letter in found.values() for name in letter.symbols()}
    return found if taken.isdisjoint(names) else {}


def _cells(classes: int, doubled: bool) -> tuple[str, ...]:
    return second(cell_names(classes)) if doubled else cell_names(classes)


@cache
def _several(classes: int, doubled: bool) -> dict[Formula, Formula]:
    """n, a_i and b_i, the sums of all but one of these, and the sum of the products of two."""
    square = Square(tuple(map(symbol, _cells(classes, doubled))))
    prime, places = "'" * doubled, range(classes)
    found = {square.size: symbol(f"n{prime}")}
    for letter, own, others in (
        ("a", square.true, square.outside_true), ("b", square.predicted, square.outside_predicted)
    ):  # fmt: skip
        sizes = [symbol(f"{letter}_{i + 1}{prime}") for i in places]
        found |= {own(i): sizes[i] for i in places}
        found |= {others(i): summed(size for j, size in enumerate(sizes) if j != i) for i in places}
        if classes <= FEW_CLASSES:
            pairs = summed(one * other for one, other in combinations(sizes, 2))
            found[_multiplied([own(i) for i in places], square.cells)] = pairs
    return found


def _multiplied(sums: list[Formula], cells: tuple[Formula, ...]) -> Formula:
    """The products of two of the sums, term by term, in the order of the variables."""
    place = {name: at for at, cell in enumerate(cells) for name in cell.symbols()}
    pairs = sorted(
        sorted((place[one], place[other]))
        for left, right in combinations(sums, 2)
        for one in left.symbols()
        for other in right.symbols()
    )
    return summed(cells[one] * cells[other] for one, other in pairs)


class Shown:
    """How the variables of the polynomials of a reader are written: roots, logarithms, powers.

    A root may be long; it is written when a polynomial has it.
    """

    def __init__(self, read: Reader) -> None:
        self.margins = margins_of(read.names)
        self.letters: dict[str, Formula] = {name: symbol(name) for name in read.names}
        self.read = read
        self.waiting = {*read.roots, *read.terms, *read.powers}
        self.named = frozenset(self.waiting)

    def is_long(self, poly: Poly) -> bool:
        """Whether it, or what stands in a root or function of it, is too long to be shown."""
        below = [part for place in self._needed(poly) for part in self._arguments(place)]
        return any(len(part) > MOST_FACTORED for part in (poly, *below))

    def _needed(self, poly: Poly) -> set[int]:
        """The places of the roots, functions and powers of it, and of these."""
        found: set[int] = set()
        stack = [poly] if self.named else []
        while stack:
            new = (_places(stack.pop()) & self.named) - found
            found |= new
            stack += [part for place in new for part in self._arguments(place)]
        return found

    def _write(self, poly: Poly) -> None:
        """The letters of its variables, those first that occur in another's argument."""
        needed = self._needed(poly) & self.waiting if self.waiting else set()
        while needed:
            inner = [i for i in needed if not self._inside(i) & (needed - {i})]
            for place in sorted(inner or needed):
                needed.remove(place)
                if place in self.waiting:  # it may be written with one that it occurs in
                    self.waiting.remove(place)
                    self.letters[self.read.names[place]] = self._letter(place)

    def _arguments(self, place: int) -> tuple[Poly, ...]:
        """The polynomials that a root, function or power is one of."""
        roots, terms, powers = self.read.roots, self.read.terms, self.read.powers
        below: tuple[Poly, ...] = (roots[place],) if place in roots else ()
        if place in terms:
            below += (terms[place].top, terms[place].bottom)
        return below + tuple(powers.get(place, ()))

    def _inside(self, place: int) -> set[int]:
        """The places of the variables in these."""
        return {i for part in self._arguments(place) for i in _places(part)}

    def _letter(self, place: int) -> Formula:
        if place in self.read.roots:
            return Formula("sqrt", self.formula(self.read.roots[place]))
        if place in self.read.terms:
            term = self.read.terms[place]
            return Formula(term.function, ratio(self.formula(term.top), self.formula(term.bottom)))
        base, top, bottom = map(self.formula, self.read.powers[place])
        return base ** ratio(top, bottom)

    def formula(self, poly: Poly) -> Formula:
        """The polynomial, factored if that is shorter."""
        whole = self.margin(self.sum(poly))
        if len(poly) < 2:
            return whole
        try:
            factored = self.product(poly)
        except RuleError:
            return whole
        return factored if len(str(factored)) < len(str(whole)) else whole

    def product(self, poly: Poly) -> Formula:
        """c * f1**e1 * f2**e2 ..., short factors first."""
        unit, pairs = factors(poly)
        size = abs(int(unit))
        parts = [] if size == 1 and pairs else [formula(size)]
        bases = [(self.short(piece), exponent) for piece, exponent in pairs]
        for base, exponent in sorted(bases, key=lambda pair: self._place(pair[0])):
            parts.append(base if exponent == 1 else base**exponent)
        whole = product(parts)
        return -whole if unit < 0 else whole

    def short(self, poly: Poly) -> Formula:
        """The sum of its terms; or by roots and powers, with factored coefficients, if shorter."""
        whole = self.margin(self.sum(poly))
        layers: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
        for monomial, coefficient in poly.to_dict().items():
            key = tuple(p if i in self.named else 0 for i, p in enumerate(monomial))
            rest = tuple(p - q for p, q in zip(monomial, key, strict=True))
            layers.setdefault(key, {})[rest] = coefficient
        if not 1 < len(layers) < len(poly):
            return whole
        parts: list[Formula] = []
        for key, terms in layers.items():
            part = self.product(poly.context().from_dict(terms))
            if any(key):
                below, size = part.op == "neg", part.args[0] if part.op == "neg" else part
                root = self._term(key, 1)
                part = root if size == formula(1) else size * root
                part = -part if below else part
            parts.append(part)
        total = parts[0]
        for part in parts[1:]:
            total = total - part.args[0] if part.op == "neg" else total + part
        return whole if len(str(whole)) < len(str(total)) else total

    def _place(self, base: Formula) -> tuple[int, str]:
        """Factors in the order of the margins, then of the variables, sums last."""
        order = [*self.margins.values(), *self.letters.values()]
        place = order.index(base) if base in order else len(order)
        return place, f"{len(str(base)):6} {base}"

    def sum(self, poly: Poly) -> Formula:
        """The terms in the order of the variables, the first of the positive ones leading."""
        self._write(poly)
        terms = [(self._term(m, abs(int(c))), c < 0) for m, c in poly.to_dict().items()]
        if not terms:
            return formula(0)
        lead = next((i for i, (_, negative) in enumerate(terms) if not negative), 0)
        first, negative = terms.pop(lead)
        total = -first if negative else first
        for term, below in terms:
            total = total - term if below else total + term
        return total

    def _term(self, monomial: tuple[Any, ...], size: int) -> Formula:
        parts = [] if size == 1 and any(monomial) else [formula(size)]
        for base, power in zip(self.letters.values(), monomial, strict=True):
            if power:
                parts.append(base if power == 1 else base ** int(power))
        return product(parts)

    def margin(self, tree: Formula) -> Formula:
        """The letter of a margin, or the tree."""
        return self.margins.get(tree, tree)


def _places(poly: Poly) -> set[int]:
    """The places of its variables."""
    return {place for place, degree in enumerate(poly.degrees()) if degree}


def product(parts: list[Formula]) -> Formula:
    """The product of at least one formula, from left to right."""
    whole = parts[0]
    for part in parts[1:]:
        whole = whole * part
    return whole


def with_margins(tree: Formula, names: Collection[str] = ()) -> Formula:
    """The tree with every sum that is a margin, and not part of a longer sum, by its letter.

    A term 0 of a sum is left out.  The margins of several classes are seen by the `names` of all
    their cells.
    """
    short = without_zeros(tree)
    margins = margins_of({*names, *short.symbols()})
    return _by_letters(short, False, margins) if margins else short


def without_zeros(tree: Formula) -> Formula:
    """The tree without terms 0 and factors 1; products and powers of 0 are 0."""
    parts = [without_zeros(child) for child in tree.children]
    kept = [part for part in parts if part != ZERO]
    if tree.op in ("+", "-") and len(kept) < 2:
        negative = tree.op == "-" and bool(kept) and parts[0] == ZERO
        return (-kept[0] if negative else kept[0]) if kept else ZERO
    if tree.op == "*" and (len(kept) < 2 or ONE in parts):
        return ZERO if len(kept) < 2 else parts[parts[0] == ONE]
    if tree.op == "^" and kept[:1] != parts[:1] and parts[1].op == "number":
        return ZERO if parts[1].args[0] > 0 else Formula(tree.op, *parts)
    return Formula(tree.op, *parts) if parts else tree


def _by_letters(tree: Formula, within: bool, margins: dict[Formula, Formula]) -> Formula:
    if not within and tree in margins:
        return margins[tree]
    longer = tree.op in ("+", "-") and tree.args[1] not in margins
    parts = [
        _by_letters(child, longer and not place, margins)
        for place, child in enumerate(tree.children)
    ]
    whole = Formula(tree.op, *parts) if parts else tree
    if tree.op != "*":
        return whole
    order = list(margins.values())
    return product(sorted(_chain(whole), key=lambda part: _rank(part, order)))


def _chain(tree: Formula) -> list[Formula]:
    return [*_chain(tree.args[0]), tree.args[1]] if tree.op == "*" else [tree]


def _rank(part: Formula, order: list[Formula]) -> int:
    """Numbers first, then margins in their order, then the rest as it stands."""
    base = part.args[0] if part.op in ("^", "power") else part
    return -1 if base.op == "number" else order.index(base) if base in order else len(order)


def ratio(top: Formula, bottom: Formula) -> Formula:
    """top/bottom, or top where the bottom is 1; a minus sign stands before the fraction."""
    if bottom == formula(1):
        return top
    positive = _without_sign(top)
    return top / bottom if positive is None else -(positive / bottom)


def _without_sign(tree: Formula) -> Formula | None:
    """What follows a leading minus sign of a number or a product; None if there is none."""
    match tree.op:
        case "neg":
            inner: Formula = tree.args[0]
            return inner
        case "number" if tree.args[0] < 0:
            return formula(-tree.args[0])
        case "*" if (left := _without_sign(tree.args[0])) is not None:
            right: Formula = tree.args[1]
            return right if left == formula(1) else left * right
    return None


def signed(tree: Formula) -> Formula:
    """(-a)/b as -(a/b)."""
    return ratio(tree.args[0], tree.args[1]) if tree.op == "/" else tree
