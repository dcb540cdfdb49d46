"""The linear solver against elimination of unknowns, its certificates, and forged ones."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from symbolic_measures.nouns.inequalities import Comparison, Constraint, contradicts
from symbolic_measures.search.linear import Contradiction, Solution, solve

RELATIONS: tuple[Comparison, ...] = (">=", ">", "==", "<=", "<")


def row(text: str) -> Constraint:
    """`2 x -1 y >= 3` as a constraint."""
    *terms, relation, right = text.split()
    pairs = zip(terms[1::2], terms[::2], strict=True)
    coefficients = {name: Fraction(c) for name, c in pairs}
    return Constraint(coefficients, relation, Fraction(right))  # type: ignore[arg-type]


def feasible(constraints: list[Constraint]) -> bool:
    """By Fourier-Motzkin elimination: slow, and nothing like the simplex method."""
    rows = []
    for item in constraints:
        names = tuple(sorted(item.coefficients))
        for sign in (1, -1) if item.relation == "==" else (item.direction,):
            left = {name: sign * item.coefficients[name] for name in names}
            rows.append((left, sign * item.constant, item.strict))
    for name in sorted({name for left, _, _ in rows for name in left}):
        below = [r for r in rows if r[0].get(name, 0) > 0]
        above = [r for r in rows if r[0].get(name, 0) < 0]
        rows = [r for r in rows if not r[0].get(name, 0)]
        for (one, a, s), (two, b, t) in product(below, above):
            p, q = one[name], -two[name]
            names = set(one) | set(two)
            left = {n: q * one.get(n, 0) + p * two.get(n, 0) for n in names}
            rows.append((left, q * a + p * b, s or t))
    return all(c < 0 if strict else c <= 0 for _, c, strict in rows)


def test_random_systems_agree_with_elimination() -> None:
    rng = random.Random(7)
    seen = {True: 0, False: 0}
    for _ in range(1_500):
        names = "xyz"[: rng.randint(1, 3)]
        system = []
        for _ in range(rng.randint(1, 6)):
            left = {n: Fraction(rng.randint(-2, 2)) for n in names}
            relation = rng.choice(RELATIONS)
            system.append(Constraint(left, relation, Fraction(rng.randint(-2, 2))))
        found = solve(system)
        expected = feasible(system)
        seen[expected] += 1
        assert isinstance(found, Solution) == expected
        if isinstance(found, Solution):
            assert all(item.holds(found.values) for item in system)
        else:
            assert contradicts(system, found.multipliers)
            _irreducible(system, found)
    assert min(seen.values()) > 300


def _irreducible(system: list[Constraint], found: Contradiction) -> None:
    """Without any one of the constraints that are used, the others have a solution."""
    used = [item for item, m in zip(system, found.multipliers, strict=True) if m]
    for number in range(len(used)):
        assert feasible(used[:number] + used[number + 1 :])


def test_nothing_to_satisfy() -> None:
    assert solve([]) == Solution({})


def test_strict_bounds_leave_as_much_room_as_there_is() -> None:
    found = solve([row("1 x > 0"), row("1 x < 1/2"), row("1 y > 3")])
    assert isinstance(found, Solution)
    assert 0 < found.values["x"] < Fraction(1, 2)
    assert found.values["y"] == 4 or found.values["y"] > 3


def test_a_chain_of_strict_steps_that_closes() -> None:
    chain = [row("1 b -1 a > 0"), row("1 c -1 b > 0"), row("1 a -1 c >= 0")]
    found = solve(chain)
    assert isinstance(found, Contradiction)
    assert found.multipliers == (1, 1, 1)
    assert isinstance(solve(chain[:2]), Solution)


def test_a_larger_system_with_one_flaw() -> None:
    chain = [row(f"1 x{i + 1} -1 x{i} >= 1/3") for i in range(40)]
    ends = [row("1 x0 == 0"), row("1 x40 == 13")]
    found = solve([*chain, *ends])
    assert isinstance(found, Contradiction)
    assert all(found.multipliers)
    assert isinstance(solve([*chain, ends[0]]), Solution)


@pytest.mark.parametrize(
    "multipliers",
    [(1, 1), (1, -1, 1), (-1, -1, -1), (1, 1, 2), (0, 0, 0), (1, 1, 0), (1, 1, 1, 1)],
    ids=str,
)
def test_forged_multipliers_are_refused(multipliers: tuple[int, ...]) -> None:
    chain = [row("1 b -1 a > 0"), row("1 c -1 b > 0"), row("1 a -1 c >= 0")]
    assert contradicts(chain, tuple(map(Fraction, (2, 2, 2))))
    assert not contradicts(chain, tuple(map(Fraction, multipliers)))


def test_weak_steps_that_close_contradict_nothing() -> None:
    ring = [row("1 b -1 a >= 0"), row("1 a -1 b >= 0")]
    assert not contradicts(ring, (Fraction(1), Fraction(1)))
    assert isinstance(solve(ring), Solution)


def test_an_equation_may_be_used_either_way() -> None:
    assert contradicts([row("1 x == 2"), row("1 x >= 3")], (Fraction(-1), Fraction(1)))
    assert contradicts([row("0 x == -1")], (Fraction(-1),))
    assert not contradicts([row("0 x == -1")], (Fraction(1),))


def test_constraints_read_well() -> None:
    assert str(row("1 x -3/2 y < 1/3")) == "x - 3/2*y < 1/3"
    assert str(Constraint({}, ">", Fraction(0))) == "0 > 0"
    flat = {"x": Fraction(0), "y": Fraction(1, 2), "z": Fraction(0)}
    assert str(Constraint(flat, ">=", Fraction(0))) == "0*x + 1/2*y + 0*z >= 0"
    with pytest.raises(ValueError, match="compares with"):
        Constraint({}, "!=", Fraction(0))  # type: ignore[arg-type]
