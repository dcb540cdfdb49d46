"""A measure as a SymPy expression in p_AB, p_A, p_B, once it is proved to be a function of them."""

from __future__ import annotations

from typing import Any

from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.nouns.confusion import CELLS, SIZE
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.sympy_notation import to_sympy
from symbolic_measures.search.engine import decide


def expression(reading: Reading) -> Any:
    """The expression; FormulaError if it is refuted, or not decided, that M(C/n) = M(C).

    A reading with conventions is refused: what it says at single matrices is no such function.
    """
    if reading.conventions or reading.extended is not None:
        raise FormulaError(f"the reading {reading.name} has conventions: take the measure as it is")
    return to_sympy(in_proportions(reading.measure))


def in_proportions(subject: Measure, seconds: float = SECONDS) -> Formula:
    """The formula in p_AB, p_A, p_B; FormulaError unless it is proved that M(C/n) = M(C)."""
    if subject.classes != 2:
        raise FormulaError("p_AB, p_A and p_B are those of two classes")
    scaled = subject.formula.at(**{name: symbol(name) / SIZE for name in CELLS})
    natural = tuple(Variable(name, "natural") for name in CELLS)
    goal = Goal(
        natural + subject.variables,
        (*subject.conditions, Atom(SIZE - 1, ">="), Atom(subject.formula, "defined")),
        Atom(scaled - subject.formula, "=="),
        blocks=(CELLS,),
        label="M(C/n) = M(C)",
    )
    verdict = decide(Statement("in-proportions", subject.name, "M(C/n) = M(C).", (goal,)), seconds)
    if verdict.outcome != "proved":
        raise FormulaError(
            f"{subject.name} is not a function of p_AB, p_A, p_B: "
            f"that M(C/n) = M(C) is {verdict.outcome}"
        )
    return subject.proportions()
