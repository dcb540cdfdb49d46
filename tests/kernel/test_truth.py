"""Points that may fail a goal: none is left out, however values are looked up."""

from __future__ import annotations

from itertools import product

import pytest
from flint import fmpq
from random_formulas import random_class_formulas, random_formulas

from symbolic_measures.kernel.minimality import Suspects
from symbolic_measures.kernel.truth import fails, points
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.statement import Goal

BINARY = ("F1", "BA", "CC", "CE", "CD", "Gmean", "-sqrt(FN*FP)/n",
          *(text for text, _ in random_formulas(12, 5)))  # fmt: skip
SEVERAL = ("GmacR", "CD", "mean(sqrt(c^2/(a*b)))", *random_class_formulas(3, 5))
#: Goals about two free matrices, about a step, and about a scaled matrix.
ASKED = ("maximal-agreement", "minimal-agreement", "approximate-constant-baseline", "monotone",
         "symmetry", "scale-invariance")  # fmt: skip


def left_out(goal: Goal, size: int) -> list[dict[str, fmpq]]:
    """The points of a size that may fail and are not among those that are looked at."""
    looked = [frozenset(point.items()) for point in Suspects(goal, {}).of_size(size)]
    seen = set(looked)
    assert len(looked) == len(seen)
    others = (point for point in points(goal, size) if frozenset(point.items()) not in seen)
    return [point for point in others if fails(goal, point) is not False]


CASES = [*((text, 2) for text in BINARY), *((text, 3) for text in SEVERAL)]


@pytest.mark.parametrize(("text", "classes"), CASES)
def test_no_failing_point_is_left_out(text: str, classes: int) -> None:
    reading = Reading(measure(text, classes=classes))
    looked_up = 0
    for property_id, size in product(ASKED, (1, 2, 3) if classes == 2 else (1, 2)):
        for goal in PROPERTIES[property_id].statement(reading).goals:
            looked_up += Suspects(goal, {}).cheap
            assert left_out(goal, size) == []
    assert looked_up > 0
