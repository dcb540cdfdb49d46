"""The reports that the tests of this folder show."""

from __future__ import annotations

import pytest
from decided import decided

from symbolic_measures.meaning.report import Report


@pytest.fixture(params=["F1", "CC", "GM_half", "F_beta", "convention", "difference", "hostile"])
def report(request: pytest.FixtureRequest) -> Report:
    return decided(request.param)
