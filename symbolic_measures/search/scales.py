"""Values for the properties of `meaning.scales`, read off small tables of values.

Nothing here is trusted: the kernel proves that a constant is a bound and is reached, and what
`interval-scale` says of steps is evaluated anew before it is stated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cmp_to_key
from itertools import pairwise, permutations, product
from typing import Any

import numpy as np
from flint import fmpq

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.exact import (
    CannotTellError,
    UndefinedError,
    Value,
    add,
    compare,
    negate,
)
from symbolic_measures.kernel.truth import evaluator, holds
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import ZERO, at
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.meaning.scales import LEVELS, table
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.factored import factored
from symbolic_measures.search.floats import Bits, Floats, values
from symbolic_measures.search.rows import in_texts

#: What is not moved, in e; values of e; how many moves are tried for one constant.
ENDS: dict[str, Callable[[int], int]] = {
    "0": lambda e: 0, "1": lambda e: 1, "4*e": lambda e: 4 * e, "4*e^2": lambda e: 4 * e * e,
}  # fmt: skip
SEEN, MOST = (1, 2, 3, 8, 100, 10_000), 3
#: Constants that measures have, the largest first.
CONSTANTS = sorted({Fraction(p, q) for p in range(5) for q in (1, 2, 4)}, reverse=True)
#: Truths with so many elements are looked at, at so many values of the parameters.
LARGEST, PARAMETERS = 9, 3
Proposal = tuple[Any, str]
#: A value, and the cells of a matrix that has it.
Level = tuple[Value, list[str]]


#: Matrices of which one has a value that is not 0, for most measures.
FIXED = ((2, 1, 1, 3), (1, 2, 2, 1), (1, 0, 0, 1), (0, 1, 1, 0), (5, 2, 3, 1))


# --- homogeneity ----------------------------------------------------------------------------


def factors(reading: Reading, effort: Effort) -> Iterator[Proposal]:
    """A matrix with a value that is not 0; at some values of the parameters, so there are more."""
    samples = parameter_samples(reading, PARAMETERS)
    for cells in FIXED:
        effort.tick(1000)
        value = at(reading.formula, map(formula, cells))
        if all(holds(Atom(value, "!="), point) for point in samples):
            yield {"matrix": list(map(str, cells))}, ""
            if not reading.measure.parameters:
                return


# --- Lipschitz ------------------------------------------------------------------------------


def constants(reading: Reading, effort: Effort) -> Iterator[Proposal]:
    """oo, where some change grows with e; else a number that the changes reach or tend to."""
    if reading.measure.parameters:
        return
    places = list(product(ENDS, repeat=len(CELLS)))
    effort.tick(1000 * len(places))
    changes = {e: _changes(reading.formula, places, e) for e in SEEN}
    moves = list(permutations(CELLS, 2))

    def fitting(*fits: Bits) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
        """The first few moves and places that fit at each e, those without e first."""
        found = np.argwhere(np.logical_and.reduce(fits))
        for move, place in sorted(found, key=lambda one: len("".join(places[one[1]])))[:MOST]:
            yield moves[move], places[place]

    for move, place in fitting(*(change >= e for e, change in changes.items())):
        yield _proposed("oo", move, place, False), ""
    for number in CONSTANTS:
        near = [change >= number - 1 / e - 1e-12 for e, change in changes.items()]
        for move, place in fitting(*near):
            attained = "e" not in "".join(place)
            yield _proposed(str(number), move, place, attained), ""


def _proposed(
    constant: str, move: tuple[str, str], rest: tuple[str, ...], attained: bool
) -> dict[str, Any]:
    named = {"rest": list(rest), "from": move[0], "to": move[1], "by": "1"}
    return {"constant": constant, **named, "attained": attained}


def _changes(tree: Formula, places: list[tuple[str, ...]], e: int) -> Floats:
    """n times the change, for each move of one element (rows) beside each place (columns)."""
    rest = np.array([[ENDS[cell](e) for cell in place] for place in places], dtype=float).T
    after = {}
    for row, name in enumerate(CELLS):
        cells = dict(zip(CELLS, rest + (np.arange(len(CELLS)) == row)[:, None], strict=True))
        found = values(tree, cells)[tree] * np.ones(len(places))
        after[name] = np.where(np.isfinite(found), found, np.nan)
    size = rest.sum(axis=0) + 1
    return np.array([size * (after[to] - after[own]) for own, to in permutations(CELLS, 2)])


# --- interval scale -------------------------------------------------------------------------


def scales(reading: Reading, effort: Effort) -> Iterator[Proposal]:
    """Three values of the smallest truth with unequal steps; or, if there is none, the steps."""
    for parameters in parameter_samples(reading, PARAMETERS):
        for n in range(2, LARGEST + 1):
            for positives in range(1, n):
                effort.tick(1000 * n * n)
                found = _unequal(reading.formula, (positives, n - positives), parameters)
                if found is not None:
                    given = in_texts(parameters)
                    yield {"steps": found, "parameters": given}, ""
                    return
    yield from ((value, "") for value in _equal(reading))


def _unequal(
    tree: Formula, truth: tuple[int, int], parameters: Mapping[str, fmpq]
) -> list[list[str]] | None:
    """The first three values, none between them, whose steps differ."""
    known: list[Level] = []
    try:
        for matrix in table(*truth):
            point = dict(zip(CELLS, (fmpq(int(str(cell))) for cell in matrix), strict=True))
            try:
                value = evaluator(tree)({**point, **parameters})
            except UndefinedError:
                continue
            known.append((value, [str(cell) for cell in matrix]))
        known.sort(key=cmp_to_key(_order))
        levels = [one for number, one in enumerate(known)
                  if not number or compare(one[0], known[number - 1][0])]  # fmt: skip
        steps = [add(high[0], negate(low[0])) for low, high in pairwise(levels)]
        for number, (one, two) in enumerate(pairwise(steps)):
            if compare(one, two):
                return [cells for _, cells in levels[number : number + 3]]
    except CannotTellError:
        pass
    return None


def _order(one: Level, other: Level) -> int:
    return compare(one[0], other[0])


def _equal(reading: Reading) -> Iterator[dict[str, str]]:
    """One step for one of `LEVELS`: the origin is the value without any, the unit what one adds."""
    p, n = symbol("P"), symbol("N")
    origin = at(reading.formula, (ZERO, p, n, ZERO))
    first = {"TN": (ZERO, p, n - 1, formula(1))}
    for levels in LEVELS:
        unit = at(reading.formula, first.get(levels, (formula(1), p - 1, n, ZERO))) - origin
        yield {"origin": _plain(reading, origin), "unit": _plain(reading, unit), "levels": levels}


def _plain(reading: Reading, tree: Formula) -> str:
    """The formula in lowest terms, if it is a quotient of polynomials."""
    try:
        return str(factored(reading, tree, [Variable(name, "positive") for name in "PN"]))
    except RuleError:
        return str(tree)
