"""What the tables of experiments of gosgens2021 must satisfy, whatever the data were, as claims.

Two measures are inconsistent on a triplet if they rank two predictions in different ways, ties
included: so the rate of inconsistency is a pseudo-metric on measures, and one of N pairs is a
multiple of 1/N.  A printed number stands for every number that is rounded to it; a claim holds if
some choice of them satisfies it.  Numbers are written in units of the last printed place.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from typing import Literal

from symbolic_measures.claims.displayed import Build, Displays
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Atom, Goal, Relation

DISPLAYS = Displays(
    "gosgens2021",
    "Printed experiments: what such tables satisfy whatever the data are",
    "A printed number stands for every number that rounds to it. Of a sum of printed numbers the "
    "claim is refuted only if no choice of such numbers satisfies it.",
    number="experiments",
    classes=(2, 3),
)
HALF, _CENT = Fraction(1, 2), Fraction(1, 100)
_declare = DISPLAYS.declare
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


def _same(
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
#: Pairs of six models, on each of 12 days; for all of 12 horizons.
DAYS, HORIZONS = 15 * 12, 12
#: Pairs of 18 algorithms.
ALGORITHMS = 18 * 17 // 2


def _of_rates(title: str, rates: Rates, count: int) -> None:
    """What every such table claims."""
    _declare(f"{title}, symmetric", f"{title}: the entry of a pair is printed twice",
             rates.symmetric,
             about="The numbers above and below the diagonal.")  # fmt: skip
    excess = float(rates.excess)
    _declare(f"{title}, pseudo-metric",
             f"{title}: rates of inconsistency, ties counted, of pairs of measures",
             rates.pseudo_metric,
             f"the triangle inequality with {excess:g} more on its larger side" if excess else "",
             (lambda: rates.pseudo_metric(rates.excess)) if excess else None,
             about="The triangle inequality: the rate of two measures, less half of the last "
             f"place ({rates.half}), is at most the sum of those by way of a third one, each with "
             "as much more.")  # fmt: skip
    _declare(f"{title}, shares", f"{title}: percentages of {count} comparisons",
             lambda: rates.shares_of(count),
             about=f"The printed percentage and the nearest share k/{count} in percent.",
             )  # fmt: skip


def _refines() -> tuple[Goal, ...]:
    """Two of the twelve horizons, and ten others between 0 and 100 %, have the mean of Table 4."""
    goals = []
    for a, b, rate in RAIN.pairs():
        two = TEN_MINUTES.rows[a][b] + TWO_HOURS.rows[a][b]
        slack = HORIZONS * RAIN.half + TEN_MINUTES.half + TWO_HOURS.half
        goals.append(number_goal(two - slack, "<=", HORIZONS * rate, f"{a}, {b}, from below"))
        most = two + 100 * (HORIZONS - 2) + slack
        goals.append(number_goal(HORIZONS * rate, "<=", most, f"{a}, {b}, from above"))
    return tuple(goals)


def _slides() -> tuple[Goal, ...]:
    """The numbers of the slides and of Table 4 can be the same ones."""
    return tuple(
        _same(Fraction(text), Fraction(1, 200), RAIN.rows[a][b], RAIN.half, f"{a}, {b}")
        for (a, b), text in SLIDES.items()
    )


_of_rates("Table 4", RAIN, DAYS * HORIZONS)


def _differing() -> tuple[tuple[str, str], ...]:
    """The pairs whose two numbers cannot be one."""
    return tuple(
        (a, b) for (a, b), text in SLIDES.items()
        if abs(Fraction(text) - RAIN.rows[a][b]) > Fraction(1, 200) + RAIN.half
    )  # fmt: skip


def _told_differing() -> str:
    return "; ".join(f"{a} and {b} ({SLIDES[a, b]}, {float(RAIN.rows[a][b]):g})"
                     for a, b in _differing())  # fmt: skip


_declare(
    "Table 4, slides", "Table 4 and the slides print one experiment, in percent", _slides,
    f"they print one number but for {_told_differing()}: these are a quarter apart at most",
    lambda: tuple(
        apart(Fraction(text), RAIN.rows[a][b],
              Fraction(1, 4) if (a, b) in _differing() else Fraction(1, 200) + RAIN.half,
              f"{a}, {b}")
        for (a, b), text in SLIDES.items()
    ),
)  # fmt: skip
_declare(
    "Slides, shares", "the slides: percentages of 2160 comparisons, with two decimals",
    lambda: tuple(
        apart(Fraction(text), Fraction(100 * round(Fraction(text) * 2160 / 100), 2160),
              Fraction(1, 200), f"{a}, {b} against the nearest share")
        for (a, b), text in SLIDES.items()
    ),
)  # fmt: skip
_of_rates("Table 9", TEN_MINUTES, DAYS)
_of_rates("Table 10", TWO_HOURS, DAYS)
_declare("Tables 4, 9, 10", "Table 4 aggregates the twelve horizons, Tables 9 and 10 two of them",
         _refines,
         about="12 times the rate of Table 4 is at least the sum of those of Tables 9 and 10, and "
         "at most that sum with 100 for each of ten other horizons; 7/10 is for rounding.",
         )  # fmt: skip
_declare(
    "E.1, CC and SBA",
    "SBA and CC always agree for ten minutes, almost 20% disagreement for two hours",
    lambda: (
        number_goal(TEN_MINUTES.rows["CC"]["SBA"], "==", 0, "ten minutes"),
        apart(TWO_HOURS.rows["CC"]["SBA"], 20, 2, "two hours"),
    ),
)  # fmt: skip
_of_rates("Table 12", YEAST, ALGORITHMS)
for _name, _rates in AVERAGINGS.items():
    _of_rates(f"Table 13, {_name}", _rates, ALGORITHMS)
#: After micro averaging F1, J, CC and GM_1 grow with accuracy alone (`sentences`).
_MICRO = {"F1": ("F1mic", "F1mac"), "J": ("Jmic", "Jmac"), "GM1": ("GM1mic", "GM1mac"),
          "CC": ("CCmic", "CC")}  # fmt: skip


def _refined(name: str, micro: str, other: str) -> Build:
    rate = AVERAGINGS[name].rows[micro][other]
    label = f"{micro}, {other} in Table 13 against Acc, {name} in Table 12"
    return lambda: _same(rate, AVERAGINGS[name].half, YEAST.rows["Acc"][name], YEAST.half, label)


#: What the two numbers are of GM_1, which differ.
_OF_GM1 = (
    "Acc and GM1 differ in 17 of 153 pairs in Table 12, GM1mic and GM1mac in 18 in Table 13",
    lambda: (
        apart(YEAST.rows["Acc"]["GM1"], Fraction(1700, ALGORITHMS), YEAST.half, "17 of 153"),
        apart(AVERAGINGS["GM1"].rows["GM1mic"]["GM1mac"], Fraction(1800, ALGORITHMS),
              AVERAGINGS["GM1"].half, "18 of 153"),
    ),
)  # fmt: skip
for _name, (_micro, _other) in _MICRO.items():
    _declare(
        f"Tables 12, 13, {_name}",
        f"{_micro} ranks as accuracy does: its inconsistency with {_other} is that of accuracy",
        _refined(_name, _micro, _other),
        *(_OF_GM1 if _name == "GM1" else ()),
    )
_declare(
    "E.2, CE", "inconsistency is particularly high for Confusion Entropy",
    lambda: tuple(
        number_goal(min(YEAST.rows["CE"].values()), ">", rate, f"CE against {a}, {b}")
        for a, b, rate in YEAST.pairs() if "CE" not in (a, b)
    ),
    about="The smallest rate of CE with another measure in Table 12, and that of every other pair.",
)  # fmt: skip
_declare(
    "E.2, CC and kappa", "the best agreement is achieved by CC and kappa",
    lambda: tuple(
        number_goal(rate, ">", YEAST.rows["kappa"]["CC"], f"{a}, {b}")
        for a, b, rate in YEAST.pairs() if {a, b} != {"kappa", "CC"}
    ),
    about="The rate of every other pair in Table 12, and that of kappa and CC.",
)  # fmt: skip
_declare("E.2, pairs", "there are 18 algorithms giving 153 possible pairs",
         lambda: number_goal(ALGORITHMS, "==", 153, "pairs of 18"))  # fmt: skip

#: Table 6: ranks of Flair+ELMo, Flair+BERT, SVM, Logistic, FastText, VADER, TextBlob.
RANKS = {
    "Acc": "1234567", "BA": "1435267", "F1": "1534267", "J": "1534267", "kappa": "1435267",
    "CE": "1253674", "GM1": "1534267", "CC": "1235467", "CCmac": "1245367", "SBA": "1243576",
}  # fmt: skip
SLIDES_RANKS = {"Acc": "1234567", "BA": "1435267", "kappa": "1235467", "CE": "1253674",
                "F1": "1534267", "CC": "1235467"}  # fmt: skip
_ALIKE = ({"BA", "kappa"}, {"F1", "GM1", "J"})


def _differences(one: str, other: str) -> int:
    return sum(a != b for a, b in zip(one, other, strict=True))


def _rankings() -> tuple[Goal, ...]:
    return tuple(
        number_goal(_differences(RANKS[a], RANKS[b]),
                    "==" if any({a, b} <= those for those in _ALIKE) else "!=", 0,
                    f"places that {a} and {b} give to different ranks")
        for a, b in combinations(RANKS, 2)
    )  # fmt: skip


_declare(
    "Table 6, ranks", "Table 6: ranks from 1 (best) to 7 (worst)",
    lambda: tuple(number_goal(len(set(ranks)), "==", 7, f"different ranks of {name}")
                  for name, ranks in RANKS.items()),
)  # fmt: skip
_declare(
    "Table 6, consistent",
    "the only consistent rankings are the one provided by kappa and BA and the second given by "
    "F1, GM, and Jaccard",
    _rankings,
)
_declare(
    "Table 6, slides", "Table 6 and the slides print one ranking",
    lambda: tuple(number_goal(_differences(ranks, RANKS[name]), "==", 0,
                              f"places that {name} ranks differently")
                  for name, ranks in SLIDES_RANKS.items()),
    "one ranking of each measure but kappa, to which the slides give the ranks that CC has in "
    "Table 6",
    lambda: tuple(number_goal(_differences(ranks, RANKS["CC" if name == "kappa" else name]),
                              "==", 0, f"places that {name} ranks differently")
                  for name, ranks in SLIDES_RANKS.items()),
)  # fmt: skip

_IMAGENET = ("Acc", "F1", "J", "kappa", "1-CE", "GM1", "CC", "CCmac", "SBA")
#: Table 5: the fifth and the sixth model.
TABLE_5 = {
    "5": "86.46 86.30 77.525 86.44 93.41 86.28 86.44 86.419 86.57",
    "6": "86.43 86.27 77.531 86.42 93.51 86.26 86.42 86.423 86.61",
}
TABLE_11 = {
    "1": "88.33 88.21 80.43 88.32 94.42 88.19 88.32 88.31 88.44",
    "2": "88.23 88.08 80.25 88.21 94.38 88.07 88.22 88.20 88.35",
    "3": "87.15 87.01 78.63 87.13 93.86 87.00 87.13 87.14 87.30",
    "4": "86.83 86.64 78.08 86.82 93.64 86.63 86.82 86.78 86.95",
    "5": "86.46 86.30 77.525 86.44 93.41 86.28 86.44 86.419 86.57",
    "6": "86.43 86.27 77.531 86.42 93.51 86.26 86.42 86.423 86.60",
    "7": "86.32 86.17 77.311 86.30 93.37 86.16 86.30 86.31 86.48",
    "8": "86.31 86.12 77.314 86.29 93.41 86.10 86.30 86.28 86.47",
    "9": "86.08 85.89 76.97 86.06 93.21 85.87 86.07 86.02 86.19",
    "10": "85.72 85.55 76.51 85.70 93.05 85.53 85.70 85.70 85.89",
}


def _entries(line: str) -> dict[str, tuple[Fraction, Fraction]]:
    """Each measure's printed value and half of its last place."""
    found = {}
    for name, text in zip(_IMAGENET, line.split(), strict=True):
        found[name] = Fraction(text), HALF / 10 ** len(text.partition(".")[2])
    return found


_ROWS = {model: _entries(line) for model, line in TABLE_11.items()}
_CLASSES = 1000


def _kappa_of_balanced() -> tuple[Goal, ...]:
    """kappa = (Acc - 1/m)/(1 - 1/m) where all classes have one size."""
    goals = []
    for model, row in _ROWS.items():
        (acc, half), (kappa, more) = row["Acc"], row["kappa"]
        chance = Fraction(100, _CLASSES)
        exact = (acc - chance) / (100 - chance) * 100
        wide = half * 100 / (100 - chance) + more
        goals.append(apart(kappa, exact, wide, f"model {model}, kappa against (Acc-1/m)/(1-1/m)"))
    return tuple(goals)


def _jaccard_of_means() -> tuple[Goal, ...]:
    """By convexity the mean of F/(2 - F) is at least that of the mean."""
    goals = []
    for model, row in _ROWS.items():
        (f1, half), (jaccard, more) = row["F1"], row["J"]
        low = (f1 - half) / 100
        goals.append(number_goal((jaccard + more) / 100, ">=", low / (2 - low),
                                 f"model {model}, J against F1/(2-F1)"))  # fmt: skip
    return tuple(goals)


def _compared(low: str, high: str) -> Build:
    """One measure is at most another, as far as rounding tells."""
    return lambda: tuple(
        number_goal(row[low][0] - row[low][1], "<=", row[high][0] + row[high][1],
                    f"model {model}, {low} against {high}")
        for model, row in _ROWS.items()
    )  # fmt: skip


_declare(
    "Table 5, inconsistent",
    "Confusion Entropy, Jaccard, and SBA disagree with accuracy and other measures",
    lambda: tuple(
        number_goal(_entries(TABLE_5[better])[name][0], ">", _entries(TABLE_5[other])[name][0],
                    name)
        for name in _IMAGENET
        for better, other in [("6", "5") if name in ("J", "1-CE", "CCmac", "SBA") else ("5", "6")]
    ),
    about="The values of the two models in Table 5, the one that the measure prefers first: the "
    "second for J, 1-CE, CCmac and SBA, the first for the others.",
)  # fmt: skip
_declare(
    "Tables 5, 11", "Table 5 shows the fifth and the sixth model of Table 11",
    lambda: tuple(
        number_goal(value, "==", _ROWS[model][name][0], f"model {model}, {name}")
        for model, line in TABLE_5.items()
        for name, (value, _) in _entries(line).items()
    ),
    "all numbers are the same but SBA of the sixth model, 86.61 and 86.60",
    lambda: tuple(
        number_goal(value - (_CENT if (model, name) == ("6", "SBA") else 0), "==",
                    _ROWS[model][name][0], f"model {model}, {name}")
        for model, line in TABLE_5.items()
        for name, (value, _) in _entries(line).items()
    ),
)  # fmt: skip
_declare("Table 11, kappa", "Table 11: Acc and kappa of a balanced dataset of 1000 classes",
         _kappa_of_balanced)  # fmt: skip
_declare("Table 11, Jaccard", "Table 11: macro F1 and macro J", _jaccard_of_means,
         about="J of a class is F1/(2-F1), a convex function, so the mean of J is at least that of "
         "the mean of F1: printed J and half of its last place more, and F1/(2-F1) of the printed "
         "F1 less half of its last place, as fractions of 1.")  # fmt: skip
_ROUNDED = "{} is at most {}: the printed values, with half of the last place more and less."
_declare("Table 11, F1", "Table 11: macro F1 and SBA", _compared("F1", "SBA"),
         about=_ROUNDED.format("macro F1", "SBA"))  # fmt: skip
_declare("Table 11, CC", "Table 11: kappa and CC", _compared("kappa", "CC"),
         about=_ROUNDED.format("kappa", "CC"))  # fmt: skip

#: Average confusion matrices at six thresholds, in percent: c00, c01, c10, c11.
MATRICES = {
    "ten minutes": (
        "93.55 1.12 0.22 5.11", "93.76 0.91 0.29 5.04", "93.84 0.83 0.33 5.01",
        "93.91 0.76 0.36 4.97", "94.10 0.57 0.49 4.85", "94.33 0.34 0.75 4.59",
    ),
    "two hours": (
        "90.41 4.25 1.47 3.87", "91.32 3.34 1.74 3.60", "91.67 2.99 1.87 3.47",
        "91.96 2.70 1.99 3.35", "92.94 1.72 2.51 2.83", "93.98 0.68 3.43 1.91",
    ),
}  # fmt: skip


def _percentages(horizon: str) -> tuple[Goal, ...]:
    """They add up to 100, and the class sizes are those of every threshold."""
    goals, read = [], [tuple(map(Fraction, text.split())) for text in MATRICES[horizon]]
    for place, cells in enumerate(read, 1):
        goals.append(apart(sum(cells), 100, 2 * _CENT, f"the sum at threshold {place}"))
    for one, other in combinations(range(6), 2):
        first, second = (sum(read[place][:2]) for place in (one, other))
        goals.append(apart(first, second, 2 * _CENT, f"a_0 at thresholds {one + 1}, {other + 1}"))
    return tuple(goals)


for _horizon in MATRICES:
    _declare(
        f"E.1, {_horizon}", f"average confusion matrices in percentages, {_horizon}",
        lambda horizon=_horizon: _percentages(horizon),  # type: ignore[misc]
    )  # fmt: skip
