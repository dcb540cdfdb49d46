"""How values scale, on arbitrary measures and on known ones, held against plain loops."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations
from typing import Any

import pytest
from asking import check
from slow_definitions import Matrix, matrices, up_to
from tiers import exhaustive, few

from meaning.tables import Kept, Table, named, stated, tables
from meaning.test_answers import holds
from meaning.test_kernel_on_tables import small, written
from symbolic_measures.kernel.truth import fails
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.scales import SCALES
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.questions.kinds import verify

SIZE = 3
CELLS = ("TP", "FN", "FP", "TN")


def times(k: int, m: Matrix) -> Matrix:
    return k * m[0], k * m[1], k * m[2], k * m[3]


# --- homogeneity ----------------------------------------------------------------------------


def homogeneous(value: Table, fixed: Matrix) -> bool:
    """Whether each value, where there is one, is multiplied as that of the fixed matrix is."""
    for k in range(1, SIZE + 1):
        one, more = value(fixed), value(times(k, fixed))
        for m in up_to(SIZE):
            before, after = value(m), value(times(k, m))
            if before is None or after is None:
                continue
            if not one or more is None or after * one != before * more:
                return False
    return True


def test_homogeneity() -> None:
    seen = Counter[bool]()
    degrees: list[Table] = [
        lambda m: m[0] * m[3] - 2 * m[1] ** 2,
        lambda m: m[0] + m[3],
        lambda m: Fraction(m[0], sum(m)) if sum(m) else None,
        lambda m: m[0] + m[1] * m[2],
        lambda m: 7,
    ]
    for table in (*map(Kept, degrees), *tables(60, up_to(SIZE))):
        for fixed in ((2, 1, 1, 3), (0, 1, 0, 0)):
            statement = stated("homogeneity", named(), {"matrix": list(map(str, fixed))})
            right = homogeneous(table, fixed)
            assert holds(statement, table, SIZE) == right
            seen[right] += 1
    assert min(seen[True], seen[False]) >= 5


# --- Lipschitz ------------------------------------------------------------------------------


def least_constant(value: Table) -> Fraction:
    """The largest n*|M(C) - M(D)|/k, where k elements are moved from one cell to another."""
    most = Fraction(0)
    for n in range(1, SIZE + 1):
        for one in matrices(n):
            for other in matrices(n):
                moved = sorted(b - a for a, b in zip(one, other, strict=True))
                before, after = value(one), value(other)
                alone = moved[0] < 0 and moved[1] == moved[2] == 0
                if alone and before is not None and after is not None:
                    most = max(most, Fraction(n * abs(after - before), moved[3]))
    return most


def test_lipschitz_constants() -> None:
    seen = Counter[bool]()
    for table in tables(25, up_to(SIZE)):
        least = least_constant(table)
        for constant in (least, least + 1, least / 2):
            for source, target in (("FN", "TP"), ("TP", "FP"), ("TN", "FP")):
                value = {"constant": str(constant), "rest": ["1", "0", "1", "0"], "by": "1"}
                value |= {"from": source, "to": target, "attained": True}
                one, other = (
                    tuple(cell + (own == name) for own, cell in zip(CELLS, (1, 0, 1, 0)))
                    for name in (source, target)
                )
                before, after = table(one), table(other)
                reached = None not in (before, after) and 3 * (after - before) == constant
                right = constant >= least and reached
                assert holds(stated("lipschitz-constant", named(), value), table, SIZE) == right
                seen[right] += 1
    assert min(seen[True], seen[False]) >= 5


# --- interval scale -------------------------------------------------------------------------


def unequal(value: Table, triple: tuple[Matrix, ...]) -> bool:
    """Whether these are three neighbours among the values of one truth, with unequal steps."""
    truths = {(m[0] + m[1], m[2] + m[3]) for m in triple}
    if len(truths) > 1 or 0 in next(iter(truths)):
        return False
    (positives, negatives) = truths.pop()
    of_truth = {
        value((tp, positives - tp, negatives - tn, tn))
        for tp in range(positives + 1)
        for tn in range(negatives + 1)
    }
    levels = sorted(of_truth - {None})
    told = [value(m) for m in triple]
    if None in told or told not in [levels[i : i + 3] for i in range(len(levels) - 2)]:
        return False
    return told[1] - told[0] != told[2] - told[1]


@exhaustive
def test_three_neighbours_with_unequal_steps() -> None:
    """What is not so cannot even be stated; what is stated is false."""
    seen = Counter[bool]()
    places = [m for n in (2, 3) for m in matrices(n)]
    for wide in tables(6, places, seed=5):
        table = small(wide, places)
        reading = Reading(replace(named().measure, formula=written(table, places)))
        for triple in permutations(places, 3):
            truths = {(m[0] + m[1], sum(m)) for m in triple}
            if len(truths) > 1 and seen[False] > 20:  # these are refused at once
                continue
            value = {"steps": [list(map(str, m)) for m in triple], "parameters": {}}
            right = unequal(table, triple)
            try:
                (goal,) = stated("interval-scale", reading, value).goals
            except FormulaError:
                assert not right
            else:
                assert right
                assert fails(goal, {})
            seen[right] += 1
    assert min(seen[True], seen[False]) >= 4


LEVELS = {
    "TP": lambda m: m[0],
    "TN": lambda m: m[3],
    "TP + TN": lambda m: m[0] + m[3],
    "TP - TN": lambda m: m[0] - m[3],
}


@pytest.mark.parametrize("levels", LEVELS)
def test_equal_steps(levels: str) -> None:
    """Where the goals hold the values of each truth are equally spaced, whatever the table."""
    value = {"origin": "P - 2*N", "unit": "1/P", "levels": levels}
    statement = stated("interval-scale", named(), value)

    def exact(m: Matrix) -> Fraction | None:
        p, n = m[0] + m[1], m[2] + m[3]
        return p - 2 * n + Fraction(LEVELS[levels](m), p) if p and n else None

    assert holds(statement, Kept(exact), SIZE)
    for truth in ((1, 1), (1, 2), (2, 1), (2, 2)):
        found = {exact(m) for m in matrices(sum(truth)) if m[0] + m[1] == truth[0]}
        steps = {high - low for low, high in pairwise(sorted(found))}
        assert len(steps) == 1
    for place in (m for m in up_to(SIZE) if m[0] + m[1] and m[2] + m[3]):
        for wrong in (None, 17):
            changed = Kept(lambda m, at=place, wrong=wrong: wrong if m == at else exact(m))
            assert not holds(statement, changed, SIZE)


# --- known measures -------------------------------------------------------------------------

#: By hand, in the order of SCALES: y proved, n refuted; the constant, where there is one.
EXPECTED: dict[str, tuple[str, str]] = {
    "accuracy": ("yyy", "1"),
    "Hamann": ("yyy", "2"),
    "recall": ("yyy", "oo"),
    "F1": ("yyn", "oo"),
    "CC": ("yyn", "oo"),
    "leverage": ("yyn", "1"),
    "detection_prevalence": ("yyy", "1"),
    "TP + TP*TN": ("nyn", "oo"),
}


@pytest.mark.parametrize("name", few(EXPECTED, ["accuracy", "CC"]))
def test_scales_against_mathematics(name: str) -> None:
    report = check(name, SCALES)
    marks, constant = EXPECTED[name]
    words = {"proved": "y", "refuted": "n"}
    assert "".join(words.get(verdict.outcome, "?") for verdict in report.verdicts) == marks
    assert report["lipschitz-constant"].value["constant"] == constant
    assert not [checked for checked in verify(json.loads(report.to_json())) if checked.problem]


@pytest.mark.parametrize(
    ("property_id", "change"),
    [
        ("interval-scale", {"steps": [["0", "1", "1", "0"], ["1", "0", "1", "0"]]}),
        ("interval-scale", {"steps": [["0", "1", "9", "0"]] * 3}),
        ("interval-scale", {"parameters": {"w": "1"}}),
        ("lipschitz-constant", {"constant": "oo"}),
        ("lipschitz-constant", {"to": "FN"}),
        ("lipschitz-constant", {"rest": ["e", "0", "0", "0"]}),
        ("lipschitz-constant", {"by": "-1"}),
        ("homogeneity", {"matrix": ["1", "1"]}),
        ("homogeneity", {"matrix": ["1/2", "1", "1", "1"]}),
    ],
)
def test_values_of_another_form_are_refused(property_id: str, change: dict[str, Any]) -> None:
    right: dict[str, dict[str, Any]] = {
        "interval-scale": {
            "steps": [["0", "1", "1", "0"], ["1", "0", "1", "0"], ["1", "0", "0", "1"]],
            "parameters": {},
        },
        "lipschitz-constant": {
            "constant": "1", "rest": ["1", "0", "0", "0"], "from": "FN", "to": "TP", "by": "1",
            "attained": True,
        },
        "homogeneity": {"matrix": ["1", "1", "1", "1"]},
    }  # fmt: skip
    reading = check("F1", ["symmetry"]).reading
    stated(property_id, reading, right[property_id])
    with pytest.raises(FormulaError):
        stated(property_id, reading, {**right[property_id], **change})
