"""Runs the tests against mutants: a plug-in of pytest that forks one warm process for each.

First the selected tests are run once, unbroken, with coverage: which test runs which line, and how
long it takes.  Then each mutant is put into a fork of this process, which runs the tests of its
line until one fails: those first that killed other mutants of the same function, then quick ones.
A mutant on which that takes too long is killed as well.
Results are appended to a file, one line each, so that a run that is broken off goes on from there;
what a report has written is kept in `record.jsonl.gz`.  What a test runs is kept beside the results
and holds as long as the package, its module and the helpers of the tests are what they were.
"""

from __future__ import annotations

import ast
import gc
import gzip
import hashlib
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import coverage
import pytest
from _pytest.runner import runtestprotocol
from joblib.externals.loky import get_reusable_executor  # type: ignore[import-untyped]

from mutants.operators import Mutant, Unit, mutants, units, units_of
from mutants.swap import Places, forget, module_of, places, put

ROOT = Path(__file__).resolve().parents[1]
#: What came out of earlier runs.
KEPT = Path(__file__).with_name("record.jsonl.gz")
#: A test that takes longer than this part of the budget is not run for a mutant.
LONGEST = 0.3
#: Memory of one process.
MEMORY = 4 << 30
KILLED, SURVIVED = 1, 0
OUTCOMES = {SURVIVED << 8: "survived", signal.SIGXCPU: "timeout"}
#: A process that waits for something that never comes is ended after so many times its CPU time.
PATIENCE = 10


class Mutation:
    """The plug-in: `files` are broken, `results` is where the answers go, `jobs` at a time.

    `budget` is how many seconds of tests a mutant may survive; with `again`, what survived before
    is tried again; `last` says which mutants wait until the end.  `sample` are so many mutants,
    drawn uniformly; they are the same ones every time, and among those of a larger sample.  Those
    of functions that changed since a commit are tried besides, or alone if no sample is asked.
    """

    def __init__(
        self,
        files: list[Path],
        results: Path,
        jobs: int = 1,
        budget: float = 20,
        again: bool = False,
        last: Callable[[Mutant], bool] = lambda mutant: False,
        sample: int | None = None,
        since: str | None = None,
    ) -> None:
        self.files, self.results, self.jobs = files, results, jobs
        self.budget, self.again, self.last = budget, again, last
        self.sample, self.since = sample, since
        self.killers: dict[str, Counter[str]] = defaultdict(Counter)
        self.lines: dict[tuple[str, int], set[str]] = defaultdict(set)
        self.seconds: dict[str, float] = {}
        self.held: Places = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        failed = self.record(list(items.values()))
        if failed:
            raise pytest.UsageError(f"tests fail without mutants: {failed}")
        done = known(self.results)
        open_ = (None, *(("survived", "not covered") if self.again else ()))
        some = chosen(self.files, self.sample, self.since)
        todo = [m for m in some if (done[m.identity].last if m.identity in done else None) in open_]
        todo.sort(key=lambda m: (self.last(m), not m.disables))
        get_reusable_executor().shutdown(wait=True)  # a fork has processes, but none of the threads
        for file in self.files:
            module_of(file)
        forget()
        self.held = places()
        gc.freeze()
        say(f"{len(done)} known, {len(todo)} mutants to try, {len(items)} tests")
        self.try_all(todo, items)
        return True

    # --- which test runs which line

    def record(self, items: list[Any]) -> list[str]:
        """What every test runs, unbroken; those that fail.  What is known is not run again."""
        kept = self.results.with_name("recorded.jsonl")
        before = recorded(kept)
        failed: list[str] = []
        marks = {item.nodeid: mark(item.path, *self.files) for item in items}
        todo = [item for item in items if marks[item.nodeid] not in before.get(item.nodeid, {})]
        if todo:
            found, failed = self.run_unbroken(todo)
            with kept.open("a", encoding="utf-8") as out:
                for test in found.keys() - set(failed):
                    before[test][marks[test]] = found[test]
                    entry = {"test": test, "mark": marks[test], **found[test]._asdict()}
                    out.write(json.dumps(entry) + "\n")
        for test in marks.keys() - set(failed):
            own = before[test][marks[test]]
            self.seconds[test] = own.seconds
            for file, line in own.lines:
                self.lines[file, line].add(test)
        say(f"all {len(items)} tests take {sum(self.seconds.values()):.0f} s")
        return failed

    def run_unbroken(self, items: list[Any]) -> tuple[dict[str, Recorded], list[str]]:
        """What tests run that are run once, with coverage; those that fail."""
        cover = coverage.Coverage(data_file=None, include=[str(ROOT / file) for file in self.files])
        found, failed = {}, []
        cover.start()
        for number, item in enumerate(items):
            forget()
            cover.switch_context(item.nodeid)
            began = time.process_time()
            if not passes(item):
                failed.append(item.nodeid)
            found[item.nodeid] = Recorded(time.process_time() - began, [])
            if number % 200 == 0:
                say(f"recorded {number} of {len(items)} tests")
        cover.stop()
        data = cover.get_data()
        for name in data.measured_files():
            short = Path(name).relative_to(ROOT).as_posix()
            for line, tests in data.contexts_by_lineno(name).items():
                for test in filter(None, tests):
                    found[test].lines.append((short, line))
        return found, failed

    def tests_of(self, mutant: Mutant) -> list[str]:
        """The tests that run the mutant's line, the quick ones first, within the budget."""
        file, node = mutant.unit.file.as_posix(), mutant.unit.node
        found = self.lines[file, mutant.line]
        for line in range(mutant.line, (node.end_lineno or mutant.line) + 1):
            found = found or self.lines[file, line]  # an expression over several lines
        if not isinstance(node, ast.FunctionDef):  # a constant runs with the import
            found = set().union(*(own for (name, _), own in self.lines.items() if name == file))
        total, kept = 0.0, []
        for name in sorted(found, key=lambda test: self.seconds[test]):
            total += self.seconds[name]
            if total > self.budget or self.seconds[name] > LONGEST * self.budget:
                break
            kept.append(name)
        found_by = self.killers[mutant.unit.name]
        return sorted(kept, key=lambda name: -found_by[name])

    # --- one process for each

    def try_all(self, todo: list[Mutant], items: dict[str, Any]) -> None:
        running: dict[int, tuple[Mutant, float, float, int, int]] = {}
        finished = 0
        while todo or running:
            while todo and len(running) < self.jobs:
                mutant = todo.pop(0)
                names = self.tests_of(mutant)
                if not names:
                    self.note(mutant, "not covered", 0)
                    continue
                limit = 20 + 6 * sum(self.seconds[name] for name in names)
                pid, killer = self.fork(mutant, [items[n] for n in names], int(limit))
                running[pid] = mutant, time.monotonic(), PATIENCE * limit, len(names), killer
            time.sleep(0.005)
            for pid, (mutant, began, limit, count, killer) in list(running.items()):
                ended, status = os.waitpid(pid, os.WNOHANG)
                if not ended and time.monotonic() - began < limit:
                    continue
                if not ended:
                    os.kill(pid, signal.SIGKILL)
                    os.waitpid(pid, 0)
                del running[pid]
                if test := os.read(killer, 10_000).decode():
                    self.killers[mutant.unit.name][test] += 1
                os.close(killer)
                how = "timeout" if not ended else OUTCOMES.get(status, "killed")
                self.note(mutant, how, count)
                finished += 1
                if how == "survived" or finished % 25 == 0:
                    say(f"{len(todo)} left; {how}: {mutant.unit.file.name} {mutant.key}")

    def fork(self, mutant: Mutant, tests: list[Any], limit: int) -> tuple[int, int]:
        """The process that tries the mutant, within a limit of CPU time (the machine may be busy),
        and where it says which test killed it."""
        sys.stdout.flush()
        killer, told = os.pipe()
        if pid := os.fork():
            os.close(told)
            return pid, killer
        code = KILLED
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            put(mutant, self.held)
            failed = next((test.nodeid for test in tests if not passes(test)), "")
            os.write(told, failed.encode())
            code = KILLED if failed else SURVIVED
        except BaseException:
            code = KILLED
        finally:
            os._exit(code)

    def note(self, mutant: Mutant, how: str, count: int) -> None:
        file, key, digest = mutant.identity
        entry = {"file": file, "key": key, "digest": digest, "outcome": how, "tests": count}
        with self.results.open("a", encoding="utf-8") as out:
            out.write(json.dumps(entry | {"sample": self.sample}) + "\n")


def passes(item: Any) -> bool:
    """Whether a test passes."""
    return not any(report.failed for report in runtestprotocol(item, nextitem=None, log=False))


class Recorded(NamedTuple):
    """How long a test takes, and the lines of the files that it runs."""

    seconds: float
    lines: list[tuple[str, int]]


def recorded(kept: Path) -> dict[str, dict[str, Recorded]]:
    """What is known of each test, by the mark of what it depends on."""
    found: dict[str, dict[str, Recorded]] = defaultdict(dict)
    for entry in map(json.loads, kept.read_text().splitlines() if kept.exists() else ()):
        lines = [(file, line) for file, line in entry["lines"]]
        found[entry["test"]][entry["mark"]] = Recorded(entry["seconds"], lines)
    return found


@cache
def _package() -> bytes:
    """The package and the helpers of the tests, in short."""
    files = [*ROOT.glob("symbolic_measures/**/*.py"), *ROOT.glob("tests/**/*.py")]
    texts = (f.read_bytes() for f in sorted(files) if not f.name.startswith("test_"))
    return hashlib.sha256(b"".join(texts)).digest()


@cache
def mark(module: Path, *files: Path) -> str:
    """What the lines depend on that a test runs, in short: files, package, its module."""
    asked = " ".join(map(str, files)).encode()
    return hashlib.sha256(b"".join((asked, _package(), module.read_bytes()))).hexdigest()[:12]


class Outcome(NamedTuple):
    """How a mutant fared last and when it was tried first, and in a sample of which size that was:
    tests that are written for one of a sample make the sample say less of those outside it."""

    last: str
    first: str
    sample: int | None


def known(results: Path, record: Path = KEPT) -> dict[tuple[str, str, str], Outcome]:
    """The outcomes of each mutant of each text: those that are kept, and newer ones."""
    lines: list[str] = []
    if record.exists():
        lines += gzip.decompress(record.read_bytes()).decode().splitlines()
    if results.exists():
        lines += results.read_text(encoding="utf-8").splitlines()
    found: dict[tuple[str, str, str], Outcome] = {}
    for entry in map(json.loads, lines):
        identity, how = (entry["file"], entry["key"], entry["digest"]), entry["outcome"]
        before = found.get(identity, Outcome(how, entry.get("first", how), entry.get("sample")))
        found[identity] = before._replace(last=how)
    return found


def keep(outcomes: dict[tuple[str, str, str], Outcome], mutants_there: list[Mutant]) -> None:
    """Write the outcomes of the mutants that there are into the record that is kept."""
    lines = []
    for one in mutants_there:
        if outcome := outcomes.get(one.identity):
            file, key, digest = one.identity
            entry = {"file": file, "key": key, "digest": digest, "outcome": outcome.last}
            if outcome.first != outcome.last:
                entry["first"] = outcome.first
            lines.append(json.dumps(entry | ({"sample": outcome.sample} if outcome.sample else {})))
    lines.sort()
    KEPT.write_bytes(gzip.compress(("\n".join(lines) + "\n").encode(), mtime=0))


def every(files: list[Path]) -> Iterator[Mutant]:
    """The mutants of files."""
    for file in files:
        for unit in units(file, ROOT):
            yield from mutants(unit)


def drawn(files: list[Path]) -> list[Mutant]:
    """The mutants of files in an order that is random, and the same every time."""
    return sorted(every(files), key=lambda m: random.Random(f"{m.unit.file} {m.key}").random())


def chosen(files: list[Path], sample: int | None, since: str | None) -> list[Mutant]:
    """Those of a sample, and those of functions that changed since a commit; all without both."""
    order = drawn(files)
    if since is None:
        return order[:sample]
    before = {(file, unit.name, unit.digest) for file in files for unit in earlier(file, since)}
    new = [m.identity for m in order if (m.unit.file, m.unit.name, m.unit.digest) not in before]
    wanted = {*new, *(m.identity for m in order[: sample or 0])}
    return [mutant for mutant in order if mutant.identity in wanted]


def earlier(file: Path, commit: str) -> Iterator[Unit]:
    """The functions of a file as it was at a commit; none if it was not there."""
    shown = subprocess.run(
        ["git", "show", f"{commit}:{file.as_posix()}"], cwd=ROOT, capture_output=True, check=False
    )
    return units_of(file, shown.stdout.decode())


def say(text: str) -> None:
    """One line of progress."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.__stderr__, flush=True)
