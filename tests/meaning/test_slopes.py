"""Signs and expansions of derivatives, on arbitrary quotients of polynomials.

M = P/n^d with a random homogeneous polynomial P of degree d: so it depends on the proportions
alone.  Its derivatives are worked out by numbers with nilpotent parts (`test_derivatives`), moved
along a direction in which several cells move at once, and held against what the goals say.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import product
from math import factorial
from random import Random
from typing import Any

import pytest

from meaning.tables import Evaluated, compiled, named, stated
from meaning.test_derivatives import (
    NONE,
    Parts,
    Polynomial,
    plus,
    polynomials,
    positive_matrices,
    powered,
    times,
    written,
)
from symbolic_measures.meaning.expansions import chain, taylor_statement
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.confusion import CELLS, SIZE
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Goal

#: The speed of each cell.
WAYS: dict[str, tuple[int, int, int, int]] = {
    "TP": (1, 0, 0, 0), "FN": (0, 1, 0, 0), "FP": (0, 0, 1, 0), "TN": (0, 0, 0, 1),
    "p_AB": (1, -1, -1, 1), "p_A": (0, 1, 0, -1), "p_B": (0, 0, 1, -1),
}  # fmt: skip


def quotient(polynomial: Polynomial, degree: int) -> Reading:
    """P/n^degree."""
    base = named()
    tree = written(polynomial, CELLS) / SIZE**degree
    return Reading(replace(base.measure, formula=tree))


def moved(
    polynomial: Polynomial, degree: int, cells: tuple[Any, ...], way: tuple[int, ...], order: int
) -> Fraction:
    """The derivative of that order along the way: what stands beside e1*e2*... at cells + e*way."""
    e = reduce(plus, ({frozenset((i,)): Fraction(1)} for i in range(order)), {NONE: Fraction(0)})
    numbers = [plus({NONE: Fraction(cell)}, {k: speed * x for k, x in e.items()})
               for cell, speed in zip(cells, way, strict=True)]  # fmt: skip
    total: Parts = {NONE: Fraction(0)}
    for monomial, coefficient in polynomial.items():
        term: Parts = {NONE: coefficient}
        for number, power in zip(numbers, monomial, strict=True):
            for _ in range(power):
                term = times(term, number)
        total = plus(total, term)
    size = reduce(plus, numbers)
    below = powered(size, -degree) if degree else {NONE: Fraction(1)}
    return times(total, below).get(frozenset(range(order)), Fraction(0))


def homogeneous(count: int, degree: int, seed: int) -> list[Polynomial]:
    """Random ones."""
    found = []
    for given in polynomials(count, 4, degree, seed):
        top = dict[tuple[int, ...], Fraction]()
        for monomial, coefficient in given.items():
            first = monomial[0] + degree - sum(monomial)
            top[(first, *monomial[1:])] = coefficient
        found.append(top)
    return found


def in_block(goal: Goal) -> Goal:
    """Its variables in one block."""
    names = tuple(variable.name for variable in goal.variables if variable.name != "k")
    more = (("k",),) if "k" in {v.name for v in goal.variables} else ()
    return replace(goal, blocks=((names,) if names else ()) + more)


def hold(goals: Any, size: int) -> bool:
    """Whether all do."""
    return all(Evaluated(in_block(goal), {}, size).holds for goal in goals)


TRUE: dict[str, Any] = {
    "positive": lambda x: x > 0, "nonnegative": lambda x: x >= 0, "zero": lambda x: x == 0,
    "nonpositive": lambda x: x <= 0, "negative": lambda x: x < 0,
}  # fmt: skip
#: Goals are looked at up to this sum of their numbers.
REACH = 5
PLACES = positive_matrices(4, REACH)


@pytest.mark.parametrize("variable", WAYS)
def test_gradient(variable: str) -> None:
    """The formula is the derivative, and its sign is that at every matrix with positive cells."""
    way, seen, chance = WAYS[variable], Counter[bool](), Random(variable)
    flat = [{tuple(int(i == p) for i in range(4)): Fraction(1)} for p in range(4)]
    for polynomial in (*flat[:: 1 + 2 * (variable in CELLS)], *homogeneous(4, 1, 3)):
        slopes = {m: moved(polynomial, 1, m, way, 1) for m in PLACES}
        if variable not in CELLS:
            slopes = {m: sum(m) * slope for m, slope in slopes.items()}
        # (P/n)' = (P'*n - P*n')/n^2, with n' = 0 but for one cell alone
        speed = sum(w * polynomial.get(tuple(int(i == p) for i in range(4)), Fraction(0))
                    for p, w in enumerate(way))  # fmt: skip
        n = "(TP+FN+FP+TN)"
        right_text = f"({speed})" if variable not in CELLS else (
            f"(({speed})*{n}-({written(polynomial, CELLS)}))/{n}^2")  # fmt: skip
        for _ in range(2):
            sign = chance.choice((*TRUE, *(s for s in TRUE if all(map(TRUE[s], slopes.values())))))
            extra = chance.choice(("", "", "+TP/1000"))
            value = {"variable": variable, "derivative": right_text + extra, "sign": sign}
            statement = stated("gradient", quotient(polynomial, 1), value)
            right = not extra and all(map(TRUE[sign], slopes.values()))
            assert hold(statement.goals, REACH) == right
            seen[right] += 1
        for _ in range(2):
            points = chance.sample(PLACES, 2)
            told = [dict(zip(CELLS, map(str, m), strict=True)) for m in points]
            value = {"variable": variable, "derivative": right_text, "sign": "changes",
                     "points": told}  # fmt: skip
            statement = stated("gradient", quotient(polynomial, 1), value)
            right = slopes[points[0]] > 0 > slopes[points[1]]
            assert hold(statement.goals, REACH) == right
            seen[right] += 1
    assert min(seen[True], seen[False]) >= 3


def test_a_sign_that_changes_is_told_at_two_points() -> None:
    """No more and no fewer: what is said is that the slope is > 0 at one and < 0 at the other."""
    points = [dict(zip(CELLS, "1111", strict=True)), dict(zip(CELLS, "1112", strict=True))] * 2
    for count in (0, 1, 3, 4):
        value = {"variable": "TP", "derivative": "TN", "sign": "changes", "points": points[:count]}
        with pytest.raises(FormulaError, match="there are two points"):
            stated("gradient", quotient(DETERMINANT, 2), value)


# --- at independence ------------------------------------------------------------------------------

#: TP*TN - FN*FP, 0 at independence.
DETERMINANT: Polynomial = {(1, 0, 0, 1): Fraction(1), (0, 1, 1, 0): Fraction(-1)}
N: Polynomial = {tuple(int(i == p) for i in range(4)): Fraction(1) for p in range(4)}
#: p, q = 1 - p as they are looked at by the goals: p/(p + q) of small numbers.
SHARES = positive_matrices(4, REACH)
AT_INDEPENDENCE = {"TP": "(p_A*p_B)", "FN": "(p_A*q_B)", "FP": "(q_A*p_B)", "TN": "(q_A*q_B)"}
MORE_SHARES = positive_matrices(4, REACH + 1)


def multiplied(one: Polynomial, other: Polynomial) -> Polynomial:
    found: dict[tuple[int, ...], Fraction] = {}
    for (a, x), (b, y) in product(one.items(), other.items()):
        key = tuple(i + j for i, j in zip(a, b, strict=True))
        found[key] = found.get(key, Fraction(0)) + x * y
    return {key: x for key, x in found.items() if x}


def added(*parts: Mapping[tuple[int, ...], Fraction]) -> Polynomial:
    found: dict[tuple[int, ...], Fraction] = {}
    for part in parts:
        for key, x in part.items():
            found[key] = found.get(key, Fraction(0)) + x
    return {key: x for key, x in found.items() if x}


def expanded() -> Iterator[tuple[Polynomial, int]]:
    """P and d: powers of the determinant, and random ones."""
    square = multiplied(DETERMINANT, DETERMINANT)
    yield DETERMINANT, 2
    yield added(multiplied(N, N), DETERMINANT), 2
    yield square, 4
    yield multiplied(square, DETERMINANT), 6
    yield added(multiplied(N, {(1, 0, 0, 0): Fraction(1)}), DETERMINANT), 2
    yield multiplied(N, {(1, 0, 0, 0): Fraction(1), (0, 0, 0, 1): Fraction(1)}), 2
    for polynomial in homogeneous(3, 2, 8):
        yield polynomial, 2


def independent(a: int, b: int, c: int, d: int) -> tuple[Fraction, ...]:
    """p_A*p_B, p_A*q_B, q_A*p_B, q_A*q_B."""
    p, q, r, s = Fraction(a, a + b), Fraction(b, a + b), Fraction(c, c + d), Fraction(d, c + d)
    return p * r, p * s, q * r, q * s


def derivatives(polynomial: Polynomial, degree: int, order: int) -> list[str]:
    """Formulas of the derivatives along the move, at which n does not change: those of P over n^d.

    The j-th derivative of P at t = 0 is j! times the coefficient of t^j in P(x + t*way).
    """
    found: dict[int, Polynomial] = {0: {(0, 0, 0, 0): Fraction(0)}}
    by_power: dict[int, dict[tuple[int, ...], Fraction]] = {j: {} for j in range(order + 1)}
    for monomial, coefficient in polynomial.items():
        terms: dict[tuple[int, tuple[int, ...]], Fraction] = {(0, (0, 0, 0, 0)): coefficient}
        for place, power in enumerate(monomial):
            for _ in range(power):
                more: dict[tuple[int, tuple[int, ...]], Fraction] = {}
                for (j, m), x in terms.items():
                    up = tuple(c + (i == place) for i, c in enumerate(m))
                    for key, y in (((j, up), x), ((j + 1, m), x * WAYS["p_AB"][place])):
                        more[key] = more.get(key, Fraction(0)) + y
                terms = more
        for (j, m), x in terms.items():
            if j <= order:
                by_power[j][m] = by_power[j].get(m, Fraction(0)) + x * factorial(j)
    found = {j: {m: x for m, x in p.items() if x} for j, p in by_power.items()}
    return [str(written(found[j], CELLS) / SIZE**degree) if found[j] else "0"
            for j in range(1, order + 1)]  # fmt: skip


def test_taylor() -> None:
    """The coefficients are the derivatives in p_AB at p_AB = p_A*p_B, in every order."""
    seen, chance = Counter[bool](), Random(5)
    for (polynomial, degree), wrong in product(expanded(), (None, 0, 1, 2)):
        texts = derivatives(polynomial, degree, 2)
        reading = quotient(polynomial, degree)
        wanted = [{s: moved(polynomial, degree, independent(*s), WAYS["p_AB"], j) for s in SHARES}
                  for j in range(3)]  # fmt: skip
        shown = [str(reading.formula), *texts]
        coefficients = [re.sub("|".join(CELLS), lambda found: AT_INDEPENDENCE[found[0]], text)
                        for text in shown]  # fmt: skip
        if wrong is not None:
            coefficients[wrong] += chance.choice(("+1/9", "+p_A-q_A"))
        statement = taylor_statement(reading, texts, coefficients)
        assert hold(statement.goals, REACH) == (wrong is None)
        for number, values in enumerate(wanted):
            goal = statement.goals[-3 + number]
            assert hold([goal], REACH) == (wrong != number), values
            for s, value in values.items():
                found = _value(coefficients[number], s)
                assert (found == value) or wrong == number
        seen[wrong is None] += 1
    assert seen[True] >= 5


def _value(text: str, shares: tuple[int, ...]) -> Any:
    """The text in p_A, q_A, p_B, q_B at a point."""
    a, b, c, d = shares
    at = {"p_A": Fraction(a, a + b), "q_A": Fraction(b, a + b), "p_B": Fraction(c, c + d),
          "q_B": Fraction(d, c + d)}  # fmt: skip
    return compiled(parse(text, names={}, parameters=tuple(at)), {})(at)


def order_of(polynomial: Polynomial, degree: int) -> tuple[str, Any]:
    """The order of the approximate constant baseline as it is defined, and the constant."""
    values = {moved(polynomial, degree, independent(*s), WAYS["p_AB"], 0) for s in MORE_SHARES}
    if len(values) > 1:
        return "0", None
    if not any(moved(polynomial, degree, m, WAYS["p_AB"], 2) for m in PLACES):
        return "oo", values.pop()
    order = 1
    while not any(
        moved(polynomial, degree, independent(*s), WAYS["p_AB"], order + 1) for s in MORE_SHARES
    ):
        order += 1
    return str(order), values.pop()


@pytest.mark.parametrize("told", ["0", "1", "2", "oo"])
def test_baseline_order(told: str) -> None:
    """An order is accepted of the measures alone that have it, with their constant."""
    seen = Counter[bool]()
    for polynomial, degree in expanded():
        order, constant = order_of(polynomial, degree)
        for change in (0, 1):
            count = {"0": 0, "oo": 2}.get(told) if told in ("0", "oo") else int(told) + 1
            texts = derivatives(polynomial, degree, count or 0)
            points = {"0": [["1/2", "1/3"], ["1/3", "1/5"]], "oo": []}.get(told, [["1/3", "1/5"]])
            given = None if told == "0" else str((constant or 0) + change)
            value = {"order": told, "constant": given, "derivatives": texts, "inner": None,
                     "points": points}  # fmt: skip
            if told == "oo" and texts[1] != "0":
                continue
            statement = stated("baseline-order", quotient(polynomial, degree), value)
            right = order == told and (told == "0" or not change)
            assert hold(statement.goals, REACH + 1) == right, (order, told)
            seen[right] += 1
    assert min(seen[True], seen[False]) >= 1


def test_a_part_and_its_outer_function() -> None:
    """M = g(L): the derivatives of g, at the part, times the powers of the part's slope."""
    seen, chance = Counter[bool](), Random(2)
    part = "(TP*TN-FN*FP)/(TP+FN+FP+TN)^2"
    for power in (1, 2, 3):
        polynomial: Polynomial = {(0, 0, 0, 0): Fraction(1)}
        for _ in range(power):
            polynomial = multiplied(polynomial, DETERMINANT)
        reading = quotient(polynomial, 2 * power)
        right_texts = (["1", "0"], ["2*u", "2"], ["3*u^2", "6*u"])[power - 1]
        for _ in range(8):
            texts, inner = list(right_texts), {"part": part, "slope": "1/(TP+FN+FP+TN)",
                                               "outer": f"u^{power}"}  # fmt: skip
            kind = chance.randrange(5)
            if kind == 1:
                texts[chance.randrange(2)] += "+u"
            if kind == 2:
                inner["slope"] = chance.choice(("2/(TP+FN+FP+TN)", "TP/(TP+FN+FP+TN)^2"))
            if kind == 3:
                inner["outer"] = f"u^{power}+1"
            if kind == 4:
                inner["part"] = chance.choice((f"2*{part}", "TP/(TP+FN+FP+TN)"))
            goals, found = chain(reading, texts, inner)
            right = kind == 0
            told = all(Evaluated(in_block(goal), {}, REACH).holds for goal in goals)
            assert told == right, (texts, inner)
            seen[right] += 1
            if right:
                for j, m in product((1, 2), PLACES):
                    here = dict(zip(CELLS, map(Fraction, m), strict=True))
                    assert _at(found[j], here) == moved(polynomial, 2 * power, m, WAYS["p_AB"], j)
    assert min(seen[True], seen[False]) >= 2


def test_an_outer_function_names_the_margins() -> None:
    """M = P*L^2 with L = TP*TN - FN*FP: a derivative at fixed margins, or the goals fail."""
    part = {"part": "TP*TN-FN*FP", "slope": "TP+FN+FP+TN"}
    positives = {(1, 0, 0, 0): Fraction(1), (0, 1, 0, 0): Fraction(1)}
    polynomial = multiplied(multiplied(DETERMINANT, DETERMINANT), positives)
    reading = quotient(polynomial, 0)
    cases = {
        ("u^2*P", "2*u*P", "2*P"): True,
        ("u^2*P", "2*u*P + u^2", "2*P"): False,
        ("u^2*P", "2*u*P", "2*Phat"): False,
        ("u^2*Phat", "2*u*Phat", "2*Phat"): False,
        ("u^2*N", "2*u*N", "2*N"): False,
    }
    for (outer, *texts), right in cases.items():
        goals, found = chain(reading, texts, {**part, "outer": outer})
        assert all(Evaluated(in_block(goal), {}, REACH).holds for goal in goals) == right, texts
        for j, m in product((1, 2) if right else (), PLACES):
            here = dict(zip(CELLS, map(Fraction, m), strict=True))
            assert _at(found[j], here) == moved(polynomial, 0, m, WAYS["p_AB"], j)


def _at(tree: Any, point: Mapping[str, Fraction]) -> Any:
    return compiled(tree, {})(point)
