"""One property of one reading, decided: each by the engine that knows how.

Invariant: whatever goes wrong on the way makes this one verdict undecided, with its reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.opitz_slopes import OF_SLOPES
from symbolic_measures.meaning.property import Property
from symbolic_measures.meaning.replay import more_than_order, without_statement
from symbolic_measures.meaning.subjects import find_property
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.search.between import IN_STEPS, gap_in_steps
from symbolic_measures.search.effort import Effort, Limit, OutOfStepsError, granted
from symbolic_measures.search.engine import Proofs, decide
from symbolic_measures.search.expansions import baseline_order
from symbolic_measures.search.guarded import guarded, undecided
from symbolic_measures.search.kinks import shown_not_to_apply, without_derivative
from symbolic_measures.search.limits import extension
from symbolic_measures.search.means import calibrated_proof, decide_mean
from symbolic_measures.search.propose import decide_with_value
from symbolic_measures.search.summits import decide_below_maximum
from symbolic_measures.search.undefined import mixed_patterns

Progress = Callable[[str], None]
#: From so many classes on, a proof for every m is tried before any other.
EACH_M = 4
#: Property, reading, limit, proofs found before.
Decide = Callable[[str, Reading, Limit, Proofs], Verdict]


def decide_property(
    property_id: str,
    reading: Reading,
    limit: Limit = SECONDS,
    known: Proofs | None = None,
) -> Verdict:
    """The verdict on one property, checked by the kernel.

    `known` holds proofs of goals of this reading that were found before, and gets the new ones.
    """
    prop, effort = find_property(property_id, reading.measure.classes), granted(limit)

    def work() -> Verdict:
        with effort.fenced():
            return _decided(prop, reading, effort, known)

    return guarded(work, lambda reason: _given_up(prop, reading, reason))


def _given_up(prop: Property, reading: Reading, reason: str) -> Verdict:
    """Undecided for that reason, about the statement if it can be formed."""
    nothing = undecided(prop.id, reading.measure.name, prop.sentence, reason)
    return guarded(lambda: replace(nothing, statement=prop.statement(reading)), lambda _: nothing)


def _decided(prop: Property, reading: Reading, effort: Effort, known: Proofs | None) -> Verdict:
    """The verdict; where there is no derivative, not even that is a question."""
    if prop.id in IN_STEPS:
        verdict = _formed(prop, reading, effort, known)
        proved = verdict.outcome == "proved"
        return replace(verdict, reason=gap_in_steps(reading, effort)) if proved else verdict
    if prop.id not in OF_SLOPES:
        return _formed(prop, reading, effort, known)
    try:
        if (found := without_derivative(prop, reading, effort)) is not None:
            return found
        short = False
    except OutOfStepsError:
        short = True
    verdict = _formed(prop, reading, effort, known)
    if short and verdict.outcome == "undecided":  # with more steps it may be seen not to apply
        effort.spend(effort.left())
    return verdict


def _formed(prop: Property, reading: Reading, effort: Effort, known: Proofs | None) -> Verdict:
    """The verdict by the engine that knows how."""
    property_id = prop.id
    if reading.extended is not None and not prop.of_order:
        return more_than_order(prop, reading)
    if (unstated := without_statement(prop, reading)) is not None:
        return unstated
    if property_id == "continuous-extension":
        return extension(reading, effort)
    if property_id == "baseline-order":
        return baseline_order(reading, effort)
    if property_id in ("class-sensitive", "class-decomposable", "chance-corrected"):
        return decide_mean(property_id, reading, effort)
    if prop.below:
        return decide_below_maximum(property_id, reading, effort)
    if property_id == "prevalence-invariant":
        proof = calibrated_proof(reading, effort)
        goals = prop.statement(reading).goals
        known = {**(known or {}), **({goals[0]: proof} if proof is not None else {})}
    if property_id == "undefined-kinds":
        shown = (shown_not_to_apply(prop, reading, v, effort) for v in mixed_patterns(reading))
        if (found := next(filter(None, shown), None)) is not None:
            return found
    if prop.answers:
        return decide_with_value(property_id, reading, effort)
    return decide(prop.statement(reading), effort, known=known)
