"""The value is what the formula gives in exact arithmetic; replaying computes it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import Checked, exactly
from symbolic_measures.nouns.shown import Answer


@dataclass(frozen=True)
class Valued(Answer, kind="toy_value"):
    """The value of a measure at a matrix."""

    measure: str
    at: str
    value: str

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {"schema": 1, "toy_value": self.value, "measure": self.measure, "at": self.at}


def valued(text: str, at: str) -> Valued:
    """The answer; FormulaError for a text or a matrix that is none."""
    try:
        tp, fn, fp, tn = map(int, at.split(","))
    except ValueError:
        raise FormulaError(f"--at: {at!r} is not TP,FN,FP,TN") from None
    return Valued(text, at, str(Reading(measure(text)).value_at((tp, fn, fp, tn))))


def replay(data: Any, kinds: Kinds) -> Replay:
    """The value is computed again."""
    exactly(data, "toy_value", "measure", "at")
    found = valued(str(data["measure"]), str(data["at"]))
    same = found.to_data() == data
    yield Checked("value", "proved", "" if same else f"the value is {found.value}")
    return found


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked."""
    return {name: vars(question)[name] for name in ("measure", "at")}


def told(answer: Answer) -> str:
    """The answer in a word."""
    return str(answer.to_data()["toy_value"])
