"""A mark that holds is tried in every other reading, too."""

from __future__ import annotations

import json

import pytest

from symbolic_measures import decide_table, verify
from symbolic_measures.doors.checked import checked
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.questions.kinds import read
from symbolic_measures.questions.table.cells import standing_of
from symbolic_measures.questions.table.marks import Table

BA = "gosgens2021:2"


def of(row: str, column: str, readings: bool = True) -> Table:
    return decide_table(BA, row=row, column=column, readings=readings)


def test_a_mark_may_hold_as_written_and_not_in_appendix_b() -> None:
    """At (1, 0, 0, 1) and at (1, 0, 0, 0) labelings agree; Appendix B gives BA another value."""
    cell = of("BA", "Max")["BA", "Max"]
    assert cell.agrees
    found = {attempt.words: attempt.verdict.outcome for attempt in cell.attempts}
    assert found["the reading gosgens-appendix-b"] == "refuted"
    assert found["the reading scikit-learn"] == "proved"
    assert standing_of(cell, "yes") == "holds, but not in: the reading gosgens-appendix-b"
    assert cell.note == ""


@pytest.mark.parametrize(
    ("row", "column", "told"),
    [
        ("Acc", "Sym", "holds in every reading"),
        ("F1", "SMon", "holds, but not in: <= instead of < (weakly-strongly-monotone)"),
        ("F1", "Mon", "holds only in: <= instead of < (weakly-monotone)"),
    ],
)
def test_how_a_mark_stands(row: str, column: str, told: str) -> None:
    cell = of(row, column)[row, column]
    assert standing_of(cell, cell.printed) == told


def test_without_the_option_only_a_mark_that_fails_is_tried() -> None:
    cell = of("BA", "Max", readings=False)["BA", "Max"]
    assert cell.attempts == ()
    assert standing_of(cell, "yes") == ""


@pytest.mark.parametrize(
    ("row", "column", "told"),
    [
        ("Acc", "Sym", "fails in every reading"),
        ("BA", "Max", "holds only in: the reading gosgens-appendix-b"),
        ("F1", "Mon", "holds, but not in: <= instead of < (weakly-monotone)"),
    ],
)
def test_the_opposite_mark_of_another_source_stands_the_other_way(
    row: str, column: str, told: str
) -> None:
    cell = of(row, column)[row, column]
    opposite = {"yes": "no", "no": "yes"}[cell.printed]
    assert standing_of(cell, opposite) == told


def test_each_source_of_a_cell_has_its_own_bracket() -> None:
    """The slides claim that kappa of three classes is monotone, the paper that it is not."""
    row, column = "kappa, m = 3", "Mon"
    own, slides = checked([of(row, column)])
    assert (own.outcome, own.reads) == ("hold", "holds in every reading")
    assert slides.place == (BA, row, "Mon, gosgens2021 slides")
    assert (slides.outcome, slides.reads) == ("false mark", "fails in every reading")


def test_both_forms_are_read_again_and_a_reading_cannot_be_left_out() -> None:
    for readings in (True, False):
        found = of("BA", "Max", readings=readings)
        assert read(json.loads(found.to_json())).to_json() == found.to_json()
    data = json.loads(of("BA", "Max").to_json())
    del data["cells"][0]["tried"][1]
    try:
        problems = [item.problem for item in verify(data) if item.problem]
    except CertificateError as error:
        problems = [str(error)]
    assert "not the readings that are tried" in problems[0]
