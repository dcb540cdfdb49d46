"""Proofs of sequents among polynomials: the orthant tactics, cheapest first.

Signs are read from coefficients; otherwise split a variable into zero and positive, use a
hypothesis as a summand, factor, compare squares, or split by the order of two variables.  A
sequent that fails at a small sample point is given up at once, which is what makes trying cheap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from random import Random
from typing import Any

from flint import fmpz

from symbolic_measures.kernel.algebra import (
    Fact,
    Poly,
    RuleError,
    Sequent,
    is_positive,
    is_seen,
    one_sign,
    reduce,
)
from symbolic_measures.macros import apply, written
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.costs import LOOK, MULTIPLYING, of_replacing, of_roots, of_step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.binomials import by_binomials
from symbolic_measures.search.tactics.facts import ZERO, by_multiple, without_factors
from symbolic_measures.search.tactics.moves import moves
from symbolic_measures.search.tactics.multipliers import beside, multipliers, summed
from symbolic_measures.search.tactics.points import refuted
from symbolic_measures.search.tactics.products import by_products
from symbolic_measures.search.tactics.reach import REACHES, Reach
from symbolic_measures.search.tactics.squares import by_squares
from symbolic_measures.search.tactics.told import of_arguments
from symbolic_measures.search.tactics.univariate import by_pieces
from symbolic_measures.search.tactics.variables import forced_positive

MAX_TERMS = 4_000
#: Conclusions of more terms: first it is looked whether hypotheses hold nowhere together.
FEW_TERMS = 30
#: Of more terms roots are not multiplied out: it would leave far more than MAX_TERMS.
MOST_TERMS_MULTIPLIED = 1_500
#: Steps below each other; a deeper proof could not be replayed by plain recursion.
MAX_DEPTH = 120
#: Sequents that are looked at where only a plain proof is wanted.
GLANCE = 20
#: So many variables of any sign are left to a linear program.
FEWEST_REALS = 3
#: Bytes of what tells one sequent from another.
DIGEST = 16


@dataclass(frozen=True)
class _Known:
    """A proof that was found, the number of its steps, and how many stand below each other."""

    step: Step
    size: int = 1
    height: int = 1

    @classmethod
    def of(cls, name: str, args: dict[str, Any], premises: list[_Known]) -> _Known:
        """The proof with these premises."""
        step = Step(name, args, tuple(premise.step for premise in premises))
        height = 1 + max((premise.height for premise in premises), default=0)
        return cls(step, 1 + sum(premise.size for premise in premises), height)

    @classmethod
    def whole(cls, step: Step) -> _Known:
        """A proof that was found as one."""
        return cls.of(step.rule, dict(step.args), [cls.whole(premise) for premise in step.premises])


class _Budget:
    """Counts the sequents looked at, and remembers what became of each.

    The same sequent is met on many ways: what was found is used again, and what failed is not tried
    again.  A proof counts as often as it is used, for it is saved and replayed as often.
    """

    def __init__(self, effort: Effort, nodes: int = Reach.nodes) -> None:
        self.effort, self.left, self.depth = effort, nodes, 0
        self.tried: dict[Any, _Known | None] = effort.tried
        #: Whether something was given up for want of nodes or depth: it might be proved elsewhere.
        self.short = False

    def spend(self, nodes: int = 1) -> bool:
        self.left -= nodes
        self.short |= self.left <= 0
        return self.left > 0

    def again(self, known: _Known | None) -> _Known | None:
        """What was found before, if there is room for it here."""
        self.effort.tick(LOOK)
        if known is None:
            return None
        if not self.spend(known.size) or self.depth + known.height > MAX_DEPTH:
            self.short = True
            return None
        return known


def at_a_glance(goal: Sequent, effort: Effort) -> Step | None:
    """A proof of the sequent that is found at once, or None."""
    known = _prove(goal, _Budget(effort, GLANCE), Reach())
    return None if known is None else known.step


def prove_sequent(goal: Sequent, effort: Effort) -> Step | None:
    """A proof of the sequent, or None."""
    if _falls_without_end(goal):  # then it only holds if there is no point where the hypotheses do
        nothing = goal.with_conclusion(goal.conclusion[0] * 0, ">")
        step = prove_sequent(nothing, effort) if goal.hypotheses else None
        return None if step is None else Step("absurd", {}, (step,))
    cuts, wider = of_arguments(goal)
    if cuts:
        step = prove_sequent(wider, effort)
        return None if step is None else beside(step, cuts)
    if (step := _of_reals(goal, effort)) is not None:
        return step
    if len(goal.conclusion[0]) > FEW_TERMS and (step := _nowhere(goal, effort)) is not None:
        return step
    for reach in REACHES:
        if len(goal.names) < reach.names or len(goal.conclusion[0]) > reach.terms:
            continue
        known = _prove(goal, _Budget(effort, reach.nodes), reach)
        if known is not None:
            return known.step
        if reach == REACHES[0]:  # the goal is the same at each reach
            if _is_refuted(goal, effort):
                return None
            if (step := _combined(goal, effort)) is not None:
                return step
    return None


def _of_reals(goal: Sequent, effort: Effort) -> Step | None:
    """What is linear, in variables of any sign, from hypotheses as summands: signs of all the
    variables would be many cases.  p > 0 where p is not 0 is p >= 0, of which few are needed."""
    poly, rel = goal.conclusion
    degrees = zip(goal.sorts, poly.degrees(), strict=True)
    if sum(sort == "real" and power > 0 for sort, power in degrees) < FEWEST_REALS:
        return None
    found = multipliers(goal, effort)
    if found is not None:
        known = _follow(goal, "combine", found, _Budget(effort), Reach())
        return None if known is None else known.step
    given = [n for n, (fact, kind) in enumerate(goal.hypotheses) if kind == "!="]
    given = [number for number in given if goal.hypotheses[number][0] in (poly, -poly)]
    weak = multipliers(goal.with_conclusion(poly, ">="), effort) if rel == ">" and given else None
    if weak is None:
        return None
    kept = {*map(str, given), *weak["multipliers"]}
    without = [n for n in range(len(goal.hypotheses)) if str(n) not in kept]
    if not without:
        return None
    known = _follow(goal, "weaken", {"without": without}, _Budget(effort), Reach())
    return None if known is None else known.step


def _falls_without_end(goal: Sequent) -> bool:
    """Whether the conclusion is below 0 where a variable is large that no hypothesis speaks of."""
    poly, rel = goal.conclusion
    if rel not in (">", ">=") or goal.roots or goal.terms:
        return False
    if any(kind == "==" or one_sign(fact, goal.sorts) == -1 for fact, kind in goal.hypotheses):
        return False  # what it is multiplied by may be 0
    spoken = {n for fact, _ in goal.hypotheses for n, power in enumerate(fact.degrees()) if power}
    free = [(n, top) for n, top in enumerate(poly.degrees()) if top > 0 and n not in spoken]
    terms = list(zip(poly.monoms(), poly.coeffs(), strict=True)) if free else []
    for place, degree in free:
        top = [(m, number) for m, number in terms if m[place] == degree]
        odd = goal.sorts[place] == "real" and degree % 2 == 1
        real = [n for n, sort in enumerate(goal.sorts) if sort == "real" and n != place]
        signed = any(m[other] % 2 for m, _ in top for other in real)  # what it is multiplied by
        if odd or (not signed and all(number < ZERO for _, number in top)):
            return True
    return False


def _is_refuted(goal: Sequent, effort: Effort) -> bool:
    """Whether a sequent that was tried was seen to fail at a point."""
    return effort.tried.get(digest(goal), goal) is None


def _nowhere(goal: Sequent, effort: Effort) -> Step | None:
    """By hypotheses that add up to what holds nowhere."""
    nothing = goal.with_conclusion(goal.conclusion[0] * 0, ">")
    found = multipliers(nothing, effort)
    if found is None:
        return None
    known = _follow(nothing, "combine", found, _Budget(effort), Reach())
    return None if known is None else Step("absurd", {}, (known.step,))


def _combined(goal: Sequent, effort: Effort) -> Step | None:
    """Hypotheses against each other, or as summands, with multipliers from a linear program."""
    forced = forced_positive(goal)
    if forced is not None:
        zero, positive = apply(goal, "zero", {"variable": forced})
        if not isinstance(zero, Sequent) or not isinstance(positive, Sequent):
            return None
        rest = _combined(positive, effort)
        empty = None if rest is None else _prove(zero, _Budget(effort), Reach())
        return Step("zero", {"variable": forced}, (empty.step, rest)) if empty and rest else None
    if (step := _nowhere(goal, effort)) is not None:
        return step
    if goal.conclusion[1] == "==":
        return _from_both_sides(goal, effort)
    if goal.conclusion[1] == "!=":
        return by_one_sign(goal, lambda turned: summed(turned, effort))
    found = multipliers(goal, effort)
    if found is not None:
        known = _follow(goal, "combine", found, _Budget(effort), Reach())
        return None if known is None else known.step
    step = by_squares(goal) or by_products(goal, effort) or _by_binomials(goal, effort)
    if step is not None:
        return step
    names = _not_both_zero(goal) if goal.conclusion[1] == ">" else []
    return _each_zero(goal, names, effort) if names else None


def by_one_sign(goal: Sequent, prove: Callable[[Sequent], Step | None]) -> Step | None:
    """p != 0 as p > 0, or as -p > 0, whichever is proved so; None, too, if it is too large."""
    for sign in (1, -1):
        try:
            (turned,) = apply(goal, "apart", {"sign": sign})
            step = prove(turned) if isinstance(turned, Sequent) else None
        except RuleError:
            return None
        if step is not None:
            return Step("apart", {"sign": sign}, (step,))
    return None


def _by_binomials(goal: Sequent, effort: Effort) -> Step | None:
    """Squares of differences as summands, beside hypotheses without their positive factors."""
    here, cuts = goal, list[tuple[dict[str, Any], Step]]()
    for factor in without_factors(goal):
        if any(factor == fact for fact, _ in here.hypotheses):
            continue
        cut = {"of": written(factor), "rel": ">="}
        first, after = apply(here, "cut", cut)
        proof = at_a_glance(first, effort) if isinstance(first, Sequent) else None
        if proof is not None and isinstance(after, Sequent):
            cuts.append((cut, proof))
            here = after
    step = by_binomials(here, effort)
    return None if step is None else beside(step, cuts)


def _from_both_sides(goal: Sequent, effort: Effort) -> Step | None:
    """A linear p = 0 from p >= 0 and -p >= 0, each with the hypotheses as summands."""
    polys = [goal.conclusion[0], *(fact for fact, _ in goal.hypotheses)]
    if any(sum(map(int, monomial)) > 1 for poly in polys for monomial in poly.monoms()):
        return None  # larger linear programs cost more than they bring
    try:
        parts = apply(goal, "both", {}) if goal.hypotheses else []
    except RuleError:  # what is to be shown is too long to be written
        return None
    premises = []
    for part in parts:
        step = _combined(part, effort) if isinstance(part, Sequent) else None
        if step is None:
            return None
        premises.append(step)
    return Step("both", {}, tuple(premises)) if premises else None


def _not_both_zero(goal: Sequent) -> list[str]:
    """x and y, where x + y > 0 is a hypothesis on two variables that are >= 0."""
    for fact, kind in goal.hypotheses if not goal.roots and not goal.terms else ():
        names = [name for name, power in zip(goal.names, fact.degrees(), strict=True) if power]
        plain = len(fact) == 2 == sum(fact.degrees()) and one_sign(fact, goal.sorts) == 1
        if kind == ">" and plain and len(names) == 2:
            return names
    return []


def _each_zero(goal: Sequent, names: list[str], effort: Effort) -> Step | None:
    """Each of these variables is 0 or positive; then the hypotheses as summands."""
    if not names:
        known = _prove(goal, _Budget(effort), Reach())
        if known is not None or _is_refuted(goal, effort):
            return None if known is None else known.step
        return _combined(goal, effort)
    premises: list[Step] = []
    for part in apply(goal, "zero", {"variable": names[0]}):
        step = _each_zero(part, names[1:], effort) if isinstance(part, Sequent) else None
        if step is None:
            return None
        premises.append(step)
    return Step("zero", {"variable": names[0]}, tuple(premises))


def _prove(goal: Sequent, budget: _Budget, reach: Reach) -> _Known | None:
    """A proof within reach, found now or before."""
    own = digest(goal)
    key = (own, reach)
    for told in (own, key):
        if told in budget.tried:
            return budget.again(budget.tried[told])
    budget.effort.tick(of_step(goal))
    if (own, None) not in budget.tried:
        step = leaf(goal) or by_multiple(goal)
        if step is not None or refuted(goal):
            budget.tried[own] = None if step is None else _Known.whole(step)
            return budget.tried[own]
        if (step := by_pieces(goal, budget.effort)) is not None:
            budget.tried[own] = _Known.whole(step)
            return budget.again(budget.tried[own])
        budget.tried[own, None] = None  # neither is plain, nor are its pieces
    if not budget.spend() or len(goal.conclusion[0]) > MAX_TERMS:
        return None
    if budget.depth == MAX_DEPTH:
        budget.short = True
        return None
    budget.depth += 1
    ways = (_follow(goal, name, args, budget, rest) for name, args, rest in moves(goal, reach))
    found = next((known for known in ways if known is not None), None)
    budget.depth -= 1
    if found is not None or not budget.short:
        budget.tried[key] = found
    return found


def digest(goal: Sequent) -> bytes:
    """What tells the sequent from others, in few bytes: of polynomials, a value at one point."""
    point = _point(len(goal.names))

    def value(poly: Poly) -> str:
        return hex(int(poly(*point)))  # of any length

    facts = [(value(poly), rel) for poly, rel in (*goal.hypotheses, goal.conclusion)]
    roots = [(place, value(poly)) for place, poly in goal.roots.items()]
    terms = [(at, t.function, value(t.top), value(t.bottom)) for at, t in goal.terms.items()]
    whole = str((goal.names, goal.sorts, facts, roots, terms))
    return blake2b(whole.encode(), digest_size=DIGEST).digest()


@cache
def _point(size: int) -> tuple[fmpz, ...]:
    """So many numbers, the same ones on every machine, at which polynomials are told apart."""
    draw = Random(size)
    return tuple(fmpz(draw.getrandbits(48)) for _ in range(size))


def leaf(goal: Sequent) -> Step | None:
    """A proof without subgoals, or None."""
    poly, rel = goal.conclusion
    reduced = reduce(poly, goal.roots) if goal.roots else poly
    if any(is_seen(each, rel, goal.sorts) for each in (reduced, poly)):
        return Step("coefficients")  # not tried in vain: a refusal tells the polynomial, at length
    for number, fact in enumerate(goal.hypotheses):
        if not _holds_nowhere(goal, fact):
            continue
        try:
            apply(goal, "contradiction", {"number": number})
        except RuleError:
            continue
        return Step("contradiction", {"number": number})
    return None


def _holds_nowhere(goal: Sequent, fact: Fact) -> bool:
    """Whether the coefficients of a hypothesis show the contrary."""
    poly, rel = fact
    poly = reduce(poly, goal.roots) if goal.roots else poly
    if rel == "==":
        return is_positive(poly, goal.sorts) or is_positive(-poly, goal.sorts)
    return is_seen(-poly, ">=" if rel == ">" else ">", goal.sorts)


def _follow(
    goal: Sequent, name: str, args: dict[str, Any], budget: _Budget, reach: Reach
) -> _Known | None:
    if name in MULTIPLYING:
        if len(goal.conclusion[0]) > MOST_TERMS_MULTIPLIED:
            return None
        budget.effort.tick(of_roots(goal))
    if moved := [args[key] for key in ("variable", "x", "y") if key in args]:
        budget.effort.tick(of_replacing(goal, moved))
    try:
        subgoals = apply(goal, name, args)
    except RuleError:
        return None
    premises = []
    for subgoal in subgoals:
        if not isinstance(subgoal, Sequent):
            return None
        premise = _prove(subgoal, budget, reach)
        if premise is None:
            return None
        premises.append(premise)
    return _Known.of(name, args, premises)
