"""What a piece of work costs, in steps: read off the size of what is worked on, never off a clock.

The factors were measured once (a step is about a microsecond); they only have to be roughly right.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from symbolic_measures.kernel.algebra import Sequent
from symbolic_measures.kernel.rules.registry import Obligation
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Goal

#: One operation in exact arithmetic: on rational numbers, where roots or logarithms occur, and
#: where angles or powers with parameters do.
RATIONAL, IRRATIONAL, TRANSCENDENTAL = 1, 8, 14
#: One operation in floats, for a thousand points at once.
THOUSAND_FLOATS = 4
#: Looking at a goal or a sequent at all; each term of what is to be shown, each root, and each
#: value of a function.
LOOK, TERM, ROOT, FUNCTION = 60, 9, 130, 30
#: Of each node of a goal's formulas where it is turned into polynomials.
NODE = 10
#: Steps among polynomials that multiply out what is under roots.
MULTIPLYING = ("square", "rooted")
#: Replacing variables at all, with what is looked at before; of terms in which a variable is
#: replaced by a sum, so many are a step.
MOVED, REPLACED = 60, 7
#: Most points fail a hypothesis at once: so little of a goal is looked at on average.
SEEN = 6


@lru_cache(maxsize=4_096)
def nodes(tree: Formula) -> int:
    """How many different nodes a formula has."""
    return sum(1 for _ in tree.walk())


@lru_cache(maxsize=4_096)
def of_value(tree: Formula) -> int:
    """Evaluating a formula once, exactly."""
    if not tree.ops.isdisjoint(("acos", "power")):
        return nodes(tree) * TRANSCENDENTAL
    return nodes(tree) * (RATIONAL if tree.ops.isdisjoint(("sqrt", "^", "log")) else IRRATIONAL)


def of_points(goal: Goal, count: int) -> int:
    """Evaluating a goal at so many points, exactly."""
    trees = (*(atom.expr for atom in goal.hypotheses), goal.conclusion.expr)
    return count * (10 + sum(map(of_value, trees)) // SEEN)


def of_floats(goal: Goal, count: int) -> int:
    """Evaluating a goal at so many points, in floats."""
    trees = (*(atom.expr for atom in goal.hypotheses), goal.conclusion.expr)
    return THOUSAND_FLOATS * (1 + count // 1_000) * sum(map(nodes, trees))


def of_step(goal: Obligation) -> int:
    """Looking for the next step towards a goal, and taking it."""
    if isinstance(goal, Sequent):
        own = len(goal.conclusion[0])
        terms = own + sum(len(poly) for poly, _ in goal.hypotheses)
        named = ROOT * len(goal.roots) + FUNCTION * len(goal.terms)
        return LOOK + TERM * own + named + 3 * terms * len(goal.names) // 2
    trees = (*(atom.expr for atom in goal.hypotheses), goal.conclusion.expr)
    return LOOK + NODE * sum(map(nodes, trees))


def of_roots(goal: Sequent) -> int:
    """A step that multiplies out what is under roots, also if it is refused in the end."""
    own = len(goal.conclusion[0])
    return (own**2 + own * sum(map(len, goal.roots.values()))) // 10


def of_replacing(goal: Sequent, names: Iterable[str]) -> int:
    """Writing a sequent with variables replaced by sums: of a high power, that is many terms."""
    places = [goal.names.index(name) for name in names if name in goal.names]
    whole = (goal.conclusion[0], *(fact for fact, _ in goal.hypotheses), *goal.roots.values())
    degrees = ((len(poly), poly.degrees()) for poly in whole)
    sums = sum(size * max((int(own[p]) for p in places), default=0) for size, own in degrees)
    return MOVED + len(whole) * len(goal.names) + sums // REPLACED
