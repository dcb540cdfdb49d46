"""Proofs of sequents among polynomials: the orthant tactics, cheapest first.

Signs are read from coefficients; otherwise split a variable into zero and positive, use a
hypothesis as a summand, factor, compare squares, or split by the order of two variables.  A
sequent that fails at a small sample point is given up at once, which is what makes trying cheap.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from symbolic_measures.kernel.algebra import (
    Poly,
    RuleError,
    Sequent,
    factors,
    is_positive,
    one_sign,
)
from symbolic_measures.kernel.rules import apply
from symbolic_measures.search.clock import Clock
from symbolic_measures.search.tactics.multipliers import multipliers
from symbolic_measures.verdict import Step

MAX_TERMS = 4_000
SAMPLES = 20
MAX_NODES = 4_000


@dataclass(frozen=True)
class _Effort:
    """What may still be spent below this point; `zeros` allows x = 0 or x > 0 as a first idea,
    `facts` to use a factor of a hypothesis."""

    orders: int = 0
    sums: int = 0
    cases: int = 4
    factors: int = 4
    zeros: bool = True
    facts: int = 1
    split: frozenset[str] = frozenset()


#: Tried one after the other: each is cheap where it works.
EFFORTS = (
    _Effort(),
    _Effort(orders=4, zeros=False),
    _Effort(sums=1),
    _Effort(orders=3, sums=1),
    _Effort(orders=8, sums=2),
)


class _Budget:
    """Counts the sequents looked at."""

    def __init__(self, clock: Clock) -> None:
        self.clock, self.left = clock, MAX_NODES

    def spend(self) -> bool:
        self.clock.tick()
        self.left -= 1
        return self.left > 0


def prove_sequent(goal: Sequent, clock: Clock) -> Step | None:
    """A proof of the sequent, or None."""
    for effort in EFFORTS:
        step = _prove(goal, _Budget(clock), effort)
        if step is not None:
            return step
        if _refuted(goal):
            return None
        if effort == EFFORTS[0] and (step := _combined(goal, clock)) is not None:
            return step
    return None


def _combined(goal: Sequent, clock: Clock) -> Step | None:
    """Hypotheses against each other, or as summands, with multipliers from a linear program."""
    forced = _forced(goal)
    if forced is not None:
        zero, positive = apply(goal, "zero", {"variable": forced})
        if not isinstance(zero, Sequent) or not isinstance(positive, Sequent):
            return None
        rest = _combined(positive, clock)
        empty = None if rest is None else _prove(zero, _Budget(clock), _Effort())
        return Step("zero", {"variable": forced}, (empty, rest)) if empty and rest else None
    nothing = goal.with_conclusion(goal.conclusion[0] * 0, ">")
    found = multipliers(nothing, clock)
    if found is not None:
        step = _follow(nothing, "combine", found, _Budget(clock), _Effort())
        return None if step is None else Step("absurd", {}, (step,))
    found = multipliers(goal, clock)
    if found is not None:
        return _follow(goal, "combine", found, _Budget(clock), _Effort())
    names = _not_both_zero(goal) if goal.conclusion[1] == ">" else []
    return _each_zero(goal, names, clock) if names else None


def _not_both_zero(goal: Sequent) -> list[str]:
    """x and y, where x + y > 0 is a hypothesis on two variables that are >= 0."""
    for fact, kind in goal.hypotheses if not goal.roots and not goal.terms else ():
        names = [name for name, power in zip(goal.names, fact.degrees(), strict=True) if power]
        plain = len(fact) == 2 == sum(fact.degrees()) and one_sign(fact, goal.sorts) == 1
        if kind == ">" and plain and len(names) == 2:
            return names
    return []


def _each_zero(goal: Sequent, names: list[str], clock: Clock) -> Step | None:
    """Each of these variables is 0 or positive; then the hypotheses as summands."""
    if not names:
        return _prove(goal, _Budget(clock), _Effort()) or _combined(goal, clock)
    premises: list[Step] = []
    for part in apply(goal, "zero", {"variable": names[0]}):
        step = _each_zero(part, names[1:], clock) if isinstance(part, Sequent) else None
        if step is None:
            return None
        premises.append(step)
    return Step("zero", {"variable": names[0]}, tuple(premises))


def _prove(goal: Sequent, budget: _Budget, effort: _Effort) -> Step | None:
    step = leaf(goal)
    if step is not None:
        return step
    if not budget.spend() or len(goal.conclusion[0]) > MAX_TERMS or _refuted(goal):
        return None
    for name, args, rest in _moves(goal, effort):
        step = _follow(goal, name, args, budget, rest)
        if step is not None:
            return step
    return None


def leaf(goal: Sequent) -> Step | None:
    """A proof without subgoals, or None."""
    try:
        apply(goal, "coefficients", {})
    except RuleError:
        pass
    else:
        return Step("coefficients")
    for number in range(len(goal.hypotheses)):
        try:
            apply(goal, "contradiction", {"number": number})
        except RuleError:
            continue
        return Step("contradiction", {"number": number})
    return None


def _follow(
    goal: Sequent, name: str, args: dict[str, Any], budget: _Budget, effort: _Effort
) -> Step | None:
    try:
        subgoals = apply(goal, name, args)
    except RuleError:
        return None
    premises = []
    for subgoal in subgoals:
        if not isinstance(subgoal, Sequent):
            return None
        premise = _prove(subgoal, budget, effort)
        if premise is None:
            return None
        premises.append(premise)
    return Step(name, args, tuple(premises))


Move = tuple[str, dict[str, Any], _Effort]


def _moves(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """Steps worth trying, in order."""
    if _in_terms(goal):
        yield "logarithm", {}, effort
        yield "arccosine", {}, effort
        yield from _logarithms(goal, effort)
        yield from _factoring(goal, effort)
    yield from _rooted(goal, effort)
    real = _bounded_parameter(goal, effort)
    if real is not None:
        if real[0] == "zero":  # a parameter without bounds
            yield from _given(goal, effort)
            yield from _factor_of_fact(goal, effort)
            yield from _fact_without_factors(goal, effort)
        yield real
        return
    yield from _given(goal, effort)
    yield from _factor_of_fact(goal, effort)
    forced = _forced(goal)
    if forced is not None:
        yield "zero", {"variable": forced}, effort
        return
    poly, rel = goal.conclusion
    root = _top_root(goal)
    if rel == "==":
        if root is not None and _is_squared(goal):
            yield "squared", {}, effort
        else:
            yield from _equalities(goal, effort)
            yield from _contradictions(goal, effort)
        return
    if poly.is_zero() and rel == ">":
        yield from _opposed(goal, effort)
        yield from _impossible(goal, effort)
        yield from _zeros(goal, effort)
        return
    if root is not None and _is_squared(goal):
        yield from _factoring(goal, effort)
        yield "squared", {}, effort
        return
    if rel == "!=" and (sign := one_sign(poly, goal.sorts)):
        yield "apart", {"sign": sign}, effort
        return
    if root is not None and _mixed(goal, root):
        if effort.cases and rel != "!=":
            lower = _less(effort, cases=effort.cases - 1)
            if rel == ">" and one_sign(poly, goal.sorts) == 1:
                yield from _positive_roots(goal, lower)
            yield from _sums(goal, _less(lower, sums=1))
            if one_sign(poly, goal.sorts) == 1:
                yield from _zeros(goal, lower)
            yield from _products(goal, lower)
        yield from _squares(goal, root, effort)
        return
    yield from _factoring(goal, effort)
    yield from _fact_without_factors(goal, effort)
    if one_sign(poly, goal.sorts) == 1:
        yield from _zeros(goal, effort)  # only strictness is left to show
        return
    if effort.zeros:
        yield from _zeros(goal, effort)
    if rel != "!=":
        yield from _sums(goal, effort)
        yield from _orders(goal, effort)


# --- one idea each -------------------------------------------------------------------------


def _given(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """The conclusion is a hypothesis, up to a positive factor."""
    poly, rel = goal.conclusion
    if poly.is_zero() or rel not in (">", ">="):
        return
    content = poly.content()
    for number, (fact, kind) in enumerate(goal.hypotheses):
        if kind in (">", rel) and fact * content == poly:
            yield "combine", {"multipliers": {str(number): str(content)}}, effort


def _in_terms(goal: Sequent) -> bool:
    degrees = goal.conclusion[0].degrees()
    return any(degrees[place] for place in goal.terms)


def _logarithms(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """c*log Y - d*log X with c, d >= 0 and Y >= X: use log Y - log X >= 0."""
    poly, rel = goal.conclusion
    logs = {place for place, term in goal.terms.items() if term.function == "log"}
    layers = {place: _coefficient(poly, place) for place in logs if poly.degrees()[place] == 1}
    known = [fact for fact, _ in goal.hypotheses]
    pairs = [(x, y) for x in sorted(layers) for y in sorted(layers) if x != y]
    for x, y in pairs if rel in (">", ">=") else ():
        if one_sign(-layers[x], goal.sorts) != 1 or one_sign(layers[y], goal.sorts) != 1:
            continue
        below, above = goal.terms[x], goal.terms[y]
        gap = above.top * below.bottom - below.top * above.bottom
        fact = goal.gens[y] - goal.gens[x]
        if fact in known:
            rest = layers[y] + layers[x]
            factor = -layers[x] if one_sign(rest, goal.sorts) == 1 else layers[y]
            yield "combine", {"multipliers": {str(known.index(fact)): str(factor)}}, effort
        elif one_sign(gap, goal.sorts) == 1 and effort.cases:
            kind = ">" if is_positive(gap, goal.sorts) else ">="
            yield "cut", {"of": str(fact), "rel": kind}, effort
        else:
            continue
        return


def _coefficient(poly: Poly, place: int) -> Poly:
    """The coefficient of a variable that occurs to the first power."""
    terms = {
        (*monomial[:place], 0, *monomial[place + 1 :]): coefficient
        for monomial, coefficient in poly.to_dict().items()
        if monomial[place]
    }
    return poly.context().from_dict(terms)


def _rooted(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """A product of roots whose radicands multiply to a square."""
    if len(goal.roots) < 2:
        return
    sets = {
        tuple(place for place in goal.roots if monomial[place])
        for monomial in goal.conclusion[0].monoms()
    }
    for places in sorted(sets):
        if len(places) > 1:
            yield "rooted", {"roots": [goal.names[place] for place in places]}, effort


def _bounded_parameter(goal: Sequent, effort: _Effort) -> Move | None:
    """Bring a real variable into the orthant: by a lower bound, an upper bound, or its sign."""
    for place, (name, sort) in enumerate(zip(goal.names, goal.sorts, strict=True)):
        if sort == "natural" or place in goal.roots or name.startswith("term"):
            continue
        if not _occurs(goal, place):
            continue
        for number, (fact, rel) in enumerate(goal.hypotheses):
            if rel not in (">", ">=") or not _is_bound(fact, place):
                continue
            rising = fact.to_dict()[_unit(goal, place)] > 0
            rule = "shift" if rising else "below"
            args = {"variable": name, "number": number}
            try:
                apply(goal, rule, args)
            except RuleError:
                continue
            return rule, args, effort
        if sort == "real":
            return "zero", {"variable": name}, effort
    return None


def _occurs(goal: Sequent, place: int) -> bool:
    polys = [goal.conclusion[0], *(poly for poly, _ in goal.hypotheses), *goal.roots.values()]
    return any(poly.degrees()[place] for poly in polys)


def _unit(goal: Sequent, place: int) -> tuple[int, ...]:
    return tuple(int(other == place) for other in range(len(goal.names)))


def _is_bound(fact: Poly, place: int) -> bool:
    degrees = fact.degrees()
    return degrees[place] == 1 and sum(degrees) == 1


def _top_root(goal: Sequent) -> int | None:
    degrees = goal.conclusion[0].degrees()
    return max((place for place in goal.roots if degrees[place]), default=None)


def _is_squared(goal: Sequent) -> bool:
    degrees = goal.conclusion[0].degrees()
    return any(degrees[place] > 1 for place in goal.roots)


def _mixed(goal: Sequent, root: int) -> bool:
    """Whether the root occurs in some terms but not in all, or stands alone."""
    monomials = goal.conclusion[0].monoms()
    powers = {monomial[root] for monomial in monomials}
    return len(powers) > 1 or (len(monomials) == 1 and sum(monomials[0]) == 1)


def _fact_without_factors(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """m*f >= 0 with m > 0 says f >= 0: cut that in."""
    known = [fact for fact, _ in goal.hypotheses]
    for fact, kind in goal.hypotheses if effort.facts else ():
        factor = _mixed_factor(fact, goal.sorts) if kind in (">", ">=") else None
        if factor is not None and factor not in known:
            lower = _less(effort, facts=effort.facts - 1)
            yield "cut", {"of": str(factor), "rel": ">="}, lower


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


def _factor_of_fact(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """f >= 0 where m*f >= 0 is a hypothesis: if -f > 0, then m*f and m*(-f) oppose each other."""
    poly, rel = goal.conclusion
    if rel != ">=" or not effort.cases or one_sign(poly, goal.sorts):
        return
    lower = _less(effort, cases=effort.cases - 1)
    known = [fact for fact, _ in goal.hypotheses]
    if not any(_mixed_factor(fact, goal.sorts) == poly for fact in known):
        return
    if -poly in known:
        yield "absurd", {}, lower
    elif poly not in known:
        yield "cases", {"of": str(poly)}, lower
    else:
        yield "combine", {"multipliers": {str(known.index(poly)): "1"}}, lower


def _opposed(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """Hypotheses m*f >= 0 and -f > 0 add up to 0 > 0 once m > 0 is seen; until then, split."""
    for number, (fact, kind) in enumerate(goal.hypotheses):
        factor = _mixed_factor(fact, goal.sorts) if kind in (">", ">=") else None
        if factor is None:
            continue
        for other, (q, strict) in enumerate(goal.hypotheses):
            if strict != ">" or q != -factor:
                continue
            m = divmod(fact, factor)[0]
            if is_positive(m, goal.sorts):
                yield "combine", {"multipliers": {str(number): "1", str(other): str(m)}}, effort
                return
            weak = [f for f, _ in factors(m)[1] if not _is_nonzero(f, goal.sorts)]
            for place, power in enumerate(weak[0].degrees() if weak else ()):
                if power and goal.sorts[place] in ("natural", "nonnegative"):
                    yield "zero", {"variable": goal.names[place]}, effort
                    return


def _is_nonzero(poly: Poly, sorts: tuple[str, ...]) -> bool:
    return is_positive(poly, sorts) or is_positive(-poly, sorts)


def _equalities(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    root = _top_root(goal)
    if root is not None and _mixed(goal, root):
        yield "square", {"root": goal.names[root]}, effort
        return
    for number, (fact, rel) in enumerate(goal.hypotheses):
        if rel == "==":
            quotient, rest = divmod(goal.conclusion[0], fact)
            if rest.is_zero():
                yield "combine", {"multipliers": {str(number): str(quotient)}}, effort
    if effort.factors and goal.hypotheses:
        lower = _less(effort, factors=effort.factors - 1)
        _, pairs = goal.conclusion[0].factor()
        for number in range(len(pairs) if len(pairs) > 1 else 0):
            yield "factor", {"signs": number}, lower
    yield from _zeros(goal, effort)


def _contradictions(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """An equation that is no identity: from two inequalities, or because no point is left."""
    mixed = [fact for fact, _ in goal.hypotheses if not one_sign(fact, goal.sorts)]
    if mixed and effort.cases:
        lower = _less(effort, cases=effort.cases - 1)
        yield "both", {}, lower
        yield "absurd", {}, lower


def _impossible(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """0 > 0: show that a hypothesis fails."""
    if not effort.cases:
        return
    lower = _less(effort, cases=effort.cases - 1, sums=max(effort.sums, 1))
    for number, (fact, rel) in enumerate(goal.hypotheses):
        if rel == ">" and not one_sign(fact, goal.sorts):
            yield "combine", {"multipliers": {str(number): "1"}}, lower


def _factoring(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    poly, rel = goal.conclusion
    if not effort.factors or poly.is_zero():
        return
    _, pairs = poly.factor()
    if len(pairs) < 2 and all(power == 1 for _, power in pairs):
        return
    lower = _less(effort, factors=effort.factors - 1)
    if rel == "!=":
        yield "factor", {}, lower
        return
    even = {str(piece) for piece, power in pairs if power % 2 == 0} if rel == ">=" else set()
    ordered = sorted((piece for piece, _ in pairs), key=str)
    signs = _sample_signs(goal, ordered, even)
    if signs is not None:
        yield "factor", {"signs": signs}, lower


def _sample_signs(goal: Sequent, pieces: list[Poly], even: set[str]) -> list[int] | None:
    """The sign each factor has wherever looked, None if one changes sign; squares have none."""
    signs: list[int] = []
    points = list(_sample_points(goal))
    for piece in pieces:
        plain = 1 if str(piece) in even else one_sign(piece, goal.sorts)
        seen = {plain} if plain else {_sign(piece(*point)) for point in points} - {0}
        if len(seen) > 1:
            return None
        signs.append(seen.pop() if seen else 1)
    return signs


def _sums(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """p = m*h + r with a hypothesis h of mixed signs and a multiplier m >= 0."""
    if not effort.sums:
        return
    poly, rel = goal.conclusion
    negatives = _negatives(poly)
    for number, (fact, kind) in enumerate(goal.hypotheses):
        if kind == "!=" or fact.is_constant() or len(fact) > len(poly) + 8:
            continue
        for quotient in _quotients(poly, fact):
            if quotient.is_zero() or (kind != "==" and one_sign(quotient, goal.sorts) != 1):
                continue
            rest = poly - quotient * fact
            strict = rel == kind == ">" and is_positive(quotient, goal.sorts)
            if _negatives(rest) < negatives or (strict and one_sign(rest, goal.sorts) == 1):
                lower = _less(effort, sums=effort.sums - 1)
                yield "combine", {"multipliers": {str(number): str(quotient)}}, lower


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


def _positive_roots(goal: Sequent, effort: _Effort) -> Iterator[Move]:
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
        if decides and not any(fact == goal.gens[place] for fact, _ in goal.hypotheses):
            yield "cut", {"of": name, "rel": ">"}, effort


def _products(goal: Sequent, effort: _Effort) -> Iterator[Move]:
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
            yield "cut", {"of": str(part), "rel": ">="}, effort


def _squares(goal: Sequent, root: int, effort: _Effort) -> Iterator[Move]:
    name = goal.names[root]
    if goal.conclusion[1] == "!=":
        yield "square", {"root": name}, effort
        return
    yield "square", {"root": name, "larger": "root"}, effort
    yield "square", {"root": name, "larger": "free"}, effort
    if not effort.cases:
        return
    lower = _less(effort, cases=effort.cases - 1)
    for part in _parts(goal, root):
        if not one_sign(part, goal.sorts):
            yield "cases", {"of": str(part)}, lower


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


def _forced(goal: Sequent) -> str | None:
    """A variable that a hypothesis x - c >= 0, c > 0, forces to be positive."""
    for fact, rel in goal.hypotheses:
        if rel not in (">", ">="):
            continue
        for place, sort in enumerate(goal.sorts):
            if sort in ("natural", "nonnegative") and place not in goal.roots:
                if not _is_bound(fact, place) or len(fact) > 2:
                    continue
                terms = fact.to_dict()
                rest = terms.get((0,) * len(goal.names), 0)
                if terms[_unit(goal, place)] > 0 and (rest < 0 or (rel == ">" and not rest)):
                    return goal.names[place]
    return None


def _zeros(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """Split off x = 0 for the variable that occurs in most facts, once for each variable."""
    polys = [goal.conclusion[0], *(poly for poly, _ in goal.hypotheses)]
    weights = {}
    for place, name in enumerate(goal.names):
        if place in goal.roots or goal.sorts[place] in ("positive", "real"):
            continue
        if name not in effort.split and (weight := sum(bool(p.degrees()[place]) for p in polys)):
            weights[name] = weight
    if weights:
        name = max(weights, key=lambda each: weights[each])
        yield "zero", {"variable": name}, _less(effort, split=effort.split | {name})


def _orders(goal: Sequent, effort: _Effort) -> Iterator[Move]:
    """Split by x >= y for two variables that meet in the negative terms."""
    if not effort.orders:
        return
    lower = _less(effort, orders=effort.orders - 1)
    poly = goal.conclusion[0]
    if not _negatives(poly):
        return
    places = [
        place
        for place, sort in enumerate(goal.sorts)
        if place not in goal.roots and sort != "real" and poly.degrees()[place]
    ]
    scored = []
    for x, y in combinations(places, 2):
        gens = list(goal.gens)
        images = list(gens)
        images[x] = gens[x] + gens[y]
        first = _negatives(poly.compose(*images))
        images = list(gens)
        images[y] = gens[x] + gens[y]
        second = _negatives(poly.compose(*images))
        scored.append((first + second, max(first, second), x, y))
    for _, _, x, y in sorted(scored)[:1]:
        pair = {"x": goal.names[x], "y": goal.names[y]}
        yield "order", pair, _less(lower, split=effort.split - set(pair.values()))


# --- small helpers -------------------------------------------------------------------------


def _less(effort: _Effort, **changes: Any) -> _Effort:
    values = {**effort.__dict__, **changes}
    return _Effort(**values)


def _negatives(poly: Poly) -> int:
    return sum(coefficient < 0 for coefficient in poly.coeffs())


def _sign(value: Any) -> int:
    return (value > 0) - (value < 0)


_RELATIONS: dict[str, Callable[[Any], bool]] = {
    ">": lambda s: s > 0,
    ">=": lambda s: s >= 0,
    "==": lambda s: s == 0,
    "!=": lambda s: s != 0,
}


@lru_cache
def _raw_points(length: int) -> list[tuple[int, ...]]:
    chance = random.Random(1)
    tops = [2] * (SAMPLES // 2) + [6 + 10 * (number % 3) for number in range(SAMPLES // 2)]
    return [tuple(chance.randint(0, top) for _ in range(length)) for top in tops]


def _sample_points(goal: Sequent) -> Iterator[tuple[int, ...]]:
    """Small points where the hypotheses hold; none if a root occurs that is not whole there."""
    for raw in _raw_points(len(goal.names)):
        point = list(raw)
        for place, sort in enumerate(goal.sorts):
            if sort == "positive":
                point[place] += 1
        whole = True
        for place in sorted(goal.roots):
            square = int(goal.roots[place](*point))
            side = _whole_root(square)
            if side is None:
                whole = False
                break
            point[place] = side
        if whole and all(_RELATIONS[rel](poly(*point)) for poly, rel in goal.hypotheses):
            yield tuple(point)


def _whole_root(square: int) -> int | None:
    if square < 0:
        return None
    side = int(square**0.5)
    return next((s for s in (side - 1, side, side + 1) if s >= 0 and s * s == square), None)


def _refuted(goal: Sequent) -> bool:
    poly, rel = goal.conclusion
    test = _RELATIONS[rel]
    if _in_terms(goal):
        return False
    return any(not test(poly(*point)) for point in _sample_points(goal))
