"""Files that people keep: every statement is rebuilt as it was saved, and replays.

In `kept` are small answers of every kind, beside those of the site and of the papers.  A statement
that is built otherwise than when the file was written is noticed here, and so is a proof or a
counterexample that does not hold of it any more.  `told.txt` says the answer of each in a word.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from symbolic_measures.nouns.saved import same, without_notes
from symbolic_measures.questions.kinds import kind_of, load, read, room

ROOT = Path(__file__).resolve().parents[2]
OWN = sorted(Path(__file__).with_name("kept").glob("*.json.gz"))
#: Of the site and of the papers, each replayed in a tenth of a second or so.
OTHERS = (
    "check-F1", "check-F-beta", "check-accuracy", "check-informedness", "check-CC", "check-lift",
    "check-GM-1", "check-leverage", "check-AUC-pointwise", "check-DOR", "check-LR-minus",
    "check-LOR", "check-dInd", "check-net-benefit", "classes-accuracy", "classes-macro-Jaccard",
    "classes-BA", "classes-macro-precision", "completion-accuracy", "completion-NPV",
    "completion-Jaccard", "completion-F1-harmonic", "limit-F-beta-beta-0", "limit-F-beta-beta-1",
    "limit-CC-TN-oo",
    "limit-IBA-Gmean-alpha-0", "limit-GM-r-0", "threshold-IBA-Gmean-tn-monotone",
    "threshold-F-beta-linear-ace", "gosgens2021-counterexamples", "gosgens2021-triplets",
    "gosgens2021-derivation-theorem-1", "gosgens2021-derivation-lemma-2",
    "gosgens2021-derivation-appendix-c-4", "gosgens2021-derivation-lemma-4",
    "gosgens2021-sentences", "gosgens2021-properties", "brzezinski2018-derivation-proposition-1",
    "opitz2024-derivation-appendix-a", "opitz2024-derivation-appendix-b",
    "opitz2024-derivation-appendix-c", "opitz2024-derivation-appendix-d",
    "opitz2024-derivation-appendix-e", "opitz2024-sentences", "opitz2024-experiments",
)  # fmt: skip


FILES = [*OWN, *(file for place in ("docs", "reports") for name in OTHERS
                 if (file := ROOT / place / f"certificates/{name}.json.gz").exists())]  # fmt: skip


#: What is told of the files in `kept`, by their names.
TOLD = dict(
    line.split(": ", 1)
    for line in Path(__file__).with_name("kept").joinpath("told.txt").read_text().splitlines()
)


def _data(file: Path) -> Any:
    return json.loads(gzip.decompress(file.read_bytes()))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".json.gz"))
def test_a_kept_file_replays(file: Path) -> None:
    """It says no more and no less when it is read and written again."""
    data = _data(file)
    answer = read(data)
    again = json.loads(answer.to_json())
    assert same(*map(without_notes, (again, data)))
    meaning = room(answer.kind, "meaning")
    if file in OWN and hasattr(meaning, "told"):
        assert meaning.told(answer) == TOLD[file.name.removesuffix(".json.gz")]


def test_some_of_every_kind_are_kept() -> None:
    assert {kind_of(_data(file)) for file in OWN} == set(load())
    assert len(FILES) == len(OWN) + len(OTHERS)
    assert {f"{name}.json.gz" for name in TOLD} <= {file.name for file in OWN}
