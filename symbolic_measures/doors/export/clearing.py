"""The rule `clear` for Rocq, whole: what is read, and the proofs of what remains."""

from __future__ import annotations

from collections.abc import Iterable

from symbolic_measures.doors.export.algebra import State, quotient
from symbolic_measures.doors.export.reading import Reading, listed
from symbolic_measures.doors.export.sequents import sequent
from symbolic_measures.doors.export.terms import NotExportedError, Numbers
from symbolic_measures.kernel.algebra import Fact, Poly, Sequent, Term, is_positive, one_sign
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import Step


def clearing(
    goal: Goal, step: Step, hypotheses: Iterable[Atom], conclusion: Atom, numbers: Numbers
) -> str:
    """The certificate of `clear`, for the kernel's goal and the hypotheses that Rocq has."""
    sign = step.args.get("sign", 1)
    known = Reading(goal, numbers)
    subgoals = [
        _widened(sub, known) for sub in apply(goal, "clear", step.args) if isinstance(sub, Sequent)
    ]
    known.hypotheses(hypotheses)
    if known.last is not None:
        kept = ";".join(f"{i}%nat" for i in range(known.last + 1))
        return f"(Keep [{kept}] {known.certificate(known.nodes, _impossible(known))})"
    given, known.nodes = known.nodes, []
    if not subgoals and conclusion.rel not in ("defined",):
        ending = _impossible(known)
    else:
        ending = _shown(known, list(zip(subgoals, step.premises, strict=True)), conclusion, sign)
    return known.certificate(given, ending)


def _widened(goal: Sequent, known: Reading) -> Sequent:
    """The kernel's sequent in all the variables that are read: it has those that it speaks of."""
    context, names = known.read.context, known.read.names
    at = {place: names.index(name) for place, name in enumerate(goal.names)}

    def fit(poly: Poly) -> Poly:
        return poly.project_to_context(context)

    facts = tuple((fit(poly), rel) for poly, rel in (*goal.hypotheses, goal.conclusion))
    roots = {at[place]: fit(poly) for place, poly in goal.roots.items()}
    terms = {
        at[place]: Term(term.function, fit(term.top), fit(term.bottom))
        for place, term in goal.terms.items()
    }
    return Sequent(names, known.sorts, roots, facts[:-1], facts[-1], terms)


def _impossible(known: Reading) -> str:
    """A fact that holds nowhere: 0 != 0, or one whose coefficients show the contrary."""
    for number, (poly, rel) in enumerate(known.facts):
        falls, below = one_sign(-poly, known.sorts) == 1, is_positive(-poly, known.sorts)
        if (
            (rel == "!=" and poly.is_zero())
            or (rel == ">" and falls)
            or (rel in (">=", "==") and below)
            or (rel == "==" and is_positive(poly, known.sorts))
        ):
            return f"(Impossible (Contra {number}))"
    raise NotExportedError("hypotheses that hold nowhere")


def contradiction(goal: Goal, hypotheses: Iterable[Atom], numbers: Numbers) -> str:
    """The certificate of a goal whose hypotheses contradict each other plainly."""
    known = Reading(goal, numbers)
    known.hypotheses(hypotheses)
    return known.certificate(known.nodes, _impossible(known))


def _shown(
    known: Reading, premises: list[tuple[Sequent, Step]], conclusion: Atom, sign: int
) -> str:
    rel = conclusion.rel
    if rel == "undefined":
        return _undefined(known, premises, conclusion)
    tail: list[tuple[Sequent, Step]] = []
    _, bottom = known.ratio(conclusion.expr)
    if rel in (">", ">="):
        both = one_sign(bottom * sign, known.sorts) != 1
        tail = premises[-2:] if both else premises[-1:]
    elif rel != "defined":
        tail = premises[-1:]
    known.shown = premises[: len(premises) - len(tail)]
    known.formula(conclusion.expr, False)
    top, bottom = known.ratio(conclusion.expr)
    state, below, above = known.state, "Coef", "Coef"
    if len(tail) == 2:
        fact: Fact = (bottom * sign, ">")
        inner = sequent(state.proving(fact), *tail[0], known.read.roots)
        below = f"(Cut {state.fact(fact)} {inner} (From (Same 0 1 [])))"
    if tail:
        factor = sign if rel in (">", ">=") else 1
        above = sequent(state.proving((top * factor, rel)), *tail[-1], known.read.roots)
    way = "true" if sign > 0 else "false"
    return f"(Shown [{listed(known.nodes)}] {way}\n  {below}\n  {above})"


def _undefined(known: Reading, premises: list[tuple[Sequent, Step]], conclusion: Atom) -> str:
    """What would be a condition of the conclusion is false: with it, 0 > 0."""
    known.formula(conclusion.expr, True)
    state = known.state
    for number, (own, kind) in enumerate(state.facts):
        if kind == "!=" and own.is_zero():
            return f"(Shown [{listed(known.nodes)}] true Coef (Contra {number}))"
    goal, step = premises[0]
    poly, rel = goal.conclusion
    shown = sequent(state.proving((poly, rel)), goal, step, known.read.roots)
    after = state.proving((poly * 0, ">"), (poly, rel))
    ending = _clash(after, (poly, rel))
    cut = f"(Cut {state.fact((poly, rel))} {shown} {ending})"
    return f"(Shown [{listed(known.nodes)}] true Coef {cut})"


def _clash(state: State, fact: Fact) -> str:
    """The fact, put first, contradicts another one."""
    poly, rel = fact
    for number, (own, kind) in enumerate(state.facts[1:], 1):
        by = quotient(own, poly) if rel == "==" and kind == "!=" else None
        if by is not None:
            zero = f"((Pc 0,NE),Same {number} 1 {state.multiples([(poly, by)])})"
            return f"(Sync [{zero}] (Pc 0) [] (Contra 0))"
        both = own == -poly and {rel, kind} <= {">", ">="} and ">" in (rel, kind)
        if both:
            parts = f"[(0%nat,(Pc 1));({number}%nat,(Pc 1))]"
            return f"(Combine 1 {parts} ((Pc 0),GE) Coef)"
    raise NotExportedError("a value that is undefined for another reason than a division by 0")


def undefined_part(goal: Goal, numbers: Numbers) -> Formula | None:
    """A part of the conclusion that divides by the polynomial 0."""
    return Reading(goal, numbers).divided_by_zero(goal.conclusion.expr)
