"""What holds of every kind of question: an answer is saved, read, shown, and cannot be forged.

A small answer stands for each kind.  A forgery is made wherever the file has a text, a number or a
truth value, and wherever it has a part at all; whatever is accepted must leave the answer as it is.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from docs.test_schema import validator
from pages import Page
from paper import compile_, no_overfull
from tiers import exhaustive

from questions.spoiling import places, spoiled
from symbolic_measures import verify
from symbolic_measures.doors.api.asking import ask
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.questions.kinds import load, read, room

ASKED: dict[str, dict[str, Any]] = {
    "averaging": {"averaging": "micro", "property": ["symmetry"]},
    "check": {"measure": "F_beta", "property": ["symmetry", "weakly-monotone", "range"]},
    "compare": {"measures": ["F1", "Jaccard", "BA"], "no_bounds": True},
    "completion": {"measure": "precision"},
    "derivation": {"subject": "F1", "property": ["symmetry", "monotone"]},
    "identity": {"lhs": "F1_harmonic", "rhs": "F1"},
    "impossible": {"n": "3", "properties": ["monotone", "constant-baseline", "symmetry"]},
    "limit": {"measure": "MCC", "to": "TN -> oo", "claim": "FM"},
    "normaliser": {"formula": "1/(p_A*(1-p_A))"},
    "relation": {"relation": "accuracy <= 1"},
    "slope": {"measure": "accuracy"},
    "table": {"table": "gosgens2021:2", "row": ["F1"], "column": ["Sym", "Mon"]},
    "taylor": {"measure": "kappa"},
    "threshold": {"measure": "F_beta", "property": "symmetry", "parameter": "beta"},
}
KINDS = sorted(ASKED)
#: What a file may say without being asked about it: how long it took, why not, in words, what a
#: person calls a measure, which values were taken as boundaries, and by which proof.
FREE = {"seconds", "reason", "name", "boundary", "proof", "rules"}
#: What a derivation asks is a file that a person wrote: another one is another question.
WRITTEN = {"derivation"}


@cache
def answer(kind: str) -> Answer:
    """Asked once."""
    found: Answer = ask(kind, 60, **ASKED[kind])
    return found


def test_there_is_one_of_every_kind() -> None:
    assert set(ASKED) == set(load())


@pytest.mark.parametrize("kind", KINDS)
def test_a_saved_answer_verifies_and_is_read_back(kind: str) -> None:
    text = answer(kind).to_json()
    checked = list(verify(json.loads(text)))
    assert checked
    assert [item for item in checked if item.problem] == []
    again = read(json.loads(text))
    assert type(again) is type(answer(kind)) or kind == "derivation"
    assert again.to_json() == text


@pytest.mark.parametrize("kind", KINDS)
def test_a_saved_answer_is_of_the_schema(kind: str) -> None:
    assert validator(kind).is_valid(answer(kind).to_data())


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_has_every_format(kind: str) -> None:
    found = answer(kind)
    assert str(found) == found.rendered("text")
    assert json.loads(found.rendered("json")) == found.to_data()
    page, fragment = Page(found.rendered("html")), Page(found.rendered("html_fragment"))
    assert not fragment.all("script")
    for _, attrs in page.tags:
        assert "src" not in attrs
        assert (attrs.get("href") or "data:").startswith(("data:", "#"))
    assert "documentclass" in found.rendered("latex")
    assert "documentclass" not in found.rendered("latex_fragment")


@exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_its_paper_compiles(kind: str, tmp_path: Path) -> None:
    (tmp_path / "answer.tex").write_text(answer(kind).rendered("latex"), encoding="utf-8")
    no_overfull(compile_(tmp_path, "answer.tex"))


def other(value: Any) -> Any:
    """Something else of the same form."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    return f"{value}1" if isinstance(value, str) else 7


def accepted(data: Any) -> Answer | None:
    """The answer of a file, if it verifies."""
    try:
        return None if any(item.problem for item in verify(data)) else read(data)
    except CertificateError:
        return None


def no_more(found: Any, real: Any) -> bool:
    """Whether a file says what the real one says, or less, but for what it is free to say.

    A proof that replays is as good as another one.  Less is: that a counterexample is the smallest,
    what was asked for, samples of parameters beside the condition.
    """
    if isinstance(real, dict) and isinstance(found, dict):
        if set(real) == {"instances", "sums"}:  # a sum times a positive number is the same proof
            scaled = [[_scaled(m) for m in data["sums"]] for data in (found, real)]
            return scaled[0] == scaled[1] and no_more(found["instances"], real["instances"])
        if set(found) - set(real) or set(real) - set(found) - {"asked"}:
            return False
        return all(
            value is False if key == "minimal" and value != real[key]
            else all(item in real[key] for item in _plain(value)) if key == "samples"
            else key in FREE or no_more(value, real[key])
            for key, value in found.items()
        )  # fmt: skip
    if isinstance(real, list) and isinstance(found, list):
        return len(found) == len(real) and all(map(no_more, found, real))
    return found == real and type(found) is type(real)


def _plain(samples: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The samples as the real file has them: on a boundary or not, the smallest or not."""
    real = json.loads(answer("threshold").to_json())["samples"]
    known = {json.dumps(item["at"], sort_keys=True): item for item in real}
    found = []
    for item in samples:
        own = known.get(json.dumps(item["at"], sort_keys=True), {})
        found.append(own if no_more(item, own) else item)
    return found


def _scaled(multipliers: list[str]) -> list[str]:
    """The multipliers, the first that is not 0 made 1 or -1."""
    numbers = list(map(Fraction, multipliers))
    first = next((abs(number) for number in numbers if number), Fraction(1))
    return [str(number / first) for number in numbers]


def _wrong(kind: str, several: int) -> list[str]:
    """Forgeries that are accepted and say something else, among so many at equal distances."""
    data = json.loads(answer(kind).to_json())
    free = FREE - {"proof"}
    every = [one for one in places(data) if one[0][-1] not in free and one[0][0] not in WRITTEN]
    step = max(1, len(every) // several)
    return [
        f"{path} {'left out' if drop else 'changed'}"
        for path, value in every[::step]
        for drop in (False, True)
        if (found := accepted(spoiled(data, path, other(value), drop)))
        and not no_more(found.to_data(), data)
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_a_forged_file_says_nothing_else(kind: str) -> None:
    assert _wrong(kind, 8) == []


@exhaustive
@pytest.mark.parametrize("kind", KINDS)
def test_no_forged_file_says_anything_else(kind: str) -> None:
    assert _wrong(kind, 400) == []


@pytest.mark.parametrize(
    ("verdict", "expected"),
    [
        (("baseline-order", "proved", {"order": "2"}), "order 2"),
        (("baseline-order", "undecided", {"order": "2"}), "undecided"),
        (("range", "proved", {"order": "2"}), "proved"),
        (("baseline-order", "proved", None), "proved"),
        (("baseline-order", "proved", {"constant": "2"}), "proved"),
    ],
)
def test_the_order_of_a_baseline_is_told_where_it_is_proved(
    verdict: tuple[str, str, Any], expected: str
) -> None:
    one = dict(zip(("property", "verdict", "value"), verdict, strict=True))
    answer = SimpleNamespace(to_data=lambda: {"verdicts": [one, one], "baseline": one})
    assert room("check", "meaning").told(answer) == f"{expected} {expected}"
    if expected.startswith("order") or verdict[1] == "undecided":
        assert room("taylor", "meaning").told(answer) == expected
