"""Matrices that papers display with their values or order, as claims; and the smallest such ones.

A printed decimal claims the value rounded to as many places.  Matrices are written true class
first; opitz2024 prints them transposed.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symbolic_measures.claims.displayed import Build, Displays
from symbolic_measures.meaning.measures import formula_names
from symbolic_measures.meaning.multiclass import class_formula
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES, Square
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable

Matrix = Sequence[Sequence[int | Fraction]]
GOSGENS = Displays(
    "gosgens2021",
    "Matrices displayed in Appendix C, evaluated, and the smallest that show the same",
    "Values are exact. The rows `smallest` are not printed: nothing with fewer elements shows the "
    "same, which the minimal counterexamples of the properties show.",
    number="counterexamples",
    classes=(2, 3),
)
OPITZ = Displays(
    "opitz2024",
    "Matrices displayed in Tables 2-4, 7 and 8, evaluated, and the smallest that show the same",
    "Values are exact; matrices are written true class first, the paper prints them transposed. "
    "The row `smallest` is not printed: nothing with fewer elements shows the same.",
    number="examples",
    classes=(2, 3),
)


def _at(measure: str, matrix: Matrix) -> tuple[Formula, tuple[Formula, ...]]:
    """The measure at the matrix, and its cells."""
    cells = tuple(formula(Fraction(cell)) for row in matrix for cell in row)
    names = map(str, Square.of(len(matrix)).cells)
    if len(matrix) == len(CELLS) // 2:
        tree = parse(measure, names={**formula_names(), **QUANTITIES})
    else:
        tree = class_formula(measure, len(matrix))
    return tree.at(**dict(zip(names, cells, strict=True))), cells


def _goal(atom: Atom, cells: tuple[tuple[Formula, ...], ...], *values: Formula) -> Goal:
    return Goal((), (), atom, cells, values, label="the two sides")


def _value(displays: Displays, row: str, measure: str, matrix: Matrix, printed: str) -> None:
    """The measure has the printed value at the matrix, rounded as printed."""
    number = Fraction(printed)
    places = len(printed.partition(".")[2])

    def build() -> Goal:
        here, cells = _at(measure, matrix)
        gap = here - formula(number)
        atom = Atom(gap, "==")
        if places:
            half = formula(Fraction(1, 2 * 10**places))
            atom = Atom(half - Formula("Abs", gap), ">=")
        return _goal(atom, (cells,), here, formula(number))

    sign = "rounds to" if places else "="
    displays.declare(row, f"{measure}({_shown(matrix)}) {sign} {printed}", build)


def _order(
    displays: Displays, row: str, measure: str, one: Matrix, rel: Relation, other: Matrix
) -> None:
    """The values at two matrices are in that order, or differ."""

    def build() -> Goal:
        (here, cells), (there, more) = _at(measure, one), _at(measure, other)
        return _goal(Atom(here - there, rel), (cells, more), here, there)

    displays.declare(row, f"{measure}({_shown(one)}) {rel} {measure}({_shown(other)})", build)


def _shown(matrix: Matrix) -> str:
    return f"[{', '.join('[' + ', '.join(map(str, row)) + ']' for row in matrix)}]"


def _sum_exceeded(measure: str, whole: Matrix, *parts: Matrix) -> Build:
    """M at the first matrix is larger than the sum of its values at the others."""

    def build() -> Goal:
        (here, cells), *others = (_at(measure, matrix) for matrix in (whole, *parts))
        total = others[0][0] + others[1][0]
        return _goal(Atom(here - total, ">"), (cells, *(more for _, more in others)), here, total)

    return build


def _micro(text: str) -> Build:
    """The micro average of TP + TN - FP - FN is the formula, for three classes."""

    def build() -> Goal:
        square = Square.of(3)
        names = tuple(map(str, square.cells))
        sides = (class_formula("micro(TP+TN-FP-FN)", 3), class_formula(text, 3))
        return Goal(
            tuple(Variable(name, "natural") for name in names),
            (Atom(square.size - 1, ">="), *(Atom(side, "defined") for side in sides)),
            Atom(sides[0] - sides[1], "=="), (square.cells,), sides, (names,), "the two sides",
        )  # fmt: skip

    return build


_CC = ((0, 1, 0), (0, 0, 1), (2, 0, 0)), ((0, 1, 0), (1, 0, 1), (0, 1, 0))
_value(GOSGENS, "C.1 CC, C1", "CC", _CC[0], "-0.5")
_value(GOSGENS, "C.1 CC, C2", "CC", _CC[1], "-0.6")
_order(GOSGENS, "C.1 CC", "CC", _CC[0], "!=", _CC[1])
_order(
    GOSGENS, "C.1 CC, smallest", "CC",
    ((0, 0, 0), (0, 0, 1), (0, 1, 0)), "!=", ((0, 0, 0), (0, 0, 1), (1, 0, 0)),
)  # fmt: skip
_value(GOSGENS, "C.1 CE, C1", "CE", ((0, 6), (6, 0)), "1")
_order(GOSGENS, "C.1 CE", "CE", ((1, 5), (5, 1)), ">", ((0, 6), (6, 0)))
_order(GOSGENS, "C.1 CE, smallest", "CE", ((0, 0), (0, 1)), "==", ((0, 0), (1, 0)))
_order(GOSGENS, "C.1 CE, monotone, smallest", "CE", ((0, 1), (1, 1)), ">", ((0, 1), (2, 0)))
_value(GOSGENS, "C.3 CE, A and C", "CE", ((1, 1), (1, 0)), "1")
_value(GOSGENS, "C.3 CE, A and B", "CE", ((2, 0), (1, 0)), "0.387")
_value(GOSGENS, "C.3 CE, B and C", "CE", ((2, 1), (0, 0)), "0.387")
GOSGENS.declare(
    "C.3 CE", "CE(A, C) > CE(A, B) + CE(B, C)",
    _sum_exceeded("CE", ((1, 1), (1, 0)), ((2, 0), (1, 0)), ((2, 1), (0, 0))),
)  # fmt: skip
_order(GOSGENS, "C.4 kappa, two classes", "kappa", ((1, 3), (1, 0)), ">", ((1, 2), (1, 0)))
_order(
    GOSGENS, "C.4 CC", "CC",
    ((1, 0, 0), (7, 0, 0), (0, 0, 1)), ">", ((1, 0, 0), (6, 1, 0), (0, 0, 1)),
)  # fmt: skip
_order(
    GOSGENS, "C.4 CC, smallest", "CC",
    ((0, 0, 0), (0, 1, 0), (4, 0, 0)), ">", ((0, 0, 0), (0, 1, 0), (3, 0, 1)),
)  # fmt: skip
_order(
    GOSGENS, "C.4 kappa", "kappa",
    ((0, 1, 2), (0, 0, 0), (1, 0, 0)), ">", ((1, 0, 2), (0, 0, 0), (1, 0, 0)),
)  # fmt: skip
_THIRDS = tuple(Fraction(k, 3) for k in (2, 4, 1, 2))
_order(
    GOSGENS, "C.5 CE", "CE", (_THIRDS[:2], _THIRDS[2:]), "!=", ((0, 0), (1, 2)),
)  # fmt: skip
_order(
    GOSGENS, "C.5 CE, smallest", "CE",
    ((Fraction(1, 2),) * 2,) * 2, "!=", ((0, 0), (1, 1)),
)  # fmt: skip
GOSGENS.declare(
    "C.6 micro", "micro(TP+TN-FP-FN) = n*m", _micro("n*m"),
    "micro(TP+TN-FP-FN) = 4*sum(c)+(m-4)*n", _micro("4*sum(c)+(m-4)*n"),
)  # fmt: skip
_WEIGHTED = ((0, 1, 1), (1, 0, 0), (1, 0, 0)), ((0, 1, 1), (1, 0, 1), (1, 0, 0))
_value(GOSGENS, "C.6 weighted, C1", "weighted(TP+TN-FP-FN)", _WEIGHTED[0], "-2")
_value(GOSGENS, "C.6 weighted, C2", "weighted(TP+TN-FP-FN)", _WEIGHTED[1], "-9/5")
_order(GOSGENS, "C.6 weighted", "weighted(TP+TN-FP-FN)", _WEIGHTED[1], ">", _WEIGHTED[0])
_order(
    GOSGENS, "C.6 weighted, smallest", "weighted(TP+TN-FP-FN)",
    ((0, 0, 0), (0, 1, 1), (1, 0, 0)), ">", ((0, 0, 0), (0, 1, 1), (0, 0, 0)),
)  # fmt: skip
_TABLE_2, _TABLE_4 = ((15, 10), (5, 10)), ((15, 10), (10, 20))
_TABLE_7 = ((10, 1, 0), (43, 1, 0), (0, 0, 1))
_TABLE_8 = ((10, 1, 0), (43, 1, 10), (0, 0, 1))
_SMALL = ((0, 0, 0), (0, 0, 1), (0, 1, 1)), ((0, 0, 0), (0, 0, 1), (1, 1, 1))
_value(OPITZ, "C.4 macP, Table 2", "(precision+NPV)/2", _TABLE_2, "5/8")
_value(OPITZ, "C.4 macP', Table 4", "(precision+NPV)/2", _TABLE_4, "19/30")
_value(OPITZ, "Table 7, MCC", "CC", _TABLE_7, "0.0")
_value(OPITZ, "Table 7, Kappa", "kappa", _TABLE_7, "0.0")
_value(OPITZ, "Table 8, MCC", "CC", _TABLE_8, "0.07")
_value(OPITZ, "Table 8, Kappa", "kappa", _TABLE_8, "0.02")
_order(OPITZ, "G.1 MCC", "CC", _TABLE_8, ">", _TABLE_7)
_order(OPITZ, "G.1 MCC, smallest", "CC", _SMALL[1], ">", _SMALL[0])
