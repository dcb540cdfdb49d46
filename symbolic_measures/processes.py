"""Work shared by several processes; an interrupt ends them, and what was handed over stays."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar, TypeVarTuple

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


def in_processes(
    function: Callable[[*Arguments], Result],
    tasks: Iterable[tuple[*Arguments]],
    jobs: int,
) -> Iterator[Result]:
    """The results as they come, of one process (this one) or several.

    If the caller stops listening, the processes are ended at once.
    """
    if jobs <= 1:
        for task in tasks:
            yield function(*task)
        return
    others = set(active_children())
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        try:
            with _interrupts_held():
                futures = [pool.submit(function, *task) for task in tasks]
            for future in as_completed(futures):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            for process in set(active_children()) - others:
                process.terminate()
            raise


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Ctrl-C waits until the block is left, and does not reach processes that start in it."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
