"""Cases in which cells are positive, told in the cells themselves; measures at fixed sizes."""

from __future__ import annotations

from fractions import Fraction

import pytest
from asking import check
from flint import fmpq

from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Variable
from symbolic_measures.report.clearing import Line
from symbolic_measures.report.evidence import told_of
from symbolic_measures.report.polynomials import MARGINS
from symbolic_measures.report.prose import equation, text
from symbolic_measures.report.unshifted import in_the_cells

CELLS = dict(zip(("TP", "FN", "FP", "TN"), (5, 2, 3, 7), strict=True))
BACK = {letter: tree for tree, letter in MARGINS.items()}
TP, FN = symbol("TP"), symbol("FN")
NATURAL = (Variable("TP", "natural"), Variable("FN", "natural"))


def at(tree: Formula, **more: Fraction | int) -> float:
    """The value at the cells, with the letters of margins."""
    point = {name: Fraction(value) for name, value in {**CELLS, **more}.items()}
    whole = tree.replace(BACK).at(**{k: formula(v) for k, v in point.items()})
    value = evaluator(whole)({})
    return float(value if isinstance(value, fmpq) else value.ball())


def lines(name: str, property_id: str) -> list[Line]:
    report = check(name, property_id)
    told = told_of(report.verdicts[0], report.reading)
    return [line for evidence in told.evidences for line in evidence.lines]


def test_the_lines_of_a_case_are_about_the_cells_that_it_speaks_of() -> None:
    """With the mean at r = 1 for s, what is displayed is 1 - M(C) at C itself, not beside it."""
    found = [line for line in lines("GM", "maximal-agreement")
             if line.display and str(line.display.terms[0]) == "1 - M(C)"]  # fmt: skip
    [shown] = [line.display for line in found if line.display]
    mean = Fraction((5 + 2) * (3 + 7) + (5 + 3) * (2 + 7), 2)
    value = at(measure("GM").formula, r=1)
    assert at(shown.terms[1], mean1=mean, s=mean) == pytest.approx(1 - value)
    assert not any("written for" in text(line.sentence) for line in found)


def test_what_is_said_of_coefficients_is_not_said_of_others() -> None:
    """TP*FN without a negative coefficient is TP*FN - TP - FN + 1 in the cells: it stays."""
    told = [Line(("The numerator has no negative coefficient:",), equation(TP * FN, ">=", 0))]
    [line] = in_the_cells(told, [TP, FN], NATURAL, ("Where TP, FN are positive",))
    given = "Where TP, FN are positive, with TP + 1 written for TP, FN + 1 written for FN: "
    assert text(line.sentence).startswith(given)
    assert line.display == told[0].display


def test_a_case_without_the_letters_needs_no_word_of_them() -> None:
    told = [Line(("Both sides are identical.",), equation(symbol("M(C)"), "=", 1))]
    [line] = in_the_cells(told, [TP, FN], NATURAL, ("Where TP, FN are positive",))
    assert text(line.sentence) == "Where TP, FN are positive: Both sides are identical."


@pytest.mark.parametrize(("name", "more"), [("SBA", {}), ("GM", {"r": 1}), ("CC", {}), ("BA", {})])
def test_a_measure_at_fixed_sizes_is_shown_in_tp_and_the_sizes(
    name: str, more: dict[str, int]
) -> None:
    told = [line.display for line in lines(name, "constant-baseline") if line.display]
    tree = told[0].terms[1]
    assert {"FN", "FP", "TN"}.isdisjoint(tree.symbols())
    assert at(tree, **more) == pytest.approx(at(measure(name).formula, **more))


@pytest.mark.parametrize("name", ["SBA", "BA"])
def test_a_mean_of_fractions_says_what_they_lack_of_one(name: str) -> None:
    found = [line for line in lines(name, "maximal-agreement")
             if "mean of" in text(line.sentence) and line.display]  # fmt: skip
    [shown] = [line.display for line in found if line.display]
    assert at(shown.terms[1]) == pytest.approx(1 - at(measure(name).formula))


def test_the_same_terms_in_another_order_are_called_so() -> None:
    [line] = lines("CE", "class-symmetry")
    assert text(line.sentence) == "Both sides are the same terms in another order."
