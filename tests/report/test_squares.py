"""The inequalities behind signs with roots: shown, and true as they stand."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from flint import fmpq

from symbolic_measures import check, measure
from symbolic_measures.kernel.exact import compare
from symbolic_measures.kernel.truth import SIGNS, evaluator
from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.report.cleared import cleared
from symbolic_measures.report.clearing import Line
from symbolic_measures.report.evidence import told_of
from symbolic_measures.report.prose import Equation, text

CASES = [
    ("MCC", "range"),
    ("MCC", "maximal-agreement"),
    ("FM", "range"),
    ("FM", "maximal-agreement"),
]


def asides(report: Report) -> list[Line]:
    (verdict,) = report.verdicts
    told = told_of(verdict, report.reading)
    return [line for each in told.evidences for line in each.lines if line.aside and line.display]


def value(tree: Formula, point: dict[str, fmpq]) -> Any:
    return evaluator(tree.at(**{k: v for k, v in QUANTITIES.items() if k not in CELLS}))(point)


def true_at(shown: Equation, point: dict[str, fmpq]) -> bool:
    one, other = (value(term, point) for term in shown.terms)
    return SIGNS[shown.relations[0]](compare(one, other))


def test_the_inequality_of_the_cauchy_schwarz_kind_is_shown() -> None:
    lines = asides(check("MCC", "range"))
    assert [text((line.display,)) for line in lines if line.display] == [
        "P*N*Phat*Nhat - (TP*TN - FN*FP)**2 = "
        "n*(TP*FN*FP + TP*FN*TN + TP*FP*TN + FN*FP*TN) >= 0",
        "P*N*Phat*Nhat - (FN*FP - TP*TN)**2 = "
        "n*(TP*FN*FP + TP*FN*TN + TP*FP*TN + FN*FP*TN) >= 0",
    ]  # fmt: skip
    assert "no negative coefficient" in text(lines[0].sentence)


@pytest.mark.parametrize(("name", "property_id"), CASES)
def test_what_is_shown_is_an_identity_and_has_its_sign(name: str, property_id: str) -> None:
    lines = asides(check(name, property_id))
    assert lines
    for line in lines:
        assert line.display is not None
        left, right, zero = line.display.terms
        assert str(zero) == "0"
        given = [piece for piece in line.sentence if isinstance(piece, Equation)]
        assert bool(given) == text(line.sentence).startswith("Where ")
        seen = 0
        for cells in product(map(fmpq, (1, 2, 5)), repeat=4):
            point = dict(zip(CELLS, cells, strict=True))
            one, other = value(left, point), value(right, point)
            assert compare(one, other) == 0
            if all(true_at(condition, point) for condition in given):
                seen += 1
                assert compare(one, fmpq(0)) >= (line.display.relations[-1] == ">")
        assert seen


def test_no_page_names_an_internal_variable_or_one_term_wrongly() -> None:
    for name, property_id in CASES:
        shown = check(name, property_id).document().text(details=True)
        for words in ("root1", "term1", "1 terms", " 0 = 0", "0**2"):
            assert words not in shown


def test_a_numerator_of_a_dozen_terms_is_displayed_and_a_longer_one_is_counted() -> None:
    """(TP + 2 FN + 3 FP + 4 TN)^2 has 10 terms and two more make 12; its square has 35."""
    goal = check("F1", "symmetry").verdicts[0].statement.goals[0]
    short = measure("((TP+2*FN+3*FP+4*TN)^2+17*TP*FN*TN*FP+TP^3*FN^2*TN)/(TP+FN)").formula
    found = cleared(goal.variables, short, 1)
    ((told, display),) = found.asides
    assert text(told) == "Here the numerator is:"
    assert str(display.terms[0]) == "p"
    long = measure("((TP+2*FN+3*FP+4*TN)^4+TP)/(TP+FN)").formula
    (note,) = cleared(goal.variables, long, 1).notes
    assert "36 terms of degree at most 4, none negative" in text(note)
