"""The exact set of parameter values for which a property holds, proved in both directions.

*Sufficient*: in every region inside, the property's goals are proved with the region as a
hypothesis, and the regions cover the condition.  *Necessary*: the regions outside cover the rest
of the admissible values, and each has a family of counterexamples, proved to be one at all of its
values.  `verify` rebuilds all of that from the property, the reading and the texts, and replays it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.checker import speaks
from symbolic_measures.kernel.truth import admits, holds, points
from symbolic_measures.macros import check
from symbolic_measures.macros import replay as replay_goal
from symbolic_measures.meaning.conditions import ALWAYS, NEVER, Clause, Condition, RegionError
from symbolic_measures.meaning.dependence import depends
from symbolic_measures.meaning.families import Family, violation
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.ratios import RHO, expanded
from symbolic_measures.meaning.region_proofs import Inside, Outside, Sample
from symbolic_measures.meaning.regions import Asked, instance, is_question, restricted, uncovered
from symbolic_measures.meaning.replay import vacuous
from symbolic_measures.meaning.subjects import (
    find_property,
    make_reading,
    measure,
    measure_data,
    oriented,
    reading_from_data,
    refuse_what_is_no_measure,
)
from symbolic_measures.nouns.answers import Decidable
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, exponent_of
from symbolic_measures.nouns.formula import formula as number
from symbolic_measures.nouns.parser import identifiers, parse
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import (
    MALFORMED,
    SCHEMA,
    Checked,
    malformed,
    only,
    strictly,
    told_reason,
)
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Goal, Statement
from symbolic_measures.nouns.verdict import Step, Verdict, Witness

#: Block sums up to which a point is looked for at which a goal says something.
LARGEST = 9


@dataclass(frozen=True)
class Threshold(Decidable, Answer, kind="threshold"):
    """For which values of `parameter` (and of rho = N/P, if `ratio`) a property holds.

    `sufficient` and `necessary` are the proofs that the regions cover the condition and the rest,
    None where a direction is not proved; `note` says what else is known.
    """

    reading: Reading
    property_id: str
    statement: Statement
    parameter: str
    ratio: bool
    condition: Condition | None
    inside: tuple[Inside, ...] = ()
    outside: tuple[Outside, ...] = ()
    samples: tuple[Sample, ...] = ()
    sufficient: tuple[Step, ...] | None = None
    necessary: tuple[Step, ...] | None = None
    note: str = ""
    sympy_form, truth_form = "of_threshold", "threshold_holds"

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Verdicts on the measure at all values: none."""
        return ()

    @property
    def names(self) -> tuple[str, ...]:
        """The parameter, the other parameters, and rho."""
        return names_of(self.reading.measure, self.parameter, self.ratio)

    @property
    def exact(self) -> bool:
        """Proved in both directions."""
        return self.sufficient is not None and self.necessary is not None

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            "measure": measure_data(self.reading),
            "property": self.property_id,
            "parameter": self.parameter,
            "condition": None if self.condition is None else str(self.condition),
            "necessary": _word(self.necessary),
            "sufficient": _word(self.sufficient),
            "ratio": self.ratio,
            "note": self.note,
            "statement": self.statement.to_data(),
            "inside": [
                {
                    "when": part.clause.text,
                    **({"corner": part.corner} if part.corner else {}),
                    "proof": part.proof.to_data(),
                }
                for part in self.inside
            ],
            "outside": [
                {
                    "when": part.clause.text,
                    **part.family.to_data(),
                    "matrices": shown_matrices(self.statement, part.family),
                    "proof": part.proof.to_data(),
                }
                for part in self.outside
            ],
            "samples": [_sample_to_data(sample) for sample in self.samples],
            "proof": {
                "sufficient": [step.to_data() for step in self.sufficient or ()],
                "necessary": [step.to_data() for step in self.necessary or ()],
            },
        }


def _word(proofs: tuple[Step, ...] | None) -> str:
    return "not proved" if proofs is None else "proved"


def names_of(subject: Measure, parameter: str, ratio: bool) -> tuple[str, ...]:
    """The parameter first, then the others, then rho."""
    others = (name for name in subject.parameters if name != parameter)
    return (parameter, *others, *((RHO,) if ratio else ()))


def shown_matrices(statement: Statement, family: Family) -> list[list[str]]:
    """The matrices of a family, cell by cell."""
    goal = statement.goals[family.goal]
    letters = identifiers(" ".join(family.cells.values()))
    cells = {name: parse(text, names={}, parameters=letters) for name, text in family.cells.items()}
    return [[str(expanded(cell.at(**cells))) for cell in matrix] for matrix in goal.matrices]


def plain(tree: Formula) -> Formula:
    """A number as one."""
    value = exponent_of(tree)
    return tree if value is None else number(value)


def _sample_to_data(sample: Sample) -> dict[str, Any]:
    verdict = sample.verdict
    return {
        "at": {name: str(value) for name, value in sample.point.items()},
        "boundary": sample.boundary,
        "verdict": verdict.outcome,
        "witness": None if verdict.witness is None else verdict.witness.to_data(),
        "proof": None if verdict.proof is None else verdict.proof.to_data(),
        "reason": verdict.reason,
    }


def does_not_depend(parameter: str) -> str:
    return f"The property does not depend on {parameter}."


def subject_of(formula: str, parameter: str, assume: Iterable[str] = ()) -> Measure:
    """The measure; a parameter that occurs is declared, if the formula is none without that.

    A condition is no name, so nothing is assumed that was not asked; who has assumed something of
    the parameter has declared it, and gets the same error again.
    """
    conditions = list(assume)
    try:
        return measure(formula, assume=conditions)
    except FormulaError:
        if parameter not in identifiers(formula):
            raise
    return measure(formula, assume=[*conditions, parameter])


def replay(data: Any, kinds: Kinds | None = None) -> Replay:
    """Rebuilds every goal from the property, the reading and the texts, and replays the proofs."""
    only(data, "measure", "property", "parameter", "condition", "necessary", "sufficient", "ratio",
         "note", "statement", "inside", "outside", "samples", "proof")  # fmt: skip
    reading = reading_from_data(data)
    try:
        saved = _Saved.of(data, reading)
    except (RegionError, FormulaError, LookupError, TypeError, AttributeError) as error:
        raise CertificateError(f"not a saved threshold: {error}") from None
    problems = []
    for name in ("sufficient", "necessary", "samples"):
        outcome, problem = "proved", ""
        try:
            outcome = getattr(saved, f"check_{name}")()
        except (CertificateError, RegionError, FormulaError, RuleError) as error:
            problem = str(error)
        except MALFORMED as error:
            problem = malformed(error)
        problems.append(problem)
        yield Checked(f"{saved.question.prop.id}: {name}", outcome, problem)
    if any(problems):
        return None
    with strictly():
        return saved.report()


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    asked = vars(question)
    return {
        "measure": measure_data(reading_of(question)),
        "property": asked["property"],
        "parameter": asked["parameter"],
    }


def doubted(question: Question) -> None:
    """FormulaError, in one line, for what a person hardly means by a measure."""
    refuse_what_is_no_measure(reading_of(question))


def told(answer: Answer) -> str:
    """The answer in a word: the condition."""
    data = answer.to_data()
    exact = data["necessary"] == data["sufficient"] == "proved"
    return str(data["condition"]) if exact else f"{data['condition']} (not proved to be exact)"


def reading_of(question: Question) -> Reading:
    """The reading that a question is about; FormulaError, in one line, if there is none."""
    asked = vars(question)
    subject = subject_of(asked["measure"], asked["parameter"], asked["assume"])
    subject = oriented(subject, not asked["lower_is_better"])
    return make_reading(subject, (), asked["reading"] or None)


@dataclass(frozen=True)
class _Saved:
    """A saved threshold with what was rebuilt: the statement, the condition, the names."""

    data: Mapping[str, Any]
    question: Asked
    names: tuple[str, ...]
    condition: Condition | None

    @classmethod
    def of(cls, data: Mapping[str, Any], reading: Reading) -> _Saved:
        prop = find_property(str(data["property"]))
        if not is_question(prop):
            raise CertificateError(f"{prop.id} is no yes or no")
        question, parameter = Asked(prop, reading), data["parameter"]
        if data["ratio"] is not question.ratio or parameter not in reading.measure.parameters:
            raise CertificateError("the parameters are not those of the property and the formula")
        if data["statement"] != question.statement.to_data():
            raise CertificateError("the statement is not the property's")
        names = names_of(reading.measure, parameter, question.ratio)
        text = data["condition"]
        condition = None if text is None else Condition.parse(str(text), names)
        return cls(data, question, names, condition)

    def report(self) -> Threshold:
        """What was saved, as it was when it was found."""
        data, question = self.data, self.question
        samples = []
        for entry in data["samples"]:
            here, kept = self._instance(entry), entry["witness"]
            proof = None if entry["proof"] is None else Step.from_data(entry["proof"])
            witness = None if kept is None else Witness.from_data(kept)
            verdict = Verdict(here.property, entry["verdict"], here, proof, witness,
                              reason=str(entry["reason"]))  # fmt: skip
            samples.append(Sample(self._point(entry), entry["boundary"] is True, verdict))
        proofs = {
            name: tuple(self._steps(name)) if self._is_claimed(name) else None
            for name in ("sufficient", "necessary")
        }
        return Threshold(
            question.reading,
            question.prop.id,
            question.statement,
            data["parameter"],
            question.ratio,
            self.condition,
            tuple(
                Inside(Clause.parse(entry["when"], self.names), Step.from_data(entry["proof"]),
                       entry.get("corner", ""))
                for entry in data["inside"]
            ),
            tuple(
                Outside(Clause.parse(entry["when"], self.names), Family.from_data(entry),
                        Step.from_data(entry["proof"]))
                for entry in data["outside"]
            ),
            tuple(samples),
            proofs["sufficient"],
            proofs["necessary"],
            str(data["note"]),
        )  # fmt: skip

    def _steps(self, name: str) -> list[Step]:
        return [Step.from_data(step) for step in self.data["proof"][name]]

    def _is_claimed(self, name: str) -> bool:
        """Whether a direction is said to be proved."""
        word = self.data[name]
        if word not in ("proved", "not proved") or (word == "proved" and self.condition is None):
            raise CertificateError(f"{name} is proved or not proved, of a condition")
        return bool(word == "proved")

    def _covered(self, name: str, clauses: Iterable[Clause], parts: list[Clause]) -> None:
        goals = [
            goal
            for clause in clauses
            for goal in uncovered(self.question.subject, clause, parts, self.question.ratio)
        ]
        _replayed(goals, self._steps(name), f"{name}: the regions do not cover the set")

    def check_sufficient(self) -> str:
        """Every region inside has the property, and together they are the condition."""
        parts = []
        done: dict[Goal, Step] = {}
        for entry in self.data["inside"]:
            clause = Clause.parse(entry["when"], self.names)
            statement = self.question.compared_with(entry.get("corner", ""))
            here = restricted(statement, clause, self.question.ratio)
            proof = Step.from_data(entry["proof"])
            if proof.rule != "every-goal" or proof.args or not here.goals:
                raise CertificateError("a proof begins with every-goal")
            _replayed(here.goals, proof.premises, "a goal has no proof", done)
            parts.append(clause)
        if not self._is_claimed("sufficient") or self.condition is None:
            return "undecided"
        self._covered("sufficient", self.condition.clauses, parts)
        if self.condition.clauses:
            self._speaks()
        return "proved"

    def _speaks(self) -> None:
        """In each clause of the condition there are sampled values, and at all the property speaks.

        So a set where the measure has no value is not passed off as one where the property holds.
        """
        left = list(self.condition.clauses if self.condition is not None else ())
        for entry in self.data["samples"]:
            if not self._is_inside(entry):
                continue
            here = self._instance(entry)
            told = [number for number, goal in enumerate(here.goals) if _speaks(goal)]
            if not told or set(here.presupposed) - set(told):
                at = ", ".join(f"{name} = {value}" for name, value in entry["at"].items())
                raise CertificateError(f"vacuous: at {at} it says nothing")
            left = [clause for clause in left if not clause.admits(self._point(entry))]
        if left:
            raise CertificateError(
                f"no sampled value shows that it says anything where {left[0].text}"
            )

    def check_necessary(self) -> str:
        """Every region outside has counterexamples, and together they are all of the rest."""
        parts = []
        for entry in self.data["outside"]:
            clause, family = Clause.parse(entry["when"], self.names), Family.from_data(entry)
            goals = violation(self.question, clause, family)
            proof = Step.from_data(entry["proof"])
            if proof.rule != "every-goal" or proof.args:
                raise CertificateError("a proof begins with every-goal")
            _replayed(goals, proof.premises, "the family is not proved to violate the property")
            if entry["matrices"] != shown_matrices(self.question.statement, family):
                raise CertificateError("the matrices are not those of the family")
            parts.append(clause)
        if not self._is_claimed("necessary") or self.condition is None:
            return "undecided"
        self._covered("necessary", self.condition.outside(), parts)
        return "proved"

    def _point(self, entry: Mapping[str, Any]) -> dict[str, Formula]:
        point = {str(n): plain(parse(str(v), names={})) for n, v in entry["at"].items()}
        if set(point) != set(self.names):
            raise CertificateError("a sample has other parameters")
        if self.question.ratio and not (point[RHO].op == "number" and point[RHO].args[0] > 0):
            raise CertificateError("rho is a number above 0")
        if not all(
            holds(atom.at(**point), {}) is True for atom in self.question.subject.conditions
        ):
            raise CertificateError("a sample is not admissible")
        return point

    def _instance(self, entry: Mapping[str, Any]) -> Statement:
        point = tuple(self._point(entry).items())
        return _instance(self.question.statement, point, self.question.ratio)

    def _is_inside(self, entry: Mapping[str, Any]) -> bool:
        return self.condition is not None and self.condition.admits(self._point(entry))

    def _check_note(self) -> None:
        """An exact set has no note but that the parameter does not matter, which is looked up."""
        if not self._is_claimed("sufficient") or not self._is_claimed("necessary"):
            return
        note, parameter = self.data["note"], self.data["parameter"]
        free = does_not_depend(parameter)
        told = str(self.condition) in (ALWAYS, NEVER) and note == free
        if note and not (told and not depends(self.question.statement, parameter)):
            raise CertificateError("the note is not what is known")

    def check_samples(self) -> str:
        """What is said of single values is proved or refuted there, and fits the condition.

        That a side reaches a maximum is not a matter of single values: none is refuted there.
        """
        if not self.data["samples"] and "proved" in (
            self.data["sufficient"],
            self.data["necessary"],
        ):
            raise CertificateError("no admissible value is given")
        self._check_note()
        for entry in self.data["samples"]:
            here, outcome = self._instance(entry), entry["verdict"]
            proof = None if entry["proof"] is None else Step.from_data(entry["proof"])
            found = None if entry["witness"] is None else Witness.from_data(entry["witness"])
            if outcome == "refuted" and self.question.below_maximum:
                raise CertificateError("a maximum is not refuted at single values")
            told_reason(entry, vacuous(here) if outcome == "not-applicable" else "")
            check(here, Verdict(here.property, outcome, here, proof, found))
            claimed = {"proved": True, "refuted": False}.get(outcome)
            both = self._is_claimed("sufficient") and self._is_claimed("necessary")
            if both and claimed is not None and claimed is not self._is_inside(entry):
                raise CertificateError(f"the condition is not true to the sample {entry['at']}")
        return "proved"


@lru_cache(maxsize=256)
def _instance(statement: Statement, at: tuple[tuple[str, Formula], ...], ratio: bool) -> Statement:
    """The statement at a sample, of which several things are asked."""
    return instance(statement, dict(at), ratio)


def _speaks(goal: Goal) -> bool:
    """Whether a point satisfies the goal's hypotheses; at a ratio N/P that needs larger classes."""
    if speaks(goal):
        return True
    found = (point for size in range(LARGEST + 1) for point in points(goal, size))
    return any(admits(goal, point) is True for point in found)


def _replayed(
    goals: Iterable[Goal],
    steps: Iterable[Step],
    problem: str,
    done: dict[Goal, Step] | None = None,
) -> None:
    wanted, given = list(goals), list(steps)
    if len(wanted) != len(given):
        raise CertificateError(problem)
    for goal, step in zip(wanted, given, strict=True):
        replay_goal(goal, step, done=done)
