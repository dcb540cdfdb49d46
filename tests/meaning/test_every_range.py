"""The range for every number of classes: matrices of each m, bounds, and what must be refused."""

from __future__ import annotations

import copy
import json
from itertools import product
from typing import Any, cast

import pytest
from flint import fmpq
from tiers import few

from symbolic_measures import check, verify
from symbolic_measures.kernel.exact import UndefinedError, compare
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.meaning.every_range import value_at
from symbolic_measures.meaning.every_report import EveryReport
from symbolic_measures.nouns.confusion import compositions
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.questions.kinds import read

#: The infimum and the supremum for every m, as known.
RANGES = {
    "accuracy": ("0", "1"), "error_rate": ("0", "1"), "BA": ("0", "1"), "SBA": ("0", "1"),
    "kappa": ("-1", "1"), "CC": ("-1", "1"), "CD": ("0", "1"), "macro_F1": ("0", "1"),
    "Bennett_S": ("-1/(m-1)", "1"), "HmacR": ("0", "1"),
    "Peirce": ("-1", "1"), "Scott_pi": ("-1", "1"), "Bangdiwala_B": ("0", "1"),
    "AC1": ("-1/(m-1)", "1"), "macro_specificity": ("1+-2/m", "1"), "macro_F1_of_means": ("0", "1"),
}  # fmt: skip


def decided(text: str) -> EveryReport:
    return cast(EveryReport, check(text, property="range", classes="every"))


def written_out(place: dict[str, Any], m: int, e: int) -> tuple[int, ...]:
    """The matrix of m classes, cell by cell."""
    cells = [
        eval(cell.replace("^", "**"), {"e": e}) for cell in place.get("alike", place.get("cells"))
    ]
    found = [[0] * m for _ in range(m)]
    for i, j in product(range(m), repeat=2):
        if "alike" in place:
            found[i][j] = cells[i != j]
        elif max(i, j) < 2:
            found[i][j] = cells[2 * i + j]
        elif i == j:
            found[i][j] = place["added"]
    return tuple(cell for row in found for cell in row)


PLACES: tuple[dict[str, Any], ...] = (
    {"alike": ["1", "0"]}, {"alike": ["0", "1"]}, {"alike": ["e", "e^2"]},
    {"cells": ["0", "1", "1", "0"], "added": 0}, {"cells": ["1", "e", "2", "0"], "added": 1},
)  # fmt: skip


@pytest.mark.parametrize("text", ["accuracy", "CC", "macro_F1", "AC1", "sum(c/(n-a+m))"])
@pytest.mark.parametrize("place", PLACES)
def test_a_matrix_of_each_m_has_the_value_of_the_matrix_written_out(
    text: str, place: dict[str, Any]
) -> None:
    """With the term of an added class, which says less where there is none: not from m = 2 on."""
    subject = EveryClasses(text)
    tree = value_at(subject, place, True)
    for m, e in product((2 if "alike" in place else 3, 4, 5), (1, 3)):
        try:
            expected = subject.at(m).value_at(written_out(place, m, e))
        except UndefinedError:
            with pytest.raises(UndefinedError):
                evaluator(tree)({"m": fmpq(m), "e": fmpq(e)})
        else:
            assert compare(evaluator(tree)({"m": fmpq(m), "e": fmpq(e)}), expected) == 0


@pytest.mark.parametrize("text", few(RANGES, ("accuracy", "BA")))
def test_the_range_for_every_m(text: str) -> None:
    """As known; no small matrix of 2, 3 or 4 classes is beyond it, and one that is named has it."""
    found = decided(text)["range"]
    assert found.outcome == "proved"
    assert found.proof is not None
    ends = found.proof.constant
    assert (ends["infimum"]["value"], ends["supremum"]["value"]) == RANGES[text]
    assert not any(item.problem for item in verify(json.loads(decided(text).to_json())))
    subject = EveryClasses(text)
    for m, size in ((2, 4), (3, 2 if "sqrt" in subject.tree.ops else 3), (4, 1)):
        low, high = (evaluator(subject.constant(bound))({"m": fmpq(m)}) for bound in RANGES[text])
        for n in range(1, size + 1):
            for cells in compositions(n, m * m):
                try:
                    value = subject.at(m).value_at(cells)
                except UndefinedError:
                    continue
                assert compare(low, value) <= 0 <= compare(high, value)
        for end, bound in ((ends["infimum"], low), (ends["supremum"], high)):
            if "attained" in end:
                value = subject.at(m).value_at(written_out(end["attained"], m, 1))
                assert compare(value, bound) == 0


@pytest.mark.parametrize(("end", "problem"), [
    ({"value": "0", "attained": {"alike": ["0", "0"]}}, "an empty matrix"),
    ({"value": "0", "approached": {"alike": ["0*e", "0"]}}, "an empty matrix"),
    ({"value": "0", "attained": {"alike": ["0", "e"]}}, "a cell is a whole number"),
    ({"value": "0", "attained": {"alike": ["0", "-1"]}}, "a cell is a whole number"),
    ({"value": "0", "attained": {"alike": ["0", "1/2"]}}, "a cell is a whole number"),
    ({"value": "0", "attained": {"alike": ["1"]}}, "2 cells are given"),
    ({"value": "0", "attained": {"cells": ["0", "1", "1"], "added": 0}}, "4 cells are given"),
    ({"value": "0", "attained": {"cells": ["0", "1", "1", "0"], "added": 2}}, "no element or one"),
    ({"value": "0", "attained": {"cells": ["0", "1", "1", "0"]}}, "the keys are cells, added"),
    ({"value": "sum(c)/n", "attained": {"alike": ["0", "1"]}}, "is not one number for each m"),
    ({"value": "0"}, "the keys are value, approached"),
    ({"value": "-oo", "attained": {"alike": ["0", "1"]}}, "unknown name 'oo'"),
])  # fmt: skip
def test_what_is_no_end_is_refused(end: Any, problem: str) -> None:
    high = {"value": "1", "attained": {"alike": ["1", "0"]}}
    with pytest.raises(FormulaError, match=problem):
        parts("range", EveryClasses("accuracy"), {"infimum": end, "supremum": high})


#: What a file may say of the range of HmacR, which is (0, 1].
CHANGES: tuple[tuple[str, str, Any], ...] = (
    ("infimum", "value", "-1"),
    ("infimum", "approached", {"alike": ["e", "e"]}),
    ("infimum", "value", "1/2"),
    ("supremum", "value", "2"),
    ("supremum", "attained", {"alike": ["1", "1"]}),
    ("supremum", "attained", {"alike": ["0", "1"]}),
)


@pytest.mark.parametrize(("side", "key", "value"), CHANGES)
def test_a_range_that_is_another_one_is_refused(side: str, key: str, value: Any) -> None:
    data = copy.deepcopy(json.loads(decided("HmacR").to_json()))
    data["verdicts"][0]["every"]["constant"][side][key] = value
    with pytest.raises(CertificateError):
        read(data)


def test_an_end_that_is_approached_is_not_attained() -> None:
    data = copy.deepcopy(json.loads(decided("HmacR").to_json()))
    end = data["verdicts"][0]["every"]["constant"]["infimum"]
    end["attained"] = end.pop("approached")
    with pytest.raises(CertificateError):
        read(data)


def test_an_infinite_end() -> None:
    found = decided("mean(a/c)")["range"]
    assert found.proof is not None
    assert found.proof.constant["supremum"]["value"] == "oo"
    assert "infimum and supremum: [1, oo)" in str(decided("mean(a/c)"))
