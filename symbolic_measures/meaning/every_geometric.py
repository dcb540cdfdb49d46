"""The geometric mean over classes, product(E)^(1/m), for every m.

What is stated where cells may be empty is in `every_factors`; here are opitz2024's five properties.

They speak of matrices with positive cells.  With each proof goes one that E is positive there in
each class, whatever the class is (`_positive`).  So at every such matrix M has a value and is > 0,
log M is the sum over classes of log(E) over m, and M = exp(log M) has

- the derivative M*d(log M) in each cell: of the same sign, and equal in two cells where that of
  log M is;
- the same value at two matrices exactly where log M has;
- a value of at most the arithmetic mean of the E, which it has where all E are alike.

So what is shown of log M, or of that mean, is enough.  And a permutation of the classes permutes
the factors.  Every other property is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from symbolic_measures.meaning.class_sums import OWN, Frame
from symbolic_measures.meaning.every_class import ONE, STATED, EveryClasses, Part, somewhere
from symbolic_measures.meaning.every_factors import ANYWHERE, OF_ORDER, PLACE, factor_of
from symbolic_measures.meaning.every_opitz import of_one_class
from symbolic_measures.meaning.property import check_keys
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import MANY


def geometric(property_id: str, subject: EveryClasses, constant: Any) -> list[Part]:
    """What has to be shown of a geometric mean; FormulaError if no argument is known."""
    if property_id in ANYWHERE and (subject.sign > 0 or property_id not in OF_ORDER):
        return ANYWHERE[property_id](subject, constant)
    if property_id not in STATES:
        raise FormulaError(f"{property_id}: product(...) is not for every m: give a number of "
                           "classes")  # fmt: skip
    return [_positive(subject), *STATES[property_id](property_id, subject, constant)]


def shown(subject: EveryClasses) -> Formula:
    """The measure as a person reads it; no statement is made of it."""
    if not subject.factor:
        return subject.tree
    return Formula("^", Formula("product", factor_of(subject)), ONE / MANY)


def _positive(subject: EveryClasses) -> Part:
    """E > 0 at positive cells of one class against the rest: then it is so in each class of each
    matrix of m classes, of which the four sums of cells are positive, and n is theirs."""
    measure, here = subject.measure, factor_of(subject).at(**PLACE)

    def make() -> Frame:
        return Frame(0, measure.variables, measure.conditions, least=subject.least)

    def state(frame: Frame) -> Goal:
        variables = (*(Variable(name, "positive") for name in OWN), Variable("m", "natural"),
                     *measure.variables)  # fmt: skip
        known = (Atom(MANY - subject.least, ">="), *measure.conditions)
        return Goal(variables, known, Atom(here, ">"), label="the factor of a class is positive")

    ones = here.at(**dict.fromkeys(OWN, formula(1)))
    return Part("the factor of a class is positive", make, (), state, somewhere(subject, ones))


def _of_logarithm(property_id: str, subject: EveryClasses, constant: Any) -> list[Part]:
    """Slopes, and what does not change: those of log M."""
    return [_labelled(part) for part in STATED[property_id](subject.logarithm(), constant)]


def _labelled(part: Part) -> Part:
    """The part says that it is about log M."""
    state = part.state

    def of_logarithm(frame: Frame) -> Goal:
        goal = state(frame)
        return replace(goal, label=f"for log(M): {goal.label}")

    return replace(part, label=f"for log(M): {part.label}", state=of_logarithm)


def _decomposable(property_id: str, subject: EveryClasses, constant: Any) -> list[Part]:
    """{"p": 0, "of": E}: the mean with p -> 0, which is the geometric one, of E as it is written.

    E speaks of the class's own a, b, c, of m and the parameters, and is positive; nothing else has
    to be shown.
    """
    check_keys(constant, "p", "of")
    if type(constant["p"]) is not int or constant["p"] != 0:
        raise TypeError("p is 0")
    if of_one_class(subject, constant["of"]) != factor_of(subject):
        raise FormulaError(f"{constant['of']!r} is not the factor of a class")
    return []


def _chance_corrected(property_id: str, subject: EveryClasses, constant: Any) -> list[Part]:
    """{"bound"}: no arithmetic mean of the E is larger at a random prediction, so no geometric one
    is; where all shares are 1/m all E are alike, and both means are what E is: the bound, which is
    below 1.  (All shares are positive, so E is.)"""
    check_keys(constant, "bound")
    return STATED[property_id](subject.arithmetic(), constant)


def _class_symmetry(property_id: str, subject: EveryClasses, constant: Any) -> list[Part]:
    """a, b, c go with the class, n and m stay: the same factors, in another order.  (That they are
    positive somewhere says that there are values.)"""
    return []


STATES: dict[str, Callable[[str, EveryClasses, Any], list[Part]]] = {
    **dict.fromkeys(("opitz-monotone", "class-sensitive", "prevalence-invariant"), _of_logarithm),
    "class-symmetry": _class_symmetry,
    "class-decomposable": _decomposable,
    "chance-corrected": _chance_corrected,
}
