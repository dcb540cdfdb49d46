"""A deadline that search looks at between steps.

Counted is the computing time of this process, so that a verdict does not depend on what else the
machine does.
"""

from __future__ import annotations

import time


class OutOfTimeError(Exception):
    """The time given to one property is used up."""


class Clock:
    """Raises OutOfTimeError from `tick` once the seconds of computing are over."""

    def __init__(self, seconds: float) -> None:
        self.end = time.process_time() + seconds

    def tick(self) -> None:
        """Look at the time."""
        if time.process_time() > self.end:
            raise OutOfTimeError

    def left(self) -> float:
        """Seconds that remain, at least 0."""
        return max(0.0, self.end - time.process_time())
