"""What gosgens2021 says in sentences, Sections 2 to 5, Appendices B to E and the slides, as claims.

Not here is what a mark, a displayed formula or a theorem says already.
"""

from __future__ import annotations

from symbolic_measures.claims.displayed import Displays, together
from symbolic_measures.claims.stated import of_balanced, of_cells, of_classes, of_letters

DISPLAYS = Displays(
    "gosgens2021",
    "Sentences of Sections 2 to 5, Appendices B to E and the slides",
    "A sentence is printed in the paper's words; of several classes it is decided for three.",
    number="sentences",
    classes=(2, 3),
)
_declare = DISPLAYS.declare
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
    "D.1, smooth",
    "CD and CD' are smooth on p_AB in [0, min{p_A, p_B}], where CC lies in [-1, 1]",
    of_letters("1", ">=", "u*w/sqrt(u*v*w*z)", dict.fromkeys("uvwz", "natural")),
    "CC lies in [-1, 1] on p_AB in [max{0, p_A+p_B-1}, min{p_A, p_B}]",
    of_cells("a1*a0*b1*b0", ">=", "(n*c11-a1*b1)^2"),
    about="At p_AB = 0, in the sizes u, v, w, z of a1, a0, b1, b0: CC is -u*w/sqrt(u*v*w*z) "
          "there.",
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
