"""Sentences as claims: relations of formulas in a few letters, at matrices or of plain numbers.

A relation is written with letters; what holds of them is given as formulas that are > 0 or >= 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from symbolic_measures.claims.displayed import Build
from symbolic_measures.meaning.measures import formula_names
from symbolic_measures.meaning.multiclass import class_formula
from symbolic_measures.nouns.confusion import QUANTITIES, Square
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Sort, Variable

SIDES = "the two sides"
CLASSES = 3


def read(text: str, letters: Mapping[str, Sort] | None = None) -> Formula:
    """A formula in the letters, the cells, and the measures of the catalog."""
    return parse(text, names={**formula_names(), **QUANTITIES}, parameters=tuple(letters or ()))


def at(measure: str, cells: str, letters: Mapping[str, Sort]) -> Formula:
    """The measure at a matrix `TP, FN, FP, TN` of formulas in the letters."""
    tree = read(measure, letters)
    places = [read(text, letters) for text in cells.split(",")]
    return tree.at(**dict(zip(("TP", "FN", "FP", "TN"), places, strict=True)))


def hypotheses(letters: Mapping[str, Sort], *given: str) -> tuple[Atom, ...]:
    """`a > b` and `a >= b`, as atoms."""
    found = []
    for text in given:
        rel: Relation = ">=" if ">=" in text else ">"
        left, right = (read(side, letters) for side in text.split(rel))
        found.append(Atom(left - right, rel))
    return tuple(found)


def letters_goal(
    left: str | Formula, rel: Relation, right: str | Formula, letters: Mapping[str, Sort],
    *given: str,
) -> Goal:  # fmt: skip
    """The relation holds for all values of the letters where both sides are defined."""
    one, two = (read(each, letters) if isinstance(each, str) else each for each in (left, right))
    defined = (Atom(one, "defined"), Atom(two, "defined"))
    variables = tuple(Variable(name, sort) for name, sort in letters.items())
    whole = tuple(name for name, sort in letters.items() if sort == "natural")
    return Goal(variables, (*hypotheses(letters, *given), *defined), Atom(one - two, rel), (),
                (one, two), (whole,) if whole else (), SIDES)  # fmt: skip


def of_letters(
    left: str, rel: Relation, right: str, letters: Mapping[str, Sort], *given: str
) -> Build:
    """The same, once it is asked for."""
    return lambda: letters_goal(left, rel, right, letters, *given)


def of_matrices(
    measure: str, one: str, rel: Relation, other: str, letters: Mapping[str, Sort], *given: str
) -> Build:
    """The values of a measure at two matrices in the letters are in that order."""
    return lambda: letters_goal(
        at(measure, one, letters), rel, at(measure, other, letters), letters, *given
    )


def of_cells(left: str, rel: Relation, right: str, *given: Atom, zero: str = "") -> Build:
    """The relation holds at every matrix where both sides are defined and `zero` is 0."""

    def build() -> Goal:
        one, two = read(left), read(right)
        there = (Atom(read(zero), "=="),) if zero else ()
        names = ("TP", "FN", "FP", "TN")
        cells = tuple(read(name) for name in names)
        known = (Atom(read("n-1"), ">="), Atom(one, "defined"), Atom(two, "defined"))
        return Goal(tuple(Variable(name, "natural") for name in names), (*known, *given, *there),
                    Atom(one - two, rel), (cells,), (one, two), (names,), SIDES)  # fmt: skip

    return build


def _sizes() -> dict[str, Formula]:
    """a1, b1, ...: the class sizes of three classes."""
    square = Square.of(CLASSES)
    both = (("a", square.true), ("b", square.predicted))
    return {f"{name}{i + 1}": size(i) for name, size in both for i in range(CLASSES)}


def of_classes(left: str, rel: Relation, right: str) -> Build:
    """The relation holds at every matrix of three classes where both sides are defined."""

    def build() -> Goal:
        square = Square.of(CLASSES)
        one, two = (class_formula(text, CLASSES, (), _sizes()) for text in (left, right))
        names = tuple(map(str, square.cells))
        known = (Atom(class_formula("n-1", CLASSES), ">="), Atom(one, "defined"),
                 Atom(two, "defined"))  # fmt: skip
        return Goal(tuple(Variable(name, "natural") for name in names), known,
                    Atom(one - two, rel), (square.cells,), (one, two), (names,), SIDES)  # fmt: skip

    return build


def of_balanced(left: str, right: str) -> Build:
    """Equal at every real matrix of three classes of one size where both sides are defined."""

    def build() -> Goal:
        size = symbol("s")
        last = {f"c{i}3": size - symbol(f"c{i}1") - symbol(f"c{i}2") for i in (1, 2, 3)}
        one, two = (class_formula(text, CLASSES).at(**last) for text in (left, right))
        free = (*(Variable(f"c{i}{j}", "real") for i in (1, 2, 3) for j in (1, 2)),
                Variable("s", "positive"))  # fmt: skip
        known = (Atom(one, "defined"), Atom(two, "defined"))
        return Goal(free, known, Atom(one - two, "=="), (), (one, two), (), SIDES)

    return build
