"""Assertions for the tests of other projects: identities, properties, implementations.

from symbolic_measures.testing import assert_identity, assert_implementation, assert_property
assert_identity("Jaccard", "F1/(2-F1)")

Each says nothing if it is proved (an implementation: if it agrees at every matrix looked at), and
raises an AssertionError that shows the smallest matrix and both values otherwise.  Undecided is
a failure.  With pytest, files named `*.measures.toml` are collected too: see `pytest_plugin`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from symbolic_measures.doors.api.questions import identity, limit
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.subjects import make_reading, measure, oriented
from symbolic_measures.nouns.confusion import ConfusionMatrix
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.questions.identity.show import unequal
from symbolic_measures.questions.limit.show import apart
from symbolic_measures.report import prose
from symbolic_measures.report.counterexamples import refutation
from symbolic_measures.search.properties import decide_property

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

    from symbolic_measures.doors.audit.patterns import Difference, Pattern

Matrix = tuple[int, int, int, int]
Number = int | Fraction
UP_TO = 8
TOLERANCE = 1e-9


def assert_identity(
    lhs: str,
    rhs: str,
    assume: Iterable[str] = (),
    domain: bool = False,
    seconds: float = SECONDS,
    readings: tuple[str, str] = ("literal", "literal"),
) -> None:
    """The two formulas are proved to be equal wherever both are defined.

    With `domain`, also that they are defined at the same matrices; `readings` are those of the two
    sides.
    """
    __tracebackhide__ = True
    found = identity(lhs, rhs, assume=assume, left_reading=readings[0], right_reading=readings[1],
                     timeout=seconds)  # fmt: skip
    if found.outcome == "refuted":
        told = prose.text(unequal(found.verdict))
        raise AssertionError(f"{lhs} = {rhs} is refuted: {told}")
    if found.outcome != "proved":
        raise AssertionError(f"{lhs} = {rhs} is {found.outcome}: {found.verdict.reason}")
    if domain and found.domains != "proved":
        told = "it is not decided where each is defined"
        for item in found.differences[:1]:
            side, other = (lhs, rhs) if item.undefined == "lhs" else (rhs, lhs)
            value = "undefined" if item.value is None else prose.text(prose.exact(item.value))
            told = f"at {_cells(item.matrix)} {side} is undefined, {other} is {value}"
        for verdict in found.within if found.domains == "refuted" else ():
            if verdict.witness is not None:
                matrix = prose.text((prose.cells(verdict.witness.matrices[0]),))
                told = f"{verdict.statement.sentence} It is not at {matrix}"
                break
        raise AssertionError(
            f"{lhs} = {rhs} where both are defined, but the domains differ: {told}"
        )


def assert_limit(
    formula: str,
    to: str,
    claim: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
) -> None:
    """The measure is proved to tend to `claim` wherever it has a limit and that is defined.

    `to` is "r -> 0", "beta -> oo" or "TN -> oo".
    """
    __tracebackhide__ = True
    found = limit(formula, to, claim, assume=assume, timeout=seconds)
    verdict = found.claimed
    if verdict is None or verdict.outcome == "proved":
        return
    if verdict.outcome == "refuted":
        told = prose.text(apart(verdict, ("the limit", claim)))
        raise AssertionError(f"{formula} -> {claim} as {to} is refuted: {told}")
    raise AssertionError(f"{formula} -> {claim} as {to} is {verdict.outcome}: {verdict.reason}")


def assert_property(
    formula: str,
    *properties: str,
    assume: Iterable[str] = (),
    reading: str | None = None,
    conventions: Iterable[str] = (),
    higher_is_better: bool = True,
    seconds: float = SECONDS,
    classes: int = 2,
) -> None:
    """The measure is proved to have the properties; the arguments are those of `check`."""
    __tracebackhide__ = True
    if not properties:
        raise TypeError("name at least one property, such as 'monotone'")
    chosen = _reading(formula, assume, reading, conventions, higher_is_better, classes)
    for property_id in properties:
        verdict = decide_property(property_id, chosen, seconds)
        if verdict.outcome != "proved":
            raise AssertionError(f"{formula}: {_told(verdict, chosen)}")


def assert_refuted(
    formula: str,
    property_id: str,
    minimal: Iterable[Iterable[int]] | None = None,
    assume: Iterable[str] = (),
    reading: str | None = None,
    conventions: Iterable[str] = (),
    higher_is_better: bool = True,
    seconds: float = SECONDS,
    classes: int = 2,
) -> None:
    """The measure is proved not to have the property.

    `minimal` are the matrices (TP, FN, FP, TN) of the smallest counterexample; for an expectation
    its two sizes (n, P, Phat), for the triangle inequality the counts x_000 ... x_111; of several
    `classes` their cells, also row by row.
    """
    __tracebackhide__ = True
    chosen = _reading(formula, assume, reading, conventions, higher_is_better, classes)
    verdict = decide_property(property_id, chosen, seconds)
    if verdict.outcome != "refuted" or verdict.witness is None:
        raise AssertionError(f"{formula}: {_told(verdict, chosen)}, not refuted")
    if minimal is None:
        return
    wanted = tuple(tuple(map(str, _flat(matrix))) for matrix in minimal)
    if verdict.witness.matrices != wanted:
        shown = ", ".join(f"({', '.join(matrix)})" for matrix in wanted)
        raise AssertionError(f"{formula}: {_told(verdict, chosen)}; the test says {shown}")
    if not verdict.witness.minimal:
        raise AssertionError(
            f"{formula}: {_told(verdict, chosen)}; that it is minimal is not known"
        )


def _flat(matrix: Iterable[Any]) -> Iterator[Any]:
    """The cells of a matrix, which may be written row by row."""
    for cell in matrix:
        if isinstance(cell, list | tuple):
            yield from cell
        else:
            yield cell


def _reading(
    formula: str,
    assume: Iterable[str],
    reading: str | None,
    conventions: Iterable[str],
    higher_is_better: bool,
    classes: int = 2,
) -> Reading:
    subject = oriented(measure(formula, assume=assume, classes=classes), higher_is_better)
    return make_reading(subject, conventions, reading)


def _told(verdict: Verdict, reading: Reading) -> str:
    """One line: what was decided, with the counterexample or the reason."""
    letter = "M" if reading.measure.higher_is_better else "S"
    why = verdict.reason
    if verdict.outcome == "refuted":
        why = prose.text(refutation(verdict, letter)[1])
    return f"{verdict.property} is {verdict.outcome}{': ' if why else ''}{why}"


def assert_implementation(
    function: Callable[..., Any],
    formula: str,
    up_to: int = 0,
    assume: Iterable[str] = (),
    parameters: Mapping[str, Number] | None = None,
    reading: str | None = None,
    conventions: Iterable[str] = (),
    labels: tuple[Any, ...] = (),
    tolerance: float = TOLERANCE,
    where_defined: bool = False,
    options: Mapping[str, Any] | None = None,
    values: str = "python",
    orientation: str = "",
    item: str = "",
    classes: int = 2,
) -> None:
    """A Python function agrees with the formula at every confusion matrix of at most `up_to`.

    `up_to` is 8 if it is not given, of three `classes` 4, of more 3.

    The function takes arguments named TP, FN, FP, TN (in any order, small or capital letters),
    or y_true, y_pred (lists of `labels`, the positive one first), or a matrix in the `orientation`
    that is given; `options` are further arguments of it.  Whole numbers and Fractions are compared
    exactly, other numbers within the tolerance, absolute and relative.  Where the formula (in this
    reading) is undefined, the function must return nan or None, or raise ZeroDivisionError,
    ValueError, InvalidOperation (of Decimal) or FloatingPointError (of NumPy); with `where_defined`
    such matrices are left out.

    The error names the smallest matrix, and then, by pattern of zero cells, everything that
    differs, and which known reading has just that.
    """
    __tracebackhide__ = True
    from symbolic_measures.doors.audit.calls import Calls
    from symbolic_measures.doors.audit.patterns import patterns
    from symbolic_measures.doors.audit.references import Exact, matrices
    from symbolic_measures.doors.audit.signatures import signature_of

    given = {name: Fraction(value) for name, value in (parameters or {}).items()}
    chosen = _reading(formula, assume, reading, conventions, True, classes)
    if set(given) != set(chosen.measure.parameters):
        needed = ", ".join(chosen.measure.parameters) or "none"
        raise FormulaError(f"parameters: values are needed for {needed}")
    size = up_to or {2: UP_TO, 3: 4}.get(classes, 3)
    signature = signature_of(function, options, classes, labels, values)
    if signature.way == "matrix":
        signature = signature.oriented(_known(orientation))
    calls, exact = Calls(signature, item), Exact(chosen, given)
    points = [m for m in matrices(size, classes) if not where_defined or exact(m).is_defined]
    found, differences = patterns(calls, exact, points, tolerance)
    if differences:
        where = "".join(f", {key} = {value}" for key, value in (parameters or {}).items())
        first = f"{calls.name} is not {formula}: {_difference(differences[0], where)}"
        counted = f"{len(differences)} of {len(points)} matrices up to n = {size} differ:"
        apart = (_pattern(each, exact.names) for each in found if each.smallest is not None)
        raise AssertionError("\n".join((first, counted, *apart)))


def _known(orientation: str) -> str:
    """The name of an orientation; nothing is guessed in a test."""
    from symbolic_measures.doors.audit.signatures import ORIENTATIONS

    if orientation not in ORIENTATIONS:
        known = ", ".join(ORIENTATIONS)
        raise FormulaError(f"the function takes a matrix: give its orientation, one of {known}")
    return orientation


def _difference(difference: Difference, where: str) -> str:
    """The smallest difference in a line."""
    told = difference.returned
    returned = told.startswith("returns")
    shown = told if returned or told.startswith("raises") else f"is {told}"
    shown = shown.replace("is nan", "returns nan")
    shown += ", no number" if returned and told != "returns None" else ""
    wanted = difference.wanted
    if wanted == "undefined":
        wanted += " (a reading or a convention gives it a value)"
    return (
        f"at {_cells(difference.matrix)}{where} it {shown}, the formula is {wanted}; "
        "no smaller matrix tells them apart"
    )


def _pattern(pattern: Pattern, names: Iterable[str]) -> str:
    """What differs at one pattern of zero cells, and who else says so."""
    from symbolic_measures.doors.audit.patterns import zero_words

    first = pattern.smallest
    matrix, wanted = (first.matrix, first.wanted) if first else ((), "")
    known = f", as {' and '.join(pattern.readings)}" if pattern.readings else ""
    return (
        f"  {zero_words(pattern.zeros, names)}: {pattern.returned}{known}; {pattern.count} of "
        f"{pattern.matrices}, first {matrix}, where the formula is {wanted}"
    )


def _cells(matrix: Iterable[int]) -> str:
    return prose.text((prose.cells(tuple(map(str, matrix))),))


def confusion_matrices(max_cell: int = 50, nonunary: bool = False) -> SearchStrategy[Any]:
    """A Hypothesis strategy for confusion matrices; they shrink to the smallest cells.

    `nonunary`: every class occurs in the truth and in the prediction.
    """
    from hypothesis import strategies

    cell = strategies.integers(min_value=0, max_value=max_cell)
    four = strategies.tuples(cell, cell, cell, cell)

    def fits(cells: Matrix) -> bool:
        tp, fn, fp, tn = cells
        return min(tp + fn, fp + tn, tp + fp, fn + tn) > 0 if nonunary else sum(cells) > 0

    return four.filter(fits).map(lambda cells: ConfusionMatrix(*cells))
