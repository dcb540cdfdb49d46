"""Numbers of the tests: mpmath's precision is one for the whole process, so it is set once.

What cannot be tried where the tests run stands in their header.
"""

from __future__ import annotations

from mpmath import mp
from places import TORCHMETRICS

mp.dps = 60


def pytest_report_header() -> list[str]:
    """What is left out."""
    left = "left out: the audits of torchmetrics, which is not installed: .[torchmetrics]"
    return [] if TORCHMETRICS else [left]
