"""Rules of formulas: steps from a goal to goals, on the formulas as they are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

from symbolic_measures.kernel.algebra import (
    MAX_POWER,
    RuleError,
    Sequent,
    is_positive,
    one_sign,
    reduce,
)
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.rules.goals import (
    UNUSUAL,
    difference,
    formula_of,
    new_letters,
    not_yet_defined,
    rewritten,
    strict_parts,
    stripped,
    with_defined,
)
from symbolic_measures.kernel.rules.registry import Args, Obligation, rule
from symbolic_measures.kernel.truth import SIGNS, holds
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Sort, Variable, cases_of


@rule(Goal, args=("value", "strict"))
def via(goal: Goal, args: Args) -> list[Obligation]:
    """H |- A - B rel 0 from H |- A - c rel1 0 and H |- c - B rel2 0.

    Sound: A - B = (A - c) + (c - B); both are defined where the subgoals say so.  With rel `==`
    both are `==`; with `>=` both are `>=`; with `>` the one named by `strict` ("left" or
    "right") is `>` and the other `>=`.  c may be any formula in the variables; if it has any, the
    second subgoal has the hypothesis that c is defined, which the first one shows.
    """
    left, right = difference(goal)
    names = {variable.name for variable in goal.variables}
    middle = formula_of(args.get("value"), names)
    rel, strict = goal.conclusion.rel, args.get("strict", "left")
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


@rule(Goal)
def evaluate(goal: Goal, args: Args) -> list[Obligation]:
    """A conclusion without variables is true, or a hypothesis without variables false; no subgoals.

    Sound: such a formula has one value, and `holds` never guesses.
    """
    if goal.conclusion.rel != "constant-mean":
        ground = [atom for atom in goal.hypotheses if not atom.expr.symbols()]
        if any(holds(atom, {}) is False for atom in ground):
            return []
        if not goal.conclusion.expr.symbols() and holds(goal.conclusion, {}) is True:
            return []
    raise RuleError(f"{goal.conclusion} is not seen by evaluation")


@rule(Goal, Sequent, args=("without", "rel"))
def weaken(goal: Goal | Sequent, args: Args) -> list[Obligation]:
    """H |- C without hypotheses numbered in `without`; with `rel` ">", p > 0 in place of p >= 0.

    Of a goal, the variables that then occur nowhere are left out, too.
    Sound: what follows from fewer hypotheses follows from more, and p > 0 gives p >= 0; every sort
    has a value, so a variable that occurs nowhere says nothing.
    """
    without, rel = args.get("without", []), args.get("rel")
    numbers = set(range(len(goal.hypotheses)))
    plain = isinstance(without, list) and all(type(n) is int for n in without)
    if not plain or not numbers.issuperset(without) or ("without" in args and not without):
        raise RuleError("without is a list of numbers of hypotheses")
    old = goal.conclusion.rel if isinstance(goal, Goal) else goal.conclusion[1]
    if not args or ("rel" in args and (old, rel) != (">=", ">")):
        raise RuleError("rel is >, and the conclusion is a weak inequality")
    if old == "constant-mean":
        raise RuleError("an expectation is not about one matrix")
    kept = sorted(numbers.difference(without))
    if isinstance(goal, Sequent):
        facts = tuple(goal.hypotheses[number] for number in kept)
        return [replace(goal, hypotheses=facts, conclusion=(goal.conclusion[0], rel or old))]
    atoms = tuple(goal.hypotheses[number] for number in kept)
    conclusion = Atom(goal.conclusion.expr, ">") if rel else goal.conclusion
    variables = goal.variables
    if without:
        names = {name for atom in (*atoms, conclusion) for name in atom.expr.symbols()}
        variables = tuple(variable for variable in variables if variable.name in names)
    return [replace(goal, variables=variables, hypotheses=atoms, conclusion=conclusion)]


@rule(Goal, args=("variable", "exponent", "hypothesis"))
def substitute(goal: Goal, args: Args) -> list[Obligation]:
    """H |- C from the same with variables written by others, which reach every point where H holds.

    `variable`: the goal with 0 for x, and with x + 1 for a natural x, with a positive x for x >= 0.
    `exponent`, a whole k > 1: x^k for every positive variable x.
    `hypothesis`, the number of a*b - c*d == 0 on four variables >= 0: a = p*v, c = p*u, d = n*v,
    b = n*u for all reals p, n, u, v >= 0 (names that are not used), without that hypothesis.
    Sound: a natural number is 0 or x' + 1 with a natural x', a real number >= 0 is 0 or positive.
    The positive real numbers are the k-th powers of the positive real numbers.  The rows (a, c) and
    (d, b) have the determinant a*b - c*d = 0: if (a, c) = (0, 0), take p = 0, n = 1 and
    (v, u) = (d, b); otherwise take p = 1, (v, u) = (a, c), and then (d, b) is a multiple of (a, c),
    by a real n >= 0, since all are >= 0 and one of a, c is not 0.
    """
    if len(args) != 1 or goal.conclusion.rel == "constant-mean":
        raise RuleError("substitute has one argument, and the goal is about points")
    if "variable" in args:
        return _zero_or_more(goal, args["variable"])
    if "exponent" in args:
        return _powers(goal, args["exponent"])
    return _proportional(goal, args["hypothesis"])


def _zero_or_more(goal: Goal, name: object) -> list[Obligation]:
    own = next((variable for variable in goal.variables if variable.name == name), None)
    if own is None or own.sort not in ("natural", "nonnegative"):
        raise RuleError(f"no natural variable or variable >= 0 {name!r}")
    x, rest = symbol(own.name), tuple(variable for variable in goal.variables if variable != own)
    zero = rewritten(goal, {x: formula(0)}, rest)
    if own.sort == "natural":
        return [zero, rewritten(goal, {x: x + 1})]
    return [zero, replace(goal, variables=(*rest, Variable(own.name, "positive")))]


def _powers(goal: Goal, k: object) -> list[Obligation]:
    moved = [variable.name for variable in goal.variables if variable.sort == "positive"]
    if type(k) is not int or not 1 < k <= MAX_POWER or not moved:
        raise RuleError("exponent is a whole number > 1, and some variables are positive")
    return [rewritten(goal, {symbol(x): symbol(x) ** k for x in moved})]


def _proportional(goal: Goal, number: object) -> list[Obligation]:
    if type(number) is not int or not 0 <= number < len(goal.hypotheses):
        raise RuleError("no such hypothesis")
    fact = goal.hypotheses[number]
    sides = fact.expr.args if fact.expr.op == "-" and fact.rel == "==" else ()
    parts = [part for side in sides if side.op == "*" for part in side.args]
    names = [part.args[0] for part in parts if part.op == "symbol"]
    sorts = {variable.name: variable.sort for variable in goal.variables}
    if len(parts) != 4 or len(set(names)) != 4:
        raise RuleError("the hypothesis is not a*b - c*d == 0 with four variables")
    if any(sorts.get(name) not in ("natural", "nonnegative", "positive") for name in names):
        raise RuleError("a variable is not >= 0")
    fresh = [f"part{place}" for place in range(1, 5)]
    if set(fresh) & set(sorts):
        raise RuleError("the names of the parts are used")
    p, n, u, v = map(symbol, fresh)
    places = dict(zip(map(symbol, names), (p * v, n * u, p * u, n * v), strict=True))
    kept = tuple(atom for place, atom in enumerate(goal.hypotheses) if place != number)
    variables = (
        *(Variable(name, "nonnegative") for name in fresh),
        *(variable for variable in goal.variables if variable.name not in names),
    )
    plain = Goal(variables, kept, goal.conclusion, label=goal.label)
    return [rewritten(plain, places)]


@rule(Goal, args=("sign", "strict"))
def outer(goal: Goal, args: Args) -> list[Obligation]:
    """H |- f(A) - f(B) rel 0 from H |- A - B rel 0 for a growing f; B - A for a falling f.

    f is the outermost operation of both sides: -x, sqrt, log (growing), acos (falling), x^e with
    one fraction e > 0, c + x, x + c, x - c, c - x, c*x, x*c, x/c, x^c with one and the same formula
    c.  For the last four, a subgoal before says that `sign` * c > 0; sign -1 makes f falling.
    With `strict`, a number, f is a sum of terms: H |- (A1 + A2 + ...) - (B1 + B2 + ...) rel 0 from
    H |- Ai - Bi rel_i 0 for every i.  With rel > the one with that number is > and the others are
    >=; else all are rel.
    Subgoals before: that a side is defined, if H does not say so (`not_yet_defined`).  Then so are
    A, B and c (all Ai and Bi), which is added to H.
    Sound: on their domains these f are strictly monotone (x^e, e no whole number, and the real
    power x^c are defined for x >= 0 only, for c < 0 for x > 0), so f(A) - f(B) has the sign of
    A - B, or of B - A; for == it is enough that A = B.
    The difference of two sums is the sum of the differences.
    """
    left, right = difference(goal)
    goals: list[Obligation] = [*not_yet_defined(goal, left, right)]
    if "strict" in args:
        return [*goals, *_terms_compared(goal, left, right, args)]
    sign = args.get("sign", 1)
    if type(sign) is not int or sign not in (1, -1):
        raise RuleError("sign is 1 or -1")
    op, place, common, (one, other) = stripped((left, right))
    growing = op not in ("neg", "acos") and not (op == "-" and place == 0)
    if op in ("*", "/", "power"):
        goals.append(replace(goal, conclusion=Atom(common if sign > 0 else -common, ">")))
        growing = sign > 0
    gap = Atom(one - other if growing else other - one, goal.conclusion.rel)
    return [*goals, replace(goal, hypotheses=with_defined(goal, one, other), conclusion=gap)]


def _terms_compared(goal: Goal, left: Formula, right: Formula, args: Args) -> list[Obligation]:
    terms = [list(_flattened(side, "+")) for side in (left, right)]
    if len(terms[0]) != len(terms[1]) or len(terms[0]) < 2:
        raise RuleError("the sides are not sums of equally many terms")
    rel, strict = goal.conclusion.rel, args["strict"]
    if type(strict) is not int or (rel == ">") != (0 <= strict < len(terms[0])):
        raise RuleError("strict is the number of the term that is >")
    rels = [">=" if rel == ">" and n != strict else rel for n in range(len(terms[0]))]
    return [
        replace(goal, hypotheses=with_defined(goal, a, b), conclusion=Atom(a - b, own))
        for a, b, own in zip(*terms, rels, strict=True)
    ]


@rule(Goal)
def reorder(goal: Goal, args: Args) -> list[Obligation]:
    """H |- A - B rel 0, rel == or >=, where A and B differ only in the order of sums and products,
    and of what Min and Max are taken of.

    No subgoals.  H must say that A or B is defined.
    Sound: A and B are made of the same parts, so where one is defined the other is; sums, products
    and the smallest and the largest of real numbers do not depend on the order.
    """
    left, right = difference(goal)
    ends = {atom.expr for atom in goal.hypotheses if atom.rel == "defined"}
    if goal.conclusion.rel == ">" or not {left, right} & ends or _shape(left) != _shape(right):
        raise RuleError("the two sides are not the same in another order")
    return []


@lru_cache(maxsize=8_192)
def _shape(tree: Formula) -> tuple[Any, ...]:
    """The tree with the terms of its sums, the factors of its products, ... in one order."""
    if tree.op in ("number", "symbol"):
        return tree.op, tree.args[0]
    if tree.op in ("+", "-", "neg"):
        signed = [(sign, _shape(term)) for sign, term in _signed_terms(tree)]
        return ("+", *sorted(signed, key=repr))
    if tree.op in ("*", "Min", "Max"):
        parts = [_shape(part) for part in _flattened(tree, tree.op)]
        return (tree.op, *sorted(parts, key=repr))
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


@rule(Goal, args=("parts", "facts", "defined"))
def abstract(goal: Goal, args: Args) -> list[Obligation]:
    """H |- C with subformulas t1, t2, ... named: H', F |- C', where si stands for ti everywhere.

    `parts` are the texts of t1, t2, ...; `facts` are pairs (text in part1, part2, ..., relation),
    numbered on so that the names are new (`new_letters`).
    Subgoals: H |- f for every fact f, with the ti in place of their names (of a formula that H says
    is defined, only that the ti in f are, if they are in it; with `defined`, "all", that all ti
    are, which are in it); and the goal with the
    new real variables part1, part2, ... (positive, or >= 0, where a fact is just that) in place of
    the ti and the facts as further hypotheses, without the hypotheses that still contain old
    variables if the rest does not.
    Every name must occur in a fact; facts are made by + - * / alone, so that they are defined only
    where all of their names are.
    Sound: at a point where H holds, each ti is defined, because a fact with it holds; with si
    the value of ti, H', F and C' say at this point what H, f and C say.
    """
    parts, facts = args.get("parts", []), args.get("facts", [])
    old = {variable.name for variable in goal.variables}
    if goal.conclusion.rel in UNUSUAL or {type(parts), type(facts)} != {list} or not parts:
        raise RuleError("parts is a list of formulas, facts one of pairs")
    names = new_letters(old, len(parts))
    trees = [formula_of(part, old) for part in parts]
    atoms: list[Atom] = []
    for fact in facts:
        if not isinstance(fact, list | tuple) or len(fact) != 2 or fact[1] not in (">", ">=", "=="):
            raise RuleError("a fact is a text and one of >, >=, ==")
        atoms.append(Atom(formula_of(fact[0], set(names)), fact[1]))
    plain = {"number", "symbol", "+", "-", "*", "/", "neg"}
    if any(not atom.expr.ops <= plain for atom in atoms):
        raise RuleError("a fact is made of names and numbers by + - * / alone")
    if {used for atom in atoms for used in atom.expr.symbols()} != set(names):
        raise RuleError("every name occurs in a fact, and nothing else does")
    back = {symbol(own): tree for own, tree in zip(names, trees, strict=True)}
    whole = [atom for atom in goal.hypotheses if atom.rel == "defined"]
    inside = {node for atom in whole for node in strict_parts(atom.expr)} & set(trees)
    rest = [a for a in goal.hypotheses if a.rel != "defined" or not inside & set(a.expr.walk())]
    goals: list[Obligation] = []
    for atom in atoms:
        said = names if args.get("defined") == "all" else atom.expr.symbols()
        defined = (Atom(back[symbol(n)], "defined") for n in said if back[symbol(n)] in inside)
        fact_of = Atom(atom.expr.replace(back), atom.rel)
        goals.append(replace(goal, hypotheses=(*rest, *defined), conclusion=fact_of))
    image = rewritten(goal, {tree: symbol(own) for own, tree in zip(names, trees, strict=True)})
    conclusion, given = image.conclusion, list(image.hypotheses)
    if set(conclusion.expr.symbols()) <= set(names):
        given = [atom for atom in given if set(atom.expr.symbols()) <= set(names)]
    used = {n for atom in (*given, conclusion) for n in atom.expr.symbols()}
    kept = [variable for variable in goal.variables if variable.name in used]
    letters = [Variable(own, _sort(symbol(own), atoms)) for own in names]
    return [*goals, Goal((*kept, *letters), (*atoms, *given), conclusion)]


def _sort(part: Formula, facts: list[Atom]) -> Sort:
    """The sort that the facts on a name alone show."""
    if Atom(part, ">") in facts:
        return "positive"
    return "nonnegative" if Atom(part, ">=") in facts else "real"


@rule(Goal, args=("lower", "cells", "t", "u", "k"))
def scaled(goal: Goal, args: Args) -> list[Obligation]:
    """H |- F(t) - F(u) == 0 where t = k*u, cell by cell, from the scale invariance of F.

    `lower` is F, a formula in the names of `cells`; `t` and `u` are a text for each cell, `k` is a
    text.  Subgoals: H |- k > 0; for each cell H |- ui > 0 and H |- ti - k*ui == 0; and for all
    positive y and part1: F(y) defined |- F(part1*y) - F(y) == 0.  H must say that F(u) is defined.
    Sound: at a point where H holds, the last subgoal speaks of y = u and part1 = k; and F(t) has
    the value of F at the numbers k*ui, which the ti are.
    """
    cells: Any = args.get("cells")
    texts = (args.get("t"), args.get("u"))
    names = {variable.name for variable in goal.variables}
    if not isinstance(cells, list) or not all(isinstance(t, list) for t in texts):
        raise RuleError("cells, t and u are lists")
    if not all(isinstance(cell, str) for cell in cells):
        raise RuleError("a cell is the name of a variable")
    if len({len(cells), *(len(t or ()) for t in texts)}) > 1:
        raise RuleError("t and u have a text for each cell")
    if len(set(cells) & names) < len(cells) or not cells or "part1" in names:
        raise RuleError("cells are names of variables")
    measure, factor = formula_of(args.get("lower"), set(cells)), formula_of(args.get("k"), names)
    after, before = ([formula_of(text, names) for text in part or ()] for part in texts)
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


@rule(Goal)
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
    given = next((f for a in goal.hypotheses if (f := _strict_kink(a.expr))), None)
    found = given or _strict_kink(goal.conclusion.expr)
    plain = all(atom.rel not in ("undefined", "constant-mean") for atom in goal.hypotheses)
    if found is None or goal.conclusion.rel == "constant-mean" or not plain:
        raise RuleError("nothing to split")
    test, cases = cases_of(found)
    goals: list[Obligation] = []
    if given is None and goal.conclusion.rel != "undefined":
        goals.append(replace(goal, conclusion=Atom(test, "defined")))
    sign = plain_sign(goal.variables, test)
    for case, value in cases:
        if sign is not None and not SIGNS[case.rel](-sign if case.expr == -test else sign):
            continue
        goals.append(rewritten(goal, {found: value}, first=(case,)))
    return goals


def plain_sign(variables: tuple[Variable, ...], test: Formula) -> int | None:
    """The sign that the test has wherever it is defined, if its coefficients show it."""
    read = reader(Goal(variables, (), Atom(test, "defined")))
    try:
        top, bottom = read.ratio(test)
    except RuleError:
        return None
    if reduce(top, read.roots).is_zero():
        return 0
    sign = is_positive(top, read.sorts) - is_positive(-top, read.sorts)
    return sign * one_sign(bottom, read.sorts) or None


def _strict_kink(tree: Formula) -> Formula | None:
    """The first kink, innermost first, without which the tree has no value."""
    if tree.ops.isdisjoint(("Abs", "Min", "Max", "ifzero")):
        return None
    parts = tree.children[:1] if tree.op == "ifzero" else tree.children
    inner = next((found for part in parts if (found := _strict_kink(part))), None)
    return tree if inner is None else inner
