"""What a call costs, counted: the same on every machine, busy or idle."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Calls:
    """How many functions were called so far, of Python and of C."""

    made = 0


@contextmanager
def counted() -> Iterator[Calls]:
    """Counts the calls that are made in the block.

    >>> with counted() as calls:
    ...     _ = [abs(one) for one in range(100)]
    >>> 100 <= calls.made < 120
    True
    """
    calls = Calls()

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        calls.made += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(before)
