"""Supports: which of the four cells are positive, and sets of them in words."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from symbolic_measures.nouns.confusion import CELLS

#: The fifteen supports: which cells are positive.
SUPPORTS: tuple[tuple[str, ...], ...] = tuple(
    tuple(name for name, on in zip(CELLS, bits, strict=True) if on)
    for bits in sorted(product((0, 1), repeat=4), reverse=True)
    if any(bits)
)


def faces(supports: Iterable[Iterable[str]]) -> str:
    """A set of supports in words, by few and large pieces: `FP = TN = 0 or TP = FN = 0`."""
    left = {tuple(support) for support in supports}
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
