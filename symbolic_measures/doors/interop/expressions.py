"""A measure from a SymPy expression whose symbols may be called anything.

Invariant: the formula is the expression as SymPy holds it.  What SymPy cancelled before it was
handed over is gone; from here on nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.measures import ALIASES
from symbolic_measures.meaning.multiclass import MULTICLASS_ALIASES, class_measure
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import QUANTITIES, cell_names
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.sympy_notation import from_sympy
from symbolic_measures.report.mathtext import plain

#: Quantities that a symbol may stand for.
Symbols = Mapping[Any, str]


def from_expression(
    expression: Any,
    symbols: Symbols | None = None,
    name: str = "",
    assume: Iterable[str] = (),
    classes: int = 2,
) -> Measure:
    """The measure of an expression.

    `symbols` says what a symbol (or a name) stands for: {x: "TP", y: "p_A"}.  FormulaError, in one
    line, for a symbol that nobody explained and for what a measure cannot contain.
    """
    return of_tree(renamed(from_sympy(expression), symbols, classes), name, assume, classes)


def renamed(tree: Formula, symbols: Symbols | None, classes: int = 2) -> Formula:
    """The formula with the symbols that are mapped, all at once."""
    return tree.at(**meanings(symbols or {}, classes))


def meanings(symbols: Symbols, classes: int) -> dict[str, Formula]:
    """What each name stands for, as a formula in the cells; FormulaError for no quantity."""
    known = {name: symbol(name) for name in cell_names(classes)}
    known = {**QUANTITIES, **known} if classes == 2 else known
    found = {}
    for key, meaning in symbols.items():
        name = str(getattr(key, "name", key))
        if meaning not in known:
            raise FormulaError(f"{name} is said to be {meaning!r}: no quantity of a confusion "
                               f"matrix; known are {', '.join(known)}")  # fmt: skip
        found[name] = known[meaning]
    if len(set(symbols.values())) != len(found):
        raise FormulaError("two symbols are said to be the same quantity")
    return found


def of_tree(tree: Formula, name: str, assume: Iterable[str], classes: int) -> Measure:
    """The measure of a formula, written down so that it reads as the same formula."""
    text = plain(_as_typed(tree))
    if classes != 2:
        return class_measure(text, classes, name, assume)
    return measure(text, name, assume)


def taken(subject: Measure) -> bool:
    """Whether the name is that of another formula of the catalog, which no file may say."""
    plain = subject.name.strip().casefold()
    aliases = ALIASES if subject.classes == 2 else MULTICLASS_ALIASES
    return any(
        alias.casefold() == plain
        and measure(name, classes=subject.classes).formula != subject.formula
        for alias, name in aliases.items()
    )


def _as_typed(tree: Formula) -> Formula:
    """Numbers as a text has them, with signs and fraction bars as operations."""
    known: dict[Formula, Formula] = {}
    for node in tree.walk():
        if node.op == "number":
            value = node.args[0]
            size = formula(abs(value.numerator))
            whole = size if value.denominator == 1 else size / value.denominator
            known[node] = -whole if value < 0 else whole
        elif node.children:
            known[node] = Formula(node.op, *(known[child] for child in node.children))
        else:
            known[node] = node
    return known[tree]
