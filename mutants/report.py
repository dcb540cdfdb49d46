"""What came out: killed, listed with a reason, survived, not tried, for each trusted room.

`equivalent.toml` says of mutants that no test can or need tell apart why that is so.  Its keys are
those of mutants, `*` for anything; a key that fits no mutant any more is reported.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import comb, fsum
from pathlib import Path
from typing import NamedTuple

from mutants.operators import Mutant
from mutants.run import ROOT, drawn, every, keep, known

HERE = Path(__file__).resolve().parent
#: The trusted rooms, and the files in them.
ROOMS: dict[str, tuple[str, ...]] = {
    "kernel": ("symbolic_measures/kernel/**/*.py",),
    "nouns": ("symbolic_measures/nouns/*.py",),
    "meaning": ("symbolic_measures/meaning/*.py",),
    "questions": ("symbolic_measures/questions/*/meaning.py",),
}
KINDS = ("killed", "listed", "survived", "not covered", "not tried")
#: Outcomes of mutants that a test notices.
NOTICED = ("killed", "timeout")


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


class Sample(NamedTuple):
    """How many were drawn, and noticed or listed by now; how many of them are new, drawn after the
    last tests were written for others, and how many of these were noticed at once, or listed; how
    many of those drawn are not tried, as their functions changed since: none of these counts as
    noticed."""

    drawn: int
    good: int
    new: int
    at_once: int
    changed: int = 0


class Results:
    """The outcomes of every mutant of the trusted rooms."""

    def __init__(self, results: Path) -> None:
        self.known, self.patterns = known(results), patterns()
        self.used: set[str] = set()
        self.left: list[tuple[Mutant, str]] = []

    def kind(self, mutant: Mutant) -> str:
        """How a mutant fared."""
        if (outcome := self.known.get(mutant.identity)) is None:
            return "not tried"
        if outcome.last in NOTICED:
            return "killed"
        if key := self.reason(mutant):
            self.used.add(key)
            return "listed"
        self.left.append((mutant, outcome.last))
        return outcome.last

    def reason(self, mutant: Mutant) -> str | None:
        """The key under which it is listed."""
        found = (key for pattern, key in self.patterns.items() if pattern.fullmatch(mutant.key))
        return next(found, None)

    def sample(self, files: list[Path]) -> Sample:
        """The mutants of files that were drawn: all, or the largest sample of which at most a
        tenth is not tried, as functions changed since; else what was drawn first without a gap.

        What was tried of a larger one that was broken off is no sample: guards are tried first.
        """
        order = drawn(files)
        tried = [mutant.identity in self.known for mutant in order]
        asked = {own.sample for m in order if (own := self.known.get(m.identity)) and own.sample}
        whole = (size for size in (*asked, len(order)) if tried[:size].count(False) <= size / 10)
        size = max(whole, default=(*tried, False).index(False))
        before = max((one for one in asked if one < size), default=0)
        at_once = [m for m in order[before:size] if self._is_noticed(m, at_once=True)]
        good = [m for m in order[:size] if self._is_noticed(m)]
        changed = tried[:size].count(False)
        return Sample(size, len(good), size - before, len(at_once), changed)

    def _is_noticed(self, mutant: Mutant, at_once: bool = False) -> bool:
        """Whether it was tried, and a test noticed it, or it is listed."""
        if (outcome := self.known.get(mutant.identity)) is None:
            return False
        how = outcome.first if at_once else outcome.last
        return how in NOTICED or self.reason(mutant) is not None

    def rooms(self, named: Iterable[str]) -> Iterator[tuple[str, dict[str, Count]]]:
        """Each room that is named with the count of each of its files."""
        for room in named:
            counts: dict[str, Count] = {}
            for file in files_of(room):
                counts[file.as_posix()] = own = Count()
                for mutant in every([file]):
                    own.add(mutant, self.kind(mutant))
            yield room, counts


def table(results: Results, rooms: Iterable[str]) -> str:
    """The figure of each room, and its files one by one."""
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
    said = "\n".join(
        figure(room, counts, results.sample(files_of(room))) for room, counts in numbers.items()
    )
    return "\n".join([said, "", *lines])


def figure(room: str, counts: dict[str, int], sample: Sample) -> str:
    """What came out for a room, in a sentence: of all mutants, or of a sample and what it shows."""
    noticed = "are noticed, or listed with the reason why nothing changes"
    if not counts["not tried"]:
        guards = sum(counts[f"guards {kind}"] for kind in KINDS)
        good = counts["guards killed"] + counts["guards listed"]
        return (
            f"- **{room}**: every mutant was tried. {_of(sample.good, sample.drawn)} {noticed}; of "
            f"those without a guard, {_of(good, guards)}."
        )
    whole = sum(counts[kind] for kind in KINDS)
    changed = ""
    if sample.changed:
        changed = (
            f" {sample.changed:,} of them are not tried, as their functions changed since, and "
            f"count as not noticed."
        )
    if sample.drawn == whole:
        return f"- **{room}**: of all mutants, {_of(sample.good, whole)} {noticed}.{changed}"
    bound = 100 * at_least(sample.at_once, sample.new)
    new = "They were all drawn at once"
    if sample.new < sample.drawn:
        new = f"{sample.new:,} of them were drawn after tests were written for the others"
    return (
        f"- **{room}**: a sample, no more: of {whole:,} mutants, {sample.drawn:,} were drawn at "
        f"random.{changed} {_of(sample.good, sample.drawn)} {noticed}. {new}; "
        f"{_of(sample.at_once, sample.new)} were noticed when they were tried first, or are "
        f"listed: so with 95 % confidence at least {bound:.1f} % of all are (Clopper-Pearson)."
    )


def _of(good: int, tried: int) -> str:
    return f"{good:,} of {tried:,} ({100 * good / max(tried, 1):.1f} %)"


def at_least(good: int, tried: int, doubt: float = 0.05) -> float:
    """The lower bound of Clopper and Pearson on a share, of which a sample has so many."""

    def chance(share: float) -> float:
        """Of at least so many good ones in a sample."""
        return fsum(
            comb(tried, k) * share**k * (1 - share) ** (tried - k) for k in range(good, tried + 1)
        )

    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if chance(middle) > doubt else (middle, high)
    return low


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
they refuse or record.  Where fewer are tried than there are, the line of the room says how many of
these are a random sample; the table counts all that were tried, however they were chosen.
"""


def report(results: Path, write: bool, rooms: Iterable[str]) -> str:
    """The report; with `write`, into `RESULTS.md` as well, and the record."""
    found = Results(results)
    text = table(found, rooms)
    if write:
        (HERE / "RESULTS.md").write_text(f"{HEAD}\n{text}\n", encoding="utf-8")
        keep(found.known, [mutant for room in ROOMS for mutant in every(files_of(room))])
    left = "".join(
        f"\n{outcome}: {mutant.unit.file}:{mutant.line}: {mutant.key}"
        for mutant, outcome in found.left
    )
    stale = "".join(
        f"\nlisted, but no such mutant survives: {k}" for k in listed() if k not in found.used
    )
    return f"{text}\n{left}{stale}"
