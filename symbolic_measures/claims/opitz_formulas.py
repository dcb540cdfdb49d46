"""The displayed formulas of opitz2024, Appendices A-G and Section 4, as claims."""

from __future__ import annotations

from itertools import product

from symbolic_measures.claims.displayed import Build, Displays
from symbolic_measures.meaning.multiclass import class_formula
from symbolic_measures.meaning.opitz_slopes import slope
from symbolic_measures.nouns.confusion import Square, summed
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable

CLASSES = 3
DISPLAYS = Displays(
    "opitz2024",
    "Displayed formulas of Appendices A-G and Section 4, for three classes",
    "For three classes, at every matrix with positive cells. The classes i and j are 1 and 2: the "
    "derivative in m_12 (predicted 1, true 2) is that in the cell c21, the one in m_11 that in "
    "c11; other cells follow by exchanging classes. ai, bi, ci are the true, predicted and correct "
    "elements of class i, macR and macP are macro recall and macro precision, dR and dP their "
    "derivatives in the cell. 'random': of the matrices p_i*z_j with probability vectors p and z, "
    "which are s1, s2, s3 > 0 and z1, z2, z3 > 0 over their sums. 'scaled': the left side is that "
    "of the matrix whose true classes are multiplied by l1, l2, l3. "
    "That the derivative of weighted F1 is not <= 0 (F.1) is a cell of Table 5.",
    classes=(3,),
)
#: Of which matrices a claim speaks: all positive ones, p_i*z_j, or the left side of a scaled one.
CELLS, RANDOM, SCALED = "", "random", "scaled"


def _names(matrix: Square) -> dict[str, Formula]:
    """ai, bi, ci, aj, bj, cj for the classes 1 and 2."""
    return {
        f"{letter}{name}": size
        for name, label in (("i", 0), ("j", 1))
        for letter, size in (
            ("a", matrix.true(label)), ("b", matrix.predicted(label)),
            ("c", matrix.at(label, label)),
        )
    }  # fmt: skip


def _side(text: str, matrix: Square, more: dict[str, Formula]) -> Formula:
    """One side of a claim, at the matrix; `d(M, cell)` is a derivative."""
    names = {**_names(Square.of(CLASSES)), **more}
    if text.startswith("d("):
        measure, cell = text[2:-1].split(", ")
        return slope(class_formula(measure, CLASSES), cell)
    tree = class_formula(text, CLASSES, (), names)
    return tree.at(
        **{str(x): y for x, y in zip(Square.of(CLASSES).cells, matrix.cells, strict=True)}
    )


def _claim(left: str, rel: str, right: str, of: str = CELLS) -> Build:
    """left rel right (==, <= or >=) at every matrix of that kind where both are defined."""

    def build() -> Goal:
        plain, more = Square.of(CLASSES), {}
        matrix, many, names = plain, range(CLASSES), tuple(map(str, plain.cells))
        if of == SCALED:
            factors = tuple(f"l{i + 1}" for i in many)
            more = {name: symbol(name) for name in factors}
            scaled = (symbol(factors[i]) * plain.at(i, j) for i, j in product(many, repeat=2))
            matrix, names = Square(tuple(scaled)), (*names, *factors)
        elif of == RANDOM:
            names = tuple(f"{letter}{i + 1}" for letter in "sz" for i in many)
            true, predicted = names[:CLASSES], names[CLASSES:]
            p, z = (
                [symbol(name) / summed(map(symbol, part)) for name in part]
                for part in (true, predicted)
            )
            matrix = plain = Square(tuple(p[i] * z[j] for i, j in product(many, repeat=2)))
            more = {f"p{i + 1}": p[i] for i in many} | {f"z{i + 1}": z[i] for i in many}
        if left.startswith("d("):
            cell = left[2:-1].split(", ")[1]
            for name, text in (("dR", "macR"), ("dP", "macP")):
                more[name] = slope(class_formula(text, CLASSES), cell)
        sides = _side(left, matrix, more), _side(right, plain, more)
        gap = sides[1] - sides[0] if rel == "<=" else sides[0] - sides[1]
        kind: Relation = "==" if rel == "==" else ">="
        shown = () if of == RANDOM else (plain.cells,)
        return Goal(
            tuple(Variable(name, "positive") for name in names),
            tuple(dict.fromkeys(Atom(side, "defined") for side in sides)),
            Atom(gap, kind), shown, sides, (names,), "the two sides",
        )  # fmt: skip

    return build


#: In the appendices i is predicted and j true; cells are named true class first, so m_12 is c21.
_DERIVATIVES = {
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
_SUM_OF_F1 = "2*p1*z1/(p1+z1)+2*p2*z2/(p2+z2)+2*p3*z3/(p3+z3)"
#: Row, left side, relation, right side, of which matrices.
_CLAIMS = (
    ("A, micro", "sum(a)", "==", "sum(b)", CELLS),
    ("A, micro F1", "2*(sum(c)/sum(b))*(sum(c)/sum(a))/(sum(c)/sum(b)+sum(c)/sum(a))", "==",
     "accuracy", CELLS),
    ("A.1, i != j, first form", "d(accuracy, c21)", "==", "-sum(c)/n^2", CELLS),
    ("A.1, i != j, sign", "-accuracy/n", "<=", "0", CELLS),
    ("A.1, i = j, second form", "d(accuracy, c11)", "==", "(1-accuracy)/n", CELLS),
    ("A.1, i = j, sign", "(1-accuracy)/n", ">=", "0", CELLS),
    ("B.1, i != j, sign", "-cj/(m*aj^2)", "<=", "0", CELLS),
    ("B.1, i = j, sign", "(ai-ci)/(m*ai^2)", ">=", "0", CELLS),
    ("B.4", "ci/ai", "==", "ci/ai", SCALED),
    ("B.5 MacR", "macR", "==", "1/m", RANDOM),
    ("B.5 GmacR", "GmacR", "==", "(z1*z2*z3)^(1/m)", RANDOM),
    ("B.5 GmacR, bound", "(z1*z2*z3)^(1/m)", "<=", "1/m", RANDOM),
    ("B.5 HmacR", "HmacR", "==", "m/(1/z1+1/z2+1/z3)", RANDOM),
    ("B.5 HmacR, bound", "m/(1/z1+1/z2+1/z3)", "<=", "m/(m+m+m)", RANDOM),
    ("B.5 HmacR, value", "m/(m+m+m)", "==", "1/m", CELLS),
    ("C.1, i != j, sign", "-ci/(m*bi^2)", "<=", "0", CELLS),
    ("C.1, i = j, sign", "(bi-ci)/(m*bi^2)", ">=", "0", CELLS),
    ("C.4", "ci/bi", "==", "l1*c11/(l1*c11+l2*c21+l3*c31)", SCALED),
    ("C.5", "macP", "==", "(p1+p2+p3)/m", RANDOM),
    ("C.5, value", "(p1+p2+p3)/m", "==", "1/m", RANDOM),
    ("D.1, i != j, sign", "-2*ci/(m*(ai+bi)^2)-2*cj/(m*(aj+bj)^2)", "<=", "0", CELLS),
    ("D.1, i = j, sign", "2/(m*(ai+bi))-2*ci/(m*(ai+bi)^2)", ">=", "0", CELLS),
    ("D.5", "macF1", "==", f"({_SUM_OF_F1})/m", RANDOM),
    ("D.5, bound", f"({_SUM_OF_F1})/m", "<=", "1/m", RANDOM),
    ("D.5, at p = z", "(2*p1*p1/(p1+p1)+2*p2*p2/(p2+p2)+2*p3*p3/(p3+p3))/m", "==", "1/m", RANDOM),
    ("E.1, epsilon", "macR+macP-macP*macR", ">=", "0", CELLS),
    ("E.5", "macF1p", "==", "1/m", RANDOM),
    ("Eq. 10, second line", "macF1", "==", "2/m*sum(c/(b+a))", CELLS),
    ("Eq. 16, Kappa", "calibrated(kappa_chance)", "==", "(macR-1/m)/(1-1/m)", CELLS),
    ("Eq. 16, MCC", "calibrated(CC)", "==",
     "(macR-1/m)/(sqrt(1-calibrated(sum((b/n)^2)))*sqrt(1-1/m))", CELLS),
    ("Eq. 19", "kappa_chance", "==", "(sum(c)*n-sum(a*b))/(n^2-sum(a*b))", CELLS),
    ("Eq. 21", "(accuracy-sum(a/n*(b/n)))/(sqrt(1-sum((b/n)^2))*sqrt(1-sum((a/n)^2)))", "==",
     "(sum(c)*n-sum(a*b))/sqrt((n^2-sum(a^2))*(n^2-sum(b^2)))", CELLS),
    ("4.6, calibrated", "calibrated(weighted_F1)", "==", "calibrated(macF1)", CELLS),
    ("4.6, Accuracy", "calibrated(accuracy)", "==", "macR", CELLS),
    ("4.7, reason", "sum(a*b)", "<=", "sum(b^2)", CELLS),
    ("4.7, |MCC| >= |KAPPA|: denominators", "n^2-sum(a*b)", ">=",
     "sqrt((n^2-sum(b^2))*(n^2-sum(a^2)))", CELLS),
    ("G.5", "sum(c)*n", "==", "sum(a*b)", RANDOM),
)  # fmt: skip
_RIGHT_CLAIMS = {"4.7, reason": ("2*sum(a*b)", "<=", "sum(a^2)+sum(b^2)")}
for _row, (_measure, _cell, _text) in _DERIVATIVES.items():
    _right, _change = _CORRECTED.get(_row, ""), f"d({_measure}, {_cell})"
    DISPLAYS.declare(
        _row, f"d({_measure})/d{_cell} = {_text}", _claim(_change, "==", _text),
        f"d({_measure})/d{_cell} = {_right}" if _right else "",
        _claim(_change, "==", _right) if _right else None,
    )  # fmt: skip
for _row, _left, _rel, _text, _of in _CLAIMS:
    _corrected = _RIGHT_CLAIMS.get(_row)
    _told = f"{_left} {'=' if _rel == '==' else _rel} {_text}" + (f" ({_of})" if _of else "")
    DISPLAYS.declare(
        _row, _told.replace("d(accuracy, c21)", "d(accuracy)/dc21").replace(
            "d(accuracy, c11)", "d(accuracy)/dc11"
        ), _claim(_left, _rel, _text, _of),
        " ".join(_corrected) if _corrected else "",
        _claim(*_corrected) if _corrected else None,
    )  # fmt: skip
