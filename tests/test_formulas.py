"""Tables of displayed formulas: each decided as printed, and its correction where it is wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from report.test_latex import compile_, no_overfull

from symbolic_measures import formulas as module
from symbolic_measures.cli import main
from symbolic_measures.formulas import DISPLAYS, FormulaTable, decide_formulas
from symbolic_measures.report import formulas as formats
from symbolic_measures.tables import verify_table
from symbolic_measures.verdict import CertificateError

ID = "gosgens2021:formulas"
WRONG = {"D.2, arccos", "D.4, N10"}


@cache
def whole() -> FormulaTable:
    """Worked out once."""
    return decide_formulas(ID)


def problems(data: Any) -> list[str]:
    try:
        return [item.problem for item in verify_table(data) if item.problem]
    except CertificateError as error:
        return [str(error)]


@pytest.mark.parametrize("row", DISPLAYS["gosgens2021"].rows)
def test_every_formula_is_decided(row: str) -> None:
    cell = whole()[row]
    assert cell.verdict.outcome == ("refuted" if row in WRONG else "proved")
    if row in WRONG:
        assert cell.corrected is not None
        assert cell.corrected.outcome == "proved"


def test_the_first_series_lacks_a_factor() -> None:
    """D.2 prints arccos(x)/pi = pi/2 - ...; at CC = 0 the left side is 1/2."""
    witness = whole()["D.2, arccos"].verdict.witness
    assert witness is not None
    assert witness.matrices == (("1", "1", "1", "1"),)
    assert witness.values[0] == "1/2"


def test_the_display_for_n10_has_a_half_too_many() -> None:
    """D.4 prints X^r/(X^r + Y^r/2).  By hand, at r = 1, p_A = 1/3, p_B = 1/2: X = 2/9, Y = 1/4, so
    the shares are 8/17 and 9/17, and (2 - 3)*8/17 + 0 = -8/17; as printed -(2/9)/(25/72)."""
    cell = whole()["D.4, N10"]
    witness = cell.verdict.witness
    assert witness is not None
    assert dict(witness.point) == {"a1": "1", "a0": "2", "b1": "1", "b0": "1"}
    assert witness.values == ("-8/17", "-16/25")
    assert "Proved instead" in cell.to_data()["note"]


FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a wrong formula called right": lambda c: c.update(computed="yes", agrees=True),
    "another note": lambda c: c.update(note=""),
    "another formula": lambda c: c.update(printed="1 = 1"),
    "no correction": lambda c: c.update(corrected=None),
    "another witness": lambda c: c["verdict"]["witness"]["point"].update(a1="5"),
    "another row": lambda c: c.update(row="Lemma 2"),
    "a part that nobody reads": lambda c: c.update(seen=True),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    data = copy.deepcopy(json.loads(whole().to_json()))
    assert problems(data) == []
    FORGERIES[name](next(cell for cell in data["cells"] if cell["row"] == "D.4, N10"))
    assert problems(data)


def test_a_missing_cell_is_noticed() -> None:
    data = json.loads(whole().to_json())
    data["cells"].pop()
    assert problems(data)
    assert problems({**data, "complete": False}) == []
    assert problems({**data, "note": ""})


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "formulas.json"
    words = ["table", ID, "--row", "Statement 2", "--row", "D.4, N10"]
    assert main([*words, "--format", "json", "-o", str(file)]) == 0
    assert main(["verify", str(file)]) == 0
    data = json.loads(file.read_text())
    assert [cell["computed"] for cell in data["cells"]] == ["yes", "no"]
    assert main(["table", ID, "--row", "Lemma 99"]) == 2
    assert main(["table", "nobody:formulas"]) == 2
    assert main(["table", ID, "--column", "x"]) == 2
    told = capsys.readouterr().err
    assert "no row 'Lemma 99'" in told
    assert "no table of formulas 'nobody'" in told


def test_formats(tmp_path: Path) -> None:
    assert "data:application/json;base64," in formats.render_html(whole())
    (tmp_path / "report.tex").write_text(formats.render_latex(whole()), encoding="utf-8")
    no_overfull(compile_(tmp_path, "report.tex"))


def test_kept_verdicts_are_replayed_not_decided_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = ["Statement 2", "D.4, N10"]
    first = decide_formulas(ID, rows, cache=str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 3

    def refuse(*_: object) -> None:
        raise RuntimeError("decided again")

    monkeypatch.setattr(module, "decide", refuse)
    monkeypatch.setattr(module, "refute", refuse)
    again = decide_formulas(ID, rows, cache=str(tmp_path))
    assert [cell.to_data()["computed"] for cell in again.cells] == ["yes", "no"]
    assert again["D.4, N10"].to_data()["note"] == first["D.4, N10"].to_data()["note"]


def test_two_processes_give_the_rows_in_their_order() -> None:
    rows = ["D.4, N10", "D.2, CC", "Statement 2"]
    shared = decide_formulas(ID, rows, jobs=2)
    assert [cell.display.row for cell in shared.cells] == ["Statement 2", "D.2, CC", "D.4, N10"]
    assert problems(json.loads(shared.to_json())) == []
