"""Does an average keep a property?  Statements about every binary measure at once.

"Macro averaging preserves symmetry" says: for every binary measure M that is symmetric, the mean of
M over the one-vs-all matrices of m classes is symmetric.  M is unknown here.  It has a value

- `all`: at every matrix with cells >= 0 and n > 0, and the average is looked at everywhere; or
- `present`: at least where neither labeling is constant, and the average is looked at only at
  matrices where every class occurs in both labelings (then no one-vs-all labeling is constant).

`parts` says what has to be shown of the values of M so that the average has the property for every
m >= 3: goals in which `value(TP, FN, FP, TN)` is the unknown value at a matrix.  A part follows if
its contrary and some instances of the binary property add up to an absurdity (`follows`).

Invariant: a part is about natural numbers (how many elements are where), whatever m is; each of its
docstrings says why these parts are enough.  An average fails only by a measure that is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

from symbolic_measures.catalog.instances import VALUE, goals
from symbolic_measures.catalog.properties import SECOND, C, independent
from symbolic_measures.confusion import CELLS, LABELINGS, Square, second, summed
from symbolic_measures.formula import Formula, formula, symbol
from symbolic_measures.inequalities import Comparison, Constraint, contradicts
from symbolic_measures.kernel.algebra import Reader, RuleError, reader
from symbolic_measures.kernel.checker import replay
from symbolic_measures.measure import Measure, Reading
from symbolic_measures.parser import parse
from symbolic_measures.statement import Atom, Goal, Relation, Statement, Variable
from symbolic_measures.verdict import CertificateError, Step

Where = Literal["all", "present"]
Matrix = tuple[Formula, ...]

#: The average of a binary measure over the classes.
AVERAGINGS = {
    "micro": "M of the sum of the one-vs-all matrices",
    "macro": "the mean over the classes of M of each class against the rest",
    "weighted": "the mean over the classes with the weights a_i/n, the shares of the true classes",
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


# --- the averages of a given measure --------------------------------------------------------


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
    sizes = [summed(C)] if where == "all" else _margins(C)
    hypotheses = tuple(Atom(size, ">") for size in sizes)
    goal = Goal(variables, hypotheses, Atom(reading.formula, "defined"), label="it has a value")
    words = {"all": "at every matrix.", "present": "wherever neither labeling is constant."}
    return Statement("total", reading.measure.name, f"It has a value {words[where]}", (goal,))


# --- how parts are written ------------------------------------------------------------------


def _margins(matrix: Sequence[Formula]) -> list[Formula]:
    tp, fn, fp, tn = matrix
    return [tp + fn, fp + tn, tp + fp, fn + tn]


def _value(matrix: Iterable[Formula]) -> Formula:
    return Formula(VALUE, *matrix)


def _expected(matrix: Sequence[Formula]) -> Formula:
    return Formula(EXPECTED, *_margins(matrix))


def _at_least_one(*sums: Formula) -> tuple[Atom, ...]:
    return tuple(Atom(total_ - 1, ">=") for total_ in sums)


def _usable(where: str, *matrices: Sequence[Formula]) -> tuple[Atom, ...]:
    """A one-vs-all matrix has an element; with all classes present, of each class and label."""
    return _at_least_one(
        *(size for m in matrices for size in ([summed(m)] if where == "all" else _margins(m)))
    )


def _part(label: str, conclusion: Formula, rel: Relation, hypotheses: Iterable[Atom]) -> Goal:
    """A part in the natural numbers that it mentions."""
    given = tuple(dict.fromkeys(hypotheses))
    used = dict.fromkeys(n for e in (conclusion, *(a.expr for a in given)) for n in e.symbols())
    variables = tuple(Variable(name, "natural") for name in sorted(used))
    return Goal(variables, given, Atom(conclusion, rel), label=label)


Parts = Callable[[str], "list[Goal]"]
PARTS: dict[tuple[str, str], Parts] = {}


def _parts(property_id: str, *averagings: str) -> Callable[[Parts], Parts]:
    def register(build: Parts) -> Parts:
        PARTS.update({(averaging, property_id): build for averaging in averagings})
        return build

    return register


def parts(averaging: str, property_id: str, where: str) -> tuple[Goal, ...]:
    """What has to be shown of the values of M; () if no argument for every m is known."""
    build = PARTS.get((averaging, property_id))
    return () if build is None else tuple(build(where))


# --- averages over classes ------------------------------------------------------------------
#
# In what follows TP, FN, FP, TN are the cells of one class of an m-class matrix C against the rest,
# and TP2, ... those of one class of a second matrix D.  S(C) = sum_l w_l M(C_l) with weights
# w_l >= 0 of sum 1: 1/m (macro) or a_l/n (weighted).


def _agreements(where: str) -> list[Goal]:
    """The one-vs-all matrices of a diagonal matrix are diagonal.  If all of these have one value c,
    the average, whose weights add up to 1, is c at every diagonal matrix.  If every class of a
    matrix with an error has M <= c, and a class whose elements are not all found (FN >= 1) has
    M < c, then the average is below c: such a class exists, as each error is one of its true
    class, and its weight 1/m or a_l/n is positive.
    """
    tp, fn, fp, tn = C
    right: Matrix = (tp, ZERO, ZERO, tn)
    other: Matrix = (SECOND[0], ZERO, ZERO, SECOND[3])
    given = _usable(where, other)
    clean = (*_usable(where, right), *given)
    return [
        _part("classes without errors have one value", _value(right) - _value(other), "==", clean),
        _part(
            "a class that misses elements is below it", _value(other) - _value(C), ">",
            (*_usable(where, C), *given, *_at_least_one(fn)),
        ),
        _part(
            "so is a class with wrong elements, or it has this value", _value(other) -
            _value((tp, ZERO, fp, tn)), ">=",
            (*_usable(where, (tp, ZERO, fp, tn)), *given, *_at_least_one(fp)),
        ),
    ]  # fmt: skip


_parts("maximal-agreement", "macro", "weighted")(_agreements)


@_parts("class-symmetry", "macro", "weighted")
def _classes_exchanged(where: str) -> list[Goal]:
    """Every permutation of the classes is made of exchanges of two.  After an exchange of classes 1
    and 2, class 1 against the rest is what class 2 was, 2 what 1 was, and any other class (here 3;
    4 is all further ones together, which does not change the others) what it was.  The weights 1/m
    or a_l/n go with the classes.
    """
    before = Square.of(4)
    after = before.permuted((1, 0, 2, 3))
    return [
        _part(
            f"class {i + 1} stands where class {j + 1} stood",
            _value(after.against_rest(i)) - _value(before.against_rest(j)), "==", (),
        )
        for i, j in ((0, 1), (1, 0), (2, 2))
    ]  # fmt: skip


@_parts("symmetry", "macro")
def _transposed(where: str) -> list[Goal]:
    """If truth and prediction are exchanged, so are they for every class against the rest."""
    tp, fn, fp, tn = C
    both = _value(C) - _value((tp, fp, fn, tn))
    return [_part("every class keeps its value", both, "==", _usable(where, C))]


@_parts("distance", "macro")
def _distances(where: str) -> list[Goal]:
    """Symmetry, maximal agreement, and the triangle inequality of each class against the rest,
    which is that of two classes with x_abc elements; the mean of these inequalities is the claim.
    """
    pairs = [_of_labelings(symbol, *pair) for pair in ((0, 1), (1, 2), (0, 2))]
    right: Matrix = (SECOND[0], ZERO, ZERO, SECOND[3])
    ab, bc, ac, top = (_value(matrix) for matrix in (*pairs, right))
    given = _usable(where, *pairs, right)
    triangle = _part("the triangle inequality of a class", top - ((ab + bc) - ac), ">=", given)
    return [*_transposed(where), *_agreements(where), triangle]


def _of_labelings(count: Callable[[str], Formula], first: int, last: int) -> Matrix:
    """The matrix of two of the labelings A, B, C (0, 1, 2) from the numbers of elements x_abc."""
    return tuple(
        summed(count(name) for name in LABELINGS if name[2 + first] + name[2 + last] == word)
        for word in ("11", "10", "01", "00")
    )


def _corrected(where: str, rel: Relation) -> list[Goal]:
    """An error of true class 1 predicted as 2 becomes (1, 1) or (2, 2).  Class 3 is any other class
    and 4 all further ones together: that does not change the matrices of 1, 2 and 3.  With rel `>`,
    class 1 gains and no other class loses; the weight 1/m is the same before and after.
    """
    square = Square.of(4)
    named = range(3)
    found = []
    for end in (0, 5):
        after = Square(tuple(
            cell - 1 if place == 1 else cell + 1 if place == end else cell
            for place, cell in enumerate(square.cells)
        ))  # fmt: skip
        given = [*_at_least_one(square.at(0, 1))]
        given += _at_least_one(*(square.outside_true(i) for i in named))
        given += _at_least_one(*(square.outside_predicted(i) for i in named))
        for i in named:
            one, other = square.against_rest(i), after.against_rest(i)
            found.append(
                _part(
                    f"class {i + 1}, where the error (1, 2) becomes ({end // 4 + 1}, "
                    f"{end // 4 + 1})",
                    _value(other) - _value(one), rel if i == 0 else ">=",
                    (*given, *_usable(where, one, other)),
                )
            )  # fmt: skip
    return found


@_parts("monotone", "macro")
def _gains(where: str) -> list[Goal]:
    """See `_corrected`."""
    return _corrected(where, ">")


@_parts("weakly-monotone", "macro")
def _weak_gains(where: str) -> list[Goal]:
    """See `_corrected`."""
    return _corrected(where, ">=")


@_parts("constant-baseline", "macro", "weighted")
def _expectations(where: str) -> list[Goal]:
    """If the predicted labels are uniformly random with sizes b_1, ..., b_m, those of class l
    against the rest are uniformly random with sizes b_l, n - b_l.  If the expectation of M over
    these is one constant c for all l and all sizes, that of the average is c: expectation is
    linear, and the weights are fixed (they speak of the true classes) and add up to 1.  No b_l is
    n.  The sizes of a class are the margins of some matrix C, those of another one of some D.
    """
    gap = _expected(C) - _expected(SECOND)
    return [_part("the expectations of all classes are one", gap, "==", _not_unary(where))]


@_parts("approximate-constant-baseline", "macro", "weighted")
def _expected_matrices(where: str) -> list[Goal]:
    """Class l against the rest of the matrix a_i*b_j/n is the matrix of two classes with the sizes
    a_l, n - a_l and b_l, n - b_l.  If M has one value at all of these, so has the average.
    """
    gap = _value(independent(C)) - _value(independent(SECOND))
    return [_part("the values of all classes are one", gap, "==", _not_unary(where))]


def _not_unary(where: str) -> tuple[Atom, ...]:
    tails = (matrix[1] + matrix[3] for matrix in (C, SECOND))
    return (*_usable(where, C, SECOND), *_at_least_one(*tails))


@_parts("scale-invariance", "macro", "weighted")
def _multiples(where: str) -> list[Goal]:
    """Class l of k*C against the rest is k times that of C; k*a_l/(k*n) is a_l/n."""
    k = symbol("k")
    gap = _value(C) - _value(tuple(k * cell for cell in C))
    return [
        _part("every class keeps its value", gap, "==", (*_usable(where, C), *_at_least_one(k)))
    ]


# --- micro averaging ------------------------------------------------------------------------
#
# With s right elements, e errors and m = 3 + u classes the one-vs-all matrices add up to
# (s, e, e, (m-2)*n + s), n = s + e.

S, E, U = map(symbol, ("s", "e", "u"))


def _micro(right: Formula, wrong: Formula) -> Matrix:
    return right, wrong, wrong, (U + 1) * (right + wrong) + right


def _enough(where: str, *sizes: Formula) -> tuple[Atom, ...]:
    """Each matrix has an element; or one of each of the m classes."""
    return tuple(Atom(n - (formula(1) if where == "all" else U + 3), ">=") for n in sizes)


@_parts("maximal-agreement", "micro")
def _micro_agreements(where: str) -> list[Goal]:
    """A matrix is diagonal iff it has no errors; then the sum of its one-vs-all matrices is."""
    s2 = symbol("s2")
    top = _value(_micro(s2, ZERO))
    return [
        _part("matrices without errors have one value", _value(_micro(S, ZERO)) - top, "==",
              _enough(where, S, s2)),
        _part("a matrix with errors is below it", top - _value(_micro(S, E)), ">",
              (*_enough(where, S + E, s2), *_at_least_one(E))),
    ]  # fmt: skip


@_parts("class-symmetry", "micro")
@_parts("symmetry", "micro")
def _micro_symmetry(where: str) -> list[Goal]:
    """Neither s nor e nor m is changed."""
    return [_part("the sum is the same", _value(_micro(S, E)) - _value(_micro(S, E)), "==", ())]


#: How many elements agree in which of the labelings A, B, C: all, A = B, A = C, B = C, none.
AGREE = tuple(symbol(name) for name in ("q1", "q2", "q3", "q4", "q5"))


@_parts("distance", "micro")
def _micro_distances(where: str) -> list[Goal]:
    """Symmetry, maximal agreement, and the triangle inequality for all numbers q of elements whose
    labels are all equal, equal in A and B only, in A and C, in B and C, in none.
    """
    q1, q2, q3, q4, q5 = AGREE
    s2, n = symbol("s2"), summed(AGREE)
    ab = _micro(q1 + q2, q3 + q4 + q5)
    bc = _micro(q1 + q4, q2 + q3 + q5)
    ac = _micro(q1 + q3, q2 + q4 + q5)
    top = _value(_micro(s2, ZERO))
    gap = top - ((_value(ab) + _value(bc)) - _value(ac))
    triangle = _part("the triangle inequality", gap, ">=", _enough(where, n, s2))
    return [*_micro_symmetry(where), *_micro_agreements(where), triangle]


def _micro_corrected(where: str, rel: Relation) -> list[Goal]:
    """One error less, one right element more; two elements at least, as neither labeling is
    constant."""
    gap = _value(_micro(S + 1, E - 1)) - _value(_micro(S, E))
    given = (*_enough(where, S + E), *_at_least_one(E), Atom(S + E - 2, ">="))
    return [_part("one error less", gap, rel, given)]


@_parts("monotone", "micro")
def _micro_gains(where: str) -> list[Goal]:
    """See `_micro_corrected`."""
    return _micro_corrected(where, ">")


@_parts("weakly-monotone", "micro")
def _micro_weak_gains(where: str) -> list[Goal]:
    """See `_micro_corrected`."""
    return _micro_corrected(where, ">=")


@_parts("scale-invariance", "micro")
def _micro_multiples(where: str) -> list[Goal]:
    """k*C has k*s right elements and k*e errors."""
    k = symbol("k")
    gap = _value(_micro(S, E)) - _value(_micro(k * S, k * E))
    given = (*_enough(where, S + E), *_at_least_one(k))
    return [_part("the sum is k times as large", gap, "==", given)]


# --- instances of the binary property -------------------------------------------------------


@lru_cache(maxsize=64)
def binary_goals(property_id: str) -> tuple[Goal, ...]:
    """What the property says of the unknown binary measure.

    Definition 8 in terms of expectations: those at any two sizes with 0 < P^ < n are equal.
    """
    if property_id != "constant-baseline":
        return goals(property_id, ANYTHING)
    sizes = [size for m in (C, SECOND) for size in (m[0] + m[2], m[1] + m[3])]
    gap = _expected(C) - _expected(SECOND)
    variables = tuple(Variable(name, "natural") for name in (*CELLS, *second(CELLS)))
    return (Goal(variables, _at_least_one(*sizes), Atom(gap, "=="), blocks=(CELLS, second(CELLS))),)


@dataclass(frozen=True)
class Use:
    """An instance of the binary property: a goal, and a polynomial for each of its variables."""

    goal: int
    at: tuple[tuple[str, str], ...]

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {"goal": self.goal, "at": dict(self.at)}


def instance(part: Goal, property_id: str, where: str, use: Use) -> tuple[Atom, tuple[Goal, ...]]:
    """What the instance says of values, and what must hold for it at every point of the part.

    Sound: the property holds of M at all natural numbers that satisfy the hypotheses of its goal,
    and where M has its values.  The polynomials have whole coefficients, so that they are whole
    numbers at the natural numbers of the part; required is that they are >= 0, that the other
    hypotheses hold, and that M has a value wherever the instance speaks of one (`_valued`).
    CertificateError for what is no instance.
    """
    stated = binary_goals(property_id)
    if not 0 <= use.goal < len(stated):
        raise CertificateError(f"{property_id} has no goal {use.goal}")
    goal = stated[use.goal]
    names = tuple(variable.name for variable in part.variables)
    if [name for name, _ in use.at] != [variable.name for variable in goal.variables]:
        raise CertificateError("an instance gives every variable of its goal")
    place = {name: parse(text, names={}, parameters=names) for name, text in use.at}
    if not all(tree.is_polynomial for tree in place.values()):
        raise CertificateError("a variable is given as a polynomial with whole coefficients")
    atoms = [Atom(tree, ">=") for tree in place.values()]
    stated_of = [atom.at(**place) for atom in goal.hypotheses]
    atoms += [atom for atom in stated_of if atom.rel != "defined"]
    said = goal.conclusion.at(**place)
    spoken = (said, *(atom for atom in stated_of if atom.rel == "defined"))
    values = dict.fromkeys(tree for atom in spoken for tree in _values(atom.expr))
    atoms += [atom for tree in values for atom in _valued(tree, where)]
    required = (Goal(part.variables, part.hypotheses, atom) for atom in dict.fromkeys(atoms))
    return said, tuple(required)


def _valued(tree: Formula, where: str) -> Iterator[Atom]:
    """M has a value at the matrix, or an expectation at the sizes, wherever these hold.

    All outcomes at sizes P, N, P^, N^ have these margins; so if none of them is 0, neither labeling
    of any outcome is constant.
    """
    yield from (Atom(cell, ">=") for cell in tree.args)
    if tree.op == EXPECTED:
        yield Atom((tree.args[0] + tree.args[1]) - (tree.args[2] + tree.args[3]), "==")
        sizes = list(tree.args) if where == "present" else [tree.args[0] + tree.args[1]]
    else:
        sizes = _margins(tree.args) if where == "present" else [summed(tree.args)]
    yield from (Atom(size, ">") for size in sizes)


def _values(tree: Formula) -> Iterator[Formula]:
    return (node for node in tree.walk() if node.op in (VALUE, EXPECTED))


# --- adding up ------------------------------------------------------------------------------


def constraint(part: Goal, atom: Atom) -> Constraint:
    """A sum of values compared with 0, its unknowns named by their places in lowest terms."""
    read = reader(Goal(part.variables, (), Atom(ZERO, "defined")))
    coefficients: dict[str, Fraction] = {}
    for sign, tree in _signed(atom.expr):
        name = _name(tree, read)
        coefficients[name] = coefficients.get(name, Fraction(0)) + sign
    if atom.rel not in (">", ">=", "=="):
        raise CertificateError("a sum of values is compared by >, >= or ==")
    return Constraint({n: c for n, c in coefficients.items() if c}, atom.rel, Fraction(0))


def _signed(tree: Formula, sign: int = 1) -> Iterator[tuple[int, Formula]]:
    if tree.op in (VALUE, EXPECTED):
        yield sign, tree
    elif tree.op == "neg":
        yield from _signed(tree.args[0], -sign)
    elif tree.op in ("+", "-"):
        yield from _signed(tree.args[0], sign)
        yield from _signed(tree.args[1], sign if tree.op == "+" else -sign)
    else:
        raise CertificateError("not a sum of values")


def _name(tree: Formula, read: Reader) -> str:
    """Two values with one name are at one place: the cells are equal as rational functions."""
    cells = []
    for cell in tree.args:
        try:
            top, bottom = read.ratio(cell)
        except RuleError as error:
            raise CertificateError(str(error)) from None
        cells.append(str(top) if bottom.is_one() else f"({top})/({bottom})")
    return f"{'M' if tree.op == VALUE else 'E'}({', '.join(cells)})"


CONTRARY: dict[str, tuple[Comparison, ...]] = {">": ("<=",), ">=": ("<",), "==": ("<", ">")}


def contraries(part: Goal) -> tuple[Constraint, ...]:
    """The ways in which a part may fail."""
    said = constraint(part, part.conclusion)
    ways = CONTRARY[said.relation]
    return tuple(Constraint(said.coefficients, way, said.constant) for way in ways)


@dataclass(frozen=True)
class PartProof:
    """Instances with proofs of what they require; and for each way in which the part may fail, the
    multipliers (of the contrary first) with which contrary and instances add up to an absurdity."""

    uses: tuple[Use, ...]
    steps: tuple[tuple[Step, ...], ...]
    sums: tuple[tuple[Fraction, ...], ...]

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "instances": [
                {**use.to_data(), "proofs": [step.to_data() for step in steps]}
                for use, steps in zip(self.uses, self.steps, strict=True)
            ],
            "sums": [list(map(str, multipliers)) for multipliers in self.sums],
        }

    @classmethod
    def from_data(cls, data: Any) -> PartProof:
        """Inverse of `to_data`; CertificateError for anything else."""
        try:
            uses, steps = [], []
            for entry in data["instances"]:
                if type(entry["goal"]) is not int:
                    raise TypeError("a goal has a number")
                at = tuple((str(k), str(v)) for k, v in entry["at"].items())
                uses.append(Use(entry["goal"], at))
                steps.append(tuple(map(Step.from_data, entry["proofs"])))
            sums = tuple(tuple(map(_fraction, multipliers)) for multipliers in data["sums"])
            made = cls(tuple(uses), tuple(steps), sums)
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            raise CertificateError(f"a part is not well formed: {error}") from None
        if data != made.to_data():
            raise CertificateError("a part is not in the form that is written")
        return made


def _fraction(text: Any) -> Fraction:
    if not isinstance(text, str) or len(text) > 60:
        raise TypeError("a multiplier is given as text")
    return Fraction(text)


def follows(part: Goal, property_id: str, where: str, proof: PartProof) -> None:
    """CertificateError unless the part follows from the instances of the property.

    Sound: at a point where the part fails, one of the contraries holds of the values of M; so do
    all instances, since what they require is proved; but these have no common solution.
    """
    if len(proof.uses) != len(proof.steps):
        raise CertificateError("an instance has no proofs")
    said = []
    for use, steps in zip(proof.uses, proof.steps, strict=True):
        atom, wanted = instance(part, property_id, where, use)
        if len(wanted) != len(steps):
            raise CertificateError(f"an instance requires {len(wanted)} proofs, not {len(steps)}")
        for goal, step in zip(wanted, steps, strict=True):
            replay(goal, step)
        said.append(constraint(part, atom))
    ways = contraries(part)
    if len(ways) != len(proof.sums):
        raise CertificateError("a part that may fail in two ways needs two sums")
    for way, multipliers in zip(ways, proof.sums, strict=True):
        if not contradicts([way, *said], multipliers):
            raise CertificateError(f"{part.label}: the instances do not add up to it")


def sentence(averaging: str, property_id: str, where: str) -> str:
    """What is decided, in words."""
    return (
        f"For every binary measure with {property_id}, its {averaging} average has "
        f"{property_id}, on {WHERE[where]}."
    )
