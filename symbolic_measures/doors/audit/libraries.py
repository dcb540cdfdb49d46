"""Lists of functions to audit, in TOML or JSON, and the pages made of them.

    package = "scikit-learn"          # whose version is shown
    version = "1.9.1"                 # the one that the list was written for
    [defaults]                        # for every entry; optional
    values = "numpy"
    [[target]]
    function = "sklearn.metrics:fbeta_score"   # or file.py:function, beside the list
    against = "F_beta"
    options = { beta = 2 }
    documented = "a quotation on 0/0 from the function's own documentation"
    note = "what a reader should know of this entry"     # shown beside it

An entry may have `name` and every argument of `audit`.  One that cannot be audited is a line among
the problems of the list; the others go on.  What is said in `documented` must stand in the
docstring of the function, word for word: then a choice at 0/0 counts as documented.
"""

from __future__ import annotations

import json
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from symbolic_measures.doors.audit.auditing import Asked, Audit, Auditing
from symbolic_measures.doors.audit.targets import TargetError, find_target
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.handing import handed
from symbolic_measures.nouns.saved import SCHEMA
from symbolic_measures.nouns.shown import Answer
from symbolic_measures.processes import in_processes

ENTRY = {"name": str, "function": str, "documented": str, "note": str}
TYPES = {"str": str, "int": int, "bool": bool, "Mapping[str, Any]": dict, "tuple[Any, ...]": list}
ARGUMENTS = {each.name: TYPES[str(each.type)] for each in fields(Asked)}
#: Options of the command line, for the entries of a list that have them.
WORDS = {
    "against": "--against", "reading": "--reading", "up_to": "--up-to", "classes": "--classes",
    "values": "--values", "orientation": "--orientation", "item": "--item",
}  # fmt: skip


@dataclass(frozen=True)
class Entry:
    """One function of a list."""

    name: str
    function: str
    asked: Asked
    documented: str = ""
    note: str = ""

    @property
    def command(self) -> str:
        """The command that audits this function alone."""
        plain = Asked()
        words = ["symbolic-measures", "audit", self.function]
        for key, option in WORDS.items():
            if (value := getattr(self.asked, key)) != getattr(plain, key):
                words += [option, str(value)]
        for key, option in (("options", "--option"), ("parameters", "--parameter")):
            for name, value in getattr(self.asked, key).items():
                words += [option, f"{name}={value}"]
        words += ["--where-defined"] if self.asked.where_defined else []
        return shlex.join(words)


@dataclass(frozen=True)
class Found:
    """An entry with its audit; `documented` is what its documentation says, if it says it."""

    entry: Entry
    audit: Audit
    documented: str = ""

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "name": self.entry.name,
            "command": self.entry.command,
            "documented": self.documented,
            "note": self.entry.note,
            **self.audit.to_data(),
        }


@dataclass(frozen=True)
class Listed(Answer, kind="audit"):
    """What was found of a list: the audits in their order, and what could not be audited."""

    name: str
    library: str
    found: tuple[Found, ...]
    problems: tuple[str, ...] = ()
    complete: bool = True

    @property
    def outcome(self) -> str:
        """agrees: every function does, wherever its formula is defined; else differs."""
        return "differs" if any(f.audit.outcome != "agrees" for f in self.found) else "agrees"

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "schema": SCHEMA,
            "list": self.name,
            "library": self.library,
            "outcome": self.outcome,
            "audits": [each.to_data() for each in self.found],
            "problems": list(self.problems),
            "complete": self.complete,
        }

    def rendered(self, kind: str) -> str:
        """The report as `text`, `json`, `latex`, `html` or `html_fragment`."""
        if kind == "json":
            return self.to_json()
        return str(handed("doors.audit.pages", "render_listed")(self, kind))


def read_file(path: Path) -> Any:
    """The data of a TOML or JSON file; TargetError, in one line, if it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
        return tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)
    except OSError as error:
        raise TargetError(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise TargetError(f"{path}: {error}") from None


def is_list(data: Any) -> bool:
    """Whether a file holds functions, not declarations."""
    return isinstance(data, dict) and "target" in data


class Listing:
    """The work on a list, in several processes; each function is named once it is done."""

    def __init__(self, path: Path, data: Any, jobs: int = 1) -> None:
        self.path, self.jobs = path, jobs
        self.entries = read_entries(path, data)
        self.library, self.problems = _library(path, data)
        self.done: dict[int, Found] = {}
        self.failed: dict[int, str] = {}
        self.finished = False

    def __iter__(self) -> Iterator[str]:
        yield f"{len(self.entries)} functions"
        tasks = list(enumerate(self.entries))
        for number, found in in_processes(audited, tasks, min(self.jobs, len(tasks))):
            if isinstance(found, str):
                self.failed[number] = f"{self.path.name}: {found}"
            else:
                self.done[number] = found
            count = len(self.done) + len(self.failed)
            yield f"{self.entries[number].name} ({count} of {len(tasks)} done)"
        self.finished = True

    def report(self) -> Listed:
        """What has been found so far."""
        failed = [self.failed[number] for number in sorted(self.failed)]
        found = tuple(self.done[number] for number in sorted(self.done))
        return Listed(self.path.stem, self.library, found, (*self.problems, *failed),
                      self.finished)  # fmt: skip


def audited(number: int, entry: Entry) -> tuple[int, Found | str]:
    """The audit of an entry, or the line that says why there is none."""
    try:
        work = Auditing(entry.function, entry.asked)
        for _ in work:
            pass
        words = " ".join(str(find_target(entry.function).__doc__ or "").split())
    except FormulaError as error:
        own = entry.function.rpartition(":")[2]
        return number, f"{entry.name}: {str(error).removeprefix(f'{own}: ')}"
    if entry.documented and entry.documented not in words:
        return number, f"{entry.name}: its documentation does not say {entry.documented!r}"
    return number, Found(entry, work.report(), entry.documented)


def _beside(function: str, path: Path) -> str:
    """A file of functions is looked for beside the list."""
    place, _, name = function.rpartition(":")
    beside = place.endswith(".py") and not Path(place).is_absolute()
    return f"{path.parent / place}:{name}" if beside else function


def read_entries(path: Path, data: Any) -> tuple[Entry, ...]:
    """The entries of a list; TargetError, in one line, if one is not well formed."""
    allowed = ("package", "version", "defaults", "target")
    if unknown := sorted(set(data) - set(allowed)):
        raise TargetError(f"{path}: unknown key {unknown[0]!r}; known: {', '.join(allowed)}")
    defaults, targets = data.get("defaults", {}), data["target"]
    if not isinstance(defaults, dict) or not isinstance(targets, list):
        raise TargetError(f"{path}: write [defaults] and [[target]]")
    return tuple(_entry(path, number, {**defaults, **given})
                 for number, given in enumerate(targets, 1))  # fmt: skip


def _entry(path: Path, number: int, given: Mapping[str, Any]) -> Entry:
    where = f"{path}: [[target]] number {number}"
    known = {**ENTRY, **ARGUMENTS}
    for key, value in given.items():
        if key not in known:
            raise TargetError(f"{where}: unknown key {key!r}; known: {', '.join(known)}")
        if not isinstance(value, known[key]):
            raise TargetError(f"{where}: {key} has the wrong type")
    if "function" not in given:
        raise TargetError(f"{where}: 'function' is missing")
    asked = {key: value for key, value in given.items() if key not in ENTRY}
    if "labels" in asked:
        asked["labels"] = tuple(asked["labels"])
    name = given.get("name", str(given["function"]).rpartition(":")[2])
    function = _beside(given["function"], path)
    more = {key: given.get(key, "") for key in ("documented", "note")}
    return Entry(name, function, Asked(**asked), **more)


def _library(path: Path, data: Mapping[str, Any]) -> tuple[str, tuple[str, ...]]:
    """The package with its installed version, and a line if that is not the list's."""
    package = str(data.get("package", ""))
    if not package:
        return path.stem, ()
    try:
        installed = version(package)
    except PackageNotFoundError:
        raise TargetError(f"{path}: {package} is not installed; pip install {package}") from None
    wanted = str(data.get("version", installed))
    note = f"{path.name}: written for {package} {wanted}; installed is {installed}"
    return f"{package} {installed}", () if wanted == installed else (note,)
