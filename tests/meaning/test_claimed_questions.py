"""What limits, sets of parameters, expansions, averages and normalisers claim, as it is kept.

`tests/meaning/claimed.py` says how.  What is saved is rebuilt: with the values that were found, and
with a part of each spoiled.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from places import ROOT

from meaning.claimed import Claims, Lines, saved, told, without
from meaning.tables import named
from symbolic_measures.meaning import approaches as limits
from symbolic_measures.meaning.averaging import ASKED, AVERAGINGS, WHERE, averaged, sentence, total
from symbolic_measures.meaning.averaging_parts import parts
from symbolic_measures.meaning.averaging_proofs import (
    PartProof,
    Use,
    binary_goals,
    constraint,
    contraries,
    instance,
)
from symbolic_measures.meaning.conditions import Clause, Condition, RegionError
from symbolic_measures.meaning.dependence import along, cleared_numerators, depends
from symbolic_measures.meaning.expansions import chain, scale_goals, taylor_statement
from symbolic_measures.meaning.families import Family, expected, violation
from symbolic_measures.meaning.maximum import CORNERS, summit
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.moments import central_moment
from symbolic_measures.meaning.normalisers import CONDITIONS, Normaliser, condition
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.ratios import at_ratio, by_ratio, expanded, has_ratio, proportions
from symbolic_measures.meaning.regions import Asked, is_question, restricted, signed, uncovered
from symbolic_measures.meaning.regions import instance as at_point
from symbolic_measures.meaning.subjects import make_reading, measure, reading_from_data
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom

KEPT = ROOT / "tests/questions/kept"
SITE = ROOT / "docs/certificates"


#: Of the site.
OTHERS = (
    "limit-GM-r-0", "limit-GM-r-1", "limit-LOR-TN-oo", "limit-BA-TN-oo", "limit-F-beta-beta-1",
    "limit-IBA-accuracy-alpha-0", "threshold-IBA-accuracy-tn-monotone",
    "threshold-IBA-Gmean-tp-monotone", "threshold-F-beta-linear-symmetry",
)  # fmt: skip


def files(kind: str) -> dict[str, Path]:
    """Saved files of a kind, by their names."""
    found = [*KEPT.glob(f"{kind}-*.json.gz")]
    found += [SITE / f"{name}.json.gz" for name in OTHERS if name.startswith(kind)]
    return {file.name.removesuffix(".json.gz"): file for file in sorted(found)}


# --- limits -----------------------------------------------------------------------------------


def pieces(file: Path) -> Iterator[tuple[Measure, limits.Approach, tuple[str, ...], Any]]:
    """The certificates of a saved limit, each with its way and pattern."""
    data = saved(file)
    subject = reading_from_data(data).measure
    ways = limits.approaches(data["to"], subject)
    every = [(way, support) for way in ways for support in way.supports()]
    for (way, support), entry in zip(every, data["pieces"], strict=False):
        yield subject, way, support, entry["value"]


def of_limit(file: Path) -> Lines:
    seen: set[str] = set()
    for subject, way, support, value in pieces(file):
        here = f"{way.variable} -> {way.end} {way.side} {support}"
        yield here, told(limits.limit_statement, subject, way, support, value)
        kind = f"{value['kind']} {value['near'] is None}"
        if kind not in seen:
            seen.add(kind)
            for how, other in (*without(value), *_other_values(value)):
                yield (f"{here} {how}", told(limits.limit_statement, subject, way, support, other))
            yield f"{here} nowhere", told(limits.limit_statement, subject, way, ("TN", "TP"), value)


def _other_values(value: Any) -> Iterator[tuple[str, Any]]:
    """Certificates of other kinds in the same place."""
    base = {"scale": 2, "near": "1/2"}
    kept = {"rewritten": value.get("rewritten", "TP/t")}
    for scale in (True, 1.0, 0, "1"):
        yield f"scale {scale!r}", {**value, "scale": scale}
    yield "undefined", {**base, "kind": "undefined"}
    yield "excluded", {**base, "kind": "excluded", "assumption": 0}
    yield "finite", {**base, **kept, "kind": "finite", "limit": "TP"}
    for power, log, sign in product((-1, 0, 1, 3, 12, 13), (None, "2", "TP"), (1, -1, 0)):
        more = {"power": power, "log": log, "sign": sign, "kind": "infinite"}
        yield f"{power} {log} {sign}", {**base, **kept, **more}


ENDS = (
    "beta -> 0",
    "beta -> 1+",
    "beta -> 2-",
    "beta -> oo",
    "beta -> -oo",
    "beta -> +oo",
    "TP -> oo",
    "TP -> -oo",
    "TP -> 0",
    "TP -> 1/2",
    "TP -> -1",
    "TN -> 3-",
    "beta",
    "r -> 0",
    "beta -> sqrt(2)",
    "beta -> x",
    "beta -> ",
    "t -> 0",
    "FN->0+",
    "beta -> 1/2+",
)
PARTS = (
    "t*log(t)",
    "1/log(t)",
    "log(1+t)/t",
    "log(2+t)/t",
    "log(Abs(t-1))/t",
    "log(1+t)/t^2",
    "log(t)/t",
    "(TP^t + FN^t)^(1/t)",
    "(TP^t/2 + FN^t/2)^(1/t)",
    "(w*TP^t + v*FN^t)^(1/t)",
    "(TP^t/2 + FN^t*w)^(1/t)",
    "(TP^t*2/3 + FN^t/3)^(1/t)",
    "(TP^t)^(1/t)",
    "t + 1",
    "((TP^(1/t) + FN^(1/t))/2)^t",
    "(TP^t + t*FN^t)^(1/t)",
    "(TP^t*w/2 + FN^t*w/2)^(1/t)",
    "(TP^(-t) + FN^(-t))^(-1/t)",
    "sqrt(t)",
    "log(1 - t^2)/t",
    "t^2*log(t)",
    "log(sqrt(t))/t",
    "log(Abs(t))/t",
)
#: Generalized means with the exponent r, and what is none.
MEANS = (
    "(TP^r/2 + FN^r/2)^(1/r)", "((TP^r + FN^r)/2)^(1/r)", "(TP^r/3 + FN^r/3 + w^r/3)^(1/r)",
    "(w*TP^r + v*FN^r + v^r/2)^(1/r)", "((TP+t)^r/2 + FN^r/2)^(1/r)", "(t*TP^r + FN^r/2)^(1/r)",
    "(TP^r/2 + FN^r/t)^(1/r)", "(TP^r/2 + FN^r/2)^(2/r)", "(TP^r)^(1/r)", "(2*TP^r - FN^r)^(1/r)",
    "(1/2*TP^r + FN^r*(1/2))^(1/r)", "((w*TP^r + v*FN^r)/2)^(1/r)",
)  # fmt: skip


def ways() -> Lines:
    """What moves, where to, and the limits of parts."""
    beta = measure("F_beta")
    with_t = measure("TP/(TP+t*FP)", assume=["t > 0"])
    for text in ENDS:
        for subject in (beta, with_t):
            yield f"{text} {subject.name}", told(limits.approaches, text, subject)
    for name, end, above in product(("TP", "r"), ("0", "2", "-1/2", "oo", "-oo"), (True, False)):
        way = limits.Approach(name, end, above)
        yield (
            f"{name} {end} {above}",
            told(lambda w: (w.side, w.is_cell, w.way(1), w.way(2), tuple(w.supports())), way),
        )
        for text in PARTS:
            tree = parse(text, {}, ("t", "TP", "FN", "w", "v"))
            for scale in (1, 2):
                yield (
                    f"{text} {name} {end} {above} {scale}",
                    told(limits.at_the_end, tree, way, way.way(scale)),
                )
        for text, scale in product(MEANS, (1, 2)):
            written = text.replace("r", f"({way.way(scale)})")
            tree = parse(written, {}, ("t", "TP", "FN", "w", "v"))
            yield f"{written} {scale}", told(limits.at_the_end, tree, way, way.way(scale))


# --- sets of parameters -----------------------------------------------------------------------


def of_threshold(file: Path) -> Lines:
    data = saved(file)
    question = Asked(PROPERTIES[data["property"]], reading_from_data(data))
    names = [data["parameter"], *(["rho"] if data["ratio"] else [])]
    names += [name for name in question.subject.parameters if name not in names]
    yield "about", told(lambda: (question.ratio, question.below_maximum, question.statement))
    for name in (*names, "nothing"):
        yield f"depends on {name}", told(depends, question.statement, name)
    for number, goal in enumerate(question.statement.goals):
        yield f"ratio of goal {number}", told(lambda g: (has_ratio(g), proportions(g)), goal)
        yield f"along goal {number}", told(along, goal)
        yield f"numerators of goal {number}", told(cleared_numerators, goal)
    for corner in ("", *CORNERS, "nowhere", ["1", "0", "0", "1"]):
        yield f"compared with {corner}", told(question.compared_with, corner)
    clauses = [Clause.parse(entry["when"], names) for entry in (*data["inside"], *data["outside"])]
    for clause in (*clauses, Clause("always", ())):
        for ratio in (False, question.ratio):
            yield f"{clause.text} {ratio}", told(restricted, question.statement, clause, ratio)
            yield (
                f"{clause.text} {ratio} covered",
                told(uncovered, question.subject, clause, clauses[:3], ratio),
            )
            yield (
                f"{clause.text} {ratio} by none",
                told(uncovered, question.subject, clause, (), ratio),
            )
        yield f"{clause.text} solved", told(lambda c: (c.solved(), c.and_(c)), clause)
    for entry in data["samples"][:6]:
        point = {name: parse(text, {}) for name, text in entry["at"].items()}
        yield f"at {entry['at']}", told(at_point, question.statement, point, question.ratio)
        admitted = [clause.admits(point) for clause in clauses]
        yield f"admitted {entry['at']}", told(lambda found: found, admitted)
    for seen, entry in enumerate(data["outside"]):
        about = {key: entry[key] for key in ("goal", "point", "size", "sizes") if key in entry}
        clause = Clause.parse(entry["when"], names)
        yield f"{entry['when']} fails", told(_fails, question, clause, about)
        others = [
            *without(about),
            ("grows", {**about, "size": "2/(beta+1)"}),
            ("sized", {**about, "size": "sqrt(beta)"}),
            ("e", {**about, "size": "3"}),
        ]
        for how, other in others if seen < 2 else ():
            yield f"{entry['when']} {how}", told(_fails, question, clause, other)


def sides() -> Lines:
    """That a matrix of a side is a maximum, at the matrices of a family."""
    assumed = ("0 < w <= 1",)
    families = (
        {"TP": "1", "FN": "1", "TN": "1"},
        {"TP": "1", "FP": "2", "TN": "3"},
        {"TP": "P", "FN": "P", "TN": "N"},
        {"TP": "w", "FP": "1", "TN": "N"},
        {"TP": "e", "FN": "1", "TN": "1"},
        {"TP": "1"},
    )
    for text in ("TP/(TP+w*FP)", "w*recall+(1-w)*specificity"):
        reading = Reading(measure(text, assume=assumed))
        for side, where, point in product(("tn", "tp"), ("", "-in-section"), families):
            question = Asked(PROPERTIES[f"{side}-not-max{where}"], reading)
            if point is families[0]:
                yield from _compared(f"{text} {side}{where}", question)
            for when, size in (
                ("w == 1", ""),
                ("w >= rho", ""),
                ("always", "2/w"),
                ("w > 1/2", "3"),
            ):
                about = {"goal": 0, "point": point, **({"size": size} if size else {})}
                names = ("w", "rho") if question.ratio else ("w",)
                yield (
                    f"{text} {side}{where} {when} {size} {point}",
                    told(_at_sides, question, when, names, about),
                )


def _compared(name: str, question: Asked) -> Lines:
    """What is stated with a corner in place of the maximum, and of parts of the parameters."""
    corners = ("", *CORNERS, "nowhere", ["1", "0", "0", "1"], ["TP", "0", "0", "TN"], ("TPTN",))
    for corner in corners:
        found = told(question.compared_with, corner)
        yield f"{name} compared with {corner}", found
    for when, ratio in product(("w == 1", "w == rho", "w > rho", "rho == 2"), (True, False)):
        clause = Clause.parse(when, ("w", "rho"))
        for corner in ("TPTN", "TP"):
            try:
                statement = question.compared_with(corner)
            except RegionError as error:
                yield f"{name} {when} {ratio} {corner}", str(error)
            else:
                yield f"{name} {when} {ratio} {corner}", told(restricted, statement, clause, ratio)


def _at_sides(question: Asked, when: str, names: tuple[str, ...], about: Any) -> Any:
    return question.ratio, _fails(question, Clause.parse(when, names), about)


def _fails(question: Asked, clause: Clause, about: Any) -> Any:
    family = Family.from_data(about)
    return family.to_data(), violation(question, clause, family)


CONDITIONS_OF = (
    "always",
    "never",
    "w > 0",
    "0 < w <= 1",
    "w == 1 or v >= 2*w",
    "w != 0 and v < 1",
    "w^2 > 1/2",
    "w^v > 0",
    "sqrt(w) > 0",
    "w/v > 0",
    "w > ",
    "x > 0",
    "w == v",
    "v - w == 0",
    "w*v == 1",
    "w > 0 or never",
    "Max(w, v) > 0",
    "w^(-1) > 0",
    "2*w == 1",
    "w - v + 1 == 0",
    "1 <= w and w <= v",
)


def conditions() -> Lines:
    """Conditions on parameters, and where else points are."""
    one = {"w": formula(1), "v": formula(2)}
    for text in CONDITIONS_OF:
        yield text, told(Condition.parse, text, ("w", "v"))
        yield (
            f"{text} told",
            told(
                lambda t: (
                    str(Condition.parse(t, ("w", "v"))),
                    Condition.parse(t, ("w", "v")).admits(one),
                    [c.solved() for c in Condition.parse(t, ("w", "v")).clauses],
                    signed(
                        measure("w*TP/(TP+v*FP)", assume=["w", "v"]).variables,
                        [a for c in Condition.parse(t, ("w", "v")).clauses for a in c.atoms],
                    ),
                ),
                text,
            ),
        )
        yield f"{text} outside", told(lambda t: Condition.parse(t, ("w", "v")).outside(), text)
    for text in ("rho", "rho^2 - w", "w - 1", "1/rho", "rho*w + rho^2/2 - 3"):
        atom = Atom(parse(text, {}, ("w", "rho")), ">=")
        yield f"{text} at N/P", told(at_ratio, atom, parse("P"), parse("N"))
    for text in (
        "(TP+FN)^2",
        "2*TP - FN*(3 - TP)",
        "sqrt(TP)",
        "TP/FN",
        "1/2",
        "TP/2",
        "0*TP",
        "-TP",
        "TP - TP",
    ):
        yield f"{text} expanded", told(expanded, parse(text))
    for triple in (
        (3, 1, 1),
        (4, 2, 3),
        (2, 0, 1),
        (3, 3, 2),
        (3, 4, 1),
        (3, 1, 3),
        (61, 1, 1),
        (3, 1, 0),
        (60, 0, 1),
        (3, 1),
    ):
        yield f"expected {triple}", told(expected, named().formula, triple)
    for property_id, prop in PROPERTIES.items():
        yield f"{property_id} is a question", told(is_question, prop)
    for text in ("TP/n", "TP/(TP+rho*FP)"):
        reading = Reading(measure(text, assume=["rho > 0"] if "rho" in text else []))
        for property_id in ("symmetry", "tp-not-max", "tn-not-max-in-section", "constant-baseline"):
            yield (
                f"{text} {property_id}",
                told(
                    lambda p, r: (Asked(p, r).statement, Asked(p, r).ratio),
                    PROPERTIES[property_id],
                    reading,
                ),
            )


def moves() -> Lines:
    """How the matrices of each goal of the unknown measure lie to each other."""
    for property_id, prop in PROPERTIES.items():
        for value in (None, {"better": "FNTN"}, {"better": ["TP", "FN", "0", "TN"]}):
            try:
                statement = prop.statement(named(), value)
            except ValueError:
                continue
            for number, goal in enumerate(statement.goals):
                yield f"{property_id} {value} {number}", told(along, goal)
                yield f"{property_id} {value} {number} ratio", told(has_ratio, goal)
            yield f"{property_id} {value}", told(by_ratio, statement)


def maxima() -> Lines:
    """That M is largest somewhere, and below that on a side."""
    assumed = Reading(measure("TP/(TP+w*FP)", assume=["0 < w <= 1"]))
    places = [
        *CORNERS,
        ["1", "2", "0", "3"],
        ["0", "0", "1", "1"],
        ["1", "0", "0", "0"],
        ["1"],
        ["1", "-1", "0", "2"],
        "nowhere",
        ["x", "1", "1", "1"],
        ["1", "0", "2", "1"],
    ]
    for (name, reading), place, section in product(
        {"unknown": named(), "assumed": assumed}.items(), places, (True, False)
    ):
        for given in ({}, {"w": "1/2"}, {"w": "2"}):
            value = {"maximum": place, "parameters": given}
            yield f"{name} {place} {section} {given}", told(summit, reading, value, section)
    cells = (
        ["TP", "FN", "0", "TN"],
        ["TP+FN", "0", "0", "TN+FP"],
        ["1", "x", "0", "1"],
        ["TP"],
        ["TP+FN/2", "FN/2", "FP", "TN"],
        ["w*TP", "FN", "FP", "TN"],
    )
    for end, (name, reading) in product(
        ("tn-not-max", "tp-not-max"), {"unknown": named(), "assumed": assumed}.items()
    ):
        for property_id, place in product(
            (end, f"{end}-in-section"), (*cells, *CORNERS, "midway to TPTN", "nowhere", None, 3)
        ):
            value = {"better": place}
            prop = PROPERTIES[property_id]
            yield f"{property_id} {name} {place}", told(prop.statement, reading, value)
        for key, place in product(("parameters", "proof", "more"), places[-5:]):
            value = {"maximum": place, key: {"rule": "clear"}}
            yield f"{end} {name} {key} {place}", told(PROPERTIES[end].statement, reading, value)


# --- expansions, normalisers, averages --------------------------------------------------------


def of_taylor(file: Path) -> Lines:
    data = saved(file)
    reading = reading_from_data(data)
    value, order = data["taylor"]["value"], data["baseline"]["value"]
    if value is not None:
        for how, other in [("", value), *without(value)]:
            yield f"taylor {how}", told(_taylor, reading, other)
    if order is not None:
        for how, other in [("", order), *without(order)]:
            prop = PROPERTIES["baseline-order"]
            yield f"baseline {how}", told(prop.statement, reading, other)
            yield f"baseline {how} told", told(prop.tell or str, other)
    yield "scale", told(scale_goals, reading)


def _taylor(reading: Reading, value: Any) -> Any:
    return taylor_statement(reading, value["derivatives"], value["coefficients"], value["inner"])


#: Measures, and their derivatives along p_AB at fixed sizes.
ORDERED = (
    ("TP/n", (), ["1/(TP+FN+FP+TN)", "0", "0", "0"]),
    ("w*TP^3 + v", ("w > 0", "v"), ["3*w*TP^2", "6*w*TP", "6*w", "0"]),
    ("sqrt(TP)", (), ["1/(2*sqrt(TP))", "-1/(4*sqrt(TP)*TP)"]),
    ("Max(TP, FN)/n", (), ["1"]),
)  # fmt: skip
POINTS = ([], [["1/2", "1/3"]], [["1/2", "1/3"], ["1/4", "1/5"]], [["1", "1/2"]], [["1/2"]],
          ["1/2"], [["x", "1/2"]], [["0", "1/2"]], [[0.5, "1/2"]], None)  # fmt: skip


def orders() -> Lines:
    """Orders at independence, right and wrong ones."""
    prop = PROPERTIES["baseline-order"]
    for (text, assume, derivatives), constant in product(ORDERED, ("0", "w", "p_A*p_B", None)):
        reading = Reading(measure(text, assume=assume))
        for order in ("0", "1", "2", "3", "oo", "-1", "x", 2, "٢"):
            said = []
            for count, points in product(range(len(derivatives) + 1), POINTS):
                value = {"order": order, "constant": constant, "inner": None, "points": points,
                         "derivatives": derivatives[:count]}  # fmt: skip
                said.append(f"{count} {points}: {told(prop.statement, reading, value)}")
            yield f"{text} {order} {constant}", "; ".join(said)


def dependent() -> Lines:
    """Whether the goals of each property depend on a parameter, and the numerators."""
    texts = ("TP/(TP+w*FP+v*FN)", "w*recall", "sqrt(w*TP)/n", "(TP+TN)/n + w - w", "log(w*TP+FN+1)")
    for text, (property_id, prop) in product(texts, PROPERTIES.items()):
        names = [name for name in ("w", "v") if name in text]
        reading = Reading(measure(text, assume=[f"{name} > 0" for name in names]))
        try:
            statement = prop.statement(reading, None)
        except (ValueError, TypeError):
            continue
        found = [told(depends, statement, name) for name in ("w", "v", "x")]
        if text in texts[:3:2]:
            found += [told(cleared_numerators, goal) for goal in statement.goals]
        yield f"{text} {property_id}", "; ".join(found)


SIZED: tuple[Any, ...] = (
    [[3, 1, 1], [4, 2, 1]], [[3, 1, 1]], [[3, 1, 1], [3, 1, 1]], [[3, 1, 0], [4, 2, 1]],
    [[3, 1, 1], [4, 2, 1], [2, 1, 1]], [[61, 1, 1], [3, 1, 1]], ["x"], [["3", "1", "1"], [2, 1, 1]],
    [],
)  # fmt: skip
PLACES: tuple[dict[str, str], ...] = (
    {}, {"TP": "1"}, {"TP": "1", "FN": "0", "FP": "e", "TN": "2"},
    {"TP": "e^2", "FN": "e", "FP": "1", "TN": "0"}, {"TP": "w", "FN": "1", "FP": "1", "TN": "1"},
    {"TP": "1/2", "FN": "1", "FP": "1", "TN": "1"}, {"TP": "P", "FN": "0", "FP": "N", "TN": "0"},
)  # fmt: skip


def means() -> Lines:
    """Families at which an expectation is another one, and families of other properties."""
    reading = Reading(measure("TP/(TP+w*FP)", assume=["w > 0"]))
    for (property_id, prop), when in product(PROPERTIES.items(), ("w > 1", "w == 2", "always")):
        try:
            question = Asked(prop, reading)
            goals = question.statement.goals
        except (ValueError, TypeError):
            continue
        letters = {v.name for goal in goals for v in goal.variables} - {"w", "TP", "FN", "FP", "TN"}
        places = [{**place, **dict.fromkeys(sorted(letters), more)} if place else place
                  for place, more in product(PLACES, ("1", "w/2"))]  # fmt: skip
        for sizes in SIZED if property_id == "constant-baseline" else ([],):
            said = []
            for place, goal, size in product(places, (0, 1), ("", "w", "3/w", "sqrt(w)", "rho")):
                about = {"goal": goal, "point": place, **({"sizes": sizes} if sizes else {})}
                about |= {"size": size} if size else {}
                if goal == 0 or size in ("", "3/w"):
                    clause = told(_fails, question, Clause.parse(when, ("w", "rho")), about)
                    said.append(f"{place} {goal} {size}: {clause}")
            yield f"{property_id} {when} {sizes}", "; ".join(said)


def moments() -> Lines:
    """Central moments, and chains of derivatives."""
    for k in range(9):
        yield (
            f"moment {k}",
            told(
                lambda k: (
                    central_moment(k).order,
                    central_moment(k).text,
                    central_moment(k).leading,
                    [
                        central_moment(k).at(n, formula(1).args[0] / 3, formula(2).args[0] / 5)
                        for n in (k + 1, k + 7)
                    ],
                ),
                k,
            ),
        )
    inner = {"part": "CC", "slope": "1", "outer": "u"}
    for text, more in (("TP/n", ()), ("TP/(TP+u*FP)", ("u > 0",)), ("TP/(TP+P*FP)", ())):
        subject = told(measure, text, "", more)
        yield f"subject {text}", subject
        for texts in ([], ["1/n"], ["1/n", "0"], [1], "1", ["0"] * 12, ["0"] * 13):
            for within in (
                None,
                {**inner, "part": "TP/n", "slope": "1/n"},
                {"part": "TP"},
                {**inner, "part": "TP", "slope": "1", "outer": "u/(P+N)"},
            ):
                yield (
                    f"{text} {texts} {within}",
                    told(
                        lambda t, m, x, w: chain(Reading(measure(t, assume=m)), x, w),
                        text,
                        more,
                        texts,
                        within,
                    ),
                )


NORMALISERS = (
    ("1/(p_A*p_B)", ()),
    ("1/sqrt(p_A*(1-p_A)*p_B*(1-p_B))", ()),
    ("p_A^w", ("w > 0",)),
    ("2/(p_A*(1-p_B)+p_B*(1-p_A))", ()),
    ("Max(p_A, p_B)", ()),
    ("Abs(p_A-p_B)", ()),
    ("w*p_A", ("w",)),
    ("p_A*a1", ("a1 > 0",)),
    ("p_A", ("w > 0",)),
    ("p_A + x", ()),
    ("1", ()),
    ("log(p_A)/v + w", ("v > 0", "0 < w < 1")),
)


def normalisers() -> Lines:
    for (text, assume), number in product(NORMALISERS, CONDITIONS):
        yield (
            f"{text} {assume} {number}",
            told(lambda t, a, n: condition(n, Normaliser(t, a)), text, assume, number),
        )


def averages(averaging: str) -> Lines:
    """What has to be shown of an average, and averages of a few measures."""
    for property_id, where in product(ASKED, WHERE):
        yield f"{property_id} {where}", told(parts, averaging, property_id, where)
        yield f"{property_id} {where} said", told(sentence, averaging, property_id, where)
        for number, part in enumerate(parts(averaging, property_id, where)):
            yield (
                f"{property_id} {where} {number}",
                told(lambda p: (constraint(p, p.conclusion), contraries(p)), part),
            )
    convention = make_reading(measure("precision"), ["Phat == 0: 1"])
    for reading, where, classes in product((named(), convention), WHERE, (2, 3, 4)):
        yield (
            f"{reading.measure.name} {where} {classes}",
            told(averaged, averaging, reading, where, classes),
        )
        yield f"{reading.measure.name} {where} total", told(total, reading, where)


def instances() -> Lines:
    """Instances of properties of a binary measure, saved ones and others."""
    for property_id in ASKED:
        yield f"goals of {property_id}", told(binary_goals, property_id)
    for averaging, property_id, where in product(AVERAGINGS, ASKED, WHERE):
        said = [
            told(instance, part, property_id, where, Use(number, at))
            for part in parts(averaging, property_id, where)
            for number, at in _places(part, property_id)
        ]
        yield f"{averaging} {property_id} {where} with its own variables", "; ".join(said)
    for name, file in files("averaging").items():
        data = saved(file)
        for entry in data["verdicts"]:
            wanted = parts(data["averaging"], entry["property"], entry["where"])
            for number, (part, proof) in enumerate(zip(wanted, entry["proof"], strict=False)):
                for how, other in [("", proof), *without(proof)]:
                    yield (
                        f"{name} {entry['property']} {entry['where']} {number} {how}",
                        told(_uses, part, entry["property"], entry["where"], other),
                    )


def _places(part: Any, property_id: str) -> Iterator[tuple[int, tuple[tuple[str, str], ...]]]:
    """Instances whose variables are those of the part, and sums of these."""
    own = [variable.name for variable in part.variables]
    for number, goal in enumerate(binary_goals(property_id)):
        names = [variable.name for variable in goal.variables]
        yield number, tuple((name, own[i % len(own)]) for i, name in enumerate(names))
        yield number, tuple((name, f"{own[i % len(own)]} + {own[-1]}^2 + 1")
                            for i, name in enumerate(names))  # fmt: skip


def _uses(part: Any, property_id: str, where: str, data: Any) -> Any:
    proof = PartProof.from_data(data)
    uses = [instance(part, property_id, where, use) for use in proof.uses]
    return uses, [constraint(part, atom) for atom, _ in uses], proof.sums


CLAIMS = Claims(
    "questions",
    {
        **{name: partial(of_limit, file) for name, file in files("limit").items()},
        **{name: partial(of_threshold, file) for name, file in files("threshold").items()},
        **{name: partial(of_taylor, file) for name, file in files("taylor").items()},
        **{f"{averaging} averages": partial(averages, averaging) for averaging in AVERAGINGS},
        "ways": ways,
        "conditions": conditions,
        "maxima": maxima,
        "moves": moves,
        "sides": sides,
        "moments": moments,
        "orders at independence": orders,
        "dependence": dependent,
        "families": means,
        "normalisers": normalisers,
        "instances": instances,
    },
)


@pytest.mark.parametrize("section", CLAIMS.sections)
def test_what_questions_claim(section: str) -> None:
    CLAIMS.compare(section)
