"""The derivatives by a general cell, for every number of classes, and how they are replayed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from symbolic_measures.macros import replay as replay_goal
from symbolic_measures.meaning.every_m import General, classes_of
from symbolic_measures.meaning.replay import replayed_verdict
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import MALFORMED, SCHEMA, Checked, only, same
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.verdict import Outcome, Step, Verdict
from symbolic_measures.questions.slope.subject import DIRECTIONS, Subject


@dataclass(frozen=True)
class Derived:
    """dM/dm_ij for i = j or i != j: its formula, proved, and its sign."""

    cell: str
    formula: str
    equal: Step
    outcome: Outcome
    general: General | None = None
    classes: int | None = None
    against: Verdict | None = None

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "cell": self.cell,
            "derivative": self.formula,
            "equal": self.equal.to_data(),
            "sign": DIRECTIONS[self.cell],
            "verdict": self.outcome,
            "general": None if self.general is None else self.general.to_data(),
            "classes": self.classes,
            "counterexample": None if self.against is None else self.against.to_data(),
        }


@dataclass(frozen=True)
class Slopes(Answer, kind="slope"):
    """The derivatives of a measure with respect to a general cell, for every m."""

    text: str
    assume: tuple[str, ...]
    derived: tuple[Derived, ...]
    complete: bool = True

    def __getitem__(self, cell: str) -> Derived:
        """That of `i = j` or of `i != j`."""
        return next(item for item in self.derived if item.cell == cell)

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            "slope": self.text,
            "assume": list(self.assume),
            "derivatives": [item.to_data() for item in self.derived],
            "complete": self.complete,
        }


def replay(data: Any, kinds: Kinds) -> Replay:
    """Derives the measure again, and replays what is saved of both derivatives."""
    only(data, "slope", "assume", "derivatives", "complete")
    try:
        subject = Subject(str(data["slope"]), tuple(str(item) for item in data["assume"]))
        entries = list(data["derivatives"])
        cells = [str(entry["cell"]) for entry in entries]  # one may have been given up
        if cells != [cell for cell in DIRECTIONS if cell in cells]:
            raise CertificateError("not the derivatives of i = j and i != j, in this order")
        if data["complete"] is not (len(entries) == len(DIRECTIONS)):
            raise CertificateError("a derivative is missing")
    except FormulaError as error:
        raise CertificateError(f"the formula cannot be read: {error}") from None
    except MALFORMED as error:
        raise CertificateError(f"not saved derivatives: {type(error).__name__} {error}") from None
    found: list[Derived] = []
    for cell, entry in zip(cells, entries, strict=True):
        outcome = str(entry.get("verdict"))
        try:
            derived = _replayed_derivative(subject, cell, entry)
            if not same(derived.to_data(), entry):
                raise CertificateError("the entry says something else than what was replayed")
        except (CertificateError, FormulaError) as error:
            yield Checked(f"dM/dm_ij, {cell}", outcome, str(error))
        except MALFORMED as error:
            yield Checked(f"dM/dm_ij, {cell}", outcome, f"malformed: {error}")
        else:
            found.append(derived)
            yield Checked(f"dM/dm_ij, {cell}", outcome)
    if len(found) < len(entries):
        return None
    return Slopes(subject.text, subject.assume, tuple(found), data["complete"])


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    asked = vars(question)
    return {"slope": asked["measure"], "assume": list(asked["assume"])}


def told(answer: Answer) -> str:
    """The answer in a word for i = j and for i != j."""
    return " ".join(str(item["verdict"]) for item in answer.to_data()["derivatives"])


def _replayed_derivative(subject: Subject, cell: str, entry: Any) -> Derived:
    text, equal = str(entry["derivative"]), Step.from_data(entry["equal"])
    replay_goal(subject.same(cell, text), equal)
    plain = Derived(cell, text, equal, entry["verdict"])
    if plain.outcome == "proved":
        general = General.from_data(entry["general"], subject.measure.parameters)
        general.check(
            lambda: subject.frame(cell), (subject.tree,), lambda f: subject.steep(cell, f)
        )
        return replace(plain, general=general)
    if plain.outcome == "refuted":
        classes = classes_of(entry["classes"])
        verdict = replayed_verdict(subject.statement(cell, classes), entry["counterexample"], {})
        if verdict.outcome != "refuted":
            raise CertificateError("the counterexample is none")
        return replace(plain, classes=classes, against=verdict)
    if plain.outcome != "undecided":
        raise CertificateError("a sign is proved, refuted or undecided")
    return plain
