"""The pytest plug-in: files `*.measures.toml` are collected, `check_implementation` is a fixture.

A file is a list of what must hold; each entry is a test:

    assume = ["beta > 0"]            # for every entry that mentions the parameter; optional
    [parameters]                     # the same as ranges: 0 <= alpha <= 1; optional
    alpha = "[0, 1]"                 # (0, 1] leaves 0 out; (0, oo) has no upper end
    [[identity]]
    lhs = "Jaccard"
    rhs = "F1/(2-F1)"
    domain = true                    # defined at the same matrices, too; optional
    lhs_reading = "scikit-learn"     # what a side is at 0/0; optional, also rhs_reading
    [[limit]]
    measure = "F_beta"
    to = "beta -> 0"
    is = "precision"
    [[property]]
    measure = "MCC"
    holds = ["monotone", "symmetry"]
    [[property]]
    measure = "F1"
    fails = "symmetry"
    minimal = [[0, 1, 0, 1]]         # the smallest counterexample; optional
    [[property]]
    measure = "macro_F1"
    classes = 3                      # the number of classes; optional
    reading = "literal"              # what it is at 0/0, by name; optional
    holds = "class-symmetry"

Every entry may have `name`, `source`, `assume` and `timeout` (seconds).
Nothing heavy is imported before a test runs: the plug-in is loaded wherever it is installed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

SUFFIX = ".measures.toml"
_ABOUT = {
    "name": str, "source": str, "assume": list, "parameters": dict, "timeout": (int, float),
}  # fmt: skip
_RANGE = re.compile(r"([\[(])\s*([^,\s]+)\s*,\s*([^,\s]+)\s*([\])])")
_READING = {"reading": str, "conventions": list, "lower_is_better": bool, "classes": int}
#: The keys of each kind of entry with their types; the ones that must be there.
KINDS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "identity": (
        {"lhs": str, "rhs": str, "domain": bool, "lhs_reading": str, "rhs_reading": str, **_ABOUT},
        ("lhs", "rhs"),
    ),
    "limit": ({"measure": str, "to": str, "is": str, **_ABOUT}, ("measure", "to", "is")),
    "property": (
        {"measure": str, "holds": (str, list), "fails": str, "minimal": list, **_READING, **_ABOUT},
        ("measure",),
    ),
}


@pytest.fixture
def check_implementation() -> Callable[..., None]:
    """`symbolic_measures.testing.assert_implementation`."""
    from symbolic_measures.doors.testing import assert_implementation

    return assert_implementation


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> MeasuresFile | None:
    """Collects files of identities, limits and properties."""
    if not file_path.name.endswith(SUFFIX):
        return None
    file: MeasuresFile = MeasuresFile.from_parent(parent, path=file_path)
    return file


class MeasuresFile(pytest.File):
    """A file of entries; one that cannot be read is a collection error of one line."""

    def collect(self) -> Iterator[pytest.Item]:
        try:
            data = tomllib.loads(self.path.read_text(encoding="utf-8"))
            entries = list(read_entries(data))
        except (OSError, ValueError) as error:
            raise self.CollectError(f"{self.path.name}: {error}") from None
        for kind, entry in entries:
            yield Entry.from_parent(self, name=_name(kind, entry), kind=kind, entry=entry)


def read_entries(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The entries with the assumptions and the time of the whole file; ValueError, in one line."""
    known = ("assume", "parameters", "timeout", *KINDS)
    if unknown := sorted(set(data) - set(known)):
        raise ValueError(f"unknown key {unknown[0]!r}; known: {', '.join(known)}")
    shared = [*data.get("assume", []), *_ranges(data.get("parameters", {}), "[parameters]")]
    for kind, (types, needed) in KINDS.items():
        entries = data.get(kind, [])
        if not isinstance(entries, list):
            raise ValueError(f"write [[{kind}]], with two brackets")
        for number, entry in enumerate(entries, 1):
            where = f"[[{kind}]] number {number}"
            for key, value in entry.items():
                if key not in types:
                    raise ValueError(f"{where}: unknown key {key!r}; known: {', '.join(types)}")
                if not isinstance(value, types[key]):
                    raise ValueError(f"{where}: {key} has the wrong type")
            if missing := [key for key in needed if key not in entry]:
                raise ValueError(f"{where}: {missing[0]!r} is missing")
            if kind == "property" and ("holds" in entry) == ("fails" in entry):
                raise ValueError(f"{where}: give either 'holds' or 'fails'")
            own = [text for text in shared if _speaks(text, entry)]
            timeout = entry.get("timeout", data.get("timeout", 30))
            own += [*_ranges(entry.get("parameters", {}), where), *entry.get("assume", [])]
            rest = {key: value for key, value in entry.items() if key != "parameters"}
            yield kind, {**rest, "assume": own, "timeout": timeout}


def _ranges(given: Any, where: str) -> Iterator[str]:
    """`alpha = "[0, 1)"` as the condition "0 <= alpha < 1"; ValueError, in one line."""
    if not isinstance(given, dict):
        raise ValueError(f"{where}: parameters is a table of ranges")
    for name, text in given.items():
        match = _RANGE.fullmatch(text.strip()) if isinstance(text, str) else None
        if match is None:
            raise ValueError(f"{where}: {name}: write a range such as '[0, 1)' or '(0, oo)'")
        left, low, high, right = match.groups()
        if (low == "-oo" and left == "[") or (high == "oo" and right == "]"):
            raise ValueError(f"{where}: {name}: an infinite end is left out: '(' or ')'")
        below = "" if low == "-oo" else f"{low} {'<=' if left == '[' else '<'} "
        above = "" if high == "oo" else f" {'<=' if right == ']' else '<'} {high}"
        yield f"{below}{name}{above}"


def _speaks(condition: str, entry: Mapping[str, Any]) -> bool:
    """Whether a formula of the entry mentions a name of the condition."""
    texts = " ".join(str(entry.get(key, "")) for key in ("lhs", "rhs", "measure", "is"))
    return not set(re.findall(r"[^\W\d]\w*", condition)).isdisjoint(re.findall(r"\w+", texts))


def _name(kind: str, entry: Mapping[str, Any]) -> str:
    if "name" in entry:
        return str(entry["name"])
    if kind == "identity":
        return f"{entry['lhs']} = {entry['rhs']}"
    if kind == "limit":
        return f"{entry['measure']} -> {entry['is']} as {entry['to']}"
    held = entry.get("holds", entry.get("fails"))
    words = held if isinstance(held, str) else ", ".join(map(str, held or ()))
    return f"{entry['measure']}: {'not ' if 'fails' in entry else ''}{words}"


class Entry(pytest.Item):
    """One entry of a file."""

    def __init__(self, kind: str, entry: Mapping[str, Any], **more: Any) -> None:
        super().__init__(**more)
        self.kind, self.entry = kind, entry

    def runtest(self) -> None:
        """Decides the entry."""
        from symbolic_measures.doors import testing

        entry = self.entry
        told: dict[str, Any] = {"assume": entry["assume"], "seconds": entry["timeout"]}
        if self.kind == "identity":
            domain = entry.get("domain", False)
            readings = tuple(entry.get(f"{side}_reading", "literal") for side in ("lhs", "rhs"))
            testing.assert_identity(
                entry["lhs"], entry["rhs"], domain=domain, readings=readings, **told
            )
            return
        if self.kind == "limit":
            testing.assert_limit(entry["measure"], entry["to"], entry["is"], **told)
            return
        told["reading"] = entry.get("reading")
        told["conventions"] = entry.get("conventions", [])
        told["higher_is_better"] = not entry.get("lower_is_better", False)
        told["classes"] = entry.get("classes", 2)
        if "holds" in entry:
            held = entry["holds"]
            ids = [held] if isinstance(held, str) else held
            testing.assert_property(entry["measure"], *ids, **told)
        else:
            minimal = entry.get("minimal")
            testing.assert_refuted(entry["measure"], entry["fails"], minimal, **told)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The line that was raised; the source, if there is one."""
        from symbolic_measures.nouns.errors import FormulaError

        if isinstance(excinfo.value, AssertionError | FormulaError):
            source = f"\n  source: {self.entry['source']}" if "source" in self.entry else ""
            return f"{excinfo.value}{source}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where it stands."""
        return self.path, None, self.name
