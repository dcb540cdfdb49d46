"""Powers with a parameter are compared along a line, and no verdict contradicts enumeration."""

from __future__ import annotations

import json

import pytest
from asking import check
from quick_definitions import FINDERS, violation
from slow_definitions import Values

from symbolic_measures import verify
from symbolic_measures.meaning.subjects import find_property, make_reading, measure
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.tactics.formulas import prove_goal

MEAN, ABOVE_0 = "((TPR^r+TNR^r)/2)^(1/r)", "r > 0"
FOCAL = "1-(1-TP/(TP+a*FN+(1-a)*FP))^(1/g)"
SHARE = "0 < a < 1"
#: Formula, assumptions, property.
PROVED = [
    (MEAN, (ABOVE_0,), "weakly-monotone"), (MEAN, (ABOVE_0,), "monotone"),
    (MEAN, (ABOVE_0,), "maximal-agreement"), (MEAN, (ABOVE_0,), "range"),
    (FOCAL, (SHARE, "g > 0"), "weakly-monotone"), (FOCAL, (SHARE, "g > 0"), "maximal-agreement"),
    (FOCAL, (SHARE, "g > 0"), "scale-invariance"), (FOCAL, (SHARE, "g > 0"), "range"),
    (FOCAL, (SHARE, "g > 0"), "weakly-strongly-monotone"),
    ("1-((FNR^r+FPR^r)/2)^(1/r)", ("r >= 1",), "weakly-monotone"),
    ("w*TPR^r+(1-w)*TNR^r", ("0 < w < 1", ABOVE_0), "weakly-monotone"),
    ("1-2/pi*acos(sqrt(TPR*PPV))", (), "range"), ("2/pi*(pi/2-acos(accuracy))", (), "range"),
]  # fmt: skip
REFUTED = [
    ("TPR^r-TNR^r", (ABOVE_0,), "weakly-monotone"),
    ("((TPR^r+FPR^r)/2)^(1/r)", (ABOVE_0,), "weakly-monotone"),
    (MEAN, (ABOVE_0,), "tn-invariance"),
]


@pytest.mark.parametrize(("text", "assume", "property_id"), PROVED)
def test_what_grows_along_the_line_is_proved(
    text: str, assume: tuple[str, ...], property_id: str
) -> None:
    report = check(text, [property_id], assume=assume)
    assert report[property_id].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
    if property_id in FINDERS and not assume:
        assert violation(Values(report.reading), property_id) is None


@pytest.mark.parametrize(("text", "assume", "property_id"), REFUTED)
def test_what_does_not_is_refuted(text: str, assume: tuple[str, ...], property_id: str) -> None:
    assert check(text, [property_id], assume=assume)[property_id].outcome == "refuted"


@pytest.mark.parametrize(
    ("text", "assume"), [("TPR^r*(2-TPR)", (ABOVE_0,)), ("TPR^r-TNR^r", (ABOVE_0,))]
)
def test_goals_without_plain_signs_are_given_up_soon(text: str, assume: tuple[str, ...]) -> None:
    reading = make_reading(measure(text, assume=assume))
    effort = Effort(600)
    steps = [
        prove_goal(g, effort) for g in find_property("weakly-monotone").statement(reading).goals
    ]
    assert None in steps
    assert effort.spent < 7 * MILLION


def test_what_is_the_same_in_another_order_is_equal() -> None:
    text = "((TPR^r+PPV^r)/2)^(1/r)"
    assert check(text, ["symmetry"], assume=[ABOVE_0])["symmetry"].outcome == "proved"
    assert check(MEAN, ["ach"], assume=[ABOVE_0])["ach"].outcome == "proved"


def test_parts_of_both_signs_have_no_case_after_case() -> None:
    """GM is below its value at diagonal matrices, though TP*TN - FN*FP has both signs."""
    report = check("GM", ["maximal-agreement"])
    assert report["maximal-agreement"].outcome == "proved"


def test_factors_that_are_negative_by_hypothesis() -> None:
    """-2*x*y**2 - 2*z*u**2 >= 0 with -x >= 0 and -z >= 0 does not fall without end as y grows."""
    report = check("macro_F1_of_means", ["opitz-monotone"], classes=3)
    assert report["opitz-monotone"].outcome == "proved"
