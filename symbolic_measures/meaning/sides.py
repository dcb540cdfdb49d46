"""Two formulas as one difference, with the parameters of both: the sides of a comparison."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from symbolic_measures.meaning.extended import EXTENDED
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.measures import formula_names
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import QUANTITIES
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import identifiers, parse

SIDES = ("lhs", "rhs")
WORDS = {"lhs": "the left side", "rhs": "the right side"}


def subject_of(
    lhs: str, rhs: str, assume: Iterable[str] = (), readings: Sequence[str] = (LITERAL, LITERAL)
) -> tuple[Measure, ...]:
    """The difference as a measure, and the two sides with its parameters and assumptions.

    `readings` names one for each side; a side in a reading is its formula with that convention.
    """
    conditions = list(assume)
    declared = {word for text in conditions for word in identifiers(text)}
    names = {**formula_names(), **QUANTITIES}
    for text, side in ((lhs, "lhs"), (rhs, "rhs")):
        try:
            parse(text, names=names, parameters=declared)
        except FormulaError as error:
            raise FormulaError(f"{WORDS[side]}: {error}") from None
    whole = measure(f"({lhs.strip()})-({rhs.strip()})", assume=conditions)
    trees = [
        tree if reading == LITERAL else _in_reading(text, reading, side, conditions)
        for tree, text, reading, side in zip(
            whole.formula.args, (lhs, rhs), readings, SIDES, strict=True
        )
    ]
    whole = replace(whole, formula=trees[0] - trees[1])
    sides = (
        replace(whole, name=text.strip(), text=text.strip(), formula=tree)
        for text, tree in zip((lhs, rhs), trees, strict=True)
    )
    return whole, *sides


def _in_reading(text: str, reading: str, side: str, conditions: list[str]) -> Formula:
    """The formula of a side with the conventions of a reading that is known by name."""
    if reading == EXTENDED:
        raise FormulaError(f"{WORDS[side]}: {EXTENDED} has infinite values; compare numbers")
    own = [item for item in conditions if set(identifiers(item)) <= set(identifiers(text))]
    try:
        found = make_reading(measure(text.strip(), assume=own), (), reading)
    except FormulaError as error:
        raise FormulaError(f"{WORDS[side]}: {error}") from None
    return found.formula
