"""Not differentiable: held against difference quotients of our own, with forgeries."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from asking import check
from flint import fmpq
from slow_definitions import Values, minus, real
from tiers import few

from symbolic_measures import verify
from symbolic_measures.kernel.truth import fails
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.no_derivative import no_derivative
from symbolic_measures.meaning.opitz import OPITZ
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError

#: Kinks: the measure has no derivative at some matrix with positive cells.
BENT = (
    "OP", "Abs(MCC)", "Min(TPR, TNR, PPV, NPV)", "Max(0, kappa)", "TP/Max(P, Phat)",
    "Abs(FN-FP)/(2*TP+FN+FP)*TP/(TP+Min(FN,FP))", "sqrt((TPR-TNR)^2)", "sqrt(MCC^2)+TP/n",
)  # fmt: skip
#: Kinks in the formula alone: the measure has its derivatives all the same.
SMOOTH = (
    "MCC*Abs(MCC)", "MCC*sqrt(MCC^2)", "Max(0, kappa)^2", "(n*TP-P*Phat)/Max(TP*N, P*FP)",
    "Abs(TP+1)/n", "Max(TP, FN)+Min(TP, FN)", "Max(TP-n, 0)+TP/n",
)  # fmt: skip


@pytest.mark.parametrize("text", BENT)
def test_what_has_no_derivative(text: str) -> None:
    report = check(text, OPITZ[:1])
    verdict = report["opitz-monotone"]
    assert verdict.outcome == "not-applicable"
    assert verdict.reason.startswith("not differentiable")
    quotients_keep_apart(report.reading, verdict.value)
    assert not [checked for checked in verify(json.loads(report.to_json())) if checked.problem]


@pytest.mark.parametrize("text", few(SMOOTH, SMOOTH[-3:]))
def test_what_has_derivatives(text: str) -> None:
    assert check(text, OPITZ[:1])["opitz-monotone"].outcome != "not-applicable"


def test_a_square_with_its_sign_is_as_monotone_as_it_is() -> None:
    """MCC*|MCC| has its derivatives where MCC is 0, too."""
    report = check("MCC*Abs(MCC)", OPITZ[:1])
    assert report["opitz-monotone"].outcome == "proved"
    assert not [checked for checked in verify(json.loads(report.to_json())) if checked.problem]


def test_off_the_kink_a_wrong_sign_refutes() -> None:
    """Max(0, -kappa)^2 falls where kappa does, and has its derivatives everywhere."""
    assert check("Max(0, -kappa)^2", OPITZ[:1])["opitz-monotone"].outcome == "refuted"


def quotient(table: Values, value: dict[str, Any], step: Fraction) -> Any:
    """(M(cell + step) - M)/step, in 60 decimals."""
    here = [Fraction(text) for text in value["matrix"]]
    there = list(here)
    there[CELLS.index(value["cell"])] += step
    return real(minus(table(tuple(there)), table(tuple(here)))) / real(step)


def quotients_keep_apart(reading: Reading, value: dict[str, Any]) -> None:
    table = Values(reading)
    up = 1 if table.up else -1
    above, below = (real(Fraction(value[side])) for side in ("above", "below"))
    side = 1 if above > below else -1
    assert above != below
    for k in (1, 2, 7, 1_000, 10**6):
        step = Fraction(1, value["within"] * k)
        assert side * (up * quotient(table, value, step) - above) >= 0
        assert side * (up * quotient(table, value, -step) - below) <= 0


def test_the_goals_say_that_of_the_quotients() -> None:
    """At each step a goal fails where the quotient is on the wrong side of its bound, else not."""
    chance, seen = Random(7), {True: 0, False: 0}
    for text in ("Abs(TP-FN)/n", "Min(TP,TN)/P", "TP/(TP+FP)", "Max(TPR,TNR)"):
        reading = check(text, []).reading
        table = Values(reading)
        for _ in range(40):
            above, below = chance.sample([Fraction(k, 6) for k in range(-6, 7)], 2)
            value = {
                "cell": chance.choice(CELLS), "above": str(above), "below": str(below),
                "matrix": [str(chance.randint(1, 3)) for _ in CELLS],
                "within": chance.randint(2, 10),
            }  # fmt: skip
            statement, _ = no_derivative(PROPERTIES["opitz-monotone"], reading, value)
            side = 1 if above > below else -1
            for u in (0, 1, 50):
                step = Fraction(1, value["within"] + u)
                right = (
                    side * (quotient(table, value, step) - real(above)) >= 0,
                    side * (quotient(table, value, -step) - real(below)) <= 0,
                )
                for goal, expected in zip(statement.goals, right, strict=True):
                    assert (fails(goal, {"u": fmpq(u)}) is False) == expected
                    seen[expected] += 1
    assert min(seen.values()) > 100


CHANGES: tuple[dict[str, Any], ...] = (
    {"above": "1/3", "below": "1/3"}, {"above": "10"}, {"below": "-10", "above": "-11"},
    {"above": "-1", "below": "1"}, {"within": 1}, {"within": 11}, {"within": "2"},
    {"within": True}, {"cell": "XX"}, {"cell": "TN"}, {"matrix": ["1", "1", "1"]},
    {"matrix": ["0", "0", "1", "1"]}, {"matrix": ["2", "1", "1", "1"]}, {"above": "0.2"},
    {"above": None}, {"more": 1},
)  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_forged_values_are_refused(change: dict[str, Any]) -> None:
    data = json.loads(check("Abs(TP-FN)/n", OPITZ[:1]).to_json())
    assert not [checked for checked in verify(data) if checked.problem]
    forged = deepcopy(data)
    forged["verdicts"][0]["value"].update(change)
    assert any(checked.problem for checked in verify(forged))


def test_a_kink_of_one_value_of_a_parameter() -> None:
    """With t = 1/2 the precision of the matrix of ones is where the measure begins to grow."""
    report = check("Max(0,PPV-t)/(1-t)", OPITZ[:1], assume=("0 < t < 1",))
    verdict, data = report["opitz-monotone"], json.loads(report.to_json())
    assert verdict.outcome == "not-applicable"
    assert "with t = 1/2 the difference" in verdict.reason
    assert verdict.value["parameters"] == {"t": "1/2"}
    at_half = check("Max(0,PPV-1/2)/(1-1/2)", []).reading
    quotients_keep_apart(at_half, {**verdict.value, "parameters": {}})
    assert not [checked for checked in verify(data) if checked.problem]
    for given in ({"t": "2"}, {"t": "1/3"}, {}, {"s": "1/2"}, {"t": "1/2", "s": "1"}, {"t": "x"},
                  ["1/2"], "1/2", None):  # fmt: skip
        forged = deepcopy(data)
        forged["verdicts"][0]["value"]["parameters"] = given
        assert any(checked.problem for checked in verify(forged)), given
    del data["verdicts"][0]["value"]["parameters"]
    assert any(checked.problem for checked in verify(data))


def test_an_inadmissible_parameter_shows_nothing() -> None:
    """Abs(x - t) with t where no admissible t is; the statement as it would have to be."""
    report = check("Abs(TP/n-t)", OPITZ[:1], assume=("t > 1",))
    value = {"cell": "TP", "matrix": ["1", "1", "1", "1"], "above": "1/10", "below": "-1/10",
             "within": 2}  # fmt: skip
    prop = PROPERTIES["opitz-monotone"]
    assert report["opitz-monotone"].outcome != "not-applicable"
    no_derivative(prop, report.reading, {**value, "parameters": {"t": "2"}})
    with pytest.raises(FormulaError, match="do not satisfy"):
        no_derivative(prop, report.reading, {**value, "parameters": {"t": "1/4"}})


@pytest.mark.parametrize("text", SMOOTH)
def test_nothing_shows_that_of_a_smooth_measure(text: str) -> None:
    """The evidence of another measure, with the statement as it would have to be."""
    data = json.loads(check("Abs(MCC)", OPITZ[:1]).to_json())
    report = check(text, ["symmetry"])
    other, reading = json.loads(report.to_json()), report.reading
    entry = deepcopy(data["verdicts"][0])
    statement, reason = no_derivative(PROPERTIES["opitz-monotone"], reading, entry["value"])
    entry.update(statement=statement.to_data(), reason=reason)
    other["verdicts"] = [entry]
    assert any(checked.problem for checked in verify(other))
    del entry["proof"]
    assert any(checked.problem for checked in verify({**other, "verdicts": [entry]}))


@pytest.mark.parametrize(("change", "problem"), [
    ({"reason": "not differentiable at all"}, "not the verdict that its proof shows"),
    ({"witness": {"point": {}}}, "not the verdict that its proof shows"),
    ({"proof": None}, "without a proof that it does not apply"),
])  # fmt: skip
def test_a_verdict_says_what_its_proof_shows(change: dict[str, Any], problem: str) -> None:
    data = json.loads(check("OP", OPITZ[:1]).to_json())
    (entry,) = data["verdicts"]
    (checked,) = verify({**data, "verdicts": [{**entry, **change}]})
    assert problem in str(checked.problem)


def test_a_parameter_called_u_is_refused() -> None:
    reading = check("Abs(TP-u*FN)/n", [], assume=("u > 0",)).reading
    value = {"cell": "TP", "matrix": ["1"] * 4, "above": "1", "below": "0", "within": 2}
    with pytest.raises(FormulaError):
        no_derivative(PROPERTIES["opitz-monotone"], reading, value)
