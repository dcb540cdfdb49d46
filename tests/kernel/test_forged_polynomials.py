"""Every forgery of a rule on polynomials is false, and refused by its guard."""

from __future__ import annotations

import pytest
from forged_polynomials import FORGERIES
from forgery import Forgery


@pytest.mark.parametrize("forgery", FORGERIES, ids=str)
def test_forgery_is_refused(forgery: Forgery) -> None:
    forgery.check()
