"""The displayed formulas of opitz2024, Appendices A-G, as claims."""

from __future__ import annotations

from symbolic_measures.catalog.formulas import Build, Displays
from symbolic_measures.catalog.multiclass import class_formula
from symbolic_measures.catalog.opitz import slope
from symbolic_measures.confusion import Square
from symbolic_measures.statement import Atom, Goal, Variable

CLASSES = 3
DISPLAYS = Displays(
    "opitz2024",
    "Displayed derivatives of Appendices A-G, for three classes",
    "For three classes, at every matrix with positive cells. The classes i and j are 1 and 2: the "
    "derivative in m_12 (predicted 1, true 2) is that in the cell c21, the one in m_11 that in "
    "c11; other cells follow by exchanging classes. ai, bi, ci are the true, predicted and right "
    "elements of class i, macR and macP are macro recall and macro precision, dR and dP their "
    "derivatives in the cell.",
)


def _derivative(measure: str, cell: str, printed: str) -> Build:
    """dM/dcell is the printed formula, at every matrix with positive cells.

    In it, i and j are the classes 1 and 2, ai, bi, ci, aj, bj, cj their true, predicted and right
    elements; dR, dP the derivatives of macro recall and macro precision in the cell.
    """

    def build() -> Goal:
        matrix = Square.of(CLASSES)
        more = {
            f"{letter}{name}": size
            for name, label in (("i", 0), ("j", 1))
            for letter, size in (
                ("a", matrix.true(label)), ("b", matrix.predicted(label)),
                ("c", matrix.at(label, label)),
            )
        }  # fmt: skip
        for name, text in (("dR", "mean(c/a)"), ("dP", "mean(c/b)")):
            more[name] = slope(class_formula(text, CLASSES), cell)
        tree = class_formula(measure, CLASSES)
        change, shown = slope(tree, cell), class_formula(printed, CLASSES, (), more)
        names = tuple(str(place) for place in matrix.cells)
        return Goal(
            tuple(Variable(name, "positive") for name in names), (Atom(tree, "defined"),),
            Atom(change - shown, "=="), (matrix.cells,), (change, shown), (names,),
            "the two sides",
        )  # fmt: skip

    return build


#: In the appendices i is predicted and j true; cells are named true class first, so m_12 is c21.
_PRINTED = {
    "A.1, i != j": ("accuracy", "c21", "-accuracy/n"),
    "A.1, i = j": ("accuracy", "c11", "(n-sum(c))/n^2"),
    "B.1, i != j": ("BA", "c21", "-cj/(m*aj^2)"),
    "B.1, i = j": ("BA", "c11", "(ai-ci)/(m*ai^2)"),
    "B.6 AM, i = j": ("BA", "c11", "1/(m*ai)*(1-ci/ai)"),
    "B.6 AM, i != j": ("BA", "c21", "-1/(m*aj)*(cj/aj)"),
    "B.6 GM, i = j": ("GmacR", "c11", "GmacR*(1/(m*ai))*(1/(ci/ai)-1)"),
    "B.6 GM, i != j": ("GmacR", "c21", "-GmacR*(1/(m*aj))"),
    "B.6 HM, i = j": ("HmacR", "c11", "HmacR^2*(1/(m*ai))*(1/(ci/ai)^2-1/(ci/ai))"),
    "B.6 HM, i != j": ("HmacR", "c21", "-HmacR^2*(1/(m*aj))*(1/(cj/aj))"),
    "C.1, i != j": ("macro_precision", "c21", "-ci/(m*bi^2)"),
    "C.1, i = j": ("macro_precision", "c11", "(bi-ci)/(m*bi^2)"),
    "D.1, i != j": ("macro_F1", "c21", "-2*ci/(m*(ai+bi)^2)-2*cj/(m*(aj+bj)^2)"),
    "D.1, i = j": ("macro_F1", "c11", "2/(m*(ai+bi))-2*ci/(m*(ai+bi)^2)"),
    "E.1, i != j": ("macro_F1_of_means", "c21", "2*(dR+dP)*(macR+macP-macP*macR)/(macR+macP)"),
    "E.1, i = j": ("macro_F1_of_means", "c11", "2*(dR+dP)*(macR+macP-macP*macR)/(macR+macP)"),
    "F.1, i != j": (
        "weighted_F1", "c21", "(2*bj*cj/(aj+bj)^2-2*ai*ci/(ai+bi)^2-weighted_F1)/n",
    ),
    "G.1 v_ij": ("sum(a^2)", "c21", "2*aj"),
    "G.1 u_ij": ("sum(b^2)", "c21", "2*bi"),
    "G.1 Kappa, i != j": (
        "kappa", "c21",
        "((sum(c)-(ai+bj))*(n^2-sum(a*b))^2-(2*n-(ai+bj))*(n*sum(c)-sum(a*b)))/(n^2-sum(a*b))^2",
    ),
    "G.1 MCC, i != j": (
        "CC", "c21",
        "((n^2-sum(a^2))*(n^2-sum(b^2))*(sum(c)-(ai+bj))"
        "-(n*sum(c)-sum(a*b))*(2*n-2*aj)*sqrt(n^2-sum(b^2))"
        "-(n*sum(c)-sum(a*b))*(2*n-2*bi)*sqrt(n^2-sum(a^2)))"
        "/(2*((n^2-sum(a^2))*(n^2-sum(b^2)))^(3/2))",
    ),
}  # fmt: skip
_CORRECTED = {
    "D.1, i = j": "2/(m*(ai+bi))-4*ci/(m*(ai+bi)^2)",
    "E.1, i != j": "2*(dR*macP^2+dP*macR^2)/(macR+macP)^2",
    "E.1, i = j": "2*(dR*macP^2+dP*macR^2)/(macR+macP)^2",
    "G.1 Kappa, i != j": "((sum(c)-(ai+bj))*(n^2-sum(a*b))-(2*n-(ai+bj))*(n*sum(c)-sum(a*b)))"
    "/(n^2-sum(a*b))^2",
    "G.1 MCC, i != j": "(2*(n^2-sum(a^2))*(n^2-sum(b^2))*(sum(c)-(ai+bj))"
    "-(n*sum(c)-sum(a*b))*((2*n-2*aj)*(n^2-sum(b^2))+(2*n-2*bi)*(n^2-sum(a^2))))"
    "/(2*((n^2-sum(a^2))*(n^2-sum(b^2)))^(3/2))",
}
for _row, (_measure, _cell, _text) in _PRINTED.items():
    _right = _CORRECTED.get(_row, "")
    _change = f"d({_measure})/d{_cell} = "
    DISPLAYS.declare(
        _row, _change + _text, _derivative(_measure, _cell, _text),
        _change + _right if _right else "",
        _derivative(_measure, _cell, _right) if _right else None,
    )  # fmt: skip
