"""The saved answers behind the pages: decided once by `docs/decide.py`, replayed in every build.

What a page says of a measure stands in `docs/certificates/`, in files that `verify` reads.  Reading
one replays every verdict, so that a page rests on the kernel and not on the run that found it.
A measure without files has a page that says so.  Every processor takes its part of the files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from typing import Any

from symbolic_measures.doors.saved import read_saved
from symbolic_measures.questions import kinds

FOLDER = Path(__file__).parents[1] / "certificates"
#: What is replayed, by its file.
_KNOWN: dict[Path, Any] = {}


def path_of(kind: str, name: str) -> Path:
    """Where an answer is kept: `check`, `CC`."""
    return FOLDER / f"{kind}-{name}.json.gz"


def in_parallel(function: Callable[..., Any], items: Iterable[Any]) -> list[Any]:
    """The function of each item, on every processor; the processes know what is known here."""
    if "fork" not in get_all_start_methods():
        return list(map(function, items))
    with ProcessPoolExecutor(mp_context=get_context("fork")) as pool:
        return list(pool.map(function, items))


def _replayed(path: Path) -> Any:
    return kinds.read(read_saved(path))


def replay_all() -> None:
    """Replays every file.  CertificateError if one does not verify."""
    paths = sorted(FOLDER.glob("*.json.gz"))
    _KNOWN.update(zip(paths, in_parallel(_replayed, paths), strict=True))


def answer(kind: str, name: str) -> Any:
    """The replayed answer; None if there is none.  CertificateError if one does not verify."""
    path = path_of(kind, name)
    if path not in _KNOWN and path.exists():
        _KNOWN[path] = _replayed(path)
    return _KNOWN.get(path)


def names(kind: str) -> list[str]:
    """The names of the answers of a kind that are kept."""
    found = FOLDER.glob(f"{kind}-*.json.gz")
    return sorted(path.name.removeprefix(f"{kind}-").removesuffix(".json.gz") for path in found)
