"""What is said of saved files with one part spoiled, as it was read and is kept.

Beside each file stands the list: every place, how it was spoiled, the first problem.  What is
accepted there says no more than the file did: another time, name or order, a smaller claim.
`python tests/questions/spoiling.py NAME` writes a list anew, say after a property was added.
"""

from __future__ import annotations

from typing import Any

import pytest
from tiers import few

from questions.spoiling import (
    NAMES,
    Path,
    kept,
    list_of,
    others,
    pattern,
    places,
    replies,
    spoiled,
    told,
)

#: Of these every reply is looked up; of the others, which take longer, in the exhaustive tier.
QUICK = [name for name in NAMES if name not in (
    "check-F1", "derivation-F1", "every-maximum", "every-opitz", "identity-kappa",
    "impossible-every", "limit-F", "table-F1", "taylor-kappa", "threshold-ace",
    "threshold-weighted",
)]  # fmt: skip
#: Of those, where what is decided is summed up: not within what the kernel reads, nor a value.
SUMMED_UP = ("derivation-F1", "identity-kappa", "impossible-every", "limit-F", "table-F1",
             "taylor-kappa", "threshold-ace", "threshold-weighted")  # fmt: skip
WITHIN = {"proof", "statement", "witness", "instances", "values", "point", "seconds", "rules",
          "exact", "expanded"}  # fmt: skip


@pytest.mark.parametrize("name", few(NAMES, QUICK))
def test_what_is_said_of_a_spoiled_file(name: str) -> None:
    data = kept(name)
    said = list_of(name).read_text(encoding="utf-8").splitlines()
    assert told(data) == "accepted"
    for found, expected in zip(replies(data), said, strict=True):
        assert found == expected


@pytest.mark.parametrize("name", SUMMED_UP)
def test_what_is_said_of_a_spoiled_summary(name: str) -> None:
    data = kept(name)
    first: dict[str, tuple[Path, Any]] = {}
    for path, value in places(data):
        first.setdefault(pattern(path), (path, value))
    looked_at = 0
    for line in list_of(name).read_text(encoding="utf-8").splitlines():
        place, how = line.split(": ")[0].rsplit(", ", 1)
        if WITHIN.isdisjoint(place.split(".")):
            path, value = first[place]
            changed = (
                spoiled(data, path, drop=True)
                if how == "left out"
                else spoiled(data, path, others(value)[how])
            )
            assert f"{place}, {how}: {told(changed)}" == line
            looked_at += 1
    assert looked_at > 60


def test_what_is_refused_and_what_is_not() -> None:
    """Hardly anything is accepted; nothing ends otherwise than in a line."""
    texts = (list_of(name).read_text(encoding="utf-8") for name in NAMES)
    lines = [line for text in texts for line in text.splitlines()]
    accepted = [line for line in lines if line.endswith(": accepted")]
    assert len(NAMES) >= 14
    assert len(accepted) < len(lines) / 50
