"""Two tiers: what a contributor waits for, and the exhaustive rest.

A test that takes long is marked `exhaustive`.  Of a family of cases a few stay in the quick tier:
those that are named, or some at equal distances; always the same ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest

exhaustive = pytest.mark.exhaustive


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
