"""Sums of functions are compared term by term, and no verdict contradicts enumeration."""

from __future__ import annotations

import json

import pytest
from asking import check
from quick_definitions import FINDERS, violation
from slow_definitions import Values

from symbolic_measures import verify

HELLINGER, COHEN = "sqrt(TP/P)-sqrt(FP/N)", "acos(sqrt(FPR))-acos(sqrt(TPR))"
#: What needs the terms of both sides, or terms and numbers, one by one.
PROVED = [
    (HELLINGER, "weakly-monotone"), (HELLINGER, "monotone"), (HELLINGER, "tptn-max"),
    (COHEN, "monotone"), (COHEN, "maximal-agreement"), (COHEN, "tptn-max"),
    ("log(1+TPR)-sqrt(FPR)/2", "weakly-monotone"), ("TP/sqrt(P*Phat)-1/sqrt(Max(P,Phat))", "range"),
    ("log2(1+TPR)*log2(1+PPV)", "range"), ("0.6*F1+0.4*MCC-0.1*Abs(Phat-P)/n", "tp-monotone"),
    ("0.6*F1+0.4*MCC-0.1*Abs(Phat-P)/n", "tp-strictly-monotone"),
    ("10*log10(TPR/FPR)-20*FNR", "monotone"),
    ("sqrt(n)*(TP*TN-FN*FP)/sqrt(P*Phat*N*Nhat)", "tptn-max"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "property_id"), PROVED)
def test_terms_are_compared_in_pairs(text: str, property_id: str) -> None:
    report = check(text, [property_id])
    assert report[property_id].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
    if property_id in FINDERS:
        assert violation(Values(report.reading), property_id) is None


@pytest.mark.parametrize("text", ["sqrt(TPR)+sqrt(FPR)", "sqrt(TPR)-2*acos(PPV)+log(1+FNR)"])
def test_what_is_no_sum_of_such_terms_is_refuted(text: str) -> None:
    assert check(text, ["weakly-monotone"])["weakly-monotone"].outcome == "refuted"


def test_sentences_speak_of_the_terms() -> None:
    told = check(COHEN, ["maximal-agreement"]).rendered("text")
    assert "one constant on diagonal matrices, smaller elsewhere" in " ".join(told.split())
