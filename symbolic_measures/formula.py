"""Formulas exactly as written: the tree from which every domain is read.

A `Formula` never simplifies.  `TP/TP` stays `TP/TP`, because where a measure is defined
is decided by the divisions, roots and logarithms that stand in the text, and a computer
algebra system that rewrites it to 1 has lost the point TP = 0.  SymPy is the notation
people write and read (`to_sympy`, `from_sympy`); the kernel computes on these trees.

Invariant: a tree is immutable, and equal trees are equal objects by structure and hash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, overload

if TYPE_CHECKING:
    import sympy

#: Functions a formula may call, with the number of arguments each takes.
FUNCTIONS: dict[str, int] = {
    "sqrt": 1, "log": 1, "acos": 1, "power": 2, "Abs": 1, "Min": 2, "Max": 2,
}  # fmt: skip

_PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4}


class FormulaError(ValueError):
    """Something a person typed cannot be read; the message is one line that says what to do."""


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

    __slots__ = ("_functions", "_hash", "_symbols", "args", "is_polynomial", "op", "ops")
    op: str
    args: tuple[Any, ...]
    _hash: int
    _functions: frozenset[Formula] | None
    _symbols: tuple[str, ...] | None
    #: Every `op` in the tree.
    ops: frozenset[str]
    #: Built from symbols and whole numbers by + - * alone.
    is_polynomial: bool

    def __init__(self, op: str, *args: Any) -> None:
        object.__setattr__(self, "op", op)
        object.__setattr__(self, "args", args)
        object.__setattr__(self, "_hash", hash((op, args)))
        object.__setattr__(self, "_functions", None)
        object.__setattr__(self, "_symbols", None)
        object.__setattr__(self, "ops", _ops(op, args))
        object.__setattr__(self, "is_polynomial", _is_polynomial(op, args))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Formula is immutable")

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Formula):
            return NotImplemented
        return self._hash == other._hash and self.op == other.op and self.args == other.args

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
        return _text(self, 0)

    def __repr__(self) -> str:
        return f"Formula({self})"

    @property
    def children(self) -> tuple[Formula, ...]:
        """The subtrees, none for a number or a symbol."""
        return () if self.op in ("number", "symbol") else self.args

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
        if self._functions is None:
            found: frozenset[Formula] = frozenset()
            for child in self.children:
                found |= child.functions()
            if self.op in ("sqrt", "log", "acos", "power", "^"):
                found |= {self}
            object.__setattr__(self, "_functions", found)
        return self._functions or frozenset()

    def symbols(self) -> tuple[str, ...]:
        """Names of the symbols, in order of first appearance."""
        if self._symbols is None:
            names = [name for child in self.children for name in child.symbols()]
            found = (self.args[0],) if self.op == "symbol" else tuple(dict.fromkeys(names))
            object.__setattr__(self, "_symbols", found)
        return self._symbols or ()

    def replace(self, old: Mapping[Formula, Formula]) -> Formula:
        """The tree with every occurrence of a key replaced, simultaneously, by its value."""
        touched = {name for key in old for name in key.symbols()}
        constant = any(not key.symbols() for key in old)
        return self._replace(dict(old), touched, constant)

    def _replace(self, done: dict[Formula, Formula], touched: set[str], constant: bool) -> Formula:
        found = done.get(self)
        if found is None:
            found = self
            if constant or not touched.isdisjoint(self.symbols()):
                parts = [child._replace(done, touched, constant) for child in self.children]
                if any(part is not child for part, child in zip(parts, self.children)):
                    found = Formula(self.op, *parts)
            done[self] = found
        return found

    def at(self, **values: Formula | int | Fraction) -> Formula:
        """The tree with symbols replaced, simultaneously: `TP.at(TP=TP + 1)`."""
        return self.replace({symbol(name): formula(value) for name, value in values.items()})


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
    return value if isinstance(value, Formula) else Formula("number", Fraction(value))


def symbol(name: str) -> Formula:
    """The symbol of that name."""
    return Formula("symbol", name)


def exponent_of(node: Formula) -> Fraction | None:
    """The rational number that a constant subtree without roots equals, else None."""
    if node.op == "number":
        return Fraction(node.args[0])
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


def derivative(node: Formula, by: Mapping[str, int]) -> Formula | None:
    """d/dt of `node` when each symbol s moves with speed by[s]; None stands for identically 0.

    Raises ValueError at a kink (Abs, Min, Max, ifzero) that moves: there may be no derivative.
    The result is undefined wherever the node is not differentiable.
    """
    memo: dict[Formula, Formula | None] = {}
    for part in node.walk():
        memo[part] = _derivative_step(part, by, memo)
    return memo[node]


def _derivative_step(
    node: Formula, by: Mapping[str, int], known: Mapping[Formula, Formula | None]
) -> Formula | None:
    if node.op == "number":
        return None
    if node.op == "symbol":
        speed = by.get(node.args[0], 0)
        return formula(speed) if speed else None
    changes = [known[child] for child in node.children]
    if all(change is None for change in changes):
        return None
    first, d_first = node.args[0], changes[0]
    second, d_second = (node.args[1], changes[1]) if len(node.args) > 1 else (formula(1), None)
    match node.op:
        case "+":
            return _plus(d_first, d_second)
        case "-":
            return _plus(d_first, _minus(d_second))
        case "neg":
            return _minus(d_first)
        case "*":
            return _plus(_times(d_first, second), _times(d_second, first))
        case "/":
            left = None if d_first is None else d_first / second
            right = _times(d_second, first)
            return _plus(left, None if right is None else -(right / second**2))
        case "power" if d_second is None and d_first is not None:
            return second * _times(d_first, Formula("power", first, second - 1))
        case "power" if d_first is None and d_second is not None:
            return _times(d_second, Formula("log", first) * node)
        case "^" if d_second is None and d_first is not None:
            power = exponent_of(second)
            lower = first if power == 2 else first ** (second - 1)
            return d_first if power == 1 else second * _times(d_first, lower)
        case "sqrt" if d_first is not None:
            return d_first / (formula(2) * node)
        case "log" if d_first is not None:
            return d_first / first
        case "acos" if d_first is not None:
            return -(d_first / Formula("sqrt", formula(1) - first**2))
    raise ValueError(f"{node} has no derivative everywhere")


def _plus(left: Formula | None, right: Formula | None) -> Formula | None:
    if left is None or right is None:
        return right if left is None else left
    if left.op == right.op == "number":  # parts that change at opposite speeds
        total = left.args[0] + right.args[0]
        return formula(total) if total else None
    return left + right


def _minus(change: Formula | None) -> Formula | None:
    if change is not None and change.op == "number":
        return formula(-change.args[0])
    return None if change is None else -change


@overload
def _times(change: Formula, factor: Formula) -> Formula: ...
@overload
def _times(change: Formula | None, factor: Formula) -> Formula | None: ...
def _times(change: Formula | None, factor: Formula) -> Formula | None:
    """change * factor, without a factor 1."""
    if change is None:
        return None
    if change.op == "number":
        return (
            factor if change.args[0] == 1 else -factor if change.args[0] == -1 else change * factor
        )
    return change * factor


def _text(node: Formula, outer: int) -> str:
    if node.op == "number":
        value: Fraction = node.args[0]
        level = 4.5 if value.denominator == 1 and value >= 0 else 2
        return f"({value})" if outer >= level and level < 4 else str(value)
    if node.op == "symbol":
        return str(node.args[0])
    if node.op not in _PRECEDENCE:
        return f"{node.op}({', '.join(_text(arg, 0) for arg in node.args)})"
    level = _PRECEDENCE[node.op]
    if node.op == "neg":
        body = "-" + _text(node.args[0], 3)
    elif node.op == "^":
        body = f"{_text(node.args[0], 5)}**{_text(node.args[1], 4)}"
    else:
        left, right = _text(node.args[0], level), _text(node.args[1], level + 1)
        body = f"{left} {node.op} {right}" if level == 1 else f"{left}{node.op}{right}"
    return f"({body})" if level < outer else body


def to_sympy(node: Formula) -> sympy.Expr:
    """The SymPy expression of a formula (SymPy may simplify it; the domain is kept by the tree)."""
    import sympy

    known: dict[Formula, Any] = {}
    for part in node.walk():
        if part.op == "number":
            known[part] = sympy.Rational(part.args[0].numerator, part.args[0].denominator)
        elif part.op == "symbol":
            known[part] = sympy.Symbol(part.args[0])
        else:
            args = [known[child] for child in part.args]
            match part.op:
                case "+":
                    known[part] = args[0] + args[1]
                case "-":
                    known[part] = args[0] - args[1]
                case "*":
                    known[part] = args[0] * args[1]
                case "/":
                    known[part] = args[0] / args[1]
                case "^" | "power":
                    known[part] = args[0] ** args[1]
                case "neg":
                    known[part] = -args[0]
                case "ifzero":
                    known[part] = sympy.Piecewise((args[1], sympy.Eq(args[0], 0)), (args[2], True))
                case name:
                    known[part] = getattr(sympy, name)(*args)
    return known[node]


def from_sympy(expression: sympy.Basic) -> Formula:
    """The tree of a SymPy expression as SymPy holds it.

    Raises FormulaError for what a measure cannot contain (integrals, relationals, ...).
    """
    import sympy

    if not isinstance(expression, sympy.Basic):
        raise FormulaError(
            f"a measure is text or a SymPy expression, not {type(expression).__name__}"
        )
    if isinstance(expression, sympy.Rational):
        return formula(Fraction(int(expression.p), int(expression.q)))
    if isinstance(expression, sympy.Symbol):
        if not expression.name.isidentifier():
            raise FormulaError(f"the symbol {expression.name!r} is not a name")
        return symbol(expression.name)
    args = [from_sympy(arg) for arg in expression.args]
    match expression:
        case sympy.Add():
            total = args[0]
            for arg in args[1:]:
                total = total + arg
            return total
        case sympy.Mul():
            return _product(expression, args)
        case sympy.Pow() if args[1] == formula(Fraction(1, 2)):
            return Formula("sqrt", args[0])
        case sympy.Pow():
            return args[0] ** args[1]
    name = type(expression).__name__
    if name in ("Min", "Max") and len(args) >= 2:
        total = args[0]
        for arg in args[1:]:
            total = Formula(name, total, arg)
        return total
    if name in FUNCTIONS and len(args) == 1:
        return Formula(name, args[0])
    raise FormulaError(f"a measure cannot contain {name}: use + - * / **, {', '.join(FUNCTIONS)}")


def _product(expression: sympy.Basic, args: list[Formula]) -> Formula:
    """A product with its negative powers gathered under one fraction bar."""
    above: Formula | None = None
    below: Formula | None = None
    for arg in args:
        power = exponent_of(arg.args[1]) if arg.op == "^" else None
        if power is not None and power < 0:
            base = arg.args[0]
            flipped = (
                base
                if power == -1
                else Formula("sqrt", base)
                if power == Fraction(-1, 2)
                else base ** formula(-power)
            )
            below = flipped if below is None else below * flipped
        else:
            above = arg if above is None else above * arg
    top = formula(1) if above is None else above
    return top if below is None else top / below
