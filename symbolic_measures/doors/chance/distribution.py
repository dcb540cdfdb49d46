"""The exact distribution of a measure when predictions are random with given sizes.

Of n elements P are positive; a prediction with Phat positives is drawn uniformly.  TP is then
hypergeometric: TP = k has comb(P, k)*comb(N, Phat - k) of comb(n, Phat) predictions.  Weights are
whole numbers, made one from the other; values are exact, and floats only sort them: two values that
floats cannot tell apart are compared exactly.  So probabilities, p-values and quantiles are exact.

Invariant: a mean is exact or refused; where an outcome of positive probability is undefined, there
is no mean and no variance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key
from math import comb
from typing import TYPE_CHECKING, Any

from flint import fmpq, fmpz

from symbolic_measures.doors.chance.sums import mean_of, variance_in_digits
from symbolic_measures.doors.values.arithmetic import rational
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
    def _outcomes(self) -> tuple[Value | int | None, ...]:
        """The exact value at each TP; 1 and -1 for oo and -oo, None where it is undefined."""
        run, found = compile_formula(self.reading.shown), []
        for tp in self.support:
            try:
                found.append(run(self._point(tp)))
            except InfiniteError as error:
                found.append(error.sign)
            except UndefinedError:
                found.append(None)
        return tuple(found)

    @cached_property
    def values(self) -> np.ndarray[Any, Any]:
        """The values as floats, one for each TP in `support`; nan where undefined.

        Example
        -------
        >>> from symbolic_measures import measure
        >>> measure("Jaccard").chance(n=4, P=2, Phat=2).values
        array([0.        , 0.33333333, 1.        ])
        """
        import numpy as np

        return np.array([_float(value) for value in self._outcomes])

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

    def exact_values(self) -> tuple[sympy.Expr | None, ...]:
        """The values as SymPy numbers; None where undefined."""
        return tuple(
            None if value is None else exact_value(self.reading.shown, self._point(tp))
            for tp, value in zip(self.support, self._outcomes, strict=True)
        )

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
            count for count, value in zip(self.counts, self._outcomes, strict=True) if value is None
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
        return self._moment(self._finite)

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

        mean, square = self.mean, self._moment([multiply(v, v) for v in self._finite])
        if not isinstance(mean, sympy.Float) and not isinstance(square, sympy.Float):
            return sympy.expand(square - mean**2)
        return variance_in_digits(self.counts, self._finite, self.total)

    @property
    def std(self) -> sympy.Expr:
        """The standard deviation."""
        import sympy

        return sympy.sqrt(self.variance)

    @cached_property
    def _finite(self) -> list[Value]:
        """The values, if all are numbers."""
        found = []
        for tp, value in zip(self.support, self._outcomes, strict=True):
            if value is None or isinstance(value, int):
                told = "undefined" if value is None else "infinite"
                raise UndefinedError(
                    f"{self.reading.measure.name} is {told} at (TP, FN, FP, TN) = "
                    f"{self.matrix(tp)}, which has a positive probability: there is no mean"
                )
            found.append(value)
        return found

    def _moment(self, values: Sequence[Value]) -> Any:
        """The mean of these values."""
        return mean_of(self.counts, values, self.total)

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
        if any(value is None for value in self._outcomes):
            raise UndefinedError(f"{self.reading.measure.name} is undefined at some outcomes")
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

        places = [int(k) for k in np.argsort(self.values, kind="stable")]
        places = [place for place in places if self._outcomes[place] is not None]
        groups: list[list[int]] = []
        for place in places:
            if groups and _near(self.values[groups[-1][-1]], self.values[place]):
                groups[-1].append(place)
            else:
                groups.append([place])
        return tuple(one for group in groups for one in self._sorted(group))

    def _sorted(self, group: list[int]) -> Iterable[tuple[int, ...]]:
        """Outcomes that floats cannot tell apart, sorted exactly."""
        outcomes: Sequence[Any] = self._outcomes

        def by_value(one: int, other: int) -> int:
            return _compared(outcomes[one], outcomes[other])

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
            For a TP that no matrix of these sizes has.
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
        if tp is None or tp not in self.support:
            raise ValueError(f"TP = {tp} is none of {self.support[0]} to {self.support[-1]}")
        if any(value is None for value in self._outcomes):
            raise UndefinedError(f"{self.reading.measure.name} is undefined at some outcomes")
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
        square = [_squared(value, middle) for value in self._finite]
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


def _float(value: Value | int | None) -> float:
    if value is None:
        return float("nan")
    return value * float("inf") if isinstance(value, int) else floating(value)


def _near(one: float, other: float) -> bool:
    return one == other or abs(one - other) <= 1e-9 * (1 + abs(one) + abs(other))


def _compared(one: Any, other: Any) -> int:
    """The sign of the difference of two outcomes; 1 and -1 stand for infinities."""
    sides = [value if isinstance(value, int) else 0 for value in (one, other)]
    if any(sides):
        return (sides[0] > sides[1]) - (sides[0] < sides[1])
    return compare(one, other)


def chance_of(reading: Reading, data: Sequence[Any], sizes: Mapping[str, Any]) -> Chance:
    """What `values.methods.Evaluable.chance` answers."""
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
