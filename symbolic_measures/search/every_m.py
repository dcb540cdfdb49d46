"""Proofs for every number of classes, within a time."""

from __future__ import annotations

from collections.abc import Callable

from symbolic_measures.fences import StoppedError
from symbolic_measures.meaning.every_m import Facts
from symbolic_measures.nouns.verdict import Step


def in_time(work: Callable[[], tuple[Facts, Step] | None]) -> tuple[Facts, Step] | None:
    try:
        return work()
    except StoppedError:
        return None
