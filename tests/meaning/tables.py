"""Measures that are tables of values, and goals evaluated at every point up to a size.

A formula cannot say what a property means where no nice formula goes.  So the statement is built
for a measure that is only a name, `value(TP, FN, FP, TN)`, and each value is looked up; the
evaluation shares nothing with the kernel.  A table is random, or that of a decent measure with a
few places changed: so a property holds of some, and of others fails at one place only.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

from symbolic_measures.kernel.truth import key
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import cell_names
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Statement

Number = Fraction | int
Matrix = tuple[Any, ...]
Table = Callable[[Matrix], Number | None]
Point = Mapping[str, Number]
#: The tables by the names that stand in formulas.
Tables = Mapping[str, Table]
Run = Callable[[Point], Number | None]

VALUE = "value"

# --- evaluation -----------------------------------------------------------------------------

_PLAIN: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "Min": min, "Max": max,
}  # fmt: skip


def compiled(tree: Formula, tables: Tables) -> Run:
    """The value of a formula at a point; None where something has none."""
    if tree.op == "number":
        number = tree.args[0]
        return lambda _: number
    if tree.op == "symbol":
        name = tree.args[0]
        return lambda at: at[name]
    parts = [compiled(part, tables) for part in tree.args]
    if tree.op in tables:
        table = tables[tree.op]
        return lambda at: _looked_up(table, [part(at) for part in parts])
    if tree.op == "ifzero":
        return lambda at: _chosen(parts[0](at), parts[1], parts[2], at)
    if tree.op in _PLAIN:
        combine, (left, right) = _PLAIN[tree.op], parts
        return lambda at: _both(combine, left(at), right(at))
    if tree.op == "neg":
        return lambda at: _both(operator.sub, 0, parts[0](at))
    if tree.op == "/":
        return lambda at: _divided(parts[0](at), parts[1](at))
    if tree.op == "^":
        return lambda at: _raised(parts[0](at), parts[1](at))
    raise ValueError(f"{tree.op} is not evaluated here")


def _looked_up(table: Table, cells: list[Number | None]) -> Number | None:
    return None if None in cells else table(tuple(cells))


def _chosen(test: Number | None, then: Run, other: Run, at: Point) -> Number | None:
    return None if test is None else then(at) if test == 0 else other(at)


def _both(combine: Callable[[Any, Any], Any], left: Any, right: Any) -> Number | None:
    return None if left is None or right is None else combine(left, right)


def _divided(left: Number | None, right: Number | None) -> Number | None:
    return None if left is None or right is None or right == 0 else Fraction(left) / right


def _raised(base: Number | None, exponent: Number | None) -> Number | None:
    if base is None or exponent is None or (base == 0 and exponent < 0):
        return None
    whole = int(exponent)
    if whole != exponent:
        raise ValueError("a root is not evaluated here")
    return Fraction(base) ** whole


TRUE: dict[str, Callable[[Any], bool]] = {
    ">": lambda x: x > 0, ">=": lambda x: x >= 0, "==": lambda x: x == 0, "!=": lambda x: x != 0,
}  # fmt: skip


def test_of(atom: Atom, tables: Tables) -> Callable[[Point], bool | None]:
    """Whether the atom is true at a point; None if it is a relation of nothing."""
    run = compiled(atom.expr, tables)
    if atom.rel in ("defined", "undefined"):
        return lambda at: (run(at) is None) == (atom.rel == "undefined")
    true = TRUE[atom.rel]
    return lambda at: None if (value := run(at)) is None else true(value)


class Evaluated:
    """A goal at all points of natural numbers whose blocks have sums up to a size."""

    def __init__(self, goal: Goal, tables: Tables, size: int, given: Point | None = None) -> None:
        self.goal, self.given = goal, dict(given or {})
        self.speaks = False
        self.violations: list[dict[str, Number]] = []
        self.missing: list[dict[str, Number]] = []
        hypotheses = [test_of(atom, tables) for atom in goal.hypotheses]
        conclusion = test_of(goal.conclusion, tables)
        for point in points(goal, size):
            full = {**point, **self.given}
            if all(test(full) for test in hypotheses):
                self.speaks = True
                truth = conclusion(full)
                if truth is not True:
                    (self.missing if truth is None else self.violations).append(full)

    @property
    def holds(self) -> bool:
        """Whether the conclusion is defined and true wherever the hypotheses are."""
        return not self.violations and not self.missing

    def least(self) -> tuple[Number, ...]:
        """The key of the first violation."""
        keys = [key(self.goal, _exact(point)) for point in self.violations]
        return min(tuple(Fraction(str(part)) for part in found) for found in keys)


def _exact(point: Point) -> Any:
    from flint import fmpq

    return {
        name: fmpq(Fraction(value).numerator, Fraction(value).denominator)
        for name, value in point.items()
    }


def points(goal: Goal, size: int) -> Iterator[dict[str, int]]:
    """Natural numbers for the blocks, each of a sum up to the size; > 0 where the sort asks it."""
    positive = {variable.name for variable in goal.variables if variable.sort == "positive"}
    choices = []
    for block in goal.blocks:
        low = [int(name in positive) for name in block]
        choices.append([
            {name: number + least for name, number, least in zip(block, numbers, low, strict=True)}
            for numbers in up_to(len(block), size - sum(low))
        ])  # fmt: skip
    for choice in product(*choices):
        yield {name: number for part in choice for name, number in part.items()}


@cache
def up_to(width: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Tuples of natural numbers with a sum of at most that."""
    if width == 0:
        return ((),) if size >= 0 else ()
    return tuple(
        (first, *rest) for first in range(size + 1) for rest in up_to(width - 1, size - first)
    )


def evaluated(
    statement: Statement, tables: Tables, size: int, given: Point | None = None
) -> list[Evaluated]:
    """Every goal of a statement."""
    return [Evaluated(goal, tables, size, given) for goal in statement.goals]


# --- measures that are names ----------------------------------------------------------------


def named(
    classes: int = 2, better: bool = True, op: str = VALUE, more: Iterable[str] = ()
) -> Reading:
    """The reading of a measure of which only the name is known."""
    cells = cell_names(classes)
    base = measure("TP/n") if classes == 2 else measure("accuracy", classes=classes)
    formula = Formula(op, *map(symbol, (*cells, *more)))
    about: dict[str, Any] = {"parameters": tuple(more), "assumptions": ()}
    return Reading(replace(base, name=op, text=op, formula=formula, higher_is_better=better,
                           **about))  # fmt: skip


def stated(property_id: str, reading: Reading, value: Any = None) -> Statement:
    """What a property says of it."""
    found: Statement = PROPERTIES[property_id].statement(reading, value)
    return found


# --- tables ---------------------------------------------------------------------------------


class Scattered:
    """A table that is made as it is looked at: at each place a value from a few, or none."""

    def __init__(self, seed: int, values: tuple[Number, ...], undefined: float) -> None:
        self.seed, self.values, self.undefined = seed, values, undefined

    def __call__(self, matrix: Matrix) -> Number | None:
        """The value; the same whenever it is asked for."""
        chance = Random(f"{self.seed} {' '.join(map(str, matrix))}")
        return None if chance.random() < self.undefined else chance.choice(self.values)


class Kept:
    """A table whose places are looked up once; its values are fractions."""

    def __init__(self, base: Table) -> None:
        self.base = base
        self.known: dict[Matrix, Fraction | None] = {}

    def __call__(self, matrix: Matrix) -> Fraction | None:
        """The value."""
        if matrix not in self.known:
            value = self.base(matrix)
            self.known[matrix] = None if value is None else Fraction(value)
        return self.known[matrix]


class Changed:
    """A table with a few places changed, each to a value or to none."""

    def __init__(self, base: Table, places: Mapping[Matrix, Number | None]) -> None:
        self.base, self.places = base, dict(places)

    def __call__(self, matrix: Matrix) -> Number | None:
        """The value."""
        return self.places[matrix] if matrix in self.places else self.base(matrix)


class Turned:
    """Lower is better: the negative of a table."""

    def __init__(self, base: Table) -> None:
        self.base = base

    def __call__(self, matrix: Matrix) -> Number | None:
        """The value."""
        value = self.base(matrix)
        return None if value is None else -value


def over(top: Number, bottom: Number) -> Fraction | None:
    """A quotient, None at 0."""
    return None if bottom == 0 else Fraction(top) / bottom


def _recall(m: Matrix) -> Number | None:
    return over(m[0], m[0] + m[1])


def _balanced(m: Matrix) -> Number | None:
    one, other = over(m[0], m[0] + m[1]), over(m[3], m[2] + m[3])
    return None if one is None or other is None else one + other


def _kappa(m: Matrix) -> Number | None:
    tp, fn, fp, tn = m
    return over(2 * (tp * tn - fn * fp), (tp + fp) * (fp + tn) + (tp + fn) * (fn + tn))


#: Decent measures of two classes, as functions.
DECENT: tuple[Table, ...] = (
    lambda m: 0,
    lambda m: over(m[0] + m[3], sum(m)),
    lambda m: m[0] + m[3] - m[1] - m[2],
    lambda m: m[1] + m[2] - m[0] - m[3],
    _recall,
    _balanced,
    _kappa,
    lambda m: over(2 * m[0], 2 * m[0] + m[1] + m[2]),
    lambda m: over(m[0] - m[2], sum(m)),
    lambda m: None if m[1] or m[2] else 1,
    lambda m: None if m[0] or m[3] else 1,
    lambda m: 1 if not m[1] and not m[2] else 0,
    lambda m: (m[0] > 0) - (m[1] > 0) - (m[2] > 0) + (m[3] > 0),
)
#: (values, how often there is none) of random ones.
SPREADS: tuple[tuple[tuple[Number, ...], float], ...] = (
    ((0,), 0.5), ((0, 1), 0.9), ((0, 1), 0.6), ((0, 1, 2), 0.8), ((Fraction(1, 2), 1, 3), 0.3),
)  # fmt: skip


def tables(count: int, matrices: Iterable[Matrix], seed: int = 0) -> Iterator[Table]:
    """So many tables; the given matrices are those that may be changed."""
    chance, places = Random(seed), list(matrices)
    for number in range(count):
        if number % 3 == 0:
            values, undefined = chance.choice(SPREADS)
            yield Kept(Scattered(chance.randrange(10**9), values, undefined))
        else:
            base, few = chance.choice(DECENT), chance.sample(places, chance.choice((0, 1, 1, 2)))
            yield Kept(Changed(base, {m: chance.choice((None, None, 0, 1, 2, -1)) for m in few}))
