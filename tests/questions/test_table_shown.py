"""A printed table in every format, with every kind of cell."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from pages import Page
from paper import compile_, no_overfull

from symbolic_measures import decide_table
from symbolic_measures.questions.table.cells import note
from symbolic_measures.questions.table.marks import Table
from symbolic_measures.questions.table.show_marks import document
from symbolic_measures.report.latex import escape
from symbolic_measures.report.prose import text
from symbolic_measures.report.text import WIDTH


@cache
def decided() -> Table:
    return decide_table("gosgens2021:2", row=["F1", "BA"], column=["Sym", "Mon", "SMon"])


@cache
def mixed() -> Table:
    """All four outcomes, agreeing or not, and a cell that was not looked at."""
    cells = list(decided().cells)
    undecided = replace(cells[0].verdict, outcome="undecided", proof=None, reason="open: a_b & 50%")
    vacuous = replace(cells[2].verdict, outcome="not-applicable", witness=None, reason="vacuous: x")
    cells[0] = replace(cells[0], verdict=undecided)
    cells[2] = replace(cells[2], verdict=vacuous)
    return replace(decided(), cells=tuple(cells[:5]))


def test_the_document() -> None:
    doc = document(mixed())
    assert [label for label, _ in doc.columns] == ["Sym", "Mon", "SMon"]
    shown = {row: [mark.glyphs for mark in marks] for row, marks in doc.rows}
    assert shown == {"F1": ["?≠✓", "✗≠✓", "–≠✗"], "BA": ["✗", "✓", ""]}
    assert [(f.row, f.column) for f in doc.findings] == [
        ("F1", "Sym"),
        ("F1", "Mon"),
        ("F1", "SMon"),
    ]
    assert doc.counted == "2 of 5 cells agree, 2 differ, 1 undecided"
    assert doc.incomplete.startswith("Interrupted")
    assert not document(decided()).incomplete


def test_notes_are_the_cells_own() -> None:
    for cell in (*decided().cells, *mixed().cells):
        assert text(note(cell)) == cell.note


def test_text_is_aligned_and_narrow() -> None:
    shown = mixed().rendered("text")
    assert shown == mixed().rendered("text")
    assert max(map(len, shown.splitlines())) <= WIDTH
    lines = shown.splitlines()
    top = next(
        number for number, line in enumerate(lines) if line.split() == ["Sym", "Mon", "SMon"]
    )
    head, first, second = lines[top : top + 3]
    assert first.index("✗≠✓") == second.index("✓") == head.index("Mon")
    assert first.index("–≠✗") == head.index("SMon")
    assert "Interrupted" in shown
    assert str(mixed()) == shown


def test_pages_are_well_formed_and_load_nothing() -> None:
    source = mixed().rendered("html")
    page = Page(source)
    bare = re.sub(r"base64,[A-Za-z0-9+/=]*", "", source)
    assert not re.search(
        r"(https?:)?//[a-z]", bare.replace("http://www.w3.org/1998/Math/MathML", "")
    )
    assert len(page.all("script")) == 1
    *places, link = page.all("a")
    href = link["href"] or ""
    assert base64.b64decode(href.partition(",")[2]).decode() == mixed().to_json()
    assert link["download"] == "gosgens2021-2.json"
    shown = [row["id"] for row in page.all("details") if row["class"] == "row"]
    cells = [place["href"] for place in places if (place["href"] or "").startswith("#r")]
    assert cells == [f"#{name}" for name in shown]
    measures = {place["href"] for place in places} - set(cells)
    assert measures == {f"#{row['id']}" for row in page.all("div") if "id" in row}
    assert shown == ["r1c4", "r1c6", "r1c7", "r5c4", "r5c6"]
    assert len(page.all("svg")) == 4, "two counterexamples, each in two pictures"
    marks = [attrs for attrs in page.all("td") if attrs.get("title")]
    assert [attrs["class"] for attrs in marks] == [
        "undecided differs", "refuted differs", "not-applicable differs", "refuted", "proved",
    ]  # fmt: skip
    assert marks[1]["title"] == "refuted: M(0, 1, 1, 0) = 0, M(0, 0, 1, 1) = 0"


@pytest.mark.parametrize("table", [decided, mixed], ids=["decided", "mixed"])
def test_documents_compile(table: object, tmp_path: Path) -> None:
    found = table()  # type: ignore[operator]
    (tmp_path / "table.tex").write_text(found.rendered("latex"), encoding="utf-8")
    no_overfull(compile_(tmp_path, "table.tex"))


def test_latex_marks() -> None:
    shown = mixed().rendered("latex")
    assert r"\fbox{$\times \neq \checkmark$}" in shown
    assert r"\fbox{$? \neq \checkmark$}" in shown
    assert r"open: $a_{b}$ \& 50\%" in shown
    assert r"G\"{o}sgens" in shown


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Szczęch", r"Szcz\k{e}ch"),
        ("✓/✗", r"$\checkmark$/\allowbreak{}$\times$"),
        ("ł", r"\texttt{[U+0142]}\allowbreak{}"),
    ],
)
def test_letters_of_names(words: str, expected: str) -> None:
    assert escape(words) == expected
