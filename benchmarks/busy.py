"""Whether verdicts depend on what else the machine does: everything twice, idle and busy.

    python benchmarks/busy.py [--formulas 500] [--busy 4] [--catalog] [--tables]

Decides random formulas (and the catalog, and all printed tables) as it is, and again beside so many
processes that do nothing but use a processor.  Prints every question whose answer differs in more
than its seconds, and how much longer the second time took.  Without time limits: only counted steps
stop a search.  Run it on an otherwise idle machine.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from symbolic_measures import FormulaError, check, decide_table
from symbolic_measures.claims.papers import TABLES
from symbolic_measures.meaning.measures import MEASURES

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from random_formulas import random_formulas  # type: ignore[import-not-found]

#: No fence of seconds: what is compared is what counted steps decide.
SECONDS = 1e6
Question = tuple[str, Callable[[], Any]]


def questions(formulas: int, of_catalog: bool, of_tables: bool) -> Iterator[Question]:
    """The name of each question, and how it is asked."""
    for text, conventions in random_formulas(formulas):
        name = " ".join((text, *conventions))
        yield name, partial(check, text, convention=conventions, timeout=SECONDS)
    for name in MEASURES if of_catalog else ():
        yield name, partial(check, name, timeout=SECONDS)
    for name in TABLES if of_tables else ():
        yield name, partial(decide_table, name, timeout=SECONDS)


def timeless(data: Any) -> Any:
    """The data without what says how long it took."""
    if isinstance(data, dict):
        return {key: timeless(part) for key, part in data.items() if key != "seconds"}
    return [timeless(part) for part in data] if isinstance(data, list) else data


def answered(asked: list[Question], title: str) -> tuple[list[Any], float]:
    """All answers, and the seconds that they took."""
    start, found = time.perf_counter(), []
    for place, (_, ask) in enumerate(asked, 1):
        try:
            found.append(timeless(json.loads(ask().to_json())))
        except FormulaError as error:  # no measure, undefined everywhere
            found.append(str(error))
        print(f"\r{title}: {place} of {len(asked)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return found, time.perf_counter() - start


@contextmanager
def busy(processes: int) -> Iterator[None]:
    """So many processes that use a processor each."""
    spin = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(spin) for _ in range(processes)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def main() -> int:
    """Prints what differs; the exit code says whether anything does."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--formulas", type=int, default=500, help="random formulas (500)")
    parser.add_argument("--busy", type=int, default=4, help="processes beside (4)")
    parser.add_argument("--catalog", action="store_true", help="and every measure of the catalog")
    parser.add_argument("--tables", action="store_true", help="and every printed table")
    args = parser.parse_args()
    asked = list(questions(args.formulas, args.catalog, args.tables))
    idle, before = answered(asked, "idle")
    with busy(args.busy):
        again, after = answered(asked, "busy")
    differ = [name for (name, _), a, b in zip(asked, idle, again, strict=True) if a != b]
    for name in differ:
        print(f"differs: {name}")
    print(
        f"{len(asked)} questions, {len(differ)} answered in another way beside {args.busy} busy "
        f"processes; {before:.0f} s, then {after:.0f} s"
    )
    return bool(differ)


if __name__ == "__main__":
    sys.exit(main())
