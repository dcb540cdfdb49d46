"""The exact distribution of a measure when predictions are random with given sizes.

Of n elements P are positive; a prediction with Phat positives is drawn uniformly.  TP is then
hypergeometric: TP = k has comb(P, k)*comb(N, Phat - k) of comb(n, Phat) predictions.  Weights are
whole numbers, made one from the other; values are floats with a bound on their error, all at once,
which sort the outcomes: two that they cannot tell apart are compared exactly.  So probabilities,
p-values and quantiles are exact.

Invariant: a mean is exact or refused; where an outcome of positive probability is undefined, there
is no mean and no variance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key
from math import comb
from typing import TYPE_CHECKING, Any, cast

from flint import arb, ctx, fmpq, fmpz

from symbolic_measures.doors.chance.sums import ball_of, enclosures, mean_of, variance_in_digits
from symbolic_measures.doors.values.arithmetic import rational
from symbolic_measures.doors.values.arrays import values as floats_of
from symbolic_measures.doors.values.calls import one_matrix
from symbolic_measures.doors.values.exact import exact_value, floating
from symbolic_measures.doors.values.given import admissible, exact_number
from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import (
    InfiniteError,
    UndefinedError,
    Value,
    add,
    compare,
    multiply,
)
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.answers import Tabular
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.shown import Shown
from symbolic_measures.search.floats import ROUNDED, balls

if TYPE_CHECKING:
    import numpy as np
    import sympy

ALTERNATIVES = ("greater", "less", "two-sided")
SIZES = ("n", "P", "Phat")


@dataclass(frozen=True, repr=False)
class Chance(Shown, Tabular):
    """The distribution of `reading` over random predictions: n elements, P positive, Phat chosen.

    Attributes
    ----------
    reading
        The measure, with what it is where its formula is undefined.
    n, P, Phat
        The sizes.
    parameters
        Values of the parameters.
    observed
        TP of the matrix that the sizes were taken from; None if they were given.
    """

    reading: Reading
    n: int
    P: int
    Phat: int
    parameters: Mapping[str, Fraction]
    observed: int | None = None

    def __repr__(self) -> str:
        return f"Chance({self.reading.measure.name!r}, n={self.n}, P={self.P}, Phat={self.Phat})"

    def __str__(self) -> str:
        return (f"{self.reading.measure.name} under random predictions: n = {self.n}, "
                f"P = {self.P}, Phat = {self.Phat}")  # fmt: skip

    @property
    def support(self) -> range:
        """The values of TP."""
        return range(max(0, self.P + self.Phat - self.n), min(self.P, self.Phat) + 1)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many of the comb(n, Phat) predictions have each value of TP."""
        first = self.support[0]
        weight = fmpz(comb(self.P, first) * comb(self.n - self.P, self.Phat - first))
        found = []
        for k in self.support:
            found.append(int(weight))
            below = (k + 1) * (self.n - self.P - self.Phat + k + 1)
            weight = weight * ((self.P - k) * (self.Phat - k)) // below if below else fmpz(0)
        return tuple(found)

    @cached_property
    def total(self) -> int:
        """The number of predictions."""
        return comb(self.n, self.Phat)

    def matrix(self, tp: int) -> tuple[int, int, int, int]:
        """(TP, FN, FP, TN) of these sizes with that TP."""
        return tp, self.P - tp, self.Phat - tp, self.n - self.P - self.Phat + tp

    def _point(self, tp: int) -> dict[str, fmpq]:
        exact = {name: fmpq(v.numerator, v.denominator) for name, v in self.parameters.items()}
        return {**exact, **dict(zip(CELLS, map(fmpq, self.matrix(tp)), strict=True))}

    @cached_property
    def _run(self) -> Callable[[dict[str, fmpq]], Value]:
        return compile_formula(self.reading.shown)

    @cached_property
    def _known(self) -> dict[int, Value | int | None]:
        return {}

    def _outcome(self, place: int) -> Value | int | None:
        """The exact value at a place of the support.

        1 and -1 for oo and -oo, None where it is undefined.
        """
        if place not in self._known:
            found: Value | int | None
            try:
                found = self._run(self._point(self.support[place]))
            except InfiniteError as error:
                found = error.sign
            except UndefinedError:
                found = None
            self._known[place] = found
        return self._known[place]

    @cached_property
    def _columns(self) -> dict[str, np.ndarray[Any, Any]]:
        """The matrices of the support, a column for each cell."""
        import numpy as np

        rows = np.array([self.matrix(tp) for tp in self.support], dtype=np.int64)
        return dict(zip(CELLS, rows.T, strict=True))

    @cached_property
    def values(self) -> np.ndarray[Any, Any]:
        """The values as floats, one for each TP in `support`; nan where undefined.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("Jaccard").chance(n=4, P=2, Phat=2).values
        array([0.        , 0.33333333, 1.        ])
        """
        found = floats_of(self.reading.shown, self._columns, self.parameters)
        return cast("np.ndarray[Any, Any]", found)

    @cached_property
    def probabilities(self) -> np.ndarray[Any, Any]:
        """The probability of each TP in `support`, as floats.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("Jaccard").chance(n=4, P=2, Phat=2).probabilities
        array([0.16666667, 0.66666667, 0.16666667])
        """
        import numpy as np

        return np.array([count / self.total for count in self.counts])

    @property
    def undefined(self) -> sympy.Rational:
        """The probability that the measure is undefined.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("LOR").chance(n=4, P=2, Phat=2).undefined
        1/3
        """
        return self._share(
            count for count, value in zip(self.counts, self.values, strict=True) if value != value
        )

    def _share(self, counts: Iterable[int]) -> Any:
        import sympy

        return sympy.Rational(sum(counts), self.total)

    # --- moments --------------------------------------------------------------------------

    @cached_property
    def mean(self) -> sympy.Expr:
        """The expectation: exact, or its first 50 digits where it is too long to write down.

        Raises
        ------
        UndefinedError
            If some outcome is undefined or infinite.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("F1").chance(n=10, P=5, Phat=4).mean
        4/9
        """
        return mean_of(self.counts, self._finite(), self.total, self._balls)

    @cached_property
    def variance(self) -> sympy.Expr:
        """The variance, as exact as the mean.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("MCC").chance(n=10, P=5, Phat=4).variance
        1/9
        """
        import sympy

        if not isinstance(mean := self.mean, sympy.Float):
            squares = (multiply(value, value) for value in self._finite())
            square = mean_of(self.counts, squares, self.total, self._squares)
            if not isinstance(square, sympy.Float):
                return sympy.expand(square - mean**2)
        return variance_in_digits(self.counts, self.total, self._balls)

    @property
    def std(self) -> sympy.Expr:
        """The standard deviation."""
        import sympy

        return sympy.sqrt(self.variance)

    def _finite(self) -> Iterator[Value]:
        """The exact values, one after the other; UndefinedError unless all are numbers."""
        self._refuse_what_has_no_mean()
        for place in range(len(self.support)):
            value = self._outcome(place)
            if not isinstance(value, int | None):
                yield value

    def _refuse_what_has_no_mean(self) -> None:
        import numpy as np

        for place in np.flatnonzero(~np.isfinite(self.values)).tolist():
            value = self._outcome(place)
            if value is None or isinstance(value, int):
                told = "undefined" if value is None else "infinite"
                raise UndefinedError(
                    f"{self.reading.measure.name} is {told} at (TP, FN, FP, TN) = "
                    f"{self.matrix(self.support[place])}, which has a positive probability: "
                    "there is no mean"
                )

    @cached_property
    def _enclosed(self) -> dict[int, list[arb]]:
        return {}

    def _balls(self) -> list[arb]:
        """Enclosures of the values at the current precision."""
        if ctx.prec not in self._enclosed:
            found = enclosures(self.reading.shown, list(map(self._point, self.support)))
            for place, ball in enumerate(found):
                if not ball.is_finite():  # at the edge of a domain: the kernel knows better
                    found[place] = ball_of(cast(Value, self._outcome(place)))
            self._enclosed[ctx.prec] = found
        return self._enclosed[ctx.prec]

    def _squares(self) -> list[arb]:
        return [ball * ball for ball in self._balls()]

    # --- order ----------------------------------------------------------------------------

    def quantile(self, q: Any) -> sympy.Expr:
        """The smallest value v with P(M <= v) >= q, exactly.

        Parameters
        ----------
        q
            A number from 0 to 1: a Fraction, or a decimal of few digits.

        Raises
        ------
        UndefinedError
            If some outcome is undefined.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("accuracy").chance(n=10, P=5, Phat=5).quantile(0.95)
        4/5
        """
        share = rational(q)
        if share is None or not 0 <= share <= 1:
            raise ValueError(f"a quantile is that of a number from 0 to 1, not {q!r}")
        self._refuse_undefined()
        reached, chosen = 0, None
        for places in self._order:
            for place in places:
                reached, chosen = reached + self.counts[place], place
            if reached * share.denominator >= share.numerator * self.total:
                break
        return exact_value(self.reading.shown, self._point(self.support[chosen or 0]))

    @cached_property
    def _order(self) -> tuple[tuple[int, ...], ...]:
        """The places of the defined outcomes by growing value, equal ones together."""
        import numpy as np

        middle, error = self._floats
        groups: list[list[int]] = []
        reached = float("-inf")
        for place in np.argsort(middle - error, kind="stable").tolist():
            if self.values[place] != self.values[place]:
                continue
            if groups and middle[place] - error[place] <= reached:
                groups[-1].append(place)
            else:
                groups.append([place])
            reached = max(reached, middle[place] + error[place])
        return tuple(one for group in groups for one in self._sorted(group))

    @property
    def _floats(self) -> tuple[Any, Any]:
        """The values as floats, and bounds on their errors; where none is known, from the exact."""
        import numpy as np

        if self.reading.extended is not None:  # infinite values are exact
            middle = self.values.copy()
            error = np.full(len(middle), np.nan)
            error[np.isinf(middle)] = 0
        else:
            given = {name: np.array([float(v)]) for name, v in self.parameters.items()}
            tree = self.reading.shown
            ball = balls(tree, {**self._columns, **given})[tree]
            middle, error = (np.array(np.broadcast_to(a, len(self.support))) for a in ball)
        known = (error == 0) | (np.isfinite(middle) & np.isfinite(error))
        for place in np.flatnonzero(~known).tolist():
            value = self._outcome(place)
            if value is not None:
                middle[place] = size = _float(value)  # infinite if too large for a float, too
                error[place] = 0 if np.isinf(size) else ROUNDED * abs(size)
        return middle, error

    def _refuse_undefined(self) -> None:
        if self.undefined:
            raise UndefinedError(f"{self.reading.measure.name} is undefined at some outcomes")

    def _sorted(self, group: list[int]) -> Iterable[tuple[int, ...]]:
        """Outcomes that floats cannot tell apart, sorted exactly."""

        def by_value(one: int, other: int) -> int:
            return _compared(self._outcome(one), self._outcome(other))

        found: list[list[int]] = []
        for place in sorted(group, key=cmp_to_key(by_value)) if len(group) > 1 else group:
            if found and by_value(found[-1][0], place) == 0:
                found[-1].append(place)
            else:
                found.append([place])
        return [tuple(one) for one in found]

    def p_value(self, observed: Any = None, alternative: str = "") -> sympy.Rational:
        """The probability of a value at least as good as the observed one.

        Parameters
        ----------
        observed
            The TP of a matrix of these sizes; without it, that of the matrix that `chance` was
            given.
        alternative
            "greater" (the default where higher is better), "less", or "two-sided": as far from the
            mean as the observed value, in either direction.

        Returns
        -------
        An exact probability.

        Raises
        ------
        ValueError
            For a TP that no matrix of these sizes has, or if none was given.
        UndefinedError
            If the measure is undefined at the observed matrix, or at some outcome.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("MCC").chance(TP=3, FN=1, FP=1, TN=3).p_value()
        17/70
        """
        tp: int | None = self.observed if observed is None else observed
        way = alternative or ("greater" if self.reading.measure.higher_is_better else "less")
        if way not in ALTERNATIVES:
            raise ValueError(f"the alternative is one of {', '.join(ALTERNATIVES)}, not {way!r}")
        if tp is None:
            raise ValueError("nothing was observed: give the TP of a matrix, p_value(3)")
        if tp not in self.support:
            raise ValueError(f"TP = {tp} is none of {self.support[0]} to {self.support[-1]}")
        self._refuse_undefined()
        if way == "two-sided":
            return self._two_sided(tp - self.support[0])
        ranks = {place: rank for rank, group in enumerate(self._order) for place in group}
        mine, sign = ranks[tp - self.support[0]], 1 if way == "greater" else -1
        return self._share(
            self.counts[place] for place, rank in ranks.items() if sign * (rank - mine) >= 0
        )

    def _two_sided(self, place: int) -> Any:
        """The probability of a value as far from the mean as that one."""
        import sympy

        mean = self.mean
        if not isinstance(mean, sympy.Rational):
            raise FormulaError("two-sided p-values need a mean that is a rational number")
        middle = fmpq(int(mean.p), int(mean.q))
        square = [_squared(value, middle) for value in self._finite()]
        return self._share(
            count
            for count, value in zip(self.counts, square, strict=True)
            if compare(value, square[place]) >= 0
        )

    def rows(self) -> list[dict[str, Any]]:
        """The distribution as rows: the matrix, its probability and its value, as floats."""
        cells = (dict(zip(CELLS, self.matrix(tp), strict=True)) for tp in self.support)
        both = zip(self.probabilities.tolist(), self.values.tolist(), strict=True)
        return [
            {**matrix, "probability": probability, "value": value}
            for matrix, (probability, value) in zip(cells, both, strict=True)
        ]


def _squared(value: Value, middle: fmpq) -> Value:
    gap = add(value, -middle)
    return multiply(gap, gap)


def _float(value: Value | int) -> float:
    return value * float("inf") if isinstance(value, int) else floating(value)


def _compared(one: Any, other: Any) -> int:
    """The sign of the difference of two outcomes; 1 and -1 stand for infinities."""
    sides = [value if isinstance(value, int) else 0 for value in (one, other)]
    if any(sides):
        return (sides[0] > sides[1]) - (sides[0] < sides[1])
    return compare(one, other)


def chance_of(reading: Reading, data: Sequence[Any], sizes: Mapping[str, Any]) -> Chance:
    """What `measures.Evaluable.chance` answers."""
    subject = reading.measure
    if subject.classes != 2:
        raise FormulaError("the distribution under random predictions is that of two classes")
    if data or not set(sizes) & set(SIZES):
        taken = one_matrix(reading, data, sizes)
        cells = list(taken.cells.values())
        if any(cell.denominator != 1 for cell in cells):
            raise ValueError("predictions are counted: the cells are whole numbers")
        tp, fn, fp, tn = map(int, cells)
        return Chance(reading, tp + fn + fp + tn, tp + fn, tp + fp, taken.parameters, tp)
    values = {name: value for name, value in sizes.items() if name not in SIZES}
    given = {name: exact_number(name, sizes[name]) for name in SIZES if name in sizes}
    if missing := [name for name in (*SIZES, *subject.parameters) if name not in sizes]:
        raise TypeError(f"chance needs {', '.join(f'{name}=' for name in missing)}")
    if unknown := [name for name in values if name not in subject.parameters]:
        raise TypeError(f"{unknown[0]} is neither a size nor a parameter of {subject.name}")
    if any(size.denominator != 1 for size in given.values()):
        raise ValueError("sizes are whole numbers")
    n, p, phat = (int(given[name]) for name in SIZES)
    if n < 1 or not (0 <= p <= n and 0 <= phat <= n):
        raise ValueError(f"n = {n}, P = {p}, Phat = {phat}: P and Phat are from 0 to n, n >= 1")
    return Chance(reading, n, p, phat, admissible(subject, values))
