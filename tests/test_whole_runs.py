"""No run ends in a traceback, hangs, or holds too much; what it saved verifies."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tiers import few
from whole_runs import command, ran

#: Runs in all; the quick tier has a few of them.
MANY = 5_000
#: Runs that once failed.
KNOWN = [
    ["threshold", "xlogy(a*TP/(FN+FP) + (1-a)*kappa, TP/n)", "--assume", "a",
     "--property", "maximal-agreement", "--parameter", "a"],
    ["check", "kappa/(2+MCC^3)", "--property", "baseline-order"],
    ["check", "accuracy", "--classes", "6", "--property", "symmetry"],
    ["normaliser", "1/Max(p_A*(1-p_A),p_B*(1-p_B))"],
    ["identity", "MCC^30", "kappa^30*F1"],
    ["check", "MCC*sqrt(MCC^2)", "--framework", "opitz2024"],
]  # fmt: skip


@pytest.mark.parametrize("words", KNOWN, ids=lambda words: " ".join(words)[:40])
def test_runs_that_once_failed(words: list[str], tmp_path: Path) -> None:
    run = ran(words, tmp_path)
    assert run.wrong() == "", run


@pytest.mark.parametrize("seed", few(range(MANY), 6))
def test_a_run_at_random(seed: int, tmp_path: Path) -> None:
    run = ran(command(random.Random(seed)), tmp_path, seed)
    assert run.wrong() == "", run
