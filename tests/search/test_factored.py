"""Derivatives are shown as one fraction of factored polynomials, also with numbers such as pi."""

from __future__ import annotations

import pytest

from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.propose import gradient


@pytest.mark.parametrize(
    ("text", "shown", "sign"),
    [
        ("2/pi*asin(accuracy)", "2*(FN + FP)/(acos(-1)*sqrt(", "positive"),
        ("log2(1+TP)", "1/(log(2)*(TP + 1))", "positive"),
        ("F1/pi", "2*(FN + FP)/(acos(-1)*(2*TP + FN + FP)**2)", "positive"),
        ("-F1*log(3)", "-2*log(3)*(FN + FP)/(2*TP + FN + FP)**2", "negative"),
    ],
)
def test_numbers_are_letters_meanwhile(text: str, shown: str, sign: str) -> None:
    verdict = gradient(make_reading(measure(text)), "TP", Effort(600))
    assert verdict.outcome == "proved"
    assert verdict.value["sign"] == sign
    assert verdict.value["derivative"].startswith(shown)


def test_the_square_of_a_root_is_what_is_under_it() -> None:
    """CD: without it sqrt(P*N*Phat*Nhat)^2 stands in the denominator."""
    verdict = gradient(make_reading(measure("CD")), "TP", Effort(600))
    assert verdict.outcome == "proved"
    assert ")**2" not in verdict.value["derivative"]
    assert "--" not in verdict.value["derivative"]
