"""How much search may cost: steps that are counted, the same on every machine, inside a fence.

A step is about a microsecond of the machine on which costs were measured; what is counted is the
size of what is worked on, never time, so that a verdict depends neither on the machine nor on what
else it does.  Seconds on the wall are only an outer fence: `OutOfTimeError` says that IT stopped
the search.  Invariant: what a share spends is spent of the whole, too.
"""

from __future__ import annotations

import gc
import signal
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from types import FrameType

from symbolic_measures.nouns.question import SECONDS

#: Steps are given out in millions: each about a second.
MILLION = 1_000_000
#: What one verdict may cost.
STEPS = 30 * MILLION


class StoppedError(Exception):
    """Search was stopped; the message says by what."""


class OutOfStepsError(StoppedError):
    """The steps are used up."""

    def __init__(self, steps: int) -> None:
        super().__init__(f"stopped after {in_words(steps)} steps of search")


class OutOfTimeError(StoppedError):
    """The fence of seconds was reached before the steps were used up."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"stopped by the time limit of {seconds:g} seconds")


def in_words(steps: int) -> str:
    """The number as people say it: 30 million, 1.5 million, 2,000."""
    if steps < MILLION:
        return f"{steps:,}"
    return f"{steps / MILLION:.2f}".rstrip("0").rstrip(".") + " million"


class Effort:
    """Steps that may be spent, perhaps as a share of more, within so many seconds from now."""

    __slots__ = ("_above", "_end", "_free", "seconds", "spent", "steps")

    def __init__(self, seconds: float = SECONDS, steps: int = STEPS) -> None:
        self.steps, self.seconds, self.spent = steps, seconds, 0
        self._above: Effort | None = None
        self._free = False
        self._end = time.monotonic() + seconds

    def tick(self, cost: int = 100) -> None:
        """Spend so many steps; raises a StoppedError if there are none left, or no time."""
        self.spend(cost)
        one: Effort | None = None if self._free else self
        while one is not None:
            if one.spent > one.steps:
                raise OutOfStepsError(one.steps)
            one = one._above

    def spend(self, cost: int) -> None:
        """Spend steps for what is done in any case; only the time stops it."""
        one: Effort | None = self
        while one is not None:
            one.spent += cost
            one = one._above
        if time.monotonic() > self._end:
            raise OutOfTimeError(self.seconds)

    def left(self) -> int:
        """Steps that remain, at least 0."""
        own = max(0, self.steps - self.spent)
        return own if self._above is None else min(own, self._above.left())

    def share(self, steps: int) -> Effort:
        """At most so many of these steps, within the same fence."""
        part = Effort(self.seconds, min(steps, self.left()))
        part._above, part._end = self, self._end
        return part

    def in_any_case(self) -> Effort:
        """For work that is completed whatever it costs: counted here, but only time stops it."""
        part = self.share(0)
        part._free = True
        return part

    @contextmanager
    def fenced(self) -> Iterator[None]:
        """Raises OutOfTimeError in the block wherever it is, not only where steps are counted.

        That takes a signal, so the main thread, and a system that has timers; elsewhere the time is
        looked at where steps are counted.
        """
        main = threading.current_thread() is threading.main_thread()
        room = self._end - time.monotonic()
        if room == inf or not main or not hasattr(signal, "setitimer"):
            yield
            return

        def stop(_: int, frame: FrameType | None) -> None:
            if _in_a_callback(frame):  # what is raised there is lost
                signal.setitimer(signal.ITIMER_REAL, 1e-3, 1.0)
                return
            raise OutOfTimeError(self.seconds)

        outer, start = signal.getitimer(signal.ITIMER_REAL)[0], time.monotonic()
        if outer and outer <= room:  # another fence is nearer
            yield
            return
        handler = signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, max(room, 1e-3), 1.0)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, handler)
            if outer:
                spent = time.monotonic() - start
                signal.setitimer(signal.ITIMER_REAL, max(outer - spent, 1e-3), 1.0)


def _in_a_callback(frame: FrameType | None) -> bool:
    """Whether the frame is in what the collector calls: its callbacks, weak references, finalizers.

    Python reports what is raised there and drops it, so the fence would be late by a second and
    leave half-done what it stopped.
    """
    callbacks = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        code = frame.f_code
        if code in callbacks or code.co_name == "__del__" or frame.f_globals is vars(weakref):
            return True
        frame = frame.f_back
    return False


#: Where a limit is asked for: seconds of the outer fence, or what is left of an effort.
Limit = Effort | float


def granted(limit: Limit, steps: int = STEPS) -> Effort:
    """The effort itself, or so many steps within so many seconds."""
    return limit if isinstance(limit, Effort) else Effort(limit, steps)
