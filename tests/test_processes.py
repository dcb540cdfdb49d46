"""Work in several processes, where one of them is replaced by another."""

from __future__ import annotations

import subprocess
import sys

GROWS = """
import sys, time
from symbolic_measures.processes import in_processes

def grow(number):
    import numpy
    sys.held = [*getattr(sys, "held", ()), numpy.ones(25_000_000)]  # 200 MB more with each task
    time.sleep(0.6)
    return number

print(sorted(in_processes(grow, [(number,) for number in range(8)], 2)))
"""


def test_a_process_that_has_grown_is_replaced_where_warnings_are_errors() -> None:
    """joblib warns in the thread that manages them; an error there would end it, and never us."""
    command = [sys.executable, "-W", "error::UserWarning", "-c", GROWS]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert (run.stdout.strip(), run.stderr) == (str(list(range(8))), "")
