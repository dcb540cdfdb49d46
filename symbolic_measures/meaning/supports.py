"""Supports: which of the four cells are positive, and sets of them in words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from symbolic_measures.nouns.confusion import CELLS

#: The fifteen supports: which cells are positive.
SUPPORTS: tuple[tuple[str, ...], ...] = tuple(
    tuple(name for name, on in zip(CELLS, bits, strict=True) if on)
    for bits in sorted(product((0, 1), repeat=4), reverse=True)
    if any(bits)
)


def parted(value: Any) -> tuple[Any, str | None]:
    """The supports of an undefined set, and the condition under which other matrices are in it.

    TypeError for other keys than `supports` and `where`.
    """
    if not isinstance(value, dict):
        return value, None
    if set(value) != {"supports", "where"} or not isinstance(value["where"], str):
        raise TypeError("the keys are supports and where")
    return value["supports"], value["where"]


def patterns(value: Any) -> list[list[str]] | None:
    """The supports that make up an undefined set; None if a condition on the cells does, too."""
    supports, where = parted(value)
    return list(supports) if where is None else None


def faces(value: Any) -> str:
    """A set of supports in words, by few and large pieces: `FP = TN = 0 or TP = FN = 0`.

    Where an undefined set has a condition, that follows: `TP = FN = 0 or TP*TN = FN*FP`.
    """
    supports, where = parted(value)
    left = {tuple(support) for support in supports}
    if where is not None:
        words = [faces(supports), "or"] if left else []
        return " ".join([*words, where.replace("==", "=")])
    if not left:
        return "nowhere"
    pieces = []
    for kinds in sorted(product("*0+", repeat=4), key=lambda kinds: (-kinds.count("*"), kinds)):
        covered = {s for s in SUPPORTS if all(_matches(n in s, k) for n, k in zip(CELLS, kinds))}
        pieces.append((kinds, covered))
    undefined, words = set(left), []
    for kinds, covered in pieces:
        if covered and covered <= undefined and covered & left:
            words.append(_piece(kinds))
            left -= covered
    return " or ".join(words)


def _matches(positive: bool, kind: str) -> bool:
    return kind == "*" or positive == (kind == "+")


def _piece(kinds: Iterable[str]) -> str:
    named = list(zip(CELLS, kinds, strict=True))
    zeros = " = ".join([*(name for name, kind in named if kind == "0"), "0"])
    parts = [zeros] if zeros != "0" else []
    parts += [f"{name} > 0" for name, kind in named if kind == "+"]
    return ", ".join(parts) or "everywhere"
