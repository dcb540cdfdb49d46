"""What a notebook shows: the text of every kind of object, and fragments that need nothing."""

from __future__ import annotations

import html
import re
from functools import cache
from typing import Any

import pytest
from decided import decided, four
from pages import Page

from symbolic_measures import (
    check,
    completion,
    decide_table,
    identity,
    limit,
    normaliser,
    taylor,
    threshold,
)
from symbolic_measures.nouns.shown import Shown
from symbolic_measures.nouns.verdict import Step
from symbolic_measures.report.html import mathml
from symbolic_measures.report.legible import legible

KINDS = {
    "report": lambda: decided("F1"),
    "identity": lambda: identity("F1_harmonic", "F1"),
    "limit": lambda: limit("MCC", "TN -> oo", claim="F1"),
    "taylor": lambda: taylor("CD"),
    "normaliser": lambda: normaliser("2/(p_A*(1-p_B)+p_B*(1-p_A))"),
    "threshold": lambda: threshold("F_beta", property="symmetry", parameter="beta"),
    "completion": lambda: completion("TP/(TP+FN)"),
    "table": lambda: decide_table("gosgens2021:2", row=["F1", "BA"], column=["Mon", "SMon"]),
    "formulas": lambda: decide_table("gosgens2021:formulas", row=["D.2, arccos"]),
}


@cache
def _shown(kind: str) -> Any:
    return KINDS[kind]()


class Printer:
    """What IPython hands over."""

    def __init__(self) -> None:
        self.told = ""

    def text(self, words: str) -> None:
        self.told += words


@pytest.mark.parametrize("kind", KINDS)
def test_a_notebook_shows_the_text_and_a_page(kind: str) -> None:
    thing, printer = _shown(kind), Printer()
    assert isinstance(thing, Shown)
    thing._repr_pretty_(printer, False)
    assert printer.told == str(thing)
    assert "Verdict(" not in printer.told
    page = Page(thing._repr_html_())
    assert not page.all("script")
    assert [attrs for _, attrs in page.tags if "src" in attrs or "href" in attrs] == []


def test_the_text_is_preferred_to_the_repr_of_a_dataclass() -> None:
    """IPython looks into each class in turn, for `_repr_pretty_` before `__repr__`."""
    for kind in KINDS:
        assert "_repr_pretty_" in vars(type(_shown(kind)))


def test_a_fragment_follows_the_notebook_where_it_is_light_or_dark() -> None:
    source = _shown("report")._repr_html_()
    for theme in ('[data-jp-theme-light="false"]', ".vscode-dark", "prefers-color-scheme: dark"):
        assert theme in source
    assert "light.css" not in source


def test_words_do_not_run_together_without_styles() -> None:
    assert "</span><span" not in _shown("report")._repr_html_()
    assert "</span><span" not in _shown("limit")._repr_html_()


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"\frac{2}{3}", "2/3"),
        (r"\frac{2\TP}{\TP + 1}", "(2TP)/(TP+1)"),
        (r"-\frac{1}{2}\sqrt{\frac{a}{b c}}", "\u22121/2 sqrt(a/(bc))"),
        (r"x^{2} + y^{a + 1}", "x^2+y^(a+1)"),
        (r"p_{AB}^{2}", "p_AB^2"),
        (r"\TP\,\TN", "TP TN"),
    ],
)
def test_a_formula_without_its_tags_is_still_the_formula(tex: str, text: str) -> None:
    marked = legible(mathml(tex))
    assert re.sub(r"<[^>]*>", "", marked) == text
    drawn = re.sub(r"<mpadded.*?</mpadded>", "", marked)
    plain = html.unescape(re.sub(r"<[^>]*>", "", mathml(tex)))
    assert re.sub(r"<[^>]*>", "", drawn) == plain


def test_no_fraction_of_a_fragment_becomes_a_whole_number() -> None:
    source = re.sub(r"<style>.*?</style>", "", decided("BA")._repr_html_(), flags=re.DOTALL)
    text = re.sub(r"<[^>]*>", "", source)
    assert "M(1,0,1,1) = 3/4, M(2,0,1,1) = 3/4" in text


def test_one_verdict_is_open_and_many_are_closed() -> None:
    one = Page(check("F1", ["monotone"])._repr_html_())
    assert ["open" in row for row in one.all("details") if row["class"] == "row"] == [True]
    assert not any("open" in row for row in Page(_shown("report")._repr_html_()).all("details"))


def test_verdicts_witnesses_and_proofs_as_text() -> None:
    proved, refuted, open_, never = four().verdicts
    assert str(proved).startswith("✗ maximal-agreement") or str(proved).startswith("✓ ")
    assert str(open_).endswith(": undecided, stopped after 1 second")
    assert str(never).endswith(": not applicable, vacuous: no matrix")
    monotone = check("BA", ["strongly-monotone"])["strongly-monotone"]
    assert str(monotone) == (
        "✗ strongly-monotone: refuted at (TP, FN, FP, TN) = (1, 0, 1, 1) and (2, 0, 1, 1) "
        "with values 3/4, 3/4; nothing smaller fails"
    )
    beta = check("F_beta", ["symmetry"])["symmetry"].witness
    assert str(beta).startswith("(TP, FN, FP, TN) = (1, 0, 1, 0) and (1, 1, 0, 0), beta = 2 with")
    three = check("CC", ["monotone"], classes=3)["monotone"].witness
    assert str(three).startswith("matrix = [[0, 0, 0], [0, 1, 0], [4, 0, 0]] and [[0,")
    sizes = check("F1", ["constant-baseline"])["constant-baseline"].witness
    assert str(sizes).startswith("(n, P, Phat) = (2, 0, 1) and (2, 1, 1) with values 0, 1/2")
    tree = Step("clear", {}, (Step("zero", {"variable": "FN"}, (Step("coefficients"),)),))
    assert str(tree) == "clear\n  zero variable='FN'\n    coefficients"
    assert refuted.outcome == "refuted"


def test_a_cell_says_what_is_printed_and_what_is_so() -> None:
    table = _shown("table")
    assert str(table["BA", "Mon"]) == "BA, Mon: printed yes, computed yes."
    assert str(table["F1", "Mon"]).startswith("F1, Mon: printed yes, computed no. At (TP, FN, ")
    marks = Page(table._repr_html_()).all("td")
    assert [mark["class"] for mark in marks if "class" in mark].count("refuted differs") == 2
