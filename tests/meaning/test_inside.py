"""Conventions at 0 do not apply where cells are positive, if that is seen of their tests."""

from __future__ import annotations

import json

import pytest
from asking import check

from symbolic_measures import verify
from symbolic_measures.meaning.gradient import inside
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse

TPR = parse("TP/(TP+FN)", names={}, parameters=CELLS)


def _convention(test: str) -> Formula:
    tree = parse(test, names={}, parameters=(*CELLS, "w"))
    return Formula("ifzero", tree, formula(0), TPR)


@pytest.mark.parametrize(
    "test",
    ["TP", "TP*FN/(FP+TN)", "1 - TP/(TP+FN)", "TP/(TP+FN) - 1", "2 - TP/(TP+FN) - FP/(FP+TN)",
     "TP + 1", "(TP+1)/(TP+FN+2)", "1 - (TP+1)/(TP+FN+2)", "TP/(FN*1/2)"],
)  # fmt: skip
def test_where_cells_are_positive_the_convention_is_gone(test: str) -> None:
    assert inside(_convention(test)) == TPR


@pytest.mark.parametrize(
    "test",
    ["TP - FN", "1 - TP/FN", "TP/(FN-FP)", "1/(TP/FN - 1)", "w", "TP*w", "TP*sqrt(FN) - FP",
     "TP/(TP+FN) - FP/(FP+TN)", "TP - TP", "TP/(FN - 1)", "TP/(FN*0)", "(TP+1)/(TP-2)"],
)  # fmt: skip
def test_what_may_be_0_or_without_a_value_keeps_it(test: str) -> None:
    """TP/(FN - FP) is never 0, but has no value where FN = FP: nor has the convention there."""
    tree = _convention(test)
    assert inside(tree) == tree


def test_a_divisor_with_a_number_below_0_keeps_it() -> None:
    """FN - 1 as a sum: the number itself is below 0."""
    test = Formula("/", parse("TP"), Formula("+", parse("FN"), formula(-1)))
    tree = Formula("ifzero", test, formula(0), TPR)
    assert inside(tree) == tree


def test_conventions_one_inside_the_other() -> None:
    inner = _convention("1 - TP/(TP+FN)")
    assert (
        inside(Formula("ifzero", parse("FN", names={}, parameters=CELLS), formula(1), inner)) == TPR
    )


@pytest.mark.parametrize("property_id", ["opitz-monotone", "class-sensitive", "class-decomposable"])
def test_divergences_of_the_rows_have_derivatives(property_id: str) -> None:
    text = "xlogy(TPR,TPR/FPR)+xlogy(1-TPR,(1-TPR)/(1-FPR))"
    report = check(text, [property_id])
    assert report[property_id].outcome in ("proved", "refuted")
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
