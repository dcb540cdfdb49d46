"""Titles that say the answer, and what averages and statements for every m rest on."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from symbolic_measures import averaging, compare, completion, impossible, relation, taylor
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.report.prose import text

TITLES = [
    (lambda: taylor("CD"), "CD has an approximate constant baseline of order 2"),
    (lambda: taylor("F1"), "F1 has no constant baseline: its value at independence is no constant"),
    (lambda: averaging("micro", ["symmetry", "minimal-agreement"]),
     "micro averaging keeps symmetry"),
    (lambda: averaging("weighted", ["symmetry"]), "weighted averaging does not keep symmetry"),
    (lambda: completion("accuracy"), "accuracy is defined at every confusion matrix"),
    (lambda: compare(["F1", "Jaccard"]), "F1 and Jaccard are equivalent"),
    (lambda: compare(["F1", "Jaccard", "CC"]),
     "Of 3 measures, F1 and Jaccard are equivalent; 2 other pairs are discordant"),
    (lambda: impossible(("distance", "monotone", "constant-baseline"), n="3"),
     "No measure has distance, monotone and constant-baseline at n = 3"),
]  # fmt: skip


@pytest.mark.parametrize(("ask", "title"), TITLES, ids=[title for _, title in TITLES])
def test_the_title_is_the_answer_in_every_format(ask: Any, title: str) -> None:
    answer = ask()
    assert answer.document().headline == title
    assert " ".join(answer.rendered("text").split()).startswith(title)
    page = answer.rendered("html")
    assert f"<title>{title}</title>" in page
    assert f"<h1>{title}</h1>" in page
    assert title.replace("-", "-{}") in answer.rendered("latex_fragment")


def evidences(report: Any) -> list[Any]:
    return [evidence for section in report.document().sections for part in section.parts
            for row in part.rows for evidence in row.evidences]  # fmt: skip


def test_what_an_average_keeps_is_a_sum_of_instances_that_are_shown() -> None:
    found = evidences(averaging("micro", ["monotone", "symmetry"]))
    told = [text(line.sentence) for evidence in found for line in evidence.lines]
    assert "Both sides are the same value." in told
    assert "This is the sum of instances of monotone, which the binary measure M satisfies:" in told
    assert all(line.display for evidence in found for line in evidence.lines
               if text(line.sentence).endswith(":"))  # fmt: skip
    assert not any("say: ." in words or "contrary" in words for words in told)


def test_what_an_average_does_not_keep_names_the_measure() -> None:
    report = averaging("weighted", ["distance"])
    told = report.rendered("text")
    assert (
        "The binary measure M = (TP + TN)/n has the property; its average V has not."
        in " ".join(told.split())
    )


def test_statements_for_every_m_are_told_in_sums_that_are_true() -> None:
    """n^2 - sum(a*b) = sum(a*(n - b)), at every matrix of two classes with cells up to 2."""
    shown = [line.display for evidence in evidences(relation("sum(a*b) <= n^2"))
             for line in evidence.lines if line.display]  # fmt: skip
    left, right, _ = shown[-1].terms
    for cells in product(range(3), repeat=4):
        assert value(left, cells) == value(right, cells)


def value(tree: Formula, cells: tuple[int, ...], own: dict[str, int] | None = None) -> Fraction:
    """A formula with sums over the two classes of a matrix."""
    a, b = (cells[0] + cells[1], cells[2] + cells[3]), (cells[0] + cells[2], cells[1] + cells[3])
    if tree.op == "number":
        return Fraction(tree.args[0])
    if tree.op == "symbol":
        return Fraction({"n": sum(cells), "m": 2, **(own or {})}[tree.args[0]])
    if tree.op == "sum":
        return sum(
            (value(tree.args[0], cells, {"a": a[i], "b": b[i]}) for i in (0, 1)), Fraction(0)
        )
    args = [value(arg, cells, own) for arg in tree.args]
    made: dict[str, Any] = {
        "+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y,
        "^": lambda x, y: x**y, "neg": lambda x: -x,
    }  # fmt: skip
    return Fraction(made[tree.op](*args))
