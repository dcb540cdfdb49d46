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

import ast
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from symbolic_measures.meaning.cancelled import cancelled
from symbolic_measures.meaning.class_sums import Frame, Move, class_sums
from symbolic_measures.meaning.every_readings import at_classes, read_with
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.multiclass import class_measure, find_multiclass
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.nouns.confusion import CELLS, summed
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.parser import identifiers, spelled, syntax
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Variable
from symbolic_measures.nouns.sums import MANY, C, Q, pairs_of, sums_of

ZERO, ONE = formula(0), formula(1)
K = symbol("k")
#: The name of a cell of several classes.
_CELL = re.compile(r"c\d\d")
#: Said of a measure of which `is_affine` is not true: another form of it may be affine.
NOT_SEEN_AFFINE = (
    "the measure was not seen to be affine in c: its expectation is not known from the expected "
    "matrix"
)
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
    reading: str = LITERAL

    def at(self, classes: int) -> Reading:
        """The measure of so many classes, in the reading."""
        found = class_measure(self.text, classes, "", self.assume)
        if self.lower_is_better:
            found = replace(found, higher_is_better=False)
        return at_classes(self.reading, found)

    @cached_property
    def measure(self) -> Measure:
        """That of two classes: its name, orientation, parameters and what is assumed of them."""
        return replace(self, reading=LITERAL).at(2).measure

    @property
    def _typed(self) -> str:
        """The text of a measure that is called by its name."""
        # where something is assumed, a name is that of a parameter first (`class_measure`)
        known = None if self.assume else find_multiclass(self.text.strip())
        return self.text if known is None else known.text

    @cached_property
    def tree(self) -> Formula:
        """The formula in sums over classes, none within another; FormulaError if it has no such
        form.  Other readings depend on how it is written; once their cases are in it, what cancels
        may be left out, too."""
        found = class_sums(self._typed, self.measure.parameters, paired=True)
        if self.reading != LITERAL:
            found = read_with(self.reading, found, self.text)
        return cancelled(found)

    @cached_property
    def factor(self) -> str:
        """E, if it is a geometric mean over classes, `product(E)^(1/m)`; else nothing."""
        if self.reading != LITERAL:
            return ""
        match syntax(self._typed):
            case ast.BinOp(
                left=ast.Call(func=ast.Name(id="product"), args=[body], keywords=[]),
                op=ast.Pow(),
                right=ast.BinOp(left=ast.Constant(value=1), op=ast.Div(), right=ast.Name(id="m")),
            ):
                # as it is written: 0.1 is the decimal, not what a computer makes of it
                return ast.get_source_segment(spelled(self._typed), body) or ""
        return ""

    def logarithm(self) -> EveryClasses:
        """Of a geometric mean of positive numbers, its logarithm (`every_geometric`)."""
        return replace(self, text=f"sum(log({self.factor}))/m")

    def arithmetic(self) -> EveryClasses:
        """The arithmetic mean over classes of what it is the geometric one of."""
        return replace(self, text=f"sum({self.factor})/m")

    def look(self) -> None:
        """FormulaError, in one line that says what to do, if it is none for every m."""
        cells = [word for word in identifiers(self.text) if _CELL.fullmatch(word)]
        if cells:
            raise FormulaError(f"{cells[0]} is a cell of a given number of classes; for every m "
                               "write sums over classes, such as sum(c)/n")  # fmt: skip
        if self.factor:
            self.logarithm().look()
            return
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
SIZES = {"a": MANY, "b": MANY, "c": ONE, "q": ONE, "n": MANY * MANY, "cij": ONE, "cji": ONE}
IDENTITY = {"a": ONE, "b": ONE, "c": ONE, "q": ONE, "n": MANY}
ERRORS = {"a": MANY - 1, "b": MANY - 1, "c": ZERO, "q": ONE, "n": MANY * (MANY - 1)}


def written(
    tree: Formula, every: Letters, changed: Iterable[Letters] = (), more: int = 0
) -> Formula:
    """The formula at a matrix whose classes are all alike but for some that a move has changed.

    Nothing is cancelled: it is defined only where the measure is.
    """
    if "pairs" in tree.ops:
        tree = tree.replace({node: _alike(node.args[0], every) for node in pairs_of(tree)})
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


def _alike(body: Formula, every: Letters) -> Formula:
    """The sum over pairs at a matrix whose classes are all alike, `cij` its wrong cells."""
    own = {f"{letter}{i}": every[letter] for letter in "abc" for i in "ij"}
    own |= {name: every[name] for name in ("cij", "cji", "n")}
    return MANY * (MANY - 1) * body.at(**own)


def somewhere(subject: EveryClasses, *values: Formula) -> Goal:
    """All of these values exist, for every m."""
    return Goal(
        (Variable("m", "natural"), *subject.measure.variables),
        (Atom(MANY - subject.least, ">="), *subject.measure.conditions),
        Atom(summed(values), "defined"),
        label="it speaks of something for every m",
    )


Values = list[Formula]


def part_of(
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
STATED: dict[str, Build] = {}
#: Where a property needs a value, in words, and what shows that, for every m, a measure has none
#: there: so that the property is not applicable.
NOWHERE: dict[str, tuple[str, Callable[[EveryClasses], list[Part]]]] = {}
#: The properties with a constant, or something else that exists, for which a value is given.
WITH_CONSTANT = (
    "maximal-agreement", "minimal-agreement", "distance", "constant-baseline",
    "approximate-constant-baseline", "range", "chance-corrected", "class-sensitive",
    "class-decomposable", "undefined-set",
)  # fmt: skip


def states(*property_ids: str) -> Callable[[Build], Build]:
    def register(build: Build) -> Build:
        STATED.update(dict.fromkeys(property_ids, build))
        return build

    return register


def is_affine(tree: Formula) -> bool:
    """Whether c and q stand only in terms that are not multiplied together, never in a denominator
    or function; so the value is x + sum(y*c + z*q) with x, y, z made of a, b, n, m and parameters.
    """

    def fixed(part: Formula) -> bool:
        return {"c", "q"}.isdisjoint(part.symbols()) and "pairs" not in part.ops

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
        case "ifzero":  # of fixed sizes one case is taken for all outcomes
            return fixed(tree.args[0]) and all(map(is_affine, tree.args[1:]))
    return False
