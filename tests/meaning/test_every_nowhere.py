"""Properties that look, for every number of classes, only where a measure has no value."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any, cast

import pytest
from slow_many_classes import of_size
from tiers import few

from symbolic_measures import check, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.kernel.exact import UndefinedError
from symbolic_measures.meaning.every_class import NOWHERE, EveryClasses
from symbolic_measures.meaning.every_parts import parts
from symbolic_measures.meaning.every_report import EveryReport
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.questions.kinds import read
from symbolic_measures.search import every_class
from symbolic_measures.search.effort import MILLION, Effort

PROPERTY, BASELINE = "minimal-agreement", "constant-baseline"
#: Without a value where nothing is right, for every m; how that is seen differs.
WITHOUT = (
    "HmacR", "macro_F1_of_means", "m/sum(1/(c/b))", "sum(a*c)/sum(b*c)", "log(sum(c*b))",
    "w*sum(c/b)/sum(c/a)",
)  # fmt: skip
#: With a value at some matrix of some m with a zero diagonal.
WITH = (
    "accuracy", "BA", "macro_precision", "kappa", "sum(c)/(sum(c)+m-2)", "sum(c)/(sum(c)+m-3)",
    "sum(c)/(sum(c)+n-m)", "sum(c)/sum((a-1)^2)", "sum(c)/(w+sum(c))", "sum(c)/sum((a-b)^2)",
)  # fmt: skip


def assumed(text: str) -> tuple[str, ...]:
    return ("w > 1",) if "w" in text else ()


@cache
def decided(text: str, classes: str = "every") -> EveryReport:
    found = check(text, property=PROPERTY, classes=classes, assume=assumed(text))
    return cast(EveryReport, found)


def values(text: str, m: int, zero: bool) -> set[bool]:
    """Whether the measure has a value at small matrices, those with a zero diagonal or others."""
    reading, found = EveryClasses(text.replace("w", "2")).at(m), set()
    for n in {2: (1, 2, 3, 4), 3: (1, 2, 3), 4: (1, 2)}[m]:
        for matrix in of_size(m, n):
            if any(row[i] for i, row in enumerate(matrix)) is zero:
                continue
            try:
                reading.value_at(tuple(cell for row in matrix for cell in row))
                found.add(True)
            except UndefinedError:
                found.add(False)
    return found


@pytest.mark.parametrize("text", few(WITHOUT, 4))
def test_no_matrix_with_a_zero_diagonal_has_a_value(text: str) -> None:
    """Not applicable for every m, as at m = 3; by enumeration such a matrix has none, others do."""
    report = decided(text)
    found = report[PROPERTY]
    assert found.outcome == "not-applicable"
    assert found.holds == "for no m >= 2 it has a value at a matrix with a zero diagonal"
    assert not any(item.problem for item in verify(json.loads(report.to_json())))
    assert read(json.loads(report.to_json())).to_json() == report.to_json()
    for m in (2, 3, 4):
        assert values(text, m, True) == {False}
    assert True in values(text, 3, False)


def test_at_three_classes_it_is_the_same() -> None:
    fixed = check("HmacR", property=PROPERTY, classes=3)
    assert fixed[PROPERTY].outcome == decided("HmacR")[PROPERTY].outcome == "not-applicable"


@pytest.mark.parametrize("text", few(WITH, 4))
def test_a_value_somewhere_is_not_shown_to_be_none(text: str) -> None:
    """By enumeration there is a value at a matrix with a zero diagonal; no proof is found."""
    assert any(True in values(text, m, True) for m in (2, 3, 4))
    with pytest.raises((FormulaError, RuntimeError), match=r"open|stopped"):
        every_class._of_parts(
            PROPERTY, EveryClasses(text, assumed(text)), None, Effort(60, 3 * MILLION),
            "not-applicable",
        )  # fmt: skip


@pytest.mark.parametrize("text", ["HmacR", "m/sum(1/(c/b))"])
def test_of_no_sizes_all_predictions_have_a_value(text: str) -> None:
    """Not applicable for every m; by enumeration there is one with no value for all small sizes."""
    report = cast(EveryReport, check(text, property=BASELINE, classes="every"))
    found = report[BASELINE]
    assert found.outcome == "not-applicable"
    assert found.holds == "for no m >= 2 it has a value at all random predictions of some sizes"
    assert not any(item.problem for item in verify(json.loads(report.to_json())))
    for m in (2, 3):
        for n in range(2, 5):
            sizes: dict[tuple[tuple[int, ...], ...], set[bool]] = {}
            for matrix in of_size(m, n):
                own = tuple(map(sum, matrix)), tuple(map(sum, zip(*matrix, strict=True)))
                sizes.setdefault(own, set()).add(has_value(text, m, matrix))
            assert all(False in seen for seen in sizes.values())


def has_value(text: str, m: int, matrix: Any) -> bool:
    try:
        EveryClasses(text).at(m).value_at(tuple(cell for row in matrix for cell in row))
    except UndefinedError:
        return False
    return True


@pytest.mark.parametrize("text", ["BA", "sum(c)/sum(a*c)", "sum(a*b)/sum(b*c)", "sqrt(kappa)"])
def test_a_value_where_a_class_has_nothing_right_is_not_shown_to_be_none(text: str) -> None:
    with pytest.raises((FormulaError, RuntimeError), match=r"open|stopped"):
        every_class._of_parts(
            BASELINE, EveryClasses(text), None, Effort(60, 3 * MILLION), "not-applicable"
        )


def test_from_three_classes_on_where_two_have_a_value() -> None:
    """Of two classes the denominator is 1 + sum(c), of more it is sum(c)."""
    text = "1/(1-Min(m-2,1)+sum(c))"
    assert values(text, 2, True) == {True}
    assert values(text, 3, True) == values(text, 4, True) == {False}
    assert decided(text)[PROPERTY].outcome != "not-applicable"
    found = decided(text, ">= 3")[PROPERTY]
    assert (found.outcome, found.holds[:16]) == ("not-applicable", "for no m >= 3 it")


def test_nothing_else_is_said_not_to_apply() -> None:
    subject = EveryClasses("HmacR")
    assert set(NOWHERE) == {PROPERTY, BASELINE}
    with pytest.raises(FormulaError, match="not stated for every m"):
        parts("maximal-agreement", subject, None, "not-applicable")
    with pytest.raises(FormulaError, match="a constant is given where there is one"):
        parts(PROPERTY, subject, "0", "not-applicable")
    with pytest.raises(FormulaError, match="after calibration"):
        parts(PROPERTY, EveryClasses("calibrated(macro_precision)"), None, "not-applicable")
    with pytest.raises(FormulaError, match="pairs"):
        parts(PROPERTY, EveryClasses("1/pairs(cij*cji)"), None, "not-applicable")


@pytest.mark.parametrize(("text", "shown"), [
    ("HmacR", "m/(1/(c_ii/(c_ii + c_ir)) + sum1)"),
    ("m/sum(1/(c/b))", "m/(1/(c_ii/(c_ii + c_ri)) + sum1)"),
    ("sum(a*c)/sum(b*c)", "((c_ii + c_ir)*0 + 0)/((c_ii + c_ri)*0 + 0)"),
    ("sum(c)/(n-m)", "(0 + 0)/(c_ii + c_ir + c_ri + c_rr - m)"),
])  # fmt: skip
def test_what_is_shown_is_about_matrices_whose_cells_are_wrong(text: str, shown: str) -> None:
    """No c but 0, where the formula with 0 for c is one; else c is 0 in a class that is named."""
    (part,) = parts(PROPERTY, EveryClasses(text), None, "not-applicable")
    goal = part.state(part.make())
    assert (str(goal.conclusion.expr), goal.conclusion.rel) == (shown, "undefined")
    assert [str(atom) for atom in goal.hypotheses] == [
        "m - 2 >= 0", "c_ii + c_ir + c_ri + c_rr - 1 >= 0", "c_ii == 0"
    ]  # fmt: skip
    cells = [(v.name, v.sort) for v in goal.variables if v.name.startswith("c_")]
    assert cells == [(name, "natural") for name in ("c_ii", "c_ir", "c_ri", "c_rr")]
    assert goal.label == part.label == "undefined where c = 0 in a class"


FORGERIES = (
    "proved", "refuted", "undecided", "another property", "another measure", "a constant",
    "no part", "two parts", "no proof", "another set of m", "other numbers of classes",
)  # fmt: skip


def forged(name: str) -> Any:
    data = copy.deepcopy(json.loads(decided("HmacR").to_json()))
    (entry,) = data["verdicts"]
    match name:
        case "proved" | "refuted" | "undecided":
            entry["verdict"] = name
        case "another property":
            data["asked"], entry["property"] = ["maximal-agreement"], "maximal-agreement"
        case "another measure":
            data["measure"] |= {"name": "BA", "formula": "BA"}
        case "a constant":
            entry["every"]["constant"] = "0"
        case "no part":
            entry["every"]["parts"] = []
        case "two parts":
            entry["every"]["parts"] *= 2
        case "no proof":
            entry["every"] = None
        case "another set of m":
            entry["holds"] = "m >= 2"
        case _:
            data["classes"] = ">= 3"
    return data


@pytest.mark.parametrize("name", FORGERIES)
def test_what_says_more_is_refused(name: str) -> None:
    with pytest.raises(CertificateError):
        read(forged(name))


def test_the_proof_for_another_measure_is_refused() -> None:
    """accuracy has the value 0 where nothing is right: the proof of its value is none for this."""
    good = json.loads(decided("accuracy").to_json())
    (entry,) = good["verdicts"]
    entry["verdict"] = "not-applicable"
    entry["holds"] = "for no m >= 2 it has a value at a matrix with a zero diagonal"
    for part in (entry["every"]["parts"], entry["every"]["parts"][:1]):
        entry["every"] = {"constant": None, "parts": part}
        with pytest.raises(CertificateError):
            read(good)


def test_it_is_said_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "HmacR", "--classes", "every", "--property", PROPERTY]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert (
        "minimal-agreement: not applicable; for no m >= 2 it has a value at a matrix with a" in told
    )
