"""Extensions of a measure to its undefined cases are judged, and a better one is looked for."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any

from symbolic_measures.meaning.gosgens import GOSGENS_BINARY
from symbolic_measures.meaning.instances import Conflict, InstanceError
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.readings import USER_DEFINED, known_readings
from symbolic_measures.meaning.readings import reading as named_reading
from symbolic_measures.meaning.report import Report, replay_report
from symbolic_measures.meaning.subjects import (
    convention_to_data,
    measure,
    measure_data,
    oriented,
    reading_from_data,
)
from symbolic_measures.meaning.supports import patterns
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import SCHEMA, Checked, malformed, only
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.verdict import Verdict

PROPOSED = "proposed"
#: The properties a completion can keep, lose or gain.
JUDGED = tuple(p for p in GOSGENS_BINARY if p not in ("range", "undefined-set"))
OF_LITERAL = ("undefined-set", *JUDGED)
OF_COMPLETION = ("extends-literal", "undefined-set", *JUDGED)


def known_completions(subject: Measure) -> tuple[Reading, ...]:
    """The published readings of a measure that say what it is at 0/0."""
    readings = (named_reading(name, subject) for name in known_readings(subject))
    return tuple(reading for reading in readings if reading.conventions)


@dataclass(frozen=True)
class Completion:
    """A reading and the verdicts on it, compared with those on the literal reading."""

    reading: Reading
    verdicts: tuple[Verdict, ...]
    literal: tuple[Verdict, ...]

    def _outcome(self, property_id: str) -> str:
        found = (v.outcome for v in self.verdicts if v.property == property_id)
        return next(found, "undecided")

    def _among(self, before: bool, *after: str) -> tuple[str, ...]:
        return tuple(
            verdict.property
            for verdict in self.literal
            if verdict.property in JUDGED
            and (verdict.outcome == "proved") == before
            and self._outcome(verdict.property) in after
        )

    @property
    def keeps(self) -> tuple[str, ...]:
        """Proved of the formula as written and of this reading."""
        return self._among(True, "proved")

    @property
    def loses(self) -> tuple[str, ...]:
        """Proved of the formula as written, refuted of this reading."""
        return self._among(True, "refuted")

    @property
    def gains(self) -> tuple[str, ...]:
        """Proved of this reading, not of the formula as written."""
        return self._among(False, "proved")

    @property
    def open(self) -> tuple[str, ...]:
        """Proved of the formula as written, not decided of this reading."""
        return self._among(True, "undecided", "not-applicable")

    @property
    def total(self) -> bool:
        """Proved to be defined everywhere, with the formula's values where that is defined."""
        everywhere = any(
            v.property == "undefined-set" and v.outcome == "proved" and v.value == []
            for v in self.verdicts
        )
        return everywhere and self._outcome("extends-literal") == "proved"

    @property
    def keeps_all(self) -> bool:
        """Proved to be a completion that keeps every property proved of the formula."""
        return self.total and not self.loses and not self.open

    def __getitem__(self, property_id: str) -> Verdict:
        """The verdict on a property."""
        return next(v for v in self.verdicts if v.property == property_id)

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        lost = [self[property_id] for property_id in self.loses]
        return {
            "name": self.reading.name,
            "conventions": _conventions(self.reading),
            "total": self.total,
            "keeps": list(self.keeps),
            "loses": [
                {"property": v.property, "witness": v.witness.to_data() if v.witness else None}
                for v in lost
            ],
            "gains": list(self.gains),
            "open": list(self.open),
            "verdicts": [verdict.to_data() for verdict in self.verdicts],
        }


def _conventions(reading: Reading) -> list[dict[str, str]]:
    return [convention_to_data(item) for item in reading.conventions]


@dataclass(frozen=True)
class CompletionReport(Answer, kind="completion"):
    """What was found out about a measure at 0/0."""

    reading: Reading
    verdicts: tuple[Verdict, ...] = ()
    faces: tuple[Verdict, ...] = ()
    completions: tuple[Completion, ...] = ()
    conflict: Conflict | None = None
    reason: str = ""
    complete: bool = True

    @property
    def undefined(self) -> list[list[str]] | None:
        """The patterns where the measure is undefined; None if that is not decided, or no union."""
        for verdict in self.verdicts:
            if verdict.property == "undefined-set" and verdict.outcome == "proved":
                return patterns(verdict.value)
        return None

    @property
    def kept(self) -> tuple[str, ...]:
        """The properties proved of the formula as written."""
        proved = (v.property for v in self.verdicts if v.outcome == "proved")
        return tuple(property_id for property_id in proved if property_id in JUDGED)

    @property
    def found(self) -> Completion | None:
        """A completion that keeps all properties of the formula as written."""
        return next((c for c in self.completions if c.keeps_all), None)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        data = Report(self.reading, self.verdicts).to_data()
        found, conflict = self.found, self.conflict
        more: dict[str, Any] = {
            "undefined": self.undefined,
            "faces": [verdict.to_data() for verdict in self.faces],
            "completions": [item.to_data() for item in self.completions],
            "found": None if found is None else found.reading.name,
            "conflict": None if conflict is None else conflict.to_data(),
            "reason": self.reason,
        }
        if not self.complete:
            more["complete"] = False
        kept = {key: data[key] for key in ("schema", "measure", "verdicts")}
        return {**kept, **more}


def replay(data: Any, kinds: Kinds) -> Replay:
    """Replays a saved report: every verdict, what is said of each completion, and the conflict."""
    only(data, "measure", "verdicts", "undefined", "faces", "completions", "found", "conflict",
         "reason", "complete")  # fmt: skip
    reading = reading_from_data(data)
    if reading.conventions or reading.extended is not None:
        raise CertificateError("a completion is compared with the literal reading")
    about = {"schema": SCHEMA, "measure": data["measure"]}
    parts = [data.get(key) for key in ("verdicts", "faces", "completions")]
    if not all(isinstance(p, list) and all(isinstance(e, dict) for e in p) for p in parts):
        raise CertificateError("verdicts, faces and completions are lists of objects")
    verdicts, slopes, completions = parts
    literal = yield from replay_report({**about, "verdicts": verdicts})
    faces = yield from replay_report({**about, "verdicts": slopes})
    judged = yield from _replay_completions(data["measure"], reading.measure, completions)
    try:
        yield from list(_verify_summary(data, reading.measure, verdicts, slopes, completions))
    except (AttributeError, LookupError, TypeError) as error:
        yield Checked("completion", "proved", malformed(error))
    conflict = None
    if data.get("conflict") is not None:
        checked = _verify_conflict(data["conflict"], reading.measure, verdicts)
        yield checked
        if not checked.problem:
            conflict = Conflict.from_data(data["conflict"], reading.measure)
    if literal is None or faces is None or None in judged:
        return None
    known = tuple(
        Completion(report.reading, report.verdicts, literal.verdicts)
        for report in judged
        if report is not None
    )
    return CompletionReport(
        reading, literal.verdicts, faces.verdicts, known, conflict, str(data.get("reason", "")),
        data.get("complete") is not False,
    )  # fmt: skip


def _replay_completions(
    about: dict[str, Any], subject: Measure, completions: list[Any]
) -> Generator[Checked, None, list[Report | None]]:
    """The verdicts on each completion."""
    published, found = {item.name for item in known_completions(subject)}, []
    for entry in completions:
        name = str(entry.get("name"))
        read = {"reading": name if name in published else USER_DEFINED}
        measured = {**about, **read, "conventions": entry.get("conventions")}
        if not isinstance(entry.get("verdicts"), list):
            raise CertificateError(f"{name}: verdicts is a list")
        saved = {"schema": SCHEMA, "measure": measured, "verdicts": entry["verdicts"]}
        replaying = replay_report(saved)
        while True:
            try:
                item = next(replaying)
            except StopIteration as end:
                report: Report | None = end.value
                break
            yield Checked(f"{name}: {item.property}", item.outcome, item.problem)
        if report is not None:
            report = replace(report, reading=replace(report.reading, name=name))
        found.append(report)
    return found


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    asked = vars(question)
    subject = measure(asked["measure"], assume=asked["assume"])
    return {"measure": measure_data(Reading(oriented(subject, not asked["lower_is_better"])))}


def told(answer: Answer) -> str:
    """The answer in a word: the completion that keeps all, a conflict, or neither."""
    data = answer.to_data()
    return str(data["found"] or ("conflict" if data["conflict"] else "undecided"))


def _verify_summary(
    data: dict[str, Any],
    subject: Measure,
    verdicts: list[Any],
    slopes: list[Any],
    completions: list[Any],
) -> Iterator[Checked]:
    """What the file says beside its verdicts is what follows from them."""

    def wrong(what: str) -> Checked:
        return Checked("completion", "proved", what)

    outcomes = {entry.get("property"): entry.get("verdict") for entry in verdicts}
    first = verdicts[0] if verdicts else {}
    known = first.get("property") == "undefined-set" and first.get("verdict") == "proved"
    undefined = patterns(first.get("value")) if known else None
    if data.get("undefined") != undefined:
        yield wrong("`undefined` is not what was decided")
    whole = data.get("complete") is not False
    expected = [list(OF_LITERAL)] if undefined else [["undefined-set"]]
    if whole and [entry.get("property") for entry in verdicts] not in expected:
        yield wrong("the verdicts are not those on the properties that are compared")
    places = [(entry.get("value") or {}).get("support") for entry in slopes]
    if whole and places != (undefined or []):
        yield wrong("the limits are not at the patterns where it is undefined")
    if any(entry.get("property") != "continuous-extension" for entry in slopes):
        yield wrong("`faces` are verdicts on continuous-extension")
    opened = [entry.get("value") for entry in slopes if entry.get("verdict") != "proved"]
    if any(set(value) != {"support"} for value in opened):
        yield wrong("a limit is given that is not proved")
    found: list[str] = []
    published = {item.name for item in known_completions(subject)}
    names = [str(entry.get("name")) for entry in completions]
    if len(set(names)) != len(names) or not set(names) <= {PROPOSED, USER_DEFINED, *published}:
        yield wrong("a completion is a published one, user-defined or proposed, each once")
    if completions and [entry.get("property") for entry in verdicts] != list(OF_LITERAL):
        yield wrong("completions are compared on all properties")
    for entry in completions:
        if [v.get("property") for v in entry["verdicts"]] != list(OF_COMPLETION):
            yield wrong(f"{entry.get('name')}: a verdict is missing")
            continue
        told = _summary(outcomes, entry["verdicts"])
        for key, value in told.items():
            if entry.get(key) != value:
                yield wrong(f"{entry.get('name')}: `{key}` does not follow from the verdicts")
        if told["total"] and not told["loses"] and not told["open"]:
            found.append(str(entry.get("name")))
    if data.get("found") != (found[0] if found else None):
        yield wrong("`found` is not the first completion that keeps all")


def _summary(outcomes: dict[Any, Any], verdicts: list[Any]) -> dict[str, Any]:
    after = {verdict["property"]: verdict for verdict in verdicts}
    ids = [property_id for property_id in JUDGED if property_id in outcomes]
    proved = [property_id for property_id in ids if outcomes[property_id] == "proved"]

    def among(names: list[str], *wanted: str) -> list[str]:
        return [name for name in names if after[name].get("verdict") in wanted]

    where = after["undefined-set"]
    everywhere = where.get("verdict") == "proved" and where.get("value") == []
    lost = among(proved, "refuted")
    return {
        "total": everywhere and after["extends-literal"].get("verdict") == "proved",
        "keeps": among(proved, "proved"),
        "loses": [{"property": p, "witness": after[p].get("witness")} for p in lost],
        "gains": [p for p in among(ids, "proved") if p not in proved],
        "open": among(proved, "undecided", "not-applicable"),
    }


def _verify_conflict(data: Any, subject: Measure, verdicts: list[Any]) -> Checked:
    try:
        conflict = Conflict.from_data(data, subject)
    except InstanceError as error:
        return Checked("conflict", "proved", str(error))
    proved = {v.get("property") for v in verdicts if v.get("verdict") == "proved"}
    strange = [name for name in conflict.properties if name not in proved]
    if strange:
        return Checked("conflict", "proved", f"{strange[0]} is not proved of the formula")
    return Checked("conflict", "proved")
