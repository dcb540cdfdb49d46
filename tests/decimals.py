"""Formulas in mpmath's numbers: an evaluation that shares no code with the kernel's."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath
from mpmath import mpf

from symbolic_measures.nouns.formula import Formula

OPERATIONS: dict[str, Callable[..., Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv,
    "neg": operator.neg, "^": operator.pow, "power": operator.pow,
    "Abs": abs, "Min": min, "Max": max, "sqrt": mpmath.sqrt, "log": mpmath.log, "acos": mpmath.acos,
}  # fmt: skip


def decimal(value: Fraction) -> mpf:
    return mpf(value.numerator) / value.denominator


def applied(op: str, args: Sequence[mpf]) -> mpf:
    """The value of a node whose children have these values."""
    return OPERATIONS[op](*args)


def value(tree: Formula, point: Mapping[str, mpf]) -> mpf:
    """The value of a formula where it has one."""
    if tree.op == "number":
        return decimal(tree.args[0])
    if tree.op == "symbol":
        return point[tree.args[0]]
    if tree.op == "ifzero":
        return value(tree.args[1 if value(tree.args[0], point) == 0 else 2], point)
    return applied(tree.op, [value(child, point) for child in tree.children])
