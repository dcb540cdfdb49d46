"""Where a formula is defined, as a SymPy condition or in words: read off the formula as written.

Each division, root, logarithm, arccosine and power adds its condition; a convention takes the place
of the conditions of what it replaces.  SymPy may write a single condition more simply (2*TP != 0 as
TP != 0), but nothing is cancelled between a fraction's top and bottom.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.sympy_notation import to_sympy

#: Operations whose values are never negative if those of their parts are not.
GROWING = frozenset(("+", "*", "/", "sqrt", "number", "symbol"))


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


def told(tree: Formula, parameters: Collection[str] = ()) -> str:
    """The same in words, as the catalog says it: `TP + FN > 0`, or `everywhere`."""
    known: dict[Formula, tuple[str, ...]] = {}
    for node in tree.walk():
        if node.op == "ifzero":
            test, then, otherwise = node.args
            known[node] = known[test] + _by_cases(test, known[then], known[otherwise])
        else:
            below = (text for child in node.children for text in known[child])
            known[node] = tuple(dict.fromkeys((*below, *_words(node, set(parameters)))))
    return ", ".join(known[tree]) or "everywhere"


def _by_cases(test: Formula, then: tuple[str, ...], otherwise: tuple[str, ...]) -> tuple[str, ...]:
    if then == otherwise:
        return then
    cases = ((then, f"where {test} == 0"), (otherwise, f"where {test} != 0"))
    return tuple(f"{' and '.join(texts)} {where}" for texts, where in cases if texts)


def _words(node: Formula, parameters: set[str]) -> Iterator[str]:
    """What `_own` says, without what cells >= 0 satisfy by themselves."""
    if node.op in ("/", "log"):
        inner = node.args[-1]
        sign = ">" if node.op == "log" or _growing(inner, parameters) else "!="
        if inner.op != "number" or inner.args[0] == 0:
            yield f"{inner} {sign} 0"
    elif node.op == "sqrt" and not _growing(node.args[0], parameters):
        yield f"{node.args[0]} >= 0"
    elif node.op == "acos":
        yield f"-1 <= {node.args[0]} <= 1"
    elif node.op == "^":
        base, power = node.args[0], exponent_of(node.args[1])
        if power is None or power < 0:
            whole = power is not None and power.denominator == 1
            yield f"{base} != 0" if whole and not _growing(base, parameters) else f"{base} > 0"
        elif power.denominator != 1 and not _growing(base, parameters):
            yield f"{base} >= 0"
    elif node.op == "power":
        base, exponent = node.args
        yield f"{base} > 0 or ({base} == 0 and {exponent} > 0)"


def _growing(tree: Formula, parameters: set[str]) -> bool:
    """Whether it is made of cells and numbers >= 0 so that it is >= 0 where it is defined."""
    numbers = (node.args[0] for node in tree.walk() if node.op == "number")
    return (
        tree.ops <= GROWING
        and parameters.isdisjoint(tree.symbols())
        and min(numbers, default=0) >= 0
    )
