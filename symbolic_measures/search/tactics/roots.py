"""Moves for roots and logarithms: compare squares, and cut in what decides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_measures.kernel.algebra import Poly, Sequent, is_positive, one_sign
from symbolic_measures.macros import written
from symbolic_measures.search.tactics.reach import Move, Reach, less


def logarithms(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """c*log Y - d*log X with c, d >= 0 and Y >= X: use log Y - log X >= 0."""
    poly, rel = goal.conclusion
    logs = {place for place, term in goal.terms.items() if term.function == "log"}
    layers = {place: coefficient_of(poly, place) for place in logs if poly.degrees()[place] == 1}
    pairs = [(x, y) for x in sorted(layers) for y in sorted(layers) if x != y]
    for x, y in pairs if rel in (">", ">=") else ():
        if one_sign(-layers[x], goal.sorts) != 1 or one_sign(layers[y], goal.sorts) != 1:
            continue
        below, above = goal.terms[x], goal.terms[y]
        gap = above.top * below.bottom - below.top * above.bottom
        fact = goal.gens[y] - goal.gens[x]
        kind = ">" if is_positive(gap, goal.sorts) else ">="
        enough = (">",) if rel == kind == ">" else (">", ">=", "==")
        known = [n for n, own in enumerate(goal.hypotheses) if own[0] == fact and own[1] in enough]
        if known:
            rest = layers[y] + layers[x]
            factor = -layers[x] if one_sign(rest, goal.sorts) == 1 else layers[y]
            yield "combine", {"multipliers": {str(known[0]): written(factor)}}, reach
        elif one_sign(gap, goal.sorts) == 1 and reach.cases:
            yield "cut", {"of": written(fact), "rel": kind}, reach
        else:
            continue
        return


def coefficient_of(poly: Poly, place: int) -> Poly:
    """The coefficient of a variable that occurs to the first power."""
    terms = {
        (*monomial[:place], 0, *monomial[place + 1 :]): coefficient
        for monomial, coefficient in poly.to_dict().items()
        if monomial[place]
    }
    return poly.context().from_dict(terms)


def rooted_products(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """A product of roots whose radicands multiply to a square."""
    if len(goal.roots) < 2:
        return
    sets = {
        tuple(place for place in goal.roots if monomial[place])
        for monomial in goal.conclusion[0].monoms()
    }
    for places in sorted(sets):
        if len(places) > 1:
            yield "rooted", {"roots": [goal.names[place] for place in places]}, reach


def top_root(goal: Sequent) -> int | None:
    degrees = goal.conclusion[0].degrees()
    return max((place for place in goal.roots if degrees[place]), default=None)


def is_squared(goal: Sequent) -> bool:
    degrees = goal.conclusion[0].degrees()
    return any(degrees[place] > 1 for place in goal.roots)


def is_mixed(goal: Sequent, root: int) -> bool:
    """Whether the root occurs in some terms but not in all, or stands alone."""
    monomials = goal.conclusion[0].monoms()
    powers = {monomial[root] for monomial in monomials}
    return len(powers) > 1 or (len(monomials) == 1 and sum(monomials[0]) == 1)


def positive_roots(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """If everything is >= 0, one positive root may be what makes the sum positive."""
    monomials = goal.conclusion[0].monoms()
    for place in goal.roots:
        name = goal.names[place]
        decides = any(
            monomial[place]
            and all(
                not power or other == place or goal.sorts[other] == "positive"
                for other, power in enumerate(monomial)
            )
            for monomial in monomials
        )
        known = [fact for fact, _ in (*goal.hypotheses, goal.conclusion)]
        if decides and goal.gens[place] not in known:
            yield "cut", {"of": name, "rel": ">"}, reach


def without_positive_roots(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """Roots that stand in terms >= 0 alone are left out, first all of them: cut in what is left."""
    poly, rel = goal.conclusion
    terms = poly.to_dict()
    below = [m for m, size in terms.items() if size < 0]
    real = [place for place, sort in enumerate(goal.sorts) if sort == "real"]
    away = [r for r in goal.roots if not any(m[r] for m in below)]
    away = [r for r in away if not any(m[r] and any(m[x] % 2 for x in real) for m in terms)]
    for gone in (away, *([r] for r in away if len(away) > 1)) if below else ():
        kept = {m: size for m, size in terms.items() if not any(m[r] for r in gone)}
        if gone and len(kept) < len(terms):
            part = poly.context().from_dict(kept)
            yield "cut", {"of": written(part), "rel": rel}, less(reach, sums=max(reach.sums, 1))


def outweighing_products(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """A product of roots that alone outweighs the negative terms: cut in c*root1*root2 - N >= 0."""
    poly = goal.conclusion[0]
    terms = poly.to_dict()
    context = poly.context()
    negative = {m: c for m, c in terms.items() if c < 0}
    if not negative or any(monomial[place] for monomial in negative for place in goal.roots):
        return
    for monomial, coefficient in terms.items():
        rooted = sum(monomial[place] for place in goal.roots)
        if coefficient > 0 and rooted == sum(monomial) > 1 and len(terms) > len(negative) + 1:
            part = context.from_dict({**negative, monomial: coefficient})
            yield "cut", {"of": written(part), "rel": ">="}, reach


def compared_squares(goal: Sequent, root: int, reach: Reach) -> Iterator[Move]:
    name = goal.names[root]
    if goal.conclusion[1] == "!=":
        yield "square", {"root": name}, reach
        return
    yield "square", {"root": name, "larger": "root"}, reach
    yield "square", {"root": name, "larger": "free"}, reach
    if not reach.cases:
        return
    lower = less(reach, cases=reach.cases - 1)
    for part in _parts(goal, root):
        if not one_sign(part, goal.sorts):
            yield "cases", {"of": written(part)}, lower


def _parts(goal: Sequent, root: int) -> list[Poly]:
    """a and b of a + b*root, without their positive content."""
    context = goal.conclusion[0].context()
    split: list[dict[tuple[int, ...], Any]] = [{}, {}]
    for monomial, coefficient in goal.conclusion[0].to_dict().items():
        split[monomial[root]][(*monomial[:root], 0, *monomial[root + 1 :])] = coefficient
    parts = []
    for terms in split:
        _, pairs = context.from_dict(terms).factor()
        parts += [piece for piece, power in pairs if power % 2]
    return parts
