"""Feasibility of linear constraints in exact rational arithmetic, with a certificate either way.

The simplex method of B. Dutertre and L. de Moura (CAV 2006): the unknowns are free; every
linear form that occurs is a variable of its own with bounds.  A form outside its bounds is
exchanged with one that can still move; by Bland's rule (always the first of each kind) this ends.
If none can move, the bounds that stop it add up to an absurdity: their multipliers are returned.
A strict bound is a bound with an infinitesimal: numbers are pairs a + b*epsilon, and in the end
epsilon is made as large as every constraint allows (at most 1).

Invariant: a solution satisfies every constraint and multipliers pass `contradicts`; both are
checked before they are returned.  A returned contradiction is irreducible: the forms in it, but
for one, are independent, so without any one of its constraints the rest has a solution.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from symbolic_measures.nouns.inequalities import Constraint, contradicts
from symbolic_measures.search.effort import Effort

Number = tuple[fmpq, fmpq]  # a + b*epsilon, compared lexicographically
Form = tuple[tuple[str, fmpq], ...]

ZERO, ONE = fmpq(0), fmpq(1)
#: Steps for an exchange or a constraint, for each coefficient of the tableau and of a constraint.
LOOK, ENTRY, READ = 50, 1, 3


def _fmpq(value: Fraction | int) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


@dataclass(frozen=True)
class Solution:
    """Values of all unknowns that satisfy every constraint."""

    values: dict[str, Fraction]


@dataclass(frozen=True)
class Contradiction:
    """One multiplier for each constraint, as `contradicts` reads them."""

    multipliers: tuple[Fraction, ...]


@dataclass
class _Bound:
    """A bound on a form, and the multiple of a constraint that says so."""

    value: Number
    number: int
    factor: fmpq


def solve(
    constraints: Sequence[Constraint], effort: Effort | None = None
) -> Solution | Contradiction:
    """A solution, or the multipliers that prove there is none."""
    tableau = _Tableau(effort)
    wrong: dict[int, fmpq] | None = None
    for number, item in enumerate(constraints):
        wrong = tableau.add(number, item)
        if wrong is not None:
            break
    if wrong is None:
        wrong = tableau.run()
    if wrong is not None:
        found = tuple(_fraction(wrong.get(number, ZERO)) for number in range(len(constraints)))
        if not contradicts(constraints, found):
            raise ArithmeticError("the multipliers prove nothing")
        return Contradiction(found)
    values = tableau.values()
    if not all(item.holds(values) for item in constraints):
        raise ArithmeticError("the values are no solution")
    return Solution(values)


class _Tableau:
    """Forms by number: the basic ones are written as sums of the others."""

    def __init__(self, effort: Effort | None) -> None:
        self.effort = effort
        self.numbers: dict[Form, int] = {}
        self.names: dict[str, int] = {}
        self.rows: dict[int, dict[int, fmpq]] = {}
        self.at: list[Number] = []
        self.low: list[_Bound | None] = []
        self.high: list[_Bound | None] = []

    def _new(self) -> int:
        self.at.append((ZERO, ZERO))
        self.low.append(None)
        self.high.append(None)
        return len(self.at) - 1

    def _number(self, form: Form) -> int:
        """The number of a form; a new one with several unknowns begins as a basic one."""
        if form in self.numbers:
            return self.numbers[form]
        self.numbers[form] = self._new()
        self.rows[self.numbers[form]] = {self.names[name]: c for name, c in form}
        return self.numbers[form]

    def _named(self, name: str) -> None:
        if name not in self.names:
            self.names[name] = self.numbers[((name, ONE),)] = self._new()

    def add(self, number: int, item: Constraint) -> dict[int, fmpq] | None:
        """Takes in a constraint; multipliers if it contradicts another one on the same form."""
        if self.effort is not None:
            self.effort.tick(LOOK + READ * len(item.coefficients))
        for name in item.coefficients:
            self._named(name)
        terms = sorted((name, _fmpq(c)) for name, c in item.coefficients.items() if c)
        if not terms:
            if item.holds(dict.fromkeys(item.coefficients, Fraction(0))):
                return None
            right = item.constant
            return {number: fmpq(1 if item.relation != "==" or right > 0 else -1)}
        lead = terms[0][1]
        form = tuple((name, c / lead) for name, c in terms)
        place, scale = self._number(form), lead * item.direction
        value, nudge = _fmpq(item.constant) / lead, fmpq(int(item.strict))
        if scale > 0 or item.relation == "==":
            bound = _Bound((value, nudge), number, 1 / scale)
            known = self.low[place]
            if known is None or bound.value > known.value:
                self.low[place] = bound
        if scale < 0 or item.relation == "==":
            bound = _Bound((value, -nudge), number, -1 / scale)
            known = self.high[place]
            if known is None or bound.value < known.value:
                self.high[place] = bound
        low, high = self.low[place], self.high[place]
        if low is not None and high is not None and low.value > high.value:
            return _total([(low, ONE), (high, ONE)])
        return None

    def run(self) -> dict[int, fmpq] | None:
        """Moves the forms into their bounds; multipliers if that is impossible."""
        for place in range(len(self.at)):
            if place not in self.rows:
                low, high = self.low[place], self.high[place]
                bound = low or high
                self.at[place] = (ZERO, ZERO) if bound is None else bound.value
        for place, row in self.rows.items():
            self.at[place] = self._sum(row)
        while True:
            if self.effort is not None:
                self.effort.tick(LOOK + ENTRY * sum(map(len, self.rows.values())))
            place, target = self._outside()
            if target is None:
                return None
            row, upward = self.rows[place], target.value > self.at[place]
            other = next((j for j in sorted(row) if self._moves(j, (row[j] > 0) == upward)), None)
            if other is None:
                stops = [(target, ONE)]
                for j, c in row.items():
                    stop = self.high[j] if (c > 0) == upward else self.low[j]
                    stops += [(stop, abs(c))] if stop is not None else []
                return _total(stops)
            self._exchange(place, other, target.value)

    def _outside(self) -> tuple[int, _Bound | None]:
        for place in sorted(self.rows):
            low, high, here = self.low[place], self.high[place], self.at[place]
            if low is not None and here < low.value:
                return place, low
            if high is not None and here > high.value:
                return place, high
        return -1, None

    def _moves(self, place: int, upward: bool) -> bool:
        stop = self.high[place] if upward else self.low[place]
        return stop is None or stop.value != self.at[place]

    def _sum(self, row: dict[int, fmpq]) -> Number:
        return (
            sum((c * self.at[j][0] for j, c in row.items()), ZERO),
            sum((c * self.at[j][1] for j, c in row.items()), ZERO),
        )

    def _exchange(self, place: int, other: int, value: Number) -> None:
        """`place` leaves the basis and takes the value; `other` enters it."""
        row = self.rows.pop(place)
        pivot = row.pop(other)
        turned = {j: -c / pivot for j, c in row.items()}
        turned[place] = 1 / pivot
        step = [(new - old) / pivot for new, old in zip(value, self.at[place], strict=True)]
        self._shift(other, ONE, step)
        for basic, sums in self.rows.items():
            factor = sums.pop(other, None)
            if factor is None:
                continue
            self._shift(basic, factor, step)
            for j, c in turned.items():
                total = sums.get(j, ZERO) + factor * c
                if total:
                    sums[j] = total
                else:
                    sums.pop(j, None)
        self.rows[other] = turned
        self.at[place] = value

    def _shift(self, place: int, factor: fmpq, step: Sequence[fmpq]) -> None:
        a, b = self.at[place]
        self.at[place] = a + factor * step[0], b + factor * step[1]

    def values(self) -> dict[str, Fraction]:
        """The unknowns with epsilon made a number."""
        epsilon = ONE
        for place, (a, b) in enumerate(self.at):
            for bound, sign in ((self.low[place], 1), (self.high[place], -1)):
                if bound is not None:
                    room, speed = (a - bound.value[0]) * sign, (b - bound.value[1]) * sign
                    if speed < 0:
                        epsilon = min(epsilon, -room / speed)
        numbers = {name: self.at[place] for name, place in self.names.items()}
        return {name: _fraction(a + epsilon * b) for name, (a, b) in numbers.items()}


def _total(parts: list[tuple[_Bound, fmpq]]) -> dict[int, fmpq]:
    found: dict[int, fmpq] = {}
    for bound, factor in parts:
        found[bound.number] = found.get(bound.number, ZERO) + factor * bound.factor
    return found
