"""Conventions that are settled by what is said of cells: x*log(x), with 0 at 0, of a cell > 0.

Where a cell is at least 1, and written so, the kernel sees which case applies.  What is left then
are logarithms of positive numbers, which get letters again: x + 1 makes polynomials long.
"""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_measures.kernel.algebra import RuleError, is_seen, polynomial
from symbolic_measures.kernel.rules.formulas import plain_sign
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.tactics.segment import Way

ONE = formula(1)


def settled(goal: Goal, kinks: list[Formula]) -> Iterator[Way]:
    """A cell that is said to be at least 1, in a test of a convention; the first convention, if its
    test is plain once a cell is written so.  (This leaves no path to another matrix.)"""
    tests = [kink.args[0] for kink in kinks if kink.op == "ifzero"]
    if not tests or len(goal.matrices) > 1:
        return
    natural = [symbol(v.name) for v in goal.variables if v.sort == "natural"]
    for cell in natural:
        if cell in tests and Atom(cell - ONE, ">=") in goal.hypotheses:
            yield "vanish", {"variable": cell.args[0]}
            return
    written = any(Atom(cell + ONE - ONE, ">=") in goal.hypotheses for cell in natural)
    first = kinks[0]
    if written and first.op == "ifzero" and plain_sign(goal.variables, first.args[0]) is not None:
        yield "split", {}


def as_positive(goal: Goal) -> Iterator[Way]:
    """Letters for cells that are written x + 1 everywhere among logarithms; first without what the
    coefficients show of them."""
    tree = goal.conclusion.expr
    natural = {variable.name for variable in goal.variables if variable.sort == "natural"}
    own = sorted(natural & set(tree.symbols()))
    moved = [symbol(name) + ONE for name in own]
    around = {node for node in tree.walk() if any(part.op == "symbol" and part.args[0] in natural
                                                  for part in node.children)}  # fmt: skip
    if "log" not in tree.ops or not own or around != set(moved) or len(goal.matrices) > 1:
        return
    if plain := [n for n, atom in enumerate(goal.hypotheses) if _is_seen(goal, atom)]:
        yield "weaken", {"without": plain}
    facts = [[f"part{number}", ">"] for number in range(1, len(moved) + 1)]
    yield "abstract", {"parts": list(map(as_text, moved)), "facts": facts}


def _is_seen(goal: Goal, atom: Atom) -> bool:
    """Whether the coefficients show what is said, of a polynomial."""
    names = tuple(variable.name for variable in goal.variables)
    sorts = [variable.sort for variable in goal.variables]
    try:
        return atom.expr.is_polynomial and is_seen(polynomial(atom.expr, names), atom.rel, sorts)
    except RuleError:
        return False
