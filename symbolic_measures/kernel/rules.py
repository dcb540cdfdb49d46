"""The rules of proof.  A rule computes the subgoals of a goal from its arguments, or refuses.

Every rule is sound: if all subgoals hold, so does the goal.  Each docstring gives the argument.
A rule never takes subgoals from the caller, and the caller can only choose among sound ones.
Rules on a `Goal` speak of formulas, rules on a `Sequent` of integer polynomials.

Writing: H |- C is the goal; "point" is any choice of the variables in their sorts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from symbolic_measures.confusion import CELLS, NHAT, PHAT, SIZE, TN, TP, P
from symbolic_measures.formula import Formula, FormulaError, derivative, formula
from symbolic_measures.kernel.algebra import (
    Fact,
    NowhereDefinedError,
    Poly,
    RuleError,
    Sequent,
    factors,
    is_positive,
    multiply,
    one_sign,
    reader,
    reduce,
    tidy,
)
from symbolic_measures.kernel.truth import holds
from symbolic_measures.parser import parse
from symbolic_measures.statement import Atom, Goal, Variable

Obligation = Goal | Sequent
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
    """A goal without variables is decided by exact evaluation; no subgoals.

    Sound: there is one point, and `holds` never guesses.
    """
    _only(args)
    if goal.variables or holds(goal.conclusion, {}) is not True:
        raise RuleError(f"{goal.conclusion} is not seen by evaluation")
    return []


@_rule(Goal)
def strictly(goal: Goal, args: Args) -> list[Obligation]:
    """H |- E >= 0 from H |- E > 0.  Sound: plainly."""
    _only(args)
    if goal.conclusion.rel != ">=":
        raise RuleError("the conclusion is not a weak inequality")
    return [replace(goal, conclusion=Atom(goal.conclusion.expr, ">"))]


@_rule(Goal)
def lift(goal: Goal, args: Args) -> list[Obligation]:
    """x replaced by x + 1 for a natural `variable` x with the hypothesis x - 1 >= 0.

    Sound: such an x is x' + 1 with x' natural, and every point of the goal arises.
    """
    _only(args, "variable")
    name = args.get("variable")
    if not isinstance(name, str) or Variable(name, "natural") not in goal.variables:
        raise RuleError(f"no natural variable {name!r}")
    x = Formula("symbol", name)
    if Atom(x - 1, ">=") not in goal.hypotheses or goal.conclusion.rel == "constant-mean":
        raise RuleError(f"{name} - 1 >= 0 is not a hypothesis")
    swap = {name: x + 1}
    kept = tuple(atom.at(**swap) for atom in goal.hypotheses if atom != Atom(x - 1, ">="))
    return [replace(goal, hypotheses=kept, conclusion=goal.conclusion.at(**swap))]


@_rule(Goal)
def split(goal: Goal, args: Args) -> list[Obligation]:
    """Cases at the first node f = Abs(a), Min(a, b), Max(a, b) or ifzero(t, a, b) of the goal.

    f is looked for where a formula is only defined if f is: not below the branches of an
    `ifzero`, of which one is not taken.  Its test is the argument, a - b, or t.
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
    for case, value in cases:
        swap = {found: value}
        hypotheses = tuple(Atom(a.expr.replace(swap), a.rel) for a in goal.hypotheses)
        conclusion = Atom(goal.conclusion.expr.replace(swap), goal.conclusion.rel)
        goals.append(replace(goal, hypotheses=(case, *hypotheses), conclusion=conclusion))
    return goals


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
    (each may use the ones before it); for > and >=: sign*q > 0; and at last sign*p rel 0 (for ==
    and !=: p rel 0).  For `undefined`, `condition` names the condition that fails.
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
    given, real = len(read.conditions), dict(read.roots)
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

    kept = tidy(facts, read.sorts)

    def sequent(poly: Poly, rel: str, roots: Mapping[int, Poly] = read.roots) -> Sequent:
        return Sequent(read.names, read.sorts, roots, kept, (poly, rel))

    if nowhere and conclusion.rel != "undefined":
        return (sequent(read.one * 0, ">", real),)
    if conclusion.rel == "undefined":
        return (_failing(condition, new, sequent),)
    goals: list[Sequent] = []
    for (poly, rel), scope in zip(new, read.scopes[given:], strict=True):
        goals.append(sequent(poly, rel, scope))
        kept = tidy((*kept, (poly, rel)), read.sorts)
    if conclusion.rel == "defined":
        return tuple(goals)
    if conclusion.rel in (">", ">="):
        if not is_positive(bottom * sign, read.sorts):
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
    """H |- p rel 0 from p - sum m_i h_i, for hypotheses h_i and multipliers m_i.

    `multipliers` maps numbers of hypotheses to polynomials.  If h_i is == 0, any m_i; if it is
    > 0 or >= 0, m_i must be >= 0, seen from its coefficients.  The subgoal is
    H |- p - sum m_i h_i rel 0, with >= in place of > if some m_i > 0 is seen and h_i > 0.
    For == and != only multiples of h_i == 0 are allowed.
    Sound: sum m_i h_i is >= 0 (is > 0 if such an m_i exists; is 0 if all h_i == 0).
    """
    _only(args, "multipliers")
    multipliers = args.get("multipliers")
    if not isinstance(multipliers, Mapping) or not multipliers:
        raise RuleError("multipliers maps numbers of hypotheses to polynomials")
    poly, rel = goal.conclusion
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
    if any(poly.degrees()[place] for poly in goal.roots.values()):
        raise RuleError("the variable occurs under a root")

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
    return Sequent(goal.names, sorts, goal.roots, facts, conclusion)


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
