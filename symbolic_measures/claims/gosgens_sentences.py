"""What gosgens2021 says in sentences, Sections 2 to 5, Appendices B to E and the slides, as claims.

Not here is what a mark, a displayed formula or a theorem says already.
"""

from __future__ import annotations

from symbolic_measures.claims.displayed import Displays, together
from symbolic_measures.claims.stated import (
    letters_goal,
    of_balanced,
    of_cells,
    of_classes,
    of_letters,
    read,
)
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.formula import Formula, formula, symbol

DISPLAYS = Displays(
    "gosgens2021",
    "Sentences of Sections 2 to 5, Appendices B to E and the slides",
    "A sentence is printed in the paper's words; of several classes it is decided for three.",
    number="sentences",
    classes=(2, 3),
)
_declare = DISPLAYS.declare


def _slope_of(text: str) -> Formula:
    """The derivative by x."""
    return derivative(read(text, {"x": "real"}), {"x": 1}) or formula(0)


_declare(
    "2, F-measure", "F-measure is the (possibly weighted) harmonic mean of Recall and Precision",
    of_letters(
        "(1+b^2)*x/((1+b^2)*x+b^2*y+z)", "==",
        "1/((b^2/(1+b^2))/(x/(x+y))+(1/(1+b^2))/(x/(x+z)))",
        {"x": "positive", "y": "nonnegative", "z": "nonnegative", "b": "real"},
    ),
    about="x, y and z are TP, FN and FP, and b is beta.",
)  # fmt: skip
_declare(
    "2, kappa", "Cohen's Kappa: it corrects the number of correctly classified samples by the "
    "expected value obtained by a random classifier",
    of_classes("kappa", "==", "(accuracy-sum(a*b)/n^2)/(1-sum(a*b)/n^2)"),
    about="The expected value of accuracy is the sum of a_i*b_i/n^2.",
)  # fmt: skip
_declare(
    "2, CC", "For the multiclass case, covariance is computed for each class, and the obtained "
    "values are averaged before computing the correlation coefficient",
    of_classes("CC", "==", "sum(n*c-a*b)/sqrt(sum(a*(n-a))*sum(b*(n-b)))"),
    about="n*c_i-a_i*b_i is n^2 times the covariance of class i, and a_i*(n-a_i) that of the "
          "true labels with themselves.",
)  # fmt: skip
_declare(
    "3, Rand", "Accuracy is equivalent to Rand, while Cohen's Kappa corresponds to Adjusted Rand",
    together(
        of_cells("accuracy", "==", "(c11+c00)/(c11+c10+c01+c00)"),
        of_cells("kappa", "==", "(c11-a1*b1/n)/((a1+b1)/2-a1*b1/n)"),
    ),
    about="c11, c10, c01 and c00 stand for numbers of pairs of elements. The paper does not print "
          "the indices: Rand is the share of pairs that agree, Adjusted Rand the number of pairs "
          "that are together in both less its expected value, over their mean number less that.",
)  # fmt: skip
_declare(
    "Table 1, CC", "Table 1: CC, binary and multiclass",
    of_cells("CC", "==", "(n*(c11+c00)-a1*b1-a0*b0)/sqrt((n^2-b1^2-b0^2)*(n^2-a1^2-a0^2))"),
)  # fmt: skip
_declare(
    "3.5, linear", "all of the measures that satisfy constant baseline turn out to be linear "
    "functions of c_ii for fixed class sizes",
    together(
        of_cells("CC*sqrt(a1*a0*b1*b0)", "==", "n*c11-a1*b1"),
        of_cells("2*a1*a0*BA", "==", "n*c11+a1*(a0-b1)"),
        of_cells("kappa*(n^2-a1*b1-a0*b0)", "==", "2*(n*c11-a1*b1)"),
        of_cells("4*a1*a0*b1*b0*SBA", "==",
                 "(n*c11-a1*b1)*(a1*a0+b1*b0)+2*a1*a0*b1*b0"),
        of_cells("GM_1*((a1*a0+b1*b0)/2)", "==", "n*c11-a1*b1"),
    ),
    about="Each measure times a function of the class sizes P, N, Phat, Nhat is linear in "
          "TP, which is c11.",
)  # fmt: skip
_declare(
    "4, SBA", "for r = -1 Generalized Means is equivalent to the measure (BA(C)+BA(C^T))/2 that we "
    "call Symmetric Balanced Accuracy",
    together(
        of_cells("SBA", "==", "(c11/a1+c00/a0+c11/b1+c00/b0)/4"),
        of_cells("GM_m1", "==", "2*SBA-1"),
    ),
)  # fmt: skip
_declare(
    "4.1, symmetric", "the transformation arccos(CC)/pi is a symmetric function around the "
    "constant baseline CC = 0 while sqrt(2(1-CC)) is not",
    together(
        lambda: letters_goal(_slope_of("acos(x)"), "==", _slope_of("acos(x)").at(x=-symbol("x")),
                             {"x": "real"}, "1 > x", "x > -1"),
        lambda: letters_goal(_slope_of("sqrt(2*(1-x))").at(x=formula(-1) / 2), ">",
                             _slope_of("sqrt(2*(1-x))").at(x=formula(1) / 2), {}),
    ),
    about="x is CC. The slope of the first function is the same at x and -x, so it is symmetric "
          "around the point at 0; that of the second is not the same at -1/2 and 1/2.",
)  # fmt: skip
_declare(
    "5, Jaccard", "Jaccard is a monotone transformation of F1",
    together(
        of_cells("Jaccard", "==", "F1/(2-F1)"),
        of_letters("x/(2-x)", ">", "y/(2-y)", {"x": "real", "y": "real"},
                           "x > y", "y >= 0", "1 >= x"),
    ),
    about="The second part: x/(2-x) grows with x from 0 to 1, for x > y.",
)  # fmt: skip
_declare(
    "5, CD", "CD is a monotone transformation of CC",
    of_letters("acos(y)", ">", "acos(x)", {"x": "real", "y": "real"},
                       "x > y", "y >= -1", "1 >= x"),
    about="CD is arccos(CC)/pi: here x and y are two values of CC.",
)  # fmt: skip
_declare(
    "5.2, BA", "the ImageNet dataset is balanced: accuracy and BA are equal in this scenario",
    of_balanced("BA", "accuracy"),
    about="s is the size of each of the three classes: c13 is s-c11-c12, and so on.",
)  # fmt: skip
_declare(
    "5.2, kappa", "on balanced data: kappa = (Acc-1/m)/(1-1/m), by which Table 11 is tried",
    of_balanced("kappa", "(accuracy-1/3)/(1-1/3)"),
    about="s is the size of each of the three classes: c13 is s-c11-c12, and so on.",
)  # fmt: skip
_declare(
    "B, Jaccard", "the denominator of Jaccard is only zero if a1 = b1 = 0",
    together(of_cells("a1", "==", "0", zero="c11+c10+c01"),
             of_cells("b1", "==", "0", zero="c11+c10+c01")),
)  # fmt: skip
_declare(
    "B, CC, constant",
    "n^2 = sum of a_i^2 implies that A classifies all elements to the same class",
    of_classes("n^2-sum(a^2)", "==", "2*(a1*a2+a1*a3+a2*a3)"),
    about="The right side is 0 only if no two classes have elements.",
)  # fmt: skip
_declare(
    "C.3, Dice", "F1 is equivalent to the Dice index",
    of_cells("F1", "==", "2*c11/(a1+b1)"),
)  # fmt: skip
_declare(
    "C.4, sign", "GM flips the sign if we invert the labels in one classification",
    of_cells("n*c10-a1*b0", "==", "-(n*c11-a1*b1)"),
    about="The numerator, with b1 and b0 exchanged: the denominator has only their product.",
)  # fmt: skip
_declare(
    "D.1, cells", "c10 = a1-c11, c01 = b1-c11 and c00 = n-a1-b1+c11",
    together(of_cells("c10", "==", "a1-c11"), of_cells("c01", "==", "b1-c11"),
             of_cells("c00", "==", "n-a1-b1+c11")),
)  # fmt: skip
_declare(
    "D.1, smooth",
    "CD and CD' are smooth on p_AB in [0, min{p_A, p_B}], where CC lies in [-1, 1]",
    of_letters("1", ">=", "u*w/sqrt(u*v*w*z)", dict.fromkeys("uvwz", "natural")),
    "CC lies in [-1, 1] on p_AB in [max{0, p_A+p_B-1}, min{p_A, p_B}]",
    of_cells("a1*a0*b1*b0", ">=", "(n*c11-a1*b1)^2"),
    about="At p_AB = 0, in the sizes u, v, w, z of a1, a0, b1, b0: CC is -u*w/sqrt(u*v*w*z) "
          "there.",
)  # fmt: skip
_declare(
    "E.1, last terms", "the difference between the last two terms is positive and dominates all "
    "other differences",
    together(
        of_letters("504/595-511/623", ">", "0", {}),
        of_letters("504/595-511/623", ">", "21/9467+7/533+9355/9377-9376/9405", {}),
    ),
    about="The last difference of SBA, 5.04/5.95-5.11/6.23, against the sizes of the others, "
          "0.21/94.67, 0.07/5.33 and 93.76/94.05-93.55/93.77, which is negative.",
)  # fmt: skip
_declare(
    "E.2, weighted", "the dataset is balanced, so weighted average coincides with macro average",
    together(of_balanced("weighted_F1", "macro_F1"),
             of_balanced("weighted(Jaccard)", "macro(Jaccard)")),
    about="s is the size of each of the three classes: c13 is s-c11-c12, and so on.",
)  # fmt: skip
_declare(
    "E.2, micro",
    "after micro averaging F1, Jaccard, CC and GM_1 grow with accuracy alone, by which "
    "Tables 12 and 13 are compared",
    together(
        of_classes("micro(F1)", "==", "accuracy"),
        of_classes("micro(Jaccard)", "==", "accuracy/(2-accuracy)"),
        of_classes("micro(CC)", "==", "(m*accuracy-1)/(m-1)"),
        of_classes("micro(GM_1)", "==", "(m*accuracy-1)/(m-1)"),
    ),
)  # fmt: skip
_declare(
    "E.2, F1 and SBA", "macro F1 is at most SBA, class by class, by which Table 11 is tried",
    of_letters("(x/(x+y)+x/(x+z))/2", ">=", "2*x/(2*x+y+z)",
                       dict.fromkeys("xyz", "nonnegative")),
    about="x, y and z are TP, FN and FP of one class: the claim is the mean of this over "
          "the classes.",
)  # fmt: skip
_declare(
    "Slides, kappa",
    "Cohen's Kappa: (sum of c_ii-(1/n)*(sum of a_i*b_i))/(n-(1/n)*(sum of a_i*b_i))",
    of_classes("kappa", "==", "(sum(c)-sum(a*b)/n)/(n-sum(a*b)/n)"),
)  # fmt: skip
_declare(
    "Slides, SBA", "for r = -1, it (GM_r) coincides with SBA",
    of_cells("GM_m1", "==", "SBA"),
    "GM_m1 = 2*SBA-1",
    of_cells("GM_m1", "==", "2*SBA-1"),
)  # fmt: skip
