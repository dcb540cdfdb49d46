"""Measures that are in no catalog: every gosgens2021 property is decided, and the proofs replay."""

from __future__ import annotations

import json

import pytest
from asking import check
from enumeration import disagreements
from slow_definitions import DEFINITIONS
from tiers import few

from symbolic_measures import verify
from symbolic_measures.meaning.gosgens import GOSGENS_BINARY

NINE = (
    "maximal-agreement",
    "minimal-agreement",
    "class-symmetry",
    "symmetry",
    "distance",
    "monotone",
    "strongly-monotone",
    "constant-baseline",
    "approximate-constant-baseline",
)
INFORMATION = (
    "xlogy(TP/n, TP*n/(P*Phat)) + xlogy(FN/n, FN*n/(P*Nhat))"
    " + xlogy(FP/n, FP*n/(N*Phat)) + xlogy(TN/n, TN*n/(N*Nhat))"
)
CHANCE = "2*((P+Phat)/(2*n))*(1-(P+Phat)/(2*n))"

#: Name: formula, and what is expected of the nine: y proved, n refuted, v vacuous.
MEASURES = {
    "Kulczynski": ("(precision+recall)/2", "ynnynnnnn"),
    "Braun-Blanquet": ("TP/Max(P, TP+FP)", "ynnyynnnn"),
    "Simpson's overlap": ("TP/Min(P, TP+FP)", "nnnynnnnn"),
    "Yule's Q": ("(TP*TN-FP*FN)/(TP*TN+FP*FN)", "nnyynnnny"),
    "Yule's Y": ("(sqrt(TP*TN)-sqrt(FP*FN))/(sqrt(TP*TN)+sqrt(FP*FN))", "nnyynnnny"),
    "equitable threat score": ("(TP-P*Phat/n)/(TP+FN+FP-P*Phat/n)", "ynyyyynny"),
    "P4": ("4*TP*TN/(4*TP*TN+(TP+TN)*(FP+FN))", "yvyynnnnn"),
    "Gwet's AC1": (f"((TP+TN)/n-{CHANCE})/(1-{CHANCE})", "yyyynynnn"),
    "uncertainty coefficient": (f"({INFORMATION})/(-xlogy(P/n, P/n)-xlogy(N/n, N/n))", "nnynnnnny"),
    "Sokal and Sneath's first": ("TP/(TP+2*(FN+FP))", "ynnyynnnn"),
    "Rogers and Tanimoto": ("(TP+TN)/(TP+TN+2*(FN+FP))", "yyyyyyynn"),
    "Hamann": ("(TP+TN-FN-FP)/n", "yyyyyyynn"),
    "log odds-ratio": ("log(TP*TN/(FN*FP))", "vvyyvyyvy"),
    "discriminant power": (
        "sqrt(3)/pi*(log(TPR/(1-TPR))+log(TNR/(1-TNR)))",
        "vvyyvyyvy",
    ),
    "mutual information": (INFORMATION, "nnyynnnny"),
}
OUTCOMES = {"y": "proved", "n": "refuted", "v": "not-applicable"}


@pytest.mark.parametrize("name", few(MEASURES, 3))
def test_every_property_is_decided_and_replays(name: str) -> None:
    text, marks = MEASURES[name]
    report = check(text, NINE)
    found = {verdict.property: verdict.outcome for verdict in report.verdicts}
    assert found == dict(zip(NINE, (OUTCOMES[mark] for mark in marks), strict=True))
    assert all(verdict.assumptions == () for verdict in report.verdicts)
    assert [c for c in verify(json.loads(report.to_json())) if c.problem] == []
    assert disagreements(report) == []


def test_the_slow_definitions_cover_the_nine() -> None:
    assert set(NINE) <= set(DEFINITIONS)
    assert set(NINE) <= set(GOSGENS_BINARY)
