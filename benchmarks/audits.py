"""Times the audits of released libraries: the command that writes their pages, in processes.

    python benchmarks/audits.py [--jobs 2]

Prints how many functions were audited, and the CPU seconds of all processes together: at most 240
are two minutes on two cores.  The libraries come with `pip install ".[audits]"`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

from rich.console import Console
from rich.table import Table

AUDITS = Path(__file__).resolve().parent.parent / "audits"
NAMES = ("imbalanced-learn", "pycm", "scikit-learn")
LIMIT = 240


def functions(path: Path) -> int:
    """How many different functions a list has, options and items included."""
    listed = tomllib.loads(path.read_text(encoding="utf-8"))["target"]
    return len({(t["function"], str(t.get("options")), t.get("item")) for t in listed})


def main() -> None:
    """Runs the command once and prints the table."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--jobs", type=int, default=2)
    jobs = reader.parse_args().jobs
    paths = [AUDITS / f"{name}.toml" for name in NAMES]
    table = Table("library", "functions", "CPU seconds", "wall", "limit", title="audits")
    for path in paths:
        table.add_row(path.stem, str(functions(path)))
    command = [sys.executable, "-m", "symbolic_measures", "audit", *map(str, paths)]
    with tempfile.TemporaryDirectory() as folder:
        before, start = os.times(), time.perf_counter()
        done = subprocess.run(
            [*command, "--jobs", str(jobs), "-o", f"{folder}/audits.txt"],
            check=False,
            stderr=subprocess.DEVNULL,
        )
        after, wall = os.times(), time.perf_counter() - start
    if done.returncode not in (0, 1):
        raise SystemExit(f"the audits ended with code {done.returncode}; pip install '.[audits]'")
    user, system = after.children_user, after.children_system
    spent = user - before.children_user + system - before.children_system
    table.add_row("all", str(sum(map(functions, paths))), f"{spent:.0f}", f"{wall:.0f}", str(LIMIT))
    Console().print(table)


if __name__ == "__main__":
    main()
