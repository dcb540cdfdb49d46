"""Which measures of the catalog have a property: decided when it is asked, one by one.

Invariant: "has it" is said only of what the kernel proved, "has not" only where a counterexample
was evaluated; nothing is looked up in a list of marks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from symbolic_measures.doors.api.questions import check
from symbolic_measures.meaning.frameworks import FRAMEWORKS
from symbolic_measures.meaning.measure import Measure, Reading
from symbolic_measures.meaning.measures import MEASURES
from symbolic_measures.meaning.properties import PROPERTIES
from symbolic_measures.meaning.property import Property
from symbolic_measures.nouns.confusion import CELLS
from symbolic_measures.nouns.errors import FormulaError
from symbolic_measures.nouns.formula import Formula, symbol
from symbolic_measures.nouns.statement import Goal
from symbolic_measures.processes import in_processes
from symbolic_measures.report import prose
from symbolic_measures.report.evidence import explain
from symbolic_measures.report.text import columns, wrapped

#: Outcome, and what is said of those that have it.
GROUPS = {
    "proved": "has it",
    "refuted": "has not",
    "undecided": "undecided",
    "not-applicable": "not asked of",
}


def definition(prop: Property) -> str:
    """The sentence, who states it, and the goals that it makes of a measure M."""
    asked = [name for name, ids in FRAMEWORKS.items() if prop.id in ids]
    lines = [prop.id, *wrapped(prop.said, "  says        ")]
    lines += wrapped(prop.source, "  source      ")
    lines += wrapped(", ".join(asked) or "none", "  frameworks  ")
    if prop.stronger:
        lines += wrapped(f"{prop.stronger} ({prop.weaker_by})", "  weak form   of ")
    for goal in _goals(prop):
        lines += wrapped(_told(goal), "  for all     ")
    return "\n".join(lines)


def _goals(prop: Property) -> tuple[Goal, ...]:
    """Those of a measure of which only the name M is known; none if search must propose a value."""
    tree = Formula("M", *map(symbol, CELLS))
    reading = Reading(Measure("M", "M", tree))
    try:
        return () if prop.answers else prop.statement(reading).goals
    except FormulaError:
        return ()


def _told(goal: Goal) -> str:
    sorts: dict[str, list[str]] = {}
    for variable in goal.variables:
        sorts.setdefault(variable.sort, []).append(variable.name)
    names = "; ".join(f"{', '.join(own)} {sort}" for sort, own in sorts.items())
    given = [str(atom) for atom in goal.hypotheses if atom.rel != "defined"]
    where = f", where {', '.join(given)}" if given else ""
    return f"{names}{where} (and M is defined at each matrix): {goal.conclusion}"


def _decided(name: str, property_id: str, seconds: float, cache: str) -> tuple[str, str, str]:
    """The name, the outcome, and what it rests on in a line."""
    try:
        verdict = check(name, property_id, timeout=seconds, cache=cache)[property_id]
    except FormulaError as error:
        return name, "not-applicable", str(error)
    as_given = PROPERTIES[property_id].as_given or MEASURES[name].higher_is_better
    letter = "M" if as_given else "S"
    return name, verdict.outcome, prose.text(explain(verdict, letter).summary)


@dataclass
class Holders:
    """The work: iterate, and each measure is decided; then `text()` and `to_data()`."""

    prop: Property
    seconds: float
    jobs: int = 1
    cache: str = ""
    found: dict[str, tuple[str, str]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[str]:
        """Yields the measure that was decided."""
        tasks = [(name, self.prop.id, self.seconds, self.cache) for name in MEASURES]
        for name, outcome, told in in_processes(_decided, tasks, self.jobs):
            self.found[name] = outcome, told
            yield f"{name} ({len(self.found)} of {len(MEASURES)})"

    def _named(self, outcome: str) -> list[str]:
        return [name for name in MEASURES if self.found.get(name, ("",))[0] == outcome]

    def text(self) -> str:
        """The measures that have it, those that have not with a counterexample, and the rest."""
        lines = []
        for outcome, words in GROUPS.items():
            if not (names := self._named(outcome)):
                continue
            lines.append(f"{words} ({outcome}), {len(names)} of {len(MEASURES)}:")
            if outcome == "proved" and not self.prop.answers:
                lines += wrapped(", ".join(names), "  ")
            else:
                rows = ((f"  {name}", self.found[name][1]) for name in names)
                lines.append(columns(rows))
        return "\n".join(lines)

    def to_data(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "property": self.prop.id,
            "sentence": self.prop.said,
            "source": self.prop.source,
            "measures": [
                {"name": name, "verdict": self.found[name][0], "told": self.found[name][1]}
                for name in MEASURES
                if name in self.found
            ],
        }
