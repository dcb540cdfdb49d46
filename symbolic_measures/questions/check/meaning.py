"""What the properties of a measure mean: verdicts on one reading of it, each replayed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symbolic_measures.meaning.each_m import replayed_at_each_m
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.readings import LITERAL
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
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import Kinds, Question, Replay
from symbolic_measures.nouns.saved import SCHEMA
from symbolic_measures.nouns.shown import Answer

if TYPE_CHECKING:
    from symbolic_measures.meaning.every_class import EveryClasses


def replay(data: Any, kinds: Kinds) -> Replay:
    """Replays every verdict; statements are rebuilt from the property and the reading."""
    if "classes" in data:
        from symbolic_measures.meaning.every_report import replay_every

        return (yield from replay_every(data))
    return (yield from replay_report(data, kinds.done, replayed_at_each_m))


def for_every_m(question: Question) -> bool:
    """Whether it is asked for all numbers of classes at once."""
    return isinstance(vars(question)["classes"], str)


def every_of(question: Question) -> EveryClasses:
    """The measure that is asked about for every m; FormulaError, in one line, if there is none."""
    from symbolic_measures.meaning.every_class import EveryClasses
    from symbolic_measures.meaning.every_report import least_of

    asked = vars(question)
    least = least_of(asked["classes"])
    if asked["conventions"]:
        raise FormulaError("--convention is not for every number of classes: give a number of "
                           "classes, or a --reading")  # fmt: skip
    known = asked["measure"], asked["assume"], asked["lower_is_better"], least
    found = EveryClasses(*known, asked["reading"] or LITERAL)
    found.look()
    return found


def reading_of(question: Question) -> Reading:
    """The reading that is asked about; FormulaError, in one line, if there is none."""
    asked = vars(question)
    subject = measure(asked["measure"], assume=asked["assume"], classes=asked["classes"])
    subject = oriented(subject, not asked["lower_is_better"])
    return make_reading(subject, asked["conventions"], asked["reading"] or None)


def properties_of(question: Question) -> tuple[str, ...]:
    """The properties that are asked for; FormulaError, with the nearest, for an unknown one."""
    asked = vars(question)
    classes = 3 if for_every_m(question) else asked["classes"]
    named = asked["property"] or framework_properties(asked["framework"], classes)
    ids = tuple(dict.fromkeys([*named, *asked["require"]]))
    for property_id in ids:
        if not (for_every_m(question) and _in_parts(property_id)):
            find_property(property_id, classes)
    return ids


def _in_parts(property_id: str) -> bool:
    """Whether it is stated for every m."""
    from symbolic_measures.meaning.every_parts import PARTS

    return property_id in PARTS


def parts(question: Question) -> dict[str, Any]:
    """The parts of a saved answer that say what was asked: the reading."""
    if for_every_m(question):
        from symbolic_measures.meaning.every_report import asked_data

        return asked_data(every_of(question), properties_of(question))
    return {"measure": measure_data(reading_of(question))}


def saved_with(question: Question, entry: dict[str, Any]) -> dict[str, Any]:
    """The saved answer in which this entry is the one verdict."""
    whole = {"schema": SCHEMA, **parts(question), "verdicts": [entry]}
    if for_every_m(question):
        return {**whole, "complete": True}
    decided = entry["property"], entry["verdict"]
    ends = entry["value"] if decided == ("range", "proved") else None
    return {**whole, "gradient": [], "range": ends}


def doubted(question: Question) -> None:
    """FormulaError, in one line, for what a person hardly means by a measure."""
    if for_every_m(question):
        subject = every_of(question)
        refuse_what_is_no_measure(subject.at(subject.least))
    else:
        refuse_what_is_no_measure(reading_of(question))


def told(answer: Answer) -> str:
    """The answer in a word for each property; of the order of a baseline the order.

    What is refuted for every m may hold for some: then it says for which.
    """
    return " ".join(map(_told, answer.to_data()["verdicts"]))


def _told(verdict: dict[str, Any]) -> str:
    if "holds" in verdict and verdict["verdict"] == "refuted":
        return f"refuted; {verdict['holds']}"
    value: Any = verdict.get("value")
    known = isinstance(value, dict) and "order" in value and verdict["verdict"] == "proved"
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
