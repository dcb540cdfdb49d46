"""Verdicts about the tetrahedron of all matrices of one n, held against the slow definitions."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

from flint import fmpq
from slow_definitions import HOLDS, VACUOUS, VIOLATED, BeyondUsError, Values
from slow_tetrahedron import TETRAHEDRON, below_maximum, compared, of_size

from symbolic_measures.kernel.truth import holds

VALUES = (Fraction(1), Fraction(1, 4), Fraction(7, 3))
REACH = 6
#: Up to this n no counterexample is missed; whether a larger one is the smallest may be open.
SMALL = 10


def as_given(reading: Any, at: dict[str, Fraction]) -> Values:
    """The values of the formula itself, higher meaning better or not."""
    values = Values(reading, at)
    values.up = True
    return values


def admitted(reading: Any, at: dict[str, Fraction]) -> bool:
    """Whether these are values that the measure's parameters may have."""
    point = {name: fmpq(value.numerator, value.denominator) for name, value in at.items()}
    return all(holds(condition, point) for condition in reading.measure.conditions)


def wrong(verdict: Any, reading: Any) -> str:
    """What is wrong with a verdict, empty if enumeration agrees (or cannot evaluate it)."""
    try:
        return disagreement(verdict, reading)
    except BeyondUsError:
        return ""


#: So many parts of n: thirds, quarters and halves of them are whole.
TWELVE = 12


def is_largest(
    value: Values, matrix: tuple[Fraction, ...], wrong: int, zero: int, inside: bool
) -> bool:
    """The matrix is on the side and errs, and nothing of its n or section is larger."""
    here, unit = value(matrix), sum(matrix) / TWELVE  # of matrices in twelfths
    scaled = (tuple(cell * unit for cell in other) for other in of_size(TWELVE, 1))
    own = [m for m in scaled if not inside or m[0] + m[1] == matrix[0] + matrix[1]]
    found = [v for m in own if (v := value(m)) is not None]
    assert matrix in own
    assert here is not None
    assert len(found) > 1
    return matrix[wrong] > 0 == matrix[zero] and not any(compared(v, here) > 0 for v in found)


def disagreement(verdict: Any, reading: Any) -> str:
    """The same, or BeyondUsError."""
    slow, names = TETRAHEDRON[verdict.property], reading.measure.parameters
    wrong, zero = (1, 2) if verdict.property[1] == "n" else (2, 1)
    inside = verdict.property.endswith("-in-section")
    below = partial(below_maximum, wrong=wrong, zero=zero, inside=inside)
    if "not-max" in verdict.property and verdict.outcome == "proved":
        # What is larger need not be whole.  Nothing false passes by that: a matrix of the side that
        # is a maximum has nothing larger among the halves either.
        slow = partial(below, fine=2)
    if verdict.outcome == "undecided":
        return ""
    if verdict.outcome in ("proved", "not-applicable"):
        points = [dict.fromkeys(names, v) for v in (VALUES if names else VALUES[:1])]
        points = [point for point in points if admitted(reading, point)]
        if not points:
            return "at none of the values are the parameters admitted"
        found = {slow(as_given(reading, point), REACH).outcome for point in points}
        allowed = {HOLDS, VACUOUS} if verdict.outcome == "proved" else {VACUOUS}
        if verdict.outcome == "proved" and found == {VACUOUS}:
            return "proved, but there is nothing to compare"
        return "" if found <= allowed else f"{verdict.outcome}, but {found}"
    witness = verdict.witness
    at = {name: Fraction(value) for name, value in witness.parameters.items()}
    shown = [tuple(map(Fraction, cells)) for cells in witness.matrices]
    size = int(sum(shown[0]))
    if "not-max" in verdict.property:
        value = as_given(reading, at)
        if any(cell.denominator > 1 for cell in shown[0]):
            reached = not witness.minimal and is_largest(value, shown[0], wrong, zero, inside)
            return "" if reached else f"{shown} is not the largest"
        answer = below(value, size, fine=1 if witness.minimal else 3)
        if witness.minimal:
            return "" if answer.first == shown[0] else f"{shown}, but first is {answer}"
        return "" if answer.outcome == VIOLATED else f"{shown} is not the largest"
    if any(cell.denominator > 1 for matrix in shown for cell in matrix):
        # Real matrices are shown only where no small whole ones are a counterexample; that these
        # are one, the kernel says, which evaluates the statement there.
        small = slow(as_given(reading, at), REACH).outcome == VIOLATED
        return f"{shown}, but smaller ones are whole" if small or witness.minimal else ""
    answer = slow(as_given(reading, at), size)
    if answer.outcome != VIOLATED or not (witness.minimal or size > SMALL):
        return f"{shown}, but {answer.outcome}, minimal: {witness.minimal}"
    first = [answer.first, answer.second]
    return "" if not witness.minimal or first == shown else f"{shown}, but first is {answer}"
