"""Where a measure is undefined, for every number of classes: by what is 0 in some class, or in all.

{"classes": [t, ...], "sums": [g, ...]}: at each matrix of m classes with an element, the measure is
undefined if one of the terms t is 0 in some class, or one of the formulas g is 0, and defined
everywhere else; everywhere, if there are none.  A term is a polynomial in the letters a, b, c of a
class, n, m and the parameters; g one in sums over all classes of such terms, n, m and parameters.
So both have a value at every matrix.
"""

from __future__ import annotations

from typing import Any

from symbolic_measures.meaning.class_sums import OWN, Frame, class_sums
from symbolic_measures.meaning.every_class import (
    NOWHERE,
    ONE,
    SIZES,
    ZERO,
    EveryClasses,
    Part,
    somewhere,
    states,
    written,
)
from symbolic_measures.meaning.property import at_least_one, check_keys
from symbolic_measures.nouns.confusion import summed
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of, symbol
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import MANY, C, sums_of, total

CALIBRATED = "after calibration no class can be looked at apart: give a number of classes"
_WHOLE = frozenset(("number", "symbol", "+", "-", "*", "neg", "^", "sum"))


@states("undefined-set")
def _undefined_set(subject: EveryClasses, constant: Any) -> list[Part]:
    """Undefined: for each t where it is 0 in the class i, which is named, and for each g where it
    is 0, the normal form has no value; where the measure has one, its normal form has one, too.

    Defined: in a class where no t is 0, the term of each sum of the measure has a value; so the
    sums have values, which their normal forms have, and what is made of these has one where no g
    is 0.  Facts for that are shown of classes where 1/t and the term of each sum have values.
    """
    check_keys(constant, "classes", "sums")
    if "q" in subject.tree.symbols():
        raise FormulaError(CALIBRATED)
    terms, whole = terms_of(subject, constant), sums_zero(subject, constant)
    bodies = [node.args[0] for node in sums_of(subject.tree)]
    return [
        *(_undefined(subject, term, 1) for term in terms),
        *(_undefined(subject, tree, 0) for tree in whole),
        *(_term_defined(subject, body, terms) for body in bodies),
        _whole_defined(subject, terms, whole),
    ]


def terms_of(subject: EveryClasses, value: Any) -> tuple[Formula, ...]:
    """What is 0 in some class."""
    trees = [_polynomial(subject, f"sum({text})", text) for text in _texts(value["classes"])]
    if any(tree.op != "sum" for tree in trees):
        raise FormulaError("a term speaks of one class")
    return tuple(tree.args[0] for tree in trees)


def sums_zero(subject: EveryClasses, value: Any) -> tuple[Formula, ...]:
    """What is 0 of sums over all classes."""
    return tuple(_polynomial(subject, text, text) for text in _texts(value["sums"]))


def _texts(given: Any) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise TypeError("lists of formulas, as texts, are given")
    return given


def _polynomial(subject: EveryClasses, typed: str, text: str) -> Formula:
    """A formula that has a value at every matrix."""
    names = subject.measure.parameters
    tree = class_sums(typed, names)
    powers = [exponent_of(node.args[1]) for node in tree.walk() if node.op == "^"]
    whole = all(power is not None and power.denominator == 1 and power > 0 for power in powers)
    if (
        not whole
        or not tree.ops <= _WHOLE
        or not set(tree.symbols()) <= {"a", "b", "c", "n", "m", *names}
    ):
        raise FormulaError(f"{text!r} is no polynomial of sizes and sums")
    return tree


def _without_zero_diagonal(subject: EveryClasses) -> list[Part]:
    """Not applicable: both goals of minimal agreement, at each m, speak of values at a matrix with
    a zero diagonal and an element; if no such matrix has a value, they speak of nothing.

    There c = 0 in every class, one of which is named i, any one.  So the measure has the value of
    its formula with 0 for each c, and that has none where c_i = 0, whatever else the matrix is.
    Where a term is no formula with 0 for c (it divides by 0 in every class), it stays as it is, and
    has to be undefined for c_i = 0 alone: more is shown than is asked.
    """
    tree = subject.tree
    if "q" in tree.symbols():
        raise FormulaError(CALIBRATED)
    try:
        wrong = tree.at(c=ZERO)
        Frame(1, subject.measure.variables).normal(wrong)
    except FormulaError:
        wrong = tree
    return [_undefined(subject, C, 1, wrong)]


NOWHERE["minimal-agreement"] = "a matrix with a zero diagonal", _without_zero_diagonal


def _without_expectation(subject: EveryClasses) -> list[Part]:
    """Not applicable: sizes of which a prediction with no value is possible say nothing.

    Whatever the sizes are, the sum over classes of a + b is 2n, so that a + b <= n in a class i,
    for there are m >= 2.  Then all b elements that are predicted as i may be among the n - a that
    are not: this prediction is as likely as any other, and has c_i = 0.  So it is enough that
    there is no value where c = 0 in a class, any one.
    """
    if "q" in subject.tree.symbols():
        raise FormulaError(CALIBRATED)
    return [_undefined(subject, C, 1)]


NOWHERE["constant-baseline"] = "all random predictions of some sizes", _without_expectation


def _undefined(
    subject: EveryClasses, zero: Formula, named: int, other: Formula | None = None
) -> Part:
    """No value of the measure, or of another formula, where `zero` is 0, in the named class or as a
    whole."""
    tree, measure = subject.tree if other is None else other, subject.measure
    label = f"undefined where {zero} = 0{' in a class' if named else ''}"

    def make() -> Frame:
        frame = Frame(named, measure.variables, measure.conditions, least=subject.least, whole=True)
        frame.normal(tree)
        _there(frame)
        return frame

    def _there(frame: Frame) -> Formula:
        return zero.at(**frame.letters("i"), n=frame.size) if named else frame.normal(zero)

    def state(frame: Frame) -> Goal:
        here = frame.normal(tree)
        known = (*frame.given, *at_least_one(frame.size), Atom(_there(frame), "=="))
        return Goal(frame.variables, known, Atom(here, "undefined"), label=label)

    return Part(label, make, (tree,), state, somewhere(subject, written(subject.tree, SIZES)))


def _term_defined(subject: EveryClasses, body: Formula, terms: tuple[Formula, ...]) -> Part:
    """The term of a sum, in a class where no t is 0: its cells are c, fn, fp, tn."""
    right, missed, wrong, rest = map(symbol, OWN)
    size = summed((right, missed, wrong, rest))
    place = {"a": right + missed, "b": right + wrong, "c": right, "n": size}
    measure, label = subject.measure, f"{body} is defined in every other class"

    def make() -> Frame:
        return Frame(0, measure.variables, measure.conditions, least=subject.least)

    def state(frame: Frame) -> Goal:
        variables = (*(Variable(name, "natural") for name in (*OWN, "m")), *measure.variables)
        known = (Atom(MANY - subject.least, ">="), *measure.conditions, *at_least_one(size),
                 *(Atom(term.at(**place), "!=") for term in terms))  # fmt: skip
        return Goal(variables, known, Atom(body.at(**place), "defined"), label=label)

    return Part(label, make, (), state, somewhere(subject, written(subject.tree, SIZES)))


def _whole_defined(
    subject: EveryClasses, terms: tuple[Formula, ...], whole: tuple[Formula, ...]
) -> Part:
    """What is made of the sums."""
    tree, measure, label = subject.tree, subject.measure, "defined everywhere else"
    parts = sums_of(tree)
    spoken = (*parts, *(total(ONE / term) for term in terms if term != ZERO))

    def make() -> Frame:
        frame = Frame(0, measure.variables, measure.conditions, least=subject.least, whole=True)
        for known in (tree, *whole, *spoken):
            frame.normal(known)
        return frame

    def state(frame: Frame) -> Goal:
        known = dict.fromkeys(
            (*(Atom(frame.normal(node), "defined") for node in parts),
             *(Atom(frame.normal(zero), "!=") for zero in whole))
        )  # fmt: skip
        conclusion = Atom(frame.normal(tree), "defined")
        return Goal(frame.variables, (*frame.given, *known), conclusion, label=label)

    return Part(label, make, spoken, state, somewhere(subject, written(tree, SIZES)))
