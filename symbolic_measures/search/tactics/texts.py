"""Texts of formulas that the kernel reads again: x*log(y) with 0*log(0) = 0 is written xlogy(x, y).

Another `ifzero` is a convention, which has no text that is read.
"""

from __future__ import annotations

from symbolic_measures.nouns.formula import Formula, formula

ZERO = formula(0)


def as_text(tree: Formula) -> str:
    """The formula as it can be read again."""
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


def is_readable(tree: Formula) -> bool:
    """Whether the text of it is read again: it has no convention in it."""
    return "ifzero" not in tree.ops or all(
        is_xlogy(node) for node in tree.walk() if node.op == "ifzero"
    )
