"""What holds for every number of classes: relations between measures, and derivatives.

`relation("CC^2 >= kappa^2")` asks whether it holds for every m >= 2 at every matrix where both
sides are defined; `slope("macro_F1")` shows dM/dm_ij for i = j and i != j, in the quantities of
the classes i and j and sums over classes, and decides the signs that opitz2024 asks for (PI).  A
proof is about sums over classes as numbers (`meaning.class_sums`).  What is not so is shown by a
matrix of few classes; what is neither proved nor refuted is tried at m = 3 and 4, and the
report says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from symbolic_measures.meaning.class_sums import Frame, class_sums, relation
from symbolic_measures.meaning.every_m import (
    General,
    as_relation,
    classes_of,
    split_relation,
    taken,
)
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.multiclass import class_measure
from symbolic_measures.meaning.replay import replayed_verdict
from symbolic_measures.nouns.confusion import Square
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import (
    MALFORMED,
    SCHEMA,
    Checked,
    malformed,
    only,
    told_seconds,
)
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Atom, Goal, Relation, Statement, Variable
from symbolic_measures.nouns.verdict import Outcome, Verdict


@dataclass(frozen=True)
class Subject:
    """A relation left rel right between formulas of several classes, with its parameters."""

    text: str
    assume: tuple[str, ...]
    left: str
    right: str
    rel: Relation

    @classmethod
    def read(cls, text: str, assume: Iterable[str] = ()) -> Subject:
        """FormulaError, in one line, if it is none for every m."""
        left, rel, right = split_relation(text)
        if rel in ("<", "<="):
            left, rel, right = right, rel.replace("<", ">"), left
        found = cls(text.strip(), tuple(assume), left.strip(), right.strip(), as_relation(rel))
        found.sides()
        return found

    def at(self, classes: int) -> Measure:
        """The difference of the sides, written out for a number of classes."""
        return class_measure(f"({self.left})-({self.right})", classes, "", self.assume)

    def sides(self) -> tuple[Formula, Formula]:
        """Both sides for every m."""
        names = self.at(2).parameters
        return class_sums(self.left, names), class_sums(self.right, names)

    def frame(self) -> Frame:
        """The numbers that the sides speak of."""
        measure = self.at(2)
        found = Frame(0, measure.variables, measure.conditions)
        for side in self.sides():
            found.normal(side)
        return found

    def goal(self, frame: Frame) -> Goal:
        """The statement for every m."""
        left, right = self.sides()
        return relation(frame, left, right, self.rel)

    def statement(self, classes: int) -> Statement:
        """The statement for one number of classes."""
        measure = self.at(classes)
        left, right = measure.formula.args
        square = Square.of(classes)
        variables = tuple(Variable(name, "natural") for name in measure.cells)
        hypotheses = (
            *measure.conditions,
            Atom(square.size - 1, ">="),
            *dict.fromkeys((Atom(left, "defined"), Atom(right, "defined"))),
        )
        goal = Goal(
            variables + measure.variables,
            hypotheses,
            Atom(left - right, self.rel),
            (square.cells,),
            (left, right),
            (measure.cells,),
            f"m = {classes}",
        )
        sentence = (
            f"{self.left} {self.rel} {self.right} at every matrix of {classes} classes where both "
            "sides are defined."
        )
        return Statement("relation", self.text, sentence, (goal,))


@dataclass(frozen=True)
class Law(Answer, kind="relation"):
    """What is known of a relation: for every m, against it at some m, or at a few m only."""

    subject: Subject
    outcome: Outcome
    general: General | None = None
    classes: int | None = None
    against: Verdict | None = None
    concrete: tuple[tuple[int, Verdict], ...] = ()
    seconds: float = 0.0

    @property
    def words(self) -> str:
        """For which m it is decided."""
        if self.outcome == "proved":
            return "proved for every m >= 2"
        if self.outcome == "refuted":
            return f"refuted at m = {self.classes}"
        proved = [str(m) for m, verdict in self.concrete if verdict.outcome == "proved"]
        only_at = f"; proved at m = {', '.join(proved)} only" if proved else ""
        return f"not decided for every m{only_at}"

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            "law": self.subject.text,
            "assume": list(self.subject.assume),
            "verdict": self.outcome,
            "statement": self.subject.goal(taken(self.subject.frame(), self.general)).to_data(),
            "general": None if self.general is None else self.general.to_data(),
            "classes": self.classes,
            "counterexample": None if self.against is None else self.against.to_data(),
            "concrete": [{"classes": m, "verdict": v.to_data()} for m, v in self.concrete],
            "seconds": round(self.seconds, 4),
        }


def replay(data: Any, kinds: Kinds) -> Replay:
    """Rebuilds the statement from the relation, and replays what is saved of it."""
    only(data, "law", "assume", "verdict", "statement", "general", "classes", "counterexample",
         "concrete", "seconds")  # fmt: skip
    outcome = str(data.get("verdict"))
    try:
        law = _replayed(data)
    except (CertificateError, FormulaError) as error:
        yield Checked("relation", outcome, str(error))
        return None
    except MALFORMED as error:
        yield Checked("relation", outcome, malformed(error))
        return None
    yield Checked("relation", outcome)
    return law


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    asked = vars(question)
    return {"law": asked["relation"].strip(), "assume": list(asked["assume"])}


def unmet(question: Question, answer: Answer) -> list[str]:
    """What was required and is not proved."""
    outcome = answer.to_data()["verdict"]
    return [] if outcome == "proved" else [f"the relation is {outcome}"]


def _replayed(data: Any) -> Law:
    subject = Subject.read(str(data["law"]), [str(item) for item in data["assume"]])
    law = Law(subject, data["verdict"], seconds=told_seconds(data))
    spoken = subject.sides()
    if law.outcome == "proved":
        general = General.from_data(data["general"], subject.at(2).parameters)
        general.check(subject.frame, spoken, subject.goal)
        return replace(law, general=general)
    if law.outcome == "refuted":
        classes = classes_of(data["classes"])
        verdict = replayed_verdict(subject.statement(classes), data["counterexample"], {})
        if verdict.outcome != "refuted":
            raise CertificateError("the counterexample is none")
        return replace(law, classes=classes, against=verdict)
    if law.outcome != "undecided":
        raise CertificateError("a relation is proved, refuted or undecided")
    concrete = []
    for entry in data["concrete"]:
        classes = classes_of(entry["classes"])
        verdict = replayed_verdict(subject.statement(classes), entry["verdict"], {})
        concrete.append((classes, verdict))
    return replace(law, concrete=tuple(concrete))
