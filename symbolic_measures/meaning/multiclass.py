"""The measures of several classes.  Declaring a measure here is all it takes to add one.

Each is a text in the language of `nouns.classes`, as its source writes it (that fixes
its domain), with a value computed by hand from one matrix of three classes:
[[5, 1, 0], [2, 6, 2], [1, 0, 3]], for which a = (6, 10, 4), b = (8, 7, 5), c = (5, 6, 3), n = 20.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from symbolic_measures.meaning.measure import Measure, make_measure
from symbolic_measures.meaning.measures import ALIASES, formula_names, inherited_assumptions
from symbolic_measures.nouns.classes import AVERAGES, SPEAKING, parse_classes
from symbolic_measures.nouns.confusion import QUANTITIES
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import identifiers
from symbolic_measures.nouns.spelling import f_number

GOSGENS = "gosgens2021, Table 1"
OPITZ = "opitz2024"
#: The matrix of the examples, true class first.
EXAMPLE = (5, 1, 0, 2, 6, 2, 1, 0, 3)


@dataclass(frozen=True)
class Multiclass:
    """A measure of any number of classes: its text, and what is said about it."""

    name: str
    text: str
    example: str
    title: str
    source: str
    domain: str
    aliases: tuple[str, ...] = ()
    higher_is_better: bool = True


MULTICLASS: dict[str, Multiclass] = {}
MULTICLASS_ALIASES: dict[str, str] = {}


def _declare(
    name: str,
    text: str,
    example: str,
    title: str,
    *aliases: str,
    source: str,
    domain: str,
    higher_is_better: bool = True,
) -> None:
    MULTICLASS[name] = Multiclass(
        name, text, example, title, source, domain, aliases, higher_is_better
    )
    for alias in (name, *aliases):
        if alias.casefold() in {known.casefold() for known in MULTICLASS_ALIASES}:
            raise ValueError(f"two measures of several classes are called {alias}")
        MULTICLASS_ALIASES[alias] = name


def find_multiclass(name: str) -> Multiclass | None:
    """The measure of that name or alias, in capital letters or small ones, else None."""
    return MULTICLASS.get(MULTICLASS_ALIASES.get(_declared(name), ""))


def _declared(name: str) -> str:
    """The name or alias as it is declared; nothing if there is none."""
    plain = name.casefold()
    return next((alias for alias in MULTICLASS_ALIASES if alias.casefold() == plain), "")


def class_measure(text: str, classes: int, name: str = "", assume: Iterable[str] = ()) -> Measure:
    """A measure of that many classes, from the name of a catalog measure or a formula.

    A measure of the catalog is called by the name that was asked for.
    Raises FormulaError with one line that says what to do.
    """
    conditions = list(assume)
    alias = _declared(text.strip())
    known = MULTICLASS.get(MULTICLASS_ALIASES.get(alias, ""))

    def read(typed: str, parameters: set[str]) -> Formula:
        return class_formula(typed, classes, parameters)

    if known is not None and not conditions:
        return make_measure(
            known.text,
            name or alias,
            read=read,
            classes=classes,
            aliases=known.aliases,
            title=known.title,
            source=known.source,
            domain=known.domain,
            higher_is_better=known.higher_is_better,
        )
    return make_measure(
        text, name, conditions, QUANTITIES, inherited_assumptions(text), read, classes
    )


def class_formula(
    text: str,
    classes: int,
    parameters: Iterable[str] = (),
    more: Mapping[str, Formula] | None = None,
) -> Formula:
    """A formula of several classes that may use the measures of both catalogs by name."""
    texts = {alias: MULTICLASS[other].text for alias, other in MULTICLASS_ALIASES.items()}
    return parse_classes(text, classes, texts, formula_names(), tuple(parameters), more)


def speaks_of_classes(text: str) -> bool:
    """Whether a text can only be a formula of several classes."""
    words = identifiers(text)
    parts = (word.partition("_") for word in words)
    averaged = any(
        average in AVERAGES and (name in ALIASES or f_number(name)) for average, _, name in parts
    )
    return averaged or not SPEAKING.isdisjoint(words)


_declare(
    "accuracy", "sum(c)/n", "7/10", "Accuracy", "Acc", "accuracy_score",
    "proportion_correct",
    source=f"{GOSGENS}; {OPITZ}, Section 4.1", domain="everywhere",
)  # fmt: skip
_declare(
    "BA", "mean(c/a)", "131/180", "Balanced accuracy, macro recall", "macro_recall", "macR",
    "balanced_accuracy", "balanced_accuracy_score", "bal_accuracy",
    source=f"{GOSGENS}; {OPITZ}, Equation 7", domain="every class is true",
)  # fmt: skip
_declare(
    "GmacR", "product(c/a)^(1/m)", "(3/8)^(1/3)", "Macro recall, geometric mean",
    "geometric_macro_recall", "Gmean", "geometric_mean_score",
    source=f"{OPITZ}, Section 5.1", domain="every class is true",
)  # fmt: skip
_declare(
    "HmacR", "m/sum(1/(c/a))", "5/7", "Macro recall, harmonic mean",
    "harmonic_macro_recall", source=f"{OPITZ}, Section 5.1", domain="every class is hit",
)  # fmt: skip
_declare(
    "macro_precision", "mean(c/b)", "583/840", "Macro precision", "macP",
    source=f"{OPITZ}, Equation 9", domain="every class is predicted",
)  # fmt: skip
_declare(
    "macro_F1", "mean(2*c/(a+b))", "745/1071", "Macro F1, mean of the F1 scores", "macF1",
    source=f"{OPITZ}, Equation 10", domain="every class is true or predicted",
)  # fmt: skip
_declare(
    "macro_F1_of_means", "2*mean(c/a)*mean(c/b)/(mean(c/a)+mean(c/b))", "76373/107490",
    "Macro F1', harmonic mean of macro recall and macro precision", "macF1p", "macro_F1_twin",
    source=f"{OPITZ}, Equation 11", domain="every class is true and predicted, one is hit",
)  # fmt: skip
_declare(
    "weighted_F1", "sum(a*2*c/(a+b))/n", "2501/3570", "Weighted F1", "weightF1",
    source=f"{OPITZ}, Equation 12", domain="every class is true or predicted",
)  # fmt: skip
_declare(
    "kappa", "(n*sum(c)-sum(a*b))/(n^2-sum(a*b))", "71/131", "Cohen's kappa", "Cohen",
    "cohen_kappa_score", "kap", "HSS", "Heidke", "Heidke_skill_score",
    source=GOSGENS, domain="the labelings are not constant with one class",
)  # fmt: skip
_declare(
    "kappa_chance", "(sum(c)/n-sum(a*b)/n^2)/(1-sum(a*b)/n^2)", "71/131",
    "Cohen's kappa, (accuracy - chance)/(1 - chance)",
    source=f"{OPITZ}, Equation 15", domain="the labelings are not constant with one class",
)  # fmt: skip
_declare(
    "CC", "(n*sum(c)-sum(a*b))/sqrt((n^2-sum(b^2))*(n^2-sum(a^2)))", "71/sqrt(16244)",
    "Matthews correlation coefficient of several classes", "MCC", "R_K", "Gorodkin",
    "matthews_corrcoef",
    source=f"J. Gorodkin, Computational Biology and Chemistry 28 (2004); {GOSGENS}",
    domain="neither labeling is constant",
)  # fmt: skip
_declare(
    "CE", "-pairs(xlogy(cji,cji/(aj+bj))+xlogy(cij,cij/(aj+bj)))/(2*n*log(2*m-2))",
    "-(2*log(1/14)+log(1/17)+4*log(2/17)+2*log(1/7)+2*log(2/9)+log(1/9))/(40*log(4))",
    "Confusion entropy", "confusion_entropy", "CEN", domain="everywhere", higher_is_better=False,
    source=f"{GOSGENS}, with logarithms to base 2m - 2 and 0*log(0) = 0",
)  # fmt: skip
_declare(
    "SBA", "mean(c/a+c/b)/2", "3583/5040", "Symmetric balanced accuracy",
    source=f"{GOSGENS}", domain="every class is true and predicted",
)  # fmt: skip
_declare(
    "CD", "acos(CC)/pi", "acos(71/sqrt(16244))/acos(-1)", "Correlation distance",
    "correlation_distance", source=GOSGENS, domain="neither labeling is constant",
    higher_is_better=False,
)  # fmt: skip
_declare(
    "error_rate", "1-sum(c)/n", "3/10", "Error rate", "ERR", "zero_one_loss", "hamming_loss",
    source="scikit-learn, sklearn.metrics.zero_one_loss", domain="everywhere",
    higher_is_better=False,
)  # fmt: skip
_declare(
    "weighted_precision", "sum(a*(c/b))/n", "2061/2800", "Weighted precision",
    source="scikit-learn, sklearn.metrics.precision_score", domain="every class is predicted",
)  # fmt: skip
_declare(
    "macro_Jaccard", "mean(c/(a+b-c))", "317/594", "Macro Jaccard index", "mean_IoU", "mIoU",
    source="scikit-learn, sklearn.metrics.jaccard_score",
    domain="every class is true or predicted",
)  # fmt: skip
_declare(
    "macro_specificity", "mean((n-a-b+c)/(n-a))", "239/280", "Macro specificity",
    source="imbalanced-learn, imblearn.metrics.specificity_score", domain="two classes are true",
)  # fmt: skip
_declare(
    "adjusted_BA", "(mean(c/a)-1/m)/(1-1/m)", "71/120", "Adjusted balanced accuracy",
    source="scikit-learn, balanced_accuracy_score with adjusted=True",
    domain="every class is true",
)  # fmt: skip
_declare(
    "Peirce", "(sum(c)/n-sum(a*b)/n^2)/(1-sum(a^2)/n^2)", "71/124", "Peirce skill score", "PSS",
    "Peirce_skill_score", "Hanssen_Kuipers", "HK", "TSS", "true_skill_statistic",
    source="D. Wilks, Statistical Methods in the Atmospheric Sciences (2011), Section 8.2.4",
    domain="the truth is not constant",
)  # fmt: skip
_declare(
    "Scott_pi", "(sum(c)/n-sum((a+b)^2)/(4*n^2))/(1-sum((a+b)^2)/(4*n^2))", "277/517",
    "Scott's pi", source="W. Scott, Public Opinion Quarterly 19 (1955)",
    domain="the labelings are not constant with one class",
)  # fmt: skip
_declare(
    "AC1", "(sum(c)/n-sum((a+b)*(2*n-a-b))/(4*n^2*(m-1)))"
    "/(1-sum((a+b)*(2*n-a-b))/(4*n^2*(m-1)))", "201/361", "Gwet's AC1", "Gwet",
    source="K. Gwet, British J. of Mathematical and Statistical Psychology 61 (2008)",
    domain="everywhere",
)  # fmt: skip
_declare(
    "Bennett_S", "(m*sum(c)/n-1)/(m-1)", "11/20", "Bennett's S",
    source="E. Bennett et al., Public Opinion Quarterly 18 (1954)", domain="everywhere",
)  # fmt: skip
_declare(
    "Bangdiwala_B", "sum(c^2)/sum(a*b)", "35/69", "Bangdiwala's B", "Bangdiwala",
    source="S. Bangdiwala, ISI 45th Session (1985)", domain="some class is true and predicted",
)  # fmt: skip
