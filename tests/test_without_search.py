"""Replaying and showing what is saved needs nothing of the search: it cannot even be imported."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import without_search
from places import ROOT, TESTS
from tiers import exhaustive

from symbolic_measures.doors.publish import CERTIFICATES

REPORTS = ROOT / "reports"
EXAMPLES = ROOT / "examples"
SAVED = sorted([*(REPORTS / CERTIFICATES).glob("*.json*"), *EXAMPLES.rglob("*.json*")])
PACKED = re.compile(r"data:application/gzip;base64,[A-Za-z0-9+/=]*")


@pytest.mark.parametrize("name", ["symbolic_measures.search.engine", "numpy", "numpy.linalg"])
def test_what_is_refused_cannot_be_imported(name: str) -> None:
    folder = str(TESTS)
    code = (
        "import sys; from without_search import Refusing; sys.meta_path.insert(0, Refusing)\n"
        f"import {name}"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=folder
    )
    assert "is refused here" in done.stderr
    assert done.returncode == 1


def test_deciding_is_not_possible_there() -> None:
    assert without_search.run("check", "F1").returncode != 0


@cache
def _verified() -> tuple[str, str]:
    """What `verify` says of all files at once, and what went wrong."""
    done = without_search.run("verify", *map(str, SAVED))
    return done.stdout, done.stderr


def test_there_is_something_to_verify() -> None:
    assert len(SAVED) > 30


@exhaustive
@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.name)
def test_every_saved_file_verifies(path: Path) -> None:
    told, errors = _verified()
    assert errors == ""
    (line,) = [line for line in told.splitlines() if line.startswith(f"{path}: ")]
    assert line.startswith(f"{path}: verified: ")


#: A table of marks, of formulas and of ranks, and derivations.
SOME = (
    "opitz2024-5",
    "opitz2024-examples",
    "gosgens2021-3",
    "gosgens2021-derivation-lemma-3",
    "opitz2024-derivation-appendix-a",
)


def test_pages_are_made_from_their_certificates(tmp_path: Path) -> None:
    folder, made = tmp_path / "certificates", tmp_path / "made"
    folder.mkdir()
    for name in SOME:
        shutil.copy(REPORTS / CERTIFICATES / f"{name}.json.gz", folder)
    done = without_search.run("report", "--from", str(folder), "-o", str(made), latex=False)
    assert done.returncode == 0, done.stderr
    pages = [path.relative_to(made) for path in made.glob("tables/*")]
    assert len(pages) == 2 * sum("derivation" not in name for name in SOME)
    for page in pages:
        assert _text(made / page) == _text(REPORTS / page), page
    assert len(list(made.glob("derivations/*"))) == 4


@exhaustive
def test_every_page_is_made_from_its_certificate(tmp_path: Path) -> None:
    saved = str(REPORTS / CERTIFICATES)
    done = without_search.run("report", "--from", saved, "-o", str(tmp_path), latex=False)
    assert done.returncode == 0, done.stderr
    made = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    there = {str(path.relative_to(REPORTS)) for path in REPORTS.rglob("*") if path.is_file()}
    assert made == there - {"appendix.pdf", "rocq.md", "rocq.json"}  # what pdflatex and Rocq say
    for place in sorted(made):
        if not place.startswith(CERTIFICATES):
            assert _text(tmp_path / place) == _text(REPORTS / place), place


def _text(path: Path) -> str:
    """Without the compressed certificate, which other libraries compress otherwise."""
    return PACKED.sub("", path.read_text(encoding="utf-8"))
