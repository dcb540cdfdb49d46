"""Values without a maximum: on a side there is always something larger at almost one class."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from symbolic_measures import check, verify
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.search.battery import SHARE
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.properties import decide_property


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


@pytest.mark.parametrize(("text", "assume", "outcome"), [
    ("IBA(F_beta(beta), alpha)", ("beta > 0", "alpha >= 0"), "proved"),
    ("IBA(Gmean, alpha)", ("alpha >= 0",), "refuted"),
])  # fmt: skip
def test_what_is_asked_alone_has_steps_for_parameters(
    text: str, assume: tuple[str, ...], outcome: str
) -> None:
    """With half of 20 million for places; they were open with half of 10."""
    report = check(text, ["tp-not-max"], assume=assume, reading="gosgens-appendix-b", timeout=1000)
    assert report["tp-not-max"].outcome == outcome


def test_a_cap_is_reached_on_a_side() -> None:
    """A lift counts up to 5, which few are above."""
    report = check("recall*Min(5,lift)/5", ["tp-not-max"])
    verdict = report["tp-not-max"]
    assert (verdict.outcome, verdict.witness.minimal) == ("refuted", False)
    assert [checked.problem for checked in verify(json.loads(report.to_json()))] == [""]


def test_what_grows_with_errors_is_larger_where_few_are_right() -> None:
    text = "sqrt(1-sqrt(P*Phat)/n-sqrt(N*Nhat)/n)"
    report = check(text, ["tn-not-max", "tp-not-max"], lower_is_better=True)
    assert [verdict.outcome for verdict in report.verdicts] == ["proved", "proved"]


def test_a_small_maximum_on_a_side_is_found_within_a_share_of_a_battery() -> None:
    """What might be larger does not take all the steps: (1, 1, 0, 1) is a maximum at alpha = 0."""
    literal = Reading(MEASURES["IBA_F_beta"])
    verdict = decide_property("tn-not-max", literal, Effort(600, SHARE), {})
    assert verdict.outcome == "refuted"
    assert verdict.witness is not None
    assert verdict.witness.matrices[0] == ("1", "1", "0", "1")


@pytest.mark.parametrize(
    "text",
    [
        "Abs(TP-TN)/n",
        "1-(Max(TP,FN)+Max(FP,TN)+Max(TP,FP)+Max(FN,TN))/(2*n)",
        "(Abs(FN-FP)-1)^2/(FN+FP)",
        "(TP-P*Phat)/(P*Phat*N*Nhat)",
        "Abs(Phat-P)/P",
    ],
)
def test_what_is_larger_elsewhere(text: str) -> None:
    """All of one class, a quarter in each cell, few errors, few of one class, or few positives."""
    report = check(text, properties=["tn-not-max", "tp-not-max"])
    assert "undecided" not in {verdict.outcome for verdict in report.verdicts}
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


def test_a_maximum_with_cells_that_are_no_whole_numbers() -> None:
    """Where n = 1/2 the value is 1 whatever is predicted, so the maximum is on each side."""
    report = check("1-(2*n-1)*(FN+FP)/((P+Phat)*(N+Nhat))", properties=["tn-not-max", "tp-not-max"])
    for verdict in report.verdicts:
        assert verdict.outcome == "refuted"
        assert verdict.witness is not None
        assert sum(map(Fraction, verdict.witness.matrices[0])) == Fraction(1, 2)
        assert not verdict.witness.minimal
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


@pytest.mark.parametrize("text", ["1-(2*n-1)*(FN+FP)/((P+Phat)*(N+Nhat))", "TP/(P+Phat)-FN*TN"])
def test_of_a_maximum_at_a_matrix_no_witness_is_said_to_be_the_smallest(text: str) -> None:
    """Of another n, or section, there may be a smaller one."""
    report = check(text, properties=["tn-not-max", "tp-not-max", "tp-not-max-in-section"])
    data = json.loads(report.to_json())
    forged = [entry for entry in data["verdicts"] if isinstance(
        (entry["value"] or {}).get("maximum"), list)]  # fmt: skip
    for entry in forged:
        entry["witness"]["minimal"] = True
    problems = [item.problem for item in verify(data) if item.problem]
    assert len(problems) == len(forged)
    assert all("nothing says that it is minimal" in problem for problem in problems)


@pytest.mark.parametrize(
    ("text", "assume", "property_id"),
    [
        ("(b*TPR+1-Phat/n)/(b+1)", "b > 0", "tn-not-max"),
        ("Max(0,log(n*TP/(P*Phat))-log(s))", "s >= 1", "tn-not-max"),
    ],
)
def test_how_few_may_depend_on_a_parameter(text: str, assume: str, property_id: str) -> None:
    report = check(text, [property_id], assume=(assume,))
    assert report[property_id].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


@pytest.mark.parametrize(
    ("text", "property_id"),
    [
        ("Abs(2*TP/(2*TP+FN+FP)-2*TN/(2*TN+FN+FP))", "tn-not-max"),
        ("Abs(2*TP/(2*TP+FN+FP)-2*TN/(2*TN+FN+FP))", "tp-not-max"),
        ("recall-0.001*Phat", "tn-not-max"),
    ],
)
def test_few_errors_of_one_class_are_larger(text: str, property_id: str) -> None:
    """The supremum, 1, is not attained: one class alone, nearly."""
    report = check(text, [property_id])
    assert report[property_id].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
