"""The command `verify`: replays saved files, and says of each what was replayed and what was not.

Each verdict is replayed inside a fence, so that one that takes too long is not verified and the
others are.  What nobody can replay (why something is undecided, what a person called a measure) is
counted, so that a reader does not take it for verified.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symbolic_measures.doors.saved import read_saved
from symbolic_measures.doors.terminal import INTERRUPTED, add_total, look_at_seconds, run, say
from symbolic_measures.doors.trust import base_of
from symbolic_measures.fences import StoppedError, fence, whole_run
from symbolic_measures.nouns.errors import CertificateError
from symbolic_measures.nouns.question import SECONDS
from symbolic_measures.nouns.saved import Checked
from symbolic_measures.questions.kinds import AllKinds, kind_of

if TYPE_CHECKING:
    from symbolic_measures.nouns.statement import Goal, Statement

#: A verdict that takes longer, in seconds, is told.
SLOW = 60.0
#: What nobody can replay, by the name of the part.
FREE = {
    "reason": "why something is undecided",
    "boundary": "which samples were taken as boundary values",
    "note": "notes",
}


def add(commands: Any) -> None:
    """The command."""
    parser = commands.add_parser("verify", help="replay saved verdicts without search")
    add = parser.add_argument
    add("files", nargs="+", metavar="FILE.json", help="also FILE.json.gz")
    add("--format", choices=("text", "json"), default="text")
    add("--show", action="store_true", help="print every statement that was replayed")
    add("--trust", action="store_true",
        help="list the files and lines of code that they rest on")  # fmt: skip
    add("--timeout", type=float, default=SECONDS, metavar="SECONDS", help="for each verdict")
    add_total(add)
    parser.set_defaults(run=_verify)


@dataclass
class _File:
    """One file that is replayed: iterate, and each verdict is looked at."""

    name: str
    data: Any
    seconds: float
    show: bool
    kinds: AllKinds
    checked: list[Checked] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    stopped: str = ""

    def __iter__(self) -> Iterator[str]:
        """Yields what was replayed last."""
        from symbolic_measures.macros import told_to

        replay = self.kinds.replay(self.data)
        while True:
            start, before = time.monotonic(), len(self.shown)
            try:
                listening = told_to(self._note) if self.show else nullcontext()
                with fence(self.seconds).around(), listening:
                    item = next(replay, None)
            except StoppedError as error:
                last = self.checked[-1].property if self.checked else "the head of the file"
                self.stopped = f"after {last}: {error}; the rest was not looked at"
                return
            except CertificateError as error:
                raise CertificateError(f"{self.name}: {error}") from None
            if item is None:
                return
            self.checked.append(item)
            self.shown.insert(before, f"  {item.property}: {item.problem or item.outcome}")
            if (spent := time.monotonic() - start) > SLOW:
                say(f"{self.name}: {item.property} took {spent:.0f} seconds")
            yield f"{self.name}: {len(self.checked)} replayed, the last {item.property}"

    def _note(self, what: Goal | Statement, outcome: str) -> None:
        self.shown += [f"    {line}" for line in _lines(what, outcome)]

    def result(self, trust: bool) -> dict[str, Any]:
        """What is told of the file."""
        problems = [{"property": p.property, "problem": p.problem}
                    for p in self.checked if p.problem]  # fmt: skip
        problems += [{"property": "file", "problem": self.stopped}] if self.stopped else []
        undecided = sum(not i.problem and i.outcome == "undecided" for i in self.checked)
        decided = sum(not i.problem and i.outcome != "undecided" for i in self.checked)
        return {
            "file": self.name,
            "verified": decided,
            "undecided": undecided,
            "problems": problems,
            "not_verified": not_verified(self.data),
            **({"statements": self.shown} if self.show else {}),
            **({"trust": base_of(self.data).to_data()} if trust else {}),
        }


def _lines(what: Goal | Statement, outcome: str) -> Iterator[str]:
    """A statement or a goal as it was replayed, in full."""
    from symbolic_measures.nouns.statement import Statement

    if isinstance(what, Statement):
        yield f"{what.property} of {what.subject}, {outcome}: {what.sentence}"
        for goal in what.goals:
            yield from (f"  {line}" for line in _lines(goal, ""))
        return
    sorts: dict[str, list[str]] = {}
    for variable in what.variables:
        sorts.setdefault(variable.sort, []).append(variable.name)
    every = "; ".join(f"{', '.join(names)} {sort}" for sort, names in sorts.items())
    given = f"{', '.join(map(str, what.hypotheses))} " if what.hypotheses else ""
    yield f"[{what.label}] for all {every}: {given}|- {what.conclusion}"


def not_verified(data: Any) -> dict[str, int]:
    """How often a file says what nobody can replay, in words."""
    from symbolic_measures.meaning.measures import ALIASES
    from symbolic_measures.meaning.multiclass import MULTICLASS_ALIASES

    known = (*ALIASES, *MULTICLASS_ALIASES)  # what the catalog calls a measure is verified
    found = Counter(_free(data))
    about = data.get("measure") if isinstance(data, dict) else None
    if isinstance(about, dict) and about.get("name") not in (about.get("formula"), *known):
        found["what the measure is called"] = 1
    if "asked" not in data and kind_of(data) in ("check", "averaging"):
        found["whether more was asked for"] = 1
    return dict(found)


def _free(data: Any) -> Iterator[str]:
    parts: Iterable[Any] = data
    if isinstance(data, dict):
        decided = data.get("verdict", "undecided") != "undecided"
        yield from (
            FREE[key] for key in FREE if data.get(key) and not (decided and key == "reason")
        )
        parts = data.values()
    if isinstance(data, dict | list):
        for part in parts:
            yield from _free(part)


def _verify(args: argparse.Namespace) -> int:
    look_at_seconds(args)
    results, stopped, kinds = [], "", AllKinds()
    with whole_run(args.total):
        for name in args.files:
            file = _File(name, _load(name), args.timeout, args.show, kinds)
            stopped = run(file, str)
            if stopped and not file.stopped:
                file.stopped = f"{stopped}; the rest was not looked at"
            results.append(file.result(args.trust))
            if stopped:
                break
    if args.format == "json":
        print(json.dumps({"schema": 1, "files": results}, indent=1))
    else:
        for result in results:
            _print(result)
    if stopped:
        left = args.files[len(results) :]
        say(f"{stopped}; not looked at: {', '.join(left) if left else 'nothing else'}")
    failed = any(result["problems"] for result in results)
    return 130 if stopped == INTERRUPTED else 1 if failed else 0


def _print(result: dict[str, Any]) -> None:
    state = "FAILED" if result["problems"] else "verified"
    print(f"{result['file']}: {state}: {result['verified']} verdicts replayed, "
          f"{result['undecided']} undecided")  # fmt: skip
    for line in result.get("statements", ()):
        print(line)
    for problem in result["problems"]:
        print(f"  {problem['property']}: {problem['problem']}")
    if free := result["not_verified"]:
        told = ", ".join(f"{what} ({count})" for what, count in sorted(free.items()))
        print(f"  not verified, since nobody can replay it: {told}")
    if "trust" in result:
        told_base = result["trust"]
        counted = f"{len(told_base['files'])} files, {told_base['lines']:,} lines of code"
        print(f"  rests on {counted}, and on python-flint:")
        for file, lines in told_base["files"].items():
            print(f"    {lines:5,}  {file}")


def _load(name: str) -> Any:
    try:
        return read_saved(Path(name))
    except ValueError as error:
        raise CertificateError(f"{name}: {error}") from None
