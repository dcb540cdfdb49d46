"""Decides the papers' tables and keeps where they differ from print, for notebook 06.

    python notebooks/decide.py [--jobs 2] [--seconds 120] [--cache FOLDER]

A file in `decided/` is a saved table as `symbolic-measures table` writes it, with the cells that
agree left out; `verify` replays it.  The notebook replays it, too, and trusts nothing else in it.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from symbolic_measures import decide_table
from symbolic_measures.catalog.papers import TABLES
from symbolic_measures.formulas import DISPLAYS, decide_formulas

DECIDED = Path(__file__).parent / "decided"


def main() -> None:
    """Writes one file for each table."""
    reader = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reader.add_argument("--jobs", type=int, default=2)
    reader.add_argument("--seconds", type=float, default=120.0, help="for each property")
    reader.add_argument("--cache", default="", help="a folder that keeps verdicts")
    given = vars(reader.parse_args())
    found = {name: decide_table(name, **given).to_data() for name in TABLES}
    for paper in DISPLAYS:
        found[f"{paper}:formulas"] = decide_formulas(f"{paper}:formulas", **given).to_data()
    DECIDED.mkdir(exist_ok=True)
    for name, data in found.items():
        data["cells"] = [cell for cell in data["cells"] if not cell["agrees"]]
        data["complete"] = False
        text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
        (DECIDED / f"{name.replace(':', '-')}.json").write_text(text, encoding="utf-8")
        print(f"{name}: {len(data['cells'])} differ")


if __name__ == "__main__":
    main()
