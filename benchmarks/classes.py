"""What the batteries of several classes cost, and what they leave open.

    python benchmarks/classes.py every [--only WORD ...] [-o FILE]
    python benchmarks/classes.py fixed [--only WORD ...] [-o FILE]

`every`: each measure of several classes in the catalog, both batteries for every m, and what is
decided at m = 3 but not for every m.  `fixed`: the rational measures at 3, 4 and 5 classes.
Seconds are those of the processor, each battery in a process of its own.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from symbolic_measures import check
from symbolic_measures.meaning.multiclass import MULTICLASS
from symbolic_measures.nouns.errors import FormulaError

#: The batteries that are stated of several classes.
FRAMEWORKS = ("gosgens2021", "opitz2024")
#: Those whose cost at 4 and 5 classes is held against that at 3.
FIXED = ("accuracy", "BA", "CC", "kappa", "macro_F1", "weighted_F1", "micro(F1)")


@dataclass
class Battery:
    """What a battery came to: seconds, and what is said of each property."""

    seconds: float
    outcomes: dict[str, str]

    @property
    def open(self) -> list[str]:
        """What is undecided."""
        return [name for name, said in self.outcomes.items() if said == "undecided"]


def decided(measure: str, framework: str, classes: int | str) -> Battery:
    """The battery of a framework for one measure."""
    start = time.process_time()
    report = check(measure, framework=framework, classes=classes, timeout=1000)
    outcomes: dict[str, str] = {v.property: v.outcome for v in report.verdicts}
    return Battery(time.process_time() - start, outcomes)


def alone(measure: str, framework: str, classes: int | str) -> Battery:
    """The same in a process of its own, which remembers nothing of the one before."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(decided, measure, framework, classes).result()


def for_every_m(only: list[str]) -> Iterator[str]:
    """A line for each measure and framework."""
    yield "| measure | framework | seconds | open for every m | of these decided at m = 3 |"
    yield "| --- " * 5 + "|"
    for measure in only or MULTICLASS:
        for framework in FRAMEWORKS:
            try:
                found = alone(measure, framework, "every")
            except FormulaError as error:
                yield f"| {measure} | {framework} | | refused: {error} | |"
                continue
            fixed = alone(measure, framework, 3) if found.open else None
            missed = [name for name in found.open if fixed and name not in fixed.open]
            told = ", ".join(found.open) or "none", ", ".join(missed) or "none"
            yield f"| {measure} | {framework} | {found.seconds:.1f} | {told[0]} | {told[1]} |"


def at_fixed_m(only: list[str]) -> Iterator[str]:
    """A line for each measure and framework: seconds at 3, 4 and 5 classes, and the ratios."""
    yield "| measure | framework | m = 3 | m = 4 | m = 5 | 4 to 3 | 5 to 3 | open |"
    yield "| --- " * 8 + "|"
    for measure in only or FIXED:
        for framework in FRAMEWORKS:
            found = {m: alone(measure, framework, m) for m in (3, 4, 5)}
            seconds = [battery.seconds for battery in found.values()]
            cells = [f"{s:.1f}" for s in seconds] + [f"{s / seconds[0]:.1f}" for s in seconds[1:]]
            left = ", ".join(f"{name} at {m}" for m, b in found.items() for name in b.open)
            yield f"| {measure} | {framework} | {' | '.join(cells)} | {left or 'none'} |"


def main() -> None:
    """Prints a table, line by line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("which", choices=("every", "fixed"))
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("-o", dest="file", default="")
    args = parser.parse_args()
    lines = []
    for line in (for_every_m if args.which == "every" else at_fixed_m)(args.only):
        print(line, flush=True)
        lines.append(line)
    if args.file:
        Path(args.file).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
