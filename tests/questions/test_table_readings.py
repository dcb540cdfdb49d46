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


# --- the properties of opitz2024 ------------------------------------------------------------------

OPITZ = "opitz2024:5"
ELSEWHERE = "leaving out matrices with an empty row or column"


def opitz(row: str, column: str) -> Table:
    return decide_table(OPITZ, row=row, column=column, readings=True)


@pytest.mark.parametrize(("row", "column", "words"), [
    ("Kappa", "PII", [ELSEWHERE, "the reading gosgens-appendix-b", "the reading scikit-learn"]),
    ("MCC", "PV", [ELSEWHERE, "the reading gosgens-appendix-b", "the reading scikit-learn"]),
    ("GmacR", "PIV", [ELSEWHERE, "the reading gosgens-appendix-b"]),
    ("Accuracy, calibrated", "PV", [ELSEWHERE]),
])  # fmt: skip
def test_marks_about_positive_cells_are_the_same_in_every_reading(
    row: str, column: str, words: list[str]
) -> None:
    """No convention applies there: the statements are those of the formula as written."""
    cell = opitz(row, column)[row, column]
    assert [attempt.words for attempt in cell.attempts] == words
    assert standing_of(cell, cell.printed) == "holds in every reading"
    for attempt in cell.attempts:
        assert attempt.verdict.outcome == cell.verdict.outcome
        if column != "PII":  # which says, too, that the measure is defined at a matrix of numbers
            assert attempt.verdict.statement.goals == cell.verdict.statement.goals


def test_monotonicity_is_tried_with_single_elements() -> None:
    """The discrete case, which the paper states in a footnote, and its strict form."""
    row = "macro Recall"
    cell = opitz(row, "PI")[row, "PI"]
    found = {attempt.words: attempt.verdict for attempt in cell.attempts}
    plain = "single elements, neither labeling constant (weakly-strongly-monotone)"
    strict = "single elements, < instead of <= (strongly-monotone)"
    assert found[plain].outcome == found[f"{plain}, {ELSEWHERE}"].outcome == "proved"
    assert found[strict].outcome == "refuted"  # a right element of a class that is all right
    assert found[f"{plain}, the reading gosgens-appendix-b"].outcome == "refuted"
    told = standing_of(cell, "yes")
    assert told.startswith("holds, but not in: ")
    assert strict in told
    assert f"{plain};" not in told


def test_a_value_that_is_proved_is_a_yes_in_other_readings_too() -> None:
    row = "weighted F1, calibrated"
    cell = opitz(row, "PV")[row, "PV"]
    assert (cell.printed, cell.mark) == ("yes", "1/3")
    assert [attempt.words for attempt in cell.saving("yes")] == [ELSEWHERE]
