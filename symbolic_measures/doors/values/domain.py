"""Where a formula is defined, as a SymPy condition: read off the formula as written.

Each division, root, logarithm, arccosine and power adds its condition; a convention takes the place
of the conditions of what it replaces.  SymPy may write a single condition more simply (2*TP != 0 as
TP != 0), but nothing is cancelled between a fraction's top and bottom.
"""

from __future__ import annotations

from typing import Any

from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.sympy_notation import to_sympy


def condition(tree: Formula) -> Any:
    """The condition on cells and parameters under which the formula has a value."""
    import sympy

    known: dict[Formula, Any] = {}
    for node in tree.walk():
        if node.op == "ifzero":
            test, then, otherwise = node.args
            zero = to_sympy(test)
            branches = sympy.Or(
                sympy.And(sympy.Eq(zero, 0), known[then]),
                sympy.And(sympy.Ne(zero, 0), known[otherwise]),
            )
            known[node] = sympy.And(known[test], branches)
        else:
            below = [known[child] for child in node.children]
            known[node] = sympy.And(_own(node), *below)
    return known[tree]


def _own(node: Formula) -> Any:
    """What the last operation of a formula asks of its parts."""
    import sympy

    if node.op == "/":
        return sympy.Ne(to_sympy(node.args[1]), 0)
    if node.op == "sqrt":
        return sympy.Ge(to_sympy(node.args[0]), 0)
    if node.op == "log":
        return sympy.Gt(to_sympy(node.args[0]), 0)
    if node.op == "acos":
        inner = to_sympy(node.args[0])
        return sympy.And(sympy.Ge(inner, -1), sympy.Le(inner, 1))
    if node.op == "^":
        base, power = to_sympy(node.args[0]), exponent_of(node.args[1])
        if power is not None and power.denominator == 1:
            return sympy.true if power >= 0 else sympy.Ne(base, 0)
        return sympy.Ge(base, 0) if power is not None and power > 0 else sympy.Gt(base, 0)
    if node.op == "power":
        base, exponent = map(to_sympy, node.args)
        at_zero = sympy.And(sympy.Eq(base, 0), sympy.Gt(exponent, 0))
        return sympy.Or(sympy.Gt(base, 0), at_zero)
    return sympy.true
