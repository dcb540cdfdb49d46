"""What every saved file has: a schema, parts that are known, and problems in one line.

A file that somebody keeps is data: whatever is wrong with it is a CertificateError.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import inf
from typing import Any

from symbolic_measures.fences import StoppedError
from symbolic_measures.nouns.errors import CertificateError, FormulaError

SCHEMA = 1
#: What reading a file of the wrong form may raise, or of one that takes too long.
MALFORMED = (
    ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError,
    StoppedError,
)  # fmt: skip


def malformed(error: Exception) -> str:
    """What is wrong with a part of a file, in one line: its form, or that it takes too long."""
    if isinstance(error, StoppedError):
        return f"not verified: {error}"
    return f"malformed: {type(error).__name__} {error}"


@dataclass(frozen=True)
class Checked:
    """One verdict of a file after the kernel has looked at it; `problem` is empty if it holds."""

    property: str
    outcome: str
    problem: str = ""


def only(data: dict[str, Any], *keys: str) -> None:
    """CertificateError if a file has parts that nobody would look at.

    A part `complete`, which every kind may have, is true or false.
    """
    if unknown := sorted(map(str, set(data) - {"schema", *keys})):
        raise CertificateError(f"a file of this kind has no part {unknown[0]!r}")
    if type(data.get("complete", True)) is not bool:
        raise CertificateError("`complete` is true or false")


def exactly(data: dict[str, Any], *keys: str) -> None:
    """CertificateError if a file has other parts than these, or not all of them."""
    only(data, *keys)
    if missing := [key for key in keys if key not in data]:
        raise CertificateError(f"a file of this kind has a part {missing[0]!r}")


def told_asked(data: Mapping[str, Any]) -> tuple[str, ...] | None:
    """What was asked for, if a file says so; CertificateError for anything but different ids."""
    asked = data.get("asked")
    if "asked" not in data:
        return None
    if not isinstance(asked, list) or not all(type(item) is str for item in asked):
        raise CertificateError("`asked` is a list of ids")
    if len(set(asked)) != len(asked):
        raise CertificateError("`asked` has an id twice")
    return tuple(asked)


def told_seconds(entry: Mapping[str, Any]) -> float:
    """How long it took, as an entry says; CertificateError for anything but a number >= 0."""
    seconds = entry.get("seconds", 0)
    if type(seconds) not in (int, float) or not 0 <= seconds < inf:
        raise CertificateError("seconds is a number")
    return float(seconds)


def told_reason(entry: Mapping[str, Any], expected: str = "") -> str:
    """The reason of an entry; CertificateError for another one than a decided verdict has."""
    reason = entry.get("reason", "")
    if type(reason) is not str:
        raise CertificateError("a reason is a text")
    if entry.get("verdict") != "undecided" and reason != expected:
        raise CertificateError("the reason is not that of the verdict")
    return reason


@contextmanager
def strictly() -> Iterator[None]:
    """Whatever is wrong with a saved entry, or takes too long, is a CertificateError."""
    try:
        yield
    except (CertificateError, FormulaError) as error:
        raise CertificateError(str(error)) from None
    except MALFORMED as error:
        raise CertificateError(malformed(error)) from None


def without_notes(data: Any) -> Any:
    """A saved answer without the notes of its cells: sentences, which versions word differently.

    Nothing is read from a note; a page tells what was replayed in words of its own.
    """
    if not isinstance(data, dict) or not isinstance(data.get("cells"), list):
        return data
    cells = [
        {k: v for k, v in cell.items() if k != "note" or type(v) is not str}
        if isinstance(cell, dict)
        else cell
        for cell in data["cells"]
    ]
    return {**data, "cells": cells}


def demand_same(entry: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    """Every part of a saved entry must be what it was worked out to be again; a note is a text."""
    for key in {**expected, **entry}:
        if key == "note" and type(entry.get(key)) is str and key in expected:
            continue
        if key not in entry or key not in expected or not same(entry[key], expected[key]):
            raise CertificateError(f"the entry `{key}` is not what the claim and the verdict give")


def same(left: Any, right: Any) -> bool:
    """Equal as JSON texts: 1, 1.0 and true are three different things."""
    return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)
