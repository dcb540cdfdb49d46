"""Formulas of several classes: how large they may be, and what is not for every m."""

from __future__ import annotations

import pytest

from symbolic_measures.nouns.classes import _ClassReader, parse_classes
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import symbol
from symbolic_measures.nouns.parser import MAX_DEPTH
from symbolic_measures.nouns.sums import _SumReader, parse_sums

BINARY = {"recall": symbol("TP") / (symbol("TP") + symbol("FN"))}
NAMES = {"mine": "sum(c)/n + sum(a*b)/n^2"}


@pytest.mark.parametrize("classes", [3, 0])
def test_a_measure_counts_as_often_as_it_stands_there(
    classes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For a number of classes, and for every number of them."""

    def read(text: str) -> object:
        if classes:
            return parse_classes(text, classes, NAMES, BINARY)
        return parse_sums(text, NAMES, BINARY)

    def least() -> int:
        """The smallest limit within which one may be read."""
        for limit in range(1, 1_000):
            monkeypatch.setattr(reader, "limit", limit)
            try:
                read("mine")
            except FormulaError:
                continue
            return limit
        raise AssertionError

    reader = _ClassReader if classes else _SumReader
    one = least()
    assert one > 5
    monkeypatch.setattr(reader, "limit", 2 * one)
    read("mine + mine")
    with pytest.raises(FormulaError, match=f"more than {2 * one} parts"):
        read("mine + mine + mine")


@pytest.mark.parametrize(
    "text",
    [
        "calibrated(pairs(cij) + sum(c))",
        "calibrated(sum(c) + xlogy(sum(c)/n, n))",
        "calibrated(sum(a*a))",
        "calibrated(n)",
    ],
)
def test_what_is_calibrated_for_every_m_speaks_of_sums(text: str) -> None:
    """Of pairs of classes the cells would stay what they are."""
    with pytest.raises(FormulaError, match="is for every m of sums"):
        parse_sums(text, NAMES, BINARY, paired=True)


@pytest.mark.parametrize("text", ["2(c)", "(a+b)(c)", "mean(2(c))"])
def test_what_has_no_name_is_not_called(text: str) -> None:
    with pytest.raises(FormulaError, match="write a \\* before the parenthesis"):
        parse_classes(text, 3, NAMES, BINARY)
    with pytest.raises(FormulaError, match="write a \\* before the parenthesis"):
        parse_sums(text, NAMES, BINARY)


def test_cases_are_read_only_where_sums_may_nest() -> None:
    """They are written by readings at 0/0, not by people."""
    tree = parse_sums("sum(ifzero(a, b, c))", NAMES, BINARY, nested=True)
    assert tree.args[0].op == "ifzero"
    refused = (("sum(ifzero(a, b, c))", False), ("sum(ifzero(a, b))", True),
               ("sum(ifzero(a, b, c, t=c))", True))  # fmt: skip
    for text, nested in refused:
        with pytest.raises(FormulaError, match="ifzero"):
            parse_sums(text, NAMES, BINARY, nested=nested)
    with pytest.raises(FormulaError, match="cannot call 'unknown'"):
        parse_sums("sum(unknown(a, b, c))", NAMES, BINARY, nested=True)


def test_a_case_is_a_level_as_a_function_is() -> None:
    def refusal(start: str, levels: int) -> str:
        try:
            parse_sums(f"sum({start * levels}c{')' * levels})", NAMES, BINARY, nested=True)
        except FormulaError as error:
            return str(error)
        return ""

    for start in ("sqrt(", "ifzero(a, b, "):
        said = [refusal(start, levels) for levels in range(1, 100)]
        assert set(said[: MAX_DEPTH - 1]) == {""}
        assert set(said[MAX_DEPTH - 1 :]) == {
            f"the formula is nested deeper than {MAX_DEPTH} levels"
        }
