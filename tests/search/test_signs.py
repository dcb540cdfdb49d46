"""Products are compared factor by factor, and no verdict contradicts enumeration."""

from __future__ import annotations

import json

import pytest
from asking import check
from quick_definitions import FINDERS, violation
from slow_definitions import Values

from symbolic_measures import measure, verify
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.properties import decide_property

#: What needs the signs of factors, and how each compares with its partner.
PROVED = [
    ("(1+MCC)/2*accuracy", "weakly-monotone"), ("(1+MCC)/2*accuracy", "tn-monotone"),
    ("(1+MCC)/2*accuracy", "opitz-monotone"), ("Max(0,MCC)^2", "weakly-monotone"),
    ("Max(0,MCC)^2", "tp-monotone"), ("log(FPR)/log(TPR)", "tp-monotone"),
    ("Min(F1,BA)", "weakly-monotone"), ("TPR/(1+log(1+FP))", "tp-monotone"),
]  # fmt: skip
#: Defined, because each factor under the root, or below a power, has its sign.
COST = "sqrt(log2(1+(Min(FN,FP)+TP)/(Max(FN,FP)+TP))/sqrt(log2(2+Min(FN,FP)/(TP+1)))*log2(1+TPR))"
DEFINED = [
    (COST, ()),
    ("(-log(F1))^g", ("0 < g",)),
    ("(n^2/(Min(P,N,Phat,Nhat)*Max(P,N)))^w/(P*N*Phat*Nhat)", ("0 < w",)),
]


@pytest.mark.parametrize(("text", "property_id"), PROVED)
def test_factors_are_compared(text: str, property_id: str) -> None:
    report = check(text, [property_id])
    assert report[property_id].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
    if property_id in FINDERS:
        assert violation(Values(report.reading), property_id) is None


@pytest.mark.parametrize("text", ["MCC*accuracy", "MCC*kappa", "log(TPR)*log(FPR)", "1/Max(0,MCC)"])
def test_factors_of_other_signs_prove_nothing(text: str) -> None:
    assert check(text, ["weakly-monotone"])["weakly-monotone"].outcome == "refuted"


@pytest.mark.parametrize(
    ("text", "property_id"),
    [
        ("log2(1+(Min(FN,FP)+TP)/(Max(FN,FP)+TP))", "range"),
        ("log2(1+(Min(FN,FP)+TP)/(Max(FN,FP)+TP))", "tptn-max"),
        ("log2(1+TPR)*log2(1+PPV)", "maximal-agreement"),
    ],
)
def test_functions_between_bounds(text: str, property_id: str) -> None:
    """By letters; and no number that only few values are below is tried in place of the bound."""
    effort = Effort(600, 5 * MILLION)
    verdict = decide_property(property_id, Reading(measure(text)), effort, {})
    assert verdict.outcome == "proved"


@pytest.mark.parametrize(("text", "assume"), DEFINED)
def test_signs_of_factors_say_where_it_is_defined(text: str, assume: tuple[str, ...]) -> None:
    report = check(text, ["undefined-set"], assume=assume)
    assert report["undefined-set"].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


def test_hypotheses_with_roots_of_unknown_sign_are_left_out() -> None:
    """Letters for the logarithms; of what else the two sides are made needs no sign."""
    text = "sqrt(log(1+Abs(FN-FP))/sqrt(log(2+Abs(FN-FP))))"
    assert check(text, ["symmetry"])["symmetry"].outcome == "proved"


def test_factors_of_a_product_have_bounds() -> None:
    """Both are at most 1, and one of them is below 0 somewhere."""
    text = "(log(FPR)-log(TPR))/(log(FPR)+log(TPR))*Min(Phat/P,P/Phat)"
    report = check(text, ["range"])
    value = report["range"].value
    assert report["range"].outcome == "proved"
    assert (value["infimum"]["value"], value["supremum"]["value"]) == ("-1", "1")
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


#: Powers with a parameter as exponent, of cells that may be 0.
POWERS = [
    ("TP/(P*Phat)^w", "w > 0", "tn-monotone", "proved"),
    ("TP/(P*Phat)^w", "w > 0", "fn-min", "proved"),
    ("log2((TP/n)^r/(P*Phat/n^2))", "r > 1", "tn-strictly-monotone", "proved"),
    ("((TPR^r+TNR^r+PPV^r+NPV^r)/4)^(1/r)", "r > 0", "tptn-max", "proved"),
    ("(TPR^r+TNR^r)^(1/r)", "r > 0", "tp-strictly-monotone", "proved"),
]


@pytest.mark.parametrize(("text", "assume", "property_id", "outcome"), POWERS)
def test_powers_of_what_may_be_0(text: str, assume: str, property_id: str, outcome: str) -> None:
    report = check(text, [property_id], assume=(assume,))
    assert report[property_id].outcome == outcome
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
