"""Are two formulas the same measure?  Equality where both are defined, and where only one is.

The equality is a goal like any other: proved by the kernel, or refuted by the smallest matrix at
which the two values differ.  The domains are compared apart, because that is the error people
make: equal values wherever both exist, and one of them divides by zero at a matrix that occurs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flint import fmpq

from symbolic_measures.catalog.extended import EXTENDED
from symbolic_measures.catalog.measures import formula_names
from symbolic_measures.catalog.properties import SUPPORTS, C
from symbolic_measures.catalog.readings import LITERAL
from symbolic_measures.confusion import CELLS, QUANTITIES, SIZE
from symbolic_measures.formula import Formula, FormulaError
from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, show
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.measure import Measure, Reading
from symbolic_measures.notebook import FormattedReport
from symbolic_measures.parser import identifiers, parse
from symbolic_measures.search.engine import decide
from symbolic_measures.search.propose import decide_with_value, parameter_samples
from symbolic_measures.session import (
    ENTRY,
    MALFORMED,
    SCHEMA,
    SECONDS,
    Checked,
    Report,
    make_reading,
    measure,
    only,
    replayed,
    replayed_verdict,
)
from symbolic_measures.statement import Atom, Goal, Statement, Variable
from symbolic_measures.verdict import CertificateError, Exact, Outcome, Verdict

SIDES = ("lhs", "rhs")
WORDS = {"lhs": "the left side", "rhs": "the right side"}


@dataclass(frozen=True)
class Difference:
    """A pattern of zero cells where only one side is defined, its smallest matrix, the value there.

    The value is at the first admissible parameter values, `parameters`.
    """

    support: tuple[str, ...]
    undefined: str
    matrix: tuple[int, ...]
    value: Exact | None
    parameters: tuple[tuple[str, str], ...]

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "support": list(self.support),
            "undefined": self.undefined,
            "example": dict(zip(CELLS, self.matrix, strict=True)),
            "value": self.value,
            "parameters": dict(self.parameters),
        }


@dataclass(frozen=True)
class Identity(FormattedReport, formats="identity"):
    """What was decided about `lhs = rhs`.

    `verdict` is about the values where both are defined, `undefined` holds the undefined set of
    each side, and `within`, where one of these is not known, whether each side is defined wherever
    the other is (the left one first).
    """

    subject: Measure
    sides: tuple[Measure, Measure]
    verdict: Verdict
    undefined: tuple[Verdict, Verdict]
    within: tuple[Verdict, ...] = ()
    readings: tuple[str, str] = (LITERAL, LITERAL)

    @property
    def outcome(self) -> Outcome:
        """Of the equality of values."""
        return self.verdict.outcome

    @property
    def domains(self) -> Outcome:
        """Whether the two sides are defined at the same matrices."""
        if not self.within:
            return "refuted" if self.differences else "proved"
        found = {verdict.outcome for verdict in self.within}
        return "refuted" if "refuted" in found else "proved" if found == {"proved"} else "undecided"

    @property
    def differences(self) -> tuple[Difference, ...]:
        """The patterns where only one side is defined, the smallest matrix first."""
        if any(verdict.outcome != "proved" for verdict in self.undefined):
            return ()
        found = []
        for support in SUPPORTS:
            missing = [n for n, v in enumerate(self.undefined) if list(support) in v.value]
            if len(missing) == 1:
                found.append(self._difference(support, missing[0]))
        return tuple(sorted(found, key=lambda d: (sum(d.matrix), d.matrix)))

    def _difference(self, support: tuple[str, ...], missing: int) -> Difference:
        matrix = tuple(int(name in support) for name in CELLS)
        defined = self.sides[1 - missing]
        parameters = next(iter(parameter_samples(Reading(defined), 1)), {})
        point = {**parameters, **dict(zip(CELLS, map(fmpq, matrix), strict=True))}
        try:
            value: Exact | None = show(evaluator(defined.formula)(point))
        except (UndefinedError, CannotTellError):
            value = None
        shown = tuple((name, str(number)) for name, number in parameters.items())
        return Difference(support, SIDES[missing], matrix, value, shown)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        about = Report(Reading(self.subject)).to_data()["measure"]
        return {
            "schema": SCHEMA,
            "lhs": self.sides[0].text,
            "rhs": self.sides[1].text,
            "readings": list(self.readings),
            "parameters": about["parameters"],
            **self.verdict.to_data(),
            "domains": {
                "same": self.domains,
                **{side: v.to_data() for side, v in zip(SIDES, self.undefined, strict=True)},
                "differ": [difference.to_data() for difference in self.differences],
                "within": [verdict.to_data() for verdict in self.within],
            },
        }


def subject_of(
    lhs: str, rhs: str, assume: Iterable[str] = (), readings: Sequence[str] = (LITERAL, LITERAL)
) -> tuple[Measure, ...]:
    """The difference as a measure, and the two sides with its parameters and assumptions.

    `readings` names one for each side; a side in a reading is its formula with that convention.
    """
    conditions = list(assume)
    declared = {word for text in conditions for word in identifiers(text)}
    names = {**formula_names(), **QUANTITIES}
    for text, side in ((lhs, "lhs"), (rhs, "rhs")):
        try:
            parse(text, names=names, parameters=declared)
        except FormulaError as error:
            raise FormulaError(f"{WORDS[side]}: {error}") from None
    whole = measure(f"({lhs.strip()})-({rhs.strip()})", assume=conditions)
    trees = [
        tree if reading == LITERAL else _in_reading(text, reading, side, conditions)
        for tree, text, reading, side in zip(
            whole.formula.args, (lhs, rhs), readings, SIDES, strict=True
        )
    ]
    whole = replace(whole, formula=trees[0] - trees[1])
    sides = (
        replace(whole, name=text.strip(), text=text.strip(), formula=tree)
        for text, tree in zip((lhs, rhs), trees, strict=True)
    )
    return whole, *sides


def _in_reading(text: str, reading: str, side: str, conditions: list[str]) -> Formula:
    """The formula of a side with the conventions of a reading that is known by name."""
    if reading == EXTENDED:
        raise FormulaError(f"{WORDS[side]}: {EXTENDED} has infinite values; compare numbers")
    own = [item for item in conditions if set(identifiers(item)) <= set(identifiers(text))]
    try:
        found = make_reading(measure(text.strip(), assume=own), (), reading)
    except FormulaError as error:
        raise FormulaError(f"{WORDS[side]}: {error}") from None
    return found.formula


def _goal(subject: Measure, hypotheses: tuple[Atom, ...], conclusion: Atom, label: str) -> Goal:
    """A goal on all matrices, with the values of both sides."""
    variables = tuple(Variable(name, "natural") for name in CELLS) + subject.variables
    conditions = (*subject.conditions, Atom(SIZE - 1, ">="), *hypotheses)
    return Goal(variables, conditions, conclusion, (C,), subject.formula.args, (CELLS,), label)


def equality(subject: Measure) -> Statement:
    """The two sides have one value wherever both are defined."""
    left, right = subject.formula.args
    hypotheses = Atom(left, "defined"), Atom(right, "defined")
    goal = _goal(subject, hypotheses, Atom(left - right, "=="), "the two values")
    sentence = "At every matrix where both sides are defined, they have the same value."
    return Statement("identity", subject.name, sentence, (goal,))


def inclusion(subject: Measure, number: int) -> Statement:
    """Side `number` is defined wherever the other is."""
    one, other = subject.formula.args[number], subject.formula.args[1 - number]
    label = f"{WORDS[SIDES[number]]} where the other is defined"
    goal = _goal(subject, (Atom(other, "defined"),), Atom(one, "defined"), label)
    sentence = f"{WORDS[SIDES[number]].capitalize()} is defined wherever the other is."
    return Statement(f"{SIDES[number]}-defined", subject.name, sentence, (goal,))


def find_identity(
    lhs: str,
    rhs: str,
    assume: Iterable[str] = (),
    seconds: float = SECONDS,
    readings: tuple[str, str] = (LITERAL, LITERAL),
) -> Identity:
    """Decides whether the two formulas are equal where both are defined, and compares where."""
    subject, left, right = subject_of(lhs, rhs, assume, readings)
    verdict = decide(equality(subject), seconds)
    one, two = (decide_with_value("undefined-set", Reading(side), seconds)
                for side in (left, right))  # fmt: skip
    known = one.outcome == two.outcome == "proved"
    within = () if known else tuple(decide(inclusion(subject, i), seconds) for i in (0, 1))
    return Identity(subject, (left, right), verdict, (one, two), within, readings)


# --- verification -----------------------------------------------------------------------------


def verify_identity(data: Any) -> Iterator[Checked]:
    """Rebuilds the statements from the two formulas and replays what is saved of them."""
    only(data, "lhs", "rhs", "readings", "parameters", "domains", *ENTRY)
    try:
        found = _rebuilt(data)
        checks: dict[str, tuple[Statement | None, Any]] = {
            "identity": (equality(found[0]), {key: data[key] for key in ENTRY}),
            **{f"{side} undefined-set": (None, data["domains"][side]) for side in SIDES},
        }
        within = data["domains"]["within"]
        if not isinstance(within, list) or len(within) not in (0, 2):
            raise CertificateError("`within` holds a verdict for each side, or none")
        for number, entry in enumerate(within):
            wanted = inclusion(found[0], number)
            checks[wanted.property] = wanted, entry
    except FormulaError as error:
        raise CertificateError(f"the formulas cannot be read: {error}") from None
    except MALFORMED as error:
        raise CertificateError(f"not a saved identity: {type(error).__name__} {error}") from None
    verdicts: list[Verdict] = []
    for name, (statement, entry) in checks.items():
        outcome = str(entry.get("verdict")) if isinstance(entry, dict) else "?"
        try:
            if statement is None:
                side = Reading(found[1 + SIDES.index(name.split()[0])])
                verdicts.append(replayed(side, entry, {}))
                if verdicts[-1].property != "undefined-set":
                    raise CertificateError("not about where the side is undefined")
            else:
                verdicts.append(replayed_verdict(statement, entry, {}))
        except CertificateError as error:
            yield Checked(name, outcome, str(error))
        else:
            yield Checked(name, outcome)
    if len(verdicts) == len(checks):
        yield _check_domains(found, verdicts, data["domains"])


def _rebuilt(data: Any) -> tuple[Measure, ...]:
    parameters = dict(data["parameters"])
    assume = dict.fromkeys(
        [*parameters, *(text for texts in parameters.values() for text in texts)]
    )
    one, two = data["readings"]
    found = subject_of(str(data["lhs"]), str(data["rhs"]), assume, (str(one), str(two)))
    if set(parameters) != set(found[0].parameters):
        raise CertificateError("the parameters are not those of the formulas")
    return found


def _check_domains(found: tuple[Measure, ...], verdicts: list[Verdict], saved: Any) -> Checked:
    """What is said of the domains follows from the verdicts."""
    subject, left, right = found
    here = Identity(subject, (left, right), verdicts[0], (verdicts[1], verdicts[2]),
                    tuple(verdicts[3:]))  # fmt: skip
    known = all(verdict.outcome == "proved" for verdict in here.undefined)
    wanted = here.to_data()["domains"]
    problem = ""
    if known == bool(here.within):
        problem = "the domains are compared by the undefined sets if both are known"
    elif set(saved) != set(wanted) or saved["same"] != wanted["same"]:
        problem = "what is said of the domains does not follow"
    elif json.dumps(saved["differ"]) != json.dumps(wanted["differ"]):
        problem = "these are not the patterns where only one side is defined"
    return Checked("domains", here.domains, problem)
