"""Above chance and not: a constant lies between for each truth, the value at independence."""

from __future__ import annotations

import json

import pytest
from asking import check

from symbolic_measures import verify
from symbolic_measures.nouns.verdict import Step

MEASURES = ("precision", "FDR", "NPV", "SBA", "Yule_Q", "GM_m1", "DP", "relative_risk", "PMI")


def _rules(step: Step) -> set[str]:
    return {step.rule, *(rule for premise in step.premises for rule in _rules(premise))}


@pytest.mark.parametrize("name", MEASURES)
def test_what_is_above_chance_is_above_the_rest(name: str) -> None:
    report = check(name, ["better-than-chance"])
    verdict = report["better-than-chance"]
    assert verdict.outcome == "proved"
    assert verdict.proof is not None
    assert "via" in _rules(verdict.proof)
    assert [checked.problem for checked in verify(json.loads(report.to_json()))] == [""]


@pytest.mark.parametrize("name", ["accuracy", "F1", "recall", "jaccard"])
def test_where_no_constant_lies_between_it_is_refuted(name: str) -> None:
    assert check(name, ["better-than-chance"])["better-than-chance"].outcome == "refuted"


@pytest.mark.parametrize("text", [
    "(F1*((MCC+1)/2)*BA)^(1/3)",  # MCC is 0 at random predictions
    "(MCC+BA)/3+Min(kappa,0)",
])  # fmt: skip
def test_what_is_one_number_at_random_predictions(text: str) -> None:
    report = check(text, ["chance-corrected"])
    assert report["chance-corrected"].outcome == "proved"
    assert [checked.problem for checked in verify(json.loads(report.to_json()))] == [""]


def test_a_weight_between_two_measures_is_taken_apart() -> None:
    """The bound is linear in w: each measure has its own."""
    report = check("w*2*TP/(2*TP+FN+FP)+(1-w)*2*TN/(2*TN+FN+FP)", ["chance-corrected"],
                   assume=["0 < w < 1"])  # fmt: skip
    verdict = report["chance-corrected"]
    assert (verdict.outcome, verdict.value["bound"]) == ("proved", "Max(w, 1 - w)")
    assert [checked.problem for checked in verify(json.loads(report.to_json()))] == [""]
