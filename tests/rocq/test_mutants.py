"""Rocq refuses files with one thing wrong: a sample of each kind, and each kind three times."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from altered import KINDS, Mutant, mutants, rocq_file
from tiers import exhaustive

from symbolic_measures.doors.export.checking import coqc

#: How many entries of each kind, and mutants of each entry.
SAMPLE, ALL = (1, 1), (None, 3)
Answers = list[tuple[Mutant, bool]]


@pytest.fixture(scope="module", params=[SAMPLE, pytest.param(ALL, marks=exhaustive)])
def answers(
    request: pytest.FixtureRequest, compiled_library: None, tmp_path_factory: pytest.TempPathFactory
) -> Answers:
    """Each mutant and each original, with what Rocq's checker computes."""
    found = list(mutants(*request.param))
    path = tmp_path_factory.mktemp("mutants") / "mutants.v"
    path.write_text(rocq_file(found), encoding="utf-8")
    good, output = coqc(path)
    assert good, output[-2000:]
    values = re.findall(r"= (true|false)", output)
    assert len(values) == len(found)
    return [(mutant, value == "true") for mutant, value in zip(found, values, strict=True)]


def test_the_originals_are_accepted(answers: Answers) -> None:
    originals = [accepted for mutant, accepted in answers if mutant.kind == "original"]
    assert len(originals) >= len(KINDS)
    assert all(originals)


def test_every_mutant_is_refused(answers: Answers) -> None:
    refused = Counter(mutant.kind for mutant, accepted in answers if not accepted)
    wrong = [m.kind for m, accepted in answers if accepted and m.kind != "original"]
    assert wrong == []
    assert set(refused) == set(KINDS)


@exhaustive
def test_each_kind_is_refused_three_times() -> None:
    """Of the mutants that `test_every_mutant_is_refused` tries."""
    assert len(KINDS) >= 12
    assert {kind for kind, count in _counts().items() if count < 3} == set()


def _counts() -> Counter[str]:
    return Counter(mutant.kind for mutant in mutants())
