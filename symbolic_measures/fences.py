"""Outer limits: seconds on the wall and memory, for one decision and for a whole run.

What search counts stops it long before.  Seconds are a fence around a block: whatever happens in
it, counted or not, an error is raised there once the time is over.  A fence looks at memory, too,
since neither a step nor a second says how much is built.  A whole run (`whole_run`) has an end that
no fence in it goes beyond, in other processes either.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from math import inf
from types import FrameType

#: What a process may come to hold inside of fences, in bytes, beyond what it held before: a session
#: may be large without us.  Caches are emptied before anything is given up.
MEMORY = 800_000_000
#: How often a fence is looked at, in seconds; how long what it stopped has to clear up.
TICK, GRACE = 0.1, 1.0


class StoppedError(Exception):
    """Something was stopped; the message says by what."""


class OutOfTimeError(StoppedError):
    """The fence of seconds was reached."""

    def __init__(self, seconds: float, whole: bool = False) -> None:
        run = " for the whole run" if whole else ""
        super().__init__(f"stopped by the time limit of {seconds:g} seconds{run}")


class OutOfMemoryError(StoppedError):
    """What was built is too large."""

    def __init__(self, most: int) -> None:
        super().__init__(f"stopped by the memory limit of {most // 10**6:,} MB")


@dataclass(frozen=True)
class Fence:
    """A moment of `time.monotonic`, so many seconds after its start; perhaps that of a run."""

    end: float
    seconds: float
    whole: bool = False

    def look(self) -> None:
        """OutOfTimeError if it is past."""
        if time.monotonic() > self.end:
            raise OutOfTimeError(self.seconds, self.whole)

    @contextmanager
    def around(self) -> Iterator[None]:
        """Raises a StoppedError in the block wherever it is, not only where somebody looks.

        That takes a signal, so the main thread, and a system that has timers.
        """
        main = threading.current_thread() is threading.main_thread()
        if not main or not hasattr(signal, "setitimer"):
            yield
            return
        depth = len(_active)
        handler = signal.getsignal(signal.SIGALRM)
        if not depth:
            signal.signal(signal.SIGALRM, _tick)
            _before[0] = memory()
        _active.append(self)
        _soon(max(min(self.end - time.monotonic(), TICK), 1e-3))
        try:
            yield
        finally:
            del _active[depth:]
            if not depth:
                signal.setitimer(signal.ITIMER_REAL, 0)
                signal.signal(signal.SIGALRM, handler)


#: The fences that are being watched, from the outermost to the innermost.
_active: list[Fence] = []
#: What the process held where the outermost began.
_before = [0]
#: The end of the whole run, if it has one.
_run: ContextVar[Fence | None] = ContextVar("run", default=None)


def fence(seconds: float) -> Fence:
    """So many seconds from now, but not beyond the end of the run."""
    own, run = Fence(time.monotonic() + seconds, seconds), _run.get()
    return own if run is None or own.end < run.end else run


def end_of_run() -> Fence | None:
    """The end of the whole run, to hand it to other processes: they have the same clock."""
    return _run.get()


@contextmanager
def whole_run(end: Fence | float | None) -> Iterator[None]:
    """Nothing in the block goes on for more than so many seconds, or beyond that end."""
    known = Fence(time.monotonic() + end, end, True) if isinstance(end, float | int) else end
    token = _run.set(known)
    try:
        yield
    finally:
        _run.reset(token)


def hard_end() -> Fence:
    """A little after the end of the run: when what is not stopped by itself is stopped."""
    run = _run.get()
    if run is None:
        return Fence(inf, inf)
    return Fence(run.end + max(2 * GRACE, run.seconds / 10), run.seconds, True)


def _soon(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_REAL, seconds, TICK)


def _tick(_: int, frame: FrameType | None) -> None:
    now = time.monotonic()
    late = any(now > one.end for one in _active)
    if not late and memory() - _before[0] <= MEMORY:
        return
    if _in_a_callback(frame):  # what is raised there is lost
        _soon(1e-3)
        return
    for one in _active:
        if now > one.end:
            _soon(GRACE)
            raise OutOfTimeError(one.seconds, one.whole)
    signal.setitimer(signal.ITIMER_REAL, 0)  # the next tick must not fall into this one
    release()
    _soon(GRACE)
    if memory() - _before[0] > MEMORY:
        raise OutOfMemoryError(MEMORY)


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


def memory() -> int:
    """What this process holds, in bytes; the most it held where the system does not say more."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        import resource

        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024


def release() -> None:
    """Empties every cache of this package, and gives back to the system what is free."""
    own = __name__.partition(".")[0]
    for thing in gc.get_objects():
        if type(thing) is _lru_cache_wrapper and thing.__module__.partition(".")[0] == own:
            thing.cache_clear()
    gc.collect()
    import ctypes  # only where it is used: start-up stays quick

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if os.name == "posix" else None
    if trim is not None:
        trim(0)
