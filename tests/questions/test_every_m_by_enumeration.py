"""Verdicts for every number of classes at m = 4 and 5: as enumeration says, and as fixed ones."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from typing import Any, cast

import pytest
from slow_many_classes import Square, of_size, some, violated
from slow_positive import MEASURES
from tiers import exhaustive, few

from symbolic_measures import check, verify
from symbolic_measures.meaning.every_report import EveryReport, EveryVerdict

IDS = (
    "maximal-agreement", "minimal-agreement", "class-symmetry", "symmetry", "monotone",
    "weakly-monotone", "strongly-monotone", "weakly-strongly-monotone", "constant-baseline",
    "approximate-constant-baseline", "scale-invariance",
)  # fmt: skip
TEXTS = ("accuracy", "BA", "kappa_chance", "macro_F1", "macro_precision", "weighted_F1", "AC1")
#: Named classes and a move of one element: quick at four classes; at five.
FOUR = ("maximal-agreement", "symmetry", "strongly-monotone", "constant-baseline",
        "scale-invariance")  # fmt: skip
FIVE = ("symmetry", "constant-baseline", "scale-invariance")


def gwet(matrix: Any) -> Any:
    """K. Gwet (2008), Equation 6: chance is the mean of x*(1 - x) over pairs of classes."""
    n, m = sum(map(sum, matrix)), len(matrix)
    shares = [(sum(matrix[i]) + sum(row[i] for row in matrix)) / (2 * n) for i in range(m)]
    agreed = sum(matrix[i][i] for i in range(m)) / n
    chance = sum(x * (1 - x) for x in shares) / (m - 1)
    return (agreed - chance) / (1 - chance)


SLOW = {**MEASURES, "AC1": gwet}


#: What is not decided for every m.
OPEN = {(text, name) for text in ("weighted_F1", "AC1")
        for name in ("strongly-monotone", "weakly-strongly-monotone")}  # fmt: skip


@cache
def answer(text: str) -> EveryReport:
    return cast(EveryReport, check(text, property=IDS, classes="every"))


@cache
def matrices(m: int) -> list[Square]:
    """All with few elements, and some with more."""
    few_elements = {2: 4, 3: 3, 4: 2, 5: 1}[m]
    small = [matrix for n in range(1, few_elements + 1) for matrix in of_size(m, n)]
    return [*small, *some(m, 12)]


def at(verdict: EveryVerdict, m: int) -> bool | None:
    """Whether it is said to hold at m; None if that is not said."""
    if verdict.outcome == "proved":
        return True
    known = {number: own.outcome == "proved" for number, own in verdict.at}
    if m in known:
        return known[m]
    return None if verdict.family is None else False


def padded(verdict: EveryVerdict, m: int) -> list[Square]:
    """The matrices of the counterexample, with the classes of its family added."""
    classes, against = verdict.at[-1]
    assert verdict.family is not None
    assert against.witness is not None
    found = []
    for cells in against.witness.matrices:
        rows = [[0] * m for _ in range(m)]
        for place, cell in enumerate(cells):
            rows[place // classes][place % classes] = int(cell)
        for i in range(classes, m):
            rows[i][i] = verdict.family.right
        found.append(rows)
    return found


def _as_enumerated(text: str, numbers: tuple[int, ...]) -> int:
    """How many verdicts that it fails were seen; none that it holds is contradicted."""
    measure, seen = SLOW[text], 0
    for verdict, m in product(answer(text).verdicts, numbers):
        said = at(verdict, m)
        if said is None:  # it fails for two classes, and that is all that is said
            assert (text, verdict.property) in OPEN
            continue
        if said:
            assert not violated(verdict.property, measure, matrices(m)), (verdict.property, m)
            continue
        against = verdict.at[-1][1].witness
        whole = against is not None and against.kind == "pair" and all(
            cell.isdecimal() for own in against.matrices for cell in own
        )  # fmt: skip
        if m > verdict.at[-1][0] and whole:
            assert violated(verdict.property, measure, padded(verdict, m)), (verdict.property, m)
            seen += 1
    return seen


def test_verdicts_for_every_m_are_those_of_enumeration() -> None:
    assert _as_enumerated("accuracy", (2, 3, 4)) >= 1


@exhaustive
def test_the_agreement_of_gwet_is_monotone_for_every_m() -> None:
    """Its proof is replayed from the file; so is that of its range."""
    report = answer("AC1")
    assert [report[name].outcome for name in ("monotone", "weakly-monotone")] == ["proved"] * 2
    assert not any(item.problem for item in verify(json.loads(report.to_json())))


@exhaustive
@pytest.mark.parametrize("text", TEXTS)
def test_verdicts_at_four_and_five_classes_are_those_of_enumeration(text: str) -> None:
    assert _as_enumerated(text, (2, 3, 4, 5)) >= 2


@exhaustive
@pytest.mark.parametrize("case", [
    *((text, name, 4) for text, name in product(TEXTS[:4], FOUR)),
    *(("accuracy", name, 5) for name in FIVE), ("AC1", "monotone", 4), ("AC1", "monotone", 3),
])  # fmt: skip
def test_verdicts_for_every_m_are_the_fixed_ones(case: tuple[str, str, int]) -> None:
    """What is decided at so many classes is what is said for every m."""
    text, property_id, m = case
    said = at(answer(text)[property_id], m)
    fixed: Any = check(text, property=property_id, classes=m)[property_id]
    assert said is not None
    assert fixed.outcome == ("proved" if said else "refuted")


@pytest.mark.parametrize("case", few([
    ("accuracy", "symmetry", 4), ("accuracy", "scale-invariance", 5),
    ("macro_F1", "strongly-monotone", 4), ("kappa_chance", "constant-baseline", 4),
], 1))  # fmt: skip
def test_some_fixed_verdicts(case: tuple[str, str, int]) -> None:
    text, property_id, m = case
    found = check(text, property=property_id, classes="every")[property_id]
    fixed: Any = check(text, property=property_id, classes=m)[property_id]
    assert fixed.outcome == ("proved" if at(found, m) else "refuted")
