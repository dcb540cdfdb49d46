"""The exact value of a formula at one matrix as a SymPy number, and any number of its digits.

Whether there is a value, and which branch of a convention, a minimum or an absolute value applies,
is decided by the kernel's exact arithmetic.  SymPy only writes the number down: it is handed the
exact values of the parts, so it has no expression to cancel in.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from flint import arb, ctx, fmpq

from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import (
    CannotTellError,
    InfiniteError,
    Transcendental,
    UndefinedError,
    Value,
    compare,
    show,
    sign,
)
from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.sympy_notation import to_sympy

if TYPE_CHECKING:
    import sympy

Point = Mapping[str, fmpq]
#: The binary digits after which a number that is not 0 has shown it.
MOST_BITS = 200_000


def exact_value(tree: Formula, point: Point) -> sympy.Expr:
    """The value as a SymPy number, oo or -oo where a reading has these values.

    UndefinedError where there is no value.
    """
    import sympy

    try:
        return number(compile_formula(tree)(point), tree, point)
    except InfiniteError as error:
        return sympy.oo if error.sign > 0 else -sympy.oo


def number(value: Value, tree: Formula, point: Point) -> Any:
    """A value of the kernel as a SymPy number; `tree` at `point` is what it is the value of."""
    import sympy

    if isinstance(value, fmpq):
        return sympy.Rational(int(value.p), int(value.q))
    if not isinstance(value, Transcendental):
        return to_sympy(parse(str(show(value)), names={}))
    try:
        short = show(value)
    except CannotTellError:
        short = []
    if isinstance(short, str):
        return to_sympy(parse(short, names={}))
    return _written(tree, point)


def _written(tree: Formula, point: Point) -> Any:
    """The number as a SymPy expression in the exact values of its parts."""
    node = _chosen(tree, point)
    parts = [number(compile_formula(part)(point), part, point) for part in node.children]
    match node.op:
        case "+":
            return parts[0] + parts[1]
        case "-":
            return parts[0] - parts[1]
        case "*":
            return parts[0] * parts[1]
        case "/":
            return parts[0] / parts[1]
        case "neg":
            return -parts[0]
        case "^" | "power":
            return parts[0] ** parts[1]
    import sympy

    return getattr(sympy, node.op)(*parts)


def _chosen(node: Formula, point: Point) -> Formula:
    """The branch that applies at the point, of a convention, a minimum, an absolute value."""
    while True:
        values = [compile_formula(part) for part in node.children]
        match node.op:
            case "ifzero":
                node = node.args[1] if sign(values[0](point)) == 0 else node.args[2]
            case "extended":
                node = node.args[3]
            case "Min" | "Max":
                ordered = compare(values[0](point), values[1](point))
                node = node.args[(ordered > 0) == (node.op == "Min")]
            case "Abs":
                inner = node.args[0]
                node = inner if sign(values[0](point)) >= 0 else -inner
            case _:
                return node


def digits(tree: Formula, point: Point, places: int) -> sympy.Float:
    """The value, rounded correctly to that many decimal digits.

    It is enclosed by ball arithmetic of growing precision until all digits are certain.
    UndefinedError where there is no value, ValueError for less than one digit.
    """
    import sympy

    if places < 1:
        raise ValueError(f"{places} digits: at least one is needed")
    try:
        value = compile_formula(tree)(point)
    except InfiniteError as error:
        return sympy.oo if error.sign > 0 else -sympy.oo
    if isinstance(value, fmpq):
        return sympy.Rational(int(value.p), int(value.q)).evalf(places)
    if sign(value) == 0:
        return sympy.Float(0, places)
    bits = 8 * places + 64
    while bits < MOST_BITS:
        with ctx.workprec(bits):
            if (found := rounded(value.ball(), places)) is not None:
                return found
        bits *= 2
    raise CannotTellError(f"more than {MOST_BITS} binary digits would be needed")


def rounded(ball: arb, places: int) -> sympy.Float | None:
    """The number in a ball to that many digits; None if its two ends round to two numbers."""
    import sympy
    from mpmath.libmp import dps_to_prec, from_man_exp

    if not ball.is_finite():
        return None
    ends = []
    for end in (ball.lower(), ball.upper()):
        man, exponent = end.man_exp()
        ends.append(from_man_exp(int(man), int(exponent), dps_to_prec(places), "n"))
    return sympy.Float(ends[0], places) if ends[0] == ends[1] else None


def floating(value: Value) -> float:
    """The nearest float, or one beside it; infinite where it is too large for one."""
    if isinstance(value, fmpq):
        try:
            return int(value.p) / int(value.q)
        except OverflowError:
            return float("inf") if value > 0 else float("-inf")
    with ctx.workprec(256):
        return float(value.ball().mid())


def is_defined(tree: Formula, point: Point) -> bool:
    """Whether the formula has a value, which may be infinite, at the point."""
    try:
        compile_formula(tree)(point)
    except InfiniteError:
        return True
    except UndefinedError:
        return False
    return True


def rational_exponent(node: Formula) -> float:
    """The exponent of `^` as a float."""
    found = exponent_of(node)
    if found is None:
        raise CannotTellError(f"the exponent {node} is not a rational number")
    return float(found)
