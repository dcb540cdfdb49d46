"""Specimens: a formula, what is true of it, and why.  Worked out by hand, from the definitions.

Every property has specimens with and without it, `SPECIMENS` holds them all.  Whoever doubts one
works it out from `why`; `tests/meaning/test_specimens.py` holds the engine against them, and the
slow definitions, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from symbolic_measures.meaning.association import ASSOCIATION
from symbolic_measures.meaning.further import FURTHER
from symbolic_measures.meaning.gosgens import GOSGENS_BINARY

PROVED, REFUTED, NOTHING = "proved", "refuted", "not-applicable"


@dataclass(frozen=True)
class Specimen:
    """A formula has the property, has it not, or is said nothing of, for the reason `why`."""

    formula: str
    property: str
    outcome: str
    why: str
    classes: int = 2
    convention: str = ""


#: y proved, n refuted, in the order of GOSGENS_BINARY without range and undefined-set.
GOSGENS = {
    "recall": ("nnnnnnynynnyy", "TP/P: blind to FP and TN"),
    "precision": ("nnnnnnynynnyy", "TP/P^: blind to FN and TN"),
    "F1": ("ynnynnynynnyy", "blind to TN, and 0 wherever TP = 0"),
    "Jaccard": ("ynnyynynynnyy", "F1/(2 - F1), and 1 - J is the distance of sets"),
    "CC": ("yyyynyyyyyyny", "the cosine of the centred vectors of labels"),
    "accuracy": ("yyyyyyyyynnny", "1 - (FN + FP)/n, of Hamming's distance"),
    "BA": ("yyynnyynyyyny", "the mean of the rates of both classes: its rows are no columns"),
    "kappa": ("ynyynyynnyyny", "accuracy, corrected by the marginals"),
    "SBA": ("yyyynyyyyyyny", "BA with its transpose"),
    "GM_1": ("yyyynyyyyyyny", "the covariance over a mean of the variances"),
    "GM": ("yyyynyyyyyyny", "the same for every r"),
    "CE": ("nnyynnnnnnnny", "an entropy: blind to which class is which"),
    "CD": ("yyyyyyyyynyny", "the angle of the centred vectors"),
    "CD_chord": ("yyyyyyyyynyny", "their chord"),
    "informedness": ("yyynnyynyyyny", "2 BA - 1"),
    "FM": ("ynnynnynynnyy", "sqrt(recall * precision), blind to TN"),
    "Gmean": ("ynynnnynynnny", "0 wherever a rate is 0"),
}
#: In the order of FURTHER; of the others (.) the kernel is not asked.
OTHERS = {
    "recall": ("nnnnyynnnyyyyyny", "TP/P: affine in TP at given P"),
    "precision": ("nnnyynnn.yynnyny", "the transpose of recall"),
    "F1": ("nnnnynnnnyynnyny", "2 TP/(P + P^): affine in TP at given P and P^"),
    "accuracy": ("nnynnnnnnyyyyyny", "affine in every cell; 1 - (FN + FP)/n"),
    "BA": ("nnnnyynnyyyyyyyy", "affine in both rates, whatever P/n"),
    "informedness": ("yynnyyyyyyyyyyyy", "the difference of two rates, whatever P/n"),
    "markedness": ("yynynnyyyynnnnny", "the transpose of informedness"),
    "kappa": ("nnynnnyyyynnnnyn", "turned predictions have another number of positives"),
    "Yule_Q": ("yyyyyyyy.ynnnnny", "a function of the odds ratio"),
    "CC": ("yyynnnyyyynnnn.y", "turning the predictions turns its sign"),
    "Gmean": ("nnnnyynn.yynynny", "the root of the product of both rates"),
    "detection_prevalence": ("nnnnnnnnnnyyyynn", "P^/n: blind to the true labels"),
}
#: In the order of ASSOCIATION.
ASSOCIATED = {
    "recall": ("nnn", "1 wherever FN = 0, and where FP = 0 any value"),
    "F1": ("nnn", "1 only where FN = FP = 0, 0 only where TP = 0"),
    "CC": ("nnn", "1 only where FN = FP = 0, -1 only where TP = TN = 0"),
    "Yule_Q": ("nyy", "1 iff FN*FP = 0 < TP*TN, -1 iff TP*TN = 0 < FN*FP"),
    "Loevinger_H": ("nyn", "above chance the covariance over the largest that the margins allow"),
    "phi_squared": ("ynn", "a square: blind to the sign of the covariance"),
    "CE": ("nnn", "an entropy of errors: 0 only where there are none"),
}
BY_HAND = (
    ("accuracy", "maximal-agreement", PROVED, "1 iff FN = FP = 0"),
    ("recall", "maximal-agreement", REFUTED, "1 wherever FN = 0, whatever FP"),
    ("accuracy", "minimal-agreement", PROVED, "0 iff TP = TN = 0"),
    ("F1", "minimal-agreement", REFUTED, "0 wherever TP = 0, whatever TN"),
    ("CC", "minimal-agreement", PROVED, "-1 iff TP = TN = 0"),
    ("accuracy", "class-symmetry", PROVED, "TP + TN"),
    ("BA", "class-symmetry", PROVED, "the mean over both classes"),
    ("F1", "class-symmetry", REFUTED, "blind to TN, not to TP"),
    ("F1", "symmetry", PROVED, "FN + FP"),
    ("kappa", "symmetry", PROVED, "P and P^ in the same way"),
    ("BA", "symmetry", REFUTED, "rows only"),
    ("F_beta", "symmetry", REFUTED, "FN counts beta^2 times"),
    ("accuracy", "distance", PROVED, "Hamming"),
    ("Jaccard", "distance", PROVED, "the distance of sets"),
    ("CD", "distance", PROVED, "an angle"),
    ("TP/(TP+2*(FN+FP))", "distance", PROVED, "Sokal and Sneath"),
    ("F1", "distance", REFUTED, "Dice breaks the triangle inequality"),
    ("CC", "distance", REFUTED, "a squared chord"),
    ("BA", "distance", REFUTED, "not symmetric"),
    ("LOR", "distance", NOTHING, "log(TP*TN/(FN*FP)) has no value where labels agree"),
    ("accuracy", "monotone", PROVED, "one error fewer"),
    ("BA", "monotone", PROVED, "one rate grows, the other does not fall"),
    ("F1", "monotone", REFUTED, "TP = 0: FN becoming TN changes nothing"),
    ("recall", "monotone", REFUTED, "FP becoming TN changes nothing"),
    ("F1", "weakly-monotone", PROVED, "grows in TP, falls in FN + FP"),
    ("-TP", "weakly-monotone", REFUTED, "falls in TP"),
    ("accuracy", "strongly-monotone", PROVED, "one more 1 raises a mean of 1s and 0s"),
    ("F1", "strongly-monotone", REFUTED, "one more TN"),
    ("BA", "strongly-monotone", REFUTED, "TP = 0: FN changes nothing"),
    ("F1", "weakly-strongly-monotone", PROVED, "grows in TP, falls in FN and FP"),
    ("BA", "weakly-strongly-monotone", PROVED, "each rate does"),
    ("kappa", "weakly-strongly-monotone", REFUTED, "where it is below chance"),
    ("BA", "constant-baseline", PROVED, "1/2"),
    ("kappa", "constant-baseline", PROVED, "0"),
    ("CC", "constant-baseline", PROVED, "0"),
    ("accuracy", "constant-baseline", REFUTED, "more where the labels are of one class"),
    ("F1", "constant-baseline", REFUTED, "more where P^ is larger"),
    ("CC", "approximate-constant-baseline", PROVED, "TP*TN = FN*FP there"),
    ("Jaccard", "approximate-constant-baseline", REFUTED, "a*b/(a*n + b*n - a*b)"),
    ("Jaccard", "tn-invariance", PROVED, "no TN in it"),
    ("FM", "tn-invariance", PROVED, "no TN in it"),
    ("accuracy", "tn-invariance", REFUTED, "grows in TN"),
    ("CC", "scale-invariance", PROVED, "degree 2 over degree 2"),
    ("TP*TN", "scale-invariance", REFUTED, "degree 2"),
    ("TP/(n+1)", "scale-invariance", REFUTED, "the 1 is not scaled"),
    ("1/(TP-TP)", "monotone", NOTHING, "defined nowhere"),
    ("sqrt(-n)", "symmetry", NOTHING, "defined nowhere, for n >= 1"),
    ("sqrt(-FN-FP-1)", "maximal-agreement", NOTHING, "defined nowhere"),
    ("sqrt(-FN)+TP+TN", "monotone", PROVED, "moves of FP are defined, and all strict"),
    ("sqrt(-FN)-Min(FP, 5)", "monotone", REFUTED, "(1, 0, 6, 1) to (2, 0, 5, 1)"),
    ("(TP+TN)/n", "tptn-max", PROVED, "1 there"),
    ("(TP+TN)/n-P/n", "tptn-max", REFUTED, "P may be smaller elsewhere"),
    ("(TP+TN)/n-P/n", "tptn-max-in-section", PROVED, "P is the same in a section"),
    ("FN/P", "tptn-max-in-section", REFUTED, "0 there, 1 at FN"),
    ("TP/P", "fn-min", PROVED, "0 where TP = 0"),
    ("TP/P+P/n", "fn-min", REFUTED, "P may be smaller elsewhere"),
    ("TP/P+P/n", "fn-min-in-section", PROVED, "P is the same in a section"),
    ("(TP+TN)/n", "fn-min-in-section", REFUTED, "TN counts"),
    ("TN/N", "fp-min", PROVED, "0 where TN = 0"),
    ("TN/N+N/n", "fp-min", REFUTED, "N may be smaller elsewhere"),
    ("TN/N+N/n", "fp-min-in-section", PROVED, "N is the same in a section"),
    ("(TP+TN)/n", "fp-min-in-section", REFUTED, "TP counts"),
    ("TN/N", "tp-monotone", PROVED, "the same for every TP"),
    ("FN/P", "tp-monotone", REFUTED, "1 - TP/P"),
    ("TP/P", "tp-strictly-monotone", PROVED, "the slope is 1/P"),
    ("TN/N", "tp-strictly-monotone", REFUTED, "the same for every TP"),
    ("TP/P", "tn-monotone", PROVED, "the same for every TN"),
    ("FP/N", "tn-monotone", REFUTED, "1 - TN/N"),
    ("TN/N", "tn-strictly-monotone", PROVED, "the slope is 1/N"),
    ("TP/P", "tn-strictly-monotone", REFUTED, "the same for every TN"),
    ("N/n-FN/n", "tn-not-max", PROVED, "more at TPTN with the same N"),
    ("TN/N", "tn-not-max", REFUTED, "1 wherever FP = 0"),
    ("P/n-FP/n", "tp-not-max", PROVED, "more at TPTN with the same P"),
    ("TP/P", "tp-not-max", REFUTED, "1 wherever FN = 0"),
    ("TP/P", "tn-not-max-in-section", PROVED, "0 at TN, 1 at TPTN"),
    ("N/n", "tn-not-max-in-section", REFUTED, "one value in a section"),
    ("TN/N", "tp-not-max-in-section", PROVED, "0 at TP, 1 at TPTN"),
    ("P/n", "tp-not-max-in-section", REFUTED, "one value in a section"),
    ("TP/P", "ace", PROVED, "blind to FP, 1 where FN = 0"),
    ("TN/N", "ace", REFUTED, "blind to FN"),
    ("(TP+TN)/n", "ach", PROVED, "an error counts 1, whichever it is"),
    ("TP/P", "ach", REFUTED, "blind to FP"),
)
WITH_CONVENTION = (
    ("F1", "extends-literal", "TP + FN + FP == 0: 1", PROVED, "0/0 is filled"),
    ("F1", "extends-literal", "TP == 0: 1", REFUTED, "F1 is 0 at TP = 0, FN = 1"),
)
#: At three classes.
OPITZ = (
    ("BA", "opitz-monotone", PROVED, "each class's recall is"),
    ("weighted_F1", "opitz-monotone", REFUTED, "more weight for a class with a small F1"),
    ("kappa", "opitz-monotone", REFUTED, "below chance"),
    ("macro_F1_of_means", "opitz-monotone", PROVED, "the harmonic mean of two that are"),
    ("BA", "class-sensitive", PROVED, "every class counts the same"),
    ("accuracy", "class-sensitive", REFUTED, "a class counts by its size"),
    ("macro_precision", "class-decomposable", PROVED, "a mean over classes"),
    ("GmacR", "class-decomposable", PROVED, "a geometric mean over classes"),
    ("kappa", "class-decomposable", REFUTED, "chance sums over products of marginals"),
    ("HmacR", "prevalence-invariant", PROVED, "of rates alone"),
    ("macro_F1", "prevalence-invariant", REFUTED, "precision depends on the sizes"),
    ("calibrated(kappa)", "prevalence-invariant", PROVED, "all classes are scaled to one size"),
    ("macro_F1", "chance-corrected", PROVED, "at most 1/3 for random predictions"),
    ("GmacR", "chance-corrected", PROVED, "at most 1/3 for random predictions"),
    ("accuracy", "chance-corrected", REFUTED, "the share of the largest class"),
    ("weighted_F1", "chance-corrected", REFUTED, "near 1 for one large class"),
)


def of_rows() -> Iterator[Specimen]:
    """What the rows of marks say."""
    outcomes = {"y": PROVED, "n": REFUTED}
    for rows, ids in ((GOSGENS, GOSGENS_BINARY[:13]), (OTHERS, FURTHER), (ASSOCIATED, ASSOCIATION)):
        for name, (marks, why) in rows.items():
            for property_id, mark in zip(ids, marks, strict=True):
                if mark in outcomes:
                    yield Specimen(name, property_id, outcomes[mark], why)


def same(one: Specimen) -> tuple[str, int, str, str]:
    """What is asked of it: specimens that agree in this say the same."""
    return one.formula, one.classes, one.convention, one.property


_ALL = (
    *of_rows(),
    *(Specimen(*row) for row in BY_HAND),
    *(Specimen(f, p, o, why, convention=given) for f, p, given, o, why in WITH_CONVENTION),
    *(Specimen(*row, classes=3) for row in OPITZ),
)
#: Each once, with the reason that is given for it alone, where there is one.
SPECIMENS: tuple[Specimen, ...] = tuple({same(one): one for one in _ALL}.values())
