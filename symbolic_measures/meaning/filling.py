"""Matrices with positive cells of every number of classes: few classes, and all other cells are 1.

opitz2024 speaks of positive cells, where no class can be empty.  So a matrix of few classes is
filled up: each cell of an added class is 1.  The value there is a formula in m and the cells of the
few classes, and so is its derivative in one of these cells: it is the derivative of the measure of
m classes in that cell, for all other cells stay as they are.  Where rows are multiplied, so are
their cells in added columns (`rows`).  A prediction at random gets the weight 1 for each added
class.

Invariant: for every m > `classes` (at m = `classes`, too, if it has a value there) a filled formula
has the value of the measure at the filled matrix, and is defined only where the measure is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.class_slopes import slope as class_slope
from symbolic_measures.meaning.every_class import EveryClasses, Letters
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.opitz import weights_of
from symbolic_measures.meaning.opitz_slopes import apart, matrix_of, positive, ratio, slope
from symbolic_measures.nouns.confusion import Square, summed
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import MANY, pairs_of, sums_of
from symbolic_measures.nouns.verdict import Verdict

ZERO, ONE = formula(0), formula(1)
#: What of a property is shown of every larger m: it fails at filled matrices, or at all matrices.
FULL, ALL = 2, 3
#: The properties of positive cells that are refuted so.
FILLED: dict[str, tuple[int, ...]] = {
    "opitz-monotone": (FULL,), "class-sensitive": (ALL,), "class-decomposable": (FULL,),
    "prevalence-invariant": (FULL,), "chance-corrected": (FULL,),
}  # fmt: skip
Rows = Sequence[Sequence[Formula]]


def filled(subject: EveryClasses, classes: int) -> Reading:
    """The measure at matrices of few classes that are filled up, with the parameter m."""
    square, own = Square.of(classes), subject.at(classes).measure
    cells = [[square.at(i, j) for j in range(classes)] for i in range(classes)]
    tree = filled_at(subject, cells, [ONE] * classes)
    return Reading(replace(own, formula=tree, parameters=(*own.parameters, "m")))


def filled_at(subject: EveryClasses, cells: Rows, rows: Sequence[Formula]) -> Formula:
    """The measure at the matrix with these cells; those of row i in added columns are rows[i]."""
    few = range(len(cells))
    added = MANY - len(cells)
    true = [summed(cells[i]) + added * rows[i] for i in few]
    share = added / MANY  # each added class has the true size m, and one of them in each cell
    named = [
        {"a": true[i], "b": summed(cells[j][i] for j in few) + added, "c": cells[i][i],
         "q": summed(cells[j][i] / true[j] for j in few) + share}
        for i in few
    ]  # fmt: skip
    other = {"a": MANY, "b": summed(rows) + added, "c": ONE,
             "q": summed(rows[j] / true[j] for j in few) + share}  # fmt: skip
    inside = [[*cells[i], rows[i]] for i in few]
    return _written(subject, named, other, summed(true) + added * MANY,
                    [*inside, [ONE] * (len(cells) + 1)])  # fmt: skip


def at_random(subject: EveryClasses, true: list[Formula], predicted: list[Formula]) -> Formula:
    """The measure at p_i*z_j, with shares in proportion to these weights, and to 1 otherwise."""
    added = MANY - len(true)
    sizes = [summed(weights) + added for weights in (true, predicted)]

    def letters(one: Formula, other: Formula) -> Letters:
        a, b = one / sizes[0], other / sizes[1]
        return {"a": a, "b": b, "c": a * b, "q": MANY * b}

    named = [letters(*pair) for pair in zip(true, predicted, strict=True)]
    every = [*named, letters(ONE, ONE)]
    cells = [[one["a"] * other["b"] for other in every] for one in every]
    return _written(subject, named, every[-1], ONE, cells)


def _written(
    subject: EveryClasses, named: Sequence[Letters], other: Letters, size: Formula, cells: Rows
) -> Formula:
    """The formula at a matrix with the letters of its classes, all but the named ones alike.

    The last row and column of `cells` are those of an added class: with each named one it makes as
    many pairs as classes are added, in either order, and with the others of its kind the rest.
    """
    added = MANY - len(named)
    swap: dict[Formula, Formula] = {}
    every, last = (*named, other), len(named)
    for node in pairs_of(subject.tree):
        body = node.args[0].at(n=size)
        terms = [added * (added - 1) * of_pair(body, other, other, cells[last][last],
                                                cells[last][last])]  # fmt: skip
        for i, j in permutations(range(last + 1), 2):
            term = of_pair(body, every[i], every[j], cells[i][j], cells[j][i])
            terms.append(added * term if last in (i, j) else term)
        swap[node] = summed(terms)
    for node in sums_of(subject.tree):
        body = node.args[0].at(n=size)
        terms = [body.at(**letters) for letters in named]
        swap[node] = summed([*terms, added * body.at(**other)])
    return subject.tree.replace(swap).at(n=size)


def of_pair(
    body: Formula, i: Letters, j: Letters, here: Formula = ZERO, there: Formula = ZERO
) -> Formula:
    """The term of the classes i and j, with c_ij and c_ji."""
    own = {f"{letter}{name}": letters[letter] for name, letters in (("i", i), ("j", j))
           for letter in "abc"}  # fmt: skip
    return settled(body.at(**own, cij=here, cji=there))


def settled(tree: Formula) -> Formula:
    """With the case that is taken in each `ifzero` whose test is a number."""
    swap: dict[Formula, Formula] = {}
    for node in tree.walk():
        if node.op == "ifzero":
            test, then, otherwise = (part.replace(swap) for part in node.args)
            known = not test.symbols() and holds(Atom(test, "defined"), {})
            zero = holds(Atom(test, "=="), {}) if known else None
            if zero is not None:
                swap[node] = then if zero else otherwise
    return tree.replace(swap)


def unfulfilled(
    subject: EveryClasses, classes: int, against: Verdict, times: Formula
) -> tuple[Goal, ...]:
    """What makes a property of positive cells fail for every m > `classes`, as its counterexample
    at so many classes does: at so many times the matrices that are filled up."""
    if subject.measure.parameters and against.property in (
        "class-decomposable",
        "chance-corrected",
    ):
        raise FormulaError("a measure with parameters is not filled up here")
    match against.property:
        case "class-sensitive":
            alike = tuple(_insensitive(subject, classes, same) for same in (True, False))
            return (*alike, _somewhere(subject, classes))
        case "class-decomposable":
            found = _no_exponent(subject, classes, against.value, times)
        case "prevalence-invariant":
            found = _scaled(subject, classes, against, times)
        case "chance-corrected":
            return (_near_one(subject, classes, against.value),)
        case _:
            raise CertificateError(f"{against.property} is refuted at its own point")
    many, larger = (Variable("m", "natural"),), (Atom(MANY - (classes + 1), ">="),)
    return tuple(Goal(many, larger, atom, label="for every larger m") for atom in found)


def _scaled(subject: EveryClasses, classes: int, against: Verdict, times: Formula) -> list[Atom]:
    """The true classes are multiplied by numbers > 0 of their own, each added one by 1: the matrix
    and the other one have values, which differ."""
    square, place = Square.of(classes), point_of(against)
    factors = [place[f"s{i + 1}"] for i in range(classes)]
    cells = [[times * square.at(i, j).at(**place) for j in range(classes)] for i in range(classes)]
    larger = [[s * cell for cell in row] for s, row in zip(factors, cells, strict=True)]
    given = {name: place[name] for name in subject.measure.parameters}
    one = filled_at(subject, cells, [ONE] * classes).at(**given)
    other = filled_at(subject, larger, factors).at(**given)
    return [Atom(one, "defined"), Atom(other, "defined"), Atom(other - one, "!=")]


def point_of(against: Verdict) -> Mapping[str, Formula]:
    """The variables of a counterexample, parameters too, as numbers."""
    if against.witness is None:
        raise CertificateError(f"{against.property} is refuted by a counterexample")
    texts = {**against.witness.point, **against.witness.parameters}
    return {name: parse(text, names={}) for name, text in texts.items()}


def _no_exponent(subject: EveryClasses, classes: int, value: Any, times: Formula) -> list[Atom]:
    """As for few classes (see the property): two values of the ratio that would be 1 - p, or a
    mixed derivative alone.  Cells of the few classes that share no class share none of m."""
    reading = filled(subject, classes)
    tree = positive(reading)

    def matrix(texts: Any) -> dict[str, Formula]:
        return {name: times * cell for name, cell in matrix_of(reading, texts).items()}

    if value["no p"]:
        places = [matrix(texts) for _, texts in value["no p"]]
        couples = [(str(x), str(y)) for (x, y), _ in value["no p"]]
        if len(places) != 2 or not set(couples) <= set(apart(reading)):
            raise CertificateError("two pairs of cells that share no class are compared")
        above = [Atom(tree.at(**place), ">") for place in places]
        one, other = (ratio(reading, x, y).at(**place)
                      for (x, y), place in zip(couples, places, strict=True))  # fmt: skip
        return [*above, Atom(one - other, "!=")]
    x, y = map(str, value["mixed"])
    if (x, y) not in apart(reading):
        raise CertificateError("the cells share a class")
    place = matrix(value["matrix"])
    first = slope(tree, x).at(**place) * slope(tree, y).at(**place)
    mixed = slope(tree, x, y).at(**place)
    return [Atom(tree.at(**place), ">"), Atom(first, "=="), Atom(mixed, "!=")]


def _near_one(subject: EveryClasses, classes: int, value: Any) -> Goal:
    """Along the weights the value is at least 1 - m^2/e, for e = 1, 2, ...: the supremum at m is
    not below 1."""
    weights = weights_of(value["weights"], 2 * classes)
    e = symbol("e")
    here = at_random(subject, weights[:classes], weights[classes:])
    return Goal(
        (Variable("m", "natural"), Variable("e", "natural")),
        (Atom(MANY - (classes + 1), ">="), Atom(e - 1, ">=")),
        Atom(here - (ONE - MANY**2 / e), ">="),
        label="the value comes near 1 for every larger m",
    )


def _somewhere(subject: EveryClasses, classes: int) -> Goal:
    """The measure has a value where all cells are 1: of none that has no value anything is said."""
    one = filled_at(subject, [[ONE] * classes] * classes, [ONE] * classes)
    return Goal(
        (Variable("m", "natural"), *subject.measure.variables),
        (Atom(MANY - (classes + 1), ">="), *subject.measure.conditions),
        Atom(one, "defined"),
        label="a value where all cells are 1",
    )


#: The letters of two classes, and of two others.
_LETTERS = [f"{letter}_{role}" for letter in "abc" for role in "ij"]
_OTHERS = {name: symbol(f"{name}2") for name in _LETTERS}


def _insensitive(subject: EveryClasses, classes: int, same: bool) -> Goal:
    """All right cells (i, i) have one derivative, if `same`; else all wrong cells (i, j) have one.

    The derivative in a cell is a formula in the letters of its two classes and in sums over all
    classes (`class_sums.slope`): at any other letters > 0 it has the same value, whatever numbers
    the sums are.  Only sums of the measure itself may stand in it: they are defined where it is.
    """
    tree = subject.tree
    if "pairs" in tree.ops:
        raise FormulaError("the derivative of a sum over pairs is not for every m")
    if not set(subject.measure.parameters).isdisjoint(map(str, _OTHERS.values())):
        raise FormulaError("a parameter has the name of a letter of a class")
    change = class_slope(tree, same)
    known = sums_of(tree)
    if not set(sums_of(change)) <= set(known):
        raise FormulaError("the derivative speaks of other sums than the measure")
    names = {node: symbol(f"sum{number}") for number, node in enumerate(known, 1)}
    here, change = tree.replace(names), change.replace(names)
    other = change.at(**_OTHERS)
    letters = [*_LETTERS, *map(str, _OTHERS.values())]
    return Goal(
        (Variable("n", "positive"), Variable("m", "natural"),
         *(Variable(name, "positive") for name in letters),
         *(Variable(str(name), "real") for name in names.values()), *subject.measure.variables),
        (Atom(MANY - (classes + 1), ">="), *subject.measure.conditions, Atom(here, "defined")),
        Atom(change - other, "=="),
        label="all right cells alike" if same else "all wrong cells alike",
    )  # fmt: skip
