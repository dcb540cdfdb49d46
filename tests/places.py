"""Where things are."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

TESTS = Path(__file__).parent
ROOT = TESTS.parent
PACKAGE = ROOT / "symbolic_measures"
#: torchmetrics is large, and an extra of its own: None where it is not installed.
TORCHMETRICS = find_spec("torchmetrics")
