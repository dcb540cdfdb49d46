"""A quadratic conclusion as a sum of squares and of terms without negative coefficients.

Squares of differences of two variables come first.  Else the part in the variables that stand in
terms below 0 is written in squares one after the other (J.-L. Lagrange):
d*x^2 + x*r + ... = (2*d*x + r)^2/(4*d) + ..., with d > 0.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement
from math import lcm

from symbolic_measures.kernel.algebra import Poly, RuleError, Sequent
from symbolic_measures.macros import apply
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.tactics.multipliers import beside

#: The coefficient of x*y, for places of x and y in order.
Form = dict[tuple[int, int], Fraction]


def by_squares(goal: Sequent) -> Step | None:
    """A proof, if squares and what has no negative coefficient add up to the conclusion."""
    poly, rel = goal.conclusion
    if rel not in (">", ">=") or goal.roots or goal.terms:
        return None
    if any(sum(map(int, monomial)) != 2 for monomial in poly.monoms()):
        return None
    tries = (_added(goal, squares) for squares in (_differences(poly), _squares(poly)) if squares)
    return next((step for step in tries if step is not None), None)


def _added(goal: Sequent, squares: list[tuple[Poly, Fraction]]) -> Step | None:
    """The proof by these squares, each with what it is multiplied by."""
    scale = lcm(*(weight.denominator for _, weight in squares))
    here, cuts = goal, []
    try:
        for line, _ in squares:
            cut = {"of": str(line * line), "rel": ">="}
            _, after = apply(here, "cut", cut)
            if not isinstance(after, Sequent):
                return None
            here = after
            cuts.append((cut, Step("factor", {"signs": [1]})))
        places = [here.hypotheses.index((line * line, ">=")) for line, _ in squares]
        times = {str(k): str(int(w * scale)) for k, (_, w) in zip(places, squares, strict=True)}
        args = {"multipliers": times, **({"scale": scale} if scale > 1 else {})}
        (rest,) = apply(here, "combine", args)
        apply(rest, "coefficients", {})
    except (RuleError, ValueError):  # not a sum of squares and of terms >= 0
        return None
    return beside(Step("combine", args, (Step("coefficients"),)), cuts)


def _differences(poly: Poly) -> list[tuple[Poly, Fraction]]:
    """x - y with s/2 for each term -s*x*y, which is enough where no x^2 is used up."""
    form, gens = _form(poly), poly.context().gens()
    below = [(pair, size) for pair, size in form.items() if size < 0]
    for pair, size in below:
        for x in pair:
            form[x, x] = form.get((x, x), Fraction(0)) + size / 2
    if any(form[x, x] < 0 for pair, _ in below for x in pair):
        return []
    return [(gens[x] - gens[y], -size / 2) for (x, y), size in below]


def _form(poly: Poly) -> Form:
    form: Form = {}
    for monomial, coefficient in poly.to_dict().items():
        one, other = (place for place, power in enumerate(monomial) for _ in range(power))
        form[one, other] = Fraction(int(coefficient))
    return form


def _squares(poly: Poly) -> list[tuple[Poly, Fraction]]:
    """Lines with whole numbers and what their squares are multiplied by; none if there are none."""
    form = _form(poly)
    mixed = sorted({place for pair, size in form.items() if size < 0 for place in pair})
    left = {pair: form.get(pair, Fraction(0)) for pair in combinations_with_replacement(mixed, 2)}
    found = []
    while below := {place for pair, size in left.items() if size < 0 for place in pair}:
        x = next((place for place in sorted(below) if left[place, place] > 0), None)
        if x is None:
            return []
        d = left[x, x]
        line = {y: left[min(x, y), max(x, y)] * (1 + (x == y)) for y in mixed}
        whole = lcm(*(size.denominator for size in line.values()))
        tree = poly.context().constant(0)
        for y, size in line.items():
            tree += poly.context().gen(y) * int(size * whole)
        content = int(tree.content())
        found.append((tree / content, Fraction(content**2, whole**2) / (4 * d)))
        for one, other in left:  # then x stands in no term that is left
            left[one, other] -= line[one] * line[other] * (1 + (one != other)) / (4 * d)
    return found
