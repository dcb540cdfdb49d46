"""A few admissible values of the parameters of a measure, the same everywhere."""

from __future__ import annotations

from itertools import islice

from flint import fmpq

from symbolic_measures.kernel.samples import parameter_points
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.statement import Atom, Goal


def parameter_samples(reading: Reading, most: int = 3) -> list[dict[str, fmpq]]:
    """A few admissible parameter values."""
    measure = reading.measure
    goal = Goal(measure.variables, measure.conditions, Atom(formula(1), ">"))
    return list(islice(parameter_points(goal), most))
