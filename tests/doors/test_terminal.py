"""A terminal shows what was decided: the formula and all that its meaning depends on."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pty = pytest.importorskip("pty")  # not on Windows


def terminal(*words: str) -> str:
    """What a command prints on a terminal of 100 columns."""
    reads, writes = pty.openpty()
    found = {**os.environ, "COLUMNS": "100", "TERM": "dumb"}
    command = [sys.executable, "-m", "symbolic_measures", *words]
    with subprocess.Popen(command, stdout=writes, stderr=subprocess.DEVNULL, env=found) as run:
        os.close(writes)
        told = b""
        while True:
            try:
                part = os.read(reads, 65_536)
            except OSError:  # Linux tells the end of a terminal so
                break
            if not part:
                break
            told += part
    os.close(reads)
    assert run.returncode == 0
    return told.decode().replace("\r\n", "\n")


def test_all_that_the_meaning_depends_on_is_shown() -> None:
    told = terminal(
        "check", "a*F1", "--assume", "a > 0", "--property", "symmetry", "--property",
        "undefined-set", "--convention", "TP+FN = 0: 1", "--lower-is-better",
    )  # fmt: skip
    for line in (
        "  formula     M = a*(2*TP/(2*TP + FN + FP))",
        "  parameters  a > 0",
        "  domain      defined everywhere",
        "  reading     user-defined",
        "  convention  M = 1 where P = 0 (user-defined)",
        "  note        Lower is better: the properties are those of S = -M; what",
        "Matrices are (TP, FN, FP, TN), in this order",
    ):
        assert line in told


def test_properties_of_the_measure_as_given_are_told_as_such() -> None:
    told = terminal("check", "F1", "--property", "ach", "--lower-is-better")
    assert "these properties are those of M as it is given" in told
    assert "S = -M" not in told


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (("identity", "F1", "F1_harmonic"), "formula     2*TP/(2*TP + FN + FP) ="),
        (("limit", "recall", "--to", "TN -> oo"), "formula     M = TP/"),
        (("taylor", "kappa"), "formula     M = "),
    ],
)
def test_other_answers_show_their_formula(words: tuple[str, ...], shown: str) -> None:
    assert shown in terminal(*words)
