from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from asking import check
from decided import decided, four
from paper import CLASSES, HEAD, PAPER, compile_, no_overfull
from tiers import exhaustive, few

from symbolic_measures import (
    averaging,
    compare,
    completion,
    identity,
    impossible,
    limit,
    slope,
    taylor,
    threshold,
)
from symbolic_measures.meaning.report import Report
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.report.latex import display, escape
from symbolic_measures.report.prose import equation


def test_documents_compile_without_overfull_lines(report: Report, tmp_path: Path) -> None:
    (tmp_path / "report.tex").write_text(report.rendered("latex"), encoding="utf-8")
    log = compile_(tmp_path, "report.tex")
    no_overfull(log)


def test_fragments_can_be_input_twice(tmp_path: Path) -> None:
    (tmp_path / "fragment.tex").write_text(four().rendered("latex_fragment"), encoding="utf-8")
    (tmp_path / "main.tex").write_text(HEAD, encoding="utf-8")
    compile_(tmp_path, "main.tex")


QUICK = [("article", "F1"), ("two columns", "F1")]
PAPERS = [(name, each) for name in CLASSES for each in ("F1", "CC", "F_beta", "FM")]


@pytest.mark.parametrize(("name", "measure"), few(PAPERS, QUICK, unpack=True))
def test_a_fragment_goes_into_papers_of_every_class(
    name: str, measure: str, tmp_path: Path
) -> None:
    """IEEEtran, acmart and times are in texlive-publishers, -latex-extra, -fonts-recommended."""
    fragment = decided(measure).rendered("latex_fragment")
    (tmp_path / "fragment.tex").write_text(fragment, encoding="utf-8")
    label = re.sub(r"[^A-Za-z0-9]+", "-", measure)
    (tmp_path / "main.tex").write_text(CLASSES[name] + PAPER.replace("LABEL", label))
    compile_(tmp_path, "main.tex")
    log = compile_(tmp_path, "main.tex")
    assert "Overfull \\hbox" not in log
    assert not re.search("undefined|multiply", log.replace("undefined-set", ""))


TWENTY = [
    "F1", "J", "CC", "accuracy", "BA", "kappa", "CE", "SBA", "GM", "CD", "F_beta", "FM",
    "precision", "recall", "specificity", "NPV", "LOR", "Youden", "Gmean", "FNR",
]  # fmt: skip


@cache
def fragment_of(name: str) -> str:
    return check(name, framework="gosgens2021").rendered("latex_fragment")


@exhaustive
@pytest.mark.parametrize("name", CLASSES)
def test_twenty_fragments_go_into_one_paper_without_a_warning(name: str, tmp_path: Path) -> None:
    """No box is too full or too empty, no reference undefined, no label given twice."""
    inputs = []
    for place, each in enumerate(TWENTY):
        (tmp_path / f"f{place}.tex").write_text(fragment_of(each), encoding="utf-8")
        inputs.append(rf"\input{{f{place}}}")
    body = PAPER.replace(r"\input{fragment}", "\n".join(inputs)).replace("LABEL", "F1")
    listed = r"\begin{thebibliography}{9}\bibitem{gosgens2021} G.\end{thebibliography}"
    body = body.replace(r"\end{document}", listed + "\n\\end{document}")
    (tmp_path / "main.tex").write_text(CLASSES[name] + body, encoding="utf-8")
    compile_(tmp_path, "main.tex")
    compile_(tmp_path, "main.tex")
    log = compile_(tmp_path, "main.tex")
    assert not re.search(r"(Over|Under)full", log)
    assert not re.search("undefined|multiply", log.replace("undefined-set", ""))
    assert r"\bibcite{gosgens2021}" in (tmp_path / "main.aux").read_text()
    assert "hbadness" not in "".join(map(fragment_of, TWENTY))  # nothing is hidden


@cache
def answer(kind: str) -> Any:
    """An answer of another kind, with a proof."""
    match kind:
        case "threshold":
            return threshold("F_beta", property="symmetry", parameter="beta")
        case "identity":
            return identity("MCC^2", "informedness*markedness")
        case "compare":
            return compare(["F1", "Jaccard"])
        case "limit":
            return limit("BA", "TN -> oo")
        case "every":
            return check("CC", framework="gosgens2021", classes="every")
        case "slope":
            return slope("CC")
        case "averaging":
            return averaging("macro", ["monotone", "constant-baseline", "symmetry"])
        case "taylor":
            return taylor("CD")
        case "completion":
            return completion("2*precision*recall/(precision+recall)")
    return impossible(("distance", "monotone", "constant-baseline"), n="3")


KINDS = [
    (kind, name)
    for kind in (
        "threshold",
        "identity",
        "compare",
        "limit",
        "impossible",
        "every",
        "slope",
        "averaging",
        "taylor",
        "completion",
    )
    for name in CLASSES
]


@pytest.mark.parametrize(
    ("kind", "name"), few(KINDS, [("identity", "article"), ("compare", "IEEEtran")], unpack=True)
)
def test_fragments_of_other_kinds_go_into_papers(kind: str, name: str, tmp_path: Path) -> None:
    """With the packages that they name; what is proved is in environments with labels."""
    fragment = answer(kind).rendered("latex_fragment")
    (tmp_path / "fragment.tex").write_text(fragment, encoding="utf-8")
    needed = re.search(r"% The preamble of the paper: (.*)", fragment)
    assert needed is not None
    body = PAPER.replace(r"\usepackage{amsmath,amssymb,graphicx}", needed.group(1))
    body = re.sub(r"As said.*", "", body)
    (tmp_path / "main.tex").write_text(CLASSES[name] + body, encoding="utf-8")
    compile_(tmp_path, "main.tex")
    log = compile_(tmp_path, "main.tex")
    assert not re.search(r"(Over|Under)full", log)
    assert not re.search("undefined|multiply", log)
    labels = re.findall(r"\\label\{([^}]*)\}", fragment)
    assert len(labels) == len(set(labels))
    assert set(re.findall(r"\\ref\{([^}]*)\}", fragment)) <= set(labels)
    if kind not in ("impossible", "taylor", "completion"):
        assert labels
        assert r"\begin{symbolicproof}{Proof}" in fragment


def test_a_threshold_is_a_theorem_with_its_lemmas() -> None:
    fragment = answer("threshold").rendered("latex_fragment")
    assert fragment.count(r"\begin{symbolictheorem}") == 1
    lemmas = re.findall(r"\\begin\{symboliclemma\}\\label\{([^}]*)\}", fragment)
    assert lemmas
    assert re.findall(r"\\ref\{([^}]*)\}", fragment) == lemmas


def test_a_long_chain_has_a_line_for_each_relation() -> None:
    short = equation(symbol("a"), "=", symbol("b"), ">", 0)
    assert display(short) == "a = b > 0"
    long = equation(
        symbol("a"), "=", sum((symbol(f"x_{k}") for k in range(40)), symbol("b")), ">", 0
    )
    shown = display(long)
    assert shown.startswith(r"\begin{aligned} & a \\ & = b + x_{0}")
    assert shown.endswith(r"x_{39} > 0 \end{aligned}")


def test_a_fragment_states_and_proves_what_was_decided() -> None:
    fragment = decided("F1").rendered("latex_fragment")
    labels = re.findall(r"\\label\{prop:F1:([a-z-]+)\}", fragment)
    assert labels == [verdict.property for verdict in decided("F1").verdicts]
    for words in ("longtable", "documentclass", "geometry", ">=", "<=", "!="):
        assert words not in fragment
    assert r"\symboliccite{gosgens2021}{Definition 6}" in fragment
    assert fragment.count("%   @") == 3
    assert fragment.count(r"\begin{symbolicproof}{Counterexample}") == sum(
        verdict.outcome == "refuted" for verdict in decided("F1").verdicts
    )


def test_long_names_break(tmp_path: Path) -> None:
    from dataclasses import replace

    found = decided("F1")
    subject = replace(found.reading.measure, name="a" * 300 + "+(TP_x)^2" * 30)
    long = replace(found, reading=replace(found.reading, measure=subject))
    (tmp_path / "report.tex").write_text(long.rendered("latex"), encoding="utf-8")
    no_overfull(compile_(tmp_path, "report.tex"))


def test_tables_are_arrays_that_latex_reads(report: Report, tmp_path: Path) -> None:
    shown = report.rendered("latex_array")
    assert shown.startswith("$$\n\\begin{array}")
    assert shown.endswith("\\end{array}\n$$")
    assert not re.search(r"\\(TP|FN|FP|TN)\b", shown)
    body = "\\documentclass{article}\\usepackage{amsmath,amssymb}\\begin{document}\\tiny\n"
    (tmp_path / "table.tex").write_text(body + shown + "\n\\end{document}\n", encoding="utf-8")
    compile_(tmp_path, "table.tex")


def test_all_four_outcomes_are_distinct() -> None:
    shown = four().rendered("latex")
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
    assert r"\shown{M = \frac{2\TP}{2\TP + \FN + \FP}}" in decided("F1").rendered("latex_fragment")
