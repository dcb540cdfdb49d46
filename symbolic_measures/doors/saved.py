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
        return json.loads(raw)
    except EOFError:
        raise ValueError("not a whole gzip file") from None
    except OSError as error:
        raise ValueError(error.strerror or str(error)) from None
    except (ValueError, RecursionError) as error:
        told = str(error)[:100]
        raise ValueError(told if told == size else f"not JSON ({told})") from None
