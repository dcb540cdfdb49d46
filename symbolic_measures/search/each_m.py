"""A property of several classes by a proof for every m.

At four classes and more it comes first, where one is easily found; at three, and in a reading at
0/0, where there is no other.  Nothing here is trusted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from symbolic_measures.fences import StoppedError
from symbolic_measures.meaning.each_m import AT_EACH_M, check, step_of
from symbolic_measures.meaning.every_class import EveryClasses
from symbolic_measures.meaning.every_readings import KNOWN
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.search.effort import MILLION, Effort, Limit, OutOfStepsError, granted
from symbolic_measures.search.engine import Proofs
from symbolic_measures.search.every_class import prove_every
from symbolic_measures.search.few_classes import FIRST as FIRST_ELEMENTS
from symbolic_measures.search.few_classes import padded
from symbolic_measures.search.guarded import guarded
from symbolic_measures.search.properties import EACH_M, decide_property
from symbolic_measures.search.refute import refute, scattered
from symbolic_measures.search.tactics.formulas import prove_goal

#: Steps for a proof at the number of classes alone, in a reading at 0/0, before one for every m.
FIRST = 5 * MILLION
#: Statements of so many goals, with so many different denominators each, may be proved at a number
#: of classes alone, with so many steps.
FEW_GOALS, DENOMINATORS, AT_M = 2, 4, 2 * MILLION
#: Steps for a proof for every m before a counterexample is looked for (of one goal less: then there
#: is a short proof or none) and after it, and the largest n at which it is.
EASY, EASY_ALONE, STEPS, SMALL = MILLION // 4, MILLION // 50, 3 * MILLION, 3
#: Steps for a proof for every m in a reading at 0/0, where each term has its cases.
READ = 16 * MILLION


def decide_at_m(
    property_id: str, reading: Reading, limit: Limit = SECONDS, known: Proofs | None = None
) -> Verdict:
    """The verdict on one property: by a proof for every m, or as `decide_property` finds it."""
    effort, subject = granted(limit), _subject(reading)
    if property_id not in AT_EACH_M or subject is None:
        return decide_property(property_id, reading, effort, known)

    def by(find: Callable[[Statement], Step | None]) -> Verdict | None:
        return guarded(lambda: _proved(property_id, subject, reading, effort, find), lambda _: None)

    if reading.measure.classes >= EACH_M and not reading.conventions:
        first = by(lambda statement: _found(property_id, subject, reading, statement, effort))
        return first or decide_property(property_id, reading, effort, known)
    whole = not reading.conventions
    own = effort if whole else effort.share(FIRST)
    verdict = decide_property(property_id, reading, own, known)
    if verdict.outcome != "undecided":
        return verdict
    more, classes = effort.beyond(STEPS if whole else READ), reading.measure.classes
    found = by(lambda _: _step(property_id, subject, classes, more))
    return found or (verdict if whole else decide_property(property_id, reading, effort, known))


def _subject(reading: Reading) -> EveryClasses | None:
    """The measure for every m; None in a reading that is not stated for every m."""
    measure, name = reading.measure, reading.name if reading.conventions else LITERAL
    if name not in (LITERAL, *KNOWN):
        return None
    assume = tuple(item.text for item in measure.assumptions)
    return EveryClasses(measure.text, assume, not measure.higher_is_better, reading=name)


def _proved(
    property_id: str,
    subject: EveryClasses,
    reading: Reading,
    effort: Effort,
    find: Callable[[Statement], Step | None],
) -> Verdict | None:
    """The verdict by the proof that is found; None if there is none."""
    start, statement = time.monotonic(), PROPERTIES[property_id].statement(reading)
    with effort.fenced(), suppress(StoppedError, FormulaError, CertificateError):
        subject.look()
        step = find(statement)
        if step is not None:
            verdict = Verdict(property_id, "proved", statement, step)
            check(statement, verdict)
            return replace(verdict, seconds=time.monotonic() - start)
    return None


def _found(
    property_id: str, subject: EveryClasses, reading: Reading, statement: Statement, effort: Effort
) -> Step | None:
    """A proof for every m, or one at this number alone; None if a small matrix is against it."""
    classes, few = reading.measure.classes, EASY if len(statement.goals) > 1 else EASY_ALONE
    if padded(statement, classes, effort, FIRST_ELEMENTS) is not None:
        return None
    step = _step(property_id, subject, classes, effort.share(few))
    if step is None and not _is_refuted(statement, classes, effort):
        step = _proof(statement, effort.share(AT_M))
        step = step or _step(property_id, subject, classes, effort.share(STEPS))
    return step


def _step(property_id: str, subject: EveryClasses, classes: int, effort: Effort) -> Step | None:
    """The proof for every m, if so many steps are enough."""
    with suppress(OutOfStepsError):
        return step_of(subject, classes, prove_every(property_id, subject, effort))
    return None


def _proof(statement: Statement, effort: Effort) -> Step | None:
    """The proof at this number of classes alone, of few goals; with roots, and with a denominator
    for each class, it would take long."""
    compared = [goal.conclusion.expr for goal in statement.goals]
    if len(compared) > FEW_GOALS or any(map(_takes_long, compared)):
        return None
    with suppress(OutOfStepsError):
        premises = [prove_goal(goal, effort) for goal in statement.goals]
        whole = tuple(step for step in premises if step is not None)
        return Step("every-goal", {}, whole) if len(whole) == len(premises) else None
    return None


def _takes_long(tree: Formula) -> bool:
    """Whether it has a root, or many denominators, whose product is what is cleared."""
    divisors = {part.args[1] for part in tree.walk() if part.op == "/"}
    return "sqrt" in tree.ops or len(divisors) > DENOMINATORS


def _is_refuted(statement: Statement, classes: int, effort: Effort) -> bool:
    """Whether a matrix is soon found that fails it; of many goals, small ones are costly."""
    if padded(statement, classes, effort) is not None:
        return True
    goals = statement.goals
    alone = len(goals) == 1 and len(goals[0].blocks) == 1
    if alone and refute(statement, SMALL, effort) is not None:
        return True
    ends = (goal for goal in (goals[0], goals[-1]) if len(goal.blocks) == 1)
    points = (scattered(goal, effort, relations=(">", ">=", "==")) for goal in ends)
    return any(point is not None for point in points)
