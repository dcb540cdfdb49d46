"""Parts of derivations that ask for every number of classes."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest

from symbolic_measures import check, verify
from symbolic_measures.doors.cli import main
from symbolic_measures.doors.saved import timeless
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import finished
from symbolic_measures.questions.derivation.find import Deriving
from symbolic_measures.questions.derivation.meaning import DerivationReport
from symbolic_measures.questions.derivation.reading import read_derivation
from symbolic_measures.questions.kinds import KNOWN, means, read

ABOUT = {"paper": "", "name": "x", "title": "", "source": "", "statement": ""}
EXACTLY = "refuted; exactly for m = 2"
#: Balanced accuracy is monotone for two classes alone; symmetric, too, if it is made so.
PARTS = (
    {"check": "symmetry", "measure": "SBA", "classes": "every", "expected": "proved"},
    {"check": "monotone", "measure": "BA", "classes": "every", "expected": EXACTLY,
     "printed": True},
    {"check": "monotone", "measure": "BA", "classes": ">= 3",
     "expected": "refuted; for no m >= 3"},
)  # fmt: skip


def derive(*parts: dict[str, Any]) -> DerivationReport:
    """The report on these parts."""
    derivation = read_derivation({**ABOUT, "part": list(parts)}, KNOWN)
    report: DerivationReport = finished(Deriving(derivation, means(600)))
    return report


@cache
def report() -> DerivationReport:
    return derive(*PARTS)


def test_the_answers_are_those_of_check() -> None:
    assert report().problems == []
    for part, answer in zip(PARTS, report().answers, strict=True):
        found = check(
            str(part["measure"]), property=str(part["check"]), classes=str(part["classes"])
        )
        assert answer is not None
        assert timeless(found.verdicts[0].to_data()) == timeless(dict(answer.data))
    assert report().refuted  # it is printed, and holds of two classes alone


def test_a_saved_derivation_is_replayed() -> None:
    saved = json.loads(report().to_json())
    assert [item.problem for item in verify(saved)] == ["", "", ""]
    assert read(saved).to_data() == saved


def test_another_set_of_m_than_expected_is_a_problem() -> None:
    wrong = derive({**PARTS[1], "expected": "refuted; for no m >= 2"})
    assert wrong.problems == [
        f"x, part 1 (check): expected refuted; for no m >= 2, found {EXACTLY}"
    ]


FORGERIES: dict[str, Any] = {
    "another measure": lambda d: d["derivation"]["part"][0].update(measure="BA"),
    "another property": lambda d: d["derivation"]["part"][0].update(check="class-symmetry"),
    "for two classes": lambda d: d["derivation"]["part"][0].update(classes=2),
    "from another m on": lambda d: d["derivation"]["part"][0].update(classes=">= 3"),
    "of the other direction": lambda d: (
        d["derivation"]["part"][0].update(lower_is_better=True)
        or d["derivation"]["part"][0].update(check="monotone")
    ),
    "for which m": lambda d: d["parts"][1].update(holds="m >= 2"),
    "proved": lambda d: d["parts"][1].update(verdict="proved", holds="m >= 2"),
    "without the family": lambda d: d["parts"][1].update(larger=None),
    "a proof cut off": lambda d: d["parts"][0]["every"]["parts"].pop(),
    "a verdict for a number of classes": lambda d: d["parts"].__setitem__(
        0, d["parts"][1]["at"][0]["verdict"]
    ),
    "exchanged": lambda d: d["parts"].reverse(),
    "no certificate": lambda d: d["parts"].__setitem__(0, None),
    "no text": lambda d: d["parts"][0].update(property=["symmetry"]),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    data = copy.deepcopy(json.loads(report().to_json()))
    FORGERIES[name](data)
    assert any(item.problem for item in verify(data))


def test_what_is_shown() -> None:
    told = " ".join(report().rendered("text").split())
    assert "✓ SBA for every m >= 2: symmetry is proved; m >= 2." in told
    assert "✗ BA for every m >= 2: monotone is refuted; exactly for m = 2." in told
    assert "✗ BA for every m >= 3: monotone is refuted; for no m >= 3." in told
    assert "a, b, c are the true size, the predicted size" in told
    assert "truth and prediction exchanged: Suppose m >= 2." in told
    page = report().rendered("html")
    assert "monotone is refuted; exactly for m = 2" in page
    for format in ("latex", "latex_fragment", "html_fragment"):
        assert "for every" in report().rendered(format)


BAD = {
    "a word": ({"classes": "many"}, "classes 'many': give a number from 2 to 6, every, or '>= 3'"),
    "too many": ({"classes": ">= 9"}, "give a number from 2 to 6, every, or '>= 3'"),
    "a list": ({"classes": ["every"]}, "classes is a whole number, every, or '>= 3'"),
    "true": ({"classes": True}, "classes is a whole number, every, or '>= 3'"),
    "many classes": ({"classes": 99}, "99 classes: give a number from 2 to 6"),
    "cells": ({"classes": "every", "measure": "c11/n"}, "c11"),
    "binary": ({"classes": "every", "measure": "TP/n"}, "TP"),
    "conventions": ({"classes": "every", "conventions": ["TP == 0: 1"]}, "--convention"),
    "a reading": ({"classes": "every", "reading": "user-defined"}, "reading"),
    "two properties": ({"check": ["monotone", "symmetry"]}, "a part asks for one property"),
    "no property": ({"check": []}, "a part asks for one property"),
    "one more": ({"require": ["symmetry"]}, "a part asks for one property"),
    "a number": ({"check": 5}, "property is a list of texts"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("classes", [2, "every"])
def test_bad_parts_are_refused_in_one_line(name: str, classes: Any) -> None:
    more, told = BAD[name]
    part = {"check": "monotone", "measure": "BA", "expected": "proved", "classes": classes, **more}
    with pytest.raises(FormulaError) as refused:
        derive(part)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_on_the_command_line(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.toml"
    lines = [f'{key} = "{value}"' for key, value in ABOUT.items()]
    file.write_text("\n".join([*lines, "[[part]]", 'check = "symmetry"', 'measure = "SBA"',
                               'classes = "every"', 'expected = "proved"']), "utf-8")  # fmt: skip
    assert main(["derive", str(file)]) == 0
    assert "SBA for every m >= 2: symmetry is proved" in capsys.readouterr().out
    file.write_text(file.read_text("utf-8").replace("every", "none"), "utf-8")
    assert main(["derive", str(file)]) == 2
    told = capsys.readouterr().err
    assert "part 1 (check): classes 'none'" in told
    assert "Traceback" not in told


def test_a_measure_is_derived_for_every_m(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["derive", "BA", "--property", "monotone", "--format", "text", "--classes"]
    assert main([*asked, "every"]) == 0
    assert f"BA for every m >= 2: monotone is {EXACTLY}" in " ".join(
        capsys.readouterr().out.split()
    )
    assert main([*asked, "many"]) == 2
    assert capsys.readouterr().err.endswith(
        "classes 'many': give a number from 2 to 6, every, or '>= 3'\n"
    )
