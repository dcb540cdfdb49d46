"""A correlation is recognised by multiplying out, and nothing is said of what is none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from decided import decided

from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse
from symbolic_measures.nouns.statement import Atom, Goal, Variable
from symbolic_measures.report.correlations import correlation
from symbolic_measures.report.evidence import told_of
from symbolic_measures.report.prose import text


def parse_in(names: tuple[str, ...], words: str) -> Formula:
    return parse(words, names={}, parameters=names)


@pytest.mark.parametrize(("name", "property_id", "end"), [
    ("CC", "maximal-agreement", "at most 1"), ("CC", "minimal-agreement", "at least -1"),
    ("CD", "maximal-agreement", "at most 1"), ("CD", "minimal-agreement", "at least -1"),
    ("F1", "maximal-agreement", ""), ("BA", "minimal-agreement", ""),
])  # fmt: skip
def test_a_correlation_is_recognised_by_its_formula(name: str, property_id: str, end: str) -> None:
    told = told_of(decided(name)[property_id], decided(name).reading)
    words = " ".join(text(line.sentence) for one in told.evidences for line in one.lines)
    assert (f"A cosine is {end}, and" in words) == bool(end)
    assert ("A cosine" in words) == bool(end)
    assert ("the correlation of the two labelings" in words) == bool(end)


@pytest.mark.parametrize(("words", "found"), [
    ("1 - {}", True), ("acos({})", True), ("2*({} + 1)", True), ("1 - {}*{}", False),
    ("2 - {}", False), ("1/(1 - {})", False), ("TP - {}", False),
])  # fmt: skip
def test_nothing_is_said_of_what_is_no_monotone_function_of_the_correlation(
    words: str, found: bool
) -> None:
    root = "((TP*TN - FN*FP)/sqrt((TP+FN)*(FP+TN)*(TP+FP)*(FN+TN)))"
    other = "((TP*TN - FN*FP)/sqrt((TP+FN)*(FP+TN)*(TP+FP)*(FN+FN)))"
    given = tuple(Atom(parse_in(CELLS, t), ">=") for t in ("FN + FP - 1", "TP + TN - 1"))
    for formula_, right in ((root, found), (other, False)):
        tree = parse_in(CELLS, words.replace("{}", formula_))
        goal = Goal(tuple(Variable(c, "natural") for c in CELLS), given, Atom(tree, ">"))
        assert bool(correlation(goal)) == right
        assert not correlation(replace(goal, hypotheses=()))


def test_a_mean_of_fractions_is_0_or_1_only_where_all_are() -> None:
    told = told_of(decided("SBA")["minimal-agreement"], decided("SBA").reading)
    words = [text(line.sentence) for one in told.evidences for line in one.lines]
    said = "The value is the mean of 4 fractions that are at least 0. All are 0 only where "
    assert any(line.startswith(f"{said}TP = TN = 0, but TP + TN >= 1:") for line in words)
