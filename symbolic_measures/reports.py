"""The reports: what was decided about the papers, as files.

`decide` writes one certificate for each table.  Everything else is made from certificates that are
read again, which replays every verdict: what stands in a report does not rest on the run that
found it, and anybody can make the files anew without search.

    certificates/*.json.gz    each table and each derivation, with proofs and counterexamples
    tables/ID.html, .tex      the table with all evidence; to print
    derivations/PAPER.html, .tex
    findings.html, .tex, .json
    appendix.tex, .pdf        all of it on paper
    index.html

Invariant: the files depend on the certificates and on nothing else: no times, no dates, no places.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symbolic_measures.catalog.papers import PAPERS, TABLES
from symbolic_measures.catalog.ranked import PAPER as RANKING
from symbolic_measures.catalog.ranked import TITLES, number_of
from symbolic_measures.derivations import (
    DerivationReport,
    Derivations,
    derive,
    load,
    read_report,
)
from symbolic_measures.formula import FormulaError
from symbolic_measures.formulas import (
    DISPLAYS,
    DecidingFormulas,
    FormulaTable,
    is_formulas,
)
from symbolic_measures.indistinguishability import Ranking, RankTable
from symbolic_measures.processes import in_processes
from symbolic_measures.report import appendix, html, latex
from symbolic_measures.report import derivation as derivation_formats
from symbolic_measures.report import findings as findings_formats
from symbolic_measures.report import formulas as formula_formats
from symbolic_measures.report import indistinguishability as rank_formats
from symbolic_measures.report.appendix import Shown
from symbolic_measures.report.comparison import compare
from symbolic_measures.report.findings import Findings
from symbolic_measures.report.formulas import displayed
from symbolic_measures.session import SECONDS
from symbolic_measures.tables import Deciding, Table, deciding, read_table
from symbolic_measures.verdict import CertificateError

AnyTable = Table | FormulaTable | RankTable
Work = Deciding | DecidingFormulas | Ranking
CERTIFICATES, PAGES, DERIVATIONS = "certificates", "tables", "derivations"
#: What stands in the name of the certificate of a derivation.
DERIVED = "-derivation-"
_OTHER = re.compile(r"[^a-z0-9]+")
COMPRESSED = ".json.gz"
MAX_FILE = 50_000_000
_STOPPED = re.compile(r"stopped after [0-9.]+ seconds?")
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


# --- certificates --------------------------------------------------------------------------


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


def timeless(data: Any) -> Any:
    """Saved data with all times 0, also in what is said of undecided goals."""
    if isinstance(data, str):
        return _STOPPED.sub("stopped: the time was over", data)
    if isinstance(data, list):
        return [timeless(item) for item in data]
    if isinstance(data, dict):
        return {key: 0.0 if key == "seconds" else timeless(item) for key, item in data.items()}
    return data


def read_saved(path: Path) -> Any:
    """The data of a saved file, compressed or not; ValueError, in one line, if it cannot be."""
    size = f"larger than {MAX_FILE // 10**6} MB"
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_FILE + 1)
        if path.suffix == ".gz":
            with gzip.open(io.BytesIO(raw)) as unpacked:
                raw = unpacked.read(MAX_FILE + 1)
        if len(raw) > MAX_FILE:
            raise ValueError(size)
        return json.loads(raw)
    except EOFError:
        raise ValueError("not a whole gzip file") from None
    except OSError as error:
        raise ValueError(error.strerror or str(error)) from None
    except (ValueError, RecursionError) as error:
        told = str(error)[:100]
        raise ValueError(told if told == size else f"not JSON ({told})") from None


# --- deciding ------------------------------------------------------------------------------


def work_on(table: str, seconds: float, jobs: int, cache: str) -> Work:
    """The work on one table; iterate to decide."""
    number = number_of(table)
    if number is not None:
        return Ranking(number)
    if is_formulas(table):
        return DecidingFormulas(table, (), seconds, jobs, cache)
    return deciding(table, None, None, seconds, jobs, cache)


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
            load(path)

    @property
    def total(self) -> int:
        """How many certificates there will be."""
        return len(self.tables) + len(self.derivations)

    def _work(self, name: str) -> Work:
        return work_on(name, self.seconds, self.jobs, self.cache)

    def __iter__(self) -> Iterator[str]:
        """Yields how far it is."""
        for name in self.tables:
            work = self._work(name)
            for place in work:
                yield f"{name}: {len(work.cells)} cells, last {place}"
            keep(file_name(name), work.table().to_data(), self.folder)
            self.done += 1
        tasks = [(path, self.seconds, self.cache) for path in self.derivations]
        for data in in_processes(_derived, tasks, min(self.jobs, len(tasks))):
            keep(_derivation_file(data), data, self.folder)
            self.done += 1
            yield f"derivations: {data['derivation']['name']}"


def derivation_files(folder: Path) -> tuple[Path, ...]:
    """The derivations of a folder and the folders in it."""
    return tuple(sorted(folder.rglob("*.toml")))


def _derived(path: Path, seconds: float, cache: str) -> dict[str, Any]:
    return derive(load(path), seconds, cache).to_data()


def _derivation_file(data: Mapping[str, Any]) -> str:
    """`gosgens2021-derivation-lemma-2`."""
    paper, name = (str(data["derivation"][key]).lower() for key in ("paper", "name"))
    return f"{paper}{DERIVED}{_OTHER.sub('-', name).strip('-')}"


# --- reading -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Results:
    """Everything that was replayed: tables and derivations, in the order of the papers."""

    tables: tuple[AnyTable, ...]
    derivations: tuple[DerivationReport, ...] = ()


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
        table = read_table(read_saved(path))
    except (CertificateError, ValueError) as error:
        raise CertificateError(f"{path}: {error}") from None
    if file_name(name_of(table)) != _stem(path):
        raise CertificateError(f"{path}: it is the table {name_of(table)}")
    return _stem(path), table


def _read_derivation(path: Path) -> DerivationReport:
    try:
        data = read_saved(path)
        report = read_report(data)
    except (CertificateError, FormulaError, ValueError) as error:
        raise CertificateError(f"{path}: {error}") from None
    if _derivation_file(data) != _stem(path):
        raise CertificateError(f"{path}: it is the derivation {report.derivation.name}")
    return report


# --- files ---------------------------------------------------------------------------------


def files(results: Results) -> Iterator[tuple[str, str]]:
    """Every file that is made from the results, by its place in the folder: path and text."""
    shown: list[Shown] = []
    for table in results.tables:
        name = file_name(name_of(table))
        if isinstance(table, FormulaTable):
            shown.append(displayed(table))
            yield f"{PAGES}/{name}.html", formula_formats.render_html(table)
            yield f"{PAGES}/{name}.tex", formula_formats.render_latex(table)
        elif isinstance(table, RankTable):
            shown.append(rank_formats.document(table))
            yield f"{PAGES}/{name}.html", rank_formats.render_html(table)
            yield f"{PAGES}/{name}.tex", rank_formats.render_latex(table)
        else:
            doc = compare(table)
            shown.append(doc)
            yield f"{PAGES}/{name}.html", html.render_comparison(table, doc)
            yield f"{PAGES}/{name}.tex", latex.render_comparison(table, doc)
    by_paper: dict[str, list[DerivationReport]] = {}
    for report in results.derivations:
        by_paper.setdefault(report.derivation.paper, []).append(report)
    for paper, reports in by_paper.items():
        saved = Derivations(tuple(reports))
        page = derivation_formats.render_html(reports, saved, f"{paper}-derivations")
        yield f"{DERIVATIONS}/{paper}.html", page
        yield f"{DERIVATIONS}/{paper}.tex", derivation_formats.render_latex(reports)
    found = found_in(results)
    yield "findings.html", findings_formats.render_html(found)
    yield "findings.tex", findings_formats.render_latex(found)
    yield "findings.json", found.to_json()
    yield "appendix.tex", appendix.render_latex(shown, by_paper, found)
    yield "index.html", appendix.render_index(shown, by_paper, found)


def found_in(results: Results) -> Findings:
    """How many claims were checked, and every one that does not hold."""
    return findings_formats.findings(results.tables, results.derivations)


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


# --- paper ---------------------------------------------------------------------------------


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
