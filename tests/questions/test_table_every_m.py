"""Rows of several classes of a printed table, decided for every number of them."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docs.test_schema import validator
from pages import Page
from tiers import exhaustive

from symbolic_measures import check, verify
from symbolic_measures.doors import publish, walking
from symbolic_measures.doors.checked import checked
from symbolic_measures.doors.cli import main
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.question import Means
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.questions import kinds
from symbolic_measures.questions.kinds import read
from symbolic_measures.questions.table.show_marks import EVERY
from symbolic_measures.report.prose import text

#: The rows of three classes that are decided quickly.
ROWS = ("Acc, m = 3", "BA, m = 3", "kappa, m = 3")
COLUMNS = ("Sym", "Mon", "CB")


@cache
def table(rows: tuple[str, ...] = ROWS, columns: tuple[str, ...] = COLUMNS) -> Any:
    kinds.load()
    asked = {"table": "gosgens2021:2", "row": rows, "column": columns, "every": True}
    means = Means(kinds=kinds.KNOWN)
    work = kinds.KNOWN.work(kinds.KNOWN.question("table", asked), means)
    for _ in work:
        pass
    return work.report()


def holds_at_three(holds: str) -> bool | None:
    """Whether a property holds at m = 3; None if that is not said."""
    if "not decided" in holds or holds == "not for m = 2":
        return None
    if holds.startswith("exactly for "):
        return "m = 3" in holds
    return holds.startswith("m >= ")


def agreeing(found: Any) -> int:
    """How many cells are decided for every m as they are at m = 3; none is decided otherwise."""
    seen = 0
    for cell in found.cells:
        said = holds_at_three(cell.every.holds)
        if said is not None:
            assert said is (cell.verdict.outcome == "proved"), (cell.row, cell.column)
            seen += 1
    return seen


def test_the_answers_at_three_classes_are_those_for_every_m() -> None:
    found = table()
    assert agreeing(found) == len(found.cells) == 9
    assert found["kappa, m = 3", "Mon"].every.holds == "exactly for m = 2"
    assert "For every m: refuted; exactly for m = 2." in found["kappa, m = 3", "Mon"].note
    assert [item for item in verify(json.loads(found.to_json())) if item.problem] == []
    assert validator("table").is_valid(found.to_data())


#: gosgens2021, Table 2: the properties of its columns.
IN_TABLE = (
    "maximal-agreement", "minimal-agreement", "class-symmetry", "symmetry", "distance", "monotone",
    "strongly-monotone", "constant-baseline", "approximate-constant-baseline",
)  # fmt: skip


@exhaustive
@pytest.mark.parametrize("text", ["CC", "SBA", "CD"])
def test_every_column_has_the_answer_that_it_has_at_three_classes(text: str) -> None:
    for_all = check(text, property=IN_TABLE, classes="every")
    of_three = check(text, property=IN_TABLE, classes=3)
    for verdict in for_all.verdicts:
        assert holds_at_three(verdict.holds) is (of_three[verdict.property].outcome == "proved")


@exhaustive
def test_confusion_entropy_has_its_symmetries_alone() -> None:
    found = check("CE", property=IN_TABLE, classes="every")
    known = dict.fromkeys(IN_TABLE, "for no m >= 2") | {"symmetry": "m >= 2"}
    known["class-symmetry"] = "m >= 2"
    assert {verdict.property: verdict.holds for verdict in found.verdicts} == known


def opitz(rows: tuple[str, ...] = (), columns: tuple[str, ...] = ()) -> Any:
    kinds.load()
    asked = {"table": "opitz2024:5", "row": rows, "column": columns, "every": True}
    work = kinds.KNOWN.work(kinds.KNOWN.question("table", asked), Means(kinds=kinds.KNOWN, jobs=1))
    for _ in work:
        pass
    return work.report()


def test_rows_of_opitz_are_decided_for_every_m() -> None:
    found = opitz(("Accuracy", "macro F1", "Kappa"), ("PII", "PIV", "PV"))
    assert agreeing(found) == len(found.cells) == 9
    note = "For every m: proved; m >= 2, with the value {} of random predictions."
    assert (
        note.format("1/m").replace("the value", "the largest value") in found["macro F1", "PV"].note
    )
    assert note.format("0") in found["Kappa", "PV"].note
    assert [item for item in verify(json.loads(found.to_json())) if item.problem] == []
    assert validator("table").is_valid(found.to_data())


def test_the_geometric_mean_is_decided_for_every_m_as_at_three_classes() -> None:
    found = opitz(("GmacR",))
    assert agreeing(found) == len(found.cells) == 5
    assert {cell.every.holds for cell in found.cells} == {"m >= 2"}
    assert "with the largest value 1/m of random predictions" in found["GmacR", "PV"].note
    assert [item for item in verify(json.loads(found.to_json())) if item.problem] == []


@exhaustive
def test_the_whole_table_of_opitz() -> None:
    """Nothing is open for every m that is decided at three classes."""
    found = opitz()
    assert agreeing(found) == len(found.cells)
    assert {c.column for c in found.cells if c.every.holds == "exactly for m = 2"} == {"PI"}


def test_without_the_option_nothing_is_said() -> None:
    data = json.loads(table().to_json())
    del data["every"]
    with pytest.raises(CertificateError):
        read(data)
    for cell in data["cells"]:
        del cell["every"]
    plain = read(data)
    assert not plain.every
    assert all(cell.every is None and "every m" not in cell.note for cell in plain.cells)


@pytest.mark.parametrize("change", ["missing", "another property", "holds", "proved", "flag"])
def test_forged_tables_are_refused(change: str) -> None:
    data = copy.deepcopy(json.loads(table().to_json()))
    cells = data["cells"]
    match change:
        case "missing":
            del cells[0]["every"]
        case "another property":
            cells[0]["every"] = cells[1]["every"]
        case "holds":
            cells[-2]["every"]["holds"] = "m >= 2"
        case "proved":
            cells[-2]["every"] |= {"verdict": "proved", "holds": "m >= 2", "at": []}
        case "flag":
            data["every"] = False
    with pytest.raises(CertificateError):
        read(data)


def test_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["table", "gosgens2021:2", "--row", "BA, m = 3", "--column", "Mon", "--every"]
    assert main([*asked, "--jobs", "1"]) == 0
    assert "For every m: refuted; exactly for m = 2." in " ".join(capsys.readouterr().out.split())


def test_each_cell_says_what_is_known_for_every_m_whether_it_agrees_or_not() -> None:
    """In the text, on the page and in the paper; as the certificate says it."""
    shown = table().rendered("text")
    assert f"{EVERY}:" in shown
    listed = shown[shown.index(EVERY) :].splitlines()
    assert any(cell.agrees for cell in table().cells)
    saved = json.loads(table().to_json())["cells"]
    document = table().document()
    source = table().rendered("html")
    rows = [row for row in Page(source).all("details") if row["class"] == "row"]
    assert len(rows) == len(saved) == len(document.entries)
    (title, items), *rest = document.listed
    assert (title, rest) == (EVERY, [])
    for entry, item, shown_entry in zip(saved, items, document.entries, strict=True):
        every = entry["every"]
        told = f"For every m: {every['verdict']}; {every['holds']}."
        place = f"  {entry['row']} {entry['column']}: {GLYPHS[every['verdict']]} {told}"
        assert place in listed
        assert (item.row, item.column, text(item.words)) == (entry["row"], entry["column"], told)
        assert told in text(shown_entry.note)
    assert source.count("For every m:") >= 2 * len(saved)
    assert table().rendered("latex").count("For every m:") >= len(saved)


def test_without_the_option_there_is_no_list() -> None:
    plain = replace(
        table(), every=False, cells=tuple(replace(c, every=None) for c in table().cells)
    )
    assert EVERY not in plain.rendered("text")
    assert plain.document().listed == ()


def test_a_claim_says_for_how_many_classes_it_is_decided() -> None:
    found = {one.place[1:]: one for one in checked([table()])}
    one = found["BA, m = 3", "Sym"]
    assert (one.classes, one.every) == (3, "For every m: refuted; for no m >= 2.")
    lines = {line.place: line for line in walking.walked("gosgens2021", found.values()).lines}
    line = lines["gosgens2021:2 kappa, m = 3, Mon"]
    assert line.decided_for == (
        "Decided for three classes. For every m: refuted; exactly for m = 2."
    )
    assert line.to_data()["every"] == "For every m: refuted; exactly for m = 2."
    wrong = [line for line in lines.values() if "For every m" in line.note]
    assert wrong
    assert all(line.every == "" for line in wrong), "it is not said twice"


def test_reports_ask_for_every_m_where_there_are_several_classes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = {}

    def work(question: Any, means: Any) -> Any:
        asked[question.table] = (question.every, question.readings)

    monkeypatch.setattr(publish.kinds, "KNOWN", SimpleNamespace(work=work))
    names = ("gosgens2021:2", "opitz2024:5", "brzezinski2018:2", "opitz2024:formulas")
    publish.Certifying(tmp_path, names)
    assert asked == dict(zip(names, [(True, True)] * 2 + [(False, True)] * 2, strict=True))
