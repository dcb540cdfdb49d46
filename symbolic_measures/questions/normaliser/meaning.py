"""Theorem 3 of gosgens2021 for a normaliser of one's own: its six conditions, each decided.

A measure s(p_A, p_B)*(p_AB - p_A*p_B) that satisfies all properties of the paper but the distance
satisfies these conditions on s; a counterexample to one is a pair of proportions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symbolic_measures.meaning.normalisers import CONDITIONS, Normaliser, condition
from symbolic_measures.meaning.replay import replayed_verdict
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import MALFORMED, SCHEMA, Checked, exactly
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Verdict


@dataclass(frozen=True)
class Conditions(Answer, kind="normaliser"):
    """The verdicts on the conditions, in their order."""

    normaliser: Normaliser
    assume: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    complete: bool = True

    def __getitem__(self, number: str) -> Verdict:
        """The verdict on the condition of that number."""
        return self.verdicts[list(CONDITIONS).index(number)]

    def to_data(self) -> dict[str, Any]:
        """JSON form (schema 1)."""
        return {
            "schema": SCHEMA,
            "normaliser": self.normaliser.text,
            "assume": list(self.assume),
            "verdicts": [verdict.to_data() for verdict in self.verdicts],
            "complete": self.complete,
        }


def without(number: str, normaliser: Normaliser, reason: str) -> Verdict:
    """Undecided, where the condition cannot be stated (no derivative)."""
    empty = Statement(f"condition-{number}", normaliser.text, CONDITIONS[number][0], ())
    return Verdict(empty.property, "undecided", empty, reason=reason)


def replay(data: Any, kinds: Kinds) -> Replay:
    """Rebuilds every condition from the normaliser, and replays its verdict."""
    exactly(data, "normaliser", "assume", "verdicts", "complete")
    try:
        subject = Normaliser(str(data["normaliser"]), [str(item) for item in data["assume"]])
        entries = list(data["verdicts"])
        if len(entries) > len(CONDITIONS):
            raise CertificateError("more verdicts than conditions")
        if data["complete"] is not (len(entries) == len(CONDITIONS)):
            raise CertificateError("`complete` says whether all conditions are there")
    except FormulaError as error:
        raise CertificateError(f"the normaliser cannot be read: {error}") from None
    except MALFORMED as error:
        raise CertificateError(f"not saved conditions: {type(error).__name__} {error}") from None
    verdicts: list[Verdict] = []
    for number, entry in zip(CONDITIONS, entries):
        name = f"condition-{number}"
        outcome = str(entry.get("verdict")) if isinstance(entry, dict) else "?"
        try:
            try:
                statement = condition(number, subject)
            except FormulaError as error:
                statement = without(number, subject, str(error)).statement
            verdicts.append(replayed_verdict(statement, entry, {}))
        except CertificateError as error:
            yield Checked(name, outcome, str(error))
        else:
            yield Checked(name, outcome)
    if len(verdicts) < len(entries):
        return None
    assume = tuple(str(item) for item in data["assume"])
    return Conditions(subject, assume, tuple(verdicts), data["complete"] is True)


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    asked = vars(question)
    return {"normaliser": asked["formula"], "assume": list(asked["assume"])}


def told(answer: Answer) -> str:
    """The answer in a word for each condition."""
    return " ".join(str(verdict["verdict"]) for verdict in answer.to_data()["verdicts"])
