"""Displayed formulas of papers as claims: each is a statement that is decided, never relied on.

A claim is what is printed; a `correction`, where there is one, is what we put in its place, decided
in the same way.  Declaring a claim here is all it takes to add one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symbolic_measures.catalog.measures import formula_names
from symbolic_measures.catalog.normalisers import PA, PB, QA, QB, Normaliser, n00, n10
from symbolic_measures.catalog.properties import C
from symbolic_measures.confusion import CELLS, QUANTITIES, SIZE
from symbolic_measures.formula import Formula, formula, symbol
from symbolic_measures.parser import parse
from symbolic_measures.statement import Atom, Goal, Statement, Variable

Build = Callable[[], Goal]


@dataclass(frozen=True)
class Display:
    """A displayed formula: where it stands, as printed, what it says, and what is right instead."""

    row: str
    printed: str
    build: Build
    corrected: str = ""
    correction: Build | None = None

    def statement(self, corrected: bool = False) -> Statement:
        """What is printed, or its correction."""
        if corrected and self.correction is None:
            raise ValueError(f"{self.row} has no correction")
        build = self.correction if corrected and self.correction is not None else self.build
        shown = self.corrected if corrected else self.printed
        return Statement("formula", self.row, shown, (build(),))


#: The tables of formulas, by paper.
DISPLAYS: dict[str, dict[str, Display]] = {"gosgens2021": {}}


def _declare(
    paper: str,
    row: str,
    printed: str,
    build: Build,
    corrected: str = "",
    correction: Build | None = None,
) -> None:
    DISPLAYS[paper][row] = Display(row, printed, build, corrected, correction)


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


_declare(
    "gosgens2021", "Statement 2", "GM_-1 = BA(C) + BA(C^T) - 1",
    _equal("GM_m1", "BA+(precision+NPV)/2-1"),
)  # fmt: skip
_declare(
    "gosgens2021", "Lemma 2",
    "(n+c11-b1-a1)*(a1^r*a0^r+b1^r*b0^r)-(a1^(r-1)*a0^r+b1^(r-1)*b0^r)*(n*c11-a1*b1) "
    "= a0^r*a1^(r-1)*a0*c10+b0^r*b1^(r-1)*b0*c01",
    _equal(
        "(n+c11-b1-a1)*(a1^r*a0^r+b1^r*b0^r)-(a1^(r-1)*a0^r+b1^(r-1)*b0^r)*(n*c11-a1*b1)",
        "a0^r*a1^(r-1)*a0*c10+b0^r*b1^(r-1)*b0*c01",
        parameter="r",
    ),
)  # fmt: skip
_declare(
    "gosgens2021", "D.2, CC", "CC = (p_AB-p_A*p_B)/sqrt(p_A*(1-p_A)*p_B*(1-p_B))",
    _equal("CC", "(p_AB-p_A*p_B)/sqrt(p_A*(1-p_A)*p_B*(1-p_B))"),
)  # fmt: skip
_declare(
    "gosgens2021", "D.2, arccos",
    "arccos(x)/pi = pi/2 - sum of (2k)!*x^(2k+1)/(4^k*(k!)^2*(2k+1)), at x = CC = 0",
    _equal("CD", "pi/2", where="TP*TN-FN*FP"),
    "arccos(x) = pi/2 - sum of (2k)!*x^(2k+1)/(4^k*(k!)^2*(2k+1)), at x = 0",
    _equal("acos(0*TP)", "pi/2+0*TP"),
)  # fmt: skip
_declare(
    "gosgens2021", "D.4, ds/dp_A", "ds/dp_A = (2*p_A-1)/(p_A*(1-p_A))*X^r/(X^r+Y^r)*s",
    _of_gm(lambda s: s.change("p_A"),
           lambda s: (_TWO * PA - 1) / (PA * QA) * (_X / (_X + _Y)) * s),
)  # fmt: skip
_declare(
    "gosgens2021", "D.4, ds/dp_B", "ds/dp_B = (2*p_B-1)/(p_B*(1-p_B))*Y^r/(X^r+Y^r)*s",
    _of_gm(lambda s: s.change("p_B"),
           lambda s: (_TWO * PB - 1) / (PB * QB) * (_Y / (_X + _Y)) * s),
)  # fmt: skip
_declare(
    "gosgens2021", "D.4, N00",
    "(1/s)*(p_A*d/dp_A+p_B*d/dp_B)s = (2*p_A-1)/(1-p_A)*X^r/(X^r+Y^r)"
    "+(2*p_B-1)/(1-p_B)*Y^r/(X^r+Y^r)",
    _of_gm(n00, lambda s: (_TWO * PA - 1) / QA * (_X / (_X + _Y))
           + (_TWO * PB - 1) / QB * (_Y / (_X + _Y))),
)  # fmt: skip
_declare(
    "gosgens2021", "D.4, N10",
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
    _declare(
        "gosgens2021", f"D.4, GM_-1, line {_number}", f"{_left} = {_right}", _equal(_left, _right)
    )
