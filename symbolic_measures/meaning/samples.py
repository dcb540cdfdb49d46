"""Admissible values of the parameters of a measure: a few, the same everywhere, or given ones."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.samples import parameter_points
from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal


def parameter_samples(reading: Reading, most: int = 3) -> list[dict[str, fmpq]]:
    """A few admissible parameter values."""
    measure = reading.measure
    goal = Goal(measure.variables, measure.conditions, Atom(formula(1), ">"))
    return list(islice(parameter_points(goal), most))


def admissible(reading: Reading, texts: Any) -> dict[str, Formula]:
    """Values of all parameters, given as texts: numbers that satisfy the conditions, or TypeError.

    What a value names so is shown at these values alone; a property is about all of them, so it
    fails, or does not apply, where it does with one choice.
    """
    measure = reading.measure
    if not isinstance(texts, dict) or set(texts) != set(measure.parameters):
        raise TypeError("every parameter of the measure has a value")
    point = {name: parse(text, names={}) for name, text in texts.items()}
    if not all(holds(atom.at(**point), {}) for atom in measure.conditions):
        raise TypeError("the parameters do not satisfy their conditions")
    return point


def at_values(reading: Reading, tree: Formula, texts: Any) -> Reading:
    """The measure as this formula of it, with these values of its parameters (`admissible`)."""
    tree = tree.at(**admissible(reading, texts))
    if not reading.measure.parameters:
        raise TypeError("the measure has no parameters")
    return Reading(replace(reading.measure, formula=tree, parameters=(), assumptions=()))


def chosen(value: Any) -> str:
    """What a value says of parameters, as people write it; empty if it is about all of them."""
    return ", ".join(f"{name} = {text}" for name, text in value.get("parameters", {}).items())
