"""A counterexample for every larger number of classes: one of few classes, with classes added.

Added are classes that are empty, or that have one element each, which is right.  The value at the
padded matrix is a formula in m and the cells of the few classes: each sum over classes is that over
these, and m less their number times the term of an added class.  So it is a measure of few classes
with the parameter m, and a goal of the property that fails for it at a point, for every m, is one
that fails for the measure of m classes at the padded point (`PADS` says for which properties).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import factorial, prod
from typing import Any

from symbolic_measures.kernel.expectation import tables
from symbolic_measures.kernel.truth import holds
from symbolic_measures.macros import replay
from symbolic_measures.meaning.conditions import opposite
from symbolic_measures.meaning.every_class import NOT_SEEN_AFFINE, ONE, EveryClasses, is_affine
from symbolic_measures.meaning.filling import (
    FILLED,
    FULL,
    filled,
    of_pair,
    point_of,
    settled,
    unfulfilled,
)
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import Square, cell_names, second, summed
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import MANY, pairs_of, sums_of
from symbolic_measures.nouns.verdict import Step, Verdict, Witness

EMPTY, RIGHT = 0, 1
#: The largest power of m by which cells are multiplied.
MOST = 4
#: How many elements the added classes may have.  A padded diagonal matrix is diagonal; the same
#: move, permutation or exchange leads from one padded matrix to the other; no labeling is constant
#: that was not; three labelings stay three labelings.  Right elements spoil a zero diagonal, and a
#: multiple of a matrix; of a baseline see `_baselines`.
PADS: dict[str, tuple[int, ...]] = {
    **dict.fromkeys((
        "maximal-agreement", "class-symmetry", "symmetry", "distance", "monotone",
        "weakly-monotone", "strongly-monotone", "weakly-strongly-monotone",
    ), (EMPTY, RIGHT)),
    **dict.fromkeys(("minimal-agreement", "scale-invariance"), (EMPTY,)),
    **dict.fromkeys(("constant-baseline", "approximate-constant-baseline"), (EMPTY, RIGHT)),
    **FILLED,
}  # fmt: skip
Sizes = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Family:
    """The elements of each added class, and proofs that it fails for every larger m.

    A matrix of few classes that is filled up is m^`power` times that of the counterexample.
    """

    right: int
    steps: tuple[Step, ...]
    power: int = 0

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        power = {"power": self.power} if self.power else {}
        return {"right": self.right, **power, "proofs": [step.to_data() for step in self.steps]}

    @classmethod
    def from_data(cls, data: Any) -> Family:
        """Inverse of `to_data`; CertificateError for anything else."""
        if not isinstance(data, dict) or set(data) - {"power"} != {"right", "proofs"}:
            raise CertificateError("a family has the parts right and proofs, and may have a power")
        power = data.get("power", 0)
        if type(data["right"]) is not int or not isinstance(data["proofs"], list):
            raise CertificateError("right is a number, proofs is a list")
        if type(power) is not int or not 0 <= power <= MOST or ("power" in data) is (power == 0):
            raise CertificateError(f"a power is a number from 1 to {MOST}, or is not there")
        return cls(data["right"], tuple(map(Step.from_data, data["proofs"])), power)

    def check(self, subject: EveryClasses, classes: int, against: Verdict) -> None:
        """CertificateError unless the padded counterexample is one for every larger m."""
        wanted = failing(subject, classes, against, self.right, self.power)
        if len(wanted) != len(self.steps):
            raise CertificateError(f"a family needs {len(wanted)} proofs, not {len(self.steps)}")
        for goal, step in zip(wanted, self.steps, strict=True):
            replay(goal, step)


def padded(subject: EveryClasses, classes: int, right: int) -> Reading:
    """The measure at matrices of few classes to which m less their number are added.

    Where the term of two added classes has no value it has none with one added class either, though
    the measure may: less is defined than could be, and no value is another one.
    """
    if "q" in subject.tree.symbols():
        raise FormulaError("a calibrated measure is not padded")
    square, own, plain = Square.of(classes), subject.at(classes).measure, formula(right)
    added = MANY - classes
    size = square.size + added * plain if right else square.size
    few = [{"a": square.true(i), "b": square.predicted(i), "c": square.at(i, i)}
           for i in range(classes)]  # fmt: skip
    one = dict.fromkeys("abc", plain)
    swap: dict[Formula, Formula] = {}
    for node in sums_of(subject.tree):
        body = node.args[0].at(n=size)
        swap[node] = whole([body.at(**letters) for letters in few], [(added, body.at(**one))])
    for node in pairs_of(subject.tree):
        body = node.args[0].at(n=size)
        couples = [
            of_pair(body, few[i], few[j], square.at(i, j), square.at(j, i))
            for i, j in product(range(classes), repeat=2)
            if i != j
        ]
        mixed = [of_pair(body, *pair) for own in few for pair in ((own, one), (one, own))]
        more = [(added, term) for term in mixed]
        swap[node] = whole(couples, [*more, (added * (added - 1), of_pair(body, one, one))])
    tree = subject.tree.replace(swap).at(n=size)
    return Reading(replace(own, formula=tree, parameters=(*own.parameters, "m")))


def whole(terms: list[Formula], more: list[tuple[Formula, Formula]]) -> Formula:
    """The sum of some terms, and of others so many times each; those that are 0 are left out."""
    found = list(terms)
    for times, term in more:
        if term.symbols() or holds(Atom(term, "=="), {}) is not True:
            found.append(times * term)
    return summed(found)


def failing(
    subject: EveryClasses, classes: int, against: Verdict, right: int, power: int = 0
) -> tuple[Goal, ...]:
    """What makes the padded point of a counterexample one for every m > `classes`.

    The hypotheses of its goal hold there, and its conclusion has a value that is false.
    """
    if power and (right != FULL or against.property == "chance-corrected"):
        raise CertificateError("only a matrix that is filled up is multiplied")
    many = MANY**power if power else ONE
    witness = against.witness
    if right not in PADS.get(against.property, ()) or witness is None:
        raise CertificateError(f"{against.property} is not refuted by padding with {right}")
    if against.property == "constant-baseline" or (
        against.property == "approximate-constant-baseline" and right == RIGHT
    ):
        gap = _gap(subject, classes, witness, right)
        given = (Atom(MANY - (classes + 1), ">="),)
        return tuple(_for_every_m(Atom(gap, rel), given) for rel in ("defined", "!="))
    if against.property in FILLED and against.property != "opitz-monotone":
        return unfulfilled(subject, classes, against, many)
    reading = filled(subject, classes) if right == FULL else padded(subject, classes, right)
    goal = PROPERTIES[against.property].statement(reading).goals[witness.goal]
    place = point_of(against)
    if power:
        cells = reading.measure.cells
        place = {name: value * many if name in cells else value for name, value in place.items()}
    if set(place) != {variable.name for variable in goal.variables} - {"m"}:
        raise CertificateError("the point of the counterexample is another one")
    given = (Atom(MANY - (classes + 1), ">="),)
    found = [_there(atom, place) for atom in goal.hypotheses]
    found.append(opposite(_there(goal.conclusion, place)))
    return tuple(_for_every_m(atom, given) for atom in found)


def _gap(subject: EveryClasses, classes: int, witness: Witness, right: int) -> Formula:
    """The difference of the two baselines that a counterexample compares, with classes added."""
    exact = witness.kind == "expectation"
    one, other = (
        _baseline(subject, sizes, right, exact) for sizes in _sizes(classes, witness, exact)
    )
    parameters = {name: parse(text, names={}) for name, text in witness.parameters.items()}
    return (one - other).at(**parameters)


def _sizes(classes: int, witness: Witness, exact: bool) -> list[Sizes]:
    """The true and the predicted sizes of the classes, of each of the two baselines."""
    found: list[Sizes] = []
    for matrix in witness.matrices if exact else _blocks(classes, witness):
        cells = tuple(map(int, matrix))
        if exact and classes == 2:
            n, true, predicted = cells
            found.append(((true, n - true), (predicted, n - predicted)))
        elif exact:
            found.append((cells[:classes], cells[classes:]))
        else:
            rows = [cells[i * classes : (i + 1) * classes] for i in range(classes)]
            found.append((tuple(map(sum, rows)), tuple(map(sum, zip(*rows, strict=True)))))
    if len(found) != 2 or any(max(predicted) >= sum(true) for true, predicted in found):
        raise CertificateError("two baselines of predictions that are not constant are compared")
    return found


def _blocks(classes: int, witness: Witness) -> tuple[tuple[str, ...], ...]:
    """The cells of the two matrices whose sizes are compared."""
    names = cell_names(classes)
    return tuple(tuple(witness.point[name] for name in own) for own in (names, second(names)))


def _baseline(subject: EveryClasses, sizes: Sizes, right: int, exact: bool) -> Formula:
    """The expectation over random predictions of these sizes, with classes added; or the value at
    the expected matrix.

    If the added classes are empty, no prediction has an element in one, and the outcomes are those
    of the few classes.  If each has one true and one predicted element, the expectation is the
    value at the expected matrix a_i*b_j/n for a measure that is affine in c (`is_affine`), of which
    all outcomes are defined if one is.
    """
    true, predicted = sizes
    if exact and right == EMPTY:
        plain = padded(subject, len(true), EMPTY).formula
        ways = prod(map(factorial, true)) * prod(map(factorial, predicted))
        terms = []
        for cells in tables(true, predicted):
            chance = Fraction(ways, prod(map(factorial, cells)) * factorial(sum(true)))
            place = dict(zip(cell_names(len(true)), map(formula, cells), strict=True))
            terms.append(formula(chance) * settled(plain.at(**place)))
        return summed(terms)
    if exact and not is_affine(subject.tree):
        raise FormulaError(NOT_SEEN_AFFINE)
    if "q" in subject.tree.symbols() or "pairs" in subject.tree.ops:
        raise FormulaError("a measure that is calibrated, or speaks of pairs, is not padded")
    added = MANY - len(true)
    size = formula(sum(true)) + added if right else formula(sum(true))
    swap: dict[Formula, Formula] = {}
    for node in sums_of(subject.tree):
        terms = []
        for a, b in zip((*true, right), (*predicted, right), strict=True):
            own = {"a": formula(a), "b": formula(b), "c": formula(a * b) / size}
            terms.append(node.args[0].at(**own, n=size))
        swap[node] = whole(terms[:-1], [(added, terms[-1])])
    return subject.tree.replace(swap).at(n=size)


def _for_every_m(atom: Atom, given: tuple[Atom, ...]) -> Goal:
    """The goal that it holds for every larger m; for one m alone, if it does not speak of m."""
    if "m" not in atom.expr.symbols():
        return Goal((), (), atom, label="for every m")
    return Goal((Variable("m", "natural"),), given, atom, label="for every larger m")


def _there(atom: Atom, place: Mapping[str, Formula]) -> Atom:
    return Atom(settled(atom.expr.at(**place)), atom.rel)
