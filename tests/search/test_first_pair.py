"""The smallest pair of matrices with different values: in the order of keys, and among all."""

from __future__ import annotations

import pytest
from tiers import few

from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.search import refute as module
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.refute import is_same, refute

#: Measures with how many classes they have, and up to which n is looked.
MEASURES = [
    *((name, 2, 5) for name in ("F1", "MCC", "GM", "precision", "Jaccard", "TP/(FN+1)", "TP^2-TN")),
    *((name, 3, 3) for name in ("accuracy", "BA", "macro_F1", "weighted_precision", "c12/(c13+1)")),
]
PROPERTIES_OF_PAIRS = ("maximal-agreement", "minimal-agreement", "approximate-constant-baseline")


@pytest.mark.parametrize("property_id", PROPERTIES_OF_PAIRS)
@pytest.mark.parametrize(("name", "classes", "largest"), few(MEASURES, 12, unpack=True))
def test_it_is_the_first_of_all(
    name: str, classes: int, largest: int, property_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    statement = PROPERTIES[property_id].statement(make_reading(measure(name, classes=classes)))
    found = refute(statement, largest, Effort(600))
    monkeypatch.setattr(module, "_first_pair", lambda *_: None)
    assert found == refute(statement, largest, Effort(600))


def test_values_that_are_all_the_same_are_not_compared_pair_by_pair(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """1/2 and arccos(0)/pi are two ways to write it, and there are thousands of pairs."""
    compared = []

    def counted(one: object, other: object) -> bool:
        compared.append((one, other))
        return is_same(one, other)

    monkeypatch.setattr(module, "is_same", counted)
    reading = EveryClasses("CD", reading="gosgens-appendix-b").at(3)
    statement = PROPERTIES["approximate-constant-baseline"].statement(reading)
    assert refute(statement, 3, Effort(600)) is None
    assert 0 < len(compared) < 100
