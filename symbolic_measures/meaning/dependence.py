"""Whether a statement depends on a parameter, read off its goals once they are cleared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isqrt
from typing import Any, cast

from symbolic_measures.kernel.algebra import Poly, RuleError, Sequent, reduce, text_of
from symbolic_measures.kernel.reader import reader
from symbolic_measures.macros import apply
from symbolic_measures.meaning.families import expected, triples
from symbolic_measures.nouns.confusion import cell_names
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Statement
from symbolic_measures.nouns.texts import as_text

MAX_TERMS = 600


def depends(statement: Statement, name: str) -> bool:
    """Whether the parameter is in a numerator of a cleared goal; True where that cannot be told.

    It cannot where a function's value or a root has stayed: the parameter may be inside.
    """
    for goal in statement.goals:
        numerators = [text_of(poly) for poly, _ in cleared_numerators(goal)]
        if not numerators or any(word in n for n in numerators for word in (name, "term", "root")):
            return True
    return False


def cleared_numerators(goal: Goal) -> Iterator[tuple[Poly, tuple[str, ...]]]:
    """The conclusions that clearing the goal, or its derivative along a move, leaves."""
    if goal.conclusion.rel == "constant-mean":
        yield from _mean_numerators(goal)
        return
    ways: list[Any] = [goal]
    for name, args in along(goal):
        try:
            ways += apply(goal, name, args)
        except RuleError:
            continue
    for way in ways:
        for sign in (1, -1):
            try:
                sequents = cast("list[Sequent]", apply(way, "clear", {"sign": sign}))
            except RuleError:
                continue
            for sequent in sequents:
                yield rational(sequent.conclusion[0], sequent.roots), sequent.names


def _mean_numerators(goal: Goal) -> Iterator[tuple[Poly, tuple[str, ...]]]:
    """Differences of the expectations at small sizes."""
    measure, first = goal.conclusion.expr, None
    for mean in (expected(measure, triple) for n in (2, 3, 4) for triple in triples(n)):
        try:
            numerator_of(goal, mean)
        except RuleError:
            continue
        first = mean if first is None else first
        yield numerator_of(goal, mean - first)


def numerator_of(goal: Goal, tree: Formula) -> tuple[Poly, tuple[str, ...]]:
    """The numerator of a formula in the goal's variables."""
    read = reader(Goal(goal.variables, (), Atom(tree, "==")))
    return rational(read.ratio(tree)[0], read.roots), read.names


def rational(poly: Poly, roots: Mapping[int, Poly]) -> Poly:
    """Without roots: a^2 - b^2 R for a + b sqrt(R), root after root: it is 0 wherever that is."""
    for place in sorted(roots, reverse=True):
        poly = reduce(poly, roots)
        if poly.degrees()[place] == 1 and len(poly) <= MAX_TERMS:
            halves: list[dict[tuple[int, ...], Any]] = [{}, {}]
            for monomial, coefficient in poly.to_dict().items():
                key = (*monomial[:place], 0, *monomial[place + 1 :])
                halves[monomial[place]][key] = coefficient
            a, b = (poly.context().from_dict(half) for half in halves)
            poly = a if b.is_zero() else b if a.is_zero() else a * a - b * b * roots[place]
    return poly


def along(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """The move from the first matrix of the goal to its second: a unit step, or one of length k."""
    if len(goal.matrices) != 2 or goal.conclusion.expr.op != "-":
        return
    names = cell_names(isqrt(len(goal.matrices[0])))
    changed = [pair for pair in zip(names, *goal.matrices, strict=True) if pair[1] != pair[2]]
    lower = as_text(goal.conclusion.expr.args[1])
    if all(after in (before + 1, before - 1) for _, before, after in changed):
        move = {name: 1 if after == before + 1 else -1 for name, before, after in changed}
        if move:
            yield "path", {"lower": lower, "move": move}
        return
    steps = {
        longer.args[1] if longer.op == "+" and longer.args[0] == symbol(name) else None
        for name, before, after in changed
        for longer in (after if before == symbol(name) else before,)
    }
    step = steps.pop()
    if not steps and step is not None and step.op == "symbol":
        move = {name: 1 if before == symbol(name) else -1 for name, before, _ in changed}
        stepped = {symbol(name) + step: symbol(name) for name, way in move.items() if way < 0}
        measure = goal.conclusion.expr.args[1].replace(stepped)
        yield "path", {"lower": as_text(measure), "move": move, "step": step.args[0]}
