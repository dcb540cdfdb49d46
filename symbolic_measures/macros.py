"""Macros: steps of proofs that stand for several steps of the kernel.  Nothing here is trusted.

Proofs are found, saved and read with macros: "a variable is 0 or positive" is one step, though the
kernel sees two cases of a sign and two substitutions.  A macro computes, from a goal and its
arguments, a tree of rules of the kernel in which a `_hole` stands for each premise.  For replay
the holes are filled and the kernel sees the rules alone, so a wrong expansion proves nothing: it
does not replay.  `apply` gives the goals that the holes stand for, as search and pages need them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from symbolic_measures.kernel import checker, rules
from symbolic_measures.kernel import replay as kernel_replay
from symbolic_measures.kernel.algebra import (
    Poly,
    RuleError,
    Sequent,
    factors,
    text_of,
)
from symbolic_measures.kernel.rules.registry import RULES, Args, Obligation, only
from symbolic_measures.nouns.statement import Goal, Statement
from symbolic_measures.nouns.verdict import Step, Verdict

Macro = Callable[[Any, Args], Step]
#: Sums of more terms are written in groups of so many.
LONG, GROUP = 40, 12
MACROS: dict[str, tuple[type, Macro]] = {}


def _macro(kind: type, *arguments: str) -> Callable[[Macro], Macro]:
    """Registers a macro for goals of a kind, under its name with - for _, with its arguments."""

    def register(function: Macro) -> Macro:
        def checked(goal: Any, args: Args) -> Step:
            only(args, *arguments)
            return function(goal, args)

        MACROS[function.__name__.strip("_").replace("_", "-")] = (kind, checked)
        return checked

    return register


def written(poly: Poly) -> str:
    """A text that the kernel reads as this polynomial.

    It reads nothing that is nested deep, and a sum is nested as deep as it has terms: a long one is
    written as a product, and long sums in groups.
    """
    if len(poly) <= LONG:
        return text_of(poly)
    unit, pairs = factors(poly)
    return "*".join([f"({unit})", *(f"({_grouped(piece)})^{power}" for piece, power in pairs)])


def _grouped(poly: Poly) -> str:
    if len(poly) <= LONG:
        return text_of(poly)
    terms, context = list(poly.to_dict().items()), poly.context()
    groups = (dict(terms[first : first + GROUP]) for first in range(0, len(terms), GROUP))
    return " + ".join(f"({text_of(context.from_dict(group))})" for group in groups)


def _hole(number: int = 0) -> Step:
    """The place of a premise."""
    return Step("premise", {"number": number})


def _unfilled(goal: Obligation, name: str, args: Args) -> Step:
    if name not in MACROS:
        raise RuleError(f"no rule {name!r}")
    kind, macro = MACROS[name]
    if not isinstance(goal, kind):
        raise RuleError(f"{name} does not apply here")
    return macro(goal, args)


def expand(goal: Obligation, step: Step) -> Step:
    """The steps of the kernel that a macro stands for, above the premises of the step."""
    tree = _unfilled(goal, step.rule, step.args)
    holes = _count(tree)
    if holes != len(step.premises):
        raise RuleError(f"{holes} subgoals, {len(step.premises)} premises")
    return _filled(tree, step.premises)


def _count(tree: Step) -> int:
    return 1 if tree.rule == "premise" else sum(map(_count, tree.premises))


def _filled(tree: Step, premises: tuple[Step, ...]) -> Step:
    if tree.rule == "premise":
        return premises[tree.args["number"]]
    return Step(tree.rule, tree.args, tuple(_filled(part, premises) for part in tree.premises))


def apply(goal: Obligation, name: str, args: Args) -> list[Obligation]:
    """The subgoals of a step, be it a rule or a macro; or RuleError.

    What was found last is remembered: a step is tried before it is taken.
    """
    if goal is _last.goal and (name, args) == _last.step:
        return list(_last.found)
    if name in RULES:
        found = rules.apply(goal, name, args)
    else:
        holes = dict(_open(goal, _unfilled(goal, name, args)))
        found = [holes[number] for number in range(len(holes))]
    _last.goal, _last.step, _last.found = goal, (name, dict(args)), tuple(found)
    return found


class _Last(threading.local):
    """The step that was applied last, with its subgoals."""

    goal: Obligation | None = None
    step: tuple[str, Args] | None = None
    found: tuple[Obligation, ...] = ()


_last = _Last()


def _open(goal: Obligation, tree: Step) -> Iterator[tuple[int, Obligation]]:
    if tree.rule == "premise":
        yield tree.args["number"], goal
        return
    for subgoal, part in zip(rules.apply(goal, tree.rule, tree.args), tree.premises, strict=True):
        yield from _open(subgoal, part)


#: Is told every goal and statement that the kernel has replayed, if somebody listens.
Listener = Callable[[Goal | Statement, str], object]
_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextmanager
def told_to(listener: Listener) -> Iterator[None]:
    """In the block the listener is told what was replayed, with its outcome."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


def tell(what: Obligation | Statement, outcome: str) -> None:
    """Tells the listener, if there is one, what was replayed."""
    listener = _listener.get()
    if listener is not None and isinstance(what, Goal | Statement):
        listener(what, outcome)


def replay(
    goal: Obligation,
    step: Step,
    trace: kernel_replay.Trace | None = None,
    done: dict[Goal, Step] | None = None,
) -> None:
    """The kernel's replay of a proof that holds macros."""
    kernel_replay.replay(goal, step, trace, done, expand)
    tell(goal, "proved")


def check(statement: Statement, verdict: Verdict, done: dict[Goal, Step] | None = None) -> None:
    """The kernel's check of a verdict whose proof holds macros."""
    checker.check(statement, verdict, done, expand)
    tell(statement, verdict.outcome)


# --- of formulas ----------------------------------------------------------------------------


@_macro(Goal)
def _strictly(goal: Goal, args: Args) -> Step:
    """E >= 0 from E > 0."""
    return Step("weaken", {"rel": ">"}, (_hole(),))


@_macro(Goal)
def _forget(goal: Goal, args: Args) -> Step:
    """The same without the hypotheses that share no variable with the rest, and their variables.

    Kept is what shares a variable with the conclusion, or with a hypothesis that is kept.
    """
    names, kept = set(goal.conclusion.expr.symbols()), set[int]()
    while more := {
        number
        for number, atom in enumerate(goal.hypotheses)
        if number not in kept and names & set(atom.expr.symbols())
    }:
        kept |= more
        names.update(*(goal.hypotheses[number].expr.symbols() for number in more))
    without = [number for number in range(len(goal.hypotheses)) if number not in kept]
    if not without:
        raise RuleError("every hypothesis has to do with the conclusion")
    return Step("weaken", {"without": without}, (_hole(),))


@_macro(Goal, "variable")
def _vanish(goal: Goal, args: Args) -> Step:
    """Cases of a `variable` x: 0 and x + 1 where it is natural, 0 and positive where it is >= 0."""
    return Step("substitute", {"variable": args.get("variable")}, (_hole(0), _hole(1)))


@_macro(Goal, "exponent")
def _powers(goal: Goal, args: Args) -> Step:
    """x^k in place of every positive variable x."""
    return Step("substitute", {"exponent": args.get("exponent")}, (_hole(),))


@_macro(Goal, "hypothesis")
def _proportional(goal: Goal, args: Args) -> Step:
    """A hypothesis a*b - c*d == 0 on four variables >= 0: a = p*v, c = p*u, d = n*v, b = n*u."""
    return Step("substitute", {"hypothesis": args.get("hypothesis")}, (_hole(),))


@_macro(Goal, "strict")
def _termwise(goal: Goal, args: Args) -> Step:
    """(A1 + A2 + ...) - (B1 + B2 + ...) rel 0 from Ai - Bi rel_i 0 for every i."""
    strict = {"strict": args.get("strict", -1)}
    return Step("outer", strict, tuple(map(_hole, range(len(rules.apply(goal, "outer", strict))))))


# --- of polynomials -------------------------------------------------------------------------


def _place(goal: Sequent, poly: Poly, rel: str) -> int | None:
    """The number of a hypothesis that is a positive multiple of poly rel 0; None if it is none."""
    content = poly.content()
    for number, (fact, kind) in enumerate(goal.hypotheses):
        if kind == rel and fact * content == poly:
            return number
    return None


def impossible(goal: Sequent, *facts: tuple[Poly, str, int]) -> Step:
    """The hypotheses among the facts, times whole numbers, add up to what cannot be."""
    places = {_place(goal, poly, rel): times for poly, rel, times in facts}
    texts = {str(place): str(times) for place, times in places.items() if place is not None}
    args = {"scale": 0, "multipliers": texts} if texts else {"scale": 0}
    return Step("combine", args, (Step("coefficients"),))


def _without(before: Sequent, after: Sequent, step: Step) -> Step:
    """The step, on the sequent as it was before hypotheses were added."""
    extra = [n for n, fact in enumerate(after.hypotheses) if fact not in before.hypotheses]
    return Step("weaken", {"without": extra}, (step,)) if extra else step


def sequents(goal: Sequent, name: str, args: Args) -> list[Sequent]:
    """The sequents that a rule of the kernel leaves."""
    return [part for part in rules.apply(goal, name, args) if isinstance(part, Sequent)]


@_macro(Sequent, "number")
def _contradiction(goal: Sequent, args: Args) -> Step:
    """The hypothesis `number` holds nowhere: its coefficients show the contrary."""
    number = args.get("number")
    if type(number) is not int or not 0 <= number < len(goal.hypotheses):
        raise RuleError(f"no hypothesis {number!r}")
    poly, rel = goal.hypotheses[number]
    times = "-1" if rel == "==" and len(poly) and poly.leading_coefficient() > 0 else "1"
    args = {"scale": 0, "multipliers": {str(number): times}}
    (rest,) = rules.apply(goal, "combine", args)
    rules.apply(rest, "coefficients", {})
    return Step("combine", args, (Step("coefficients"),))


@_macro(Sequent)
def _squared(goal: Sequent, args: Args) -> Step:
    """The conclusion with root^2 replaced by its radicand, for every root."""
    return Step("combine", {}, (_hole(),))


@_macro(Sequent)
def _absurd(goal: Sequent, args: Args) -> Step:
    """Anything from 0 > 0."""
    return Step("combine", {"scale": 0}, (_hole(),))


@_macro(Sequent, "variable", "number")
def _shift(goal: Sequent, args: Args) -> Step:
    """x = c + x' for a real x with the hypothesis x - c > 0 or >= 0 (hypothesis `number`)."""
    return _bounded(goal, args, 1)


@_macro(Sequent, "variable", "number")
def _below(goal: Sequent, args: Args) -> Step:
    """x = c*t/(1+t) with t >= 0 for a real 0 <= x < c; and x = c if the bound c >= x allows it."""
    return _bounded(goal, args, -1)


def _bounded(goal: Sequent, args: Args, way: int) -> Step:
    place, number = goal.index(args.get("variable")), args.get("number")
    if type(number) is not int or not 0 <= number < len(goal.hypotheses):
        raise RuleError(f"no hypothesis {number!r}")
    fact, rel = goal.hypotheses[number]
    slope = fact.to_dict().get(tuple(int(i == place) for i in range(len(goal.names))), 0) * way
    degrees = fact.degrees()
    if rel not in (">", ">=") or slope <= 0 or sum(degrees) != 1 or goal.sorts[place] == "natural":
        raise RuleError("that hypothesis is not such a bound on a real variable")
    if way < 0 and goal.sorts[place] == "real":
        raise RuleError("an upper bound is used on a variable >= 0")
    cases = 2 if way < 0 and rel == ">=" else 1
    return Step("bound", dict(args), tuple(map(_hole, range(cases))))


@_macro(Sequent, "variable")
def _zero(goal: Sequent, args: Args) -> Step:
    """x = 0, or x > 0 (natural: x = x' + 1); a `real` x has a third case: x = -x' with x' > 0."""
    place, name = goal.index(args.get("variable")), args.get("variable")
    x, sort = goal.gens[place], goal.sorts[place]
    if sort == "positive":
        raise RuleError("the variable is positive already")
    facts = {"==": (x, "=="), ">": (x, ">"), "<": (-x, ">")}
    rels = ["==", ">", "<"] if sort == "real" else ["==", ">"]
    return _split(goal, str(name), {rel: (str(name), *facts[rel]) for rel in rels})


@_macro(Sequent, "x", "y")
def _order(goal: Sequent, args: Args) -> Step:
    """Cases x >= y (x = y + x') and y > x (y = x + y', natural: y = x + y' + 1), x', y' >= 0."""
    first, second = goal.index(args.get("x")), goal.index(args.get("y"))
    if first == second or "real" in (goal.sorts[first], goal.sorts[second]):
        raise RuleError("order compares two variables that are >= 0")
    gap, (x, y) = goal.gens[first] - goal.gens[second], (goal.names[first], goal.names[second])
    whole = goal.sorts[first] == goal.sorts[second] == "natural"
    other = {"<": (y, -gap, ">")} if whole else {"<=": (y, -gap, ">=")}
    return _split(goal, f"{x}-{y}", {">=": (x, gap, ">="), **other})


def _split(goal: Sequent, of: str, facts: dict[str, tuple[str, Poly, str]]) -> Step:
    """Cases, in each of which a variable is written by the fact that is new there."""
    args = {"of": of, "rels": list(facts)}
    parts = []
    for number, (case, (name, poly, rel)) in enumerate(
        zip(sequents(goal, "cases", args), facts.values(), strict=True)
    ):
        bound = {"variable": name, "number": _place(case, poly, rel)}
        parts.append(Step("bound", bound, (_hole(number),)))
    return Step("cases", args, tuple(parts))


@_macro(Sequent, "sign")
def _apart(goal: Sequent, args: Args) -> Step:
    """p != 0 from p > 0 (`sign` 1) or -p > 0 (`sign` -1)."""
    (poly, rel), sign = goal.conclusion, args.get("sign")
    if rel != "!=" or type(sign) is not int or sign not in (1, -1):
        raise RuleError("apart turns != into > with a sign")
    (equal,) = sequents(goal, "cases", {"rels": ["=="]})
    cut = {"of": written(poly * sign), "rel": ">"}
    _, both = sequents(equal, "cut", cut)
    end = impossible(both, (poly, "==", -sign), (poly * sign, ">", 1))
    step = Step("cut", cut, (_without(goal, equal, _hole()), end))
    return Step("cases", {"rels": ["=="]}, (step,))


@_macro(Sequent)
def _both(goal: Sequent, args: Args) -> Step:
    """p == 0 from p >= 0 and -p >= 0."""
    poly, rel = goal.conclusion
    if rel != "==":
        raise RuleError("the conclusion is not an equation")
    parts = []
    cases = sequents(goal, "cases", {"rels": ["<", ">"]})
    for number, (case, p) in enumerate(zip(cases, (poly, -poly), strict=True)):
        cut = {"of": written(p), "rel": ">="}
        _, both = sequents(case, "cut", cut)
        end = impossible(both, (p, ">=", 1), (-p, ">", 1))
        parts.append(Step("cut", cut, (_without(goal, case, _hole(number)), end)))
    return Step("cases", {"rels": ["<", ">"]}, tuple(parts))


@_macro(Sequent)
def _logarithm(goal: Sequent, args: Args) -> Step:
    """sum k_i log X_i rel 0 from prod X_i^k_i - 1 rel 0, whole numbers k_i."""
    return _of_one_function(goal, "log")


@_macro(Sequent)
def _arccosine(goal: Sequent, args: Args) -> Step:
    """acos X - acos Y rel 0 from Y - X rel 0."""
    return _of_one_function(goal, "acos")


def _of_one_function(goal: Sequent, function: str) -> Step:
    degrees = goal.conclusion[0].degrees()
    if not any(degrees[place] and term.function == function for place, term in goal.terms.items()):
        raise RuleError(f"the conclusion is not a sum of values of {function}")
    return Step("arguments", {}, (_hole(),))
