"""What is plain is seen before anything is split: roots as a whole, sides that are one number."""

from __future__ import annotations

import json

import pytest
from asking import check

from symbolic_measures import verify
from symbolic_measures.meaning.report import Report
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.properties import decide_property

HELLINGER = "sqrt((sqrt(TPR)-sqrt(FPR))^2+(sqrt(1-TPR)-sqrt(1-FPR))^2)"
ALROY = "TP*(TP+FN+FP+sqrt(TP+FN+FP))/(TP*(TP+FN+FP+sqrt(TP+FN+FP))+3/2*FN*FP)"
LAMBDA = "(Max(TP,FP)+Max(FN,TN)-Max(P,N))/(n-Max(P,N))"
EFFECTIVENESS = "1-1/(a/PPV+(1-a)/TPR)"


def _replays(report: Report) -> bool:
    return not [item for item in verify(json.loads(report.to_json())) if item.problem]


@pytest.mark.parametrize(
    ("text", "property_id", "steps"),
    [
        (HELLINGER, "tptn-max", 3 * MILLION),  # term by term one square may be above 1
        (ALROY, "weakly-monotone", 10 * MILLION),  # the roots are the same on both sides
        (LAMBDA, "tn-not-max", MILLION),  # the value at better cells is 1, in each of many cases
        (LAMBDA, "tp-not-max", 2 * MILLION),
    ],
)
def test_it_is_proved_in_few_steps(text: str, property_id: str, steps: int) -> None:
    report = check(text, [property_id])
    assert report[property_id].outcome == "proved"
    assert _replays(report)
    effort = Effort(seconds=1_000)
    assert decide_property(property_id, report.reading, effort).outcome == "proved"
    assert effort.spent < steps


def test_a_path_to_the_supremum_does_for_parameters_close_to_1() -> None:
    report = check(EFFECTIVENESS, ["range"], assume=("0 < a < 1",))
    verdict = report["range"]
    assert verdict.outcome == "proved"
    assert _replays(report)
    assert verdict.value["supremum"]["value"] == "1"
    assert not verdict.value["supremum"]["attained"]
    assert verdict.value["infimum"] == {"value": "0", "attained": ["1", "0", "0", "0"]}
