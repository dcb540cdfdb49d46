"""The commands `report` and `claims`: the papers decided and published, and claim by claim."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_measures.doors.terminal import (
    InputError,
    add_cache,
    add_total,
    look_at_seconds,
    run,
    say,
    write_text,
)
from symbolic_measures.fences import whole_run
from symbolic_measures.nouns.question import SECONDS

if TYPE_CHECKING:
    from symbolic_measures.doors.publish import Certifying


def add(commands: Any) -> None:
    """The command."""
    report = commands.add_parser(
        "report",
        help="decide the papers' tables and write pages, findings, an appendix and certificates",
        description="Writes certificates of the tables into the folder, and from them an HTML page "
        "and a LaTeX file for each, the findings, the appendix (a PDF if pdflatex is there) and an "
        "index. With --from, nothing is decided: every verdict is replayed from certificates.",
    )
    add = report.add_argument
    which = report.add_mutually_exclusive_group(required=True)
    which.add_argument("--all", action="store_true", help="every table that is known")
    which.add_argument("--table", action="append", metavar="PAPER:TABLE",
                       help="only this table (repeatable)")  # fmt: skip
    which.add_argument("--from", dest="certificates", metavar="FOLDER",
                       help="the tables of these certificates, without search")  # fmt: skip
    add("-o", "--output", required=True, metavar="FOLDER", help="where the files go")
    add("--derivations", default="derivations", metavar="FOLDER",
        help="with --all: derivations to decide, too (default: derivations)")  # fmt: skip
    add("--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
        help="processes (default: one for each CPU)")  # fmt: skip
    add("--timeout", type=float, default=SECONDS, metavar="SECONDS", help="for each property")
    add_total(add)
    add_cache(add)
    report.set_defaults(run=_report)
    _add_claims(commands)


def _add_claims(commands: Any) -> None:
    claims = commands.add_parser(
        "claims",
        help="every claim of the papers in their order, with its verdict, and how many there are",
        description="Replays certificates of the papers and lists every claim of each paper in the "
        "paper's order: its words, the place that decides it, the verdict; and counts them.",
    )
    add = claims.add_argument
    add("papers", nargs="*", metavar="PAPER", help="short names (default: all)")
    add("--from", dest="certificates", metavar="FOLDER", default="reports/certificates",
        help="certificates (default: reports/certificates)")  # fmt: skip
    add("--format", default="text", metavar="FORMAT", help="text or json")
    add("-o", "--output", metavar="FILE", help="write to a file instead of the terminal")
    claims.set_defaults(run=_claims)


def _claims(args: argparse.Namespace) -> int:
    from symbolic_measures.claims.papers import PAPERS
    from symbolic_measures.doors import publish, walking

    if unknown := [name for name in args.papers if name not in PAPERS]:
        raise InputError(f"no paper {unknown[0]!r}; known: {', '.join(PAPERS)}")
    if args.format not in ("text", "json"):
        raise InputError(f"--format {args.format}: claims are written as text or json")
    names = args.papers or list(PAPERS)
    folder = Path(args.certificates)
    files = {path.name.partition(".json")[0] for path in folder.glob("*.json*")}
    chosen = [name for name in files if name.partition("-")[0] in names]
    results = publish.read_certificates(folder, 1, chosen or ["none"])
    pages = [walking.walked(name, results.checked) for name in names]
    text = walking.to_json(pages)
    if args.format == "text":
        text = "\n\n".join(map(walking.render_text, pages)) + "\n"
    write_text(args, text)
    return 0


def _report(args: argparse.Namespace) -> int:
    look_at_seconds(args)
    if args.jobs < 1:
        raise InputError("--jobs: give a number of processes, at least 1")
    from symbolic_measures.doors import publish as reports

    folder = Path(args.output)
    if not args.certificates and not _certify(args, folder):
        return 130
    saved = Path(args.certificates or folder / reports.CERTIFICATES)
    say(f"replaying {saved}")
    names = [reports.file_name(table) for table in args.table or ()]
    results = reports.read_certificates(saved, args.jobs, names)
    if args.certificates:
        reports.keep_all(results, folder)
    count = sum(1 for _ in reports.write_all(results, folder))
    missing = reports.compile_pdf(folder / "appendix.tex")
    say(missing or f"wrote {folder / 'appendix.pdf'}")
    say(f"wrote {count} files into {folder}, beside the certificates")
    print(reports.found_in(results).headline)
    problems = [problem for report in results.derivations for problem in report.problems]
    for problem in problems:
        say(problem)
    return 1 if problems else 0


def _certify(args: argparse.Namespace, folder: Path) -> bool:
    """Decides what was asked for; False if it was interrupted."""
    from symbolic_measures.doors.publish import Certifying, derivation_files, table_names

    names = tuple(dict.fromkeys(args.table or table_names()))
    files = derivation_files(Path(args.derivations)) if args.all else ()
    work = Certifying(folder, names, files, args.jobs, args.timeout, args.cache)
    say(f"deciding {len(names)} tables and {len(files)} derivations")
    with whole_run(args.total):
        stopped = run(_telling(work), str)
    if stopped:
        kept = f"every verdict so far is in {args.cache}" if args.cache else (
            "with --cache FOLDER, single verdicts are kept, too")  # fmt: skip
        say(f"{stopped}; {work.done} of {work.total} are certified in {folder}; {kept}")
    return not stopped


def _telling(work: Certifying) -> Iterator[str]:
    """Its steps; each certificate has a line where there is no terminal."""
    told = 0
    for step in work:
        if work.done > told and not sys.stderr.isatty():
            told = work.done
            say(f"{told} of {work.total} certified")
        yield step
