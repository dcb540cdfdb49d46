"""Saved files with one part spoiled, and what is said of each.

Of parts that are alike (all steps of a proof, all variables of a goal) the first one is spoiled: it
is changed, given another type, left out, put in another order.

`python tests/questions/spoiling.py [NAME ...]` writes the lists in `kept` anew (all that there are,
or those of these files): read what changes before it is kept.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path as File
from typing import Any

from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.questions.kinds import verify

Path = tuple[Any, ...]
KEPT = File(__file__).with_name("kept")
#: The files of which every reply is kept.
NAMES = sorted(file.name.removesuffix(".replies.txt") for file in KEPT.glob("*.replies.txt"))


def places(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every place in a file, with what stands there."""
    if path:
        yield path, data
    if isinstance(data, dict | list):
        for key, value in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(value, (*path, key))


def pattern(path: Path) -> str:
    """A place, whatever the numbers in it; a proof is a tree, and its steps are alike."""
    words = ["*" if isinstance(key, int) else key for key in path]
    return ".".join(dict.fromkeys(words)) if "proof" in words else ".".join(words)


def others(value: Any) -> dict[str, Any]:
    """What may stand there instead."""
    if isinstance(value, bool):
        return {"changed": not value, "text": "true"}
    if isinstance(value, int | float):
        return {"changed": value + 1, "negative": -1 - value, "text": str(value)}
    if isinstance(value, str):
        return {"changed": f"{value}1", "empty": "", "number": 7}
    if isinstance(value, list):
        return {"empty": [], "shorter": value[:-1], "turned": value[::-1], "text": "x"}
    return {"empty": {}, "more": {**value, "more": 1}, "text": "x"} if value else {"number": 7}


def spoiled(data: Any, path: Path, value: Any = None, drop: bool = False) -> Any:
    """The file with another value at a place, or without it; what stays is not copied."""
    if not path:
        return value
    key, *rest = path
    made = list(data) if isinstance(data, list) else dict(data)
    if drop and not rest:
        del made[key]
    else:
        made[key] = spoiled(data[key], tuple(rest), value, drop)
    return made


def told(data: Any) -> str:
    """The first problem of a file, or that it has none."""
    try:
        for item in verify(data):
            if item.problem:
                return f"{item.property}: {item.problem}"
    except CertificateError as error:
        return f"no file: {error}"
    return "accepted"


def replies(data: Any) -> Iterator[str]:
    """`place, how it was spoiled: what is said` for each way to spoil a file."""
    first: dict[str, tuple[Path, Any]] = {}
    for path, value in places(data):
        first.setdefault(pattern(path), (path, value))
    for name, (path, value) in first.items():
        for how, other in others(value).items():
            if other != value or type(other) is not type(value):
                yield f"{name}, {how}: {told(spoiled(data, path, other))}"
        yield f"{name}, left out: {told(spoiled(data, path, drop=True))}"


def kept(name: str) -> Any:
    """The file of that name."""
    return json.loads(gzip.decompress((KEPT / f"{name}.json.gz").read_bytes()))


def list_of(name: str) -> File:
    """Where its replies are kept, one a line."""
    return KEPT / f"{name}.replies.txt"


if __name__ == "__main__":
    for each in sys.argv[1:] or NAMES:
        list_of(each).write_text("\n".join(replies(kept(each))) + "\n", encoding="utf-8")
