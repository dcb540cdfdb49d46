"""Moves that use hypotheses: as summands, by their factors, and against each other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from flint import fmpz
from flint.utils.flint_exceptions import DomainError

from symbolic_measures.kernel.algebra import Poly, Sequent, factors, is_positive, one_sign, reduce
from symbolic_measures.macros import replay, sequents, written
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.tactics.reach import Move, Reach, less

ZERO = fmpz(0)


def is_given(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """The conclusion is a hypothesis, up to a positive factor."""
    poly, rel = goal.conclusion
    if poly.is_zero() or rel not in (">", ">="):
        return
    content = poly.content()
    for number, (fact, kind) in enumerate(goal.hypotheses):
        if kind in (">", rel) and fact * content == poly:
            yield "combine", {"multipliers": {str(number): str(content)}}, reach


def by_multiple(goal: Sequent) -> Step | None:
    """p != 0 from a hypothesis m*p > 0: were p 0, so would m*p be."""
    poly, rel = goal.conclusion
    if rel != "!=" or one_sign(poly, goal.sorts):
        return None
    for number, (fact, kind) in enumerate(goal.hypotheses):
        m = quotient_of(fact, poly) if kind == ">" and len(fact) >= len(poly) else None
        if m is None:
            continue
        args, size = {"of": written(poly)}, poly.content()
        premises = []
        for sign, case in zip((1, 0, -1), sequents(goal, "cases", args), strict=True):
            own = poly / size * (sign or 1), ">" if sign else "=="
            times = {str(case.hypotheses.index(own)): str(size) if sign else written(-m * size)}
            added = times if sign else {str(number): "1", **times}
            shown = Step("combine", {"multipliers": added}, (Step("coefficients"),))
            premises.append(Step("apart", {"sign": sign}, (shown,)) if sign
                            else Step("absurd", {}, (shown,)))  # fmt: skip
        step = Step("cases", args, tuple(premises))
        with suppress(CertificateError):  # m may be longer than what is read
            replay(goal, step)
            return step
    return None


def fact_without_factors(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """m*f >= 0 with m > 0 says f >= 0: cut that in."""
    known = [fact for fact, _ in goal.hypotheses]
    for factor in without_factors(goal) if reach.facts else ():
        if factor not in known:
            lower = less(reach, facts=reach.facts - 1)
            yield "cut", {"of": written(factor), "rel": ">="}, lower


def without_factors(goal: Sequent) -> Iterator[Poly]:
    """What hypotheses >= 0 say without factors that are plainly of one sign."""
    for fact, kind in goal.hypotheses:
        factor = _mixed_factor(fact, goal.sorts) if kind in (">", ">=") else None
        if factor is not None:
            yield factor


def _mixed_factor(fact: Poly, sorts: tuple[str, ...]) -> Poly | None:
    """f, with the sign that makes fact = m*f with m >= 0, if f alone has no plain sign."""
    if one_sign(fact, sorts):
        return None
    unit, pairs = factors(fact)
    mixed = [(f, e) for f, e in pairs if not one_sign(f, sorts)]
    if len(mixed) != 1 or mixed[0][1] != 1 or len(pairs) < 2:
        return None
    signs = [-1 for f, e in pairs if e % 2 and one_sign(f, sorts) == -1]
    return mixed[0][0] * (-1 if (unit < 0) != (len(signs) % 2 == 1) else 1)


def factor_of_fact(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """f >= 0 where m*f >= 0 is a hypothesis: if -f > 0, then m*f and m*(-f) oppose each other."""
    poly, rel = goal.conclusion
    if rel != ">=" or not reach.cases or one_sign(poly, goal.sorts):
        return
    lower = less(reach, cases=reach.cases - 1)
    known = [fact for fact, _ in goal.hypotheses]
    if not any(_times(goal, fact, kind, poly) is not None for fact, kind in goal.hypotheses):
        return
    if -poly in known:
        yield "absurd", {}, lower
    elif poly not in known:
        yield "cases", {"of": written(poly)}, lower
    else:
        yield "combine", {"multipliers": {str(known.index(poly)): "1"}}, lower


def opposed_facts(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """Hypotheses m*f >= 0 or == 0 and -f > 0 add up to 0 > 0 once m > 0 is seen; else, split."""
    for number, (fact, kind) in enumerate(goal.hypotheses):
        for other, (q, strict) in enumerate(goal.hypotheses):
            m = _times(goal, fact, kind, -q) if strict == ">" else None
            if m is None:
                continue
            times = fact.context().constant(one_sign(m, goal.sorts))
            for place in goal.roots:  # times a root, a root is its radicand
                times *= goal.gens[place] ** (int(m.degrees()[place]) % 2)
            m = reduce(m * times, goal.roots)
            if is_positive(m, goal.sorts):
                summed = {str(number): written(times), str(other): written(m)}
                yield "combine", {"multipliers": summed}, reach
                return
            weak = [f for f, _ in factors(m)[1] if not _is_nonzero(f, goal.sorts)]
            for place, power in enumerate(weak[0].degrees() if weak else ()):
                if power and goal.sorts[place] in ("natural", "nonnegative"):
                    yield "zero", {"variable": goal.names[place]}, reach
                    return


def quotient_of(one: Poly, other: Poly) -> Poly | None:
    """one/other, if it is a polynomial: a division with a remainder may need much more room."""
    try:
        return one / other
    except DomainError:
        return None


def _times(goal: Sequent, fact: Poly, kind: str, poly: Poly) -> Poly | None:
    """The m without a negative coefficient, if the fact is m*p >= 0 or > 0 and has no one sign; -m,
    too, if it is m*p == 0."""
    if kind == "!=" or len(fact) < len(poly) or one_sign(fact, goal.sorts):
        return None
    if (quotient := quotient_of(fact, poly)) is None:
        return None
    signs = (1, -1) if kind == "==" else (1,)
    plain = not quotient.is_constant() and one_sign(quotient, goal.sorts) in signs
    return quotient if plain else None


def _is_nonzero(poly: Poly, sorts: tuple[str, ...]) -> bool:
    return is_positive(poly, sorts) or is_positive(-poly, sorts)


def contradictions(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """An equation that is no identity: from two inequalities, or because no point is left."""
    mixed = [fact for fact, _ in goal.hypotheses if not one_sign(fact, goal.sorts)]
    if mixed and reach.cases:
        lower = less(reach, cases=reach.cases - 1)
        yield "both", {}, lower
        yield "absurd", {}, lower


def impossible_facts(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """0 > 0: show that a hypothesis fails."""
    if not reach.cases:
        return
    lower = less(reach, cases=reach.cases - 1, sums=max(reach.sums, 1))
    for number, (fact, rel) in enumerate(goal.hypotheses):
        if rel == ">" and not one_sign(fact, goal.sorts):
            yield "combine", {"multipliers": {str(number): "1"}}, lower


def summands(goal: Sequent, reach: Reach) -> Iterator[Move]:
    """p = m*h + r with a hypothesis h of mixed signs and a multiplier m >= 0."""
    if not reach.sums:
        return
    poly, rel = goal.conclusion
    negatives = negative_terms(poly)
    for number, (fact, kind) in enumerate(goal.hypotheses):
        if kind == "!=" or fact.is_constant() or len(fact) > len(poly) + 8:
            continue
        for quotient in _quotients(poly, fact):
            if quotient.is_zero() or (kind != "==" and one_sign(quotient, goal.sorts) != 1):
                continue
            rest = poly - quotient * fact
            strict = rel == kind == ">" and is_positive(quotient, goal.sorts)
            if negative_terms(rest) < negatives or (strict and one_sign(rest, goal.sorts) == 1):
                lower = less(reach, sums=reach.sums - 1)
                yield "combine", {"multipliers": {str(number): written(quotient)}}, lower


def _quotients(poly: Poly, fact: Poly) -> Iterator[Poly]:
    """Quotients by the leading term, and by each negative term that divides a negative term."""
    yield divmod(poly, fact)[0]
    context = poly.context()
    bad = [(m, c) for m, c in poly.to_dict().items() if c < 0]
    for monomial, coefficient in fact.to_dict().items():
        if coefficient >= 0:
            continue
        terms: dict[tuple[int, ...], Any] = {}
        for other, size in bad:
            if all(a >= b for a, b in zip(other, monomial, strict=True)):
                place = tuple(a - b for a, b in zip(other, monomial, strict=True))
                terms[place] = -(size // -coefficient)
        if terms:
            yield context.from_dict(terms)


def negative_terms(poly: Poly) -> int:
    """How many terms have a negative coefficient; it is asked often, and flint's 0 is compared
    twice as fast."""
    return len([number for number in poly.coeffs() if number < ZERO])
