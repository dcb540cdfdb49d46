"""Work shared by several processes; an interrupt ends them, and what was handed over stays.

The processes are joblib's: no main guard is needed in scripts, and whoever sets another backend of
joblib around the call (`with joblib.parallel_config(backend="dask"): ...`) has the same work done
on a cluster.  Invariant: the results do not depend on how many processes there are, nor on which.
"""

from __future__ import annotations

import signal
import threading
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar, TypeVarTuple

from symbolic_measures.fences import Fence, end_of_run, whole_run

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


def in_processes(
    function: Callable[[*Arguments], Result],
    tasks: Iterable[tuple[*Arguments]],
    jobs: int,
) -> Iterator[Result]:
    """The results as they come, of one process (this one) or several.

    If the caller stops listening, the processes are ended at once.  A whole run ends in all of them
    at the same time.
    """
    if jobs <= 1:
        for task in tasks:
            yield function(*task)
        return
    from joblib import Parallel, delayed  # only where it is used: start-up stays quick

    # A process that has grown is replaced, with a warning in the thread that manages them.  It is
    # of no use to the caller, and where warnings are errors the thread ends and the run never does.
    warnings.filterwarnings("ignore", "A worker stopped while some jobs", UserWarning)
    # each task by itself, all at once: the longest come first, and nobody waits for a batch
    pool = Parallel(jobs, batch_size=1, pre_dispatch="all", return_as="generator_unordered")
    with _interrupts_held():
        results = pool(delayed(_within)(end_of_run(), function, task) for task in tasks)
    try:
        yield from results
    finally:
        results.close()


def _within(
    end: Fence | None, function: Callable[[*Arguments], Result], task: tuple[*Arguments]
) -> Result:
    """The result, within the run that it is a part of."""
    with whole_run(end):
        return function(*task)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C does not reach processes that start in the block: they end with the one that did.

    That one misses what comes in the block; it is over in a moment.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    try:
        yield
    finally:
        if main:
            signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
