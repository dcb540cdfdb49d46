"""A Python in which the search and numpy cannot be imported; run as a script, it is the command.

python tests/without_search.py verify FILE.json
"""

from __future__ import annotations

import os
import subprocess
import sys

from places import ROOT

#: What cannot be imported, and all that is in it.
REFUSED = ("symbolic_measures.search", "numpy")


class Refusing:
    """Asked before every other finder: an import of what is refused is an error."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        for refused in REFUSED:
            if f"{name}.".startswith(f"{refused}."):
                raise ImportError(f"{name} is refused here")


def run(*arguments: str, latex: bool = True) -> subprocess.CompletedProcess[str]:
    """The command in such a Python; without `latex` it finds no other program."""
    words = [sys.executable, __file__, *arguments]
    path = os.environ.get("PATH", "") if latex else ""
    where = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": path}
    return subprocess.run(words, capture_output=True, text=True, check=False, env=where)


if __name__ == "__main__":
    sys.meta_path.insert(0, Refusing)  # type: ignore[arg-type]
    from symbolic_measures.doors.cli import main

    sys.exit(main(sys.argv[1:]))
