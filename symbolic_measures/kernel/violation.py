"""Witnesses: a point that violates a statement, evaluated on the original in exact arithmetic."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq

from symbolic_measures.kernel.exact import (
    CannotTellError,
    InfiniteError,
    UndefinedError,
    Value,
    show,
)
from symbolic_measures.kernel.samples import has_sort, parameters_of
from symbolic_measures.kernel.truth import Point, evaluator, fails
from symbolic_measures.nouns.confusion import labelings
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import CONTRARY, Goal, Statement
from symbolic_measures.nouns.verdict import Exact, Witness


def witness_at(statement: Statement, number: int, point: Point, minimal: bool) -> Witness:
    """The witness that a failing point of goal `number` is, with its exact values."""
    goal = statement.goals[number]
    names = parameters_of(goal)
    matrices = [tuple(_text(evaluator(cell)(point)) for cell in matrix) for matrix in goal.matrices]
    whole = all(cell.lstrip("-").isdigit() for matrix in matrices for cell in matrix)
    kind = "point" if not whole else "pair" if len(matrices) > 1 else "matrix"
    three = labelings(round(len(matrices[0]) ** (1 / 3))) if matrices else ()
    if whole and goal.blocks[:1] == (three,):
        kind = "labelings"
    return Witness(
        kind=kind,
        goal=number,
        point={name: str(value) for name, value in point.items() if name not in names},
        parameters={name: str(point[name]) for name in names},
        matrices=tuple(matrices),
        values=tuple(_values(goal, point)),
        minimal=minimal,
    )


def _text(value: Value) -> str:
    shown = show(value)
    return shown if isinstance(shown, str) else shown[0]


def _values(goal: Goal, point: Point) -> Iterator[Exact]:
    for tree in goal.values:
        try:
            yield show(evaluator(tree)(point))
        except InfiniteError as error:
            yield "oo" if error.sign > 0 else "-oo"
        except UndefinedError:
            yield "undefined"


def check_witness(statement: Statement, witness: Witness) -> Point:
    """The point of a witness, which fails its goal and shows what it says."""
    goal = statement.goals[witness.goal]
    point = point_of({**witness.point, **witness.parameters})
    sorts = {variable.name: variable.sort for variable in goal.variables}
    if set(point) != set(sorts) or set(witness.parameters) != set(parameters_of(goal)):
        raise CertificateError(f"{statement.property}: the witness has other variables")
    for name, value in point.items():
        if not has_sort(sorts[name], value):
            raise CertificateError(f"{statement.property}: {name} = {value} is not {sorts[name]}")
    missing = goal.conclusion.rel not in CONTRARY and "undefined" in witness.values
    if missing or fails(goal, point) is not True:
        raise CertificateError(f"{statement.property}: the witness does not violate it")
    if witness_at(statement, witness.goal, point, witness.minimal) != witness:
        raise CertificateError(f"{statement.property}: the witness shows other values")
    return point


def point_of(texts: dict[str, str]) -> dict[str, fmpq]:
    point = {}
    for name, text in texts.items():
        try:
            value = evaluator(parse(text, names={}))({})
        except (FormulaError, UndefinedError, CannotTellError):
            value = None
        if not isinstance(value, fmpq):
            raise CertificateError(f"{name} = {text!r} is not a rational number")
        point[name] = value
    return point
