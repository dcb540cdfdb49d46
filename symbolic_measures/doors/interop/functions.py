"""A measure from a Python function: called once, with letters in place of numbers.

The function gets objects that write down what is done to them.  It is never run on numbers; where
it asks a question that only a number could answer (a comparison, `if`, `float`, `math.sqrt`), it is
refused with the place and the reason.  Nothing is cancelled: TP/TP stays TP/TP.  SymPy's functions
may be used (`sympy.sqrt`, `sympy.Min`); what SymPy itself cancels between two of them is lost.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from symbolic_measures.doors.interop.expressions import Symbols, meanings, of_tree, taken
from symbolic_measures.doors.values.arithmetic import number
from symbolic_measures.doors.values.operators import Arithmetic
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES, cell_names
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.parser import identifiers
from symbolic_measures.nouns.sympy_notation import from_sympy

#: The symbols that stand for traced formulas within SymPy.
HELD = "traced"


class TracingError(FormulaError):
    """A function cannot be traced: what it did, and what to do instead."""


class Traced(Arithmetic):
    """A formula in the making.  `held` keeps the formulas that were handed to SymPy."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, tree: Formula, held: dict[str, Formula]) -> None:
        self.tree, self.held = tree, held

    @classmethod
    def _applied(cls, op: str, *operands: object) -> Any:
        held = next(item.held for item in operands if isinstance(item, Traced))
        trees = [_tree(item, held) for item in operands]
        if any(tree is None for tree in trees):
            return NotImplemented
        if op == "^" and trees[1] is not None and trees[1].symbols():
            op = "power"
        return cls(Formula(op, *trees), held)

    def _sympy_(self) -> Any:
        import sympy

        name = f"{HELD}{len(self.held)}"
        self.held[name] = self.tree
        return sympy.Symbol(name)

    def _refused(self, what: str, instead: str) -> TracingError:
        return TracingError(f"it {what} {self.tree}, for which there is no number: {instead}")

    def __bool__(self) -> bool:
        raise self._refused("branches on", CONVENTION)

    def __float__(self) -> float:
        raise self._refused("asks for the float of", FUNCTIONS)

    __int__ = __index__ = __round__ = __trunc__ = __floor__ = __ceil__ = __float__

    def __iter__(self) -> Any:
        raise self._refused("iterates over", FUNCTIONS)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("is_Atom", "args", "is_Rational"):
            raise AttributeError(name)
        raise self._refused(f"asks for .{name} of", FUNCTIONS)


CONVENTION = (
    "what a measure is where it is undefined is a convention ('TP+FN+FP == 0: 1'); the smaller or "
    "larger of two is sympy.Min or sympy.Max"
)
FUNCTIONS = "use + - * / **, abs, and sympy's or numpy's sqrt, log, acos, Min, Max"


def _comparison(sign: str) -> Callable[[Traced, object], bool]:
    def method(self: Traced, other: object) -> bool:
        shown = other.tree if isinstance(other, Traced) else other
        told = f"it compares {self.tree} {sign} {shown}, for which there are no numbers"
        raise TracingError(f"{told}: {CONVENTION}")

    return method


for _name, _sign in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    setattr(Traced, f"__{_name}__", _comparison(_sign))


def _tree(item: object, held: dict[str, Formula]) -> Formula | None:
    """What was computed, as a formula; None for what is no formula."""
    if isinstance(item, Traced):
        return item.tree
    if (found := number(item)) is not None:
        return found
    if not hasattr(item, "free_symbols"):
        return None
    tree = from_sympy(item)
    for name in reversed(held):
        tree = tree.at(**{name: held[name]})
    return tree


def from_function(
    function: Callable[..., Any],
    symbols: Symbols | None = None,
    name: str = "",
    assume: Iterable[str] = (),
    classes: int = 2,
) -> Measure:
    """The measure that a function of named cells computes.

    Its arguments are TP, FN, FP, TN in any order and case, p_AB, p_A, p_B, or what `symbols` says
    they stand for; names in `assume` are parameters.  TracingError, in one line, if it branches.
    """
    called = getattr(function, "__name__", type(function).__name__)
    conditions = list(assume)
    given = _arguments(function, symbols or {}, conditions, classes, called)
    held: dict[str, Formula] = {}
    try:
        found = function(**{key: Traced(tree, held) for key, tree in given.items()})
        tree = _tree(found, held)
    except FormulaError as error:
        raise TracingError(f"{called} cannot be traced: {error}") from None
    except Exception as error:
        told = str(error).splitlines()[0] if str(error) else "no reason given"
        raise TracingError(f"{called} cannot be traced: {type(error).__name__}: {told}") from None
    if tree is None:
        raise TracingError(f"{called} cannot be traced: it returns {type(found).__name__}, "
                           "which is no formula")  # fmt: skip
    made = of_tree(tree, name or (called if called.isidentifier() else ""), conditions, classes)
    return made if name or not taken(made) else replace(made, name=made.text)


def _arguments(
    function: Callable[..., Any], symbols: Symbols, assume: list[str], classes: int, called: str
) -> dict[str, Formula]:
    """What each argument stands for; an argument with a default value keeps it."""
    try:
        arguments = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise TracingError(f"{called} has no signature: wrap it in a function of TP, FN, FP, TN "
                           "written with arithmetic") from None  # fmt: skip
    said = meanings(symbols, classes)
    declared = {word for text in assume for word in identifiers(text)}
    plain = QUANTITIES if classes == 2 else {n: symbol(n) for n in cell_names(classes)}
    known = {cell.casefold(): plain[cell] for cell in (CELLS if classes == 2 else plain)}
    found: dict[str, Formula] = {}
    for item in arguments:
        if item.kind not in (item.POSITIONAL_OR_KEYWORD, item.KEYWORD_ONLY):
            raise TracingError(f"{called} takes {item}: its arguments need names")
        if item.name in said:
            found[item.name] = said[item.name]
        elif item.name in declared:
            found[item.name] = symbol(item.name)
        elif item.name in plain or item.name.casefold() in known:
            found[item.name] = plain.get(item.name) or known[item.name.casefold()]
        elif item.default is item.empty:
            names = ", ".join(known)
            told = f"which quantity is {item.name!r}? Name the arguments {names}, or say"
            raise TracingError(f"{called}: {told} symbols={{{item.name!r}: 'TP', ...}}")
    return found
