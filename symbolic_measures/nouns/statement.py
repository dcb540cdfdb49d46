"""Statements: what a property says of a measure, as goals that can be decided one by one.

An `Atom` means that its formula is defined and `expr rel 0`.  A `Goal` says: for all values of
its variables that satisfy the hypotheses, the conclusion holds.  A `Statement` holds iff all
of its goals do.  All are plain data; nothing here knows how they are decided.

A proof shows that the conclusion is defined and true.  A violation is a point where it has a value
that is false: undefined is no violation, unless the goal asks for a value (`defined`).  A goal
whose hypotheses admit a point where its conclusion has no value is neither; it stays undecided.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from symbolic_measures.nouns.formula import Formula

Relation = Literal[">", ">=", "==", "!=", "defined", "undefined", "constant-mean"]
Sort = Literal["natural", "nonnegative", "positive", "real"]
#: The relation that holds exactly where the given one fails, for defined formulas.
CONTRARY: dict[str, str] = {"defined": "undefined", "undefined": "defined"}


@dataclass(frozen=True)
class Atom:
    """`expr` is defined and `expr rel 0`; with `defined` and `undefined` only that.

    `constant-mean`: the exact expectation of `expr` over the matrices (TP, FN, FP, TN) with
    given sizes n, P, P^ (hypergeometric) is one and the same number for all n, all P and all
    0 < P^ < n for which every outcome of positive probability is defined.
    """

    expr: Formula
    rel: Relation

    def __str__(self) -> str:
        return f"{self.expr} {self.rel}" + ("" if self.rel in CONTRARY else " 0")

    def at(self, **values: Formula) -> Atom:
        """The atom with symbols replaced in its formula."""
        return Atom(self.expr.at(**values), self.rel)


@dataclass(frozen=True)
class Variable:
    """A free variable: `natural` is a whole number >= 0; the other sorts are real."""

    name: str
    sort: Sort


@dataclass(frozen=True)
class Goal:
    """For all variables: hypotheses |- conclusion.

    `matrices` are the confusion matrices the goal speaks of (four formulas each) and `values`
    the measure at each, which is how a counterexample is shown.  `blocks` are the natural
    variables, grouped: counterexamples are compared by the largest sum of a block, then by n of
    the first matrix, its cells, and the cells of the second, lexicographically.
    """

    variables: tuple[Variable, ...]
    hypotheses: tuple[Atom, ...]
    conclusion: Atom
    matrices: tuple[tuple[Formula, ...], ...] = ()
    values: tuple[Formula, ...] = ()
    blocks: tuple[tuple[str, ...], ...] = ()
    label: str = ""

    def to_data(self) -> dict[str, Any]:
        """JSON: what a reader needs to see what was decided."""
        return {
            "case": self.label,
            "variables": {variable.name: variable.sort for variable in self.variables},
            "hypotheses": [str(atom) for atom in self.hypotheses],
            "conclusion": str(self.conclusion),
        }


@dataclass(frozen=True)
class Statement:
    """`property` holds of `subject` iff every goal holds; `sentence` says it in words.

    The statement is vacuous if all its goals are, or one of the `presupposed` ones is (a measure
    that is defined at no diagonal matrix has no maximal agreement to speak of).
    """

    property: str
    subject: str
    sentence: str
    goals: tuple[Goal, ...]
    presupposed: tuple[int, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """JSON form; `verify` rebuilds the statement and compares this."""
        return {
            "sentence": self.sentence,
            "goals": [goal.to_data() for goal in self.goals],
        }


def cases_of(kink: Formula) -> tuple[Formula, tuple[tuple[Atom, Formula], tuple[Atom, Formula]]]:
    """The test of |x|, Max(a, b), Min(a, b) or ifzero(t, a, b), and its value in the two cases.

    Wherever the kink has a value its test has one, and exactly one of the cases applies.
    """
    first, last = kink.args[0], kink.args[-1]
    if kink.op == "Abs":
        return first, ((Atom(first, ">="), first), (Atom(-first, ">"), -first))
    if kink.op == "ifzero":
        return first, ((Atom(first, "=="), kink.args[1]), (Atom(first, "!="), last))
    test = first - last
    above, below = (first, last) if kink.op == "Max" else (last, first)
    return test, ((Atom(test, ">="), above), (Atom(-test, ">"), below))
