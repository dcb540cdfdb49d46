"""A relation is refuted at few classes, or proved for every number of them."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

from symbolic_measures.macros import check as kernel_check
from symbolic_measures.meaning.every_m import SMALL, TRIED, General, read_fact
from symbolic_measures.nouns.question import SECONDS, Means, OneStep
from symbolic_measures.nouns.verdict import Verdict, Witness
from symbolic_measures.questions.relation.asked import RelationQuestion
from symbolic_measures.questions.relation.meaning import Law, Subject
from symbolic_measures.search.effort import STEPS, Effort
from symbolic_measures.search.engine import decide
from symbolic_measures.search.every_m import in_time
from symbolic_measures.search.guarded import guarded
from symbolic_measures.search.properties import Progress
from symbolic_measures.search.refute import refute
from symbolic_measures.search.sums import prove_for_all

#: The largest n of an enumerated counterexample.
LARGEST = {2: 8, 3: 5, 4: 3}


def find_law(
    text: str,
    assume: Iterable[str] = (),
    facts: Iterable[str] = (),
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> Law:
    """What `session.relation` answers."""
    start, told = time.monotonic(), progress or (lambda _: None)
    subject = Subject.read(text, assume)
    given = tuple(read_fact(fact, subject.at(2).parameters) for fact in facts)
    law = Law(subject, "undecided")
    for classes in SMALL[:2]:
        told(f"m = {classes}")
        law = _refuted(law, classes, seconds)
        if law.against is not None:
            return replace(law, seconds=time.monotonic() - start)
    told("every m")
    spoken = subject.sides()
    found = in_time(
        lambda: prove_for_all(subject.frame, spoken, subject.goal, given, Effort(seconds))
    )
    if found is not None:
        general = General(*found)
        general.check(subject.frame, spoken, subject.goal)
        return replace(law, outcome="proved", general=general, seconds=time.monotonic() - start)
    for classes in TRIED:
        told(f"m = {classes}")
        verdict = decide(subject.statement(classes), seconds)
        if verdict.outcome == "refuted":
            return replace(law, outcome="refuted", classes=classes, against=verdict,
                           seconds=time.monotonic() - start)  # fmt: skip
        law = replace(law, concrete=(*law.concrete, (classes, verdict)))
    return replace(law, seconds=time.monotonic() - start)


def _refuted(law: Law, classes: int, seconds: float) -> Law:
    statement = law.subject.statement(classes)
    effort = Effort(seconds, STEPS // 3)

    def work() -> Witness | None:
        with effort.fenced():
            return refute(statement, LARGEST[classes], effort)

    witness = guarded(work, lambda _: None)
    if witness is None:
        return law
    verdict = Verdict("relation", "refuted", statement, witness=witness)
    kernel_check(statement, verdict)
    return replace(law, outcome="refuted", classes=classes, against=verdict)


def work(question: RelationQuestion, means: Means) -> OneStep:
    """The work on a question; FormulaError, in one line, for one that cannot be asked."""
    subject = Subject.read(question.relation, question.assume)
    for fact in question.facts:
        read_fact(fact, subject.at(2).parameters)
    asked = (question.relation, question.assume, question.facts, means.seconds)
    return OneStep(question.relation, lambda: find_law(*asked))
