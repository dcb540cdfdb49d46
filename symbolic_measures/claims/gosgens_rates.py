"""Rates of inconsistency as gosgens2021 prints them, and what such a table satisfies.

Two measures are inconsistent on a pair if they rank it in different ways, ties included: so the
rate is a pseudo-metric on measures, and one of N pairs is a multiple of 1/N.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Literal

from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Atom, Goal, Relation

Number = Fraction | int


def number_goal(left: Number, rel: Relation | Literal["<="], right: Number, label: str) -> Goal:
    """A relation of two numbers, and what they are."""
    one, two = formula(Fraction(left)), formula(Fraction(right))
    gap = two - one if rel == "<=" else one - two
    return Goal((), (), Atom(gap, ">=" if rel == "<=" else rel), (), (one, two), (), label)


def apart(one: Number, other: Number, most: Number, label: str) -> Goal:
    """The two numbers differ by at most that."""
    gap = Formula("Abs", formula(Fraction(one)) - formula(Fraction(other)))
    bound = formula(Fraction(most))
    label = f"{label}, how far apart and what rounding allows"
    return Goal((), (), Atom(bound - gap, ">="), (), (gap, bound), (), label)


class Rates:
    """A printed table of rates of inconsistency, in percent, with so many decimals."""

    def __init__(self, text: str, decimals: int = 1) -> None:
        head, *lines = [line.split() for line in text.strip().splitlines()]
        self.names, self.step = head, Fraction(1, 10**decimals)
        self.half = self.step / 2
        self.rows = {
            name: dict(zip([n for n in head if n != name], map(Fraction, numbers), strict=True))
            for name, *numbers in lines
        }

    def pairs(self) -> Iterable[tuple[str, str, Fraction]]:
        """Each pair of measures with the number above the diagonal."""
        for a, b in combinations(self.names, 2):
            yield a, b, self.rows[a][b]

    def symmetric(self) -> tuple[Goal, ...]:
        """Both printed numbers of a pair are the same."""
        return tuple(number_goal(rate, "==", self.rows[b][a], f"{a}, {b}")
                     for a, b, rate in self.pairs())  # fmt: skip

    def triangles(self) -> Iterable[tuple[Fraction, Fraction, str]]:
        """The least rate of two measures, the largest sum by way of a third one, and which."""
        for a, c in combinations(self.names, 2):
            for b in self.names:
                if b not in (a, c):
                    way = self.rows[a][b] + self.rows[b][c] + 2 * self.half
                    label = f"the inconsistency of {a} and {c} against that by way of {b}"
                    yield self.rows[a][c] - self.half, way, label

    def pseudo_metric(self, more: Number = 0) -> tuple[Goal, ...]:
        """The triangle inequality, of some numbers that round to the printed ones, with so much
        more on its larger side."""
        return tuple(number_goal(rate, "<=", way + more, label)
                     for rate, way, label in self.triangles())  # fmt: skip

    @property
    def excess(self) -> Fraction:
        """By how much the inequality fails at most."""
        return max(Fraction(), *(rate - way for rate, way, _ in self.triangles()))

    def shares_of(self, count: int) -> tuple[Goal, ...]:
        """Each rate is a multiple of 1/count, rounded."""
        return tuple(
            apart(rate, Fraction(100 * round(rate * count / 100), count), self.half,
                  f"{a}, {b} against the nearest {round(rate * count / 100)}/{count}")
            for a, b, rate in self.pairs()
        )  # fmt: skip


def same_number(
    rate: Fraction, half: Fraction, other: Fraction, other_half: Fraction, label: str
) -> Goal:
    """Two printed numbers can be one number."""
    return apart(rate, other, half + other_half, label)


RAIN = Rates("""
    Acc BA F1 kappa CE GM1 CC SBA
    Acc   96.5 41.0 37.5 3.1 38.7 44.3 55.9
    BA    96.5 55.6 58.9 99.7 57.7 52.0 40.4
    F1    41.0 55.6 3.3 44.2 2.2 3.4 15.0
    kappa 37.5 58.9 3.3 40.7 1.1 6.7 18.3
    CE    3.1 99.7 44.2 40.7 41.9 47.5 59.1
    GM1   38.7 57.7 2.2 1.1 41.9 5.5 17.1
    CC    44.3 52.0 3.4 6.7 47.5 5.5 11.4
    SBA   55.9 40.4 15.0 18.3 59.1 17.1 11.4
""")
TEN_MINUTES = Rates("""
    Acc BA F1 kappa CE GM1 CC SBA
    Acc   93.3 14.4 14.4 3.3 14.4 15.0 15.0
    BA    93.3 78.9 78.9 96.7 78.9 78.3 78.3
    F1    14.4 78.9 0.0 17.8 0.0 0.6 0.6
    kappa 14.4 78.9 0.0 17.8 0.0 0.6 0.6
    CE    3.3 96.7 17.8 17.8 17.8 18.3 18.3
    GM1   14.4 78.9 0.0 0.0 17.8 0.6 0.6
    CC    15.0 78.3 0.6 0.6 18.3 0.6 0.0
    SBA   15.0 78.3 0.6 0.6 18.3 0.6 0.0
""")
TWO_HOURS = Rates("""
    Acc BA F1 kappa CE GM1 CC SBA
    Acc   98.3 63.3 58.3 1.7 61.1 72.2 91.7
    BA    98.3 35.0 39.4 100 37.2 25.6 6.1
    F1    63.3 35.0 4.4 65.0 2.2 8.9 28.3
    kappa 58.3 39.4 4.4 60.0 2.2 13.3 32.8
    CE    1.7 100 65.0 60.0 62.8 73.9 93.3
    GM1   61.1 37.2 2.2 2.2 62.8 11.1 30.6
    CC    72.2 25.6 8.9 13.3 73.9 11.1 18.9
    SBA   91.7 6.1 28.3 32.8 93.3 30.6 18.9
""")
YEAST = Rates("""
    Acc BA F1 J kappa CE GM1 CC SBA
    Acc   11.8 13.7 11.1 4.6 47.7 11.1 3.3 17.0
    BA    11.8 9.8 8.5 7.2 52.9 7.2 8.5 11.8
    F1    13.7 9.8 2.6 10.5 48.4 5.2 10.5 4.6
    J     11.1 8.5 2.6 9.2 49.7 6.5 9.2 7.2
    kappa 4.6 7.2 10.5 9.2 49.7 7.8 1.3 13.7
    CE    47.7 52.9 48.4 49.7 49.7 51.0 48.4 45.1
    GM1   11.1 7.2 5.2 6.5 7.8 51.0 7.8 8.5
    CC    3.3 8.5 10.5 9.2 1.3 48.4 7.8 13.7
    SBA   17.0 11.8 4.6 7.2 13.7 45.1 8.5 13.7
""")
AVERAGINGS = {
    "F1": Rates("""
        F1mic F1mac F1wgt
        F1mic 13.73 3.27
        F1mac 13.73 10.46
        F1wgt 3.27 10.46
    """, 2),
    "J": Rates("""
        Jmic Jmac Jwgt
        Jmic 11.11 2.61
        Jmac 11.11 8.50
        Jwgt 2.61 8.50
    """, 2),
    "CC": Rates("""
        CC CCmic CCmac CCwgt
        CC    3.27 0.00 0.65
        CCmic 3.27 0.00 0.65
        CCmac 0.00 0.00 0.65
        CCwgt 0.65 0.65 0.65
    """, 2),
    "CD": Rates("""
        CD CDmic CDmac CDwgt
        CD    3.27 0.00 0.65
        CDmic 3.27 0.00 0.65
        CDmac 0.00 0.00 0.65
        CDwgt 0.65 0.65 0.65
    """, 2),
    "GM1": Rates("""
        GM1mic GM1mac GM1wgt
        GM1mic 11.76 7.19
        GM1mac 11.76 7.19
        GM1wgt 7.19 7.19
    """, 2),
}  # fmt: skip
#: The slides print some entries of Table 4 with one decimal more, above the diagonal.
SLIDES = {
    ("Acc", "BA"): "96.57", ("Acc", "kappa"): "37.69", ("Acc", "CE"): "3.15",
    ("Acc", "F1"): "41.02", ("Acc", "CC"): "44.35", ("BA", "kappa"): "58.89",
    ("BA", "CE"): "99.72", ("BA", "F1"): "55.56", ("BA", "CC"): "52.22", ("kappa", "CE"): "40.83",
    ("F1", "kappa"): "3.33", ("kappa", "CC"): "6.67", ("F1", "CE"): "44.17",
    ("CE", "CC"): "47.50", ("F1", "CC"): "3.43",
}  # fmt: skip
