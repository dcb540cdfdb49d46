"""Tables of displayed formulas: each decided as printed, and its correction where it is wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import mpmath
import pytest
from pages import Page, saved
from paper import compile_, no_overfull
from slow_definitions import (
    HOLDS,
    UndefinedHereError,
    class_symmetry,
    constant_baseline,
    maximal_agreement,
    minimal_agreement,
    monotone,
    real,
    strongly_monotone,
    symmetry,
    value_of,
)
from tiers import exhaustive, few

from symbolic_measures import check, decide_table, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.nouns.confusion import CELLS, QUANTITIES
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.parser import parse
from symbolic_measures.questions.kinds import read
from symbolic_measures.questions.table import find_formulas as module
from symbolic_measures.questions.table.formulas import DISPLAYS, FormulaTable

ID = "gosgens2021:formulas"
WRONG = {
    "Theorem 2", "C.6, micro, counterexample", "D.2, arccos", "D.4, N10", "E.1, BA", "E.1, SBA",
}  # fmt: skip


@cache
def whole() -> FormulaTable:
    """Worked out once."""
    return decide_table(ID)


@cache
def decided(row: str) -> FormulaTable:
    """That row alone."""
    return decide_table(ID, row=[row])


def problems(data: Any) -> list[str]:
    try:
        return [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        return [str(error)]


@pytest.mark.parametrize("row", few(DISPLAYS[ID].rows, WRONG | {"Statement 2", "D.2, root"}))
def test_every_formula_is_decided(row: str) -> None:
    cell = decided(row)[row]
    assert cell.verdict.outcome == ("refuted" if row in WRONG else "proved")
    if row in WRONG:
        assert cell.corrected is not None
        assert cell.corrected.outcome == "proved"


def test_the_first_series_lacks_a_factor() -> None:
    """D.2 prints arccos(x)/pi = pi/2 - ...; at x = 0 the left side is 1/2."""
    cell = decided("D.2, arccos")["D.2, arccos"]
    witness = cell.verdict.witness
    assert witness is not None
    assert cell.verdict.statement.goals[witness.goal].label == "the coefficient of x^0"
    assert witness.values[0] == "1/2"
    assert "The coefficient of x^0: the left side is 1/2" in cell.to_data()["note"]


def test_the_series_against_numbers() -> None:
    """The coefficients that are claimed, by Cauchy's integral."""
    for row, function in (
        ("D.2, root", lambda x: mpmath.sqrt(2 * (1 - x))),
        ("D.2, arccos", lambda x: mpmath.acos(x) / mpmath.pi),
    ):
        claimed = DISPLAYS[ID].rows[row].statement(corrected=row == "D.2, arccos").goals
        wanted = [goal.values[1] for goal in claimed if goal.values]
        assert len(wanted) == 13
        for k, coefficient in enumerate(mpmath.taylor(function, 0, 12)):
            assert abs(coefficient - real(value_of(wanted[k], {}))) < 1e-9


def test_micro_averaging_of_the_counterexample_is_not_n_times_m() -> None:
    """C.6 says so.  One error of three classes: TP = 0, FP = FN = 1, TN = 3*1 - 2 = 1."""
    witness = decided("C.6, micro, counterexample")["C.6, micro, counterexample"].verdict.witness
    assert witness is not None
    assert witness.values == ("-1", "3")


@exhaustive
def test_theorem_2_is_too_narrow() -> None:
    """A measure with every property but the distance whose s has more in it than the products
    p*(1-p); the properties are proved there, and here they are looked up by enumeration."""
    cell = whole()["Theorem 2"]
    assert cell.corrected is not None
    assert cell.corrected.outcome == "proved"
    text = (
        "(TP*TN-FP*FN)/n^2*((n^2/(P*N)+n^2/(Phat*Nhat))/2"
        "+(N-P)*(Nhat-Phat)*(P-Phat)^2*(P-Nhat)^2/(64*n^6))"
    )
    tree = parse(text, names=QUANTITIES)

    def value(matrix: tuple[int, ...]) -> Any:
        try:
            return value_of(tree, dict(zip(CELLS, map(Fraction, matrix), strict=True)))
        except UndefinedHereError:
            return None

    for definition in (maximal_agreement, minimal_agreement, symmetry, class_symmetry, monotone,
                       strongly_monotone, constant_baseline):  # fmt: skip
        assert definition(value, 6).outcome == HOLDS

    def normaliser(matrix: tuple[int, ...]) -> Any:
        tp, fn, fp, tn = matrix
        return value(matrix) * sum(matrix) ** 2 / (tp * tn - fn * fp)

    here = normaliser((0, 4, 3, 5))  # p_A = 1/3, p_B = 1/4; then 1 - p_A, then 1 - p_B as well
    assert normaliser((0, 8, 3, 1)) != here
    assert normaliser((1, 7, 8, 2)) != here
    assert normaliser((5, 3, 4, 0)) == here


def test_the_display_for_n10_has_a_half_too_many() -> None:
    """D.4 prints X^r/(X^r + Y^r/2).  By hand, at r = 1, p_A = 1/3, p_B = 1/2: X = 2/9, Y = 1/4, so
    the shares are 8/17 and 9/17, and (2 - 3)*8/17 + 0 = -8/17; as printed -(2/9)/(25/72)."""
    cell = decided("D.4, N10")["D.4, N10"]
    witness = cell.verdict.witness
    assert witness is not None
    assert dict(witness.point) == {"a1": "1", "a0": "2", "b1": "1", "b0": "1"}
    assert witness.values == ("-8/17", "-16/25")
    assert "Proved instead" in cell.to_data()["note"]


FORGERIES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a wrong formula called right": lambda c: c.update(computed="yes", agrees=True),
    "another note": lambda c: c.update(note=1),
    "another formula": lambda c: c.update(printed="1 = 1"),
    "no correction": lambda c: c.update(corrected=None),
    "another witness": lambda c: c["verdict"]["witness"]["point"].update(a1="5"),
    "another row": lambda c: c.update(row="Lemma 2"),
    "a part that nobody reads": lambda c: c.update(seen=True),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    data = json.loads(decided("D.4, N10").to_json())
    assert problems(data) == []
    FORGERIES[name](data["cells"][0])
    assert problems(data)


def test_a_missing_cell_is_noticed() -> None:
    data = json.loads(decide_table(ID, row=["Statement 2", "D.4, N10"]).to_json())
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
    assert "no table of formulas 'nobody:formulas'" in told


@exhaustive
def test_formats(tmp_path: Path) -> None:
    (link,) = Page(whole().rendered("html")).all("a")
    assert saved(link["href"] or "") == whole().to_json()
    (tmp_path / "report.tex").write_text(whole().rendered("latex"), encoding="utf-8")
    no_overfull(compile_(tmp_path, "report.tex"))


def test_kept_verdicts_are_replayed_not_decided_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = ["Statement 2", "D.4, N10"]
    first = decide_table(ID, row=rows, cache=str(tmp_path))
    assert len(list(tmp_path.iterdir())) == 3

    def refuse(*_: object) -> None:
        raise RuntimeError("decided again")

    monkeypatch.setattr(module, "decide", refuse)
    monkeypatch.setattr(module, "refute", refuse)
    again = decide_table(ID, row=rows, cache=str(tmp_path))
    assert [cell.to_data()["computed"] for cell in again.cells] == ["yes", "no"]
    assert again["D.4, N10"].to_data()["note"] == first["D.4, N10"].to_data()["note"]


def test_two_processes_give_the_rows_in_their_order() -> None:
    rows = ["D.4, N10", "D.2, CC", "Statement 2"]
    shared = decide_table(ID, row=rows, jobs=2)
    assert [cell.display.row for cell in shared.cells] == ["Statement 2", "D.2, CC", "D.4, N10"]
    assert problems(json.loads(shared.to_json())) == []


# --- displayed matrices ---------------------------------------------------------------------


@pytest.mark.parametrize("table", ["gosgens2021:counterexamples", "opitz2024:examples"])
def test_displayed_matrices_are_evaluated(table: str) -> None:
    found = decide_table(table)
    wrong = {cell.display.row for cell in found.cells if not cell.agrees}
    assert wrong == ({"C.6 micro"} if table.startswith("gosgens") else set())
    assert not problems(json.loads(found.to_json()))


def test_the_micro_average_of_c6_is_not_n_times_m() -> None:
    """TP + TN - FP - FN of the summed matrices: S + ((m-2)n + S) - 2(n - S) = 4S + (m-4)n."""
    cell = decide_table("gosgens2021:counterexamples", row=["C.6 micro"])["C.6 micro"]
    assert cell.verdict.witness is not None
    assert cell.verdict.witness.values == ("-1", "3")
    assert cell.corrected is not None
    assert cell.corrected.outcome == "proved"


def test_exact_values_stand_beside_printed_ones() -> None:
    """Table 8 prints Kappa = 0.02."""
    shown = str(decide_table("opitz2024:examples", row=["Table 8, Kappa"]))
    assert "5/203" in shown
    matrix = ((10, 1, 0), (43, 1, 10), (0, 0, 1))
    true = [sum(row) for row in matrix]
    predicted = [sum(column) for column in zip(*matrix, strict=True)]
    n, right = sum(true), sum(matrix[i][i] for i in range(3))
    chance = sum(a * b for a, b in zip(true, predicted, strict=True))
    assert Fraction(n * right - chance, n * n - chance) == Fraction(5, 203)


@pytest.mark.parametrize(("row", "table", "name", "property_id", "classes"), [
    ("C.4 CC, smallest", "gosgens2021:counterexamples", "CC", "monotone", 3),
    ("G.1 MCC, smallest", "opitz2024:examples", "CC", "weakly-strongly-monotone", 3),
    ("C.1 CE, monotone, smallest", "gosgens2021:counterexamples", "CE", "weakly-monotone", 2),
])  # fmt: skip
def test_the_smallest_ones_are_those_that_enumeration_finds(
    row: str, table: str, name: str, property_id: str, classes: int
) -> None:
    witness = check(name, [property_id], classes=classes)[property_id].witness
    assert witness is not None
    assert witness.minimal
    goal = DISPLAYS[table].rows[row].statement().goals[0]
    displayed = {tuple(map(str, matrix)) for matrix in goal.matrices}
    assert displayed == set(witness.matrices)


@pytest.mark.parametrize("table", sorted(DISPLAYS))
def test_a_saved_table_is_read_again(table: str) -> None:
    found = decide_table(table, row=list(DISPLAYS[table].rows)[:1])
    again = read(json.loads(found.to_json()))
    assert again.to_json() == found.to_json()
