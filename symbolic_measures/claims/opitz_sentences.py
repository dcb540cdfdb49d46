"""What opitz2024 says in sentences, Sections 4 to 7, and its printed experiments, as claims.

Three classes; a printed number stands for every number that rounds to it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from symbolic_measures.claims.displayed import Build, Displays, together
from symbolic_measures.claims.gosgens_rates import apart, number_goal
from symbolic_measures.claims.stated import letters_goal, of_classes, of_letters
from symbolic_measures.meaning.multiclass import class_formula
from symbolic_measures.nouns.confusion import Square
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Sort, Variable

SENTENCES = Displays(
    "opitz2024",
    "Sentences of Sections 4 to 6, for three classes",
    "A sentence is printed in the paper's words; it is decided for three classes.",
    number="sentences",
    classes=(3,),
)
EXPERIMENTS = Displays(
    "opitz2024",
    "Printed experiments of Section 7: what they satisfy whatever the data are",
    "A printed number stands for every number that rounds to it.",
    number="experiments",
    classes=(3,),
)
_sentence, _experiment = SENTENCES.declare, EXPERIMENTS.declare
_WIN: dict[str, Sort] = {"x": "real"}

_sentence(
    "3.4, Tables 2 and 4", "Class y occurs 15 times; class y occurs 30 times",
    lambda: (number_goal(5 + 10, "==", 15, "Table 2"),
             number_goal(10 + 20, "==", 30, "Table 4")),
)  # fmt: skip
_sentence(
    "3.4, scaling", "we inflate (or deflate) the mass of data that belong to class i, but retain "
    "the relative proportions of intra-class error types",
    of_letters("k*x/(k*y)", "==", "x/y", {"k": "positive", "x": "nonnegative", "y": "positive"}),
    about="x and y are two cells of one true class, k is its factor.",
)  # fmt: skip
_sentence(
    "4.2, bookmaker", "win = |S|*sum(correct(i)/prevalence(i))-|S| = |S|*(n*macR-1)",
    of_classes("n*sum(c/a)-n", "==", "n*(m*macR-1)"),
    about="|S| is the number of elements, and what is called n is the number of classes, m "
          "= 3.",
)  # fmt: skip
_sentence(
    "4.2, bookmaker, sign", "which is positive only if macR > 1/n",
    of_letters("x", ">", "1/3", _WIN, "3*x-1 > 0"),
    about="x is macR: the win is |S|*(3*x-1).",
)  # fmt: skip


def _scaled() -> Goal:
    """macP at ones on the diagonal and 1/t in the first column, and with class 1 times t^2."""
    t = symbol("t")
    large = formula(1) / t

    def value(first: Formula) -> Formula:
        cells = {f"c{i}{j}": formula(int(i == j)) for i in (1, 2, 3) for j in (1, 2, 3)}
        cells |= {"c11": first * formula(1), "c12": first * large, "c13": first * large}
        return class_formula("macP", 3).at(**cells)

    gap = value(t * t) - value(formula(1))
    return letters_goal(gap, "==", "2/3*(1-t)/(1+t)", {"t": "positive"})


_sentence(
    "4.3, difference", "With some lambda, the max. score difference (macP(m) vs. macP(m*lambda)) "
    "approaches 1-1/n: here it is (1-1/3)*(1-t)/(1+t), as t -> 0",
    _scaled,
    about="m has ones on the diagonal, 1/t in the two other cells of the true class 1, and "
          "0 elsewhere; m*lambda has its true class 1 multiplied by t^2. The difference is "
          "that of macP at m*lambda and at m.",
)  # fmt: skip
_sentence(
    "4.3, calibrated", "correct(i) = lambda_ii m_ii is proportional to P(f -> i | c = i), bias(i) "
    "= sum lambda_jj m_ij to sum P(f -> i | c = j)",
    together(
        of_classes("n/(m*a1)*c11", "==", "n/m*(c11/a1)"),
        of_classes("n/(m*a1)*c11+n/(m*a2)*c21+n/(m*a3)*c31", "==",
                   "n/m*(c11/a1+c21/a2+c31/a3)"),
    ),
    about="Of class 1, after prevalence calibration.",
)  # fmt: skip
_sentence(
    "4.4, only if", "its chance baseline upper bound 1/n is achieved only if P(f -> i) = P(c = i): "
    "2*p*z/(p+z) < (p+z)/2 where p is not z",
    together(
        of_letters("(p+q)/2", ">", "2*p*q/(p+q)", {"p": "positive", "q": "positive"},
                           "p > q"),
        of_letters("(p+q)/2", ">", "2*p*q/(p+q)", {"p": "positive", "q": "positive"},
                           "q > p"),
        of_letters("2*p*p/(p+p)", "==", "p", {"p": "positive"}),
    ),
    about="p and q are P(f -> i) and P(c = i): different in either order, or the same.",
)  # fmt: skip
_sentence(
    "Eq. 12", "macF1' = 2*macR(m)*macR(m^T)/(macR(m)+macR(m^T))",
    of_classes("macro_F1_of_means", "==",
               "2*macR*(sum(c/b)/m)/(macR+sum(c/b)/m)"),
)  # fmt: skip
_sentence(
    "4.7, sign", "sgn(MCC) = sgn(KAPPA)",
    together(
        of_classes("kappa_chance*(n^2-sum(a*b))", "==", "n*sum(c)-sum(a*b)"),
        of_classes("CC*sqrt((n^2-sum(a^2))*(n^2-sum(b^2)))", "==", "n*sum(c)-sum(a*b)"),
    ),
    about="Both measures, times what is positive where they are defined, are one number.",
)  # fmt: skip
_sentence(
    "4.7, standardized", "Kappa and MCC can be viewed as a standardized Accuracy",
    together(
        of_classes("kappa", "==", "(accuracy-sum(a*b)/n^2)/(1-sum(a*b)/n^2)"),
        of_classes("CC", "==",
                   "(accuracy-sum(a*b)/n^2)/(sqrt(1-sum(b^2)/n^2)*sqrt(1-sum(a^2)/n^2))"),
    ),
)  # fmt: skip
_sentence(
    "4.7, upper bound", "The denominator of Kappa simply shows the upper bound, i.e., the perfect "
    "classifier",
    of_classes("1-sum(a*b)/n^2", ">=", "accuracy-sum(a*b)/n^2"),
)  # fmt: skip


def _of_ratios(measure: str) -> Build:
    """The value does not change if every cell is multiplied by k."""

    def build() -> Goal:
        square, k = Square.of(3), symbol("k")
        tree = class_formula(measure, 3)
        names = tuple(map(str, square.cells))
        other = tree.at(**{name: k * symbol(name) for name in names})
        known = (Atom(class_formula("n-1", 3), ">="), Atom(tree, "defined"), Atom(other, "defined"))
        free = (*(Variable(name, "natural") for name in names), Variable("k", "positive"))
        return Goal(free, known, Atom(other - tree, "=="), (square.cells,), (other, tree), (names,),
                    f"{measure} of ratios")  # fmt: skip

    return build


_sentence(
    "4.7, ratios", "Assuming normalized confusion matrices: this models ratios in the matrix "
    "fields but does not change MCC or KAPPA",
    together(_of_ratios("CC"), _of_ratios("kappa")),
    about="Every cell is multiplied by k, which is 1/|S|.",
)  # fmt: skip
_Z: dict[str, Sort] = dict.fromkeys(("x", "y", "z"), "positive")
_sentence(
    "6.2, GmacR", "1/n as the upper bound only achieved by the uniform random baseline, GmacR",
    together(
        of_letters("(x+y+z)^3", ">", "27*x*y*z", _Z, "x > y"),
        of_letters("(x+x+x)^3", "==", "27*x*x*x", {"x": "positive"}),
    ),
    about="x, y, z are the weights of the predicted classes, of which two that differ are "
          "called x and y: GmacR is (x*y*z)^(1/3)/(x+y+z).",
)  # fmt: skip
_sentence(
    "6.2, HmacR", "1/n as the upper bound only achieved by the uniform random baseline, HmacR",
    together(
        of_letters("(x+y+z)/9", ">", "1/(1/x+1/y+1/z)", _Z, "x > y"),
        of_letters("(x+x+x)/9", "==", "1/(1/x+1/x+1/x)", {"x": "positive"}),
    ),
    about="x, y, z are the weights of the predicted classes, of which two that differ are "
          "called x and y: HmacR is 3/((x+y+z)*(1/x+1/y+1/z)).",
)  # fmt: skip
_sentence(
    "A, sums", "it suffices to see that sum bias(x) = sum prevalence(x) = |S|",
    together(of_classes("sum(b)", "==", "sum(a)"), of_classes("sum(a)", "==", "n")),
)  # fmt: skip
_sentence(
    "6.3", "the precision for a class i will then equal P(f -> i | c = i)*P(c = i)/P(f -> i)",
    of_classes("(c11/a1)*(a1/n)/(b1/n)", "==", "c11/b1"),
)  # fmt: skip

_COLUMNS = ("Acc", "macR", "macP", "macF1", "macF1'", "weightF1", "Kappa", "MCC", "GmacR", "HmacR",
            "r1", "r2", "r3", "macF1~", "macF1'~", "Kappa~", "MCC~")  # fmt: skip
#: Table 6: the official rank, and the scores in percent.
TABLE_6 = {
    "A": (1, "65.1 68.1 65.5 65.4 66.8 64.5 46.5 48.0 66.8 65.4"
          " 82.9 51.2 70.2 67.7 68.2 52.1 52.6"),
    "B": (1, "65.8 68.1 67.4 66.0 67.8 65.1 47.3 49.2 66.5 65.0"
          " 87.8 51.4 65.2 67.7 68.7 52.2 53.1"),
    "C": (3, "66.1 67.6 66.2 66.0 66.9 65.7 47.2 48.1 66.8 66.0"
          " 81.7 56.0 65.2 67.5 68.0 51.4 51.8"),
    "D": (4, "65.2 67.4 64.9 65.1 66.1 64.8 46.3 47.3 66.5 65.6"
          " 80.3 54.2 67.6 67.1 67.5 51.0 51.3"),
    "E": (5, "66.4 66.9 65.4 66.0 66.1 66.4 47.0 47.0 66.8 66.8"
          " 69.8 64.0 66.8 67.3 67.5 50.3 50.5"),
    "F": (6, "64.8 65.9 63.9 64.5 64.9 64.7 45.0 45.4 65.6 65.4"
          " 73.5 58.7 65.6 66.1 66.3 48.9 49.0"),
    "G": (7, "63.3 64.9 63.6 63.4 64.2 63.1 43.0 43.8 64.2 63.5"
          " 77.4 53.9 63.5 64.9 65.4 47.4 47.7"),
    "H": (8, "64.3 64.5 63.1 63.7 63.8 64.4 43.6 43.6 64.5 64.5"
          " 65.3 63.6 64.5 64.9 65.2 46.7 47.0"),
}  # fmt: skip
ROWS = {
    system: dict(zip(_COLUMNS, map(Fraction, line.split()), strict=True))
    for system, (_, line) in TABLE_6.items()
}
HALF = Fraction(1, 20)
_RECALLS = ("r1", "r2", "r3")


def _means() -> tuple[Goal, ...]:
    return tuple(
        apart(
            row["macR"],
            sum((row[r] for r in _RECALLS), Fraction()) / 3,
            2 * HALF,
            f"macR of {system}",
        )
        for system, row in ROWS.items()
    )


def _geometric() -> tuple[Goal, ...]:
    """The bounds of the geometric mean of the recalls, cubed, meet those of GmacR."""
    goals = []
    for system, row in ROWS.items():
        low = high = Fraction(1)
        for r in _RECALLS:
            low, high = low * (row[r] - HALF), high * (row[r] + HALF)
        goals.append(number_goal((row["GmacR"] + HALF) ** 3, ">=", low, f"GmacR of {system}"))
        goals.append(number_goal(high, ">=", (row["GmacR"] - HALF) ** 3, f"GmacR of {system}"))
    return tuple(goals)


def _harmonic(mean: str, parts: tuple[str, ...]) -> tuple[Goal, ...]:
    goals = []
    for system, row in ROWS.items():
        low, high = (
            len(parts) / sum((1 / (row[r] + side) for r in parts), Fraction())
            for side in (-HALF, HALF)
        )
        goals.append(number_goal(row[mean] + HALF, ">=", low, f"{mean} of {system}"))
        goals.append(number_goal(high, ">=", row[mean] - HALF, f"{mean} of {system}"))
    return tuple(goals)


def _kappa() -> tuple[Goal, ...]:
    """Eq. 16: (macR - 1/3)/(1 - 1/3)."""
    return tuple(
        apart(row["Kappa~"], (row["macR"] - Fraction(100, 3)) / (1 - Fraction(1, 3)),
              HALF + HALF * 3 / 2, f"calibrated Kappa of {system}")
        for system, row in ROWS.items()
    )  # fmt: skip


def _at_most(low: str, high: str) -> Build:
    return lambda: tuple(
        number_goal(row[high] + HALF, ">=", row[low] - HALF, f"{low} and {high} of {system}")
        for system, row in ROWS.items()
    )


def _share(text: str) -> Build:
    percent = Fraction(text)
    nearest = round(percent * 42 / 100)
    return lambda: apart(percent, Fraction(100 * nearest, 42), HALF,
                         f"{text}% against the nearest share, {nearest}/42")  # fmt: skip


def _printed(*columns: str) -> str:
    """The columns of Table 6, system by system."""
    rows = (f"{system} {', '.join(str(float(row[name])) for name in columns)}"
            for system, row in ROWS.items())  # fmt: skip
    return f"Printed {', '.join(columns)}: {'; '.join(rows)}."


def _mean_of(mean: str, own: str, whole: str, *parts: str) -> str:
    """How the printed mean is held against the numbers that it is made of."""
    return (
        f"{_printed(mean, *parts)} First {own}{mean} + 1/20 and {whole} of the others less "
        f"1/20 each; then {whole} of the others with 1/20 more each and {own}{mean} - 1/20."
    )


_experiment("Table 6, macR", "Table 6: macR and the three recalls", _means,
            about=f"{_printed('macR', *_RECALLS)} macR and the mean of the three: each is "
            "within 1/20 of what it is without rounding.")  # fmt: skip
_experiment("Table 6, GmacR", "Table 6: GmacR and the three recalls", _geometric,
            about=_mean_of("GmacR", "the cube of ", "the product", *_RECALLS))  # fmt: skip
_experiment("Table 6, HmacR", "Table 6: HmacR and the three recalls",
            lambda: _harmonic("HmacR", _RECALLS),
            about=_mean_of("HmacR", "", "the harmonic mean", *_RECALLS))  # fmt: skip
_experiment("Table 6, macF1'", "Table 6: macF1' and macR, macP",
            lambda: _harmonic("macF1'", ("macR", "macP")),
            about=_mean_of("macF1'", "", "the harmonic mean", "macR", "macP"),
            )  # fmt: skip
_experiment("Table 6, Kappa", "Table 6: calibrated Kappa and macR", _kappa,
            about=f"{_printed('Kappa~', 'macR')} Kappa~ and (macR-100/3)/(1-1/3): 1/20 is for the "
            "rounding of the one, 3/2 times 1/20 for that of macR.")  # fmt: skip
for _row, _title, _low, _high in (
    ("MCC", "Kappa and MCC", "Kappa", "MCC"),
    ("MCC, calibrated", "Kappa and MCC, calibrated", "Kappa~", "MCC~"),
):
    _experiment(f"Table 6, {_row}", f"Table 6: {_title}", _at_most(_low, _high),
                about=f"{_printed(_low, _high)} Kappa is at most MCC: the "
                f"printed {_high} and 1/20 more, and {_low} less 1/20.")  # fmt: skip
_experiment(
    "7.1, E", "system E obtains highest Accuracy",
    lambda: tuple(number_goal(ROWS["E"]["Acc"], ">", ROWS[other]["Acc"], f"E and {other}")
                  for other in ROWS if other != "E"),
)  # fmt: skip
_experiment(
    "7.1, differences", "max. difference 5.8 of the recalls of E, 36.4 of those of B",
    lambda: tuple(
        number_goal(max(abs(row[a] - row[b]) for a, b in combinations(_RECALLS, 2)), "==",
                    Fraction(text), system)
        for system, text in (("E", "5.8"), ("B", "36.4"))
        for row in [ROWS[system]]
    ),
)  # fmt: skip
_experiment(
    "7.1, rank of E", "a case can even be made for E (rank 6)",
    lambda: number_goal(TABLE_6["E"][0], "==", 6, "off.r of E in Table 6"),
    "a case can even be made for E (rank 5)",
    lambda: number_goal(TABLE_6["E"][0], "==", 5, "off.r of E in Table 6"),
)  # fmt: skip
_experiment(
    "7.1, citations",
    "the citations of other systems (C-H) do not exceed lower double digits",
    lambda: number_goal(99, ">=", max(20, 12, 23, 11, 2, 30), "the citations of C to H"),
)  # fmt: skip
_experiment(
    "7.1, B", "B performs better as per most metrics",
    lambda: number_goal(
        sum(ROWS["B"][name] > ROWS["A"][name] for name in _COLUMNS if name not in _RECALLS), ">",
        sum(ROWS["B"][name] < ROWS["A"][name] for name in _COLUMNS if name not in _RECALLS),
        "metrics that prefer B, and A",
    ),
)  # fmt: skip
for _text in ("23.8", "10.9", "14.3", "73.8"):
    _experiment(f"7.2, {_text}%", f"{_text}% of 42 papers", _share(_text),
                *(("11.9% of 42 papers", _share("11.9")) if _text == "10.9" else ()))  # fmt: skip
