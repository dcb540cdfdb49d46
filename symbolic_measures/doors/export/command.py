"""The command `export`: verdicts as Rocq files, and what was left out with the reason.

Sources are saved reports and tables (JSON, also gzipped), names of the catalog or formulas, and
names of printed tables; what is not saved is decided first.  Nothing here is trusted: Rocq refuses
what is wrong.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from symbolic_measures.claims.papers import get_table
from symbolic_measures.doors.api.families import decide_table
from symbolic_measures.doors.api.questions import check
from symbolic_measures.doors.export.minimal import smallest_file
from symbolic_measures.doors.export.rocq import Exported, MeasureFile, identifier, measure_file
from symbolic_measures.doors.export.thresholds import threshold_file
from symbolic_measures.meaning.frameworks import DEFAULT, battery
from symbolic_measures.meaning.measure import Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.readings import LITERAL
from symbolic_measures.meaning.subjects import reading_from_data
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.statement import Statement
from symbolic_measures.nouns.verdict import Step, Verdict, Witness
from symbolic_measures.questions.table.cells import reading_of

#: The source that is every measure of the catalog.
CATALOG = "catalog"
SAVED = (".json", ".json.gz")
Source = tuple[str, Reading, list[Verdict]]


def export(arguments: argparse.Namespace) -> int:
    """Writes a file a measure into the folder and says what is there and what is not."""
    folder = Path(arguments.output)
    folder.mkdir(parents=True, exist_ok=True)
    told: list[Exported] = []
    for name in arguments.source:
        asked = battery(arguments.framework)
        for file in files(name, asked, arguments.timeout, smallest=True):
            told += file.verdicts
            _write(folder, file)
    summary = [_summary(verdict) for verdict in told]
    (folder / "summary.json").write_text(json.dumps(summary, indent=1) + "\n", encoding="utf-8")
    reasons = Counter(verdict.reason for verdict in told if verdict.reason)
    print(f"{sum(bool(verdict.theorem) for verdict in told)} of {len(told)} verdicts in {folder}")
    for verdict in told:
        if verdict.reason:
            about = f"{verdict.measure}, {verdict.property}, {verdict.verdict}"
            print(f"not exported: {about}: {verdict.reason}")
    for reason, count in reasons.most_common():
        print(f"{count:5d} not exported: {reason}")
    return 0


def _write(folder: Path, file: MeasureFile) -> None:
    path = folder / f"{identifier(file.name)}.v"
    path.write_text(file.text(), encoding="utf-8")
    print(f"wrote {path}")


def _summary(verdict: Exported) -> dict[str, str]:
    found = {"measure": verdict.measure, "property": verdict.property, "verdict": verdict.verdict}
    what = "theorem" if verdict.theorem else "reason"
    return {**found, what: verdict.theorem or verdict.reason}


def files(
    name: str, properties: Sequence[str], timeout: float = 20.0, smallest: bool = False
) -> Iterator[MeasureFile]:
    """The files of a source, which may also be a saved threshold.

    With `smallest`, further files say which counterexamples are the smallest.
    """
    if name.endswith(SAVED):
        data = _read(Path(name))
        if "inside" in data:
            yield threshold_file(data)
            return
    for own in sources(name, properties, timeout):
        yield measure_file(*own)
        if smallest and (file := smallest_file(*own)).verdicts:
            yield file


def sources(
    name: str, properties: Sequence[str] = battery(DEFAULT), timeout: float = 20.0
) -> Iterator[Source]:
    """(name of the file, reading, verdicts) of each measure that a source is about.

    `catalog` is every measure of the catalog.  Properties are those of measures that are not saved.

    Raises FormulaError where a name, a formula or a file cannot be read.
    """
    if name.endswith(SAVED):
        yield from _saved(_read(Path(name)))
    elif ":" in name:
        yield from _table(decide_table(name).to_data())
    else:
        for own in MEASURES if name == CATALOG else (name,):
            report = check(own, property=properties, timeout=timeout)
            yield report.reading.measure.name, report.reading, list(report.verdicts)


def _read(path: Path) -> dict[str, Any]:
    """The data of a saved answer."""
    try:
        raw = path.read_bytes()
        data = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    except (OSError, ValueError) as error:
        raise FormulaError(f"{path}: cannot be read ({error}); give a saved report") from None
    if not isinstance(data, dict):
        raise FormulaError(f"{path}: no saved answer; give a saved report")
    return data


def _saved(data: dict[str, Any]) -> Iterator[Source]:
    if "cells" in data:
        yield from _table(data)
        return
    reading = reading_from_data(data)
    yield _source(data["measure"]["name"], reading, data["verdicts"])


def _table(data: dict[str, Any]) -> Iterator[Source]:
    """The cells of a table, grouped by row."""
    printed = get_table(f"{data['paper']}:{data['table']}")
    found: dict[str, list[dict[str, Any]]] = {}
    for cell in data["cells"]:
        if isinstance(cell.get("verdict"), dict):
            found.setdefault(cell["row"], []).append(cell["verdict"])
    for row, entries in found.items():
        reading = reading_of(printed, row)
        name = row if row in printed.averagings else reading.measure.name
        if reading.name != LITERAL:
            name = f"{name}_{reading.name}"
        if row in printed.averagings:
            verdicts = [
                Verdict(one["property"], one["verdict"], Statement(one["property"], name, "", ()))
                for one in entries
            ]
            yield f"{name}_{reading.measure.classes}_classes", reading, verdicts
        else:
            yield _source(name, reading, entries)


def _source(name: str, reading: Reading, entries: Iterable[dict[str, Any]]) -> Source:
    """What is said of a measure; one of several classes has their number in its name."""
    classes = reading.measure.classes
    own = name if classes == 2 else f"{name}_{classes}_classes"
    return own, reading, [_verdict(reading, entry) for entry in entries]


def _verdict(reading: Reading, entry: dict[str, Any]) -> Verdict:
    """A saved verdict; CertificateError if it is not one."""
    try:
        spoken = entry["verdict"] != "not-applicable"  # else the value may be why there is none
        value = entry["value"] if spoken else None
        statement = PROPERTIES[entry["property"]].statement(reading, value)
        proof, witness = entry["proof"], entry["witness"]
        return Verdict(
            entry["property"],
            entry["verdict"],
            statement,
            Step.from_data(proof) if proof else None,
            Witness.from_data(witness) if witness else None,
            entry["value"],
            str(entry.get("reason", "")),
        )
    except (KeyError, TypeError) as error:
        raise CertificateError(f"not a saved verdict: {error}") from None
