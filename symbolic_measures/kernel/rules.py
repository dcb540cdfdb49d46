"""The rules of proof.  A rule computes the subgoals of a goal from its arguments, or refuses.

Every rule is sound: if all subgoals hold, so does the goal.  Each docstring gives the argument.
A rule never takes subgoals from the caller, and the caller can only choose among sound ones.
Rules on a `Goal` speak of formulas, rules on a `Sequent` of integer polynomials.

Writing: H |- C is the goal; "point" is any choice of the variables in their sorts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any

from symbolic_measures.confusion import CELLS, NHAT, PHAT, SIZE, TN, TP, P
from symbolic_measures.formula import Formula, FormulaError, derivative, formula
from symbolic_measures.kernel.algebra import (
    MAX_POWER,
    Fact,
    NowhereDefinedError,
    Poly,
    RuleError,
    Sequent,
    Term,
    factors,
    factors_of_product,
    is_positive,
    multiply,
    one_sign,
    reader,
    reduce,
    tidy,
)
from symbolic_measures.kernel.truth import SIGNS, holds
from symbolic_measures.parser import parse
from symbolic_measures.statement import Atom, Goal, Variable

Obligation = Goal | Sequent
Scope = tuple[Mapping[int, Poly], Mapping[int, Term]]
Args = Mapping[str, Any]
Rule = Callable[[Any, Args], "list[Obligation]"]

RULES: dict[str, tuple[type, Rule]] = {}


def _rule(kind: type) -> Callable[[Rule], Rule]:
    def register(function: Rule) -> Rule:
        RULES[function.__name__.strip("_").replace("_", "-")] = (kind, function)
        return function

    return register


def apply(goal: Obligation, name: str, args: Args) -> list[Obligation]:
    """The subgoals of the step, or RuleError."""
    if name not in RULES:
        raise RuleError(f"no rule {name!r}")
    kind, function = RULES[name]
    if not isinstance(goal, kind):
        raise RuleError(f"{name} does not apply here")
    return function(goal, args)


def _only(args: Args, *allowed: str) -> None:
    if set(args) - set(allowed):
        raise RuleError(f"unknown arguments {sorted(set(args) - set(allowed))}")


# --- rules on formulas ---------------------------------------------------------------------


def _difference(goal: Goal) -> tuple[Formula, Formula]:
    conclusion = goal.conclusion
    if conclusion.rel not in (">", ">=", "==") or conclusion.expr.op != "-":
        raise RuleError("the conclusion is not a difference compared with 0")
    return conclusion.expr.args


@_rule(Goal)
def via(goal: Goal, args: Args) -> list[Obligation]:
    """H |- A - B rel 0 from H |- A - c rel1 0 and H |- c - B rel2 0.

    Sound: A - B = (A - c) + (c - B); both are defined where the subgoals say so.  With rel `==`
    both are `==`; with `>=` both are `>=`; with `>` the one named by `strict` ("left" or
    "right") is `>` and the other `>=`.  c may be any formula in the variables.
    """
    _only(args, "value", "strict")
    left, right = _difference(goal)
    names = {variable.name for variable in goal.variables}
    middle = _constant(args.get("value"), names)
    rel = goal.conclusion.rel
    strict = args.get("strict", "left")
    if strict not in ("left", "right"):
        raise RuleError("strict is left or right")
    first, second = rel, rel
    if rel == ">":
        first, second = (">", ">=") if strict == "left" else (">=", ">")
    return [
        replace(goal, conclusion=Atom(left - middle, first)),
        replace(goal, conclusion=Atom(middle - right, second)),
    ]


def _constant(text: object, names: set[str]) -> Formula:
    if not isinstance(text, str):
        raise RuleError("a constant is given as text")
    try:
        return parse(text, names={}, parameters=names)
    except FormulaError as error:
        raise RuleError(str(error)) from None


@_rule(Goal)
def evaluate(goal: Goal, args: Args) -> list[Obligation]:
    """A conclusion without variables is true, or a hypothesis without variables false; no subgoals.

    Sound: such a formula has one value, and `holds` never guesses.
    """
    _only(args)
    if goal.conclusion.rel != "constant-mean":
        ground = [atom for atom in goal.hypotheses if not atom.expr.symbols()]
        if any(holds(atom, {}) is False for atom in ground):
            return []
        if not goal.conclusion.expr.symbols() and holds(goal.conclusion, {}) is True:
            return []
    raise RuleError(f"{goal.conclusion} is not seen by evaluation")


@_rule(Goal)
def strictly(goal: Goal, args: Args) -> list[Obligation]:
    """H |- E >= 0 from H |- E > 0.  Sound: plainly."""
    _only(args)
    if goal.conclusion.rel != ">=":
        raise RuleError("the conclusion is not a weak inequality")
    return [replace(goal, conclusion=Atom(goal.conclusion.expr, ">"))]


@_rule(Goal)
def forget(goal: Goal, args: Args) -> list[Obligation]:
    """The same without the hypotheses that share no variable with the rest, and their variables.

    Kept is what shares a variable with the conclusion, or with a hypothesis that is kept.
    Sound: what follows from fewer hypotheses follows from more.
    """
    _only(args)
    names = set(goal.conclusion.expr.symbols())
    kept: set[int] = set()
    while True:
        more = {
            number
            for number, atom in enumerate(goal.hypotheses)
            if number not in kept and names & set(atom.expr.symbols())
        }
        if not more:
            break
        kept |= more
        names.update(*(goal.hypotheses[number].expr.symbols() for number in more))
    if len(kept) == len(goal.hypotheses) or goal.conclusion.rel == "constant-mean":
        raise RuleError("every hypothesis has to do with the conclusion")
    return [
        replace(
            goal,
            variables=tuple(variable for variable in goal.variables if variable.name in names),
            hypotheses=tuple(goal.hypotheses[number] for number in sorted(kept)),
        )
    ]


@_rule(Goal)
def vanish(goal: Goal, args: Args) -> list[Obligation]:
    """Cases x = 0 and x >= 1 of a natural `variable` x, the second written with x + 1 for x.

    Sound: exhaustive; in the first x is replaced by 0, in the second by x' + 1 with x' natural.
    """
    _only(args, "variable")
    name = args.get("variable")
    if not isinstance(name, str) or Variable(name, "natural") not in goal.variables:
        raise RuleError(f"no natural variable {name!r}")
    if goal.conclusion.rel == "constant-mean":
        raise RuleError("an expectation is not about one matrix")
    rest = tuple(variable for variable in goal.variables if variable.name != name)
    cases = (formula(0), rest), (Formula("symbol", name) + 1, goal.variables)
    return [
        replace(
            goal,
            variables=variables,
            hypotheses=tuple(atom.at(**{name: value}) for atom in goal.hypotheses),
            conclusion=goal.conclusion.at(**{name: value}),
        )
        for value, variables in cases
    ]


@_rule(Goal)
def outer(goal: Goal, args: Args) -> list[Obligation]:
    """H |- f(A) - f(B) rel 0 from H |- A - B rel 0 for a growing f; B - A for a falling f.

    f is the outermost operation of both sides: -x, sqrt, log (growing), acos (falling), c + x,
    x + c, x - c, c - x, c*x, x*c, x/c with one and the same formula c.  For the last three, a
    subgoal before says that `sign` * c > 0; sign -1 makes f falling.
    H must say that both sides are defined; then so are A, B and c, which is added to H.
    Sound: on their domains these f are strictly monotone, so f(A) - f(B) has the sign of A - B,
    or of B - A; for == it is enough that A = B.
    """
    _only(args, "sign")
    left, right = _difference(goal)
    ends = {(atom.expr, atom.rel) for atom in goal.hypotheses}
    if (left, "defined") not in ends or (right, "defined") not in ends:
        raise RuleError("both sides must be defined by hypothesis")
    sign = args.get("sign", 1)
    if type(sign) is not int or sign not in (1, -1):
        raise RuleError("sign is 1 or -1")
    op, place, common, (one, other) = _stripped((left, right))
    growing = op not in ("neg", "acos") and not (op == "-" and place == 0)
    goals: list[Obligation] = []
    if op in ("*", "/"):
        goals.append(replace(goal, conclusion=Atom(common if sign > 0 else -common, ">")))
        growing = sign > 0
    more = dict.fromkeys((*goal.hypotheses, Atom(one, "defined"), Atom(other, "defined")))
    gap = one - other if growing else other - one
    inner = replace(goal, hypotheses=tuple(more), conclusion=Atom(gap, goal.conclusion.rel))
    return [*goals, inner]


@_rule(Goal)
def mean(goal: Goal, args: Args) -> list[Obligation]:
    """A generalized mean S = ((X^r + Y^r)/2)^(1/r) lies between X and Y: cases X >= Y, Y >= X.

    S is the first such formula of real powers in a hypothesis, r any formula.  Subgoals, with a
    new positive variable s in place of S: H |- X > 0; H |- Y > 0; H, X >= s >= Y |- C; and
    H, Y >= s >= X |- C.
    Sound: at a point where H holds and S is defined, r is a real number != 0 and X, Y > 0 by the
    first two subgoals.  (X^r + Y^r)/2 lies between X^r and Y^r, and x -> x^(1/r) takes it to a
    number between X and Y, for it is monotone and takes X^r to X and Y^r to Y; so s = S is a point
    of one of the two cases.  Where the hypothesis holds, S is defined: it stands in no branch.
    """
    _only(args)
    where = (atom.expr for atom in goal.hypotheses)
    found = next((node for tree in where for node in _strict(tree) if is_mean(node)), None)
    if found is None or any(atom.rel in _UNUSUAL for atom in (*goal.hypotheses, goal.conclusion)):
        raise RuleError("no generalized mean that is defined by hypothesis")
    first, second = (power.args[0] for power in found.args[0].args[0].args)
    name = f"mean{sum(variable.name.startswith('mean') for variable in goal.variables) + 1}"
    if any(variable.name == name for variable in goal.variables):
        raise RuleError(f"the name {name} is taken")
    between = Formula("symbol", name)
    swap = {found: between}
    hypotheses = tuple(Atom(a.expr.replace(swap), a.rel) for a in goal.hypotheses)
    inner = replace(
        goal,
        variables=(*goal.variables, Variable(name, "positive")),
        conclusion=Atom(goal.conclusion.expr.replace(swap), goal.conclusion.rel),
    )
    goals: list[Obligation] = [
        replace(goal, conclusion=Atom(side, ">")) for side in (first, second)
    ]
    for high, low in ((first, second), (second, first)):
        order = Atom(high - between, ">="), Atom(between - low, ">=")
        goals.append(replace(inner, hypotheses=(*order, *hypotheses)))
    return goals


_UNUSUAL = ("undefined", "constant-mean")


def _strict(tree: Formula) -> Iterator[Formula]:
    """The parts that are defined wherever the tree is."""
    yield tree
    for part in tree.children[:1] if tree.op == "ifzero" else tree.children:
        yield from _strict(part)


def is_mean(node: Formula) -> bool:
    """((X^r + Y^r)/2)^(1/r)"""
    if node.op != "power" or node.args[0].op != "/" or node.args[0].args[1] != formula(2):
        return False
    total = node.args[0].args[0]
    if total.op != "+" or any(part.op != "power" for part in total.args):
        return False
    exponents = [part.args[1] for part in total.args]
    return exponents[0] == exponents[1] and node.args[1] == formula(1) / exponents[0]


@_rule(Goal)
def triangle(goal: Goal, args: Args) -> list[Obligation]:
    """H |- K - ((M1 + M2) - M3) >= 0 where M1, M2, M3 fall with distances of three vectors.

    Each M is a - b*D, written with -x, x + c, c + x, x - c, c - x, x*c, c*x and x/c, the same c in
    all three; every factor and divisor must be > 0.  D is the angle acos(X), or the chord
    sqrt(k*(1 - X)) with a number k > 0, for X = X1, X2, X3.
    Subgoals: K - a >= 0 (unless both are 0); c > 0 for each factor and divisor; for chords
    X + 1 >= 0 three times; and 1 + 2*X1*X2*X3 - X1^2 - X2^2 - X3^2 >= 0.
    H must say that M1, M2, M3 are defined; then so are the X, which is added to H.
    Sound: -1 <= X <= 1 for the three X (arccos, or 1 - X >= 0, is defined, and the subgoals).
    So the symmetric matrix with 1 on the diagonal and the X off it has no negative principal minor,
    that is: it is positive semidefinite, the Gram matrix of three unit vectors a, b, c with
    X1 = ab, X2 = bc, X3 = ac.  Their angles satisfy angle(a, c) <= angle(a, b) + angle(b, c),
    their chords |a - c| <= |a - b| + |b - c|, |a - b|^2 = 2 - 2 ab; so D3 <= D1 + D2, as k is one
    for all.  And K - ((M1 + M2) - M3) = (K - a) + b*(D1 + D2 - D3) with b > 0.
    """
    _only(args)
    left, right = _difference(goal)
    if right.op != "-" or right.args[0].op != "+":
        raise RuleError("the conclusion is not K - ((M1 + M2) - M3)")
    if goal.conclusion.rel != ">=":
        raise RuleError("the triangle inequality is weak")
    trees = (*right.args[0].args, right.args[1])
    ends = {(atom.expr, atom.rel) for atom in goal.hypotheses}
    if any((tree, "defined") not in ends for tree in trees):
        raise RuleError("the three values must be defined by hypothesis")
    signs: list[Formula] = []
    negative, offset, scale = False, formula(0), formula(1)
    while trees[0].op in ("neg", "+", "-", "*", "/"):
        op, place, common, trees = _stripped(trees)
        if op in ("*", "/"):
            signs.append(common)
            scale = scale * common if op == "*" else scale / common
        elif op != "neg":
            below = negative ^ (op == "-" and place == 1)
            offset = offset - scale * common if below else offset + scale * common
        negative ^= op == "neg" or (op == "-" and place == 0)
    chord = trees[0].op == "sqrt"
    if not negative or any(tree.op != trees[0].op for tree in trees):
        raise RuleError("these are not negative angles or chords")
    inside = tuple(tree.children[0] for tree in trees if tree.op in ("acos", "sqrt"))
    if len(inside) != 3:
        raise RuleError("these are not negative angles or chords")
    if chord:
        scales = {tree.args[0] for tree in inside if tree.op == "*"}
        if len(scales) > 1 or len({tree.op for tree in inside}) > 1:
            raise RuleError("the three chords are scaled differently")
        inside = tuple(_cosine(tree) for tree in inside)
    more = dict.fromkeys((*goal.hypotheses, *(Atom(tree, "defined") for tree in inside)))
    base = replace(goal, hypotheses=tuple(more))
    x, y, z = inside
    gram = (formula(1) + formula(2) * (x * y * z)) - ((x * x + y * y) + z * z)
    goals: list[Obligation] = [replace(goal, conclusion=Atom(c, ">")) for c in signs]
    if (left, offset) != (formula(0), formula(0)):
        goals.insert(0, replace(goal, conclusion=Atom(left - offset, ">=")))
    if chord:
        goals += [replace(base, conclusion=Atom(tree + 1, ">=")) for tree in inside]
    return [*goals, replace(base, conclusion=Atom(gram, ">="))]


def _stripped(
    trees: tuple[Formula, ...],
) -> tuple[str, int, Formula, tuple[Formula, ...]]:
    """The outer operation of all, the place and value of the argument they share, and the others.

    For a function of one argument, which they need not share, that argument is 0.
    """
    op = trees[0].op
    if any(tree.op != op for tree in trees):
        raise RuleError("the values have no outer operation in common")
    if op in ("neg", "acos", "sqrt", "log"):
        return op, 0, formula(0), tuple(tree.args[0] for tree in trees)
    if op not in ("+", "-", "*", "/"):
        raise RuleError(f"{op} is not seen to be monotone")
    for place in (1,) if op == "/" else (1, 0):
        common = trees[0].args[place]
        if all(tree.args[place] == common for tree in trees):
            return op, place, common, tuple(tree.args[1 - place] for tree in trees)
    raise RuleError("the values share no argument")


def _cosine(tree: Formula) -> Formula:
    """X of k*(1 - X) with a number k > 0."""
    if tree.op == "*" and tree.args[0].op == "number" and tree.args[0].args[0] > 0:
        tree = tree.args[1]
    if tree.op != "-" or tree.args[0] != formula(1):
        raise RuleError("a chord is sqrt(k*(1 - X))")
    return tree.args[1]


@_rule(Goal)
def split(goal: Goal, args: Args) -> list[Obligation]:
    """Cases at the first node f = Abs(a), Min(a, b), Max(a, b) or ifzero(t, a, b) of the goal.

    f is looked for where a formula is only defined if f is: not below the branches of an
    `ifzero`, of which one is not taken.  Its test is the argument, a - b, or t.  A case is left out
    if the sign of the test, as a fraction of polynomials, shows that it never applies.
    Sound: where f is defined, its test is, and one of the cases applies, in which f equals what
    it is replaced by.  Where f so stands in a hypothesis that holds, f is defined.  Where it only
    stands in the conclusion, that its test is defined is a subgoal of its own; unless the
    conclusion is that something is undefined, which it is where the test is.
    """
    _only(args)
    given = next((f for a in goal.hypotheses if (f := _strict_kink(a.expr))), None)
    found = given or _strict_kink(goal.conclusion.expr)
    plain = all(atom.rel not in ("undefined", "constant-mean") for atom in goal.hypotheses)
    if found is None or goal.conclusion.rel == "constant-mean" or not plain:
        raise RuleError("nothing to split")
    test = found.args[0] if found.op in ("Abs", "ifzero") else found.args[0] - found.args[1]
    one, other = found.args[0], found.args[-1]
    if found.op == "Abs":
        cases = [(Atom(test, ">="), one), (Atom(-test, ">"), -one)]
    elif found.op == "ifzero":
        cases = [(Atom(test, "=="), found.args[1]), (Atom(test, "!="), other)]
    else:
        above, below = (one, other) if found.op == "Max" else (other, one)
        cases = [(Atom(test, ">="), above), (Atom(-test, ">"), below)]
    goals: list[Obligation] = []
    if given is None and goal.conclusion.rel != "undefined":
        goals.append(replace(goal, conclusion=Atom(test, "defined")))
    sign = _plain_sign(goal.variables, test)
    for case, value in cases:
        applies = SIGNS[case.rel]
        if sign is not None and not applies(-sign if case.expr == -test else sign):
            continue
        swap = {found: value}
        hypotheses = tuple(Atom(a.expr.replace(swap), a.rel) for a in goal.hypotheses)
        conclusion = Atom(goal.conclusion.expr.replace(swap), goal.conclusion.rel)
        goals.append(replace(goal, hypotheses=(case, *hypotheses), conclusion=conclusion))
    return goals


def _plain_sign(variables: tuple[Variable, ...], test: Formula) -> int | None:
    """The sign that the test has wherever it is defined, if its coefficients show it."""
    read = reader(Goal(variables, (), Atom(test, "defined")))
    try:
        top, bottom = read.ratio(test)
    except RuleError:
        return None
    if reduce(top, read.roots).is_zero():
        return 0
    signs = [is_positive(p, read.sorts) - is_positive(-p, read.sorts) for p in (top, bottom)]
    return signs[0] * (signs[1] or one_sign(bottom, read.sorts)) or None


def _strict_kink(tree: Formula) -> Formula | None:
    """The first kink, innermost first, without which the tree has no value."""
    parts = tree.children[:1] if tree.op == "ifzero" else tree.children
    inner = next((found for part in parts if (found := _strict_kink(part))), None)
    if inner is None and tree.op in ("Abs", "Min", "Max", "ifzero"):
        return tree
    return inner


@_rule(Goal)
def path(goal: Goal, args: Args) -> list[Obligation]:
    """H |- M(x + v) - M(x) rel 0 along a move v, from the sign of dM/dt on the open segment.

    The conclusion must be the difference of one formula M at two places that differ by v, a step
    of +1 or -1 in some natural variables; `lower` is M, `move` is v.  At an inner point of the
    segment a variable that moves is a positive real: x + t with x >= 0, or x - t with x >= 1,
    where x >= 1 must be a hypothesis.  So the subgoals are stated for all positive reals in
    place of the moving variables, keeping only hypotheses that do not change along v (they hold
    all along the segment if at its start).  They say: M is defined; dM/dt is defined and rel 0.
    Sound: both endpoints are defined by hypothesis (H must contain `M defined` at each), M is
    composed of functions continuous on their domains, so t -> M(x + t v) is continuous on
    [0, 1]; wherever the derivative formula is defined, M is differentiable, so by the mean
    value theorem M(x+v) - M(x) is a value of the derivative.
    """
    _only(args, "lower", "move")
    after, before = _difference(goal)
    move = args.get("move")
    sorts = {variable.name: variable.sort for variable in goal.variables}
    if not isinstance(move, Mapping) or not move:
        raise RuleError("move maps variables to 1 or -1")
    for name, step in move.items():
        if step not in (1, -1) or sorts.get(name) != "natural":
            raise RuleError("move maps natural variables to 1 or -1")
        one_left = any(
            h.rel == ">=" and h.expr == Formula("symbol", name) - 1 for h in goal.hypotheses
        )
        if step == -1 and not one_left:
            raise RuleError(f"{name} >= 1 is not a hypothesis")
    measure = _constant(args.get("lower"), set(sorts))
    if _moved(measure, move) != after or measure != before:
        raise RuleError("the conclusion is not M(x + v) - M(x)")
    ends = {(atom.expr, atom.rel) for atom in goal.hypotheses}
    if (after, "defined") not in ends or (before, "defined") not in ends:
        raise RuleError("both ends must be defined by hypothesis")
    try:
        slope = derivative(measure, dict(move))
    except ValueError as error:
        raise RuleError(str(error)) from None
    if slope is None:
        slope = formula(0)
    variables = tuple(
        Variable(variable.name, "positive") if variable.name in move else variable
        for variable in goal.variables
    )
    kept = tuple(
        atom
        for atom in goal.hypotheses
        if not set(atom.expr.symbols()) & set(move) or _unchanged(atom.expr, move)
    )
    inner = Goal(variables, kept, Atom(measure, "defined"))
    return [inner, replace(inner, conclusion=Atom(slope, goal.conclusion.rel))]


def _moved(tree: Formula, move: Mapping[str, int]) -> Formula:
    """The tree after the move, as properties write it: x + 1 and x - 1."""
    places = {
        name: Formula("symbol", name) + 1 if step > 0 else Formula("symbol", name) - 1
        for name, step in move.items()
    }
    return tree.at(**places)


def _unchanged(tree: Formula, move: Mapping[str, int]) -> bool:
    """A polynomial whose derivative along the move is identically 0."""
    if any(node.op not in ("number", "symbol", "+", "-", "*", "neg") for node in tree.walk()):
        return False
    slope = derivative(tree, dict(move))
    if slope is None:
        return True
    names = tuple(Variable(name, "real") for name in slope.symbols())
    read = reader(Goal(names, (), Atom(slope, "==")))
    return bool(read.ratio(slope)[0].is_zero())


@_rule(Goal)
def affine_mean(goal: Goal, args: Args) -> list[Obligation]:
    """The exact expectation of M is the constant c, because M is affine in TP at fixed sizes.

    Let a be M with (TP, FN, FP, TN) replaced by (0, P, P^, N - P^), and b the same at
    (1, P-1, P^-1, N-P^+1) minus a: formulas in the sizes alone.  Subgoals, for every matrix with
    0 < P^ < n where M is defined: M = a + b*TP, and a + b*P*P^/n = c.
    Sound: take sizes with 0 < P^ < n all of whose outcomes are defined.  By the first subgoal
    every outcome has M = a + b*TP with the same a, b; TP is hypergeometric with mean P*P^/n; so
    E[M] = a + b*P*P^/n, which the second subgoal, at any outcome, says is c.  c is a formula in
    the parameters alone, hence the same for all sizes.
    """
    _only(args, "value")
    if goal.conclusion.rel != "constant-mean":
        raise RuleError("the conclusion is not about an expectation")
    measure = goal.conclusion.expr
    if any(set(atom.expr.symbols()) & set(CELLS) for atom in goal.hypotheses):
        raise RuleError("a hypothesis restricts the matrices")
    parameters = {variable.name for variable in goal.variables} - set(CELLS)
    constant = _constant(args.get("value"), parameters)
    zero = measure.at(TP=0, FN=P, FP=PHAT, TN=TN - TP)
    one = measure.at(TP=1, FN=P - 1, FP=PHAT - 1, TN=(TN - TP) + 1)
    slope = one - zero
    own = (
        Atom(SIZE - 1, ">="),
        Atom(PHAT - 1, ">="),
        Atom(NHAT - 1, ">="),
        Atom(measure, "defined"),
    )
    base = replace(goal, hypotheses=(*goal.hypotheses, *own))
    return [
        replace(base, conclusion=Atom(measure - (zero + slope * TP), "==")),
        replace(base, conclusion=Atom(zero + slope * (P * PHAT / SIZE) - constant, "==")),
    ]


@_rule(Goal)
def clear(goal: Goal, args: Args) -> list[Obligation]:
    """To polynomials: roots become variables, denominators are cleared with their signs.

    `sign` (1 or -1) is the sign that the denominator q of the conclusion E = p/q must have.
    Subgoals, in order: every condition under which E is defined that is not a hypothesis already
    (each may use the ones before it); for > and >=: sign*q > 0, unless sign*q >= 0 is seen from
    its coefficients, for q is not 0; and at last sign*p rel 0 (for == and !=: p rel 0).
     For `undefined`, `condition` names the condition that fails.
    While a condition is shown, only the roots read before it are variables with a square: that
    a later one is a real number is what its own condition says.
    Sound: by the invariant of `Reader`, E = p/q and q != 0 where the conditions hold; a
    hypothesis p/q rel 0 gives p*q rel 0 (or p rel 0 for == and !=).  If the negation of a
    condition holds at a point, then either an earlier condition fails there or this one truly
    does: undefined in both cases.  A hypothesis that divides by the polynomial 0 holds nowhere:
    no subgoals.  A conclusion that does is only true if the hypotheses hold nowhere.
    """
    _only(args, "sign", "condition")
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
            top, bottom = read.ratio(atom.expr)
        except NowhereDefinedError:
            return ()
        if atom.rel in ("==", "!="):
            facts.append((reduce(top, read.roots), atom.rel))
        elif atom.rel in (">", ">="):
            facts.append((reduce(multiply(top, bottom), read.roots), atom.rel))
    given, real = len(read.conditions), (dict(read.roots), dict(read.terms))
    known_at_first = read.conditions[:given]
    top, bottom = read.one, read.one
    nowhere = False
    try:
        top, bottom = read.ratio(conclusion.expr)
    except NowhereDefinedError:
        nowhere = True
    except RuleError:  # what was read before is still a list of conditions of the conclusion
        if conclusion.rel != "undefined":
            raise
    facts += known_at_first
    new = read.conditions[given:]

    sorts = tuple(read.sorts)
    kept = tidy(facts, sorts)

    def sequent(poly: Poly, rel: str, scope: Scope = (read.roots, read.terms)) -> Sequent:
        return Sequent(read.names, sorts, scope[0], kept, (poly, rel), scope[1])

    if nowhere and conclusion.rel != "undefined":
        return (sequent(read.one * 0, ">", real),)
    if conclusion.rel == "undefined":
        return (_failing(condition, new, sequent),)
    goals: list[Sequent] = []
    for (poly, rel), scope in zip(new, read.scopes[given:], strict=True):
        goals.append(sequent(poly, rel, scope))
        kept = tidy((*kept, (poly, rel)), sorts)
    if conclusion.rel == "defined":
        return tuple(goals)
    if conclusion.rel in (">", ">="):
        if one_sign(bottom * sign, sorts) != 1:
            goals.append(sequent(bottom * sign, ">"))
        return (*goals, sequent(top * sign, conclusion.rel))
    return (*goals, sequent(top, conclusion.rel))


def _failing(
    which: int, conditions: list[Fact], sequent: Callable[[Poly, str], Sequent]
) -> Sequent:
    if not 0 <= which < len(conditions):
        raise RuleError("condition is the number of a condition of the conclusion")
    poly, rel = conditions[which]
    if rel == "!=":
        return sequent(poly, "==")
    return sequent(-poly, ">=" if rel == ">" else ">")


# --- rules on polynomials ------------------------------------------------------------------


@_rule(Sequent)
def coefficients(goal: Sequent, args: Args) -> list[Obligation]:
    """The conclusion is seen from its coefficients; no subgoals.

    Sound: a polynomial without negative coefficients is >= 0 where the variables are (a `real`
    variable may occur in even powers); it is > 0 if some monomial has only positive variables
    (a constant term, for one).  The zero polynomial is == 0.  != 0 follows from > 0 or < 0.
    """
    _only(args)
    poly, rel = reduce(goal.conclusion[0], goal.roots), goal.conclusion[1]
    if rel == "==" and poly.is_zero():
        return []
    if rel == ">=" and one_sign(poly, goal.sorts) == 1:
        return []
    if rel in (">", "!=") and is_positive(poly, goal.sorts):
        return []
    if rel == "!=" and is_positive(-poly, goal.sorts):
        return []
    raise RuleError(f"the coefficients of {poly} do not show {rel} 0")


@_rule(Sequent)
def contradiction(goal: Sequent, args: Args) -> list[Obligation]:
    """The hypothesis `number` holds nowhere, so anything follows; no subgoals.

    Sound: p > 0 is impossible where -p >= 0 is seen from the coefficients, p >= 0 and p == 0
    where -p > 0 is, p == 0 also where p > 0 is.  (p != 0 with p = 0 was made p > 0 by `tidy`.)
    """
    _only(args, "number")
    poly, rel = _hypothesis(goal, args.get("number"))
    if rel == ">" and (poly.is_zero() or one_sign(-poly, goal.sorts) == 1):
        return []
    if rel in (">=", "==") and is_positive(-poly, goal.sorts):
        return []
    if rel == "==" and is_positive(poly, goal.sorts):
        return []
    raise RuleError("that hypothesis is not impossible")


def _hypothesis(goal: Sequent, number: object) -> Fact:
    if not isinstance(number, int) or not 0 <= number < len(goal.hypotheses):
        raise RuleError(f"no hypothesis {number!r}")
    return goal.hypotheses[number]


@_rule(Sequent)
def combine(goal: Sequent, args: Args) -> list[Obligation]:
    """H |- p rel 0 from s*p - sum m_i h_i, for hypotheses h_i, multipliers m_i and a whole s > 0.

    `scale` is s (1 if not given); `multipliers` maps numbers of hypotheses to polynomials.  If h_i
    is == 0, any m_i; if it is > 0 or >= 0, m_i must be >= 0, seen from its coefficients.  The
    subgoal is H |- s*p - sum m_i h_i rel 0, with >= in place of > if some m_i > 0 is seen and
    h_i > 0.
    For == and != only multiples of h_i == 0 are allowed.
    Sound: sum m_i h_i is >= 0 (is > 0 if such an m_i exists; is 0 if all h_i == 0).
    """
    _only(args, "multipliers", "scale")
    multipliers, scale = args.get("multipliers"), args.get("scale", 1)
    if type(scale) is not int or scale < 1:
        raise RuleError("scale is a whole number > 0")
    if not isinstance(multipliers, Mapping) or not multipliers:
        raise RuleError("multipliers maps numbers of hypotheses to polynomials")
    poly, rel = goal.conclusion
    poly = poly * scale
    for number, text in multipliers.items():
        if not str(number).isdigit():
            raise RuleError(f"no hypothesis {number!r}")
        fact, kind = _hypothesis(goal, int(number))
        factor = goal.polynomial(text)
        if kind != "==":
            if kind == "!=" or rel in ("==", "!=") or one_sign(factor, goal.sorts) != 1:
                raise RuleError(f"hypothesis {number} cannot be used with {text}")
            if rel == ">" and kind == ">" and is_positive(factor, goal.sorts):
                rel = ">="
        poly = poly - multiply(factor, fact)
    return [goal.with_conclusion(reduce(poly, goal.roots), rel)]


@_rule(Sequent)
def squared(goal: Sequent, args: Args) -> list[Obligation]:
    """The conclusion with root^2 replaced by its radicand, for every root.  Sound: equal."""
    _only(args)
    return [goal.with_conclusion(reduce(goal.conclusion[0], goal.roots), goal.conclusion[1])]


@_rule(Sequent)
def zero(goal: Sequent, args: Args) -> list[Obligation]:
    """Cases of one variable x: x = 0, or x > 0 (natural: x = x' + 1 with x' >= 0).

    Sound: the cases are exhaustive.  A `real` x has a third: x = -x' with x' > 0.
    """
    _only(args, "variable")
    place = goal.index(args.get("variable"))
    x, sort = goal.gens[place], goal.sorts[place]
    if sort == "positive":
        raise RuleError("the variable is positive already")
    at_zero = goal.substitute(place, x * 0, "nonnegative" if sort == "real" else sort)
    if sort == "natural":
        return [at_zero, goal.substitute(place, x + 1, "natural")]
    cases: list[Obligation] = [at_zero, goal.substitute(place, x, "positive")]
    return [*cases, goal.substitute(place, -x, "positive")] if sort == "real" else cases


@_rule(Sequent)
def order(goal: Sequent, args: Args) -> list[Obligation]:
    """Cases x >= y (x = y + x') and y > x (y = x + y', natural: y = x + y' + 1), x', y' >= 0.

    Sound: exhaustive.  The difference is natural if both variables are, a real >= 0 otherwise.
    """
    _only(args, "x", "y")
    first, second = goal.index(args.get("x")), goal.index(args.get("y"))
    if first == second or "real" in (goal.sorts[first], goal.sorts[second]):
        raise RuleError("order compares two variables that are >= 0")
    x, y = goal.gens[first], goal.gens[second]
    whole = goal.sorts[first] == goal.sorts[second] == "natural"
    sort = "natural" if whole else "nonnegative"
    return [
        goal.substitute(first, x + y, sort),
        goal.substitute(second, x + y + 1 if whole else x + y, sort),
    ]


@_rule(Sequent)
def shift(goal: Sequent, args: Args) -> list[Obligation]:
    """x = c + x' for a real x with the hypothesis x - c > 0 or >= 0 (hypothesis `number`).

    Sound: x' = x - c is > 0 or >= 0 by that hypothesis.  Multiplying by the denominator of c
    scales each polynomial by a positive constant.
    """
    _only(args, "variable", "number")
    place = goal.index(args.get("variable"))
    fact, rel = _hypothesis(goal, args.get("number"))
    bound = _bound(goal, place, fact, 1)
    if rel not in (">", ">=") or goal.sorts[place] == "natural":
        raise RuleError("shift needs a lower bound on a real variable")
    x, context = goal.gens[place], fact.context()
    sort = "positive" if rel == ">" else "nonnegative"
    top = x * bound.denominator + bound.numerator
    return [_projective(goal, place, top, context.constant(bound.denominator), sort)]


@_rule(Sequent)
def below(goal: Sequent, args: Args) -> list[Obligation]:
    """x = c*t/(1+t) with t >= 0 for a real 0 <= x < c; and x = c if the bound c >= x allows it.

    Sound: t = x/(c - x) is >= 0, and > 0 if x is.  Each polynomial is multiplied by a power of
    1 + t > 0.
    """
    _only(args, "variable", "number")
    place = goal.index(args.get("variable"))
    fact, rel = _hypothesis(goal, args.get("number"))
    bound = _bound(goal, place, fact, -1)
    sort = goal.sorts[place]
    if rel not in (">", ">=") or sort not in ("nonnegative", "positive") or bound <= 0:
        raise RuleError("below needs an upper bound > 0 on a real variable >= 0")
    x, context = goal.gens[place], fact.context()
    inside = _projective(goal, place, x * bound.numerator, (x + 1) * bound.denominator, sort)
    if rel == ">":
        return [inside]
    top, low = context.constant(bound.numerator), context.constant(bound.denominator)
    return [inside, _projective(goal, place, top, low, sort)]


def _bound(goal: Sequent, place: int, fact: Poly, direction: int) -> Fraction:
    """c, when the fact is a positive multiple of direction*(x - c)."""
    terms = fact.to_dict()
    unit = tuple(int(other == place) for other in range(len(goal.names)))
    slope = terms.pop(unit, None)
    rest = terms.pop((0,) * len(goal.names), 0)
    if terms or slope is None or slope * direction <= 0:
        raise RuleError("that hypothesis is not a bound on the variable")
    return Fraction(-int(rest), int(slope))


def _projective(goal: Sequent, place: int, top: Poly, low: Poly, sort: str) -> Sequent:
    """x replaced by top/low with low > 0, every polynomial multiplied by a power of low."""
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


@_rule(Sequent)
def factor(goal: Sequent, args: Args) -> list[Obligation]:
    """The conclusion p rel 0 from its factors, p = c * prod f_i^e_i, with `signs` s_i = 1 or -1.

    Subgoals for > and >=: s_i f_i rel 0 for each odd e_i (in the order of the factors as text);
    for > also f_i != 0 for each even e_i.  c * prod s_i over odd e_i must be > 0.  For !=: every
    f_i != 0.  For ==: `signs` is the number of the factor that is 0.
    Sound: the sign of a product; the product of the factors is multiplied out and compared.
    """
    _only(args, "signs")
    poly, rel = goal.conclusion
    if poly.is_zero():
        raise RuleError("zero has no factors")
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


@_rule(Sequent)
def cases(goal: Sequent, args: Args) -> list[Obligation]:
    """Three cases of a polynomial q: q > 0, q == 0, q < 0.  Sound: exhaustive."""
    _only(args, "of")
    q = goal.polynomial(args.get("of"))
    poly, rel = goal.conclusion
    facts: tuple[Fact, ...] = ((q, ">"), (q, "=="), (-q, ">"))
    return [goal.with_conclusion(poly, rel, fact) for fact in facts]


@_rule(Sequent)
def cut(goal: Sequent, args: Args) -> list[Obligation]:
    """H |- C from H |- q rel 0 and H, q rel 0 |- C, for a polynomial q and rel > or >=.

    Sound: q rel 0 then holds wherever H does.
    """
    _only(args, "of", "rel")
    q, rel = goal.polynomial(args.get("of")), args.get("rel")
    if rel not in (">", ">="):
        raise RuleError("rel is > or >=")
    return [goal.with_conclusion(q, rel), goal.with_conclusion(*goal.conclusion, (q, rel))]


@_rule(Sequent)
def apart(goal: Sequent, args: Args) -> list[Obligation]:
    """H |- p != 0 from H |- p > 0 (`sign` 1) or H |- -p > 0 (`sign` -1).  Sound: plainly."""
    _only(args, "sign")
    poly, rel = goal.conclusion
    if rel != "!=" or args.get("sign") not in (1, -1):
        raise RuleError("apart turns != into > with a sign")
    return [goal.with_conclusion(poly * args["sign"], ">")]


@_rule(Sequent)
def both(goal: Sequent, args: Args) -> list[Obligation]:
    """H |- p == 0 from H |- p >= 0 and H |- -p >= 0.  Sound: plainly."""
    _only(args)
    poly, rel = goal.conclusion
    if rel != "==":
        raise RuleError("the conclusion is not an equation")
    return [goal.with_conclusion(poly, ">="), goal.with_conclusion(-poly, ">=")]


@_rule(Sequent)
def absurd(goal: Sequent, args: Args) -> list[Obligation]:
    """H |- C from H |- 0 > 0.  Sound: the hypotheses then hold nowhere."""
    _only(args)
    return [goal.with_conclusion(goal.conclusion[0] * 0, ">")]


@_rule(Sequent)
def square(goal: Sequent, args: Args) -> list[Obligation]:
    """The sign of a + b*s, where s = sqrt(R) >= 0 is the `root`, by comparing squares.

    `larger` = "free":  a >= 0 and a^2 - b^2 R >= 0 give a >= |b s|, so a + b s >= 0.
    `larger` = "root":  b >= 0 and b^2 R - a^2 >= 0 give b s >= |a|, so a + b s >= 0.
    For > the second inequality is strict (then a > |b s|, or b s > |a|).
    For ==: -a*b >= 0 and a^2 - b^2 R == 0: |a| = |b| s, and a, b do not have the same sign, so
    a = -b s.  For !=: a^2 - b^2 R != 0, for a + b s = 0 would give a^2 = b^2 R.
    Sound also where R or a, b contain other roots: they are real numbers >= 0.
    """
    _only(args, "root", "larger")
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


# --- function values -----------------------------------------------------------------------


def _linear(goal: Sequent, function: str) -> list[tuple[int, Term]]:
    """The conclusion as whole multiples of values of one function."""
    found = []
    for monomial, coefficient in goal.conclusion[0].to_dict().items():
        places = [place for place, power in enumerate(monomial) if power]
        term = goal.terms.get(places[0]) if len(places) == 1 else None
        if term is None or term.function != function or sum(monomial) != 1:
            raise RuleError(f"the conclusion is not a sum of values of {function}")
        found.append((int(coefficient), term))
    if not found or any(abs(k) > MAX_POWER for k, _ in found):
        raise RuleError(f"the conclusion is not a sum of values of {function}")
    return found


def _quotient(goal: Sequent, top: Poly, bottom: Poly) -> Sequent:
    """top/bottom rel 0 where bottom is not 0; it is > 0 if its coefficients show >= 0."""
    rel = goal.conclusion[1]
    if rel in (">", ">=") and one_sign(bottom, goal.sorts) != 1:
        top = multiply(top, bottom)
    return goal.with_conclusion(reduce(top, goal.roots), rel)


@_rule(Sequent)
def logarithm(goal: Sequent, args: Args) -> list[Obligation]:
    """sum k_i log X_i rel 0 from prod X_i^k_i - 1 rel 0, whole numbers k_i.

    Sound: at the points the sequent is about, every X_i = p_i/q_i is defined and > 0; the sum is
    log prod X_i^k_i, and log grows strictly with log 1 = 0.  With A/B the product, A/B - 1 rel 0 is
    written (A - B) rel 0 if B > 0 is seen, else B*(A - B) rel 0; B is not 0.
    """
    _only(args)
    one = goal.conclusion[0].context().constant(1)
    above, below = one, one
    for power, term in _linear(goal, "log"):
        top, bottom = (term.top, term.bottom) if power > 0 else (term.bottom, term.top)
        for _ in range(abs(power)):
            above, below = multiply(above, top), multiply(below, bottom)
    return [_quotient(goal, above - below, below)]


@_rule(Sequent)
def arccosine(goal: Sequent, args: Args) -> list[Obligation]:
    """acos X - acos Y rel 0 from Y - X rel 0; acos X rel 0 from 1 - X rel 0, -acos Y likewise.

    Sound: at the points the sequent is about, X and Y are defined and lie in [-1, 1], where arccos
    falls strictly; and 0 = arccos 1.  A common whole factor > 0 may stand before.
    """
    _only(args)
    one = goal.conclusion[0].context().constant(1)
    parts = {1: (one, one), -1: (one, one)}
    given = _linear(goal, "acos")
    for factor, term in given:
        parts[1 if factor > 0 else -1] = term.top, term.bottom
    if len({abs(factor) for factor, _ in given}) > 1 or len({f > 0 for f, _ in given}) < len(given):
        raise RuleError("the conclusion is not a difference of two arccosines")
    (a, b), (c, d) = parts[1], parts[-1]
    return [_quotient(goal, multiply(c, b) - multiply(a, d), multiply(b, d))]


@_rule(Sequent)
def rooted(goal: Sequent, args: Args) -> list[Obligation]:
    """A product of different `roots` replaced by w, where the product of their radicands is w^2.

    w >= 0 must be seen from its coefficients.
    Sound: the roots are real numbers >= 0, so their product is sqrt(w^2) = w.
    """
    _only(args, "roots")
    names = args.get("roots")
    if not isinstance(names, list) or len(set(map(str, names))) != len(names) or not names:
        raise RuleError("roots is a list of different roots")
    places = [goal.names.index(name) for name in names if name in goal.names]
    if len(places) != len(names) or any(place not in goal.roots for place in places):
        raise RuleError("roots is a list of different roots")
    context = goal.conclusion[0].context()
    unit, powers = factors_of_product(goal.roots[place] for place in places)
    side = context.constant(unit.isqrt() if unit > 0 else 0)
    for piece, power in powers:
        side = multiply(side, piece ** (power // 2))
    if side * side != prod((goal.roots[place] for place in places), start=context.constant(1)):
        raise RuleError("the product of the radicands is no square")
    if one_sign(side, goal.sorts) != 1:
        raise RuleError(f"the sign of {side} is not plain")
    layers: dict[int, dict[tuple[int, ...], Any]] = {}
    for monomial, coefficient in goal.conclusion[0].to_dict().items():
        times = min(int(monomial[place]) for place in places)
        key = tuple(p - times * (i in places) for i, p in enumerate(monomial))
        layers.setdefault(times, {})[key] = coefficient
    poly = context.constant(0)
    for times, terms in layers.items():
        poly += multiply(reduce(context.from_dict(terms), goal.roots), side**times)
    return [goal.with_conclusion(poly, goal.conclusion[1])]
