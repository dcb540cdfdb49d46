"""What is divided by the smaller or larger of two: compared in two fractions."""

from __future__ import annotations

import json

import pytest
from asking import check

from symbolic_measures import verify
from symbolic_measures.meaning.subjects import find_property, make_reading, measure
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.tactics.ends import with_larger_fractions
from symbolic_measures.search.tactics.formulas import prove_goal

COLE = "(TP*TN-FN*FP)"
LEWONTIN = (
    f"Max(0,{COLE})/Min(P*Nhat,N*Phat)-Max(0,FN*FP-TP*TN)/Min(P*Phat,N*Nhat)"
)  # fmt: skip


@pytest.mark.parametrize("number", range(4))
def test_the_steps_of_lewontins_measure_are_cheap(number: int) -> None:
    """11 million steps were needed while every hypothesis with kinks was taken in its cases."""
    goal = find_property("weakly-monotone").statement(make_reading(measure(LEWONTIN))).goals[number]
    effort = Effort(600)
    assert prove_goal(goal, effort) is not None
    assert effort.spent < 2 * MILLION


@pytest.mark.parametrize("property_id", ["weakly-monotone", "class-symmetry"])
def test_its_verdicts_replay(property_id: str) -> None:
    report = check(LEWONTIN, [property_id])
    assert report[property_id].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


@pytest.mark.parametrize(
    "text", [f"{COLE}/Min(P*Nhat,N*Phat)", "TP/(1+Min(P,Phat))", "TP/Max(P,Phat)"]
)
def test_numerators_of_both_signs_and_larger_divisors_are_left(text: str) -> None:
    goal = find_property("weakly-monotone").statement(make_reading(measure(text))).goals[0]
    assert list(with_larger_fractions(goal)) == []


def test_the_larger_fraction_may_fall() -> None:
    assert check("FP/Min(P,Phat)", ["weakly-monotone"])["weakly-monotone"].outcome == "refuted"


@pytest.mark.parametrize("property_id", ["weakly-monotone", "tp-monotone"])
def test_what_is_divided_by_the_larger_is_proved_as_before(property_id: str) -> None:
    """Where the two fractions are written in, one of them may divide by 0."""
    assert check("TP/Max(P,Phat)", [property_id])[property_id].outcome == "proved"
