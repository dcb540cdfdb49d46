"""Fractions of polynomials written as formulas: factored, roots as roots, few minus signs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symbolic_measures.kernel.algebra import Poly, factors, reduce, text_of
from symbolic_measures.kernel.reader import Reader, reader
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.nouns.formula import Formula, formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable


def factored(reading: Reading, slope: Formula, letters_of: list[Variable]) -> Formula:
    """The derivative as one fraction of factored polynomials, roots written as roots; numbers such
    as log(2) and pi are letters meanwhile."""
    measure = reading.measure
    numbers = [node for node in dict.fromkeys(slope.walk())
               if node.op in ("log", "acos") and not node.symbols()]  # fmt: skip
    letters = {number: symbol(f"number{place}") for place, number in enumerate(numbers)}
    numbered = [Variable(str(letter), "real") for letter in letters.values()]
    variables = (*letters_of, *measure.variables, *numbered)
    tree = slope.replace(letters)
    read = reader(Goal(variables, measure.conditions, Atom(tree, "==")))
    top, bottom = read.ratio(tree)
    if read.opaque:
        return slope
    top = reduce(top, read.roots)
    if top.is_zero():
        return formula(0)
    common = top.gcd(bottom)
    back = {letter: number for number, letter in letters.items()}
    return fraction(read, top / common, bottom / common).replace(back)


def fraction(read: Reader, top: Poly, bottom: Poly) -> Formula:
    """A fraction of factored polynomials as a formula, roots written as roots."""
    names: dict[str, Formula] = {}
    for place in sorted(read.roots):
        letters = {name: names.get(name, symbol(name)) for name in read.names}
        minus, inside = _product(read.roots[place], letters)
        names[read.names[place]] = Formula("sqrt", _joined(minus, inside))
    letters = {name: names.get(name, symbol(name)) for name in read.names}
    minus, above = _product(top, letters)
    turned, below = _product(bottom, letters)
    numerator = _joined(minus != turned, above)
    return numerator if bottom.is_one() else numerator / _joined(False, below)


def _product(poly: Any, letters: dict[str, Formula]) -> tuple[bool, list[Formula]]:
    """The factored polynomial: is there a minus, and c, f1^e1, ..., each factor mostly positive."""
    unit, pairs = factors(poly)
    minus, size = unit < 0, abs(int(unit))
    parts = [] if size == 1 and pairs else [formula(size)]
    for piece, exponent in sorted(pairs, key=lambda pair: (len(pair[0]), text_of(pair[0]))):
        turned = _mostly_negative(piece)
        minus ^= turned and exponent % 2 == 1
        parts.append(_power(_sum(-piece if turned else piece, letters), exponent))
    return minus, parts


def _joined(minus: bool, parts: list[Formula]) -> Formula:
    """The product of the parts, with the minus sign at its first."""
    result = -parts[0] if minus else parts[0]
    for part in parts[1:]:
        result = result * part
    return result


def _mostly_negative(poly: Any) -> bool:
    """p - 1 rather turns to 1 - p, and -a - b + c to a + b - c."""
    balance = sum(1 if coefficient > 0 else -1 for coefficient in poly.coeffs())
    constant = poly.to_dict().get((0,) * poly.context().nvars(), 0)
    return balance < 0 or (balance == 0 and constant < 0)


def _power(base: Formula, exponent: int) -> Formula:
    """base^exponent, with sqrt(R)^3 written R^(3/2), and sqrt(R)^2 as R."""
    if exponent == 1:
        return base
    if base.op == "sqrt":
        inside: Formula = base.args[0]
        return inside if exponent == 2 else inside ** formula(Fraction(exponent, 2))
    return base**exponent


def _sum(poly: Any, letters: dict[str, Formula]) -> Formula:
    total: Formula | None = None
    names = list(letters)
    terms = sorted(poly.to_dict().items(), key=lambda term: term[1] < 0)
    for monomial, coefficient in terms:
        size = abs(int(coefficient))
        parts: list[Formula] = [] if size == 1 and any(monomial) else [formula(size)]
        for name, power in zip(names, monomial, strict=True):
            if power:
                base = letters[name]
                parts.append(_power(base, int(power)))
        term = parts[0]
        for part in parts[1:]:
            term = term * part
        if total is None:
            total = -term if coefficient < 0 else term
        else:
            total = total - term if coefficient < 0 else total + term
    return formula(0) if total is None else total
