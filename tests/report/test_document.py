from __future__ import annotations

import ast
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from decided import decided, four

import symbolic_measures.report
from symbolic_measures import check
from symbolic_measures.meaning.frameworks import FRAMEWORKS
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.verdict import GLYPHS
from symbolic_measures.questions.check.show import document
from symbolic_measures.report.formats import FORMATS
from symbolic_measures.report.heading import INCOMPLETE, hats
from symbolic_measures.report.prose import text


def test_rows_are_the_verdicts_in_their_order(report: Report) -> None:
    doc = document(report)
    assert [row.property for row in doc.rows] == [v.property for v in report.verdicts]
    assert [row.glyph for row in doc.rows] == [GLYPHS[v.outcome] for v in report.verdicts]
    assert sum(count for _, _, count in doc.counts) == len(report.verdicts)
    assert len(doc.slopes) == len(report.gradient)


def test_four_outcomes_are_four_glyphs_and_four_words() -> None:
    doc = document(four())
    assert len({row.glyph for row in doc.rows}) == 4
    assert len({row.word for row in doc.rows}) == 4
    assert doc.counted == "1 proved, 1 refuted, 1 undecided, 1 not applicable"
    assert doc.incomplete == INCOMPLETE


def test_heading_says_where_the_measure_comes_from() -> None:
    heading = document(decided("F_beta")).heading
    assert (heading.name, heading.title) == ("F_beta", "F-measure")
    assert heading.source == "gosgens2021, Table 1"
    assert [text((item,)) for item in heading.parameters] == ["beta > 0"]
    assert text(heading.domain) == "undefined where TP = FN = FP = 0"


def test_conventions_stand_in_the_heading_with_their_source() -> None:
    heading = document(decided("convention")).heading
    assert heading.reading == "user-defined"
    (when, value, source) = heading.conventions[0]
    assert text((when,)) == "TP + FN + FP = 0"
    assert (text((value,)), source) == ("M = 1", "user-defined")


def test_proofs_name_their_rules_and_assume_nothing() -> None:
    row = document(decided("F1")).rows[0]
    assert {"via", "clear", "coefficients"} <= set(row.rules)
    assert row.assumptions == "none beyond the kernel"


def test_gradient_has_sign_and_derivative() -> None:
    slope = document(decided("F1")).slopes[0]
    assert text(slope.sign) == "positive"
    assert slope.derivative is not None
    assert text((slope.derivative,)) == "2*(FN + FP)/(2*TP + FN + FP)**2"


def test_hats_are_formulas() -> None:
    assert text(hats("P, N, P^, N^ > 0")) == "P, N, Phat, Nhat > 0"


def test_reports_never_import_the_search() -> None:
    code = (
        "import sys, symbolic_measures.report.latex, symbolic_measures.report.html; "
        "print([m for m in sys.modules if m == 'sympy' or m.startswith("
        "('symbolic_measures.search', 'symbolic_measures.questions', 'symbolic_measures.doors'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@cache
def _battery(framework: str) -> Report:
    return check("F1", framework=framework)


@pytest.mark.parametrize("format", ["json", *FORMATS])
@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_every_battery_has_every_format(framework: str, format: str) -> None:
    report = _battery(framework)
    page = report.rendered(format)
    assert all(verdict.property in page.replace("{}", "") for verdict in report.verdicts)


def test_no_page_knows_a_property_by_its_id() -> None:
    """Words are those that a property declares, or are read off its goals and its proof."""
    folder = Path(symbolic_measures.report.__file__).parent
    found = {
        f"{path.name}: {node.value}"
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in PROPERTIES
    }
    assert not found
