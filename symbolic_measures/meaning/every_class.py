"""Properties of a measure for every number of classes m: what has to be shown of sums over classes.

`parts` says of a property which goals imply it for each fixed m >= 2 (or 3, or 4).  A goal is about
numbers: cells of at most two named classes, n, m, and sums over the other classes
(`meaning.class_sums`), each any matrix of m classes has.  The formula is one of sums over classes,
so that it is the same after any permutation of the classes; therefore the classes that a move
touches may be called i and j.  Each builder has the argument why its goals are enough.

"There is a constant c", one for each m, is shown by what it is: a formula in m and the parameters.
No goal speaks of nothing: with each part goes a proof that, for every m, the measure is defined at
a matrix of the kind that the part is about, whose classes are all alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from symbolic_measures.meaning.class_sums import STILL, Frame, Move, class_sums, slope, steepness
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.multiclass import class_measure, find_multiclass
from symbolic_measures.meaning.property import at_least_one
from symbolic_measures.nouns.confusion import CELLS, summed
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import identifiers
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable
from symbolic_measures.nouns.sums import MANY, SIZE, A, B, C, Q, sums_of

ZERO, ONE = formula(0), formula(1)
K = symbol("k")
#: The name of a cell of several classes.
_CELL = re.compile(r"c\d\d")
#: The smallest numbers of classes from which on a property may be asked.
LEAST = (2, 3, 4)
Letters = Mapping[str, Formula]


@dataclass(frozen=True)
class EveryClasses:
    """A measure of any number of classes m >= `least`: a formula with sums over classes."""

    text: str
    assume: tuple[str, ...] = ()
    lower_is_better: bool = False
    least: int = 2

    def at(self, classes: int) -> Reading:
        """The measure of so many classes."""
        found = class_measure(self.text, classes, "", self.assume)
        return Reading(replace(found, higher_is_better=False) if self.lower_is_better else found)

    @cached_property
    def measure(self) -> Measure:
        """That of two classes: its name, orientation, parameters and what is assumed of them."""
        return self.at(2).measure

    @cached_property
    def tree(self) -> Formula:
        """The formula in sums over classes; FormulaError if it has no such form."""
        known = find_multiclass(self.text.strip())
        text = self.text if known is None else known.text
        return class_sums(text, self.measure.parameters)

    def look(self) -> None:
        """FormulaError, in one line that says what to do, if it is none for every m."""
        cells = [word for word in identifiers(self.text) if _CELL.fullmatch(word)]
        if cells:
            raise FormulaError(f"{cells[0]} is a cell of a given number of classes; for every m "
                               "write sums over classes, such as sum(c)/n")  # fmt: skip
        own = [word for word in identifiers(self.text) if word in CELLS]
        try:
            speaks = self.tree.symbols()
        except FormulaError as error:
            if own and "unknown name" in str(error):
                raise FormulaError(f"{own[0]} belongs to one class: write it in sum(...), "
                                   "mean(...), macro(...)") from None  # fmt: skip
            raise
        if not speaks:
            raise FormulaError(f"{self.text!r} speaks of no matrix")

    @property
    def sign(self) -> int:
        """-1 for a dissimilarity, of which gosgens2021 judges the negative."""
        return 1 if self.measure.higher_is_better else -1

    def score(self, tree: Formula) -> Formula:
        """For which higher is better."""
        return tree if self.sign > 0 else -tree

    def constant(self, text: Any) -> Formula:
        """A number for each m, given as text; FormulaError for one that speaks of the matrix."""
        if not isinstance(text, str):
            raise FormulaError("a constant is a formula in m and the parameters")
        tree = class_sums(text, self.measure.parameters)
        if not set(tree.symbols()) <= {"m", *self.measure.parameters}:
            raise FormulaError(f"{text!r} is not one number for each m")
        return tree


@dataclass(frozen=True)
class Part:
    """One goal for every m, as `General.check` takes it, and where it speaks of something."""

    label: str
    make: Callable[[], Frame]
    spoken: tuple[Formula, ...]
    state: Callable[[Frame], Goal]
    sample: Goal


#
# Matrices whose classes are all alike, as the letters of a class.

#: Every cell is 1; every right cell; every wrong cell.
SIZES = {"a": MANY, "b": MANY, "c": ONE, "q": ONE, "n": MANY * MANY}
IDENTITY = {"a": ONE, "b": ONE, "c": ONE, "q": ONE, "n": MANY}
ERRORS = {"a": MANY - 1, "b": MANY - 1, "c": ZERO, "q": ONE, "n": MANY * (MANY - 1)}


def _written(
    tree: Formula, every: Letters, changed: Iterable[Letters] = (), more: int = 0
) -> Formula:
    """The formula at a matrix whose classes are all alike but for some that a move has changed.

    Nothing is cancelled: it is defined only where the measure is.
    """
    size = every["n"] + more
    own = [{**every, **letters} for letters in changed]
    swap: dict[Formula, Formula] = {}
    for node in sums_of(tree):
        body = node.args[0]
        whole = (MANY - len(own)) * body.at(**{**every, "n": size})
        for letters in own:
            whole = whole + body.at(**{**letters, "n": size})
        swap[node] = whole
    return tree.replace(swap).at(n=size)


def _somewhere(subject: EveryClasses, *values: Formula) -> Goal:
    """All of these values exist, for every m."""
    return Goal(
        (Variable("m", "natural"), *subject.measure.variables),
        (Atom(MANY - subject.least, ">="), *subject.measure.conditions),
        Atom(summed(values), "defined"),
        label="it speaks of something for every m",
    )


Values = list[Formula]


def _part(
    subject: EveryClasses,
    label: str,
    trees: Iterable[tuple[Formula, Move]],
    compare: Callable[[Values], Formula],
    rel: Relation,
    sample: Goal,
    named: int = 0,
    given: Callable[[Frame], list[Atom]] = lambda frame: [],
    more: tuple[Variable, ...] = (),
) -> Part:
    """`compare` of the normal forms of formulas is `rel` 0, where all of them are defined."""
    known, measure = tuple(trees), subject.measure
    if named and "q" in subject.tree.symbols():
        raise FormulaError("after calibration no class can be looked at apart: give a number of "
                           "classes")  # fmt: skip

    def make() -> Frame:
        frame = Frame(named, (*measure.variables, *more), measure.conditions,
                      least=subject.least, whole=True)  # fmt: skip
        for tree, move in known:
            frame.normal(tree, move)
        given(frame)
        return frame

    def state(frame: Frame) -> Goal:
        values = [frame.normal(tree, move) for tree, move in known]
        goal = frame.goal(values, Atom(compare(values), rel))
        return replace(goal, hypotheses=(*goal.hypotheses, *given(frame)), label=label)

    spoken = tuple(dict.fromkeys(tree for tree, move in known if not move))
    return Part(label, make, spoken, state, sample)


Build = Callable[[EveryClasses, Any], list[Part]]
PARTS: dict[str, Build] = {}
#: The properties with a constant, for which a value is given.
WITH_CONSTANT = (
    "maximal-agreement", "minimal-agreement", "distance", "constant-baseline",
    "approximate-constant-baseline",
)  # fmt: skip


def _parts(*property_ids: str) -> Callable[[Build], Build]:
    def register(build: Build) -> Build:
        PARTS.update(dict.fromkeys(property_ids, build))
        return build

    return register


def parts(property_id: str, subject: EveryClasses, constant: Any = None) -> tuple[Part, ...]:
    """What has to be shown for every m; FormulaError if no argument for every m is known."""
    if property_id not in PARTS:
        raise FormulaError(f"{property_id} is not stated for every m: give a number of classes")
    if (constant is not None) is not (property_id in WITH_CONSTANT):
        raise FormulaError(f"{property_id}: a constant is given where there is one")
    return tuple(PARTS[property_id](subject, constant))


def _same(values: Values) -> Formula:
    return values[0] - values[1]


@_parts("class-symmetry")
def _class_symmetry(subject: EveryClasses, constant: Any) -> list[Part]:
    """A permutation of the classes permutes the terms of each sum, for a, b, c (and q) go with the
    class; n and m stay.  So the same numbers are computed before and after."""
    tree, sample = subject.tree, _written(subject.tree, SIZES)
    both = ((tree, STILL), (tree, STILL))
    return [_part(subject, "the same sums", both, _same, "==", _somewhere(subject, sample))]


@_parts("symmetry")
def _symmetry(subject: EveryClasses, constant: Any) -> list[Part]:
    """If truth and prediction are exchanged, so are a and b of each class; c, n and m stay."""
    tree = subject.tree
    if "q" in tree.symbols():
        raise FormulaError("a calibrated measure with truth and prediction exchanged is no sum "
                           "over classes: give a number of classes")  # fmt: skip
    other = tree.at(a=B, b=A)
    sample = _somewhere(subject, _written(tree, SIZES), _written(other, SIZES))
    label = "truth and prediction exchanged"
    return [_part(subject, label, ((tree, STILL), (other, STILL)), _same, "==", sample)]


@_parts("scale-invariance")
def _scale_invariance(subject: EveryClasses, constant: Any) -> list[Part]:
    """In k times the matrix a, b, c and n are k times as large, q and m as they were."""
    tree = subject.tree
    larger = tree.at(a=K * A, b=K * B, c=K * C, n=K * SIZE)
    one, other = _written(tree, SIZES), _written(larger, SIZES).at(k=formula(2))
    return [
        _part(
            subject, "k times the matrix", ((tree, STILL), (larger, STILL)), _same, "==",
            _somewhere(subject, one, other), given=lambda frame: at_least_one(K),
            more=(Variable("k", "natural"),),
        )
    ]  # fmt: skip


@_parts("maximal-agreement")
def _maximal_agreement(subject: EveryClasses, constant: Any) -> list[Part]:
    """A matrix is diagonal iff a = b = c (then q = 1) in each class.  One that is not has an error,
    in a cell (i, j); i and j are named, and the other classes are the rest."""
    top, tree = subject.constant(constant), subject.tree
    right = tree.at(b=A, c=A, q=ONE)
    sign = subject.sign
    return [
        _part(
            subject, "the value at every diagonal matrix", ((right, STILL),),
            lambda values: values[0] - top, "==",
            _somewhere(subject, _written(tree, IDENTITY)),
        ),
        _part(
            subject, "a matrix with an error in (i, j) is below it", ((tree, STILL),),
            lambda values: top - values[0] if sign > 0 else values[0] - top, ">",
            _somewhere(subject, _written(tree, SIZES)), 2,
            lambda frame: at_least_one(symbol("c_ij")),
        ),
    ]  # fmt: skip


@_parts("minimal-agreement")
def _minimal_agreement(subject: EveryClasses, constant: Any) -> list[Part]:
    """A matrix has a zero diagonal iff c = 0 in each class.  Another one has a class i with c_i >=
    1, which is named.  (The first goal speaks of all sizes a, b; some have other matrices only.)"""
    low, tree = subject.constant(constant), subject.tree
    wrong = tree.at(c=ZERO)
    sign = subject.sign
    return [
        _part(
            subject, "the value at every zero-diagonal matrix", ((wrong, STILL),),
            lambda values: values[0] - low, "==",
            _somewhere(subject, _written(tree, ERRORS)),
        ),
        _part(
            subject, "a matrix with a right element in class i is above it", ((tree, STILL),),
            lambda values: values[0] - low if sign > 0 else low - values[0], ">",
            _somewhere(subject, _written(tree, SIZES)), 1,
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
) -> Part:
    """The score after a move less that before."""
    tree, sign = subject.tree, subject.sign
    roles = "ij"[:named]
    after = _written(tree, SIZES, [_moved(SIZES, r, move) for r in roles], sum(move.values()))
    label = ", ".join(f"{name} {'+' if by > 0 else '-'} 1" for name, by in move.items())
    return _part(
        subject, label, ((tree, STILL), (tree, move)),
        lambda values: values[1] - values[0] if sign > 0 else values[0] - values[1], rel,
        _somewhere(subject, _written(tree, SIZES), after), named, given,
    )  # fmt: skip


def _corrected(subject: EveryClasses, rel: Relation) -> list[Part]:
    """The error (i, j) becomes (i, i) or (j, j); i and j are named.  No labeling is constant iff
    a_i < n and b_j < n: the class i has a true element, so that no other one has all; so for j."""

    def given(frame: Frame) -> list[Atom]:
        return at_least_one(symbol("c_ij"), _outside(frame, "a", "i"), _outside(frame, "b", "j"))

    moves = ({"c_ij": -1, "c_ii": 1}, {"c_ij": -1, "c_jj": 1})
    return [_step(subject, 2, move, rel, given) for move in moves]


@_parts("monotone")
def _monotone(subject: EveryClasses, constant: Any) -> list[Part]:
    """See `_corrected`."""
    return _corrected(subject, ">")


@_parts("weakly-monotone")
def _weakly_monotone(subject: EveryClasses, constant: Any) -> list[Part]:
    """See `_corrected`."""
    return _corrected(subject, ">=")


def _grown(subject: EveryClasses, rel: Relation) -> list[Part]:
    """One element more in (i, i), i named, where there is an error somewhere; one less in (i, j),
    both named, where something is right.  That no labeling is constant is used of the named classes
    alone: more is shown than is asked."""
    errors, hits = Formula("sum", A - C), Formula("sum", C)

    def more(frame: Frame) -> list[Atom]:
        outside = (_outside(frame, letter, "i") for letter in "ab")
        return at_least_one(frame.normal(errors), *outside)

    def less(frame: Frame) -> list[Atom]:
        outside = (_outside(frame, "a", "i"), _outside(frame, "b", "j"))
        return at_least_one(symbol("c_ij"), frame.normal(hits), *outside)

    return [_step(subject, 1, {"c_ii": 1}, rel, more), _step(subject, 2, {"c_ij": -1}, rel, less)]


@_parts("strongly-monotone")
def _strongly_monotone(subject: EveryClasses, constant: Any) -> list[Part]:
    """See `_grown`."""
    return _grown(subject, ">")


@_parts("weakly-strongly-monotone")
def _weakly_strongly_monotone(subject: EveryClasses, constant: Any) -> list[Part]:
    """See `_grown`."""
    return _grown(subject, ">=")


#: How many elements agree in which of the labelings A, B, C: in all, A = B, A = C, B = C, in none.
AGREE = tuple(symbol(name) for name in ("part1", "part2", "part3", "part4", "part5"))


@_parts("distance")
def _distance(subject: EveryClasses, constant: Any) -> list[Part]:
    """Symmetry, maximal agreement, and the triangle inequality where a value depends on n, m and
    the number of right elements alone.  For labelings A, B, C these are the numbers of elements
    that agree in two of them; all that come from m classes are among those that are spoken of.
    """
    top, frame = subject.constant(constant), Frame()
    plain = frame.normal(subject.tree)
    if set(frame.terms) - {C}:
        raise FormulaError("the triangle inequality is stated for every m of measures that depend "
                           "on n and the number of right elements alone")  # fmt: skip
    total, hits = summed(AGREE), frame.terms.get(C, "sum1")
    every, ab, ac, bc, _ = AGREE
    one, other, last = (plain.at(**{hits: every + pair, "n": total}) for pair in (ab, bc, ac))
    gap = top - ((one + other) - last) if subject.sign > 0 else (one + other) - last - top
    counts = tuple(Variable(str(name), "natural") for name in AGREE)

    def state(frame: Frame) -> Goal:
        goal = frame.goal((one, other, last), Atom(gap, ">="))
        variables = tuple(v for v in goal.variables if v.name != "n")
        return replace(goal, variables=variables, label="the triangle inequality",
                       hypotheses=(*goal.hypotheses, *at_least_one(total)))  # fmt: skip

    def make() -> Frame:
        own = (*subject.measure.variables, *counts)
        return Frame(0, own, subject.measure.conditions, least=subject.least)

    sample = _somewhere(subject, _written(subject.tree, IDENTITY))
    triangle = Part("the triangle inequality", make, (), state, sample)
    return [*_symmetry(subject, None), *_maximal_agreement(subject, constant), triangle]


@_parts("opitz-monotone")
def _positive_slopes(subject: EveryClasses, constant: Any) -> list[Part]:
    """dM/dm_ij at positive real cells, for i = j with i named and i != j with both named: by the
    chain rule (`class_sums.slope`).  Where the measure is defined, it is differentiable."""
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

        sample = _somewhere(subject, _written(subject.tree, SIZES))
        found.append(Part(label, make, (subject.tree,), state, sample))
    return found


@_parts("approximate-constant-baseline")
def _expected(subject: EveryClasses, constant: Any) -> list[Part]:
    """The matrix a_i*b_j/n has the sizes a, b and c = a*b/n, q = m*b/n in each class.  That no
    predicted size is n makes the sum of b*(n - b) positive."""
    value, tree = subject.constant(constant), subject.tree
    there = tree.at(c=A * B / SIZE, q=MANY * B / SIZE)
    spread = Formula("sum", B * (SIZE - B))
    return [
        _part(
            subject, "the value at every expected matrix", ((there, STILL),),
            lambda values: values[0] - value, "==", _somewhere(subject, _written(tree, SIZES)),
            given=lambda frame: [Atom(frame.normal(spread), ">")],
        )
    ]  # fmt: skip


@_parts("constant-baseline")
def _expectation(subject: EveryClasses, constant: Any) -> list[Part]:
    """Of a uniformly random prediction with given sizes the expectation of c_i is a_i*b_i/n, that
    of q_i is m*b_i/n.  Expectation is linear; so of a formula that is affine in c and q, with
    coefficients made of a, b, n and m, which are fixed, it is the value at these (`is_affine`)."""
    if not is_affine(subject.tree):
        raise FormulaError("the measure is not affine in c: its expectation is not the value at "
                           "the expected matrix")  # fmt: skip
    return _expected(subject, constant)


def is_affine(tree: Formula) -> bool:
    """Whether c and q stand only in terms that are not multiplied together, never in a denominator
    or function; so the value is x + sum(y*c + z*q) with x, y, z made of a, b, n, m and parameters.
    """

    def fixed(part: Formula) -> bool:
        return {"c", "q"}.isdisjoint(part.symbols())

    if fixed(tree) or tree in (C, Q):
        return True
    match tree.op:
        case "+" | "-" | "neg" | "sum":
            return all(map(is_affine, tree.args))
        case "*":
            one, other = tree.args
            return (fixed(one) and is_affine(other)) or (fixed(other) and is_affine(one))
        case "/":
            return is_affine(tree.args[0]) and fixed(tree.args[1])
    return False
