"""Expectations over uniformly random predictions, exactly, and where two of them differ.

`first_difference` enumerates the sizes of the classes in their declared order, so that a witness
of an expectation is the smallest one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, product
from math import factorial, isqrt, prod

from flint import fmpq

from symbolic_measures.kernel.exact import (
    CannotTellError,
    UndefinedError,
    Value,
    add,
    compare,
    multiply,
    show,
)
from symbolic_measures.kernel.samples import has_sort, parameter_points, parameters_of
from symbolic_measures.kernel.truth import Point, admits, evaluator
from symbolic_measures.kernel.violation import point_of
from symbolic_measures.nouns.confusion import compositions
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.statement import Goal, Statement
from symbolic_measures.nouns.verdict import Witness

#: The largest expectation that is re-checked.
MAX_EXPECTATION = 30
#: How many sizes are tried where an expectation may be defined nowhere.
MOST_SIZES = 20_000
#: True sizes a_1, ..., a_m and predicted sizes b_1, ..., b_m of the classes.
Sizes = tuple[tuple[int, ...], tuple[int, ...]]


def mean(goal: Goal, sizes: Sizes, parameters: Point) -> Value:
    """E[M] over uniformly random predictions of given sizes, exactly; M is the goal's formula.

    A matrix with these sizes comes from prod_i a_i!/prod_ij c_ij! of the n!/prod_j b_j!
    predictions.  UndefinedError if an outcome of positive probability is undefined.
    """
    run, names = evaluator(goal.conclusion.expr), goal.blocks[0]
    true, predicted = sizes
    ways = prod(map(factorial, true)) * prod(map(factorial, predicted))
    total: Value = fmpq(0)
    for cells in tables(true, predicted):
        point = {**parameters, **dict(zip(names, map(fmpq, cells), strict=True))}
        chance = fmpq(ways, prod(map(factorial, cells)) * factorial(sum(true)))
        total = add(total, multiply(chance, run(point)))
    return total


def tables(true: tuple[int, ...], predicted: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Every matrix with these row and column sums, row by row."""
    if not true:
        yield ()
        return
    for row in compositions(true[0], len(predicted)):
        if all(cell <= size for cell, size in zip(row, predicted, strict=True)):
            left = tuple(size - cell for cell, size in zip(row, predicted, strict=True))
            if len(true) > 1 or not any(left):
                yield from ((*row, *rest) for rest in tables(true[1:], left))


def sizes_of(n: int, classes: int) -> Iterator[Sizes]:
    """All sizes of the classes of n elements that Definition 8 admits: no predicted one is n."""
    for true in compositions(n, classes):
        for predicted in compositions(n, classes):
            if max(predicted) < n:
                yield true, predicted


def expectation(goal: Goal, sizes: Sizes, parameters: Point) -> Value | None:
    """E[M] at sizes of the classes, None if some outcome is undefined.

    Raises CannotTellError if that cannot be told.
    """
    try:
        return mean(goal, sizes, parameters)
    except UndefinedError:
        return None


def classes_of(goal: Goal) -> int:
    """The number of classes of an expectation."""
    return isqrt(len(goal.blocks[0]))


def admissible_sizes(goal: Goal) -> Sizes | None:
    """Sizes all of whose outcomes are defined at some parameter values, if some are found."""
    tried = product(parameter_points(goal), _likely_sizes(classes_of(goal)))
    for parameters, sizes in islice(tried, MOST_SIZES):
        try:
            if expectation(goal, sizes, parameters) is not None:
                return sizes
        except CannotTellError:
            continue
    return None


def _likely_sizes(m: int) -> Iterator[Sizes]:
    """Small ones, and those where every class occurs.

    If a class must be hit besides, n is at least 2m - 1: one class of m true and m predicted
    elements, the others of one each.
    """
    yield from chain(sizes_of(2, m), sizes_of(3, m))
    for n in range(m, 2 * m):
        whole = [tuple(k + 1 for k in parts) for parts in compositions(n - m, m)]
        yield from product(whole, repeat=2)
    yield from sizes_of(4, m)


def first_difference(goal: Goal, parameters: Point, largest: int) -> tuple[Sizes, Sizes] | None:
    """The smallest pair of sizes with different expectations.

    In the order of the second; the first are the smallest admissible sizes of all.  Since
    equality is transitive, any difference shows against the first.  Raises CannotTellError where
    an expectation on the way cannot be compared.
    """
    base: tuple[Sizes, Value] | None = None
    for n in range(2, largest + 1):
        for sizes in sizes_of(n, classes_of(goal)):
            value = expectation(goal, sizes, parameters)
            if value is None:
                continue
            if base is None:
                base = (sizes, value)
            elif compare(base[1], value) != 0:
                return base[0], sizes
    return None


def expectation_witness(
    goal: Goal, number: int, pair: tuple[Sizes, Sizes], parameters: Point
) -> Witness:
    """The witness that two sizes with different expectations are."""
    found = (expectation(goal, sizes, parameters) for sizes in pair)
    values = tuple("undefined" if value is None else show(value) for value in found)
    shown = {name: str(value) for name, value in parameters.items()}
    matrices = tuple(tuple(map(str, _shown(sizes))) for sizes in pair)
    return Witness("expectation", number, {}, shown, matrices, values, True)


def _shown(sizes: Sizes) -> tuple[int, ...]:
    """(n, P, P^) for two classes; else the true sizes, then the predicted ones."""
    true, predicted = sizes
    return (sum(true), true[0], predicted[0]) if len(true) == 2 else (*true, *predicted)


def check_expectation(statement: Statement, goal: Goal, witness: Witness) -> None:
    name = statement.property
    parameters = point_of(dict(witness.parameters))
    sorts = {v.name: v.sort for v in goal.variables if v.name in parameters_of(goal)}
    fit = set(parameters) == set(sorts) and all(has_sort(sorts[x], parameters[x]) for x in sorts)
    if not fit or admits(goal, parameters) is not True:
        raise CertificateError(f"{name}: the parameters of the witness are not admissible")
    try:
        given = [tuple(int(part) for part in sizes) for sizes in witness.matrices]
    except ValueError:
        raise CertificateError(f"{name}: sizes are whole numbers") from None
    two = classes_of(goal) == 2
    ends = (sizes[:1] if two else sizes[: classes_of(goal)] for sizes in given)
    largest = max(map(sum, ends), default=0)
    if largest > MAX_EXPECTATION:
        raise CertificateError(f"{name}: the sizes are too large to re-check")
    try:
        found = first_difference(goal, parameters, largest)
    except CannotTellError as error:
        raise CertificateError(f"{name}: an expectation cannot be told: {error}") from None
    if not found or expectation_witness(goal, witness.goal, found, parameters) != witness:
        raise CertificateError(f"{name}: the witness is not that of the smallest sizes that differ")
