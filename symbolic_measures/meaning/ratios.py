"""The ratio N/P, `rho`, for properties whose goals each compare matrices of one ratio.

Then the property is taken at each rho > 0 apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from symbolic_measures.kernel.algebra import Poly, RuleError, one_sign
from symbolic_measures.kernel.reader import reader
from symbolic_measures.meaning.conditions import is_polynomial
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable

RHO = "rho"


def sizes(goal: Goal) -> tuple[Formula, Formula]:
    """P and N of the first matrix of a goal."""
    tp, fn, fp, tn = goal.matrices[0]
    return tp + fn, fp + tn


def has_ratio(goal: Goal) -> bool:
    """All matrices of the goal have the same N/P, identically."""
    if not goal.matrices or any(len(matrix) != 4 for matrix in goal.matrices):
        return False
    first, second = sizes(goal)
    names = {v.name: Variable(v.name, "positive") for v in goal.variables}
    for tp, fn, fp, tn in goal.matrices[1:]:
        gap = (fp + tn) * first - (tp + fn) * second
        read = reader(Goal(tuple(names.values()), (), Atom(gap, "==")))
        try:
            if not read.ratio(gap)[0].is_zero():
                return False
        except RuleError:
            return False
    return True


def proportions(goal: Goal) -> tuple[Formula, Formula]:
    """P and N of the first matrix without a common factor that is plainly >= 0.

    Where P > 0 that factor is > 0, so the quotients are, and have the same ratio.
    """
    first, second = sizes(goal)
    read = reader(Goal(goal.variables, (), Atom(first, "==")))
    try:
        (top, one), (other, two) = read.ratio(first), read.ratio(second)
    except RuleError:
        return first, second
    common = top.gcd(other)
    if not (one.is_one() and two.is_one()) or one_sign(common, read.sorts) != 1:
        return first, second
    return tree_of(top / common, read.names, {}), tree_of(other / common, read.names, {})


def by_ratio(statement: Statement) -> bool:
    """Whether every goal of the statement speaks of real matrices of one N/P."""
    sorts = {
        variable.sort
        for goal in statement.goals
        for block in goal.blocks
        for variable in goal.variables
        if variable.name in block
    }
    return sorts == {"nonnegative"} and all(has_ratio(goal) for goal in statement.goals)


def at_ratio(atom: Atom, positives: Formula, negatives: Formula) -> Atom:
    """The atom with rho = N/P for N, P > 0, multiplied by a power of P."""
    if RHO not in atom.expr.symbols():
        return atom
    names = tuple(Variable(name, "real") for name in atom.expr.symbols())
    read = reader(Goal(names, (), atom))
    top = read.ratio(atom.expr)[0]
    place = read.names.index(RHO)
    degree = int(top.degrees()[place])
    powers = {RHO: (negatives, positives, degree)}
    return Atom(tree_of(top, read.names, powers), atom.rel)


def tree_of(
    poly: Poly, names: tuple[str, ...], ratios: Mapping[str, tuple[Formula, Formula, int]]
) -> Formula:
    """The polynomial as a tree; x^k of a name in `ratios` (N, P, d) is N^k P^(d-k)."""
    total: Formula | None = None
    for monomial, coefficient in poly.to_dict().items():
        parts: list[Formula] = [] if abs(coefficient) == 1 else [formula(abs(int(coefficient)))]
        for name, power in zip(names, map(int, monomial), strict=True):
            above, below, degree = ratios.get(name, (symbol(name), formula(1), power))
            for base, times in ((above, power), (below, degree - power)):
                parts += [base] if times == 1 else [base**times] if times else []
        term = prod(parts[1:], start=parts[0]) if parts else formula(1)
        if total is None:
            total = term if coefficient > 0 else -term
        else:
            total = total + term if coefficient > 0 else total - term
    return formula(0) if total is None else total


def expanded(tree: Formula) -> Formula:
    """A polynomial multiplied out; any other formula as it is."""
    number = exponent_of(tree)
    if number is not None or not is_polynomial(tree):
        return tree if number is None else formula(number)
    read = reader(Goal(tuple(Variable(n, "real") for n in tree.symbols()), (), Atom(tree, "==")))
    top, bottom = read.ratio(tree)
    return tree_of(top, read.names, {}) if bottom.is_one() else tree
