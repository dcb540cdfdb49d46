"""Derivatives of a formula of sums over classes in one cell, for every number of classes m.

All cells are positive.  The derivative is that of the function, wherever that has one.
"""

from __future__ import annotations

from symbolic_measures.meaning.class_sums import ONE, ZERO
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.derivative import inner_derivative
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.sums import sums_of, total

#: What is positive where all cells are.
_POSITIVE = tuple(map(symbol, ("a", "b", "c", "n", "m")))


def slope(tree: Formula, same: bool) -> Formula:
    """dM/dm_ij by the chain rule, i = j if `same`: in the letters of the classes i and j and sums.

    One element more in the cell (true i, predicted j) is one more in a_i, in b_j and in n, and in
    c_i if i = j.  So a sum of f changes by df/da at i, df/db at j, df/dc at i if i = j, and by the
    sum of df/dn.  All cells are positive.  FormulaError where there is no derivative everywhere, or
    after calibration.
    """
    if "q" in tree.symbols():
        raise FormulaError("the derivative of a calibrated measure is not for every m")
    swap = {node: symbol(f"sum{place}") for place, node in enumerate(sums_of(tree), 1)}
    back = {name: node for node, name in swap.items()}
    outside = tree.replace(swap)
    try:
        parts = [_partial(outside, "n")]
        for node, name in swap.items():
            before = _partial(outside, name.args[0])
            change = _change(node.args[0], same)
            if before is not None and change is not None:
                parts.append(change if before == ONE else before * change)
    except ValueError as error:
        raise FormulaError(str(error)) from None
    found = [part for part in parts if part is not None]
    return summed(found).replace(back) if found else ZERO


def _partial(tree: Formula, name: str) -> Formula | None:
    """That of the function, where it is defined on both sides; all letters are positive."""
    return inner_derivative(tree, {name: 1}, _POSITIVE)


def _change(body: Formula, same: bool) -> Formula | None:
    """How the sum of a body changes."""
    at_i = {letter: symbol(f"{letter}_i") for letter in "abc"}
    at_j = at_i if same else {letter: symbol(f"{letter}_j") for letter in "abc"}
    moves = [("a", at_i), ("b", at_j), *((("c", at_i),) if same else ())]
    parts = []
    for letter, place in moves:
        by = _partial(body, letter)
        if by is not None:
            parts.append(by.at(**place))
    everywhere = _partial(body, "n")
    if everywhere is not None:
        parts.append(total(everywhere))
    return summed(parts) if parts else None
