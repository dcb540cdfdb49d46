"""The largest or the smallest of the same values, in another order."""

from __future__ import annotations

import json

import pytest
from asking import check

from symbolic_measures import verify
from symbolic_measures.meaning.subjects import find_property, make_reading, measure
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.properties import decide_property
from symbolic_measures.search.tactics.matched import rearranged

RATES = "TPR,TNR,PPV,NPV"


def decided(text: str, property_id: str) -> tuple[str, int]:
    effort = Effort(3_600)
    verdict = decide_property(property_id, make_reading(measure(text), (), None), effort)
    return verdict.outcome, effort.spent


@pytest.mark.parametrize("property_id", ["symmetry", "class-symmetry"])
@pytest.mark.parametrize("text", [f"Min({RATES})/Max({RATES})", f"(TPR+PPV)*Max({RATES})"])
def test_values_in_another_order_have_the_same_extremes(text: str, property_id: str) -> None:
    outcome, spent = decided(text, property_id)
    expected = "proved" if "/" in text or property_id == "symmetry" else "refuted"
    assert outcome == expected
    assert spent < MILLION


def test_the_same_order_is_left_to_other_ways() -> None:
    """By way of what stands there already nothing is gained, and the way would have no end."""
    reading = make_reading(measure("Min(TPR,TNR,PPV)"), (), None)
    (goal,) = find_property("scale-invariance").statement(reading).goals
    assert list(rearranged(goal)) == []
    assert decided("Min(TPR,TNR,PPV)", "scale-invariance")[0] == "proved"


def test_one_value_less_is_another_extreme() -> None:
    assert decided("Max(TPR,TNR,PPV)/Min(TPR,TNR,PPV)", "symmetry")[0] == "refuted"


@pytest.mark.parametrize("text", ["TPR/PPV", "Max(TPR,PPV)", "Max(TPR,PPV,MCC)-Min(TPR,PPV,MCC)"])
def test_nothing_is_tried_of_few_values_or_of_other_operations(text: str) -> None:
    (goal,) = find_property("symmetry").statement(make_reading(measure(text), (), None)).goals
    assert list(rearranged(goal)) == []


#: The correlation times sqrt(n - 1), with what is divided by under the root.
HYPERGEOMETRIC = "(TP-P*Phat/n)/sqrt(P*Phat*N*Nhat/(n^2*(n-1)))"


@pytest.mark.parametrize(
    ("property_id", "outcome"),
    [
        ("symmetry", "proved"),
        ("class-symmetry", "proved"),
        ("weakly-strongly-monotone", "proved"),
        ("constant-baseline", "proved"),
    ],
)
def test_what_is_divided_by_under_a_root_has_a_sign_where_cells_are_positive(
    property_id: str, outcome: str
) -> None:
    report = check(HYPERGEOMETRIC, [property_id])
    assert report[property_id].outcome == outcome
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
