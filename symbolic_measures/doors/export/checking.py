"""Runs Rocq on exported files and tells, verdict by verdict, what it accepts.

A file is one process of `coqc`.  Where it refuses a theorem, that one is taken out, noted with
Rocq's message, and the file is tried again, so that one refusal hides nothing behind it.  What was
checked is kept beside the file, and is not checked again while file and library are the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from threading import Timer
from typing import Any

from symbolic_measures.doors.export.rocq import Exported, MeasureFile, identifier

#: What theorems may rest on: the real numbers of the standard library, and classical logic.
ALLOWED = frozenset({
    "ClassicalDedekindReals.sig_forall_dec", "ClassicalDedekindReals.sig_not_dec",
    "FunctionalExtensionality.functional_extensionality_dep", "Classical_Prop.classic",
})  # fmt: skip
SECONDS = 600


@dataclass(frozen=True)
class Checked:
    """One verdict after the check: accepted or not, and why not; `seconds` of the processor and
    `megabytes` of memory are those of its file."""

    exported: Exported
    accepted: bool
    message: str
    seconds: float
    megabytes: int
    lines: int


@dataclass(frozen=True)
class Run:
    """One run of coqc: whether it accepts the file, what it prints, seconds and megabytes."""

    good: bool
    output: str
    seconds: float
    megabytes: int


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
    run = run_coqc(path)
    return run.good, run.output


def run_coqc(path: Path) -> Run:
    """What Rocq says of the file, and the time of the processor and the memory that it takes."""
    command = ["coqc", "-q", "-R", str(library()), "SymbolicMeasures", path.name]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
        process = subprocess.Popen(command, cwd=path.parent, stdout=told, stderr=told)
        fence = Timer(SECONDS, process.kill)
        fence.start()
        _, status, used = os.wait4(process.pid, 0)
        in_time = fence.is_alive()
        fence.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0)
        output = told.read() if in_time else f"not finished after {SECONDS} seconds"
    seconds = round(used.ru_utime + used.ru_stime, 1)
    return Run(process.returncode == 0, output, seconds, used.ru_maxrss // 1024)


def assumptions(output: str) -> set[str]:
    """The names under `Axioms:` in Rocq's output."""
    return set(re.findall(r"^([\w.]+)(?= :|$)", output, re.MULTILINE)) - {"Axioms"}


def check_file(file: MeasureFile, folder: Path) -> Iterator[Checked]:
    """Writes the file and has Rocq check it, again without each theorem that it refuses."""
    kept = folder / f"{identifier(file.name)}.checked.json"
    text = file.code()
    digest = hashlib.sha256((library_digest(required(text)) + text).encode()).hexdigest()
    found = _kept(kept, digest) or {"digest": digest, **_checked(file, folder)}
    kept.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    refused, failed = found["refused"], found["failed"]
    for verdict in file.verdicts:
        accepted = not failed and bool(verdict.theorem) and verdict.theorem not in refused
        message = verdict.reason or refused.get(verdict.theorem, failed)
        if f"{verdict.theorem}_speaks" in refused and not message:
            message = "accepted, but that it is not vacuous is not"
        lines = verdict.text.count("\n")
        yield Checked(verdict, accepted, message, found["seconds"], found["megabytes"], lines)


@cache
def library_digest(used: frozenset[str]) -> str:
    """What these modules of the library are, and the modules that they use, as a number."""
    texts: dict[str, str] = {}
    left = list(used)
    while left:
        name = left.pop()
        if name not in texts:
            texts[name] = (library() / f"{name}.v").read_text(encoding="utf-8")
            left += required(texts[name])
    return hashlib.sha256("\0".join(texts[name] for name in sorted(texts)).encode()).hexdigest()


def required(text: str) -> frozenset[str]:
    """The modules of the library that a file uses."""
    found = re.findall(r"From SymbolicMeasures Require Import\s+([\w\s]+)\.", text)
    return frozenset(name for names in found for name in names.split())


def _kept(path: Path, digest: str) -> dict[str, Any] | None:
    """What was found before of the same file with the same library."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    known = isinstance(found, dict) and found.get("digest") == digest
    return found if known else None


def _checked(file: MeasureFile, folder: Path) -> dict[str, Any]:
    """The theorems that are refused, with Rocq's messages, or why the whole file is."""
    path = folder / f"{identifier(file.name)}.v"
    refused: dict[str, str] = {}
    seconds = 0.0
    if not any(verdict.theorem for verdict in file.verdicts):
        return {"refused": {}, "failed": "", "seconds": 0.0, "megabytes": 0}
    while True:
        text = file.text(refused)
        path.write_text(text, encoding="utf-8")
        run = run_coqc(path)
        seconds = max(seconds, run.seconds)
        if run.good and not assumptions(run.output) <= ALLOWED:
            names = ", ".join(assumptions(run.output) - ALLOWED)
            run = replace(run, good=False, output=f"rests on {names}")
        culprit = None if run.good else _culprit(text, run.output, file)
        if culprit is None:
            break
        refused[culprit] = _told(run.output)
    failed = "" if run.good else _told(run.output)
    return {
        "refused": refused, "failed": failed, "seconds": seconds, "megabytes": run.megabytes,
    }  # fmt: skip


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
