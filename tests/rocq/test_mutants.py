"""Rocq refuses files with one thing wrong: each kind at least three times."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from altered import KINDS, Mutant, mutants, rocq_file

from symbolic_measures.doors.export.checking import coqc


@pytest.fixture(scope="module")
def answers(library: None, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Mutant, bool]]:
    """Each mutant and each original, with what Rocq's checker computes."""
    found = list(mutants())
    path = tmp_path_factory.mktemp("mutants") / "mutants.v"
    path.write_text(rocq_file(found), encoding="utf-8")
    good, output = coqc(path)
    assert good, output[-2000:]
    values = re.findall(r"= (true|false)", output)
    assert len(values) == len(found)
    return [(mutant, value == "true") for mutant, value in zip(found, values, strict=True)]


def test_the_originals_are_accepted(answers: list[tuple[Mutant, bool]]) -> None:
    originals = [accepted for mutant, accepted in answers if mutant.kind == "original"]
    assert len(originals) == sum(map(len, KINDS.values()))
    assert all(originals)


def test_every_mutant_is_refused(answers: list[tuple[Mutant, bool]]) -> None:
    wrong = [m.kind for m, accepted in answers if accepted and m.kind != "original"]
    assert wrong == []


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_tried_three_times(kind: str, answers: list[tuple[Mutant, bool]]) -> None:
    refused = Counter(mutant.kind for mutant, accepted in answers if not accepted)
    assert refused[kind] >= 3
