"""What each property says, as goals.  Declaring a property here is all it takes to add one.

The ids and their meaning are final; they stand in files people keep.  A property that compares
two matrices speaks of pairs where the reading defines both sides.  "There is a constant c" is
eliminated: maximal agreement says that all defined diagonal matrices have one value and every
other defined matrix a smaller one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import permutations, product
from math import isqrt
from typing import Any

from symbolic_measures.confusion import (
    CELLS,
    FN,
    FP,
    QUANTITIES,
    SIZE,
    TN,
    TP,
    Square,
    cell_names,
    labelings,
    second,
    summed,
)
from symbolic_measures.formula import (
    Formula,
    FormulaError,
    derivative,
    exponent_of,
    formula,
    symbol,
)
from symbolic_measures.measure import Reading
from symbolic_measures.parser import parse
from symbolic_measures.statement import Atom, Goal, Relation, Statement, Variable

Matrix = tuple[Formula, ...]
Build = Callable[[Reading, Any], list[Goal]]

C: Matrix = (TP, FN, FP, TN)
SECOND = tuple(symbol(name + "2") for name in CELLS)
ZERO = formula(0)


#: Why some properties are not asked of a measure with infinite values.
MORE_THAN_ORDER = "it asks for more than the order of values, and some are infinite in this reading"


@dataclass(frozen=True)
class Property:
    """An id, its meaning in one sentence, its source, and the goals it amounts to.

    A property with `answers` needs a value (the range, the undefined set, a derivative) that
    search proposes and the goals pin down.  `presupposed` are the goals that must not be empty;
    `stronger` is the property of which this one is the weak form, and `weaker_by` says how.
    `as_given`: the formula itself is judged, also where lower is better.  A property with answers
    can only be refuted by a value with the entry `refuted_with`; `tell` says its values in words.
    `of_order`: it speaks only of where the measure is defined and of which of two values is larger,
    at real matrices with cells >= 0 and n > 0; so an increasing function of the measure has it too.
    """

    id: str
    sentence: str
    source: str
    build: Build
    answers: bool = False
    stronger: str = ""
    presupposed: tuple[int, ...] = ()
    weaker_by: str = "<= instead of <"
    as_given: bool = False
    refuted_with: str = ""
    tell: Callable[[Any], str] | None = None
    of_order: bool = False

    def refutable(self, value: Any) -> bool:
        """Whether a counterexample to the statement with this value is one to the property."""
        key = self.refuted_with
        return not self.answers or (bool(key) and isinstance(value, dict) and key in value)

    def statement(self, reading: Reading, value: Any = None) -> Statement:
        """The statement that the property (with this value) makes of a reading.

        Raises FormulaError if the value has not the form that this property's values have, or if
        the reading has infinite values and the property asks for more than their order.
        """
        if reading.extended is not None and not self.of_order:
            raise FormulaError(f"{self.id}: {MORE_THAN_ORDER}")
        try:
            goals = tuple(self.build(reading, value))
        except (KeyError, TypeError, IndexError, AttributeError) as error:
            raise FormulaError(f"{self.id}: malformed value ({error})") from None
        sentence = self.sentence
        if self.answers and value is not None:
            sentence = f"{sentence} {self.tell(value) if self.tell else describe(self.id, value)}"
        return Statement(self.id, reading.measure.name, sentence, goals, self.presupposed)


PROPERTIES: dict[str, Property] = {}


def _property(id: str, sentence: str, source: str, **more: Any) -> Callable[[Build], Build]:
    def register(build: Build) -> Build:
        PROPERTIES[id] = Property(id, sentence, source, build, **more)
        return build

    return register


def _of_order(id: str, sentence: str, source: str, **more: Any) -> Callable[[Build], Build]:
    return _property(id, sentence, source, of_order=True, **more)


# --- how goals are written -----------------------------------------------------------------


def at(tree: Formula, matrix: Iterable[Formula]) -> Formula:
    """The measure at a matrix."""
    cells = tuple(matrix)
    return tree.at(**dict(zip(cell_names(isqrt(len(cells))), cells, strict=True)))


def square(reading: Reading) -> Square:
    """The matrix of the measure's classes, in symbols."""
    return Square.of(reading.measure.classes)


def _goal(
    reading: Reading,
    label: str,
    matrices: tuple[Iterable[Formula], ...],
    blocks: tuple[tuple[str, ...], ...],
    hypotheses: Iterable[Atom],
    compare: Callable[..., Formula],
    rel: Relation,
) -> Goal:
    """The goal that `compare` of the measure at the matrices is `rel` 0, where all are defined."""
    cells = tuple(tuple(matrix) for matrix in matrices)
    values = tuple(at(reading.score, matrix) for matrix in cells)
    shown = tuple(at(reading.shown_score, matrix) for matrix in cells)
    variables = tuple(Variable(name, "natural") for block in blocks for name in block)
    defined = dict.fromkeys(Atom(value, "defined") for value in values)
    return Goal(
        variables + reading.measure.variables,
        (*reading.measure.conditions, *hypotheses, *defined),
        Atom(compare(*values), rel),
        cells,
        shown,
        blocks,
        label,
    )


def _at_least_one(*sums: Formula) -> list[Atom]:
    return [Atom(total - 1, ">=") for total in sums]


def _nonunary(matrix: Square, *more: Formula) -> list[Atom]:
    """No row or column sum is n: outside of each row and each column there is an element."""
    classes = range(matrix.classes - 1, -1, -1)
    rows = [matrix.outside_true(own) for own in classes]
    columns = [matrix.outside_predicted(own) for own in classes]
    return _at_least_one(*rows, *columns, *more)


def _minus(left: Formula, right: Formula) -> Formula:
    return left - right


def _after(left: Formula, right: Formula) -> Formula:
    return right - left


# --- gosgens2021 ---------------------------------------------------------------------------


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
        _goal(
            reading, f"all {which} matrices have one value", (first, other), (own, own2),
            _at_least_one(size, size2), _minus, "==",
        ),
        _goal(
            reading, f"every other matrix is {'below' if highest else 'above'} it",
            (matrix.cells, other), (names, own2), _at_least_one(rest, size2),
            _after if highest else _minus, ">",
        ),
    ]  # fmt: skip


@_of_order(
    "maximal-agreement",
    "All diagonal matrices have one value, and every other matrix has a smaller one.",
    "gosgens2021, Definition 1",
    presupposed=(0,),
)
def _maximal_agreement(reading: Reading, value: Any) -> list[Goal]:
    return _agreement(reading, True)


@_of_order(
    "minimal-agreement",
    "All matrices with a zero diagonal have one value, and every other matrix has a larger one.",
    "gosgens2021, Definition 2",
    presupposed=(0,),
)
def _minimal_agreement(reading: Reading, value: Any) -> list[Goal]:
    return _agreement(reading, False)


def _swap(reading: Reading, label: str, other: Square) -> Goal:
    names, matrix = reading.measure.cells, square(reading)
    pair = (matrix.cells, other.cells)
    return _goal(reading, label, pair, (names,), _at_least_one(matrix.size), _minus, "==")


@_of_order(
    "class-symmetry", "Exchanging classes does not change the value.",
    "gosgens2021, Definition 4",
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


@_of_order(
    "symmetry", "Exchanging truth and prediction does not change the value.",
    "gosgens2021, Definition 3",
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


@_property(
    "distance",
    "Symmetry and maximal agreement hold, and c - M, with c the value of the diagonal matrices, "
    "satisfies the triangle inequality for all labelings A, B, C of the same elements.",
    "gosgens2021, Definition 5",
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
            *_at_least_one(summed(numbers), summed(map(symbol, doubled))),
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
    all_of = [*_at_least_one(*leaving), *hypotheses]
    return _goal(reading, arrow, (cells, after), (names,), all_of, _after, rel)


def _monotone(reading: Reading, rel: Relation) -> list[Goal]:
    """The error (a, b) becomes (a, a) or (b, b)."""
    matrix, names = square(reading), reading.measure.cells
    given, found = _nonunary(matrix), []
    for place in matrix.errors:
        ends = sorted(label * (matrix.classes + 1) for label in divmod(place, matrix.classes))
        for end in ends:
            found.append(_step(reading, rel, given, **{names[place]: -1, names[end]: 1}))
    return found


@_of_order(
    "monotone",
    "Correcting one error (FN or FP becomes TP or TN) makes the value larger, where neither "
    "labeling is constant.",
    "gosgens2021, Definition 6",
)
def _strictly_monotone(reading: Reading, value: Any) -> list[Goal]:
    return _monotone(reading, ">")


@_of_order(
    "weakly-monotone",
    "Correcting one error never makes the value smaller, where neither labeling is constant.",
    "gosgens2021, Definition 6 with <=",
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


@_of_order(
    "strongly-monotone",
    "One more TP or TN, or one FN or FP less, makes the value larger, where neither labeling is "
    "constant and the two matrices are not both diagonal or both zero-diagonal.",
    "gosgens2021, Definition 7",
)
def _strongly_monotone(reading: Reading, value: Any) -> list[Goal]:
    return _strong(reading, ">")


@_of_order(
    "weakly-strongly-monotone",
    "One more TP or TN, or one FN or FP less, never makes the value smaller, with the exclusions "
    "of strong monotonicity.",
    "gosgens2021, Definition 7 with <=",
    stronger="strongly-monotone",
)
def _weakly_strongly_monotone(reading: Reading, value: Any) -> list[Goal]:
    return _strong(reading, ">=")


@_property(
    "constant-baseline",
    "The exact expectation over random predictions of given sizes is one constant, for all n, "
    "all true labelings and all non-unary predicted sizes whose outcomes are all defined.",
    "gosgens2021, Definition 8",
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


@_of_order(
    "approximate-constant-baseline",
    "The value at the expected matrix a_i*b_j/n is one constant, for all sizes with a non-unary "
    "prediction.",
    "gosgens2021, Definition 9",
)
def _approximate_constant_baseline(reading: Reading, value: Any) -> list[Goal]:
    names = reading.measure.cells
    doubled = second(names)
    other = Square(tuple(map(symbol, doubled)))
    hypotheses = [*_some_of_each(square(reading)), *_some_of_each(other)]
    matrices = (independent(square(reading).cells), independent(other.cells))
    return [
        _goal(
            reading, "two expected matrices", matrices, (names, doubled), hypotheses, _minus, "=="
        )
    ]


def _some_of_each(matrix: Square) -> list[Atom]:
    """The prediction is not constant."""
    classes = range(matrix.classes - 1, -1, -1)
    return _at_least_one(*(matrix.outside_predicted(own) for own in classes))


# --- also expected by users ----------------------------------------------------------------

K = symbol("k")


@_of_order(
    "tn-invariance", "The value does not depend on TN.", "D. Powers 2011; the field's usage"
)  # fmt: skip
def _tn_invariance(reading: Reading, value: Any) -> list[Goal]:
    return [
        _goal(
            reading, "TN + k", (C, (TP, FN, FP, TN + K)), (CELLS, ("k",)),
            _at_least_one(SIZE, K), _minus, "==",
        )
    ]  # fmt: skip


@_of_order(
    "scale-invariance", "Multiplying the matrix by k = 1, 2, 3, ... does not change the value.",
    "gosgens2021, Definition 11",
)  # fmt: skip
def _scale_invariance(reading: Reading, value: Any) -> list[Goal]:
    return [
        _goal(
            reading, "k times the matrix",
            (square(reading).cells, tuple(K * cell for cell in square(reading).cells)),
            (reading.measure.cells, ("k",)),
            _at_least_one(square(reading).size, K), _minus, "==",
        )
    ]  # fmt: skip


@_property(
    "range",
    "The infimum and the supremum over all matrices where the measure is defined.",
    "the field's usage",
    answers=True,
)
def _range(reading: Reading, value: Any) -> list[Goal]:
    """value: {"infimum": end, "supremum": end}; an end has `value`, and `attained` (a matrix) or
    `approached` (a matrix in e, within 1/e of the value for e = 1, 2, ...; at least e if infinite).
    """
    goals: list[Goal] = []
    if value is None:
        return goals
    names = reading.measure.parameters
    _keys(value, "infimum", "supremum")
    for side, sign in (("infimum", 1), ("supremum", -1)):
        end = value[side]
        infinite = end["value"] == ("-oo" if sign > 0 else "oo")
        _check_end(end, infinite, len(reading.measure.cells))
        bound = ZERO if infinite else parse(end["value"], names={}, parameters=names)
        if not infinite:
            above = _minus if sign > 0 else _after
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


def _keys(value: Any, *keys: str) -> None:
    if not isinstance(value, dict) or set(value) != set(keys):
        raise TypeError(f"the keys are {', '.join(keys)}")


def _check_end(end: Any, infinite: bool, count: int) -> None:
    """Attained at a confusion matrix of whole numbers, or approached along whole polynomials."""
    attained = isinstance(end, dict) and end.get("attained") is not None
    _keys(end, "value", "attained", *(() if attained else ("approached",)))
    cells = end["attained"] if attained else end["approached"]
    if not isinstance(cells, list) or len(cells) != count or (infinite and attained):
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


def _reached(
    reading: Reading, side: str, sign: int, end: Any, bound: Formula, infinite: bool
) -> list[Goal]:
    measure = reading.measure
    if end["attained"]:
        place = [formula(int(cell)) for cell in end["attained"]]
        tree = at(reading.formula, place) - bound
        label = f"{side} attained"
        return [Goal(measure.variables, measure.conditions, Atom(tree, "=="), label=label)]
    e = symbol("e")
    place = [parse(cell, names={}, parameters=("e",)) for cell in end["approached"]]
    here = at(reading.formula, place)
    if infinite:
        gap = -e - here if sign > 0 else here - e
    else:
        gap = bound + formula(1) / e - here if sign > 0 else here - (bound - formula(1) / e)
    variables = (Variable("e", "natural"), *measure.variables)
    large = (*measure.conditions, *_at_least_one(e))
    size = summed(place)
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
    ]


#: The fifteen supports: which cells are positive.
SUPPORTS: tuple[tuple[str, ...], ...] = tuple(
    tuple(name for name, on in zip(CELLS, bits, strict=True) if on)
    for bits in sorted(product((0, 1), repeat=4), reverse=True)
    if any(bits)
)


@_of_order(
    "undefined-set",
    "The matrices where the measure is undefined, by which cells are zero:",
    "semantics of the formula as written",
    answers=True,
)
def _undefined_set(reading: Reading, value: Any) -> list[Goal]:
    """value: the supports (lists of positive cells) on which the measure is undefined."""
    undefined = {tuple(support) for support in value or ()}
    if not isinstance(value, list | None) or undefined - set(SUPPORTS):
        raise TypeError("a list of supports is needed")
    return [
        _pattern(reading, support, "undefined" if support in undefined else "defined")
        for support in (SUPPORTS if value is not None else ())
    ]


def _pattern(reading: Reading, support: tuple[str, ...], rel: Relation) -> Goal:
    """The measure is (un)defined at every matrix with that support."""
    gone = {name: ZERO for name in CELLS if name not in support}
    return Goal(
        tuple(Variable(n, "natural") for n in support) + reading.measure.variables,
        (*reading.measure.conditions, *_at_least_one(*map(symbol, support))),
        Atom(reading.formula.at(**gone), rel),
        blocks=(support,),
        label=", ".join(f"{name} > 0" for name in support),
    )


@_property(
    "extends-literal",
    "Wherever the formula as written is defined, the reading has its value.",
    "semantics of conventions",
)
def _extends_literal(reading: Reading, value: Any) -> list[Goal]:
    measure = reading.measure
    variables = tuple(Variable(name, "natural") for name in CELLS)
    return [
        Goal(
            variables + measure.variables,
            (*measure.conditions, *_at_least_one(SIZE), Atom(measure.formula, "defined")),
            Atom(reading.formula - measure.formula, "=="),
            (C,),
            (reading.formula,),
            (CELLS,),
            "the same value",
        )
    ]


@_property(
    "continuous-extension",
    "What the measure tends to, over real matrices with cells >= 0, at the patterns of zero cells "
    "where it is undefined:",
    "calculus on the formula as written; gosgens2021, Appendix B, asks for such values",
    answers=True,
)
def _continuous_extension(reading: Reading, value: Any) -> list[Goal]:
    """value: an entry for one pattern (the cells of its `support` are positive, the others 0), or
    the list of the entries for all patterns where the measure is undefined, in their order.

    {"support", "limit": v, "bound": B}: for all real cells, those of the support positive and
    the others >= 0, where M is defined, (M - v)^2 <= sigma*B, where sigma is the sum of the cells
    outside the support.  v is in the cells of the support, v and B are quotients of polynomials
    and defined at each matrix of the pattern, hence continuous near it.  There sigma tends to 0
    and B stays bounded, so |M - v| <= sqrt(sigma*B) tends to 0 and M to v.  M is defined at
    matrices as near as one likes: it is where all cells outside the support are equal.

    {"support", "limit": None, "paths", "values"}: matrices for e = 1, 2, 3, ... that tend to one
    matrix of the pattern (`paths`: the cells of the support are constants, the same on each path,
    the others 0 or c/e^j), on which M is within 1/e of two different values, or on one path at
    least e in size (`values` are then ["oo"] or ["-oo"]).  So there M has no limit.
    """
    if value is None:
        return []
    if isinstance(value, dict):
        support = _support(value)
        return [_pattern(reading, support, "undefined"), *_limit(reading, support, value)]
    if not isinstance(value, list):
        raise TypeError("an entry, or the list of all")
    supports = [_support(entry) for entry in value]
    if supports != [support for support in SUPPORTS if support in supports]:
        raise TypeError("each pattern once, in their order")
    goals = _undefined_set(reading, [list(support) for support in supports])
    for support, entry in zip(supports, value, strict=True):
        goals += _limit(reading, support, entry)
    return goals


def _support(entry: Any) -> tuple[str, ...]:
    if not isinstance(entry, dict) or not isinstance(entry.get("support"), list):
        raise TypeError("an entry has a support")
    support = tuple(entry["support"])
    if support not in SUPPORTS:
        raise TypeError("a support is a list of cells, in their order")
    return support


def _limit(reading: Reading, support: tuple[str, ...], entry: dict[str, Any]) -> list[Goal]:
    if entry.get("limit") is None:
        return _no_limit(reading, support, entry)
    _keys(entry, "support", "limit", "bound")
    measure, outside = reading.measure, [name for name in CELLS if name not in support]
    where = ", ".join(f"{name} > 0" for name in support)
    limit = _quotient(entry["limit"], (*support, *measure.parameters))
    bound = _quotient(entry["bound"], (*CELLS, *measure.parameters))
    inside = tuple(Variable(name, "positive") for name in support)
    e = symbol("e")
    near = reading.formula.at(**dict.fromkeys(outside, e))
    sigma = ZERO
    for number, name in enumerate(outside):
        sigma = sigma + symbol(name) if number else symbol(name)
    sorts = tuple(Variable(n, "positive" if n in support else "nonnegative") for n in CELLS)
    gap = (reading.formula - limit) ** 2
    return [
        Goal(
            inside + measure.variables,
            measure.conditions,
            Atom(limit + bound.at(**dict.fromkeys(outside, 0)), "defined"),
            label=f"limit and bound are continuous where {where}",
        ),
        Goal(
            (*inside, Variable("e", "positive"), *measure.variables),
            measure.conditions,
            Atom(near, "defined"),
            label=f"the measure is defined near {where}",
        ),
        Goal(
            sorts + measure.variables,
            (*measure.conditions, Atom(reading.formula, "defined")),
            Atom(sigma * bound - gap, ">="),
            label=f"it tends to {entry['limit']} where {where}",
        ),
    ]


def _quotient(text: Any, letters: tuple[str, ...]) -> Formula:
    """A quotient of polynomials (roots of numbers allowed): continuous wherever it is defined."""
    if not isinstance(text, str):
        raise TypeError("a limit and its bound are given as text")
    names = {"n": SIZE} if set(CELLS) <= set(letters) else {}
    tree = parse(text, names=names, parameters=letters)
    for node in tree.walk():
        power = exponent_of(node.args[1]) if node.op == "^" else None
        whole = power is not None and power.denominator == 1
        fits = whole or (node.op == "sqrt" and not node.symbols())
        if node.op not in ("number", "symbol", "+", "-", "*", "/", "neg") and not fits:
            raise TypeError("a limit and its bound are quotients of polynomials")
    return tree


def _no_limit(reading: Reading, support: tuple[str, ...], entry: dict[str, Any]) -> list[Goal]:
    _keys(entry, "support", "limit", "paths", "values")
    measure, values, paths = reading.measure, entry["values"], entry["paths"]
    infinite = values in (["oo"], ["-oo"])
    if not isinstance(values, list) or not isinstance(paths, list):
        raise TypeError("paths and values are lists")
    if len(paths) != len(values) or len(values) != (1 if infinite else 2):
        raise TypeError("two paths with two values, or one to infinity")
    where = ", ".join(f"{name} > 0" for name in support)
    e = symbol("e")
    variables = (Variable("e", "natural"), *measure.variables)
    large = (*measure.conditions, *_at_least_one(e))
    goals: list[Goal] = []
    ends: list[Formula] = []
    places: set[tuple[Formula, ...]] = set()
    for path, text in zip(paths, values, strict=True):
        cells = _path(path, support)
        places.add(tuple(c for name, c in zip(CELLS, cells, strict=True) if name in support))
        here = at(reading.formula, cells)
        if infinite:
            gaps = [here - e if text == "oo" else -e - here]
        else:
            if not isinstance(text, str):
                raise TypeError("a value is given as text")
            end = parse(text, names={}, parameters=measure.parameters)
            ends.append(end)
            gaps = [here - (end - formula(1) / e), end + formula(1) / e - here]
        label = f"it tends to {text} on a path to {where}"
        goals += [Goal(variables, large, Atom(g, ">="), (), (), (("e",),), label) for g in gaps]
    if len(places) != 1:
        raise TypeError("the paths lead to one matrix")
    if ends:
        differ = Atom(ends[0] - ends[1], "!=")
        goals.append(Goal(measure.variables, measure.conditions, differ, label="the values differ"))
    return goals


def _path(path: Any, support: tuple[str, ...]) -> Matrix:
    """Four cells in e: positive whole constants on the support, 0 or c/e^j -> 0 outside it."""
    if not isinstance(path, list) or len(path) != 4 or not all(isinstance(c, str) for c in path):
        raise TypeError("a path has four cells, given as text")
    cells = [parse(cell, names={}, parameters=("e",)) for cell in path]
    for name, cell in zip(CELLS, cells, strict=True):
        if name in support:
            fits = _whole(cell)
        else:
            fits = cell == ZERO or (cell.op == "/" and _whole(cell.args[0]) and _grows(cell))
        if not fits:
            raise TypeError(f"{name} = {cell} does not stay positive, or tend to 0, as it should")
    return cells[0], cells[1], cells[2], cells[3]


def _whole(tree: Formula) -> bool:
    return tree.op == "number" and tree.args[0] > 0 and tree.args[0].denominator == 1


def _grows(cell: Formula) -> bool:
    """Under the fraction bar stands c*e^j, with whole numbers c, j >= 1."""
    below = cell.args[1]
    if below.op == "*" and _whole(below.args[0]):
        below = below.args[1]
    if below.op == "^" and _whole(below.args[1]):
        below = below.args[0]
    return bool(below == symbol("e"))


#: Directions of the gradient: the speed of each cell.
DIRECTIONS: dict[str, dict[str, int]] = {
    **{name: {name: 1} for name in CELLS},
    "p_AB": {"TP": 1, "FN": -1, "FP": -1, "TN": 1},
    "p_A": {"FN": 1, "TN": -1},
    "p_B": {"FP": 1, "TN": -1},
}
PROPORTION_NAMES = ("p_AB", "p_A", "p_B")


def partial(tree: Formula, direction: str) -> Formula | None:
    """The partial derivative; None if it is identically 0.

    With respect to p_AB, p_A, p_B at fixed n it is n times the derivative along the cells, for a
    scale-invariant measure.
    """
    slope = derivative(inside(tree), DIRECTIONS[direction])
    return slope if slope is None or direction in CELLS else SIZE * slope


def inside(tree: Formula, cells: Iterable[str] = CELLS) -> Formula:
    """The tree on matrices with positive cells, an open set: conventions at 0 do not apply there.

    Only tests that are sums, products and quotients of cells are seen to be positive.
    """
    names = set(cells)
    swap = {
        node: node.args[2]
        for node in tree.walk()
        if node.op == "ifzero"
        and node.args[0].ops <= {"symbol", "+", "*", "/"}
        and set(node.args[0].symbols()) <= names
    }
    return tree if not swap else inside(tree.replace(swap), names)


SIGNS: dict[str, Relation] = {
    "positive": ">", "nonnegative": ">=", "zero": "==", "nonpositive": ">=", "negative": ">",
}  # fmt: skip


@_property(
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
    shown = parse(value["derivative"], names={}, parameters=letters)
    shown = shown.at(**{name: QUANTITIES[name] for name in PROPORTION_NAMES})
    goals = [Goal(variables, inside, Atom(slope - shown, "=="), label="the derivative")]
    if value["variable"] not in CELLS:
        goals += _scale_invariance(reading, None)
    changes = value["sign"] == "changes"
    _keys(value, "variable", "derivative", "sign", *(("points",) if changes else ()))
    if not changes:
        tree = -slope if value["sign"] in ("nonpositive", "negative") else slope
        goals.append(Goal(variables, inside, Atom(tree, SIGNS[value["sign"]]), label="its sign"))
        return goals
    for point, sign in zip(value["points"], (1, -1), strict=True):
        _keys(point, *CELLS, *measure.parameters)
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


def faces(supports: Iterable[Iterable[str]]) -> str:
    """A set of supports in words, by few and large pieces: `FP = TN = 0 or TP = FN = 0`."""
    left = {tuple(support) for support in supports}
    if not left:
        return "nowhere"
    pieces = []
    for kinds in sorted(product("*0+", repeat=4), key=lambda kinds: (-kinds.count("*"), kinds)):
        covered = {s for s in SUPPORTS if all(_matches(n in s, k) for n, k in zip(CELLS, kinds))}
        pieces.append((kinds, covered))
    undefined, words = set(left), []
    for kinds, covered in pieces:
        if covered and covered <= undefined and covered & left:
            words.append(_piece(kinds))
            left -= covered
    return " or ".join(words)


def _matches(positive: bool, kind: str) -> bool:
    return kind == "*" or positive == (kind == "+")


def _piece(kinds: Iterable[str]) -> str:
    named = list(zip(CELLS, kinds, strict=True))
    zeros = " = ".join([*(name for name, kind in named if kind == "0"), "0"])
    parts = [zeros] if zeros != "0" else []
    parts += [f"{name} > 0" for name, kind in named if kind == "+"]
    return ", ".join(parts) or "everywhere"


def describe(property_id: str, value: Any) -> str:
    """The value of a property in words."""
    if property_id == "undefined-set":
        return faces(value)
    if property_id == "continuous-extension":
        entries = [value] if isinstance(value, dict) else value
        return "; ".join(map(_told, entries)) or "defined everywhere"
    if property_id == "gradient":
        return f"d/d{value['variable']} = {value['derivative']}, {value['sign']}"
    ends = []
    for side in ("infimum", "supremum"):
        end = value[side]
        how = "attained at" if end["attained"] else "not attained; approached along"
        place = end["attained"] or end["approached"]
        names = cell_names(isqrt(len(place)))
        cells = ", ".join(f"{n} = {cell}" for n, cell in zip(names, place, strict=True))
        ends.append(f"{side} {end['value']} ({how} {cells})")
    return "; ".join(ends)


def _told(entry: dict[str, Any]) -> str:
    where = faces([entry["support"]])
    if entry["limit"] is not None:
        return f"{entry['limit']} at {where}, by the bound {entry['bound']}"
    paths = ", ".join(
        f"{value} along ({', '.join(path)})"
        for path, value in zip(entry["paths"], entry["values"], strict=True)
    )
    return f"no limit at some matrix with {where}: {paths}"


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
