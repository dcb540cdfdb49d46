"""Readings at 0/0 for every number of classes, against those of so many classes."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from itertools import product
from typing import Any

import pytest
from flint import fmpq
from questions.test_every_m import _agrees, matrix_of, renamed, step_places
from questions.test_relation_and_slope import values_of
from tiers import few

from symbolic_measures import check, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.exact import UndefinedError, Value, compare
from symbolic_measures.kernel.truth import admits, evaluator, fails, points
from symbolic_measures.meaning.class_sums import Frame, class_sums
from symbolic_measures.meaning.every_class import WITH_CONSTANT, EveryClasses, is_affine
from symbolic_measures.meaning.every_m import General
from symbolic_measures.meaning.every_parts import PARTS, READ, parts
from symbolic_measures.meaning.every_positive import POSITIVE, literally, no_case
from symbolic_measures.meaning.every_readings import (
    KNOWN,
    OF_THE_LIBRARY,
    STATED,
    at_classes,
)
from symbolic_measures.meaning.frameworks import battery
from symbolic_measures.meaning.multiclass import class_measure
from symbolic_measures.meaning.padding import padded
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.nouns.confusion import CELLS, compositions, summed
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.sums import sums_of
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.questions.kinds import read

PAPER, LIBRARY = KNOWN
BOTH = STATED
READINGS = [*product(BOTH, KNOWN), *product(OF_THE_LIBRARY, (LIBRARY,))]
STEPS = ("monotone", "strongly-monotone")


@cache
def subject_of(text: str, reading: str) -> EveryClasses:
    return EveryClasses(text, reading=reading)


def written_out(tree: Formula, m: int, cells: tuple[int, ...]) -> Formula:
    """Sums over classes, from the sizes that are counted here."""
    size, many = formula(sum(cells)), formula(m)
    swap = {}
    for node in sums_of(tree):
        terms = [
            node.args[0].at(
                a=formula(sum(cells[m * i : m * i + m])), b=formula(sum(cells[i::m])),
                c=formula(cells[m * i + i]), n=size, m=many,
            )
            for i in range(m)
        ]  # fmt: skip
        swap[node] = summed(terms)
    return tree.replace(swap).at(n=size, m=many)


def value_or_none(tree: Formula, point: dict[str, fmpq]) -> Value | None:
    try:
        return evaluator(tree)(point)
    except UndefinedError:
        return None


@pytest.mark.parametrize("case", few(READINGS, 12))
def test_it_is_the_reading_of_each_number_of_classes(case: tuple[str, str]) -> None:
    """Defined at the same matrices, with the same values."""
    subject = subject_of(*case)
    for m, most in ((2, 3), (3, 2), (4, 1)):
        reading = subject.at(m)
        for n in range(1, most + 1):
            for cells in compositions(n, m * m):
                point = dict(zip(reading.measure.cells, map(fmpq, cells), strict=True))
                one = value_or_none(reading.formula, point)
                other = value_or_none(written_out(subject.tree, m, cells), {})
                assert (one is None) is (other is None), cells
                assert one is None or other is None or compare(one, other) == 0, cells


@pytest.mark.parametrize("case", few([*product(READINGS, range(3))], 12))
def test_normal_forms_have_the_values_of_the_formula(case: Any) -> None:
    """With no class named, one, or two, also after a step."""
    (text, reading), named = case
    subject, seen = subject_of(text, reading), 0
    moves: list[dict[str, int]] = [{}, {"c_ii": 1}, {"c_ij": 1}][: named + 1]
    for m, seed in product((2, 3, 4), range(6)):
        cells = matrix_of(m, seed)
        if not any(cells):
            continue
        for move in moves:
            frame = Frame(named, whole=True)
            normal = frame.normal(subject.tree, move)
            changed = list(cells)
            for name in move:
                changed["ij".index(name[2]) * m + "ij".index(name[3])] += 1
            wanted = value_or_none(written_out(subject.tree, m, tuple(changed)), {})
            try:
                own = {**values_of(frame, cells, m), "m": fmpq(m)}
            except UndefinedError:  # the term of another class has no value
                assert wanted is None or "sqrt" in subject.tree.ops
                continue
            if wanted is not None:
                assert compare(evaluator(normal)(own), wanted) == 0
                seen += 1
    assert seen > 3


#: Sums of roots; some have no sign that is plain, some no value at many matrices.
ROOTED = (
    "macro(1-CC)", "macro(CC)-macro(1/2-CC/n)", "sum((a-sqrt(a*b))-c)/n", "sum(sqrt(a*b)-c/(n+m))",
    "sum((c-sqrt(a*b))/(n-m))", "mean(sqrt(c/(n-a)))", "macro(Gmean)", "sum(sqrt(c/(a-b)))",
    "sum(1-sqrt(a-b)/n)/m", "mean((1-sqrt(a))/(n-2))",
)  # fmt: skip


@pytest.mark.parametrize("case", few([*product(ROOTED, range(3))], 16))
def test_sums_of_roots_have_the_values_of_the_formula(case: tuple[str, int]) -> None:
    """They are taken apart where that is plain; the normal form is defined where the formula is."""
    text, named = case
    tree, seen, moves = class_sums(text), 0, [{}, {"c_ii": 1}, {"c_ij": 1}][: named + 1]
    for m, seed, move in product((2, 3, 4), range(12), moves):
        cells = matrix_of(m, seed)
        if not any(cells):
            continue
        changed = list(cells)
        for name in move:
            changed["ij".index(name[2]) * m + "ij".index(name[3])] += 1
        wanted = [value_or_none(written_out(tree, m, tuple(x)), {}) for x in (cells, changed)]
        if None in wanted:
            continue
        own = {**values_of(Frame(named, whole=True), cells, m), "m": fmpq(m)}
        frame = Frame(named, whole=True)
        normal = frame.normal(tree, move)
        size = formula(sum(cells))
        for term, name in frame.terms.items():
            others = [
                term.at(a=formula(sum(cells[m * k : m * k + m])), b=formula(sum(cells[k::m])),
                        c=formula(cells[m * k + k]), n=size, m=formula(m))
                for k in range(named, m)
            ]  # fmt: skip
            normal = normal.at(**{name: summed(others) if others else formula(0)})
        found = value_or_none(normal, own)
        assert found is not None, (cells, move)
        assert compare(found, wanted[1]) == 0, (cells, move)
        seen += 1
    assert seen > 1


@pytest.mark.parametrize("case", few([*product(READINGS, STEPS)], 6))
def test_a_step_of_m_classes_is_one_of_the_named_classes(case: Any) -> None:
    """As for literal formulas (`questions/test_every_m.py`)."""
    (text, reading), property_id = case
    subject, seen = subject_of(text, reading), 0
    wanted = parts(property_id, subject)
    for m in (2, 3):
        at_m = subject.at(m)
        goals = PROPERTIES[property_id].statement(at_m).goals
        chance = random.Random(repr((text, m)))
        for goal in chance.sample(goals, min(4, len(goals))):
            for seed in range(10):
                cells = matrix_of(m, seed)
                point = dict(zip(at_m.measure.cells, map(fmpq, cells), strict=True))
                if admits(goal, point) is not True:
                    continue
                after = [evaluator(cell)(point) for cell in goal.matrices[1]]
                order = step_places(m, point, dict(zip(point, after, strict=True)))
                assert any(_agrees(part, renamed(cells, m, order), m, goal, point)
                           for part in wanted)  # fmt: skip
                seen += 1
    assert seen > 2


@pytest.mark.parametrize("case", few([*product(READINGS, (0, 1))], 8))
def test_added_classes_are_read_like_all_others(case: Any) -> None:
    """What a padded formula has as a value is that of the reading at the padded matrix."""
    (text, reading), right = case
    subject, seen = subject_of(text, reading), 0
    tree = padded(subject, 2, right).formula
    for m, seed in product((3, 4), range(8)):
        cells = matrix_of(2, seed)
        larger = [0] * (m * m)
        for place, cell in enumerate(cells):
            larger[place // 2 * m + place % 2] = cell
        for label in range(2, m):
            larger[label * m + label] = right
        if not any(larger):
            continue
        point = {**dict(zip(CELLS, map(fmpq, cells), strict=True)), "m": fmpq(m)}
        found = value_or_none(tree, point)
        own = dict(zip(subject.at(m).measure.cells, map(fmpq, larger), strict=True))
        wanted = value_or_none(subject.at(m).formula, own)
        if found is not None:
            assert wanted is not None
            assert compare(found, wanted) == 0
            seen += 1
    assert seen or "HmacR" in text


@pytest.mark.parametrize(("text", "wanted"), [
    ("sum(ifzero(a,b/n,c/a))", True), ("sum(ifzero(a-b,c,0))", True), ("sum(ifzero(c,0,a))", False),
    ("sum(ifzero(a,c^2,c))", False), ("sum(ifzero(a,c,c*c))", False),
])  # fmt: skip
def test_an_expectation_is_that_of_the_case_that_fixed_sizes_take(text: str, wanted: bool) -> None:
    assert is_affine(class_sums(text, nested=True)) is wanted


#: What holds of balanced accuracy where 0/0 is filled, and of macro F1 over the classes that occur.
HOLDS = {
    ("BA", PAPER): {
        "maximal-agreement": "for no m >= 2", "class-symmetry": "m >= 2",
        "symmetry": "for no m >= 2", "monotone": "exactly for m = 2", "weakly-monotone": "m >= 2",
        "constant-baseline": "m >= 2", "approximate-constant-baseline": "m >= 2",
        "scale-invariance": "m >= 2", "range": "m >= 2",
    },
    ("BA", LIBRARY): {"class-symmetry": "m >= 2", "scale-invariance": "m >= 2"},
    ("macro_F1", LIBRARY): {
        "symmetry": "m >= 2", "scale-invariance": "m >= 2", "maximal-agreement": "m >= 2",
        "minimal-agreement": "m >= 2", "weakly-monotone": "m >= 2", "range": "m >= 2",
        "opitz-monotone": "m >= 2", "class-decomposable": "m >= 2",
    },
    ("macro(recall)", PAPER): {"constant-baseline": "m >= 2", "prevalence-invariant": "m >= 2"},
    ("weighted_F1", LIBRARY): {"maximal-agreement": "m >= 2"},
    ("weighted_precision", LIBRARY): {"minimal-agreement": "m >= 2"},
    ("SBA", PAPER): {"symmetry": "m >= 2", "constant-baseline": "m >= 2"},
    ("kappa", PAPER): {
        "maximal-agreement": "m >= 2", "symmetry": "m >= 2", "constant-baseline": "m >= 2",
        "approximate-constant-baseline": "m >= 2", "scale-invariance": "m >= 2",
    },
    ("CC", PAPER): {"maximal-agreement": "m >= 2", "constant-baseline": "m >= 2"},
}  # fmt: skip


@cache
def answer(text: str, reading: str) -> Any:
    return check(text, property=tuple(HOLDS[text, reading]), classes="every", reading=reading)


@pytest.mark.parametrize("case", few([*HOLDS], 3))
def test_for_which_m_a_property_holds(case: tuple[str, str]) -> None:
    """And so it is at every small matrix of 2 and 3 classes."""
    found = answer(*case)
    assert {v.property: v.holds for v in found.verdicts} == HOLDS[case]
    assert not any(item.problem for item in verify(json.loads(found.to_json())))
    assert found.to_data()["measure"]["reading"] == case[1]
    for verdict, (m, size) in product(found.verdicts, ((2, 4), (3, 2))):
        if verdict.outcome != "proved" or PROPERTIES[verdict.property].answers:
            continue
        goals = PROPERTIES[verdict.property].statement(subject_of(*case).at(m)).goals
        plain = [goal for goal in goals if goal.conclusion.rel != "constant-mean"]
        assert not any(fails(goal, point) for goal in plain[:6]
                       for n in range(1, size + 1) for point in points(goal, n))  # fmt: skip


@pytest.mark.parametrize("change", [
    {"reading": "literal"}, {"reading": LIBRARY}, {"reading": "brzezinski-extended"},
    {"reading": "user-defined"}, {"reading": None}, {"reading": [PAPER]},
    {"formula": "SBA", "name": "SBA"}, {"formula": "macro_precision", "name": "macro_precision"},
    {"formula": "accuracy", "name": "accuracy"}, {"formula": "product(c/a)", "name": "BA"},
    {"formula": "sum(c)/n/(m-1)", "name": "sum(c)/n/(m-1)"},
])  # fmt: skip
def test_a_file_of_another_reading_or_measure_is_refused(change: dict[str, Any]) -> None:
    forged = copy.deepcopy(json.loads(answer("BA", PAPER).to_json()))
    forged["measure"] |= change
    with pytest.raises(CertificateError):
        read(forged)


def test_forged_constants_and_facts_are_refused() -> None:
    data = json.loads(answer("BA", PAPER).to_json())
    ids = [entry["property"] for entry in data["verdicts"]]
    for value in ("0", "1/2", "m", "2/m", None):
        forged = copy.deepcopy(data)
        forged["verdicts"][ids.index("constant-baseline")]["every"]["constant"] = value
        with pytest.raises(CertificateError):
            read(forged)
    for term in ("ifzero(a, b/n, c/a) - 1", "ifzero(a, -b, c/a)", "ifzero(a, 0)", "ifzero(a)"):
        forged = copy.deepcopy(data)
        facts = [f for p in forged["verdicts"][ids.index("range")]["every"]["parts"]
                 for f in p["facts"]]  # fmt: skip
        facts[0]["term"] = term
        with pytest.raises(CertificateError):
            read(forged)


def test_what_is_not_stated_in_another_reading() -> None:
    for property_id in set(PARTS) - set(READ) - set(POSITIVE):
        constant = "1" if property_id in WITH_CONSTANT else None
        with pytest.raises(FormulaError, match="in another reading than literal"):
            parts(property_id, subject_of("BA", PAPER), constant)
    assert set(POSITIVE) == set(battery("opitz2024", 3))
    assert not set(READ) & set(POSITIVE)


@pytest.mark.parametrize("case", few(READINGS, 12))
def test_at_positive_cells_a_reading_is_the_formula(case: tuple[str, str]) -> None:
    """No test of a case is 0 there, and the values are those of the literal reading."""
    subject, rng = subject_of(*case), random.Random(str(case))
    plain, conditions = literally(subject), no_case(subject)
    assert plain == EveryClasses(case[0])
    tests = {node.args[0] for node in subject.tree.walk() if node.op == "ifzero"}
    assert len(conditions) == len(tests)
    for m in (2, 2, 3, 3, 4):
        cells = tuple(rng.randint(1, 5) for _ in range(m * m))
        one, other = (written_out(tree, m, cells) for tree in (subject.tree, plain.tree))
        assert compare(evaluator(one)({}), evaluator(other)({})) == 0
    ones = dict.fromkeys(("c", "fn", "fp", "tn"), fmpq(1)) | {"m": fmpq(2)}
    for part in conditions:
        goal = part.state(part.make())
        if {variable.name for variable in goal.variables} <= set(ones):
            assert not fails(goal, ones)


@pytest.mark.parametrize("tree", [
    "sum(ifzero(a-b,0,c/a))/m", "sum(ifzero(n-m*a,0,c/a))/m", "sum(ifzero(b-2*c,0,c/a))/m",
    "sum(ifzero(a,0,ifzero(c*n-a*b,0,c/a)))/m", "ifzero(n-sum(a),0,sum(c/a)/m)",
    "ifzero(n-2*sum(c),0,sum(c/a)/m)", "ifzero(m-2,0,sum(c/a)/m)",
])  # fmt: skip
def test_a_case_that_applies_at_positive_cells_is_seen(tree: str) -> None:
    """Its condition has a counterexample, where all cells are 1, and m is 2."""
    forged = EveryClasses("BA", reading=PAPER)
    forged.__dict__["tree"] = class_sums(tree, nested=True)
    assert literally(forged) == EveryClasses("BA")
    goals = [part.state(part.make()) for part in no_case(forged)]
    ones = {"c": 1, "fn": 1, "fp": 1, "tn": 1, "m": 2, "c_ii": 1, "c_ir": 1, "c_ri": 1, "c_rr": 1,
            "sum1": 1}  # fmt: skip
    seen = [fails(g, {v.name: fmpq(ones[v.name]) for v in g.variables}) for g in goals]
    assert any(seen)
    with pytest.raises(CertificateError):
        General((), Step("always")).check(lambda: Frame(1), (), lambda frame: goals[-1])


@pytest.mark.parametrize("tree", [
    "sum(ifzero(a,0,2*c/a))/m", "sum(ifzero(a,c/a,0))/m", "sum(ifzero(a,0,c/b))/m",
    "sum(ifzero(a,0,c/a))/sum(ifzero(a,1,0))", "1+sum(ifzero(a,0,c/a))/m",
])  # fmt: skip
def test_a_reading_that_is_another_formula_where_no_case_applies_is_refused(tree: str) -> None:
    forged = EveryClasses("BA", reading=PAPER)
    forged.__dict__["tree"] = class_sums(tree, nested=True)
    with pytest.raises(FormulaError, match="it is another measure: give a number of classes"):
        parts("opitz-monotone", forged)


def test_a_measure_that_is_read_literally_is_that_measure() -> None:
    """Also where the number of classes is written as a sum."""
    plain = EveryClasses("sum(c)/sum(1)")
    assert literally(plain) == plain
    assert no_case(plain) == []


def test_no_case_applies_at_any_parameters_that_there_may_be() -> None:
    """(No reading is stated of a measure with parameters today.)"""
    forged = EveryClasses("sum(w*c/a)/m", ("w > 0",), reading=PAPER)
    forged.__dict__["tree"] = class_sums("sum(ifzero(w*a,0,w*c/a))/m", ("w",), nested=True)
    (part,) = no_case(forged)
    goal = part.state(part.make())
    assert "w" in {variable.name for variable in goal.variables}
    assert "w" in {name for atom in goal.hypotheses for name in atom.expr.symbols()}


def test_what_is_tested_is_of_a_class_or_of_the_whole_matrix() -> None:
    forged = EveryClasses("BA", reading=PAPER)
    forged.__dict__["tree"] = class_sums("sum(ifzero(a-sum(b),0,c/a))/m", nested=True)
    with pytest.raises(FormulaError, match="speaks of a class and of sums over classes"):
        no_case(forged)


@pytest.mark.parametrize("text", [
    "sum(c/a)/3 - sum(c/a)*(1/3)", "sum(c/a)/4 - sum(c/a)*(1/4)", "sum(c/b)/2", "sum(c/b)/3",
    "CC + macro(specificity)", "BA + macro(specificity)", "sum(c/a)/m + sum(m*c/(a+b))/m",
    "mean(NPV) - mean(F1)*(1/2)", "kappa + macro(informedness)", "2*CC + 1", "macro(F2)",
])  # fmt: skip
@pytest.mark.parametrize("reading", KNOWN)
def test_what_is_read_otherwise_at_some_number_of_classes_is_refused(
    text: str, reading: str
) -> None:
    """At m = 3, sum(c/a)/3 is an average; at m = 2, TN/N of a class is TP/P of the other one."""
    with pytest.raises(FormulaError, match="is not stated of"):
        subject_of(text, reading).look()


@pytest.mark.parametrize(("arguments", "told"), [
    (["Scott_pi", "--reading", PAPER], "is not stated of Scott_pi for every m, only"),
    (["micro_F1", "--reading", PAPER], "is not stated of micro_F1 for every m, only"),
    (["CE", "--reading", LIBRARY], "is not stated of CE for every m, only"),
    (["GmacR", "--reading", PAPER], "product(...) is not for every m: give a number of classes"),
    (["BA", "--reading", "brzezinski-extended"], "is not for every number of classes: give a"),
    (["BA", "--reading", "nothing"], "is not for every number of classes: give a number, or one"),
    (["BA", "--convention", "n == 0: 1"], "--convention is not for every number of classes"),
    (["c11/n", "--reading", PAPER], "c11 is a cell of a given number of classes"),
    (["ifzero(n,1,2)*sum(c)"], "cannot call 'ifzero'"),
])  # fmt: skip
def test_one_clear_line(arguments: list[str], told: str, capsys: Any) -> None:
    assert main(["check", *arguments, "--classes", "every"]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert error.count("\n") == 1


def test_a_reading_that_says_nothing_of_a_measure_is_none() -> None:
    with pytest.raises(FormulaError, match="is not stated of Scott_pi for every m"):
        at_classes(PAPER, class_measure("Scott_pi", 3))


def test_terms_with_cases_are_taken_apart_where_that_is_plain() -> None:
    """A sum of a quotient by a size is a quotient of sums."""
    frame = Frame(1, whole=True)
    one, other = (frame.normal(class_sums(text, nested=True))
                  for text in ("sum(ifzero(a,b,c)/n)", "sum(ifzero(a,b,c))/n"))  # fmt: skip
    assert str(one) != str(other)  # the class that is named is written out in both
    for seed in range(6):
        cells = matrix_of(3, seed)
        if any(cells):
            own = {**values_of(frame, cells, 3), "m": fmpq(3)}
            assert compare(evaluator(one)(own), evaluator(other)(own)) == 0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("sum(ifzero(a,b/(c-c),c))", "identically zero"),
        ("sum(ifzero(a,b^(1/2),c))", "not a quotient of polynomials"),
    ],
)
def test_cases_that_are_no_quotients_of_polynomials_are_refused(text: str, told: str) -> None:
    with pytest.raises(FormulaError, match=told):
        Frame(1, whole=True).normal(class_sums(text, nested=True))
