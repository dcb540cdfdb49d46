"""Saved files: read with limits, written without the time that it took."""

from __future__ import annotations

import gzip
import io
import json
import re
from pathlib import Path
from typing import Any

MAX_FILE = 50_000_000
_STOPPED = re.compile(r"stopped (after|by the time limit of) [0-9.]+ seconds?")


def timeless(data: Any) -> Any:
    """Saved data with all times 0, also in what is said of undecided goals."""
    if isinstance(data, str):
        return _STOPPED.sub("stopped: the time was over", data)
    if isinstance(data, list):
        return [timeless(item) for item in data]
    if isinstance(data, dict):
        return {key: 0.0 if key == "seconds" else timeless(item) for key, item in data.items()}
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of two parts with one name a reader would see only one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the part {twice[:40]!r} stands there twice")
    return found


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is no number")


def read_saved(path: Path) -> Any:
    """The data of a saved file, compressed or not; ValueError, in one line, if it cannot be."""
    size = f"larger than {MAX_FILE // 10**6} MB"
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE + 1)
        if path.suffix == ".gz":
            with gzip.open(io.BytesIO(raw)) as unpacked:
                raw = unpacked.read(MAX_FILE + 1)
        if len(raw) > MAX_FILE:
            raise ValueError(size)
        return json.loads(raw, object_pairs_hook=_once, parse_constant=_no_number)
    except EOFError:
        raise ValueError("not a whole gzip file") from None
    except OSError as error:
        raise ValueError(error.strerror or str(error)) from None
    except (ValueError, RecursionError) as error:
        told = str(error)[:100]
        raise ValueError(told if told == size else f"not JSON ({told})") from None
