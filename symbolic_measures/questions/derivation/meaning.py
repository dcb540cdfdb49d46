"""Derivations: the theorems of papers as appendices in which every displayed line is decided.

A derivation is a TOML file: prose, definitions, chains, and questions to the other engines, each
with the answer that it expects.  Nothing in it is executed and nothing is believed: a chain is a
statement for the kernel, a question is asked.  Where the answer is another one than expected, that
is a problem with file and part, and the part is shown as what it is.

`verify_derivation` reads the parts of a saved derivation again, rebuilds each statement from them,
and replays each certificate, without search.
"""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.replay import replayed_verdict
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import Kinds, Replay
from symbolic_measures.nouns.saved import MALFORMED, SCHEMA, Checked, malformed, only
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.verdict import Verdict
from symbolic_measures.questions.derivation.reading import (
    Asked,
    Calculation,
    Derivation,
    Let,
    Text,
    parts_of,
    read_derivation,
)


@dataclass(frozen=True)
class Answered:
    """What was found of a part, as a certificate too, and what is wrong with it ("" if nothing).

    `told` is the answer in a word; `reading` what a check is about, unless it is asked for every m.
    """

    part: Asked | Calculation
    found: Answer | Verdict
    data: Mapping[str, Any]
    told: str
    problem: str
    reading: Reading | None = None

    @property
    def contradicts(self) -> bool:
        """Whether it decides something that the paper says, and decides otherwise."""
        if not self.part.printed:
            return False
        if self.part.claimed:
            return self.told not in (self.part.claimed, "undecided")
        return self.told.startswith("refuted")


def answered(part: Asked | Calculation, found: Answer | Verdict, kinds: Kinds) -> Answered:
    """A part with what was found; of a check the one verdict is kept."""
    if isinstance(part, Calculation):
        data = found.to_data()
        told = str(data["verdict"])
        return Answered(part, found, data, told, _problem(part, data, told))
    meaning = kinds.meaning(part.question.kind)
    tell = getattr(meaning, "told", lambda answer: str(answer.to_data()["verdict"]))
    told = tell(found)
    problem = "" if part.expected in ("", told) else f"expected {part.expected}, found {told}"
    if part.kind != "check":
        return Answered(part, found, found.to_data(), told, problem)
    (verdict,) = found.verdicts  # type: ignore[union-attr]
    if meaning.for_every_m(part.question):
        return Answered(part, found, verdict.to_data(), told, problem)
    return Answered(part, verdict, verdict.to_data(), told, problem,
                    meaning.reading_of(part.question))  # fmt: skip


def _problem(part: Calculation, data: Mapping[str, Any], told: str) -> str:
    """What is wrong with a calculation: the first line that is false, and where."""
    if told == "proved":
        return ""
    if told != "refuted":
        return f"expected proved, found {told}: {data['reason']}"
    witness = data["witness"]
    names = {str(number): str(call) for call, number in part.chain.scope.numbers.items()}
    point = {**witness["point"], **witness["parameters"]}
    at = ", ".join(f"{names.get(name, name)} = {value}" for name, value in point.items())
    left, right = witness["values"]
    return f"line {witness['goal'] + 1} is false: at {at} the two sides are {left}, {right}"


@dataclass(frozen=True)
class DerivationReport(Answer, kind="derivation"):
    """A derivation with the answers to its parts; None for prose and definitions."""

    derivation: Derivation
    answers: tuple[Answered | None, ...]
    complete: bool = True

    @property
    def problems(self) -> list[str]:
        """One line for each part that is not as the file expects."""
        return [
            f"{self.derivation.id}, part {number} ({answer.part.kind}): {answer.problem}"
            for number, answer in enumerate(self.answers, 1)
            if answer is not None and answer.problem
        ]

    @property
    def refuted(self) -> bool:
        """Whether something that the paper says is refuted."""
        return any(a is not None and a.contradicts for a in self.answers)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        data: dict[str, Any] = {
            "schema": SCHEMA,
            "derivation": dict(self.derivation.data),
            "parts": [None if answer is None else dict(answer.data) for answer in self.answers],
        }
        return data if self.complete else {**data, "complete": False}


@dataclass(frozen=True)
class Derivations(Answer, kind="derivation"):
    """Some derivations in one file."""

    reports: tuple[DerivationReport, ...]

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1): one derivation as itself, several in a list."""
        entries = [report.to_data() for report in self.reports]
        return entries[0] if len(entries) == 1 else {"schema": SCHEMA, "derivations": entries}


def replay(data: Any, kinds: Kinds) -> Replay:
    """Reads the parts again and replays the certificate of each, without search.

    A part whose answer is not the expected one is a problem.  CertificateError if the file is no
    derivation at all.
    """
    if not isinstance(data, dict) or data.get("schema") != SCHEMA:
        raise CertificateError(f"not a derivation of schema {SCHEMA}")
    if "derivations" not in data:
        return (yield from _replay_one(data, kinds))
    only(data, "derivations")
    entries = data["derivations"]
    found: list[DerivationReport | None] = []
    for entry in entries if isinstance(entries, list) and entries else [None]:
        if not isinstance(entry, dict) or "derivation" not in entry:
            raise CertificateError("`derivations` is a list of derivations")
        found.append((yield from _replay_one(entry, kinds)))
    known = tuple(report for report in found if report is not None)
    return Derivations(known) if len(known) == len(found) else None


def _replay_one(data: Any, kinds: Kinds) -> Generator[Checked, None, DerivationReport | None]:
    only(data, "derivation", "parts", "complete")
    try:
        derivation = read_derivation(dict(data["derivation"]), kinds)
        entries = list(data["parts"])
    except FormulaError as error:
        raise CertificateError(str(error)) from None
    except MALFORMED as error:
        raise CertificateError(f"not a derivation: {type(error).__name__} {error}") from None
    if len(entries) > len(derivation.parts):
        raise CertificateError("more certificates than parts")
    whole = data.get("complete") is not False
    if len(entries) < len(derivation.parts) and whole:
        raise CertificateError("a part has no certificate")
    answers: list[Answered | None] = []
    for number, (part, entry) in enumerate(zip(derivation.parts, entries), 1):
        if isinstance(part, Text | Let):
            if entry is not None:
                yield Checked(f"part {number}", "?", f"a certificate for a {part.kind}")
            answers.append(None)
            continue
        told, problem = "?", ""
        try:
            answers.append(_replayed(part, entry, kinds))
            told, problem = answers[-1].told, answers[-1].problem  # type: ignore[union-attr]
        except (CertificateError, FormulaError) as error:
            problem = str(error)
        except MALFORMED as error:
            problem = malformed(error)
        yield Checked(f"part {number} ({part.kind})", told, problem)
    if len(answers) < len(entries):
        return None
    return DerivationReport(derivation, tuple(answers), whole)


def _replayed(part: Asked | Calculation, entry: Any, kinds: Kinds) -> Answered:
    """The answer to a part, once its certificate is replayed; CertificateError if it fails."""
    if not isinstance(entry, dict):
        raise CertificateError("no certificate")
    if isinstance(part, Calculation):
        return answered(part, replayed_verdict(part.statement, entry, kinds.done), kinds)
    wanted = parts_of(part.question, kinds)
    if part.kind == "check":
        if entry.get("property") not in part.question.to_data()["property"]:
            raise CertificateError("not about the property that is asked for")
        entry = kinds.meaning(part.kind).saved_with(part.question, entry)
    for key, value in wanted.items():
        if json.dumps(entry.get(key), sort_keys=True) != json.dumps(value, sort_keys=True):
            raise CertificateError(f"its certificate is about another {key}")
    replaying = kinds.replay(entry)
    while True:
        try:
            item = next(replaying)
        except StopIteration as end:
            if end.value is None:
                raise CertificateError("a part could not be rebuilt") from None
            return answered(part, end.value, kinds)
        if item.problem:
            raise CertificateError(f"{item.property}: {item.problem}")


def unmet(question: Any, answer: Any) -> list[str]:
    """What is not as the files expect."""
    reports = answer.reports if isinstance(answer, Derivations) else (answer,)
    return [problem for report in reports for problem in report.problems]


def parts(question: Any) -> dict[str, Any]:
    """A derivation in a derivation is asked for by nothing that a file could be compared with."""
    raise FormulaError("a derivation is no part of a derivation")
