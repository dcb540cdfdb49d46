"""A shell that asks is told commands, options and the names that they take."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


def completed(line: str) -> set[str]:
    """What is offered at the end of a line, as argcomplete asks for it."""
    script = (
        "import os, sys; os.dup2(1, 8); os.dup2(2, 9); "
        "from symbolic_measures.doors.cli import main; main([])"
    )
    asked = {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line)),
             "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_SUPPRESS_SPACE": "1"}  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env={**os.environ, **asked}
    )
    assert done.returncode == 0, done.stderr
    return {word.strip() for word in done.stdout.splitlines()}


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("symbolic-measures ver", {"verify"}),
        ("symbolic-measures check F1 --prop", {"--property"}),
        ("symbolic-measures check F1 --property weakly-m", {"weakly-monotone"}),
        ("symbolic-measures check Jacc", {"Jaccard", "Jaccard_distance"}),
        ("symbolic-measures check F1 --reading sci", {"scikit-learn"}),
        ("symbolic-measures averaging mic", {"micro"}),
    ],
)
def test_what_is_offered(line: str, offered: set[str]) -> None:
    assert completed(line) == offered


def test_nothing_is_loaded_unless_a_shell_asks() -> None:
    script = (
        "import sys; from symbolic_measures.doors.cli import _parser, complete; "
        "complete(_parser()); print('argcomplete' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stdout == "False\n"
