"""The distribution under random predictions, against one made by drawing every prediction."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from typing import Any

import flint
import numpy as np
import pytest
import sympy

from symbolic_measures import measure
from symbolic_measures.doors.chance.distribution import Chance
from symbolic_measures.doors.chance.sums import ball_of, enclosures
from symbolic_measures.kernel.exact import UndefinedError
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.readings import known_readings
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError

SIZES = [(5, 2, 2), (6, 3, 2), (7, 3, 4), (8, 4, 4)]


def _drawn(n: int, positives: int, predicted: int) -> Counter[tuple[int, int, int, int]]:
    """Every prediction, one by one: how often each matrix occurs."""
    found: Counter[tuple[int, int, int, int]] = Counter()
    for chosen in combinations(range(n), predicted):
        tp = sum(element < positives for element in chosen)
        found[tp, positives - tp, predicted - tp, n - positives - predicted + tp] += 1
    return found


def _value(subject: Any, cells: tuple[int, ...], given: dict[str, Fraction]) -> Any:
    try:
        return subject(**dict(zip(("TP", "FN", "FP", "TN"), cells, strict=True)), **given)
    except UndefinedError:
        return None


@pytest.mark.parametrize("name", MEASURES)
def test_moments_and_p_values_by_drawing_every_prediction(name: str) -> None:
    subject = measure(name)
    given = dict.fromkeys(subject.parameters, Fraction(1, 2))
    for sizes in SIZES:
        drawn = _drawn(*sizes)
        total = sum(drawn.values())
        values = {cells: _value(subject, cells, given) for cells in drawn}
        random = subject.chance(**dict(zip(("n", "P", "Phat"), sizes, strict=True)), **given)
        assert dict(zip(map(random.matrix, random.support), random.counts, strict=True)) == drawn
        missing = sum(count for cells, count in drawn.items() if values[cells] is None)
        assert random.undefined == sympy.Rational(missing, total)
        if missing:
            with pytest.raises(UndefinedError, match="positive probability"):
                random.mean  # noqa: B018
            continue
        mean = sum(count * values[cells] for cells, count in drawn.items()) / total
        square = sum(count * values[cells] ** 2 for cells, count in drawn.items()) / total
        assert sympy.N(random.mean - mean, 40) == pytest.approx(0, abs=1e-35)
        assert sympy.N(random.variance - (square - mean**2), 40) == pytest.approx(0, abs=1e-35)
        high = 1 if subject.higher_is_better else -1
        for cells in drawn:
            at_least = sum(
                count for other, count in drawn.items()
                if sympy.N(high * (values[other] - values[cells]), 40) >= -1e-30
            )  # fmt: skip
            assert random.p_value(cells[0]) == sympy.Rational(at_least, total)
            observed = subject.chance(**dict(zip(("TP", "FN", "FP", "TN"), cells, strict=True)),
                                      **given)  # fmt: skip
            assert observed.p_value() == random.p_value(cells[0])


def test_quantiles() -> None:
    random = measure("MCC").chance(n=12, P=5, Phat=6)
    shares, values = np.cumsum(random.probabilities), random.values
    assert (np.diff(values) > 0).all()
    for q in (0, Fraction(1, 100), 0.05, 0.5, Fraction(9, 10), 0.95, 1):
        expected = values[np.searchsorted(shares, float(q) - 1e-12)] if q else values[0]
        assert float(random.quantile(q)) == pytest.approx(expected)
    lower = measure("CE").chance(n=8, P=4, Phat=4)  # not monotone in TP: values are sorted
    ordered = sorted(zip(lower.values, lower.probabilities, strict=True))
    reached, median = 0.0, math.nan
    for value, probability in ordered:
        reached += probability
        if reached >= 0.5 - 1e-12:
            median = value
            break
    assert float(lower.quantile(Fraction(1, 2))) == pytest.approx(median)


def test_ties_are_decided_exactly() -> None:
    """Of |TP - FN|, values repeat; of a difference of roots, floats alone would tell them apart."""
    repeated = measure("Abs(TP-FN)+sqrt(2)-sqrt(2)").chance(n=8, P=4, Phat=4)
    assert repeated.p_value(0) == repeated.p_value(4) == sympy.Rational(2, 70)
    assert repeated.p_value(2) == 1


@pytest.mark.parametrize(
    ("text", "sign"), [("(b*TP)^40", 1), ("(1/(b*TP))^40", -1), ("-(TP/(b*n))^40", -1)]
)
def test_values_that_are_no_floats_are_sorted_exactly(text: str, sign: int) -> None:
    """With b = 10^9 they are above the largest float, or below the smallest one."""
    subject = measure(text, assume="b > 0")
    random = subject.chance(n=40, P=32, Phat=30, b=10**9)
    share = dict(zip(random.support, random.counts, strict=True))
    for tp in (22, 24, 29, 30):
        reached = sum(count for k, count in share.items() if sign * (k - tp) >= 0)
        assert random.p_value(tp, "greater") == sympy.Rational(reached, random.total)
    best = max(random.support) if sign > 0 else min(random.support)
    cells = dict(zip(CELLS, random.matrix(best), strict=True))
    assert random.quantile(1) == subject(**cells, b=10**9)


def test_two_sided() -> None:
    random = measure("accuracy").chance(TP=3, FN=1, FP=1, TN=3)
    assert random.mean == sympy.S.Half
    assert random.p_value(alternative="greater") == sympy.Rational(17, 70)
    assert random.p_value(alternative="less") == sympy.Rational(69, 70)
    assert random.p_value(alternative="two-sided") == sympy.Rational(34, 70)
    with pytest.raises(FormulaError, match="rational"):
        measure("CE").chance(n=8, P=4, Phat=4).p_value(1, alternative="two-sided")


def test_readings_and_parameters() -> None:
    f1 = measure("F1")
    assert f1.chance(n=3, P=0, Phat=0).undefined == 1
    assert f1.in_reading("scikit-learn").chance(n=3, P=0, Phat=0).mean == 0
    sizes = {"n": 4, "P": 2, "Phat": 2}
    assert measure("F_beta").chance(**sizes, beta=1).mean == f1.chance(**sizes).mean
    infinite = measure("LOR").in_reading("brzezinski-extended").chance(n=4, P=2, Phat=2)
    assert infinite.values.tolist() == [-math.inf, 0.0, math.inf]
    assert infinite.quantile(1) == sympy.oo
    assert infinite.p_value(2) == sympy.Rational(1, 6)
    with pytest.raises(UndefinedError, match="infinite"):
        infinite.mean  # noqa: B018
    frame = f1.chance(n=4, P=2, Phat=2).to_frame()
    assert frame["probability"].sum() == pytest.approx(1)
    assert frame.columns.tolist() == ["TP", "FN", "FP", "TN", "probability", "value"]


def test_large_sizes() -> None:
    """n = 10,000 against the closed forms of the hypergeometric distribution."""
    n, positives, predicted = 10_000, 4_000, 3_000
    random = measure("kappa").chance(n=n, P=positives, Phat=predicted)
    assert random.mean == 0
    accuracy = measure("accuracy").chance(n=n, P=positives, Phat=predicted)
    p, q = Fraction(positives, n), Fraction(predicted, n)
    spread = predicted * p * (1 - p) * Fraction(n - predicted, n - 1)
    assert accuracy.mean == sympy.Rational(Fraction(p * q + (1 - p) * (1 - q)))
    assert accuracy.variance == sympy.Rational(4 * spread / n**2)
    assert sum(random.probabilities) == pytest.approx(1)
    jaccard = measure("Jaccard").chance(n=n, P=positives, Phat=predicted)
    assert isinstance(jaccard.mean, sympy.Float)  # thousands of digits: 50 of them are given
    assert float(jaccard.mean) == pytest.approx(float(jaccard.probabilities @ jaccard.values))
    tail = [k for k in jaccard.support if k >= 1_300]
    below = sum(jaccard.probabilities[k - jaccard.support[0]] for k in tail)
    assert float(jaccard.p_value(1_300)) == pytest.approx(below, rel=1e-9)


@pytest.mark.parametrize("name", ["CE", "CD", "CD_chord"])
def test_what_floats_tell_apart_is_not_evaluated_exactly(name: str) -> None:
    """Of 501 outcomes a few: the edges of domains, the quantile, what has no normal form."""
    random = measure(name).chance(n=1_000, P=500, Phat=500)
    assert isinstance(random.mean, sympy.Float)
    assert isinstance(random.variance, sympy.Float)
    random.quantile(0.95), random.p_value(260)
    assert len(random._known) <= 20
    assert float(random.mean) == pytest.approx(float(random.probabilities @ random.values))
    spread = random.probabilities @ (random.values - float(random.mean)) ** 2
    assert float(random.variance) == pytest.approx(float(spread))


@pytest.mark.parametrize("name", MEASURES)
def test_enclosures_hold_the_exact_values(name: str) -> None:
    subject = measure(name)
    given = dict.fromkeys(subject.parameters, Fraction(1, 2))
    for reading in (subject.in_reading(), *map(subject.in_reading, known_readings(subject)[1:])):
        random = reading.chance(n=9, P=4, Phat=4, **given)
        defined = np.isfinite(random.values)
        points = [random._point(tp) for tp in random.support]
        with flint.ctx.workprec(256):
            shown = [p for p, kept in zip(points, defined, strict=True) if kept]
            for place, ball in zip(np.flatnonzero(defined), enclosures(reading.shown, shown),
                                   strict=True):  # fmt: skip
                exact = ball_of(random._outcome(int(place)))
                assert not ball.is_finite() or ball.overlaps(exact)
        for place in np.flatnonzero(defined):
            assert random.values[place] == pytest.approx(float(ball_of(random._outcome(place))))
        assert [random._outcome(k) is None for k in range(5)] == np.isnan(random.values).tolist()


BAD: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: measure("F1").chance(n=4, P=5, Phat=2), ValueError, "from 0 to n"),
    (lambda: measure("F1").chance(n=0, P=0, Phat=0), ValueError, "from 0 to n"),
    (lambda: measure("F1").chance(n=4, P=2), TypeError, "needs Phat="),
    (lambda: measure("F1").chance(n=4, P=2, Phat=Fraction(1, 2)), ValueError, "whole"),
    (lambda: measure("F1").chance(n=4, P=2, Phat=1.5), TypeError, "is a float"),
    (lambda: measure("F1").chance(n=4, P=2, Phat=1, beta=1), TypeError, "beta"),
    (lambda: measure("F_beta").chance(n=4, P=2, Phat=1), TypeError, "needs beta="),
    (lambda: measure("F_beta").chance(n=4, P=2, Phat=1, beta=0), ValueError, "assumes"),
    (lambda: measure("F1").chance(TP=Fraction(1, 2), FN=1, FP=1, TN=1), ValueError, "whole"),
    (lambda: measure("macro_F1", classes=3).chance(n=3, P=1, Phat=1), FormulaError, "two classes"),
    (lambda: measure("F1").chance(n=4, P=2, Phat=2).p_value(), ValueError, "give the TP"),
    (lambda: measure("F1").chance(n=4, P=2, Phat=2).p_value(3), ValueError, "none of 0 to 2"),
    (lambda: measure("F1").chance(n=4, P=2, Phat=2).p_value(1, "more"), ValueError, "one of"),
    (lambda: measure("F1").chance(n=4, P=2, Phat=2).quantile(2), ValueError, "from 0 to 1"),
    (lambda: measure("LOR").chance(n=4, P=2, Phat=2).quantile(1), UndefinedError, "undefined"),
    (lambda: measure("LOR").chance(n=4, P=2, Phat=2).p_value(1), UndefinedError, "undefined"),
]


@pytest.mark.parametrize(("call", "kind", "match"), BAD, ids=range(len(BAD)))
def test_bad_input(call: Callable[[], Any], kind: type[Exception], match: str) -> None:
    with pytest.raises(kind, match=match) as caught:
        call()
    assert len(str(caught.value).splitlines()) == 1


def test_repr_is_one_line() -> None:
    random = measure("F1").chance(n=4, P=2, Phat=2)
    assert isinstance(random, Chance)
    assert repr(random) == "Chance('F1', n=4, P=2, Phat=2)"
