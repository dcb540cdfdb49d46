"""Keeps, of the decided tables, where they differ from print, for notebook 06.

    symbolic-measures report --all -o reports
    python notebooks/differences.py reports/certificates

A file in `decided/` is a saved table as `symbolic-measures table` writes it, with the cells that
agree left out; `verify` replays it.  The notebook replays it, too, and trusts nothing else in it.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from symbolic_measures.catalog.papers import TABLES
from symbolic_measures.formulas import DISPLAYS

DECIDED = Path(__file__).parent / "decided"


def main(certificates: Path) -> None:
    """Writes one file for each table."""
    DECIDED.mkdir(exist_ok=True)
    for name in (*TABLES, *DISPLAYS):
        file = name.replace(":", "-")
        data = json.loads(gzip.decompress((certificates / f"{file}.json.gz").read_bytes()))
        data["cells"] = [cell for cell in data["cells"] if not cell["agrees"]]
        data["complete"] = False
        text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
        (DECIDED / f"{file}.json.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
        print(f"{name}: {len(data['cells'])} differ")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
