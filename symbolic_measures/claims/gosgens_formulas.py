"""The displayed formulas and counterexamples of gosgens2021, Appendices B, C and E, as claims.

Those of Appendix D are in `gosgens_derivations`.  Matrices of several classes are written as in the
paper, true class first; c11, c10, c01, c00 are TP, FN, FP, TN.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from symbolic_measures.claims.displayed import Build, Displays, together
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.measures import formula_names
from symbolic_measures.meaning.multiclass import class_formula
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import C
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES, SIZE, Square, cell_names
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable

Matrix = tuple[tuple[int, ...], ...]
DISPLAYS = Displays(
    "gosgens2021",
    "Displayed formulas, series, bounds and counterexamples of Appendices B-E",
    "X = p_A*(1-p_A), Y = p_B*(1-p_B), s = ((X^r+Y^r)/2)^(-1/r), p_A = a1/(a1+a0), "
    "p_B = b1/(b1+b0) with class sizes a1, a0, b1, b0 > 0; formulas of several classes are decided "
    "for three. Not here are definitions and what is said of sequences of random labelings "
    "(the convergence in Lemma 4).",
)
CLASSES = 3
SIDES = "the two sides"


def _names() -> dict[str, Formula]:
    return {**formula_names(), **QUANTITIES}


def at_matrices(
    left: Formula, rel: Relation, right: Formula, *given: Atom, parameter: str = ""
) -> Goal:
    """left - right rel 0 at every matrix where both are defined."""
    names = (parameter,) if parameter else ()
    hypotheses = (
        *(Atom(symbol(name), "!=") for name in names), Atom(SIZE - 1, ">="),
        Atom(left, "defined"), Atom(right, "defined"), *given,
    )  # fmt: skip
    variables = tuple(Variable(name, "natural") for name in CELLS)
    variables += tuple(Variable(name, "real") for name in names)
    conclusion = Atom(left - right, rel)
    return Goal(variables, hypotheses, conclusion, (C,), (left, right), (CELLS,), SIDES)


def equal(left: str, right: str, where: str = "", parameter: str = "") -> Build:
    """Equal at every matrix where both are defined, `where` is 0, and the parameter is not 0."""

    def build() -> Goal:
        given = (parameter,) if parameter else ()
        one, two = (parse(text, names=_names(), parameters=given) for text in (left, right))
        there = (Atom(parse(where, names=_names()), "=="),) if where else ()
        return at_matrices(one, "==", two, *there, parameter=parameter)

    return build


def of_change(measure: str, cell: str, right: str, parameter: str = "") -> Build:
    """The derivative of the measure in a cell is the right side."""

    def build() -> Goal:
        given = (parameter,) if parameter else ()
        tree, two = (parse(text, names=_names(), parameters=given) for text in (measure, right))
        return at_matrices(
            derivative(tree, {cell: 1}) or formula(0), "==", two, parameter=parameter
        )

    return build


def equal_of_classes(left: str, right: str, where: str = "") -> Build:
    """Equal at every matrix of three classes where both are defined and `where` is 0."""

    def build() -> Goal:
        square = Square.of(CLASSES)
        one, two = (class_formula(text, CLASSES) for text in (left, right))
        names = tuple(str(place) for place in square.cells)
        there = (Atom(class_formula(where, CLASSES), "=="),) if where else ()
        given = (Atom(class_formula("n-1", CLASSES), ">="), Atom(one, "defined"),
                 Atom(two, "defined"), *there)  # fmt: skip
        variables = tuple(Variable(name, "natural") for name in names)
        return Goal(variables, given, Atom(one - two, "=="), (square.cells,), (one, two), (names,),
                    SIDES)  # fmt: skip

    return build


def number(left: Formula, rel: Relation, right: Formula, label: str = SIDES) -> Goal:
    """A relation of two numbers."""
    return Goal((), (), Atom(left - right, rel), (), (left, right), (), label)


def value(measure: str, matrix: Matrix) -> Formula:
    """The measure at a matrix: TP, FN, FP, TN, or the rows of three classes."""
    if len(matrix) == 1:
        tree = parse(measure, names=_names())
        return tree.at(**dict(zip(CELLS, matrix[0], strict=True)))
    cells = [cell for row in matrix for cell in row]
    tree = class_formula(measure, len(matrix))
    return tree.at(**dict(zip(cell_names(len(matrix)), cells, strict=True)))


def values(measure: str, matrix: Matrix, rel: Relation, right: str) -> Build:
    """The value of a measure compared with a number."""
    return lambda: number(value(measure, matrix), rel, parse(right, names={}))


def larger(measure: str, one: Matrix, rel: Relation, two: Matrix) -> Build:
    """The values of a measure at two matrices compared."""
    return lambda: number(value(measure, one), rel, value(measure, two))


def about(measure: str, matrix: Matrix, middle: str, within: str) -> Build:
    """The value of a measure is a rounded number."""
    return together(
        values(f"{measure}-{middle}", matrix, ">=", f"-{within}"),
        lambda: number(parse(within, names={}), ">=", value(f"{measure}-{middle}", matrix)),
    )


def constant_expectation(measure: str) -> Build:
    """E[M] over random predictions of fixed size is one number for all sizes."""

    def build() -> tuple[Goal, ...]:
        tree = parse(measure, names=_names())
        reading = Reading(Measure(measure, measure, tree))
        return PROPERTIES["constant-baseline"].statement(reading).goals

    return build


def triplet(true: str, first: str, second: str, pairs: str) -> Build:
    """For each pair of measures, one prefers the first prediction and the other the second."""

    def matrix(predicted: str) -> Matrix:
        seen = list(zip(true, predicted, strict=True))
        return (tuple(seen.count(pair) for pair in product("10", "10")),)

    def preference(name: str) -> Formula:
        gap = value(name, matrix(first)) - value(name, matrix(second))
        return -gap if name == "CE" else gap

    def build() -> tuple[Goal, ...]:
        return tuple(
            number(formula(0), ">", preference(a) * preference(b), f"{a} and {b}")
            for a, b in (pair.split("-") for pair in pairs.split())
        )

    return build


_declare = DISPLAYS.declare

_declare(
    "B, CC", "the denominator of CC: n^2-sum of a_i^2 = 2*a1*a0",
    equal("n^2-a1^2-a0^2", "2*a1*a0"),
)  # fmt: skip
_declare(
    "B, BA", "c_ii = 0 = a_i*b_i/n where a_i = 0",
    together(equal("c11", "a1*b1/n", where="a1"), equal("0*n", "a1*b1/n", where="a1")),
)  # fmt: skip

_ZERO_1, _ZERO_2 = ((0, 1, 0), (0, 0, 1), (2, 0, 0)), ((0, 1, 0), (1, 0, 1), (0, 1, 0))
_declare("C.1, CC(C1)", "CC(0 1 0; 0 0 1; 2 0 0) = -0.5", values("CC", _ZERO_1, "==", "-1/2"))
_declare("C.1, CC(C2)", "CC(0 1 0; 1 0 1; 0 1 0) = -0.6", values("CC", _ZERO_2, "==", "-3/5"))
_declare("C.1, CE(C1)", "CE(0 6; 6 0) = 1", values("CE", ((0, 6, 6, 0),), "==", "1"))
_declare("C.1, CE(C2)", "CE(1 5; 5 1) > 1", values("CE", ((1, 5, 5, 1),), ">", "1"))
_declare(
    "C.1, kappa", "kappa of a matrix with zero diagonal is -(sum of a_i*b_i)/(n^2-sum of a_i*b_i)",
    together(
        equal("kappa", "-(a1*b1+a0*b0)/(n^2-(a1*b1+a0*b0))", where="c11+c00"),
        equal_of_classes("kappa", "-sum(a*b)/(n^2-sum(a*b))", where="sum(c)"),
    ),
)  # fmt: skip
_declare(
    "C.2, GM", "GM_r = (c11*c00-c01*c10)/((a1^r*a0^r+b1^r*b0^r)/2)^(1/r)",
    equal("GM_r", "(c11*c00-c01*c10)/((a1^r*a0^r+b1^r*b0^r)/2)^(1/r)", parameter="r"),
)  # fmt: skip
_declare(
    "C.3, accuracy", "n*(1-Acc) is the Hamming distance c10+c01",
    equal("n*(1-accuracy)", "c10+c01"),
)  # fmt: skip
_declare(
    "Lemma 1", "CC = sum of (c_jj-a_j*b_j/n)/sqrt((n-(sum of a_j^2)/n)*(n-(sum of b_j^2)/n))",
    equal_of_classes("CC", "sum(c-a*b/n)/sqrt((n-sum(a^2)/n)*(n-sum(b^2)/n))"),
)  # fmt: skip
_declare(
    "C.3, CE", "CE(A, C) = 1 for A = (1, 1, 0), C = (1, 0, 1)",
    values("CE", ((1, 1, 1, 0),), "==", "1"),
)  # fmt: skip
_declare(
    "C.3, CE, rounded", "CE(A, B) = CE(B, C) = 0.387 to three decimals, B = (1, 1, 1)",
    together(
        larger("CE", ((2, 0, 1, 0),), "==", ((2, 1, 0, 0),)),
        about("CE", ((2, 0, 1, 0),), "387/1000", "1/2000"),
    ),
)  # fmt: skip
_declare(
    "C.3, CE, triangle", "CE(A, C) > CE(A, B)+CE(B, C)",
    lambda: number(
        value("CE", ((1, 1, 1, 0),)), ">",
        value("CE", ((2, 0, 1, 0),)) + value("CE", ((2, 1, 0, 0),)),
    ),
)  # fmt: skip

_declare(
    "C.4, kappa", "kappa(1 2; 1 0) < kappa(1 3; 1 0)",
    larger("kappa", ((0, 1, 3, 1),), ">", ((0, 1, 2, 1),)),
)  # fmt: skip
_A, _B, _X = map(symbol, "abx")
_declare(
    "C.4, accuracy", "(a+x)/(b+x) > a/b for b > a > 0, x > 0",
    lambda: Goal(
        tuple(Variable(name, "positive") for name in "abx"), (Atom(_B - _A, ">"),),
        Atom((_A + _X) / (_B + _X) - _A / _B, ">"),
    ),
)  # fmt: skip
_declare(
    "Lemma 2, derivative",
    "dGM_r/dc11 = (n+c11-b1-a1)*S^(-1/r)"
    "-(1/(2*r))*(a1^(r-1)*a0^r*r+b1^(r-1)*b0^r*r)*(n*c11-a1*b1)*S^(-1/r-1), "
    "S = (a1^r*a0^r+b1^r*b0^r)/2",
    of_change(
        "GM_r", "TP",
        "(n+c11-b1-a1)*(((a1*a0)^r+(b1*b0)^r)/2)^(-1/r)"
        "-1/(2*r)*(a1^(r-1)*a0^r*r+b1^(r-1)*b0^r*r)*(n*c11-a1*b1)"
        "*(((a1*a0)^r+(b1*b0)^r)/2)^(-1/r-1)",
        "r",
    ),
)  # fmt: skip
_SIGN = "(n+c11-b1-a1)*(a1^r*a0^r+b1^r*b0^r)-(a1^(r-1)*a0^r+b1^(r-1)*b0^r)*(n*c11-a1*b1)"
_declare(
    "Lemma 2, line 1",
    f"{_SIGN} = a0^r*a1^(r-1)*(-n*c11+a1*b1+a1*n+a1*c11-b1*a1-a1^2)"
    "+b0^r*b1^(r-1)*(-n*c11+a1*b1+b1*n+b1*c11-b1*a1-b1^2)",
    equal(
        _SIGN,
        "a0^r*a1^(r-1)*(-n*c11+a1*b1+a1*n+a1*c11-b1*a1-a1^2)"
        "+b0^r*b1^(r-1)*(-n*c11+a1*b1+b1*n+b1*c11-b1*a1-b1^2)",
        parameter="r",
    ),
)  # fmt: skip
_declare(
    "Lemma 2", f"{_SIGN} = a0^r*a1^(r-1)*a0*c10+b0^r*b1^(r-1)*b0*c01",
    equal(_SIGN, "a0^r*a1^(r-1)*a0*c10+b0^r*b1^(r-1)*b0*c01", parameter="r"),
)  # fmt: skip
_declare(
    "C.4, CC", "CC(1 0 0; 7 0 0; 0 0 1) > CC(1 0 0; 6 1 0; 0 0 1)",
    larger("CC", ((1, 0, 0), (7, 0, 0), (0, 0, 1)), ">", ((1, 0, 0), (6, 1, 0), (0, 0, 1))),
)  # fmt: skip
_declare(
    "C.4, kappa of three classes", "kappa(0 1 2; 0 0 0; 1 0 0) > kappa(1 0 2; 0 0 0; 1 0 0)",
    larger("kappa", ((0, 1, 2), (0, 0, 0), (1, 0, 0)), ">", ((1, 0, 2), (0, 0, 0), (1, 0, 0))),
)  # fmt: skip

_THIRDS = {"TP": Fraction(2, 3), "FN": Fraction(1, 3), "FP": Fraction(4, 3), "TN": Fraction(2, 3)}
_declare(
    "C.5, CE", "CE differs at independence for (a0, a1) = (2, 1) and (0, 3), (b0, b1) = (1, 2)",
    lambda: number(
        parse("CE", names=_names()).at(**_THIRDS), "!=",
        parse("CE", names=_names()).at(TP=2, FN=1, FP=0, TN=0),
    ),
)  # fmt: skip
_declare(
    "Lemma 3", "E[c11-a1*b1/n] is one number for all sizes; 0 at n = 2, a1 = b1 = 1",
    together(
        constant_expectation("TP-P*Phat/n"),
        lambda: number(
            (value("TP-P*Phat/n", ((1, 0, 0, 1),)) + value("TP-P*Phat/n", ((0, 1, 1, 0),))) / 2,
            "==", formula(0),
        ),
    ),
)  # fmt: skip
_declare(
    "C.6, micro", "TP = sum of c_ii, FN = FP = n-sum of c_ii, TN = (m-2)*n+sum of c_ii",
    together(
        equal_of_classes("micro(TP)", "sum(c)"), equal_of_classes("micro(FN)", "n-sum(c)"),
        equal_of_classes("micro(FP)", "n-sum(c)"),
        equal_of_classes("micro(TN)", "(m-2)*n+sum(c)"),
    ),
)  # fmt: skip
_declare(
    "C.6, micro, counterexample", "TP+TN-FP-FN after micro averaging is n*m",
    equal_of_classes("micro(TP+TN-FP-FN)", "n*m"),
    "TP+TN-FP-FN after micro averaging is n*(m-4)+4*(sum of c_ii)",
    equal_of_classes("micro(TP+TN-FP-FN)", "n*(m-4)+4*sum(c)"),
)  # fmt: skip
_declare(
    "C.6, micro, baseline",
    "(TP+FN)*(TP+FP)/(m*n) = n/m, and TP-(TP+FP)*(TP+FN)/(TP+FP+FN+TN) is (sum of c_ii)-n/m",
    together(
        equal_of_classes("micro((TP+FN)*(TP+FP))/(m*n)", "n/m"),
        equal_of_classes("micro(TP-(TP+FP)*(TP+FN)/(TP+FP+FN+TN))", "sum(c)-n/m"),
    ),
)  # fmt: skip
_SEEN = "macro(Min(TP+TN, 1))"  # of whole numbers
_declare(
    "C.6, macro, C1", "the average of 1{TP+TN > 0} at (0 1 0; 0 0 1; 1 1 0) is 1",
    values(_SEEN, ((0, 1, 0), (0, 0, 1), (1, 1, 0)), "==", "1"),
)  # fmt: skip
_declare(
    "C.6, macro, C2", "the average of 1{TP+TN > 0} at (0 0 1; 0 0 1; 1 1 0) is 2/3",
    values(_SEEN, ((0, 0, 1), (0, 0, 1), (1, 1, 0)), "==", "2/3"),
)  # fmt: skip
_declare(
    "C.6, macro, counterexample",
    "TP+TN-FP-FN after macro averaging is (n*(m-4)+4*(sum of c_ii))/m",
    equal_of_classes("macro(TP+TN-FP-FN)", "(n*(m-4)+4*sum(c))/m"),
)  # fmt: skip
_declare(
    "C.6, weighted, C1", "TP+TN-FP-FN, weighted, at (0 1 1; 1 0 0; 1 0 0) is -2",
    values("weighted(TP+TN-FP-FN)", ((0, 1, 1), (1, 0, 0), (1, 0, 0)), "==", "-2"),
)  # fmt: skip
_declare(
    "C.6, weighted, C2", "TP+TN-FP-FN, weighted, at (0 1 1; 1 0 1; 1 0 0) is -9/5",
    values("weighted(TP+TN-FP-FN)", ((0, 1, 1), (1, 0, 1), (1, 0, 0)), "==", "-9/5"),
)  # fmt: skip

#: A, B1, B2, and the pairs of measures that Table 8 says they tell apart.
_TRIPLETS = {
    "1": ("1110110110", "1110101111", "1001010110", "accuracy-BA accuracy-GM_1 BA-F1 BA-kappa "
          "BA-CE BA-SBA F1-GM_1 kappa-GM_1 CE-GM_1 GM_1-SBA"),
    "2": ("0111101101", "1001010110", "0100000000", "accuracy-F1 F1-kappa F1-CE F1-CC F1-SBA"),
    "3": ("0000111010", "1111111101", "0111101101", "BA-GM_1 BA-CC kappa-CC kappa-SBA CE-CC "
          "CE-SBA"),
    "4": ("0111101101", "1111111101", "0101111101", "kappa-CE CC-SBA"),
    "5": ("0000111010", "0110010001", "0100000000", "accuracy-CC accuracy-SBA GM_1-CC"),
    "6": ("1111111101", "1110110110", "0110010001", "accuracy-kappa accuracy-CE"),
}  # fmt: skip
for _number, (_true, _first, _second, _pairs) in _TRIPLETS.items():
    _declare(
        f"Table 8, triplet {_number}",
        f"A = {_true}, B1 = {_first}, B2 = {_second} tell apart {_pairs}",
        triplet(_true, _first, _second, _pairs),
    )
#: The matrices (TP, FN, FP, TN) at the two smallest thresholds for ten minutes, n = 10000.
_RAIN_1, _RAIN_2 = ((511, 22, 112, 9355),), ((504, 29, 91, 9376),)


def _difference(measure: str) -> Formula:
    return value(measure, _RAIN_2) - value(measure, _RAIN_1)


_declare(
    "E.1, accuracy", "accuracy grows from 98.66% to 98.80%",
    together(
        values("accuracy", _RAIN_1, "==", "9866/10000"),
        values("accuracy", _RAIN_2, "==", "9880/10000"),
    ),
)  # fmt: skip
_BA = parse("21/9467-7/533", names={})
_declare(
    "E.1, BA", "the difference of BA is 0.21/94.67+(-0.07)/5.33 < 0",
    lambda: (number(_difference("BA"), "==", _BA), number(formula(0), ">", _BA)),
    "the difference of BA is (0.21/94.67+(-0.07)/5.33)/2 < 0",
    lambda: (number(_difference("BA"), "==", _BA / 2), number(formula(0), ">", _BA / 2)),
)  # fmt: skip
_SBA = parse("21/9467-7/533+(9376/9405-9355/9377)+(504/595-511/623)", names={})
_declare(
    "E.1, SBA",
    "the difference of SBA is 0.21/94.67+(-0.07)/5.33+(93.76/94.05-93.55/93.77)"
    "+(5.04/5.95-5.11/6.23) > 0",
    lambda: (number(_difference("SBA"), "==", _SBA), number(_SBA, ">", formula(0))),
    "the difference of SBA is a quarter of that, > 0",
    lambda: (number(_difference("SBA"), "==", _SBA / 4), number(_SBA / 4, ">", formula(0))),
)  # fmt: skip
