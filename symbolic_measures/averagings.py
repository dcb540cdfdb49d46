"""What averaging keeps: does every binary measure with a property give an average that has it?

The statement quantifies over the measure itself.  It is proved for every number of classes m >= 3
by instances of the binary property that add up to what each class has to satisfy
(`catalog.averaging`); it is refuted by one binary measure that has the property, with proof, and a
matrix of three classes at which its average has not.  It is decided twice: on all matrices, and on
those where every class occurs in both labelings.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from symbolic_measures.catalog.averaging import (
    ASKED,
    AVERAGINGS,
    CLASSES,
    WHERE,
    PartProof,
    averaged,
    follows,
    parts,
    sentence,
    total,
)
from symbolic_measures.catalog.properties import PROPERTIES
from symbolic_measures.formula import FormulaError
from symbolic_measures.kernel.checker import check as kernel_check
from symbolic_measures.measure import Reading
from symbolic_measures.notebook import FormattedReport
from symbolic_measures.search.averaging import examples, failure, prove_part
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.engine import decide
from symbolic_measures.session import (
    MALFORMED,
    SCHEMA,
    SECONDS,
    Checked,
    Progress,
    Report,
    decide_property,
    make_reading,
    measure,
    only,
    reading_from_data,
    replayed,
    replayed_verdict,
)
from symbolic_measures.statement import Statement
from symbolic_measures.verdict import CertificateError, Outcome, Verdict


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
            "measure": Report(self.reading).to_data()["measure"],
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


@dataclass(frozen=True)
class AveragingReport(FormattedReport, formats="averaging"):
    """What was decided about one way of averaging."""

    averaging: str
    verdicts: tuple[Kept, ...]
    complete: bool = True

    def __getitem__(self, place: tuple[str, str]) -> Kept:
        """What is known of a property, on `all` matrices or with every class `present`."""
        for kept in self.verdicts:
            if (kept.property, kept.where) == place:
                return kept
        raise KeyError(place)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            "averaging": self.averaging,
            "verdicts": [kept.to_data() for kept in self.verdicts],
            "complete": self.complete,
        }


@dataclass
class Averaging:
    """The work on one way of averaging; iterate, then `report()` says what is known.

    FormulaError, in one line, for an averaging or a property that is not known.
    """

    averaging: str
    properties: tuple[str, ...] = ASKED
    seconds: float = SECONDS
    verdicts: list[Kept] = field(default_factory=list)
    finished: bool = False

    def __post_init__(self) -> None:
        for given, known, kind in (
            ((self.averaging,), tuple(AVERAGINGS), "averaging"),
            (self.properties, ASKED, "property of an average"),
        ):
            for name in given:
                if name not in known:
                    close = get_close_matches(name, known, n=1)
                    hint = f"did you mean {close[0]!r}? " if close else ""
                    raise FormulaError(f"no {kind} {name!r}; {hint}known: {', '.join(known)}")

    def __iter__(self) -> Iterator[str]:
        for property_id in self.properties:
            for where in WHERE:
                yield f"{property_id}, {where}"
                self.verdicts.append(find_kept(self.averaging, property_id, where, self.seconds))
        self.finished = True

    def report(self) -> AveragingReport:
        """What is known so far."""
        return AveragingReport(self.averaging, tuple(self.verdicts), self.finished)


def find_kept(averaging: str, property_id: str, where: str, seconds: float = SECONDS) -> Kept:
    """Decides whether the average keeps the property: a proof first, then an example."""
    start, clock = time.monotonic(), Clock(seconds)
    reason = "no argument for every m is known, and no example was found"
    found = Kept(averaging, property_id, where, "undecided", reason=reason)
    try:
        proof = _proof(averaging, property_id, where, clock)
        example = _example(averaging, property_id, where, clock) if proof is None else None
    except OutOfTimeError:
        proof, example = None, None
        found = Kept(averaging, property_id, where, "undecided",
                     reason=f"stopped after {seconds:g} seconds")  # fmt: skip
    if proof is not None:
        found = Kept(averaging, property_id, where, "proved", proof)
    elif example is not None:
        found = Kept(averaging, property_id, where, "refuted", example=example)
    return replace(found, seconds=time.monotonic() - start)


def _proof(
    averaging: str, property_id: str, where: str, clock: Clock
) -> tuple[PartProof, ...] | None:
    found = []
    for part in parts(averaging, property_id, where):
        proof = prove_part(part, property_id, where, clock)
        if proof is None:
            return None
        follows(part, property_id, where, proof)
        found.append(proof)
    return tuple(found) or None


def _example(averaging: str, property_id: str, where: str, clock: Clock) -> Example | None:
    for text, conventions in examples(averaging, property_id):
        clock.tick()
        reading = make_reading(measure(text), conventions)
        has = decide_property(property_id, reading, clock.left())
        if has.outcome != "proved":
            continue
        fails = _average(property_id, averaged(averaging, reading, where), clock)
        valued = decide(total(reading, where), clock.left())
        if fails.outcome == "refuted" and valued.outcome == "proved":
            return Example(reading, has, valued, fails)
    return None


def _average(property_id: str, reading: Reading, clock: Clock) -> Verdict:
    """The verdict on an average of which most likely nothing holds that could be proved."""
    statement = PROPERTIES[property_id].statement(reading)
    witness = failure(statement, clock)
    if witness is None:
        return decide_property(property_id, reading, clock.left())
    verdict = Verdict(property_id, "refuted", statement, witness=witness)
    kernel_check(statement, verdict)
    return verdict


def find_averaging(
    averaging: str,
    properties: Iterable[str] | None = None,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> AveragingReport:
    """What `session.averaging` answers."""
    work = Averaging(averaging, ASKED if properties is None else tuple(properties), seconds)
    for step in work:
        if progress is not None:
            progress(step)
    return work.report()


# --- verification -----------------------------------------------------------------------------


def verify_averaging(data: Any) -> Iterator[Checked]:
    """Rebuilds every part and every example, and replays what is saved of them."""
    only(data, "averaging", "verdicts", "complete")
    averaging, entries = data["averaging"], data.get("verdicts")
    if averaging not in [*AVERAGINGS] or not isinstance(entries, list):
        raise CertificateError(f"no averaging {averaging!r}")
    if "complete" not in data:
        raise CertificateError("`complete` is true or false")
    places = [_place(entry) for entry in entries]
    if len(set(places)) != len(places):
        yield Checked("verdicts", "?", "a property stands there twice")
    for place, entry in zip(places, entries, strict=True):
        outcome = str(entry.get("verdict")) if isinstance(entry, dict) else "?"
        try:
            replayed_kept(averaging, entry)
        except CertificateError as error:
            yield Checked(", ".join(place), outcome, str(error))
        else:
            yield Checked(", ".join(place), outcome)


def _place(entry: Any) -> tuple[str, str]:
    known = isinstance(entry, dict)
    return (str(entry.get("property")), str(entry.get("where"))) if known else ("?", "?")


def replayed_kept(averaging: str, entry: Any) -> Kept:
    """The saved verdict once everything it rests on is replayed; CertificateError if it fails."""
    try:
        kept = _replayed(averaging, entry)
        if json.dumps(kept.to_data(), sort_keys=True) != json.dumps(entry, sort_keys=True):
            raise CertificateError("the entry says something else than what was replayed")
    except (CertificateError, FormulaError) as error:
        raise CertificateError(str(error)) from None
    except MALFORMED as error:
        raise CertificateError(f"malformed: {type(error).__name__} {error}") from None
    return kept


def _replayed(averaging: str, entry: Any) -> Kept:
    property_id, where, outcome = entry["property"], entry["where"], entry["verdict"]
    if property_id not in ASKED or where not in WHERE:
        raise CertificateError("not a question about an average")
    told = Kept(
        averaging, property_id, where, outcome,
        reason=str(entry["reason"]), seconds=float(entry["seconds"]),
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
