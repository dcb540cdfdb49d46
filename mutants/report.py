"""What came out: killed, listed with a reason, survived, not tried, for each trusted room.

`equivalent.toml` says of mutants that no test can or need tell apart why that is so.  Its keys are
those of mutants, `*` for anything; a key that fits no mutant any more is reported.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mutants.operators import Mutant
from mutants.run import ROOT, every, keep, known

HERE = Path(__file__).resolve().parent
#: The trusted rooms, and the files in them.
ROOMS: dict[str, tuple[str, ...]] = {
    "kernel": ("symbolic_measures/kernel/**/*.py",),
    "nouns": ("symbolic_measures/nouns/*.py",),
    "meaning": ("symbolic_measures/meaning/*.py", "symbolic_measures/questions/*/meaning.py"),
}
KINDS = ("killed", "listed", "survived", "not covered", "not tried")


def files_of(room: str) -> list[Path]:
    """The files of a trusted room."""
    found = [path for pattern in ROOMS[room] for path in sorted(ROOT.glob(pattern))]
    return [path.relative_to(ROOT) for path in found]


def listed() -> dict[str, str]:
    """Pattern of a key to the reason why such a mutant changes nothing that matters."""
    with (HERE / "equivalent.toml").open("rb") as file:
        return {key: str(reason) for key, reason in tomllib.load(file).items()}


def patterns() -> dict[re.Pattern[str], str]:
    """The same keys as patterns."""
    return {re.compile(".*".join(map(re.escape, key.split("*")))): key for key in listed()}


@dataclass
class Count:
    """Outcomes, of all mutants and of those that disable a guard."""

    every: Counter[str] = field(default_factory=Counter)
    guards: Counter[str] = field(default_factory=Counter)

    def add(self, mutant: Mutant, kind: str) -> None:
        """Count a mutant."""
        self.every[kind] += 1
        if mutant.disables:
            self.guards[kind] += 1

    def share(self, counted: Counter[str]) -> str:
        """Killed or listed, of those tried, and how many those were."""
        tried = sum(counted.values()) - counted["not tried"]
        good = counted["killed"] + counted["listed"]
        return f"{100 * good / tried:.1f} %" if tried else "-"


class Results:
    """The outcomes of every mutant of the trusted rooms."""

    def __init__(self, results: Path) -> None:
        self.known, self.patterns = known(results), patterns()
        self.used: set[str] = set()
        self.left: list[tuple[Mutant, str]] = []

    def kind(self, mutant: Mutant) -> str:
        """How a mutant fared."""
        outcome = self.known.get((mutant.key, mutant.digest), "not tried")
        if outcome in ("killed", "timeout"):
            return "killed"
        for pattern, key in self.patterns.items():
            if pattern.fullmatch(mutant.key):
                self.used.add(key)
                return outcome if outcome == "not tried" else "listed"
        if outcome != "not tried":
            self.left.append((mutant, outcome))
        return outcome

    def rooms(self, named: Iterable[str]) -> Iterator[tuple[str, dict[str, Count]]]:
        """Each room that is named with the count of each of its files."""
        for room in named:
            counts: dict[str, Count] = {}
            for file in files_of(room):
                counts[file.as_posix()] = own = Count()
                for mutant in every([file]):
                    own.add(mutant, self.kind(mutant))
            yield room, counts


def table(results: Results, rooms: Iterable[str]) -> tuple[str, dict[str, dict[str, int]]]:
    """The report as text, and its numbers."""
    lines = ["| | mutants | tried | killed | listed | survived | not covered | killed or listed "
             "| guards tried | of guards |", "| --- " + "| ---: " * 9 + "|"]  # fmt: skip
    numbers = {}
    for room, counts in results.rooms(rooms):
        whole = Count()
        for own in counts.values():
            whole.every += own.every
            whole.guards += own.guards
        if sum(whole.every.values()) == whole.every["not tried"]:
            continue
        lines.append(_row(f"**{room}**", whole))
        lines += [_row(file.removeprefix("symbolic_measures/"), own)
                  for file, own in counts.items() if own.every]  # fmt: skip
        numbers[room] = {kind: whole.every[kind] for kind in KINDS} | {
            f"guards {kind}": whole.guards[kind] for kind in KINDS
        }
    return "\n".join(lines), numbers


def _row(name: str, own: Count) -> str:
    tried = sum(own.every.values()) - own.every["not tried"]
    cells = [name, sum(own.every.values()), tried]
    cells += [own.every[kind] for kind in ("killed", "listed", "survived", "not covered")]
    guards = sum(own.guards.values()) - own.guards["not tried"]
    return "| " + " | ".join(
        map(str, (*cells, own.share(own.every), guards, own.share(own.guards)))
    ) + " |"  # fmt: skip


HEAD = """# Mutation tests of the trusted code

Generated by `python -m mutants report --write`.  One place of the code is broken at a time (a guard
never true, half of a condition dropped, a comparison strict or loose, a number one more or less,
an element of a list left out, ...), and the tests that run this line are run until one fails.
*Listed* are mutants that change nothing that matters, each with its reason in
`mutants/equivalent.toml`; *guards* are tests that only raise, and calls made for nothing but what
they refuse or record.  Where fewer are tried than there are, those tried are a random sample.
"""


def report(results: Path, write: bool, rooms: Iterable[str]) -> str:
    """The report; with `write`, into `RESULTS.md` and `results.json` as well, and the record."""
    found = Results(results)
    text, numbers = table(found, rooms)
    if write:
        (HERE / "RESULTS.md").write_text(f"{HEAD}\n{text}\n", encoding="utf-8")
        (HERE / "results.json").write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")
        keep(found.known, [mutant for room in ROOMS for mutant in every(files_of(room))])
    left = "".join(
        f"\n{outcome}: {mutant.unit.file}:{mutant.line}: {mutant.key}"
        for mutant, outcome in found.left
    )
    stale = "".join(
        f"\nlisted, but no such mutant survives: {k}" for k in listed() if k not in found.used
    )
    return f"{text}\n{left}{stale}"
