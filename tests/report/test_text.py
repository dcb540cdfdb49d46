from __future__ import annotations

import io
import subprocess
import sys

import pytest
from decided import decided, four
from rich.console import Console

from symbolic_measures import check, identity
from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.questions.check.show import document, table
from symbolic_measures.report.text import NARROWEST, WIDTH, columns


def test_no_line_is_too_wide(report: Report) -> None:
    for details in (False, True):
        assert max(map(len, document(report).text(details).splitlines())) <= WIDTH


def test_rendering_is_deterministic(report: Report) -> None:
    assert report.rendered("text") == report.rendered("text")
    assert str(report) == report.rendered("text")


def test_columns_are_aligned() -> None:
    lines = [
        line for line in decided("F1").rendered("text").splitlines() if line[:1] in GLYPHS.values()
    ]
    rows = [line for line in lines if "dM/d" not in line]
    assert len(rows) == len(decided("F1").verdicts)
    assert len({min(line.find(word) for word in (" proved ", " refuted ") if word in line)
                for line in rows}) == 1  # fmt: skip


def test_no_column_is_squeezed_by_a_wide_one() -> None:
    """A long head is wrapped in its column; the evidence keeps a width that can be read."""
    head = "minimal-agreement: not applicable; for no m >= 2 it has a value at a zero diagonal" * 2
    rows = [("   x", head, "short"), ("   y", "symmetry: refuted", "one two three four " * 12)]
    lines = columns(rows).splitlines()
    assert max(map(len, lines)) <= WIDTH
    (second,) = [line for line in lines if line.startswith("   y")]
    assert len(second[second.index("one") :]) > NARROWEST - len("three")
    assert "".join(lines).replace(" ", "").count("onetwothreefour") >= 8


def test_a_long_head_with_nothing_beside_it_stays_within_the_page() -> None:
    lines = columns([("x", "word " * 40, ""), ("y", "z", "")]).splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(" ".join(lines).split()) == "x " + "word " * 40 + "y z"


def test_what_fits_is_as_wide_as_it_is() -> None:
    assert columns([("a", "bb", "ccc"), ("aaa", "b", "c")]) == "a    bb  ccc\naaa  b   c"
    assert columns([]) == ""


@pytest.mark.parametrize("reading", ["literal", "scikit-learn"])
def test_every_line_about_every_m_can_be_read(reading: str) -> None:
    """The harmonic mean of recalls has a long line for a property that is not applicable."""
    asked = ["minimal-agreement", "symmetry"]
    shown = check("HmacR", property=asked, classes="every", reading=reading).rendered("text")
    assert "not applicable; for no m >= 2" in shown
    assert len(shown.splitlines()) < 25
    assert max(map(len, shown.splitlines())) <= WIDTH


def test_all_four_outcomes_are_distinct() -> None:
    shown = four().rendered("text")
    for glyph, word in zip(GLYPHS.values(), ("proved", "refuted", "undecided", "not applicable"),
                           strict=True):  # fmt: skip
        assert any(line.startswith(glyph) and word in line for line in shown.splitlines())
    assert "Interrupted" in shown


def test_details_show_evidence_and_rules() -> None:
    shown = document(decided("F1")).text(details=True)
    assert "1 - M(C) = (FN + FP)/(2*TP + FN + FP) > 0" in shown
    assert "assumptions: none beyond the kernel" in shown


def test_proofs_are_text_too() -> None:
    found = identity("MCC^2", "informedness*markedness")
    short, long = found.rendered("text"), found.rendered("proofs")
    assert "identical" not in short
    assert "After clearing denominators both sides are identical." in long
    assert max(map(len, long.splitlines())) <= WIDTH
    assert decided("F1").rendered("proofs") == document(decided("F1")).text(details=True)


def test_terminal_table_prints_names_as_they_are() -> None:
    stream = io.StringIO()
    Console(file=stream, width=200).print(table(decided("hostile")))
    assert "</script>" in stream.getvalue()
    assert "maximal-agreement" in stream.getvalue()


def test_import_is_light() -> None:
    code = (
        "import sys, symbolic_measures.report.text; "
        "print([m for m in ('sympy', 'jinja2', 'rich', 'latex2mathml', "
        "'symbolic_measures.search', 'symbolic_measures.questions', 'symbolic_measures.doors') "
        "if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
