"""The command `overview`: all measures times all properties on one page, with their evidence.

Every measure is decided once, its certificate is kept, and the page of its evidence is made from
the certificate, which is replayed.  With `--relations`, all pairs of measures are compared as well:
which are equivalent, which is at most another, and from which n on two of them disagree.

    certificates/NAME.json.gz   each measure; and relations.json.gz
    measures/NAME.html          its evidence
    relations.html              all pairs
    overview.html               the heat map, which sorts and filters, and the graph

Invariant: the files depend on the certificates and on nothing else.
"""

from __future__ import annotations

import argparse
import base64
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_measures.doors.terminal import InputError, add_cache, run, say
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.question import SECONDS

if TYPE_CHECKING:
    from symbolic_measures.meaning.report import Report
    from symbolic_measures.questions.compare.pairs import Comparison

RELATIONS = "relations"
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]+")


@dataclass(frozen=True)
class Cell:
    """What was decided of a measure and a property, in a word and a line, and where to read why."""

    outcome: str
    glyph: str
    told: str
    link: str


@dataclass(frozen=True)
class Column:
    """A property, what it says, and whose it is."""

    id: str
    sentence: str
    framework: str


@dataclass(frozen=True)
class Overview:
    """Everything the page shows."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, str, tuple[Cell | None, ...]], ...]
    counted: str
    equivalent: tuple[str, ...] = ()
    graph: str = ""
    alt: str = ""
    related: bool = False


def add(commands: Any) -> None:
    """The command."""
    parser = commands.add_parser(
        "overview",
        help="all measures and all properties on one page, with the evidence of each cell",
        description="Decides every property of every measure that is known by name, or of those "
        "that are given, and writes certificates, a page for each measure, and a heat map that "
        "sorts and filters. With --from, nothing is decided: certificates are replayed.",
    )
    add = parser.add_argument
    add("measures", nargs="*", metavar="NAME", help="measures (default: every one of the catalog)")
    add("--framework", default="all", metavar="NAME", help="whose properties (default: all)")
    add("--relations", action="store_true", help="compare all pairs of measures as well")
    add("--from", dest="certificates", metavar="FOLDER", help="replay these certificates")
    add("-o", "--output", required=True, metavar="FOLDER", help="where the files go")
    add("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
        help="processes (default: one for each CPU)")  # fmt: skip
    add("--timeout", type=float, default=SECONDS, metavar="SECONDS", help="for each property")
    add_cache(add)
    parser.set_defaults(run=_overview)


def _overview(args: argparse.Namespace) -> int:
    if not args.timeout > 0:
        raise InputError("--timeout: give a number of seconds above 0")
    if args.jobs < 1:
        raise InputError("--jobs: give a number of processes, at least 1")
    from symbolic_measures.doors.publish import CERTIFICATES, write

    folder = Path(args.output)
    if not args.certificates and run(_certify(args, folder), str):
        say(f"interrupted; what was decided so far is certified in {folder}")
        return 130
    saved = Path(args.certificates or folder / CERTIFICATES)
    reports, relations = read(saved)
    count = 0
    for place, text in files(reports, relations):
        write(folder / place, text.encode())
        count += 1
    say(f"wrote {count} files into {folder}, beside the certificates")
    print(overview(reports, relations).counted)
    return 0


# --- deciding ------------------------------------------------------------------------------------


def _certify(args: argparse.Namespace, folder: Path) -> Iterator[str]:
    """Decides each measure, and all pairs, and writes the certificates."""
    from symbolic_measures.doors.publish import keep
    from symbolic_measures.meaning.measures import MEASURES
    from symbolic_measures.meaning.subjects import framework_properties, measure
    from symbolic_measures.processes import in_processes

    names = list(dict.fromkeys(args.measures or MEASURES))
    for name in names:
        measure(name)
    framework_properties(args.framework)
    yield f"{len(names)} measures"
    tasks = [(name, args.framework, args.timeout, args.cache) for name in names]
    for name, data in in_processes(_decided, tasks, min(args.jobs, len(tasks))):
        keep(_UNSAFE.sub("-", name), data, folder)
        yield name
    if args.relations:
        from symbolic_measures.questions.compare.find_pairs import Comparing

        work = Comparing(tuple(names), seconds=args.timeout)
        yield from work
        keep(RELATIONS, work.report().to_data(), folder)


def _decided(name: str, framework: str, limit: float, cache: str) -> tuple[str, dict[str, Any]]:
    from symbolic_measures.nouns.question import finished
    from symbolic_measures.questions import kinds
    from symbolic_measures.questions.check.asked import CheckQuestion

    question = CheckQuestion(name, framework=framework)
    answer = finished(kinds.KNOWN.work(question, kinds.means(limit, 1, cache)))
    return name, answer.to_data()


def read(folder: Path) -> tuple[list[Report], Comparison | None]:
    """The answers of a folder of certificates, every verdict replayed.

    CertificateError, in one line, for a file that does not verify, or a folder without any.
    """
    from symbolic_measures.doors.saved import read_saved
    from symbolic_measures.questions import kinds

    reports: list[Report] = []
    relations: Comparison | None = None
    for path in sorted(folder.glob("*.json*")):
        try:
            data = read_saved(path)
            kind = kinds.kind_of(data) if isinstance(data, dict) else ""
            if kind not in ("check", "compare") or "inconsistency" in data:
                continue
            answer: Any = kinds.read(data)
        except (CertificateError, ValueError) as error:
            raise CertificateError(f"{path}: {error}") from None
        if kind == "check":
            reports.append(answer)
        else:
            relations = answer
    if not reports:
        raise CertificateError(f"{folder}: no certificate of a measure")
    return _in_order(reports), relations


def _in_order(reports: list[Report]) -> list[Report]:
    """As in the catalog, others last."""
    from symbolic_measures.meaning.measures import MEASURES

    order = {name: place for place, name in enumerate(MEASURES)}
    return sorted(reports, key=lambda r: (order.get(_name(r), len(order)), _name(r)))


# --- showing -------------------------------------------------------------------------------------


def _name(report: Report) -> str:
    return report.reading.measure.name


def _file(report: Report) -> str:
    return f"measures/{_UNSAFE.sub('-', _name(report))}.html"


def files(reports: list[Report], relations: Comparison | None) -> Iterator[tuple[str, str]]:
    """Every file, by its place in the folder: path and text."""
    from symbolic_measures.report.html import rendered

    for report in reports:
        yield _file(report), report.rendered("html")
    if relations is not None:
        yield f"{RELATIONS}.html", relations.rendered("html")
    yield "overview.html", rendered("overview.html", overview(reports, relations))


def overview(reports: list[Report], relations: Comparison | None = None) -> Overview:
    """What was decided of all measures, as a document."""
    from symbolic_measures.meaning.frameworks import ALL, FRAMEWORKS, battery
    from symbolic_measures.meaning.properties import PROPERTIES

    decided = {verdict.property for report in reports for verdict in report.verdicts}
    homes = {each: name for name, ids in reversed(FRAMEWORKS.items()) for each in ids}
    columns = [
        Column(each, PROPERTIES[each].said, homes[each]) for each in battery(ALL) if each in decided
    ]
    rows = tuple(
        (_name(report), _file(report), tuple(_cell(report, column.id) for column in columns))
        for report in reports
    )
    found = [cell.outcome for _, _, cells in rows for cell in cells if cell is not None]
    words = ("proved", "refuted", "undecided", "not-applicable")
    counts = ", ".join(f"{found.count(each)} {each.replace('-', ' ')}" for each in words)
    counted = f"{len(rows)} measures, {len(columns)} properties: {counts}"
    if relations is None:
        return Overview(tuple(columns), rows, counted)
    together = tuple(", ".join(names) for names in relations.classes if len(names) > 1)
    return Overview(tuple(columns), rows, counted, together, *_graph(relations), True)


def _cell(report: Report, property_id: str) -> Cell | None:
    from symbolic_measures.nouns.verdict import GLYPHS
    from symbolic_measures.report.evidence import told_of
    from symbolic_measures.report.heading import WORDS
    from symbolic_measures.report.prose import text

    try:
        verdict = report[property_id]
    except KeyError:
        return None
    word = WORDS[verdict.outcome]
    summary = text(told_of(verdict, report.reading).summary)
    told = f"{_name(report)}, {property_id}: {word}" + (f": {summary}" if summary else "")
    link = f"{_file(report)}#{property_id}"
    return Cell(verdict.outcome, GLYPHS[verdict.outcome], told, link)


def _graph(relations: Comparison) -> tuple[str, str]:
    """The graph as a picture in the page, and what it says; nothing where matplotlib is missing."""
    try:
        from symbolic_measures.doors.plots.canvas import styled, written
        from symbolic_measures.doors.plots.relations import graph_picture, sentences
    except ImportError:
        return "", ""
    with styled():
        figure = graph_picture(relations)
    data = base64.b64encode(written(figure, "svg")).decode()
    return f"data:image/svg+xml;base64,{data}", sentences(relations)
