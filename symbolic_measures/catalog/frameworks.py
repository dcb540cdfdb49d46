"""Whose properties are asked: each framework has its battery, in the order of its tables."""

from __future__ import annotations

from symbolic_measures.catalog.brzezinski import BRZEZINSKI
from symbolic_measures.catalog.properties import GOSGENS_BINARY

FRAMEWORKS: dict[str, tuple[str, ...]] = {
    "gosgens2021": GOSGENS_BINARY,
    "brzezinski2018": BRZEZINSKI,
}
DEFAULT = "gosgens2021"
ALL = "all"


def battery(framework: str) -> tuple[str, ...]:
    """The property ids of a framework; with `all`, those of every one, each once."""
    chosen = list(FRAMEWORKS) if framework == ALL else [framework]
    return tuple(dict.fromkeys(i for name in chosen for i in FRAMEWORKS[name]))
