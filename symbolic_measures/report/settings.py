"""Where a goal looks, in words: its matrices, its conditions, and what has a name in it.

Invariant: every formula and condition told is one of the goal.
"""

from __future__ import annotations

from symbolic_measures.meaning.gosgens import independent
from symbolic_measures.meaning.property import Quantity
from symbolic_measures.nouns.confusion import CELLS, LABELINGS
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.report.mathtext import PAIRS, on_one_line
from symbolic_measures.report.polynomials import without_zeros
from symbolic_measures.report.proofs import conditions
from symbolic_measures.report.prose import Cells, Equation, Piece, Prose, equation


def two_formulas(goal: Goal) -> bool:
    """Whether two formulas are compared, of one matrix or some letters: there is no M(C')."""
    return len(goal.values) == 2 and len(goal.matrices) < 2


def values_named(
    goal: Goal, letter: str, quantity: Quantity | None = None
) -> dict[Formula, Formula]:
    """The values of a goal by their names: M(C) and M(C'), or M(A, B), ...; that of a quantity."""
    if quantity is not None and quantity.formula is not None and len(goal.values) == 1:
        return {goal.values[0]: quantity.formula}
    if goal.conclusion.rel == "constant-mean":
        return {goal.conclusion.expr: symbol(letter)}
    if quantity is not None or two_formulas(goal):
        return {}
    places = PAIRS if len(goal.values) == len(PAIRS) else ("C", "C'")
    found: dict[Formula, Formula] = {}
    for tree, place in zip(goal.values, places, strict=False):
        inner = tree.args[0] if tree.op == "extended" else tree
        if inner.symbols():
            found.setdefault(inner, symbol(f"{letter}({place})"))
    return found


def setting_of(goal: Goal, known: dict[Formula, Formula]) -> Prose:
    """Where C and C' lie: `C' = (TP + 1, FN - 1, FP, TN), where FN >= 1 and M(C) is defined`."""
    parts: list[Piece] = []
    before: Prose = ()
    names = [variable.name for variable in goal.variables]
    for name, matrix in zip(("C", "C'", "C''"), goal.matrices, strict=False):
        block = goal.blocks[0] if goal.blocks else CELLS
        if matrix == tuple(map(symbol, block)) or block == LABELINGS or "x_111" in block:
            continue
        if matrix in [independent(map(symbol, own)) for own in goal.blocks if len(own) >= 4]:
            cell = on_one_line(symbol("a_i") * symbol("b_j") / symbol("n"))
            parts = ["C and C' are expected matrices: the cell of true class i and predicted class "
                     "j is ", cell, ", of the sizes of these classes and of n"]  # fmt: skip
        else:
            parts += [", "] if parts else []
            shown = CELLS if len(matrix) == len(CELLS) else ()
            parts.append(Cells(shown, tuple(map(without_zeros, matrix)), f"{name} = "))
    where = conditions(goal.hypotheses, names)
    if not goal.matrices and two_formulas(goal):
        where = [*_ranges(goal), *where]
    if len(goal.values) == len(PAIRS):
        before = ("Of the elements, ", symbol("x_abc"), " are in class a of A, b of B and c of C; "
                  "D is a diagonal matrix. ", *_distances(known))  # fmt: skip
    if not goal.matrices and two_formulas(goal) and {"s1", "z1"} <= set(names):
        before = ("The cell of true class i and predicted class j is ", symbol("s_i"), " times ",
                  symbol("z_j"), ", over the sum of all ", symbol("s_i"), " and that of all ",
                  symbol("z_j"), ". ")  # fmt: skip
    for place, condition in enumerate(where):
        first = ", where " if parts else "Suppose "
        parts += [", " if place else first, condition]
    have = {atom.expr for atom in goal.hypotheses if atom.rel == "defined"}
    valued: list[Piece] = []
    for tree, value in known.items():
        if tree in have:
            valued += [", " if valued else "", value]
    if not valued and two_formulas(goal) and have.issuperset(goal.values):
        joined = " and " if where else ", where " if parts else "Suppose "
        return (*before, *parts, joined, "both sides are defined.")
    if not valued:
        return (*before, *parts, ".") if parts else before
    several = len(valued) > 2
    joined = " and " if where else ", where " if parts else "Suppose "
    return (*before, *parts, joined, *valued, f" {'are' if several else 'is'} defined.")


def _distances(known: dict[Formula, Formula]) -> Prose:
    """What M(A, B) is, and what its inequality says of distances."""
    letter = str(next(iter(known.values()), symbol("M")))[:1]
    ab, ac, bc = (symbol(f"d({pair})") for pair in ("A, B", "A, C", "B, C"))
    return (symbol(f"{letter}(A, B)"), " is the value where A is the truth and B the prediction; "
            "what is to be shown is ", equation(ac, "<=", ab + bc), " for ",
            equation(symbol("d"), "=", symbol(f"{letter}(D)") - symbol(letter)), ". ",
            )  # fmt: skip


def _ranges(goal: Goal) -> list[Equation]:
    """What the letters of a goal are, where they are not any real numbers."""
    signs = {"positive": ">", "nonnegative": ">=", "natural": ">="}
    return [
        equation(symbol(v.name), signs[v.sort], 0) for v in goal.variables if v.sort in signs
    ]  # fmt: skip


def joint(told: Prose, more: Prose) -> Prose:
    """One after the other."""
    return (*told, " ", *more) if told and more else (*told, *more)
