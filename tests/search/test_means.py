"""Random predictions: bounds below 1 that are not exact, and measures that have no value there."""

from __future__ import annotations

import json

import pytest

from symbolic_measures import check, verify
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.means import _looked_at, _Values


def _decided(text: str, *assume: str) -> Verdict:
    (verdict,) = check(text, assume=assume, properties=["chance-corrected"]).verdicts
    return verdict


@pytest.mark.parametrize(
    ("text", "assume", "bound"),
    [
        ("(TPR*TNR*PPV)^(1/3)", (), "3/4"),  # p*z*(1 - z) is below 1/4, its root below 2/3
        ("TPR-c*FPR", ("c > 0",), "Max(0, 1 - c)"),
        ("-(xlogy(PPV,PPV)+xlogy(1-PPV,1-PPV))", (), "log(2)"),
        ("TP*TN/((2*FN+1)*(FP+1))", (), "1/2"),
        ("w*MCC+(1-w)*F1", ("0 < w < 1",), "1 - w"),
        ("TP/(sqrt(P*Phat)+h)", ("h > 0",), "1/(1 + h)"),
        ("w*TP/(TP+FN+FP)+(1-w)*TN/(TN+FN+FP)", ("0 < w < 1",), "Max(w, 1 - w)"),
    ],
)
def test_a_bound_below_1_is_enough(text: str, assume: tuple[str, ...], bound: str) -> None:
    """Nothing need be known of how near it comes."""
    verdict = _decided(text, *assume)
    assert verdict.outcome == "proved"
    assert verdict.value == {"bound": bound, "grade": "below"}


@pytest.mark.parametrize("text", ["1/(TPR-FPR)", "2*(TPR-FPR)*MCC/((TPR-FPR)+MCC)"])
def test_undefined_wherever_the_classes_are_independent(text: str) -> None:
    """TP*TN = FN*FP there."""
    assert _decided(text).outcome == "not-applicable"


def test_powers_with_a_parameter_come_near_1() -> None:
    """Along shares that are squares, (s/(s + 1))^2, both powers are fractions for w = 1/2."""
    verdict = _decided("TPR^w*PPV^(1-w)", "0 < w < 1")
    assert verdict.outcome == "refuted"
    assert verdict.value["parameters"] == {"w": "1/2"}


def test_no_bound_below_1_is_claimed_where_there_is_none() -> None:
    """The share of the largest class, and what is near it for large classes only."""
    assert _decided("accuracy").outcome == "refuted"
    assert _decided("accuracy*(1-FPR*FNR)").outcome != "proved"


def test_a_mean_over_four_classes_is_one() -> None:
    """Of each class's cells any three may go together: only what no class has is looked at."""
    verdict = check("macro_F1", "class-decomposable", classes=4)["class-decomposable"]
    assert (verdict.outcome, verdict.value) == ("proved", {"p": "1"})


@pytest.mark.parametrize(
    "text",
    [
        "(TPR*(1-TPR)-FPR*(1-FPR))/(TPR*(1-TPR)+FPR*(1-FPR))",
        "TP*(log(n*TP/(P*Phat))-1)",
        "(xlogy(TP/n,TP*n/(P*Phat))+xlogy(FN/n,FN*n/(P*Nhat))+xlogy(FP/n,FP*n/(N*Phat))"
        "+xlogy(TN/n,TN*n/(N*Nhat)))/(-(xlogy(P/n,P/n)+xlogy(N/n,N/n)))",
    ],
)
def test_no_exponent_is_seen_at_matrices_far_apart(text: str) -> None:
    """Where few small ones have a positive value, or its normal form is too large to be shown."""
    report = check(text, properties=["class-decomposable"])
    assert report["class-decomposable"].outcome == "refuted"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


def test_two_matrices_tell_derivatives_apart_for_every_weight() -> None:
    """At each of them there is a weight for which they are alike."""
    text = "w*TP/(TP+FN+FP)+(1-w)*TN/(TN+FN+FP)"
    report = check(text, assume=("0 < w < 1",), properties=["class-sensitive"])
    (verdict,) = report.verdicts
    assert verdict.outcome == "proved"
    assert "or" in verdict.value


def test_a_kink_is_no_place_where_a_derivative_is_0() -> None:
    """|log(Phat/P)| has none at Phat = P; elsewhere the ratio of derivatives is looked at."""
    reading = make_reading(measure("accuracy*F1-0.1*Abs(log(Phat/P))"))
    values = _Values.of(reading)
    kink = _looked_at([(1, 1, 1, 1)], reading, values, None, Effort(60))
    beside = _looked_at([(2, 1, 1, 1), (2, 1, 2, 1)], reading, values, None, Effort(60))
    assert kink == (None, None)
    assert beside[1] is not None
