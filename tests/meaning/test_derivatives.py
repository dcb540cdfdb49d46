"""The properties of opitz2024 on arbitrary polynomials, and on tables where nothing is derived.

The values and derivatives of a polynomial at given matrices are as arbitrary as a table.  They are
worked out here by numbers with nilpotent parts (e1, e2, e3 with e_i^2 = 0), not by rules for
formulas: M(x + e1, y + e2) has the mixed derivative beside e1*e2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from meaning.tables import Evaluated, Kept, Scattered, named, stated, up_to
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.multiclass import class_formula
from symbolic_measures.meaning.opitz_slopes import insensitive
from symbolic_measures.meaning.opitz_slopes import slope as cell_slope
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import cell_names
from symbolic_measures.nouns.formula import Formula, formula, symbol

Monomial = tuple[int, ...]
Polynomial = Mapping[Monomial, Fraction]
#: Numbers a + b*e1 + ...: the coefficient of each product of different e's.
Parts = dict[frozenset[int], Fraction]
NONE: frozenset[int] = frozenset()


def written(polynomial: Polynomial, names: tuple[str, ...]) -> Formula:
    """It as a formula."""
    total = formula(0)
    for monomial, coefficient in polynomial.items():
        term = formula(coefficient)
        for name, power in zip(names, monomial, strict=True):
            for _ in range(power):
                term = term * symbol(name)
        total = total + term
    return total


def reading_of(polynomial: Polynomial, classes: int = 2) -> Reading:
    base = named(classes)
    tree = written(polynomial, cell_names(classes))
    return Reading(replace(base.measure, formula=tree))


def times(one: Parts, other: Parts) -> Parts:
    found: Parts = {}
    for (a, x), (b, y) in product(one.items(), other.items()):
        if not a & b:
            found[a | b] = found.get(a | b, Fraction(0)) + x * y
    return found


def plus(one: Parts, other: Parts) -> Parts:
    return {k: one.get(k, Fraction(0)) + other.get(k, Fraction(0)) for k in one.keys() | other}


def at(polynomial: Polynomial, cells: tuple[int, ...], moved: tuple[int, ...]) -> Parts:
    """The value where the moved cells have grown by e1, e2, ..."""
    numbers: list[Parts] = [{NONE: Fraction(cell)} for cell in cells]
    for e, place in enumerate(moved):
        numbers[place] = plus(numbers[place], {frozenset((e,)): Fraction(1)})
    total: Parts = {NONE: Fraction(0)}
    for monomial, coefficient in polynomial.items():
        term: Parts = {NONE: coefficient}
        for number, power in zip(numbers, monomial, strict=True):
            for _ in range(power):
                term = times(term, number)
        total = plus(total, term)
    return total


def slope(polynomial: Polynomial, cells: tuple[int, ...], *moved: int) -> Fraction:
    """The derivative, or the mixed one."""
    return at(polynomial, cells, moved).get(frozenset(range(len(moved))), Fraction(0))


def powered(value: Parts, p: int) -> Parts:
    """value^p for a whole p and a value > 0; its logarithm for p = 0, without the constant."""
    low = value[NONE]
    small = {k: x / low for k, x in value.items() if k}
    terms: list[Parts] = [{NONE: Fraction(1)}]
    for _ in range(3):
        terms.append(times(terms[-1], small))
    total: Parts = {NONE: Fraction(0)}
    factor = Fraction(1)
    for order, term in enumerate(terms):
        if p == 0:
            factor = Fraction((-1) ** (order + 1), order) if order else Fraction(0)
        total = plus(total, {k: factor * x for k, x in term.items()})
        factor = factor * Fraction(p - order, order + 1)
    scale = Fraction(1) if p == 0 else Fraction(low) ** p
    return {k: scale * x for k, x in total.items()}


def polynomials(count: int, width: int, degree: int = 2, seed: int = 1) -> list[Polynomial]:
    """Random ones with few terms."""
    chance, found = Random(seed), []
    for _ in range(count):
        terms = {}
        for _ in range(chance.choice((1, 2, 3))):
            monomial = [0] * width
            for _ in range(chance.randint(0, degree)):
                monomial[chance.randrange(width)] += 1
            terms[tuple(monomial)] = Fraction(chance.choice((-2, -1, 1, 1, 2, 3)))
        found.append(terms)
    return found


def positive_matrices(width: int, size: int) -> list[tuple[int, ...]]:
    return [tuple(cell + 1 for cell in cells) for cells in up_to(width, size - width)]


@pytest.mark.parametrize(("classes", "size"), [(2, 6), (3, 10)])
def test_monotone(classes: int, size: int) -> None:
    names = cell_names(classes)
    right_ones = range(0, len(names), classes + 1)
    seen = Counter[bool]()
    special = [{tuple(int(i == p) for i in range(len(names))): Fraction(1 if p in right_ones else
               -1)} for p in range(len(names))]  # fmt: skip
    for polynomial in (*special, *polynomials(12, len(names))):
        statement = stated("opitz-monotone", reading_of(polynomial, classes))
        goals = [Evaluated(goal, {}, size) for goal in statement.goals]
        right = all(
            slope(polynomial, cells, place) >= 0 if place in right_ones else
            slope(polynomial, cells, place) <= 0
            for cells in positive_matrices(len(names), size)
            for place in range(len(names))
        )  # fmt: skip
        assert all(goal.holds for goal in goals) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 3


@pytest.mark.parametrize(("classes", "size"), [(2, 6), (3, 10)])
def test_class_sensitive(classes: int, size: int) -> None:
    """No two right cells, and no two wrong ones, differ: iff the equations hold everywhere."""
    names = cell_names(classes)
    right_ones = [i for i in range(len(names)) if i % (classes + 1) == 0]
    groups = right_ones, [i for i in range(len(names)) if i not in right_ones]
    alike = {tuple(int(i == p) for i in range(len(names))): Fraction(2 if p in right_ones else -1)
             for p in range(len(names))}  # fmt: skip
    seen = Counter[bool]()
    for polynomial in (alike, {}, *polynomials(10, len(names))):
        reading = reading_of(polynomial or {(0,) * len(names): Fraction(1)}, classes)
        goals = [Evaluated(goal, {}, size) for goal in insensitive(reading)]
        differing = [
            (cells, one, other)
            for cells in positive_matrices(len(names), size)
            for group in groups
            for one in group
            for other in group
            if one < other and slope(polynomial, cells, one) != slope(polynomial, cells, other)
        ]
        assert all(goal.holds for goal in goals) == (not differing)
        seen[not differing] += 1
        chance = Random(3)
        for cells in chance.sample(positive_matrices(len(names), size), 3):
            for group in groups:
                one, other = chance.sample(group, 2)
                value = {"cells": [names[one], names[other]], "matrix": list(map(str, cells))}
                found = PROPERTIES["class-sensitive"].statement(reading, value)
                told = all(Evaluated(goal, {}, 0).holds for goal in found.goals)
                changes = slope(polynomial, cells, one) != slope(polynomial, cells, other)
                assert told == changes
    assert min(seen[True], seen[False]) >= 2


@pytest.mark.parametrize("p", [1, 2, 3, -1, 0])
def test_decomposable(p: int) -> None:
    """TP and TN alone share no class.  The value must be > 0 unless p = 1."""
    seen = Counter[bool]()
    apart = ((0, 3),)
    sums = [{(1, 0, 0, 0): Fraction(1), (0, 0, 0, 1): Fraction(2)},
            {(1, 0, 0, 1): Fraction(1)}, {(0, 1, 1, 0): Fraction(1)},
            {(1, 0, 0, 0): Fraction(1)}]  # fmt: skip
    size = 6
    for polynomial in (*sums, *polynomials(15, 4)):
        statement = stated("class-decomposable", reading_of(polynomial), {"p": str(p)})
        found = [Evaluated(goal, {}, size) for goal in statement.goals]
        right = True
        for cells in positive_matrices(4, size):
            value = at(polynomial, cells, ())[NONE]
            right = right and (p == 1 or value > 0)
            for pair in apart:
                whole = at(polynomial, cells, pair)
                if p == 1:
                    right = right and whole.get(frozenset((0, 1)), 0) == 0
                elif value > 0:
                    right = right and powered(whole, p).get(frozenset((0, 1)), 0) == 0
        assert all(goal.holds for goal in found) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 1


def test_three_cells_on_three_pairs_of_classes() -> None:
    """At three classes triples of wrong cells are looked at, too: c12*c23*c31 is no sum."""
    places = [i for i in range(9) if i % 4]
    around = [t for t in product(places, repeat=3) if t[0] < t[1] < t[2] and
              len({frozenset(divmod(i, 3)) for i in t}) == 3]  # fmt: skip
    apart = [(i, j) for i in range(9) for j in range(i + 1, 9)
             if not set(divmod(i, 3)) & set(divmod(j, 3))]  # fmt: skip
    triple = {tuple(int(i in around[0]) for i in range(9)): Fraction(1)}
    seen = Counter[bool]()
    for polynomial in (triple, *polynomials(12, 9, degree=3, seed=4)):
        statement = stated("class-decomposable", reading_of(polynomial, 3), {"p": "1"})
        found = [Evaluated(goal, {}, 10) for goal in statement.goals]
        right = all(
            slope(polynomial, cells, *moved) == 0
            for cells in positive_matrices(9, 10)
            for moved in (*apart, *around)
        )
        assert all(goal.holds for goal in found) == right
        seen[right] += 1
    assert seen[False] >= 1


@pytest.mark.parametrize(
    ("cells", "right"),
    [((1, 2, 3), True), ((4, 8, 12), True), ((1, 6, 8), False), ((1, 11, 0), False)],
)
def test_of_four_classes_the_cells_of_one_class_go_together(
    cells: tuple[int, ...], right: bool
) -> None:
    """c12*c13*c14 and c21*c31*c41 are functions of one row or column; c12*c23*c31 is no sum of
    such, nor is c12*c34*c11."""
    product_of = {tuple(int(place in cells) for place in range(16)): Fraction(1)}
    statement = stated("class-decomposable", reading_of(product_of, 4), {"p": "1"})
    assert all(Evaluated(goal, {}, 17).holds for goal in statement.goals) == right


# --- on tables ------------------------------------------------------------------------------


@pytest.mark.parametrize(("classes", "size"), [(2, 5), (3, 10)])
def test_prevalence_invariant(classes: int, size: int) -> None:
    """The rows scaled by numbers > 0 of their own; on whole numbers."""
    statement = stated("prevalence-invariant", named(classes))
    (goal,) = statement.goals
    seen = Counter[bool]()
    for number in range(24):
        wild = Scattered(number, (0, 1), (0.3, 0.7, 0.97)[number % 3])
        table = Kept(lambda m, wild=wild, n=number: 1 if n % 4 == 0 else wild(m))
        found = Evaluated(goal, {"value": table}, size)
        right = True
        for cells in positive_matrices(classes**2, size):
            for factors in positive_matrices(classes, size):
                here = table(cells)
                there = table(tuple(factors[i // classes] * c for i, c in enumerate(cells)))
                if here is not None and there is not None:
                    right = right and here == there
        assert found.holds == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 3


@pytest.mark.parametrize("grade", ["strict", "bound", "below"])
@pytest.mark.parametrize(("classes", "size"), [(2, 6), (3, 7)])
def test_chance_corrected(grade: str, classes: int, size: int) -> None:
    """The value at all p_i*z_j is the bound, or at most that (and attained), and it is below 1."""
    seen = Counter[bool]()
    chance = Random(6)
    for number in range(45):
        few = (0,) if number % 3 == 0 else (0, Fraction(1, 2), 2)
        table = Kept(Scattered(number, few, (0.2, 0.6)[number % 2]))
        bound = chance.choice((0, Fraction(1, 2), 1))
        weights = [chance.randint(1, 2) for _ in range(2 * classes)]
        value = {"bound": str(bound), "grade": grade}
        if grade == "bound":
            value["attained"] = [str(w) for w in weights]  # type: ignore[assignment]
        found = [
            Evaluated(goal, {"value": table}, size)
            for goal in stated("chance-corrected", named(classes), value).goals
        ]
        values = [
            v for w in positive_matrices(2 * classes, size) if (v := table(mixed(w))) is not None
        ]
        right = bound < 1 and all(v == bound if grade == "strict" else v <= bound for v in values)
        if grade == "bound":
            right = right and table(mixed(tuple(weights))) == bound
        assert all(goal.holds for goal in found) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 1


def test_a_bound_that_is_approached() -> None:
    """The value at all p_i*z_j is at most the bound, and along the weights within 1/e of it."""
    seen = Counter[bool]()
    for number, bound in product(range(12), (Fraction(1, 2), Fraction(3, 4), 1)):
        top = Fraction(number % 4 + 1, 4)

        def raw(m: tuple[Fraction, ...], top: Fraction = top, wild: bool = number > 7) -> Fraction:
            share = m[0] / sum(m)
            return top * share + (Fraction(1, 3) if wild and m[1] == m[2] == m[0] else 0)

        table = Kept(raw)
        value = {"bound": str(bound), "grade": "bound", "approached": ["8*e", "1", "8*e", "1"]}
        found = [
            Evaluated(goal, {"value": table}, 6)
            for goal in stated("chance-corrected", named(), value).goals
        ]
        right = bound < 1 and all(table(mixed(w)) <= bound for w in positive_matrices(4, 6))
        for e in range(1, 7):
            right = right and table(mixed((8 * e, 1, 8 * e, 1))) >= bound - Fraction(1, e)
        assert all(goal.holds for goal in found) == right
        seen[right] += 1
    assert min(seen[True], seen[False]) >= 2


def mixed(weights: tuple[int, ...]) -> tuple[Fraction, ...]:
    """p_i*z_j from the weights of the true classes and of the predicted ones."""
    s, z = weights[: len(weights) // 2], weights[len(weights) // 2 :]
    return tuple(Fraction(a, sum(s)) * Fraction(b, sum(z)) for a in s for b in z)


@pytest.mark.parametrize(("other", "positive"), [("c22", True), ("c5", False), ("p", False)])
def test_a_parameter_called_like_a_cell_may_be_negative(other: str, positive: bool) -> None:
    """(c11 + c22)^(3/2) has a derivative wherever it is defined; (c11 + p)^(3/2) at 0 has not."""
    parameters = () if positive else (other,)
    tree = class_formula(f"(c11+{other})^(3/2)", 3, parameters)
    assert ("log" in cell_slope(tree, "c11").ops) is not positive
