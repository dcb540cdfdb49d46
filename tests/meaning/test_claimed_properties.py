"""What each property claims of a measure, with the values that were decided, and of spoiled values.

`tests/meaning/claimed.py` says how it is kept.  First each goal of a measure of which only the name
is known, then those of measures with parameters, conventions, kinks, roots, several classes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from places import ROOT

from meaning.claimed import Claims, Lines, saved, text, told, without
from meaning.tables import named
from symbolic_measures.meaning.frameworks import OF_CLASSES
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.no_derivative import no_derivative
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import describe
from symbolic_measures.meaning.replay import more_than_order, vacuous, without_statement
from symbolic_measures.meaning.subjects import make_reading, measure, oriented, reading_from_data

#: Of the site: formulas of every kind.
FILES = (
    "check-F1", "check-F-beta", "check-CC", "check-kappa", "check-GM", "check-LOR", "check-CE",
    "check-error-rate", "check-DOR", "check-IBA-Gmean", "check-net-benefit", "check-precision",
    "check-CD", "check-Michael", "check-relative-risk", "check-accuracy", "classes-CC",
    "classes-macro-F1", "classes-accuracy", "classes-error-rate", "classes-HmacR", "classes-BA",
    "classes-kappa", "classes-macro-precision",
)  # fmt: skip
KEPT = ("check-convention", "check-answers", "check-opitz", "extended-LOR", "extended-LR-minus")
SEVERAL = tuple(dict.fromkeys(i for ids in OF_CLASSES.values() for i in ids))
Subjects = dict[str, tuple[Reading, dict[str, Any]]]


@cache
def subjects() -> Subjects:
    """Readings with the values that were decided of them."""
    places = {name: ROOT / f"docs/certificates/{name}.json.gz" for name in FILES}
    places |= {name: ROOT / f"tests/questions/kept/{name}.json.gz" for name in KEPT}
    found: Subjects = {}
    for name, place in places.items():
        data = saved(place)
        values = {entry["property"]: entry["value"] for entry in data["verdicts"]}
        values["gradient"] = [entry["value"] for entry in data.get("gradient", ())][:5]
        found[name] = reading_from_data(data), values
    for name, reading in READINGS.items():
        found[name] = reading(), {}
    return found


#: Readings of which the values are taken from F1.
READINGS: dict[str, Callable[[], Reading]] = {
    "unknown": named,
    "unknown, lower is better": partial(named, better=False),
    "unknown of 3 classes": partial(named, 3),
    "convention": lambda: make_reading(measure("TP/(TP+FN)"), ["TP + FN == 0: 1"]),
    "appendix": lambda: make_reading(measure("BA"), (), "gosgens-appendix-b"),
    "assumed": lambda: Reading(measure("TP/(TP+w*FP+v*FN)", assume=["0 < w <= 1", "v != 0"])),
    "turned": lambda: Reading(oriented(measure("FN/(TP+FN)"), False)),
    "kink": lambda: Reading(measure("Abs(TP-FP)/(TP+FN+1)")),
    "anything": lambda: Reading(measure("TP/n")),
}


def asked(property_id: str) -> Lines:
    """The goals of the unknown measure, part by part; then all that is said of each subject."""
    prop = PROPERTIES[property_id]
    for name in ("unknown", "unknown of 3 classes"):
        if name == "unknown" or property_id in SEVERAL:
            yield from _whole(name, prop, subjects()[name][0], _value(property_id, name))
    yield (
        "declared",
        text(
            (
                prop.sentence,
                prop.said,
                prop.source,
                prop.presupposed,
                prop.stronger,
                prop.weaker_by,
                prop.as_given,
                prop.refuted_with,
                prop.of_order,
                prop.below,
                prop.answers,
                prop.words.turns,
                prop.words.holds,
                prop.words.constant,
                prop.words.answer,
            )
        ),
    )
    for name, (reading, _) in subjects().items():
        if reading.measure.classes == 2 or property_id in SEVERAL:
            values = _value(property_id, name)
            several = values if property_id == "gradient" and isinstance(values, list) else [values]
            for value in several:
                yield name, told(_said, prop, reading, value)


def _value(property_id: str, name: str) -> Any:
    """What was decided of the subject; of one that has no file, of F1."""
    reading, values = subjects()[name]
    other = "check-F1" if reading.measure.classes == 2 else "classes-macro-F1"
    return (values or subjects()[other][1]).get(property_id)


def _whole(name: str, prop: Any, reading: Reading, value: Any) -> Lines:
    try:
        goals = prop.statement(reading, value).goals
    except ValueError as error:
        yield name, str(error)
        return
    for number, goal in enumerate(goals):
        for part in ("label", "variables", "blocks", "hypotheses", "conclusion", "matrices"):
            yield f"{name}, goal {number + 1}, {part}", text(getattr(goal, part))


def _said(prop: Any, reading: Reading, value: Any) -> Any:
    """The statement with this value and without one, and what pages say of it."""
    statement = prop.statement(reading, value)
    words = [(prop.words.quantity(goal), prop.words.where(goal, value)) for goal in statement.goals]
    behind = () if prop.behind is None else tuple(goal for goal, _ in prop.behind(reading, value))
    return (
        len(statement.goals),
        statement,
        words,
        behind,
        prop.refutable(value),
        told(lambda: describe(prop.id, value)),
        told(lambda: prop.statement(reading)),
        vacuous(statement),
        without_statement(prop, reading),
        more_than_order(prop, reading),
    )


def spoiled(property_id: str) -> Lines:
    """What is said of the values that a few subjects have, with a part spoiled."""
    prop, seen = PROPERTIES[property_id], 0
    for name, (reading, values) in subjects().items():
        found = values.get(property_id)
        for value in found[:2] if property_id == "gradient" and found else [found]:
            if value and seen < 4:
                seen += 1
                for how, other in without(value):
                    yield f"{name} {how}", told(prop.statement, reading, other)


def no_slopes() -> Lines:
    """That there is no derivative, and what is no such value."""
    value = {
        "cell": "TP",
        "matrix": ["1", "1", "1", "1"],
        "above": "1/4",
        "below": "-1/4",
        "within": 3,
    }
    turned = {**value, "above": "-1/4", "below": "1/4"}
    for name in ("kink", "unknown", "unknown, lower is better", "assumed"):
        reading = subjects()[name][0]
        for chosen in (value, turned, {**value, "within": 2}, {**value, "within": 10}):
            for how, other in [("", chosen), *without(chosen)]:
                prop = PROPERTIES["opitz-monotone"]
                yield (
                    f"{name} {chosen['above']} {how}",
                    told(no_derivative, prop, reading, other),
                )


CLAIMS = Claims(
    "properties",
    {
        **{i: partial(asked, i) for i in PROPERTIES},
        **{f"spoiled values of {i}": partial(spoiled, i) for i, p in PROPERTIES.items()
           if p.answers},
        "no derivative": no_slopes,
    },
)  # fmt: skip


@pytest.mark.parametrize("section", CLAIMS.sections)
def test_what_properties_claim(section: str) -> None:
    CLAIMS.compare(section)
