"""Formulas among words: the signs that are typed, and no others."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.report import html, latex
from symbolic_measures.report.keyboard import spelled, typeset
from symbolic_measures.report.prose import Typed, text

SHOWN = {
    "TP*n/(P*Phat)-1": r"\TP\,n/(P\,\hat{P}) - 1",
    "n^2-sum of a_i^2 = 2*a1*a0": r"n^{2} - \sum a_{i}^{2} = 2\,a_{1}\,a_{0}",
    "sqrt(2*(1-x))": r"\sqrt{2\,(1 - x)}",
    "2*3^(k+1)": r"2 \cdot 3^{k + 1}",
    "(2k)!*x^(2k+1)": r"(2k)!\,x^{2k + 1}",
    "binomial(2k, k)*(x/4)^k": r"\binom{2k}{k}\,(x/4)^{k}",
    "E[CC(A, B)^2]": r"E[\mathrm{CC}(A, B)^{2}]",
    "GM_-1 = BA(C^T)": r"\mathrm{GM}_{-1} = \mathrm{BA}(C^{T})",
    "dmacF1'/dm_ij = -mu_j R_j":
        r"\frac{\partial \mathrm{macF1}'}{\partial m_{ij}} = - \mu_{j}\,R_{j}",
    "(p_AB*d/dp_AB)M": r"(p_{AB}\,\frac{\partial }{\partial p_{AB}})M",
    "min{p_A, p_B}": r"\min \{p_{A}, p_{B}\}",
    "|S|^2": "|S|^{2}",
    "(ai-ci)/(m*ai^2)": r"(a_{i} - c_{i})/(m\,a_{i}^{2})",
    "(accuracy-a_i)/2": r"(\mathrm{accuracy} - a_{i})/2",
    "X1**w1*X2**w2*...": r"X_{1}^{w_{1}}\,X_{2}^{w_{2}}\,\dots",
    "x^(a^b)*y^-1": r"x^{a^{b}}\,y^{-1}",
    "(TP*TN - FP)/2": r"(\TP\,\TN - \FP)/2",
}  # fmt: skip

#: Words in which no formula is set.
WORDS = (
    "macro_F1 and F_beta_linear", "zero_division=1", "a ✓* mark", "**bold**", "0/0",
    "tn-invariance", "f1_score(y_true, y_pred)", "n = 2..5", "(^) and *", "a_b_c", "2^", "^2",
    "max - min of words", "U+005F", "TP/FN", "2^^3", "2^)", "sqrt(", "( * )",
)  # fmt: skip


@pytest.mark.parametrize("typed", SHOWN)
def test_a_formula_has_the_signs_that_are_typed(typed: str) -> None:
    assert typeset(typed) == (Typed(typed, SHOWN[typed]),)
    among = typeset(f"it is {typed}, as printed")
    assert among == ("it is ", Typed(typed, SHOWN[typed]), ", as printed")


@pytest.mark.parametrize("words", WORDS)
def test_words_are_words(words: str) -> None:
    assert typeset(words) == (words,)


def test_a_pair_of_measures_is_no_difference() -> None:
    told = typeset("tell apart accuracy-GM_1 BA-F1 BA-GM_1 GM_1-CC kappa-F1")
    name = Typed("GM_1", r"\mathrm{GM}_{1}")
    assert told == ("tell apart accuracy-", name, " BA-F1 BA-", name, " ", name, "-CC kappa-F1")


def test_what_is_beside_a_formula_stays() -> None:
    assert typeset("(a*b") == ("(", Typed("a*b", r"a\,b"))
    assert typeset("a*b]") == (Typed("a*b", r"a\,b"), "]")


def _signs(tex: str) -> list[str]:
    """The letters and digits of LaTeX, without its commands."""
    commands = r"\\(?:mathrm|mathit|frac|partial|sqrt|cdot|dots|binom|operatorname|,)"
    return re.findall(r"[A-Za-z0-9]", re.sub(commands, "", tex))


@pytest.mark.parametrize("sentence", sorted(
    {prop.sentence for prop in PROPERTIES.values()} | set(SHOWN) | set(WORDS)
    | {measure.title for measure in MEASURES.values()}))  # fmt: skip
def test_nothing_is_lost(sentence: str) -> None:
    assert text(typeset(sentence)) == sentence
    assert spelled((sentence,)) == typeset(sentence)


@pytest.mark.parametrize("typed", ["n^2-a_i*b_j", "s(p_A, p_B)*(p_AB - p_A p_B)", "4^k*(k!)^2*x"])
def test_every_letter_is_shown_in_its_order(typed: str) -> None:
    (piece,) = typeset(typed)
    assert isinstance(piece, Typed)
    assert _signs(piece.tex) == re.findall(r"[A-Za-z0-9]", typed)


def test_both_formats_set_it() -> None:
    told = ("the value at a_i*b_j/n is <one>",)
    assert latex.words(told) == (
        r"the value at $a_{i}\,\allowbreak b_{j}/\allowbreak n$ is \textless{}one\textgreater{}"
    )
    shown = html.words(told)
    assert "<msub><mi>a</mi>" in shown
    assert "&lt;one&gt;" in shown
    assert "*" not in shown


@given(st.text("abx12TPN_^*/+-()[]{}|!,. '=<>sqrt&%$#~", max_size=24))
def test_whatever_is_typed_brackets_and_powers_fit(typed: str) -> None:
    assert text(typeset(typed)) == typed
    for piece in typeset(typed):
        if not isinstance(piece, Typed):
            continue
        bare = piece.tex.replace(r"\{", "").replace(r"\}", "")
        assert not re.search(r"[&%$#~]", bare)
        while re.search(r"\{[^{}]*\}", bare):
            assert not re.search(r"\^\{[^{}]*\}\^", bare), piece.tex
            bare = re.sub(r"\{[^{}]*\}", "", bare)
        assert not re.search(r"[{}]", bare), piece.tex
        html.mathml(piece.tex)
