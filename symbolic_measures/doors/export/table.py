"""`make check-proofs`: what Rocq accepts of the catalog and of printed tables, as a table.

Usage: python -m symbolic_measures.doors.export.table -o FOLDER SOURCE ...

A source is what `export` takes.  Each measure is one file and one run of coqc; the table says of
each verdict whether it was exported, whether Rocq accepts it, or the reason why not.  Exit code 1
if Rocq refuses anything that was exported: then Rocq and the kernel disagree, or the export is
wrong, and that is a finding.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from symbolic_measures.doors.export.checking import (
    Checked,
    RocqMissingError,
    check_file,
    demand_rocq,
)
from symbolic_measures.doors.export.command import sources
from symbolic_measures.doors.export.rocq import MeasureFile, measure_file
from symbolic_measures.nouns.errors import CertificateError, FormulaError


def checked(files: Iterable[MeasureFile], folder: Path, jobs: int) -> Iterator[list[Checked]]:
    """Checks the files, some at a time, prints each when it is done, and yields its verdicts."""

    def one(numbered: tuple[int, MeasureFile]) -> list[Checked]:
        number, file = numbered
        inside = folder / str(number)
        inside.mkdir(parents=True, exist_ok=True)
        found = list(check_file(file, inside))
        accepted = sum(part.accepted for part in found)
        exported = sum(bool(part.exported.theorem) for part in found)
        seconds = found[0].seconds if found else 0.0
        print(f"{file.name}: {accepted} of {exported} accepted, {seconds} s", flush=True)
        return found

    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(one, enumerate(files))


def rows(found: Iterable[Checked]) -> list[dict[str, Any]]:
    """The table as data: one row for each verdict."""
    return [
        {
            "measure": part.exported.measure,
            "property": part.exported.property,
            "verdict": part.exported.verdict,
            "exported": bool(part.exported.theorem),
            "accepted": part.accepted,
            "lines": part.lines,
            "file seconds": part.seconds,
            "reason": part.message,
        }
        for part in found
    ]


def markdown(table: list[dict[str, Any]]) -> str:
    """The table for a reader: shares, reasons, and each verdict that is not accepted."""
    lines = [
        "# What Rocq accepts",
        "",
        "| verdict | number | exported | accepted |",
        "|---|---|---|---|",
    ]
    for outcome in ("proved", "refuted"):
        own = [row for row in table if row["verdict"] == outcome]
        exported, accepted = (sum(row[key] for row in own) for key in ("exported", "accepted"))
        lines.append(f"| {outcome} | {len(own)} | {exported} | {accepted} |")
    claimed = [row for row in table if row["verdict"] in ("proved", "refuted")]
    reasons = Counter(row["reason"] for row in claimed if not row["accepted"])
    lines += ["", "| why not | verdicts |", "|---|---|"]
    lines += [f"| {reason} | {count} |" for reason, count in reasons.most_common()]
    lines += [
        "",
        "| measure | accepted | not accepted | lines | seconds |",
        "|---|---|---|---|---|",
    ]
    for name in dict.fromkeys(row["measure"] for row in table):
        own = [row for row in claimed if row["measure"] == name]
        left = ", ".join(row["property"] for row in own if not row["accepted"])
        seconds = max((row["file seconds"] for row in own), default=0)
        size = sum(row["lines"] for row in own)
        lines.append(
            f"| {name} | {sum(row['accepted'] for row in own)} | {left} | {size} | {seconds} |"
        )
    return "\n".join(lines) + "\n"


def main(argv: list[str] | None = None) -> int:
    """Checks the sources and writes rocq.md and rocq.json into the folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("source", nargs="+")
    parser.add_argument("-o", "--output", required=True, metavar="FOLDER")
    parser.add_argument("--work", default="build/rocq", metavar="FOLDER")
    parser.add_argument("--framework", default="gosgens2021")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args(argv)
    folder = Path(args.output)
    folder.mkdir(parents=True, exist_ok=True)
    table: list[dict[str, Any]] = []
    try:
        demand_rocq()
        given = (part for name in args.source for part in sources(name, args.framework))
        files = (measure_file(*part) for part in given)
        for found in checked(files, Path(args.work), args.jobs):
            table += rows(found)
            text = json.dumps(table, indent=1) + "\n"
            (folder / "rocq.json").write_text(text, encoding="utf-8")
            (folder / "rocq.md").write_text(markdown(table), encoding="utf-8")
    except (RocqMissingError, FormulaError, CertificateError) as error:
        print(f"check-proofs: {error}", file=sys.stderr)
        return 2
    refused = [row for row in table if row["exported"] and not row["accepted"]]
    for row in refused:
        print(f"refused: {row['measure']}, {row['property']}: {row['reason']}", file=sys.stderr)
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
