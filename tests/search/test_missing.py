"""Points without a value: floats leave out none, and the hypotheses hold at what is found."""

from __future__ import annotations

from itertools import islice

import pytest

from symbolic_measures.kernel import truth
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.missing import POINTS, _points, without_value

CELLS = ("TP", "FN", "FP", "TN")
SHAPES = {
    "TP/(TP + FN)": "TP + FN >=",
    "(TP - FN)/(3*FP - TN - 1)": "TP >",
    "sqrt(TP - FN)": "FP >",
    "log(TP)/FP": "TP - 1 >",
    "1/(TP - FN/3)": "FN >",
    "acos(TP/(TP + FN))": "TP + FN + FP >",
    "(TP - FN)^(1/3)": "FN >=",
    "Max(TP, FN)/Min(FP, TN)": "FP + TN >",
    "TP/(TP + FN + 1)": "TP >=",
    "1/(TP + 0.1*FN - 0.3*FP)": "TP*FP >",
}


def read(text: str) -> Atom:
    left, rel = text.rsplit(" ", 1)
    return Atom(parse(left, names={name: symbol(name) for name in CELLS}), rel)


@pytest.mark.parametrize("cells", [True, False])
@pytest.mark.parametrize(("shape", "given"), list(SHAPES.items()))
def test_it_is_the_first_point_that_has_none(shape: str, given: str, cells: bool) -> None:
    variables = tuple(Variable(name, "natural" if cells else "real") for name in CELLS)
    goal = Goal(variables, (read(given),), read(f"{shape} >="), blocks=(CELLS,) if cells else ())
    missing = truth.testing(Atom(goal.conclusion.expr, "undefined"))
    admitted = truth.admitting(goal)
    found = (point for point in islice(_points(goal), POINTS) if missing(point) and admitted(point))
    expected = next(found, None)
    assert without_value(goal, Effort()) == expected


def test_some_have_one_and_some_have_none() -> None:
    variables = tuple(Variable(name, "natural") for name in CELLS)
    some = {
        shape: without_value(Goal(variables, (), read(f"{shape} >="), blocks=(CELLS,)), Effort())
        for shape in SHAPES
    }
    assert [shape for shape, point in some.items() if point is None] == ["TP/(TP + FN + 1)"]
