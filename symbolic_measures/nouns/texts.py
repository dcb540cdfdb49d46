"""Texts of formulas that the kernel reads again: x*log(y) with 0*log(0) = 0 is written xlogy(x, y),
a number that is not whole as the decimal that was typed, for 1/20 is read as a quotient.

Another `ifzero` is a convention, which has no text that is read.
"""

from __future__ import annotations

from fractions import Fraction

from symbolic_measures.nouns.formula import Formula, formula, symbol

ZERO = formula(0)


def as_text(tree: Formula) -> str:
    """The formula as it can be read again."""
    tree = tree.replace(
        {node: symbol(text) for node in tree.walk() if (text := _decimal(node)) is not None}
    )
    if "ifzero" not in tree.ops:
        return str(tree)
    written: dict[Formula, Formula] = {}
    for node in tree.walk():
        if node.children:
            parts = [written.get(part, part) for part in node.args]
            same = all(part is own for part, own in zip(parts, node.args, strict=True))
            if is_xlogy(node):
                inside = node.args[2].args[1].args[0]
                written[node] = Formula("xlogy", parts[0], written.get(inside, inside))
            elif not same:
                written[node] = Formula(node.op, *parts)
    return str(written.get(tree, tree))


def is_xlogy(node: Formula) -> bool:
    """Whether it is x*log(y), and 0 where x is 0."""
    if node.op != "ifzero" or node.args[1] != ZERO or node.args[2].op != "*":
        return False
    factor, last = node.args[2].args
    return bool(factor == node.args[0] and last.op == "log")


def _decimal(node: Formula) -> str | None:
    """A number that is not whole, if it has an end as a decimal."""
    if node.op != "number" or node.args[0].denominator == 1:
        return None
    value: Fraction = node.args[0]
    places = value.denominator.bit_length()  # no prime factor is in it more often
    whole = abs(value) * 10**places
    if whole.denominator != 1:
        return None
    digits = str(whole.numerator).zfill(places + 1)
    return f"{'-' * (value < 0)}{digits[:-places]}.{digits[-places:].rstrip('0')}"


def is_readable(tree: Formula) -> bool:
    """Whether the text of it is read again: it has no convention in it."""
    return "ifzero" not in tree.ops or all(
        is_xlogy(node) for node in tree.walk() if node.op == "ifzero"
    )
