"""What was decided of a measure for every number of classes, and how it is replayed.

A property is proved for every m >= `least` by its parts (`meaning.every_class`), or refuted at one
number of classes by a counterexample that is evaluated there; then it may be proved at all smaller
numbers, and refuted at all larger ones by padding (`meaning.padding`): so it holds for exactly
those m.  It is not applicable if for no m >= `least` the measure has a value where the property
needs one (`NOWHERE`).

Invariant: what `holds` says follows from what was replayed, and from nothing else.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from symbolic_measures.kernel.samples import parameter_points
from symbolic_measures.macros import replay as replay_goal
from symbolic_measures.meaning.every_class import LEAST, NOWHERE, EveryClasses
from symbolic_measures.meaning.every_m import General
from symbolic_measures.meaning.every_parts import PARTS, parts
from symbolic_measures.meaning.every_readings import KNOWN as READINGS
from symbolic_measures.meaning.frameworks import battery
from symbolic_measures.meaning.padding import Family
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.meaning.replay import replayed
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.saved import (
    SCHEMA,
    Checked,
    exactly,
    same,
    strictly,
    told_asked,
    told_reason,
    told_seconds,
)
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.verdict import Outcome, Step, Verdict

EVERY = "every"


@dataclass(frozen=True)
class EveryProof:
    """For each part a proof of its goal, and one that it speaks of something; and the constant,
    a formula in m as text, or what else a property has for each m (see its goals)."""

    parts: tuple[tuple[General, Step], ...]
    constant: Any = None

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        shown = [
            {**general.to_data(), "sample": sample.to_data()} for general, sample in self.parts
        ]
        return {"constant": self.constant, "parts": shown}

    @classmethod
    def from_data(cls, data: Any, parameters: tuple[str, ...]) -> EveryProof:
        """Inverse of `to_data`; CertificateError for anything else."""
        found = []
        for entry in data["parts"]:
            rest = {key: value for key, value in entry.items() if key != "sample"}
            general = General.from_data(rest, (*parameters, "k"))
            found.append((general, Step.from_data(entry["sample"])))
        made = cls(tuple(found), data["constant"])
        if not same(data, made.to_data()):
            raise CertificateError("a proof is not in the form that is written")
        return made

    def check(self, property_id: str, subject: EveryClasses, outcome: Outcome = "proved") -> None:
        """CertificateError unless the property is proved for every m, or not applicable."""
        wanted = parts(property_id, subject, self.constant, outcome)
        if len(wanted) != len(self.parts):
            raise CertificateError(f"{property_id} has {len(wanted)} parts, not {len(self.parts)}")
        for part, (general, sample) in zip(wanted, self.parts, strict=True):
            if next(iter(parameter_points(part.sample)), None) is None:
                raise CertificateError(f"{property_id}: no parameters are found that are admitted")
            general.check(part.make, part.spoken, part.state)
            replay_goal(part.sample, sample)


@dataclass(frozen=True)
class EveryVerdict:
    """What is known of one property: for every m, or at some m, and at all larger ones."""

    property: str
    outcome: Outcome
    least: int
    proof: EveryProof | None = None
    at: tuple[tuple[int, Verdict], ...] = ()
    family: Family | None = None
    reason: str = ""
    seconds: float = field(default=0.0, compare=False)

    @cached_property
    def refuted_at(self) -> int | None:
        """The number of classes of the counterexample."""
        refuted = [m for m, verdict in self.at if verdict.outcome == "refuted"]
        return refuted[0] if refuted else None

    @cached_property
    def holds(self) -> str:
        """For which m it holds, as far as that is known."""
        if self.outcome == "proved":
            return f"m >= {self.least}"
        if self.outcome == "not-applicable":
            return f"for no m >= {self.least} it has a value at {NOWHERE[self.property][0]}"
        proved = [m for m, verdict in self.at if verdict.outcome == "proved"]
        told = ", ".join(f"m = {m}" for m in proved)
        if self.refuted_at is None:
            return f"{told}; not decided for every m" if told else "not decided for every m"
        if self.family is None:
            return f"not for m = {self.refuted_at}" + (f", but for {told}" if told else "")
        if len(proved) == self.refuted_at - self.least:
            return f"exactly for {told}" if told else f"for no m >= {self.least}"
        return f"for no m >= {self.refuted_at}"

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "property": self.property,
            "verdict": self.outcome,
            "holds": self.holds,
            "statement": PROPERTIES[self.property].sentence,
            "every": None if self.proof is None else self.proof.to_data(),
            "at": [{"classes": m, "verdict": v.to_data()} for m, v in self.at],
            "larger": None if self.family is None else self.family.to_data(),
            "reason": self.reason,
            "seconds": round(self.seconds, 4),
        }


@dataclass(frozen=True)
class EveryReport(Answer, kind="check"):
    """What was decided about one measure for every number of classes.

    Attributes
    ----------
    subject
        The measure, and the smallest number of classes.
    verdicts
        One for each property: `outcome`, `holds` (for which m), and the evidence.
    complete
        Whether everything that was asked is decided or given up, not interrupted.

    Example
    -------
    >>> from symbolic_measures import check
    >>> report = check("BA", property=["symmetry", "monotone"], classes="every")
    >>> report["symmetry"].holds, report["monotone"].holds
    ('for no m >= 2', 'exactly for m = 2')

    Notes
    -----
    A proof for every m is about sums over the classes; a counterexample is one at a number of them.

    References
    ----------
    Gösgens et al., NeurIPS 2021.
    """

    subject: EveryClasses
    asked: tuple[str, ...]
    verdicts: tuple[EveryVerdict, ...] = ()
    complete: bool = True

    def __getitem__(self, property_id: str) -> EveryVerdict:
        """The verdict on a property."""
        for verdict in self.verdicts:
            if verdict.property == property_id:
                return verdict
        raise KeyError(property_id)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            **asked_data(self.subject, self.asked),
            "verdicts": [verdict.to_data() for verdict in self.verdicts],
            "complete": self.complete,
        }


def asked_data(subject: EveryClasses, asked: tuple[str, ...]) -> dict[str, Any]:
    """The parts of a saved report that say what was asked."""
    return {
        "classes": EVERY if subject.least == 2 else f">= {subject.least}",
        "measure": {
            "name": subject.measure.name,
            "formula": subject.text,
            "reading": subject.reading,
            "assume": list(subject.assume),
            "higher_is_better": subject.measure.higher_is_better,
        },
        "asked": list(asked),
    }


def least_of(classes: Any) -> int:
    """The smallest m of `every` or `>= 3`; FormulaError for anything else."""
    known = {EVERY: 2, **{f">={least}": least for least in LEAST}}
    plain = classes.replace(" ", "") if isinstance(classes, str) else ""
    if plain not in known:
        raise FormulaError(f"classes {classes!r}: give a number from 2 to 6, every, or '>= 3'")
    return known[plain]


def replay_every(data: Any) -> Generator[Checked, None, EveryReport | None]:
    """Rebuilds every part from the measure, and replays what is saved of it."""
    exactly(data, "classes", "measure", "asked", "verdicts", "complete")
    asked = told_asked(data)
    try:
        about = data["measure"]
        least = least_of(data["classes"])
        lower = about["higher_is_better"] is False
        given = about["formula"], tuple(about["assume"]), lower, least
        if about["reading"] not in (LITERAL, *READINGS):
            raise FormulaError(f"the reading {about['reading']!r} is not for every m")
        subject = EveryClasses(*given, about["reading"])
        subject.look()
        wrong = not same(asked_data(subject, asked or ()), {
            key: data[key] for key in ("classes", "measure", "asked")
        })  # fmt: skip
    except FormulaError as error:
        raise CertificateError(f"the measure cannot be read: {error}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise CertificateError(f"not a saved report: {type(error).__name__} {error}") from None
    if wrong or not isinstance(data["verdicts"], list):
        raise CertificateError("the file does not say what was asked")
    found: list[EveryVerdict] = []
    for entry in data["verdicts"]:
        known = isinstance(entry, dict)
        name, outcome = (str(entry.get(key)) if known else "?" for key in ("property", "verdict"))
        try:
            found.append(replayed_every(subject, entry))
        except CertificateError as error:
            yield Checked(name, outcome, str(error))
        else:
            yield Checked(name, outcome)
    if len(found) < len(data["verdicts"]):
        return None
    report = EveryReport(subject, asked or (), tuple(found), data["complete"])
    ids = [verdict.property for verdict in found]
    if ids != list(report.asked)[: len(ids)] or report.complete is not (
        len(ids) == len(report.asked)
    ):
        yield Checked("verdicts", "?", "the verdicts are not those that were asked for")
        return None
    return report


def replayed_every(subject: EveryClasses, entry: Any) -> EveryVerdict:
    """The verdict of a saved entry; CertificateError unless everything it says was replayed."""
    with strictly():
        return _replayed(subject, entry)


def _replayed(subject: EveryClasses, entry: Any) -> EveryVerdict:
    """A verdict; CertificateError unless everything that it says was replayed."""
    property_id, outcome = entry["property"], entry["verdict"]
    if property_id not in PARTS:
        raise CertificateError("not a verdict on a property of several classes")
    found = EveryVerdict(property_id, outcome, subject.least, seconds=told_seconds(entry))
    found = replace(found, reason=told_reason(entry), at=_at(subject, property_id, entry["at"]))
    if outcome in ("proved", "not-applicable"):
        proof = EveryProof.from_data(entry["every"], subject.measure.parameters)
        proof.check(property_id, subject, outcome)
        found = replace(found, proof=proof)
    elif outcome == "refuted":
        if found.refuted_at is None or found.at[-1][0] != found.refuted_at:
            raise CertificateError("refuted without a counterexample")
        if entry["larger"] is not None:
            family = Family.from_data(entry["larger"])
            family.check(subject, *found.at[-1])
            found = replace(found, family=family)
    elif outcome != "undecided" or found.refuted_at is not None:
        raise CertificateError("a property is proved, refuted or undecided")
    if not same(found.to_data(), entry):
        raise CertificateError("the entry says something else than what was replayed")
    return found


def _at(subject: EveryClasses, property_id: str, saved: Any) -> tuple[tuple[int, Verdict], ...]:
    """The verdicts at some numbers of classes, from the smallest on."""
    numbers = [item["classes"] for item in saved]
    if numbers != [subject.least + place for place in range(len(numbers))] or len(numbers) > 3:
        raise CertificateError("not the first numbers of classes")
    found = []
    for item in saved:
        if set(item) != {"classes", "verdict"} or type(item["classes"]) is not int:
            raise CertificateError("the parts are classes and verdict")
        known = battery("all", 2 if item["classes"] == 2 else 3)
        if item["verdict"].get("property") != property_id or property_id not in known:
            raise CertificateError(f"not a verdict on {property_id}")
        verdict = replayed(subject.at(item["classes"]), item["verdict"], {})
        found.append((item["classes"], verdict))
    return tuple(found)
