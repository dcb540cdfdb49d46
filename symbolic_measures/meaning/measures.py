"""The binary measures of the catalog.  Declaring a measure here is all it takes to add one.

Each has its formula as its source writes it (that fixes its domain), and a value computed by
hand from one cited matrix: TP = 90, FN = 4, FP = 5, TN = 1, of D. Chicco, "Ten quick tips for
machine learning in computational biology", BioData Mining 10:35 (2017), tip 8, for which
P = 94, N = 6, P^ = 95, N^ = 5, n = 100 and TP*TN - FN*FP = 70.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from symbolic_measures.meaning.measure import Assumption, Measure, make_measure
from symbolic_measures.nouns.confusion import QUANTITIES, ConfusionMatrix
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import identifiers

CITED = ConfusionMatrix(TP=90, FN=4, FP=5, TN=1)
GOSGENS = "gosgens2021, Table 1"
MEASURES: dict[str, Measure] = {}
ALIASES: dict[str, str] = {}


def _declare(
    name: str,
    formula: str,
    example: str,
    title: str,
    *aliases: str,
    source: str = GOSGENS,
    domain: str,
    assume: Iterable[str] = (),
    higher_is_better: bool = True,
) -> None:
    MEASURES[name] = make_measure(
        formula,
        name,
        assume,
        names={**QUANTITIES, **formula_names()},
        inherited=inherited_assumptions(formula),
        title=title,
        aliases=aliases,
        source=source,
        domain=domain,
        example=(CITED, example),
        higher_is_better=higher_is_better,
    )
    for alias in (name, *aliases):
        if alias in ALIASES:
            raise ValueError(f"two measures are called {alias}")
        ALIASES[alias] = name


def formula_names() -> dict[str, Formula]:
    """Every measure of the catalog by each of its names, for use inside formulas."""
    return {alias: MEASURES[name].formula for alias, name in ALIASES.items()}


def inherited_assumptions(text: str) -> list[Assumption]:
    """What the catalog assumes of the parameters of the measures that a text mentions."""
    named = dict.fromkeys(ALIASES[word] for word in identifiers(text) if word in ALIASES)
    return [item for name in named for item in MEASURES[name].assumptions]


def find_measure(name: str) -> Measure | None:
    """The measure of that name or alias, else None."""
    return MEASURES.get(ALIASES.get(name, name))


def get_measure(name: str) -> Measure:
    """The measure of that name or alias; FormulaError, with the nearest name, if there is none."""
    found = find_measure(name)
    if found is None:
        close = get_close_matches(name, ALIASES, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise FormulaError(f"no measure {name!r}; {hint}see 'symbolic-measures catalog'")
    return found


_declare(
    "recall", "TP/P", "45/47", "Recall", "sensitivity", "TPR",
    source="gosgens2021, Section 3.1", domain="P > 0",
)  # fmt: skip
_declare(
    "specificity", "TN/N", "1/6", "Specificity", "TNR", "selectivity",
    source="J. Yerushalmy, Public Health Reports 62 (1947)", domain="N > 0",
)  # fmt: skip
_declare(
    "precision", "TP/Phat", "18/19", "Precision", "PPV",
    source="gosgens2021, Section 3.1", domain="P^ > 0",
)  # fmt: skip
_declare(
    "NPV", "TN/Nhat", "1/5", "Negative predictive value",
    source="T. Vecchio, New England Journal of Medicine 274 (1966)", domain="N^ > 0",
)  # fmt: skip
_declare(
    "F_beta", "(1+beta^2)*TP/((1+beta^2)*TP+beta^2*FN+FP)", "90*(1+beta^2)/(95+94*beta^2)",
    "F-measure", "Fbeta", domain="TP + FN + FP > 0", assume=["beta > 0"],
)  # fmt: skip
_declare(
    "F1", "2*TP/(2*TP+FN+FP)", "20/21", "F1 score", "Dice", "F_1", "Sorensen",
    domain="TP + FN + FP > 0",
)  # fmt: skip
_declare(
    "Jaccard", "TP/(TP+FN+FP)", "10/11", "Jaccard index", "J", "CSI", "IoU",
    domain="TP + FN + FP > 0",
)  # fmt: skip
_declare(
    "CC", "(TP*TN-FP*FN)/sqrt(Phat*P*Nhat*N)", "70/sqrt(267900)",
    "Matthews correlation coefficient", "MCC", "phi", "Matthews",
    domain="P, N, P^, N^ > 0",
)  # fmt: skip
_declare(
    "accuracy", "(TP+TN)/n", "91/100", "Accuracy", "Acc", "Rand", domain="everywhere",
)  # fmt: skip
_declare(
    "BA", "(TP/P+TN/N)/2", "317/564", "Balanced accuracy", "balanced_accuracy",
    domain="P, N > 0",
)  # fmt: skip
_declare(
    "kappa", "(n*(TP+TN)-(P*Phat+N*Nhat))/(n^2-(P*Phat+N*Nhat))", "7/52", "Cohen's kappa",
    "Cohen", "adjusted_Rand", domain="P*N^ + N*P^ > 0",
)  # fmt: skip
_declare(
    "SBA", "(TP/P+TP/Phat+TN/N+TN/Nhat)/4", "60853/107160", "Symmetric balanced accuracy",
    "Sokal_Sneath", domain="P, N, P^, N^ > 0",
)  # fmt: skip
_GM = "gosgens2021, Definition 10"
_declare(
    "GM_m2", "(n*TP-P*Phat)/(((P*N)^-2+(Phat*Nhat)^-2)/2)^(-1/2)",
    "70*sqrt((1/564^2+1/475^2)/2)", "Generalized mean, r = -2", source=_GM,
    domain="P, N, P^, N^ > 0",
)  # fmt: skip
_declare(
    "GM_m1", "(n*TP-P*Phat)/(((P*N)^-1+(Phat*Nhat)^-1)/2)^-1", "7273/53580",
    "Generalized mean, r = -1", domain="P, N, P^, N^ > 0", source=_GM,
)  # fmt: skip
_declare(
    "GM_half", "(n*TP-P*Phat)/((sqrt(P*N)+sqrt(Phat*Nhat))/2)^2", "280/(1039+2*sqrt(267900))",
    "Generalized mean, r = 1/2", domain="P*N + P^*N^ > 0", source=_GM,
)  # fmt: skip
_declare(
    "GM_1", "(n*TP-P*Phat)/((P*N+Phat*Nhat)/2)", "140/1039", "Generalized mean, r = 1",
    domain="P*N + P^*N^ > 0", source=_GM,
)  # fmt: skip
_declare(
    "GM_2", "(n*TP-P*Phat)/sqrt(((P*N)^2+(Phat*Nhat)^2)/2)", "70/sqrt(543721/2)",
    "Generalized mean, r = 2", domain="P*N + P^*N^ > 0", source=_GM,
)  # fmt: skip
_declare(
    "GM", "(n*TP-P*Phat)/(((P*N)^r+(Phat*Nhat)^r)/2)^(1/r)", "70/((564^r+475^r)/2)^(1/r)",
    "Generalized mean, any r", "GM_r", assume=["r != 0"],
    domain="P, N, P^, N^ > 0; for r > 0 P*N + P^*N^ > 0", source=_GM,
)  # fmt: skip
_declare(
    "CE",
    "-(xlogy(FN, FN/(P+Phat)) + xlogy(FN, FN/(N+Nhat)) + xlogy(FP, FP/(P+Phat))"
    " + xlogy(FP, FP/(N+Nhat)))/(2*n*log(2))",
    "-(4*log(4/189) + 4*log(4/11) + 5*log(5/189) + 5*log(5/11))/(200*log(2))",
    "Confusion entropy", "confusion_entropy", "CEN", domain="everywhere", higher_is_better=False,
    source="gosgens2021, Table 1, with logarithms to base 2m - 2 = 2 and 0*log(0) = 0",
)  # fmt: skip
_declare(
    "CD", "acos(CC)/pi", "acos(70/sqrt(267900))/acos(-1)", "Correlation distance",
    "correlation_distance", domain="P, N, P^, N^ > 0", higher_is_better=False,
)  # fmt: skip
_declare(
    "CD_chord", "sqrt(2*(1-CC))", "sqrt(2*(1-70/sqrt(267900)))", "Correlation distance, chord",
    "CDprime", source="gosgens2021, Section 3.5 and Statement 4 (CD')",
    domain="P, N, P^, N^ > 0", higher_is_better=False,
)  # fmt: skip
_declare(
    "LOR", "log(TP*TN/(FN*FP))", "log(9/2)", "Log odds-ratio", "log_odds_ratio",
    source="B. Woolf, Annals of Human Genetics 19 (1955)", domain="TP, FN, FP, TN > 0",
)  # fmt: skip
_declare(
    "DP", "sqrt(3)/pi*(log(recall/(1-recall))+log(specificity/(1-specificity)))",
    "sqrt(3)/acos(-1)*log(9/2)", "Discriminant power", "discriminant_power",
    source="M. Sokolova, N. Japkowicz and S. Szpakowicz, AI 2006, LNCS 4304",
    domain="TP, FN, FP, TN > 0",
)  # fmt: skip
_declare(
    "informedness", "recall+specificity-1", "35/282", "Informedness", "Youden", "BM",
    source="W. J. Youden, Cancer 3 (1950); D. Powers 2011", domain="P, N > 0",
)  # fmt: skip
_declare(
    "markedness", "precision+NPV-1", "14/95", "Markedness", "MK",
    source="D. Powers, J. Machine Learning Technologies 2 (2011)", domain="P^, N^ > 0",
)  # fmt: skip
_declare(
    "FM", "TP/sqrt(P*Phat)", "90/sqrt(8930)", "Fowlkes-Mallows index", "Fowlkes_Mallows",
    "Ochiai", source="E. Fowlkes and C. Mallows, JASA 78 (1983)", domain="P, P^ > 0",
)  # fmt: skip
_declare(
    "Gmean", "sqrt(recall*specificity)", "sqrt(15/94)", "Geometric mean", "G_mean",
    source="M. Kubat and S. Matwin, ICML 1997; brzezinski2018, Table 2", domain="P, N > 0",
)  # fmt: skip
_BRZEZINSKI = "brzezinski2018, Table 2"
_declare(
    "F1_harmonic", "2*precision*recall/(precision+recall)", "20/21",
    "F1 score, harmonic mean as written", domain="TP > 0", source=_BRZEZINSKI,
)  # fmt: skip
_declare(
    "F_beta_linear", "(1+beta)*precision*recall/(beta*precision+recall)",
    "90*(1+beta)/(95+94*beta)", "F-measure that weighs with beta, not beta^2, as written",
    domain="TP > 0", assume=["beta >= 0"], source="brzezinski2018, Equation 5",
)  # fmt: skip
_declare(
    "FNR", "FN/P", "2/47", "False negative rate", "miss_rate",
    domain="P > 0", source=_BRZEZINSKI,
)  # fmt: skip
_declare(
    "FPR", "FP/N", "5/6", "False positive rate", "fall_out",
    domain="N > 0", source=_BRZEZINSKI,
)  # fmt: skip
_declare(
    "AUL", "P/(2*n)+(1-P/n)*BA", "947/1880", "Area under lift", "area_under_lift",
    domain="P, N > 0",
    source="brzezinski2018, supplementary material: P/(2n) + (1 - P/n)*balanced accuracy",
)  # fmt: skip
_declare(
    "AUL_product", "P/(2*n)+(1/2)*(1-P/n)*recall*specificity", "4463/9400",
    "Area under lift, with the product of the rates", domain="P, N > 0",
    source="brzezinski2018, supplementary material: P/(2n) + (1/2)(1 - P/n)*TPR*TNR",
)  # fmt: skip
_declare(
    "kappa_chance", "(accuracy-(P*Phat+N*Nhat)/n^2)/(1-(P*Phat+N*Nhat)/n^2)", "7/52",
    "Cohen's kappa, (accuracy - chance)/(1 - chance)", domain="P*N^ + N*P^ > 0",
    source=_BRZEZINSKI,
)  # fmt: skip
_declare(
    "OP", "accuracy-Abs(specificity-recall)/(specificity+recall)", "6547/31700",
    "Optimized precision", "optimized_precision", domain="P, N > 0 and TP + TN > 0",
    source="brzezinski2018, Equation 8",
)  # fmt: skip
_declare(
    "AUC_pointwise", "recall*specificity", "15/94", "Pointwise AUC-ROC", "pointwise_AUC",
    domain="P, N > 0", source=_BRZEZINSKI,
)  # fmt: skip
_IBA = "V. Garcia, R. Mollineda and J. Sanchez, IbPRIA 2009; brzezinski2018, Section 5.2.2"
_declare(
    "IBA_accuracy", "IBA(accuracy, alpha)", "(1+223*alpha/282)*91/100",
    "Index of balanced accuracy of accuracy", assume=["alpha >= 0"], domain="P, N > 0",
    source=_IBA,
)  # fmt: skip
_declare(
    "IBA_F1", "IBA(F1_harmonic, alpha)", "(1+223*alpha/282)*20/21",
    "Index of balanced accuracy of F1", assume=["alpha >= 0"], domain="TP > 0 and N > 0",
    source=_IBA,
)  # fmt: skip
_declare(
    "IBA_F_beta", "IBA(F_beta_linear, alpha)", "(1+223*alpha/282)*90*(1+beta)/(95+94*beta)",
    "Index of balanced accuracy of the F-measure", assume=["alpha >= 0", "beta >= 0"],
    domain="TP > 0 and N > 0", source=_IBA,
)  # fmt: skip
_declare(
    "IBA_Gmean", "IBA(Gmean, alpha)", "(1+223*alpha/282)*sqrt(15/94)",
    "Index of balanced accuracy of the geometric mean", assume=["alpha >= 0"],
    domain="P, N > 0", source=_IBA,
)  # fmt: skip
