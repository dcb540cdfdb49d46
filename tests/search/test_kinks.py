"""Where a measure has no derivative, also if the kink is far from small matrices."""

from __future__ import annotations

import json

import pytest

from symbolic_measures import check, verify


@pytest.mark.parametrize(
    ("text", "matrix"),
    [
        ("Abs(TPR-TNR)", ["1", "1", "1", "1"]),
        ("recall*Min(1,precision/0.9)", ["9", "1", "1", "1"]),
        ("Min(100,DOR)/100", ["100", "1", "1", "1"]),
        ("TPR*Max(0,1-FDR/0.05)", ["19", "1", "1", "1"]),
        ("sqrt(CSI*Max(0,HSS))", ["1", "1", "1", "1"]),  # a slope without end
    ],
)
def test_a_kink_is_found_where_one_cell_is_large(text: str, matrix: list[str]) -> None:
    report = check(text, ["opitz-monotone"])
    verdict = report["opitz-monotone"]
    assert verdict.outcome == "not-applicable"
    assert verdict.value["matrix"] == matrix
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


@pytest.mark.parametrize("text", ["Max(0,MCC)^2", "Max(0,TPR-0.9)^2", "MCC*Abs(MCC)"])
def test_what_has_derivatives_on_both_sides_of_a_kink_that_agree_has_one(text: str) -> None:
    """Max(0, MCC)^2 is flat where MCC = 0: that its formula has a kink is no matter."""
    assert check(text, ["opitz-monotone"])["opitz-monotone"].outcome != "not-applicable"
