from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from symbolic_measures.report.latex import escape, render_document, render_fragment, render_table
from symbolic_measures.session import Report

from .conftest import decided, four

HEAD = r"""\documentclass{article}
\usepackage{amsmath,amssymb,array,booktabs,longtable,graphicx,xcolor}
\begin{document}
\input{fragment}
\input{fragment}
\end{document}
"""


def compile_(folder: Path, name: str) -> str:
    """The log of a pdflatex run that must succeed."""
    assert shutil.which("pdflatex"), "pdflatex is needed: install texlive-latex-recommended"
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", name],
        cwd=folder, capture_output=True, check=False,
    )  # fmt: skip
    log = (folder / name).with_suffix(".log").read_text(errors="replace")
    assert done.returncode == 0, re.findall(r"^!.*", log, re.MULTILINE)
    return log


def no_overfull(log: str) -> None:
    wide = [float(points) for points in re.findall(r"Overfull \\hbox \(([0-9.]+)pt", log)]
    assert not [points for points in wide if points > 10]
    assert "undefined" not in re.sub(r"undefined-set", "", log).lower()


def test_documents_compile_without_overfull_lines(report: Report, tmp_path: Path) -> None:
    (tmp_path / "report.tex").write_text(render_document(report), encoding="utf-8")
    log = compile_(tmp_path, "report.tex")
    no_overfull(log)


def test_fragments_can_be_input_twice(tmp_path: Path) -> None:
    (tmp_path / "fragment.tex").write_text(render_fragment(four()), encoding="utf-8")
    (tmp_path / "main.tex").write_text(HEAD, encoding="utf-8")
    compile_(tmp_path, "main.tex")


def test_long_names_break(tmp_path: Path) -> None:
    from dataclasses import replace

    found = decided("F1")
    subject = replace(found.reading.measure, name="a" * 300 + "+(TP_x)^2" * 30)
    long = replace(found, reading=replace(found.reading, measure=subject))
    (tmp_path / "report.tex").write_text(render_document(long), encoding="utf-8")
    no_overfull(compile_(tmp_path, "report.tex"))


def test_tables_are_arrays_that_latex_reads(report: Report, tmp_path: Path) -> None:
    shown = render_table(report)
    assert shown.startswith("$$\n\\begin{array}")
    assert shown.endswith("\\end{array}\n$$")
    assert not re.search(r"\\(TP|FN|FP|TN)\b", shown)
    body = "\\documentclass{article}\\usepackage{amsmath,amssymb}\\begin{document}\\tiny\n"
    (tmp_path / "table.tex").write_text(body + shown + "\n\\end{document}\n", encoding="utf-8")
    compile_(tmp_path, "table.tex")


def test_all_four_outcomes_are_distinct() -> None:
    shown = render_document(four())
    for glyph, word in ((r"\checkmark", "proved"), (r"\times", "refuted"), ("?", "undecided"),
                        (r"\text{--}", "not applicable")):  # fmt: skip
        assert re.search(rf"\${re.escape(glyph)}\$ & \S+ & {word} &", shown)
    assert "Interrupted" in shown


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("a_b & 100%", r"a\_b \& 100\%"),
        ("\\input{x}", r"\textbackslash{}input\{x\}"),
        ("x^2 $y$ #1 ~", r"x\textasciicircum{}2 \$y\$ \#1 \textasciitilde{}"),
        (" \u03b2 \n", r" $\beta$ "),
        ("\U0001f600", r"\texttt{[U+1F600]}\allowbreak{}"),
    ],
)
def test_text_is_escaped(words: str, expected: str) -> None:
    assert escape(words) == expected


def test_formulas_are_the_measures_own() -> None:
    assert r"\shown{M = \frac{2\TP}{2\TP + \FN + \FP}}" in render_fragment(decided("F1"))
