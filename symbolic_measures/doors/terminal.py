"""What commands share: bad input in one line, progress, an interrupt that loses nothing."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from symbolic_measures.fences import StoppedError, hard_end


class InputError(Exception):
    """Bad input: one line that says what, where and what to do."""


def add_cache(add: Callable[..., Any]) -> None:
    """Where verdicts are kept."""
    add("--cache", default="", metavar="FOLDER",
        help="keep verdicts in this folder; take them from it once they are replayed")  # fmt: skip


INTERRUPTED = "interrupted"


def add_total(add: Callable[..., Any]) -> None:
    """How long everything may take together."""
    add("--total", type=float, default=None, metavar="SECONDS",
        help="for everything together: what is left then is undecided, and says so")  # fmt: skip


def run(work: Iterable[str], told: Callable[[str], str]) -> str:
    """Decides, telling each step on a terminal; what stopped it before its end, if anything did."""
    status = None
    if sys.stderr.isatty():
        from rich.console import Console

        status = Console(stderr=True).status("deciding")
        status.start()
    try:
        with hard_end().around():
            for step in work:
                if status is not None:
                    status.update(told(step))
    except KeyboardInterrupt:
        return INTERRUPTED
    except StoppedError as error:
        return str(error)
    finally:
        if status is not None:
            status.stop()
    return ""


def look_at_seconds(args: argparse.Namespace) -> None:
    """InputError for a time that cannot be."""
    for name in ("timeout", "total"):
        seconds = getattr(args, name, None)
        if seconds is not None and not seconds > 0:
            raise InputError(f"--{name}: give a number of seconds above 0")


def look_at_limits(args: argparse.Namespace) -> None:
    """InputError for a time, a number of processes or an output file that cannot be."""
    look_at_seconds(args)
    jobs = getattr(args, "jobs", None)  # None: as many as suit the question
    if jobs is not None and jobs < 1:
        raise InputError("--jobs: give a number of processes, at least 1")
    if args.output and not Path(args.output).absolute().parent.is_dir():
        raise InputError(f"-o {args.output}: the folder does not exist")


def say(line: str) -> None:
    """A line beside the output."""
    print(f"symbolic-measures: {line}", file=sys.stderr)


def write_text(args: argparse.Namespace, text: str) -> None:
    """Writes to the file that was asked for, else to the terminal; ends the last line."""
    text = text if text.endswith("\n") else text + "\n"
    if not args.output:
        sys.stdout.write(text)
        return
    _save(Path(args.output), text)
    print(f"wrote {args.output}", file=sys.stderr)


def _save(path: Path, text: str) -> None:
    """Writes all or nothing: an interrupted write leaves the old file as it was."""
    partial = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(f"-o {path}: {error.strerror or error}") from None
