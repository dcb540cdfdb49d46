"""Plain text: an aligned table that needs no terminal, and a rich table for those who have one.

Invariant: the output depends on the report alone (no clock, no terminal), and no line is wider
than `WIDTH`.
"""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

from symbolic_measures.report import prose
from symbolic_measures.report.evidence import Evidence
from symbolic_measures.report.heading import Heading

WIDTH = 100


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
    """Columns aligned, the last one wrapped."""
    kept = list(rows)
    widths = [max(len(row[i]) for row in kept) for i in range(len(kept[0]) - 1)] if kept else []
    lines: list[str] = []
    for row in kept:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        lines += wrapped(row[-1], "  ".join(cells) + "  ")
    return "\n".join(line.rstrip() for line in lines)


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
