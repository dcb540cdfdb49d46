"""The displayed formulas of gosgens2021, Appendices B-E, as claims."""

from __future__ import annotations

from collections.abc import Callable

from symbolic_measures.catalog.formulas import Build, Displays
from symbolic_measures.catalog.measures import formula_names
from symbolic_measures.catalog.normalisers import PA, PB, QA, QB, Normaliser, n00, n10
from symbolic_measures.catalog.properties import C
from symbolic_measures.confusion import CELLS, QUANTITIES, SIZE
from symbolic_measures.formula import Formula, formula, symbol
from symbolic_measures.parser import parse
from symbolic_measures.statement import Atom, Goal, Variable

DISPLAYS = Displays(
    "gosgens2021",
    "Displayed formulas of Appendices B-E",
    "X = p_A*(1-p_A), Y = p_B*(1-p_B), s = ((X^r+Y^r)/2)^(-1/r).",
)


def _equal(left: str, right: str, where: str = "", parameter: str = "") -> Build:
    """Equal at every matrix where both are defined, `where` is 0, and the parameter is not 0."""

    def build() -> Goal:
        names = {**formula_names(), **QUANTITIES}
        given = (parameter,) if parameter else ()
        one, two = (parse(text, names=names, parameters=given) for text in (left, right))
        hypotheses = [Atom(symbol(name), "!=") for name in given]
        hypotheses += [Atom(SIZE - 1, ">="), Atom(one, "defined"), Atom(two, "defined")]
        hypotheses += [Atom(parse(where, names=names), "==")] if where else []
        variables = tuple(Variable(name, "natural") for name in CELLS)
        variables += tuple(Variable(name, "real") for name in given)
        return Goal(
            variables, tuple(hypotheses), Atom(one - two, "=="), (C,), (one, two), (CELLS,),
            "the two sides",
        )  # fmt: skip

    return build


GM_R = "1/(((p_A*(1-p_A))^r+(p_B*(1-p_B))^r)/2)^(1/r)"
_ONE, _TWO, _R = formula(1), formula(2), symbol("r")
_X, _Y = Formula("power", PA * QA, _R), Formula("power", PB * QB, _R)


def _of_gm(left: Callable[[Normaliser], Formula], right: Callable[[Formula], Formula]) -> Build:
    """Equal at all proportions, for the normaliser s of GM_r with any r."""

    def build() -> Goal:
        subject = Normaliser(GM_R, ["r != 0"])
        return subject.goal(left(subject), right(subject.formula), "==", "the two sides")

    return build


def _n10(first_total: Formula) -> Formula:
    shares = _X / first_total, _Y / (_X + _Y)
    return (_TWO - _ONE / PA) * shares[0] + (_TWO - _ONE / QB) * shares[1]


DISPLAYS.declare(
    "Statement 2", "GM_-1 = BA(C) + BA(C^T) - 1",
    _equal("GM_m1", "BA+(precision+NPV)/2-1"),
)  # fmt: skip
DISPLAYS.declare(
    "Lemma 2",
    "(n+c11-b1-a1)*(a1^r*a0^r+b1^r*b0^r)-(a1^(r-1)*a0^r+b1^(r-1)*b0^r)*(n*c11-a1*b1) "
    "= a0^r*a1^(r-1)*a0*c10+b0^r*b1^(r-1)*b0*c01",
    _equal(
        "(n+c11-b1-a1)*(a1^r*a0^r+b1^r*b0^r)-(a1^(r-1)*a0^r+b1^(r-1)*b0^r)*(n*c11-a1*b1)",
        "a0^r*a1^(r-1)*a0*c10+b0^r*b1^(r-1)*b0*c01",
        parameter="r",
    ),
)  # fmt: skip
DISPLAYS.declare(
    "D.2, CC", "CC = (p_AB-p_A*p_B)/sqrt(p_A*(1-p_A)*p_B*(1-p_B))",
    _equal("CC", "(p_AB-p_A*p_B)/sqrt(p_A*(1-p_A)*p_B*(1-p_B))"),
)  # fmt: skip
DISPLAYS.declare(
    "D.2, arccos",
    "arccos(x)/pi = pi/2 - sum of (2k)!*x^(2k+1)/(4^k*(k!)^2*(2k+1)), at x = CC = 0",
    _equal("CD", "pi/2", where="TP*TN-FN*FP"),
    "arccos(x) = pi/2 - sum of (2k)!*x^(2k+1)/(4^k*(k!)^2*(2k+1)), at x = 0",
    _equal("acos(0*TP)", "pi/2+0*TP"),
)  # fmt: skip
DISPLAYS.declare(
    "D.4, ds/dp_A", "ds/dp_A = (2*p_A-1)/(p_A*(1-p_A))*X^r/(X^r+Y^r)*s",
    _of_gm(lambda s: s.change("p_A"),
           lambda s: (_TWO * PA - 1) / (PA * QA) * (_X / (_X + _Y)) * s),
)  # fmt: skip
DISPLAYS.declare(
    "D.4, ds/dp_B", "ds/dp_B = (2*p_B-1)/(p_B*(1-p_B))*Y^r/(X^r+Y^r)*s",
    _of_gm(lambda s: s.change("p_B"),
           lambda s: (_TWO * PB - 1) / (PB * QB) * (_Y / (_X + _Y)) * s),
)  # fmt: skip
DISPLAYS.declare(
    "D.4, N00",
    "(1/s)*(p_A*d/dp_A+p_B*d/dp_B)s = (2*p_A-1)/(1-p_A)*X^r/(X^r+Y^r)"
    "+(2*p_B-1)/(1-p_B)*Y^r/(X^r+Y^r)",
    _of_gm(n00, lambda s: (_TWO * PA - 1) / QA * (_X / (_X + _Y))
           + (_TWO * PB - 1) / QB * (_Y / (_X + _Y))),
)  # fmt: skip
DISPLAYS.declare(
    "D.4, N10",
    "(1/s)*((1-p_A)*d/dp_A-p_B*d/dp_B)s = (2-1/p_A)*X^r/(X^r+Y^r/2)+(2-1/(1-p_B))*Y^r/(X^r+Y^r)",
    _of_gm(n10, lambda s: _n10(_X + _Y / 2)),
    "(1/s)*((1-p_A)*d/dp_A-p_B*d/dp_B)s = (2-1/p_A)*X^r/(X^r+Y^r)+(2-1/(1-p_B))*Y^r/(X^r+Y^r)",
    _of_gm(n10, lambda s: _n10(_X + _Y)),
)  # fmt: skip
for _number, (_left, _right) in enumerate(
    (
        ("1+GM_m1", "1+(n*c11/(a0*a1)+n*c11/(b0*b1)-b1/a0-a1/b0)/2"),
        ("1+GM_m1", "(c11*(a0+a1)/(a0*a1)+c11*(b0+b1)/(b0*b1)-b1/a0-a1/b0+2)/2"),
        ("1+GM_m1", "(c11/a1+c11/b1+(n-a1-b1+c11)/a0+(n-a1-b1+c11)/b0)/2"),
        ("1+GM_m1", "2*SBA"),
    ),
    1,
):
    DISPLAYS.declare(f"D.4, GM_-1, line {_number}", f"{_left} = {_right}", _equal(_left, _right))
