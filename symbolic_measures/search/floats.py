"""Formulas in floating point, for many points at once: what is looked at exactly comes first.

Nothing is concluded from a float.  `may_fail` only sorts out points at which an atom plainly holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from symbolic_measures.formula import Formula
from symbolic_measures.statement import Atom, Goal

Floats = npt.NDArray[np.float64]
Bits = npt.NDArray[np.bool_]

#: Relative errors below this may be noise.
NOISE = 1e-9

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "neg": np.negative,
    "^": np.power, "power": np.power, "sqrt": np.sqrt, "log": np.log, "acos": np.arccos,
    "Abs": np.abs, "Min": np.minimum, "Max": np.maximum,
}  # fmt: skip


def values(tree: Formula, at: Mapping[str, Floats]) -> dict[Formula, Floats]:
    """The values of the tree and of its parts; not finite where they are undefined."""
    found: dict[Formula, Floats] = {}
    with np.errstate(all="ignore"):
        for node in tree.walk():
            parts = [found[child] for child in node.children]
            if node.op == "number":
                found[node] = np.float64(node.args[0]) * np.ones(1)
            elif node.op == "symbol":
                found[node] = at[node.args[0]]
            elif node.op == "ifzero":
                found[node] = np.where(parts[0] == 0, parts[1], parts[2])
            else:
                found[node] = _FUNCTIONS[node.op](*parts)
    return found


def _sized(tree: Formula, at: Mapping[str, Floats]) -> tuple[Floats, Floats]:
    """The values of the tree, and how large they and those of its parts are."""
    found = values(tree, at)
    return found[tree], sum((np.abs(found[p]) for p in tree.children), np.abs(found[tree]))


def may_hold(atom: Atom, at: Mapping[str, Floats]) -> Bits:
    """Where the atom may hold."""
    here, size = _sized(atom.expr, at)
    with np.errstate(all="ignore"):
        noise = NOISE * np.where(np.isfinite(size), size, 0)
        if atom.rel in ("defined", "!="):
            return np.isfinite(here)
        if atom.rel == "undefined":
            return ~np.isfinite(here)
        if atom.rel == "==":
            return np.abs(here) <= noise
        return here >= -noise


def may_fail(goal: Goal, at: Mapping[str, Floats]) -> Bits:
    """Where the hypotheses may hold and the conclusion may not."""
    mask: Bits = np.ones(1, dtype=bool)
    for atom in goal.hypotheses:
        mask = mask & may_hold(atom, at)
    conclusion = goal.conclusion
    here, size = _sized(conclusion.expr, at)
    with np.errstate(all="ignore"):
        if conclusion.rel in (">", ">="):
            mask = mask & ~(here > NOISE * size)
        elif conclusion.rel == "!=":
            mask = mask & ~(np.abs(here) > NOISE * size)
    return mask
