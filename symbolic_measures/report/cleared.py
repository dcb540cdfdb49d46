"""Formulas as one fraction of polynomials, as the kernel reads them, ready to be shown.

What is too long for a line is a letter: up to a dozen terms are displayed by themselves (`asides`);
of more, a note says how many there are, of which degree, and whether any is negative, and up to
`MOST_FOLDED` are written out where a page can fold them (`folded`).

Invariant: the fraction equals the formula wherever the formula is defined.
"""

from __future__ import annotations

from functools import lru_cache

from symbolic_measures.kernel.algebra import Poly, one_sign, reduce
from symbolic_measures.kernel.reader import Reader, reader
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.report.polynomials import Shown, ratio
from symbolic_measures.report.prose import Equation, Prose, equation

#: Formulas longer than this (as text) are told by their number of terms.
LONGEST = 100
MOST_TERMS = 12
#: Terms, and characters, of what is written out in a fold.
MOST_FOLDED, LONGEST_FOLDED = 150, 6000


class Cleared:
    """A formula as one fraction of polynomials, long ones by a letter and a note."""

    def __init__(self, variables: tuple[Variable, ...], tree: Formula, sign: int) -> None:
        read = reader(Goal(variables, (), Atom(tree, "defined")))
        top, bottom = lowest(read, *read.ratio(tree))
        self.top, self.bottom, self.sorts = top * sign, bottom * sign, read.sorts
        self.names, self.roots, self.terms = read.names, read.roots, read.terms
        shown = Shown(read)
        self.notes: list[Prose] = []
        self.asides: list[tuple[Prose, Equation]] = []
        self.folded: list[tuple[Prose, Equation]] = []
        above = self._part(shown, self.top, "p", "numerator")
        below = self._part(shown, self.bottom, "q", "denominator")
        self.formula = ratio(above, below)

    def _part(self, shown: Shown, poly: Poly, letter: str, what: str) -> Formula:
        tree = None if shown.is_long(poly) else shown.formula(poly)
        if tree is not None and len(str(tree)) <= LONGEST and _terms(tree) <= MOST_TERMS:
            return tree
        name = symbol(letter if letter not in shown.letters else letter + "_0")
        sign = one_sign(poly, self.sorts)
        kind = {1: "none negative", -1: "none positive", 0: "of both signs"}[sign]
        if tree is not None and min(_terms(tree), len(poly)) <= MOST_TERMS:
            self.asides.append(((f"Here the {what} is:",), equation(name, "=", tree)))
            return name
        terms = "one term" if len(poly) == 1 else f"{len(poly)} terms"
        told = f" is a polynomial with {terms} of degree at most {_degree(poly)}, {kind}."
        self.notes.append((f" Here the {what} ", name, told))
        if tree is not None and len(poly) <= MOST_FOLDED and len(str(tree)) <= LONGEST_FOLDED:
            self.folded.append(((f"The {what} written out:",), equation(name, "=", tree)))
        return name

    @property
    def sign(self) -> int:
        """The sign seen from the numerator's coefficients."""
        return one_sign(self.top, self.sorts)


@lru_cache(maxsize=256)
def cleared(variables: tuple[Variable, ...], tree: Formula, sign: int) -> Cleared:
    """Weak and strict forms of a property show the same fractions."""
    return Cleared(variables, tree, sign)


def _degree(poly: Poly) -> int:
    """The largest degree of a term."""
    return max((sum(map(int, monomial)) for monomial in poly.to_dict()), default=0)


def _terms(tree: Formula) -> int:
    """The number of terms of the longest sum in a formula."""
    count, longest = {tree: 1}, 1
    for node in tree.walk():
        count[node] = sum(count[c] for c in node.args) if node.op in ("+", "-") else 1
        longest = max(longest, count[node])
    return longest


def lowest(read: Reader, top: Poly, bottom: Poly) -> tuple[Poly, Poly]:
    """Roots squared away above, and what is common cancelled."""
    top = reduce(top, read.roots)
    if top.is_zero():
        return top, bottom
    common = top.gcd(bottom)
    return (top, bottom) if common.is_one() else (top / common, bottom / common)
