"""The saved answers behind the pages: decided once by `docs/decide.py`, replayed in every build.

What a page says of a measure stands in `docs/certificates/`, in files that `verify` reads.  Reading
one replays every verdict, so that a page rests on the kernel and not on the run that found it.
A measure without files has a page that says so.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from symbolic_measures.doors.saved import read_saved
from symbolic_measures.questions import kinds

FOLDER = Path(__file__).parents[1] / "certificates"


def path_of(kind: str, name: str) -> Path:
    """Where an answer is kept: `check`, `CC`."""
    return FOLDER / f"{kind}-{name}.json.gz"


@cache
def answer(kind: str, name: str) -> Any:
    """The replayed answer; None if there is none.  CertificateError if one does not verify."""
    path = path_of(kind, name)
    return kinds.read(read_saved(path)) if path.exists() else None


def names(kind: str) -> list[str]:
    """The names of the answers of a kind that are kept."""
    found = FOLDER.glob(f"{kind}-*.json.gz")
    return sorted(path.name.removeprefix(f"{kind}-").removesuffix(".json.gz") for path in found)
