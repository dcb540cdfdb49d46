"""Where a measure is undefined: the sets that are found, beside enumeration of small matrices."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from asking import check
from slow_definitions import Values, up_to

from symbolic_measures import verify
from symbolic_measures.doors.interop.answers import condition_of
from symbolic_measures.nouns.confusion import CELLS

#: Formulas, what they are declared with, and their undefined sets in words.
SETS = [
    ("1/(TPR-FPR)", {}, "TP*TN = FN*FP"),
    ("1/(TP-FP)", {}, "TP = FP"),
    ("1/MCC", {}, "TP*TN = FN*FP"),
    ("1/Abs(TP-FN)", {}, "TP = FN"),
    ("log((TP-FN)^2)", {}, "TP = FN"),
    ("1/(F1-1/2)", {}, "2*TP = FN + FP"),
    ("1/((TP-FN)*(FP-TN))", {}, "FP = TN or TP = FN"),
    ("1/(TP-5*FN)", {}, "TP = 5*FN"),
    ("1/(TP-FN)+1/TP", {}, "TP = 0, FN > 0 or TP = FN"),
    ("1/(sqrt(TP*FN)-TN)", {}, "TN^2 = TP*FN"),
    ("(TP-FN)/(n*log(n))", {}, "TP + FN + FP + TN = 1"),
    ("TP/(log(TP)-log(FN+FP))", {}, "TP = FN + FP"),
    ("(xlogy(P/n,P/n)+xlogy(N/n,N/n)+xlogy(TP/n,TP/n)+xlogy(FN/n,FN/n)+xlogy(FP/n,FP/n)"
     "+xlogy(TN/n,TN/n))/log(n)", {}, "TP + FN + FP + TN = 1"),
    ("1/(a*TP-FN)", {"assume": ("a",)}, "TP*a = FN"),
    ("1/(TP*FP)", {"convention": ("TP + FN == 0: 1",)},
     "FP = TN = 0 or FP = 0, FN > 0 or FP = 0, TP > 0 or TP = 0, FN > 0"),
    ("kappa", {"convention": ("TP + FN == 0: 1",)}, "FN = FP = TN = 0"),
    # a sum of logarithms, some of them taken off
    ("1/log(TP*TN/(FN*FP))", {}, "TP*TN = FN*FP"),
    ("TP/(2*log(TP)-log(FN)-log(TN))", {}, "TP^2 = FN*TN"),
    # the mutual information is not negative
    ("2*mutual_information/(2*mutual_information+1)", {}, "defined everywhere"),
    # of the cases, one where cells are 0 and more is said of the others
    ("2*TPR*(1-Abs(FN-FP)/Max(P,N))/(TPR+1-Abs(FN-FP)/Max(P,N))", {}, "TP + FP = 0 and FN >= TN"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options", "where"), SETS)
def test_undefined_sets(text: str, options: dict[str, Any], where: str) -> None:
    report = check(text, ["undefined-set"], **options)
    verdict = report["undefined-set"]
    assert verdict.outcome == "proved"
    assert where in report.rendered("text").replace("\n" + " " * 26, " ").replace("**", "^")
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
    condition = condition_of(verdict)
    values = Values(report.reading, dict.fromkeys(options.get("assume", ()), Fraction(2)))
    for matrix in up_to(4):
        point = {**dict(zip(CELLS, matrix, strict=True)), **values.parameters}
        assert bool(condition.subs(point)) is (values(matrix) is None)


def test_what_needs_patterns_says_why_it_has_none() -> None:
    report = check("1/(TP-FP)", ["continuous-extension", "undefined-kinds"])
    extension, kinds = report["continuous-extension"], report["undefined-kinds"]
    assert extension.outcome == "undecided"
    assert "TP = FP: no union of patterns of zero cells" in extension.reason
    assert kinds.outcome == "not-applicable"
    assert kinds.reason.startswith("no patterns of zero cells: with the same ones it is defined")


def test_a_kink_around_what_has_no_value() -> None:
    """Abs of a logarithm of 0 is undefined, whichever case it would be in."""
    for text in ("Abs(log(Phat/P))", "1+Abs(log(TN/N))"):
        (verdict,) = check(text, ["undefined-set"]).verdicts
        assert verdict.outcome == "proved"


@pytest.mark.parametrize(
    "text", ["Max(0,log(n*TP/(P*Phat)))", "Abs(log(TP)-log(TN))", "Min(sqrt(0*TP-1),TN)"]
)
def test_a_kink_of_what_has_no_value(text: str) -> None:
    """In each case its test would have a value, so that no case ever applies."""
    report = check(text, ["undefined-set"])
    assert report["undefined-set"].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("-log(Max(0,1-2*(FN+FP)/n))/2", "FN + FP >= TP + TN"),  # the logarithm of 0, too
        ("log(Max(0,TP*TN-FN*FP))", "FN*FP >= TP*TN"),
    ],
)
def test_an_inequality_says_where_it_is_undefined(text: str, where: str) -> None:
    report = check(text, ["undefined-set"])
    verdict = report["undefined-set"]
    assert verdict.outcome == "proved"
    assert verdict.value["where"] == where
    table = Values(report.reading)
    for cells in up_to(5):
        tp, fn, fp, tn = cells
        inside = fn + fp >= tp + tn if "/n" in text else fn * fp >= tp * tn
        assert (table(cells) is None) == inside
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


@pytest.mark.parametrize("text", [
    "accuracy-1.96*sqrt(accuracy*(1-accuracy)/(n-1))", "sqrt(TP/(n-1))+sqrt(TN/n)",
])  # fmt: skip
def test_what_is_divided_by_under_a_root_says_where(text: str) -> None:
    """The sign of n - 1 is not plain, so that the root is looked at by itself."""
    report = check(text, ["undefined-set"])
    verdict = report["undefined-set"]
    assert verdict.outcome == "proved"
    assert verdict.value["where"] == "TP + FN + FP + TN == 1"
    table = Values(report.reading)
    for cells in up_to(4):
        assert (table(cells) is None) == (sum(cells) == 1)
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


@pytest.mark.parametrize(
    ("text", "assume"),
    [
        ("sqrt(FNR^2+FDR^2+log(Phat/P)^2)", ()),
        ("sqrt((log(P/N)-log(TP/FP))^2*Phat/n+(log(P/N)-log(FN/TN))^2*Nhat/n)", ()),
        ("sqrt(w*F1^2+(1-w)*MCC^2)", ("0 < w < 1",)),
        ("sqrt(2*MCC^2/(1+MCC^2))*(2*accuracy-1)", ()),  # conditions longer than what is read
    ],
)
def test_a_root_of_squares_is_defined_where_they_are(text: str, assume: tuple[str, ...]) -> None:
    report = check(text, ["undefined-set"], assume=assume)
    assert report["undefined-set"].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]


@pytest.mark.parametrize("text", ["sqrt((TPR-FPR)^3)", "1/sqrt(log(BA)^2)", "sqrt(1-log(TPR)^2)"])
def test_other_roots_are_not_defined_where_their_parts_are(text: str) -> None:
    """What is under the root may be negative, or divided by and 0."""
    report = check(text, ["undefined-set"])
    verdict, table = report["undefined-set"], Values(report.reading)
    missing = {cells for cells in up_to(5) if table(cells) is None}
    assert any(all(cells) for cells in missing) or text.startswith("1/")
    if isinstance(verdict.value, list):  # patterns of cells that are not 0
        seen = {frozenset(c for c, x in zip(CELLS, own, strict=True) if x) for own in missing}
        assert seen == set(map(frozenset, verdict.value))


def test_what_a_condition_is_a_multiple_of_is_not_0() -> None:
    """Where one cell is 0 the condition has a factor more than the denominator."""
    report = check("2*(TPR+TNR-1)*CSI/(TPR+TNR-1+CSI)", ["undefined-set"])
    assert report["undefined-set"].outcome == "proved"
    assert not [item for item in verify(json.loads(report.to_json())) if item.problem]
