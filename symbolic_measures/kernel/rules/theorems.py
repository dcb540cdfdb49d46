"""The few named theorems: the generalized mean, the triangle inequality and the Gram matrix, the
mean value theorem, the mean of the hypergeometric distribution.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import product

from symbolic_measures.kernel.algebra import RuleError, multiply, polynomial
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.rules.goals import (
    UNUSUAL,
    difference,
    formula_of,
    not_yet_defined,
    rewritten,
    strict_parts,
    stripped,
    with_defined,
)
from symbolic_measures.kernel.rules.registry import Args, Obligation, rule
from symbolic_measures.nouns.confusion import Square, summed
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable


@rule(Goal)
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
    where = (atom.expr for atom in goal.hypotheses)
    found = next((node for tree in where for node in strict_parts(tree) if is_mean(node)), None)
    if found is None or any(atom.rel in UNUSUAL for atom in (*goal.hypotheses, goal.conclusion)):
        raise RuleError("no generalized mean that is defined by hypothesis")
    first, second = (power.args[0] for power in found.args[0].args[0].args)
    name = f"mean{sum(variable.name.startswith('mean') for variable in goal.variables) + 1}"
    if any(variable.name == name for variable in goal.variables):
        raise RuleError(f"the name {name} is taken")
    between = Formula("symbol", name)
    variables = (*goal.variables, Variable(name, "positive"))
    goals: list[Obligation] = [
        replace(goal, conclusion=Atom(side, ">")) for side in (first, second)
    ]
    for high, low in ((first, second), (second, first)):
        order = Atom(high - between, ">="), Atom(between - low, ">=")
        goals.append(rewritten(goal, {found: between}, variables, order))
    return goals


def is_mean(node: Formula) -> bool:
    """((X^r + Y^r)/2)^(1/r)"""
    if node.op != "power" or node.args[0].op != "/" or node.args[0].args[1] != formula(2):
        return False
    total = node.args[0].args[0]
    if total.op != "+" or any(part.op != "power" for part in total.args):
        return False
    exponents = [part.args[1] for part in total.args]
    return exponents[0] == exponents[1] and node.args[1] == formula(1) / exponents[0]


@rule(Goal)
def triangle(goal: Goal, args: Args) -> list[Obligation]:
    """H |- K - ((M1 + M2) - M3) >= 0 where M1, M2, M3 fall with distances of three vectors.

    Each M is a - b*D, written with -x, x + c, c + x, x - c, c - x, x*c, c*x and x/c, the same c in
    all three; every factor and divisor must be > 0.  D is the angle acos(X), or the chord
    sqrt(k*(1 - X)) with a number k > 0, for X = X1, X2, X3.
    Subgoals: K - a >= 0 (unless both are 0); c > 0 for each factor and divisor; for chords
    X + 1 >= 0 three times; and 1 + 2*X1*X2*X3 - X1^2 - X2^2 - X3^2 >= 0.
    M1, M2, M3 must be defined by hypothesis (`not_yet_defined`); then so are the X, which is added
    to H.
    Sound: -1 <= X <= 1 for the three X (arccos, or 1 - X >= 0, is defined, and the subgoals).
    So the symmetric matrix with 1 on the diagonal and the X off it has no negative principal minor,
    that is: it is positive semidefinite, the Gram matrix of three unit vectors a, b, c with
    X1 = ab, X2 = bc, X3 = ac.  Their angles satisfy angle(a, c) <= angle(a, b) + angle(b, c),
    their chords |a - c| <= |a - b| + |b - c|, |a - b|^2 = 2 - 2 ab; so D3 <= D1 + D2, as k is one
    for all.  And K - ((M1 + M2) - M3) = (K - a) + b*(D1 + D2 - D3) with b > 0.
    """
    left, right = difference(goal)
    if right.op != "-" or right.args[0].op != "+":
        raise RuleError("the conclusion is not K - ((M1 + M2) - M3)")
    if goal.conclusion.rel != ">=":
        raise RuleError("the triangle inequality is weak")
    trees = (*right.args[0].args, right.args[1])
    if not_yet_defined(goal, *trees):
        raise RuleError("the three values must be defined by hypothesis")
    signs: list[Formula] = []
    negative, offset, scale = False, formula(0), formula(1)
    while trees[0].op in ("neg", "+", "-", "*", "/"):
        op, place, common, trees = stripped(trees)
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
        raise RuleError("these are not three angles or chords")
    if chord:
        scales = {tree.args[0] for tree in inside if tree.op == "*"}
        if len(scales) > 1 or len({tree.op for tree in inside}) > 1:
            raise RuleError("the three chords are scaled differently")
        inside = tuple(_cosine(tree) for tree in inside)
    base = replace(goal, hypotheses=with_defined(goal, *inside))
    goals: list[Obligation] = [replace(goal, conclusion=Atom(c, ">")) for c in signs]
    if (left, offset) != (formula(0), formula(0)):
        goals.insert(0, replace(goal, conclusion=Atom(left - offset, ">=")))
    if chord:
        goals += [replace(base, conclusion=Atom(tree + 1, ">=")) for tree in inside]
    return [*goals, replace(base, conclusion=Atom(_determinant(*inside), ">="))]


def _cosine(tree: Formula) -> Formula:
    """X of k*(1 - X) with a number k > 0."""
    if tree.op == "*" and tree.args[0].op == "number" and tree.args[0].args[0] > 0:
        tree = tree.args[1]
    if tree.op != "-" or tree.args[0] != formula(1):
        raise RuleError("a chord is sqrt(k*(1 - X))")
    return tree.args[1]


@rule(Goal, args=("sides",))
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
        tops.append(polynomial(cosine.args[0], names))
        squares.append(polynomial(cosine.args[1].args[0], names))
    sides = [polynomial(formula_of(text, set(names)), names) for text in texts]
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
    """X, Y, Z of their `_determinant`."""
    with suppress(AttributeError, IndexError, TypeError, ValueError):
        x, y, z = (part.args[0] for part in (*tree.args[1].args[0].args, tree.args[1].args[1]))
        if tree == _determinant(x, y, z):
            return x, y, z
    raise RuleError("the conclusion is not about three cosines")


def _determinant(x: Formula, y: Formula, z: Formula) -> Formula:
    """Of the symmetric 3 x 3 matrix with 1 on the diagonal."""
    return (formula(1) + formula(2) * (x * y * z)) - ((x * x + y * y) + z * z)


@rule(Goal, args=("lower", "move", "step"))
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
    after, before = difference(goal)
    move, step = args.get("move"), args.get("step")
    sorts = {variable.name: variable.sort for variable in goal.variables}
    if not isinstance(move, Mapping) or any(way not in (1, -1) for way in move.values()):
        raise RuleError("move maps variables to 1 or -1")
    if not isinstance(step, str | None):
        raise RuleError("the step is a variable")
    if step is None:
        _unit_step(goal, move, sorts)
    elif Atom(symbol(step), ">") not in goal.hypotheses:
        raise RuleError("the step is no variable that is > 0 by hypothesis")
    elif any(sorts.get(name) not in ("natural", "nonnegative", "positive") for name in move):
        raise RuleError("a variable that moves is not >= 0")
    measure = formula_of(args.get("lower"), set(sorts) - {step})
    if (after, before) != _ends(measure, move, step):
        raise RuleError("the conclusion is not M(x + k v) - M(x)")
    known = {(atom.expr, atom.rel) for atom in goal.hypotheses}
    if (after, "defined") not in known or (before, "defined") not in known:
        raise RuleError("both ends must be defined by hypothesis")
    try:
        slope = derivative(measure, dict(move)) or formula(0)
    except ValueError as error:
        raise RuleError(str(error)) from None
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


@rule(Goal, args=("value",))
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
    if goal.conclusion.rel != "constant-mean":
        raise RuleError("the conclusion is not about an expectation")
    measure, cells = goal.conclusion.expr, goal.blocks[0]
    if any(set(atom.expr.symbols()) & set(cells) for atom in goal.hypotheses):
        raise RuleError("a hypothesis restricts the matrices")
    parameters = {variable.name for variable in goal.variables} - set(cells)
    constant = formula_of(args.get("value"), parameters)
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
