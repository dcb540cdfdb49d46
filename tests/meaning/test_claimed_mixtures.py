"""What is said of parts that belong to different things, put together.

`tests/meaning/claimed.py` says how it is kept.  Saved verdicts get parts of others, while the
kernel takes every proof; measures get names, assumptions and readings that are drawn, some of which
do not fit.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any
from unittest.mock import patch

import pytest
from places import ROOT

from meaning.claimed import Claims, Lines, saved, text, told, without
from meaning.tables import named
from meaning.test_claimed_replays import believed
from meaning.test_claimed_variety import a_reading, drawn, parted, plain, spoiled_twice
from symbolic_measures.kernel.exact import UndefinedError, show
from symbolic_measures.meaning import (
    appendix_b,
    averaging_parts,
    every_class,
    every_readings,
    further,
    scikit_learn,
)
from symbolic_measures.meaning import normalisers as normalisers_of
from symbolic_measures.meaning.average_families import AverageOf
from symbolic_measures.meaning.averaging import AVERAGINGS, WHERE, averaged, total
from symbolic_measures.meaning.averaging_parts import parts as parts_of_average
from symbolic_measures.meaning.class_slopes import slope as class_slope
from symbolic_measures.meaning.class_sums import Frame, class_sums
from symbolic_measures.meaning.conditions import Clause, Condition, contrary, opposite
from symbolic_measures.meaning.each_m import AT_EACH_M, is_of_every_m, read, step_of
from symbolic_measures.meaning.every_class import (
    SIZES,
    WITH_CONSTANT,
    EveryClasses,
    is_affine,
    written,
)
from symbolic_measures.meaning.every_geometric import STATES, factor_of, shown
from symbolic_measures.meaning.every_gosgens import _degree, ordered
from symbolic_measures.meaning.every_parts import PARTS, parts
from symbolic_measures.meaning.every_readings import KNOWN, STATED
from symbolic_measures.meaning.every_report import (
    EveryProof,
    EveryVerdict,
    replay_every,
    replayed_every,
)
from symbolic_measures.meaning.extended import EXTENDED
from symbolic_measures.meaning.frameworks import ALL, FRAMEWORKS, battery
from symbolic_measures.meaning.instances import anything, matrices_of, refusal
from symbolic_measures.meaning.kept import replayed_kept
from symbolic_measures.meaning.measure import Measure, Reading, make_measure
from symbolic_measures.meaning.moments import _product, central_moment
from symbolic_measures.meaning.no_derivative import no_derivative
from symbolic_measures.meaning.normalisers import CONDITIONS, Normaliser, condition
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import DECLARED, declare, declare_of_order
from symbolic_measures.meaning.ranks import Ranked, predictions, smallest_disagreement
from symbolic_measures.meaning.readings import TERMS, WHOLE, reading
from symbolic_measures.meaning.regions import restricted, signed, uncovered
from symbolic_measures.meaning.replay import replayed
from symbolic_measures.meaning.report import directions, replay_report
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.meaning.sides import subject_of
from symbolic_measures.meaning.subjects import (
    convention,
    find_property,
    framework_properties,
    make_reading,
    measure,
    measure_data,
    oriented,
    reading_from_data,
    refuse_what_is_no_measure,
)
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Statement, Variable
from symbolic_measures.nouns.verdict import Verdict

Chance = random.Random
FILES = (
    "tests/questions/kept/check-answers", "tests/questions/kept/check-opitz",
    "tests/questions/kept/check-convention", "tests/questions/kept/extended-LOR",
    "docs/certificates/check-F1", "docs/certificates/classes-CC",
)  # fmt: skip
EVERY = ("every-opitz", "every-mean", "every-maximum", "every-power", "every-range")


# --- saved verdicts -----------------------------------------------------------------------------


def mixed(chance: Chance, one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """An entry with some parts of another one, or left out, or spoiled."""
    found = dict(one)
    for key in one:
        draw = chance.random()
        if draw < 0.2 and key in other:
            found[key] = other[key]
        elif draw < 0.24:
            found[key] = None
        elif draw < 0.27:
            found.pop(key)
        elif draw < 0.3 and key not in ("proof", "witness", "statement"):
            found[key] = spoiled_twice(chance, found[key])
    if chance.random() < 0.3:
        found["verdict"] = chance.choice(("proved", "refuted", "undecided", "not-applicable"))
    return found


def _taken(*_: Any) -> None:
    """The kernel takes it."""


def verdicts(name: str) -> Lines:
    """Verdicts with parts of others."""
    data, chance = saved(ROOT / f"{name}.json.gz"), Chance(name)
    subject = reading_from_data(data)
    every = [*data["verdicts"], *data.get("gradient", ())]
    for number in range(90):
        one, other = chance.choice(every), chance.choice(every)
        entry = mixed(chance, one, other)
        said = told(lambda e=entry: replayed(subject, e, {}, _taken).to_data())
        yield f"{number} {one['property']} {other['property']}", said


def of_every_m(name: str) -> Lines:
    """Verdicts for every number of classes with parts of others."""
    data, chance = saved(ROOT / f"tests/questions/kept/{name}.json.gz"), Chance(name)
    about, least = data["measure"], data["classes"].removeprefix(">= ")
    subject = EveryClasses(about["formula"], tuple(about["assume"]),
                           about["higher_is_better"] is False,
                           2 if least == "every" else int(least), about["reading"])  # fmt: skip
    for number in range(40):
        one, other = (chance.choice(data["verdicts"]) for _ in "12")
        entry = mixed(chance, one, other)
        with believed():
            said = told(lambda e=entry: replayed_every(subject, e).to_data())
        yield f"{number} {one['property']} {other['property']}", said


def of_averages() -> Lines:
    """Verdicts on averages with parts of others."""
    chance = Chance("of averages")
    every = [(name, entry) for name in ("macro", "micro")
             for entry in saved(ROOT / f"tests/questions/kept/averaging-{name}.json.gz")["verdicts"]
             if "weakly" not in entry["property"]]  # fmt: skip
    for number in range(60):
        (name, one), (_, other) = chance.choice(every), chance.choice(every)
        entry = mixed(chance, one, other)
        said = told(lambda n=name, e=entry: replayed_kept(n, e).to_data())
        yield f"{number} {name} {one['property']} {other['property']}", said


def reports() -> Lines:
    """Reports with verdicts, and with what was asked, of others."""
    chance = Chance("reports")
    files = [saved(ROOT / f"{name}.json.gz") for name in FILES[:4]]
    for number in range(120):
        one, other = (chance.choice(files) for _ in "12")
        data = {key: own for key, own in one.items() if chance.random() < 0.9}
        data |= {key: own for key, own in other.items() if chance.random() < 0.05}
        for key in ("verdicts", "gradient"):
            if key in data:
                data[key] = chance.sample(data[key], min(len(data[key]), chance.randint(0, 3)))
        ids = [entry["property"] for entry in data.get("verdicts", ())]
        data["asked"] = chance.choice((ids, [*ids, "gradient"], [*ids, "symmetry"], ids[1:]))
        data["complete"] = chance.random() < 0.7
        if chance.random() < 0.2:
            data = spoiled_twice(chance, {key: own for key, own in data.items()
                                          if key not in ("verdicts", "gradient")})  # fmt: skip
        yield f"{number}", told(_report, data)


def _report(data: Any) -> Any:
    lines, work = [], replay_report(data, None, lambda *given: replayed(*given, _taken))
    while True:
        try:
            lines.append(next(work))
        except StopIteration as stop:
            report = stop.value
            return lines, report and (report.to_data()["range"], report.asked, report.complete)


def whole_reports() -> Lines:
    """Reports for every m of which nothing is asked, and what derivatives are asked along."""
    for typed, name, least in product(
        ("BA", "macro_F1", "sum(c)/n", "micro(F1)"),
        ("literal", *KNOWN, EXTENDED, "user-defined", "x"),
        ("every", ">= 3", ">=3"),
    ):
        about = {"name": typed, "formula": typed, "reading": name, "assume": [],
                 "higher_is_better": True}  # fmt: skip
        data = {"schema": 1, "classes": least, "measure": about, "asked": [], "verdicts": [],
                "complete": True}  # fmt: skip
        yield f"{typed} {name} {least}", told(lambda d=data: _every_report(d))
    statement: Any = None
    subjects_of: dict[str, Reading] = {
        "F1": Reading(measure("F1")), "3 classes": Reading(measure("accuracy", classes=3)),
        "infinite": reading(EXTENDED, measure("LR_plus")),
    }  # fmt: skip
    for (name, subject), known, outcome in product(
        subjects_of.items(), ("scale-invariance", "symmetry"), ("proved", "refuted")
    ):
        verdict: Any = Verdict(known, outcome, statement)  # type: ignore[arg-type]
        yield f"along {name} {known} {outcome}", text(directions(subject, [verdict]))


def _every_report(data: Any) -> Any:
    lines, work = [], replay_every(data)
    while True:
        try:
            lines.append(next(work))
        except StopIteration as stop:
            return lines, stop.value and stop.value.to_data()


def at_each_m() -> Lines:
    """Verdicts for every m with some at numbers of classes, of which nothing is known."""
    for property_id, least, count in product((*PARTS, "ach", "tp-concave"), (2, 3), range(5)):
        subject = EveryClasses("BA", least=least)
        at = []
        for m in range(least, least + count):
            own = subject.at(min(m, 4)).measure
            nothing = Statement(property_id, own.name, PROPERTIES[property_id].sentence, ())
            at.append((m, Verdict(property_id, "undecided", nothing, reason="no time")))
        made = EveryVerdict(property_id, "undecided", least, at=tuple(at), reason="no time")
        found = told(lambda s=subject, v=made: replayed_every(s, v.to_data()).holds)
        yield f"{property_id} {least} {count}", found


def steps() -> Lines:
    """A proof at a number of classes by one for every number of them."""
    data = saved(ROOT / "tests/questions/kept/every-mean.json.gz")
    chance = Chance("steps")
    subject = EveryClasses(data["measure"]["formula"], tuple(data["measure"]["assume"]))
    for entry in data["verdicts"]:
        if entry["every"] is None:
            continue
        proof = EveryProof.from_data(entry["every"], subject.measure.parameters)
        step = step_of(subject, chance.choice((3, 4)), proof)
        yield entry["property"], text((step.to_data(), told(read, step),
                                       entry["property"] in AT_EACH_M))  # fmt: skip
        for how, args in without({k: v for k, v in step.args.items() if k != "every"}):
            if isinstance(args, dict):
                other = type(step)(step.rule, {**args, "every": step.args["every"]})
                yield f"{entry['property']} {how}", told(read, other)
        statement: Any = None
        of_step = [is_of_every_m(Verdict("x", "proved", statement, one))
                   for one in (step, None, type(step)("clear"))]  # fmt: skip
        yield f"{entry['property']} of every m", text(of_step)


# --- measures -----------------------------------------------------------------------------------

NAMES = ("w", "v", "beta", "TP2", "k", "e", "n", "pi", "x_001", "c11", "s1", "log", "F1", "P",
         "root1", "m", "ai", "p1")  # fmt: skip
ASSUMED = ("{} > 0", "0 < {} <= 1", "{}", "{} != 0", "{} > 0", "{0}^2 >= {0}", "{0} > v", "1 > 0",
           "{} >")  # fmt: skip


def measures(part: int) -> Lines:
    """Measures with names, assumptions and conventions that are drawn."""
    chance = Chance(f"measures {part}")
    known = ("F_beta", "F1", "recall", "IBA_accuracy", "Tversky", "FM", "net_benefit")
    for number in range(60):
        names = chance.sample(NAMES[:3], chance.randint(0, 2))
        names += [chance.choice(NAMES)] if chance.random() < 0.25 else []
        assume = [chance.choice(ASSUMED).format(name) for name in names]
        term = plain(chance, ["TP", "FN", "FP", "TN", "P", "n", *names])
        term = "*".join((*names, f"({term})")) if chance.random() < 0.8 else term
        typed = chance.choice((term, term, f"{term} + {chance.choice(known)}",
                               chance.choice(known), f" {term} "))  # fmt: skip
        name, classes = chance.choice(("", "", "x", "F1")), chance.choice((2, 2, 2, 3))
        yield f"{number} {typed} {assume} {name}", told(_measure, typed, name, assume, classes)


def _measure(typed: str, name: str, assume: list[str], classes: int) -> Any:
    subject = measure(typed, name, assume, classes)
    found = Reading(subject)
    point = dict.fromkeys(subject.parameters, 2)
    return (
        subject, measure_data(found), repr(subject), subject.variables, subject.conditions,
        _value(found, (1, 2, 3, 4), point),
        told(lambda: subject.proportions()), told(refuse_what_is_no_measure, found),
        told(lambda: reading_from_data({"measure": measure_data(found)}) == found),
    )  # fmt: skip


def _value(found: Reading, matrix: tuple[int, ...], point: dict[str, int]) -> str:
    try:
        return told(lambda: show(found.value_at(matrix, **point)))
    except UndefinedError as error:
        return str(error)


def from_files(part: int) -> Lines:
    """What is saved of a measure, with parts of another one."""
    chance = Chance(f"from files {part}")
    made = [measure_data(one) for one in (
        Reading(measure("F_beta")), Reading(measure("F1")), reading(EXTENDED, measure("LR_plus")),
        make_reading(measure("TP/(TP+FN)"), ["TP + FN == 0: 1"]),
        reading("gosgens-appendix-b", measure("BA")), Reading(measure("macro_F1", classes=3)),
        Reading(oriented(measure("FN/P"), False)), reading("scikit-learn", measure("precision")),
        Reading(measure("w*TP/(TP+v*FN)", assume=["0 < w < 1", "v > w"])),
    )]  # fmt: skip
    for number in range(30):
        one, other = chance.sample(made, 2)
        about = {**one, **{key: own for key, own in other.items() if chance.random() < 0.2}}
        about = about if chance.random() < 0.6 else spoiled_twice(chance, about)
        yield f"{number} {about}", told(lambda a=about: reading_from_data({"measure": a}))


def sides(part: int) -> Lines:
    """Two sides as one difference, in readings that are drawn."""
    chance = Chance(f"sides {part}")
    names = ("F1", "recall", "TP/(TP+FN)", "w*precision", "BA", " CC ", "TP/n - w", "x", "F_beta")
    for number in range(18):
        one, other = (chance.choice(names) for _ in "12")
        assume = [chance.choice(("w > 0", "w", "w != 1"))] if "w" in one + other else []
        ways = [chance.choice(("literal", "literal", "scikit-learn", EXTENDED,
                               "gosgens-appendix-b")) for _ in "12"]  # fmt: skip
        yield f"{number} {one} {other} {assume} {ways}", told(subject_of, one, other, assume, ways)


def conventions(part: int) -> Lines:
    """The formulas that readings have, and what they show; also of a term."""
    chance = Chance(f"conventions {part}")
    for number in range(40):
        subject = plain(chance, ("TP", "FN", "FP", "TN", "P", "N"))
        typed = [f"{plain(chance, ('TP', 'FN', 'n', 'P', 'Phat'))} {chance.choice(('==', '='))} "
                 f"{chance.choice('000001')}: {chance.choice(('1', '1/2', 'TP/n', '0'))}"
                 for _ in range(chance.randint(1, 3))]  # fmt: skip
        yield f"{number} {subject} {typed}", told(_convention, subject, typed)

    for typed, classes in product(("sum(c) == 0: 1", "a == 0: 1", "p_A == 0: Phat", "c11 == 0: TP",
                                   "n - c11 == 0: mean(c/a)"), (2, 3)):  # fmt: skip
        yield f"{typed} {classes}", told(convention, typed, (), classes)


def _convention(typed: str, conventions: list[str]) -> Any:
    found = make_reading(oriented(measure(typed), False), conventions)
    matrices = ((0, 1, 2, 0), (1, 0, 0, 0), (1, 2, 3, 4))
    return (found, found.formula, found.score, found.shown_score, repr(found), measure_data(found),
            [_value(found, matrix, {}) for matrix in matrices])  # fmt: skip


# --- averages, normalisers, parameters ----------------------------------------------------------


def averages(part: int) -> Lines:
    """Averages of binary measures that are drawn, of three classes and of any number."""
    chance = Chance(f"averages {part}")
    for number in range(15):
        try:
            binary = a_reading(chance)
        except ValueError:
            continue
        averaging, where = chance.choice([*AVERAGINGS]), chance.choice([*WHERE])
        whole = AverageOf(binary.measure.text, (), False, 3, averaging=averaging, binary=binary)
        yield f"{number} {averaging} {where} {binary.measure.text}", text([
            told(averaged, averaging, binary, where, chance.choice((2, 3))),
            told(total, binary, where), told(lambda w=whole: w.tree),
            told(lambda w=whole: w.measure), told(lambda w=whole: w.sign),
        ])  # fmt: skip


def parts_of_averages() -> Lines:
    """What has to be shown of averages."""
    for averaging, property_id, where in product(AVERAGINGS, PROPERTIES, WHERE):
        found = told(parts_of_average, averaging, property_id, where)
        yield f"{averaging} {property_id} {where}", found


def normalisers(part: int) -> Lines:
    """Normalisers that are drawn, and the conditions on them."""
    chance = Chance(f"normalisers {part}")
    for number in range(20):
        given = chance.choice(({}, {}, {"w": chance.choice(("w > 0", "w", "0 < w < 1"))},
                               {"a1": "a1 > 0"}))  # fmt: skip
        letters = ("p_A", "p_B", "(1 - p_A)", "(1 - p_B)", *given)
        typed = chance.choice((drawn(chance, letters, 2), f"1/({drawn(chance, letters, 2)})"))
        said = [told(lambda n=n, t=typed, g=given: condition(n, Normaliser(t, g.values())))
                for n in CONDITIONS]  # fmt: skip
        yield f"{number} {typed} {given}", "; ".join(said)


def clauses(part: int) -> Lines:
    """Conditions on parameters: their parts, the contrary, what they leave over."""
    chance = Chance(f"clauses {part}")
    subject = measure("w*TP/(TP+v*FP)", assume=["w > 0", "v"])
    names = ("w", "v", "rho")
    for number in range(44):
        sides = ["*".join(chance.choices(names, k=2)) + f" + {chance.choice('123')}" for _ in "12"]
        sides[1] = chance.choice((sides[1], sides[1], f"1/({sides[1]})"))
        atoms = [f"{chance.choice((*names, sides[0], '2*w - 1'))} "
                 f"{chance.choice(('>', '>=', '==', '!=', '<', '<='))} "
                 f"{chance.choice(('0', '1', 'v', sides[1], '1/2'))}"
                 for _ in range(chance.randint(1, 3))]  # fmt: skip
        typed = atoms[0]
        for one in atoms[1:]:
            typed += f" {chance.choice(('and', 'or'))} {one}"
        yield f"{number} {typed}", told(_clauses, typed, subject, chance)


def _clauses(typed: str, subject: Measure, chance: Chance) -> Any:
    whole = Condition.parse(typed, ("w", "v", "rho"))
    point = {name: formula(chance.randint(1, 3)) for name in ("w", "v", "rho")}
    every: list[Clause] = list(whole.clauses)
    atoms = [atom for clause in every for atom in clause.atoms]
    variables = (*subject.variables, Variable("rho", "real"))
    stated = PROPERTIES["symmetry"].statement(Reading(subject))
    return [
        whole, str(whole), whole.admits(point), told(lambda: list(whole.outside())),
        [told(clause.solved) for clause in every], [told(contrary, atom) for atom in atoms],
        [told(opposite, atom) for atom in atoms], told(signed, variables, atoms),
        [told(restricted, stated, clause, True) for clause in every[:1]],
        told(uncovered, subject, every[0], every[1:], True) if every else "",
    ]  # fmt: skip


def kinks() -> Lines:
    """That there is no derivative, of measures with kinks."""
    chance = Chance("kinks")
    for number in range(60):
        typed = f"Abs({plain(chance, ('TP', 'FN', 'FP'))} - {chance.choice(('TN', '1'))})/n"
        subject = named(better=False) if number % 10 == 9 else Reading(measure(typed))
        if number % 3 == 2:
            subject = Reading(measure("w*Max(c11, c12)/n", assume=["w > 0"], classes=3))
        names = subject.measure.cells
        sides = [chance.choice(("1", "-1", "1/2", "0", "2/3", "0.5")) for _ in "12"]
        value = {"cell": chance.choice(names), "within": chance.choice((2, 3, 10, 11)),
                 "matrix": [chance.choice("12345") for _ in names],
                 "above": sides[0], "below": sides[1]}  # fmt: skip
        prop = PROPERTIES[chance.choice(("opitz-monotone", "class-sensitive"))]
        value = value if chance.random() < 0.7 else spoiled_twice(chance, value)
        yield f"{number} {value}", told(no_derivative, prop, subject, value)


def moments() -> Lines:
    """Central moments, and polynomials as factored products."""
    for k in range(11):
        found = central_moment(k)
        yield f"moment {k}", text((found.order, found.text, found.leading))
    context = central_moment(2).top.context()
    n, p, q = context.gens()
    polys = [p - 1, 1 - p, 2 * p - 1, (p - 1) ** 2, (1 - p) ** 3 * q, n - 1, (n - 1) * (1 - q),
             -(n**2), 3 * n * (2 * q - 1), (1 - 2 * p) * (1 - q) ** 2, p * 0, p * 0 + 1,
             p * 0 - 2, (p + q) * n, (p - q) * (q - 1), 3 * p - 1, n - p, 2 * n - 1,
             (2 * p - 1) ** 2 * -4, (n * p - 1) * 6]  # fmt: skip
    for poly in polys:
        yield f"product {poly}", _product(poly)


# --- for every m --------------------------------------------------------------------------------


def subjects(kind: str, chance: Chance) -> Iterator[EveryClasses]:
    """Measures for every m of a kind: read at 0/0, geometric means, sums over pairs, calibrated."""
    term = partial(plain, chance, ("a", "b", "c", "n"))
    for _ in range(7):
        lower, least = chance.random() < 0.3, chance.choice((2, 3))
        match kind:
            case "read":
                texts = (*STATED, "sum(c/b)/m", "micro(F1)", "sum(c)/n")
                yield EveryClasses(chance.choice(texts), (), lower, least, chance.choice(KNOWN))
            case "geometric":
                body = chance.choice(("c/a", "c/b", "2*c/(a + b)", term(), "w*c/a + 1/n"))
                assume = ("w > 0",) if "w" in body else ()
                yield EveryClasses(f"product({body})^(1/m)", assume, lower, least)
            case "pairs":
                body = chance.choice(
                    (
                        "cij",
                        "cij*ai",
                        "ai*bj - cij*cji",
                        "cij/(ai + aj)",
                        "cij*cji/(ai*bj)",
                        "(cij + cji)/n",
                        "ai*aj/(bi + bj)",
                    )
                )
                yield EveryClasses(f"sum({term()})/m + pairs({body})/n", (), lower, least)
            case _:
                body = chance.choice(("accuracy", "macro_precision", f"sum({term()})/m", "kappa"))
                yield EveryClasses(f"calibrated({body})", (), lower, least)


def of_kind(kind: str, property_id: str) -> Lines:
    """What has to be shown of measures of a kind, for every m; or what they are."""
    chance = Chance(f"of kind {kind} {property_id}")
    for subject in subjects(kind, chance):
        if property_id == "itself":
            yield f"{subject}", text([
                told(lambda s=subject: s.tree), told(subject.look),
                told(lambda s=subject: s.factor), told(shown, subject), told(factor_of, subject),
                told(subject.at, 3), [*STATES],
            ])  # fmt: skip
            continue
        constant = None
        if property_id in WITH_CONSTANT:
            constant = chance.choice(EXISTING.get(property_id, ("0", "1", "1/m")))
        yield f"{subject} {constant}", told(_parts, property_id, subject, constant)


#: What exists, of properties of which something does.
EXISTING: dict[str, Sequence[Any]] = {
    "range": ({"infimum": {"value": "0", "attained": {"alike": ["0", "1"]}},
               "supremum": {"value": "1", "attained": {"alike": ["1", "0"]}}},),
    "class-sensitive": ({"cells": ["TP", "TN"], "matrix": ["1", "1", "2", "2"]},),
    "class-decomposable": ({"p": 0, "of": "c/a"}, {"p": 0, "of": "c/b"}, {"p": 1, "of": "c/a"}),
    "chance-corrected": ("0", {"bound": "1/m"}),
    "undefined-set": ({"classes": ["a"], "sums": []}, {"classes": [], "sums": ["sum(a*b)"]}),
}  # fmt: skip


def _parts(property_id: str, subject: EveryClasses, constant: Any) -> Any:
    return [(part.label, part.state(part.make()), part.sample, part.spoken)
            for part in parts(property_id, subject, constant)]  # fmt: skip


def declared_anew() -> Lines:
    """What is declared when a module is imported, declared again: it is the same."""
    with patch.dict(DECLARED):
        for cell, word in product(("TP", "TN"), ("concave", "convex")):
            further._declare_bend(cell, word)
            prop = DECLARED[f"{cell.lower()}-{word}"]
            yield prop.id, text((prop.sentence, prop.source, prop.as_given, prop.of_order,
                                 prop.statement(named())))  # fmt: skip
        declare("one", "It is so.", "nobody", answers=True)(prop.build)
        declare_of_order("other", "It is so.", "nobody", stronger="one")(prop.build)
        for name in ("one", "other"):
            made = DECLARED[name]
            yield name, text((made.id, made.sentence, made.source, made.answers, made.of_order,
                              made.stronger, made.build is prop.build))  # fmt: skip
    with patch.dict(every_class.STATED):
        build = every_class.states("one", "other")(PARTS["symmetry"])
        yield "states", text([every_class.STATED[name] is build for name in ("one", "other")])
    before = averaging_parts.PARTS.copy()
    with patch.dict(averaging_parts.PARTS):
        averaging_parts._parts("one", "macro", "micro")(before["macro", "symmetry"])
        yield "averages", text([key for key in averaging_parts.PARTS if key not in before])
    with patch.dict(CONDITIONS):
        normalisers_of._condition("7", "It is so.")(CONDITIONS["1"][1])
        yield "conditions", text((CONDITIONS["7"][0], CONDITIONS["7"][1] is CONDITIONS["1"][1]))


def defaults() -> Lines:
    """What functions take where nothing is said."""
    for name in (*FRAMEWORKS, ALL):
        yield f"framework {name}", text((told(framework_properties, name), told(battery, name)))
    for name in PROPERTIES:
        yield f"property {name}", text((told(lambda n=name: find_property(n).id),
                                        told(refusal, name)))  # fmt: skip
    for typed in ("c11 == 0: 1", "TP == 0: 1", "sum(c) == 0: 1"):
        yield f"convention {typed}", told(convention, typed)
    for typed in ("TP/n", "c11/n", "sum(c)/n", "1/c12", "mean(c/a)"):
        yield f"measure {typed}", told(lambda t=typed: (measure(t), make_measure(t)))
    for classes in (2, 3):
        yield f"a tree of {classes}", told(measure, parse("TP/(TP + FN)"), "", (), classes)
    for typed in ("c_i/n", "sum(sum(c)/a)", "pairs(cij)", "sum(xlogy(c, a))", "sum(c/a)"):
        yield f"sums {typed}", told(class_sums, typed)
        yield f"written {typed}", told(lambda t=typed: written(class_sums(t), SIZES))
    yield "anything", text((anything(), list(matrices_of(range(1, 3)))))
    for n, positives in product(range(4), repeat=2):
        yield f"predictions {n} {positives}", told(predictions, n, positives)
    both = [Ranked(name, measure(name).formula, {}) for name in ("F1", "accuracy")]
    yield "disagreement", text([told(smallest_disagreement, *both, n) for n in range(1, 5)])
    for name in ("F_beta", "F1", "IBA_accuracy"):
        yield f"samples {name}", told(parameter_samples, Reading(measure(name)))


def known_terms() -> Lines:
    """What each reading knows: terms of a class, measures as a whole, averages."""
    for name in KNOWN:
        for table in (every_readings._stated, every_readings._wholes, every_readings._of_a_class):
            yield f"{name} {table.__name__}", text(table(name))
    yield "averaged", text(every_readings._averaged())
    whole = {name: tuple(known.items()) for name, known in WHOLE.items()}
    terms = tuple((term, (rule,)) for term, rule in TERMS["gosgens-appendix-b"].items())
    for classes in (2, 3, 4):
        known = appendix_b._all_known(classes, whole["gosgens-appendix-b"], terms)
        for number, (tree, rules) in enumerate(known.items()):
            yield f"appendix {classes} {number}", text((tree, rules))
        for number, part in enumerate(scikit_learn._parts(classes, whole["scikit-learn"])):
            yield f"library {classes} {number}", text(part)


def of_classes(part: int) -> Lines:
    """Readings of measures of three classes: some terms several times, some in none of them."""
    chance = Chance(f"of classes {part}")
    terms = (
        "mean(c/a)",
        "mean(c/b)",
        "accuracy",
        "CC",
        "kappa",
        "CE",
        "macro(F1)",
        "c11/n",
        "mean(2*c/(a+b))",
        "sum(c)/n",
        "macro(recall)",
        "weighted(F1)",
        "micro(F1)",
        "CD",
        "mean(c/(a+b-c))",
        "c11/(c11+c12+c13)",
        "macro(TN/N)",
        "1",
        "mean(c/a*c/b)",
    )
    for number in range(18):
        one, two, three = (chance.choice(terms) for _ in "123")
        typed = chance.choice((one, one, f"({one} + {two})/2", f"{one}*{two} + {one}",
                               f"sqrt({one}*{two})", f"{one} + {two} + {three}",
                               f"1 - {one}", f"({one} + {two} + {three})/3"))  # fmt: skip
        said = [told(lambda t=typed, k=name: reading(k, measure(t, classes=3)))
                for name in ("gosgens-appendix-b", "scikit-learn")]  # fmt: skip
        yield f"{number} {typed}", "; ".join(said)


def cases(part: int) -> Lines:
    """Sums of terms with cases: what is the same in all of them, what stays a sum."""
    chance = Chance(f"cases {part}")
    for number in range(40):
        one, two, three = (
            parse_term(chance.choice(("a", "b - a", "c", "a*b", "0", "1", "c/b", "a + b - c",
                                      "sqrt(a)", plain(chance, ("a", "b", "c")))))
            for _ in "123"
        )  # fmt: skip
        case = Formula("ifzero", one, two, three)
        tree = chance.choice((case, case, case + two, two - case, case / parse_term("n"),
                              case - Formula("ifzero", two, one, two), case * two,
                              case / three, (case + case) / parse_term("m")))  # fmt: skip
        whole = Formula("sum", tree)
        subject = measure("w*TP/n", assume=["w > 0"])
        frame = Frame(chance.choice((0, 0, 1, 2)), subject.variables, whole=chance.random() < 0.5)
        yield f"{number} {tree} {frame.named}", text([
            told(frame.rest, tree), told(frame.normal, whole), frame.terms, is_affine(tree),
            told(class_slope, whole, True), told(_degree, tree), told(ordered, tree),
        ])  # fmt: skip


def parse_term(typed: str) -> Formula:
    """A term in the letters of a class."""
    return parse(typed, {}, ("a", "b", "c", "n", "m"))


KINDS_OF_SUBJECTS = ("read", "geometric", "pairs", "calibrated")
CLAIMS = Claims(
    "mixtures",
    {
        **{f"verdicts of {name.rsplit('/', 1)[1]}": partial(verdicts, name) for name in FILES},
        **{f"verdicts of {name}": partial(of_every_m, name) for name in EVERY},
        "verdicts of averages": of_averages,
        "reports": reports,
        "whole reports": whole_reports,
        "at each m": at_each_m,
        "steps": steps,
        "kinks": kinks,
        "moments": moments,
        "declared anew": declared_anew,
        "defaults": defaults,
        "known terms": known_terms,
        "parts of averages": parts_of_averages,
        **parted({
            "measures": (3, measures), "from files": (5, from_files), "sides": (5, sides),
            "conventions": (2, conventions), "averages": (3, averages),
            "normalisers": (3, normalisers), "clauses": (3, clauses),
            "of classes": (6, of_classes), "cases": (3, cases),
        }),
        **{f"{kind}: {i}": partial(of_kind, kind, i)
           for kind, i in product(KINDS_OF_SUBJECTS, (*PARTS, "itself"))},
    },
)  # fmt: skip


@pytest.mark.parametrize("section", CLAIMS.sections)
def test_what_is_said_of_mixtures(section: str) -> None:
    CLAIMS.compare(section)
