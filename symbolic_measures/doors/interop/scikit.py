"""Measures as scorers of scikit-learn.

A `Scorer` knows what is proved of its measure.  Where the measure is undefined it returns nan,
unless the reading says what it is there; nothing is replaced in silence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from symbolic_measures.doors.interop.answers import condition_of, interval_of
from symbolic_measures.doors.values.arithmetic import number
from symbolic_measures.doors.values.calls import substituted
from symbolic_measures.doors.values.exact import floating
from symbolic_measures.doors.values.given import given
from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import InfiniteError, UndefinedError
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.subjects import make_reading
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.properties import decide_property

if TYPE_CHECKING:
    import sympy


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
    """What `measures.Evaluable.scorer` answers."""
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
    subject = substituted(reading.measure, parameters)
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
