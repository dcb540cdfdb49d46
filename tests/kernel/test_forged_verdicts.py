"""Every forgery of a verdict is refused by its guard."""

from __future__ import annotations

import pytest
from forged_verdicts import FORGERIES, ForgedVerdict


@pytest.mark.parametrize("forgery", FORGERIES, ids=str)
def test_forgery_is_refused(forgery: ForgedVerdict) -> None:
    forgery.check()
