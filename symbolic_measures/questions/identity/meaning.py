"""Are two formulas the same measure?  Equality where both are defined, and where only one is.

The equality is a goal like any other: proved by the kernel, or refuted by the smallest matrix at
which the two values differ.  The domains are compared apart, because that is the error people
make: equal values wherever both exist, and one of them divides by zero at a matrix that occurs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from symbolic_measures.kernel.exact import CannotTellError, UndefinedError, show
from symbolic_measures.kernel.truth import evaluator
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.property import C
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.meaning.replay import ENTRY, replayed, replayed_verdict
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.meaning.sides import SIDES, WORDS, subject_of
from symbolic_measures.meaning.subjects import measure_data
from symbolic_measures.meaning.supports import SUPPORTS, patterns
from symbolic_measures.nouns.confusion import CELLS, SIZE
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import MALFORMED, SCHEMA, Checked, only
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Exact, Outcome, Verdict


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
class Identity(Answer, kind="identity"):
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
        known = known_patterns(self.undefined)
        if known is None:
            return ()
        found = []
        for support in SUPPORTS:
            missing = [number for number, side in enumerate(known) if list(support) in side]
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
        about = measure_data(Reading(self.subject))
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


def known_patterns(undefined: Iterable[Verdict]) -> list[list[list[str]]] | None:
    """The patterns where each side is undefined; None if those of one are not known, or it is
    undefined on a set that is no union of patterns."""
    found = [patterns(v.value) if v.outcome == "proved" else None for v in undefined]
    known = [side for side in found if side is not None]
    return known if len(known) == len(found) else None


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


def replay(data: Any, kinds: Kinds) -> Replay:
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
                verdict = replayed(side, entry, {})
                if verdict.property != "undefined-set":
                    raise CertificateError("not about where the side is undefined")
                verdicts.append(verdict)
            else:
                verdicts.append(replayed_verdict(statement, entry, {}))
        except CertificateError as error:
            yield Checked(name, outcome, str(error))
        else:
            yield Checked(name, outcome)
    if len(verdicts) < len(checks):
        return None
    subject, left, right = found
    one, two = data["readings"]
    answer = Identity(subject, (left, right), verdicts[0], (verdicts[1], verdicts[2]),
                      tuple(verdicts[3:]), (str(one), str(two)))  # fmt: skip
    yield _check_domains(answer, data["domains"])
    return answer


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


def _check_domains(here: Identity, saved: Any) -> Checked:
    """What is said of the domains follows from the verdicts."""
    known = known_patterns(here.undefined) is not None
    wanted = here.to_data()["domains"]
    problem = ""
    if known == bool(here.within):
        problem = "the domains are compared by the undefined sets if both are known"
    elif set(saved) != set(wanted) or saved["same"] != wanted["same"]:
        problem = "what is said of the domains does not follow"
    elif json.dumps(saved["differ"]) != json.dumps(wanted["differ"]):
        problem = "these are not the patterns where only one side is defined"
    return Checked("domains", here.domains, problem)


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    asked = vars(question)
    readings = [asked["left_reading"], asked["right_reading"]]
    subject, left, right = subject_of(asked["lhs"], asked["rhs"], asked["assume"], readings)
    about = measure_data(Reading(subject))
    return {"lhs": left.text, "rhs": right.text, "readings": readings,
            "parameters": about["parameters"]}  # fmt: skip


def unmet(question: Question, answer: Answer) -> list[str]:
    """What was required and is not proved."""
    asked, data = vars(question), answer.to_data()
    wanted = {"the equality": data["verdict"]}
    if asked["require_domain"]:
        wanted["that both are defined at the same matrices"] = data["domains"]["same"]
    return [f"{name} is {outcome}" for name, outcome in wanted.items() if outcome != "proved"]
