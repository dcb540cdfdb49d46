"""Cases that never apply: log(1 + e) < 0, say, where Abs(log(1 + e)) was split.

That the contrary holds is a fact on a letter for what the case is about; then no point is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.reader import reader
from symbolic_measures.kernel.truth import SIGNS, holds
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.texts import as_text, is_readable
from symbolic_measures.search.tactics.facts import quotient_of
from symbolic_measures.search.tactics.paired import FEWEST, few_points
from symbolic_measures.search.tactics.segment import Way

FUNCTIONS = ("log", "acos", "sqrt", "^", "power")
#: What has no polynomials that are divided.
UNREAD = frozenset(("/", "log", "acos", "sqrt", "power", "Abs", "Min", "Max", "ifzero"))
#: What is shown of p where p rel 0 is a hypothesis.
CONTRARY = {">=": ["-part1", ">"], ">": ["-part1", ">="]}


def impossible_case(goal: Goal) -> Iterator[Way]:
    """The contrary of a hypothesis with functions that holds nowhere it is looked at, or of one
    that something is not 0, if a multiple or a factor of it is."""
    if goal.conclusion.rel not in SIGNS:
        return
    yield from _multiple_of_zero(goal)
    for place, atom in enumerate(goal.hypotheses):
        tree = atom.expr
        if atom.rel not in CONTRARY or tree.ops.isdisjoint(FUNCTIONS) or not is_readable(tree):
            continue
        rest = goal.hypotheses[:place] + goal.hypotheses[place + 1 :]
        points = few_points(replace(goal, hypotheses=rest))
        if len(points) < FEWEST or any(holds(atom, point) is not False for point in points):
            continue
        fact = CONTRARY[atom.rel]
        if tree.op == "neg":
            tree, fact = tree.args[0], ["part1", fact[1]]
        yield "abstract", {"parts": [as_text(tree)], "facts": [fact]}, (None, _nowhere)


def zero_product(goal: Goal) -> Iterator[Way]:
    """The contrary of a hypothesis that a product or quotient is 0, if by what else is said of its
    variables it is above 0 wherever it is looked at: q*(TP/(TP + FN)) where q > 0 and TP >= 1."""
    for place, atom in enumerate(goal.hypotheses):
        tree = atom.expr
        if atom.rel != "==" or tree.op not in ("*", "/") or not tree.ops.isdisjoint(FUNCTIONS):
            continue
        own = set(tree.symbols())
        others = [number for number, other in enumerate(goal.hypotheses) if number != place and not
                  (other.rel in CONTRARY and own.issuperset(other.expr.symbols()))]  # fmt: skip
        rest = tuple(other for number, other in enumerate(goal.hypotheses)
                     if number != place and number not in others)  # fmt: skip
        kept = Goal(tuple(v for v in goal.variables if v.name in own), rest, Atom(tree, ">"))
        points = few_points(kept)
        if len(points) < FEWEST or not is_readable(tree):
            continue
        if all(holds(kept.conclusion, point) is True for point in points):
            without = partial(_without, tuple(sorted({place, *others})))
            named = {"parts": [as_text(tree)], "facts": [["part1", ">"]]}
            yield "abstract", named, (without, _nowhere)


def _without(numbers: tuple[int, ...], goal: Goal) -> Iterator[Way]:
    """Without these hypotheses."""
    yield "weaken", {"without": list(numbers)}


def _multiple_of_zero(goal: Goal) -> Iterator[Way]:
    plain = [a for a in goal.hypotheses if a.rel in ("==", "!=") and not a.expr.ops & UNREAD]
    if len({atom.rel for atom in plain}) < 2:
        return
    read = reader(Goal(goal.variables, (), Atom(summed(atom.expr for atom in plain), "defined")))
    try:
        known = {atom: read.ratio(atom.expr)[0] for atom in plain}
    except RuleError:
        return
    known = {atom: poly for atom, poly in known.items() if not poly.is_zero()}
    zero = {atom: poly for atom, poly in known.items() if atom.rel == "=="}
    for atom, poly in known.items():
        for told, own in zero.items() if atom.rel == "!=" else ():
            if quotient_of(poly, own) is not None or quotient_of(own, poly) is not None:
                named = {"parts": [as_text(atom.expr)], "facts": [["part1", "=="]]}
                yield "abstract", named, (partial(_from, told), _nowhere)


def _from(told: Atom, goal: Goal) -> Iterator[Way]:
    """By that equation alone, with the inequalities."""
    inequalities = (">", ">=")
    others = [number for number, atom in enumerate(goal.hypotheses)
              if atom != told and atom.rel not in inequalities]  # fmt: skip
    yield "weaken", {"without": others}


def _nowhere(goal: Goal) -> Iterator[Way]:
    yield "clear", {}
