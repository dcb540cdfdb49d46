"""What questions ask, on arbitrary measures: two tables, tables with a parameter, completions.

An identity, a comparison, a relation, the conditions on a normaliser, a property inside a set of
parameter values and a family of counterexamples outside of it, and the linear constraints of
conflicts: each is held against loops over matrices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from slow_definitions import VIOLATED, Matrix, up_to

from meaning.tables import (
    Evaluated,
    Kept,
    Number,
    Scattered,
    Table,
    evaluated,
    named,
    tables,
)
from meaning.test_binary import SLOW
from symbolic_measures.meaning.conditions import Clause
from symbolic_measures.meaning.families import Family, violation
from symbolic_measures.meaning.instances import anything, every_instance
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.normalisers import PA, PB, Normaliser, condition
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.regions import Asked, restricted
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.questions.compare.equivalence import Link, below, equivalence
from symbolic_measures.questions.identity.meaning import equality, inclusion
from symbolic_measures.questions.relation.meaning import Subject

SIZE = 3
MATRICES = list(up_to(SIZE))


def two_tables(count: int, seed: int = 0) -> list[tuple[Table, Table]]:
    """Pairs: of anything, or the second like the first but for a place or a constant."""
    chance, found = Random(seed), []
    for number, one in enumerate(tables(count, MATRICES, seed)):
        other: Table = Kept(Scattered(number, (0, 1, 2), 0.6))
        if number % 4:
            odd = chance.choice(MATRICES) if number % 4 == 1 else None
            gone = chance.choice(MATRICES) if number % 4 == 2 else None
            up = chance.choice((0, 0, 1))

            def near(m: Matrix, base: Table = one, odd: Any = odd, gone: Any = gone,
                     up: int = up) -> Number | None:  # fmt: skip
                value = base(m)
                return None if value is None or m == gone else value + up + (m == odd)

            other = Kept(near)
        found.append((one, other))
    return found


def pair() -> tuple[Measure, Measure]:
    """Two measures that are names."""
    return named(op="value").measure, named(op="other").measure


def difference() -> Measure:
    one, other = pair()
    return replace(one, formula=one.formula - other.formula)


def holds(statement: Statement, one: Table, other: Table, size: int = SIZE) -> bool:
    goals = evaluated(statement, {"value": one, "other": other}, size)
    return all(goal.holds for goal in goals)


def where_both(one: Table, other: Table) -> list[tuple[Number, Number]]:
    """The values at matrices where both have one."""
    found = ((one(m), other(m)) for m in MATRICES)
    return [(a, b) for a, b in found if a is not None and b is not None]


def agree(wanted: Callable[[Table, Table], bool], statement: Statement, least: int = 3) -> None:
    """The statement holds of two tables iff that is so."""
    seen = Counter[bool]()
    for one, other in two_tables(60, 3):
        right = wanted(one, other)
        assert holds(statement, one, other) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= least


def test_identities() -> None:
    agree(lambda a, b: all(x == y for x, y in where_both(a, b)), equality(difference()))


@pytest.mark.parametrize("side", [0, 1])
def test_where_the_sides_of_an_identity_are_defined(side: int) -> None:
    def inside(one: Table, other: Table) -> bool:
        here, there = (one, other) if side == 0 else (other, one)
        return all(there(m) is None or here(m) is not None for m in MATRICES)

    agree(inside, inclusion(difference(), side))


def test_at_most() -> None:
    agree(lambda a, b: all(x <= y for x, y in where_both(a, b)), below(pair(), pair()[0]))


@pytest.mark.parametrize(("functions", "of"), [
    (("x", "x"), lambda z: (z, z)), (("x", "2*x+1"), lambda z: (z, 2 * z + 1)),
    (("x", "x-P"), None),
])  # fmt: skip
def test_measures_that_are_functions_of_one_rank_alike(functions: Any, of: Any) -> None:
    """What a link says implies order equivalence, and is true of what is so made."""
    one, other = pair()
    statement = equivalence((one, other), one, Link("value", functions), one)
    goals = [goal for goal in statement.goals if goal.blocks]
    held = 0
    for number, first in enumerate(tables(30, MATRICES, 5)):
        if of is None or number % 3 == 0:
            second: Table = Kept(Scattered(number, (0, 1), 0.8))
        else:
            second = Kept(lambda m, z=first: None if z(m) is None else of(z(m))[1])
        found = [Evaluated(goal, {"value": first, "other": second}, SIZE) for goal in goals]
        if not all(goal.holds for goal in found):
            assert of is None or number % 3 == 0
            continue
        held += 1
        for a in MATRICES:
            for b in MATRICES:
                alike = a[0] + a[1] == b[0] + b[1] and sum(a) == sum(b)
                values = [t(m) for t in (first, second) for m in (a, b)]
                if alike and None not in values:
                    x, y, u, v = values
                    assert (x > y) - (x < y) == (u > v) - (u < v)  # type: ignore[operator]
    assert held >= 1


class OfTables(Subject):
    """A relation between two names."""

    def at(self, classes: int) -> Measure:
        one, other = (named(classes, op=op).measure for op in ("value", "other"))
        return replace(one, formula=one.formula - other.formula)


@pytest.mark.parametrize("rel", [">", ">=", "=="])
def test_relations(rel: Any) -> None:
    true = {">": lambda x, y: x > y, ">=": lambda x, y: x >= y, "==": lambda x, y: x == y}[rel]
    statement = OfTables("value, other", (), "value", "other", rel).statement(2)
    agree(lambda a, b: all(true(x, y) for x, y in where_both(a, b)), statement, 1)


# --- conditions on a normaliser -------------------------------------------------------------

SHARES = [
    (Fraction(a, a + c), Fraction(b, b + d))
    for a, c, b, d in ((i + 1, j + 1, k + 1, 1 + m)
                       for i in range(3) for j in range(3) for k in range(3) for m in range(3))
    if a + c + b + d <= 6
]  # fmt: skip


def symmetric(s: Table, p: Fraction, q: Fraction) -> bool:
    return s((p, q)) == s((q, p)) == s((1 - p, 1 - q))


def at_ends(s: Table, p: Fraction, q: Fraction) -> bool:
    return s((p, p)) == s((p, 1 - p)) == 1 / (p * (1 - p))


def below_minimal(s: Table, p: Fraction, q: Fraction) -> bool:
    here = s((p, q))
    assert here is not None
    return p + q == 1 or here < max(1 / (p * q), 1 / ((1 - p) * (1 - q)))


def below_maximal(s: Table, p: Fraction, q: Fraction) -> bool:
    here = s((p, q))
    assert here is not None
    return p == q or here < max(1 / (p * (1 - q)), 1 / ((1 - p) * q))


@pytest.mark.parametrize(("number", "says"), [
    ("1", symmetric), ("2", at_ends), ("3", below_minimal), ("4", below_maximal),
])  # fmt: skip
def test_conditions_on_a_normaliser(number: str, says: Any) -> None:
    """At all proportions where s has a value."""
    s = Normaliser("p_A*p_B")
    s.formula = Formula("value", PA, PB)
    statement = condition(number, s)
    seen = Counter[bool]()
    for n in range(60):
        wild = Scattered(n, (0, 4, 5), 0.5)

        def raw(at: Matrix, n: int = n, wild: Table = wild) -> Number | None:
            p, q = at
            if n % 3 == 0:
                return wild(at)
            if n % 3 == 1:
                return 1 / max(p * (1 - p), q * (1 - q))
            odd = at == (Fraction(1, 2), Fraction(1 + n % 2, 3))
            return Fraction(99) if odd else 1 / max(p * (1 - p), q * (1 - q))

        table = Kept(raw)
        right = all(says(table, p, q) for p, q in SHARES if table((p, q)) is not None)
        goals = evaluated(statement, {"value": table}, 6)
        assert all(goal.holds for goal in goals) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 1


# --- parameters -----------------------------------------------------------------------------

VALUES = (Fraction(0), Fraction(1), Fraction(2))


def of_parameter(property_id: str) -> Asked:
    """The property of a family that is only a name; its parameter is a."""
    return Asked(PROPERTIES[property_id], named(more=("a",)))


def family_of_tables(number: int) -> Table:
    """A table for each value of the parameter, some decent, some decent ones reversed."""
    bases = list(tables(3, MATRICES, seed=number))
    chance = Random(number)
    way = {a: chance.choice((1, 1, 1, 1, 0, -1)) for a in VALUES}

    def value(at: Matrix) -> Number | None:
        *cells, a = at
        m = tuple(cells)
        decent = Fraction(way[a] * (m[0] + m[3] - m[1] - m[2]), sum(m))
        return decent if way[a] else bases[VALUES.index(a)](m)

    return Kept(value)


def of_value(table: Table, a: Fraction) -> Table:
    """The measure at one value of the parameter."""
    return lambda m: table((*m, a))


@pytest.mark.parametrize("property_id", ["symmetry", "weakly-monotone", "maximal-agreement"])
@pytest.mark.parametrize("text", ["a >= 1", "a > 0 and a < 2", "a == 2", "always"])
def test_a_property_inside_a_set_of_parameters(property_id: str, text: str) -> None:
    """With the set as a hypothesis the goals hold iff the definition does at each of its values."""
    question = of_parameter(property_id)
    clause = Clause.parse(text, ["a"])
    statement = restricted(question.statement, clause, question.ratio)
    admitted = [a for a in VALUES if clause.admits({"a": Formula("number", a)})]
    seen = Counter[bool]()
    size = 3 if property_id == "weakly-monotone" else 2
    for number in range(36):
        table = family_of_tables(number)
        outcomes = [SLOW[property_id](of_value(table, a), size).outcome for a in admitted]
        right = VIOLATED not in outcomes
        solved = "a" not in {v.name for goal in statement.goals for v in goal.variables}
        points: Any = [{}] if solved else [{"a": a} for a in VALUES]
        goals = [g for at in points for g in evaluated(statement, {"value": table}, size, at)]
        assert all(goal.holds for goal in goals) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 1


def test_a_family_of_counterexamples() -> None:
    """What must be proved of a family outside: then each of its values has a violation."""
    question = of_parameter("symmetry")
    goal = question.statement.goals[0]
    chance, seen = Random(2), Counter[bool]()
    for number in range(120):
        wild = Kept(Scattered(number, (0, 1, 2), 0.1))
        table = family_of_tables(number) if number % 3 == 0 else wild
        text = chance.choice(("a >= 1", "a == 2", "a < 1"))
        clause = Clause.parse(text, ["a"])
        cells = dict(zip(CELLS, map(str, chance.choice(MATRICES)), strict=True))
        family = Family(0, cells)
        wanted = violation(question, clause, family)
        told = all(
            Evaluated(part, {"value": table}, 0, {"a": a}).holds for part in wanted for a in VALUES
        )
        admitted = [a for a in VALUES if clause.admits({"a": Formula("number", a)})]
        m = tuple(int(cell) for cell in cells.values())
        turned = (m[0], m[2], m[1], m[3])
        right = all(
            (x := table((*m, a))) is not None and (y := table((*turned, a))) is not None and x != y
            for a in admitted
        )
        assert told == right
        seen[told] += 1
        if told:
            for a in admitted:
                slow = SLOW["symmetry"](of_value(table, a), SIZE)
                assert slow.outcome == VIOLATED
    assert min(seen[True], seen[False]) >= 3
    assert goal.blocks == (CELLS,)


# --- constraints of conflicts ---------------------------------------------------------------

LINEAR = ("maximal-agreement", "minimal-agreement", "symmetry", "class-symmetry", "monotone",
          "weakly-monotone", "strongly-monotone", "constant-baseline", "distance",
          "tn-invariance", "scale-invariance")  # fmt: skip


@pytest.mark.parametrize("property_id", LINEAR)
def test_constraints_say_what_the_property_does(property_id: str) -> None:
    """A table with a value at every matrix has the property up to n iff it satisfies all
    constraints between matrices up to n."""
    most = 3 if property_id == "strongly-monotone" else 2
    sizes = range(1, most + 1)
    known = [stated for _, stated, _ in every_instance(property_id, anything(), sizes)]
    names = {f"x({', '.join(map(str, m))})": m for m in up_to(most)}
    seen = Counter[bool]()
    decent: list[Table] = [
        lambda m: Fraction(m[0] + m[3], sum(m)), lambda m: Fraction(0),
        lambda m: Fraction(-m[1] - m[2]), lambda m: Fraction(m[0] * m[3] - m[1] * m[2]),
        lambda m: Fraction(int(not m[1] and not m[2]) - int(not m[0] and not m[3])),
    ]  # fmt: skip
    wild = [Kept(Scattered(n, (0, 1), 0.0)) for n in range(20)]
    for base in (*decent, *wild):
        table = Kept(lambda m, base=base: base(m) if sum(m) <= most else None)
        values = {name: table(m) for name, m in names.items()}
        satisfied = all(line.holds(values) for line in known)  # type: ignore[arg-type]
        assert satisfied == (SLOW[property_id](table, most).outcome != VIOLATED)
        seen[satisfied] += 1
    assert seen[False] >= 1
