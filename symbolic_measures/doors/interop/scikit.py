"""scikit-learn: measures as scorers, and its metrics as measures.

A `Scorer` knows what is proved of its measure.  Where the measure is undefined it returns nan,
unless the reading says what it is there; nothing is replaced in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from symbolic_measures.doors.interop.answers import condition_of, interval_of
from symbolic_measures.doors.values.arithmetic import number
from symbolic_measures.doors.values.exact import floating
from symbolic_measures.doors.values.given import given
from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import InfiniteError, UndefinedError
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.properties import decide_property

if TYPE_CHECKING:
    import sympy

READING = "scikit-learn"


@dataclass(frozen=True, eq=False)
class Scorer:
    """A callable (estimator, X, y) for `cross_val_score`, `GridSearchCV` and the like.

    Attributes
    ----------
    reading
        The measure, with what it is where its formula is undefined.
    positive, labels
        Which label is positive; or all labels in the order of the classes.
    parameters
        Values of the parameters of the measure.
    """

    reading: Reading
    positive: Any = None
    labels: tuple[Any, ...] | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def __call__(self, estimator: Any, X: Any, y: Any) -> float:  # noqa: N803
        """The score of the estimator's predictions: higher is better; nan where undefined."""
        value = self.value(y, estimator.predict(X))
        return value if self.greater_is_better else -value

    def value(self, y_true: Any, y_pred: Any) -> float:
        """The value of the measure itself, whether higher is better or not."""
        point = given(
            self.reading.measure, (y_true, y_pred), self.parameters, positive=self.positive,
            labels=self.labels,
        ).point  # fmt: skip
        try:
            return floating(compile_formula(self.reading.shown)(point))
        except InfiniteError as error:
            return error.sign * float("inf")
        except UndefinedError:
            return float("nan")

    @property
    def greater_is_better(self) -> bool:
        """False for a dissimilarity, of which the score is the negative."""
        return self.reading.measure.higher_is_better

    @cached_property
    def range_verdict(self) -> Verdict:
        """What was decided about the range of the measure."""
        return decide_property("range", self.reading)

    @property
    def range(self) -> sympy.Interval | None:
        """The proved range of the measure, open where an end is not attained; None if unknown."""
        return interval_of(self.range_verdict)

    @cached_property
    def undefined_verdict(self) -> Verdict:
        """What was decided about where the measure is undefined."""
        return decide_property("undefined-set", self.reading)

    @property
    def where_undefined(self) -> sympy.Basic | None:
        """The proved condition on the cells under which the score is nan; None if unknown.

        Of several classes it is not known.
        """
        if self.reading.measure.classes != 2:
            return None
        return condition_of(self.undefined_verdict)

    def __repr__(self) -> str:
        told = "" if self.reading.name == "literal" else f", reading={self.reading.name!r}"
        return f"Scorer({self.reading.measure.name!r}{told})"


def scorer_of(
    reading: Reading,
    name: str | None,
    positive: Any,
    labels: Sequence[Any] | None,
    parameters: Mapping[str, Any],
) -> Scorer:
    """What `values.methods.Evaluable.scorer` answers."""
    subject = reading.measure
    for word in parameters:
        if word not in subject.parameters:
            raise TypeError(f"{word} is no parameter of {subject.name}")
    if missing := [word for word in subject.parameters if word not in parameters]:
        raise TypeError(f"{subject.name} needs {', '.join(f'{word}=' for word in missing)}")
    if positive is not None and labels is not None:
        raise TypeError("give positive= or labels=, not both")
    chosen = reading if name is None else make_reading(subject, (), name)
    if parameters:
        chosen = at_values(chosen, parameters)
    return Scorer(chosen, positive, None if labels is None else tuple(labels))


def at_values(reading: Reading, parameters: Mapping[str, Any]) -> Reading:
    """The reading at values of parameters; its conventions at these values, too."""
    subject = reading.measure.subs(**parameters)
    if reading.extended is not None:
        raise FormulaError(f"the reading {reading.name} is that of the measure with parameters")
    values = {name: number(value) for name, value in parameters.items()}
    trees = {name: tree for name, tree in values.items() if tree is not None}
    conventions = tuple(
        replace(
            item, when=item.when.at(**trees), value=item.value.at(**trees), typed=None,
            term=None if item.term is None else item.term.at(**trees),
        )
        for item in reading.conventions
    )  # fmt: skip
    return Reading(subject, "user-defined" if conventions else reading.name, conventions)


# --- metrics of scikit-learn -------------------------------------------------------------------

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


def _binary(name: str, options: dict[str, Any]) -> Measure | Reading:
    adjusted = options.pop("adjusted", False)
    fill = options.pop("zero_division", "warn")
    parameters = {"beta": options.pop("beta")} if "beta" in options else {}
    _nothing_left(name, options)
    subject = measure(BINARY[name])
    if set(parameters) != set(subject.parameters):
        raise FormulaError(f"{name} needs beta=" if subject.parameters else f"{name} has no beta")
    if adjusted:
        return 2 * subject - 1
    if BINARY[name] == LOSS:
        return replace(subject, higher_is_better=False)
    reading = make_reading(subject, (), READING)
    if fill != "warn":
        reading = _filled(reading, fill)
    return at_values(reading, parameters) if parameters else reading


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
        found = measure(SEVERAL[name], classes=classes)
        if SEVERAL[name] == LOSS:
            return replace(found, higher_is_better=False)
        by_chance = Fraction(1, classes)
        return (found - by_chance) / (1 - by_chance) if adjusted else found
    if average not in AVERAGES or name in SEVERAL:
        raise FormulaError(f"{name} of {classes} classes: average is one of {', '.join(AVERAGES)}")
    if name == "fbeta_score":
        if beta is None:
            raise FormulaError("fbeta_score needs beta=")
        whole = measure(f"{average}(F_beta)", assume=["beta > 0"], classes=classes)
        return whole.subs(beta=beta)
    return measure(f"{average}({BINARY[name]})", classes=classes)


def _nothing_left(name: str, options: Mapping[str, Any]) -> None:
    if options:
        raise FormulaError(f"{name}: what {next(iter(options))}= does to the formula is not known")
