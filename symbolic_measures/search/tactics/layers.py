"""A conclusion that is linear in a variable x >= 0 of which nothing else is said: a + b*x >= 0 for
every such x if and only if a >= 0 and b >= 0, so that each is shown alone."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_measures.kernel.algebra import Poly, Sequent, one_sign
from symbolic_measures.macros import written
from symbolic_measures.search.tactics.points import in_terms, sample_points, sign_of
from symbolic_measures.search.tactics.reach import Move, Reach, less
from symbolic_measures.search.tactics.roots import coefficient_of


def in_layers(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """The parts of the conclusion without the variable and with it, cut in one after the other;
    then their sum."""
    poly, rel = goal.conclusion
    if not reach.layers or rel not in (">", ">=") or not reach.cases or in_terms(goal):
        return
    degrees = poly.degrees()
    for place, sort in enumerate(goal.sorts):
        if degrees[place] != 1 or sort == "real" or place in goal.roots or _is_told(goal, place):
            continue
        slope = coefficient_of(poly, place)
        layers = [poly - slope * goal.gens[place], slope]
        factors = "1", goal.names[place]
        if any(one_sign(-layer, goal.sorts) == 1 for layer in layers):
            return  # it is false
        rels = _needed(goal, layers, rel, sort)
        if rels is None:
            continue
        needed = [((layer, kind), factor)
                  for layer, kind, factor in zip(layers, rels, factors, strict=True)
                  if kind == ">" or one_sign(layer, goal.sorts) != 1]  # fmt: skip
        if not needed or layers[0].is_zero():  # a product
            continue
        for (layer, kind), _ in needed:
            if (layer, kind) not in goal.hypotheses:
                lower = less(reach, cases=reach.cases - 1)
                yield "cut", {"of": written(layer), "rel": kind}, lower
                return
        multipliers = {str(goal.hypotheses.index(fact)): factor for fact, factor in needed}
        yield "combine", {"multipliers": multipliers}, reach
        return


def _is_told(goal: Sequent, place: int) -> bool:
    """Whether anything else speaks of the variable."""
    others = [fact for fact, _ in goal.hypotheses] + list(goal.roots.values())
    others += [part for term in goal.terms.values() for part in (term.top, term.bottom)]
    return any(part.degrees()[place] for part in others)


def _needed(goal: Sequent, layers: list[Poly], rel: str, sort: str) -> list[str] | None:
    """What each part must be: one of them above 0 if the whole is to be; None if one is seen to
    be below."""
    points = list(sample_points(goal))
    signs = [{sign_of(layer(*point)) for point in points} for layer in layers]
    if any(-1 in seen for seen in signs):
        return None
    if rel == ">=":
        return [">=", ">="]
    if 0 not in signs[0]:
        return [">", ">="]
    return [">=", ">"] if sort == "positive" and 0 not in signs[1] else None
