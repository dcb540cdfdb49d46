"""The examples of the README are executed."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("code", _blocks("python"))
def test_python_examples(code: str) -> None:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


SHELL = [
    line
    for block in _blocks("sh")
    for line in block.splitlines()
    if line.startswith("symbolic-measures")
]


@pytest.mark.parametrize("line", SHELL)
def test_shell_examples(line: str, tmp_path: Path) -> None:
    words = [sys.executable, "-m", "symbolic_measures", *shlex.split(line)[1:]]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    expected = 1 if "--require monotone" in line else 0
    assert done.returncode == expected, done.stderr


def test_the_session_that_is_shown(tmp_path: Path) -> None:
    (session,) = _blocks("console")
    shown = [line for line in session.splitlines() if not line.startswith("$")]
    printed: list[str] = []
    for line in session.splitlines():
        if line.startswith("$"):
            words = [sys.executable, "-m", "symbolic_measures", *shlex.split(line[1:])[1:]]
            done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=True)
            printed += done.stdout.splitlines()
    assert printed == shown


def test_the_two_commands_come_first() -> None:
    first = _blocks("sh")[0]
    assert first.splitlines()[0].startswith("make demo")
    assert first.splitlines()[1].startswith("make test")
