"""The triangle inequality of a mean over classes, class by class."""

from __future__ import annotations

from asking import check

from symbolic_measures.macros import replay
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.search.effort import MILLION, Effort
from symbolic_measures.search.tactics.by_class import by_class
from symbolic_measures.search.tactics.formulas import prove_goal


def triangle(text: str, classes: int = 3) -> Goal:
    """The triangle inequality of 1 - M."""
    reading = make_reading(measure(text, classes=classes))
    return PROPERTIES["distance"].statement(reading).goals[-1]


def test_a_mean_of_distances_is_one() -> None:
    goal = triangle("macro_Jaccard")
    step = prove_goal(goal, Effort(steps=MILLION))
    assert step is not None
    replay(goal, step)
    assert check("macro_Jaccard", classes=3, property=["distance"])["distance"].outcome == "proved"


def test_what_is_seen_to_fail_is_not_tried() -> None:
    """What a class is seen to fail; what is no mean over classes; and more labelings."""
    assert [name for name, *_ in by_class(triangle("macro_Jaccard"))] == ["abstract"]
    assert list(by_class(triangle("mean(c/a)"))) == []
    assert list(by_class(triangle("kappa"))) == []
    assert list(by_class(triangle("macro_Jaccard", 4))) == []
