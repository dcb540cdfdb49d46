"""Strong monotonicity says where it is decided for single steps only."""

from __future__ import annotations

import pytest
from asking import check

IDS = ("strongly-monotone", "weakly-strongly-monotone")


@pytest.mark.parametrize("text", ["accuracy", "MCC", "kappa"])
def test_no_matrix_in_between_is_undefined(text: str) -> None:
    assert {verdict.reason for verdict in check(text, IDS).verdicts} == {""}


def test_a_matrix_in_between_is_undefined() -> None:
    """0/(FN-1) takes the value away where FN = 1, between FN = 2 and FN = 0."""
    report = check("accuracy+0/(FN-1)", IDS)
    for verdict in report.verdicts:
        assert verdict.outcome == "proved"
        assert verdict.reason == (
            "decided for single steps: between (1, 0, 0, 1) and (1, 2, 0, 1), which differ in FN, "
            "the measure is undefined at (1, 1, 0, 1)"
        )


def test_what_is_excluded_is_not_said() -> None:
    """Undefined at one diagonal matrix: steps between diagonal matrices are excluded anyway."""
    report = check("accuracy+0*FN/(FN+FP+Abs(TP-2))", IDS[1:])
    assert report.verdicts[0].reason == ""
