"""Tests of the export to Rocq.  Those that run coqc say so loudly where it is missing."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROCQ = Path(__file__).parents[2] / "rocq"

NEEDING_COQC = [
    f"test_{name}.py" for name in ("accepted", "adversary", "mutants", "rules", "statements")
]
collect_ignore = [] if shutil.which("coqc") else NEEDING_COQC


@pytest.fixture(scope="session")
def compiled_library() -> None:
    """The library, compiled: by one process of the tests at a time."""
    with (ROCQ / "Makefile").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = subprocess.run(["make", "-C", str(ROCQ)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """One line nobody can miss, if the tests that need Rocq did not run."""
    if collect_ignore:
        names = ", ".join(NEEDING_COQC)
        terminalreporter.write_line(
            f"NOT RUN, coqc is missing: tests/rocq/{names}; "
            "apt-get install --no-install-recommends coq",
            red=True,
        )
