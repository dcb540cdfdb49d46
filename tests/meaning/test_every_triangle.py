"""The triangle inequality for every number of classes, against labelings written out."""

from __future__ import annotations

import copy
import json
import random
from itertools import combinations, product
from typing import Any

import pytest
from flint import fmpq
from tiers import exhaustive

from symbolic_measures import check, verify
from symbolic_measures.kernel.exact import UndefinedError, compare
from symbolic_measures.kernel.truth import evaluator, holds
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.meaning.every_triangle import (
    AGREE,
    APART,
    DIFFERENCES,
    PAIRS,
    agreeing,
    covered,
)
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.questions.kinds import read

Labels = tuple[int, ...]
PAPER = "gosgens-appendix-b"
#: Measures of which the inequality is stated; of lower ones the distance is the measure itself.
TEXTS = ("accuracy", "error_rate", "kappa", "CC", "CD", "sum(a*b)/(n^2+sum(a^2)-sum(c))",
         "sum(b^2)/n^2")  # fmt: skip


def labelings(m: int, n: int, seed: int) -> tuple[Labels, Labels, Labels]:
    chance = random.Random(repr((m, n, seed)))
    one, other, last = (tuple(chance.randrange(m) for _ in range(n)) for _ in range(3))
    return one, other, last


def matrix(one: Labels, other: Labels, m: int) -> tuple[int, ...]:
    """The confusion matrix, the first taken as truth."""
    pairs = list(zip(one, other, strict=True))
    return tuple(pairs.count(place) for place in product(range(m), repeat=2))


def counted(three: tuple[Labels, Labels, Labels], m: int) -> dict[str, fmpq]:
    """How many elements agree in which labelings; of how many classes and pairs of elements the
    differences are which."""
    kinds = [(x == y == z, x == y, x == z, y == z) for x, y, z in zip(*three, strict=True)]
    first = [kind.index(True) if True in kind else 4 for kind in kinds]
    found = {f"part{number + 1}": fmpq(first.count(number)) for number in range(5)}
    found.update({str(name): fmpq(0) for name in PAIRS})
    for i, (s, t) in product(range(m), combinations(range(len(three[0])), 2)):
        gap = tuple((own[s] == i) - (own[t] == i) for own in three)
        for own in (gap, tuple(-d for d in gap)):
            if own in DIFFERENCES:
                found[str(PAIRS[DIFFERENCES.index(own)])] += 1
    return found


def test_thirteen_differences() -> None:
    assert len(DIFFERENCES) == len(PAIRS) == 13
    assert {*DIFFERENCES, *(tuple(-d for d in v) for v in DIFFERENCES), (0, 0, 0)} == set(
        product((1, 0, -1), repeat=3)
    )


@pytest.mark.parametrize(("m", "n"), [(2, 4), (3, 4), (4, 5), (5, 6)])
def test_sums_over_classes_are_sums_over_pairs_of_elements(m: int, n: int) -> None:
    for seed in range(10):
        three = labelings(m, n, seed)
        point = counted(three, m)
        for x, y in product(range(3), repeat=2):
            agree = sum(s == t for s, t in zip(three[x], three[y], strict=True))
            sizes = sum(three[x].count(i) * three[y].count(i) for i in range(m))
            assert evaluator(agreeing(x, y))(point) == agree
            assert evaluator(covered(x, y))(point) == n * agree - sizes


@pytest.mark.parametrize(("text", "reading"), [
    *((text, "literal") for text in TEXTS), ("CC", PAPER), ("CD", PAPER), ("kappa", PAPER),
])  # fmt: skip
def test_the_part_has_the_values_of_labelings(text: str, reading: str) -> None:
    """At labelings of m classes its hypotheses hold, and it compares their three values."""
    subject, seen = EveryClasses(text, reading=reading), 0
    part = parts("distance", subject, "7/5")[-1]
    goal = part.state(part.make())
    for (m, n), seed in product(((2, 2), (2, 4), (3, 5), (4, 5)), range(8)):
        three = labelings(m, n, seed)
        point: dict[str, Any] = {**apart(counted(three, m)), "m": fmpq(m)}
        try:
            ab, bc, ac = (
                evaluator(subject.score(subject.at(m).formula))(
                    dict(zip(subject.at(m).measure.cells, map(fmpq, matrix(*pair, m)), strict=True))
                )
                for pair in ((three[0], three[1]), (three[1], three[2]), (three[0], three[2]))
            )
        except UndefinedError:
            continue
        assert all(holds(atom, point) for atom in goal.hypotheses)
        top = fmpq(7, 5) * subject.sign
        value = evaluator(goal.conclusion.expr)(point)
        if text != "CD" and text != "CC":
            assert compare(value, top - ab - bc + ac) == 0
        else:  # irrational: as far as it is known
            assert holds(goal.conclusion, point) is not None
        seen += 1
    assert seen > 3


def apart(counts: dict[str, fmpq]) -> dict[str, fmpq]:
    """With the names that are used where there are cases, too."""
    names = zip(map(str, AGREE), map(str, APART), strict=True)
    return {**counts, **{other: counts[name] for name, other in names}}


def test_what_is_said_besides_of_a_measure_with_cases() -> None:
    """The sums of (x - y)^2; where one is negative, n^2 is the sum of x*y though neither labeling
    is constant, and the inequality fails: no labelings have these counts."""
    goals = {}
    for reading in ("literal", PAPER):
        part = parts("distance", EveryClasses("CD", reading=reading), "0")[-1]
        goals[reading] = part.state(part.make())
    more = goals[PAPER].hypotheses[-3:]
    assert len(goals[PAPER].hypotheses) == len(goals["literal"].hypotheses) + 3
    counts = {str(name): fmpq(0) for name in (*AGREE, *PAIRS)}
    counts["part1"] = fmpq(1)
    for triple in ((1, 1, 0), (1, -1, -1)):
        counts[str(PAIRS[DIFFERENCES.index(triple)])] = fmpq(1)
    point = {**apart(counts), "m": fmpq(2)}
    assert holds(more[0], point) is False
    assert all(holds(atom, point) for atom in goals[PAPER].hypotheses[:-3])
    assert holds(goals[PAPER].conclusion, point) is False
    three = labelings(3, 5, 1)
    for i, (x, y) in enumerate(((0, 1), (1, 2), (0, 2))):
        gaps = [three[x].count(label) - three[y].count(label) for label in range(3)]
        value = evaluator(more[i].expr)(apart(counted(three, 3)))
        assert compare(value, fmpq(sum(gap * gap for gap in gaps))) == 0


def test_what_depends_on_more_is_not_stated() -> None:
    for text in ("BA", "macro_F1", "sum(c^2)/n^2"):
        with pytest.raises(FormulaError, match="the triangle inequality is stated for every m"):
            parts("distance", EveryClasses(text), "1")


@exhaustive
def test_the_correlation_distance_is_one_for_every_m() -> None:
    """gosgens2021, Table 2, with a proof that replays; that of another measure is refused."""
    found = check("CD", property="distance", classes="every")
    assert found["distance"].holds == "m >= 2"
    data = json.loads(found.to_json())
    assert [item for item in verify(data) if item.problem] == []
    for formula, lower in (("CC", False), ("error_rate", True), ("1-CC", True)):
        forged = copy.deepcopy(data)
        forged["measure"] |= {"formula": formula, "name": formula, "higher_is_better": not lower}
        with pytest.raises(CertificateError):
            read(forged)
    forged = copy.deepcopy(data)
    forged["verdicts"][0]["every"]["constant"] = "1/2"
    with pytest.raises(CertificateError):
        read(forged)


@pytest.mark.parametrize("text", ["CC", "kappa"])
def test_what_is_no_distance_is_not_proved(text: str) -> None:
    assert check(text, property="distance", classes="every")["distance"].holds == "for no m >= 2"
