"""The command `catalog`: a property and who has it, and the names of a formula."""

from __future__ import annotations

import json

import pytest
from tiers import exhaustive

from symbolic_measures.doors import holders, likeness
from symbolic_measures.doors.cli import main
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.properties import PROPERTIES

FEW = ("F1", "Jaccard", "accuracy", "CC", "kappa", "CD", "F_beta", "LOR", "Bray_Curtis")


@pytest.fixture(autouse=True)
def _a_small_catalog(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {name: MEASURES[name] for name in FEW}
    for module in (holders, likeness):
        monkeypatch.setattr(module, "MEASURES", small)


def _told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, dict[str, str]]:
    assert main(["catalog", *words, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["schema"] == 1
    return {entry["name"]: entry for entry in data.get("measures", data.get("relatives"))}


def test_measures_of_several_classes_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["catalog"]) == 0
    assert "measures of several classes, --classes M:" in capsys.readouterr().out
    assert main(["catalog", "MIOU"]) == 0
    assert "317/594 at [[5, 1, 0], [2, 6, 2], [1, 0, 3]]" in capsys.readouterr().out
    assert main(["catalog", "kappa"]) == 0
    assert "Cohen's kappa (several classes)" in capsys.readouterr().out


def test_a_property_with_who_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["catalog", "symmetry"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "Exchanging truth and prediction does not change the value." in shown
    assert "gosgens2021, Definition 3" in shown
    assert "M(TP, FN, FP, TN) - M(TP, FP, FN, TN) == 0" in shown
    assert "has it (proved), 8 of 9: F1, Jaccard, accuracy, CC, kappa, CD, LOR" in shown
    assert "has not (refuted), 1 of 9: F_beta M(1, 0, 1, 0)" in shown


def test_who_has_it_is_decided_by_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    found = _told(capsys, "--property", "tn-invariance", "--jobs", "2")
    verdicts = {name: entry["verdict"] for name, entry in found.items()}
    assert verdicts == {
        name: "proved" if name in ("F1", "Jaccard", "F_beta", "Bray_Curtis") else "refuted"
        for name in FEW
    }
    assert "M(0, 0, 1, 0) = 0, M(0, 0, 1, 1) = 1/2" in found["accuracy"]["told"]


def test_a_value_is_shown_where_a_property_asks_for_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["catalog", "--property", "range", "--timeout", "3"]) == 0
    shown = capsys.readouterr().out
    assert "[-1, 1]" in shown
    assert "(-oo, oo), neither end attained" in shown  # LOR grows like a logarithm


@pytest.mark.parametrize("property_id", PROPERTIES)
def test_every_property_is_defined_in_words(property_id: str) -> None:
    told = holders.definition(PROPERTIES[property_id])
    assert " ".join(PROPERTIES[property_id].said.split()) in " ".join(told.split())
    assert all(len(line) <= 100 for line in told.splitlines())


def test_a_formula_under_another_name(capsys: pytest.CaptureFixture[str]) -> None:
    found = _told(capsys, "--like", "2*TP/(P+Phat)")
    assert {name: entry["how"] for name, entry in found.items()} == {
        "F1": "equal", "Jaccard": "increasing", "Bray_Curtis": "decreasing",
    }  # fmt: skip
    assert "defined at the same matrices" in found["F1"]["told"]
    assert "x = Jaccard" in found["Jaccard"]["told"]


def test_an_equal_formula_that_is_less_often_defined(capsys: pytest.CaptureFixture[str]) -> None:
    found = _told(capsys, "--like", "2/(1/precision+1/recall)")
    assert "not defined at the same matrices" in found["F1"]["told"]


def test_a_formula_with_a_parameter(capsys: pytest.CaptureFixture[str]) -> None:
    text = "TP*(1+beta^2)/(TP*(1+beta^2)+FN*beta^2+FP)"
    found = _told(capsys, "--like", text, "--assume", "beta > 0")
    assert {name: entry["how"] for name, entry in found.items()} == {"F_beta": "equal"}


def test_nothing_is_like_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["catalog", "--like", "TP*TN/(P*N+FN)"]) == 0
    said = capsys.readouterr().out
    assert "no measure of the catalog is proved to equal it or to rank as it does" in said


@pytest.mark.parametrize(("words", "said"), [
    (["MCCC"], "did you mean"),
    (["monoton"], "did you mean 'monotone'"),
    (["FAR"], "FDR (the false alarm ratio of meteorology)"),
    (["F1", "--property", "symmetry"], "one of a name, --property and --like"),
    (["--property", "symetry"], "did you mean 'symmetry'"),
    (["--like", "TP/"], "cannot read"),
    (["--like", "bias*TP"], "bias_score"),
    (["F1", "--assume", "beta > 0"], "give --like"),
    (["--property", "symmetry", "--jobs", "0"], "--jobs"),
    (["--property", "symmetry", "--timeout", "0"], "--timeout"),
])  # fmt: skip
def test_bad_input_gets_one_line(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["catalog", *words]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


@exhaustive
@pytest.mark.parametrize(("formula", "name", "how"), [
    ("2*(TP*TN-FN*FP)/(P*Nhat+Phat*N)", "kappa", "equal"),
    ("2*(TP*TN-FN*FP)/(P*Nhat+Phat*N)", "ETS", "increasing"),
    ("(TP*TN-FN*FP)/(P*N)", "informedness", "equal"),
    ("1-CC", "CD", "increasing"),
    ("CC", "CD", "decreasing"),
    ("TP*TN/(FN*FP)", "Yule_Q", "increasing"),
])  # fmt: skip
def test_formulas_of_the_field(
    formula: str, name: str, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(likeness, "MEASURES", MEASURES)
    work = likeness.Likeness(formula, (), 10)
    assert len(list(work)) == work.looked_at
    assert how in [found.how for found in work.relatives if found.name == name]
