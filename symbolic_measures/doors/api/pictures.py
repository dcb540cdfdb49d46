"""Pictures of measures and of answers, as matplotlib figures.

matplotlib is needed only here, and only when a picture is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from symbolic_measures.doors.api.subjects import Subject, Texts, reading_of, seconds
from symbolic_measures.meaning import subjects
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.report import Report
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import SECONDS, finished
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.report.lattice import SIZE as LARGE
from symbolic_measures.report.lattice import SMALL, Lattice, lattice

if TYPE_CHECKING:
    from matplotlib.figure import Figure

#: P and N of a cross-section, and n of a tetrahedron, if nothing is said.
SIDE, SIZE = 12, 24
#: How a measure of longer text is called in a picture.
LONGEST = 48


def plot(
    measure: Subject | Answer, property: str | None = None, *,
    P: int | None = None, N: int | None = None,  # noqa: N803
    at: Mapping[str, int | str | Fraction] | None = None, tetrahedron: bool = False,
    assume: Texts = (), reading: str | None = None, convention: Texts = (),
    lower_is_better: bool = False, timeout: float = SECONDS,
) -> Figure:  # fmt: skip
    """Draws a measure where P and N are given, the tetrahedron of all matrices, or an answer.

    Parameters
    ----------
    measure
        A measure of two classes in any form; or an answer of `check`, `threshold` or `compare`.
    property
        Its counterexample is drawn as an arrow, and where it fails is shaded.
    P, N
        The positive and negative elements; multiples of those of the counterexample, else 12.
    at
        Values of parameters, such as {"beta": 2}; else simple ones.
    tetrahedron
        All matrices of one n, with the skin in colour.
    assume, reading, convention, lower_is_better, timeout
        As for `check`.

    Returns
    -------
    A matplotlib figure; its `alt` says it in words.

    Raises
    ------
    ImportError
        Without matplotlib, which is optional: `pip install symbolic-measures[plots]`.
    FormulaError, in one line, for what cannot be drawn.

    Example
    -------
    >>> from symbolic_measures import plot, threshold
    >>> plot(threshold("F_beta_linear", "ace", "beta")).alt.partition(".")[0]
    'F_beta_linear: ace holds iff beta >= rho'

    Notes
    -----
    Every number in a picture is an exact value; what is shaded was evaluated on the statement.

    References
    ----------
    D. Brzezinski et al., Information Sciences 462 (2018): the tetrahedron.
    """
    from symbolic_measures.doors.plots import canvas

    with canvas.styled():
        if isinstance(measure, Answer) and not isinstance(measure, Report):
            return _answer(measure, bool(property or P or N or at or tetrahedron))
        if isinstance(measure, Report):
            about = measure.reading, "", _verdict(measure, property)
        else:
            chosen = reading_of(measure, assume, reading, convention, lower_is_better)
            decided = _decided(chosen, property, seconds(timeout)) if property else None
            about = chosen, measure if isinstance(measure, str) else "", decided
        return _drawn(*about, (P, N), at or {}, tetrahedron)


def lattices(
    measures: Sequence[Subject], property: str | None, *, timeout: float, **reading: Any
) -> tuple[Lattice, ...]:
    """The tetrahedra of some measures, each with its counterexample to the property, if there is.

    FormulaError, in one line, for what is no measure of two classes.
    """
    found = []
    for measure in measures:
        chosen = reading_of(measure, **reading)
        decided = [_decided(chosen, property, seconds(timeout))] if property else []
        name = measure if isinstance(measure, str) and len(measure) <= LONGEST else ""
        each = lattice(chosen, decided, SMALL if len(measures) > 1 else LARGE, name)
        if each is None:
            raise FormulaError(f"{chosen.measure.name}: no values of its parameters are known")
        found.append(each)
    return tuple(found)


def _answer(answer: Answer, more: bool) -> Figure:
    """The picture of an answer; FormulaError, in one line, if something is asked of a measure."""
    if more:
        raise FormulaError("an answer is drawn as it is: property, P, N, at and tetrahedron belong "
                           "to a measure")  # fmt: skip
    if answer.kind == "threshold":
        from symbolic_measures.doors.plots.regions import region_picture

        return region_picture(answer)  # type: ignore[arg-type]
    if answer.kind == "compare" and hasattr(answer, "pairs") and hasattr(answer, "classes"):
        from symbolic_measures.doors.plots.relations import relations_picture

        return relations_picture(answer)  # type: ignore[arg-type]
    raise FormulaError(f"an answer of {answer.kind} has no picture; check, threshold and compare "
                       "have one")  # fmt: skip


def _verdict(report: Report, property_id: str | None) -> Verdict | None:
    if property_id is None:
        return None
    try:
        return report[property_id]
    except KeyError:
        raise FormulaError(f"{property_id}: the report has no verdict on it") from None


def _decided(reading: Reading, property_id: str, limit: float) -> Verdict:
    from symbolic_measures.search.battery import Battery

    subjects.find_property(property_id)
    report: Report = finished(Battery(reading, (property_id,), limit, False))
    return report[property_id]


def parameters_of(
    reading: Reading, at: Mapping[str, Any], verdict: Verdict | None = None
) -> dict[str, Fraction]:
    """Values for all parameters: as given, those of the counterexample, else simple ones."""
    from symbolic_measures.doors.values.given import admissible

    names = reading.measure.parameters
    found: dict[str, Fraction] = {}
    for sample in parameter_samples(reading, 1):
        found |= {name: Fraction(str(sample[name])) for name in names}
    if verdict is not None and verdict.witness is not None:
        found |= {name: Fraction(text) for name, text in verdict.witness.parameters.items()}
    for name, value in at.items():
        if name not in names:
            known = ", ".join(names) or "it has none"
            raise FormulaError(f"{name} is no parameter of {reading.measure.name}: {known}")
        try:
            found[name] = Fraction(value)
        except (ValueError, TypeError, ZeroDivisionError):
            raise FormulaError(f"{name} = {value!r}: a number is needed") from None
    if missing := [name for name in names if name not in found]:
        raise FormulaError(f"give a value to {missing[0]}")
    try:
        return admissible(reading.measure, found)
    except ValueError as error:
        raise FormulaError(str(error)) from None


def _drawn(
    reading: Reading,
    name: str,
    verdict: Verdict | None,
    sizes: tuple[int | None, int | None],
    at: Mapping[str, Any],
    tetrahedron: bool,
) -> Figure:
    subject = reading.measure
    if subject.classes != 2:
        raise FormulaError(f"{subject.name} is of {subject.classes} classes: pictures are of two")
    for letter, size in zip("PN", sizes, strict=True):
        if size is not None and (isinstance(size, bool) or not isinstance(size, int) or size < 1):
            raise FormulaError(f"{letter} = {size}: a whole number of at least 1 is needed")
    name = name if 0 < len(name) <= LONGEST else subject.name
    name = name if len(name) <= LONGEST else "M"
    parameters = parameters_of(reading, at, verdict)
    positives, negatives = _sizes(verdict, sizes)
    if tetrahedron:
        from symbolic_measures.doors.plots.tetrahedron import tetrahedron_picture

        size = positives + negatives if any(sizes) else SIZE
        share = Fraction(positives, positives + negatives)
        return tetrahedron_picture(reading, name, parameters, size, share, verdict)
    from symbolic_measures.doors.plots.section import Section, section_picture

    return section_picture(Section(reading, name, positives, negatives, parameters), verdict)


def _sizes(verdict: Verdict | None, given: tuple[int | None, int | None]) -> tuple[int, int]:
    """P and N: as given, else a multiple of those of the counterexample."""
    from symbolic_measures.doors.plots.failing import drawable, matrices_of
    from symbolic_measures.doors.plots.failing import sizes as sizes_of

    positives, negatives = given
    if verdict is not None and verdict.witness is not None and drawable(verdict):
        both = sizes_of(matrices_of(verdict.witness)[0])
        if all(both) and all(size.denominator == 1 for size in both) and not any(given):
            times = max(1, SIDE // int(max(both)))
            positives, negatives = int(both[0]) * times, int(both[1]) * times
    return positives or SIDE, negatives or SIDE
