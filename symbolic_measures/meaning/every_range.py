"""The range of a measure for every m: two bounds for each m, attained or approached.

A matrix for each m is either one whose classes are all alike (`alike`: the cells on the diagonal
and off it), or one of two classes with classes added (`cells`, and how many elements are `added`,
see `padding`).  Cells are whole numbers; on the way to an end that is only approached, polynomials
in e with whole numbers >= 0.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.class_sums import STILL, Frame
from symbolic_measures.meaning.every_class import (
    ONE,
    SIZES,
    ZERO,
    EveryClasses,
    Part,
    part_of,
    somewhere,
    states,
    written,
)
from symbolic_measures.meaning.padding import padded
from symbolic_measures.meaning.property import at, at_least_one, check_keys
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable
from symbolic_measures.nouns.sums import MANY

E = symbol("e")


@states("range")
def _range(subject: EveryClasses, constant: Any) -> list[Part]:
    """See `of_ends`."""
    return of_ends(subject, constant, partial(_bound, subject))


def of_ends(
    subject: EveryClasses, constant: Any, bounded: Callable[[str, int, Formula, Relation], Part]
) -> list[Part]:
    """What is `bounded` by each end, and where that end is.

    Sound: for each m, no value is beyond a bound; one that is attained is the value of a matrix
    of m classes; one that is approached is left by less than 1/e at a matrix for each e = 1, 2, ...
    So these are the infimum and the supremum at that m.  An infinite end is passed by every e."""
    check_keys(constant, "infimum", "supremum")
    found: list[Part] = []
    for side, sign in (("infimum", 1), ("supremum", -1)):
        end = constant[side]
        attained = isinstance(end, dict) and "attained" in end
        check_keys(end, "value", "attained" if attained else "approached")
        infinite = not attained and end["value"] == ("-oo" if sign > 0 else "oo")
        bound = ZERO if infinite else subject.constant(end["value"])
        if not infinite:
            found.append(bounded(side, sign, bound, ">=" if attained else ">"))
        found.append(_reached(subject, side, sign, end, None if infinite else bound))
    return found


def _bound(subject: EveryClasses, side: str, sign: int, bound: Formula, rel: Relation) -> Part:
    """The formula itself is bounded, also where lower is better."""
    tree = subject.tree
    return part_of(
        subject, f"{side} is a bound", ((tree, STILL),),
        lambda values: values[0] - bound if sign > 0 else bound - values[0], rel,
        somewhere(subject, written(tree, SIZES)),
    )  # fmt: skip


def _reached(
    subject: EveryClasses, side: str, sign: int, end: dict[str, Any], bound: Formula | None
) -> Part:
    """The value at the matrix of each m (and e) is the bound, or comes as near as it has to."""
    attained = "attained" in end
    here = value_at(subject, end["attained" if attained else "approached"], not attained)
    if attained:
        conclusion = Atom(here - (bound or ZERO), "==")
    elif bound is None:
        conclusion = Atom(-E - here if sign > 0 else here - E, ">=")
    else:
        gap = bound + ONE / E - here if sign > 0 else here - (bound - ONE / E)
        conclusion = Atom(gap, ">=")
    own = () if attained else (Variable("e", "natural"),)
    measure, large = subject.measure, () if attained else at_least_one(E)

    def make() -> Frame:
        return Frame(0, (*own, *measure.variables), measure.conditions, least=subject.least)

    def state(frame: Frame) -> Goal:
        variables = (Variable("m", "natural"), *own, *measure.variables)
        known = (Atom(MANY - subject.least, ">="), *measure.conditions, *large)
        return Goal(variables, known, conclusion, label=f"{side} {next(iter(end))}")

    sample = somewhere(subject, here.at(e=ONE))
    return Part(f"{side} {'attained' if attained else 'approached'}", make, (), state, sample)


def value_at(subject: EveryClasses, place: Any, on_the_way: bool) -> Formula:
    """The measure at a matrix of m classes, in m (and e); TypeError for what is no matrix."""
    if isinstance(place, dict) and set(place) == {"alike"}:
        right, wrong = _cells(place["alike"], 2, on_the_way)
        size = right + (MANY - 1) * wrong
        every = {"a": size, "b": size, "c": right, "q": ONE, "n": MANY * size}
        return written(subject.tree, every)
    check_keys(place, "cells", "added")
    if type(place["added"]) is not int or place["added"] not in (0, 1):
        raise TypeError("an added class has no element or one")
    reading = padded(subject, 2, place["added"])
    return at(reading.formula, _cells(place["cells"], 4, on_the_way))


def _cells(texts: Any, count: int, on_the_way: bool) -> tuple[Formula, ...]:
    """Whole numbers, or polynomials in e; not all of them 0."""
    if not isinstance(texts, list) or len(texts) != count:
        raise TypeError(f"{count} cells are given")
    if not all(isinstance(text, str) for text in texts):
        raise TypeError("a cell is given as text")
    cells = tuple(parse(text, names={}, parameters=("e",)) for text in texts)
    for node in (node for cell in cells for node in cell.walk()):
        whole = node.op == "number" and node.args[0].denominator == 1 and node.args[0] >= 0
        if not whole and (not on_the_way or node.op not in ("symbol", "+", "*", "^")):
            raise TypeError("a cell is a whole number, or a polynomial in e")
    if holds(Atom(summed(cells).at(e=ONE), ">"), {}) is not True:  # then for e = 2, 3, ... too
        raise TypeError("an empty matrix")
    return cells
