"""Ranges of measures with logarithms, roots and parameters; every value is re-evaluated slowly."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from mpmath import log, mpf
from slow_definitions import Values, compared, real, value_of

from symbolic_measures import check, measure, verify
from symbolic_measures.kernel.truth import evaluator, fails
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import find_measure
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.parser import parse

#: formula, what is assumed, infimum, supremum
RANGES: tuple[tuple[str, tuple[str, ...], str, str], ...] = (
    ("log(n*TP/(P*Phat))", (), "-oo", "oo"),
    ("LOR", (), "-oo", "oo"),
    ("log((TP+1/2)*(TN+1/2)/((FN+1/2)*(FP+1/2)))", (), "-oo", "oo"),
    ("2*log(P/n)/log(TP/n)-1", (), "-1", "1"),
    ("(log(FPR)-log(TPR))/(log(FPR)+log(TPR))", (), "-1", "1"),
    ("(TP*TN-FN*FP)/sqrt(n*P*Phat)", (), "-oo", "oo"),
    ("(2*TP/n)^(1/4)", (), "0", "2**(1/4)"),
    ("log(1+TP/n)", (), "0", "log(2)"),
    ("sqrt(TP/(TP+2*FN+1))", (), "0", "1"),
    ("sqrt((FN/n^2+(1+MCC)/4)/2)", (), "0", "1/2"),
    ("TP/n-FP/n*t/(1-t)", ("0 < t < 1",), "-(t/(1 - t))", "1"),
    ("TP/(TP+a*FN+b*FP)", ("a > 0", "b > 0"), "0", "1"),
    ("(1+b)*PPV*TPR/(b*PPV+TPR)", ("b >= 0",), "0", "1"),
    ("1-1/(a/PPV+(1-a)/TPR)", ("0 <= a <= 1",), "0", "1"),
    ("a*TP/(TP+FN+1)", ("0 < a < 2",), "0", "a"),
    ("TP-a*FN-b*FP", ("a > 0", "b > 0"), "-oo", "oo"),
    ("TP/(FP+g)", ("g > 0",), "0", "oo"),
    ("Abs(log((TP+s)/(FP+s)))", ("s > 0",), "0", "oo"),
    ("TP/(TP+g)", ("g > 0",), "0", "1"),
    ("1-(c*FN+d*FP)/P", ("c > 0", "d > 0"), "-oo", "1"),
    ("TPR/(Phat/n)^a", ("0 < a < 1",), "0", "oo"),
    ("TP*(1-q)/q-FP+TN*q/(1-q)-FN", ("0 < q < 1",), "-oo", "oo"),
    ("10*log10(n/(FN+FP))", (), "0", "oo"),
    ("-10*log10((FN+FP)/n)", (), "0", "oo"),
    ("log10(n/(FN+FP))/7", (), "0", "oo"),
    ("Min(100,DOR)/100", (), "0", "1"),
    ("(1000*TP-150*(TP+FP))/(150*(TP+FP)+20000)", (), "-1", "17/3"),
    ("TP/(P*Phat^a)", ("0 < a < 1",), "0", "1"),
)


def test_a_cap_that_only_large_tables_reach_is_attained() -> None:
    report = check("F1*Min(1,0.01*n/Phat)", ["range"])
    end = report["range"].value["supremum"]
    assert (end["value"], end["attained"]) == ("1", ["1", "0", "0", "100"])
    assert [checked.problem for checked in verify(json.loads(report.to_json()))] == [""]


def value_at(text: str, point: dict[str, Fraction]) -> Any:
    return value_of(parse(text, names={}, parameters=tuple(point)), point)


@pytest.mark.parametrize(("text", "assume", "infimum", "supremum"), RANGES)
def test_ranges(text: str, assume: tuple[str, ...], infimum: str, supremum: str) -> None:
    report = check(text, ["range"], assume=assume)
    verdict = report["range"]
    assert verdict.outcome == "proved", verdict.reason
    ends = [verdict.value[side] for side in ("infimum", "supremum")]
    assert [end["value"] for end in ends] == [infimum, supremum]
    parameters = dict.fromkeys(report.reading.measure.parameters, Fraction(1, 3))
    table = Values(report.reading, parameters)
    for end, side in zip(ends, (-1, 1), strict=True):
        _never_beyond(table, end, side)
        _reached(table, end, side)


def _never_beyond(table: Values, end: dict[str, Any], side: int) -> None:
    """No value up to n = 6 is beyond a finite end."""
    if "oo" in end["value"]:
        return
    bound = value_at(end["value"], dict(table.parameters))
    for n in range(1, 7):
        for cells in compositions(n, len(CELLS)):
            value = table(cells)
            assert value is None or side * compared(value, bound) <= 0


def _reached(table: Values, end: dict[str, Any], side: int) -> None:
    """The end has its value at the matrix, or comes as near as is said along the path."""
    if end["attained"]:
        here = table(tuple(map(int, end["attained"])))
        assert compared(here, value_at(end["value"], dict(table.parameters))) == 0
        return
    for e in (1, 2, 5, 30, 400):
        at = {"e": Fraction(e)}
        here = real(table(tuple(value_at(cell, at) for cell in end["approached"])))
        power, times, less = (
            real(value_at(end.get(key, other), dict(table.parameters)))
            for key, other in (("power", "1"), ("times", "1"), ("less", "0"))
        )
        far = mpf(e) ** power * times
        if "oo" in end["value"]:
            assert side * here >= (log(far) if "growth" in end else far) - less - mpf(10) ** -40
        else:
            bound = real(value_at(end["value"], dict(table.parameters)))
            assert abs(here - bound) <= 1 / far + mpf(10) ** -40


UNBOUNDED = {"value": "oo", "attained": None, "approached": ["e", "1", "1", "1"]}
FROM_0 = {"value": "0", "attained": ["1", "1", "1", "1"]}


@pytest.mark.parametrize(
    "end",
    [
        {**UNBOUNDED, "growth": "loglog"},
        {**UNBOUNDED, "growth": ""},
        {**UNBOUNDED, "growth": None},
        {**UNBOUNDED, "value": "7", "growth": "log"},
        {**FROM_0, "growth": "log"},
    ],
)
def test_only_an_infinite_end_grows_like_a_logarithm(end: dict[str, Any]) -> None:
    subject = find_measure("LOR")
    assert subject is not None
    reading = Reading(subject)
    with pytest.raises(FormulaError):
        PROPERTIES["range"].statement(reading, {"infimum": FROM_0, "supremum": end})


@pytest.mark.parametrize(
    "end",
    [
        {**UNBOUNDED, "times": 2},
        {**UNBOUNDED, "times": "e"},
        {**UNBOUNDED, "times": "TP"},
        {**FROM_0, "times": "2"},
        {**UNBOUNDED, "power": 2},
        {**UNBOUNDED, "power": "e"},
        {**FROM_0, "power": "2"},
        {**UNBOUNDED, "less": 1},
        {**UNBOUNDED, "less": "e"},
        {**UNBOUNDED, "value": "7", "less": "1"},
        {**FROM_0, "less": "1"},
        {**UNBOUNDED, "growth": "log", "less": "1"},
    ],
)
def test_e_is_multiplied_by_a_formula_in_the_parameters(end: dict[str, Any]) -> None:
    reading = Reading(measure("TP/(FP+g)", assume=["g > 0"]))
    with pytest.raises((FormulaError, TypeError)):
        PROPERTIES["range"].statement(reading, {"infimum": FROM_0, "supremum": end})


@pytest.mark.parametrize("times", ["-1/g", "0", "g"])
def test_a_file_with_another_factor_is_refused(times: str) -> None:
    """-e/g and 0 are no bounds that grow; e*g is not reached where g is large."""
    report = check("TP/(FP+g)", ["range"], assume=["g > 0"])
    data = json.loads(report.to_json())
    assert not [checked for checked in verify(data) if checked.problem]
    text = json.dumps(data)
    assert '"times": "1/g"' in text
    forged = json.loads(text.replace('"times": "1/g"', f'"times": "{times}"'))
    assert [checked for checked in verify(forged) if checked.problem]


def test_the_proof_that_a_factor_is_positive_is_needed() -> None:
    """M >= e*times says nothing where times < 0: so the last goal says that it is not."""
    reading = Reading(measure("TP/(FP+g)", assume=["g > 0"]))
    value = {"infimum": FROM_0, "supremum": {**UNBOUNDED, "times": "0-1"}}
    goal = PROPERTIES["range"].statement(reading, value).goals[-1]
    assert (str(goal.conclusion.expr), goal.conclusion.rel) == ("0 - 1", ">")


#: What is told of how fast a value grows, and what would be false in its place: an exponent that
#: is not positive or too large, a factor that is too large, less than is needed, or no number.
TOLD = [
    ("TPR/(Phat/n)^a", ["0 < a < 1"], "power", "a", ["-a", "0", "2*a", "a - 1/2", "1/(a - 1/2)"]),
    ("1-d*FP/P", ["d > 0"], "times", "d", ["-d", "0", "2*d", "d - 1", "1/(d - 1)"]),
    ("d*FP/P-1", ["d > 0"], "less", "1", ["0", "1/2", "-1"]),
    ("1-d*FP/P", ["d > 0"], "less", "1", ["0", "1/2", "d", "-1", "1/(d - 1)", "1 + 0/(d - 1)"]),
]


@pytest.mark.parametrize(("text", "assume", "key", "told", "others"), TOLD)
def test_what_is_told_of_an_infinite_end_is_proved(
    text: str, assume: list[str], key: str, told: str, others: list[str]
) -> None:
    report = check(text, ["range"], assume=assume)
    assert report.verdicts[0].outcome == "proved"
    data = json.loads(report.to_json())
    assert not [checked for checked in verify(data) if checked.problem]
    entry = f'"{key}": "{told}"'
    assert entry in json.dumps(data)
    for other in others:
        forged = json.loads(json.dumps(data).replace(entry, f'"{key}": "{other}"'))
        assert [checked for checked in verify(forged) if checked.problem], other


def test_more_than_is_needed_may_be_left() -> None:
    """At most 2 - e*d is said of what is at most 1 - e*d; the proof is one of the first."""
    reading = Reading(measure("1-d*FP/P", assume=["d > 0"]))
    end = {"value": "-oo", "attained": None, "approached": ["0", "1", "e", "0"], "times": "d"}
    value = {"infimum": {**end, "less": "2"}, "supremum": {**FROM_0, "value": "1"}}
    goals = PROPERTIES["range"].statement(reading, value).goals
    told = next(goal for goal in goals if goal.label == "infimum approached")
    point = {"e": fmpq(3), "d": fmpq(5)}
    # 2 - 15 - (1 - 15)
    assert evaluator(told.conclusion.expr)(point) == 1


#: Ends that are attained at one matrix for some weights, at another for the others.
EITHER = [
    ("w*FN/n+(1-w)*accuracy", ["0 < w < 1"], "0", "Max(1 - w, w)"),
    ("(1+MCC)/2-w*MCC", ["0 < w < 1"], "Min(w, 1 - w)", "Max(w, 1 - w)"),
]


@pytest.mark.parametrize(("text", "assume", "low", "high"), EITHER)
def test_an_end_is_attained_at_one_of_two_matrices(
    text: str, assume: list[str], low: str, high: str
) -> None:
    report = check(text, ["range"], assume=assume)
    value, data = report["range"].value, json.loads(report.to_json())
    assert report["range"].outcome == "proved"
    assert (value["infimum"]["value"], value["supremum"]["value"]) == (low, high)
    assert not [checked for checked in verify(data) if checked.problem]
    for w in (Fraction(1, 7), Fraction(1, 2), Fraction(6, 7)):
        fixed = check(text.replace("w", f"({w})"), []).reading
        table = Values(fixed)
        values = [table(cells) for n in range(1, 7) for cells in compositions(n, 4)]
        seen = [real(one) for one in values if one is not None]
        ends = [max(w, 1 - w), min(w, 1 - w) if low.startswith("Min") else Fraction(0)]
        assert abs(max(seen) - real(ends[0])) < 1e-30
        assert abs(min(seen) - real(ends[1])) < 1e-30
    end = value["supremum"]
    for other in ({"or": end["attained"]}, {"or": ["0", "0", "0", "0"]}, {"or": ["1", "1"]},
                  {"or": None}, {"or": ["0", "e", "0", "1"]}):  # fmt: skip
        forged = json.loads(json.dumps(data))
        forged["verdicts"][0]["value"]["supremum"].update(other)
        assert [checked for checked in verify(forged) if checked.problem], other
    del data["verdicts"][0]["value"]["supremum"]["or"]
    assert [checked for checked in verify(data) if checked.problem]


@pytest.mark.parametrize(
    "end",
    [
        {**UNBOUNDED, "or": ["1", "1", "1", "1"]},
        {**FROM_0, "or": ["0", "0", "0", "0"]},
        {**FROM_0, "or": ["1", "1", "1"]},
        {**FROM_0, "or": ["e", "1", "1", "1"]},
        {**FROM_0, "or": None},
    ],
)
def test_the_other_matrix_is_one_where_an_end_is_attained(end: dict[str, Any]) -> None:
    reading = Reading(measure("TP/(FP+g)", assume=["g > 0"]))
    with pytest.raises((FormulaError, TypeError)):
        PROPERTIES["range"].statement(reading, {"infimum": FROM_0, "supremum": end})


def test_one_of_the_two_attains_it_for_each_choice() -> None:
    """The product of the two gaps is 0 exactly where one of them is."""
    reading = Reading(measure("TP/n+w*FN/n", assume=["w > 0"]))
    end = {"value": "Max(1, w)", "attained": ["1", "0", "0", "0"], "or": ["0", "1", "0", "0"]}
    value = {"infimum": {"value": "0", "attained": ["0", "0", "1", "0"]}, "supremum": end}
    goal = PROPERTIES["range"].statement(reading, value).goals[-1]
    assert goal.label == "supremum attained"
    for w, holds in ((fmpq(1, 2), True), (fmpq(1), True), (fmpq(5), True)):
        assert (fails(goal, {"w": w}) is False) == holds
    end["or"] = ["0", "0", "1", "0"]
    goal = PROPERTIES["range"].statement(reading, value).goals[-1]
    assert [fails(goal, {"w": w}) for w in (fmpq(1, 2), fmpq(5))] == [False, True]
