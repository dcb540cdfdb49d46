"""Where a property fails in a cross-section: exactly, on the goals of its statement.

A counterexample is a point of one goal.  With everything but the cells kept as in the
counterexample (the other matrix, the factor k), the same goal is evaluated at every matrix of whole
numbers in the cross-section, and so is every goal that has no other variables.

Invariant: what is returned violates the original statement; the kernel has evaluated it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from flint import fmpq

from symbolic_measures.kernel.samples import has_sort
from symbolic_measures.kernel.truth import fails
from symbolic_measures.kernel.violation import point_of, witness_at
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.verdict import Verdict, Witness

Matrix = tuple[Fraction, ...]
#: Matrices in a cross-section that are looked at.
MOST = 4_000


def matrices_of(witness: Witness) -> list[Matrix]:
    """Its matrices of two classes, as numbers."""
    found = [tuple(map(Fraction, matrix)) for matrix in witness.matrices]
    return [matrix for matrix in found if len(matrix) == len(CELLS)]


def sizes(matrix: Matrix) -> tuple[Fraction, Fraction]:
    """P and N."""
    return matrix[0] + matrix[1], matrix[2] + matrix[3]


def drawable(verdict: Verdict) -> bool:
    """Whether it is a counterexample that consists of matrices of two classes."""
    witness = verdict.witness
    if verdict.outcome != "refuted" or witness is None or witness.kind == "labelings":
        return False
    return witness.kind != "expectation" and bool(matrices_of(witness))


def failures(
    verdict: Verdict,
    positives: int,
    negatives: int,
    parameters: Mapping[str, Fraction] | None = None,
) -> list[Witness]:
    """The violations whose first matrix has these P and N, one for each such matrix.

    At these values of parameters; without any, at those of the counterexample.
    """
    witness = verdict.witness
    if not drawable(verdict) or witness is None:
        return []
    if (positives + 1) * (negatives + 1) > MOST:
        raise FormulaError(f"P = {positives}, N = {negatives}: a property is looked at in at most "
                           f"{MOST} matrices; give smaller numbers")  # fmt: skip
    found: dict[Matrix, Witness] = {}
    for each in _violations(verdict, _point(witness, parameters or {}), positives, negatives):
        first = matrices_of(each)[0]
        if sizes(first) != (Fraction(positives), Fraction(negatives)):
            continue
        if first not in found or each.matrices == witness.matrices:
            found[first] = each
    return [found[first] for first in sorted(found)]


def _point(witness: Witness, parameters: Mapping[str, Fraction]) -> dict[str, fmpq]:
    """The point of the counterexample, at these values of parameters."""
    given = {name: str(value) for name, value in parameters.items() if name in witness.parameters}
    return point_of({**witness.point, **witness.parameters, **given})


def _violations(
    verdict: Verdict, fixed: dict[str, fmpq], positives: int, negatives: int
) -> Iterator[Witness]:
    statement, witness = verdict.statement, verdict.witness
    assert witness is not None
    for number, goal in enumerate(statement.goals):
        names = {variable.name for variable in goal.variables}
        if number != witness.goal and not names <= {*CELLS, *witness.parameters}:
            continue
        for cells in _section(positives, negatives):
            point = {name: cells[name] if name in cells else fixed[name] for name in names}
            if not all(has_sort(v.sort, point[v.name]) for v in goal.variables):
                continue
            if goal.matrices and fails(goal, point) is True:
                yield witness_at(statement, number, point, False)


def _section(positives: int, negatives: int) -> Iterator[dict[str, fmpq]]:
    for tp in range(positives + 1):
        for tn in range(negatives + 1):
            cells = (tp, positives - tp, negatives - tn, tn)
            yield dict(zip(CELLS, map(fmpq, cells), strict=True))
