"""Proofs of goals: the kernel's rules on formulas, as Rocq's checker takes them.

`Place` is a goal as Rocq has it, which is the kernel's with its hypotheses perhaps in another
order, or a few more of them.  Each rule prints its arguments and goes on with the goals that Rocq
computes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from symbolic_measures.doors.export.clearing import clearing, contradiction, undefined_part
from symbolic_measures.doors.export.kernel_parts import along_path, first_kink, flattened
from symbolic_measures.doors.export.terms import NotExportedError, Numbers, term, whole
from symbolic_measures.fences import OutOfTimeError
from symbolic_measures.kernel.algebra import RuleError, Sequent
from symbolic_measures.kernel.rules.goals import strict_parts, stripped
from symbolic_measures.kernel.rules.theorems import is_mean
from symbolic_measures.macros import apply
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, cases_of
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics.formulas import prove_goal

LINEAR = frozenset({"number", "symbol", "+", "-", "neg"})


@dataclass(frozen=True)
class Place:
    """A goal as Rocq has it."""

    hypotheses: tuple[Atom, ...]
    conclusion: Atom
    numbers: Numbers

    def showing(self, conclusion: Atom, *more: Atom) -> Place:
        """Another conclusion, with further hypotheses at the end."""
        return replace(self, hypotheses=(*self.hypotheses, *more), conclusion=conclusion)

    def adding(self, conclusion: Atom, *trees: Formula) -> Place:
        """Another conclusion; the formulas are defined, which is said once."""
        found = list(self.hypotheses)
        for atom in (Atom(tree, "defined") for tree in trees):
            if atom not in found:
                found.append(atom)
        return replace(self, hypotheses=tuple(found), conclusion=conclusion)

    def mapped(self, image: Callable[[Formula], Formula], *first: Atom) -> Place:
        """Every formula replaced by its image, with further hypotheses at the beginning."""
        hypotheses = (Atom(image(a.expr), a.rel) for a in self.hypotheses)
        conclusion = Atom(image(self.conclusion.expr), self.conclusion.rel)
        return Place((*first, *hypotheses), conclusion, self.numbers)


#: How long a proof is searched that the kernel's need not have.
SECONDS = 10.0

Rule = Callable[[Place, Goal, Step], str]
RULES: dict[str, Rule] = {}


def _rule(function: Rule) -> Rule:
    RULES[function.__name__.strip("_")] = function
    return function


def proof(place: Place, goal: Goal, step: Step) -> str:
    """Rocq's proof of `place`, given the kernel's proof of its own goal."""
    if step.rule not in RULES:
        raise NotExportedError(f"rule {step.rule}")
    return RULES[step.rule](place, goal, step)


def _subgoals(goal: Goal, step: Step) -> list[Goal]:
    return [sub for sub in apply(goal, step.rule, step.args) if isinstance(sub, Goal)]


@_rule
def _clear(place: Place, goal: Goal, step: Step) -> str:
    if place.conclusion.rel == "undefined":
        part = undefined_part(goal, place.numbers)
        if part is not None and part != place.conclusion.expr:
            inner = replace(goal, conclusion=Atom(part, "undefined"))
            own = Step("clear", {"condition": 0}, step.premises)
            text = _clear(place.showing(inner.conclusion), inner, own)
            return f"(Inside {term(place.numbers.tree(part))} {text})"
    return clearing(goal, step, place.hypotheses, place.conclusion, place.numbers)


@_rule
def _evaluate(place: Place, goal: Goal, step: Step) -> str:
    return ground(place, goal)


def ground(place: Place, goal: Goal) -> str:
    """A goal that is seen by evaluation: cleared, all that is left are numbers."""
    bare = replace(place, hypotheses=tuple(a for a in place.hypotheses if not a.expr.symbols()))
    kept = [i for i, a in enumerate(place.hypotheses) if not a.expr.symbols()]
    inner = replace(goal, hypotheses=bare.hypotheses)
    for number, atom in zip(kept, bare.hypotheses, strict=True):
        with suppress(RuleError, NotExportedError):
            return f"(Keep [{number}%nat] {contradicted(goal, atom, place.numbers)})"
    if first_kink(place.conclusion.expr) is not None:
        bare_goal = replace(inner, conclusion=place.conclusion)
        cases = tuple(Step("evaluate") for _ in apply(bare_goal, "split", {}))
        return f"(Keep {_indices(kept)} {_split(bare, bare_goal, Step('split', {}, cases))})"
    for sign in (1, -1):
        try:
            subs = [s for s in apply(inner, "clear", {"sign": sign}) if isinstance(s, Sequent)]
            steps = tuple(_plain(sub) for sub in subs)
            own = Step("clear", {"sign": sign}, steps)
            text = clearing(inner, own, bare.hypotheses, bare.conclusion, bare.numbers)
        except (RuleError, NotExportedError):
            continue
        return f"(Keep {_indices(kept)} {text})"
    raise NotExportedError("numbers that are compared by evaluation")


def contradicted(goal: Goal, atom: Atom, numbers: Numbers) -> str:
    """The certificate that a hypothesis holds nowhere, as its coefficients show."""
    alone = Goal(goal.variables, (atom,), Atom(formula(0), ">"))
    return contradiction(alone, (atom,), numbers)


def _plain(goal: Sequent) -> Step:
    """A step that closes the sequent at once, or RuleError."""
    tries = [Step("coefficients")]
    tries += [Step("contradiction", {"number": n}) for n in range(len(goal.hypotheses))]
    for step in tries:
        try:
            apply(goal, step.rule, step.args)
        except RuleError:
            continue
        return step
    raise RuleError("the sequent is not plain")


def _indices(kept: list[int]) -> str:
    return f"[{';'.join(f'{i}%nat' for i in kept)}]"


@_rule
def _via(place: Place, goal: Goal, step: Step) -> str:
    first, second = _subgoals(goal, step)
    middle = second.conclusion.expr.args[0]
    left = "true" if step.args.get("strict", "left") == "left" else "false"
    one = proof(place.showing(first.conclusion), first, step.premises[0])
    after = place.showing(second.conclusion, Atom(middle, "defined"))
    two = proof(after, second, step.premises[1])
    return f"(Via {term(place.numbers.tree(middle))} {left} {one} {two})"


@_rule
def _strictly(place: Place, goal: Goal, step: Step) -> str:
    (inner,) = _subgoals(goal, step)
    return f"(Strictly {proof(place.showing(inner.conclusion), inner, step.premises[0])})"


@_rule
def _forget(place: Place, goal: Goal, step: Step) -> str:
    (inner,) = _subgoals(goal, step)
    kept = [i for i, atom in enumerate(place.hypotheses) if atom in inner.hypotheses]
    after = replace(place, hypotheses=tuple(place.hypotheses[i] for i in kept))
    return f"(Keep {_indices(kept)} {proof(after, inner, step.premises[0])})"


def _put(swap: Mapping[Formula, Formula]) -> Callable[[Formula], Formula]:
    """Puts the values in place of the keys."""
    return lambda tree: tree.replace(swap)


@_rule
def _vanish(place: Place, goal: Goal, step: Step) -> str:
    name = step.args["variable"]
    images = formula(0), symbol(name) + 1
    parts = []
    for value, inner, premise in zip(images, _subgoals(goal, step), step.premises, strict=True):
        after = place.mapped(_put({symbol(name): value}))
        parts.append(proof(after, inner, premise))
    return f"(Vanish {place.numbers.of(name)} {' '.join(parts)})"


@_rule
def _proportional(place: Place, goal: Goal, step: Step) -> str:
    (inner,) = _subgoals(goal, step)
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


def defined(place: Place, goal: Goal, tree: Formula) -> str:
    """That a formula is defined: a part of a hypothesis, or numbers."""
    own = Atom(tree, "defined")
    if own in place.hypotheses or _strict_part(place, tree):
        return "Part"
    if not tree.symbols():
        return ground(place.showing(own), replace(goal, conclusion=own))
    raise NotExportedError(f"{tree} is not seen to be defined")


def _strict_part(place: Place, tree: Formula) -> bool:
    return any(
        tree in strict_parts(atom.expr) for atom in place.hypotheses if atom.rel != "undefined"
    )


@_rule
def _outer(place: Place, goal: Goal, step: Step) -> str:
    left, right = goal.conclusion.expr.args
    op, which, _, (one, other) = stripped((left, right))
    *side, inner = _subgoals(goal, step)
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


@_rule
def _reorder(place: Place, goal: Goal, step: Step) -> str:
    return "Reorder"


@_rule
def _termwise(place: Place, goal: Goal, step: Step) -> str:
    subs = _subgoals(goal, step)
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


@_rule
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
    left = list(zip(_subgoals(goal, step), step.premises, strict=True))
    own = place.showing(Atom(test, "defined"))
    shown = "Part"
    if given is None and goal.conclusion.rel != "undefined":
        shown = proof(own, *left.pop(0))
    elif not _strict_part(place, test):
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
    subs = [sub for sub in apply(inner, "clear", {}) if isinstance(sub, Sequent)]
    try:
        step = Step("clear", {}, tuple(_plain(sub) for sub in subs))
    except RuleError:
        return searched(place, inner)
    return clearing(inner, step, place.hypotheses, place.conclusion, place.numbers)


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


@_rule
def _path(place: Place, goal: Goal, step: Step) -> str:
    inside, slope = _subgoals(goal, step)
    move, by = step.args["move"], step.args.get("step")
    kept, hypotheses = [], []
    for number, atom in enumerate(place.hypotheses):
        along = along_path(atom, move, by)
        moves = set(atom.expr.symbols()) & {*move, *([by] if by else [])}
        if along is not None and (not moves or atom.expr.ops <= LINEAR):
            kept.append(number)
            hypotheses.append(along)
    lower = inside.conclusion.expr
    if any(node.op == "^" and not _halved(node.args[1]) for node in lower.walk()):
        raise NotExportedError("the derivative of a power whose exponent is no multiple of 1/2")
    after = replace(place, hypotheses=tuple(hypotheses), conclusion=inside.conclusion)
    one = proof(after, inside, step.premises[0])
    two = proof(after.showing(slope.conclusion), slope, step.premises[1])
    numbers = place.numbers
    speeds = ";".join(f"({numbers.of(x)}%positive,{whole(way)})" for x, way in move.items())
    start = f"(Some {numbers.of(by)}%positive)" if by else "None"
    return f"(Path {start} [{speeds}] {term(numbers.tree(lower))} {_indices(kept)} {one} {two})"


def _halved(exponent: Formula) -> bool:
    value = exponent_of(exponent)
    return value is not None and value.denominator <= 2


@_rule
def _mean(place: Place, goal: Goal, step: Step) -> str:
    trees = (atom.expr for atom in goal.hypotheses)
    found = next(n for tree in trees for n in strict_parts(tree) if is_mean(n))
    first, second = found.args[0].args[0].args
    x, y, r = first.args[0], second.args[0], first.args[1]
    above, below, one, other = _subgoals(goal, step)
    name = next(v.name for v in one.variables if v not in goal.variables)
    s, swap = symbol(name), {found: symbol(name)}
    parts = [
        proof(place.showing(sub.conclusion), sub, premise)
        for sub, premise in zip((above, below), step.premises, strict=False)
    ]
    for (high, low), sub, premise in zip(
        ((x, y), (y, x)), (one, other), step.premises[2:], strict=True
    ):
        order = Atom(high - s, ">="), Atom(s - low, ">=")
        parts.append(proof(place.mapped(lambda t: t.replace(swap), *order), sub, premise))
    numbers = place.numbers
    trees_told = " ".join(term(numbers.tree(tree)) for tree in (x, y, r))
    number = numbers.of(name)
    return f"(Mean {number} {trees_told} {defined(place, goal, found)} {' '.join(parts)})"


@_rule
def _triangle(place: Place, goal: Goal, step: Step) -> str:
    left, right = goal.conclusion.expr.args
    total, last = right.args
    sides = (*total.args, last)
    inner = [side.args[0] for side in sides if side.op == "neg"]
    subs = list(zip(_subgoals(goal, step), step.premises, strict=True))
    bound = Atom(left - formula(0), ">=")
    head: list[str] = []
    if subs[0][0].conclusion == bound:
        head = [proof(place.showing(bound), *subs.pop(0))]
    elif left == formula(0):
        head = [ground(place.showing(bound), replace(goal, conclusion=bound))]
    if len(inner) < 3 or not head:
        raise NotExportedError(f"a triangle of another form: {subs[0][0].conclusion}")
    if all(tree.op == "/" and tree.args[0].op == "acos" for tree in inner):
        cosines = [tree.args[0].args[0] for tree in inner]
        extra, kind = term(place.numbers.tree(inner[0].args[1])), "Angles"
        head.append(proof(place.showing(subs[0][0].conclusion), *subs[0]))
        rest = subs[1:]
    elif all(tree.op == "sqrt" and tree.args[0].op == "*" for tree in inner):
        cosines = [tree.args[0].args[1].args[1] for tree in inner]
        extra, kind = whole(inner[0].args[0].args[0].args[0]), "Chords"
        rest = subs
    else:
        raise NotExportedError("a triangle of another form")
    body = [proof(place.adding(sub.conclusion, *cosines), sub, own) for sub, own in rest]
    numbers = place.numbers
    told = " ".join(term(numbers.tree(tree)) for tree in (left, *cosines))
    shown = _sum_defined(place, goal, sides)
    return f"({kind} {told} {extra} {shown} {' '.join((*head, *body))})"


def _sum_defined(place: Place, goal: Goal, sides: tuple[Formula, ...]) -> str:
    """The sum of three values that are defined: cleared, each is read from its hypothesis."""
    own = Atom((sides[0] + sides[1]) + sides[2], "defined")
    inner = Goal(goal.variables, tuple(Atom(s, "defined") for s in sides), own)
    kept = [place.hypotheses.index(atom) for atom in dict.fromkeys(inner.hypotheses)]
    hypotheses = tuple(place.hypotheses[i] for i in kept)
    step = Step("clear", {}, ())
    text = clearing(replace(inner, hypotheses=hypotheses), step, hypotheses, own, place.numbers)
    return f"(Keep {_indices(kept)} {text})"
