"""A mean that is known to lie between two formulas: one of these in its place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.exact import CannotTellError, UndefinedError
from symbolic_measures.kernel.truth import evaluator, holds
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.texts import as_text

#: Variables that take several values where it is looked at.
FEW = 4


def at_bounds(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """A - B(s) by way of B(X), where a mean s is known to lie between X and Y."""
    tree = goal.conclusion.expr
    means = {v.name for v in goal.variables if v.name.startswith("mean")}
    if tree.op != "-" or goal.conclusion.rel not in (">", ">=") or not means:
        return
    bounds: dict[str, list[Formula]] = {}
    for atom in goal.hypotheses:
        if atom.rel == ">=" and atom.expr.op == "-":
            for mean, bound in (atom.expr.args, atom.expr.args[::-1]):
                if (
                    mean.op == "symbol"
                    and mean.args[0] in means
                    and not means & set(bound.symbols())
                ):
                    bounds.setdefault(mean.args[0], []).append(bound)
    for name, known in bounds.items():
        for side, other, strict in ((*tree.args[::-1], "left"), (*tree.args, "right")):
            ends = [side.at(**{name: bound}) for bound in known]
            if name not in side.symbols() or name in other.symbols() or other in ends:
                continue
            for end in ends:
                gap = end - side if strict == "left" else side - end
                if _seems(goal, Atom(gap, ">="), name, known):
                    yield "via", {"value": as_text(end), "strict": strict}


def _seems(goal: Goal, atom: Atom, name: str, bounds: list[Formula]) -> bool:
    """Whether an atom holds at a few points of the goal, the mean in the middle of its bounds."""
    others = [variable.name for variable in goal.variables if variable.name != name]
    seen = 0
    for values in product((1, 2, 5), repeat=min(len(others), FEW)):
        point = dict.fromkeys(others, fmpq(1)) | dict(zip(others, map(fmpq, values)))
        try:
            ends = [evaluator(bound)(point) for bound in bounds]
        except (UndefinedError, CannotTellError):
            continue
        rational = [end for end in ends if isinstance(end, fmpq)]
        if len(rational) < len(ends):
            return True
        point[name] = sum(rational, fmpq(0)) / len(rational)
        if all(holds(given, point) for given in goal.hypotheses):
            seen += 1
            if holds(atom, point) is False:
                return False
    return seen > 0
