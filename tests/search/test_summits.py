"""Values without a maximum: on a side there is always something larger at almost one class."""

from __future__ import annotations

import pytest

from symbolic_measures import check


@pytest.mark.parametrize(
    "text",
    [
        "(TP+TN)/sqrt(P*Phat*N*Nhat)",
        pytest.param("n*(TP-1/2)^2/(P*Phat)", marks=pytest.mark.exhaustive),
    ],
)
def test_what_grows_without_bound_has_no_maximum_on_a_side(text: str) -> None:
    """Where nearly all elements are of one class the value is as large as one likes."""
    report = check(text, properties=["tn-not-max", "tp-not-max"])
    assert [verdict.outcome for verdict in report.verdicts] == ["proved", "proved"]
    assert all("better" in verdict.value for verdict in report.verdicts)
