"""What has to be shown, for every m, for the properties of gosgens2021, and opitz2024's first.

Each builder has the argument why its goals are enough for each m.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symbolic_measures.meaning.class_slopes import slope
from symbolic_measures.meaning.class_sums import STILL, Frame, Move, steepness
from symbolic_measures.meaning.every_class import (
    ERRORS,
    IDENTITY,
    NOT_SEEN_AFFINE,
    ONE,
    SIZES,
    ZERO,
    EveryClasses,
    K,
    Letters,
    Part,
    Values,
    is_affine,
    part_of,
    somewhere,
    states,
    written,
)
from symbolic_measures.meaning.every_triangle import triangle
from symbolic_measures.meaning.property import at_least_one
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable
from symbolic_measures.nouns.sums import LETTERS, MANY, PAIRED, SIZE, A, B, C, pairs_of, sums_of


def _same(values: Values) -> Formula:
    return values[0] - values[1]


@states("class-symmetry")
def _class_symmetry(subject: EveryClasses, constant: Any) -> list[Part]:
    """A permutation of the classes permutes the terms of each sum, for a, b, c (and q) go with the
    class; so it does those of a sum over pairs; n and m stay.  So the same numbers are computed
    before and after."""
    return [_exchanged(subject, "the same sums", subject.tree)]


@states("symmetry")
def _symmetry(subject: EveryClasses, constant: Any) -> list[Part]:
    """If truth and prediction are exchanged, so are a and b of each class, and c_ij and c_ji of
    each pair; c, n and m stay."""
    tree = subject.tree
    if "q" in tree.symbols():
        raise FormulaError("a calibrated measure with truth and prediction exchanged is no sum "
                           "over classes: give a number of classes")  # fmt: skip
    turned = {node: Formula("pairs", node.args[0].at(**TURNED)) for node in pairs_of(tree)}
    other = tree.replace(turned).at(a=B, b=A)
    return [_exchanged(subject, "truth and prediction exchanged", other)]


#: Truth and prediction exchanged, and the classes i and j, in a sum over pairs.
TURNED = {"ai": symbol("bi"), "bi": symbol("ai"), "aj": symbol("bj"), "bj": symbol("aj"),
          "cij": symbol("cji"), "cji": symbol("cij")}  # fmt: skip
SWAPPED = {"ai": symbol("aj"), "bi": symbol("bj"), "ci": symbol("cj"), "aj": symbol("ai"),
           "bj": symbol("bi"), "cj": symbol("ci"), "cij": symbol("cji"),
           "cji": symbol("cij")}  # fmt: skip


def _exchanged(subject: EveryClasses, label: str, other: Formula) -> Part:
    """The formula has the value of the other one.

    A sum over pairs is a real number with a name, the same one for all sums that differ only in the
    order of sums and products and in which class of a pair is called i: so they are the same sum.
    """
    tree = subject.tree
    sample = somewhere(subject, written(tree, SIZES), written(other, SIZES))
    names: dict[str, Formula] = {}
    both = []
    for one in (tree, other):
        swap = {}
        for node in pairs_of(one):
            key = min(ordered(node.args[0]), ordered(node.args[0].at(**SWAPPED)))
            swap[node] = names.setdefault(key, symbol(f"pairs{len(names) + 1}"))
        both.append((one.replace(swap), STILL))
    more = tuple(Variable(str(name), "real") for name in names.values())
    return part_of(subject, label, both, _same, "==", sample, more=more)


def ordered(tree: Formula) -> str:
    """A formula as text, the terms of sums and the factors of products in one order."""
    if not tree.children:
        return str(tree)
    parts = [ordered(part) for part in tree.children]
    if tree.op in ("+", "*"):
        parts.sort()
    return f"{tree.op}({', '.join(parts)})"


@states("scale-invariance")
def _scale_invariance(subject: EveryClasses, constant: Any) -> list[Part]:
    """In k times the matrix a, b, c and n are k times as large, q and m as they were.

    A sum over pairs, or of a term with cases or roots, is a real number with a name.  Its term at k
    times the letters is k^d times the term as it was (`_of_term`); so k^d times the sum is that in
    k times the matrix, where both have a value.
    """
    tree = subject.tree
    apart = (node for node in sums_of(tree) if not node.ops.isdisjoint(("ifzero", "sqrt")))
    named = [*pairs_of(tree), *apart]
    turned = {node: Formula("pairs", _times_k(node.args[0])) for node in pairs_of(tree)}
    larger = tree.replace(turned).at(a=K * A, b=K * B, c=K * C, n=K * SIZE)
    one, other = written(tree, SIZES), written(larger, SIZES).at(k=formula(2))
    names = {node: symbol(f"pairs{place}") for place, node in enumerate(named, 1)}
    grown = {node: K ** _degree(node.args[0]) * name for node, name in names.items()}
    here = tree.replace(names)
    there = tree.replace(grown).at(a=K * A, b=K * B, c=K * C, n=K * SIZE)
    whole = part_of(
        subject, "k times the matrix", ((here, STILL), (there, STILL)), _same, "==",
        somewhere(subject, one, other), given=lambda frame: at_least_one(K),
        more=(Variable("k", "natural"), *(Variable(str(x), "real") for x in names.values())),
    )  # fmt: skip
    return [*(_of_term(subject, node) for node in named), whole]


#: The letters that are k times as large in k times a matrix; q is not.
GROWING = (*PAIRED, "a", "b", "c", "n")


def _times_k(body: Formula) -> Formula:
    return body.at(**{name: K * symbol(name) for name in GROWING})


def _degree(body: Formula) -> int:
    """The power of k by which a term grows, if by one: what `_of_term` has to show."""
    match body.op:
        case "symbol":
            return int(body.args[0] in GROWING)
        case "+" | "-" | "neg":
            return max(map(_degree, body.children))
        case "*":
            return sum(map(_degree, body.children))
        case "/":
            return max(0, _degree(body.args[0]) - _degree(body.args[1]))
        case "sqrt":
            return _degree(body.args[0]) // 2
        case "ifzero":
            return max(map(_degree, body.args[1:]))
    return 0


def _of_term(subject: EveryClasses, node: Formula) -> Part:
    """The term of a pair, or of a class, is k^d times as large where all its letters, any numbers,
    are k times as large, wherever both have a value."""
    body, measure = node.args[0], subject.measure
    here, there = body, _times_k(body)
    own = PAIRED if node.op == "pairs" else LETTERS
    label = f"k times the letters of a {'pair' if node.op == 'pairs' else 'class'}"

    def make() -> Frame:
        return Frame(0, measure.variables, measure.conditions, least=subject.least)

    def state(frame: Frame) -> Goal:
        letters = (*own, "n", "m", "k")
        known = (Atom(MANY - subject.least, ">="), *measure.conditions, *at_least_one(K),
                 Atom(here, "defined"), Atom(there, "defined"))  # fmt: skip
        variables = (*(Variable(name, "natural") for name in letters), *measure.variables)
        conclusion = Atom(there - K ** _degree(body) * here, "==")
        return Goal(variables, known, conclusion, label=label)

    size = formula(3) if "sqrt" in body.ops else ONE  # no class is all there is: no root is 0
    ones = {**dict.fromkeys(own, ONE), "n": size}
    sample = somewhere(subject, here.at(**ones), there.at(**ones, k=formula(2)))
    return Part(label, make, (), state, sample)


@states("maximal-agreement")
def _maximal_agreement(subject: EveryClasses, constant: Any) -> list[Part]:
    """A matrix is diagonal iff a = b = c (then q = 1) in each class.  One that is not has an error,
    in a cell (i, j); i and j are named, and the other classes are the rest."""
    top, tree = subject.constant(constant), subject.tree
    right = tree.at(b=A, c=A, q=ONE)
    sign = subject.sign
    return [
        part_of(
            subject, "the value at every diagonal matrix", ((right, STILL),),
            lambda values: values[0] - top, "==",
            somewhere(subject, written(tree, IDENTITY)),
        ),
        part_of(
            subject, "a matrix with an error in (i, j) is below it", ((tree, STILL),),
            lambda values: top - values[0] if sign > 0 else values[0] - top, ">",
            somewhere(subject, written(tree, SIZES)), 2,
            lambda frame: at_least_one(symbol("c_ij")),
        ),
    ]  # fmt: skip


@states("minimal-agreement")
def _minimal_agreement(subject: EveryClasses, constant: Any) -> list[Part]:
    """A matrix has a zero diagonal iff c = 0 in each class.  Another one has a class i with c_i >=
    1, which is named.  (The first goal speaks of all sizes a, b; some have other matrices only.)"""
    low, tree = subject.constant(constant), subject.tree
    wrong = tree.at(c=ZERO)
    sign = subject.sign
    return [
        part_of(
            subject, "the value at every zero-diagonal matrix", ((wrong, STILL),),
            lambda values: values[0] - low, "==",
            somewhere(subject, written(tree, ERRORS)),
        ),
        part_of(
            subject, "a matrix with a right element in class i is above it", ((tree, STILL),),
            lambda values: values[0] - low if sign > 0 else low - values[0], ">",
            somewhere(subject, written(tree, SIZES)), 1,
            lambda frame: at_least_one(symbol("c_ii")),
        ),
    ]  # fmt: skip


def _outside(frame: Frame, letter: str, role: str) -> Formula:
    """n - a_i, or n - b_j, as a sum of cells."""
    place = "ab".index(letter) + 2
    return summed(symbol(name) for name in frame.cells if name[place] != role)


def _moved(every: Letters, role: str, move: Move) -> Letters:
    """The letters of a class whose cells have changed."""
    own = [sum(by for name, by in move.items() if name[place] == role) for place in (2, 3)]
    return {
        "a": every["a"] + own[0],
        "b": every["b"] + own[1],
        "c": every["c"] + move.get(f"c_{role}{role}", 0),
    }


def _step(
    subject: EveryClasses,
    named: int,
    move: Move,
    rel: Relation,
    given: Callable[[Frame], list[Atom]],
    own: Formula | None = None,
) -> Part:
    """The score after a move less that before; or `own`, in the letters of the named classes."""
    tree, sign = subject.tree, subject.sign
    compared = tree if own is None else own
    roles = "ij"[:named]
    after = written(tree, SIZES, [_moved(SIZES, r, move) for r in roles], sum(move.values()))
    label = ", ".join(f"{name} {'+' if by > 0 else '-'} 1" for name, by in move.items())
    return part_of(
        subject, label, ((compared, STILL), (compared, move)),
        lambda values: values[1] - values[0] if sign > 0 else values[0] - values[1], rel,
        somewhere(subject, written(tree, SIZES), after), named, given,
    )  # fmt: skip


def corrected(subject: EveryClasses, rel: Relation, own: Formula | None = None) -> list[Part]:
    """The error (i, j) becomes (i, i) or (j, j); i and j are named.  No labeling is constant iff
    a_i < n and b_j < n: the class i has a true element, so that no other one has all; so for j.
    What is compared is the score, or `own`, in the letters of i and j."""

    def given(frame: Frame) -> list[Atom]:
        return at_least_one(symbol("c_ij"), _outside(frame, "a", "i"), _outside(frame, "b", "j"))

    moves = ({"c_ij": -1, "c_ii": 1}, {"c_ij": -1, "c_jj": 1})
    return [_step(subject, 2, move, rel, given, own) for move in moves]


@states("monotone")
def _monotone(subject: EveryClasses, constant: Any) -> list[Part]:
    """See `corrected`."""
    return corrected(subject, ">")


@states("weakly-monotone")
def _weakly_monotone(subject: EveryClasses, constant: Any) -> list[Part]:
    """See `corrected`."""
    return corrected(subject, ">=")


def grown(
    subject: EveryClasses,
    rel: Relation,
    one: Formula | None = None,
    both: Formula | None = None,
) -> list[Part]:
    """One element more in (i, i), i named, where there is an error somewhere; one less in (i, j),
    both named, where something is right.  That no labeling is constant is used of the named classes
    alone: more is shown than is asked.  What is compared is the score, or `one`, in the letters of
    i, and `both`, in those of i and j."""
    errors, hits = Formula("sum", A - C), Formula("sum", C)

    def more(frame: Frame) -> list[Atom]:
        outside = (_outside(frame, letter, "i") for letter in "ab")
        return at_least_one(frame.normal(errors), *outside)

    def less(frame: Frame) -> list[Atom]:
        outside = (_outside(frame, "a", "i"), _outside(frame, "b", "j"))
        return at_least_one(symbol("c_ij"), frame.normal(hits), *outside)

    return [
        _step(subject, 1, {"c_ii": 1}, rel, more, one),
        _step(subject, 2, {"c_ij": -1}, rel, less, both),
    ]


@states("strongly-monotone")
def _strongly_monotone(subject: EveryClasses, constant: Any) -> list[Part]:
    """See `grown`."""
    return grown(subject, ">")


@states("weakly-strongly-monotone")
def _weakly_strongly_monotone(subject: EveryClasses, constant: Any) -> list[Part]:
    """See `grown`."""
    return grown(subject, ">=")


@states("distance")
def _distance(subject: EveryClasses, constant: Any) -> list[Part]:
    """Symmetry, maximal agreement, and the triangle inequality (`every_triangle`)."""
    return [
        *_symmetry(subject, None),
        *_maximal_agreement(subject, constant),
        triangle(subject, subject.constant(constant)),
    ]


@states("opitz-monotone")
def _positive_slopes(subject: EveryClasses, constant: Any) -> list[Part]:
    """dM/dm_ij at positive real cells, for i = j with i named and i != j with both named: by the
    chain rule (`class_sums.slope`): the derivative of the function, wherever that has one."""
    found = []
    for same in (True, False):
        change = slope(subject.tree, same)
        label = "dM/dm_ii >= 0" if same else "dM/dm_ij <= 0"

        def make(same: bool = same, change: Formula = change) -> Frame:
            frame = Frame(1 if same else 2, subject.measure.variables, subject.measure.conditions,
                          least=subject.least)  # fmt: skip
            frame.normal(subject.tree)
            frame.normal(change)
            return frame

        def state(frame: Frame, same: bool = same, change: Formula = change) -> Goal:
            return steepness(frame, subject.tree, change if same else -change, ">=")

        sample = somewhere(subject, written(subject.tree, SIZES))
        found.append(Part(label, make, (subject.tree,), state, sample))
    return found


@states("approximate-constant-baseline")
def expected(subject: EveryClasses, constant: Any) -> list[Part]:
    """The matrix a_i*b_j/n has the sizes a, b and c = a*b/n, q = m*b/n in each class.  That no
    predicted size is n makes the sum of b*(n - b) positive."""
    value, tree = subject.constant(constant), subject.tree
    there = tree.at(c=A * B / SIZE, q=MANY * B / SIZE)
    spread = Formula("sum", B * (SIZE - B))
    return [
        part_of(
            subject, "the value at every expected matrix", ((there, STILL),),
            lambda values: values[0] - value, "==", somewhere(subject, written(tree, SIZES)),
            given=lambda frame: [Atom(frame.normal(spread), ">")],
        )
    ]  # fmt: skip


@states("constant-baseline")
def _expectation(subject: EveryClasses, constant: Any) -> list[Part]:
    """Of a uniformly random prediction with given sizes the expectation of c_i is a_i*b_i/n, that
    of q_i is m*b_i/n.  Expectation is linear; so of a formula that is affine in c and q, with
    coefficients made of a, b, n and m, which are fixed, it is the value at these (`is_affine`)."""
    if not is_affine(subject.tree):
        raise FormulaError(NOT_SEEN_AFFINE)
    return expected(subject, constant)
