"""A saved verdict is read: its statement is rebuilt and its proof or witness replayed.

Nothing that a file says is taken over but what the kernel has checked, reasons and seconds apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from symbolic_measures.kernel.checker import speaks
from symbolic_measures.macros import check as kernel_check
from symbolic_measures.meaning.brzezinski import mixed_pattern
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.no_derivative import no_derivative
from symbolic_measures.meaning.opitz_slopes import OF_SLOPES, has_no_slope
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import MORE_THAN_ORDER, Property
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.saved import same, strictly, told_reason, told_seconds
from symbolic_measures.nouns.statement import Goal, Statement
from symbolic_measures.nouns.verdict import Step, Verdict, Witness

#: CertificateError unless a verdict follows for a statement: the kernel's, or one above it.
Check = Callable[[Statement, Verdict, dict[Goal, Step]], None]


def without_statement(prop: Property, reading: Reading) -> Verdict | None:
    """Undecided, with the reason, where a property asks for a derivative that does not exist."""
    reason = has_no_slope(reading) if prop.id in OF_SLOPES else ""
    nothing = Statement(prop.id, reading.measure.name, prop.sentence, ())
    return Verdict(prop.id, "undecided", nothing, reason=reason) if reason else None


def more_than_order(prop: Property, reading: Reading) -> Verdict:
    """The verdict on a property that is not asked of infinite values."""
    nothing = Statement(prop.id, reading.measure.name, prop.sentence, ())
    return Verdict(prop.id, "not-applicable", nothing, reason=MORE_THAN_ORDER)


def replayed(
    reading: Reading, entry: Any, done: dict[Goal, Step], check: Check = kernel_check
) -> Verdict:
    """The verdict of a saved entry once the kernel has replayed it; CertificateError if it fails.

    `done` holds the goals replayed so far with their proofs, which are not replayed again.
    """
    with strictly():
        return _replayed(reading, entry, done, check)


def replayed_verdict(
    statement: Statement, entry: Any, done: dict[Goal, Step], value: Any = None
) -> Verdict:
    """As `replayed`, for a statement that was rebuilt, from the value if it has one."""
    with strictly():
        if not isinstance(entry, dict) or entry.get("property") != statement.property:
            raise CertificateError(f"not a verdict on {statement.property}")
        if not same(entry.get("value"), value):
            raise CertificateError(f"this value of {statement.property} is not the one looked at")
        return _checked(statement, entry, value, done, kernel_check)


#: Properties of which it may be shown that they do not apply.
SHOWN = (*OF_SLOPES, "undefined-kinds")
#: The parts of a saved verdict.
ENTRY = frozenset((
    "property", "verdict", "statement", "witness", "value", "proof", "rules", "assumptions",
    "reason", "seconds",
))  # fmt: skip


def _told(entry: dict[str, Any], expected: str = "") -> dict[str, Any]:
    if unknown := sorted(set(entry) - ENTRY):
        raise CertificateError(f"a verdict has no part {unknown[0]!r}")
    return {"reason": told_reason(entry, expected), "seconds": told_seconds(entry)}


def vacuous(statement: Statement) -> str:
    """Why a statement that speaks of nothing is not applicable."""
    silent = [number for number, goal in enumerate(statement.goals) if not speaks(goal)]
    needed = [number for number in silent if number in statement.presupposed]
    labels = ", ".join(statement.goals[number].label for number in needed or silent)
    return f"vacuous: the measure is defined nowhere where it matters ({labels})"


def _replayed(reading: Reading, entry: Any, done: dict[Goal, Step], check: Check) -> Verdict:
    if not isinstance(entry, dict) or entry.get("property") not in PROPERTIES:
        raise CertificateError("not a verdict on a known property")
    property_id: str = entry["property"]
    outcome: Any = entry.get("verdict")
    prop = PROPERTIES[property_id]
    if reading.extended is not None and not prop.of_order:
        verdict = replace(more_than_order(prop, reading), seconds=told_seconds(entry))
        if not same(entry, verdict.to_data()):
            raise CertificateError(f"{property_id}: {MORE_THAN_ORDER}")
        return verdict
    if outcome == "not-applicable" and prop.id in SHOWN and entry.get("value") is not None:
        return _shown_not_to_apply(prop, reading, entry, done)
    if (unstated := without_statement(prop, reading)) is not None:
        verdict = replace(unstated, seconds=told_seconds(entry))
        if not same(entry, verdict.to_data()):
            raise CertificateError(f"{property_id}: {unstated.reason}")
        return verdict
    _look_meant(prop, entry)
    nothing = Statement(prop.id, reading.measure.name, prop.sentence, ())
    if outcome == "undecided" and same(entry.get("statement"), nothing.to_data()):
        _look_undecided(entry)  # not even the statement could be formed
        return Verdict(property_id, outcome, nothing, value=entry.get("value"), **_told(entry))
    value = entry.get("value") if outcome != "undecided" or property_id == "gradient" else None
    if outcome == "refuted" and not prop.refutable(value):
        raise CertificateError(f"{property_id} cannot be refuted with this value")
    if value is not None and not prop.answers:
        raise CertificateError(f"{property_id} has no value")
    verdict = _checked(prop.statement(reading, value), entry, value, done, check)
    if verdict.witness is not None and verdict.witness.minimal and _is_of_one_place(value):
        raise CertificateError(f"{property_id}: of other places nothing says that it is minimal")
    return verdict


def _is_of_one_place(value: Any) -> bool:
    """Whether what is stated is about one n, section or truth, so that smaller ones may fail, too:
    a maximum at a matrix, or unequal steps."""
    return isinstance(value, dict) and ("steps" in value or isinstance(value.get("maximum"), list))


def _look_meant(prop: Property, entry: dict[str, Any]) -> None:
    """An id of a weak form may have stood for the strong one in a file of an earlier version."""
    said = entry.get("statement")
    text = str(said.get("sentence")) if isinstance(said, dict) else ""
    if prop.stronger and text.startswith(PROPERTIES[prop.stronger].sentence):
        raise CertificateError(
            f"{prop.id}: the statement is that of {prop.stronger}, by which name it goes now; "
            f"decide {prop.id} anew"
        )


def not_applicable(prop: Property, reading: Reading, value: Any, proof: Step) -> Verdict:
    """Not applicable, with a proof of why: there is no derivative (`no_derivative`), or what is
    undefined is no union of patterns (`mixed_pattern`)."""
    form = no_derivative if prop.id in OF_SLOPES else mixed_pattern
    statement, reason = form(prop, reading, value)
    return Verdict(prop.id, "not-applicable", statement, proof, value=value, reason=reason)


def _shown_not_to_apply(
    prop: Property, reading: Reading, entry: dict[str, Any], done: dict[Goal, Step]
) -> Verdict:
    """The verdict that it does not apply, once the kernel has replayed why."""
    if entry.get("proof") is None:
        raise CertificateError(f"{prop.id}: without a proof that it does not apply")
    proof = Step.from_data(entry["proof"])
    verdict = not_applicable(prop, reading, entry["value"], proof)
    kernel_check(verdict.statement, replace(verdict, outcome="proved"), done)
    verdict = replace(verdict, seconds=told_seconds(entry))
    if not same(entry, verdict.to_data()):
        raise CertificateError(f"{prop.id}: not the verdict that its proof shows")
    return verdict


def _look_undecided(entry: dict[str, Any]) -> None:
    if entry.get("assumptions"):
        raise CertificateError("the kernel makes no assumptions, the verdict claims some")
    undecided = entry.get("verdict") == "undecided"
    if undecided and (entry.get("witness"), entry.get("proof")) != (None, None):
        raise CertificateError("undecided, but with a witness or a proof")


def _checked(
    statement: Statement, entry: dict[str, Any], value: Any, done: dict[Goal, Step], check: Check
) -> Verdict:
    """The verdict of an entry on a statement that was rebuilt, once the kernel has replayed it."""
    property_id, outcome = statement.property, entry.get("verdict")
    told = _told(entry, vacuous(statement) if outcome == "not-applicable" else "")
    _look_undecided(entry)
    if entry.get("statement") != statement.to_data():
        raise CertificateError("the statement is not the property's")
    if outcome == "undecided":
        return Verdict(property_id, "undecided", statement, value=entry.get("value"), **told)
    proof = None if entry.get("proof") is None else Step.from_data(entry["proof"])
    if entry.get("rules") != (sorted(proof.rules()) if proof else []):
        raise CertificateError("the list of rules is not that of the proof")
    witness = None if entry.get("witness") is None else Witness.from_data(entry["witness"])
    if witness is not None and not same(entry["witness"], witness.to_data()):
        raise CertificateError("the witness is not in the form that is written")
    known: Any = outcome
    verdict = Verdict(property_id, known, statement, proof, witness, value, **told)
    check(statement, verdict, done)
    return verdict
