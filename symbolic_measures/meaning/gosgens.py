"""The properties of gosgens2021, and that a measure does not depend on TN.

"There is a constant c" is eliminated: maximal agreement says that all defined diagonal matrices
have one value and every other defined matrix a smaller one.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from typing import Any

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import (
    ZERO,
    C,
    Matrix,
    Words,
    at,
    at_least_one,
    comparison,
    declare,
    declare_of_order,
    gain,
    minus,
    square,
)
from symbolic_measures.nouns.confusion import (
    CELLS,
    FN,
    FP,
    SIZE,
    TN,
    TP,
    Square,
    labelings,
    second,
    summed,
)
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable

#: How the steps of the monotone properties are told.
AFTER_STEP = Words(("after the step {label}, at ",))


def _nonunary(matrix: Square, *more: Formula) -> list[Atom]:
    """No row or column sum is n: outside of each row and each column there is an element."""
    classes = range(matrix.classes - 1, -1, -1)
    rows = [matrix.outside_true(own) for own in classes]
    columns = [matrix.outside_predicted(own) for own in classes]
    return at_least_one(*rows, *columns, *more)


def _agreement(reading: Reading, highest: bool) -> list[Goal]:
    """The matrices with only right (wrong) cells have one value; all others are below (above)."""
    matrix, names = square(reading), reading.measure.cells
    extreme, others = matrix.diagonal, matrix.errors
    if not highest:
        extreme, others = others, extreme
    doubled = second(names)
    own, own2 = tuple(names[i] for i in extreme), tuple(doubled[i] for i in extreme)
    first = [symbol(name) if name in own else ZERO for name in names]
    other = [symbol(name) if name in own2 else ZERO for name in doubled]
    size, size2 = summed(map(symbol, own)), summed(map(symbol, own2))
    rest = summed(matrix.cells[i] for i in others)
    which = "diagonal" if highest else "zero-diagonal"
    return [
        comparison(
            reading, f"all {which} matrices have one value", (first, other), (own, own2),
            at_least_one(size, size2), minus, "==",
        ),
        comparison(
            reading, f"every other matrix is {'below' if highest else 'above'} it",
            (matrix.cells, other), (names, own2), at_least_one(rest, size2),
            gain if highest else minus, ">",
        ),
    ]  # fmt: skip


@declare_of_order(
    "maximal-agreement",
    "All diagonal matrices have one value, and every other matrix has a smaller one.",
    "gosgens2021, Definition 1",
    presupposed=(0,),
    words=Words(
        ("at the other diagonal matrix ", "at the diagonal matrix "),
        constant="{value} on diagonal matrices",
    ),
)
def _maximal_agreement(reading: Reading, value: Any) -> list[Goal]:
    return _agreement(reading, True)


@declare_of_order(
    "minimal-agreement",
    "All matrices with a zero diagonal have one value, and every other matrix has a larger one.",
    "gosgens2021, Definition 2",
    presupposed=(0,),
    words=Words(
        ("at the other zero-diagonal matrix ", "at the zero-diagonal matrix "),
        constant="{value} on zero-diagonal matrices",
    ),
)
def _minimal_agreement(reading: Reading, value: Any) -> list[Goal]:
    return _agreement(reading, False)


def _swap(reading: Reading, label: str, other: Square) -> Goal:
    names, matrix = reading.measure.cells, square(reading)
    pair = (matrix.cells, other.cells)
    return comparison(reading, label, pair, (names,), at_least_one(matrix.size), minus, "==")


@declare_of_order(
    "class-symmetry", "Exchanging classes does not change the value.",
    "gosgens2021, Definition 4", words=Words(("with the {label}, at ",)),
)  # fmt: skip
def _class_symmetry(reading: Reading, value: Any) -> list[Goal]:
    """A goal for each permutation of the classes: between two of them a value may be missing."""
    matrix = square(reading)
    if matrix.classes == 2:
        return [_swap(reading, "classes exchanged", matrix.permuted((1, 0)))]
    orders = list(permutations(range(matrix.classes)))[1:]
    return [
        _swap(
            reading,
            f"classes taken in the order {', '.join(str(i + 1) for i in order)}",
            matrix.permuted(order),
        )
        for order in orders
    ]


@declare_of_order(
    "symmetry", "Exchanging truth and prediction does not change the value.",
    "gosgens2021, Definition 3", words=Words(("with {label}, at ",)),
)  # fmt: skip
def _symmetry(reading: Reading, value: Any) -> list[Goal]:
    return [_swap(reading, "truth and prediction exchanged", square(reading).transposed())]


def _pair(classes: int, first: int, second: int) -> Matrix:
    """The confusion matrix of two of the labelings A, B, C (0, 1, 2), the first taken as truth."""
    labels = "10" if classes == 2 else "123456789"[:classes]
    names = [(name[2:], name) for name in labelings(classes)]
    return tuple(
        summed(symbol(name) for word, name in names if word[first] + word[second] == true + other)
        for true, other in product(labels, repeat=2)
    )


@declare(
    "distance",
    "Symmetry and maximal agreement hold, and c - M, with c the value of the diagonal matrices, "
    "satisfies the triangle inequality for all labelings A, B, C of the same elements.",
    "gosgens2021, Definition 5",
    words=Words(holds="symmetry, maximal agreement and the triangle inequality are proved"),
    presupposed=(1,),
)
def _distance(reading: Reading, value: Any) -> list[Goal]:
    """The triangle inequality, c - M(A,C) <= (c - M(A,B)) + (c - M(B,C)), is about the m^3 numbers
    of elements with given labels in A, B and C.

    It is stated for the value c of each diagonal matrix that has one.
    """
    classes, names = reading.measure.classes, labelings(reading.measure.classes)
    doubled = tuple(second(reading.measure.cells)[i] for i in square(reading).diagonal)
    cells = second(reading.measure.cells)
    right = tuple(symbol(name) if name in doubled else ZERO for name in cells)
    pairs = tuple(_pair(classes, *pair) for pair in ((0, 1), (1, 2), (0, 2)))
    values = tuple(at(reading.score, matrix) for matrix in (*pairs, right))
    ab, bc, ac, diagonal = values
    numbers = tuple(map(symbol, names))
    natural = tuple(Variable(name, "natural") for name in (*names, *doubled))
    triangle = Goal(
        natural + reading.measure.variables,
        (
            *reading.measure.conditions,
            *at_least_one(summed(numbers), summed(map(symbol, doubled))),
            *dict.fromkeys(Atom(tree, "defined") for tree in values),
        ),
        Atom(diagonal - ((ab + bc) - ac), ">="),
        (numbers,),
        values,
        (names, doubled),
        "the triangle inequality",
    )
    return [*_symmetry(reading, None), *_maximal_agreement(reading, None), triangle]


def _step(reading: Reading, rel: Relation, hypotheses: list[Atom], **move: int) -> Goal:
    names, cells = reading.measure.cells, square(reading).cells
    after = [cell + move[n] if move.get(n, 0) > 0 else cell - 1 if n in move else cell
             for n, cell in zip(names, cells, strict=True)]  # fmt: skip
    leaving = [symbol(name) for name, by in move.items() if by < 0]
    arrow = ", ".join(f"{name} {'+' if by > 0 else '-'} 1" for name, by in move.items())
    all_of = [*at_least_one(*leaving), *hypotheses]
    return comparison(reading, arrow, (cells, after), (names,), all_of, gain, rel)


def _monotone(reading: Reading, rel: Relation) -> list[Goal]:
    """The error (a, b) becomes (a, a) or (b, b)."""
    matrix, names = square(reading), reading.measure.cells
    given, found = _nonunary(matrix), []
    for place in matrix.errors:
        ends = sorted(label * (matrix.classes + 1) for label in divmod(place, matrix.classes))
        for end in ends:
            found.append(_step(reading, rel, given, **{names[place]: -1, names[end]: 1}))
    return found


@declare_of_order(
    "monotone",
    "Correcting one error (FN or FP becomes TP or TN) makes the value larger, where neither "
    "labeling is constant.",
    "gosgens2021, Definition 6",
    words=AFTER_STEP,
)
def _strictly_monotone(reading: Reading, value: Any) -> list[Goal]:
    return _monotone(reading, ">")


@declare_of_order(
    "weakly-monotone",
    "Correcting one error never makes the value smaller, where neither labeling is constant.",
    "gosgens2021, Definition 6 with <=",
    words=AFTER_STEP,
    stronger="monotone",
)
def _weakly_monotone(reading: Reading, value: Any) -> list[Goal]:
    return _monotone(reading, ">=")


def _strong(reading: Reading, rel: Relation) -> list[Goal]:
    """One element added to the diagonal or taken from off it.

    The definition does not say by how much an entry grows or shrinks.  Stated are single steps, as
    in Definition 6.  A larger step is a chain of single ones, each within the exclusions if the
    first matrix is; so nothing is lost, unless the measure is undefined at a matrix in between.
    """
    matrix, names = square(reading), reading.measure.cells
    diagonal, errors = matrix.diagonal, matrix.errors
    some_error = _nonunary(matrix, summed(matrix.cells[i] for i in errors))
    some_right = _nonunary(matrix, summed(matrix.cells[i] for i in diagonal))
    right = [_step(reading, rel, some_error, **{names[i]: 1}) for i in diagonal]
    wrong = [_step(reading, rel, some_right, **{names[i]: -1}) for i in errors]
    return right + wrong


@declare_of_order(
    "strongly-monotone",
    "One more TP or TN, or one FN or FP less, makes the value larger, where neither labeling is "
    "constant and the two matrices are not both diagonal or both zero-diagonal.",
    "gosgens2021, Definition 7",
    words=AFTER_STEP,
)
def _strongly_monotone(reading: Reading, value: Any) -> list[Goal]:
    return _strong(reading, ">")


@declare_of_order(
    "weakly-strongly-monotone",
    "One more TP or TN, or one FN or FP less, never makes the value smaller, with the exclusions "
    "of strong monotonicity.",
    "gosgens2021, Definition 7 with <=",
    words=AFTER_STEP,
    stronger="strongly-monotone",
)
def _weakly_strongly_monotone(reading: Reading, value: Any) -> list[Goal]:
    return _strong(reading, ">=")


@declare(
    "constant-baseline",
    "The exact expectation over random predictions of given sizes is one constant, for all n, "
    "all true labelings and all non-unary predicted sizes whose outcomes are all defined.",
    "gosgens2021, Definition 8",
    words=Words(
        said="The exact expectation over random predictions of given sizes is one constant, for "
        "all n, all true labelings and all predicted sizes of at least two classes whose outcomes "
        "are all defined."
    ),
)
def _constant_baseline(reading: Reading, value: Any) -> list[Goal]:
    names = reading.measure.cells
    variables = tuple(Variable(name, "natural") for name in names)
    return [
        Goal(
            variables + reading.measure.variables,
            reading.measure.conditions,
            Atom(reading.score, "constant-mean"),
            blocks=(names,),
            label="the expectation is constant",
        )
    ]


def independent(matrix: Iterable[Formula]) -> Matrix:
    """The matrix a_i*b_j/n with the sizes of the given one."""
    given = Square(tuple(matrix))
    classes = range(given.classes)
    sizes = [given.true(i) for i in classes], [given.predicted(j) for j in classes]
    return tuple(a * b / given.size for a, b in product(*sizes))


@declare_of_order(
    "approximate-constant-baseline",
    "The value at the expected matrix a_i*b_j/n is one constant, for all sizes with a non-unary "
    "prediction.",
    "gosgens2021, Definition 9",
    words=Words(
        ("at the other expected matrix ",),
        constant="the value is {value} at every expected matrix",
        said="The value at the expected matrix a_i*b_j/n is one constant, for all sizes where at "
        "least two classes are predicted.",
    ),
)
def _approximate_constant_baseline(reading: Reading, value: Any) -> list[Goal]:
    names = reading.measure.cells
    doubled = second(names)
    other = Square(tuple(map(symbol, doubled)))
    hypotheses = [*_some_of_each(square(reading)), *_some_of_each(other)]
    matrices = (independent(square(reading).cells), independent(other.cells))
    return [
        comparison(
            reading, "two expected matrices", matrices, (names, doubled), hypotheses, minus, "=="
        )
    ]


def _some_of_each(matrix: Square) -> list[Atom]:
    """The prediction is not constant."""
    classes = range(matrix.classes - 1, -1, -1)
    return at_least_one(*(matrix.outside_predicted(own) for own in classes))


K = symbol("k")


@declare_of_order(
    "tn-invariance", "The value does not depend on TN.", "D. Powers 2011; the field's usage",
    words=Words(("with {k} more TN, at ",)),
)  # fmt: skip
def _tn_invariance(reading: Reading, value: Any) -> list[Goal]:
    return [
        comparison(
            reading, "TN + k", (C, (TP, FN, FP, TN + K)), (CELLS, ("k",)),
            at_least_one(SIZE, K), minus, "==",
        )
    ]  # fmt: skip


@declare_of_order(
    "scale-invariance", "Multiplying the matrix by k = 1, 2, 3, ... does not change the value.",
    "gosgens2021, Definition 11", words=Words(("multiplied by {k}, at ",)),
)  # fmt: skip
def scale_invariance(reading: Reading, value: Any) -> list[Goal]:
    return [
        comparison(
            reading, "k times the matrix",
            (square(reading).cells, tuple(K * cell for cell in square(reading).cells)),
            (reading.measure.cells, ("k",)),
            at_least_one(square(reading).size, K), minus, "==",
        )
    ]  # fmt: skip


#: What `check` decides of a measure of several classes.
GOSGENS_CLASSES = (
    "maximal-agreement",
    "minimal-agreement",
    "class-symmetry",
    "symmetry",
    "distance",
    "monotone",
    "weakly-monotone",
    "strongly-monotone",
    "weakly-strongly-monotone",
    "constant-baseline",
    "approximate-constant-baseline",
    "scale-invariance",
    "range",
)
#: What `check` decides, in the order of its table.
GOSGENS_BINARY = (
    "maximal-agreement",
    "minimal-agreement",
    "class-symmetry",
    "symmetry",
    "distance",
    "monotone",
    "weakly-monotone",
    "strongly-monotone",
    "weakly-strongly-monotone",
    "constant-baseline",
    "approximate-constant-baseline",
    "tn-invariance",
    "scale-invariance",
    "range",
    "undefined-set",
)
