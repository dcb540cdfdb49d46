"""The rules of proof.  A rule computes the subgoals of a goal from its arguments, or refuses.

Every rule is sound: if all subgoals hold, so does the goal.  Each docstring gives the argument.
A rule never takes subgoals from the caller, and the caller can only choose among sound ones.
Rules on a `Goal` speak of formulas, rules on a `Sequent` of integer polynomials.

Writing: H |- C is the goal; "point" is any choice of the variables in their sorts.
"""

from symbolic_measures.kernel.rules import clearing, formulas, polynomials, theorems, values
from symbolic_measures.kernel.rules.registry import RULES, Args, Obligation, apply

__all__ = (
    "RULES", "Args", "Obligation", "apply",
    "clearing", "formulas", "polynomials", "theorems", "values",
)  # fmt: skip
