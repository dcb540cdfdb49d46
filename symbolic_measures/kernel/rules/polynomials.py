"""Rules of polynomials: steps from a sequent to sequents, by multiplying out and comparing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod
from typing import Any

from symbolic_measures.kernel.algebra import (
    Fact,
    Poly,
    RuleError,
    Sequent,
    factors,
    factors_of_product,
    is_positive,
    is_seen,
    multiply,
    one_sign,
    reduce,
    text_of,
    tidy,
)
from symbolic_measures.kernel.rules.registry import Args, Obligation, rule
from symbolic_measures.kernel.truth import SIGNS


@rule(Sequent)
def coefficients(goal: Sequent, args: Args) -> list[Obligation]:
    """The conclusion is seen from its coefficients, as it is or with squares of roots replaced.

    Sound: no subgoals.  A polynomial without negative coefficients is >= 0 where the variables are
    (a `real` variable may occur in even powers; roots are >= 0); it is > 0 if some monomial has
    only positive variables (a constant term, for one).  The zero polynomial is == 0.  != 0 follows
    from > 0 or < 0.  `reduce` replaces root^2 by what it equals.
    """
    poly, rel = goal.conclusion
    if not any(is_seen(p, rel, goal.sorts) for p in (reduce(poly, goal.roots), poly)):
        raise RuleError(f"the coefficients of {text_of(poly)} do not show {rel} 0")
    return []


def _hypothesis(goal: Sequent, number: object) -> Fact:
    if type(number) is not int or not 0 <= number < len(goal.hypotheses):
        raise RuleError(f"no hypothesis {number!r}")
    return goal.hypotheses[number]


@rule(Sequent, args=("multipliers", "scale"))
def combine(goal: Sequent, args: Args) -> list[Obligation]:
    """H |- p rel 0 from s*p - sum m_i h_i, for hypotheses h_i, multipliers m_i and a whole s >= 0.

    `scale` is s (1 if not given); `multipliers` maps numbers of hypotheses to polynomials (none if
    not given).  With s = 0 the rel is taken to be >.  If h_i is == 0, any m_i; if it is > 0 or
    >= 0, m_i must be >= 0, seen from its coefficients.  The subgoal is
    H |- s*p - sum m_i h_i rel 0, with >= in place of > if some m_i > 0 is seen and h_i > 0;
    squares of roots are replaced.  For == and != only multiples of h_i == 0 are allowed.
    Sound: sum m_i h_i is >= 0 (is > 0 if such an m_i exists; is 0 if all h_i == 0), so where H
    holds, s*p rel 0.  For s > 0 that is p rel 0.  For s = 0 it is 0 > 0: H holds nowhere, and
    anything follows.
    """
    multipliers, scale = args.get("multipliers"), args.get("scale", 1)
    if type(scale) is not int or scale < 0:
        raise RuleError("scale is a whole number >= 0")
    if "multipliers" in args and (not isinstance(multipliers, Mapping) or not multipliers):
        raise RuleError("multipliers maps numbers of hypotheses to polynomials")
    poly, rel = goal.conclusion[0] * scale, goal.conclusion[1] if scale else ">"
    for number, text in (multipliers or {}).items():
        if not str(number).isdigit():
            raise RuleError(f"no hypothesis {number!r}")
        fact, kind = _hypothesis(goal, int(number))
        factor = goal.polynomial(text)
        if kind != "==":
            if kind == "!=" or rel in ("==", "!=") or one_sign(factor, goal.sorts) != 1:
                raise RuleError(f"hypothesis {number} cannot be used with {text}")
            if kind == ">" and is_positive(factor, goal.sorts):
                rel = ">="
        poly = poly - multiply(factor, fact)
    return [goal.with_conclusion(reduce(poly, goal.roots), rel)]


@rule(Sequent, args=("variable", "number"))
def bound(goal: Sequent, args: Args) -> list[Obligation]:
    """`variable` x is written by the bound that hypothesis `number` is: s*x + r rel 0.

    s is a whole number, r a polynomial in the other variables, no roots or function values.
    == : x = -r/s.
    s > 0: x = -r/s + x', x' > 0 for > and >= 0 for >=; if x and the variables of r are natural and
    s is 1, x' is natural, and for > it is written x' + 1.
    s < 0 and x real: x = r/|s| - x' likewise.  s < 0, r a constant c|s| > 0 and x >= 0 no natural
    variable: x = c*t/(1+t), t >= 0, and t > 0 if x is; for >= also the case x = c.
    Sound: at a point where the hypothesis holds, x' = x + r/s (or r/|s| - x, or t = x/(c - x)) has
    the sort it is said to have, and with it the image of the polynomials are their values there,
    times a power of |s| or of 1 + t, which is positive.
    """
    place = goal.index(args.get("variable"))
    fact, rel = _hypothesis(goal, args.get("number"))
    slope, rest = _solved(goal, place, fact)
    x, one, sort, size = goal.gens[place], fact.context().constant(1), goal.sorts[place], abs(slope)
    if rel == "==":
        kept = "nonnegative" if sort == "real" else sort
        return [_projective(goal, place, rest if slope < 0 else -rest, one * size, kept)]
    if rel not in (">", ">="):
        raise RuleError("that hypothesis is no bound")
    new = "positive" if rel == ">" else "nonnegative"
    if slope > 0 and sort == "natural":
        used = [own for own, power in zip(goal.sorts, rest.degrees(), strict=True) if power > 0]
        if slope > 1:
            raise RuleError("a bound on a natural variable is no fraction")
        if set(used) <= {"natural"}:
            return [_projective(goal, place, x - rest + int(rel == ">"), one, "natural")]
    if slope > 0:
        return [_projective(goal, place, x * slope - rest, one * slope, new)]
    if sort == "real":
        return [_projective(goal, place, rest - x * size, one * size, new)]
    if sort == "natural" or not rest.is_constant() or rest.is_zero() or rest.coeffs()[0] < 0:
        raise RuleError("an upper bound is a number > 0, on a real variable >= 0")
    inside = _projective(goal, place, x * rest, (x + 1) * size, sort)
    return [inside] if rel == ">" else [inside, _projective(goal, place, rest, one * size, sort)]


def _solved(goal: Sequent, place: int, fact: Poly) -> tuple[int, Poly]:
    """(s, r), when the fact is s*x + r and r speaks of other variables."""
    slope = int(fact[tuple(int(other == place) for other in range(len(goal.names)))])
    rest = fact - fact.context().gen(place) * slope
    powers = rest.degrees()
    if not slope or max(powers[i] for i in (place, *goal.roots, *goal.terms)) > 0:
        raise RuleError("that hypothesis is no bound on the variable")
    return slope, rest


def _projective(goal: Sequent, place: int, top: Poly, low: Poly, sort: str) -> Sequent:
    """x replaced by top/low with low > 0, every polynomial multiplied by a power of low."""
    if low.is_one():
        return goal.substitute(place, top, sort)
    inside = [*goal.roots.values(), *(t.top for t in goal.terms.values())]
    inside += [term.bottom for term in goal.terms.values()]
    if any(poly.degrees()[place] for poly in inside):
        raise RuleError("the variable occurs under a root or in a function")

    def image(poly: Poly) -> Poly:
        highest = poly.degrees()[place]
        context = poly.context()
        total = context.constant(0)
        for monomial, coefficient in poly.to_dict().items():
            power = monomial[place]
            rest = context.from_dict({(*monomial[:place], 0, *monomial[place + 1 :]): coefficient})
            total += multiply(rest, top**power * low ** (highest - power))
        return total

    sorts = (*goal.sorts[:place], sort, *goal.sorts[place + 1 :])
    facts = tidy([(image(poly), rel) for poly, rel in goal.hypotheses], sorts)
    conclusion = (image(goal.conclusion[0]), goal.conclusion[1])
    return replace(goal, sorts=sorts, hypotheses=facts, conclusion=conclusion)


@rule(Sequent, args=("signs",))
def factor(goal: Sequent, args: Args) -> list[Obligation]:
    """The conclusion p rel 0 from its factors, p = c * prod f_i^e_i, with `signs` s_i = 1 or -1.

    Subgoals for > and >=: s_i f_i rel 0 for each odd e_i (in the order of the factors as text);
    for > also f_i != 0 for each even e_i.  c * prod s_i over odd e_i must be > 0.  For !=: every
    f_i != 0.  For ==: `signs` is the number of the factor that is 0.
    Sound: the sign of a product; the product of the factors is multiplied out and compared.
    """
    poly, rel = goal.conclusion
    unit, pairs = factors(poly)
    if not pairs:
        raise RuleError("a constant has no factors")
    if rel == "!=":
        return [goal.with_conclusion(piece, "!=") for piece, _ in pairs]
    signs = args.get("signs")
    if rel == "==":
        if not isinstance(signs, int) or not 0 <= signs < len(pairs):
            raise RuleError("signs is the number of the factor that is 0")
        return [goal.with_conclusion(pairs[signs][0], "==")]
    if not isinstance(signs, list | tuple) or len(signs) != len(pairs):
        raise RuleError("one sign for each factor")
    sign = 1 if unit > 0 else -1
    goals: list[Obligation] = []
    for (piece, exponent), own in zip(pairs, signs, strict=True):
        if own not in (1, -1):
            raise RuleError("a sign is 1 or -1")
        if exponent % 2:
            sign *= own
            goals.append(goal.with_conclusion(piece * own, rel))
        elif rel == ">":
            goals.append(goal.with_conclusion(piece, "!="))
    if sign != 1:
        raise RuleError("the signs do not multiply to +")
    return goals


#: The signs that a case says a polynomial has.
_CASES = {">": {1}, ">=": {0, 1}, "==": {0}, "<=": {-1, 0}, "<": {-1}}


@rule(Sequent, args=("of", "rels"))
def cases(goal: Sequent, args: Args) -> list[Obligation]:
    """Cases of the sign of a polynomial q, `of`, or the conclusion's: q rel 0 for each of `rels`.

    `rels` is a list of >, >=, ==, <=, < (>, ==, < if it is not given).  A sign may be left out only
    if the coefficients of q show that it does not have it, or if q is the polynomial of the
    conclusion, which holds where q has that sign.
    Sound: at every point where the conclusion is not plain, q has a sign that some case speaks of.
    """
    q = goal.polynomial(args["of"]) if "of" in args else goal.conclusion[0]
    rels = args.get("rels", [">", "==", "<"])
    if not isinstance(rels, list) or not all(isinstance(r, str) and r in _CASES for r in rels):
        raise RuleError("rels is a list of relations")
    open_signs = {-1, 0, 1}.difference(*(_CASES[rel] for rel in rels))
    if open_signs and q == goal.conclusion[0]:
        open_signs -= {sign for sign in open_signs if SIGNS[goal.conclusion[1]](sign)}
    for sign in open_signs:
        if sign and one_sign(q * -sign, goal.sorts) == 1:
            continue
        if sign or not (is_positive(q, goal.sorts) or is_positive(-q, goal.sorts)):
            raise RuleError("the cases leave out a sign that the polynomial may have")
    facts = {">": (q, ">"), ">=": (q, ">="), "==": (q, "=="), "<=": (-q, ">="), "<": (-q, ">")}
    return [goal.with_conclusion(*goal.conclusion, facts[rel]) for rel in rels]


@rule(Sequent, args=("of", "rel"))
def cut(goal: Sequent, args: Args) -> list[Obligation]:
    """H |- C from H |- q rel 0 and H, q rel 0 |- C, for a polynomial q and rel >, >= or ==.

    Sound: q rel 0 then holds wherever H does.
    """
    q, rel = goal.polynomial(args.get("of")), args.get("rel")
    if rel not in (">", ">=", "=="):
        raise RuleError("rel is >, >= or ==")
    return [goal.with_conclusion(q, rel), goal.with_conclusion(*goal.conclusion, (q, rel))]


@rule(Sequent, args=("root", "larger"))
def square(goal: Sequent, args: Args) -> list[Obligation]:
    """The sign of a + b*s, where s = sqrt(R) >= 0 is the `root`, by comparing squares.

    `larger` = "free":  a >= 0 and a^2 - b^2 R >= 0 give a >= |b s|, so a + b s >= 0.
    `larger` = "root":  b >= 0 and b^2 R - a^2 >= 0 give b s >= |a|, so a + b s >= 0.
    For > the second inequality is strict (then a > |b s|, or b s > |a|).
    For ==: -a*b >= 0 and a^2 - b^2 R == 0: |a| = |b| s, and a, b do not have the same sign, so
    a = -b s.  For !=: a^2 - b^2 R != 0, for a + b s = 0 would give a^2 = b^2 R.
    Sound also where R or a, b contain other roots: they are real numbers >= 0.
    """
    name = args.get("root")
    if not isinstance(name, str) or name not in goal.names:
        raise RuleError(f"no root {name!r}")
    place = goal.names.index(name)
    if place not in goal.roots:
        raise RuleError(f"{name} is not a root")
    poly, rel = reduce(goal.conclusion[0], goal.roots), goal.conclusion[1]
    context = poly.context()
    parts: list[dict[tuple[int, ...], Any]] = [{}, {}]
    for monomial, coefficient in poly.to_dict().items():
        key = (*monomial[:place], 0, *monomial[place + 1 :])
        parts[monomial[place]][key] = coefficient
    a, b = context.from_dict(parts[0]), context.from_dict(parts[1])
    gap = reduce(multiply(a, a) - multiply(multiply(b, b), goal.roots[place]), goal.roots)
    if rel == "==":
        return [goal.with_conclusion(-multiply(a, b), ">="), goal.with_conclusion(gap, "==")]
    if rel == "!=":
        return [goal.with_conclusion(gap, "!=")]
    larger = args.get("larger")
    if rel not in (">", ">=") or larger not in ("free", "root"):
        raise RuleError("square compares with > or >=, and `larger` is free or root")
    if larger == "free":
        return [goal.with_conclusion(a, ">="), goal.with_conclusion(gap, rel)]
    return [goal.with_conclusion(b, ">="), goal.with_conclusion(-gap, rel)]


@rule(Sequent, args=("roots",))
def rooted(goal: Sequent, args: Args) -> list[Obligation]:
    """A product of different `roots` replaced by w, where the product of their radicands is w^2.

    w >= 0 must be seen from its coefficients.
    Sound: the roots are real numbers >= 0, so their product is sqrt(w^2) = w.
    (`cut`, `square` and `combine` say the same, but w may have thousands of terms, too many for the
    text of an argument.)
    """
    names = args.get("roots")
    if not isinstance(names, list) or len(set(map(str, names))) != len(names) or not names:
        raise RuleError("roots is a list of different roots")
    places = [goal.names.index(name) for name in names if name in goal.names]
    if len(places) != len(names) or any(place not in goal.roots for place in places):
        raise RuleError("roots are names of roots")
    context = goal.conclusion[0].context()
    unit, powers = factors_of_product(goal.roots[place] for place in places)
    side = context.constant(unit.isqrt() if unit > 0 else 0)
    for piece, power in powers:
        side = multiply(side, piece ** (power // 2))
    if side * side != prod((goal.roots[place] for place in places), start=context.constant(1)):
        raise RuleError("the product of the radicands is no square")
    if one_sign(side, goal.sorts) != 1:
        raise RuleError(f"the sign of {text_of(side)} is not plain")
    layers: dict[int, dict[tuple[int, ...], Any]] = {}
    for monomial, coefficient in goal.conclusion[0].to_dict().items():
        times = min(int(monomial[place]) for place in places)
        key = tuple(p - times * (i in places) for i, p in enumerate(monomial))
        layers.setdefault(times, {})[key] = coefficient
    poly = context.constant(0)
    for times, terms in layers.items():
        poly += multiply(reduce(context.from_dict(terms), goal.roots), side**times)
    return [goal.with_conclusion(poly, goal.conclusion[1])]
