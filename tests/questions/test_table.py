"""Printed tables: claims as data, what is computed beside them, saved tables that verify."""

from __future__ import annotations

import copy
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from interrupts import ended
from tiers import exhaustive

from symbolic_measures import decide_table, verify
from symbolic_measures.claims import papers
from symbolic_measures.claims.papers import TABLES, Claim, get_table
from symbolic_measures.doors.cli import main
from symbolic_measures.meaning import measures
from symbolic_measures.meaning.measure import make_measure
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.questions.table.marks import Table

NAME = "gosgens2021:2"
SMALL: dict[str, Any] = {"rows": ["F1", "BA"], "columns": ["Sym", "Mon", "SMon"]}


@pytest.fixture(scope="module")
def small() -> Table:
    return decide_table(NAME, **SMALL)


@pytest.fixture
def claimed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Table]:
    """Decides one cell of row F1 after other marks were claimed, or of another measure."""

    def decided(column: str, *marks: str, formula: str = "") -> Table:
        printed = get_table(NAME)
        claims = tuple(Claim(mark, papers.BINARY[mark], f"source {mark}") for mark in marks)
        changed = replace(printed, claims={**printed.claims, ("F1", column): claims})
        monkeypatch.setitem(TABLES, NAME, changed)
        if formula:
            monkeypatch.setitem(measures.MEASURES, "F1", make_measure(formula, "F1"))
        return decide_table(NAME, row=["F1"], column=[column])

    return decided


# --- claims ---------------------------------------------------------------------------------


def test_what_the_paper_prints() -> None:
    table = get_table(NAME)
    binary = ["F1", "J", "CC", "Acc", "BA", "kappa", "CE", "SBA", "GM", "CD"]
    three = [f"{row}, m = 3" for row in ("CC", "Acc", "BA", "kappa", "CE", "SBA", "CD")]
    assert list(table.rows) == [*binary, *three, "Micro", "Macro", "Weighted"]
    assert list(table.columns.values()) == [
        "maximal-agreement", "minimal-agreement", "class-symmetry", "symmetry", "distance",
        "monotone", "strongly-monotone", "constant-baseline", "approximate-constant-baseline",
    ]  # fmt: skip
    marks = {place: claims[0].mark for place, claims in table.claims.items()}
    assert [row for row in binary if marks[row, "Dist"] == "yes"] == ["J", "Acc", "CD"]
    assert [row for row in binary if marks[row, "Mon"] == "no"] == ["CE"]
    assert [row for row in three if marks[row, "Mon"] == "yes"] == [three[1], three[2], three[5]]
    assert [row for row in binary if marks[row, "Sym"] == "no"] == ["BA"]
    assert sum(mark == "yes" for (row, _), mark in marks.items() if row in binary) == 62
    assert {claims[0].source for claims in table.claims.values()} == {"gosgens2021, Table 2"}


def test_the_slides_differ_in_three_marks_and_in_none_of_the_binary_case() -> None:
    claims = get_table(NAME).claims
    assert {len(found) for found in claims.values()} == {2}
    other = {
        place: found for place, found in claims.items() if found[0].printed != found[1].printed
    }
    binary = {("CC", "Mon"), ("kappa", "Mon"), ("CD", "Mon")}
    assert set(other) == binary | {(f"{row}, m = 3", column) for row, column in binary}
    assert {tuple(claim.printed for claim in found) for found in other.values()} == {("✓/✗", "✓")}
    assert {place for place, (one, two) in claims.items() if one.mark != two.mark} == (
        set(other) - binary
    )


@exhaustive
def test_rows_of_averagings_are_about_every_binary_measure() -> None:
    """The printed marks stand where every class occurs; for weighted averaging Mon does not."""
    found = decide_table(NAME, row=["Macro", "Weighted"], column=["Max", "Mon"], timeout=240)
    marks = {(cell.row, cell.column): cell.computed for cell in found.cells}
    assert marks == {
        ("Macro", "Max"): "yes", ("Macro", "Mon"): "no",
        ("Weighted", "Max"): "yes", ("Weighted", "Mon"): "no",
    }  # fmt: skip
    saved = [attempt.words for attempt in found["Macro", "Mon"].saved_by]
    assert saved == ["where every class occurs in both labelings"]
    assert found["Weighted", "Mon"].saved_by == ()
    assert found["Weighted", "Mon"].note.startswith(
        "The binary measure M = (TP + TN)/n has the property; its average V has not."
    )
    data = json.loads(found.to_json())
    assert [item for item in verify(data) if item.problem] == []
    forgeries: tuple[Callable[[Any], Any], ...] = (
        lambda entry: entry["average"].update(verdict="proved"),
        lambda entry: entry.pop("average"),
        lambda entry: entry["tried"].pop(),
        lambda entry: entry.update(average=entry["tried"][0]["average"]),
        lambda entry: entry.update(computed="yes"),
        lambda entry: entry["verdict"].update(verdict="proved"),
    )
    for forge in forgeries:
        forged = copy.deepcopy(data)
        forge(forged["cells"][-1])
        assert [item for item in verify(forged) if item.problem]


def test_every_table_speaks_of_known_papers() -> None:
    for name, table in TABLES.items():
        assert table.id == name
        assert papers.PAPERS[table.paper.id] is table.paper
        assert set(table.claims) == set(table.places)
        assert {row for row, _ in table.places} == set(table.rows)


# --- deciding -------------------------------------------------------------------------------


def test_marks_and_agreement(small: Table) -> None:
    assert {place: small[place].computed for place in (("F1", "Sym"), ("BA", "Sym"))} == {
        ("F1", "Sym"): "yes",
        ("BA", "Sym"): "no",
    }
    assert small["F1", "Sym"].agrees
    assert small["BA", "Sym"].agrees
    assert small.complete
    wrong = [(cell.row, cell.column) for cell in small.disagreements]
    assert wrong == [("F1", "Mon"), ("BA", "SMon")]
    for cell in small.cells:
        assert cell.agrees == (cell.printed == cell.computed)
        assert bool(cell.note) == (not cell.agrees)
        assert bool(cell.attempts) == (not cell.agrees)


def test_a_disagreement_tells_its_witness_and_what_would_save_the_mark(small: Table) -> None:
    cell = small["BA", "SMon"]
    assert "(1, 0, 1, 1) the value is 3/4" in cell.note
    assert "(2, 0, 1, 1) it is also 3/4" in cell.note
    assert "saved by <= instead of < (weakly-strongly-monotone): proved" in cell.note
    assert "not by leaving out matrices with an empty row or column: refuted" in cell.note
    weak, proper = cell.attempts[:2]
    assert weak.verdict.property == "weakly-strongly-monotone"
    assert cell.saved_by == (weak,)
    assert proper.verdict.outcome == "refuted"


def test_a_reading_without_degenerate_matrices_can_save_a_mark(
    claimed: Callable[..., Table],
) -> None:
    """It is 0 on all diagonal matrices, and elsewhere only where a row or column is empty."""
    table = claimed("Max", "✓", formula="-(FN+FP)*P*N*Phat*Nhat")
    (cell,) = table.cells
    assert not cell.agrees
    assert [attempt.words for attempt in cell.saved_by] == [
        "leaving out matrices with an empty row or column"
    ]


def test_a_false_no_is_found_too(claimed: Callable[..., Table]) -> None:
    (cell,) = claimed("Sym", "✗").cells
    assert (cell.printed, cell.computed, cell.agrees) == ("no", "yes", False)
    assert cell.verdict.proof is not None
    assert cell.note.startswith("Proved: ")
    assert "No reading tried saves the printed no" in cell.note


def test_what_no_reading_saves(claimed: Callable[..., Table]) -> None:
    (cell,) = claimed("SMon", "✓", formula="TN-TP").cells
    assert cell.saved_by == ()
    assert "No reading tried saves the printed yes: <= instead of <" in cell.note
    assert cell.note.count(": refuted, M(") == len(cell.attempts) >= 2


@pytest.mark.parametrize("mark", ["✓", "✗"])
def test_undecided_and_vacuous_never_agree(mark: str, claimed: Callable[..., Table]) -> None:
    (cell,) = claimed("Sym", mark, formula="sqrt((n-20)*(21-n))+FN").cells
    assert cell.computed == "undecided"
    assert not cell.agrees
    assert cell.attempts == ()
    assert cell.note.startswith("Undecided: ")
    (cell,) = claimed("Sym", mark, formula="TP/(TP-TP)").cells
    assert cell.computed == "vacuous"
    assert not cell.agrees
    assert cell.note.startswith("Not applicable: vacuous")


def test_a_second_source_that_prints_another_mark_is_told(claimed: Callable[..., Table]) -> None:
    (cell,) = claimed("Sym", "✓", "✗").cells
    assert cell.agrees
    assert cell.note == "In source ✗, ✗ is printed."
    assert [claim["mark"] for claim in cell.to_data()["claims"]] == ["yes", "no"]


def test_processes_change_nothing(small: Table) -> None:
    seen: list[str] = []
    table = decide_table(NAME, **SMALL, jobs=2, progress=seen.append)
    assert sorted(seen) == sorted(f"{cell.row} {cell.column}" for cell in small.cells)
    assert _timeless(table.to_data()) == _timeless(small.to_data())


def _timeless(data: Any) -> Any:
    if isinstance(data, list):
        return [_timeless(item) for item in data]
    if isinstance(data, dict):
        return {key: _timeless(item) for key, item in data.items() if key != "seconds"}
    return data


def test_rows_and_columns_by_any_name() -> None:
    table = decide_table(NAME, row=["accuracy"], column=["symmetry", "Sym"])
    assert (table.rows, table.columns) == (("Acc", "Acc, m = 3"), ("Sym",))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"table": "gosgens2021:9"}, "no table 'gosgens2021:9'; known: gosgens2021:2"),
        ({"row": ["kapa"]}, "no row 'kapa'; did you mean 'kappa'"),
        ({"column": ["Monn"]}, "no column 'Monn'; did you mean 'Mon'"),
    ],
)
def test_bad_input(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(FormulaError, match=r"^no ") as caught:
        decide_table(**{"table": NAME, **arguments})
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


# --- saved tables ---------------------------------------------------------------------------


def test_json_has_the_promised_form(small: Table) -> None:
    data = json.loads(small.to_json())
    assert (data["schema"], data["paper"], data["table"]) == (1, "gosgens2021", "2")
    cell = data["cells"][1]
    assert {key: cell[key] for key in ("row", "column", "printed", "computed", "agrees")} == {
        "row": "F1", "column": "Mon", "printed": "yes", "computed": "no", "agrees": False,
    }  # fmt: skip
    assert cell["witness"]["values"] == ["0", "0"]
    assert cell["witness"] == cell["verdict"]["witness"]
    assert cell["note"] == small["F1", "Mon"].note
    assert [item["saves"] for item in cell["tried"]][:2] == [True, False]
    assert data["cells"][0]["witness"] is None
    assert data["cells"][0]["verdict"]["proof"]["rule"] == "every-goal"
    assert "complete" not in data


def test_saved_tables_verify(small: Table) -> None:
    checked = list(verify(json.loads(small.to_json())))
    assert [item.problem for item in checked] == [""] * 6
    assert [item.property for item in checked][:2] == ["F1 Sym", "F1 Mon"]


def test_an_interrupted_table_verifies(small: Table) -> None:
    data = json.loads(replace(small, cells=small.cells[:2]).to_json())
    assert data["complete"] is False
    assert [item.problem for item in verify(data)] == ["", ""]


def _set(*path: Any) -> Callable[[Any], None]:
    *keys, last, value = path

    def forge(data: Any) -> None:
        for key in keys:
            data = data[key]
        data[last] = value

    return forge


def _drop(*path: Any) -> Callable[[Any], None]:
    *keys, last = path

    def forge(data: Any) -> None:
        for key in keys:
            data = data[key]
        del data[last]

    return forge


def _agree(data: Any) -> None:
    data["cells"][1].update(computed="yes", agrees=True, note="", witness=None, tried=[])


def _claim(data: Any) -> None:
    claims = [{**claim, "mark": "no", "printed": "✗"} for claim in data["cells"][1]["claims"]]
    data["cells"][1].update(printed="no", agrees=True, note="", tried=[], claims=claims)


def _weak_for_strict(data: Any) -> None:
    """The proof of the weak form as if it were the property's."""
    cell = data["cells"][1]
    cell["verdict"] = {**cell["tried"][0]["verdict"]}
    _agree(data)


def _renamed(data: Any) -> None:
    _weak_for_strict(data)
    data["cells"][1]["verdict"]["property"] = "monotone"


def _given_up(data: Any) -> None:
    verdict = data["cells"][1]["verdict"]
    verdict.update(verdict="undecided", witness=None, reason="stopped after 1 second")


#: Cell 0 is F1 Sym, proved; cell 1 is F1 Mon, refuted where yes is printed.
FORGERIES: dict[str, Callable[[Any], None]] = {
    "agrees": _set("cells", 1, "agrees", True),
    "disagrees": _set("cells", 0, "agrees", False),
    "one for true": _set("cells", 0, "agrees", 1),
    "computed": _set("cells", 1, "computed", "yes"),
    "printed": _set("cells", 1, "printed", "no"),
    "all but the verdict": _agree,
    "another claim": _claim,
    "a claim left out": _drop("cells", 1, "claims", 1),
    "the weak form instead": _weak_for_strict,
    "the weak form by the name of the strict one": _renamed,
    "undecided instead of refuted": _given_up,
    "note": _set("cells", 1, "note", ["The printed mark is right."]),
    "witness": _set("cells", 1, "witness", None),
    "the verdict's witness": _set("cells", 1, "verdict", "witness", "values", ["0", "1"]),
    "no proof": _set("cells", 0, "verdict", "proof", None),
    "part of a proof": _set("cells", 0, "verdict", "proof", "premises", []),
    "no verdict": _drop("cells", 0, "verdict"),
    "verdict of another kind": _set("cells", 0, "verdict", 5),
    "another measure": _set("cells", 0, "measure", "Jaccard"),
    "another property": _set("cells", 0, "property", "monotone"),
    "saves": _set("cells", 1, "tried", 1, "saves", True),
    "a reading left out": _drop("cells", 1, "tried", 1),
    "no reading tried": _set("cells", 1, "tried", []),
    "a reading renamed": _set("cells", 1, "tried", 1, "reading", "as printed"),
    "the proof of a reading": _set("cells", 1, "tried", 0, "verdict", "proof", None),
    "readings of another kind": _set("cells", 1, "tried", [1, 2]),
    "something added": _set("cells", 0, "trust", "me"),
    "a cell left out": _drop("cells", 1),
    "another row": _set("cells", 0, "row", "J"),
    "a row that is not there": _set("cells", 0, "row", "F9"),
    "a row of another kind": _set("cells", 0, "row", ["F1"]),
    "twice": lambda data: data["cells"].append(copy.deepcopy(data["cells"][0])),
    "fewer rows": _set("rows", ["F1"]),
    "more rows": _set("rows", ["F1", "BA", "J"]),
}


@pytest.mark.parametrize("forge", FORGERIES.values(), ids=FORGERIES)
def test_forgeries_are_refused(forge: Callable[[Any], None], small: Table) -> None:
    data = json.loads(small.to_json())
    forge(data)
    problems = [item.problem for item in verify(data) if item.problem]
    assert problems
    assert all(len(problem.splitlines()) == 1 for problem in problems)


@pytest.mark.parametrize(
    "change",
    [
        _set("schema", 2), _set("paper", "gosgens2022"), _set("table", ["2"]), _set("cells", 5),
        _set("cells", [5]), _drop("cells"), _set("rows", ["F9"]), _set("rows", 5),
        _set("columns", [["Sym"]]), lambda data: data.clear(),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused(change: Callable[[Any], None], small: Table) -> None:
    data = json.loads(small.to_json())
    change(data)
    with pytest.raises(CertificateError) as caught:
        list(verify(data))
    assert len(str(caught.value).splitlines()) == 1


# --- the command line -----------------------------------------------------------------------

CHOSEN = ["--row", "F1", "--column", "Mon", "--column", "Sym"]


def test_a_disagreement_is_no_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "table.json"
    args = ["table", NAME, *CHOSEN]
    assert main([*args, "--jobs", "1"]) == 0
    assert "✗≠✓" in capsys.readouterr().out
    assert main([*args, "--jobs", "2", "--format", "json", "-o", str(saved)]) == 0
    capsys.readouterr()
    assert main(["verify", str(saved)]) == 0
    assert "verified: 2 verdicts replayed, 0 undecided" in capsys.readouterr().out
    data = json.loads(saved.read_text())
    _agree(data)
    data["cells"].reverse()
    saved.write_text(json.dumps(data))
    assert main(["verify", str(saved)]) == 1
    assert "F1 Mon: " in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["text", "latex", "html"])
def test_every_format_goes_to_a_file(kind: str, tmp_path: Path) -> None:
    target = tmp_path / "table"
    args = ["table", NAME, *CHOSEN, "--jobs", "1", "--format", kind, "-o", str(target)]
    assert main(args) == 0
    assert "F1" in target.read_text()
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["gosgens2021:9"], "known: gosgens2021:2"),
        ([NAME, "--row", "kapa"], "did you mean 'kappa'"),
        ([NAME, "--column", "monoton"], "did you mean 'monotone'"),
        ([NAME, "--timeout", "0"], "above 0"),
        ([NAME, "--jobs", "0"], "at least 1"),
        ([NAME, "-o", "/nowhere/at/all"], "does not exist"),
        ([], "PAPER:TABLE"),
    ],
)
def test_bad_arguments_get_one_line(
    args: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["table", *args])
    except SystemExit as stop:
        code = int(str(stop.code))
    captured = capsys.readouterr()
    assert code == 2
    assert words in captured.err
    assert captured.err.count("\n") == 1
    assert captured.out == ""


#: Python starts with this, in every process: also in those that share the work.
SLOW = """
import os, time
from symbolic_measures.questions.table import find_marks as tables

decide = tables.decider

def slowly(property_id, reading, *more):
    if reading.measure.name == "BA":
        time.sleep(3600)
    return decide(reading)(property_id, reading, *more)

tables.decider = lambda reading: slowly
iterate = tables.Deciding.__iter__

def telling(self):
    for place in iterate(self):
        with open(os.environ["DECIDED"], "a") as file:
            file.write(f"{place}\\n")
        yield place

tables.Deciding.__iter__ = telling
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_keeps_what_was_decided(
    jobs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row BA takes an hour; F1 is decided before it."""
    decided = tmp_path / "decided"
    monkeypatch.setenv("DECIDED", str(decided))
    saved = tmp_path / "saved.json"
    (tmp_path / "sitecustomize.py").write_text(SLOW)
    args = ["table", NAME, "--row", "F1", "--row", "BA", "--column", "Sym", "--column", "Min"]
    args += ["--jobs", jobs, "--timeout", "60", "--format", "json", "-o", str(saved)]
    done = ended(
        [sys.executable, "-m", "symbolic_measures", *args],
        lambda: decided.exists() and decided.read_text().count("\n") == 2,
        first=tmp_path,
    )
    assert done.returncode == 130
    assert "interrupted" in done.stderr
    assert "Traceback" not in done.stderr, done.stderr[-1800:]
    data = json.loads(saved.read_text())
    assert data["complete"] is False
    assert [(cell["row"], cell["column"]) for cell in data["cells"]] == [
        ("F1", "Min"),
        ("F1", "Sym"),
    ]
    assert [item.problem for item in verify(data)] == ["", ""]


# --- the whole table -----------------------------------------------------------------------

#: The printed marks that are not what is computed, each with the readings that save it.
FOUND = {
    ("F1", "Mon"): ["<= instead of < (weakly-monotone)"],
    ("J", "Mon"): ["<= instead of < (weakly-monotone)"],
    ("BA", "SMon"): ["<= instead of < (weakly-strongly-monotone)"],
    ("CE", "Max"): ["leaving out matrices with an empty row or column"],
    ("Macro", "Mon"): ["where every class occurs in both labelings"],
    ("Macro", "CB"): ["where every class occurs in both labelings"],
    ("Macro", "ACB"): ["where every class occurs in both labelings"],
    ("Weighted", "Mon"): [],
    ("Weighted", "CB"): ["where every class occurs in both labelings"],
    ("Weighted", "ACB"): ["where every class occurs in both labelings"],
}


@exhaustive
def test_the_whole_table() -> None:
    """Ten measures of two classes and three averagings; measures of three classes come below."""
    rows = [row for row in get_table(NAME).rows if "m = 3" not in row]
    table = decide_table(NAME, row=rows, jobs=2)
    assert table.complete
    assert len(table.cells) == 13 * 9
    assert [cell for cell in table.cells if cell.computed == "undecided"] == []
    found = {(cell.row, cell.column): cell for cell in table.disagreements}
    assert {
        place: [attempt.words for attempt in cell.saved_by] for place, cell in found.items()
    } == FOUND
    witnesses = {place: cell.verdict.witness for place, cell in found.items()}
    assert None not in witnesses.values()
    # too many pairs of expected matrices are smaller than this one to enumerate them all
    assert {place for place, one in witnesses.items() if one and not one.minimal} == {
        ("Macro", "ACB")
    }
    checked = list(verify(json.loads(table.to_json())))
    assert len(checked) == len(table.cells)
    assert [item for item in checked if item.problem] == []


#: The marks of three classes that are not what is computed, and what saves them.
FOUND_OF_THREE = {
    ("BA, m = 3", "Mon"): ["<= instead of < (weakly-monotone)"],
    ("BA, m = 3", "SMon"): ["<= instead of < (weakly-strongly-monotone)"],
    ("SBA, m = 3", "SMon"): ["<= instead of < (weakly-strongly-monotone)"],
}


@exhaustive
def test_three_classes() -> None:
    rows = ["BA, m = 3", "kappa, m = 3", "SBA, m = 3"]
    table = decide_table(NAME, row=rows, jobs=2)
    assert len(table.cells) == 27
    assert {(cell.row, cell.column): [attempt.words for attempt in cell.saved_by]
            for cell in table.disagreements} == FOUND_OF_THREE  # fmt: skip
    checked = list(verify(json.loads(table.to_json())))
    assert [item for item in checked if item.problem] == []
