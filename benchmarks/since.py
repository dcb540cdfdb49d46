"""What an earlier commit said, and what this one says of it: files, tables, the catalog.

    python benchmarks/since.py COMMIT [--jobs 2]

1. Every certificate that was saved then is verified now; of refused ones the line of `verify`.
2. Cells of printed tables that had another verdict or another smallest matrix then.
3. Verdicts of that commit's catalog, decided by its own code and by this one's, that differ.
4. The processor's seconds of `verify` of all saved files in one run: its own then, the same files
   now, and today's now.

A verdict that was undecided and is decided now is counted, not printed; everything else is printed
and has its reason in CHANGELOG.md, or is a regression.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from symbolic_measures.doors.saved import read_saved

HERE = Path(__file__).resolve().parents[1]
COMMAND = [sys.executable, "-m", "symbolic_measures"]
#: The names that statements of then go by now: property of then -> property of now.
RENAMED = {"tn-not-max": "tn-not-max-in-section", "tp-not-max": "tp-not-max-in-section"}
Found = dict[str, dict[str, Any]]


def run(tree: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """A command of the package that lies in `tree`."""
    return subprocess.run([*COMMAND, *args], cwd=tree, capture_output=True, text=True, check=False)


def certificates(tree: Path) -> list[Path]:
    """The saved answers of a tree."""
    return sorted((tree / "reports" / "certificates").glob("*.json*"))


def verified(then: Path, jobs: int) -> Iterator[str]:
    """A line for each file of then that is refused now, and how many are not."""
    files = certificates(then)
    with ThreadPoolExecutor(jobs) as pool:
        replies = list(pool.map(lambda path: run(HERE, "verify", str(path)), files))
    refused = Counter(
        f"{path.name}: {line.split(': ', 1)[1]}"
        for path, reply in zip(files, replies, strict=True)
        if reply.returncode
        for line in reply.stdout.splitlines()[1:]
        if "not verified" not in line
    )
    yield from (f"{line} ({number} verdicts)" for line, number in refused.items())
    accepted = sum(not reply.returncode for reply in replies)
    yield f"{accepted} of {len(files)} files are accepted as they are"


def verdicts(data: Any) -> Found:
    """The verdicts of a table by row and column, or of a measure by property."""
    if "cells" in data:
        cells = data["cells"]
        return {f"{cell['row']}, {cell['column']}": cell.get("verdict") or cell for cell in cells}
    return {verdict["property"]: verdict for verdict in data.get("verdicts", ())}


def differences(title: str, before: Found, after: Found, counted: Counter[str]) -> Iterator[str]:
    """What was said otherwise: lines, and counts of what is the same or was undecided."""
    for name, old in before.items():
        new = after.get(name) or {}
        was, is_now = old.get("verdict"), new.get("verdict")
        if was == is_now and old.get("witness") == new.get("witness"):
            counted["the same"] += 1
        elif was == is_now == "refuted":
            yield f"{title}: {name}: refuted at {old.get('witness')}, now at {new.get('witness')}"
        elif was == "undecided" and is_now in ("proved", "refuted"):
            counted[f"undecided then, {is_now} now"] += 1
        else:
            yield f"{title}: {name}: {was}, now {is_now}"


def tables(then: Path, counted: Counter[str]) -> Iterator[str]:
    """What the saved tables of both say otherwise."""
    for path in certificates(then):
        today = HERE / "reports" / "certificates" / path.name
        if "-derivation-" not in path.name:
            after = verdicts(read_saved(today)) if today.exists() else {}
            yield from differences(path.name, verdicts(read_saved(path)), after, counted)


def decided(tree: Path, measure: str) -> Found:
    """The verdicts of a catalog's measure by the code in `tree`, with properties that were renamed
    there and are in no framework now."""
    asked = [["--framework", "all"]]
    if tree == HERE:
        asked.append([word for name in RENAMED.values() for word in ("--property", name)])
    found: Found = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, words in enumerate(asked):
            path = Path(folder, f"{number}.json")
            run(tree, "check", measure, *words, "--format", "json", "-o", str(path))
            found |= verdicts(read_saved(path)) if path.exists() else {}
    return found


def catalog(then: Path, jobs: int, counted: Counter[str]) -> Iterator[str]:
    """What both say otherwise of the measures of then."""
    listed = json.loads(run(then, "catalog", "--format", "json").stdout)
    names = [entry["name"] for entry in listed["measures"]]
    with ThreadPoolExecutor(jobs) as pool:
        found = pool.map(partial(decided, then), names), pool.map(partial(decided, HERE), names)
        for name, before, after in zip(names, *found, strict=True):
            of_then = {RENAMED.get(prop, prop): verdict for prop, verdict in before.items()}
            yield from differences(name, of_then, after, counted)


def spent(code: Path, saved: Path) -> str:
    """What `verify` of all files that a tree holds takes by the code of a tree, in one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    reply = run(code, "verify", *map(str, certificates(saved)), "--format", "json")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    files = json.loads(reply.stdout)["files"]
    number = sum(file["verified"] for file in files)
    return f"{seconds:.1f} s of one processor for {number:,} verdicts in {len(files)} files"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("commit")
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        then = Path(folder, "then")
        packed = subprocess.run(["git", "archive", asked.commit], cwd=HERE, stdout=-1, check=True)
        then.mkdir()
        subprocess.run(["tar", "x"], cwd=then, input=packed.stdout, check=True)
        counted: Counter[str] = Counter()
        seconds = map(spent, (then, HERE, HERE), (then, then, HERE))
        for title, lines in (
            ("saved files", verified(then, asked.jobs)),
            ("printed tables", tables(then, counted)),
            ("catalog", catalog(then, asked.jobs, counted)),
            ("verify, then, the same files now, and now", seconds),
        ):
            print(f"== {title}", *lines, sep="\n", flush=True)
        for what, number in counted.items():
            print(f"{what}: {number} verdicts")


if __name__ == "__main__":
    main()
