"""A measure as a SymPy expression in p_AB, p_A, p_B, once it is proved to be a function of them."""

from __future__ import annotations

from typing import Any

from symbolic_measures.doors.functions import in_proportions
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.sympy_notation import to_sympy


def expression(reading: Reading) -> Any:
    """The expression; FormulaError if it is refuted, or not decided, that M(C/n) = M(C).

    A reading with conventions is refused: what it says at single matrices is no such function.
    """
    if reading.conventions or reading.extended is not None:
        raise FormulaError(f"the reading {reading.name} has conventions: take the measure as it is")
    if reading.measure.classes != 2:
        raise FormulaError("p_AB, p_A and p_B are those of two classes")
    return to_sympy(in_proportions(reading.measure))
