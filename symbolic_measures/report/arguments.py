"""Arguments that a person would give, where the formulas of a goal are of a known form.

A triangle inequality is that of angles between vectors if its values are arccosines of the
correlation of labelings, and that of a set distance delta if they are 2 delta/(a + b + delta).
A mean of fractions from 0 to 1 is from 0 to 1.

Invariant: nothing is said of a form that is not recognised by multiplying out, whatever the
measure is called.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from types import SimpleNamespace
from typing import Any

from symbolic_measures.kernel.algebra import (
    Poly,
    RuleError,
    Sequent,
    multiply,
    one_sign,
    polynomial,
)
from symbolic_measures.kernel.reader import reader
from symbolic_measures.macros import apply
from symbolic_measures.meaning.class_sums import is_rational
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.report.correlations import VECTORS
from symbolic_measures.report.polynomials import Shown, ratio, with_margins
from symbolic_measures.report.prose import Equation, Prose, equation
from symbolic_measures.report.vanishing import only_zero

#: The pairs of the labelings A, B, C in the order of the values of a goal.
PAIRS = ((0, 1), (1, 2), (0, 2))
LETTERS = "ABC"


class _Counts:
    """The numbers of elements x_abc of three labelings, as polynomials."""

    def __init__(self, goal: Goal) -> None:
        self.names = tuple(variable.name for variable in goal.variables)
        own = [name for name in self.names if name.startswith("x_") and len(name) == 5]
        if not own:
            raise RuleError("not about labelings")
        self.cells = {name[2:]: polynomial(symbol(name), self.names) for name in own}
        self.classes = sorted({letter for word in self.cells for letter in word})

    def total(self, fixed: Mapping[int, str]) -> Poly:
        """How many elements have these classes in these labelings."""
        found = [poly for word, poly in self.cells.items()
                 if all(word[place] == label for place, label in fixed.items())]  # fmt: skip
        return reduce(lambda one, other: one + other, found)

    def apart(self, i: int, j: int) -> Poly:
        """How many elements two labelings place differently."""
        found = [poly for word, poly in self.cells.items() if word[i] != word[j]]
        return reduce(lambda one, other: one + other, found)


def vectors(goal: Goal, cosines: tuple[Formula, ...]) -> Prose:
    """Why the cosines are those of vectors: they are the correlations of the labelings."""
    try:
        counts = _Counts(goal)
        n = counts.total({})
        for cosine, (i, j) in zip(cosines, PAIRS, strict=True):
            if cosine.op != "/" or cosine.args[1].op != "sqrt":
                return ()
            top = polynomial(cosine.args[0], counts.names)
            square = polynomial(cosine.args[1].args[0], counts.names)
            same = n * 0
            for label in counts.classes:
                both = counts.total({i: label, j: label})
                sizes = multiply(counts.total({i: label}), counts.total({j: label}))
                same += multiply(n, both) - sizes
            lengths = multiply(_length(counts, i), _length(counts, j))
            if not any(top * k == same and square * k * k == lengths for k in (1, 2)):
                return ()
    except RuleError:
        return ()
    return (
        "They are the correlations of the labelings. ",
        *VECTORS,
        " So the values are cosines of angles, and angles satisfy the triangle inequality.",
    )


def _length(counts: _Counts, i: int) -> Poly:
    """The squared length of the centred vector of a labeling, over n."""
    n = counts.total({})
    total = multiply(n, n)
    for label in counts.classes:
        size = counts.total({i: label})
        total = total - multiply(size, size)
    return total


def set_distance(goal: Goal) -> list[tuple[Prose, Equation | None]]:
    """The triangle inequality of 2 delta/(a + b + delta), where a and b are sizes of sets."""
    try:
        counts = _Counts(goal)
        right = goal.conclusion.expr.args[1]
        trees = (*right.args[0].args, right.args[1])
        for tree, pair in zip(trees, PAIRS, strict=True):
            if not _is_distance(goal, counts, tree, *pair):
                return []
    except (RuleError, IndexError, ValueError, AttributeError):
        return []
    return [
        ((
            "Let ", symbol("delta_AB"), " be the number of elements that A and B place "
            "differently, and a, b, c how many A, B and C place in class 1. Then ",
            "(multiplied out, both sides are identical)",
        ), _chain(("AB", "a", "b"))),
        ((
            "Two of these numbers add up to at least the third, ", _sum("delta_AC", "<="),
            ", and t/(a + c + t) grows with t; c + ", symbol("delta_BC"), " is at least b, and a "
            "+ ",
            symbol("delta_AB"), " at least b. So:",
        ), _inequality()),
    ]  # fmt: skip


def shares(goal: Goal, step: Step, left: Formula) -> list[tuple[Prose, Equation]]:
    """A mean of fractions from 0 to 1: it is at least 0, or what it lacks of 1 is their mean."""
    tree = goal.conclusion.expr
    if goal.conclusion.rel not in (">", ">="):
        return []
    below = tree.op == "-" and tree.args[0] == formula(1)
    zero = tree.op == "-" and tree.args[1] == formula(0)
    whole, count = tree.args[1] if below else tree.args[0] if zero else tree, 1
    while whole.op == "/" and whole.args[1].op == "number":
        whole, count = whole.args[0], count * whole.args[1].args[0]
    fractions = _terms(whole)
    if count != len(fractions) or count < 2 or any(term.op != "/" for term in fractions):
        return []
    try:
        read = reader(Goal(goal.variables, (), Atom(tree, "defined")))
        shown = Shown(read)
        gaps = [polynomial(bottom - top if below else top, read.names) for top, bottom in
                (term.args for term in fractions)]  # fmt: skip
    except RuleError:
        return []
    if any(one_sign(gap, read.sorts) != 1 for gap in gaps):
        return []
    lacks = [ratio(shown.formula(gap), with_margins(term.args[1], read.names))
             for gap, term in zip(gaps, fractions, strict=True)]  # fmt: skip
    end = "at most 1" if below else "at least 0"
    told: Prose = (f"The value is the mean of {len(fractions)} fractions that are {end}",)
    last = apply(goal, step.rule, step.args)[-1]
    if goal.conclusion.rel == ">" and isinstance(last, Sequent):
        names = {"names": read.names, "sorts": read.sorts, "roots": {}, "terms": {}}
        total = reduce(lambda one, other: one + other, gaps)
        told += only_zero(SimpleNamespace(top=total, **names), last, f". All are {int(below)} only")
    mean = reduce(lambda one, other: one + other, lacks) / count
    return [(_before(told), equation(left, "=", mean, goal.conclusion.rel, 0))]


def _before(told: Prose) -> Prose:
    """A sentence as the head of a formula."""
    return (*told[:-1], ":") if told[-1] == "." else (*told, ":")


def _terms(tree: Formula) -> list[Formula]:
    return [term for part in tree.args for term in _terms(part)] if tree.op == "+" else [tree]


def _is_distance(goal: Goal, counts: _Counts, tree: Formula, i: int, j: int) -> bool:
    """Whether 1 - tree is 2 delta/(a + b + delta)."""
    read = reader(Goal(goal.variables, (), Atom(tree, "defined")))
    top, bottom = read.ratio(tree)
    if not is_rational(read) or len(counts.classes) != 2:
        return False
    apart = polynomial_of(counts.apart(i, j), top)
    sizes = polynomial_of(counts.total({i: "1"}) + counts.total({j: "1"}), top)
    return bool(multiply(bottom - top, sizes + apart) == multiply(bottom, apart * 2))


def polynomial_of(poly: Poly, like: Poly) -> Poly:
    """The polynomial among the variables of another one, which has more of them."""
    context = like.context()
    width = len(context.names())
    terms: dict[tuple[int, ...], Any] = {
        (*monomial, *[0] * (width - len(monomial))): coefficient
        for monomial, coefficient in poly.to_dict().items()
    }
    return context.from_dict(terms)


def _ratio(pair: str, one: Formula, other: Formula) -> Formula:
    delta = symbol(f"delta_{pair}")
    return (formula(2) * delta) / (one + other + delta)


def _chain(names: tuple[str, str, str]) -> Equation:
    pair, one, other = names
    left = symbol("d(A, B)")
    return Equation((left, _ratio(pair, symbol(one), symbol(other))), ("=",))


def _sum(left: str, rel: str) -> Equation:
    return Equation((symbol(left), symbol("delta_AB") + symbol("delta_BC")), (rel,))


def _inequality() -> Equation:
    a, b, c = map(symbol, "abc")
    ab, bc = symbol("delta_AB"), symbol("delta_BC")
    both = ab + bc
    middle = (formula(2) * both) / (a + c + both)
    parts = _ratio("AB", a, b) + _ratio("BC", b, c)
    last = symbol("d(A, B)") + symbol("d(B, C)")
    return Equation((symbol("d(A, C)"), middle, parts, last), ("<=", "<=", "="))
