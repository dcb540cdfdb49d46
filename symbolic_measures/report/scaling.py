"""A proof by scale invariance: the cells on one side are a factor times those on the other.

Invariant: the formula, the factor and the cells told are the arguments of the step.
"""

from __future__ import annotations

from collections.abc import Iterator

from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.report.clearing import Line
from symbolic_measures.report.conditions import tree_of_text
from symbolic_measures.report.polynomials import with_margins
from symbolic_measures.report.prose import equation

F, K = symbol("F"), symbol("k")
#: What the last part shows to be 0: F at a matrix C' that is k times C, less F at C.
SCALED = symbol("F(C')") - symbol("F(C)")


def scaled_lines(goal: Goal, step: Step) -> Iterator[Line]:
    """The formula of both sides, the factor, and the cells of the two sides."""
    args, own = step.args, [variable.name for variable in goal.variables]

    def shown(text: object, names: list[str]) -> Formula:
        return with_margins(tree_of_text(str(text)), names)

    yield Line(
        ("Both sides are values of one formula of a matrix:",),
        equation(F, "=", shown(args["lower"], args["cells"])),
        aside=True,
    )
    yield Line(
        ("Each cell that it has on the left is ", K, " times the one that it has on the right, "
         "which is positive (after clearing denominators both are identical), with"),
        equation(K, "=", shown(args["k"], own)),
        aside=True,
    )  # fmt: skip
    first = K * shown(args["u"][0], own)
    yield Line(("The first one, for example:",), equation(shown(args["t"][0], own), "=", first),
               aside=True)  # fmt: skip
    yield Line(("And the formula keeps its value if all cells of a matrix C are multiplied by one "
                "number, ", K, " here, which makes C':"))  # fmt: skip
