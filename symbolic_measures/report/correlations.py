"""Why a correlation of two labelings is below 1, or above -1, as a person says it.

A labeling is a vector with n entries for each class, and the correlation the cosine of the angle
between two of them: it is 1 or -1 only where they are parallel, which one element can exclude.

Invariant: nothing is said unless the numerator and the square of the denominator are those of the
cosine, multiplied out, the goal is a monotone function of it, and its conditions give the element.
"""

from __future__ import annotations

from flint import fmpq

from symbolic_measures.kernel.algebra import Poly, RuleError, multiply, polynomial
from symbolic_measures.kernel.exact import CannotTellError, NotRealError, UndefinedError, compare
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.nouns.confusion import MAX_CLASSES, Square, cell_names
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.report.prose import Prose, equation

#: What a monotone function of the cosine may be made of.
MONOTONE = frozenset(("+", "-", "*", "/", "neg", "number", "symbol", "acos"))
X = symbol("X")
VECTORS: Prose = (
    "For every element and every class k, of size ", symbol("s_k"), ", let a labeling have the "
    "entry ", symbol("n") - symbol("s_k"), " if it places the element in k, and ", -symbol("s_k"),
    " if not: the numerator is the inner product of two such vectors and the denominator the "
    "product of their lengths, up to one factor (multiplied out, both sides are identical).",
)  # fmt: skip


def correlation(goal: Goal) -> Prose:
    """Why a function of the correlation of truth and prediction is positive; () if it is none."""
    names = tuple(variable.name for variable in goal.variables)
    classes = next((m for m in range(2, MAX_CLASSES + 1) if set(cell_names(m)) <= set(names)
                    and f"c{m + 1}1" not in names), 0)  # fmt: skip
    tree = goal.conclusion.expr
    found = [node for node in tree.walk() if node.op == "/" and node.args[1].op == "sqrt"]
    if not classes or goal.conclusion.rel != ">" or len(set(found)) != 1:
        return ()
    square = Square.of(classes)
    try:
        cosine = found[0]
        if not _is_cosine(cosine, square, names):
            return ()
        end = _end(tree.replace({cosine: X}))
        places = square.errors if end == 1 else square.diagonal
        if not end or not _one_of(goal, [square.cells[place] for place in places], names):
            return ()
    except RuleError:
        return ()
    return (*_beginning(tree, cosine), *VECTORS, *_parallel(end))


def _beginning(tree: Formula, cosine: Formula) -> Prose:
    inside = "acos" in tree.replace({cosine: X}).ops
    what = "The argument of the arccosine" if inside else "The value"
    return (f"{what} is the correlation of the two labelings. ",)


def _parallel(end: int) -> Prose:
    """Why the vectors are not parallel: an element that the labelings place apart, or alike."""
    a, b, n = symbol("a_i"), symbol("b_i"), symbol("n")
    where: Prose = (", where ", a, " and ", b, " say how often i is true and predicted.")
    if end == 1:
        return (
            " A cosine is at most 1, and 1 only where one vector is a positive multiple of the "
            "other. They are not: an element of true class i that is predicted as another class "
            "has for class i the entries ", equation(n - a, ">", 0), " and ",
            equation(-b, "<=", 0), *where,
        )  # fmt: skip
    return (
        " A cosine is at least -1, and -1 only where one vector is a negative multiple of the "
        "other. They are not: an element of true class i that is predicted as i has for class i "
        "the entries ", equation(n - a, ">", 0), " and ", equation(n - b, ">", 0), *where,
    )  # fmt: skip


def _is_cosine(tree: Formula, square: Square, names: tuple[str, ...]) -> bool:
    """Whether it is (n sum c_ii - sum a_i b_i) over the root of both lengths, up to one factor."""
    top, radicand = (polynomial(part, names) for part in (tree.args[0], tree.args[1].args[0]))
    true, predicted = (
        [polynomial(size(i), names) for i in range(square.classes)]
        for size in (square.true, square.predicted)
    )
    n = polynomial(square.size, names)
    both = sum((polynomial(square.cells[place], names) for place in square.diagonal), n * 0)
    same = multiply(n, both)
    for one, other in zip(true, predicted, strict=True):
        same = same - multiply(one, other)
    lengths = multiply(_length(n, true), _length(n, predicted))
    return any(top * k == same and radicand * k * k == lengths for k in (1, 2))


def _length(n: Poly, sizes: list[Poly]) -> Poly:
    total = multiply(n, n)
    for size in sizes:
        total = total - multiply(size, size)
    return total


def _end(tree: Formula) -> int:
    """1 if it is positive where X < 1 alone, -1 if where X > -1, 0 if neither is seen."""
    once = sum(node == X for node in _leaves(tree)) == 1
    over = any(node.op == "/" and X.args[0] in node.args[1].symbols() for node in tree.walk())
    if not once or over or set(tree.symbols()) != {X.args[0]} or not tree.ops <= MONOTONE:
        return 0
    try:
        value = evaluator(tree)
        signs = [compare(value({X.args[0]: fmpq(x)}), fmpq(0)) for x in (-1, 0, 1)]
    except (CannotTellError, NotRealError, UndefinedError, TypeError):
        return 0
    return {(1, 1, 0): 1, (0, 1, 1): -1}.get((signs[0], signs[1], signs[2]), 0)


def _leaves(tree: Formula) -> list[Formula]:
    return [leaf for child in tree.children for leaf in _leaves(child)] or [tree]


def _one_of(goal: Goal, cells: list[Formula], names: tuple[str, ...]) -> bool:
    """Whether a condition says that one of the cells is at least 1."""
    wanted = sum((polynomial(cell, names) for cell in cells[1:]), polynomial(cells[0], names)) - 1
    return any(
        atom.rel == ">=" and atom.expr.is_polynomial and polynomial(atom.expr, names) == wanted
        for atom in goal.hypotheses
    )
