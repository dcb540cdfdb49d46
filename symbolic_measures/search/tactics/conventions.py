"""Conventions that are settled by what is said of cells: x*log(x), with 0 at 0, of a cell > 0.

Where a cell is at least 1, and written so, the kernel sees which case applies.  What is left then
are logarithms of positive numbers, which get letters again: x + 1 makes polynomials long.
"""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_measures.kernel.algebra import RuleError, is_seen, nonzero_sign, polynomial
from symbolic_measures.kernel.reader import reader
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.search.tactics.segment import Way

#: With more conventions than this, cells are 0 or positive before anything else is tried.
MANY = 5


def settled(goal: Goal, kinks: list[Formula]) -> Iterator[Way]:
    """A cell that is said to be at least 1, in tests of conventions, or any cell in tests of many;
    the first convention, if its test is plain.  (Cells written so leave no path to another matrix.)
    """
    tests = [kink.args[0] for kink in kinks if kink.op == "ifzero"]
    if not tests or len(goal.matrices) > 1:
        return
    used = {name for test in tests for name in test.symbols()}
    natural = [v.name for v in goal.variables if v.sort == "natural" and v.name in used]
    least = {name: Atom(symbol(name) - formula(1), ">=") for name in natural}
    known = [name for name in natural if least[name] in goal.hypotheses]
    moved = {node.args[0] for test in tests for node in test.walk() if node.op == "+"
             and node.args[1] == formula(1)}  # fmt: skip
    apart = [name for name in natural if symbol(name) not in moved] if len(tests) > MANY else []
    for name in (*known, *apart)[:1]:
        yield "vanish", {"variable": name}
        return
    if kinks[0].op == "ifzero" and _is_plain(goal, kinks[0].args[0]):
        yield "split", {}


def without_plain(goal: Goal) -> Iterator[Way]:
    """Without what is said that the coefficients show, as of x + 1 in tests of conventions."""
    names = tuple(variable.name for variable in goal.variables)
    sorts = [variable.sort for variable in goal.variables]
    told = [
        (number, atom) for number, atom in enumerate(goal.hypotheses) if atom.expr.is_polynomial
    ]
    plain = [n for n, atom in told if is_seen(polynomial(atom.expr, names), atom.rel, sorts)]
    if plain and "log" in goal.conclusion.expr.ops:
        yield "weaken", {"without": plain}


def as_positive(goal: Goal) -> Iterator[Way]:
    """Letters for cells that are written x + 1 everywhere among logarithms."""
    tree = goal.conclusion.expr
    natural = {variable.name for variable in goal.variables if variable.sort == "natural"}
    own = natural & set(tree.symbols())
    moved = {name: symbol(name) + formula(1) for name in own}
    if "log" not in tree.ops or not own or not set(moved.values()) <= set(tree.walk()):
        return
    others = {node for node in tree.walk() for part in node.children
              if part.op == "symbol" and part.args[0] in own}  # fmt: skip
    if others == set(moved.values()):
        parts = [str(moved[name]) for name in sorted(own)]
        facts = [[f"part{number}", ">"] for number in range(1, len(parts) + 1)]
        yield "abstract", {"parts": parts, "facts": facts}


def _is_plain(goal: Goal, test: Formula) -> bool:
    """Whether the coefficients show if the test is 0."""
    read = reader(Goal(goal.variables, (), Atom(test, "defined")))
    try:
        top, _ = read.ratio(test)
    except RuleError:
        return False
    return bool(top.is_zero()) or nonzero_sign(top, read.sorts) != 0
