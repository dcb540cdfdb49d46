"""Plain text: an aligned table that needs no terminal, and a rich table for those who have one.

Invariant: the output depends on the report alone (no clock, no terminal), and no line is wider
than `WIDTH`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from textwrap import wrap

from symbolic_measures.report import prose
from symbolic_measures.report.evidence import Evidence
from symbolic_measures.report.heading import Heading

WIDTH = 100
#: No column is narrower than this because another one is wide.
NARROWEST = 40


def wrapped(words: str, first: str = "", rest: str | None = None) -> list[str]:
    """Lines of at most `WIDTH`, indented."""
    indent = " " * len(first) if rest is None else rest
    return wrap(
        " ".join(words.split()), WIDTH, initial_indent=first, subsequent_indent=indent,
        break_on_hyphens=False,
    ) or [first.rstrip()]  # fmt: skip


def reading_of(heading: Heading) -> list[tuple[str, str]]:
    """The reading with its conventions and notes: label and text."""
    fields = [("reading", heading.reading)]
    for when, value, source in heading.conventions:
        rule = f"{prose.text((value,))} where {prose.text((when,))} ({source})"
        fields.append(("convention", rule))
    return [*fields, *(("note", prose.text(note)) for note in heading.notes)]


def columns(rows: Iterable[tuple[str, ...]]) -> str:
    """Columns aligned, the last one wrapped; others, too, where they leave too little for it."""
    kept = list(rows)
    widths = _widths(kept)
    lines: list[str] = []
    for row in kept:
        cells = [*map(_within, row[:-1], widths), wrap(row[-1], widths[-1], break_on_hyphens=False)]
        for line in zip_longest(*cells, fillvalue=""):
            told = "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
            lines.append(told.rstrip())
    return "\n".join(lines)


def _widths(rows: list[tuple[str, ...]]) -> list[int]:
    """As wide as what is in them; the widest is narrowed until the last one has its width."""
    found = [max(map(len, column)) for column in zip(*rows, strict=True)]
    if not found:
        return []
    room = WIDTH - 2 * (len(found) - 1)
    *leading, last = found
    over = sum(leading) + min(last, NARROWEST) - room
    while over > 0 and max(leading) > NARROWEST:
        place = leading.index(max(leading))
        narrower = max(leading[place] - over, NARROWEST)
        over -= leading[place] - narrower
        leading[place] = narrower
    return [*leading, max(room - sum(leading), min(last, NARROWEST), 1)]


def _within(cell: str, width: int) -> list[str]:
    """The lines of a cell; one that fits stays as it is."""
    return [cell] if len(cell) <= width else wrap(cell, width, break_on_hyphens=False)


def proofs(evidences: Iterable[Evidence], first: str = "  ") -> list[str]:
    """What stands below a line that is proved: the short form of each proof, indented."""
    lines: list[str] = []
    for evidence in evidences:
        label = prose.text(evidence.label)
        head = f"[{label}] " if label else ""
        lines += wrapped(f"{head}{prose.text(evidence.setting)}".rstrip(), first, f"{first}  ")
        for line in evidence.lines:
            if line.folded and line.aside:
                continue
            lines += wrapped(prose.text(line.sentence), f"{first}  ")
            if line.display is not None:
                shown = prose.text((line.display,))
                lines += wrapped(shown, f"{first}    ", f"{first}      ")
    return lines
