"""Two tiers: what a contributor waits for, and the exhaustive rest.

A test that takes long is marked `exhaustive`.  Of a family of cases a few stay in the quick tier:
those that are named, or some at equal distances; always the same ones.  Single cases that were
found to take more than a second or two are listed in `long.txt` by their ids.

`make test-all` takes of each exhaustive family at most `SLICE` cases, or one in `OF_MANY`, at equal
distances, always the same ones, and leaves out those single cases of minutes that `whole.txt`
lists; with WHOLE=1 in the environment it takes all, which takes hours.

Several processes take the modules in order, each a whole one.  Those that take minutes come first,
so that at the end no processor waits for one of them.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

LONG, WHOLE_ONLY = (
    frozenset(Path(__file__).with_name(name).read_text().split("\n")) - {""}
    for name in ("long.txt", "whole.txt")
)
exhaustive = pytest.mark.exhaustive
#: The modules that take minutes, in one tier or the other, the longest first.
LONGEST = (
    "tests/docs/test_site.py",
    "tests/rocq/test_accepted.py",
    "tests/questions/test_every_m_by_enumeration.py",
    "tests/questions/test_completion.py",
    "tests/questions/test_each_m.py",
    "tests/questions/test_derivation.py",
    "tests/questions/test_every_m.py",
    "tests/questions/test_averaging.py",
    "tests/doors/test_publish.py",
    "tests/docs/test_wheel.py",
    "tests/report/test_latex.py",
    "tests/meaning/test_claimed_files.py",
    "tests/meaning/test_claimed_replays.py",
    "tests/docs/test_examples.py",
    "tests/test_whole_runs.py",
)
#: How many cases of a family are tried where not the whole of it is.
SLICE, OF_MANY = 3, 100
WHOLE = os.environ.get("WHOLE") == "1"
Case = TypeVar("Case")


def sliced(family: Sequence[Case]) -> list[Case]:
    """Some cases of a family, at equal distances; all of a small one."""
    count = min(len(family), max(SLICE, len(family) // OF_MANY))
    return [family[place * len(family) // count] for place in range(count)]


def few(cases: Iterable[Any], quick: int | Collection[Any], unpack: bool = False) -> list[Any]:
    """All cases of a family; only so many, or these, are in the quick tier.

    With `unpack`, a case is the tuple of several parameters.
    """
    listed = list(cases)
    if isinstance(quick, int):
        kept = {place * len(listed) // quick for place in range(quick)}
    else:
        kept = {place for place, case in enumerate(listed) if case in quick}
        if missing := [case for case in quick if case not in listed]:
            raise ValueError(f"no such cases: {missing}")
    return [
        case if place in kept else pytest.param(*(case if unpack else (case,)), marks=exhaustive)
        for place, case in enumerate(listed)
    ]
