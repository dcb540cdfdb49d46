"""Partial derivatives along cells and proportions, and their signs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from symbolic_measures.kernel.algebra import RuleError, is_seen
from symbolic_measures.kernel.reader import reader
from symbolic_measures.meaning.gosgens import scale_invariance
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import ZERO, C, check_keys, declare
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES, SIZE
from symbolic_measures.nouns.derivative import inner_derivative
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse, parse_written
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable

#: Directions of the gradient: the speed of each cell.
DIRECTIONS: dict[str, dict[str, int]] = {
    **{name: {name: 1} for name in CELLS},
    "p_AB": {"TP": 1, "FN": -1, "FP": -1, "TN": 1},
    "p_A": {"FN": 1, "TN": -1},
    "p_B": {"FP": 1, "TN": -1},
}
#: Operations of fractions, and those of fractions that are positive where cells are.
POSITIVE = {"symbol", "number", "+", "*", "/"}
FRACTIONS = {*POSITIVE, "-", "neg"}
PROPORTION_NAMES = ("p_AB", "p_A", "p_B")


def partial(tree: Formula, direction: str) -> Formula | None:
    """The partial derivative; None if it is identically 0.

    With respect to p_AB, p_A, p_B at fixed n it is n times the derivative along the cells, for a
    scale-invariant measure.
    """
    slope = inner_derivative(inside(tree), DIRECTIONS[direction], C)
    return slope if slope is None or direction in CELLS else SIZE * slope


def inside(tree: Formula, cells: Iterable[str] = CELLS) -> Formula:
    """The tree on matrices with positive cells, an open set: conventions at 0 do not apply there.

    Only tests whose coefficients show that they are defined and not 0 there.
    """
    names = set(cells)
    swap = {
        node: node.args[2]
        for node in tree.walk()
        if node.op == "ifzero" and _is_apart(node.args[0], names)
    }
    return tree if not swap else inside(tree.replace(swap), names)


def _is_apart(test: Formula, names: set[str]) -> bool:
    """Whether it has a value, which is not 0, wherever cells are positive: FN/P, but also 1 - TP/P.

    Divisors are sums, products and quotients of cells and numbers > 0, which are positive; a power
    with a whole exponent >= 1 has a value where its base has one.
    """
    divisors = [node.args[1] for node in test.walk() if node.op == "/"]
    if not test.ops <= {*FRACTIONS, "^"} or not set(test.symbols()) <= names:
        return False
    if not all(_is_whole(node.args[1]) for node in test.walk() if node.op == "^"):
        return False
    if not all(map(_is_positive, divisors)):
        return False
    own = tuple(Variable(name, "positive") for name in sorted(test.symbols()))
    read = reader(Goal(own, (), Atom(test, "defined")))
    try:
        return is_seen(read.ratio(test)[0], "!=", read.sorts)
    except RuleError:  # too large to be read
        return False


def _is_positive(divisor: Formula) -> bool:
    """Whether it is made of symbols and numbers > 0 by sums, products and quotients."""
    numbers = (node.args[0] for node in divisor.walk() if node.op == "number")
    return divisor.ops <= POSITIVE and all(number > 0 for number in numbers)


def _is_whole(exponent: Formula) -> bool:
    """Whether it is written 1, 2, 3, ..."""
    return exponent.op == "number" and exponent.args[0].denominator == 1 and exponent.args[0] >= 1


SIGNS: dict[str, Relation] = {
    "positive": ">", "nonnegative": ">=", "zero": "==", "nonpositive": ">=", "negative": ">",
}  # fmt: skip


@declare(
    "gradient",
    "The partial derivative, and its sign on all matrices with positive real cells:",
    "calculus on the formula as written",
    answers=True,
    presupposed=(0,),
)
def _gradient(reading: Reading, value: Any) -> list[Goal]:
    """value: {"variable", "derivative", "sign", "points"}; sign `changes` has two points.

    That the derivative is defined wherever the measure is, is part of the first goal.
    """
    if value is None:
        return []
    measure = reading.measure
    slope = partial(reading.formula, value["variable"]) or ZERO
    variables = tuple(Variable(name, "positive") for name in CELLS) + measure.variables
    inside = (*measure.conditions, Atom(reading.formula, "defined"))
    letters = (*CELLS, *PROPORTION_NAMES, *measure.parameters)
    shown = parse_written(value["derivative"], {}, letters)
    shown = shown.at(**{name: QUANTITIES[name] for name in PROPORTION_NAMES})
    goals = [Goal(variables, inside, Atom(slope - shown, "=="), label="the derivative")]
    if value["variable"] not in CELLS:
        goals += scale_invariance(reading, None)
    changes = value["sign"] == "changes"
    check_keys(value, "variable", "derivative", "sign", *(("points",) if changes else ()))
    if not changes:
        tree = -slope if value["sign"] in ("nonpositive", "negative") else slope
        goals.append(Goal(variables, inside, Atom(tree, SIGNS[value["sign"]]), label="its sign"))
        return goals
    if not isinstance(value["points"], list) or len(value["points"]) != 2:
        raise TypeError("there are two points")
    for point, sign in zip(value["points"], (1, -1), strict=True):
        check_keys(point, *CELLS, *measure.parameters)
        here = {name: parse(text, names={}) for name, text in point.items()}
        tree = slope.at(**here) if sign > 0 else -slope.at(**here)
        conditions = tuple(atom.at(**here) for atom in measure.conditions)
        label = "positive at a point" if sign > 0 else "negative at a point"
        goals += [Goal((), (), atom, label="an admissible point") for atom in conditions]
        defined = Atom(reading.formula.at(**here), "defined")
        goals.append(Goal((), (), defined, label="the measure is defined there"))
        goals.append(Goal((), (), Atom(tree, ">"), label=label))
        for name in CELLS:
            goals.append(Goal((), (), Atom(here[name], ">"), label="a positive cell"))
    return goals
