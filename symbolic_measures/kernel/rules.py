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
from itertools import product
from math import prod
from typing import Any

from symbolic_measures.confusion import Square, summed
from symbolic_measures.formula import (
    Formula,
    FormulaError,
    derivative,
    exponent_of,
    formula,
    symbol,
)
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
    whole_power,
)
from symbolic_measures.kernel.truth import SIGNS, holds
from symbolic_measures.parser import parse
from symbolic_measures.statement import Atom, Goal, Sort, Variable

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


def _demand_defined(goal: Goal, *trees: Formula) -> None:
    """Each tree is defined where H holds: H says so, or it has no variables and has a value."""
    for end in (Atom(tree, "defined") for tree in trees):
        if end not in goal.hypotheses and (end.expr.symbols() or not holds(end, {})):
            raise RuleError(f"{end.expr} must be defined by hypothesis")


@_rule(Goal)
def via(goal: Goal, args: Args) -> list[Obligation]:
    """H |- A - B rel 0 from H |- A - c rel1 0 and H |- c - B rel2 0.

    Sound: A - B = (A - c) + (c - B); both are defined where the subgoals say so.  With rel `==`
    both are `==`; with `>=` both are `>=`; with `>` the one named by `strict` ("left" or
    "right") is `>` and the other `>=`.  c may be any formula in the variables; if it has any, the
    second subgoal has the hypothesis that c is defined, which the first one shows.
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
    more = (Atom(middle, "defined"),) if middle.symbols() else ()
    return [
        replace(goal, conclusion=Atom(left - middle, first)),
        replace(
            goal,
            hypotheses=(*goal.hypotheses, *more),
            conclusion=Atom(middle - right, second),
        ),
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
def proportional(goal: Goal, args: Args) -> list[Obligation]:
    """A hypothesis a*b - c*d == 0 on four variables >= 0: a = p*v, c = p*u, d = n*v, b = n*u.

    `hypothesis` is its number.  The goal is stated for all reals p, n, u, v >= 0 instead of
    a, b, c and d, without the hypothesis; they get names that are not used.
    Sound: the rows (a, c) and (d, b) have the determinant a*b - c*d = 0.  If (a, c) = (0, 0), take
    p = 0, n = 1 and (v, u) = (d, b).  Otherwise take p = 1, (v, u) = (a, c); then (d, b) is a
    multiple of (a, c), by a real n >= 0, since all are >= 0 and one of a, c is not 0.
    """
    _only(args, "hypothesis")
    number = args.get("hypothesis")
    if type(number) is not int or not 0 <= number < len(goal.hypotheses):
        raise RuleError("no such hypothesis")
    fact = goal.hypotheses[number]
    sides = fact.expr.args if fact.expr.op == "-" and fact.rel == "==" else ()
    parts = [part for side in sides if side.op == "*" for part in side.args]
    names = [part.args[0] for part in parts if part.op == "symbol"]
    sorts = {variable.name: variable.sort for variable in goal.variables}
    if len(parts) != 4 or len(set(names)) != 4 or goal.conclusion.rel == "constant-mean":
        raise RuleError("the hypothesis is not a*b - c*d == 0 with four variables")
    if any(sorts.get(name) not in ("natural", "nonnegative", "positive") for name in names):
        raise RuleError("a variable is not >= 0")
    fresh = [f"part{place}" for place in range(1, 5)]
    if set(fresh) & set(sorts):
        raise RuleError("the names of the parts are used")
    p, n, u, v = map(symbol, fresh)
    places = dict(zip(names, (p * v, n * u, p * u, n * v), strict=True))
    kept = (atom for place, atom in enumerate(goal.hypotheses) if place != number)
    return [
        Goal(
            (
                *(Variable(name, "nonnegative") for name in fresh),
                *(variable for variable in goal.variables if variable.name not in places),
            ),
            tuple(atom.at(**places) for atom in kept),
            goal.conclusion.at(**places),
            label=goal.label,
        )
    ]


@_rule(Goal)
def outer(goal: Goal, args: Args) -> list[Obligation]:
    """H |- f(A) - f(B) rel 0 from H |- A - B rel 0 for a growing f; B - A for a falling f.

    f is the outermost operation of both sides: -x, sqrt, log (growing), acos (falling), x^e with
    one fraction e > 0, c + x, x + c, x - c, c - x, c*x, x*c, x/c with one and the same formula c.
    For the last three, a subgoal before says that `sign` * c > 0; sign -1 makes f falling.
    H must say that both sides are defined, or they have no variables and are; then so are A, B
    and c, which is added to H.
    Sound: on their domains these f are strictly monotone (x^e, e no whole number, is defined for
    x >= 0 only), so f(A) - f(B) has the sign of A - B, or of B - A; for == it is enough that A = B.
    """
    _only(args, "sign")
    left, right = _difference(goal)
    _demand_defined(goal, left, right)
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
    H must say that M1, M2, M3 are defined, or they have no variables and are; then so are the X,
    which is added to H.
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
    _demand_defined(goal, *trees)
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


@_rule(Goal)
def gram(goal: Goal, args: Args) -> list[Obligation]:
    """H |- 1 + 2*(X*Y*Z) - (X*X + Y*Y + Z*Z) >= 0 where X, Y, Z are the cosines of three vectors.

    X = p12/sqrt(q12), Y = p23/sqrt(q23), Z = p13/sqrt(q13) with polynomials p, q in variables that
    are all >= 0, and `sides` are the texts of polynomials p11, p22, p33.  H must say that X, Y and
    Z are defined.  No subgoals.
    It must be that q12 = p11*p22, q23 = p22*p33, q13 = p11*p33, multiplied out; and for each
    monomial, that the symmetric 3 x 3 matrix of its coefficients in the p_ij is positive
    semidefinite: no principal minor is negative.
    Sound: the matrix of the p_ij is then, at numbers >= 0, a sum of nonnegative multiples of
    positive semidefinite matrices, so it is one, and the p_ij are inner products of three vectors.
    Where the X, Y, Z are defined, the q are > 0, so no p_ii is 0, and p_ii >= 0; the X, Y, Z are
    the cosines of the angles between the vectors, and the left side is the determinant of the
    positive semidefinite matrix with 1 on the diagonal and them off it.
    """
    _only(args, "sides")
    texts, tree = args.get("sides"), goal.conclusion.expr
    if goal.conclusion.rel != ">=" or not isinstance(texts, list) or len(texts) != 3:
        raise RuleError("sides are three polynomials, and the conclusion is >=")
    cosines = _cosines(tree)
    ends = {atom.expr for atom in goal.hypotheses if atom.rel == "defined"}
    names = tuple(variable.name for variable in goal.variables)
    if not ends.issuperset(cosines) or any(v.sort == "real" for v in goal.variables):
        raise RuleError("the cosines are defined by hypothesis, and the variables are >= 0")
    tops, squares = [], []
    for cosine in cosines:
        if cosine.op != "/" or cosine.args[1].op != "sqrt":
            raise RuleError("a cosine is written p/sqrt(q)")
        tops.append(_whole(cosine.args[0], names))
        squares.append(_whole(cosine.args[1].args[0], names))
    sides = [_whole(_constant(text, set(names)), names) for text in texts]
    for square_of, (i, j) in zip(squares, ((0, 1), (1, 2), (0, 2)), strict=True):
        if square_of != multiply(sides[i], sides[j]):
            raise RuleError("the radicands are not the products of the sides")
    entries = [poly.to_dict() for poly in (*sides, *tops)]
    for monomial in {monomial for terms in entries for monomial in terms}:
        a, b, c, ab, bc, ac = (terms.get(monomial, 0) for terms in entries)
        minors = (a, b, c, a * b - ab * ab, b * c - bc * bc, a * c - ac * ac)
        whole = a * b * c + 2 * ab * bc * ac - a * bc * bc - b * ac * ac - c * ab * ab
        if min((*minors, whole)) < 0:
            raise RuleError(f"the coefficients of {monomial} are not those of vectors")
    return []


def _cosines(tree: Formula) -> tuple[Formula, Formula, Formula]:
    """X, Y, Z of (1 + 2*(X*Y*Z)) - ((X*X + Y*Y) + Z*Z), as rule triangle writes it."""
    try:
        x, y, z = (part.args[0] for part in (*tree.args[1].args[0].args, tree.args[1].args[1]))
    except (AttributeError, IndexError, ValueError):
        raise RuleError("the conclusion is not about three cosines") from None
    if not all(isinstance(part, Formula) for part in (x, y, z)):
        raise RuleError("the conclusion is not about three cosines")
    if tree != (formula(1) + formula(2) * (x * y * z)) - ((x * x + y * y) + z * z):
        raise RuleError("the conclusion is not about three cosines")
    return x, y, z


def _whole(tree: Formula, names: tuple[str, ...]) -> Poly:
    """The polynomial that a tree is, with squares written ^2; roots of two trees would be one."""
    plain = {"number", "symbol", "+", "-", "*", "neg", "^"}
    if not tree.ops <= plain or not all(whole_power(node) for node in tree.functions()):
        raise RuleError(f"{tree} is not a polynomial")
    variables = tuple(Variable(own, "nonnegative") for own in names)
    top, bottom = reader(Goal(variables, (), Atom(tree, "defined"))).ratio(tree)
    if not bottom.is_one():
        raise RuleError(f"{tree} is not a polynomial with whole coefficients")
    return top


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
    e = exponent_of(trees[0].args[1]) if op == "^" else None
    if op not in ("+", "-", "*", "/") and (e is None or e <= 0 or e.denominator == 1):
        raise RuleError(f"{op} is not seen to be monotone")
    for place in (1,) if op in ("/", "^") else (1, 0):
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
def reorder(goal: Goal, args: Args) -> list[Obligation]:
    """H |- A - B rel 0, rel == or >=, where A and B differ only in the order of sums and products.

    No subgoals.  H must say that A or B is defined.
    Sound: A and B are made of the same parts, so where one is defined the other is; sums and
    products of real numbers do not depend on the order.
    """
    _only(args)
    left, right = _difference(goal)
    ends = {atom.expr for atom in goal.hypotheses if atom.rel == "defined"}
    if goal.conclusion.rel == ">" or not {left, right} & ends or _shape(left) != _shape(right):
        raise RuleError("the two sides are not the same in another order")
    return []


@lru_cache(maxsize=8_192)
def _shape(tree: Formula) -> tuple[Any, ...]:
    """The tree with the terms of its sums and the factors of its products in one order."""
    if tree.op in ("number", "symbol"):
        return tree.op, tree.args[0]
    if tree.op in ("+", "-", "neg"):
        signed = [(sign, _shape(term)) for sign, term in _signed_terms(tree)]
        return ("+", *sorted(signed, key=repr))
    if tree.op == "*":
        factors_of = [_shape(part) for part in _flattened(tree, "*")]
        return ("*", *sorted(factors_of, key=repr))
    return (tree.op, *map(_shape, tree.args))


def _signed_terms(tree: Formula, sign: int = 1) -> Iterator[tuple[int, Formula]]:
    if tree.op == "neg":
        yield from _signed_terms(tree.args[0], -sign)
    elif tree.op in ("+", "-"):
        yield from _signed_terms(tree.args[0], sign)
        yield from _signed_terms(tree.args[1], sign if tree.op == "+" else -sign)
    else:
        yield sign, tree


def _flattened(tree: Formula, op: str) -> Iterator[Formula]:
    if tree.op == op:
        yield from _flattened(tree.args[0], op)
        yield from _flattened(tree.args[1], op)
    else:
        yield tree


@_rule(Goal)
def termwise(goal: Goal, args: Args) -> list[Obligation]:
    """H |- (A1 + A2 + ...) - (B1 + B2 + ...) rel 0 from H |- Ai - Bi rel_i 0 for every i.

    With rel `>` the one numbered `strict` is `>` and the others are `>=`; else all are rel.
    H must say that both sides are defined, or they have no variables and are; then so are all Ai
    and Bi, which is added to H.
    Sound: the difference is the sum of the differences.
    """
    _only(args, "strict")
    sides = _difference(goal)
    _demand_defined(goal, *sides)
    terms = [list(_flattened(side, "+")) for side in sides]
    if len(terms[0]) != len(terms[1]) or len(terms[0]) < 2:
        raise RuleError("the sides are not sums of equally many terms")
    rel, strict = goal.conclusion.rel, args.get("strict", -1)
    if type(strict) is not int or (rel == ">") != (0 <= strict < len(terms[0])):
        raise RuleError("strict is the number of the term that is >")
    goals: list[Obligation] = []
    for number, (one, other) in enumerate(zip(*terms, strict=True)):
        more = dict.fromkeys((*goal.hypotheses, Atom(one, "defined"), Atom(other, "defined")))
        own = ">=" if rel == ">" and number != strict else rel
        conclusion = Atom(one - other, own)
        goals.append(replace(goal, hypotheses=tuple(more), conclusion=conclusion))
    return goals


@_rule(Goal)
def abstract(goal: Goal, args: Args) -> list[Obligation]:
    """H |- C with subformulas t1, t2, ... named: H', F |- C', where si stands for ti everywhere.

    `parts` are the texts of t1, t2, ...; `facts` are pairs (text in part1, part2, ..., relation).
    Subgoals: H |- f for every fact f, with the ti in place of their names (of a formula that H says
    is defined, only that the ti in f are, if they are in it); and the goal with the
    new real variables part1, part2, ... (positive, or >= 0, where a fact is just that) in place of
    the ti and the facts as further hypotheses, without the hypotheses that still contain old
    variables if the rest does not.
    Every name must occur in a fact; facts are made by + - * / alone, so that they are defined only
    where all of their names are.
    Sound: at a point where H holds, each ti is defined, because a fact with it holds; with si
    the value of ti, H', F and C' say at this point what H, f and C say.
    """
    _only(args, "parts", "facts")
    parts, facts = args.get("parts"), args.get("facts")
    old = {variable.name for variable in goal.variables}
    if goal.conclusion.rel in _UNUSUAL or not isinstance(parts, list) or not parts:
        raise RuleError("parts is a list of formulas")
    names = [f"part{number}" for number in range(1, len(parts) + 1)]
    if old & set(names) or not isinstance(facts, list):
        raise RuleError("facts is a list of pairs, and the names are new")
    trees = [_constant(part, old) for part in parts]
    atoms: list[Atom] = []
    for fact in facts:
        if not isinstance(fact, list | tuple) or len(fact) != 2 or fact[1] not in (">", ">=", "=="):
            raise RuleError("a fact is a text and one of >, >=, ==")
        atoms.append(Atom(_constant(fact[0], set(names)), fact[1]))
    plain = {"number", "symbol", "+", "-", "*", "/", "neg"}
    if any(not atom.expr.ops <= plain for atom in atoms):
        raise RuleError("a fact is made of names and numbers by + - * / alone")
    if {used for atom in atoms for used in atom.expr.symbols()} != set(names):
        raise RuleError("every name occurs in a fact, and nothing else does")
    back = {symbol(own): tree for own, tree in zip(names, trees, strict=True)}
    whole = [atom for atom in goal.hypotheses if atom.rel == "defined"]
    inside = {node for atom in whole for node in _strict(atom.expr)} & set(trees)
    rest = [a for a in goal.hypotheses if a.rel != "defined" or not inside & set(a.expr.walk())]
    goals: list[Obligation] = []
    for atom in atoms:
        own_parts = (back[symbol(used)] for used in atom.expr.symbols())
        defined = (Atom(tree, "defined") for tree in own_parts if tree in inside)
        fact_of = Atom(atom.expr.replace(back), atom.rel)
        goals.append(replace(goal, hypotheses=(*rest, *defined), conclusion=fact_of))
    swap = {tree: symbol(own) for own, tree in zip(names, trees, strict=True)}
    conclusion = Atom(goal.conclusion.expr.replace(swap), goal.conclusion.rel)
    given = [Atom(atom.expr.replace(swap), atom.rel) for atom in goal.hypotheses]
    if set(conclusion.expr.symbols()) <= set(names):
        given = [atom for atom in given if set(atom.expr.symbols()) <= set(names)]
    used = {n for atom in (*given, *atoms, conclusion) for n in atom.expr.symbols()}
    variables = (
        *(variable for variable in goal.variables if variable.name in used),
        *(Variable(own, _sort(symbol(own), atoms)) for own in names),
    )
    return [*goals, Goal(variables, (*atoms, *given), conclusion)]


def _sort(part: Formula, facts: list[Atom]) -> Sort:
    """The sort that the facts on a name alone show."""
    if Atom(part, ">") in facts:
        return "positive"
    return "nonnegative" if Atom(part, ">=") in facts else "real"


@_rule(Goal)
def scaled(goal: Goal, args: Args) -> list[Obligation]:
    """H |- F(t) - F(u) == 0 where t = k*u, cell by cell, from the scale invariance of F.

    `lower` is F, a formula in the names of `cells`; `t` and `u` are a text for each cell, `k` is a
    text.  Subgoals: H |- k > 0; for each cell H |- ui > 0 and H |- ti - k*ui == 0; and for all
    positive y and part1: F(y) defined |- F(part1*y) - F(y) == 0.  H must say that F(u) is defined.
    Sound: at a point where H holds, the last subgoal speaks of y = u and part1 = k; and F(t) has
    the value of F at the numbers k*ui, which the ti are.
    """
    _only(args, "lower", "cells", "t", "u", "k")
    cells, texts = args.get("cells"), (args.get("t"), args.get("u"))
    names = {variable.name for variable in goal.variables}
    if not isinstance(cells, list) or not all(isinstance(t, list) for t in texts):
        raise RuleError("cells, t and u are lists")
    if len({len(cells), *(len(t or ()) for t in texts)}) > 1:
        raise RuleError("t and u have a text for each cell")
    if len(set(cells) & names) < len(cells) or not cells or "part1" in names:
        raise RuleError("cells are names of variables")
    measure, factor = _constant(args.get("lower"), set(cells)), _constant(args.get("k"), names)
    after, before = ([_constant(text, names) for text in part or ()] for part in texts)
    sides = tuple(measure.at(**dict(zip(cells, p, strict=True))) for p in (after, before))
    if goal.conclusion != Atom(sides[0] - sides[1], "=="):
        raise RuleError("the conclusion is not F(t) - F(u) == 0")
    if Atom(sides[1], "defined") not in goal.hypotheses:
        raise RuleError("F(u) must be defined by hypothesis")
    goals: list[Obligation] = [replace(goal, conclusion=Atom(factor, ">"))]
    for one, other in zip(after, before, strict=True):
        goals.append(replace(goal, conclusion=Atom(other, ">")))
        goals.append(replace(goal, conclusion=Atom(one - factor * other, "==")))
    k = symbol("part1")
    larger = measure.at(**{cell: k * symbol(cell) for cell in cells})
    variables = tuple(Variable(cell, "positive") for cell in (*cells, "part1"))
    lemma = Goal(variables, (Atom(measure, "defined"),), Atom(larger - measure, "=="))
    return [*goals, lemma]


@_rule(Goal)
def powers(goal: Goal, args: Args) -> list[Obligation]:
    """H |- C from the same with x^k in place of every positive variable x, k a whole number > 1.

    Sound: the positive real numbers are the k-th powers of the positive real numbers.
    """
    _only(args, "exponent")
    k = args.get("exponent")
    moved = [variable.name for variable in goal.variables if variable.sort == "positive"]
    if type(k) is not int or not 1 < k <= MAX_POWER or not moved:
        raise RuleError("exponent is a whole number > 1, and some variables are positive")
    swap = {symbol(x): symbol(x) ** k for x in moved}
    return [
        replace(
            goal,
            hypotheses=tuple(Atom(a.expr.replace(swap), a.rel) for a in goal.hypotheses),
            conclusion=Atom(goal.conclusion.expr.replace(swap), goal.conclusion.rel),
        )
    ]


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
    """H |- M(x + k v) - M(x) rel 0 along a move v, from the sign of dM/dt on the open segment.

    The conclusion must be the difference of one formula M, `lower`, at the ends of a segment
    along `move`, which maps some variables to 1 or -1.  Without `step` the segment goes from x to
    x + v: the variables are natural, and where one falls, x >= 1 must be a hypothesis.  With
    `step`, a variable k > 0 (a hypothesis) that is not in M, the variables are >= 0, the rising
    ones are x + k at the upper end, the falling ones x + k at the lower end.  At an inner point
    of the segment every variable that moves is then a positive real: x + t or x - t with x >= 1;
    x + kt or x + k(1 - t), 0 < t < 1.  So the subgoals are stated for all positive reals in place
    of the moving variables, keeping only hypotheses that hold along the segment (`_along`).  They
    say: M is defined; dM/dt is defined and rel 0.
    Sound: both ends are defined by hypothesis (H must contain `M defined` at each), M is composed
    of functions continuous on their domains, so M is continuous on the segment; wherever the
    derivative formula is defined, M is differentiable, so by the mean value theorem the
    difference of its values at the ends is k > 0 times a value of the derivative.
    """
    _only(args, "lower", "move", "step")
    after, before = _difference(goal)
    move, step = args.get("move"), args.get("step")
    if step is not None and not isinstance(step, str):
        raise RuleError("the step is a variable")
    sorts = {variable.name: variable.sort for variable in goal.variables}
    if not isinstance(move, Mapping) or not move or set(move) > set(sorts) or step in move:
        raise RuleError("move maps variables to 1 or -1")
    if any(way not in (1, -1) or isinstance(way, bool) for way in move.values()):
        raise RuleError("move maps variables to 1 or -1")
    if step is None:
        _unit_step(goal, move, sorts)
    elif sorts.get(step) is None or Atom(symbol(step), ">") not in goal.hypotheses:
        raise RuleError("the step is no variable that is > 0 by hypothesis")
    elif any(sorts.get(name) not in ("natural", "nonnegative", "positive") for name in move):
        raise RuleError("a variable that moves is not >= 0")
    measure = _constant(args.get("lower"), set(sorts) - {step})
    if (after, before) != _ends(measure, move, step):
        raise RuleError("the conclusion is not M(x + k v) - M(x)")
    known = {(atom.expr, atom.rel) for atom in goal.hypotheses}
    if (after, "defined") not in known or (before, "defined") not in known:
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
        if variable.name != step
    )
    found = (_along(atom, move, step) for atom in goal.hypotheses)
    kept = tuple(atom for atom in found if atom is not None)
    inner = Goal(variables, kept, Atom(measure, "defined"))
    return [inner, replace(inner, conclusion=Atom(slope, goal.conclusion.rel))]


def _unit_step(goal: Goal, move: Mapping[str, int], sorts: Mapping[str, str]) -> None:
    for name, way in move.items():
        if sorts.get(name) != "natural":
            raise RuleError("move maps natural variables to 1 or -1")
        if way == -1 and Atom(symbol(name) - 1, ">=") not in goal.hypotheses:
            raise RuleError(f"{name} >= 1 is not a hypothesis")


def _ends(measure: Formula, move: Mapping[str, int], step: str | None) -> tuple[Formula, Formula]:
    """M at the upper and at the lower end, as properties write them: x + 1 and x - 1, or x + k."""
    if step is None:
        places = {x: symbol(x) + 1 if way > 0 else symbol(x) - 1 for x, way in move.items()}
        return measure.at(**places), measure
    upper, lower = (
        {x: symbol(x) + symbol(step) for x, way in move.items() if way == side} for side in (1, -1)
    )
    return measure.at(**upper), measure.at(**lower)


def _along(atom: Atom, move: Mapping[str, int], step: str | None) -> Atom | None:
    """The hypothesis as it holds all along the segment, in the variables there; None if not so.

    One without moving variables and without k is kept.  Let h be the polynomial of any other, and
    g be h, or h at k = 0: it is kept as g where g has no slope along v and, with a step, where
    h(x) = g(x + k) identically, with x + k in place of the falling variables.  That is the lower
    end, so h says there, and with it all along the segment, what g does.
    """
    used = set(atom.expr.symbols())
    moving = {*move, *([step] if step is not None else [])}
    if not used & moving:
        return atom
    if any(node.op not in ("number", "symbol", "+", "-", "*", "neg") for node in atom.expr.walk()):
        return None
    tree = atom.expr if step is None else atom.expr.at(**{step: formula(0)})
    slope = derivative(tree, dict(move))
    zeros = [] if slope is None else [slope]
    if step is not None:
        zeros.append(_ends(tree, move, step)[1] - atom.expr)
    names = tuple(Variable(name, "real") for name in sorted(used | moving))
    read = reader(Goal(names, (), Atom(formula(0), "==")))
    return Atom(tree, atom.rel) if all(read.ratio(z)[0].is_zero() for z in zeros) else None


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
    With m > 2 classes the same with the (m-1)^2 cells (i, j), i, j < m, in place of TP: they and
    the sizes determine the matrix; a is M where they are 0, b_ij the difference that 1 in one of
    them makes, M = a + sum b_ij c_ij, and the mean of c_ij is a_i b_j/n: each of the a_i elements
    of class i is predicted j with probability b_j/n.
    """
    _only(args, "value")
    if goal.conclusion.rel != "constant-mean":
        raise RuleError("the conclusion is not about an expectation")
    measure, cells = goal.conclusion.expr, goal.blocks[0]
    if any(set(atom.expr.symbols()) & set(cells) for atom in goal.hypotheses):
        raise RuleError("a hypothesis restricts the matrices")
    parameters = {variable.name for variable in goal.variables} - set(cells)
    constant = _constant(args.get("value"), parameters)
    matrix = Square(tuple(map(symbol, cells)))
    last = matrix.classes - 1
    free = list(product(range(last), repeat=2))
    zero = measure.at(**dict(zip(cells, _table(matrix, None), strict=True)))
    linear = expected = zero
    for i, j in free:
        one = measure.at(**dict(zip(cells, _table(matrix, (i, j)), strict=True)))
        slope = one - zero
        linear = linear + slope * matrix.at(i, j)
        expected = expected + slope * (matrix.true(i) * matrix.predicted(j) / matrix.size)
    mixed = [matrix.outside_predicted(own) for own in range(last, -1, -1)]
    own = (Atom(size - 1, ">=") for size in (matrix.size, *mixed))
    base = replace(goal, hypotheses=(*goal.hypotheses, *own, Atom(measure, "defined")))
    return [
        replace(base, conclusion=Atom(measure - linear, "==")),
        replace(base, conclusion=Atom(expected - constant, "==")),
    ]


def _table(matrix: Square, one: tuple[int, int] | None) -> Iterator[Formula]:
    """The cells of the matrix with the same sizes whose cells off the last row and column are 0,
    or 1 at the place `one`."""
    last = matrix.classes - 1
    inner = summed(matrix.at(i, j) for i, j in product(range(last), repeat=2))
    for i, j in product(range(last + 1), repeat=2):
        if i < last and j < last:
            yield formula((i, j) == one)
        elif i < last:
            yield matrix.true(i) - 1 if one and i == one[0] else matrix.true(i)
        elif j < last:
            yield matrix.predicted(j) - 1 if one and j == one[1] else matrix.predicted(j)
        else:
            corner = matrix.at(last, last) - inner
            yield corner + 1 if one else corner


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
