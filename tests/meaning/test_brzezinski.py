"""brzezinski2018: its properties against enumeration, controls, maxima that can be forged."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from asking import check
from enumeration_of_sections import wrong
from random_formulas import random_formulas
from slow_tetrahedron import TETRAHEDRON
from tiers import exhaustive, few

from symbolic_measures import decide_table, verify
from symbolic_measures.claims.papers import get_table
from symbolic_measures.doors.cli import main
from symbolic_measures.macros import replay
from symbolic_measures.meaning.brzezinski import BRZEZINSKI, located, tetrahedron
from symbolic_measures.meaning.frameworks import FRAMEWORKS, battery
from symbolic_measures.meaning.maximum import summit
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.meaning.supports import SUPPORTS
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.engine import decide
from symbolic_measures.search.tactics.formulas import prove_goal

RANDOM = random_formulas(60)


@pytest.mark.parametrize("name", few(MEASURES, ("F1", "BA", "CC", "F_beta", "CE")))
def test_the_catalog_against_enumeration(name: str) -> None:
    report = check(name, list(TETRAHEDRON), timeout=3)
    assert [(v.property, p) for v in report.verdicts if (p := wrong(v, report.reading))] == []
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []


@pytest.mark.parametrize("start", few(range(0, len(RANDOM), 10), 1))
def test_random_formulas_against_enumeration(start: int) -> None:
    decided = 0
    for text, conventions in RANDOM[start : start + 10]:
        report = check(text, list(TETRAHEDRON), convention=conventions, timeout=2)
        assert [(v.property, p) for v in report.verdicts if (p := wrong(v, report.reading))] == []
        decided += sum(v.outcome != "undecided" for v in report.verdicts)
    assert decided > 10 * len(TETRAHEDRON) // 2


#: Every measure of the paper's Table 2: all properties are decided.
PAPER = [
    "accuracy", "AUL", "AUL_product", "BA", "F1_harmonic", "FNR", "FPR", "F_beta_linear", "Gmean",
    "IBA_accuracy", "IBA_F1", "IBA_Gmean", "IBA_F_beta", "Jaccard", "kappa_chance", "LOR", "CC",
    "NPV", "OP", "AUC_pointwise", "precision", "recall", "specificity",
]  # fmt: skip


@pytest.mark.parametrize("name", few(PAPER, 5))
def test_the_paper_is_decided(name: str) -> None:
    report = check(name, framework="brzezinski2018", timeout=600)
    assert [v.property for v in report.verdicts] == list(BRZEZINSKI)
    assert [v.property for v in report.verdicts if v.outcome == "undecided"] == []
    assert str(report)
    assert report._repr_html_()
    assert report._repr_latex_()


def test_what_only_fails_at_fractions_is_refuted_by_them() -> None:
    """TP*(TP - 1) falls between 0 and 1/2 and grows over the whole numbers."""
    verdict = check("TP*(TP-1)", ["tp-monotone"])["tp-monotone"]
    assert verdict.outcome == "refuted"
    assert verdict.witness is not None
    assert any(Fraction(value).denominator > 1 for value in verdict.witness.point.values())
    assert check("TP*(TP-1)", ["weakly-monotone"])["weakly-monotone"].outcome == "proved"


def test_the_formula_is_judged_as_given() -> None:
    up = check("FN/P", ["tp-monotone"])["tp-monotone"]
    down = check("FN/P", ["tp-monotone"], lower_is_better=True)["tp-monotone"]
    assert up.outcome == down.outcome == "refuted"
    assert up.witness == down.witness


def test_an_undefined_corner_is_not_larger() -> None:
    """M is defined on the side FP = 0 but not at TPTN: nothing follows from that corner."""
    verdict = check("TP/P + 0*1/FN", ["tn-not-max"])["tn-not-max"]
    assert (verdict.outcome, verdict.value) == ("proved", {"better": "midway to TPTN"})
    verdict = check("FN/P + 0*1/FN", ["tn-not-max"])["tn-not-max"]
    assert verdict.outcome == "refuted"


# --- the maximum of a section ---------------------------------------------------------------


@pytest.fixture(scope="module")
def saved() -> dict[str, Any]:
    """recall and IBA of accuracy reach the maximum of a section where FN = 0."""
    return {
        name: json.loads(check(name, ["tp-not-max-in-section"]).to_json())
        for name in ("recall", "IBA_accuracy")
    }


def _problems(data: Any) -> list[str]:
    return [item.problem for item in verify(data) if item.problem]


def test_a_maximum_comes_with_its_proof(saved: dict[str, Any]) -> None:
    recall, iba = (saved[name]["verdicts"][0] for name in ("recall", "IBA_accuracy"))
    assert recall["value"]["maximum"] == "TPTN"
    assert recall["witness"]["minimal"] is True
    assert iba["value"]["maximum"] == ["2", "0", "1", "0"]
    assert iba["value"]["parameters"] == {"alpha": "1"}
    assert iba["witness"]["values"] == ["4/3", "4/3"]
    assert iba["witness"]["minimal"] is False
    assert _problems(saved["recall"]) == _problems(saved["IBA_accuracy"]) == []


def _value(**changes: Any) -> Callable[[Any], None]:
    return lambda verdict: verdict["value"].update(changes)


def _replaced(value: Any) -> Callable[[Any], None]:
    return lambda verdict: verdict.update(value=value)


def _without_proof(verdict: Any) -> None:
    del verdict["value"]["proof"]


FORGERIES: dict[str, tuple[str, Callable[[Any], None]]] = {
    "no value": ("recall", _replaced(None)),
    "only a corner": ("recall", _replaced({"better": "TPTN"})),
    "a corner that is no maximum": ("recall", _value(maximum="FNTN")),
    "no such corner": ("recall", _value(maximum="TPTP")),
    "no proof": ("recall", _without_proof),
    "an empty proof": ("recall", _value(proof={"rule": "coefficients"})),
    "more than a value": ("recall", _value(better="TPTN")),
    "another matrix": ("IBA_accuracy", _value(maximum=["1", "0", "1", "0"])),
    "an empty class": ("IBA_accuracy", _value(maximum=["2", "0", "0", "0"])),
    "half a matrix": ("IBA_accuracy", _value(maximum=["2", "0"])),
    "other parameters": ("IBA_accuracy", _value(parameters={"alpha": "1/2"})),
    "inadmissible parameters": ("IBA_accuracy", _value(parameters={"alpha": "-1"})),
    "no parameters": ("IBA_accuracy", _value(parameters={})),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_maxima(name: str, saved: dict[str, Any]) -> None:
    measure_name, forge = FORGERIES[name]
    data = copy.deepcopy(saved[measure_name])
    verdict = data["verdicts"][0]
    forge(verdict)
    reading = check(measure_name, ["symmetry"]).reading
    try:  # the statement as it would be, so that it is not merely refused as another one
        statement = PROPERTIES[verdict["property"]].statement(reading, verdict["value"])
        verdict["statement"] = statement.to_data()
    except FormulaError:
        pass
    assert _problems(data)


#: Properties about a side that is below the maximum.
BELOW = ("tn-not-max", "tp-not-max", "tn-not-max-in-section", "tp-not-max-in-section")


@pytest.mark.parametrize(
    ("text", "whole", "section"),
    [
        # It is constant in a section and grows with N: nothing is a maximum of all.
        ("N/n", ("proved", "proved"), ("refuted", "refuted")),
        ("TP/P", ("proved", "refuted"), ("proved", "refuted")),
        ("(TP+TN)/n", ("proved", "proved"), ("proved", "proved")),
        ("P*N/n^2", ("refuted", "refuted"), ("refuted", "refuted")),
        ("FP/N", ("proved", "refuted"), ("proved", "refuted")),
        ("IBA_accuracy", ("proved", "proved"), ("proved", "refuted")),
    ],
)
def test_the_tetrahedron_and_the_section(
    text: str, whole: tuple[str, str], section: tuple[str, str]
) -> None:
    """On the sides FP = 0 and FN = 0; what is larger in the section is larger in the whole."""
    report = check(text, list(BELOW))
    assert tuple(verdict.outcome for verdict in report.verdicts) == (*whole, *section)
    assert _problems(json.loads(report.to_json())) == []


def test_a_larger_value_elsewhere() -> None:
    """What a value says of another matrix is proved: where it is, and that M is larger there."""
    data = json.loads(check("N/n", ["tn-not-max"]).to_json())
    reading, verdict = check("N/n", ["symmetry"]).reading, data["verdicts"][0]
    assert isinstance(verdict["value"]["better"], list)
    assert _problems(data) == []
    texts = verdict["value"]["better"]
    larger, n = ["TP/2", "FN/2", "0", "TN + TP/2 + FN/2"], PROPERTIES["tn-not-max"]
    forgeries = (
        ["0", "0", "0", "TP + FN + TN"],  # no positives
        ["2*TP", "2*FN", "0", "2*TN + 1"],  # of another n
        ["TP + FN + 1", "-1", "0", "TN"],  # not a matrix
        ["TP", "FN", "0", "TN"],  # not larger
        ["1/0", "FN", "0", "TN"],
    )
    for cells in forgeries:
        forged = copy.deepcopy(data)
        entry = forged["verdicts"][0]
        entry["value"] = {"better": cells}
        entry["statement"] = n.statement(reading, entry["value"]).to_data()
        assert _problems(forged), cells
    for value in (texts[:3], {"TP": "1"}, ["x", "0", "0", "TN"], 7, None):
        with pytest.raises(FormulaError):
            n.statement(reading, {"better": value})
    (goal, *place) = (
        PROPERTIES["tn-not-max-in-section"].statement(reading, {"better": larger}).goals
    )
    assert prove_goal(goal, Effort(100_000)) is not None
    assert any(prove_goal(part, Effort(100_000)) is None for part in place)  # other P and N


def test_a_file_of_the_section_by_its_earlier_name() -> None:
    """`tn-not-max` stood for what `tn-not-max-in-section` says now."""
    data = json.loads(check("recall", list(BELOW[2:])).to_json())
    for entry in data["verdicts"]:
        entry["property"] = entry["property"].removesuffix("-in-section")
    problems = _problems(data)
    assert len(problems) == 2
    assert "the statement is that of tp-not-max-in-section" in problems[1]


def test_a_maximum_off_the_side_proves_nothing() -> None:
    """At P = N = 1 recall is largest at TPTN, which says nothing of the side FN = 0."""
    reading = check("recall", ["symmetry"]).reading
    value: dict[str, Any] = {"maximum": ["1", "0", "0", "1"], "parameters": {}}
    for property_id in BELOW:
        goal = summit(reading, value, property_id.endswith("-in-section"))
        proof = prove_goal(goal, Effort(10))
        assert proof is not None
        with pytest.raises(FormulaError, match="the matrix is not on the side"):
            PROPERTIES[property_id].statement(reading, {**value, "proof": proof.to_data()})


# --- undefined ------------------------------------------------------------------------------


def test_pieces_of_the_tetrahedron() -> None:
    assert tetrahedron([]) == "none"
    assert tetrahedron([("TP",), ("FN",), ("TP", "FN")]) == "TP-FN"
    assert tetrahedron([("TP",), ("TP", "FN")]) == "TP, inside TP-FN"
    assert tetrahedron(SUPPORTS) == "TP-FN-FP-TN"
    assert located("TN-FP;TP-FN") == "TP-FN, FP-TN"
    assert located("none") == "none"


@pytest.mark.parametrize(
    ("formula", "kinds"),
    [
        ("BA", "0/0 on TP-FN, FP-TN"),
        ("F1_harmonic", "0/0 on FN-FP-TN"),
        ("accuracy", "nowhere"),
        ("1/TP", "c/0 on FN-FP-TN"),
        ("log(TP/n)", "log 0 on FN-FP-TN"),
        ("log(-TP-1)", "log < 0 on TP-FN-FP-TN"),
        ("sqrt(-TP)", "sqrt < 0 on TP, inside TP-FN-FP-TN, inside TP-FN-FP, inside TP-FN-TN, "
         "inside TP-FN, inside TP-FP-TN, inside TP-FP, inside TP-TN"),
    ],
)  # fmt: skip
def test_kinds(formula: str, kinds: str) -> None:
    assert kinds_of(formula) == kinds


def kinds_of(formula: str, convention: tuple[str, ...] = ()) -> str:
    """What is told of them; they are proved, and a saved file verifies."""
    report = check(formula, ["undefined-kinds"], convention=convention)
    verdict = report["undefined-kinds"]
    assert verdict.outcome == "proved"
    assert [item for item in verify(json.loads(report.to_json())) if item.problem] == []
    tell = PROPERTIES["undefined-kinds"].tell
    assert tell is not None
    return tell(verdict.value)


@pytest.mark.parametrize(
    ("conventions", "kinds"),
    [
        (("P == 0: 0",), "0/0 on FN, inside FN-FP-TN, inside FN-FP, inside FN-TN"),
        (("Phat == 0: 1/2", "P == 0: 0"), "0/0 on inside FN-FP-TN, inside FN-FP"),
        (
            ("TN == 0: 1/FN",),
            "0/0 on TN, inside FN-FP-TN, inside FN-TN, inside FP-TN; c/0 on TP-FP",
        ),
    ],
)
def test_kinds_under_conventions(conventions: tuple[str, ...], kinds: str) -> None:
    """What is undefined stands in the value that is taken there."""
    assert kinds_of("F1_harmonic", conventions) == kinds


def test_a_convention_that_applies_hides_what_is_undefined() -> None:
    """Where P = 0 the value is 0: 0/0 in what is then not taken makes nothing undefined."""
    reading = check("recall", ["symmetry"], convention=("P == 0: 0",)).reading
    prop = PROPERTIES["undefined-kinds"]
    support = ["FP", "TN"]
    value = [{"support": support, "kind": "0/0", "at": "0/(0 + 0)"}]
    statement = prop.statement(reading, value)
    assert "the value that is taken where FP > 0, TN > 0" in [g.label for g in statement.goals]
    assert decide(statement, 10, value).outcome != "proved"
    assert prop.statement(reading, []).goals
    assert decide(prop.statement(reading, []), 10, []).outcome == "proved"


@pytest.mark.parametrize(
    "forge",
    [
        lambda value: value.pop(),
        lambda value: value.reverse(),
        lambda value: value[0].update(kind="c/0"),
        lambda value: value[0].update(kind="log 0"),
        lambda value: value[0].update(at="TP/(TP + 0)"),
        lambda value: value[0].update(more="x"),
    ],
)
def test_forged_kinds(forge: Callable[[Any], None]) -> None:
    data = json.loads(check("recall", ["undefined-kinds"]).to_json())
    forge(data["verdicts"][0]["value"])
    try:
        statement = PROPERTIES["undefined-kinds"].statement(
            check("recall", ["symmetry"]).reading, data["verdicts"][0]["value"]
        )
        data["verdicts"][0]["statement"] = statement.to_data()
    except FormulaError:
        pass
    assert _problems(data)


# --- frameworks and formulas ----------------------------------------------------------------


def test_frameworks() -> None:
    every = (*FRAMEWORKS["gosgens2021"], *BRZEZINSKI, *FRAMEWORKS["opitz2024"])
    every = (*every, *FRAMEWORKS["further"])
    assert battery("all") == tuple(dict.fromkeys(every))
    assert set(every) <= set(PROPERTIES)
    with pytest.raises(FormulaError, match=r"known: gosgens2021, .*, opitz2024, further, all"):
        check("F1", framework="opitz")


def test_iba_in_formulas() -> None:
    wrapped = measure("IBA(Gmean, alpha)", assume=["alpha >= 0"])
    by_hand = measure("(1+alpha*(TPR-TNR))*Gmean", assume=["alpha >= 0"])
    assert wrapped.formula == by_hand.formula == MEASURES["IBA_Gmean"].formula
    assert parse("IBA(TP, 1/2)") == parse("(1 + 1/2*(TP/P - TN/N))*TP")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("IBA(Gmean)", "IBA takes two arguments"),
        ("IBA(Gmean, TP)", r"IBA takes a measure and a number or parameter: IBA\(Gmean, alpha\)"),
        ("IBA(Gmean, alpha)", "unknown name 'alpha'"),
        ("IBA", "unknown name 'IBA'"),
    ],
)
def test_wrong_arguments_of_iba(text: str, message: str) -> None:
    with pytest.raises(FormulaError, match=message) as caught:
        measure(text)
    assert "\n" not in str(caught.value)


def test_two_families_with_one_parameter_keep_their_own_domains() -> None:
    linear = measure("2*F_beta_linear")
    squared = measure("2*F_beta")
    assert [item.text for item in linear.assumptions] == ["beta >= 0"]
    assert [item.text for item in squared.assumptions] == ["beta > 0"]


# --- printed tables -------------------------------------------------------------------------


def _differ(name: str, *rows: str) -> dict[tuple[str, str], tuple[str, str]]:
    table = decide_table(name, row=rows or None)
    assert not [c for c in verify(json.loads(table.to_json())) if c.problem]
    assert str(table)
    return {(c.row, c.column): (c.printed, c.computed) for c in table.disagreements}


@exhaustive
def test_table_3() -> None:
    """Above 1, IBA of the G-mean is negative where recall is far below specificity."""
    row = "IBA_(1/3,oo)"
    assert _differ("brzezinski2018:3") == {
        (row, "FNmin"): ("yes", "alpha <= 1"),
        (row, "FPmin"): ("yes", "alpha <= 1"),
        (row, "TP↗"): ("yes", "alpha <= 1"),
    }


@exhaustive
def test_table_2_where_it_errs() -> None:
    found = _differ("brzezinski2018:2", "F_beta", "Kappa", "Precision", "LOR", "AUL", "Jaccard")
    assert found == {
        ("F_beta", "TP↗"): ("yes", "beta > 0"),  # at beta = 0 it is precision
        ("F_beta", "TN≠max"): ("yes", "beta > 0"),
        ("Kappa", "ACH"): ("no", "yes"),
        ("Precision", "ACH"): ("yes", "no"),
        **{("LOR", side): ("yes", "vacuous") for side in ("TPTNmax", "FNmin", "FPmin")},
        **{("LOR", side): ("no", "vacuous") for side in ("TN≠max", "TP≠max")},
        ("LOR", "UnDefs"): ("TP-FN, TP-FP, FN-TN, FP-TN",
                            "TP-FN-FP, TP-FN-TN, TP-FP-TN, FN-FP-TN"),
        ("LOR (extended)", "ACE"): ("vacuous", "yes"),
    }  # fmt: skip


def test_the_printed_undefined_set_of_the_log_odds_ratio_counts_0_0_only() -> None:
    cell = decide_table("brzezinski2018:2", row=["LOR"], column=["UnDefs"])["LOR", "UnDefs"]
    assert [attempt.verdict.property for attempt in cell.saved_by] == ["undefined-kinds"]
    assert "Printed is TP-FN, TP-FP, FN-TN, FP-TN; undefined is TP-FN-FP" in cell.note


def test_a_mark_with_s_is_about_the_strict_form() -> None:
    printed = get_table("brzezinski2018:2")
    assert printed.property_at("Jaccard", "TP↗") == "tp-strictly-monotone"
    assert printed.property_at("Jaccard", "TN↗") == "tn-monotone"
    assert printed.property_at("MCC", "TN↗") == "tn-strictly-monotone"
    claims = {place: found[0] for place, found in printed.claims.items()}
    assert printed.readings == {"LOR (extended)": "brzezinski-extended"}
    for column in printed.columns:
        assert claims.pop(("LOR (extended)", column)) == claims["LOR", column]
    assert len(claims) == 220
    assert sum("s" in c.printed and c.mark == "yes" for c in claims.values()) == 18
    vacuous = [row for (row, column), claim in claims.items()
               if column == "FNmin" and claim.mark == "vacuous"]  # fmt: skip
    assert vacuous == ["F1", "F_beta", "IBA(F1)", "IBA(F_beta)"]
    assert claims["Accuracy", "UnDefs"].mark == "none"
    assert claims["OP", "UnDefs"].mark == "TP-FN, FN-FP, FP-TN"


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "saved.json"
    command = ["check", "IBA(Gmean, alpha)", "--assume", "0<=alpha", "--assume", "alpha<=1/3"]
    command += ["--framework", "brzezinski2018", "--format", "json", "-o", str(saved)]
    assert main([*command, "--require", "tn-monotone"]) == 0
    verdicts = {v["property"]: v["verdict"] for v in json.loads(saved.read_text())["verdicts"]}
    assert list(verdicts) == list(BRZEZINSKI)
    assert verdicts["tn-not-max"] == verdicts["ace"] == verdicts["tptn-max"] == "proved"
    assert main(["verify", str(saved)]) == 0
    capsys.readouterr()
    assert main(["catalog"]) == 0
    out = capsys.readouterr().out
    assert "properties, --framework brzezinski2018:" in out
    assert "tn-not-max" in out
    assert main(["check", "recall", "--framework", "all", "--format", "json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert [v["property"] for v in report["verdicts"]] == list(battery("all"))
    assert {line.split()[-1].rstrip(":") for line in out.splitlines() if "--framework" in line} >= {
        *FRAMEWORKS
    }


def test_f_beta_weighs_with_beta_where_the_field_weighs_with_its_square() -> None:
    """F_beta_linear at beta^2 is F_beta wherever both are defined: proved, and replayed."""
    linear, squared = measure("F_beta_linear"), measure("F_beta")
    beta = symbol("beta")
    ends = squared.formula, linear.formula.at(beta=beta * beta)
    goal = Goal(
        (*(Variable(name, "natural") for name in CELLS), Variable("beta", "positive")),
        tuple(Atom(end, "defined") for end in ends),
        Atom(ends[0] - ends[1], "=="),
    )
    step = prove_goal(goal, Effort(5))
    assert step is not None
    replay(goal, step)
    other = replace(goal, conclusion=Atom(ends[0] - linear.formula, "=="))
    assert prove_goal(other, Effort(5)) is None
