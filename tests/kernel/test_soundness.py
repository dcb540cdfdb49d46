"""False statements that once had an accepted proof, each refused now; and formulas at which a
careless treatment of domains proves something false, against direct evaluation."""

from __future__ import annotations

import json
from typing import Any

import pytest
from asking import check
from flint import fmpq

from symbolic_measures import Reading, in_proportions, limit, verify
from symbolic_measures.kernel import minimality
from symbolic_measures.kernel.algebra import RuleError
from symbolic_measures.kernel.checker import check as kernel_check
from symbolic_measures.kernel.rules.registry import apply
from symbolic_measures.kernel.truth import fails
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import make_reading, measure
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.formula import formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Statement, Variable
from symbolic_measures.nouns.verdict import Step, Verdict

LEAF = Step("coefficients")


def _statement(formula: str, property_id: str, value: Any = None, **about: Any) -> Any:
    subject = measure(formula, assume=about.get("assume", ()))
    reading = make_reading(subject, about.get("conventions", ()))
    return PROPERTIES[property_id].statement(reading, value)


def _refused(statement: Any, *steps: Step, rule: str = "every-goal", value: Any = None) -> None:
    outcome = "proved" if rule == "every-goal" else "not-applicable"
    forged = Verdict(
        statement.property, outcome, statement, proof=Step(rule, {}, steps), value=value
    )
    with pytest.raises(CertificateError):
        kernel_check(statement, forged)


def test_a_branch_that_is_not_taken_says_nothing() -> None:
    """1/(FN - FN) is nowhere defined, but where TP = 0 the convention gives TN."""
    statement = _statement("1/(FN-FN)", "tn-invariance", conventions=["TP == 0: TN"])
    _refused(statement, Step("clear"))
    _refused(statement, Step("empty", {"goal": 0}, (Step("clear"),)), rule="vacuous")
    report = check("1/(FN-FN)", ["tn-invariance"], convention=["TP == 0: TN"], timeout=2)
    assert report["tn-invariance"].outcome == "refuted"


@pytest.mark.parametrize("condition", range(4))
def test_a_convention_defines_what_the_formula_does_not(condition: int) -> None:
    statement = _statement("TP/Phat", "undefined-set", [], conventions=["Phat == 0: 0"])
    goal = statement.goals[-1]
    with pytest.raises(RuleError):
        apply(goal, "clear", {"condition": condition})


@pytest.mark.parametrize(
    ("formula", "conventions", "cells"),
    [
        ("Min(FN/(TP+FN), FP/(TN+TP))", ["TN+TP == 0: FP"], (0, 0, 7, 0)),
        ("Abs(FN/TP)", ["TP == 0: FN/2 - FN^2/100"], (0, 60, 0, 1)),
        ("(TN-FN)+0*sqrt(TP^2*(TN-FN))", [], (0, 1, 0, 0)),
    ],
)
def test_no_range_leaves_out_a_value(formula: str, conventions: list[str], cells: Any) -> None:
    verdict = check(formula, ["range"], convention=conventions, timeout=3)["range"]
    if verdict.outcome != "proved":
        return
    read = Reading.of(make_reading(measure(formula), conventions))
    value = read(**dict(zip(CELLS, cells, strict=True)))
    low, high = (verdict.value[side]["value"] for side in ("infimum", "supremum"))
    assert low == "-oo" or value >= int(low)
    assert high == "oo" or value <= int(high)


def test_a_root_is_no_real_number_before_its_condition_holds() -> None:
    """sqrt(TP - 5) would be defined everywhere if its root could be used to show TP >= 5."""
    statement = _statement("sqrt(TP-5)", "undefined-set", [])
    (condition,) = apply(statement.goals[0], "clear", {})
    assert condition.roots == {}
    with pytest.raises(RuleError):
        apply(condition, "square", {"root": "root1"})


def test_a_square_that_may_vanish_stays_under_the_root() -> None:
    """sqrt(x^2 y) = x sqrt(y) is false where x = 0 > y: there only the left side is defined."""
    value = {
        "infimum": {"value": "0", "attained": ["1", "0", "0", "0"]},
        "supremum": {"value": "oo", "attained": None, "approached": ["0", "0", "0", "e"]},
    }
    statement = _statement("(TN-FN)+sqrt(TP^2*(TN-FN))", "range", value)
    (sequent,) = apply(statement.goals[0], "clear", {})
    (radicand,) = sequent.roots.values()
    assert radicand.degrees()[0] == 2


@pytest.mark.parametrize("name", ["rootx", "termx", "root_1", "term_1"])
def test_a_parameter_is_not_taken_for_a_root(name: str) -> None:
    function = "sqrt(n)" if name.startswith("root") else "log(n)"
    about = {"assume": [f"{name} > 0"]}
    statement = _statement(f"({function}-{name})*FN", "symmetry", **about)
    _refused(statement, Step("clear", {}, (LEAF,)))
    formula = f"({function}-{name})*FN"
    assert check(formula, ["symmetry"], **about)["symmetry"].outcome == "refuted"


@pytest.mark.parametrize(
    "name", ["TP", "TP2", "k", "e", "n", "root1", "term2", "p_AB", "sqrt", "oo"]
)
def test_a_parameter_does_not_capture_a_variable(name: str) -> None:
    with pytest.raises(FormulaError):
        measure(f"TP/(TP+{name})", assume=[f"{name} > 0"])


TOP = {"value": "oo", "attained": None, "approached": ["e", "0", "0", "0"]}
LOW = {"value": "0", "attained": ["0", "1", "0", "0"]}


@pytest.mark.parametrize(
    "value",
    [
        {"infimum": {"value": "-oo", "attained": None, "approached": ["-e", "0", "0", "1"]},
         "supremum": TOP},
        {"infimum": {"value": "0", "attained": ["0", "0", "0", "0"]}, "supremum": TOP},
        {"infimum": {"value": "-1", "attained": ["-1", "2", "0", "0"]}, "supremum": TOP},
        {"infimum": {"value": "-oo", "attained": ["0", "1", "0", "0"]}, "supremum": TOP},
        {"infimum": {"value": "0", "attained": [0.5, 1, True, "0"]}, "supremum": TOP},
        {"infimum": LOW, "supremum": {**TOP, "approached": ["sqrt(e)", "0", "0", "0"]}},
        {"infimum": LOW, "supremum": {**TOP, "approached": ["e/2", "0", "0", "0"]}},
        {"infimum": LOW, "supremum": {**TOP, "approached": ["e", "0", "0"]}},
        {"infimum": LOW, "supremum": {**TOP, "note": "more"}},
        {"infimum": LOW},
        {"infimum": LOW, "supremum": TOP, "also": LOW},
        [],
        "TP",
    ],
)  # fmt: skip
def test_a_range_says_exactly_what_a_range_says(value: Any) -> None:
    with pytest.raises(FormulaError):
        _statement("TP", "range", value)


def test_an_end_of_the_wrong_kind_is_no_bound() -> None:
    value = {"infimum": {**TOP, "value": "oo"}, "supremum": TOP}
    with pytest.raises(FormulaError):
        _statement("TP", "range", value)


def test_a_sign_change_is_shown_where_the_measure_is_defined() -> None:
    cells = {"TP": "1", "FN": "1", "FP": "1"}
    points = [{**cells, "TN": "6"}, {**cells, "TN": "1"}]
    value = {"variable": "TP", "derivative": "TN-5", "sign": "changes", "points": points}
    statement = _statement("TP*(TN-5)+0*sqrt(TN-5)", "gradient", value)
    steps = [Step("evaluate") for _ in statement.goals]
    _refused(statement, Step("clear", {}, (LEAF,)), *steps[1:], value=value)


def test_a_gradient_in_proportions_needs_scale_invariance() -> None:
    value: Any = {"variable": "p_AB", "derivative": "TP+FN+FP+TN", "sign": "positive"}
    statement = _statement("TP", "gradient", value)
    assert any(goal.label == "k times the matrix" for goal in statement.goals)
    _refused(statement, *(Step("clear", {}, (LEAF,)) for _ in statement.goals), value=value)


@pytest.mark.parametrize(
    ("formula", "property_id", "expected"),
    [
        ("sqrt(-FN)-Min(FP,5)", "monotone", "refuted"),
        ("sqrt(-FN)+TP+TN", "monotone", "proved"),
        ("4*TP*TN/(4*TP*TN+(TP+TN)*(FP+FN))", "minimal-agreement", "not-applicable"),
        ("TP*TN/(FN*FP)", "maximal-agreement", "not-applicable"),
        ("TP*TN/(FN*FP)", "constant-baseline", "not-applicable"),
        ("1/(TP-TP)", "symmetry", "not-applicable"),
        ("TP/TP", "tn-invariance", "proved"),
    ],
)
def test_vacuity(formula: str, property_id: str, expected: str) -> None:
    assert check(formula, [property_id])[property_id].outcome == expected


def test_a_common_factor_does_not_cancel_the_domain() -> None:
    assert check("TP*FN/FN", ["undefined-set"])["undefined-set"].value == [
        ["TP", "FP", "TN"], ["TP", "FP"], ["TP", "TN"], ["TP"], ["FP", "TN"], ["FP"], ["TN"],
    ]  # fmt: skip
    assert check("0*log(TP)", ["undefined-set"])["undefined-set"].value == [
        ["FN", "FP", "TN"], ["FN", "FP"], ["FN", "TN"], ["FN"], ["FP", "TN"], ["FP"], ["TN"],
    ]  # fmt: skip


def test_a_gradient_speaks_of_matrices_where_the_measure_is_defined() -> None:
    """sqrt(-TP) is defined at no positive TP: nothing is true of its derivative there."""
    value = {"variable": "p_AB", "derivative": "12345", "sign": "positive"}
    statement = _statement("FN/n+sqrt(-TP)", "gradient", value)
    steps = [Step("clear", {}, (Step("contradiction", {"number": 0}),)) for _ in statement.goals]
    _refused(statement, *steps, value=value)


def test_a_derivative_that_is_not_defined_everywhere_has_no_sign() -> None:
    """(x)|x| has derivative 2|x|, which is 0 at x = 0, where the formula 2x^2/|x| says nothing."""
    report = check("(TP-FN)*sqrt((TP-FN)^2)", timeout=1)
    assert [slope.outcome for slope in report.gradient[:2]] == ["undecided", "undecided"]


@pytest.mark.parametrize("claim", [1, "true", [True], {"smaller": "none"}, None])
def test_minimal_is_true_or_false(claim: Any) -> None:
    data = check("TP/(TP+FN)", ["symmetry"]).to_data()
    witness = data["verdicts"][0]["witness"]
    assert witness["minimal"] is True
    witness["minimal"] = claim
    assert [item.problem != "" for item in verify(data)] == [True]


@pytest.mark.parametrize("key", ["note", "FM"])
def test_a_witness_has_no_further_keys(key: str) -> None:
    data = check("TP/(TP+FN)", ["symmetry"]).to_data()
    data["verdicts"][0]["witness"][key] = "more"
    assert [item.problem != "" for item in verify(data)] == [True]


@pytest.mark.parametrize("name", ["accuracy", "Accuracy", " ACC ", "MCC"])
def test_a_name_of_the_catalog_means_its_formula(name: str) -> None:
    data = check("F1", ["symmetry"]).to_data()
    for text in ("F1", "2*TP/(2*TP+FN+FP)"):
        data["measure"] |= {"name": name, "formula": text}
        with pytest.raises(CertificateError):
            list(verify(data))


@pytest.mark.parametrize(
    "formula", ["Min(TP,1)", "sqrt((2*TP-1)^2)-(2*TP-1)", "TP/n+0*sqrt(n-2)", "TP"]
)
def test_only_what_scales_has_proportions(formula: str) -> None:
    with pytest.raises(FormulaError):
        in_proportions(measure(formula), timeout=2)


def test_proportions() -> None:
    assert str(in_proportions(measure("TP/(TP+FN)"))) == "p_AB/(p_AB + (p_A - p_AB))"
    assert "p_AB" in str(in_proportions(measure("MCC")))


@pytest.mark.parametrize("condition", ["1 < 2", "0 > 1", "accuracy > 0", "J > 1"])
def test_an_assumption_is_about_a_parameter(condition: str) -> None:
    with pytest.raises(FormulaError):
        measure("TP/(TP+FN)", assume=[condition])


def test_contradictory_assumptions_prove_nothing() -> None:
    report = check("TP/(TP+a)", assume=["a > 0", "a < 0"], timeout=1)
    assert {verdict.outcome for verdict in report.verdicts} <= {"not-applicable", "undecided"}


# --- files -----------------------------------------------------------------------------------


def _saved(*args: Any, **about: Any) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(check(*args, **about).to_json())
    return data


@pytest.mark.parametrize(
    "more",
    [
        {"faces": [], "completions": [], "undefined": None},
        {"paper": "gosgens2021", "table": "2", "cells": []},
        {"comment": "trust me"},
    ],
)
def test_a_file_has_no_part_that_nobody_looks_at(more: dict[str, Any]) -> None:
    """A gradient beside the parts of a completion was once replayed by neither."""
    data = {**_saved("F1", ["symmetry"]), "gradient": [{"property": "gradient"}], **more}
    with pytest.raises(CertificateError, match="has no part"):
        list(verify(data))


def test_undecided_has_neither_witness_nor_proof() -> None:
    data = _saved("F1", ["monotone"])
    data["verdicts"][0]["verdict"] = "undecided"
    assert [item.problem for item in verify(data)] == ["undecided, but with a witness or a proof"]


@pytest.mark.parametrize("text", ["P == 0: 0.5*TN/n", "P == 0: xlogy(FP, 2)/n", "0.5*P == 0: 1"])
def test_conventions_are_kept_as_typed(text: str) -> None:
    data = _saved("TP/P", ["symmetry", "tn-invariance"], convention=[text])
    assert [item.problem for item in verify(data)] == ["", ""]


def test_what_is_below_a_witness_is_not_enumerated_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = _saved("accuracy", ["constant-baseline", "tn-invariance"])
    assert [item.problem for item in verify(data)] == ["", ""]
    monkeypatch.setattr(minimality, "MAX_POINTS", 5)
    assert "too much is smaller" in [item.problem for item in verify(data)][1]


# --- rules of several classes --------------------------------------------------------------------


def test_roots_of_two_trees_are_not_one() -> None:
    """Each polynomial of `gram` is read apart, and its first root was `root1` in all of them."""
    names = ("c", "d")
    top, zero = (parse(t, names={}, parameters=names) for t in ("d^0.5", "0*c"))
    below = parse("sqrt(c^0.5*c^0.5)", names={}, parameters=names)
    x, y, one, two = top / below, zero / below, formula(1), formula(2)
    goal = Goal(
        tuple(Variable(name, "positive") for name in names),
        (Atom(x, "defined"), Atom(y, "defined")),
        Atom((one + two * (x * y * y)) - ((x * x + y * y) + y * y), ">="),
    )
    assert fails(goal, {"c": fmpq(1), "d": fmpq(4)}) is True
    with pytest.raises(RuleError):
        apply(goal, "gram", {"sides": ["c^0.5"] * 3})


def test_two_variables_have_two_names() -> None:
    x = Variable("x", "natural")
    goal = Goal((x, Variable("x", "real")), (), Atom(formula(1), ">"), blocks=(("x",),))
    statement = Statement("range", "M", "", (goal,))
    _refused(statement, Step("evaluate"))


def test_a_formula_speaks_of_variables() -> None:
    x = Variable("x", "natural")
    given = (Atom(parse("y", names={}, parameters=["y"]), "defined"),)
    goal = Goal((x,), given, Atom(formula(1), ">"), blocks=(("x",),))
    _refused(Statement("range", "M", "", (goal,)), Step("evaluate"))


def test_a_limit_is_that_of_the_formula_as_written() -> None:
    data = json.loads(limit("TP/(TP+FN+r)", "r -> 0+", timeout=600).to_json())
    assert not [item.problem for item in verify(data) if item.problem]
    known = {"when": "TP", "value": "7", "source": "user-defined"}
    data["measure"] |= {"reading": "user-defined", "conventions": [known]}
    with pytest.raises(CertificateError, match="as written"):
        list(verify(data))
