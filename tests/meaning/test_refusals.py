"""Values and saved parts that are refused, each with the reason that is meant for it.

A value that is not of the form that its property asks for must not become a statement: it could be
one that is proved and says something else.
"""

from __future__ import annotations

import copy
import re
from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq
from questions.spoiling import kept

from symbolic_measures import check
from symbolic_measures.kernel.truth import holds
from symbolic_measures.meaning.approaches import approaches, limit_statement
from symbolic_measures.meaning.averaging_parts import parts
from symbolic_measures.meaning.averaging_proofs import PartProof, Use, constraint, follows, instance
from symbolic_measures.meaning.class_sums import Frame, class_sums
from symbolic_measures.meaning.conditions import Clause, Condition, RegionError, contrary
from symbolic_measures.meaning.dependence import along
from symbolic_measures.meaning.every_class import ERRORS, IDENTITY, SIZES, EveryClasses, written
from symbolic_measures.meaning.every_gosgens import ordered
from symbolic_measures.meaning.every_report import parts as every_parts
from symbolic_measures.meaning.instances import Instance, InstanceError, anything, goals
from symbolic_measures.meaning.instances import constraint as constraint_of
from symbolic_measures.meaning.kept import replayed_kept
from symbolic_measures.meaning.maximum import summit
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.no_derivative import no_derivative
from symbolic_measures.meaning.padding import Family
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.meaning.regions import Asked
from symbolic_measures.meaning.report import Report
from symbolic_measures.meaning.sides import EXTENDED, subject_of
from symbolic_measures.meaning.subjects import (
    convention,
    find_property,
    framework_properties,
    measure,
    reading_from_data,
    refuse_what_is_no_measure,
)
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import formula, symbol
from symbolic_measures.nouns.statement import Atom
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.questions.kinds import read

CELLS_E = ["1", "1", "1/e", "1/e"]
LIMIT: dict[str, Any] = {"support": ["TP"], "limit": None, "paths": [CELLS_E], "values": ["oo"]}
ONES = ["1"] * 4
LONG = ["1"] * 9

#: (property, measure, value, what is said)
MALFORMED: dict[str, tuple[str, str, Any, str]] = {
    "extension: no list": ("continuous-extension", "F1", 3, "an entry, or the list of all"),
    "extension: no entry": ("continuous-extension", "F1", [3], "an entry has a support"),
    "extension: no cells": (
        "continuous-extension", "F1", {"support": ["FN", "TP"]}, "list of cells, in their order"),
    "extension: not in order": (
        "continuous-extension", "F1", [{"support": ["TN"]}, {"support": ["TP"]}],
        "each pattern once, in their order"),
    "extension: no text": (
        "continuous-extension", "F1", {"support": ["TN"], "limit": 1, "bound": "1"},
        "given as text"),
    "extension: no quotient": (
        "continuous-extension", "F1", {"support": ["TN"], "limit": "sqrt(TN)", "bound": "1"},
        "quotients of polynomials"),
    "extension: a path that is no list": (
        "continuous-extension", "F1", {**LIMIT, "values": 3}, "paths and values are lists"),
    "extension: paths that are no list": (
        "continuous-extension", "F1", {**LIMIT, "paths": 3}, "paths and values are lists"),
    "extension: one path, one number": (
        "continuous-extension", "F1", {**LIMIT, "values": ["1"]}, "two paths with two values"),
    "extension: two paths to infinity": (
        "continuous-extension", "F1", {**LIMIT, "paths": [CELLS_E] * 2}, "one to infinity"),
    "extension: two ends": (
        "continuous-extension", "F1",
        {"support": ["TN"], "limit": None, "values": ["0", "1"],
         "paths": [["0", "0", "1/e", "1"], ["1/e", "0", "0", "2"]]}, "lead to one matrix"),
    "extension: a number": (
        "continuous-extension", "F1",
        {"support": ["TN"], "limit": None, "values": [0, 1],
         "paths": [["0", "0", "1/e", "1"], ["1/e", "0", "0", "1"]]}, "a value is given as text"),
    "extension: three cells": (
        "continuous-extension", "F1", {**LIMIT, "paths": [["1", "1", "1/e"]]}, "four cells"),
    "extension: a cell that vanishes": (
        "continuous-extension", "F1", {**LIMIT, "paths": [["0", "1/e", "1/e", "1/e"]]},
        "TP = 0 does not stay positive"),
    "extension: a half": (
        "continuous-extension", "F1", {**LIMIT, "paths": [["1/2", "1/e", "1/e", "1/e"]]},
        "TP = 1/2 does not stay positive"),
    "extension: a cell that stays": (
        "continuous-extension", "F1", {**LIMIT, "paths": [["1", "1", "1/e", "1/e"]]},
        "FN = 1 does not stay positive, or tend to 0"),
    "extension: a half that tends to 0": (
        "continuous-extension", "F1", {**LIMIT, "paths": [["1", "(1/2)/e", "1/e", "1/e"]]},
        "does not stay positive, or tend to 0"),
    "extension: a cell that grows": (
        "continuous-extension", "F1", {**LIMIT, "paths": [["1", "e", "1/e", "1/e"]]},
        "FN = e does not"),
    "extension: a cell with a power that falls": (
        "continuous-extension", "F1", {**LIMIT, "paths": [["1", "1/(2*e^(1/2))", "1/e", "1/e"]]},
        "does not stay positive, or tend to 0"),
    "undefined: no list": ("undefined-set", "F1", 3, "a list of supports is needed"),
    "undefined: no cells": ("undefined-set", "F1", [["TN", "TP"]], "in their order"),
    "undefined: other keys": ("undefined-set", "F1", {"supports": []}, "the keys are supports"),
    "undefined: no text": (
        "undefined-set", "F1", {"supports": [], "where": 3}, "the keys are supports and where"),
    "undefined: no condition": (
        "undefined-set", "F1", {"supports": [], "where": "TP"}, "malformed value"),
    "undefined: never": (
        "undefined-set", "F1", {"supports": [], "where": "never"}, "says nothing"),
    "kinds: no list": ("undefined-kinds", "F1", 3, "a list of patterns is needed"),
    "kinds: turned": (
        "undefined-kinds", "F1", [{"support": ["TN"]}, {"support": ["TP"]}], "in their order"),
    "kinds: other keys": ("undefined-kinds", "F1", [{"support": ["TN"]}], "the keys are support"),
    "range: a faster growth": (
        "range", "F1",
        {side: {"value": end, "attained": None, "approached": ["e"] * 4, "growth": "exp"}
         for side, end in (("infimum", "-oo"), ("supremum", "oo"))}, "like e, or like log(e)"),
    "homogeneity: three cells": ("homogeneity", "F1", {"matrix": ["1"] * 3}, "four cells"),
    "homogeneity: numbers": ("homogeneity", "F1", {"matrix": [1] * 4}, "given as text"),
    "homogeneity: a half": ("homogeneity", "F1", {"matrix": ["1/2"] * 4}, "a whole number"),
    "steps: a parameter left out": (
        "interval-scale", "F_beta", {"steps": [ONES] * 3, "parameters": {}}, "has a value"),
    "steps: not admissible": (
        "interval-scale", "F_beta", {"steps": [ONES] * 3, "parameters": {"beta": "-1"}},
        "do not satisfy their conditions"),
    "steps: two matrices": (
        "interval-scale", "F1", {"steps": [ONES] * 2, "parameters": {}}, "three matrices"),
    "steps: two truths": (
        "interval-scale", "F1",
        {"steps": [ONES, ONES, ["2", "1", "1", "1"]], "parameters": {}}, "of one truth"),
    "steps: no positives": (
        "interval-scale", "F1", {"steps": [["0", "0", "1", "1"]] * 3, "parameters": {}},
        "of one truth"),
    "steps: equal values": (
        "interval-scale", "accuracy", {"steps": [ONES] * 3, "parameters": {}}, "the values grow"),
    "steps: equal steps": (
        "interval-scale", "accuracy",
        {"steps": [["0", "1", "1", "0"], ["0", "1", "0", "1"], ["1", "0", "0", "1"]],
         "parameters": {}}, "by different steps"),
    "steps: a value between": (
        "interval-scale", "accuracy",
        {"steps": [["0", "3", "1", "0"], ["1", "2", "1", "0"], ["3", "0", "1", "0"]],
         "parameters": {}}, "no value of this truth lies between"),
    "chance: another grade": (
        "chance-corrected", "kappa", {"bound": "0", "grade": "weak"}, "strict, bound or below"),
    "chance: below, and attained": (
        "chance-corrected", "kappa", {"bound": "0", "grade": "below", "attained": ["1"] * 4},
        "the keys are bound and grade"),
    "chance: other keys": (
        "chance-corrected", "kappa", {"bound": "0", "grade": "strict", "attained": []},
        "the keys are bound and grade"),
    "chance: neither attained nor approached": (
        "chance-corrected", "kappa", {"bound": "0", "grade": "bound"}, "attained or approached"),
    "chance: with parameters": (
        "chance-corrected", "F_beta", {"weights": ONES, "proof": {}},
        "every parameter of the measure has a value"),
    "sensitive: other keys": ("class-sensitive", "BA", {"cells": []}, "cells and matrix"),
    "sensitive: one cell": (
        "class-sensitive", "BA", {"cells": ["TP"], "matrix": ONES}, "two cells are named"),
    "sensitive: an unknown cell": (
        "class-sensitive", "BA", {"cells": ["TP", "c11"], "matrix": ONES}, "two cells are named"),
    "sensitive: three numbers": (
        "class-sensitive", "BA", {"cells": ["TP", "TN"], "matrix": ONES[1:]}, "has 4 cells"),
    "sensitive: a cell in words": (
        "class-sensitive", "BA", {"cells": ["TP", "TN"], "matrix": [*ONES[1:], "one"]},
        "a whole number"),
    "sensitive: a cell that is 0": (
        "class-sensitive", "BA", {"cells": ["TP", "TN"], "matrix": [*ONES[1:], "0"]},
        "the cells are positive"),
    "sensitive: an equation without a proof": (
        "class-sensitive", "BA", {"equal": []}, "each equation has a proof"),
    "decomposable: other keys": (
        "class-decomposable", "BA", {"q": "1"}, "the keys are p, or no p"),
    "decomposable: one place": (
        "class-decomposable", "BA", {"no p": [[["TP", "TN"], ONES]]}, "the keys are p, or no p"),
    "decomposable: one class": (
        "class-decomposable", "BA", {"no p": [[["TP", "FN"], ONES]] * 2}, "share a class"),
    "decomposable: mixed in one class": (
        "class-decomposable", "BA", {"no p": [], "mixed": ["TP", "FN"], "matrix": ONES},
        "share a class"),
    "decomposable: an exponent with a letter": (
        "class-decomposable", "BA", {"p": "sqrt(2)"}, "p is a rational number"),
    "maximum: three cells": (
        "tp-not-max", "accuracy", {"maximum": ONES[1:], "parameters": {}, "proof": {}},
        "four cells with parameters"),
    "maximum: no parameters": (
        "tp-not-max", "accuracy", {"maximum": ONES, "parameters": [], "proof": {}},
        "four cells with parameters"),
    "maximum: a number": (
        "tp-not-max", "accuracy", {"maximum": [1, 1, 1, 1], "parameters": {}, "proof": {}},
        "a cell is a number like 2 or 1/2"),
    "maximum: a negative cell": (
        "tn-not-max", "accuracy",
        {"maximum": ["2", "1", "0", "-1"], "parameters": {}, "proof": {}},
        "a cell is a number like 2 or 1/2"),
    "maximum: no number of a fraction": (
        "tn-not-max", "accuracy",
        {"maximum": ["1", "1/0", "0", "1"], "parameters": {}, "proof": {}},
        "a cell is a number like 2 or 1/2"),
    "maximum: a decimal": (
        "tn-not-max", "accuracy",
        {"maximum": ["1", "0.5", "0", "1"], "parameters": {}, "proof": {}},
        "a cell is a number like 2 or 1/2"),
    "maximum: more than a number": (
        "tn-not-max", "accuracy",
        {"maximum": ["1", "1/2 ", "0", "1"], "parameters": {}, "proof": {}},
        "a cell is a number like 2 or 1/2"),
    "maximum: a matrix off the side": (
        "tn-not-max", "accuracy",
        {"maximum": ["1", "1", "1", "1"], "parameters": {}, "proof": {}},
        "the matrix is not on the side"),
    "maximum: a matrix without a value": (
        "tn-not-max", "TP/n+log((n-3)^2)",
        {"maximum": ["3/2", "1/2", "0", "1"], "parameters": {}, "proof": {}},
        "there is no value at the matrix"),
    "maximum: a parameter left out": (
        "tp-not-max", "F_beta", {"maximum": ONES, "parameters": {}, "proof": {}},
        "every parameter of the measure has a value"),
    "maximum: no negatives": (
        "tp-not-max", "accuracy",
        {"maximum": ["1", "0", "0", "0"], "parameters": {}, "proof": {}}, "P and N are not 0"),
    "maximum: not admissible": (
        "tp-not-max", "F_beta", {"maximum": ONES, "parameters": {"beta": "-1"}, "proof": {}},
        "do not satisfy their conditions"),
    "maximum: other keys": (
        "tp-not-max", "accuracy", {"maximum": ONES, "proof": {}},
        "the keys are maximum, parameters and proof"),
    "maximum: a corner with parameters": (
        "tp-not-max", "accuracy", {"maximum": "TPTN", "parameters": {}, "proof": {}},
        "the keys are maximum and proof"),
    "gradient: one point": (
        "gradient", "accuracy",
        {"variable": "TP", "derivative": "0", "sign": "changes", "points": [{}]}, "two points"),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_value_makes_no_statement(name: str) -> None:
    property_id, text, value, reason = MALFORMED[name]
    with pytest.raises(FormulaError, match="malformed value") as caught:
        PROPERTIES[property_id].statement(Reading(measure(text)), value)
    assert reason in str(caught.value)


def test_no_derivative_is_asked_at_positive_matrices() -> None:
    """The statement that there is none, with its cells checked."""
    prop = PROPERTIES["class-sensitive"]
    entry = {"cell": "TP", "matrix": ["1", "1", "1", "x"], "above": "1", "below": "0", "within": 2}
    data = copy.deepcopy(kept("check-opitz"))
    spoiled = next(e for e in data["verdicts"] if e["property"] == prop.id)
    spoiled.update(verdict="not-applicable", value=entry, proof={"rule": "every-goal"})
    with pytest.raises(CertificateError, match="a cell is a whole number"):
        read(data)


@pytest.mark.parametrize(("change", "reason"), [
    ({"within": 11}, "within is a whole number from 2 to 10"),
    ({"within": True}, "within is a whole number from 2 to 10"),
    ({"cell": "n"}, "a cell is named"),
    ({"matrix": ["1", "1", "1", "0"]}, "the cells are positive"),
    ({"matrix": ["1", "1", "1"]}, "a matrix has 4 cells"),
    ({"above": "0"}, "the two numbers are different"),
    ({"above": "2/2"}, "a bound is a rational number"),
])  # fmt: skip
def test_a_missing_derivative_in_another_form_is_refused(change: Any, reason: str) -> None:
    prop, reading = PROPERTIES["class-sensitive"], Reading(measure("Abs(TP-TN)+FN+FP"))
    value = {"cell": "TP", "matrix": ["1"] * 4, "above": "1", "below": "0", "within": 2}
    assert len(no_derivative(prop, reading, value)[0].goals) == 2
    with pytest.raises(FormulaError, match=reason):
        no_derivative(prop, reading, {**value, **change})


# --- what is stated ---------------------------------------------------------------------------


@pytest.mark.parametrize("section", [True, False])
def test_at_a_maximum_itself_nothing_is_larger_or_smaller(section: bool) -> None:
    """The matrix is scaled to its own section, which changes nothing."""
    value = {"maximum": ["1", "2", "3", "5"], "parameters": {}}
    goal = summit(Reading(measure("TP^2*TN/(FP+1)-FN")), value, section)
    point = {name: fmpq(cell) for name, cell in zip(CELLS, (1, 2, 3, 5), strict=True)}
    assert holds(Atom(goal.conclusion.expr, "=="), point) is True
    other = {name: fmpq(cell) for name, cell in zip(CELLS, (2, 1, 3, 5), strict=True)}
    assert holds(Atom(goal.conclusion.expr, "=="), other) is False


def test_alike_classes_are_those_of_the_matrices_they_stand_for() -> None:
    accuracy = EveryClasses("accuracy", (), False, 2).tree
    for m in (2, 3, 5):
        for letters, right, wrong in ((SIZES, 1, 1), (IDENTITY, 1, 0), (ERRORS, 0, 1)):
            size = right + (m - 1) * wrong
            told = {name: tree.at(m=formula(m)) for name, tree in letters.items()}
            wanted = {"a": size, "b": size, "c": right, "n": m * size}
            for name, number in wanted.items():
                assert holds(Atom(told[name] - number, "=="), {}) is True
            value = written(accuracy, letters).at(m=formula(m))
            assert holds(Atom(value - formula(Fraction(right, size)), "=="), {}) is True


def test_of_cells_only_those_of_other_classes_may_be_0() -> None:
    sorts = {
        variable.name: variable.sort for variable in Frame(2).variables if "_" in variable.name
    }
    assert len(sorts) == 9
    for name, sort in sorts.items():
        assert sort == ("nonnegative" if "r" in name else "positive")
    assert {v.sort for v in Frame(1).variables if "_" in v.name} == {"positive"}


@pytest.mark.parametrize(("property_id", "move", "step"), [
    ("monotone", {"TP": 1, "FN": -1}, None),
    ("tn-invariance", {"TN": 1}, "k"),
])  # fmt: skip
def test_the_move_of_a_goal_is_named(property_id: str, move: Any, step: str | None) -> None:
    goal = PROPERTIES[property_id].statement(Reading(measure("F1"))).goals[0]
    args: dict[str, Any] = {"lower": str(goal.conclusion.expr.args[1]), "move": move}
    assert list(along(goal)) == [("path", {**args, "step": step} if step else args)]


def test_for_every_m_a_right_element_is_strictly_above_the_least_value() -> None:
    for lower, text in ((False, "accuracy"), (True, "1-accuracy")):
        subject = EveryClasses(text, (), lower, 2)
        least, above = every_parts("minimal-agreement", subject, "0")
        assert least.state(least.make()).conclusion.rel == "=="
        assert above.state(above.make()).conclusion.rel == ">"


# --- limits -----------------------------------------------------------------------------------


def test_limits_that_are_none() -> None:
    subject = measure("F_beta")
    for text, reason in (
        ("TP -> -oo", "a cell tends to oo"), ("TP -> -1", "a cell tends to oo"),
        ("TP", "is no limit"), ("x -> 0", "no parameter and no cell"),
        ("beta -> sqrt(2)", "neither a rational number"),
    ):  # fmt: skip
        with pytest.raises(FormulaError, match=reason):
            approaches(text, subject)


def test_certificates_of_limits_that_are_none() -> None:
    data = kept("limit-TN")
    subject, (way,) = measure("kappa"), approaches("TN -> oo", measure("kappa"))
    first = data["pieces"][0]
    support, value = tuple(first["support"]), first["value"]
    assert limit_statement(subject, way, support, value).goals
    for place, changed, reason in (
        (("TN",), value, "no such pattern"),
        (support, {**value, "more": 1}, "are others"),
        (support, {**value, "scale": 3}, "scale is 1 or 2"),
        (support, {**value, "scale": True}, "scale is 1 or 2"),
    ):
        with pytest.raises(FormulaError, match=reason):
            limit_statement(subject, way, place, changed)
    texts = [key for key in value if isinstance(value[key], str) and "t" in value[key].split("*")]
    for key in {"rewritten", *texts} & set(value):
        with pytest.raises(FormulaError, match="given as text"):
            limit_statement(subject, way, support, {**value, key: 3})


# --- averages ---------------------------------------------------------------------------------


def test_proofs_about_averages_that_are_none() -> None:
    (part, *_) = parts("macro", "symmetry", "all")
    with pytest.raises(CertificateError, match="has no goal 9"):
        instance(part, "symmetry", "all", Use(9, ()))
    with pytest.raises(CertificateError, match="gives every variable"):
        instance(part, "symmetry", "all", Use(0, ()))
    with pytest.raises(CertificateError, match="compared by >, >= or =="):
        constraint(part, Atom(part.conclusion.expr, "!="))
    with pytest.raises(CertificateError, match="not a sum of values"):
        constraint(part, Atom(formula(2) * part.conclusion.expr, "=="))
    turned = constraint(part, Atom(-part.conclusion.expr, "=="))
    straight = constraint(part, part.conclusion)
    assert {name: -c for name, c in turned.coefficients.items()} == dict(straight.coefficients)
    with pytest.raises(CertificateError, match="an instance has no proofs"):
        follows(part, "symmetry", "all", PartProof((Use(0, ()),), (), ()))
    with pytest.raises(CertificateError, match="needs two sums"):
        follows(part, "symmetry", "all", PartProof((), (), ()))


@pytest.mark.parametrize(("change", "reason"), [
    ({"instances": [{"goal": True, "at": {}, "proofs": []}]}, "a goal has a number"),
    ({"instances": 3}, "not well formed"),
    ({"sums": [[1]]}, "a multiplier is given as text"),
    ({"sums": [["1" * 61]]}, "a multiplier is given as text"),
    ({"sums": [["2/4"]]}, "not in the form that is written"),
])  # fmt: skip
def test_a_part_of_an_average_in_another_form_is_refused(change: Any, reason: str) -> None:
    data = {"instances": [], "sums": [["1"]]}
    assert PartProof.from_data(data).to_data() == data
    with pytest.raises(CertificateError, match=reason):
        PartProof.from_data({**data, **change})


def test_verdicts_on_averages_that_are_none() -> None:
    entry = kept("averaging-macro")["verdicts"][0]
    for change, reason in (
        ({"property": "range"}, "not a question about an average"),
        ({"where": "some"}, "not a question about an average"),
        ({"verdict": "not-applicable"}, "keeps a property or does not"),
    ):
        with pytest.raises(CertificateError, match=reason):
            replayed_kept("macro", {**entry, **change})


# --- conflicts --------------------------------------------------------------------------------


def test_instances_that_are_none() -> None:
    with pytest.raises(InstanceError, match="not in the form that is written"):
        Instance.from_data({"property": "symmetry", "goal": 0, "point": {}, "sizes": []})
    for number in (-1, True, "1"):
        with pytest.raises(InstanceError, match="is not a whole number >= 0"):
            Instance.from_data({"property": "symmetry", "goal": number, "point": {}})
    for property_id in ("range", "nothing"):
        with pytest.raises(InstanceError, match="no property with instances"):
            goals(property_id, anything())
    with pytest.raises(InstanceError, match="has no goal 7"):
        constraint_of(Instance("symmetry", 7), anything(), {})


@pytest.mark.parametrize(("sizes", "reason"), [
    ((), "compared at two choices"),
    (((3, 1, 1),), "compared at two choices"),
    (((3, 1), (3, 1, 2)), "sizes are n, P, P^"),
    (((3, 1, 1), (3, 1, 3)), "no predicted one is n"),
    (((3, 1, 1), (3, 4, 2)), "sizes are >= 0"),
    (((3, 1, 1), (900, 1, 2)), "too large to re-check"),
])  # fmt: skip
def test_expectations_that_are_not_compared(sizes: Any, reason: str) -> None:
    with pytest.raises(InstanceError) as caught:
        constraint_of(Instance("constant-baseline", 0, sizes=sizes), anything(), {})
    assert reason in str(caught.value)


# --- conditions, measures, reports -------------------------------------------------------------


def test_conditions_that_are_none() -> None:
    with pytest.raises(RegionError, match="is no relation"):
        contrary(Atom(symbol("a"), "defined"))
    clause = Clause.parse("a > 0 and a < 1", ["a"])
    assert repr(Condition((clause,))) == f"Condition({clause.text!r})"
    with pytest.raises(RegionError, match="too many relations"):
        list(Condition((Clause("", clause.atoms * 40),) * 40).outside())


def test_what_is_compared_with_a_corner() -> None:
    reading = Reading(measure("F_beta"))
    asked = Asked(PROPERTIES["symmetry"], reading)
    assert asked.compared_with("") == asked.statement
    with pytest.raises(RegionError, match="compares nothing with a corner"):
        asked.compared_with("TPTN")
    with pytest.raises(RegionError, match="no corner 'TP'"):
        Asked(PROPERTIES["tp-not-max"], reading).compared_with("TP")


def test_questions_about_measures_that_are_none() -> None:
    with pytest.raises(FormulaError, match="is about two classes; of 3 classes: "):
        find_property("tp-monotone", 3)
    with pytest.raises(FormulaError, match="is about two classes, not 3"):
        framework_properties("brzezinski2018", 3)
    with pytest.raises(FormulaError, match="is not a convention"):
        convention("TP + FN == 0", ())
    with pytest.raises(FormulaError, match="is not a real number"):
        refuse_what_is_no_measure(Reading(measure("sqrt(TP-FN)^2")))
    with pytest.raises(FormulaError, match="undefined at every matrix up to n = 6"):
        refuse_what_is_no_measure(Reading(measure("TP/(P-TP-FN)")))
    refuse_what_is_no_measure(Reading(measure("F1")))
    with pytest.raises(FormulaError, match="does not occur in the formula"):
        measure("F1", assume=["1 > u"])


@pytest.mark.parametrize(("change", "reason"), [
    ({"parameters": {"beta": []}}, ""),
    ({"classes": 2}, "classes is a number above 2"),
    ({"classes": True}, "classes is a number above 2"),
    ({"formula": "TP +"}, "the measure cannot be read"),
    ({"formula": "TP/n"}, "is not that of F1"),
    ({"extended": {"formula": "TP"}}, "are not those of the reading"),
    ({"parameters": 3}, "not a saved report"),
])  # fmt: skip
def test_a_measure_in_another_form_is_refused(change: Any, reason: str) -> None:
    data = kept("check-F1")
    assert reading_from_data(data).measure.name == "F1"
    with pytest.raises(CertificateError) as caught:
        reading_from_data({"measure": {**data["measure"], **change}})
    assert reason in str(caught.value)


def test_of_three_classes_a_name_of_the_catalog_means_its_formula() -> None:
    data = check("macro_F1", ("symmetry",), classes=3).to_data()
    assert reading_from_data(data).measure.classes == 3
    with pytest.raises(CertificateError, match="the formula is not that of macro_F1"):
        reading_from_data({"measure": {**data["measure"], "formula": "macro(Jaccard)"}})


def test_every_parameter_of_a_saved_measure_is_told() -> None:
    """One that only a condition speaks of is a parameter, too."""
    text = "a*b*TP/n"
    about = {"name": text, "formula": text, "reading": "literal", "parameters": {"a": ["a > b"]}}
    with pytest.raises(CertificateError, match="the parameters are not those of the formula"):
        reading_from_data({"measure": about})


def test_sums_and_products_are_ordered() -> None:
    one, other = symbol("x"), symbol("y")
    assert ordered(one + other * one) == ordered(one * other + one)
    assert ordered(one - other) != ordered(other - one)


def test_sides_with_infinite_values_are_not_compared() -> None:
    with pytest.raises(FormulaError, match="has infinite values; compare numbers"):
        subject_of("DOR", "DOR", [], (EXTENDED, LITERAL))
    with pytest.raises(FormulaError):
        subject_of("F1", "F1", [], ("nobody's", LITERAL))


@pytest.mark.parametrize("property_id", ["F1", "range"])
def test_a_report_knows_what_it_is_asked_for(property_id: str) -> None:
    with pytest.raises(KeyError):
        Report(Reading(measure("F1")), ())[property_id]


def test_families_that_are_none() -> None:
    for data, reason in (
        ({"right": 1}, "has the parts right and proofs"),
        (3, "has the parts right and proofs"),
        ({"right": True, "proofs": []}, "right is a number"),
        ({"right": 1, "proofs": 3}, "proofs is a list"),
    ):
        with pytest.raises(CertificateError, match=reason):
            Family.from_data(data)
    step = Step("coefficients")
    assert Family.from_data({"right": 1, "proofs": [step.to_data()]}) == Family(1, (step,))


@pytest.mark.parametrize(("text", "what"), [("sum(c)(2)", "sum(c)"), ("n.real(2)", "n.real")])
def test_what_is_no_name_is_not_called(text: str, what: str) -> None:
    with pytest.raises(FormulaError, match=re.escape(f"cannot call {what!r}")):
        class_sums(text)


def test_products_over_classes_are_no_sums() -> None:
    with pytest.raises(FormulaError, match="is not for every m"):
        class_sums("GmacR")
