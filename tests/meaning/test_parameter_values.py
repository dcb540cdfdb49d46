"""What fails for some values of the parameters: derivatives that are alike for these, patterns of
zero cells that do not say where the measure is undefined."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from symbolic_measures import check, verify
from symbolic_measures.nouns.errors import CertificateError

PRIOR = "(accuracy-(q*P+(1-q)*N)/n)/(1-(q*P+(1-q)*N)/n)"


def _prior(q: Fraction, cells: tuple[Fraction, ...]) -> Fraction:
    """The share of right ones beyond that expected with a class chosen with probability q."""
    tp, fn, fp, tn = cells
    expected = (q * (tp + fn) + (1 - q) * (fp + tn)) / sum(cells)
    return ((tp + tn) / sum(cells) - expected) / (1 - expected)


def _data(text: str, *assume: str, of: str = "class-sensitive") -> dict[str, Any]:
    data: dict[str, Any] = json.loads(check(text, [of], assume=assume).to_json())
    return data


def _refused(data: dict[str, Any]) -> bool:
    try:
        return any(item.problem for item in verify(data))
    except CertificateError:
        return True


def test_with_equal_priors_both_right_cells_count_the_same() -> None:
    """And both wrong ones; with other priors they do not."""
    data = _data(PRIOR, "0 < q < 1")
    (verdict,) = data["verdicts"]
    assert (verdict["verdict"], verdict["value"]["parameters"]) == ("refuted", {"q": "1/2"})
    assert not _refused(data)
    step = Fraction(1, 7)
    for q, same in ((Fraction(1, 2), True), (Fraction(1, 3), False)):
        found = []
        for cells in product(map(Fraction, (1, 2, 3)), repeat=4):
            for pair in ((0, 3), (1, 2)):
                one, other = (
                    _prior(q, tuple(c + step * (i == place) for i, c in enumerate(cells)))
                    for place in pair
                )
                found.append(one == other)
        assert all(found) == same


def test_each_parameter_has_its_value() -> None:
    data = _data("(TP+d*TN-b*FP-c*FN)/(TP+d*TN+b*FP+c*FN)", "b > 0", "c > 0", "d > 0")
    (verdict,) = data["verdicts"]
    assert verdict["value"]["parameters"] == {"b": "1", "c": "1", "d": "1"}
    assert not _refused(data)


@pytest.mark.parametrize("given", [
    {"q": "1/3"}, {"q": "3/2"}, {"q": "1/0"}, {"q": "q"}, {"q": "1/2", "r": "1"}, {}, {"r": "1/2"},
    "1/2", ["1/2"], {"q": 1}, {"q": None},
])  # fmt: skip
def test_other_values_are_refused(given: Any) -> None:
    """At 1/3 derivatives differ; 3/2 is no probability; the others are no values of q."""
    data = _data(PRIOR, "0 < q < 1")
    data["verdicts"][0]["value"]["parameters"] = given
    assert _refused(data)


def test_values_that_the_conditions_exclude_are_refused() -> None:
    """The same evidence where priors are below 1/2: there derivatives differ."""
    data = _data(PRIOR, "0 < q < 1")
    assert not _refused(data)
    data["measure"]["parameters"]["q"] = ["0 < q < 1/2"]
    assert _refused(data)


def test_no_value_is_given_of_what_is_no_parameter() -> None:
    """Nor told in the statement."""
    text = json.dumps(_data(PRIOR, "0 < q < 1"))
    assert text.count("q = 1/2") == 2
    data = json.loads(text.replace("q = 1/2", "q = 1/2, r = 1"))
    data["verdicts"][0]["value"]["parameters"]["r"] = "1"
    assert _refused(data)


def test_the_statement_is_about_these_values() -> None:
    report = check(PRIOR, ["class-sensitive"], assume=["0 < q < 1"])
    verdict = report["class-sensitive"]
    (goal,) = verdict.statement.goals
    assert (goal.variables, goal.label) == ((), "dM/dTP is not dM/dTN with q = 1/2")
    assert "all wrong cells, with q = 1/2." in verdict.statement.sentence
    assert "and dM/dTN is the same, with q = 1/2" in " ".join(str(report).split())


def test_that_all_values_are_alike_is_not_said() -> None:
    """Without its value of q the proof is about every q, and does not fit."""
    data = _data(PRIOR, "0 < q < 1")
    del data["verdicts"][0]["value"]["parameters"]
    assert _refused(data)


def test_a_measure_without_parameters_has_no_values_of_them() -> None:
    data = _data("accuracy")
    assert not _refused(data)
    patterns = _data("1/(TPR-FPR)", of="undefined-kinds")
    assert not _refused(patterns)
    for given, forged in product(({"q": "1/2"}, {}), (data, patterns)):
        forged["verdicts"][0]["value"]["parameters"] = given
        assert _refused(forged)


TRADEOFF = "n/(TP-FP*t/(1-t))"


def test_undefined_at_some_of_a_pattern_for_some_threshold() -> None:
    """With t = 1/2 where TP = FP; for every t there is a matrix that has a value."""
    data = _data(TRADEOFF, "0 < t < 1", of="undefined-kinds")
    (verdict,) = data["verdicts"]
    assert (verdict["verdict"], set(verdict["value"]["parameters"])) == ("not-applicable", {"t"})
    assert "with t = 1/2 and the same ones" in verdict["reason"]
    assert not _refused(data)
    t = Fraction(verdict["value"]["parameters"]["t"])
    for rel, zero in (("defined", False), ("undefined", True)):
        tp, _, fp, _ = map(int, verdict["value"][rel])
        assert (tp - fp * t / (1 - t) == 0) is zero


@pytest.mark.parametrize("given", [{"t": "1/3"}, {"t": "1"}, {"t": "1/0"}, {}, {"s": "1/2"}, 1])
def test_of_other_thresholds_it_is_not_shown(given: Any) -> None:
    data = _data(TRADEOFF, "0 < t < 1", of="undefined-kinds")
    data["verdicts"][0]["value"]["parameters"] = given
    assert _refused(data)
