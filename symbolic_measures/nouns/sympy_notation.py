"""Formulas to and from SymPy, the notation that people write and read."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import FUNCTIONS, Formula, formula, symbol

if TYPE_CHECKING:
    import sympy


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
    """The tree of a SymPy expression as SymPy holds it, written as people do: a - b, a/b, -a.

    Raises FormulaError for what a measure cannot contain (integrals, relationals, ...).
    """
    import sympy

    if not isinstance(expression, sympy.Basic):
        raise FormulaError(
            f"a measure is text or a SymPy expression, not {type(expression).__name__}"
        )
    if isinstance(expression, sympy.Rational):
        return _signed(Fraction(int(expression.p), int(expression.q)))
    if isinstance(expression, sympy.Float):
        return _signed(_decimal(expression))
    if expression == sympy.pi:
        return Formula("acos", -formula(1))
    if isinstance(expression, sympy.Symbol):
        if not expression.name.isidentifier():
            raise FormulaError(f"the symbol {expression.name!r} is not a name")
        return symbol(expression.name)
    if isinstance(expression, sympy.Add):
        return _sum(expression.as_ordered_terms())
    if isinstance(expression, sympy.Piecewise):
        return _case(expression)
    args = [from_sympy(arg) for arg in expression.args]
    match expression:
        case sympy.Mul():
            return _product(expression, args)
        case sympy.Pow() if expression.args[1] == sympy.Rational(1, 2):
            return Formula("sqrt", args[0])
        case sympy.Pow(args=(base, sympy.Rational(is_negative=True) as power)):
            return formula(1) / from_sympy(sympy.Pow(base, -power))
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


def _signed(value: Fraction) -> Formula:
    """A number as it is typed: -1/2."""
    size = formula(abs(value.numerator))
    tree = size if value.denominator == 1 else size / value.denominator
    return -tree if value < 0 else tree


def _decimal(value: sympy.Float) -> Fraction:
    """A Float of at most twelve digits as the decimal it is written as."""
    digits = str(value).rstrip("0")
    if not re.fullmatch(r"-?\d+\.?\d*", digits) or len(re.sub(r"\D", "", digits).lstrip("0")) > 12:
        raise FormulaError(f"{value} is a rounded number; write it as a Rational")
    return Fraction(digits)


def _sum(terms: list[sympy.Expr]) -> Formula:
    """A sum, one with a minus sign in front taken away; one without leads if there is one."""
    first = next((term for term in terms if not _is_minus(term)), terms[0])
    total = from_sympy(first)
    for term in terms:
        if term is not first:
            total = total - from_sympy(-term) if _is_minus(term) else total + from_sympy(term)
    return total


def _is_minus(term: sympy.Expr) -> bool:
    return bool(term.as_coeff_Mul()[0].is_negative)


def _case(expression: sympy.Piecewise) -> Formula:
    """x*log(y) with 0 where x = 0; any other case distinction is a convention."""
    import sympy

    pairs = list(expression.args)
    if len(pairs) == 2 and pairs[0].expr == 0 and pairs[1].cond == sympy.true:
        test, product = pairs[0].cond, pairs[1].expr
        zero = isinstance(test, sympy.Eq) and test.rhs == 0 and isinstance(product, sympy.Mul)
        logs = [part for part in product.args if isinstance(part, sympy.log)] if zero else []
        if len(logs) == 1 and product == test.lhs * logs[0]:
            factor = from_sympy(test.lhs)
            return Formula("ifzero", factor, formula(0), factor * from_sympy(logs[0]))
    raise FormulaError("a measure cannot contain Piecewise: what it is where a formula is "
                       "undefined is a convention, such as 'TP+FN+FP == 0: 1'")  # fmt: skip


def _product(expression: sympy.Expr, args: list[Formula]) -> Formula:
    """A product with its denominators gathered under one fraction bar, its sign in front."""
    above: list[Formula] = []
    below: list[Formula] = []
    negative = False
    for arg in args:
        if arg.op == "neg":
            negative, arg = not negative, arg.args[0]
        top, bottom = arg.args if arg.op == "/" else (arg, None)
        above += [] if top == formula(1) else [top]
        below += [] if bottom is None else [bottom]
    numerator, denominator = (_times_all(parts) for parts in (above, below))
    whole = numerator / denominator if below else numerator
    return -whole if negative else whole


def _times_all(parts: list[Formula]) -> Formula:
    total: Formula | None = None
    for part in parts:
        total = part if total is None else total * part
    return formula(1) if total is None else total
