"""Identities: equal values, different domains, smallest matrices, saved files and the command."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from paper import compile_, no_overfull
from random_formulas import random_formulas
from slow_definitions import BeyondUsError, UndefinedHereError, Values, compared, up_to, value_of
from tiers import few

from symbolic_measures import check, identity, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.doors.interop.answers import condition_of
from symbolic_measures.meaning.sides import subject_of
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import CELLS, compositions
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.questions.identity.meaning import Identity, equality, inclusion


@cache
def about(lhs: str, rhs: str, *assume: str) -> Identity:
    """Each is worked out once."""
    return identity(lhs, rhs, assume=assume, timeout=600)


def saved(lhs: str, rhs: str, *assume: str) -> dict[str, Any]:
    """A fresh copy of the JSON."""
    return json.loads(about(lhs, rhs, *assume).to_json())


def problems(data: Any) -> list[str]:
    """What `verify` finds wrong."""
    try:
        return [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        return [str(error)]


EQUAL = [
    ("Jaccard", "F1/(2-F1)"),
    ("MCC^2", "informedness*markedness"),
    ("CC", "(p_AB-p_A*p_B)/sqrt(p_A*(1-p_A)*p_B*(1-p_B))"),
    ("DP", "sqrt(3)/pi*LOR"),
    ("F_beta", "(1+beta^2)*precision*recall/(beta^2*precision+recall)", "beta > 0"),
    ("(P*N)^(2*r)", "((P*N)^r)^2", "r > 0"),
    ("accuracy", "1-(FN+FP)/n"),
]


@pytest.mark.parametrize("sides", EQUAL, ids=lambda sides: f"{sides[0]} = {sides[1]}")
def test_equal(sides: tuple[str, ...]) -> None:
    found = about(*sides)
    assert found.outcome == "proved"
    assert problems(saved(*sides)) == []


UNEQUAL = [
    ("MCC", "informedness", ("0", "1", "2", "1"), ("-sqrt(3)/3", "-2/3")),
    ("F1", "kappa", ("0", "1", "1", "0"), ("0", "-1")),
    ("GM_1", "kappa", ("0", "1", "2", "0"), ("-1", "-4/5")),
    ("1-acos(MCC)/pi", "(1+MCC)/2", ("0", "1", "1", "1"), ("1/3", "1/4")),
]


@pytest.mark.parametrize(("lhs", "rhs", "matrix", "values"), UNEQUAL, ids=lambda x: str(x))
def test_unequal(lhs: str, rhs: str, matrix: Any, values: Any) -> None:
    found = about(lhs, rhs)
    witness = found.verdict.witness
    assert found.outcome == "refuted"
    assert witness is not None
    assert witness.minimal
    assert witness.matrices == (matrix,)
    assert witness.values == values
    assert problems(saved(lhs, rhs)) == []


def test_parameters_are_shown_with_the_matrix() -> None:
    witness = about("F_beta", "F1").verdict.witness
    assert witness is not None
    assert witness.parameters == {"beta": "2"}
    assert "beta = 2" in str(about("F_beta", "F1"))


# --- domains -------------------------------------------------------------------------------


def test_what_is_assumed_of_a_parameter_is_a_hypothesis() -> None:
    sides = "Abs(1-a)*F1", "(1-a)*F1"
    assert about(*sides, "0 < a < 1").outcome == "proved"
    assert about(*sides, "a > 0").outcome == "refuted"
    subject = subject_of(*sides, ["0 < a < 1"])[0]
    assert subject.conditions
    for statement in (equality(subject), inclusion(subject, 0), inclusion(subject, 1)):
        assert set(subject.conditions) <= set(statement.goals[0].hypotheses)


def test_a_parameter_of_one_side_is_one_of_both() -> None:
    for sides in (("F1", "F1+0*b"), ("F1+0*b", "F1")):
        assert problems(saved(*sides, "b > 0")) == []


@pytest.mark.parametrize("gone", ["a", "b"])
def test_a_file_names_every_parameter(gone: str) -> None:
    data = saved("a*b*F1", "a*b*F1", "a > b", "b > 0")
    assert problems(data) == []
    del data["parameters"][gone]
    assert "the parameters are not those of the formulas" in problems(data)[0]


def test_equal_values_with_different_domains() -> None:
    found = about("F1_harmonic", "F1")
    assert (found.outcome, found.domains) == ("proved", "refuted")
    first = found.differences[0]
    assert (first.matrix, first.undefined, first.value) == ((0, 0, 1, 0), "lhs", "0")
    assert {d.undefined for d in found.differences} == {"lhs"}


def test_the_same_domain() -> None:
    found = about("Jaccard", "F1/(2-F1)")
    assert (found.domains, found.differences) == ("proved", ())


def test_a_domain_that_is_no_union_of_patterns() -> None:
    found = about("1/(TP-FN)", "1/(TP-FN)+0/(FP-TN)")
    assert (found.outcome, found.domains) == ("proved", "refuted")
    assert [v.outcome for v in found.within] == ["proved", "refuted"]
    assert found.within[1].witness is not None
    assert found.within[1].witness.matrices == (("0", "1", "0", "0"),)
    assert problems(saved("1/(TP-FN)", "1/(TP-FN)+0/(FP-TN)")) == []


def test_nowhere_both_defined_is_no_identity() -> None:
    found = about("1/(TP-TP)", "TP")
    assert found.outcome == "not-applicable"
    assert main(["identity", "1/(TP-TP)", "TP"]) == 1


# --- against enumeration ---------------------------------------------------------------------


def value(tree: Formula, cells: tuple[int, ...]) -> Any:
    """The value by the tests' own evaluator, None where undefined."""
    try:
        return value_of(tree, dict(zip(CELLS, map(Fraction, cells), strict=True)))
    except UndefinedHereError:
        return None


def first_difference(lhs: Formula, rhs: Formula, largest: int) -> tuple[int, ...] | None:
    """The smallest matrix where both are defined and differ, in the declared order."""
    for n in range(1, largest + 1):
        for cells in compositions(n, 4):
            left, right = value(lhs, cells), value(rhs, cells)
            if left is not None and right is not None and compared(left, right):
                return cells
    return None


PAIRS = [(f, g) for (f, a), (g, b) in zip(random_formulas(70, 7), random_formulas(70, 8)[::-1])
         if not a and not b]  # fmt: skip


def rewritten(text: str) -> list[str]:
    """The same formula, or nearly."""
    return [f"({text})*n/n", f"({text})*P/P", f"1-(1-({text}))", f"({text})+TP*TN*FN*0"]


@pytest.mark.parametrize(
    ("lhs", "rhs"),
    [*PAIRS, *((f, g) for f, rules in random_formulas(36) if not rules for g in rewritten(f)[:2])],
)
def test_the_engine_agrees_with_enumeration(lhs: str, rhs: str) -> None:
    _, left, right = subject_of(lhs, rhs)
    try:
        found = first_difference(left.formula, right.formula, 5)
        defined = [
            tuple(value(side.formula, cells) is not None for side in (left, right))
            for n in range(1, 5)
            for cells in compositions(n, 4)
        ]
    except BeyondUsError:
        return
    report = identity(lhs, rhs, timeout=600)
    if found is not None:
        assert report.outcome == "refuted"
        assert report.verdict.witness is not None
        assert report.verdict.witness.matrices == (tuple(map(str, found)),)
    elif report.outcome == "refuted":
        witness = report.verdict.witness
        assert witness is not None
        assert sum(map(int, witness.matrices[0])) > 5
    if report.domains == "proved":
        assert all(one == other for one, other in defined)
    for item in report.differences:
        at = [value(side.formula, item.matrix) is None for side in (left, right)]
        assert at == [item.undefined == "lhs", item.undefined == "rhs"]


# --- saved files -------------------------------------------------------------------------------


def forge(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    data = copy.deepcopy(saved("F1_harmonic", "F1"))
    change(data)
    return data


def another(formula: str) -> dict[str, Any]:
    """A verdict on it that is true, and not about where it is undefined."""
    found: dict[str, Any] = check(formula, property="symmetry").to_data()["verdicts"][0]
    return found


FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another right side": lambda d: d.update(rhs="kappa"),
    "a side that ends the other": lambda d: d.update(lhs="F1)-(F1", rhs="0"),
    "refuted called proved": lambda d: d.update(saved("F1", "kappa"), verdict="proved"),
    "the domains called the same": lambda d: d["domains"].update(same="proved"),
    "a difference left out": lambda d: d["domains"]["differ"].pop(),
    "a difference on the other side": lambda d: d["domains"]["differ"][0].update(undefined="rhs"),
    "another value in a difference": lambda d: d["domains"]["differ"][0].update(value="1"),
    "the undefined set of the other side": lambda d: d["domains"].update(lhs=d["domains"]["rhs"]),
    "another property for a domain": lambda d: d["domains"]["lhs"].update(property="symmetry"),
    "another property for the first domain": lambda d: d["domains"].update(
        lhs=another("F1_harmonic")
    ),
    "another property for the second domain": lambda d: d["domains"].update(rhs=another("F1")),
    "inclusions where sets are known": lambda d: d["domains"].update(
        within=saved("1/(TP-FN)", "1/(TP-FN)+0/(FP-TN)")["domains"]["within"]
    ),
    "a part that nobody reads": lambda d: d.update(note="verified"),
    "an assumption that is not of the formula": lambda d: d.update(parameters={"x": ["x > 0"]}),
    "a value": lambda d: d.update(value="1"),
    "no domains": lambda d: d.pop("domains"),
    "an empty proof": lambda d: d["proof"].update(premises=[]),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    assert problems(forge(FORGERIES[name]))


# --- the command and the formats ------------------------------------------------------------------


def test_the_command(tmp_path, capsys) -> None:
    file = tmp_path / "identity.json"
    assert main(["identity", "F1", "F1_harmonic", "--format", "json", "-o", str(file)]) == 0
    assert main(["identity", "F1", "F1_harmonic", "--require-domain"]) == 1
    assert main(["identity", "F1", "MCC"]) == 1
    assert main(["verify", str(file)]) == 0
    data = json.loads(file.read_text())
    assert {"schema", "lhs", "rhs", "verdict", "domains", "witness"} <= set(data)
    assert "4 verdicts replayed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        (("F1)-(F1", "0"), "the left side"),
        (("TP", "foo"), "the right side: column 1: unknown name 'foo'"),
        (("TP", ""), "the right side: the formula is empty"),
        (("__import__('os')", "TP"), "cannot call"),
    ],
)
def test_bad_input_is_one_line(sides: tuple[str, str], words: str, capsys) -> None:
    assert main(["identity", *sides]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1
    with pytest.raises(FormulaError):
        identity(*sides)


def test_every_format_shows_the_matrix() -> None:
    report = about("MCC", "informedness")
    assert "-sqrt(3)/3" in str(report)
    assert "data:application/json;base64," in report.rendered("html")
    assert "sqrt" in report._repr_html_()


@pytest.mark.parametrize("sides", [("MCC", "informedness"), ("F1", "F1_harmonic")])
def test_latex(sides: tuple[str, str], tmp_path: Path) -> None:
    (tmp_path / "report.tex").write_text(about(*sides).rendered("latex"), encoding="utf-8")
    no_overfull(compile_(tmp_path, "report.tex"))


# --- readings ------------------------------------------------------------------------------------


def test_each_side_has_a_reading() -> None:
    """Where nothing is positive the library says 0 and the paper 1."""
    both = identity("F1", "F1", left_reading="scikit-learn", right_reading="gosgens-appendix-b")
    assert (both.outcome, both.domains) == ("refuted", "proved")
    assert both.verdict.witness is not None
    assert both.verdict.witness.matrices == (("0", "0", "0", "1"),)
    assert both.verdict.witness.values == ("0", "1")
    one = identity("F1", "2*TP/(2*TP+FN+FP)", left_reading="scikit-learn")
    assert (one.outcome, one.domains) == ("proved", "refuted")
    for found in (both, one):
        data = json.loads(found.to_json())
        assert [item.problem for item in verify(data) if item.problem] == []
        data["readings"].reverse()
        assert [item.problem for item in verify(data) if item.problem]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["TP", "F1", "--left-reading", "scikit-learn"], "says nothing about"),
        (["F1", "F1", "--right-reading", "sklearn"], "the right side"),
        (["LOR", "LOR", "--left-reading", "brzezinski-extended"], "has infinite values"),
    ],
)
def test_readings_that_cannot_be_taken_are_one_line(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["identity", *words]) == 2
    line = capsys.readouterr().err
    assert told in line
    assert line.count("\n") == 1


#: Roots, logarithms and arccosines over denominators that change sign.
SIGNLESS = [
    "sqrt(TP/(TP-FN))",
    "sqrt((TP-FN)/(FP-TN))",
    "log(TP/(TP-FN))/(FP-TN)",
    "acos(TP/(FN-FP))",
    "Max(sqrt(TP/(TP-FN)), TP)",
    "sqrt(Abs(TP-FN)/(FP-TN))",
]


@pytest.mark.parametrize("text", few(SIGNLESS, 3))
def test_a_formula_is_equal_to_itself(text: str) -> None:
    """By the kernel, whatever it can say of the parts; and nothing else is, at these signs."""
    found = identity(text, text)
    assert (found.outcome, found.domains) == ("proved", "proved")
    assert all(not item.problem for item in found.verify())
    other = identity(text, f"({text})*(TP+1)/(TP+2)", timeout=600)
    assert other.outcome != "proved"
    values = Values(make_reading(measure(text)))
    for part in found.undefined:
        where = condition_of(part)
        for matrix in up_to(4) if where is not None else ():
            undefined = bool(where.subs(dict(zip(CELLS, matrix, strict=True))))
            assert undefined is (values(matrix) is None)
