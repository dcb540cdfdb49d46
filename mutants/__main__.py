"""`python -m mutants run [--sample N] [ROOM ...]`, `report [--write]`, `branches [ROOM ...]`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import pytest

from mutants import branches
from mutants.operators import Mutant
from mutants.report import ROOMS, files_of, patterns, report
from mutants.run import ROOT, Mutation

#: The tests that are meant for a room; of these, a mutant meets those that run its line.
TESTS: dict[str, tuple[str, ...]] = {
    "kernel": ("tests/kernel",),
    "nouns": (
        "tests/nouns", "tests/kernel/test_soundness.py", "tests/meaning/test_classes.py",
        "tests/meaning/test_measures.py", "tests/search/test_linear.py",
    ),
    "meaning": (
        "tests/meaning", "tests/kernel/test_soundness.py", "tests/questions/test_averaging.py",
        "tests/questions/test_compare.py", "tests/questions/test_each_m.py",
        "tests/questions/test_every_kind.py", "tests/questions/test_every_m.py",
        "tests/questions/test_identity.py", "tests/questions/test_impossible.py",
        "tests/questions/test_kept.py", "tests/questions/test_limit.py",
        "tests/questions/test_normaliser.py", "tests/questions/test_refusals.py",
        "tests/questions/test_relation_and_slope.py", "tests/questions/test_spoiled.py",
        "tests/questions/test_taylor.py", "tests/questions/test_threshold.py",
    ),
    "questions": (
        "tests/questions", "tests/meaning/test_questions.py",
        "tests/meaning/test_claimed_answers.py", "tests/meaning/test_claimed_files.py",
        "tests/meaning/test_claimed_replays.py",
    ),
}  # fmt: skip


def main(words: list[str]) -> int:
    """Runs mutants, or says what came out; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m mutants", description=__doc__)
    parser.add_argument("command", choices=("run", "report", "branches"))
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--budget", type=float, default=20, help="seconds of tests for a mutant")
    parser.add_argument("--again", action="store_true", help="try again what survived")
    parser.add_argument("--sample", type=int, help="so many mutants of a room, drawn at random")
    parser.add_argument("--since", help="those of functions that changed since this commit")
    parser.add_argument("--tests", nargs="+", help="these tests instead of the room's")
    parser.add_argument("--files", nargs="+", type=Path, help="these files of the rooms alone")
    parser.add_argument("--results", type=Path, default=ROOT / "out/mutants.jsonl")
    parser.add_argument("--write", action="store_true", help="write RESULTS.md and the record")
    given = parser.parse_intermixed_args(words)
    if given.command == "report":
        print(report(given.results, given.write, given.rooms or ROOMS))
        return 0
    if given.command == "branches":
        for room in given.rooms or ("kernel",):
            print(branches.run(room, tuple(given.tests or TESTS[room]), given.files or ()))
        return 0
    given.results.parent.mkdir(exist_ok=True)
    known = list(patterns())

    def is_listed(mutant: Mutant) -> bool:
        return any(pattern.fullmatch(mutant.key) for pattern in known)

    for room in given.rooms or ROOMS:
        files = given.files or files_of(room)
        plugin = Mutation(
            files, given.results, given.jobs, given.budget, given.again, is_listed, given.sample,
            given.since,
        )  # fmt: skip
        options = ["-q", "-m", "not exhaustive", "-p", "no:xdist", "-p", "no:cacheprovider"]
        options += ["--ignore", "tests/kernel/test_guards.py", *(given.tests or TESTS[room])]
        if code := pytest.main(options, plugins=[plugin]):
            return int(code)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
