"""How much of what nobody has shown the tool it decides: three batteries for each measure.

    python benchmarks/unseen.py [shown|held-back|shown-2|held-back-2|held-back-3|held-back-4|
        held-back-5|held-back-6|held-back-7|held-back-8|held-back-9|held-back-10|held-back-11|held-back-12|
        held-back-13|held-back-14|held-back-16|held-back-17|pool-6|pool-9|pool-10|pool-11|pool-12|
        pool-13|pool-14|pool-15|pool-16|pool-17|pool-18|pool-19|pool-20|pool-21|pool-22|pool-23|
        pool-24|pool-25|pool-26|pool-27|pool-28|pool-29|pool-30]
        [--framework all] [--seconds 30] [--only WORD] [-o FILE]

Prints what is undecided, with its reason, and the share of all verdicts; writes a table if asked.
A measure that is refused costs one line.  Seconds are those of the processor, but --seconds, the
limit of one verdict, is of the wall: 100000 leaves the steps that are counted as the only limit.
The measures are in unseen.toml; those held back are run once for the table, and never tuned to.
held-back-6 was drawn by chance from published measures, and held-back-7 (30 sorted names by
random.Random(7).sample) from what was left of them once search was changed with the one before;
held-back-8 likewise, by random.Random(8).  pool-6 is what was not drawn.  held-back-9 was drawn by
random.Random(9) from a new pool of 66, before search was changed with those left, which are pool-9;
held-back-10 by random.Random(10) from another of 44, of which pool-10 is left, and held-back-11 by
random.Random(11) from a third of 44, before search was changed with pool-10 or pool-11;
held-back-12 by random.Random(12) from one of 40, once it was changed with those of the eleventh;
held-back-13 by random.Random(13) from one of 60, once it was changed with the twelfth and pool-12.
held-back-14 (by random.Random(14)) and pool-14 are a pool of 48 such as new users would bring, and
pool-15 another of 48; search was changed with none of them before all had been run.
pool-16 (by random.Random(16)) and held-back-16 are a third such pool, of 72; held-back-17 (by
random.Random(17)) and pool-17 a fourth, of 72, and pool-18 a fifth, of 60; pool-19 to pool-30 are
twelve more, of 60 each.
"""

from __future__ import annotations

import argparse
import time
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symbolic_measures import check
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.verdict import Outcome

MEASURES = Path(__file__).with_name("unseen.toml")
#: Batteries that take more seconds of the processor are counted.
SLOW = 20
FRAMEWORKS = ("gosgens2021", "brzezinski2018", "opitz2024")


@dataclass
class Battery:
    """What one framework's properties came to for one measure."""

    measure: str
    framework: str
    seconds: float
    outcomes: list[Outcome]
    open: list[tuple[str, float, str]]


def lists() -> dict[str, dict[str, Any]]:
    """The lists of measures, by name."""
    return tomllib.loads(MEASURES.read_text(encoding="utf-8"))


def measures(which: str) -> dict[str, dict[str, Any]]:
    """The options of `check` for each measure of a part of the list."""
    found = {}
    for name, entry in lists()[which].items():
        given = {"formula": entry} if isinstance(entry, str) else entry
        found[name] = {
            "measure": given["formula"],
            "assume": tuple(given.get("assume", ())),
            "convention": tuple(given.get("conventions", ())),
            "lower_is_better": given.get("lower", False),
        }
    return found


def run(name: str, options: dict[str, Any], framework: str, seconds: float) -> Battery:
    """Decides the battery of a framework for one measure."""
    start = time.process_time()
    report = check(**options, framework=framework, timeout=seconds)
    outcomes = [verdict.outcome for verdict in report.verdicts]
    left = [(v.property, v.seconds, v.reason) for v in report.verdicts if v.outcome == "undecided"]
    return Battery(name, framework, time.process_time() - start, outcomes, left)


def summary(batteries: list[Battery]) -> list[str]:
    """Lines for each framework: verdicts, undecided, the slowest battery."""
    lines = []
    for framework in (*FRAMEWORKS, "all"):
        some = [b for b in batteries if framework in (b.framework, "all")]
        total, left = sum(len(b.outcomes) for b in some), sum(len(b.open) for b in some)
        if not some:
            continue
        slowest = max(some, key=lambda battery: battery.seconds)
        share = f"{100 * left / total:.1f} %"
        lines.append(
            f"| {framework} | {len(some)} | {total} | {left} | {share} | "
            f"{slowest.seconds:.0f} s ({slowest.measure}, {slowest.framework}) | "
            f"{sum(b.seconds > SLOW for b in some)} |"
        )
    return lines


def main() -> None:
    """Runs what is asked for and prints it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("which", nargs="?", default="shown", choices=tuple(lists()))
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--only", default="")
    parser.add_argument("--framework", default="")
    parser.add_argument("-o", dest="file", default="")
    args = parser.parse_args()
    batteries, refused = [], 0
    for name, options in measures(args.which).items():
        if args.only.lower() not in name.lower():
            continue
        for framework in (args.framework,) if args.framework else FRAMEWORKS:
            try:
                found = run(name, options, framework, args.seconds)
            except FormulaError as error:
                refused += 1
                print(f"{name}, {framework}: refused: {error}", flush=True)
                continue
            batteries.append(found)
            print(
                f"{name}, {framework}: {found.seconds:.1f} s, {len(found.open)} undecided of "
                f"{len(found.outcomes)}",
                flush=True,
            )
            for property_id, seconds, reason in found.open:
                print(f"    {property_id} ({seconds:.1f} s): {reason}", flush=True)
    columns = ["framework", "batteries", "verdicts", "undecided", "share", "slowest battery",
               f"above {SLOW} s"]  # fmt: skip
    head = [f"| {' | '.join(columns)} |", "| --- " * len(columns) + "|"]
    left = Counter(property_id for battery in batteries for property_id, _, _ in battery.open)
    told = ", ".join(f"{property_id} {count}" for property_id, count in left.most_common())
    last = f"Undecided, by property: {told or 'none'}.  Batteries refused: {refused}."
    text = "\n".join([*head, *summary(batteries), "", last])
    print(text)
    if args.file:
        Path(args.file).write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
