"""What pages about every number of classes have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from symbolic_measures.meaning.every_m import taken
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.report.counterexamples import listed
from symbolic_measures.report.evidence import Evidences, of_goals
from symbolic_measures.report.heading import Heading
from symbolic_measures.report.prose import Equation, Piece, Prose, cells, equation, exact
from symbolic_measures.report.sections import Row

if TYPE_CHECKING:
    from symbolic_measures.meaning.class_sums import Frame
    from symbolic_measures.meaning.every_m import General
    from symbolic_measures.nouns.formula import Formula
    from symbolic_measures.nouns.statement import Goal

NOTE = (
    "a, b, c are the true size, the predicted size and the correctly classified elements of a "
    "class; sums go over all classes; q is the sum over j of c_ji/a_j.",
)


def heading_for(name: str, shown: Equation, parameters: tuple[Equation, ...]) -> Heading:
    return Heading(
        name=name, title="", source="", typed=name, formula=shown, domain=(), reading="literal",
        conventions=(), parameters=parameters, notes=(NOTE,),
    )  # fmt: skip


def facts_of(general: General | None) -> list[Row]:
    if general is None or not general.facts:
        return []
    told: list[Piece] = []
    for fact, _ in general.facts:
        told += [", " if told else "", equation(fact.term, fact.rel, 0)]
    return [Row("", ("what holds in every class",), tuple(told))]


def against(verdict: Verdict | None) -> Prose:
    if verdict is None or verdict.witness is None:
        return ()
    witness = verdict.witness
    told: list[Piece] = ["at ", cells(witness.matrices[0])]
    if witness.parameters:
        told += [" with ", *listed(dict(witness.parameters))]
    words = (" the left side is ", ", the right side ") if len(witness.values) > 1 else (" it is ",)
    for word, value in zip(words, witness.values, strict=True):
        told += [word, *exact(value)]
    if witness.minimal:
        told.append("; nothing smaller violates it")
    return tuple(told)


def proofs_of(
    general: General | None,
    make: Callable[[], Frame],
    spoken: tuple[Formula, ...],
    state: Callable[[Frame], Goal],
) -> Evidences:
    """The proof for every m: each fact in every class, and what follows from the facts."""
    if general is None:
        return ()
    goals = [make().shown(fact, spoken) for fact, _ in general.facts]
    goals.append(state(taken(make(), general)))
    return of_goals(goals, [*(step for _, step in general.facts), general.step])
