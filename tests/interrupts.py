"""Programs that are ended in the middle of their work, at a moment that they tell."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from places import ROOT

#: Seconds after which a program hangs.
PATIENCE = 300


def interruptible() -> None:
    """In the child: Ctrl-C is heard, even where the tests run as a job that ignores it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def ended(
    words: Sequence[str],
    ready: Callable[[], bool],
    sent: int = signal.SIGINT,
    first: Path = ROOT,
) -> subprocess.CompletedProcess[str]:
    """The program and all its processes, sent a signal once it is `ready`, or done before.

    Modules are looked for in the folder `first`. The code is what a shell tells: Python ends itself
    by the signal, after its exit code was set, where the signal came while code was made of text
    (a data class, say), and a shell tells that as 130, too.
    """
    path = os.pathsep.join(dict.fromkeys((str(first), str(ROOT))))
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": path}, start_new_session=True,
        preexec_fn=interruptible,
    ) as process:  # fmt: skip
        waited = time.monotonic() + PATIENCE
        while not ready() and process.poll() is None and time.monotonic() < waited:
            time.sleep(0.02)
        if process.poll() is None:
            os.killpg(process.pid, sent)
        try:
            _, errors = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise
    code = 128 + signal.SIGINT if process.returncode == -signal.SIGINT else process.returncode
    return subprocess.CompletedProcess(words, code, "", errors)


def files_in(folder: Path) -> list[Path]:
    """The files there, but for those that are being written."""
    return [path for path in folder.glob("[!.]*") if path.is_file()]
