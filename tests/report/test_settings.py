"""What is said of where a goal looks: matrices, letters, weights, derivatives."""

from __future__ import annotations

import random

import pytest
from flint import fmpq

from symbolic_measures.claims.stated import letters_goal
from symbolic_measures.kernel.exact import compare
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.brzezinski import compared
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import get_measure
from symbolic_measures.meaning.multiclass import class_measure
from symbolic_measures.meaning.opitz_slopes import positive, slope
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import C
from symbolic_measures.nouns.confusion import CELLS, FN, FP, TN, TP
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.report.evidence import named
from symbolic_measures.report.prose import text
from symbolic_measures.report.settings import setting_of, values_named

EXPECTED = "expected matrices"


def setting(goal: Goal) -> str:
    return text(setting_of(goal, values_named(goal, "M")))


def test_a_long_matrix_is_shown_and_no_expected_one() -> None:
    reading = Reading(get_measure("accuracy"))
    other = (TP * ((FP + TN) / (TP * 2) + 1), FN, FP / 2, TN / 2)
    goal = compared(reading, "below", (C, other), (CELLS,), [], (1, 0, ">"))
    assert "C' = (TP*((FP + TN)/(TP*2) + 1), FN, FP/2, TN/2)" in setting(goal)
    assert EXPECTED not in setting(goal)


def test_expected_matrices_are_called_so() -> None:
    for measure in (get_measure("accuracy"), class_measure("accuracy", 3)):
        (goal,) = PROPERTIES["approximate-constant-baseline"].build(Reading(measure), None)
        assert EXPECTED in setting(goal)


def test_two_formulas_in_letters_are_shown_as_they_are() -> None:
    goal = letters_goal("x/y", ">", "y*g", {"x": "positive", "y": "nonnegative", "g": "real"})
    assert setting(goal) == "Suppose x > 0, y >= 0 and both sides are defined."
    assert str(named(goal, "M", None)) == "x/y - y*g"


def test_a_random_prediction_is_told_with_its_weights() -> None:
    where = PROPERTIES["chance-corrected"].words.where
    reading = Reading(class_measure("HmacR", 3))
    value = {"bound": "1/3", "grade": "bound", "attained": ["1", "2", "3", "1", "1", "1"]}
    told = {
        goal.label: text(where(goal, value))
        for goal in PROPERTIES["chance-corrected"].build(reading, value)
    }
    assert told["the bound is attained"].endswith("with s = (1, 2, 3) and z = (1, 1, 1).")
    assert told["the bound"].endswith("over the sum of all s_i and that of all z_j.")
    assert told["the bound is below 1"] == ""


@pytest.mark.parametrize("power", ["-1", "1/2"])
def test_what_is_said_to_vanish_is_what_is_shown(power: str) -> None:
    """M*M_xy + (p - 1)*M_x*M_y and its like of three cells, evaluated with these derivatives."""
    reading, chance = Reading(class_measure("HmacR", 3)), random.Random(1)
    prop, value = PROPERTIES["class-decomposable"], {"p": power}
    point = {cell: fmpq(chance.randint(1, 9)) for cell in reading.measure.cells}
    tree, seen = positive(reading), set()
    for goal in prop.build(reading, value):
        if not goal.label.startswith("cells ") or len(seen) > 6:
            continue
        cells = dict(zip("xyz", goal.label.removeprefix("cells ").split(", "), strict=False))
        (shown,) = (p for p in prop.words.where(goal, value) if isinstance(p, Formula))
        names = {n: slope(tree, *(cells[x] for x in n[2:])) for n in shown.symbols() if n != "M"}
        said = evaluator(shown.at(M=tree, **names))(point)
        assert compare(said, evaluator(goal.conclusion.expr)(point)) == 0
        seen.add((len(cells), goal.label))
    assert {count for count, _ in seen} >= {2}
    assert len(seen) > 6


def test_older_words_stay_in_saved_sentences_alone() -> None:
    for prop in PROPERTIES.values():
        words = f"{prop.said} "
        assert not any(old in words for old in ("right cell", "wrong cell", "unary")), prop.id
    old = "More mass in a right cell never makes the value smaller, in a wrong cell never larger"
    assert PROPERTIES["opitz-monotone"].sentence.startswith(old)


def test_the_triangle_inequality_is_told_with_its_distance() -> None:
    *_, goal = PROPERTIES["distance"].build(Reading(get_measure("Jaccard")), None)
    said = setting(goal)
    assert "M(A, B) is the value where A is the truth and B the prediction" in said
    assert "d(A, C) <= d(A, B) + d(B, C) for d = M(D) - M." in said
