"""What is said of a normaliser is shown in formulas that are what is written."""

from __future__ import annotations

import pytest

from symbolic_measures.meaning.normalisers import CONDITIONS
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.report.proportions import in_formulas, labelled_relation
from symbolic_measures.report.prose import Equation, text


@pytest.mark.parametrize("number", CONDITIONS)
def test_every_condition_is_read_and_says_what_it_said(number: str) -> None:
    sentence = CONDITIONS[number][0]
    told = in_formulas(sentence)
    assert any(isinstance(piece, Equation | Formula) for piece in told)
    assert not any("*" in piece for piece in told if isinstance(piece, str))
    plain = text(told).replace("**", "^").replace("Min(", "min(").replace("Max(", "max(")
    if number in "1234":
        assert plain.replace(" ", "") == sentence.replace(" ", "")
    else:
        assert plain.startswith("1/s*(")
        assert plain.count("d(s)/dp_") == 2


def test_words_stay_words() -> None:
    assert labelled_relation("classes exchanged") == ("classes exchanged",)
    assert text(labelled_relation("p_B = 1 - p_A")) == "p_B = 1 - p_A"
