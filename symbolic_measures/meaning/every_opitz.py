"""What has to be shown, for every m, for opitz2024's properties of prevalence and of chance.

They speak of matrices with positive real cells.
"""

from __future__ import annotations

from typing import Any

from symbolic_measures.meaning.class_sums import STILL, Frame
from symbolic_measures.meaning.every_class import (
    ONE,
    SIZES,
    EveryClasses,
    K,
    Part,
    part_of,
    somewhere,
    states,
    written,
)
from symbolic_measures.meaning.every_gosgens import expected
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import MANY, SIZE, A, C, sums_of

S = symbol("s")


@states("prevalence-invariant")
def _prevalence_invariant(subject: EveryClasses, constant: Any) -> list[Part]:
    """If the elements of each true class i are multiplied by s_i > 0, a_i and c_i are, q_i (the sum
    over j of c_ji/a_j) and m stay, n becomes some k*n, k > 0, and b_i anything.

    So let no sum speak of b.  In each class the term of each sum at s*a, s*c, wherever it has a
    value, is that at a, c, which has one then, whatever n is: so the sums are those at the matrix
    as it was, with k*n in place of n.  And the formula at k*n has the value of that at n.
    """
    tree = subject.tree
    bodies = [node.args[0] for node in sums_of(tree)]
    if any("b" in body.symbols() for body in bodies):
        raise FormulaError("prevalence invariance is stated for every m of measures that do not "
                           "speak of the predicted sizes b")  # fmt: skip
    if any(sums_of(body) for body in bodies):
        raise FormulaError("a sum within a sum is not scaled: give a number of classes")
    larger = tree.at(n=K * SIZE)
    one, other = written(tree, SIZES), written(larger, SIZES).at(k=ONE + ONE)
    last = part_of(
        subject, "another n", ((tree, STILL), (larger, STILL)),
        lambda values: values[0] - values[1], "==", somewhere(subject, one, other),
        more=(Variable("k", "positive"),),
    )  # fmt: skip
    return [*(_scaled(subject, body) for body in bodies), last]


def _scaled(subject: EveryClasses, body: Formula) -> Part:
    """The term of a class whose elements are multiplied by s: where it has a value, the term as it
    was has the same one.  (That it has one is part of what is shown, for it may have none at k*n.)
    """
    here, there = body, body.at(a=S * A, c=S * C)

    def make() -> Frame:
        return Frame(0, subject.measure.variables, subject.measure.conditions, least=subject.least)

    def state(frame: Frame) -> Goal:
        known = (Atom(MANY - subject.least, ">="), *subject.measure.conditions,
                 Atom(there, "defined"))  # fmt: skip
        variables = (*(Variable(name, "positive") for name in ("a", "c", "q", "n", "s")),
                     Variable("m", "natural"), *subject.measure.variables)  # fmt: skip
        return Goal(variables, known, Atom(there - here, "=="), label="a scaled class")

    sample = somewhere(subject, here.at(**SIZES), there.at(**SIZES, s=ONE + ONE))
    return Part("a scaled class", make, (), state, sample)


@states("chance-corrected")
def _chance_corrected(subject: EveryClasses, constant: Any) -> list[Part]:
    """A prediction at random with shares z_j of a truth with shares p_i has the matrix p_i*z_j,
    with sizes a = p and b = z, and c = a*b/n, q = m*b/n, n = 1: it is an expected matrix.  All
    shares are positive and m >= 2, so that no predicted size is n.  If all have one value, it is
    the supremum; it has to be below 1."""
    value = subject.constant(constant)

    def make() -> Frame:
        return Frame(0, subject.measure.variables, subject.measure.conditions, least=subject.least)

    def state(frame: Frame) -> Goal:
        known = (Atom(MANY - subject.least, ">="), *subject.measure.conditions)
        variables = (Variable("m", "natural"), *subject.measure.variables)
        return Goal(variables, known, Atom(ONE - value, ">"), label="the value is below 1")

    below = Part("the value is below 1", make, (), state, somewhere(subject, value))
    return [*expected(subject, constant), below]
