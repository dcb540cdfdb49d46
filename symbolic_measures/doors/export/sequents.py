"""Proofs of sequents: one step of the kernel after the other, as Rocq's checker takes them.

The kernel computes each subgoal; here is written what Rocq needs to see that it is one: the
substituted polynomials, factors, multipliers, and why each fact that the kernel keeps follows from
the facts that Rocq has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod
from types import MappingProxyType
from typing import Any

from symbolic_measures.doors.export.algebra import State, division, layers_of, quotient
from symbolic_measures.doors.export.terms import NotExportedError, whole
from symbolic_measures.kernel.algebra import Fact, Poly, Sequent, factors, one_sign, reduce
from symbolic_measures.macros import apply
from symbolic_measures.nouns.verdict import Step

Rule = Callable[[State, Sequent, Step, list[Sequent]], str]
RULES: dict[str, Rule] = {}
NO_ROOTS: Mapping[int, Poly] = MappingProxyType({})


def _rule(function: Rule) -> Rule:
    RULES[function.__name__.strip("_")] = function
    return function


def sequent(state: State, goal: Sequent, step: Step, read: Mapping[int, Poly] = NO_ROOTS) -> str:
    """The proof of Rocq's sequent `state`, given the kernel's proof of its own, `goal`.

    `read` are roots of which it need not speak, but facts may be seen by.
    """
    return _dead_roots(
        state, goal, lambda known, roots: _synchronised(known, goal, {**read, **roots}, step)
    )


def _dead_roots(
    state: State, goal: Sequent, inner: Callable[[State, Mapping[int, Poly]], str]
) -> str:
    """Roots of the polynomial 0, which the kernel replaced by 0: that they are 0 is shown first."""
    zero, gens = goal.conclusion[0] * 0, goal.gens
    roots = dict(goal.roots)
    for place, name in enumerate(goal.names):
        x = gens[place]
        if not name.startswith("root") or place in goal.roots or (x**2, "==") not in state.facts:
            continue
        roots[place] = zero
        if (x, "==") not in state.facts:
            known = state.proving(state.conclusion, (x, "=="))
            square = state.place(x**2)
            shown = (
                f"(SquareE {state.numbers.of(name)} (Pc 0) (Pc 1) Coef "
                f"(Sync [] (Pc 0) [({square}%nat,Pc (-1))] Coef))"
            )
            rest = _dead_roots(known, goal, inner)
            return f"(Cut {state.fact((x, '=='))} {shown} {rest})"
    return inner(state, roots)


def _synchronised(state: State, goal: Sequent, roots: Mapping[int, Poly], step: Step) -> str:
    """Brings Rocq's facts and conclusion to the kernel's, and goes on with its step."""
    gens = goal.gens
    equations: list[Fact] = []
    for place, radicand in roots.items():
        own: Fact = (gens[place] if radicand.is_zero() else gens[place] ** 2 - radicand, "==")
        if own in state.facts:
            equations.append(own)
    if goal.conclusion[1] != state.conclusion[1]:
        raise NotExportedError("the conclusion differs")
    wanted = [*goal.hypotheses, *(own for own in equations if own not in goal.hypotheses)]
    for fact in wanted:
        if found := state.apart_from_zero(fact, roots, goal.sorts):
            known = state.proving(state.conclusion, fact)
            return f"(Cut {state.fact(fact)} {found} {_synchronised(known, goal, roots, step)})"
    rest, multiples = division(state.conclusion[0] - goal.conclusion[0], roots)
    if not rest.is_zero():
        raise NotExportedError("the conclusion differs")
    after = State(wanted, goal.conclusion, state.numbers, state.values)
    if wanted == state.facts and not multiples:
        return _step(after, goal, step)
    why = (f"({state.fact(f)},{state.justify(f, roots, goal.sorts)})" for f in wanted)
    told = f"[{';'.join(why)}] {state.poly(goal.conclusion[0])} {state.multiples(multiples)}"
    return f"(Sync {told} {_step(after, goal, step)})"


def _step(state: State, goal: Sequent, step: Step) -> str:
    if step.rule not in RULES:
        raise NotExportedError(f"rule {step.rule}")
    subgoals = [sub for sub in apply(goal, step.rule, step.args) if isinstance(sub, Sequent)]
    return RULES[step.rule](state, goal, step, subgoals)


def _reduced(state: State, goal: Sequent, inner: str) -> str:
    """The conclusion with the squares of roots replaced, then `inner`."""
    rest, multiples = division(goal.conclusion[0], goal.roots)
    if not multiples:
        return inner
    return f"(Sync [{state.copied()}] {state.poly(rest)} {state.multiples(multiples)} {inner})"


# --- signs and combinations ----------------------------------------------------------------


@_rule
def _coefficients(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    return _reduced(state, goal, "Coef")


@_rule
def _contradiction(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    return f"(Contra {step.args['number']})"


@_rule
def _combine(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    scale = step.args.get("scale", 1)
    raw, parts = goal.conclusion[0] * scale, []
    for number, text in step.args["multipliers"].items():
        factor = goal.polynomial(text)
        raw -= factor * goal.hypotheses[int(number)][0]
        parts.append(f"({number}%nat,{state.poly(factor)})")
    rest, multiples = division(raw, goal.roots)
    if multiples:
        parts.append(state.multiples(multiples)[1:-1])
    left: Fact = (rest, subs[0].conclusion[1])
    inner = sequent(state.proving(left), subs[0], step.premises[0])
    return f"(Combine {scale} [{';'.join(parts)}] {state.fact(left)} {inner})"


@_rule
def _bound_(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    """An equation x = q."""
    place, slope, rest = _bound(goal, step)
    if goal.hypotheses[step.args["number"]][1] != "==" or abs(slope) != 1:
        raise NotExportedError("rule bound")
    by = -rest if slope > 0 else rest
    head = f"{state.numbers.of(step.args['variable'])} {step.args['number']} {_sign(int(slope))}"
    inner = _moved(state, place, goal.gens[place] * 0 + by, subs[0], step.premises[0])
    return f"(Known {head} {state.poly(by)} {inner})"


@_rule
def _squared(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    return sequent(state, subs[0], step.premises[0])


@_rule
def _cases(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    if "of" not in step.args or "rels" in step.args:
        raise NotExportedError("cases that leave out a sign")
    q = goal.polynomial(step.args["of"])
    facts: tuple[Fact, ...] = ((q, ">"), (q, "=="), (-q, ">"))
    parts = (
        sequent(state.proving(goal.conclusion, fact), sub, premise)
        for fact, sub, premise in zip(facts, subs, step.premises, strict=True)
    )
    return f"(Cases {state.poly(q)} {' '.join(parts)})"


@_rule
def _cut(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    fact: Fact = (goal.polynomial(step.args["of"]), step.args["rel"])
    first = sequent(state.proving(fact), subs[0], step.premises[0])
    second = sequent(state.proving(goal.conclusion, fact), subs[1], step.premises[1])
    return f"(Cut {state.fact(fact)} {first} {second})"


@_rule
def _apart(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    sign = step.args["sign"]
    inner = sequent(state.proving((goal.conclusion[0] * sign, ">")), subs[0], step.premises[0])
    return f"(Apart {_sign(sign)} {inner})"


@_rule
def _both(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    poly = goal.conclusion[0]
    first = sequent(state.proving((poly, ">=")), subs[0], step.premises[0])
    second = sequent(state.proving((-poly, ">=")), subs[1], step.premises[1])
    return f"(Both {first} {second})"


@_rule
def _absurd(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    zero: Fact = (goal.conclusion[0] * 0, ">")
    return f"(Absurd {sequent(state.proving(zero), subs[0], step.premises[0])})"


def _sign(sign: int) -> str:
    return "true" if sign > 0 else "false"


# --- factors -------------------------------------------------------------------------------


@_rule
def _factor(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    poly, rel = goal.conclusion
    _, pairs = factors(poly)
    signs: Any = step.args.get("signs")
    if rel == "==":
        piece = pairs[signs][0]
        rest = _exact(poly, piece)
        inner = sequent(state.proving((piece, "==")), subs[0], step.premises[0])
        return f"(FacZero {state.poly(piece)} {state.poly(rest)} {inner})"
    plan: list[tuple[Poly, int, int | None, bool]] = []
    number = 0
    for place, (piece, exponent) in enumerate(pairs):
        own = 1 if rel == "!=" else signs[place]
        odd = exponent % 2 == 1
        if rel == "!=":
            plan += [(piece, 1, number, False)] * exponent
        elif odd:
            plan += [(piece, own, number, False)] * exponent
        else:
            plan += [(piece, 1, number if rel == ">" else None, True)] * (exponent // 2)
        number += rel == "!=" or odd or rel == ">"
    return _product(state, goal, step, subs, plan)


def _exact(poly: Poly, by: Poly) -> Poly:
    found = quotient(poly, by)
    if found is None:
        raise NotExportedError(f"{by} is no factor of {poly}")
    return found


def _product(
    state: State,
    goal: Sequent,
    step: Step,
    subs: list[Sequent],
    plan: list[tuple[Poly, int, int | None, bool]],
) -> str:
    """One factor after the other; the last rest is a constant, seen from its coefficient."""
    text, closing, left = "", "", goal.conclusion[0]
    for piece, sign, number, twice in plan:
        left = _exact(left, piece * piece if twice else piece)
        rel = "!=" if twice else goal.conclusion[1]
        shown = "Coef"
        if number is not None:
            fact: Fact = (piece * sign, rel)
            shown = sequent(state.proving(fact), subs[number], step.premises[number])
        head = f"{state.poly(piece)} {state.poly(left)}"
        text += f"(FacSq {head} {shown} " if twice else f"(FacMul {head} {_sign(sign)} {shown} "
        closing += ")"
        left = left * sign
    return f"{text}Coef{closing}"


# --- cases of variables --------------------------------------------------------------------


def _moved(state: State, place: int, by: Poly, sub: Sequent, premise: Step) -> str:
    images = list(by.context().gens())
    images[place] = by
    facts = [(poly.compose(*images), rel) for poly, rel in state.facts]
    conclusion = (state.conclusion[0].compose(*images), state.conclusion[1])
    return sequent(State(facts, conclusion, state.numbers, state.values), sub, premise)


@_rule
def _zero(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    place = goal.index(step.args["variable"])
    x, sort = goal.gens[place], goal.sorts[place]
    images, name = {
        "natural": ((x * 0, x + 1), "ZeroN"),
        "nonnegative": ((x * 0, x), "ZeroR"),
        "real": ((x * 0, x, -x), "ZeroS"),
    }[sort]
    parts = (
        _moved(state, place, by, sub, premise)
        for by, sub, premise in zip(images, subs, step.premises, strict=True)
    )
    return f"({name} {state.numbers.of(step.args['variable'])} {' '.join(parts)})"


@_rule
def _order(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    first, second = goal.index(step.args["x"]), goal.index(step.args["y"])
    x, y = goal.gens[first], goal.gens[second]
    natural = goal.sorts[first] == goal.sorts[second] == "natural"
    above = _moved(state, first, x + y, subs[0], step.premises[0])
    below = _moved(state, second, x + y + 1 if natural else x + y, subs[1], step.premises[1])
    names = f"{state.numbers.of(step.args['x'])} {state.numbers.of(step.args['y'])}"
    return f"({'OrderN' if natural else 'OrderR'} {names} {above} {below})"


@_rule
def _shift(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    place, slope, rest = _number_bound(goal, step)
    divisor = slope.gcd(rest)
    den, num = slope / divisor, -rest / divisor
    x = goal.gens[place]
    head, images = _fraction(state, place, step, (slope, num, den))
    inner = sequent(images(x * den + num, x * 0 + den), subs[0], step.premises[0])
    return f"(Shift {head} {inner})"


@_rule
def _below(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    place, slope, rest = _number_bound(goal, step)
    divisor = slope.gcd(rest)
    den, num = -slope / divisor, rest / divisor
    x = goal.gens[place]
    head, images = _fraction(state, place, step, (-slope, num, den))
    inside = sequent(images(x * num, (x + 1) * den), subs[0], step.premises[0])
    at_bound = "Coef"
    if len(subs) > 1:
        at_bound = sequent(images(x * 0 + num, x * 0 + den), subs[1], step.premises[1])
    return f"(Below {head} {inside} {at_bound})"


def _bound(goal: Sequent, step: Step) -> tuple[int, Any, Any]:
    """The variable's place, and a and b of the bound a*x + b."""
    place = goal.index(step.args["variable"])
    fact = goal.hypotheses[step.args["number"]][0]
    unit = tuple(int(other == place) for other in range(len(goal.names)))
    slope = fact.to_dict()[unit]
    return place, slope, fact - goal.gens[place] * slope


def _number_bound(goal: Sequent, step: Step) -> tuple[int, Any, Any]:
    """The same, where b is a number."""
    place, slope, rest = _bound(goal, step)
    return place, slope, rest.to_dict().get((0,) * len(goal.names), slope * 0)


def _fraction(
    state: State, place: int, step: Step, scale: tuple[Any, Any, Any]
) -> tuple[str, Callable[[Poly, Poly], State]]:
    """The arguments of a rule that puts a fraction for a variable, and the sequent after it."""
    layers = [layers_of(poly, place) for poly, _ in state.facts]
    own = layers_of(state.conclusion[0], place)

    def told(parts: list[Poly]) -> str:
        return f"[{';'.join(map(state.poly, parts))}]"

    def image(parts: list[Poly], top: Poly, low: Poly) -> Poly:
        found = top * 0
        for power, layer in enumerate(parts):
            found += layer * top**power * low ** (len(parts) - 1 - power)
        return found

    def after(top: Poly, low: Poly) -> State:
        facts = [
            (image(parts, top, low), rel)
            for parts, (_, rel) in zip(layers, state.facts, strict=True)
        ]
        conclusion = (image(own, top, low), state.conclusion[1])
        return State(facts, conclusion, state.numbers)

    numbers = " ".join(map(whole, scale))
    head = f"{state.numbers.of(step.args['variable'])} {step.args['number']} {numbers}"
    return f"{head} [{';'.join(map(told, layers))}] {told(own)}", after


# --- roots and values of functions ---------------------------------------------------------


@_rule
def _square(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    name, rel = step.args["root"], goal.conclusion[1]
    place = goal.names.index(name)
    poly = reduce(goal.conclusion[0], goal.roots)
    a, b, *_ = (*layers_of(poly, place), poly * 0, poly * 0)
    x = goal.gens[place]
    gap = a * a - b * b * x * x
    free = step.args.get("larger") == "free"
    wanted: list[Fact]
    if rel == "==":
        kind, wanted = "SquareE", [(-a * b, ">="), (gap, "==")]
    elif rel == "!=":
        kind, wanted = "SquareF", [(gap, "!=")]
    else:
        kind = "SquareF" if free else "SquareR"
        wanted = [(a if free else b, ">="), (gap if free else -gap, rel)]
    parts = [
        sequent(state.proving(fact), sub, premise)
        for fact, sub, premise in zip(wanted, subs, step.premises, strict=True)
    ]
    first = "Coef " if rel == "!=" else ""
    head = f"{state.numbers.of(name)} {state.poly(a)} {state.poly(b)}"
    return _reduced(state, goal, f"({kind} {head} {first}{' '.join(parts)})")


@_rule
def _logarithm(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    pairs, above, below = [], goal.conclusion[0] * 0 + 1, goal.conclusion[0] * 0 + 1
    for monomial, coefficient in goal.conclusion[0].to_dict().items():
        place = next(i for i, power in enumerate(monomial) if power)
        k, term = int(coefficient), goal.terms[place]
        top, bottom = (term.top, term.bottom) if k > 0 else (term.bottom, term.top)
        above, below = above * top ** abs(k), below * bottom ** abs(k)
        pairs.append(f"({whole(k)},{_value(state, place)}%nat)")
    inner = _quotient(state, goal, (above - below, below), subs[0], step.premises[0])
    return f"(LogSum [{';'.join(pairs)}] {inner})"


@_rule
def _arccosine(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    one = goal.conclusion[0] * 0 + 1
    parts = {1: (one, one), -1: (one, one)}
    places = {1: "None", -1: "None"}
    scale = 1
    for monomial, coefficient in goal.conclusion[0].to_dict().items():
        place = next(i for i, power in enumerate(monomial) if power)
        own = 1 if coefficient > 0 else -1
        parts[own] = goal.terms[place].top, goal.terms[place].bottom
        places[own] = f"(Some {_value(state, place)}%nat)"
        scale = abs(int(coefficient))
    (a, b), (c, d) = parts[1], parts[-1]
    inner = _quotient(state, goal, (c * b - a * d, b * d), subs[0], step.premises[0])
    return f"(AcosGap {scale} {places[1]} {places[-1]} {inner})"


def _value(state: State, place: int) -> int:
    if place not in state.values:
        raise NotExportedError("the value of a function is not known any more")
    return state.values.index(place)


def _quotient(
    state: State, goal: Sequent, ratio: tuple[Poly, Poly], sub: Sequent, premise: Step
) -> str:
    top, bottom = ratio
    rel = goal.conclusion[1]
    if rel in (">", ">=") and one_sign(bottom, goal.sorts) != 1:
        top = top * bottom
    return sequent(state.proving((top, rel)), sub, premise)


@_rule
def _rooted(state: State, goal: Sequent, step: Step, subs: list[Sequent]) -> str:
    places = [goal.names.index(name) for name in step.args["roots"]]
    one = goal.conclusion[0] * 0 + 1
    square = prod((goal.roots[place] for place in places), start=one)
    unit, powers = factors(square)
    side = one * unit.isqrt() * prod((f ** (e // 2) for f, e in powers), start=one)
    product = prod((goal.gens[place] for place in places), start=one)
    _, multiples = division(product * product - side * side, goal.roots)
    numbers = ";".join(str(state.numbers.of(name)) for name in step.args["roots"])
    known = state.proving(goal.conclusion, (product - side, "=="))
    # the kernel's conclusion is this one, with a multiple of the new equation taken away
    gap = goal.conclusion[0] - subs[0].conclusion[0]
    rest, more = division(gap, goal.roots)
    by = quotient(rest, product - side)
    if by is None:
        raise NotExportedError("a product of roots that is not plainly replaced")
    told = known.multiples([*more, (product - side, by)])
    after = State(known.facts, subs[0].conclusion, state.numbers, state.values)
    poly = state.poly(subs[0].conclusion[0])
    inner = sequent(after, subs[0], step.premises[0])
    return (
        f"(RootProduct [{numbers}]%positive {state.poly(side)} {state.multiples(multiples)} "
        f"(Sync [{known.copied()}] {poly} {told} {inner}))"
    )
