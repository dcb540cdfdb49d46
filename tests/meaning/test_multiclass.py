"""Several classes: formulas as text, their values, and verdicts that are known."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

import pytest
from asking import check
from flint import fmpq
from slow_classes import MEASURES as SLOW
from slow_classes import matrices

from symbolic_measures.kernel.evaluation import compile_formula
from symbolic_measures.kernel.exact import UndefinedError, compare
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.multiclass import EXAMPLE, MULTICLASS, class_measure
from symbolic_measures.meaning.readings import known_readings
from symbolic_measures.meaning.report import Report
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import CELLS, cell_names
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.questions.kinds import verify

# --- formulas -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MULTICLASS)
def test_the_catalog_gives_the_values_computed_by_hand(name: str) -> None:
    expected = compile_formula(parse(MULTICLASS[name].example))({})
    assert compare(Reading(class_measure(name, 3)).value_at(EXAMPLE), expected) == 0


VALUED = {
    name: tuple(symbol for symbol in known.formula.symbols() if symbol not in CELLS)
    for name, known in MEASURES.items()
}


@pytest.mark.parametrize("name", [name for name, parameters in VALUED.items() if parameters])
@pytest.mark.parametrize("average", ["sum", "micro", "weighted"])
@pytest.mark.parametrize("classes", [2, 3, 4])
def test_a_value_is_that_of_a_parameter_not_of_a_cell(
    name: str, average: str, classes: int
) -> None:
    values = {each: formula(number) for number, each in enumerate(VALUED[name], 2)}
    told = ", ".join(map(str, values.values()))
    whole = class_measure(f"{average}({name})", classes).formula.at(**values)
    assert class_measure(f"{average}({name}({told}))", classes).formula == whole
    with pytest.raises(FormulaError, match=f"{name} has the parameters {', '.join(values)}$"):
        class_measure(f"{average}({name}({told}, 7))", classes)
    cell = cell_names(classes)[1]
    with pytest.raises(FormulaError, match=f"{name} has the parameters "):
        class_measure(f"{average}({name}({cell}=1/2))", classes)


@pytest.mark.parametrize("name", SLOW)
def test_values_are_those_of_the_definitions(name: str) -> None:
    """At every matrix up to n = 4; of CC the square with its sign."""
    text = "CC*Abs(CC)" if name == "CC" else name
    reading = Reading(class_measure(text, 3))
    for matrix in (matrix for n in range(1, 5) for matrix in matrices(n)):
        expected = SLOW[name](matrix)
        if expected is None:
            with pytest.raises(UndefinedError):
                reading.value_at(matrix)
        else:
            expected = fmpq(expected.numerator, expected.denominator)
            assert compare(reading.value_at(matrix), expected) == 0


@pytest.mark.parametrize(("several", "binary"), [
    ("accuracy", "accuracy"), ("BA", "BA"), ("kappa", "kappa"), ("CC", "CC"), ("SBA", "SBA"),
    ("CE", "CE"), ("CD", "CD"), ("macro(F1)", "F1"), ("weighted(Jaccard)", "Jaccard"),
])  # fmt: skip
def test_two_classes_are_the_binary_case(several: str, binary: str) -> None:
    chance, one, other = random.Random(3), class_measure(several, 2), MEASURES[binary]
    for _ in range(20):
        tp, fn, fp, tn = (chance.randint(1, 9) for _ in range(4))
        expected = Reading(other).value_at((tp, fn, fp, tn))
        if several == "macro(F1)":
            swapped = Reading(other).value_at((tn, fp, fn, tp))
            expected = (expected + swapped) / 2  # type: ignore[operator]
        if several == "weighted(Jaccard)":
            swapped = Reading(other).value_at((tn, fp, fn, tp))
            n = tp + fn + fp + tn
            expected = (expected * (tp + fn) + swapped * (fp + tn)) / n  # type: ignore[operator]
        assert compare(Reading(one).value_at((tp, fn, fp, tn)), expected) == 0


def test_averages_are_those_of_the_paper() -> None:
    """gosgens2021, Section 2: TP = sum(c), FN = FP = n - sum(c), TN = (m-2)n + sum(c)."""
    micro = Reading(class_measure("micro(CC)", 3)).value_at(EXAMPLE)
    assert compare(micro, Reading(MEASURES["CC"]).value_at((14, 6, 6, 34))) == 0
    assert class_measure("macro(F1)", 3).formula == class_measure("mean(F1)", 3).formula
    for text in ("micro(F1)", "micro(precision)", "micro(recall)", "sum(c)/n"):
        assert compare(Reading(class_measure(text, 3)).value_at(EXAMPLE), Reading(measure(
            "accuracy", classes=3)).value_at(EXAMPLE)) == 0  # fmt: skip


@pytest.mark.parametrize(("text", "said"), [
    ("F1", "write micro(F1), macro(F1), weighted(F1)"),
    ("c/n", "write it in sum(...), mean(...)"),
    ("sum(sum(c))", "within another sum"),
    ("mean(c, a)", "takes one argument"),
    ("mean(*c)", "takes one argument"),
    ("mean(c.real)", "attribute access"),
    ("mean(x)", "unknown name 'x'"),
    ("pairs(cik)", "unknown name 'cik'"),
    ("sum(c11)", "unknown name 'c11'"),
    ("c44", "unknown name 'c44'"),
    ("mean(c)^n", "rational number or a parameter"),
    ("__import__('os')", "cannot call"),
    ("mean(IBA(F1, 1))", "IBA is binary"),
    ("mean(" * 70 + "c" + ")" * 70, "another sum"),
    ("+".join(["macro(CC)"] * 400), "nested deeper"),
])  # fmt: skip
def test_bad_formulas_get_one_line(text: str, said: str) -> None:
    with pytest.raises(FormulaError) as refusal:
        class_measure(text, 3)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_infinite_values_are_those_of_two_classes() -> None:
    with pytest.raises(FormulaError, match="speaks of two classes only"):
        check("kappa", ["symmetry"], classes=3, reading="brzezinski-extended")
    assert "brzezinski-extended" not in known_readings(class_measure("kappa", 3))


def test_the_number_of_classes_is_bounded() -> None:
    for classes in (0, 1, 7):
        with pytest.raises(FormulaError, match="from 2 to 6"):
            class_measure("accuracy", classes)


def test_nothing_is_cancelled() -> None:
    """c/c is 1 where it is defined: a matrix with an error has the value of a diagonal one."""
    witness = check("mean(c/c)", ["maximal-agreement"], classes=3)["maximal-agreement"].witness
    assert witness is not None
    assert witness.values == ("1", "1")
    assert min(int(witness.matrices[0][place]) for place in (0, 4, 8)) == 1


# --- verdicts -------------------------------------------------------------------------------

PROPERTIES = (
    "maximal-agreement", "minimal-agreement", "class-symmetry", "symmetry", "monotone",
    "weakly-monotone", "strongly-monotone", "weakly-strongly-monotone",
)  # fmt: skip


@cache
def report_on(name: str) -> Report:
    return check(name, (*PROPERTIES, "constant-baseline"), classes=3, timeout=600)


@pytest.mark.parametrize(("name", "property_id", "matrix", "other"), [
    ("CC", "monotone", [[0, 0, 0], [0, 1, 0], [4, 0, 0]], [[0, 0, 0], [0, 1, 0], [3, 0, 1]]),
    ("kappa", "monotone", [[0, 0, 0], [0, 0, 1], [1, 1, 0]], [[0, 0, 0], [0, 0, 1], [0, 1, 1]]),
    ("BA", "monotone", [[0, 0, 1], [0, 1, 0], [0, 2, 0]], [[0, 0, 1], [0, 2, 0], [0, 1, 0]]),
])  # fmt: skip
def test_smallest_counterexamples(
    name: str, property_id: str, matrix: list[list[int]], other: list[list[int]]
) -> None:
    """Smaller ones than those of gosgens2021, Appendix C.4 (n = 9 for CC, n = 4 for kappa)."""
    data = report_on(name)[property_id].to_data()["witness"]
    assert (data["matrix"], data["to"]["matrix"], data["minimal"]) == (matrix, other, True)


@pytest.mark.parametrize(("name", "before", "after"), [
    ("CC", (1, 0, 0, 6, 1, 0, 0, 0, 1), (1, 0, 0, 7, 0, 0, 0, 0, 1)),
    ("kappa", (1, 0, 2, 0, 0, 0, 1, 0, 0), (0, 1, 2, 0, 0, 0, 1, 0, 0)),
])  # fmt: skip
def test_the_printed_counterexamples_are_ones(
    name: str, before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    """gosgens2021, Appendix C.4: one more error, and the value is larger."""
    reading = Reading(class_measure(name, 3))
    assert compare(reading.value_at(after), reading.value_at(before)) > 0


def test_a_saved_report_is_replayed() -> None:
    data = json.loads(report_on("kappa").to_json())
    assert data["measure"]["classes"] == 3
    assert not [checked for checked in verify(data) if checked.problem]
    for path, value in (
        (("measure", "classes"), 4),
        (("measure", "classes"), 2),
        (("measure", "formula"), "sum(c)/n"),
        (("verdicts", 1, "witness", "matrix"), [[0, 0, 0], [0, 0, 0], [0, 2, 0]]),
        (("verdicts", 1, "witness", "values"), ["0", "0"]),
        (("verdicts", 4, "witness", "matrix"), [[0, 0, 0], [0, 0, 1], [2, 1, 0]]),
        (("verdicts", 4, "witness", "matrix"), [[0, 0, 0, 0, 0, 1, 1, 1, 0]]),
        (("verdicts", 8, "proof", "premises"), []),
    ):
        forged: Any = json.loads(json.dumps(data))
        place = forged
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value
        assert _refused(forged), path


def _refused(data: Any) -> bool:
    try:
        return any(checked.problem for checked in verify(data))
    except Exception as error:
        return type(error).__name__ == "CertificateError"


def test_a_measure_nobody_supplied_goes_through_the_battery() -> None:
    properties = ("symmetry", "monotone", "strongly-monotone", "constant-baseline")
    report = check("mean(sqrt(c^2/(a*b)))", properties, classes=3)
    outcomes = [verdict.outcome for verdict in report.verdicts]
    assert outcomes == ["proved", "proved", "refuted", "refuted"]
    assert "M([[0, 0, 1], [0, 1, 0], [1, 0, 0]]) = 1/3" in " ".join(str(report).split())


@pytest.mark.parametrize(("typed", "called"), [("MCC", "MCC"), ("acc", "Acc"), ("BA", "BA")])
def test_a_measure_of_several_classes_keeps_the_name_that_was_typed(
    typed: str, called: str
) -> None:
    assert class_measure(typed, 3).name == called
