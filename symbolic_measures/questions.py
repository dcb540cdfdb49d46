"""The parts of a derivation that are decided, each by the engine that knows how.

A chain is a statement of its own; every other kind asks an engine that the session has, and keeps
its certificate.  An answer is read off the certificate, and compared with the expected one.

Invariant: `replay` accepts a certificate only if it verifies and is about this very part.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Protocol

from symbolic_measures.chains import Chain
from symbolic_measures.expansions import Expansion, find_expansion, verify_expansion
from symbolic_measures.formulas import FormulaTable, decide_formulas, read_formulas
from symbolic_measures.identities import Identity, find_identity, verify_identity
from symbolic_measures.identities import subject_of as sides_of
from symbolic_measures.kernel.checker import check as kernel_check
from symbolic_measures.kernel.checker import parameter_points, witness_at
from symbolic_measures.kernel.truth import fails
from symbolic_measures.limits import Limit, find_limit, verify_limit
from symbolic_measures.limits import subject_of as moving
from symbolic_measures.measure import Reading
from symbolic_measures.normalisers import Conditions, find_conditions, verify_conditions
from symbolic_measures.search.clock import Clock, OutOfTimeError
from symbolic_measures.search.engine import decide
from symbolic_measures.search.refute import refute
from symbolic_measures.session import (
    SECONDS,
    Checked,
    Report,
    decide_property,
    measure,
    replayed,
    replayed_verdict,
)
from symbolic_measures.statement import Statement
from symbolic_measures.store import Store
from symbolic_measures.thresholds import Threshold, find_threshold, read_threshold
from symbolic_measures.verdict import CertificateError, Verdict, Witness

#: Counterexamples to a chain are looked for up to this size before a proof is tried.
LARGEST = 5
#: Values of the parameters tried against a chain without whole numbers.
MOST_POINTS = 400


class Found(Protocol):
    """What an engine found: a verdict, or a report of its own."""

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        ...


@dataclass(frozen=True)
class Means:
    """How parts are decided: the time for each, and where verdicts are kept."""

    seconds: float = SECONDS
    cache: str = ""

    @property
    def store(self) -> Store | None:
        """The folder of decided verdicts, if there is one."""
        return Store(Path(self.cache)) if self.cache else None


@dataclass(frozen=True)
class Question:
    """A part that is decided.  `expected` is the answer it must have, "" if any will do.

    `printed`: the part decides what the paper itself says.
    """

    expected: str
    printed: bool = False
    kind: ClassVar[str] = ""

    def decide(self, means: Means) -> Found:
        """What the engine finds."""
        raise NotImplementedError

    def replay(self, data: Any) -> None:
        """CertificateError unless the certificate verifies and is about this part."""
        raise NotImplementedError

    def read(self, data: Any) -> Found:
        """What a certificate holds, once it is replayed.

        A certificate that only its own engine can show is replayed, and the engine asked again.
        """
        self.replay(data)
        return self.decide(Means())

    def answer(self, data: Mapping[str, Any]) -> str:
        """What a certificate says."""
        return str(data["verdict"])

    def problem(self, data: Mapping[str, Any]) -> str:
        """What is wrong with what was decided; "" if it is as expected."""
        answer = self.answer(data)
        if not self.expected or answer == self.expected:
            return ""
        return f"expected {self.expected}, found {answer}"


@dataclass(frozen=True)
class Calculation(Question):
    """A chain: every row is proved."""

    chain: Chain = None  # type: ignore[assignment]
    subject: str = ""
    kind: ClassVar[str] = "chain"

    @property
    def statement(self) -> Statement:
        """Every row as a goal."""
        return self.chain.statement(self.subject)

    def decide(self, means: Means) -> Verdict:
        statement, store = self.statement, means.store
        if store is None:
            return decide_chain(statement, means.seconds)
        return store.decide_claim(statement, lambda: decide_chain(statement, means.seconds))

    def replay(self, data: Any) -> None:
        self.read(data)

    def read(self, data: Any) -> Verdict:
        return replayed_verdict(self.statement, data, {})

    def problem(self, data: Mapping[str, Any]) -> str:
        answer = self.answer(data)
        if answer == self.expected:
            return ""
        if answer == "refuted":
            witness = data["witness"]
            at = ", ".join(f"{k} = {v}" for k, v in self._named(witness).items())
            left, right = witness["values"]
            return f"line {witness['goal'] + 1} is false: at {at} the two sides are {left}, {right}"
        return f"expected {self.expected}, found {answer}: {data['reason']}"

    def _named(self, witness: Mapping[str, Any]) -> dict[str, str]:
        """The point of a witness, unknown numbers as they are shown."""
        names = {str(number): str(call) for call, number in self.chain.scope.numbers.items()}
        point = {**witness["point"], **witness["parameters"]}
        return {names.get(name, name): value for name, value in point.items()}


def decide_chain(statement: Statement, seconds: float) -> Verdict:
    """Small counterexamples first, then proofs; in the end, single values of the parameters."""
    try:
        witness = refute(statement, LARGEST, Clock(seconds / 3))
    except OutOfTimeError:
        witness = None
    if witness is None:
        verdict = decide(statement, seconds)
        if verdict.outcome != "undecided" or any(goal.blocks for goal in statement.goals):
            return verdict
        witness = _at_values(statement)
        if witness is None:
            return verdict
    found = Verdict(statement.property, "refuted", statement, witness=witness)
    kernel_check(statement, found)
    return found


def _at_values(statement: Statement) -> Witness | None:
    """A counterexample among the values tried for parameters, where nothing is a whole number."""
    for number, goal in enumerate(statement.goals):
        for point in islice(parameter_points(goal), MOST_POINTS):
            if fails(goal, point) is True:
                return witness_at(statement, number, point, False)
    return None


@dataclass(frozen=True)
class Check(Question):
    """A property of a reading of a measure."""

    property: str = ""
    reading: Reading = None  # type: ignore[assignment]
    kind: ClassVar[str] = "check"

    def decide(self, means: Means) -> Verdict:
        if means.store is None:
            return decide_property(self.property, self.reading, means.seconds)
        return means.store.decide_property(self.property, self.reading, means.seconds)

    def replay(self, data: Any) -> None:
        self.read(data)

    def read(self, data: Any) -> Verdict:
        verdict = replayed(self.reading, data, {})
        if verdict.property != self.property:
            raise CertificateError(f"not about {self.property}")
        return verdict

    def answer(self, data: Mapping[str, Any]) -> str:
        value = data["value"]  # that of an undecided verdict is not looked at
        known = data["verdict"] == "proved" and isinstance(value, dict) and "order" in value
        if self.property == "baseline-order" and known:
            return f"order {value['order']}"
        return str(data["verdict"])


@dataclass(frozen=True)
class Equality(Question):
    """An identity of two measures, where both are defined."""

    sides: tuple[str, str] = ("", "")
    assume: tuple[str, ...] = ()
    kind: ClassVar[str] = "identity"

    def decide(self, means: Means) -> Identity:
        return find_identity(*self.sides, self.assume, means.seconds)

    def replay(self, data: Any) -> None:
        _demand(verify_identity(data))
        about = Report(Reading(sides_of(*self.sides, self.assume)[0])).to_data()["measure"]
        _same(data, lhs=self.sides[0], rhs=self.sides[1], parameters=about["parameters"])


@dataclass(frozen=True)
class Limiting(Question):
    """A limit, and whether it is the claimed one."""

    measure: str = ""
    to: str = ""
    claim: str = ""
    assume: tuple[str, ...] = ()
    kind: ClassVar[str] = "limit"

    def decide(self, means: Means) -> Limit:
        return find_limit(self.measure, self.to, self.claim, self.assume, means.seconds)

    def replay(self, data: Any) -> None:
        _demand(verify_limit(data))
        about = Report(Reading(moving(self.measure, self.to, self.assume))).to_data()
        _same(data, measure=about["measure"], to=self.to, claim=self.claim or None)

    def answer(self, data: Mapping[str, Any]) -> str:
        return str(data["verdict"] if self.claim else data["value"])


@dataclass(frozen=True)
class Expanding(Question):
    """The order of the baseline and the derivatives at independence."""

    measure: str = ""
    order: int = 4
    assume: tuple[str, ...] = ()
    kind: ClassVar[str] = "taylor"

    def decide(self, means: Means) -> Expansion:
        return find_expansion(measure(self.measure, assume=self.assume), self.order, means.seconds)

    def replay(self, data: Any) -> None:
        _demand(verify_expansion(data))
        about = Report(Reading(measure(self.measure, assume=self.assume))).to_data()["measure"]
        _same(data, measure=about, order=self.order)

    def answer(self, data: Mapping[str, Any]) -> str:
        value = data["baseline"]["value"]
        known = isinstance(value, dict) and data["baseline"]["verdict"] == "proved"
        return f"order {value['order']}" if known else str(data["baseline"]["verdict"])


@dataclass(frozen=True)
class Region(Question):
    """For which values of a parameter a property holds."""

    property: str = ""
    parameter: str = ""
    reading: Reading = None  # type: ignore[assignment]
    kind: ClassVar[str] = "threshold"

    def decide(self, means: Means) -> Threshold:
        return find_threshold(self.reading, self.property, self.parameter, means.seconds)

    def replay(self, data: Any) -> None:
        self.read(data)

    def read(self, data: Any) -> Threshold:
        found = read_threshold(data)
        about = Report(self.reading).to_data()["measure"]
        _same(data, measure=about, property=self.property, parameter=self.parameter)
        return replace(found, reading=self.reading)  # with its title and source

    def answer(self, data: Mapping[str, Any]) -> str:
        exact = data["necessary"] == data["sufficient"] == "proved"
        return str(data["condition"]) if exact else f"{data['condition']} (not proved to be exact)"


@dataclass(frozen=True)
class Normalising(Question):
    """The six conditions of Theorem 3 of gosgens2021."""

    formula: str = ""
    assume: tuple[str, ...] = ()
    kind: ClassVar[str] = "normaliser"

    def decide(self, means: Means) -> Conditions:
        return find_conditions(self.formula, self.assume, means.seconds)

    def replay(self, data: Any) -> None:
        _demand(verify_conditions(data))
        _same(data, normaliser=self.formula, assume=list(self.assume))

    def answer(self, data: Mapping[str, Any]) -> str:
        return " ".join(str(verdict["verdict"]) for verdict in data["verdicts"])


@dataclass(frozen=True)
class Displayed(Question):
    """A row of a table of displayed formulas."""

    table: str = ""
    row: str = ""
    kind: ClassVar[str] = "display"

    def decide(self, means: Means) -> FormulaTable:
        return decide_formulas(self.table, [self.row], means.seconds, cache=means.cache)

    def replay(self, data: Any) -> None:
        self.read(data)

    def read(self, data: Any) -> FormulaTable:
        found = read_formulas(data)
        paper, _, number = self.table.partition(":")
        _same(data, paper=paper, table=number, rows=[self.row])
        return found

    def answer(self, data: Mapping[str, Any]) -> str:
        cell = data["cells"][0]
        corrected = cell["corrected"]
        known = "" if corrected is None else f", corrected {corrected['verdict']}"
        return f"{cell['verdict']['verdict']}{known}"


def _demand(checked: Iterable[Checked]) -> None:
    """CertificateError with the first problem."""
    for item in checked:
        if item.problem:
            raise CertificateError(f"{item.property}: {item.problem}")


def _same(data: Mapping[str, Any], **expected: Any) -> None:
    """CertificateError unless the certificate is about what the part asks."""
    for key, value in expected.items():
        if json.dumps(data.get(key), sort_keys=True) != json.dumps(value, sort_keys=True):
            raise CertificateError(f"its certificate is about another {key}")
