"""What has to be shown, for every m, for opitz2024's properties after the first.

They speak of matrices with positive real cells.  What refutes them for every m is in `filling`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from symbolic_measures.meaning.class_sums import ALONE, OWN, STILL, Frame, class_sums
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
from symbolic_measures.meaning.filling import at_random, filled
from symbolic_measures.meaning.opitz import weights_of
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import at_least_one, check_keys
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import MANY, SIZE, A, C, sums_of

S, E = symbol("s"), symbol("e")
#: The letters of a class where all shares of truth and prediction are 1/m.
UNIFORM = {"a": ONE / MANY, "b": ONE / MANY, "c": ONE / (MANY * MANY), "q": ONE, "n": ONE}


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
    the supremum; it has to be below 1.

    {"bound"}: none has a larger value, and where all shares are 1/m it is attained.  With
    "approached", the weights of one class (true, predicted; polynomials in e) beside those of the
    others, which are 1: the value is at least bound - m^2/e for e = 1, 2, ..., so that at each m
    the bound is the supremum.
    """
    bounded = isinstance(constant, dict)
    near = bounded and "approached" in constant
    if bounded:
        check_keys(constant, "bound", *(["approached"] if near else []))
    value = subject.constant(constant["bound"] if bounded else constant)
    below = about_m(subject, "the value is below 1", Atom(ONE - value, ">"))
    if not bounded:
        return [*expected(subject, constant), below]
    (same,) = expected(subject, constant["bound"])

    def state(frame: Frame) -> Goal:
        goal = same.state(frame)
        at_most = Atom(-goal.conclusion.expr, ">=")
        return replace(goal, conclusion=at_most, label="no random prediction has a larger value")

    at_most = replace(same, label="no random prediction has a larger value", state=state)
    if near:
        return [at_most, _near(subject, constant["approached"], value), below]
    uniform = written(subject.tree, UNIFORM)
    attained = about_m(subject, "where all shares are 1/m", Atom(uniform - value, "=="))
    return [at_most, attained, below]


def _near(subject: EveryClasses, texts: Any, value: Formula) -> Part:
    """Along the weights of one class the value comes near the bound."""
    true, predicted = weights_of(texts, 2)
    here = at_random(subject, [true], [predicted])
    return about_m(
        subject, "the value comes near the bound", Atom(here - (value - MANY**2 / E), ">="),
        somewhere(subject, here.at(e=ONE)), (Variable("e", "natural"),), tuple(at_least_one(E)),
    )  # fmt: skip


def about_m(
    subject: EveryClasses,
    label: str,
    conclusion: Atom,
    sample: Goal | None = None,
    more: tuple[Variable, ...] = (),
    given: tuple[Atom, ...] = (),
) -> Part:
    """A goal about m, the parameters, and what else is given."""
    measure = subject.measure

    def make() -> Frame:
        return Frame(0, measure.variables, measure.conditions, least=subject.least)

    def state(frame: Frame) -> Goal:
        known = (Atom(MANY - subject.least, ">="), *measure.conditions, *given)
        variables = (Variable("m", "natural"), *more, *measure.variables)
        return Goal(variables, known, conclusion, label=label)

    return Part(label, make, (), state, sample or somewhere(subject, conclusion.expr))


@states("class-sensitive")
def _class_sensitive(subject: EveryClasses, constant: Any) -> list[Part]:
    """{"cells", "matrix"}: two cells of two classes, and a matrix of these which is filled up.

    At m classes the measure is a formula in m and the cells of the two (`filling`), and so are its
    derivatives in these cells.  They differ at the matrix, where the measure is defined: these are
    the goals of the property at two classes, for the formula with m.
    """
    check_keys(constant, "cells", "matrix")
    stated = PROPERTIES["class-sensitive"].statement(filled(subject, 2), constant)
    return [about_m(subject, goal.label, goal.conclusion) for goal in stated.goals]


@states("class-decomposable")
def _class_decomposable(subject: EveryClasses, constant: Any) -> list[Part]:
    """{"p": 1 or -1, "of"}: M is the arithmetic or harmonic mean over classes; M^p is the mean of
    `of`, a formula in the class's own a, b, c, in m and parameters.

    a, b and c are those of the class's row and column, so M is a mean of functions of these: of
    `of`, or for p = -1 of 1/of.  At positive cells `of` is defined in each class, for p = -1 it is
    positive; so the sum is defined wherever the measure is, and M = m/sum(of) > 0.
    """
    check_keys(constant, "p", "of")
    power, body = constant["p"], of_one_class(subject, constant["of"])
    if type(power) is not int or power not in (1, -1):
        raise TypeError("p is 1 or -1")
    tree, whole = subject.tree, Formula("sum", body)
    mean = part_of(
        subject, f"it is the {'arithmetic' if power > 0 else 'harmonic'} mean over classes",
        ((tree, STILL), (whole, STILL)),
        lambda values: values[0] * MANY - values[1] if power > 0 else values[0] * values[1] - MANY,
        "==", somewhere(subject, written(tree, SIZES), written(whole, SIZES)),
    )  # fmt: skip
    here = body.at(**ALONE)
    one = somewhere(subject, here.at(**dict.fromkeys(OWN[:3], ONE)))
    cells = tuple(Variable(name, "positive") for name in OWN[:3])
    shown = Atom(here, "defined" if power > 0 else ">")
    return [mean, about_m(subject, "the term of a class", shown, one, cells)]


def of_one_class(subject: EveryClasses, text: Any) -> Formula:
    """A formula in the letters a, b, c of a class, m and the parameters."""
    if not isinstance(text, str):
        raise TypeError("the term of a class is given as text")
    names = subject.measure.parameters
    tree = class_sums(f"sum({text})", names)
    if tree.op != "sum" or not set(tree.symbols()) <= {"a", "b", "c", "m", *names}:
        raise FormulaError(f"{text!r} does not speak of one class alone")
    return tree.args[0]
