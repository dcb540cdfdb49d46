"""Formulas in floating point, for many points at once: what is looked at exactly comes first.

Nothing is concluded from a float.  Each value comes with a bound on its error; `may_fail` only
sorts out points at which an atom plainly holds.  A value that is not known is nan, and one that
surely does not exist is inf.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from math import inf, isfinite
from typing import Any

import numpy as np
import numpy.typing as npt
from flint import arb, fmpq

from symbolic_measures.kernel.exact import Value
from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.statement import Atom, Goal

Floats = npt.NDArray[np.float64]
#: Numbers given for the variables: whole numbers are exact, others are rounded.
Numbers = npt.NDArray[Any]
Bits = npt.NDArray[np.bool_]
#: Values, and how far from them the true ones may be.
Ball = tuple[Floats, Floats]

#: The relative error of one operation, with room to spare, and the largest exact whole number.
STEP, EXACT = 1e-15, 2.0**53
#: The relative error of a number that was worked out in floats.
ROUNDED = 1e-12
#: The largest power that is worked out factor by factor.
MOST_TIMES = 4
#: At so many points at most it is kept what goals share.
SHARED = 4_000
#: The error of whole numbers that are all exact: this very array.
NONE: Floats = np.zeros(1)


class Seen(dict[str, Numbers]):
    """Numbers for the variables, and what was found at them, which is not worked out again."""

    def __init__(self, at: Mapping[str, Numbers]) -> None:
        super().__init__(at)
        self.balls: dict[Formula, Ball] = {}
        self.held: dict[Atom, Bits] = {}


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "neg": np.negative,
    "^": np.power, "power": np.power, "sqrt": np.sqrt, "log": np.log, "acos": np.arccos,
    "Abs": np.abs, "Min": np.minimum, "Max": np.maximum,
}  # fmt: skip


def values(tree: Formula, at: Mapping[str, Numbers]) -> dict[Formula, Floats]:
    """The values of the tree and of its parts; not finite where they are undefined."""
    return {node: value for node, (value, _) in balls(tree, at).items()}


def balls(tree: Formula, at: Mapping[str, Numbers]) -> dict[Formula, Ball]:
    """The values of the tree and of its parts, each with a bound on its error; of other formulas,
    too, that were worked out where numbers are `Seen`."""
    found = at.balls if isinstance(at, Seen) else {}
    stack = [tree]
    with np.errstate(all="ignore"):
        while stack:
            node = stack[-1]
            if node in found:
                stack.pop()
            elif below := [child for child in node.children if child not in found]:
                stack += below
            else:
                found[node] = _worked_out(node, [found[child] for child in node.children], at)
    return found


def _worked_out(node: Formula, parts: list[Ball], at: Mapping[str, Numbers]) -> Ball:
    """The value of a formula from those of its parts."""
    if node.op == "number":
        value = np.float64(node.args[0]) * np.ones(1)
        whole = value % 1 == 0 and _is_exact(value)
        return value, NONE if whole else STEP * np.abs(value)
    if node.op == "symbol":
        given = at[node.args[0]]
        value = given.astype(np.float64)
        whole = given.dtype.kind == "i" and _is_exact(value)
        return value, NONE if whole else ROUNDED * np.abs(value)
    return _chosen(*parts) if node.op == "ifzero" else _ball(node, parts)


def _is_exact(value: Floats) -> bool:
    """Whether whole numbers are small enough to be exact, all of them."""
    return bool(np.abs(value).max(initial=0) < EXACT)


def _chosen(test: Ball, then: Ball, other: Ball) -> Ball:
    zero, sure = test[0] == 0, np.abs(test[0]) > test[1]
    value = np.where(zero, then[0], other[0])
    known = sure | (zero & (test[1] == 0))
    return np.where(known, value, np.nan), np.where(zero, then[1], other[1])


def _ball(node: Formula, parts: list[Ball]) -> Ball:
    """One operation: the value, and what the errors before it and its own add up to."""
    (one, error), (two, other) = parts[0], parts[-1]
    if error is NONE and other is NONE and (whole := _of_whole(node, one, two)) is not None:
        return whole, NONE
    value = _FUNCTIONS[node.op](*(part for part, _ in parts))
    size, exact = np.abs(value), np.zeros(1, dtype=bool)
    if node.is_polynomial:  # of whole numbers
        exact = (error == 0) & (other == 0)
        exact = exact & (np.maximum(np.maximum(np.abs(one), np.abs(two)), size) < EXACT)
    match node.op:
        case "neg" | "Abs":
            spread = error
        case "+" | "-" | "Min" | "Max":
            spread = error + other + STEP * (np.abs(one) + np.abs(two))
        case "*":
            spread = np.abs(one) * other + np.abs(two) * error + error * other + STEP * size
        case "/":
            value = np.where((two == 0) & (other == 0), np.inf, value)
            value = np.where((np.abs(two) <= 2 * other) & (other > 0), np.nan, value)
            spread = 2 * (error + size * other) / np.abs(two) + STEP * size
        case "sqrt" | "log" | "acos":
            value, spread = _of_function(node.op, one, error, value)
        case _:
            value, spread = _of_power(parts[0], parts[1], value)
    lost = np.where(np.isfinite(spread), value, np.nan)
    value = np.where(np.isinf(one) | np.isinf(two), np.inf, np.where(np.isinf(value), value, lost))
    return value, np.where(exact, 0, spread)


def _of_whole(node: Formula, one: Floats, two: Floats) -> Floats | None:
    """A sum, product or whole power of whole numbers, if it is exact."""
    if node.op == "^":
        times = exponent_of(node.args[1])
        if times is None or times.denominator > 1 or not 0 < times <= MOST_TIMES:
            return None
        value: Floats = reduce(np.multiply, [one] * times.numerator)  # np.power is not exact
    elif node.op in ("+", "-", "*", "neg"):
        value = _FUNCTIONS[node.op](*(one, two)[: len(node.children)])
    else:
        return None
    return value if _is_exact(value) else None


def _of_power(base: Ball, exponent: Ball, value: Floats) -> Ball:
    """The relative error grows with the exponent; not known where the base may be 0."""
    (one, error), (two, other) = base, exponent
    far = np.where((two % 1 == 0) & (other == 0), np.abs(one), one) > 2 * error
    zero = (one == 0) & (error == 0) & (two > other)
    grown = (np.abs(two) + 1) * error / np.abs(one) + other * np.abs(np.log(np.abs(one)))
    spread = np.abs(value) * (4 * grown + 8 * STEP)
    return np.where(far | zero, value, np.nan), np.where(zero, 0, spread)


def _of_function(op: str, inner: Floats, error: Floats, value: Floats) -> Ball:
    """A root, a logarithm or an arccosine; not known at the edge of its domain."""
    if op == "acos":
        room, end = 1 - np.abs(inner), (np.abs(inner) == 1) & (error == 0)
        value = np.where(room < -error, np.inf, np.where((room <= 2 * error) & ~end, np.nan, value))
        spread = error / np.sqrt(np.maximum(room - error, 1e-300)) + 4 * STEP
        return value, np.where(end, STEP, spread)
    plain = (error == 0) & (inner == 0)
    value = np.where(inner < -error, np.inf, np.where(inner <= 2 * error, np.nan, value))
    if op == "sqrt":
        value = np.where(plain, 0, value)
        spread = error / np.sqrt(np.maximum(inner - error, 1e-300)) + STEP * np.abs(value)
        return value, np.where(plain, 0, spread)
    value = np.where(plain, np.inf, value)
    return value, 2 * error / np.maximum(inner, 1e-300) + STEP * (np.abs(value) + 1)


def above(value: Value, outward: float) -> float:
    """A float that is no less than `outward`, 1 or -1, times an exact value."""
    ball = arb(value) if isinstance(value, fmpq) else value.ball()
    high = float((ball * outward).upper())
    return high + ROUNDED * abs(high) if isfinite(high) else inf


def may_hold(atom: Atom, at: Mapping[str, Numbers]) -> Bits:
    """Where the atom may hold."""
    if not isinstance(at, Seen):
        return _may_hold(atom, at)
    if atom not in at.held:
        at.held[atom] = _may_hold(atom, at)
    return at.held[atom]


def _may_hold(atom: Atom, at: Mapping[str, Numbers]) -> Bits:
    here, error = balls(atom.expr, at)[atom.expr]
    unknown, undefined = np.isnan(here), np.isinf(here)
    if atom.rel == "undefined":
        return unknown | undefined
    may = {
        "defined": np.ones_like(undefined),
        "!=": (here != 0) | (error > 0),
        "==": np.abs(here) <= error,
        ">": here + error > 0,
        ">=": here + error >= 0,
    }[atom.rel]
    return unknown | (~undefined & may)


def may_fail(goal: Goal, at: Mapping[str, Numbers]) -> Bits:
    """Where the hypotheses may hold and the conclusion may not."""
    mask: Bits = np.ones(1, dtype=bool)
    at = at if isinstance(at, Seen) else Seen(at)
    for atom in goal.hypotheses:
        mask = mask & may_hold(atom, at)
    conclusion = goal.conclusion
    here, error = balls(conclusion.expr, at)[conclusion.expr]
    if conclusion.rel == "undefined":
        return mask & ~np.isinf(here)
    return mask & ~surely(conclusion.rel, here, error)


def surely(rel: str, here: Floats, error: Floats) -> Bits:
    """Where a value that is known up to an error surely has that relation to 0, or is defined."""
    known = np.isfinite(here)
    holds = {
        "defined": known,
        "!=": known & (np.abs(here) > error),
        "==": known & (here == 0) & (error == 0),
        ">": known & (here > error),
        ">=": known & (here >= error),
    }
    return holds[rel]
