"""A step on a false obligation leaves a false subgoal: each subgoal is tried by a falsehood."""

from __future__ import annotations

import pytest
from forgery import Needed
from needed_steps import STEPS


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_the_false_subgoal_is_there(step: Needed) -> None:
    step.check()
