"""The rule that takes a goal among formulas to sequents among polynomials."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial

from flint import Ordering, fmpz_mpoly_ctx

from symbolic_measures.kernel.algebra import (
    Fact,
    NowhereDefinedError,
    Poly,
    RuleError,
    Sequent,
    Term,
    multiply,
    one_sign,
    reduce,
    tidy,
)
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.rules.registry import Args, Obligation, rule
from symbolic_measures.nouns.statement import Goal


@rule(Goal, args=("sign", "condition"))
def clear(goal: Goal, args: Args) -> list[Obligation]:
    """To polynomials: roots become variables, denominators are cleared with their signs.

    `sign` (1 or -1) is the sign that the denominator q of the conclusion E = p/q must have.
    Subgoals, in order: every condition under which E is defined that is not a hypothesis already
    (each may use the ones before it); for > and >=: sign*q > 0, unless sign*q >= 0 is seen from
    its coefficients, for q is not 0; and at last sign*p rel 0 (for == and !=: p rel 0).
     For `undefined`, `condition` names the condition that fails; without it the subgoal is 0 > 0,
    that the hypotheses hold nowhere.
    A subgoal is about the roots and function values that its facts speak of, and those that these
    speak of; the last ones about all roots.  While a condition is shown, those are none but the
    ones read before it: that a later one is a real number is what its own condition says.
    Sound: by the invariant of `Reader`, E = p/q and q != 0 where the conditions hold; a
    hypothesis p/q rel 0 gives p*q rel 0 (or p rel 0 for == and !=).  If the negation of a
    condition holds at a point, then either an earlier condition fails there or this one truly
    does: undefined in both cases.  A hypothesis that divides by the polynomial 0 holds nowhere:
    no subgoals.  A conclusion that does is only true if the hypotheses hold nowhere.
    """
    sign, condition = args.get("sign", 1), args.get("condition", -1)
    if type(sign) is not int or sign not in (1, -1) or type(condition) is not int:
        raise RuleError("sign is 1 or -1, condition a number")
    return list(_cleared(goal, sign, condition))


@lru_cache(maxsize=256)
def _cleared(goal: Goal, sign: int, condition: int) -> tuple[Sequent, ...]:
    conclusion = goal.conclusion
    if conclusion.rel == "constant-mean":
        raise RuleError("an expectation has no denominator")
    read = reader(goal)
    facts: list[Fact] = []
    for atom in goal.hypotheses:
        if atom.rel not in (">", ">=", "==", "!=", "defined"):
            raise RuleError(f"a hypothesis cannot be {atom.rel}")
        try:
            if atom.rel == "defined":
                read.define(atom.expr)
                continue
            top, bottom = read.ratio(atom.expr)
        except NowhereDefinedError:
            return ()
        whole = top if atom.rel in ("==", "!=") else multiply(top, bottom)
        facts.append((reduce(whole, read.roots), atom.rel))
    given = len(read.conditions)
    top, bottom, nowhere = read.one, read.one, False
    try:
        if conclusion.rel in ("defined", "undefined"):
            read.define(conclusion.expr)
        else:
            top, bottom = read.ratio(conclusion.expr)
    except NowhereDefinedError:
        nowhere = True
    except RuleError:  # what was read before is still a list of conditions of the conclusion
        if conclusion.rel != "undefined":
            raise
    facts += read.conditions[:given]
    new = read.conditions[given:]

    sorts = tuple(read.sorts)
    kept = tidy(facts, sorts)

    def sequent(poly: Poly, rel: str, *known: int) -> Sequent:
        whole = Sequent(read.names, sorts, read.roots, kept, (poly, rel), read.terms)
        return _narrowed(whole, {*range(len(goal.variables)), *known})

    if condition == -1 if conclusion.rel == "undefined" else nowhere:
        return (sequent(read.one * 0, ">"),)
    if conclusion.rel == "undefined":
        return (_failing(condition, new, sequent),)
    goals: list[Sequent] = []
    for poly, rel in new:
        goals.append(sequent(poly, rel))
        kept = tidy((*kept, (poly, rel)), sorts)
    if conclusion.rel == "defined":
        return tuple(goals)
    if conclusion.rel in (">", ">="):
        if one_sign(bottom * sign, sorts) != 1:
            goals.append(sequent(bottom * sign, ">", *read.roots))
        return (*goals, sequent(top * sign, conclusion.rel, *read.roots))
    return (*goals, sequent(top, conclusion.rel, *read.roots))


def _narrowed(goal: Sequent, spoken: set[int]) -> Sequent:
    """The same without the roots and terms that nothing speaks of, but for those that are `spoken`
    of: at all points where the others are defined, so that it says no less."""
    values: dict[int, tuple[Poly, ...]] = {place: (poly,) for place, poly in goal.roots.items()}
    values |= {place: (term.top, term.bottom) for place, term in goal.terms.items()}
    facts = *goal.hypotheses, goal.conclusion
    polys = [*(poly for poly, _ in facts), *(p for at in spoken for p in values.get(at, ()))]
    while polys:
        new = {p for poly in polys for p, power in enumerate(poly.degrees()) if power > 0} - spoken
        spoken |= new
        polys = [poly for place in new for poly in values.get(place, ())]
    at = {place: number for number, place in enumerate(sorted(spoken))}
    names, sorts = (tuple(one[place] for place in at) for one in (goal.names, goal.sorts))
    fit = partial(Poly.project_to_context, other_ctx=fmpz_mpoly_ctx.get(names, Ordering.lex))
    roots = {at[p]: fit(poly) for p, poly in goal.roots.items() if p in at}
    terms = {at[p]: Term(t.function, fit(t.top), fit(t.bottom))
             for p, t in goal.terms.items() if p in at}  # fmt: skip
    *kept, conclusion = ((fit(poly), rel) for poly, rel in facts)
    return Sequent(names, sorts, roots, tuple(kept), conclusion, terms)


def _failing(
    which: int, conditions: list[Fact], sequent: Callable[[Poly, str], Sequent]
) -> Sequent:
    if not 0 <= which < len(conditions):
        raise RuleError("condition is the number of a condition of the conclusion")
    poly, rel = conditions[which]
    return sequent(poly, "==") if rel == "!=" else sequent(-poly, ">=" if rel == ">" else ">")
