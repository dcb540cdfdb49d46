"""What each property claims of a measure, with the values that were decided, and of spoiled values.

`tests/meaning/claimed.py` says how it is kept.  First each goal of a measure of which only the name
is known, then those of measures with parameters, conventions, kinks, roots, several classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from typing import Any

import pytest
from places import ROOT

from meaning.claimed import Claims, Lines, saved, text, told, without
from meaning.tables import named
from symbolic_measures.meaning.brzezinski import KINDS, located, needed_parts, strict_parts
from symbolic_measures.meaning.domain import pattern
from symbolic_measures.meaning.frameworks import OF_CLASSES
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.no_derivative import no_derivative
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import Property, describe
from symbolic_measures.meaning.replay import more_than_order, vacuous, without_statement
from symbolic_measures.meaning.subjects import make_reading, measure, oriented, reading_from_data
from symbolic_measures.nouns.confusion import CELLS

#: Of the site: formulas of every kind.
FILES = (
    "check-F1", "check-F-beta", "check-CC", "check-GM", "check-LOR",
    "check-error-rate", "check-IBA-Gmean", "check-net-benefit",
    "check-CD", "classes-CC",
    "classes-macro-F1", "classes-error-rate",

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
    "convention of w": lambda: make_reading(
        measure("TP/(TP+w*FN)", assume=["w"]), ["TP + w*FN == 0: 1"]
    ),
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


#: Further ones, for the forms that values have: refuted, at parameters, with conditions, limits.
FORMS = (
    *(f"docs/certificates/{name}" for name in (
        "check-IBA-Gmean", "check-AUC-pointwise", "check-AUL", "check-F-beta-linear",
        "check-Tversky",
        "check-AM", "check-AGF", "check-EDS", "check-CD-chord", "check-IBA-F-beta", "check-Hamann",
        "check-Bray-Curtis", "check-Braun-Blanquet", "check-F1", "check-CC", "classes-CC",
        "classes-macro-F1", "completion-BA", "completion-CC", "completion-Gmean",
        "completion-F-beta",
    )),
    "tests/questions/kept/taylor-F1", "tests/questions/kept/taylor-kappa",
    "reports/certificates/gosgens2021-derivation-statement-5",
)  # fmt: skip
#: Whose values another property has, too.
LIKE = {f"{side}-not-max-in-section": f"{side}-not-max" for side in ("tn", "tp")}


@cache
def values() -> dict[str, list[tuple[str, Reading, Any]]]:
    """Two values of each form that each property's have, and of what they were decided."""
    found: dict[str, list[tuple[str, Reading, Any]]] = {i: [] for i in PROPERTIES}
    seen: Counter[tuple[str, str, str]] = Counter()
    for name in FORMS:
        for reading, entry in _decided(saved(ROOT / f"{name}.json.gz"), None):
            value = entry["value"]
            keys = ", ".join(value) if isinstance(value, dict) else type(value).__name__
            form = entry["property"], entry["verdict"], keys
            if value and entry["property"] in found and seen[form] < 2:
                seen[form] += 1
                found[entry["property"]].append((name.split("/")[-1], reading, value))
    return found


def _decided(data: Any, reading: Reading | None) -> Iterator[tuple[Reading, Any]]:
    """Every verdict with a value in a file."""
    if isinstance(data, dict):
        if isinstance(data.get("measure"), dict) and "formula" in data["measure"]:
            reading = reading_from_data(data)
        if reading is not None and {"property", "verdict", "value"} <= set(data):
            yield reading, data
    for own in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from _decided(own, reading)


def spoiled(property_id: str) -> Lines:
    """What is said of values of each form, and of these with a part spoiled."""
    prop = PROPERTIES[property_id]
    for name, reading, value in values()[LIKE.get(property_id, property_id)]:
        yield name, told(_said, prop, reading, value)
        for how, other in without(value):
            yield f"{name} {how}", told(_briefly, prop, reading, other)
        for other in (None, [], {}, "", 1):
            yield f"{name} told {other}", _tale(prop, other)


def _briefly(prop: Property, reading: Reading, value: Any) -> Any:
    goals = prop.statement(reading, value).goals
    words = [(prop.words.quantity(goal), prop.words.where(goal, value)) for goal in goals]
    return goals, words, _tale(prop, value)


def _tale(prop: Property, value: Any) -> str:
    try:
        return told(prop.tell or text, value)
    except AttributeError as error:
        return str(error)


#: Ends of a range, paths to a pattern of zero cells, and weights of random predictions.
ENDS = (
    {"value": "1/2", "attained": ["1", "0", "1", "1"]}, {"value": "w", "attained": ["0", "1", "0",
    "0"]},
    *({"value": value, "attained": None, "approached": ["e", "1", "0", "2*e^2"], **growth}
      for value in ("oo", "-oo", "0", "1 - w") for growth in ({}, {"growth": "log"})),
    *({"value": "Max(w, 1/2)", "attained": ["1", "0", "1", "1"], "or": other}
      for other in (["0", "1", "0", "2"], ["0"] * 4, ["1"], None)),
)  # fmt: skip
STEPS = (
    "1/e",
    "2/e^2",
    "0",
    "1/(2*e)",
    "3/(2*e^2)",
    "1/(e*2)",
    "1/e^0",
    "e",
    "1/2",
    "-1/e",
    "1/(e+1)",
    "w/e",
    "1",
    "2",
    "1/e^(1/2)",
    "1/(2*FN)",
    "e/e",
)
WEIGHTS = (
    ["1", "2", "3", "4"],
    ["e", "1", "e", "1"],
    ["w", "1", "1", "1"],
    ["1", "2", "3", "4", "5", "6"],
)
VARIABLES = ("TP", "FN", "p_AB", "p_A", "p_B", "x")
SIGNS = ("positive", "negative", "nonnegative", "nonpositive", "zero", "changes", "x")
POINT = {"TP": "1", "FN": "2", "FP": "3", "TN": "4"}


def by_hand() -> Iterator[tuple[str, Any]]:
    """Values of every form, right or wrong: (property, value)."""
    for one, other in product(ENDS, ENDS):
        yield "range", {"infimum": one, "supremum": other}
    for where, found in product(
        ("TP == FN", "TP > FN and w > 1 or TN != 2*FP", "always", "never", "x > 1"),
        ([], [["TP"]], [["TP", "FN"], ["TN"]]),
    ):
        yield "undefined-set", {"supports": found, "where": where}
    for support, step in product((["TP"], ["FN", "FP"]), STEPS):
        cells = {name: "2" if name in support else step for name in CELLS}
        for values in (["oo"], ["-oo"], ["1", "0"], ["w", "1/2"]):
            paths = [list(cells.values()), [cells[n] if n in support else "0" for n in CELLS]]
            yield (
                "continuous-extension",
                {
                    "support": support,
                    "limit": None,
                    "values": values,
                    "paths": paths[: len(values)],
                },
            )
        for bound in (
            step,
            f"n/(TP*{step})",
            "sqrt(2)*TP",
            "sqrt(TP)",
            "TP^2/FN",
            "TP^(1/2)",
            "Abs(TP)",
        ):
            yield "continuous-extension", {"support": support, "limit": "1", "bound": bound}
    limits = [{"support": [name], "limit": "1", "bound": "1"} for name in CELLS]
    for chosen in (limits, limits[::-1], limits[:1], []):
        yield "continuous-extension", chosen
    for bound, weights, grade in product(
        ("1/2", "w"), (None, *WEIGHTS), ("strict", "bound", "below", "x")
    ):
        for key in ("attained", "approached", "weights"):
            more = {} if weights is None else {key: weights}
            yield "chance-corrected", {"bound": bound, "grade": grade, **more}
    for name, sign, slope in product(VARIABLES, SIGNS, ("1/n", "w*p_A", "0")):
        for points in (
            (),
            ([POINT, {**POINT, "w": "1"}],),
            ([{**POINT, "w": "1/3"}] * 2,),
            ([POINT] * 2,),
        ):
            more = {"points": points[0]} if points else {}
            yield "gradient", {"variable": name, "derivative": slope, "sign": sign, **more}
    for constant, rest, by, attained in product(
        ("1", "oo", "w", "x"),
        (["0", "1", "2", "0"], ["e", "1", "0", "e^2"], ["1", "w", "0", "-1"]),
        ("1", "e", "2*e + 1", "0"), (True, False, None),
    ):  # fmt: skip
        for one, other in (("TP", "FN"), ("TN", "FP"), ("TP", "TP"), ("x", "FN")):
            yield "lipschitz-constant", {"constant": constant, "rest": rest, "from": one,
                                         "to": other, "by": by, "attained": attained}  # fmt: skip
    for matrix in (
        ["1", "2", "0", "3"],
        ["0", "0", "0", "0"],
        ["e", "1", "1", "1"],
        ["1"],
        [1] * 4,
    ):
        yield "homogeneity", {"matrix": matrix}
    for origin, unit, levels in product(("0", "1/P", "w", "TP"), ("1/(P+N)", "0", "N*w"),
                                        ("TP", "TN", "TP + TN", "TP - TN", "FP")):  # fmt: skip
        yield "interval-scale", {"origin": origin, "unit": unit, "levels": levels}
    for steps in ([["0", "2", "2", "0"], ["1", "1", "2", "0"], ["2", "0", "2", "0"]],
                  [["0", "2", "2", "0"], ["1", "1", "1", "1"], ["2", "0", "0", "2"]],
                  [["1", "1", "1", "0"], ["2", "0", "2", "0"], ["0", "2", "2", "0"]],
                  []):  # fmt: skip
        for given in ({}, {"w": "1/2"}, {"w": "2", "v": "1"}, {"w": "1", "v": "1"}, None):
            yield "interval-scale", {"steps": steps, "parameters": given}
    for power, more in product(
        ("0", "1", "-1", "2", "1/2", "w", "x"), ({}, {"as": "BA"}, {"as": "TP/n"})
    ):
        yield "class-decomposable", {"p": power, **more}
    for cells, matrix in product(
        (["TP", "TN"], ["FN", "FP"], ["TP", "FN"], ["c12", "c31"], ["c11", "c22"]),
        (["1", "1", "1", "2"], ["1", "2", "1", "3", "1", "1", "2", "1", "5"]),
    ):
        yield "class-sensitive", {"cells": cells, "matrix": matrix}
        yield "class-decomposable", {"no p": [], "mixed": cells, "matrix": matrix}
        yield "class-decomposable", {"no p": [[cells, matrix], [cells, matrix[::-1]]]}


def values_by_hand(name: str) -> Lines:
    """What is said of the values by hand, of one subject; ten in a line."""
    reading, every = subjects()[name][0], list(by_hand())
    for start in range(0, len(every), 10):
        some = every[start : start + 10]
        said = [told(_briefly, PROPERTIES[i], reading, value) for i, value in some]
        yield f"{start} {some[0][0]}", text(said)


KINDRED = (
    "log(TP/FN) + sqrt(FP-TN)",
    "log(FP-TN)/(TP+FN)",
    "TP/(FN/FP)",
    "sqrt(log(TP))/n",
    "TP/FP/FN",
)


def kinds() -> Lines:
    """By which operation a measure is undefined, at each pattern and each part."""
    readings = [Reading(measure(text)) for text in KINDRED]
    readings.append(make_reading(measure("TP/(TP+FN)"), ["TP + FN == 0: TN/FP"]))
    for reading, support in product(
        readings, (("TP",), ("FN", "FP"), ("FP", "TN"), ("TN",), CELLS)
    ):
        tree = pattern(reading, support, "undefined").conclusion.expr
        for part, kind in product(dict.fromkeys(str(p) for p, _ in needed_parts(tree)), KINDS):
            value = [{"support": list(support), "kind": kind, "at": part}]
            prop = PROPERTIES["undefined-kinds"]
            yield f"{reading.measure.text} {value}", told(_briefly, prop, reading, value)
        yield f"{reading.measure.text} {support}", text(list(strict_parts(tree)))
    for words in ("TN-FP;TP-FN", "none", "TP", "TP-FN-FP-TN", "TP-FN;TN", "FN;FN-TP"):
        yield words, told(located, words)


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
        given = {**value, "parameters": {"w": "1/2", "v": "1"}}
        for chosen in (value, turned, {**value, "within": 2}, {**value, "within": 10}, given):
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
        **{f"values by hand of {name}": partial(values_by_hand, name) for name in (
            "unknown", "assumed", "unknown of 3 classes", "convention", "convention of w")},
        "by which operation": kinds,
        "no derivative": no_slopes,
    },
)  # fmt: skip


@pytest.mark.parametrize("section", CLAIMS.sections)
def test_what_properties_claim(section: str) -> None:
    CLAIMS.compare(section)
