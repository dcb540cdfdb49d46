"""What the properties of a measure mean: verdicts on one reading of it, each replayed."""

from __future__ import annotations

from typing import Any

from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.report import replay_report
from symbolic_measures.meaning.subjects import (
    find_property,
    framework_properties,
    make_reading,
    measure,
    measure_data,
    oriented,
    refuse_what_is_no_measure,
)
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.shown import Answer


def replay(data: Any, kinds: Kinds) -> Replay:
    """Replays every verdict; statements are rebuilt from the property and the reading."""
    return (yield from replay_report(data))


def reading_of(question: Question) -> Reading:
    """The reading that is asked about; FormulaError, in one line, if there is none."""
    asked = vars(question)
    subject = measure(asked["measure"], assume=asked["assume"], classes=asked["classes"])
    subject = oriented(subject, not asked["lower_is_better"])
    return make_reading(subject, asked["conventions"], asked["reading"] or None)


def properties_of(question: Question) -> tuple[str, ...]:
    """The properties that are asked for; FormulaError, with the nearest, for an unknown one."""
    asked = vars(question)
    named = asked["property"] or framework_properties(asked["framework"], asked["classes"])
    ids = tuple(dict.fromkeys([*named, *asked["require"]]))
    for property_id in ids:
        find_property(property_id, asked["classes"])
    return ids


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked: the reading."""
    return {"measure": measure_data(reading_of(question))}


def doubted(question: Question) -> None:
    """FormulaError, in one line, for what a person hardly means by a measure."""
    refuse_what_is_no_measure(reading_of(question))


def told(answer: Answer) -> str:
    """The answer in a word for each property; of the order of a baseline the order."""
    return " ".join(map(_told, answer.to_data()["verdicts"]))


def _told(verdict: dict[str, Any]) -> str:
    value = verdict["value"]
    known = verdict["verdict"] == "proved" and isinstance(value, dict) and "order" in value
    if verdict["property"] == "baseline-order" and known:
        return f"order {value['order']}"
    return str(verdict["verdict"])


def unmet(question: Question, answer: Answer) -> list[str]:
    """What was required and is not proved."""
    outcomes = {v["property"]: v["verdict"] for v in answer.to_data()["verdicts"]}
    required = vars(question)["require"]
    return [
        f"required {name} is {outcomes[name]}"
        for name in outcomes
        if name in required and outcomes[name] != "proved"
    ]
