"""Derivatives in p_AB at independence, and what they say of the expectation over random labelings.

For B uniformly random of fixed size, P_AB = TP/n has the mean p_A*p_B and central moments m_k that
are rational functions of n, p_A, p_B.  A sum over the derivatives, C_k*m_k/k!, expands E[M].

Moments.  TP is hypergeometric.  TP*(TP-1)*...*(TP-j+1) counts the ordered choices of j elements
that are positive in both labelings; each of the P*(P-1)*...*(P-j+1) ordered choices of positives of
A lies in B with probability P^*...*(P^-j+1)/(n*...*(n-j+1)).  So that product is the j-th factorial
moment; Stirling numbers turn these into powers, the binomial formula into central moments, exactly.

Order.  m_k falls like n^-ceil(k/2).  The remainder after K terms is at most a bound on the (K+1)-th
derivative near p_A*p_B times E|P_AB - p_A*p_B|^(K+1), plus an exponentially small part where P_AB
is far (Hoeffding), if M is bounded: it falls faster than the terms that are shown.  This is said of
fixed 0 < p_A, p_B < 1 and bounded M; it is no verdict of the kernel, and the exact sums beside it
(enclosures of E[M] for n up to 200, and what is left of it after each order) are evidence, not
proof.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, factorial
from typing import Any

from flint import arb, ctx, fmpq

from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, compare
from symbolic_measures.meaning.expansions import LETTERS, taylor_statement
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.moments import Moment, central_moment
from symbolic_measures.meaning.replay import replayed, replayed_verdict
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.meaning.subjects import measure, measure_data, reading_from_data
from symbolic_measures.nouns.answers import Series
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import MALFORMED, SCHEMA, Checked, exactly, malformed
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Verdict

#: Sizes n and proportions (p_A, p_B) of the exact sums.
SIZES = tuple(range(20, 201, 5))
AT = (Fraction(1, 5), Fraction(2, 5))
#: Where terms that might cancel are looked at.
PROPORTIONS = (AT, (Fraction(1, 3), Fraction(1, 7)), (Fraction(3, 4), Fraction(1, 6)))
#: Binary digits of the sums, and decimals of the enclosures that are saved.
PRECISION, DECIMALS = 256, 50


@dataclass(frozen=True)
class Term:
    """C_k/k! * m_k: the derivative as text, the moment, and how it falls with n."""

    number: int
    derivative: str
    moment: Moment

    @property
    def vanishes(self) -> bool:
        """Whether it is 0 for all sizes."""
        return self.derivative == "0" or self.moment.top.is_zero()

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        gone = self.vanishes
        return {
            "k": self.number,
            "derivative": self.derivative,
            "moment": self.moment.text,
            "order": None if gone else self.moment.order,
        }


@dataclass(frozen=True)
class Rest:
    """E[M] without the value and the terms up to k: what is left falls at least like n^-order.

    The order is that of the largest term that is left, if one is known that falls slower than what
    lies beyond all terms.  None: nothing is left, for M is affine in p_AB.
    """

    up_to: int
    order: int | None

    def to_data(self) -> dict[str, int | None]:
        """JSON form."""
        return {"up_to": self.up_to, "order": self.order}


@dataclass(frozen=True)
class Sum:
    """E[M] at one n by exact summation, and the expansion up to each of the rests: enclosures."""

    n: int
    exact: arb
    expanded: tuple[arb, ...]

    def left(self, number: int) -> arb:
        """What that rest is; it contains 0 if nothing can be told from 0."""
        return self.exact - self.expanded[number]

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "n": self.n,
            "exact": _enclosed(self.exact),
            "expanded": [_enclosed(ball) for ball in self.expanded],
        }


@dataclass(frozen=True)
class Expansion(Series, Answer, kind="taylor"):
    """The derivatives up to `order`, proved; the order of the baseline; the terms of E[M]."""

    reading: Reading
    order: int
    derivatives: Verdict
    baseline: Verdict

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Verdicts on the measure as a whole: none."""
        return ()

    @property
    def coefficients(self) -> tuple[str, ...]:
        """The value and the derivatives in p_AB at independence; empty if they are not proved."""
        proved = self.derivatives.outcome == "proved"
        return tuple(self.derivatives.value["coefficients"]) if proved else ()

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms of E[M] from k = 2 on."""
        return tuple(
            Term(k, text, central_moment(k)) for k, text in enumerate(self.coefficients) if k > 1
        )

    @property
    def leading(self) -> tuple[int, tuple[Term, ...]] | None:
        """The power of 1/n of the largest error, and its terms; None if it lies beyond the order.

        A term of order w has k <= 2*w; so w is known once all those k are, unless they cancel.
        """
        kept = [term for term in self.terms if not term.vanishes]
        least = min((term.moment.order for term in kept), default=None)
        if least is None or 2 * least > self.order:
            return None
        largest = tuple(term for term in kept if term.moment.order == least)
        return (least, largest) if self._remains(largest) else None

    def _remains(self, terms: Iterable[Term]) -> bool:
        """Whether the largest parts of these terms do not cancel, at some of a few proportions."""
        total = formula(0)
        for term in terms:
            part = parse(term.moment.leading, names={}, parameters=LETTERS)
            tree = _parsed(term.derivative, self.reading) / factorial(term.number)
            total = total + tree * part
        for p_a, p_b in PROPORTIONS:
            values = (p_a, 1 - p_a, p_b, 1 - p_b)
            point = {
                **self.parameters,
                **{k: _q(v) for k, v in zip(LETTERS, values, strict=True)},
            }
            try:
                if compare(compile_formula(total)(point), fmpq(0)):
                    return True
            except (UndefinedError, CannotTellError):
                continue
        return False

    @property
    def infinite(self) -> bool:
        """Whether the baseline is proved to be constant to every order: M is affine in p_AB."""
        return self.baseline.outcome == "proved" and self.baseline.value["order"] == "oo"

    @property
    def rests(self) -> tuple[Rest, ...]:
        """After the value alone, then whenever a power of 1/n is complete, then after all terms."""
        if self.coefficients and self.infinite:
            return (Rest(1, None),)
        found: list[Rest] = []
        beyond = (self.order + 2) // 2
        kept = [term for term in self.terms if not term.vanishes]
        for up_to in dict.fromkeys((1, *range(2, self.order + 1, 2), self.order)):
            if not found or any(found[-1].up_to < term.number <= up_to for term in kept):
                later = (term.moment.order for term in kept if term.number > up_to)
                found.append(Rest(up_to, min((*later, beyond))))
        return tuple(found) if self.coefficients else ()

    @property
    def proportions(self) -> tuple[Fraction, Fraction]:
        """(p_A, p_B) of the sums."""
        return AT

    @cached_property
    def parameters(self) -> dict[str, fmpq]:
        """The parameter values of the sums: the first that are admissible."""
        return next(iter(parameter_samples(self.reading, 1)), {})

    @cached_property
    def sums(self) -> tuple[Sum, ...]:
        """At the sizes of `SIZES` and the proportions `AT`.

        Empty if some outcome is undefined there, or the derivatives are not proved.
        """
        given = self.parameters
        if not self.coefficients:
            return ()
        try:
            with ctx.workprec(PRECISION):
                weights = self._weights(given)
                return tuple(
                    Sum(n, expected(self.reading, n, *AT, given), self._expanded(n, weights))
                    for n in SIZES
                )
        except (UndefinedError, CannotTellError):
            return ()

    def _weights(self, given: dict[str, fmpq]) -> list[tuple[int, arb]]:
        """C_k/k! at `AT` for k = 0 and every term that does not vanish."""
        p_a, p_b = AT
        values = (p_a, 1 - p_a, p_b, 1 - p_b)
        point = {**given, **{k: _q(v) for k, v in zip(LETTERS, values, strict=True)}}
        numbers = [0, *(term.number for term in self.terms if not term.vanishes)]
        balls = (_ball(_parsed(self.coefficients[k], self.reading), point) for k in numbers)
        return [(k, ball / factorial(k)) for k, ball in zip(numbers, balls, strict=True)]

    def _expanded(self, n: int, weights: list[tuple[int, arb]]) -> tuple[arb, ...]:
        """The sums of the terms up to each of the rests."""
        parts = {k: weight * arb(_q(central_moment(k).at(n, *AT))) for k, weight in weights}
        return tuple(
            sum((part for k, part in parts.items() if k <= rest.up_to), arb(0))
            for rest in self.rests
        )

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        leading = self.leading
        return {
            "schema": SCHEMA,
            "measure": measure_data(self.reading),
            "order": self.order,
            "taylor": self.derivatives.to_data(),
            "baseline": self.baseline.to_data(),
            "value": self.coefficients[0] if self.coefficients else None,
            "terms": [term.to_data() for term in self.terms],
            "leading": None if leading is None else leading[0],
            "rests": [rest.to_data() for rest in self.rests],
            "sums": {
                "p_A": str(AT[0]),
                "p_B": str(AT[1]),
                "parameters": {name: str(value) for name, value in self.parameters.items()},
                "rows": [row.to_data() for row in self.sums],
            },
        }


def _enclosed(ball: arb) -> list[str]:
    """Two decimals, rounded outwards."""
    with ctx.workprec(PRECISION):
        scaled = ball * 10**DECIMALS
        ends = scaled.lower().floor(), scaled.upper().ceil()
        return [_decimal(int(end.fmpz())) for end in ends]


def _decimal(scaled: int) -> str:
    """A whole number of 10^-DECIMALS as a decimal."""
    digits = f"{abs(scaled):0{DECIMALS + 1}d}"
    sign = "-" if scaled < 0 else ""
    return f"{sign}{digits[:-DECIMALS]}.{digits[-DECIMALS:]}"


def _q(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)


def _parsed(text: str, reading: Reading) -> Formula:
    return parse(text, names={}, parameters=(*LETTERS, *reading.measure.parameters))


def _ball(tree: Formula, point: dict[str, fmpq]) -> arb:
    value = compile_formula(tree)(point)
    return arb(value) if isinstance(value, fmpq) else value.ball()


def expected(reading: Reading, n: int, p_a: Fraction, p_b: Fraction, given: dict[str, fmpq]) -> arb:
    """E[M] over random labelings, an enclosure of the exact sum; n*p_A and n*p_B are whole."""
    positives, predicted = n * p_a, n * p_b
    if positives.denominator != 1 or predicted.denominator != 1:
        raise FormulaError("n*p_A and n*p_B must be whole numbers")
    p, b = int(positives), int(predicted)
    run, total = compile_formula(reading.formula), arb(0)
    with ctx.workprec(PRECISION):
        for k in range(max(0, p + b - n), min(p, b) + 1):
            cells = dict(zip(CELLS, map(fmpq, (k, p - k, b - k, n - p - b + k)), strict=True))
            value = run({**given, **cells})
            ball = arb(value) if isinstance(value, fmpq) else value.ball()
            total += ball * arb(fmpq(comb(p, k) * comb(n - p, b - k), comb(n, b)))
    return total


def replay(data: Any, kinds: Kinds) -> Replay:
    """Rebuilds the statements from the measure and the derivatives, and replays them."""
    exactly(data, "measure", "order", "taylor", "baseline", "value", "terms", "leading", "rests",
            "sums")  # fmt: skip
    reading = reading_from_data(data)
    found: dict[str, Verdict] = {}
    for name in ("taylor", "baseline"):
        entry = data.get(name)
        outcome = str(entry.get("verdict")) if isinstance(entry, dict) else "?"
        try:
            found[name] = _replayed(reading, name, entry, data["order"])
        except (CertificateError, FormulaError) as error:
            yield Checked(name, outcome, str(error))
        except MALFORMED as error:
            yield Checked(name, outcome, malformed(error))
        else:
            yield Checked(name, found[name].outcome)
    if len(found) < 2:
        return None
    answer = Expansion(reading, data["order"], found["taylor"], found["baseline"])
    report = answer.to_data()
    same = all(
        json.dumps(data[key], sort_keys=True) == json.dumps(report[key], sort_keys=True)
        for key in ("value", "terms", "leading", "rests", "sums")
    )
    problem = "" if same else "the terms and the sums do not follow from the derivatives"
    yield Checked("terms", "proved" if report["terms"] else "undecided", problem)
    return answer


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    asked = vars(question)
    subject = measure(asked["measure"], assume=asked["assume"])
    return {"measure": measure_data(Reading(subject)), "order": asked["order"]}


def told(answer: Answer) -> str:
    """The answer in a word: the order of the baseline."""
    baseline = answer.to_data()["baseline"]
    known = baseline["verdict"] == "proved"
    return f"order {baseline['value']['order']}" if known else str(baseline["verdict"])


def _replayed(reading: Reading, name: str, entry: Any, order: Any) -> Verdict:
    if not isinstance(entry, dict):
        raise CertificateError("not a verdict")
    if name == "baseline":
        verdict = replayed(reading, entry, {})
        if verdict.property != "baseline-order":
            raise CertificateError("not about the order of the baseline")
        return verdict
    value: Any = entry.get("value")
    if entry.get("verdict") == "undecided":
        nothing = Statement("taylor", reading.measure.name, "Nothing is known.", ())
        return replayed_verdict(nothing, {**entry, "value": None}, {})
    if set(value) != {"derivatives", "coefficients", "inner"} or entry["verdict"] != "proved":
        raise CertificateError("derivatives, coefficients and inner are proved")
    if type(order) is not int or len(value["derivatives"]) != order:
        raise CertificateError("as many derivatives as the order says")
    statement = taylor_statement(
        reading, value["derivatives"], value["coefficients"], value["inner"]
    )
    return replayed_verdict(statement, entry, {}, value)
