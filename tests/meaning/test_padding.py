"""Baselines with classes added, against expectations that are enumerated."""

from __future__ import annotations

import copy
import json
from itertools import product

import pytest
from flint import fmpq

from symbolic_measures import check, verify
from symbolic_measures.kernel.exact import UndefinedError, compare
from symbolic_measures.kernel.expectation import mean
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.padding import Sizes, _baseline
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.questions.kinds import read

SIZES: tuple[Sizes, ...] = (
    ((1, 2), (2, 1)), ((0, 2), (1, 1)), ((2, 2), (1, 3)), ((1, 1, 1), (2, 0, 1)),
)  # fmt: skip
AFFINE = ("accuracy", "BA", "macro_F1", "weighted_F1", "kappa")
OTHERS = ("macro_Jaccard", "Bangdiwala_B", "sum(c^2)/n^2", "sum(c)*sum(c)/sum(a*a)")


@pytest.mark.parametrize("text", [*AFFINE, *OTHERS])
@pytest.mark.parametrize("right", [0, 1])
def test_a_baseline_is_the_expectation_over_all_predictions(text: str, right: int) -> None:
    """Of sizes with added classes, at each m the same as by enumeration of the matrices."""
    subject = EveryClasses(text)
    for sizes, more in product(SIZES, (1, 2)):
        few = len(sizes[0])
        m = few + more
        whole = tuple(own + (right,) * more for own in sizes)
        goal = PROPERTIES["constant-baseline"].statement(subject.at(m)).goals[0]
        try:
            tree = _baseline(subject, sizes, right, exact=True)
        except FormulaError:
            assert right == 1
            assert text in OTHERS
            continue
        try:
            expected = mean(goal, (whole[0], whole[1]), {})
        except UndefinedError:
            with pytest.raises(UndefinedError):
                evaluator(tree)({"m": fmpq(m)})
            continue
        assert compare(evaluator(tree)({"m": fmpq(m)}), expected) == 0


@pytest.mark.parametrize("text", [*AFFINE, *OTHERS, "CC"])
@pytest.mark.parametrize("right", [0, 1])
def test_a_value_at_an_expected_matrix(text: str, right: int) -> None:
    subject = EveryClasses(text)
    for sizes, more in product(SIZES, (1, 2)):
        m = len(sizes[0]) + more
        true, predicted = (own + (right,) * more for own in sizes)
        cells = tuple(fmpq(a * b, sum(true)) for a, b in product(true, predicted))
        tree = _baseline(subject, sizes, right, exact=False)
        point = dict(zip(subject.at(m).measure.cells, cells, strict=True))
        try:
            expected = evaluator(subject.at(m).formula)(point)
        except UndefinedError:
            with pytest.raises(UndefinedError):
                evaluator(tree)({"m": fmpq(m)})
            continue
        assert compare(evaluator(tree)({"m": fmpq(m)}), expected) == 0


def test_a_calibrated_measure_is_not_padded() -> None:
    with pytest.raises(FormulaError, match="calibrated"):
        _baseline(EveryClasses("calibrated(macro_precision)"), SIZES[0], 1, exact=False)


@pytest.mark.parametrize("text", ["accuracy", "macro_F1"])
def test_baselines_that_differ_for_every_m(text: str) -> None:
    ids = ["constant-baseline", "approximate-constant-baseline"]
    data = json.loads(check(text, property=ids, classes="every").to_json())
    assert [verdict["holds"] for verdict in data["verdicts"]] == ["for no m >= 2"] * 2
    assert [item for item in verify(data) if item.problem] == []
    for number, change in product((0, 1), ("right", "proofs", "classes")):
        forged = copy.deepcopy(data)
        verdict = forged["verdicts"][number]
        if change == "classes":
            verdict["at"][-1]["classes"] = 3
        elif change == "proofs":
            verdict["larger"]["proofs"].pop(0)
        elif text == "macro_F1":  # with classes of no elements it is undefined
            verdict["larger"]["right"] = 1 - verdict["larger"]["right"]
        else:
            verdict["larger"]["right"] = 2
        with pytest.raises(CertificateError):
            read(forged)


def test_what_is_not_affine_is_refuted_at_its_m_alone() -> None:
    found = check("macro_Jaccard", property="constant-baseline", classes="every")
    data = json.loads(found.to_json())
    assert found["constant-baseline"].holds == "not for m = 2"
    larger = {"right": 1, "proofs": [{"rule": "evaluate"}, {"rule": "evaluate"}]}
    data["verdicts"][0] |= {"larger": larger, "holds": "for no m >= 2"}
    with pytest.raises(CertificateError):
        read(data)
