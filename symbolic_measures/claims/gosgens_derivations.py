"""The displayed formulas of gosgens2021, Appendix D, and Theorem 2, as claims.

Proportions are a1/(a1 + a0) and b1/(b1 + b0) with positive numbers.  An infinite series is
decided term by term, up to the power that its row names: the derivatives are given, each is shown
to be the derivative of the one before, and at 0 they are the coefficients times factorials.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import comb, factorial

from symbolic_measures.claims.displayed import Build, together
from symbolic_measures.claims.gosgens_formulas import DISPLAYS, SIDES, equal, number, of_change
from symbolic_measures.meaning.approaches import approaches, limit_statement
from symbolic_measures.meaning.measure import Measure, Reading, make_measure
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.normalisers import (
    CONDITIONS,
    PA,
    PB,
    PROPORTIONS,
    QA,
    QB,
    SIZES,
    Normaliser,
    condition,
    n00,
    n10,
)
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable

GM_R = "1/(((p_A*(1-p_A))^r+(p_B*(1-p_B))^r)/2)^(1/r)"
_ONE, _TWO, _R, _U = formula(1), formula(2), symbol("r"), symbol("x")
_X, _Y = Formula("power", PA * QA, _R), Formula("power", PB * QB, _R)
#: Terms of a series up to this power.
MOST = 12
#: All the displays of the paper: these follow those of the other appendices.
GOSGENS = DISPLAYS
_declare = GOSGENS.declare


def of_proportions(left: str, right: str, rel: Relation = "==", given: str = "") -> Build:
    """left - right rel 0 at all proportions where `given` > 0, for any real p_AB, s, u, v."""
    letters = ("p_AB", "s", "u", "v")

    def build() -> Goal:
        one, two, more = (
            parse(text or "1", names={}, parameters=("p_A", "p_B", *letters)).at(**PROPORTIONS)
            for text in (left, right, given)
        )
        used = {name for tree in (one, two, more) for name in tree.symbols()}
        variables = tuple(Variable(name, "positive") for name in SIZES)
        variables += tuple(Variable(name, "real") for name in letters if name in used)
        hypotheses = (Atom(more, ">"),) if given else ()
        return Goal(variables, hypotheses, Atom(one - two, rel), (), (one, two), (SIZES,), SIDES)

    return build


def lines(*texts: str) -> Build:
    """Each line equals the next."""
    pairs = pairwise(texts)
    return together(*(of_proportions(one, two) for one, two in pairs))


def of_gm(left: Callable[[Normaliser], Formula], right: Callable[[Formula], Formula]) -> Build:
    """Equal at all proportions, for the normaliser s of GM_r with any r."""

    def build() -> Goal:
        subject = Normaliser(GM_R, ["r != 0"])
        return subject.goal(left(subject), right(subject.formula), "==", SIDES)

    return build


def series(derivatives: Sequence[Formula], coefficients: Sequence[Formula]) -> Build:
    """D_0 has the derivatives D_1, D_2, ... where D_1 is defined, and D_k(0) is k! times the k-th.

    A derivative is only defined at inner points; 0 is one, for D_1(0) is a number.
    """

    def build() -> tuple[Goal, ...]:
        x, inside = Variable("x", "real"), Atom(derivatives[1], "defined")
        goals = [
            Goal((x,), (inside,), Atom((derivative(one, {"x": 1}) or formula(0)) - two, "=="),
                 label=f"derivative {k}")
            for k, (one, two) in enumerate(pairwise(derivatives), 1)
        ]  # fmt: skip
        terms = zip(derivatives, coefficients, strict=True)
        return (*(number(tree.at(x=0) / factorial(k), "==", wanted, f"the coefficient of x^{k}")
                  for k, (tree, wanted) in enumerate(terms)), *goals)  # fmt: skip

    return build


def limits(text: str, to: str, ways: Sequence[str], limit: str, *assume: str) -> Build:
    """The measure tends to the limit where all cells are positive; `ways` rewrite it by t."""

    def build() -> tuple[Goal, ...]:
        subject = MEASURES.get(text) or make_measure(text, assume=assume)
        sides = approaches(to, subject)
        return tuple(
            goal
            for side, way in zip(sides, ways, strict=True)
            for goal in limit_statement(
                subject, side, CELLS,
                {"kind": "finite", "scale": 1, "near": None, "rewritten": way, "limit": limit},
            ).goals
        )  # fmt: skip

    return build


def _of_lemma_5(number: str) -> tuple[Goal, ...]:
    return condition(number, Normaliser(GM_R, ["r != 0"])).goals


def _n10(first_total: Formula) -> Formula:
    shares = _X / first_total, _Y / (_X + _Y)
    return (_TWO - _ONE / PA) * shares[0] + (_TWO - _ONE / QB) * shares[1]


#: s has more in it than p_A*(1-p_A) and p_B*(1-p_B).
_MORE = "(1-2*p_A)*(1-2*p_B)*(p_A-p_B)^2*(1-p_A-p_B)^2/64"
_S = f"(1/(p_A*(1-p_A))+1/(p_B*(1-p_B)))/2+{_MORE}"
_FLIPPED = _S.replace("p_A", "q").replace("q", "(1-p_A)")
_BOTH = _FLIPPED.replace("p_B", "q").replace("q", "(1-p_B)")
_ALL = ("symmetry", "class-symmetry", "maximal-agreement", "minimal-agreement", "monotone",
        "strongly-monotone", "constant-baseline")  # fmt: skip


def _properties() -> tuple[Goal, ...]:
    """That s*(p_AB-p_A*p_B) has every property but the distance."""
    names = dict(zip(("p_AB", "p_A", "p_B"), map(QUANTITIES.get, ("p_AB", "p_A", "p_B"))))
    text = f"({_S})*(p_AB-p_A*p_B)"
    reading = Reading(Measure("M", text, parse(text, names={k: v for k, v in names.items() if v})))
    return tuple(g for name in _ALL for g in PROPERTIES[name].statement(reading).goals)


_declare(
    "Theorem 2",
    f"M = s*(p_AB-p_A*p_B) with s = {_S}, which has every property but the distance, is of the "
    "form s(p_A*(1-p_A), p_B*(1-p_B))*(p_AB-p_A*p_B): s(p_A, p_B) = s(1-p_A, p_B)",
    of_proportions(_S, _FLIPPED),
    "M has symmetry, class symmetry, maximal and minimal agreement, (strong) monotonicity and a "
    "constant baseline, and s(p_A, p_B) = s(1-p_A, 1-p_B), as Theorem 3 says",
    together(_properties, of_proportions(_S, _BOTH)),
)  # fmt: skip
_declare(
    "Statement 2", "GM_-1 = BA(C)+BA(C^T)-1",
    equal("GM_m1", "BA+(precision+NPV)/2-1"),
)  # fmt: skip

_declare(
    "D.2, CC", "CC = (p_AB-p_A*p_B)/sqrt(p_A*(1-p_A)*p_B*(1-p_B))",
    equal("CC", "(p_AB-p_A*p_B)/sqrt(p_A*(1-p_A)*p_B*(1-p_B))"),
)  # fmt: skip


def _arccos() -> list[Formula]:
    """arccos(x) and its derivatives: D_k = -P_k/(1-x^2)^(k-1/2), P_1 = 1,
    P_(k+1) = P_k'*(1-x^2)+(2*k-1)*x*P_k."""
    found, coefficients = [Formula("acos", _U)], [1]
    for k in range(1, MOST + 1):
        top = formula(0)
        for power, coefficient in enumerate(coefficients):
            if coefficient:
                top = top + formula(coefficient) * (_U**power if power else _ONE)
        found.append(-(top / ((_U + 1) * (_ONE - _U)) ** formula(Fraction(2 * k - 1, 2))))
        more = [0] * (len(coefficients) + 1)
        for power, coefficient in enumerate(coefficients):
            more[power + 1] += (2 * k - 1 - power) * coefficient
            if power:
                more[power - 1] += power * coefficient
        coefficients = more
    return found


_PI = Formula("acos", -_ONE)


def _series_of_arccos(first: Formula, factor: Formula) -> list[Formula]:
    """first - factor*sum of (2k)!*x^(2k+1)/(4^k*(k!)^2*(2k+1)), the coefficients."""
    found = [formula(0)] * (MOST + 1)
    for k in range((MOST + 1) // 2):
        odd = Fraction(factorial(2 * k), 4**k * factorial(k) ** 2 * (2 * k + 1))
        found[2 * k + 1] = -(factor * formula(odd))
    return [first, *found[1:]]


#: How the parts of a claim about a series are to be read.
_SERIES = (
    "A part derivative k: the derivative of the right side before it (of the function itself for "
    "k = 1) is the right side; a coefficient is the k-th of these at 0, over k!, and that of the "
    "series."
)
_SUM = "(sum of (2k)!*x^(2k+1)/(4^k*(k!)^2*(2k+1)))"
_declare(
    "D.2, arccos", f"arccos(x)/pi = pi/2-{_SUM}, up to x^{MOST}",
    lambda: series([d / _PI for d in _arccos()], _series_of_arccos(_PI / 2, _ONE))(),
    f"arccos(x)/pi = 1/2-(1/pi)*{_SUM}, up to x^{MOST}",
    lambda: series([d / _PI for d in _arccos()], _series_of_arccos(_ONE / 2, _ONE / _PI))(),
    about=_SERIES,
)  # fmt: skip
_ROOT_2 = Formula("sqrt", _TWO)


def _roots() -> list[Formula]:
    """sqrt(2*(1-x)) and its derivatives: D_(k+1) = -(1/2-k)*D_k/(1-x)."""
    found, factor = [Formula("sqrt", _TWO * (_ONE - _U))], Fraction(1)
    for k in range(MOST):
        factor *= -(Fraction(1, 2) - k)
        power = (_ONE - _U) ** formula(Fraction(1, 2) - k - 1)
        found.append(_ROOT_2 * formula(factor) * power)
    return found


_declare(
    "D.2, root",
    "sqrt(2*(1-x)) = sqrt(2)-sqrt(2)*(sum of 2/(k+1)*binomial(2k, k)*(x/4)^(k+1)), "
    f"up to x^{MOST}",
    lambda: series(
        _roots(),
        [_ROOT_2, *(-(_ROOT_2 * formula(Fraction(2 * comb(2 * k, k), (k + 1) * 4 ** (k + 1))))
                    for k in range(MOST))],
    )(),
    about=_SERIES,
)  # fmt: skip
_CC = "(TP*TN - FP*FN)/sqrt((TP + FP)*(TP + FN)*(FN + TN)*(FP + TN))"
_SLOPE = "*(TP + FN + FP + TN)/sqrt((FN + TN)*(FP + TN)*(TP + FN)*(TP + FP))"
#: What is claimed of the baselines: constants, the order, derivatives of acos(u)/pi and sqrt(u).
_ORDERS = {
    "CD": {
        "order": "2", "constant": "1/2", "points": [["1/2", "1/2"]],
        "derivatives": [
            "-1/(acos(-1)*sqrt((u + 1)*(1 - u)))",
            "-u/(acos(-1)*((u + 1)*(1 - u))**(3/2))",
            "-(2*u**2 + 1)/(acos(-1)*((u + 1)*(1 - u))**(5/2))",
        ],
        "inner": {"part": _CC, "slope": f"1{_SLOPE}", "outer": "acos(u)/acos(-1)"},
    },
    "CD_chord": {
        "order": "1", "constant": "sqrt(2)", "points": [["1/2", "1/2"]],
        "derivatives": ["1/(2*sqrt(u))", "-1/(4*u**(3/2))"],
        "inner": {"part": f"2*(1 - {_CC})", "slope": f"-2{_SLOPE}", "outer": "sqrt(u)"},
    },
}  # fmt: skip
_declare(
    "Statement 6",
    "the baseline of CD is constant to second order, that of CD' only to first order",
    lambda: tuple(
        goal
        for name, about in _ORDERS.items()
        for goal in PROPERTIES["baseline-order"].statement(Reading(MEASURES[name]), about).goals
    ),
    about="At independence, with p_A/(p_A+q_A) and p_B/(p_B+q_B) for the proportions p_A and p_B: "
    "u is what stands in the arccosine or under the root, and k > 0 a factor of all cells.",
)  # fmt: skip

for _cell, _changes in {
    "N00": ("-p_AB/n", "-p_A/n", "-p_B/n"), "N10": ("-p_AB/n", "(1-p_A)/n", "-p_B/n"),
}.items():  # fmt: skip
    _declare(
        f"D.3, d/d{_cell}",
        f"d/d{_cell} of p_AB, p_A, p_B is {', '.join(_changes)}",
        together(*(
            of_change(name, {"N00": "TN", "N10": "FN"}[_cell], change)
            for name, change in zip(("p_AB", "p_A", "p_B"), _changes, strict=True)
        )),
    )  # fmt: skip
_D = "(p_AB-p_A*p_B)"
_PARTIAL_A, _PARTIAL_B = f"(-p_B*s+{_D}*u)", f"(-p_A*s+{_D}*v)"
_declare(
    "D.3, N00",
    "(p_AB*d/dp_AB+p_A*d/dp_A+p_B*d/dp_B)M = (p_AB-2*p_A*p_B)*s+(p_AB-p_A*p_B)*(p_A*u+p_B*v), "
    "u = ds/dp_A, v = ds/dp_B",
    lines(f"p_AB*s+p_A*{_PARTIAL_A}+p_B*{_PARTIAL_B}",
          f"(p_AB-2*p_A*p_B)*s+{_D}*(p_A*u+p_B*v)"),
)  # fmt: skip
_declare(
    "D.3, N10",
    "(-p_AB*d/dp_AB+(1-p_A)*d/dp_A-p_B*d/dp_B)M = "
    "s*(-p_AB-(1-p_A)*p_B+p_A*p_B)+(p_AB-p_A*p_B)*((1-p_A)*u-p_B*v)",
    lines(f"-p_AB*s+(1-p_A)*{_PARTIAL_A}-p_B*{_PARTIAL_B}",
          f"s*(-p_AB-(1-p_A)*p_B+p_A*p_B)+{_D}*((1-p_A)*u-p_B*v)"),
)  # fmt: skip
_LEAST, _MOST = "Min(p_A, p_B)", "Max(0, p_A+p_B-1)"
_NEAR, _FAR = "Min(p_A*(1-p_B), p_B*(1-p_A))", "Min(p_A*p_B, (1-p_A)*(1-p_B))"
for _row, _lines in {
    "maximal agreement": (
        f"1/({_LEAST}-p_A*p_B)", f"1/{_NEAR}", "Max(1/(p_A*(1-p_B)), 1/((1-p_A)*p_B))",
    ),
    "minimal agreement": (
        f"1/(p_A*p_B-{_MOST})", f"1/{_FAR}", "Max(1/(p_A*p_B), 1/((1-p_A)*(1-p_B)))",
    ),
    "N00, upper bound": (
        f"(2*p_A*p_B-{_LEAST})/({_LEAST}-p_A*p_B)", f"p_A*p_B/{_NEAR}-1",
        "Max(p_B/(1-p_B)-1, p_A/(1-p_A)-1)", "Max((2*p_B-1)/(1-p_B), (2*p_A-1)/(1-p_A))",
    ),
    "N00, lower bound": (
        f"-(2*p_A*p_B-{_MOST})/(p_A*p_B-{_MOST})", f"-(1+p_A*p_B/{_FAR})",
        "-Max(2, 1+p_A*p_B/((1-p_A)*(1-p_B)))", "Min(-2, -1-p_A*p_B/((1-p_A)*(1-p_B)))",
    ),
    "N10, upper bound": (
        f"({_LEAST}+(1-p_A)*p_B-p_A*p_B)/({_LEAST}-p_A*p_B)",
        f"Min(p_A*(1-p_B)+p_B*(1-p_A), 2*p_B*(1-p_A))/{_NEAR}",
        "Max(1+p_B*(1-p_A)/(p_A*(1-p_B)), 2)",
    ),
    "N10, lower bound": (
        f"({_MOST}+(1-p_A)*p_B-p_A*p_B)/({_MOST}-p_A*p_B)",
        f"-Max(p_B*(1-2*p_A), p_A+2*p_B-1-2*p_A*p_B)/{_FAR}",
        "Min(2-1/p_A, 2-1/(1-p_B))",
    ),
}.items():  # fmt: skip
    _declare(f"D.3, {_row}", " = ".join(_lines), lines(*_lines))

for _number, (_sentence, _) in CONDITIONS.items():
    _declare(
        f"Lemma 5, condition {_number}", f"the s of GM_r: {_sentence}",
        partial(_of_lemma_5, _number),
    )  # fmt: skip
_declare(
    "D.4, ds/dp_A, line 1",
    "ds/dp_A = -(1/r)*(r/2)*X^(r-1)*(1-2*p_A)/((X^r+Y^r)/2)^((r+1)/r)",
    of_gm(
        lambda s: s.change("p_A"),
        lambda s: -(_ONE / _R) * (_R / 2 * Formula("power", PA * QA, _R - 1) * (_ONE - _TWO * PA)
                                  / Formula("power", (_X + _Y) / 2, (_R + 1) / _R)),
    ),
)  # fmt: skip
_declare(
    "D.4, ds/dp_A", "ds/dp_A = (2*p_A-1)/(p_A*(1-p_A))*X^r/(X^r+Y^r)*s",
    of_gm(lambda s: s.change("p_A"),
          lambda s: (_TWO * PA - 1) / (PA * QA) * (_X / (_X + _Y)) * s),
)  # fmt: skip
_declare(
    "D.4, ds/dp_B", "ds/dp_B = (2*p_B-1)/(p_B*(1-p_B))*Y^r/(X^r+Y^r)*s",
    of_gm(lambda s: s.change("p_B"),
          lambda s: (_TWO * PB - 1) / (PB * QB) * (_Y / (_X + _Y)) * s),
)  # fmt: skip
_declare(
    "D.4, N00",
    "(1/s)*(p_A*d/dp_A+p_B*d/dp_B)s = (2*p_A-1)/(1-p_A)*X^r/(X^r+Y^r)"
    "+(2*p_B-1)/(1-p_B)*Y^r/(X^r+Y^r)",
    of_gm(n00, lambda s: (_TWO * PA - 1) / QA * (_X / (_X + _Y))
          + (_TWO * PB - 1) / QB * (_Y / (_X + _Y))),
)  # fmt: skip
_declare(
    "D.4, N00, bound", "(2*p_A-1)/(1-p_A) > -1", of_proportions("(2*p_A-1)/(1-p_A)", "-1", ">"),
)  # fmt: skip
_declare(
    "D.4, N10",
    "(1/s)*((1-p_A)*d/dp_A-p_B*d/dp_B)s = (2-1/p_A)*X^r/(X^r+Y^r/2)+(2-1/(1-p_B))*Y^r/(X^r+Y^r)",
    of_gm(n10, lambda s: _n10(_X + _Y / 2)),
    "(1/s)*((1-p_A)*d/dp_A-p_B*d/dp_B)s = (2-1/p_A)*X^r/(X^r+Y^r)+(2-1/(1-p_B))*Y^r/(X^r+Y^r)",
    of_gm(n10, lambda s: _n10(_X + _Y)),
)  # fmt: skip
_declare(
    "D.4, N10, bound", "2-1/p_A <= 1 and 2-1/(1-p_B) <= 1",
    together(of_proportions("1", "2-1/p_A", ">="), of_proportions("1", "2-1/(1-p_B)", ">=")),
)  # fmt: skip
for _line, (_left, _right) in enumerate(
    (
        ("1+GM_m1", "1+(n*c11/(a0*a1)+n*c11/(b0*b1)-b1/a0-a1/b0)/2"),
        ("1+GM_m1", "(c11*(a0+a1)/(a0*a1)+c11*(b0+b1)/(b0*b1)-b1/a0-a1/b0+2)/2"),
        ("1+GM_m1", "(c11/a1+c11/b1+(n-a1-b1+c11)/a0+(n-a1-b1+c11)/b0)/2"),
        ("1+GM_m1", "2*SBA"),
    ),
    1,
):
    _declare(f"D.4, GM_-1, line {_line}", f"{_left} = {_right}", equal(_left, _right))
_declare(
    "D.4, r -> 0, denominator", "((a1^r*a0^r+b1^r*b0^r)/2)^(1/r) = a0*a1*((1+X^r)/2)^(1/r), "
    "X = b0*b1/(a0*a1)",
    equal(
        "((a1^r*a0^r+b1^r*b0^r)/2)^(1/r)", "a0*a1*((1+(b0*b1/(a0*a1))^r)/2)^(1/r)", parameter="r",
    ),
)  # fmt: skip
_WAYS = "From above r is t, from below -t, for t > 0 that tends to 0."
_RATIO = "((TP+FP)*(FN+TN)/((TP+FN)*(FP+TN)))"
_declare(
    "D.4, r -> 0, exponent", "ln((1+X^r)/2)/r tends to ln(X)/2 as r -> 0, X = b0*b1/(a0*a1)",
    limits(f"log((1+{_RATIO}^r)/2)/r", "r -> 0",
           [f"log((1+power({_RATIO}, t))/2)/t", f"-(log((1+power({_RATIO}, -t))/2)/t)"],
           f"log({_RATIO})/2", "r"),
    kind="limit", about=_WAYS,
)  # fmt: skip
_declare(
    "D.4, r -> 0, end", "a0*a1*sqrt(X) = sqrt(a0*a1*b0*b1)",
    equal("a0*a1*sqrt(b0*b1/(a0*a1))", "sqrt(a0*a1*b0*b1)"),
)  # fmt: skip
_GM = "(TP*TN-FP*FN)/power((power((TP+FN)*(FP+TN),{e})+power((TP+FP)*(FN+TN),{e}))/2,1/{e})"
_declare(
    "Statement 2, r -> 0", "GM_r tends to CC as r -> 0, from both sides",
    limits("GM", "r -> 0", [_GM.format(e="t"), _GM.format(e="(-t)")], _CC),
    kind="limit", about=_WAYS,
)  # fmt: skip
