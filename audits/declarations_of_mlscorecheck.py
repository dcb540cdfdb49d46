"""What mlscorecheck declares of its scores, as declarations that can be judged:

    pip install --no-deps mlscorecheck==1.0.3
    python audits/declarations_of_mlscorecheck.py > mlscorecheck-1.0.3.json
    symbolic-measures audit mlscorecheck-1.0.3.json

Its file `scores.json` has formula, bounds and "nans": cells that are 0, or all of their class,
where a score is undefined.  It speaks of data in which both classes occur, so this is said, too.
"""

from __future__ import annotations

import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

NAMES = {"tp": "TP", "fn": "FN", "fp": "FP", "tn": "TN", "p": "P", "n": "N"}
PARAMETERS = ("beta_positive", "beta_negative")


def declaration(score: dict[str, Any], others: dict[str, str]) -> dict[str, Any]:
    """One score."""
    formula = renamed(score["formula"])
    found: dict[str, Any] = {"name": score["name"], "formula": formula, "where": ["P > 0", "N > 0"]}
    found["assume"] = [f"{name} > 0" for name in PARAMETERS if name in formula]
    for side in ("lower", "upper"):
        if score.get(f"{side}_bound") is not None:
            found[side] = score[f"{side}_bound"]
    found["undefined"] = [condition(nans) for nans in score.get("nans", [])]
    if score.get("complement"):
        found["equals"] = [f"1-({others[score['complement']]})"]
    return found


def renamed(text: str) -> str:
    """With the cells and margins in this project's letters."""
    return re.sub(r"\b(tp|fn|fp|tn|p|n)\b", lambda match: NAMES[match.group()], text)


def condition(nans: dict[str, Any]) -> str:
    """`{"tp": 0, "fp": 0}` as `TP + FP == 0`; `{"tn": "n"}` as `N - TN == 0`."""
    parts = [NAMES[cell] if value == 0 else f"({NAMES[value]} - {NAMES[cell]})"
             for cell, value in nans.items()]  # fmt: skip
    return f"{' + '.join(parts)} == 0"


def main() -> int:
    """Prints the declarations as JSON."""
    spec = find_spec("mlscorecheck")
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if folder is None and (spec is None or spec.origin is None):
        print("mlscorecheck is not installed: pip install --no-deps mlscorecheck", file=sys.stderr)
        return 2
    folder = folder or Path(str(spec and spec.origin)).parent
    scores = json.loads((folder / "scores" / "scores.json").read_text(encoding="utf-8"))["scores"]
    others = {name: renamed(score["formula"]) for name, score in scores.items()}
    entries = [declaration(score, others) for score in scores.values()]
    print(json.dumps({"measure": entries}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
