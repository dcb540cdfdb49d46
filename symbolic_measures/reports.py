"""The reports: what was decided about the papers, as files.

`decide` writes one certificate for each table.  Everything else is made from certificates that are
read again, which replays every verdict: what stands in a report does not rest on the run that
found it, and anybody can make the files anew without search.

    certificates/ID.json.gz   each table with its proofs and counterexamples
    tables/ID.html, ID.tex    the table with all evidence; to print
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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symbolic_measures.catalog.papers import PAPERS, TABLES
from symbolic_measures.formula import FormulaError
from symbolic_measures.formulas import (
    DISPLAYS,
    SUFFIX,
    DecidingFormulas,
    FormulaTable,
    is_formulas,
)
from symbolic_measures.processes import in_processes
from symbolic_measures.report import appendix, html, latex
from symbolic_measures.report import findings as findings_formats
from symbolic_measures.report import formulas as formula_formats
from symbolic_measures.report.appendix import Shown
from symbolic_measures.report.comparison import compare
from symbolic_measures.report.formulas import displayed
from symbolic_measures.session import SECONDS
from symbolic_measures.tables import Deciding, Table, deciding, read_table
from symbolic_measures.verdict import CertificateError

AnyTable = Table | FormulaTable
CERTIFICATES, PAGES = "certificates", "tables"
COMPRESSED = ".json.gz"
MAX_FILE = 50_000_000
_STOPPED = re.compile(r"stopped after [0-9.]+ seconds?")
#: How often LaTeX must be run until its table of contents is right.
RUNS = 3


def table_names() -> tuple[str, ...]:
    """Every table that is known, paper by paper, its displayed formulas last."""
    names = [*TABLES, *(paper + SUFFIX for paper in DISPLAYS)]
    papers = list(PAPERS)
    return tuple(sorted(names, key=lambda name: papers.index(name.partition(":")[0])))


def file_name(table: str) -> str:
    """`gosgens2021-2`."""
    return table.replace(":", "-")


def name_of(table: AnyTable) -> str:
    """`gosgens2021:2`."""
    if isinstance(table, FormulaTable):
        return table.displays.paper + SUFFIX
    return table.printed.id


# --- certificates --------------------------------------------------------------------------


def certificate(table: AnyTable) -> bytes:
    """The compressed JSON of a table, without the time that it took."""
    text = json.dumps(timeless(table.to_data()), ensure_ascii=False, separators=(",", ":"))
    return compressed(text + "\n")


def keep(table: AnyTable, folder: Path) -> None:
    """Writes the certificate of a table."""
    name = file_name(name_of(table)) + COMPRESSED
    write(folder / CERTIFICATES / name, certificate(table))


def compressed(text: str) -> bytes:
    """The text, compressed, without a date."""
    return gzip.compress(text.encode(), 9, mtime=0)


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


def work_on(table: str, seconds: float, jobs: int, cache: str) -> Deciding | DecidingFormulas:
    """The work on one table; iterate to decide."""
    if is_formulas(table):
        return DecidingFormulas(table, (), seconds, jobs, cache)
    return deciding(table, None, None, seconds, jobs, cache)


@dataclass
class Certifying:
    """Tables to decide; iterate, and each is written to the folder as soon as it is decided.

    An interrupt leaves the certificates of the tables before; what was decided of the table at
    hand is in the folder `cache`, if one is given.
    """

    folder: Path
    tables: tuple[str, ...]
    jobs: int = 1
    seconds: float = SECONDS
    cache: str = ""

    def __iter__(self) -> Iterator[str]:
        """Yields how far it is."""
        for name in self.tables:
            work = work_on(name, self.seconds, self.jobs, self.cache)
            columns = len(work.columns) if isinstance(work, Deciding) else 1
            for place in work:
                yield f"{name}: {len(work.cells)} of {len(work.rows) * columns}, last {place}"
            keep(work.table(), self.folder)


# --- reading -------------------------------------------------------------------------------


def read_certificates(
    folder: Path, jobs: int = 1, only: Iterable[str] = ()
) -> tuple[AnyTable, ...]:
    """The tables of a folder of certificates, every verdict replayed, in the order of the papers.

    `only` names files; all of them if it is empty.

    CertificateError, in one line, for a file that does not verify or a folder without any.
    """
    order = {file_name(name): place for place, name in enumerate(table_names())}
    chosen = set(only) or set(order)
    found = [path for path in sorted(folder.glob("*.json*")) if _stem(path) in chosen & set(order)]
    if not found:
        raise CertificateError(f"{folder}: no certificate of a known table")
    apart = [path for path in found if not _stem(path).endswith(SUFFIX.replace(":", "-"))]
    read = {_stem(path): _read(path)[1] for path in found if path not in apart}
    read.update(in_processes(_read, [(path,) for path in apart], min(jobs, len(apart))))
    return tuple(read[name] for name in sorted(read, key=order.__getitem__))


def _stem(path: Path) -> str:
    return path.name.partition(".json")[0]


def _read(path: Path) -> tuple[str, AnyTable]:
    try:
        table = read_table(read_saved(path))
    except (CertificateError, ValueError) as error:
        raise CertificateError(f"{path}: {error}") from None
    if file_name(name_of(table)) != _stem(path):
        raise CertificateError(f"{path}: it is the table {name_of(table)}")
    return _stem(path), table


# --- files ---------------------------------------------------------------------------------


def files(tables: Iterable[AnyTable]) -> Iterator[tuple[str, str]]:
    """Every file that is made from the tables, by its place in the folder: path and text."""
    tables = tuple(tables)
    shown: list[Shown] = []
    for table in tables:
        name = file_name(name_of(table))
        if isinstance(table, FormulaTable):
            shown.append(displayed(table))
            yield f"{PAGES}/{name}.html", formula_formats.render_html(table)
            yield f"{PAGES}/{name}.tex", formula_formats.render_latex(table)
        else:
            doc = compare(table)
            shown.append(doc)
            yield f"{PAGES}/{name}.html", html.render_comparison(table, doc)
            yield f"{PAGES}/{name}.tex", latex.render_comparison(table, doc)
    found = findings_formats.findings(tables)
    yield "findings.html", findings_formats.render_html(found)
    yield "findings.tex", findings_formats.render_latex(found)
    yield "findings.json", found.to_json()
    yield "appendix.tex", appendix.render_latex(shown, found)
    yield "index.html", appendix.render_index(shown, found)


def headline(tables: Iterable[AnyTable]) -> str:
    """How many claims were checked, and what of them."""
    return findings_formats.findings(tables).headline


def write_all(tables: Iterable[AnyTable], folder: Path) -> Iterator[str]:
    """Writes every file; yields each one's place."""
    for place, text in files(tables):
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
