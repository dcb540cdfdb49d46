"""What every rule computes, subgoal by subgoal, is what was read and checked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from subgoals import TASKS, Task, head, subgoals

from symbolic_measures.kernel.rules.registry import RULES


def _kept() -> dict[str, list[str]]:
    """Each step with the lines below it."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in Path(__file__).with_name("subgoals.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("    "):
            lines.append(line.strip())
        else:
            found[line] = lines = []
    return found


KEPT = _kept()


@pytest.mark.parametrize("step", TASKS, ids=[head(*step) for step in TASKS])
def test_subgoals(step: Task) -> None:
    assert subgoals(*step) == KEPT[head(*step)]


def test_no_line_is_left_over() -> None:
    assert set(KEPT) == {head(*step) for step in TASKS}
    assert {rule for rule, _, _ in TASKS} == set(RULES)
