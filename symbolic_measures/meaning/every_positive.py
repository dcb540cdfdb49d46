"""Properties of positive cells, for every m, in other readings than the literal one.

In such a reading a formula has cases (`every_readings`): of a class that is empty, or of elements
that are all of one class.  With positive cells there is none of these.  So what opitz2024 says of
a measure, all of it about positive cells, is said of its formula as it stands.
"""

from __future__ import annotations

from dataclasses import replace

from symbolic_measures.meaning.cancelled import cancelled
from symbolic_measures.meaning.class_sums import ALONE, OWN, Frame
from symbolic_measures.meaning.every_class import (
    ONE,
    SIZES,
    EveryClasses,
    Part,
    somewhere,
    written,
)
from symbolic_measures.meaning.every_opitz import about_m
from symbolic_measures.meaning.filling import FILLED
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.sums import LETTERS, MANY, sums_of, total

#: What is stated of matrices with positive cells alone.
POSITIVE = tuple(FILLED)


def literally(subject: EveryClasses) -> EveryClasses:
    """The measure in the literal reading; FormulaError unless it is the formula with cases, each of
    which is left out."""
    found = replace(subject, reading=LITERAL)
    if subject.reading != LITERAL and cancelled(elsewhere(subject.tree)) != found.tree:
        raise FormulaError(f"in the reading {subject.reading} it is another measure: give a number "
                           "of classes")  # fmt: skip
    return found


def elsewhere(tree: Formula) -> Formula:
    """The formula where no case applies."""
    if not tree.children:
        return tree
    if tree.op == "ifzero":
        return elsewhere(tree.args[2])
    found = Formula(tree.op, *map(elsewhere, tree.args))
    return MANY if found == total(ONE) else found


def no_case(subject: EveryClasses) -> list[Part]:
    """At positive cells of m classes no case applies: what is tested is not 0 in any class, and not
    0 as a whole.

    A case of a class is one of the terms of a sum.  Its class is looked at alone: its right
    elements, those missed, those wrongly said to be of it, and all others are sums of positive
    cells, for m >= 2.  What is tested of the whole matrix is a formula with sums; a class is named,
    so that all cells are positive.
    """
    tests = dict.fromkeys(node.args[0] for node in subject.tree.walk() if node.op == "ifzero")
    return [_of_all(subject, test) if sums_of(test) else _of_a_class(subject, test)
            for test in tests]  # fmt: skip


def _of_a_class(subject: EveryClasses, test: Formula) -> Part:
    here = test.at(**ALONE)
    sample = somewhere(subject, here.at(**dict.fromkeys(OWN, ONE)))
    cells = tuple(Variable(name, "positive") for name in OWN)
    return about_m(subject, f"{test} is 0 in no class", Atom(here, "!="), sample, cells)


def _of_all(subject: EveryClasses, test: Formula) -> Part:
    measure = subject.measure
    if not set(test.replace(dict.fromkeys(sums_of(test), ONE)).symbols()).isdisjoint(LETTERS):
        raise FormulaError(f"{test} speaks of a class and of sums over classes")

    def make() -> Frame:
        frame = Frame(1, measure.variables, measure.conditions, least=subject.least)
        frame.normal(test)
        return frame

    def state(frame: Frame) -> Goal:
        goal = frame.goal((), Atom(frame.normal(test), "!="))
        return replace(goal, label=f"{test} is not 0")

    sample = somewhere(subject, written(test, SIZES))
    return Part(f"{test} is not 0", make, (), state, sample)
