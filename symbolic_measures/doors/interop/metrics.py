"""The metrics of scikit-learn as measures: each function names its formula."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

from symbolic_measures.doors.interop.scikit import at_values
from symbolic_measures.doors.measures import Measure, Reading
from symbolic_measures.doors.values.arithmetic import number
from symbolic_measures.meaning import subjects
from symbolic_measures.nouns.errors import FormulaError

READING = "scikit-learn"
LOSS = "1 - accuracy"
#: The functions, by name, and the formula that each is for two classes.
BINARY = {
    "accuracy_score": "accuracy",
    "balanced_accuracy_score": "BA",
    "cohen_kappa_score": "kappa",
    "f1_score": "F1",
    "fbeta_score": "F_beta",
    "jaccard_score": "Jaccard",
    "matthews_corrcoef": "CC",
    "precision_score": "precision",
    "recall_score": "recall",
    "zero_one_loss": LOSS,
    "hamming_loss": LOSS,
}
#: For several classes without an average.
SEVERAL = {
    "accuracy_score": "accuracy",
    "balanced_accuracy_score": "BA",
    "cohen_kappa_score": "kappa",
    "matthews_corrcoef": "CC",
    "zero_one_loss": LOSS,
    "hamming_loss": LOSS,
}
AVERAGES = ("macro", "micro", "weighted")
#: Options that change no formula.
HARMLESS = ("labels", "pos_label")


def from_sklearn(
    metric: Callable[..., Any] | str, classes: int = 2, **options: Any
) -> Measure | Reading:
    """The formula of a metric of scikit-learn.

    Parameters
    ----------
    metric
        A function of `sklearn.metrics`, also as `functools.partial`, or its name.
    classes
        The number of classes.
    **options
        As they are given to the function: beta, average, adjusted, zero_division.

    Returns
    -------
    For two classes the reading "scikit-learn" of the measure: with what the function returns where
    the formula is undefined.  For several classes, and for errors and losses, the measure.

    Raises
    ------
    FormulaError
        For a metric that is no function of a confusion matrix, or options that are not known here.

    Example
    -------
    >>> from sklearn.metrics import fbeta_score, f1_score
    >>> from symbolic_measures import from_sklearn
    >>> from_sklearn(f1_score)
    Reading('F1', 'scikit-learn', 1 convention)
    >>> from_sklearn(fbeta_score, beta=2).measure.name
    'F_beta(beta=2)'
    >>> from_sklearn(f1_score, average="macro", classes=3)
    Measure('macro(F1)', classes=3)

    Notes
    -----
    What the function returns at 0/0 is data of the reading; another version of the library may
    differ: `symbolic-measures audit` calls the function and compares.

    References
    ----------
    F. Pedregosa et al., Scikit-learn: Machine Learning in Python, JMLR 12 (2011).
    """
    while isinstance(metric, partial):
        options = {**metric.keywords, **options}
        metric = metric.func
    name = metric if isinstance(metric, str) else getattr(metric, "__name__", str(metric))
    if name not in BINARY:
        raise FormulaError(f"{name} is no metric of a confusion matrix that is known here; known: "
                           f"{', '.join(BINARY)}")  # fmt: skip
    given_options = {key: value for key, value in options.items() if key not in HARMLESS}
    average = given_options.pop("average", "binary")
    if average != "binary" or classes != 2:
        return _several(name, average, classes, given_options)
    return _binary(name, given_options)


def _measure(text: str, classes: int = 2, assume: Iterable[str] = ()) -> Measure:
    return Measure.of(subjects.measure(text, assume=assume, classes=classes))


def _binary(name: str, options: dict[str, Any]) -> Measure | Reading:
    adjusted = options.pop("adjusted", False)
    fill = options.pop("zero_division", "warn")
    parameters = {"beta": options.pop("beta")} if "beta" in options else {}
    _nothing_left(name, options)
    subject = _measure(BINARY[name])
    if set(parameters) != set(subject.parameters):
        raise FormulaError(f"{name} needs beta=" if subject.parameters else f"{name} has no beta")
    if adjusted:
        return 2 * subject - 1
    if BINARY[name] == LOSS:
        return replace(subject, higher_is_better=False)
    reading = subject.in_reading(READING)
    if fill != "warn":
        reading = _filled(reading, fill)
    return Reading.of(at_values(reading, parameters)) if parameters else reading


def _filled(reading: Reading, fill: Any) -> Reading:
    """The conventions with another value; nan is none."""
    if fill != fill:
        return Reading(reading.measure)
    value = number(fill)
    if value is None or fill not in (0, 1):
        raise FormulaError(f"zero_division={fill!r}: it is 0, 1 or nan")
    conventions = tuple(
        replace(item, value=value, typed=(str(item.when), str(value)))
        for item in reading.conventions
    )
    return Reading(reading.measure, "user-defined", conventions)


def _several(name: str, average: Any, classes: int, options: dict[str, Any]) -> Measure:
    """Averages of a binary measure, and what needs none."""
    beta = options.pop("beta", None)
    adjusted = options.pop("adjusted", False)
    _nothing_left(name, options)
    if average == "binary" and name in SEVERAL:
        found = _measure(SEVERAL[name], classes)
        if SEVERAL[name] == LOSS:
            return replace(found, higher_is_better=False)
        by_chance = Fraction(1, classes)
        return (found - by_chance) / (1 - by_chance) if adjusted else found
    if average not in AVERAGES or name in SEVERAL:
        raise FormulaError(f"{name} of {classes} classes: average is one of {', '.join(AVERAGES)}")
    if name == "fbeta_score":
        if beta is None:
            raise FormulaError("fbeta_score needs beta=")
        whole = _measure(f"{average}(F_beta)", classes, ["beta > 0"])
        return whole.subs(beta=beta)
    return _measure(f"{average}({BINARY[name]})", classes)


def _nothing_left(name: str, options: Mapping[str, Any]) -> None:
    if options:
        raise FormulaError(f"{name}: what {next(iter(options))}= does to the formula is not known")
