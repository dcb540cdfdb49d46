"""A conclusion from squares of differences of two monomials, beside hypotheses as summands.

x^2 + y^2 >= 2*x*y, with whatever factor a linear program gives it: so a negative term is outweighed
by two others (the arithmetic and the geometric mean), also where one of these comes from a
hypothesis.  What is not seen so is tried times a positive variable.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from symbolic_measures.kernel.algebra import Poly, RuleError, Sequent, factors
from symbolic_measures.macros import apply, written
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.multipliers import Monomial, beside, summed

#: Terms of the conclusion, its variables and squares, at most.
MOST_TERMS, MOST_NAMES, MOST_SQUARES = 60, 8, 16


def by_binomials(goal: Sequent, effort: Effort) -> Step | None:
    """A proof with squares of differences as summands, or None."""
    poly, rel = goal.conclusion
    used = [sort for sort, power in zip(goal.sorts, poly.degrees(), strict=True) if power]
    if rel not in (">", ">=") or goal.roots or goal.terms or "real" in goal.sorts:
        return None
    if not 1 < len(poly) <= MOST_TERMS or len(used) > MOST_NAMES:
        return None
    if (step := _by_squares(goal, effort)) is not None:
        return step
    for name, sort, power in zip(goal.names, goal.sorts, poly.degrees(), strict=True):
        if sort == "positive" and power:
            step = _times(goal, name, effort)
            if step is not None:
                return step
    return None


def _times(goal: Sequent, name: str, effort: Effort) -> Step | None:
    """A proof by way of the conclusion times a positive variable."""
    poly, rel = goal.conclusion
    larger = poly * poly.context().gen(goal.names.index(name))
    cut = {"of": written(larger), "rel": rel}
    first, after = apply(goal, "cut", cut)
    step = _by_squares(first, effort) if isinstance(first, Sequent) else None
    if step is None or not isinstance(after, Sequent):
        return None
    # where the conclusion failed, its product with the variable would be below 0
    known = _place(after, larger, rel)
    rels = {"rels": ["<=" if rel == ">" else "<"]}
    (case,) = apply(after, "cases", rels)
    if known is None or not isinstance(case, Sequent):
        return None
    less = _place(case, -poly, ">=" if rel == ">" else ">")
    if less is None:
        return None
    nothing = {"multipliers": {str(known): "1", str(less): name}, "scale": 0}
    (rest,) = apply(case, "combine", nothing)
    apply(rest, "coefficients", {})
    last = Step("cases", rels, (Step("combine", nothing, (Step("coefficients"),)),))
    return Step("cut", cut, (step, last))


def _place(goal: Sequent, poly: Poly, rel: str) -> int | None:
    """Which hypothesis says so, without the number that all coefficients share."""
    told = (poly / poly.content(), rel)
    return goal.hypotheses.index(told) if told in goal.hypotheses else None


def _by_squares(goal: Sequent, effort: Effort) -> Step | None:
    """A proof by squares, each of which is cut in."""
    here, cuts = goal, list[tuple[dict[str, Any], Step]]()
    try:
        for one, other in _pairs(goal):
            if len(cuts) == MOST_SQUARES:
                break
            line = _monomial(goal, one) - _monomial(goal, other)
            cut = {"of": written(line * line), "rel": ">="}
            _, after = apply(here, "cut", cut)
            if not isinstance(after, Sequent):
                return None
            signs = [1] * len(factors(line)[1])  # x^2 - y^2 has two, and so has its square
            cuts.append((cut, Step("factor", {"signs": signs})))
            here = after
        step = summed(here, effort) if cuts else None
    except (RuleError, ValueError):  # too large, or two squares are one
        return None
    return None if step is None else beside(step, cuts)


def _monomial(goal: Sequent, powers: Monomial) -> Poly:
    return goal.conclusion[0].context().from_dict({powers: 1})


def _pairs(goal: Sequent) -> Iterator[tuple[Monomial, Monomial]]:
    """Monomials without a common factor whose product is in a negative term: two variables, and
    what two positive terms have apart from each other, if it is of squares."""
    terms = {tuple(map(int, m)): int(c) for m, c in goal.conclusion[0].to_dict().items()}
    below = [m for m, size in terms.items() if size < 0]
    names = range(len(goal.names))
    single = [tuple(int(n == place) for n in names) for place in names]
    found = [(single[x], single[y]) for x, y in combinations(names, 2)
             if any(m[x] and m[y] for m in below)]  # fmt: skip
    yield from found
    for one, other in combinations((m for m, size in terms.items() if size > 0), 2):
        middle = tuple((a + b) // 2 for a, b in zip(one, other, strict=True))
        if middle not in below or any((a - b) % 2 for a, b in zip(one, other, strict=True)):
            continue
        pair = (
            tuple(max(0, a - b) // 2 for a, b in zip(one, other, strict=True)),
            tuple(max(0, b - a) // 2 for a, b in zip(one, other, strict=True)),
        )
        if pair not in found and pair[::-1] not in found:
            found.append(pair)
            yield pair
