"""A paper in its own order: what the command `claims` lists is what certificates give."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from pages import Page

from symbolic_measures import decide_table
from symbolic_measures.claims.walks import walk
from symbolic_measures.doors import publish as reports
from symbolic_measures.doors import walking
from symbolic_measures.doors.checked import Checked, checked
from symbolic_measures.doors.cli import main

SMALL, PAPER = "opitz2024:examples", "opitz2024"


@cache
def some() -> tuple[Checked, ...]:
    """What is decided of the matrices that a paper displays, and of its experiments."""
    tables = [decide_table(SMALL), decide_table("opitz2024:experiments")]
    return tuple(checked(tables))


def test_every_claim_of_the_walk_is_a_line_and_claims_are_numbered() -> None:
    page = walking.walked(PAPER, some())
    assert len(page.lines) == len(walk(PAPER).said)
    numbers = [line.number for line in page.lines if line.number]
    assert numbers == list(range(1, page.counts["distinct"] + 1))
    counted = [page.counts[name] for name in ("said again", "definitions", "steps of ours")]
    unchecked = page.counts["not checked by the paper"]
    assert len(page.lines) == page.counts["distinct"] + sum(counted) + unchecked


def test_a_line_has_the_verdict_of_its_place() -> None:
    lines = {line.place: line for line in walking.walked(PAPER, some()).lines if line.number}
    assert lines["opitz2024:examples Table 7, MCC"].verdict == "hold"
    wrong = lines["opitz2024:experiments 7.2, 10.9%"]
    assert (wrong.verdict, wrong.glyph) == ("misprint", "✗")
    assert "11.9% of 42 papers" in wrong.note
    assert wrong.quote == "only 10.9% provide a sensible argument for their metric (of 42)"
    assert lines["opitz2024:5 Accuracy, PI"].verdict == walking.MISSING


def test_a_page_shows_every_line() -> None:
    page = walking.walked(PAPER, some())
    shown = Page(walking.render_html(page))
    assert len(shown.all("details")) == len(page.lines)
    data = json.loads(walking.to_json([page]))["papers"][0]
    assert [line["quote"] for line in data["claims"]] == [line.quote for line in page.lines]
    text = walking.render_text(page)
    assert page.counted.split(",")[0] in text


def test_a_page_is_only_made_of_a_whole_paper() -> None:
    assert not walking.whole(PAPER, some())
    known = [Checked(PAPER, place, ("x",), "hold", None, "", "") for place in walk(PAPER).places]
    assert walking.whole(PAPER, known)


def test_the_command_lists_and_counts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reports.keep("opitz2024-examples", decide_table(SMALL).to_data(), tmp_path)
    folder = str(tmp_path / "certificates")
    assert main(["claims", PAPER, "--from", folder]) == 0
    told = capsys.readouterr().out
    assert "Table 8: MCC = 0.07 [opitz2024:examples Table 8, MCC] hold" in told
    assert " distinct, " in told
    assert main(["claims", PAPER, "--from", folder, "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["papers"][0]["counts"]["hold"] == 7


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nobody2020"], "no paper 'nobody2020'; known: gosgens2021, brzezinski2018, opitz2024"),
        (["--format", "odt"], "--format odt: claims are written as text or json"),
        (["--from", "nowhere"], "no certificate of a known table"),
    ],
)
def test_what_cannot_be_listed_is_said_in_one_line(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["claims", *words]) in (1, 2)
    error = capsys.readouterr().err
    assert told in error
    assert len(error.splitlines()) == 1
