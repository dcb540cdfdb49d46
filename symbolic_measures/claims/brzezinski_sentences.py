"""What brzezinski2018 says in sentences and formulas, Sections 2 to 5 and Appendix, as claims.

u and v are the sizes of the positive and the negative class, g is the share of errors.  Not here is
what a mark of Table 2 or 3 says already.
"""

from __future__ import annotations

from dataclasses import replace

from symbolic_measures.claims.displayed import Build, Displays, together
from symbolic_measures.claims.stated import (
    at,
    letters_goal,
    of_cells,
    of_letters,
    of_matrices,
    read,
)
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Sort

DISPLAYS = Displays(
    "brzezinski2018",
    "Formulas and sentences of Sections 2 to 5 and of the Appendix",
    "u and v are the sizes of the positive and of the negative class, g is gamma, b is beta, k is "
    "alpha; p, r and s are precision, recall and specificity.",
    number="sentences",
)
_declare = DISPLAYS.declare
_SIDES: dict[str, Sort] = {"u": "positive", "v": "positive", "g": "real"}
_SHARE, _OPEN = ("g >= 0", "1 >= g"), ("g > 0", "1 > g")
#: Corresponding points on the sides TP and TN.
ON_TP, ON_TN = "u, 0, g*v, (1-g)*v", "(1-g)*u, g*u, 0, v"
_RATES: dict[str, Sort] = {"p": "positive", "r": "positive"}
_UNIT = ("1 >= p", "1 >= r")
_PARTS: dict[str, Sort] = {"k": "real", "r": "positive", "s": "positive"}
_IBA = "(1+k*(r-s))*sqrt(r*s)"


def _slope(cell: str) -> Formula:
    """The derivative of IBA_alpha(G-mean) as a function of r and s."""
    return derivative(read(_IBA, _PARTS), {cell: 1}) or formula(0)


def _undefined_at_one() -> Goal:
    """F_beta at the point of side TN with g = 1 has a value, for beta = 1 and one element each."""
    tree = at("F_beta_linear", "0, 1, 0, 1", {}).at(beta=1)
    return Goal((), (), Atom(tree, "defined"), (), (), (), "gamma = 1")


def _defined_below_one() -> tuple[Goal, ...]:
    """Both values are there for gamma < 1, and they are in that order for such a beta."""
    letters: dict[str, Sort] = {**_SIDES, "b": "nonnegative"}
    one, two = (at("F_beta_linear", cells, letters).at(beta=symbol("b"))
                for cells in (ON_TP, ON_TN))  # fmt: skip
    order = letters_goal(one, ">=", two, letters, "g >= 0", "1 > g", "b*u >= (1-g)*v")
    given = order.hypotheses[:3]
    return (*(replace(order, hypotheses=given, conclusion=Atom(side, "defined"), values=())
              for side in (one, two)), order)  # fmt: skip


_declare("2.1, MCC", "MCC returns a value between -1 and +1",
         together(of_cells("MCC", ">=", "-1"), of_cells("1", ">=", "MCC")))  # fmt: skip
_declare(
    "2.1, MCC, ends", "-1 (total disagreement) and +1 (perfect classification)",
    together(of_cells("MCC", "==", "1", zero="FN+FP"), of_cells("MCC", "==", "-1", zero="TP+TN")),
)  # fmt: skip
_declare("2.1, OP", "OP, also producing values in the [-1, +1] range",
         together(of_cells("OP", ">=", "-1"), of_cells("1", ">=", "OP")))  # fmt: skip
_declare("3, accuracy", "Its values range from 0 to 1, and there are no undefined ones",
         together(of_cells("accuracy", ">=", "0"), of_cells("1", ">=", "accuracy")))  # fmt: skip


def _from_vertex(signs: str) -> str:
    """The square of the distance of a point from a vertex of the tetrahedron."""
    parts = ("TP+FN-FP-TN", "TP-FN+FP-TN", "TP-FN-FP+TN")
    return "+".join(f"(({part})/n{'-' if sign == '+' else '+'}1)^2"
                    for part, sign in zip(parts, signs, strict=True))  # fmt: skip


_declare(
    "3, closer", "whenever a > b then the point is closer to the vertex corresponding to a rather "
    "than b",
    of_cells(_from_vertex("+--"), ">", _from_vertex("+++"), Atom(read("TP-FN"), ">")),
    about="The squares of the distances from the vertices of FN and of TP, which are (1, -1, -1) "
          "and (1, 1, 1), with (-1, 1, -1) for FP and (-1, -1, 1) for TN; for TP > FN.",
)  # fmt: skip
_declare("3, fnr", "fnr = FN/(FN+TP) = 1-recall", of_cells("FN/(FN+TP)", "==", "1-recall"))
_declare("3, tnr", "tnr = TN/(TN+FP) = specificity",
         of_cells("TN/(TN+FP)", "==", "specificity"))  # fmt: skip
_declare("3, fpr", "fpr = FP/(FP+TN) = 1-specificity",
         of_cells("FP/(FP+TN)", "==", "1-specificity"))  # fmt: skip
_declare("3, tpr", "tpr = TP/(FP+TP) = recall", of_cells("TP/(FP+TP)", "==", "recall"),
         "tpr = TP/(FN+TP) = recall", of_cells("TP/(FN+TP)", "==", "recall"))  # fmt: skip
_declare(
    "5.1, F1 at P/n = 1/2", "F1-score fulfils ACE for P/n = 1/2",
    of_matrices("F1_harmonic", ON_TP.replace("v", "u"), ">=", ON_TN.replace("v", "u"),
                {"u": "positive", "g": "real"}, *_SHARE),
)  # fmt: skip
_declare(
    "5.1, F1 at P/n = 1/6", "it does not for P/n = 1/6, at gamma = 1/2",
    of_matrices("F1_harmonic", "u/2, u/2, 0, 5*u", ">", "u, 0, 5*u/2, 5*u/2", {"u": "positive"}),
)  # fmt: skip
_declare(
    "5.1, F1, aggravates", "this flawed feature of the measure aggravates for increasing class "
    "imbalance (when P/n drops)",
    together(
        of_matrices("F1_harmonic", "u, 0, v/2, v/2", ">", "u, 0, w/2, w/2",
                    {"u": "positive", "v": "positive", "w": "positive"}, "w > v"),
        of_matrices("F1_harmonic", "u/2, u/2, 0, v", "==", "u/2, u/2, 0, w",
                    {"u": "positive", "v": "positive", "w": "positive"}),
    ),
    about="In the middles of both sides, with v negatives and with w > v: on the side TP the value "
          "is smaller with w, on the side TN the same.",
)  # fmt: skip
_declare(
    "5.1, G-mean", "G-mean: for any gamma the two corresponding points have one value",
    of_matrices("Gmean", ON_TP, "==", ON_TN, _SIDES, *_SHARE),
)  # fmt: skip
_declare(
    "5.1, MCC, balanced",
    "for balanced classes the corresponding points in TP and TN feature equal values",
    of_matrices("MCC", ON_TP.replace("v", "u"), "==", ON_TN.replace("v", "u"),
                {"u": "positive", "g": "real"}, *_SHARE),
)  # fmt: skip
_declare(
    "5.1, MCC, imbalanced",
    "for imbalanced data it is easier to obtain undue high values by recognizing the negative "
    "class",
    together(
        lambda: letters_goal(at("MCC", ON_TN, _SIDES), ">", "0", _SIDES, *_OPEN),
        lambda: letters_goal(at("MCC^2", ON_TN, _SIDES), "==", "(1-g)*v/(g*u+v)", _SIDES, *_OPEN),
        lambda: letters_goal(at("MCC^2", ON_TP, _SIDES), "==", "(1-g)*u/(g*v+u)", _SIDES, *_OPEN),
        of_letters("(1-g)*v/(g*u+v)", ">", "(1-g)*u/(g*v+u)", _SIDES, *_OPEN, "v > u"),
    ),
    about="With v > u: the value on the side TN is positive, the squares of both values are "
          "these, and the square on the side TN is the larger one.",
)  # fmt: skip
_declare(
    "5.1, MCC, deteriorates", "this deteriorates with growing disproportion between classes",
    together(
        of_letters("(1-g)*w/(g*u+w)", ">", "(1-g)*v/(g*u+v)", {**_SIDES, "w": "positive"}, *_OPEN,
                   "w > v"),
        of_letters("(1-g)*u/(g*v+u)", ">", "(1-g)*u/(g*w+u)", {**_SIDES, "w": "positive"}, *_OPEN,
                   "w > v"),
    ),
    about="With a larger negative class w > v, the square on the side TN is larger and that on the "
          "side TP smaller.",
)  # fmt: skip
_declare(
    "5.1, OP, both", "the measure is designed to increase its values monotonically only when the "
    "recognition of both classes increases",
    of_matrices("OP", "w+y, x, z, v+u", ">", "w, x+y, z+u, v", dict.fromkeys("uvwxyz", "natural"),
                "y >= 1", "u >= 1"),
    "it increases when the recognition of both classes increases in one proportion",
    of_letters("(u*k*r+v*k*s)/(u+v)-Abs(k*s-k*r)/(k*s+k*r)", ">",
               "(u*r+v*s)/(u+v)-Abs(s-r)/(s+r)",
               {**dict.fromkeys(("u", "v", "r", "s"), "positive"), "k": "positive"}, "k > 1"),
    about="Read as: it increases when both do. At (w, x + y, z + u, v) y positives and u negatives "
          "more are recognized; below, recall r and specificity s grow k times, in classes of u "
          "and v elements.",
)  # fmt: skip
_declare(
    "5.2.1, weights", "beta = (1-lambda)/lambda: F_beta is the weighted harmonic mean of p and r",
    of_letters("1/(x/p+(1-x)/r)", "==", "(1+(1-x)/x)*p*r/((1-x)/x*p+r)",
                       {**_RATES, "x": "positive"}, *_UNIT, "1 >= x"),
    about="x is lambda.",
)  # fmt: skip
_declare(
    "5.2.1, lambda to 0", "lambda -> 0 corresponds to beta -> oo (emphasis on precision)",
    of_cells("1/(0/precision+(1-0)/recall)", "==", "precision"),
    "lambda = 0: F_beta is recall",
    of_cells("1/(0/precision+(1-0)/recall)", "==", "recall"),
)  # fmt: skip
_declare(
    "5.2.1, lambda to 1", "lambda -> 1 corresponds to beta -> 0 (emphasis on recall)",
    of_cells("(1+0)*precision*recall/(0*precision+recall)", "==", "recall"),
    "beta = 0: F_beta is precision",
    of_cells("(1+0)*precision*recall/(0*precision+recall)", "==", "precision"),
)  # fmt: skip
_declare(
    "5.2.1, beta = 1", "for beta = 1, (1+1)*p*r/(1*p+r) = 2*p*r/(p+r) = F1-score",
    of_cells("2*precision*recall/(precision+recall)", "==", "F1_harmonic"),
)  # fmt: skip
_declare(
    "5.2.1, means", "they satisfy A >= G >= H",
    together(
        of_letters("(p+r)/2", ">=", "sqrt(p*r)", _RATES),
        of_letters("sqrt(p*r)", ">=", "2*p*r/(p+r)", _RATES),
    ),
)  # fmt: skip
_declare(
    "5.2.1, lambda", "lambda = 1/6 and lambda = 1/2 translate to beta = 5 and beta = 1",
    together(of_letters("(1-1/6)/(1/6)", "==", "5", {}),
             of_letters("(1-1/2)/(1/2)", "==", "1", {})),
)  # fmt: skip
_FIVE = "6*precision*recall/(5*precision+recall)"
_declare(
    "5.2.1, beta = 5", "F_beta = 5 satisfies ACE for P/n = 1/6 and P/n = 1/2, not for P/n = 1/10",
    together(
        of_matrices(_FIVE, ON_TP.replace("v", "5*u"), ">=", ON_TN.replace("v", "5*u"),
                    {"u": "positive", "g": "real"}, *_SHARE),
        of_matrices(_FIVE, ON_TP.replace("v", "u"), ">=", ON_TN.replace("v", "u"),
                    {"u": "positive", "g": "real"}, *_SHARE),
        of_matrices(_FIVE, "9*u/10, u/10, 0, 9*u", ">", "u, 0, 9*u/10, 81*u/10",
                    {"u": "positive"}),
    ),
)  # fmt: skip
_declare(
    "5.2.2, Dom", "when Dom in [-1, +1] and alpha <= 1 then 1+alpha*Dom >= 0",
    of_letters("1+k*x", ">=", "0", {"k": "nonnegative", "x": "real"},
                       "1 >= k", "x >= -1", "1 >= x"),
    about="x is Dom, recall less specificity.",
)  # fmt: skip
_declare("5.2.2, IBA_0", "IBA_alpha(M) = M for alpha = 0",
         of_letters("(1+0*x)*y", "==", "y", {"x": "real", "y": "real"}),
         about="x is Dom and y is M.")  # fmt: skip
_declare(
    "5.2.2, IBA >= 0", "together with M >= 0 implies IBA_alpha(M) >= 0",
    of_letters("(1+k*x)*y", ">=", "0", {"k": "nonnegative", "x": "real", "y": "nonnegative"},
               "1 >= k", "x >= -1", "1 >= x"),
    about="x is Dom and y is M.",
)  # fmt: skip
_declare(
    "5.2.2, amplified", "increased for (1+alpha*Dom) > 1, and decreased for (1+alpha*Dom) < 1",
    together(
        of_letters("(1+k*x)*y", ">", "y", {"k": "real", "x": "real", "y": "positive"},
                   "1+k*x > 1"),
        of_letters("y", ">", "(1+k*x)*y", {"k": "real", "x": "real", "y": "positive"},
                   "1 > 1+k*x"),
    ),
    about="x is Dom and y is M, where M is positive.",
)  # fmt: skip
_ALPHA: dict[str, Sort] = {**_SIDES, "k": "positive"}
_IBA_CELLS = "(1+k*(recall-specificity))*sqrt(recall*specificity)"
#: Whole numbers: classes of w*(x+y) and z*(x+y) elements, the share x/(x+y) of errors.
_WHOLE: dict[str, Sort] = dict.fromkeys("wxyzk", "natural")
_WHOLE_SIDES = "w*(x+y), 0, z*x, z*y", "w*y, w*x, 0, z*(x+y)"


def _iba(letters: dict[str, Sort], sides: tuple[str, str], *given: str) -> Build:
    one, two = sides
    return of_matrices(_IBA_CELLS, one, ">", two, letters, *given)


_declare(
    "5.2.2, strictly",
    "for alpha > 0, for any two corresponding points on sides TP and TN, the value "
    "on side TP is strictly greater than that on TN",
    _iba(_WHOLE, _WHOLE_SIDES, "w >= 1", "z >= 1", "k >= 1", "x+y >= 1"),
    "it is strictly greater for 0 < gamma < 1",
    _iba(_ALPHA, (ON_TP, ON_TN), *_OPEN),
    about="As printed: w*(x+y) and z*(x+y) are the class sizes, gamma is x/(x+y), and k is "
          "alpha.",
)  # fmt: skip
_declare(
    "Proposition 1, gamma = 1",
    "the inequality is fully defined and holds for every gamma in [0, 1] "
    "if beta is taken to satisfy beta >= (1-gamma)*N/P",
    _undefined_at_one,
    "it is defined and holds for every gamma in [0, 1) if beta >= (1-gamma)*N/P",
    _defined_below_one,
)  # fmt: skip
_declare(
    "Proposition 3, M", "M(alpha, r, s) = (1+alpha*(r-s))*(r*s)^(1/2) "
    "= r^(1/2)*((1+alpha*r)*s^(1/2)-alpha*s^(3/2))",
    of_letters(_IBA, "==", "sqrt(r)*((1+k*r)*sqrt(s)-k*s*sqrt(s))", _PARTS),
)  # fmt: skip
_declare(
    "Proposition 3, dM/ds", "dM/ds = r^(1/2)*((1/2)*(1+alpha*r)*s^(-1/2)-(3/2)*alpha*s^(1/2))",
    lambda: letters_goal(_slope("s"), "==", "sqrt(r)*((1+k*r)/(2*sqrt(s))-3/2*k*sqrt(s))",
                       _PARTS),
)  # fmt: skip
_declare(
    "Proposition 3, F", "dM/ds >= 0 is 1+alpha*(r-3*s) >= 0 for r > 0, s > 0",
    lambda: letters_goal(_slope("s"), "==", "sqrt(r)*(1+k*(r-3*s))/(2*sqrt(s))", _PARTS),
)  # fmt: skip
_declare(
    "Proposition 3, cases",
    "alpha <= -1/(r-3*s): 1/3 for r -> 0 and s = 1, 1/2 for r = 1 and s = 1",
    together(of_letters("-1/(0-3*1)", "==", "1/3", {}),
             of_letters("-1/(1-3*1)", "==", "1/2", {})),
)  # fmt: skip
_declare(
    "Proposition 3, end", "alpha in [0, 1/3] ensures M weakly increasing in s for any r in [0, 1]",
    of_letters("1+k*(r-3*s)", ">=", "0",
                       {"k": "nonnegative", "r": "nonnegative", "s": "nonnegative"},
                       "1/3 >= k", "1 >= r", "1 >= s"),
)  # fmt: skip
