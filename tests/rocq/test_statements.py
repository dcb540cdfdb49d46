"""The statements: Rocq's goals and the kernel's say the same at the same matrices.

In Rocq each property is proved to be equivalent to its goals (`symmetry_iff`, ...); the kernel's
goals are tried against slow definitions in `tests/meaning`.  So this closes the circle.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from flint import fmpq
from tiers import few

from symbolic_measures import check
from symbolic_measures.doors.export.checking import coqc
from symbolic_measures.doors.export.claims import OF_CLASSES, claim_of
from symbolic_measures.doors.export.points import SORTS
from symbolic_measures.doors.export.rocq import (
    AS_GIVEN,
    CLASS_MODULES,
    HEADER,
    SCORED,
    header,
    measure_file,
)
from symbolic_measures.doors.export.terms import Numbers
from symbolic_measures.kernel.truth import admits, evaluator, holds
from symbolic_measures.meaning.association import ASSOCIATION
from symbolic_measures.meaning.further import FURTHER
from symbolic_measures.meaning.scales import SCALES
from symbolic_measures.nouns.confusion import LABELINGS
from symbolic_measures.nouns.statement import Goal

#: A formula with divisions, one with a root, one with a logarithm.
FORMULAS = ("(TP*TN - FP*FN)/((TP + FN)*(FP + TN))", "TP/sqrt((TP + FP)*(TP + FN))", "log(TP/FN)")
PROPERTIES = (
    "symmetry", "class-symmetry", "maximal-agreement", "minimal-agreement", "monotone",
    "weakly-monotone", "strongly-monotone", "weakly-strongly-monotone", "distance",
    "approximate-constant-baseline", "scale-invariance", "tn-invariance", "tptn-max", "fn-min",
    "fp-min", "tptn-max-in-section", "tp-monotone", "tp-strictly-monotone", "tn-monotone",
    "tn-strictly-monotone", "ace", "ach", "prevalence-invariant", "opitz-monotone",
    "fn-min-in-section", "fp-min-in-section", *FURTHER, *ASSOCIATION,
)  # fmt: skip
POINTS = 6
ANSWER = re.compile(r"\((true|false), (Some true|Some false|None)\)")

pytestmark = pytest.mark.usefixtures("compiled_library")


def _points(goal: Goal, pick: random.Random) -> list[dict[str, int]]:
    """Small matrices; the cells of a goal that speaks of positive ones are."""
    names = [(v.name, int(v.sort == "positive")) for v in goal.variables]
    return [{name: pick.randrange(least, 3) for name, least in names} for _ in range(POINTS)]


#: What is said with a value: where a maximum is, which patterns are undefined, between which ends.
VALUED = {
    "F1": (
        "range", "undefined-set", "undefined-kinds", "tn-not-max", "tp-not-max",
        "tn-not-max-in-section", "tp-not-max-in-section", "class-sensitive", "homogeneity",
        "lipschitz-constant",
    ),
    "accuracy": SCALES,
    "precision": ("tn-not-max", "tp-not-max"),
    "kappa": ("range", "undefined-kinds", "chance-corrected", "class-sensitive"),
}  # fmt: skip


@pytest.mark.parametrize("text", FORMULAS)
def test_goals_say_the_same(text: str, tmp_path: Path) -> None:
    report = check(text, property=list(PROPERTIES), timeout=1.0)
    assert [verdict.property for verdict in report.verdicts] == list(PROPERTIES)
    goals = {
        f"{verdict.property.replace('-', '_')}_goals M": verdict.statement.goals
        for verdict in report.verdicts
    }
    definition = measure_file("M", report.reading, report.verdicts[:1]).definition
    compared(definition, goals, random.Random(len(text)), tmp_path)


@pytest.mark.parametrize("measure", VALUED)
def test_goals_with_values_say_the_same(measure: str, tmp_path: Path) -> None:
    report = check(measure, property=list(VALUED[measure]))
    goals = {}
    for verdict in report.verdicts:
        if verdict.outcome == "proved":
            claim = claim_of("M", verdict, report.reading, Numbers(()))
            goals[f"{claim.goals} M"] = tuple(goal for goal, _ in claim.proved)
    assert goals
    definition = measure_file("M", report.reading, report.verdicts).definition
    compared(definition, goals, random.Random(len(measure)), tmp_path)


#: Of three classes: a quotient of sums, and one that a permutation of the classes changes.
OF_THREE = (
    "(c11*c22 - c12*c21 + c33)/((c11 + c12 + c13)*(c31 + c32 + c33))",
    "sqrt(c11/(c11 + c23))",
)
OF_3 = Numbers((), classes=3)
#: Properties of classes that are said with a value.
VALUED_OF_CLASSES = {
    "kappa": ("range", "chance-corrected", "class-sensitive", "opitz-monotone"),
    "accuracy": ("range", "chance-corrected", "class-sensitive", "opitz-monotone"),
}


@pytest.mark.parametrize("text", few(OF_THREE, 1))
def test_goals_of_three_classes_say_the_same(text: str, tmp_path: Path) -> None:
    asked = [
        own for own in OF_CLASSES if own not in ("constant-baseline", *VALUED_OF_CLASSES["kappa"])
    ]
    report = check(text, property=asked, classes=3, timeout=0.1)
    goals = {
        f"{verdict.property.replace('-', '_')}_goals 3 M": verdict.statement.goals
        for verdict in report.verdicts
    }
    assert len(goals) == len(asked)
    definition = measure_file("M", report.reading, report.verdicts[:1]).definition
    compared(definition, goals, random.Random(len(text)), tmp_path, OF_3, CLASS_MODULES)


@pytest.mark.parametrize("measure", few(VALUED_OF_CLASSES, 1))
def test_goals_of_three_classes_with_values_say_the_same(measure: str, tmp_path: Path) -> None:
    report = check(measure, property=list(VALUED_OF_CLASSES[measure]), classes=3)
    goals = {}
    for verdict in report.verdicts:
        if verdict.outcome == "proved":
            claim = claim_of("M", verdict, report.reading, Numbers((), classes=3))
            goals[f"{claim.goals} M"] = tuple(goal for goal, _ in claim.proved)
    assert len(goals) >= 2
    definition = measure_file("M", report.reading, report.verdicts).definition
    compared(definition, goals, random.Random(len(measure)), tmp_path, OF_3, CLASS_MODULES)


def test_goals_of_several_classes_say_the_same_of_two(tmp_path: Path) -> None:
    """`Classes.v` with m = 2 and the kernel's goals of two classes: two definitions."""
    text = FORMULAS[0]
    asked = [
        own for own in OF_CLASSES if own not in ("constant-baseline", *VALUED_OF_CLASSES["kappa"])
    ]
    report = check(text, property=[*asked, "opitz-monotone"], timeout=0.1)
    goals = {
        f"{verdict.property.replace('-', '_')}_goals 2 M": verdict.statement.goals
        for verdict in report.verdicts
    }
    assert len(goals) == len(asked) + 1
    definition = measure_file("M", report.reading, report.verdicts[:1]).definition
    # The label 1 is class 0 there, and the elements with given labels follow the two matrices.
    words = {name: 9 + int(name[2:].translate(str.maketrans("01", "10")), 2) for name in LABELINGS}
    numbers = Numbers((), renamed=words)
    compared(definition, goals, random.Random(2), tmp_path, numbers, CLASS_MODULES)


def compared(
    definition: str,
    goals: dict[str, tuple[Goal, ...]],
    pick: random.Random,
    folder: Path,
    numbers: Numbers | None = None,
    modules: tuple[str, ...] = (),
) -> None:
    """Rocq and the kernel evaluate the goals at the same points, to the same answers; and their
    variables stand for the same numbers (whole, >= 0, > 0)."""
    numbers = numbers or Numbers(())
    asked, expected, sorts, kinds = [], [], [], []
    for said, own in goals.items():
        for number, goal in enumerate(own):
            names = [variable.name for variable in goal.variables]
            listed = ";".join(f"{numbers.of(name)}%positive" for name in names)
            sorts.append(f"Eval vm_compute in sorts_of [{listed}] {number} ({said}).")
            kinds.append([SORTS[variable.sort] for variable in goal.variables])
            for point in _points(goal, pick):
                told = ";".join(f"({numbers.of(n)}%positive,({q}#1)%Q)" for n, q in point.items())
                asked.append(f"Eval vm_compute in told (at_point [{told}]) {number} ({said}).")
                values = {name: fmpq(value) for name, value in point.items()}
                expected.append((admits(goal, values), holds(goal.conclusion, values)))
    own_header = header(modules) if modules else HEADER
    source = (
        f"{own_header}{definition}\n"
        "Definition told l n (gs : list goal) := let g := nth n gs (Goal (fun _ => Real) [] "
        "(Defined (Num 0))) in let given := map (truth l) (hyps g) in "
        "(forallb (fun b => match b with Some b => b | None => false end) given, "
        "if existsb (fun b => match b with None => true | _ => false end) given then None "
        "else truth l (concl g)).\n"
        "Definition sorts_of vs n (gs : list goal) := "
        "map (sorts (nth n gs (Goal (fun _ => Real) [] (Defined (Num 0))))) vs.\n"
    )
    path = folder / "M.v"
    path.write_text(source + "\n".join((*asked, *sorts)), encoding="utf-8")
    good, output = coqc(path)
    assert good, output[-2000:]
    found = ANSWER.findall(re.sub(r"\s+", " ", output))
    assert len(found) == len(expected)
    known = 0
    for (given, concluded), (admitted, true), line in zip(found, expected, asked, strict=True):
        if concluded == "None":  # a root or a logarithm, which Rocq does not compute
            continue
        known += 1
        assert (given == "true", concluded == "Some true") == (admitted, true), line
    assert known > len(expected) / 4
    told = re.findall(r"= \[([\w\s;]*)\]\s+: list sort", output)
    assert [re.findall(r"\w+", line) for line in told] == kinds


def test_every_property_is_compared() -> None:
    """Expectations are, in `test_accepted.py`; class decomposition is said without derivatives."""
    known = {*PROPERTIES, *(prop for listed in VALUED.values() for prop in listed)}
    assert {*SCORED, *AS_GIVEN} - known == {"constant-baseline", "class-decomposable"}


@pytest.mark.parametrize("measure", ["F1", "BA", "DOR", "kappa", "accuracy", "OP"])
def test_a_power_mean_is_a_sum_of_two_functions(measure: str) -> None:
    """`class_decomposable` of Rocq, evaluated: M^p at four matrices, two of each TP and TN."""
    report = check(measure, property=["class-decomposable"])
    (verdict,) = report.verdicts
    value, pick = evaluator(report.reading.formula), random.Random(measure)
    gaps = set()
    for _ in range(20):
        tp, tn, fn, fp, more, other = (fmpq(pick.randrange(1, 6)) for _ in range(6))
        places = ((tp, tn), (more, other), (tp, other), (more, tn))
        m = [value({"TP": x, "FN": fn, "FP": fp, "TN": y}) for x, y in places]
        if verdict.outcome == "proved" and verdict.value["p"] == "0":
            gaps.add(m[0] * m[1] - m[2] * m[3])
        else:
            gaps.add(m[0] + m[1] - m[2] - m[3])
    assert (gaps == {0}) == (verdict.outcome == "proved")
