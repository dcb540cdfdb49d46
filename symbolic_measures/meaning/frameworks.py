"""Whose properties are asked: each framework has its battery, in the order of its tables."""

from __future__ import annotations

from symbolic_measures.meaning.association import ASSOCIATION
from symbolic_measures.meaning.brzezinski import BRZEZINSKI
from symbolic_measures.meaning.further import FURTHER
from symbolic_measures.meaning.gosgens import GOSGENS_BINARY, GOSGENS_CLASSES
from symbolic_measures.meaning.opitz import OPITZ
from symbolic_measures.meaning.scales import SCALES

FRAMEWORKS: dict[str, tuple[str, ...]] = {
    "gosgens2021": GOSGENS_BINARY,
    "brzezinski2018": BRZEZINSKI,
    "opitz2024": OPITZ,
    "further": (*FURTHER, *ASSOCIATION, *SCALES),
}
#: Of more than two classes.
OF_CLASSES: dict[str, tuple[str, ...]] = {"gosgens2021": GOSGENS_CLASSES, "opitz2024": OPITZ}
DEFAULT = "gosgens2021"
ALL = "all"


def battery(framework: str, classes: int = 2) -> tuple[str, ...]:
    """The property ids of a framework; with `all`, those of every one, each once."""
    known = FRAMEWORKS if classes == 2 else OF_CLASSES
    chosen = list(known) if framework == ALL else [framework]
    return tuple(dict.fromkeys(i for name in chosen for i in known.get(name, ())))
