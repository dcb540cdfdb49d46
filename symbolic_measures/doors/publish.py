"""The reports: what was decided about the papers, as files.

`decide` writes one certificate for each table.  Everything else is made from certificates that are
read again, which replays every verdict: what stands in a report does not rest on the run that
found it, and anybody can make the files anew without search.

    certificates/*.json.gz    each table and each derivation, with proofs and counterexamples
    papers/PAPER.html         the paper in its own order: each claim, its place, its verdict
    claims.json               the same
    tables/ID.html, .tex      the table with all evidence; to print
    derivations/PAPER.html, .tex
    findings.html, .tex, .json
    appendix.tex, .pdf        all of it on paper, the findings first
    papers.bib                the papers, as their keys are cited in fragments
    index.html

Invariant: the files depend on the certificates and on nothing else: no times, no dates, no places.
"""

from __future__ import annotations

import gzip
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from symbolic_measures.claims.papers import PAPERS, TABLES
from symbolic_measures.claims.ranked import PAPER as RANKING
from symbolic_measures.claims.ranked import TITLES
from symbolic_measures.doors import appendix, walking
from symbolic_measures.doors import findings as findings_formats
from symbolic_measures.doors.appendix import Shown
from symbolic_measures.doors.checked import Checked, checked
from symbolic_measures.doors.findings import Findings
from symbolic_measures.doors.saved import read_saved, timeless
from symbolic_measures.nouns.errors import CertificateError, FormulaError
from symbolic_measures.nouns.question import SECONDS, Work, finished
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.processes import in_processes
from symbolic_measures.questions import kinds
from symbolic_measures.questions.derivation.asked import DerivationQuestion
from symbolic_measures.questions.derivation.meaning import (
    DerivationReport,
    Derivations,
)
from symbolic_measures.questions.table.asked import TableQuestion
from symbolic_measures.questions.table.formulas import DISPLAYS, FormulaTable
from symbolic_measures.questions.table.marks import Table
from symbolic_measures.questions.table.ranks import RankTable
from symbolic_measures.report import latex

AnyTable = Table | FormulaTable | RankTable
CERTIFICATES, PAGES, DERIVATIONS, WALKS = "certificates", "tables", "derivations", "papers"
#: What stands in the name of the certificate of a derivation.
DERIVED = "-derivation-"
_OTHER = re.compile(r"[^a-z0-9]+")
COMPRESSED = ".json.gz"
#: How often LaTeX must be run until its table of contents is right.
RUNS = 3


def table_names() -> tuple[str, ...]:
    """Every table that is known, paper by paper, its displayed formulas last."""
    ranked = (f"{RANKING}:{number}" for number in TITLES)
    names = [*TABLES, *ranked, *DISPLAYS]
    papers = list(PAPERS)
    return tuple(sorted(names, key=lambda name: papers.index(name.partition(":")[0])))


def file_name(table: str) -> str:
    """`gosgens2021-2`."""
    return table.replace(":", "-")


def name_of(table: AnyTable) -> str:
    """`gosgens2021:2`."""
    if isinstance(table, FormulaTable):
        return table.displays.id
    return f"{RANKING}:{table.number}" if isinstance(table, RankTable) else table.printed.id


def keep(name: str, data: Any, folder: Path) -> None:
    """Writes a certificate: compressed JSON, without the time that it took."""
    text = json.dumps(timeless(data), ensure_ascii=False, separators=(",", ":")) + "\n"
    packed = gzip.compress(text.encode(), 9, mtime=0)
    write(folder / CERTIFICATES / (name + COMPRESSED), packed)


def keep_all(results: Results, folder: Path) -> None:
    """Writes the certificates of what was replayed."""
    for table in results.tables:
        keep(file_name(name_of(table)), table.to_data(), folder)
    for report in results.derivations:
        data = report.to_data()
        keep(_derivation_file(data), data, folder)


@dataclass
class Certifying:
    """Tables and derivations to decide; iterate, and each is written to the folder once it is.

    An interrupt leaves the certificates of those before; what was decided of the one at hand is in
    the folder `cache`, if one is given.  `done` counts what is certified.
    """

    folder: Path
    tables: tuple[str, ...]
    derivations: tuple[Path, ...] = ()
    jobs: int = 1
    seconds: float = SECONDS
    cache: str = ""
    done: int = 0

    def __post_init__(self) -> None:
        for name in self.tables:
            self._work(name)
        for path in self.derivations:
            _derivation(path, self.seconds)

    @property
    def total(self) -> int:
        """How many certificates there will be."""
        return len(self.tables) + len(self.derivations)

    def _work(self, name: str) -> Work:
        means = kinds.means(self.seconds, self.jobs, self.cache)
        every = name in TABLES and TABLES[name].several
        return kinds.KNOWN.work(TableQuestion(name, every=every, readings=True), means)

    def __iter__(self) -> Iterator[str]:
        """Yields how far it is."""
        for name in self.tables:
            work = self._work(name)
            for place in work:
                yield f"{name}: {place}"
            keep(file_name(name), work.report().to_data(), self.folder)
            self.done += 1
        tasks = [(path, self.seconds, self.cache) for path in self.derivations]
        for data in in_processes(_derived, tasks, min(self.jobs, len(tasks))):
            keep(_derivation_file(data), data, self.folder)
            self.done += 1
            yield f"derivations: {data['derivation']['name']}"


def derivation_files(folder: Path) -> tuple[Path, ...]:
    """The derivations of a folder and the folders in it."""
    return tuple(sorted(folder.rglob("*.toml")))


def _derivation(path: Path, seconds: float, cache: str = "") -> Work:
    """The work on a derivation; FormulaError, in one line, for a file that is none."""
    means = kinds.means(seconds, 1, cache)
    return kinds.KNOWN.work(DerivationQuestion(str(path)), means)


def _derived(path: Path, seconds: float, cache: str) -> dict[str, Any]:
    data: dict[str, Any] = finished(_derivation(path, seconds, cache)).to_data()
    return data


def _derivation_file(data: Mapping[str, Any]) -> str:
    """`gosgens2021-derivation-lemma-2`."""
    paper, name = (str(data["derivation"][key]).lower() for key in ("paper", "name"))
    return f"{paper}{DERIVED}{_OTHER.sub('-', name).strip('-')}"


@dataclass(frozen=True)
class Results:
    """Everything that was replayed: tables and derivations, in the order of the papers."""

    tables: tuple[AnyTable, ...]
    derivations: tuple[DerivationReport, ...] = ()

    @cached_property
    def checked(self) -> tuple[Checked, ...]:
        """Every place in them that decides something that a paper says."""
        return tuple(checked(self.tables, self.derivations))


def read_certificates(folder: Path, jobs: int = 1, only: Iterable[str] = ()) -> Results:
    """The tables and derivations of a folder of certificates, every verdict replayed.

    `only` names files; all of them if it is empty.  CertificateError, in one line, for a file that
    does not verify or a folder without any.
    """
    order = {file_name(name): place for place, name in enumerate(table_names())}
    chosen = set(only)
    paths = {_stem(path): path for path in sorted(folder.glob("*.json*"))
             if not chosen or _stem(path) in chosen}  # fmt: skip
    tables = [name for name in sorted(paths) if name in order]
    derived = sorted((name for name in paths if DERIVED in name), key=_by_paper)
    if not tables:
        raise CertificateError(f"{folder}: no certificate of a known table")
    displays = set(map(file_name, DISPLAYS))
    apart = [name for name in tables if name not in displays]
    here = [name for name in tables if name not in apart]
    read = dict(in_processes(_read, [(paths[name],) for name in apart], min(jobs, len(apart))))
    read.update(_read(paths[name]) for name in here)
    shown = tuple(read[name] for name in sorted(read, key=order.__getitem__))
    return Results(shown, tuple(_read_derivation(paths[name]) for name in derived))


def _stem(path: Path) -> str:
    return path.name.partition(".json")[0]


def _by_paper(name: str) -> tuple[int, str]:
    return [*PAPERS].index(name.partition(DERIVED)[0]), name


def _read(path: Path) -> tuple[str, AnyTable]:
    try:
        table: Any = kinds.read(read_saved(path))
    except (CertificateError, ValueError) as error:
        raise CertificateError(f"{path}: {error}") from None
    if file_name(name_of(table)) != _stem(path):
        raise CertificateError(f"{path}: it is the table {name_of(table)}")
    return _stem(path), table


def _read_derivation(path: Path) -> DerivationReport:
    try:
        data = read_saved(path)
        report: Any = kinds.read(data)
    except (CertificateError, FormulaError, ValueError) as error:
        raise CertificateError(f"{path}: {error}") from None
    if _derivation_file(data) != _stem(path):
        raise CertificateError(f"{path}: it is the derivation {report.derivation.name}")
    return report


def files(results: Results) -> Iterator[tuple[str, str]]:
    """Every file that is made from the results, by its place in the folder: path and text."""
    shown: list[Shown] = []
    for table in results.tables:
        shown.append(table.document())
        yield from _pages(table, f"{PAGES}/{file_name(name_of(table))}")
    by_paper: dict[str, list[DerivationReport]] = {}
    for report in results.derivations:
        by_paper.setdefault(report.derivation.paper, []).append(report)
    for paper, reports in by_paper.items():
        yield from _pages(Derivations(tuple(reports)), f"{DERIVATIONS}/{paper}")
    found = found_in(results)
    yield "findings.html", led_back(findings_formats.render_html(found), "index.html")
    yield "findings.tex", findings_formats.render_latex(found)
    yield "findings.json", found.to_json()
    pages = _walked(results)
    for page in pages:
        yield f"{WALKS}/{page.paper}.html", led_back(walking.render_html(page), "../index.html")
    if pages:
        yield "claims.json", walking.to_json(pages)
    yield "appendix.tex", appendix.render_latex(shown, by_paper, found)
    yield "papers.bib", latex.bibliography()
    yield "index.html", appendix.render_index(shown, by_paper, found, pages)


def _walked(results: Results) -> list[walking.Walked]:
    """Each paper in its own order, if every table that its claims lead to is there."""
    found = results.checked
    return [walking.walked(paper, found) for paper in PAPERS if walking.whole(paper, found)]


def _pages(answer: Answer, place: str) -> Iterator[tuple[str, str]]:
    """The page and the paper of an answer."""
    yield f"{place}.html", led_back(answer.rendered("html"), "../index.html")
    yield f"{place}.tex", answer.rendered("latex")


def led_back(page: str, home: str) -> str:
    """A page with the way back to the index above its title."""
    main = '<main class="symbolic-measures">'
    return page.replace(main, f'{main}\n<nav><a href="{home}">All reports</a></nav>', 1)


def found_in(results: Results) -> Findings:
    """How many claims were checked, and every one that does not hold."""
    return findings_formats.findings(results.checked)


def write_all(results: Results, folder: Path) -> Iterator[str]:
    """Writes every file; yields each one's place."""
    for place, text in files(results):
        write(folder / place, text.encode())
        yield place


def write(path: Path, content: bytes) -> None:
    """Writes all or nothing; FormulaError, in one line, if it cannot."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_bytes(content)
        partial.replace(path)
    except OSError as error:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise FormulaError(f"-o {path}: {error.strerror or error}") from None


def compile_pdf(source: Path) -> str:
    """Makes the PDF beside a LaTeX file; what is wrong, in one line, or nothing.

    The PDF has no date in it.
    """
    if shutil.which("pdflatex") is None:
        return f"{source.with_suffix('.pdf')} is not made: pdflatex is not installed"
    still = {"SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
    with tempfile.TemporaryDirectory() as place:
        target = Path(place) / source.name
        shutil.copy(source, target)
        command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", source.name]
        for _ in range(RUNS):
            done = subprocess.run(
                command, cwd=place, env={**os.environ, **still}, capture_output=True, check=False
            )
            if done.returncode:
                said = re.findall(rb"^! .*", done.stdout, re.MULTILINE)
                told = said[0].decode(errors="replace") if said else "it stopped"
                return f"{source}: pdflatex: {told}"
        write(source.with_suffix(".pdf"), target.with_suffix(".pdf").read_bytes())
    return ""
