"""The kernel's named theorems, as Rocq's checker takes them: the mean value theorem, generalized
means, the triangle inequality, Gram matrices.
"""

from __future__ import annotations

from dataclasses import replace

from symbolic_measures.doors.export.clearing import clearing
from symbolic_measures.doors.export.kernel_parts import along_path, cosines_of, polynomial_in
from symbolic_measures.doors.export.places import (
    Place,
    defined,
    ground,
    indices,
    proof,
    rule,
    subgoals,
)
from symbolic_measures.doors.export.terms import NotExportedError, polynomial, term, whole
from symbolic_measures.kernel.rules.goals import formula_of, strict_parts
from symbolic_measures.kernel.rules.theorems import is_mean
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import Step

LINEAR = frozenset({"number", "symbol", "+", "-", "neg"})


@rule
def _path(place: Place, goal: Goal, step: Step) -> str:
    inside, slope = subgoals(goal, step)
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
    return f"(Path {start} [{speeds}] {term(numbers.tree(lower))} {indices(kept)} {one} {two})"


def _halved(exponent: Formula) -> bool:
    value = exponent_of(exponent)
    return value is not None and value.denominator <= 2


@rule
def _mean(place: Place, goal: Goal, step: Step) -> str:
    trees = (atom.expr for atom in goal.hypotheses)
    found = next(n for tree in trees for n in strict_parts(tree) if is_mean(n))
    first, second = found.args[0].args[0].args
    x, y, r = first.args[0], second.args[0], first.args[1]
    above, below, one, other = subgoals(goal, step)
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


@rule
def _triangle(place: Place, goal: Goal, step: Step) -> str:
    left, right = goal.conclusion.expr.args
    total, last = right.args
    sides = (*total.args, last)
    inner = [side.args[0] for side in sides if side.op == "neg"]
    subs = list(zip(subgoals(goal, step), step.premises, strict=True))
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
    return f"(Keep {indices(kept)} {text})"


@rule
def _gram(place: Place, goal: Goal, step: Step) -> str:
    """Monomial by monomial the coefficients of the sides and of the tops of the cosines."""
    names = tuple(variable.name for variable in goal.variables)
    tops = [cosine.args[0] for cosine in cosines_of(goal.conclusion.expr)]
    trees = [*(formula_of(text, set(names)) for text in step.args["sides"]), *tops]
    entries = [polynomial_in(tree, names) for tree in trees]
    context = entries[0].context()
    layers = []
    for monomial in dict.fromkeys(m for poly in entries for m in poly.to_dict()):
        a, b, c, *rest = (whole(poly.to_dict().get(monomial, 0)) for poly in entries)
        own = polynomial(context.from_dict({monomial: 1}), place.numbers)
        layers.append(f"({own},({a},{b},{c},({','.join(rest)})))")
    return f"(Gram [{';'.join(layers)}])"
