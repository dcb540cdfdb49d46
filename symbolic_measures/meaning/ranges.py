"""The range of a measure: the infimum and the supremum, attained or approached."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import (
    ZERO,
    Words,
    at,
    at_least_one,
    check_keys,
    declare,
    gain,
    minus,
    square,
)
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable

#: What may be told of how fast an end is approached: formulas in the parameters.
TOLD: tuple[str, ...] = ("power", "times", "less")


@declare(
    "range",
    "The infimum and the supremum over all matrices where the measure is defined.",
    "the field's usage",
    answers=True,
    words=Words(answer="interval"),
)
def _range(reading: Reading, value: Any) -> list[Goal]:
    """value: {"infimum": end, "supremum": end}; an end has `value`, and `attained` (a matrix) or
    `approached` (a matrix in e, within 1/e of the value for e = 1, 2, ...; at least e if infinite).
    With `growth`: "log", an infinite end is approached at least like log(e), which has no bound
    either; a logarithm of polynomials in e cannot do better.  With `or`, another matrix: for each
    choice of the parameters the end is attained at one of the two.  With `times` or `power`: a
    formula in the parameters, which is shown to be > 0, e times it, or to that power, stands in
    place of e there.  With `less`, a formula in the parameters, so much less than that will do for
    an infinite end (not beside `growth`).
    """
    goals: list[Goal] = []
    if value is None:
        return goals
    names = reading.measure.parameters
    check_keys(value, "infimum", "supremum")
    for side, sign in (("infimum", 1), ("supremum", -1)):
        end = value[side]
        infinite = end["value"] == ("-oo" if sign > 0 else "oo")
        _check_end(end, infinite, len(reading.measure.cells))
        bound = ZERO if infinite else parse(end["value"], names={}, parameters=names)
        if not infinite:
            above = minus if sign > 0 else gain
            rel: Relation = ">=" if end["attained"] else ">"
            here = reading.formula
            cells = reading.measure.cells
            variables = tuple(Variable(name, "natural") for name in cells)
            size = square(reading).size
            goals.append(
                Goal(
                    variables + reading.measure.variables,
                    (*reading.measure.conditions, Atom(size - 1, ">="), Atom(here, "defined")),
                    Atom(above(here, bound), rel),
                    (square(reading).cells,),
                    (here,),
                    (cells,),
                    f"{side} is a bound",
                )
            )
        goals += _reached(reading, side, sign, end, bound, infinite)
    return goals


def _check_end(end: Any, infinite: bool, count: int) -> None:
    """Attained at a confusion matrix of whole numbers, or approached along whole polynomials."""
    attained = isinstance(end, dict) and end.get("attained") is not None
    slowly = ("growth",) if infinite and "growth" in end else ()
    less = ("less",) if infinite and not slowly else ()
    known = () if attained else ("times", "power", *less)
    scaled = tuple(key for key in known if key in end)
    either = ("or",) if attained and "or" in end else ()
    way = () if attained else ("approached",)
    check_keys(end, "value", "attained", *way, *slowly, *scaled, *either)
    if slowly and end["growth"] != "log":
        raise TypeError("an infinite end is approached like e, or like log(e)")
    if not all(isinstance(end[key], str) for key in scaled):
        raise TypeError("what is done to e is given as text")
    if infinite and attained:
        raise TypeError("no value is infinite")
    for key in ("attained", *either) if attained else ("approached",):
        _check_cells(end[key], attained, count)


def _check_cells(cells: Any, attained: bool, count: int) -> None:
    if not isinstance(cells, list) or len(cells) != count:
        raise TypeError(f"an end is attained at {count} cells, or approached along {count}")
    if not all(isinstance(cell, str) for cell in cells):
        raise TypeError("a cell is given as text")
    if attained and not all(cell.isdecimal() and cell.isascii() for cell in cells):
        raise TypeError("a cell is a whole number")
    if attained and not any(map(int, cells)):
        raise TypeError("an empty matrix")
    for cell in () if attained else cells:
        for node in parse(cell, names={}, parameters=("e",)).walk():
            whole = node.op == "number" and node.args[0].denominator == 1
            if not whole and node.op not in ("symbol", "+", "*", "^"):
                raise TypeError("a cell is approached along a polynomial in e")


def speed(given: Mapping[str, Formula]) -> Formula:
    """What stands in place of e, where an end has a `power` or `times`: times * e^power."""
    e = symbol("e")
    far = e ** given["power"] if "power" in given else e
    return far * given["times"] if "times" in given else far


def _reached(
    reading: Reading, side: str, sign: int, end: Any, bound: Formula, infinite: bool
) -> list[Goal]:
    measure = reading.measure
    own = measure.variables, measure.conditions
    if end["attained"]:
        places = [end[key] for key in ("attained", "or") if key in end]
        gaps = [at(reading.formula, map(formula, map(int, place))) - bound for place in places]
        tree = gaps[0] if len(gaps) == 1 else gaps[0] * gaps[1]  # 0 where one of them is
        label = f"{side} attained"
        return [Goal(*own, Atom(tree, "=="), label=label)]
    e = symbol("e")
    given = {
        key: parse(end[key], names={}, parameters=measure.parameters) for key in TOLD if key in end
    }
    place = [parse(cell, names={}, parameters=("e",)) for cell in end["approached"]]
    here = at(reading.formula, place)
    far = speed(given)
    short = here if "less" not in given else here + given["less"] * -sign
    if infinite and "growth" in end:  # one logarithm against another, with the smaller one inside
        slow = Formula("log", formula(1) / far if sign > 0 else far)
        gap = slow - here if sign > 0 else here - slow
    elif infinite:
        gap = -far - short if sign > 0 else short - far
    else:
        gap = bound + formula(1) / far - here if sign > 0 else here - (bound - formula(1) / far)
    variables = (Variable("e", "natural"), *measure.variables)
    large = (*measure.conditions, *at_least_one(e))
    size = summed(place)
    words = {"times": "what e is multiplied by", "power": "the power of e"}
    positive = [Goal(*own, Atom(given[key], ">"), label=label)
                for key, label in words.items() if key in given]  # fmt: skip
    return [
        Goal(
            variables,
            large,
            Atom(size - 1, ">="),
            (),
            (),
            (("e",),),
            "a matrix for each e",
        ),
        Goal(variables, large, Atom(gap, ">="), (), (), (("e",),), f"{side} approached"),
        *positive,
    ]
