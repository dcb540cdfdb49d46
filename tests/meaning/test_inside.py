"""Conventions at 0 do not apply where cells are positive, if that is seen of their tests."""

from __future__ import annotations

import json
from itertools import product

import pytest
from asking import check

from symbolic_measures import verify
from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.gradient import inside
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom

TPR = parse("TP/(TP+FN)", names={}, parameters=CELLS)


GONE = (
    "TP", "TP*FN/(FP+TN)", "1 - TP/(TP+FN)", "TP/(TP+FN) - 1", "2 - TP/(TP+FN) - FP/(FP+TN)",
    "TP + 1", "TP^2", "(TP+FN+FP+TN)^2 - (TP+FN)^2 - (FP+TN)^2", "(1 - TP/(TP+FN))^3",
    "(TP+1)/(TP+FN+2)", "1 - (TP+1)/(TP+FN+2)", "TP/(FN*1/2)",
)  # fmt: skip


def _convention(test: str) -> Formula:
    tree = parse(test, names={}, parameters=(*CELLS, "w"))
    return Formula("ifzero", tree, formula(0), TPR)


@pytest.mark.parametrize("test", GONE)
def test_where_cells_are_positive_the_convention_is_gone(test: str) -> None:
    assert inside(_convention(test)) == TPR


@pytest.mark.parametrize("test", GONE)
def test_by_enumeration(test: str) -> None:
    """The test has a value, which is not 0, at every matrix with cells 1 to 3."""
    tree = parse(test, names={}, parameters=CELLS)
    for cells in product(map(formula, (1, 2, 3)), repeat=4):
        assert holds(Atom(tree.at(**dict(zip(CELLS, cells, strict=True))), "!="), {}) is True


@pytest.mark.parametrize(
    "test",
    ["TP - FN", "1 - TP/FN", "TP/(FN-FP)", "1/(TP/FN - 1)", "w", "TP*w", "TP*sqrt(FN) - FP",
     "TP/(TP+FN) - FP/(FP+TN)", "TP - TP", "(TP-FN)^2", "TP^w", "2^TP", "(TP-FN)^(-2) + 1",
     "(TP-FN)^(1/2) + 1", "(TP-FN)^0", "TP^(1+1)", "1/(TP-FN)^2", "TP^2 - FN^2",
     "TP/(FN - 1)", "TP/(FN*0)", "(TP+1)/(TP-2)"],
)  # fmt: skip
def test_what_may_be_0_or_without_a_value_keeps_it(test: str) -> None:
    """TP/(FN - FP) is never 0, but has no value where FN = FP: nor has the convention there.  A
    power has a value for every base only if its exponent is whole and positive."""
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
