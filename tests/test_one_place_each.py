"""One place each: what CONTRIBUTING says about adding something is tried, with toys.

Each toy is declared here, or in the folder `toys`, and no other file is touched; then all that the
package offers works with it.  Afterwards the package is as before.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from places import ROOT, TESTS

import symbolic_measures.questions
from symbolic_measures import check, decide_table, verify
from symbolic_measures.claims import papers
from symbolic_measures.claims.gosgens_formulas import equal
from symbolic_measures.doors.api.asking import ask
from symbolic_measures.doors.cli import main
from symbolic_measures.macros import check as kernel_check
from symbolic_measures.meaning import frameworks, measures, properties, readings
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.property import DECLARED, declare
from symbolic_measures.meaning.subjects import measure
from symbolic_measures.nouns.confusion import CELLS, SIZE
from symbolic_measures.nouns.question import KINDS
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.nouns.verdict import Step, Verdict
from symbolic_measures.questions.kinds import load, read
from symbolic_measures.questions.table.formulas import DISPLAYS
from symbolic_measures.report.formats import FORMATS, Page, a_format
from symbolic_measures.search.effort import Effort
from symbolic_measures.search.tactics import formulas
from symbolic_measures.search.tactics.formulas import prove_goal

REGISTRIES: tuple[dict[str, Any], ...] = (
    measures.MEASURES, measures.ALIASES, readings.WHOLE, DECLARED,
    properties.PROPERTIES, frameworks.FRAMEWORKS, papers.TABLES, FORMATS, KINDS,
    *(displays.rows for displays in DISPLAYS.values()),
)  # fmt: skip


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    """Every registry is what it was, once a test is over."""
    load()
    known = [dict(registry) for registry in REGISTRIES]
    tactics, folders = list(formulas.TACTICS), list(symbolic_measures.questions.__path__)
    modules = set(sys.modules)
    yield
    for registry, before in zip(REGISTRIES, known, strict=True):
        registry.clear()
        registry.update(before)
    formulas.TACTICS[:] = tactics
    symbolic_measures.questions.__path__[:] = folders
    for name in set(sys.modules) - modules:
        if name.startswith("symbolic_measures.questions.toy_value"):
            del sys.modules[name]


def _replays(answer: Any) -> None:
    data = json.loads(answer.to_json())
    assert [item.problem for item in verify(data) if item.problem] == []


def test_a_measure(capsys: pytest.CaptureFixture[str]) -> None:
    measures.declare(
        "toy", "TP/(TP+2*FN+2*FP)", "45/54", "A toy", "plaything", source="nobody", domain="TP > 0"
    )
    assert main(["catalog", "plaything"]) == 0
    assert "A toy" in capsys.readouterr().out
    report = check("toy", ["symmetry", "tn-invariance"])
    assert [verdict.outcome for verdict in report.verdicts] == ["proved", "proved"]
    _replays(report)
    assert check("1-plaything", ["symmetry"])["symmetry"].outcome == "proved"
    assert main(["identity", "toy", "Jaccard/(2-Jaccard)"]) == 0


def test_a_reading() -> None:
    readings.WHOLE["toy"] = {"F1": (("TP+FN+FP", "1/3", "a toy"),)}
    report = check("F1", ["undefined-set", "symmetry"], reading="toy")
    assert report["undefined-set"].value == []
    assert str(report.reading.value_at((0, 0, 0, 1))) == "1/3"
    _replays(report)


def _toy_property() -> None:
    @declare("toy-positive", "M is positive wherever it is defined.", "nobody")
    def positive(reading: Reading, value: Any) -> list[Goal]:
        subject = reading.formula
        cells = tuple(Variable(name, "natural") for name in CELLS)
        defined = (Atom(SIZE - 1, ">="), Atom(subject, "defined"))
        return [Goal(cells, defined, Atom(subject, ">"), blocks=(CELLS,), label="M(C) > 0")]

    # as if it stood in one of `properties.MODULES`
    properties.PROPERTIES["toy-positive"] = DECLARED["toy-positive"]


def test_a_property_and_a_framework(capsys: pytest.CaptureFixture[str]) -> None:
    _toy_property()
    report = check("(TP+1)/(n+1)", ["toy-positive"])
    assert report["toy-positive"].outcome == "proved"
    _replays(report)
    witness = check("accuracy", ["toy-positive"])["toy-positive"].witness
    assert witness is not None
    point = {name: int(value) for name, value in witness.point.items()}
    assert (point["TP"], point["TN"], sum(point.values())) == (0, 0, 1)
    assert "M is positive" in check("F1", ["toy-positive"]).document().rows[0].sentence
    frameworks.FRAMEWORKS["toys"] = ("toy-positive", "symmetry")
    assert main(["check", "F1", "--framework", "toys", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [v["property"] for v in told["verdicts"]] == ["toy-positive", "symmetry"]


def test_a_tactic(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it names wrongly is refused and changes nothing; a right step is used, and replays."""
    statement = properties.PROPERTIES["symmetry"].statement(Reading(measure("F1")))
    monkeypatch.setattr(formulas, "_ways", lambda *_: iter(()))
    (goal,) = statement.goals
    assert prove_goal(goal, Effort()) is None

    def toy(goal: Goal) -> Iterator[tuple[str, dict[str, Any]]]:
        yield "no-such-rule", {}
        yield "clear", {"sign": 17}
        yield "clear", {}

    formulas.TACTICS.append(toy)
    step = prove_goal(goal, Effort())
    assert step is not None
    assert (step.rule, step.args) == ("clear", {})
    proof = Step("every-goal", {}, (step,))
    kernel_check(statement, Verdict("symmetry", "proved", statement, proof))


def test_a_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    @a_format
    def shouted(doc: Page, saved: Any) -> str:
        return doc.text().upper()

    for answer in (check("F1", ["symmetry"]), ask("limit", measure="MCC", to="TN -> oo")):
        assert answer.rendered("shouted") == str(answer).upper()
    assert main(["check", "F1", "--property", "symmetry", "--format", "shouted"]) == 0
    assert "SYMMETRY" in capsys.readouterr().out


def test_a_kind_of_question(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    symbolic_measures.questions.__path__.append(str(TESTS / "toys"))
    saved = tmp_path / "value.json"
    words = ["toy_value", "F1", "--at", "90,4,5,1"]
    assert main(words) == 0
    assert "is 20/21" in capsys.readouterr().out
    assert main([*words, "--format", "json", "-o", str(saved)]) == 0
    assert main(["verify", str(saved)]) == 0
    answer = ask("toy_value", measure="F1", at="90,4,5,1")
    assert read(json.loads(saved.read_text())).to_data() == answer.to_data()
    saved.write_text(saved.read_text().replace("20/21", "21/20"))
    assert main(["verify", str(saved)]) == 1
    for kind in ("html", "html_fragment", "latex", "latex_fragment"):
        assert "20/21" in re.sub(r"\\allowbreak\{\}", "", answer.rendered(kind)), kind
    assert main(["toy_value", "F1", "--at", "one"]) == 2
    about = 'paper = ""\nname = "toy"\ntitle = ""\nsource = ""\nstatement = ""\n'
    part = '[[part]]\ntoy_value = "F1"\nat = "90,4,5,1"\nexpected = "20/21"\n'
    (tmp_path / "toy.toml").write_text(about + part)
    (report,) = ask("derivation", subject=str(tmp_path / "toy.toml")).reports
    assert report.problems == []
    _replays(report)


def test_a_table_of_a_paper() -> None:
    papers._declare(
        "gosgens2021", "toys", "Toys", rows={"F": "F1"}, columns={"S": "symmetry", "T": "monotone"},
        printed={"a toy": "F ✓ ✓"},
    )  # fmt: skip
    table = decide_table("gosgens2021:toys")
    assert [(cell.column, cell.agrees) for cell in table.cells] == [("S", True), ("T", False)]
    _replays(table)


def test_a_displayed_formula() -> None:
    table = "gosgens2021:formulas"
    right = "2*Jaccard/(1+Jaccard)"
    DISPLAYS[table].declare(
        "a toy", "F1 = Jaccard", equal("F1", "Jaccard"), f"F1 = {right}", equal("F1", right)
    )
    found = decide_table(table, row=["a toy"])
    (cell,) = found.cells
    assert cell.verdict.outcome == "refuted"
    assert cell.corrected is not None
    assert cell.corrected.outcome == "proved"
    _replays(found)


def test_every_row_is_tried() -> None:
    """What the table of CONTRIBUTING lets one add has a test here, or is tried by its own files."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| an? \*\*([\w' ]+)\*\*", text, flags=re.MULTILINE))
    here = {
        "measure", "reading", "property", "framework", "tactic", "format", "kind of question",
        "paper's table", "displayed formula",
    }  # fmt: skip
    elsewhere = {
        "audited function": "doors/audit/test_lists.py",
        "signature": "doors/audit/test_targets.py",
        "property of functions": "doors/audit/test_properties.py",
        "macro": "test_macros.py",
        "public function": "test_docstrings.py",
        "rule": "kernel/test_forgeries.py",
        "derivation": "questions/test_derivation.py",
        "notebook": "doors/test_notebooks.py",
        "picture": "doors/plots/test_plots.py",
    }
    assert rows == here | set(elsewhere)
    assert all((TESTS / path).exists() for path in elsewhere.values())
