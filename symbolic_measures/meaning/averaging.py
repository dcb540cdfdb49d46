"""Averages of a binary measure over the classes, and the unknown binary measure M itself.

"Macro averaging preserves symmetry" says: for every binary measure M that is symmetric, the mean of
M over the one-vs-all matrices of m classes is symmetric.  M is unknown here.  It has a value

- `all`: at every matrix with cells >= 0 and n > 0, and the average is looked at everywhere; or
- `present`: at least where neither labeling is constant, and the average is looked at only at
  matrices where every class occurs in both labelings (then no one-vs-all labeling is constant).

`averaging_parts` says what has to be shown of M, `averaging_proofs` when that follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from symbolic_measures.meaning.instances import VALUE
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.property import C
from symbolic_measures.nouns.confusion import CELLS, Square, summed
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable

Matrix = tuple[Formula, ...]
#: The average of a binary measure over the classes.
AVERAGINGS = {
    "micro": "M of the sum of the one-vs-all matrices",
    "macro": "the mean over the classes of M of each class against the rest",
    "weighted": "the mean over the classes of M of each class against the rest, with the weights "
    "a_i/n, the shares of the true classes",
}
WHERE: dict[str, str] = {
    "all": "all matrices; a binary measure has a value at every matrix",
    "present": "matrices where every class occurs in both labelings; a binary measure has a value "
    "at least where neither labeling is constant",
}
#: What is asked of an average: properties without answers that speak of any number of classes.
ASKED = (
    "maximal-agreement", "minimal-agreement", "class-symmetry", "symmetry", "distance", "monotone",
    "weakly-monotone", "strongly-monotone", "weakly-strongly-monotone", "constant-baseline",
    "approximate-constant-baseline", "scale-invariance",
)  # fmt: skip
#: The exact expectation of the unknown measure over random predictions: sizes P, N, P^, N^.
EXPECTED = "expected"
#: The number of classes at which an average is shown to fail.
CLASSES = 3
ZERO = formula(0)
ANYTHING = Measure("M", "M", Formula(VALUE, *C))


def averaged(averaging: str, reading: Reading, where: str, classes: int = CLASSES) -> Reading:
    """The average of a binary measure (with its conventions), as a measure of several classes.

    Where every class must be `present`, it is undefined at matrices with an empty row or column.
    """
    square = Square.of(classes)
    many = range(classes)

    def value(matrix: Iterable[Formula]) -> Formula:
        return reading.formula.at(**dict(zip(CELLS, matrix, strict=True)))

    own = [square.against_rest(i) for i in many]
    if averaging == "micro":
        tree = value(summed(cells) for cells in zip(*own, strict=True))
    elif averaging == "macro":
        tree = summed(map(value, own)) / formula(classes)
    else:
        tree = summed(square.true(i) * value(own[i]) for i in many) / square.size
    if where == "present":
        sizes = [size(i) for size in (square.true, square.predicted) for i in many]
        product = sizes[0]
        for size in sizes[1:]:
            product = product * size
        tree = Formula("ifzero", product, ZERO / product, tree)
    name = f"{averaging}(M)"
    return Reading(Measure(name, name, tree, classes=classes))


def total(reading: Reading, where: str) -> Statement:
    """A binary measure has a value at every matrix; or where neither labeling is constant."""
    variables = tuple(Variable(name, "nonnegative") for name in CELLS)
    sizes = [summed(C)] if where == "all" else margins(C)
    hypotheses = tuple(Atom(size, ">") for size in sizes)
    goal = Goal(variables, hypotheses, Atom(reading.formula, "defined"), label="it has a value")
    words = {"all": "at every matrix.", "present": "wherever neither labeling is constant."}
    return Statement("total", reading.measure.name, f"It has a value {words[where]}", (goal,))


def margins(matrix: Sequence[Formula]) -> list[Formula]:
    tp, fn, fp, tn = matrix
    return [tp + fn, fp + tn, tp + fp, fn + tn]


def value_at(matrix: Iterable[Formula]) -> Formula:
    return Formula(VALUE, *matrix)


def expectation(matrix: Sequence[Formula]) -> Formula:
    return Formula(EXPECTED, *margins(matrix))


def at_least_one(*sums: Formula) -> tuple[Atom, ...]:
    return tuple(Atom(total_ - 1, ">=") for total_ in sums)


def usable(where: str, *matrices: Sequence[Formula]) -> tuple[Atom, ...]:
    """A one-vs-all matrix has an element; with all classes present, of each class and label."""
    return at_least_one(
        *(size for m in matrices for size in ([summed(m)] if where == "all" else margins(m)))
    )


def sentence(averaging: str, property_id: str, where: str) -> str:
    """What is decided, in words."""
    return (
        f"For every binary measure with {property_id}, its {averaging} average has "
        f"{property_id}, on {WHERE[where]}."
    )
