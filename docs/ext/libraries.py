"""What the functions of libraries return where a measure is undefined, from the audits."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ext.text import table, words
from symbolic_measures.meaning.measure import Measure
from symbolic_measures.meaning.measures import formula_names
from symbolic_measures.nouns.confusion import QUANTITIES
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula
from symbolic_measures.nouns.parser import parse

AUDITS = Path(__file__).parents[2] / "audits"
_COLUMN = re.compile(r"\S+(?: \S+)*")
#: What stands in the table where the function is what the formula is.
SAME = "·"


@dataclass(frozen=True)
class Function:
    """A function of a library, its formula, and what it returns by pattern of zero cells."""

    library: str
    name: str
    call: str
    formula: Formula
    returns: tuple[tuple[str, str], ...]


@cache
def functions() -> tuple[Function, ...]:
    """Every audited function whose formula is one of two classes without options."""
    rows = _rows()
    found = []
    for path in sorted(AUDITS.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for target in data.get("target", ()):
            key = f"{data['package']}: {target['name']}"
            tree = _formula(str(target.get("against", "")))
            if tree is not None and key in rows:
                options = target.get("options", {})
                given = ", ".join(f"{name}={value!r}" for name, value in options.items())
                call = _call(data["package"], target) + (f"({given})" if given else "")
                found.append(Function(data["package"], target["name"], call, tree, rows[key]))
    return tuple(found)


def _call(package: str, target: dict[str, str]) -> str:
    """How the function is called; a statistic of a library that has no function, by its name."""
    place, _, name = target["function"].partition(":")
    return f"{package}: {target['name']}" if place.endswith(".py") else f"{place}.{name}"


def _formula(text: str) -> Formula | None:
    try:
        return parse(text, names={**QUANTITIES, **formula_names()})
    except FormulaError:
        return None


def _rows() -> dict[str, tuple[tuple[str, str], ...]]:
    """The rows of `audits/table.txt`: library and name, then an entry for each pattern."""
    lines = (AUDITS / "table.txt").read_text(encoding="utf-8").splitlines()
    head = next(line for line in lines if line.lstrip().startswith("function "))
    columns = [(match.start(), match.group()) for match in _COLUMN.finditer(head)]
    ends = [start for start, _ in columns[1:]] + [10**6]
    found = {}
    for line in lines[lines.index(head) + 1 :]:
        cells = [line[start:end].strip() for (start, _), end in zip(columns, ends, strict=True)]
        if all(cells):
            found[cells[0]] = tuple(zip((name for _, name in columns[1:]), cells[1:], strict=True))
    return found


def of(measure: Measure) -> list[Function]:
    """The audited functions of a measure."""
    return [one for one in functions() if one.formula == measure.formula]


def functions_of(measure: Measure) -> list[str]:
    """Their names, as they are called."""
    return list(dict.fromkeys(one.call for one in of(measure)))


def choices(measure: Measure) -> str:
    """What they return where the formula has no value: a table, or nothing."""
    rows = []
    for one in of(measure):
        for pattern, entry in one.returns:
            if entry != SAME:
                zero = "no cell" if pattern == "none" else f"{', '.join(pattern.split())} = 0"
                rows.append((one.library, f"`{one.call}`", zero, words(entry)))
    if not rows:
        return ""
    told = (
        "What functions of libraries return there, seen by calling them ([audits](../findings/"
        "audits.md)); ✗ where the formula has a value and the function another.\n\n"
    )
    return told + table(("library", "function", "cells", "returns"), rows)
