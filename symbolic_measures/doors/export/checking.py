"""Runs Rocq on exported files and tells, verdict by verdict, what it accepts.

A file is one process of `coqc`.  Where it refuses a theorem, that one is taken out, noted with
Rocq's message, and the file is tried again, so that one refusal hides nothing behind it.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from symbolic_measures.doors.export.rocq import Exported, MeasureFile, identifier

#: What theorems may rest on: the real numbers of the standard library, and classical logic.
ALLOWED = frozenset({
    "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic",
})  # fmt: skip
SECONDS = 600


@dataclass(frozen=True)
class Checked:
    """One verdict after the check: accepted or not, and why not; `seconds` are of its file."""

    exported: Exported
    accepted: bool
    message: str
    seconds: float
    lines: int


class RocqMissingError(Exception):
    """coqc is not installed, or the library is not compiled; the message says what to do."""


def library() -> Path:
    """The folder of the Rocq library; RocqMissingError if it is not beside the package."""
    found = Path(__file__).resolve().parents[3] / "rocq" / "theories"
    if not found.is_dir():
        raise RocqMissingError("the folder rocq/ is not here: check from a copy of the repository")
    return found


def demand_rocq() -> None:
    """RocqMissingError unless coqc is there and the library is compiled."""
    if shutil.which("coqc") is None:
        raise RocqMissingError(
            "coqc is not installed: apt-get install --no-install-recommends coq (Coq 8.16)"
        )
    if not (library() / "Certificates.vo").exists():
        raise RocqMissingError("the library is not compiled: make -C rocq")


def coqc(path: Path) -> tuple[bool, str]:
    """Whether Rocq accepts the file, and all that it prints."""
    command = ["coqc", "-q", "-R", str(library()), "SymbolicMeasures", path.name]
    try:
        run = subprocess.run(
            command, cwd=path.parent, capture_output=True, text=True, timeout=SECONDS
        )
    except subprocess.TimeoutExpired:
        return False, f"not finished after {SECONDS} seconds"
    return run.returncode == 0, run.stdout + run.stderr


def assumptions(output: str) -> set[str]:
    """The names under `Axioms:` in Rocq's output."""
    return set(re.findall(r"^([\w.]+)(?= :|$)", output, re.MULTILINE)) - {"Axioms"}


def check_file(file: MeasureFile, folder: Path) -> Iterator[Checked]:
    """Writes the file and has Rocq check it, again without each theorem that it refuses."""
    path = folder / f"{identifier(file.name)}.v"
    refused: dict[str, str] = {}
    started = time.monotonic()
    while True:
        text = file.text(refused)
        path.write_text(text, encoding="utf-8")
        good, output = coqc(path)
        if good and not assumptions(output) <= ALLOWED:
            good, output = False, f"rests on {', '.join(assumptions(output) - ALLOWED)}"
        culprit = None if good else _culprit(text, output, file)
        if culprit is None:
            break
        refused[culprit] = _told(output)
    seconds = round(time.monotonic() - started, 1)
    for verdict in file.verdicts:
        accepted = good and bool(verdict.theorem) and verdict.theorem not in refused
        message = verdict.reason or refused.get(verdict.theorem, "" if good else _told(output))
        if f"{verdict.theorem}_speaks" in refused and not message:
            message = "accepted, but that it is not vacuous is not"
        yield Checked(verdict, accepted, message, seconds, verdict.text.count("\n"))


def _culprit(text: str, output: str, file: MeasureFile) -> str | None:
    """The theorem whose text holds the line of the error."""
    found = re.search(r"line (\d+)", output)
    if found is None:
        return None
    before = "\n".join(text.splitlines()[: int(found[1])])
    for verdict in reversed(file.verdicts):
        start = text.find(verdict.text) if verdict.theorem else -1
        if 0 <= start < len(before):
            speaks = text.find(f"Theorem {verdict.theorem}_speaks", start)
            later = 0 <= speaks < start + len(verdict.text) and speaks < len(before)
            return f"{verdict.theorem}_speaks" if later else verdict.theorem
    return None


def _told(output: str) -> str:
    """Rocq's message, in one line."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    start = next((i for i, line in enumerate(lines) if line.startswith("Error")), 0)
    return " ".join(lines[start : start + 4])[:160]
