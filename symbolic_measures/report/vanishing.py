"""Where a polynomial without negative coefficients is 0, and which condition excludes that.

A sum of products of numbers >= 0 is 0 only where every product has a factor 0.  The smallest sets
of variables that meet every product are found, and for each a condition that fails where they are
all 0: that is why the polynomial is positive, in the words of a person.

Invariant: `()` unless every set is excluded by a condition that is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from types import SimpleNamespace
from typing import Any, cast

from symbolic_measures.kernel.algebra import Fact, Poly, Sequent
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.report.polynomials import Shown
from symbolic_measures.report.prose import Equation, Piece, Prose, equation

#: Variables that are looked at, and sets that are listed.
MOST_VARIABLES, MOST_SETS = 10, 6
Zero = frozenset[str]


def only_zero(fraction: Any, goal: Sequent, head: str = " It is 0 only") -> Prose:
    """`It is 0 only where FN = FP = 0, but FN + FP >= 1.`; `top` of the fraction is looked at."""
    sets = _zero_sets(fraction.top, fraction, goal)
    if not sets or len(sets) > MOST_SETS:
        return ()
    told: list[Piece] = [f"{head} where "]
    for place, zero in enumerate(sets):
        fact = _excluding(zero, goal)
        if fact is None:
            return ()
        told += ["; or where " if place else "", _all_zero(zero, goal), ", but ", fact]
    return (*told, ".")


def _zero_sets(poly: Poly, fraction: Any, goal: Sequent) -> list[Zero] | None:
    """The smallest sets of variables that meet every monomial; None if they are not seen."""
    supports: set[Zero] = set()
    for monomial in poly.to_dict():
        own = set()
        for place, power in enumerate(monomial):
            name, sort = fraction.names[place], fraction.sorts[place]
            if not power or sort == "positive":
                continue
            if place in fraction.roots:
                if not _positive(fraction.roots[place], fraction, goal):
                    return None
            elif sort == "real" or place in fraction.terms:
                return None
            else:
                own.add(name)
        if not own:
            return None
        supports.add(frozenset(own))
    names = sorted(set().union(*supports), key=fraction.names.index)
    if len(names) > MOST_VARIABLES:
        return None
    return list(_smallest(names, supports))


def _smallest(names: list[str], supports: Iterable[Zero]) -> Iterator[Zero]:
    found: list[Zero] = []
    for size in range(1, len(names) + 1):
        for chosen in map(frozenset, combinations(names, size)):
            if not any(known <= chosen for known in found) and all(
                support & chosen for support in supports
            ):
                found.append(chosen)
                yield chosen


def _positive(radicand: Poly, fraction: Any, goal: Sequent) -> bool:
    """Whether a radicand without negative coefficients is 0 nowhere."""
    sets = _zero_sets(radicand, fraction, goal)
    return bool(sets) and all(_excluding(zero, goal) is not None for zero in sets or ())


def _excluding(zero: Zero, goal: Sequent) -> Equation | None:
    """A condition that fails where these variables are 0; one of the form x >= 1 if there is."""
    found = [fact for fact in goal.hypotheses if _fails(fact, zero, goal)]
    found.sort(key=lambda fact: (fact[1] != ">=", len(fact[0])))
    return _written(found[0], goal) if found else None


def _fails(fact: Fact, zero: Zero, goal: Sequent) -> bool:
    poly, rel = fact
    left = {
        monomial: coefficient
        for monomial, coefficient in poly.to_dict().items()
        if not any(power and goal.names[i] in zero for i, power in enumerate(monomial))
    }
    if len(left) == len(poly):
        return False
    if any(power and goal.sorts[i] == "real" for m in left for i, power in enumerate(m)):
        return False
    if any(coefficient > 0 for coefficient in left.values()):
        return False
    constant = left.get((0,) * len(goal.names), 0)
    return rel == ">" or (rel == ">=" and constant < 0) or (rel == "!=" and not left)


def _written(fact: Fact, goal: Sequent) -> Equation:
    """`x - 1 >= 0` as x >= 1."""
    poly, rel = fact
    read: Any = SimpleNamespace(names=goal.names, roots=goal.roots, terms=goal.terms, powers={})
    shown = Shown(cast(Any, read))
    one = int(poly.to_dict().get((0,) * len(goal.names), 0) == -1 and rel == ">=")
    return equation(shown.formula(poly + one), rel, one)


def _all_zero(zero: Zero, goal: Sequent) -> Equation:
    names = [symbol(name) for name in goal.names if name in zero]
    rest: list[str | Formula | int] = []
    for name in names[1:]:
        rest += ["=", name]
    return equation(names[0], *rest, "=", 0)
