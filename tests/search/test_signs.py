"""Products are compared factor by factor, and no verdict contradicts enumeration."""

from __future__ import annotations

import json

import pytest
from asking import check
from quick_definitions import FINDERS, violation
from slow_definitions import Values

from symbolic_measures import verify

#: What needs the signs of factors, and how each compares with its partner.
PROVED = [
    ("(1+MCC)/2*accuracy", "weakly-monotone"), ("(1+MCC)/2*accuracy", "tn-monotone"),
    ("(1+MCC)/2*accuracy", "opitz-monotone"), ("Max(0,MCC)^2", "weakly-monotone"),
    ("Max(0,MCC)^2", "tp-monotone"), ("log(FPR)/log(TPR)", "tp-monotone"),
    ("Min(F1,BA)", "weakly-monotone"),
]  # fmt: skip


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
