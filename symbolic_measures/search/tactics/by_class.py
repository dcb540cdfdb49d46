"""The triangle inequality of a mean over classes: class by class.

A mean of distances is a distance: of three labelings, each class has its own inequality, in which
the other classes are one.  So no denominators of several classes are cleared at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symbolic_measures.nouns.formula import exponent_of
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.texts import as_text
from symbolic_measures.search.tactics.paired import far_points, points_of, values_at
from symbolic_measures.search.tactics.segment import CLOSE, Way
from symbolic_measures.search.tactics.weighted import summands

#: The numbers of elements with labels of three classes; with more, each class alone takes long.
LABELINGS = 27


def by_class(goal: Goal) -> Iterator[Way]:
    """K - ((M1 + M2) - M3) >= 0, where each M is a sum or mean of terms of the classes, if that of
    no class is seen to fail: the terms get names."""
    tree = goal.conclusion.expr
    if goal.conclusion.rel != ">=" or tree.op != "-" or tree.args[1].op != "-":
        return
    top, (pair, last) = tree.args[0], tree.args[1].args
    if pair.op != "+" or len(goal.blocks) != 2 or len(goal.blocks[0]) != LABELINGS:
        return
    means = (*pair.args, last)
    divisor = exponent_of(last.args[1]) if last.op == "/" else None
    terms = [summands(mean.args[0] if divisor else mean) for mean in means]
    count, points = len(terms[0]), [*points_of(goal), *far_points(goal, tree)]
    most = values_at(top, points)
    if count < 2 or any(len(each) != count for each in terms) or not len(most):
        return
    share = Fraction(float(most[0])).limit_denominator(LABELINGS) * (divisor or 1) / count
    gaps = [values_at((one + two) - three, points) for one, two, three in zip(*terms, strict=True)]
    if all(len(gap) and max(gap) <= float(share) + CLOSE for gap in gaps):
        names = [f"part{number}" for number in range(1, 3 * count + 1)]
        own = zip(names[:count], names[count : 2 * count], names[2 * count :], strict=True)
        facts = [[f"{share} - ({one} + {two} - {three})", ">="] for one, two, three in own]
        yield (
            "abstract",
            {"parts": [as_text(term) for each in terms for term in each], "facts": facts},
        )
