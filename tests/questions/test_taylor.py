"""Derivatives at independence, the order of the baseline, moments, expectations, saved files."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb, factorial
from pathlib import Path
from typing import Any

import mpmath
import pytest
from decimals import value
from mpmath import mpf
from paper import compile_, no_overfull

from symbolic_measures import taylor, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.meaning.expansions import LETTERS, taylor_statement
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.moments import central_moment
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.questions.kinds import document
from symbolic_measures.questions.taylor.meaning import Expansion, Term
from symbolic_measures.search.engine import decide
from symbolic_measures.search.properties import decide_property

ETS = "(TP-P*Phat/n)/(TP+FN+FP-P*Phat/n)"


@cache
def about(formula: str, order: int = 4, *assume: str) -> Expansion:
    """Each is worked out once."""
    return taylor(formula, order, assume=assume)


def saved(formula: str, order: int = 4) -> dict[str, Any]:
    """A fresh copy of the JSON."""
    return json.loads(about(formula, order).to_json())


def problems(data: Any) -> list[str]:
    """What `verify` finds wrong."""
    try:
        return [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        return [str(error)]


# --- the order of the baseline -------------------------------------------------------------

ORDERS = {
    "CC": "oo", "kappa": "oo", "BA": "oo", "SBA": "oo", "GM": "oo", "GM_half": "oo",
    "informedness": "oo", "CD": "2", "CD_chord": "1", ETS: "1", "F1": "0", "F_beta": "0",
    "Jaccard": "0", "accuracy": "0", "CE": "0", "CC^3": "2", "CC^2": "1", "log(2+CC)": "1",
    "acos(CC)+CC^5": "2", "CC^5": "4", "CC^9": "8", "kappa/(2+MCC^3)": "3",
}  # fmt: skip


@pytest.mark.parametrize("name", ORDERS)
def test_orders(name: str) -> None:
    found = about(name).baseline
    assert found.outcome == "proved"
    assert found.value["order"] == ORDERS[name]


def test_it_is_a_property_like_any_other(tmp_path: Path) -> None:
    file = tmp_path / "cd.json"
    words = ["check", "CD", "--lower-is-better", "--property", "baseline-order"]
    assert main([*words, "--require", "baseline-order", "--format", "json", "-o", str(file)]) == 0
    assert main(["verify", str(file)]) == 0


# --- derivatives ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["CD", "CD_chord", ETS, "Jaccard", "F1", "LOR", "GM_2", "log(2+CC)", "kappa/(2+MCC^3)"]
)
def test_derivatives_against_numbers(name: str) -> None:
    """Difference quotients in p_AB of the measure at matrices of size 1."""
    tree = measure(name).formula
    for p_a, p_b in ((mpf(1) / 3, mpf(1) / 4), (mpf(2) / 5, mpf(7) / 10)):

        def along(p_ab: mpf, p_a: mpf = p_a, p_b: mpf = p_b) -> mpf:
            cells = (p_ab, p_a - p_ab, p_b - p_ab, 1 - p_a - p_b + p_ab)
            return value(tree, dict(zip(("TP", "FN", "FP", "TN"), cells, strict=True)))

        point = {"p_A": p_a, "q_A": 1 - p_a, "p_B": p_b, "q_B": 1 - p_b}
        for k, text in enumerate(about(name).coefficients):
            shown = value(parse(text, names={}, parameters=tuple(point)), point)
            slope = mpmath.diff(along, p_a * p_b, k) if k else along(p_a * p_b)
            assert abs(shown - slope) < mpf(10) ** -6 * max(1, abs(slope)), (name, k)


def test_the_series_of_both_distances_term_by_term() -> None:
    """gosgens2021, D.2: arccos(x)/pi = 1/2 - (1/pi) sum ..., and sqrt(2(1-x)) as displayed."""
    point = dict(zip(("p_A", "q_A", "p_B", "q_B"), map(mpf, (0.25, 0.75, 0.5, 0.5))))
    root = mpmath.sqrt(mpf(3) / 64)
    for k, text in enumerate(about("CD", 11).coefficients):
        j = (k - 1) // 2
        wanted = mpf(1) / 2 if k == 0 else mpf(0)
        if k % 2:
            top, bottom = factorial(2 * j), 4**j * factorial(j) ** 2 * (2 * j + 1)
            wanted = -mpf(top) / bottom / mpmath.pi * factorial(k) / root**k
        shown = value(parse(text, names={}, parameters=tuple(point)), point)
        assert abs(shown - wanted) < mpf(10) ** -40 * max(1, abs(wanted))
    for k, text in enumerate(about("CD_chord", 11).coefficients):
        wanted = mpmath.sqrt(2)
        if k:
            part = mpf(2) / k * comb(2 * (k - 1), k - 1) / mpf(4) ** k
            wanted = -mpmath.sqrt(2) * part * factorial(k) / root**k
        shown = value(parse(text, names={}, parameters=tuple(point)), point)
        assert abs(shown - wanted) < mpf(10) ** -40 * max(1, abs(wanted))


# --- moments and expectations ------------------------------------------------------------------


@pytest.mark.parametrize("k", range(7))
def test_moments_against_sums(k: int) -> None:
    for n, p, b in ((7, 3, 2), (8, 4, 4), (9, 1, 8), (12, 5, 7), (15, 3, 12)):
        mean = Fraction(p * b, n * n)
        total = Fraction(0)
        for tp in range(max(0, p + b - n), min(p, b) + 1):
            ways = comb(p, tp) * comb(n - p, b - tp)
            total += Fraction(ways, comb(n, b)) * (Fraction(tp, n) - mean) ** k
        assert central_moment(k).at(n, Fraction(p, n), Fraction(b, n)) == total


def test_how_moments_fall() -> None:
    assert [central_moment(k).order for k in range(2, 9)] == [1, 2, 2, 3, 3, 4, 4]


def test_leading_errors() -> None:
    for name, order, numbers in (("CD", 2, [3]), ("CD_chord", 1, [2]), (ETS, 1, [2])):
        leading = about(name).leading
        assert leading is not None
        assert (leading[0], [term.number for term in leading[1]]) == (order, numbers)
    assert about("CD").to_data()["leading"] == 2
    assert about("kappa").leading is None
    assert about("CD", 3).leading is None  # k = 4 falls as fast, and was not looked at


def test_terms_that_cancel_are_not_the_largest() -> None:
    """3*V*x^3 - (1-2*p_A)*(1-2*p_B)*x^4, x = p_AB - p_A*p_B, V = p_A*q_A*p_B*q_B: its two terms of
    order 2 cancel, and the third and fourth moment give an expectation of order 3."""
    x, v = "(p_AB-p_A*p_B)", "(p_A*(1-p_A)*p_B*(1-p_B))"
    found = about(f"3*{v}*{x}^3-(1-2*p_A)*(1-2*p_B)*{x}^4")
    assert [term.moment.order for term in found.terms if not term.vanishes] == [2, 2]
    assert found.leading is None


def test_where_terms_have_no_value_another_place_is_looked_at() -> None:
    found = about("kappa")
    for at in ("1/5", "2/5"):
        term = Term(2, f"1/({LETTERS[0]}-1/5) + 1/({LETTERS[2]}-{at})", central_moment(2))
        assert found._remains([term])
    assert not found._remains([Term(2, "0", central_moment(2))])


def expectation(tree: Formula, n: int) -> mpf:
    """E[M] at p_A = 1/5, p_B = 2/5 in 60 decimals, from the definition."""
    p, b, total = n // 5, 2 * n // 5, mpf(0)
    for k in range(max(0, p + b - n), min(p, b) + 1):
        cells = dict(zip(("TP", "FN", "FP", "TN"), map(mpf, (k, p - k, b - k, n - p - b + k))))
        total += value(tree, cells) * comb(p, k) * comb(n - p, b - k) / mpf(comb(n, b))
    return total


@pytest.mark.parametrize("name", ["CD", "CD_chord", ETS, "F_beta", "Jaccard", "log(2+CC)"])
def test_the_enclosures_contain_the_sums(name: str) -> None:
    tree = measure(name).formula.at(beta=1)
    rows = {row["n"]: row for row in saved(name)["sums"]["rows"]}
    assert list(rows) == list(range(20, 201, 5))
    for n in (20, 45, 200):
        low, high = map(mpf, rows[n]["exact"])
        assert low <= expectation(tree, n) <= high
        assert high - low < mpf(10) ** -48


def slope(report: Expansion, number: int) -> mpf:
    """How fast a rest falls between n = 100 and 200."""
    last = {row.n: mpf(row.left(number).str(40, radius=False)) for row in report.sums}
    return mpmath.log(abs(last[100] / last[200])) / mpmath.log(2)


FALLS = {
    "CD": [2, 3, 4],
    "CD_chord": [1, 2, 3, 4],
    ETS: [1, 2, 3, 4],
    "acos((CC^3+CC)/2)": [2, 3, 4],
}


@pytest.mark.parametrize("name", FALLS)
def test_the_error_falls_at_the_predicted_order(name: str) -> None:
    """E[M] less the value, then less all terms of each power of 1/n, for n up to 200."""
    report = about(name, 6)
    assert [rest.order for rest in report.rests] == FALLS[name]
    for place, rest in enumerate(report.rests):
        assert rest.order is not None
        assert abs(slope(report, place) - rest.order) < 0.15  # 1/n is not nothing yet


def test_rests_are_told_where_a_power_is_complete() -> None:
    """After the value, the second derivative, the fourth: M_3 and M_4 fall alike."""
    assert [(rest.up_to, rest.order) for rest in about("Jaccard").rests] == [(1, 1), (2, 2), (4, 3)]
    assert [rest.up_to for rest in about("CC^2").rests] == [1, 2]  # no later term


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_the_last_rest_is_after_all_terms(order: int) -> None:
    found = about("Jaccard")
    value = found.derivatives.value
    known = {**value, "coefficients": value["coefficients"][: order + 1]}
    short = replace(found, order=order, derivatives=replace(found.derivatives, value=known))
    assert [rest.up_to for rest in short.rests] == sorted({1, 2, order} - {2 * (order < 2)})


def test_nothing_is_left_of_an_affine_measure() -> None:
    for name, order in (("kappa", None), ("GM", None), ("F_beta", 3)):
        report = about(name)
        assert [rest.order for rest in report.rests] == [order]
        assert all(row.left(0).contains(0) for row in report.sums)
        assert "<circle" not in report.rendered("html")


# --- what must be refused -------------------------------------------------------------------


def test_a_measure_that_is_no_function_of_the_proportions() -> None:
    found = about("TP*TN-FN*FP")
    assert found.derivatives.outcome != "proved"
    assert found.baseline.outcome != "proved"
    assert problems(saved("TP*TN-FN*FP")) == []


def test_a_kink_has_no_derivative() -> None:
    assert about("Abs(CC)").derivatives.outcome == "undecided"
    assert "no derivative" in about("Abs(CC)").derivatives.reason


WRONG_ORDERS = [
    ("CD", {"order": "1"}),
    ("CD", {"order": "oo", "points": []}),
    ("CD", {"order": "3"}),
    ("CD", {"constant": "1/3"}),
    ("CD", {"points": [["1", "1/2"]]}),
    ("CD", {"points": [["3/2", "1/2"]]}),
    ("CD_chord", {"order": "0", "points": [["1/2", "1/2"], ["1/3", "1/2"]]}),
    ("kappa", {"order": "1", "points": [["1/3", "1/2"]]}),
]


@pytest.mark.parametrize(("name", "change"), WRONG_ORDERS)
def test_wrong_orders_are_refused(name: str, change: dict[str, Any]) -> None:
    prop, reading = PROPERTIES["baseline-order"], Reading(measure(name))
    value = {**decide_property("baseline-order", reading).value, **change}
    try:
        statement = prop.statement(reading, value)
    except FormulaError:
        return
    assert decide(statement, 10, value).outcome != "proved"


def test_a_slope_that_changes_is_refused() -> None:
    """Jaccard is no function of an affine part with a constant slope TP -> 1/(P + P^ - TP)."""
    reading = Reading(measure("Jaccard"))
    inner = {"part": "TP/(TP+FN+FP)", "slope": "1/(TP+FN+FP)", "outer": "u"}
    statement = taylor_statement(reading, ["1", "0"], ["p_A*p_B", "1", "0"], inner)
    assert decide(statement, 10).outcome != "proved"


#: The square of kappa/2 = (TP*TN - FN*FP)/(P*Nhat + N*Phat) as g(TP*TN - FN*FP; margins).
BY_MARGINS = {
    "part": "TP*TN - FN*FP", "slope": "TP+FN+FP+TN", "outer": "(u/(P*Nhat + N*Phat))^2",
}  # fmt: skip
SQUARED = ["2*u/(P*Nhat + N*Phat)^2", "2/(P*Nhat + N*Phat)^2"]
MARGINS_FORGED: dict[str, tuple[dict[str, str], list[str]]] = {
    "a margin that moves": ({"outer": "(u/(P*Nhat + N*Phat))^2 + Phat"}, SQUARED),
    "a cell as a constant": ({"outer": "u*(TP*TN - FN*FP)/(P*Nhat + N*Phat)^2"}, SQUARED),
    "n as a letter": ({"outer": "(u/(n^2 - P*Phat - N*Nhat))^2"}, SQUARED),
    "differentiated in a margin": ({}, ["-2*u^2*Nhat/(P*Nhat + N*Phat)^3", "0"]),
    "another second derivative": ({}, [SQUARED[0], "1/(P*Nhat + N*Phat)^2"]),
    "a part that moves with its square": ({"part": "TP", "slope": "1", "outer": "u*Phat"}, SQUARED),
    "margins exchanged": ({"outer": "(u/(P*Phat + N*Nhat))^2"}, SQUARED),
}


@pytest.mark.parametrize("name", ["", *MARGINS_FORGED])
def test_an_outer_function_of_the_margins(name: str) -> None:
    """It may name the margins, which stay as they are along the move, and nothing that moves."""
    changed, texts = MARGINS_FORGED.get(name, ({}, SQUARED))
    reading = Reading(measure("(kappa/2)^2"))
    values = ["0", "0", "2/(p_A*q_B + q_A*p_B)^2"]
    try:
        statement = taylor_statement(reading, texts, values, {**BY_MARGINS, **changed})
    except FormulaError:
        assert name in ("a cell as a constant", "n as a letter")
        return
    assert (decide(statement, 10).outcome == "proved") == (name == "")


def forge(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    data = copy.deepcopy(saved("CD"))
    change(data)
    return data


FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another measure": lambda d: d["measure"].update(name="CD_chord", formula="sqrt(2*(1-CC))"),
    "another order": lambda d: d.update(order=3),
    "no power of the error": lambda d: d.pop("leading"),
    "another coefficient": lambda d: d["taylor"]["value"]["coefficients"].__setitem__(2, "1"),
    "another derivative": lambda d: d["taylor"]["value"]["derivatives"].__setitem__(1, "0"),
    "another slope": lambda d: d["taylor"]["value"]["inner"].update(slope="1"),
    "no inner part": lambda d: d["taylor"]["value"].update(inner=None),
    "a moment changed": lambda d: d["terms"][1].update(moment="0"),
    "a term left out": lambda d: d["terms"].pop(),
    "a larger error": lambda d: d.update(leading=3),
    "another sum": lambda d: d["sums"]["rows"][3]["exact"].__setitem__(0, "0.4"),
    "another place": lambda d: d["sums"].update(p_A="2/5"),
    "a size left out": lambda d: d["sums"]["rows"].pop(0),
    "a faster fall": lambda d: d["rests"][0].update(order=3),
    "another order of the baseline": lambda d: d["baseline"]["value"].update(order="3"),
    "the property of another verdict": lambda d: d["baseline"].update(property="symmetry"),
    "refuted derivatives": lambda d: d["taylor"].update(verdict="refuted"),
    "a proof cut short": lambda d: d["taylor"]["proof"]["premises"].pop(),
    "a part that nobody reads": lambda d: d.update(note="verified"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    assert problems(saved("CD")) == []
    assert problems(forge(FORGERIES[name]))


@pytest.mark.parametrize("part", ["taylor", "baseline"])
def test_what_is_no_verdict_is_said(part: str) -> None:
    assert problems(forge(lambda d: d.update({part: 3}))) == ["not a verdict"]


# --- the command and the formats ---------------------------------------------------------------


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "taylor.json"
    words = ["taylor", "F_beta", "--order", "3"]
    assert main([*words, "--format", "json", "-o", str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    assert main(["taylor", "CD"]) == 0
    assert "order 2" in capsys.readouterr().out
    assert main(["taylor", "CD", "--order", "99"]) == 2
    assert "the order is a number from 1 to 12" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["CD", ETS, "GM", "F1"])
def test_formats(name: str, tmp_path: Path) -> None:
    report = about(name)
    assert problems(saved(name)) == []
    assert "data:application/json;base64," in report.rendered("html")
    assert "<math" in report._repr_html_()
    (tmp_path / "report.tex").write_text(report.rendered("latex"), encoding="utf-8")
    no_overfull(compile_(tmp_path, "report.tex"))


def test_the_picture() -> None:
    """Every mark lies in the frame, and each line ends at the last mark with the right slope."""
    report = about("CD_chord")
    chart = document(report).chart
    assert chart is not None
    assert [curve.label[-5:] for curve in chart.curves] == [": 1/n", "1/n^2", "1/n^3"]
    for curve in chart.curves:
        assert all(0 <= part <= 1 for mark in curve.points for part in mark)
        assert curve.line[1] == curve.points[-1]
    decades = round(1 / (chart.rises[1][1] - chart.rises[0][1]))  # one mark each
    (x, y), (right, end) = chart.curves[1].line
    assert abs((y - end) * decades / (right - x) - 2) < 1e-9  # over one decade of n
    circles = sum(len(curve.points) for curve in chart.curves)
    assert report.rendered("html").count("<circle") == circles
    assert report.rendered("latex").count(r"\put") > circles


# --- orders that were once proved though false ---------------------------------------------------


def order_of(formula: str, value: dict[str, Any], *assume: str) -> str:
    """What is decided of an order that someone claims."""
    given = {"constant": None, "derivatives": [], "inner": None, "points": [], **value}
    statement = PROPERTIES["baseline-order"].statement(
        Reading(measure(formula, assume=assume)), given
    )
    return decide(statement, 10, given).outcome


def test_scale_invariance_of_whole_numbers_alone_is_not_enough() -> None:
    """It is 1 at every matrix of whole numbers with TP > 0: a constant, but -1 where TP < 1/2."""
    sign = "(TP-1/2)/sqrt((TP-1/2)^2)"
    assert decide_property("scale-invariance", Reading(measure(sign))).outcome == "proved"
    points = [["1/2", "1/2"], ["9/10", "9/10"]]
    assert order_of(sign, {"order": "0", "points": points}) != "proved"


def test_a_jump_is_not_affine() -> None:
    """-1 near independence and 1 beyond: both derivatives are 0 wherever it is defined."""
    jump = "(8*(TP*TN-FN*FP)-n^2)/sqrt((8*(TP*TN-FN*FP)-n^2)^2)"
    affine = {"order": "oo", "constant": "-1", "derivatives": ["0", "0"]}
    assert order_of(jump, affine) != "proved"
    assert decide_property("baseline-order", Reading(measure(jump)), 5).outcome == "undecided"


def test_contradictory_assumptions_have_no_order() -> None:
    points = [["1/2", "1/2"], ["9/10", "9/10"]]
    subject = "TP/(TP+a*FN)", "a > 0", "a < 0"
    assert order_of(subject[0], {"order": "0", "points": points}, *subject[1:]) != "proved"
    reading = Reading(measure(subject[0], assume=subject[1:]))
    assert decide_property("baseline-order", reading, 5).outcome == "undecided"
