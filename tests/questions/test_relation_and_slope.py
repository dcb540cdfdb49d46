"""What holds for every number of classes, against formulas written out for 2, 3 and 4 classes."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq
from paper import compile_, no_overfull
from tiers import exhaustive

from symbolic_measures import relation, verify
from symbolic_measures import slope as slope_of
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.exact import UndefinedError, compare
from symbolic_measures.kernel.truth import admits, evaluator, holds
from symbolic_measures.meaning.class_slopes import slope
from symbolic_measures.meaning.class_sums import Frame, class_sums
from symbolic_measures.meaning.every_m import read_fact
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.multiclass import MULTICLASS, class_measure
from symbolic_measures.nouns.confusion import Square
from symbolic_measures.nouns.derivative import derivative
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula, formula
from symbolic_measures.nouns.sums import sums_of
from symbolic_measures.questions.relation.meaning import Law, Subject
from symbolic_measures.questions.slope.meaning import Slopes

TEXTS = (
    "accuracy", "BA", "HmacR", "macro_precision", "macro_F1", "macro_F1_of_means", "weighted_F1",
    "kappa", "kappa_chance", "CC", "SBA", "calibrated(accuracy)", "calibrated(kappa)",
    "calibrated(macro_F1)", "calibrated(weighted_F1)", "calibrated(CC)", "micro((TP+TN)/n)",
    "micro(CC)", "macro(kappa)", "weighted(specificity)", "sum((a-b)^2/(n*a))+m",
    "mean((a+b+c)/(a+b))", "sum(c/(n-a+m))", "sum(sqrt(c))/n",
)  # fmt: skip

Point = dict[str, fmpq]


def positive(classes: int, seed: int, low: int = 1) -> tuple[int, ...]:
    chance = random.Random(repr((classes, seed)))
    return tuple(chance.choice((low, 1, 2, 3, 7)) for _ in range(classes * classes))


def letters(cells: tuple[int, ...], classes: int) -> Iterator[Point]:
    """a, b, c, q of each class, with n and m."""
    rows = [cells[i * classes : (i + 1) * classes] for i in range(classes)]
    for k in range(classes):
        a, b = sum(rows[k]), sum(row[k] for row in rows)
        known = {"a": fmpq(a), "b": fmpq(b), "c": fmpq(rows[k][k])}
        if all(map(sum, rows)):
            known["q"] = sum((fmpq(row[k], sum(row)) for row in rows), fmpq(0))
        yield {**known, "n": fmpq(sum(cells)), "m": fmpq(classes)}


def test_a_cell_that_only_other_classes_have_may_be_0() -> None:
    """There is none of them if m = 2; of one class against the rest there is always a rest."""
    for named, zero in ((1, set()), (2, {"c_ir", "c_jr", "c_ri", "c_rj", "c_rr"})):
        frame = Frame(named)
        sorts = {v.name: v.sort for v in frame.variables if v.name in frame.cells}
        assert sorts == {name: "nonnegative" if name in zero else "positive" for name in sorts}
        assert set(sorts) == set(frame.cells)
        whole = {v.sort for v in Frame(named, whole=True).variables if v.name in frame.cells}
        assert whole == {"natural"}


def values_of(frame: Frame, cells: tuple[int, ...], classes: int) -> Point:
    """What the variables of a frame are at a matrix: cells of named classes, n, m, and sums."""
    point = {"n": fmpq(sum(cells)), "m": fmpq(classes)}
    roles = {k: "ij"[k] if k < frame.named else "r" for k in range(classes)}
    for name in frame.cells:
        point[name] = fmpq(0)
    for place, cell in enumerate(cells if frame.named else ()):
        i, j = divmod(place, classes)
        point[f"c_{roles[i]}{roles[j]}"] += cell
    rest = list(letters(cells, classes))[frame.named :]
    for term, name in frame.terms.items():
        parts = [evaluator(term)(own) for own in rest]
        if not all(isinstance(part, fmpq) for part in parts):
            raise UndefinedError("not rational")
        point[name] = sum(parts, fmpq(0))
    for name, fact in frame.taken.items():
        parts = [evaluator(with_totals(fact.term, rest))(own) for own in rest]
        point[name] = sum(parts, fmpq(0))
    return point


def with_totals(term: Formula, classes: list[Point]) -> Formula:
    """The term of a fact, with the sums in it over these classes as numbers."""
    swap: dict[Formula, Formula] = {}
    for node in sums_of(term):
        total = sum((evaluator(node.args[0])(own) for own in classes), fmpq(0))
        swap[node] = formula(Fraction(int(total.p), int(total.q)))
    return term.replace(swap)


@pytest.mark.parametrize("text", TEXTS)
def test_normal_forms_have_the_values_of_the_formula_written_out(text: str) -> None:
    """At random matrices of 2 to 5 classes, also with classes named."""
    tree = class_sums(text)
    seen = 0
    for classes in (2, 3, 4, 5):
        whole = Reading(class_measure(text, classes))
        for seed in range(8):
            for named in (0,) if "q" in tree.symbols() else (0, 1, 2):
                frame = Frame(named)
                normal = frame.normal(tree)
                cells = positive(classes, seed, 0 if named == 0 else 1)
                try:
                    expected = whole.value_at(cells)
                    point = values_of(frame, cells, classes)
                except UndefinedError:
                    continue
                assert compare(evaluator(normal)(point), expected) == 0
                used = {variable.name for variable in frame.variables}
                assert set(normal.symbols()) <= used
                seen += 1
    assert seen > 20 or "sqrt(c)" in text


#: Facts with sums over the classes that they are about.
WITH_TOTALS = (
    "(a+b)*(sum(a+b)-(a+b))", "a*(sum(b)-b)", "sum(a*b)+c*sum(c)-a*b", "(sum(a)*b-a*b)/(a+b)",
)  # fmt: skip


@pytest.mark.parametrize("text", [
    "1-c/a", "a-c", "(a-b)^2", "a*(n-b)", "b*(n-b)", "1/2-c/(a+b)", *WITH_TOTALS,
])  # fmt: skip
@pytest.mark.parametrize("named", [0, 1, 2])
def test_facts_say_what_they_should(text: str, named: int) -> None:
    """The variable of a fact is its sum over the classes that are not named; the rest follows."""
    frame = Frame(named)
    tree = frame.normal(class_sums("CC+kappa+macro_F1_of_means+macro_F1"))
    frame.take(read_fact(f"{text} >= 0"))
    solved = frame.normal(class_sums("CC+kappa+macro_F1_of_means+macro_F1"))
    for classes in (2, 3, 4):
        for seed in range(6):
            point = values_of(frame, positive(classes, seed), classes)
            assert compare(evaluator(solved)(point), evaluator(tree)(point)) == 0
            assert all(holds(atom, point) for atom in frame.given)
            for variable in frame.variables:
                assert variable.sort == "real" or point[variable.name] >= 0


@pytest.mark.parametrize("text", ["b/sum(a)", "b*sum(a)^(-1)", "b/(1+sum(a))", "b*sqrt(sum(a))"])
def test_no_sum_over_classes_of_which_there_may_be_none_divides(text: str) -> None:
    """At m = 2 no class is left beside i and j: a fact that says 0/0 >= 0 would take all matrices
    of two classes out of a goal."""
    frame, fact = Frame(2, whole=True), read_fact(f"{text} >= 0")
    with pytest.raises(FormulaError, match="neither a divisor nor inside a function"):
        frame.shown(fact, ())


@pytest.mark.parametrize(("text", "other"), [
    ("sum(a^(2/3))", "sum(b^(2/3))"), ("sum(a^(2/3))", "sum((a+b)^(1/3))"),
    ("sum(c*a^(1/3))", "sum(c*b^(1/3))"), ("sum(log(1+a))", "sum(log(1+b))"),
    ("sum(sqrt(a))", "sum(sqrt(b))"),
])  # fmt: skip
@pytest.mark.parametrize("named", [0, 1, 2])
def test_sums_of_different_roots_are_different(text: str, other: str, named: int) -> None:
    """What stands for a root while a term is read is no variable of the goal."""
    frame = Frame(named)
    one, two = (frame.normal(class_sums(each)) for each in (text, other))
    assert one != two
    assert {*one.symbols(), *two.symbols()} <= {variable.name for variable in frame.variables}


@pytest.mark.parametrize("named", [0, 1, 2])
@pytest.mark.parametrize("text", [*WITH_TOTALS, "n*sum(c/b)/a-c/a", "sum(a-b)-a", "a*sum(1/b)-c"])
def test_what_a_fact_may_use_holds_in_every_class(text: str, named: int) -> None:
    """At matrices with empty classes, too: the sums of the classes it is about are no less than
    their terms there, if these are >= 0 and have a value; of others nothing is used."""
    fact, seen = read_fact(f"{text} >= 0"), 0
    spoken = (class_sums("macro_F1_of_means"),)
    frame = Frame(named, whole=True)
    frame.normal(spoken[0])
    if named and text not in WITH_TOTALS:
        with pytest.raises(FormulaError, match="sums of products of a, b and c"):
            frame.shown(fact, spoken)
        return
    goal = frame.shown(fact, spoken)
    for classes in (2, 3, 4):
        for seed in range(8):
            cells = positive(classes, seed, 0)
            rows = [cells[i * classes : (i + 1) * classes] for i in range(classes)]
            if any(not sum(row) for row in rows) or not all(map(sum, zip(*rows, strict=True))):
                continue  # the measure has no value there
            known = list(letters(cells, classes))
            for own in known[named:]:
                cell = {"c": own["c"], "fn": own["a"] - own["c"], "fp": own["b"] - own["c"],
                        "tn": own["n"] - own["a"] - own["b"] + own["c"]}  # fmt: skip
                point = {**values_of(frame, cells, classes), **cell}
                for number, node in enumerate(sums_of(fact.term) if named else (), 1):
                    total = sum((evaluator(node.args[0])(x) for x in known[named:]), fmpq(0))
                    point[f"sum{len(frame.terms) + number}"] = total
                assert all(holds(atom, point) for atom in goal.hypotheses)
                expected = evaluator(with_totals(fact.term, known[named:]))(own)
                assert compare(evaluator(goal.conclusion.expr)(point), expected) == 0
                seen += 1
    assert seen > 20
    larger = [a for a in goal.hypotheses if a.rel == ">=" and "m" not in a.expr.symbols()]
    assert bool(larger) is (text not in ("sum(a-b)-a", "a*sum(1/b)-c"))


DIFFERENTIABLE = (
    "accuracy", "BA", "HmacR", "macro_precision", "macro_F1", "macro_F1_of_means", "weighted_F1",
    "kappa", "SBA", "macro(kappa)", "weighted(specificity)", "sum(c^2/(a+n))*n", "CC",
)  # fmt: skip


@pytest.mark.parametrize("text", DIFFERENTIABLE)
@pytest.mark.parametrize("same", [True, False])
def test_derivatives_are_those_of_the_formula_written_out(text: str, same: bool) -> None:
    change = slope(class_sums(text), same)
    for classes in (2, 3, 4):
        measure = class_measure(text, classes)
        names = measure.cells
        expected = derivative(measure.formula, {names[0 if same else 1]: 1})
        assert expected is not None
        for seed in range(4):
            cells = positive(classes, seed)
            here = dict(zip(names, map(fmpq, cells), strict=True))
            frame = Frame(1 if same else 2)
            normal = frame.normal(change)
            point = values_of(frame, cells, classes)
            assert compare(evaluator(normal)(point), evaluator(expected)(here)) == 0


# --- laws -------------------------------------------------------------------------------------

CONCAVE = "2*(c/a*sum(c/b)^2+c/b*sum(c/a)^2)/(sum(c/a)+sum(c/b))^2 - 2*c/(a+b) >= 0"


@cache
def law(text: str, *facts: str) -> Law:
    return relation(text, fact=facts, timeout=120)


@pytest.mark.parametrize("text", [
    "BA == calibrated(accuracy)",
    "calibrated(weighted_F1) == calibrated(macro_F1)",
    "micro(F1) == accuracy",
    "micro(precision) == micro(recall)",
    "weighted(recall) == accuracy",
    "calibrated(kappa) == (m*BA-1)/(m-1)",
    "kappa == kappa_chance",
    "micro(kappa) == (m*accuracy-1)/(m-1)",
    "micro(Jaccard) == accuracy/(2-accuracy)",
    "sum(n/a*c)/n == m*BA",
    "SBA == (BA+macro_precision)/2",
    "CC^2 >= kappa^2",
    "(n^2-sum(a*b))^2 >= (n^2-sum(a^2))*(n^2-sum(b^2))",
    "accuracy >= kappa",
    "BA <= 1",
    "macro_F1 <= 1",
])  # fmt: skip
def test_what_holds_for_every_m(text: str) -> None:
    found = law(text)
    assert found.words == "proved for every m >= 2"
    assert [item for item in verify(json.loads(found.to_json())) if item.problem] == []
    for classes in (2, 3, 4):
        (goal,) = found.subject.statement(classes).goals
        for seed in range(30):
            cells = positive(classes, seed, 0)
            names = (variable.name for variable in goal.variables)
            point = dict(zip(names, map(fmpq, cells), strict=True))
            if admits(goal, point):
                assert holds(goal.conclusion, point) is not False


@exhaustive
def test_a_fact_that_a_person_proposes() -> None:
    """The harmonic mean is concave: it lies below its tangent at the means."""
    assert law("macro_F1_of_means >= macro_F1", CONCAVE).words == "proved for every m >= 2"


@pytest.mark.parametrize(("text", "classes", "values"), [
    ("weighted_F1 == calibrated(macro_F1)", 2, ("8/15", "1/3")),
    ("macro_F1 >= weighted_F1", 2, ("1/3", "2/3")),
    ("kappa >= accuracy", 2, None),
    ("kappa == BA", 2, None),
])  # fmt: skip
def test_what_does_not_hold(text: str, classes: int, values: tuple[str, ...] | None) -> None:
    found = law(text)
    assert (found.outcome, found.classes) == ("refuted", classes)
    assert found.against is not None
    assert found.against.witness is not None
    assert found.against.witness.minimal
    assert values is None or found.against.witness.values == values
    assert [item for item in verify(json.loads(found.to_json())) if item.problem] == []


def test_what_is_not_decided_for_every_m_says_so() -> None:
    """Arccosines and arbitrary roots in a sum are no numbers that much is known of."""
    found = relation("sum(sqrt(c))^2 >= sum(c)", timeout=4)
    assert found.outcome == "undecided"
    assert found.words.startswith("not decided for every m")
    assert [classes for classes, _ in found.concrete] == [3, 4]
    assert [item for item in verify(json.loads(found.to_json())) if item.problem] == []


def test_a_false_fact_is_not_used() -> None:
    found = relation("BA <= 1/2", fact=["1/2 - c/a >= 0"], timeout=600)
    assert found.outcome == "refuted"
    frame = Subject.read("BA <= 1").frame()
    goal = frame.shown(read_fact("1/2 - c/a >= 0"), ())
    point = {"m": fmpq(2), "c": fmpq(3), "fn": fmpq(1), "fp": fmpq(0), "tn": fmpq(1)}
    assert admits(goal, {k: v for k, v in point.items() if k in
                         {variable.name for variable in goal.variables}})  # fmt: skip
    assert holds(goal.conclusion, point) is False


FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another relation": lambda d: d.update(law="kappa^2 >= CC^2"),
    "a strict relation": lambda d: d.update(law="accuracy > kappa"),
    "a fact left out": lambda d: d["general"]["facts"].pop(),
    "a stronger fact": lambda d: d["general"]["facts"][0].update(relation=">"),
    "another fact": lambda d: d["general"]["facts"][0].update(term="c - a"),
    "a fact without proof": lambda d: d["general"]["facts"][0].update(
        proof={"rule": "coefficients"}
    ),
    "an equation for a fact": lambda d: d["general"]["facts"][0].update(relation="=="),
    "no proof": lambda d: d["general"].update(proof={"rule": "evaluate"}),
    "a refutation": lambda d: d.update(verdict="refuted", classes=3),
    "a part that nobody reads": lambda d: d.update(note="true"),
    "another statement": lambda d: d["statement"].update(conclusion="1 >= 0"),
    "an assumption": lambda d: d.update(assume=["beta > 0"]),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    data = copy.deepcopy(json.loads(law("accuracy >= kappa").to_json()))
    assert not _refused(data)
    FORGERIES[name](data)
    assert _refused(data)


def _refused(data: Any) -> bool:
    try:
        return any(item.problem for item in verify(data))
    except CertificateError:
        return True


# --- derivatives ------------------------------------------------------------------------------


@cache
def derived(text: str) -> Slopes:
    return slope_of(text, timeout=120)


@pytest.mark.parametrize(("text", "same", "other"), [
    ("accuracy", "proved", "proved"),
    ("BA", "proved", "proved"),
    ("macro_precision", "proved", "proved"),
    ("macro_F1", "proved", "proved"),
    ("HmacR", "proved", "proved"),
    ("macro_F1_of_means", "proved", "proved"),
    ("macro(Jaccard)", "proved", "proved"),
    ("weighted_F1", "refuted", "refuted"),
    ("kappa", "proved", "refuted"),
])  # fmt: skip
def test_signs_for_every_m(text: str, same: str, other: str) -> None:
    """The marks of opitz2024, PI, at every number of classes; Kappa fails off the diagonal."""
    found = derived(text)
    assert (found["i = j"].outcome, found["i != j"].outcome) == (same, other)
    assert [item for item in verify(json.loads(found.to_json())) if item.problem] == []


def test_displayed_derivatives() -> None:
    assert derived("macro_F1")["i = j"].formula == "2*(a_i + b_i - 2*c_i)/(m*(a_i + b_i)**2)"
    assert derived("BA")["i != j"].formula == "-c_i/(a_i**2*m)"
    assert derived("accuracy")["i = j"].formula == "-(sum(c) - n)/n**2"


DERIVATIVE_FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another measure": lambda d: d.update(slope="macro_precision"),
    "another formula": lambda d: d["derivatives"][0].update(derivative="1/(m*a_i)"),
    "the other cell": lambda d: d["derivatives"].reverse(),
    "a derivative left out": lambda d: d["derivatives"].pop(),
    "another sign": lambda d: d["derivatives"][1].update(sign=">= 0"),
    "no proof": lambda d: d["derivatives"][0]["general"].update(proof={"rule": "evaluate"}),
    "an unknown letter": lambda d: d["derivatives"][0].update(derivative="a_k"),
    "undecided with a proof": lambda d: d["derivatives"][0].update(verdict="undecided"),
}


@pytest.mark.parametrize("name", DERIVATIVE_FORGERIES)
def test_forged_derivatives_are_refused(name: str) -> None:
    data = copy.deepcopy(json.loads(derived("BA").to_json()))
    assert not _refused(data)
    DERIVATIVE_FORGERIES[name](data)
    assert _refused(data)


def test_every_measure_of_the_catalog_is_for_every_m_or_says_why_not() -> None:
    """Products over classes and sums over pairs are not written as sums over classes."""
    refused = {"GmacR", "CE"}
    for name in MULTICLASS:
        if name in refused:
            with pytest.raises(FormulaError, match="is not for every m"):
                class_sums(name)
        else:
            assert sums_of(class_sums(name))


# --- the commands -----------------------------------------------------------------------------


@pytest.mark.parametrize(("words", "told"), [
    (["relation", "BA"], "is no relation"),
    (["relation", "BA == F1"], "F1 is a binary measure"),
    (["relation", "GmacR <= 1"], "product(...) is not for every m"),
    (["relation", "BA <= 1", "--fact", "1-c/a"], "is no relation"),
    (["relation", "BA <= 1", "--fact", "1-c/a <= 0"], "is not a fact about a class"),
    (["relation", "q*BA == 1", "--assume", "q > 0"], "q already has a meaning"),
    (["slope", "calibrated(kappa)"], "calibrated measure is not for every m"),
    (["slope", "CE"], "not for every m"),
    (["slope", "c11"], "unknown name 'c11'"),
])  # fmt: skip
def test_bad_input_is_one_line(words: list[str], told: str, capsys: Any) -> None:
    assert main(words) == 2
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1


@exhaustive
def test_the_commands_and_the_formats(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "law.json"
    assert main(["relation", "accuracy >= kappa", "--format", "json", "-o", str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    assert main(["relation", "kappa == BA"]) == 1
    file = tmp_path / "slopes.json"
    assert main(["slope", "macro_F1", "--format", "json", "-o", str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    capsys.readouterr()
    for report in (relation("BA <= 1"), relation("kappa == BA"), slope_of("kappa")):
        assert "data:application/json;base64," in report.rendered("html")
        (tmp_path / "report.tex").write_text(report.rendered("latex"), encoding="utf-8")
        no_overfull(compile_(tmp_path, "report.tex"))
    told = " ".join(str(slope_of("kappa")).split())
    assert "never negative: proved for every m" in told
    assert "never positive: refuted at m = 2" in told


def test_trees_with_sums_are_what_they_were() -> None:
    tree = class_sums("weighted_F1")
    assert [str(node) for node in sums_of(tree)] == ["sum(a*2*c/(a + b))"]
    assert isinstance(tree, Formula)
    assert Square.of(3).classes == 3
    assert [item for item in verify(json.loads(derived("BA").to_json()))
            if item.problem] == []  # fmt: skip


def test_a_counterexample_that_refutes_nothing_is_none() -> None:
    data = json.loads(slope_of("kappa").to_json())
    (entry,) = (one for one in data["derivatives"] if one["verdict"] == "refuted")
    entry["counterexample"] |= {"verdict": "undecided", "witness": None}
    assert any("the counterexample is none" in item.problem for item in verify(data))
