"""How often measures rank two rows differently, as a document in all formats."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from symbolic_measures.report.prose import exact, text
from symbolic_measures.report.sections import Block, Row
from symbolic_measures.report.sheet import Grid, Part, Sheet

if TYPE_CHECKING:
    from symbolic_measures.questions.compare.data import Disagreement, Inconsistency

#: The most pairs of rows that are listed for two measures; the JSON file has them all.
MOST = 10
ABOUT = (
    "Two measures are inconsistent on two rows if they order them differently; a tie that the "
    "other breaks counts. All comparisons are exact. Where lower is better, the lowest is best."
)


def document(report: Inconsistency) -> Sheet:
    """The document of a report."""
    percent = [
        (one, *("-" if one == other else _share(report[one, other]) for other in report.names))
        for one in report.names
    ]
    values = [
        (line.name, *(text(exact(report.values[k][i])) for k in range(len(report.names))))
        for i, line in enumerate(report.lines)
    ]
    ranked = [
        (line.name, *(str(report.ranks[k][i] or "-") for k in range(len(report.names))))
        for i, line in enumerate(report.lines)
    ]
    parts = [
        Part("Inconsistent pairs of rows, %", (), Grid(("", *report.names), tuple(percent))),
        Part("Ranks (1 is best)", (), Grid(("", *report.names), tuple(ranked))),
        Part("Values", (), Grid(("", *report.names), tuple(values))),
        Part("The pairs of rows that flip", (), blocks=(Block((), _flips(report)),)),
    ]
    about = f"{len(report.names)} measures on {len(report.lines)} rows"
    return Sheet("compare", about, (ABOUT,), tuple(parts), lead=_lead(report))


def _lead(report: Inconsistency) -> str:
    """The answer as a title: how often two measures disagree, or which of several do most."""
    most = max(report.pairs, key=lambda pair: pair.share or 0)
    names, count = " and ".join(most.names), f"{len(most.flips)} of {most.pairs} pairs of rows"
    if len(report.pairs) == 1:
        return f"{names} rank {count} differently"
    return f"Of {len(report.names)} measures, {names} disagree most: they rank {count} differently"


def _share(pair: Disagreement) -> str:
    if pair.share is None:
        return "undefined"
    tenths = round(pair.share * 1000)
    exactly = Fraction(tenths, 1000) == pair.share
    return f"{tenths // 10}.{tenths % 10}" if not exactly or tenths % 10 else str(tenths // 10)


def _flips(report: Inconsistency) -> tuple[Row, ...]:
    rows = []
    for pair in report.pairs:
        shown = [f"{report.lines[i].name} / {report.lines[j].name}" for i, j in pair.flips[:MOST]]
        more = len(pair.flips) - len(shown)
        words = "; ".join(shown) + (f"; and {more} more" if more else "") or "none"
        head = f"{pair.names[0]}, {pair.names[1]}: {len(pair.flips)} of {pair.pairs}"
        rows.append(Row("", (head,), (words,)))
    return tuple(rows)
