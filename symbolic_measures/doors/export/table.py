"""`make check-proofs`: what Rocq accepts of the catalog and of printed tables, as a table.

Usage: python -m symbolic_measures.doors.export.table -o FOLDER SOURCE ...

A source is what `export` takes, or a folder of saved reports; `catalog` leaves out the measures of
a folder before it.  Each measure is a file and a run of coqc, or several if it is long; the table
says of each verdict whether it was exported, whether Rocq accepts it, or the reason why not.  Exit
code 1 if Rocq refuses anything that was exported: then Rocq and the kernel disagree, or the export
is wrong, and that is a finding.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from symbolic_measures.doors.export.checking import (
    Checked,
    RocqMissingError,
    check_file,
    demand_rocq,
)
from symbolic_measures.doors.export.command import CATALOG, files
from symbolic_measures.doors.export.minimal import SMALLEST
from symbolic_measures.doors.export.rocq import (
    Exported,
    MeasureFile,
    identifier,
    in_parts,
)
from symbolic_measures.meaning.frameworks import ALL, battery
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.opitz import OPITZ
from symbolic_measures.nouns.errors import CertificateError, FormulaError

#: Verdicts that claim something, and answers of the other kinds of questions.
CLAIMED = ("proved", "refuted", "answered")
#: How the names of saved answers begin that are written in Rocq, as far as it goes.
WRITTEN = ("check-", "classes-", "threshold-")


def checked(files: Iterable[MeasureFile], folder: Path, jobs: int) -> Iterator[list[Checked]]:
    """Checks the files, some at a time, prints each when it is done, and yields its verdicts."""

    def one(file: MeasureFile, inside: Path) -> list[Checked]:
        inside.mkdir(parents=True, exist_ok=True)
        found = list(check_file(file, inside))
        accepted = sum(part.accepted for part in found)
        exported = sum(bool(part.exported.theorem) for part in found)
        used = f"{found[0].seconds} s, {found[0].megabytes} MB" if found else "nothing"
        print(f"{file.name}: {accepted} of {exported} accepted, {used}", flush=True)
        return found

    with ThreadPoolExecutor(jobs) as pool:
        waiting: deque[Future[list[Checked]]] = deque()
        names: Counter[str] = Counter()
        for file in files:
            name = identifier(file.name)
            names[name] += 1
            waiting.append(pool.submit(one, file, folder / f"{name}.{names[name]}"))
            if len(waiting) >= jobs:
                yield waiting.popleft().result()
        for left in waiting:
            yield left.result()


def rows(source: str, found: Iterable[Checked]) -> list[dict[str, Any]]:
    """The table as data: one row for each verdict."""
    return [
        {
            "source": source,
            "measure": part.exported.measure,
            "property": part.exported.property,
            "verdict": part.exported.verdict,
            "exported": bool(part.exported.theorem),
            "accepted": part.accepted,
            "lines": part.lines,
            "file seconds": part.seconds,
            "file megabytes": part.megabytes,
            "reason": part.message,
        }
        for part in found
    ]


def markdown(table: list[dict[str, Any]]) -> str:
    """The table for a reader: shares, reasons, and each verdict that is not accepted."""
    claimed = [row for row in table if row["verdict"] in CLAIMED]
    lines = [
        "# What Rocq accepts",
        "",
        "`make check-proofs` makes this table: the papers' tables, and what is saved of the",
        "catalog: the three papers, and what the field asks for besides them. Seconds are",
        "those of the processor, of the longest file of a measure; megabytes of the largest.",
        "",
        _all(claimed),
        "",
        f"Of the {len(MEASURES)} measures of the catalog "
        f"{len({row['measure'] for row in table} & set(MEASURES))} are here.",
    ]
    for source in dict.fromkeys(row["source"] for row in table):
        own = [row for row in claimed if row["source"] == source]
        lines += [
            "",
            f"## {'catalog' if source.endswith('/certificates') else _stem(source)}",
            "",
            *_shares(own),
            "",
            *_measures(own),
        ]
    reasons = Counter(row["reason"] for row in claimed if not row["accepted"])
    if reasons:
        lines += ["", "## Not accepted", "", "| why not | verdicts |", "|---|---|"]
        lines += [f"| {reason} | {count} |" for reason, count in reasons.most_common()]
    return "\n".join(lines) + "\n"


def _all(claimed: list[dict[str, Any]]) -> str:
    accepted = sum(row["accepted"] for row in claimed)
    refused = sum(row["exported"] and not row["accepted"] for row in claimed)
    seconds = max((row["file seconds"] for row in claimed), default=0)
    size = max((row["file megabytes"] for row in claimed), default=0)
    return (
        f"Of {len(claimed)} verdicts and answers {accepted} are accepted; {refused} are exported "
        f"and refused. The longest file takes {seconds} s, the largest {size} MB."
    )


def _shares(claimed: list[dict[str, Any]]) -> list[str]:
    lines = ["| verdict | number | exported | accepted |", "|---|---|---|---|"]
    for paper, own_rows in _papers(claimed).items():
        for outcome in (one for one in CLAIMED if any(row["verdict"] == one for row in own_rows)):
            own = [row for row in own_rows if row["verdict"] == outcome]
            exported, accepted = (sum(row[key] for row in own) for key in ("exported", "accepted"))
            lines.append(f"| {outcome}{paper} | {len(own)} | {exported} | {accepted} |")
    return lines


def _papers(claimed: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """The verdicts by what they are about."""
    found: dict[str, list[dict[str, Any]]] = {}
    for row in claimed:
        group = ", gosgens2021 and brzezinski2018"
        if row["verdict"] == "answered":
            group = ", other kinds of questions"
        elif row["property"].endswith(SMALLEST):
            group = ", that no counterexample is smaller"
        elif row["measure"].endswith("_classes"):
            group = ", several classes"
        elif row["property"] in OPITZ:
            group = ", opitz2024"
        elif row["property"] in battery("further"):
            group = ", further"
        found.setdefault(group, []).append(row)
    return found


def _measures(claimed: list[dict[str, Any]]) -> list[str]:
    lines = [
        "| measure | accepted | not accepted | lines | seconds | megabytes |",
        "|---|---|---|---|---|---|",
    ]
    told = [row for row in claimed if row["exported"] or row["verdict"] != "answered"]
    for name in dict.fromkeys(row["measure"] for row in told):
        own = [row for row in told if row["measure"] == name]
        left = ", ".join(row["property"] for row in own if not row["accepted"])
        seconds, megabytes = (
            max(row[f"file {what}"] for row in own) for what in ("seconds", "megabytes")
        )
        accepted, size = (sum(row[key] for row in own) for key in ("accepted", "lines"))
        lines.append(f"| {name} | {accepted} | {left} | {size} | {seconds} | {megabytes} |")
    return lines


def main(argv: list[str] | None = None) -> int:
    """Checks the sources and writes rocq.md and rocq.json into the folder."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("source", nargs="+")
    parser.add_argument("-o", "--output", required=True, metavar="FOLDER")
    parser.add_argument("--work", default="build/rocq", metavar="FOLDER")
    parser.add_argument("--framework", nargs="*", default=[ALL])
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args(argv)
    folder = Path(args.output)
    folder.mkdir(parents=True, exist_ok=True)
    table: list[dict[str, Any]] = []
    try:
        demand_rocq()
        asked = tuple(dict.fromkeys(own for name in args.framework for own in battery(name)))
        seen: set[str] = set()
        for name in args.source:
            parts = (part for own in measures(name, asked, seen) for part in in_parts(own))
            for found in checked(parts, Path(args.work) / _stem(name), args.jobs):
                table += rows(name, found)
            table += others(name)
            _write(table, folder)
    except (RocqMissingError, FormulaError, CertificateError) as error:
        print(f"check-proofs: {error}", file=sys.stderr)
        return 2
    refused = [row for row in table if row["exported"] and not row["accepted"]]
    for row in refused:
        print(f"refused: {row['measure']}, {row['property']}: {row['reason']}", file=sys.stderr)
    return 1 if refused else 0


def measures(name: str, asked: Sequence[str], seen: set[str]) -> Iterator[MeasureFile]:
    """What a source is about; a folder is all that is saved there, and the catalog the rest."""
    folder = Path(name)
    if folder.is_dir():
        for path in sorted(folder.glob("*.json.gz")):
            if path.name.startswith(WRITTEN):
                for file in files(str(path), asked):
                    seen.add(file.name)
                    yield file
    elif name == CATALOG:
        for own in MEASURES:
            if own not in seen:
                yield from files(own, asked)
    else:
        yield from files(name, asked, smallest=True)


def others(name: str) -> list[dict[str, Any]]:
    """A row for each saved answer of a folder that is no check of a measure."""
    found = []
    for path in sorted(Path(name).glob("*.json.gz")):
        kind, _, about = _stem(path.name).partition("-")
        if not path.name.startswith(WRITTEN):
            reason = f"an answer of the kind {kind}"
            told = Exported(about, kind, "answered", reason=reason)
            found.append(Checked(told, False, reason, 0.0, 0, 0))
    return rows(name, found)


def _stem(source: str) -> str:
    return Path(source).name.split(".")[0]


def _write(table: list[dict[str, Any]], folder: Path) -> None:
    text = "[\n" + ",\n".join(map(json.dumps, table)) + "\n]\n"
    (folder / "rocq.json").write_text(text, encoding="utf-8")
    (folder / "rocq.md").write_text(markdown(table), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
