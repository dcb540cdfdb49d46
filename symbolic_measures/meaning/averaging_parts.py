"""Does an average keep a property?  Statements about every binary measure at once.

`parts` says what has to be shown of the values of M so that the average has the property for every
m >= 3: goals in which `value(TP, FN, FP, TN)` is the unknown value at a matrix.

Invariant: a part is about natural numbers (how many elements are where), whatever m is; each of its
docstrings says why these parts are enough.  An average fails only by a measure that is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from symbolic_measures.meaning.averaging import (
    ZERO,
    Matrix,
    at_least_one,
    expectation,
    usable,
    value_at,
)
from symbolic_measures.meaning.gosgens import independent
from symbolic_measures.meaning.property import SECOND, C
from symbolic_measures.nouns.confusion import LABELINGS, Square, summed
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable


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


#
# In what follows TP, FN, FP, TN are the cells of one class of an m-class matrix C against the rest,
# and TP2, ... those of one class of a second matrix D.  S(C) = sum_l w_l M(C_l) with weights
# w_l >= 0 of sum 1: 1/m (macro) or a_l/n (weighted).


@_parts("maximal-agreement", "macro", "weighted")
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
    given = usable(where, other)
    clean = (*usable(where, right), *given)
    return [
        _part(
            "classes without errors have one value", value_at(right) - value_at(other), "==",
            clean,
        ),
        _part(
            "a class that misses elements is below it", value_at(other) - value_at(C), ">",
            (*usable(where, C), *given, *at_least_one(fn)),
        ),
        _part(
            "so is a class with wrong elements, or it has this value", value_at(other) -
            value_at((tp, ZERO, fp, tn)), ">=",
            (*usable(where, (tp, ZERO, fp, tn)), *given, *at_least_one(fp)),
        ),
    ]  # fmt: skip


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
            value_at(after.against_rest(i)) - value_at(before.against_rest(j)), "==", (),
        )
        for i, j in ((0, 1), (1, 0), (2, 2))
    ]  # fmt: skip


@_parts("symmetry", "macro")
def _transposed(where: str) -> list[Goal]:
    """If truth and prediction are exchanged, so are they for every class against the rest."""
    tp, fn, fp, tn = C
    both = value_at(C) - value_at((tp, fp, fn, tn))
    return [_part("every class keeps its value", both, "==", usable(where, C))]


@_parts("distance", "macro")
def _distances(where: str) -> list[Goal]:
    """Symmetry, maximal agreement, and the triangle inequality of each class against the rest,
    which is that of two classes with x_abc elements; the mean of these inequalities is the claim.
    """
    pairs = [_of_labelings(symbol, *pair) for pair in ((0, 1), (1, 2), (0, 2))]
    right: Matrix = (SECOND[0], ZERO, ZERO, SECOND[3])
    ab, bc, ac, top = (value_at(matrix) for matrix in (*pairs, right))
    given = usable(where, *pairs, right)
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
        given = [*at_least_one(square.at(0, 1))]
        given += at_least_one(*(square.outside_true(i) for i in named))
        given += at_least_one(*(square.outside_predicted(i) for i in named))
        for i in named:
            one, other = square.against_rest(i), after.against_rest(i)
            found.append(
                _part(
                    f"class {i + 1}, where the error (1, 2) becomes ({end // 4 + 1}, "
                    f"{end // 4 + 1})",
                    value_at(other) - value_at(one), rel if i == 0 else ">=",
                    (*given, *usable(where, one, other)),
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
    gap = expectation(C) - expectation(SECOND)
    return [_part("the expectations of all classes are one", gap, "==", _not_unary(where))]


@_parts("approximate-constant-baseline", "macro", "weighted")
def _expected_matrices(where: str) -> list[Goal]:
    """Class l against the rest of the matrix a_i*b_j/n is the matrix of two classes with the sizes
    a_l, n - a_l and b_l, n - b_l.  If M has one value at all of these, so has the average.
    """
    gap = value_at(independent(C)) - value_at(independent(SECOND))
    return [_part("the values of all classes are one", gap, "==", _not_unary(where))]


def _not_unary(where: str) -> tuple[Atom, ...]:
    tails = (matrix[1] + matrix[3] for matrix in (C, SECOND))
    return (*usable(where, C, SECOND), *at_least_one(*tails))


@_parts("scale-invariance", "macro", "weighted")
def _multiples(where: str) -> list[Goal]:
    """Class l of k*C against the rest is k times that of C; k*a_l/(k*n) is a_l/n."""
    k = symbol("k")
    gap = value_at(C) - value_at(tuple(k * cell for cell in C))
    return [_part("every class keeps its value", gap, "==", (*usable(where, C), *at_least_one(k)))]


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
    top = value_at(_micro(s2, ZERO))
    return [
        _part("matrices without errors have one value", value_at(_micro(S, ZERO)) - top, "==",
              _enough(where, S, s2)),
        _part("a matrix with errors is below it", top - value_at(_micro(S, E)), ">",
              (*_enough(where, S + E, s2), *at_least_one(E))),
    ]  # fmt: skip


@_parts("class-symmetry", "micro")
@_parts("symmetry", "micro")
def _micro_symmetry(where: str) -> list[Goal]:
    """Neither s nor e nor m is changed."""
    return [_part("the sum is the same", value_at(_micro(S, E)) - value_at(_micro(S, E)), "==", ())]


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
    top = value_at(_micro(s2, ZERO))
    gap = top - ((value_at(ab) + value_at(bc)) - value_at(ac))
    triangle = _part("the triangle inequality", gap, ">=", _enough(where, n, s2))
    return [*_micro_symmetry(where), *_micro_agreements(where), triangle]


def _micro_corrected(where: str, rel: Relation) -> list[Goal]:
    """One error less, one correctly classified element more; two elements at least, as neither
    labeling is constant."""
    gap = value_at(_micro(S + 1, E - 1)) - value_at(_micro(S, E))
    given = (*_enough(where, S + E), *at_least_one(E), Atom(S + E - 2, ">="))
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
    """k*C has k*s correctly classified elements and k*e errors."""
    k = symbol("k")
    gap = value_at(_micro(S, E)) - value_at(_micro(k * S, k * E))
    given = (*_enough(where, S + E), *at_least_one(k))
    return [_part("the sum is k times as large", gap, "==", given)]
