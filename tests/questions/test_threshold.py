"""The exact set of parameter values for which a property holds: conditions, proofs, forgeries."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil
from pathlib import Path
from typing import Any

import pytest
from flint import fmpq
from paper import compile_, no_overfull
from slow_definitions import DEFINITIONS, VIOLATED, Values
from tiers import exhaustive, few

from questions.spoiling import kept
from symbolic_measures import threshold, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.samples import sample
from symbolic_measures.kernel.truth import fails, holds
from symbolic_measures.meaning.conditions import Clause, Condition, RegionError, contrary
from symbolic_measures.meaning.families import Family, violation
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.ratios import at_ratio, by_ratio
from symbolic_measures.meaning.regions import Asked, uncovered
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import CELLS, N, P
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.questions.kinds import read
from symbolic_measures.questions.threshold.meaning import Threshold, _Saved
from symbolic_measures.questions.threshold.meaning import _speaks as speaks_anywhere
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.simple_numbers import between
from symbolic_measures.search.tactics.formulas import prove_goal

Case = tuple[str, str, str, tuple[str, ...]]

#: (formula, property, parameter, assumptions): condition.
EXACT: dict[Case, str] = {
    ("F_beta", "symmetry", "beta", ()): "beta == 1",
    ("F_beta", "monotone", "beta", ()): "never",
    ("F_beta", "maximal-agreement", "beta", ()): "always",
    ("TP/(TP+x*FP+y*FN)", "symmetry", "x", ("x>0", "y>0")): "x == y",
    ("(w*TP+(1-w)*TN)/(w*P+(1-w)*N)", "class-symmetry", "w", ()): "w == 1/2",
    ("(w*TP+(1-w)*TN)/(w*P+(1-w)*N)", "monotone", "w", ()): "0 < w < 1",
    ("(TP+a*TN)/n", "monotone", "a", ()): "a > 0",
    ("(TP+a*TN)/n", "class-symmetry", "a", ()): "a == 1",
    ("l*recall+(1-l)*specificity", "monotone", "l", ()): "0 < l < 1",
    ("l*recall+(1-l)*specificity", "weakly-monotone", "l", ()): "0 <= l <= 1",
    ("l*recall+(1-l)*specificity", "constant-baseline", "l", ()): "l == 1/2",
    ("a*accuracy+(1-a)*BA", "monotone", "a", ()): "0 <= a <= 1",
    ("a*accuracy+(1-a)*BA", "symmetry", "a", ()): "a == 1",
    ("a*accuracy+(1-a)*BA", "constant-baseline", "a", ()): "a == 0",
    ("TP/n-FP/n*t/(1-t)", "monotone", "t", ("0<t<1",)): "never",
    ("TP/n-FP/n*t/(1-t)", "weakly-monotone", "t", ("0<t<1",)): "always",
    ("TP/(TP+a*(FN+FP))", "distance", "a", ("a>0",)): "a >= 1",
    ("GM", "class-symmetry", "r", ()): "always",
    ("IBA(accuracy, a)", "maximal-agreement", "a", ("a",)): "a == 0",
    ("IBA(Gmean, a)", "maximal-agreement", "a", ("a>=0",)): "a <= 1/2",
    ("IBA_Gmean", "tptn-max", "alpha", ()): "alpha <= 1/2",
    ("IBA_Gmean", "fn-min", "alpha", ()): "alpha <= 1",
    ("IBA_Gmean", "tp-not-max", "alpha", ()): "alpha <= 1/2",
    ("IBA_accuracy", "tp-not-max", "alpha", ()): "always",
}
AT_RATIO: dict[Case, str] = {
    ("F_beta_linear", "ace", "beta", ()): "beta >= rho",
    ("F_beta", "ace", "beta", ()): "beta**2 >= rho",
    ("(TP+a*TN)/n", "ace", "a", ()): "a*rho <= 1",
    ("IBA_accuracy", "ace", "alpha", ()): "alpha*rho + alpha + 1 >= rho",
    ("IBA_accuracy", "tn-monotone", "alpha", ()): "alpha <= 1/2 and alpha*rho + alpha <= rho",
    ("IBA_accuracy", "tp-monotone", "alpha", ()): "alpha*rho + 1 >= alpha",
    ("IBA_Gmean", "ace", "alpha", ()): "always",
    ("IBA_Gmean", "tp-monotone", "alpha", ()): "alpha <= 1",
    ("IBA_Gmean", "tn-monotone", "alpha", ()): "alpha <= 1/3",
    ("IBA_Gmean", "tp-not-max-in-section", "alpha", ()): "alpha <= 1/2",
    ("IBA_accuracy", "tp-not-max-in-section", "alpha", ()): "alpha*rho + alpha <= rho",
    ("(w*TP+(1-w)*TN)/(w*P+(1-w)*N)", "ace", "w", ("0<w<1",)): "w*rho + w >= rho",
    ("l*recall+(1-l)*specificity", "ace", "l", ()): "l >= 1/2",
    ("l*accuracy+(1-l)*BA", "ace", "l", ("0<=l<=1",)): "rho <= 1 or l <= 0",
    ("TP/n-FP/n*t/(1-t)", "ace", "t", ("0<t<1",)): "t*rho + t <= 1",
}
CASES = {**EXACT, **AT_RATIO}


def _called(case: Case) -> str:
    return " ".join(case[:3])


@cache
def found(case: Case) -> Threshold:
    """Each is worked out once."""
    text, property_id, parameter, assume = case
    return threshold(text, property_id, parameter, assume=assume)


def saved(case: Case) -> dict[str, Any]:
    """A fresh copy of the JSON."""
    return json.loads(found(case).to_json())


def problems(data: Any) -> list[str]:
    """What `verify` finds wrong."""
    try:
        return [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        return [str(error)]


@pytest.mark.parametrize("case", few(CASES, 6), ids=_called)
def test_the_condition_is_found_and_proved_in_both_directions(case: Case) -> None:
    report = found(case)
    assert str(report.condition) == CASES[case]
    assert report.exact
    assert report.ratio is (case in AT_RATIO)
    data = saved(case)
    assert data["necessary"] == data["sufficient"] == "proved"
    assert problems(data) == []


# --- against enumeration ----------------------------------------------------------------------

VALUES = [
    Fraction(p, 12) for p in (-25, -12, -7, -3, -1, 0, 1, 3, 4, 5, 6, 7, 9, 11, 12, 13, 18, 31)
]


def sides(case: Case) -> Iterator[tuple[Fraction, bool]]:
    """Up to six admissible values on each side of the condition, for one parameter."""
    report = found(case)
    count = {True: 0, False: 0}
    for value in VALUES:
        point = {report.parameter: formula(value)}
        subject = report.reading.measure
        if not all(holds(atom.at(**point), {}) is True for atom in subject.conditions):
            continue
        inside = within(report, point)
        if count[inside] < 6:
            count[inside] += 1
            yield value, inside


def within(report: Threshold, point: dict[str, Any]) -> bool:
    assert report.condition is not None
    clauses = report.condition.clauses
    return any(all(holds(a.at(**point), {}) is True for a in c.atoms) for c in clauses)


#: Not those that compare real matrices: `test_exact_sets` enumerates these.
ONE = [c for c in EXACT if c[0] != "GM" and c[2] != "x" and c[1] in DEFINITIONS]


@pytest.mark.parametrize("case", few(ONE, 6), ids=_called)
def test_inside_nothing_is_violated_and_outside_the_family_violates(case: Case) -> None:
    report = found(case)
    seen = []
    for value, inside in sides(case):
        seen.append(inside)
        if inside:
            largest = 4 if case[1] in ("distance", "constant-baseline") else 7
            slow = DEFINITIONS[case[1]](Values(report.reading, {report.parameter: value}), largest)
            assert slow.outcome != VIOLATED, (value, slow)
        else:
            check_outside(report, {report.parameter: value}, {})
    if CASES[case] not in ("always", "never") and "==" not in CASES[case]:
        assert seen.count(True) >= 4
        assert seen.count(False) >= 2
    assert seen


#: Families of similarity indices, and the region of two parameters in which 1 - M is a metric.
METRICS = {
    ("(TP+b*TN)/(TP+b*TN+a*(FN+FP))", ("a > 0", "b >= 0")): "a >= 1 and a >= b",
    ("TP/(TP+a*FN+b*FP)", ("a > 0", "b > 0")): "a == b and b >= 1",
}


@pytest.mark.parametrize(("text", "assume"), few(METRICS, list(METRICS)[:1], unpack=True))
def test_regions_in_which_a_family_is_a_distance(text: str, assume: tuple[str, ...]) -> None:
    report = threshold(text, "distance", "a", assume=assume, timeout=3_600)
    assert report.exact
    assert str(report.condition) == METRICS[text, assume]
    assert problems(json.loads(report.to_json())) == []
    seen = set()
    for a, b in product((Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2)), repeat=2):
        slow = DEFINITIONS["distance"](Values(report.reading, {"a": a, "b": b}), 4)
        inside = report.condition.holds(a=a, b=b)
        assert (slow.outcome == VIOLATED) is not inside
        seen.add(inside)
    assert seen == {True, False}


def check_outside(report: Threshold, values: dict[str, Fraction], sizes: dict[str, int]) -> None:
    """The family of the region of these values is a counterexample there, from its size on."""
    point: dict[str, Any] = {name: formula(value) for name, value in values.items()}
    if sizes:
        point["rho"] = formula(Fraction(sizes["N"], sizes["P"]))
    part = next(
        p for p in report.outside
        if all(holds(atom.at(**point), {}) is True for atom in p.clause.atoms)
    )  # fmt: skip
    goal, family = report.statement.goals[part.family.goal], part.family
    if family.triples:
        slow = DEFINITIONS["constant-baseline"](Values(report.reading, values), 5)
        assert slow.outcome == VIOLATED
        return
    numbers = {n: fmpq(v.numerator, v.denominator) for n, v in values.items()}
    least = number(family.size or "0", {**values, **sizes})
    for e in (max(0, ceil(least)), max(0, ceil(least)) + 1, max(0, ceil(least)) + 7):
        cells = {n: number(t, {"e": e, **sizes}) for n, t in family.cells.items()}
        assert all(cell >= 0 and cell.denominator == 1 for cell in cells.values())
        at = {**numbers, **{n: fmpq(int(cell)) for n, cell in cells.items()}}
        assert fails(goal, at) is True
        if report.property_id in ("monotone", "weakly-monotone", "symmetry", "class-symmetry"):
            table = Values(report.reading, values)
            first, second = (
                table(tuple(int(number(str(c), cells)) for c in matrix)) for matrix in goal.matrices
            )
            assert first is not None
            assert second is not None
            assert first != second or report.property_id == "monotone"


def number(text: str, at: dict[str, Any]) -> Fraction:
    """The value of a rational formula."""
    from slow_definitions import value_of

    tree = parse(text, names={}, parameters=list(at))
    return Fraction(value_of(tree, {name: Fraction(value) for name, value in at.items()}))


ACE = [case for case in AT_RATIO if case[1] == "ace"]


@pytest.mark.parametrize("case", few(ACE, 3), ids=_called)
def test_at_each_ratio_inside_holds_and_outside_is_violated(case: Case) -> None:
    report = found(case)
    (goal,) = report.statement.goals
    own = [v.name for v in goal.variables if v.name != report.parameter]
    tried = {True: 0, False: 0}
    for p, n in ((1, 1), (1, 2), (2, 1), (1, 5), (5, 1), (4, 1)):
        for value in (Fraction(k, 12) for k in (1, 2, 3, 4, 6, 8, 12, 14, 18, 24, 36)):
            point: dict[str, Any] = {report.parameter: value}
            places = {report.parameter: formula(value), "rho": formula(Fraction(n, p))}
            atoms = report.reading.measure.conditions
            if not all(holds(atom.at(**places), {}) is True for atom in atoms):
                continue
            inside = within(report, places)
            tried[inside] += 1
            if not inside:
                check_outside(report, point, {"P": p, "N": n})
                continue
            at = {report.parameter: fmpq(value.numerator, value.denominator)}
            for cells in small(own, p, n):
                assert fails(goal, {**at, **cells}) is not True, (value, cells)
    assert tried[True] >= 5
    assert tried[False] >= 5 or CASES[case] == "always"


def small(own: list[str], p: int, n: int) -> Iterator[dict[str, fmpq]]:
    """Matrices with classes of the ratio n/p, as the goal's variables."""
    assert set(own) == set(CELLS)
    for k in (1, 2, 3):
        for tp in range(k * p + 1):
            for tn in range(k * n + 1):
                cells = (tp, k * p - tp, k * n - tn, tn)
                yield dict(zip(CELLS, map(fmpq, cells), strict=True))


# --- conditions -------------------------------------------------------------------------------


def test_conditions_are_read_and_negated() -> None:
    condition = Condition.parse("0 < w < 1 or w == 2", ["w"])
    assert str(condition) == "0 < w < 1 or w == 2"
    assert len(list(condition.outside())) == 4
    assert Condition.parse("never", ["w"]).clauses == ()
    assert list(Condition.parse("always", ["w"]).outside()) == []
    atom = Clause.parse("w == 2", ["w"]).atoms[0]
    assert len(contrary(atom)) == 2


@pytest.mark.parametrize("text", ["w", "v > 0", "1/w > 0", "w**(1/2) > 1", "sqrt(w) > 1", "", "or"])
def test_conditions_are_relations_among_polynomials(text: str) -> None:
    with pytest.raises(RegionError):
        Condition.parse(text, ["w"])


def test_rho_is_the_ratio() -> None:
    (atom,) = Clause.parse("b**2 >= 2*rho", ["b", "rho"]).atoms
    shown = at_ratio(atom, P, N)
    for tp, fn, fp, tn, b in ((1, 0, 2, 0, 2), (1, 1, 3, 0, 1), (0, 3, 1, 1, 1)):
        point = {"TP": fmpq(tp), "FN": fmpq(fn), "FP": fmpq(fp), "TN": fmpq(tn), "b": fmpq(b)}
        assert holds(shown, point) is (b * b >= 2 * Fraction(fp + tn, tp + fn))


def test_only_properties_at_fixed_sizes_know_rho() -> None:
    reading = Reading(measure("F_beta"))
    for property_id in ("ace", "tn-monotone", "tp-not-max-in-section"):
        assert by_ratio(PROPERTIES[property_id].statement(reading))
    for property_id in ("monotone", "class-symmetry", "symmetry", "constant-baseline", "distance"):
        assert not by_ratio(PROPERTIES[property_id].statement(reading))


@pytest.mark.parametrize(
    ("low", "high", "middle"),
    [(0.0, 1.0, "1/2"), (None, None, "1"), (1.0, None, "2"), (None, 0.0, "-1"), (0.3, 0.34, "1/3"),
     (-1.0, 1.0, "0"), (-0.5, -0.3, "-1/3"), (2.5, 2.6, "23/9"), (None, -0.5, "-1")],
)  # fmt: skip
def test_the_simplest_number_between(low: float | None, high: float | None, middle: str) -> None:
    value = between(low, high)
    assert low is None or low < value
    assert high is None or value < high
    assert low is None or high is None or value.denominator <= Fraction(middle).denominator


def test_a_family_must_be_made_of_points_of_the_goal() -> None:
    case = ("(TP+a*TN)/n", "monotone", "a", ())
    question = Asked(PROPERTIES[case[1]], found(case).reading)
    clause = Clause.parse("a <= 0", ["a"])
    good = {"TP": "0", "FN": "1", "FP": "1", "TN": "0"}
    assert violation(question, clause, Family(0, good))
    for cells in ({"TP": "0"}, {**good, "TN": "1/2"}, {**good, "TN": "a"}, {**good, "k": "1"}):
        with pytest.raises(RegionError):
            violation(question, clause, Family(0, cells))
    with pytest.raises(RegionError):
        violation(question, clause, Family(9, good))


def test_regions_that_leave_something_out_do_not_cover() -> None:
    from symbolic_measures.search.effort import Effort
    from symbolic_measures.search.tactics.formulas import prove_goal

    subject = measure("(TP+a*TN)/n", assume=["a"])
    whole = Clause.parse("always", ["a"])
    parts = [Clause.parse(text, ["a"]) for text in ("a < 0", "a > 0")]
    proofs = [prove_goal(g, Effort(5)) for g in uncovered(subject, whole, parts, False)]
    assert None in proofs
    parts.append(Clause.parse("a == 0", ["a"]))
    proofs = [prove_goal(g, Effort(5)) for g in uncovered(subject, whole, parts, False)]
    assert None not in proofs


# --- forgeries --------------------------------------------------------------------------------

BETWEEN: Case = ("a*accuracy+(1-a)*BA", "monotone", "a", ())
RATIO: Case = ("F_beta_linear", "ace", "beta", ())


def wider(data: dict[str, Any]) -> None:
    data["condition"] = "a <= 1"


def narrower(data: dict[str, Any]) -> None:
    data["condition"] = "0 < a <= 1"


def everywhere(data: dict[str, Any]) -> None:
    data["condition"] = "always"
    data["proof"] = {"sufficient": [], "necessary": []}


def nowhere(data: dict[str, Any]) -> None:
    data["condition"] = "never"
    data["proof"]["sufficient"] = []


def region_widened(data: dict[str, Any]) -> None:
    data["inside"][0]["when"] = "0 <= a <= 2"


def region_outside_widened(data: dict[str, Any]) -> None:
    data["outside"][0]["when"] = "always"


def cell_off(data: dict[str, Any]) -> None:
    data["outside"][0]["point"]["FP"] = "7*e"


def cell_negative(data: dict[str, Any]) -> None:
    data["outside"][0]["point"]["TP"] = "-1"


def goal_off(data: dict[str, Any]) -> None:
    data["outside"][0]["goal"] = (data["outside"][0]["goal"] + 1) % 4


def size_off(data: dict[str, Any]) -> None:
    data["outside"][0]["size"] = "0"


def size_negative(data: dict[str, Any]) -> None:
    data["outside"][0]["size"] = "1/(a - 5)"


def size_undefined(data: dict[str, Any]) -> None:
    data["outside"][0]["size"] = "1/(a - a)/1"


def other_matrices(data: dict[str, Any]) -> None:
    data["outside"][0]["matrices"][0][0] = "9"


def other_proof(data: dict[str, Any]) -> None:
    data["inside"][0]["proof"] = saved(("(TP+a*TN)/n", "monotone", "a", ()))["inside"][0]["proof"]


def proof_of_another_region(data: dict[str, Any]) -> None:
    first, second = data["outside"]
    first["proof"], second["proof"] = second["proof"], first["proof"]


def no_inside(data: dict[str, Any]) -> None:
    data["inside"] = []


def no_outside(data: dict[str, Any]) -> None:
    data["outside"] = []


def no_cover(data: dict[str, Any]) -> None:
    data["proof"]["necessary"] = data["proof"]["necessary"][:-1]


def no_samples(data: dict[str, Any]) -> None:
    data["samples"] = []


def sample_turned(data: dict[str, Any]) -> None:
    entry = next(entry for entry in data["samples"] if entry["verdict"] == "refuted")
    entry["verdict"] = "proved"


def sample_moved(data: dict[str, Any]) -> None:
    entry = next(entry for entry in data["samples"] if entry["verdict"] == "refuted")
    entry["at"] = {"a": "1/2"}


def another_property(data: dict[str, Any]) -> None:
    data["property"] = "weakly-monotone"


def another_formula(data: dict[str, Any]) -> None:
    data["measure"]["formula"] = "a*accuracy+(2-a)*BA"


def another_parameter(data: dict[str, Any]) -> None:
    data["parameter"] = "b"


def with_a_ratio(data: dict[str, Any]) -> None:
    data["ratio"] = True


def other_assumption(data: dict[str, Any]) -> None:
    data["measure"]["parameters"]["a"] = ["a > 1"]


FORGERIES = (
    wider, narrower, everywhere, nowhere, region_widened, region_outside_widened, cell_off,
    cell_negative, goal_off, size_off, size_negative, size_undefined, other_matrices, other_proof,
    proof_of_another_region, no_inside, no_outside, no_cover, no_samples, sample_turned,
    sample_moved, another_property, another_formula, another_parameter, with_a_ratio,
    other_assumption,
)  # fmt: skip


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_forgeries_are_refused(forge: Callable[[dict[str, Any]], None]) -> None:
    data = saved(BETWEEN)
    before = copy.deepcopy(data)
    forge(data)
    assert data != before
    assert problems(data)


@pytest.mark.parametrize(
    "text", ["beta >= 2*rho", "beta >= rho/2", "beta > rho", "beta >= 1", "rho >= 1"]
)
def test_another_curve_is_refused(text: str) -> None:
    data = saved(RATIO)
    data["condition"] = text
    assert problems(data)


@pytest.mark.parametrize("cells", [{"TN": "P"}, {"FN": "0"}, {"TP": "P"}, {"FP": "2*N"}])
def test_a_family_of_another_ratio_is_refused(cells: dict[str, str]) -> None:
    data = saved(RATIO)
    data["outside"][0]["point"].update(cells)
    assert problems(data)


@pytest.mark.parametrize("key", ["inside", "outside", "samples", "proof", "statement", "ratio"])
def test_missing_parts_are_said(key: str) -> None:
    data = saved(BETWEEN)
    del data[key]
    assert problems(data)
    data[key] = 7
    assert problems(data)


def test_what_is_not_proved_is_not_claimed() -> None:
    report = threshold(
        "(1+c*sqrt(TP*TN)/n)*TP/(TP+FN)", "monotone", "c", assume=["c>0"], timeout=0.05
    )
    data = report.to_data()
    assert not report.exact
    assert "not proved" in (data["necessary"], data["sufficient"])
    assert "iff" not in report.rendered("text").replace("perhaps iff", "")
    assert problems(json.loads(report.to_json())) == []
    data["necessary"] = data["sufficient"] = "proved"
    data["condition"] = "always"
    assert problems(json.loads(json.dumps(data)))


def test_a_property_the_parameter_cannot_influence() -> None:
    report = threshold("(TP+TN)*a/(a*n)", "class-symmetry", "a", assume=["a>0"])
    assert str(report.condition) == "always"
    assert report.exact
    assert report.note == "The property does not depend on a."
    assert report.note in str(report)


# --- doors ------------------------------------------------------------------------------------


def test_bad_input_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in (
        (["F1", "--property", "monotone", "--parameter", "beta"], "no parameter"),
        (["F_beta", "--property", "monoton", "--parameter", "beta"], "did you mean 'monotone'"),
        (["F_beta", "--property", "range", "--parameter", "beta"], "no yes or no"),
        (["F_beta", "--property", "gradient", "--parameter", "beta"], "no property"),
        (["TP/(TP+a*FN)", "--property", "monotone", "--parameter", "a", "--assume", "a>1",
          "--assume", "a<0"], "contradict"),
        (["TP/(TP+rho*FN)", "--property", "monotone", "--parameter", "rho"], "rho is N/P"),
        (["TP/(TP+a*FN)", "--property", "monotone", "--parameter", "b"], "unknown name 'a'"),
        (["F_beta", "--property", "monotone", "--parameter", "beta", "--reading", "x"], "x"),
        (["F_beta", "--property", "monotone", "--parameter", "beta", "--timeout", "0"], "timeout"),
    ):  # fmt: skip
        assert main(["threshold", *words]) == 2, words
        error = capsys.readouterr().err
        assert told in error, error
        assert error.count("\n") == 1
    with pytest.raises(FormulaError):
        threshold("F1", "monotone", "beta")


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["threshold", "F_beta", "--property", "symmetry", "--parameter", "beta"]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "iff beta = 1" in shown
    path = tmp_path / "threshold.json"
    assert main([*words, "--format", "json", "-o", str(path)]) == 0
    assert main(["verify", str(path)]) == 0
    data = json.loads(path.read_text())
    assert data["condition"] == "beta == 1"
    data["condition"] = "beta == 2"
    path.write_text(json.dumps(data))
    assert main(["verify", str(path)]) == 1


def test_lower_is_better_turns_the_question() -> None:
    report = threshold("(FN+a*FP)/n", "monotone", "a", lower_is_better=True)
    assert str(report.condition) == "a > 0"
    assert report.exact
    assert problems(json.loads(report.to_json())) == []


def test_a_reading_is_taken() -> None:
    report = threshold("F_beta", "maximal-agreement", "beta", reading="scikit-learn")
    assert str(report.condition) == "never"
    assert report.exact
    assert problems(json.loads(report.to_json())) == []


@exhaustive
def test_the_region_is_drawn_with_its_exact_border() -> None:
    """F_beta and ACE: rho = beta^2, over 0 <= beta <= 2 and 0 <= rho <= 3 or so."""
    doc = threshold("F_beta", "ace", "beta").document()
    shapes = dict(doc.plane.shapes)
    assert set(shapes) == {"proved", "refuted"}
    across, upward = (int(ticks[-1][0]) for ticks in (doc.plane.ticks, doc.plane.rises))
    area = 0.0
    for outcome, parts in shapes.items():
        for corners in parts:
            beta, rho = (sum(c[k] for c in corners) / 4 * end
                         for k, end in enumerate((across, upward)))  # fmt: skip
            assert (beta**2 >= rho) == (outcome == "proved") or abs(beta**2 - rho) < 0.02
            (a, low), (b, _), (c, high), (d, _) = corners
            area += (high - low) * ((b - a) + (c - d)) / 2
    assert abs(area - 1) < 1e-3, "together they are the whole square"
    border = {(x * across, y * upward) for corners in shapes["proved"] for x, y in corners if x < 1}
    assert len(border) > 20
    assert max(abs(beta**2 - rho) for beta, rho in border) < 0.02
    assert "F_beta: ace holds iff beta^2 &gt;= rho" in threshold("F_beta", "ace", "beta").rendered(
        "html"
    )


@pytest.mark.parametrize("case", [BETWEEN, RATIO], ids=_called)
def test_reports_in_every_format(case: Case, tmp_path: Path) -> None:
    report = found(case)
    page = report.rendered("html")
    assert "<svg" in page
    assert page.count("<svg") == page.count("</svg>") == 1
    assert "iff" in page
    assert "iff" in report.rendered("text")
    (tmp_path / "threshold.tex").write_text(report.rendered("latex"), encoding="utf-8")
    no_overfull(compile_(tmp_path, "threshold.tex"))
    assert report._repr_html_().startswith("<style>")


# --- what a referee tried ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "property_id", "cells"),
    [
        ("TP+TN-FN-FP+a", "tn-not-max-in-section", {"TP": "9*P", "FN": "P", "TN": "10*N"}),
        ("a*TP*TN", "tp-not-max-in-section", {"TP": "4*P", "FP": "2*N", "TN": "2*N"}),
        ("a*TP*TN", "tp-not-max-in-section", {"TP": "a*P", "FP": "a*N/2", "TN": "a*N/2"}),
    ],
)
def test_a_maximum_is_one_of_its_own_section(
    text: str, property_id: str, cells: dict[str, str]
) -> None:
    """A matrix of larger classes beats the section, of a measure that grows with n."""
    question = Asked(PROPERTIES[property_id], Reading(measure(text, assume=["a > 0"])))
    goals = violation(question, Clause.parse("always", ["a", "rho"]), Family(0, cells))
    point = {"P": fmpq(2), "N": fmpq(3), "a": fmpq(5), "TP": fmpq(1), "FN": fmpq(1),
             "FP": fmpq(1), "TN": fmpq(2)}  # fmt: skip
    assert any(fails(goal, point) is True for goal in goals)


@pytest.mark.parametrize(
    ("cells", "reached"),
    [
        ({"TP": "1", "FP": "1", "TN": "1"}, False),  # below TPTN
        ({"TP": "1", "FP": "1", "TN": "0"}, True),
        ({"TP": "1/a", "FP": "a", "TN": "0"}, True),
        ({"TP": "1", "FP": "a-a", "TN": "0"}, False),  # N = 0
        ({"TP": "-1", "FP": "1", "TN": "0"}, False),
    ],
)
def test_a_maximum_of_all_matrices_of_one_n(cells: dict[str, str], reached: bool) -> None:
    """FP/N + a*(TP/P) is largest where FN = TN = 0, whatever P and N."""
    question = Asked(PROPERTIES["tp-not-max"], Reading(measure("FP/N+a*TP/P", assume=["a > 0"])))
    assert not question.ratio
    goals = violation(question, Clause.parse("always", ["a"]), Family(0, cells))
    assert all(prove_goal(goal, Effort(1_000_000)) is not None for goal in goals) is reached


def test_what_is_largest_in_its_section_alone() -> None:
    """IBA of accuracy is, in some sections, largest on the side; with smaller N it is larger."""
    question = Asked(PROPERTIES["tp-not-max"], Reading(measure("IBA_accuracy")))
    clause = Clause.parse("alpha >= 1", ["alpha"])
    goals = violation(question, clause, Family(0, {"TP": "1", "FP": "1", "TN": "0"}))
    point = {"alpha": fmpq(1), "TP": fmpq(3), "FP": fmpq(1), "FN": fmpq(0), "TN": fmpq(0)}
    assert any(fails(goal, point) is True for goal in goals)
    with pytest.raises(RegionError):
        violation(question, clause, Family(0, {"TP": "P", "FP": "N", "TN": "0"}))


@pytest.mark.parametrize(
    ("text", "property_id"),
    [
        ("sqrt(a)*(TP+TN)/n", "monotone"),
        ("(TP+TN)/(n*sqrt(a))", "tp-strictly-monotone"),
        ("(TP+TN)/(a*n)", "monotone"),
    ],
)
def test_where_nothing_is_defined_nothing_holds(text: str, property_id: str) -> None:
    report = threshold(text, property_id, "a", assume=["a"])
    assert not report.exact
    assert "vacuous" in report.note


def test_samples_of_a_maximum_are_not_refuted() -> None:
    data = saved(("IBA_Gmean", "tp-not-max-in-section", "alpha", ()))
    other = saved(("IBA_Gmean", "tn-monotone", "alpha", ()))
    data["samples"][0] = next(s for s in other["samples"] if s["verdict"] == "refuted")
    assert problems(data)


def test_rho_is_no_parameter_in_a_file_either() -> None:
    data = saved(("(TP+a*TN)/n", "ace", "a", ()))
    text = json.dumps(data).replace('"a"', '"rho"').replace("a*TN", "rho*TN")
    assert problems(json.loads(text))


def test_some_value_is_admissible() -> None:
    data = saved(("F_beta", "monotone", "beta", ()))
    data["samples"] = []
    assert problems(data)


def test_a_note_is_not_free_text() -> None:
    data = saved(BETWEEN)
    for note in ("The property does not depend on a.", "Proved for all a."):
        data["note"] = note
        assert problems(data)


def free() -> dict[str, Any]:
    """A saved set for a parameter that does not matter."""
    report = threshold("(TP+TN)*a/(a*n)", "class-symmetry", "a", assume=["a>0"])
    data: dict[str, Any] = json.loads(report.to_json())
    assert problems(data) == []
    return data


def test_another_note_on_a_parameter_that_does_not_matter_is_refused() -> None:
    data = free()
    data["note"] = "The property holds of every measure."
    assert "the note is not what is known" in problems(data)


def test_a_condition_that_is_only_sufficient_says_nothing_outside() -> None:
    """That a sample outside has the property, too, contradicts an exact set alone."""
    data = free()
    data.update(condition="a >= 2", necessary="not proved", note="")
    data["samples"].append({**data["samples"][0], "at": {"a": "2"}})
    assert problems(data) == []
    data["necessary"] = "proved"
    assert "the condition is not true to the sample {'a': '1'}" in problems(data)


def test_whether_a_goal_speaks_is_looked_up_in_larger_matrices() -> None:
    """At seven negative elements for a positive one the smallest matrix has eight."""
    names = tuple(Variable(name, "natural") for name in CELLS)
    far = Atom(N - formula(7) * P, "=="), Atom(P - 1, ">=")
    goal = Goal(names, far, Atom(P, ">"), blocks=(CELLS,))
    assert sample(goal) is None
    assert speaks_anywhere(goal)
    assert not speaks_anywhere(replace(goal, hypotheses=(*far, Atom(formula(7) - N, ">"))))


def test_a_set_where_what_is_presupposed_says_nothing_is_vacuous() -> None:
    """At no diagonal matrix has this a value; that it is symmetric makes it no distance."""
    subject = measure("w*TP/(FN+FP)", assume=["w > 0"])
    whole = PROPERTIES["distance"]
    first = replace(whole, build=lambda *given: whole.build(*given)[:2])  # no triangle
    question = Asked(first, Reading(subject))
    condition = Condition.parse("always", subject.parameters)
    saved = _Saved({"samples": [{"at": {"w": "1"}}]}, question, subject.parameters, condition)
    with pytest.raises(CertificateError, match="vacuous: at w = 1 it says nothing"):
        saved._speaks()


def test_roots_that_floats_do_not_part_are_no_gap() -> None:
    report = threshold(
        "sqrt((TP/P)*(TN/N))+a*((TP+TN)/n)", "tn-monotone", "a", assume=["a"], timeout=4
    )
    assert problems(json.loads(report.to_json())) == []


@pytest.mark.parametrize(
    ("formula", "property_id", "parameter"),
    [("F_beta", "symmetry", "beta"), ("F_beta_linear", "ace", "beta")],
)
def test_a_saved_set_is_read_back(formula: str, property_id: str, parameter: str) -> None:
    found = threshold(formula, property_id, parameter)
    data = json.loads(found.to_json())
    again = read(data)
    assert again.to_data() == found.to_data()
    again = replace(again, reading=found.reading)  # a file has no title and no source
    assert again.rendered("html") == found.rendered("html")
    assert again.rendered("text") == found.rendered("text")
    with pytest.raises(CertificateError):
        read({**data, "condition": "beta > 17"})


def test_each_direction_has_its_own_proofs() -> None:
    found = read(kept("threshold-symmetry"))
    assert isinstance(found, Threshold)
    one, two = Step("one"), Step("two")
    for sufficient, necessary in ((None, (two,)), ((one,), None), ((one,), (two, one))):
        data = replace(found, sufficient=sufficient, necessary=necessary).to_data()
        assert data["proof"] == {
            "sufficient": [step.to_data() for step in sufficient or ()],
            "necessary": [step.to_data() for step in necessary or ()],
        }
        words = ["proved" if steps else "not proved" for steps in (sufficient, necessary)]
        assert [data["sufficient"], data["necessary"]] == words
