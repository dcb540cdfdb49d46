"""What measures and readings are: conventions, infinite values, instances, ranks, and refusals.

`tests/meaning/claimed.py` says how it is kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations, permutations, product
from typing import Any

import pytest
from places import ROOT
from random_formulas import random_quotients

from meaning.claimed import Claims, Lines, saved, told, without
from symbolic_measures.meaning import scikit_learn
from symbolic_measures.meaning.extended import EXTENDED, Signs, extended
from symbolic_measures.meaning.frameworks import ALL, DEFAULT, FRAMEWORKS, battery
from symbolic_measures.meaning.instances import (
    Conflict,
    Instance,
    anything,
    constraint,
    every_instance,
    matrices_of,
    refusal,
    sizes_of,
    value_at,
)
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.measures import MEASURES, find_measure, get_measure, named_measure
from symbolic_measures.meaning.multiclass import (
    MULTICLASS,
    MULTICLASS_ALIASES,
    class_measure,
    find_multiclass,
    speaks_of_classes,
)
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import describe
from symbolic_measures.meaning.ranks import (
    Ranked,
    alike,
    groups,
    labelings,
    predictions,
    smallest_disagreement,
    truths,
)
from symbolic_measures.meaning.readings import (
    KNOWN,
    WHOLE,
    known_readings,
    reading,
    speaks_of_whole,
)
from symbolic_measures.meaning.same import same_function
from symbolic_measures.meaning.samples import parameter_samples
from symbolic_measures.meaning.sides import subject_of
from symbolic_measures.meaning.subjects import (
    convention,
    described,
    find_property,
    framework_properties,
    make_reading,
    measure,
    measure_data,
    oriented,
    reading_from_data,
    refuse_what_is_no_measure,
)
from symbolic_measures.meaning.supports import SUPPORTS, faces, patterns
from symbolic_measures.meaning.triplets import triplet
from symbolic_measures.nouns.parser import parse

#: Formulas with a parameter w, and what is assumed of it.
ASSUMED = (
    "w > 0",
    "w >= 0",
    "w < 0",
    "w <= 0",
    "w != 0",
    "w > -1",
    "2*w > 1",
    "w <= -1",
    "w == 2",
    "w",
    "0 < w < 1",
    "w^2 > 1",
    "1 - w > 0",
    "w != 1",
    "2*w != 0",
    "w >= 2",
    "w*w > w",
)
#: With infinite values, or without; each way to be refused.
QUOTIENTS = (
    "TP/FN", "-TP/FN", "TP/FN + 1", "1 - TP/FN", "TP/FN + FP/TN", "TP/FN*TN/FP", "(TP/FN)/(FP/TN)",
    "Abs((TP-TN)/FN)", "sqrt(TP/FN)", "(TP/FN)^2", "(TP/FN)^(-1)", "(TP/FN)^(1/2)", "(TP/FN)^0",
    "(TP-FN)/FP", "TP/(FN-FP)", "(TP-TN)/(FN*FP)", "TP/(TP+FN)", "log(TP/FN)", "log(TP)",
    "2*log(TP/FN)",
    "-log(TP)", "log(TP/FN) + 1", "1 - log(TP)", "log(TP) + log(TN)", "log(TP) - log(FN)",
    "w*log(TP)",
    "log(TP)/w", "log(TP)/log(2)", "log(TP)*TP", "log(TP) + TP", "log(TP)/FN", "TP/log(FN)",
    "log(log(TP))", "log(TP-FN)", "log(TP+1)", "log(n)", "Max(TP/FN, 1)", "exp(TP/FN)",
    "TP/FN*log(TP)",
    "w*TP/FN", "TP/FN + w", "TP/FN - w*TN", "TP/(w*FN)", "TP^w/FN", "(TP/FN)^w", "log(TP)*sqrt(w)",
    "log(TP)*log(w)", "log(TP) + 1/w", "log(TP)*w^2", "log(TP)*w^(1/2)", "log(TP)*Abs(w)",
    "(-1)*log(TP)",
    "log(TP)*0", "TP*TN/(FP*FN)", "(TP*TN-FP*FN)/(FP*FN)", "TP/(TP*FN)", "(TP*FN)/(FN)",
    "TP/P/(FP/N)",
    "xlogy(FN, 2)/FN", "acos(TP/n)/FN", "Min(TP, FN)/FP", "(FN/TP)^(-2)", "TP^(-1)", "n^(-1)",
    "FN - TP/FN",
    "((TP-FN)/FP)^(-1)", "(TP/FN)^3", "(TP/FN)^(-1/2)", "TP^(-1/2)/FN", "((TP-TN)/FN)^(1/3)",
    "-(-(TP/FN))", "TP/(FN/1)", "0/FN",
    "FN/FN",
    "log(TP)*(w-w+2)", "log(TP)*Max(w, 1)", "xlogy(TP, FN)/FN", "TP*TN/(FP+FN*0)",
    "sqrt((TP-FN)/FP)",
)  # fmt: skip


def infinite() -> Lines:
    for text in QUOTIENTS:
        yield text, told(_extended, text, "w > 0")
    for text, assumed in product(
        ("w*log(TP)", "TP/(w*FN)", "TP^w/FN", "log(TP)/w", "log(TP)*sqrt(w)", "(w-2)*TP/FN"),
        ASSUMED,
    ):
        yield f"{text}, {assumed}", told(_extended, text, assumed)
    for letters in ("R", "RQ", "RQTUVWY", "RQTUVWYZ"):
        assume = [f"{letter} > 0" for letter in letters]
        yield (
            f"letters {letters}",
            told(
                lambda a, t: extended(measure(t, assume=a)), assume, f"TP/FN + {'+'.join(letters)}"
            ),
        )
    yield "of 3 classes", told(lambda: extended(measure("accuracy", classes=3)))


def _extended(text: str, assumed: str) -> Any:
    subject = measure(text, assume=[assumed] if "w" in text.replace("Max", "") else [])
    found = extended(subject)
    return found, None if found is None else (
        Reading(subject, EXTENDED, extended=found).shown_score,
        Reading(oriented(subject, False), EXTENDED, extended=found).shown_score,
        measure_data(Reading(subject, EXTENDED, extended=found)),
    )


def at_random() -> Lines:
    for text in random_quotients(1_000)[::9]:
        yield text, told(lambda t: extended(measure(t, assume=["a > 0"] if "a" in t else [])), text)


SIGNED = (
    "TP",
    "TP-FN",
    "TP*TN-FN*FP",
    "TP/FN",
    "w",
    "-w",
    "Abs(TP-FN)",
    "Min(TP, FN)",
    "Max(TP, -FN)",
    "sqrt(TP-1)",
    "acos(TP/n)",
    "xlogy(TP, FN)",
    "xlogy(TP-FN, 2)",
    "TP^2-2*TP*FN+FN^2",
    "TP^w",
    "TP^0",
    "(TP-FN)^2",
    "(TP-FN)^3",
    "(TP-FN)^(-2)",
    "(TP-FN)^(-1/2)",
    "(TP-FN)^(-1/3)",
    "TP^(-1/2)",
    "TP^(-1)",
    "(TP-FN)^(1/2)",
    "log(TP)",
    "TP-TP",
    "TP+TP",
    "TP/TP",
    "(TP-FN)*(TP-FN)",
    "1/(TP-TP)",
    "w*TP-w*FN-w*TP",
    "2-w",
    "TP - n",
    "n - TP",
    "0*TP",
    "-2",
    "TP-FN+1",
    "xlogy(0, FN)",
)


def signs() -> Lines:
    """Which signs a formula may have, at each pattern of zero cells."""
    for text, assumed in product(SIGNED, ASSUMED):
        if "w" in text or assumed == "w > 0":
            subject = measure("w*TP/n", assume=[assumed])
            tree = parse(text, parameters=("w",))
            yield (
                f"{text}, {assumed}",
                told(
                    lambda s, t: (
                        Signs(s).parameters,
                        [sorted(Signs(s)._at(p, t)) for p in SUPPORTS],
                        Signs(s).at_least_0(t),
                        Signs(s).never_0(t),
                        Signs(s).vanishes_with(t, parse("TP")),
                    ),
                    subject,
                    tree,
                ),
            )


def of_catalog(start: int) -> Lines:
    """The readings of measures of the catalog, as declared and as written in other ways."""
    for name in sorted(MEASURES)[start::6]:
        yield name, told(_readings, MEASURES[name])
        yield (
            f"{name} about",
            told(
                lambda m: (
                    m,
                    measure_data(Reading(m)),
                    repr(m),
                    described(measure(m.text, "x")),
                    described(m),
                    parameter_samples(Reading(m)),
                    named_measure(m.name.lower()),
                ),
                MEASURES[name],
            ),
        )
        yield f"{name} infinite", told(extended, MEASURES[name])


def _readings(subject: Measure) -> Any:
    names = known_readings(subject)
    return (
        names,
        [reading(name, subject) for name in names],
        [speaks_of_whole(name, subject) for name in KNOWN],
    )


WRITTEN = (
    "TP/(FN+TP)", "2*TP/(2*TP+FN+FP)", "TP/(TP+FN)*2", "(TP+TN)/n", "TN/N",
    "TP/(TP+FP) + TN/(TN+FN)",
    "5*TP/(5*TP+4*FN+FP)", "(TP/P+TN/N)/2", "TP/P", "TP/n", "(1+w^2)*TP/((1+w^2)*TP+w^2*FN+FP)",
    "TP/(FP+TP)", "sqrt(TP/P*TP/Phat)", "TN/Nhat", "1/(1/precision+1/recall)", "TP/(TP+FN+FP)",
    "(TP*TN-FP*FN)/sqrt(P*N*Phat*Nhat)", "1-FN/P", "TN/(FP+TN)", "FN/(FN+TP)",
)  # fmt: skip
SEVERAL = (
    "macro(TP/(TP+FN))", "mean(c/a)", "mean(c/b)", "mean(2*c/(a+b))", "weighted(F1)", "micro(F1)",
    "macro_F1",
    "sum(a*2*c/(a+b))/n", "mean(c/(a+b-c))", "accuracy", "CC", "kappa", "macro(F_beta)",
    "mean(c/a)/2",
    "(c11/(c11+c12+c13)+c22/(c21+c22+c23)+c33/(c31+c32+c33)+1)/3",
    "macro(2*TP/(2*TP+FN+FP))", "micro(recall)", "sum(c/a)", "mean(c/b)*mean(c/a)",
    "macro_precision",
)  # fmt: skip


def written_otherwise() -> Lines:
    """Readings of formulas that a person wrote, of two and of several classes."""
    for text, name in product(WRITTEN, (*KNOWN, "nothing", "user-defined")):
        assume = ["w > 0"] if "w" in text else []
        yield (
            f"{text} {name}",
            told(lambda t, a, n: reading(n, measure(t, assume=a)), text, assume, name),
        )
    for text, classes in product(SEVERAL, (2, 3, 4)):
        if classes < 4 or text == "mean(c/a)":
            yield f"{text} {classes}", told(_of_classes, text, classes)
    for pair in combinations(WRITTEN[:12], 2):
        trees = [parse(text, parameters=("w",)) for text in pair]
        yield f"same {pair}", told(same_function, *trees)
    yield "same roots", told(same_function, parse("sqrt(TP*4)"), parse("2*sqrt(TP)"))
    yield "same but for a domain", told(same_function, parse("TP*FN/FN"), parse("TP*(FN/n)/(FN/n)"))
    for one, other in permutations(("TP*FN/FN", "TP + FN - FN", "TP + 0*sqrt(FN)"), 2):
        yield f"same {one} {other}", told(same_function, parse(one), parse(other))


def _of_classes(text: str, classes: int) -> Any:
    subject = class_measure(text, classes, assume=["beta > 0"] if "beta" in text else ())
    found = scikit_learn.conventions(subject, WHOLE[scikit_learn.NAME])
    return known_readings(subject), found, measure_data(Reading(subject))


def instances(property_id: str) -> Lines:
    """Linear constraints: of any measure, of F1, of any measure of three classes."""
    for classes in (2, 3):
        yield f"refusal {classes}", told(refusal, property_id, classes)
    if PROPERTIES[property_id].answers:
        return
    for measured, sizes in (
        (anything(), range(1, 4)),
        (MEASURES["F1"], range(2, 3)),
        (anything(3), range(2, 3)),
        (anything(), range(3, 4)),
    ):
        found = told(_instances, property_id, measured, sizes)
        yield f"{measured.name} {measured.classes} {sizes}", found


def _instances(property_id: str, subject: Measure, sizes: range) -> Any:
    found = []
    for instance, stated, matrices in every_instance(property_id, subject, sizes):
        found.append((instance, str(stated), matrices))
        if len(found) == 60:
            break
    return len(found), found


def other_instances() -> Lines:
    """Instances and conflicts that are none, and sizes."""
    given = (
        {"property": "symmetry", "goal": 0, "point": {"TP": 1, "FN": 2, "FP": 0, "TN": 1}},
        {"property": "monotone", "goal": 1, "point": {"TP": 1, "FN": 2, "FP": 1, "TN": 1}},
        {"property": "constant-baseline", "goal": 0, "sizes": [[3, 1, 1], [4, 2, 1]]},
    )
    for data in given:
        for how, other in [("", data), *without(data)]:
            for subject in (anything(), MEASURES["F1"], MEASURES["FM"]):
                yield (
                    f"{data['property']} {subject.name} {how}",
                    told(lambda o, s: constraint(Instance.from_data(o), s, {}), other, subject),
                )
    for shown in (
        (3, 1, 1),
        (3, 4, 1),
        (3, 1, 3),
        (3, 1, 0),
        (3, 1),
        (0, 0, 0),
        (3, 0, 2),
        (3, -1, 1),
    ):
        yield f"sizes {shown}", told(sizes_of, shown, 2)
    for shown in (
        (1, 1, 1, 2, 1, 0),
        (1, 1, 1, 3, 0, 0),
        (3, 0, 0, 1, 1, 1),
        (1, 1, 1, 1, 1),
        (1, 1, 1, 1, 1, 2),
    ):
        yield f"sizes {shown}", told(sizes_of, shown, 3)
    yield (
        "matrices",
        told(lambda: (list(matrices_of(range(1, 3))), len(list(matrices_of(range(2, 3), 3))))),
    )
    for text in ("TP/n", "TP/FN", "sqrt(TP)", "sqrt(TP)*sqrt(TP)", "log(TP)"):
        for cells in ((1, 0, 2, 0), (2, 1, 1, 1)):
            yield (
                f"value {text} {cells}",
                told(
                    lambda t, c: value_at(measure(t), tuple(map(fmpq_fraction, c)), {}), text, cells
                ),
            )
    file = ROOT / "docs/certificates/completion-F1-harmonic.json.gz"
    for place in (file, *sorted((ROOT / "docs/certificates").glob("completion-*.json.gz"))):
        data = saved(place)
        if data["conflict"] is not None:
            subject = reading_from_data(data).measure
            for how, other in [("", data["conflict"]), *without(data["conflict"])]:
                yield f"{place.name} {how}", told(Conflict.from_data, other, subject)
            return


def fmpq_fraction(number: int) -> Any:
    from fractions import Fraction

    return Fraction(number)


def ranked() -> Lines:
    """How measures rank predictions."""
    names = ("F1", "accuracy", "recall", "CC", "Jaccard", "BA", "FM")
    for constant in (True, False):
        every = [Ranked(name, MEASURES[name].formula, {}, constant) for name in names]
        for n in (1, 2, 3, 4):
            yield f"groups {n} {constant}", told(groups, every, n)
            yield f"truths {n} {constant}", told(truths, n, constant)
            for positives in range(n + 1):
                yield (
                    f"predictions {n} {positives} {constant}",
                    told(predictions, n, positives, constant),
                )
            for one, other in combinations(every, 2):
                yield f"{one.name} {other.name} {n} {constant}", told(_compared, one, other, n)


def _compared(one: Ranked, other: Ranked, n: int) -> Any:
    found = smallest_disagreement(one, other, n)
    shown = None if found is None else (triplet(one, other, found).to_data(), labelings(*found))
    return alike(one, other, n), found, shown, smallest_disagreement(one, other, n, True)


WORDS = (
    "F1",
    "f1",
    "MCC",
    "mcc",
    "Dice",
    "BSS",
    "heidke",
    "macro_F1",
    "macro_f1",
    "G",
    "sensitivity",
    "TPR",
    "nothing",
    "",
    "acuracy",
    "F_0.5",
    "macro_F3",
    "weighted_BA",
    "TP",
    "Gini",
)


def refused() -> Lines:
    """Words that are no measure, no property, no convention, no reading; and formulas that hardly
    anybody means."""
    for word in WORDS:
        for make in (
            find_measure,
            get_measure,
            named_measure,
            find_multiclass,
            speaks_of_classes,
            measure,
        ):
            yield f"{make.__name__} {word}", told(make, word)
        for classes in (3, 1, 7):
            yield f"{classes} classes {word}", told(measure, word, "", (), classes)
    for word, classes in product((*PROPERTIES, "simmetry", "", "gradient"), (2, 3)):
        yield f"property {word} {classes}", told(lambda w, c: find_property(w, c).id, word, classes)
    for word, classes in product((*FRAMEWORKS, ALL, DEFAULT, "gosgens"), (2, 3)):
        yield f"framework {word} {classes}", told(framework_properties, word, classes)
        yield f"battery {word} {classes}", told(lambda w, c: battery(w, c), word, classes)
    for text in (
        "TP+FN == 0: 1",
        "TP+FN = 0: 1",
        "TP+FN: 1",
        "TP+FN == 1: 1",
        "TP+FN == 0",
        "x == 0: 1",
        ": 1",
        "TP == 0: w",
        "0 == 0: TP/FN",
        "TP+FN == 0: 1: 2",
        "F1 == 0: 1",
    ):
        yield f"convention {text}", told(convention, text, ("w",))
        for name in (None, "literal", "user-defined", "scikit-learn"):
            yield f"convention {text} {name}", told(make_reading, MEASURES["F_beta"], [text], name)
    for text in ("c11 == 0: 1", "TP == 0: 1", "sum(c) == 0: n", "n - c11 == 0: c12/n"):
        yield f"convention of 3 {text}", told(convention, text, (), 3)
        yield f"reading of 3 {text}", told(make_reading, measure("macro_F1", classes=3), [text])
    for word in ("symmetry", "tp-concave"):
        yield f"property {word}", told(lambda w: find_property(w).id, word)
    for name in (None, *KNOWN, "user-defined", "x"):
        yield f"reading {name}", told(make_reading, MEASURES["F1"], (), name)
    for text in (
        "TP/(TP-TP)",
        "sqrt(TP-FN)",
        "sqrt(-1-TP)",
        "log(TP-FN)",
        "TP/(n-TP-FN-FP-TN)",
        "1/(TP*0)",
        "TP",
        "acos(2*n)",
        "TP/(TP-7)",
        "1/(TP+FN+FP+TN-9)",
        "(TP-FN)^(1/2)",
        "TP*sqrt(w)",
    ):
        for assume in (("w > 0",), ("w < 0",), ("w > 1", "w < 0")) if "w" in text else ((),):
            yield (
                f"no measure {text} {assume}",
                told(
                    lambda t, a: refuse_what_is_no_measure(Reading(measure(t, assume=a))),
                    text,
                    assume,
                ),
            )
    yield "of many classes", told(refuse_what_is_no_measure, Reading(measure("1/(n-n)", "", (), 6)))
    for text in ("c11/c12", "1/(c11-c11)", "sqrt(c12-c21)"):
        yield (
            f"no measure {text}",
            told(lambda t: refuse_what_is_no_measure(Reading(measure(t, classes=3))), text),
        )
    for lhs, rhs, assume in (
        ("F1", "2*TP/(2*TP+FN+FP)", ()),
        ("F1", "x", ()),
        ("y", "F1", ()),
        ("w*TP", "TP*w", ("w > 0",)),
        ("TP/P", "recall", ("w > 0",)),
    ):
        for readings in product(("literal", "scikit-learn", EXTENDED, "x"), repeat=2):
            yield f"{lhs} = {rhs} {readings}", told(subject_of, lhs, rhs, assume, readings)


def supports() -> Lines:
    """Sets of patterns in words; values of properties in words."""
    for size in (0, 1, 2, 3, 14, 15):
        for chosen in list(combinations(SUPPORTS, size))[::7]:
            yield (
                f"{size} {chosen[:3]}",
                told(lambda c: (faces(c), patterns(c)), [list(s) for s in chosen]),
            )
    for value in (
        {"supports": [], "where": "TP == FN"},
        {"supports": [["TP"]], "where": "TP > FN"},
        {"supports": []},
        {"supports": [], "where": 1},
        {"where": ""},
    ):
        yield f"{value}", told(lambda v: (patterns(v), faces(v)), value)
        yield f"{value} described", told(describe, "undefined-set", value)


def from_files() -> Lines:
    """Readings as files say them, and with a part spoiled."""
    makers: dict[str, Callable[[], Reading]] = {
        "F_beta": lambda: Reading(MEASURES["F_beta"]),
        "typed": lambda: make_reading(measure("TP/(TP+FN)"), ["TP + FN == 0: 1"]),
        "known": lambda: reading("gosgens-appendix-b", MEASURES["BA"]),
        "infinite": lambda: reading(EXTENDED, MEASURES["LR_plus"]),
        "classes": lambda: Reading(measure("macro_F1", classes=3)),
        "turned": lambda: Reading(oriented(measure("FN/P"), False)),
        "alias": lambda: Reading(measure("MCC")),
    }
    for name, make in makers.items():
        data = {"measure": measure_data(make())}
        for how, other in [("", data), *without(data)]:
            yield f"{name} {how}", told(reading_from_data, other)
    for wrong in (
        {"name": "F1", "formula": "TP/n"},
        {"name": "macro_F1", "formula": "TP/n", "classes": 3},
        {"name": "x", "formula": "TP/(TP+w)", "parameters": {}},
        {"name": "x", "formula": "TP/n", "parameters": {"w": ["w > 0"]}},
        {"name": "x", "formula": "TP/n", "classes": 2},
        {
            "name": "x",
            "formula": "TP/n",
            "conventions": [{"when": "TP", "value": "1", "source": "s"}],
        },
    ):
        whole = {"measure": {"reading": "literal", "parameters": {}, **wrong}}
        yield f"{wrong}", told(reading_from_data, whole)


CLAIMS = Claims(
    "readings",
    {
        "infinite": infinite,
        "at random": at_random,
        "signs": signs,
        **{f"catalog {start}": partial(of_catalog, start) for start in range(6)},
        "several classes": lambda: ((name, told(class_measure, name, 3)) for name in (
            *MULTICLASS, *MULTICLASS_ALIASES)),
        "written otherwise": written_otherwise,
        **{f"instances of {i}": partial(instances, i) for i in PROPERTIES},
        "other instances": other_instances,
        "ranked": ranked,
        "refused": refused,
        "supports": supports,
        "from files": from_files,
    },
)  # fmt: skip


@pytest.mark.parametrize("section", CLAIMS.sections)
def test_what_readings_are(section: str) -> None:
    CLAIMS.compare(section)
