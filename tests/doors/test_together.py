"""Whether one reading has all the marks of a printed row."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

from places import ROOT

from symbolic_measures import decide_table, impossible
from symbolic_measures.doors.checked import Checked, checked
from symbolic_measures.doors.findings import findings
from symbolic_measures.doors.together import counted, rows
from symbolic_measures.questions.impossible.show import in_a_sentence
from symbolic_measures.questions.table.cells import AS_WRITTEN

TABLE, EXTENDED = "brzezinski2018:2", "the reading brzezinski-extended"


def one(column: str, *stands: str, row: str = "LOR", **more: object) -> Checked:
    """A mark of the table, right in these readings."""
    known = Checked("brzezinski2018", (TABLE, row, column), ("x",), "hold", None, "", "")
    return replace(known, stands=stands, **more)


def test_a_row_stands_in_the_readings_of_all_its_marks() -> None:
    (row,) = rows([one("ACE", "a", "b"), one("ACH", "b", "c"), one("FNmin", "b")])
    assert (row.marks, row.readings, row.none, row.apart) == (3, ("b",), (), ())
    assert "1 have all their marks in one reading, 0 of them as written" in counted([row])


def test_marks_that_stand_in_no_reading_are_told_apart() -> None:
    (row,) = rows([one("ACE", AS_WRITTEN), one("ACH"), one("FNmin", AS_WRITTEN, "b")])
    assert (row.readings, row.none, row.apart) == ((AS_WRITTEN,), ("ACH",), ())
    assert "1 have all but marks that are right in no reading" in counted([row])


def test_the_least_sets_that_no_reading_has() -> None:
    marks = [one("ACE", "a", "b"), one("ACH", "b", "c"), one("FNmin", "a", "c"), one("FPmin", "b")]
    (row,) = rows(marks)
    assert row.readings == ()
    assert row.apart == (("FNmin", "FPmin"), ("ACE", "ACH", "FNmin"))
    assert dict(row.right)["FNmin"] == ("a", "c")
    assert "FNmin and FPmin" in counted([row])


def test_what_is_no_printed_mark_of_a_measure_is_left_out() -> None:
    others = [
        one("ACE", "a", standing="not checked"),
        one("ACE, slides", "a"),
        replace(one("Max", "a"), place=("gosgens2021:2", "Macro", "Max")),
        replace(one("", "a"), place=("brzezinski2018:sentences", "2.1, OP", "")),
    ]
    assert rows(others) == ()
    assert counted(()) == ""


@cache
def decided() -> tuple[Checked, ...]:
    names = ("LOR", "LOR (extended)")
    columns = ["TPTNmax", "ACE"]
    return tuple(checked([decide_table(TABLE, row=names, column=columns, readings=True)]))


def test_no_reading_of_the_log_odds_ratio_has_its_maximum_and_no_defined_side() -> None:
    """As written it has no value on the sides; with infinite values it has its maximum there, and
    then the sides have values."""
    (row,) = rows(decided())
    assert row.apart == (("TPTNmax", "ACE"),)
    assert EXTENDED in dict(row.right)["TPTNmax"]
    assert AS_WRITTEN in dict(row.right)["ACE"]
    data = findings(decided()).to_json()
    assert '"not_together"' in data
    assert "TPTNmax and ACE" in data


# --- sets that no measure has ---------------------------------------------------------------------


def test_a_set_that_no_measure_has_is_told_with_its_lines() -> None:
    ids = ("minimal-agreement", "constant-baseline", "symmetry")
    lines, right = in_a_sentence(impossible(ids, "2", classes=">= 3"))
    assert lines.startswith("At m = 3, n = 2: ")
    assert "minimal-agreement: M(" in lines
    assert "constant-baseline: M(" in lines
    assert "symmetry: " not in lines
    assert lines.endswith("The sum says 0 > 0.")
    assert "minimal-agreement, symmetry; constant-baseline, symmetry." in right


def test_every_finding_says_what_is_right() -> None:
    """A statement that is proved, where it holds, or the reading that saves what is printed; of a
    mark the one that is computed."""
    found = json.loads((ROOT / "reports" / "findings.json").read_text(encoding="utf-8"))["findings"]
    assert found
    for finding in found:
        told = finding["found"] != "refuted" or finding["saved_by"]
        assert told, (finding["table"], finding["row"])
