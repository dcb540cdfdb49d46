"""Calls and what they give, written out in files: `>>> call`, and the result in the lines below.

A file is named as the module whose names its calls use.  What a call gives is read, and then kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from symbolic_measures.nouns.formula import Formula

#: What a call may refuse with.
REFUSED = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)


def entries(file: Path) -> list[tuple[str, str]]:
    """(call, what it gives) for each call of a file."""
    blocks = file.read_text(encoding="utf-8").split(">>> ")[1:]
    return [
        (call, said.removesuffix("\n")) for call, _, said in (b.partition("\n") for b in blocks)
    ]


def names_of(module: str) -> dict[str, Any]:
    """What the calls of a module may use: everything in it."""
    return vars(import_module(module))


def answered(call: str, names: Mapping[str, Any]) -> str:
    """What a call gives, or how it refuses."""
    try:
        value = eval(call, dict(names))
        return "\n".join(_lines(value))
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        RuntimeError,
        TypeError,
        ValueError,
    ) as error:
        return f"{type(error).__name__}: {error}"


def _lines(value: object) -> Iterator[str]:
    """The parts of a value, each in a line."""
    if isinstance(value, dict):
        yield from (f"{_told(key)}: {_told(part)}" for key, part in value.items())
    elif isinstance(value, tuple | list | Iterator):
        yield from map(_told, value)
    else:
        yield _told(value)


def _told(value: object) -> str:
    if isinstance(value, tuple | list):
        return f"({', '.join(map(_told, value))})"
    plain = isinstance(value, Formula) or (isinstance(value, str) and value.isprintable() and value)
    return str(value) if plain else repr(value)
