"""Is a measure below its maximum on a side of the section?  Looks for the maximum; proves it.

First the corners of the section, for all P, N and parameters; then, at a few parameter values,
the small matrices of the side one after the other: is one of them a maximum of its own section?
Nothing here is trusted: the property replays the proof that a place is a maximum.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, product
from typing import Any

from flint import fmpq

from symbolic_measures.fences import StoppedError
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, Value, compare
from symbolic_measures.kernel.truth import evaluator, fails
from symbolic_measures.meaning.brzezinski import CORNERS, PLACES, summit
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.search.costs import of_value
from symbolic_measures.search.effort import MILLION, Effort, Limit, OutOfStepsError, granted
from symbolic_measures.search.engine import decide
from symbolic_measures.search.refute import all_zero
from symbolic_measures.search.tactics.formulas import prove_goal

LARGEST = 7
#: How finely a section is searched for something larger: cells in k-ths.
FINENESS = 4
PARAMETERS = 6
#: What the search for a maximum may cost at most.
STEPS = 8 * MILLION
#: No single attempt gets more than this part of the effort.
SHARES = 6


def decide_below_maximum(property_id: str, reading: Reading, limit: Limit) -> Verdict:
    """`tn-not-max` or `tp-not-max`, within that limit."""
    prop, effort = PROPERTIES[property_id], granted(limit).share(STEPS)
    reason = "no corner of the section is larger, and no maximum on the side could be proved"
    try:
        for corner in PLACES:
            value = None if corner == "TPTN" else {"better": corner}
            verdict = decide(
                prop.statement(reading, value), effort.share(effort.steps // SHARES), value
            )
            if verdict.outcome in ("proved", "not-applicable"):
                return verdict
        for value in _maxima(prop.statement(reading).goals[0], reading, effort):
            verdict = decide(prop.statement(reading, value), effort, value)
            if verdict.outcome == "refuted" and "parameters" in value and verdict.witness:
                # whether a smaller matrix is a maximum of another section was not decided
                return replace(verdict, witness=replace(verdict.witness, minimal=False))
            if verdict.outcome in ("proved", "refuted"):
                return verdict
    except StoppedError as error:
        reason = str(error)
    return Verdict(property_id, "undecided", prop.statement(reading), reason=reason)


def _maxima(side: Goal, reading: Reading, effort: Effort) -> Iterator[dict[str, Any]]:
    """Places with a proof that M is largest there: corners, then matrices of the side."""
    for corner in CORNERS:
        value: dict[str, Any] = {"maximum": corner}
        proof = _proof(reading, value, effort)
        if proof is not None:
            yield {**value, "proof": proof.to_data()}
    for parameters in chain(parameter_samples(reading, PARAMETERS), all_zero(side)):
        given = {name: str(number) for name, number in parameters.items()}
        for cells in _candidates(side, reading, parameters, effort):
            value = {"maximum": [str(cell) for cell in cells], "parameters": given}
            proof = _proof(reading, value, effort)
            if proof is not None:
                yield {**value, "proof": proof.to_data()}


def _proof(reading: Reading, value: dict[str, Any], effort: Effort) -> Step | None:
    try:
        goal = summit(reading, value)
    except FormulaError:
        return None
    if "parameters" not in value and _fails_somewhere(goal, reading):
        return None
    effort.tick()
    try:
        return prove_goal(goal, effort.share(effort.left() // SHARES))
    except OutOfStepsError:
        return None


def _fails_somewhere(goal: Goal, reading: Reading, largest: int = 5) -> bool:
    for parameters in parameter_samples(reading):
        for n in range(2, largest + 1):
            for cells in compositions(n, len(CELLS)):
                point = dict(zip(CELLS, map(fmpq, cells), strict=True))
                if fails(goal, {**point, **parameters}):
                    return True
    return False


def _candidates(
    side: Goal, reading: Reading, parameters: dict[str, fmpq], effort: Effort
) -> Iterator[tuple[int, ...]]:
    """Matrices of the side, off TPTN, with no larger value anywhere that was looked at."""
    own = [name for name in CELLS if name in side.blocks[0]]
    wrong = 1 if "FN" in own else 2
    for n in range(2, LARGEST + 1):
        for values in compositions(n, len(own)):
            given = dict(zip(own, values, strict=True))
            cells = tuple(given.get(name, 0) for name in CELLS)
            if not cells[wrong] or not cells[0] + cells[1] or not cells[2] + cells[3]:
                continue
            effort.tick(100 * of_value(reading.formula))
            if _is_largest(reading, cells, parameters):
                yield cells


def _is_largest(reading: Reading, cells: tuple[int, ...], parameters: dict[str, fmpq]) -> bool:
    here = _value(reading, tuple(map(fmpq, cells)), parameters)
    if here is None:
        return False
    rows = cells[0] + cells[1], cells[2] + cells[3]
    for k in range(1, FINENESS + 1):
        for tp, tn in product(range(k * rows[0] + 1), range(k * rows[1] + 1)):
            matrix = (tp, k * rows[0] - tp, k * rows[1] - tn, tn)
            other = _value(reading, tuple(fmpq(cell, k) for cell in matrix), parameters)
            try:
                if other is not None and compare(other, here) > 0:
                    return False
            except CannotTellError:
                return False
    return True


def _value(reading: Reading, cells: tuple[fmpq, ...], parameters: dict[str, fmpq]) -> Value | None:
    try:
        point = dict(zip(CELLS, cells, strict=True))
        return evaluator(reading.formula)({**point, **parameters})
    except (UndefinedError, CannotTellError):
        return None
