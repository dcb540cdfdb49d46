"""Proofs of goals: the kernel's rules on formulas, as Rocq's checker takes them.

The named theorems are in `theorems.py`; what all rules share is in `places.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from symbolic_measures.doors.export import theorems
from symbolic_measures.doors.export.clearing import clearing, undefined_part
from symbolic_measures.doors.export.kernel_parts import first_kink, flattened
from symbolic_measures.doors.export.places import (
    Place,
    contradicted,
    defined,
    ground,
    indices,
    is_strict_part,
    plain,
    proof,
    rule,
    subgoals,
)
from symbolic_measures.doors.export.terms import (
    NotExportedError,
    Numbers,
    atom_text,
    term,
)
from symbolic_measures.fences import OutOfTimeError
from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.rules.goals import formula_of, new_letters, stripped
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable, cases_of
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal

#: How long a proof is searched that the kernel's need not have.
SECONDS = 10.0


@rule
def _clear(place: Place, goal: Goal, step: Step) -> str:
    if place.conclusion.rel == "undefined":
        part = undefined_part(goal, place.numbers)
        if part is not None and part != place.conclusion.expr:
            inner = replace(goal, conclusion=Atom(part, "undefined"))
            own = Step("clear", {"condition": 0}, step.premises)
            text = _clear(place.showing(inner.conclusion), inner, own)
            return f"(Inside {term(place.numbers.tree(part))} {text})"
    try:
        return clearing(goal, step, place.hypotheses, *_ends(place))
    except NotExportedError:
        nowhere = _hypothesis_nowhere(place, goal) or _conclusion_nowhere(place, goal, step)
        if nowhere is None:
            raise
        return nowhere


def _hypothesis_nowhere(place: Place, goal: Goal) -> str | None:
    """A part of a hypothesis divides by the polynomial 0."""
    for atom in place.hypotheses:
        part = undefined_part(replace(goal, hypotheses=(), conclusion=atom), place.numbers)
        if part is not None and is_strict_part(place, part):
            known = Atom(part, "defined")
            return _first_parts((known,), place, contradicted(goal, known, place.numbers))
    return None


def _conclusion_nowhere(place: Place, goal: Goal, step: Step) -> str | None:
    """The conclusion divides by the polynomial 0, and the hypotheses contradict each other: from
    them follows 0 > 0, and from that all."""
    never = Atom(formula(0), ">")
    if undefined_part(goal, place.numbers) is None:
        return None
    own = Step("clear", {}, step.premises)
    shown = clearing(replace(goal, conclusion=never), own, place.hypotheses, never, place.numbers)
    kept, anything = len(place.hypotheses), contradicted(goal, never, place.numbers)
    return f"(First ({atom_text(never, place.numbers)}) {shown} (Keep [{kept}%nat] {anything}))"


@rule
def _evaluate(place: Place, goal: Goal, step: Step) -> str:
    return ground(place, goal)


@rule
def _via(place: Place, goal: Goal, step: Step) -> str:
    first, second = subgoals(goal, step)
    middle = second.conclusion.expr.args[0]
    left = "true" if step.args.get("strict", "left") == "left" else "false"
    one = proof(place.showing(first.conclusion), first, step.premises[0])
    after = place.showing(second.conclusion, Atom(middle, "defined"))
    two = proof(after, second, step.premises[1])
    return f"(Via {term(place.numbers.tree(middle))} {left} {one} {two})"


@rule
def _strictly(place: Place, goal: Goal, step: Step) -> str:
    (inner,) = subgoals(goal, step)
    return f"(Strictly {proof(place.showing(inner.conclusion), inner, step.premises[0])})"


@rule
def _forget(place: Place, goal: Goal, step: Step) -> str:
    (inner,) = subgoals(goal, step)
    kept = [i for i, atom in enumerate(place.hypotheses) if atom in inner.hypotheses]
    after = replace(place, hypotheses=tuple(place.hypotheses[i] for i in kept))
    return f"(Keep {indices(kept)} {proof(after, inner, step.premises[0])})"


def _put(swap: Mapping[Formula, Formula]) -> Callable[[Formula], Formula]:
    """Puts the values in place of the keys."""
    return lambda tree: tree.replace(swap)


@rule
def _vanish(place: Place, goal: Goal, step: Step) -> str:
    name = step.args["variable"]
    if Variable(name, "natural") not in goal.variables:
        raise NotExportedError("cases of a variable that is >= 0")
    images = formula(0), symbol(name) + 1
    parts = []
    for value, inner, premise in zip(images, subgoals(goal, step), step.premises, strict=True):
        after = place.mapped(_put({symbol(name): value}))
        parts.append(proof(after, inner, premise))
    return f"(Vanish {place.numbers.of(name)} {' '.join(parts)})"


@rule
def _proportional(place: Place, goal: Goal, step: Step) -> str:
    (inner,) = subgoals(goal, step)
    fact = goal.hypotheses[step.args["hypothesis"]]
    number = place.hypotheses.index(fact)
    names = [part.args[0] for side in fact.expr.args for part in side.args]
    parts = [f"part{i}" for i in range(1, 5)]
    p, n, u, v = map(symbol, parts)
    images = dict(zip(names, (p * v, n * u, p * u, n * v), strict=True))
    numbers = [place.numbers.of(name) for name in names]
    renamed = place.numbers.with_names(dict(zip(parts, numbers, strict=True)))
    rest = tuple(a for i, a in enumerate(place.hypotheses) if i != number)
    after = replace(place, hypotheses=rest, numbers=renamed).mapped(lambda t: t.at(**images))
    return f"(Proportional {number} {proof(after, inner, step.premises[0])})"


@rule
def _outer(place: Place, goal: Goal, step: Step) -> str:
    left, right = goal.conclusion.expr.args
    op, which, _, (one, other) = stripped((left, right))
    if op == "power":
        raise NotExportedError("two powers with one exponent that is no number")
    *side, inner = _defined_before(subgoals(goal, step))
    sign = step.args.get("sign", 1)
    growing = sign > 0 if op in ("*", "/") else not (
        op in ("neg", "acos") or (op == "-" and which == 0)
    )  # fmt: skip
    shown = "Part"
    if side:
        shown = proof(place.showing(side[0].conclusion), side[0], step.premises[0])
    ends = (one, other) if growing else (other, one)
    after = place.adding(inner.conclusion, *ends)
    told = f"{'true' if which == 1 else 'false'} {'true' if sign > 0 else 'false'}"
    both = f"{defined(place, goal, left)} {defined(place, goal, right)}"
    return f"(Outer {told} {both} {shown} {proof(after, inner, step.premises[-1])})"


@rule
def _reorder(place: Place, goal: Goal, step: Step) -> str:
    return "Reorder"


def _defined_before(parts: list[Goal]) -> list[Goal]:
    """The subgoals, none of which is that a side is defined."""
    if any(part.conclusion.rel == "defined" for part in parts):
        raise NotExportedError("a side that is shown to be defined")
    return parts


@rule
def _termwise(place: Place, goal: Goal, step: Step) -> str:
    subs = _defined_before(subgoals(goal, step))
    return _terms(place, goal, step, subs, 0)


def _terms(place: Place, goal: Goal, step: Step, subs: list[Goal], first: int) -> str:
    """Two sums at a time; `first` is the number of the first term of this part."""
    left, right = place.conclusion.expr.args
    count = len(list(flattened(left, "+")))
    if count == 1:
        return proof(place, subs[first], step.premises[first])
    (a, b), (c, d) = left.args, right.args
    before = len(list(flattened(a, "+")))
    if before != len(list(flattened(c, "+"))):
        raise NotExportedError("sums whose terms are grouped differently")
    strict, rel = step.args.get("strict", -1), place.conclusion.rel
    on_left = strict < first + before
    weak = ">=" if rel == ">" else rel
    rels = (rel, weak) if on_left else (weak, rel)
    parts = [
        _terms(place.adding(Atom(x - y, own), x, y), goal, step, subs, at)
        for x, y, own, at in ((a, c, rels[0], first), (b, d, rels[1], first + before))
    ]
    both = f"{defined(place, goal, left)} {defined(place, goal, right)}"
    return f"(Termwise {'true' if on_left else 'false'} {both} {' '.join(parts)})"


@rule
def _split(place: Place, goal: Goal, step: Step) -> str:
    given = next((f for a in goal.hypotheses if (f := first_kink(a.expr))), None)
    found = given or first_kink(goal.conclusion.expr)
    if found is None:
        raise NotExportedError("nothing to split")
    test, cases = cases_of(found)
    if given is None and goal.conclusion.rel == "undefined":
        inside = _undefined_inside(place, goal, test)
        if inside is not None:
            return inside
    left = list(zip(subgoals(goal, step), step.premises, strict=True))
    own = place.showing(Atom(test, "defined"))
    shown = "Part"
    if given is None and goal.conclusion.rel != "undefined":
        shown = proof(own, *left.pop(0))
    elif not is_strict_part(place, test):
        shown = _difference_defined(own, goal)
    parts = []
    for case, value in cases:
        swap = {found: value}
        after = place.mapped(_put(swap), case)
        if left and left[0][0].hypotheses[:1] == (case,):
            parts.append(proof(after, *left.pop(0)))
        else:
            parts.append(f"(Keep [0%nat] {contradicted(goal, case, place.numbers)})")
    return f"(Split {term(place.numbers.tree(found))} {shown} {' '.join(parts)})"


def _undefined_inside(place: Place, goal: Goal, test: Formula) -> str | None:
    """The conclusion has no value because a part of what is tested divides by the polynomial 0."""
    part = undefined_part(replace(goal, conclusion=Atom(test, "undefined")), place.numbers)
    if part is None:
        return None
    inner = replace(goal, conclusion=Atom(part, "undefined"))
    subs = apply(inner, "clear", {"condition": 0})
    step = Step("clear", {"condition": 0}, tuple(Step("coefficients") for _ in subs))
    text = _clear(place.showing(inner.conclusion), inner, step)
    return f"(Inside {term(place.numbers.tree(part))} {text})"


def _difference_defined(place: Place, goal: Goal) -> str:
    """a - b is defined where Min(a, b) or Max(a, b) is, or it is to be shown."""
    inner = replace(goal, conclusion=place.conclusion)
    parts = tuple(Atom(part, "defined") for part in place.conclusion.expr.args)
    if all(is_strict_part(place, part.expr) for part in parts):
        inner = replace(inner, hypotheses=parts)
        return _first_parts(parts, place, clearing(inner, _plainly(inner), parts, *_ends(place)))
    try:
        return clearing(inner, _plainly(inner), place.hypotheses, *_ends(place))
    except RuleError:
        return searched(place, inner)


def _ends(place: Place) -> tuple[Atom, Numbers]:
    return place.conclusion, place.numbers


def _plainly(goal: Goal) -> Step:
    """The step that clears the goal, if what remains is closed at once; or RuleError."""
    subs = (sub for sub in apply(goal, "clear", {}) if isinstance(sub, Sequent))
    return Step("clear", {}, tuple(plain(sub) for sub in subs))


def _first_parts(parts: tuple[Atom, ...], place: Place, inner: str) -> str:
    """`inner` from the hypotheses alone that these parts of Rocq's are defined."""
    count = len(place.hypotheses)
    first = "".join(f"(First ({atom_text(atom, place.numbers)}) Part " for atom in parts)
    kept = indices([count + number for number in range(len(parts))])
    return f"{first}(Keep {kept} {inner})" + ")" * len(parts)


def found(goal: Goal) -> Step:
    """The proof that search finds, of what the kernel's proof need not say."""
    try:
        step = prove_goal(goal, Effort(SECONDS))
    except OutOfTimeError:
        step = None
    if step is None:
        raise NotExportedError(f"{goal.conclusion} is not proved")
    return step


def searched(place: Place, goal: Goal) -> str:
    """The proof that search finds, in Rocq."""
    return proof(place, goal, found(goal))


def _restricted(place: Place, goal: Goal, step: Step) -> str:
    """The proof from the hypotheses of the kernel's goal alone, or from none if that is plain; what
    it says to be defined may be a part of what is in Rocq's."""
    with suppress(RuleError, NotExportedError):
        bare = replace(goal, hypotheses=())
        sign = {"sign": step.args.get("sign", 1)}
        subs = [sub for sub in apply(bare, "clear", sign) if isinstance(sub, Sequent)]
        own = Step("clear", sign, tuple(map(plain, subs)))
        return f"(Keep [] {clearing(bare, own, (), goal.conclusion, place.numbers)})"
    parts = [atom for atom in goal.hypotheses if atom not in place.hypotheses]
    known = (*place.hypotheses, *parts)
    kept = [known.index(atom) for atom in goal.hypotheses]
    inner = proof(Place(goal.hypotheses, goal.conclusion, place.numbers), goal, step)
    first = "".join(f"(First ({atom_text(atom, place.numbers)}) Part " for atom in parts)
    return f"{first}(Keep {indices(kept)} {inner})" + ")" * len(parts)


def _shown_first(
    place: Place, facts: list[Goal], steps: tuple[Step, ...], inner: Callable[[Place], str]
) -> str:
    """The conclusions of these goals as further hypotheses, one after the other, then `inner`."""
    text = ""
    for fact, step in zip(facts, steps, strict=False):
        own = _restricted(place.showing(fact.conclusion), fact, step)
        text += f"(First ({atom_text(fact.conclusion, place.numbers)}) {own} "
        place = replace(place, hypotheses=(*place.hypotheses, fact.conclusion))
    return text + inner(place) + ")" * len(facts)


@rule
def _abstract(place: Place, goal: Goal, step: Step) -> str:
    *facts, inner = subgoals(goal, step)
    old, numbers = {variable.name for variable in goal.variables}, place.numbers
    parts = [formula_of(text, old) for text in step.args["parts"]]
    trees = dict(zip(parts, new_letters(old, len(parts)), strict=True))
    swap = {tree: symbol(name) for tree, name in trees.items()}
    atoms = inner.hypotheses[: len(facts)]
    largest_first = sorted(trees, key=lambda tree: -len(list(tree.walk())))
    told = ";".join(
        f"({numbers.of(trees[tree])}%positive,{term(numbers.tree(tree))})" for tree in largest_first
    )
    own = ";".join(atom_text(atom, numbers) for atom in atoms)

    def after(known: Place) -> str:
        text = _restricted(known.mapped(_put(swap), *atoms), inner, step.premises[-1])
        return f"(Abstract [{told}] [{own}] {text})"

    return _shown_first(place, facts, step.premises, after)


@rule
def _scaled(place: Place, goal: Goal, step: Step) -> str:
    *facts, lemma = subgoals(goal, step)
    old, numbers, args = {v.name for v in goal.variables}, place.numbers, step.args

    def told(text: str) -> str:
        return term(numbers.tree(formula_of(text, old)))

    cells = ";".join(
        f"({numbers.of(cell)}%positive,({told(t)},{told(u)}))"
        for cell, t, u in zip(args["cells"], args["t"], args["u"], strict=True)
    )
    inner = proof(Place(lemma.hypotheses, lemma.conclusion, numbers), lemma, step.premises[-1])
    text = (
        f"(Scaled {numbers.of('part1')} {told(args['lower'])} {told(args['k'])} [{cells}] {inner})"
    )
    return _shown_first(place, facts, step.premises, lambda _: text)


@rule
def _powers(place: Place, goal: Goal, step: Step) -> str:
    (inner,) = subgoals(goal, step)
    exponent, numbers = step.args["exponent"], place.numbers
    moved = [v.name for v in goal.variables if v.sort == "positive"]
    after = place.mapped(_put({symbol(x): symbol(x) ** exponent for x in moved}))
    told = ";".join(f"{numbers.of(x)}%positive" for x in moved)
    return f"(Rooted {exponent} [{told}] {proof(after, inner, step.premises[0])})"


__all__ = ["Place", "defined", "found", "proof", "searched", "theorems"]
