"""What a measure could be at 0/0: limits, the published readings, and a completion that keeps all.

A completion is a reading that is defined everywhere and has the formula's value wherever that is
defined.  For each one it is decided which properties of the literal reading it keeps, loses (with
a counterexample) and gains.  Then either one is found that keeps all of them, or a conflict: a few
instances of the properties that no completion whatever satisfies together.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from flint import fmpq

from symbolic_measures.catalog.instances import Conflict, InstanceError
from symbolic_measures.catalog.properties import GOSGENS_BINARY, SUPPORTS, faces
from symbolic_measures.catalog.readings import LITERAL, USER_DEFINED, known_readings
from symbolic_measures.catalog.readings import reading as named_reading
from symbolic_measures.formula import Formula, FormulaError
from symbolic_measures.kernel.checker import admissible_sizes, expectation
from symbolic_measures.kernel.exact import CannotTellError
from symbolic_measures.measure import Measure, Reading
from symbolic_measures.notebook import FormattedReport
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.complete import Completer, Support, conventions, instance_of
from symbolic_measures.search.limits import extension_at
from symbolic_measures.search.propose import parameter_samples
from symbolic_measures.session import (
    SCHEMA,
    SECONDS,
    Battery,
    Checked,
    Progress,
    Report,
    convention_to_data,
    decide_property,
    make_reading,
    measure,
    only,
    oriented,
    reading_from_data,
    verify_report,
)
from symbolic_measures.verdict import CertificateError, Verdict

#: The properties a completion can keep, lose or gain.
JUDGED = tuple(p for p in GOSGENS_BINARY if p not in ("range", "undefined-set"))
OF_LITERAL = ("undefined-set", *JUDGED)
OF_COMPLETION = ("extends-literal", "undefined-set", *JUDGED)
PROPOSED = "proposed"
#: How often a proposal is improved by the counterexample against it.
ROUNDS = 3


def known_completions(subject: Measure) -> tuple[Reading, ...]:
    """The published readings of a measure that say what it is at 0/0."""
    names = (name for name in known_readings(subject) if name != LITERAL)
    readings = (named_reading(name, subject) for name in names)
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
class CompletionReport(FormattedReport, formats="completion"):
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
        """The patterns where the measure is undefined; None if that is not decided."""
        for verdict in self.verdicts:
            if verdict.property == "undefined-set" and verdict.outcome == "proved":
                return list(verdict.value)
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


@dataclass
class Completing:
    """The work on one measure, step by step; `report()` gives what is known so far."""

    subject: Measure
    given: tuple[str, ...] = ()
    seconds: float = SECONDS
    verdicts: list[Verdict] = field(default_factory=list)
    slopes: list[Verdict] = field(default_factory=list)
    completions: list[Completion] = field(default_factory=list)
    conflict: Conflict | None = None
    reason: str = ""
    finished: bool = False

    @property
    def reading(self) -> Reading:
        """The formula as written."""
        return Reading(self.subject)

    def report(self) -> CompletionReport:
        """What is known so far."""
        return CompletionReport(
            self.reading, tuple(self.verdicts), tuple(self.slopes), tuple(self.completions),
            self.conflict, self.reason, self.finished,
        )  # fmt: skip

    def __iter__(self) -> Iterator[str]:
        """Yields what is looked at next, before it is."""
        yield "undefined-set"
        self.verdicts.append(decide_property("undefined-set", self.reading, self.seconds))
        undefined = self.report().undefined
        if undefined is not None and len(undefined) == len(SUPPORTS):
            raise FormulaError(f"{self.subject.name} is undefined at every matrix")
        if not undefined:
            unknown = f"where it is undefined is not known: {self.verdicts[0].reason}"
            self.reason = unknown if undefined is None else "It is defined everywhere."
            self.finished = True
            return
        literal = Battery(self.reading, JUDGED, self.seconds, False, self.verdicts)
        yield from literal
        for support in undefined:
            yield f"the limit at {faces([support])}"
            self.slopes.append(extension_at(self.reading, support, self.seconds))
        for reading in (*known_completions(self.subject), *self._given()):
            yield from self._judge(reading)
        if self.report().found is None:
            yield "a completion that keeps all properties"
            yield from self._search([tuple(support) for support in undefined])
        self.finished = True

    def _given(self) -> Iterator[Reading]:
        if self.given:
            yield make_reading(self.subject, self.given)

    def _judge(self, reading: Reading) -> Iterator[str]:
        battery = Battery(reading, OF_COMPLETION, self.seconds, with_gradient=False)
        for step in battery:
            yield f"{reading.name}: {step}"
        self.completions.append(Completion(reading, tuple(battery.verdicts), tuple(self.verdicts)))

    def _search(self, undefined: list[Support]) -> Iterator[str]:
        points = parameter_samples(self.reading)
        if not points:
            self.reason = "No admissible parameter values were found."
            return
        kept = self.report().kept
        completer = Completer(self.subject, kept, points[0], Clock(self.seconds))
        try:
            self.conflict = completer.conflict()
            if self.conflict is None:
                yield from self._propose(completer, undefined)
        except OutOfTimeError:
            self.reason = f"The search stopped after {self.seconds:g} seconds."

    def _propose(self, completer: Completer, undefined: list[Support]) -> Iterator[str]:
        """One constant for each pattern; a counterexample against a choice improves the next."""
        preferred = self._preferred(completer.parameters)
        by_sizes = "constant-baseline" in completer.properties
        before = len(self.completions)
        for _ in range(ROUNDS):
            completer.clock = Clock(self.seconds)
            constants = completer.constants(undefined, preferred)
            if constants is None:
                self.reason = (
                    "No choice of one constant for each pattern of zero cells keeps all, but no "
                    "conflict was found among small matrices."
                )
                return
            del self.completions[before:]
            made = conventions(self.subject, constants, completer.parameters, PROPOSED, by_sizes)
            yield from self._judge(Reading(self.subject, PROPOSED, made))
            proposed = self.completions[before]
            if proposed.keeps_all or not self._learn(completer, proposed):
                break
        if not self.completions[before].keeps_all:
            self.reason = "The proposed completion was not proved to keep all."

    def _learn(self, completer: Completer, proposed: Completion) -> bool:
        """Whether the counterexamples say something new."""
        learnt = []
        for property_id in proposed.loses:
            witness = proposed[property_id].witness
            instance = None if witness is None else instance_of(property_id, witness)
            learnt.append(instance is not None and completer.learn(instance))
        return any(learnt)

    def _preferred(self, parameters: dict[str, fmpq]) -> dict[Support, list[Fraction]]:
        """The limit at a pattern if there is one, and the baseline."""
        wished: dict[Support, list[Fraction]] = {support: [] for support in SUPPORTS}
        for verdict in self.slopes:
            if verdict.outcome == "proved" and verdict.value["limit"] is not None:
                try:
                    limit = Fraction(verdict.value["limit"])
                except ValueError:
                    continue
                wished[tuple(verdict.value["support"])].append(limit)
        for verdict in self.verdicts:
            if verdict.property == "constant-baseline" and verdict.outcome == "proved":
                goal = verdict.statement.goals[0]
                sizes = admissible_sizes(goal)
                try:
                    value = expectation(goal, sizes, parameters) if sizes else None
                except CannotTellError:
                    continue
                if isinstance(value, fmpq):
                    sign = 1 if self.subject.higher_is_better else -1
                    baseline = sign * Fraction(int(value.p), int(value.q))
                    for options in wished.values():
                        options.append(baseline)
        return wished


def completion(
    formula: str | Formula | Measure,
    assume: Iterable[str] = (),
    given: Iterable[str] = (),
    higher_is_better: bool = True,
    seconds: float = SECONDS,
    progress: Progress | None = None,
) -> CompletionReport:
    """What a measure could be at 0/0; `given` are conventions to judge as one more completion."""
    subject = oriented(measure(formula, assume=assume), higher_is_better)
    work = Completing(subject, tuple(given), seconds)
    make_reading(subject, work.given)
    for step in work:
        if progress is not None:
            progress(step)
    return work.report()


# --- verification --------------------------------------------------------------------------


def verify_completion(data: dict[str, Any]) -> Iterator[Checked]:
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
    verdicts, slopes, completions = (part or [] for part in parts)
    yield from verify_report({**about, "verdicts": verdicts})
    yield from verify_report({**about, "verdicts": slopes})
    published = {item.name for item in known_completions(reading.measure)}
    for entry in completions:
        name = str(entry.get("name"))
        read = {"reading": name if name in published else USER_DEFINED}
        measured = {**data["measure"], **read, "conventions": entry.get("conventions")}
        if not isinstance(entry.get("verdicts"), list):
            raise CertificateError(f"{name}: verdicts is a list")
        for item in verify_report({**about, "measure": measured, "verdicts": entry["verdicts"]}):
            yield Checked(f"{name}: {item.property}", item.outcome, item.problem)
    try:
        yield from list(_verify_summary(data, reading.measure, verdicts, slopes, completions))
    except (AttributeError, LookupError, TypeError) as error:
        yield Checked("completion", "proved", f"malformed: {type(error).__name__} {error}")
    if data.get("conflict") is not None:
        yield _verify_conflict(data["conflict"], reading.measure, verdicts)


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
    undefined = first.get("value") if known else None
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
