"""What is asked is told by options, each of its own form."""

from __future__ import annotations

from typing import Any

import pytest

from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.handing import handed
from symbolic_measures.nouns.question import KINDS
from symbolic_measures.questions.check.asked import CheckQuestion

ASKED = {"measure": "TP/(TP+a*FP)", "property": ["range"]}


def test_a_kind_registers_itself() -> None:
    assert KINDS["check"] is CheckQuestion


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"assume": (1,)}, "assume is a list of texts"),
        ({"assume": [1]}, "assume is a list of texts"),
        ({"assume": ["a > 0", None]}, "assume is a list of texts"),
        ({"assume": "a > 0"}, "assume is a list of texts"),
        ({"classes": 3, "lower_is_better": "yes"}, "lower_is_better is true or false"),
        ({"classes": [3]}, "classes is a whole number"),
        ({"lower_is_better": 1}, "lower_is_better is true or false"),
        ({"measure": ["F1"]}, "measure is text between quotes"),
        ({"nothing": 1}, "unknown key 'nothing'"),
    ],
)
def test_options_have_forms(given: dict[str, Any], told: str) -> None:
    with pytest.raises(FormulaError, match=told):
        CheckQuestion.of({**ASKED, **given})


def test_what_the_doors_do_is_found_by_its_name() -> None:
    """The package has said who does it."""
    assert handed("doors.interop.frames", "frame").__name__ == "frame"


@pytest.mark.parametrize("assume", [("a > 0",), ["a > 0"], (), []])
def test_texts_are_listed(assume: Any) -> None:
    asked = CheckQuestion.of({**ASKED, "assume": assume})
    assert asked.to_data()["assume"] == list(assume)
