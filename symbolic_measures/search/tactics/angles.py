"""The triangle inequality of angles where some have other values, by cases: what they are made of
is named first.

Of three vectors with the squares x, y, z and the products p, q, r, an angle is acos(p/sqrt(x*y)),
and t = 0 says that two of them stand for the same.  With names for all of these there are few
variables, and each case is short: x, y, z and a Gram determinant are >= 0; t is at least the mean
of its squares, so that both are 0 where it is; and it cannot be 0 for two pairs and not for the
third, where x, y, z are 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text

#: What is known of x, y, z, the three t and p, q, r, in this order.
FACTS = [
    ["part1", ">="], ["part2", ">="], ["part3", ">="],
    ["2*part4-part1-part2", ">="], ["2*part5-part2-part3", ">="], ["2*part6-part1-part3", ">="],
    ["part4+part5-part6+part1+part2+part3", ">="],
    ["part1*part2*part3+2*part7*part8*part9"
     "-part1*part8*part8-part2*part9*part9-part3*part7*part7", ">="],
]  # fmt: skip
#: With more variables than this, the determinant is too large to be multiplied out.
MANY = 20


def with_cases(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
    """K - ((M1 + M2) - M3) with such an angle in one case of each M."""
    right = goal.conclusion.expr.args[-1] if goal.conclusion.expr.op == "-" else None
    if not isinstance(right, Formula) or goal.conclusion.rel != ">=" or len(goal.variables) > MANY:
        return
    if right.op != "-" or right.args[0].op != "+" or "ifzero" not in right.ops:
        return
    angles = [_angle(tree) for tree in (*right.args[0].args, right.args[1])]
    known = [angle for angle in angles if angle is not None]
    if len(known) < len(angles):
        return
    tests, products, sides = zip(*known, strict=True)
    common = [sides[i] & sides[j] for i, j in ((0, 2), (0, 1), (1, 2))]
    parts = [*(square for shared in common for square in shared), *tests, *products]
    if len(parts) == len(set(parts)) == 9:
        yield "abstract", {"parts": list(map(as_text, parts)), "facts": FACTS}


def _angle(tree: Formula) -> tuple[Formula, Formula, frozenset[Formula]] | None:
    """t, p and {x, y} of the one angle in it; t is the one test that is not made of x and y."""
    angles = [node.args[0] for node in tree.walk() if node.op == "acos" and node.symbols()]
    if len(angles) != 1 or angles[0].op != "/" or angles[0].args[1].op != "sqrt":
        return None
    product, root = angles[0].args
    squares = root.args[0].args if root.args[0].op == "*" else ()
    given = dict.fromkeys(squares, formula(1))
    tests = [node.args[0] for node in tree.walk() if node.op == "ifzero"]
    own = [test for test in tests if test.replace(given).symbols()]
    return (own[0], product, frozenset(squares)) if len(own) == 1 else None
