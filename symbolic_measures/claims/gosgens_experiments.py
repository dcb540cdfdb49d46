"""What the tables of experiments of gosgens2021 must satisfy, whatever the data were, as claims.

Two measures are inconsistent on a triplet if they rank two predictions in different ways, ties
included: so the rate of inconsistency is a pseudo-metric on measures, and one of N pairs is a
multiple of 1/N.  A printed number stands for every number that is rounded to it; a claim holds if
some choice of them satisfies it.  Numbers are written in units of the last printed place.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from symbolic_measures.claims.displayed import Build, Displays
from symbolic_measures.claims.gosgens_rates import (
    AVERAGINGS,
    RAIN,
    SLIDES,
    TEN_MINUTES,
    TWO_HOURS,
    YEAST,
    Rates,
    apart,
    number_goal,
    same_number,
)
from symbolic_measures.nouns.statement import Goal

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
        same_number(Fraction(text), Fraction(1, 200), RAIN.rows[a][b], RAIN.half, f"{a}, {b}")
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
    return lambda: same_number(
        rate, AVERAGINGS[name].half, YEAST.rows["Acc"][name], YEAST.half, label
    )


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
_declare(
    "Table 11, first four", "the ranking can be inconsistent starting from the algorithm ranked "
    "fifth",
    lambda: tuple(
        number_goal(_ROWS[better][name][0], ">", _ROWS[other][name][0],
                    f"{name} of models {better}, {other}")
        for name in _IMAGENET
        for better, other in combinations(_ROWS, 2) if int(better) < 5
    ),
    about="Each of the first four models has a larger value than all after it, by each measure.",
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
