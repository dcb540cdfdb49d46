"""The moves worth trying at a sequent, in order, cheapest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from symbolic_measures.kernel.algebra import Poly, Sequent, factors, one_sign
from symbolic_measures.macros import written
from symbolic_measures.search.tactics.facts import (
    contradictions,
    fact_without_factors,
    factor_of_fact,
    impossible_facts,
    is_given,
    opposed_facts,
    summands,
)
from symbolic_measures.search.tactics.layers import in_layers
from symbolic_measures.search.tactics.points import (
    in_terms,
    sample_points,
    sign_of,
    signs_with_functions,
)
from symbolic_measures.search.tactics.reach import Move, Reach, less
from symbolic_measures.search.tactics.roots import (
    compared_squares,
    is_mixed,
    is_squared,
    logarithms,
    outweighing_products,
    positive_roots,
    rooted_products,
    top_root,
    without_positive_roots,
)
from symbolic_measures.search.tactics.variables import (
    bounded_parameter,
    forced_positive,
    which_is_larger,
    zero_or_positive,
)


def moves(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """Steps worth trying, in order."""
    if in_terms(goal):
        signs = signs_with_functions(goal) if goal.conclusion[1] == "!=" and reach.cases else set()
        if len(signs) == 1 and 0 not in signs:
            yield "apart", {"sign": signs.pop()}, less(reach, cases=reach.cases - 1)
        yield "logarithm", {}, reach
        yield "arccosine", {}, reach
        yield from logarithms(goal, reach)
        yield from _factoring(goal, reach)
    yield from rooted_products(goal, reach)
    yield from is_given(goal, reach)
    real = bounded_parameter(goal, reach)
    if real is not None:
        if real[0] == "zero":  # a parameter without bounds
            yield from factor_of_fact(goal, reach)
            yield from fact_without_factors(goal, reach)
        yield real
        return
    yield from factor_of_fact(goal, reach)
    forced = forced_positive(goal)
    if forced is not None:
        yield "zero", {"variable": forced}, reach
        return
    yield from _in_the_orthant(goal, reach)


def _in_the_orthant(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """Those where every variable has its bounds."""
    poly, rel = goal.conclusion
    root = top_root(goal)
    factoring = () if in_terms(goal) else _factoring(goal, reach)  # of terms that came first
    if rel == "==":
        if root is not None and is_squared(goal):
            yield "squared", {}, reach
        else:
            yield from _equalities(goal, reach)
            yield from contradictions(goal, reach)
        return
    if poly.is_zero() and rel == ">":
        yield from opposed_facts(goal, reach)
        yield from impossible_facts(goal, reach)
        yield from zero_or_positive(goal, reach)
        return
    if root is not None and is_squared(goal):
        yield from factoring
        yield "squared", {}, reach
        return
    if rel == "!=" and (sign := one_sign(poly, goal.sorts)):
        yield "apart", {"sign": sign}, reach
        return
    if root is not None and is_mixed(goal, root):
        if reach.cases and rel != "!=":
            lower = less(reach, cases=reach.cases - 1)
            yield from without_positive_roots(goal, lower)
            if rel == ">" and one_sign(poly, goal.sorts) == 1:
                yield from positive_roots(goal, lower)
            yield from summands(goal, less(lower, sums=1))
            if one_sign(poly, goal.sorts) == 1:
                yield from zero_or_positive(goal, lower)
            yield from outweighing_products(goal, lower)
        yield from compared_squares(goal, root, reach)
        return
    yield from factoring
    yield from _apart(goal, reach)
    yield from fact_without_factors(goal, reach)
    if one_sign(poly, goal.sorts) == 1:
        yield from zero_or_positive(goal, reach)  # only strictness is left to show
        return
    if reach.zeros:
        yield from zero_or_positive(goal, reach)
    if rel != "!=":
        yield from summands(goal, reach)
        yield from in_layers(goal, reach)
        yield from which_is_larger(goal, reach)


def _equalities(goal: Sequent, reach: Reach) -> Iterator[Move]:
    root = top_root(goal)
    if root is not None and is_mixed(goal, root):
        yield "square", {"root": goal.names[root]}, reach
        return
    for number, (fact, rel) in enumerate(goal.hypotheses):
        if rel == "==":
            quotient, rest = divmod(goal.conclusion[0], fact)
            if rest.is_zero():
                yield "combine", {"multipliers": {str(number): written(quotient)}}, reach
    if reach.factors and goal.hypotheses:
        lower = less(reach, factors=reach.factors - 1)
        _, pairs = factors(goal.conclusion[0])
        for number in range(len(pairs) if len(pairs) > 1 else 0):
            yield "factor", {"signs": number}, lower
    yield from zero_or_positive(goal, reach)


def _factoring(goal: Sequent, reach: Reach) -> Iterator[Move]:
    poly, rel = goal.conclusion
    if not reach.factors or poly.is_zero():
        return
    _, pairs = factors(poly)
    if len(pairs) < 2 and all(power == 1 for _, power in pairs):
        return
    lower = less(reach, factors=reach.factors - 1)
    if rel == "!=":
        yield "factor", {}, lower
        return
    signs = _sample_signs(goal, ((p, rel == ">=" and power % 2 == 0) for p, power in pairs))
    if signs is not None:
        yield "factor", {"signs": signs}, lower


def _apart(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """p != 0 where hypotheses leave p one sign."""
    poly, rel = goal.conclusion
    if rel == "!=" and not poly.is_zero() and any(kind == ">" for _, kind in goal.hypotheses):
        for sign in _sample_signs(goal, [(poly, False)]) or ():
            yield "apart", {"sign": sign}, reach


def _sample_signs(goal: Sequent, pieces: Iterable[tuple[Poly, bool]]) -> list[int] | None:
    """The sign each factor has wherever looked, None if one changes sign; even powers have none."""
    known = [(piece, 1 if even else one_sign(piece, goal.sorts)) for piece, even in pieces]
    signs = [plain for _, plain in known]
    unclear = [(place, piece) for place, (piece, plain) in enumerate(known) if not plain]
    for point in sample_points(goal) if unclear else ():
        for place, piece in unclear:
            here = sign_of(piece(*point))
            if here * signs[place] < 0:
                return None
            signs[place] = signs[place] or here
    return [sign or 1 for sign in signs]
