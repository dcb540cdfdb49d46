"""Whether an average keeps a property, as it is saved and replayed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from symbolic_measures.meaning.averaging import ASKED, CLASSES, WHERE, averaged, sentence, total
from symbolic_measures.meaning.averaging_parts import parts
from symbolic_measures.meaning.averaging_proofs import PartProof, follows
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.replay import replayed, replayed_verdict
from symbolic_measures.meaning.subjects import measure_data, reading_from_data
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.saved import same, strictly, told_reason, told_seconds
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Outcome, Verdict


@dataclass(frozen=True)
class Example:
    """A binary measure that has the property and a value wherever it must; its average fails."""

    reading: Reading
    has: Verdict
    total: Verdict
    fails: Verdict

    @property
    def words(self) -> str:
        """The formula and its conventions."""
        conventions = (
            f", and {value} where {when} = 0"
            for when, value in (c.typed or (str(c.when), str(c.value))
                                for c in self.reading.conventions)
        )  # fmt: skip
        return self.reading.measure.text + "".join(conventions)

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "measure": measure_data(self.reading),
            "classes": CLASSES,
            "has": self.has.to_data(),
            "total": self.total.to_data(),
            "fails": self.fails.to_data(),
        }


@dataclass(frozen=True)
class Kept:
    """Whether an average keeps a property: proved for every m >= 3, refuted by an example."""

    averaging: str
    property: str
    where: str
    outcome: Outcome
    proof: tuple[PartProof, ...] = ()
    example: Example | None = None
    reason: str = ""
    seconds: float = 0.0

    def as_verdict(self) -> Verdict:
        """It as a verdict: of the average that fails, or on the statement in words."""
        if self.example is not None:
            return self.example.fails
        said = Statement(
            self.property,
            f"{self.averaging}(M)",
            sentence(self.averaging, self.property, self.where),
            parts(self.averaging, self.property, self.where) if self.proof else (),
        )
        reason = "for every m >= 3" if self.outcome == "proved" else self.reason
        return Verdict(self.property, self.outcome, said, reason=reason, seconds=self.seconds)

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        shown = parts(self.averaging, self.property, self.where) if self.proof else ()
        return {
            "property": self.property,
            "where": self.where,
            "verdict": self.outcome,
            "sentence": sentence(self.averaging, self.property, self.where),
            "parts": [part.to_data() for part in shown],
            "proof": [proof.to_data() for proof in self.proof],
            "counterexample": None if self.example is None else self.example.to_data(),
            "reason": self.reason,
            "seconds": round(self.seconds, 4),
        }


def replayed_kept(averaging: str, entry: Any) -> Kept:
    """The saved verdict once everything it rests on is replayed; CertificateError if it fails."""
    with strictly():
        kept = _replayed(averaging, entry)
        if not same(kept.to_data(), entry):
            raise CertificateError("the entry says something else than what was replayed")
        return kept


def _replayed(averaging: str, entry: Any) -> Kept:
    property_id, where, outcome = entry["property"], entry["where"], entry["verdict"]
    if property_id not in ASKED or where not in WHERE:
        raise CertificateError("not a question about an average")
    told = Kept(
        averaging, property_id, where, outcome,
        reason=told_reason(entry), seconds=told_seconds(entry),
    )  # fmt: skip
    if outcome == "undecided":
        return told
    if outcome == "proved":
        wanted = parts(averaging, property_id, where)
        proofs = tuple(map(PartProof.from_data, entry["proof"]))
        if not wanted or len(proofs) != len(wanted):
            raise CertificateError(f"there are {len(wanted)} parts to prove")
        for part, proof in zip(wanted, proofs, strict=True):
            follows(part, property_id, where, proof)
        return replace(told, proof=proofs)
    if outcome != "refuted":
        raise CertificateError("an average keeps a property or does not")
    example = _replayed_example(averaging, property_id, where, entry["counterexample"])
    return replace(told, example=example)


def _replayed_example(averaging: str, property_id: str, where: str, saved: Any) -> Example:
    reading = reading_from_data(saved)
    if reading.measure.classes != 2 or reading.measure.parameters or reading.extended is not None:
        raise CertificateError("the example is a binary measure without parameters")
    if not reading.measure.higher_is_better:
        raise CertificateError("of the example higher is better")
    has = replayed(reading, saved["has"], {})
    valued = replayed_verdict(total(reading, where), saved["total"], {})
    fails = replayed(averaged(averaging, reading, where), saved["fails"], {})
    if (has.property, fails.property) != (property_id, property_id):
        raise CertificateError("the example is about another property")
    outcomes = has.outcome, valued.outcome, fails.outcome
    if outcomes != ("proved", "proved", "refuted"):
        raise CertificateError("the measure must have the property, and its average not")
    return Example(reading, has, valued, fails)
