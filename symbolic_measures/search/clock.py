"""A deadline that search looks at between steps."""

from __future__ import annotations

import time


class OutOfTimeError(Exception):
    """The time given to one property is used up."""


class Clock:
    """Raises OutOfTimeError from `tick` once the seconds are over."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds

    def tick(self) -> None:
        """Look at the time."""
        if time.monotonic() > self.end:
            raise OutOfTimeError

    def left(self) -> float:
        """Seconds that remain, at least 0."""
        return max(0.0, self.end - time.monotonic())
