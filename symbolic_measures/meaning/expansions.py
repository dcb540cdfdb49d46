"""Derivatives in p_AB at p_AB = p_A*p_B, where the labelings are independent, as goals.

At fixed sizes p_AB moves with TP + t, FN - t, FP - t, TN + t (t = n*p_AB - n*p_A*p_B).  A chain of
formulas D_0 = M, D_1, ..., D_k is given; each goal says that the derivative of D_(j-1) along that
move is D_j, at all matrices with positive real cells where M is defined.  That set is open in the
direction of the move, so D_j is the j-th derivative there.  With q_A = 1 - p_A and q_B = 1 - p_B
the matrix p_A*p_B, p_A*q_B, q_A*p_B, q_A*q_B has independent labelings and size n = 1, so D_j is
the j-th derivative in p_AB.  (All 0 < p < 1 are written p/(p + q), q/(p + q) with p, q > 0.)  That
the measure depends on p_AB, p_A, p_B alone is scale invariance, which is a goal: of matrices with
positive real cells and real factors, for the sign of TP - 1/2 does not change from one matrix of
whole numbers to its multiples.

Where M = g(L) with a part L that is affine in p_AB (CC, for one), it is enough to give L, its
derivative s along the move (and that s does not change), and the derivatives g_j of g = g_0 in one
variable u, wherever g_1 is defined, as it is at every value of L.  A derivative formula is only
defined where there is a derivative, so these u are inner points.  Then D_j = g_j(L)*s^j.

The outer function may also name the margins P, N, Phat, Nhat: M = g(L; P, N, Phat, Nhat).  The move
leaves each of them as it is (P = TP + FN and so on), so along it g is a function of L alone, and
its derivatives in u at fixed margins are what is asked for.  They are goals for all real u and all
positive margins, each by itself, which is more than matrices have (P + N = Phat + Nhat).

If M is defined at all matrices with positive real cells and D_2 = 0 there, M is affine in p_AB at
fixed sizes, and every later derivative is 0.  (If it is undefined at some, it may jump there.)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from symbolic_measures.meaning.gradient import DIRECTIONS, inside
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import DECLARED, ZERO, C, Property, at
from symbolic_measures.nouns.confusion import CELLS, NHAT, PHAT, N, P
from symbolic_measures.nouns.derivative import inner_derivative
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse, parse_written
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable

LETTERS = ("p_A", "q_A", "p_B", "q_B")
_PA, _QA, _PB, _QB = map(symbol, LETTERS)
INDEPENDENT = (_PA * _PB, _PA * _QB, _QA * _PB, _QA * _QB)
#: p and q = 1 - p, for any two positive numbers p, q.
NORMED = {
    "p_A": _PA / (_PA + _QA), "q_A": _QA / (_PA + _QA),
    "p_B": _PB / (_PB + _QB), "q_B": _QB / (_PB + _QB),
}  # fmt: skip
MOVE = DIRECTIONS["p_AB"]
MOST = 12
#: What the move leaves as it is, and an outer function may name.
MARGINS = {"P": P, "N": N, "Phat": PHAT, "Nhat": NHAT}


def differentiated(tree: Formula) -> Formula:
    """The derivative along the move; FormulaError where there may be none."""
    try:
        return inner_derivative(tree, MOVE, C) or ZERO
    except ValueError as error:
        raise FormulaError(str(error)) from None


def chain(reading: Reading, texts: Any, inner: Any = None) -> tuple[list[Goal], list[Formula]]:
    """The goals that D_1, ..., D_k are the derivatives, and D_0, ..., D_k.

    With `inner` = {"part": L, "slope": s, "outer": g_0} the texts are g_1, ..., g_k in u.
    """
    measure = reading.measure
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise TypeError("the derivatives are a list of texts")
    if len(texts) > MOST:
        raise TypeError(f"at most {MOST} derivatives")
    if {"q_A", "q_B", "u", *MARGINS} & set(measure.parameters):
        raise FormulaError(
            "u, q_A, q_B and the margins have a meaning here; the parameter needs another name"
        )
    tree = inside(reading.formula)
    cells = tuple(Variable(name, "positive") for name in CELLS)
    base = Goal(
        cells + measure.variables, (*measure.conditions, Atom(tree, "defined")), Atom(ZERO, "==")
    )
    if inner is not None:
        return _composed(base, tree, texts, inner, measure.parameters)
    goals, found = [], [tree]
    for number, text in enumerate(texts, 1):
        given = parse_written(text, {}, (*CELLS, *measure.parameters))
        conclusion = Atom(differentiated(found[-1]) - given, "==")
        goals.append(replace(base, conclusion=conclusion, label=f"derivative {number}"))
        found.append(given)
    return goals, found


def _composed(
    base: Goal, tree: Formula, texts: list[str], inner: Any, parameters: tuple[str, ...]
) -> tuple[list[Goal], list[Formula]]:
    """M = g(L) with L affine along the move; g may name the margins."""
    if not isinstance(inner, dict) or set(inner) != {"part", "slope", "outer"}:
        raise TypeError("inner has a part, its slope and the outer function")
    letters = (*CELLS, *parameters)
    part, slope = (parse_written(inner[key], {}, letters) for key in ("part", "slope"))
    names = ("u", *MARGINS, *parameters)
    outer = [parse_written(text, {}, names) for text in (inner["outer"], *texts)]
    if len(outer) < 2:
        raise TypeError("at least one derivative")
    whole = [g.at(u=part, **MARGINS) for g in outer]
    told = {
        "a function of its part": Atom(tree - whole[0], "=="),
        "the slope of the part": Atom(differentiated(part) - slope, "=="),
        "the slope does not change": Atom(differentiated(slope), "=="),
        "the part lies where the function has a derivative": Atom(whole[1], "defined"),
    }
    goals = [replace(base, conclusion=atom, label=label) for label, atom in told.items()]
    named = {name for g in outer for name in g.symbols()}
    margins = (Variable(name, "positive") for name in MARGINS if name in named)
    variables = (Variable("u", "real"), *margins, *base.variables[len(CELLS) :])
    hypotheses = (*base.hypotheses[:-1], Atom(outer[1], "defined"))
    for number, given in enumerate(outer[1:], 1):
        try:
            change = inner_derivative(outer[number - 1], {"u": 1}) or ZERO
        except ValueError as error:
            raise FormulaError(str(error)) from None
        conclusion = Atom(change - given, "==")
        goals.append(Goal(variables, hypotheses, conclusion, label=f"derivative {number}"))
    found = [g * slope**number if number > 1 else g * slope for number, g in enumerate(whole)]
    return goals, [tree, *found[1:]]


def here(reading: Reading, conclusion: Atom, label: str) -> Goal:
    """A goal for all sizes, at independence."""
    measure = reading.measure
    variables = tuple(Variable(name, "positive") for name in LETTERS) + measure.variables
    return Goal(variables, measure.conditions, conclusion.at(**NORMED), label=label)


def scale_goals(reading: Reading) -> tuple[Goal, ...]:
    """The measure is a function of the proportions."""
    measure, tree = reading.measure, inside(reading.formula)
    k = symbol("k")
    larger = tree.at(**{name: k * symbol(name) for name in CELLS})
    variables = tuple(Variable(name, "positive") for name in (*CELLS, "k"))
    goal = Goal(
        variables + measure.variables,
        (*measure.conditions, Atom(tree, "defined")),
        Atom(larger - tree, "=="),
        label="k times the matrix",
    )
    return (goal,)


def taylor_statement(
    reading: Reading, derivatives: Any, coefficients: Any, inner: Any = None
) -> Statement:
    """D_1, ..., D_k are the derivatives, and at independence they are the given formulas.

    `coefficients` are texts in p_A, q_A, p_B, q_B and the parameters: the value, then the
    derivatives in p_AB.  FormulaError if something is not well formed.
    """
    try:
        goals, found = chain(reading, derivatives, inner)
        if not isinstance(coefficients, list) or len(coefficients) != len(found):
            raise TypeError("one coefficient for the value and each derivative")
        letters = (*LETTERS, *reading.measure.parameters)
        for number, (tree, text) in enumerate(zip(found, coefficients, strict=True)):
            shown = parse_written(text, {}, letters)
            conclusion = Atom(at(tree, INDEPENDENT) - shown, "==")
            goals.append(here(reading, conclusion, f"derivative {number} at independence"))
    except (KeyError, TypeError, AttributeError) as error:
        raise FormulaError(f"taylor: malformed value ({error})") from None
    sentence = f"The derivatives in p_AB at p_AB = p_A*p_B, up to order {len(found) - 1}."
    every = (*scale_goals(reading), *goals)
    return Statement("taylor", reading.measure.name, sentence, every)


def _order(reading: Reading, value: Any) -> list[Goal]:
    """value: {"order": "0", "1", ... or "oo", "constant": c, "derivatives", "inner", "points"}.

    `points` are pairs [p_A, p_B]: two where the values differ (order 0), or one where the
    derivative after the order is not 0.
    """
    if value is None:
        return []
    if set(value) != {"order", "constant", "derivatives", "inner", "points"}:
        raise TypeError("the keys are order, constant, derivatives, inner, points")
    goals, found = chain(reading, value["derivatives"], value["inner"])
    goals = [*scale_goals(reading), *goals]
    order, points = value["order"], [_point(pair) for pair in value["points"]]
    if order == "0":
        if value["constant"] is not None or len(points) != 2 or len(found) != 1:
            raise TypeError("two points where the values differ")
        ends = [at(found[0], INDEPENDENT).at(**point) for point in points]
        return [*goals, _somewhere(reading, ends[0] - ends[1], "the value is no constant")]
    constant = parse_written(value["constant"], {}, reading.measure.parameters)
    base = at(found[0], INDEPENDENT) - constant
    goals.append(here(reading, Atom(base, "=="), "the value at independence"))
    if order == "oo":
        if len(found) != 3 or found[2] != ZERO or points:
            raise TypeError("affine: the second derivative is 0")
        return [*goals, _everywhere(reading, found[0])]
    if not (isinstance(order, str) and order.isascii() and order.isdecimal()):
        raise TypeError("the order is a number or oo")
    if int(order) < 1 or len(found) != int(order) + 2 or len(points) != 1:
        raise TypeError("one derivative more than the order, and a point where it is not 0")
    for number in range(2, int(order) + 1):
        gone = Atom(at(found[number], INDEPENDENT), "==")
        goals.append(here(reading, gone, f"derivative {number} vanishes"))
    last = at(found[-1], INDEPENDENT).at(**points[0])
    return [*goals, _somewhere(reading, last, f"derivative {len(found) - 1} does not vanish")]


def _point(pair: Any) -> dict[str, Formula]:
    """The letters at rational 0 < p_A, p_B < 1."""
    if not isinstance(pair, list) or len(pair) != 2:
        raise TypeError("a point is [p_A, p_B]")
    point: dict[str, Formula] = {}
    for name, text in zip(("A", "B"), pair, strict=True):
        tree = parse(text, names={})
        if tree.op not in ("number", "/") or any(part.op != "number" for part in tree.children):
            raise TypeError("a proportion is a rational number")
        point[f"p_{name}"], point[f"q_{name}"] = tree, formula(1) - tree
    return point


def _somewhere(reading: Reading, tree: Formula, label: str) -> Goal:
    measure = reading.measure
    return Goal(measure.variables, measure.conditions, Atom(tree, "!="), label=label)


def _everywhere(reading: Reading, tree: Formula) -> Goal:
    measure = reading.measure
    cells = tuple(Variable(name, "positive") for name in CELLS)
    label = "defined at all matrices with positive cells"
    return Goal(cells + measure.variables, measure.conditions, Atom(tree, "defined"), label=label)


def _told(value: Any) -> str:
    if value["order"] == "0":
        return "0: the value at independence is no constant."
    if value["order"] == "oo":
        return f"infinite: affine in p_AB, with the value {value['constant']} at independence."
    return f"{value['order']}: the value is {value['constant']}."


def _positive(goals: list[Goal], value: Any) -> Iterator[Goal]:
    """That the points lie between 0 and 1."""
    for pair in value["points"] if value else ():
        for name, tree in _point(pair).items():
            yield Goal((), (), Atom(tree, ">"), label=f"{name} > 0")


def _baseline_order(reading: Reading, value: Any) -> list[Goal]:
    goals = _order(reading, value)
    return [*goals, *_positive(goals, value)]


DECLARED["baseline-order"] = Property(
    "baseline-order",
    "The largest k such that the value at p_AB = p_A*p_B is one constant and the derivatives 2 to "
    "k in p_AB vanish there (that the Taylor series converges is not part of it):",
    "gosgens2021, Definition 13",
    _baseline_order,
    answers=True,
    presupposed=(0,),
    tell=_told,
)
