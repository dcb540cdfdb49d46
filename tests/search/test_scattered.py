"""Points with cells of very different sizes: what fails at one is not tried to be proved."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asking import check
from slow_definitions import Values, compared

from symbolic_measures import verify

#: It falls where n is 50 for the first time, and where n is 30: too many are smaller, or not.
FALLING = [("TP/n - 2*Max(0, n-49)*TP/n", False), ("(TP - 20*FN)*(TP - 20*FN)/n^2*TN", True)]


@pytest.mark.parametrize(("text", "smallest"), FALLING)
def test_a_large_counterexample_is_one_and_says_whether_it_is_the_smallest(
    text: str, smallest: bool
) -> None:
    report = check(text, ["weakly-monotone"])
    verdict = report["weakly-monotone"]
    assert verdict.outcome == "refuted"
    assert verdict.witness.minimal is smallest
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []
    told = " ".join(report.rendered("proofs").split())
    assert ("No smaller counterexample exists" in told) is smallest
    values = Values(report.reading)
    before, after = (values(tuple(map(int, cells))) for cells in verdict.witness.matrices)
    assert before is not None
    assert after is not None
    assert compared(before, after) > 0


#: Thresholds that only large tables come near: with 1,000 of a class, or 1,400 predicted.
FAR = [
    ("sqrt(Max(TPR,0.001)*Max(TNR,0.001))", "monotone"),
    ("sqrt(Max(TPR,0.001)*Max(TNR,0.001))", "minimal-agreement"),
    ("(30*TP-2*(TP+FP)-0.01*(TP+FP)^2)/n", "tp-monotone"),
]


@pytest.mark.parametrize(("text", "property_id"), FAR)
def test_what_fails_in_large_tables_alone_is_refuted_there(text: str, property_id: str) -> None:
    report = check(text, [property_id])
    verdict = report[property_id]
    assert verdict.outcome == "refuted"
    assert not verdict.witness.minimal
    matrices = [tuple(map(int, cells)) for cells in verdict.witness.matrices]
    assert max(map(sum, matrices)) > 100
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []
    values = Values(report.reading)
    before, after = map(values, matrices)
    assert before is not None
    assert after is not None
    wanted = 0 if property_id == "minimal-agreement" else 1  # or it stands still
    assert compared(before, after) >= wanted - (property_id == "monotone")


#: What fails at a small point too: the smallest is told, and no proof is tried.
FAILING = [
    ("(TP+1)/(Phat+2)", "better-than-chance"), ("Max(F1, recall)", "monotone"),
    ("sqrt(TP)-FN*a/n", "scale-invariance"), ("TP/n-FP/n", "fp-min"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "property_id"), FAILING)
def test_no_proof_is_tried_of_what_fails(
    text: str, property_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Any] = []
    monkeypatch.setattr("symbolic_measures.search.engine.prove_goal", lambda *a: tried.append(a))
    assume = ["a > 0"] if "*a" in text else []
    verdict = check(text, [property_id], assume=assume)[property_id]
    assert verdict.outcome == "refuted"
    assert verdict.witness.minimal
    assert tried == []


def test_the_two_values_of_a_pair_are_those_of_the_measure() -> None:
    report = check("(TP+1)/(Phat+2)", ["better-than-chance"])
    better, other = report["better-than-chance"].witness.matrices
    values = Values(report.reading)
    ends = [values(tuple(map(int, matrix))) for matrix in (better, other)]
    assert None not in ends
    assert compared(*ends) <= 0  # type: ignore[arg-type]
