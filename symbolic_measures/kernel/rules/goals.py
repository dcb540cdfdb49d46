"""What rules of formulas share: differences, definedness by hypothesis, texts of formulas."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.truth import holds
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of, formula, replacing
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable

#: Relations that say nothing of a value at one point.
UNUSUAL = ("undefined", "constant-mean")


def difference(goal: Goal) -> tuple[Formula, Formula]:
    """A and B of a conclusion A - B rel 0."""
    conclusion = goal.conclusion
    if conclusion.rel not in (">", ">=", "==") or conclusion.expr.op != "-":
        raise RuleError("the conclusion is not a difference compared with 0")
    return conclusion.expr.args


def not_yet_defined(goal: Goal, *trees: Formula) -> list[Goal]:
    """That each tree is defined where H holds, unless H says so or it is a number with a value."""
    ends = [Atom(tree, "defined") for tree in dict.fromkeys(trees)]
    left = (end for end in ends if end not in goal.hypotheses)
    return [replace(goal, conclusion=e) for e in left if e.expr.symbols() or not holds(e, {})]


def with_defined(goal: Goal, *trees: Formula) -> tuple[Atom, ...]:
    """The hypotheses, and that each tree is defined."""
    return tuple(dict.fromkeys((*goal.hypotheses, *(Atom(tree, "defined") for tree in trees))))


def rewritten(
    goal: Goal,
    swap: Mapping[Formula, Formula],
    variables: tuple[Variable, ...] | None = None,
    first: tuple[Atom, ...] = (),
) -> Goal:
    """The goal with formulas replaced everywhere, other variables, and hypotheses before."""
    image = replacing(swap)
    return replace(
        goal,
        variables=goal.variables if variables is None else variables,
        hypotheses=(*first, *(Atom(image(a.expr), a.rel) for a in goal.hypotheses)),
        conclusion=Atom(image(goal.conclusion.expr), goal.conclusion.rel),
    )


def formula_of(text: object, names: set[str]) -> Formula:
    """The formula in these names that an argument is the text of."""
    if not isinstance(text, str):
        raise RuleError("a constant is given as text")
    try:
        return parse(text, names={}, parameters=names)
    except FormulaError as error:
        raise RuleError(str(error)) from None


def new_letters(names: Iterable[str], count: int) -> list[str]:
    """So many names partn that are new: numbered on from the largest n of these names."""
    last = max((int(n[4:]) for n in names if re.fullmatch("part[0-9]+", n)), default=0)
    return [f"part{last + number}" for number in range(1, count + 1)]


def strict_parts(tree: Formula) -> dict[Formula, None]:
    """The parts that are defined wherever the tree is, from the outside to the inside."""
    found: dict[Formula, None] = {}
    left = [tree]
    while left:
        node = left.pop()
        if node not in found:
            found[node] = None
            left += reversed(node.children[:1] if node.op == "ifzero" else node.children)
    return found


def stripped(
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
    if op not in ("+", "-", "*", "/", "power") and (e is None or e <= 0 or e.denominator == 1):
        raise RuleError(f"{op} is not seen to be monotone")
    for own in (1,) if op in ("/", "^", "power") else (1, 0):
        common = trees[0].args[own]
        if all(tree.args[own] == common for tree in trees):
            return op, own, common, tuple(tree.args[1 - own] for tree in trees)
    raise RuleError("the values share no argument")
