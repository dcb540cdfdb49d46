"""Formulas exactly as written: the tree from which every domain is read.

A `Formula` never simplifies.  `TP/TP` stays `TP/TP`, because where a measure is defined
is decided by the divisions, roots and logarithms that stand in the text, and a computer
algebra system that rewrites it to 1 has lost the point TP = 0.  SymPy is the notation
people write and read (`to_sympy`, `from_sympy`); the kernel computes on these trees.

Invariant: a tree is immutable, and equal trees are one object: a node that is there is not built
a second time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from threading import Lock
from typing import Any
from weakref import WeakValueDictionary

#: Functions a formula may call, with the number of arguments each takes.
FUNCTIONS: dict[str, int] = {
    "sqrt": 1, "log": 1, "acos": 1, "power": 2, "Abs": 1, "Min": 2, "Max": 2,
}  # fmt: skip
_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4}


class Formula:
    """A node: `op` and `args`.

    `op` is `number` (args: one Fraction), `symbol` (args: its name), one of
    ``+ - * / ^ neg`` or of `FUNCTIONS`, or `ifzero`: (test, then, otherwise), which is
    `then` where `test` is 0 and `otherwise` elsewhere; conventions at 0/0 are written with it.
    `extended`: (place, low, high, value) is how a value that may be infinite is shown: `value`, or
    -oo where `place` is `low` and oo where it is `high`.  It stands in no hypothesis or conclusion.
    The exponent of ``^`` is a rational number: x^2 is x*x.  `power` is the real power, for
    exponents with parameters: exp(e*log x) for x > 0, 0 for x = 0 < e, undefined elsewhere.
    """

    __slots__ = ("__weakref__", "_symbols", "args", "children", "is_polynomial", "op", "ops")
    op: str
    args: tuple[Any, ...]
    #: The subtrees, none for a number or a symbol.
    children: tuple[Formula, ...]
    _symbols: tuple[str, ...]
    #: Every `op` in the tree.
    ops: frozenset[str]
    #: Built from symbols and whole numbers by + - * alone.
    is_polynomial: bool

    def __new__(cls, op: str, *args: Any) -> Formula:
        node = _BUILT.get((op, args))
        return _build(op, args) if node is None else node

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Formula is immutable")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Formula, (self.op, *self.args))

    def __add__(self, other: Formula | int) -> Formula:
        return Formula("+", self, formula(other))

    def __sub__(self, other: Formula | int) -> Formula:
        return Formula("-", self, formula(other))

    def __mul__(self, other: Formula | int) -> Formula:
        return Formula("*", self, formula(other))

    def __truediv__(self, other: Formula | int) -> Formula:
        return Formula("/", self, formula(other))

    def __pow__(self, other: Formula | int) -> Formula:
        exponent = formula(other)
        return Formula("power" if exponent.symbols() else "^", self, exponent)

    def __neg__(self) -> Formula:
        return Formula("neg", self)

    def __str__(self) -> str:
        return _text(self)

    def __repr__(self) -> str:
        return f"Formula({self})"

    def walk(self) -> Iterator[Formula]:
        """Every distinct subtree once, children before parents."""
        seen: set[Formula] = set()
        stack: list[tuple[Formula, bool]] = [(self, False)]
        while stack:
            node, done = stack.pop()
            if done:
                yield node
            elif node not in seen:
                seen.add(node)
                stack.append((node, True))
                stack.extend((child, False) for child in reversed(node.children))

    def functions(self) -> frozenset[Formula]:
        """The distinct roots, logarithms, arccosines and powers in the tree."""
        if self.ops.isdisjoint(_NOT_RATIONAL):
            return frozenset()
        return frozenset(node for node in self.walk() if node.op in _NOT_RATIONAL)

    def symbols(self) -> tuple[str, ...]:
        """Names of the symbols, in order of first appearance."""
        return self._symbols

    def replace(self, old: Mapping[Formula, Formula]) -> Formula:
        """The tree with every occurrence of a key replaced, simultaneously, by its value."""
        return replacing(old)(self)

    def _replace(self, done: dict[Formula, Formula], touched: set[str], constant: bool) -> Formula:
        stack = [self]
        while stack:
            node = stack[-1]
            if node in done:
                stack.pop()
            elif not constant and touched.isdisjoint(node._symbols):
                done[node] = node
            elif below := [child for child in node.children if child not in done]:
                stack += below
            else:
                parts = [done[child] for child in node.children]
                done[node] = Formula(node.op, *parts) if parts else node
        return done[self]

    def at(self, **values: Formula | int | Fraction) -> Formula:
        """The tree with symbols replaced, simultaneously: `TP.at(TP=TP + 1)`."""
        return self.replace({symbol(name): formula(value) for name, value in values.items()})


def replacing(old: Mapping[Formula, Formula]) -> Callable[[Formula], Formula]:
    """`Formula.replace` for many trees: what they share is replaced once."""
    done = dict(old)
    touched = {name for key in old for name in key.symbols()}
    constant = any(not key.symbols() for key in old)
    return lambda tree: tree._replace(done, touched, constant)


#: Every node that somebody holds, by what it is made of.
_BUILT: WeakValueDictionary[tuple[str, tuple[Any, ...]], Formula] = WeakValueDictionary()
_BUILDING = Lock()


def _build(op: str, args: tuple[Any, ...]) -> Formula:
    """The node, where there was none; of two threads that build it, one does."""
    with _BUILDING:
        if (node := _BUILT.get((op, args))) is None:
            node = object.__new__(Formula)
            object.__setattr__(node, "op", op)
            object.__setattr__(node, "args", args)
            object.__setattr__(node, "children", () if op in ("number", "symbol") else args)
            object.__setattr__(node, "_symbols", _symbols(op, args))
            object.__setattr__(node, "ops", _ops(op, args))
            object.__setattr__(node, "is_polynomial", _is_polynomial(op, args))
            _BUILT[op, args] = node
        return node


_NOT_RATIONAL = frozenset({"sqrt", "log", "acos", "power", "^"})


def _symbols(op: str, args: tuple[Any, ...]) -> tuple[str, ...]:
    """The symbols of the children; a tuple of a child is used again if it will do."""
    if op == "symbol":
        return args
    found: tuple[str, ...] = ()
    if op != "number":
        for arg in args:
            if not found:
                found = arg._symbols
            elif found != arg._symbols:
                found += tuple([name for name in arg._symbols if name not in found])
    return found


_NO_OPS: frozenset[str] = frozenset()


def _ops(op: str, args: tuple[Any, ...]) -> frozenset[str]:
    """The operations of the children and this one; a set of a child is used again if it will do."""
    found = _NO_OPS
    if op not in ("number", "symbol"):
        for arg in args:
            if not arg.ops <= found:
                found = arg.ops if found <= arg.ops else found | arg.ops
    return found if op in found else found | {op}


def _is_polynomial(op: str, args: tuple[Any, ...]) -> bool:
    if op == "number":
        return bool(args[0].denominator == 1)
    return op == "symbol" or (
        op in ("+", "-", "*", "neg") and all(arg.is_polynomial for arg in args)
    )


def formula(value: Formula | int | Fraction) -> Formula:
    """A Formula from a Formula or an exact number."""
    return value if isinstance(value, Formula) else _number(value)


@lru_cache(maxsize=4_096)
def _number(value: int | Fraction) -> Formula:
    return Formula("number", Fraction(value))


@lru_cache(maxsize=4_096)
def symbol(name: str) -> Formula:
    """The symbol of that name."""
    return Formula("symbol", name)


def exponent_of(node: Formula) -> Fraction | None:
    """The rational number that a constant subtree without roots equals, else None."""
    if node.op == "number":
        return Fraction(node.args[0])
    if node.symbols():
        return None
    parts = [exponent_of(child) for child in node.children]
    if not parts or any(part is None for part in parts):
        return None
    values = [part for part in parts if part is not None]
    match node.op:
        case "+":
            return values[0] + values[1]
        case "-":
            return values[0] - values[1]
        case "*":
            return values[0] * values[1]
        case "/" if values[1]:
            return values[0] / values[1]
        case "neg":
            return -values[0]
        case "^" if values[1].denominator == 1 and abs(values[1]) <= 10 and values[0]:
            return values[0] ** int(values[1])
    return None


@lru_cache(maxsize=4_096)
def _text(tree: Formula) -> str:
    """Each subtree is written once, with how strongly it binds."""
    told: dict[Formula, tuple[str, float]] = {}

    def within(node: Formula, outer: int) -> str:
        text, level = told[node]
        return f"({text})" if level < outer else text

    for node in tree.walk():
        level: float = _PRECEDENCE.get(node.op, 5)
        match node.op:
            case "number":
                text, value = str(node.args[0]), node.args[0]
                level = 5 if value.denominator == 1 and value >= 0 else 1.5
            case "symbol":
                text = node.args[0]
            case "neg":
                text = "-" + within(node.args[0], 3)
            case "^":
                text = f"{within(node.args[0], 5)}**{within(node.args[1], 4)}"
            case "+" | "-":
                text = f"{within(node.args[0], 1)} {node.op} {within(node.args[1], 2)}"
            case "*" | "/":
                text = f"{within(node.args[0], 2)}{node.op}{within(node.args[1], 3)}"
            case _:
                text = f"{node.op}({', '.join(within(arg, 0) for arg in node.args)})"
        told[node] = text, level
    return told[tree][0]
